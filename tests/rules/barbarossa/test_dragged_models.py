"""Models dragged in one leg or in several, out of hiding, too far and back again; the marker moved on and back."""

import msgspec
import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.game import referee
from rules.barbarossa.state.battle import Arrival
from rules.barbarossa.works.mines import power
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from rules.engine.writing import Advance, Entry, Go, New, Ref, Say
from tests.rules.barbarossa.drafting import BOTH, Draft, breaks, doubts
from tests.rules.barbarossa.field import SWITCHES, Field, card
from tests.rules.barbarossa.tabletop import accused, dragged, read, said
from tests.rules.barbarossa.writing import PHASES


def marker(state: str, turn: int = 2) -> Entry:
    """The marker goes to a state of play, from wherever it was."""
    return Entry("german", (Advance(turn, PHASES[state]),))


def walker(**state: object) -> Field:
    made = Field().unit("S1", "infantry", "0505", **state).unit("G1", "infantry", "0101").order("G1", "wait")
    return made.order("S1", "march", route=("0504", "0503"))


# ---------------------------------------------------------------------------------------------------- dragging
@pytest.mark.parametrize("legs", [("0503",), ("0504", "0503")])
def test_a_march_in_one_leg_or_in_two(legs: tuple[str, ...]):
    """BAR-8.0e"""
    made = walker()
    judged = read(made, made.at("S10"), *(dragged("S1", place) for place in legs), do.Advance(to="S11"))
    assert accused(judged) == []


def test_a_bluff_that_was_turned_up_and_is_left_lying_stands_for_no_mines_any_more():
    """BAR-7.6b, BAR-7.6e"""
    made = Field().unit("G1", "infantry", "0505").order("G1", "defend", facing="N", number=2)
    made.unit("S1", "infantry", "0504").order("S1", "assault", target="G1", route=("0505",))
    made.unit("S2", "infantry", "0101").order("S2", "wait")
    made.built("m", "minefield", "0505", known=False, variety="dummy")
    turned, mistake = do.Uncover(structure="m", kind="dummy"), do.Step(unit="S2", hex="0102")
    start = made.at("S6").owing(Due("BAR-7.6b", (do.Uncover(structure="m"),), "S6", "mines.uncover"))
    judged = read(made, start, turned, mistake, do.Step(unit="S1", hex="0505", fights=True), marker("S7"))
    assert [each.legal for each in judged][:3] == [True, False, True]
    assert [each for each in accused(judged) if "mines" in each] == []


@pytest.mark.parametrize("how", ["Show", "Move"])
def test_a_model_that_lay_hidden_is_dragged_straight_to_its_goal(how: str):
    """BAR-5.12g, BAR-6.6k, BAR-8.0e"""
    made = walker(hidden=True, off_board=True)
    start = made.at("S10").unit("S1", hidden=False)
    judged = read(made, start, dragged("S1", "0503", how), do.Advance(to="S11"))
    assert accused(judged) == []


def test_a_model_that_lay_in_a_bunker_is_dragged_straight_to_its_goal():
    """BAR-11.6n, BAR-8.0e"""
    made = walker(shelter="w", off_board=True).built("w", "bunker", "0505")
    start = made.at("S1")
    assert start.units["S1"].shelter == ""
    judged = read(made, start.but(stack=("S10",), stepped={"S1": ("0505",)}), dragged("S1", "0503"))
    assert accused(judged) == []


def test_a_wrong_click_that_is_put_right_at_once_is_no_move():
    """BAR-8.0e"""
    made = walker()
    wrong = (dragged("S1", "0604"), dragged("S1", "0505"))
    judged = read(made, made.at("S10"), *wrong, dragged("S1", "0503"), do.Advance(to="S11"))
    assert accused(judged) == []
    stays = read(made, made.at("S10"), dragged("S1", "0604"))
    assert any("BAR-8.0e" in each for each in accused(stays))


def test_a_model_that_was_stopped_on_its_way_is_put_back():
    """BAR-8.0e, BAR-6.1k"""
    made = walker().unit("G2", "infantry", "0502").order("G2", "defend", facing="S", number=2)
    shot = do.Fire(unit="G2", target="S1", kind="defend")
    hits, fails = Roll(purpose="FIRE", who="G2", dice=(1,) + (6,) * 9), Roll(purpose="TEST", who="S1", dice=(6, 6))
    marks = (do.Mark(unit="G2", what="ammo", value=5), do.State(unit="S1", status="suppressed"))
    done = (dragged("S1", "0503"), shot, hits, fails, *marks, dragged("S1", "0504"), do.Advance(to="S11"))

    judged = read(made, made.at("S10"), *done)
    assert accused(judged) == []
    assert [each.action.hex for each in judged if isinstance(each.action, do.Back)] == ["0504"]


def test_a_model_is_put_back_on_its_own_way_only():
    """BAR-8.0e"""
    made = walker()
    steps = (do.Step(unit="S1", hex="0504"), do.Step(unit="S1", hex="0503"))
    back, aside = do.Back(unit="S1", hex="0504"), do.Back(unit="S1", hex="0604")
    moved = made.play(made.at("S10"), *steps)
    assert made.play(moved.position, back).legal
    assert breaks(made.play(moved.position, aside).last, "BAR-8.0e")
    assert breaks(made.play(moved.position, back, do.Advance(to="S11")).last, "BAR-8.0e")
    assert made.play(moved.position, back, steps[1], do.Advance(to="S11")).legal


# ---------------------------------------------------------------------------------------------------------- guns
def shifting(order: str = "set_up", at: str = "0504") -> Field:
    given = do.Order(unit="S1", order=order, hex=at)
    ready = {"set_up": order == "pack_up", "packed": False}
    return Field().unit("S1", "mortar", "0505", order=given, running=given, facing="N", **ready)


@pytest.mark.parametrize("order", ["set_up", "pack_up"])
def test_a_gun_may_shift_before_its_last_box(order: str):
    """BAR-7.1b, BAR-7.2b"""
    made, step = shifting(order), do.Step(unit="S1", hex="0504")
    for state in ("S9", "S10", "S12"):
        assert made.play(made.position(state), step).legal
    assert breaks(made.play(made.position("S3"), step).last, "BAR-4.3c")
    assert not made.play(made.position("S9"), do.Step(unit="S1", hex="0604")).legal


# --------------------------------------------------------------------------------------------------------- mines
def mined() -> Field:
    made = Field().unit("S1", "infantry", "0505").order("S1", "march", route=("0504",))
    return made.built("m", "minefield", "0505", variety="anti-personnel")


def test_the_dice_of_mines_may_fall_when_the_model_has_left_them():
    """BAR-7.6j"""
    made = mined()
    many = power(made.case(made.at("S10")), "S1", "anti-personnel")
    out, roll = do.Step(unit="S1", hex="0504"), Roll(purpose="MINES", who="S1", dice=(1, 1, 1, *(6,) * (many - 3)))
    played = made.play(made.at("S10"), out, roll)

    assert played.legal
    assert played.position.units["S1"].losses == 1
    assert breaks(made.play(made.at("S10"), out, do.Advance(to="S11")).last, "BAR-7.6j")


def test_mines_strike_with_the_dice_of_their_card():
    """BAR-7.6g, BAR-7.6f"""
    made = mined()
    assert breaks(made.play(made.at("S10"), Roll(purpose="MINES", who="S1", dice=(6,) * 11)).last, "BAR-7.6g")
    riders = mined().unit("S2", "mg", "", carrier="S1", off_board=True)
    passenger = Roll(purpose="MINES", who="S2", dice=(6,) * 4)
    assert doubts(riders.play(riders.at("S10"), passenger).last, "BAR-A88")
    stranger = mined().unit("S2", "mg", "0905")
    assert breaks(stranger.play(stranger.at("S10"), passenger).last, "BAR-7.6f")


# ------------------------------------------------------------------------------------------------------- assaults
@pytest.mark.parametrize(
    ("ground", "rule"),
    [
        ({"terrain": "forest"}, "BAR-12.4f"),
        ({"level": 1}, "BAR-12.12a"),
        ({"terrain": "ford"}, "BAR-12.15a"),
    ],
)
def test_whether_ground_ends_an_assault_is_open(ground: dict[str, object], rule: str):
    """BAR-12.4f, BAR-12.12a, BAR-12.15a"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0503")
    made.ground("0504", **({} if rule == "BAR-12.15a" else ground)).ground("0503", **ground)
    made.order("S1", "assault", target="G1", route=("0504", "0503"))
    steps = tuple(do.Step(unit="S1", hex=place, fights=True) for place in ("0504", "0503"))
    last = made.play(made.at("S6"), *steps).last
    assert last.verdict == "undecided"
    assert rule in last.rules

    moves = Field().unit("S1", "infantry", "0505").ground("0504", **({} if rule == "BAR-12.15a" else ground))
    moves.ground("0503", **ground).order("S1", "cautious_move", route=("0504", "0503"))
    walks = tuple(do.Step(unit="S1", hex=place) for place in ("0504", "0503"))
    assert breaks(moves.play(moves.at("S10"), *walks).last, rule)


# ---------------------------------------------------------------------------------------------------------- smoke
def test_the_second_marker_of_smoke_may_lie_on_a_half_hex():
    """BAR-6.4f"""
    made = Field().unit("S1", "mortar", "0604", facing="N").order("S1", "smoke", hex="0601")
    at_edge = do.Smoke(unit="S1", hex="0601", also="0600")
    assert "BAR-6.4f" not in made.play(made.position("S3"), at_edge).rules
    far = do.Smoke(unit="S1", hex="0601", also="0603")
    assert "BAR-6.4f" in made.play(made.position("S3"), far).rules


# -------------------------------------------------------------------------------------------------- reinforcements
def test_who_comes_by_road_may_come_through_a_wood():
    """BAR-2.1c, BAR-12.4e"""
    made = Field().unit("G1", "truck", "").ground("0105", terrain="forest").ground(road=("0105", "0204"))
    made.ground("0107", terrain="forest")
    coming = Arrival("a", 2, "german", ("G1",), frozenset({"0105", "0107"}))
    judge = referee(msgspec.structs.replace(made.battle(), arrivals=(coming,)), SWITCHES)
    assert judge.judge(made.position("S10"), do.Enter(unit="G1", hex="0105")).legal
    assert breaks(judge.judge(made.position("S10"), do.Enter(unit="G1", hex="0107")), "BAR-12.4e")


# ------------------------------------------------------------------------------------------------------- the marker
def test_empty_steps_may_be_skipped():
    """BAR-4.4a"""
    made = Field().unit("S1", "infantry", "0505").order("S1", "wait").unit("G1", "infantry", "0101").order("G1", "wait")
    judged = read(made, made.at("S1"), marker("S5"), marker("S10"))
    assert accused(judged) == []
    assert [each.action.to for each in judged if isinstance(each.action, do.Advance)] == [
        *(f"S{number}" for number in range(2, 11))
    ]


def test_a_skipped_step_in_which_something_was_due_is_named():
    """BAR-4.4a, BAR-6.3f"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504").order("G1", "wait")
    made.order("S1", "open_fire", target="G1")
    judged = read(made, made.at("S1"), marker("S5"))
    assert any("BAR-6.3f" in each for each in accused(judged))


def test_a_marker_that_was_moved_on_by_mistake_is_taken_back():
    """BAR-4.4a"""
    made = Field().unit("S1", "infantry", "0505").order("S1", "wait").unit("G1", "infantry", "0101").order("G1", "wait")
    judged = read(made, made.at("S1"), marker("S3"), marker("S2"), marker("S3"), marker("S2"))
    assert accused(judged) == []
    assert [each.action.to for each in judged if isinstance(each.action, do.Advance)] == ["S2"]


def test_a_clock_that_goes_on_by_itself_goes_through_every_step_to_the_next_round():
    """BAR-4.4a, BAR-6.3f"""
    states = [*(f"S{number}" for number in range(2, 13)), "PLANNING"]
    deeds = (Advance(2 if state in states[:-1] else 3, PHASES[state]) for state in states)
    finish = Entry("german", (*deeds, Say("round")))
    made = Field().unit("S1", "infantry", "0505").order("S1", "wait").unit("G1", "infantry", "0504").order("G1", "wait")

    judged = read(made, made.at("S1"), finish)
    assert accused(judged) == []
    assert [each.action.to for each in judged if isinstance(each.action, do.Advance)] == states
    owing = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504").order("G1", "wait")
    owing.order("S1", "open_fire", target="G1")
    assert any("BAR-6.3f" in each for each in accused(read(owing, owing.at("S1"), finish)))


def test_a_new_round_may_begin_with_the_last_steps_skipped():
    """BAR-4.1f, BAR-4.4a"""
    made = Field().unit("S1", "infantry", "0505").order("S1", "wait").unit("G1", "infantry", "0101").order("G1", "wait")
    judged = read(made, made.at("S11"), marker("PLANNING", 3))
    assert accused(judged) == []
    assert [each.action.to for each in judged] == ["S12", "PLANNING"]


def test_the_marker_may_go_on_before_the_second_side_is_ready():
    """BAR-4.1d, BAR-4.1e"""
    made = Draft().unit("S1", "infantry", "0505").unit("G1", "infantry", "0101")
    first, second = do.OrdersDone(by="german"), do.OrdersDone(by="soviet")
    judged = read(made, made.position("PLANNING"), first, marker("REVEAL"), second)
    assert accused(judged) == []
    never = read(made, made.position("PLANNING"), first, marker("REVEAL"))
    assert any("BAR-4.1" in each for each in accused(never))


def test_orders_may_be_opened_when_the_marker_is_in_step_1_already():
    """BAR-4.1d, BAR-4.3a"""
    made = Draft().unit("S1", "infantry", "0505").unit("G1", "infantry", "0101")
    start = made.position("REVEAL", opened=("german",), ready=BOTH)
    judged = read(made, start, marker("S1"), do.Reveal(by="soviet"))
    assert accused(judged) == []


# -------------------------------------------------------------------------------------------- forgotten with the marker
def firing() -> Field:
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504").order("G1", "march", route=("0503",))
    return made.order("S1", "open_fire", target="G1")


SHOT = (
    do.Fire(unit="S1", target="G1"),
    Roll(purpose="FIRE", who="S1", dice=(6,) * 10),
    do.Mark(unit="S1", what="ammo", value=5),
)


def test_a_marker_that_was_forgotten_and_moved_on_later_accuses_nobody():
    """BAR-4.4d, BAR-4.3c"""
    made = firing()
    judged = read(
        made, made.at("S1"), *SHOT, marker("S2"), marker("S3"), marker("S4"), dragged("G1", "0503"), marker("S11")
    )
    assert accused(judged) == []


def test_what_is_done_before_an_earlier_step_is_over_is_too_early():
    """BAR-4.4d"""
    made = firing().unit("S2", "infantry", "0605").order("S2", "suppressive_fire", target="G1")
    late = do.Fire(unit="S2", target="G1", kind="suppress")
    early = read(made, made.at("S2"), *SHOT, late, marker("S3"))
    assert any("Illegal BAR-4.4d" in each for each in accused(early))
    used = read(made, made.at("S1"), *SHOT, marker("S2"), do.StepDone(by="german"))
    assert any("Illegal BAR-4.4d" in each for each in accused(used))


def test_who_forgets_the_marker_before_his_log_ends_is_not_accused():
    """BAR-4.4d"""
    made = firing()
    for then in (), (marker("S2"),), (marker("S3"), do.StepDone(by="german")):
        assert accused(read(made, made.at("S1"), *SHOT, *then)) == []


def test_a_marker_that_catches_up_step_by_step_accuses_nobody():
    """BAR-4.4d, BAR-8.0e"""
    made = firing()
    on = [marker(state) for state in ("S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "S10")]
    assert accused(read(made, made.at("S1"), *SHOT, dragged("G1", "0503"), *on, do.StepDone(by="german"))) == []


def test_nobody_is_accused_of_not_having_pressed_a_button():
    """BAR-4.1d, BAR-4.1e"""
    made = Draft().unit("S1", "infantry", "0505").unit("G1", "infantry", "0101")
    judged = read(made, made.position("PLANNING"), do.OrdersDone(by="german"), marker("REVEAL"), marker("S1"))
    assert accused(judged)
    assert not [each for each in accused(judged) if each.startswith("Illegal")]


def test_orders_that_were_written_elsewhere_are_unknown():
    """BAR-4.3a, BAR-8.0c"""
    made = Draft().unit("S1", "infantry", "0505").unit("G1", "infantry", "0101")
    start = made.position("REVEAL", opened=("german",), ready=BOTH)
    judged = read(made, start, marker("S1"), marker("S10"), dragged("S1", "0504"))
    assert {each.action.unit for each in judged if isinstance(each.action, do.Order)} == {"S1"}
    assert not [each for each in accused(judged) if each.startswith("Illegal")]


# ------------------------------------------------------------------------------------------------- one after the other
def crossing() -> Field:
    """A German who goes through the hex that a Soviet unit leaves with the first pulse."""
    made = Field().unit("G1", "infantry", "0507").order("G1", "march", route=("0506", "0505"))
    return made.unit("S1", "infantry", "0505").order("S1", "march", route=("0404", "0403"))


def test_a_side_may_move_all_its_models_first():
    """BAR-8.1a, BAR-5.6b, BAR-4.3d"""
    made = crossing()
    germans = tuple(do.Step(unit="G1", hex=place) for place in ("0506", "0505"))
    soviets = tuple(do.Step(unit="S1", hex=place) for place in ("0404", "0403"))
    assert made.play(made.at("S10"), *germans, *soviets, do.Advance(to="S11")).legal
    assert made.play(made.at("S10"), *soviets, *germans, do.Advance(to="S11")).legal

    stays = crossing().order("S1", "wait")
    assert breaks(stays.play(stays.at("S10"), *germans).last, "BAR-8.1a")


def test_who_comes_only_later_bars_nobody():
    """BAR-8.1a, BAR-8.1b"""
    made = Field().unit("G1", "infantry", "0507").order("G1", "march", route=("0506", "0505"))
    made.unit("S1", "infantry", "0604").order("S1", "march", route=("0505", "0404"))
    germans = tuple(do.Step(unit="G1", hex=place) for place in ("0506", "0505"))
    first = made.play(made.at("S10"), *germans)
    assert first.legal
    assert "BAR-8.1a" not in made.play(first.position, do.Step(unit="S1", hex="0505")).rules


def test_an_aircraft_may_come_in_by_way_of_a_wrong_box_and_is_lost_if_it_stays_there():
    """BAR-3.3d"""
    made = Field().unit("G1", "stuka", "", air=4).order("G1", "air_strike", hex="0604", entry="0600")
    made.unit("G9", "hq", "0109")
    lost = said("G1", Go(Ref("G1"), "lost-$Box$"), Say("out", Ref("G1"), {"what": "Lost"}))
    comes = dragged("G1", "0600", "Fly")
    assert "Illegal BAR-3.3d marks.out" not in accused(read(made, made.at("S5"), lost, comes))
    assert "Illegal BAR-3.3d marks.out" in accused(read(made, made.at("S5"), lost, do.Advance(to="S6")))


def test_an_aircraft_may_come_home_by_way_of_the_box_of_the_lost():
    """BAR-3.3d, BAR-9.12a"""
    made = Field().unit("G1", "fighter", "0604").order("G1", "recon", hex="0604").unit("G9", "hq", "0109")
    lost = said("G1", Go(Ref("G1"), "lost-$Box$"), Say("out", Ref("G1"), {"what": "Lost"}))
    home, ends = do.Return(unit="G1"), do.Advance(to="S6")
    assert accused(read(made, made.position("S5"), lost, home, ends)) == accused(
        read(made, made.position("S5"), home, ends)
    )
    assert "Illegal BAR-3.3d marks.out" in accused(read(made, made.position("S5"), lost, ends, home))


# ------------------------------------------------------------------------------------------------ carriers and loads
def column() -> Field:
    """Trucks S1 with howitzers S2 in tow, which march by two hexes."""
    made = Field().unit("S1", "truck", "0505").order("S1", "march", route=("0504", "0503"))
    made.unit("S2", "howitzer", "", carrier="S1", towed=True, off_board=True, set_up=False, packed=True)
    return made.unit("G1", "infantry", "0101")


TOGETHER = do.Step(unit="S1", hex="0503"), do.Advance(to="S11")


@pytest.mark.parametrize("first", ["S1", "S2"])
def test_a_carrier_and_its_load_may_be_dragged_one_after_the_other_and_go_on_together(first: str):
    """BAR-7.10h, BAR-8.9c"""
    other = "S2" if first == "S1" else "S1"
    made = column()
    assert accused(read(made, made.at("S10"), dragged(first, "0504"), dragged(other, "0504"), *TOGETHER)) == []


def test_a_load_that_is_laid_elsewhere_without_a_word_is_told():
    """BAR-7.10h"""
    made, laid = column(), said("S2", Go(Ref("S2"), "0707"))
    goes = dragged("S1", "0504")
    assert accused(read(made, made.at("S10"), laid, goes)) == ["Undecided  board.differs"]
    beside = said("S2", Go(Ref("S2"), "0505"))
    assert accused(read(made, made.at("S10"), beside, goes)) == []


# ---------------------------------------------------------------------------------------------------- work unsaid
def working(order: str, kind: str = "pioneers", boxes: int = 9, **facts: object) -> Field:
    given = do.Order(unit="S1", order=order, **facts)
    return Field().unit("S1", kind, "0505", order=given, running=given, boxes=boxes)


def test_wire_may_be_taken_off_without_a_word():
    """BAR-7.11c"""
    made = working("remove_wire", boxes=0, hex="0505", side="0504").built("w", "wire", "0505", side="0504", facing="N")
    taken = said("S1", Go(Ref("wire"), "$Home$-$Box$", sent=True), Say("remove", Ref("wire")))
    judged = read(made, made.position("S9"), taken, do.Advance(to="S10"))
    assert accused(judged) == []

    idle = Field().unit("S1", "pioneers", "0505").order("S1", "wait")
    idle.built("w", "wire", "0505", side="0504", facing="N")
    assert any("Illegal" in each for each in accused(read(idle, idle.position("S9"), taken)))


def test_work_that_is_done_early_moves_no_marker_while_an_ambush_is_still_to_be_laid():
    """BAR-4.4i, BAR-6.6h, BAR-7.11c"""
    made = working("remove_wire", boxes=0, hex="0505", side="0504").built("w", "wire", "0505", side="0504", facing="N")
    made.unit("G1", "infantry", "0101").order("G1", "ambush", hex="0101", facing="S", number=2)
    early = do.Complete(unit="S1"), do.State(unit="G1", status="ambush"), do.Hide(unit="G1")
    judged = read(made, made.at("S8"), *early, do.Advance(to="S9"), do.Advance(to="S10"))
    assert accused(judged) == []


def test_a_wrong_time_box_moves_no_marker():
    """BAR-5.14b, BAR-8.0e"""
    made = Field().unit("S1", "howitzer", "0505", facing="N").order("S1", "wait")
    made.unit("G1", "infantry", "0101").order("G1", "march", route=("0102",))
    wrong, walks = do.Mark(unit="S1", what="boxes", value=1), do.Step(unit="G1", hex="0102")
    later = [do.Advance(to=f"S{number}") for number in range(5, 11)]
    judged = read(made, made.at("S4").but(marked={"S1 boxes": 2}), wrong, *later, walks, do.Advance(to="S11"))
    assert [type(each.action) for each in judged if not each.legal] == [do.Mark]


def test_a_trench_may_be_placed_without_a_word():
    """BAR-7.16f"""
    most = card("infantry", "soviet").orders["dig_in"]["boxes"]
    made = working("dig_in", "infantry", boxes=most - 1, facing="N").unit("S2", "infantry", "0505")
    given = do.Order(unit="S2", order="dig_in", facing="N")
    made.units["S2"] = msgspec.structs.replace(made.units["S2"], order=given, running=given, boxes=most - 1)
    start = made.at("S12")
    boxes = (do.Mark(unit="S1", what="boxes", value=most), do.Mark(unit="S2", what="boxes", value=most))
    lies = said("S1", New(Ref("trench"), "0505"), Say("place", Ref("trench"), {"face": "N"}))
    judged = read(made, start, *boxes, lies, do.Advance(to="PLANNING"))
    assert accused(judged) == []


def test_the_box_of_a_weapon_says_that_it_is_set_up():
    """BAR-7.1c, BAR-7.1d"""
    given = do.Order(unit="S1", order="set_up", hex="0505")
    most = card("mortar", "soviet").orders["set_up"]["boxes"]
    state = {"set_up": False, "packed": True, "order": given, "running": given, "boxes": most - 1}
    made = Field().unit("S1", "mortar", "0505", **state)
    start = made.at("S12")
    last = do.Mark(unit="S1", what="boxes", value=most)
    judged = read(made, start, last, do.State(unit="S1", status="set-up"), do.Advance(to="PLANNING"))
    assert accused(judged) == []


def test_the_last_box_may_be_marked_after_the_work_is_called_done():
    """BAR-5.14b, BAR-5.14c"""
    most = card("infantry", "soviet").orders["dig_in"]["boxes"]
    made = working("dig_in", "infantry", boxes=most - 1, facing="N").unit("S2", "infantry", "0505")
    given = do.Order(unit="S2", order="dig_in", facing="N")
    made.units["S2"] = msgspec.structs.replace(made.units["S2"], order=given, running=given, boxes=most - 1)
    late = tuple(do.Mark(unit=unit, what="boxes", value=most) for unit in ("S1", "S2"))
    played = made.play(made.at("S12"), do.Complete(unit="S1"), *late)
    assert played.legal
    assert played.position.units["S1"].boxes == 0
    assert breaks(made.play(played.position, do.Mark(unit="S1", what="boxes", value=most + 1)).last, "BAR-5.14b")


def test_who_is_bound_may_be_marked_before_step_12():
    """BAR-5.6k"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0505").order("G1", "wait").order("S1", "wait")
    early = tuple(do.State(unit=unit, status="bound") for unit in ("S1", "G1"))
    marked = made.play(made.position("S11"), *early).position
    assert made.play(marked, do.Advance(to="S12"), do.Advance(to="PLANNING")).legal


# ------------------------------------------------------------------------------------------------------ in the air
def flier(entry: str) -> Field:
    made = Field().unit("G1", "stuka", "", air=4).unit("G8", "hq", "0109").unit("S1", "infantry", "0605")
    return made.order("G1", "air_strike", hex="0605", entry=entry)


def test_an_aircraft_that_is_dragged_over_its_goal_came_in_where_its_order_says():
    """BAR-9.4c, BAR-9.6a"""
    made = flier("0600")
    judged = read(made, made.at("S5"), dragged("G1", "0605", "Fly"))
    assert accused(judged) == []
    assert [type(each.action) for each in judged] == [do.TakeOff, do.Fly]

    unsaid = flier("")
    judged = read(unsaid, unsaid.at("S5"), dragged("G1", "0605", "Fly"))
    assert not [each for each in accused(judged) if each.startswith("Illegal")]
