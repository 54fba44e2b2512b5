"""Flights, air combat and the search (chapter 9)."""

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.air.duels import threshold
from rules.barbarossa.air.flight import along_edges, goal, path
from rules.barbarossa.state.harm import lose
from rules.engine.actions import Action
from tests.rules.barbarossa.field import Field
from tests.rules.shared.played import Played

NORTH = "0600"
"""The half hex above 0601."""


def did(made: Field, *actions: Action, step: str = "S5") -> Played:
    """What is said of actions in a step."""
    return made.play(made.at(step), *actions)


def mission(order: str = "air_strike", kind: str = "stuka", hq: bool = True, **state: object) -> Field:
    """G1 on its airfield with a mission to 0604; G9, its headquarters, in 0109."""
    fields = {"number": 1, "rounds": 2} if order in {"recon", "air_patrol"} else {}
    made = Field().unit("G1", kind, "", **{"air": 4, **state}).order("G1", order, hex="0604", entry=NORTH, **fields)
    return made.unit("G9", "hq", "0109") if hq else made


UP = do.TakeOff(unit="G1", hex=NORTH)


def fly(*hexes: str) -> tuple[do.Fly, ...]:
    """G1 flies on."""
    return tuple(do.Fly(unit="G1", hex=place) for place in hexes)


# --------------------------------------------------------------------------------------------------------- take-off
def test_a_flight_from_the_half_hex_to_the_target():
    """BAR-9.4a, BAR-9.4b, BAR-9.4c, BAR-9.5b, BAR-9.6a, BAR-9.7a, BAR-9.7b"""
    played = did(mission(), UP, *fly("0601", "0602", "0603", "0604"), do.Advance(to="S6"))
    assert played.legal
    assert played.position.units["G1"].hex == "0604"


def test_only_in_step_5_and_only_with_a_mission():
    """BAR-4.4f, BAR-9.4a"""
    assert "BAR-4.4f" in did(mission(), UP, step="S6").rules
    idle = Field().unit("G1", "stuka", "", air=4).unit("G9", "hq", "0109")
    assert "BAR-9.4a" in did(idle, UP).rules
    assert (
        did(Field().unit("G1", "stuka", "", air=4).unit("G9", "hq", "0109").order("G1"), UP).last.verdict == "undecided"
    )
    assert "BAR-4.4f" in did(mission(), *fly("0601")).rules


def test_only_ready_aircraft_take_off():
    """BAR-9.4b, BAR-9.3a"""
    assert "BAR-9.4b" in did(mission(air=3), UP).rules


def test_on_a_half_hex_of_the_edge():
    """BAR-9.4c"""
    assert "BAR-9.4c" in did(mission(), do.TakeOff(unit="G1", hex="0701")).rules
    assert "BAR-9.4c" in did(mission(), do.TakeOff(unit="G1", hex="0800")).rules


def test_a_headquarters_calls_it():
    """BAR-10.10a, BAR-10.10b"""
    assert "BAR-10.10a" in did(mission(hq=False), UP).rules
    down = Field().unit("G1", "stuka", "", air=4).order("G1", "air_strike", hex="0604", entry=NORTH)
    down.unit("G9", "hq", "0109", suppressed=True)
    assert did(down, UP).last.verdict == "undecided"


# --------------------------------------------------------------------------------------------------------- the path
def test_the_path_is_straight():
    """BAR-9.5b, BAR-9.6a"""
    assert "BAR-9.5b" in did(mission(), UP, *fly("0501")).rules
    turns_back = (*fly("0601", "0602"), do.StepDone(by="german"), *fly("0601"))
    assert "BAR-9.6a" in did(mission(), UP, *turns_back).rules
    assert did(mission(), UP, *fly("0604")).legal


def test_a_path_along_sides_touches_both_hexes():
    """BAR-9.6f"""
    made = Field().unit("G1", "stuka", "0600", air=0).order("G1", "air_strike", hex="0803", entry=NORTH)
    position = made.position("S5", stepped={"G1": (NORTH,)})
    case = made.case(position)
    spots = path(case, "G1")
    assert along_edges(case, "G1") == {place for places in spots for place in places}


def flak(at: str = "0602", order: str = "defend", number: int | None = 2, **state: object) -> Field:
    """S1, flak beside the path of G1."""
    made = mission().unit("S1", "flak", at, **state)
    return made.order("S1", order, facing="N", number=number) if order else made


def fired(played: Played, rule: str = "BAR-9.6b") -> bool:
    """Whether flak has to fire."""
    return any(due.rule == rule and due.must for due in played.due)


def test_flak_fires_when_an_aircraft_comes_into_its_range():
    """BAR-9.6b, BAR-9.6c, BAR-9.6g"""
    assert fired(did(flak(), UP, *fly("0601")))
    assert not fired(did(flak(order="open_fire"), UP, *fly("0601")))
    assert not fired(did(flak(at="1309"), UP, *fly("0601", "0602", "0603", "0604")))
    assert not fired(did(flak(suppressed=True), UP, *fly("0601")))
    assert "BAR-9.6b" in did(flak(), UP, *fly("0601", "0602", "0603", "0604"), do.Advance(to="S6")).rules


def test_flak_under_attack_may_fire_twice():
    """BAR-9.6d"""
    played = did(flak(at="0604"), UP, *fly("0604"))
    assert any(due.rule == "BAR-9.6d" and not due.must for due in played.due)


# --------------------------------------------------------------------------------------------------------- the way home
def over(order: str = "air_strike", kind: str = "stuka", flown: int = 0, **fields: object) -> Field:
    """G1 over 0604 since the last round."""
    running = do.Order(unit="G1", order=order, hex="0604", **fields)
    made = Field().unit("G1", kind, "0604", air=0, flown=flown, running=running)
    return made.unit("G9", "hq", "0109")


HOME = do.Return(unit="G1")
LANDED = do.Mark(unit="G1", what="air", value=1)


def test_aircraft_go_home_in_step_5_of_the_next_round():
    """BAR-9.7c, BAR-9.3b, BAR-9.7e, BAR-9.6j"""
    played = did(over(), HOME, LANDED, do.Advance(to="S6"))
    assert played.legal
    assert (played.position.units["G1"].hex, played.position.units["G1"].air) == ("", 1)
    assert "BAR-9.7c" in did(over(), do.Advance(to="S6")).rules
    assert "BAR-9.3b" in did(over(), HOME, do.Advance(to="S6")).rules


def test_nobody_goes_home_before_his_time():
    """BAR-9.7b"""
    assert "BAR-9.7b" in did(mission(), UP, *fly("0604"), HOME).rules
    assert "BAR-9.7b" in did(mission(), HOME).rules


@pytest.mark.parametrize(("order", "kind"), [("recon", "recon"), ("air_patrol", "fighter")])
def test_long_missions_last_as_long_as_was_written(order: str, kind: str):
    """BAR-9.13f, BAR-9.17g, BAR-9.17h, BAR-9.9s, BAR-9.19h"""
    lasting = over(order, kind, flown=1, number=1, rounds=2)
    assert did(lasting, do.Advance(to="S6")).legal
    assert did(lasting, HOME).last.verdict in {"undecided", "illegal"}
    over_now = over(order, kind, flown=2, number=1, rounds=2)
    assert "BAR-9.7c" in did(over_now, do.Advance(to="S6")).rules
    assert did(over_now, HOME, LANDED, do.Advance(to="S6")).legal


# ------------------------------------------------------------------------------------------------------ what is brought
def test_paratroops_land_in_step_6():
    """BAR-9.16f"""

    def airborne(at: str = "0604") -> Field:
        made = Field().unit("G1", "airlift", at, air=0).order("G1", "air_landing", hex="0604", target="G2")
        return made.unit("G2", "infantry", "", carrier="G1", off_board=True).unit("G9", "hq", "0109")

    drop = do.Drop(unit="G1", hex="0604")
    played = did(airborne(), drop, step="S6")
    assert played.legal
    assert played.position.units["G2"].hex == "0604"
    assert "BAR-9.16f" in did(airborne(), drop, step="S9").rules
    assert "BAR-9.16f" in did(airborne("0603"), do.Drop(unit="G1", hex="0603"), step="S6").rules
    enemy = airborne().unit("S1", "infantry", "0604")
    assert did(enemy, drop, step="S6").last.verdict == "undecided"


def test_supply_falls_in_step_9():
    """BAR-9.18f, BAR-9.18e"""
    made = (
        Field()
        .unit("G1", "airlift", "0604", air=0, stores={"cargo": 6})
        .order("G1", "drop_supply", hex="0604", number=6)
    )
    played = did(made, do.Drop(unit="G1", hex="0604"), step="S9")
    assert played.legal
    assert [(each.kind, each.points) for each in played.position.structures.values()] == [("cargo", 6)]
    assert "BAR-9.18f" in did(made, do.Drop(unit="G1", hex="0604"), step="S6").rules
    card = made.counters["G1"].card
    spill = card.orders["drop_supply"].get("spill", 0)
    position = made.position("S5")
    hurt = lose(made.case(position), position, "G1", 1, "flak")
    assert hurt.units["G1"].stores["cargo"] == 6 - spill


# ------------------------------------------------------------------------------------------------------- air combat
def meeting(order: str = "intercept", **fields: object) -> Field:
    """S1, a fighter, over the hex of G1, a bomber that attacks 0604."""
    made = Field().unit("G1", "stuka", "0604", air=0).order("G1", "air_strike", hex="0604")
    made.unit("S1", "fighter", "0604", air=0).order("S1", order, **(fields or {"target": "G1"}))
    return made


DUEL = do.Duel(unit="S1", target="G1")


def test_aircraft_fight_for_a_reason():
    """BAR-9.9c, BAR-9.9e, BAR-9.9g, BAR-9.9h, BAR-9.12d, BAR-9.7d"""
    played = did(meeting(), DUEL)
    assert played.legal
    assert played.position.duels == (("S1", "G1"),)
    assert played.position.units["G1"].order is None
    assert "BAR-4.4f" in did(meeting(), DUEL, step="S6").rules
    other = meeting("intercept", target="G2").unit("G2", "stuka", "0101", air=0)
    assert "BAR-9.9c" in did(other, DUEL).rules
    patrol = meeting("air_patrol", hex="0604", number=1, rounds=2)
    assert did(patrol, DUEL).legal


@pytest.mark.parametrize(("foe", "told"), [({}, None), ({"losses": 3, "out": True}, "duel.gone")])
def test_nobody_fights_an_aircraft_that_was_shot_down(foe: dict[str, object], told: str | None):
    """BAR-9.9c"""
    made = Field().unit("G1", "stuka", "0604", air=0, **foe).order("G1", "air_strike", hex="0604")
    made.unit("S1", "fighter", "0604", air=0).order("S1", "intercept", target="G1")
    found = made.judged(made.position("S5"), DUEL).last.findings
    assert next((each.why for each in found if each.rule == "BAR-9.9c"), None) == told


def test_a_patrol_meets_who_comes_into_its_area():
    """BAR-9.17i, BAR-9.6e, BAR-9.9a"""
    made = mission().unit("S1", "fighter", "0604", air=0).order("S1", "air_patrol", hex="0604", number=1, rounds=2)
    played = did(made, UP, *fly("0601", "0602", "0603"))
    assert any(due.rule == "BAR-9.17i" for due in played.due)
    far = did(made, UP, *fly("0601", "0602"))
    assert not any(due.rule == "BAR-9.17i" for due in far.due)


def test_fighters_are_fought_first():
    """BAR-9.9j, BAR-9.9k"""
    made = meeting().unit("G2", "fighter", "0604", air=0).order("G2", "escort", target="G1")
    assert "BAR-9.9j" in did(made, DUEL).rules
    other = do.Duel(unit="S1", target="G2")
    assert did(made, other).legal
    rolled = (do.Strike(unit="S1", target="G2"), do.Roll(purpose="MELEE", who="S1", dice=(6, 6, 6)))
    assert "BAR-9.9k" in did(made, other, *rolled, DUEL).rules


def test_surplus_fighters_take_free_enemies_first():
    """BAR-9.9k"""
    made = meeting().unit("S2", "fighter", "0604", air=0).order("S2", "intercept", target="G1")
    assert did(made, DUEL, do.Duel(unit="S2", target="G1")).legal
    free = made.unit("G2", "stuka", "0604", air=0).order("G2", "air_strike", hex="0604")
    assert "BAR-9.9k" in did(free, DUEL, do.Duel(unit="S2", target="G1")).rules


def test_everybody_fights_whom_he_was_paired_with():
    """BAR-9.9l, BAR-9.9d"""
    made = meeting().unit("G2", "stuka", "0604", air=0).order("G2", "air_strike", hex="0604")
    assert "BAR-9.9l" in did(made, DUEL, do.Strike(unit="S1", target="G2")).rules
    assert "BAR-9.9l" not in did(made, DUEL, do.Strike(unit="S1", target="G1")).rules


def test_both_may_name_each_other_before_they_roll():
    """BAR-9.9g, BAR-9.9l"""
    made = Field().unit("S1", "fighter", "0604", air=0).order("S1", "air_patrol", hex="0604", number=1, rounds=2)
    made.unit("G1", "fighter", "0604", air=0).order("G1", "air_patrol", hex="0604", number=1, rounds=2)
    blows = [
        (do.Strike(unit=one, target=other), do.Roll(purpose="MELEE", who=one, dice=(6, 6, 6)))
        for one, other in (("G1", "S1"), ("S1", "G1"))
    ]
    paid = [do.Mark(unit=name, what="ammo", value=made.units[name].ammo - 1) for name in ("S1", "G1")]
    whole = did(made, DUEL, do.Duel(unit="G1", target="S1"), *paid, *blows[0], *blows[1])
    assert whole.legal
    assert "BAR-9.9l" in did(made, DUEL, do.Duel(unit="G1", target="S1"), *paid, *blows[0], do.Advance(to="S6")).rules


def test_fuel_runs_out():
    """BAR-9.9p, BAR-9.9s, BAR-9.12c, BAR-9.9f"""
    made = Field().unit("G1", "stuka", "0604", air=0).order("G1", "air_strike", hex="0604")
    made.unit("S1", "fighter", "0604", air=0, flown=3).order("S1", "intercept", target="G1")
    assert "BAR-9.9p" in did(made, DUEL).rules


# -------------------------------------------------------------------------------------------------------- escorts
def test_escorts_fly_as_they_are_led():
    """BAR-9.19c, BAR-9.19d, BAR-9.19e"""
    made = mission().unit("G2", "fighter", "", air=4).order("G2", "escort", target="G1")
    led = (UP, do.TakeOff(unit="G2", hex=NORTH), *fly("0601"))
    assert did(made, *led, do.Fly(unit="G2", hex="0601")).legal
    assert "BAR-9.19c" in did(made, *led, do.Fly(unit="G2", hex="0501")).rules


# ------------------------------------------------------------------------------------------------------- the search
def searching(number: int = 1) -> Field:
    """G1 searches around 0604; S1 is hidden in 0605, S2 in 0609."""
    made = Field().unit("G1", "recon", "0604", air=0).order("G1", "recon", hex="0604", number=number, rounds=1)
    for name, place in (("S1", "0605"), ("S2", "0609")):
        made.unit(name, "infantry", place, hidden=True, off_board=True).order(
            name, "ambush", hex=place, facing="N", number=1
        )
    return made


def look(die: int, *more: int) -> do.Roll:
    """The die of the search."""
    return do.Roll(purpose="SEARCH", who="G1", dice=(die, *more))


def test_a_search_finds_what_is_near_enough():
    """BAR-9.13d, BAR-9.14b, BAR-9.14c"""
    limit = threshold(searching().case(searching().position("S5")), "G1")
    assert limit is not None
    found = did(searching(), look(limit))
    assert [due.options[0].unit for due in found.due if due.rule == "BAR-9.14c"] == ["S1"]
    assert not [due for due in did(searching(), look(limit + 1)).due if due.rule == "BAR-9.14c"]
    assert "BAR-9.14c" in did(searching(), look(limit), do.Advance(to="S6")).rules
    assert did(searching(), look(limit), do.Found(unit="S1", finder="G1")).legal


def test_a_smaller_area_is_searched_better():
    """BAR-9.13d"""
    limits = [threshold(searching(n).case(searching(n).position("S5")), "G1") or 0 for n in range(4)]
    assert limits == sorted(limits, reverse=True)


def test_one_die_over_the_centre():
    """BAR-9.14b, BAR-9.13b"""
    assert "BAR-9.14b" in did(searching(), look(1, 2)).rules
    away = Field().unit("G1", "recon", "0601", air=0).order("G1", "recon", hex="0604", number=1, rounds=1)
    assert "BAR-9.13b" in did(away, look(1)).rules
    idle = Field().unit("G1", "recon", "0604", air=0).order("G1", "wait")
    assert "BAR-9.13b" in did(idle, look(1)).rules


def test_aircraft_that_escort_each_other_lead_nowhere():
    """BAR-9.19c, BAR-9.19h"""
    made = Field().unit("G1", "fighter", "0604", air=0).unit("G2", "fighter", "0604", air=0)
    made.order("G1", "escort", target="G2", rounds=2).order("G2", "escort", target="G1", rounds=2)
    position = made.position("S4")

    assert [goal(made.case(position), name) for name in ("G1", "G2")] == ["", ""]
    home = made.play(position, do.Advance(to="S5"))
    assert {due.rule for due in home.due} == {"BAR-9.7c"}
    assert made.play(home.position, do.Return(unit="G1"), do.Return(unit="G2")).legal
