"""The status update (4.4m, 5.14, 9.3): time boxes, preparation boxes, flags; and when orders are carried out."""

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.turn.upkeep import effect_in, step_of, total_boxes
from rules.engine.dice import Roll
from tests.rules.barbarossa.drafting import Draft, breaks


def digging(boxes: int = 0, **state: object) -> Draft:
    made = Draft().unit("S1", "infantry", "0505", boxes=boxes, **state)
    return made.order("S1", "dig_in", facing="N")


def box(value: int, unit: str = "S1") -> do.Mark:
    return do.Mark(unit=unit, what="boxes", value=value)


ROUND_OVER = do.Advance(to="PLANNING")


def test_each_round_marks_one_box_in_step_12():
    """BAR-5.14a, BAR-5.14b, BAR-7.16f, BAR-4.4m"""
    made = digging()
    update = made.at("S12")

    assert update.units["S1"].boxes == 1
    assert made.play(update, box(1), ROUND_OVER).legal
    assert breaks(made.play(update, ROUND_OVER).last, "BAR-7.16f")
    assert not made.play(update, box(2)).legal


@pytest.mark.parametrize(
    ("kind", "order", "rule"),
    [
        ("mg", "set_up", "BAR-7.1c"),
        ("mg", "pack_up", "BAR-7.2c"),
        ("pioneers", "lay_mines", "BAR-7.5d"),
        ("pioneers", "clear_mines", "BAR-7.8b"),
        ("pioneers", "place_charges", "BAR-7.9d"),
        ("pioneers", "remove_obstacle", "BAR-7.12c"),
        ("pioneers", "clear_path", "BAR-7.17c"),
        ("infantry", "receive_supply", "BAR-7.14d"),
        ("truck", "load_supply", "BAR-7.15d"),
    ],
)
def test_which_orders_have_time_boxes(kind: str, order: str, rule: str):
    """BAR-7.1c, BAR-7.2c, BAR-7.5d, BAR-7.8b, BAR-7.9d, BAR-7.12c, BAR-7.17c, BAR-7.14d, BAR-7.15d"""
    made = Draft().unit("S1", kind, "0505", orders={order: {"boxes": 3}}).order("S1", order)
    made.built("T", "teeth", "0505", side="0504").ground("0505", terrain="light_woods")
    update = made.play(made.position("S11"), do.Advance(to="S12")).position

    assert update.units["S1"].boxes == 1
    assert made.play(update, box(1), ROUND_OVER).legal
    assert breaks(made.play(update, ROUND_OVER).last, rule)


def test_two_at_a_bridge_mark_a_box_each():
    """BAR-7.13e, BAR-IN-82"""
    made = Draft().unit("S1", "pioneers", "0805").unit("S2", "pioneers", "0804").ground("0705", terrain="river")
    for name in ("S1", "S2"):
        made.order(name, "build_pontoon", hex="0705")
    update = made.play(made.position("S11"), do.Advance(to="S12")).position

    assert made.play(update, box(1), box(1, "S2"), ROUND_OVER).legal
    assert breaks(made.play(update, box(1), ROUND_OVER).last, "BAR-7.13e")


def test_no_box_before_step_12():
    """BAR-5.14b, BAR-7.0b"""
    made = digging()

    assert breaks(made.play(made.position("S9"), box(1)).last, "BAR-5.14b")


def test_with_the_last_box_the_work_is_done():
    """BAR-5.14c, BAR-7.16f"""
    made = digging(boxes=1, running=do.Order(unit="S1", order="dig_in", facing="N"))
    update = made.at("S12")

    assert made.play(update, box(2), do.Complete(unit="S1"), ROUND_OVER).legal
    assert not made.play(update, box(2), ROUND_OVER).legal


@pytest.mark.parametrize("trouble", [{"smoked": 2}, {"suppressed": True}])
def test_nobody_works_in_smoke_or_suppressed(trouble: dict[str, object]):
    """BAR-5.14b, BAR-6.4g"""
    made = digging(**trouble)
    update = made.at("S12")

    assert update.units["S1"].boxes == 0
    assert not made.play(update, box(1)).legal


def test_too_few_hands_do_not_go_on():
    """BAR-IN-82, BAR-7.13c, BAR-7.16c"""
    cards = {"dig_in": {"boxes": 2, "manpower": 2}}
    made = Draft().unit("S1", "infantry", "0505", orders=cards).order("S1", "dig_in", facing="N")
    update = made.at("S12")

    assert update.units["S1"].boxes == 0
    assert breaks(made.play(update, box(1)).last, "BAR-7.16c")


def test_the_next_round_the_order_is_still_there():
    """BAR-4.4m, BAR-5.14b"""
    made = digging()
    next_round = made.play(made.at("S12"), box(1), ROUND_OVER).position

    assert next_round.units["S1"].order is None
    assert next_round.units["S1"].running is not None


@pytest.mark.parametrize(
    ("order", "step", "effect"),
    [
        ("defend", "S1", "S1"),
        ("suppressive_fire", "S2", "S2"),
        ("open_fire", "S3", "S3"),
        ("smoke", "S3", "S3"),
        ("air_strike", "S5", "S5"),
        ("assault", "S6", "S6"),
        ("ambush", "S8", "S8"),
        ("remove_wire", "S9", "S9"),
        ("clear_mines", "S9", "S12"),
        ("march", "S10", "S10"),
    ],
)
def test_every_order_has_its_step(order: str, step: str, effect: str):
    """BAR-4.4b, BAR-4.4c, BAR-4.4d, BAR-4.4f, BAR-4.4g, BAR-4.4i, BAR-4.4j, BAR-4.4k, BAR-4.3d, BAR-7.0b, BAR-7.8b"""
    made = Draft().unit("S1", "pioneers", "0505").order("S1", order)
    case = made.case(made.position("S1"))

    assert step_of(case, "S1") == step
    assert effect_in(case, "S1") == effect


def test_tanks_take_two_rounds_to_hide():
    """BAR-6.6j"""
    tank = Draft().unit("S1", "light", "0505").order("S1", "ambush")
    foot = Draft().unit("S1", "infantry", "0505").order("S1", "ambush")

    assert total_boxes(tank.case(tank.position("S1")), "S1") == 2
    assert total_boxes(foot.case(foot.position("S1")), "S1") == 0


# ------------------------------------------------------------------------------------------------------- aircraft
def test_preparation_goes_on_box_by_box():
    """BAR-EX-25, BAR-9.3b, BAR-9.3c, BAR-9.3d, BAR-9.3f, BAR-9.3g"""
    made = Draft().unit("G1", "stuka", "", air=1)
    update = made.at("S12")

    def air(value: int) -> do.Mark:
        return do.Mark(unit="G1", what="air", value=value)

    assert update.units["G1"].air == 2
    assert made.play(update, air(2), ROUND_OVER).legal
    assert breaks(made.play(update, ROUND_OVER).last, "BAR-9.3f")
    assert "BAR-9.3c" in made.play(update, air(3)).last.rules
    ready = Draft().unit("G1", "stuka", "", air=4)
    assert ready.at("S12").units["G1"].air == 4


# ----------------------------------------------------------------------------------------------------- suppression
def test_only_who_has_the_flag_tests_for_recovery():
    """BAR-IN-09, BAR-5.11f, BAR-5.11h, BAR-5.11j"""
    flagged = Draft().unit("G1", "infantry", "0505", suppressed=True, flagged=True)
    new = Draft().unit("G1", "infantry", "0505", suppressed=True)
    test = Roll(purpose="TEST", who="G1", dice=(1, 1))

    assert flagged.play(flagged.at("S12"), test).legal
    assert breaks(flagged.play(flagged.at("S12"), ROUND_OVER).last, "BAR-5.11h")
    assert new.play(new.at("S12"), ROUND_OVER).legal
    assert new.play(new.at("S12"), test).legal
    recovered = do.State(unit="G1", status="suppressed", on=False)
    assert breaks(new.play(new.at("S12"), test, recovered).last, "BAR-5.11j")
    assert new.play(new.at("S12"), ROUND_OVER).position.units["G1"].flagged
