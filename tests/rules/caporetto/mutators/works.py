"""Trenches, bridges, guns and formations that act together: deeds that random games seldom come near."""

from __future__ import annotations

from collections.abc import Iterator

from rules.caporetto.actions import (
    Activate,
    Assault,
    Attach,
    Begin,
    Bombard,
    Bridge,
    Complete,
    Defend,
    Leave,
    Move,
    Resolve,
    Show,
    Support,
    Trench,
)
from rules.caporetto.case import BUILDING, LIMBERED
from rules.caporetto.fire.barrage import exposed, marked
from rules.caporetto.fire.sight import emplaced
from rules.caporetto.works.bridges import spans
from rules.caporetto.works.trenches import levels
from rules.engine.dice import Roll
from tests.rules.caporetto.mutators.combat import ACTING, _enemies, _foes, _own, _side, _with
from tests.rules.caporetto.mutators.deeds import LOOP, _alone, _hqs
from tests.rules.caporetto.mutators.occasion import Occasion, breaks
from tests.rules.shared.mutating import Acts, Staged

LATER = ("Rest", "Guns")


# ------------------------------------------------------------------------------------------------------------ trenches
@breaks("CAP-17.10a", within=LATER)
def digs(o: Occasion) -> Acts:
    """A trench is marked where none is printed."""
    yield from (Trench(hex=place) for place in o.battle.ground.area if not any(levels(o.battle.ground, place)))


@breaks("CAP-17.8b", within=LATER)
def levels_a_trench(o: Occasion) -> Acts:
    """The trench in a hex is marked as destroyed."""
    for place in sorted(o.battle.ground.area):
        inside, *sides = levels(o.battle.ground, place)
        if inside and not any(sides):
            yield Trench(hex=place, level=0)


def _lowered(o: Occasion) -> Iterator[tuple[str, Staged[object]]]:
    """Positions in which engineers of the Italians stand in a trench that was lowered."""
    for name in o.standing():
        place = o.before.units[name].hex
        builds = o.battle.units[name].kind.builds and o.battle.units[name].side == o.battle.sides[1]
        if builds and o.battle.ground.hexes[place].deep > 1 and BUILDING not in o.before.units[name].marks:
            yield name, Staged(o.before.but(trenches={place: 1}, points=dict.fromkeys(o.before.points, 0)), ())


@breaks("CAP-17.2a", within=("Engineers",))
def mends_without_points(o: Occasion) -> Acts:
    """Italian engineers begin to mend a trench, and no point is left."""
    for name, staged in _lowered(o):
        yield Staged(staged.before, (Show(unit=name, state=BUILDING),))


@breaks("CAP-21.1c", within=("Rest",))
def mended_by_nobody(o: Occasion) -> Acts:
    """A trench is marked as mended at which nobody has worked."""
    for place in sorted(o.battle.ground.area):
        if o.battle.ground.hexes[place].deep > 1 and place not in o.before.trenches:
            yield Staged(o.before.but(trenches={place: 1}), (Trench(hex=place, level=2),))


# ------------------------------------------------------------------------------------------------------------- bridges
def _bridges(o: Occasion) -> Iterator[tuple[str, str]]:
    """Hexes with one bridge, each with it."""
    for place in sorted(o.battle.ground.area):
        found = spans(o.battle.ground, place)
        if len(found) == 1 and found[0] not in o.before.blown:
            yield place, found[0]


@breaks("CAP-19.2c", within=("Engineers", *LATER))
def blown_without_a_die(o: Occasion) -> Acts:
    """A bridge is marked as blown, and no die fell."""
    if not o.before.blasts:
        yield from (Bridge(hex=place) for place, _ in _bridges(o))


@breaks("CAP-19.3a", within=("Engineers",))
def built_by_nobody(o: Occasion) -> Acts:
    """A bridge stands again at which nobody has worked."""
    for place, pair in _bridges(o):
        yield Staged(o.before.but(blown=frozenset({pair})), (Bridge(hex=place, blown=False),))


@breaks("CAP-19.2a", within=("Engineers",))
def blown_from_afar(o: Occasion) -> Acts:
    """Somebody who is no engineer throws for a bridge."""
    for name in o.standing():
        if not o.battle.units[name].kind.builds:
            yield Roll(purpose="BLOW", who=name, dice=(5,))


@breaks("CAP-4.5c", within=LATER)
def blown_later(o: Occasion) -> Acts:
    """Engineers throw for a bridge when their phase is over."""
    for name in o.standing():
        if o.battle.units[name].kind.builds:
            yield Roll(purpose="BLOW", who=name, dice=(5,))


# ---------------------------------------------------------------------------------------------------------------- guns
@breaks("CAP-18.2a", within=("Artillery",), on=Bombard)
def fires_at_once(o: Occasion) -> Acts:
    """A medium gun fires that has just come into position."""
    name = o.action.unit if isinstance(o.action, Bombard) else ""
    if name and o.battle.units[name].kind.medium:
        yield Staged(o.before.but(unready=frozenset({name})), (o.action,))


@breaks("CAP-18.1e", within=("Artillery",), on=Bombard)
def fires_on_the_march(o: Occasion) -> Acts:
    """A limbered gun lays a barrage."""
    if isinstance(o.action, Bombard):
        marks = o.before.units[o.action.unit].marks | {LIMBERED}
        yield Staged(o.before.unit(o.action.unit, marks=marks), (o.action,))


@breaks("CAP-12.1.6d", within=("Artillery",))
def strikes_where_none_lies(o: Occasion) -> Acts:
    """Dice are thrown for a barrage that nobody has laid."""
    if not any(due.until == "" for due in o.before.due):
        free = (place for place in o.case.layout.occupants if place not in marked(o.case))
        yield from (Resolve(hex=place, purpose="BARRAGE") for place in free)


@breaks("CAP-12.1.6f", within=("Artillery", *LATER))
def strikes_twice(o: Occasion) -> Acts:
    """A barrage strikes those again whom it has struck."""
    if not any(due.until == "" for due in o.before.due):
        for place in sorted(marked(o.case)):
            names = exposed(o.case, place)
            if names and o.before.volleys.get(place) and not any(n for n in o.before.crossed if n.endswith(place)):
                struck = frozenset(f"{name} {place}" for name in names)
                staged = o.before.but(struck=struck, volleys={place: len(names)})
                yield Staged(staged, (Resolve(hex=place, purpose="BARRAGE"),))


@breaks("CAP-12.1.6g", within=("Artillery",))
def strikes_guns_in_position(o: Occasion) -> Acts:
    """A barrage strikes guns in position alone."""
    for name in o.standing(guns=True):
        place = o.before.units[name].hex
        alone = all(emplaced(o.case, each) for each in o.case.layout.occupants[place])
        if alone and not any(due.until == "" for due in o.before.due):
            laid = {**o.before.barrages, name: (place, 4)}
            yield Staged(o.before.but(barrages=laid), (Resolve(hex=place, purpose="BARRAGE"),))


@breaks("CAP-12.1.4c", within=ACTING)
def bombards_by_two_dice(o: Occasion) -> Acts:
    """Dice are thrown twice for one bombardment."""
    for name, aim in o.before.bombs.items():
        place = aim.split(" ")[0]
        if f"BOMBARD {place}" in o.before.resolved and not o.before.due and o.before.step < 2:
            del name
            yield Resolve(hex=place, purpose="BOMBARD")


@breaks("CAP-12.2.1d", within=ACTING)
def fires_at_two_hexes(o: Occasion) -> Acts:
    """A defender has fired at a hex, and fires at another one."""
    places = sorted({o.before.units[name].hex for name in o.before.attacks if o.battle.units[name].side == _side(o)})
    for place in places if o.before.step < 3 else ():
        for name in _foes(o):
            near = [other for other in o.beside(name) if other != place]
            if place in o.beside(name) and near:
                fired = o.before.but(defends={name: near[0]}, resolved=frozenset({f"DEFEND {near[0]}"}))
                yield Staged(fired, (Defend(unit=name, hex=place),))


# -------------------------------------------------------------------------------------------------------------- support
@breaks("CAP-10.2.6b", within=ACTING)
def strangers_support(o: Occasion) -> Acts:
    """A unit supports that does not act with the formation."""
    if _side(o) == o.battle.sides[0] and not o.before.step:
        held = {o.before.units[name].hex for name in o.before.attacks}
        for name in _own(o):
            if not _with(o, name) and o.case.face(name).mg and o.before.units[name].hex not in held:
                yield from (Support(unit=name, hex=place) for place in _enemies(o, name))


@breaks("CAP-10.2.6e", within=ACTING, on=Support)
def two_of_a_hex_support(o: Occasion) -> Acts:
    """Two units of a hex support one attack."""
    action = o.action
    if isinstance(action, Support):
        for name in o.case.layout.there(o.before.units[action.unit].hex, _side(o)):
            if name != action.unit and _with(o, name) and o.case.face(name).mg:
                yield action, Support(unit=name, hex=action.hex)


@breaks("CAP-11.1d", within=ACTING, on=Assault)
def a_third_one_attacks(o: Occasion) -> Acts:
    """A third battalion attacks out of a hex."""
    if isinstance(o.action, Assault):
        here = o.before.units[o.action.unit].hex
        out = [name for name, base in o.before.bases.items() if base == here and o.battle.units[name].kind.weight == 4]
        if len(out) == 1 and o.battle.units[o.action.unit].kind.weight == 4 and o.action.unit not in out:
            for name in o.case.layout.fighters(here, _side(o)):
                kind = o.battle.units[name].kind
                if kind.assaults and kind.weight == 4 and _with(o, name) and name not in {*out, o.action.unit}:
                    yield o.action, Assault(unit=name, at=o.action.at)


@breaks("CAP-12.4.1a", within=ACTING)
def counters_without_points(o: Occasion) -> Acts:
    """A counter-assault is declared with points that the unit has spent."""
    for place in sorted(o.before.taken):
        for name in _foes(o):
            fresh = not o.before.units[name].marks and name not in o.before.activated
            if place in o.beside(name) and fresh and o.battle.units[name].kind.assaults and o.before.acting:
                moved = f"{o.before.turn} {o.before.acting.formation}"
                yield Staged(o.before.unit(name, spent=200, moved=moved), (Assault(unit=name, at=place),))


# ---------------------------------------------------------------------------------------------------------- formations
@breaks("CAP-14.0h", within=("Reacting",))
def reacts_without_points(o: Occasion) -> Acts:
    """An Italian formation that nobody has paid for reacts, and no point is left."""
    for hq, place in _hqs(o, own=False):
        if o.battle.units[hq].side == o.battle.sides[1] and o.battle.units[hq].formation not in o.before.acted:
            staged = o.before.but(answered=hq, points=dict.fromkeys(o.before.points, 0), slots={})
            yield Staged(staged, (Activate(hq=hq, hex=place, kind="reaction"),))


@breaks("CAP-7.10a", within=ACTING)
def strangers_act_together(o: Occasion) -> Acts:
    """A formation of another division is activated with the one that acts."""
    acting = o.before.acting
    for hq, place in _hqs(o, own=True):
        formation = o.battle.formations[o.battle.units[hq].formation]
        able = acting is not None and acting.side == o.case.acting and formation.id not in o.before.acted
        if able and acting and formation.division != o.battle.formations[acting.formation].division:
            yield Activate(hq=hq, hex=place, kind="division")


@breaks("CAP-7.11d", within=LOOP, on=Activate)
def attacks_while_changing_places(o: Occasion) -> Acts:
    """A unit attacks in an action in which formations change places."""
    action = o.action
    if isinstance(action, Activate) and action.kind == "normal":
        side = o.battle.units[action.hq].side
        formation = o.battle.units[action.hq].formation
        for name in o.standing():
            counter = o.battle.units[name]
            if counter.formation == formation and counter.kind.assaults and counter.side == side:
                swap = Activate(hq=action.hq, hex=action.hex, kind="exchange")
                yield from ((swap, Assault(unit=name, at=place)) for place in _enemies(o, name))


@breaks("CAP-7.5a", within=ACTING)
def three_battalions(o: Occasion) -> Acts:
    """A third battalion is attached."""
    acting = o.before.acting
    names = [name for name in _alone(o) if o.battle.units[name].kind.weight == 4] if acting else []
    free = [name for name in names if not o.battle.units[name].division and name not in o.before.activated]
    if acting is not None and acting.side == o.case.acting and len(free) > 2:
        yield tuple(Attach(unit=name, formation=acting.formation) for name in free[:3])


@breaks("CAP-7.5c", within=ACTING)
def of_another_division(o: Occasion) -> Acts:
    """What belongs to a division is attached to a formation of another one."""
    yield from _strangers(o, guns=False)


@breaks("CAP-18.8a", within=ACTING)
def guns_of_another_division(o: Occasion) -> Acts:
    """Guns of a division are attached to a formation of another one."""
    yield from _strangers(o, guns=True)


def _strangers(o: Occasion, *, guns: bool) -> Acts:
    acting = o.before.acting
    for name in _alone(o, guns=guns):
        own = o.battle.units[name].division
        if acting is not None and acting.side == o.case.acting and own and acting.formation not in own:
            yield Attach(unit=name, formation=acting.formation)


@breaks("CAP-6.1a", within=("Command",), on=Begin)
def chosen_without_points(o: Occasion) -> Acts:
    """The Italians choose a formation, and no point is left."""
    if any(o.battle.units[hq].side == o.battle.sides[1] and box != "waiting" for hq, box in o.before.slots.items()):
        yield Staged(o.before.but(points=dict.fromkeys(o.before.points, 0)), (o.action,))


# ------------------------------------------------------------------------------------------------------------ the edge
@breaks("CAP-21.9b", within=LATER)
def leaves_anywhere(o: Occasion) -> Acts:
    """A unit leaves the map out of its midst."""
    for name in o.standing():
        if not o.before.units[name].hex.endswith("01"):
            yield Leave(unit=name, why="left")


@breaks("CAP-11.1a", within=ACTING, on=Complete)
def too_many_in_an_action(o: Occasion) -> Acts:
    """Three battalions stand in a hex when the moves of an action are over."""
    acting = o.before.acting
    if acting is None or o.before.attacks or o.before.due or o.before.taken or o.before.driven:
        return
    for name in sorted(acting.sure):
        unit = o.before.units[name]
        if unit.hex and not unit.moved and o.battle.units[name].kind.weight == 4:
            for place in o.beside(name):
                others = [
                    each for each in o.case.layout.there(place, acting.side) if not o.battle.units[each].kind.guns
                ]
                heavy = [each for each in others if o.battle.units[each].kind.weight == 4]
                mixed = len({o.battle.units[each].formation for each in (*heavy, name)}) > 1
                if len(heavy) > 1 and mixed:
                    yield Move(unit=name, hex=place), o.action
