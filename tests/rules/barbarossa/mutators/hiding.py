"""Breaking the rules of ambush and discovery, of trenches and bunkers."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from rules.barbarossa import actions as do
from rules.barbarossa.state.battle import ARMOUR
from rules.barbarossa.state.model import Position
from tests.rules.barbarossa.mutators.occasion import Acts, Occasion, Staged, breaks
from tests.rules.barbarossa.mutators.works import able


# ------------------------------------------------------------------------------------------------------------ ambush
def _lurkers(o: Occasion, *, armour: bool = False) -> Iterator[str]:
    """Units that could have been ordered to lie in ambush."""
    for unit in able(o, "ambush"):
        if (o.printed(unit).type in ARMOUR) == armour and not o.printed(unit).is_a("hq"):
            yield unit


def _ambush(o: Occasion, unit: str) -> dict[str, Any]:
    return {"facing": "N", "number": 1, "hex": o.unit(unit).hex}


@breaks("BAR-6.6h", within=("S8",))
def hides_without_an_order(o: Occasion) -> Acts:
    """A unit disappears that was ordered to defend."""
    for unit in _lurkers(o):
        yield o.instead(unit, "defend", do.Hide(unit=unit), facing="N", number=1)


@breaks("BAR-4.4i", within=("S9", "S10"))
def hides_too_late(o: Occasion) -> Acts:
    """A unit disappears after step 8."""
    for unit in _lurkers(o):
        yield o.instead(unit, "ambush", do.Hide(unit=unit), **_ambush(o, unit))


@breaks("BAR-6.6j", within=("S9",))
def armour_hides_too_soon(o: Occasion) -> Acts:
    """A tank disappears in the first round of its order."""
    for unit in _lurkers(o, armour=True):
        yield o.instead(unit, "ambush", do.Hide(unit=unit), **_ambush(o, unit))


def _hidden(o: Occasion) -> Iterator[str]:
    """Units that lie in ambush by their order, with no enemy beside them."""
    for unit in o.on_board:
        state = o.unit(unit)
        near = any(o.at(place, o.battle.enemy(o.side(unit))) for place in o.near(state.hex))
        if state.hidden and state.off_board and o.ordered(unit) == "ambush" and not near:
            yield unit


@breaks("BAR-6.6h", within=("S3", "S4", "S9"))
def comes_out_of_hiding(o: Occasion) -> Acts:
    """A unit in ambush is put on the board though nobody has found it."""
    for unit in _hidden(o):
        if not any(due.met_by(do.Show(unit=unit)) for due in o.before.due):
            yield do.Show(unit=unit)


@breaks("BAR-5.12d", within=("S10",))
def is_found_by_nobody(o: Occasion) -> Acts:
    """A hidden unit is found by an enemy far away."""
    for unit in _hidden(o):
        far = (
            foe for foe in o.foes(unit) if o.away(o.unit(unit).hex, o.unit(foe).hex) > 2 and o.ordered(foe) == "wait"
        )
        yield from (do.Found(unit=unit, finder=foe) for foe in far)


@breaks("BAR-5.12g", on=do.Show)
def stands_elsewhere(o: Occasion) -> Acts:
    """A unit that was found is put on the board in another hex."""
    if isinstance(o.action, do.Show) and o.unit(o.action.unit).hex in o.places:
        near = (place for place in o.near(o.unit(o.action.unit).hex) if o.plain(place))
        yield from (replace(o.action, hex=place) for place in near)


@breaks("BAR-10.6e", within=("S4", "S9", "S11"))
def the_staff_hides_again(o: Occasion) -> Acts:
    """A headquarters hides again without having moved."""
    for unit in o.seen:
        if o.printed(unit).is_a("hq") and o.ordered(unit) != "ambush":
            yield do.Hide(unit=unit)


@breaks("BAR-6.6g", on=do.Opened)
def lies_in_another_hex(o: Occasion) -> Acts:
    """What was sealed with an ambush names another hex."""
    if isinstance(o.action, do.Opened) and o.unit(o.action.unit).hex:
        yield replace(o.action, hex=o.near(o.unit(o.action.unit).hex)[0])


# ------------------------------------------------------------------------------------------------ trenches and bunkers
def _sheltered(o: Occasion, *kinds: str) -> Iterator[tuple[str, str]]:
    """Infantry that could have been ordered to defend works, and the works."""
    for unit in able(o, "defend"):
        if o.printed(unit).type == "infantry" and not o.has(unit, "set_up"):
            yield from ((unit, name) for name, each in o.before.structures.items() if each.kind in kinds)


def _into(o: Occasion, unit: str, name: str, order: str = "defend", place: str = "") -> Staged[Position]:
    """A unit goes into works in whose hex it is."""
    works = o.before.structures[name]
    extra = {"facing": works.facing or "N", "number": 1} if order == "defend" else {}
    after = o.would(unit, order, **extra).unit(unit, hex=place or works.hex)
    return Staged(after, (do.Occupy(unit=unit, structure=name),))


@breaks("BAR-4.4b", within=("S3", "S8", "S10"))
def goes_in_later(o: Occasion) -> Acts:
    """A unit goes into a trench or a bunker after step 1."""
    yield from (_into(o, unit, name) for unit, name in _sheltered(o, "trench", "bunker"))


def _sheltering(rule: str, kind: str) -> None:
    def goes_in_without_defending(o: Occasion) -> Acts:
        """A unit goes into works that was ordered to wait."""
        yield from (_into(o, unit, name, "wait") for unit, name in _sheltered(o, kind))

    def goes_in_from_afar(o: Occasion) -> Acts:
        """A unit goes into works in another hex."""
        for unit, name in _sheltered(o, kind):
            works, here = o.before.structures[name], o.unit(unit).hex
            if here not in {works.hex, works.side}:
                yield _into(o, unit, name, place=here)

    breaks(rule, within=("S1",))(goes_in_without_defending)
    breaks(rule, within=("S1",))(goes_in_from_afar)


_sheltering("BAR-11.5d", "trench")
_sheltering("BAR-11.6i", "bunker")


@breaks("BAR-11.6h", within=("S1",))
def crowds_into_a_bunker(o: Occasion) -> Acts:
    """A third unit goes into a bunker, or one that is no infantry."""
    for unit, name in _sheltered(o, "bunker"):
        mates = [other for other, _ in _sheltered(o, "bunker") if other != unit and o.side(other) == o.side(unit)]
        crowd = list(dict.fromkeys(mates))[:2]
        staged = _into(o, unit, name)
        after = staged.before
        for mate in crowd:
            after = after.unit(mate, hex=o.before.structures[name].hex, shelter=name, off_board=True)
        if len(crowd) == 2:
            yield Staged(after, staged.actions)


@breaks("BAR-11.6l", within=("S1",))
def mortars_in_a_bunker(o: Occasion) -> Acts:
    """Infantry that sets up and is no machine gun goes into a bunker."""
    for unit in able(o, "defend"):
        crew = o.printed(unit).type == "infantry" and o.has(unit, "set_up")
        if crew and not o.printed(unit).is_a("machine_gun"):
            yield from (_into(o, unit, name) for name, each in o.before.structures.items() if each.kind == "bunker")


@breaks("BAR-11.5f", within=("S1",))
def packed_guns_go_into_a_trench(o: Occasion) -> Acts:
    """A gun that is packed up goes into a trench."""
    for unit in able(o, "defend"):
        if o.printed(unit).type == "artillery" and o.has(unit, "set_up"):
            for name, each in o.before.structures.items():
                if each.kind == "trench":
                    staged = _into(o, unit, name)
                    packed = staged.before.unit(unit, set_up=False, packed=True)
                    yield Staged(packed, staged.actions)


@breaks("BAR-11.5h", within=("S10",), on=do.Advance)
def guns_leave_a_trench_at_once(o: Occasion) -> Acts:
    """A gun that is set up has left the hex of its trench."""
    trenches = {each.hex for each in o.structures if each.kind == "trench"}
    for unit in o.still:
        if o.printed(unit).type == "artillery" and o.has(unit, "pack_up"):
            for place in trenches:
                for near in (other for other in o.near(place) if o.plain(other)):
                    after = o.before.unit(unit, hex=near, set_up=True, packed=False, order=None)
                    yield Staged(after.but(stepped={**after.stepped, unit: (place, near)}), (o.on,))
