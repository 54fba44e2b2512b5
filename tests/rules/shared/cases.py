"""Cases as data: how it stands, what is done, what is to be said of each action; from YAML, played through logs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import yaml

from rules.engine.actions import Action
from tests.rules.shared.casebook import named_as
from tests.rules.shared.through import Through


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A case as it is written down."""

    id: str
    """The entry that it makes precise."""
    title: str
    rules: tuple[str, ...]
    """The rules that it is about."""
    start: Mapping[str, Any] = {}
    """How it stands, in the words of the game's own cases."""
    actions: tuple[Mapping[str, Any], ...] = ()
    """What is done: `do` names the verb."""
    expect: tuple[tuple[str, ...], ...] = ()
    """By action: what is said of it, as `illegal ABC-4.2d`; nothing if it is legal."""
    rulings: tuple[str, ...] = ()
    note: str = ""
    """Why there is nothing to play, for an entry that no game can show."""


def read(path: Path) -> Iterator[Written]:
    """The cases of a file."""
    raw = yaml.load(path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    yield from msgspec.convert(raw, list[Written])


def actions_of(case: Written, kinds: Mapping[str, type[Action]]) -> tuple[Action, ...]:
    """What is done in a case."""
    return tuple(
        msgspec.convert({"verb": each["do"], **{key: each[key] for key in each if key != "do"}}, kinds[each["do"]])
        for each in case.actions
    )


def said(through: Through, count: int) -> tuple[tuple[str, ...], ...]:
    """What the audit says of each of the first actions, from the log."""
    return tuple(_heard(through, *through.steps[place]) for place in range(count))


def _heard(through: Through, first: int, last: int) -> tuple[str, ...]:
    there = (judged for judged in through.judged if first <= judged.step <= last)
    return tuple(sorted({" ".join(named_as(each)) for judged in there for each in judged.findings}))
