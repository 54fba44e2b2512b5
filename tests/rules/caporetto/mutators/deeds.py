"""Actions that nobody may take: activations, attachments, choices, rallies, an end too soon."""

from __future__ import annotations

from collections.abc import Iterator

from rules.caporetto.action.activation import WAITING
from rules.caporetto.action.command import members
from rules.caporetto.actions import Activate, Attach, Begin, Complete, Disorganise, Lose, Move, Pass, Result, Slot
from rules.caporetto.turn.victory import winner
from tests.rules.caporetto.mutators.occasion import Occasion, breaks
from tests.rules.shared.mutating import Acts, Staged

LOOP = ("ActionAHG", "ActionIT")


def _hqs(o: Occasion, *, own: bool) -> Iterator[tuple[str, str]]:
    """Headquarters of the side whose phase it is, or of the other one, each with the hex of a unit that it commands."""
    for hq, counter in o.battle.units.items():
        if counter.kind.hq and (counter.side == o.case.acting) == own:
            yield from ((hq, o.before.units[name].hex) for name in members(o.case, counter.formation)[:1])


@breaks("CAP-4.7a", within=LOOP, on=Activate)
def in_the_others_phase(o: Occasion) -> Acts:
    """A formation is activated in the phase of the other side."""
    yield from (Activate(hq=hq, hex=place) for hq, place in _hqs(o, own=False))


@breaks("CAP-14.0a", within=LOOP, on=Activate)
def reacts_to_nothing(o: Occasion) -> Acts:
    """A formation reacts when no action was completed."""
    if not o.before.answer:
        yield from (Activate(hq=hq, hex=place, kind="reaction") for hq, place in _hqs(o, own=False))


@breaks("CAP-14.0c", within=("Reacting",))
def reacts_without_a_die(o: Occasion) -> Acts:
    """A formation reacts, and no die was rolled for it."""
    for hq, place in _hqs(o, own=False):
        acts = Activate(hq=hq, hex=place, kind="reaction")
        if not o.before.answered:
            yield acts, Complete(formation=o.battle.units[hq].formation)
        elif o.before.answered != hq:
            yield acts


@breaks("CAP-13.0b", within=LOOP, on=Activate)
def acts_again(o: Occasion) -> Acts:
    """A formation that has acted acts again."""
    for hq, place in _hqs(o, own=True):
        if o.battle.units[hq].formation in o.before.acted:
            yield Activate(hq=hq, hex=place)


@breaks("CAP-4.7d", within=LOOP, on=Activate)
def was_not_chosen(o: Occasion) -> Acts:
    """A formation acts that was not chosen."""
    if o.before.slots:
        for hq, place in _hqs(o, own=True):
            if o.before.slots.get(hq, WAITING) == WAITING:
                yield Activate(hq=hq, hex=place)


@breaks("CAP-4.7c", within=LOOP, on=Activate)
def acts_after_a_pass(o: Occasion) -> Acts:
    """A side acts after it has passed."""
    if isinstance(o.action, Activate) and o.action.kind != "reaction":
        yield Pass(by=o.case.acting), o.action


@breaks("CAP-7.6c", within=LOOP, on=Activate)
def among_enemies(o: Occasion) -> Acts:
    """A headquarters stands in a hex with enemies."""
    if isinstance(o.action, Activate):
        enemy = o.battle.enemy(o.battle.units[o.action.hq].side)
        places = (place for place in o.case.layout.occupants if o.case.layout.there(place, enemy))
        yield from (Activate(hq=o.action.hq, hex=place) for place in places)


@breaks("CAP-7.6f", within=LOOP, on=Activate)
def far_from_its_units(o: Occasion) -> Acts:
    """A headquarters stands where it commands nobody."""
    if isinstance(o.action, Activate):
        counter = o.battle.units[o.action.hq]
        own = [o.before.units[name].hex for name in members(o.case, counter.formation)]
        for place in sorted(o.battle.ground.area):
            far = all(o.battle.ground.grid.distance(place, each) > counter.command for each in own)
            if far and o.empty(place) and o.case.layout.supplied(place, counter.side):
                yield Activate(hq=o.action.hq, hex=place)


@breaks("CAP-9.4b", within=LOOP, on=Activate)
def out_of_supply(o: Occasion) -> Acts:
    """A headquarters stands where no line of supply leads."""
    if isinstance(o.action, Activate):
        side = o.battle.units[o.action.hq].side
        for place in sorted(o.battle.ground.area):
            if o.empty(place) and not o.case.layout.supplied(place, side):
                yield Activate(hq=o.action.hq, hex=place)


@breaks("CAP-7.7c", within=LOOP, on=Activate)
def without_units(o: Occasion) -> Acts:
    """A formation without units on the map is activated."""
    if isinstance(o.action, Activate):
        before = o.before
        for name in members(o.case, o.battle.units[o.action.hq].formation):
            before = before.unit(name, hex="", box="lost")
        yield Staged(before, (o.action,))


@breaks("CAP-7.9a", within=(*LOOP, "Acting"), on=Activate)
def back_to_a_division(o: Occasion) -> Acts:
    """A formation acts whose division was left for another one."""
    side = o.case.acting
    for hq, place in _hqs(o, own=True):
        formation = o.battle.formations[o.battle.units[hq].formation]
        if formation.division in o.before.divisions.get(side, ())[:-1] and formation.id not in o.before.acted:
            yield Activate(hq=hq, hex=place)


@breaks("CAP-7.8a", within=("Acting",))
def moves_out_of_command(o: Occasion) -> Acts:
    """A unit that is out of command moves with its formation."""
    acting = o.before.acting
    for name in o.standing():
        if acting and o.battle.units[name].formation == acting.formation and name not in acting.sure | acting.open:
            yield from (Move(unit=name, hex=place) for place in o.beside(name) if o.empty(place))


@breaks("CAP-7.5d", within=LOOP, on=Activate)
def attached_too_early(o: Occasion) -> Acts:
    """A unit is attached when nobody acts."""
    yield from (Attach(unit=name, formation=f"{_side(o, name)}.nobody") for name in _alone(o))


def _side(o: Occasion, name: str) -> str:
    return o.battle.units[name].side


def _alone(o: Occasion, *, guns: bool = False) -> Iterator[str]:
    """Independent units of the side whose phase it is."""
    for name in o.standing(guns=guns):
        counter = o.battle.units[name]
        if counter.formation not in o.battle.formations and counter.side == o.case.acting:
            yield name


@breaks("CAP-7.6d", within=("Acting",))
def attached_from_afar(o: Occasion) -> Acts:
    """A unit is attached out of the range of the headquarters."""
    acting = o.before.acting
    if acting is not None and acting.place:
        for name in _alone(o):
            far = o.battle.ground.grid.distance(o.before.units[name].hex, acting.place)
            if far > o.battle.units[acting.hq].command and acting.side == o.case.acting:
                yield Attach(unit=name, formation=acting.formation)


@breaks("CAP-7.6e", within=("Acting",), on=(Move, Complete))
def attached_twice(o: Occasion) -> Acts:
    """A unit is attached that was activated already."""
    acting = o.before.acting
    if acting is not None:
        for name in _alone(o):
            other = o.before.units[name].attached not in {"", acting.formation}
            if other and name in o.before.activated and acting.side == o.case.acting:
                yield Attach(unit=name, formation=acting.formation)


@breaks("CAP-7.3e", within=("Acting",))
def more_guns_than_paid_for(o: Occasion) -> Acts:
    """Guns are attached that were not paid for."""
    acting = o.before.acting
    if acting is not None and acting.box == "ready" and acting.side == o.battle.sides[1] == o.case.acting:
        yield from (Attach(unit=name, formation=acting.formation) for name in _alone(o, guns=True))


@breaks("CAP-4.2a", within=LOOP, on=Activate)
def chosen_late(o: Occasion) -> Acts:
    """A formation is chosen when the command phase is over."""
    for hq, counter in o.battle.units.items():
        if counter.kind.hq and o.before.slots.get(hq, WAITING) == WAITING:
            yield Slot(hq=hq, box="ready")


@breaks("CAP-7.3d", within=("Command",), on=Begin)
def too_dear(o: Occasion) -> Acts:
    """The Italians choose more than they can pay."""
    hqs = [hq for hq, counter in o.battle.units.items() if counter.kind.hq and counter.side == o.battle.sides[1]]
    yield (*(Slot(hq=hq, box="guns15") for hq in hqs[:2]), o.action)


@breaks("CAP-20.1d", within=("Rally",), on=Disorganise)
def rallies_twice(o: Occasion) -> Acts:
    """A unit sheds two points."""
    if isinstance(o.action, Disorganise) and o.before.units[o.action.unit].level > 1:
        yield o.action, o.action


@breaks("CAP-4.12b", within=("Rest", "Guns"))
def rallies_early(o: Occasion) -> Acts:
    """A unit sheds a point outside of the rally phase."""
    for name, unit in o.before.units.items():
        if unit.hex and unit.level and unit.raised <= 0:
            yield Disorganise(unit=name, change="less")


def _rallies(o: Occasion, mark: str) -> Acts:
    """A unit that bears a mark rallies."""
    for name, unit in o.before.units.items():
        if unit.hex and unit.level and mark in unit.marks and unit.raised == 0:
            yield Disorganise(unit=name, change="less")


@breaks("CAP-20.1a", within=("Rally",))
def rallies_after_a_forced_march(o: Occasion) -> Acts:
    """A unit that has made a forced march rallies."""
    for name in sorted(o.before.forced):
        if o.before.units[name].hex and o.before.units[name].level and not o.before.units[name].raised:
            yield Disorganise(unit=name, change="less")


@breaks("CAP-20.1b", within=("Rally",))
def rallies_out_of_command(o: Occasion) -> Acts:
    """A unit that is out of command rallies."""
    yield from _rallies(o, "OOC")


@breaks("CAP-16.1a", within=("Rest",), on=Begin)
def loses_more_than_it_has(o: Occasion) -> Acts:
    """A unit with one step is turned over once more."""
    for name in o.standing():
        counter, unit = o.battle.units[name], o.before.units[name]
        if len(counter.faces) == 2 and unit.lost == 0 and not counter.kind.builds:
            yield Lose(unit=name), Lose(unit=name)


@breaks("CAP-27.3a", within=("Victory",), on=Result)
def another_winner(o: Occasion) -> Acts:
    """The other side is said to have won."""
    if o.battle.id == "monte-maggiore":
        yield Result(winner=_loser(o))


@breaks("CAP-26.3a", within=("Victory",), on=Result)
def another_winner_too(o: Occasion) -> Acts:
    """The other side is said to have won."""
    if o.battle.id == "cividale":
        yield Result(winner=_loser(o))


def _loser(o: Occasion) -> str:
    one, other = o.battle.sides
    return other if winner(o.case) == one else one


@breaks("CAP-27.1a", within=("Victory",), on=Begin)
def over_too_soon(o: Occasion) -> Acts:
    """The game is said to be over after its first turn."""
    if o.battle.id == "monte-maggiore" and o.before.turn < o.battle.last:
        yield Result(winner=winner(o.case))


@breaks("CAP-26.1a", within=("Victory",), on=Begin)
def over_too_soon_too(o: Occasion) -> Acts:
    """The game is said to be over after its first turn."""
    if o.battle.id == "cividale" and o.before.turn < o.battle.last:
        yield Result(winner=winner(o.case))
