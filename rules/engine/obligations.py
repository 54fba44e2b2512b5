"""Obligations: what has become due, as a set of permitted continuations, and by when."""

from collections.abc import Iterable

import msgspec

from rules.engine.actions import Action, matches, subject

NOW = ""
"""Due before anything else is done."""


class Due(msgspec.Struct, frozen=True):
    """One of the options must be done before the state `until` is left (or at once); else `rule` is broken."""

    rule: str
    options: tuple[Action, ...]
    until: str = NOW
    why: str = "due.undone"
    open_to: tuple[str, ...] = ()
    """Verbs that may come before it, although it is due at once."""

    def met_by(self, action: Action) -> bool:
        """True if the action is one of the permitted continuations."""
        return any(matches(option, action) for option in self.options)

    def concerns(self, action: Action) -> bool:
        """True if the action changes the same piece when a change of it is due, whether or not in a permitted way."""
        return any(
            subject(option) == subject(action) and (self.until == NOW or type(option) is type(action))
            for option in self.options
        )


def take(dues: Iterable[Due], action: Action) -> tuple[Due | None, tuple[Due, ...]]:
    """The due thing that the action does, if any, and those that remain."""
    pending = tuple(dues)
    for place, due in enumerate(pending):
        if due.met_by(action):
            return due, pending[:place] + pending[place + 1 :]
    return None, pending


def overdue(dues: Iterable[Due], action: Action, left: Iterable[str]) -> tuple[Due, ...]:
    """What should have been done before this action, which leaves the given states."""
    verb = type(action).__name__.lower()
    gone = set(left)
    return tuple(due for due in dues if (due.until == NOW and verb not in due.open_to) or due.until in gone)
