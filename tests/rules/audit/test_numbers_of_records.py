"""The numbers of records: a gap in them is told, and what begins at one again is another run of the program."""

from itertools import count

from rules.audit.integrity import observe, torn
from rules.audit.records import COUNTER
from vassal.ground import UNKNOWN
from vassal.logwriter import LogWriter
from vassal.position import Position
from vassal.timeline import Timeline


def numbered(*numbers: int) -> Timeline:
    """The log of steps whose records bear these numbers, all of programs that were started in the same second."""
    made = LogWriter(Position.of((), UNKNOWN), count(1))
    for number in numbers:
        with made.step():
            made.set_global(COUNTER, f"same.{number}.{1000 + number}")
    return Timeline.of(made.save())


def told(*numbers: int) -> list[str]:
    return [each.why for each in observe(numbered(*numbers), {}) if each.weight == "grave"]


def test_who_starts_the_program_anew_counts_from_one_and_nothing_is_missing():
    assert list(torn(numbered(1, 2, 3, 1, 2))) == []
    assert told(1, 2, 3, 1, 2) == []


def test_what_is_missing_is_told_in_each_run():
    assert list(torn(numbered(1, 2, 4, 1))) == [3]
    assert told(1, 2, 4, 1) == told(1, 2, 1, 3) == ["counter.gap"]
