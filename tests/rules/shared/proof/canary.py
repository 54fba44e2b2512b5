"""A canary: a breach that is hidden in every run, which counts for nothing if it is not found."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.rules.shared.kit import Kit
from tests.rules.shared.proof.breaches import Heard, breaches, heard
from tests.rules.shared.proof.windows import windows

LENGTH = 16


class DeafError(Exception):
    """The breach that was hidden was not found."""


def canary(kit: Kit[Any, Any], rng: Random) -> Heard:
    """The breach that was hidden in a game, and found in its log; an error if it was not."""
    for window in windows(kit, rng, LENGTH, each=6, settled=True):
        for breach in breaches(window, rng):
            found = heard(window, breach) if breach.family == "mutator" else None
            if found is None or found.slip:  # what looks like a slip in its log may be forgiven
                continue
            if not found.accusing and not found.named:
                raise DeafError(str(found))
            return found
    raise DeafError("no breach could be hidden")
