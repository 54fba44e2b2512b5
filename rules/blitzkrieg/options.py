"""What may be done in a position: the candidates that the chapters of this game register, and the list made of them."""

from collections.abc import Iterator

from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.sequence import SEQUENCE
from rules.engine.actions import Action
from rules.engine.dice import Roll, representatives
from rules.engine.options import Legal as LegalActions
from rules.engine.options import Options
from rules.engine.referee import Referee
from rules.engine.switches import Switches

OPTIONS = Options(SEQUENCE)
candidates = OPTIONS.on
fills = OPTIONS.filling
rash = OPTIONS.rashness


class Legal(LegalActions[Position]):
    """The legal actions of a position in a battle."""

    def __init__(
        self, referee: Referee[Position], battle: Battle, switches: Switches, *, prudent: bool = False
    ) -> None:
        super().__init__(OPTIONS, referee, lambda before: Case(battle, switches, before, Action()), prudent=prudent)


@fills(Roll)
def thrown(_: Case[Action], template: Roll) -> Iterator[Action]:
    """A roll stands there once for each total."""
    for dice in representatives(1 if template.purpose == "CANCEL" else 2):
        yield Roll(purpose=template.purpose, who=template.who, dice=dice)
