"""The game as one: the referee of a battle, the position before it, and what may be done."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from rules.caporetto.actions import Begin, Disorganise, Trench
from rules.caporetto.battle import Battle
from rules.caporetto.book import BOOK, REGISTERS
from rules.caporetto.case import Case
from rules.caporetto.country import changed
from rules.caporetto.fire import dice
from rules.caporetto.fire.steps import advanced
from rules.caporetto.layout import Layout
from rules.caporetto.model import Position, Unit
from rules.caporetto.options import OPTIONS
from rules.caporetto.sequence import SEQUENCE
from rules.caporetto.turn.sides import in_activity
from rules.caporetto.wings.memory import noted
from rules.caporetto.works import trenches
from rules.caporetto.zoned import stopped
from rules.engine.actions import Action
from rules.engine.obligations import take
from rules.engine.options import Legal
from rules.engine.referee import CaseOf, Referee
from rules.engine.ruling import LEGAL, Finding, Ruling
from rules.engine.switches import Switches

CHAPTERS = tuple(
    import_module(f"rules.caporetto.{name}")
    for name in (
        "setup.zones",
        "turn.phases",
        "turn.states",
        "turn.rally",
        "turn.victory",
        "turn.artillery",
        "action.activation",
        "action.orders",
        "action.exchange",
        "fire.bombardment",
        "fire.defence",
        "fire.passing",
        "fire.barrage",
        "fire.scatter",
        "fire.steps",
        "fire.dice",
        "assault.declaring",
        "assault.retreating",
        "assault.resolving",
        "assault.finishing",
        "assault.countering",
        "movement.prices",
        "movement.march",
        "movement.stacking",
        "turn.sides",
        "works.trenches",
        "works.bridges",
        "fire.preparing",
        "campaign.arrivals",
        "campaign.logistics",
        "campaign.morning",
        "campaign.score",
        "wings.order",
        "wings.line",
        "wings.waiting",
        "wings.score",
        "choices",
        "campaign.choices",
    )
)
"""Importing them, in this order, fills the registers."""
MORE = "more"


class GameReferee(Referee[Position]):
    """A referee who knows whether anything was done since a phase began, and which points were given by mistake."""

    def step(self, position: Position, action: Action, play: bool = True) -> tuple[Position, Ruling]:
        """The position after the action, and the ruling on it."""
        if dice.announced_again(position, action):
            return position, LEGAL
        after, ruling = super().step(position, action, play)
        given = play and isinstance(action, Disorganise) and action.change == MORE and not position.vague
        if given and isinstance(action, Disorganise) and take(position.due, action)[0] is None:
            after = after.unit(action.unit, stray=after.units[action.unit].stray + 1)
        return after, ruling

    def _apply(self, case: CaseOf[Position]) -> Position:
        if isinstance(case, Case) and dice.for_nowhere(case):
            return case.before.but(vague=True)
        after = super()._apply(case)
        if isinstance(case, Case):
            after = in_activity(case, after)
            after = noted(case, after)
        if after.acting is not None and isinstance(case, Case):
            after = advanced(case, after)
        return after.but(idle=False) if after.idle and not isinstance(case.action, Begin) else after


class Cases:
    """Makes cases; how the units lie, and in which country, is worked out once for all cases in which they lie so."""

    def __init__(self, battle: Battle, switches: Switches) -> None:
        self._battle, self._switches = battle, switches
        self._works: tuple[Mapping[str, int], frozenset[str]] = ({}, frozenset())
        self._turn = battle.first
        self._villages = stopped(switches)
        self._layout = Layout(battle, {}, battle.ground, self._turn, villages=self._villages)

    def __call__(self, before: Position, action: Action) -> Case[Action]:
        """The case of an action in a position."""
        works = (before.trenches, before.blown)
        if self._layout.units is not before.units or (self._works, self._turn) != (works, before.turn):
            ground = self._layout.ground if self._works == works else changed(self._battle.ground, *works)
            self._works, self._turn = works, before.turn
            self._layout = Layout(self._battle, before.units, ground, before.turn, villages=self._villages)
        return Case(self._battle, self._switches, before, action).on(self._layout)


def _undue(case: Any) -> Finding | None:
    """What is to be said of what follows from something, where nothing has made it due."""
    return trenches.undue(case) if isinstance(case.action, Trench) else dice.undue(case)


def referee(battle: Battle, switches: Switches) -> Referee[Position]:
    """A referee who knows the battle and the readings that are settled."""

    def side(before: Position, name: str) -> str:
        del before
        return battle.side_of(name)

    return GameReferee(BOOK, SEQUENCE, REGISTERS.effects, case=Cases(battle, switches), undue=_undue, side=side)


def start(battle: Battle) -> Position:
    """The position before anything is set up."""
    units = {name: Unit() for name in battle.units}
    return Position(
        stack=(battle.phases[0],),
        turn=battle.first,
        units=units,
        points=battle.points,
        held=dict(battle.held_by),
        blown=battle.blown,
    )


class Choices(Legal[Position]):
    """Lists the legal actions of positions, or what could be done in them, legal or not."""

    def could(self, position: Position) -> tuple[Action, ...]:
        """What could be done, each once; a prudent list leaves out what has to be made good."""
        case = self.referee.case(position, Action())
        return tuple(action for action in dict.fromkeys(self._options.possible(case)) if self._wise(case, action))


def legal(battle: Battle, switches: Switches) -> Choices:
    """Lists the legal actions of positions."""
    return Choices(OPTIONS, referee(battle, switches), prudent=True)
