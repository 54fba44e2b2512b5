"""Aiming (3.10, 3.12, 5.1 to 5.3, 5.7, 12.4): what stands against a shot by a unit at a target."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from typing import Any

import msgspec

from rules.barbarossa.actions import Fire
from rules.barbarossa.actions import Shot as Kind
from rules.barbarossa.air.flight import path
from rules.barbarossa.book import outcome, rule
from rules.barbarossa.fire.sight import in_field, sees
from rules.barbarossa.movement.moving import coming, gone, way
from rules.barbarossa.orders.attacks import observed, view, watched
from rules.barbarossa.orders.terms import breach, unshown
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.harm import present
from rules.barbarossa.state.model import forbids
from rules.barbarossa.state.values import FAR, accuracy, apart, firepower, only_doubtful
from rules.engine.answers import Answer
from rules.engine.ruling import Finding, Found


class Way(msgspec.Struct, frozen=True):
    """A kind of shot: by which order, in which steps, for how many points, and the rules that say so."""

    order: str
    steps: tuple[str, ...]
    ammo: int
    pays: str
    when: str


WAYS: Mapping[Kind, Way] = {
    "fire": Way("open_fire", ("S3",), 1, "BAR-6.3b", "BAR-4.4d"),
    "suppress": Way("suppressive_fire", ("S2",), 3, "BAR-6.2b", "BAR-4.4c"),
    "indirect": Way("indirect_fire", ("S3",), 1, "BAR-10.3e", "BAR-4.4d"),
    "bombard": Way("bombard_location", ("S3",), 1, "BAR-10.4a", "BAR-4.4d"),
    "defend": Way("defend", ("S10",), 1, "BAR-6.1b", "BAR-6.1g"),
    "ambush": Way("ambush", ("S8", "S10"), 1, "BAR-5.13c", "BAR-5.13a"),
    "move": Way("fire_on_move", ("S10",), 1, "BAR-8.7b", "BAR-8.7g"),
    "flak": Way("defend", ("S5",), 1, "BAR-9.6d", "BAR-9.6b"),
    "strike": Way("air_strike", ("S6",), 1, "BAR-9.10d", "BAR-9.10d"),
    "react": Way("defend", ("S6",), 1, "BAR-9.11d", "BAR-9.11b"),
}
AIMED = frozenset({"fire", "suppress", "indirect", "defend", "ambush", "move"})
"""Normal attacks on a named unit on the ground."""
DIRECT = frozenset({"fire", "suppress", "defend", "ambush", "move"})
"""Those for which the unit itself must see its target."""
BY_NAME = frozenset({"fire", "suppress", "indirect"})
"""Those at a target that is named in the order, in steps before which nobody moves."""
ON_GUARD = frozenset({"defend", "ambush"})
"""Those that are made at who moves, no farther away than was written."""


class Aim(msgspec.Struct, frozen=True):
    """A shot that is thought of: who, at whom or what, standing where, from where, in which way."""

    unit: str
    target: str
    kind: Kind
    here: str
    there: str
    beside: bool = False
    after: str = ""


def aim(case: Case[Any], unit: str, target: str, kind: Kind, after: str = "") -> Aim | None:
    """The shot as it is now; None if the unit or the target is nothing that is known."""
    if unit not in case.before.units:
        return None
    here = firing_hex(case, unit) if kind == "move" else case.unit(unit).hex
    if target in case.before.structures:
        there = case.structure(target).hex
    elif target in case.before.units:
        there = next(iter(met_at(case, unit, target, kind)), case.unit(target).hex)
    else:
        return None
    order = case.unit(unit).order or case.before.cancelled.get(unit)
    beside = kind == "bombard" and order is not None and bool(order.hex) and there != order.hex
    return Aim(unit, target, kind, here, there, beside, after)


@outcome("BAR-8.7i")
def firing_hex(case: Case[Any], unit: str) -> str:
    """Where Fire on the Move is made: in the underlined hex once the unit has come there, else where it stands.

    Players may drag a model to its goal before they roll for what it did on the way.
    """
    order, here = case.unit(unit).order or case.before.cancelled.get(unit), case.unit(unit).hex
    passed = order is not None and order.fire_from in case.before.stepped.get(unit, ())
    return order.fire_from if order is not None and passed else here


def met_at(case: Case[Any], unit: str, target: str, kind: Kind) -> tuple[str, ...]:
    """The hexes of a mover's way at which a shot is possible, the last first, those in doubt after those that are not.

    Where a model is dragged to says nothing of when it was fired at; before it is dragged, its way ahead counts. If
    it cannot be met anywhere else, the hex counts that it has left.
    """
    here = firing_hex(case, unit) if kind == "move" else case.unit(unit).hex
    if kind not in ON_GUARD | {"move"} or here not in case.battle.ground.grid:
        return ()
    trail, ahead = case.before.stepped.get(target, ()), way(case, target)[gone(case.before, target) :]
    come = trail[::-1] if kind == "move" else trail[:0:-1]
    met = _possible(case, unit, here, kind, come)
    if not met and coming(case, target):
        met = _possible(case, unit, here, kind, ahead)
    left = trail[:1] if len(trail) > 1 and kind in ON_GUARD and not case.unit(target).bound else ()
    return met or _possible(case, unit, here, kind, left)


def _possible(case: Case[Any], unit: str, here: str, kind: Kind, places: Iterable[str]) -> tuple[str, ...]:
    order = case.unit(unit).order
    most = order.number if kind in ON_GUARD and order is not None and order.number is not None else FAR
    found = [
        place
        for place in dict.fromkeys(places)
        if place in case.battle.ground.grid
        and apart(case, here, place) <= most
        and case.land(place).terrain != "forest"
        and (in_field(case, unit, place) is not Answer.NO or _faces_unseen(case, unit))
        and accuracy(case, unit, here, place)
        and sees(case, here, place).clear
    ]
    return tuple(sorted(found, key=lambda place: in_field(case, unit, place) is not Answer.YES))


@outcome("BAR-5.1c")
def type_of(case: Case[Any], target: str) -> str:
    """The type of a target, or `building`."""
    return "building" if target in case.before.structures else case.counter(target).type


def row(case: Case[Any], shot: Aim) -> str | None:
    """How the card attacks the target: by fire, in melee only; None for not at all."""
    card, kind = case.counter(shot.unit).card, type_of(case, shot.target)
    if shot.beside:
        return "fire" if kind in card.area else None
    found = card.targets.get(kind)
    return found.mode if found else None


Check = Callable[[Case[Any], Aim], Found]
AIMING: list[tuple[frozenset[str], Check]] = []
"""The checks of a shot, and the kinds of shots that they look at; filled by this module and no other."""


def aiming(*ids: str, kinds: frozenset[str], ordered: bool = False) -> Callable[[Check], Check]:
    """Registers a check of shots of these kinds, for shots that are made and for shots that are thought of.

    What an order is `ordered` by as well, and was told of it, is not told once more of the shot that carries it out.
    """

    def register(function: Check) -> Check:
        @wraps(function)
        def check(case: Case[Fire]) -> Found:
            action = case.action
            if action.kind not in kinds or not action.target or (ordered and _told_of_the_order(case)):
                return None
            shot = aim(case, action.unit, action.target, action.kind, action.after)
            return function(case, shot) if shot else None

        rule(*ids, on=Fire)(check)
        AIMING.append((kinds, function))
        return function

    return register


def _told_of_the_order(case: Case[Fire]) -> bool:
    """True for the shot of an order that should not have been given, at a target that has not moved since."""
    action = case.action
    stays = action.kind == "move" and len(case.before.stepped.get(action.target, ())) < 2
    known = (stays or action.kind in BY_NAME) and forbids(action.unit) in case.before.fired
    order = case.unit(action.unit).order if known else None
    carried_out = order is not None and (order.order, order.target) == (WAYS[action.kind].order, action.target)
    return carried_out and not (action.after or action.again)


def against(case: Case[Any], unit: str, target: str, kind: Kind) -> Iterator[Finding]:
    """Everything that stands against such a shot now."""
    shot = aim(case, unit, target, kind)
    if shot is None:
        yield unshown("BAR-5.1c", "target", unit=unit)
        return
    for kinds, function in AIMING:
        if kind in kinds:
            found = function(case, shot)
            yield from (
                () if found is None else [found] if isinstance(found, Finding) else (each for each in found if each)
            )


ALL = frozenset(WAYS)


# ------------------------------------------------------------------------------------------------- who and at whom
@aiming("BAR-3.3d", "BAR-5.1a", "BAR-9.6j", "BAR-8.8c", "BAR-7.10g", "BAR-8.8d", "BAR-7.10c", kinds=ALL)
def both_in_play(case: Case[Any], shot: Aim) -> Iterator[Finding]:
    """Who fires, and who is fired at, was on the board when the step began; they are enemies."""
    shooter = case.unit(shot.unit)
    if shooter.carrier in case.before.units and not shooter.out:
        rule_id = "BAR-7.10c" if shooter.towed else "BAR-8.8d"
        yield breach(rule_id, "fire.rides", unit=shot.unit, carrier=shooter.carrier)
    elif not present(case, shot.unit):
        yield breach("BAR-3.3d", "fire.gone", unit=shot.unit, piece=shot.unit)
    elif case.lies_dead(shot.unit):
        yield breach("BAR-3.3d", "fire.dead", unit=shot.unit)
    if shot.target in case.before.structures:
        return
    carrier = case.unit(shot.target).carrier
    if carrier in case.before.units and not case.unit(shot.target).out:
        rule_id = "BAR-7.10g" if case.unit(shot.target).towed else "BAR-8.8c"
        yield breach(rule_id, "fire.aboard", unit=shot.unit, target=shot.target, carrier=carrier)
    elif not present(case, shot.target):
        landed = case.counter(shot.target).flies and not case.unit(shot.target).out
        yield breach("BAR-9.6j" if landed else "BAR-3.3d", "fire.gone", unit=shot.unit, piece=shot.target)
    if not case.enemies(shot.unit, shot.target):
        friend = breach("BAR-5.1a", "fire.friend", unit=shot.unit, target=shot.target)
        ruling = {"strike": "BAR-A83", "bombard": "BAR-A117"}.get(shot.kind)
        found = case.switches.doubtful(ruling, friend) if ruling else friend
        yield from (each for each in (found,) if each)


@aiming("BAR-5.11d", "BAR-6.2g", "BAR-9.6i", kinds=ALL)
def not_suppressed(case: Case[Any], shot: Aim) -> Finding | None:
    """A suppressed unit makes no normal attacks; suppressed in step 2, it still fires in that very step.

    An aircraft that has failed its test has broken off its mission, whether or not it is suppressed.

    Who was suppressed as it moved may have fired on its way before that.
    """
    if not case.unit(shot.unit).suppressed:
        return None
    if case.before.state == "S2" and shot.unit in case.before.cancelled:
        return None
    if case.counter(shot.unit).flies:
        return breach("BAR-9.6i", "fire.broken-off", unit=shot.unit)
    given, trail = case.before.cancelled.get(shot.unit), case.before.stepped.get(shot.unit, ())
    if shot.kind == "move" and given is not None and given.fire_from in trail[:-1]:
        return unshown("BAR-5.11d", "path", unit=shot.unit)
    late = case.unit(shot.unit).fallen and shot.kind in {"fire", "indirect", "bombard"}
    return breach("BAR-6.2g" if late else "BAR-5.11d", "fire.suppressed", unit=shot.unit)


@aiming("BAR-6.4g", kinds=ALL - {"strike"})
def not_in_smoke(case: Case[Any], shot: Aim) -> Finding | None:
    """Whoever is caught in smoke carries out no order in the rest of the round; those of that very step are."""
    since = case.before.round - case.switches.read_otherwise("BAR-A82")
    caught = case.unit(shot.unit).smoked in {since, case.before.round} - {0}
    return breach("BAR-6.4g", "fire.smoked", unit=shot.unit) if caught and case.before.state != "S3" else None


@aiming("BAR-3.10a", "BAR-3.10b", "BAR-9.11b", kinds=ALL, ordered=True)
def type_can_be_attacked(case: Case[Any], shot: Aim) -> Finding | None:
    """Only types of the target table can be attacked, those with the army's symbol only in melee."""
    mode, kind = row(case, shot), type_of(case, shot.target)
    if mode is None:
        return breach("BAR-3.10a", "fire.type", unit=shot.unit, target=shot.target, type=kind)
    if mode == "melee" and shot.kind != "react":
        return breach("BAR-3.10b", "fire.melee-only", unit=shot.unit, target=shot.target, type=kind)
    return None


@aiming("BAR-3.10a", kinds=ALL - {"react"})
def has_dice(case: Case[Any], shot: Aim) -> Finding | None:
    """Without dice there is no attack."""
    if row(case, shot) != "fire" or shot.after:
        return None
    dice = firepower(case, shot.unit, type_of(case, shot.target), shot.kind, beside=shot.beside)
    return None if any(dice.every) else breach("BAR-3.10a", "fire.no-dice", unit=shot.unit, target=shot.target)


# ------------------------------------------------------------------------------------------------- range and sight
@outcome("BAR-9.6c", "BAR-9.6f")
def flown_over(case: Case[Any], aircraft: str) -> tuple[str, ...]:
    """The hexes that an aircraft has met on its way in this step, in order; where it only stays, its hex."""
    here, line = case.unit(aircraft).hex, path(case, aircraft)
    reached = next((number for number, places in enumerate(line) if here in places), -1)
    passed = (place for places in line[: reached + 1] for place in places)
    met = dict.fromkeys((*passed, *case.before.stepped.get(aircraft, ()), here))
    return tuple(place for place in met if place in case.battle.ground.sky)


@aiming("BAR-3.12g", "BAR-9.6b", kinds=frozenset({"flak"}))
def flak_in_range(case: Case[Any], shot: Aim) -> Finding | None:
    """Flak fires at aircraft that come into its range; neither sight nor field of fire is asked for."""
    if not shot.here or shot.target not in case.before.units or not case.counter(shot.target).flies:
        return None
    if any(accuracy(case, shot.unit, shot.here, place) for place in flown_over(case, shot.target)):
        unseen = _both_on_grid(case, shot) and not sees(case, shot.here, shot.there).clear
        outside = _both_on_grid(case, shot) and in_field(case, shot.unit, shot.there) is not Answer.YES
        blind = breach("BAR-9.6b", "fire.sight", unit=shot.unit, target=shot.target, hex=shot.there)
        return case.switches.tolerated("BAR-A105", blind) if unseen or outside else None
    distance = apart(case, shot.here, shot.there) if shot.there else 0
    return breach("BAR-3.12g", "fire.range", unit=shot.unit, target=shot.target, distance=distance)


@aiming("BAR-3.12e", "BAR-3.12g", kinds=ALL - {"strike", "react", "flak"}, ordered=True)
def in_range(case: Case[Any], shot: Aim) -> Finding | None:
    """The target is at a distance that the range diagram has; a hill may add one."""
    if not shot.here or not shot.there or shot.beside:
        return None
    distance, found = apart(case, shot.here, shot.there), accuracy(case, shot.unit, shot.here, shot.there)
    beyond = breach("BAR-3.12g", "fire.range", unit=shot.unit, target=shot.target, distance=distance)
    if distance == 0:
        return breach("BAR-3.12b", "fire.own-hex", unit=shot.unit, target=shot.target)
    if found is None or not found.ours:
        barred = 0 < distance < len(case.counter(shot.unit).card.accuracy)
        return breach("BAR-3.12e", "fire.no-field", unit=shot.unit, distance=distance) if barred else beyond
    ruling = only_doubtful(found)
    return case.switches.doubtful(ruling, beyond) if ruling else None


@aiming("BAR-5.2a", kinds=DIRECT, ordered=True)
def in_sight(case: Case[Any], shot: Aim) -> Finding | None:
    """The firer sees the target; artillery may fire at what an aircraft observes, and nothing is said of aircraft."""
    if not _both_on_grid(case, shot) or type_of(case, shot.target) == "aircraft":
        return None
    blind = breach("BAR-5.2a", "fire.sight", unit=shot.unit, target=shot.target, hex=shot.there)
    found = view(case, (shot.unit,), shot.there, blind)
    guided = case.counter(shot.unit).type == "artillery" and shot.kind in {"fire", "suppress"}
    if found and guided and observed(case, case.side(shot.unit), shot.there):
        return case.switches.doubtful("BAR-A112", blind)
    return found


@aiming("BAR-10.3c", kinds=frozenset({"indirect"}))
def observed_now(case: Case[Any], shot: Aim) -> Finding | None:
    """Somebody who sees the target was there when the step began; or an aircraft observes it."""
    if not _both_on_grid(case, shot) or observed(case, case.side(shot.unit), shot.there):
        return None
    watchers = [
        name
        for name in case.before.units
        if case.side(name) == case.side(shot.unit) and not case.counter(name).flies and present(case, name)
    ]
    blind = breach("BAR-10.3c", "fire.observer", unit=shot.unit, target=shot.target, hex=shot.there)
    return watched(case, shot.unit, watchers, shot.there, blind)


@aiming("BAR-5.3c", kinds=AIMED | {"bombard"})
def in_its_field(case: Case[Any], shot: Aim) -> Finding | None:
    """Who has a field of fire fires into it only; how wide it is only a lost figure shows."""
    if not _both_on_grid(case, shot) or shot.beside:
        return None
    outside = breach("BAR-5.3c", "fire.field", unit=shot.unit, target=shot.target, hex=shot.there)
    answer = in_field(case, shot.unit, shot.there)
    if answer is not Answer.YES and _faces_unseen(case, shot.unit):
        return unshown("BAR-5.3c", "facing", unit=shot.unit)
    return case.switches.unless(answer, outside, "BAR-A39")


def _faces_unseen(case: Case[Any], unit: str) -> bool:
    """True for an ambush of which is not opened yet where it faces."""
    order = case.unit(unit).order
    return order is not None and order.order == "ambush" and not order.facing


@aiming("BAR-12.4g", "BAR-12.4h", kinds=AIMED | {"bombard"})
def not_through_forest(case: Case[Any], shot: Aim) -> Finding | None:
    """There are no normal attacks out of a forest hex or into one, but on aircraft."""
    if not _both_on_grid(case, shot) or type_of(case, shot.target) == "aircraft":
        return None
    wooded = [place for place in (shot.here, shot.there) if case.land(place).terrain == "forest"]
    if not wooded:
        return None
    found = breach("BAR-12.4g", "fire.forest", unit=shot.unit, target=shot.target, hex=wooded[0])
    if shot.kind == "bombard":
        return case.switches.tolerated("BAR-A43", found)
    return case.switches.doubtful("BAR-A43", found) if shot.kind == "indirect" else found


def _both_on_grid(case: Case[Any], shot: Aim) -> bool:
    grid = case.battle.ground.grid
    return shot.here in grid and shot.there in grid


# ------------------------------------------------------------------------------------------------ melee and hiding
@aiming("BAR-5.7a", kinds=AIMED, ordered=True)
def not_into_melee(case: Case[Any], shot: Aim) -> Finding | None:
    """Units in melee are no targets of fire."""
    if shot.target in case.before.structures or case.counter(shot.target).flies:
        return None
    if case.unit(shot.target).hex != shot.there or not case.foes(shot.target, shot.there):
        return None
    return breach("BAR-5.7a", "fire.into-melee", unit=shot.unit, target=shot.target, hex=shot.there)


@aiming("BAR-5.12b", "BAR-10.6b", kinds=frozenset({"fire", "suppress", "indirect", "move"}), ordered=True)
def not_hidden(case: Case[Any], shot: Aim) -> Finding | None:
    """Hidden units are no targets of aimed fire; of Fire on the Move and of indirect fire the list does not speak."""
    if shot.target in case.before.structures or shot.after or not case.unit(shot.target).hidden:
        return None
    rule_id = "BAR-10.6b" if case.counter(shot.target).is_a("hq") else "BAR-5.12b"
    found = breach(rule_id, "fire.hidden", unit=shot.unit, target=shot.target)
    staff = case.counter(shot.target).is_a("hq") and shot.kind != "move"
    return case.switches.doubtful("BAR-A65", found) if shot.kind in {"move", "indirect"} and not staff else found
