"""Breaking the rules of orders to aircraft: who flies, who calls it, where to, how far, how long, with what."""

from typing import Any

from msgspec.structs import replace

from rules.barbarossa import actions as do
from rules.barbarossa.state.battle import AIR
from tests.rules.barbarossa.mutators.occasion import Acts, Occasion, Staged, breaks
from tests.rules.barbarossa.mutators.orders_fire import blind

REVEAL = ("REVEAL",)
MISSIONS = ("air_strike", "recon", "air_patrol", "drop_supply", "intercept")
HEXED = ("air_strike", "recon", "air_patrol", "drop_supply", "air_landing")
"""Missions with a target hex."""
READY = 4
"""The preparation box in which an aircraft may take off."""


def _any_mission(o: Occasion, unit: str) -> do.Order | None:
    """Some mission of the aircraft over a hex with an own unit in it."""
    place = next((o.unit(name).hex for name in o.seen if o.side(name) == o.side(unit)), "")
    order = next((each for each in MISSIONS[:4] if o.has(unit, each)), "")
    return o.order(unit, order, hex=place, number=1, rounds=1) if order and place else None


@breaks("BAR-9.3a", within=REVEAL)
def flies_two_missions(o: Occasion) -> Acts:
    """An aircraft that is still over the board gets another mission."""
    for unit in o.aircraft:
        state = o.unit(unit)
        given = _any_mission(o, unit)
        free = state.order is None and (state.running is None or not given or state.running.order != given.order)
        if state.hex and free and given and o.before.opened and o.led(unit):
            yield given


@breaks("BAR-9.3e", "BAR-9.3g", within=REVEAL)
def flies_unprepared(o: Occasion) -> Acts:
    """An aircraft that is not ready gets a mission."""
    for unit in o.grounded:
        given = _any_mission(o, unit)
        if given and not o.unit(unit).hex and 0 < o.unit(unit).air < READY:
            yield given


def _uncalled(rule: str, **changes: Any) -> None:
    def flies_uncalled(o: Occasion) -> Acts:
        """An aircraft gets a mission though no headquarters calls it: there is none any more, or it is suppressed."""
        given = o.given(*MISSIONS)
        if given is None:
            return
        staff = [each for each in o.on_board if o.printed(each).is_a("hq") and o.side(each) == o.side(given.unit)]
        after = o.before
        for each in staff:
            after = after.unit(each, **changes)
        yield Staged(after, (given,))

    breaks(rule, within=REVEAL, on=do.Order)(flies_uncalled)


_uncalled("BAR-9.8b", suppressed=True)
_uncalled("BAR-10.10c", out=True)
_uncalled("BAR-9.8a", hex="")


def _unseen(rule: str, orders: tuple[str, ...]) -> None:
    def flies_where_nobody_looks(o: Occasion) -> Acts:
        """Nobody on the ground sees the target hex."""
        given = o.given(*orders)
        if given is not None and o.printed(given.unit).flies:
            yield from (replace(given, hex=place) for place in o.places if blind(o, given.unit, place))

    breaks(rule, within=REVEAL, on=do.Order)(flies_where_nobody_looks)


_unseen("BAR-9.10c", ("air_strike",))
_unseen("BAR-9.8c", HEXED[1:])
_unseen("BAR-10.10d", HEXED)


def _beyond(rule: str, order: str) -> None:
    def flies_off_the_board(o: Occasion) -> Acts:
        """The target hex is no hex of the board."""
        given = o.given(order)
        if given is not None and o.printed(given.unit).flies:
            yield replace(given, hex="9999")

    breaks(rule, within=REVEAL, on=do.Order)(flies_off_the_board)


for _rule, _order in (
    *(("BAR-9.10b", "air_strike"), ("BAR-9.13b", "recon"), ("BAR-9.16b", "air_landing")),
    *(("BAR-9.17c", "air_patrol"), ("BAR-9.18b", "drop_supply")),
):
    _beyond(_rule, _order)


def _named(rule: str, order: str, *, enemy: bool) -> None:
    def names_the_wrong_aircraft(o: Occasion) -> Acts:
        """Who is to be intercepted is a friend, who is to be escorted an enemy or on the ground."""
        for unit in o.grounded:
            if not o.has(unit, order):
                continue
            others = (other for other in (*o.aircraft, *o.seen) if other != unit)
            for other in others:
                right = (o.side(other) != o.side(unit)) == enemy and o.printed(other).type == AIR
                if not right:
                    yield o.order(unit, order, target=other)

    breaks(rule, within=REVEAL)(names_the_wrong_aircraft)


_named("BAR-9.12b", "intercept", enemy=True)
_named("BAR-9.19b", "escort", enemy=False)


def _too_much(rule: str, order: str, field: str) -> None:
    def more_than_its_card_says(o: Occasion) -> Acts:
        """A radius, a duration or a cargo is beyond what the card prints."""
        given = o.given(order)
        if given is not None:
            yield replace(given, **{field: 99})
        for unit in o.grounded:
            place = next((o.unit(name).hex for name in o.seen if o.side(name) == o.side(unit)), "")
            if o.has(unit, order) and place:
                yield o.order(unit, order, hex=place, **{"number": 1, "rounds": 1, field: 99})

    breaks(rule, within=REVEAL)(more_than_its_card_says)


for _rule, _order, _field in (
    *(("BAR-9.13c", "recon", "number"), ("BAR-9.13e", "recon", "rounds"), ("BAR-9.17d", "air_patrol", "number")),
    *(("BAR-9.17f", "air_patrol", "rounds"), ("BAR-9.18d", "drop_supply", "number")),
):
    _too_much(_rule, _order, _field)


@breaks("BAR-9.17b", within=REVEAL)
def a_bomber_patrols(o: Occasion) -> Acts:
    """An aircraft that is no fighter is ordered to patrol."""
    for unit in o.grounded:
        place = next((o.unit(name).hex for name in o.seen if o.side(name) == o.side(unit)), "")
        if not o.printed(unit).is_a("fighter") and place and o.unit(unit).air == READY:
            yield o.order(unit, "air_patrol", hex=place, number=1, rounds=1)


@breaks("BAR-9.16d", within=REVEAL)
def too_many_land(o: Occasion) -> Acts:
    """Paratroops that do not fit into the aircraft are ordered to land with it."""
    for unit in o.grounded:
        if not o.has(unit, "air_landing"):
            continue
        own = [name for name, state in o.before.units.items() if o.side(name) == o.side(unit) and not state.out]
        for other in own:
            place = next((o.unit(name).hex for name in o.seen if o.side(name) == o.side(unit)), "")
            if not o.printed(other).flies and o.left(other) > o.left(unit):
                yield o.order(unit, "air_landing", hex=place, target=other)


@breaks("BAR-9.19g", within=REVEAL)
def escorts_too_long(o: Occasion) -> Acts:
    """An escort is ordered to fly longer than the aircraft that it escorts."""
    for unit in o.grounded:
        for other in o.aircraft:
            mission = o.unit(other).order
            friends = o.side(other) == o.side(unit) and other != unit
            if o.has(unit, "escort") and friends and mission and mission.rounds:
                order = o.order(unit, "escort", target=other, rounds=mission.rounds + 1)
                yield order, do.Advance(to="S1")
