"""Transport and supply: what may be done when, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.carrying import supply, transport
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.verdicts import In, played, words

says, after = In("S12").says, In("S12").after


# ---------------------------------------------------------------------------------------------------------- on carriers
def lorry(
    kind: str = "infantry", order: str = "mount", at: str = "0505", carrier: str = "truck", **state: Any
) -> Field:
    made = Field().unit("S1", kind, "0505", **state).unit("S2", carrier, at)
    return made.order("S1", order, target="S2") if order else made


ABOARD = do.Board(unit="S1", carrier="S2")
HITCHED = do.Board(unit="S1", carrier="S2", towed=True)


@pytest.mark.parametrize(
    ("made", "state", "said"),
    [
        (lorry(), "S10", ""),
        (lorry(), "S9", "BAR-8.8c"),
        (lorry(order="wait"), "S10", "BAR-4.3b"),
        (lorry(order=""), "S10", "BAR-4.3b"),
        (lorry(at="0504"), "S10", "BAR-8.8c?BAR-A40"),
        (lorry(carrier="light"), "S10", "BAR-7.10a BAR-8.8e"),
        (lorry().order("S1", "mount", target="S9"), "S10", "BAR-8.8b"),
        (lorry().order("S1", "mount"), "S10", ""),
        (lorry().unit("S3", "mg", carrier="S2"), "S10", "BAR-8.8e"),
        (lorry().unit("S3", "mg", carrier="S2", towed=True), "S10", ""),
        (lorry(losses=2).unit("S3", "mg", carrier="S2"), "S10", ""),
    ],
)
def test_who_goes_aboard(made: Field, state: str, said: str) -> None:
    """BAR-8.8b, BAR-8.8c, BAR-8.8e, BAR-4.3b"""
    assert says(made, ABOARD, state) == said


def test_more_on_who_goes_aboard() -> None:
    """BAR-8.8e, BAR-7.10a"""
    hurt = (
        Field().unit("S1", "infantry", "0505").unit("S2", "truck", "0505", losses=1).order("S1", "mount", target="S2")
    )
    assert says(hurt, ABOARD, "S10") == "BAR-8.8e?BAR-A22"
    foe = Field().unit("S1", "infantry", "0505").unit("G2", "truck", "0505").order("S1", "mount", target="G2")
    assert "BAR-7.10a" in says(foe, do.Board(unit="S1", carrier="G2"), "S10").split()
    covered = Field().unit("S1", "infantry", "0505").unit("S2", "truck", "0505").order("S1")
    assert says(covered, ABOARD, "S10") == "BAR-8.8b?order"
    unit = after(lorry(hidden=True, shelter="t"), ABOARD, "S10").units["S1"]
    assert (unit.hex, unit.carrier, unit.towed, unit.off_board, unit.hidden, unit.shelter) == (
        "",
        "S2",
        False,
        True,
        False,
        "",
    )


@pytest.mark.parametrize(
    ("order", "state", "packed", "at", "said"),
    [
        ("tow", "S9", True, "0505", ""), ("tow", "S10", True, "0505", "BAR-7.10g"),
        ("tow", "S9", False, "0505", "BAR-7.10e"),
        ("tow", "S9", True, "0504", "BAR-7.10f"), ("wait", "S9", True, "0505", "BAR-7.10g"),
        ("", "S9", True, "0505", "BAR-7.10f?order"),
    ],
)  # fmt: skip
def test_who_is_hitched(order: str, state: str, packed: bool, at: str, said: str) -> None:
    """BAR-7.10e, BAR-7.10f, BAR-7.10g"""
    made = Field().unit("S1", "at-gun", "0505", packed=packed, set_up=not packed).unit("S2", "truck", at)
    made.order("S1", order, target="S2")
    assert says(made, HITCHED, state) == said
    other = (
        Field()
        .unit("S1", "at-gun", "0505", packed=True, set_up=False)
        .unit("S2", "truck", "0505")
        .unit("S3", "truck", "0505")
    )
    assert says(other.order("S1", "tow", target="S3"), HITCHED, "S9") == "BAR-7.10g"


def rider(order: str = "dismount", towed: bool = False, truck: str = "0505", **state: Any) -> Field:
    made = Field().unit("S1", "infantry", carrier="S2", towed=towed, off_board=True, **state).unit("S2", "truck", truck)
    return made.order("S1", order, target="S2") if order != "-" else made


@pytest.mark.parametrize(
    ("made", "place", "state", "said"),
    [
        (rider(), "0505", "S10", ""),
        (rider(), "", "S10", ""),
        (rider(), "0504", "S10", "BAR-8.9c"),
        (rider(), "0505", "S9", "BAR-8.9c"),
        (rider("wait"), "0505", "S10", "BAR-8.9c"),
        (rider("-"), "0505", "S10", "BAR-8.9c"),
        (rider("wait", suppressed=True), "0505", "S10", ""),
        (rider(""), "0505", "S10", ""),
        (rider("set_up", towed=True), "0505", "S9", ""),
        (rider("wait", towed=True), "0505", "S9", "BAR-7.10h"),
        (rider("dismount", towed=True), "0505", "S10", "BAR-7.10h"),
        (rider("-", towed=True, running=do.Order(unit="S1", order="set_up")), "0505", "S9", ""),
        (Field().unit("S1", "infantry", "0505"), "0505", "S10", "BAR-8.9c"),
    ],
)
def test_who_gets_off(made: Field, place: str, state: str, said: str) -> None:
    """BAR-8.9c, BAR-7.10h"""
    assert says(made, do.Leave(unit="S1", hex=place), state) == said


def test_who_has_got_off_stands_by_the_carrier() -> None:
    """BAR-8.9c"""
    found = after(rider(towed=True), do.Leave(unit="S1"), "S10")
    unit = found.units["S1"]
    assert (unit.hex, unit.carrier, unit.towed, unit.off_board, found.fired) == (
        "0505",
        "",
        False,
        False,
        {"S1 put down": 1},
    )


@pytest.mark.parametrize(
    ("made", "state", "said"),
    [
        (lorry(), "S10", "BAR-8.8c"),
        (lorry(), "S9", ""),
        (lorry(at="0504"), "S10", ""),
        (lorry(smoked=2), "S10", ""),
        (lorry(out=True), "S10", ""),
        (lorry().unit("S3", "infantry", carrier="S2"), "S10", ""),
        (lorry().unit("G1", "infantry", "0505"), "S10", ""),
        (rider().order("S2", "dismount"), "S10", "BAR-8.9c"),
        (rider().order("S2", "march", route=("0504",)), "S10", ""),
        (rider(), "S10", ""),
        (rider("wait"), "S10", ""),
        (lorry(order="dismount"), "S10", ""),
        (lorry("at-gun", "tow"), "S9", "BAR-7.10g"),
        (lorry("at-gun", "tow"), "S10", ""),
    ],
)
def test_what_was_ordered_is_done_when_the_step_is_over(made: Field, state: str, said: str) -> None:
    """BAR-8.8c, BAR-8.9c, BAR-7.10g"""
    found = words(played(made, made.position(state), do.Advance(to=f"S{int(state[1:]) + 1}")).last).split()
    assert [each for each in found if each[:8] in {"BAR-8.8c", "BAR-8.9c", "BAR-7.10"}] == ([said] if said else [])


@pytest.mark.parametrize(
    ("losses", "riders", "towed", "each"), [(1, 1, False, 1), (2, 1, False, 2), (1, 1, True, 1), (1, 2, False, 0)]
)
def test_who_is_aboard_shares_the_losses(losses: int, riders: int, towed: bool, each: int) -> None:
    """BAR-8.8f, BAR-7.10i"""
    made = Field().unit("S2", "truck", "0505")
    for number in range(riders):
        made.unit(f"S{5 + number}", "infantry", carrier="S2", towed=towed, defence=2)
    position = made.position("S3").unit("S2", losses=losses)
    found = transport.share_losses(made.case(position), position, "S2", losses)
    assert [found.units[f"S{5 + number}"].losses for number in range(riders)] == [each] * riders
    if riders == 2:
        assert found.shared == {"S2": (("S5", "S6"), losses)}
        assert len(found.due) == losses
        again = transport.share_losses(made.case(found), found, "S2", 1)
        assert again.shared["S2"][1] == losses + 1
        said = words(played(made, found, do.Advance(to="S4")).last).split()
        assert "BAR-8.8f" in said
        taken = found.unit("S5", losses=losses)
        assert "BAR-8.8f" not in words(played(made, taken, do.Advance(to="S4")).last).split()


def test_what_a_carrier_towed_is_thrown_off_and_whoever_survives_stands_there() -> None:
    """BAR-7.10l"""
    made = (
        Field()
        .unit("S2", "truck", "0505")
        .unit("S5", "at-gun", carrier="S2", towed=True)
        .unit("S6", "infantry", carrier="S2")
    )
    position = made.position("S3")
    thrown = transport.thrown_off(made.case(position), position, "S2", 0)
    assert (thrown.units["S5"].suppressed, thrown.units["S6"].suppressed) == (True, False)
    assert any(due.options == (do.Leave(unit="S5"),) and due.must for due in thrown.due)
    left = transport.left_behind(made.case(position), position, "S2", 0)
    assert [(left.units[name].hex, left.units[name].carrier) for name in ("S5", "S6")] == [("0505", "")] * 2
    assert left.fired == {"S5 put down": 1, "S6 put down": 1}


# --------------------------------------------------------------------------------------------------------------- supply
def hungry(*, points: int = 1, boxes: int = 1, kind: str = "truck", at: str = "0505", name: str = "S2",
order: str = "receive_supply",
           ammo: int = 2, **source: Any) -> Field:  # fmt: skip
    made = Field().unit("S1", "infantry", "0505", ammo=ammo, boxes=boxes).unit(name, kind, at, **source)
    return made.order("S1", order)


@pytest.mark.parametrize(
    ("made", "points", "state", "said"),
    [
        (hungry(), 1, "S12", ""),
        (hungry(), 4, "S12", ""),
        (hungry(), 5, "S12", "BAR-7.14h"),
        (hungry(), 1, "S11", "BAR-7.14d"),
        (hungry(boxes=0), 1, "S12", "BAR-7.14d"),
        (hungry(order="wait"), 1, "S12", "BAR-7.14d"),
        (hungry(at="0504"), 1, "S12", "BAR-7.14b"),
        (hungry(kind="light"), 1, "S12", "BAR-7.14b"),
        (hungry(losses=0, ammo=2).unit("S2", "truck", "0505", ammo=1), 1, "S12", ""),
        (hungry(losses=0, ammo=2).unit("S2", "truck", "0505", ammo=1), 2, "S12", "BAR-7.14e"),
    ],
)
def test_who_hands_over_points(made: Field, points: int, state: str, said: str) -> None:
    """BAR-7.14b, BAR-7.14d, BAR-7.14e, BAR-7.14h"""
    assert says(made, do.Supply(unit="S1", source="S2", points=points), state) == said


def test_points_go_from_one_card_to_the_other() -> None:
    """BAR-7.14e, BAR-7.14f"""
    found = after(hungry(), do.Supply(unit="S1", source="S2", points=3))
    assert (found.units["S1"].ammo, found.units["S2"].ammo, found.units["S1"].boxes) == (5, 27, 0)
    assert found.fired == {"S1 supplied": 1}
    box = Field().unit("S1", "infantry", "0505", ammo=2, boxes=1).order("S1", "receive_supply")
    box.built("c", "cargo", "0505", points=5)
    given = after(box, do.Supply(unit="S1", source="c", points=3))
    assert (given.units["S1"].ammo, given.structures["c"].points) == (5, 2)
    assert says(box, do.Supply(unit="S1", source="c", points=3)) == ""
    far = (
        Field()
        .unit("S1", "infantry", "0505", ammo=2, boxes=1)
        .order("S1", "receive_supply")
        .built("c", "cargo", "0504", points=5)
    )
    assert says(far, do.Supply(unit="S1", source="c", points=3)) == "BAR-7.14b"
    special = do.Supply(unit="S1", source="S2", points=1, what="mines")
    assert says(hungry(), special) == "BAR-7.14e?BAR-A94"
    foe = hungry(name="G2")
    assert says(foe, do.Supply(unit="S1", source="G2", points=1)) == "BAR-7.14b"
    second = hungry(boxes=0)
    assert says(second, do.Supply(unit="S1", source="S2", points=1), fired={"S1 supplied": 1}) == ""


@pytest.mark.parametrize(
    ("losses", "ammo", "boxes", "expected"),
    [(0, 5, 2, 30), (1, 5, 2, 24), (2, 5, 2, 18), (4, 5, 2, 6), (4, 10, 2, 10), (0, 5, 1, 5)],
)
def test_a_transport_comes_back_as_full_as_its_losses_allow(losses: int, ammo: int, boxes: int, expected: int) -> None:
    """BAR-7.15d, BAR-7.15f"""
    given = do.Order(unit="S1", order="load_supply")
    made = Field().unit(
        "S1", "truck", "0101", losses=losses, ammo=ammo, boxes=boxes, running=given, order=given, off_board=True
    )
    found = supply.loaded(made.case(made.position("S12")), made.position("S12"))
    assert found.units["S1"].ammo == expected
    assert (found.units["S1"].hex == "", found.units["S1"].running is None) == (boxes == 2, boxes == 2)


@pytest.mark.parametrize(
    ("place", "changes", "said"),
    [
        ("0101", {}, ""),
        ("0505", {}, "BAR-7.15e"),
        ("0101", {"enemy": True}, "BAR-7.15e?BAR-A95"),
        ("0101", {"river": True}, "BAR-7.15e?BAR-A95"),
    ],
)
def test_where_a_loaded_transport_comes_back(place: str, changes: dict[str, bool], said: str) -> None:
    """BAR-7.15e"""
    made = Field().unit("S1", "truck", "", off_board=True)
    if changes.get("enemy"):
        made.unit("G1", "infantry", "0101")
    if changes.get("river"):
        made.ground("0101", terrain="river")
    found = words(played(made, made.position("S10"), do.Enter(unit="S1", hex=place)).last).split()
    assert [each for each in found if each.startswith("BAR-7.15e")] == ([said] if said else [])


@pytest.mark.parametrize(
    ("ammo", "carried", "losses", "most", "also"),
    [(30, 0, 1, 24, ()), (29, 0, 1, 23, (24,)), (31, 0, 2, 17, (18, 19)), (3, 0, 1, 2, (3,)), (10, 2, 1, 7, (8, 9))],
)
def test_with_its_trucks_a_transport_loses_its_load(
    ammo: int, carried: int, losses: int, most: int, also: tuple[int, ...]
) -> None:
    """BAR-7.15g, BAR-7.15h"""
    made = Field().unit("S1", "truck", "0505", ammo=ammo, stores={"mines": carried})
    position = made.position("S3").unit("S1", losses=losses)
    found = supply.burns(made.case(position), position, "S1", losses)
    assert found.units["S1"].ammo == most
    assert found.accepted.get("S1 ammo", ()) == also
    tank = Field().unit("S1", "light", "0505").position("S3").unit("S1", losses=1)
    assert supply.burns(Field().unit("S1", "light", "0505").case(tank), tank, "S1", 1) == tank
