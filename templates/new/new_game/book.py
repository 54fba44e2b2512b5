"""The rulebook, and the registers that the chapters fill: checks (`rule`) and what actions do (`effect`)."""

from pathlib import Path

from rules.engine.registers import Registers

HERE = Path(__file__).parent

REGISTERS = Registers(HERE)
BOOK = REGISTERS.book
rule, effect = REGISTERS.rule, REGISTERS.effect
