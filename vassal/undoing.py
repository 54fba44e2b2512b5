"""Which step an undo takes back: the one that it reverses command by command."""

from collections.abc import Iterable
from itertools import islice
from typing import Final, TypeAlias

from vassal.chat import UNDO
from vassal.commands import Command

Key: TypeAlias = tuple[str, ...]
Net: TypeAlias = dict[Key, tuple[object, object]]
"""What a step did to each thing: before it and after it."""

LOOK_BACK: Final = 1000
"""Steps that are looked through for the one that an undo reverses."""


class Undoing:
    """The steps that can still be taken back, the latest last."""

    def __init__(self) -> None:
        self._open: dict[int, Iterable[Command]] = {}
        self._nets: dict[int, Net] = {}

    def done(self, number: int, commands: Iterable[Command]) -> None:
        """Remember a step."""
        self._open[number] = commands

    def undone(self, commands: Iterable[Command]) -> int | None:
        """Return the number of the step that these commands take back, which is then closed; nothing if there is none.

        It is the latest step that is reversed exactly; where there is none such, the latest, if it touches the same.
        """
        wanted = net(commands, reverse=True)
        latest = list(islice(reversed(self._open), LOOK_BACK))
        exact = next((number for number in latest if self._net(number) == wanted), None)
        near = latest[0] if latest and wanted.keys() & self._net(latest[0]).keys() else None
        found = near if exact is None else exact
        if found is not None:
            del self._open[found]
            self._nets.pop(found, None)
        return found

    def _net(self, number: int) -> Net:
        found = self._nets.get(number)
        if found is None:
            found = self._nets[number] = net(self._open[number])
        return found


def net(commands: Iterable[Command], *, reverse: bool = False) -> Net:
    """Return what commands do to each thing in the end; reversed, what commands do that these take back."""
    found: Net = {}
    for command in commands:
        for key, before, after in _effects(command, reverse):
            if key in found:
                found[key] = (before, found[key][1]) if reverse else (found[key][0], after)
            else:
                found[key] = (before, after)
    return found


def _effects(command: Command, reverse: bool) -> Iterable[tuple[Key, object, object]]:
    values = tuple(str(value) for value in command.values)
    kind = command.kind
    if kind == "move" and len(values) > 8:
        yield (kind, values[0]), *_turned(values[5:9], values[1:5], reverse)
    elif kind == "change" and len(values) > 2:
        yield (kind, values[0]), *_turned(values[2], values[1], reverse)
    elif kind == "set_property" and len(values) > 3:
        yield (kind, values[3], values[0]), *_turned(values[1], values[2], reverse)
    elif kind in {"add", "remove"}:
        there = kind == "add"
        yield ("there", values[0]), *_turned(not there, there, reverse)
    elif kind == "chat":
        text = command.text("text")
        yield ("chat", text.removeprefix(UNDO) if reverse else text), None, None
    elif kind == "turn":
        yield ("turn", values[0]), None, None


def _turned(before: object, after: object, reverse: bool) -> tuple[object, object]:
    return (after, before) if reverse else (before, after)
