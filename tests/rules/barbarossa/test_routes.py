"""What honest players do with routes and with dragged models (6.1, 8.0), on the ground that they cross."""

import pytest

from rules.barbarossa import actions as do
from rules.engine.dice import Roll
from tests.rules.barbarossa.drafting import Draft, breaks, doubts
from tests.rules.barbarossa.field import Field


def test_a_route_may_begin_with_the_hex_in_which_the_unit_stands():
    """BAR-8.0e"""
    made = Field().unit("G1", "infantry", "0506").order("G1", "march", route=("0506", "0505", "0504"))
    steps = tuple(do.Step(unit="G1", hex=place) for place in ("0505", "0504"))
    assert made.play(made.at("S10"), *steps, do.Advance(to="S11")).legal


def test_routes_that_cross_at_different_times_may_be_walked_one_after_the_other():
    """BAR-8.0d"""
    made = Field().unit("G1", "infantry", "0506").order("G1", "march", route=("0505", "0504"))
    made.unit("S1", "infantry", "0405").order("S1", "march", route=("0504",))
    steps = tuple(do.Step(unit="G1", hex=place) for place in ("0505", "0504"))
    assert "BAR-8.0d" not in made.play(made.at("S10"), *steps).rules


def test_a_mover_is_fired_at_on_its_way_even_if_it_stands_at_its_goal():
    """BAR-6.1g"""
    made = Field().unit("G1", "truck", "0503").order("G1", "march", route=("0603", "0703", "0803", "0903", "1003"))
    made.unit("S1", "infantry", "0505").order("S1", "defend", facing="NE", number=2)
    steps = tuple(do.Step(unit="G1", hex=place) for place in ("0603", "0703", "0803", "0903", "1003"))
    played = made.play(made.at("S10"), *steps, do.Fire(unit="S1", target="G1", kind="defend"))
    assert "BAR-3.12g" not in played.last.rules
    assert "BAR-5.3c" not in played.last.rules


# --------------------------------------------------------------------------------------- ends of a way by road
ROAD = ("0509", "0508", "0507", "0506", "0505", "0504")


def convoy() -> Field:
    """A truck that marches along a road, of which only the end is written."""
    return Field().ground("0509", road=ROAD).unit("S1", "truck", "0509").order("S1", "march", route=("0504",))


def test_the_end_of_a_long_march_is_free_until_the_march_is_there():
    """BAR-8.1c, BAR-8.5f"""
    made = convoy().unit("G1", "infantry", "0503").order("G1", "march", route=("0504", "0404"))
    first, truck, second = (
        do.Step(unit="G1", hex="0504"),
        do.Step(unit="S1", hex="0508"),
        do.Step(unit="G1", hex="0404"),
    )
    assert made.play(made.at("S10"), first, truck, second).legal

    near = convoy().unit("G1", "infantry", "0408").order("G1", "march", route=("0508",))
    assert breaks(near.play(near.at("S10"), do.Step(unit="G1", hex="0508")).last, "BAR-8.1c")


def test_a_march_of_which_the_ends_are_written_makes_room_as_it_goes():
    """BAR-8.1a, BAR-5.6b, BAR-8.0d"""
    made = convoy().unit("G1", "infantry", "0409").order("G1", "march", route=("0408", "0508"))
    steps = (do.Step(unit="G1", hex="0408"), do.Step(unit="S1", hex="0508"), do.Step(unit="G1", hex="0508"))
    assert made.play(made.at("S10"), *steps).legal


def test_a_march_by_road_ends_where_it_is_written():
    """BAR-8.0e"""
    made = convoy().order("S1", "march", route=("0507",))
    steps = tuple(do.Step(unit="S1", hex=place) for place in ("0508", "0507", "0506"))
    played = made.play(made.at("S10"), *steps)
    assert [ruling.legal for ruling in played.rulings] == [True, True, False]
    assert breaks(played.last, "BAR-8.0e")


def test_who_is_fired_at_before_a_march_by_road_is_dragged_is_met_on_the_road():
    """BAR-6.1g, BAR-8.5f"""
    made = Field().ground("0509", road=ROAD).unit("G1", "truck", "0509").order("G1", "march", route=("0504",))
    made.unit("S1", "infantry", "0707").order("S1", "defend", facing="NW", number=2)
    ruling = made.play(made.at("S10"), do.Fire(unit="S1", target="G1", kind="defend")).last
    assert ruling.verdict == "undecided"
    assert ruling.rules == ("BAR-6.1g",)


# ------------------------------------------------------------------------------------------------ who meets whom
def test_a_column_of_enemies_may_be_dragged_from_its_end():
    """BAR-8.1a, BAR-5.6b, BAR-8.0d"""
    made = Field().unit("G1", "infantry", "0506").order("G1", "march", route=("0505",))
    made.unit("S1", "infantry", "0505").order("S1", "march", route=("0504",))
    made.unit("G2", "infantry", "0504").order("G2", "march", route=("0503",))
    steps = (do.Step(unit="G1", hex="0505"), do.Step(unit="S1", hex="0504"), do.Step(unit="G2", hex="0503"))
    assert made.play(made.at("S10"), *steps).legal

    made.order("G2", "wait")
    assert breaks(made.play(made.at("S10"), steps[0]).last, "BAR-8.1a")


def crossing() -> Field:
    """Two enemies that are ordered into the same hex between them."""
    made = Field().unit("S1", "infantry", "0503").order("S1", "march", route=("0504",))
    return made.unit("G1", "infantry", "0505").order("G1", "march", route=("0504",))


def test_nobody_is_met_who_cannot_come():
    """BAR-8.1c, BAR-6.4g, BAR-11.3c, BAR-8.1a"""
    enters = do.Step(unit="G1", hex="0504")
    free = crossing()
    assert breaks(free.play(free.at("S10"), enters).last, "BAR-8.1c")

    smoked = crossing().unit("S1", "infantry", "0503", smoked=2).order("S1", "march", route=("0504",))
    wired = crossing().built("w", "wire", "0503", side="0504")
    held = crossing().unit("G2", "infantry", "0504").order("G2", "wait")
    for made in (smoked, wired, held):
        assert made.play(made.at("S10"), enters, do.Advance(to="S11")).legal


def test_a_friend_who_comes_only_later_keeps_no_enemy_away():
    """BAR-8.1c, BAR-8.0d"""
    made = crossing().unit("G2", "infantry", "0704").order("G2", "march", route=("0604", "0504"))
    steps = do.Step(unit="G2", hex="0604"), do.Step(unit="G2", hex="0504"), do.Step(unit="G1", hex="0504")
    assert breaks(made.play(made.at("S10"), *steps).last, "BAR-8.1c")


def test_a_hidden_headquarters_that_goes_on_may_be_followed():
    """BAR-5.12f, BAR-10.6c"""
    made = Field().unit("S1", "hq", "0505", hidden=True).order("S1", "cautious_move", route=("0504",))
    made.unit("G1", "infantry", "0506").order("G1", "march", route=("0505",))
    follows = do.Step(unit="G1", hex="0505")
    assert made.play(made.at("S10"), follows, do.Step(unit="S1", hex="0504")).legal
    made.order("S1", "wait")
    assert breaks(made.play(made.at("S10"), follows).last, "BAR-5.12f")


@pytest.mark.parametrize("go", [False, True])
def test_who_was_assaulted_before_it_set_out_may_go_or_stay(go: bool):
    """BAR-8.0e, BAR-5.8b"""
    made = Field().unit("G1", "infantry", "0505").order("G1", "march", route=("0506", "0507"))
    made.unit("S1", "infantry", "0505").order("S1", "assault", target="G1", route=("0505",))
    steps = tuple(do.Step(unit="G1", hex=place) for place in ("0506", "0507")) if go else (do.Halt(unit="G1"),)
    assert made.play(made.at("S10"), *steps, do.Advance(to="S11")).legal


# ------------------------------------------------------------------------------------------ slopes, paths, mines
def test_whether_slopes_bind_who_follows_a_road_is_open():
    """BAR-12.12a, BAR-12.12b, BAR-12.7d"""
    road = ("0505", "0504", "0503")
    steps = do.Step(unit="G1", hex="0504"), do.Step(unit="G1", hex="0503")
    made = Field().ground("0504", "0503", level=1).unit("G1", "truck", "0505").order("G1", "march", route=road[1:])
    assert breaks(made.play(made.at("S10"), *steps).last, "BAR-12.12a")
    made.ground("0503", level=1, road=road)
    assert doubts(made.play(made.at("S10"), *steps).last, "BAR-A128")
    assert made.play(made.at("S10"), *steps, rulings=("BAR-A128=road",)).legal
    assert breaks(made.play(made.at("S10"), *steps, rulings=("BAR-A128=slope",)).last, "BAR-12.12a")

    steep = Field().ground("0504", level=2).unit("G1", "truck", "0505").order("G1", "march", route=("0504",))
    assert breaks(steep.play(steep.at("S10"), steps[0]).last, "BAR-12.12b")
    steep.ground("0504", level=2, road=road)
    assert doubts(steep.play(steep.at("S10"), steps[0]).last, "BAR-A128")
    assert steep.play(steep.at("S10"), steps[0], rulings=("BAR-A128=road",)).legal


def test_a_cleared_path_is_no_thicket():
    """BAR-7.17d, BAR-12.4f, BAR-8.5d"""
    made = Field().ground("0504", "0503", terrain="forest").unit("G1", "infantry", "0505")
    made.order("G1", "cautious_move", route=("0504", "0503"))
    steps = do.Step(unit="G1", hex="0504"), do.Step(unit="G1", hex="0503")
    assert breaks(made.play(made.at("S10"), *steps).last, "BAR-12.4f")
    made.built("p", "path", "0504").built("q", "path", "0503")
    assert made.play(made.at("S10"), *steps).last.verdict == "undecided"

    march = Draft().ground("0504", terrain="forest").unit("G1", "truck", "0505")
    assert breaks(march.said("G1", "march", route=("0504", "0503")), "BAR-8.5d")
    march.built("p", "path", "0504")
    assert march.said("G1", "march", route=("0504", "0503")).legal


@pytest.mark.parametrize("mined", ["0505", "0504"])
@pytest.mark.parametrize(("variety", "verdict"), [("anti-tank", "illegal"), ("anti-personnel", "undecided")])
def test_whether_mines_stop_a_tank_that_they_do_not_harm_is_open(mined: str, variety: str, verdict: str):
    """BAR-7.6a, BAR-7.6h, BAR-7.6i"""
    made = Field().built("m", "minefield", mined, variety=variety, owner="soviet").unit("G1", "light", "0505")
    made.order("G1", "march", route=("0504", "0503"))
    first, second = do.Step(unit="G1", hex="0504"), do.Step(unit="G1", hex="0503")
    start = made.play(made.at("S10"), first).position
    assert made.play(start, second).last.verdict == verdict
    assert made.play(start, do.Halt(unit="G1")).legal


def test_mines_that_turn_out_to_be_harmless_leave_it_open_as_well():
    """BAR-7.6a, BAR-7.6h"""
    made = Field().built("m", "minefield", "0504", owner="soviet", known=False).unit("G1", "light", "0505")
    made.order("G1", "march", route=("0504", "0503"))
    turns_up = do.Uncover(structure="m", kind="anti-personnel")
    steps = do.Step(unit="G1", hex="0504"), turns_up, do.Step(unit="G1", hex="0503")
    assert doubts(made.play(made.at("S10"), *steps).last, "BAR-A88")


def test_who_leaves_mines_that_do_not_harm_it_is_blown_up_where_it_comes_to():
    """BAR-7.6b, BAR-7.6g, BAR-7.6h"""
    made = Field().built("m", "minefield", "0505", variety="anti-personnel", owner="soviet")
    made.built("n", "minefield", "0504", variety="anti-tank", owner="soviet").unit("G1", "light", "0505")
    made.order("G1", "march", route=("0504",))
    blast = Roll(purpose="MINES", who="G1", dice=(6,) * 7)
    assert made.play(made.at("S10"), do.Step(unit="G1", hex="0504"), blast, do.Advance(to="S11")).legal
