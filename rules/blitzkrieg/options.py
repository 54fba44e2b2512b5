"""What may be done in a position: the candidates that the chapters of this game register."""

from collections.abc import Iterator

from rules.blitzkrieg.case import Case
from rules.blitzkrieg.sequence import SEQUENCE
from rules.engine.actions import Action
from rules.engine.dice import Roll, representatives
from rules.engine.options import Options

OPTIONS = Options(SEQUENCE)
candidates = OPTIONS.on
fills = OPTIONS.filling
rash = OPTIONS.rashness


@fills(Roll)
def thrown(_: Case[Action], template: Roll) -> Iterator[Action]:
    """A roll stands there once for each total."""
    for dice in representatives(1 if template.purpose == "CANCEL" else 2):
        yield Roll(purpose=template.purpose, who=template.who, dice=dice)
