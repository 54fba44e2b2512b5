"""Dice that are thrown by the button while the marks of another roll lie there: whose they are, and for what."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.barbarossa import actions as do
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.writing import Entry, Throw
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.tabletop import accused, read

Done = list[Action | Entry]
HITS, MISSES = (1,) * 4 + (6,) * 6, (6,) * 10
SHOTS: Done = [do.Fire(unit="S1", target="G1"), do.Fire(unit="G1", target="S1")]
PAID: Done = [do.Mark(unit="S1", what="ammo", value=5), do.Mark(unit="G1", what="ammo", value=5)]
ENDS = do.Advance(to="S4")


def thrown(side: str, *dice: int) -> Entry:
    """Dice of which nothing is said: what is marked is what was said before."""
    return Entry(side, (Throw("1d6", dice, gathered="HX_Res"),))


def loses(unit: str, steps: int) -> do.Mark:
    return do.Mark(unit=unit, what="losses", value=steps)


# ------------------------------------------------------------------------------------------------------------ on land
def both_fire(*done: Action | Entry, declared: Sequence[Action | Entry] = (*SHOTS, *PAID)) -> list[str]:
    """What is said where two infantries fire at each other with ten dice each."""
    made = Field().unit("S1", "infantry", "0505").order("S1", "open_fire", target="G1")
    made.unit("G1", "infantry", "0504").order("G1", "open_fire", target="S1")
    return accused(read(made, made.at("S3"), *declared, *done, ENDS))


def test_who_throws_while_the_marks_of_the_other_side_lie_there_throws_for_his_own_shot():
    """BAR-5.1e, BAR-3.3c"""
    assert both_fire(thrown("soviet", *HITS), loses("G1", 2), thrown("german", *MISSES)) == []
    assert both_fire(thrown("soviet", *MISSES), thrown("german", *HITS), loses("S1", 2)) == []
    short = both_fire(thrown("soviet", *HITS), loses("G1", 1), thrown("german", *MISSES))
    assert "Illegal BAR-3.3c due.undone" in short
    assert "Illegal BAR-5.1e fire.roll" in both_fire(thrown("soviet", *HITS), loses("G1", 2))


def test_who_throws_for_the_other_side_is_known_by_what_comes_of_the_dice():
    """BAR-5.1e, BAR-3.3c"""
    assert both_fire(thrown("soviet", *HITS), loses("S1", 2), thrown("german", *MISSES)) == []
    assert "Illegal BAR-3.3c due.otherwise" in both_fire(thrown("soviet", *HITS), loses("S1", 3))


def test_a_shot_that_nobody_declared_is_known_by_what_comes_of_the_dice():
    """BAR-5.1e, BAR-6.3f"""
    own = SHOTS[1], *PAID, thrown("soviet", *HITS), loses("G1", 2), thrown("german", *MISSES)
    assert both_fire(*own, declared=()) == []
    theirs = SHOTS[1], *PAID, thrown("soviet", *HITS), loses("S1", 2)
    assert "Illegal BAR-6.3f fire.due" in both_fire(*theirs, declared=())


def test_the_dice_of_the_second_come_on_the_marks_of_a_test():
    """BAR-5.1e, BAR-4.4a"""
    made = Field().unit("S1", "infantry", "0505").order("S1", "suppressive_fire", target="G1")
    made.unit("G1", "infantry", "0504").order("G1", "suppressive_fire", target="S1")
    shots: Done = [do.Fire(unit=one, target=other, kind="suppress") for one, other in (("S1", "G1"), ("G1", "S1"))]
    paid = [do.Mark(unit=unit, what="ammo", value=3) for unit in ("S1", "G1")]
    tested = [Roll(purpose="TEST", who=unit, dice=(1, 1)) for unit in ("G1", "S1")]
    first = thrown("soviet", *HITS, *(6,) * 5), tested[0], loses("G1", 2)

    def said(*dice: int) -> list[str]:
        rest = thrown("german", *dice), *tested[1:], do.Advance(to="S3")
        return accused(read(made, made.at("S2"), *shots, *paid, *first, *rest))

    assert said(*MISSES, *(6,) * 4, 1) == []
    assert "Illegal BAR-5.1e fire.roll" in said(*MISSES)


def test_who_has_set_the_marks_himself_is_held_to_them():
    """BAR-5.1e"""
    assert both_fire(thrown("german", *MISSES), Roll(purpose="FIRE", who="S1", dice=HITS), loses("G1", 2)) == []
    wrong = both_fire(thrown("german", *MISSES[1:]), Roll(purpose="FIRE", who="S1", dice=HITS), loses("G1", 2))
    assert wrong == ["Illegal BAR-5.1e fire.rolled"]


def two_at_one(other: str, at: str, *done: Action | Entry) -> list[str]:
    """What is said where S1, an infantry in 0505, and another unit have to fire at G1 in 0503."""
    made = Field().unit("S1", "infantry", "0505").order("S1", "open_fire", target="G1")
    made.unit("S2", other, at, facing="N").order("S2", "open_fire", target="G1").unit("G1", "infantry", "0503")
    return accused(read(made, made.at("S3"), *done, ENDS))


def pays(unit: str, left: int) -> do.Mark:
    return do.Mark(unit=unit, what="ammo", value=left)


ALL_PAID: Done = [pays("S1", 5), pays("S2", 7)]


@pytest.mark.parametrize(("losses", "found"), [([], []), ([loses("G1", 2)], ["Undecided  twice.carried-out"])])
def test_a_button_pressed_twice_throws_for_nobody_who_throws_later(losses: Done, found: list[str]):
    """BAR-5.1a, BAR-3.3c"""
    aimed: Done = [do.Fire(unit=unit, target="G1") for unit in ("S1", "S2")]
    dice: Done = [Roll(purpose="FIRE", who="S1", dice=MISSES), thrown("soviet", *HITS)]
    assert (
        two_at_one("mg", "0404", *aimed, *dice, Roll(purpose="FIRE", who="S2", dice=MISSES), *losses, *ALL_PAID)
        == found
    )


def test_dice_of_another_shot_on_the_marks_of_one_that_is_rolled_rightly_are_its_own():
    """BAR-5.1e"""
    other, own = (1, *(6,) * 7), thrown("soviet", *MISSES)
    shot: Done = [do.Fire(unit="S1", target="G1")]
    assert two_at_one("mortar", "0605", *shot, thrown("soviet", *other), own, pays("S1", 5), pays("S2", 8)) == []
    alone = Field().unit("S1", "infantry", "0505").order("S1", "open_fire", target="G1").unit("G1", "infantry", "0503")
    told = accused(read(alone, alone.at("S3"), *shot, thrown("soviet", *other), own, pays("S1", 5), ENDS))
    assert told == ["Illegal BAR-5.1e fire.rolled"]


@pytest.mark.parametrize(("lost", "paid", "found"), [
    (1, ("S2", "S1"), []),
    (None, ("S2", "S1"), ["Undecided BAR-3.3c due.undone"]),
])  # fmt: skip
def test_of_two_shots_that_nobody_declared_that_one_is_rolled_that_is_paid_next(
    lost: int | None, paid: tuple[str, ...], found: list[str]
):
    """BAR-5.1e, BAR-3.3c"""
    left = {"S1": 5, "S2": 7}
    marks = [loses("G1", lost)] if lost is not None else []
    first, second = (pays(unit, left[unit]) for unit in paid)
    threes = thrown("soviet", *(3,) * 3, *(6,) * 7)
    assert two_at_one("mg", "0504", threes, first, *marks, thrown("soviet", *MISSES), second) == found


# --------------------------------------------------------------------------------------------------------- in the air
HIT, MISSED = (3, 3, 6), (6, 6, 6)
TEST = Roll(purpose="TEST", who="G1", dice=(6, 6))
HOME = do.Return(unit="G1")


def duel(*done: Action | Entry) -> list[str]:
    """What is said where the fighters S1 and G1 meet, and three dice are thrown by each."""
    made = Field().unit("G1", "fighter", "0604", air=0).order("G1", "air_patrol", hex="0604", number=1, rounds=2)
    made.unit("S1", "fighter", "0604", air=0).order("S1", "intercept", target="G1")
    marked = [do.Mark(unit=unit, what="ammo", value=3) for unit in ("S1", "G1")]
    return accused(read(made, made.at("S5"), do.Duel(unit="S1", target="G1"), *marked, *done))


def blow(unit: str, other: str, dice: tuple[int, ...]) -> Done:
    return [do.Strike(unit=unit, target=other), Roll(purpose="MELEE", who=unit, dice=dice)]


def test_dice_of_a_duel_are_known_by_what_comes_of_them():
    """BAR-9.9l, BAR-9.9n, BAR-9.7b"""
    rest = [loses("G1", 1), TEST, *blow("G1", "S1", MISSED), HOME, do.Mark(unit="G1", what="air", value=1)]
    assert duel(thrown("soviet", *HIT), *rest) == duel(*blow("S1", "G1", HIT), *rest) == []
    assert "Undecided BAR-9.7b air.stays" in duel(*blow("S1", "G1", MISSED), *blow("G1", "S1", MISSED), HOME)


def named(first: str, then: str) -> list[str]:
    """What is said where S1 meets a bomber and its escort, and names one, then another before its dice fall."""
    made = Field().unit("G1", "stuka", "0604", air=0).order("G1", "air_strike", hex="0604")
    made.unit("G2", "fighter", "0604", air=0).order("G2", "escort", target="G1")
    made.unit("S1", "fighter", "0604", air=0).order("S1", "intercept", target="G1")
    duels = [do.Duel(unit="S1", target=target) for target in (first, then)]
    return accused(read(made, made.at("S5"), *duels, *blow("S1", then, MISSED)))


def test_who_names_another_enemy_before_the_dice_fall_has_chosen_that_one():
    """BAR-9.9j, BAR-9.9k"""
    told = {pair: named(*pair) for pair in (("G1", "G2"), ("G2", "G1"))}
    assert not any("BAR-9.9j" in each or "BAR-9.9k" in each for each in told["G1", "G2"])
    assert "Illegal BAR-9.9j duel.fighters-first" in told["G2", "G1"]
    assert not any("BAR-9.9k" in each for each in told["G2", "G1"]), "one duel"


# -------------------------------------------------------------------------------------- dice of which nothing is known
def on_guard(order: str, *dice: Entry, falls: bool = True) -> list[str]:
    """What is said where G1 comes by S1, dice fall, and G1 fails its test when all have moved."""
    made = Field().unit("S1", "infantry", "0505").order("S1", order, facing="N", number=2)
    made.unit("G1", "infantry", "0502").order("G1", "march", route=("0503",))
    fails = [Roll(purpose="TEST", who="G1", dice=(6, 6)), do.State(unit="G1", status="suppressed")] if falls else []
    marks = [loses("G1", 2)] if order == "defend" and dice else []
    done = do.Step(unit="G1", hex="0503"), *dice, *marks, do.Advance(to="S11"), *fails
    return accused(read(made, made.at("S10"), *done))


def test_who_fails_a_test_for_dice_of_which_nothing_is_known_is_suppressed_or_not():
    """BAR-5.11a, BAR-4.4l"""
    dice = thrown("soviet", *(1,) * 4, *(6,) * 7)
    assert not any("Illegal" in each for each in on_guard("defend", dice))
    assert "Undecided BAR-5.11a marks.state" in on_guard("defend", dice)
    assert on_guard("defend") == ["Illegal BAR-5.11a marks.state"]
    assert on_guard("dig_in", dice) == ["Illegal BAR-5.11a marks.state"]


def after_a_search(*done: Action | Entry) -> list[str]:
    """What is said where S2 has found a hidden headquarters at which it aimed, and dice fall on the marks of that."""
    made = Field().unit("S1", "infantry", "0505").order("S1", "defend", facing="N", number=2)
    made.unit("S2", "light", "0905").order("S2", "march", route=("0904",)).unit("G9", "hq", "0903", hidden=True)
    made.unit("G1", "infantry", "0502").order("G1", "march", route=("0503",)).order("G9", "wait")
    steps = [
        do.Step(unit="S2", hex="0904"),
        do.Step(unit="G1", hex="0503"),
        do.Found(unit="G9", by="soviet", finder="S2"),
    ]
    return accused(read(made, made.at("S10"), *steps, *done))


def test_dice_after_a_search_are_no_shot_of_who_has_found_somebody():
    """BAR-5.1a"""
    dice = thrown("soviet", *(6,) * 8)
    twice = after_a_search(dice, dice)
    assert not any("Illegal" in each for each in twice)
    shot = Roll(purpose="FIRE", who="S2", dice=(6,) * 8)
    assert "Illegal BAR-5.1a marks.roll" in after_a_search(shot)
