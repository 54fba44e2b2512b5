"""The marker of the steps goes on a click too soon, and what belongs before it is done next: nobody is accused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.barbarossa import actions as do
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.writing import Advance, Entry, Ref, Say
from tests.rules.barbarossa.field import CARDS, Field
from tests.rules.barbarossa.tabletop import accused, dragged, read, said
from tests.rules.barbarossa.writing import PHASES

Done = list[Action | Entry]
Late = tuple[Field, str, str, Done, Done]
"""A case, the step that is left and the one that the marker goes to, what is done in time, what is done late."""
LATE: dict[str, Callable[[], Late]] = {}
AMMO = do.Mark(unit="S1", what="ammo", value=5)
BOXES = CARDS["at-gun"]["orders"]["set_up"]["boxes"]


def marker(state: str, turn: int = 2) -> Entry:
    return Entry("german", (Advance(turn, PHASES[state]),))


def late(made: Callable[[], Late]) -> Callable[[], Late]:
    LATE[made.__name__] = made
    return made


def facing(order: str, **fields: object) -> Field:
    """S1 with an order, G1 beside it."""
    made = Field().unit("S1", "infantry", "0505").order("S1", order, **fields)
    return made.unit("G1", "infantry", "0504").order("G1", "wait")


def test_roll(unit: str, *dice: int) -> Roll:
    return Roll(purpose="TEST", who=unit, dice=dice)


test_roll.__test__ = False  # type: ignore[attr-defined]


@late
def a_shot() -> Late:
    """BAR-4.4d, BAR-6.3f"""
    hits = Roll(purpose="FIRE", who="S1", dice=(1,) * 4 + (6,) * 6)
    loses = do.Mark(unit="G1", what="losses", value=2)
    return facing("open_fire", target="G1"), "S3", "S4", [], [do.Fire(unit="S1", target="G1"), hits, AMMO, loses]


@late
def smoke() -> Late:
    """BAR-6.4a, BAR-6.4b"""
    made = Field().unit("S1", "mortar", "0505", facing="N", stores={"smoke": 2}).unit("G1", "infantry", "0101")
    made.order("G1", "wait").order("S1", "smoke", hex="0502")
    return (
        made,
        "S3",
        "S4",
        [],
        [do.Smoke(unit="S1", hex="0502", also="0503"), do.Mark(unit="S1", what="smoke", value=1)],
    )


@late
def smoke_after_its_shell() -> Late:
    """BAR-6.4a, BAR-6.4b"""
    made, left, to, done, (laid, shell) = smoke()
    return made, left, to, done, [shell, laid]


@late
def an_assault() -> Late:
    """BAR-6.5f, BAR-5.6g, BAR-4.4g"""
    blows: Done = [do.Step(unit="S1", hex="0504", fights=True)]
    for unit, other in (("S1", "G1"), ("G1", "S1")):
        dice = Roll(purpose="MELEE", who=unit, dice=(6,) * 5)
        blows += [do.Strike(unit=unit, target=other), dice, do.Mark(unit=unit, what="ammo", value=5)]
    return facing("assault", target="G1", route=("0504",)), "S6", "S7", [], blows


@late
def hiding() -> Late:
    """BAR-6.6h, BAR-4.4i"""
    made = facing("ambush", hex="0505", facing="N", number=1).ground("0505", terrain="light_woods")
    made.unit("G1", "infantry", "0101").order("G1", "wait")
    return made, "S8", "S9", [], [do.Hide(unit="S1"), do.State(unit="S1", status="ambush", on=True)]


@late
def a_turn() -> Late:
    """BAR-7.3c"""
    made = facing("wait").unit("S1", "mg", "0505", facing="S").order("S1", "change_fof", facing="N")
    return made, "S9", "S10", [], [do.Turn(unit="S1", facing="N")]


@late
def a_march() -> Late:
    """BAR-8.0e, BAR-8.0c"""
    made = facing("march", route=("0506",))
    return made, "S10", "S11", [], [dragged("S1", "0506")]


@late
def getting_on() -> Late:
    """BAR-8.8c"""
    made = facing("mount", target="S2").unit("S2", "truck", "0505").order("S2", "wait")
    return made, "S10", "S11", [], [do.Board(unit="S1", carrier="S2")]


@late
def recovery() -> Late:
    """BAR-5.11h, BAR-4.4m"""
    made = facing("wait").unit("S1", "infantry", "0505", suppressed=True, flagged=True)
    boxes = [do.State(unit="S1", status=status, on=False) for status in ("suppressed", "flag")]
    return made, "S12", "PLANNING", [], [test_roll("S1", 1, 1), *boxes]


@late
def setting_up() -> Late:
    """BAR-7.1c, BAR-5.14b"""
    set_up = do.Order(unit="S1", order="set_up", hex="0505")
    made = facing("wait").unit("S1", "at-gun", "0505", set_up=False, packed=True, running=set_up, boxes=BOXES - 1)
    made.order("S1", "set_up", hex="0505")
    boxes = do.Mark(unit="S1", what="boxes", value=BOXES)
    return made, "S12", "PLANNING", [], [boxes, do.State(unit="S1", status="set-up", on=True)]


@late
def a_trench() -> Late:
    """BAR-7.16f, BAR-5.14b"""
    dig = do.Order(unit="S1", order="dig_in", facing="N")
    made = facing("wait").unit("S1", "infantry", "0505", running=dig, boxes=1).order("S1", "dig_in", facing="N")
    return made, "S12", "PLANNING", [], [do.Mark(unit="S1", what="boxes", value=2), do.Complete(unit="S1")]


@late
def smoke_that_lifts() -> Late:
    """BAR-6.4k"""
    made = facing("wait").built("smoke.0502", "smoke", "0502", laid=1, owner="soviet")
    return made, "S12", "PLANNING", [], [do.Out(piece="smoke.0502")]


@late
def a_model_of_the_dead() -> Late:
    """BAR-3.3d"""
    made, _, _, _, shot = a_shot()
    made.unit("G1", "infantry", "0504", losses=3).order("G1", "wait")
    return made, "S3", "S4", [*shot[:3], do.Mark(unit="G1", what="losses", value=5)], [do.Out(piece="G1")]


@late
def a_load_that_shares_losses() -> Late:
    """BAR-3.3c, BAR-8.8f"""
    made = Field().unit("S1", "truck", "0505", defence=0, ammo=30).order("S1", "wait")
    made.unit("S2", "infantry", "", carrier="S1", off_board=True)
    made.unit("G1", "infantry", "0504").order("G1", "open_fire", target="S1")
    shot: Done = [do.Fire(unit="G1", target="S1"), Roll(purpose="FIRE", who="G1", dice=(1,) + (6,) * 7)]
    pays, burns = (do.Mark(unit=unit, what="ammo", value=to) for unit, to in (("G1", 5), ("S1", 24)))
    loses, shares = (do.Mark(unit=unit, what="losses", value=1) for unit in ("S1", "S2"))
    return made, "S3", "S4", [*shot, pays, loses, burns], [shares]


def told(case: str, *, between: Done) -> list[str]:
    """What is said of deeds that are done when the marker has gone on, and something else before them."""
    made, left, to, before, done = LATE[case]()
    state = marker(to, 3 if to == "PLANNING" else 2)
    return accused(read(made, made.at(left), *before, state, *between, *done))


@pytest.mark.parametrize("case", LATE)
def test_what_is_done_next_belongs_before_the_marker(case: str):
    """BAR-4.4a"""
    assert told(case, between=[]) == []


@pytest.mark.parametrize("case", LATE)
def test_what_is_done_when_something_else_was_done_comes_too_late(case: str):
    """BAR-4.4a"""
    rules = str(LATE[case].__doc__).split(", ")
    found = told(case, between=[said("G1", Say("halt", Ref("G1")))])
    assert any(f"Illegal {rule} " in each for rule in rules for each in found)


@pytest.mark.parametrize("dice", [(1, 1), (6, 6)])
def test_a_test_is_rolled_when_the_marker_has_left_its_step(dice: tuple[int, ...]):
    """BAR-4.4e"""
    made, left, to, _, shot = a_shot()
    failed = [do.State(unit="G1", status="suppressed", on=True)] if sum(dice) > 7 else []
    rolls: Done = [test_roll("G1", *dice), *failed]
    assert accused(read(made, made.at(left), *shot, marker(to), marker("S5"), *rolls, marker("S6"))) == []
    other = said("S1", Say("halt", Ref("S1")))
    found = accused(read(made, made.at(left), *shot, marker(to), marker("S5"), other, *rolls, marker("S6")))
    assert found == ["Illegal BAR-4.4e due.undone"]
