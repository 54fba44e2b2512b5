"""Breaking the rules of the clock, the set-up and the end of the game."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from rules.barbarossa import actions as do
from rules.barbarossa.actions import Field
from rules.barbarossa.state.model import STEPS, Structure
from tests.rules.barbarossa.mutators.occasion import Acts, Occasion, Staged, breaks

SETUP = ("SETUP",)


# --------------------------------------------------------------------------------------------------------- the clock
def _quiet(o: Occasion) -> bool:
    return isinstance(o.action, do.Advance) and not any(due.must for due in o.before.due)


@breaks("BAR-4.4a", within=STEPS[:10], on=do.Advance)
def skips_a_step(o: Occasion) -> Acts:
    """The marker goes on by two steps."""
    if _quiet(o):
        yield do.Advance(to=STEPS[STEPS.index(o.before.state) + 2])


@breaks("BAR-4.4a", within=STEPS[2:], on=do.Advance)
def goes_back_a_step(o: Occasion) -> Acts:
    """The marker goes back to the step before."""
    if _quiet(o):
        yield do.Advance(to=STEPS[STEPS.index(o.before.state) - 1])


@breaks("BAR-4.1c", within=("S4", "S12", "PLANNING"), on=do.Advance)
def leaves_out_a_phase(o: Occasion) -> Acts:
    """The marker goes to the execution from planning, or plans anew in the middle of a round."""
    if _quiet(o):
        yield do.Advance(to={"PLANNING": "S1", "S4": "PLANNING", "S12": "REVEAL"}[o.before.state])


@breaks("BAR-4.1d", within=("PLANNING", "REVEAL"), on=(do.OrdersDone, do.Reveal))
def does_not_wait(o: Occasion) -> Acts:
    """The marker goes on though a side still plans, or has not opened its orders."""
    yield o.on


@breaks("BAR-4.1b", within=("S12", "OVER"), on=(do.Conclude, do.Advance))
def the_wrong_side_wins(o: Occasion) -> Acts:
    """The side is declared the winner that has lost."""
    if isinstance(o.action, do.Conclude) and o.before.round >= o.battle.rounds:
        yield from (do.Conclude(winner=side) for side in (*o.battle.sides, "") if side != o.action.winner)


@breaks("BAR-4.3b", within=("S3",), on=do.Advance)
def breaks_off_later(o: Occasion) -> Acts:
    """An order of several rounds is given up when orders are open."""
    for unit in o.seen:
        if o.unit(unit).running is not None:
            yield do.BreakOff(by=o.side(unit), unit=unit)


# --------------------------------------------------------------------------------------------------------- the set-up
def _placed(o: Occasion) -> Iterator[tuple[str, do.Place]]:
    """Units that the scenario places on the board, as it places them."""
    for unit, begin in o.battle.begins.items():
        if begin.hex and unit in o.battle.units and not begin.carrier and not o.printed(unit).flies:
            yield unit, do.Place(by=o.side(unit), unit=unit, hex=begin.hex, facing=begin.facing)


@breaks("BAR-2.1c", within=SETUP)
def sets_up_elsewhere(o: Occasion) -> Acts:
    """A unit is set up beside the hex of the scenario."""
    for _, place in _placed(o):
        yield from (replace(place, hex=near) for near in o.near(place.hex) if o.plain(near))


@breaks("BAR-2.1c", within=SETUP)
def sets_up_too_soon(o: Occasion) -> Acts:
    """A unit is set up that comes later."""
    for arrival in o.battle.arrivals:
        for unit in arrival.units:
            yield from (do.Place(by=o.side(unit), unit=unit, hex=place, facing="N") for place in arrival.hexes)


@breaks("BAR-2.1c", within=SETUP, on=do.Ready)
def leaves_a_unit_out(o: Occasion) -> Acts:
    """A side declares that it is ready though a unit is missing."""
    if isinstance(o.action, do.Ready):
        for unit, _ in _placed(o):
            if o.side(unit) == o.action.by and not o.printed(unit).is_a("hq"):
                yield Staged(o.before.unit(unit, hex=""), (o.action,))


@breaks("BAR-10.6d", within=SETUP, on=do.Ready)
def leaves_the_staff_out(o: Occasion) -> Acts:
    """A side declares that it is ready though its headquarters is missing."""
    if isinstance(o.action, do.Ready):
        for unit, _ in _placed(o):
            if o.side(unit) == o.action.by and o.printed(unit).is_a("hq"):
                yield Staged(o.before.unit(unit, hex=""), (o.action,))


@breaks("BAR-2.1c", within=SETUP)
def faces_otherwise(o: Occasion) -> Acts:
    """A unit faces another way than the scenario says."""
    for unit, place in _placed(o):
        if place.facing and o.printed(unit).can("field_of_fire"):
            yield from (replace(place, facing=way) for way in ("N", "S") if way != place.facing)


@breaks("BAR-5.3d", within=SETUP)
def faces_nowhere(o: Occasion) -> Acts:
    """A unit with a field of fire faces no side."""
    yield from (replace(place, facing="") for unit, place in _placed(o) if o.printed(unit).can("field_of_fire"))


@breaks("BAR-9.2a", within=SETUP)
def aircraft_begin_on_the_board(o: Occasion) -> Acts:
    """An aircraft begins on the board."""
    for unit in o.aircraft:
        yield do.Place(by=o.side(unit), unit=unit, hex=next(place for place in o.places if o.plain(place)))


NUMBERS: Mapping[str, tuple[Field, int]] = {
    "BAR-3.3b": ("losses", 1),
    "BAR-3.8a": ("ammo", 1),
    "BAR-9.2b": ("air", 2),
}
"""By rule: a number with which no unit begins."""


def _begun(rule: str, what: Field, value: int) -> None:
    def begins_otherwise(o: Occasion) -> Acts:
        """A unit begins with losses, with less ammunition, or unready."""
        who = o.aircraft if what == "air" else tuple(unit for unit, _ in _placed(o) if o.unit(unit).ammo > 1)
        yield from (do.Mark(unit=unit, what=what, value=value) for unit in who)

    breaks(rule, within=SETUP)(begins_otherwise)


for _rule, (_what, _value) in NUMBERS.items():
    _begun(_rule, _what, _value)


@breaks("BAR-2.1c", within=SETUP)
def builds_elsewhere(o: Occasion) -> Acts:
    """A structure of the scenario stands somewhere else."""
    for name, each in o.battle.structures.items():
        near = next((place for place in o.near(each.hex) if o.plain(place)), "")
        if near and not each.side and each.kind not in {"bridge", "destroyed-bridge"}:
            yield do.Build(by=each.owner, structure=name, hex=near, facing=each.facing)


@breaks("BAR-2.1c", within=SETUP)
def builds_what_there_is_not(o: Occasion) -> Acts:
    """A structure is built that the scenario does not have."""
    if not o.battle.points:
        here = next(place for place in o.places if o.plain(place))
        yield do.Build(by=o.battle.sides[0], structure="wire.9", hex=here, side=o.near(here)[0])


@breaks("BAR-3.9b", within=SETUP)
def builds_unpaid(o: Occasion) -> Acts:
    """A structure is built that has not been paid for."""
    here = next(place for place in o.places if o.plain(place))
    for side in o.battle.points:
        yield do.Build(by=side, structure="wire.9", hex=here, side=o.near(here)[0])


@breaks("BAR-3.9b", within=SETUP)
def chooses_more_than_it_can_pay(o: Occasion) -> Acts:
    """A side puts all units onto the board that it may choose from."""
    for side, points in o.battle.points.items():
        begins = [(name, each) for name, each in o.battle.begins.items() if each.choice and o.side(name) == side]
        costs = sum(o.printed(name).value("cost") for name, _ in begins)
        if begins and costs > points and not any(o.unit(name).hex for name, _ in begins):
            placed = [do.Place(by=side, unit=name, hex=each.hex, facing=each.facing) for name, each in begins]
            bought = (do.Buy(by=side, what=name) for name, _ in begins)
            yield tuple(action for pair in zip(bought, placed, strict=True) for action in pair)


@breaks("BAR-3.9b", within=SETUP)
def spends_too_much(o: Occasion) -> Acts:
    """A side pays more strength points than it has."""
    yield from (do.Buy(by=side, what="wire", count=9) for side in o.battle.points)


@breaks("BAR-3.9b", within=("S1",))
def buys_in_the_game(o: Occasion) -> Acts:
    """A side buys something after the set-up."""
    yield from (do.Buy(by=side, what="wire") for side in o.battle.points)


@breaks("BAR-14.1a", within=SETUP)
def buys_an_enemy(o: Occasion) -> Acts:
    """A side buys a unit of the other."""
    for side in o.battle.points:
        foes = (unit for unit in o.battle.units if o.side(unit) != side and 0 < o.printed(unit).value("cost") < 10)
        cheap = (unit for unit in o.battle.units if o.side(unit) != side)
        yield from (do.Buy(by=side, what=unit) for unit in (*foes, *cheap))


WORTH: Mapping[str, str] = {
    "BAR-11.3a": "wire",
    "BAR-11.4a": "teeth",
    "BAR-11.5a": "trench",
    "BAR-11.6a": "bunker",
}
"""By rule: the structure whose price it names."""


def _bought(rule: str, kind: str) -> None:
    def buys_too_much(o: Occasion) -> Acts:
        """A side buys one more than its points are good for."""
        price = o.battle.charts["structures"].get(kind, "price")
        for side, points in o.battle.points.items():
            if isinstance(price, int) and o.before.paid.get(side, 0) == 0:
                yield do.Buy(by=side, what=kind, count=points // price + 1)

    breaks(rule, within=SETUP)(buys_too_much)


for _rule, _kind in WORTH.items():
    _bought(_rule, _kind)

SIDES: Mapping[str, str] = {"BAR-11.3b": "wire", "BAR-11.4b": "teeth", "BAR-11.5b": "trench"}


def _beside(rule: str, kind: str) -> None:
    def builds_in_the_middle(o: Occasion) -> Acts:
        """What stands along a side is put into the middle of a hex."""
        here = next(place for place in o.places if o.plain(place))
        after = o.before.but(paid=dict.fromkeys(o.battle.points, 10))
        yield from (Staged(after, (do.Build(by=side, structure=f"{kind}.9", hex=here),)) for side in o.battle.points)

    breaks(rule, within=SETUP)(builds_in_the_middle)


for _rule, _kind in SIDES.items():
    _beside(_rule, _kind)


@breaks("BAR-11.6c", within=SETUP)
def builds_a_bunker_in_a_river(o: Occasion) -> Acts:
    """A bunker stands in a river."""
    rivers = (place for place in o.places if o.terrain(place) == "river")
    yield from (do.Build(by=o.battle.sides[0], structure="bunker.9", hex=place) for place in rivers)


@breaks("BAR-11.6o", within=SETUP)
def builds_a_second_bunker(o: Occasion) -> Acts:
    """A second bunker stands in a hex."""
    for each in o.structures:
        if each.kind == "bunker":
            yield do.Build(by=each.owner, structure="bunker.9", hex=each.hex)


@breaks("BAR-11.6b", within=SETUP)
def builds_a_bunker(o: Occasion) -> Acts:
    """A bunker stands where the scenario has none."""
    if not o.battle.points and not any(isinstance(each, Structure) and each.kind == "bunker" for each in o.structures):
        here = next(place for place in o.places if o.plain(place))
        yield do.Build(by=o.battle.sides[0], structure="bunker.9", hex=here)
