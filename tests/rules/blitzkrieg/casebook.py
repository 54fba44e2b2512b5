"""The starts of cases that are written down: pieces on a battlefield, or a scenario with what is different in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.book import REGISTERS
from rules.blitzkrieg.game import start
from rules.blitzkrieg.loading import load
from rules.blitzkrieg.model import Position
from rules.engine.actions import Action
from tests.rules.blitzkrieg.battlefield import SWITCHES, Field
from tests.rules.blitzkrieg.printing import edition, seen
from tests.rules.blitzkrieg.theatre import before_ready, opened, until
from tests.rules.shared.cases import Written, actions_of, read
from tests.rules.shared.through import Through, through_a_log

EXAMPLES = Path(__file__).parent / "cases" / "examples.yaml"
MORE, BREACHES = EXAMPLES.with_name("more.yaml"), EXAMPLES.with_name("breaches.yaml")
SETUPS = EXAMPLES.with_name("setups.yaml")
KINDS: Mapping[str, type[Action]] = {kind.__name__.lower(): kind for kind in REGISTERS.effects.kinds}
TYPES = get_type_hints(Position)


def keyed() -> dict[str, Written]:
    """All cases that are played, by entry and title, numbered where several bear the same."""
    found, seen = dict[str, Written](), Counter[str]()
    for case in (case for path in (EXAMPLES, MORE, BREACHES, SETUPS) for case in read(path) if case.actions):
        name = f"{case.id} {case.title}"
        seen[name] += 1
        found[f"{name} {seen[name]}" if seen[name] > 1 else name] = case
    return found


def played(case: Written) -> Through:
    """The case through a log."""
    battle, position = stands(case.start)
    made = edition(battle, SWITCHES.settle_all(case.rulings), position)
    return through_a_log(made, position, seen(battle, position, actions_of(case, KINDS)))


def stands(given: Mapping[str, Any]) -> tuple[Battle, Position]:
    """The battle and the position of a start."""
    if "scenario" in given:
        battle = load(given["scenario"])
        position = _beginning(given["scenario"], given["from"])
    else:
        field = _field(given)
        battle, position = field.battle(), field.position(*given.get("stack", ()), **_typed(given.get("position", {})))
    return battle, _changed(position, given.get("changes", {}))


@cache
def _beginning(scenario: str, when: str) -> Position:
    """`start`, `opened`, `stage 2` (its set-up begins) or `ready 2` (all of it is placed)."""
    battle, (name, _, number) = load(scenario), when.partition(" ")
    match name:
        case "start":
            return start(battle)
        case "opened":
            return opened(battle)
        case "stage":
            return until(battle, int(number))
        case _:
            return before_ready(battle, int(number))


def _field(given: Mapping[str, Any]) -> Field:
    field = Field(given.get("turn", 1))
    field.works, field.mines = tuple(given.get("works", ())), tuple(given.get("mines", ()))
    for piece in given["pieces"]:
        more = dict(piece)
        if "formation" in piece:
            field.formation(more.pop("formation"), more.pop("side"), **more)
        elif "unit" in piece:
            field.unit(more.pop("unit"), more.pop("kind"), more.pop("of"), more.pop("at"), **more)
        elif "chit" in piece:
            field.chit(more.pop("chit"), more.pop("side"), more.pop("kind"), more.pop("place", "cup"), **more)
        else:
            field.ground(*more.pop("ground"), **more)
    return field


def _typed(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: msgspec.convert(value, TYPES[name]) if name in TYPES else value for name, value in values.items()}


def _changed(position: Position, changes: Mapping[str, Any]) -> Position:
    """The position with parts of it changed; of a table only the lines that are named."""
    for name, value in changes.items():
        known = getattr(position, name)
        if isinstance(known, dict) and isinstance(value, dict):
            lines = {key: _line(known.get(key), each) for key, each in value.items()}
            position = position.but(**{name: {**known, **lines}})
        else:
            position = position.but(**_typed({name: value}))
    return position


def _line(known: object, value: object) -> object:
    if isinstance(known, msgspec.Struct) and isinstance(value, dict):
        types = get_type_hints(type(known))
        fields = {name: msgspec.convert(each, types[name]) for name, each in value.items()}
        return msgspec.structs.replace(known, **fields)
    return value
