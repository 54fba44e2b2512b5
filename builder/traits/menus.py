"""Which commands a piece offers: verb and choice, the key that gives it, the words of its menu entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from assets.handling import Bearer
from builder.traits.basics import entry, key, local, named
from builder.traits.record import Speaker
from vassal.traits import Trait, make


class Offer(NamedTuple):
    """A command that a player can give to a piece."""

    verb: str
    what: str
    key: str
    menu: str
    shortcut: str = ""
    code: str = ""
    """Code that gives what is chosen, where that hangs on what was before."""

    @property
    def entry(self) -> tuple[str, str, tuple[str, ...]]:
        """The command of the property that remembers what was chosen."""
        return entry(self.menu, self.key, self.code or self.what)


def offer(speaker: Speaker, verb: str, what: str, menu: str) -> Offer:
    """The command of a verb and a choice, under the shortcut that the game gives it."""
    words = speaker.shortcut(f"{verb}.{what}")
    return Offer(verb, what, key(words) or named(f"hx.do.{verb}.{what}"), menu, words)


def shortcut(speaker: Speaker, name: str) -> str:
    """The key of a command: its shortcut, or a name that only menus know."""
    return key(speaker.shortcut(name)) or named(f"hx.do.{name}")


def choices(speaker: Speaker, verb: str, only: Iterable[str] | None = None) -> list[Offer]:
    """A command for each choice of a verb, or for some of them."""
    if not speaker.knows(verb):
        return []
    known = speaker.verb(verb).choices["what"]
    picked = known if only is None else only
    return [offer(speaker, verb, what, _capital(known[what][speaker.language])) for what in picked]


def checks(speaker: Speaker, bearer: str) -> list[Offer]:
    """The rolls that a piece can make for itself: those that the verb of checks names."""
    named_by = speaker.verb("check").purposes if speaker.knows("check") else ()
    purposes = [speaker.game.chronicle.purposes[each] for each in named_by]
    return [offer(speaker, "check", each.id, each.menu[speaker.language]) for each in purposes if bearer in each.of]


def states(speaker: Speaker, bearer: Bearer) -> list[Offer]:
    """The states that a piece may be in."""
    found = []
    for state in speaker.game.handling.states.values():
        if bearer in state.of:
            menu = _capital(speaker.choice("state", "what", state.id))
            sent = key(state.key or "") or named(f"hx.do.state.{state.id}")
            found.append(Offer("state", state.id, sent, menu, state.key or ""))
    return found


def remembered(offers: Iterable[Offer]) -> Trait:
    """The property that remembers what was chosen."""
    return local("What", "", *(each.entry for each in offers))


def headed(title: str, texts: Sequence[str]) -> list[str]:
    """Texts that belong under a title: a single one has no sub-menu, and bears the title itself."""
    return [f"{title}: {text}" for text in texts] if len(texts) == 1 else list(texts)


def titled(title: str, offers: Sequence[Offer]) -> list[Offer]:
    """Commands that belong under a title, as they stand in the menu."""
    texts = headed(title, [each.menu for each in offers])
    return [each._replace(menu=text) for each, text in zip(offers, texts, strict=True)]


def grouped(title: str, texts: Iterable[str]) -> Iterator[Trait]:
    """A sub-menu of the entries with these texts, if there are several."""
    commands = tuple(texts)
    if len(commands) > 1:
        yield make("submenu", menu=title, commands=commands)


def submenu(title: str, offers: Iterable[Offer]) -> Iterator[Trait]:
    """A sub-menu of these commands, if there are several."""
    yield from grouped(title, (each.menu for each in offers))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
