"""What players do by dragging pieces, without a key: the log shows it all the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rules.caporetto.actions import Activate, Begin, Complete, Slot
from rules.caporetto.model import Position
from rules.engine.actions import Action
from rules.engine.writing import Deed, Entry, Go, Ref
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
