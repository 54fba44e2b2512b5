"""What somebody says that is not his to say, or not to be said then, binds nobody who goes on as if it were unsaid."""

from __future__ import annotations

from rules.blitzkrieg import actions as do
from rules.engine.dice import Roll
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.tabletop import Done, Step, accused, at_the_table, noted

THEIRS, OURS = do.EndActivation(by="french"), do.EndActivation(by="german")
OVER = do.EndPhase(by="french", reason="empty")


def field() -> Field:
    made = Field().formation("A", "german", hq="0805").formation("F", "french", hq="0811")
    made.unit("a1", "infantry", "A", "0807", movement=2).unit("a2", "infantry", "A", "0806", movement=2)
    return made.unit("foe", "infantry", "F", "0810").unit("near", "infantry", "F", "0808")


def play(*done: Done) -> list[str]:
    made = field()
    return accused(at_the_table(made, made.position(acting="A"), *done))


GO, ON = Step("a2", "0706"), Step("a1", "0707")


def test_an_activation_that_the_enemy_ends_goes_on():
    """BLZ-6.1h, BLZ-5.2d"""
    assert play(GO, THEIRS, ON, OURS) == []


def test_who_has_ended_his_activation_too_early_may_go_on_until_somebody_acts():
    """BLZ-6.1h, BLZ-5.2d"""
    drawn = do.Draw(chit="F", by="french")
    marked = do.Mark(piece="A", marker="exhausted", by="german")

    assert play(GO, OURS, ON, OURS, drawn) == []
    assert "BLZ-6.1h" in play(GO, OURS, drawn, ON)
    assert "BLZ-6.1h" in play(GO, OURS, marked, ON), "he has gone by it himself"
    far = Step("a2", "0606"), Step("a2", "0506")
    assert play(GO, OURS, *far) == ["BLZ-7.1b"], "and has no more points than he had"


def test_it_is_remarked_what_counts_as_unsaid():
    made = field()
    judged = at_the_table(made, made.position(acting="A"), GO, THEIRS, ON, OURS)
    found = [(finding.why, one.concerns(finding)) for one in judged for finding in one.findings if finding.owner]

    assert "word.void" in noted(judged)
    assert ("word.void", "french") in found


def test_a_phase_that_the_enemy_ends_too_early_is_his_breach_alone():
    """BLZ-2.2.2c, BLZ-6.1h"""
    found = play(GO, OVER, ON, OURS)

    assert found
    assert set(found) <= {"BLZ-2.2.2c", "BLZ-5.6a", "BLZ-5.6c"}


def test_who_said_that_he_does_not_react_may_still_do_it_until_somebody_acts():
    """BLZ-6.3.1h"""
    opp, failed = do.OppFire(unit="near", target="a1"), Roll(purpose="OPPFIRE", who="near", dice=(6, 6))
    used = do.Mark(piece="near", marker="opp", on=True)

    for said in (do.Decline(by="french"), do.Decline(by="german")):
        assert play(ON, said, opp, failed, used, OURS) == []
    assert play(ON, do.Decline(by="french"), OURS, opp, failed, used) != []


def test_who_goes_by_what_was_said_has_heard_it():
    """BLZ-5.1a, BLZ-6.1h"""
    made = field()
    drawn = made.position(acting="A")
    judged = at_the_table(made, drawn, GO, THEIRS, do.Draw(chit="F", by="french"), ON)

    assert "BLZ-6.1h" in accused(judged), "a marker was drawn: the activation is over"
