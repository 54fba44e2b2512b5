"""Honest players who put right at once what they have done wrong, or do it in another order: nobody is accused."""

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.state.battle import Arrival
from rules.engine.dice import Roll
from rules.engine.writing import Advance, Deed, Entry, Go, Held, Put, Ref, Say
from tests.rules.barbarossa.drafting import Draft, breaks, doubts
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.tabletop import accused, dragged, read, said
from tests.rules.barbarossa.writing import PHASES

NORTH = "0600"
"""The half hex above 0601."""


def marker(state: str, turn: int = 2) -> Entry:
    """The marker goes to a step."""
    return Entry("german", (Advance(turn, PHASES[state]),))


def illegal(found: list[str]) -> list[str]:
    """Those that are called illegal for certain."""
    return [each for each in found if each.startswith("Illegal")]


# ------------------------------------------------------------------------------------------------------- on the ground
@pytest.mark.parametrize("wrong", ["0604", "0405", "0806"])
def test_a_model_that_slips_is_put_where_its_route_leads(wrong: str):
    """BAR-8.0e"""
    made = Field().unit("S1", "infantry", "0505").order("S1", "march", route=("0504", "0503"))
    rest = dragged("S1", "0504"), dragged("S1", "0503"), do.Advance(to="S11")
    assert accused(read(made, made.at("S10"), dragged("S1", wrong), *rest)) == []
    apart = said("S1", Say("halt", Ref("S1")))
    assert any("BAR-8.0e" in each for each in accused(read(made, made.at("S10"), dragged("S1", wrong), apart, *rest)))


def test_an_assault_that_is_dragged_there_and_back_and_there():
    """BAR-8.0e"""
    made = Field().unit("S1", "infantry", "0505").order("S1", "assault", target="G1", route=("0504", "0503"))
    made.unit("G1", "infantry", "0503").order("G1", "wait")
    way = [dragged("S1", place, "Assault") for place in ("0504", "0505", "0504", "0503")]
    there = [dragged("S1", place, "Assault") for place in ("0503", "0504", "0503")]
    assert accused(read(made, made.at("S6"), *way)) == []
    assert illegal(accused(read(made, made.at("S6"), dragged("S1", "0504", "Assault"), *there))) == []


def test_who_is_moved_first_and_meets_an_enemy_is_put_back_when_that_comes_to_light():
    """BAR-4.3b, BAR-8.0d, BAR-8.1b, BAR-8.1c"""
    made = Field().unit("S1", "infantry", "0505").order("S1", "march", route=("0504", "0503"))
    made.unit("G1", "infantry", "0501").order("G1", "march", route=("0502", "0503"))
    soviet = dragged("S1", "0504"), dragged("S1", "0503")
    ends = [do.Advance(to="S11")]
    late = read(made, made.at("S10"), *soviet, dragged("G1", "0502"), dragged("S1", "0504"), *ends)
    assert illegal(accused(late)) == []
    never = read(made, made.at("S10"), *soviet, dragged("G1", "0502"), *ends)
    assert any("Illegal BAR-8.0d" in each for each in accused(never))


def test_reinforcements_are_put_down_beside_their_place_and_then_in_it():
    """BAR-2.1c"""
    coming = Arrival("a", 1, "german", ("G1",), frozenset({"0105", "0106"}))
    made = Draft().given(arrivals=(coming,)).unit("G1", "infantry", "")
    for first in ("0107", "0106"):
        judged = read(made, made.at("S10"), dragged("G1", first, "Enter"), dragged("G1", "0105", "Enter"))
        assert accused(judged) == []
    assert any("BAR-2.1c" in each for each in accused(read(made, made.at("S10"), dragged("G1", "0107", "Enter"))))


LOADS = {
    "the carrier first": ("S2", "0504", "S1", "0504", "S2", "0503", "S1", "0503"),
    "its load first": ("S1", "0504", "S2", "0504", "S1", "0503", "S2", "0503"),
    "the load at last": ("S2", "0504", "S2", "0503", "S1", "0503"),
}


def loaded(*, towed: bool) -> Field:
    """S2 marches with S1 aboard or in tow."""
    made = (
        Field().unit("S2", "truck", "0505").order("S2", "march", route=("0504", "0503")).unit("G1", "infantry", "0101")
    )
    kind = "at-gun" if towed else "infantry"
    return made.unit("S1", kind, carrier="S2", off_board=True, towed=towed, packed=towed, set_up=not towed)


@pytest.mark.parametrize("towed", [False, True])
@pytest.mark.parametrize("order", LOADS)
def test_a_carrier_and_its_load_may_be_dragged_one_after_the_other(order: str, towed: bool):
    """BAR-7.10h, BAR-8.9c"""
    made, goes = loaded(towed=towed), LOADS[order]
    drags = [dragged(unit, place) for unit, place in zip(goes[::2], goes[1::2], strict=True)]
    assert accused(read(made, made.at("S10"), *drags, do.Advance(to="S11"))) == []


@pytest.mark.parametrize(("towed", "order"), [(True, "set_up"), (False, "dismount")])
def test_a_load_that_is_to_get_off_later_rides_along_until_then(towed: bool, order: str):
    """BAR-7.10h, BAR-8.9c"""
    made = loaded(towed=towed)
    made.order("S1", order, **({"hex": "0503"} if towed else {"target": "S2"}))
    drags = dragged("S2", "0504"), dragged("S1", "0504"), do.Step(unit="S2", hex="0503")
    assert accused(read(made, made.at("S10"), *drags, do.Advance(to="S11"))) == []


@pytest.mark.parametrize(("towed", "rule"), [(False, "BAR-8.9c"), (True, "BAR-7.10h")])
def test_a_load_that_is_put_down_elsewhere_has_got_off(towed: bool, rule: str):
    """BAR-7.10h, BAR-8.9c"""
    made = loaded(towed=towed)
    drags = dragged("S2", "0504"), dragged("S2", "0503"), dragged("S1", "0404")
    assert accused(read(made, made.at("S10"), *drags, do.Advance(to="S11"))) == [f"Illegal {rule} transport.stays"]


LOST = said("S1", Go(Ref("S1"), "lost-soviet", sent=True), Say("out", Ref("S1"), {"what": "Lost"}))


@pytest.mark.parametrize(
    ("places", "found"),
    [(("0505", "0504"), []), (("0504",), []), ((), ["Illegal BAR-3.3d marks.out"])],
)
def test_a_model_that_is_sent_to_the_lost_by_a_slip(places: tuple[str, ...], found: list[str]):
    """BAR-3.3d"""
    made = Field().unit("S1", "infantry", "0505").order("S1", "march", route=("0504",)).unit("G1", "infantry", "0101")
    drags = [dragged("S1", place) for place in places]
    assert accused(read(made, made.at("S10"), LOST, *drags, do.Advance(to="S11"))) == found


def test_a_gun_that_sets_up_is_dragged_beside_its_hex_first():
    """BAR-7.1b"""
    made = Field().unit("G1", "at-gun", "0505").order("G1", "set_up", hex="0504")
    at = made.at("S12").unit("G1", running=do.Order(unit="G1", order="set_up", hex="0504"), boxes=9)
    ends = said("G1", Say("complete", Ref("G1"), {"what": "set_up"}))
    assert illegal(accused(read(made, at, ends, dragged("G1", "0604"), dragged("G1", "0504")))) == []
    assert "Illegal BAR-7.1b" in " ".join(accused(read(made, at, ends, dragged("G1", "0604"))))


def test_a_route_that_leads_there_and_back_is_walked():
    """BAR-8.0e"""
    made = Field().unit("S1", "infantry", "0505").order("S1", "march", route=("0504", "0505"))
    judged = read(made, made.at("S10"), dragged("S1", "0504"), dragged("S1", "0505"), do.Advance(to="S11"))
    assert accused(judged) == []
    assert [each.action.hex for each in judged if isinstance(each.action, do.Step)] == ["0504", "0505"]


# ---------------------------------------------------------------------------------------------------------- in the air
def stuka(**more: object) -> Field:
    """G1, about to fly from 0600 to 0604."""
    made = Field().unit("G9", "hq", "0109").unit("G1", "stuka", "", air=4)
    return made.order("G1", "air_strike", hex="0604", **{"entry": NORTH, **more})


def flown(*places: str) -> list[Entry]:
    """G1 is dragged from place to place."""
    return [dragged("G1", place, "Fly") for place in places]


@pytest.mark.parametrize(
    "places",
    [
        ("0600", "0501", "0601", "0604"),
        ("0600", "0501", "0600", "0601", "0604"),
        ("0600", "0602", "0601", "0602", "0604"),
        ("0800", "0600", "0604"),
        ("0602", "0604"),
    ],
)
def test_an_aircraft_that_slips_is_put_on_its_line(places: tuple[str, ...]):
    """BAR-9.4c, BAR-9.5b, BAR-9.6a"""
    made = stuka()
    assert accused(read(made, made.at("S5"), *flown(*places))) == []


def test_an_aircraft_that_leaves_its_line_and_goes_on_there_is_off_it():
    """BAR-9.5b"""
    made = stuka()
    assert any("Illegal BAR-9.5b" in each for each in accused(read(made, made.at("S5"), *flown("0600", "0501"))))


def test_an_aircraft_that_comes_in_nobody_knows_where_flies_on_nobody_knows_which_line():
    """BAR-9.4c, BAR-9.5b"""
    made = stuka(entry="")
    found = accused(read(made, made.at("S5"), *flown("0701", "0702", "0604")))
    assert found
    assert illegal(found) == []


def test_an_aircraft_may_be_put_to_another_half_hex_at_once():
    """BAR-9.4c"""
    made = stuka(entry="")
    assert accused(read(made, made.at("S5"), *flown("0800", "0600", "0604"))) == []


def test_an_escort_may_be_moved_before_the_unit_it_escorts():
    """BAR-9.19c"""
    made = stuka().unit("G2", "fighter", "", air=4).order("G2", "escort", target="G1")
    escort = do.TakeOff(unit="G2", hex=NORTH), do.Fly(unit="G2", hex="0601"), do.Fly(unit="G2", hex="0602")
    led = do.TakeOff(unit="G1", hex=NORTH), do.Fly(unit="G1", hex="0601"), do.Fly(unit="G1", hex="0602")
    ends = do.Advance(to="S6")
    assert made.play(made.at("S5"), *escort, *led, ends).legal
    assert made.play(made.at("S5"), *escort[:1], *led[:2], *escort[1:], led[2], ends).legal
    assert breaks(made.play(made.at("S5"), *escort, *led[:2], ends).last, "BAR-9.19c")
    astray = do.Fly(unit="G2", hex="0501")
    assert breaks(made.play(made.at("S5"), *escort[:1], astray).last, "BAR-9.19c")


# --------------------------------------------------------------------------------------------- clicks and the marker
def test_a_unit_is_found_twice():
    """BAR-5.12d"""
    made = Field().unit("S1", "infantry", "0505", hidden=True, off_board=True).unit("G1", "infantry", "0504")
    made.order("S1", "ambush", hex="0505", facing="N", number=1).order("G1", "wait")
    find = do.Found(unit="S1", finder="G1")
    assert accused(read(made, made.at("S10"), find, said("S1", Say("found", Ref("S1"))))) == []
    open_ = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504")
    assert breaks(open_.play(open_.at("S10"), find).last, "BAR-5.12d")


def test_a_gun_turns_before_the_marker_has_come_to_its_step():
    """BAR-7.3c"""
    made = Field().unit("G1", "mg", "0505", facing="N").order("G1", "change_fof", facing="SE")
    turn = said("G1", *turned("G1", "N", "SE"))
    assert accused(read(made, made.at("S8"), turn, marker("S9"), marker("S10"))) == []
    assert breaks(made.play(made.at("S7"), do.Turn(unit="G1", facing="SE")).last, "BAR-7.3c")


def turned(unit: str, was: str, facing: str) -> tuple[Deed, ...]:
    """What the module writes of a turn."""
    return Put(Ref(unit), "Face", facing), Say("face", Ref(unit), {"was": was, "v": Held("Face")})


def test_when_scouts_search_the_book_does_not_say():
    """BAR-5.12e, BAR-9.14b"""
    made = Field().unit("G1", "pioneers", "0505").order("G1", "scout")
    assert doubts(made.play(made.at("S7"), Roll(purpose="SEARCH", who="G1", dice=(3,))).last, "BAR-A49")
    other = Field().unit("G1", "infantry", "0505").order("G1", "wait")
    assert breaks(other.play(other.at("S8"), Roll(purpose="SEARCH", who="G1", dice=(3,))).last, "BAR-9.14b")


# ------------------------------------------------------------------------------------------ boxes as orders are given
def hidden_no_more() -> Field:
    """S1, in ambush until now, gets another order."""
    made = Field().unit("S1", "infantry", "0505", hidden=True, off_board=True).unit("G1", "infantry", "0101")
    return made.ground("0505", terrain="light_woods").order("S1", "wait").order("G1", "wait")


def box(on: bool, status: str = "ambush") -> do.State:
    return do.State(unit="S1", status=status, on=on)


@pytest.mark.parametrize("state", ["PLANNING", "REVEAL"])
def test_the_box_of_an_ambush_that_is_given_up_may_be_wiped_before_the_first_step(state: str):
    """BAR-6.6h, BAR-6.6k"""
    made = hidden_no_more()
    on = {"PLANNING": ("REVEAL", "S1"), "REVEAL": ("S1",)}[state]
    ready = {"ready": ("german", "soviet"), "opened": ("german", "soviet")}
    start = made.position(state, **ready)
    after = made.play(start, box(False), *(do.Advance(to=each) for each in on))
    assert all("BAR-6.6h" not in ruling.rules for ruling in after.rulings)
    assert any(due.rule == "BAR-6.6k" and due.until == "S12" for due in after.due)
    assert made.play(after.position, do.Show(unit="S1")).legal


def test_the_box_of_an_ambush_that_is_wiped_by_mistake_is_marked_again():
    """BAR-6.6h"""
    made = hidden_no_more().order("S1", "ambush", hex="0505", facing="N", number=1)
    start = made.position("REVEAL", opened=("german", "soviet"))
    after = made.play(made.play(start, box(False)).position, box(True))
    assert after.position.units["S1"].hidden
    assert after.due == ()
    through = made.play(made.position("S1", opened=("german", "soviet")).unit("S1", hidden=False), *to("S9"))
    assert through.position.units["S1"].hidden


def to(state: str) -> list[do.Advance]:
    """The marker goes on from step 1 to the one before a step."""
    return [do.Advance(to=f"S{number}") for number in range(2, int(state[1:]))]


def test_who_comes_out_of_a_bunker_may_wipe_the_box_before_the_first_step():
    """BAR-11.6n, BAR-6.6h"""
    made = Field().unit("S1", "infantry", "0505", shelter="w", off_board=True).built("w", "bunker", "0505")
    made.unit("G1", "infantry", "0101").order("G1", "wait").order("S1", "wait")
    start = made.position("REVEAL", opened=("german", "soviet"))
    after = made.play(start, box(False, "dug-in"), do.Advance(to="S1"))
    assert after.legal
    assert made.play(after.position, do.Show(unit="S1")).legal


# ------------------------------------------------------------------------------------------- the marker runs ahead
def test_a_card_that_is_marked_just_after_the_marker_has_gone_on_is_marked_in_time():
    """BAR-6.3b, BAR-3.8b"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504").order("G1", "wait")
    made.order("S1", "open_fire", target="G1")
    shot = do.Fire(unit="S1", target="G1", kind="fire"), Roll(purpose="FIRE", who="S1", dice=(6,) * 10)
    pays = do.Mark(unit="S1", what="ammo", value=made.at("S3").units["S1"].ammo - 1)
    assert accused(read(made, made.at("S3"), *shot, marker("S4"), pays)) == []
    late = said("G1", Say("halt", Ref("G1")))
    assert any("BAR-6.3b" in each for each in accused(read(made, made.at("S3"), *shot, marker("S4"), late, pays)))


def test_a_step_that_is_said_to_be_done_while_orders_are_opened_is_a_click_and_no_more():
    """BAR-4.1e"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0101")
    said_so = said("S1", Say("done", None, {"what": "Reveal"}))
    assert accused(read(made, made.position("REVEAL"), said_so)) == []
