"""What results do to units: points of disorganisation, steps, surrender, retreat (12.1.5, 12.2.10, 12.3.4, 15.4)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from msgspec import structs

from rules.caporetto.actions import Disorganise, Leave, Lose, Show
from rules.caporetto.book import outcome, rule
from rules.caporetto.case import BUILDING, Case
from rules.caporetto.model import Position
from rules.caporetto.thresholds import by_threshold
from rules.caporetto.turn.supply import capturable
from rules.engine.actions import Action
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, broken

RESULT = re.compile(r"(?:D(?P<points>\d))?(?P<retreat>R)?(?:/(?P<steps>\d))?(?: ?(?P<cut>[ST]))?")
SURRENDERED, LOST = "surrendered", "lost"
WINNER, GUNS, LAST = "CAP-A102", "CAP-A107", "CAP-A101"


class Result(NamedTuple):
    """What stands in a box of a table."""

    points: int = 0
    steps: int = 0
    retreat: bool = False
    cut: bool = False
    trench: bool = False


def read(text: str) -> Result:
    """What a box says; nothing for a dash."""
    found = RESULT.fullmatch(text.strip())
    if found is None:
        return Result()
    cut = found["cut"] or ""
    return Result(int(found["points"] or 0), int(found["steps"] or 0), bool(found["retreat"]), bool(cut), cut == "T")


def fallen(case: Case[Any], names: Iterable[str], points: int) -> tuple[str, ...]:
    """Those of some units that so many points bring to their thresholds beside an enemy."""
    return tuple(
        name
        for name in names
        if case.counter(name).kind.bears
        and case.unit(name).level + points >= case.threshold(name)
        and capturable(case, name)
    )


@outcome(
    "CAP-12.1.5c",
    "CAP-12.2.10b",
    "CAP-12.3.4b",
    "CAP-15.2a",
    "CAP-15.4a",
    "CAP-15.4b",
    "CAP-15.4.2a",
    "CAP-3.0w",
    "CAP-18.1f",
    "CAP-18.6b",
)
def disorganised(
    case: Case[Any], names: Iterable[str], points: int, rule: str, *, spared: bool | None = False
) -> Iterator[Due]:
    """Each unit gets the points; at its threshold it surrenders beside an enemy, or else, or spared, keeps one less.

    Whether it is spared because it holds the hex is a question where that is not said.
    """
    for name in (each for each in names if case.counter(each).kind.bears):
        yield from by_threshold(case, name, partial(_of_one, case, name, points, rule, spared=spared))
        if not (spared is False and fallen(case, (name,), points)):
            yield from _interrupted(case, name, points)


def _of_one(case: Case[Any], name: str, points: int, rule: str, most: int, *, spared: bool | None) -> Iterator[Due]:
    """The points that a unit gets, or its surrender, by its threshold."""
    level, side = case.unit(name).level, case.side(name)
    more = Due(rule, (Disorganise(unit=name, change="more"),), until=case.before.state, owner=side)
    gives_up = Leave(unit=name, why=SURRENDERED)
    fails = spared is not True and level + points >= most and capturable(case, name)
    count = min(points, most - 1 - level)
    if fails and spared is False:
        yield Due("CAP-15.4a", (gives_up,), until=case.before.state, owner=side)
        return
    if fails and count <= 0:
        other = Due("CAP-15.4.2a", (gives_up,), until=case.before.state, owner=side)
        yield from case.switches.as_others_read(WINNER, other)
    for place in range(count):
        yield from case.switches.as_we_read(WINNER, more, gives_up) if fails and not place else (more,)


@outcome("CAP-17.3b", "CAP-19.3d")
def _interrupted(case: Case[Any], name: str, points: int) -> Iterator[Due]:
    """Engineers that are disorganised at their work give it up."""
    if points and BUILDING in case.unit(name).marks:
        off = Show(unit=name, state=BUILDING, on=False)
        yield Due("CAP-17.3b", (off,), until=case.before.state, owner=case.side(name))


@outcome(
    "CAP-12.1.5d",
    "CAP-12.2.10c",
    "CAP-12.3.4c",
    "CAP-12.3.4e",
    "CAP-15.4.1a",
    "CAP-16.1b",
    "CAP-21.3c",
    "CAP-18.5a",
    "CAP-21.4a",
)
def stepped(
    case: Case[Any],
    names: Iterable[str],
    steps: int,
    rule: str,
    *,
    first: frozenset[str] = frozenset(),
    failed: tuple[str, ...] = (),
    points: int = 0,
) -> Iterator[Due]:
    """The target loses so many steps in all, the first by whoever is named; who surrenders may bear some of them.

    Whether who is at his threshold by the points surrenders with his last step, though no enemy is near, is a question.
    """
    known = tuple(name for name in names if name not in failed and case.counter(name).kind.bears)
    borne = sum(case.steps(name) for name in failed)
    count = min(steps - borne, sum(case.steps(name) for name in known))
    guns = all(case.counter(name).kind.guns for name in known)
    for place in range(count):
        bearers = tuple(name for name in known if place or not first or borne or name in first) or known
        options = (
            *(Lose(unit=name) for name in bearers if case.steps(name) > 1),
            *(Leave(unit=name, why=LOST) for name in bearers if case.steps(name) <= steps),
        )
        weary = tuple(name for name in bearers if case.unit(name).level + points >= case.threshold(name))
        named = "CAP-12.3.4e" if first and not place and not borne and len(bearers) < len(known) else rule
        due = Due(named, options, until=case.before.state, owner=case.side(known[0]))
        if points and any(isinstance(each, Leave) and each.unit in weary for each in options):
            yield from case.switches.as_we_read(LAST, due, *(_given_up(each, weary) for each in options))
        else:
            yield from case.switches.as_we_read(GUNS, due) if guns else (due,)


def _given_up(option: Action, weary: tuple[str, ...]) -> Action:
    """The loss of a last step as a surrender, if it is that of somebody at his threshold."""
    return structs.replace(option, why=SURRENDERED) if isinstance(option, Leave) and option.unit in weary else option


def evenly(case: Case[Any], names: Iterable[str], steps: int, rule: str) -> Mapping[str, tuple[str, int]]:
    """By unit: how many of the steps it loses at most, where they are spread as evenly as they can be."""
    left = {name: case.steps(name) for name in names}
    most = next((each for each in range(steps) if sum(min(each, have) for have in left.values()) >= steps), steps)
    return dict.fromkeys(left, (rule, most)) if steps else {}


@rule("CAP-12.1.5d", "CAP-12.2.10c", on=(Lose, Leave))
def unevenly(case: Case[Lose | Leave]) -> Finding | None:
    """Losses by fire are spread over the target: nobody loses a second step before the others have lost one."""
    name = case.action.unit
    if name not in case.before.spread or (isinstance(case.action, Leave) and case.action.why != LOST):
        return None
    named, most = case.before.spread[name]
    count = case.steps(name) if isinstance(case.action, Leave) else 1
    return structs.replace(broken("loss.uneven", unit=name), rule=named) if count > most else None


def spent(after: Position, name: str) -> Position:
    """The position in which a unit has borne a step of what is spread."""
    if name not in after.spread:
        return after
    named, most = after.spread[name]
    return after.but(spread={**after.spread, name: (named, max(most - 1, 0))})


@rule("CAP-16.2a", "CAP-15.4.1a", on=Leave)
def into_its_box(case: Case[Leave]) -> Finding | None:
    """Who surrenders comes into the box of those who did, and not of those who were eliminated."""
    name = case.action.unit
    due = [each for each in case.before.due if each.must and each.options == (Leave(unit=name, why=SURRENDERED),)]
    lost = case.action.why == LOST
    return broken("leave.box", unit=name) if due and lost and not any(each.unsettled for each in due) else None


@outcome("CAP-12.1.5e", "CAP-12.2.10d", "CAP-12.2.10e", "CAP-7.8g", "CAP-12.2.10f")
def cut_off(case: Case[Any], names: Iterable[str], rule: str, *, firing: bool = False) -> Iterator[Due]:
    """Who is cut off is out of command; fire at attackers and movers activates them, and they attack no more."""
    for name in (each for each in names if case.counter(each).kind.bears):
        marks, owner = case.unit(name).marks, case.side(name)
        wanted: list[Action] = [Show(unit=name, state="OOC")] if "OOC" not in marks else []
        if firing:
            wanted += [Show(unit=name, state="Activated")] if "Activated" not in marks else []
            wanted += [Show(unit=name, state=each, on=False) for each in sorted(marks & {"Assault", "RoadAssault"})]
        for each in wanted:
            named = "CAP-12.2.10e" if isinstance(each, Show) and not each.on else rule
            yield Due(named, (each,), until=case.before.state, owner=owner)
