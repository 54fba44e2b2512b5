"""How dice are named: `2d6`, `nd6` (as many as a shot has), `1d10:1d10` (each side throws its own)."""

from __future__ import annotations

import re
from collections.abc import Sequence
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


def said(name: str, language: str) -> str:
    """What people call dice: a German die is a W6."""
    return name.replace("d", "W") if language == "de" else name


def told(dice: Dice, numbers: Sequence[str], total: str) -> tuple[str, ...]:
    """What people read of numbers that fell, in parts: `1`, ` + `, `4`, ` = `, `5`; those of both sides stand apart."""
    if dice.opposed:
        return (*_summed(numbers[: dice.number]), " : ", *_summed(numbers[dice.number :]))
    return (*_summed(numbers), *((" = ", total) if len(numbers) > 1 else ()))


def _summed(numbers: Sequence[str]) -> tuple[str, ...]:
    return tuple(each for number in numbers for each in (" + ", number))[1:]


def dice_of(name: str) -> Dice | None:
    """The dice of a name; none if it is no name of dice."""
    found = _NAMED.fullmatch(name)
    return Dice(0 if found[1] == MANY else int(found[1]), int(found[2]), bool(found[3])) if found else None
