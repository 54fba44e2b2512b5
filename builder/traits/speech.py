"""What a piece says: its reports, the counter that numbers them, and sentences that depend on what was chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from assets.lines import HOLE, wording
from builder.traits.basics import chosen, computed, counter, named, quoted, report
from builder.traits.record import Speaker
from vassal.traits import Trait

CODE: Mapping[str, str] = {
    "u": '"<b>"+GetString("PieceName")+"</b>"',
    "chit": '"<b>"+GetString("PieceName")+"</b>"',
    "h": 'GetString("LocationName")',
    "from": 'GetString("OldLocationName")',
    "s": 'GetString("PlayerSide")',
    "f": 'GetString("HX_FormName")',
    "p": 'GetString("HX_P")',
    "v": 'GetString("V")',
}
"""The code that gives what people see of a key."""


def say(verb: str) -> str:
    """The command upon which a piece says the line of a verb."""
    return named(f"hx.say.{verb}")


def spoken(text: str, words: Mapping[str, str]) -> str:
    """Code that gives a sentence: its holes filled by code."""
    parts = HOLE.split(text)
    return "+".join(words[part] if odd else quoted(part) for part, odd in _alternating(parts) if odd or part)


def _alternating(parts: list[str]) -> Iterable[tuple[str, bool]]:
    return ((part, index % 2 == 1) for index, part in enumerate(parts))


def sentences(speaker: Speaker, verb: str, values: Iterable[str], of: str = "What") -> Trait:
    """The sentence of a verb as a property, by the property that holds what was chosen."""
    codes = {value: spoken(_text(speaker, verb, value), _words(speaker, verb, value)) for value in values}
    return computed(f"Said_{verb}", chosen(of, codes))


def _text(speaker: Speaker, verb: str, value: str) -> str:
    return wording(speaker.game, speaker.verb(verb), {"p": value})[speaker.language]


def _words(speaker: Speaker, verb: str, value: str) -> dict[str, str]:
    choices = speaker.verb(verb).choices
    words = {**CODE, "at": '""', "to": '""'}
    if "v" in choices:
        options = {each: quoted(text[speaker.language]) for each, text in choices["v"].items()}
        words["v"] = f"({chosen('V', options)})"
    if value in choices.get("what", {}):
        words["what"] = quoted(choices["what"][value][speaker.language])
    return words


def chooses(speaker: Speaker, verb: str, **given: str) -> Iterator[Trait]:
    """The report of a verb whose sentence depends on what was chosen; none if the game has no such verb."""
    if speaker.knows(verb):
        told = speaker.told(verb, given)
        yield report([say(verb)], f"$Said_{verb}$" + told[told.index("<!--") :])


def tells(speaker: Speaker, verb: str, words: Mapping[str, str] | None = None, **given: str) -> Iterator[Trait]:
    """The report of a verb whose sentence is the same always; none if the game has no such verb."""
    if speaker.knows(verb):
        yield report([say(verb)], speaker.told(verb, given, words))


def speech(reports: Iterable[Trait], more: Iterable[str] = ()) -> list[Trait]:
    """Reports and the counter of all their keys, as they stand outermost on a piece."""
    found = list(reports)
    keys = [key for each in found for key in each.items("keys")]
    return [*found, *counter([*keys, *more])]
