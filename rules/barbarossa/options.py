"""What may be done in a position: the candidates that the chapters of this game register, and the list made of them."""

from collections.abc import Iterator

from rules.barbarossa.battle import Battle
from rules.barbarossa.case import Case
from rules.barbarossa.model import Position
from rules.barbarossa.sequence import SEQUENCE
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
COUNT = {"TEST": 2, "SEARCH": 1, "ROLLOFF": 1, "PICK": 1}
"""How many dice are rolled for a purpose; the others say it themselves."""


class Legal(LegalActions[Position]):
    """The legal actions of a position in a battle."""

    def __init__(
        self, referee: Referee[Position], battle: Battle, switches: Switches, *, prudent: bool = False
    ) -> None:
        super().__init__(OPTIONS, referee, lambda before: Case(battle, switches, before, Action()), prudent=prudent)


@fills(Roll)
def thrown(_: Case[Action], template: Roll) -> Iterator[Action]:
    """A roll stands there once for each result that differs: by the total, or by how many dice show a number."""
    count = COUNT.get(template.purpose, 0)
    if count:
        for dice in representatives(count):
            yield Roll(purpose=template.purpose, who=template.who, dice=dice)
    elif template.dice:
        yield template
