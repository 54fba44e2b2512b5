"""Chapters that meet: works that are left, guns in tow, melees that begin in the middle of a round, repeated orders."""

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.state.harm import suppress
from rules.barbarossa.state.values import braveries
from rules.engine.dice import Roll
from tests.rules.barbarossa.drafting import Draft, breaks, doubts
from tests.rules.barbarossa.field import Field


# ------------------------------------------------------------------------------------------------ orders and works
def test_who_leaves_a_bunker_is_not_bound_by_its_field_of_fire():
    """BAR-11.6m, BAR-11.6n, BAR-5.3c"""
    made = Draft().built("b", "bunker", "0505", facing="N").unit("G1", "infantry", "0507")
    made.unit("S1", "infantry", "0505", shelter="b", off_board=True)
    assert made.said("S1", "open_fire", target="G1").legal

    gun = Draft().unit("S1", "mg", "0505", facing="N").unit("G1", "infantry", "0507")
    assert breaks(gun.said("S1", "open_fire", target="G1"), "BAR-5.3c")


def test_where_a_bunker_faces_need_not_be_written():
    """BAR-6.1e, BAR-11.6m"""
    made = Draft().built("b", "bunker", "0505", facing="N").unit("S1", "infantry", "0505")
    assert made.said("S1", "defend", choice="bunker", number=2).legal
    assert breaks(made.said("S1", "defend", number=2), "BAR-6.1e")


def test_a_trench_along_the_side_of_the_neighbour_may_be_the_own_one():
    """BAR-11.5d"""
    made = Draft().built("t", "trench", "0505", side="0504", facing="N")
    made.unit("S1", "infantry", "0504").unit("S2", "infantry", "0604")
    assert doubts(made.said("S1", "defend", choice="trench", facing="S", number=2), "BAR-A62")
    assert breaks(made.said("S2", "defend", choice="trench", facing="S", number=2), "BAR-11.5d")


def test_indirect_fire_at_a_hidden_unit_is_open_but_not_at_a_headquarters():
    """BAR-5.12b, BAR-10.3a, BAR-10.6b"""
    made = Draft().unit("S1", "howitzer", "0508", facing="N").unit("S9", "hq", "0608").unit("S2", "infantry", "0506")
    made.unit("G1", "infantry", "0504", hidden=True, off_board=True).unit("G9", "hq", "0504", hidden=True)
    made.ground("0504", terrain="scrub")
    assert doubts(made.said("S1", "indirect_fire", target="G1"), "BAR-A65")
    assert breaks(made.said("S1", "indirect_fire", target="G9"), "BAR-10.6b")

    made.order("S1", "indirect_fire", target="G1")
    shot = do.Fire(unit="S1", target="G1", kind="indirect")
    assert doubts(made.play(made.at("S3"), shot).last, "BAR-A65")


def test_an_assault_may_begin_with_the_hex_in_which_the_unit_stands():
    """BAR-6.5e, BAR-6.5d, BAR-6.5f"""
    made = Draft().unit("S1", "infantry", "0505").unit("G1", "infantry", "0503")
    route = ("0505", "0504", "0503")
    assert made.said("S1", "assault", target="G1", route=route).legal
    assert breaks(made.said("S1", "assault", target="G1", route=("0405", *route[1:])), "BAR-6.5e")

    made.order("S1", "assault", target="G1", route=route).order("G1", "wait")
    start = made.at("S6")
    assert made.play(start, *(do.Step(unit="S1", hex=place, fights=True) for place in route[1:])).legal
    assert breaks(made.play(start, do.Halt(unit="S1")).last, "BAR-6.5f")


def test_an_assault_that_stops_before_ruins_that_may_bar_it_need_not_go_on():
    """BAR-6.5f, BAR-11.2b"""
    made = Field().ground("0504", terrain="river").built("b", "destroyed-bridge", "0504")
    made.unit("S1", "infantry", "0505").unit("G1", "infantry", "0503")
    made.order("S1", "assault", target="G1", route=("0504", "0503"))
    assert made.play(made.at("S6"), do.Halt(unit="S1"), do.Advance(to="S7")).legal


def test_a_bound_unit_writes_its_own_hex_with_its_way_out_or_wants_to_mount():
    """BAR-5.6i, BAR-5.8c"""
    made = Draft().unit("S1", "infantry", "0505", bound=("G1",)).unit("S3", "truck", "0505", bound=("G1",))
    made.unit("G1", "infantry", "0505", bound=("S1",))
    assert made.said("S1", "march", route=("0505", "0506")).legal
    assert breaks(made.said("S1", "march", route=("0505", "0506", "0507")), "BAR-5.8c")
    assert doubts(made.said("S1", "mount", target="S3"), "BAR-A68")
    assert made.said("S1", "mount", target="S3", rulings=["BAR-A68=movement"]).legal
    assert breaks(made.said("S1", "open_fire", target="G1"), "BAR-5.6i")


# ------------------------------------------------------------------------------------------------- orders repeated
def test_mines_that_were_struck_off_are_laid_in_the_next_round_too():
    """BAR-7.5e"""
    lay = do.Order(unit="S1", order="lay_mines", hex="0505", choice="anti-tank")
    made = Draft().unit("S1", "pioneers", "0505", running=lay, boxes=1, stores={"mines": 0})
    assert made.said("S1", "lay_mines", hex="0505", choice="anti-tank").legal
    assert breaks(made.said("S1", "lay_mines", hex="0505", choice="anti-personnel"), "BAR-7.5e")


def test_a_mission_that_goes_on_needs_no_headquarters_any_more():
    """BAR-9.8a, BAR-9.8c, BAR-10.10c"""
    flies = do.Order(unit="S1", order="air_patrol", hex="0505", number=2, rounds=3)
    made = Draft().unit("S1", "fighter", "0505", air=0, running=flies, flown=1).unit("S2", "infantry", "1307")
    assert made.said("S1", "air_patrol", hex="0505", number=2, rounds=3).legal
    assert breaks(made.said("S1", "air_patrol", hex="0605", number=2, rounds=3), "BAR-9.8a")


# ------------------------------------------------------------------------------------------------- who is carried
def test_whether_a_headquarters_aboard_is_on_the_board_is_not_judged():
    """BAR-9.8a, BAR-10.3d, BAR-10.9a, BAR-10.10a"""
    made = Draft().unit("G1", "stuka", air=4).unit("G2", "infantry", "0405").unit("G3", "howitzer", "0205", facing="N")
    made.unit("G8", "truck", "0305").unit("G9", "hq", "", carrier="G8", off_board=True)
    assert doubts(made.said("G1", "air_strike", hex="0705"), "BAR-A129")
    assert doubts(made.said("G3", "indirect_fire", target="S1"), "BAR-A129")
    found = braveries(made.case(made.at("S4")), made.at("S4"), "G2")
    assert found.doubtful == ((found.ours + 2, "BAR-A129"),)

    nobody = Draft().unit("G1", "stuka", air=4).unit("G2", "infantry", "0405").unit("G8", "truck", "0305")
    assert breaks(nobody.said("G1", "air_strike", hex="0705"), "BAR-9.8a")


def test_nobody_has_to_get_off_a_transport_whose_order_was_cancelled():
    """BAR-8.9b, BAR-8.9c"""
    made = Field().unit("G1", "truck", "0505").unit("G2", "infantry", "", carrier="G1", off_board=True)
    made.order("G1", "dismount").order("G2", "dismount")
    assert breaks(made.play(made.at("S10"), do.Advance(to="S11")).last, "BAR-8.9c")

    start = made.at("S4")
    weak = suppress(made.case(start), start, "G1").but(stack=("S10",), due=())
    assert made.play(weak, do.Advance(to="S11")).legal


def test_a_gun_that_is_thrown_off_faces_as_it_likes():
    """BAR-5.3f, BAR-7.10l"""
    made = Field().unit("G1", "truck", "0505").order("G1", "march", route=("0504",))
    made.unit("G2", "at-gun", "", carrier="G1", towed=True, off_board=True, set_up=False, packed=True, facing="N")
    start = made.at("S4")
    weak = suppress(made.case(start), start, "G1")
    turns = do.Turn(unit="G2", facing="S")
    assert made.play(weak, do.Leave(unit="G2", hex="0505"), turns).legal

    stands = Field().unit("G2", "at-gun", "0505", facing="N").order("G2", "wait")
    assert breaks(stands.play(stands.at("S4"), turns).last, "BAR-5.3f")


# ------------------------------------------------------------------------------------- melees that have just begun
@pytest.mark.parametrize("stormed", [False, True])
def test_whether_orders_hold_in_a_melee_that_has_just_begun_is_not_judged(stormed: bool):
    """BAR-7.4f, BAR-8.8c"""
    place = "0505" if stormed else "0504"
    merge = Field().unit("G1", "infantry", "0505", losses=3).unit("G2", "infantry", "0505", losses=3)
    merge.order("G1", "merge", target="G2").order("G2", "merge", target="G1")
    merge.unit("S1", "infantry", place).order("S1", "assault", target="G1", route=("0505",))
    assert breaks(merge.play(merge.at("S9"), do.Advance(to="S10")).last, "BAR-7.4f") != stormed

    mount = Field().unit("G1", "truck", "0505").unit("G2", "infantry", "0505").order("G2", "mount", target="G1")
    mount.unit("S1", "infantry", place).order("S1", "assault", target="G1", route=("0505",))
    assert breaks(mount.play(mount.at("S10"), do.Advance(to="S11")).last, "BAR-8.8c") != stormed


# --------------------------------------------------------------------------------------------- fire as units move
def test_whether_who_leaves_the_field_of_fire_may_be_fired_at_is_open():
    """BAR-6.1g"""
    made = Field().unit("S1", "infantry", "0505").order("S1", "defend", facing="N", number=2)
    made.unit("G1", "infantry", "0503").order("G1", "march", route=("0502", "0501"))
    first, fires = do.Step(unit="G1", hex="0502"), do.Fire(unit="S1", target="G1", kind="defend")
    ruling = made.play(made.at("S10"), first, fires).last
    assert ruling.verdict == "undecided"
    assert ruling.rules == ("BAR-6.1g",)

    made.order("G1", "wait")
    assert breaks(made.play(made.at("S10"), fires).last, "BAR-6.1g")


def test_whether_who_was_found_in_the_same_step_still_fires_from_ambush_is_open():
    """BAR-5.13a, BAR-5.12d"""
    made = Field().ground("0505", terrain="scrub").unit("S1", "infantry", "0505", hidden=True, off_board=True)
    made.order("S1", "ambush", hex="0505", facing="N", number=2)
    made.unit("G1", "infantry", "0502").order("G1", "march", route=("0503", "0504"))
    steps = tuple(do.Step(unit="G1", hex=place) for place in ("0503", "0504"))
    found, fires = do.Found(unit="S1", finder="G1"), do.Fire(unit="S1", target="G1", kind="ambush")
    assert doubts(made.play(made.at("S10"), *steps, found, fires).last, "BAR-A27")

    earlier = made.play(made.at("S9"), do.Found(unit="S1")).position.but(stack=("S10",), due=())
    assert breaks(made.play(earlier, fires).last, "BAR-5.13a")


@pytest.mark.parametrize(("underlined", "verdict"), [("0603", "undecided"), ("0504", "illegal")])
def test_who_was_suppressed_at_the_end_of_its_way_may_have_fired_before(underlined: str, verdict: str):
    """BAR-5.11d, BAR-8.7i"""
    made = Field().unit("S1", "infantry", "0506", targets={"light_tank": [5, 5, 5]}).unit("S2", "truck", "0802")
    made.order("S1", "defend", facing="N", number=2).order("S2", "wait").unit("G1", "light", "0703")
    way = ("0603", "0503", "0504")
    made.order("G1", "fire_on_move", target="S2", route=way, fire_from=underlined)
    played = made.play(
        made.at("S10"),
        *(do.Step(unit="G1", hex=place) for place in way),
        do.Fire(unit="S1", target="G1", kind="defend"),
        Roll(purpose="FIRE", who="S1", dice=(1, 6, 6, 6, 6)),
        Roll(purpose="TEST", who="G1", dice=(6, 6)),
        do.State(unit="G1", status="suppressed"),
        do.Fire(unit="G1", target="S2", kind="move"),
    )
    assert all(ruling.legal for ruling in played.rulings[:-1])
    assert played.last.verdict == verdict
    assert "BAR-5.11d" in played.last.rules


def test_a_hex_that_others_fight_for_by_now_was_no_melee_when_a_mover_came_through():
    """BAR-5.7a, BAR-6.1g"""
    made = Field().unit("S1", "infantry", "0505").order("S1", "defend", facing="N", number=2)
    made.unit("G1", "infantry", "0502").order("G1", "march", route=("0503", "0402", "0401"))
    made.unit("S2", "infantry", "0603").order("S2", "march", route=("0602", "0503"))
    steps = (("G1", "0503"), ("S2", "0602"), ("G1", "0402"), ("S2", "0503"), ("G1", "0401"))
    fires = do.Fire(unit="S1", target="G1", kind="defend")
    moves = tuple(do.Step(unit=unit, hex=place) for unit, place in steps)
    assert made.play(made.at("S10"), *moves, fires).legal


def test_dice_that_may_have_missed_by_another_reading_may_be_carried_over():
    """BAR-5.5d, BAR-5.5g, BAR-12.14d"""
    made = Field().ground("0505", level=2).ground("0503", level=1)
    made.unit("S1", "infantry", "0505", accuracy=[3, 6, 1]).order("S1", "open_fire", target="G1")
    for number in (1, 2, 3):
        made.unit(f"G{number}", "infantry", "0503")
    dice = Roll(purpose="FIRE", who="S1", dice=(1, 1, *(2,) * 8))
    fires = do.Fire(unit="S1", target="G1"), dice, do.Fire(unit="S1", target="G2", after="G1")
    start = made.play(made.at("S3"), *fires)
    assert not breaks(start.last, "BAR-5.5g")
    assert start.position.shots[0].doubts


# --------------------------------------------------------------------------------- supply, groups, bridges, tests
def test_points_may_come_from_two_carriers():
    """BAR-7.14b, BAR-7.14d"""
    receives = do.Order(unit="S1", order="receive_supply", target="S2")
    made = Field().unit("S1", "infantry", "0505", ammo=1, order=receives, running=receives)
    made.unit("S2", "truck", "0505", ammo=2).unit("S3", "truck", "0505")
    made.order("S2", "receive_supply").order("S3", "receive_supply")
    boxes, last = do.Mark(unit="S1", what="boxes", value=1), do.Supply(unit="S1", source="S3", points=3)
    first = do.Supply(unit="S1", source="S2", points=2), do.Mark(unit="S1", what="ammo", value=3)
    marks = do.Mark(unit="S2", what="ammo", value=0)
    assert made.play(made.at("S12"), boxes, *first, marks, last).legal
    assert breaks(made.play(made.position("S11"), last).last, "BAR-7.14d")


def test_who_is_aboard_of_a_unit_of_a_group_may_belong_to_it():
    """BAR-8.2b"""
    made = Field().unit("S1", "truck", "0505").unit("S2", "infantry", "", carrier="S1", off_board=True)
    assert made.play(made.position("PLANNING"), do.Group(group="soviet.1", units=("S1", "S2"))).legal


def test_a_march_leads_over_a_bridge_without_a_printed_road():
    """BAR-8.5d, BAR-11.1a"""
    made = Draft().ground("0504", terrain="river").unit("S1", "truck", "0505")
    assert breaks(made.said("S1", "march", route=("0504", "0503")), "BAR-8.5d")
    made.built("b", "bridge", "0504")
    assert made.said("S1", "march", route=("0504", "0503")).legal


def test_one_test_after_an_assault_answers_for_its_mines_too():
    """BAR-4.4h, BAR-4.4l, BAR-5.10b"""
    made = Field().built("m", "minefield", "0504", variety="anti-personnel", owner="german")
    made.unit("S1", "infantry", "0505").unit("G1", "infantry", "0504", targets={"infantry": [1]})
    made.order("S1", "assault", target="G1", route=("0504",)).order("G1", "wait")
    mines, test = (
        Roll(purpose="MINES", who="S1", dice=(1, 1, 1, 6, 6, 6, 6, 6)),
        Roll(purpose="TEST", who="S1", dice=(1, 1)),
    )
    start = made.play(
        made.at("S6"),
        do.Step(unit="S1", hex="0504", fights=True),
        mines,
        do.Mark(unit="S1", what="losses", value=1),
        do.Strike(unit="S1", target="G1"),
        Roll(purpose="MELEE", who="S1", dice=(6, 6, 6, 6)),
        do.Mark(unit="S1", what="ammo", value=5),
        do.Strike(unit="G1", target="S1"),
        Roll(purpose="MELEE", who="G1", dice=(6, 6, 6, 6, 6)),
        do.Mark(unit="G1", what="ammo", value=5),
        do.Advance(to="S7"),
    )
    tested = made.play(start.position, test)
    assert tested.legal
    assert not any(due.must and test in due.options for due in tested.due)
    assert breaks(made.play(start.position.but(stack=("S6",)), test).last, "BAR-4.4l")


# ------------------------------------------------------------------------------------------------- who is destroyed
def test_nothing_but_losses_is_marked_on_the_card_of_who_is_destroyed():
    """BAR-3.3d, BAR-7.15g, BAR-6.3b"""
    made = Field().unit("G1", "truck", "0504", size=1, defence=0).unit("S1", "infantry", "0505").order("G1", "wait")
    made.order("S1", "open_fire", target="G1")
    hit = Roll(purpose="FIRE", who="S1", dice=(1, *(6,) * 7))
    pays, loses = do.Mark(unit="S1", what="ammo", value=5), do.Mark(unit="G1", what="losses", value=1)
    shot = do.Fire(unit="S1", target="G1"), hit, pays, loses, do.Out(piece="G1")
    assert made.play(made.at("S3"), *shot, do.Advance(to="S4")).legal
    assert breaks(made.play(made.at("S3"), *shot[:3], do.Advance(to="S4")).last, "BAR-3.3c")


def test_who_comes_after_its_target_was_destroyed_need_not_strike():
    """BAR-5.6g, BAR-6.5f"""
    made = Field().unit("G1", "infantry", "0504", size=1, defence=0).unit("S1", "infantry", "0505")
    made.unit("S2", "infantry", "0404").order("S2", "assault", target="G1", route=("0504",))
    made.order("S1", "assault", target="G1", route=("0504",)).order("G1", "wait")
    storms = do.Step(unit="S1", hex="0504", fights=True), do.Step(unit="S2", hex="0504", fights=True)
    struck = (
        do.Strike(unit="S1", target="G1"),
        Roll(purpose="MELEE", who="S1", dice=(1,) * 5),
        do.Mark(unit="S1", what="ammo", value=5),
        do.Mark(unit="G1", what="losses", value=1),
        do.Strike(unit="G1", target="S1"),
        Roll(purpose="MELEE", who="G1", dice=(6,)),
        do.Mark(unit="G1", what="ammo", value=5),
        do.Out(piece="G1"),
    )
    assert made.play(made.at("S6"), storms[0], *struck, storms[1], do.Advance(to="S7")).legal
    assert breaks(made.play(made.at("S6"), *storms, do.Advance(to="S7")).last, "BAR-5.6g")
