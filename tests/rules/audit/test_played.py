"""Games that were played in the real client with our module: what the referee says of them, without the client."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import yaml

from hexmeister.modules import module_of
from rules.audit.games import game_of
from rules.audit.report import Audit, Report
from rules.audit.witness import Witness
from rules.blitzkrieg import actions as do
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.reading.words import LAND, is_on
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.evidence import Board
from tests.rules.audit.following import MARKERS, Lies, followed, known
from vassal import savefile
from vassal.timeline import Timeline

GAMES = Path(__file__).parents[2] / "data" / "games"
CLEAN, WRONG = GAMES / "hannut.clean.vlog", GAMES / "hannut.ten-wrong-acts.vlog"
CARRIER, STONNE = GAMES / "hannut.carrier.vlog", GAMES / "stonne.clean.vlog"
PLAYED: tuple[type[Action], ...] = (
    *(do.Fortify, do.Ready, do.EndAdmin, do.Draw, do.Activate, do.Skip, do.Pass, do.EndPhase, do.NextTurn, do.Score),
    *(do.Move, do.Fire, do.OppFire, do.ReturnFire, do.Retreat, do.Decline, do.Assault, do.MeleeFire, do.Mark),
    *(do.StepLoss, do.Barrage, do.Stuka, do.EndActivation, do.PlayGeneral, do.Refill),
)
"""What happens in the clean game, at least."""
ROLLED = {"FIRE", "MELEE", "OPPFIRE", "RETURN", "TRANSMIT", "BARRAGE", "STUKA", "DEMORAL", "RECOVERY"}


def audited(path: Path) -> tuple[Audit, Report]:
    save = savefile.read(path)
    audit = Audit(game_of("blitzkrieg"), module_of(save, "blitzkrieg"))
    return audit, audit.run([(path.name, save)])


def test_a_game_by_the_rules_gives_no_finding() -> None:
    audit, report = audited(CLEAN)
    assert [each for each in report.findings if not each.note] == []
    assert report.summary["legal"] == report.summary["actions"] > 300
    kinds = Counter(type(each.action) for _, each in audit.judged)
    assert [kind.__name__ for kind in PLAYED if not kinds[kind]] == []
    assert {each.action.purpose for _, each in audit.judged if isinstance(each.action, Roll)} >= ROLLED


@pytest.mark.parametrize("path", [WRONG, CARRIER], ids=lambda path: path.stem)
def test_wrong_acts_are_named_at_their_steps_with_their_rules_and_nothing_else(path: Path) -> None:
    _, report = audited(path)
    expected = yaml.safe_load(path.with_suffix(".yaml").read_text(encoding="utf-8"))
    found = [(each.step, each.rule, each.verdict) for each in report.findings if not each.note]
    assert found == [(each["step"], each["rule"], "illegal") for each in expected]


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


@pytest.mark.parametrize("path", [CLEAN, WRONG, CARRIER, STONNE], ids=lambda path: path.stem)
def test_the_referee_has_the_board_as_it_lies_at_every_step(path: Path) -> None:
    save = savefile.read(path)
    timeline = Timeline.of(save, module_of(save, "blitzkrieg"))
    witness = Witness(timeline.start, game_of("blitzkrieg").seals)
    boards = {step.number: step.after for step in timeline.steps}
    compared = 0
    for number, position in followed(timeline):
        lies = on_the_map(witness.board(boards[number]), position)
        assert lies == known(position), number
        compared += 1
    assert compared > 150


def on_the_map(board: Board, position: Position) -> Lies:
    return {
        each.piece.name: (each.spot.name, *(is_on(each, marker) for marker in ("Steps", *MARKERS)))
        for each in board.pieces
        if each.piece.name in position.units and each.spot.zone == LAND
    }
