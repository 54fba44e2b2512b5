"""Fire while models are dragged: what was shot on the way is rolled when they stand at their goals already."""

from rules.barbarossa import actions as do
from rules.engine.dice import Roll
from rules.engine.ruling import Undecided
from tests.rules.barbarossa.drafting import breaks
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.tabletop import accused, dragged, findings, read

FIRE = do.Fire(unit="S1", target="G1", kind="move")


def rolling() -> Field:
    """A tank that fires from the first hex of its way."""
    made = Field().unit("S1", "light", "0508", accuracy=[3, 3, 3, 2, 1]).unit("G1", "pz2", "0503")
    made.order("G1", "wait")
    return made.order("S1", "fire_on_move", target="G1", route=("0507", "0506", "0505"), fire_from="0506")


def steps(unit: str, *places: str) -> tuple[do.Step, ...]:
    return tuple(do.Step(unit=unit, hex=place) for place in places)


def test_fire_on_the_move_is_rolled_when_the_tank_stands_at_its_goal():
    """BAR-8.7i"""
    made = rolling()
    dice = Roll(purpose="FIRE", who="S1", dice=(6,) * 5)
    pays = do.Mark(unit="S1", what="ammo", value=7)
    moved = made.play(made.at("S10"), *steps("S1", "0507", "0506", "0505"))

    assert moved.legal
    assert made.play(moved.position, FIRE, dice, pays, do.Advance(to="S11")).legal
    assert breaks(made.play(moved.position, do.Advance(to="S11")).last, "BAR-8.7i")


def test_fire_on_the_move_is_counted_from_the_underlined_hex():
    """BAR-8.7i, BAR-3.12c"""
    made = rolling()
    moved = made.play(made.at("S10"), *steps("S1", "0507", "0506", "0505")).position
    card = made.counters["S1"].card
    good, wrong = card.accuracy_at(3), card.accuracy_at(2)

    assert good != wrong
    assert made.play(moved, do.Fire(unit="S1", target="G1", kind="move", accuracy=good)).legal
    assert breaks(made.play(moved, do.Fire(unit="S1", target="G1", kind="move", accuracy=wrong)).last, "BAR-3.12c")


def test_losses_that_came_after_the_shot_lower_no_dice():
    """BAR-8.7f, BAR-4.3e"""
    made = rolling()
    start = made.play(made.at("S10"), *steps("S1", "0507", "0506")).position.unit("S1", losses=1)
    moved = made.play(start, *steps("S1", "0505")).position

    assert made.play(moved, do.Fire(unit="S1", target="G1", kind="move", dice=5)).legal
    assert made.play(moved, do.Fire(unit="S1", target="G1", kind="move", dice=3)).legal
    assert breaks(made.play(moved, do.Fire(unit="S1", target="G1", kind="move", dice=7)).last, "BAR-8.7f")


def test_before_the_underlined_hex_there_is_no_shot():
    """BAR-8.7i"""
    made = rolling()
    assert breaks(made.play(made.at("S10"), *steps("S1", "0507"), FIRE).last, "BAR-8.7i")


def test_a_tank_dragged_in_one_go_fires_from_the_underlined_hex_in_a_log():
    """BAR-8.7i"""
    made = rolling()
    dice = Roll(purpose="FIRE", who="S1", dice=(6,) * 5)
    pays = do.Mark(unit="S1", what="ammo", value=7)
    on_board = made.play(made.at("S10"), *steps("S1", "0507", "0506", "0505")).position
    assert on_board.units["S1"].hex == "0505"
    judged = read(made, made.at("S10"), dragged("S1", "0505"), FIRE, dice, pays, do.Advance(to="S11"))
    assert accused(judged) == []


def test_who_aims_again_before_the_dice_fall_has_not_fired_yet():
    """BAR-4.3b, BAR-6.3f"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504").order("G1", "wait")
    made.unit("G2", "infantry", "0604").order("G2", "wait").order("S1", "open_fire", target="G1")
    wrong, right = do.Fire(unit="S1", target="G2"), do.Fire(unit="S1", target="G1")
    dice, pays = Roll(purpose="FIRE", who="S1", dice=(6,) * 10), do.Mark(unit="S1", what="ammo", value=5)

    judged = read(made, made.at("S3"), wrong, right, dice, pays, do.Advance(to="S4"))
    assert accused(judged) == []
    rolled = read(made, made.at("S3"), wrong, dice, pays)
    assert any("BAR-4.3b" in each for each in accused(rolled))


def guard(route: tuple[str, ...], distance: int) -> Field:
    made = Field().unit("G1", "truck", "0502").order("G1", "march", route=route)
    return made.unit("S1", "infantry", "0505").order("S1", "defend", facing="N", number=distance)


def test_a_mover_is_met_within_the_distance_that_was_written():
    """BAR-6.1g, BAR-6.1f"""
    made = guard(("0503", "0504", "0604", "0704"), 1)
    played = made.play(made.at("S10"), *steps("G1", "0503", "0504", "0604", "0704"))
    shot = do.Fire(unit="S1", target="G1", kind="defend")

    assert made.play(played.position, shot).legal
    far = guard(("0503", "0603", "0703"), 1)
    gone = far.play(far.at("S10"), *steps("G1", "0503", "0603", "0703")).position
    assert breaks(far.play(gone, shot).last, "BAR-6.1g")


def test_a_mover_that_ends_in_a_forest_was_met_before_it():
    """BAR-12.4g, BAR-6.1g"""
    made = Field().unit("G1", "infantry", "0502").order("G1", "cautious_move", route=("0503", "0603"))
    made.unit("S1", "infantry", "0505").order("S1", "defend", facing="N", number=2).ground("0603", terrain="forest")
    played = made.play(made.at("S10"), *steps("G1", "0503", "0603"))
    assert "BAR-12.4g" not in made.play(played.position, do.Fire(unit="S1", target="G1", kind="defend")).last.rules


def test_the_accuracy_at_any_hex_where_the_mover_could_be_met_is_right():
    """BAR-3.12c, BAR-6.1g"""
    made = guard(("0503", "0504", "0604"), 3)
    start = made.play(made.at("S10"), *steps("G1", "0503", "0504", "0604")).position
    card = made.counters["S1"].card
    for distance in (1, 2):
        shot = do.Fire(unit="S1", target="G1", kind="defend", accuracy=card.accuracy_at(distance))
        assert made.play(start, shot).legal
    assert breaks(made.play(start, do.Fire(unit="S1", target="G1", kind="defend", accuracy=6)).last, "BAR-3.12c")


def test_a_guard_that_fires_before_the_mover_is_dragged_is_not_accused():
    """BAR-6.1g"""
    made = guard(("0503", "0504"), 2)
    shot = do.Fire(unit="S1", target="G1", kind="defend")
    assert made.play(made.at("S10"), shot).last.verdict == "undecided"

    stays = Field().unit("G1", "truck", "0503").order("G1", "wait")
    stays.unit("S1", "infantry", "0505").order("S1", "defend", facing="N", number=2)
    assert breaks(stays.play(stays.at("S10"), shot).last, "BAR-6.1g")


def test_while_an_ambush_stays_covered_its_dice_are_no_fault_whatever_others_do_meanwhile():
    """BAR-4.3a, BAR-5.1a, BAR-5.13e"""
    made = Field().unit("S1", "mg", "0505", hidden=True, off_board=True).order("S1", "ambush")
    made.unit("G1", "infantry", "0502").order("G1", "march", route=("0503",))
    made.unit("G2", "infantry", "0801").order("G2", "march", route=("0802",))
    start = made.play(made.at("S10"), do.Step(unit="G1", hex="0503")).position
    shot, goes = do.Fire(unit="S1", target="G1", kind="ambush"), do.Step(unit="G2", hex="0802")
    dice = do.Roll(purpose="FIRE", who="S1", dice=(6,) * 11)
    judged = read(made, start, shot, goes, dice)
    assert [type(each) for each in findings(judged)] == [Undecided, Undecided]
