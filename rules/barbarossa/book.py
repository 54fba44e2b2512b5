"""The rulebook of the game, and the registers that its chapters fill: checks, outcomes, effects, rolls, the clock."""

from pathlib import Path
from typing import TYPE_CHECKING

from rules.engine.following import Clock, Following
from rules.engine.registers import Registers

if TYPE_CHECKING:
    from rules.barbarossa.state.model import Position

HERE = Path(__file__).parent

REGISTERS = Registers(HERE)
BOOK = REGISTERS.book
rule, outcome, effect, roll = REGISTERS.rule, REGISTERS.outcome, REGISTERS.effect, REGISTERS.roll

CLOCK: "Clock[Position]" = Clock()
dawns = CLOCK.dawns
begins = CLOCK.begins
ends = CLOCK.ends

ENTERING: "Following[Position, [str, str]]" = Following()
"""What follows when a unit has entered a hex: the unit, and the hex it came from."""
on_entering = ENTERING.on
LEAVING: "Following[Position, [str, str]]" = Following()
"""What follows when a unit is put back out of the hex, named last, into which it went too early."""
on_leaving = LEAVING.on

BLOWS: "Following[Position, []]" = Following()
"""What follows when the dice of a blow have fallen."""
after_blow = BLOWS.on
