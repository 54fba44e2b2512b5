"""A figure of a proof: what was found of how many."""

from __future__ import annotations

import msgspec

from tests.rules.shared.proof.bounds import told


class Figure(msgspec.Struct, frozen=True):
    """What was found of how many, and what it was counted on."""

    what: str
    found: int
    tried: int
    of: str
    whole: bool = False
    """True for what was counted over this run and all before it, and does not add to them."""
    open: bool = False
    """True for what is only told, and no fault: so many options that nobody takes, so many things that stay open."""

    def __str__(self) -> str:
        return f"{self.what}: {told(self.found, self.tried)}, {self.of}"
