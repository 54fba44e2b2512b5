"""Examples of movement, mines, transport and supply that lead through several chapters (7, 8, 11, 12)."""

from __future__ import annotations

import pytest

from rules.barbarossa import actions as do
from rules.engine.dice import Roll
from tests.rules.barbarossa.field import Field
from tests.rules.shared.played import Played


def walk(made: Field, *legs: tuple[str, str], before: tuple[object, ...] = ()) -> Played:
    """The units go one step after the other in step 10."""
    return made.play(made.at("S10"), *before, *(do.Step(unit=unit, hex=place) for unit, place in legs))


def broken(played: Played) -> set[str]:
    """The rules that are broken for certain."""
    return {rule for ruling in played.rulings if ruling.verdict == "illegal" for rule in ruling.rules}


# ------------------------------------------------------------------------------------------------------- movement
def test_tracks_that_cross_at_different_times_are_no_encounter():
    """BAR-IN-14, BAR-8.1b, BAR-8.0d"""
    made = Field().unit("G1", "infantry", "0505").unit("S1", "infantry", "0203")
    made.order("G1", "cautious_move", route=("0504", "0503", "0502"))
    made.order("S1", "cautious_move", route=("0303", "0403", "0503"))
    legs = [("G1", "0504"), ("S1", "0303"), ("G1", "0503"), ("S1", "0403"), ("G1", "0502"), ("S1", "0503")]

    assert walk(made, *legs).legal


def test_a_march_into_a_hidden_unit_ends_before_it():
    """BAR-IN-16, BAR-5.12f, BAR-8.5e"""
    road = ("0105", "0205", "0305", "0405", "0505")
    made = Field().ground(road=road).ground("0405", terrain="light_woods").unit("G1", "truck", "0105")
    made.unit("S1", "infantry", "0405", hidden=True, off_board=True)
    made.order("G1", "march", route=road[1:]).order("S1", "ambush", facing="N", number=0, hex="0405")
    stops = walk(made, ("G1", "0205"), ("G1", "0305"))

    assert stops.legal
    assert "BAR-5.12f" in broken(walk(made, ("G1", "0205"), ("G1", "0305"), ("G1", "0405")))


def test_a_tank_opens_the_wire_for_infantry():
    """BAR-IN-53, BAR-11.3c, BAR-10.2a"""
    made = Field().built("W", "wire", "0505", side="0504").unit("G1", "light", "0505").unit("G2", "infantry", "0506")
    made.order("G1", "cautious_move", route=("0504", "0503")).order("G2", "cautious_move", route=("0505", "0504"))
    legs = [("G1", "0504"), ("G2", "0505"), ("G1", "0503"), ("G2", "0504")]
    alone = Field().built("W", "wire", "0505", side="0504").unit("G2", "infantry", "0505")
    alone.order("G2", "cautious_move", route=("0504",))

    assert walk(made, *legs).legal
    assert "BAR-11.3c" in broken(walk(alone, ("G2", "0504")))


@pytest.mark.parametrize(("kind", "passes"), [("infantry", True), ("halftrack", False), ("light", False)])
def test_only_infantry_crosses_dragons_teeth(kind: str, passes: bool):
    """BAR-IN-54, BAR-11.4d"""
    made = Field().built("T", "teeth", "0505", side="0504").unit("G1", kind, "0505")
    made.order("G1", "cautious_move", route=("0504",))

    assert ("BAR-11.4d" not in broken(walk(made, ("G1", "0504")))) is passes


def test_a_climb_is_a_move_of_one_hex():
    """BAR-IN-57, BAR-12.12a, BAR-12.12b"""

    def climb(start: str, *route: str) -> Played:
        made = Field().ground("0505", level=1).unit("S1", "infantry", start)
        return walk(made.order("S1", "cautious_move", route=route), *(("S1", place) for place in route))

    assert "BAR-12.12a" in broken(climb("0507", "0506", "0505"))
    assert climb("0506", "0505").legal
    assert climb("0505", "0506", "0507").legal


def test_a_ford_takes_a_round_in_and_a_round_out():
    """BAR-IN-58, BAR-12.15a, BAR-12.15c, BAR-12.15d"""

    def drive(start: str, *route: str) -> Played:
        made = Field().ground("0702", terrain="ford").unit("G1", "truck", start)
        return walk(made.order("G1", "cautious_move", route=route), *(("G1", place) for place in route))

    assert broken(drive("0603", "0602", "0702")) & {"BAR-12.15a", "BAR-12.15c"}
    assert drive("0602", "0702").legal
    assert "BAR-12.15d" in broken(drive("0702", "0802", "0902"))


# ----------------------------------------------------------------------------------------------------------- mines
def mined(place: str, kind: str = "anti-tank", owner: str = "soviet") -> Field:
    return Field().built("M", "minefield", place, variety=kind, owner=owner)


def test_own_mines_stop_and_strike_too():
    """BAR-IN-39, BAR-7.6a, BAR-7.6k"""
    made = mined("0503").unit("S1", "light", "0505").order("S1", "march", route=("0504", "0503", "0502"))
    through = walk(made, ("S1", "0504"), ("S1", "0503"), ("S1", "0502"))
    stopped = walk(made, ("S1", "0504"), ("S1", "0503"))

    assert "BAR-7.6a" in broken(through)
    assert stopped.legal
    left_out = made.play(stopped.position, do.Advance(to="S11"))
    assert broken(left_out) & {"BAR-7.6b", "BAR-7.6k"}


def test_whoever_starts_on_mines_is_struck_and_goes_one_hex():
    """BAR-IN-40, BAR-7.6i, BAR-7.6j"""
    made = mined("0505").unit("G1", "truck", "0505").order("G1", "march", route=("0504", "0503", "0502"))
    dice = Roll(purpose="MINES", who="G1", dice=(6,) * 7)
    careless = walk(made, ("G1", "0504"), ("G1", "0503"))
    careful = walk(made, ("G1", "0504"), before=(dice,))

    undone = made.play(careless.position, do.Advance(to="S11"))
    assert {"BAR-7.6j", "BAR-7.6i"} <= broken(careless) | broken(undone)
    assert careful.legal
    assert "BAR-7.6i" in broken(made.play(careful.position, do.Step(unit="G1", hex="0503")))


def test_pioneers_on_mines_clear_them_or_are_struck():
    """BAR-IN-41, BAR-7.7c, BAR-7.7a"""

    def fires(order: str, **fields: object) -> Played:
        made = mined("0505", "anti-personnel", "german").unit("S1", "pioneers", "0505").unit("G1", "infantry", "0504")
        made.order("S1", order, **fields)
        step = "S3" if order == "open_fire" else "S9"
        return made.play(made.at(step), do.Advance(to="S4" if step == "S3" else "S10"))

    assert "BAR-7.7c" in broken(fires("open_fire", target="G1"))
    assert "BAR-7.7c" not in broken(fires("clear_mines"))


# ------------------------------------------------------------------------------------------------------- transport
def convoy(losses: int = 0, **truck: object) -> Field:
    return Field().unit("S1", "truck", "0505", losses=losses, **truck)


def suffer(made: Field, hits: int) -> Played:
    """S1 is hit so often in step 3 by G1."""
    made.unit("G1", "infantry", "0504", targets={"vehicle": [8]}, accuracy=[3, 3]).order("G1", "open_fire", target="S1")
    dice = (1,) * hits + (6,) * (8 - hits)
    return made.play(made.at("S3"), do.Fire(unit="G1", target="S1"), Roll(purpose="FIRE", who="G1", dice=dice))


def losses(unit: str, value: int) -> do.Mark:
    return do.Mark(unit=unit, what="losses", value=value)


def test_a_towed_gun_loses_what_its_carrier_loses():
    """BAR-EX-14, BAR-7.10i, BAR-7.10j, BAR-7.10k, BAR-7.10l, BAR-7.10m"""
    made = convoy().unit("S2", "at-gun", "", carrier="S1", towed=True, off_board=True, set_up=False, packed=True)
    hit = suffer(made, 2)

    assert hit.position.units["S1"].losses == 1
    assert hit.position.units["S2"].losses == 1
    assert hit.position.units["S2"].absorbed == 0
    spent = (do.Mark(unit=unit, what="ammo", value=value) for unit, value in (("G1", 5), ("S1", 24)))
    paid = (losses("S1", 1), losses("S2", 1), *spent)
    tested = made.play(
        hit.position, *paid, do.Advance(to="S4"), Roll(purpose="TEST", who="S1", dice=(5, 6))
    ).position  # fmt: skip
    assert tested.units["S1"].suppressed
    assert tested.units["S2"].suppressed
    unhitched = made.play(tested, do.Leave(unit="S2", hex="0505"))
    assert unhitched.legal
    assert (unhitched.position.units["S2"].hex, unhitched.position.units["S2"].towed) == ("0505", False)
    assert "BAR-7.10l" in broken(made.play(tested, do.Advance(to="S5")))
    again = made.play(hit.position, *paid, do.Advance(to="S4"), Roll(purpose="TEST", who="S2", dice=(6, 6)))
    assert again.last.legal
    alone = made.play(again.position, do.State(unit="S2", status="suppressed"))
    assert alone.rules == ("BAR-7.10k",)


@pytest.mark.parametrize(("mortars", "guns", "right"), [(2, 0, True), (0, 2, True), (1, 1, True), (1, 0, False)])
def test_the_owner_shares_out_the_losses_of_those_aboard(mortars: int, guns: int, right: bool):
    """BAR-EX-17, BAR-8.8e, BAR-8.8f, BAR-8.8g"""
    made = convoy(losses=1).unit("S2", "mortar", "", carrier="S1", off_board=True)
    made.unit("S3", "mg", "", carrier="S1", off_board=True)
    hit = suffer(made, 3)
    marks = [losses("S1", 3), do.Mark(unit="G1", what="ammo", value=5)]
    marks += [losses(name, count) for name, count in (("S2", mortars), ("S3", guns)) if count]
    marks += [do.Out(piece=name) for name, count in (("S2", mortars), ("S3", guns)) if count == 2]
    played = made.play(hit.position, *marks, do.Advance(to="S4"))

    assert hit.position.units["S1"].losses == 3
    assert ("BAR-8.8f" not in broken(played)) is right


def test_the_room_of_a_carrier_shrinks_with_it():
    """BAR-IN-47, BAR-8.8e, BAR-3.3c, BAR-3.3a"""

    def mount(*units: tuple[str, int]) -> Played:
        made = convoy(losses=2, size=6)
        for name, size in units:
            made.unit(name, "infantry", "0505", losses=5 - size).order(name, "mount", target="S1")
        return made.play(made.at("S10"), *(do.Board(unit=name, carrier="S1") for name, _ in units))

    both = mount(("S2", 3), ("S3", 2))
    assert both.last.verdict == "undecided"
    assert mount(("S4", 4)).legal
    assert "BAR-8.8e" in broken(mount(("S2", 3), ("S4", 4)))


# ---------------------------------------------------------------------------------------------------------- supply
@pytest.mark.parametrize(("hits", "struck"), [(2, 6), (3, 12)])
def test_each_truck_that_is_lost_takes_its_share_of_the_load(hits: int, struck: int):
    """BAR-EX-15, BAR-7.15f, BAR-7.15g, BAR-7.15h, BAR-7.15i"""
    made = convoy(size=6, ammo=30, stores={"mines": 3})
    hit = suffer(made, hits)
    ammo = do.Mark(unit="S1", what="ammo", value=30 - struck)

    assert made.play(hit.position, losses("S1", hits - 1), ammo).legal
    more = do.Mark(unit="S1", what="ammo", value=30 - struck - 1)
    assert not made.play(hit.position, losses("S1", hits - 1), more).last.legal


@pytest.mark.parametrize(("struck", "legal"), [(3, True), (2, True), (1, False)])
def test_the_share_is_rounded_up_or_down(struck: int, legal: bool):
    """BAR-IN-43, BAR-7.15g"""
    made = convoy(ammo=12)
    hit = suffer(made, 2)
    marks = (losses("S1", 1), do.Mark(unit="S1", what="ammo", value=12 - struck))
    fired = do.Mark(unit="G1", what="ammo", value=5)
    played = made.play(hit.position, *marks, fired, do.Advance(to="S4"))

    assert played.legal is legal


def test_pioneers_blow_up_a_bridge():
    """BAR-11.1c, BAR-7.9e, BAR-11.2a"""
    order = do.Order(unit="S1", order="place_charges", choice="bridge")
    made = Field().ground("0505", terrain="river").built("B", "bridge", "0505")
    made.unit("S1", "pioneers", "0505", running=order, boxes=1).order("S1", "place_charges", choice="bridge")
    update = made.at("S12")
    done = made.play(update, do.Mark(unit="S1", what="boxes", value=2), do.Complete(unit="S1", structure="B"))

    assert done.legal
    assert done.position.structures["B"].kind == "destroyed-bridge"
    assert "BAR-7.9d" in broken(made.play(update, do.Advance(to="PLANNING")))
