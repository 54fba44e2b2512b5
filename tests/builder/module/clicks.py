"""What the commonest deeds take at the table, counted on the module: a table for the players' page of a game.

`clicks.yaml` of a game's tests says which deeds these are; keys and words come from the module. `python -m
tests.builder.module.clicks` writes the tables into the pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import yaml

import assets
from assets.finding import games
from builder.build import lock_of
from builder.module import Making, making_of
from builder.module.commands import Command
from builder.module.vocabulary import vocabulary

TESTS = Path(__file__).resolve().parents[2]
PAGES = TESTS.parent / "docs" / "players"
BEGIN, END = "<!-- clicks -->\n", "<!-- end -->"
HAND = {"click": "the piece", "clock": "the clock", "refill": "*markers back*", "menu": "the card's menu"}
"""Steps that are no command of the module's own, and how they are called."""
PEN = "Alt with the number pad"
MENU = 2
"""To open a menu and to choose from it; so many clicks has a menu of the toolbar as well."""
ON_TOOLBAR = ("draw", "roll")
"""Buttons that stand on the toolbar themselves."""
STEP = re.compile(r"(?:(?P<times>\d+) )?(?P<name>\S+)")


class Step(NamedTuple):
    """A step of a deed: what is done, so many times, with so many clicks and keys each time."""

    text: str
    times: int
    clicks: int


def listed() -> dict[str, Path]:
    """The games whose tests say which deeds are common."""
    found = {name: TESTS / "games" / name / "clicks.yaml" for name in games()}
    return {name: path for name, path in found.items() if path.is_file()}


def deeds(game: str) -> list[Mapping[str, list[str]]]:
    """The deeds of a game, each with its steps now, and before where that was otherwise."""
    found: list[Mapping[str, list[str]]] = yaml.safe_load(listed()[game].read_text(encoding="utf-8"))
    return found


def making(game: str) -> Making:
    """The workshop of a game."""
    loaded = assets.load(game)
    return making_of(loaded, lock=lock_of(loaded))


def steps(at: Making, found: Iterable[str]) -> list[Step]:
    """What the steps of a deed are with the module; KeyError for a command that it does not have."""
    known = {(f"{each.verb}.{each.what}" if each.what else each.verb): each for each in reversed(vocabulary(at))}
    keys = at.game.handling.keys
    parsed = (match for each in found if (match := STEP.fullmatch(each)))
    return [_step(each["name"], int(each["times"] or 1), known, keys) for each in parsed]


def _step(name: str, times: int, known: Mapping[str, Command], keys: Mapping[str, str]) -> Step:
    if name in HAND:
        return Step(HAND[name], times, MENU if name == "menu" else 1)
    if name == "pen":
        return Step(PEN, times, 1)
    if name in keys:
        return Step(f"`{keys[name]}`", times, 1)
    command = known[name]
    if command.shortcut:
        return Step(f"`{command.shortcut}`", times, 1)
    return Step(f"*{command.text}*", times, 1 if command.verb in ON_TOOLBAR else MENU)


def count(found: Iterable[Step]) -> int:
    """How many clicks and keys that is."""
    return sum(each.times * each.clicks for each in found)


def table(game: str) -> str:
    """The table of a game's commonest deeds, in Markdown."""
    at = making(game)
    lines = ["| to … | you do | clicks and keys | before |", "| --- | --- | --- | --- |"]
    for each in deeds(game):
        now = steps(at, each["now"])
        before = steps(at, each.get("before", each["now"]))
        told = ", ".join(f"{step.times} × {step.text}" if step.times > 1 else step.text for step in now)
        lines.append(f"| {each['deed']} | {told} | {count(now)} | {count(before)} |")
    return "\n".join(lines) + "\n"


def written(page: str, found: str) -> str:
    """A page with the table behind its mark."""
    head, begin, rest = page.partition(BEGIN)
    _, end, tail = rest.partition(END)
    return f"{head}{begin}{found}{end}{tail}"


if __name__ == "__main__":
    for name in listed():
        path = PAGES / f"{name}.md"
        path.write_text(written(path.read_text(encoding="utf-8"), table(name)), encoding="utf-8")
