"""Bombardment, support, defensive fire, assaults, retreats (10.2, 12.1 to 12.3)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.caporetto.actions import (
    Assault,
    Begin,
    Bombard,
    Complete,
    Declared,
    Defend,
    Disorganise,
    Leave,
    Lose,
    Move,
    Observe,
    Show,
    Support,
)
from rules.caporetto.assault.resolving import boxed
from rules.caporetto.assault.retreating import rank
from rules.caporetto.fire import bombardment, defence
from rules.caporetto.fire.results import Result, read
from rules.caporetto.fire.sight import direct, sees
from rules.caporetto.game import Cases
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.caporetto.field import SWITCHES, Field, thrown

HERE, THERE = "4302", "4401"
"""Two open hexes beside each other."""
ATTACK = Assault(unit="ahg.ir7.1", at=THERE)
OVER = Complete(formation="ahg.ir7")


def field(*marks: str, **state: object) -> Field:
    """A battalion beside an enemy, in an action of its formation."""
    made = Field("ActionAHG").put("ahg.ir7.1", HERE, *marks, **state).acting("ahg.ir7")
    return made.put("it.siena.1", THERE)


def swept(unit: str = "ahg.ir7.1", state: str = "Assault") -> Show:
    return Show(unit=unit, state=state, on=False)


def case_of(made: Field, action: Action = ATTACK):
    return Cases(made.battle(), SWITCHES)(made.position(), action)


# ----------------------------------------------------------------------------------------------------------- declaring
def test_an_assault_is_declared_at_an_enemy_beside_the_unit() -> None:
    assert field().does(ATTACK).legal
    assert field().does(Assault(unit="ahg.ir7.1", at="4303")).rules == ("CAP-10.2.1a",)


@pytest.mark.parametrize(
    ("unit", "rule"), [("it.mg1", "CAP-21.3a"), ("it.eng1", "CAP-21.1a"), ("it.mtn1", "CAP-18.1g"), ("it.bers9.1", "")]
)
def test_machine_guns_engineers_and_guns_attack_nobody(unit: str, rule: str) -> None:
    made = Field("ActionIT").put("it.siena.1", HERE).acting("it.siena").put(unit, HERE, attached="it.siena")
    found = made.put("ahg.ir7.1", THERE).does(Assault(unit=unit, at=THERE))
    assert (rule in found.rules) == bool(rule)
    assert found.legal == (not rule)


def test_whoever_is_out_of_command_does_not_attack() -> None:
    made = field().put("ahg.ir7.2", HERE)
    assert made.does(Assault(unit="ahg.ir7.2", at=THERE)).rules == ("CAP-7.8a",)


def test_an_assault_costs_what_it_costs_to_enter_the_hex() -> None:
    tired = {"moved": "7 ahg.ir7", "way": (("4303", 20),)}
    assert field(spent=38, **tired).but(mover="ahg.ir7.1").does(ATTACK).legal
    assert field(spent=39, **tired).but(mover="ahg.ir7.1").does(ATTACK).rules == ("CAP-10.2.5b",)
    weary = field(spent=26, **tired).does(ATTACK)
    assert "CAP-10.4b" in {due.rule for due in weary.due}


def test_nobody_attacks_where_he_could_not_go() -> None:
    made = Field("ActionAHG").put("ahg.ir7.1", "4413").acting("ahg.ir7").put("it.siena.1", "4414")
    assert made.does(Assault(unit="ahg.ir7.1", at="4414")).rules == ("CAP-10.2.5d",)
    climbs = Field("ActionAHG").put("ahg.ksch1.1", "4413").acting("ahg.ksch1").put("it.siena.1", "4414")
    assert climbs.does(Assault(unit="ahg.ksch1.1", at="4414")).legal


def test_markers_come_off_when_the_action_is_over() -> None:
    on = Begin(phase="ActionIT", turn=7)
    fought = field("Assault").but(attacks={"ahg.ir7.1": THERE}, fought=frozenset({"ahg.ir7.1"}))
    assert fought.does(OVER, swept(), on).legal
    assert fought.does(OVER, on).rules == ("CAP-12.3.1d",)
    assert field().does(OVER, on).legal


# ------------------------------------------------------------------------------------------------------------- support
def supporters(*names: str) -> Field:
    made = field()
    for name in names:
        made.put(name, "4301")
    sure = frozenset({"ahg.ir7.1", *names})
    return made.acting("ahg.ir7", HERE, sure=sure)


def help_of(unit: str, place: str = THERE) -> Support:
    return Support(unit=unit, hex=place)


def test_support_comes_from_beside_the_target_one_unit_of_a_hex() -> None:
    made = supporters("ahg.ir7.2", "ahg.ir7.3")
    assert made.does(ATTACK, help_of("ahg.ir7.2")).legal
    assert made.does(ATTACK, help_of("ahg.ir7.2", "4403")).rules == ("CAP-10.2.6c",)
    assert made.does(ATTACK, help_of("ahg.ir7.2"), help_of("ahg.ir7.3")).rules == ("CAP-10.2.6e",)


def test_support_is_given_by_the_central_powers_of_the_same_formation_who_do_not_attack() -> None:
    assert supporters("ahg.bh2.1").does(ATTACK, help_of("ahg.bh2.1")).rules == ("CAP-10.2.6b",)
    made = supporters("ahg.ir7.2").put("ahg.ir7.2", HERE)
    assert made.does(ATTACK, help_of("ahg.ir7.2")).rules == ("CAP-10.2.6h",)
    italians = Field("ActionIT").put("it.siena.1", HERE).put("it.siena.2", "4301").acting("it.siena")
    italians.put("ahg.ir7.1", THERE)
    assert italians.does(help_of("it.siena.2")).rules == ("CAP-10.2.6a",)
    made = supporters("ahg.ir7.2")
    assert made.does(ATTACK, help_of("ahg.ir7.2"), Assault(unit="ahg.ir7.2", at=THERE)).rules == ("CAP-10.2.6h",)


# --------------------------------------------------------------------------------------------------------- bombardment
def guns(*marks: str, place: str = "4303", **state: object) -> Field:
    return field().put("ahg.mtn55", place, *marks, **{"attached": "ahg.ir7", **state})


BOMB = Bombard(unit="ahg.mtn55", hex=THERE)


def test_attached_guns_bombard_what_is_near_and_seen() -> None:
    assert guns().does(BOMB, Declared(what="bombardment"), Observe(unit="ahg.ir7.1", hex=THERE)).legal
    assert guns(attached="").does(BOMB).rules == ("CAP-12.1.3a",)
    assert guns("Limbered").does(BOMB).rules == ("CAP-18.1e",)
    assert guns(level=2).does(BOMB).rules == ("CAP-18.6a",)
    assert guns(level=1).does(BOMB).legal
    assert guns().but(fired=frozenset({"ahg.mtn55"})).does(BOMB).rules == ("CAP-12.1.2b",)
    assert "CAP-12.1a" not in guns(place="4905").does(BOMB).rules
    assert "CAP-12.1a" in guns(place="5106").does(BOMB).rules


def test_nobody_is_bombarded_unseen() -> None:
    hidden = Field("ActionAHG").put("ahg.ir7.1", "4302").acting("ahg.ir7").put("it.siena.1", "4610")
    hidden.put("ahg.mtn55", "4605", attached="ahg.ir7")
    assert "CAP-12.1.1a" in hidden.does(Bombard(unit="ahg.mtn55", hex="4610")).rules


def test_light_guns_fire_directly_or_that_is_a_question() -> None:
    made = Field("ActionAHG").put("ahg.ir7.1", "4610").acting("ahg.ir7").put("it.siena.1", "4611")
    made.put("ahg.mtn55", "4717", attached="ahg.ir7")
    shot = Bombard(unit="ahg.mtn55", hex="4611")
    assert made.does(shot).rules == ("CAP-12.1c",)
    assert made.does(shot).last.verdict == "undecided"
    assert made.does(shot, rulings=("CAP-A02=direct",)).last.verdict == "illegal"
    assert made.does(shot, rulings=("CAP-A02=both",)).legal


def test_all_targets_are_named_before_the_dice_fall() -> None:
    made = guns().put("ahg.mtn22", "4303", attached="ahg.ir7")
    other = Bombard(unit="ahg.mtn22", hex=THERE)
    assert made.does(BOMB, other, *thrown("BOMBARD", THERE, 1)).legal
    assert made.does(BOMB, *thrown("BOMBARD", THERE, 1), other).rules == ("CAP-12.1.3b",)


def test_a_bombardment_does_what_the_table_says() -> None:
    """CAP-12.1.4a: three factors are column 3-4; a four is an asterisk, a five D1."""
    assert bombardment.strength(case_of(guns().but(bombs={"ahg.mtn55": f"{THERE} troops"})), THERE, "troops") == 3
    found = guns().does(BOMB, *thrown("BOMBARD", THERE, 5))
    assert [due.rule for due in found.due] == ["CAP-12.1.5c"]
    hit = Disorganise(unit="it.siena.1", change="more")
    assert guns().does(BOMB, *thrown("BOMBARD", THERE, 5), hit, OVER).legal
    missed = guns().does(BOMB, *thrown("BOMBARD", THERE, 5), OVER)
    assert missed.rules == ("CAP-12.1.5c",)
    assert missed.last.findings[0].owner == "it"


@pytest.mark.parametrize(("die", "due"), [(3, ("CAP-12.1.5c",)), (4, ())])
def test_an_asterisk_is_rolled_for_again(die: int, due: tuple[str, ...]) -> None:
    star = (BOMB, *thrown("BOMBARD", THERE, 4))
    assert guns().does(*star, OVER).rules == ("CAP-12.1.5b",)
    found = guns().does(*star, Roll(purpose="ASTERISK", dice=(die,)))
    assert tuple(each.rule for each in found.due) == due


def test_dice_of_a_bombardment_while_nobody_acts_hit_nobody() -> None:
    idle = (
        Field("ActionAHG").put("ahg.mtn55", "4303").put("it.siena.1", THERE).but(bombs={"ahg.mtn55": f"{THERE} troops"})
    )
    found = idle.does(*thrown("BOMBARD", THERE, 5))
    assert found.due == ()
    assert guns().does(BOMB, *thrown("BOMBARD", THERE, 5)).due != ()


# ------------------------------------------------------------------------------------------------------ defensive fire
def fire(unit: str = "it.siena.1", place: str = HERE, what: str = "own") -> Defend:
    return Defend(unit=unit, hex=place, what=what)


def test_defenders_fire_at_those_who_attack_beside_them() -> None:
    assert field().does(ATTACK, fire()).legal
    assert field().does(fire()).rules == ("CAP-12.2a",)
    assert field().put("it.siena.2", "4304").does(ATTACK, fire("it.siena.2")).rules == ("CAP-12.2.1a",)
    assert "CAP-12.2.1a" in field().put("it.siena.2", "").does(ATTACK, fire("it.siena.2")).rules, "off the map"


def test_guns_fire_in_defence_once_a_turn_at_what_is_near_and_seen() -> None:
    made = field().put("it.mtn1", "4502")
    assert made.does(ATTACK, fire("it.mtn1")).legal
    assert made.but(defended=frozenset({"it.mtn1"})).does(ATTACK, fire("it.mtn1")).rules == ("CAP-12.2.7a",)
    assert field().put("it.mtn1", "5005").does(ATTACK, fire("it.mtn1")).rules == ("CAP-12.2.4a",)
    assert made.does(ATTACK, fire("it.mtn1", what="infiltration")).rules == ("CAP-10.1.2e",)


def test_once_dice_have_fallen_a_unit_fires_at_no_other_hex() -> None:
    made = field().put("ahg.ir7.2", "4301").acting("ahg.ir7", HERE)
    other = Assault(unit="ahg.ir7.2", at=THERE)
    first = (ATTACK, other, fire(), *thrown("DEFEND", HERE, 1))
    assert made.does(ATTACK, other, fire(), fire(place="4301")).legal
    assert made.does(*first, fire(place="4301")).rules == ("CAP-12.2.1d",)


def test_guns_give_a_quarter_and_no_more_than_the_infantry_where_they_do_not_see() -> None:
    """CAP-12.2.5a CAP-12.2.5b CAP-7.8f"""
    made = field("Assault").put("it.mtn1", "4502")
    aimed = made.but(attacks={"ahg.ir7.1": THERE}, defends={"it.siena.1": HERE, "it.mtn1": HERE})
    assert defence.strength(case_of(aimed, fire()), HERE) == 1 + Fraction(1, 2)


# -------------------------------------------------------------------------------------------------------------- assault
def test_an_assault_does_what_the_table_says() -> None:
    """Three against three, morale 5 against 4, is 1:1; a five is D1/1 | D1R."""
    made = field().does(ATTACK, *thrown("ASSAULT", THERE, 5))
    assert sorted({due.rule for due in made.due}) == ["CAP-12.3.4b", "CAP-12.3.4c", "CAP-12.3.5e", "CAP-12.3.8a"]
    ours = (Disorganise(unit="ahg.ir7.1", change="more"), Lose(unit="ahg.ir7.1"))
    theirs = (Disorganise(unit="it.siena.1", change="more"), Move(unit="it.siena.1", hex="4501", how="retreat"))
    follow = Move(unit="ahg.ir7.1", hex=THERE, how="advance")
    fight = (ATTACK, *thrown("ASSAULT", THERE, 5))
    assert field().does(*fight, *ours, *theirs, follow, OVER).legal
    assert field().does(*fight, *ours, *theirs, OVER).rules == ("CAP-12.3.8a",)
    assert field().does(*fight, ours[0], *theirs, follow, OVER).rules == ("CAP-12.3.4c",)
    assert field().does(*fight, *ours, theirs[1], follow, OVER).rules == ("CAP-12.3.4b",)


@pytest.mark.parametrize(("die", "surrenders"), [(6, False), (3, True)])
def test_whoever_wins_an_assault_does_not_surrender_by_it(die: int, surrenders: bool) -> None:
    """CAP-15.4.2a: at four points a fifth is one too many, beside an enemy; a six drives the defender out."""
    made = field(level=4).put("it.siena.2", "4303").does(ATTACK, *thrown("ASSAULT", THERE, die))
    assert ("CAP-15.4a" in {due.rule for due in made.due if due.owner == "ahg"}) == surrenders
    over = made.position.but(due=tuple(due for due in made.due if due.rule == "CAP-15.4a"))
    assert field().play(over, OVER).rules == (("CAP-15.4a",) if surrenders else ())


def test_nobody_knows_what_an_assault_on_a_trench_does() -> None:
    along = Field("ActionAHG").put("ahg.ir7.1", "2521").acting("ahg.ir7").put("it.siena.1", "2520")
    found = along.does(Assault(unit="ahg.ir7.1", at="2520"), *thrown("ASSAULT", "2520", 5))
    assert (found.legal, found.due) == (True, ())


def test_fire_out_of_a_taken_trench_makes_nothing_due() -> None:
    made = Field("ActionAHG").put("ahg.ir7.1", "3828").acting("ahg.ir7").put("it.siena.1", "3829")
    deeds = (Assault(unit="ahg.ir7.1", at="3829"), fire(place="3828"), *thrown("DEFEND", "3828", 6))
    assert made.does(*deeds).due != (), "an own one helps"
    taken = Field("ActionIT").put("it.siena.1", "3728").acting("it.siena").put("ahg.ir7.1", "3729")
    attack = Assault(unit="it.siena.1", at="3729")
    assert taken.does(attack, fire("ahg.ir7.1", "3728"), *thrown("DEFEND", "3728", 6)).due == ()
    assert field().does(ATTACK, fire(), *thrown("DEFEND", HERE, 6)).due != ()


def test_whoever_is_driven_back_where_nobody_may_go_surrenders() -> None:
    made = field()
    for number, place in enumerate(("4402", "4301", "4501", "4502"), 1):
        made.put(f"ahg.bh4.{number}", place)
    found = made.does(ATTACK, *thrown("ASSAULT", THERE, 5))
    assert "CAP-12.3.5.2a" in {due.rule for due in found.due}
    lost = Leave(unit="it.siena.1", why="surrendered")
    ours = (Disorganise(unit="ahg.ir7.1", change="more"), Lose(unit="ahg.ir7.1"))
    follow = Move(unit="ahg.ir7.1", hex=THERE, how="advance")
    assert made.does(ATTACK, *thrown("ASSAULT", THERE, 5), *ours, lost, follow, OVER).legal


def test_a_retreat_goes_first_to_empty_hexes_opposite_the_attack() -> None:
    """CAP-12.3.5e CAP-12.3.5f CAP-12.3.5g CAP-12.3.5h"""
    made = field().put("ahg.bh2.1", "4402").put("it.siena.2", "4301")
    case = case_of(made.but(origins=frozenset({HERE})))
    first = frozenset({"4501"})
    places = ("4501", "4502", "4301", "4402", HERE)
    ranks = {place: rank(case, "it.siena.1", THERE, place, first) for place in places}
    assert ranks == {"4501": 0, "4502": 1, "4301": 2, "4402": None, HERE: None}


def test_what_lies_next_to_what_in_a_retreat_is_a_question() -> None:
    fight = (ATTACK, *thrown("ASSAULT", THERE, 5))
    ours = (Disorganise(unit="ahg.ir7.1", change="more"), Lose(unit="ahg.ir7.1"))
    back = (Disorganise(unit="it.siena.1", change="more"), Move(unit="it.siena.1", hex="4402", how="retreat"))
    follow = Move(unit="ahg.ir7.1", hex=THERE, how="advance")
    deeds = (*fight, *ours, *back, follow, OVER)
    assert field().does(*deeds).rules == ("CAP-12.3.5e",)
    assert field().does(*deeds, rulings=("CAP-A13=opposite",)).rules == ("CAP-12.3.5e",)
    assert field().does(*deeds, rulings=("CAP-A13=attack",)).legal


def test_the_steps_of_an_action_follow_each_other() -> None:
    assert field().does(ATTACK, fire(), *thrown("DEFEND", HERE, 1), *thrown("ASSAULT", THERE, 1)).legal
    late = (ATTACK, *thrown("ASSAULT", THERE, 6))
    assert "CAP-4.7b" in field().does(*late, fire()).rules
    assert "CAP-4.7b" in guns().does(ATTACK, fire(), BOMB).rules


@pytest.mark.parametrize(
    ("ours", "theirs", "box"),
    [
        (("ahg.ir7.1",), ("it.siena.1",), "D1 | D1R/1"),
        (("ahg.ir7.1", "ahg.ir7.2"), ("it.siena.1",), "D1 | D2R/1"),
    ],
)
def test_odds_are_read_in_the_column_to_which_they_are_shifted(
    ours: tuple[str, ...], theirs: tuple[str, ...], box: str
) -> None:
    """CAP-12.3.3a CAP-12.3.3b: with a shift for two points of morale."""
    made = field(level=0).put("ahg.ir7.2", HERE).put("it.siena.1", THERE, level=1)
    assert boxed(case_of(made), THERE, ours, theirs, 6) == box


# ---------------------------------------------------------------------------------------------- what is seen and read
@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("-", Result()),
        ("D1", Result(1)),
        ("D2R/1", Result(2, 1, retreat=True)),
        ("D1/1 S", Result(1, 1, cut=True)),
        ("D3/3 T", Result(3, 3, cut=True, trench=True)),
    ],
)
def test_boxes_of_the_tables_are_read(text: str, result: Result) -> None:
    """CAP-12.1.5c CAP-12.1.5d CAP-12.1.5e"""
    assert read(text) == result


def test_one_sees_six_hexes_farther_from_above_and_not_through_what_is_higher() -> None:
    """CAP-12.1.1c CAP-12.1.1.2a CAP-12.1.1.1a CAP-12.1f"""
    case = case_of(field())
    assert sees(case, "4302", "4303")
    assert not sees(case, "4302", "4310")
    assert direct(case, "4302", "4201")
    assert not direct(case, "4411", "4416")
