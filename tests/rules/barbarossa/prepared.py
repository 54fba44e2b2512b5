"""Occasions that random games seldom give: prepared positions as data, in which the mutators look for theirs.

Each (`cases/occasions-*.yaml`) says how it stands and what is legally done in it. Of how it stands: `units` with their
kinds of sample cards, `orders` of this round, `works` that run on from the round before, what is `built`, the `ground`,
`facts` of the scenario; and the step that begins (`enters`), or that goes on (`state`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from rules.barbarossa import actions as do
from rules.barbarossa.battle import Battle
from rules.barbarossa.game import referee
from rules.barbarossa.loading import open_switches
from rules.barbarossa.model import Position, Unit
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.play import Turn
from tests.rules.barbarossa.drafting import BOTH, Draft
from tests.rules.shared.cases import Written, actions_of, read

CASES = Path(__file__).parent / "cases"
_VERBS: list[type[Action]] = [Roll]
_VERBS += [each for each in vars(do).values() if isinstance(each, type) and issubclass(each, Action)]
KINDS: Mapping[str, type[Action]] = {kind.__name__.lower(): kind for kind in _VERBS}
"""The verbs of what is done."""
STATE = frozenset(Unit.__struct_fields__)


@cache
def written() -> dict[str, Written]:
    """The prepared positions by name."""
    return {f"{case.id} {case.title}": case for path in sorted(CASES.glob("occasions-*.yaml")) for case in read(path)}


def _field(start: Mapping[str, Any]) -> Draft:
    made = Draft(start.get("round", 2)).given(**start.get("facts", {}))
    for name, facts in start.get("units", {}).items():
        made.unit(name, **{key: _state(key, value) for key, value in facts.items()})
    for unit, given in start.get("orders", {}).items():
        made.order(unit, **_routed(given))
    for unit, given in start.get("works", {}).items():
        boxes = given.get("boxes", 0)
        order = do.Order(unit=unit, **_routed({key: value for key, value in given.items() if key != "boxes"}))
        made.units[unit] = msgspec.structs.replace(made.units[unit], running=order, boxes=boxes)
    for name, facts in start.get("built", {}).items():
        made.built(name, **facts)
    for terrain, places in start.get("ground", {}).items():
        made.ground(*places, terrain=terrain)
    return made


def _state(key: str, value: Any) -> Any:
    """Lists of a unit's state as the position holds them; those of its card stay as they are."""
    if key not in STATE or not isinstance(value, list):
        return value
    return frozenset(value) if key == "used" else tuple(value)


def _routed(given: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in given.items()}


@cache
def _stands(name: str) -> tuple[Battle, Position]:
    start = written()[name].start
    made = _field(start)
    more = _routed(start.get("position", {}))
    if "enters" in start:
        return made.battle(), made.at(start["enters"], **more)
    return made.battle(), made.position(start["state"], ready=BOTH, opened=BOTH, **more)


def battle(name: str) -> Battle:
    """What does not change in a prepared position."""
    return _stands(name)[0]


def play(name: str) -> Iterator[Turn[Position]]:
    """What is done in a prepared position, action by action."""
    judge, position = referee(battle(name), open_switches()), _stands(name)[1]
    for action in actions_of(written()[name], KINDS):
        yield Turn(position, action)
        position = judge.play(position, action)


def games() -> Iterator[tuple[str, Sequence[Turn[Position]]]]:
    """Every prepared position with what is done in it."""
    for name in written():
        yield name, list(play(name))
