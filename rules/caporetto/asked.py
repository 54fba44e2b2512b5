"""The assistant: how things stand, what a unit may do, where it can go."""

from collections.abc import Mapping
from typing import Any

from rules.caporetto.actions import Move
from rules.caporetto.battle import Battle
from rules.caporetto.campaign.score import points as victory_points
from rules.caporetto.campaign.score import readings
from rules.caporetto.case import Case
from rules.caporetto.model import Position
from rules.caporetto.movement.march import most, points
from rules.caporetto.movement.prices import reach
from rules.caporetto.options import OPTIONS
from rules.caporetto.wings.score import gained
from rules.engine.actions import Action
from rules.engine.advising import Adviser
from rules.engine.asking import Deed, Line, Reached, Situation, Target


class CaporettoAssistant(Adviser[Battle, Position, Case[Action]]):
    """Answers questions about positions of one battle."""

    options = OPTIONS

    def situation(self, position: Position) -> Situation:
        """Turn, phase, whose it is, and how many legal actions there are."""
        return Situation(
            turn=position.turn,
            state=position.state,
            side=self._acting(position),
            due=self.owed(position),
            score=self.score(position),
            options=self.counted(position),
        )

    def score(self, position: Position) -> Mapping[str, str]:
        """The victory points of the Central Powers and the logistic points that are left, in the campaign; by wings."""
        if not self._battle.campaign:
            return {}
        case: Any = self._case(position)
        won = {"": victory_points(case, readings(case))} if not self._battle.parted else gained(case)
        told = {"victory": {wing: f"{float(found):g}" for wing, found in won.items()}}
        told["logistic"] = {purse: str(left) for purse, left in position.points.items()}
        return {f"{what}-{of}" if of else what: figure for what, each in told.items() for of, figure in each.items()}

    def _acting(self, position: Position) -> str:
        first, second = self._battle.sides
        return {"ActionAHG": first, "ActionIT": second}.get(position.stack[0], "")

    def place(self, position: Position, piece: str) -> str:
        """The hex in which a unit stands; empty off the map."""
        return position.units[piece].hex

    def known(self, place: str) -> bool:
        """True for a hex of the map."""
        return place in self._battle.ground.grid

    def active(self, position: Position, piece: str) -> bool:
        """Whether it is the unit's turn to do something."""
        return self._acting(position) in {"", self._battle.units[piece].side}

    def may(self, position: Position, piece: str) -> tuple[bool, tuple[Deed, ...]]:
        """What a unit may do now."""
        found = self._legal(position, about=piece)
        return bool(found), tuple(map(Deed.of, found))

    def reach(self, position: Position, piece: str) -> tuple[Reached, ...]:
        """Where a unit can get with what it has left."""
        here = position.units[piece].hex
        if not here or self._battle.units[piece].kind.hq:
            return ()
        case: Any = self._referee.case(position, Move(unit=piece, hex=here))
        found = reach(case, piece, most(case) - position.units[piece].spent)
        return tuple(
            Reached(place, points(cost), found.path(place)) for place, cost in sorted(found.costs.items()) if cost
        )

    def targets(self, position: Position, piece: str) -> tuple[Target, ...]:
        """Whom a unit can fire at: nobody, as long as fire has no rules."""
        del position, piece
        return ()

    def line(self, position: Position, start: str, goal: str) -> Line:
        """The line between two hexes; what stands in its way has no rules yet."""
        del position
        return Line(start, goal, self._battle.ground.grid.distance(start, goal), clear=True)
