"""Which rules a test has run: what only gives a value, or permits something, has no finding that could name it."""

from __future__ import annotations

import inspect
from collections import defaultdict
from collections.abc import Callable
from functools import wraps
from typing import Any

from rules.engine.dice import Rolls
from rules.engine.following import Following
from rules.engine.referee import Effects
from rules.engine.rulebook import Rulebook

RAN: set[str] = set()
"""The rules for which something ran since the test began."""
_RULES: defaultdict[Any, set[str]] = defaultdict(set)
"""By function: the rules for which it speaks."""
Function = Callable[..., Any]


def watch() -> None:
    """From now on whatever a game registers tells when it runs for which rules that was."""
    enforce = Rulebook._enforce

    def spoken_for(book: Rulebook, ids: tuple[str, ...], function: Function) -> None:
        enforce(book, ids, function)
        _RULES[inspect.unwrap(function)].update(ids)

    Rulebook._enforce = spoken_for  # type: ignore[method-assign]
    for register, name in ((Rulebook, "rule"), (Rulebook, "outcome"), (Effects, "on"), (Rolls, "on")):
        setattr(register, name, _watched(getattr(register, name)))
    following = Following.on
    Following.on = lambda self, part: following(self, _telling(part))  # type: ignore[method-assign]


def _watched(registering: Function) -> Function:
    """The same register; what is put into it tells when it runs."""

    @wraps(registering)
    def watched(register: Any, *what: Any, **more: Any) -> Function:
        put = registering(register, *what, **more)
        return lambda function: put(_telling(function))

    return watched


def _telling(function: Function) -> Function:
    original = inspect.unwrap(function)

    @wraps(function)
    def telling(*values: Any, **more: Any) -> Any:
        RAN.update(_RULES.get(original, ()))
        return function(*values, **more)

    return telling
