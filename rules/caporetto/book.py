"""The rulebook, and the registers that the chapters fill: checks, outcomes, what actions and dice do."""

from pathlib import Path

from rules.engine.dice import Rolls
from rules.engine.referee import Effects
from rules.engine.rulebook import Rulebook

HERE = Path(__file__).parent

BOOK = Rulebook.load(HERE / "ledger.yaml")
EFFECTS = Effects()
ROLLS = Rolls()

rule = BOOK.rule
outcome = BOOK.outcome
effect = EFFECTS.on
roll = ROLLS.on
