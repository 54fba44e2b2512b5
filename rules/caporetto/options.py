"""What may be done: the register that `choices` fills."""

from rules.caporetto.sequence import SEQUENCE
from rules.engine.options import Options

OPTIONS = Options(SEQUENCE)
