"""Orders that few players give, carried out with the mouse: in another order, by the markers alone, or not at all."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.barbarossa import actions as do
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.writing import Entry
from tests.rules.barbarossa.field import SIDES, Field
from tests.rules.barbarossa.tabletop import accused, charged, dragged, read
from tests.rules.barbarossa.test_markers import laid, taken

Done = list[Action | Entry]
OVER = do.Advance(to="PLANNING")


def to(first: int, last: int) -> Done:
    return [do.Advance(to=f"S{number}") for number in range(first, last + 1)]


def opened(made: Field, *orders: do.Order, done: Done) -> list[str]:
    """What is told where orders are opened, and the marker goes on to step 1."""
    start, shown = made.position("REVEAL", ready=("german", "soviet")), list[Action | Entry]()
    for side in ("german", "soviet"):
        shown.append(do.Reveal(by=side))
        shown += [do.Order(**_given(each), by=side) for each in orders if SIDES[each.unit[0]] == side]
    return accused(read(made, start, *shown, *done))


def _given(order: do.Order) -> dict[str, object]:
    return {name: getattr(order, name) for name in order.__struct_fields__ if name != "by"}


# -------------------------------------------------------------------------------------------------------------- merging
MERGES, WHOLE = do.Merge(unit="G1", other="G2"), do.Mark(unit="G1", what="losses", value=0)


def two() -> Field:
    made = Field().unit("G1", "infantry", "0505", losses=2, ammo=3).unit("G2", "infantry", "0505", losses=3, ammo=2)
    return made.unit("S1", "infantry", "0101")


@pytest.mark.parametrize(("value", "told"), [
    (None, []),
    (5, ["Undecided BAR-3.8b marks.value"]),
    (6, ["Illegal BAR-3.8b marks.value"]),
])  # fmt: skip
def test_whether_points_go_over_with_a_merger_is_open_but_none_come_from_nowhere(value: int | None, told: list[str]):
    """BAR-7.4f, BAR-3.8b"""
    made = two()
    for unit, other in (("G1", "G2"), ("G2", "G1")):
        made.order(unit, "merge", target=other, choice="G1")
    takes: Done = [do.Mark(unit="G1", what="ammo", value=value)] if value is not None else []
    assert accused(read(made, made.at("S9"), MERGES, WHOLE, *takes, *to(10, 10))) == told


@pytest.mark.parametrize(
    ("losses", "told"), [(3, "Illegal BAR-7.4b pair.merge"), (0, "Illegal BAR-7.4e order.too-big")]
)
def test_of_who_should_not_have_been_ordered_to_merge_it_is_not_told_that_the_other_was_not(losses: int, told: str):
    """BAR-7.4b, BAR-7.4e"""
    made = two().unit("G2", "infantry", "0505", losses=losses)
    orders = [do.Order(unit="G1", order="merge", target="G2", choice="G1"), do.Order(unit="G2", order="wait")]
    assert opened(made, *orders, do.Order(unit="S1", order="wait"), done=to(1, 1)) == [told]


@pytest.mark.parametrize("second", ["merge", "wait"])
@pytest.mark.parametrize("merges", [True, False])
def test_who_was_ordered_to_merge_alone_is_told_once(second: str, merges: bool):
    """BAR-7.4b, BAR-7.4f"""
    orders = [do.Order(unit="G1", order="merge", target="G2", choice="G1"), do.Order(unit="S1", order="wait")]
    facts = {"target": "G1", "choice": "G1"} if second == "merge" else {}
    orders.append(do.Order(unit="G2", order=second, **facts))
    done = [*to(1, 9), *([MERGES, WHOLE] if merges else []), *to(10, 10)]
    told = ["Illegal BAR-7.4b pair.merge"] if second == "wait" else [] if merges else ["Illegal BAR-7.4f merge.undone"]
    assert opened(two(), *orders, done=done) == told


# --------------------------------------------------------------------------------------------------------------- supply
FULL, PAID = do.Mark(unit="G2", what="ammo", value=6), do.Mark(unit="G1", what="ammo", value=26)
BOXES: Done = [do.Mark(unit=unit, what="boxes", value=1) for unit in ("G1", "G2")]


def supplied(*done: Action | Entry, lorry: str = "receive_supply") -> list[str]:
    made = Field().unit("G1", "truck", "0505", ammo=30).unit("G2", "infantry", "0505", ammo=2)
    made.unit("S1", "infantry", "0101")
    gives = do.Order(unit="G1", order=lorry, **({"target": "G2"} if lorry == "receive_supply" else {}))
    takes, waits = do.Order(unit="G2", order="receive_supply", target="G1"), do.Order(unit="S1", order="wait")
    return opened(made, gives, takes, waits, done=[*to(1, 12), *done, OVER])


@pytest.mark.parametrize("done", [[*BOXES, FULL, PAID], [FULL, PAID, *BOXES], [PAID, BOXES[0], FULL, BOXES[1]]])
def test_cards_may_be_filled_in_before_the_last_box_is_marked(done: Done):
    """BAR-7.14d, BAR-7.14e"""
    assert supplied(*done) == []


def test_boxes_that_are_marked_twice_or_never_are_told():
    """BAR-5.14b, BAR-7.14d"""
    twice = do.Mark(unit="G2", what="boxes", value=2)
    assert supplied(FULL, PAID, *BOXES, twice) == ["Illegal BAR-5.14b marks.value"]
    assert supplied() == ["Illegal BAR-7.14d due.undone"]


@pytest.mark.parametrize("done", [[], [BOXES[1], FULL, PAID]])
def test_supply_from_a_lorry_without_the_order_is_told_once(done: Done):
    """BAR-7.14c, BAR-7.14d"""
    assert supplied(*done, lorry="wait") == ["Illegal BAR-7.14c pair.supply"]


# -------------------------------------------------------------------------------------------------------------- charges
SWAP = [taken("bridge"), laid("destroyed-bridge", "0505")]


def charging(boxes: int, *done: Action | Entry) -> list[str]:
    """What is told where pioneers with so many boxes marked of two blow up the bridge on which they stand."""
    given = do.Order(unit="G1", order="place_charges", choice="bridge")
    made = (
        Field().unit("G1", "pioneers", "0505", boxes=boxes, running=given).order("G1", "place_charges", choice="bridge")
    )
    made.ground("0505", terrain="river").built("x", "bridge", "0505").unit("S1", "infantry", "1101")
    return accused(read(made, made.at("S12"), do.Mark(unit="G1", what="boxes", value=boxes + 1), *done, OVER))


@pytest.mark.parametrize("swap", [SWAP, SWAP[::-1]])
def test_a_bridge_that_is_swapped_for_its_ruins_was_blown_up(swap: Done):
    """BAR-7.9d, BAR-7.9e"""
    assert charging(1, *swap, do.Mark(unit="G1", what="charges", value=0)) == []


def test_a_bridge_that_is_swapped_a_round_too_early_is_told():
    """BAR-7.9d, BAR-11.1d"""
    assert any(each.startswith("Illegal") for each in charging(0, *SWAP))
    assert charging(1) == ["Illegal BAR-7.9d work.due"]


def blows(*done: Action | Entry) -> list[str]:
    """What is told where pioneers have one more box to mark and blow up the bridge on which they stand."""
    given = do.Order(unit="G1", order="place_charges", choice="bridge")
    made = Field().unit("G1", "pioneers", "0505", boxes=1, running=given).order("G1", "place_charges", choice="bridge")
    made.ground("0505", terrain="river").built("x", "bridge", "0505").unit("S1", "infantry", "1101")
    return accused(read(made, made.at("S12"), *done, OVER))


def test_who_forgets_the_last_box_is_told_of_the_box_and_not_of_the_work_as_well():
    """BAR-7.9d"""
    box = do.Mark(unit="G1", what="boxes", value=2)
    assert blows(box, *SWAP, do.Mark(unit="G1", what="charges", value=0)) == []
    assert blows() == ["Illegal BAR-7.9d due.undone"]
    assert blows(box) == ["Illegal BAR-7.9d work.due"]


def dug_by_two(*done: Action) -> list[str]:
    """What is told where two dig one trench, for each of whom one more box is to be marked."""
    given = {unit: do.Order(unit=unit, order="dig_in", facing="N") for unit in ("G1", "G2")}
    made = Field().unit("S1", "infantry", "1101")
    for unit, order in given.items():
        made.unit(unit, "infantry", "0505", boxes=1, running=order, orders={"dig_in": {"boxes": 2, "manpower": 2}})
        made.order(unit, "dig_in", facing="N")
    return accused(read(made, made.at("S12"), *done, OVER))


def test_who_marks_his_last_box_after_another_has_ended_their_work_owes_nothing():
    """BAR-7.16f"""
    first, second = (do.Mark(unit=unit, what="boxes", value=2) for unit in ("G1", "G2"))
    ends = do.Complete(unit="G1")
    assert dug_by_two(first, ends, second) == dug_by_two(first, second, ends) == []
    assert dug_by_two(first, second) == ["Illegal BAR-7.16f work.due"]


# ----------------------------------------------------------------------------------------------------------------- wire
UNDONE = ["Illegal BAR-7.11c work.due"]


@pytest.mark.parametrize(("at", "done", "told"), [
    (9, [taken("wire")], []),
    (8, [do.Complete(unit="G1", structure="w")], []),
    (12, [taken("wire")], UNDONE),
    (12, [], UNDONE),
])  # fmt: skip
def test_wire_is_removed_by_the_end_of_step_9(at: int, done: Done, told: list[str]):
    """BAR-7.11c"""
    made = Field().unit("G1", "pioneers", "0505").unit("S1", "infantry", "1101").built("w", "wire", "0505", side="0504")
    made.order("G1", "remove_wire", hex="0505", side="0504")
    rest = [*to(9, at), *done, *to(max(at, 8) + 1, 12), OVER]
    assert accused(read(made, made.at("S8"), *rest)) == told


@pytest.mark.parametrize("why", ["crushed", "smoke", "assaulted"])
def test_wire_that_is_gone_or_cannot_be_reached_need_not_be_removed(why: str):
    """BAR-7.11c"""
    made = Field().unit("G1", "pioneers", "0505", smoked=2 if why == "smoke" else 0).unit("S1", "infantry", "1101")
    made.order("G1", "remove_wire", hex="0505", side="0504")
    if why != "crushed":
        made.built("w", "wire", "0505", side="0504")
    if why == "assaulted":
        made.unit("S2", "infantry", "0505")
    assert all(due.rule != "BAR-7.11c" for due in made.at("S9").due)


# ------------------------------------------------------------------------------------------------------------- from air
FLIES = [do.TakeOff(unit="G1", hex="0600"), *(do.Fly(unit="G1", hex=f"060{row}") for row in (1, 2, 3, 4))]


@pytest.mark.parametrize(("done", "told"), [
    ([do.Drop(unit="G1", hex="0604")], []),
    ([do.Drop(unit="G1", hex="0605")], ["Illegal BAR-9.18f air.drop-elsewhere"]),
    ([], ["Illegal BAR-9.18f air.drop-due"]),
])  # fmt: skip
def test_supply_that_was_flown_in_is_dropped(done: Done, told: list[str]):
    """BAR-9.18f"""
    made = Field().unit("G9", "hq", "0109").unit("G1", "airlift", "", air=4, stores={"cargo": 1})
    made.order("G1", "drop_supply", hex="0604", entry="0600", number=1).unit("S1", "infantry", "1101")
    assert accused(read(made, made.at("S5"), *FLIES, *to(6, 9), *done, *to(10, 10))) == told


@pytest.mark.parametrize(("enemy", "lands", "told"), [
    (False, True, []),
    (False, False, ["Illegal BAR-9.16f air.drop-due"]),
    (True, False, []),
])  # fmt: skip
def test_paratroops_over_free_ground_land(enemy: bool, lands: bool, told: list[str]):
    """BAR-9.16f"""
    made = Field().unit("G9", "hq", "0109").unit("G1", "airlift", "", air=4).unit("S1", "infantry", "1101")
    made.order("G1", "air_landing", hex="0604", entry="0600").unit("G2", "infantry", carrier="G1", off_board=True)
    made.order("G2", "air_landing", hex="0604")
    if enemy:
        made.unit("S2", "infantry", "0604").order("S2", "wait")
    landed = [do.Drop(unit="G1", hex="0604")] if lands else []
    assert accused(read(made, made.at("S5"), *FLIES, *to(6, 6), *landed, *to(7, 7))) == told


# --------------------------------------------------------------------------------------------------------------- ambush
OPENS = do.Opened(unit="S1", hex="0506", facing="N", number=2)
WIPED = do.State(unit="S1", status="ambush", on=False)


def from_ambush(*done: Action | Entry, far: int = 2) -> list[str]:
    """What is told where S1, in ambush in 0506 and ready to fire so far, fires at G1 as that comes to 0504."""
    made = Field().unit("S1", "infantry", "0506", hidden=True, off_board=True).ground("0506", terrain="light_woods")
    made.order("S1", "ambush", hex="0506", facing="N", number=far)
    made.unit("G1", "infantry", "0503").order("G1", "march", route=("0504",))
    return accused(read(made, made.at("S10"), do.Step(unit="G1", hex="0504"), *done, *to(11, 11)))


def shot(kind: str, dice: int = 11) -> Done:
    thrown = Roll(purpose="FIRE", who="S1", dice=(6,) * dice)
    return [do.Fire(unit="S1", target="G1", kind=kind), thrown, do.Mark(unit="S1", what="ammo", value=5)]


SHOWS: Done = [do.Show(unit="S1", hex="0506"), WIPED]


@pytest.mark.parametrize("kind", ["ambush", "defend", "fire"])
def test_an_ambush_is_an_ambush_by_whatever_key_of_fire(kind: str):
    """BAR-5.13a, BAR-5.13d"""
    assert from_ambush(*shot(kind), *SHOWS) == []
    assert [each.split()[1] for each in from_ambush(*shot(kind, 10), *SHOWS)] == ["BAR-5.1e"]


def test_an_ambush_beyond_its_distance_is_told_once():
    """BAR-5.13e, BAR-5.1a"""
    assert from_ambush(*shot("ambush"), *SHOWS, far=1) == ["Illegal BAR-5.13e fire.distance"]


def test_who_is_seen_and_put_down_beside_his_hex_first_stands_where_he_lay():
    """BAR-5.12g"""
    astray = dragged("S1", "0507", "Show")
    assert from_ambush(*shot("ambush"), astray, dragged("S1", "0506", "Show"), WIPED) == []
    assert from_ambush(*shot("ambush"), astray, WIPED) == ["Illegal BAR-5.12g show.elsewhere"]
    assert from_ambush(*shot("ambush"), WIPED) == ["Illegal BAR-5.12g due.undone"]


# ----------------------------------------------------------------------------------------------------- at each other
def blow(unit: str, target: str) -> Done:
    return [do.Strike(unit=unit, target=target), Roll(purpose="MELEE", who=unit, dice=(6,) * 5)]


def off(unit: str, die: int) -> Roll:
    return Roll(purpose="ROLLOFF", who=unit, dice=(die,))


@pytest.mark.parametrize(("dice", "told"), [
    ([off("S1", 5), off("G1", 2)], []),
    ([off("S1", 2), off("G1", 5)], ["Illegal BAR-5.9b move.halted"]),
    ([off("S1", 5)], ["Illegal BAR-5.9b rolloff.first"]),
    ([], ["Illegal BAR-5.9b rolloff.first"]),
])  # fmt: skip
def test_who_storms_without_the_roll_off_is_told_once(dice: Done, told: list[str]):
    """BAR-5.9b"""
    made = Field().unit("S1", "infantry", "0505").order("S1", "assault", target="G1", route=("0504",))
    made.unit("G1", "infantry", "0504").order("G1", "assault", target="S1", route=("0505",))
    storms = do.Step(unit="S1", hex="0504", fights=True)
    paid = [do.Mark(unit=unit, what="ammo", value=5) for unit in ("S1", "G1")]
    done = *dice, storms, *blow("S1", "G1"), *blow("G1", "S1"), *paid, *to(7, 7)
    assert accused(read(made, made.at("S6"), *done)) == told


def test_who_never_rolls_off_and_stays_is_told():
    """BAR-5.9b"""
    made = Field().unit("S1", "infantry", "0505").order("S1", "assault", target="G1", route=("0504",))
    made.unit("G1", "infantry", "0504").order("G1", "assault", target="S1", route=("0505",))
    assert {each.split()[1] for each in charged(read(made, made.at("S6"), *to(7, 7)))} == {"BAR-5.9b", "BAR-6.5f"}


# ---------------------------------------------------------------------------------------------------- a forbidden order
@pytest.mark.parametrize("hides", [True, False])
def test_who_should_not_lie_in_ambush_is_told_of_the_order_alone(hides: bool):
    """BAR-12.1c, BAR-6.6h"""
    made = Field().unit("S1", "infantry", "0506").unit("G1", "infantry", "0101")
    orders = do.Order(unit="S1", order="ambush", hex="0506", facing="N", number=1), do.Order(unit="G1", order="wait")
    gone: Done = [do.Hide(unit="S1"), do.State(unit="S1", status="ambush")] if hides else []
    told = opened(made, *orders, done=[*to(1, 8), *gone, *to(9, 9)])
    assert [each for each in told if each.startswith("Illegal")] == ["Illegal BAR-12.1c order.ambush"]


@pytest.mark.parametrize("paid", [True, False])
def test_who_has_a_forbidden_order_and_is_assaulted_pays_for_the_melee(paid: bool):
    """BAR-5.6e, BAR-7.16c"""
    made = Field().unit("G1", "infantry", "0504", orders={"dig_in": {"boxes": 2, "manpower": 2}})
    made.unit("S1", "infantry", "0505")
    orders = (
        do.Order(unit="G1", order="dig_in", facing="N"),
        do.Order(unit="S1", order="assault", target="G1", route=("0504",)),
    )
    storms = do.Step(unit="S1", hex="0504", fights=True), *blow("S1", "G1"), *blow("G1", "S1")
    pays = [do.Mark(unit=unit, what="ammo", value=5) for unit in ("S1", "G1")]
    done: Done = [*to(1, 6), *storms, *(pays if paid else pays[:1]), *to(7, 7)]
    told = ["Illegal BAR-7.16c pair.hands", *([] if paid else ["Illegal BAR-5.6e due.undone"])]
    assert opened(made, *orders, done=done) == told


# --------------------------------------------------------------------------------------- what cards note, and what not
@pytest.mark.parametrize(
    ("one", "two", "told"),
    [
        (("G2", "G1"), ("G1", "G2"), []),
        (("G2", "G1"), ("G2", "G1"), []),
        (("G1", "G2"), ("G1", "G2"), []),
        (("G2", "G2"), ("G1", "G1"), []),
        (("G2", "G1"), None, ["Illegal BAR-7.4b pair.merge"]),
    ],
)
def test_two_merge_whose_cards_note_both_of_them_in_any_order(
    one: tuple[str, str], two: tuple[str, str] | None, told: list[str]
):
    """BAR-7.4b, BAR-7.4f"""
    pair = Field().unit("G1", "infantry", "0505", losses=2).unit("G2", "infantry", "0505", losses=3)
    pair.unit("S1", "infantry", "0101")
    orders = [do.Order(unit="G1", order="merge", target=one[0], choice=one[1]), do.Order(unit="S1", order="wait")]
    facts = {"target": two[0], "choice": two[1]} if two else {}
    orders.append(do.Order(unit="G2", order="merge" if two else "wait", **facts))
    assert opened(pair, *orders, done=[*to(1, 9), MERGES, WHOLE, *to(10, 10)]) == told


WORK_DONE = do.Complete(unit="G1")
LAST_BOX = do.Mark(unit="G1", what="boxes", value=2)


def loading(*done: Action, order: str = "load_supply", boxes: int = 1) -> list[str]:
    """What is said of a lorry that has loaded for a round, in the last step of the next one."""
    made = Field().unit("G1", "truck", "0105", off_board=True, ammo=20, boxes=boxes)
    made.unit("S1", "infantry", "0909")
    made.units["G1"] = replace(made.order("G1", order).units["G1"], running=do.Order(unit="G1", order=order))
    return accused(read(made, made.at("S12"), *done))


def test_loading_that_took_its_rounds_may_be_called_done():
    """BAR-5.14c, BAR-7.15d"""
    assert loading(LAST_BOX, WORK_DONE) == []
    assert loading(do.Mark(unit="G1", what="boxes", value=1), WORK_DONE, boxes=0) == ["Illegal BAR-7.1c work.none"]


def test_who_has_taken_supply_may_call_it_done():
    """BAR-5.14c, BAR-7.14d"""
    over = do.Complete(unit="G2")
    record = do.Supply(unit="G2", source="G1", points=4)
    assert supplied(*BOXES, record, over, FULL, PAID) == []
    assert supplied(record, *BOXES, over, FULL, PAID) == []
    assert supplied(over) == ["Illegal BAR-7.14d due.undone"]
    assert "Illegal BAR-7.1c work.none" in supplied(do.Complete(unit="S1"))


NO_TEETH = [Entry("german", taken("teeth", number).deeds) for number in (1, 2, 3)]


def teeth(*done: Action | Entry, side: str = "", more: bool = True) -> list[str]:
    """What is said of pioneers at their last box with teeth on one or two sides of their hex, and more elsewhere."""
    made = Field().unit("G1", "pioneers", "0505", boxes=1).unit("S1", "infantry", "0101")
    made.built("T1", "teeth", "0505", side="0504", facing="N")
    if more:
        made.built("T2", "teeth", "0505", side="0506", facing="S").built("T3", "teeth", "0909", side="0908", facing="N")
    given = do.Order(unit="G1", order="remove_obstacle", hex="0505" if side else "", side=side)
    made.units["G1"] = replace(made.units["G1"], order=given, running=given)
    return accused(read(made, made.at("S12"), do.Mark(unit="G1", what="boxes", value=2), *done))


def test_an_order_to_remove_teeth_need_not_say_which():
    """BAR-7.12c, BAR-3.7b"""
    first, second, far = NO_TEETH
    gone = ["Illegal BAR-3.7b marks.removed"]
    assert teeth(WORK_DONE, first, more=False) == []
    assert teeth(WORK_DONE, first) == teeth(WORK_DONE, second) == teeth(first, WORK_DONE) == []
    assert teeth(WORK_DONE, first, second) == gone
    assert teeth(WORK_DONE, far) == gone
    assert teeth(WORK_DONE, first, side="0504") == []
    assert teeth(WORK_DONE, second, side="0504") == gone


# -------------------------------------------------------------------------------------------------------- in a bunker
OUT, IN = do.Show(unit="S1", hex="0505"), do.Occupy(unit="S1", structure="b")
UNMARKED = do.State(unit="S1", status="dug-in", on=False)


def in_a_bunker(order: str, *done: Action | Entry) -> list[str]:
    """What is told of S1, which has been in a bunker since an earlier round, and does something in the last step."""
    made = Field().unit("S1", "infantry", "0505", shelter="b", off_board=True).unit("G1", "infantry", "0101")
    made.built("b", "bunker", "0505", facing="N")
    written = {"facing": "N", "number": 2, "choice": "bunker"} if order == "defend" else {}
    orders = do.Order(unit="S1", order=order, **written), do.Order(unit="G1", order="wait")
    return opened(made, *orders, done=[*to(1, 12), *done, OVER])


@pytest.mark.parametrize(("order", "done", "told"), [
    ("defend", (), []),
    ("defend", (OUT, IN), []),
    ("defend", (OUT,), ["Illegal BAR-4.3b shelter.left"]),
    ("wait", (OUT, UNMARKED), []),
])  # fmt: skip
def test_who_has_written_down_a_bunker_stays_in_it_for_the_round(order: str, done: Done, told: list[str]):
    """BAR-4.3b, BAR-11.6n"""
    assert in_a_bunker(order, *done) == told
