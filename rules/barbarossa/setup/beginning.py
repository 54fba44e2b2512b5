"""The set-up (chapters 2, 3, 11 and 14): everything as the scenario says, what is bought, and how units begin."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import structs

from rules.barbarossa.actions import Advance, Build, Buy, Mark, Place, Ready
from rules.barbarossa.book import effect, outcome, rule
from rules.barbarossa.orders.terms import breach, is_hex
from rules.barbarossa.state.battle import FACINGS, Battle, Begin
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.model import READY, Position, Structure, Unit
from rules.engine.ruling import Finding, broken, unknown

PRICES: Mapping[str, str] = {
    "wire": "BAR-11.3a",
    "teeth": "BAR-11.4a",
    "trench": "BAR-11.5a",
    "bunker": "BAR-11.6a",
}
"""The rule that gives the price of each structure."""
SIDES: Mapping[str, str] = {"wire": "BAR-11.3b", "teeth": "BAR-11.4b", "trench": "BAR-11.5b"}
"""Structures that stand along a hexside."""
UNCERTAIN_COST, SMOKE = "mortar", "smoke"


# ------------------------------------------------------------------------------------------------- how units begin
@outcome("BAR-3.3b", "BAR-3.8a", "BAR-7.1f", "BAR-9.2a", "BAR-9.2b", "BAR-10.6a")
def fresh(battle: Battle, name: str) -> Unit:
    """A unit before the first round: at full size, with all its ammunition; a headquarters hidden, an aircraft ready.

    A weapon begins set up, unless the scenario says otherwise, it is towed or it comes later.
    """
    counter, begin = battle.units[name], battle.begins.get(name, Begin())
    later = any(name in arrival.units for arrival in battle.arrivals)
    towed = "towed" in begin.states or (bool(begin.carrier) and counter.can("must_be_towed"))
    packed = towed or later or bool(begin.carrier) or "packed" in begin.states or "packed-up" in begin.states
    return Unit(
        ammo=counter.value("ammo") + begin.stores.get("ammo", 0),
        stores={**counter.card.stores, **{what: points for what, points in begin.stores.items() if what != "ammo"}},
        hidden=counter.can("concealment") or "hidden" in begin.states,
        air=READY if counter.flies else 0,
        set_up=not packed,
        packed=packed,
    )


@outcome("BAR-2.1c")
def placed(battle: Battle) -> dict[str, Unit]:
    """The units as the scenario places them."""
    units = {name: fresh(battle, name) for name in battle.units}
    for name, begin in battle.begins.items():
        if name not in units:
            continue
        hidden = "hidden" in begin.states and not battle.units[name].can("concealment")
        shelter = _shelter(battle, begin) if "dug-in" in begin.states else ""
        units[name] = structs.replace(
            units[name],
            hex="" if begin.carrier or begin.choice or battle.units[name].flies else begin.hex,
            facing=begin.facing,
            carrier=begin.carrier,
            towed=bool(begin.carrier) and battle.units[name].can("must_be_towed"),
            shelter=shelter,
            off_board=bool(begin.carrier) or hidden,
        )
    return units


def _shelter(battle: Battle, begin: Begin) -> str:
    kinds = {"trench", "bunker"}
    return next((name for name, each in battle.structures.items() if each.hex == begin.hex and each.kind in kinds), "")


def begin(battle: Battle) -> Position:
    """The position as the scenario sets it up, before round 1."""
    return Position(
        stack=("SETUP",), units=placed(battle), structures=dict(battle.structures), holders=dict(battle.victory.held_by)
    )


# ------------------------------------------------------------------------------------------------- pieces on the board
def bought(case: Case[Any]) -> bool:
    """True in a scenario in which sides buy units: what they place is their choice."""
    return bool(case.battle.points)


@rule("BAR-2.1c", on=Place)
def where_the_scenario_says(case: Case[Place]) -> Finding | None:
    """A unit stands where the scenario places it; one that the scenario does not place was bought, or comes later."""
    unit, place = case.action.unit, case.action.hex
    if unit not in case.battle.units:
        return unknown("unit", unit=unit)
    begin = case.battle.begins.get(unit)
    if place and not is_hex(case, place):
        return broken("setup.off-board", unit=unit, hex=place)
    if begin is not None and begin.carrier and place:
        return broken("setup.aboard", unit=unit, hex=place, carrier=begin.carrier)
    if begin is None or not begin.hex or begin.hex == place:
        later = any(unit in arrival.units for arrival in case.battle.arrivals)
        return broken("setup.later", unit=unit) if later and place and (begin is None or not begin.hex) else None
    if begin.choice and not place:
        return None
    return broken("setup.elsewhere", unit=unit, hex=place, expected=begin.hex)


@rule("BAR-5.3d", on=Place)
def faces_a_side(case: Case[Place]) -> Finding | None:
    """A unit with a field of fire faces one side, the one that the scenario names if it names one."""
    unit, facing = case.action.unit, case.action.facing
    if unit not in case.battle.units or not case.counter(unit).can("field_of_fire") or case.counter(unit).flies:
        return None
    wanted = case.battle.begins.get(unit, Begin()).facing
    if facing not in FACINGS:
        return broken("setup.no-facing", unit=unit)
    return breach("BAR-2.1c", "setup.facing", unit=unit, facing=facing) if wanted and facing != wanted else None


@rule("BAR-9.2a", on=Place)
def aircraft_on_their_airfields(case: Case[Place]) -> Finding | None:
    """Aircraft begin on their cards."""
    unit = case.action.unit
    flies = unit in case.battle.units and case.counter(unit).flies
    return broken("setup.aircraft", unit=unit) if flies and case.action.hex else None


@rule("BAR-9.2b", "BAR-3.3b", "BAR-3.8a", on=Mark)
def untouched(case: Case[Mark]) -> Iterator[Finding]:
    """Nobody begins with losses, without ammunition or unready."""
    unit, what, value = case.action.unit, case.action.what, case.action.value
    if case.before.state != "SETUP" or unit not in case.battle.units:
        return
    begins = fresh(case.battle, unit)
    if what == "losses" and value:
        yield breach("BAR-3.3b", "setup.losses", unit=unit, losses=value)
    if what == "air" and value != READY:
        yield broken("setup.unready", unit=unit, box=value)
    if what == "ammo" and value != begins.ammo:
        yield breach("BAR-3.8a", "setup.ammo", unit=unit, ammo=value, expected=begins.ammo)


ONLY_BY: Mapping[str, str] = {
    "trench": "BAR-11.5b",
    "bunker": "BAR-11.6b",
    "pontoon": "BAR-11.7a",
    "minefield": "BAR-7.5b",
    "path": "BAR-7.17c",
    "smoke": "BAR-6.4f",
    "cargo": "BAR-9.18f",
    "destroyed-bridge": "BAR-11.1d",
}
"""The rule that says by what alone a structure comes onto the board during the game; others stand there before it."""


@rule("BAR-2.1c", *sorted(ONLY_BY.values()), on=Build)
def by_somebodys_work(case: Case[Build]) -> Finding | None:
    """During the game a structure comes only by an order, and none is moved or turned."""
    if case.before.state == "SETUP":
        return None
    name, place = case.action.structure, case.action.hex
    kind = kind_of(case, name)
    if name in case.before.structures:
        return breach("BAR-2.1c", "structure.moved", structure=name, hex=place, kind=kind)
    return breach(ONLY_BY.get(kind, "BAR-2.1c"), "structure.unbuilt", structure=name, hex=place, kind=kind)


@rule("BAR-11.3b", "BAR-11.4b", "BAR-11.5b", on=Build)
def along_a_side(case: Case[Build]) -> Finding | None:
    """Wire, dragon's teeth and trenches stand along a hexside."""
    if case.before.state != "SETUP":
        return None
    kind, place, side = kind_of(case, case.action.structure), case.action.hex, case.action.side
    if kind not in SIDES:
        return None
    beside = is_hex(case, place) and side in case.battle.ground.grid.neighbours(place)
    edge = kind == "trench" and not side and case.action.facing in FACINGS
    return None if beside or edge else breach(SIDES[kind], "setup.no-side", structure=kind, hex=place)


@rule("BAR-11.6b", "BAR-11.6c", "BAR-11.6o", on=Build)
def bunkers(case: Case[Build]) -> Iterator[Finding]:
    """A bunker stands in a hex without river, one in a hex, and only where a scenario has any."""
    name, place = case.action.structure, case.action.hex
    if case.before.state != "SETUP" or kind_of(case, name) != "bunker" or not is_hex(case, place):
        return
    if case.land(place).terrain == "river":
        yield breach("BAR-11.6c", "setup.bunker-river", hex=place)
    if any(other != name for other in case.before.in_hex(place, "bunker")):
        yield breach("BAR-11.6o", "setup.bunker-second", hex=place)
    if not any(each.kind == "bunker" for each in case.battle.structures.values()) and not bought(case):
        yield breach("BAR-11.6b", "setup.bunker-none", hex=place)


@rule("BAR-2.1c", "BAR-3.9b", on=Build)
def built_or_bought(case: Case[Build]) -> Iterator[Finding]:
    """A structure stands where the scenario puts it; any other one has been paid for."""
    name, side = case.action.structure, case.action.by
    known = case.battle.structures.get(name)
    if case.before.state != "SETUP":
        return
    if known is not None:
        sides = (known.hex, known.side), (case.action.hex, case.action.side)
        elsewhere = sides[0] != sides[1] if known.kind == "trench" else set(sides[0]) != set(sides[1])
        if elsewhere:
            yield breach("BAR-2.1c", "setup.structure", structure=name, hex=case.action.hex)
        return
    if not bought(case):
        yield breach("BAR-2.1c", "setup.structure", structure=name, hex=case.action.hex)
        return
    if side in case.battle.sides and worth(case, side, name) > case.before.paid.get(side, 0):
        yield breach("BAR-3.9b", "setup.unpaid", structure=name, side=side)


@rule("BAR-3.9b", on=Place)
def chosen_and_paid(case: Case[Place]) -> Finding | None:
    """A unit of a side's choice has been paid for, and all that is chosen is worth no more than the points."""
    unit = case.action.unit
    if not case.battle.begins.get(unit, Begin()).choice or not case.action.hex:
        return None
    side = case.side(unit)
    most = min(case.before.paid.get(side, 0), case.battle.points.get(side, 0))
    return None if worth(case, side, unit) <= most else broken("setup.unpaid-unit", unit=unit, side=side)


def worth(case: Case[Any], side: str, *also: str) -> int:
    """What all is worth that a side has bought and put on the board: structures, and units of its choice."""
    pieces = (each for each in case.before.structures if each not in case.battle.structures)
    built = {each for each in pieces if case.structure(each).owner == side}
    units = {name for name, begin in case.battle.begins.items() if begin.choice and case.side(name) == side}
    there = {name for name in units if case.unit(name).hex}
    kinds = (each if each in case.battle.units else kind_of(case, each) for each in {*built, *there, *also})
    return sum(price(case, each) or 0 for each in kinds)


def kind_of(case: Case[Any], structure: str) -> str:
    """What a structure is, by its name: that of a piece of the scenario, or of a kind with a number."""
    known = case.battle.structures.get(structure) or case.before.structures.get(structure)
    return known.kind if known else structure.partition(".")[0]


# ---------------------------------------------------------------------------------------------------------- paying
@outcome("BAR-3.9a", "BAR-14.1a", "BAR-11.3a", "BAR-11.4a", "BAR-11.5a", "BAR-11.6a", "BAR-7.5e")
def price(case: Case[Any], what: str) -> int | None:
    """What a unit, a structure or the mines of a unit cost, by the corrected cards; None if it is not known."""
    if what in case.battle.units:
        return case.counter(what).value("cost")
    kind, row, column = ("mines", "price", "anti-tank") if what == "mines" else ("structures", what, "price")
    known = case.battle.charts[kind].get(row, column) if what == "mines" or what in PRICES else None
    return known if isinstance(known, int) else None


@rule("BAR-3.9b", on=Buy)
def within_the_points(case: Case[Buy]) -> Finding | None:
    """All that a side buys costs no more than the strength points it has; a cost that is lost accuses nobody."""
    side, cost = case.action.by, price(case, case.action.what)
    if cost is None or side not in case.battle.sides:
        return unknown("price", what=case.action.what)
    spent, has = case.before.paid.get(side, 0) + cost * case.action.count, case.battle.points.get(side, 0)
    found = broken("setup.points", side=side, spent=spent, points=has)
    if spent <= has:
        return None
    counter = case.battle.units.get(case.action.what)
    lost = counter is not None and counter.is_a(UNCERTAIN_COST) and counter.side == case.battle.sides[0]
    return case.switches.doubtful("BAR-A25", found) if lost else found


@rule("BAR-11.3a", "BAR-11.4a", "BAR-11.5a", "BAR-11.6a", "BAR-7.5e", "BAR-14.1a", on=Buy)
def for_sale(case: Case[Buy]) -> Finding | None:
    """A side buys its own units, structures and mines."""
    counter = case.battle.units.get(case.action.what)
    if counter is None or not case.action.by or counter.side == case.action.by:
        return None
    return breach("BAR-14.1a", "setup.not-own", unit=case.action.what, side=case.action.by)


@effect(Buy)
def paid(case: Case[Buy]) -> Position:
    """The points are spent; bought mines are in the pioneers' stock."""
    side, cost = case.action.by, (price(case, case.action.what) or 0) * case.action.count
    spent = dict(case.before.paid)
    for purse in (side,) if case.action.what == "mines" else (side, pieces_of(side)):
        spent[purse] = spent.get(purse, 0) + cost
    return case.before.but(paid=spent)


def pieces_of(side: str) -> str:
    """Under which name the points are kept that a side has spent for anything but mines."""
    return f"{side} pieces"


# ------------------------------------------------------------------------------------------------- when all is there
@rule("BAR-2.1c", "BAR-10.6d", on=Ready)
def all_are_there(case: Case[Ready]) -> Iterator[Finding]:
    """Every unit that the scenario places stands on the board, a headquarters with its model."""
    for name, begin in case.battle.begins.items():
        if name not in case.before.units or case.side(name) != case.action.by or case.counter(name).flies:
            continue
        unit = case.unit(name)
        if not begin.hex or begin.carrier or begin.choice:
            continue
        if not unit.hex and not unit.carrier:
            staff = case.counter(name).is_a("hq")
            yield breach("BAR-10.6d" if staff else "BAR-2.1c", "setup.missing", unit=name, hex=begin.hex)


@rule("BAR-10.6d", on=Place)
def staff_on_the_board(case: Case[Place]) -> Finding | None:
    """A hidden headquarters stands on the board with its model."""
    unit = case.action.unit
    kept_back = unit in case.battle.units and case.counter(unit).is_a("hq") and not case.action.hex
    return broken("setup.staff", unit=unit) if kept_back else None


@rule("BAR-3.1b", on=Advance)
def numbers_tell_units_apart(case: Case[Advance]) -> Iterator[Finding]:
    """No two units of a side bear the same number."""
    if case.before.state != "SETUP":
        return
    seen: dict[tuple[str, int], str] = {}
    for name, counter in case.battle.units.items():
        other = seen.setdefault((counter.side, counter.number), name)
        if other != name:
            yield broken("setup.number", unit=name, other=other, number=counter.number)


# ---------------------------------------------------------------------------------------------------------- effects
@effect(Place)
def stands(case: Case[Place]) -> Position:
    """The unit stands in its hex."""
    unit = case.action.unit
    if unit not in case.before.units:
        return case.before
    return case.before.unit(unit, hex=case.action.hex, facing=case.action.facing)


@effect(Build)
def built(case: Case[Build]) -> Position:
    """The structure stands where it was put, rightly or not: from now on it counts as it lies."""
    name = case.action.structure
    known = case.battle.structures.get(name)
    if name in case.before.structures:
        return case.before.structure(name, hex=case.action.hex, side=case.action.side, facing=case.action.facing)
    piece = Structure(
        kind=kind_of(case, name),
        hex=case.action.hex,
        side=case.action.side,
        facing=case.action.facing,
        owner=known.owner if known else case.action.by,
        variety=known.variety if known else "",
        known=known.known if known else True,
        laid=case.before.round if kind_of(case, name) == SMOKE else 0,
    )
    return case.before.but(structures={**case.before.structures, name: piece})
