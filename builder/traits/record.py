"""The record of a verb: a sentence for people with a tail for machines, in the one form that all games share.

The tail is a comment of the chat's HTML, unseen on the screen, whole in the log:
`<!--[#step;k=…;u=…;h=0706]-->`. `tail` is the one place that writes it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from assets import Game
from assets.schema import Verb

FORM = re.compile(r"\{([a-z]+)\}")
PIECE: Mapping[str, str] = {
    "k": "$HX_K$",
    "u": "$PieceUID$",
    "g": "$PieceId$",
    "h": "$LocationName$",
    "s": "$PlayerSide$",
    "f": "$HX_Form$",
    "t": "$Turn$",
    "p": "$What$",
    "by": "$HX_By$",
    "at": "$HX_At$",
    "obs": "$HX_Obs$",
    "from": "$OldLocationName$",
    "what": "$What$",
    "chit": "$Id$",
}
"""Where the value of a key comes from, if a piece speaks."""
BUTTON: Mapping[str, str] = {
    "k": "$HX_K$",
    "s": "$PlayerSide$",
    "f": "$HX_Form$",
    "t": "$Turn$",
    "p": "$HX_P$",
    "who": "$HX_Who$",
    "by": "$HX_By$",
    "at": "$HX_At$",
    "res": "$result$",
}
"""Where the value of a key comes from, if a button speaks."""
SHOWN: Mapping[str, str] = {"u": "<b>$PieceName$</b>", "f": "$HX_FormName$", "chit": "<b>$PieceName$</b>"}
"""What people see instead of the value that stands in the record."""


def tail(verb: Verb, values: Mapping[str, str]) -> str:
    """The record itself, with the keys of the verb in their order."""
    return f"<!--[#{verb.id}{''.join(f';{key}={values[key]}' for key in verb.keys)}]-->"


@dataclass(frozen=True)
class Speaker:
    """Writes the lines of a game's verbs in a language."""

    game: Game
    language: str
    shown: Mapping[str, str] = field(default_factory=lambda: SHOWN)

    def verb(self, name: str) -> Verb:
        """The verb of that name."""
        return self.game.chronicle.verbs[name]

    def knows(self, name: str) -> bool:
        """Whether the game has that verb."""
        return name in self.game.chronicle.verbs

    def choice(self, verb: str, key: str, value: str) -> str:
        """The words of a choice."""
        return self.verb(verb).choices[key][value][self.language]

    def menu(self, verb: str) -> str:
        """The menu text of a verb."""
        text = self.verb(verb).menu
        return text[self.language] if text else verb

    def said(self, by_piece: bool, **given: str) -> dict[str, str]:
        """The value of every key, those that are given before the usual ones; unknown ones are empty."""
        usual = dict.fromkeys(self.game.chronicle.keys, "")
        found = {**usual, **(PIECE if by_piece else BUTTON), **given}
        return {key: value for key, value in found.items() if key in usual}

    def sentence(self, verb: str, values: Mapping[str, str], words: Mapping[str, str]) -> str:
        """The sentence of a verb, its holes filled with what people see."""
        text = self.verb(verb).sentence[self.language]
        return FORM.sub(lambda hole: words.get(hole[1]) or self._word(verb, hole[1], values[hole[1]]), text)

    def line(self, verb: str, *, by_piece: bool = True, words: Mapping[str, str] | None = None, **given: str) -> str:
        """The whole line of a verb: sentence and record; `words` are shown in place of values."""
        values = self.said(by_piece, **{key.rstrip("_"): value for key, value in given.items()})
        return self.sentence(verb, values, words or {}) + tail(self.verb(verb), values)

    def _word(self, verb: str, key: str, value: str) -> str:
        known = self.verb(verb).choices.get(key, {})
        if value in known:
            return known[value][self.language]
        return self.shown.get(key, value)
