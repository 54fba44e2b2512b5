"""The lines that a game writes into a log: a sentence for people, and a record for machines behind it.

    line(game, "step", {"u": "1001300", "h": "0705", "from": "0706", "a": "Move", ...}, {"u": "<b>Rifles</b>"})
    '<b>Rifles</b> 0706 to 0705<!--[#step;k=…;u=1001300;…;from=0706;a=Move;col=no]-->'

The values of records are the same in every language. The module writes holes (`$LocationName$`) where the value is
known in play only; whoever writes a log writes the values themselves: both with the functions of this file, so that
there is one form. In a log the engine puts `* ` before the line.

A piece is named in a sentence as it is called, in bold; `f` is shown by the name of the formation. A place
has the name that the grid gives it, a box beside the map the id of the box (`off-french`, `turn/3`), a cup the name of
its deck (`deck_name`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from assets.chronicle import Does, Verb
from assets.dice import said
from assets.game import Game

HOLE = re.compile(r"\{([a-z]+)\}")
WORDS: Mapping[str, str] = {
    "set": "change",
    "layer": "change",
    "wipe": "change",
    "send": "move",
    "roll": "result",
    "fetch": "move",
    "join": "move",
    "kin": "move",
    "moved": "move",
    "changed": "change",
    "rolled": "result",
    "turned": "turn",
}
"""By what a verb does: the command that the engine writes for it."""
LAND = "map"
"""The zone in which the places of the map lie; every other zone is a box or a space beside it."""


def tail(verb: Verb, values: Mapping[str, str]) -> str:
    """The record, with the keys of the verb in their order; a key without a value is empty."""
    keys = "".join(f";{key}={values.get(key, '')}" for key in verb.keys)
    return f"<!--[#{verb.id}{keys}]-->"


def sentence(
    game: Game, verb: Verb, values: Mapping[str, str], words: Mapping[str, str] | None = None, language: str = "en"
) -> str:
    """The sentence of a verb: its holes filled with words that are given, with those of choices, else with values."""
    given = words or {}
    text = wording(game, verb, values)[language]
    return HOLE.sub(lambda hole: given.get(hole[1]) or _word(game, verb, hole[1], values, language), text)


def wording(game: Game, verb: Verb, values: Mapping[str, str]) -> Mapping[str, str]:
    """The wording of a verb; a check is worded by its purpose."""
    purpose = game.chronicle.purposes.get(values.get("p", "")) if verb.part == "check" else None
    text = purpose.sentence if purpose is not None else verb.sentence
    return {"en": text.en, "de": text.de}


def told_of_roll(game: Game, language: str) -> Mapping[str, Mapping[str, str]]:
    """By key of a roll's record: what people read instead of its values: the side, what for, which dice."""
    dice = {each.thrown.name for each in game.chronicle.purposes.values()}
    return {
        "s": {each.record: each.name[language] for each in game.sides.values()},
        "p": {each.id: each.name[language] for each in game.chronicle.purposes.values()},
        "dice": {each: said(each, language) for each in dice},
    }


def line(
    game: Game, verb: str, values: Mapping[str, str], words: Mapping[str, str] | None = None, language: str = "en"
) -> str:
    """The whole line of a verb, without the `* ` that the engine puts before it."""
    known = game.chronicle.verbs[verb]
    return sentence(game, known, values, words, language) + tail(known, values)


def commands(verb: Verb, values: Mapping[str, str]) -> Iterator[str]:
    """What stands in the step of a record with these values, in the order in which the engine writes it.

    `line` is the chat line, `count` sets the counter, `change` is a piece's new state, `move` its way, `turn` the
    tracker, `result` the dice; another word is a property of the whole game that is set.
    """
    for each in verb.does:
        if not isinstance(each, Does):
            yield from (("count", "line") if "k" in verb.keys else ("line",)) if each == "say" else (WORDS[each],)
        elif each.holds(values):
            kind, name = each.what
            yield HOLE.sub(lambda hole: values.get(hole[1], ""), name) if kind == "keep" else WORDS[kind]


def deck_name(game: Game, scenario: str) -> str:
    """The deck from which the chits of a scenario are drawn."""
    return f"{game.chronicle.piles.get('Return', 'cup')}_{scenario}"


def _word(game: Game, verb: Verb, key: str, values: Mapping[str, str], language: str) -> str:
    value = values.get(key, "")
    known = verb.choices.get(key, {})
    if value in known:
        return known[value][language]
    return told_of_roll(game, language).get(key, {}).get(value, value) if verb.part == "roll" else value
