"""How a board is taken over: where pieces lie, what cards say, which marker is which structure."""

from __future__ import annotations

from typing import Any

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.reading import BarbarossaReader
from rules.barbarossa.setup.beginning import begin
from rules.barbarossa.state.model import Position, Structure, Unit
from rules.engine.evidence import PLACE, Board, Lying, Moved, Piece, Shown, Spot
from rules.engine.obligations import Due
from tests.rules.barbarossa.drafting import Draft
from tests.rules.barbarossa.spoken import CHRONICLE, MAP, SEATS, lies, piece, sides


# -------------------------------------------------------------------------------------------------- taking over a board
def adopted(made: Draft, *lying: Lying, position: Position | None = None) -> Position:
    reader = BarbarossaReader(made.battle(), SEATS, CHRONICLE)
    return reader.adopt(position or made.position("S3"), Board(lying))


def unit_of(made: Draft, *lying: Lying, name: str = "S1") -> Unit:
    return adopted(made, *lying).units[name]


ON = "2"


def test_a_model_stands_where_it_lies_with_its_marks() -> None:
    made = sides()
    same = made.position("S3")
    assert adopted(made, lies("S1", "0505"), lies("G1", "0501")) is not None
    assert adopted(made, lies("S1", "0505"), position=same) is same
    assert unit_of(made, lies("S1", "0506")).hex == "0506"
    marked = unit_of(made, lies("S1", "0505", Suppressed_Level=ON, Flag_Level=ON))
    assert (marked.suppressed, marked.flagged) == (True, True)
    mistaken = unit_of(made, lies("S1", "0505", Flag_Level=ON))
    assert (mistaken.suppressed, mistaken.flagged) == (False, False)
    plain = unit_of(sides(suppressed=True, flagged=True), lies("S1", "0505", Suppressed_Level="1"))
    assert (plain.suppressed, plain.flagged) == (False, False)
    other = Lying(Piece("model", facts={"Unit": "S1"}), Spot(name="0506", zone=MAP))
    assert unit_of(made, other).hex == "0506"


@pytest.mark.parametrize(
    ("state", "zone", "hex_after", "off_board", "out"),
    [
        ({}, MAP, "0506", False, False),
        ({"off_board": True}, MAP, "0506", False, False),
        ({}, "Soviet units", "", False, False),
        ({"off_board": True}, "Soviet units", "0505", True, False),
        ({"hidden": True}, "Soviet units", "0505", False, False),
        ({"shelter": "b"}, "Soviet units", "0505", False, False),
        ({"shelter": "b", "off_board": True}, MAP, "0506", True, False),
        ({}, "lost", "", False, True),
        ({"out": True}, "lost", "0505", False, True),
        ({"hidden": True}, "lost", "", False, True),
        ({"out": True}, MAP, "0506", False, False),
    ],
)
def test_a_model_beside_the_map_is_hidden_sheltered_or_lost(
    state: dict[str, Any], zone: str, hex_after: str, off_board: bool, out: bool
) -> None:
    made = sides(**state).built("b", "bunker", "0505")
    found = unit_of(made, lies("S1", "0506", zone), lies("bunker", "0505"))
    assert (found.hex, found.off_board, found.out) == (hex_after, off_board, out)


@pytest.mark.parametrize(("how_", "towed"), [("Tow", True), ("Mount", False), ("", False)])
def test_a_model_is_aboard_of_what_it_names(how_: str, towed: bool) -> None:
    made = sides(off_board=True).unit("S2", "truck", "0505")
    found = unit_of(made, lies("S2", "0505"), lies("S1", "0505", Aboard="uid-S2", How=how_))
    assert (found.carrier, found.towed, found.hex, found.off_board) == ("S2", towed, "", True)
    nobody = unit_of(made, lies("S2", "0505"), lies("S1", "0505", Aboard="uid-hut", How=how_))
    assert (nobody.carrier, nobody.towed, nobody.hex, nobody.off_board) == ("", False, "0505", False)
    off = unit_of(Draft().unit("S1", "infantry", carrier="S2").unit("S2", "truck", "0505"), lies("S1", "0505"))
    assert (off.carrier, off.hex) == ("", "0505")


def test_what_a_card_says_counts() -> None:
    made = sides(stores={"mines": 1})
    card = Lying(
        Piece("S1.card", facts={"Unit": "S1"}), Spot(), {"losses": "2", "ammo": "3", "mines": "0", "boxes": "x"}
    )
    own, other = (Due("x", (do.Mark(unit=unit, what="losses", value=1),), "S3") for unit in ("S1", "G1"))
    found = adopted(made, lies("S1", "0505"), card, position=made.position("S3", owed=()).owing(own, other))
    assert (found.units["S1"].losses, found.units["S1"].ammo, found.units["S1"].stores["mines"]) == (2, 3, 0)
    assert found.units["S1"].boxes == 0
    assert found.due == (other,)
    waits = made.position("S3").but(marked={"S1 ammo": 6}).unit("S1", ammo=5)
    unwiped = Lying(Piece("S1.card", facts={"Unit": "S1"}), Spot(), {"losses": "0", "ammo": "6"})
    assert adopted(made, unwiped, position=waits) is waits


def test_structures_are_those_that_lie_on_the_map() -> None:
    made = sides().built("m", "minefield", "0504", known=True, variety="dummy").built("b", "bridge", "0303")
    made.built("s", "smoke", "0601")
    position = made.position("S3")
    kept = adopted(made, lies("minefield", "0504"), lies("smoke", "0601"), position=position)
    assert kept is position
    gone = adopted(made, lies("minefield", "0502"), lies("smoke", "0601"), position=position).structures
    assert set(gone) == {"minefield.1", "b", "s"}
    assert gone["minefield.1"] == Structure(kind="minefield", hex="0502", known=False)
    new = adopted(made, lies("minefield", "0504"), lies("trench", "0404"), lies("wire", "0404", "depot")).structures
    assert new["trench.1"] == Structure(kind="trench", hex="0404", known=True)
    assert "wire.1" not in new
    assert "hut.1" not in adopted(made, lies("hut", "0404")).structures


@pytest.mark.parametrize(
    ("face", "facing", "same"),
    [("N", "N", True), ("N", "", True), ("", "N", True), ("S", "N", False)],
)
def test_a_marker_is_the_structure_of_its_kind_that_faces_the_same_way(face: str, facing: str, same: bool) -> None:
    made = sides().built("t", "trench", "0505", facing=facing)
    reader = BarbarossaReader(made.battle(), SEATS, CHRONICLE)
    position = made.position("S3")
    assert reader.structure(piece("trench"), position, "0505", face) == ("t" if same else "trench.1")
    assert reader.structure(piece("trench"), position, "0505", "S") == ("t" if same else "trench.1")
    assert reader.structure(None, position, "0505") == ""
    assert reader.known_structure(piece("wire"), position, "0505") == ""
    assert reader.known_structure(Piece("trench", uid="other"), position, "0404") == ""


def test_two_markers_are_two_structures_but_of_smoke() -> None:
    made = sides().built("t", "trench", "0505").built("s", "smoke", "0505")
    reader = BarbarossaReader(made.battle(), SEATS, CHRONICLE)
    position = made.position("S3")
    one, two = Piece("trench", uid="a"), Piece("trench", copy=2, uid="b")
    assert [reader.structure(each, position, "0505") for each in (one, two, one)] == ["t", "trench.2", "t"]
    clouds = Piece("smoke", uid="c"), Piece("smoke", copy=2, uid="d")
    assert [reader.structure(each, position, "0505") for each in clouds] == ["s", "s"]
    reader.forget(one)
    assert reader.structure(two, position, "0505") == "t"
    assert reader.named("a") == "a"
    assert reader.named("b") == "t"
    assert reader.named("S1") == "S1"


# ----------------------------------------------------------------------------------------------------- where logs begin
def test_a_log_begins_with_the_scenario_or_in_the_middle_of_a_round() -> None:
    made = sides()
    reader = BarbarossaReader(made.battle(), SEATS, CHRONICLE)
    fresh = begin(made.battle())
    for turn in ((), (1,), (1, 0), (1, 99), (1, -1)):
        assert reader.start(Board((lies("S1", "0707"),), turn=turn)) == fresh
    later = reader.start(Board((lies("S1", "0707"),), turn=(3, 4)))
    assert (later.state, later.round, later.units["S1"].hex) == ("S2", 3, "0707")


def test_nothing_was_played_while_the_marker_is_at_the_set_up() -> None:
    made = sides()
    reader = BarbarossaReader(made.battle(), SEATS, CHRONICLE)
    assert reader.begins(Board((lies("S1", "0707"),), turn=(1, 0)))
    assert not reader.begins(Board((lies("S1", "0707"),), turn=(1, 1)))
    assert not reader.begins(Board((lies("trench", "0505"),), turn=(1, 0)))
    assert reader.renews(do.Advance(to="PLANNING"))
    assert not reader.renews(do.Advance(to="REVEAL"))
    assert reader.together


# ------------------------------------------------------------------------------------------- where pieces are elsewhere
def differs(
    made: Draft, moved: Moved, state: str = "S10", at: int = 0, astray: int = -1, **unit: Any
) -> tuple[str, ...]:
    reader = BarbarossaReader(made.battle(), SEATS, CHRONICLE)
    position = made.position(state)
    position = position.unit("S1", **unit) if unit else position
    reader.overlook(astray, "S1")
    list(reader.read(Shown(1, at=at, moved=(moved,)), position, (), Board))
    if not reader.matters(moved.piece, PLACE):
        return ()
    shows = reader.shows(position, moved.piece, PLACE)
    seen = reader.seen(Lying(moved.piece, moved.target), PLACE)
    return () if shows in {None, seen} else (str(shows), seen)


def gone_to(name: str, place: str, zone: str = MAP) -> Moved:
    return Moved(piece(name), Spot(name="0505", zone=MAP), Spot(name=place, zone=zone))


def test_models_that_are_not_where_the_actions_leave_them_are_named() -> None:
    made = sides()
    assert differs(made, gone_to("S1", "0506")) == ("0505", "0506")
    assert differs(made, gone_to("S1", "x", "Soviet units")) == ("0505", "")
    assert differs(made, gone_to("S1", "0505")) == ()
    assert differs(made, gone_to("S1", "0506"), state="SETUP") == ()
    assert differs(made, gone_to("S1.card", "0506")) == ()
    assert differs(made, gone_to("hut", "0506")) == ()
    assert differs(made, gone_to("S1", "x", "lost"), out=True) == ()
    assert differs(made, gone_to("S1", "0506"), out=True) == ("", "0506")
    assert differs(made, gone_to("S1", "x", "lost"), hex="") == ()
    assert differs(made, gone_to("S1", "0506"), at=4, astray=4) == ()
    assert differs(made, gone_to("S1", "0506"), at=4, astray=5) == ("0505", "0506")


@pytest.mark.parametrize(("place", "zone", "state", "told"), [
    ("0505", MAP, {"off_board": True}, ()),
    ("0506", MAP, {"off_board": True}, ("0505", "0506")),
    ("x", "hidden", {"off_board": True, "hidden": True}, ()),
    ("0505", MAP, {"off_board": True, "hidden": True}, ("", "0505")),
    ("", "", {"off_board": True, "hidden": True}, ("", "nowhere")),
    ("", "", {"hex": "", "out": True}, ("", "nowhere")),
    ("0504", MAP, {"hex": "", "carrier": "G1"}, ()),
    ("x", "off", {"hex": "", "carrier": "G1"}, ()),
    ("0505", MAP, {"hex": "", "carrier": "G1"}, ("0504", "0505")),
    ("", "", {"hex": "", "carrier": "G1"}, ("", "nowhere")),
    ("x", "off", {"shelter": "t"}, ("0505", "")),
])  # fmt: skip
def test_models_off_the_board_lie_in_a_box_and_passengers_with_their_carrier(
    place: str, zone: str, state: dict[str, Any], told: tuple[str, ...]
) -> None:
    made = sides().unit("G1", "infantry", "0504")
    assert differs(made, gone_to("S1", place, zone), **state) == told


@pytest.mark.parametrize(("what", "kind", "state", "shows"), [
    ("Ambush", "infantry", {}, "off"), ("Ambush", "infantry", {"hidden": True}, "on"),
    ("Ambush", "hq", {"hidden": True}, "off"),
    ("DugIn", "infantry", {}, "off"), ("DugIn", "infantry", {"shelter": "t"}, "on"),
    ("AirCombat", "infantry", {}, "off"), ("AirCombat", "fighter", {}, None),
    ("SetUp", "truck", {}, None), ("SetUp", "howitzer", {}, "on"), ("SetUp", "howitzer", {"set_up": False}, "off"),
    ("Suppressed", "infantry", {"suppressed": True}, "on"), ("Suppressed", "infantry", {"out": True}, None),
    ("Hidden", "hq", {"hidden": True}, "on"), ("Hidden", "hq", {}, "off"), ("Hidden", "infantry", {}, None),
])  # fmt: skip
def test_what_boxes_show(what: str, kind: str, state: dict[str, Any], shows: str | None) -> None:
    made = Draft().unit("S1", kind, "0505", **state).unit("G1", "infantry", "0504")
    reader = BarbarossaReader(made.battle(), SEATS, CHRONICLE)
    assert reader.shows(made.position("S3"), piece("S1"), f"{what}_Level") == shows
    if what == "Hidden" or "Ambush" in what:
        assert reader.matters(piece("S1"), f"{what}_Level")


@pytest.mark.parametrize(("what", "order"), [("Ambush", "ambush"), ("DugIn", "defend")])
def test_a_box_that_goes_with_an_order_says_nothing_while_that_may_be_carried_out(what: str, order: str) -> None:
    layer = f"{what}_Level"
    for given, state, told in ((order, "S3", None), ("", "S3", None), ("wait", "S3", "off"), ("wait", "REVEAL", None)):
        made = Draft().unit("S1", "infantry", "0505").order("S1", given).unit("G1", "infantry", "0504")
        reader = BarbarossaReader(made.battle(), SEATS, CHRONICLE)
        assert reader.shows(made.position(state), piece("S1"), layer) == told
