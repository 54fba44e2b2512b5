"""What players do by dragging pieces, without a key: the log shows it all the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rules.caporetto.actions import Activate, Assault, Begin, Complete, Disorganise, Lose, Move, Resolve, Show, Slot
from rules.caporetto.model import Position
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.writing import Deed, Entry, Go, Ref, Say
from tests.rules.caporetto.field import SWITCHES, Field
from tests.rules.caporetto.printing import edition
from tests.rules.caporetto.writing import CaporettoWriter
from tests.rules.shared.through import Through, through_a_log

HQ = "ahg.ir7.hq"
ACTS = (Activate(hq=HQ, hex="4618"), Complete(formation="ahg.ir7"))
LATER = (Begin(phase="Supply", turn=7), Begin(phase="Rally", turn=7))


class Dragging(CaporettoWriter):
    """Writes headquarters that are dragged into a box, and no word of it."""

    box = "done"

    def entries(self, before: Position, action: Action) -> Iterator[Entry]:
        """What the log shows of an action."""
        if isinstance(action, Slot):
            deeds: tuple[Deed, ...] = (Go(Ref(action.hq), f"{self.box}-ahg"),)
            yield Entry("ahg", deeds)
        else:
            yield from super().entries(before, action)


def dragged(box: str) -> Through:
    field = Field("ActionAHG").put("ahg.ir7.1", "4618").but(slots={HQ: "ready"})
    made = edition(field.battle(), SWITCHES, field.position())
    writer = made.writer
    assert isinstance(writer, CaporettoWriter)
    writer.__class__ = type("Dragging", (Dragging,), {"box": box})
    return through_a_log(replace(made, writer=writer), field.position(), (*ACTS, Slot(hq=HQ, box="done"), *LATER))


@pytest.mark.parametrize(("box", "rules"), [("done", set()), ("waiting", {"CAP-13.0a"})])
def test_a_headquarters_may_be_dragged_into_its_box(box: str, rules: set[str]) -> None:
    found = dragged(box).judged
    assert {finding.rule for judged in found for finding in judged.findings} == rules


# ----------------------------------------------------------------------------------------- after the dice of an assault
HERE, THERE, BEHIND, ASIDE = "4302", "4401", "4501", "4402"
OURS, THEIRS = "ahg.ir7.1", "it.siena.1"
WON = (
    Assault(unit=OURS, at=THERE),
    Resolve(hex=THERE, purpose="ASSAULT"),
    Roll(purpose="ASSAULT", dice=(5,)),
    Disorganise(unit=OURS, change="more"),
    Lose(unit=OURS),
    Disorganise(unit=THEIRS, change="more"),
)
OVER = (Complete(formation="ahg.ir7"), Show(unit=OURS, state="Assault", on=False))


class ByHand(CaporettoWriter):
    """Writes pieces that go by the mouse, or by the key of an ordinary move, and no word of a retreat or an advance."""

    key = False

    def entries(self, before: Position, action: Action) -> Iterator[Entry]:
        """What the log shows of an action."""
        if isinstance(action, Move):
            said: tuple[Deed, ...] = (Say("step", Ref(action.unit), {"a": "Move"}),) if self.key else ()
            yield Entry(self.battle.side_of(action.unit), (Go(Ref(action.unit), action.hex), *said))
        else:
            yield from super().entries(before, action)


def fought(goal: str, *, key: bool, follows: bool = True) -> set[tuple[str, str]]:
    """What is said of a defender who goes back to a hex, and of the attacker who goes after him or does not."""
    field = Field("ActionAHG").put(OURS, HERE).acting("ahg.ir7").put(THEIRS, THERE)
    made = edition(field.battle(), SWITCHES, field.position())
    assert isinstance(made.writer, CaporettoWriter)
    made.writer.__class__ = type("ByHand", (ByHand,), {"key": key})
    back, after = Move(unit=THEIRS, hex=goal, how="retreat"), Move(unit=OURS, hex=THERE, how="advance")
    found = through_a_log(made, field.position(), (*WON, back, *((after,) if follows else ()), *OVER)).judged
    return {(type(finding).__name__, finding.rule) for judged in found for finding in judged.findings}


@pytest.mark.parametrize("key", [False, True])
def test_who_goes_back_and_who_goes_after_him_need_no_key_of_their_own(key: bool) -> None:
    """CAP-12.3.5e CAP-12.3.8a"""
    assert fought(BEHIND, key=key) == set()
    assert ("Illegal", "CAP-12.3.8a") in fought(BEHIND, key=key, follows=False)
    assert fought(ASIDE, key=key) != set(), "that is no way back"
