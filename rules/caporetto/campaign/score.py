"""Victory points of the campaign of two sides, what ends it, and who has won (23.0, 24.15, 24.16, 25.7, 25.15)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import structs

from rules.caporetto.actions import Begin, Result
from rules.caporetto.book import outcome, rule
from rules.caporetto.case import Case
from rules.caporetto.model import Position
from rules.caporetto.movement.march import ENTERED
from rules.engine.ruling import Finding, Illegal, broken

MATAJUR = "3017"
TOWNS = ("1105", "1801", "1312", "2401", "2602", "3702", "4503", "5101", "6217")
"""Where the Central Powers break through; Cividale is named for both wings."""
TWICE, SIX, PAUSE = "2602", 6, 2
FORMATION, TEN, DOUBLE = 5, 10, 2
BATTALION, BATTERY = 2, 5
COMPANIES = frozenset({"mountain-company", "assault-company", "machine-guns", "engineers", "bridge-engineers"})
NINETY, COUNTED, STOPPED, TENTHS, GERMANS, MEDAL = "CAP-A17", "CAP-A16", "CAP-A46", "CAP-A119", "CAP-A120", "CAP-A125"
READINGS = {
    NINETY: ("italians", "draw"),
    COUNTED: ("once", "twice"),
    STOPPED: ("bands", "italians"),
    TENTHS: ("dropped", "kept"),
    GERMANS: ("two", "steps"),
    MEDAL: ("first", "last"),
}
"""By question of the victory: its readings, ours first."""
Taken = Mapping[str, str]


def of_two_sides(case: Case[Any]) -> bool:
    """True in the campaign in which one side plays the other, and no wing is compared with its neighbour."""
    return case.battle.campaign and not case.battle.parted


# ------------------------------------------------------------------------------------------------------ what is counted
@ENTERED.on
@outcome("CAP-23.1b", "CAP-23.1g", "CAP-24.15a")
def taken(case: Case[Any], after: Position, name: str, place: str) -> Position:
    """Who takes Matajur first has its medal; what is retaken in the turn of its capture costs double."""
    worth, before = case.battle.goals.get(place, 0), case.before
    if not (of_two_sides(case) and worth and case.counter(name).kind.combat):
        return after
    one, other = case.battle.sides
    side, held = case.side(name), before.held.get(place, other)
    if side == one:
        medal = after.medal or (side if place == MATAJUR else "")
        gained = {**after.gained, place: before.turn} if held != one else after.gained
        return after.but(medal=medal, gained=gained, gains=after.gains | {before.turn} if held != one else after.gains)
    if held == one and after.gained.get(place) == before.turn:
        return after.but(penalty=after.penalty + DOUBLE * worth)
    return after


@outcome("CAP-23.1a", "CAP-23.1c", "CAP-23.1d", "CAP-23.1f")
def points(case: Case[Any], taken: Taken) -> Fraction:
    """What the Central Powers have: hexes, formations that have left, tens of Italian steps that surrendered."""
    one, other = case.battle.sides
    held = {place for place, side in case.before.held.items() if side == one} - {MATAJUR}
    owner = case.before.medal if taken[MEDAL] == "first" else case.before.held.get(MATAJUR, "")
    held |= {MATAJUR} if owner == one else set()
    hexes = sum(worth for place, worth in case.battle.goals.items() if place in held)
    gone = sum(FORMATION for each in case.battle.formations.values() if each.side == one and has_left(case, each.id))
    steps = Fraction(surrendered(case, other, taken) - surrendered(case, one, taken), TEN)
    steps = steps if taken[TENTHS] == "kept" else Fraction(int(steps))
    return hexes + gone + max(steps, Fraction(0)) - case.before.penalty


def has_left(case: Case[Any], formation: str) -> bool:
    """Whether all that is left of a formation has left the map."""
    boxes = {
        unit.box if not unit.hex else "map"
        for name, unit in case.before.units.items()
        if case.counter(name).formation == formation and case.counter(name).kind.combat
    }
    return "left" in boxes and boxes <= {"left", "lost", "surrendered"}


@outcome("CAP-23.1e")
def surrendered(case: Case[Any], whose: str, taken: Taken) -> int:
    """The steps of a side, or a wing, that surrendered: two a battalion, one a company or cavalry, five a gun."""
    names = (name for name, unit in case.before.units.items() if unit.box == "surrendered" and not unit.hex)
    return sum(_steps(case, name, taken) for name in names if whose in {case.side(name), case.battle.purse(name)})


def _steps(case: Case[Any], name: str, taken: Taken) -> int:
    counter = case.counter(name)
    kind = counter.kind
    if kind.guns:
        return BATTERY
    if kind.flame or kind.hq:
        return 0
    if kind.horse or kind.id in COMPANIES:
        return 1
    return len(counter.faces) if counter.german and taken[GERMANS] == "steps" else BATTALION


# --------------------------------------------------------------------------------------------------------- what ends it
@outcome("CAP-23.2a", "CAP-24.16a", "CAP-25.15a")
def broken_through(case: Case[Any], taken: Taken) -> bool:
    """Whether the Central Powers hold six of the towns behind the front."""
    one = case.battle.sides[0]
    held = [place for place in TOWNS if case.before.held.get(place) == one]
    return len(held) + (TWICE in held and taken[COUNTED] == "twice") >= SIX


@outcome("CAP-23.3a")
def stopped(case: Case[Any]) -> bool:
    """Whether the offensive stops: in two turns one after the other no hex of victory points was taken."""
    turn = case.before.turn
    return turn >= PAUSE and not case.before.gains & set(range(turn - PAUSE + 1, turn + 1))


def over(case: Case[Any], taken: Taken) -> bool:
    """Whether the campaign ends with this turn."""
    return case.before.turn >= case.battle.last or stopped(case) or broken_through(case, taken)


@outcome("CAP-23.0b", "CAP-23.0c", "CAP-25.7a", "CAP-4.13a")
def winner(case: Case[Any], taken: Taken) -> str:
    """Who has won: a breakthrough wins whatever the points are; otherwise they are compared with the bands."""
    one, other = case.battle.sides
    if broken_through(case, taken):
        return one
    if stopped(case) and case.before.turn < case.battle.last and taken[STOPPED] == "italians":
        return other
    (low, high), found = case.battle.bands[-1], points(case, taken)
    if found > high:
        return one
    return "draw" if found >= low or (found >= low - 1 and taken[NINETY] == "draw") else other


def readings(case: Case[Any]) -> dict[str, str]:
    """The readings by which it is judged: those that are settled, and otherwise ours."""
    return {ruling: case.switches.taken(ruling) or known[0] for ruling, known in READINGS.items()}


def asked(case: Case[Any], found: Illegal, agrees: Any) -> Finding | None:
    """The finding, or the question by another reading of which all would be in order."""
    now = readings(case)
    for ruling, known in READINGS.items():
        others = (each for each in known if each != now[ruling])
        if any(agrees({**now, ruling: each}) for each in others):
            return case.switches.among(ruling, {now[ruling]: found})
    return found


@rule("CAP-25.7a", "CAP-25.15a", on=Result)
def right_winner(case: Case[Result]) -> Finding | None:
    """Who is said to have won has won by the points, or by a breakthrough."""
    if not of_two_sides(case):
        return None
    now, said = readings(case), case.action.winner
    if winner(case, now) == said:
        return None
    named = "CAP-25.15a" if broken_through(case, now) else "CAP-25.7a"
    found = structs.replace(broken("victory.points", side=said, winner=winner(case, now)), rule=named)
    return asked(case, found, lambda taken: winner(case, taken) == said)


@rule("CAP-25.5a", "CAP-23.0a", on=Result)
def at_its_end(case: Case[Result]) -> Finding | None:
    """The campaign ends in the phase of victory: after its last turn, a breakthrough, two turns without a gain."""
    if not of_two_sides(case):
        return None
    found = structs.replace(broken("victory.early", turn=case.before.turn), rule="CAP-25.5a")
    if case.before.stack[0] != "Victory":
        return found
    return None if over(case, readings(case)) else asked(case, found, lambda taken: over(case, taken))


@rule("CAP-23.0a", on=Begin)
def not_beyond_it(case: Case[Begin]) -> Finding | None:
    """No turn follows a breakthrough, or two turns without a gain."""
    goes_on = of_two_sides(case) and case.before.stack[0] == "Victory" and case.action.turn > case.before.turn
    if not goes_on or not over(case, readings(case)):
        return None
    return asked(case, broken("victory.over", turn=case.before.turn), lambda taken: not over(case, taken))
