"""What a log itself gives away: undone rolls, missing records, edited values, forged lines, logs that do not continue.

All of it is observation with its evidence, never an accusation: a player may have had good reasons, and a log that was
rewritten consistently shows nothing at all.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, Literal

import msgspec

from rules.audit.records import COUNTER, LOOKS_LIKE, Record, Seals, Standing, records
from rules.audit.sealed import troubles
from rules.audit.witness import spot_at
from rules.engine.ruling import Fact
from vassal import chat
from vassal.changes import At, Moved
from vassal.consistency import Mismatch, What
from vassal.standing import NOWHERE
from vassal.timeline import PARTS, RESULT, Flaw, Step, Timeline

STAGING: Final = "HX_"
NOTATION: Final = re.compile(r"\b\d{0,2}[dw](?:4|6|8|10|12|20|100)\b", re.IGNORECASE)
"""What dice are called: 2d6, W10."""
WORDS: Final = r"|\b(?:roll(?:ed|s|ing)?|dice|w(?:ü|ue)rf\w*|gew(?:ü|ue)rfelt|geworfen)\b"
ROLLED: Final = re.compile(NOTATION.pattern + WORDS, re.IGNORECASE)
SCORE: Final = re.compile(r"\b[0-9]{1,3}\b")
FORGED: Final[Mapping[Standing, str]] = {
    Standing.TYPED: "record.typed",
    Standing.INJECTED: "record.injected",
    Standing.UNSEALED: "record.unsealed",
    Standing.DOUBLED: "record.doubled",
    Standing.UNKNOWN: "record.unknown",
    Standing.OTHER_DICE: "record.dice",
}
LOCAL_FLAWS: Final[Mapping[Flaw, str]] = {
    Flaw.SMUGGLED: "step.smuggled",
    Flaw.UNMARKED: "step.unmarked",
    Flaw.UNKNOWN: "step.unknown",
    Flaw.UNPAIRED: "step.unpaired-undo",
}
FIRST: Final = 1
"""The number that the first record of each run of the program bears."""
Weight = Literal["note", "grave"]


class Observation(msgspec.Struct, frozen=True):
    """Something about the log that somebody should look at, with where it stands; step 0 is the beginning."""

    step: int
    why: str
    facts: Mapping[str, Fact] = {}
    weight: Weight = "grave"


class Count(msgspec.Struct, frozen=True, order=True):
    """A record's number: the program start it belongs to, the running number, the clock."""

    start: str
    number: int
    second: int = 0

    @classmethod
    def read(cls, text: str) -> "Count | None":
        """Return the number of a text; nothing if it is none."""
        parts = text.split(".")
        if len(parts) != 3 or not (parts[1].isdecimal() and parts[2].isdecimal()) or max(map(len, parts)) > 18:
            return None
        return cls(parts[0], int(parts[1]), int(parts[2]))


def observe(timeline: Timeline, seals: Seals) -> tuple[Observation, ...]:
    """Return everything that a single log gives away, by step."""
    found = records(timeline, seals)
    all_of_it = [
        *_of_steps(timeline.steps),
        *_of_records(found),
        *_of_counter(timeline),
        *_of_undo(timeline),
        *_of_rolls(timeline, found),
        *_of_typed(timeline),
        *_of_seals(timeline),
    ]
    return tuple(sorted(all_of_it, key=lambda each: each.step))


def _of_steps(steps: Sequence[Step]) -> Iterator[Observation]:
    """What is odd about single steps; a value that differs is told once, and not in each step that names it again."""
    told = set[Mismatch]()
    for step in steps:
        for flaw in step.flaws:
            yield Observation(step.number, LOCAL_FLAWS[flaw], weight="note" if flaw is Flaw.UNKNOWN else "grave")
        for each in step.mismatches:
            again = each in told and each.what is not What.PROPERTY
            if not each.subject.endswith(PARTS) and not again:
                yield _mismatch(step, each, steps)
            told.add(each)


def _mismatch(step: Step, each: Mismatch, steps: Sequence[Step]) -> Observation:
    """Name an old value that was not there; staging properties race in online games and are a note only.

    A roll names the result of the roll before it: where that differs, it is the earlier step that was changed.
    """
    number, values = step.number, {"named": each.named, "found": each.found}
    if each.what is What.PLACE:
        values = _places(step, values)
    facts: dict[str, Fact] = {"subject": each.subject, "detail": each.detail, **values}
    if each.what is not What.PROPERTY:
        facts["piece"] = each.subject
    if each.what is What.PROPERTY and each.subject.endswith(RESULT):
        return Observation(_setter(each.subject, number, steps), "dice.edited", {**facts, "evidence": number})
    staging = each.what is What.PROPERTY and each.subject.startswith(STAGING)
    return Observation(number, f"mismatch.{each.what}", facts, "note" if staging else "grave")


def _places(step: Step, points: Mapping[str, str]) -> dict[str, str]:
    """Return the places in which points lie, by the names that players see; the points where those are one place."""
    names = {key: _place(step, *point.split(";")) for key, point in points.items()}
    return names if all(names.values()) and len({*names.values()}) == len(names) else dict(points)


def _place(step: Step, board: str = "", x: str = "", y: str = "") -> str:
    """Return the name of the place in which a point lies; empty where it is none."""
    return spot_at(step.before, At(board, int(x), int(y), "")).name if board != NOWHERE and x and y else ""


def _setter(name: str, number: int, steps: Sequence[Step]) -> int:
    """Return the last step before that of a number that set a property; the number itself if none did."""
    before = (step for step in reversed(steps) if step.number < number)
    setters = (
        step.number
        for step in before
        for each in step.commands
        if each.kind == "set_property" and each.text("name") == name
    )
    return next(setters, number)


def _of_records(found: Iterable[Record]) -> Iterator[Observation]:
    for record in found:
        why = FORGED.get(record.standing)
        if why:
            facts: dict[str, Fact] = {"verb": record.verb, "sentence": record.sentence[:200]}
            yield Observation(record.step, why, facts, "note" if record.standing is Standing.TYPED else "grave")


def counts(timeline: Timeline) -> Iterator[tuple[int, Count]]:
    """Yield the numbers that records were given, each with its step; an undo gives none."""
    for number, command in timeline.setting.get(COUNTER, ()):
        count = Count.read(command.text("new"))
        if count and command.text("new") != command.text("old"):
            yield number, count


def _of_counter(timeline: Timeline) -> Iterator[Observation]:
    """Gaps between the records of the log; what was before it is a question of the logs before it."""
    for (_, known), (step, count) in _one_after_the_other(timeline):
        if count.number != known.number + 1:
            yield Observation(step, "counter.gap", _numbers(count, known.number + 1))
        if count.second < known.second:
            yield Observation(step, "counter.clock", _numbers(count, known.number + 1), "note")


def _one_after_the_other(
    timeline: Timeline, begun: Count | None = None
) -> Iterator[tuple[tuple[int, Count], tuple[int, Count]]]:
    """Yield the numbers of each run of the program in pairs that follow each other, each with its step.

    Who counts from one anew has started the program anew, though it be in the second in which another one did.
    """
    last = {begun.start: (0, begun)} if begun else {}
    for step, count in counts(timeline):
        if count.start in last and count.number != FIRST:
            yield last[count.start], (step, count)
        last[count.start] = (step, count)


def torn(timeline: Timeline) -> Iterator[int]:
    """Yield the steps from which on a log is known not to be whole: a roll was edited, or records are missing.

    What is missing may have stood anywhere after the last record before the gap, be it the one with which it begins.
    """
    yield from (each.step for each in _of_steps(timeline.steps) if each.why == "dice.edited")
    pairs = _one_after_the_other(timeline, Count.read(timeline.start.property(COUNTER) or ""))
    yield from (before + 1 for (before, known), (_, count) in pairs if count.number != known.number + 1)


def _numbers(count: Count, expected: int) -> dict[str, Fact]:
    return {"number": count.number, "expected": expected, "missing": count.number - expected, "start": count.start}


def _of_undo(timeline: Timeline) -> Iterator[Observation]:
    """Every roll and every draw from a deck that was taken back."""
    steps = {step.number: step for step in timeline.steps}
    for number, undo in timeline.taken_back.items():
        step = steps[number]
        if step.rolls:
            dice = {roll.dice for roll in step.rolls}
            later = (s for s in timeline.steps if s.number > undo and any(roll.dice in dice for roll in s.rolls))
            again, facts = next(later, None), {**_fallen(step), "step": number}
            if again is None:
                yield Observation(undo, "roll.undone-only", facts)
            else:
                other = _fallen(again)
                then: dict[str, Fact] = {"again": other["result"], "then": other["said"], "later": again.number}
                yield Observation(undo, "roll.undone", {**facts, **then})
        deck = next((each.origin.deck for each in step.changes if isinstance(each, Moved) and each.origin.deck), "")
        if deck:
            yield Observation(undo, "draw.undone", {"step": number, "deck": deck})


def _fallen(step: Step) -> dict[str, Fact]:
    """The dice that fell in a step, all of them, and what its record says of them: who rolled, and for what."""
    kinds = Counter(roll.dice for roll in step.rolls)
    dice = ", ".join(name if count == 1 else f"{count} x {name}" for name, count in kinds.items())
    result = ", ".join(roll.result for roll in step.rolls)
    lines = (line for line in step.said if line.kind is chat.Kind.REPORT and line.record and line.record.verb == "roll")
    said = next((line.sentence.removeprefix("* ")[:200] for line in lines), f"{dice}: {result}")
    return {"dice": dice, "result": result, "said": said}


def _of_rolls(timeline: Timeline, found: Iterable[Record]) -> Iterator[Observation]:
    """Dice that no believed record speaks of."""
    told = {record.step for record in found if record.verb == "roll" and record.standing is not Standing.UNSEALED}
    for step in timeline.steps:
        if step.rolls and step.number not in told and step.number not in timeline.taken_back:
            names = tuple(roll.dice for roll in step.rolls)
            yield Observation(step.number, "roll.without-record", {"dice": names}, "note")


def _of_typed(timeline: Timeline) -> Iterator[Observation]:
    """Dice of which somebody only types that they fell: they count for nothing."""
    for step in timeline.steps:
        lines = (command.text("text") for command in step.commands if command.kind == "chat")
        for raw, line in zip(lines, step.said, strict=True):
            if line.kind is chat.Kind.TYPED and not LOOKS_LIKE.search(raw) and speaks_of_dice(line.sentence):
                yield Observation(step.number, "dice.typed", {"sentence": line.sentence[:200]}, "note")


def speaks_of_dice(sentence: str) -> bool:
    """Tell whether a sentence says that dice fell, and how."""
    return bool(ROLLED.search(sentence)) and bool(SCORE.search(NOTATION.sub(" ", sentence)))


def _of_seals(timeline: Timeline) -> Iterator[Observation]:
    """Seals that were changed after the commitment, keys that fit none or came too early."""
    steps = (step for step in timeline.steps if not step.is_undo and step.number not in timeline.taken_back)
    for number, each in troubles(timeline.start, steps):
        yield Observation(number, each.why, {"side": each.side, "piece": each.piece})


class Link(msgspec.Struct, frozen=True):
    """How a log follows the one before it."""

    kind: Literal["continues", "appended", "forked", "unknown"]
    common: int = 0
    """Steps at its beginning that the log before holds as well."""


def link(before: Sequence[Timeline], after: Timeline) -> Link:
    """Return how a log continues those before it, by the fingerprints of their positions."""
    start = after.fingerprints[0]
    begins, ends = before[-1].fingerprints
    if ends == start:
        return Link("continues")
    if begins == start:
        common = common_steps(before[-1], after)
        return Link("appended" if common == len(before[-1]) else "forked", common)
    if any(start in each.fingerprints for each in before[:-1]):
        return Link("forked")
    return Link("unknown")


def common_steps(one: Timeline, other: Timeline) -> int:
    """Return how many steps two logs begin with that are the same."""
    length = 0
    for a, b in zip(one.steps, other.steps, strict=False):
        if a.commands != b.commands:
            break
        length += 1
    return length


def observe_chain(logs: Sequence[tuple[str, Timeline]]) -> Iterator[tuple[str, Observation]]:
    """Yield, by log, where it does not continue the one before it, and records of its program that no log holds."""
    for place, ((name, _), (following, timeline)) in enumerate(pairwise(logs), 1):
        found = link([each for _, each in logs[:place]], timeline)
        if found.kind in {"forked", "unknown"}:
            yield following, Observation(0, f"chain.{found.kind}", {"before": name, "log": following})
    known = {(count.start, count.number) for _, timeline in logs for _, count in counts(timeline)}
    told: dict[str, int] = {}
    for place, (name, timeline) in enumerate(logs):
        yield from ((name, each) for each in _unlogged(timeline, known, told, first=place == 0))


def _unlogged(
    timeline: Timeline, known: set[tuple[str, int]], told: dict[str, int], *, first: bool
) -> Iterator[Observation]:
    """Yield what is in none of the logs, where it is more than was told of an earlier log of the same run."""
    seen: set[str] = set()
    for number, count in counts(timeline):
        if count.start in seen:
            continue
        seen.add(count.start)
        missing = sum((count.start, earlier) not in known for earlier in range(1, min(count.number, 10_000)))
        if missing > told.get(count.start, 0):
            told[count.start] = missing
            facts = {**_numbers(count, count.number - missing), "missing": missing}
            yield Observation(number, "counter.unlogged", facts, "note" if first else "grave")


__all__ = ["Count", "Link", "Observation", "Record", "counts", "link", "observe", "observe_chain", "torn"]
