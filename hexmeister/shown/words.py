"""Small things that every view says the same way."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from gettext import gettext as _
from gettext import ngettext
from typing import TYPE_CHECKING, Any, TypeAlias

from hexmeister.exits import Exit
from hexmeister.screen import Screen
from hexmeister.told import told

if TYPE_CHECKING:
    from rules.audit.words import Question

Data: TypeAlias = Mapping[str, Any]


def moment(milliseconds: int | None) -> str:
    """Return a moment of the file as date and time of day, in UTC; nothing for one that no clock has shown."""
    try:
        return (
            datetime.fromtimestamp((milliseconds or 0) / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
            if milliseconds
            else ""
        )
    except (OverflowError, ValueError, OSError):
        return ""


def size(count: int) -> str:
    """Return a number of bytes as a person says it."""
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{count / 1e3:.1f} kB"


def listed(words: Iterable[object]) -> str:
    """Return the words with commas between."""
    return ", ".join(str(word) for word in words)


def resting(questions: "Mapping[str, Question]", settled: Mapping[str, str]) -> Iterator[str]:
    """Yield on which settled rulings a finding rests, each with its question and the reading that was settled."""
    for ruling, reading in settled.items():
        question = questions[ruling]
        answer = f"{question.asked} {question.readings.get(reading, reading)} ({ruling})"
        yield _("It rests on a settled ruling: {answer}").format(answer=answer)


def section(screen: Screen, heading: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Write a heading with its table, or nothing where there are no rows."""
    if rows:
        screen.heading(heading)
        screen.table(columns, rows)


def problems(screen: Screen, found: Sequence[Mapping[str, Any]]) -> Exit:
    """Write what could not be read, and return the exit code that says so."""
    if not found:
        return Exit.FINE
    screen.heading(ngettext("{count} problem", "{count} problems", len(found)).format(count=len(found)))
    for each in found:
        place = f"{each['place']}: " if each["place"] else ""
        screen.line(f"  {place}{told(each['what'])}")
    screen.line(_("The rest was read."))
    return Exit.FINDINGS
