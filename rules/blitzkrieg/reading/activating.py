"""An activation that nobody has declared yet: the drawn marker shows it by what its formation or its guns do."""

from collections.abc import Iterator
from typing import Final

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.cup.draw import drawn
from rules.blitzkrieg.reading import cup
from rules.blitzkrieg.reading.step import Step
from rules.engine.actions import Action
from rules.engine.evidence import Record, Shown
from rules.engine.reading import Read

ACTS: Final = frozenset({"aim", "fire", "ride", "step"})
"""Verbs of records by which units act that are active."""
CHECKS: Final = frozenset({"EXHAUSTION", "RALLY"})
"""Purposes of the rolls with which an activation begins."""


def unsaid(step: Step, record: Record) -> Iterator[Read]:
    """The drawn marker activates its formation or guns when they act, though that is said later, or never.

    One that is free to be taken does so if that is said later.
    """
    now = drawn(step.position) if step.position.state == "DECIDE" else _taken(step)
    if not now or any(each.verb in {"act", "chit"} for each in step.said):
        return
    chit, told = step.battle.chits[now], _told(step, now)
    if told is not None and told[2].verb == "chit" and told[2].get("what") not in {"Activate", "Play"}:
        return
    formation = _acting(step, record, now, told)
    if any(later.verb == "act" and later.get("f") != formation for _, _, later in _declaring(step, now)):
        return  # another formation is named: this one has only been nudged
    own = formation == chit.formation and chit.kind in {"formation", "artillery", "stuka"}
    deed: Action
    if chit.kind == "repeat" and formation:
        deed = do.PlayRepeat(chit=now, formation=formation, by=chit.side)
    elif own and formation is not None:
        deed = do.Activate(chit=now, also=cup.joined(step, now), by=chit.side)
    else:
        return
    yield from cup.taken_up(step, now)
    yield Read(deed, "seen")
    for shown, place, _ in _declaring(step, now):
        step.reader.consume(shown.at, place)


def _taken(step: Step) -> str:
    """The marker that is not drawn but taken, of which is said next that it activates; none in the middle of a draw."""
    coming = cup.before_the_next_draw(step) if step.position.state == "DRAW" else ()
    said = next((record for record in coming if record.verb in {"actend", "chit", "phase"}), None)
    chit = step.reader.chit(said.piece) if said is not None and said.get("what") == "Activate" else ""
    return chit if step.position.chits.get(chit) in cup.SET_ASIDE else ""


def _told(step: Step, chit: str) -> tuple[Shown, int, Record] | None:
    """What is said of a marker before the next one is drawn."""
    return next(iter(_declaring(step, chit)), None)


def _declaring(step: Step, chit: str) -> Iterator[tuple[Shown, int, Record]]:
    """The records that say what is done with a drawn marker, or which formation a Repeat activates."""
    for found in step.following():
        record = found[2]
        if record.verb in {"draw", "actend", "phase"}:
            return
        repeats = record.get("what") == "Repeat" and step.battle.chits[chit].kind == "repeat"
        of_it = repeats if record.verb == "act" else record.verb == "chit" and step.reader.chit(record.piece) == chit
        if of_it:
            yield found


def _acting(step: Step, record: Record, chit: str, told: tuple[Shown, int, Record] | None) -> str | None:
    """The formation that acts; empty for guns, nothing where nobody acts whom the marker could activate."""
    known = step.battle.chits[chit]
    if record.verb == "barrage":
        return "" if known.fires else None
    if record.verb == "actend" and cup.goes_home(step, known.formation):
        return None
    if record.verb == "actend":
        return known.formation if known.kind == "formation" else None
    unit = next(iter(step.units(record, "by")), "") or next(iter(step.units(record, "who")), "") or step.unit(record)
    if not unit or step.battle.units[unit].side != known.side or step.owed(do.Withdraw, unit):
        return None
    formation = step.position.units[unit].formation
    if known.formation not in {"", formation}:
        return None
    if record.verb in ACTS and _acts(step, record, unit):
        return formation
    turned = record.verb == "state" and (record.get("what"), record.get("v")) == ("Activated", "on")
    if turned and (told is not None or known.kind == "repeat"):
        return formation
    return formation if told is not None and _prepares(record) else None


def _acts(step: Step, record: Record, unit: str) -> bool:
    """Whether a unit does what only an active one does."""
    state = step.position.units[unit]
    returns = not state.on_map and step.battle.units[unit].kind.hq and state.box != "pool"
    put_back = record.verb == "step" and state.on_map and record.get("h") == state.hex
    acts = record.get("a") in {"", "Melee", "Move"} and record.get("p") in {"", "FIRE"}
    return acts and not returns and not put_back


def _prepares(record: Record) -> bool:
    """Whether a record tells of what is checked first in an activation."""
    if record.verb == "roll":
        return record.get("p") in CHECKS
    return record.verb == "state" and (record.get("what"), record.get("v")) == ("OPP", "off")
