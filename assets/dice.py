"""How dice are named: `2d6`, `nd6` (as many as a shot has), `1d10:1d10` (each side throws its own)."""

from __future__ import annotations

import re
from typing import NamedTuple

FORM = r"^(n|[1-9][0-9]?)d([2-9]|[1-9][0-9]|[1-9][0-9]{2})$"
"""What a purpose says of its dice."""
MANY = "n"
READY = "HX_Dice"
"""The property of the whole game that says how many dice lie ready, where purposes have any number of them."""
_NAMED = re.compile(r"(n|[1-9][0-9]?)d([2-9]|[1-9][0-9]{1,2})(:\1d\2)?")


class Dice(NamedTuple):
    """Dice of one kind: how many (0 for as many as a shot has), their faces, whether each side throws so many."""

    number: int
    faces: int
    opposed: bool = False

    @property
    def thrown(self) -> int:
        """How many fall at once."""
        return self.number * 2 if self.opposed else self.number

    @property
    def name(self) -> str:
        """What they are called, on their button and in records."""
        own = f"{self.number or MANY}d{self.faces}"
        return f"{own}:{own}" if self.opposed else own


def dice_of(name: str) -> Dice | None:
    """The dice of a name; none if it is no name of dice."""
    found = _NAMED.fullmatch(name)
    return Dice(0 if found[1] == MANY else int(found[1]), int(found[2]), bool(found[3])) if found else None
