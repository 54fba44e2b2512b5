"""The lines of a game as formats of the module: with holes for what is only known in play.

A record is a comment of the chat's HTML: unseen on the screen, whole in the log (`assets.lines` writes it). Where each
value comes from, and who speaks, stands in the game's chronicle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from assets import Game
from assets.chronicle import Speaks, Verb, property_of
from assets.lines import line
from assets.listed import own
from builder.traits.words import on_fields, word

SHOWN: Mapping[str, str] = {"u": "<b>$PieceName$</b>", "f": "$HX_FormName$", "chit": "<b>$PieceName$</b>"}
"""What people see instead of the value that stands in the record."""


@dataclass(frozen=True)
class Speaker:
    """Writes the lines of a game's verbs in a language; a verb is named by the part of the module that speaks it.

    One of `mine` stands for pieces that speak these alone of the verbs that are left to some.
    """

    game: Game
    language: str
    mine: frozenset[str] | None = None

    @cached_property
    def parts(self) -> Mapping[str, Verb]:
        """The verbs by the parts of the module that speak them."""
        return {verb.part: verb for verb in self.game.chronicle.verbs.values() if verb.part}

    @cached_property
    def on_fields(self) -> bool:
        """Whether all maps of the game are of squares: then our own words speak of fields."""
        return bool(self.game.maps) and all(country.grid.word == "field" for country in self.game.maps.values())

    def word(self, name: str) -> str:
        """A word of our own, as it is said on the game's maps."""
        found = word(name, self.language)
        return on_fields(found) if self.on_fields else found

    def verb(self, part: str | Verb) -> Verb:
        """The verb that a part of the module speaks."""
        return part if isinstance(part, Verb) else self.parts[part]

    def knows(self, part: str) -> bool:
        """Whether the game has a verb for a part of the module."""
        return part in self.parts

    def plain(self, by: Speaks) -> Iterator[Verb]:
        """The verbs of a speaker that are spoken as they are declared."""
        return (verb for verb in self.game.chronicle.plain(by) if self.says(verb))

    def says(self, verb: Verb) -> bool:
        """Whether a verb of such pieces is spoken by these: by all, or as one of their own."""
        return self.mine is None or verb.id in self.mine or not (verb.of or own(verb))

    def choice(self, part: str | Verb, key: str, value: str) -> str:
        """The words of a choice."""
        return self.verb(part).choices[key][value][self.language]

    def menu(self, part: str | Verb) -> str:
        """The menu text of a verb; that of a part which the game has no verb for is its name."""
        if isinstance(part, str) and not self.knows(part):
            return part
        verb = self.verb(part)
        return verb.menu[self.language] if verb.menu else verb.id

    def line(
        self, part: str | Verb, given: Mapping[str, str] | None = None, words: Mapping[str, str] | None = None
    ) -> str:
        """The line of a verb: sentence and record; some values are given, `words` are shown in place of values."""
        verb = self.verb(part)
        values = {key: self._value(verb, key, given or {}) for key in verb.keys} | dict(given or {})
        return line(self.game, verb.id, values, {**SHOWN, **(words or {})}, self.language)

    def _value(self, verb: Verb, key: str, given: Mapping[str, str]) -> str:
        found = property_of(self.source(verb, key), given)
        return f"${found}$" if found else ""

    def shortcut(self, name: str) -> str:
        """The words of the key of a command, whether the game calls it by its verb or by the part that speaks it."""
        keys = self.game.handling.keys
        return keys.get(self._called(name), "") or keys.get(name, "")

    def opens(self, name: str) -> bool:
        """Whether the other side may give a command as well."""
        return bool({name, self._called(name)} & {*self.game.handling.open})

    def _called(self, name: str) -> str:
        """A command by the verb of its part."""
        part, dot, what = name.partition(".")
        return f"{self.parts[part].id}{dot}{what}" if part in self.parts else name

    def source(self, verb: Verb, key: str) -> str:
        """Where the value of a key comes from."""
        return self.game.chronicle.source(verb, key)
