"""Breaking the rules of results: what is due is left out or given wrongly, or done though nothing made it due."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from rules.barbarossa import actions as do
from rules.barbarossa.actions import Field, Status
from rules.barbarossa.state.model import READY
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from tests.rules.barbarossa.mutators.occasion import Acts, Occasion, Staged, breaks

LEFT_OUT = (
    *("BAR-4.4e", "BAR-4.4h", "BAR-4.4l", "BAR-5.8f", "BAR-5.10b", "BAR-5.11h", "BAR-6.2f", "BAR-6.1j", "BAR-5.13f"),
    *("BAR-9.6h", "BAR-9.9n", "BAR-5.4b", "BAR-5.7d", "BAR-5.9b"),
    *("BAR-5.1e", "BAR-5.6g", "BAR-5.6j", "BAR-6.2d", "BAR-6.3f", "BAR-10.3a", "BAR-10.4b", "BAR-6.4a"),
    *("BAR-7.6b", "BAR-7.7c", "BAR-7.8d", "BAR-9.6b", "BAR-9.9l", "BAR-9.10d"),
    *("BAR-3.3c", "BAR-6.1b", "BAR-6.2b", "BAR-6.3b", "BAR-5.13c", "BAR-8.7b", "BAR-10.3e", "BAR-10.4a", "BAR-6.4b"),
    *("BAR-5.6e", "BAR-9.9r", "BAR-7.14e", "BAR-7.14f", "BAR-7.15g", "BAR-7.4g", "BAR-9.18e", "BAR-9.11d"),
    *("BAR-7.1c", "BAR-7.2c", "BAR-7.5d", "BAR-7.8b", "BAR-7.9d", "BAR-7.12c", "BAR-7.13e", "BAR-7.14d", "BAR-7.15d"),
    *("BAR-7.16f", "BAR-7.17c", "BAR-6.6j", "BAR-9.3b", "BAR-9.3f", "BAR-7.8c"),
    *(
        "BAR-3.3d",
        "BAR-5.11a",
        "BAR-5.12g",
        "BAR-5.6h",
        "BAR-5.6k",
        "BAR-6.4k",
        "BAR-6.6h",
        "BAR-6.6k",
        "BAR-7.4f",
        "BAR-7.10l",
    ),
    *("BAR-7.15c", "BAR-9.6i", "BAR-9.7c", "BAR-9.9p", "BAR-9.14c", "BAR-9.17i", "BAR-11.5e", "BAR-11.5g", "BAR-11.6g"),
    "BAR-11.6n",
)
"""Rules that make something due: what is due is left out, and the marker goes on."""
TOGETHER = frozenset(
    {
        *("BAR-10.4a", "BAR-5.4b", "BAR-7.12c", "BAR-7.13e", "BAR-7.14d", "BAR-7.14f", "BAR-7.17c", "BAR-7.8b"),
        *("BAR-6.6j", "BAR-7.14e", "BAR-7.9d", "BAR-9.6h", "BAR-9.9n", "BAR-9.9p", "BAR-9.9r"),
    }
)
"""Rules whose due things hardly ever wait alone."""


def _met(o: Occasion, rule: str) -> Iterator[Due]:
    """What the rule has made due by the end of this step, and is done now."""
    for due in o.before.due:
        if due.must and due.rule == rule and _now(o, due) and due.met_by(o.action):
            yield due


def _left_out(rule: str) -> None:
    def left_out(o: Occasion) -> Acts:
        """What is due is left out: the marker goes on to the next step."""
        if rule in TOGETHER or not any(due.must and due.rule != rule and _now(o, due) for due in o.before.due):
            yield from (o.on for _ in _met(o, rule) if o.on.to != "OVER")

    breaks(rule)(left_out)


def _now(o: Occasion, due: Due) -> bool:
    """True for what is due by the end of this step."""
    return due.until in {"", o.before.state}


for _rule in LEFT_OUT:
    _left_out(_rule)

DAILY = frozenset(
    {
        "BAR-5.11h",
        "BAR-9.3f",
        "BAR-6.6j",
        *(f"BAR-7.{each}" for each in ("1c", "2c", "5d", "8b", "9d", "12c", "13e", "14d", "15d", "16f", "17c")),
    }
)
"""Rules of what is done in step 12 of every round."""


@breaks("BAR-4.4m", within=("S12",))
def leaves_the_last_step_out(o: Occasion) -> Acts:
    """Of what is due in step 12 something is left out."""
    alone = not any(due.must and due.rule not in DAILY and _now(o, due) for due in o.before.due)
    yield from (o.on for rule in DAILY for _ in _met(o, rule) if alone)


@breaks("BAR-5.14e", within=("S12",), on=do.Mark)
def begins_with_boxes_marked(o: Occasion) -> Acts:
    """A work begins with a box that is marked already."""
    if isinstance(o.action, do.Mark) and o.action.what == "boxes" and o.action.value == 1:
        boxes = [due for rule in DAILY for due in _met(o, rule)]
        yield from (
            replace(o.action, value=2)
            for due in boxes
            if do.Mark(unit=o.action.unit, what="boxes", value=2) not in due.options
        )


@breaks("BAR-5.13h", on=do.Show)
def fires_and_stays_hidden(o: Occasion) -> Acts:
    """A unit that has fired out of its ambush is not put on the board."""
    if isinstance(o.action, do.Show):
        fired = any(shot.unit == o.action.unit and shot.kind == "ambush" for shot in o.before.shots)
        yield from (o.on for _ in _met(o, "BAR-5.12g") if fired)


def _shared(rule: str, *, towed: bool) -> None:
    def carries_on_unharmed(o: Occasion) -> Acts:
        """Who is in tow or aboard does not take the losses of who carries it."""
        if isinstance(o.action, do.Mark) and o.action.what == "losses":
            state = o.unit(o.action.unit)
            if state.carrier and state.towed == towed:
                yield from (o.on for _ in _met(o, "BAR-3.3c"))

    breaks(rule, on=do.Mark)(carries_on_unharmed)


_shared("BAR-7.10i", towed=True)
_shared("BAR-9.16e", towed=False)


@breaks("BAR-7.10k", within=("S4",))
def tests_by_itself(o: Occasion) -> Acts:
    """A gun in tow tests its own bravery for the losses of its transport."""
    for unit, state in o.before.units.items():
        if state.towed and state.losses and not state.out:
            yield Roll(purpose="TEST", who=unit, dice=(3, 4))


@breaks("BAR-7.15f", within=("S12",))
def loads_more_than_is_left(o: Occasion) -> Acts:
    """A transport with losses is full again as if it had none."""
    for unit in _untouched(o):
        card, state = o.printed(unit), o.unit(unit)
        if card.can("transport") and not o.ordered(unit):
            after = o.before.unit(unit, losses=1, ammo=card.value("ammo") * (card.size - 1) // card.size)
            if card.size > 1 and not state.running:
                yield Staged(after, (do.Mark(unit=unit, what="ammo", value=card.value("ammo")),))


MISMARKED = (
    *("BAR-3.3c", "BAR-6.1b", "BAR-6.2b", "BAR-6.3b", "BAR-5.13c", "BAR-8.7b", "BAR-10.3e", "BAR-10.4a", "BAR-6.4b"),
    *("BAR-5.6e", "BAR-9.9r", "BAR-7.14e", "BAR-7.14f", "BAR-7.15g", "BAR-7.4g", "BAR-9.18e"),
    *("BAR-7.1c", "BAR-7.2c", "BAR-7.5d", "BAR-7.8b", "BAR-7.9d", "BAR-7.12c", "BAR-7.13e", "BAR-7.14d", "BAR-7.15d"),
    *("BAR-7.16f", "BAR-7.17c", "BAR-6.6j", "BAR-9.3b", "BAR-9.3f"),
)
"""Rules that change a number of a card."""
MOST: Mapping[str, str] = {"losses": "size", "ammo": "ammo"}
"""By number of a card: what it cannot go beyond."""


def _mismarked(rule: str) -> None:
    def marks_another_number(o: Occasion) -> Acts:
        """The number that is marked is not the one that is due."""
        if isinstance(o.action, do.Mark):
            for due in _met(o, rule):
                yield from (replace(o.action, value=value) for value in _wrong(o, o.action, due))

    breaks(rule, on=do.Mark)(marks_another_number)


def _wrong(o: Occasion, mark: do.Mark, due: Due) -> Iterator[int]:
    """Numbers that the card has room for and that nothing makes right; those on the way are no mistakes yet."""
    right = {option.value for option in due.options if isinstance(option, do.Mark)}
    right |= {each.value for other in due.otherwise for each in other.options if isinstance(each, do.Mark)}
    right.add(o.before.marked.get(f"{mark.unit} {mark.what}", mark.value))
    most = o.printed(mark.unit).value(MOST.get(mark.what, ""), 99)
    near = (value for by in (1, 2, 3) for value in (max(right) + by, min(right) - by))
    return (value for value in near if 0 <= value <= most)


for _rule in MISMARKED:
    _mismarked(_rule)


# ------------------------------------------------------------------------------------------------- without a cause
def _untouched(o: Occasion) -> Iterator[str]:
    """Units on the board for which nothing is due and that have done nothing."""
    busy = {name.partition(" ")[0] for name in (*o.before.fired, *o.before.marked)}
    busy |= {getattr(option, "unit", getattr(option, "who", "")) for due in o.before.due for option in due.options}
    return (unit for unit in o.fit if unit not in busy and o.unit(unit).lapsed is None)


def _numbers(o: Occasion, unit: str, what: Field) -> Iterator[int]:
    """Numbers that are as wrong as they can be."""
    state, card = o.unit(unit), o.printed(unit)
    match what:
        case "losses":
            yield from (state.losses + 1 for _ in range(o.left(unit) > 1))
        case "ammo":
            yield from (value for value in (state.ammo + 1, state.ammo - 1) if 0 <= value <= card.value("ammo"))
        case "boxes":
            yield state.boxes + 1
        case "smoke" | "mines" | "charges":
            yield from (left - 1 for left in (state.stores.get(what, 0),) if left)
        case "defence" | "bravery":
            yield 30


NUMBERS: Mapping[str, Field] = {
    "BAR-3.3c": "losses",
    "BAR-3.5c": "defence",
    "BAR-3.4c": "bravery",
    "BAR-3.8b": "ammo",
    "BAR-5.14b": "boxes",
}
"""By rule: the number of a card that it changes, marked here though nothing made it due."""


def _numbered(rule: str, what: Field, *, ordered: bool = False) -> None:
    def marks_for_nothing(o: Occasion) -> Acts:
        """A number of a card is changed for nothing."""
        for unit in _untouched(o):
            if bool(o.unit(unit).order or o.unit(unit).running) == ordered:
                yield from (do.Mark(unit=unit, what=what, value=value) for value in _numbers(o, unit, what))

    breaks(rule, within=("S1", "S4", "S7", "S9", "S11"))(marks_for_nothing)


for _rule, _what in NUMBERS.items():
    _numbered(_rule, _what)
_numbered("BAR-3.8e", "smoke", ordered=True)
_numbered("BAR-3.8e", "charges")


@breaks("BAR-3.3a", within=("S4", "S7", "S11"))
def loses_more_than_it_has(o: Occasion) -> Acts:
    """More losses are marked than the card has symbols."""
    yield from (do.Mark(unit=unit, what="losses", value=o.printed(unit).size + 1) for unit in _untouched(o))


@breaks("BAR-3.8a", within=("S4", "S7", "S11"))
def has_more_than_the_card_holds(o: Occasion) -> Acts:
    """More ammunition is marked than the card has symbols."""
    for unit in _untouched(o):
        yield do.Mark(unit=unit, what="ammo", value=o.printed(unit).value("ammo") + 1)


@breaks("BAR-9.3f", within=("S4", "S12"))
def is_no_longer_ready(o: Occasion) -> Acts:
    """The preparation boxes of a ready aircraft are wiped."""
    for unit in o.aircraft:
        if o.unit(unit).air == READY and not o.unit(unit).order:
            yield do.Mark(unit=unit, what="air", value=READY - 1)


@breaks("BAR-9.3c", "BAR-9.3d", within=("S12",))
def gets_ready_too_soon(o: Occasion) -> Acts:
    """Two preparation boxes are marked in a round."""
    for unit in o.aircraft:
        state = o.unit(unit)
        if 0 < state.air < READY - 1:
            yield do.Mark(unit=unit, what="air", value=state.air + 2)


@breaks("BAR-5.14b", within=("S4", "S9"))
def works_in_another_step(o: Occasion) -> Acts:
    """A time box is marked before step 12."""
    for unit in o.on_board:
        state = o.unit(unit)
        if state.order is not None and (o.printed(unit).printed(state.order.order, "boxes") or 0) > state.boxes:
            yield do.Mark(unit=unit, what="boxes", value=state.boxes + 1)


STATES: Mapping[str, tuple[Status, bool]] = {
    "BAR-5.11a": ("suppressed", True),
    "BAR-5.11h": ("suppressed", False),
    "BAR-5.11f": ("flag", True),
    "BAR-5.12a": ("ambush", True),
    "BAR-11.5e": ("dug-in", True),
    "BAR-5.6h": ("bound", True),
    "BAR-7.1d": ("set-up", False),
    "BAR-9.9e": ("air-combat", True),
}
"""By rule: the status that it gives or takes, marked here though nothing made it due."""


def _stated(rule: str, status: Status, on: bool) -> None:
    def changes_state_for_nothing(o: Occasion) -> Acts:
        """A status is marked, or wiped, for nothing."""
        if status == "suppressed" and not on:
            weak = (unit for unit in o.seen if o.unit(unit).suppressed and not any(_dues(o, unit)))
            yield from (do.State(unit=unit, status=status, on=False) for unit in weak)
            return
        for unit in _untouched(o):
            if (status != "set-up" or o.unit(unit).set_up) and o.ordered(unit) != "ambush":
                yield do.State(unit=unit, status=status, on=on)

    breaks(rule, within=("S1", "S4", "S7", "S9", "S11"))(changes_state_for_nothing)


def _dues(o: Occasion, unit: str) -> Iterator[Due]:
    return (due for due in o.before.due if any(getattr(option, "unit", "") == unit for option in due.options))


for _rule, (_status, _on) in STATES.items():
    _stated(_rule, _status, _on)

ROLLS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "BAR-5.1a": ("FIRE", ("S2", "S3", "S10")),
    "BAR-5.10b": ("TEST", ("S1", "S4", "S7", "S9")),
    "BAR-4.4e": ("TEST", ("S2", "S3")),
    "BAR-7.6f": ("MINES", ("S10",)),
    "BAR-5.9b": ("ROLLOFF", ("S6",)),
    "BAR-9.9i": ("PICK", ("S5",)),
}
"""By rule: the dice that it asks for, and steps in which they are rolled here for nothing."""


def _rolled(rule: str, purpose: str, steps: tuple[str, ...]) -> None:
    def rolls_for_nothing(o: Occasion) -> Acts:
        """Dice are rolled for nothing."""
        dice = (3,) if purpose in {"ROLLOFF", "PICK"} else (3, 4)
        who = o.aircraft if purpose == "PICK" else tuple(_untouched(o))
        yield from (Roll(purpose=purpose, who=unit, dice=dice) for unit in who)

    breaks(rule, within=steps)(rolls_for_nothing)


for _rule, (_purpose, _steps) in ROLLS.items():
    _rolled(_rule, _purpose, _steps)


@breaks("BAR-5.11j", within=("S12",))
def recovers_at_once(o: Occasion) -> Acts:
    """A unit that was suppressed in this round tests for recovery."""
    fresh = (unit for unit in o.seen if o.unit(unit).suppressed and not o.unit(unit).flagged)
    yield from (Roll(purpose="TEST", who=unit, dice=(1, 1)) for unit in fresh)


EARLY: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "BAR-4.4e": ("S4", ("S2", "S3")),
    "BAR-4.4h": ("S7", ("S6",)),
    "BAR-4.4l": ("S11", ("S10",)),
}
"""By rule: the step of a test, and the steps before it."""


def _early(rule: str, step: str, steps: tuple[str, ...]) -> None:
    def tests_before_its_time(o: Occasion) -> Acts:
        """A test is made before the step in which it is due."""
        for owed in o.before.owed:
            alone = sum(each.unit == owed.unit for each in o.before.owed) == 1
            if owed.step == step and alone and owed.cause != "bombed":
                yield Roll(purpose="TEST", who=owed.unit, dice=(3, 4))

    breaks(rule, within=steps)(tests_before_its_time)


for _rule, (_step, _steps) in EARLY.items():
    _early(_rule, _step, _steps)


@breaks("BAR-3.7b", within=("S4", "S8"))
def takes_something_away(o: Occasion) -> Acts:
    """A structure is taken off the board."""
    yield from (do.Out(piece=name) for name, each in o.before.structures.items() if each.kind in {"trench", "wire"})


@breaks("BAR-6.4k", within=("S4", "S8"))
def takes_smoke_away(o: Occasion) -> Acts:
    """Smoke is taken off before its time."""
    yield from (do.Out(piece=name) for name, each in o.before.structures.items() if each.kind == "smoke")


@breaks("BAR-3.3d", within=("S4", "S7", "S9"))
def dies_for_nothing(o: Occasion) -> Acts:
    """A unit is taken off the board."""
    yield from (do.Out(piece=unit) for unit in _untouched(o))
