"""The set-up (2, 3, 11, 14): as the scenario says, at full strength, within the points."""

from __future__ import annotations

import msgspec
import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.setup.beginning import begin
from rules.barbarossa.state.battle import Arrival, Begin
from rules.barbarossa.state.model import READY, Structure
from tests.rules.barbarossa.drafting import Draft, breaks, doubts
from tests.rules.shared.played import Played


def scenario(**facts: object) -> Draft:
    made = Draft().unit("S1", "infantry").unit("S2", "mg").unit("S3", "hq").unit("G1", "stuka").unit("S4", "at-gun")
    made.unit("S5", "truck").unit("S6", "light")
    begins = {
        "S1": Begin("0505"),
        "S2": Begin("0906", "NW"),
        "S3": Begin("1205", states=("hidden",)),
        "S4": Begin(carrier="S5", states=("towed",)),
        "S5": Begin("0105"),
        "G1": Begin(),
    }
    arrivals = (Arrival("tank", 3, "soviet", ("S6",), frozenset({"1305"})),)
    return made.given(**{"begins": begins, "arrivals": arrivals, **facts})


def does(made: Draft, *actions: object) -> Played:
    return made.play(made.position("SETUP"), *actions)


def test_a_unit_stands_where_the_scenario_places_it():
    """BAR-2.1b, BAR-2.1c"""
    assert does(scenario(), do.Place(unit="S1", hex="0505")).legal
    assert breaks(does(scenario(), do.Place(unit="S1", hex="0506")).last, "BAR-2.1c")
    assert breaks(does(scenario(), do.Place(unit="S1", hex="9999")).last, "BAR-2.1c")
    assert breaks(does(scenario(), do.Place(unit="S6", hex="1305")).last, "BAR-2.1c")
    assert does(scenario(), do.Place(unit="S9", hex="0505")).last.verdict == "undecided"


def test_nothing_is_set_up_later():
    """BAR-2.1c, BAR-3.9b"""
    made = scenario()

    assert breaks(made.play(made.position("S3"), do.Place(unit="S1", hex="0505")).last, "BAR-2.1c")
    assert breaks(made.play(made.position("S3"), do.Buy(by="soviet", what="wire")).last, "BAR-3.9b")


def test_each_player_sets_up_his_own():
    """BAR-2.1d, BAR-2.1e"""
    placed = does(scenario(), do.Place(by="german", unit="S1", hex="0505"))
    assert [each.owner for each in placed.last.findings if each.why == "seat.other"] == ["soviet"]


def test_a_unit_with_a_field_of_fire_faces_a_side():
    """BAR-5.3d"""
    assert does(scenario(), do.Place(unit="S2", hex="0906", facing="NW")).legal
    assert breaks(does(scenario(), do.Place(unit="S2", hex="0906")).last, "BAR-5.3d")
    assert breaks(does(scenario(), do.Place(unit="S2", hex="0906", facing="S")).last, "BAR-2.1c")


def test_aircraft_begin_on_their_cards_and_ready():
    """BAR-9.2a, BAR-9.2b"""
    made = scenario()

    assert breaks(does(made, do.Place(unit="G1", hex="0505")).last, "BAR-9.2a")
    assert begin(made.battle()).units["G1"].air == READY
    assert "BAR-9.2b" in does(made, do.Mark(unit="G1", what="air", value=1)).last.rules


def test_a_headquarters_begins_hidden_on_the_board():
    """BAR-IN-71, BAR-10.6a, BAR-10.6d"""
    made = scenario()

    assert breaks(does(made, do.Place(unit="S3", hex="")).last, "BAR-10.6d")
    assert does(made, do.Place(unit="S3", hex="1205")).legal
    assert begin(made.battle()).units["S3"].hidden
    assert not begin(made.battle()).units["S3"].off_board


def test_everything_is_there_when_a_side_is_ready():
    """BAR-2.1c, BAR-10.6d"""
    made = scenario()
    missing = does(made, do.Ready(by="soviet")).last
    complete = made.play(begin(made.battle()), do.Ready(by="soviet"))

    assert {"BAR-2.1c", "BAR-10.6d"} <= set(missing.rules)
    assert complete.legal


def test_nobody_begins_weakened():
    """BAR-3.3b, BAR-3.8a"""
    made = scenario()
    start = begin(made.battle()).units["S1"]

    assert (start.losses, start.ammo) == (0, 6)
    assert breaks(does(made, do.Mark(unit="S1", what="losses", value=1)).last, "BAR-3.3b")
    assert breaks(does(made, do.Mark(unit="S1", what="ammo", value=3)).last, "BAR-3.8a")
    assert does(made, do.Mark(unit="S1", what="ammo", value=6)).legal


def test_guns_begin_set_up_unless_they_are_towed_or_come_later():
    """BAR-7.1f"""
    made = scenario().unit("S7", "mg")
    units = begin(made.given(arrivals=(Arrival("later", 3, "soviet", ("S7",), frozenset()),)).battle()).units

    assert units["S2"].set_up
    assert not units["S2"].packed
    assert not units["S4"].set_up
    assert units["S4"].packed
    assert units["S4"].towed
    assert units["S7"].packed


def test_numbers_tell_units_apart():
    """BAR-3.1b"""
    made = scenario()
    twice = scenario()
    twice.counters["S2"] = msgspec.structs.replace(twice.counters["S2"], number=1)

    assert made.play(begin(made.battle()), do.Advance(to="PLANNING")).legal
    assert breaks(twice.play(begin(twice.battle()), do.Advance(to="PLANNING")).last, "BAR-3.1b")


# -------------------------------------------------------------------------------------------------------- structures
@pytest.mark.parametrize(("kind", "rule"), [("wire", "BAR-11.3b"), ("teeth", "BAR-11.4b"), ("trench", "BAR-11.5b")])
def test_obstacles_and_trenches_stand_along_a_side(kind: str, rule: str):
    """BAR-11.3b, BAR-11.4b, BAR-11.5b"""
    made, buy = scenario(points={"soviet": 20}), do.Buy(by="soviet", what=kind)

    def build(**where: str) -> Played:
        return does(made, buy, do.Build(by="soviet", structure=f"{kind}.1", **where))

    assert build(hex="0505", side="0504").legal
    assert breaks(build(hex="0505").last, rule)
    assert breaks(build(hex="0505", side="0503").last, rule)


def test_what_the_scenario_does_not_have_is_bought():
    """BAR-2.1c, BAR-3.9b"""
    wire = do.Build(by="soviet", structure="wire.1", hex="0505", side="0504")
    has = scenario(structures={"wire.1": Structure("wire", "0505", "0504")})

    assert does(has, wire).legal
    assert breaks(does(has, do.Build(structure="wire.1", hex="0505", side="0604")).last, "BAR-2.1c")
    assert breaks(does(scenario(), wire).last, "BAR-2.1c")
    assert breaks(does(scenario(points={"soviet": 20}), wire).last, "BAR-3.9b")
    assert does(scenario(points={"soviet": 20}), do.Buy(by="soviet", what="wire"), wire).legal


def test_one_bunker_in_a_hex_without_river_where_the_scenario_has_any():
    """BAR-11.6b, BAR-11.6c, BAR-11.6o"""
    has = scenario(structures={"bunker.1": Structure("bunker", "0505")}).ground("0705", terrain="river")

    assert does(has, do.Build(structure="bunker.1", hex="0505")).legal
    assert breaks(does(has, do.Build(structure="bunker.1", hex="0705")).last, "BAR-11.6c")
    twice = (do.Build(structure="bunker.1", hex="0505"), do.Build(structure="bunker.2", hex="0505"))
    assert breaks(does(has, *twice).last, "BAR-11.6o")
    assert breaks(does(scenario(), do.Build(structure="bunker.1", hex="0505")).last, "BAR-11.6b")


# ------------------------------------------------------------------------------------------------------------ paying
@pytest.mark.parametrize(("what", "cost"), [("wire", 6), ("teeth", 7), ("trench", 5), ("bunker", 20), ("S1", 15)])
def test_what_is_bought_costs_its_price(what: str, cost: int):
    """BAR-3.9a, BAR-3.9b, BAR-11.3a, BAR-11.4a, BAR-11.5a, BAR-11.6a, BAR-14.1a"""
    buy = do.Buy(by="soviet", what=what)

    assert does(scenario(points={"soviet": cost}), buy).legal
    assert does(scenario(points={"soviet": cost}), buy).position.paid == {"soviet": cost, "soviet pieces": cost}
    assert breaks(does(scenario(points={"soviet": cost - 1}), buy).last, "BAR-3.9b")
    assert breaks(does(scenario(points={"soviet": 2 * cost - 1}), buy, buy).last, "BAR-3.9b")


def test_mines_are_bought_too_and_only_for_the_own_side():
    """BAR-7.5e, BAR-14.1a, BAR-3.9b"""
    rich = scenario(points={"soviet": 100, "german": 100})

    assert does(rich, do.Buy(by="soviet", what="mines", count=2)).position.paid == {"soviet": 8}
    assert breaks(does(rich, do.Buy(by="german", what="S1")).last, "BAR-14.1a")
    assert does(rich, do.Buy(by="soviet", what="castle")).last.verdict == "undecided"


def test_no_accusation_rests_on_the_cost_that_is_lost():
    """BAR-14.1a, BAR-3.9b"""
    made = Draft().unit("G1", "mortar").given(points={"german": 15})

    assert doubts(does(made, do.Buy(by="german", what="G1")).last, "BAR-A25")
