"""What is resolved at a hex, and what the dice do there (12.1, 12.2, 10.1.2)."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from rules.caporetto.actions import Declared, Observe, Resolve
from rules.caporetto.assault.declaring import attackers, crowded
from rules.caporetto.assault.resolving import fought
from rules.caporetto.book import effect, outcome, roll, rule
from rules.caporetto.case import Case
from rules.caporetto.fire import bombardment, defence, passing
from rules.caporetto.fire.results import cut_off, disorganised, evenly, fallen, read, stepped
from rules.caporetto.fire.sight import sees
from rules.caporetto.fire.steps import alone, attacking, done, in_motion
from rules.caporetto.model import Position
from rules.caporetto.works.cover import of_firers
from rules.caporetto.works.trenches import battered
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from rules.engine.referee import spell
from rules.engine.ruling import Finding, Illegal, broken

STAR, HALF = "*", 3
SCATTER = "CAP-12.1.5.6a"
"""With so much an asterisk disorganises."""
BOMBARDED = ("CAP-12.1.5c", "CAP-12.1.5d", "CAP-12.1.5e")
DEFENDED = ("CAP-12.2.10b", "CAP-12.2.10c", "CAP-12.2.10d")
PASSED = ("CAP-10.1.2i", "CAP-10.1.2i", "CAP-10.1.2i")
DICE = {
    "BOMBARD": "CAP-12.1.4c",
    "DEFEND": "CAP-12.2.9d",
    "ASSAULT": "CAP-12.3.3i",
    "COUNTER": "CAP-12.4.3a",
    "INFILTRATE": "CAP-10.1.2d",
    "ASTERISK": "CAP-12.1.5b",
    "DIRECTION": SCATTER,
    "FRIENDLY": SCATTER,
    "BARRAGE": "CAP-12.1.6d",
}
SPOKEN = frozenset({"ASTERISK", "DIRECTION", "FRIENDLY"})
"""Dice that follow from others, and are not due because they are announced."""
ASTRAY = 6
"""With so much a bombardment also hits a hex beside its target."""


@effect(Observe, Declared)
def said(case: Case[Observe | Declared]) -> Position:
    """Nothing changes by what is merely said."""
    return case.before


@rule("CAP-12.2.9d", "CAP-12.1.4c", on=Resolve)
def one_die(case: Case[Resolve]) -> Finding | None:
    """One die is thrown for the fire at a hex; where guns fire at guns and at others, that is another matter."""
    purpose, place = case.action.purpose, case.action.hex
    mixed = len({aim for aim in case.before.bombs.values() if aim.split(" ")[0] == place}) > 1
    if purpose not in {"BOMBARD", "DEFEND"} or mixed or not done(case, purpose, place):
        return None
    return structs.replace(broken("resolve.twice", hex=place), rule=DICE[purpose])


@rule("CAP-10.2.1b", "CAP-12.4.2a", "CAP-12.1.3b", "CAP-12.1.6d", on=Resolve)
def declared_before(case: Case[Resolve]) -> Finding | None:
    """Nothing is resolved that nobody has declared."""
    purpose, place, side = case.action.purpose, case.action.hex, attacking(case, case.action.purpose)
    if purpose in {"ASSAULT", "COUNTER"}:
        marked = {"Assault", "RoadAssault"}
        silent = (name for name, unit in case.before.units.items() if unit.hex and unit.marks & marked)
        said = any(name not in case.before.attacks and case.side(name) == side for name in silent)
        if not said and not attackers(case, place, side):
            named = "CAP-10.2.1b" if purpose == "ASSAULT" else "CAP-12.4.2a"
            return structs.replace(broken("resolve.nobody", hex=place), rule=named)
    if purpose == "BOMBARD" and place not in bombardment.aimed_at(case):
        return structs.replace(broken("resolve.nobody", hex=place), rule="CAP-12.1.3b")
    if purpose == "BARRAGE" and place not in case.before.barrages:
        return structs.replace(broken("resolve.nobody", hex=place), rule="CAP-12.1.6d")
    return None


@effect(Resolve)
@outcome("CAP-12.3.2a")
def resolves(case: Case[Resolve]) -> Position:
    """Dice are due for the hex before anything else is done."""
    purpose, place = case.action.purpose, case.action.hex
    if purpose in SPOKEN:
        return case.before
    key = alone(purpose, place) if in_motion(case) else f"{purpose} {place}"
    after = case.before.but(resolving=(purpose, place), resolved=case.before.resolved | {key})
    owner = case.action.by or (case.before.acting.side if case.before.acting else case.battle.sides[0])
    return after.owing(Due(DICE[purpose], (Roll(purpose=purpose),), owner=owner)) if purpose in DICE else after


def undue(case: Case[Any]) -> Finding | None:
    """Dice that nothing has asked for; asterisks of results that nobody knows for certain are left alone."""
    purpose = case.action.purpose if isinstance(case.action, Roll) else ""
    if purpose not in DICE or (purpose in SPOKEN and case.before.vague):
        return None
    return Illegal("due.without-cause", {"done": spell(case.action), "subject": case.action.who}, DICE[purpose])


@roll("BOMBARD")
def bombarded(case: Case[Roll]) -> Position:
    """The bombardment does what the table says."""
    place = case.before.resolving[1]
    text, names = bombardment.outcome_of(case, place, case.action.total)
    after = _hit(case, text, names, BOMBARDED) if text else case.before.but(vague=True)
    return after.owing(*_astray(case, place)) if case.action.total == ASTRAY else after


@outcome("CAP-12.1.5.6a", "CAP-12.1.5.6b", "CAP-12.1.5.6c")
def _astray(case: Case[Roll], place: str) -> Iterator[Due]:
    """A six of guns without a sight of their own also falls on a hex beside the target, but not in the first turn."""
    guns = [name for name, aim in case.before.bombs.items() if aim.split(" ")[0] == place]
    blind = [name for name in guns if not sees(case, case.unit(name).hex, place)]
    if blind and case.before.turn > 1:
        due = Due(SCATTER, (Roll(purpose="DIRECTION"),), until=case.before.state, owner=_thrower(case))
        yield from (due,) if blind == guns else case.switches.as_we_read("CAP-A35", due)


@roll("DIRECTION")
def turned_aside(case: Case[Roll]) -> Position:
    """Some hex beside the target is hit as well: whether dice are thrown for it, and what they do, is a question."""
    again = Due(SCATTER, (Roll(purpose="FRIENDLY"),), until=case.before.state, must=False, owner=_thrower(case))
    return case.before.but(vague=True).owing(again)


@roll("FRIENDLY", "BARRAGE")
def fallen_short(case: Case[Roll]) -> Position:
    """What fire at whoever is there does is not certain."""
    return case.before.but(vague=True)


@roll("DEFEND")
def defended(case: Case[Roll]) -> Position:
    """The defensive fire does what the table says to those who attack; whoever is cut off attacks no more."""
    place = case.before.resolving[1]
    names = defence.targets(case, place)
    by_road = any("RoadAssault" in case.unit(name).marks for name in names)
    cover = of_firers(case, [name for name, at in case.before.defends.items() if at == place])
    if by_road or cover is None:
        return case.before.but(vague=True)
    moved = defence.shift(case, place, names, cover)
    text = bombardment.box(case, defence.strength(case, place), moved, case.action.total)
    after = _hit(case, text, names, DEFENDED)
    if text.endswith(("S", "T")):
        after = after.but(attacks={name: at for name, at in after.attacks.items() if name not in names})
    return after


@roll("INFILTRATE")
def passed_by(case: Case[Roll]) -> Position:
    """Whoever has passed is hit by those who fired at him, and nobody else in the hex."""
    place = case.before.resolving[1]
    found = passing.shots(case, place)
    after = case.before.but(sniped={name: at for name, at in case.before.sniped.items() if at != place})
    if found is None:
        return after.but(vague=True)
    text = bombardment.box(case, found.strength, found.shift, case.action.total)
    return _hit(case, text, (found.mover,), PASSED, after)


def _hit(
    case: Case[Roll],
    text: str,
    names: tuple[str, ...],
    rules: tuple[str, str, str],
    before: Position | None = None,
) -> Position:
    after = before or case.before
    found = read(text)
    if text == STAR and names:
        again = Due("CAP-12.1.5b", (Roll(purpose="ASTERISK"),), until=after.state, owner=_thrower(case))
        return after.but(star=(*after.star, names)).owing(again)
    if not names:
        return after.but(vague=True)
    failed = fallen(case, names, found.points)
    dues = (
        *disorganised(case, names, found.points, rules[0]),
        *stepped(case, names, found.steps, rules[1], failed=failed),
        *(_cut(case, names, rules, trench=found.trench) if found.cut else ()),
        *(battered(case, case.before.resolving[1]) if found.trench and rules is BOMBARDED else ()),
    )
    even = {} if failed or rules is PASSED else evenly(case, names, found.steps, rules[1])
    return after.but(spread={**after.spread, **even}).owing(*dues)


@outcome("CAP-12.1.5g")
def _cut(case: Case[Roll], names: tuple[str, ...], rules: tuple[str, str, str], *, trench: bool) -> tuple[Due, ...]:
    """Who is cut off; what a bombardment of light guns alone does that would hit a trench is a question."""
    dues = tuple(cut_off(case, names, rules[2], firing=rules is not BOMBARDED))
    light = all(case.counter(name).kind.light for name in case.before.bombs)
    if rules is not BOMBARDED or not trench or not light:
        return dues
    return tuple(each for due in dues for each in case.switches.as_we_read("CAP-A15", due))


def _thrower(case: Case[Roll]) -> str:
    return case.action.by or (case.before.acting.side if case.before.acting else case.battle.sides[0])


@roll("ASTERISK")
@outcome("CAP-12.1.5b", "CAP-12.2.10a")
def starred(case: Case[Roll]) -> Position:
    """After an asterisk one to three disorganises by a point."""
    names = tuple(name for name in (*case.before.star, ())[0] if case.unit(name).hex)
    after = case.before.but(star=case.before.star[1:])
    return after.owing(*disorganised(case, names, 1, "CAP-12.1.5c")) if case.action.total <= HALF else after


@roll("ASSAULT", "COUNTER")
def assaulted(case: Case[Roll]) -> Position:
    """The assault does what the table says; losses that were to be spread are those of a fight from then on."""
    before, (purpose, place) = case.before, case.before.resolving
    side = attacking(case, purpose)
    found = fought(case, place, case.action.total, side, counter=purpose == "COUNTER")
    theirs = case.layout.fighters(place, case.battle.enemy(side)) if side else ()
    mixed = {*found.ours, *theirs}
    crowd = crowded(case, place, found.ours)
    repelled = {name: case.unit(name).hex for name in found.ours} if found.repelled else {}
    after = before.but(
        fought=before.fought if crowd else before.fought | set(found.ours),
        waves={**before.waves, place: before.waves.get(place, 0) + 1} if crowd else before.waves,
        vague=before.vague or crowd,
        bound=before.bound | set(found.theirs),
        spread={name: left for name, left in before.spread.items() if name not in mixed},
        driven={**before.driven, **repelled},
    )
    return after.owing(*found.dues)
