"""The sequence of play: a table of named states that reads like the rulebook, and a stack on which they nest."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

import msgspec

from rules.engine.actions import Action


class State(msgspec.Struct, frozen=True):
    """A state of play: who acts in it, what may be done, what ends it, and the rule that is broken by anything else."""

    name: str
    who: str
    allows: tuple[type[Action], ...]
    rule: str
    ended_by: tuple[type[Action], ...] = ()
    lapses: bool = False
    """True if it ends of itself as soon as somebody does what only the state below allows."""
    wrong: Mapping[type[Action], str] = {}
    """A more specific rule for certain actions out of place."""


class Entry(msgspec.Struct, frozen=True):
    """Where an action finds its place: the stack it acts on, the states left, and whether it is allowed there."""

    stack: tuple[str, ...]
    left: tuple[str, ...] = ()
    allowed: bool = True


class Sequence:
    """The table of states of one game."""

    __slots__ = ("_admits", "endings", "states")

    def __init__(self, states: Iterable[State]) -> None:
        self.states: Mapping[str, State] = MappingProxyType({state.name: state for state in states})
        self.endings = frozenset(kind for state in self.states.values() for kind in state.ended_by)
        """What ends a state."""
        self._admits = {name: frozenset(state.allows + state.ended_by) for name, state in self.states.items()}

    def enter(self, stack: tuple[str, ...], action: Action) -> Entry:
        """The place of an action: lapsing states above it are left; an action without a place leaves nothing."""
        kind, left, top = type(action), list[str](), len(stack)
        while top:
            name = stack[top - 1]
            state = self.states[name]
            if kind in self._admits[name]:
                ended = (name,) if kind in state.ended_by else ()
                return Entry(stack[:top], (*left, *ended), allowed=True)
            if not state.lapses:
                break
            left.append(name)
            top -= 1
        return Entry(stack, (), allowed=False)

    def against(self, stack: tuple[str, ...], action: Action) -> tuple[str, str]:
        """The state that has no place for an action, and the rule that it breaks there."""
        for name in reversed(stack):
            state = self.states[name]
            if type(action) in state.wrong:
                return name, state.wrong[type(action)]
            if not state.lapses:
                return name, state.rule
        return "", ""
