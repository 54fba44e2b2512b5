"""Numbers on cards that follow from others (3.4, 3.5): what a defence and a bravery may be marked with."""

from collections.abc import Iterable

from msgspec import structs

from rules.barbarossa.actions import Mark
from rules.barbarossa.book import outcome
from rules.barbarossa.orders.attacks import trenches
from rules.barbarossa.orders.terms import MOVES, breach
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.harm import WORN, key, shown
from rules.barbarossa.state.model import Position, Shot
from rules.barbarossa.state.values import ORDER_BONUS, SPIRIT, WORKS, bonuses, braveries, defence
from rules.engine.actions import Action
from rules.engine.ruling import Facts, Finding, Illegal

FOLLOW = {"defence": "BAR-3.5c", "bravery": "BAR-3.4c"}
"""By number: the rule by which it changes."""
RAISES = ORDER_BONUS | {"assault"}
"""Orders by which a unit has a better defence, or gets onto other ground."""


@outcome("BAR-3.5a", "BAR-3.5c", "BAR-3.5e")
def of_others(case: Case[Action], action: Mark) -> Finding | None:
    """Defence anywhere between full and what is left of it; bravery by the losses, with the headquarters or without."""
    return _bravery(case, action) if action.what == "bravery" else _defence(case, action)


def _bravery(case: Case[Action], action: Mark) -> Finding | None:
    losses = case.unit(action.unit).losses
    rises = action.was is not None and action.value > action.was
    right = _risen(case, action.unit) if rises else _fallen(case, action.unit, range(losses + 1))
    if action.value in right:
        return None
    counter = case.counter(action.unit)
    now = max(0, counter.value("bravery") - losses * counter.value("bravery_loss"))
    return breach(FOLLOW["bravery"], "marks.bravery", unit=action.unit, value=action.value, now=now, led=now + SPIRIT)


def _defence(case: Case[Action], action: Mark) -> Finding | None:
    """What is wrong with a defence; whoever counts hits without the bonus that he has does so to his own cost."""
    counter, state = case.counter(action.unit), case.unit(action.unit)
    left, base = defence(case, case.before, action.unit), counter.value("defence")
    bonus = max(sum(value for _, value in bonuses(case, action.unit, melee=True)), state.shielded)
    most = max(base + bonus, max(left.every) + state.absorbed, _in_works(case, action.unit))
    right = {base, max(0, base - state.absorbed), *range(min(left.every), most + 1)}
    right |= {*_by_an_order_to_come(case, action)}
    if action.was is not None and action.value > action.was and not case.ordering:
        right = {value for value in right if value <= _most_left(case, action.unit)}
    if action.value in right:
        return None
    facts: Facts = {
        "unit": action.unit,
        "what": action.what,
        "value": action.value,
        "expected": left.ours,
        "full": most,
    }
    # Whoever raises a defence does it, whosever the card is: all cards of both sides can be cleared by one key.
    found = for_its_blows(case, Illegal("marks.defence", facts, FOLLOW["defence"]))
    return structs.replace(found, owner=action.by) if action.was is not None and action.value > action.was else found


def for_its_bonus(case: Case[Action], wrong: Illegal) -> Illegal:
    """What is wrong with losses, with the bonus by which the defence of the unit took the hits."""
    unit = str(wrong.facts["unit"])
    held = case.unit(unit).absorbed - case.counter(unit).value("defence")
    return structs.replace(wrong, why="marks.held", facts={**wrong.facts, "bonus": held}) if held > 0 else wrong


def for_its_blows(case: Case[Action], wrong: Illegal) -> Illegal:
    """What is wrong with losses or a defence, with the blows of this step that hit otherwise than their cards say."""
    struck = [shot for shot in case.before.shots if shot.target == wrong.facts["unit"] and shot.kind == "melee"]
    other = [(shot, printed) for shot in struck if (printed := _printed(case, shot)) is not None]
    if not other:
        return wrong
    by, faces = tuple(shot.unit for shot, _ in other), tuple(shot.accuracy[0] for shot, _ in other)
    facts: Facts = {**wrong.facts, "by": by, "accuracy": faces, "printed": tuple(printed for _, printed in other)}
    return structs.replace(wrong, why="marks.struck", facts=facts)


def _printed(case: Case[Action], shot: Shot) -> int | None:
    """With what a blow hits by its card, where its dice hit another number of times by the rules; else none."""
    printed = case.counter(shot.unit).card.accuracy_at(0) or 0
    certain = bool(shot.rolled) and len(shot.accuracy) == 1
    return printed if certain and sum(die <= printed for die in shot.rolled) != shot.hits else None


def _most_left(case: Case[Action], unit: str) -> int:
    """The most that a card may show of a defence: what is left of it, and the hits that it does not show yet."""
    state = case.unit(unit)
    seen = case.before.marked.get(key(unit, WORN), 0)
    return _left(case, unit) + max(state.absorbed - seen, 0)


def _left(case: Case[Action], unit: str) -> int:
    """What is left of a defence, by whatever reading and with whatever bonus it had when it was hit."""
    state = case.unit(unit)
    left = (defence(case, case.before, unit, melee=melee) for melee in (False, True))
    held = case.counter(unit).value("defence") + state.shielded - state.absorbed
    return max(held, _in_works(case, unit) - state.absorbed, *(value for each in left for value in each.every))


def worn(case: Case[Mark]) -> Position:
    """The position in which it is known by how many hits a card shows the defence as worn down."""
    unit, absorbed = case.action.unit, case.unit(case.action.unit).absorbed
    shows = case.action.what == "defence" and absorbed > 0 and case.action.value <= _left(case, unit)
    return case.before.but(marked={**case.before.marked, key(unit, WORN): absorbed}) if shows else case.before


def _fallen(case: Case[Action], unit: str, losses: Iterable[int]) -> set[int]:
    """The braveries that may stand on a card with so many losses, with the headquarters or without."""
    counter = case.counter(unit)
    fallen = {max(0, counter.value("bravery") - each * counter.value("bravery_loss")) for each in losses}
    return fallen | {value + SPIRIT for value in fallen} | set(braveries(case, case.before, unit).every)


def _risen(case: Case[Action], unit: str) -> set[int]:
    """The braveries to which a number may be raised: by the losses of now, and what a headquarters may have added."""
    name, state = key(unit, "losses"), case.unit(unit)
    losses = {state.losses, shown(case.before, unit, "losses"), *case.before.accepted.get(name, ())}
    right = _fallen(case, unit, {*losses, case.before.rightly.get(name, state.losses)})
    near = set(braveries(case, case.before, unit).every)
    led = bool(case.headquarters(case.side(unit))) and not case.ordering
    return right if led else {value for value in right if value - SPIRIT not in right or value in near}


def _by_an_order_to_come(case: Case[Action], action: Mark) -> range:
    """The defence that the unit may have by the order that is written for it; by any, where that comes not to light.

    Who goes nowhere by his order, and has no bonus by it, has only what his ground and works give.
    """
    unit = action.unit
    if not case.written_yet(unit):
        return range(0)
    card = case.counter(unit).card
    orders = {action.ordered} if action.ordered else card.orders.keys()
    raises = any(order in RAISES or case.battle.among(order, MOVES) for order in orders)
    bonus = max((card.orders[name].get("bonus", 0) for name in ORDER_BONUS & card.orders.keys()), default=0)
    works = max(case.charted("structures", kind, "defence_bonus") for kind in WORKS)
    now = case.counter(unit).value("defence")
    most = now + sum(value for _, value in bonuses(case, unit)) + (bonus + works if raises else 0)
    return range(0 if "dig_in" in card.orders else now, most + 1)


def _in_works(case: Case[Action], unit: str) -> int:
    """The defence of a unit that is on its way into works of its hex, by its order Defend."""
    state = case.unit(unit)
    near = case.before.in_hex(state.hex, "bunker") if state.hex and case.ordered(unit, "defend") else ()
    dug = case.ordered(unit, "defend") and bool(trenches(case, state.hex))
    given = {kind: case.charted("structures", kind, "defence_bonus") for kind in WORKS}
    works = max([given["bunker"] for _ in near] + [given["trench"]] * dug, default=0)
    return case.counter(unit).value("defence") + sum(value for _, value in bonuses(case, unit)) + works
