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
from collections.abc import Mapping

from assets.game import Game
from assets.schema import Verb

HOLE = re.compile(r"\{([a-z]+)\}")
STEPS: Mapping[str, str] = {
    "phase": "line turn",
    "done": "count line",
    "opsend": "count line",
    "draw": "change* HX_Drawn change* move stack? change* count line",
    "cupempty": "count line",
    "chit": "change* move stack? change* count line",
    "split": "change count line",
    "act": "change HX_Form HX_FormName count line",
    "general": "change HX_General count line",
    "actend": "count line HX_Form HX_FormName",
    "step": "change move stack? count line change?",
    "aim": "change* HX_By HX_At HX_Who HX_P HX_Shot change count line",
    "fire": "HX_Mode change? HX_At change HX_Who HX_P count line",
    "fireend": "count line change* HX_By HX_At HX_Who HX_P HX_Shot",
    "check": "change* HX_By HX_At HX_Who HX_P HX_Shot count line",
    "roll": "count line result",
    "melee": "HX_Round? count line HX_Round?",
    "decline": "count line",
    "choose": "change count line",
    "loss": "change count line",
    "out": "change move stack? count line change",
    "state": "change count line",
    "ride": "HX_Carrier* change count line change?",
    "assign": "change count line",
    "observe": "HX_Obs count line",
    "barrage": "change* HX_By HX_At HX_Who HX_P HX_Shot count line",
    "place": "change? move stack? count line",
    "remove": "change? move stack? change? count line",
    "hold": "change count line",
    "vp": "HX_VPWas HX_VP* count line",
    "result": "count line",
    "los": "line",
}
"""What stands in the step of a line, in the order in which the engine writes it.

`line` is the chat line, `count` sets HX_K, another word in capitals sets that property, `change` is the piece's new
state, `stack` a new stack at its new place, `turn` the tracker, `result` the properties of the dice (`2d6_result`,
`_total`, `_keep`, `_summary`). A check is followed in the same step by its roll; carrying out a chit by `act`; playing
a General by the chit's own line, and by a check and its roll where it must be rolled for. `move` of a passenger follows
that of its carrier. In a shot of OPPFIRE or RETURN the roll of the check has that purpose, and the roll of the shot has
the purpose FIRE; both name the shooter.
"""

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
    return HOLE.sub(lambda hole: given.get(hole[1]) or _word(verb, hole[1], values, language), text)


def wording(game: Game, verb: Verb, values: Mapping[str, str]) -> Mapping[str, str]:
    """The wording of a verb; a check is worded by its purpose."""
    purpose = game.chronicle.purposes.get(values.get("p", "")) if verb.id == "check" else None
    text = purpose.sentence if purpose is not None else verb.sentence
    return {"en": text.en, "de": text.de}


def line(
    game: Game, verb: str, values: Mapping[str, str], words: Mapping[str, str] | None = None, language: str = "en"
) -> str:
    """The whole line of a verb, without the `* ` that the engine puts before it."""
    known = game.chronicle.verbs[verb]
    return sentence(game, known, values, words, language) + tail(known, values)


def deck_name(game: Game, scenario: str) -> str:
    """The deck from which the chits of a scenario are drawn."""
    return f"{game.chronicle.piles.get('Return', 'cup')}_{scenario}"


def _word(verb: Verb, key: str, values: Mapping[str, str], language: str) -> str:
    value = values.get(key, "")
    known = verb.choices.get(key, {})
    return known[value][language] if value in known else value
