"""Following: what else happens when something has happened; every chapter adds its part, in the order of reading."""

from collections.abc import Callable
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from rules.engine.position import Position

X = TypeVar("X", bound=Position)
N = TypeVar("N", bound=str)
P = ParamSpec("P")
F = TypeVar("F", bound=Callable[..., Any])


class Following(Generic[X, P]):
    """What follows from one event: parts lead from a case, the position after it and more facts to a position."""

    def __init__(self) -> None:
        self._parts: list[Callable[Concatenate[Any, X, P], X]] = []

    def on(self, part: Callable[Concatenate[Any, X, P], X]) -> Callable[Concatenate[Any, X, P], X]:
        """Registers what follows from the event."""
        self._parts.append(part)
        return part

    def follow(self, case: Any, after: X, *facts: P.args, **more: P.kwargs) -> X:
        """The position with all that follows."""
        for part in self._parts:
            after = part(case, after, *facts, **more)
        return after


class Events(Generic[N, X, P]):
    """What follows from each of several events that tell the same facts."""

    def __init__(self) -> None:
        self._events: dict[N, Following[X, P]] = {}

    def on(self, *names: N) -> Callable[[Callable[Concatenate[Any, X, P], X]], Callable[Concatenate[Any, X, P], X]]:
        """Registers what follows from each of these events."""

        def register(part: Callable[Concatenate[Any, X, P], X]) -> Callable[Concatenate[Any, X, P], X]:
            for name in names:
                self._events.setdefault(name, Following()).on(part)
            return part

        return register

    def follow(self, name: N, case: Any, after: X, *facts: P.args, **more: P.kwargs) -> X:
        """The position with all that follows from the event."""
        return self._events[name].follow(case, after, *facts, **more) if name in self._events else after


class Clock(Generic[X]):
    """What happens of itself when a step ends, then at the dawn of the next one, and when that begins."""

    def __init__(self) -> None:
        self._ends, self._dawns, self._begins = Events[str, X, []](), Events[str, X, []](), Events[str, X, []]()
        self.ends, self.dawns, self.begins = self._ends.on, self._dawns.on, self._begins.on

    def go(self, case: Any, position: X, step: str, to: str) -> X:
        """The position after a step has ended and another one has begun."""
        position = self._ends.follow(step, case, position).but(stack=(to,))
        return self._begins.follow(to, case, self._dawns.follow(to, case, position))
