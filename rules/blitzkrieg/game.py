"""The game as one: a referee for a battle under a set of switches, with every chapter of the rules."""

from collections.abc import Iterable
from functools import partial
from importlib import import_module

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.book import BOOK, REGISTERS
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.fire import direct
from rules.blitzkrieg.melee import results, rounds
from rules.blitzkrieg.melee.course import progress
from rules.blitzkrieg.model import Formation, Position, Unit
from rules.blitzkrieg.options import OPTIONS
from rules.blitzkrieg.reactions import checks
from rules.blitzkrieg.sequence import SEQUENCE
from rules.blitzkrieg.setup import stages
from rules.blitzkrieg.support import indirect
from rules.blitzkrieg.table import corrections
from rules.engine.actions import Action
from rules.engine.options import Legal
from rules.engine.referee import CaseOf, Cases, Referee
from rules.engine.ruling import Ruling
from rules.engine.switches import Switches

CHAPTERS = tuple(
    import_module(f"rules.blitzkrieg.{name}")
    for name in (
        "cup.draw",
        "cup.activation",
        "cup.general",
        "cup.command",
        "turn.phases",
        "table.markers",
        "fire.sight",
        "fire.visibility",
        "fire.factors",
        "movement.march",
        "movement.stacking",
        "movement.transport",
        "fire.direct",
        "fire.outcomes",
        "reactions.checks",
        "melee.entering",
        "melee.rounds",
        "morale.demoralisation",
        "table.players",
        "table.conduct",
        "setup.deployment",
        "setup.assignment",
        "setup.stages",
        "movement.arrivals",
        "melee.overrun",
        "support.observers",
        "support.indirect",
        "support.engineering",
        "turn.victory",
        "cup.choices",
        "movement.choices",
        "fire.choices",
        "movement.riding_choices",
        "cup.activation_choices",
        "reactions.choices",
        "melee.choices",
        "morale.choices",
        "setup.choices",
        "support.choices",
        "movement.arrival_choices",
        "turn.choices",
    )
)
"""Importing them, in this order, fills the registers; options are offered in the order of their `choices`."""


BEFOREHAND = (indirect.at_hand, rounds.results_first, checks.own_result_first, direct.thrown_again)
"""What comes first of what is due when something is done."""


class GameReferee(Referee[Position]):
    """A referee who lets a melee go on by itself where nobody has a choice."""

    def step(self, position: Position, action: Action, play: bool = True) -> tuple[Position, Ruling]:
        """The position after the action, and the ruling on it; in a melee nobody is waited for who lets it be."""
        if isinstance(action, do.Move) and corrections.puts_back(position, action):
            return corrections.put_back(position, action), Ruling((corrections.told(action),))
        for first in BEFOREHAND:
            position = first(position, action)
        case = self.case(position, action)
        if position.melee and isinstance(case, Case):
            case = case.then(results.hq_first(case, action))
            position = case.before
        closed, early = rounds.let_be(case) if position.melee and isinstance(case, Case) else (position, None)
        after, ruling = super().step(closed, action, play)
        if isinstance(action, do.Move) and ruling.verdict == "illegal":
            after = corrections.remembered(closed, after, action)
        return after, Ruling((*ruling.findings, early)) if early else ruling

    def _apply(self, case: CaseOf[Position]) -> Position:
        after = super()._apply(case)
        return progress(case, after) if after.melee and isinstance(case, Case) else after


def referee(battle: Battle, switches: Switches) -> Referee[Position]:
    """A referee who knows the battle and the readings that are settled."""

    def side(_: Position, name: str) -> str:
        return battle.side_of(name)

    case: Cases[Position] = partial(Case, battle, switches)
    return GameReferee(BOOK, SEQUENCE, REGISTERS.effects, case=case, undue=corrections.undue, side=side)


def start(battle: Battle, cup: Iterable[str] | None = None) -> Position:
    """The position before anything is set up: the scenario's chits are in the cup, or those that were found there."""
    return Position(
        stack=("SETUP",),
        units={
            name: Unit(formation=counter.formation or _only(battle, name)) for name, counter in battle.units.items()
        },
        formations={name: Formation() for name in battle.formations},
        chits=stages.cup_at_the_start(battle, cup),
    )


def _only(battle: Battle, unit: str) -> str:
    """The formation of an independent unit that can be assigned to one only."""
    formations = battle.attach.get(unit, ())
    return formations[0] if len(formations) == 1 else ""


def legal(battle: Battle, switches: Switches, *, prudent: bool = False) -> Legal[Position]:
    """The generator of legal actions in a battle."""
    return Legal(OPTIONS, referee(battle, switches), prudent=prudent)
