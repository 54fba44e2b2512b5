"""Declarations of assaults and fire that nobody may make, and results that nobody carries out."""

from __future__ import annotations

from collections.abc import Iterator

from rules.caporetto.actions import Assault, Begin, Bombard, Complete, Defend, Move, Show, Spend, Support
from rules.caporetto.case import BUILDING, LIMBERED
from rules.caporetto.fire.sight import emplaced, observed, sees
from rules.engine.dice import Roll
from tests.rules.caporetto.mutators.occasion import Occasion, breaks
from tests.rules.shared.mutating import Acts, Staged

ACTING = ("Acting",)
FAR = 6


def _side(o: Occasion) -> str:
    return o.before.acting.side if o.before.acting else ""


def _own(o: Occasion, *, guns: bool = False) -> Iterator[str]:
    """Units of the side that acts."""
    for name, unit in o.before.units.items():
        counter = o.battle.units[name]
        if unit.hex and counter.side == _side(o) and not counter.kind.hq and counter.kind.guns == guns:
            yield name


def _with(o: Occasion, name: str) -> bool:
    """Whether a unit acts with the formation that does, and is in command."""
    acting = o.before.acting
    return acting is not None and (name in acting.sure or o.before.units[name].attached == acting.formation)


def _enemies(o: Occasion, name: str) -> Iterator[str]:
    """Hexes with enemies beside a unit."""
    enemy = o.battle.enemy(o.battle.units[name].side)
    yield from (place for place in o.beside(name) if o.case.layout.fighters(place, enemy))


# ------------------------------------------------------------------------------------------------------------ assaults
@breaks("CAP-10.2.1a", within=ACTING)
def attacks_nobody(o: Occasion) -> Acts:
    """A unit attacks an empty hex."""
    if o.before.step == 0:
        for name in _own(o):
            if _with(o, name) and o.battle.units[name].kind.assaults and not o.before.units[name].spent:
                yield from (Assault(unit=name, at=place) for place in o.beside(name) if o.empty(place))


def _wrong(rule: str, builds: bool) -> None:
    def attacks(o: Occasion) -> Acts:
        """A unit attacks that cannot."""
        for name in _own(o):
            kind = o.battle.units[name].kind
            if not kind.assaults and kind.builds == builds and _with(o, name):
                yield from (Assault(unit=name, at=place) for place in _enemies(o, name))

    attacks.__name__ = "engineers_attack" if builds else "machine_guns_attack"
    breaks(rule, within=ACTING)(attacks)


for _rule, _builds in (("CAP-21.1a", True), ("CAP-21.3a", False)):
    _wrong(_rule, _builds)


@breaks("CAP-10.2.5b", within=ACTING, on=Assault)
def attacks_without_points(o: Occasion) -> Acts:
    """A unit attacks that has nothing left."""
    if isinstance(o.action, Assault) and o.before.acting is not None:
        moved = f"{o.before.turn} {o.before.acting.formation}"
        yield Staged(o.before.unit(o.action.unit, spent=200, moved=moved), (o.action,))


@breaks("CAP-10.2.5d", within=ACTING)
def attacks_over_rock(o: Occasion) -> Acts:
    """A unit attacks where it could not go."""
    for name in _own(o):
        kind, here = o.battle.units[name].kind, o.before.units[name].hex
        if kind.assaults and not kind.climbs and _with(o, name):
            for place in _enemies(o, name):
                if o.battle.ground.side(here, place).rock:
                    yield Assault(unit=name, at=place)


# ------------------------------------------------------------------------------------------------------------- support
@breaks("CAP-10.2.6a", within=ACTING)
def italians_support(o: Occasion) -> Acts:
    """Italians give support fire."""
    if _side(o) == o.battle.sides[1] and o.before.attacks:
        for name in _own(o):
            if _with(o, name) and name not in o.before.attacks and not o.before.step:
                yield from (Support(unit=name, hex=place) for place in _enemies(o, name))


@breaks("CAP-10.2.6c", within=ACTING)
def supports_from_afar(o: Occasion) -> Acts:
    """A unit supports against a hex that does not lie beside it."""
    if _side(o) == o.battle.sides[0] and not o.before.step:
        attacking = {o.before.units[name].hex for name in o.before.attacks}
        for name in _own(o):
            here = o.before.units[name].hex
            if _with(o, name) and here not in attacking and o.case.face(name).mg:
                for place in o.before.attacks.values():
                    if o.battle.ground.grid.distance(here, place) > 1:
                        yield Support(unit=name, hex=place)


@breaks("CAP-10.2.6h", within=ACTING, on=Assault)
def supports_and_attacks(o: Occasion) -> Acts:
    """A unit supports, and another one attacks out of its hex."""
    if _side(o) == o.battle.sides[0] and isinstance(o.action, Assault) and not o.before.step:
        for name in o.case.layout.there(o.before.units[o.action.unit].hex, _side(o)):
            if name != o.action.unit and _with(o, name) and o.case.face(name).mg:
                yield o.action, Support(unit=name, hex=o.action.at)


# --------------------------------------------------------------------------------------------------------- bombardment
def _shots(o: Occasion) -> Iterator[Bombard]:
    """Guns in position that could bombard an enemy."""
    enemy = o.battle.enemy(_side(o))
    for name in _own(o, guns=True):
        for place in o.case.layout.occupants:
            if o.case.layout.fighters(place, enemy):
                yield Bombard(unit=name, hex=place)


def _near(o: Occasion, shot: Bombard) -> bool:
    here = o.before.units[shot.unit].hex
    return o.battle.ground.grid.distance(here, shot.hex) <= o.battle.units[shot.unit].faces[0].range


@breaks("CAP-12.1.3a", within=ACTING)
def bombards_unattached(o: Occasion) -> Acts:
    """Guns bombard that are not attached."""
    for shot in _shots(o):
        if not o.before.units[shot.unit].attached and _near(o, shot) and emplaced(o.case, shot.unit):
            yield shot


@breaks("CAP-12.1a", within=ACTING)
def bombards_too_far(o: Occasion) -> Acts:
    """Guns bombard what lies out of their range."""
    yield from (shot for shot in _shots(o) if not _near(o, shot) and _with(o, shot.unit))


@breaks("CAP-12.1.1a", within=ACTING)
def bombards_unseen(o: Occasion) -> Acts:
    """Guns bombard what nobody sees."""
    for shot in _shots(o):
        if _with(o, shot.unit) and _near(o, shot) and not observed(o.case, _side(o), shot.hex):
            yield shot


@breaks("CAP-12.1.2b", within=ACTING, on=Bombard)
def bombards_twice(o: Occasion) -> Acts:
    """Guns fire that have fired in this turn."""
    if isinstance(o.action, Bombard):
        yield Staged(o.before.but(fired=o.before.fired | {o.action.unit}), (o.action,))


@breaks("CAP-18.6a", within=ACTING, on=Bombard)
def bombards_shaken(o: Occasion) -> Acts:
    """Guns fire with two points of disorganisation."""
    if isinstance(o.action, Bombard):
        yield Staged(o.before.unit(o.action.unit, level=2), (o.action,))


@breaks("CAP-12.1.3b", within=ACTING, on=Bombard)
def bombards_after_the_dice(o: Occasion) -> Acts:
    """Guns get a target when dice have fallen."""
    if isinstance(o.action, Bombard):
        yield Staged(o.before.but(resolved=frozenset({"BOMBARD 1001"})), (o.action,))


# ------------------------------------------------------------------------------------------------------ defensive fire
def _foes(o: Occasion, *, guns: bool = False) -> Iterator[str]:
    """Units of the side that does not act."""
    for name, unit in o.before.units.items():
        counter = o.battle.units[name]
        if unit.hex and counter.side != _side(o) and not counter.kind.hq and counter.kind.guns == guns:
            yield name


def _attacking(o: Occasion) -> frozenset[str]:
    """The hexes from which somebody attacks."""
    return frozenset(o.before.units[name].hex for name in o.before.attacks)


@breaks("CAP-12.2a", within=ACTING)
def fires_at_nobody(o: Occasion) -> Acts:
    """Defenders fire at a hex from which nobody attacks."""
    if o.before.step < 3 and not o.before.supports:
        for name in _foes(o):
            yield from (Defend(unit=name, hex=place) for place in _enemies(o, name) if place not in _attacking(o))


@breaks("CAP-12.2.1a", within=ACTING)
def fires_from_afar(o: Occasion) -> Acts:
    """A defender fires at a hex that does not lie beside it."""
    if o.before.step < 3:
        for place in sorted(_attacking(o)):
            for name in _foes(o):
                if o.battle.ground.grid.distance(o.before.units[name].hex, place) > 1:
                    yield Defend(unit=name, hex=place)


@breaks("CAP-12.2.4a", within=ACTING)
def guns_fire_from_afar(o: Occasion) -> Acts:
    """Guns fire in defence at what is too far, or unseen."""
    if o.before.step < 3:
        for place in sorted(_attacking(o)):
            for name in _foes(o, guns=True):
                here, side = o.before.units[name].hex, o.battle.units[name].side
                seen = observed(o.case, side, place) or sees(o.case, here, place)
                if o.battle.ground.grid.distance(here, place) > FAR or not seen:
                    yield Defend(unit=name, hex=place)


@breaks("CAP-12.2.7a", within=ACTING, on=Complete)
def guns_fire_twice(o: Occasion) -> Acts:
    """Guns fire in defence that have done so in this turn."""
    for place in sorted(_attacking(o)):
        for name in _foes(o, guns=True):
            yield Staged(o.before.but(defended=frozenset({name}), step=0), (Defend(unit=name, hex=place),))


@breaks("CAP-10.1.2e", within=ACTING)
def guns_fire_at_passers_by(o: Occasion) -> Acts:
    """Guns fire at somebody who passes by."""
    for name in _foes(o, guns=True):
        yield from (Defend(unit=name, hex=place, what="infiltration") for place in o.beside(name))


@breaks("CAP-4.7b", within=ACTING)
def too_late(o: Occasion) -> Acts:
    """Somebody fires in defence, or declares, when the dice of assaults have fallen."""
    if o.before.step == 3:
        for name in _own(o):
            here = o.before.units[name].hex
            fresh = _with(o, name) and o.battle.units[name].kind.assaults and name not in o.before.attacks
            if fresh and here:
                yield from (Assault(unit=name, at=place) for place in _enemies(o, name))


# ------------------------------------------------------------------------------------------------------------- results
def _undone(rule: str) -> None:
    def left_undone(o: Occasion) -> Acts:
        """What a result wants is left undone."""
        if any(due.rule == rule and due.must and due.until == "Acting" for due in o.before.due):
            yield Complete(formation=o.before.acting.formation if o.before.acting else "")

    left_undone.__name__ = f"left_undone_{rule[4:].replace('.', '_')}"
    breaks(rule, within=ACTING)(left_undone)


for _rule in ("CAP-12.1.5c", "CAP-12.1.5b", "CAP-12.2.10b", "CAP-12.3.4b", "CAP-12.3.4c", "CAP-12.3.5e", "CAP-12.3.8a"):
    _undone(_rule)


@breaks("CAP-12.3.3i", within=ACTING, on=Roll)
def no_dice(o: Occasion) -> Acts:
    """Dice are announced for an assault, and nobody throws them."""
    if isinstance(o.action, Roll) and o.action.purpose == "ASSAULT":
        yield Complete(formation=o.before.acting.formation if o.before.acting else "")


# ------------------------------------------------------------------------------------------------------------- further
@breaks("CAP-12.4a", within=ACTING)
def counters_at_will(o: Occasion) -> Acts:
    """The other side attacks a hex that was not just lost."""
    for name in _foes(o):
        kind = o.battle.units[name].kind
        if kind.assaults and not o.before.units[name].marks and name not in o.before.activated:
            yield from (Assault(unit=name, at=place) for place in _enemies(o, name) if place not in o.before.taken)


@breaks("CAP-12.4b", within=ACTING)
def counters_out_of_command(o: Occasion) -> Acts:
    """A unit that was activated makes a counter-assault."""
    for name in _foes(o):
        fresh = name in o.before.activated and "Assault" not in o.before.units[name].marks
        if o.battle.units[name].kind.assaults and fresh:
            yield from (Assault(unit=name, at=place) for place in _enemies(o, name))


@breaks("CAP-10.1.2a", within=ACTING)
def fires_where_nobody_passed(o: Occasion) -> Acts:
    """A unit fires at somebody who passes, and nobody has."""
    if not o.before.passing[0]:
        yield from (Defend(unit=name, hex=place, what="infiltration") for name in _foes(o) for place in o.beside(name))


@breaks("CAP-18.1b", within=("Guns", "Rest"))
def guns_are_turned(o: Occasion) -> Acts:
    """Guns are turned outside of the artillery phase."""
    for name in o.standing(guns=True):
        yield Show(unit=name, state=LIMBERED, on=LIMBERED not in o.before.units[name].marks)


@breaks("CAP-12.1.6a", within=ACTING, on=Bombard)
def barrage_in_an_action(o: Occasion) -> Acts:
    """A barrage is laid in an action."""
    if isinstance(o.action, Bombard):
        yield Bombard(unit=o.action.unit, hex=o.action.hex, what="barrage")


@breaks("CAP-17.3a", within=("Rest", "Guns"))
def builds_late(o: Occasion) -> Acts:
    """Engineers begin to build outside of their phase."""
    for name in o.standing():
        if o.battle.units[name].kind.builds and BUILDING not in o.before.units[name].marks:
            yield Show(unit=name, state=BUILDING)


@breaks("CAP-19.3c", within=("Rest",))
def builders_move(o: Occasion) -> Acts:
    """Engineers at work move."""
    for name in o.standing():
        if o.battle.units[name].kind.builds:
            marks = o.before.units[name].marks | {BUILDING}
            for place in o.beside(name):
                if o.empty(place):
                    yield Staged(o.before.unit(name, marks=marks), (Move(unit=name, hex=place),))


@breaks("CAP-3.0h", within=("Command",), on=Begin)
def the_others_spend_points(o: Occasion) -> Acts:
    """The Central Powers spend a logistic point."""
    yield Spend(what="activation", by=o.battle.sides[0])


for _rule in ("CAP-12.3.1d", "CAP-18.3b"):

    def _kept(o: Occasion, rule: str = _rule) -> Acts:
        """What has to be done before the phase ends is left undone."""
        if any(due.rule == rule and due.must for due in o.before.due):
            yield Begin(phase="Guns", turn=o.before.turn)

    _kept.__name__ = f"left_till_later_{_rule[4:].replace('.', '_')}"
    breaks(_rule, within=("ActionAHG", "ActionIT", "Acting", "Reacting"))(_kept)


@breaks("CAP-12.3.2d", within=ACTING)
def leaves_without_a_fight(o: Occasion) -> Acts:
    """A unit of the other side retreats though nobody has attacked it."""
    enemy = o.battle.enemy(_side(o))
    for name, unit in o.before.units.items():
        idle = unit.hex and o.battle.units[name].side == enemy and o.battle.units[name].kind.combat
        if idle and not o.before.resolved and not o.before.due:
            yield from (Move(unit=name, hex=place, how="retreat") for place in o.beside(name) if o.empty(place))
