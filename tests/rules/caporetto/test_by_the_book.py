"""What the book permits and a strict reader would not: stacks, ways to counter-assaults, works given up, late fire."""

from __future__ import annotations

from itertools import pairwise

from rules.caporetto.actions import (
    Activate,
    Assault,
    Attach,
    Begin,
    Bombard,
    Complete,
    Decline,
    Defend,
    Disorganise,
    Lose,
    Move,
    Show,
    Support,
)
from rules.engine.dice import Roll
from tests.rules.caporetto.board import Board
from tests.rules.caporetto.field import Field, thrown

HERE, THERE, BEHIND = "4302", "4401", "4501"
A, B, C = "ahg.ir7.1", "ahg.ir7.2", "ahg.ir7.3"
INFILTRATOR, MATE = "ahg.jr11.1", "ahg.jr11.2"


def go(unit: str, *places: str) -> tuple[Move, ...]:
    return tuple(Move(unit=unit, hex=place) for place in places)


# --------------------------------------------------------------------------------------------------------------- stacks
def stack() -> Field:
    return Field().put(A, HERE).put(B, HERE).put(C, "4202")


def test_a_stack_moves_hex_by_hex_one_unit_after_the_other() -> None:
    """CAP-10.0a CAP-10.0.6b"""
    both = (*go(A, "4303"), *go(B, "4303"), *go(A, "4304"), *go(B, "4304"))
    assert stack().does(*both, *go(B, "4305"), *go(A, "4305")).legal
    assert stack().does(*both[:2], *go(C, "4201"), both[2]).rules == ("CAP-10.0.6b",)
    assert stack().does(*both[:2], *go(B, "4203"), *go(A, "4304")).rules == ("CAP-10.0.6b",), "they have parted"


def test_a_stack_that_is_put_back_has_not_moved() -> None:
    """CAP-10.0.6b"""
    out = (*go(A, "4303"), *go(B, "4303"))
    for back in ((A, B), (B, A)):
        found = stack().does(*out, *(move for name in back for move in go(name, HERE)))
        assert found.legal
        assert {found.position.units[name].moved for name in back} == {""}


def test_a_stack_stops_in_a_zone_of_control_as_one_unit_does() -> None:
    """CAP-10.1.1c"""
    made = Field("ActionAHG").put(A, HERE).put(B, HERE).acting("ahg.ir7").put("it.siena.1", THERE)
    made.put("it.siena.2", "4404")
    both = (*go(A, "4402"), *go(B, "4402"))
    assert made.does(*both).legal
    assert made.does(*both, *go(A, "4502")).rules == ("CAP-10.1.1c",)


def test_whether_a_unit_stops_beside_friends_is_a_question_and_alone_it_does() -> None:
    """CAP-10.1.1c CAP-A80"""
    made = Field("ActionAHG").put(A, HERE).put("ahg.bh2.1", "4402").acting("ahg.ir7").put("it.siena.1", THERE)
    made.put("it.siena.2", "4404")
    for way in (go(A, "4402", "4502"), go(A, "4502")):
        assert made.does(*way).last.verdict == "undecided"
        assert made.does(*way, rulings=("CAP-A80=always",)).rules == ("CAP-10.1.1c",)
        assert made.does(*way, rulings=("CAP-A80=tactical",)).legal
    gone = made.put("ahg.bh2.1", "4618")
    for way in (go(A, "4402", "4502"), go(A, "4502")):
        assert gone.does(*way).last.verdict == "illegal"


# ------------------------------------------------------------------------------------------------- to a counter-assault
def lost(place: str) -> Field:
    """A hex that was just lost, and an Italian battalion that is not in the action."""
    made = Field("ActionAHG").put(A, THERE).acting("ahg.ir7").put("it.siena.1", place)
    return made.but(taken=frozenset({THERE}), origins=frozenset({"4402"}), step=4)


def test_whoever_is_two_hexes_from_a_lost_hex_goes_to_attack_it() -> None:
    """CAP-12.4.1a CAP-10.1a"""
    goes, attacks, over = go("it.siena.1", HERE), Assault(unit="it.siena.1", at=THERE), Complete(formation="ahg.ir7")
    assert lost("4303").does(*goes, attacks).legal
    assert lost("4303").does(*goes, *go("it.siena.1", "4303"), over).legal, "he was put back"
    assert lost("4303").does(*goes, over).rules == ("CAP-10.1a",), "he only used the chance to move"
    assert lost("4305").does(*go("it.siena.1", "4304")).rules == ("CAP-10.1a",)
    assert lost("4303").but(taken=frozenset()).does(*goes).rules == ("CAP-10.1a",)


# -------------------------------------------------------------------------------------------------------------- at work
def test_engineers_that_go_away_give_up_their_trench_and_those_at_a_bridge_stay() -> None:
    """CAP-17.3b CAP-19.3c"""
    made = Field("Rest").put("ahg.eng1", "3830", "Building")
    off, over = Show(unit="ahg.eng1", state="Building", on=False), Begin(phase="Supply", turn=7)
    goes = go("ahg.eng1", "3831")
    mends = made.but(trenches={"3830": 1})
    assert mends.does(*goes, off, over).legal
    assert mends.does(*goes, *go("ahg.eng1", "3830"), over).legal
    assert mends.does(*goes, over).rules == ("CAP-17.3b",)
    assert "CAP-19.3c" in made.but(trenches={}).does(*goes).rules


# ------------------------------------------------------------------------------------------------------------- attached
def test_what_was_attached_in_an_earlier_turn_is_not_counted_again() -> None:
    """CAP-14.0g"""
    made = Board("ActionAHG").put("it.siena.1", HERE).worth("it.siena.hq", initiative=1)
    made.put("it.mtn1", "4303").put("it.mtn2", "4303").acting("it.siena", HERE, "reaction")
    one, other = (Attach(unit=name, formation="it.siena") for name in ("it.mtn1", "it.mtn2"))
    assert made.does(one, other).rules == ("CAP-14.0g",)
    assert made.put("it.mtn1", "4303", attached="it.siena").does(other).legal


def test_what_is_attached_twice_is_attached_once() -> None:
    """CAP-7.6e"""
    made = Field("ActionAHG").put(A, HERE).put("ahg.st55", HERE).acting("ahg.ir7", HERE)
    attach = Attach(unit="ahg.st55", formation="ahg.ir7")
    assert made.does(attach, attach).legal
    assert made.but(activated=frozenset({"ahg.st55"})).does(attach).rules == ("CAP-7.6e",)


# ---------------------------------------------------------------------------------------------------- those who pass by
def passing(*ways: str) -> Field:
    made = Field("ActionAHG").put(INFILTRATOR, "4402").acting("ahg.jr11").put("it.siena.1", HERE)
    return made.put("it.potenza.1", "4504")


def shot(place: str) -> Defend:
    return Defend(unit="it.siena.1", hex=place, what="infiltration")


def test_fire_at_somebody_who_passes_is_declared_though_he_has_gone_on() -> None:
    """CAP-10.1.2a"""
    way = go(INFILTRATOR, "4303", "4304")
    assert passing().does(*way, shot("4303")).legal
    assert passing().does(*way, shot("4304")).rules == ("CAP-10.1.2a",), "that does not lie beside him"


def test_nobody_knows_whom_a_unit_has_passed_that_was_dragged_far() -> None:
    """CAP-10.1.2a"""
    assert passing().does(*go(INFILTRATOR, "4304"), shot("4303")).last.verdict == "undecided"
    assert passing().does(*go(INFILTRATOR, "4403"), shot("4303")).rules == ("CAP-10.1.2a",)


def test_who_comes_out_of_his_trench_is_fired_at_and_not_who_goes_into_it() -> None:
    """CAP-10.1.2c"""
    made = Board("ActionAHG").put(INFILTRATOR, "4110").acting("ahg.jr11")
    near = made.battle().grid.neighbours
    made.put("it.siena.1", next(place for place in near("4110") if place in near("4111")))
    deeds = (*go(INFILTRATOR, "4111"), shot("4111"))
    assert made.hex("4110", trench="ahg", deep=1).does(*deeds).legal
    assert made.hex("4111", trench="ahg", deep=1).does(*deeds).rules == ("CAP-10.1.2c",)


# ------------------------------------------------------------------------------------------------------------- support
def motion() -> Field:
    made = Field("ActionAHG").put(INFILTRATOR, HERE).put(MATE, "4402").put("ahg.jr11.3", "4304").acting("ahg.jr11")
    return made.put("it.siena.1", THERE)


def test_who_supports_an_attack_in_motion_fires_before_the_others_move() -> None:
    """CAP-4.7b CAP-21.5.3b"""
    attack = (Assault(unit=INFILTRATOR, at=THERE), Support(unit=MATE, hex=THERE), *thrown("BOMBARD", THERE, 1))
    others = go("ahg.jr11.3", "4305")
    assert (
        motion().does(*attack, *thrown("ASSAULT", THERE, 3), *others).rules
        == motion().does(attack[0], *thrown("ASSAULT", THERE, 3), *others).rules
    )
    assert "CAP-4.7b" not in motion().does(*attack, *others).rules
    second = Assault(unit="ahg.jr11.3", at=THERE)
    crowd = motion().put("ahg.jr11.3", BEHIND)
    assert "CAP-4.7b" in crowd.does(attack[0], second, *attack[1:], *go(MATE, "4403")).rules, "two of them wait"


def test_support_is_declared_before_the_dice_of_its_step_and_not_after_it() -> None:
    """CAP-4.7b CAP-10.2.6a"""
    made = Field("ActionAHG").put(A, HERE).put(B, "4402").acting("ahg.ir7").put("it.siena.1", THERE)
    made.put("ahg.mtn55", "4303", attached="ahg.ir7")
    attack, helps, bomb = (
        Assault(unit=A, at=THERE),
        Support(unit=B, hex=THERE),
        Bombard(unit="ahg.mtn55", hex=THERE),
    )
    assert made.does(attack, bomb, helps).legal
    fire = Defend(unit="it.siena.1", hex=HERE)
    assert made.does(attack, bomb, *thrown("BOMBARD", THERE, 1), fire, helps).rules == ("CAP-4.7b",)


# ---------------------------------------------------------------------------------------------------------- questions
def fallen(*guns: str) -> Field:
    """A battalion beside an enemy, in whose hex guns may stand."""
    made = Field("ActionAHG").put(A, HERE).acting("ahg.ir7").put("it.siena.1", THERE)
    for name in guns:
        made.put(name, THERE)
    return made


def test_whether_victors_advance_upon_guns_is_a_question() -> None:
    """CAP-12.3.8a CAP-A61"""
    lost_by = (Disorganise(unit=A, change="more"), Lose(unit=A), Disorganise(unit="it.siena.1", change="more"))
    back = Move(unit="it.siena.1", hex=BEHIND, how="retreat")
    fight = (Assault(unit=A, at=THERE), *thrown("ASSAULT", THERE, 5), *lost_by, back, Complete(formation="ahg.ir7"))
    assert fallen().does(*fight).rules == ("CAP-12.3.8a",)
    assert fallen().does(*fight).last.verdict == "illegal"
    assert fallen("it.mtn1").does(*fight).last.verdict == "undecided"
    assert fallen("it.mtn1").does(*fight, rulings=("CAP-A61=advance",)).last.verdict == "illegal"
    assert fallen("it.mtn1").does(*fight, rulings=("CAP-A61=stay",)).legal


def test_whether_an_unpaid_formation_whose_reaction_has_failed_acts_normally_is_a_question() -> None:
    """CAP-4.7d CAP-A97"""
    made = Field("ActionAHG").put("it.siena.1", THERE).put("ahg.ir7.1", "4618")
    made.but(slots={"it.potenza.hq": "ready"}, answer="ahg", stack=("ActionAHG", "Reacting"))
    tried = (Roll(purpose="REACTION", who="it.siena.hq", dice=(6,)), Decline(what="reaction"))
    acts = (Begin(phase="ActionIT", turn=7), Activate(hq="it.siena.hq", hex=THERE))
    assert made.does(*tried, *acts).last.verdict == "undecided"
    assert made.does(*tried, *acts, rulings=("CAP-A97=react",)).last.verdict == "illegal"
    assert made.does(*tried, *acts, rulings=("CAP-A97=normal",)).legal
    assert made.does(tried[1], *acts).rules == ("CAP-4.7d",)
    assert made.does(tried[1], *acts).last.verdict == "illegal"


def supplied_by_road(enemy: str, phase: str) -> Board:
    """An Italian battalion on a road to its source, and an enemy beside the road."""
    made = Board(phase).put("it.siena.1", "4110").road("4110", "4111", "4112").source("it", "4112")
    near = made.battle().grid.neighbours
    return made.put(enemy, next(place for place in near("4111") if place in near("4112")))


GUNS = "ahg.mtn55"


def test_whether_guns_cut_a_road_is_a_question_and_battalions_do() -> None:
    """CAP-9.3b CAP-9.2.1c CAP-A20"""
    supply, rally = Begin(phase="Supply", turn=7), Begin(phase="Rally", turn=7)
    for enemy, doubt in ((GUNS, True), (A, False)):
        theirs = (Disorganise(unit=enemy, change="more"), Show(unit=enemy, state="OOS"))
        made = supplied_by_road(enemy, "Rest")
        assert made.does(supply, *theirs, rally).last.verdict == ("undecided" if doubt else "illegal")
        assert made.does(supply, *theirs, rally, rulings=("CAP-A20=any",)).last.verdict == "illegal"
        assert made.does(supply, *theirs, rally, rulings=("CAP-A20=zones",)).legal is doubt


def test_whether_a_headquarters_hangs_on_a_road_beside_guns_is_a_question() -> None:
    """CAP-9.4b CAP-A20"""
    acts = Activate(hq="it.siena.hq", hex="4110")
    for enemy, doubt in ((GUNS, True), (A, False)):
        made = supplied_by_road(enemy, "ActionIT").but(slots={"it.siena.hq": "ready"})
        made.put(enemy, made.position().units[enemy].hex, *(["Limbered"] if doubt else []))
        assert made.does(acts).last.verdict == ("undecided" if doubt else "illegal")
        assert made.does(acts, rulings=("CAP-A20=any",)).rules == ("CAP-9.4b",)
        assert made.does(acts, rulings=("CAP-A20=zones",)).legal is doubt


def beside_rock(*steps: int, **facts: bool) -> Board:
    """An Italian battalion three hexes from its road: some steps of the only way lead over something."""
    made = Board("Rest").put("it.siena.1", "4110").source("it", "4114")
    way = ("4110", "4111", "4112", "4113")
    for place in made.battle().grid.places:
        for near in made.battle().grid.neighbours(place):
            if 0 < made.battle().grid.distance(place, "4110") <= 3 and "4110" not in {place, near}:
                made.side(place, near, rock=True)
    for near in made.battle().grid.neighbours("4110"):
        made.side("4110", near, rock=True, isonzo=True, river=True)
    for place, (one, other) in enumerate(pairwise(way)):
        known = facts if place in steps else {}
        made.side(one, other, **known).side(other, one, **known)
    return made.road("4113", "4114")


ROCK, WATER = {"rock": True}, {"isonzo": True, "river": True}


def unsupplied(made: Board, *rulings: str) -> str:
    """What is said when nothing is marked in the phase of supplies."""
    return made.does(Begin(phase="Supply", turn=7), Begin(phase="Rally", turn=7), rulings=rulings).last.verdict


def test_how_far_from_a_unit_supplies_go_over_rock_is_a_question() -> None:
    """CAP-9.2.2a CAP-9.3b CAP-A47"""
    assert unsupplied(beside_rock(0, **ROCK)) == "legal"
    assert unsupplied(beside_rock(1, **ROCK)) == "undecided"
    assert unsupplied(beside_rock(0, 1, **ROCK), "CAP-A47=farther") == "legal"
    assert unsupplied(beside_rock(1, **ROCK), "CAP-A47=beside") == "illegal"
    assert unsupplied(beside_rock(2, **ROCK)) == "illegal", "that is two hexes away"


def test_whether_supplies_go_through_the_isonzo_is_a_question() -> None:
    """CAP-9.2a CAP-9.3b CAP-A75"""
    for step in (0, 1, 2):
        assert unsupplied(beside_rock(step, **WATER)) == "undecided"
        assert unsupplied(beside_rock(step, **WATER), "CAP-A75=wades") == "legal"
        assert unsupplied(beside_rock(step, **WATER), "CAP-A75=bridges") == "illegal"
    assert unsupplied(beside_rock(0, rock=True, isonzo=True, river=True)) == "undecided", "out of its own hex"
    assert unsupplied(beside_rock(2, rock=True, isonzo=True, river=True)) == "illegal"


def test_a_headquarters_is_placed_where_supplies_may_lead_over_rock() -> None:
    """CAP-9.4b CAP-A47"""
    acts = Activate(hq="it.siena.hq", hex="4110")

    def said(step: int, *rulings: str) -> str:
        made = beside_rock(step, **ROCK).but(slots={"it.siena.hq": "ready"}, stack=("ActionIT",))
        return made.does(acts, rulings=rulings).last.verdict

    assert (said(1), said(1, "CAP-A47=farther"), said(2)) == ("undecided", "legal", "illegal")
