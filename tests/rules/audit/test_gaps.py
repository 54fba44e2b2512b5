"""A gap costs what hangs on it: what needs no past is judged again as soon as a turn or a round begins."""

from collections.abc import Callable, Sequence
from functools import cache

import pytest
from msgspec.structs import replace

from rules.audit.games import games
from rules.audit.integrity import torn
from rules.audit.report import Audit, Told
from rules.barbarossa import actions as bar
from rules.blitzkrieg import actions as blz
from rules.engine.actions import Action
from tests.rules.shared.kit import kit_of
from tests.rules.shared.play import Turn
from tests.rules.shared.workshop import workshop_of
from vassal.savefile import SaveFile
from vassal.timeline import Timeline

CUT = 4
Breach = Callable[[Sequence[Turn], int], tuple[int, Action]]


@cache
def game(name: str, scenario: str) -> tuple[Turn, ...]:
    return tuple(kit_of(name).play(scenario, 1, 2_500))


def beside(name: str, scenario: str, turn: Turn, unit: str, *but: str) -> str:
    """A hex beside a unit, in which nobody stands."""
    grid, here = kit_of(name).scenario(scenario).ground.grid, turn.before.units[unit].hex
    taken = {each.hex for each in turn.before.units.values()} | set(but)
    return next(each for each in sorted(grid.neighbours(here)) if each not in taken)


def off_the_route(turns: Sequence[Turn], begun: int) -> tuple[int, Action]:
    """A step into another hex than the next one of the route, by a unit that has moved in this round."""
    for place in range(begun, len(turns)):
        action = turns[place].action
        moved = {each.action.unit for each in turns[begun:place] if isinstance(each.action, bar.Step)}
        if isinstance(action, bar.Step) and action.unit in moved:
            return place, replace(action, hex=beside("barbarossa", "line", turns[place], action.unit, action.hex))
    raise LookupError("nobody moves twice")


def out_of_turn(turns: Sequence[Turn], begun: int) -> tuple[int, Action]:
    """A move by a unit whose formation is not active, which has moved since the turn began."""
    for place in range(begun, len(turns)):
        action, units = turns[place].action, turns[place].before.units
        moved = [each.action.units[0] for each in turns[begun:place] if isinstance(each.action, blz.Move)]
        others = [
            unit
            for unit in moved
            if isinstance(action, blz.Move)
            and units[unit].hex
            and units[unit].formation != units[action.units[0]].formation
        ]
        if isinstance(action, blz.Move) and others:
            goal = beside("blitzkrieg", "hannut", turns[place], others[0])
            return place, blz.Move(units=(others[0],), hex=goal, by=action.by)
    raise LookupError("nobody else has moved")


def written(name: str, scenario: str, turns: Sequence[Turn], last: Action) -> SaveFile:
    workshop = workshop_of(name)
    scribe, writer = workshop.scribe(scenario), workshop.writer(scenario)
    writer.foresee([*(turn.action for turn in turns[:-1]), last])
    for turn in turns[:-1]:
        scribe.write(writer.entries(turn.before, turn.action))
    scribe.write(writer.entries(turns[-1].before, last))
    return scribe.log()


def torn_log(log: SaveFile, first: int) -> SaveFile:
    """The log without a few steps."""
    for start in range(first, first + 30):
        gone = {id(each) for each in log.steps[start : start + CUT]}
        found = replace(log, commands=tuple(each for each in log.commands if id(each) not in gone))
        if any(torn(Timeline.of(found))):
            return found
    raise LookupError("no step of it is counted")


def wrong(name: str, log: SaveFile) -> list[Told]:
    return [
        each
        for each in Audit(games()[name], workshop_of(name).module).run([("game", log)]).findings
        if each.verdict == "illegal"
    ]


CASES: dict[str, tuple[str, Callable[[Action], bool], Breach, str]] = {
    "blitzkrieg": ("hannut", lambda action: isinstance(action, blz.NextTurn), out_of_turn, "activation.not-active"),
    "barbarossa": ("line", lambda action: getattr(action, "to", "") == "PLANNING", off_the_route, "move.deviates"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_breach_long_after_a_gap_that_needs_no_past_is_named_and_an_honest_game_is_not(name: str) -> None:
    scenario, renews, breach, why = CASES[name]
    turns = game(name, scenario)
    begun = next(place for place, turn in enumerate(turns) if place > 150 and renews(turn.action))
    place, act = breach(turns, begun)
    wrongly = torn_log(written(name, scenario, turns[: place + 1], act), 40)
    rightly = torn_log(written(name, scenario, turns[: place + 1], turns[place].action), 40)

    assert why in {each.why for each in wrong(name, wrongly)}
    assert wrong(name, rightly) == []
