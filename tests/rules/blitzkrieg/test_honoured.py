"""Who honours what lies on the table is not accused: dice that fell against the rules, what a shooter said."""

import pytest

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.model import Position
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.shared.played import Played

MISS, RED, HIT = (1, 1), (5, 5), (6, 6)
N = do.Mark(piece="target", marker="neutralised")
END = do.EndActivation()


def field(tank: str = "0807") -> Field:
    made = Field().formation("A", "german", hq="0805").formation("F", "french", hq="0811")
    made.unit("tank", "tank", "A", tank).unit("target", "tank", "F", "0809").unit("company", "infantry", "F", "0810")
    return made.chit("guns", "german", "artillery", medium=2)


def melee() -> Field:
    made = Field().formation("A", "german", hq="0805").formation("F", "french", hq="0811")
    made.unit("attacker", "infantry", "A", "0807").unit("defender", "infantry", "F", "0808")
    return made.unit("second", "infantry", "F", "0808")


def said(case: Field, start: Position, *actions: Action) -> list[tuple[str, ...]]:
    played: Played[Position] = case.play(start, *actions)
    return [ruling.rules for ruling in played.rulings]


def fire(dice: tuple[int, ...], who: str = "tank") -> Roll:
    return Roll(purpose="FIRE", who=who, dice=dice)


@pytest.mark.parametrize(
    ("first", "second", "taken"),
    [(MISS, HIT, True), (MISS, HIT, False), (HIT, MISS, True), (HIT, MISS, False), (HIT, HIT, True)],
)
def test_the_target_of_a_shot_that_was_thrown_twice_takes_either_result(first, second, taken):
    """BLZ-8.1.1a, BLZ-8.3b"""
    case = field()
    deeds = do.Fire(unit="tank", target="target"), fire(first), fire(second), *((N,) if taken else ()), END

    assert [rules for rules in said(case, case.position(acting="A"), *deeds) if rules] == [("BLZ-8.1.1a",)]


def test_a_result_that_neither_throw_gave_is_not_taken():
    """BLZ-8.3b"""
    case = field()
    deeds = do.Fire(unit="tank", target="target"), fire(MISS), fire(MISS), N, END

    assert said(case, case.position(acting="A"), *deeds) == [(), (), ("BLZ-8.1.1a",), ("BLZ-8.3b",), ()]


def test_who_was_hit_by_a_salvo_whose_message_was_lost_may_lose_the_step():
    """BLZ-8.6.1m, BLZ-8.3e"""
    case = field()
    lost = (
        do.Draw(chit="guns"), do.Activate(chit="guns"),
        do.Barrage(chit="guns", hex="0810", calibre="medium", observer="A HQ"),
        Roll(purpose="TRANSMIT", who="A HQ", dice=(6, 3)),
    )  # fmt: skip
    struck = Roll(purpose="BARRAGE", who="guns", dice=HIT)
    step = do.StepLoss(unit="company")

    assert said(case, case.position(), *lost, struck, step, END)[4:] == [("BLZ-8.6.1m",), (), ()]
    assert said(case, case.position(), *lost, struck, END)[4:] == [("BLZ-8.6.1m",), ()]
    assert said(case, case.position(), *lost, step, END)[4:] == [("BLZ-8.3e",), ()]


def test_who_was_hit_by_opportunity_fire_after_a_failed_check_may_be_marked():
    """BLZ-6.3.1e, BLZ-8.3b"""
    case = field()
    failed = (
        do.Move(units=("tank",), hex="0707"), do.OppFire(unit="target", target="tank"),
        Roll(purpose="OPPFIRE", who="target", dice=HIT),
    )  # fmt: skip
    used, marked = do.Mark(piece="target", marker="opp"), do.Mark(piece="tank", marker="neutralised")
    start = case.position(acting="A")

    assert said(case, start, *failed, fire(HIT, "target"), used, marked, END)[3:] == [("BLZ-6.3.1e",), (), (), ()]
    assert said(case, start, *failed, used, marked, END)[3:] == [(), ("BLZ-8.3b",), ()]


def test_a_defender_hit_by_dice_that_were_thrown_again_may_lose_the_step_and_stay():
    """BLZ-8c, BLZ-8.3e, BLZ-9.1.2g"""
    case = melee()

    def shot(unit: str, target: str) -> tuple[Action, Roll]:
        return do.MeleeFire(unit=unit, target=target), Roll(purpose="MELEE", who=unit, dice=(2, 3))

    begun = (
        do.Assault(units=("attacker",), hex="0808"), *shot("defender", "attacker"), *shot("second", "attacker"),
        *shot("attacker", "defender"),
    )  # fmt: skip
    again = Roll(purpose="MELEE", who="attacker", dice=HIT)
    taken = do.StepLoss(unit="defender"), do.Stay(unit="defender")
    start = case.position(acting="A")

    assert said(case, start, *begun, again, *taken)[7:] == [("BLZ-8c",), (), ()]
    assert said(case, start, *begun, *taken)[7:] == [("BLZ-8.3e",), ("BLZ-9.1.2g",)]


def test_the_target_takes_the_result_in_the_column_that_the_shooter_declared():
    """BLZ-8.2.2a, BLZ-8.3d"""
    case = field()
    start = case.position(acting="A")
    wrong, right = (do.Fire(unit="tank", target="target", mode="full", column=told) for told in (5, 1))

    assert said(case, start, wrong, fire(RED), N, END) == [("BLZ-8.2.2a",), (), (), ()]
    assert said(case, start, wrong, fire(RED), END) == [("BLZ-8.2.2a",), (), ()]
    assert said(case, start, right, fire(RED), N, END) == [(), (), ("BLZ-8.3d",), ()]


def test_a_result_in_both_columns_is_taken():
    """BLZ-8.2.2a, BLZ-8.3b"""
    case = field()
    wrong = do.Fire(unit="tank", target="target", mode="full", column=5)

    assert said(case, case.position(acting="A"), wrong, fire(HIT), END) == [("BLZ-8.2.2a",), (), ("BLZ-8.3b",)]


def test_the_target_of_who_has_moved_and_says_nothing_takes_the_result_by_either_strength():
    """BLZ-6.1c, BLZ-8.3d"""
    case = field("0806")
    start, moved = case.position(acting="A"), tuple(do.Move(units=("tank",), hex=place) for place in ("0807",))
    unsaid, reduced = (do.Fire(unit="tank", target="target", mode=mode) for mode in ("", "reduced"))
    hanging = (5, 6)

    for taken in ((N,), ()):
        played = case.play(start, *moved, unsaid, fire(hanging), *taken, END)
        assert played.legal
        assert [each.why for each in played.rulings[2].findings] == ["fire.strength-unsaid"]
    assert said(case, start, *moved, reduced, fire(hanging), N, END)[2:] == [(), ("BLZ-8.3d",), ()]
    assert not case.play(start, *moved, reduced, fire(hanging)).rulings[2].findings
