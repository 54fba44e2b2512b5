"""The assistant: where a unit can go, whom it can hit and how likely, what is due, who is winning."""

from collections import Counter
from collections.abc import Iterator, Mapping
from operator import itemgetter

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.cup.command import in_command
from rules.blitzkrieg.fire.factors import column
from rules.blitzkrieg.fire.sight import view
from rules.blitzkrieg.model import Activation, Melee, Position
from rules.blitzkrieg.movement.march import points
from rules.blitzkrieg.options import OPTIONS
from rules.blitzkrieg.turn.victory import standing
from rules.engine.actions import Action
from rules.engine.advising import Adviser
from rules.engine.asking import Deed, Item, Line, Reached, Situation, Target
from rules.engine.dice import ways

DICE = 2
RED = "Nr"
"""A result that only infantry suffers."""
NOTHING = "-"


class BlitzkriegAssistant(Adviser[Battle, Position, Case[Action]]):
    """Answers questions about positions of one battle."""

    options = OPTIONS

    def situation(self, position: Position) -> Situation:
        """Turn, state of play, what is due, who is out of command, the points or who holds what must be held."""
        astray = tuple(sorted(self._astray(position)))
        return Situation(
            turn=position.turn,
            state=position.state,
            side=position.active,
            active=position.activation.formations if position.activation else (),
            due=self.owed(position),
            out_of_command=astray,
            score=self.score(position),
            winner=position.result or standing(self._case(position)),
            at={name: position.units[name].hex for name in astray},
            options=self.counted(position),
        )

    def _astray(self, position: Position) -> Iterator[str]:
        case = self._case(position)
        return (name for name, unit in position.units.items() if unit.on_map and not in_command(case, name))

    def score(self, position: Position) -> Mapping[str, str]:
        """The points and the band without a winner, or who holds what must be held."""
        victory = self._battle.victory
        if not victory.values:
            return {place: position.holders.get(place, victory.held_by.get(place, "")) for place in victory.hold}
        held = sum(value for place, value in victory.values.items() if position.holders.get(place) == victory.scorer)
        band = victory.bands.get(position.turn)
        found = {"points": str(held)}
        return {**found, "band": f"{band.low}-{band.high}"} if band else found

    def called(self, piece: str) -> tuple[str, ...]:
        """By its name."""
        return (self._battle.units[piece].name,)

    def place(self, position: Position, piece: str) -> str:
        """The hex in which a unit stands; empty off the map."""
        return position.units[piece].hex

    def known(self, place: str) -> bool:
        """True for a hex of the map."""
        return place in self._battle.ground.grid

    def active(self, position: Position, piece: str) -> bool:
        """Whether the unit's formation is the activated one, or the unit is in the melee that goes on."""
        return self._case(position).is_active(piece) or self._fights(position, piece) is not None

    def may(self, position: Position, piece: str) -> tuple[bool, tuple[Deed, ...]]:
        """What a unit may do now, or could do if its formation were activated."""
        now = self._legal(position, about=piece)
        found = now or self._legal(self._supposed(position, piece), about=piece)
        return bool(now), tuple(map(Deed.of, found))

    def _supposed(self, position: Position, piece: str) -> Position:
        """The position, or what it would be if the unit's formation were activated now."""
        if self.active(position, piece):
            return position
        counter, unit = self._battle.units[piece], position.units[piece]
        activation = Activation((unit.formation,), (), counter.side)
        return position.but(
            stack=("DRAW", "ACTIVE"), active=counter.side, activation=activation, due=(), trigger=None, melee=None
        )

    def reach(self, position: Position, piece: str) -> tuple[Reached, ...]:
        """Every other hex into which legal moves lead, by the cheapest way, across country or by road."""
        best: dict[str, tuple[int, tuple[str, ...]]] = {}
        least: dict[tuple[str, bool], int] = {}
        waiting: list[tuple[Position, tuple[str, ...]]] = [(self._supposed(position, piece), ())]
        while waiting:
            now, path = waiting.pop(0)
            for after, place in self._moves(now, piece):
                deed = after.deed(piece)
                # Who is in column goes on along the road for less, also where he came for no less.
                if deed.spent < least.get((place, deed.column), deed.spent + 1):
                    least[place, deed.column] = deed.spent
                    way = (*path, place)
                    best[place] = min(best.get(place, (deed.spent, way)), (deed.spent, way), key=itemgetter(0))
                    waiting.append((after, way))
        return tuple(Reached(place, points(spent), path) for place, (spent, path) in sorted(best.items()))

    def _moves(self, position: Position, piece: str) -> Iterator[tuple[Position, str]]:
        steady = position.did(piece, trail=())  # no step before can have been a slip
        for place in self._battle.ground.grid.neighbours(position.units[piece].hex):
            for road in (False, True):
                action = do.Move(units=(piece,), hex=place, column=road)
                after, ruling = self._referee.step(steady, action)
                if ruling.legal:
                    yield after, place

    def targets(self, position: Position, piece: str) -> tuple[Target, ...]:
        """Every enemy unit on the map, or of the melee the piece is in; those that can be fired at come first.

        They stand by the chance to do them harm.
        """
        melee = self._fights(position, piece)
        now = position if melee else self._supposed(position, piece)
        case = self._case(now)
        foe = self._battle.enemy(self._battle.units[piece].side)
        enemies = [name for name, unit in now.units.items() if unit.hex and self._battle.units[name].side == foe]
        if melee:
            found = [self._in_melee(case, melee, piece, name) for name in enemies if now.units[name].hex == melee.hex]
        else:
            found = [self._target(case, piece, name) for name in enemies]
        return tuple(sorted(found, key=lambda each: (bool(each.against), -_harm(each), each.place, each.piece)))

    def _target(self, case: Case[Action], piece: str, name: str) -> Target:
        place = case.unit(name).hex
        ruling = self._referee.judge(case.before, do.Fire(unit=piece, target=name))
        if not ruling.legal:
            return Target(name, place, against=ruling.findings)
        factor = column(case, name, firers=(piece,), reduced=bool(case.before.deed(piece).spent))
        items = tuple(Item(item.key, item.value, item.rule) for item in factor.items)
        return Target(name, place, factor.column, items, self._odds(case, factor.column, name))

    def _fights(self, position: Position, piece: str) -> Melee | None:
        """The melee that goes on, if the piece is in it."""
        melee = position.melee if position.within("MELEE") else None
        return melee if melee and piece in {*melee.attackers, *melee.defenders} else None

    def _in_melee(self, case: Case[Action], melee: Melee, piece: str, name: str) -> Target:
        ruling = self._referee.judge(case.before, do.MeleeFire(unit=piece, target=name))
        if not ruling.legal:
            return Target(name, melee.hex, against=ruling.findings)
        factor = column(case, name, firers=(piece,), manner="melee", first_round=melee.round == 1)
        items = tuple(Item(item.key, item.value, item.rule) for item in factor.items)
        return Target(name, melee.hex, factor.column, items, self._odds(case, factor.column, name))

    def _odds(self, case: Case[Action], chart: str, name: str) -> Mapping[str, tuple[int, int]]:
        """How likely each result is: all totals of the dice, each as often as it comes."""
        tally: Counter[str] = Counter()
        for total, count in ways(DICE).items():
            result = self._battle.charts.results[chart].get(total, NOTHING)
            spared = result == RED and not case.counter(name).kind.red_n
            suffered = NOTHING if spared else result.removesuffix("r")
            tally[suffered] += count
        return {result: (count, sum(tally.values())) for result, count in sorted(tally.items())}

    def line(self, position: Position, start: str, goal: str) -> Line:
        """The line of sight between two hexes, whoever looks."""
        found = view(self._case(position), start, goal)
        distance = self._battle.ground.grid.distance(start, goal)
        return Line(start, goal, distance, found.clear, found.why, found.by)


def _harm(target: Target) -> int:
    return sum(count for result, (count, _) in target.odds.items() if result != NOTHING)
