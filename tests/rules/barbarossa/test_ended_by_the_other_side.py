"""One side moves the marker on before the other has acted: who was not waited for is not accused, and it is told."""

from __future__ import annotations

from rules.audit.judged import Judged
from rules.barbarossa import actions as do
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.writing import Advance, Entry, Say
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.tabletop import told
from tests.rules.barbarossa.writing import PHASES

Done = tuple[Action | Entry, ...]
MISSES = Roll(purpose="FIRE", who="S1", dice=(6,) * 10)
SHOT: Done = (
    do.Fire(unit="S1", target="G1"),
    MISSES,
    do.Mark(unit="S1", what="ammo", value=5),
)
HOLDS = do.Turn(unit="S2", facing="S")


def on(*states: str) -> Entry:
    """The German moves the marker on to a step, or over several with one key."""
    ends = (Say("round"),) if len(states) > 1 else ()
    return Entry("german", (*(Advance(3 if state == "PLANNING" else 2, PHASES[state]) for state in states), *ends))


def table(*, storms: bool = False, more: bool = False) -> Field:
    """S1 is to fire at G1 in step 3, G2 may be to close with it in step 6, S3 is to move in step 10."""
    made = Field().unit("S1", "infantry", "0505").order("S1", "open_fire", target="G1")
    made.unit("S2", "at-gun", "0203", facing="N").order("S2", "wait")
    made.unit("S3", "infantry", "0307").order("S3", "march", route=("0306",))
    if more:
        made.unit("S4", "infantry", "0107").order("S4", "march", route=("0106",))
    if storms:
        made.unit("G2", "infantry", "0604").order("G2", "assault", target="S1", route=("0505",))
    return made.unit("G1", "infantry", "0504").order("G1", "wait")


def said(*judged: Judged) -> list[str]:
    """What is said of whom, remarks as well."""
    found = ((each, one) for each in judged for one in each.findings)
    return [f"{type(one).__name__} {each.concerns(one)} {one.rule} {one.why}" for each, one in found]


def play(*done: Action | Entry, storms: bool = False, more: bool = False) -> list[str]:
    """What is told of a game that goes on so from step 3."""
    made = table(storms=storms, more=more)
    return said(*told(made, made.at("S3"), *done))


NEXT, OTHER = do.Step(unit="S3", hex="0306"), do.Step(unit="S4", hex="0106")


def test_who_fires_as_soon_as_he_can_has_left_out_nothing() -> None:
    """BAR-6.3f, BAR-4.4d"""
    assert play(on("S4"), *SHOT) == []
    assert play(on("S4"), on("S5"), on("S6"), *SHOT) == ["Notice german BAR-6.3f late.done"]


def test_who_does_something_else_first_has() -> None:
    """BAR-6.3f"""
    steps = (on(f"S{number}") for number in range(4, 11))
    assert play(*steps, NEXT)[0] == "Illegal soviet BAR-6.3f fire.due"


def test_whoever_ended_the_step_and_attacks_before_the_shot_has_perhaps_played_over_the_others_head() -> None:
    """BAR-6.3f"""
    jumps = on("S4"), on("S5"), on("S6")
    found = play(*jumps, do.Step(unit="G2", hex="0505", fights=True), *SHOT, storms=True)
    assert "Undecided german BAR-6.3f late.over-the-head" in found
    assert not [each for each in found if "Illegal soviet" in each]


def test_what_the_last_key_of_a_round_runs_over_accuses_nobody() -> None:
    """BAR-6.3f, BAR-8.0e"""
    ends = on(*(f"S{number}" for number in range(4, 13)), "PLANNING")
    found = play(ends, do.OrdersDone(by="soviet"))
    assert found == [
        "Undecided german BAR-6.3f late.at-once",
        "Notice soviet BAR-6.3f fire.due",
        "Undecided german BAR-8.0e late.at-once",
        "Notice soviet BAR-8.0e move.unfinished",
    ]


def test_a_march_that_the_other_side_ran_over_counts_as_done_in_time() -> None:
    """BAR-8.0e, BAR-4.1e"""
    steps = [on(f"S{number}") for number in range(4, 11)]
    over = [on("S11"), on("S12")]
    shot_in_time = play(*SHOT, *steps, *over, NEXT)
    assert shot_in_time == ["Notice german BAR-8.0e late.done"]
    assert "Illegal soviet BAR-8.0e move.unfinished" in play(*SHOT, *steps, *over, HOLDS)


def test_of_two_marches_that_were_run_over_the_one_that_is_not_made_good_was_left_out() -> None:
    """BAR-8.0e"""
    run_over = *SHOT, *(on(f"S{number}") for number in range(4, 13))
    assert "Illegal soviet BAR-8.0e move.unfinished" not in play(*run_over, NEXT, OTHER, HOLDS, more=True)
    assert "Illegal soviet BAR-8.0e move.unfinished" in play(*run_over, NEXT, HOLDS, more=True)
