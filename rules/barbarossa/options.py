"""What may be done in a position: the candidates that the chapters of this game register."""

from rules.barbarossa.turn.sequence import SEQUENCE
from rules.engine.options import Options

OPTIONS = Options(SEQUENCE)
candidates = OPTIONS.on
fills = OPTIONS.filling
rash = OPTIONS.rashness
