"""Shots that nobody has named: dice by the button alone are those of a shot that could be declared here.

There may be many such shots. The one that is read gives nobody a result that nobody takes, and was aimed at whoever
answers it; among those it explains most of what follows, and is fired by a unit that does nothing else. Who was only
supposed to have fired before may not have: his shot is read where it explains more than those that are left.
"""

from collections.abc import Iterator, Mapping
from itertools import islice, takewhile
from typing import Final, NamedTuple

from msgspec import structs

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.cup.activation import actors
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.reading.outcomes import LATE
from rules.blitzkrieg.reading.step import Step
from rules.blitzkrieg.reading.told import ENDS
from rules.blitzkrieg.support.indirect import LOST, SALVOS, calibre_of
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.evidence import Record
from rules.engine.reading import Read

KINDS: Final[Mapping[str, type[Action]]] = {
    "FIRE": do.Fire,
    "MELEE": do.MeleeFire,
    "TRANSMIT": do.Barrage,
    "BARRAGE": do.Barrage,
    "STUKA": do.Stuka,
}
"""By purpose of the dice: what is declared before they are thrown."""
RULES: Final[Mapping[type[Action], str]] = {
    do.Fire: "BLZ-8.1.1b",
    do.MeleeFire: "BLZ-8.1.1b",
    do.Barrage: "BLZ-8.6.1o",
    do.Stuka: "BLZ-8.6.1d",
}
"""The rules by which it has to be."""
ANSWERS: Final = frozenset({"RETREAT", "RETURN"})
"""Purposes of the checks by those who were fired at."""
OPPORTUNITY: Final = "check", "OPPFIRE"
"""The record of a check for opportunity fire."""
MARKED: Final = "OPP", "on"
"""What the record of its marker says."""
SALVO: Final = "roll", "BARRAGE"
"""The record of the dice of a salvo."""
CERTAIN: Final = frozenset(
    f"BLZ-{each}"
    for each in (
        "2.2.2b", "4.2b", "4.3.1a", "5a", "5.3j", "5.4g", "6.1h", "7.1a", "7.1b", "8.2.2b", "8.4a", "8.6.1i", "9b",
        "9.1.1b", "9.1.2d", "9.1.4a", "9.2a", "10.3c",
    )
)  # fmt: skip
"""Rules that do not hang on whether somebody has fired before."""


Fitting = tuple[tuple[int | bool, ...], Action]
"""How well a shot explains what follows, the lowest best, and the shot."""


class Follows(NamedTuple):
    """What follows dice in a log: who takes results, who answers as one that was fired at, who does something else."""

    taken: frozenset[str]
    lost: frozenset[str]
    """Those who take a loss."""
    answering: frozenset[str]
    busy: frozenset[str]
    firing: frozenset[str]
    """Those who are said to fire."""
    unmarked: frozenset[str]
    """Those who check for opportunity fire without its marker, as only one may that was fired at."""


def unnamed(step: Step, dice: Roll) -> tuple[Read, ...]:
    """The shot that was not declared, and its dice; none where they are those that are due, or no shot can be meant.

    Who was said to aim fires, if anybody was.
    """
    kind, asked = KINDS.get(dice.purpose), any(due.met_by(dice) for due in step.position.due)
    named = dice.who in _aiming(step) and step.reader.told.by == step.side
    if kind is None or (asked and (named or _own(step, dice))) or _of_a_lost_salvo(step, dice) or _unsent(step, dice):
        return ()
    able, fitting = _fitting(step, kind, dice, asked=asked)
    if not asked and step.reader.told.supposed:
        # who was only supposed to have fired may not have, and these may be its dice
        more, freed = _fitting(_had_nobody_fired(step), kind, dice, asked=asked)
        able, fitting = able + more, freed if _explained_by(freed) > _explained_by(fitting) else fitting
    if not fitting:
        return (Read(dice, "inferred", "declaration"),) if able and not asked else ()
    best, shot = min(fitting, key=lambda each: each[0])
    thrown = structs.replace(dice, who=_thrower(shot, dice))
    read = Read(thrown, "declared" if asked and thrown == dice else "inferred", "declaration")
    if shot == thrown:
        return (read,)
    alike = {_salvo(each) for how, each in fitting if how[0] == best[0]}
    step.reader.told.supposed |= {_firer(shot), *({_salvo(shot)} if len(alike) > 1 else ())}
    return Read(shot, "inferred", "declaration", unsaid=RULES[kind]), read


def _fitting(step: Step, kind: type[Action], dice: Roll, *, asked: bool) -> tuple[list[Action], list[Fitting]]:
    """The shots that could be declared, and those of them that fit what follows, each with how well it does."""
    named = _aiming(step)
    able = [each for each in _could_be(step, kind, dice) if asked or not named or _firer(each) in named]
    after = _follows(step, dice.purpose)
    return able, [(how, shot) for shot in able if (how := _how_it_fits(step, shot, dice, after)) is not None]


def _explained_by(fitting: list[Fitting]) -> int:
    """How many results of those that are taken the best of these shots explains; less than none if there is no shot."""
    return -min(how[0] for how, _ in fitting) if fitting else -1


def _aiming(step: Step) -> set[str]:
    """Who was said to aim."""
    return {step.reader.unit(piece) for piece in step.reader.told.aiming}


def _had_nobody_fired(step: Step) -> Step:
    """The step, as if those had not fired that were only supposed to have, nor those salvos."""
    position, supposed = step.position, step.reader.told.supposed
    for unit in supposed & position.units.keys():
        position = position.did(unit, fired="")
    if position.activation is not None:
        salvos = {name: left + (name in supposed) for name, left in position.activation.salvos.items()}
        position = position.acts(salvos=salvos)
    freed = Step(step.reader, step.shown, position, step.ahead, step.board)
    freed.place = step.place
    return freed


def doubted(step: Step, read: Read) -> Read:
    """What somebody does who was only supposed to have fired, or who answers: it may have been another shot."""
    told = step.reader.told.supposed
    if told and isinstance(read.action, do.ReturnFire):
        return structs.replace(read, how="inferred", missing="declaration", certain=read.certain - {"BLZ-6.3.2a"})
    supposed = told.intersection((*actors(read.action), _salvo(read.action)))
    if not supposed or read.how == "inferred":
        return read
    return structs.replace(read, how="inferred", missing="declaration", certain=read.certain | CERTAIN)


def _of_a_lost_salvo(step: Step, dice: Roll) -> bool:
    """Whether dice of guns fall though the message was lost, and the marker of guns was not laid anew."""
    shot, anew = step.position.shot, step.reader.told.marked
    return dice.purpose == "BARRAGE" and shot is not None and shot.results.get(shot.hex) == LOST and not anew


def _unsent(step: Step, dice: Roll) -> bool:
    """Whether a salvo that was declared falls without its message, which nobody sends before the next one."""
    waits = any(isinstance(each, Roll) and each.purpose == "TRANSMIT" for each in _due(step))
    if dice.purpose != "BARRAGE" or not waits or any(each.purpose == dice.purpose for each in _due(step)):
        return False
    coming = (later for _, _, later in step.following())
    until = takewhile(lambda later: later.verb not in {"barrage", "place", *ENDS}, coming)
    return not any((later.verb, later.get("p")) == ("roll", "TRANSMIT") for later in until)


def _due(step: Step) -> tuple[Roll, ...]:
    """The dice that have to be thrown."""
    return tuple(each for due in step.position.due if due.must for each in due.options if isinstance(each, Roll))


def _could_be(step: Step, kind: type[Action], dice: Roll) -> Iterator[Action]:
    """The dice that somebody else has still to throw, and the shots of the roller's side that can be declared now."""
    marked = step.reader.told.marked
    for due in step.position.due:
        rolls = (each for each in due.options if isinstance(each, Roll) and each.purpose == dice.purpose)
        yield from (structs.replace(dice, who=each.who) for each in rolls if each.who == dice.who or _own(step, each))
    for shot in step.reader.legal(step.position, kinds=(kind,)):
        observed = dice.purpose != "TRANSMIT" or getattr(shot, "observer", "") == dice.who
        there = not marked or getattr(shot, "hex", marked) == marked
        if _own(step, shot) and observed and there:
            yield structs.replace(shot, by=step.side)


def _own(step: Step, shot: Action) -> bool:
    """Whether it is the side of whoever rolled that fires; some seats play both."""
    return step.side in {"", step.battle.side_of(_firer(shot))}


def _firer(shot: Action) -> str:
    """Who fires: a unit, or the marker of guns."""
    return shot.who if isinstance(shot, Roll) else getattr(shot, "unit", "") or getattr(shot, "chit", "")


def _salvo(shot: Action) -> str:
    """The salvo of a marker that is fired; none of anybody else."""
    return f"{shot.chit} {calibre_of(shot)}" if isinstance(shot, SALVOS) else ""


def _thrower(shot: Action, dice: Roll) -> str:
    """For whom the dice of a shot are thrown: whoever fires, or observes."""
    return dice.who if dice.purpose == "TRANSMIT" else _firer(shot)


def _how_it_fits(step: Step, shot: Action, dice: Roll, after: Follows) -> tuple[int | bool, ...] | None:
    """How well a shot explains what follows, the lowest best; nothing where something else would have to follow."""
    play, thrown = step.reader.legal.referee.play, structs.replace(dice, who=_thrower(shot, dice))
    position = play(step.position, shot) if shot != thrown else step.position
    if not any(due.met_by(thrown) for due in position.due):
        return None
    position = play(position, thrown)
    if dice.purpose == "TRANSMIT" and position.shot is not None and position.shot.sent:
        position, after = _fallen(step, position, after)
    found = position.shot.results if position.shot is not None else {}
    hit = {unit for unit in found if unit in step.battle.units and _hurts(step, unit, found[unit])}
    due = {unit for unit in hit if step.battle.units[unit].side != step.side}
    losing = {unit for unit in due if found[unit] == "1"}
    if not (due <= after.taken and losing <= after.lost) or (found and not after.answering <= found.keys()):
        return None
    firer = _firer(shot)
    later = firer in after.firing, firer in after.busy
    unmarked = len(after.unmarked - found.keys())
    others = shot == thrown and not _own(step, shot) and _thrown_by_its_own(step, dice)
    return -len(hit & after.taken), unmarked, others, shot != thrown, not _own(step, shot), *later


def _thrown_by_its_own(step: Step, dice: Roll) -> bool:
    """Whether the side of whoever is to throw does so next: dice that the other side threw before were its own."""
    for shown, place, record in step.following():
        if record.verb == "roll":
            who = step.units(record, "who") or step.units(record, "by")
            return dice.who in who and step.later(shown, place).side == step.battle.side_of(dice.who)
        if record.verb not in {"aim", "state"}:
            return False
    return False


def _hurts(step: Step, unit: str, result: str) -> bool:
    """Whether a result does anything to a unit: an HQ that is neutralised already has nothing to lose."""
    if step.battle.units[unit].kind.hq and step.position.units[unit].neutralised:
        return False
    return result in {"1", "N"} or (result == "Nr" and step.battle.units[unit].kind.red_n)


def _fallen(step: Step, position: Position, after: Follows) -> tuple[Position, Follows]:
    """The position after a salvo of which the message got through, if its dice are thrown next; what follows those."""
    thrown = ((shown, place) for shown, place, each in step.following() if (each.verb, each.get("p")) == SALVO)
    shown, place = next(thrown, (step.shown, 0))
    if shown is step.shown or position.shot is None or not shown.rolled:
        return position, after
    dice = Roll(purpose="BARRAGE", who=position.shot.chit, dice=shown.rolled[0].dice)
    return step.reader.legal.referee.play(position, dice), _follows(step.later(shown, place), "BARRAGE")


def _follows(step: Step, purpose: str) -> Follows:
    """What follows dice, before the next ones of their kind; in a melee results come after the dice of all."""
    taken, lost, answering, busy, firing, checking, marked = (set[str]() for _ in range(7))
    over = thrown = False
    for _, _, record in islice(step.following(), LATE):
        unit = step.unit(record)
        over = over or record.verb in ENDS
        thrown = thrown or (record.verb == "roll" and record.get("p") in KINDS and (purpose != "MELEE" or bool(taken)))
        if _takes(record) and not thrown:
            taken.add(unit)
            lost |= {unit} if record.verb in {"loss", "out"} else set()
        elif unit and _passive(step, unit):
            answers = _answers(record) and not (thrown or over or busy or purpose == "MELEE")
            answering |= {unit} if answers else set()
            checking |= {unit} if (record.verb, record.get("p")) == OPPORTUNITY else set()
            marked |= {unit} if (record.get("what"), record.get("v")) == MARKED else set()
        elif record.verb in {"step", "ride", "aim"} and not over:
            busy.add(unit)
        if record.verb in {"aim", "fire"} and not over:
            firing |= {*step.units(record, "by"), unit}
    taken -= _explained(step)
    return Follows(*map(frozenset, (taken, lost, answering, busy, firing, checking - marked)))


def _passive(step: Step, unit: str) -> bool:
    return step.battle.units[unit].side != step.position.active


def _takes(record: Record) -> bool:
    """Whether a record tells that a result is taken."""
    shaken = (record.verb, record.get("what"), record.get("v")) == ("state", "Neutralised", "on")
    lost = record.verb == "loss" or (record.verb, record.get("what")) == ("out", "Lost")
    return shaken or lost or (record.verb, record.get("p")) == ("check", "PANIC")


def _answers(record: Record) -> bool:
    """Whether a record tells of a reaction of one that was fired at."""
    goes = record.verb == "step" and record.get("a") in {"Move", "Retreat"}
    return goes or (record.verb == "check" and record.get("p") in ANSWERS)


def _explained(step: Step) -> set[str]:
    """Whose results something else explains already."""
    melee = step.position.melee
    return {unit for unit, result, _ in melee.pending if result != "-"} if melee else set()
