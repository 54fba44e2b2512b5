"""The assistant: where an order leads a unit, whom it can hit and how likely, what is due, who is winning."""

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from math import comb

from rules.barbarossa import actions as do
from rules.barbarossa.fire.aiming import type_of
from rules.barbarossa.fire.sight import sees
from rules.barbarossa.movement.passage import allowance
from rules.barbarossa.options import OPTIONS
from rules.barbarossa.orders.choices import told
from rules.barbarossa.state.battle import Battle
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.model import Position
from rules.barbarossa.state.values import accuracy, defence, firepower
from rules.barbarossa.turn.victory import points, winner
from rules.engine.actions import Action
from rules.engine.advising import Adviser
from rules.engine.asking import Deed, Item, Line, Reached, Situation, Target
from rules.engine.ruling import Ruling

FACES = 6
BY = ("march", "cautious_move")
"""The orders with which a unit moves, the one that leads farther first."""


class BarbarossaAssistant(Adviser[Battle, Position, Case[Action]]):
    """Answers questions about positions of one battle."""

    options = OPTIONS

    def situation(self, position: Position) -> Situation:
        """Round, step, what is due, who is suppressed, the points."""
        down = sorted(name for name, unit in position.units.items() if unit.suppressed and not unit.out)
        return Situation(
            turn=position.round,
            state=position.state,
            side="",
            active=tuple(name for name, unit in position.units.items() if unit.order and not unit.out),
            due=self.owed(position, permitted=False),
            out_of_command=tuple(down),
            score=self.score(position),
            winner=position.result or winner(self._case(position)) or "draw",
            at={name: position.units[name].hex for name in down},
            options=self.counted(position),
        )

    def score(self, position: Position) -> Mapping[str, str]:
        """The points of each side."""
        return {side: str(value) for side, value in points(self._case(position)).items()}

    def called(self, piece: str) -> tuple[str, ...]:
        """By its name or the number on its flag."""
        return self._battle.units[piece].name, str(self._battle.units[piece].number)

    def place(self, position: Position, piece: str) -> str:
        """The hex in which a unit stands; empty off the map."""
        return position.units[piece].hex

    def known(self, place: str) -> bool:
        """True for a hex of the map."""
        return place in self._battle.ground.grid

    def active(self, position: Position, piece: str) -> bool:
        """Whether the unit has an order that is carried out in this step."""
        return self._battle.step_of(self._case(position).order(piece)) == position.state

    def may(self, position: Position, piece: str) -> tuple[bool, tuple[Deed, ...]]:
        """What a unit may do now, or some of the orders that it could be given."""
        now = self._legal(position, about=piece)
        return bool(now), tuple(map(_deed, now or self._orders(position, piece)))

    def _orders(self, position: Position, piece: str) -> Iterator[Action]:
        planned = self._planned(position).unit(piece, order=None)
        for order in dict.fromkeys(told(self._case(planned), piece)):
            if self._referee.judge(planned, order).legal:
                yield order

    def would_be(self, position: Position, action: Action) -> Ruling:
        """What would be said of an action: of an order, while orders are written, when it is opened with all others."""
        if position.state == "PLANNING" and isinstance(action, do.Order) and action.unit in position.units:
            position = self._planned(position).unit(action.unit, order=None)
        return super().would_be(position, action)

    def _planned(self, position: Position) -> Position:
        """The position as it is when orders are judged: just opened."""
        return position.but(stack=("REVEAL",), due=(), opened=self._battle.sides)

    def reach(self, position: Position, piece: str) -> tuple[Reached, ...]:
        """Every hex to which a movement order could lead the unit, by the shortest legal route."""
        now = self._planned(position).unit(piece, order=None)
        best: dict[str, tuple[str, ...]] = {}
        for order in BY:
            for route in self._routes(now, piece, order):
                known = best.get(route[-1])
                if known is None or len(route) < len(known):
                    best[route[-1]] = route
        return tuple(Reached(place, str(len(route)), route) for place, route in sorted(best.items()))

    def _routes(self, position: Position, piece: str, order: str) -> Iterator[tuple[str, ...]]:
        """Routes that may be ordered, the shorter ones first; a hex again where the order leads farther on another way.

        Along roads it does, so that the shortest way to a hex need not be the one on which it goes on.
        """
        counter, start = self._battle.units[piece], position.units[piece].hex
        if counter.printed(order, "movement") is None or start not in self._battle.ground.grid:
            return
        case = self._case(position)
        seen, waiting = set[tuple[str, int]](), deque[tuple[str, ...]]([()])
        while waiting:
            route = waiting.popleft()
            for place in self._battle.ground.grid.neighbours(route[-1] if route else start):
                longer = (*route, place)
                far = 0 if place in {start, *route} else self._leads(case, piece, order, longer)
                if far and (place, far) not in seen:
                    seen.add((place, far))
                    waiting.append(longer)
                    yield longer

    def _leads(self, case: Case[Action], piece: str, order: str, route: tuple[str, ...]) -> int:
        """How far the order leads along a route that may be ordered; 0 for one that may not."""
        allowed = allowance(case, piece, order, case.unit(piece).hex, route)
        if allowed is None or len(route) > allowed.ours:
            return 0
        given = do.Order(unit=piece, order=order, route=route, by=case.side(piece))
        return allowed.ours if self._referee.judge(case.before, given).legal else 0

    def targets(self, position: Position, piece: str) -> tuple[Target, ...]:
        """Every enemy on the board, those at which Open Fire may be ordered first, by the chance to cause a loss."""
        now = self._planned(position).unit(piece, order=None)
        case = self._case(now)
        foe = self._battle.enemy(self._battle.units[piece].side)
        enemies = [name for name, unit in now.units.items() if unit.standing and self._battle.units[name].side == foe]
        found = [self._target(case, piece, name) for name in enemies]
        return tuple(sorted(found, key=lambda each: (bool(each.against), -_harm(each), each.place, each.piece)))

    def _target(self, case: Case[Action], piece: str, name: str) -> Target:
        place = case.unit(name).hex
        order = do.Order(unit=piece, order="open_fire", target=name, by=case.side(piece))
        ruling = self._referee.judge(case.before, order)
        if not ruling.legal:
            return Target(name, place, against=ruling.findings)
        dice = firepower(case, piece, type_of(case, name), "fire").ours
        hits = accuracy(case, piece, case.unit(piece).hex, place)
        face, armour = (hits.ours if hits else 0), defence(case, case.before, name).ours
        items = (
            Item("dice", dice, "BAR-3.11a"),
            Item("accuracy", face, "BAR-3.12c"),
            Item("defence", armour, "BAR-3.5b"),
        )
        return Target(name, place, f"{dice}d6", items, odds(dice, face, armour))

    def line(self, position: Position, start: str, goal: str) -> Line:
        """The line of sight between two hexes."""
        found = sees(self._case(position), start, goal)
        distance = self._battle.ground.grid.distance(start, goal)
        return Line(start, goal, distance, found.clear, "" if found.clear else "BAR-5.2c", found.by)


def odds(dice: int, face: int, armour: int) -> Mapping[str, tuple[int, int]]:
    """How likely each number of losses is: in how many of all ways the dice can fall."""
    tally: Counter[str] = Counter()
    for hits in range(dice + 1):
        tally[str(max(hits - armour, 0))] += comb(dice, hits) * face**hits * (FACES - face) ** (dice - hits)
    whole = FACES**dice
    return {losses: (count, whole) for losses, count in sorted(tally.items(), key=lambda each: int(each[0])) if count}


def _harm(target: Target) -> float:
    return sum(int(losses) * count / whole for losses, (count, whole) in target.odds.items())


def _deed(action: Action) -> Deed:
    """What an action is; orders are told apart."""
    return Deed.of(action, action.order if isinstance(action, do.Order) else "")
