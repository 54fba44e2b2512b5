"""Games that were played in the real client with our module: what the referee says of them, without the client."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from hexmeister.modules import module_of
from rules.audit.games import game_of
from rules.audit.report import Audit, Report
from rules.audit.witness import Witness
from rules.barbarossa import actions as cards
from rules.barbarossa.state.model import Position as CardPosition
from rules.blitzkrieg import actions as do
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.reading.words import LAND, is_on
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.evidence import Board
from rules.engine.reading import Game
from tests.rules.audit.following import MARKERS, followed, known, settled, stands
from vassal import savefile
from vassal.timeline import Timeline

GAMES = Path(__file__).parents[2] / "data" / "games"
ONE, WRONG = GAMES / "hannut.one-wrong-move.vlog", GAMES / "hannut.ten-wrong-acts.vlog"
CARRIER, STONNE = GAMES / "hannut.carrier.vlog", GAMES / "stonne.clean.vlog"
STEEL, BROKEN = GAMES / "steel.clean.vlog", GAMES / "crossroads.wrong-acts.vlog"
PLAYED: tuple[type[Action], ...] = (
    *(do.Fortify, do.Ready, do.EndAdmin, do.Draw, do.Activate, do.Skip, do.Pass, do.EndPhase, do.NextTurn, do.Score),
    *(do.Move, do.Fire, do.OppFire, do.ReturnFire, do.Retreat, do.Decline, do.Assault, do.MeleeFire, do.Mark),
    *(do.StepLoss, do.Barrage, do.Stuka, do.EndActivation, do.PlayGeneral, do.Refill),
)
ROLLED = ("FIRE", "MELEE", "OPPFIRE", "RETURN", "TRANSMIT", "BARRAGE", "STUKA", "DEMORAL", "RECOVERY")
CARDS: tuple[type[Action], ...] = (
    *(cards.OrdersDone, cards.Reveal, cards.Order, cards.Resume, cards.BreakOff, cards.Advance, cards.StepDone),
    *(cards.Fire, cards.Strike, cards.Duel, cards.TakeOff, cards.Fly, cards.Return, cards.Step, cards.Leave),
    *(cards.Mark, cards.State, cards.Complete, cards.Out),
)
ORDERED = (
    *("open_fire", "suppressive_fire", "fire_on_move", "defend", "assault", "cautious_move", "march", "wait"),
    *("set_up", "dig_in", "dismount", "intercept", "escort", "air_strike"),
)
"""Orders that were sealed and opened in the clean game of unit cards."""


@dataclass(frozen=True)
class Full:
    """A game in which much happens: how many actions it has at least, how many are wrong, what is done."""

    path: Path
    least: int
    wrong: int
    kinds: tuple[type[Action], ...]
    rolled: tuple[str, ...]
    ordered: tuple[str, ...] = ()


FULL_GAMES = (
    Full(ONE, 300, 1, PLAYED, ROLLED),
    Full(STEEL, 250, 0, CARDS, ("FIRE", "TEST", "MELEE"), ORDERED),
)


def audited(path: Path) -> tuple[Audit, Report]:
    save = savefile.read(path)
    game = game_of_log(save)
    audit = Audit(game, module_of(save, game.id))
    return audit, audit.run([(path.name, save)])


def game_of_log(save: savefile.SaveFile) -> Game:
    assert save.module is not None
    return game_of(save.module.name or "")


@pytest.mark.parametrize("game", FULL_GAMES, ids=lambda game: game.path.stem)
def test_whatever_happens_by_the_rules_gives_no_finding(game: Full) -> None:
    audit, report = audited(game.path)
    actions = [each.action for _, each in audit.judged]
    kinds = Counter(map(type, actions))
    assert len([each for each in report.findings if not each.note]) == game.wrong
    assert report.summary["legal"] + game.wrong == report.summary["actions"] > game.least
    assert [kind.__name__ for kind in game.kinds if not kinds[kind]] == []
    assert {each.purpose for each in actions if isinstance(each, Roll)} >= set(game.rolled)
    assert {each.order for each in actions if isinstance(each, cards.Order)} >= set(game.ordered)
    assert max(each.turn for _, each in audit.judged) > 1


@pytest.mark.parametrize("path", [ONE, WRONG, CARRIER, BROKEN], ids=lambda path: path.stem)
def test_wrong_acts_are_named_at_their_steps_with_their_rules_and_nothing_else(path: Path) -> None:
    _, report = audited(path)
    expected = yaml.safe_load(path.with_suffix(".yaml").read_text(encoding="utf-8"))
    found = [(each.step, each.rule or each.why, each.verdict) for each in report.findings if not each.note]
    assert found == [(each["step"], each["rule"], each.get("verdict", "illegal")) for each in expected]


def test_three_turns_of_stonne_by_the_rules_give_no_finding() -> None:
    """Repeats that turn HQs over, exhaustion that is suffered and shed, a unit that rallies, markers cleared away."""
    audit, report = audited(STONNE)
    actions = [each.action for _, each in audit.judged]
    marks = {(each.marker, each.on) for each in actions if isinstance(each, do.Mark)}

    assert [each for each in report.findings if not each.note] == []
    assert (report.scenario, report.summary["legal"]) == ("stonne", report.summary["actions"])
    assert max(each.turn for _, each in audit.judged) > 3
    assert {(marker, on) for marker in ("activated", "exhausted", "neutralised") for on in (True, False)} <= marks
    assert any(isinstance(each, do.PlayRepeat) for each in actions)
    assert "RALLY" in {each.purpose for each in actions if isinstance(each, Roll)}


@pytest.mark.parametrize("path", [ONE, WRONG, CARRIER, STONNE, STEEL, BROKEN], ids=lambda path: path.stem)
def test_the_referee_has_the_board_as_it_lies_at_every_step(path: Path) -> None:
    save = savefile.read(path)
    game = game_of_log(save)
    on_board, as_judged, at_rest = LIES[game.id]
    timeline = Timeline.of(save, module_of(save, game.id))
    witness = Witness(timeline.start, game.seals)
    boards = {step.number: step.after for step in timeline.steps}
    compared = 0
    for number, position in followed(timeline, game.id):
        if at_rest(position):
            assert on_board(witness.board(boards[number]), position) == as_judged(position), number
            compared += 1
    assert compared > 150


def counters(board: Board, position: Position) -> Mapping[str, object]:
    return {
        each.piece.name: (each.spot.name, *(is_on(each, marker) for marker in ("Steps", *MARKERS)))
        for each in board.pieces
        if each.piece.name in position.units and each.spot.zone == LAND
    }


def models(board: Board, position: CardPosition) -> Mapping[str, object]:
    """Where the models of unit cards lie; those aboard of another go with it."""
    return {
        each.piece.name: each.spot.name
        for each in board.pieces
        if each.spot.zone == LAND and (unit := position.units.get(each.piece.name)) and not unit.carrier
    }


Lying = tuple[Callable[[Board, Any], object], Callable[[Any], object], Callable[[Any], bool]]
LIES: Mapping[str, Lying] = {
    "blitzkrieg": (counters, known, lambda _: True),
    "barbarossa": (models, stands, settled),
}
"""By game: how its pieces lie on the board, how the referee has them, and whether nothing is on its way."""
