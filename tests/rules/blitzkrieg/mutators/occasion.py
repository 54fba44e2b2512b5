"""An occasion to break a rule: a moment of a legal game, and what one can see in it without the rules."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.battle import Counter as Printed
from rules.blitzkrieg.model import Deed, Position, Unit
from rules.engine.actions import Action
from tests.rules.shared.mutating import Acts, Breaches, Mutant, Tally
from tests.rules.shared.play import Turn

__all__ = ["BREACHES", "Acts", "Occasion", "breaks", "mutants"]


@dataclass(frozen=True)
class Occasion:
    """A moment of a legal game: the position, and what is done in it next."""

    battle: Battle
    before: Position
    action: Action

    @property
    def state(self) -> str:
        """The state of play on top."""
        return self.before.state

    @property
    def quiet(self) -> bool:
        """True if nothing is due, so that anything wrong is wrong by itself."""
        return not self.before.due

    @property
    def active(self) -> bool:
        """True while a formation acts and nobody has to carry out a result."""
        acting = self.before.activation is not None and self.state in {"ACTIVE", "REACT", "CHECKS"}
        return acting and not any(not due.until for due in self.before.due)

    @cached_property
    def side(self) -> str:
        """The side that acts."""
        return self.before.active

    @property
    def enemy(self) -> str:
        """The other side."""
        return self.battle.enemy(self.side) if self.side else ""

    def printed(self, unit: str) -> Printed:
        """A piece as it is printed."""
        return self.battle.units[unit]

    def unit(self, unit: str) -> Unit:
        """A piece now."""
        return self.before.units[unit]

    def deed(self, unit: str) -> Deed:
        """What a piece has done in this activation."""
        return self.before.deed(unit)

    @cached_property
    def on_map(self) -> tuple[str, ...]:
        """All pieces on the map."""
        return tuple(name for name, unit in self.before.units.items() if unit.hex)

    def of(self, side: str) -> tuple[str, ...]:
        """The pieces of a side on the map."""
        return tuple(name for name in self.on_map if self.battle.units[name].side == side)

    @cached_property
    def actors(self) -> tuple[str, ...]:
        """The pieces of the active formations on the map."""
        formations = self.before.activation.formations if self.before.activation else ()
        return tuple(name for name in self.on_map if self.unit(name).formation in formations)

    def fastest(self, hq: str) -> int:
        """The points of the fastest unit on the map of an HQ's formation."""
        own = (name for name in self.on_map if self.printed(name).formation == self.printed(hq).formation)
        faces = (self.printed(name).front if self.unit(name).steps > 1 else self.printed(name).back for name in own)
        return max((face.movement for face in faces), default=0)

    @property
    def fit(self) -> tuple[str, ...]:
        """Active combat units that have done nothing yet and could do anything."""
        return tuple(
            name
            for name in self.actors
            if not self.printed(name).kind.hq and self.unsullied(name) and self.deed(name) == Deed()
        )

    @property
    def fit_movers(self) -> tuple[str, ...]:
        """Active units without a marker, on their own feet, that have done nothing but move and may move on."""
        return tuple(name for name in self.actors if self.unsullied(name) and self._only_moved(self.deed(name)))

    @staticmethod
    def _only_moved(deed: Deed) -> bool:
        return not (deed.fired or deed.loaded or deed.melees or deed.halted or deed.entered)

    def unsullied(self, unit: str) -> bool:
        """True for a piece without a marker, on its own feet."""
        state = self.unit(unit)
        return not (state.neutralised or state.ooc or state.aboard)

    def away(self, start: str, goal: str) -> int:
        """How many hexes away."""
        return self.battle.ground.grid.distance(start, goal)

    def near(self, place: str) -> Iterator[str]:
        """The hexes around a hex."""
        return iter(self.battle.ground.grid.neighbours(place))

    def pieces(self, place: str, side: str = "") -> tuple[str, ...]:
        """The pieces in a hex, or those of a side."""
        return tuple(name for name in self.before.at(place) if not side or self.battle.units[name].side == side)

    def free(self, place: str) -> bool:
        """True for an easy hex that no piece stands in and no mines lie in."""
        ground = self.battle.ground.hexes[place]
        return (
            ground.passable and ground.terrain == "open" and not self.pieces(place) and place not in self.before.mines
        )

    def chits(self, *places: str, kind: str = "", side: str = "") -> tuple[str, ...]:
        """The chits in these places."""
        return tuple(
            name
            for name, place in self.before.chits.items()
            if place in places
            and (not kind or self.battle.chits[name].kind == kind)
            and (not side or self.battle.chits[name].side == side)
        )


BREACHES = Breaches[Occasion]()
breaks = BREACHES.breaks


def mutants(battle: Battle, game: Sequence[Turn[Position]], tally: Tally, most: int) -> Iterator[Mutant]:
    """The mutants of a game: of each mutator so many at most, counted in the tally."""
    return BREACHES.mutants((Occasion(battle, turn.before, turn.action) for turn in game), tally, most)
