"""A piece that is dragged to where it lies is reported by the module and moved by no command: that is no fraud."""

from itertools import count

import pytest

from rules.audit.integrity import observe
from rules.audit.records import COUNTER, records
from vassal.ground import UNKNOWN
from vassal.logwriter import LogWriter
from vassal.position import Position
from vassal.timeline import Timeline

SEALS = {"place": ("KM",)}


def dropped(begun: str, ended: str) -> Timeline:
    """The log of a record of a marker without a command that moves it."""
    made = LogWriter(Position.of((), UNKNOWN), count(1))
    with made.step():
        made.set_global(COUNTER, "same.1.1001")
        made.report(f"* <b>Barrage</b> is placed in {ended}<!--[#place;k=same.1.1001;u=7;h={ended};from={begun}]-->")
    return Timeline.of(made.save())


@pytest.mark.parametrize(("begun", "told"), [("1612", []), ("1613", ["record.unsealed"]), ("", ["record.unsealed"])])
def test_what_is_let_go_where_it_lay_needs_no_command_and_moves_nothing(begun: str, told: list[str]):
    log = dropped(begun, "1612")

    assert [each.why for each in observe(log, SEALS) if each.why.startswith("record")] == told
    assert not any(each.counts for each in records(log, SEALS))
