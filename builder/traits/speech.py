"""What a piece says: its reports, the counter that numbers them, and sentences that depend on what was chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from assets.chronicle import Speaks, Verb, property_of
from assets.lines import HOLE, wording
from builder.traits.basics import chosen, counter, named, quoted, report
from builder.traits.record import CODE, Speaker, spoken
from vassal.traits import Trait

Words = Mapping[str, Mapping[str, str]]
"""By part of the module: what people see of the keys of its verb, where a property of the piece holds it."""


def say(verb: str | Verb) -> str:
    """The command upon which a piece says the line of a verb."""
    return named(f"hx.say.{_name(verb)}")


def _name(verb: str | Verb) -> str:
    return verb.id if isinstance(verb, Verb) else verb


def varying(verb: Verb) -> Iterator[str]:
    """The keys of a sentence whose words depend on a choice."""
    return (key for key in verb.choices if key in HOLE.findall(verb.sentence.en))


def _text(speaker: Speaker, verb: Verb, value: str) -> str:
    return wording(speaker.game, verb, {"p": value})[speaker.language]


def _words(speaker: Speaker, verb: Verb, key: str, value: str) -> dict[str, str]:
    """The code of what people see of each key, where one key has a value."""
    words = {each: speaker.seen(verb, each) for each in verb.keys} | dict(CODE)
    for each, known in verb.choices.items():
        texts = {option: quoted(text[speaker.language]) for option, text in known.items()}
        code = chosen(property_of(speaker.source(verb, each)), texts)
        words[each] = texts[value] if each == key else f"({code})"
    return words


def reports(speaker: Speaker, by: Speaks, words: Words, given: Words, *, but: Iterable[str] = ()) -> Iterator[Trait]:
    """The reports of all verbs that a piece speaks, as the chronicle orders them, but for those of some parts."""
    for verb in speaker.game.chronicle.verbs.values():
        if by not in verb.by or verb.part in but or not speaker.says(verb):
            continue
        name = verb.part or verb
        varies = verb.part == "check" or any(varying(verb))
        yield from (
            chooses(speaker, name, by, given.get(verb.part))
            if varies and verb.part not in words
            else tells(speaker, name, words.get(verb.part), given.get(verb.part))
        )


def chooses(speaker: Speaker, verb: str | Verb, by: Speaks, given: Mapping[str, str] | None = None) -> Iterator[Trait]:
    """The report of a verb whose sentence depends on what was chosen; none if the game has no such verb.

    It is one expression, and no property of the piece beside it: each trait is written with every change of a piece.
    """
    if isinstance(verb, Verb) or speaker.knows(verb):
        known = speaker.verb(verb)
        key = "p" if known.part == "check" else next(varying(known))
        codes = {value: _spoken_of(speaker, known, key, value) for value in _said_by(speaker, known, key, by)}
        shown = chosen(property_of(speaker.source(known, key)), codes)
        if given and key in given:
            cases = (f"({given[key]}).equals({quoted(each)})?({code}):" for each, code in codes.items())
            shown = "".join(cases) + '""'
        yield report([say(verb)], f"{{({shown})+{speaker.record(known, given)}}}")


def _said_by(speaker: Speaker, verb: Verb, key: str, by: Speaks) -> Iterable[str]:
    """What such a piece may choose of a verb."""
    if verb.part != "check":
        return verb.choices[key]
    purposes = speaker.game.chronicle.purposes
    return (each for each in verb.purposes if by in purposes[each].of)


def _spoken_of(speaker: Speaker, verb: Verb, key: str, value: str) -> str:
    """Code that gives the sentence of a verb where this was chosen."""
    return spoken(_text(speaker, verb, value), _words(speaker, verb, key, value))


def tells(
    speaker: Speaker, verb: str | Verb, words: Mapping[str, str] | None = None, given: Mapping[str, str] | None = None
) -> Iterator[Trait]:
    """The report of a verb whose sentence is the same always; none if the game has no such verb."""
    if isinstance(verb, Verb) or speaker.knows(verb):
        yield report([say(verb)], speaker.line(verb, given, words))


def speech(reports: Iterable[Trait], more: Iterable[str] = ()) -> list[Trait]:
    """Reports and the counter of all their keys, as they stand outermost on a piece."""
    found = list(reports)
    keys = [key for each in found for key in each.items("keys")]
    return [*found, *counter([*keys, *more])]
