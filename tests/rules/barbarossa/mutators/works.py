"""Breaking the rules of works that take several rounds, of mines and charges, and of merging."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.barbarossa import actions as do
from rules.barbarossa.movement.passage import CROSSINGS
from rules.barbarossa.state.model import Position, Structure
from tests.rules.barbarossa.mutators.occasion import Acts, Occasion, Staged, breaks


def able(o: Occasion, order: str) -> Iterator[str]:
    """Units that could have been given an order and have done nothing."""
    return (unit for unit in o.still if o.has(unit, order))


def at_work(o: Occasion, unit: str, order: str, boxes: int, **fields: Any) -> Position:
    """The position in which a unit is at a work of several rounds, with so many boxes marked."""
    after = o.would(unit, order, **fields)
    return after.unit(unit, running=after.units[unit].order, boxes=boxes)


# ----------------------------------------------------------------------------------------------------- unfinished
WORKS: Mapping[str, tuple[str, dict[str, Any]]] = {
    "BAR-7.1c": ("set_up", {}),
    "BAR-7.2c": ("pack_up", {}),
    "BAR-7.5d": ("lay_mines", {"choice": "anti-tank"}),
    "BAR-7.8c": ("clear_mines", {}),
    "BAR-7.9d": ("place_charges", {"choice": "bridge"}),
    "BAR-7.12c": ("remove_obstacle", {}),
    "BAR-7.13e": ("build_pontoon", {}),
    "BAR-7.16f": ("dig_in", {"facing": "N"}),
    "BAR-7.17c": ("clear_path", {}),
}
"""By rule: a work that takes several rounds."""


def _unfinished(rule: str, order: str, fields: dict[str, Any]) -> None:
    def ends_work_too_soon(o: Occasion) -> Acts:
        """A work is done before its last time box is marked."""
        for unit in able(o, order):
            if (o.printed(unit).printed(order, "boxes") or 0) > 1:
                where = {"hex": o.unit(unit).hex} if order == "lay_mines" else {}
                yield Staged(at_work(o, unit, order, 1, **fields, **where), (do.Complete(unit=unit),))

    breaks(rule, within=("S12",))(ends_work_too_soon)


for _rule, (_order, _fields) in WORKS.items():
    _unfinished(_rule, _order, _fields)


@breaks("BAR-7.11c", within=("S3", "S4"))
def removes_wire_too_soon(o: Occasion) -> Acts:
    """Wire is removed before step 8."""
    for unit in able(o, "remove_wire"):
        here = o.unit(unit).hex
        yield o.instead(unit, "remove_wire", do.Complete(unit=unit), hex=here, side=o.near(here)[0])


def _wiped(o: Occasion, unit: str) -> Occasion:
    """The occasion in which no time box is marked on a card, not even one of an older order."""
    marked = {name: value for name, value in o.before.marked.items() if name != f"{unit} boxes"}
    return Occasion(o.battle, o.before.but(marked=marked), o.action)


def _hands(rule: str, order: str) -> None:
    def works_alone(o: Occasion) -> Acts:
        """A work is begun by fewer units than the card asks for."""
        for unit in able(o, order):
            needed = o.printed(unit).printed(order, "manpower") or 0
            others = (name for name in o.before.units if name != unit and o.side(name) == o.side(unit))
            if needed < 2 or any(o.ordered(name) == order or o.unit(name).running for name in others):
                continue
            crossed = {each.hex for each in o.structures if each.kind in CROSSINGS}
            rivers = (x for x in o.near(o.unit(unit).hex) if o.terrain(x) == "river" and x not in crossed)
            sites = [{"facing": "N"}] if order == "dig_in" else [{"hex": place} for place in rivers]
            for site in sites:
                yield _wiped(o, unit).instead(unit, order, do.Mark(unit=unit, what="boxes", value=1), **site)

    breaks(rule, within=("S12",))(works_alone)


_hands("BAR-7.16c", "dig_in")
_hands("BAR-7.13c", "build_pontoon")


@breaks("BAR-7.13c", within=("S12",))
def marks_a_box_alone(o: Occasion) -> Acts:
    """One unit begins a pontoon bridge that takes two, and another one waits."""
    for unit in able(o, "build_pontoon"):
        mates = (name for name in able(o, "wait") if name != unit and o.side(name) == o.side(unit))
        mate = next(mates, "")
        others = (name for name in o.before.units if name != unit and o.side(name) == o.side(unit))
        if not mate or any(o.ordered(name) == "build_pontoon" for name in others):
            continue
        waits = _wiped(Occasion(o.battle, o.would(mate, "wait"), o.action), unit)
        for place in (each for each in o.places if o.terrain(each) == "river"):
            yield waits.instead(unit, "build_pontoon", do.Mark(unit=unit, what="boxes", value=1), hex=place)


# ------------------------------------------------------------------------------------------------- mines and charges
def _laying(o: Occasion) -> Iterator[tuple[str, Position]]:
    """Pioneers who are about to finish a minefield."""
    for unit in able(o, "lay_mines"):
        boxes = o.printed(unit).printed("lay_mines", "boxes") or 0
        yield unit, at_work(o, unit, "lay_mines", boxes, hex=o.unit(unit).hex, choice="anti-tank")


@breaks("BAR-7.5c", within=("S12",))
def mines_another_hex(o: Occasion) -> Acts:
    """Mines are laid in the hex beside the pioneers."""
    for unit, after in _laying(o):
        near = (place for place in o.near(o.unit(unit).hex) if o.plain(place))
        yield from (Staged(after, (do.Complete(unit=unit, hex=place, kind="anti-tank"),)) for place in near)


@breaks("BAR-7.5f", within=("S12",))
def lays_strange_mines(o: Occasion) -> Acts:
    """The kind of mine that is noted is none that there is."""
    for unit, after in _laying(o):
        yield Staged(after, (do.Complete(unit=unit, kind="naval"),))


@breaks("BAR-7.5h", within=("S12",))
def mines_a_second_hex(o: Occasion) -> Acts:
    """Pioneers who have laid mines lay real ones again."""
    for unit, after in _laying(o):
        used = after.unit(unit, used=frozenset({"mines"}))
        yield Staged(used, (do.Complete(unit=unit, kind="anti-tank"),))


def _blasting(o: Occasion) -> Iterator[tuple[str, Position]]:
    """Pioneers whose charges are about to explode."""
    for unit in able(o, "place_charges"):
        boxes = o.printed(unit).printed("place_charges", "boxes") or 0
        yield unit, at_work(o, unit, "place_charges", boxes, choice="bridge")


@breaks("BAR-7.9c", within=("S12",))
def blows_up_what_is_elsewhere(o: Occasion) -> Acts:
    """Charges destroy a bridge or a bunker in another hex."""
    for unit, after in _blasting(o):
        for name, each in o.before.structures.items():
            if each.kind in {"bridge", "bunker"} and each.hex != o.unit(unit).hex:
                yield Staged(after, (do.Complete(unit=unit, structure=name),))


@breaks("BAR-7.9g", within=("S12",))
def blows_up_twice(o: Occasion) -> Acts:
    """Charges explode though the unit has used them."""
    for unit, after in _blasting(o):
        bridge = Structure(kind="bridge", hex=o.unit(unit).hex)
        built = after.but(structures={**after.structures, "bridge.9": bridge})
        yield Staged(built.unit(unit, used=frozenset({"charges"})), (do.Complete(unit=unit),))


def _shifted(rule: str, order: str) -> None:
    def ends_two_hexes_away(o: Occasion) -> Acts:
        """A weapon that is set up or packed up ends two hexes away."""
        for unit in able(o, order):
            boxes, here = o.printed(unit).printed(order, "boxes") or 0, o.unit(unit).hex
            far = (place for place in o.places if o.away(here, place) == 2 and o.plain(place))
            for place in far:
                yield Staged(at_work(o, unit, order, boxes), (do.Complete(unit=unit, hex=place),))

    breaks(rule, within=("S12",))(ends_two_hexes_away)


_shifted("BAR-7.1b", "set_up")
_shifted("BAR-7.2b", "pack_up")


# ------------------------------------------------------------------------------------------------------------ merging
def _mates(o: Occasion, *, alike: bool = True) -> Iterator[tuple[str, str]]:
    """Two units that could have been ordered to merge with each other."""
    for unit in able(o, "merge"):
        for other in able(o, "merge"):
            same = o.printed(unit).type == o.printed(other).type
            if o.side(unit) == o.side(other) and unit != other and same == alike:
                yield unit, other


def merging(o: Occasion, unit: str, other: str, *, together: bool = True, losses: int = 2) -> Position:
    """The position in which two units with losses have the order to merge."""
    after = Occasion(o.battle, o.would(unit, "merge", target=other), o.action).would(other, "merge", target=unit)
    place = o.unit(unit).hex if together else o.unit(other).hex
    for name in (unit, other) if losses else ():
        after = after.unit(name, losses=max(o.printed(name).size - losses, 0))
    return after.unit(other, hex=place)


@breaks("BAR-7.0b", within=("S8", "S4"))
def merges_in_another_step(o: Occasion) -> Acts:
    """Two units merge before step 9."""
    for unit, other in _mates(o):
        yield Staged(merging(o, unit, other), (do.Merge(unit=unit, other=other),))


@breaks("BAR-7.4b", within=("S9",))
def merges_with_the_unwilling(o: Occasion) -> Acts:
    """A unit merges with one that has not got the order."""
    for unit, other in _mates(o):
        after = merging(o, unit, other).unit(other, order=o.order(other, "wait"))
        yield Staged(after, (do.Merge(unit=unit, other=other),))


@breaks("BAR-7.4c", within=("S9",))
def merges_with_somebody_elsewhere(o: Occasion) -> Acts:
    """Two units of two hexes merge."""
    for unit, other in _mates(o):
        if o.unit(unit).hex != o.unit(other).hex:
            yield Staged(merging(o, unit, other, together=False), (do.Merge(unit=unit, other=other),))


@breaks("BAR-7.4d", within=("S9",))
def merges_two_types(o: Occasion) -> Acts:
    """Two units of two types merge."""
    for unit, other in _mates(o, alike=False):
        yield Staged(merging(o, unit, other, losses=1), (do.Merge(unit=unit, other=other),))


@breaks("BAR-7.4e", within=("S9",))
def merges_what_is_too_large(o: Occasion) -> Acts:
    """Two units merge that are larger together than one of them was."""
    for unit, other in _mates(o):
        after = merging(o, unit, other, losses=0)
        sizes = [o.printed(name).size for name in (unit, other)]
        if after.units[unit].losses + after.units[other].losses < min(sizes):
            yield Staged(after, (do.Merge(unit=unit, other=other),))


@breaks("BAR-7.4f", within=("S9",), on=do.Advance)
def does_not_merge(o: Occasion) -> Acts:
    """Two units with the order to merge do not."""
    yield from (Staged(merging(o, unit, other), (o.on,)) for unit, other in _mates(o))


@breaks("BAR-7.4f", within=("S9",), on=do.Advance)
def keeps_both_units(o: Occasion) -> Acts:
    """Two units merge, and both stay in play."""
    for unit, other in _mates(o):
        after = merging(o, unit, other)
        left = max(after.units[unit].losses - (o.printed(other).size - after.units[other].losses), 0)
        mark = do.Mark(unit=unit, what="losses", value=left)
        yield Staged(after, (do.Merge(unit=unit, other=other), mark, o.on))


@breaks("BAR-7.4g", within=("S9",))
def erases_too_many_losses(o: Occasion) -> Acts:
    """Of two that merge one more loss is erased than the other has steps."""
    for unit, other in _mates(o):
        after = merging(o, unit, other, losses=1)
        right = after.units[unit].losses - 1
        if right > 0:
            mark = do.Mark(unit=unit, what="losses", value=right - 1)
            yield Staged(after, (do.Merge(unit=unit, other=other), mark))
