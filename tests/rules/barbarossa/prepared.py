"""The prepared positions of Barbarossa.

Of how it stands is written: `units` with their
kinds of sample cards, `orders` of this round, `works` that run on from the round before, what is `built`, the `ground`,
`facts` of the scenario; and the step that begins (`enters`), or that goes on (`state`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.barbarossa import actions as do
from rules.barbarossa.game import referee
from rules.barbarossa.state.battle import Battle
from rules.barbarossa.state.loading import open_switches
from rules.barbarossa.state.model import Position, Unit
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.referee import Referee
from tests.rules.barbarossa.drafting import BOTH, Draft
from tests.rules.barbarossa.printing import GAME
from tests.rules.shared.prepared import Stage

_VERBS: list[type[Action]] = [Roll]
_VERBS += [each for each in vars(do).values() if isinstance(each, type) and issubclass(each, Action)]
KINDS: Mapping[str, type[Action]] = {kind.__name__.lower(): kind for kind in _VERBS}
"""The verbs of what is done."""
STATE = frozenset(Unit.__struct_fields__)


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


def stands(start: Mapping[str, Any]) -> tuple[Battle, Position]:
    """What does not change, and the position, as they are written."""
    made = _field(start)
    more = _routed(start.get("position", {}))
    if "enters" in start:
        return made.battle(), made.at(start["enters"], **more)
    return made.battle(), made.position(start["state"], ready=BOTH, opened=BOTH, **more)


def _referee(battle: Battle) -> Referee[Position]:
    return referee(battle, open_switches())


STAGE = Stage(GAME, stands, KINDS, _referee)
