"""Breaking the rules of special orders: crews, pioneers, merging, supply, and what takes the orders of two."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.barbarossa import actions as do
from rules.barbarossa.movement.passage import CROSSINGS
from tests.rules.barbarossa.mutators.occasion import Acts, Occasion, Staged, breaks

REVEAL = ("REVEAL",)
FAR = 3
"""Hexes that are certainly not adjacent."""


def able(o: Occasion, order: str) -> Iterator[str]:
    """Units that could be given an order."""
    return (unit for unit in o.idle if o.has(unit, order))


def lying(o: Occasion, place: str, *kinds: str) -> bool:
    """True if a structure of these kinds lies in a hex or on one of its sides."""
    return any(each.kind in kinds and place in {each.hex, each.side} for each in o.structures)


# -------------------------------------------------------------------------------------------------- guns and facing
def _shifted(rule: str, order: str) -> None:
    def ends_far_away(o: Occasion) -> Acts:
        """A weapon is set up or packed up three hexes away."""
        given = o.given(order)
        here = o.unit(given.unit).hex if given else ""
        if given is not None and here:
            yield from (replace(given, hex=place) for place in o.places if o.away(here, place) == FAR)

    breaks(rule, within=REVEAL, on=do.Order)(ends_far_away)


_shifted("BAR-7.1b", "set_up")
_shifted("BAR-7.2b", "pack_up")


@breaks("BAR-7.3b", within=REVEAL)
def turns_in_a_trench(o: Occasion) -> Acts:
    """A unit in a trench is ordered to change its field of fire."""
    for unit in o.seen:
        state = o.unit(unit)
        shelter = o.before.structures.get(state.shelter)
        free = state.order is None and not state.flagged and bool(o.before.opened)
        if free and shelter is not None and shelter.kind == "trench" and o.has(unit, "change_fof"):
            yield o.order(unit, "change_fof", facing="N")


# ----------------------------------------------------------------------------------------------------------- merge
@breaks("BAR-7.4b", within=REVEAL)
def merges_with_an_enemy(o: Occasion) -> Acts:
    """A unit is ordered to merge with an enemy."""
    for unit in able(o, "merge"):
        yield from (o.order(unit, "merge", target=foe) for foe in o.foes(unit))


@breaks("BAR-7.4c", within=REVEAL)
def merges_from_afar(o: Occasion) -> Acts:
    """A unit is ordered to merge with one in another hex."""
    for unit in able(o, "merge"):
        far = (other for other in o.friends(unit) if o.unit(other).hex != o.unit(unit).hex)
        yield from (o.order(unit, "merge", target=other) for other in far)


@breaks("BAR-7.4d", within=REVEAL)
def merges_with_another_type(o: Occasion) -> Acts:
    """A unit is ordered to merge with one of another type."""
    for unit in able(o, "merge"):
        for other in o.friends(unit):
            same = o.unit(other).hex == o.unit(unit).hex
            if same and o.printed(other).type != o.printed(unit).type:
                yield o.order(unit, "merge", target=other)


@breaks("BAR-7.4e", within=REVEAL)
def merges_into_too_many(o: Occasion) -> Acts:
    """Two units without losses are ordered to merge."""
    for unit in able(o, "merge"):
        for other in o.friends(unit):
            alike = o.printed(other).type == o.printed(unit).type and o.unit(other).hex == o.unit(unit).hex
            if alike and o.left(unit) + o.left(other) > max(o.printed(unit).size, o.printed(other).size):
                yield o.order(unit, "merge", target=other)


# ------------------------------------------------------------------------------------------------- pioneers at work
def _elsewhere(rule: str, order: str) -> None:
    def works_elsewhere(o: Occasion) -> Acts:
        """The order names another hex than the unit's own."""
        for unit in able(o, order):
            near = o.near(o.unit(unit).hex)
            yield from (o.order(unit, order, hex=place, facing="N", choice="dummy") for place in near)

    breaks(rule, within=REVEAL)(works_elsewhere)


_elsewhere("BAR-7.5c", "lay_mines")
_elsewhere("BAR-7.16e", "dig_in")


def _mined(rule: str, name: str) -> None:
    def lays_mines_it_does_not_have(o: Occasion) -> Acts:
        """Real mines are ordered to be laid by who has none, has not paid for them, or has laid some."""
        for unit in able(o, "lay_mines"):
            state = o.unit(unit)
            again, has = "mines" in state.used, bool(state.stores.get("mines"))
            if again if name == "again" else not (again or has):
                yield o.order(unit, "lay_mines", hex=state.hex, choice="anti-tank")

    breaks(rule, within=REVEAL)(lays_mines_it_does_not_have)


_mined("BAR-7.5e", "none")
_mined("BAR-7.5h", "again")


@breaks("BAR-7.5e", within=REVEAL)
def lays_unpaid_mines(o: Occasion) -> Acts:
    """Real mines are ordered to be laid by a side that has not paid for them."""
    for unit in able(o, "lay_mines"):
        if o.side(unit) in o.battle.points and not o.before.paid.get(o.side(unit)):
            yield o.order(unit, "lay_mines", hex=o.unit(unit).hex, choice="anti-tank")


@breaks("BAR-7.5g", within=REVEAL)
def lays_strange_mines(o: Occasion) -> Acts:
    """The kind of mine that is written is none that there is."""
    for unit in able(o, "lay_mines"):
        yield o.order(unit, "lay_mines", hex=o.unit(unit).hex, choice="naval")


@breaks("BAR-7.8a", within=REVEAL)
def clears_no_mines(o: Occasion) -> Acts:
    """Pioneers are ordered to clear mines where none lie."""
    for unit in able(o, "clear_mines"):
        if not lying(o, o.unit(unit).hex, "minefield"):
            yield o.order(unit, "clear_mines")


@breaks("BAR-7.9a", within=REVEAL)
def blows_up_a_trench(o: Occasion) -> Acts:
    """Charges are ordered to be placed at a trench."""
    for unit in able(o, "place_charges"):
        if o.unit(unit).stores.get("charges"):
            yield o.order(unit, "place_charges", choice="trench")


@breaks("BAR-7.9c", within=REVEAL)
def blows_up_nothing(o: Occasion) -> Acts:
    """Charges are ordered to be placed at a bridge that is not there."""
    for unit in able(o, "place_charges"):
        if o.unit(unit).stores.get("charges") and not lying(o, o.unit(unit).hex, *CROSSINGS):
            yield o.order(unit, "place_charges", choice="bridge")


@breaks("BAR-7.9g", within=REVEAL)
def blows_up_again(o: Occasion) -> Acts:
    """Charges are ordered to be placed by pioneers who have blown up something."""
    for unit in able(o, "place_charges"):
        if "charges" in o.unit(unit).used:
            yield o.order(unit, "place_charges", choice="bridge")


def _removes(rule: str, order: str, kind: str) -> None:
    def removes_nothing(o: Occasion) -> Acts:
        """An obstacle is ordered to be removed that is not there."""
        for unit in able(o, order):
            here = o.unit(unit).hex
            if not lying(o, here, kind):
                yield from (o.order(unit, order, hex=here, side=place) for place in o.near(here))

    breaks(rule, within=REVEAL)(removes_nothing)


_removes("BAR-7.11b", "remove_wire", "wire")
_removes("BAR-7.12b", "remove_obstacle", "teeth")


def _beside(o: Occasion, unit: str, terrain: str) -> tuple[str, ...]:
    return tuple(place for place in o.near(o.unit(unit).hex) if o.terrain(place) == terrain)


@breaks("BAR-7.13a", within=REVEAL)
def bridges_dry_land(o: Occasion) -> Acts:
    """A pontoon bridge is ordered to be built on plain."""
    for unit in able(o, "build_pontoon"):
        if _beside(o, unit, "river"):
            yield from (o.order(unit, "build_pontoon", hex=place) for place in _beside(o, unit, "plain"))


@breaks("BAR-7.13b", within=REVEAL)
def bridges_from_afar(o: Occasion) -> Acts:
    """A pontoon bridge is ordered to be built by a unit that is not beside a river."""
    for unit in able(o, "build_pontoon"):
        rivers = (place for place in o.places if o.terrain(place) == "river")
        if not _beside(o, unit, "river"):
            yield from (o.order(unit, "build_pontoon", hex=place) for place in rivers)


@breaks("BAR-7.13d", within=REVEAL)
def bridges_another_reach(o: Occasion) -> Acts:
    """A pontoon bridge is ordered to be built in a river hex that is not beside the unit."""
    for unit in able(o, "build_pontoon"):
        here = o.unit(unit).hex
        rivers = (place for place in o.places if o.terrain(place) == "river" and o.away(here, place) == 2)
        if _beside(o, unit, "river"):
            yield from (o.order(unit, "build_pontoon", hex=place) for place in rivers)


@breaks("BAR-7.17b", within=REVEAL)
def clears_a_path_in_the_open(o: Occasion) -> Acts:
    """A path is ordered to be cleared where there is no forest."""
    for unit in able(o, "clear_path"):
        if o.terrain(o.unit(unit).hex) != "forest":
            yield o.order(unit, "clear_path")


# ---------------------------------------------------------------------------------------------------------- supply
@breaks("BAR-7.14b", within=REVEAL)
def receives_from_nobody(o: Occasion) -> Acts:
    """A unit is ordered to receive supply where no transport is."""
    for unit in able(o, "receive_supply"):
        here = o.unit(unit).hex
        lorries = (name for name in o.at(here) if o.printed(name).can("transport"))
        if not lying(o, here, "cargo") and not o.printed(unit).can("transport") and not any(lorries):
            yield o.order(unit, "receive_supply")


@breaks("BAR-7.15b", within=REVEAL)
def loads_on_the_way(o: Occasion) -> Acts:
    """A transport is ordered to load where no supply is."""
    for unit in able(o, "load_supply"):
        if o.unit(unit).hex not in o.battle.supply.get(o.side(unit), frozenset()):
            yield o.order(unit, "load_supply")


# ------------------------------------------------------------------------------------------------- two for one work
def _alone(rule: str, order: str) -> None:
    def orders_one_of_two(o: Occasion) -> Acts:
        """Only one of those who have to get the order together gets it."""
        given = o.given(order)
        orders = [unit.order or unit.running for unit in o.before.units.values()]
        if given is None or any(each is not None and each.order == order for each in orders):
            return
        if o.printed(given.unit).printed(order, "manpower") == 1 or lying(o, o.unit(given.unit).hex, "cargo"):
            return
        yield given, do.Advance(to="S1")

    breaks(rule, within=REVEAL, on=do.Order)(orders_one_of_two)


for _rule, _order in (
    *(("BAR-7.14c", "receive_supply"), ("BAR-8.9b", "dismount"), ("BAR-9.16c", "air_landing")),
    *(("BAR-7.13c", "build_pontoon"), ("BAR-7.16c", "dig_in")),
):
    _alone(_rule, _order)


@breaks("BAR-7.4b", within=REVEAL)
def only_one_merges(o: Occasion) -> Acts:
    """Only one of two units that could is ordered to merge."""
    for unit in able(o, "merge"):
        alike = (other for other in o.friends(unit) if o.printed(other).type == o.printed(unit).type)
        mates = (other for other in alike if o.unit(other).hex == o.unit(unit).hex)
        for other in mates:
            if o.left(unit) + o.left(other) <= max(o.printed(unit).size, o.printed(other).size):
                yield o.order(unit, "merge", target=other), do.Advance(to="S1")


@breaks("BAR-7.16d", within=REVEAL)
def digs_in_apart(o: Occasion) -> Acts:
    """As many as are needed dig a trench, but not in one hex."""
    for unit in able(o, "dig_in"):
        needed = o.printed(unit).printed("dig_in", "manpower") or 1
        others = [
            name for name in able(o, "dig_in") if o.side(name) == o.side(unit) and o.unit(name).hex != o.unit(unit).hex
        ]
        mates = [name for name in o.at(o.unit(unit).hex) if o.ordered(name) == "dig_in"]
        if needed > 1 and len(others) >= needed - 1 and not mates:
            gang = (unit, *others[: needed - 1])
            yield *(o.order(name, "dig_in", facing="N") for name in gang), do.Advance(to="S1")


@breaks("BAR-11.6h", within=REVEAL)
def crowds_a_bunker(o: Occasion) -> Acts:
    """Three infantry units are ordered to defend one bunker."""
    for bunker in (each for each in o.structures if each.kind == "bunker"):
        foot = [
            name
            for name in o.idle
            if o.printed(name).type == "infantry" and o.has(name, "defend") and not o.has(name, "set_up")
        ]
        here = [name for name in foot if o.unit(name).hex == bunker.hex]
        if here and len(foot) > 2:
            crowd = (*here, *(name for name in foot if name not in here and o.side(name) == o.side(here[0])))[:3]
            if len(crowd) < 3:
                continue
            after = o.before
            for name in crowd:
                after = after.unit(
                    name,
                    hex=bunker.hex,
                    order=o.order(name, "defend", facing="N", number=1, choice="bunker"),
                )
            yield Staged(after, (do.Advance(to="S1"),))
