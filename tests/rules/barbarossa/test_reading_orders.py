"""What a log says of orders that are sealed and opened, and of sides that are ready."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.reading import BarbarossaReader, texts
from rules.barbarossa.state.model import Position
from rules.engine.evidence import Board, Lying, Opened, Piece, Record, Spot
from rules.engine.obligations import Due
from tests.rules.barbarossa.drafting import BOTH, Draft, printed
from tests.rules.barbarossa.spoken import (
    CHRONICLE,
    MAP,
    NEXT,
    SEATS,
    SURE,
    acts,
    how,
    lies,
    moved_on,
    piece,
    reads,
    rec,
    shown,
    sides,
)

SEEN, GUESSED, UNSAID = ("seen", ""), ("inferred", "order"), ("inferred", "declaration")


def given(unit: str, order: str = "", **fields: Any) -> do.Order:
    return do.Order(unit=unit, order=order, by={"S": "soviet", "G": "german"}[unit[0]], **fields)


# ----------------------------------------------------------------------------------------------------------- the set-up
def test_who_moves_the_marker_off_the_set_up_is_ready() -> None:
    made = sides()
    ready = [do.Ready(by="german"), do.Ready(by="soviet")]
    on = do.Advance(to="PLANNING", by="soviet")
    assert acts(made, made.position("SETUP"), moved_on("Planning", 1)) == [*ready, on]
    assert acts(made, made.position("SETUP", ready=("german",)), moved_on("Planning", 1)) == [ready[1], on]
    assert acts(made, made.position("SETUP"), rec("done", "")) == [ready[1]]
    assert acts(made, made.position("SETUP"), rec("done", ""), side="") == ready
    assert acts(made, made.position("S3"), rec("done", "")) == [do.StepDone(by="soviet")]


def set_up(made: Draft, *lying: Lying, placed: tuple[tuple[str, str], ...] = (), **position: Any) -> list[do.Action]:
    """What is read as Soviet set-up from a board, but that the side is ready."""
    reader = BarbarossaReader(made.battle(), SEATS, CHRONICLE)
    for name, by in placed:
        reader.placed(piece(name), by)
    found = list(reader.set_up("soviet", made.position("SETUP", **position), Board(lying)))
    assert found[-1].action == do.Ready(by="soviet")
    return [(each.action, each.how) for each in found[:-1]]


def test_units_that_lie_elsewhere_were_placed() -> None:
    made = sides(facing="N").unit("S2", "infantry", carrier="S1")
    put = do.Place(unit="S1", hex="0506", by="soviet")
    assert set_up(made, lies("S1", "0506", Face="N")) == [(msgspec.structs.replace(put, facing="N"), "seen")]
    assert set_up(made, lies("S1", "0505", Face="S")) == [
        (do.Place(unit="S1", hex="0505", facing="S", by="soviet"), "seen")
    ]
    assert set_up(made, lies("S1", "0505", Face="N")) == []
    assert set_up(made, lies("S1", "a", "German units", Face="N")) == []
    assert set_up(made, lies("G1", "0506")) == []
    assert set_up(made, lies("S2", "0506")) == []
    assert set_up(made, lies("hut", "0506")) == []


@pytest.mark.parametrize(
    ("properties", "marks"),
    [
        ({"losses": "0", "ammo": "6", "air": "0"}, []),
        ({"losses": "1", "ammo": "6", "air": "0"}, [("losses", 1)]),
        ({"losses": "2", "ammo": "5", "air": "4"}, [("losses", 2), ("ammo", 5), ("air", 4)]),
        ({"ammo": "many"}, []),
        ({}, []),
    ],
)
def test_numbers_that_a_card_begins_with(properties: dict[str, str], marks: list[tuple[str, int]]) -> None:
    card = Lying(Piece("S1.card", uid="c"), Spot(name="0506", zone=MAP), properties)
    found = set_up(sides(), card)
    assert found == [(do.Mark(unit="S1", what=what, value=value, by="soviet"), "seen") for what, value in marks]


PRICE = {"wire": 6, "trench": 5, "bunker": 20}


def test_structures_that_a_side_placed_were_built_and_paid() -> None:
    made = sides().given(points={"soviet": 25})
    wire = lies("wire", "0505", Face="N")
    built = do.Build(structure="wire.1", hex="0505", side="0504", facing="N", by="soviet")
    paid, mines = do.Buy(what="wire", by="soviet"), do.Buy(what="mines", count=3, by="soviet")
    price = made.battle().charts["mines"].get("price", "anti-tank")
    assert isinstance(price, int)
    left = (25 - PRICE["wire"]) // price
    mines = msgspec.structs.replace(mines, count=left)
    assert set_up(made, wire, placed=(("wire", "soviet"),)) == [
        (paid, "inferred"),
        (built, "seen"),
        (mines, "inferred"),
    ]
    assert set_up(sides(), wire, placed=(("wire", "soviet"),)) == [(built, "seen")]
    for placed in ((("wire", "german"),), ()):
        assert [type(each) for each, _ in set_up(made, wire, placed=placed)] == [do.Buy]
    aside = lies("wire", "0505", "depot", Face="N")
    assert set_up(sides(), aside, placed=(("wire", "soviet"),)) == []
    other = lies("smoke", "0505")
    assert set_up(sides(), other, placed=(("smoke", "soviet"),)) == []


@pytest.mark.parametrize(("kind", "side"), [("wire", "0504"), ("teeth", "0504"), ("trench", "0504"), ("bunker", "")])
def test_what_stands_on_a_side_stands_on_the_one_that_it_faces(kind: str, side: str) -> None:
    ((built, _),) = set_up(sides(), lies(kind, "0505", Face="N"), placed=((kind, "soviet"),))
    assert isinstance(built, do.Build)
    assert (built.side, built.facing) == (side, "N")
    ((blank, _),) = set_up(sides(), lies(kind, "0505"), placed=((kind, "soviet"),))
    assert isinstance(blank, do.Build)
    assert blank.side == ""


@pytest.mark.parametrize(
    ("points", "paid", "bought"), [(0, 0, False), (1, 0, False), (5, 0, True), (100, 0, True), (8, 8, False)]
)
def test_points_that_are_left_were_spent_on_mines(points: int, paid: int, bought: bool) -> None:
    made = sides().given(points={"soviet": points})
    price = made.battle().charts["mines"].get("price", "anti-tank")
    assert isinstance(price, int)
    count = (points - paid) // price
    expected = [(do.Buy(what="mines", count=count, by="soviet"), "inferred")] if count else []
    assert set_up(made, paid={"soviet": paid}) == expected
    assert bool(expected) is (bought and price <= points - paid)


def test_markers_that_are_placed_at_the_set_up_are_built_by_who_places_them() -> None:
    made = sides()
    board = Board((lies("trench", "0505"),))
    said = (rec("place", "trench", h="0505"), rec("done", ""))
    found = acts(made, made.position("SETUP"), *said, board=board)
    assert found == [do.Build(structure="trench.1", hex="0505", by="soviet"), do.Ready(by="soviet")]
    theirs = acts(made, made.position("SETUP"), *said, board=board, side="German")
    assert [each.by for each in theirs] == ["german", "german"]


# --------------------------------------------------------------------------------------------------------- who is ready
def test_that_nobody_pressed_the_button_proves_nothing() -> None:
    made = sides()

    def on(state: str, to: str, **facts: Any) -> list[tuple[str, str]]:
        found = reads(made, made.position(state, **facts), moved_on(to))
        return [(each.how, each.missing) for each in found if isinstance(each.action, do.Advance)]

    assert on("PLANNING", "Reveal") == [UNSAID]
    assert on("PLANNING", "Reveal", ready=("german",)) == [UNSAID]
    assert on("PLANNING", "Reveal", ready=BOTH) == [SURE]
    assert on("REVEAL", "S1") == [UNSAID]
    assert on("REVEAL", "S1", opened=BOTH) == [SURE]
    assert on("S3", "S4") == [SURE]
    assert on("PLANNING", "S1", ready=BOTH) == [SURE, UNSAID]


def test_who_is_ready_just_after_the_marker_was_ready_before() -> None:
    made = sides()
    after = (rec("commit", "", s="German"), rec("commit", "", s="Soviet"))
    done = [do.OrdersDone(by="german"), do.OrdersDone(by="soviet")]
    on = do.Advance(to="REVEAL", by="soviet")
    found = reads(made, made.position("PLANNING"), moved_on("Reveal"), *after, then=[NEXT])
    assert [each.action for each in found] == [*done, on]
    assert how(found)[-1] == SURE
    quiet = (after[0], rec("seal"), rec("mark", what="ammo", v=3), rec("word", ""), after[1])
    found = reads(made, made.position("PLANNING"), moved_on("Reveal"), *quiet, then=[NEXT])
    assert [each.action for each in found if not isinstance(each.action, do.Mark)] == [*done, on]
    loud = (after[0], rec("halt"), after[1])
    found = reads(made, made.position("PLANNING"), moved_on("Reveal"), *loud, then=[NEXT])
    assert [each.action for each in found][:2] == [done[0], on]
    assert how(found)[1] == UNSAID
    half = reads(made, made.position("PLANNING", ready=("german",)), moved_on("Reveal"), *after[::-1], then=[NEXT])
    assert [each.action for each in half] == [done[1], on, done[0]]
    none = reads(made, made.position("PLANNING", ready=BOTH), moved_on("Reveal"), *after, then=[NEXT])
    assert [each.action for each in none] == [on, *done]


def sealed(unit: str, text: str, verdict: Any = "fits", kind: str = "order") -> Opened:
    return Opened(Piece(f"{unit}.card", uid=f"{unit}-card", facts={"Unit": unit}), kind, text, verdict)


def test_who_opens_just_after_the_marker_opened_before() -> None:
    made = sides()
    opens, start = (moved_on("S1"), rec("key", "", s="Soviet")), made.position("REVEAL", opened=("german",))
    found = [each.action for each in reads(made, start, *opens, opened=(sealed("S1", "wait"),))]
    assert found == [do.Reveal(by="soviet"), given("S1", "wait"), do.Advance(to="S1", by="soviet")]
    says = rec("reveal", "S1.card", o="wait")
    found = [each.action for each in reads(made, start, *opens, says)]
    assert found == [do.Reveal(by="soviet"), given("S1", "wait"), do.Advance(to="S1", by="soviet")]


# ------------------------------------------------------------------------------------------------------ what was sealed
def opens(made: Draft, *found: Opened, side: str = "Soviet", **more: Any) -> list[do.Action]:
    return acts(made, made.position("REVEAL"), rec("key", "", s=side), then=[NEXT], opened=found, **more)


@pytest.mark.parametrize(
    ("text", "verdict", "expected"),
    [
        ("wait", "fits", given("S1", "wait")),
        ("wait", "changed", given("S1", "wait")),
        ("wait", "late", given("S1", "wait")),
        ("wait", "other key", given("S1")),
        ("wait", "uncommitted", given("S1")),
        ("march:0504-0503", "fits", given("S1", "march", route=("0504", "0503"))),
        ("march:0504-:x", "fits", given("S1")),
        ("dance", "fits", given("S1")),
        ("continue", "fits", do.Resume(unit="S1", by="soviet")),
        ("break", "fits", do.BreakOff(unit="S1", by="soviet")),
    ],
)
def test_a_key_opens_the_orders_of_its_side(text: str, verdict: str, expected: do.Action) -> None:
    made = sides()
    others = (sealed("G1", "wait"), sealed("S1", "march", kind="secret"), sealed("hut", "wait"))
    assert opens(made, *others, sealed("S1", text, verdict)) == [do.Reveal(by="soviet"), expected]


def test_an_order_is_said_once() -> None:
    made = sides()
    card = rec("reveal", "S1", o="march:0504")
    twice = acts(
        made, made.position("REVEAL"), rec("key", "", s="Soviet"), card, then=[NEXT], opened=(sealed("S1", "wait"),)
    )
    assert twice == [do.Reveal(by="soviet"), given("S1", "wait")]
    assert acts(made, made.position("REVEAL"), card, card, then=[NEXT]) == [given("S1", "march", route=("0504",))]
    assert acts(made, made.position("REVEAL"), rec("reveal", "hut", o="wait"), then=[NEXT]) == []


def test_what_an_order_hides_is_known_if_it_is_opened_later() -> None:
    made = sides()
    hidden, full = sealed("S1", "ambush:::"), {"S1-card": "ambush:N:2:0505"}
    known = given("S1", "ambush", facing="N", number=2, hex="0505")
    assert opens(made, hidden, later=full)[1] == known
    assert opens(made, hidden)[1] == given("S1", "ambush")
    assert opens(made, hidden, later={"S1-card": "mines:dummy"})[1] == given("S1", "ambush")
    assert opens(made, hidden, later={"other": "ambush:N:2:0505"})[1] == given("S1", "ambush")


def test_orders_that_nobody_opened_are_unknown() -> None:
    made = sides().unit("S2", "infantry", "0606")
    cards = tuple(
        Lying(Piece(f"{unit}.card", facts={"Unit": unit}), Spot(), {"Cipher": cipher} if cipher else {})
        for unit, cipher in (("S1", "c0de"), ("S2", ""), ("G1", "c0de"), ("hut", "c0de"))
    )
    position = made.position("REVEAL", opened=BOTH)
    found = reads(made, position, moved_on("S1"), board=Board(cards))
    assert [each.action for each in found] == [given("S1"), given("G1"), do.Advance(to="S1", by="soviet")]
    assert how(found) == [SEEN, SEEN, SURE]
    told = (rec("reveal", "S1", o="wait"), moved_on("S1"))
    assert [each.action for each in reads(made, position, *told, board=Board(cards))][:2] == [
        given("S1", "wait"),
        given("G1"),
    ]
    late = reads(made, made.position("PLANNING", ready=BOTH, opened=BOTH), moved_on("Reveal"), board=Board(cards))
    assert [each.action for each in late] == [do.Advance(to="REVEAL", by="soviet")]


def test_a_side_that_wrote_nothing_has_given_its_orders_elsewhere() -> None:
    made = sides().unit("S2", "infantry", "0606")
    able = made.position("REVEAL", opened=("german",))

    def unknown(position: Position) -> list[str]:
        found = reads(made, position, moved_on("S1"))
        orders = [each for each in found if isinstance(each.action, do.Order)]
        assert set(how(orders)) <= {GUESSED}
        return [each.action.unit for each in orders if isinstance(each.action, do.Order)]

    assert unknown(able) == ["S1", "S2"]
    assert unknown(able.but(opened=())) == ["G1", "S1", "S2"]
    assert unknown(able.but(opened=BOTH)) == []
    assert unknown(able.unit("S2", order=given("S2", "wait"))) == []
    assert unknown(able.unit("G1", order=given("G1", "wait"))) == ["S1", "S2"]
    assert unknown(able.unit("S2", flagged=True)) == ["S1"]
    assert unknown(able.unit("S2", out=True)) == ["S1"]
    assert unknown(able.unit("S2", hex="")) == ["S1"]
    assert unknown(able.unit("S2", running=given("S2", "dig_in"))) == ["S1"]


# ----------------------------------------------------------------------------------------------------- secrets come out
def ambush(**order: Any) -> Draft:
    made = sides()
    return made.order("S1", "ambush", **order)


FULL = {"facing": "N", "number": 2, "hex": "0505"}


@pytest.mark.parametrize(
    ("known", "text", "expected"),
    [
        ({}, "ambush:N:2:0505", do.Opened(unit="S1", by="soviet", **FULL)),
        (FULL, "ambush:N:2:0505", None),
        ({**FULL, "hex": ""}, "ambush:N:2:0505", None),
        (FULL, "ambush:S:2:0505", do.Opened(unit="S1", by="soviet", **{**FULL, "facing": "S"})),
        (FULL, "ambush:N:1:0505", do.Opened(unit="S1", by="soviet", **{**FULL, "number": 1})),
        (FULL, "ambush:N:2:0504", do.Opened(unit="S1", by="soviet", **{**FULL, "hex": "0504"})),
        ({}, "ambush::2:", do.Opened(unit="S1", number=2, by="soviet")),
        ({}, "march:0504", None),
    ],
)
def test_an_ambush_is_opened(known: dict[str, Any], text: str, expected: do.Opened | None) -> None:
    made = ambush(**known)
    card = Piece("S1.card", uid="S1-card", facts={"Unit": "S1"})
    record = Record("open", {}, card)
    for worth, counts in (("fits", True), ("other key", False)):
        secret = sealed("S1", text, worth, "secret")
        found = acts(made, made.position("S8"), record, then=[NEXT], opened=(secret,))
        assert found == ([expected] if expected and counts else [])
    for wrong in (sealed("S1", text), sealed("G1", text, kind="secret")):
        assert acts(made, made.position("S8"), record, then=[NEXT], opened=(wrong,)) == []
    over = sides()
    assert acts(over, over.position("S8"), record, then=[NEXT], opened=(sealed("S1", text, kind="secret"),)) == []
    waits = sides().order("S1", "wait")
    assert acts(waits, waits.position("S8"), record, then=[NEXT], opened=(sealed("S1", text, kind="secret"),)) == []


@pytest.mark.parametrize(
    ("text", "due", "expected"),
    [
        ("mines:anti-tank", True, "anti-tank"),
        ("minefield:dummy", True, "dummy"),
        ("mines:anti-tank", False, None),
        ("wire:anti-tank", True, None),
    ],
)
def test_the_kind_of_mines_is_opened_when_somebody_has_to_see_it(text: str, due: bool, expected: str | None) -> None:
    made = sides().built("m", "minefield", "0504", known=False).built("n", "minefield", "0503", known=False)
    position = made.position("S10")
    if due:
        position = position.owing(Due("BAR-7.6b", (do.Uncover(structure="m"),), "S10"))
    secret = Opened(piece("minefield"), "secret", text, "fits")
    found = acts(made, position, rec("open", "minefield", h="0504"), then=[NEXT], opened=(secret,))
    assert found == ([do.Uncover(structure="m", kind=expected, by="soviet")] if expected else [])
    assert acts(made, position, rec("open", "minefield", h="0503"), then=[NEXT], opened=(secret,)) == []
    nobody = acts(made, position, rec("open", "", h="0504"), then=[NEXT], opened=(secret,))
    assert nobody == []


def test_mines_that_are_laid_where_a_bluff_was_turned_up_are_opened_too() -> None:
    """The marker of the bluff is left lying, and the new mines of the same unit have its name."""
    made = sides().built("m", "minefield", "0504", known=False)
    position = made.position("S10").owing(Due("BAR-7.6b", (do.Uncover(structure="m"),), "S10"))
    reader = BarbarossaReader(made.battle(), SEATS, CHRONICLE)

    def opens(uid: str, kind: str) -> list[Any]:
        marker = Piece("minefield", uid=uid)
        said = shown(Record("open", {"h": "0504"}, marker), opened=(Opened(marker, "secret", f"mines:{kind}", "fits"),))
        return [each.action for each in reader.read(said, position, (NEXT,), Board)]

    assert opens("uid-first", "dummy") == [do.Uncover(structure="m", kind="dummy", by="soviet")]
    assert opens("uid-second", "anti-tank") == [do.Uncover(structure="m", kind="anti-tank", by="soviet")]
    assert opens("uid-first", "dummy") == []


# ------------------------------------------------------------------------------------------------------ texts of orders
def read_text(text: str) -> do.Action:
    return texts.action(printed(), "S1", text, {"u1": "G1", "u2": "S2"}.get, "soviet")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("open_fire:u1", given("S1", "open_fire", target="G1")),
        ("defend:SE:3:trench", given("S1", "defend", facing="SE", number=3, choice="trench")),
        ("defend:SE::", given("S1", "defend", facing="SE")),
        ("defend:SE:far:", given("S1", "defend", facing="SE", number=None)),
        ("assault:u1:0504-0503", given("S1", "assault", target="G1", route=("0504", "0503"))),
        (
            "fire_on_move:u1:0504-0503:0504",
            given("S1", "fire_on_move", target="G1", route=("0504", "0503"), fire_from="0504"),
        ),
        ("remove_wire:0505/0504", given("S1", "remove_wire", hex="0505", side="0504")),
        ("recon:0110:0303:2:1", given("S1", "recon", entry="0110", hex="0303", number=2, rounds=1)),
        ("smoke:0303:0304:u2", given("S1", "smoke", hex="0303", also="0304", observer="S2")),
        ("merge:u2:u2", given("S1", "merge", target="S2", choice="S2")),
        ("wait:", given("S1")),
        ("wait", given("S1", "wait")),
        ("", given("S1")),
    ],
)
def test_the_text_of_an_order(text: str, expected: do.Action) -> None:
    assert read_text(text) == expected


def test_a_text_that_is_too_long_is_no_order() -> None:
    route = "0504-" * 398
    assert read_text(f"march:{route}"[:2000]).order == "march"
    assert read_text((f"march:{route}" + "-" * 99)[:2001]).order == ""
    hidden = "ambush:N:2:" + "0" * 2000
    assert texts.opened(printed(), "S1", hidden[:2000], str, "soviet") is not None
    assert texts.opened(printed(), "S1", hidden[:2001], str, "soviet") is None


@pytest.mark.parametrize(
    "order",
    [
        given("S1", "wait"),
        given("S1", "open_fire", target="G1"),
        given("S1", "defend", facing="SE", number=0, choice="trench"),
        given("S1", "march", route=("0504", "0503")),
        given("S1", "remove_wire", hex="0505", side="0504"),
        given("S1", "remove_wire", hex="0505"),
        given("S1", "remove_wire"),
        given("S1", "recon", entry="0110", hex="0303", number=2, rounds=1),
        do.Resume(unit="S1", by="soviet"),
        do.BreakOff(unit="S1", by="soviet"),
    ],
)
def test_a_text_that_is_written_is_read_as_the_same_order(order: do.Action) -> None:
    parts = texts.written(printed(), order, lambda name: name)
    assert texts.action(printed(), "S1", "".join(map(str, parts)), lambda name: name, "soviet") == order


def test_an_order_without_its_facts_keeps_its_places() -> None:
    assert texts.bare(printed(), "ambush") == "ambush:::"
    assert texts.bare(printed(), "wait") == "wait"
    assert texts.written(printed(), given("S1", "dance"), str) == ("dance",)
    assert texts.written(printed(), given("S1", "defend"), str) == ("defend", ":", "", ":", "", ":", "")
