"""What entries of `units.yaml`, maps and scenarios take over from others, so that nothing needs to be written twice.

A unit takes what it does not say itself from the `model` it names, then from its card, its formation and its type; the
back of its counter takes the values of the front. A map, or a scenario, takes what it does not say itself from the one
that it is `like`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from assets.errors import Problem, quoted, suggestion
from assets.nodes import Node, merge

FROM_CARD = ("type", "side", "name", "symbol", "silhouette")
FROM_FORMATION = ("side", "scenarios", "independent")
FROM_TYPE = ("silhouette", "symbol", "steps")


def expand(units: Node, cards: Node, info: Node, problems: list[Problem]) -> Node:
    """`units.yaml` without models: every unit with all that it inherits."""
    models = units.fields.get("models", Node({}, units.place)).fields
    formations = units.fields.get("formations", Node({}, units.place)).fields
    printed = cards.fields.get("cards", Node({}, cards.place)).fields
    types = info.fields.get("types", Node({}, info.place)).fields
    entries = units.fields.get("units")
    if entries is None or not isinstance(entries.value, dict):
        return _without(units, "models")
    expanded = {}
    for name, unit in entries.value.items():
        own = _with_model(name, unit, models, problems)
        own = _with_card(own, _giver(name, own, "card", printed, problems))
        own = _with_fields(own, _giver(name, own, "formation", formations, problems), FROM_FORMATION)
        kind = _giver(name, own, "type", types, problems)
        expanded[name] = _with_back(_with_fields(own, kind, FROM_TYPE), kind)
    rest = _without(units, "models")
    return rest.with_fields({**rest.fields, "units": entries.with_fields(expanded)})


def alike(entries: Mapping[str, Node], kind: str, problems: list[Problem]) -> dict[str, Node]:
    """All maps or scenarios, by id, with what each takes over from another; an overlay lies on that one already."""
    return {name: _like(name, tree, entries, kind, problems) for name, tree in entries.items()}


def _like(name: str, tree: Node, entries: Mapping[str, Node], kind: str, problems: list[Problem]) -> Node:
    wanted = tree.fields.get("like")
    if wanted is None or not wanted.text:
        return tree
    known = [each for each, other in entries.items() if each != name and "like" not in other.fields]
    if wanted.text not in known:
        what = f"expected the id of a {kind} that is not like another, found {quoted(wanted.text)}"
        problems.append(Problem(wanted.place, f"{kind}s/{name}/like", f"{what}{suggestion(wanted.text, known)}"))
        return tree
    return Node(merge(entries[wanted.text], tree).value, tree.place)


def _with_model(name: str, unit: Node, models: Mapping[str, Node], problems: list[Problem]) -> Node:
    if "model" not in unit.fields:
        return unit
    model, own = _giver(name, unit, "model", models, problems), _without(unit, "model")
    return own if model is None else Node(merge(model, own).value, unit.place)


def _with_card(unit: Node, card: Node | None) -> Node:
    """The unit with what its card says; as many steps as the card's `size`."""
    own = _with_fields(unit, card, FROM_CARD)
    values = card.fields["values"].fields if card is not None and "values" in card.fields else {}
    if "size" not in values or "steps" in own.fields:
        return own
    return own.with_fields({**own.fields, "steps": values["size"]})


def _giver(name: str, unit: Node, field: str, givers: Mapping[str, Node], problems: list[Problem]) -> Node | None:
    """The entry that a field of the unit names; a problem if there is none."""
    wanted = unit.fields.get(field)
    if wanted is not None and wanted.text and wanted.text not in givers:
        what = f"unknown {field} {quoted(wanted.text)}{suggestion(wanted.text, givers)}"
        problems.append(Problem(wanted.place, f"units/{name}/{field}", what))
    return givers.get(wanted.text) if wanted is not None else None


def _with_fields(unit: Node, giver: Node | None, names: tuple[str, ...]) -> Node:
    if giver is None or not isinstance(unit.value, dict):
        return unit
    taken = {name: giver.fields[name] for name in names if name in giver.fields and name not in unit.value}
    return unit.with_fields({**unit.value, **taken})


def _with_back(unit: Node, kind: Node | None) -> Node:
    front, back = unit.fields.get("front"), unit.fields.get("back")
    if front is None or (back is None and (kind is None or _word(kind, "back") == "none")):
        return unit
    last = front if back is None else merge(front, back)
    found = {**unit.fields, "back": last}
    if "further" in unit.fields:
        faces = []
        for face in unit.fields["further"].items:
            last = merge(last, face)
            faces.append(last)
        found["further"] = replace(unit.fields["further"], value=faces)
    return unit.with_fields(found)


def _without(node: Node, name: str) -> Node:
    return node.with_fields({key: value for key, value in node.fields.items() if key != name})


def _word(node: Node, name: str) -> str:
    return node.fields[name].text if name in node.fields else ""
