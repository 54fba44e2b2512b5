"""Breaking the rules of transport, tow, supply and reinforcements."""

from collections.abc import Iterator
from typing import Any

from rules.barbarossa import actions as do
from rules.barbarossa.state.model import Position
from tests.rules.barbarossa.mutators.occasion import Acts, Occasion, Staged, breaks
from tests.rules.barbarossa.mutators.works import able, at_work


# --------------------------------------------------------------------------------------------------------- transport
def _lorries(o: Occasion, unit: str, *, tows: bool = False) -> Iterator[str]:
    """Transports of the side that could take a unit."""
    for name in o.seen:
        free = o.side(name) == o.side(unit) and name != unit and o.printed(name).can("transport")
        if free and (not tows or o.printed(name).value("tow")):
            yield name


def _riders(o: Occasion) -> Iterator[tuple[str, str]]:
    """Who could be ordered to mount what."""
    for unit in able(o, "mount"):
        yield from ((unit, lorry) for lorry in _lorries(o, unit))


def _mounting(o: Occasion, unit: str, lorry: str, order: str = "mount", **fields: Any) -> Position:
    """The position in which a unit in a transport's hex has the order to mount it."""
    return o.would(unit, order, target=lorry, **fields).unit(unit, hex=o.unit(lorry).hex)


@breaks("BAR-8.8c", within=("S3", "S8", "S9"))
def mounts_in_another_step(o: Occasion) -> Acts:
    """A unit mounts before step 10."""
    for unit, lorry in _riders(o):
        if o.left(unit) <= o.left(lorry):
            yield Staged(_mounting(o, unit, lorry), (do.Board(unit=unit, carrier=lorry),))


@breaks("BAR-8.8c", within=("S10",), on=do.Advance)
def does_not_mount(o: Occasion) -> Acts:
    """A unit with the order to mount does not."""
    for unit, lorry in _riders(o):
        if o.left(unit) <= o.left(lorry):
            yield Staged(_mounting(o, unit, lorry), (o.on,))


@breaks("BAR-4.3b", within=("S10",))
def mounts_without_an_order(o: Occasion) -> Acts:
    """A unit mounts that was ordered to wait."""
    for unit, lorry in _riders(o):
        if o.left(unit) <= o.left(lorry):
            yield Staged(_mounting(o, unit, lorry, "wait"), (do.Board(unit=unit, carrier=lorry),))


@breaks("BAR-8.8b", within=("S10",))
def mounts_another(o: Occasion) -> Acts:
    """A unit mounts another transport than the one of its order."""
    for unit, lorry in _riders(o):
        others = (other for other in _lorries(o, unit) if other != lorry and o.left(unit) <= o.left(other))
        for other in others:
            after = o.would(unit, "mount", target=lorry).unit(unit, hex=o.unit(other).hex)
            yield Staged(after, (do.Board(unit=unit, carrier=other),))


@breaks("BAR-8.8e", within=("S10",))
def crowds_a_transport(o: Occasion) -> Acts:
    """A unit mounts a transport in which there is no room for it."""
    for unit, lorry in _riders(o):
        for other in able(o, "mount"):
            full = o.left(unit) + o.left(other) > o.printed(lorry).size
            if other != unit and o.side(other) == o.side(unit) and full:
                after = _mounting(o, unit, lorry).unit(other, hex="", carrier=lorry, off_board=True)
                yield Staged(after, (do.Board(unit=unit, carrier=lorry),))


@breaks("BAR-7.10a", within=("S10",))
def mounts_what_carries_nobody(o: Occasion) -> Acts:
    """A unit mounts a unit that is no transport."""
    for unit in able(o, "mount"):
        mates = (name for name in o.friends(unit) if o.printed(name).type == "infantry")
        yield from (Staged(_mounting(o, unit, name), (do.Board(unit=unit, carrier=name),)) for name in mates)


def _guns(o: Occasion) -> Iterator[tuple[str, str]]:
    """Who could be ordered to be towed by what."""
    for unit in able(o, "tow"):
        yield from ((unit, lorry) for lorry in _lorries(o, unit, tows=True))


def hitching(o: Occasion, unit: str, lorry: str) -> Position:
    """The position in which a packed gun in a transport's hex has the order to be towed."""
    return _mounting(o, unit, lorry, "tow").unit(unit, packed=True, set_up=False)


@breaks("BAR-7.10g", within=("S3", "S8", "S10"))
def hitches_in_another_step(o: Occasion) -> Acts:
    """A gun is hitched in another step than the ninth."""
    for unit, lorry in _guns(o):
        yield Staged(hitching(o, unit, lorry), (do.Board(unit=unit, carrier=lorry, towed=True),))


@breaks("BAR-7.10g", within=("S9",), on=do.Advance)
def does_not_hitch(o: Occasion) -> Acts:
    """A gun with the order to be towed is not hitched."""
    for unit, lorry in _guns(o):
        yield Staged(hitching(o, unit, lorry), (o.on,))


@breaks("BAR-7.10e", within=("S9",))
def hitches_what_is_set_up(o: Occasion) -> Acts:
    """A gun is hitched that is set up."""
    for unit, lorry in _guns(o):
        if o.has(unit, "pack_up"):
            after = hitching(o, unit, lorry).unit(unit, packed=False, set_up=True)
            yield Staged(after, (do.Board(unit=unit, carrier=lorry, towed=True),))


@breaks("BAR-7.10f", within=("S9",))
def hitches_from_afar(o: Occasion) -> Acts:
    """A gun is hitched to a transport in another hex."""
    for unit, lorry in _guns(o):
        if o.unit(unit).hex != o.unit(lorry).hex:
            after = hitching(o, unit, lorry).unit(unit, hex=o.unit(unit).hex)
            yield Staged(after, (do.Board(unit=unit, carrier=lorry, towed=True),))


def carried(o: Occasion, unit: str, lorry: str, order: str, *, towed: bool = False) -> Position:
    """The position in which a unit is carried, with an order."""
    after = o.would(unit, order) if order else o.before.unit(unit, order=None, running=None, suppressed=False)
    return after.unit(unit, hex="", carrier=lorry, off_board=True, towed=towed, packed=towed, set_up=not towed)


@breaks("BAR-8.9c", within=("S10",))
def gets_off_without_an_order(o: Occasion) -> Acts:
    """A unit gets off that was not ordered to."""
    for unit, lorry in _riders(o):
        yield Staged(carried(o, unit, lorry, ""), (do.Leave(unit=unit, hex=o.unit(lorry).hex),))


@breaks("BAR-8.9c", within=("S10",))
def gets_off_elsewhere(o: Occasion) -> Acts:
    """A unit gets off beside its transport's hex."""
    for unit, lorry in _riders(o):
        near = (place for place in o.near(o.unit(lorry).hex) if o.plain(place))
        if o.has(unit, "dismount"):
            after = carried(o, unit, lorry, "dismount")
            yield from (Staged(after, (do.Leave(unit=unit, hex=place),)) for place in near)


@breaks("BAR-8.9c", within=("S3", "S8", "S9"))
def gets_off_in_another_step(o: Occasion) -> Acts:
    """A unit gets off before step 10."""
    for unit, lorry in _riders(o):
        if o.has(unit, "dismount"):
            leave = do.Leave(unit=unit, hex=o.unit(lorry).hex)
            yield Staged(carried(o, unit, lorry, "dismount"), (leave,))


@breaks("BAR-8.9c", within=("S10",), on=do.Advance)
def stays_aboard(o: Occasion) -> Acts:
    """A unit stays aboard though both have the order to dismount."""
    for unit, lorry in _riders(o):
        if o.has(unit, "dismount") and o.has(lorry, "dismount") and lorry in o.fit:
            stops = carried(o, unit, lorry, "dismount").unit(lorry, order=o.order(lorry, "dismount"))
            yield Staged(stops, (o.on,))


@breaks("BAR-7.10h", within=("S9", "S12"))
def is_unhitched_without_an_order(o: Occasion) -> Acts:
    """A gun is unhitched that was not ordered to set up."""
    for unit, lorry in _guns(o):
        leave = do.Leave(unit=unit, hex=o.unit(lorry).hex)
        yield Staged(carried(o, unit, lorry, "", towed=True), (leave,))


@breaks("BAR-7.10h", within=("S9", "S12"))
def is_unhitched_elsewhere(o: Occasion) -> Acts:
    """A gun that sets up is unhitched three hexes away."""
    for unit, lorry in _guns(o):
        far = (place for place in o.places if o.away(o.unit(lorry).hex, place) == 3 and o.plain(place))
        for place in far:
            yield Staged(carried(o, unit, lorry, "", towed=True), (do.Leave(unit=unit, hex=place),))


@breaks("BAR-8.8f", within=("S3", "S6", "S10"), on=do.Advance)
def spares_the_passengers(o: Occasion) -> Acts:
    """Of several units aboard none takes the losses of their transport."""
    for unit, lorry in _riders(o):
        for other in able(o, "mount"):
            if other != unit and o.side(other) == o.side(unit):
                losses = o.unit(unit).losses + o.unit(other).losses + 1
                shared = {lorry: ((unit, other), losses)}
                first = carried(o, unit, lorry, "").unit(other, hex="", carrier=lorry, off_board=True, order=None)
                yield Staged(first.but(shared=shared), (o.on,))


# ------------------------------------------------------------------------------------------------------------ supply
def _supplied(o: Occasion) -> Iterator[tuple[str, str, Position]]:
    """A unit that is about to receive points, the transport that gives them, and the position."""
    for unit in able(o, "receive_supply"):
        boxes = o.printed(unit).printed("receive_supply", "boxes") or 0
        for lorry in _lorries(o, unit):
            if o.unit(lorry).ammo > 2 and not o.printed(unit).can("transport"):
                after = at_work(o, unit, "receive_supply", boxes, target=lorry)
                yield unit, lorry, after.unit(unit, hex=o.unit(lorry).hex, ammo=1)


@breaks("BAR-7.14d", within=("S12",))
def receives_too_soon(o: Occasion) -> Acts:
    """Points are handed over before the last time box is marked."""
    for unit, lorry, after in _supplied(o):
        early = after.unit(unit, boxes=after.units[unit].boxes - 1)
        yield Staged(early, (do.Supply(unit=unit, source=lorry, points=1),))


@breaks("BAR-7.14d", within=("S12",))
def receives_without_an_order(o: Occasion) -> Acts:
    """Points are handed over to who was not ordered to receive them."""
    for unit, lorry, after in _supplied(o):
        idle = after.unit(unit, running=None, order=None, boxes=0)
        yield Staged(idle, (do.Supply(unit=unit, source=lorry, points=1),))


@breaks("BAR-7.14b", within=("S12",))
def receives_from_afar(o: Occasion) -> Acts:
    """Points are handed over from another hex."""
    for unit, lorry, after in _supplied(o):
        if o.unit(unit).hex != o.unit(lorry).hex:
            apart = after.unit(unit, hex=o.unit(unit).hex)
            yield Staged(apart, (do.Supply(unit=unit, source=lorry, points=1),))


@breaks("BAR-7.14e", within=("S12",))
def gives_what_it_has_not(o: Occasion) -> Acts:
    """More points are handed over than the transport has."""
    for unit, lorry, after in _supplied(o):
        if o.printed(unit).value("ammo") > 2:
            yield Staged(after.unit(lorry, ammo=1), (do.Supply(unit=unit, source=lorry, points=2),))


@breaks("BAR-7.14h", within=("S12",))
def receives_too_much(o: Occasion) -> Acts:
    """More points are received than the card has room for."""
    for unit, lorry, after in _supplied(o):
        full = after.unit(unit, ammo=o.printed(unit).value("ammo"))
        yield Staged(full, (do.Supply(unit=unit, source=lorry, points=1),))


def _loaded(o: Occasion) -> Iterator[tuple[str, Position]]:
    """Transports that have loaded and come back."""
    for unit in able(o, "load_supply"):
        yield unit, o.before.unit(unit, hex="", off_board=True, order=None, running=None)


@breaks("BAR-7.15e", within=("S12", "S10"))
def comes_back_in_the_middle(o: Occasion) -> Acts:
    """A transport that has loaded comes back on a hex that is not at the edge."""
    for unit, after in _loaded(o):
        inner = (place for place in o.places if place not in o.battle.ground.edge and o.plain(place))
        yield from (Staged(after, (do.Enter(unit=unit, hex=place),)) for place in inner)


@breaks("BAR-7.15c", within=("S9",))
def loads_on_the_board(o: Occasion) -> Acts:
    """A transport that loads stays on the board."""
    for unit in able(o, "load_supply"):
        after = o.would(unit, "load_supply").but(stack=("S8",), due=(), owed=(), stepped={})
        yield Staged(after, (do.Advance(to="S9"), do.Advance(to="S10")))


# ---------------------------------------------------------------------------------------------------- reinforcements
@breaks("BAR-2.1c", within=("S10", "S12"))
def comes_too_soon(o: Occasion) -> Acts:
    """A reinforcement comes before its round."""
    for arrival in o.battle.arrivals:
        if o.before.round < arrival.round:
            for unit in arrival.units:
                alone = not o.has(unit, "tow") and not o.unit(unit).carrier and not o.unit(unit).hex
                yield from (do.Enter(unit=unit, hex=place) for place in sorted(arrival.hexes) if alone)


@breaks("BAR-2.1c", within=("S10", "S12"))
def comes_elsewhere(o: Occasion) -> Acts:
    """A reinforcement comes in another hex."""
    for arrival in o.battle.arrivals:
        if o.before.round >= arrival.round:
            for unit in arrival.units:
                waits = not (o.has(unit, "tow") or o.unit(unit).carrier or o.unit(unit).hex or o.unit(unit).out)
                far = (place for place in o.places if place not in arrival.hexes and o.plain(place))
                yield from (do.Enter(unit=unit, hex=place) for place in far if waits)


@breaks("BAR-7.10n", within=("S10", "S12"))
def comes_without_a_tow(o: Occasion) -> Acts:
    """A gun that must be towed comes by itself."""
    for arrival in o.battle.arrivals:
        for unit in arrival.units:
            if o.has(unit, "tow") and not o.unit(unit).hex and o.before.round >= arrival.round:
                after = o.before.unit(unit, carrier="", towed=False)
                yield from (Staged(after, (do.Enter(unit=unit, hex=place),)) for place in sorted(arrival.hexes))
