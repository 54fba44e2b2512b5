"""What may be set up and ordered first, listed from maps, cards and the book's sentences alone: no check is asked.

Everything here is written a second time: distances, lines of sight, ground, ranges. It knows the beginning of a
scenario only: nobody has moved, lost anything, been found or suppressed. Who comes later is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product

from rules.barbarossa import actions as do
from rules.barbarossa.state.battle import Battle, Counter
from rules.barbarossa.state.model import Position

Cube = tuple[int, int, int]
WAYS: dict[str, Cube] = {
    "N": (0, 1, -1),
    "NE": (1, 0, -1),
    "SE": (1, -1, 0),
    "S": (0, -1, 1),
    "SW": (-1, 0, 1),
    "NW": (-1, 1, 0),
}
"""The six directions, as steps of three coordinates that add up to nothing."""
OPAQUE = frozenset({"scrub", "light_woods", "forest", "village", "town"})
BUILT = frozenset({"village", "town"})
ARMOUR = frozenset({"armoured_vehicle", "light_tank", "medium_tank", "heavy_tank"})
BARE = frozenset({"plain", "scrub", "field"})
"""Out of here infantry cannot be ordered to assault armour."""
NO_AMBUSH = frozenset({"plain", "field"})
FIELD_COSTS = {"infantry": 1, "vehicle": 2, "armoured_vehicle": 1, "light_tank": 1, "medium_tank": 2, "heavy_tank": 2}
WOODS_COST = frozenset({"light_tank", "medium_tank", "heavy_tank"})
ROAD_BONUS = {"infantry": 1, "vehicle": 3, "armoured_vehicle": 2, "light_tank": 2, "medium_tank": 2, "heavy_tank": 1}
NUMBERS, ROUNDS = range(11), range(7)
MINES = ("", "dummy", "anti-tank", "anti-personnel")


class FirstOrders:
    """The set-up of a scenario and the first orders in it, as the book allows them; routes up to so many hexes."""

    def __init__(self, battle: Battle, begun: Position, longest: int) -> None:
        self._battle, self._units, self._longest = battle, begun.units, longest
        self._works = begun.structures
        self._cubes = {name: (q, -q - r, r) for name, (q, r) in battle.ground.sky.cells.items()}
        self._at = {cube: name for name, cube in self._cubes.items() if name in battle.ground.hexes}
        self._late = {unit for arrival in battle.arrivals for unit in arrival.units}
        self._unpaid = {name for name, each in battle.begins.items() if each.choice}

    # ------------------------------------------------------------------------------------------------ the set-up
    def set_up(self) -> Iterator[do.Place | do.Build | do.Ready]:
        """Each piece where the scenario places it; who has a field of fire faces as it says."""
        for name, begin in self._battle.begins.items():
            counter = self._battle.units[name]
            if name in self._late | self._unpaid or counter.flies or not begin.hex:
                continue
            fixed = "field_of_fire" in counter.card.abilities
            facings = ((begin.facing,) if begin.facing else tuple(WAYS)) if fixed else ("", *WAYS)
            yield from (do.Place(unit=name, hex=begin.hex, facing=facing) for facing in facings)
        for name, each in self._battle.structures.items():
            yield do.Build(structure=name, hex=each.hex, side=each.side, facing=each.facing)
            if each.side and each.kind != "trench":
                yield do.Build(structure=name, hex=each.side, side=each.hex, facing=each.facing)

    # ---------------------------------------------------------------------------------------------------- orders
    def orders(self) -> Iterator[do.Order]:
        """Every order that may be given to a unit on the board, aboard of another one or on its airfield."""
        for unit, counter in self._battle.units.items():
            if unit in self._late | self._unpaid:
                continue
            for order in counter.card.orders:
                yield from self._given(unit, order)

    def _given(self, unit: str, order: str) -> Iterator[do.Order]:
        counter, state = self._battle.units[unit], self._units[unit]
        if state.carrier:
            allowed = {"set_up"} if state.towed else {"dismount", "air_landing"}
            if order not in allowed:
                return
        listed = getattr(self, f"_{order}", None)
        if listed is None:
            raise LookupError(order)
        if self._may(counter, unit, order):
            yield from (given for given in listed(unit))

    def _may(self, counter: Counter, unit: str, order: str) -> bool:
        """Weapons fire set up and go away packed up; whoever attacks can pay."""
        state, crew = self._units[unit], "set_up" in counter.card.orders
        attacks = {"defend", "suppressive_fire", "open_fire", "ambush", "indirect_fire", "bombard_location", "smoke"}
        if crew and order in attacks and not state.set_up:
            return False
        if crew and order in {"cautious_move", "march", "fire_on_move", "mount", "assault"} and not state.packed:
            return False
        cost = {"suppressive_fire": 3, "open_fire": 1, "assault": 1, "fire_on_move": 1, "indirect_fire": 1}
        return state.ammo >= cost.get(order, 1 if order in {"bombard_location", "air_strike"} else 0)

    # ---------------------------------------------------------------------------------------------- on the board
    def _distance(self, one: str, other: str) -> int:
        return max(abs(a - b) for a, b in zip(self._cubes[one], self._cubes[other], strict=True))

    def _near(self, place: str) -> dict[str, str]:
        """The neighbours of a hex, by direction."""
        here = self._cubes[place]
        found = {way: _plus(here, step) for way, step in WAYS.items()}
        return {way: self._at[cube] for way, cube in found.items() if cube in self._at}

    def _chains(self, start: str, most: int) -> Iterator[tuple[str, ...]]:
        """All ways of adjacent hexes, up to a length."""
        for place in self._near(start).values() if most else ():
            yield (place,)
            yield from ((place, *rest) for rest in self._chains(place, most - 1))

    def _road(self, one: str, other: str) -> bool:
        hexes = self._battle.ground.hexes
        return other in hexes[one].roads or {hexes[one].terrain, hexes[other].terrain} <= BUILT

    def _kinds(self, place: str) -> set[str]:
        return {each.kind for each in self._works.values() if each.hex == place and not each.side}

    def _friends(self, unit: str) -> list[str]:
        here, side = self._units[unit].hex, self._battle.units[unit].side
        return [name for name in self._standing(side) if name != unit and self._units[name].hex == here]

    def _standing(self, side: str) -> list[str]:
        """The ground units of a side in the hexes."""
        units = self._battle.units
        return [name for name, state in self._units.items() if state.hex and units[name].side == side]

    def _foes(self, unit: str) -> list[str]:
        """The enemies that are seen on the board."""
        enemy = next(side for side in self._battle.sides if side != self._battle.units[unit].side)
        return [name for name in self._standing(enemy) if not self._units[name].hidden]

    def _staff(self, unit: str) -> bool:
        mates = self._standing(self._battle.units[unit].side)
        return any("hq" in self._battle.units[name].card.roles for name in mates)

    # ----------------------------------------------------------------------------------------------------- sight
    def _sees(self, start: str, goal: str) -> bool:
        """True if nothing stands in the line for certain: hexes that it runs through, or both beside a side of it."""
        edges: dict[tuple[Fraction, Fraction], list[str]] = {}
        between = [name for name in self._at.values() if name not in {start, goal}]
        last = self._distance(start, goal) - 1
        for name in between:
            if self._distance(start, name) + self._distance(name, goal) > last + 2:
                continue
            span = self._span(start, goal, name)
            if span is None:
                continue
            inside, begin, end = span
            if not self._hinders(start, goal, name, last=self._distance(name, goal) == 1):
                continue
            if inside:
                return False
            edges.setdefault((begin, end), []).append(name)
        return all(len(names) < 2 for names in edges.values())

    def _hinders(self, start: str, goal: str, place: str, *, last: bool) -> bool:
        hexes = self._battle.ground.hexes
        if hexes[place].level > min(hexes[start].level, hexes[goal].level):
            return True
        return hexes[place].terrain in OPAQUE and (hexes[start].level <= 0 or last)

    def _span(self, start: str, goal: str, place: str) -> tuple[bool, Fraction, Fraction] | None:
        """The part of the line in a hex, and whether it runs through the inside; None if it only touches a corner."""
        here, there, centre = (self._cubes[each] for each in (start, goal, place))
        begin, end, inside = Fraction(0), Fraction(1), True
        for one, other in ((0, 1), (1, 2), (2, 0)):
            first = here[one] - here[other] - centre[one] + centre[other]
            slope = there[one] - there[other] - here[one] + here[other]
            if not slope:
                if abs(first) > 1:
                    return None
                inside = inside and abs(first) < 1
                continue
            low, high = sorted((Fraction(-1 - first, slope), Fraction(1 - first, slope)))
            begin, end = max(begin, low), min(end, high)
        return (inside, begin, end) if begin < end else None

    def _watched(self, unit: str, place: str) -> bool:
        side = self._battle.units[unit].side
        return any(self._sees(self._units[name].hex, place) for name in self._standing(side))

    # -------------------------------------------------------------------------------------------------- shooting
    def _reaches(self, unit: str, place: str) -> bool:
        """True if the range diagram has a field for the distance, shifted by one for fire down from a hill."""
        here, hexes, counter = self._units[unit].hex, self._battle.ground.hexes, self._battle.units[unit]
        distance = self._distance(here, place)
        down = hexes[here].level > 0 and hexes[place].level <= 0
        field = max(distance - 1, 1) if down and distance else distance
        diagram = counter.card.accuracy
        return bool(distance) and field < len(diagram) and bool(diagram[field])

    def _faces(self, unit: str, place: str) -> bool:
        """True within thirty degrees of the front, for who has a field of fire."""
        state, counter = self._units[unit], self._battle.units[unit]
        if "field_of_fire" not in counter.card.abilities or state.hex == place:
            return True
        if state.facing not in WAYS:
            return False
        way = WAYS[state.facing]
        off = tuple(b - a for a, b in zip(self._cubes[state.hex], self._cubes[place], strict=True))
        along = sum(a * b for a, b in zip(way, off, strict=True))
        return along > 0 and 4 * along * along >= 3 * 2 * sum(each * each for each in off)

    def _row(self, unit: str, target: str) -> str:
        row = self._battle.units[unit].card.targets.get(self._battle.units[target].type)
        return row.mode if row else ""

    def _shots(self, unit: str) -> Iterator[str]:
        for target in self._foes(unit):
            place = self._units[target].hex
            if self._row(unit, target) == "fire" and self._reaches(unit, place) and self._faces(unit, place):
                yield target

    def _open_fire(self, unit: str, order: str = "open_fire") -> Iterator[do.Order]:
        here = self._units[unit].hex
        for target in self._shots(unit):
            if self._sees(here, self._units[target].hex):
                yield do.Order(unit=unit, order=order, target=target)
        for name, place in self._houses(unit):
            if self._reaches(unit, place) and self._faces(unit, place) and self._sees(here, place):
                yield do.Order(unit=unit, order=order, target=name)

    def _houses(self, unit: str) -> list[tuple[str, str]]:
        """What stands on the board that can be shot at, for who can attack buildings."""
        if "building" not in self._battle.units[unit].card.targets:
            return []
        standing = {"bunker", "bridge", "pontoon"}
        return [(name, each.hex) for name, each in self._works.items() if each.kind in standing]

    def _suppressive_fire(self, unit: str) -> Iterator[do.Order]:
        return self._open_fire(unit, "suppressive_fire")

    def _indirect_fire(self, unit: str) -> Iterator[do.Order]:
        for target in self._shots(unit) if self._staff(unit) else ():
            if self._watched(unit, self._units[target].hex):
                yield do.Order(unit=unit, order="indirect_fire", target=target)
        for name, place in self._houses(unit) if self._staff(unit) else ():
            if self._reaches(unit, place) and self._faces(unit, place) and self._watched(unit, place):
                yield do.Order(unit=unit, order="indirect_fire", target=name)

    def _bombard_location(self, unit: str, order: str = "bombard_location") -> Iterator[do.Order]:
        for place in self._battle.ground.hexes:
            if self._reaches(unit, place) and self._faces(unit, place) and self._watched(unit, place):
                yield do.Order(unit=unit, order=order, hex=place)

    def _smoke(self, unit: str) -> Iterator[do.Order]:
        if self._units[unit].stores.get("smoke", 0):
            yield from self._bombard_location(unit, "smoke")

    # -------------------------------------------------------------------------------------------------- guarding
    def _fronts(self, unit: str) -> tuple[str, ...]:
        own = "field_of_fire" in self._battle.units[unit].card.abilities and self._units[unit].facing
        return (self._units[unit].facing,) if own else tuple(WAYS)

    def _far(self, unit: str) -> range:
        hill = self._battle.ground.hexes[self._units[unit].hex].level > 0
        return range(len(self._battle.units[unit].card.accuracy) + hill)

    def _defend(self, unit: str) -> Iterator[do.Order]:
        here, counter = self._units[unit].hex, self._battle.units[unit]
        for facing, number in product(self._fronts(unit), self._far(unit)):
            yield do.Order(unit=unit, order="defend", facing=facing, number=number)
        lying = [each for each in self._works.values() if each.kind == "trench" and each.hex == here]
        fronts = {each.facing for each in lying} & set(self._fronts(unit))
        for facing, number in product(sorted(fronts), self._far(unit)):
            yield do.Order(unit=unit, order="defend", facing=facing, number=number, choice="trench")
        crew = "set_up" in counter.card.orders and "machine_gun" not in counter.card.roles
        if "bunker" in self._kinds(here) and counter.type == "infantry" and not crew:
            for facing, number in product(WAYS, self._far(unit)):
                yield do.Order(unit=unit, order="defend", facing=facing, number=number, choice="bunker")

    def _ambush(self, unit: str) -> Iterator[do.Order]:
        here, kind = self._units[unit].hex, self._battle.units[unit].type
        terrain = self._battle.ground.hexes[here].terrain
        bare = terrain in NO_AMBUSH or (terrain == "scrub" and kind not in {"infantry", "artillery"})
        if bare or (terrain == "forest" and kind != "infantry"):
            return
        for facing, number in product(self._fronts(unit), self._far(unit)):
            yield do.Order(unit=unit, order="ambush", facing=facing, number=number, hex=here)

    # ---------------------------------------------------------------------------------------------------- moving
    def _loss(self, kind: str, one: str, place: str) -> int:
        terrain = self._battle.ground.hexes[place].terrain
        if self._road(one, place):
            return 0
        return FIELD_COSTS.get(kind, 0) if terrain == "field" else int(terrain == "light_woods" and kind in WOODS_COST)

    def _moves(self, unit: str, order: str) -> Iterator[tuple[str, ...]]:
        """Ways no longer than the box says, less what the worst field or wood of them takes; one hex always goes."""
        counter, here = self._battle.units[unit], self._units[unit].hex
        for way in self._chains(here, self._longest):
            lost = max(self._loss(counter.type, one, place) for one, place in pairwise((here, *way)))
            if len(way) <= max(counter.card.orders[order]["movement"] - lost, 1):
                yield way

    def _cautious_move(self, unit: str) -> Iterator[do.Order]:
        for way in self._moves(unit, "cautious_move"):
            yield do.Order(unit=unit, order="cautious_move", route=way)

    def _march(self, unit: str) -> Iterator[do.Order]:
        counter, here = self._battle.units[unit], self._units[unit].hex
        for way in self._chains(here, self._longest):
            steps = tuple(pairwise((here, *way)))
            paved = all(self._road(one, place) for one, place in steps)
            bonus = ROAD_BONUS.get(counter.type, 0) if paved else 0
            leads = all(self._marches(one, place) for one, place in steps)
            if leads and len(way) <= counter.card.orders["march"]["movement"] + bonus:
                yield do.Order(unit=unit, order="march", route=way)

    def _marches(self, one: str, place: str) -> bool:
        if "destroyed-bridge" in self._kinds(place):
            return False
        plain = self._battle.ground.hexes[place].terrain in {"plain", *BUILT} or "pontoon" in self._kinds(place)
        return plain or self._road(one, place)

    def _fire_on_move(self, unit: str) -> Iterator[do.Order]:
        here = self._units[unit].hex
        seen = [foe for foe in self._foes(unit) if self._sees(here, self._units[foe].hex)]
        targets = [foe for foe in seen if self._row(unit, foe) == "fire"]
        targets += [name for name, place in self._houses(unit) if self._sees(here, place)]
        for target, way in product(targets, self._moves(unit, "fire_on_move")):
            for place in dict.fromkeys((here, *way)):
                yield do.Order(unit=unit, order="fire_on_move", target=target, route=way, fire_from=place)

    def _assault(self, unit: str) -> Iterator[do.Order]:
        counter, here = self._battle.units[unit], self._units[unit].hex
        bare = counter.type == "infantry" and self._battle.ground.hexes[here].terrain in BARE
        for target in self._foes(unit):
            if not self._row(unit, target) or (bare and self._battle.units[target].type in ARMOUR):
                continue
            for way in self._chains(here, min(self._longest, counter.card.orders["assault"]["assault"])):
                lost = sum(self._loss(counter.type, one, place) for one, place in pairwise((here, *way)))
                short = len(way) > max(counter.card.orders["assault"]["assault"] - lost, 1)
                if way[-1] == self._units[target].hex and not short:
                    yield do.Order(unit=unit, order="assault", target=target, route=way)

    def _wait(self, unit: str) -> Iterator[do.Order]:
        yield do.Order(unit=unit, order="wait")

    # ------------------------------------------------------------------------------------------------- transport
    def _mount(self, unit: str, order: str = "mount", what: str = "lift") -> Iterator[do.Order]:
        for name in self._friends(unit):
            card = self._battle.units[name].card
            if card.values.get(what) or "transport" in card.abilities:
                yield do.Order(unit=unit, order=order, target=name)

    def _tow(self, unit: str) -> Iterator[do.Order]:
        if self._units[unit].packed:
            yield from self._mount(unit, "tow", "tow")

    def _dismount(self, unit: str) -> Iterator[do.Order]:
        aboard = any(state.carrier == unit for state in self._units.values())
        if aboard or self._units[unit].carrier:
            yield do.Order(unit=unit, order="dismount")

    def _receive_supply(self, unit: str) -> Iterator[do.Order]:
        """By a transport of its hex; a transport by itself, whoever takes from it."""
        own = "transport" in self._battle.units[unit].card.abilities
        mates = self._friends(unit)
        if own or any("transport" in self._battle.units[name].card.abilities for name in mates):
            yield do.Order(unit=unit, order="receive_supply")
            aboard = [name for name, state in self._units.items() if state.carrier == unit] if own else []
            yield from (do.Order(unit=unit, order="receive_supply", target=name) for name in (*mates, *aboard))

    def _load_supply(self, unit: str) -> Iterator[do.Order]:
        if self._units[unit].hex in self._battle.supply.get(self._battle.units[unit].side, ()):
            yield do.Order(unit=unit, order="load_supply")

    # ----------------------------------------------------------------------------------------------------- works
    def _set_up(self, unit: str, order: str = "set_up") -> Iterator[do.Order]:
        state = self._units[unit]
        here = state.hex or self._units[state.carrier].hex
        for place in (here, *self._near(here).values()):
            yield do.Order(unit=unit, order=order, hex=place)

    def _pack_up(self, unit: str) -> Iterator[do.Order]:
        return self._set_up(unit, "pack_up")

    def _change_fof(self, unit: str) -> Iterator[do.Order]:
        works = self._works.get(self._units[unit].shelter)
        if "field_of_fire" in self._battle.units[unit].card.abilities and (works is None or works.kind != "trench"):
            yield from (do.Order(unit=unit, order="change_fof", facing=facing) for facing in WAYS)

    def _merge(self, unit: str) -> Iterator[do.Order]:
        """Two whole units are never small enough together."""
        for other in self._friends(unit):
            one, two = self._battle.units[unit], self._battle.units[other]
            if one.type == two.type and one.size + two.size <= max(one.size, two.size):
                yield do.Order(unit=unit, order="merge", target=other, choice=unit)

    def _dig_in(self, unit: str) -> Iterator[do.Order]:
        yield from (do.Order(unit=unit, order="dig_in", facing=facing) for facing in WAYS)

    def _lay_mines(self, unit: str) -> Iterator[do.Order]:
        """Bluffs; real ones too, where the pioneers have some: with points to spend they must have been bought."""
        real = self._units[unit].stores.get("mines", 0) and self._battle.units[unit].side not in self._battle.points
        for kind in MINES if real else MINES[:2]:
            yield do.Order(unit=unit, order="lay_mines", hex=self._units[unit].hex, choice=kind)

    def _clear_mines(self, unit: str) -> Iterator[do.Order]:
        if "minefield" in self._kinds(self._units[unit].hex):
            yield do.Order(unit=unit, order="clear_mines")

    def _place_charges(self, unit: str) -> Iterator[do.Order]:
        for kind in ("bunker", "bridge", "pontoon") if self._units[unit].stores.get("charges", 0) else ():
            if kind in self._kinds(self._units[unit].hex):
                yield do.Order(unit=unit, order="place_charges", choice=kind)

    def _remove_wire(self, unit: str, order: str = "remove_wire", kind: str = "wire") -> Iterator[do.Order]:
        here = self._units[unit].hex
        sides = [{each.hex, each.side} for each in self._works.values() if each.kind == kind]
        beyond = {place for ends in sides if here in ends for place in ends - {here}}
        yield from (do.Order(unit=unit, order=order, hex=here, side=place) for place in sorted(beyond))

    def _remove_obstacle(self, unit: str) -> Iterator[do.Order]:
        return self._remove_wire(unit, "remove_obstacle", "teeth")

    def _build_pontoon(self, unit: str) -> Iterator[do.Order]:
        for place in self._near(self._units[unit].hex).values():
            if self._battle.ground.hexes[place].terrain == "river":
                yield do.Order(unit=unit, order="build_pontoon", hex=place)

    def _clear_path(self, unit: str) -> Iterator[do.Order]:
        if self._battle.ground.hexes[self._units[unit].hex].terrain == "forest":
            yield do.Order(unit=unit, order="clear_path")

    def _scout(self, unit: str) -> Iterator[do.Order]:
        yield from (do.Order(unit=unit, order="scout", hex=place) for place in ("", self._units[unit].hex))

    # ------------------------------------------------------------------------------------------------ in the air
    def _over(self, unit: str, order: str) -> Iterator[str]:
        """The hexes to which somebody calls an aircraft who sees them."""
        if self._staff(unit) and order in self._battle.units[unit].card.orders:
            yield from (place for place in self._battle.ground.hexes if self._watched(unit, place))

    def _air_strike(self, unit: str) -> Iterator[do.Order]:
        for place in self._over(unit, "air_strike"):
            yield do.Order(unit=unit, order="air_strike", hex=place)

    def _recon(self, unit: str, order: str = "recon") -> Iterator[do.Order]:
        printed = self._battle.units[unit].card.orders[order]
        for place, radius, rounds in product(self._over(unit, order), NUMBERS, ROUNDS):
            if radius <= printed["radius"] and rounds <= printed["boxes"]:
                yield do.Order(unit=unit, order=order, hex=place, number=radius, rounds=rounds)

    def _air_patrol(self, unit: str) -> Iterator[do.Order]:
        if "fighter" in self._battle.units[unit].card.roles:
            yield from self._recon(unit, "air_patrol")

    def _drop_supply(self, unit: str) -> Iterator[do.Order]:
        counter = self._battle.units[unit]
        most = counter.card.orders["drop_supply"].get("load") or counter.value("cargo")
        for place, number in product(self._over(unit, "drop_supply"), NUMBERS):
            if number <= most:
                yield do.Order(unit=unit, order="drop_supply", hex=place, number=number)

    def _pairs(self, unit: str, order: str, *, enemy: bool) -> Iterator[do.Order]:
        side = self._battle.units[unit].side
        for name, counter in self._battle.units.items() if self._staff(unit) else ():
            if counter.flies and name != unit and (counter.side != side) == enemy:
                yield do.Order(unit=unit, order=order, target=name)

    def _intercept(self, unit: str) -> Iterator[do.Order]:
        return self._pairs(unit, "intercept", enemy=True)

    def _escort(self, unit: str) -> Iterator[do.Order]:
        return self._pairs(unit, "escort", enemy=False)

    def _air_landing(self, unit: str) -> Iterator[do.Order]:
        """Both get it: the aircraft names the troops aboard and where they land, the troops the aircraft."""
        flies, carrier = self._battle.units[unit].flies, self._units[unit].carrier
        partners = [carrier] if carrier else [name for name, each in self._units.items() if each.carrier == unit]
        places = self._over(unit, "air_landing") if flies else self._battle.ground.hexes
        for place, partner in product(places, partners):
            yield do.Order(unit=unit, order="air_landing", hex=place, target=partner)


def _plus(one: Cube, other: Cube) -> Cube:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]
