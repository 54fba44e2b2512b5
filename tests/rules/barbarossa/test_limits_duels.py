"""Air combat, searches and strikes: for each rule the cases on both sides of its limit, and what becomes due."""

from __future__ import annotations

from typing import Any

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.air import duels, flight
from rules.barbarossa.state.model import Position, Shot
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.hangar import plane
from tests.rules.barbarossa.verdicts import In, begun, played, words

says, did = In("S5").says, In("S5").after


# ----------------------------------------------------------------------------------------------------------- air combat
def dogfight(order: str = "intercept", *, foe: str = "stuka", foe_order: str = "air_strike", at: str = "0604",
             there: str = "0604", **fields: Any) -> Field:  # fmt: skip
    made = Field().unit("G1", "fighter", at, air=0).unit("S1", foe, there, air=0)
    if order:
        made.order("G1", order, **{"target": "S1", **fields})
    return made.order("S1", foe_order, hex="0604") if foe_order else made


PAIR = do.Duel(unit="G1", target="S1")


@pytest.mark.parametrize(
    ("made", "state", "said"),
    [
        (dogfight(), "S5", ""),
        (dogfight(), "S6", "BAR-4.4f"),
        (dogfight("recon"), "S5", "BAR-9.9c"),
        (dogfight(""), "S5", "BAR-9.9c"),
        (dogfight(target="S2"), "S5", "BAR-9.9c"),
        (dogfight("air_patrol", hex="0604", number=0), "S5", ""),
        (dogfight("air_patrol", hex="0604", number=0, there="0603"), "S5", "BAR-9.9c"),
        (dogfight("air_patrol", hex="0604", number=1, there="0603"), "S5", ""),
        (dogfight("air_patrol", hex="0605", number=9), "S5", "BAR-9.9c"),
        (dogfight(foe_order=""), "S5", ""),
        (dogfight(there=""), "S5", "BAR-9.9c"),
        (dogfight(foe="infantry"), "S5", "BAR-9.9c"),
        (
            dogfight().unit("G1", "fighter", "0604", air=0, flown=3).order("G1", "intercept", target="S1"),
            "S5",
            "BAR-9.9p",
        ),
        (dogfight().unit("G1", "fighter", "0604", air=0, flown=2).order("G1", "intercept", target="S1"), "S5", ""),
    ],
)
def test_who_may_fight_in_the_air(made: Field, state: str, said: str) -> None:
    """BAR-9.9c, BAR-4.4f, BAR-9.9p"""
    assert says(made, PAIR, state) == said


def test_friends_and_who_is_shot_down_are_not_fought() -> None:
    """BAR-9.9c"""
    made = dogfight().unit("G2", "stuka", "0604", air=0)
    assert says(made, do.Duel(unit="G1", target="G2")) == "BAR-9.9c"
    assert says(made, do.Duel(unit="S1", target="G1")) == ""
    down = dogfight().unit("S1", "stuka", "0604", air=0, out=True)
    assert says(down, PAIR) == "BAR-9.9c"
    covered = dogfight(foe_order="").order("S1")
    assert says(covered, PAIR).startswith("BAR-9.9c?order")


def test_escorts_shield_their_charge() -> None:
    """BAR-9.19e"""

    def may(order: str, **fields: Any) -> bool:
        made = Field().unit("G1", "fighter", "0604", air=0).order("G1", "escort", target="G2")
        made.unit("G2", "stuka", "0604", air=0).unit("S1", "fighter", "0604", air=0)
        if order:
            made.order("S1", order, **fields)
        return duels.causes(made.case(made.position("S5")), "G1", "S1")

    assert may("intercept", target="G2")
    assert may("intercept", target="G1")
    assert not may("intercept", target="G9")
    assert may("air_patrol", hex="0604", number=0)
    assert not may("recon", hex="0604")
    assert not may("")
    meets = Field().unit("G1", "fighter", "0604", air=0).order("G1", "escort", target="G2")
    meets.unit("G2", "stuka", "0604", air=0).unit("S1", "fighter", "0604", air=0).order("S1", "intercept", target="G2")
    assert duels.causes(meets.case(meets.position("S5")), "S1", "G1")


def test_a_patrol_watches_where_an_aircraft_has_been() -> None:
    """BAR-9.17i"""
    made = dogfight("air_patrol", hex="0604", number=1, there="0609")
    case = made.case(made.position("S5", stepped={"S1": ("0600", "0603", "0609")}))
    assert duels.causes(case, "G1", "S1")
    assert not duels.causes(made.case(made.position("S5")), "G1", "S1")
    assert duels.patrolled_by(case, "G1", "0603")
    assert not duels.patrolled_by(case, "G1", "0602")
    wide = dogfight("air_patrol", hex="0604", number=None)
    assert duels.patrolled_by(wide.case(wide.position("S5")), "G1", "0601")
    assert not duels.patrolled_by(wide.case(wide.position("S5")), "G1", "0600")


def melee_in_the_air(**kinds: tuple[str, str]) -> Field:
    """Aircraft by name, each with its kind and place; G1 and G2 intercept S1."""
    made = Field()
    for name, (kind, place) in kinds.items():
        made.unit(name, kind, place, air=0)
        made.order(name, "intercept" if name[0] == "G" else "air_strike", target="S1", hex="0604")
    return made


def test_fighters_are_engaged_before_bombers() -> None:
    """BAR-9.9j, BAR-9.9k"""
    both = melee_in_the_air(
        G1=("fighter", "0604"), G2=("fighter", "0604"), S1=("stuka", "0604"), S2=("fighter", "0604")
    )
    assert says(both, PAIR) == "BAR-9.9j"
    assert says(both, PAIR, duels=(("G2", "S2"),)) == ""
    away = melee_in_the_air(G1=("fighter", "0604"), S1=("stuka", "0604"), S2=("fighter", "0601"))
    assert says(away, PAIR) == ""
    assert says(both, PAIR, duels=(("G1", "S2"),)) == "BAR-9.9k"
    assert says(both, PAIR, duels=(("S2", "G1"),)) == ""
    double = melee_in_the_air(
        G1=("fighter", "0604"), G2=("fighter", "0604"), S1=("fighter", "0604"), S2=("fighter", "0604")
    )
    assert says(double, PAIR, duels=(("G2", "S1"),)) == "BAR-9.9k"
    assert says(double, PAIR, duels=(("G2", "S1"), ("G3", "S2"))) == ""
    assert says(double, PAIR) == ""


def test_what_a_pair_makes_due() -> None:
    """BAR-9.9e, BAR-9.9l, BAR-9.9r"""
    made = dogfight()
    found = did(made, PAIR)
    assert found.duels == (("G1", "S1"),)
    assert (found.units["G1"].ammo, found.units["S1"].ammo) == (3, 3)
    blows = {due.options[0]: due.must for due in found.due if isinstance(due.options[0], do.Strike)}
    assert blows == {do.Strike(unit="G1", target="S1"): True, do.Strike(unit="S1", target="G1"): True}
    assert found.units["S1"].order is None
    assert found.units["G1"].order is not None
    assert found.fired == {"G1 duel": 1, "S1 duel": 1}
    back = played(made, found, do.Duel(unit="S1", target="G1")).position
    assert back.duels == (("G1", "S1"),)
    again = did(made, PAIR, fired={"G1 duel": 1})
    assert again.units["G1"].ammo == 4
    assert any(do.Mark(unit="G1", what="ammo", value=3) in due.options and not due.must for due in again.due)
    dry = dogfight().unit("G1", "fighter", "0604", air=0, ammo=0).order("G1", "intercept", target="S1")
    assert not any(do.Strike(unit="G1", target="S1") in due.options for due in did(dry, PAIR).due)
    harmless = dogfight(foe="airlift")
    assert {due.options[0]: due.must for due in did(harmless, PAIR).due if isinstance(due.options[0], do.Strike)} == {
        do.Strike(unit="G1", target="S1"): True, do.Strike(unit="S1", target="G1"): False,
    }  # fmt: skip
    fought = did(made, PAIR, fought=(("G1", "S9"), ("G5", "S5"), ("G6", "S1")))
    assert fought.fought == (("G5", "S5"),)
    for order in ("air_patrol", "escort", "intercept"):
        kept = did(dogfight(foe_order=order), PAIR)
        assert kept.units["S1"].order is not None
    hurt = dogfight().unit("S1", "stuka", "0604", air=0, losses=1).order("S1", "air_strike", hex="0604")
    assert did(hurt, PAIR).before_step == {"S1": 1}
    late = played(hurt, hurt.position("S5").but(before_step={}, duels=(("G1", "S9"),)), do.Duel(unit="S1", target="G1"))
    assert late.position.before_step == {}


@pytest.mark.parametrize(
    ("facts", "fell", "said"),
    [
        ({"duels": (("G1", "S1"),)}, "", ""),
        ({"duels": (("S1", "G1"),)}, "", ""),
        ({"duels": (("G1", "S2"),)}, "", "BAR-9.9l"),
        ({}, "", "BAR-9.9l"),
        ({"fought": (("G1", "S1"),)}, "", "BAR-9.9l"),
        ({"fought": (("S1", "G1"),)}, "S1", ""),
        ({"fought": (("S1", "G2"),)}, "S1", "BAR-9.9l"),
    ],
)
def test_in_the_air_each_fights_the_one_it_is_paired_with(facts: dict[str, Any], fell: str, said: str) -> None:
    """BAR-9.9l"""
    made = dogfight()
    position = made.position("S5", **facts)
    position = position.unit(fell, out=True) if fell else position
    found = words(played(made, position, do.Strike(unit="G1", target="S1")).last).split()
    assert ("BAR-9.9l" in found) is bool(said)


def test_fuel_lasts_as_long_as_there_are_boxes() -> None:
    """BAR-9.9p, BAR-9.9f"""

    def fuel(order: str, flown: int, running: bool = False) -> bool:
        given = do.Order(unit="G1", order=order, target="S1")
        made = Field().unit("G1", "fighter", "0604", air=0, flown=flown, **{"running" if running else "order": given})
        return duels.fuel(made.case(made.position("S5")), "G1")

    assert [fuel("intercept", flown) for flown in (0, 2, 3)] == [True, True, False]
    assert [fuel("intercept", flown, running=True) for flown in (2, 3)] == [True, False]
    assert fuel("air_strike", 9)


def blow(made: Field, unit: str, *dice: int, **position: Any) -> Position:
    target = "S1" if unit == "G1" else "G1"
    shot = Shot(unit, target, "duel", "0604", (len(dice),), (3,), step="S5")
    start = made.position("S5", shots=(shot,), **{"duels": (("G1", "S1"),), **position})
    falls = Due("BAR-5.6g", (Roll(purpose="MELEE", who=unit),), "S5")
    return played(made, start.owing(falls), Roll(purpose="MELEE", who=unit, dice=dice)).position


def test_a_round_of_air_combat_ends_with_the_last_dice() -> None:
    """BAR-9.9f, BAR-9.9p, BAR-9.9q"""
    made = dogfight()
    over = blow(made, "G1", 6, 6, 6)
    assert (over.duels, over.fought) == ((), (("G1", "S1"),))
    assert (over.units["G1"].flown, over.units["S1"].flown) == (1, 1)
    waits = blow(made, "G1", 6, 6, 6, due=(Due("BAR-9.9l", (do.Strike(unit="S1", target="G1"),), "S5"),))
    assert waits.duels == (("G1", "S1"),)
    may = blow(made, "G1", 6, 6, 6, due=(Due("BAR-9.9l", (do.Strike(unit="S1", target="G1"),), "S5", must=False),))
    assert may.duels == ()
    others = blow(made, "G1", 6, 6, 6, due=(Due("BAR-9.9l", (do.Strike(unit="S5", target="G5"),), "S5"),))
    assert others.duels == ()
    tired = dogfight().unit("G1", "fighter", "0604", air=0, flown=2).order("G1", "intercept", target="S1")
    home = [due.must for due in blow(tired, "G1", 6, 6, 6).due if do.Return(unit="G1") in due.options]
    assert home == [True]
    fresh = [due for due in over.due if do.Return(unit="G1") in due.options]
    assert fresh == []


@pytest.mark.parametrize(
    ("changes", "goes_on"),
    [
        ({}, True),
        ({"ammo": 0}, False),
        ({"at": ""}, False),
        ({"out": True}, False),
        ({"flown": 3}, False),
        ({"order": "recon"}, False),
    ],
)
def test_an_air_combat_goes_on_while_both_can(changes: dict[str, Any], goes_on: bool) -> None:
    """BAR-9.9b"""
    order = changes.pop("order", "intercept")
    made = Field().unit("G1", "fighter", **{"at": "0604", "air": 0, **changes}).order("G1", order, target="S1")
    made.unit("S1", "stuka", "0604", air=0).order("S1", "air_strike", hex="0604")
    position = made.position("S5", fought=(("G1", "S1"),))
    assert duels.goes_on(made.case(position), "G1", "S1") is goes_on
    found = words(played(made, position, do.Advance(to="S6")).last)
    assert found == ("BAR-9.9b?duel" if goes_on else "")
    assert "duel" not in words(played(made, position.but(stack=("S4",)), do.Advance(to="S5")).last)


# ------------------------------------------------------------------------------------------------------------- searches
def seeker(order: str = "recon", kind: str = "recon", *, at: str = "0604", dice: tuple[int, ...] = (1,),
state: str = "S5",
           centre: str = "0604", number: int | None = 1) -> str:  # fmt: skip
    made = Field().unit("G1", kind, at, air=0)
    if order:
        made.order("G1", order, hex=centre, number=number)
    roll = Roll(purpose="SEARCH", who="G1", dice=dice)
    position = made.position(state).owing(flight.may_search("G1", state))
    return words(played(made, position, roll).last)


def test_a_search_is_one_die_over_the_centre() -> None:
    """BAR-9.14b, BAR-9.13b"""
    assert seeker() == ""
    assert seeker(dice=(1, 2)) == "BAR-9.14b"
    assert seeker(at="0603") == "BAR-9.13b"
    assert seeker("air_strike") == "BAR-9.13b"
    assert seeker("") == "BAR-9.13b"
    assert seeker("scout", "infantry", state="S9") == ""
    assert seeker("scout", "infantry", at="0603", state="S9") == ""


@pytest.mark.parametrize(
    ("die", "number", "hidden", "found"),
    [
        (1, 1, {"S1": "0604", "S2": "0603", "S3": "0602"}, {"S1", "S2"}),
        (1, 0, {"S1": "0604", "S2": "0603"}, {"S1"}),
        (6, 1, {"S1": "0604"}, set()),
        (1, 1, {"G2": "0604"}, set()),
    ],
)
def test_what_a_search_finds(die: int, number: int, hidden: dict[str, str], found: set[str]) -> None:
    """BAR-9.14c, BAR-5.12e"""
    made = Field().unit("G1", "recon", "0604", air=0).order("G1", "recon", hex="0604", number=number)
    for name, place in hidden.items():
        made.unit(name, "infantry", place, hidden=True, off_board=True)
    made.unit("S8", "infantry", "0604").unit("S9", "infantry", "0604", hidden=True, out=True)
    position = made.position("S5").owing(flight.may_search("G1", "S5"))
    after = played(made, position, Roll(purpose="SEARCH", who="G1", dice=(die,))).position
    limit = duels.threshold(made.case(made.position("S5")), "G1")
    assert limit is not None
    shown = {option.unit for due in after.due for option in due.options if isinstance(option, do.Found)}
    assert shown == (found if die <= limit else set())


def test_how_wide_a_search_is() -> None:
    """BAR-9.13d"""

    def radius(order: str, number: int | None, **card: Any) -> int | None:
        made = Field().unit("G1", "recon", "0604", **card).order("G1", order, number=number)
        return duels.search_radius(made.case(made.position("S5")), "G1")

    assert radius("recon", 2) == 2
    assert radius("recon", None) is None
    assert radius("scout", None, orders={"scout": {"radius": 2}}) == 2
    assert radius("scout", 1, orders={"scout": {"radius": 2}}) == 1
    assert radius("wait", 2) is None
    limits = []
    for number in range(5):
        made = Field().unit("G1", "recon", "0604").order("G1", "recon", number=number)
        limits.append(duels.threshold(made.case(made.position("S5")), "G1"))
    known = [each for each in limits if each is not None]
    assert known == sorted(known, reverse=True)


# -------------------------------------------------------------------------------------------------------------- strikes
def raid(kind: str = "infantry", place: str = "0604", name: str = "S1", **state: Any) -> Field:
    return plane(at="0604").unit(name, kind, place, **state)


STRIKE, BACK = do.Fire(unit="G1", target="S1", kind="strike"), do.Fire(unit="S1", target="G1", kind="react")


def test_step_6_begins_with_the_strikes_that_are_due() -> None:
    """BAR-9.10d, BAR-9.11a"""

    def due(made: Field) -> list[tuple[Action, bool]]:
        return [(each.options[0], each.must) for each in begun(made, "S6").due if isinstance(each.options[0], do.Fire)]

    assert due(raid()) == [(STRIKE, True)]
    guard = raid().order("S1", "defend", facing="N", number=1)
    assert due(guard) == [(STRIKE, True), (BACK, False)]
    dry = raid(ammo=0).order("S1", "defend", facing="N", number=1)
    assert due(dry) == [(STRIKE, True)]
    assert due(raid(place="0603")) == []
    assert due(raid(name="G2")) == []
    assert due(plane("recon", at="0604").unit("S1", "infantry", "0604")) == []
    assert due(plane(at="0603").unit("S1", "infantry", "0603")) == []
    assert due(raid(out=True)) == []


def test_an_aircraft_strikes_each_unit_of_its_hex_once() -> None:
    """BAR-9.10d"""

    def said(made: Field, **position: Any) -> str:
        return " ".join(rule for rule in says(made, STRIKE, "S6", **position).split() if rule == "BAR-9.10d")

    assert said(raid()) == ""
    assert said(raid(place="0603")) == "BAR-9.10d"
    assert said(raid(place="0603"), stepped={"S1": ("0604", "0603")}) == ""
    assert said(plane(at="0603").unit("S1", "infantry", "0603")) == "BAR-9.10d"
    assert said(raid(), shots=(Shot("G1", "S1", "strike", "0604", rolled=(6,), step="S6"),)) == "BAR-9.10d"
    assert said(raid(), shots=(Shot("G1", "S2", "strike", "0604", rolled=(6,), step="S6"),)) == ""


def test_who_is_struck_from_the_air_shoots_back_once() -> None:
    """BAR-9.11a"""

    def said(made: Field, **position: Any) -> str:
        made.order("S1", "defend", facing="N", number=1)
        return " ".join(rule for rule in says(made, BACK, "S6", **position).split() if rule == "BAR-9.11a")

    assert said(raid()) == ""
    assert said(raid(place="0603")) == "BAR-9.11a"
    assert said(plane("recon", at="0604").unit("S1", "infantry", "0604")) == "BAR-9.11a"
    struck = (Shot("G1", "S1", "strike", "0604", rolled=(6,), step="S6"),)
    assert said(plane("recon", at="0604").unit("S1", "infantry", "0604"), shots=struck) == ""
    assert said(raid(), shots=(Shot("S1", "G1", "react", "0604", rolled=(6,), step="S6"),)) == "BAR-9.11a"
    ground = Field().unit("G1", "infantry", "0604").order("G1", "air_strike", hex="0604").unit("S1", "infantry", "0604")
    assert said(ground) == "BAR-9.11a"
