"""Assaults to their end: who bears losses, who retreats and at what price, counter-assaults, what is left undone."""

from __future__ import annotations

import pytest

from rules.caporetto.actions import (
    Assault,
    Complete,
    Defend,
    Leave,
    Lose,
    Move,
    Resolve,
    Show,
    Support,
)
from rules.caporetto.game import Cases
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.caporetto.field import SWITCHES, Field, more, thrown

HERE, THERE, BEHIND, FAR = "4302", "4401", "4501", "4601"
ATTACK = Assault(unit="ahg.ir7.1", at=THERE)
OVER = Complete(formation="ahg.ir7")
SWEPT = Show(unit="ahg.ir7.1", state="Assault", on=False)
FOLLOW = Move(unit="ahg.ir7.1", hex=THERE, how="advance")


def field(**state: object) -> Field:
    """A battalion beside an enemy, in an action of its formation."""
    made = Field("ActionAHG").put("ahg.ir7.1", HERE, **state).acting("ahg.ir7")
    return made.put("it.siena.1", THERE)


def back(goal: str, unit: str = "it.siena.1") -> Move:
    return Move(unit=unit, hex=goal, how="retreat")


WON = (ATTACK, *thrown("ASSAULT", THERE, 5), more("ahg.ir7.1"), Lose(unit="ahg.ir7.1"), more("it.siena.1"))
"""An assault that drives the defender out, and all that it costs but the way."""


# -------------------------------------------------------------------------------------------------------- declarations
def test_what_was_declared_is_carried_out() -> None:
    found = field().does(ATTACK, OVER)
    assert found.rules == ("CAP-10.2.3a",)
    assert found.last.findings[0].owner == "ahg"
    assert field().does(*WON, back(BEHIND), FOLLOW, OVER).legal


def test_a_hex_that_fire_has_emptied_is_entered() -> None:
    gone = Leave(unit="it.siena.1", why="lost")
    assert field().does(ATTACK, gone, FOLLOW, OVER).legal
    assert field().does(ATTACK, gone, OVER).rules == ("CAP-10.2.3b",)


def test_nothing_is_resolved_that_nobody_has_declared() -> None:
    assert field().does(*thrown("ASSAULT", THERE, 5)).rules == ("CAP-10.2.1b",)
    assert field().does(*thrown("BOMBARD", THERE, 5)).rules == ("CAP-12.1.3b",)
    assert field().does(*thrown("COUNTER", THERE, 5)).rules == ("CAP-12.4.2a",)
    drawn = Show(unit="ahg.ir7.1", state="Assault")
    assert field().does(drawn, *thrown("ASSAULT", THERE, 5)).legal


def test_two_battalions_of_a_regiment_attack_out_of_a_hex_and_not_a_third() -> None:
    """CAP-11.1d"""
    made = field().put("ahg.ir7.2", HERE).put("ahg.ir7.3", HERE).put("it.siena.2", "4201").acting("ahg.ir7", HERE)
    second, third = Assault(unit="ahg.ir7.2", at=THERE), Assault(unit="ahg.ir7.3", at="4201")
    assert made.does(ATTACK, second).legal
    assert made.does(ATTACK, ATTACK, third).legal, "the first one was said twice"
    assert made.does(ATTACK, second, third).rules == ("CAP-11.1d",)
    assert made.put("ahg.ir7.3", "4202").does(ATTACK, second, third).legal, "that one attacks out of another hex"


def test_support_is_given_to_an_attack() -> None:
    """CAP-10.2.6c"""
    made = field().put("ahg.ir7.2", "4402")
    helps = Support(unit="ahg.ir7.2", hex=THERE)
    assert made.does(ATTACK, helps, *thrown("BOMBARD", THERE, 1)).legal
    assert made.does(helps, ATTACK, *thrown("BOMBARD", THERE, 1)).legal, "in whatever order that is said"
    assert made.does(helps, *thrown("BOMBARD", THERE, 1)).rules == ("CAP-10.2.6c",)


def test_fire_at_a_hex_is_diced_for_once() -> None:
    fire = Defend(unit="it.siena.1", hex=HERE)
    assert field().does(ATTACK, fire, *thrown("DEFEND", HERE, 1)).legal
    twice = field().does(ATTACK, fire, *thrown("DEFEND", HERE, 1), *thrown("DEFEND", HERE, 1))
    assert twice.rules == ("CAP-12.2.9d",)


def test_assaults_are_resolved_one_after_another() -> None:
    """CAP-12.3.2a: the next one is not begun before the dice of the first have fallen."""
    made = field().put("ahg.ir7.2", "4202").put("it.siena.2", "4201").acting("ahg.ir7", HERE)
    both = (ATTACK, Assault(unit="ahg.ir7.2", at="4201"), Resolve(hex=THERE, purpose="ASSAULT"))
    assert made.does(*both, Resolve(hex="4201", purpose="ASSAULT")).rules == ("CAP-12.3.3i",)


# -------------------------------------------------------------------------------------------------------------- losses
def stack() -> Field:
    """Two battalions of unlike morale attack a hex."""
    made = Field("ActionAHG").put("ahg.ir7.1", HERE).put("ahg.ir7.2", HERE, level=1).acting("ahg.ir7")
    return made.put("it.siena.1", THERE).put("it.siena.2", THERE)


def test_the_first_step_is_lost_by_the_unit_whose_morale_counted() -> None:
    both = (
        ATTACK,
        Assault(unit="ahg.ir7.2", at=THERE),
        *thrown("ASSAULT", THERE, 4),
        more("ahg.ir7.1"),
        more("ahg.ir7.2"),
    )
    theirs = (more("it.siena.1"), more("it.siena.2"), Lose(unit="it.siena.1"))
    assert stack().does(*both, *theirs, Lose(unit="ahg.ir7.1"), OVER).legal
    assert stack().does(*both, *theirs, Lose(unit="ahg.ir7.2"), OVER).rules == ("CAP-12.3.4e",)


def shelled(*losses: Action) -> Field:
    made = Field("ActionAHG").put("ahg.ir7.1", HERE).acting("ahg.ir7")
    return made.put("it.siena.1", THERE).put("it.siena.2", THERE)


@pytest.mark.parametrize(
    ("losses", "rules"),
    [(("it.siena.1", "it.siena.2"), ()), (("it.siena.1", "it.siena.1"), ("CAP-12.1.5d",))],
)
def test_steps_lost_by_fire_are_spread_evenly(losses: tuple[str, ...], rules: tuple[str, ...]) -> None:
    spread = {"it.siena.1": ("CAP-12.1.5d", 1), "it.siena.2": ("CAP-12.1.5d", 1)}
    deeds: list[Action] = [Lose(unit=losses[0]), Lose(unit=losses[1])]
    if losses[0] == losses[1]:
        deeds[1:] = [Leave(unit=losses[1], why="lost")]
    assert shelled().but(spread=spread).does(*deeds).rules == rules


def test_whoever_surrenders_lies_among_those_who_did() -> None:
    weak = Field("ActionAHG").put("ahg.ir7.1", HERE).acting("ahg.ir7").put("it.siena.1", THERE, level=3)
    weak.put("ahg.mtn55", "4303", attached="ahg.ir7").put("ahg.ir7.2", "4402")
    weak.but(supports={"ahg.ir7.2": THERE}, attacks={"ahg.ir7.1": THERE}, fought=frozenset({"ahg.ir7.1"}))
    bomb = thrown("BOMBARD", THERE, 6)
    due = weak.does(*bomb)
    assert "CAP-15.4a" in {each.rule for each in due.due}
    assert weak.does(*bomb, Leave(unit="it.siena.1", why="surrendered"), OVER).legal
    assert weak.does(*bomb, Leave(unit="it.siena.1", why="lost"), OVER).rules == ("CAP-16.2a",)


# ------------------------------------------------------------------------------------------------------ who has won it
def test_whether_a_defender_who_holds_his_hex_surrenders_is_a_question() -> None:
    """A two at two to one costs both, and drives nobody out."""
    held = field().put("it.siena.1", THERE, level=3)
    fight = (ATTACK, *thrown("ASSAULT", THERE, 2))
    ours = (more("ahg.ir7.1"), Lose(unit="ahg.ir7.1"))
    gives_up = Leave(unit="it.siena.1", why="surrendered")
    assert "CAP-15.4.2a" in {due.rule for due in held.does(*fight).due if due.otherwise}
    assert held.does(*fight, *ours, OVER).legal
    given = held.does(*fight, *ours, gives_up, OVER)
    assert (given.rules, given.rulings[-2].verdict) == (("CAP-15.4.2a",), "undecided")
    assert held.does(*fight, *ours, gives_up, OVER, rulings=("CAP-A102=retreat",)).legal
    assert held.does(*fight, *ours, OVER, rulings=("CAP-A102=retreat",)).rules == ("CAP-15.4.2a",)
    assert held.does(*fight, *ours, OVER, rulings=("CAP-A102=holds",)).legal


def test_what_a_letter_t_of_light_guns_does_is_a_question() -> None:
    """The last column says T; guns of the mountains come to it with many machine guns only."""
    heavy = field().but(bombs=dict.fromkeys(("ahg.mtn55", "ahg.mtn50", "ahg.mtn22"), f"{THERE} troops"))
    for name in ("ahg.mtn55", "ahg.mtn50", "ahg.mtn22"):
        heavy.put(name, "4303", attached="ahg.ir7")
    heavy.but(supports={f"ahg.{name}": THERE for name in ("jr11.1", "jr11.2", "jr11.3")})
    heavy.but(attacks={"ahg.ir7.1": THERE}, fought=frozenset({"ahg.ir7.1"}))
    for name in ("jr11.1", "jr11.2", "jr11.3"):
        heavy.put(f"ahg.{name}", "4402")
    cut = Show(unit="it.siena.1", state="OOC")
    costs = (more("it.siena.1"), more("it.siena.1"), Leave(unit="it.siena.1", why="lost"))
    bomb = thrown("BOMBARD", THERE, 6)
    assert "CAP-12.1.5e" in {due.rule for due in heavy.does(*bomb).due if due.otherwise}
    rest = (more("it.siena.1"), more("it.siena.1"), Lose(unit="it.siena.1"))
    assert "CAP-12.1.5e" in heavy.does(*bomb, *rest, OVER).rules
    assert "CAP-12.1.5e" not in heavy.does(*bomb, *rest, OVER, rulings=("CAP-A15=nothing",)).rules
    assert "CAP-12.1.5e" not in heavy.does(*bomb, *rest, cut, OVER, rulings=("CAP-A15=cut",)).rules
    assert heavy.does(*bomb, *costs).legal


# ------------------------------------------------------------------------------------------------------------- retreats
def test_attackers_stay_where_they_are_and_guns_in_position_too() -> None:
    beaten = (ATTACK, *thrown("ASSAULT", THERE, 2), more("ahg.ir7.1"), more("it.siena.1"))
    assert field().does(*beaten, OVER).legal
    assert field().does(*beaten, back("4303", "ahg.ir7.1")).rules == ("CAP-12.3.5b",)
    guns = field().put("it.mtn1", THERE)
    assert guns.does(*WON, back(BEHIND, "it.mtn1")).rules == ("CAP-12.3.5.3a",)


def test_guns_that_are_left_alone_are_captured_when_the_action_is_over() -> None:
    guns = field().put("it.mtn1", THERE)
    taken = (*WON, back(BEHIND), FOLLOW, OVER)
    assert "CAP-18.3c" in {due.rule for due in guns.does(*taken).due}
    assert "CAP-18.3c" not in {due.rule for due in field().does(*taken).due}


def test_only_those_advance_who_have_attacked() -> None:
    made = field().put("ahg.ir7.2", HERE).acting("ahg.ir7")
    assert made.does(*WON, back(BEHIND), FOLLOW, Move(unit="ahg.ir7.2", hex=THERE, how="advance")).rules == (
        "CAP-12.3.8a",
    )


def test_a_longer_retreat_costs_a_die_and_a_point() -> None:
    far = (*WON, back(BEHIND), back(FAR))
    price = (Roll(purpose="RETREAT", who="it.siena.1", dice=(4,)), more("it.siena.1"))
    assert field().does(*far, *price, FOLLOW, OVER).legal
    assert field().does(*far, price[0], FOLLOW, OVER).rules == ("CAP-12.3.5.7a",)
    assert field().does(*far, price[1], FOLLOW, OVER).rules == ("CAP-12.3.5.7b",)
    strays = (*far, Roll(purpose="RETREAT", who="it.siena.1", dice=(5,)), more("it.siena.1"))
    assert field().does(*strays, Leave(unit="it.siena.1", why="lost"), FOLLOW, OVER).legal
    assert field().does(*strays, FOLLOW, OVER).rules == ("CAP-12.3.5.7b",)


def test_nobody_surrenders_by_a_longer_retreat() -> None:
    """CAP-12.3.5.7c"""
    weary = field().put("it.siena.1", THERE, level=2)
    far = (*WON, Lose(unit="it.siena.1"), back(BEHIND), back(FAR), Roll(purpose="RETREAT", who="it.siena.1", dice=(1,)))
    assert weary.does(*far, FOLLOW, OVER).legal


def test_where_there_is_no_room_all_are_wearied() -> None:
    crowd = field().put("it.potenza.1", BEHIND).put("it.friuli.1", BEHIND)
    for number, place in enumerate(("4402", "4301", "4502"), 1):
        crowd.put(f"ahg.bh4.{number}", place)
    names = ("it.siena.1", "it.potenza.1", "it.friuli.1")
    deeds = (*WON, back(BEHIND), *(more(name) for name in names), FOLLOW, OVER)
    assert crowd.does(*deeds).legal
    assert crowd.does(*WON, back(BEHIND), *(more(name) for name in names[:2]), FOLLOW, OVER).rules == ("CAP-11.6a",)
    last = crowd.put("it.potenza.1", BEHIND, level=3)
    assert last.does(*WON, back(BEHIND), more("it.siena.1"), more("it.friuli.1"), FOLLOW, OVER).legal


def over_rock(level: int = 0) -> Field:
    """Mountain infantry in a corner: rock behind, and enemies on all other sides."""
    made = Field("ActionIT").put("ahg.ksch1.1", "4413", level=level)
    near = [place for place in made.battle().grid.neighbours("4413") if place != "4414"]
    names = ("it.siena.1", "it.siena.2", "it.siena.3", "it.potenza.1", "it.potenza.2")
    for name, place in zip(names, near, strict=False):
        made.put(name, place)
    made.acting("it.siena", near[0])
    return made.but(bound=frozenset({"ahg.ksch1.1"}))


def test_mountain_troops_retreat_over_rock_at_a_price() -> None:
    away, over = back("4414", "ahg.ksch1.1"), Complete(formation="it.siena")
    tired = more("ahg.ksch1.1")
    assert over_rock().does(away, tired, tired, over).legal
    assert over_rock().does(away, tired, over).rules == ("CAP-12.3.5.1c",)
    assert over_rock(4).does(away, Leave(unit="ahg.ksch1.1", why="surrendered"), over).legal
    assert over_rock(4).does(away, over).rules == ("CAP-12.3.5.1c",)


# ----------------------------------------------------------------------------------------------------- counter-assaults
LOST = (*WON, back(BEHIND), FOLLOW)
COUNTER = Assault(unit="it.siena.1", at=THERE)
ACTIVE = Show(unit="it.siena.1", state="Activated")


def countered(die: int) -> tuple[Action, ...]:
    """The battalion that was driven out comes back: three against two, morale 3 against 4."""
    return (*LOST, COUNTER, *thrown("COUNTER", THERE, die))


def test_who_is_driven_out_by_a_counter_assault_goes_back_to_where_he_came_from() -> None:
    hurt = (more("it.siena.1"), Lose(unit="it.siena.1"), more("ahg.ir7.1"))
    again = Move(unit="it.siena.1", hex=THERE, how="advance")
    made = field().does(*countered(4))
    assert {"CAP-12.3.5.6a", "CAP-12.4.4b", "CAP-12.3.8a"} <= {due.rule for due in made.due}
    deeds = (*countered(4), *hurt)
    assert field().does(*deeds, back(HERE, "ahg.ir7.1"), again, ACTIVE, OVER).legal
    assert "CAP-12.3.5.6a" in field().does(*deeds, back("4303", "ahg.ir7.1"), again, ACTIVE, OVER).rules
    assert field().does(*deeds, back(HERE, "ahg.ir7.1"), again, OVER).rules == ("CAP-12.4.4b",)


def test_the_steps_of_a_counter_assault_come_after_all_assaults() -> None:
    fire = Defend(unit="ahg.ir7.1", hex=BEHIND)
    cover = (*LOST, COUNTER, fire, *thrown("DEFEND", BEHIND, 1), *thrown("COUNTER", THERE, 4))
    assert field().does(*cover).legal
    late = field().put("ahg.ir7.2", "4202").put("it.potenza.1", "4201").acting("ahg.ir7", HERE)
    other = Assault(unit="ahg.ir7.2", at="4201")
    assert "CAP-4.7b" in late.does(other, *LOST, COUNTER).rules


def test_trenches_do_not_count_in_a_counter_assault() -> None:
    """CAP-12.4.3c: what an assault on a trench does is open, and a counter-assault there does what the table says."""
    made = Field("ActionAHG").put("ahg.ir7.1", "2520").acting("ahg.ir7").put("it.siena.1", "2521")
    made.but(taken=frozenset({"2520"}), step=3)
    deeds = (Assault(unit="it.siena.1", at="2520"), *thrown("COUNTER", "2520", 4))
    assert made.does(*deeds).due != ()


# --------------------------------------------------------------------------------------------------- those who pass by
def passing() -> Field:
    return Field("ActionAHG").put("ahg.jr11.1", "4402").acting("ahg.jr11").put("it.mg1", HERE).put("it.siena.1", HERE)


GOES = Move(unit="ahg.jr11.1", hex="4303")
SHOTS = tuple(Defend(unit=name, hex="4303", what="infiltration") for name in ("it.mg1", "it.siena.1"))
DONE = Complete(formation="ahg.jr11")


def test_fire_at_those_who_pass_does_what_the_table_says() -> None:
    """Three machine guns: a five is D1."""
    made = passing().does(GOES, *SHOTS, *thrown("INFILTRATE", "4303", 5))
    assert made.legal
    assert [due.rule for due in made.due] == ["CAP-10.1.2i"]
    assert passing().does(GOES, *SHOTS, *thrown("INFILTRATE", "4303", 5), more("ahg.jr11.1"), DONE).legal
    assert passing().does(GOES, *SHOTS, *thrown("INFILTRATE", "4303", 5), DONE).rules == ("CAP-10.1.2i",)
    bystander = passing().put("ahg.bh2.1", "4303").does(GOES, *SHOTS, *thrown("INFILTRATE", "4303", 5))
    assert [due.options[0] for due in bystander.due] == [more("ahg.jr11.1")]


def test_nobody_fires_at_those_who_advance_and_attackers_at_nobody_who_retreats() -> None:
    near = field().put("it.potenza.1", "4402")
    shot = Defend(unit="it.potenza.1", hex=THERE, what="infiltration")
    assert near.does(*WON, back(BEHIND), FOLLOW, shot).rules == ("CAP-12.3.8b",)
    beside = field().put("ahg.ir7.2", "4502").put("ahg.bh2.1", "4502").acting("ahg.ir7", HERE)
    aims = Defend(unit="ahg.bh2.1", hex=BEHIND, what="infiltration")
    assert beside.does(*WON, back(BEHIND), aims).legal
    helps = beside.put("ahg.bh2.1", "4502", "Support")
    assert helps.does(*WON, back(BEHIND), aims).rules == ("CAP-12.3.2b",)


def test_guns_on_the_move_are_fired_at_too() -> None:
    """CAP-18.4b"""
    made = Field("Guns").put("it.mtn1", "4402", "Limbered").put("it.potenza.1", "4303").put("ahg.ir7.1", HERE)
    made.put("it.potenza.2", "4402")
    goes = Move(unit="it.mtn1", hex="4303")
    assert made.does(goes, Defend(unit="ahg.ir7.1", hex="4303", what="infiltration")).legal
    assert made.does(Defend(unit="ahg.ir7.1", hex="4303", what="infiltration")).rules == ("CAP-10.1.2a",)


# ------------------------------------------------------------------------------------------------------ who comes first
def test_the_central_powers_come_first() -> None:
    made = Field("Rest").put("it.siena.1", "4302").put("ahg.ir7.1", "4618")
    ours, theirs = Move(unit="ahg.ir7.1", hex="4718"), Move(unit="it.siena.1", hex="4303")
    assert made.does(ours, theirs).legal
    assert made.does(theirs, ours).rules == ("CAP-4.10a",)
    assert made.does(theirs, Move(unit="it.siena.1", hex="4302"), ours).legal
    turns = [Show(unit=name, state="Limbered") for name in ("it.mtn1", "ahg.mtn55")]
    guns = Field("Artillery").put("it.mtn1", HERE).put("ahg.mtn55", "4618")
    assert guns.does(*reversed(turns)).legal
    assert guns.does(*turns).rules == ("CAP-4.6e",)
    assert guns.does(turns[0], Show(unit="it.mtn1", state="Limbered", on=False), turns[1]).legal


# -------------------------------------------------------------------------------------------------- infiltrators, alone
def test_a_single_infiltrator_attacks_while_the_others_still_move() -> None:
    made = (
        Field("ActionAHG").put("ahg.jr11.1", HERE).put("ahg.jr11.2", "4304").acting("ahg.jr11").put("it.siena.1", THERE)
    )
    others = Move(unit="ahg.jr11.2", hex="4303")
    fight = (Assault(unit="ahg.jr11.1", at=THERE), *thrown("ASSAULT", THERE, 1))
    assert "CAP-4.7b" not in made.does(*fight, others).rules
    assert made.does(*fight, Move(unit="ahg.jr11.1", hex="4303")).rules == ("CAP-10.0.6b",)
    assert made.but(fought=frozenset({"ahg.jr11.1"})).does(fight[0]).rules == ("CAP-21.5.3d",)
    slow = field().put("ahg.ir7.2", "4304").acting("ahg.ir7", HERE)
    late = slow.does(ATTACK, *thrown("ASSAULT", THERE, 1), Move(unit="ahg.ir7.2", hex="4303"))
    assert "CAP-4.7b" in late.rules, "CAP-21.5.3a"


def test_all_targets_of_defensive_fire_are_named_before_the_dice() -> None:
    made = field().put("it.potenza.1", "4402")
    ours, theirs = (Defend(unit=name, hex=HERE) for name in ("it.siena.1", "it.potenza.1"))
    assert made.does(ATTACK, ours, theirs, *thrown("DEFEND", HERE, 1)).legal
    assert made.does(ATTACK, ours, *thrown("DEFEND", HERE, 1), theirs).rules == ("CAP-12.2.9a",)


# ------------------------------------------------------------------------------------------- engineers, guns, companies
def test_engineers_who_are_hit_give_up_their_work() -> None:
    made = Field("ActionAHG").put("ahg.ir7.1", HERE).acting("ahg.ir7").put("it.eng1", THERE, "Building")
    made.put("ahg.mtn55", "4303", attached="ahg.ir7").but(bombs={"ahg.mtn55": f"{THERE} troops"})
    bomb = (*thrown("BOMBARD", THERE, 5), more("it.eng1"))
    assert made.does(*bomb, Show(unit="it.eng1", state="Building", on=False), OVER).legal
    assert made.does(*bomb, OVER).rules == ("CAP-17.3b",)


def test_guns_hold_out_until_five_points_and_companies_of_machine_guns_bear_losses() -> None:
    """CAP-18.1f CAP-21.3c"""
    made = Field("ActionAHG").put("ahg.ir7.1", HERE).acting("ahg.ir7").put("it.mtn1", THERE, level=3)
    made.put("ahg.mtn55", "4303", attached="ahg.ir7").but(bombs={"ahg.mtn55": f"{THERE} battery"})
    bomb = thrown("BOMBARD", THERE, 5)
    assert {due.rule for due in made.does(*bomb).due} == {"CAP-12.1.5c"}
    assert {due.rule for due in made.put("it.mtn1", THERE, level=4).does(*bomb).due} == {"CAP-15.4a"}
    nests = Field("ActionAHG").put("ahg.ir7.1", HERE).acting("ahg.ir7").put("it.mg1", THERE)
    for name in ("ahg.mtn55", "ahg.mtn50"):
        nests.put(name, "4303", attached="ahg.ir7")
    nests.but(bombs=dict.fromkeys(("ahg.mtn55", "ahg.mtn50"), f"{THERE} troops"))
    loss = (more("it.mg1"), Leave(unit="it.mg1", why="lost"))
    assert nests.does(*thrown("BOMBARD", THERE, 6), *loss, OVER).legal
    assert nests.does(*thrown("BOMBARD", THERE, 6), loss[0], OVER).rules == ("CAP-12.1.5d",)


def test_nobody_retreats_before_he_was_attacked() -> None:
    """CAP-12.3.2d CAP-10.2.4c"""
    assert field().does(ATTACK, back(BEHIND)).rules == ("CAP-12.3.2d",)
    assert "CAP-12.3.2d" not in field().does(ATTACK, *thrown("ASSAULT", THERE, 1), back(BEHIND)).rules
    assert field().does(*WON, back(BEHIND), FOLLOW, OVER).legal


def test_a_battalion_that_loses_a_step_has_the_values_of_its_other_side() -> None:
    """CAP-21.10b"""
    made = field()
    lost = made.does(Lose(unit="it.siena.1")).position
    whole, less = (Cases(made.battle(), SWITCHES)(each, OVER).face("it.siena.1") for each in (made.position(), lost))
    assert (whole, less) == made.battle().units["it.siena.1"].faces[:2]
    assert less.combat < whole.combat
