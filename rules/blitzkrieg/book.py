"""The rulebook of the game, and the registers that its chapters fill: checks, outcomes, effects, rolls."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from rules.engine.following import Following
from rules.engine.registers import Registers

if TYPE_CHECKING:
    from rules.blitzkrieg.model import Position

HERE = Path(__file__).parent

REGISTERS = Registers(HERE)
BOOK = REGISTERS.book
rule, outcome, effect, roll = REGISTERS.rule, REGISTERS.outcome, REGISTERS.effect, REGISTERS.roll

How = Literal["move", "enter", "assault", "retreat", "fallback", "withdraw"]
"""How pieces come into a hex."""

COMING: "Following[Position, [tuple[str, ...], str, How]]" = Following()
"""What follows when pieces came into a hex: the pieces, the hex, and how they came."""
on_coming = COMING.on

CHANGE: "Following[Position, [tuple[str, ...]]]" = Following()
"""What follows when the pieces in some hexes are others than before, in whatever way: the hexes."""
on_change = CHANGE.on
