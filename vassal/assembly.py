"""How the engine puts the commands of a log step together when it loads a log.

What it cannot read is dropped, with its first part taking its place; what changes nothing is dropped; two changes of
one piece in a row become one. A step with a command in it that does not bear the mark of the log is dropped as a whole.
"""

from typing import Final

from vassal.commands import KINDS, Command

UNREAD: Final = frozenset({"null", "unknown"})
"""Kinds that no reader of the engine takes."""

NOT_PLAIN: Final = UNREAD | {"empty", "change"}
"""Kinds that behave in a way of their own when something is put behind them."""


class Node:
    """A command in the making, with the nodes that belong to it."""

    __slots__ = ("command", "nodes")

    def __init__(self, command: Command) -> None:
        self.command = command
        self.nodes: list[Node] = []


def assembled(step: Command) -> list[tuple[int, Command]]:
    """Return the commands of a step as the engine carries them out, each with its depth; none if it drops the step."""
    if not step.parts:
        return [] if step.kind in UNREAD or not step.logged else [(0, step)]
    if is_plain(step):
        return [(0, alone(step)), *[(1, part) for part in step.parts]]
    root = _read(step)
    if root is None:
        return []
    order = _in_order(root)
    if not all(node.command.logged for _, node in order):
        return []
    for _, node in reversed(order):
        nodes, node.nodes = node.nodes, []
        for each in nodes:
            _append(node, each)
    return [(depth, node.command) for depth, node in _in_order(root)]


def is_plain(step: Command) -> bool:
    """Tell whether a step needs no putting together: one level of parts, each read, each changing something."""
    if step.kind in NOT_PLAIN or not step.logged:
        return False
    return all(
        part.logged and not part.parts and part.kind not in UNREAD and not _changes_nothing(part) for part in step.parts
    )


def alone(command: Command) -> Command:
    """Return a command without its parts."""
    if not command.parts and command.exact is None:
        return command
    return Command(command.kind, command.source, command.values, (), command.logged, command.placed)


def _read(step: Command) -> Node | None:
    """Return the tree of what can be read."""
    found: list[tuple[Command, int]] = [(step, -1)]
    for place, (command, _) in enumerate(found):
        found.extend((part, place) for part in command.parts)
    children: list[list[Node]] = [[] for _ in found]
    for place in range(len(found) - 1, -1, -1):
        command, parent = found[place]
        node: Node | None = Node(alone(command))
        rest = children[place][::-1]
        if command.kind in UNREAD:
            node, rest = (rest[0], rest[1:]) if rest else (None, [])
        if node is not None:
            node.nodes += rest
            if parent < 0:
                return node
            children[parent].append(node)
    return None


def _in_order(root: Node) -> list[tuple[int, Node]]:
    """Return all nodes with their depths, each before those that belong to it."""
    order = []
    waiting = [(0, root)]
    while waiting:
        depth, node = waiting.pop()
        order.append((depth, node))
        waiting.extend((depth + 1, each) for each in reversed(node.nodes))
    return order


def _append(node: Node, part: Node) -> None:
    if node.command.kind == "change" == part.command.kind:
        last = node.nodes[-1] if node.nodes else node
        if last.command.kind == "change" and last.command.values[0] == part.command.values[0]:
            last.command = _joined(last.command, part.command)
            for each in part.nodes:
                _append(node, each)
            return
    if not _idle(part):
        node.nodes.append(part)


def _idle(node: Node) -> bool:
    """Tell whether a node changes nothing, nor does anything that belongs to it."""
    return not node.nodes and _changes_nothing(node.command)


def _changes_nothing(command: Command) -> bool:
    values = command.values
    return command.kind == "empty" or (command.kind == "change" and len(values) > 2 and values[1] == values[2])


def _joined(first: Command, second: Command) -> Command:
    """Return one change from before the first to after the second."""
    values = (first.values[0], *second.values[1:2], *first.values[2:3])
    kind = KINDS["change"]
    return Command("change", kind.prefix + kind.layout.write(values), values, (), first.logged)
