"""What the records of cards and of works are read as, with what stands around them."""

from __future__ import annotations

from typing import Any

import pytest

from rules.barbarossa import actions as do
from rules.engine.actions import Action
from rules.engine.evidence import Board, Lying, Piece, Record, Spot
from rules.engine.obligations import Due
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.spoken import NEXT, REST, SURE, acts, how, laid, piece, reads, rec, shown, soldier


# ---------------------------------------------------------------------------------------------------------------- marks
def marks(*records: Record, made: Field | None = None, state: str = "S3") -> list[tuple[str, str, int]]:
    made = made or soldier().unit("S2", "infantry", "0505")
    found = acts(made, made.position(state), *records, then=[NEXT])
    return [(each.unit, each.what, each.value) for each in found if isinstance(each, do.Mark)]


def number(what: str, value: object, unit: str = "S1", **keys: Any) -> Record:
    return rec("mark", unit, what=what, v=value, **keys)


def test_several_changes_of_a_number_in_one_go_are_one() -> None:
    assert marks(number("ammo", 5), number("ammo", 4), number("ammo", 3)) == [("S1", "ammo", 3)]
    assert marks(number("ammo", 5), number("losses", 1), number("ammo", 3)) == [
        ("S1", "ammo", 5), ("S1", "losses", 1), ("S1", "ammo", 3),
    ]  # fmt: skip
    assert marks(number("ammo", 5), number("ammo", 4, "S2")) == [("S1", "ammo", 5), ("S2", "ammo", 4)]
    assert marks(number("ammo", 5), rec("halt"), number("ammo", 4)) == [("S1", "ammo", 5), ("S1", "ammo", 4)]


def test_bravery_that_the_module_changes_with_the_losses_is_no_mark_of_its_own() -> None:
    assert marks(number("losses", 1), number("bravery", 7), number("losses", 2), number("bravery", 6)) == [
        ("S1", "losses", 2)
    ]
    assert marks(number("ammo", 5), number("bravery", 7)) == [("S1", "ammo", 5), ("S1", "bravery", 7)]
    assert marks(number("bravery", 7)) == [("S1", "bravery", 7)]


@pytest.mark.parametrize(("what", "value"), [("ammo", "many"), ("ammo", "12345678"), ("hats", 3)])
def test_what_is_no_number_of_a_card_is_no_mark(what: str, value: object) -> None:
    assert marks(number(what, value)) == []


def test_a_negative_number_is_read_as_it_stands_there() -> None:
    assert marks(number("ammo", -1)) == [("S1", "ammo", -1)]


CARD = Piece("S1.card", uid="uid-card", facts={"Unit": "S1", "Side": "Soviet"})


@pytest.mark.parametrize(
    ("text", "running", "ordered"),
    [
        ("open_fire:x", "", "open_fire"),
        ("", "", "none"),
        ("", "dig_in", "dig_in"),
        ("continue", "dig_in", "dig_in"),
        ("continue", "", "none"),
        ("break", "dig_in", "none"),
    ],
)
@pytest.mark.parametrize("what", ["ammo", "losses"])
def test_points_that_are_paid_as_orders_are_written_tell_for_which(
    text: str, running: str, ordered: str, what: str
) -> None:
    made = soldier(running=do.Order(unit="S1", order=running) if running else None)
    record = Record("mark", {"what": what, "v": "3"}, CARD)
    planned = {"Soviet": {"uid-card": text, "uid-other": "wait"}}

    def ordered_by(state: str, known: dict[str, dict[str, str]]) -> str:
        (found,) = acts(made, made.position(state), record, then=[NEXT], planned=known)
        assert isinstance(found, do.Mark)
        return found.ordered

    assert ordered_by("PLANNING", planned) == (ordered if what == "ammo" else "")
    assert ordered_by("REVEAL", planned) == ""
    assert ordered_by("PLANNING", {}) == ""
    assert ordered_by("PLANNING", {"German": planned["Soviet"]}) == ""


# --------------------------------------------------------------------------------------------------------------- groups
def grouped(*records: Record, **groups: str) -> list[do.Group]:
    made = Field().unit("G1", "infantry", "0505", group=groups.get("G1", ""))
    for number_ in (1, 2, 3):
        made.unit(f"S{number_}", "infantry", "0505", group=groups.get(f"S{number_}", ""))
    found = acts(made, made.position("PLANNING"), *records, then=[NEXT])
    return [each for each in found if isinstance(each, do.Group)]


def flag(value: object, unit: str = "S1") -> Record:
    return rec("mark", unit, what="group", v=value)


def test_units_that_take_a_flag_one_after_the_other_take_it_together() -> None:
    assert grouped(flag(1), flag(1, "S2")) == [do.Group(group="soviet.1", units=("S1", "S2"), by="soviet")]
    assert grouped(flag(1), flag(1, "G1")) == [
        do.Group(group="soviet.1", units=("S1",), by="soviet"), do.Group(group="german.1", units=("G1",), by="soviet"),
    ]  # fmt: skip
    assert grouped(flag(1), flag(2, "S2"))[0] == do.Group(group="soviet.1", units=("S1",), by="soviet")
    assert grouped(flag(1), S2="soviet.1") == [do.Group(group="soviet.1", units=("S2", "S1"), by="soviet")]
    assert grouped(flag("x")) == []
    apart = (flag(1), rec("mark", "S2", what="ammo", v=1), flag(1, "S3"))
    assert [each.units for each in grouped(*apart)] == [("S1",), ("S3",)]


def test_a_unit_without_a_flag_has_left_its_group() -> None:
    assert grouped(flag(0), S1="soviet.1", S2="soviet.1", S3="soviet.1") == [
        do.Group(group="soviet.1", units=("S2", "S3"), by="soviet")
    ]
    assert grouped(flag(0), S2="soviet.1") == []
    assert grouped(flag(0), flag(0, "S2"), S1="soviet.1", S2="soviet.1", S3="soviet.1") == [
        do.Group(group="soviet.1", units=("S3",), by="soviet")
    ]


# ------------------------------------------------------------------------------------------------------------ the boxes
def box(what: str, on: bool = True, unit: str = "S1", **keys: Any) -> Record:
    return rec("state", unit, what=what, v="on" if on else "off", **keys)


@pytest.mark.parametrize(
    ("word", "status"),
    [
        ("Suppressed", "suppressed"), ("Flag", "flag"), ("Ambush", "ambush"), ("DugIn", "dug-in"), ("Bound", "bound"),
        ("AirCombat", "air-combat"), ("SetUp", "set-up"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("on", [True, False])
def test_a_box_is_marked_or_wiped(word: str, status: Any, on: bool) -> None:
    made = soldier()
    assert acts(made, made.position("S3"), box(word, on, at=["G1"]), then=[NEXT]) == [
        do.State(unit="S1", status=status, on=on, beside="G1", by="soviet")
    ]


def test_a_box_that_is_no_status_says_nothing() -> None:
    made = soldier()
    assert acts(made, made.position("S3"), box("Hungry"), then=[NEXT]) == []


@pytest.mark.parametrize(("changes", "ends"), [((True,), True), ((True, False, True), True),
                                               ((False, True, False), False)])  # fmt: skip
def test_a_box_that_is_changed_to_and_fro_is_as_it_ends(changes: tuple[bool, ...], ends: bool) -> None:
    made = soldier()
    found = acts(made, made.position("S3"), *(box("Suppressed", on) for on in changes), then=[NEXT])
    assert isinstance(found[-1], do.State)
    assert found[-1].on is ends


@pytest.mark.parametrize("changes", [(True, False), (False, True)])
def test_a_box_that_is_changed_and_changed_back_says_nothing_unless_that_is_due(changes: tuple[bool, ...]) -> None:
    made, records = soldier(), [box("Suppressed", on) for on in changes]
    assert acts(made, made.position("S3"), *records, then=[NEXT]) == []
    wanted = do.State(unit="S1", status="suppressed", on=changes[-1])
    due = made.position("S3").owing(Due("BAR-5.11a", (wanted,)))
    assert [each.on for each in acts(made, due, *records, then=[NEXT]) if isinstance(each, do.State)] == [changes[-1]]


def test_boxes_of_others_or_of_another_name_stand_between() -> None:
    made = soldier().unit("S2", "infantry", "0505")
    for between in (box("Flag"), box("Suppressed", unit="S2"), rec("halt")):
        found = acts(made, made.position("S3"), box("Suppressed"), between, box("Suppressed", False), then=[NEXT])
        assert next(each.on for each in found if isinstance(each, do.State) and each.unit == "S1") is True
        assert len(found) == 3


def test_a_box_that_was_wiped_last_may_be_marked_anew_in_the_next_log() -> None:
    made = soldier(suppressed=True)
    assert how(reads(made, made.position("S3"), box("Suppressed", False))) == [REST]
    assert how(reads(made, made.position("S3"), box("Suppressed", False), then=[NEXT])) == [SURE]
    assert how(reads(made, made.position("S3"), box("Suppressed"))) == [SURE]


@pytest.mark.parametrize(("hidden", "on", "due", "read"), [
    (False, True, False, True), (True, False, False, True), (True, True, False, False), (False, False, False, False),
    (True, True, True, True), (False, False, True, True),
])  # fmt: skip
def test_the_card_of_a_headquarters_is_turned_over(hidden: bool, on: bool, due: bool, read: bool) -> None:
    made = Field().unit("S1", "hq", "0505", hidden=hidden)
    kind = do.Hide if on else do.Show
    position = made.position("S10")
    position = position.owing(Due("x", (kind(unit="S1"),), "S10")) if due else position
    assert acts(made, position, box("Hidden", on), then=[NEXT]) == ([kind(unit="S1", by="soviet")] if read else [])


@pytest.mark.parametrize(("order", "on", "ended"), [
    ("set_up", True, True), ("pack_up", False, True), ("set_up", False, False), ("pack_up", True, False),
])  # fmt: skip
def test_the_box_of_a_weapon_ends_its_work_if_nothing_else_does(order: str, on: bool, ended: bool) -> None:
    made = Field().unit("S1", "mg", "0505", running=do.Order(unit="S1", order=order)).unit("S2", "mg", "0505")
    position = made.position("S12").owing(Due("x", (do.Complete(unit="S1"),), "S12"))
    marked = do.State(unit="S1", status="set-up", on=on, by="soviet")
    work = [do.Complete(unit="S1", by="soviet")] if ended else []
    assert acts(made, position, box("SetUp", on), then=[NEXT]) == [*work, marked]
    assert acts(made, made.position("S12"), box("SetUp", on), then=[NEXT]) == [marked]
    said = acts(made, position, box("SetUp", on), rec("complete", h="0505"), then=[NEXT])
    assert said[0] == marked
    late = [shown(rec("phase", "", new="PLANNING", t=3), rec("complete", h="0505"), at=2)]
    assert acts(made, position, box("SetUp", on), then=late) == [*work, marked]
    others = Due("x", (do.Complete(unit="S2"),), "S12")
    assert acts(made, made.position("S12").owing(others), box("SetUp", on), then=[NEXT]) == [marked]


# --------------------------------------------------------------------------------------------------------------- supply
def supplied(*then: Record, source: list[str] | None = None, number_: int | None = None) -> do.Supply | None:
    made = Field().unit("S1", "infantry", "0505", ammo=2).unit("S2", "truck", "0505", ammo=20)
    made.built("cargo.1", "cargo", "0505").order("S1", "receive_supply", target="S2", number=number_)
    record = rec("supply", by=["S2"] if source is None else source, h="0505")
    found = acts(made, made.position("S12"), record, *then, then=[NEXT])
    return next((each for each in found if isinstance(each, do.Supply)), None)


@pytest.mark.parametrize(
    ("then", "points"),
    [
        ((), 0),
        ((number("ammo", 5),), 3),
        ((number("ammo", 16, "S2"),), 4),
        ((number("ammo", 5), number("ammo", 16, "S2")), 3),
        ((number("ammo", 6), number("ammo", 17, "S2")), 3),
        ((number("ammo", 1),), 0),
        ((number("ammo", 25, "S2"),), 0),
        ((number("losses", 5),), 0),
        ((number("ammo", 5, "S3"),), 0),
        ((rec("phase", "", new="PLANNING", t=3), number("ammo", 5)), 0),
        ((rec("supply", by=["S2"], h="0505"), number("ammo", 5)), 0),
        ((rec("supply", "S2", by=["S1"], h="0505"), number("ammo", 5)), 0),
        ((rec("supply", "S3", by=["S2"], h="0505"), number("ammo", 5)), 3),
    ],
)
def test_supply_is_what_the_cards_are_marked_with(then: tuple[Record, ...], points: int) -> None:
    assert supplied(*then) == do.Supply(unit="S1", source="S2", points=points, by="soviet")


def test_supply_is_what_the_order_says_and_may_come_from_a_box() -> None:
    assert supplied(number("ammo", 5), number_=2) == do.Supply(unit="S1", source="S2", points=2, by="soviet")
    assert supplied(number("ammo", 5), source=["cargo"]) == do.Supply(
        unit="S1", source="cargo.1", points=3, by="soviet"
    )
    assert supplied(source=[]) is None


# ---------------------------------------------------------------------------------------------------------------- works
def worker(order: str = "dig_in", kind: str = "pioneers", **fields: Any) -> Field:
    return Field().unit("S1", kind, "0505", running=do.Order(unit="S1", order=order, **fields))


def made_by(made: Field, *then: Record, state: str = "S12", **more: Any) -> Action:
    return acts(made, made.position(state), rec("complete", h="0505"), *then, then=[NEXT], **more)[0]


def test_what_is_placed_next_is_what_was_made() -> None:
    assert made_by(worker(), laid("0505", "trench")) == do.Complete(unit="S1", hex="0505", by="soviet")
    assert made_by(worker()) == do.Complete(unit="S1", by="soviet")
    known = worker("clear_mines").built("m", "minefield", "0505")
    assert made_by(known, laid("0505", "minefield")) == do.Complete(unit="S1", structure="m", hex="0505", by="soviet")
    assert made_by(worker(), rec("mark", what="boxes", v=0), laid("0505", "trench")) == do.Complete(
        unit="S1", by="soviet"
    )
    for between in (rec("seal"), rec("face", v="N")):
        assert made_by(worker(), between, laid("0505", "trench")) == do.Complete(unit="S1", hex="0505", by="soviet")
    two = worker().built("n", "trench", "0505", facing="N").built("s", "trench", "0505", facing="S")
    turned = (rec("place", "trench", h="0505", face="N"), rec("place", "trench", h="0505", face="S"))
    assert made_by(two, *turned) == do.Complete(unit="S1", structure="s", hex="0505", by="soviet")
    assert made_by(two, turned[0]) == do.Complete(unit="S1", structure="n", hex="0505", by="soviet")
    assert len(acts(two, two.position("S12"), rec("complete", h="0505"), *turned, then=[NEXT])) == 1


def test_a_second_marker_of_a_kind_in_a_hex_is_not_the_first_one() -> None:
    made = worker("lay_mines", hex="0505").built("m", "minefield", "0505")
    first = Piece("minefield", uid="uid-first")
    lies = Board((Lying(first, Spot(name="0505", zone="map")),))
    elsewhere = Board((Lying(first, Spot(name="0506", zone="map")),))
    said = (rec("complete", h="0505"), laid("0505", "minefield"))
    assert acts(made, made.position("S12"), *said, then=[NEXT], board=lies)[0] == do.Complete(
        unit="S1", hex="0505", by="soviet"
    )
    assert acts(made, made.position("S12"), *said, then=[NEXT], board=elsewhere)[0] == do.Complete(
        unit="S1", structure="m", hex="0505", by="soviet"
    )


def test_mines_that_are_opened_later_tell_their_kind() -> None:
    made = worker("lay_mines", hex="0505")
    lies, sealed = laid("0505", "minefield"), Record("seal", {}, piece("minefield"))
    opened = {"uid-minefield": "mines:anti-tank", "uid-other": "mines:dummy"}
    covered = do.Complete(unit="S1", hex="0505", by="soviet")
    known = do.Complete(unit="S1", hex="0505", kind="anti-tank", by="soviet")
    assert made_by(made, lies, sealed, later=opened) == known
    assert made_by(made, lies, sealed) == covered
    assert made_by(made, lies, later=opened) == covered
    then = [shown(sealed, at=2, later=opened)]
    assert acts(made, made.position("S12"), rec("complete", h="0505"), lies, then=then)[0] == known


OVER = [NEXT, shown(rec("halt", "hut"), at=10)]
"""The marker goes on, and somebody else does something."""


@pytest.mark.parametrize("order", ["set_up", "pack_up"])
def test_a_weapon_sets_up_where_it_goes_at_once(order: str) -> None:
    made = Field().unit("S1", "mg", "0505", running=do.Order(unit="S1", order=order, hex="0504"))
    position, said = made.position("S12"), rec("complete", h="0505")
    assert acts(made, position, said, then=OVER) == [do.Complete(unit="S1", hex="0505", by="soviet")]
    assert acts(made, position, said) == [do.Complete(unit="S1", by="soviet")]
    moves = rec("step", h="0504", a="Move")
    assert acts(made, position, said, moves, then=OVER) == [do.Complete(unit="S1", hex="0504", by="soviet")]
    beside = acts(made, position, rec("complete", h="lost"), then=OVER)
    assert beside == [do.Complete(unit="S1", by="soviet")]
    ordered = Field().unit("S1", "mg", "0505").order("S1", order, hex="0504")
    assert acts(ordered, ordered.position("S9"), said, then=OVER) == [do.Complete(unit="S1", hex="0505", by="soviet")]


def test_an_aircraft_drops_what_is_placed_next() -> None:
    made = Field().unit("S1", "airlift", "0505").order("S1", "drop_supply", hex="0505")
    said = rec("complete", h="0505")
    assert acts(made, made.position("S9"), said, then=[NEXT]) == [do.Drop(unit="S1", hex="0505", by="soviet")]
    assert acts(made, made.position("S9"), said, laid("0504", "cargo"), then=[NEXT])[0] == do.Drop(
        unit="S1", hex="0504", by="soviet"
    )
    assert acts(made, made.position("S9"), rec("complete", "hut", h="0505"), then=[NEXT]) == []


@pytest.mark.parametrize(
    ("order", "marker"),
    [("lay_mines", "minefield"), ("build_pontoon", "pontoon"), ("dig_in", "trench"), ("clear_path", "path")],
)
def test_a_marker_that_is_placed_ends_the_work_of_who_says_nothing(order: str, marker: str) -> None:
    made = worker(order, hex="0404")
    ready = made.position("S12").owing(Due("x", (do.Complete(unit="S1"),), "S12"))
    for place in ("0505", "0404"):
        assert acts(made, ready, laid(place, marker), then=[NEXT]) == [do.Complete(unit="S1", hex=place, by="soviet")]
    for place, other in (("0101", marker), ("0505", "wire")):
        unbuilt = acts(made, ready, laid(place, other), then=[NEXT])
        assert [(type(each), each.hex) for each in unbuilt if isinstance(each, do.Build)] == [(do.Build, place)]
    assert acts(made, ready.but(stack=("SETUP",)), laid("0505", marker), then=[NEXT]) == []
    early = acts(made, made.position("S12"), laid("0505", marker), then=[NEXT])
    assert early == [do.Complete(unit="S1", hex="0505", by="soviet")]
    both = acts(made, ready, laid("0505", marker), rec("complete", h="0505"), then=[NEXT])
    assert len([each for each in both if isinstance(each, do.Complete)]) == 1
    two = worker(order).unit("S2", "pioneers", "0505", running=do.Order(unit="S2", order=order))
    dues = (Due("x", (do.Complete(unit=unit),), "S12") for unit in ("S1", "S2"))
    assert acts(two, two.position("S12").owing(*dues), laid("0505", marker), then=[NEXT]) == [
        do.Complete(unit="S1", hex="0505", by="soviet")
    ]


TAKEN = [
    ("clear_mines", "minefield"), ("remove_obstacle", "teeth"), ("place_charges", "bunker"),
    ("place_charges", "bridge"),
    ("place_charges", "pontoon"), ("remove_wire", "wire"),
]  # fmt: skip


@pytest.mark.parametrize(("order", "kind"), TAKEN)
def test_a_marker_that_is_taken_away_ends_the_work_beside_it(order: str, kind: str) -> None:
    gone = rec("remove", kind, origin="0505")
    made = worker(order).built("x", kind, "0505", side="0504" if kind in {"wire", "teeth"} else "")
    due = () if order == "remove_wire" else (Due("x", (do.Complete(unit="S1"),), "S12"),)
    ready = made.position("S9" if order == "remove_wire" else "S12").owing(*due)
    done, out = do.Complete(unit="S1", structure="x", by="soviet"), do.Out(piece="x", by="soviet")
    assert acts(made, ready, gone, then=[NEXT]) == [done]
    assert acts(made, ready.unit("S1", hex="0104"), gone, then=[NEXT]) == [out]
    assert acts(made, ready.but(stack=("SETUP",)), gone, then=[NEXT]) == []
    beyond = acts(made, ready.unit("S1", hex="0504"), gone, then=[NEXT])
    assert beyond == ([done] if kind in {"wire", "teeth"} else [out])
    said = acts(made, ready, gone, rec("complete", h="0505"), then=[NEXT])
    assert [type(each) for each in said] == [do.Complete]
    assert acts(made, ready, rec("remove", kind, origin="0101"), then=[NEXT]) == []
    if due:
        assert acts(made, ready.but(due=()), gone, then=[NEXT]) == [out]
    other = worker("dig_in").built("x", kind, "0505")
    assert acts(other, other.position("S12").owing(*due), gone, then=[NEXT]) == [out]
