"""Spelling: an action that a person writes as a line, `move units=de.rifles1 hex=0705`, names left out or not.

What has blanks in it stands in quotation marks, `concentrate 0705 'artillery1 light,artillery1 heavy'`.

The verbs and what they take are those of the game's actions; nothing else can be spelt.
"""

import shlex
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

import msgspec

from rules.engine.actions import Action
from rules.engine.dice import Roll

SAID_BY = "by"
BREAKS = frozenset(" \t\n\\\"'")
"""What would part a word, or be taken for a mark of quotation."""


class SpellingError(ValueError):
    """What was written is no action of the game; says what there is."""


def verbs(kinds: Iterable[type[Action]]) -> dict[str, type[Action]]:
    """The actions of a game by their verbs."""
    every: list[type[Action]] = [*kinds, Roll]
    return {kind.__name__.lower(): kind for kind in every}


def takes(kind: type[Action]) -> tuple[str, ...]:
    """What an action takes, in its order; who does it comes last."""
    fields = kind.__struct_fields__
    return (*(name for name in fields if name != SAID_BY), SAID_BY)


def spelt(kinds: Iterable[type[Action]], text: str) -> Action:
    """The action that a line spells."""
    known = verbs(kinds)
    verb, *words = _words(text)[:50] or [""]
    kind = known.get(verb.lower())
    if kind is None:
        near = ", ".join(get_close_matches(verb.lower(), known, 3) or sorted(known))
        if not verb:
            raise SpellingError(f"an action is one of {near}")
        raise SpellingError(f"there is no action {verb}; there is {near}")
    given, names = _given(kind, words), " ".join(takes(kind))
    for field in msgspec.structs.fields(kind):
        if field.required and given.get(field.name, ()) in {(), ""}:
            raise SpellingError(f"{verb} takes {names}; {field.name} is missing")
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        name = str(error).rpartition("$.")[2].partition("[")[0].rstrip("`")
        raise SpellingError(f"{verb} takes {names}; {name} cannot be {_as_written(given[name])}") from None


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        raise SpellingError("a quotation mark is opened and not closed") from None


def _quoted(text: str) -> str:
    return shlex.quote(text) if set(text) & BREAKS else text


def _as_written(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def written(action: Action) -> str:
    """The line that spells an action; what is as usual, and who does it, is left out."""
    parts = [type(action).__name__.lower()]
    usual = {field.name: field.default for field in msgspec.structs.fields(type(action))}
    for name in takes(type(action)):
        value = getattr(action, name)
        if name != SAID_BY and value != usual[name]:
            parts.append(f"{name}={_quoted(_as_written(value))}")
    return " ".join(parts)


def _given(kind: type[Action], words: Iterable[str]) -> dict[str, Any]:
    order, found = takes(kind), dict[str, Any]()
    lists = {each.name for each in msgspec.structs.fields(kind) if str(each.type).startswith("tuple")}
    for place, word in enumerate(words):
        name, equals, value = word.partition("=")
        if not equals:
            name, value = (order[place] if place < len(order) else ""), word
        if name not in order:
            raise SpellingError(f"{kind.__name__.lower()} takes {' '.join(order)}; not {word}")
        found[name] = tuple(part for part in value.split(",") if part) if name in lists else value
    return found
