"""Who is towed, carried or flown shares what happens to his carrier; duels in the air; works and their step (7, 9)."""

from __future__ import annotations

import pytest

from rules.barbarossa import actions as do
from rules.engine.dice import Roll
from rules.engine.ruling import Ruling
from tests.rules.barbarossa.drafting import BOTH, Draft
from tests.rules.barbarossa.field import Field
from tests.rules.shared.played import Played

NORTH = "0600"
"""The half hex above 0601."""


def thrown(*dice: int, who: str = "S1", purpose: str = "FIRE") -> Roll:
    return Roll(purpose=purpose, who=who, dice=dice)


def lost(unit: str, value: int) -> do.Mark:
    return do.Mark(unit=unit, what="losses", value=value)


def ammo(unit: str, value: int) -> do.Mark:
    return do.Mark(unit=unit, what="ammo", value=value)


# ---------------------------------------------------------------------------------------------------------- in tow
def column() -> Field:
    """G2, trucks with guns G1 in tow, at which S1 fires."""
    made = Field().unit("S1", "infantry", "0505", targets={"vehicle": [10]}).order("S1", "open_fire", target="G2")
    made.unit("G2", "truck", "0504", defence=0, ammo=0)
    return made.unit("G1", "howitzer", "", carrier="G2", towed=True, off_board=True, set_up=False, packed=True)


HIT = (do.Fire(unit="S1", target="G2"), thrown(1, *(6,) * 9), ammo("S1", 5), lost("G2", 1))


def test_guns_lose_as_much_as_their_carrier_whatever_their_defence():
    """BAR-EX-14, BAR-7.10i, BAR-7.10j, BAR-7.10m"""
    made = column()

    assert made.play(made.at("S3"), *HIT, lost("G1", 1), do.Advance(to="S4")).legal
    assert "BAR-3.3c" in made.play(made.at("S3"), *HIT, do.Advance(to="S4")).rules


def test_the_carrier_alone_tests_and_both_are_suppressed():
    """BAR-EX-14, BAR-7.10k, BAR-7.10l, BAR-7.10m"""
    made = column()
    hit = (*HIT, lost("G1", 1), do.Advance(to="S4"))
    down = (do.State(unit="G2", status="suppressed"), do.State(unit="G1", status="suppressed"))
    fails = thrown(6, 6, who="G2", purpose="TEST")

    assert made.play(made.at("S3"), *hit, fails, *down, do.Leave(unit="G1", hex="0504"), do.Advance(to="S5")).legal
    alone = thrown(6, 6, who="G1", purpose="TEST")
    assert made.play(made.at("S3"), *hit, alone).legal
    assert made.play(made.at("S3"), *hit, alone, down[1]).rules == ("BAR-7.10k",)


def test_the_carrier_is_ordered_for_both():
    """BAR-7.10d"""
    made = Draft().unit("S2", "truck", "0506")
    made.unit("S1", "howitzer", "", carrier="S2", towed=True, set_up=False, packed=True, off_board=True)

    assert made.said("S2", "cautious_move", route=("0505",)).legal
    assert "BAR-7.10c" in made.said("S1", "cautious_move", route=("0505",)).rules


def test_a_round_begins_when_both_sides_have_opened_their_orders():
    """BAR-4.1a, BAR-4.1d"""
    made = Draft().unit("S1", "infantry", "0505")

    assert made.play(made.position("REVEAL", opened=BOTH), do.Advance(to="S1")).legal
    assert "BAR-4.1d" in made.play(made.position("REVEAL", opened=("german",)), do.Advance(to="S1")).rules


def test_special_orders_are_carried_out_in_step_9():
    """BAR-4.4j"""
    made = Field().unit("S2", "truck", "0506").unit("S1", "howitzer", "0506", set_up=False, packed=True)
    made.order("S1", "tow", target="S2")
    hitched = do.Board(unit="S1", carrier="S2", towed=True)

    assert made.play(made.at("S9"), hitched, do.Advance(to="S10")).legal
    assert "BAR-7.10g" in made.play(made.at("S10"), hitched).rules


def test_packed_guns_do_not_fire():
    """BAR-7.1e, BAR-7.1d"""
    made = Draft().unit("S1", "howitzer", "0506", facing="N", set_up=False, packed=True).unit("G1", "infantry", "0504")
    ready = Draft().unit("S1", "howitzer", "0506", facing="N").unit("G1", "infantry", "0504")

    assert "BAR-7.1d" in made.said("S1", "open_fire", target="G1").rules
    assert ready.said("S1", "open_fire", target="G1").legal


# --------------------------------------------------------------------------------------------------------- in works
def test_a_bunker_that_is_blown_up_buries_who_is_inside():
    """BAR-7.9e, BAR-7.9f, BAR-11.6d"""
    given = do.Order(unit="S1", order="place_charges", hex="0505")
    made = Field().unit("S1", "pioneers", "0505", running=given, boxes=2).order("S1", "place_charges", hex="0505")
    made.built("b", "bunker", "0505").unit("G1", "infantry", "0505", shelter="b", off_board=True)
    blown = do.Complete(unit="S1")

    assert made.play(made.at("S12"), blown, do.Out(piece="G1")).legal
    assert "BAR-3.3d" in made.play(made.at("S12"), blown, do.Advance(to="PLANNING")).rules


@pytest.mark.parametrize(("facing", "flank", "losses"), [("S", False, 1), ("N", True, 2)])
def test_no_trench_helps_against_an_assault_from_behind(facing: str, flank: bool, losses: int):
    """BAR-5.4c, BAR-11.5c, BAR-11.5i; BAR-A66 asks who has a rear"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504", defence=1, size=6, shelter="t")
    made.built("t", "trench", "0504", side="0503" if flank else "0505", facing=facing, owner="german")
    made.order("S1", "assault", target="G1", route=("0504",)).order("G1", "defend", facing=facing, number=1)
    panics = (thrown(1, 1, who="G1", purpose="TEST"),) if flank else ()
    blows = (
        do.Step(unit="S1", hex="0504", fights=True),
        *panics,
        do.Strike(unit="S1", target="G1"),
        thrown(*(1,) * 4, 6, purpose="MELEE"),
        ammo("S1", 5),
    )

    assert made.play(made.at("S6"), *blows, lost("G1", losses)).legal
    assert "BAR-3.3c" in made.play(made.at("S6"), *blows, lost("G1", losses + 1)).rules


def ambush(facing: str, number: int = 2) -> Field:
    """S1 lies in ambush; G1 comes to two hexes."""
    made = Field().unit("S1", "infantry", "0505", hidden=True, off_board=True).ground("0505", terrain="light_woods")
    made.unit("G1", "infantry", "0502").order("S1", "ambush", hex="0505", facing=facing, number=number)
    return made.order("G1", "march", route=("0503",))


SPRUNG = (
    do.Step(unit="G1", hex="0503"),
    do.Show(unit="S1", hex="0505"),
    do.Fire(unit="S1", target="G1", kind="ambush"),
)


def test_an_ambush_has_a_field_of_fire_and_a_distance():
    """BAR-6.6d, BAR-5.13e"""
    ahead, behind, near = ambush("N"), ambush("S"), ambush("N", 1)

    assert ahead.play(ahead.at("S10"), *SPRUNG).legal
    assert "BAR-5.3c" in behind.play(behind.at("S10"), *SPRUNG).rules
    assert "BAR-5.13e" in near.play(near.at("S10"), *SPRUNG).rules


def test_work_that_is_ordered_again_begins_anew():
    """BAR-5.14e"""

    def lays(boxes: int) -> Played:
        given = do.Order(unit="S1", order="lay_mines", choice="anti-tank")
        made = Field().unit("S1", "pioneers", "0506", running=given, boxes=boxes, stores={"mines": 1})
        made.order("S1", "lay_mines", choice="anti-tank")
        return made.play(made.at("S12"), do.Complete(unit="S1", kind="anti-tank"))

    assert lays(2).legal
    assert "BAR-7.5d" in lays(0).rules


def test_who_has_no_field_of_fire_has_no_flank():
    """BAR-5.4d"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504").order("G1", "wait")
    made.order("S1", "assault", target="G1", route=("0504",))
    enters = do.Step(unit="S1", hex="0504", fights=True)

    assert made.play(made.at("S6"), enters, do.Strike(unit="S1", target="G1")).legal
    test = thrown(6, 6, who="G1", purpose="TEST")
    down = do.State(unit="G1", status="suppressed")
    assert made.play(made.at("S6"), enters, test).legal
    assert made.play(made.at("S6"), enters, test, down).rules == ("BAR-5.11a",)


def test_who_fails_his_test_under_fire_goes_no_farther():
    """BAR-6.1k, BAR-5.11b"""
    made = Field().unit("S1", "infantry", "0505", targets={"infantry": [10]}).unit("G1", "infantry", "0503", defence=2)
    made.order("S1", "defend", facing="N", number=1).order("G1", "march", route=("0504", "0604"))
    comes = (do.Step(unit="G1", hex="0504"), do.Fire(unit="S1", target="G1", kind="defend"))
    hit = (*comes, thrown(*(1,) * 3, *(6,) * 7), ammo("S1", 5), lost("G1", 1))
    goes = do.Step(unit="G1", hex="0604")
    fails = (thrown(6, 6, who="G1", purpose="TEST"), do.State(unit="G1", status="suppressed"))

    assert made.play(made.at("S10"), *hit, thrown(1, 1, who="G1", purpose="TEST"), goes, do.Advance(to="S11")).legal
    assert made.play(made.at("S10"), *hit, *fails, do.Advance(to="S11")).legal
    assert "BAR-6.1k" in made.play(made.at("S10"), *hit, *fails, goes).rules


# ----------------------------------------------------------------------------------------------------------- in the air
def airborne() -> Field:
    """G2, paratroops aboard G1, which flies over flak S1."""
    made = Field().unit("G1", "airlift", "", air=4, defence=0).unit("G9", "hq", "0109")
    made.unit("G2", "infantry", "", carrier="G1", off_board=True)
    made.order("G1", "air_landing", hex="0604", entry=NORTH)
    return made.unit("S1", "flak", "0602").order("S1", "defend", facing="N", number=2)


def test_paratroops_lose_as_much_as_their_aircraft():
    """BAR-9.16e, BAR-9.6i"""
    made = airborne()
    flight = (do.TakeOff(unit="G1", hex=NORTH), do.Fly(unit="G1", hex="0601"))
    flak = (do.Fire(unit="S1", target="G1", kind="flak"), thrown(1, *(6,) * 5), ammo("S1", 7), lost("G1", 1))
    test = thrown(1, 1, who="G1", purpose="TEST")
    on = (test, *(do.Fly(unit="G1", hex=place) for place in ("0602", "0603", "0604")), do.Advance(to="S6"))

    assert made.play(made.at("S5"), *flight, *flak, lost("G2", 1), *on).legal
    assert "BAR-3.3c" in made.play(made.at("S5"), *flight, *flak, *on).rules


def duel(*after: object, **fighter: object) -> Played:
    """S1, fighters, meets G1, a bomber on its mission, and both strike with three dice."""
    made = Field().unit("G1", "stuka", "0604", air=0).order("G1", "air_strike", hex="0604")
    made.unit("S1", "fighter", "0604", air=0, **fighter).order("S1", "intercept", target="G1")
    return made.play(made.at("S5"), do.Duel(unit="S1", target="G1"), *after)


BLOWS = (
    do.Strike(unit="S1", target="G1"),
    thrown(3, 3, 6, purpose="MELEE"),
    do.Strike(unit="G1", target="S1"),
    thrown(6, 6, 6, who="G1", purpose="MELEE"),
)
PAID = (ammo("S1", 3), ammo("G1", 3))
TEST = thrown(6, 6, who="G1", purpose="TEST")


def test_a_duel_is_a_melee_of_both_at_once():
    """BAR-9.9a, BAR-9.9i, BAR-9.9l, BAR-9.9m"""
    assert duel(*BLOWS, *PAID, lost("G1", 1)).legal
    assert "BAR-9.9l" in duel(do.Advance(to="S6")).rules
    assert "BAR-3.12d" in duel(*BLOWS[:3], thrown(6, 6, who="G1", purpose="MELEE")).rules


def test_who_is_hit_in_a_duel_tests_and_breaks_off():
    """BAR-9.9n, BAR-9.9g, BAR-9.12d"""
    home = (do.Return(unit="G1"), do.Mark(unit="G1", what="air", value=1))

    assert duel(*BLOWS, *PAID, lost("G1", 1), TEST, *home).legal
    found = duel(*BLOWS, *PAID, lost("G1", 1), do.Advance(to="S6")).rules
    assert {"BAR-9.9n", "BAR-9.7c"} <= set(found)


def test_each_round_of_a_combat_takes_a_time_box():
    """BAR-9.9f, BAR-9.12c"""
    over = (*BLOWS, *PAID, lost("G1", 1), TEST, do.Return(unit="G1"), do.Mark(unit="G1", what="air", value=1))

    assert duel(*over, do.Mark(unit="S1", what="boxes", value=1), do.Advance(to="S6")).legal
    assert "BAR-5.14b" in duel(*over, do.Mark(unit="S1", what="boxes", value=3)).rules


@pytest.mark.parametrize("place", ["0109", "0501"])
def test_no_headquarters_makes_aircraft_brave(place: str):
    """BAR-IN-92, BAR-9.9o, BAR-9.6i"""
    made = airborne().unit("G9", "hq", place)
    flight = (do.TakeOff(unit="G1", hex=NORTH), do.Fly(unit="G1", hex="0601"))
    hit = (
        do.Fire(unit="S1", target="G1", kind="flak"),
        thrown(1, *(6,) * 5),
        ammo("S1", 7),
        lost("G1", 1),
        lost("G2", 1),
    )
    eight = thrown(4, 4, who="G1", purpose="TEST")
    home = (do.Return(unit="G1"), do.Mark(unit="G1", what="air", value=1), do.Advance(to="S6"))
    on = (*(do.Fly(unit="G1", hex=place) for place in ("0602", "0603", "0604")), do.Advance(to="S6"))

    assert made.play(made.at("S5"), *flight, *hit, eight, *home).legal
    assert "BAR-9.6i" in made.play(made.at("S5"), *flight, *hit, eight, *on).rules


def test_a_combat_goes_on_until_the_fuel_is_gone():
    """BAR-9.12d, BAR-9.9p"""
    assert duel().legal
    assert "BAR-9.9p" in duel(flown=3).rules


def test_a_patrol_fights_who_comes_into_its_area():
    """BAR-9.17i; BAR-A45 asks whether it must"""
    made = Field().unit("G1", "stuka", "", air=4).order("G1", "air_strike", hex="0604", entry=NORTH)
    made.unit("G9", "hq", "0109").unit("S1", "fighter", "0604", air=0)
    made.order("S1", "air_patrol", hex="0604", number=1, rounds=2)
    comes = (do.TakeOff(unit="G1", hex=NORTH), *(do.Fly(unit="G1", hex=place) for place in ("0601", "0602", "0603")))

    assert made.play(made.at("S5"), *comes, do.Duel(unit="S1", target="G1")).legal
    assert "BAR-9.17i" in made.play(made.at("S5"), *comes, do.Advance(to="S6")).rules


def test_nobody_fires_at_who_is_home():
    """BAR-9.6j"""
    made = Field().unit("G1", "stuka", "0602", air=0, flown=1).order("G1", "air_strike", hex="0602")
    made.unit("S1", "flak", "0603").order("S1", "defend", facing="N", number=2)
    home = (do.Return(unit="G1"), do.Mark(unit="G1", what="air", value=1))

    assert made.play(made.at("S5"), *home, do.Advance(to="S6")).legal
    assert "BAR-9.6j" in made.play(made.at("S5"), *home, do.Fire(unit="S1", target="G1", kind="flak")).rules


# -------------------------------------------------------------------------------------------- only who is made for it
ON_THE_MOVE = {"target": "G1", "route": ("0604",), "fire_from": "0604"}


@pytest.mark.parametrize(
    ("kind", "other", "order", "fields"),
    [
        pytest.param("pioneers", "infantry", "lay_mines", {"choice": "anti-tank"}, id="BAR-7.0a BAR-7.5b"),
        pytest.param("pioneers", "infantry", "clear_path", {}, id="BAR-7.0a"),
        pytest.param("infantry", "light", "mount", {"target": "S2"}, id="BAR-8.8a"),
        pytest.param(
            "light",
            "infantry",
            "fire_on_move",
            {"target": "G1", "route": ("0604",), "fire_from": "0604"},
            id="BAR-8.7a",
        ),
    ],
)
def test_orders_are_given_to_who_has_them(kind: str, other: str, order: str, fields: dict[str, object]):
    """BAR-3.13b"""

    def given(to: str) -> set[str]:
        made = Draft().unit("S1", to, "0505").unit("S2", "truck", "0505").unit("G1", "infantry", "0503")
        made.ground("0505", terrain="forest" if order == "clear_path" else "plain")
        said = made.play(made.position("REVEAL", opened=BOTH), do.Order(unit="S1", order=order, **fields))
        return {rule for ruling in said.rulings for rule in ruling.rules if ruling.verdict == "illegal"}

    assert not given(kind)
    assert given(other) & {"BAR-6.0b", "BAR-7.0a", "BAR-7.5b", "BAR-7.17b", "BAR-8.8a", "BAR-8.7a"}


def test_charges_are_placed_by_pioneers():
    """BAR-7.9b"""

    def places(kind: str) -> Ruling:
        made = Draft().unit("S1", kind, "0505", stores={"charges": 1}).built("b", "bunker", "0505", facing="N")
        return made.said("S1", "place_charges", choice="bunker")

    assert places("pioneers").legal
    assert "BAR-7.9b" in places("infantry").rules


def test_flights_are_ordered_to_aircraft():
    """BAR-9.1b"""
    made = Draft().unit("G1", "stuka", "", air=4).unit("G9", "hq", "0105").unit("G2", "infantry", "0405")

    assert made.said("G1", "air_strike", hex="0705").legal
    assert "BAR-9.1b" in made.said("G2", "air_strike", hex="0705").rules


@pytest.mark.parametrize("rulings", [("BAR-A112=all",), ()])
def test_artillery_fires_at_what_an_aircraft_sees(rulings: tuple[str, ...]):
    """BAR-9.15a, BAR-9.15b"""

    def said(kind: str) -> Ruling:
        made = Draft().unit("S1", kind, "0508", facing="N").unit("G1", "infantry", "0506")
        made.ground("0507", terrain="village").unit("S9", "recon", "0404", air=0)
        return made.said("S1", "open_fire", target="G1", rulings=rulings)

    assert said("mortar").verdict == ("legal" if rulings else "undecided")
    assert "BAR-6.3d" in said("infantry").rules


def test_bridges_are_part_of_the_road():
    """BAR-11.1b"""
    road = ("0505", "0504", "0503", "0502", "0501", "0601")
    made = Draft().unit("G1", "infantry", "0505").ground(road=road).ground("0504", terrain="river")
    made.built("B", "bridge", "0504")

    assert made.said("G1", "march", route=road[1:5]).legal
    assert {"BAR-8.5e", "BAR-8.5b"} & set(made.said("G1", "march", route=(*road[1:], "0701")).rules)
