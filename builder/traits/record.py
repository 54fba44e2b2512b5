"""The lines of a game as formats of the module: with holes for what is only known in play.

A record is a comment of the chat's HTML: unseen on the screen, whole in the log (`assets.lines` writes it).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assets import Game
from assets.lines import line
from assets.schema import Verb

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


@dataclass(frozen=True)
class Speaker:
    """Writes the lines of a game's verbs in a language."""

    game: Game
    language: str

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
        text = self.verb(verb).menu if self.knows(verb) else None
        return text[self.language] if text else verb

    def line(self, verb: str, values: Mapping[str, str] | None = None, words: Mapping[str, str] | None = None) -> str:
        """The line of a verb that a button speaks: sentence and record; `words` are shown in place of values."""
        return line(self.game, verb, self._said(BUTTON, values), {**SHOWN, **(words or {})}, self.language)

    def told(self, verb: str, values: Mapping[str, str] | None = None, words: Mapping[str, str] | None = None) -> str:
        """The line of a verb that a piece speaks."""
        return line(self.game, verb, self._said(PIECE, values), {**SHOWN, **(words or {})}, self.language)

    def _said(self, usual: Mapping[str, str], given: Mapping[str, str] | None) -> dict[str, str]:
        return {**usual, **(given or {})}
