"""What `ask --would` says of an action before it is done is what `check` says of it afterwards, in every game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from rules.audit.asking import PIECES, asked
from rules.audit.games import game_of
from rules.audit.report import Audit
from rules.engine.actions import Action, words_of
from rules.engine.dice import Roll
from rules.engine.referee import spell
from rules.engine.ruling import Notice
from rules.engine.spelling import SpellingError, spelt, takes
from tests.rules.shared.kit import kit_of, kits
from tests.rules.shared.mutating import Mutant, Tally
from tests.rules.shared.play import Turn
from tests.rules.shared.workshop import workshop_of
from vassal import savefile
from vassal.errors import VassalError
from vassal.savefile import SaveFile

GAMES = {kit.name: kit.scenarios[0] for kit in kits()}
"""A scenario of each game."""
SEED, LENGTH = 1, 400
BROKEN = 3
LATER = frozenset({"SETUP", "PLANNING", "REVEAL"})
"""States in which what is done is judged with what follows it."""
games = pytest.mark.parametrize("name", GAMES)


@cache
def game(name: str) -> tuple[Turn[Any], ...]:
    return tuple(kit_of(name).play(GAMES[name], SEED, LENGTH))


def line(action: Action) -> str:
    """An action as somebody types it."""
    words = [type(action).__name__.lower()]
    for name in takes(type(action)):
        value = getattr(action, name)
        if value not in {"", (), None}:
            text = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
            words.append(f"{name}='{text}'" if " " in text else f"{name}={text}")
    return " ".join(words)


def mutants(name: str) -> Iterator[tuple[int, Mutant]]:
    """A few actions late in the game that break a rule, each with the number of the action in whose place it is."""
    kit, turns = kit_of(name), game(name)
    places = {id(turn.before): place for place, turn in enumerate(turns)}
    late = [turn for turn in turns[len(turns) // 2 :] if turn.before.state not in LATER]
    moments = [kit.occasion(kit.scenario(GAMES[name]), turn.before, turn.action) for turn in late]
    Random(7).shuffle(moments)
    for mutant in kit.breaches.mutants(moments, Tally(), 1):
        if id(mutant.before) in places and len(mutant.actions) == 1 and not mutant.actions[0].follows:
            yield places[id(mutant.before)], mutant


def written(name: str, turns: Sequence[Turn[Any]], last: Action) -> tuple[SaveFile, int]:
    """The log of a game and of what was done last, and how many steps it has before that."""
    scenario = GAMES[name]
    workshop = workshop_of(name)
    scribe, writer = workshop.scribe(scenario), workshop.writer(scenario)
    writer.foresee([*(turn.action for turn in turns), last])
    for turn in turns[:-1]:
        scribe.write(writer.entries(turn.before, turn.action))
    before = scribe.steps
    scribe.write(writer.entries(turns[-1].before, last))
    return savefile.read(savefile.encode(scribe.log())), before


@games
def test_what_would_be_said_is_what_is_said(name: str) -> None:
    workshop, compared = workshop_of(name), 0
    for place, mutant in mutants(name):
        (action,) = mutant.actions
        try:
            log, before = written(name, game(name)[: place + 1], action)
        except VassalError:
            continue  # nobody can do that with the module
        audit = Audit(game_of(name), workshop.module)
        audit.run([("game", log)])
        late = [each for _, each in audit.judged if each.step > before and type(each.action) is type(action)]
        shown = [each for each in late if msgspec.structs.asdict(each.action).items() >= _said(action).items()]
        if not shown or any(not each.legal for _, each in audit.judged if each.step <= before):
            continue
        would = asked(game_of(name), workshop.module, [log], step=before).would_be(line(shown[0].action))
        said = {each.rule for each in shown[0].findings if not isinstance(each, Notice)}
        assert {each.rule for each in would.findings if not isinstance(each, Notice)} == said
        assert would.legal == shown[0].legal
        compared += 1
        if compared == BROKEN:
            break
    assert compared == BROKEN


def _said(action: Action) -> dict[str, Any]:
    """What a log must show of an action: all but what may be left unsaid."""
    return {key: value for key, value in msgspec.structs.asdict(action).items() if key in {"unit", "units", "target"}}


@games
def test_whatever_was_played_legally_would_be_legal_and_can_be_spelt(name: str) -> None:
    switches = game_of(name).switches()
    turns = game(name)
    board = _board(name)
    referee = game_of(name).play(board, switches).referee
    for turn in turns[:: len(turns) // 40]:
        typed = spelt(referee.verbs, line(turn.action))
        assert typed == turn.action, spell(turn.action)
        assert referee.judge(turn.before, typed).legal


@games
def test_no_name_that_was_played_is_taken_for_a_slip_of_the_pen_and_what_nobody_bears_is(name: str) -> None:
    start = asked(game_of(name), workshop_of(name).module, [workshop_of(name).setups[GAMES[name]]])
    named = [turn.action for turn in game(name) if set(words_of(turn.action, PIECES))]
    assert len(named) > LENGTH / 4
    for action in {line(each) for each in named}:
        start.would_be(action)
    action = next(each for each in named if isinstance(getattr(each, "unit", None), str))
    with pytest.raises(SpellingError, match="there is no xy9"):
        start.would_be(line(msgspec.structs.replace(action, unit="xy9")))


@games
def test_dice_show_what_dice_can_show(name: str) -> None:
    start = asked(game_of(name), workshop_of(name).module, [workshop_of(name).setups[GAMES[name]]])
    roll = next(turn.action for turn in game(name) if isinstance(turn.action, Roll))
    faces = game_of(name).faces(roll.purpose)
    start.would_be(line(msgspec.structs.replace(roll, dice=(1, faces))))
    for wrong in (faces + 1, 31, 0):
        with pytest.raises(SpellingError, match=f"a die shows 1 to {faces}, not {wrong}"):
            start.would_be(line(msgspec.structs.replace(roll, dice=(1, wrong))))


def _board(name: str) -> Any:
    from rules.audit.witness import Witness
    from vassal.timeline import Timeline

    start = Timeline.of(workshop_of(name).setups[GAMES[name]], workshop_of(name).module).start
    return Witness(start, game_of(name).seals).board(start)
