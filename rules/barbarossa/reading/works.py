"""Work of which nobody says that it is done: markers that are placed or taken away, boxes that are marked."""

from collections.abc import Iterable, Iterator

from msgspec import structs

from rules.barbarossa import actions as do
from rules.barbarossa.reading.step import Step
from rules.barbarossa.reading.words import LAND
from rules.barbarossa.state.battle import FACINGS
from rules.barbarossa.state.ground import direction, neighbour
from rules.barbarossa.state.model import Structure
from rules.engine.evidence import PLACE, Piece, Record
from rules.engine.reading import Read

STRUCTURES = frozenset(
    {
        *("hill", "trench", "wire", "teeth", "bunker", "bridge", "destroyed-bridge", "pontoon"),
        *("minefield", "path", "smoke", "cargo"),
    }
)
"""Markers that are structures."""
ON_SIDES = frozenset({"trench", "wire", "teeth"})
"""Those that stand along a side of a hex."""
CARGO = "cargo"
WHOLE, RUIN = "bridge", "destroyed-bridge"


def placed(step: Step, record: Record) -> Iterator[Read]:
    """A marker lies somewhere: at the set-up somebody built it, else it may be the end of somebody's work.

    Where it lies when the step is over counts: who takes it away again, or puts it back, has done nothing.
    """
    piece, place = record.piece, record.get("h")
    if piece is None:
        return
    if step.position.state == "SETUP":
        step.reader.placed(piece, step.side)
        return
    if piece.name not in STRUCTURES or place not in step.battle.ground.sky or touched_again(step, piece):
        return
    before = step.reader.known_structure(piece, step.position, record.get("from"))
    name = before or step.reader.known_structure(piece, step.position, place, record.get("face"))
    lies = step.position.structures.get(name)
    turned = record.get("face") if before and piece.name in ON_SIDES else ""
    if _accounted_for(step, piece, place, lies, turned):
        return
    for unit in _first(_builders(step, piece, place)) if lies is None else ():
        yield _ended(step, unit, hex=place)
        return
    for unit, bridge in _wreckers(step, place) if piece.name == RUIN and lies is None else ():
        yield _ended(step, unit, structure=bridge)
        return
    for unit in _first(_droppers(step, place)) if piece.name == CARGO else ():
        yield Read(do.Drop(unit=unit, hex=place, piece=name, by=step.side))
        return
    named, face = name or step.reader.structure(piece, step.position, place), record.get("face")
    sided = piece.name in ON_SIDES and place in step.battle.ground.grid and face in FACINGS
    side = neighbour(step.battle.ground, place, face) if sided else ""
    yield Read(do.Build(structure=named, hex=place, side=side, facing=face, by=step.side))


def touched_again(step: Step, piece: Piece) -> bool:
    """True for a marker that is moved or taken away once more before the marker of the round goes on."""
    for _, _, later in step.following():
        if later.verb == "phase":
            return False
        if later.verb in {"place", "remove"} and later.piece is not None and later.piece.uid == piece.uid:
            return True
    return False


def _accounted_for(step: Step, piece: Piece, place: str, lies: Structure | None, face: str) -> bool:
    """True if no more markers of a kind lie in a hex than there are structures, and this one faces as it did."""
    if lies is not None and lies.hex == place:
        return face in {"", lies.facing or _towards(step, place, lies.side)}
    other_side = lies is not None and face not in {"", _towards(step, place, lies.hex)}
    if lies is not None and (place != lies.side or other_side):
        return False
    there = [each for each in step.position.structures.values() if place in {each.hex, each.side}]
    markers = [each for each in step.board().pieces if each.piece.name == piece.name and each.spot.name == place]
    return max(len(markers), 1) <= sum(each.kind == piece.name for each in there)


def _towards(step: Step, place: str, side: str) -> str:
    """The direction in which the neighbour beyond a side of a hex lies; empty for what is no neighbour."""
    cells = step.battle.ground.sky.cells
    return direction(step.battle.ground, place, side) if {place, side} <= cells.keys() else ""


def _builders(step: Step, piece: Piece, place: str) -> Iterator[str]:
    """Who ends its work with a marker: whose work is done now, else who is at it."""
    done = [unit for unit, order in _done(step) if step.battle.printed(order).builds == piece.name]
    at_it = [unit for unit in step.position.units if step.battle.printed(step.work(unit)).builds == piece.name]
    return (unit for unit in (*done, *at_it) if place in _sites(step, unit) and not _says_so(step, unit))


def _wreckers(step: Step, place: str) -> Iterator[tuple[str, str]]:
    """Who blows up the bridge of a hex now, and that bridge: its ruins may be laid before it is taken away."""
    bridges = step.position.in_hex(place, WHOLE)
    for unit, order in _done(step) if bridges else ():
        if WHOLE in step.battle.printed(order).takes and step.position.units[unit].hex == place:
            yield unit, bridges[0]


def _droppers(step: Step, place: str) -> Iterator[str]:
    """The aircraft over a hex that were ordered to drop supply."""
    units = step.position.units
    return (unit for unit, state in units.items() if state.hex == place and step.work(unit) == "drop_supply")


def removed(step: Step, record: Record) -> Iterator[Read]:
    """A marker was taken off the map, by itself or as the end of somebody's work."""
    if record.piece is None or step.position.state == "SETUP":
        return
    name = step.reader.structure(record.piece, step.position, record.get("from"))
    lies = step.position.structures.get(name)
    if lies is not None and _put_back(step, record.piece, lies):
        return
    step.reader.forget(record.piece)
    if lies is None or lies.kind != record.piece.name:
        # What it stood for is gone, or has become something else: a bridge that lies in ruins.
        yield from _clears(step, name)
        return
    at_it = [unit for unit, order in _at_work(step) if lies.kind in step.battle.printed(order).takes]
    beside = [unit for unit in at_it if step.position.units[unit].hex in {lies.hex, lies.side}]
    for unit, at in _said_later(step, beside):
        if lies.kind in ON_SIDES:
            step.reader.consume(*at)
            yield _ended(step, unit, structure=name)
        return
    for unit in beside[:1]:
        yield _ended(step, unit, structure=name)
        return
    yield Read(do.Out(piece=name, by=step.side))


def dragged_off(step: Step) -> Iterator[Read]:
    """Markers that left the map without a word, where they stand for nothing more and are to be taken off it."""
    for what, before, after in step.shown.touched():
        if what == PLACE and before.piece.name in STRUCTURES and after.spot.zone != LAND:
            place = before.spot.name
            yield from _clears(step, step.reader.known_structure(before.piece, step.position, place))


def _clears(step: Step, name: str) -> Iterator[Read]:
    off = do.Out(piece=name)
    if step.is_due(off):
        yield Read(structs.replace(off, by=step.side))


def _put_back(step: Step, piece: Piece, lies: Structure) -> bool:
    """True for a marker in whose place another one of its kind is put, or itself, before the step is over."""
    for shown, place, later in step.following():
        if later.verb == "phase":
            return False
        if later.verb == "place" and later.piece is not None and later.piece.name == piece.name:
            back = later.get("h") == lies.hex and not touched_again(step.later(shown, place), later.piece)
            if back:
                step.reader.consume(shown.at, place)
                step.reader.replaced(piece, later.piece)
                return True
    return False


def set_up(step: Step, unit: str, *, on: bool) -> Iterator[Read]:
    """The box of a weapon is marked or wiped as it has set up or packed up, and nobody says more."""
    for name, order in _done(step):
        if name == unit and order == ("set_up" if on else "pack_up"):
            yield _ended(step, unit)
            return


def _ended(step: Step, unit: str, **facts: str) -> Read:
    return Read(do.Complete(unit=unit, by=step.side, **facts))


def _done(step: Step) -> Iterator[tuple[str, str]]:
    """Units whose work is to be ended now, and who do not say so later in this step, with their orders."""
    for due in step.position.due:
        for option in due.options[:1]:
            if isinstance(option, do.Complete) and not _says_so(step, option.unit):
                yield option.unit, step.work(option.unit)


def _at_work(step: Step) -> Iterator[tuple[str, str]]:
    """Units that are at work, with their orders: those that are done, and whose work takes no time."""
    for unit in step.position.units:
        order = step.work(unit)
        due = any(do.Complete(unit=unit) in each.options for each in step.position.due)
        if due or order == "remove_wire":
            yield unit, order


def _sites(step: Step, unit: str) -> set[str]:
    """Where a unit may have built: in its hex, or in the one that its order names."""
    state = step.position.units[unit]
    given = state.work
    return {state.hex, given.hex if given else ""} - {""}


def _says_so(step: Step, unit: str) -> bool:
    """True where a unit says that it is done before the marker goes on."""
    for _, _, later in step.following():
        if later.verb == "phase":
            return False
        if later.verb == "complete" and step.unit(later) == unit:
            return True
    return False


def _said_later(step: Step, units: list[str]) -> Iterator[tuple[str, tuple[int, int]]]:
    """Who of them says that he is done before the marker goes on, and where."""
    for shown, place, later in step.before_the_clock():
        if later.verb == "complete" and step.unit(later) in units:
            yield step.unit(later), (shown.at, place)


def _first(units: Iterable[str]) -> list[str]:
    return list(units)[:1]
