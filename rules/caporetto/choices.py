"""What may be done in each phase: too many candidates do no harm, for only what is legal is offered."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.caporetto.action.activation import AIMING
from rules.caporetto.action.command import members
from rules.caporetto.action.purse import COSTS, price
from rules.caporetto.actions import (
    Activate,
    Assault,
    Attach,
    Begin,
    Bombard,
    Complete,
    Decline,
    Defend,
    Disorganise,
    Move,
    Pass,
    Resolve,
    Result,
    Show,
    Slot,
    Support,
    Target,
    Trench,
)
from rules.caporetto.case import LIMBERED, Case
from rules.caporetto.fire.barrage import fresh, marked
from rules.caporetto.fire.bombardment import BARRAGE, aimed_at
from rules.caporetto.fire.sight import emplaced
from rules.caporetto.fire.steps import alone
from rules.caporetto.movement.march import occasion
from rules.caporetto.movement.stacking import EMPLACED, limit, weight
from rules.caporetto.options import OPTIONS
from rules.caporetto.turn.phases import LOOP
from rules.caporetto.turn.victory import winner
from rules.caporetto.wings.order import SECTOR
from rules.caporetto.wings.score import TOWNS
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.obligations import NOW

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
    waiting = [name for name, unit in case.before.units.items() if not unit.hex and case.counter(name).zone]
    waiting = [name for name in waiting if not case.counter(name).kind.hq]
    side = italians if any(case.side(name) == italians for name in waiting) else allies
    for name in waiting:
        if case.side(name) == side:
            for place in sorted(case.counter(name).zone):
                if fits(case, name, place):
                    yield Move(unit=name, hex=place, how="place", by=side)


def fits(case: Case[Action], name: str, place: str) -> bool:
    """Whether a unit still has room in a hex beside those of its side; its like have it too, or have not."""
    counter = case.counter(name)
    like = (place, counter.side, counter.kind.id, LIMBERED in case.unit(name).marks)
    return case.layout.once(like, lambda: _fits(case, name, place))


def _fits(case: Case[Action], name: str, place: str) -> bool:
    names = (*case.layout.there(place, case.side(name)), name)
    guns = [each for each in names if case.counter(each).kind.guns and LIMBERED not in case.unit(each).marks]
    return len(guns) <= EMPLACED and weight(case, names) <= limit(case, place)


def _may_move(case: Case[Action], name: str) -> bool:
    """Whether it could be the turn of a unit to move."""
    unit, acting = case.unit(name), case.before.acting
    if unit.moved == occasion(case) and case.before.mover != name:
        return False
    if case.acting:
        return acting is not None and (name in acting.sure or unit.attached in acting.formations)
    return name not in case.before.activated


@OPTIONS.on("Command")
def slots(case: Case[Action]) -> Iterator[Action]:
    """A headquarters is put into a box; the Italians choose what they can pay."""
    spent = {purse: price(case, purse) for purse in case.before.points}
    for name, counter in case.battle.units.items():
        if counter.kind.hq and name not in case.before.slots:
            italian = counter.side == case.battle.sides[1]
            purse = case.battle.purse(name)
            for box, cost in COSTS.items():
                if (box == "ready" or italian) and (not italian or spent[purse] + cost <= case.before.points[purse]):
                    yield Slot(hq=name, box=box, by=counter.side)


@OPTIONS.on(*LOOP, "Reacting")
def activations(case: Case[Action]) -> Iterator[Action]:
    """A formation is activated, its headquarters beside one of its units; or one reacts whose roll was good."""
    for hq, counter in case.battle.units.items():
        if not counter.kind.hq or counter.formation in case.before.acted:
            continue
        reacts = counter.side != case.acting
        if reacts and case.before.answered not in {"", hq}:
            continue
        for place in dict.fromkeys(case.unit(name).hex for name in members(case, counter.formation)[:2]):
            if not reacts:
                yield Activate(hq=hq, hex=place, by=counter.side)
            elif case.before.answered == hq:
                yield Activate(hq=hq, hex=place, kind="reaction", by=counter.side)
        if reacts and case.before.answer and not case.before.answered:
            yield from (Roll(purpose="REACTION", who=hq, dice=(die,), by=counter.side) for die in (2, 5))


@OPTIONS.on("Acting")
def completes(case: Case[Action]) -> Iterator[Action]:
    """The action is completed; before, independent units are attached and paths are opened."""
    acting = case.before.acting
    if acting is None:
        return
    yield Complete(formation=acting.formation, by=acting.side)
    for name, unit in case.before.units.items():
        counter = case.counter(name)
        alone = counter.formation not in case.battle.formations and counter.side == acting.side
        if unit.hex and alone and unit.attached != acting.formation:
            yield Attach(unit=name, formation=acting.formation, by=acting.side)
    for name in sorted(acting.open):
        place = case.unit(name).hex
        if place not in acting.rolled:
            yield Target(hex=place, by=acting.side)


@OPTIONS.on("Acting")
def attacks(case: Case[Action]) -> Iterator[Action]:
    """Units beside enemies attack or support, guns fire, and what was declared is resolved."""
    acting = case.before.acting
    if acting is None:
        return
    enemy, near = case.battle.enemy(acting.side), case.grid.neighbours
    for name in sorted(acting.sure):
        here = case.unit(name).hex
        if here and not case.unit(name).marks & AIMING:
            for goal in near(here):
                if case.layout.fighters(goal, enemy):
                    yield Assault(unit=name, at=goal, by=acting.side)
                    if goal in case.before.attacks.values():
                        yield Support(unit=name, hex=goal, by=acting.side)
    yield from _guns(case, acting.side, acting.formation)


def _guns(case: Case[Action], side: str, formation: str) -> Iterator[Action]:
    """Attached guns bombard whoever is near."""
    enemy = case.battle.enemy(side)
    places = [place for place in case.layout.occupants if case.layout.fighters(place, enemy)]
    for name, unit in case.before.units.items():
        if unit.hex and unit.attached == formation and case.counter(name).kind.guns and name not in case.before.fired:
            for place in places:
                if case.grid.distance(unit.hex, place) <= case.counter(name).faces[0].range:
                    yield Bombard(unit=name, hex=place, by=side)


@OPTIONS.on("Acting")
def answers(case: Case[Action]) -> Iterator[Action]:
    """Those beside attackers fire, and what was declared is resolved."""
    acting = case.before.acting
    if acting is None:
        return
    enemy = case.battle.enemy(acting.side)
    aiming = {case.unit(name).hex for name in (*case.before.attacks, *case.before.supports)} - {""}
    for place in sorted(aiming):
        for goal in case.grid.neighbours(place):
            for name in case.layout.fighters(goal, enemy):
                if name not in case.before.defends:
                    yield Defend(unit=name, hex=place, by=enemy)
    for place in sorted({case.unit(name).hex for name in case.before.attacks if case.side(name) == enemy} - {""}):
        for goal in case.grid.neighbours(place):
            for name in case.layout.fighters(goal, acting.side):
                yield Defend(unit=name, hex=place, by=acting.side)
    yield from _dice(case, acting.side, enemy)


def _dice(case: Case[Action], side: str, enemy: str) -> Iterator[Action]:
    """Dice for what was declared and is not resolved yet."""
    todo: dict[str, set[str]] = {"BOMBARD": {*aimed_at(case)}, "DEFEND": {*case.before.defends.values()}}
    for name, at in case.before.attacks.items():
        if name not in case.before.fought:
            todo.setdefault("ASSAULT" if case.side(name) == side else "COUNTER", set()).add(at)
    for purpose, places in todo.items():
        for place in sorted(places):
            if not {f"{purpose} {place}", alone(purpose, place)} & case.before.resolved:
                yield Resolve(hex=place, purpose=purpose, by=side if purpose in {"BOMBARD", "ASSAULT"} else enemy)
    for place in sorted(set(case.before.sniped.values())):
        yield Resolve(hex=place, purpose="INFILTRATE", by=enemy)


@OPTIONS.filling(Roll)
def thrown(case: Case[Action], template: Roll) -> Iterator[Action]:
    """A die falls in one of six ways; that of a barrage is announced for its hex before."""
    if template.purpose == "BARRAGE" and not any(due.until == NOW and due.met_by(template) for due in case.before.due):
        yield from (Resolve(hex=place, purpose="BARRAGE") for place in sorted(marked(case)) if fresh(case, place))
    else:
        yield from (replace(template, dice=(die,)) for die in range(1, 7))


@OPTIONS.on("Artillery")
def barrages(case: Case[Action]) -> Iterator[Action]:
    """Guns in position lay barrages on whoever of the enemy is near."""
    for name in sorted(case.before.units):
        if not emplaced(case, name) or name in case.before.fired or case.counter(name).kind.group:
            continue
        here, far, enemy = case.unit(name).hex, case.counter(name).faces[0].range, case.battle.enemy(case.side(name))
        for place in case.layout.occupants:
            if case.layout.fighters(place, enemy) and case.grid.distance(here, place) <= far:
                yield Bombard(unit=name, hex=place, what=BARRAGE, by=case.side(name))


@OPTIONS.on("Artillery")
def turns(case: Case[Action]) -> Iterator[Action]:
    """Guns are limbered, or come into position; a group stays in its printed hex and has no other side."""
    for name, unit in case.before.units.items():
        kind = case.counter(name).kind
        if unit.hex and kind.guns and not kind.group and name not in case.before.turned:
            yield Show(unit=name, state=LIMBERED, on=LIMBERED not in unit.marks, by=case.side(name))


@OPTIONS.on("Artillery")
def lowered(case: Case[Action]) -> Iterator[Action]:
    """A trench that was taken is lowered by those who stand in it."""
    for place, names in case.layout.occupants.items():
        found = case.ground.hexes[place]
        if found.deep > 1 and case.side(names[0]) != found.trench:
            yield Trench(hex=place, level=found.deep - 1, by=case.side(names[0]))


@OPTIONS.on("Acting")
def passers_by(case: Case[Action]) -> Iterator[Action]:
    """Those beside whom somebody has just passed fire at him, and those driven back attack again."""
    mover, start, goal = case.before.passing
    grid, acting = case.grid, case.before.acting
    if mover and acting is not None:
        enemy = case.battle.enemy(case.side(mover))
        for place in set(grid.neighbours(start)) & set(grid.neighbours(goal)):
            for name in case.layout.fighters(place, enemy):
                yield Defend(unit=name, hex=goal, what="infiltration", by=enemy)
    for goal in sorted(case.before.taken):
        for place in grid.neighbours(goal):
            for name in case.layout.fighters(place, case.battle.enemy(acting.side) if acting else ""):
                if not case.unit(name).marks & AIMING:
                    yield Assault(unit=name, at=goal, by=case.side(name))


@OPTIONS.on("Reacting")
def declines(case: Case[Action]) -> Iterator[Action]:
    """The other side does without a reaction."""
    yield Decline(what="reaction", by=case.battle.enemy(case.before.answer) if case.before.answer else "")


@OPTIONS.on(LOOP[0])
def draws(case: Case[Action]) -> Iterator[Action]:
    """A die names the sector with which the turn begins."""
    if case.battle.parted and not (case.before.drawn or case.before.fronts):
        yield Roll(purpose=SECTOR)


@OPTIONS.on(*LOOP)
def passes(case: Case[Action]) -> Iterator[Action]:
    """The side whose phase it is passes."""
    yield Pass(by=case.acting)


@OPTIONS.on("Rally")
def rallying(case: Case[Action]) -> Iterator[Action]:
    """A unit sheds a point."""
    for name, unit in case.before.units.items():
        if unit.hex and unit.level:
            yield Disorganise(unit=name, change="less", by=case.side(name))


@OPTIONS.on("Victory")
def results(case: Case[Action]) -> Iterator[Action]:
    """Somebody has won."""
    if not case.before.over:
        yield from (Result(winner=each, by=case.battle.sides[0]) for each in (winner(case), *TOWNS))


@OPTIONS.on("Acting", "Guns", "Rest")
def moves(case: Case[Action]) -> Iterator[Action]:
    """A unit goes into a hex next to it."""
    guns = case.before.stack[0] == "Guns"
    for name, unit in case.before.units.items():
        kind = case.counter(name).kind
        if not unit.hex or kind.hq or kind.guns != guns or (guns and LIMBERED not in unit.marks):
            continue
        if not _may_move(case, name):
            continue
        left = {there for there, _ in unit.way} if case.before.mover == name else ()
        for place in case.grid.neighbours(unit.hex):
            if place not in left:
                yield Move(unit=name, hex=place, by=case.side(name))


@OPTIONS.rashness(Move)
def crowds(case: Case[Action], action: Move) -> bool:
    """Who goes where there is no room, or into a hex of both sectors, has to go on, or others have to make room."""
    rash = action.hex in case.battle.common or not fits(case, action.unit, action.hex)
    return case.before.stack[0] != SETUP and rash
