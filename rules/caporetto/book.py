"""The rulebook of the game, and the registers that its chapters fill."""

from pathlib import Path

from rules.engine.registers import Registers

HERE = Path(__file__).parent

REGISTERS = Registers(HERE)
BOOK = REGISTERS.book

rule, outcome, effect, roll = REGISTERS.rule, REGISTERS.outcome, REGISTERS.effect, REGISTERS.roll
