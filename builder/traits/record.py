"""The lines of a game as formats of the module: with holes for what is only known in play.

A record is a comment of the chat's HTML: unseen on the screen, whole in the log (`assets.lines` writes it). Where each
value comes from, and who speaks, stands in the game's chronicle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from assets import Game
from assets.chronicle import KNOWN, Speaks, Verb, property_of
from assets.lines import HOLE, PHASE, called, line, tail
from assets.listed import own
from builder.traits.basics import chosen, quoted
from builder.traits.words import on_fields, word

SHOWN: Mapping[str, str] = {"u": "<b>$PieceName$</b>", "f": "$HX_FormName$", "chit": "<b>$PieceName$</b>"}
"""What people see instead of the value that stands in the record."""
CODE: Mapping[str, str] = {
    "u": '"<b>"+GetString("PieceName")+"</b>"',
    "chit": '"<b>"+GetString("PieceName")+"</b>"',
    "f": 'GetString("HX_FormName")',
}
"""The same as code."""
NAMED = (KNOWN["side"], KNOWN["origin"], PHASE)
"""The properties whose values are never shown: where a sentence has one, its line is code that puts the name there."""


def spoken(text: str, words: Mapping[str, str]) -> str:
    """Code that gives a sentence: its holes filled by code."""
    return _joined(HOLE.split(text), lambda key: words[key])


def _coded(text: str) -> str:
    """Code that gives what a format with properties between dollars gives."""
    return _joined(text.split("$"), lambda name: f"GetString({quoted(name)})")


def _joined(parts: Sequence[str], code: Callable[[str], str]) -> str:
    """Code that puts parts together, every second of which stands for code."""
    return "+".join(code(each) if at % 2 else quoted(each) for at, each in enumerate(parts) if at % 2 or each) or '""'


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
        verb, given, words = self.verb(part), given or {}, words or {}
        if self._names(verb, words):
            named = {key: self.called(verb, key).get(value) for key, value in given.items()}
            seen = {key: quoted(name) for key, name in named.items() if name}
            seen |= {key: quoted(self.choice(verb, key, given[key])) for key in {*verb.choices} & {*given}}
            seen |= {key: _coded(text) for key, text in words.items()}
            return self.script(verb, {key: _coded(text) for key, text in given.items()}, seen)
        values = {key: self._value(verb, key, given) for key in verb.keys} | dict(given)
        return line(self.game, verb.id, values, {**SHOWN, **words}, self.language)

    def record(self, verb: Verb, given: Mapping[str, str] | None = None) -> str:
        """The code of the record of a verb; what is `given` is code."""
        values = {key: self.code(verb, key) for key in verb.keys} | dict(given or {})
        return spoken(tail(verb, {key: f"{{{key}}}" for key, code in values.items() if code}), values)

    def script(self, part: str | Verb, given: Mapping[str, str], words: Mapping[str, str]) -> str:
        """The line of a verb as an expression; what is `given` is code, and `words` are code of what people read."""
        verb = self.verb(part)
        shown = {key: given.get(key) or self.seen(verb, key) for key in verb.keys} | {**CODE, **words}
        return f"{{{spoken(verb.sentence[self.language], shown)}+{self.record(verb, given)}}}"

    def code(self, verb: Verb, key: str) -> str:
        """The code of the value of a key, as its record has it; nothing for one that stays empty."""
        found = property_of(self.source(verb, key))
        return f"GetString({quoted(found)})" if found else ""

    def seen(self, verb: Verb, key: str) -> str:
        """The code of what people read of a key."""
        names = {value: quoted(name) for value, name in self.called(verb, key).items()}
        value = self.code(verb, key) or '""'
        return f"({chosen(property_of(self.source(verb, key)), names, value)})" if names else value

    def called(self, verb: Verb, key: str) -> Mapping[str, str]:
        """What people read instead of some values of a key."""
        return called(self.game, verb, key, self.language)

    def _names(self, verb: Verb, words: Mapping[str, str]) -> bool:
        """Whether the sentence of a verb has what is called otherwise than the engine has it."""
        shown = {*HOLE.findall(verb.sentence[self.language])} - {*words}
        return any(property_of(self.source(verb, key)) in NAMED for key in shown & {*verb.keys})

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
