"""Random legal games that get somewhere: chits are drawn, formations close with the enemy, fire, fight and are decided.

    player = RandomPlayer(battle, switches, Random(7))
    for turn in player.play(start(battle), limit=2_000): ...

The same seed gives the same game. What may be done is listed by `options`; here it is only weighed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from random import Random

import msgspec

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.cup.command import strays
from rules.blitzkrieg.cup.draw import repeatable
from rules.blitzkrieg.game import referee
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.movement.stacking import room
from rules.blitzkrieg.options import OPTIONS
from rules.blitzkrieg.table.placing import with_riders
from rules.blitzkrieg.turn.victory import objectives
from rules.engine.actions import Action
from rules.engine.dice import Roll, throw
from rules.engine.switches import Switches
from tests.rules.shared.play import Player

WEIGHTS: Mapping[type[Action], float] = {
    do.Deploy: 60,
    do.Assign: 300,
    do.Fortify: 12,
    do.LayMine: 12,
    do.Mount: 12,
    do.Stock: 60,
    do.Ready: 0.01,
    do.EndAdmin: 0.01,
    do.Draw: 20,
    do.EndPhase: 2,
    do.Activate: 20,
    do.Skip: 1,
    do.Pass: 0.7,
    do.Defer: 2,
    do.Hold: 4,
    do.Keep: 5,
    do.PlayRepeat: 5,
    do.PlayGeneral: 4,
    do.Move: 18,
    do.Enter: 30,
    do.Fire: 14,
    do.Assault: 16,
    do.Load: 0.5,
    do.Unload: 0.7,
    do.Barrage: 25,
    do.Stuka: 25,
    do.Concentrate: 3,
    do.ReturnHq: 20,
    do.EndActivation: 1.2,
    do.OppFire: 2.5,
    do.ReturnFire: 5,
    do.TryRetreat: 1,
    do.Retreat: 0.7,
    do.Decline: 2,
    do.MeleeFire: 10,
    do.Score: 50,
    do.Conclude: 30,
    do.NextTurn: 1,
    do.Mark: 30,
    Roll: 60,
}
"""How much each verb is liked, however many ways there are to do it."""
USUAL = 10.0
CLOSER = 5.0
"""So much more a step is liked that brings units nearer to what they are after."""
FAR = 99
UNMOVED = 0.6
"""How often the passive side lets things be without a look at what it could do."""
NEVER = 1e-9
"""Only if there is nothing else."""


class RandomPlayer(Player[Position]):
    """Plays both sides."""

    def __init__(self, battle: Battle, switches: Switches, rng: Random) -> None:
        super().__init__(referee(battle, switches))
        self.battle, self.switches, self.rng = battle, switches, rng
        self._wanted: tuple[tuple[Case[Action] | None, str], frozenset[str]] = (None, ""), frozenset()

    def tries(self, position: Position) -> Iterator[Action]:
        """Mostly nobody reacts; everything else is weighed."""
        if position.state == "REACT" and self.rng.random() < UNMOVED:
            yield do.Decline()
        yield from self._in_order(position)

    def candidates(self, position: Position) -> Iterable[Action]:
        """All that could be done, but for what is legal only if it is made good later; each roll once, as it falls."""
        case = Case(self.battle, self.switches, position, Action())
        found = dict.fromkeys(map(self._thrown, self._open(case)))
        return (action for action in found if not OPTIONS.rash(case, action))

    def _in_order(self, position: Position) -> Iterable[Action]:
        """All candidates, the liked ones more likely to be early."""
        case = Case(self.battle, self.switches, position, Action())
        candidates = dict.fromkeys(map(self._thrown, self._open(case)))
        liked = {action: liking for action in candidates if (liking := self._liking(case, action))}
        tally = Counter(type(action) for action in liked)
        order = {action: self.rng.random() ** (tally[type(action)] / liking) for action, liking in liked.items()}
        return sorted(order, key=order.__getitem__, reverse=True)

    def _open(self, case: Case[Action]) -> Iterator[Action]:
        """What could be done; who may fire in reaction does so before anything else is done in reaction."""
        due = [option for each in case.before.due if each.until == "REACT" for option in each.options]
        fires = any(isinstance(option, Roll) for option in due)
        seen: set[tuple[str, str]] = set()
        for action in OPTIONS.possible(case):
            if isinstance(action, Roll):
                if (action.purpose, action.who) in seen:
                    continue
                seen.add((action.purpose, action.who))
            if not (fires and isinstance(action, do.OppFire | do.ReturnFire | do.TryRetreat | do.Retreat)):
                yield action

    def _thrown(self, action: Action) -> Action:
        """Dice fall by chance."""
        if not isinstance(action, Roll):
            return action
        return msgspec.structs.replace(action, dice=throw(1 if action.purpose == "CANCEL" else 2, self.rng))

    def _liking(self, case: Case[Action], action: Action) -> float:
        liked = WEIGHTS.get(type(action), USUAL)
        if isinstance(action, do.Move | do.Enter):
            units = (action.unit,) if isinstance(action, do.Enter) else action.units
            unit = units[0]
            going = with_riders(case.before, units)
            if not room(case, action.hex, case.side(unit), going) or self._goes_astray(case, going, action.hex):
                return 0
            closer = self._nearest(case, unit, action.hex) < self._nearest(case, unit, case.unit(unit).hex)
            return liked * len(units) * (CLOSER if closer else 1)
        if isinstance(action, do.Assault):
            return 0 if self._goes_astray(case, with_riders(case.before, action.units), action.hex) else liked
        if isinstance(action, do.PlayGeneral) and action.option == "repeat":
            drawn = Case(self.battle, self.switches, case.before, do.Skip(chit=action.chit))
            return liked if repeatable(drawn, case.chit(action.chit).side) else 0
        if isinstance(action, do.Activate) and not action.also:
            return NEVER if case.chit(action.chit).side in case.before.deferred else liked
        if isinstance(action, do.Skip | do.Pass | do.Hold | do.Keep) and action.chit.endswith(".repeat"):
            return NEVER if action.chit not in case.battle.cup else liked
        if isinstance(action, do.Barrage | do.Stuka) and case.activation and case.activation.group:
            return liked if any(each.endswith(action.hex) for each in case.activation.group) else NEVER
        if isinstance(action, do.Deploy | do.Mount):
            return 0 if OPTIONS.rash(case, action) else liked
        if isinstance(action, do.Stock):
            return liked if self._missing(case, action) else 0
        return 0 if _pointless(case.before, action) else liked

    def _missing(self, case: Case[Action], action: do.Stock) -> bool:
        """True for a chit that is kept out of the cup while one of its kind is wanted."""
        kind = case.chit(action.chit).kind
        kept = [case.chit(chit).kind for chit, place in case.before.chits.items() if place == "reserve"]
        return action.place == "reserve" and kept.count(kind) < self.battle.picks.get(kind, 0)

    def _goes_astray(self, case: Case[Action], units: tuple[str, ...], place: str) -> bool:
        """True if a unit would end beyond the radius of its HQ by its own move."""
        return any(
            strays(case, unit, place)
            for unit in units
            if case.formation_of(unit) in case.battle.formations
            and case.command(case.formation_of(unit)).hq not in units
        )

    def _nearest(self, case: Case[Action], unit: str, place: str) -> int:
        """How far it is from a hex to the nearest enemy, or for the side that has to take places to the nearest one."""
        if not place:
            return FAR
        return min((case.distance(place, each) for each in self._goals(case, case.side(unit))), default=FAR)

    def _goals(self, case: Case[Action], side: str) -> frozenset[str]:
        """Where a side wants to go: worked out once for a case."""
        known, found = self._wanted
        if known != (case, side):
            found = frozenset(each for each in objectives(self.battle) if case.before.holders.get(each) != side)
            if side != self.battle.victory.scorer or not found:
                found = frozenset(each for each in case.occupants if case.there(each, self.battle.enemy(side)))
            self._wanted = (case, side), found
        return found


def _pointless(before: Position, action: Action) -> bool:
    """True for what may be done and helps nobody: to give up, to let one's fire be, to count the points anew."""
    match action:
        case do.Score(points=points):
            return points == before.points
        case do.Conclude(by=by):
            return bool(by)
        case do.Decline() | Roll(purpose="PANIC"):
            return before.within("MELEE")
        case _:
            return False


__all__ = ["RandomPlayer"]
