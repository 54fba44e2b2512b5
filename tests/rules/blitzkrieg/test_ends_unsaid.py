"""What ends by the rules ends without a button: nobody is accused of not having pressed one."""

from rules.blitzkrieg import actions as do
from rules.engine.actions import Action
from tests.rules.blitzkrieg.battlefield import SWITCHES, Field
from tests.rules.blitzkrieg.conftest import PRESS
from tests.rules.shared.through import through_a_log

PASSED = do.Draw(chit="A"), do.Pass(chit="A"), do.Draw(chit="F"), do.Pass(chit="F")
NEXT, READY = do.NextTurn(turn=2), do.EndAdmin()
OVER = do.EndPhase(reason="passes")


def refilled(*chits: str) -> tuple[Action, ...]:
    return tuple(do.Refill(chit=chit) for chit in chits)


def field() -> Field:
    made = Field().formation("A", "german", hq="0805").formation("F", "french", hq="0811")
    return made.unit("tank", "tank", "A", "0807").unit("other tank", "tank", "F", "0809")


def three() -> Field:
    return field().formation("B", "german", hq="1205")


def said(case: Field, *actions: Action) -> list[str]:
    """What is said of a log in which this was done."""
    position = case.position()
    through = through_a_log(PRESS.edition(case.battle(), SWITCHES, position), position, actions)
    return [each.rule for judged in through.judged for each in judged.findings]


def test_two_passes_end_the_operations_phase():
    """BLZ-5.6a, BLZ-2.2.2a"""
    onward = NEXT, *refilled("A", "F"), READY, do.Draw(chit="A"), do.Activate(chit="A")

    assert said(three(), *PASSED, *onward) == []
    assert said(three(), *PASSED, OVER, *onward) == []
    assert said(three(), *PASSED[:2], NEXT) == ["BLZ-2.2.2a"]


def test_the_last_marker_ends_the_operations_phase():
    """BLZ-5.6c, BLZ-5.6d"""
    kept = *PASSED[:3], do.Keep(chit="F")
    onward = NEXT, *refilled("A"), READY, do.Draw(chit="F")

    assert said(field(), *kept, *onward) == []
    assert said(field(), *kept, do.EndPhase(reason="empty"), *onward) == []
    assert said(field(), *kept, *refilled("A"), do.EndPhase(reason="empty"), NEXT, READY, do.Draw(chit="F")) == []
    assert said(field(), *PASSED[:2], NEXT) == ["BLZ-2.2.2a"]


def test_administration_is_over_when_nothing_of_it_is_left():
    """BLZ-2a, BLZ-2.2.1e"""
    begun = *PASSED, OVER, NEXT

    assert said(three(), *begun, *refilled("A", "F"), do.Draw(chit="A"), do.Activate(chit="A")) == []
    assert said(three(), *begun, *refilled("A"), do.Draw(chit="A")) == ["BLZ-2.2.1e"]
