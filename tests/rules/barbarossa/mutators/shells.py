"""Breaking the rules of bombardment and of smoke."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.barbarossa import actions as do
from tests.rules.barbarossa.mutators.fire import in_vain
from tests.rules.barbarossa.mutators.occasion import Acts, Occasion, Staged, breaks


# ------------------------------------------------------------------------------------------------------ bombardment
@breaks("BAR-10.4b", within=("S3",), on=do.Fire)
def bombards_twice(o: Occasion) -> Acts:
    """A bombardment strikes the same unit twice."""
    if isinstance(o.action, do.Fire) and o.action.kind == "bombard":
        yield *in_vain(o, o.action), replace(o.action, dice=None, accuracy=None)


@breaks("BAR-10.4c", within=("S3",), on=do.Fire)
def bombards_elsewhere(o: Occasion) -> Acts:
    """A bombardment strikes a unit outside of its area."""
    if isinstance(o.action, do.Fire) and o.action.kind == "bombard":
        order = o.unit(o.action.unit).order
        for foe in o.foes(o.action.unit) if order and order.hex else ():
            if order and o.away(order.hex, o.unit(foe).hex) > 1:
                yield replace(o.action, target=foe, dice=None, accuracy=None)


@breaks("BAR-10.4a", within=("S3",), on=do.Fire)
def bombards_another_hex(o: Occasion) -> Acts:
    """A bombardment falls on another hex than the one of the order."""
    if isinstance(o.action, do.Fire) and o.action.kind == "bombard":
        order = o.unit(o.action.unit).order
        near = o.near(order.hex) if order and order.hex else ()
        yield from (replace(o.action, hex=place, target="") for place in near)


# ----------------------------------------------------------------------------------------------------------- smoke
@breaks("BAR-6.4a", within=("S8", "S9"))
def smokes_late(o: Occasion) -> Acts:
    """Smoke is fired in another step than the third."""
    for unit in o.still:
        if o.has(unit, "smoke") and o.unit(unit).stores.get("smoke"):
            here = o.unit(unit).hex
            for place in o.near(here):
                also = next(near for near in o.near(place) if near != here)
                yield o.instead(unit, "smoke", do.Smoke(unit=unit, hex=place, also=also), hex=place)


def _smokes(o: Occasion) -> Iterator[do.Smoke]:
    if isinstance(o.action, do.Smoke):
        yield o.action


@breaks("BAR-4.3b", within=("S3",), on=do.Smoke)
def smokes_another_hex(o: Occasion) -> Acts:
    """Smoke is fired at another hex than the one of the order."""
    for smoke in _smokes(o):
        for place in (place for place in o.near(smoke.hex) if place != smoke.also):
            beyond = (other for other in o.near(place) if o.away(smoke.hex, other) == 2)
            yield from (replace(smoke, hex=place, also=other) for other in beyond)


@breaks("BAR-4.3c", within=("S3",))
def smokes_without_order(o: Occasion) -> Acts:
    """Smoke is fired without the order."""
    for unit in o.still:
        if o.has(unit, "smoke") and o.unit(unit).stores.get("smoke") and o.ordered(unit) == "defend":
            here = o.unit(unit).hex
            for place in o.near(here):
                yield do.Smoke(unit=unit, hex=place, also=next(near for near in o.near(place) if near != here))


@breaks("BAR-6.4f", within=("S3",), on=do.Smoke)
def smokes_two_hexes_apart(o: Occasion) -> Acts:
    """The second marker lies two hexes away from the first."""
    for smoke in _smokes(o):
        far = (place for place in o.places if o.away(smoke.hex, place) == 2)
        yield from (replace(smoke, also=place) for place in far)


@breaks("BAR-6.4b", within=("S3",), on=do.Smoke)
def smokes_without_shells(o: Occasion) -> Acts:
    """Smoke is fired by a unit that has no shells."""
    for smoke in _smokes(o):
        yield Staged(o.before.unit(smoke.unit, stores={**o.unit(smoke.unit).stores, "smoke": 0}), (smoke,))


@breaks("BAR-5.11d", within=("S3",), on=do.Smoke)
def smokes_suppressed(o: Occasion) -> Acts:
    """Smoke is fired by a suppressed unit."""
    for smoke in _smokes(o):
        yield Staged(o.before.unit(smoke.unit, suppressed=True, fallen=True), (smoke,))
