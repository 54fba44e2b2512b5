"""Logs with a gap long before a breach."""

from collections.abc import Callable, Sequence
from functools import cache

from msgspec.structs import replace

from rules.audit.games import games
from rules.audit.integrity import torn
from rules.audit.report import Audit, Told
from rules.engine.actions import Action
from tests.rules.shared.kit import kit_of
from tests.rules.shared.play import Turn
from tests.rules.shared.workshop import workshop_of
from vassal.savefile import SaveFile
from vassal.timeline import Timeline

CUT = 4
Breach = Callable[[Sequence[Turn], int], tuple[int, Action]]


@cache
def game(name: str, scenario: str, seed: int) -> tuple[Turn, ...]:
    return tuple(kit_of(name).play(scenario, seed, 2_500))


def beside(name: str, scenario: str, turn: Turn, unit: str, *but: str) -> str:
    """A hex beside a unit, in which nobody stands."""
    grid, here = kit_of(name).scenario(scenario).ground.grid, turn.before.units[unit].hex
    taken = {each.hex for each in turn.before.units.values()} | set(but)
    return next(each for each in sorted(grid.neighbours(here)) if each not in taken)


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
        for each in Audit(games()[name], workshop_of(name).door).run([("game", log)]).findings
        if each.verdict == "illegal"
    ]


def told_in_spite_of_a_gap(name: str, scenario: str, renews: Callable[[Action], bool], breach: Breach) -> set[str]:
    """Why something is illegal in a game out of which records were cut long before; rightly played, nothing is."""
    games_of = (game(name, scenario, seed) for seed in range(1, 10))
    turns, begun = next(
        (turns, place) for turns in games_of for place, turn in enumerate(turns) if place > 150 and renews(turn.action)
    )
    place, act = breach(turns, begun)
    wrongly = torn_log(written(name, scenario, turns[: place + 1], act), 40)
    rightly = torn_log(written(name, scenario, turns[: place + 1], turns[place].action), 40)

    assert wrong(name, rightly) == []
    return {each.why for each in wrong(name, wrongly)}
