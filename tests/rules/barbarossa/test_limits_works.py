"""Works and mines: what may be done when, and what comes of it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.state.model import Position
from rules.barbarossa.works import mines
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.verdicts import In, begun, played, words

says, after = In("S12").says, In("S12").after


def worker(order: str, kind: str = "pioneers", boxes: int = 2, **more: Any) -> Field:
    fields = {key: more.pop(key) for key in ("hex", "choice", "facing", "side", "target") if key in more}
    given = do.Order(unit="S1", order=order, **fields)
    return Field().unit("S1", kind, "0505", running=given, order=given, boxes=boxes, **more)


DONE = do.Complete(unit="S1")


# ------------------------------------------------------------------------------------------------------ when it is done
@pytest.mark.parametrize(
    ("order", "rule"),
    [
        ("clear_mines", "BAR-7.8c"), ("remove_obstacle", "BAR-7.12c"), ("clear_path", "BAR-7.17c"),
        ("dig_in", "BAR-7.16f"),
        ("place_charges", "BAR-7.9d"), ("lay_mines", "BAR-7.5d"),
    ],
)  # fmt: skip
def test_work_is_done_with_its_last_box(order: str, rule: str) -> None:
    """BAR-5.14c"""
    for boxes, said in ((2, ""), (3, ""), (1, rule), (0, rule)):
        assert says(worker(order, boxes=boxes, choice="dummy" if order == "lay_mines" else ""), DONE) == said, boxes
    idle = Field().unit("S1", "pioneers", "0505")
    assert says(idle, DONE) == "BAR-7.1c"
    assert says(Field().unit("S1", "pioneers", "0505").order("S1"), DONE).split() == ["BAR-7.1c?order"]


def test_some_work_is_done_at_once() -> None:
    """BAR-7.11c, BAR-7.1c"""
    for state, said in (("S8", ""), ("S9", ""), ("S7", "BAR-7.11c"), ("S12", "BAR-7.11c")):
        assert says(worker("remove_wire", boxes=0), DONE, state) == said
    quick = {"orders": {"set_up": {}, "pack_up": {}}}
    for order, rule in (("set_up", "BAR-7.1c"), ("pack_up", "BAR-7.2c")):
        made = worker(order, "mg", 0, **quick)
        assert says(made, DONE, "S9") == ""
        slow = worker(order, "mg", 0)
        assert says(slow, DONE, "S9") == rule


@pytest.mark.parametrize(
    ("kind", "used", "choice", "hex_", "said"),
    [
        ("", (), "anti-tank", "", ""),
        ("", (), "anti-tank", "0505", ""),
        ("", (), "anti-tank", "0504", "BAR-7.5c"),
        ("nuclear", (), "", "", "BAR-7.5f"),
        ("", ("mines",), "anti-tank", "", "BAR-7.5h"),
        ("", ("mines",), "dummy", "", ""),
        ("dummy", ("mines",), "", "", ""),
        ("", ("mines",), "", "", "BAR-7.5h?kind"),
        ("", ("mines", "restocked"), "anti-tank", "", "BAR-7.5h?BAR-A38"),
    ],
)
def test_mines_are_laid(kind: str, used: tuple[str, ...], choice: str, hex_: str, said: str) -> None:
    """BAR-7.5c, BAR-7.5f, BAR-7.5h"""
    made = worker("lay_mines", choice=choice, used=frozenset(used))
    assert says(made, do.Complete(unit="S1", kind=kind, hex=hex_)) == said


def test_mines_lie_in_the_hex_of_their_kind() -> None:
    """BAR-7.5d"""
    made = worker("lay_mines", choice="anti-tank")
    found = after(made, DONE)
    field = found.structures["mines.S1"]
    assert (field.kind, field.hex, field.variety, field.known, field.by, field.owner) == (
        "minefield", "0505", "anti-tank", False, "S1", "soviet",
    )  # fmt: skip
    assert found.units["S1"].used == {"mines"}
    assert after(worker("lay_mines", choice="dummy"), DONE).units["S1"].used == frozenset()
    again = worker("lay_mines", choice="dummy").built("mines.S1", "minefield", "0101")
    assert "mines.S1.2" in after(again, DONE).structures
    assert (found.units["S1"].running, found.units["S1"].order, found.units["S1"].boxes) == (None, None, 0)
    late = [due for due in found.due if due.options == (do.Mark(unit="S1", what="boxes", value=2),)]
    assert [due.must for due in late] == [False]


@pytest.mark.parametrize(
    ("built", "running", "named", "used", "said", "gone"),
    [
        ({"b": ("bunker", "0505")}, {}, "", (), "", "b"),
        ({"b": ("bunker", "0505"), "c": ("bridge", "0505")}, {}, "", (), "", ""),
        ({"b": ("bunker", "0505"), "c": ("bridge", "0505")}, {"choice": "bunker"}, "", (), "", "b"),
        ({"b": ("bunker", "0505"), "c": ("bridge", "0505")}, {}, "b", (), "", "b"),
        ({"b": ("bunker", "0505"), "c": ("bridge", "0505")}, {"target": "b"}, "", (), "", "b"),
        ({"b": ("bunker", "0504")}, {}, "b", (), "BAR-7.9c", "b"),
        ({"b": ("bunker", "0505")}, {}, "", ("charges",), "BAR-7.9g", "b"),
        ({"b": ("wire", "0505")}, {}, "", (), "", ""),
    ],
)
def test_charges_blow_up_what_stands_there(
    *,
    built: dict[str, tuple[str, str]],
    running: dict[str, str],
    named: str,
    used: tuple[str, ...],
    said: str,
    gone: str,
) -> None:
    """BAR-7.9c, BAR-7.9g, BAR-7.9e"""
    made = worker("place_charges", used=frozenset(used), **running)
    for name, (kind, place) in built.items():
        made.built(name, kind, place)
    made.unit("G1", "infantry", "0505", shelter="b", off_board=True).unit("G2", "infantry", "0505", shelter="x")
    action = do.Complete(unit="S1", structure=named)
    assert says(made, action) == said
    found = after(made, action)
    assert {name for name in built if name not in found.structures} == ({gone} if gone else set())
    assert found.units["G1"].out is bool(gone)
    assert not found.units["G2"].out
    assert "charges" in found.units["S1"].used


def test_a_bridge_that_is_blown_up_lies_in_ruins() -> None:
    """BAR-11.2a"""
    made = worker("place_charges").built("b", "bridge", "0505", hits=1)
    ruin = after(made, DONE).structures["b"]
    assert (ruin.kind, ruin.hits) == ("destroyed-bridge", 0)


@pytest.mark.parametrize(
    ("at", "helper", "said"),
    [
        ("0505", {"at": "0505", "hex": "0504"}, ""),
        ("0505", {"at": "0503", "hex": "0504"}, ""),
        ("0505", {"at": "0505", "hex": ""}, ""),
        ("0505", {"at": "0505", "hex": "0604"}, "BAR-7.13c?BAR-A93"),
        ("0505", None, "BAR-7.13c?BAR-A93"),
        ("0506", {"at": "0505", "hex": "0504"}, "BAR-7.13d"),
        ("", {"at": "0505", "hex": "0504"}, ""),  # nobody has shown where it stands
        ("0504", {"at": "0505", "hex": "0504"}, "BAR-7.13d"),
    ],
)
def test_a_pontoon_bridge_takes_hands_enough(at: str, helper: dict[str, str] | None, said: str) -> None:
    """BAR-7.13c, BAR-7.13d"""
    made = worker("build_pontoon", hex="0504").ground("0504", terrain="river")
    made.units["S1"] = msgspec.structs.replace(made.units["S1"], hex=at)
    if helper:
        given = do.Order(unit="S2", order="build_pontoon", hex=helper["hex"])
        made.unit("S2", "pioneers", helper["at"], running=given)
    assert says(made, DONE) == said
    assert says(made.built("p", "pontoon", "0504"), DONE) == ""


def test_a_pontoon_bridge_lies_in_its_river() -> None:
    """BAR-11.2c, BAR-7.13e"""
    made = worker("build_pontoon", hex="0504").ground("0504", terrain="river")
    mate, other = (
        do.Order(unit=name, order="build_pontoon", hex=place) for name, place in (("S2", "0504"), ("S3", "0604"))
    )
    made.unit("S2", "pioneers", "0503", running=mate).unit("S3", "pioneers", "0605", running=other)
    dues = tuple(Due("x", (do.Complete(unit=name),), "S12") for name in ("S2", "S3"))
    found = played(made, made.position("S12").owing(*dues), DONE).position
    assert (found.structures["pontoon.0504"].kind, found.structures["pontoon.0504"].owner) == ("pontoon", "soviet")
    assert {due.options[0].unit: due.must for due in found.due if isinstance(due.options[0], do.Complete)} == {
        "S2": False, "S3": True,
    }  # fmt: skip
    ruin = after(made.built("r", "destroyed-bridge", "0504"), DONE)
    assert ruin.structures["r"].kind == "bridge"
    assert "pontoon.0504" not in ruin.structures
    twice = worker("build_pontoon", hex="0504").built("p", "bridge", "0504")
    assert set(after(twice, DONE).structures) == {"p"}


@pytest.mark.parametrize(
    ("helper", "manpower", "said"),
    [
        (None, 1, ""),
        (None, 2, "BAR-7.16c?BAR-A93"),
        ("0505", 2, ""),
        ("0504", 2, "BAR-7.16d?BAR-A93"),
        ("0505", 3, "BAR-7.16c?BAR-A93"),
    ],
)
def test_a_trench_takes_hands_enough_in_one_hex(helper: str | None, manpower: int, said: str) -> None:
    """BAR-7.16c, BAR-7.16d"""
    card = {"orders": {"dig_in": {"boxes": 2, "manpower": manpower}}}
    made = worker("dig_in", "infantry", facing="N", **card)
    if helper:
        made.unit("S2", "infantry", helper, running=do.Order(unit="S2", order="dig_in", facing="N"))
    made.unit("G1", "infantry", "0101", running=do.Order(unit="G1", order="dig_in", facing="N"))
    assert says(made, DONE) == said
    dug = made.built("trench.0505.N", "trench", "0505")
    assert says(dug, DONE) == ""


def test_a_trench_faces_the_side_that_was_written() -> None:
    """BAR-7.16b"""
    made = worker("dig_in", "infantry", facing="NE")
    trench = after(made, DONE).structures["trench.0505.NE"]
    assert (trench.hex, trench.side, trench.facing, trench.owner) == ("0505", "0604", "NE", "soviet")
    mate = worker("dig_in", "infantry", facing="N").unit(
        "S2", "infantry", "0505", running=do.Order(unit="S2", order="dig_in")
    )
    mate.unit("S3", "infantry", "0504", running=do.Order(unit="S3", order="dig_in"))
    dues = tuple(Due("x", (do.Complete(unit=name),), "S12") for name in ("S2", "S3"))
    found = played(mate, mate.position("S12").owing(*dues), DONE).position
    assert {due.options[0].unit: due.must for due in found.due if isinstance(due.options[0], do.Complete)} == {
        "S2": False, "S3": True,
    }  # fmt: skip


@pytest.mark.parametrize(("order", "kind"), [("remove_wire", "wire"), ("remove_obstacle", "teeth")])
def test_what_lay_on_the_side_is_gone(order: str, kind: str) -> None:
    """BAR-7.11c, BAR-7.12c"""
    state = "S9" if order == "remove_wire" else "S12"

    def left(action: do.Complete, side: str = "0504") -> set[str]:
        made = worker(order, side=side).built("a", kind, "0505", side="0504").built("b", kind, "0604", side="0505")
        made.built("c", "teeth" if kind == "wire" else "wire", "0505", side="0504")
        return set(after(made, action, state).structures)

    assert left(DONE) == {"b", "c"}
    assert left(do.Complete(unit="S1", side="0604")) == {"a", "c"}
    assert left(do.Complete(unit="S1", structure="b")) == {"a", "c"}
    assert left(DONE, "") == {"a", "b", "c"}


def test_mines_are_cleared_and_paths_made() -> None:
    """BAR-7.8c, BAR-7.17c"""
    made = (
        worker("clear_mines")
        .built("m", "minefield", "0505")
        .built("n", "minefield", "0505")
        .built("o", "minefield", "0504")
    )
    assert set(after(made, DONE).structures) == {"o"}
    path = after(worker("clear_path"), DONE).structures["path.0505"]
    assert (path.kind, path.hex, path.owner) == ("path", "0505", "soviet")


@pytest.mark.parametrize(("order", "rule"), [("set_up", "BAR-7.1b"), ("pack_up", "BAR-7.2b")])
def test_where_a_weapon_is_set_up(order: str, rule: str) -> None:
    """BAR-7.1b, BAR-7.2b"""

    def said(place: str, written: str = "", land: str = "plain") -> str:
        made = worker(order, "mortar", 1, hex=written).ground("0504", terrain=land)
        return says(made, do.Complete(unit="S1", hex=place))

    assert said("0504") == said("0505") == said("") == ""
    assert said("0503") == said("9999") == rule
    assert said("0504", "0504") == ""
    assert said("0604", "0504") == rule
    assert said("0504", land="river") == "BAR-12.6b"
    moved = after(worker(order, "mortar", 1, hex="0504"), DONE).units["S1"]
    assert (moved.hex, moved.set_up, moved.packed) == ("0504", order == "set_up", order == "pack_up")
    stays = after(worker(order, "mortar", 1), DONE).units["S1"]
    assert stays.hex == "0505"
    named = after(worker(order, "mortar", 1, hex="0504"), do.Complete(unit="S1", hex="0604")).units["S1"]
    assert named.hex == "0604"


def test_a_gun_in_tow_is_set_up_where_its_truck_stands() -> None:
    """BAR-7.1b, BAR-7.10h"""
    given = do.Order(unit="S1", order="set_up")
    made = Field().unit("S1", "at-gun", carrier="S2", towed=True, running=given, order=given, boxes=1)
    made.unit("S2", "truck", "0505")
    unit = after(made, DONE).units["S1"]
    assert (unit.hex, unit.carrier, unit.towed, unit.off_board) == ("0505", "", False, False)


def test_who_has_worked_to_the_end_is_free() -> None:
    """BAR-5.14e"""
    for boxes, free in ((2, True), (1, False)):
        found = after(worker("dig_in", "infantry", boxes, facing="N"), do.Advance(to="PLANNING")).units["S1"]
        assert (found.running is None) is free
    lasts = Field().unit("S1", "light", "0505", running=do.Order(unit="S1", order="ambush"), boxes=9)
    assert after(lasts, do.Advance(to="PLANNING")).units["S1"].running is not None


# -------------------------------------------------------------------------------------------------------------- turning
@pytest.mark.parametrize(
    ("facing", "state", "said"),
    [("NE", "S9", ""), ("SE", "S9", "BAR-7.3c"), ("NE", "S8", "BAR-7.3c"), ("NE", "S12", "")],
)
def test_a_gun_turns_as_it_was_written(facing: str, state: str, said: str) -> None:
    """BAR-7.3c"""
    made = Field().unit("S1", "mg", "0505", facing="N").order("S1", "change_fof", facing="NE")
    assert says(made, do.Turn(unit="S1", facing=facing), state) == said
    assert after(made, do.Turn(unit="S1", facing=facing), state).units["S1"].facing == facing


def test_a_gun_has_turned_when_step_9_is_over() -> None:
    """BAR-7.3c"""

    def over(state: str = "S9", order: str = "change_fof", facing: str = "NE", **unit: Any) -> str:
        made = Field().unit("S1", "mg", **{"at": "0505", "facing": "N", **unit}).order("S1", order, facing=facing)
        return says(made, do.Advance(to=f"S{int(state[1:]) + 1}"), state)

    assert over() == "BAR-7.3c"
    assert (
        over("S8") == over(order="wait") == over(facing="") == over(facing="N") == over(out=True) == over(at="") == ""
    )


# ---------------------------------------------------------------------------------------------------------------- mines
def mined(
    kind: str = "infantry", variety: str = "anti-personnel", order: str = "march", known: bool = True, **state: Any
) -> Field:
    made = Field().unit("S1", kind, "0505", **state).order("S1", order, route=("0504",), target="G1")
    return made.built("m", "minefield", "0504", variety=variety, known=known)


@pytest.mark.parametrize(
    ("kind", "variety", "known", "halted", "uncovers", "rolls", "left"),
    [
        ("infantry", "anti-personnel", True, "BAR-7.6a", False, True, True),
        ("infantry", "anti-personnel", False, "BAR-7.6a", True, True, True),
        ("infantry", "", False, "BAR-7.6a", True, False, True),
        ("infantry", "dummy", True, "BAR-7.6a", False, False, False),
        ("infantry", "dummy", False, "BAR-7.6a", True, False, True),
        ("pioneers", "anti-personnel", True, "BAR-7.7a", False, False, True),
        ("medium", "anti-tank", True, "BAR-7.6a", False, True, True),
    ],
)
def test_a_way_ends_in_mines(
    *, kind: str, variety: str, known: bool, halted: str, uncovers: bool, rolls: bool, left: bool
) -> None:
    """BAR-7.6a, BAR-7.6b, BAR-7.7a"""
    made = mined(kind, variety, known=known)
    found = played(made, made.position("S10", stepped={"S1": ("0505",)}), do.Step(unit="S1", hex="0504")).position
    assert found.halted == {"S1": halted}
    kinds = [type(due.options[0]) for due in found.due]
    assert (do.Uncover in kinds, Roll in kinds, "m" in found.structures) == (uncovers, rolls, left)


def test_mines_harm_by_their_table() -> None:
    """BAR-7.6g, BAR-7.6h"""
    made = Field().unit("S1", "infantry", "0505").unit("S2", "medium", "0505")
    case = made.case(made.position("S10"))
    chart = case.battle.charts["mines"]
    for unit, kind in (("S1", "infantry"), ("S2", "medium_tank")):
        for variety in ("anti-tank", "anti-personnel"):
            assert mines.power(case, unit, variety) == (chart.get(kind, variety) or 0)
    harmless = [(u, v) for u in ("S1", "S2") for v in ("anti-tank", "anti-personnel") if not mines.power(case, u, v)]
    for unit, variety in harmless:
        kind = {"S1": "infantry", "S2": "medium"}[unit]
        field = mined(kind, variety)
        found = played(field, field.position("S10", stepped={"S1": ("0505",)}), do.Step(unit="S1", hex="0504")).position
        assert found.halted == {"S1": "BAR-7.6h"}
        assert not found.due


def test_mines_that_are_turned_up_explode_or_are_set_aside() -> None:
    """BAR-7.6b, BAR-7.6e"""

    def turned(
        kind: str, *, variety: str = "", unit: str = "infantry", trail: tuple[str, ...] = ("0505", "0504")
    ) -> Position:
        made = Field().unit("S1", unit, trail[-1]).built("m", "minefield", "0504", variety=variety, known=False)
        due = Due("BAR-7.6b", (do.Uncover(structure="m"),), "S10")
        position = made.position("S10", stepped={"S1": trail}, halted={"S1": "BAR-7.6a"}, due=(due, due))
        return played(made, position, do.Uncover(structure="m", kind=kind)).position

    real = turned("anti-personnel")
    assert [type(due.options[0]) for due in real.due] == [Roll]
    assert (real.structures["m"].known, real.structures["m"].variety) == (True, "anti-personnel")
    assert turned("dummy").structures == {}
    assert turned("dummy").due == ()
    assert turned("anti-personnel", variety="anti-personnel").due == ()
    assert turned("anti-personnel", unit="pioneers").due == ()
    assert turned("anti-personnel", trail=("0504",)).due == ()
    assert turned("anti-personnel", trail=("0505", "0504", "0503")).due == ()
    assert turned("", variety="anti-tank").structures["m"].variety == "anti-tank"


@pytest.mark.parametrize(
    ("kind", "variety", "said", "structure"),
    [("anti-tank", "", "", "minefield"), ("anti-tank", "dummy", "BAR-7.5f", "minefield"),
    ("nuclear", "", "BAR-7.5f", "minefield"),
     ("", "dummy", "", "minefield"), ("dummy", "", "BAR-7.5f", "wire")],
)  # fmt: skip
def test_mines_are_of_one_kind(kind: str, variety: str, said: str, structure: str) -> None:
    """BAR-7.5f"""
    made = Field().unit("S1", "infantry", "0505").built("m", structure, "0504", variety=variety)
    position = made.position("S10").owing(Due("x", (do.Uncover(structure="m"),), "S10"))
    assert words(played(made, position, do.Uncover(structure="m", kind=kind)).last) == said


@pytest.mark.parametrize(
    ("variety", "trail", "blown", "due"),
    [
        ("anti-personnel", ("0505", "0504"), (), True),
        ("anti-personnel", ("0505", "0504"), ("S1",), False),
        ("anti-personnel", ("0506", "0505", "0504"), (), False),
        ("dummy", ("0505", "0504"), (), False),
        ("", ("0505", "0504"), (), False),
    ],
)
def test_mines_strike_again_who_leaves_them(
    variety: str, trail: tuple[str, ...], blown: tuple[str, ...], due: bool
) -> None:
    """BAR-7.6j"""
    made = (
        Field()
        .unit("S1", "infantry", trail[-2])
        .order("S1", "march", route=trail[1:])
        .built("m", "minefield", "0505", variety=variety)
    )
    position = made.position("S10", stepped={"S1": trail[:-1]}, blown=blown)
    found = played(made, position, do.Step(unit="S1", hex=trail[-1])).position
    assert [each.must for each in found.due if each.rule == "BAR-7.6j"] == ([True] if due else [])
    start = begun(made, "S10")
    if len(trail) == 2:
        may = [each.must for each in start.due if each.rule == "BAR-7.6j"]
        assert may == ([False] if variety == "anti-personnel" else [])


@pytest.mark.parametrize(
    ("count", "state", "said"),
    [(0, {}, ""), (1, {}, "BAR-7.6g"), (-1, {}, "BAR-7.6g"), (0, {"variety": ""}, "")],
)
def test_the_dice_of_mines(count: int, state: dict[str, str], said: str) -> None:
    """BAR-7.6g"""
    made = (
        Field().unit("S1", "infantry", "0505").built("m", "minefield", "0505", **{"variety": "anti-personnel", **state})
    )
    many = mines.power(made.case(made.position("S10")), "S1", "anti-personnel")
    position = made.position("S10").owing(Due("x", (Roll(purpose="MINES", who="S1"),), "S10"))
    roll = Roll(purpose="MINES", who="S1", dice=(6,) * (many + count))
    came = played(made, position, roll)
    assert words(came.last) == said
    assert came.position.blown == ("S1",)
    hit = played(made, position, Roll(purpose="MINES", who="S1", dice=(1,) * many)).position
    assert (hit.units["S1"].absorbed > 0) is (not state)
