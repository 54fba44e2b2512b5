"""What players do to the board for the record stands in any order that the book does not forbid."""

from __future__ import annotations

import pytest

from rules.blitzkrieg import actions as do
from rules.engine.dice import Roll
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.tabletop import accused, at_the_table
from tests.rules.blitzkrieg.test_victory import field as victory

N = (5, 5)


def mark(piece: str, marker: do.MarkerName, *, on: bool = True) -> do.Mark:
    return do.Mark(piece=piece, marker=marker, on=on)


def field(**more: object) -> Field:
    made = Field().formation("F", "german", hq="1004").formation("G", "french", hq="0114", **more)
    made.unit("firer", "tank", "F", "1005", attack=5)
    return made.unit("target", "infantry", "G", "1006").unit("other", "infantry", "G", "0113")


def test_markers_of_command_and_dice_of_recovery_may_come_before_the_turn_marker():
    """BLZ-2.1b, BLZ-8.5.1b"""
    made = field(demoralised=True)
    made.unit("firer", "tank", "F", "1005", ooc=True)
    early = (
        mark("firer", "ooc", on=False),
        Roll(purpose="RECOVERY", who="G", dice=(1, 2)),
        mark("G", "demoralised", on=False),
    )
    late = do.NextTurn(turn=2), mark("target", "ooc"), do.EndAdmin()
    over = made.position(chits=dict.fromkeys(made.chits, "used")).but(stack=("DRAW",), passed="both")
    played = made.play(over, do.EndPhase(reason="passes"), *early, *late)

    assert [rule for rule in played.rules if rule != "BLZ-2.2.1e"] == []
    failed = made.play(over, do.EndPhase(reason="passes"), Roll(purpose="RECOVERY", who="G", dice=(6, 6)))
    assert [due.rule for due in failed.due if due.must][:1] == ["BLZ-8.5.1e"]
    assert "BLZ-2.1b" in made.play(over, mark("firer", "ooc", on=False)).rules, "not in the middle of a turn"


@pytest.mark.parametrize(("tried", "demanded"), [(False, True), (None, False), (True, False)])
def test_dice_of_recovery_that_may_be_in_no_log_are_demanded_of_nobody(tried: bool | None, demanded: bool):
    """BLZ-8.5.1b"""
    made = field(demoralised=True)
    start = made.position("TURN_END", chits=dict.fromkeys(made.chits, "used"))
    over = made.play(start.formation("G", tried=tried), do.NextTurn(turn=2))

    assert ("BLZ-8.5.1b" in made.play(over.position, do.EndAdmin()).rules) is demanded
    rolled = made.play(over.position, Roll(purpose="RECOVERY", who="G", dice=(6, 6))).last
    assert rolled.legal is (tried is not True)


@pytest.mark.parametrize("score_first", [True, False])
def test_points_are_set_before_or_after_the_turn_marker(score_first: bool):
    """BLZ-12.1.4a"""
    made = victory()
    start = made.position("TURN_END", holders={"1006": "german"})
    over = made.play(start.but(stack=("DRAW",), passed="both"), do.EndPhase(reason="passes"))
    score, on = do.Score(points=3), do.NextTurn(turn=2)
    told = at_the_table(made, over.position, *((score, on) if score_first else (on, score)))

    assert accused(told) == []
    assert "BLZ-12.1.4a" in accused(at_the_table(made, over.position, on, do.EndAdmin()))


def test_an_n_that_was_marked_may_still_be_changed_into_a_step():
    """BLZ-8.3c, BLZ-8.3e, BLZ-8.4i"""
    made = field()
    shot = do.Fire(unit="firer", target="target", mode="full"), Roll(purpose="FIRE", who="firer", dice=N)
    swap = mark("target", "neutralised"), do.StepLoss(unit="target"), mark("target", "neutralised", on=False)
    start = made.position(acting="F")

    assert made.play(start, *shot, *swap, do.EndActivation()).rules == ()
    escapes = made.play(start, *shot, swap[0], swap[2], do.EndActivation())
    assert "BLZ-8.4i" in escapes.rules


def test_in_a_melee_too_and_a_company_aboard_goes_back_with_its_carrier():
    """BLZ-9.1.2d, BLZ-9.1.2c"""
    made = field()
    made.unit("apc", "apc", "F", "1005", attack=3, defence=0).unit(
        "rider", "infantry", "F", "1005", aboard="apc", attack=3
    )
    into = do.Assault(units=("apc",), hex="1006")
    start = made.position(acting="F")

    def hit(unit: str) -> tuple[do.Action, ...]:
        return do.MeleeFire(unit="target", target=unit), Roll(purpose="MELEE", who="target", dice=N)

    swapped = mark("apc", "neutralised"), do.StepLoss(unit="apc"), mark("apc", "neutralised", on=False)
    assert made.play(start, into, *hit("apc"), *swapped).rules == ()
    shaken = mark("rider", "neutralised"), do.FallBack(unit="apc", path=("1005",)), do.EndActivation()
    assert made.play(start, into, *hit("rider"), *shaken).rules == ()
    stays = made.play(start, into, *hit("rider"), shaken[0], do.EndActivation())
    assert "BLZ-9.1.2d" in stays.rules
