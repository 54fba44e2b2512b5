"""For whom and for what dice fell: what their record says, and what else is known where it is silent or old."""

from collections.abc import Collection, Iterable, Iterator
from itertools import takewhile
from typing import cast

from msgspec import structs

from rules.barbarossa import actions as do
from rules.barbarossa.fire.aiming import WAYS
from rules.barbarossa.fire.dice import dice_for
from rules.barbarossa.fire.firing import dice_of
from rules.barbarossa.fire.volleys import on_the_move
from rules.barbarossa.hiding.headquarters import adjusted
from rules.barbarossa.melee.fighting import dice_in_melee
from rules.barbarossa.reading.attacks import MELEE, PLAIN, blows, is_a_blow
from rules.barbarossa.reading.step import Step
from rules.barbarossa.reading.words import BLOWS
from rules.engine.actions import Action
from rules.engine.evidence import Record
from rules.engine.obligations import NOW
from rules.engine.reading import Read


def roll(step: Step, record: Record) -> Iterator[Read]:
    """Dice fell."""
    dice = record.dice
    who = step.first(record, "who") or step.first(record, "by") or _only_shooter(step)
    if not who:
        claimed = list(_unclaimed(step, dice))
        if not claimed:
            _set_loose(step)
        yield from claimed
        return
    own = list(_own(step, who, dice))
    if own:
        yield from own
        return
    purpose = record.get("p") or _owed(step, who)
    meant = do.Roll(purpose=purpose, who=who, dice=dice)
    others = list(_unclaimed(step, dice, who)) if _rolls_rightly_later(step, record, meant) else []
    if others:
        yield from others
        return
    strange = _is_strange(step, meant)
    awaited = _is_awaited(step, purpose, who) and not strange
    said = step.reader.announced and purpose not in {PLAIN, MELEE}
    claimed = [] if awaited or said else list(_unclaimed(step, dice, who))
    other = who not in {getattr(each.action, "unit", "") for each in claimed}
    if claimed and (other or strange or not step.reader.announced):
        yield from claimed
        return
    if strange and not step.reader.announced:
        _set_loose(step)
        return
    if purpose == "FIRE":
        yield from _adjusted_unsaid(step, who, dice)
    unnamed = not step.position.waiting(who) and is_a_blow(step, who, step.first(record, "at"), purpose)
    if purpose == "FIRE" and (unnamed or _strikes(step, who)):
        purpose = MELEE
    if purpose == MELEE:
        yield from _blow_unsaid(step, record, who)
    read = Read(do.Roll(purpose=purpose, who=who, dice=dice, by=step.side))
    if not strange and (awaited or step.reader.announced or _falls_again(step, purpose, who)):
        yield read
        return
    _set_loose(step)
    yield _unsaid(read.action)


def _unsaid(action: Action) -> Read:
    """What was done although nobody said so."""
    return Read(action, "inferred", "declaration")


def _own(step: Step, marked: str, dice: tuple[int, ...]) -> Iterator[Read]:
    """The dice of the thrower's own shot, where the other side set the marks that lie there, for one of its own.

    Where both shots wait for as many dice, what comes of them tells for which of them they fell. So it does for a shot
    that is due and that nobody has declared.
    """
    if {"", step.side} & {step.reader.announcer, step.battle.units[marked].side} or not step.side:
        return
    waiting = {shot.unit: shot for shot in reversed(step.position.waiting())}
    shots = [shot for name, shot in waiting.items() if len(dice) in shot.dice and name in step.battle.units]
    mine = [shot for shot in shots if step.battle.units[shot.unit].side == step.side]
    theirs = {shot.target for shot in shots if shot.unit == marked}
    if len(mine) == 1 and _first_hurt(step, {mine[0].target, *theirs}) not in theirs - {mine[0].target}:
        purpose = MELEE if mine[0].kind.upper() in BLOWS else PLAIN
        yield _unsaid(do.Roll(purpose=purpose, who=mine[0].unit, dice=dice, by=step.side))
    elif not mine:
        attack = next(_fitting(step, dice), None)
        if attack is not None and _first_hurt(step, {attack.target, *theirs}) == attack.target not in theirs:
            yield from _made(step, attack, dice)


def _first_hurt(step: Step, targets: Collection[str]) -> str:
    """The first of some targets that is seen to be hurt before other dice fall: it tests, or loses steps."""
    for _, _, later in step.before_the_clock():
        if later.verb == "roll":
            break
        if step.unit(later) in targets and _is_hurt(later):
            return step.unit(later)
    return ""


def _is_hurt(record: Record) -> bool:
    """True for what comes of hits: a unit tests, loses steps, or is gone."""
    marks = record.verb == "mark" and record.get("what") == "losses"
    return marks or record.verb == "out" or (record.verb == "check" and record.get("p") == "TEST")


def _is_strange(step: Step, roll: do.Roll) -> bool:
    """True for dice on marks that are those of other dice, and not as many as are rolled there."""
    return _is_stale(step, roll.who) and dice_for(step.case(roll), roll) not in {0, len(roll.dice)}


def _rolls_rightly_later(step: Step, record: Record, roll: do.Roll) -> bool:
    """True for a wrong number of dice for who aimed, where as many as he has fall on the same marks later."""
    falls = takewhile(lambda each: each[2].verb not in {"aim", "fire", "check"}, step.before_the_clock())
    later = {len(each.dice) for _, _, each in falls if each.verb == "roll" and each.pieces == record.pieces}
    return step.reader.announced and bool(later) and dice_for(step.case(roll), roll) in later - {len(roll.dice)}


def _falls_again(step: Step, purpose: str, who: str) -> bool:
    """True for dice that are thrown twice for the same; what falls twice on old marks is no shot, nor was it before."""
    rolled = any(shot.unit == who and shot.rolled for shot in step.position.shots)
    return step.shown.again and (rolled or purpose not in {PLAIN, MELEE})


def _set_loose(step: Step) -> None:
    """What comes of dice for nobody is not certain, if somebody may attack now by his order."""
    position, ways = step.position, [way.order for way in WAYS.values() if step.position.state in way.steps]
    fights = bool(position.duels) or any(unit.bound for unit in position.units.values())
    if fights or any(unit.order is not None and unit.order.order in ways for unit in position.units.values()):
        step.reader.loose = position.round, position.state


def _is_awaited(step: Step, purpose: str, who: str) -> bool:
    """True for dice of which something is known: they are due, or a shot of the unit waits for them."""
    waits = purpose in {PLAIN, MELEE} and (step.position.waiting(who) or blows(step, who))
    return bool(waits) or step.is_due(do.Roll(purpose=purpose, who=who))


def _adjusted_unsaid(step: Step, unit: str, dice: tuple[int, ...]) -> Iterator[Read]:
    """The second roll of artillery whose fire a headquarters may adjust, where the target is marked after it."""
    shots = [shot for shot in step.position.shots if shot.unit == unit and shot.step == step.position.state]
    if not shots or not shots[-1].rolled or len(shots[-1].rolled) != len(dice):
        return
    last = shots[-1]
    again = do.Fire(unit=unit, target=last.target, kind=cast("do.Shot", last.kind), again=True, by=step.side)
    marked = any(later.verb == "mark" and step.unit(later) == last.target for _, _, later in step.before_the_clock())
    if last.kind in WAYS and marked and not any(adjusted(step.case(again))):
        yield _unsaid(again)


def _strikes(step: Step, unit: str) -> bool:
    """True for a unit that has named an enemy for a blow, and has no shot to roll for."""
    return {shot.kind for shot in step.position.waiting(unit)} == {"melee"}


def _unclaimed(step: Step, dice: tuple[int, ...], marked: str = "") -> Iterator[Read]:
    """Dice for nobody, or for the unit that is marked of old: those of the roll or the attack that is due.

    As many must belong to it, and nobody roll for it later; otherwise they are no deed of the game.
    """
    records = [record for _, _, record in step.before_the_clock()]
    for roll in _due_rolls(step, records) if not marked or _is_stale(step, marked) else ():
        if dice_for(step.case(roll), roll) == len(dice):
            yield _unsaid(structs.replace(roll, dice=dice, by=step.side))
            return
    found = list(_fitting(step, dice))
    if len({attack.unit for attack in found}) > 1:
        step.reader.guessed = step.position.round, step.position.state
    for attack in found[:1]:
        yield from _made(step, attack, dice)


def _fitting(step: Step, dice: tuple[int, ...]) -> Iterator[do.Fire | do.Strike]:
    """The attacks of the thrower's side that are due with as many dice.

    First comes at whom is first seen to be hurt, and of those who attack the same one whose card is first seen to pay.
    """
    records = [record for _, _, record in step.before_the_clock()]
    hurt = [step.unit(record) for record in records if _is_hurt(record)]
    attacks: list[do.Fire | do.Strike] = [*step.position.options(do.Fire, must=True)]
    attacks += [*step.position.options(do.Strike, must=True)]
    attacks += on_the_move(step.case(Action()))
    mine = [each for each in attacks if step.side in {"", step.battle.units[each.unit].side}]
    mine = [each for each in mine if _shows_at_once(step, records, each) or not _attacks_later(step, records, each)]
    fit = [each for each in mine if len(dice) in _dice_for(step, each)]
    paid = [step.unit(record) for record in records if record.verb == "mark" and record.get("what") == "ammo"]
    yield from sorted(
        fit, key=lambda each: ((*hurt, each.target).index(each.target), (*paid, each.unit).index(each.unit))
    )


def _made(step: Step, attack: do.Fire | do.Strike, dice: tuple[int, ...]) -> Iterator[Read]:
    """An attack that nobody declared, and its dice."""
    purpose = "FIRE" if isinstance(attack, do.Fire) else MELEE
    yield _unsaid(structs.replace(attack, by=step.side))
    yield _unsaid(do.Roll(purpose=purpose, who=attack.unit, dice=dice, by=step.side))


def _attacks_later(step: Step, records: Iterable[Record], attack: do.Fire | do.Strike) -> bool:
    return any(attack.unit in step.units(record, "by") for record in records)


def _shows_at_once(step: Step, records: Iterable[Record], attack: do.Fire | do.Strike) -> bool:
    """Whether the first deed after the dice is what comes of the blow: its target is hurt, or tests."""
    first = next((record for record in records if record.verb in {"aim", "fire", "roll", "check", "mark"}), None)
    hurt = first is not None and _is_hurt(first) and step.unit(first) == attack.target
    return isinstance(attack, do.Strike) and hurt


def _is_stale(step: Step, unit: str) -> bool:
    """True where a unit is marked for dice that fell already, or by the other side."""
    return not step.reader.announced or step.side not in {"", step.battle.units[unit].side}


def _due_rolls(step: Step, later: Iterable[Record]) -> Iterator[do.Roll]:
    """The rolls that are due, or may be made, and are not made later: first those that must be."""
    named = {
        (purpose, name)
        for record in later
        for key in ("by", "who")
        for name in step.units(record, key)
        for purpose in ((record.get("p"),) if record.get("p") else (PLAIN, MELEE))
    }
    must = list(step.position.options(do.Roll, must=True))
    for roll in dict.fromkeys((*must, *step.position.options(do.Roll))):
        if roll.who in step.battle.units and (roll.purpose, roll.who) not in named:
            yield roll


def _dice_for(step: Step, attack: do.Fire | do.Strike) -> tuple[int, ...]:
    case = step.case(attack)
    if isinstance(attack, do.Fire):
        return dice_of(case, attack).every
    return dice_in_melee(case, attack.unit, attack.target).every


def _blow_unsaid(step: Step, record: Record, unit: str) -> Iterator[Read]:
    """The blow to which the dice belong, if it is due and the log that named the enemy ended before they fell."""
    at, due = step.first(record, "at"), () if step.position.waiting(unit) else blows(step, unit)
    for target in [each for each in due if each == at or (not at and len(due) == 1)]:
        yield Read(do.Strike(unit=unit, target=target, by=step.side))


def _only_shooter(step: Step) -> str:
    """The unit of a side whose dice are still to fall, if it is the only one."""
    waiting = {shot.unit for shot in step.position.waiting() if shot.unit in step.battle.units}
    mine = [unit for unit in waiting if not step.side or step.battle.units[unit].side == step.side]
    return mine[0] if len(mine) == 1 else ""


def _owed(step: Step, who: str) -> str:
    """What the dice are for of a unit that only aims: the shot that it has declared, else those that it owes now."""
    if shots := step.position.waiting(who):
        return MELEE if shots[-1].kind in {"melee", "duel"} else "FIRE"
    if blows(step, who) and step.position.state == "S6":
        return MELEE
    due = (due for due in step.position.due if due.until in {NOW, step.position.state})
    options = (option for each in due for option in each.options[:1])
    return next((option.purpose for option in options if isinstance(option, do.Roll) and option.who == who), "FIRE")
