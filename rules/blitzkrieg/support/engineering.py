"""Minefields and Defence Works (10.1, 10.2): where they are laid, whom they attack or protect, when they come off."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Setup
from rules.blitzkrieg.book import How, effect, on_change, on_coming, outcome, roll, rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.fire.outcomes import suffer
from rules.blitzkrieg.model import Position, Shot
from rules.blitzkrieg.setup.deployment import ground_of, now
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.obligations import Due, made_good
from rules.engine.ruling import Finding, Found, Illegal, Notice

MINES_COLUMN = "mines"
DEPLETE = Roll(purpose="DEPLETE")
RETREATS = ("retreat", "fallback", "withdraw")


# ----------------------------------------------------------------------------------------------------- at the start
def _setup_for(case: Case[Action], kind: str) -> Setup | None:
    return next((setup for setup in case.battle.setups.values() if kind in setup.markers), None)


@rule("BLZ-10.2a", "BLZ-12.1.2g", "BLZ-12.2.2e", on=do.Fortify)
def works_in_their_zone(case: Case[do.Fortify]) -> Iterator[Finding | None]:
    """Defence Works lie where the scenario says, no more of them than it gives; at Stonne the place is AMB-53.

    That none are laid once play has begun is told by itself.
    """
    if not case.before.within("SETUP"):
        return
    place, setup = case.action.hex, _setup_for(case, "works")
    if setup is None:
        yield Illegal("marker.none", {"hex": place}, "BLZ-10.2a")
        return
    yield from _laid(case, setup, place, case.before.works, setup.markers["works"])
    found = Illegal("marker.zone", {"hex": place}, setup.rule)
    if place in setup.zone.hexes:
        return
    if setup.zone.ruling and place in ground_of(case.battle, setup.side):
        yield case.switches.among(
            setup.zone.ruling, {"near_stonne": Notice("marker.zone", found.facts, setup.rule), "anywhere": None}
        )
    else:
        yield found


@rule("BLZ-10.1a", "BLZ-12.2.2f", on=do.LayMine)
def mines_in_their_zone(case: Case[do.LayMine]) -> Iterator[Finding | None]:
    """Minefields lie where the scenario says, no more of them than it gives; none are laid once play has begun."""
    if not case.before.within("SETUP"):
        return
    place, setup = case.action.hex, _setup_for(case, "minefield")
    if setup is None:
        yield Illegal("marker.none", {"hex": place}, "BLZ-10.1a")
        return
    yield from _laid(case, setup, place, case.before.mines, setup.markers["minefield"])
    if place not in setup.zone.hexes:
        yield Illegal("marker.zone", {"hex": place}, setup.rule)


def _laid(case: Case[Action], setup: Setup, place: str, lying: tuple[str, ...], count: int) -> Iterator[Finding]:
    if len(lying) >= count:
        yield Illegal("marker.too-many", {"count": count}, setup.rule)
    if place in lying:
        yield Notice("marker.twice", {"hex": place}, setup.rule)
    stage = now(case)
    if stage is None or setup.id in stage.setups:
        return
    yield Notice("marker.order", {"hex": place}, stage.rule)


@effect(do.Fortify)
def fortify(case: Case[do.Fortify]) -> Position:
    """The marker lies in the hex."""
    return case.before.but(works=(*case.before.works, case.action.hex))


@effect(do.LayMine)
def lay_mine(case: Case[do.LayMine]) -> Position:
    """The marker lies in the hex."""
    return case.before.but(mines=(*case.before.mines, case.action.hex))


# ------------------------------------------------------------------------------------------------------- minefields
@outcome("BLZ-10.1b", "BLZ-10.1e", "BLZ-10.1h", "BLZ-6.3.3i")
@on_coming
def mined(case: Case[Action], after: Position, units: tuple[str, ...], place: str, how: How) -> Position:
    """Every unit that comes into a mined hex is attacked at once, one after the other."""
    if place not in after.mines or isinstance(case.action, do.ReturnHq):
        return after
    waiting = after.shot if _going_on(after, place) else None
    targets = (*(waiting.targets if waiting else ()), *units)
    shot = Shot((), targets, place, {}, "MINE", reduced=how in RETREATS, results=waiting.results if waiting else {})
    after = after.but(shot=shot)
    return after if waiting else after.owing(*_next_attack(case, after, shot, melee=how == "assault"))


def _going_on(position: Position, place: str) -> bool:
    """True while units that came into the hex are still to be attacked."""
    shot = position.shot
    open_ = any(due.must and _attacks(due) for due in position.due)
    return open_ and shot is not None and shot.kind == "MINE" and shot.hex == place


def _next_attack(case: Case[Action], after: Position, shot: Shot, *, melee: bool = False) -> tuple[Due, ...]:
    """The attack on one of those that are left; that mines spare their own side is the other reading of AMB-23."""
    left = [unit for unit in shot.targets if unit not in shot.results and after.units[unit].hex == shot.hex]
    if not left or shot.hex not in after.mines:
        return ()
    due = Due("BLZ-10.1h" if melee else "BLZ-10.1b", tuple(Roll(purpose="MINE", who=unit) for unit in left))
    laid = _setup_for(case, "minefield")
    own = laid is not None and all(case.side(unit) == laid.side for unit in left)
    return case.switches.as_we_read("AMB-23", due) if own else (due,)


@outcome("BLZ-10.1b", "BLZ-10.1c", "BLZ-10.1f", "BLZ-6.3.3j", "BLZ-8.2a")
@roll("MINE")
def mine_attack(case: Case[Roll]) -> Position:
    """The dice are read in the Mines column, whatever the unit's defence; then the field may be used up.

    Who came in together may all be attacked before it is asked whether the field is used up, for each came in at once.
    """
    unit, before = case.action.who, case.before
    shot = before.shot
    known = shot is not None and shot.kind == "MINE" and unit in before.units and unit not in shot.results
    if shot is None or not known or shot.hex not in before.mines:
        return before
    result = case.battle.charts.results[MINES_COLUMN].get(case.action.total, "-")
    shaken = (*shot.shaken, unit) if case.unit(unit).neutralised else shot.shaken
    columns = {**shot.column, unit: MINES_COLUMN}
    shot = replace(shot, results={**shot.results, unit: result}, column=columns, shaken=shaken)
    after = before.but(shot=shot)
    after = suffer(case.then(after), after, unit, result)
    if shot.reduced:
        return after.owing(*_next_attack(case, after, shot))
    # the unit is not named: the roll is due even if the attack has eliminated it
    used_up = Due("BLZ-10.1f", (DEPLETE,), owner=case.battle.side_of("mine"))
    together = (replace(due, must=False) for due in _next_attack(case, after, shot, melee=before.within("MELEE")))
    return after.owing(used_up, *together)


@outcome("BLZ-10.1f", "BLZ-10.1e")
@roll("DEPLETE")
def depletion(case: Case[Roll]) -> Position:
    """Ten and more uses the minefield up; otherwise the next unit is attacked."""
    before, shot = case.before, case.before.shot
    if shot is None or shot.kind != "MINE" or shot.reduced:
        return before
    low, high = case.battle.charts.bands["DEPLETE"]
    before = before.but(due=tuple(due for due in before.due if due.must or not _attacks(due)))
    if low <= case.action.total <= high:
        once_is_enough = (made_good(due) if due.options == (DEPLETE,) else due for due in before.due)
        gone = Due("BLZ-10.1f", (do.Clear(hex=shot.hex, marker="mine"),))
        return before.but(due=tuple(once_is_enough)).owing(gone)
    return before.owing(*_next_attack(case, before, shot, melee=before.within("MELEE")))


def _attacks(due: Due) -> bool:
    return any(isinstance(option, Roll) and option.purpose == "MINE" for option in due.options)


def wrong_mine_roll(position: Position, action: Roll) -> str:
    """The rule broken by a roll of mines that nothing made due: on a retreat, or after the field is gone."""
    shot = position.shot
    after_mines = shot is not None and shot.kind == "MINE"
    if action.purpose == "DEPLETE":
        return "BLZ-6.3.3j" if after_mines and shot is not None and shot.reduced else "BLZ-10.1f"
    gone = after_mines and shot is not None and shot.hex not in position.mines
    return "BLZ-10.1f" if gone else "BLZ-10.1b"


# ---------------------------------------------------------------------------------------------------- defence works
def _infantry(case: Case[Action], position: Position, place: str) -> bool:
    """True if infantry is in the hex."""
    return any(case.counter(unit).kind.works for unit in position.at(place))


@outcome("BLZ-10.2d", "BLZ-10.2a")
@on_change
def abandoned(case: Case[Action], after: Position, places: tuple[str, ...]) -> Position:
    """Works come off when all infantry that was in the hex is gone."""
    for place in places:
        if place in after.works and _infantry(case, case.before, place) and not _infantry(case, after, place):
            until = next((state for state in ("ADMIN", "ACTIVE") if after.within(state)), "")
            owner = next(case.side(unit) for unit in case.before.at(place) if case.counter(unit).kind.works)
            due = Due("BLZ-10.2d", (do.Clear(hex=place, marker="works"),), until=until, owner=owner)
            after = after.owing(*(() if due in after.due else (due,)))
    return after


@outcome("BLZ-10.2d")
def empty_works(case: Case[Action]) -> Iterator[Due]:
    """Works set up without infantry stay, as we read it; by the other reading they come off (AMB-62)."""
    for place in dict.fromkeys(case.before.works):
        if not _infantry(case, case.before, place):
            due = Due("BLZ-10.2d", (do.Clear(hex=place, marker="works"),), until="ADMIN")
            yield from case.switches.as_others_read("AMB-62", due)


@rule("BLZ-10.2d", "BLZ-10.1e", on=do.Clear)
def what_lies_there(case: Case[do.Clear]) -> Found:
    """Only what lies in a hex comes off it."""
    lying = case.before.mines if case.action.marker == "mine" else case.before.works
    rule_id = "BLZ-10.1e" if case.action.marker == "mine" else "BLZ-10.2d"
    return None if case.action.hex in lying else Illegal("marker.not-there", {"hex": case.action.hex}, rule_id)
