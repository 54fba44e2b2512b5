"""What is resolved at a hex, and what the dice do there (12.1, 12.2, 10.1.2)."""

from typing import Any

from msgspec import structs

from rules.caporetto.actions import Declared, Observe, Resolve
from rules.caporetto.assault.declaring import attackers, crowded
from rules.caporetto.assault.resolving import fought
from rules.caporetto.book import effect, outcome, roll, rule
from rules.caporetto.case import Case, alike
from rules.caporetto.fire import barrage, bombardment, defence, passing
from rules.caporetto.fire.flames import burnt
from rules.caporetto.fire.hitting import DEFENDED, PASSED, hits
from rules.caporetto.fire.passing import ON_ROAD
from rules.caporetto.fire.preparing import preparing, strikes
from rules.caporetto.fire.results import disorganised, read
from rules.caporetto.fire.scatter import SCATTER
from rules.caporetto.fire.steps import alone, attacking, done, in_motion
from rules.caporetto.model import Position
from rules.caporetto.works.cover import of_firers
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.obligations import NOW, Due
from rules.engine.referee import spell
from rules.engine.ruling import Finding, Illegal, broken

HALF = 3
"""With so much an asterisk disorganises."""
DICE = {
    "BOMBARD": "CAP-12.1.4c",
    "DEFEND": "CAP-12.2.9d",
    "ASSAULT": "CAP-12.3.3i",
    "COUNTER": "CAP-12.4.3a",
    "INFILTRATE": "CAP-10.1.2d",
    "ASTERISK": "CAP-12.1.5b",
    "DIRECTION": SCATTER,
    "FRIENDLY": SCATTER,
    "BARRAGE": barrage.FALLS,
    "GAS": "CAP-24.13a",
    "MINE": "CAP-24.13a",
}
SPOKEN = frozenset({"ASTERISK", "DIRECTION", "FRIENDLY"})
"""Dice that follow from others, and are not due because they are announced."""


@effect(Observe, Declared)
def said(case: Case[Observe | Declared]) -> Position:
    """Nothing changes by what is merely said."""
    return case.before


@rule("CAP-12.2.9d", "CAP-12.1.4c", on=Resolve)
def one_die(case: Case[Resolve]) -> Finding | None:
    """One die is thrown for the fire at a hex; where guns fire at guns and at others, that is another matter."""
    purpose, place = case.action.purpose, case.action.hex
    mixed = len({aim for aim in case.before.bombs.values() if aim.split(" ")[0] == place}) > 1
    if purpose not in {"BOMBARD", "DEFEND"} or mixed or preparing(case) or not done(case, purpose, place):
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
    if purpose == "BARRAGE" and place not in barrage.marked(case):
        return structs.replace(broken("resolve.nobody", hex=place), rule=barrage.FALLS)
    return None


def announced_again(before: Position, action: Action) -> bool:
    """True where dice are announced once more that were announced last, and have not fallen yet: it changes nothing."""
    if not isinstance(action, Resolve) or before.resolving != (action.purpose, action.hex):
        return False
    return any(due.until == NOW and due.options == (Roll(purpose=action.purpose),) for due in before.due)


@effect(Resolve)
@outcome("CAP-12.3.2a")
def resolves(case: Case[Resolve]) -> Position:
    """Dice are due for the hex before anything else is done."""
    purpose, place = case.action.purpose, case.action.hex
    if purpose in SPOKEN:
        return case.before
    key = alone(purpose, place) if in_motion(case) else f"{purpose} {place}"
    owed = list(case.before.due)
    if purpose == "BARRAGE" and (waiting := [due for due in owed if due.options == barrage.DICE]):
        owed.remove(waiting[0])
    after = case.before.but(resolving=(purpose, place), resolved=case.before.resolved | {key}, due=tuple(owed))
    after = strikes(case, after)
    owner = case.action.by or (case.before.acting.side if case.before.acting else case.battle.sides[0])
    if purpose not in DICE:
        return after
    now = Due(DICE[purpose], (Roll(purpose=purpose),), owner=owner)
    return after.but(due=(now, *after.due))  # before what waits for dice of its kind elsewhere


def for_nowhere(case: Case[Any]) -> bool:
    """True for dice that fall for a hex, and none was announced."""
    purpose = case.action.purpose if isinstance(case.action, Roll) else ""
    return purpose in DICE and not case.before.resolving[1]


def undue(case: Case[Any]) -> Finding | None:
    """Dice that nothing has asked for; asterisks of results that nobody knows for certain are left alone."""
    purpose = case.action.purpose if isinstance(case.action, Roll) else ""
    if purpose not in DICE or (purpose in SPOKEN and case.before.vague):
        return None
    return Illegal("due.without-cause", {"done": spell(case.action), "subject": case.action.who}, DICE[purpose])


@roll("DEFEND")
@outcome("CAP-10.0.4g")
def defended(case: Case[Roll]) -> Position:
    """The defensive fire does what the table says to those who attack; whoever is cut off attacks no more."""
    place = case.before.resolving[1]
    names = defence.targets(case, place)
    by_road = alike("RoadAssault" in case.unit(name).marks for name in names)
    cover = of_firers(case, [name for name, at in case.before.defends.items() if at == place])
    horses = alike(case.counter(name).kind.horse for name in names)
    danger = passing.dangerous(case, names, by_road=bool(by_road))
    if danger is None or None in {by_road, cover, defence.mist(case, place), horses}:
        return case.before.but(vague=True)
    moved = defence.shift(case, place, names, (cover or 0) + bool(horses))
    die = case.action.total + ON_ROAD * danger
    text = bombardment.box(case, defence.strength(case, place), moved, die)
    after = hits(case, text, names, DEFENDED, case.before)
    after = after.owing(*burnt(case, place, names, read(text).steps))
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
    text = bombardment.box(case, found.strength, found.shift, case.action.total + found.die)
    return hits(case, text, (found.mover,), PASSED, after)


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
