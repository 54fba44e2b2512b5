"""The records of a log: which lines count as what a module wrote, and which only look like it.

A record is a comment on commands, never evidence by itself: it counts only where the command it speaks of stands in
the same step (its seal), where nobody typed it, where it is the only one in its line, and where it was not taken back.
Each die is claimed once: a record of dice counts where the dice that it names fell in its step, and no other has them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Final

import msgspec

from rules.engine.evidence import DICE, numbers
from vassal import chat
from vassal.commands import Command
from vassal.pieces import Piece
from vassal.timeline import Flaw, Step, Timeline

COUNTER: Final = "HX_K"
LETTERS: Final[Mapping[str, str]] = {"move": "M", "change": "D", "add": "+", "turn": "T", "line_of_sight": "L"}
ROLL: Final = "R"
"""The letter of the seal that dice are."""
FROM: Final = "from"
HEX: Final = "h"
LOOKS_LIKE: Final = re.compile(r"\[#(?P<verb>[a-z][a-z0-9]*)")


class Standing(StrEnum):
    """What a line that looks like a record is worth."""

    COUNTS = "ok"
    TAKEN_BACK = "taken back"
    UNDOING = "undo"
    UNSEALED = "unsealed"
    STAYED = "stayed"
    TYPED = "typed"
    INJECTED = "injected"
    DOUBLED = "doubled"
    UNKNOWN = "unknown verb"
    OTHER_DICE = "other dice"


class Record(msgspec.Struct, frozen=True):
    """A line that looks like a record: where it stands, what it says, what it is worth."""

    step: int
    verb: str
    fields: Mapping[str, str]
    standing: Standing
    sentence: str

    @property
    def counts(self) -> bool:
        """Tell whether it is to be believed."""
        return self.standing is Standing.COUNTS

    @property
    def edited(self) -> bool:
        """Tell whether it is of dice, but other ones than fell."""
        return self.standing is Standing.OTHER_DICE

    def get(self, key: str, default: str = "") -> str:
        """Return the value of a key."""
        return self.fields.get(key, default)

    def items(self, key: str) -> tuple[str, ...]:
        """Return a key's value as a list."""
        return tuple(item for item in self.get(key).split(",") if item)


Seals = Mapping[str, tuple[str, ...]]
"""By verb, the sets of commands one of which must stand in the record's step, each as letters (`KM`)."""


def letters(commands: Iterable[Command]) -> frozenset[str]:
    """Return the letters of the seals that these commands are."""
    found: set[str] = set()
    for command in commands:
        if command.kind == "set_property":
            found.update(_of_property(command.text("name")))
        elif command.kind in LETTERS:
            found.add(LETTERS[command.kind])
            if isinstance(command.placed, Piece):
                found.add(LETTERS["move"])  # a piece out of the palette comes to its place without a move
    return frozenset(found)


def _of_property(name: str) -> str:
    return f"G{'K' if name == COUNTER else ''}{ROLL if name.endswith('_result') else ''}"


def records(timeline: Timeline, seals: Seals) -> tuple[Record, ...]:
    """Return every line of a log that looks like a record, in order, with what it is worth."""
    taken = timeline.taken_back
    return tuple(record for step in timeline.steps for record in of_step(step, seals, undone=step.number in taken))


def of_step(step: Step, seals: Seals, *, undone: bool = False) -> Iterator[Record]:
    """Yield the lines of a step that look like records."""
    commands = step.commands
    present = letters(commands)
    smuggled = Flaw.SMUGGLED in step.flaws
    plain = not any(roll.faces for roll in step.rolls)  # pictures on special dice are told in words
    fell = Counter(number for roll in step.rolls for number in numbers(roll.result))
    lines = (command.text("text") for command in commands if command.kind == "chat")
    for place, (raw, line) in enumerate(zip(lines, step.said, strict=True)):
        found = LOOKS_LIKE.search(raw)
        if found is None:
            continue
        record = line.record or chat.split_record(raw)[1]
        verb = record.verb if record else found["verb"]
        fields = record.fields if record else {}
        worth = _worth(step, line, raw, injected=smuggled and place > 0)
        if worth is Standing.COUNTS:
            worth = _sealed(verb, fields, seals, present, undone=undone)
        if worth is Standing.COUNTS and plain and any(ROLL in way for way in seals[verb]):
            worth = _claims(Counter(numbers(fields.get(DICE, ""))), fell)
        yield Record(step.number, verb, fields, worth, line.taken_back or line.sentence)


def _claims(named: Counter[int], fell: Counter[int]) -> Standing:
    """Return what a record of dice is worth; those that it names are nobody else's from then on."""
    if not named <= fell:
        return Standing.OTHER_DICE
    fell.subtract(named)
    return Standing.COUNTS


def _worth(step: Step, line: chat.Line, raw: str, *, injected: bool) -> Standing:
    if injected:
        return Standing.INJECTED
    if line.kind is chat.Kind.TYPED:
        return Standing.TYPED
    if step.is_undo or line.kind is chat.Kind.UNDO:
        return Standing.UNDOING
    if raw.count("[#") != 1 or line.record is None:
        return Standing.DOUBLED
    return Standing.COUNTS


def _sealed(verb: str, fields: Mapping[str, str], seals: Seals, present: frozenset[str], *, undone: bool) -> Standing:
    if verb not in seals:
        return Standing.UNKNOWN
    if any(present >= set(way) for way in seals[verb]):
        return Standing.TAKEN_BACK if undone else Standing.COUNTS
    let_go_where_it_lay = bool(fields.get(FROM)) and fields[FROM] == fields.get(HEX)
    return Standing.STAYED if let_go_where_it_lay else Standing.UNSEALED
