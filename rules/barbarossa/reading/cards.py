"""What the records say of cards: numbers and boxes that are marked, supply, and who leaves the game."""

from collections.abc import Iterator
from itertools import takewhile

from rules.barbarossa import actions as do
from rules.barbarossa.reading import works
from rules.barbarossa.reading.dragging import leads_to
from rules.barbarossa.reading.step import Step
from rules.barbarossa.reading.texts import BREAK, CONTINUE
from rules.barbarossa.reading.words import STATUS, field, number
from rules.barbarossa.state import harm
from rules.barbarossa.state.model import STEPS
from rules.engine.evidence import Record
from rules.engine.reading import Read

BRAVERY = "bravery"
"""The number that the module changes together with the losses, in the same step."""
AMMO = "ammo"
BY_ORDERS = frozenset({AMMO, "defence"})
"""Numbers that may be marked with the order on which they depend."""
WHITHER, LOST = frozenset({"step", "out", "hide"}), "Lost"
"""Records of where a model goes, and for the one that goes into the box of the lost."""
SHOT_AT = frozenset(STEPS[: STEPS.index("S11")])
"""The steps in which a unit may still be hit in this round."""
SIDE, NO_ORDER = "Side", "none"


def cleared(step: Step, record: Record) -> Iterator[Read]:
    """All cards are cleared for a new round; in the middle of one that raises what was shot down of a defence."""
    clock = any(each.verb == "phase" for each in step.shown.records)
    for each in () if clock or step.position.state not in SHOT_AT else step.shown.altered:
        unit, was, now = step.reader.unit(each.piece), number(each.old), number(each.new)
        if unit and each.property == "defence" and was is not None and now is not None and was < now:
            yield Read(do.Mark(unit=unit, what="defence", value=now, was=was, by=step.side))


def mark(step: Step, record: Record) -> Iterator[Read]:
    """A number on a card was changed; several changes of it in one go are one."""
    unit, what = step.unit(record), record.get("what")
    if not unit or step.position.state == "SETUP":
        return
    value = number(record.get("v"))
    if what == "group":
        if value is not None:
            yield from _grouped(step, unit, value)
        return
    last = step.shown.at
    for seen, place, later in step.run("mark", unit):
        if later.get("what") not in {what, BRAVERY}:
            break
        if later.get("what") == what:
            value, last = number(later.get("v")), seen.at
        elif what != "losses" or seen.at != last:
            break
        step.reader.consume(seen.at, place)
    known = field(what)
    if known and value is not None and not _as_of_old(step, unit, known, value):
        again = step.again(record, unit)
        step.reader.pressing(unit, known, again or last)
        if known == "losses":
            yield from _merges_later(step, unit)
        elif known == AMMO:
            yield from _supplied_by_marks(step, unit, value)
        ordered = _planned(step, unit, record) if known in BY_ORDERS else ""
        was = number(record.get("was")) if known in harm.DERIVED else None
        yield Read(
            do.Mark(unit=unit, what=known, value=value, ordered=ordered, was=was, by=step.side), slip=bool(again)
        )


def _as_of_old(step: Step, unit: str, what: str, value: int) -> bool:
    """True for an old number that nobody had to wipe, and that stands there again when the player is done."""
    awaited = any((each.unit, each.what) == (unit, what) for each in step.position.options(do.Mark))
    stands = harm.shown(step.position, unit, what)
    return value == stands != harm.value_of(step.position, unit, what) and not awaited


def _merges_later(step: Step, unit: str) -> Iterator[Read]:
    """The merging by which a unit grows whose card is filled in before the model of the other one leaves the board."""
    for shown, place, later in step.before_the_clock():
        other = step.unit(later)
        leaves = later.verb == "out" and other and _merges_with(step, other) == unit
        if leaves and not _comes_back(step.later(shown, place), other):
            step.reader.consume(shown.at, place)
            yield from _merged(step, later)


def _merges_with(step: Step, unit: str) -> str:
    """The unit with which a unit is to merge now, each ordered to do so with the other; empty if there is none."""
    units = step.position.units
    order = units[unit].order if step.position.state == "S9" else None
    if order is None or order.order != "merge" or order.target not in units:
        return ""
    other = units[order.target].order
    return order.target if other is not None and (other.order, other.target) == ("merge", unit) else ""


def _merged(step: Step, record: Record) -> Iterator[Read]:
    """A model leaves the board; if it was to merge it has merged, whether the record says so or not."""
    unit, said = step.unit(record), record.get("what") == "Merged"
    into = step.first(record, "by") if said else _merges_with(step, unit)
    if into:
        merge = do.Merge(unit=into, other=unit, by=step.side)
        yield Read(merge) if said else Read(merge, "inferred", "record")
    yield Read(do.Out(piece=unit, by=step.side))


def gone(step: Step, unit: str) -> Iterator[Read]:
    """A model that lies with the lost: it was to be taken off, or has merged."""
    into = _merges_with(step, unit)
    if into:
        yield Read(do.Merge(unit=into, other=unit, by=step.side))
    if into or step.is_due(do.Out(piece=unit)):
        yield Read(do.Out(piece=unit, by=step.side))


def _supplied_by_marks(step: Step, unit: str, value: int) -> Iterator[Read]:
    """The supply by which the number on a card rises, or that of its source falls, where no record tells of it yet."""
    if step.position.state != "S12":
        return
    marked, said = {unit: value}, dict[str, tuple[int, int]]()
    for shown, place, later in step.before_the_clock():
        name = step.unit(later)
        if later.verb == "mark" and later.get("what") == AMMO:
            marked[name] = number(later.get("v")) or 0
        elif later.verb == "supply":
            said[name] = shown.at, place
    for name, state in step.position.units.items():
        order = state.work
        source = order.target if order and order.order == "receive_supply" else ""
        points = marked.get(name, 0) - state.ammo if _gives(step, source) else 0
        if unit in {name, source} and points > 0 and not step.position.fired.get(f"{name} supplied"):
            supply = do.Supply(unit=name, source=source, points=points, by=step.side)
            if name in said:
                step.reader.consume(*said[name])
            yield Read(supply) if name in said else Read(supply, "inferred", "record")


def _gives(step: Step, source: str) -> bool:
    """True for what can give supply: a unit that carries, or a box of it on the map."""
    units = step.battle.units
    return units[source].can("transport") if source in units else source in step.position.structures


def _planned(step: Step, unit: str, record: Record) -> str:
    """The order that a unit turns out to have got, while orders are written; empty if it does not come to light."""
    sealed = step.shown.planned.get(record.piece.facts.get(SIDE, ""), {}) if record.piece else {}
    if step.position.state != "PLANNING" or not sealed or record.piece is None:
        return ""
    running = step.position.units[unit].running
    goes_on = running.order if running else NO_ORDER
    word = sealed.get(record.piece.uid, "").partition(":")[0]
    return goes_on if word in {"", CONTINUE} else NO_ORDER if word == BREAK else word


def _grouped(step: Step, unit: str, value: int) -> Iterator[Read]:
    """Units joined the group of a number, or left their own; those that do so one after the other do it together."""
    side = step.battle.units[unit].side
    joining = [unit]
    for shown, place, later in step.following():
        other = step.unit(later)
        same = later.verb == "mark" and later.get("what") == "group" and number(later.get("v")) == value
        if not same or other not in step.battle.units or step.battle.units[other].side != side:
            break
        joining.append(other)
        step.reader.consume(shown.at, place)
    units = step.position.units
    name = f"{side}.{value}" if value else units[unit].group
    there = tuple(other for other, state in units.items() if name and state.group == name and other not in joining)
    if name:
        yield Read(do.Group(group=name, units=(*there, *joining) if value else there, by=step.side))


def state(step: Step, record: Record) -> Iterator[Read]:
    """A status box was marked or wiped."""
    unit, what, on = step.unit(record), record.get("what"), record.get("v") == "on"
    if not unit or step.position.state == "SETUP":
        return
    run = list(takewhile(lambda each: each[2].get("what") == what, step.run("state", unit)))
    if len(run) % 2:
        # Wiped only to be marked anew, or the other way round: nothing has changed but where that is due.
        shown, place, later = run[0]
        on = later.get("v") == "on"
        step.reader.consume(shown.at, place)
        if what in STATUS and not step.is_due(do.State(unit=unit, status=STATUS[what], on=on)):
            return
    if what == "Hidden":
        kind = do.Hide if on else do.Show
        if step.position.units[unit].hidden != on or step.is_due(kind(unit=unit)):
            yield Read(kind(unit=unit, by=step.side))
    elif what in STATUS:
        if what == "SetUp":
            yield from works.set_up(step, unit, on=on)
        beside, again = step.first(record, "at"), step.again(record, unit)
        if again:
            step.reader.pressing(unit, f"{what}_Level", again)
        yield Read(do.State(unit=unit, status=STATUS[what], on=on, beside=beside, by=step.side), slip=bool(again))


def supply(step: Step, record: Record) -> Iterator[Read]:
    """A unit takes supply: as much as its card is marked with next."""
    unit = step.unit(record)
    source = step.first(record, "by") or next(iter(step.structures(record, "by")), "")
    if not unit or not source:
        return
    order = step.position.units[unit].work
    points = (order.number or 0) if order else 0
    yield Read(do.Supply(unit=unit, source=source, points=points or _points(step, unit, source), by=step.side))


def _points(step: Step, unit: str, source: str) -> int:
    """As many points as the cards are marked with later in this step: more on the one, fewer on the other."""
    units, marked = step.position.units, dict[str, int]()
    for _, _, later in step.following():
        name = step.unit(later)
        if later.verb == "phase" or (later.verb == "supply" and name in {unit, source}):
            break
        if later.verb == "mark" and later.get("what") == "ammo":
            marked[name] = number(later.get("v")) or 0
    more = marked.get(unit, 0) - units[unit].ammo
    fewer = units[source].ammo - marked[source] if source in marked else 0
    return min((points for points in (more, fewer) if points > 0), default=0)


def out(step: Step, record: Record) -> Iterator[Read]:
    """A model went off the map for good, to its airfield, into another unit or to load."""
    unit, what = step.unit(record), record.get("what")
    if not unit or step.position.state == "SETUP":
        return
    if what in {"Returned", "Loading"}:
        yield from step.reader.declared(step, record)
    elif step.is_due(do.Out(piece=unit)):
        yield Read(do.Out(piece=unit, by=step.side))
    elif what == "Merged" or not _comes_back(step, unit):
        yield from _merged(step, record)


def _comes_back(step: Step, unit: str) -> bool:
    """True for a model that goes from the box of the lost to another one, back, or to where it goes or comes in."""
    here, run = step.position.units[unit].hex, [(step.shown, step.place)]
    for shown, place, later in step.before_the_clock():
        if later.verb not in WHITHER or step.unit(later) != unit:
            continue
        if later.verb == "step" and later.get("h") == here:
            run.append((shown, place))
        leads = later.get("h") in {here, *leads_to(step, unit)} - {""}
        back = leads if later.verb == "step" else later.get("what") != LOST
        for seen, at in run if back else ():
            step.reader.consume(seen.at, at)
            step.reader.overlook(seen.at, unit)
        return back
    return False
