"""Work of which nobody says that it is done: markers that are placed or taken away, boxes that are marked."""

from collections.abc import Iterable, Iterator, Mapping

from rules.barbarossa import actions as do
from rules.barbarossa.reading.step import Step
from rules.engine.evidence import Record
from rules.engine.reading import Read

BUILDS: Mapping[str, str] = {
    "lay_mines": "minefield",
    "build_pontoon": "pontoon",
    "dig_in": "trench",
    "clear_path": "path",
}
"""By order: the marker that is placed when the work is done."""
TAKES: Mapping[str, frozenset[str]] = {
    "clear_mines": frozenset({"minefield"}),
    "remove_wire": frozenset({"wire"}),
    "remove_obstacle": frozenset({"teeth"}),
    "place_charges": frozenset({"bunker", "bridge", "pontoon"}),
}
"""By order: the markers that disappear when the work is done."""


def placed(step: Step, record: Record) -> Iterable[Read]:
    """A marker lies somewhere: at the set-up somebody built it, else it may be the end of somebody's work."""
    piece, place = record.piece, record.get("h")
    if piece is None:
        return ()
    if step.position.state == "SETUP":
        step.reader.placed(piece, step.side)
        return ()
    builders = (unit for unit, order in _done(step) if BUILDS.get(order) == piece.name)
    near = (unit for unit in builders if place in _sites(step, unit))
    return tuple(_ended(step, unit, hex=place) for unit in _first(near))


def removed(step: Step, record: Record) -> Iterator[Read]:
    """A marker was taken off the map, by itself or as the end of somebody's work."""
    if record.piece is None or step.position.state == "SETUP":
        return
    name = step.reader.structure(record.piece, step.position, record.get("from"))
    step.reader.forget(record.piece)
    lies = step.position.structures.get(name)
    if lies is None:
        return
    at_it = [unit for unit, order in _at_work(step) if lies.kind in TAKES.get(order, ())]
    beside = [unit for unit in at_it if step.position.units[unit].hex in {lies.hex, lies.side}]
    if any(_says_so(step, unit) for unit in beside):
        return
    for unit in beside[:1]:
        yield _ended(step, unit, structure=name)
        return
    yield Read(do.Out(piece=name, by=step.side))


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
                yield option.unit, _order(step, option.unit)


def _at_work(step: Step) -> Iterator[tuple[str, str]]:
    """Units that are at work, with their orders: those that are done, and whose work takes no time."""
    for unit in step.position.units:
        order = _order(step, unit)
        due = any(do.Complete(unit=unit) in each.options for each in step.position.due)
        if due or order == "remove_wire":
            yield unit, order


def _order(step: Step, unit: str) -> str:
    state = step.position.units[unit]
    given = state.running or state.order
    return given.order if given else ""


def _sites(step: Step, unit: str) -> set[str]:
    """Where a unit may have built: in its hex, or in the one that its order names."""
    state = step.position.units[unit]
    given = state.running or state.order
    return {state.hex, given.hex if given else ""} - {""}


def _says_so(step: Step, unit: str) -> bool:
    """True where a unit says that it is done before the marker goes on."""
    for _, _, later in step.following():
        if later.verb == "phase":
            return False
        if later.verb == "complete" and step.unit(later) == unit:
            return True
    return False


def _first(units: Iterable[str]) -> list[str]:
    return list(units)[:1]
