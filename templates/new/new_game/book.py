"""The rulebook, and the registers that the chapters fill: checks (`rule`) and what actions do (`effect`)."""

from pathlib import Path

from rules.engine.referee import Effects
from rules.engine.rulebook import Rulebook

HERE = Path(__file__).parent

BOOK = Rulebook.load(HERE / "ledger.yaml")
EFFECTS = Effects()

rule = BOOK.rule
effect = EFFECTS.on
