"""What entries of `units.yaml` take over from others, so that nothing needs to be written twice.

A unit takes what it does not say itself from the `model` it names, then from its formation and its type; the back of
its counter takes the values of the front.
"""

from __future__ import annotations

from collections.abc import Mapping

from assets.errors import Problem, quoted, suggestion
from assets.nodes import Node, merge

FROM_FORMATION = ("side", "scenarios", "independent")
FROM_TYPE = ("silhouette", "symbol", "steps")


def expand(units: Node, info: Node, problems: list[Problem]) -> Node:
    """`units.yaml` without models: every unit with all that it inherits."""
    models = units.fields.get("models", Node({}, units.place)).fields
    formations = units.fields.get("formations", Node({}, units.place)).fields
    types = info.fields.get("types", Node({}, info.place)).fields
    entries = units.fields.get("units")
    if entries is None or not isinstance(entries.value, dict):
        return _without(units, "models")
    expanded = {}
    for name, unit in entries.value.items():
        own = _with_model(name, unit, models, problems)
        own = _with_fields(own, formations.get(_word(own, "formation")), FROM_FORMATION)
        kind = types.get(_word(own, "type"))
        expanded[name] = _with_back(_with_fields(own, kind, FROM_TYPE), kind)
    rest = _without(units, "models")
    return rest.with_fields({**rest.fields, "units": entries.with_fields(expanded)})


def _with_model(name: str, unit: Node, models: Mapping[str, Node], problems: list[Problem]) -> Node:
    if "model" not in unit.fields:
        return unit
    wanted = unit.fields["model"]
    own = _without(unit, "model")
    if wanted.text not in models:
        what = f"unknown model {quoted(wanted.text)}{suggestion(wanted.text, models)}"
        problems.append(Problem(wanted.place, f"units/{name}/model", what))
        return own
    merged = merge(models[wanted.text], own)
    return Node(merged.value, unit.place)


def _with_fields(unit: Node, giver: Node | None, names: tuple[str, ...]) -> Node:
    if giver is None or not isinstance(unit.value, dict):
        return unit
    taken = {name: giver.fields[name] for name in names if name in giver.fields and name not in unit.value}
    return unit.with_fields({**unit.value, **taken})


def _with_back(unit: Node, kind: Node | None) -> Node:
    front, back = unit.fields.get("front"), unit.fields.get("back")
    if front is None or (back is None and (kind is None or _word(kind, "back") == "none")):
        return unit
    return unit.with_fields({**unit.fields, "back": front if back is None else merge(front, back)})


def _without(node: Node, name: str) -> Node:
    return node.with_fields({key: value for key, value in node.fields.items() if key != name})


def _word(node: Node, name: str) -> str:
    return node.fields[name].text if name in node.fields else ""
