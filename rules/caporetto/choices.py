"""What may be done in each phase: too many candidates do no harm, for only what is legal is offered."""

from collections.abc import Iterator

from rules.caporetto.actions import Begin, Move
from rules.caporetto.case import LIMBERED, Case
from rules.caporetto.movement.march import occasion
from rules.caporetto.movement.stacking import EMPLACED, limit, weight
from rules.caporetto.options import OPTIONS
from rules.caporetto.turn.phases import LOOP
from rules.engine.actions import Action

SETUP = "Setup"


@OPTIONS.on(
    "Setup",
    "Reinforcement",
    "Command",
    "Initiative",
    "Weather",
    "Engineers",
    "Artillery",
    *LOOP,
    "Guns",
    "Rest",
    "Supply",
    "Rally",
    "Victory",
)
def next_phase(case: Case[Action]) -> Iterator[Action]:
    """The next phase begins, or the next turn."""
    phases, now, turn = case.battle.phases, case.before.stack[0], case.before.turn
    place = phases.index(now) + 1
    if place < len(phases):
        yield Begin(phase=phases[place], turn=turn)
    elif turn < case.battle.last:
        yield Begin(phase=phases[1], turn=turn + 1)
    if now == LOOP[1]:
        yield Begin(phase=LOOP[0], turn=turn)


@OPTIONS.on("Setup")
def placed(case: Case[Action]) -> Iterator[Action]:
    """A unit is set up in its zone: first the Italians."""
    allies, italians = case.battle.sides
    waiting = [name for name, unit in case.before.units.items() if not unit.hex and not case.counter(name).kind.hq]
    side = italians if any(case.side(name) == italians for name in waiting) else allies
    for name in waiting:
        if case.side(name) == side:
            for place in sorted(case.counter(name).zone):
                if fits(case, name, place):
                    yield Move(unit=name, hex=place, how="place", by=side)


def fits(case: Case[Action], name: str, place: str) -> bool:
    """Whether a unit still has room in a hex beside those of its side."""
    names = (*case.layout.there(place, case.side(name)), name)
    guns = [each for each in names if case.counter(each).kind.guns and LIMBERED not in case.unit(each).marks]
    return len(guns) <= EMPLACED and weight(case, names) <= limit(case, place)


@OPTIONS.on(*LOOP, "Guns", "Rest")
def moves(case: Case[Action]) -> Iterator[Action]:
    """A unit goes into a hex next to it."""
    guns = case.before.stack[0] == "Guns"
    for name, unit in case.before.units.items():
        kind = case.counter(name).kind
        if not unit.hex or kind.hq or kind.guns != guns or (guns and LIMBERED not in unit.marks):
            continue
        if unit.moved == occasion(case) and case.before.mover != name:
            continue
        left = {there for there, _ in unit.way} if case.before.mover == name else ()
        for place in case.battle.ground.grid.neighbours(unit.hex):
            if place not in left:
                yield Move(unit=name, hex=place, by=case.side(name))


@OPTIONS.rashness(Move)
def crowds(case: Case[Action], action: Move) -> bool:
    """Who goes where there is no room for him has to go on, or somebody else has to make room."""
    return case.before.stack[0] != SETUP and not fits(case, action.unit, action.hex)
