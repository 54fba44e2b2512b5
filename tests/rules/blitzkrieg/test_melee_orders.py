"""Chapter 9: results of a melee are taken in any order that the book leaves free; HQs go along; bystanders react."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

import pytest

from rules.blitzkrieg import actions as do
from rules.engine.dice import Roll
from rules.engine.ruling import Illegal, Undecided
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.shared.played import Played

N, LOSS, NOTHING = (5, 5), (6, 6), (1, 1)
Acts = tuple[do.Action, ...]
ENDED = do.EndActivation()
CHAINS = 24
"""So many orders of a set of deeds are tried."""


def field() -> Field:
    """Two German companies with their HQ in 1005 next to two French ones in 1006; comrades far away."""
    made = Field().formation("F", "german", hq="1005").formation("G", "french", hq="1009")
    for name in ("attacker", "second attacker"):
        made.unit(name, "infantry", "F", "1005", attack=4, defence=0)
    for name in ("defender", "second defender"):
        made.unit(name, "infantry", "G", "1006", attack=4, defence=0)
    for number in range(4):
        made.unit(f"german {number}", "tank", "F", "1603").unit(f"french {number}", "infantry", "G", "0113")
    return made


BOTH = ("attacker", "second attacker")
ENTRY = do.Assault(units=BOTH, hex="1006")


def fire(unit: str, target: str, dice: tuple[int, ...] = NOTHING) -> Acts:
    return do.MeleeFire(unit=unit, target=target), Roll(purpose="MELEE", who=unit, dice=dice)


def mark(piece: str) -> do.Mark:
    return do.Mark(piece=piece, marker="neutralised")


def back(unit: str, *path: str) -> do.FallBack:
    return do.FallBack(unit=unit, path=path)


def lost(unit: str) -> do.StepLoss:
    return do.StepLoss(unit=unit)


FIRST = (
    *fire("defender", "attacker"), *fire("second defender", "second attacker"),
    *fire("attacker", "defender"), *fire("second attacker", "second defender"),
)  # fmt: skip


def orders(*chains: Sequence[do.Action]) -> Iterator[Acts]:
    """The ways in which several people each do their own things one after the other, evenly chosen."""
    names = [name for name, chain in enumerate(chains) for _ in chain]
    ways = sorted(set(permutations(names)))
    for way in ways[:: max(1, len(ways) // CHAINS)]:
        left = [list(chain) for chain in chains]
        yield tuple(left[name].pop(0) for name in way)


def accused(played: Played) -> list[str]:
    return [each.rule for said in played.rulings for each in said.findings if isinstance(each, Illegal | Undecided)]


def clean(made: Field, *before: do.Action, then: Sequence[Sequence[do.Action]], after: Sequence[do.Action] = (ENDED,)):
    """Nobody is accused in whatever order the chains are done."""
    for way in orders(*then):
        played = made.play(made.position(acting="F"), *before, *way, *after)
        assert accused(played) == [], way


# --------------------------------------------------------------------------------------------- simultaneous rounds
WAYS_OUT = {
    "mark and go": lambda unit, place: (mark(unit), back(unit, place)),
    "go and mark": lambda unit, place: (back(unit, place), mark(unit)),
    "step": lambda unit, _: (lost(unit),),
}


@pytest.mark.parametrize("first", WAYS_OUT)
@pytest.mark.parametrize("second", WAYS_OUT)
def test_in_a_simultaneous_round_one_may_leave_before_another_is_dealt_with(first: str, second: str):
    """BLZ-9.1.3b, BLZ-9.1.2f, BLZ-9.1.2d"""
    fought = (
        *fire("attacker", "defender", N), *fire("second attacker", "second defender", N),
        *fire("defender", "attacker", N), *fire("second defender", "second attacker"),
    )  # fmt: skip
    chains = [
        WAYS_OUT[first]("defender", "1007"), WAYS_OUT[second]("second defender", "1007"),
        WAYS_OUT[first]("attacker", "1005"),
    ]  # fmt: skip
    gone = first != "step" and second != "step"
    on = (ENDED,) if gone else ()

    clean(field(), ENTRY, *FIRST, *fought, then=chains, after=on)


def test_a_step_and_a_retreat_from_the_same_round_come_in_any_order():
    """BLZ-9.1.3b, BLZ-8.3e"""
    fought = (
        *fire("attacker", "defender", N), *fire("second attacker", "defender", LOSS),
        *fire("defender", "attacker", LOSS), *fire("second defender", "second attacker", LOSS),
    )  # fmt: skip
    hit = (ENTRY, *FIRST, *fought)
    losses = [(lost("attacker"),), (lost("second attacker"),)]

    clean(field(), *hit, then=[(mark("defender"), back("defender", "1007")), (lost("defender"),), *losses], after=())
    made = field()
    start = made.position(acting="F")
    only_left = made.play(start, *hit, mark("defender"), back("defender", "1007"), *(each[0] for each in losses))
    assert accused(only_left) == []
    assert accused(made.play(only_left.position, *fire("second defender", "attacker"))) == ["BLZ-8.3e"]


def test_all_may_throw_their_dice_before_results_are_taken():
    """BLZ-9.1.2b, BLZ-9.1.2d, BLZ-9.1.2c"""
    thrown = fire("defender", "attacker", N), fire("second defender", "second attacker", LOSS)
    made, first = field(), (mark("attacker"), back("attacker", "1005"))

    clean(made, ENTRY, *thrown[0], *thrown[1], then=[first, (lost("second attacker"),)], after=())
    one_by_one = (ENTRY, *thrown[0], *first, *thrown[1], lost("second attacker"))
    assert accused(made.play(made.position(acting="F"), *one_by_one)) == []
    untaken = made.play(made.position(acting="F"), ENTRY, *thrown[0], *thrown[1], *fire("second attacker", "defender"))
    assert set(accused(untaken)) == {"BLZ-9.1.2d", "BLZ-8.3e"}


def test_in_a_simultaneous_round_dice_may_fall_before_another_aims():
    """BLZ-8.1.1a, BLZ-9.1.2d"""
    made, hit = field(), fire("attacker", "defender", N)
    chains = hit, fire("second attacker", "defender"), fire("defender", "second attacker")
    taken = mark("defender"), back("defender", "1007")

    clean(made, ENTRY, *FIRST, then=chains, after=(*fire("second defender", "attacker"), *taken))
    early = made.play(made.position(acting="F"), ENTRY, *FIRST, hit[0], *chains[1], *chains[2], *taken)
    assert "BLZ-8.1.1a" in accused(early), "its dice have not fallen"


def test_two_hits_on_one_unit_before_it_takes_them():
    """BLZ-9.1.2b, BLZ-9.1.2c, BLZ-9.1.2d"""
    twice = (ENTRY, *fire("defender", "attacker", N), *fire("second defender", "attacker", N))
    made = field()
    start = made.position(acting="F")

    for taken in (
        (mark("attacker"), back("attacker", "1005")),
        (back("attacker", "1005"), mark("attacker")),
        (lost("attacker"), mark("attacker"), back("attacker", "1005")),
        (lost("attacker"), lost("attacker")),
    ):
        assert accused(made.play(start, *twice, *taken, *fire("second attacker", "defender"))) == [], taken
    once = made.play(start, *twice, lost("attacker"), *fire("second attacker", "defender"))
    assert accused(once) == ["BLZ-9.1.2d"]


def test_a_second_defender_is_waited_for():
    """BLZ-9.1.2b"""
    made = field()
    start, thrown = made.position(acting="F"), (ENTRY, *fire("defender", "attacker"))
    at_once = made.play(start, *thrown, *fire("attacker", "defender"))
    said = made.play(start, *thrown, do.Decline(by="french"), *fire("attacker", "defender"))

    assert accused(at_once) == ["BLZ-9.1.2b"]
    assert accused(said) == []


def test_no_reaction_said_at_the_entry_may_mean_that_nobody_fires():
    """BLZ-9.1.2b, BLZ-6.3.1g"""
    made = field()
    start = made.position(acting="F")
    begun = (ENTRY, do.Decline(by="french"))

    assert accused(made.play(start, *begun, *fire("attacker", "defender"))) == []
    assert accused(made.play(start, *begun, *FIRST)) == []


# --------------------------------------------------------------------------------------------------- HQs go along
ALONG = do.Assault(units=(*BOTH, "F HQ"), hex="1006")
ALL_IN = (
    *fire("defender", "attacker", N), *fire("second defender", "second attacker", N),
)  # fmt: skip


def test_an_hq_that_goes_along_goes_back_with_its_stack_or_is_overrun():
    """BLZ-3.2f, BLZ-9.1.4a, BLZ-9.1.2d"""
    made, start = field(), field().position(acting="F")
    beaten = [
        step for unit in BOTH for step in (mark(unit), back(unit, "1005"))
    ]  # fmt: skip
    gone = made.play(start, ALONG, *ALL_IN, *beaten)

    assert accused(gone) == []
    assert accused(made.play(gone.position, back("F HQ", "1005"), ENDED)) == []
    overrun = made.play(gone.position, do.OverrunHq(unit="F HQ", turn=2))
    assert accused(overrun) == []
    assert overrun.position.melee is None
    assert "BLZ-3.2f" in accused(made.play(gone.position, ENDED))
    clean(made, ALONG, *ALL_IN, then=[beaten[:2], beaten[2:]], after=(back("F HQ", "1005"), ENDED))
    first = made.play(start, ALONG, *ALL_IN, *beaten[:2], back("F HQ", "1005"), *beaten[2:], ENDED)
    assert accused(first) == []


def test_an_hq_that_goes_along_neither_fires_nor_is_waited_for():
    """BLZ-9.1.2e, BLZ-8.1a, BLZ-9.1.4a"""
    made, start = field(), field().position(acting="F")
    won = (
        *fire("defender", "attacker"), *fire("second defender", "second attacker"),
        *fire("attacker", "defender", N), *fire("second attacker", "second defender", N),
    )  # fmt: skip
    left = [mark("defender"), back("defender", "1007"), mark("second defender"), back("second defender", "1007")]
    after = made.play(start, ALONG, *won, *left)

    assert accused(after) == []
    assert after.position.melee is None
    assert accused(made.play(after.position, ENDED)) == []
    assert "BLZ-8.1a" in accused(made.play(start, ALONG, do.MeleeFire(unit="F HQ", target="defender")))


def test_an_hq_that_is_neutralised_in_a_melee_need_not_leave_it():
    """BLZ-3.2d, BLZ-9.1.2d"""
    made, start = field(), field().position(acting="F")
    hit = (ALONG, *fire("defender", "F HQ", N), mark("F HQ"), *fire("second defender", "attacker"))

    assert accused(made.play(start, *hit, *fire("attacker", "defender"))) == []


def test_an_hq_left_by_the_fallen_is_overrun_and_does_not_walk_away():
    """BLZ-3.2f"""
    made = field()
    for name in BOTH:
        made.unit(name, "infantry", "F", "1005", attack=4, defence=0, steps=1)
    dead = (ALONG, *fire("defender", "attacker", LOSS), *fire("second defender", "second attacker", LOSS))
    alone = made.play(made.position(acting="F"), *dead, *(lost(unit) for unit in BOTH))

    assert accused(alone) == []
    assert accused(made.play(alone.position, do.OverrunHq(unit="F HQ", turn=2))) == []
    assert "BLZ-3.2f" in accused(made.play(alone.position, back("F HQ", "1005")))


# ------------------------------------------------------------------------------------------------ back into a crowd
def crowded() -> tuple[Field, Acts]:
    """The attacker's hex fills while it is away."""
    made = field()
    for number in range(3):
        made.unit(f"comrade {number}", "infantry", "F", "1005")
    thrown = (do.Assault(units=("attacker",), hex="1006"), *fire("defender", "attacker", N), mark("attacker"))
    return made, thrown


def test_an_attacker_thrown_back_into_a_full_hex_goes_on():
    """BLZ-9.1.5c, BLZ-9.1.2d, BLZ-7.3a"""
    made, thrown = crowded()
    start = made.position(acting="F")

    assert accused(made.play(start, *thrown, back("attacker", "1005", "1004"), ENDED)) == []
    assert accused(made.play(start, *thrown, back("attacker", "1106"))) == ["BLZ-9.1.2d"]
    stays = made.play(start, *thrown, back("attacker", "1005"), ENDED)
    assert [(type(each), each.ruling) for each in stays.last.findings] == [(Undecided, "AMB-20")]
    made = field()
    room = made.play(made.position(acting="F"), *thrown, back("attacker", "1005", "1004"))
    assert accused(room) == ["BLZ-9.1.2d"]


def test_an_attacker_that_goes_back_unasked_breaks_the_attackers_rule():
    """BLZ-9.1.2d"""
    made = field()
    played = made.play(made.position(acting="F"), ENTRY, *fire("defender", "attacker"), back("attacker", "1005"))

    assert accused(played) == ["BLZ-9.1.2d"]


# ----------------------------------------------------------------------------------------- reactions to the entry
def test_bystanders_may_retreat_from_an_enemy_who_enters_a_melee():
    """BLZ-6.3.3a, BLZ-6.3.3b, BLZ-9.1.4a"""
    made = field().unit("bystander", "infantry", "G", "1007", attack=4)
    start = made.position(acting="F")

    assert accused(made.play(start, ENTRY, do.Retreat(unit="bystander", path=("1008",)), *FIRST)) == []
    late = made.play(start, ENTRY, *FIRST, do.Retreat(unit="bystander", path=("1008",)))
    assert accused(late) == ["BLZ-9.1.4a"]
    into = made.play(start, ENTRY, do.OppFire(unit="bystander", target="attacker"))
    assert accused(into) == ["BLZ-6.3.1.1e"]


def test_that_a_defender_retreats_from_the_entry_itself_is_disputed():
    """BLZ-6.3.3a, BLZ-9.1.2b"""
    made = field()
    start = made.position(acting="F")
    both = [do.Retreat(unit=unit, path=("1007",)) for unit in ("defender", "second defender")]
    played = made.play(start, ENTRY, *both)

    assert [each.ruling for said in played.rulings for each in said.findings] == ["AMB-63", "AMB-63"]
    assert accused(made.play(start, ENTRY, *both, ENDED, rulings=["AMB-63=other"])) == []
    assert accused(made.play(start, ENTRY, *both[:1], rulings=["AMB-63=ruling"])) == ["BLZ-9.1.2b"]


# ----------------------------------------------------------------------------------------------- lone HQs overrun
def test_going_on_after_overrunning_a_lone_hq_is_for_tanks_and_armoured_cars_as_we_read_it():
    """BLZ-9.2a, BLZ-9.2b"""
    made = Field().formation("F", "german", hq="1003").formation("G", "french", hq="1006")
    made.unit("company", "infantry", "F", "1005", movement=6).unit("tank", "tank", "F", "1005", movement=6)
    made.unit("french 0", "infantry", "G", "1107").unit("french 1", "infantry", "G", "0113")
    gone = do.OverrunHq(unit="G HQ", turn=2)

    def after(unit: str, then: do.Action, *rulings: str) -> list[tuple[str, str]]:
        start = made.position(acting="F")
        played = made.play(start, do.Assault(units=(unit,), hex="1006"), gone, then, rulings=rulings)
        wrong = (each for said in played.rulings for each in said.findings if isinstance(each, Illegal | Undecided))
        return [(each.rule, getattr(each, "ruling", "")) for each in wrong]

    for on in (do.Move, do.Assault):
        goal = "1007" if on is do.Move else "1107"
        rule = "BLZ-9.2a" if on is do.Move else "BLZ-9.2b"
        assert after("company", on(units=("company",), hex=goal)) == [(rule, "AMB-21")]
        assert after("company", on(units=("company",), hex=goal), "AMB-21=ruling") == [(rule, "")]
        assert after("company", on(units=("company",), hex=goal), "AMB-21=other") == []
        assert after("tank", on(units=("tank",), hex=goal)) == []
