"""Games at a real table: two players who keep the rules, carried out in a running engine, its dice and its draws.

What is done next depends on how the dice fell: a referee follows the game and says what is due, and a player who likes
what was not done yet picks one of the legal actions. Where a game is to have wrong acts, each is done once, as soon as
there is occasion for it and it breaks exactly the rule that it is meant to break.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import msgspec

from builder.module.options import Making
from rules.blitzkrieg import actions as do
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.game import referee, start
from rules.blitzkrieg.loading import load, open_switches
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.ruling import Illegal, Notice, Ruling
from tests.games.blitzkrieg.client.hands import Hands
from tests.games.blitzkrieg.client.wrongs import WRONGS
from tests.real_client.table import RefusedError, Table, dice, ids_of
from tests.rules.blitzkrieg.randomplay import RandomPlayer
from tests.rules.blitzkrieg.starting import default_setup
from tests.rules.blitzkrieg.writing import BlitzkriegWriter
from vassal import savefile
from vassal.ground import ModuleGround
from vassal.module import Module
from vassal.position import Position as Pieces

LIKED = 12.0
"""So much more an action is liked whose kind was not seen twice yet."""
RARELY: Mapping[str, float] = {"Assault": 0.15, "Assault column": 0.1, "EndActivation": 2, "Barrage": 3, "Stuka": 3}
APART = 12
"""So many actions at least come for each wrong one."""
TRIES = 30
"""So many ways to do a wrong act are looked at before each action."""


def kind(action: Action) -> str:
    """What an action is, in a word or two."""
    match action:
        case Roll(purpose=purpose):
            return f"roll {purpose}"
        case do.Move(column=True) | do.Assault(column=True):
            return f"{type(action).__name__} column"
        case do.PlayGeneral(option=option):
            return f"general {option}"
        case do.Mark(marker=marker, on=on):
            return f"{marker} {'on' if on else 'off'}"
    return type(action).__name__


class Curious(RandomPlayer):
    """A player who likes what was not done yet, and who brings the turn to its end when he is told to hurry."""

    seen: Counter[str]
    hurry = False

    def _liking(self, case: Case[Action], action: Action) -> float:
        name = kind(action)
        liked = super()._liking(case, action) * RARELY.get(name, 1)
        if self.seen[name] < 2 and not isinstance(action, do.Move | do.Mark):
            liked *= LIKED
        elif isinstance(action, do.Assault):
            liked *= 0.1
        guns = case.activation is not None and any(case.chit(chit).fires for chit in case.activation.chits)
        if guns and isinstance(action, do.EndActivation):
            liked *= 0.05
        ending = isinstance(action, do.Pass | do.EndPhase | do.EndActivation | do.Skip | do.Decline)
        return liked * 50 if self.hurry and ending else liked


class Wrong(msgspec.Struct, frozen=True):
    """An act that breaks a rule: its name, the rule, and the step in which the log shows it, once it was done."""

    act: str
    rule: str
    step: int = 0


@dataclass
class Game:
    """A game in a running engine; `log` says of each step what it is meant to be."""

    making: Making
    module: Module
    table: Table
    rng: Random
    seats: Mapping[str, str]
    """By side: the seat from which it is played."""
    wrongs: tuple[Wrong, ...] = ()
    most: int = 10
    """So many wrong acts are done at most."""
    scenario: str = "hannut"
    turns: int = 1
    """So many turns are played."""
    done: list[Wrong] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)

    def begin(self, save: Path, log: Path) -> None:
        """Take the seats and begin the log; what stands on the map is set up already."""
        self.battle = load(self.scenario, self.making.game)
        pieces = Pieces.of(savefile.read(save).initial, ModuleGround(self.module))
        board = self.making.game.handling.board
        table_map = self.module.map(board)
        assert table_map is not None
        layout = table_map.layout(pieces.table.boards.get(board))
        self.hands = Hands(self.making, self.battle, ids_of(pieces), layout, self.table)
        for (name, _), uid in self.hands.ids.items():
            place = layout.place((pieces.piece(uid).x, pieces.piece(uid).y))
            if name == "held-french" and place.zone == "map":
                self.hands.laid[name, place.location] = [uid]
        records = {name: side.record for name, side in self.making.game.sides.items()}
        self.writer = BlitzkriegWriter(self.battle, records, self.making.game.chronicle)
        self.player = Curious(self.battle, open_switches(), self.rng)
        self.player.seen = Counter()
        self.referee = referee(self.battle, open_switches())
        self.position = start(self.battle)
        self._dice: tuple[int, ...] = ()
        self.table.begin(save, log, *dict.fromkeys(self.seats.values()))

    def set_up(self) -> None:
        """Do what the set-up that comes with the scenario leaves open, and declare each of its steps done."""
        scenario = self.making.game.scenarios[self.scenario]
        mounted = {(each.passenger, each.carrier) for each in scenario.mounted}
        for action in default_setup(self.battle):
            match action:
                case do.Deploy(unit=unit):
                    known = unit in scenario.placement
                case do.Mount(unit=unit, carrier=carrier):
                    known = (unit, carrier) in mounted
                case _:
                    known = isinstance(action, do.Assign)
            if known:
                self.position = self.referee.play(self.position, action)
            else:
                self.play(action)

    def go_on(self, limit: int) -> None:
        """Play until the next turn has begun in earnest, or so many actions."""
        for number in range(limit):
            self.player.hurry = number % (limit // self.turns) > limit // self.turns // 2
            pause = number < APART * (len(self.done) + 1) or len(self.done) == self.most
            wrong = None if pause else next(self._occasions(), None)
            if wrong is not None:
                act, action = wrong
                self.play(action)
                self.done.append(msgspec.structs.replace(act, step=self.table.steps))
                continue
            found = self.player.turn(self.position)
            if found is None or (self.position.turn > self.turns and not self.position.within("ADMIN")):
                return
            self.play(found[0])

    def _occasions(self) -> Iterator[tuple[Wrong, Action]]:
        """Wrong acts for which there is occasion, and that break nothing but their rule."""
        done = {(each.act, each.rule) for each in self.done}
        for wrong in self.wrongs:
            if (wrong.act, wrong.rule) in done:
                continue
            ways = list(WRONGS[wrong.act](self.battle, self.position))
            for action in self.rng.sample(ways, min(TRIES, len(ways))):
                if rules_broken(self.referee.judge(self.position, action)) == [wrong.rule]:
                    yield wrong, action

    def play(self, action: Action) -> None:
        """Carry an action out in the engine; dice and draws are what the engine makes them."""
        chat = []
        action = self._in_order(action)
        side = self.writer.side(self.position, action)
        self.table.sit(self.seats.get(side, next(iter(self.seats.values()))))
        before, told = self.table.steps, False
        for line in self.hands.lines(self.position, action):
            chat += self.table.tell(line)
            told = True
        if told and self.table.steps == before:
            raise RefusedError(f"nothing happened: {action}")
        self._dice = dice(chat) or self._dice
        if isinstance(action, Roll):
            action = msgspec.structs.replace(action, dice=self._dice)
        elif isinstance(action, do.Draw) and self.position.chits.get(action.chit) == "cup":
            action = msgspec.structs.replace(action, chit=self.hands.chit(self.table.drawn))
        self.position = self.referee.play(self.position, action)
        self.actions.append(action)
        self.player.seen[kind(action)] += 1

    def _in_order(self, action: Action) -> Action:
        """Dice of a melee fall for whoever named his target first from the same seat: so the button throws them."""
        if not isinstance(action, Roll) or action.purpose != "MELEE" or action.who not in self.position.aimed:
            return action
        seat = self.seats[self.battle.side_of(action.who)]
        mates = (each for each in self.position.aimed if self.seats[self.battle.side_of(each)] == seat)
        return msgspec.structs.replace(action, who=next(mates))

    def end(self) -> None:
        """End the log."""
        self.table.tell("endlog")


def rules_broken(ruling: Ruling) -> list[str]:
    """The rules that a ruling says are broken; a doubt counts as one without a name."""
    found = [each for each in ruling.findings if not isinstance(each, Notice)]
    return [each.rule if isinstance(each, Illegal) else "" for each in found]
