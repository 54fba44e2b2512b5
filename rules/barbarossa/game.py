"""The game as one: a referee for a battle under a set of switches, with every chapter of the rules."""

from rules.barbarossa import (
    aiming,
    assaults,
    bravery,
    choices_answers,
    choices_dice,
    choices_fire,
    choices_ground,
    choices_orders,
    choices_planning,
    clock,
    duels,
    engineers,
    facings,
    firing,
    flight,
    groupfire,
    groups,
    headquarters,
    hiding,
    loading,
    marks,
    melee,
    merging,
    mines,
    movement,
    orders_air,
    orders_fire,
    orders_move,
    orders_works,
    pace,
    pairs,
    planning,
    setup,
    shelters,
    smoke,
    strikes,
    structures,
    supply,
    transport,
    upkeep,
    victory,
    volleys,
)
from rules.barbarossa.battle import Battle
from rules.barbarossa.book import BOOK, EFFECTS, ROLLS, effect
from rules.barbarossa.case import Case
from rules.barbarossa.model import Position, Unit
from rules.barbarossa.sequence import SEQUENCE
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.referee import Referee
from rules.engine.ruling import Finding
from rules.engine.switches import Switches

CHAPTERS = (
    clock,
    marks,
    movement,
    pace,
    hiding,
    mines,
    engineers,
    transport,
    supply,
    shelters,
    merging,
    flight,
    duels,
    choices_ground,
    planning,
    orders_fire,
    orders_move,
    orders_works,
    orders_air,
    pairs,
    groups,
    loading,
    setup,
    upkeep,
    victory,
    firing,
    groupfire,
    structures,
    headquarters,
    bravery,
    melee,
    assaults,
    smoke,
    volleys,
    aiming,
    choices_dice,
    choices_fire,
    choices_planning,
    choices_orders,
    choices_answers,
    facings,
    strikes,
)
"""Importing them fills the registers."""


@effect(Roll)
def dice(case: Case[Roll]) -> Position:
    """The dice lead to what their purpose says."""
    follow = ROLLS.effects.get(case.action.purpose)
    return follow(case) if follow else case.before


def referee(battle: Battle, switches: Switches) -> Referee[Position]:
    """A referee who knows the battle and the readings that are settled."""

    def case(before: Position, action: Action) -> Case[Action]:
        return Case(battle, switches, before, action)

    def undue(before: Position, action: Action) -> Finding | None:
        return marks.undue(case(before, action))

    return Referee(BOOK, SEQUENCE, EFFECTS, case=case, undue=undue)


def start(battle: Battle) -> Position:
    """The position before anything is set up."""
    units = {}
    for name, counter in battle.units.items():
        ammo, stores = counter.value("ammo"), dict(counter.card.stores)
        units[name] = Unit(ammo=ammo, stores=stores, air=4 if counter.flies else 0)
    return Position(stack=("SETUP",), units=units)
