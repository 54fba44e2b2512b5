"""The assistant: how things stand, what a unit may do, where it can go, who sees whom."""

from new_game.case import Case
from new_game.game import OPTIONS
from new_game.model import Battle, Position
from rules.engine.actions import Action
from rules.engine.advising import Adviser
from rules.engine.asking import Deed, Line, Reached, Situation, Target


class NewGameAssistant(Adviser[Battle, Position, Case[Action]]):
    """Answers questions about positions of one battle."""

    options = OPTIONS

    def situation(self, position: Position) -> Situation:
        """Turn, phase, whose it is, and how many legal actions there are."""
        return Situation(
            turn=position.turn,
            state=position.state,
            side=self._battle.phases[position.state],
            due=self.owed(position),
            options=self.counted(position),
        )

    def place(self, position: Position, piece: str) -> str:
        """The hex in which a unit stands; empty off the map."""
        return position.hexes[piece]

    def known(self, place: str) -> bool:
        """True for a hex of the map."""
        return place in self._battle.grid

    def active(self, position: Position, piece: str) -> bool:
        """Whether it is the phase of the unit's side."""
        return self._battle.units[piece].side == self._battle.phases[position.state]

    def may(self, position: Position, piece: str) -> tuple[bool, tuple[Deed, ...]]:
        """What a unit may do now, or could do in its own phase."""
        found = self._legal(position, about=piece)
        return bool(found), tuple(map(Deed.of, found or self._legal(self._supposed(position, piece), about=piece)))

    def _supposed(self, position: Position, piece: str) -> Position:
        """The position, or what it would be in the phase of the unit's side."""
        own = next(phase for phase, side in self._battle.phases.items() if side == self._battle.units[piece].side)
        return position if self.active(position, piece) else position.but(stack=(own,), began=position.hexes)

    def reach(self, position: Position, piece: str) -> tuple[Reached, ...]:
        """Where a unit can get, each hex for one."""
        grid, here = self._battle.grid, position.hexes[piece]
        found = grid.reach(here, lambda _, __: 1, self._battle.units[piece].movement)
        return tuple(
            Reached(place, str(cost), found.path(place)) for place, cost in sorted(found.costs.items()) if cost
        )

    def targets(self, position: Position, piece: str) -> tuple[Target, ...]:
        """Whom a unit can fire at: nobody, as long as fire has no rules."""
        del position, piece
        return ()

    def line(self, position: Position, start: str, goal: str) -> Line:
        """The line of sight between two hexes: nothing stands in its way, as long as sight has no rules."""
        del position
        return Line(start, goal, self._battle.grid.distance(start, goal), clear=True)
