"""The help of the module: how it is handled, what the scenarios say, and the digest of the rules."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from assets.riding import takes
from builder.module.commands import Command
from builder.module.documents import HELP, RULES, SCENARIOS, folded_rules
from builder.module.options import Making
from builder.module.telling import Telling
from builder.module.vocabulary import vocabulary
from builder.traits.words import on_fields
from kept.plain import plain
from vassal.archive import pack

FOLDER = Path(__file__).resolve().parent.parent.parent / "templates" / "module"
SECTIONS = ("start", "declaring", "moving", "shooting")
CARD_SECTIONS = ("card start", "declaring", "orders", "card moving", "card shooting")
GERMAN_KEYS = {
    "Ctrl": "Strg",
    "Shift": "Umschalt",
    "Delete": "Entf",
    "Enter": "Eingabe",
    "Space": "Leertaste",
    "Left": "Links",
    "Right": "Rechts",
}
MENTIONED = {
    "aim": "aim",
    "fire": "fire.full",
    "plain": "fire.plain",
    "now": "fire.now",
    "reduced": "fire.reduced",
    "roll": "roll",
    "melee": "aim.MELEE",
    "opp": "check.OPPFIRE",
    "ret": "check.RETURN",
    "observe": "observe",
    "meleestep": "step.Melee",
    "word": "word",
    "commit": "commit",
    "note": "note",
    "pick": "pick.unit",
    "place": "pick.place",
    "route": "pick.route",
    "carried": "fire.carried",
    "test": "check.TEST",
    "phase": "phase",
    "done": "done",
    "finish": "finish",
    "left": "face.left",
    "right": "face.right",
    "hide": "hide",
}
"""Keys that the text of the help mentions."""


def pages(making: Making) -> dict[str, bytes]:
    """All pages by file name; the rules once for VASSAL's own window and once, with a search field, for the browser."""
    return {name: page(making, name) for name in names(making)}


def names(making: Making) -> tuple[str, ...]:
    """The file names of all pages; a game without rules of its own has no digest of them."""
    told = (HELP, SCENARIOS) if making.game.scenarios else (HELP,)
    return (*told, RULES, folded_rules(making.language)) if making.options.ledger else told


def page(making: Making, name: str) -> bytes:
    """One page as it lies in the module."""
    if name == HELP:
        return _help(making).encode()
    if name == SCENARIOS:
        return _scenarios(making).encode()
    if name == RULES:
        return _rules(making, browser=False).encode()
    return pack([(RULES, _rules(making, browser=True).encode())])


def _help(making: Making) -> str:
    language, words = making.language, _words()
    keys = {name: _shown(making.game.handling.keys.get(of, ""), language) for name, of in MENTIONED.items()}
    column = making.game.handling.states.get(making.game.handling.column)
    keys["column"] = _shown(column.key or "" if column else "", language)
    carries = any(takes(making.game, each) for each in making.game.units.values())
    keys["carrier"] = words["carrier"][language] if carries else ""
    said = on_fields if making.speaker.on_fields else str
    sections = [
        {
            "title": words[name]["title"][language],
            "lines": [said(line.format_map(keys)) for line in words[name]["text"][language] if _fits(line, keys)],
        }
        for name in (CARD_SECTIONS if making.game.cards else SECTIONS)
    ]
    sections = [each for each in sections if each["lines"]]
    found = (*vocabulary(making), *_reaches(making))
    return _filled(
        "help.html",
        title=making.game.info.title[language],
        heading=words["title"][language],
        language=language,
        words=words,
        sections=sections,
        shortcuts=list(_shortcuts(found, language)),
        commands=list(
            dict.fromkeys((words["by"][each.by][language], each.text) for each in found if not each.shortcut)
        ),
    )


def _reaches(making: Making) -> Iterator[Command]:
    """The commands that show how far a value carries, which leave no record."""
    for each in making.game.handling.reaches.values():
        for by in each.of:
            yield Command("reach", each.id, by, "", each.menu[making.language], each.key or "")


def _scenarios(making: Making) -> str:
    game, language = making.game, making.language
    return _filled(
        "scenarios.html",
        title=game.info.title[language],
        heading=_words()["scenarios"][language],
        scenarios=[Telling(game, each, language, _words()["scenario"]) for each in game.scenarios.values()],
    )


def _fits(line: str, keys: Mapping[str, str]) -> bool:
    """Whether the game has all the keys of which a line speaks."""
    return all(keys[name] for _, name, _, _ in Formatter().parse(line) if name)


def _shortcuts(commands: tuple[Command, ...], language: str) -> Iterator[tuple[str, str, str]]:
    """Every key once, with all that give the command."""
    words = _words()["by"]
    found: dict[tuple[str, str], dict[str, None]] = {}
    for each in commands:
        if each.shortcut:
            found.setdefault((each.shortcut, each.text), {})[words[each.by][language]] = None
    for (shortcut, text), wheres in found.items():
        yield _shown(shortcut, language), text, ", ".join(wheres)


def _shown(shortcut: str, language: str) -> str:
    """A key as it is printed on the keys of the language."""
    pad = "Ziffernblock " if language == "de" else "number pad "
    parts = (part.replace("Numpad", pad) for part in shortcut.split())
    return "+".join(GERMAN_KEYS.get(part, part) if language == "de" else part for part in parts)


def _rules(making: Making, *, browser: bool) -> str:
    language, game = making.language, making.game
    switches = [
        {"id": each.id, "question": each.question[language], "ours": each.readings[each.ours].name[language]}
        for each in game.rulings.values()
        if each.ours in each.readings
    ]
    return _filled(
        "rules.html",
        browser=browser,
        title=game.info.title[language],
        language=language,
        words=_words(),
        sections=_sections(making.options.ledger, language),
        switches=switches,
    )


def _sections(ledger: Path | None, language: str) -> list[tuple[str, list[dict[str, str]]]]:
    """The rules of a ledger in the order of the book, by section."""
    if ledger is None:
        return []
    entries, said = plain(ledger), in_language(ledger, language)
    known = plain(said) if said else {}
    found: dict[str, list[dict[str, str]]] = {}
    for each in entries:
        title, text = known.get(each["id"], (each["title"], each["rule"]))
        rule = {"id": each["id"], "title": title, "text": _line(text)}
        rule["ruling"] = _line(str(each.get("unclear", "")).partition("Ruling:")[2])
        found.setdefault(str(each["section"]), []).append(rule)
    return list(found.items())


def in_language(ledger: Path, language: str) -> Path | None:
    """The file that says the rules of a ledger in another language, if there is one."""
    path = ledger.with_name(f"{ledger.stem}.{language}{ledger.suffix}")
    return path if path.is_file() else None


def _line(text: str) -> str:
    return " ".join(text.split())


@functools.cache
def _words() -> dict[str, Any]:
    words: dict[str, Any] = plain(FOLDER / "words.yaml")
    return words


def _filled(name: str, **values: object) -> str:
    return _environment().get_template(name).render(**values)


@functools.cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True
    )
