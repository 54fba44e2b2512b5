"""Orders to attack, to guard and to hide (6.1 to 6.6, 8.7, 10.3, 10.4): who may be named, in range, in sight."""

from collections.abc import Iterable, Iterator
from typing import Any

from rules.barbarossa.actions import Order
from rules.barbarossa.fire.sight import in_field, sees
from rules.barbarossa.movement.passage import allowance, printed
from rules.barbarossa.orders.terms import (
    breach,
    commanded,
    in_melee,
    is_hex,
    is_unit,
    led_from_aboard,
    ordering,
    pilots,
    spotters,
    stunned,
    unseen,
    unshown,
    wanted,
)
from rules.barbarossa.state.battle import AIR, ARMOUR, FACINGS
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.ground import direction
from rules.barbarossa.state.values import accuracy, only_doubtful
from rules.engine.answers import Answer
from rules.engine.ruling import Finding, Illegal

FIRE = ("suppressive_fire", "open_fire", "indirect_fire")
AIMED = (*FIRE, "fire_on_move")
UNLISTED = frozenset({"fire_on_move", "indirect_fire"})
"""Aimed fire that the list of orders which cannot be aimed at hidden units does not name."""
BUILDINGS = frozenset({"bunker", "bridge", "pontoon"})
COVERTS = {"plain": "BAR-12.1c", "field": "BAR-12.8b", "scrub": "BAR-12.2c", "forest": "BAR-12.4d"}
"""The rule of each terrain in which not everybody can lie in ambush."""
OPEN_GROUND = {"plain": "BAR-12.1d", "scrub": "BAR-12.2d", "field": "BAR-12.8c"}
"""The rule of each terrain out of which infantry cannot assault armour."""


# ------------------------------------------------------------------------------------------------------ the target
def goal(case: Case[Order]) -> str:
    """The hex of the target; empty if it is not on the board."""
    target = case.action.target
    if target in case.before.structures:
        return case.structure(target).hex
    return case.unit(target).hex if is_unit(case, target) else ""


def kind_of(case: Case[Any], target: str) -> str:
    """The type of a target, or `building`."""
    return "building" if target in case.before.structures else case.counter(target).type


@ordering(*AIMED, "assault", ids=("BAR-6.2c", "BAR-6.3c", "BAR-6.5c", "BAR-8.7c", "BAR-8.2g"))
def names_an_enemy(case: Case[Order]) -> Finding | None:
    """The order names one enemy unit (or a building), never a group."""
    unit, target, order = case.action.unit, case.action.target, case.action.order
    rule_id = wanted(case, "target")
    if not target or (target in case.before.structures and order != "assault"):
        return None
    if target not in case.battle.units:
        grouped = any(each.group == target for each in case.before.units.values())
        return breach("BAR-8.2g", "order.group", unit=unit, group=target) if grouped else unshown(rule_id, "target")
    if case.side(target) == case.side(unit):
        return breach(rule_id, "order.friend", unit=unit, target=target)
    return breach(rule_id, "order.target-gone", unit=unit, target=target) if case.unit(target).out else None


def _foe(case: Case[Order]) -> bool:
    """True if the order names an enemy or a building that can be judged."""
    target = case.action.target
    return target in case.before.structures or (is_unit(case, target) and case.enemies(case.action.unit, target))


@ordering(*AIMED, "assault", ids=("BAR-3.10a", "BAR-3.10b"))
def of_a_type_it_attacks(case: Case[Order]) -> Finding | None:
    """Only types of the card's target table can be attacked, some of them only in melee."""
    if not _foe(case):
        return None
    unit, target, kind = case.action.unit, case.action.target, kind_of(case, case.action.target)
    row = case.counter(unit).card.targets.get(kind)
    if row is None:
        return breach("BAR-3.10a", "order.type", unit=unit, target=target, type=kind)
    if row.mode == "melee" and case.action.order != "assault":
        return breach("BAR-3.10b", "order.melee-only", unit=unit, target=target, type=kind)
    return None


@ordering(*AIMED, "assault", ids=("BAR-5.12b", "BAR-10.6b"))
def not_hidden(case: Case[Order]) -> Finding | None:
    """Hidden units are no targets; of Fire on the Move and of indirect fire the list does not speak."""
    unit, target = case.action.unit, case.action.target
    if not _foe(case) or target not in case.before.units or not unseen(case, target):
        return None
    rule_id = "BAR-10.6b" if case.counter(target).is_a("hq") else "BAR-5.12b"
    found = breach(rule_id, "order.hidden", unit=unit, target=target)
    staff = case.counter(target).is_a("hq") and case.action.order != "fire_on_move"
    return case.switches.doubtful("BAR-A65", found) if case.action.order in UNLISTED and not staff else found


@ordering(*FIRE, ids=("BAR-5.7a",))
def not_in_melee(case: Case[Order]) -> Finding | None:
    """Units in melee cannot be shot at."""
    target = case.action.target
    if not _foe(case) or target not in case.before.units or not in_melee(case, target):
        return None
    return breach("BAR-5.7a", "order.in-melee", unit=case.action.unit, target=target)


# ------------------------------------------------------------------------------------------------- range and sight
def out_of_range(case: Case[Order], place: str) -> Finding | None:
    """What is wrong with the distance to a hex."""
    unit, here = case.action.unit, case.unit(case.action.unit).hex
    if not is_hex(case, here) or not is_hex(case, place):
        return None
    distance = case.distance(here, place)
    found = accuracy(case, unit, here, place)
    if distance and found is not None and found.ours:
        ruling = only_doubtful(found)
        wrong = breach("BAR-3.12g", "order.range", unit=unit, hex=place, distance=distance)
        return case.switches.doubtful(ruling, wrong) if ruling else None
    rule_id = "BAR-3.12e" if 0 < distance < len(case.counter(unit).card.accuracy) else "BAR-3.12g"
    return breach(rule_id, "order.range", unit=unit, hex=place, distance=distance)


@ordering("assault", "fire_on_move", ids=("BAR-5.2a", "BAR-6.5e"))
def on_the_board(case: Case[Order]) -> Finding | None:
    """Whoever is aboard, or has not come yet, can neither be seen nor stormed: nobody knows how it could be meant."""
    target = case.action.target
    away = _foe(case) and target in case.before.units and not goal(case)
    rule_id = "BAR-6.5e" if case.action.order == "assault" else "BAR-5.2a"
    return unshown(rule_id, "hex", unit=target) if away else None


@ordering(*AIMED, ids=("BAR-11.1d", "BAR-11.7c"))
def only_buildings(case: Case[Order]) -> Finding | None:
    """Of the structures, only bunkers, bridges and pontoon bridges can be shot at."""
    target = case.action.target
    if target not in case.before.structures or case.structure(target).kind in BUILDINGS:
        return None
    return breach("BAR-11.1d", "order.structure", unit=case.action.unit, structure=target)


@ordering(*FIRE, ids=("BAR-6.2d", "BAR-6.3d", "BAR-3.12e", "BAR-3.12g"))
def within_range(case: Case[Order]) -> Finding | None:
    """The target is within the card's range."""
    if not _foe(case):
        return None
    place = goal(case)
    if not place:
        return unshown(seen_by(case) or "BAR-10.3a", "hex", unit=case.action.target)
    return out_of_range(case, place)


@ordering(*FIRE, "smoke", "bombard_location", ids=("BAR-5.3c", "BAR-10.3a"))
def inside_its_field(case: Case[Order]) -> Finding | None:
    """Who has a field of fire fires only into it; how wide it is only a lost figure shows. A bunker is left first."""
    unit = case.action.unit
    outdoors = case.then(case.before.unit(unit, shelter=""))
    place = case.action.hex if case.action.order in {"smoke", "bombard_location"} else goal(case) if _foe(case) else ""
    if not is_hex(case, place) or not is_hex(case, case.unit(unit).hex):
        return None
    found = breach("BAR-5.3c", "order.field", unit=unit, hex=place, facing=case.unit(unit).facing)
    return case.switches.unless(in_field(outdoors, unit, place), found, "BAR-A39")


def seen_by(case: Case[Order]) -> str:
    """The rule by which the order needs a line of sight; empty if it needs none."""
    return case.battle.printed(case.action.order).by.get("sight", "")


def view(case: Case[Any], watchers: Iterable[str], place: str, found: Illegal) -> Finding | None:
    """Nothing if one of the watchers sees the hex; the finding if none does, undecided where a ruling decides it."""
    doubt = ""
    for name in watchers:
        sight = sees(case, case.unit(name).hex, place)
        if sight.clear:
            return None
        doubt = doubt or sight.why
    return case.switches.doubtful(doubt, found) if doubt else found


def watched(case: Case[Any], unit: str, watchers: Iterable[str], place: str, found: Illegal) -> Finding | None:
    """The same of ground units; whether an aircraft may be the friendly unit that watches is open."""
    said = view(case, watchers, place, found)
    if isinstance(said, Illegal) and view(case, pilots(case, unit), place, found) is None:
        return case.switches.doubtful("BAR-A109", found)
    return said


def observed(case: Case[Any], side: str, place: str) -> bool:
    """True for a hex inside the observation zone of a reconnaissance aircraft of the side that is over the board."""
    for name, unit in case.before.units.items():
        zone = case.counter(name).printed("recon", "radius")
        mission = unit.work
        if zone is None or case.side(name) != side or not unit.standing:
            continue
        if (mission is None or mission.order == "recon") and case.within(unit.hex, place, zone) is Answer.YES:
            return True
    return False


@ordering("suppressive_fire", "open_fire", "fire_on_move", ids=("BAR-6.2d", "BAR-6.3d", "BAR-8.7e", "BAR-9.15a"))
def in_sight(case: Case[Order]) -> Finding | None:
    """The unit sees its target; artillery may fire at what an aircraft observes; nothing is said of aircraft."""
    unit, place = case.action.unit, goal(case)
    if not _foe(case) or not place or kind_of(case, case.action.target) == AIR:
        return None
    wrong = breach(seen_by(case), "order.sight", unit=unit, target=case.action.target, hex=place)
    found = view(case, (unit,), place, wrong)
    artillery = case.counter(unit).type == "artillery" and case.action.order != "fire_on_move"
    if found and artillery and observed(case, case.side(unit), place):
        return case.switches.doubtful("BAR-A112", wrong)
    return found


# ------------------------------------------------------------------------------------------------- observed fire
@ordering("smoke", ids=("BAR-6.4d", "BAR-6.4c"))
def smoke_is_observed(case: Case[Order]) -> Iterator[Finding | None]:
    """Some friendly unit sees the hex that is to be smoked; of the range the rule does not speak."""
    unit, place = case.action.unit, case.action.hex
    if not place:
        return
    if not is_hex(case, place):
        yield breach("BAR-6.4c", "order.no-hex", unit=unit, hex=place)
        return
    yield watched(case, unit, spotters(case, unit), place, breach("BAR-6.4d", "order.observer", unit=unit, hex=place))
    far = out_of_range(case, place)
    if isinstance(far, Illegal):
        yield case.switches.doubtful("BAR-A64", breach("BAR-6.4c", far.why, **far.facts))


@ordering("indirect_fire", ids=("BAR-10.3c", "BAR-9.15b"))
def indirect_fire_is_observed(case: Case[Order]) -> Finding | None:
    """A friendly unit sees the target, or a reconnaissance aircraft observes it."""
    unit, place = case.action.unit, goal(case)
    if not _foe(case) or not is_hex(case, place) or observed(case, case.side(unit), place):
        return None
    others = (name for name in spotters(case, unit) if name != unit)
    found = watched(case, unit, others, place, breach("BAR-10.3c", "order.observer", unit=unit, hex=place))
    return (
        found
        if found and view(case, (unit,), place, breach("BAR-10.3c", "order.observer", unit=unit, hex=place))
        else None
    )


@ordering("indirect_fire", ids=("BAR-10.3d",))
def indirect_fire_is_led(case: Case[Order]) -> Finding | None:
    """A headquarters stands on the board and is not suppressed."""
    unit = case.action.unit
    found = breach("BAR-10.3d", "order.no-hq", unit=unit)
    if commanded(case, case.side(unit)):
        return case.switches.tolerated("BAR-A107", found) if stunned(case, case.side(unit)) else None
    return led_from_aboard(case, found)


@ordering("bombard_location", ids=("BAR-10.4a", "BAR-3.12g"))
def bombards_a_hex(case: Case[Order]) -> Iterator[Finding | None]:
    """A hex within range; that somebody must see it is not said."""
    unit, place = case.action.unit, case.action.hex
    if not place:
        return
    if not is_hex(case, place):
        yield breach("BAR-10.4a", "order.no-hex", unit=unit, hex=place)
        return
    yield out_of_range(case, place)
    blind = breach("BAR-10.4a", "order.observer", unit=unit, hex=place)
    seen = view(case, spotters(case, unit), place, blind)
    yield case.switches.doubtful("BAR-A33", blind) if seen and not observed(case, case.side(unit), place) else None


# --------------------------------------------------------------------------------------------- guarding and hiding
def faces_as_it_does(case: Case[Order], rule_id: str) -> Finding | None:
    """A unit with a field of fire of its own turns by another order; whether by this one too is open."""
    unit, facing = case.action.unit, case.action.facing
    if facing and facing not in FACINGS:
        return unshown(rule_id, "facing", unit=unit)
    now = case.unit(unit).facing
    turns = case.counter(unit).can("field_of_fire") and facing and now and facing != now
    found = breach(rule_id, "order.turns", unit=unit, facing=facing)
    return case.switches.doubtful("BAR-A30", found) if turns else None


def too_far(case: Case[Order], rule_id: str) -> Finding | None:
    """The distance that is written is not beyond the card's range; on a hill it may be one more."""
    unit, here = case.action.unit, case.unit(case.action.unit).hex
    number, most = case.action.number, case.counter(unit).card.range
    if number is None or number <= most:
        return None
    hill = is_hex(case, here) and case.land(here).level > 0
    return None if hill and number == most + 1 else breach(rule_id, "order.distance", unit=unit, distance=number)


@ordering("defend", ids=("BAR-6.1e",))
def defends_where_it_faces(case: Case[Order]) -> Finding | None:
    """The facing fixes the field of fire."""
    return None if case.action.choice == "bunker" else faces_as_it_does(case, "BAR-6.1e")


@ordering("defend", ids=("BAR-6.1f",))
def defends_within_range(case: Case[Order]) -> Finding | None:
    """The greatest distance is not beyond the range."""
    return too_far(case, "BAR-6.1f")


def trenches(case: Case[Any], place: str) -> tuple[str, ...]:
    """The trenches of a hex."""
    return tuple(name for name, each in case.before.structures.items() if each.kind == "trench" and each.hex == place)


@ordering("defend", ids=("BAR-11.5d",))
def occupies_a_trench(case: Case[Order]) -> Finding | None:
    """The trench lies in the unit's hex, and the unit faces the side along which it lies (as we read it).

    A trench along a side of the neighbour that is the unit's too may be its trench as well.
    """
    unit, here = case.action.unit, case.unit(case.action.unit).hex
    if case.action.choice != "trench" or not here:
        return None
    sides = [case.structure(name) for name in trenches(case, here)]
    if not sides:
        none = breach("BAR-11.5d", "order.no-trench", unit=unit, hex=here)
        beyond = any(each.kind == "trench" and each.side == here for each in case.before.structures.values())
        return case.switches.doubtful("BAR-A62", none) if beyond else none
    ways = {each.facing or direction(case.battle.ground, here, each.side) for each in sides if each.side or each.facing}
    if not ways or not case.action.facing or case.action.facing in ways:
        return None
    return case.switches.doubtful(
        "BAR-A62", breach("BAR-11.5d", "order.trench-side", unit=unit, facing=case.action.facing)
    )


@ordering("defend", ids=("BAR-11.6h", "BAR-11.6i", "BAR-11.6l", "BAR-11.6b"))
def uses_a_bunker(case: Case[Order]) -> Finding | None:
    """Infantry uses the bunker of its hex; of those that set up only machine guns."""
    unit, here = case.action.unit, case.unit(case.action.unit).hex
    if case.action.choice != "bunker" or not here:
        return None
    counter = case.counter(unit)
    if not case.before.in_hex(here, "bunker"):
        return breach("BAR-11.6i", "order.no-bunker", unit=unit, hex=here)
    if counter.type != "infantry":
        return breach("BAR-11.6h", "order.bunker-type", unit=unit)
    works = {"set_up", "pack_up"} <= counter.card.orders.keys()
    return breach("BAR-11.6l", "order.bunker-type", unit=unit) if works and not counter.is_a("machine_gun") else None


@ordering("ambush", ids=("BAR-6.6b", "BAR-12.1c", "BAR-12.2c", "BAR-12.3b", "BAR-12.4d", "BAR-12.8b"))
def hides_in_cover(case: Case[Order]) -> Finding | None:
    """No ambush in the open; in scrub for infantry and artillery, in forest for infantry, in light woods for all."""
    unit, here = case.action.unit, case.unit(case.action.unit).hex
    if not is_hex(case, here):
        return None
    terrain, kind = case.land(here).terrain, case.counter(unit).type
    if case.counter(unit).flies or printed(case, "hiding", terrain, kind):
        return None
    return breach(COVERTS.get(terrain, "BAR-6.6b"), "order.ambush", unit=unit, hex=here, terrain=terrain)


@ordering("ambush", ids=("BAR-6.6e", "BAR-6.6f", "BAR-6.6g"))
def ambush_is_written(case: Case[Order]) -> Iterator[Finding | None]:
    """The own hex is written down, where the unit faces, and a distance within its range."""
    unit, here = case.action.unit, case.unit(case.action.unit).hex
    if case.action.hex and here and case.action.hex != here:
        yield breach("BAR-6.6g", "order.elsewhere", unit=unit, hex=case.action.hex, here=here)
    yield faces_as_it_does(case, "BAR-6.6e")
    yield too_far(case, "BAR-6.6f")


# --------------------------------------------------------------------------------------------------------- assault
@ordering("assault", ids=("BAR-6.5e",))
def assault_route(case: Case[Order]) -> Finding | None:
    """The route is a chain of adjacent hexes, the last of them the target's; from a melee nobody assaults elsewhere."""
    unit, route, here = case.action.unit, case.action.route, case.unit(case.action.unit).hex
    target = goal(case)
    if not is_hex(case, here) or not _foe(case) or not target:
        return None
    if target == here and set(route) <= {here}:
        return None
    if case.unit(unit).bound and in_melee(case, unit):
        return case.switches.doubtful("BAR-A68", breach("BAR-5.8b", "order.bound", unit=unit, order="assault"))
    route = ahead_of(here, route)
    if not route:
        return None
    gap = broken_at(case, here, route)
    if gap:
        return breach("BAR-6.5e", "order.gap", unit=unit, hex=gap)
    return None if route[-1] == target else breach("BAR-6.5e", "order.not-to-target", unit=unit, hex=target)


def ahead_of(here: str, route: tuple[str, ...]) -> tuple[str, ...]:
    """The route without the hex in which it begins, which may be written with it."""
    return route[1:] if route[:1] == (here,) else route


def broken_at(case: Case[Any], start: str, route: tuple[str, ...]) -> str:
    """The first hex of a route that is not next to the one before it; empty if there is none."""
    here = start
    for place in route:
        if not case.beside(here, place):
            return place
        here = place
    return ""


@ordering("assault", ids=("BAR-6.5d",))
def assault_distance(case: Case[Order]) -> Finding | None:
    """The route is not longer than the assault distance; whether the target's hex counts is open."""
    unit, route, here = case.action.unit, case.action.route, case.unit(case.action.unit).hex
    route = ahead_of(here, route)
    if not is_hex(case, here) or broken_at(case, here, route) or set(route) <= {here}:
        return None
    allowed = allowance(case, unit, "assault", here, route)
    if allowed is None or len(route) <= allowed.ours:
        return None
    found = breach("BAR-6.5d", "order.assault-far", unit=unit, hexes=len(route), range=allowed.ours)
    most = case.counter(unit).printed("assault", "assault") or 0
    if len(route) > max(most, allowed.most) + 1:
        return found
    return case.switches.doubtful("BAR-A63" if len(route) > most else "BAR-A84", found)


@ordering("assault", ids=("BAR-12.1d", "BAR-12.2d", "BAR-12.8c"))
def infantry_against_armour(case: Case[Order]) -> Finding | None:
    """Infantry in plain, scrub or field cannot be ordered to assault armoured vehicles or tanks."""
    unit, here = case.action.unit, case.unit(case.action.unit).hex
    if not is_hex(case, here) or not _foe(case) or case.counter(unit).type != "infantry":
        return None
    terrain = case.land(here).terrain
    if printed(case, "terrain", terrain, "assault") or kind_of(case, case.action.target) not in ARMOUR:
        return None
    found = breach(
        OPEN_GROUND.get(terrain, "BAR-5.7c"),
        "order.against-armour",
        unit=unit,
        target=case.action.target,
        terrain=terrain,
    )
    fights_on = bool(case.unit(unit).bound) and goal(case) == here
    return case.switches.doubtful("BAR-A06", found) if fights_on else found
