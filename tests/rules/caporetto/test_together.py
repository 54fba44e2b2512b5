"""Formations that act together, by the division or to change places; what belongs to a division (7.10, 7.11, 18.8)."""

from __future__ import annotations

from rules.caporetto.actions import Activate, Assault, Attach, Bombard, Complete, Move, Support
from tests.rules.caporetto.field import Field

HERE, BESIDE, THERE = "4302", "4402", "4401"
"""Three hexes beside each other."""
OVER = Complete(formation="ahg.ir7")


def act(formation: str, place: str, kind: str = "division") -> Activate:
    return Activate(hq=f"{formation}.hq", hex=place, kind=kind)


def two() -> Field:
    """Two formations of a division, and one of another, chosen and in supply."""
    made = Field("ActionAHG").put("ahg.ir7.1", "4618").put("ahg.bh2.1", "4717").put("ahg.gbb3.1", "4718")
    names = ("ahg.ir7.hq", "ahg.bh2.hq", "ahg.gbb3.hq")
    return made.but(slots=dict.fromkeys(names, "ready"))


SWAP = (act("ahg.ir7", "4618", "exchange"), act("ahg.bh2", "4717", "exchange"))
RELIEVED = (Move(unit="ahg.bh2.1", hex="4618"), Move(unit="ahg.ir7.1", hex="4619"))
BOTH = (act("ahg.ir7", "4618"), act("ahg.bh2", "4717"))


def fight(kind: str = "division") -> Field:
    """Both of them beside an enemy, in the action that they share."""
    made = Field("ActionAHG").put("ahg.ir7.1", HERE).put("ahg.bh2.1", BESIDE).put("it.siena.1", THERE)
    made.acting("ahg.ir7", HERE)
    first = made.position().acting
    assert first is not None
    other = made.acting("ahg.bh2", BESIDE).position().acting
    return made.acting("ahg.ir7", HERE, kind, sure=frozenset({"ahg.ir7.1", "ahg.bh2.1"}), others=(other,))


def test_all_formations_of_a_division_move_in_its_action() -> None:
    first, second = Move(unit="ahg.ir7.1", hex="4619"), Move(unit="ahg.bh2.1", hex="4716")
    assert two().does(*BOTH, second, first, OVER).legal
    apart = (act("ahg.ir7", "4618", "normal"), OVER, act("ahg.bh2", "4717", "normal"), first)
    assert "CAP-10.1a" in two().does(*apart).rules


def test_only_formations_of_one_division_act_together() -> None:
    assert two().does(*BOTH).legal
    assert two().does(BOTH[0], act("ahg.gbb3", "4718")).rules == ("CAP-7.10a",)


def test_formations_that_act_together_attack_no_hex_together() -> None:
    one, other = Assault(unit="ahg.ir7.1", at=THERE), Assault(unit="ahg.bh2.1", at=THERE)
    assert fight().does(one).legal
    assert fight().does(one, other).rules == ("CAP-7.10b",)
    assert fight().does(one, Support(unit="ahg.bh2.1", hex=THERE)).rules == ("CAP-7.10b",)


def test_two_formations_change_places_and_not_three() -> None:
    assert two().does(*SWAP, *RELIEVED).legal
    assert two().does(*SWAP, act("ahg.gbb3", "4718", "exchange")).rules == ("CAP-7.11a",)


def test_who_changes_places_with_another_division_does_not_end_his_own() -> None:
    """CAP-7.9a"""
    swap = (act("ahg.ir7", "4618", "exchange"), act("ahg.gbb3", "4718", "exchange"), OVER)
    third = act("ahg.bh2", "4717", "normal")
    assert two().does(*swap, third).legal
    apart = (act("ahg.ir7", "4618", "normal"), OVER, act("ahg.gbb3", "4718", "normal"), Complete(formation="ahg.gbb3"))
    assert two().does(*apart, third).rules == ("CAP-7.9a",)


def test_whoever_is_behind_moves_first() -> None:
    """CAP-7.11b"""
    made = two().put("ahg.bh2.2", "4717")
    late = Move(unit="ahg.bh2.2", hex="4618")
    assert made.does(*SWAP, RELIEVED[0], late, RELIEVED[1]).legal
    assert made.does(*SWAP, *RELIEVED, late).rules == ("CAP-7.11b",)
    back = Move(unit="ahg.ir7.1", hex="4618")
    assert made.does(*SWAP, *RELIEVED, back, late).legal, "that was a slip"


def test_whether_whoever_comes_from_behind_stops_elsewhere_is_a_question() -> None:
    """CAP-7.11b"""
    aside = (Move(unit="ahg.bh2.1", hex="4716"), RELIEVED[1])
    assert two().does(*SWAP, *aside).last.verdict == "undecided"
    assert two().does(*SWAP, *aside, rulings=("CAP-A73=named",)).legal
    assert two().does(*SWAP, *aside, rulings=("CAP-A73=hexes",)).rules == ("CAP-7.11b",)


def test_whoever_is_relieved_goes_away_from_the_enemy() -> None:
    """CAP-7.11c"""
    over = Complete(formation="ahg.ir7")
    made = two().put("it.siena.1", "4615")
    assert made.does(*SWAP, *RELIEVED, over).legal
    nearer = (RELIEVED[0], Move(unit="ahg.ir7.1", hex="4518"))
    assert made.does(*SWAP, *nearer, over).rules == ("CAP-7.11c",)
    assert made.does(*SWAP, *nearer, over).last.verdict == "undecided"
    assert made.does(*SWAP, *nearer, over, rulings=("CAP-A73=named",)).last.verdict == "illegal"
    assert made.does(*SWAP, *nearer, over, rulings=("CAP-A73=hexes",)).legal
    assert made.does(*SWAP, RELIEVED[0], over).legal, "who stays is not in breach"


def test_who_changes_places_fights_nobody() -> None:
    one = Assault(unit="ahg.ir7.1", at=THERE)
    assert fight("exchange").does(Move(unit="ahg.bh2.1", hex="4502")).legal
    assert fight("exchange").does(one).rules == ("CAP-7.11d",)


def test_what_belongs_to_a_division_is_attached_to_its_formations_alone() -> None:
    made = Field("ActionAHG").put("ahg.ir7.1", HERE).put("ahg.mtn55", BESIDE).put("ahg.mtn50", BESIDE)
    made.put("ahg.st55", HERE).put("ahg.st50", HERE).acting("ahg.ir7", HERE)

    def attach(unit: str) -> Attach:
        return Attach(unit=unit, formation="ahg.ir7")

    assert made.does(attach("ahg.mtn55"), attach("ahg.st55")).legal
    assert made.does(attach("ahg.mtn50")).rules == ("CAP-18.8a",)
    assert made.does(attach("ahg.st50")).rules == ("CAP-7.5c",)


def test_guns_of_a_division_bombard_with_either_of_its_formations() -> None:
    made = fight().put("ahg.mtn55", "4303")
    aims = (Attach(unit="ahg.mtn55", formation="ahg.bh2"), Bombard(unit="ahg.mtn55", hex=THERE))
    assert made.does(*aims).legal
