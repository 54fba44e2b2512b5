"""What the records say that the players did, verb by verb."""

from collections.abc import Iterable, Iterator

from rules.barbarossa import actions as do
from rules.barbarossa.ground import neighbour
from rules.barbarossa.reading import texts
from rules.barbarossa.reading.step import Step
from rules.barbarossa.reading.words import AT_PLACES, BLOWS, SHOTS, STATES, STATUS, field, number
from rules.engine.evidence import Record
from rules.engine.reading import Read

WORKS = frozenset({"trench", "bunker"})
ORDER = "order"
"""A sealed text that is an order of the round."""
SMOKE = "smoke"


# ---------------------------------------------------------------------------------------------------- the clock
def phase(step: Step, record: Record) -> Iterator[Read]:
    """The marker went on; whoever had not said that he is ready is so now."""
    to = STATES.get(record.get("p") or record.get("new"), "")
    if not to or to == step.position.state:
        return
    if step.position.state == "SETUP":
        for side in step.battle.sides:
            if side not in step.position.ready:
                yield from step.reader.set_up(side, step.position, step.board())
    yield Read(do.Advance(to=to, by=step.side))


def done(step: Step, record: Record) -> Iterator[Read]:
    """A side is done: with the set-up, or with a step."""
    if step.position.state != "SETUP":
        yield Read(do.StepDone(by=step.side))
        return
    for side in (step.side,) if step.side else step.battle.sides:
        yield from step.reader.set_up(side, step.position, step.board())


def commit(step: Step, _: Record) -> Iterator[Read]:
    """A side has sealed its orders."""
    yield Read(do.OrdersDone(by=step.side))


def key(step: Step, record: Record) -> Iterator[Read]:
    """A side opens its orders: what was under the seals is known, unless the key opens nothing or something else."""
    side = step.reader.side(record.get("s")) or step.side
    yield Read(do.Reveal(by=side))
    for each in step.shown.opened:
        unit = step.reader.unit(each.piece)
        if unit and each.kind == ORDER:
            text = each.text if each.counts else ""
            yield Read(texts.action(step.battle.orders, unit, text, step.reader.named, step.battle.units[unit].side))


def reveal(step: Step, record: Record) -> Iterator[Read]:
    """A card says its order; nothing new if its seal has said it."""
    unit = step.unit(record)
    state = step.position.units.get(unit)
    if state is not None and state.order is None and not state.running:
        side = step.battle.units[unit].side
        yield Read(texts.action(step.battle.orders, unit, record.get("o"), step.reader.named, side))


def opened(step: Step, record: Record) -> Iterator[Read]:
    """What was sealed apart is opened: an ambush, or the kind of a minefield; what does not fit its seal says nothing."""
    unit = step.unit(record)
    found_here = [each for each in step.shown.opened if each.kind != ORDER and each.counts]
    text = next((each.text for each in found_here if record.piece and each.piece.uid == record.piece.uid), "")
    if unit:
        found = texts.opened(step.battle.orders, unit, text, step.reader.named, step.side)
        if found:
            yield Read(found)
        return
    word, _, kind = text.partition(":")
    if word == "mines":
        name = step.reader.structure(record.piece, step.position, record.get("h"))
        yield Read(do.Uncover(structure=name, kind=kind, by=step.side))


def result(step: Step, record: Record) -> Iterator[Read]:
    """The game is declared over."""
    what = record.get("what")
    yield Read(do.Conclude(winner="" if what == "Draw" else step.reader.side(what), by=step.side))


# ------------------------------------------------------------------------------------------------------ movement
def moved(step: Step, record: Record) -> Iterator[Read]:
    """A model moved: by its own feet, out of the air, from hiding or from a carrier."""
    unit, place, how = step.unit(record), record.get("h"), record.get("a")
    if not unit or step.position.state == "SETUP":
        return
    state = step.position.units[unit]
    if step.battle.units[unit].flies:
        kind = do.Fly if state.hex else do.TakeOff
        yield Read(kind(unit=unit, hex=place, by=step.side))
    elif state.carrier:
        yield Read(do.Leave(unit=unit, hex=place, by=step.side))
    elif state.off_board or how == "Show":
        yield Read(do.Show(unit=unit, hex=place, by=step.side))
    elif not state.hex:
        yield Read(do.Enter(unit=unit, hex=place, facing=record.get("face"), by=step.side))
    else:
        yield from along(step, unit, place, fights=how == "Assault")


def along(step: Step, unit: str, goal: str, *, fights: bool) -> Iterator[Read]:
    """A move hex by hex; one that was dragged over several hexes is read along the route, else along a shortest way."""
    here, grid = step.position.units[unit].hex, step.battle.ground.grid
    if here == goal:
        return
    if goal not in grid or here not in grid or grid.distance(here, goal) == 1:
        yield Read(do.Step(unit=unit, hex=goal, fights=fights, by=step.side))
        return
    order = step.position.units[unit].order
    route = order.route if order else ()
    made = len(step.position.stepped.get(unit, ())) - 1
    rest = route[max(made, 0) :]
    way = rest[: rest.index(goal) + 1] if goal in rest else _shortest(step, here, goal)
    for place in way:
        yield Read(do.Step(unit=unit, hex=place, fights=fights, by=step.side), "inferred", "path")


def _shortest(step: Step, start: str, goal: str) -> tuple[str, ...]:
    grid, way, here = step.battle.ground.grid, list[str](), start
    while here != goal:
        here = min(grid.neighbours(here), key=lambda each: (grid.distance(each, goal), each))
        way.append(here)
    return tuple(way)


def halt(step: Step, record: Record) -> Iterator[Read]:
    """A unit stops."""
    unit = step.unit(record)
    if unit:
        yield Read(do.Halt(unit=unit, by=step.side))


def face(step: Step, record: Record) -> Iterator[Read]:
    """A unit turns; several turns of the same unit in one go are one."""
    unit = step.unit(record)
    if not unit or step.position.state == "SETUP":
        return
    facing = record.get("v")
    for shown, place, later in step.following():
        if later.verb != "face" or step.unit(later) != unit:
            break
        facing = later.get("v")
        step.reader.consume(shown.step, place)
    yield Read(do.Turn(unit=unit, facing=facing, by=step.side))


def hide(step: Step, record: Record) -> Iterator[Read]:
    """A unit disappears."""
    unit = step.unit(record)
    if unit and step.position.state != "SETUP":
        yield Read(do.Hide(unit=unit, by=step.side))


def found(step: Step, record: Record) -> Iterator[Read]:
    """A hidden unit is found."""
    unit = step.unit(record)
    if unit:
        yield Read(do.Found(unit=unit, finder=step.first(record, "by"), by=step.side))


def ride(step: Step, record: Record) -> Iterator[Read]:
    """A unit gets on or off, is hitched, goes into works or comes out."""
    unit, what = step.unit(record), record.get("what")
    if not unit or step.position.state == "SETUP":
        return
    if what in {"Mount", "Tow"}:
        for carrier in step.units(record, "at")[:1]:
            yield Read(do.Board(unit=unit, carrier=carrier, towed=what == "Tow", by=step.side))
    elif what == "Occupy":
        yield from (Read(do.Occupy(unit=unit, structure=name, by=step.side)) for name in _works(step, record, unit)[:1])
    elif what == "Leave" and step.position.units[unit].carrier:
        yield Read(do.Leave(unit=unit, hex=record.get("h"), by=step.side))
    elif what == "Leave":
        yield Read(do.Show(unit=unit, by=step.side))


def _works(step: Step, record: Record, unit: str) -> tuple[str, ...]:
    """The works that were named, or the only ones of the hex."""
    named = step.structures(record, "at")
    if named:
        return named
    here = step.position.units[unit].hex
    return tuple(
        name for name, each in step.position.structures.items() if each.kind in WORKS and here in {each.hex, each.side}
    )


# ------------------------------------------------------------------------------------------------------- fighting
def fire(step: Step, record: Record) -> Iterator[Read]:
    """A shot or a blow is declared; the target speaks, the shooters are named."""
    purpose, target = record.get("p"), step.unit(record)
    dice, accuracy = number(record.get("dice").removesuffix("d6")), number(record.get("acc"))
    for unit in step.units(record, "by"):
        if purpose in BLOWS and target:
            yield Read(do.Strike(unit=unit, target=target, dice=dice, accuracy=accuracy, by=step.side))
        elif purpose == "SMOKE":
            yield from _smoke(step, record, unit)
        elif purpose in SHOTS:
            aimed = target or _structure(step, record)
            yield Read(
                do.Fire(
                    unit=unit,
                    target=aimed if target or purpose not in AT_PLACES else "",
                    hex=record.get("h") if purpose in AT_PLACES else "",
                    kind=SHOTS[purpose],
                    dice=dice,
                    accuracy=accuracy,
                    after=step.first(record, "after"),
                    again=record.get("again") == "yes",
                    by=step.side,
                )
            )


def _structure(step: Step, record: Record) -> str:
    return step.reader.structure(record.piece, step.position, record.get("h")) if record.piece else ""


def _smoke(step: Step, record: Record, unit: str) -> Iterator[Read]:
    """Smoke on two hexes: the markers are placed in the steps that follow."""
    placed: list[str] = []
    for shown, place, later in step.following():
        if later.verb == "fire":
            break
        if later.verb == "place" and later.piece is not None and later.piece.name == SMOKE and len(placed) < 2:
            placed.append(later.get("h"))
            step.reader.consume(shown.step, place)
    order = step.position.units[unit].order
    hexes = placed or [order.hex if order and order.hex else record.get("h")]
    main = order.hex if order and order.hex in hexes else hexes[0]
    also = next((place for place in hexes if place != main), "")
    yield Read(do.Smoke(unit=unit, hex=main, also=also, by=step.side))


def roll(step: Step, record: Record) -> Iterator[Read]:
    """Dice fell."""
    dice = tuple(value for part in record.get("res").split(",") if (value := number(part)) is not None)
    who = step.first(record, "who") or step.first(record, "by")
    yield Read(do.Roll(purpose=record.get("p"), who=who, dice=dice, by=step.side))


# ------------------------------------------------------------------------------------------------------ the cards
def mark(step: Step, record: Record) -> Iterator[Read]:
    """A number on a card was changed; several changes of it in one go are one."""
    unit, what = step.unit(record), record.get("what")
    if not unit or step.position.state == "SETUP":
        return
    value = number(record.get("v"))
    for shown, place, later in step.following():
        if later.verb != "mark" or step.unit(later) != unit or later.get("what") != what:
            break
        value = number(later.get("v"))
        step.reader.consume(shown.step, place)
    if what == "group" and value is not None:
        yield from _grouped(step, unit, value)
    known = field(what)
    if known and value is not None:
        yield Read(do.Mark(unit=unit, what=known, value=value, by=step.side))


def _grouped(step: Step, unit: str, value: int) -> Iterator[Read]:
    """A unit joined the group of a number, or left its own."""
    side = step.battle.units[unit].side
    name = f"{side}.{value}" if value else step.position.units[unit].group
    others = tuple(
        other for other, state in step.position.units.items() if state.group == name and other != unit and name
    )
    if name:
        yield Read(do.Group(group=name, units=(*others, unit) if value else others, by=step.side))


def state(step: Step, record: Record) -> Iterator[Read]:
    """A status box was marked or wiped."""
    unit, what, on = step.unit(record), record.get("what"), record.get("v") == "on"
    if not unit or step.position.state == "SETUP":
        return
    if what == "Hidden":
        kind = do.Hide if on else do.Show
        yield Read(kind(unit=unit, by=step.side))
    elif what in STATUS:
        beside = step.first(record, "at")
        yield Read(do.State(unit=unit, status=STATUS[what], on=on, beside=beside, by=step.side))


def supply(step: Step, record: Record) -> Iterator[Read]:
    """A unit takes supply: as much as its card is marked with next."""
    unit = step.unit(record)
    source = step.first(record, "by") or next(iter(step.structures(record, "by")), "")
    if not unit or not source:
        return
    points = 0
    for _, _, later in step.following():
        if later.verb == "supply":
            break
        if later.verb == "mark" and step.unit(later) == unit and later.get("what") == "ammo":
            points = max(points, (number(later.get("v")) or 0) - step.position.units[unit].ammo)
    yield Read(do.Supply(unit=unit, source=source, points=points, by=step.side))


def out(step: Step, record: Record) -> Iterator[Read]:
    """A model went off the map for good, to its airfield, into another unit or to load."""
    unit, what = step.unit(record), record.get("what")
    if not unit or step.position.state == "SETUP":
        return
    if what == "Returned":
        yield Read(do.Return(unit=unit, by=step.side))
    elif what == "Merged":
        yield from (Read(do.Merge(unit=other, other=unit, by=step.side)) for other in step.units(record, "by")[:1])
        yield Read(do.Out(piece=unit, by=step.side))
    elif what == "Loading":
        yield Read(do.Hide(unit=unit, by=step.side))
    else:
        yield Read(do.Out(piece=unit, by=step.side))


# ---------------------------------------------------------------------------------------------- works and markers
def complete(step: Step, record: Record) -> Iterator[Read]:
    """A unit says that it is done: what is placed next is what it made."""
    unit = step.unit(record)
    if not unit:
        return
    if step.battle.units[unit].flies:
        yield Read(do.Drop(unit=unit, hex=record.get("h"), piece=_made(step)[0], by=step.side))
        return
    name, place, side = _made(step)
    order = step.position.units[unit].running or step.position.units[unit].order
    shifts = order is not None and order.order in {"set_up", "pack_up"}
    yield Read(
        do.Complete(
            unit=unit, structure=name, hex=place or (record.get("h") if shifts else ""), side=side, by=step.side
        )
    )


def _made(step: Step) -> tuple[str, str, str]:
    """The structure that is placed before anything else is done: its name, hex, and the neighbour beyond its side."""
    for shown, place, later in step.following():
        if later.verb == "place" and later.piece is not None:
            step.reader.consume(shown.step, place)
            hex_, facing = later.get("h"), later.get("face")
            name = step.reader.structure(later.piece, step.position, hex_, facing)
            return name, hex_, beyond(step, hex_, facing)
        if later.verb not in {"seal", "face"}:
            break
    return "", "", ""


def beyond(step: Step, place: str, facing: str) -> str:
    """The neighbour beyond the side of a hex that a marker faces."""
    grid = step.battle.ground.grid
    return neighbour(step.battle.ground, place, facing) if place in grid and facing else ""


def placed(step: Step, record: Record) -> Iterable[Read]:
    """A marker lies somewhere; what it is for was said before, or nobody said it."""
    return ()


def removed(step: Step, record: Record) -> Iterator[Read]:
    """A marker was taken off the map."""
    if record.piece is None or step.position.state == "SETUP":
        return
    name = step.reader.structure(record.piece, step.position, record.get("from"))
    if name in step.position.structures:
        yield Read(do.Out(piece=name, by=step.side))
