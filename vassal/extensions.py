"""Extensions: components of their own file that are hung into a module's tree."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from vassal.components import Component
from vassal.errors import Problem
from vassal.sequence import split

_MOST_STEPS = 50
_MOST_ELEMENTS = 10_000
_TITLES = ("name", "mapName", "entryName", "chartName", "title")


def extended(root: Component, extension: Component, problems: list[Problem]) -> Component:
    """Return the module's tree with the extension's components where they belong; note those that fit nowhere."""
    for element in islice(extension.inside("ExtensionElement"), _MOST_ELEMENTS):
        if not element.children:
            continue
        target = element.get("target")
        way = _find(root, split(target, "/")[:_MOST_STEPS]) if target else []
        if way is None:
            problems.append(Problem(element.children[0].label, f"the module has no place {target[:200]!r}"))
        else:
            root = _with_child(root, way, element.children[0])
    return root


def _find(parent: Component, steps: Sequence[str]) -> list[int] | None:
    """Return the way down to a place as indexes of children; where no name fits, the first of the kind will do."""
    if not steps:
        return []
    tag, *name = split(steps[0], ":")
    same = [index for index, child in enumerate(parent.children) if child.tag == tag]
    exact = [index for index in same if _is_called(parent.children[index], name[0] if name else "")]
    if exact or len(steps) == 1:
        found = (exact or same)[:1]
        rest = _find(parent.children[found[0]], steps[1:]) if found else None
        return None if rest is None else [found[0], *rest]
    for index in same:
        rest = _find(parent.children[index], steps[1:])
        if rest is not None:
            return [index, *rest]
    return None


def _is_called(component: Component, name: str) -> bool:
    titles = [component.attributes[each] for each in _TITLES if each in component.attributes]
    return name in titles if titles else not name


def _with_child(root: Component, way: Sequence[int], child: Component) -> Component:
    if not way:
        return replace(root, children=(*root.children, child))
    inner = list(root.children)
    inner[way[0]] = _with_child(inner[way[0]], way[1:], child)
    return replace(root, children=tuple(inner))
