"""Breaking the rules of results; what is due and left out or given wrongly, or done without a cause, is derived."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from rules.barbarossa import actions as do
from rules.barbarossa.actions import Field, Status
from rules.barbarossa.state.harm import shown
from rules.barbarossa.state.model import READY
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from tests.rules.barbarossa.mutators.occasion import BREACHES, Acts, Occasion, Staged, breaks
from tests.rules.barbarossa.printing import acts_yet
from tests.rules.shared.families import Declared, derived


def _met(o: Occasion, rule: str) -> Iterator[Due]:
    """What the rule has made due by the end of this step, and is done now."""
    for due in o.before.due:
        if due.must and due.rule == rule and _now(o, due) and due.met_by(o.action):
            yield due


def _now(o: Occasion, due: Due) -> bool:
    """True for what is due by the end of this step."""
    return due.until in {"", o.before.state}


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
    """A gun in tow tests its own bravery for the losses of its transport, and is suppressed by that."""
    for unit, state in o.before.units.items():
        if state.towed and state.losses and not (state.out or state.suppressed):
            yield Roll(purpose="TEST", who=unit, dice=(6, 6)), do.State(unit=unit, status="suppressed")


@breaks("BAR-7.15f", within=("S12",))
def loads_more_than_is_left(o: Occasion) -> Acts:
    """A transport with losses is full again as if it had none."""
    for unit in _untouched(o):
        card, state = o.printed(unit), o.unit(unit)
        if card.can("transport") and not o.ordered(unit):
            after = o.before.unit(unit, losses=1, ammo=card.value("ammo") * (card.size - 1) // card.size)
            if card.size > 1 and not state.running:
                yield Staged(after, (do.Mark(unit=unit, what="ammo", value=card.value("ammo")),))


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
        if shown(o.before, unit, "boxes") > state.boxes:
            continue  # an old box that nobody wiped stands there already
        if state.order is not None and (o.printed(unit).printed(state.order.order, "boxes") or 0) > state.boxes:
            yield do.Mark(unit=unit, what="boxes", value=state.boxes + 1)


def _dues(o: Occasion, unit: str) -> Iterator[Due]:
    return (due for due in o.before.due if any(getattr(option, "unit", "") == unit for option in due.options))


@breaks("BAR-5.11j", within=("S12",))
def recovers_at_once(o: Occasion) -> Acts:
    """A unit that was suppressed in this round tests for recovery, and recovers."""
    fresh = (unit for unit in o.seen if o.unit(unit).suppressed and not o.unit(unit).flagged)
    for unit in fresh:
        yield Roll(purpose="TEST", who=unit, dice=(1, 1)), do.State(unit=unit, status="suppressed", on=False)


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
            again = owed.unit in o.before.tested  # a button that is pressed twice
            if owed.step == step and alone and not again and owed.cause != "bombed" and acts_yet(o.battle, o.before):
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


# --------------------------------------------------------------------------------------------------- what is derived
def _marked(what: Field) -> do.Mark:
    return do.Mark(unit="", what=what, value=0)


def _state(status: Status, *, on: bool) -> do.State:
    return do.State(unit="", status=status, on=on)


UNPROMPTED: tuple[tuple[str, Action], ...] = (
    ("BAR-3.3c", _marked("losses")),
    ("BAR-3.5c", _marked("defence")),
    ("BAR-3.4c", _marked("bravery")),
    ("BAR-3.8b", _marked("ammo")),
    ("BAR-5.14b", _marked("boxes")),
    ("BAR-3.8e", _marked("smoke")),
    ("BAR-3.8e", _marked("charges")),
    ("BAR-5.11a", _state("suppressed", on=True)),
    ("BAR-5.11h", _state("suppressed", on=False)),
    ("BAR-5.11f", _state("flag", on=True)),
    ("BAR-5.12a", _state("ambush", on=True)),
    ("BAR-11.5e", _state("dug-in", on=True)),
    ("BAR-5.6h", _state("bound", on=True)),
    ("BAR-7.1d", _state("set-up", on=False)),
    ("BAR-9.9e", _state("air-combat", on=True)),
    ("BAR-5.1a", Roll(purpose="FIRE", dice=(3, 4))),
    ("BAR-7.6f", Roll(purpose="MINES", dice=(3, 4))),
)
"""Rules with the result or the dice that they speak of."""
QUIET = ("S1", "S4", "S7", "S9", "S11")
OF_DICE: Mapping[str, tuple[str, ...]] = {
    "BAR-5.1a": ("S2", "S3", "S10"),
    "BAR-7.6f": ("S10",),
}
"""By rule: the steps in which its dice are rolled here for nothing; all else is done in quiet steps."""


def _pieces(o: Occasion, rule: str, action: Action) -> Iterator[Action]:
    """A result with each piece for which nothing makes it due."""
    if o.before.state not in OF_DICE.get(rule, QUIET):
        return
    match action:
        case do.Mark(what=what):
            for unit in _untouched(o):
                if bool(o.unit(unit).order or o.unit(unit).running) == (what == "smoke"):
                    yield from (replace(action, unit=unit, value=value) for value in _numbers(o, unit, what))
        case do.State(status="suppressed", on=False):
            weak = (unit for unit in o.seen if o.unit(unit).suppressed and not any(_dues(o, unit)))
            yield from (replace(action, unit=unit) for unit in weak)
        case do.State(status=status):
            fits = (unit for unit in _untouched(o) if status != "set-up" or _is_set_up(o, unit))
            yield from (replace(action, unit=unit) for unit in fits if o.ordered(unit) != "ambush")
        case Roll():
            yield from (replace(action, who=unit) for unit in _untouched(o))


def _is_set_up(o: Occasion, unit: str) -> bool:
    return o.unit(unit).set_up and o.has(unit, "set_up")


def _ends(o: Occasion, due: Due) -> Iterator[Action]:
    """The marker goes on to the next step."""
    if _now(o, due) and o.on.to != "OVER":
        yield o.on


MOST: Mapping[str, str] = {"losses": "size", "ammo": "ammo"}
"""By number of a card: what it cannot go beyond."""


def _fits(o: Occasion, action: Action) -> bool:
    """Whether the card has room for a number."""
    return isinstance(action, do.Mark) and action.value <= o.printed(action.unit).value(MOST.get(action.what, ""), 99)


def _stands(o: Occasion, action: Action) -> int:
    """What stands on the card."""
    assert isinstance(action, do.Mark)
    return o.before.marked.get(f"{action.unit} {action.what}", action.value)


def _cause(_: Occasion, action: Action) -> str:
    """The rule that says when dice are rolled; nothing of a test, which has a rule for each step, and of a roll-off."""
    if not isinstance(action, Roll) or action.purpose in {"TEST", "ROLLOFF"}:
        return ""
    return next((rule for rule, each in UNPROMPTED if isinstance(each, Roll) and each.purpose == action.purpose), "")


BREACHES.families = derived(
    Declared(
        ends=_ends,
        numbers=(do.Mark,),
        fits=_fits,
        stands=_stands,
        unprompted=UNPROMPTED,
        pieces=_pieces,
        cause=_cause,
    )
)
