"""What may be done in a position: the candidates that the chapters of this game register, and the list made of them."""

from rules.barbarossa.state.battle import Battle
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.model import Position
from rules.barbarossa.turn.sequence import SEQUENCE
from rules.engine.actions import Action
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
