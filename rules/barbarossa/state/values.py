"""The numbers that change: firepower, accuracy, defence, bravery (3.4, 3.5, 3.11, 3.12), each with what is allowed."""

from collections.abc import Iterator
from typing import TypeVar

from msgspec import structs

from rules.barbarossa.book import outcome
from rules.barbarossa.fire.sight import sees
from rules.barbarossa.state.battle import VEHICLES
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.model import STEPS, Position
from rules.engine.actions import Action
from rules.engine.allowed import Allowed, Other, allow
from rules.engine.answers import Answer

A = TypeVar("A", bound=Action)
WORKS = frozenset({"trench", "bunker"})
"""Works that raise the defence of who is inside."""
ORDER_BONUS = frozenset({"defend", "ambush", "cautious_move"})
"""Orders whose box prints a bonus to the defence."""
CARRIED_OUT = {"ambush": "S8", "cautious_move": "S10"}
"""The step in which an order is carried out that raises the defence, where it is a late one."""
THIN = frozenset({"scrub", "light_woods"})
"""Terrain of which it is open whether it gives cover."""
BUILT_UP = frozenset({"village", "town"})
FAR = 99
"""A distance at which nothing attacks."""
SPIRIT = 2
"""What a headquarters adds to bravery."""


def place_of(case: Case[A], unit: str) -> str:
    """The hex where a unit is, its carrier's if it is aboard; empty off the board."""
    state, known = case.unit(unit), {unit}
    while not state.hex and state.carrier in case.before.units and state.carrier not in known:
        known.add(state.carrier)
        state = case.unit(state.carrier)
    return state.hex


def apart(case: Case[A], start: str, goal: str) -> int:
    """How many hexes two places are apart; either may be a half hex of the edge, and what is no place is far away."""
    ground = case.battle.ground
    grid = ground.grid if start in ground.grid and goal in ground.grid else ground.sky
    return grid.distance(start, goal) if start in grid and goal in grid else FAR


# ----------------------------------------------------------------------------------------------------- firepower
@outcome("BAR-3.11c", "BAR-4.3e")
def losses_then(case: Case[A], unit: str) -> int:
    """The losses by which firepower is counted: those when the step began."""
    return case.before.before_step.get(unit, 0)


@outcome("BAR-3.3a", "BAR-3.11b", "BAR-3.11c")
def column(dice: tuple[int, ...], losses: int) -> int:
    """The dice of a row after so many losses; the last column where the row is too short."""
    return dice[min(losses, len(dice) - 1)] if dice else 0


@outcome(
    *("BAR-3.11a", "BAR-5.1d", "BAR-5.13d", "BAR-6.2e", "BAR-6.2i", "BAR-8.7f", "BAR-10.3b", "BAR-10.4c", "BAR-10.4d"),
)
def firepower(
    case: Case[A], unit: str, target: str, kind: str, *, beside: bool = False, passed: bool = False
) -> Allowed:
    """How many dice a shot of a kind at a type of target (or `building`) has; `beside` for those of area fire.

    While units move, it is open whether losses of the same pulse count already; of a shot that is declared when its
    pulse has passed, nobody knows which losses there were by then.
    """
    then, now = losses_then(case, unit), case.unit(unit).losses
    ours = _dice(case, unit, target, kind, then, beside=beside)
    if case.before.state != "S10" or (then == now and not passed):
        return ours
    known = range(now + 1) if passed else (now,)
    later = (value for each in known for value in _dice(case, unit, target, kind, each, beside=beside).every)
    return Allowed(ours.ours, also=tuple(dict.fromkeys((*ours.also, *later))), doubtful=ours.doubtful)


def _dice(case: Case[A], unit: str, target: str, kind: str, losses: int, *, beside: bool) -> Allowed:
    card = case.counter(unit).card
    if kind == "react":
        table = card.targets.get(target)
        dice = column(table.dice, losses) if table else 0
        return allow(case.switches, melee_dice(case, unit), doubtful=[(dice, "BAR-A110")] if dice else [])
    if beside:
        return Allowed(column(card.area.get(target, ()), losses))
    row = card.targets.get(target)
    dice = column(row.dice, losses) if row else 0
    if kind == "suppress":
        return allow(case.switches, -(-dice * 3 // 2), also=[(dice * 3 // 2, "BAR-A04")])
    if kind == "ambush":
        return Allowed(dice + 1)
    order = {"move": "fire_on_move", "indirect": "indirect_fire"}.get(kind)
    reduced = (case.counter(unit).printed(order, "reduction") or 0) if order else 0
    return Allowed(max(dice - reduced, 0))


@outcome("BAR-3.12d", "BAR-5.7e")
def melee_dice(case: Case[A], unit: str) -> int:
    """The dice in melee: the printed number, or one for each size symbol left; always so for artillery."""
    counter = case.counter(unit)
    fixed = counter.value("melee_dice")
    if fixed and counter.type != "artillery":
        return fixed
    return max(counter.size - losses_then(case, unit), 0)


# ------------------------------------------------------------------------------------------------------ accuracy
@outcome("BAR-3.12a", "BAR-3.12c", "BAR-12.14c", "BAR-12.14d", "BAR-3.12f")
def accuracy(case: Case[A], unit: str, start: str, goal: str) -> Allowed | None:
    """The highest face that hits at the distance between two hexes; None if no attack is possible there."""
    card, distance = case.counter(unit).card, apart(case, start, goal)
    high, low = _level(case, start), _level(case, goal)
    plain = card.accuracy_at(distance)
    if high <= 0 or distance == 0:
        return None if plain is None else Allowed(plain)
    shifted = card.accuracy_at(distance - 1) if distance > 1 else plain
    if low <= 0:
        first = _shift(card.accuracy_at(0)) if distance == 1 else ()
        return None if shifted is None else allow(case.switches, shifted, doubtful=first)
    if plain is None:
        reaches = low < high and distance == len(card.accuracy) and shifted is not None
        return Allowed(shifted or 0, doubtful=_shift(shifted)) if reaches else None
    return allow(case.switches, plain, doubtful=_shift(shifted))


def _shift(value: int | None) -> tuple[Other, ...]:
    return () if value is None else ((value, "BAR-A09"),)


def only_doubtful(found: Allowed) -> str:
    """The ruling on which an attack rests whose only number is a doubtful one; empty if it is certain."""
    return next((ruling for value, ruling in found.doubtful if value == found.ours), "")


@outcome("BAR-3.12b", "BAR-5.11e", "BAR-12.9e", "BAR-12.10e")
def melee_accuracy(case: Case[A], unit: str, target: str) -> Allowed:
    """The highest face that hits in melee: the own hex's field, or the suppressed box; villages, towns and hills."""
    counter, weak = case.counter(unit), case.unit(unit).suppressed
    printed = counter.value("suppressed_accuracy") if weak else counter.card.accuracy_at(0) or 0
    walls = _ground(case, case.unit(unit).hex) in BUILT_UP and case.counter(target).type in VEHICLES
    bases = [printed]
    if walls and counter.type == "infantry":
        bases = [printed + 1, printed] if weak else [printed + 1]
    less = _uphill(case, unit, target)
    found = tuple(dict.fromkeys(max(base - each, 0) for each in less.every for base in bases))
    return Allowed(found[0], also=found[1:])


@outcome("BAR-12.14b")
def _uphill(case: Case[A], unit: str, target: str) -> Allowed:
    """What a melee on a hill takes off: certain for who has just come, later open which side counts as there first."""
    place = case.unit(unit).hex
    if _level(case, place) <= 0 or case.counter(unit).flies or case.counter(target).flies:
        return Allowed(0)
    came, met = case.unit(unit).stormed == place, case.unit(target).stormed == place
    if came == met:
        return Allowed(0, also=(1,))
    if {unit, target} & set(case.before.entered):
        return Allowed(int(came))
    return (
        Allowed(1, also=() if case.switches.read_otherwise("BAR-A51") else (0,))
        if came
        else allow(case.switches, 0, also=[(1, "BAR-A51")])
    )


def _ground(case: Case[A], place: str) -> str:
    return case.battle.ground.hexes[place].terrain if place in case.battle.ground.hexes else ""


def _level(case: Case[A], place: str) -> int:
    return case.battle.ground.hexes[place].level if place in case.battle.ground.hexes else 0


# ------------------------------------------------------------------------------------------------------- defence
@outcome(
    *("BAR-3.5b", "BAR-3.5d", "BAR-3.5e", "BAR-3.7c", "BAR-5.1m", "BAR-5.11c", "BAR-7.16g"),
    *("BAR-11.5i", "BAR-11.6k", "BAR-12.7e"),
)
def defence(case: Case[A], position: Position, unit: str, *, melee: bool = False, flank: bool = False) -> Allowed:
    """The hits that the unit still absorbs in this round; in melee on a hill one more, from a flank no trench."""
    now = case.then(position)
    state, base = now.unit(unit), now.counter(unit).value("defence")
    bonus = 0
    if not state.carrier and not now.counter(unit).flies:
        bonus = sum(value for _, value in bonuses(now, unit, melee=melee, flank=flank))
    full = max(0, base + bonus - state.absorbed)
    if not now.counter(unit).flies and now.ordered(unit, "dig_in") and not state.suppressed:
        # The text ties it to the giving of the order, not to a step in which it is carried out.
        return Allowed(0)
    lost = max(0, state.shielded - bonus)
    first = max(0, base + bonus - max(0, state.absorbed - lost))
    doubts = (
        *_when_weak(now, unit, base, melee, flank),
        *_when_unopened(now, unit, base + bonus),
        *_by_other_readings(now, unit, base + bonus),
    )
    found = allow(now.switches, full, doubtful=((first, "BAR-A36"), *doubts))
    unsure = {max(0, base + bonus - each) for each in state.absorbed_also} - {found.ours}
    return structs.replace(found, also=tuple(dict.fromkeys((*found.also, *sorted(unsure)))))


def _before(position: Position, step: str) -> bool:
    """True in a step before the one that is named."""
    return position.state in STEPS and STEPS.index(position.state) < STEPS.index(step)


def _by_other_readings(case: Case[A], unit: str, before: int) -> Iterator[Other]:
    """The bonus of an order whose step is still to come, and cover that scrub and light woods may give."""
    state = case.unit(unit)
    if state.suppressed or state.fallen or state.carrier or case.counter(unit).flies:
        return
    for order, bonus in _of_order(case, unit):
        if bonus and _before(case.before, CARRIED_OUT.get(order, "S1")):
            yield max(0, before - bonus - state.absorbed), "BAR-A03"
    if _ground(case, state.hex) in THIN:
        yield max(0, before + 1 - state.absorbed), "BAR-A122"


def _when_unopened(case: Case[A], unit: str, before: int) -> Iterator[Other]:
    """What the defence would be with each order that nobody has opened: it is not known."""
    if not case.unopened(unit) or case.unit(unit).carrier or case.counter(unit).flies:
        return
    orders = case.counter(unit).card.orders
    if "dig_in" in orders:
        yield 0, ""
    for bonus in sorted({orders[name].get("bonus", 0) for name in ORDER_BONUS & orders.keys()} - {0}):
        yield max(0, before + bonus - case.unit(unit).absorbed), ""


def _when_weak(case: Case[A], unit: str, base: int, melee: bool, flank: bool) -> tuple[Other, ...]:
    """Terrain and works of a unit that was suppressed in an earlier round: whether they count again is open."""
    state = case.unit(unit)
    if not state.suppressed or state.fallen or state.carrier or case.counter(unit).flies:
        return ()
    bonus = sum(value for _, value in _standing(case, unit, melee=melee, flank=flank))
    return ((max(0, base + bonus - state.absorbed), "BAR-A73"),) if bonus else ()


def bonuses(case: Case[A], unit: str, *, melee: bool = False, flank: bool = False) -> tuple[tuple[str, int], ...]:
    """What raises the unit's defence now; nothing while it is suppressed, or once it was in this round."""
    state = case.unit(unit)
    if state.suppressed or state.fallen:
        return ()
    return (*_of_order(case, unit), *_standing(case, unit, melee=melee, flank=flank))


def sheltered(position: Position, unit: str) -> str:
    """What a unit is remembered by that was in works which fell in this step: they help against all of that step."""
    return f"{unit} sheltered in {position.state}"


@outcome("BAR-6.1c", "BAR-6.6c", "BAR-8.4c")
def _of_order(case: Case[A], unit: str) -> Iterator[tuple[str, int]]:
    """Defend, Ambush and Cautious Move raise it by what their boxes print."""
    order = case.order(unit)
    if order in ORDER_BONUS:
        yield order, case.counter(unit).printed(order, "bonus") or 0


@outcome(
    *("BAR-5.4c", "BAR-11.5c", "BAR-11.5e", "BAR-11.6e", "BAR-12.4c", "BAR-12.9b", "BAR-12.9c", "BAR-12.10b"),
    *("BAR-12.10c", "BAR-12.14a"),
)
def _standing(case: Case[A], unit: str, *, melee: bool, flank: bool) -> Iterator[tuple[str, int]]:
    """Terrain and works, and a hill in melee; the trench not if it is assaulted from a flank or the rear."""
    state, infantry = case.unit(unit), case.counter(unit).type == "infantry"
    terrain = _ground(case, state.hex)
    cover = case.charted("terrain", terrain, "infantry" if infantry else "others")
    if cover:
        yield terrain, cover
    works = case.before.structures.get(state.shelter)
    fell = case.before.fired.get(sheltered(case.before, unit), 0)
    if works is None and fell:
        yield "bunker", fell
    if works is not None and works.kind in WORKS and not (flank and works.kind == "trench"):
        built = case.charted("structures", works.kind, "defence_bonus")
        yield works.kind, case.counter(unit).value("dug_in", built) if works.kind == "trench" else built
    if melee and _level(case, state.hex) > 0 and state.stormed != state.hex:
        yield "hill", 1


# ------------------------------------------------------------------------------------------------------- bravery
def bravery(case: Case[A], position: Position, unit: str) -> int:
    """The unit's current bravery, as we read it."""
    return braveries(case, position, unit).ours


@outcome("BAR-3.4c", "BAR-3.4d", "BAR-9.9o", "BAR-10.7c", "BAR-10.9a")
def braveries(case: Case[A], position: Position, unit: str) -> Allowed:
    """Bravery less what its losses cost, and two more near a headquarters that it sees; never less than nothing.

    Where it may have taken other losses as well, or its card shows others than it should, what those would leave is
    accepted.
    """
    now = case.then(position)
    counter, name, marked = now.counter(unit), f"{unit} losses", now.unit(unit).losses
    value, *read_otherwise = (
        max(0, counter.value("bravery") - losses * counter.value("bravery_loss"))
        for losses in (marked, *position.accepted.get(name, ()), *({position.rightly.get(name, marked)} - {marked}))
    )
    others = [each for each in read_otherwise if each != value]
    inspiring = [] if counter.flies else [hq for hq in now.headquarters(now.side(unit)) if _inspires(now, hq, unit)]
    if not inspiring:
        rides = not counter.flies and any(_inspires(now, hq, unit) for hq in now.riding(now.side(unit)))
        aboard = allow(now.switches, value, doubtful=[(value + SPIRIT, "BAR-A129")] if rides else [])
        return structs.replace(aboard, also=(*aboard.also, *others))
    certain = any(hq != unit and not now.unit(hq).suppressed for hq in inspiring)
    found = allow(now.switches, value + SPIRIT, doubtful=[] if certain else [(value, "BAR-A48")])
    return structs.replace(found, also=(*found.also, *(each + SPIRIT for each in others)))


@outcome("BAR-10.7a", "BAR-10.7b")
def in_command(case: Case[A], hq: str, unit: str) -> bool:
    """True if the unit is within the command range of a headquarters, its own hex included."""
    far = case.counter(hq).value("command_range")
    return case.within(place_of(case, unit), place_of(case, hq), far) is Answer.YES


def _inspires(case: Case[A], hq: str, unit: str) -> bool:
    return in_command(case, hq, unit) and sees(case, place_of(case, unit), place_of(case, hq)).clear
