"""The prepared positions of Blitzkrieg."""

from __future__ import annotations

from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.game import referee
from rules.blitzkrieg.loading import open_switches
from rules.blitzkrieg.model import Position
from rules.engine.referee import Referee
from tests.rules.blitzkrieg.casebook import KINDS, stands
from tests.rules.blitzkrieg.printing import GAME
from tests.rules.shared.prepared import Stage


def _referee(battle: Battle) -> Referee[Position]:
    return referee(battle, open_switches())


STAGE = Stage(GAME, stands, KINDS, _referee)
