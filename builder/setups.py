"""Set-ups: the save with which a scenario begins, ready to play or with everything beside the map."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count

from assets.lines import deck_name
from assets.schema import Scenario
from builder.maps.layout import Layout
from builder.module import stages
from builder.module.acting import LAST
from builder.module.boards import board_name, slot_points
from builder.module.cards import card_spot, window_name
from builder.module.options import Making
from builder.module.pieces import LAYERS, TURN, chits_of
from vassal import commands, savefile
from vassal.commands import Command
from vassal.components import Component
from vassal.metadata import Metadata
from vassal.pieces import Deck, Piece, PieceReader, Stack, stack
from vassal.prototypes import Prototypes, parse_piece
from vassal.savefile import SaveFile
from vassal.sequence import join
from vassal.traits import Trait
from vassal.traits import make as make_trait
from vassal.wire import PLAIN

Point = tuple[int, int]
FIRST_PIECE, FIRST_STACK = 1_000_000, 2_000_000
COPIES = 100
"""So many pieces at most come from one slot."""
OFF, GUNS, CUP = "off", "guns", "cup"


@dataclass(frozen=True)
class Standing:
    """A piece of the set-up: its id, the slot it comes from, where it stands, what it has in other states."""

    id: str
    slot: str
    at: Point
    states: Mapping[str, str]
    map: str = ""
    """The window it lies in; the board if none is named."""


class Hall:
    """Hands out the places of the boxes on a sheet, one after the other, and round again."""

    def __init__(self, sheet: Layout) -> None:
        self._sheet = sheet
        self._taken: defaultdict[str, int] = defaultdict(int)

    def place(self, box: str) -> Point:
        """The next place in a box."""
        if box not in self._sheet.items:
            # A sheet without boxes has its first place for all that waits.
            return next(iter(self._sheet.hexes.values()))
        points = list(slot_points(self._sheet.items[box], self._sheet))
        rank = self._taken[box]
        self._taken[box] += 1
        return points[rank % len(points)]


class Arrangement:
    """All pieces of a scenario at their places."""

    def __init__(self, making: Making, scenario: Scenario, *, ready: bool) -> None:
        self.making = making
        self.scenario = scenario
        self.ready = ready
        self.sheet = making.table(scenario)
        self._hall = Hall(self.sheet)
        self._copies: defaultdict[str, int] = defaultdict(int)
        self._waiting: dict[tuple[str, str], Point] = {}
        laid = (scenario, scenario.ready) if ready else ()
        self.placed = {unit: place for each in laid for unit, place in each.placement.items()}
        self.laid = {marker: places for each in laid for marker, places in each.markers_at.items()}
        self.pieces = list(self._all())

    def _all(self) -> Iterator[Standing]:
        yield from self._units()
        yield from self._cards()
        yield from self._markers()
        yield from self._structures()
        yield from self._chits()

    def _next(self, slot: str, at: Point, **states: str) -> Standing:
        self._copies[slot] += 1
        number = FIRST_PIECE + self.making.lock[slot] * COPIES + self._copies[slot] - 1
        return Standing(str(number), slot, at, states)

    def _id(self, unit: str) -> str:
        return str(FIRST_PIECE + self.making.lock[f"unit/{unit}"] * COPIES)

    def _units(self) -> Iterator[Standing]:
        reduced = set(self.scenario.reduced) if self.ready else set()
        riders = (
            {each.passenger: each.carrier for each in self.scenario.mounted if each.passenger} if self.ready else {}
        )
        for unit in self.making.game.in_scenario(self.scenario.id):
            states: dict[str, str] = {}
            if unit.id in reduced:
                states["Steps"] = "2"
            if unit.id in riders:
                states["Aboard"] = self._id(riders[unit.id])
            if self.ready and unit.id in self.scenario.assign:
                states["Assigned"] = self.scenario.assign[unit.id]
            states |= self._begun(unit.id, on_card=False)
            group = unit.formation or unit.id
            where = self.placed.get(unit.id) or (self._of_carrier(unit.id) if self.ready else None)
            yield self._next(f"unit/{unit.id}", self._at(where, unit.side, group), **states)

    def _at(self, where: str | None, side: str, group: str) -> Point:
        """The point of a hex, the next place in a box, or one beside the map."""
        if where in self.sheet.hexes:
            return self.sheet.hexes[where]
        return self._spot(where) if where in self.sheet.items else self._beside(side, group)

    def _of_carrier(self, unit: str) -> str | None:
        """Where the carrier of a unit stands that begins aboard."""
        start = self.scenario.starts.get(unit)
        return self.scenario.placement.get(start.carrier) if start and start.carrier else None

    def _begun(self, unit: str, *, on_card: bool) -> dict[str, str]:
        """The states with which a unit begins, and where it faces, on its model or on its card."""
        start = self.scenario.starts.get(unit)
        if start is None or not self.ready:
            return {}
        handling = self.making.game.handling
        states = {each.id: "2" for each in handling.states.values() if each.marker in start.states}
        if on_card:
            return states
        ways = [way.id for way in handling.boarding.values() if way.marker in start.states]
        if start.carrier:
            states |= {"Aboard": self._id(start.carrier), "How": next(iter(ways), "")}
        return states | ({"Face": start.facing} if start.facing else {})

    def _cards(self) -> Iterator[Standing]:
        """The card of each unit in the window of its side."""
        game = self.making.game
        for side in game.sides.values():
            units = [unit for unit in game.in_scenario(self.scenario.id) if unit.card and unit.side == side.id]
            for rank, unit in enumerate(units):
                placed = self._next(
                    f"card/{unit.id}", card_spot(self.making, rank), **self._begun(unit.id, on_card=True)
                )
                yield replace(placed, map=window_name(side))

    def _structures(self) -> Iterator[Standing]:
        """What is built at the start: in a place, or on the side between two."""
        if not self.ready:
            return
        for each in self.scenario.structures.values():
            place, _, other = each.place.partition("/")
            facing = each.facing or (self._direction(place, other) if other else "")
            states = {"Face": facing} if facing else {}
            yield self._next(f"marker/{each.marker}", self.sheet.hexes[place], **states)

    def _direction(self, place: str, other: str) -> str:
        """The direction of a neighbour, as facings are called."""
        (x, y), (to_x, to_y) = self.sheet.hexes[place], self.sheet.hexes[other]
        facings = list(self.making.game.handling.facings)
        turn = math.degrees(math.atan2(to_x - x, y - to_y)) % 360
        return facings[round(turn * len(facings) / 360) % len(facings)]

    def _beside(self, side: str, group: str) -> Point:
        """One place beside the map for each formation."""
        if (side, group) not in self._waiting:
            self._waiting[side, group] = self._hall.place(f"{OFF}-{side}")
        return self._waiting[side, group]

    def _markers(self) -> Iterator[Standing]:
        game, scenario = self.making.game, self.scenario
        for mark in game.markers.values():
            slot = f"marker/{mark.id}"
            if mark.counts:
                yield from self._counted(slot, mark.id, mark.counts.get(scenario.id, 0), mark.side)
            elif mark.on == "track":
                known = game.handling.follows.get(mark.id)
                first = scenario.first_turn if mark.id == TURN or (known and known.by == "Turn") else 1
                track = f"{known.track if known else mark.id}/{first}"
                track = next(iter(scenario.markers_at.get(mark.id, ())), track)
                box = track if track in self.sheet.items else f"{GUNS}-{mark.side or next(iter(game.sides))}"
                if self._belongs(mark.id):
                    yield self._next(slot, self._spot(box))
            elif mark.id in game.handling.salvos:
                for _ in range(self._guns(mark.side or "", game.handling.salvos[mark.id].purpose)):
                    yield self._next(slot, self._spot(f"{GUNS}-{mark.side}"))
        yield from self._flags()

    def _belongs(self, marker: str) -> bool:
        """Markers of victory points belong where points are counted."""
        if marker in self.making.game.handling.follows:
            return True
        return bool(self.scenario.victory.objectives) or f"{marker}/1" in self.sheet.items

    def _spot(self, box: str) -> Point:
        return self._hall.place(box)

    def _guns(self, side: str, purpose: str) -> int:
        """As many markers as the side has activation markers of that kind of fire."""
        kinds = {kind for kind, text in self._salvo_kinds().items() if text == purpose}
        chits = [chit for chit in self.making.game.chits_of(self.scenario.id) if chit.side == side and chit.salvos]
        return sum(chit.count for chit in chits if set(chit.salvos) & kinds)

    def _salvo_kinds(self) -> dict[str, str]:
        salvos = self.making.game.handling.salvos.values()
        return {kind: salvo.purpose for salvo in salvos for kind in salvo.kinds}

    def _counted(self, slot: str, marker: str, number: int, side: str | None) -> Iterator[Standing]:
        places = self.laid.get(marker, ())
        group = f"{marker} beside"
        for rank in range(number):
            where = places[rank] if rank < len(places) else None
            owner = side or next(iter(self.making.game.sides))
            yield self._next(slot, self._at(where, owner, group))

    def _flags(self) -> Iterator[Standing]:
        """A flag on every objective that somebody holds at the start."""
        game, scenario = self.making.game, self.scenario
        if not game.handling.held or not self.ready:
            return
        first = game.markers[game.handling.held[0]]
        victory = scenario.victory
        holders = dict(victory.held_by)
        for unit, place in self.placed.items():
            holders.setdefault(place, game.units[unit].side)
        for place in (*(each.place for each in victory.objectives.values()), *victory.hold):
            if place in holders:
                record = game.sides[holders[place]].record
                yield self._next(f"marker/{first.id}", self.sheet.hexes[place], Holder=record)

    def _chits(self) -> Iterator[Standing]:
        for slot, chit, begins in chits_of(self.scenario, self.making.game):
            beside = self._beside(chit.side, "chits beside")
            yield self._next(slot, self.sheet.items[CUP].inside.centre if begins and self.cup else beside)

    @property
    def cup(self) -> bool:
        """Whether the sheet has a cup to draw from."""
        return CUP in self.sheet.items


def commands_of(making: Making, root: Component, scenario: Scenario, *, ready: bool) -> tuple[Command, ...]:
    """The commands of the save with which a scenario begins."""
    arrangement = Arrangement(making, scenario, ready=ready)
    expand = _expander(root)
    board = making.game.handling.board
    built = [_piece(each, expand(making.gpid(each.slot)), each.map or board) for each in arrangement.pieces]
    begins = {slot for slot, _, begins in chits_of(scenario, making.game) if begins} if arrangement.cup else set()
    in_cup = {each.id for each in arrangement.pieces if each.slot in begins}
    loose = in_cup | {each.id for each in arrangement.pieces if each.map}
    found = [commands.make("begin"), *map(commands.add, built)]
    found += [commands.add(each) for each in _stacks(built, loose, board)]
    if arrangement.cup:
        found.append(commands.add(_deck(making, root, scenario, [each.id for each in built if each.id in in_cup])))
    steps = stages.left(making, scenario, arrangement.placed, arrangement.laid)
    found += _globals(root, {LAST: str(scenario.turns), stages.LEFT: steps})
    found.append(commands.make("boards", picker=f"{board}BoardPicker", boards=_boards(making, scenario)))
    for side in making.game.sides.values() if making.game.cards else ():
        name = window_name(side)
        found.append(commands.make("boards", picker=f"{name}BoardPicker", boards=(((name,), 0, 0),)))
    found.append(commands.make("started"))
    found.append(commands.make("turn", tracker="TurnTracker0", state=_turn(making, scenario.first_turn)))
    found.append(commands.make("end"))
    return tuple(found)


def _boards(making: Making, scenario: Scenario) -> tuple[tuple[tuple[str, ...], int, int], ...]:
    """The boards of a scenario side by side: each with its column and row."""
    names = (scenario.map, *scenario.beside)
    return tuple(((board_name(making, name),), column, 0) for column, name in enumerate(names))


def _expander(root: Component) -> Callable[[str], Piece]:
    """What gives the piece of a slot as it comes into play, by the slot's gpid."""
    definitions = {each.get("name"): each.text for each in root.every("PrototypeDefinition")}
    prototypes = Prototypes(definitions)
    slots = {each.get("gpid"): each.text for each in root.every("PieceSlot", "CardSlot")}
    reader = PieceReader()
    known: dict[str, Piece] = {}

    def expanded(gpid: str) -> Piece:
        if gpid not in known:
            written = parse_piece(slots[gpid], reader)
            basic = written.basic.with_fields(gpid=gpid)
            known[gpid] = prototypes.expand(Piece(written.id, (*written.traits[:-1], basic)))[0]
        return known[gpid]

    return expanded


def _piece(standing: Standing, made: Piece, board: str) -> Piece:
    x, y = standing.at
    traits = [_stated(trait, standing.states) for trait in made.traits[:-1]]
    return Piece(standing.id, (*traits, made.basic.with_fields(map=board, x=x, y=y)))


def _stated(trait: Trait, states: Mapping[str, str]) -> Trait:
    if trait.kind not in ("layer", "property"):
        return trait
    value = states.get(trait.text("name"))
    return trait if value is None else trait.with_state(value)


def _stacks(pieces: list[Piece], loose: set[str], board: str) -> Iterator[Stack]:
    """A stack wherever pieces of a layer lie."""
    found: defaultdict[tuple[int, Point], list[str]] = defaultdict(list)
    for each in pieces:
        if each.id not in loose:
            found[_layer(each), (each.x, each.y)].append(each.id)
    for number, ((layer, at), members) in zip(count(FIRST_STACK), sorted(found.items()), strict=False):
        yield stack(str(number), board, at, members, layer)


def _layer(each: Piece) -> int:
    for mark in each.all("marker"):
        named = dict(zip(mark.items("names"), mark.items("values"), strict=False))
        if named.get("Layer") in LAYERS:
            return LAYERS.index(named["Layer"])
    return len(LAYERS)


def _deck(making: Making, root: Component, scenario: Scenario, members: list[str]) -> Deck:
    name = deck_name(making.game, scenario.id)
    pile = next(each for each in root.every("DrawPile") if each.get("name") == name)
    made = make_trait(
        "deck",
        name=name,
        outline=True,
        colour=pile.get("color"),
        width=pile.integer("width"),
        height=pile.integer("height"),
        face_down_option="Always",
        shuffle_option="Always",
        draw_multiple=False,
        draw_specific=False,
        reversible=False,
        draw_face_up=True,
        max_stack=10,
        hotkey_on_empty=True,
        empty_key=pile.get("emptyHotkey"),
        map=making.game.handling.board,
        x=pile.integer("x"),
        y=pile.integer("y"),
        face_down=True,
        members=tuple(members),
    )
    return Deck(str(FIRST_STACK - 1), (made,))


def _globals(root: Component, own: Mapping[str, str]) -> list[Command]:
    """What the game remembers at the beginning: as the module has it, or as a set-up's own."""
    stored = {each.get("name"): str(each.get("initialValue")) for each in root.every("GlobalProperty")}
    return [
        commands.make("global_property", name=name, value=own.get(name, value), container="Module")
        for name, value in stored.items()
    ]


def _turn(making: Making, number: int) -> str:
    """The first turn in its first phase; one that only comes before the first turn is passed over from then on."""
    phases = list(making.game.chronicle.phases)
    if not phases:
        return f"0|{number};0;false;-1"
    first = making.game.handling.first_phase
    active = ",".join("false" if phase == first else "true" for phase in phases)
    start = phases.index(first) if first else 0
    return f"0|{join((str(number), '0', 'false', '-1', f'{start};0;0;{active}'), ';')}"


def save_of(making: Making, root: Component, scenario: Scenario, *, ready: bool, saved: int) -> bytes:
    """The file of a set-up."""
    module = Metadata(
        version=root.get("version"),
        vassal_version=root.get("VassalVersion"),
        saved=saved,
        description=root.get("description"),
        name=root.get("name"),
    )
    own = Metadata(version=root.get("version"), vassal_version=root.get("VassalVersion"), saved=saved)
    # In plain text, which every engine reads: wrapped in hex it packs a quarter worse.
    save = SaveFile(commands_of(making, root, scenario, ready=ready), metadata=own, module=module, form=PLAIN)
    return savefile.encode(save, inside=True)


def file_name(scenario: Scenario, *, ready: bool) -> str:
    """The name of a set-up's file in the module."""
    return f"{scenario.id}{'' if ready else '.empty'}.vsav"
