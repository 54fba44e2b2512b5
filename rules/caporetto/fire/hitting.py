"""What a box of the fire table does to those who are fired at (12.1.5, 12.2.10)."""

from typing import Any

from rules.caporetto.book import outcome
from rules.caporetto.case import Case
from rules.caporetto.fire.results import cut_off, disorganised, evenly, fallen, read, stepped
from rules.caporetto.model import Position
from rules.caporetto.works.trenches import battered
from rules.engine.dice import Roll
from rules.engine.obligations import Due

STAR = "*"
BOMBARDED = ("CAP-12.1.5c", "CAP-12.1.5d", "CAP-12.1.5e")
DEFENDED = ("CAP-12.2.10b", "CAP-12.2.10c", "CAP-12.2.10d")
PASSED = ("CAP-10.1.2i", "CAP-10.1.2i", "CAP-10.1.2i")


def hits(
    case: Case[Roll],
    text: str,
    names: tuple[str, ...],
    rules: tuple[str, str, str],
    before: Position,
    *,
    guns: tuple[str, ...] = (),
    place: str = "",
) -> Position:
    """The position after a box of the table; `guns` are those whose shells fell in `place`."""
    found = read(text)
    if text == STAR and names:
        again = Due("CAP-12.1.5b", (Roll(purpose="ASTERISK"),), until=before.state, owner=thrower(case))
        return before.but(star=(*before.star, names)).owing(again)
    if not names:
        return before.but(vague=True)
    failed = fallen(case, names, found.points)
    dues = (
        *disorganised(case, names, found.points, rules[0]),
        *stepped(case, names, found.steps, rules[1], failed=failed, points=found.points),
        *(_cut(case, names, rules, guns, trench=found.trench) if found.cut else ()),
        *(battered(case, place, guns) if found.trench and place else ()),
    )
    even = {} if failed or rules is PASSED else evenly(case, names, found.steps, rules[1])
    return before.but(spread={**before.spread, **even}).owing(*dues)


@outcome("CAP-12.1.5g")
def _cut(
    case: Case[Roll], names: tuple[str, ...], rules: tuple[str, str, str], guns: tuple[str, ...], *, trench: bool
) -> tuple[Due, ...]:
    """Who is cut off; what a bombardment of light guns alone does that would hit a trench is a question."""
    dues = tuple(cut_off(case, names, rules[2], firing=rules is not BOMBARDED))
    light = all(case.counter(name).kind.light for name in guns)
    if rules is not BOMBARDED or not trench or not light:
        return dues
    return tuple(each for due in dues for each in case.switches.as_we_read("CAP-A15", due))


def thrower(case: Case[Any]) -> str:
    """The side that throws the dice."""
    return case.action.by or (case.before.acting.side if case.before.acting else case.battle.sides[0])
