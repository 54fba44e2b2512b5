"""The lines that a game writes into a log: a sentence for people, and a record for machines behind it.

    line(game, "step", {"u": "1001300", "h": "0705", "from": "0706", "a": "Move", ...}, {"u": "<b>Rifles</b>"})
    '<b>Rifles</b> 0706 to 0705<!--[#step;k=…;u=1001300;…;from=0706;a=Move;col=no]-->'

The values of records are the same in every language. The module writes holes (`$LocationName$`) where the value is
known in play only; whoever writes a log writes the values themselves: both with the functions of this file, so that
there is one form. In a log the engine puts `* ` before the line.

A piece is named in a sentence as it is called, in bold; `f` is shown by the name of the formation. A place has the name
that the grid gives it, a box beside the map its id (`off-french`, `turn/3`), a cup the name of its deck (`deck_name`);
in sentences boxes, sides and phases are called by their names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from assets.basics import Text
from assets.chronicle import KNOWN, Does, Verb, property_of
from assets.dice import said
from assets.game import Game

NOWHERE: Mapping[str, Text] = {"offboard": Text(en="beside the boards", de="neben den Plänen")}
"""What the engine says of a point that has no name."""
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
PHASE = "Phase"
"""The property in which the engine has the phase of the clock."""
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


def called(game: Game, verb: Verb, key: str, language: str) -> Mapping[str, str]:
    """What people read instead of some values of a key: the names of sides, of phases, of boxes beside the maps."""
    where = property_of(game.chronicle.source(verb, key))
    return {value: name[language] for value, name in NAMES[where](game).items()} if where in NAMES else {}


def _sides(game: Game) -> Mapping[str, Text]:
    return {side.record: side.name for side in game.sides.values()}


def _phases(game: Game) -> Mapping[str, Text]:
    return game.chronicle.phases


def beside(game: Game) -> Mapping[str, Text]:
    """What is called what beside the maps: boxes, trays, and tracks, whose spaces are `track/space`."""
    tracks = {track: each.name for country in game.maps.values() for track, each in country.tracks.items()}
    return {**tracks, **{place: name for place, name in _boxes(game).items() if place not in NOWHERE}}


def _boxes(game: Game) -> Mapping[str, Text]:
    """What boxes beside the maps are called, the trays beside the cards of a side, and what lies in no place."""
    trays = {f"{tray}-{side}": name for side in game.sides for tray, name in game.handling.trays.items()}
    boxes = {box: each.name for country in game.maps.values() for box, each in country.boxes.items()}
    return {**boxes, **trays, **NOWHERE}


NAMES: Mapping[str, Callable[[Game], Mapping[str, Text]]] = {
    KNOWN["side"]: _sides,
    PHASE: _phases,
    KNOWN["place"]: _boxes,
    KNOWN["origin"]: _boxes,
}
"""By property of the engine: what its values are called."""


def _word(game: Game, verb: Verb, key: str, values: Mapping[str, str], language: str) -> str:
    value = values.get(key, "")
    known = verb.choices.get(key, {})
    if value in known:
        return known[value][language]
    told = told_of_roll(game, language).get(key, {}) if verb.part == "roll" else called(game, verb, key, language)
    return told.get(value, value)
