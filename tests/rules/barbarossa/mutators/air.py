"""Breaking the rules of flights, air combat, strikes, flak, and what aircraft bring."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from msgspec.structs import replace

from rules.barbarossa import actions as do
from rules.barbarossa.state.model import READY
from rules.engine.dice import Roll
from tests.rules.barbarossa.mutators.fire import in_vain
from tests.rules.barbarossa.mutators.occasion import Acts, Occasion, Staged, breaks

FLIES = ("S5",)


def _takes_off(o: Occasion) -> Iterator[do.TakeOff]:
    """A take-off that is made now."""
    if isinstance(o.action, do.TakeOff):
        yield o.action


def _flies(o: Occasion) -> Iterator[do.Fly]:
    """A step of a flight that is made now, by who finds its own way."""
    if isinstance(o.action, do.Fly) and o.ordered(o.action.unit) not in {"escort", "intercept", ""}:
        yield o.action


def _parked(o: Occasion) -> Iterator[str]:
    """Aircraft on their airfields that are ready and could be called."""
    return (unit for unit in o.aircraft if o.unit(unit).air == READY and not o.unit(unit).hex and o.led(unit))


def _over(o: Occasion) -> Iterator[str]:
    """Aircraft over the board."""
    return (unit for unit in o.aircraft if o.unit(unit).hex)


def _half(o: Occasion) -> str:
    return min(o.battle.ground.halves)


# --------------------------------------------------------------------------------------------------------- take-off
@breaks("BAR-9.4a", within=FLIES)
def takes_off_without_an_order(o: Occasion) -> Acts:
    """An aircraft takes off that has no order."""
    for unit in _parked(o):
        yield Staged(o.before.unit(unit, order=None), (do.TakeOff(unit=unit, hex=_half(o)),))


@breaks("BAR-4.4f", within=("S3", "S6", "S9"))
def takes_off_in_another_step(o: Occasion) -> Acts:
    """An aircraft takes off in another step than the fifth."""
    for unit in _parked(o):
        if o.has(unit, "air_strike"):
            foe = next((name for name in o.foes(unit)), "")
            start = do.TakeOff(unit=unit, hex=_half(o))
            yield from (o.instead(unit, "air_strike", start, hex=o.unit(name).hex) for name in (foe,) if name)


@breaks("BAR-9.4b", within=FLIES, on=do.TakeOff)
def takes_off_unready(o: Occasion) -> Acts:
    """An aircraft takes off that is not ready."""
    yield from (Staged(o.before.unit(start.unit, air=READY - 1), (start,)) for start in _takes_off(o))


@breaks("BAR-9.4c", within=FLIES, on=do.TakeOff)
def comes_in_over_the_middle(o: Occasion) -> Acts:
    """An aircraft comes onto the board in a whole hex."""
    for start in _takes_off(o):
        order = o.unit(start.unit).order
        whole = (place for place in o.places if place not in o.battle.ground.edge)
        if order is not None and not order.entry:
            yield from (replace(start, hex=place) for place in whole)


def _called(rule: str, *, lost: bool) -> None:
    def takes_off_uncalled(o: Occasion) -> Acts:
        """An aircraft takes off though its headquarters is gone, or suppressed."""
        for start in _takes_off(o):
            after = o.before
            for name in o.before.units:
                if o.side(name) == o.side(start.unit) and o.printed(name).is_a("hq"):
                    after = after.unit(name, **({"out": True} if lost else {"suppressed": True}))
            yield Staged(after, (start,))

    breaks(rule, within=FLIES, on=do.TakeOff)(takes_off_uncalled)


_called("BAR-10.10a", lost=True)
_called("BAR-10.10b", lost=False)


# --------------------------------------------------------------------------------------------------------- the path
@breaks("BAR-9.5b", within=FLIES, on=do.Fly)
def leaves_its_line(o: Occasion) -> Acts:
    """An aircraft leaves the straight line to its target hex."""
    for flight in _flies(o):
        order, sky = o.unit(flight.unit).order, o.battle.ground.sky
        begun, goal = o.before.stepped.get(flight.unit, ("",))[0], order.hex if order else ""
        if begun in sky and goal in sky:
            whole = sky.distance(begun, goal)
            aside = (place for place in o.places if sky.distance(begun, place) + sky.distance(place, goal) > whole + 2)
            yield from (replace(flight, hex=place) for place in aside)


@breaks("BAR-9.6a", within=FLIES)
def flies_back(o: Occasion) -> Acts:
    """An aircraft flies back along its path."""
    for unit in _over(o):
        trail = o.before.stepped.get(unit, ())
        for one, other in pairwise(trail[1:]):
            if one != other and o.unit(unit).hex == other and _own_way(o, unit):
                yield do.Fly(unit=unit, hex=one)


def _own_way(o: Occasion, unit: str) -> bool:
    return o.ordered(unit) not in {"escort", "intercept", ""}


@breaks("BAR-4.4f", within=("S6", "S9"))
def flies_in_another_step(o: Occasion) -> Acts:
    """An aircraft flies on after step 5."""
    for unit in _over(o):
        near = (place for place in o.battle.ground.sky.neighbours(o.unit(unit).hex) if place in o.places)
        yield from (do.Fly(unit=unit, hex=place) for place in near if o.ordered(unit))


@breaks("BAR-9.19c", within=FLIES, on=do.Fly)
def an_escort_goes_its_own_way(o: Occasion) -> Acts:
    """An escort flies through other hexes than the unit it escorts."""
    action = o.action
    if isinstance(action, do.Fly) and o.ordered(action.unit) == "escort":
        order = o.unit(action.unit).order
        led = o.before.stepped.get(order.target, ()) if order else ()
        aside = (place for place in o.battle.ground.sky.neighbours(o.unit(action.unit).hex) if place not in led)
        yield from (replace(action, hex=place) for place in aside if led)


@breaks("BAR-9.7b", within=("S6", "S9", "S11"))
def goes_home_too_soon(o: Occasion) -> Acts:
    """An aircraft goes home in the round of its mission."""
    for unit in _over(o):
        order = o.unit(unit).order
        free = order is not None and order.order in {"air_strike", "drop_supply", "air_landing"}
        if free and not any(due.met_by(do.Return(unit=unit)) for due in o.before.due):
            yield do.Return(unit=unit)


# -------------------------------------------------------------------------------------------------------- air combat
def _duel(o: Occasion) -> Iterator[do.Duel]:
    """A pair that is made now."""
    if isinstance(o.action, do.Duel):
        yield o.action


@breaks("BAR-9.9c", within=FLIES)
def fights_without_a_cause(o: Occasion) -> Acts:
    """Aircraft fight of which none intercepts or watches."""
    busy = {"intercept", "air_patrol", "escort"}
    over = [unit for unit in _over(o) if o.ordered(unit) and o.ordered(unit) not in busy]
    watched = any(o.ordered(unit) in busy for unit in _over(o))
    for unit in over if not watched else ():
        yield from (do.Duel(unit=unit, target=foe) for foe in over if o.side(foe) != o.side(unit))


@breaks("BAR-9.9c", within=FLIES, on=do.Duel)
def fights_who_is_not_there(o: Occasion) -> Acts:
    """An aircraft fights one that is on its airfield."""
    for duel in _duel(o):
        parked = (name for name in o.aircraft if not o.unit(name).hex and o.side(name) == o.side(duel.target))
        yield from (replace(duel, target=name) for name in parked)


@breaks("BAR-9.9c", within=FLIES, on=do.Duel)
def fights_a_friend_in_the_air(o: Occasion) -> Acts:
    """An aircraft fights one of its own side."""
    for duel in _duel(o):
        friends = (name for name in _over(o) if o.side(name) == o.side(duel.unit) and name != duel.unit)
        yield from (replace(duel, target=name) for name in friends)


@breaks("BAR-4.4f", within=("S6", "S8"))
def fights_in_the_air_in_another_step(o: Occasion) -> Acts:
    """An air combat begins after step 5."""
    for unit in _over(o):
        foes = (foe for foe in _over(o) if o.side(foe) != o.side(unit))
        yield from (do.Duel(unit=unit, target=foe) for foe in foes)


@breaks("BAR-9.9k", within=FLIES)
def fights_two(o: Occasion) -> Acts:
    """An aircraft that fights one enemy is paired with another."""
    for unit, target in o.before.duels:
        paired = {foe for pair in o.before.duels if unit in pair for foe in pair}
        others = (foe for foe in _over(o) if o.side(foe) == o.side(target) and foe not in paired)
        yield from (do.Duel(unit=unit, target=foe) for foe in others)


@breaks("BAR-9.9p", "BAR-9.9s", within=FLIES, on=do.Duel)
def fights_without_fuel(o: Occasion) -> Acts:
    """An aircraft fights whose time boxes are all marked."""
    for duel in _duel(o):
        order = o.unit(duel.unit).order or o.unit(duel.unit).running
        boxes = o.printed(duel.unit).printed(order.order, "boxes") if order else None
        if boxes is not None:
            yield Staged(o.before.unit(duel.unit, flown=boxes), (duel,))


@breaks("BAR-9.9l", within=FLIES)
def strikes_who_is_not_paired(o: Occasion) -> Acts:
    """An aircraft attacks one that it is not paired with."""
    for unit in _over(o):
        foes = (foe for foe in _over(o) if o.side(foe) != o.side(unit))
        pairs = {frozenset(pair) for pair in o.before.duels}
        unpaired = (foe for foe in foes if frozenset({unit, foe}) not in pairs)
        armed = o.unit(unit).ammo and "aircraft" in o.printed(unit).card.targets
        yield from (do.Strike(unit=unit, target=foe) for foe in unpaired if armed)


@breaks("BAR-9.9b", "BAR-9.9q", "BAR-9.9t", within=FLIES, on=do.Advance)
def breaks_off_an_air_combat(o: Occasion) -> Acts:
    """Step 5 is over though both sides could fight another round."""
    place = next(place for place in o.places if o.plain(place))
    for unit in o.aircraft:
        for foe in o.aircraft if o.has(unit, "intercept") and o.unit(unit).ammo else ():
            if o.side(foe) != o.side(unit):
                after = o.before.unit(foe, hex=place, air=0, flown=0, order=None, running=None)
                sent = o.order(unit, "intercept", target=foe)
                after = after.unit(unit, hex=place, air=0, flown=1, order=sent, running=None)
                yield Staged(after.but(fought=((unit, foe),)), (o.on,))


@breaks("BAR-9.9j", within=FLIES, on=do.Duel)
def spares_the_fighters(o: Occasion) -> Acts:
    """A bomber is attacked while an enemy fighter over the hex is not engaged."""
    for duel in _duel(o):
        there = o.unit(duel.target).hex
        slow = (
            name for name in _over(o) if o.side(name) == o.side(duel.target) and not o.printed(name).is_a("fighter")
        )
        if o.printed(duel.target).is_a("fighter"):
            yield from (replace(duel, target=name) for name in slow if o.unit(name).hex == there)


BOXED: Mapping[str, tuple[str, ...]] = {
    "BAR-9.9f": ("intercept", "air_patrol", "escort"),
    "BAR-9.12c": ("intercept",),
    "BAR-9.13f": ("recon",),
    "BAR-9.17g": ("air_patrol",),
    "BAR-9.19f": ("escort",),
}
"""By rule: missions of which time boxes are marked."""


def _boxed(rule: str, orders: tuple[str, ...]) -> None:
    def marks_too_many_boxes(o: Occasion) -> Acts:
        """Three time boxes of a mission are marked at once."""
        for unit in _over(o):
            if o.ordered(unit) in orders:
                yield do.Mark(unit=unit, what="boxes", value=o.unit(unit).flown + 3)

    breaks(rule, within=("S12",))(marks_too_many_boxes)


for _rule, _orders in BOXED.items():
    _boxed(_rule, _orders)


def _stays(rule: str, order: str) -> None:
    def stays_too_long(o: Occasion) -> Acts:
        """An aircraft whose time is over stays over the board."""
        place = next(place for place in o.places if o.plain(place))
        for unit in (name for name in o.aircraft if o.has(name, order)):
            over = o.order(unit, order, hex=place, target=unit, number=1, rounds=1)
            begun = o.before.unit(unit, hex=place, air=0, flown=1, order=over, running=over)
            yield Staged(begun.but(stack=("S4",), due=(), owed=()), (do.Advance(to="S5"), do.Advance(to="S6")))

    breaks(rule, within=("S5",))(stays_too_long)


_stays("BAR-9.13f", "recon")
_stays("BAR-9.17h", "air_patrol")
_stays("BAR-9.19h", "escort")


@breaks("BAR-9.9o", within=FLIES, on=Roll)
def is_cheered_up_by_its_staff(o: Occasion) -> Acts:
    """An aircraft goes on whose test has failed by less than a headquarters gives."""
    if isinstance(o.action, Roll) and o.action.purpose == "TEST" and o.printed(o.action.who).flies:
        dice = next(((6, left) for left in range(1, 7) if 6 + left == o.printed(o.action.who).value("bravery") + 1), ())
        if dice:
            yield replace(o.action, dice=dice), o.on


@breaks("BAR-9.6j", within=FLIES, on=do.Return)
def is_fired_at_on_its_way_home(o: Occasion) -> Acts:
    """Flak fires at an aircraft that has gone home."""
    if isinstance(o.action, do.Return):
        for unit in o.still:
            if o.printed(unit).is_a("flak") and o.side(unit) != o.side(o.action.unit):
                staged = o.instead(unit, "defend", facing="N", number=3)
                yield Staged(staged.before, (o.action, do.Fire(unit=unit, target=o.action.unit, kind="flak")))


# -------------------------------------------------------------------------------------------- flak and air strikes
def _shot(o: Occasion, *kinds: str) -> Iterator[do.Fire]:
    """A shot of one of these kinds that is made now."""
    if isinstance(o.action, do.Fire) and o.action.kind in kinds:
        yield o.action


@breaks("BAR-9.6b", within=FLIES, on=do.Fire)
def fires_at_a_flight_without_flak(o: Occasion) -> Acts:
    """A unit that is no flak fires at an aircraft on its way."""
    for shot in _shot(o, "flak"):
        others = (name for name in o.still if o.side(name) == o.side(shot.unit) and not o.printed(name).is_a("flak"))
        for name in others:
            if o.has(name, "defend"):
                fire = replace(shot, unit=name, dice=None, accuracy=None)
                yield o.instead(name, "defend", fire, facing="N", number=9)


@breaks("BAR-9.6b", within=FLIES, on=do.Fire)
def flak_fires_without_defending(o: Occasion) -> Acts:
    """Flak fires that was not ordered to defend."""
    for shot in _shot(o, "flak"):
        yield Staged(o.before.unit(shot.unit, order=o.order(shot.unit, "wait")), (shot,))


@breaks("BAR-9.6c", within=FLIES, on=do.Fire)
def flak_fires_again(o: Occasion) -> Acts:
    """Flak fires twice at an aircraft that passes."""
    for shot in _shot(o, "flak"):
        order = o.unit(shot.target).order
        if order is not None and order.hex != o.unit(shot.unit).hex:
            yield *in_vain(o, shot), replace(shot, dice=None, accuracy=None)


@breaks("BAR-9.6d", within=FLIES, on=do.Fire)
def flak_fires_three_times(o: Occasion) -> Acts:
    """Flak fires a third time at an aircraft that attacks its hex."""
    for shot in _shot(o, "flak"):
        order = o.unit(shot.target).order
        if order is not None and order.hex == o.unit(shot.unit).hex:
            again = replace(shot, dice=None, accuracy=None)
            yield *in_vain(o, shot), *in_vain(o, again), again


@breaks("BAR-9.10d", within=("S6",), on=do.Fire)
def strikes_again(o: Occasion) -> Acts:
    """An aircraft strikes a unit twice."""
    yield from ((*in_vain(o, shot), replace(shot, dice=None, accuracy=None)) for shot in _shot(o, "strike"))


@breaks("BAR-9.10d", within=("S6",), on=do.Fire)
def strikes_elsewhere(o: Occasion) -> Acts:
    """An aircraft strikes a unit in another hex than its target hex."""
    for shot in _shot(o, "strike"):
        there = o.unit(shot.unit).hex
        far = (foe for foe in o.foes(shot.unit) if o.unit(foe).hex != there and not o.melee(foe))
        listed = (foe for foe in far if o.printed(foe).type in o.printed(shot.unit).card.targets)
        yield from (replace(shot, target=foe, dice=None, accuracy=None) for foe in listed)


def _stricken(o: Occasion) -> Iterator[tuple[str, str]]:
    """Units that an aircraft strikes, and the aircraft."""
    for unit in _over(o):
        if o.ordered(unit) == "air_strike":
            yield from ((foe, unit) for foe in o.foes(unit) if o.unit(foe).hex == o.unit(unit).hex)


@breaks("BAR-9.11b", within=("S6",))
def shoots_back_without_defending(o: Occasion) -> Acts:
    """A unit that was not ordered to defend shoots back at an aircraft."""
    for foe, unit in _stricken(o):
        if "aircraft" in o.printed(foe).card.targets and o.unit(foe).ammo and foe in o.still:
            yield o.instead(foe, "wait", do.Fire(unit=foe, target=unit, kind="react"))


@breaks("BAR-9.11a", within=("S6",))
def shoots_at_who_does_not_strike(o: Occasion) -> Acts:
    """A unit shoots at an aircraft that does not strike it."""
    for unit in _over(o):
        for foe in o.still if o.ordered(unit) else ():
            armed = "aircraft" in o.printed(foe).card.targets and o.unit(foe).ammo and o.has(foe, "defend")
            if armed and o.side(foe) != o.side(unit) and o.unit(foe).hex != o.unit(unit).hex:
                fire = do.Fire(unit=foe, target=unit, kind="react")
                yield o.instead(foe, "defend", fire, facing="N", number=1)


# --------------------------------------------------------------------------------------------------- what they bring
def _drops(rule: str, order: str) -> None:
    def drops_elsewhere(o: Occasion) -> Acts:
        """What an aircraft brings comes down beside its target hex."""
        if isinstance(o.action, do.Drop) and o.ordered(o.action.unit) == order:
            near = o.battle.ground.grid.neighbours(o.action.hex)
            yield from (replace(o.action, hex=place) for place in near if o.plain(place))

    def drops_in_another_step(o: Occasion) -> Acts:
        """What an aircraft brings comes down in another step."""
        for unit in _over(o):
            given = o.unit(unit).order
            if given is not None and given.order == order and given.hex == o.unit(unit).hex:
                yield do.Drop(unit=unit, hex=given.hex)

    late = ("S8", "S9") if order == "air_landing" else ("S6", "S8")
    breaks(rule, within=("S6", "S9"), on=do.Drop)(drops_elsewhere)
    breaks(rule, within=late)(drops_in_another_step)


_drops("BAR-9.16f", "air_landing")
_drops("BAR-9.18f", "drop_supply")


@breaks("BAR-9.13b", within=("S5",), on=Roll)
def searches_elsewhere(o: Occasion) -> Acts:
    """A search is made over another hex than the centre of the area."""
    if isinstance(o.action, Roll) and o.action.purpose == "SEARCH" and o.printed(o.action.who).flies:
        here = o.unit(o.action.who).hex
        near = next(place for place in o.battle.ground.sky.neighbours(here))
        yield Staged(o.before.unit(o.action.who, hex=near), (o.action,))


@breaks("BAR-9.13b", within=("S5",))
def searches_without_an_order(o: Occasion) -> Acts:
    """A search is made by who has another mission."""
    for unit in _over(o):
        if o.ordered(unit) in {"air_strike", "air_patrol"}:
            yield Roll(purpose="SEARCH", who=unit, dice=(1,))
