"""How many units share a hex (11.0)."""

from __future__ import annotations

from rules.caporetto.actions import Begin, Complete, Move
from tests.rules.caporetto.field import Field

OVER = Begin(phase="Supply", turn=7)


def crowded(*names: str, place: str = "4302", beside: str = "4303", phase: str = "Rest") -> Field:
    field = Field(phase)
    for name in names:
        field.put(name, place)
    return field.put("ahg.ir7.1", beside)


def come(place: str = "4302") -> Move:
    return Move(unit="ahg.ir7.1", hex=place)


def test_two_battalions_share_a_hex() -> None:
    assert crowded("ahg.bh2.1").does(come(), OVER).legal
    found = crowded("ahg.bh2.1", "ahg.bh4.1").does(come(), OVER)
    assert found.rules == ("CAP-11.1a",)
    assert found.last.findings[0].owner == "ahg"


def test_a_regiment_may_stand_in_one_hex() -> None:
    assert crowded("ahg.ir7.2", "ahg.ir7.3").does(come(), OVER).legal


def test_one_company_stands_free() -> None:
    assert crowded("ahg.bh2.1", "ahg.st50").does(come(), OVER).legal
    assert crowded("ahg.bh2.1", "ahg.st50", "ahg.st55").does(come(), OVER).rules == ("CAP-11.1a",)


def test_in_high_mountains_one_battalion_has_room() -> None:
    assert crowded(place="5111", beside="5110").does(come("5111"), OVER).legal
    assert crowded("ahg.bh2.1", place="5111", beside="5110").does(come("5111"), OVER).rules == ("CAP-11.1g",)


def test_whoever_only_passes_is_in_nobodys_way() -> None:
    assert crowded("ahg.bh2.1", "ahg.bh4.1").does(come(), come("4202"), OVER).legal


def test_guns_in_position_count_for_themselves() -> None:
    assert crowded("ahg.bh2.1", "ahg.mtn50", "ahg.mtn55").does(come(), OVER).legal
    assert crowded("ahg.mtn22", "ahg.mtn50", "ahg.mtn55").does(come(), OVER).rules == ("CAP-11.1f",)


def test_guns_on_the_move_count_as_a_battalion() -> None:
    field = Field("Guns").put("ahg.bh2.1", "4302").put("ahg.bh4.1", "4302").put("ahg.mtn50", "4303", "Limbered")
    found = field.does(Move(unit="ahg.mtn50", hex="4302"), Begin(phase="Rest", turn=7))
    assert found.rules == ("CAP-11.1a",)


def test_two_battalions_share_a_hex_when_the_moves_of_an_action_are_over() -> None:
    """CAP-11.2a CAP-11.1a"""
    over = Complete(formation="ahg.ir7")
    for others, rules in ((("ahg.bh2.1",), ()), (("ahg.bh2.1", "ahg.bh4.1"), ("CAP-11.1a",))):
        made = crowded(*others, phase="ActionAHG").acting("ahg.ir7", "4303")
        assert made.does(come(), over).rules == rules
        assert made.does(come(), come("4202"), over).legal, "he only passes"
    full = crowded("ahg.bh2.1", "ahg.bh4.1", phase="ActionAHG").acting("ahg.ir7", "4303")
    assert full.does(come(), over).last.findings[0].owner == "ahg"
    assert full.but(driven={"ahg.bh4.1": "4401"}).does(come(), over).legal, "one of them has retreated into it"
