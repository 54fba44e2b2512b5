"""Trenches, bunkers, ambushes, and orders that take two: what may be done when, and what comes of it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.hiding import hidden as hiding
from rules.barbarossa.state.model import READY
from rules.engine.obligations import Due
from tests.rules.barbarossa.drafting import BOTH, Draft
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.verdicts import In, begun, played, words

says, after = In("S12").says, In("S12").after


# --------------------------------------------------------------------------------------------------------- in the works
def shelter(kind: str = "trench", order: str = "defend", unit: str = "infantry", **more: Any) -> Field:
    facts = {"at": "0505", "side": "", "facing": "", "state": {}, **more}
    made = Field().unit("S1", unit, "0505", **facts["state"]).order("S1", order, facing="N", number=1)
    return made.built("w", kind, facts["at"], side=facts["side"], facing=facts["facing"])


IN = do.Occupy(unit="S1", structure="w")


@pytest.mark.parametrize(
    ("made", "state", "said"),
    [
        (shelter(), "S1", ""),
        (shelter(), "S2", "BAR-4.4b"),
        (shelter(order="wait"), "S1", "BAR-11.5d"),
        (shelter("bunker", order="wait"), "S1", "BAR-11.6i"),
        (shelter(at="0504"), "S1", "BAR-11.5d"),
        (shelter("bunker", at="0504"), "S1", "BAR-11.6i"),
        (shelter(at="0504", side="0505"), "S1", ""),
        (shelter("wire"), "S1", "BAR-11.5d"),
        (shelter(facing="N"), "S1", ""),
        (shelter(facing="S"), "S1", "BAR-11.5d?BAR-A62"),
        (shelter(at="0504", side="0505", facing="N"), "S1", "BAR-11.5d?BAR-A62"),
        (shelter("bunker"), "S1", ""),
        (shelter("bunker", unit="light"), "S1", "BAR-11.6h"),
        (shelter("bunker", unit="mg"), "S1", ""),
        (shelter("bunker", state={"orders": {"defend": {}, "set_up": {}}}), "S1", "BAR-11.6l"),
        (shelter(unit="mortar"), "S1", ""),
        (shelter(unit="mortar", state={"set_up": False}), "S1", "BAR-11.5f"),
        (shelter(state={"set_up": False}), "S1", ""),
        (shelter(order=""), "S1", "BAR-11.5d?order"),
    ],
)
def test_who_goes_into_works(made: Field, state: str, said: str) -> None:
    """BAR-11.5d, BAR-11.6i, BAR-11.6h, BAR-11.6l, BAR-11.5f, BAR-4.4b"""
    assert says(made, IN, state) == said


def test_a_bunker_holds_two() -> None:
    """BAR-11.6h"""
    made = shelter("bunker")
    for number, full in ((2, False), (3, True)):
        made.unit(f"S{number}", "infantry", "0505", shelter="w", off_board=True)
        assert ("BAR-11.6h" in says(made, IN, "S1").split()) is full
    inside = shelter("bunker", state={"shelter": "w"}).unit("S2", "infantry", "0505", shelter="w")
    assert says(inside, IN, "S1") == ""
    dead = (
        shelter("bunker")
        .unit("S2", "infantry", "0505", shelter="w")
        .unit("S3", "infantry", "0505", shelter="w", out=True)
    )
    assert says(dead, IN, "S1") == ""


def test_who_is_in_works_is_marked_as_dug_in() -> None:
    """BAR-11.5e, BAR-11.6j"""
    trench, bunker = after(shelter(), IN, "S1"), after(shelter("bunker"), IN, "S1")
    assert (trench.units["S1"].shelter, trench.units["S1"].off_board) == ("w", False)
    assert (bunker.units["S1"].shelter, bunker.units["S1"].off_board) == ("w", True)
    assert [due.rule for due in trench.due] == ["BAR-11.5e"]
    again = after(shelter(state={"shelter": "w"}), IN, "S1")
    assert again.due == ()


def test_who_gets_another_order_leaves_the_works() -> None:
    """BAR-11.5g, BAR-11.6n"""

    def left(kind: str = "trench", order: str = "wait", **state: Any) -> tuple[str, bool, list[str]]:
        made = Draft().unit("S1", "infantry", "0505", shelter="w", **state).built("w", kind, "0505")
        if order != "-":
            made.order("S1", order, facing="N", number=1)
        found = played(made, made.position("REVEAL", opened=BOTH), do.Advance(to="S1")).position
        return found.units["S1"].shelter, found.units["S1"].off_board, sorted(due.rule for due in found.due)

    assert left() == ("", False, ["BAR-11.5g"])
    assert left("bunker", off_board=True) == ("", False, ["BAR-11.5g", "BAR-11.6n"])
    assert left(order="defend")[0] == left(order="-")[0] == left(order="")[0] == "w"


def test_who_wrote_works_down_is_in_them_from_step_1() -> None:
    """BAR-11.5d, BAR-11.6i"""

    def inside(kind: str = "trench", choice: str = "trench", **state: Any) -> str:
        made = (
            Field().unit("S1", "infantry", "0505", **state).order("S1", "defend", facing="N", number=1, choice=choice)
        )
        made.built("s", kind, "0505", facing="S").built("n", kind, "0505", facing="N")
        return begun(made, "S1").units["S1"].shelter

    assert inside() == "n"
    assert inside("bunker", "bunker") == "n"
    assert inside("bunker") == inside(choice="") == inside(suppressed=True) == ""
    assert inside(shelter="s") == "s"


def test_guns_leave_a_trench_packed_up() -> None:
    """BAR-11.5h"""

    def said(
        kind: str = "mortar", set_up: bool = True, works: str = "trench", trail: tuple[str, ...] = ("0505", "0504")
    ) -> bool:
        made = (
            Field()
            .unit("S1", kind, trail[-1], set_up=set_up)
            .order("S1", "march", route=("0504",))
            .built("w", works, "0505")
        )
        position = made.position("S10", stepped={"S1": trail})
        return "BAR-11.5h" in words(played(made, position, do.Advance(to="S11")).last).split()

    assert said()
    assert not said(set_up=False)
    assert not said("infantry")
    assert not said(works="wire")
    assert not said(trail=("0505",))
    assert not said(trail=("0504", "0505"))


# --------------------------------------------------------------------------------------------------------------- hiding
@pytest.mark.parametrize(
    ("kind", "order", "state", "boxes", "said"),
    [
        ("infantry", "ambush", "S8", 0, ""), ("infantry", "ambush", "S9", 0, "BAR-4.4i"),
        ("infantry", "ambush", "S3", 0, "~hide.before"),
        ("infantry", "ambush", "REVEAL", 0, "~hide.before"), ("infantry", "wait", "S8", 0, "BAR-6.6h"),
        ("infantry", "", "S8", 0, "BAR-6.6h?order"),
        ("light", "ambush", "S9", 0, "BAR-6.6j"), ("light", "ambush", "S9", 1, ""),
        ("light", "ambush", "S8", 1, "~hide.before"),
        ("light", "ambush", "S10", 1, "BAR-4.4i"), ("truck", "load_supply", "S9", 0, ""),
    ],
)  # fmt: skip
def test_who_disappears_when(kind: str, order: str, state: str, boxes: int, said: str) -> None:
    """BAR-6.6h, BAR-6.6j, BAR-4.4i"""
    made = Field().unit("S1", kind, "0505", boxes=boxes).order("S1", order, facing="N", number=1, hex="0505")
    assert says(made, do.Hide(unit="S1"), state, opened=BOTH) == said


def test_who_lies_in_ambush_is_hidden_in_its_step() -> None:
    """BAR-6.6h, BAR-5.12a"""

    def hides(state: str, kind: str = "infantry", order: str = "ambush", **unit: Any) -> tuple[bool, list[bool]]:
        made = Field().unit("S1", kind, "0505", **unit).order("S1", order, facing="N", number=1, hex="0505")
        found = begun(made, state)
        return found.units["S1"].hidden, [due.must for due in found.due if do.Hide(unit="S1") in due.options]

    assert hides("S8") == (True, [True])
    assert hides("S9") == (False, [])
    assert hides("S9", "light", boxes=1) == (True, [True])
    assert hides("S9", "light") == (False, [])
    assert hides("S8", order="wait") == (False, [])
    assert hides("S8", smoked=2) == (False, [])
    assert hides("S8", out=True) == (False, [])
    assert hides("S8", off_board=True) == (True, [False])
    assert hides("S8", hidden=True) == (True, [])


@pytest.mark.parametrize(
    ("order", "state", "hidden_after"),
    [
        ("wait", {}, False),
        ("ambush", {}, True),
        ("", {}, True),
        ("-", {}, True),
        ("-", {"flagged": True}, False),
        ("-", {"smoked": 1}, False),
    ],
)
def test_who_has_another_order_is_hidden_no_more(order: str, state: dict[str, Any], hidden_after: bool) -> None:
    """BAR-6.6i, BAR-6.6k"""
    made = Draft().unit("S1", "infantry", "0505", hidden=True, off_board=True, **state)
    if order != "-":
        made.order("S1", order, facing="N", number=1, hex="0505")
    found = played(made, made.position("REVEAL", opened=BOTH), do.Advance(to="S1"))
    assert found.position.units["S1"].hidden is hidden_after
    said = words(found.last).split()
    assert ("BAR-6.6k?BAR-A42" in said) is (order == "-" and not state)
    until = [due.until for due in found.due if due.rule == "BAR-6.6k"]
    assert set(until) == (set() if hidden_after else {"S12"})
    staff = Draft().unit("S1", "hq", "0505", hidden=True).order("S1", "wait")
    kept = played(staff, staff.position("REVEAL", opened=BOTH), do.Advance(to="S1")).position
    assert kept.units["S1"].hidden


@pytest.mark.parametrize(
    ("opened", "said"),
    [
        ({"hex": "0505", "facing": "N", "number": 2}, ""), ({"hex": "0504", "facing": "N", "number": 2}, "BAR-6.6g"),
        ({"hex": "0505", "number": 2}, "BAR-6.6e"), ({"hex": "0505", "facing": "N", "number": 3}, ""),
        ({"hex": "0505", "facing": "N", "number": 4}, "BAR-6.6f"), ({"facing": "N"}, ""),
    ],
)  # fmt: skip
def test_what_an_ambush_had_sealed(opened: dict[str, Any], said: str) -> None:
    """BAR-6.6e, BAR-6.6f, BAR-6.6g"""
    made = Field().unit("S1", "infantry", "0505", hidden=True).order("S1", "ambush")
    came = played(made, made.position("S8"), do.Opened(unit="S1", **opened))
    assert words(came.last) == said
    order = came.position.units["S1"].order
    assert order is not None
    assert (order.hex, order.facing, order.number) == (
        opened.get("hex", ""),
        opened.get("facing", ""),
        opened.get("number"),
    )
    lost = Field().unit("S1", "infantry", "", hidden=True).order("S1", "ambush")
    assert after(lost, do.Opened(unit="S1", **opened), "S8").units["S1"].hex == opened.get("hex", "")
    other = Field().unit("S1", "infantry", "0505").order("S1", "wait")
    assert after(other, do.Opened(unit="S1", **opened), "S8").units["S1"].order == other.units["S1"].order


@pytest.mark.parametrize(
    ("finder", "at", "order", "said"),
    [
        ("G1", "0504", "wait", ""), ("", "0504", "wait", ""), ("G1", "0503", "wait", "BAR-5.12d"),
        ("", "0503", "wait", "BAR-5.12d"),
        ("G1", "0503", "scout", ""), ("G1", "0503", "recon", ""), ("", "0503", "scout", ""),
        ("G1", "0503", "", "BAR-5.12d?order"),
        ("", "0503", "", ""), ("S2", "0503", "wait", "BAR-5.12d"),
    ],
)  # fmt: skip
def test_who_finds_a_hidden_unit(finder: str, at: str, order: str, said: str) -> None:
    """BAR-5.12d, BAR-5.12e"""
    made = (
        Field()
        .unit("S1", "infantry", "0505", hidden=True, off_board=True)
        .unit("G1", "infantry", at)
        .order("G1", order)
    )
    made.unit("S2", "infantry", "0504").order("S2", "scout")
    found = played(made, made.position("S10"), do.Found(unit="S1", finder=finder))
    assert words(found.last) == said
    assert found.position.fired["S1 found"] == 10
    assert not found.position.units["S1"].hidden
    early = played(made, made.position("REVEAL", opened=BOTH), do.Found(unit="S1", finder=finder)).position
    assert early.fired["S1 found"] == hiding.FOUND_EARLY
    seen = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504")
    assert says(seen, do.Found(unit="S1", finder="G1"), "S10") == "BAR-5.12d"


def test_whether_an_enemy_beside_must_find_is_open() -> None:
    """BAR-5.12d"""

    def said(at: str = "0504", state: str = "S10", hidden: bool = True, **unit: Any) -> bool:
        made = (
            Field().unit("S1", "infantry", "0505", hidden=hidden, **unit).unit("G1", "infantry", at).order("G1", "wait")
        )
        made.order("S1", "ambush", facing="N", number=0, hex="0505")
        found = words(played(made, made.position(state), do.Advance(to=f"S{int(state[1:]) + 1}")).last).split()
        return "BAR-5.12d?BAR-A27" in found

    assert said()
    assert not said("0503")
    assert not said(state="S9")
    assert not said(hidden=False)
    assert not said(out=True)


# ---------------------------------------------------------------------------------------------------------- two at once
def reveal(made: Draft) -> list[str]:
    position = made.position("REVEAL", opened=BOTH)
    return words(played(made, position, do.Advance(to="S1")).last).split()


def both(order: str, mine: dict[str, Any], theirs: str | None, **fields: Any) -> Draft:
    made = (
        Draft()
        .unit("S1", **{"kind": "infantry", "at": "0505", **mine})
        .order("S1", order, **{"target": "S2", **fields})
    )
    made.unit("S2", "truck" if order in {"dismount", "receive_supply"} else "infantry", "0505")
    return made if theirs is None else made.order("S2", theirs, target="S1")


@pytest.mark.parametrize(
    ("order", "rule", "mine"),
    [
        ("merge", "BAR-7.4b", {}),
        ("receive_supply", "BAR-7.14c", {}),
        ("dismount", "BAR-8.9b", {"at": "", "carrier": "S2"}),
    ],
)
def test_two_that_act_together_both_have_the_order(order: str, rule: str, mine: dict[str, Any]) -> None:
    """BAR-7.4b, BAR-7.14c, BAR-8.9b"""

    def said(theirs: str | None) -> list[str]:
        return [each for each in reveal(both(order, mine, theirs)) if each.startswith(rule)]

    assert said(order) == []
    assert set(said("wait")) == {rule}
    assert set(said(None)) == {rule}
    assert set(said("")) == {f"{rule}?order"}


def test_more_on_two_that_act_together() -> None:
    """BAR-7.4b, BAR-7.14c, BAR-9.16c, BAR-9.19g"""
    other = both("merge", {}, None).order("S2", "merge", target="S3")
    assert "BAR-7.4b" in reveal(other)
    box = both("receive_supply", {}, "wait").built("c", "cargo", "0505")
    assert "BAR-7.14c" not in reveal(box)
    goes_on = Draft().unit("S1", "infantry", "0505", running=do.Order(unit="S1", order="receive_supply"))
    assert "BAR-7.14c" not in reveal(goes_on)

    def escort(mine: int | None, theirs: int | None) -> bool:
        made = Draft().unit("S1", "fighter", air=READY).order("S1", "escort", target="S2", rounds=mine)
        made.unit("S2", "recon", air=READY).order("S2", "recon", rounds=theirs)
        return "BAR-9.19g" in reveal(made)

    assert [escort(2, 1), escort(1, 1), escort(1, 2), escort(None, 1), escort(2, None)] == [
        True,
        False,
        False,
        False,
        False,
    ]

    def landing(theirs: str | None) -> list[str]:
        made = (
            Draft()
            .unit("S1", "infantry", carrier="S2")
            .unit("S2", "airlift", air=READY)
            .order("S1", "air_landing", hex="0505")
        )
        made = made if theirs is None else made.order("S2", theirs, hex="0505")
        return [each for each in reveal(made) if each.startswith("BAR-9.16c")]

    assert landing("air_landing") == []
    assert set(landing("wait")) == {"BAR-9.16c"}
    assert set(landing("")) == {"BAR-9.16c?order"}


@pytest.mark.parametrize(("users", "full"), [(1, False), (2, False), (3, True)])
@pytest.mark.parametrize("choice", ["bunker", ""])
def test_two_use_a_bunker(users: int, full: bool, choice: str) -> None:
    """BAR-11.6h"""
    made = Draft().built("b", "bunker", "0505").built("t", "trench", "0505")
    for number in range(1, users + 1):
        made.unit(f"S{number}", "infantry", "0505", shelter="" if choice else "b")
        made.order(f"S{number}", "defend", facing="N", number=1, choice=choice)
    assert ("BAR-11.6h" in reveal(made)) is full
    trench = Draft().built("t", "trench", "0505")
    for number in range(1, 4):
        trench.unit(f"S{number}", "infantry", "0505", shelter="t").order(
            f"S{number}", "defend", facing="N", number=1, choice=choice and "trench"
        )
    assert "BAR-11.6h" not in reveal(trench)


def test_hands_enough_are_given_the_order() -> None:
    """BAR-7.16c, BAR-7.16d, BAR-7.13c"""
    card = {"orders": {"dig_in": {"boxes": 2, "manpower": 2}, "wait": {}}}

    def said(second: str, at: str = "0505", running: bool = False) -> list[str]:
        made = Draft().unit("S1", "infantry", "0505", **card)
        if running:
            made.units["S1"] = msgspec.structs.replace(
                made.units["S1"], running=do.Order(unit="S1", order="dig_in", facing="N")
            )
        made.order("S1", "dig_in", facing="N").unit("S2", "infantry", at, **card)
        made.order("S2", second, facing="N")
        return [each for each in reveal(made) if each.startswith("BAR-7.16")]

    assert said("dig_in") == []
    assert set(said("wait")) == {"BAR-7.16c"}
    assert set(said("dig_in", "0504")) == {"BAR-7.16d"}
    assert set(said("")) == {"BAR-7.16c?order"}
    assert said("wait", running=True) == []


@pytest.mark.parametrize(
    ("order", "state", "due", "near", "said"),
    [
        ("ambush", "S3", False, "0503", "BAR-6.6h"), ("ambush", "S3", False, "0504", ""),
        ("ambush", "S3", True, "0503", ""),
        ("ambush", "S8", False, "0503", ""), ("ambush", "S10", False, "0503", ""),
        ("ambush", "REVEAL", False, "0503", ""),
        ("wait", "S3", False, "0503", ""),
    ],
)  # fmt: skip
def test_who_lies_in_ambush_stays_there(order: str, state: str, due: bool, near: str, said: str) -> None:
    """BAR-6.6h, BAR-4.3b"""
    made = Field().unit("S1", "infantry", "0505", hidden=True, off_board=True).unit("G1", "infantry", near)
    made.order("S1", order, facing="N", number=1, hex="0505")
    position = made.position(state, opened=BOTH)
    position = position.owing(Due("x", (do.Found(unit="S1"),), state)) if due else position
    assert words(played(made, position, do.Show(unit="S1")).last) == said


def test_a_model_that_appears_stands_where_it_was() -> None:
    """BAR-5.12g"""
    made = Field().unit("S1", "infantry", "0505", hidden=True, off_board=True, shelter="t")
    made.order("S1", "ambush", facing="N", number=1, hex="0505").unit("S2", "hq", "0606", hidden=True, found_in="0101")
    asks = tuple(Due(name, (do.Found(unit=name), do.Found(unit=name, finder="G1")), "S10") for name in ("S1", "S2"))
    found = played(made, made.position("S10").owing(*asks), do.Show(unit="S1", hex="0505")).position
    unit = found.units["S1"]
    assert (unit.hex, unit.hidden, unit.off_board, unit.shelter, unit.found_in) == ("0505", False, False, "", "")
    assert found.fired == {"S1 shown": 1}
    assert [due.rule for due in found.due] == ["S2", "BAR-5.12g"]
    assert after(made, do.Show(unit="S2"), "S10").units["S2"].found_in == "0606"
    assert says(made, do.Show(unit="S2", hex="0505"), "S10") == "BAR-5.12g"
    seen = Field().unit("S1", "hq", "0505", found_in="0101", off_board=True)
    assert after(seen, do.Show(unit="S1"), "S10").units["S1"].found_in == "0101"
    lost = Field().unit("S1", "infantry", "", off_board=True)
    assert after(lost, do.Show(unit="S1", hex="0404"), "S10").units["S1"].hex == "0404"
