"""What the records of a round say: the marker, orders that are sealed and opened, the end of the game."""

from collections.abc import Collection, Iterator, Mapping

from msgspec import structs

from rules.barbarossa import actions as do
from rules.barbarossa.air.flight import drops_in
from rules.barbarossa.fire.aiming import WAYS
from rules.barbarossa.hiding.hidden import step_of_hiding
from rules.barbarossa.orders.terms import FLIGHTS, MOVES
from rules.barbarossa.reading import texts
from rules.barbarossa.reading.step import Step
from rules.barbarossa.reading.words import LAYERS, SHOTS, STATES, STATUS, is_on, number
from rules.barbarossa.state.bravery import may_test
from rules.barbarossa.state.harm import shown as stands
from rules.barbarossa.state.marks import packs_up
from rules.barbarossa.state.model import STEPS
from rules.barbarossa.turn.sequence import ORDER as ROUND
from rules.barbarossa.works.engineers import AT_ONCE
from rules.engine.actions import Action, words_of
from rules.engine.dice import Roll
from rules.engine.evidence import Piece, Record, Shown
from rules.engine.reading import Read

SEALED = "order"
"""A sealed text that is an order of the round."""
MINES = frozenset({"mines", "minefield"})
"""What a text begins with that says of which kind mines are."""
BLUFF = "dummy"
"""Mines of this kind are none; their marker may be left lying."""
WAITS = {"PLANNING": ("commit", "ready"), "REVEAL": ("key", "opened")}
"""By state: the record with which each side ends it, and where the position counts those that have."""
QUIET = frozenset({"order", "word", "seal", "reveal", "done", "round", "mark"})
"""Records that may stand between the marker and what was forgotten before it."""
NEUTRAL = frozenset({"round", "aim", "check", "fireend", "seal"})
"""Records that say nothing yet of the step to which a deed belongs."""
NAMES = ("by", "at", "who")
"""The keys of a record that name units."""
DOES: Mapping[str, tuple[type[Action], ...]] = {
    "roll": (Roll,),
    "fire": (do.Fire, do.Strike, do.Duel),
    "place": (do.Smoke, do.Complete, do.Drop),
    "remove": (do.Out, do.Complete),
    "state": (do.Hide, do.Show, do.Complete),
    "out": (do.Out, do.Return, do.Hide),
    "hide": (do.Hide,),
    "step": (do.Show, do.Leave, do.Step),
    "ride": (do.Leave, do.Show),
    "complete": (do.Complete, do.Drop),
}
"""By verb: what that is due a record of it can tell."""
HANGS = frozenset({"mark", "state", "roll", "fire", "out", "place"})
"""Records that may hang on a deed of the same unit."""
MELEE = "S6"
"""The step of all blows on the ground."""
BOXED_IN = {("DugIn", "on", "defend"): "S1", ("SetUp", "on", "set_up"): "S12"}
"""By box, how it is marked, and order: the step in which that is done."""
SHOWS = frozenset({"key", "reveal"})
"""Records by which orders are opened."""
UNTIED = frozenset({"mark", "roll"})
"""Records of bookkeeping and of dice: nothing but their step says whether they come in time."""
WITH_ITS_ORDER: Mapping[str, tuple[str, ...]] = {
    "defend": ("ride",),
    "change_fof": ("face",),
    "mount": ("ride", "step"),
    "dismount": ("ride", "step"),
    "tow": ("ride", "step"),
    "merge": ("out",),
    "load_supply": ("out",),
}
"""By order: the records of what is done in its step."""
LEAVES = frozenset({"Merged", "Loading"})
"""Why a model leaves the board by its order."""


# ---------------------------------------------------------------------------------------------------- the clock
def phase(step: Step, record: Record) -> Iterator[Read]:
    """The marker went on; whoever had not said that he is ready is so now.

    Where it goes on several times in a step, or goes back at once, only where it ends counts.
    """
    marked = _mark_of(record)
    at_once = [each for each in step.run("phase") if each[0] is step.shown]
    for shown, place, later in step.put_back(record, lambda each: _order(_mark_of(each))) or at_once:
        marked = _mark_of(later)
        step.reader.consume(shown.at, place)
    old, to = _order(step.reader.marker), _order(marked)
    step.reader.marker = marked
    states = _passed(step, *marked, onward=old < to, follows=(0, -1) < old < to)
    if not states:
        return
    if step.position.state == "SETUP":
        late = put_up_late(step)
        for side in step.battle.sides:
            if side not in step.position.ready:
                yield from step.reader.set_up(side, step.position, step.board(), late)
    belated = _belated(step) if len(states) == 1 else None
    if belated:
        step.reader.hold(belated, states[0], step.side)
    else:
        yield from _goes_on(step, states, step.side)


def put_up_late(step: Step) -> frozenset[str]:
    """The units that are put where the scenario says before anything else is done, a step of the marker too late."""
    found, run = set[str](), list[tuple[int, int, str]]()
    for shown, place, later in step.following():
        unit = step.unit(later)
        if later.verb in {"round", "done"}:
            continue
        if later.verb != "step" or unit not in step.battle.begins:
            break
        run.append((shown.at, place, unit))
        if later.get("h") == step.battle.begins[unit].hex:
            found.add(unit)
            for at, where, mover in run:
                if mover == unit:
                    step.reader.consume(at, where)
            for at in (step.shown.at, *(each[0] for each in run if each[0] < shown.at)):
                step.reader.overlook(at, unit)
    return frozenset(found)


def released(step: Step, to: str, by: str) -> Iterator[Read]:
    """The marker goes on, now that what belongs before it is done."""
    yield from _goes_on(step, (to,), by)


def _goes_on(step: Step, states: tuple[str, ...], by: str) -> Iterator[Read]:
    left = step.position.state
    yield from _so_already(step, {left, *states[:-1]})
    for state in states:
        if left == "REVEAL":
            yield from _unopened(step)
        goes = do.Advance(to=state, by=by)
        # That nobody pressed a button does not prove that somebody was not ready, nor dice for nobody whose they were.
        unsure = _missing(step, left) or step.reader.guessed == (step.position.round, left)
        yield Read(goes, "inferred", "declaration") if unsure else Read(goes)
        left = state


def _mark_of(record: Record) -> tuple[str, int | None]:
    """The state to which the marker goes, and the round."""
    return STATES.get(record.get("p"), ""), number(record.get("t"))


def _order(mark: tuple[str, int | None]) -> tuple[int, int]:
    return mark[1] or 0, ROUND.index(mark[0]) if mark[0] in ROUND else -1


def _passed(step: Step, to: str, turn: int | None, *, onward: bool, follows: bool) -> tuple[str, ...]:
    """The states that the marker goes through: those that are skipped have nothing in them, or the referee says so.

    A marker that goes on to where the game has come without it goes through none: it follows, where it is known to come
    from an earlier state of the round.
    """
    now = step.position.state
    if not to or (to == now and turn in {None, step.position.round}):
        return ()
    if now not in ROUND or to not in ROUND:
        return (to,)
    here, there, later = ROUND.index(now), ROUND.index(to), turn == step.position.round + 1
    if there > here and not later:
        return ROUND[here + 1 : there + 1]
    if onward and not later and (now != ROUND[-1] or follows):
        return ()
    return (*ROUND[here + 1 :], *ROUND[: there + 1]) if later or now == ROUND[-1] else (to,)


def _missing(step: Step, state: str) -> set[str]:
    """The sides that have not said in a state that they are done with it, and do not say so next."""
    known = WAITS.get(state, ("", ""))[1]
    return set(step.battle.sides) - set(getattr(step.position, known)) - step.late if known else set()


def _said_late(step: Step) -> tuple[int, int] | None:
    """The last record by which sides seal or open their orders just after the marker, which belong before it."""
    verb, missing = WAITS[step.position.state][0], _missing(step, step.position.state)
    last: tuple[int, int] | None = None
    for shown, place, later in step.following() if missing else ():
        side = step.reader.side(later.get("s"))
        if (later.verb == verb and side in missing) or (last and verb == "key" and later.verb == "reveal"):
            missing.discard(side)
            last = shown.at, place
        elif later.verb not in QUIET:
            break
    return last


def _belated(step: Step) -> tuple[int, int] | None:
    """The last of the records that stand just after the marker and belong before it; None if there are none.

    Who moves the marker too soon, and sees it before anything else is done, has done all in its order.
    """
    if step.position.state in WAITS:
        return _said_late(step)
    last: tuple[int, int] | None = None
    named = set[str]()
    for shown, place, later in step.following() if step.position.state in STEPS else ():
        if later.verb in NEUTRAL or step.reader.was_read(shown.at, place):
            continue
        inner = step.later(shown, place)
        if not _belongs_before(inner, later, named):
            break
        last = shown.at, place
        named |= {inner.unit(later), *(unit for key in NAMES for unit in inner.units(later, key))} - {""}
        if later.verb == "place":
            named |= {each.unit for each in _due_now(step) if isinstance(each, do.Smoke)}
    return last


def _belongs_before(step: Step, record: Record, named: Collection[str]) -> bool:
    """True for what was due in the step that the marker has left, and what hangs on such a deed of the same units."""
    due = _step_of(step, record)
    if due:
        return due == step.position.state
    if record.verb in {"mark", "state"} and _marks_what_is_due(step, record):
        return True
    if (record.verb, record.get("what")) == ("mark", "smoke"):
        return any(isinstance(each, do.Smoke) and each.unit == step.unit(record) for each in _due_now(step))
    if record.verb in DOES and any(_is_meant(step, record, each) for each in _due_now(step)):
        return True
    hangs = record.verb in HANGS and not (record.verb == "roll" and record.get("p") == "TEST")
    return hangs and not {step.unit(record), *step.units(record, "by"), *step.units(record, "who")}.isdisjoint(named)


def _due_now(step: Step) -> Iterator[Action]:
    """What has to be done, or may be, before the step is over."""
    for due in step.position.due:
        if due.until == step.position.state:
            yield from due.options


def _is_meant(step: Step, record: Record, option: Action) -> bool:
    """True for a record that tells what is due."""
    if not isinstance(option, DOES[record.verb]):
        return False
    if isinstance(option, Roll):
        return record.get("p") in {option.purpose, ""} and step.first(record, "who") == option.who
    if record.piece is not None and not step.unit(record):
        return _of_marker(step, record, option)
    names = {step.unit(record), *step.units(record, "by")} - {""}
    return not names.isdisjoint(words_of(option))


def _of_marker(step: Step, record: Record, option: Action) -> bool:
    """True for a marker that is laid or taken away as is due."""
    kind = record.piece.name if record.piece else ""
    match option:
        case do.Out(piece=piece):
            lies = step.position.structures.get(piece)
            return lies is not None and (lies.kind, lies.hex) == (kind, record.get("from"))
        case do.Complete(unit=unit):
            known = step.battle.printed(step.work(unit))
            return kind in {known.builds, *known.takes}
    return isinstance(option, do.Smoke) and kind == "smoke"


def _so_already(step: Step, left: Collection[str]) -> Iterator[Read]:
    """Status boxes that are to be as they are anyway: what was never marked, or is wiped already, need not be wiped."""
    owed = [due.options[0] for due in step.position.due if due.must and due.until in left and due.options]
    boxes: list[do.State | do.Complete] = [
        each for each in owed if isinstance(each, do.State) and each.status in LAYERS
    ]
    saying = {step.unit(record) for record in step.shown.records}
    works = [each for each in owed if isinstance(each, do.Complete) and each.unit not in saying]
    units = step.position.units
    boxes += [each for each in works if packs_up(units[each.unit]) and units[each.unit].set_up]
    lies = {step.reader.unit(lying.piece): lying for lying in step.board().pieces} if boxes else {}
    for box in boxes:
        model = lies.get(box.unit)
        shown, on = (box.status, box.on) if isinstance(box, do.State) else ("set-up", False)
        if model is not None and is_on(model, LAYERS[shown]) == on:
            yield Read(structs.replace(box, by=step.battle.units[box.unit].side), "seen")


def _marks_what_is_due(step: Step, record: Record, *, by_now: bool = True) -> bool:
    """True for a number or a box of a card that has to change, or may, before the step is over; or ever."""
    unit, what = step.unit(record), record.get("what")
    due = [each for each in step.position.due if not by_now or each.until == step.position.state]
    for option in (option for each in due for option in each.options):
        mark = isinstance(option, do.Mark) and (option.unit, option.what) == (unit, what)
        on = record.get("v") == "on"
        box = isinstance(option, do.State) and (option.unit, option.status, option.on) == (unit, STATUS.get(what), on)
        if (mark and record.verb == "mark") or (box and record.verb == "state"):
            return True
    return False


def _unopened(step: Step) -> Iterator[Read]:
    """Orders that were sealed and that nobody has opened: they are unknown."""
    for lying in step.board().pieces:
        unit = step.reader.unit(lying.piece)
        if unit and lying.properties.get("Cipher") and step.reader.told(unit, step.position.round):
            yield Read(do.Order(unit=unit, by=step.battle.units[unit].side), "seen")
    for side in step.battle.sides:
        yield from _never_written(step, side)


def _never_written(step: Step, side: str) -> Iterator[Read]:
    """A side that wrote nothing down with the module, and opened nothing, has given its orders elsewhere."""
    known = [name for name, each in step.position.units.items() if step.battle.units[name].side == side]
    if side in step.position.opened or side in step.late or any(step.position.units[name].order for name in known):
        return
    for name in known:
        unit = step.position.units[name]
        able = unit.standing and not unit.flagged and unit.running is None
        if able and step.reader.told(name, step.position.round):
            yield Read(do.Order(unit=name, by=side), "inferred", "order")


# ---------------------------------------------------------------------------------------------- a marker left behind
def catch_up(step: Step, record: Record) -> Iterator[Read]:
    """The steps between the marker and what is done, where somebody has only forgotten to move it on.

    That is so where the marker catches up later, or nobody touches it any more, and nothing of an earlier step is done
    until then; and where orders are sealed, for a new round has begun.
    """
    if record.verb == "commit" and step.now == ROUND[-1]:
        yield Read(do.Advance(to=ROUND[0], by=step.side), "inferred", "declaration")
        step.now = ROUND[0]
        return
    if step.now == "PLANNING" and record.verb in SHOWS and set(step.position.ready) >= set(step.battle.sides):
        yield Read(do.Advance(to="REVEAL", by=step.side), "inferred", "declaration")
        step.now = "REVEAL"
        return
    stale = record.verb == "roll" and not step.reader.announced
    due = "" if stale else _step_of(step, record)
    if not due or not _underway(step) or ROUND.index(due) <= ROUND.index(step.now) or not _lags(step, due):
        return
    if step.now == "REVEAL":
        yield from _unopened(step)
    unsaid = record.verb in UNTIED and due == ROUND[-1] and not _catches_up(step, due)
    for state in ROUND[ROUND.index(step.now) + 1 : ROUND.index(due) + 1]:
        goes = do.Advance(to=state, unsaid=unsaid and state == due, by=step.side)
        yield Read(goes, "inferred", "rest" if unsaid else "declaration")
    step.now = due


def _catches_up(step: Step, due: str) -> bool:
    """True for a marker that is moved on later, as far as what is done or farther."""
    there = step.position.round, ROUND.index(due)
    marks = (_order(_mark_of(later)) for _, _, later in step.following() if later.verb == "phase")
    return any(mark >= there for mark in marks)


def _underway(step: Step) -> bool:
    """True in the twelve steps, and once both sides have opened their orders."""
    return step.now in STEPS or (step.now == "REVEAL" and set(step.position.opened) >= set(step.battle.sides))


def _lags(step: Step, due: str) -> bool:
    """Whether the marker was left behind; not where it is moved to a step before the one due and play goes on there."""
    now, there = ((step.position.round, ROUND.index(state)) for state in (step.now, due))
    moved = used = False
    old = _order(step.reader.marker)
    for _, _, later in step.following():
        if later.verb == "phase":
            mark = _order(_mark_of(later))
            if mark >= there:
                return True
            if mark > now:
                moved = True
            elif old >= mark:
                return False
            old = mark
            continue
        used = moved
        other = _step_of(step, later)
        if other and STEPS.index(other) < STEPS.index(due):
            return False
    return not used


def _step_of(step: Step, record: Record) -> str:
    """The step to which a deed belongs by the order of its unit; empty if none is certain."""
    if record.get("p") == "SMOKE":
        smokes = record.verb in {"aim", "fire"} and "smoke" in {_ordered(step, each) for each in _aiming(step, record)}
        return "S3" if smokes else ""
    if record.verb == "fire":
        return _step_of_shot(step, record)
    if record.verb == "roll":
        return _step_of_roll(step, record.get("p"), step.first(record, "who"))
    unit = step.unit(record)
    if not unit or _may_come(step, record, unit):
        return ""
    if step.battle.units[unit].flies:
        return _step_of_flight(step, record, unit)
    state, order = step.position.units[unit], _ordered(step, unit)
    if record.verb in WITH_ITS_ORDER.get(order, ()) and (record.verb != "out" or record.get("what") in LEAVES):
        return step.battle.step_of(order)
    if record.verb == "complete":
        return "S9" if order in AT_ONCE else "S12" if step.battle.printed(order).done else ""
    if record.verb == "state":
        return BOXED_IN.get((record.get("what"), record.get("v"), step.work(unit)), "")
    if record.verb == "hide":
        return step_of_hiding(step.case(Action()), unit) if order == "ambush" and step.now != "REVEAL" else ""
    if record.verb == "step" and state.order is not None and record.get("h") in state.order.route:
        return "S6" if state.order.order == "assault" else "S10" if step.battle.among(state.order.order, MOVES) else ""
    if record.verb == "mark" and record.get("what") == "boxes":
        return "S12" if state.order is not None and _next_box(step, record, unit) else ""
    return ""


def _next_box(step: Step, record: Record, unit: str) -> bool:
    """True for the next time box of a unit's work; an old number that nobody wiped may be clicked down to it."""
    (was, value), done = _counted(record), step.position.units[unit].boxes
    old = stands(step.position, unit, "boxes") > done
    for _, _, later in step.run("mark", unit) if old else ():
        if later.get("what") != "boxes":
            break
        _, value = _counted(later)
    return value == done + 1 and (was < value or (old and was > value))


def _step_of_shot(step: Step, record: Record) -> str:
    """The step to which a shot or a blow belongs; empty if none is certain."""
    shooter, way = step.first(record, "by"), WAYS.get(SHOTS.get(record.get("p"), "fire"))
    if record.get("p") == "MELEE":
        return MELEE if shooter and not step.battle.units[shooter].flies else ""
    ordered = record.get("p") in SHOTS and way is not None and _ordered(step, shooter) == way.order
    return way.steps[-1] if way is not None and ordered and len(way.steps) == 1 else ""


def _may_come(step: Step, record: Record, unit: str) -> bool:
    """True for a number that has to change sooner or later, and for a hex to which a unit goes as a test has failed."""
    if record.verb == "mark":
        return _marks_what_is_due(step, record, by_now=False)
    goes = do.Step(unit=unit, hex=record.get("h"))
    return record.verb == "step" and any(goes in due.options for due in step.position.due)


def _counted(record: Record) -> tuple[int, int]:
    """The numbers of a card before and after it was marked."""
    was, value = (number(record.get(each)) or 0 for each in ("was", "v"))
    return was, value


def _aiming(step: Step, record: Record) -> tuple[str, ...]:
    """Who aims, or fires."""
    return step.units(record, "by") if record.verb == "fire" else (step.unit(record),)


def _step_of_flight(step: Step, record: Record, unit: str) -> str:
    """The step to which a deed of an aircraft belongs; empty if none is certain."""
    order = _ordered(step, unit)
    if record.verb == "complete":
        return drops_in(step.battle, order)
    if record.verb == "mark" and record.get("what") in {"air", "boxes"}:
        was, value = _counted(record)
        landed = record.get("what") == "air" and value == 1
        return "S12" if value == was + 1 and not landed else ""
    flies = record.verb == "step" and step.battle.among(order, FLIGHTS)
    returns = (record.verb, record.get("what")) == ("out", "Returned") and not step.is_due(do.Return(unit=unit))
    return "S5" if flies or returns else ""


def _step_of_roll(step: Step, purpose: str, who: str) -> str:
    """The step in which two roll that storm each other, scouts search, mines explode, or somebody tests who has to."""
    if purpose == "ROLLOFF":
        return "S6"
    if purpose == "SEARCH" and _ordered(step, who) == "scout":
        return "S9"
    if purpose == "MINES" and _ordered(step, who):
        now = any((roll.purpose, roll.who) == (purpose, who) for roll in step.position.options(Roll))
        return "" if now else step.battle.step_of(_ordered(step, who))
    owed = [each for each in step.position.owed if each.unit == who and each.step in STEPS]
    if purpose != "TEST" or any(may_test(step.position, each) for each in owed):
        return ""
    recovers = who and step.position.units[who].suppressed and step.position.units[who].flagged
    return min((each.step for each in owed), key=STEPS.index, default="S12" if recovers else "")


def _ordered(step: Step, unit: str) -> str:
    order = step.position.units[unit].order if unit else None
    return order.order if order else ""


def done(step: Step, record: Record) -> Iterator[Read]:
    """A side is done: with the set-up, or with a step."""
    if step.position.state in STEPS:
        yield Read(do.StepDone(by=step.side))
    if step.position.state != "SETUP":
        return
    late = put_up_late(step)
    for side in (step.side,) if step.side else step.battle.sides:
        yield from step.reader.set_up(side, step.position, step.board(), late)


def commit(step: Step, record: Record) -> Iterator[Read]:
    """A side has sealed its orders; who plays both says which."""
    side = step.reader.side(record.get("s")) or step.side
    step.late.add(side)
    yield Read(do.OrdersDone(by=side))


def key(step: Step, record: Record) -> Iterator[Read]:
    """A side opens its orders: what was under the seals is known, unless the key opens nothing or something else."""
    yield from _revealed(step, step.shown, step.reader.side(record.get("s")) or step.side)


def _revealed(step: Step, shown: Shown, side: str) -> Iterator[Read]:
    step.late.add(side)
    yield Read(do.Reveal(by=side))
    for each in shown.opened:
        unit = step.reader.unit(each.piece)
        mine = unit and step.battle.units[unit].side == side
        if mine and each.kind == SEALED and step.reader.told(unit, step.position.round):
            yield Read(_given(step, unit, each.text if each.counts else "", each.piece))


def reveal(step: Step, record: Record) -> Iterator[Read]:
    """A card says its order; nothing new if its seal has said it."""
    unit = step.unit(record)
    if unit and record.piece is not None and step.reader.told(unit, step.position.round):
        yield Read(_given(step, unit, record.get("o"), record.piece))


def _given(step: Step, unit: str, text: str, card: Piece) -> Action:
    """An order; what it hides apart is known if it is opened later in this log."""
    word, later = text.partition(":")[0], step.shown.later.get(card.uid, "")
    whole = later if later.partition(":")[0] == word else text
    return texts.action(step.battle.orders, unit, whole, step.reader.named, step.battle.units[unit].side)


def opened(step: Step, record: Record) -> Iterator[Read]:
    """What was sealed apart is opened: an ambush, or the kind of a minefield; what fits no seal says nothing."""
    unit = step.unit(record)
    found_here = [each for each in step.shown.opened if each.kind != SEALED and each.counts]
    text = next((each.text for each in found_here if record.piece and each.piece.uid == record.piece.uid), "")
    if unit:
        found = texts.opened(step.battle.orders, unit, text, step.reader.named, step.side)
        if found and not _known_already(step, found):
            yield Read(found)
        return
    word, _, kind = text.partition(":")
    if word not in MINES:
        return
    name = step.reader.structure(record.piece, step.position, record.get("h"))
    if _is_due(step, name):
        yield Read(do.Uncover(structure=name, kind=kind, by=step.side))
        if kind == BLUFF and record.piece is not None:
            step.reader.bury(record.piece)


def _is_due(step: Step, mines: str) -> bool:
    """Whether somebody is to see of which kind mines are; what is opened at the end is opened for the audit."""
    return any(option.structure == mines for option in step.position.options(do.Uncover))


def _known_already(step: Step, found: do.Opened) -> bool:
    """True where the order was read with what it had sealed, or is over: nothing new comes to light."""
    order = step.position.units[found.unit].order
    if order is None or order.order != found_in(order):
        return True
    known = (order.facing, order.number)
    return bool(order.facing) and known == (found.facing, found.number) and order.hex in {"", found.hex}


def found_in(order: do.Order) -> str:
    """The order itself, if it is one that hides something."""
    return order.order if order.order == "ambush" else ""
