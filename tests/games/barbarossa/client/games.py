"""Games of unit cards at a real table: orders in secret, then step by step, with the dice of a running engine.

What is ordered is found by playing on in thought, up to the moment at which all orders lie open; then it is written at
the table, sealed and revealed. From there on a referee follows the game and picks one legal action after the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from random import Random

import msgspec

from builder.module.options import Making
from rules.barbarossa import actions as do
from rules.barbarossa.game import referee
from rules.barbarossa.setup.beginning import begin
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.harm import value_of
from rules.barbarossa.state.loading import load, open_switches
from rules.barbarossa.state.model import Position
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.ruling import Illegal, Notice
from tests.games.barbarossa.client.hands import CardHands
from tests.games.barbarossa.client.wrongs import sought, wrongs
from tests.real_client.table import RefusedError, Table, dice, ids_of
from tests.rules.barbarossa.mutators import Occasion
from tests.rules.barbarossa.planned import Given
from tests.rules.barbarossa.randomplay import RandomPlayer
from tests.rules.barbarossa.writing import BarbarossaWriter
from vassal import savefile
from vassal.ground import ModuleGround
from vassal.module import Module
from vassal.position import Position as Pieces

CHANGED = "seal.changed"
"""What is said of an order that was changed after it was sealed."""
APART = 8
"""So many actions at least come before each wrong one."""
AT_ONCE = 1e9
"""How much it is liked to roll when dice are due: a player who has named his target rolls."""
LATER = 100_000
"""So many actions may still come."""


class Eager(RandomPlayer):
    """A player who rolls as soon as a target is named, and carries dice on at once or not at all."""

    rolled: str = ""
    """Who has rolled just now."""

    def tries(self, position: Position) -> Iterable[Action]:
        """All candidates but dice that are carried on after something else was done."""
        for action in super().tries(position):
            if not (isinstance(action, do.Fire) and action.after and action.unit != self.rolled):
                yield action

    def _liking(self, case: Case[Action], action: Action, goals: Mapping[str, tuple[str, ...]]) -> float:
        return AT_ONCE if isinstance(action, Roll) else super()._liking(case, action, goals)


@dataclass
class CardGame:
    """A game in a running engine."""

    making: Making
    module: Module
    table: Table
    rng: Random
    seats: Mapping[str, str]
    """By side: the seat from which it is played."""
    scenario: str
    most: int = 0
    """So many wrong acts are done at most."""
    done: list[tuple[int, str]] = field(default_factory=list)
    """The wrong acts: the steps in which the log shows them, and their rules."""
    daring: bool = False
    """Whether shots, orders and the marker are wrong, too, and an order is changed once after it was sealed.

    A module that is whole does not let one change it.
    """
    pause: int = APART
    """So many actions are done before the next wrong one."""
    actions: list[Action] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)

    def start(self, save: Path, log: Path) -> None:
        """Take the seats and begin the log; what stands on the map is set up already."""
        battle = load(self.scenario, self.making.game)
        pieces = Pieces.of(savefile.read(save).initial, ModuleGround(self.module))
        table_map = self.module.map(self.making.game.handling.board)
        assert table_map is not None
        layout = table_map.layout(pieces.table.boards.get(self.making.game.handling.board))
        game = self.making.game
        records = {name: side.record for name, side in game.sides.items()}
        writer = BarbarossaWriter(battle, records, game.chronicle)
        self.hands = CardHands(self.making, battle, ids_of(pieces), layout, self.table, writer)
        self.player = Eager(battle, open_switches(), self.rng)
        self.referee = referee(battle, open_switches())
        self.position = begin(battle)
        self.table.begin(save, log, *dict.fromkeys(self.seats.values()))
        for side in battle.sides:
            self.play(do.Ready(by=side))

    def go_on(self, rounds: int, limit: int) -> None:
        """Play so many rounds to their end, or so many actions."""
        for _ in range(limit):
            if self.position.state == "PLANNING":
                if self.position.round > rounds:
                    return
                for action, rule in self._thought():
                    self._do(action, rule)
                    if isinstance(action, do.OrdersDone) and self._would_meddle:
                        self._meddle(action.by)
                continue
            found = self.player.turn(self.position)
            if found is not None:
                self._do(*self._rightly_or_not(self.position, found[0]))
            elif not self._moved_on():
                return

    def _do(self, action: Action, *rules: str) -> None:
        """Carry an action out, and note in which step of the log it breaks its rules, if it does."""
        before = self.table.steps
        self.play(action)
        match action:
            case do.Order() | do.Fire():
                step = self.table.steps
            case do.Advance(to=to):
                # The end of the round is said when the marker has gone on.
                step = self.table.steps - (to == "PLANNING")
            case _:
                step = before + 1
        self.done += [(step, rule) for rule in rules if rule]

    def _moved_on(self) -> bool:
        """After a wrong act nothing may be right any more: the marker goes on, whatever is left undone."""
        on = Occasion(self.hands.battle, self.position, Action()).on
        broken = self._broken(self.position, on)
        if self.daring and broken and all(broken) and on.to != "OVER":
            self._do(on, *broken)
            return True
        return False

    def _meddle(self, side: str) -> None:
        """Change an order of a side that has sealed them all: the unit is to wait."""
        of_side = (name for name in self.hands.planned if self.hands.battle.units[name].side == side)
        unit = next((name for name in of_side if not self._waits(name)), "")
        if unit:
            for line, boxes in self.hands.ordered(do.Order(by=side, unit=unit, order="wait")):
                self.table.tell(line, boxes)
            self.done.append((self.table.steps, CHANGED))

    @property
    def _would_meddle(self) -> bool:
        return self.daring and CHANGED not in {rule for _, rule in self.done}

    def _waits(self, unit: str) -> bool:
        given = self.hands.planned[unit]
        return not isinstance(given, do.Order) or given.order == "wait"

    def _rightly_or_not(self, position: Position, action: Action) -> tuple[Action, str]:
        """The action, or what is done wrongly instead and the one rule that it breaks; each rule once."""
        known = {rule for _, rule in self.done}
        if self.most <= len(self.done):
            return action, ""
        occasion = Occasion(self.hands.battle, position, action)
        first = sought(occasion) if self.daring else ()
        others = wrongs(occasion, daring=self.daring) if len(self.actions) >= self.pause else ()
        for rule, act in chain(first, others):
            if rule not in known and self._near(act) and self._broken(position, act) == [rule]:
                self.pause = len(self.actions) + APART
                return act, rule
        return action, ""

    def _near(self, action: Action) -> bool:
        """Whether a number is changed by one click."""
        if not isinstance(action, do.Mark):
            return True
        return abs(action.value - value_of(self.position, action.unit, action.what)) == 1

    def _broken(self, position: Position, action: Action) -> list[str]:
        """The rules that an action breaks; a doubt counts as one without a name."""
        found = [each for each in self.referee.judge(position, action).findings if not isinstance(each, Notice)]
        return [each.rule if isinstance(each, Illegal) else "" for each in found]

    def _thought(self) -> list[tuple[Action, str]]:
        """What is done until all orders lie open, and the rules that it breaks."""
        position, found = self.position, list[tuple[Action, str]]()
        while position.state in {"PLANNING", "REVEAL"}:
            turn = self.player.turn(position)
            assert turn is not None
            action, rule = self._rightly_or_not(position, turn[0]) if self.daring else (turn[0], "")
            position = self.referee.play(position, action) if rule else turn[1]
            found.append((action, rule))
        actions = [action for action, _ in found]
        self.hands.planned = {action.unit: action for action in actions if isinstance(action, Given)}
        self.hands.writer.foresee([*actions, *[do.StepDone()] * LATER])
        return found

    def play(self, action: Action) -> None:
        """Carry an action out in the engine; dice are what the engine makes them."""
        for entry in () if self._by_itself(action) else self.hands.entries(self.position, action):
            self.table.sit(self.seats.get(self.hands.side(entry), next(iter(self.seats.values()))))
            before = self.table.steps
            chat = [said for line, boxes in self.hands.lines(entry) for said in self.table.tell(line, boxes)]
            if self.table.steps == before:
                raise RefusedError(f"nothing happened: {action}: {entry}")
            if isinstance(action, Roll) and dice(chat):
                action = msgspec.structs.replace(action, dice=dice(chat))
        self.player.rolled = action.who if isinstance(action, Roll) else ""
        self.position = self.referee.play(self.position, action)
        self.actions.append(action)
        self.seen[type(action).__name__] += 1

    def _by_itself(self, action: Action) -> bool:
        """Whether the module has done it already: who clears the cards for a new round puts its flags on."""
        match action:
            case do.State(unit=name, status="flag", on=True):
                anew = self.position.state == "PLANNING" and self.position.round > 1
                return anew and self.position.units[name].suppressed
        return False

    def end(self) -> None:
        """End the log."""
        self.table.tell("endlog")
