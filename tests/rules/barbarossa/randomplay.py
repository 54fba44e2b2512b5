"""Random legal games that get somewhere: sides close in, fire, fight, build, fly, and the scenario ends.

    player = RandomPlayer(battle, switches, Random(7))
    for turn in player.play(begin(battle), limit=20_000): ...

The same seed gives the same game. What may be done is listed by `options`; here it is only weighed.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from random import Random

import msgspec

from rules.barbarossa import actions as do
from rules.barbarossa.fire.dice import COUNT, volley
from rules.barbarossa.game import referee
from rules.barbarossa.options import OPTIONS
from rules.barbarossa.state.battle import Battle
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.harm import value_of
from rules.barbarossa.state.model import Position
from rules.engine.actions import Action
from rules.engine.dice import Roll, throw
from rules.engine.switches import Switches
from tests.rules.barbarossa.liking import goals_of, liking
from tests.rules.shared.play import Player

WEIGHTS: Mapping[type[Action], float] = {
    do.Advance: 0.3,
    do.StepDone: 0.02,
    do.Ready: 1,
    do.Buy: 2,
    do.Build: 8,
    do.Group: 0.2,
    do.Resume: 30,
    do.BreakOff: 1,
    do.Step: 40,
    do.Halt: 5,
    do.Fire: 20,
    do.Strike: 8,
    do.Smoke: 20,
    do.Duel: 40,
    do.Found: 10,
    do.Mark: 40,
    do.State: 60,
    do.Out: 60,
    Roll: 80,
}
"""How much each verb is liked, however many ways there are to do it."""
USUAL = 30.0
BIT_BY_BIT = 0.5
"""How much a mark is liked that is not all of what is due."""
EARLY = 0.05
"""How much it is liked to fly home before one has to."""


class RandomPlayer(Player[Position]):
    """Plays both sides."""

    last = (do.Conclude,)

    def __init__(self, battle: Battle, switches: Switches, rng: Random) -> None:
        super().__init__(referee(battle, switches))
        self.battle, self.switches, self.rng = battle, switches, rng

    def tries(self, position: Position) -> Iterable[Action]:
        """All candidates, the liked ones more likely to be early."""
        case = Case(self.battle, self.switches, position, Action())
        candidates = tuple(dict.fromkeys(self._open(case)))
        goals = self._goals(case, candidates)
        tally = Counter(map(_sort, candidates))
        order = {
            action: self.rng.random() ** (tally[_sort(action)] / self._liking(case, action, goals))
            for action in candidates
        }
        return sorted(order, key=order.__getitem__, reverse=True)

    def candidates(self, position: Position) -> Iterable[Action]:
        """All that could be done, but for what is legal only if it is made good later; each roll once, as it falls."""
        case = Case(self.battle, self.switches, position, Action())
        return (action for action in dict.fromkeys(self._open(case)) if not OPTIONS.rash(case, action))

    def _open(self, case: Case[Action]) -> Iterator[Action]:
        """What could be done, each roll once, with dice as they fall."""
        seen: set[tuple[str, str]] = set()
        for action in OPTIONS.possible(case):
            if not isinstance(action, Roll):
                yield action
            elif (action.purpose, action.who) not in seen:
                seen.add((action.purpose, action.who))
                count = COUNT.get(action.purpose) or volley(case, action)
                if count:
                    yield msgspec.structs.replace(action, dice=throw(count, self.rng))

    def _goals(self, case: Case[Action], candidates: Iterable[Action]) -> dict[str, tuple[str, ...]]:
        """Where those who are to get orders want to go."""
        units = dict.fromkeys(action.unit for action in candidates if isinstance(action, do.Order))
        return {unit: goals_of(case, unit, self.rng) for unit in units}

    def _liking(self, case: Case[Action], action: Action, goals: Mapping[str, tuple[str, ...]]) -> float:
        if isinstance(action, do.Order):
            return liking(case, action, goals[action.unit])
        if isinstance(action, do.Mark) and action.value != value_of(case.before, action.unit, action.what):
            return BIT_BY_BIT
        if isinstance(action, do.Return) and case.before.state == "S12":
            return EARLY
        return WEIGHTS.get(type(action), USUAL)


def _sort(action: Action) -> Hashable:
    """What is liked as one, however many ways there are to do it: a verb, or an order."""
    return action.order if isinstance(action, do.Order) else type(action)


__all__ = ["RandomPlayer"]
