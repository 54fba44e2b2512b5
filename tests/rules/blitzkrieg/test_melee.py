"""Chapter 9: entering a melee, its rounds, the choices of those who are hit, going on afterwards, overrun HQs."""

import pytest

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.model import Deed
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.shared.played import Played

N, LOSS, NOTHING = (5, 5), (6, 6), (1, 1)


def field(kind: str = "infantry", **more: object) -> Field:
    """A German unit in 1005 next to a French company in 1006, both with many comrades far away."""
    made = Field().formation("F", "german", hq="1003").formation("G", "french", hq="1009")
    made.unit("attacker", kind, "F", "1005", **{"attack": 4, "defence": 0, **more})
    for number in range(4):
        made.unit(f"german {number}", "tank", "F", "1603").unit(f"french {number}", "infantry", "G", "0113")
    return made


def held(kind: str = "infantry", **more: object) -> Field:
    return field().unit("defender", kind, "G", "1006", **{"attack": 4, "defence": 0, **more})


def assault(*units: str, column: bool = False) -> do.Assault:
    return do.Assault(units=units or ("attacker",), hex="1006", column=column)


def fire(unit: str, target: str, dice: tuple[int, ...], column: int | None = None) -> tuple[do.Action, do.Action]:
    return do.MeleeFire(unit=unit, target=target, column=column), Roll(purpose="MELEE", who=unit, dice=dice)


def fight(made: Field, *actions: object, rulings: tuple[str, ...] = ()) -> Played:
    return made.play(made.position(acting="F"), assault(), *actions, rulings=rulings)


def defends(dice: tuple[int, ...]) -> tuple[do.Action, do.Action]:
    return fire("defender", "attacker", dice)


def attacks(dice: tuple[int, ...]) -> tuple[do.Action, do.Action]:
    return fire("attacker", "defender", dice)


def mark(piece: str, marker: str = "neutralised") -> do.Mark:
    return do.Mark(piece=piece, marker=marker)


def back(unit: str, *path: str) -> do.FallBack:
    return do.FallBack(unit=unit, path=path)


END = do.EndActivation()


# --------------------------------------------------------------------------------------------------------- entering
def test_entering_costs_a_quarter_of_the_points_and_the_hex():
    """BLZ-X-22, BLZ-9.1.1a, BLZ-6.1d"""
    made = field("tank", movement=5).unit("defender", "infantry", "G", "1008").unit("far", "infantry", "G", "1009")
    steps = [do.Move(units=("attacker",), hex=place) for place in ("1006", "1007")]
    entered = made.play(made.position(acting="F"), *steps, do.Assault(units=("attacker",), hex="1008"))

    assert entered.legal
    assert entered.position.deed("attacker").spent == 10
    assert entered.position.stack[-2:] == ("MELEE", "REACT")


def test_who_has_not_the_points_does_not_attack():
    """BLZ-9.1.1b, BLZ-9.1.1a, BLZ-6.1d"""
    made = field("tank", movement=3).unit("defender", "infantry", "G", "1008")
    steps = [do.Move(units=("attacker",), hex=place) for place in ("1006", "1007")]
    attack = do.Assault(units=("attacker",), hex="1008")

    assert made.play(made.position(acting="F"), *steps, attack).last.rules == ("BLZ-9.1.1b",)


def test_a_single_step_in_the_turn_is_enough_for_anyone():
    """BLZ-X-24, BLZ-X-25, BLZ-9.1.1c"""
    made = held().ground("1006", level=1)
    position = made.position(acting="F")
    before = position.but(moved=frozenset({"attacker"}))

    assert made.play(position, assault()).legal
    assert made.play(before, assault()).last.rules == ("BLZ-9.1.1b",)


def test_out_of_command_nobody_attacks():
    """BLZ-X-20, BLZ-6.2e"""
    made = held()
    made.unit("attacker", "tank", "F", "1005", movement=5, ooc=True)

    assert fight(made).last.rules == ("BLZ-6.2e",)


def test_neutralised_units_do_not_attack():
    """BLZ-8.4a, BLZ-8.4e"""
    made = held()
    made.unit("attacker", "tank", "F", "1005", neutralised=True)

    assert fight(made).last.rules == ("BLZ-8.4a",)


def test_there_must_be_an_enemy_next_to_it():
    """BLZ-9b, BLZ-9.1.1a"""
    assert fight(field()).last.rules == ("BLZ-9b",)
    assert (
        "BLZ-7.1a"
        in field()
        .unit("foe", "infantry", "G", "1008")
        .play(
            field().unit("foe", "infantry", "G", "1008").position(acting="F"),
            do.Assault(units=("attacker",), hex="1008"),
        )
        .last.rules
    )


@pytest.mark.parametrize(("deed", "rule"), [(Deed(fired="reduced"), "BLZ-5.2c"), (Deed(loaded=True), "BLZ-6.1f")])
def test_melee_is_no_second_action(deed, rule):
    """BLZ-5.2c, BLZ-6.1f"""
    made = held()

    assert made.play(made.position(acting="F").acts(deeds={"attacker": deed}), assault()).last.rules == (rule,)


def test_more_than_three_do_not_enter_and_no_hq_alone():
    """BLZ-7.1f, BLZ-7.3a, BLZ-9.1.4a"""
    made = held()
    for number in range(4):
        made.unit(f"more {number}", "infantry", "F", "1005")
    three = ("attacker", "more 0", "more 1")
    made.unit("F HQ", "hq", "F", "1005")
    position = made.position(acting="F")

    assert made.play(position, assault(*three)).legal
    assert made.play(position, assault(*three, "more 2")).last.rules == ("BLZ-7.1f",)
    assert "BLZ-9.1.4a" in made.play(position, assault("F HQ")).last.rules


def test_nobody_fires_into_a_melee():
    """BLZ-X-56, BLZ-6.3.1.1e"""
    made = held().unit("gun", "at-gun", "G", "1008")

    assert "BLZ-6.3.1.1e" in fight(made, do.OppFire(unit="gun", target="attacker")).last.rules


def test_nothing_else_is_done_before_the_melee_is_over():
    """BLZ-9.1.4a"""
    assert "BLZ-9.1.4a" in fight(held(), END).last.rules
    assert "BLZ-9.1.4a" in fight(held(), do.Move(units=("german 0",), hex="1604")).last.rules


# ----------------------------------------------------------------------------------------------- the first round
def test_the_defenders_fire_first():
    """BLZ-9.1.2b, BLZ-9.1.2e"""
    made = held()

    assert fight(made, *defends(NOTHING), *attacks(NOTHING)).legal
    assert fight(made, attacks(NOTHING)[0]).last.rules == ("BLZ-9.1.2b",)
    assert fight(made, *defends(NOTHING), defends(NOTHING)[0]).last.rules == ("BLZ-9.1.2e",)


def test_each_fires_once_and_at_an_enemy_in_the_hex():
    """BLZ-8.1.1a, BLZ-9.1.2b"""
    made = held().unit("second", "infantry", "G", "1006").unit("far", "infantry", "G", "1009")

    assert fight(made, *defends(NOTHING), defends(NOTHING)[0]).last.rules == ("BLZ-8.1.1a",)
    assert "BLZ-9.1.2b" in fight(made, do.MeleeFire(unit="far", target="attacker")).last.rules
    assert "BLZ-9.1.2b" in fight(made, do.MeleeFire(unit="defender", target="german 0")).last.rules


def test_an_attacker_hit_by_n_goes_back_or_loses_a_step():
    """BLZ-9.1.2c, BLZ-9.1.2d, BLZ-X-30"""
    made = held()
    hit = fight(made, *defends(N)).position

    assert made.play(hit, mark("attacker"), back("attacker", "1005"), END).legal
    assert made.play(hit, mark("attacker"), back("attacker", "1106")).last.rules == ("BLZ-9.1.2d",)
    assert made.play(hit, do.StepLoss(unit="attacker"), *attacks(NOTHING)).legal
    assert made.play(hit, attacks(NOTHING)[0]).last.rules[0] in {"BLZ-9.1.2d", "BLZ-9.1.2b"}
    assert made.play(hit, back("attacker", "1005"), mark("attacker"), END).legal
    assert "BLZ-9.1.2d" in made.play(hit, mark("attacker"), END).last.rules


def test_an_attacker_that_went_back_does_not_move_any_more():
    """BLZ-9.1.2d"""
    made = held()
    gone = fight(made, *defends(N), mark("attacker"), back("attacker", "1005")).position

    assert gone.melee is None
    assert "BLZ-9.1.2d" in made.play(gone, do.Move(units=("attacker",), hex="1004")).last.rules


def test_an_attacker_that_lost_a_step_fights_on():
    """BLZ-X-102, BLZ-9.1.2c, BLZ-9.1.2e"""
    made = held()
    lost = fight(made, *defends(LOSS), do.StepLoss(unit="attacker"))

    assert made.play(lost.position, *attacks(NOTHING)).legal
    assert not made.play(lost.position, back("attacker", "1005")).legal


def test_a_defender_hit_by_n_loses_a_step_or_retreats_neutralised():
    """BLZ-X-31, BLZ-9.1.2f, BLZ-6.3.3d"""
    made = held()
    hit = fight(made, *defends(NOTHING), *attacks(N)).position

    assert made.play(hit, mark("defender"), back("defender", "1007"), END).legal
    assert made.play(hit, back("defender", "1007"), mark("defender"), END).legal
    assert made.play(hit, do.StepLoss(unit="defender"), *defends(NOTHING)).legal
    assert "BLZ-9.1.2f" in made.play(hit, mark("defender"), *defends(NOTHING)[:1]).last.rules


def test_a_defender_that_lost_a_step_may_stay_or_retreat():
    """BLZ-X-32, BLZ-9.1.2g"""
    made = held()
    lost = fight(made, *defends(NOTHING), *attacks(LOSS), do.StepLoss(unit="defender")).position

    assert made.play(lost, back("defender", "1007"), END).legal
    assert made.play(lost, do.Stay(unit="defender"), *defends(NOTHING)).legal
    assert made.play(lost, *defends(NOTHING), *attacks(NOTHING)).legal
    assert not made.play(lost, *defends(NOTHING), *attacks(NOTHING), back("defender", "1007")).legal


def test_no_retreat_to_where_the_enemy_came_from():
    """BLZ-9.1.5b"""
    made = held()
    hit = fight(made, *defends(NOTHING), *attacks(N), mark("defender")).position

    assert made.play(hit, back("defender", "1005")).last.rules == ("BLZ-9.1.5b",)


def test_who_cannot_retreat_is_eliminated():
    """BLZ-X-33, BLZ-9.1.5a"""
    made = held()
    for number, place in enumerate(("1106", "1107", "1007", "0906", "0907")):
        made.unit(f"german {number}", "tank", "F", place)
    hit = fight(made, *defends(NOTHING), *attacks(N)).position

    assert made.play(hit, do.Remove(unit="defender")).legal
    assert made.play(hit, do.StepLoss(unit="defender")).legal
    assert not made.play(hit, mark("defender"), back("defender", "1005")).legal
    assert made.play(hit, mark("defender"), do.Remove(unit="defender")).legal


def test_a_retreat_into_a_full_hex_goes_on_as_we_read_it():
    """BLZ-9.1.5c"""
    made = held()
    for number in range(3):
        made.unit(f"french {number}", "infantry", "G", "1007")
    hit = fight(made, *defends(NOTHING), *attacks(N), mark("defender")).position

    assert made.play(hit, back("defender", "1007", "1008")).legal
    assert made.play(hit, back("defender", "1007")).last.findings[0].ruling == "AMB-20"
    assert made.play(hit, back("defender", "0907", "0908")).last.rules == ("BLZ-9.1.2f",)


# ---------------------------------------------------------------------------------- defenders neutralised before
def test_a_defender_neutralised_before_defends_itself_with_a_handicap_and_must_go():
    """BLZ-9.1.2h, BLZ-9.1.5d, BLZ-9.1.5e"""
    made = held(neutralised=True)
    fought = fight(made, *fire("defender", "attacker", NOTHING, 3), *attacks(NOTHING))

    assert fought.legal
    assert made.play(fought.position, back("defender", "1007"), END).legal
    assert made.play(fought.position, do.StepLoss(unit="defender"), *defends(NOTHING)).legal
    assert "BLZ-9.1.2h" in made.play(fought.position, *defends(NOTHING)[:1]).last.rules


def test_that_a_step_may_be_lost_instead_can_be_settled_otherwise():
    """BLZ-9.1.2h, BLZ-9.1.5e"""
    made = held(neutralised=True)
    fought = fight(made, *defends(NOTHING), *attacks(NOTHING), rulings=("AMB-19=other",)).position

    assert made.play(fought, do.StepLoss(unit="defender"), rulings=["AMB-19=other"]).last.rules == ("BLZ-9.1.2h",)


def test_a_step_lost_in_that_round_is_enough():
    """BLZ-9.1.5e"""
    made = held(neutralised=True)
    fought = fight(made, *defends(NOTHING), *attacks(LOSS), do.StepLoss(unit="defender"))

    assert made.play(fought.position, *defends(NOTHING)).legal


def test_it_stays_if_the_attackers_are_gone():
    """BLZ-9.1.2h"""
    made = held(neutralised=True)

    assert fight(made, *defends((6, 6)), do.StepLoss(unit="attacker")).position.melee is not None
    assert fight(made, *defends((5, 6)), mark("attacker"), back("attacker", "1005"), END).legal


def test_a_panic_roll_in_a_melee_is_worth_a_remark():
    """BLZ-8.4f"""
    made = held(neutralised=True)
    hit = fight(made, *defends(NOTHING), *attacks(N)).position
    panic = Roll(purpose="PANIC", who="defender", dice=(1, 1))

    rolled = made.play(hit, panic)
    assert rolled.legal
    assert rolled.last.findings[0].why == "melee.panic"
    assert made.play(hit, panic, back("defender", "1007"), END).legal
    settled = fight(made, *defends(NOTHING), *attacks(N), panic, rulings=("AMB-60=other",))
    assert settled.last.findings == ()


# ---------------------------------------------------------------------------------------------------- later rounds
ROUND = (*defends(NOTHING), *attacks(NOTHING))


def test_from_the_second_round_on_all_fire_and_then_the_results_are_applied():
    """BLZ-X-34, BLZ-9.1.3a, BLZ-9.1.3b"""
    made = held(steps=1)
    both = fight(made, *ROUND, *attacks(LOSS), *defends(LOSS))
    early = fight(made, *ROUND, *attacks(LOSS), do.StepLoss(unit="defender"))

    assert both.legal
    assert made.play(both.position, do.StepLoss(unit="defender"), do.StepLoss(unit="attacker"), END).legal
    assert made.play(both.position, do.StepLoss(unit="attacker"), do.Remove(unit="defender"), END).legal
    assert [(each.rule, each.missing) for each in early.rulings[-1].findings] == [("BLZ-9.1.3b", "declining")]


def test_everyone_fires_again():
    """BLZ-9.1.3a"""
    made = held().unit("second", "infantry", "G", "1006")
    one = (*defends(NOTHING), *fire("second", "attacker", NOTHING), *attacks(NOTHING))
    lost = fight(made, *one, *attacks(LOSS), *defends(NOTHING), do.StepLoss(unit="defender"))

    assert lost.legal, "who has fired itself may take its loss at once"
    assert lost.position.melee.round == 2
    assert fight(made, *one, *attacks(LOSS), *defends(NOTHING), *fire("second", "attacker", NOTHING)).legal


def test_handicaps_of_the_first_round():
    """BLZ-X-103, BLZ-7.2.1d, BLZ-7.2.1f, BLZ-9.1.3c, BLZ-9.1.5f"""
    made = held(attack=4)
    made.unit("attacker", "tank", "F", "1005", attack=4, defence=0).ground(roads=("1005", "1006"))
    entered = made.play(made.position(acting="F"), assault(column=True))
    rounds = (
        *fire("defender", "attacker", NOTHING), *fire("attacker", "defender", NOTHING, 4),
        *fire("attacker", "defender", NOTHING, 5),
    )  # fmt: skip

    assert made.play(entered.position, *rounds).legal
    assert made.play(entered.position, *rounds[:2], *fire("attacker", "defender", NOTHING, 5)).last.verdict == "legal"
    assert made.play(entered.position, *rounds[:2], rounds[-2]).last.rules == ("BLZ-7.2.1d",)


def test_two_results_on_one_unit_are_taken_one_after_another():
    """BLZ-9.1.3b"""
    made = held().unit("second", "infantry", "G", "1006", attack=4)
    one = (*defends(NOTHING), *fire("second", "attacker", NOTHING), *attacks(NOTHING))
    hit = fight(made, *one, *defends(LOSS), *fire("second", "attacker", LOSS), *attacks(NOTHING))
    loss = do.StepLoss(unit="attacker")

    assert made.play(hit.position, loss, loss, END).legal
    assert made.play(hit.position, loss, END).legal is False


def test_a_unit_too_weak_to_fire_need_not():
    """BLZ-8.2.2b"""
    made = held("infantry", attack=4)
    made.unit("attacker", "tank", "F", "1005", attack=4, defence=7)

    fought = fight(made, *attacks(NOTHING))
    assert fought.legal
    assert "BLZ-8.2.2b" in fight(made, defends(NOTHING)[0]).last.rules


def test_whether_others_may_join_is_disputed():
    """BLZ-9.1.4a"""
    made = held().unit("later", "infantry", "F", "1106")
    join = assault("later")
    joined = fight(made, join, rulings=("AMB-17=other",))

    assert fight(made, join).last.findings[0].ruling == "AMB-17"
    assert joined.legal
    assert joined.position.melee.attackers == {"attacker": "1005", "later": "1106"}
    assert "BLZ-9.1.4a" in fight(made, do.Assault(units=("later",), hex="1107")).last.rules


def test_an_hq_in_a_melee_can_be_neutralised():
    """BLZ-3.2d"""
    made = held()
    made.unit("G HQ", "hq", "G", "1006")
    hit = fight(made, *defends(NOTHING), *fire("attacker", "G HQ", N))

    assert made.play(hit.position, mark("G HQ"), *defends(NOTHING)).legal
    assert "BLZ-8.3b" in made.play(hit.position, *defends(NOTHING)[:1]).last.rules


# ------------------------------------------------------------------------------------------------------ going on
def won(made: Field, *more: object) -> Played:
    return fight(made, *defends(NOTHING), *attacks(LOSS), do.StepLoss(unit="defender"), *more)


def test_a_tank_goes_on_after_soft_defenders():
    """BLZ-X-26, BLZ-9.2a, BLZ-9.2b"""
    made = held(steps=1)
    made.unit("attacker", "tank", "F", "1005", movement=5, attack=4).unit("next", "infantry", "G", "1008", steps=1)

    assert won(made, do.Move(units=("attacker",), hex="1007")).legal
    assert won(made, do.Move(units=("attacker",), hex="1106"), do.Move(units=("attacker",), hex="1105")).legal


def test_a_tank_stops_after_others():
    """BLZ-X-27, BLZ-9.2a"""
    made = held("tank", steps=1, attack=4)
    made.unit("attacker", "tank", "F", "1005", movement=5, attack=4)

    assert won(made, do.Move(units=("attacker",), hex="1007")).last.rules == ("BLZ-9.2a",)


def test_others_stop_and_a_second_melee_of_theirs_is_disputed():
    """BLZ-X-28, BLZ-6.1e, BLZ-9.2a, BLZ-9.2b"""
    made = held(steps=1)
    made.unit("attacker", "motorcycle", "F", "1005", movement=6, attack=4).unit("next", "infantry", "G", "1007")
    again = do.Assault(units=("attacker",), hex="1007")

    assert won(made, do.Move(units=("attacker",), hex="1106")).last.rules == ("BLZ-9.2a",)
    assert won(made, again).last.findings[0].ruling == "AMB-21"
    position = won(made).position
    assert made.play(position, again, rulings=["AMB-21=ruling"]).last.rules == ("BLZ-9.2b",)
    assert made.play(position, again, rulings=["AMB-21=other"]).legal


def test_a_second_melee_needs_the_points():
    """BLZ-9.2b, BLZ-9.1.1b"""
    made = held(steps=1)
    made.unit("attacker", "tank", "F", "1005", movement=5, attack=4).unit("next", "infantry", "G", "1007")

    assert won(made, do.Assault(units=("attacker",), hex="1007")).last.rules == ("BLZ-9.1.1b",)


# ------------------------------------------------------------------------------------------------------ overrun HQs
def test_a_lone_hq_is_overrun():
    """BLZ-X-71, BLZ-3.2f, BLZ-3.2g"""
    made = field("tank", movement=5)
    made.unit("G HQ", "hq", "G", "1006")
    entered = fight(made)
    gone = do.OverrunHq(unit="G HQ", turn=2)

    assert entered.legal
    assert entered.position.melee is None
    assert entered.position.deed("attacker").spent == 6
    assert gone in [option for due in entered.due for option in due.options]
    assert "BLZ-3.2f" in made.play(entered.position, END).last.rules


def test_an_hq_goes_with_those_who_retreat_or_is_overrun():
    """BLZ-3.2f"""
    made = held()
    made.unit("G HQ", "hq", "G", "1006")
    left = fight(made, *defends(NOTHING), *attacks(N), mark("defender"), back("defender", "1007")).position

    assert made.play(left, back("G HQ", "1007"), END).legal
    assert "BLZ-3.2f" in made.play(left, END).last.rules


def test_an_hq_is_left_behind_by_the_eliminated():
    """BLZ-3.2f"""
    made = held(steps=1)
    made.unit("G HQ", "hq", "G", "1006")
    alone = won(made).position

    assert not made.play(alone, back("G HQ", "1007")).legal
    assert [due.rule for due in alone.due if due.must][-1] == "BLZ-3.2f"


# ------------------------------------------------------------------------------------------------------------- mines
def test_an_attacker_neutralised_before_the_fire_goes_back():
    """BLZ-10.1h, BLZ-9.1.2d"""
    made = held()
    blast = Due("BLZ-8.3b", (mark("attacker"), do.StepLoss(unit="attacker")))
    mined = made.play(fight(made).position.owing(blast), mark("attacker"))

    assert mined.legal
    assert made.play(mined.position, back("attacker", "1005"), END).legal
    assert "BLZ-9.1.2d" in made.play(mined.position, *defends(NOTHING)[:1]).last.rules
