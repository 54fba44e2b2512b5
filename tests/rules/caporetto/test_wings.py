"""The battle of two wings a side: sectors, the line between them, brigades that wait (24.1 to 24.4, 24.9, 24.10)."""

from __future__ import annotations

import pytest

from rules.caporetto.actions import (
    Activate,
    Assault,
    Attach,
    Begin,
    Bombard,
    Complete,
    Decline,
    Move,
    Pass,
    Resolve,
    Show,
    Slot,
)
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.caporetto.field import Field

LEFT, RIGHT = "ahg-left", "ahg-right"
BERRER, STEIN, CADORE, FOGGIA = "ahg.leib", "ahg.ir62", "it.elba", "it.foggia"
"""Formations of the two sectors: the Central Powers on the left and on the right, the Italians that face them."""
STAND = {BERRER: "1523", STEIN: "1726", CADORE: "2018", FOGGIA: "2623"}


def whole(phase: str = "Rest", turn: int = 3) -> Field:
    return Field(phase, "miracle", turn)


def lines(phase: str = "ActionAHG", turn: int = 3) -> Field:
    """A battalion of each of four formations, all chosen."""
    made = whole(phase, turn).but(slots={f"{formation}.hq": "ready" for formation in STAND})
    for formation, place in STAND.items():
        made.put(f"{formation}.1", place)
    return made


def acts(formation: str, kind: str = "normal") -> Activate:
    return Activate(hq=f"{formation}.hq", hex=STAND[formation], kind=kind)


def action(formation: str) -> tuple[Action, ...]:
    """A formation acts, does nothing, and nobody reacts."""
    return (
        acts(formation),
        Complete(formation=formation),
        Decline(what="reaction"),
        Slot(hq=f"{formation}.hq", box="done"),
    )


def die(number: int) -> Roll:
    return Roll(purpose="SECTOR", dice=(number,))


def phase(name: str, turn: int = 3) -> Begin:
    return Begin(phase=name, turn=turn)


THEIRS, OURS = phase("ActionIT"), phase("ActionAHG")


# ------------------------------------------------------------------------------------------- one sector after the other
@pytest.mark.parametrize(
    ("number", "formation", "rules"),
    [(3, BERRER, ()), (4, STEIN, ()), (4, BERRER, ("CAP-24.2b",)), (1, STEIN, ("CAP-24.2b",))],
)
def test_a_die_names_the_sector_with_which_a_turn_begins(number: int, formation: str, rules: tuple[str, ...]) -> None:
    assert lines().does(die(number), *action(formation)).rules == rules


def test_who_passes_in_the_sector_that_was_drawn_leaves_it_to_the_other_side() -> None:
    both = lines().does(die(1), Pass(by="ahg"), THEIRS, Pass(by="it"), OURS, *action(STEIN))
    assert both.legal
    one = lines().does(die(1), Pass(by="ahg"), acts(STEIN))
    assert (one.rules, one.last.verdict) == (("CAP-24.2b",), "undecided"), "the Italians may have passed too"


def test_the_sector_is_drawn_once_a_turn() -> None:
    assert lines().does(die(1), Pass(by="ahg"), die(4)).rules == ("CAP-24.2b",)
    assert lines().does(*action(BERRER), die(4)).rules == ("CAP-24.2b",)
    again = whole("Victory", 2).but(drawn=LEFT, gains=frozenset({1, 2}))
    assert again.does(phase("Reinforcement")).position.drawn == "", "each turn anew"


def test_nobody_comes_back_to_a_sector_whose_actions_are_over() -> None:
    over = (Pass(by="ahg"), THEIRS, Pass(by="it"), OURS)
    second = Activate(hq="ahg.jr3.hq", hex="1422")
    made = lines().put("ahg.jr3.1", "1422")
    made.but(slots={f"{formation}.hq": "ready" for formation in (*STAND, "ahg.jr3")})
    assert made.does(*action(BERRER), *over, *action(STEIN)).legal
    assert made.does(*action(BERRER), *over, *action(STEIN), second).rules == ("CAP-24.2a",)
    early = made.does(*action(BERRER), acts(STEIN))
    assert (early.rules, early.last.verdict) == (("CAP-24.2a",), "undecided"), "both may have passed"


def test_a_formation_reacts_to_an_action_in_its_own_sector_only() -> None:
    def reacts(formation: str) -> tuple[str, ...]:
        roll = Roll(purpose="REACTION", who=f"{formation}.hq", dice=(1,))
        return lines().does(acts(BERRER), Complete(formation=BERRER), roll, acts(formation, "reaction")).rules

    assert reacts(CADORE) == ()
    assert reacts(FOGGIA) == ("CAP-24.4b",)


def test_in_the_first_turn_all_formations_of_the_central_powers_count_as_chosen() -> None:
    """CAP-24.9a"""
    assert lines(turn=1).but(slots={}).does(acts(BERRER)).legal
    assert "CAP-4.7d" in lines(turn=2).but(slots={"ahg.leib.hq": "waiting"}).does(acts(BERRER)).rules


# ---------------------------------------------------------------------------------------------------------- the wings
def test_units_of_the_other_wing_are_not_attached() -> None:
    made = lines().put("ahg.eng1", "1525").put("ahg.eng4", "1526").acting(BERRER)
    assert made.does(Attach(unit="ahg.eng1", formation=BERRER)).legal
    assert made.does(Attach(unit="ahg.eng4", formation=BERRER)).rules == ("CAP-24.1a",)


def test_six_brigades_have_no_guns_with_them() -> None:
    made = whole("ActionIT").put("it.elba.1", "2018").put("it.spezia.1", "1721").put("it.fld18", "2019")
    made.but(slots={"it.elba.hq": "guns5", "it.spezia.hq": "guns5"})
    assert made.acting("it.spezia", box="guns5").does(Attach(unit="it.fld18", formation="it.spezia")).legal
    assert made.acting(CADORE, box="guns5").does(Attach(unit="it.fld18", formation=CADORE)).rules == ("CAP-24.9.2b",)


# ----------------------------------------------------------------------------------------------------------- the line
def goes(unit: str, *places: str, how: str = "move") -> tuple[Move, ...]:
    return tuple(Move(unit=unit, hex=place, how=how) for place in places)


def test_nobody_crosses_the_line_between_the_sectors() -> None:
    made = whole().put("it.elba.1", "2519").put("it.vicenza.1", "2614")
    assert made.does(*goes("it.elba.1", "2418")).legal
    assert made.does(*goes("it.elba.1", "2620")).rules == ("CAP-24.3a",)
    assert made.does(*goes("it.vicenza.1", "2714")).legal, "it starts in the other sector"
    assert Field("Rest", "legend", 3).put("it.elba.1", "2519").does(*goes("it.elba.1", "2620")).legal


ENDS = phase("Supply")


def test_nobody_ends_a_phase_in_a_hex_of_both_sectors() -> None:
    made = whole().put("it.elba.1", "2519")
    assert made.does(*goes("it.elba.1", "2520", "2420"), ENDS).legal
    assert made.does(*goes("it.elba.1", "2520"), ENDS).rules == ("CAP-24.3d",)
    assert made.does(*goes("it.elba.1", "2520", "2519"), ENDS).legal, "it was put back"
    assert whole().put("it.bers4.1", "2520").does(ENDS).legal


def test_whom_a_fight_brings_into_a_hex_of_both_sectors_goes_on_when_the_phase_is_over() -> None:
    """CAP-24.3e"""
    made = whole("ActionAHG").put("ahg.leib.1", "2421", "Assault").put("it.mg14", "2419").acting(BERRER)
    made.but(attacks={"ahg.leib.1": "2520"}, bases={"ahg.leib.1": "2421"}, fought=frozenset({"ahg.leib.1"}), vague=True)
    advance = Move(unit="ahg.leib.1", hex="2520", how="advance")
    over = (Complete(formation=BERRER), Show(unit="ahg.leib.1", state="Assault", on=False), Decline(what="reaction"))
    boxed = Slot(hq="ahg.leib.hq", box="done")
    back = Move(unit="ahg.leib.1", hex="2420", how="return")
    assert made.does(advance, *over, boxed, back, THEIRS).legal
    assert made.does(advance, *over, boxed, THEIRS).rules == ("CAP-24.3e",)


def test_who_was_set_up_in_a_hex_of_both_sectors_neither_moves_nor_attacks() -> None:
    began = phase("Artillery", 1)
    there = whole("Setup", 1).put("it.bers4.1", "2520").does(began).position
    assert there.rooted == {"it.bers4.1"}
    made = whole("Rest", 6).put("it.bers4.1", "2520")
    assert made.does(*goes("it.bers4.1", "2420")).legal
    made.but(rooted=frozenset({"it.bers4.1"}))
    assert made.does(*goes("it.bers4.1", "2420")).rules == ("CAP-24.3f",)
    fights = whole("ActionIT", 6).put("it.bers4.1", "2520").put("ahg.leib.1", "2421").acting("it.bers4")
    attack = Assault(unit="it.bers4.1", at="2421")
    assert "CAP-24.3f" not in fights.does(attack).rules
    assert "CAP-24.3f" in fights.but(rooted=frozenset({"it.bers4.1"})).does(attack).rules


def test_supplies_do_not_cross_the_line() -> None:
    """CAP-24.3i"""
    cut = {"1522": "ahg.leib.1", "1623": "ahg.leib.2", "1722": "ahg.leib.3"}

    def starves(scenario: str) -> bool:
        made = Field("Rest", scenario, 3).put("it.mg7", "2024").put("ahg.jr11.1", "3122").put("ahg.jr11.2", "2722")
        for place, unit in cut.items():
            made.put(unit, place)
        found = made.put("ahg.jr12.1", "2521").does(ENDS).position
        return any(due.rule == "CAP-9.3b" and due.options[0].unit == "it.mg7" for due in found.due)

    assert starves("miracle")
    assert not starves("legend")


# ------------------------------------------------------------------------------------------------------ the first turn
def attacked(place: str = "2321") -> Field:
    made = whole("ActionAHG", 1).put("it.arno.1", place).put("ahg.leib.1", "2322").put("it.arno.2", "2121")
    return made.acting(BERRER)


AIM, BACK = Assault(unit="ahg.leib.1", at="2321"), Roll(purpose="REACTION", who="it.arno.hq", dice=(1,))
REACTS = Activate(hq="it.arno.hq", hex="2121", kind="reaction")


def morning(**more: object) -> Field:
    made = whole("ActionAHG", 1).put("it.arno.1", "2121")
    return made.but(stack=("ActionAHG", "Reacting"), answer="ahg", answered="it.arno.hq", fronts=(LEFT,), **more)


def test_in_the_first_turn_only_those_react_that_were_attacked() -> None:
    arno = frozenset({"it.arno"})
    assert morning().does(REACTS).rules == ("CAP-24.9d",)
    assert morning(attacked=arno).does(REACTS).legal
    open_ = morning(bombarded=arno)
    assert open_.does(REACTS).last.verdict == "undecided"
    assert open_.does(REACTS, rulings=("CAP-A43=assaults",)).rules == ("CAP-24.9d",)
    assert open_.does(REACTS, rulings=("CAP-A43=bombardments",)).legal


def test_who_is_attacked_or_bombarded_is_remembered() -> None:
    assert attacked().does(AIM).position.attacked == {"it.arno"}
    guns = whole("Artillery", 1).put("ahg.grp.li.heavy", "1326").put("it.napoli.1", "1623")
    assert guns.does(Bombard(unit="ahg.grp.li.heavy", hex="1623")).position.bombarded == {"it.napoli"}
    gas = whole("Artillery", 1).put("it.friuli.1", "3929").does(Resolve(hex="3929", purpose="GAS"))
    assert gas.position.bombarded == {"it.friuli"}


def test_an_unpaid_reaction_in_the_first_turn_without_points_is_a_question() -> None:
    poor = morning(attacked=frozenset({"it.arno"}), points={"it-left": 20, "it-right": 1})
    assert poor.does(REACTS).last.verdict == "undecided"
    assert poor.does(REACTS, rulings=("CAP-A41=none",)).rules == ("CAP-14.0h",)
    assert poor.does(REACTS, rulings=("CAP-A41=hidden",)).legal
    assert morning(attacked=frozenset({"it.arno"})).does(REACTS).position.points == {"it-left": 20, "it-right": 18}


def test_in_the_first_turn_those_move_late_that_were_hit_and_have_not_reacted() -> None:
    def late(unit: str = "it.elba.1", **more: object) -> tuple[str, ...]:
        return whole("Rest", 1).put(unit, "2118").but(**more).does(*goes(unit, "2117")).rules

    hit = frozenset({CADORE})
    assert late() == ("CAP-24.9f",)
    assert late(attacked=hit) == late(bombarded=hit) == ()
    assert late(attacked=hit, acted=hit) == ("CAP-24.9f",)
    assert late("it.eng7") == ()
    assert whole("Rest", 2).put("it.elba.1", "2118").does(*goes("it.elba.1", "2117")).legal


def test_in_the_first_turn_nobody_moves_strategically() -> None:
    def far(turn: int) -> tuple[str, ...]:
        return whole("Rest", turn).put("ahg.ir8.1", "1332").does(*goes("ahg.ir8.1", "1331", how="strategic")).rules

    assert far(1) == ("CAP-24.9g",)
    assert far(2) == ()


def test_in_the_first_turn_italians_stop_behind_a_bridge_over_the_isonzo() -> None:
    def crosses(turn: int, *places: str) -> tuple[str, ...]:
        made = whole("Rest", turn).put("it.foggia.1", "3023").but(attacked=frozenset({FOGGIA}))
        return made.does(*goes("it.foggia.1", *places)).rules

    assert crosses(1, "3123") == ()
    assert crosses(1, "3123", "3122") == ("CAP-24.10a",)
    assert crosses(2, "3123", "3122") == ()


def test_three_brigades_wait_until_they_are_attacked_or_until_the_fifth_turn() -> None:
    arno = frozenset({"it.arno"})

    def moves(turn: int, **more: object) -> Field:
        return whole("Rest", turn).put("it.arno.1", "2121").but(**more)

    step = goes("it.arno.1", "2120")
    assert moves(4).does(*step).rules == ("CAP-24.9.2a",)
    assert moves(5).does(*step).legal
    assert moves(4, attacked=arno).does(*step).legal
    assert moves(4, bombarded=arno).does(*step, rulings=("CAP-A43=assaults",)).rules == ("CAP-24.9.2a",)
    assert moves(4, bombarded=arno).does(*step, rulings=("CAP-A43=bombardments",)).legal
