"""What players write, pay and turn over as they give orders, where the book ties it to no step or leaves it open."""

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.game import referee
from rules.barbarossa.setup.beginning import begin
from tests.rules.barbarossa.drafting import BOTH, Draft, breaks, doubts
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.many import SWITCHES, battle
from tests.rules.shared.played import Played

HIDE = do.Hide(unit="S1")


# -------------------------------------------------------------------------------------- while orders are given
def covert() -> Draft:
    return Draft().unit("S1", "infantry", "0505").ground("0505", terrain="scrub").unit("G1", "infantry", "0501")


def opened(order: str, **fields: object) -> Played:
    """A model taken off in planning, then the order that is opened for it, and step 1."""
    made = covert()
    away = made.play(made.position("PLANNING"), HIDE)
    assert away.legal
    start = away.position.but(stack=("REVEAL",), opened=BOTH)
    return made.play(start, do.Order(unit="S1", order=order, **fields), do.Advance(to="S1"))


def test_the_model_of_an_ambush_leaves_the_board_as_the_order_is_given():
    """BAR-6.6h, BAR-4.1e"""
    played = opened("ambush", hex="0505", facing="N", number=2)
    assert played.legal
    assert not played.position.units["S1"].hidden
    assert covert().play(played.position.but(stack=("S7",)), do.Advance(to="S8")).position.units["S1"].hidden


def test_who_takes_a_model_off_without_an_ambush_is_named_once_orders_are_open():
    """BAR-6.6h"""
    assert breaks(opened("wait").last, "BAR-6.6h")
    assert opened("").last.verdict == "undecided"


def test_the_model_may_leave_the_board_when_the_order_is_opened():
    """BAR-6.6h, BAR-4.1e"""
    made = covert().order("S1", "ambush", hex="0505", facing="N", number=2)
    assert made.play(made.position("REVEAL", opened=BOTH), HIDE).legal
    other = covert().order("S1", "wait")
    assert breaks(other.play(other.position("REVEAL", opened=BOTH), HIDE).last, "BAR-6.6h")


def test_a_model_without_a_field_of_fire_may_be_turned_at_any_time():
    """BAR-4.1e, BAR-5.3f"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "mg", "0503", facing="S")
    for state in ("PLANNING", "REVEAL"):
        assert made.play(made.position(state), do.Turn(unit="S1", facing="NE")).legal
        assert made.play(made.position(state), do.Turn(unit="G1", facing="NE")).last.verdict == "undecided"


def test_a_gun_that_is_to_turn_does_so_not_before_step_9():
    """BAR-7.3c"""
    made = Field().unit("G1", "howitzer", "0505", facing="N").order("G1", "change_fof", facing="NE")
    turn = do.Turn(unit="G1", facing="NE")
    for state in ("REVEAL", "S7"):
        assert "BAR-7.3c" in made.play(made.position(state, opened=BOTH), turn).rules
    assert made.play(made.position("S9"), turn).legal


def test_reinforcements_may_be_put_down_before_orders_are_carried_out():
    """BAR-4.1e, BAR-2.1c"""
    played = battle("crossroads")
    arrival = played.arrivals[0]
    start = begin(played).but(round=arrival.round, stack=("PLANNING",))
    comes = do.Enter(unit=arrival.units[0], hex=min(arrival.hexes))
    assert referee(played, SWITCHES).judge(start, comes).legal
    early = start.but(round=arrival.round - 1)
    assert "BAR-2.1c" in referee(played, SWITCHES).judge(early, comes).rules


def test_what_was_sealed_is_opened_when_the_game_is_over():
    """BAR-4.1b, BAR-6.6e"""
    made = Field().unit("S1", "infantry", "0505", hidden=True, off_board=True).order("S1", "ambush")
    open_it = do.Opened(unit="S1", hex="0505", facing="N", number=2)
    assert made.play(made.position("OVER"), open_it).legal
    assert "BAR-6.6g" in made.play(made.position("OVER"), do.Opened(unit="S1", hex="0504", facing="N")).rules


# ------------------------------------------------------------------------------------------------------ payment
def test_that_an_order_must_be_payable_is_our_reading():
    """BAR-3.8c"""
    made = Draft().unit("S1", "infantry", "0505", ammo=0).unit("G1", "infantry", "0504")
    assert doubts(made.said("S1", "open_fire", target="G1"), "BAR-A54")
    assert breaks(made.said("S1", "open_fire", target="G1", rulings=("BAR-A54=no",)), "BAR-3.8c")
    fires = made.order("S1", "open_fire", target="G1")
    assert "BAR-3.8c" in fires.play(fires.position("S3"), do.Fire(unit="S1", target="G1")).rules


# ----------------------------------------------------------------------------------------------------- transport
def pulled(**more: object) -> Draft:
    made = Draft().unit("G1", "truck", "0505", orders={"tow": {}, "march": {"movement": 4}})
    return made.unit("G2", "howitzer", "0505", set_up=False, packed=True, **more)


def test_whether_the_transport_gets_tow_too_is_open():
    """BAR-7.10a, BAR-7.10b, BAR-7.10g"""
    assert doubts(pulled().said("G1", "tow", target="G2"), "BAR-A90")
    hitched = do.Board(unit="G2", carrier="G1", towed=True)
    both = pulled().order("G1", "tow", target="G2").order("G2", "tow", target="G1")
    assert both.play(both.at("S9"), hitched).legal
    only = pulled().order("G1", "tow", target="G2").order("G2", "wait")
    assert doubts(only.play(only.at("S9"), hitched).last, "BAR-A90")
    none = pulled().order("G1", "wait").order("G2", "wait")
    assert breaks(none.play(none.at("S9"), hitched).last, "BAR-7.10g")


# ------------------------------------------------------------------------------------------------------- marches
def street(*links: tuple[str, ...], goal: str = "0502") -> Draft:
    made = Draft().unit("G1", "truck", "0506", orders={"march": {"movement": 3}}).ground(goal, terrain="village")
    for link in links:
        made.ground(road=link)
    return made


def test_whether_a_village_beside_a_road_is_part_of_it_is_open():
    """BAR-8.5e, BAR-12.9d"""
    way = {"route": ("0505", "0504", "0503", "0502")}
    printed = street(("0506", "0505", "0504", "0503", "0502"))
    beside = street(("0506", "0505", "0504", "0503"))
    fields = street()

    assert printed.said("G1", "march", **way).legal
    assert doubts(beside.said("G1", "march", **way), "BAR-A29")
    assert breaks(fields.said("G1", "march", **way), "BAR-8.5e")


def test_a_march_of_which_only_the_ends_are_written_may_end_in_such_a_village():
    """BAR-8.5f, BAR-8.5c"""
    beside = street(("0506", "0505", "0504", "0503"))
    assert doubts(beside.said("G1", "march", route=("0502",)), "BAR-A29")
    assert breaks(street().said("G1", "march", route=("0502",)), "BAR-8.5c")
    moving = beside.order("G1", "march", route=("0502",))
    start = moving.at("S10").unit("G1", hex="0503").but(stepped={"G1": ("0506", "0505", "0504", "0503")})
    assert doubts(moving.play(start, do.Step(unit="G1", hex="0502")).last, "BAR-A29")


# ------------------------------------------------------------------------------------------------------ aircraft
def stuka() -> Draft:
    made = Draft().unit("G1", "stuka", "", air=4).unit("G8", "hq", "0109").unit("S1", "infantry", "0505")
    return made.ground("0504", "0404", "0405", "0406", "0506", "0605", "0604", "0506", terrain="town")


def test_whether_an_aircraft_may_observe_for_a_strike_is_open():
    """BAR-9.10c, BAR-9.8c"""
    alone = stuka()
    assert breaks(alone.said("G1", "air_strike", hex="0505"), "BAR-9.10c")
    watched = stuka().unit("G2", "fighter", "0505", air=0)
    assert doubts(watched.said("G1", "air_strike", hex="0505"), "BAR-A109")


@pytest.mark.parametrize("value", [0, 1, 3])
def test_the_ready_box_may_be_wiped_before_the_model_takes_off(value: int):
    """BAR-9.3f, BAR-9.4b"""
    made = stuka().order("G1", "air_strike", hex="0505")
    wipes, starts = do.Mark(unit="G1", what="air", value=value), do.TakeOff(unit="G1", hex="0200")
    for state in ("REVEAL", "S1", "S5"):
        played = made.play(made.position(state, opened=BOTH), wipes)
        assert played.legal
        assert made.play(played.position.but(stack=("S5",)), starts).legal
    idle = stuka()
    assert breaks(idle.play(idle.position("S5"), wipes).last, "BAR-9.3f")


# ------------------------------------------------------------------------------------------------- headquarters
def staff(**state: object) -> Field:
    return Field().unit("S1", "hq", "0505", **state).unit("G1", "infantry", "0101")


@pytest.mark.parametrize("state", ["S10", "S11", "S12"])
def test_a_headquarters_that_has_moved_is_turned_over_late(state: str):
    """BAR-10.6e"""
    made = staff(found_in="0506")
    moved = made.position(state, fired={"S1 moved": 1})
    assert made.play(moved, HIDE).legal
    assert doubts(made.play(made.position(state), HIDE).last, "BAR-A26")


def test_a_headquarters_that_stays_where_it_was_found_does_not_hide():
    """BAR-10.6e"""
    made = staff(hidden=True)
    found = made.play(made.position("S10"), do.Show(unit="S1")).position
    assert found.units["S1"].found_in == "0505"
    later = found.but(stack=("S10",), fired={}, round=3)
    assert breaks(made.play(later, HIDE).last, "BAR-10.6e")


# --------------------------------------------------------------------------------------------------------- works
def works(kind: str, **more: object) -> Field:
    made = Field().unit("S1", "infantry", "0505").built("w", kind, "0505", facing="N")
    return made.order("S1", "defend", facing="N", number=2, choice=kind, **more)


@pytest.mark.parametrize("kind", ["trench", "bunker"])
def test_who_wrote_works_down_is_in_them_without_a_word(kind: str):
    """BAR-11.5d, BAR-11.6i, BAR-4.4b"""
    made = works(kind)
    start = made.at("S1")
    assert start.units["S1"].shelter == "w"
    assert not [due for due in start.due if due.must]
    assert made.play(start, do.Occupy(unit="S1", structure="w"), do.State(unit="S1", status="dug-in")).legal
    assert made.play(start, do.State(unit="S1", status="dug-in"), do.Advance(to="S2")).legal


def test_the_model_of_who_goes_into_a_bunker_may_be_taken_off_the_board():
    """BAR-11.6j, BAR-6.6h"""
    made = works("bunker")
    away = made.play(made.at("S1"), HIDE)
    assert away.legal
    assert not away.position.units["S1"].hidden
    assert away.position.units["S1"].off_board
    early = made.play(made.position("REVEAL", opened=BOTH), HIDE, do.Advance(to="S1"))
    assert early.legal
    assert early.position.units["S1"].shelter == "w"
    dug = works("trench")
    assert breaks(dug.play(dug.at("S1"), HIDE).last, "BAR-6.6h")


def test_nobody_is_in_works_that_he_cannot_enter():
    """BAR-11.6h, BAR-11.5d"""
    tank = Field().unit("S1", "light", "0505").built("w", "bunker", "0505", facing="N")
    tank.order("S1", "defend", facing="N", number=2, choice="bunker")
    assert tank.at("S1").units["S1"].shelter == ""
    elsewhere = Field().unit("S1", "infantry", "0505").built("w", "trench", "0405", facing="N")
    elsewhere.order("S1", "defend", facing="N", number=2, choice="trench")
    assert elsewhere.at("S1").units["S1"].shelter == ""


def test_a_bunker_is_left_with_the_first_step_of_the_model():
    """BAR-11.6n, BAR-11.5g"""
    made = Field().unit("S1", "infantry", "0505", shelter="w", off_board=True).built("w", "bunker", "0505")
    made.order("S1", "cautious_move", route=("0504",))
    start = made.at("S1")
    mark = do.State(unit="S1", status="dug-in", on=False)
    assert made.play(start, do.Advance(to="S2")).legal
    moved = made.play(start.but(stack=("S10",)), do.Step(unit="S1", hex="0504")).position
    assert not [due for due in moved.due if due.must and due.options == (do.Show(unit="S1"),)]
    assert made.play(moved, mark, do.Advance(to="S11")).legal
