"""Activation: which formation acts, where its headquarters stands, whom it commands (4.7, 7.6 to 7.9, 13, 14)."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import structs

from rules.caporetto.action.command import commanded, members
from rules.caporetto.actions import Activate, Assault, Complete, Decline, Pass, Show, Slot, Support, Target
from rules.caporetto.assault.finishing import captured
from rules.caporetto.book import effect, outcome, roll, rule
from rules.caporetto.case import Case
from rules.caporetto.fire.bombardment import BLIND
from rules.caporetto.fire.sight import FARTHEST, emplaced, sees
from rules.caporetto.model import Acting, Position
from rules.caporetto.movement.march import going
from rules.caporetto.turn.supply import doubt, fed
from rules.caporetto.wings.sectors import at_dawn, opens
from rules.caporetto.works.trenches import stormed
from rules.caporetto.zoned import by_zones
from rules.engine.actions import subject
from rules.engine.dice import Roll
from rules.engine.following import Following
from rules.engine.obligations import Due
from rules.engine.ruling import Finding, broken, unknown

DOUBLE = 2
"""So many points it costs to let a formation react that was not paid for."""
REACTION, ACTING, REACTING = "reaction", "Acting", "Reacting"
DIVISION, EXCHANGE = "division", "exchange"
WAITING, DONE = "waiting", "done"
LATEST = "Supply"
"""When this phase is over headquarters come out of their boxes."""
AIMING = frozenset({"Assault", "RoadAssault", "Support"})
FRESH: Mapping[str, object] = {
    "step": 0,
    "attacks": {},
    "fought": frozenset(),
    "origins": frozenset(),
    "taken": frozenset(),
    "driven": {},
    "bound": frozenset(),
    "bases": {},
    "sniped": {},
    "vague": False,
    "spread": {},
    "waves": {},
    "relief": (),
    "passing": ("", "", ""),
    "supports": {},
    "bombs": {},
    "defends": {},
    "resolved": frozenset(),
    "resolving": ("", ""),
    "star": (),
}
"""What nobody has done yet in a new action."""
ACTIVATED: Following[Position, []] = Following()
"""What else happens when a formation is activated."""
PASSED_BY = 4
"""With so much a command path leads through an enemy zone of control."""


def formation_of(case: Case[Any], hq: str) -> str:
    """The formation of a headquarters."""
    return case.counter(hq).formation


# --------------------------------------------------------------------------------------------------------- who may act
@rule("CAP-4.7a", "CAP-4.8a", on=Activate)
def whose_phase(case: Case[Activate]) -> Finding | None:
    """In a phase of actions the side whose it is activates; the other one only reacts."""
    reacts, own = case.action.kind == REACTION, case.side(case.action.hq) == case.acting
    if reacts == own:
        return broken("activate.phase", unit=case.action.hq)
    return None


@rule("CAP-14.0a", "CAP-14.0e", on=Activate)
def reacts_in_time(case: Case[Activate]) -> Finding | None:
    """A formation reacts when an action of the other side is completed, once, and never to a reaction."""
    if case.action.kind == REACTION and not case.before.answer and not put_right(case):
        return broken("activate.reaction", unit=case.action.hq)
    return None


@rule("CAP-14.0c", on=Activate)
def reaction_rolled(case: Case[Activate]) -> Finding | None:
    """A formation reacts if the die shows no more than the initiative of its headquarters; that is placed before it."""
    if case.action.kind != REACTION or not case.before.answer or case.before.answered in {"", case.action.hq}:
        return None
    return broken("activate.failed", unit=case.action.hq)


@rule("CAP-14.0h", on=Activate)
def reaction_can_be_paid(case: Case[Activate]) -> Finding | None:
    """An Italian formation that was not paid for reacts only if there are points for it."""
    left = case.left(case.action.hq)
    if not unpaid(case) or put_right(case) or left >= DOUBLE:
        return None
    found = broken("activate.points", unit=case.action.hq, left=left)
    if at_dawn(case):
        return case.switches.doubtful("CAP-A41", found)
    return case.switches.doubtful("CAP-A96", found) if left else found


@outcome("CAP-14.0f")
def unpaid(case: Case[Activate]) -> bool:
    """True for the reaction of an Italian formation that got no points in the command phase."""
    hq = case.action.hq
    italian = case.side(hq) == case.battle.sides[1] and not case.action.hidden
    return italian and case.action.kind == REACTION and case.before.slots.get(hq, WAITING) in {WAITING, DONE}


@rule("CAP-13.0b", "CAP-14.0k", on=Activate)
def acts_once(case: Case[Activate]) -> Finding | None:
    """A formation that has acted is not activated again in the turn."""
    if formation_of(case, case.action.hq) in case.before.acted and not put_right(case):
        return broken("activate.again", unit=case.action.hq)
    return None


def put_right(case: Case[Activate]) -> bool:
    """True where a headquarters is placed anew before anybody has done anything in its action."""
    acting, before = case.before.acting, case.before
    if acting is None or (acting.hq, acting.kind) != (case.action.hq, case.action.kind):
        return False
    busy = acting.others or acting.rolled or before.step or before.attacks or before.supports or before.sniped
    return not busy and not any(going(case, name) for name in before.units)


@rule("CAP-4.7d", "CAP-7.3a", on=Activate)
@outcome("CAP-24.9a")
def slotted(case: Case[Activate]) -> Finding | None:
    """Only a formation that was chosen is activated but by a reaction; where no phase was for that, all of one side."""
    chosen = at_dawn(case) and case.side(case.action.hq) == case.battle.sides[0]
    if case.action.kind == REACTION or case.action.hidden or chosen:
        return None
    box = case.unit(case.action.hq).box or case.before.slots.get(case.action.hq, "")
    if case.before.slots.get(case.action.hq, WAITING) not in {WAITING, DONE}:
        return None
    if not box and not case.before.slots:
        return unknown("slot")
    found = broken("activate.slot", unit=case.action.hq)
    return case.switches.doubtful("CAP-A97", found) if case.action.hq in case.before.tried else found


@rule("CAP-4.7c", "CAP-4.8b", on=Activate)
def not_after_a_pass(case: Case[Activate]) -> Finding | None:
    """Who has passed leaves it to the other side."""
    passed = case.before.passed == case.side(case.action.hq) and not opens(case)
    if case.action.kind != REACTION and passed:
        return broken("activate.passed", unit=case.action.hq)
    return None


@rule("CAP-7.9a", on=Activate)
def one_division_at_a_time(case: Case[Activate]) -> Finding | None:
    """Once a formation of another division has acted, no more formations of the divisions before it do."""
    if case.action.kind == REACTION:
        return None
    side = case.side(case.action.hq)
    division = case.battle.formations[formation_of(case, case.action.hq)].division
    begun = case.before.divisions.get(side, ())
    if division and division in begun[:-1]:
        return broken("activate.division", unit=case.action.hq)
    return None


# ------------------------------------------------------------------------------------------------------ several at once
def joins(case: Case[Activate]) -> bool:
    """True for a formation that is activated to act together with the one that does."""
    acting, action = case.before.acting, case.action
    return acting is not None and action.kind in {DIVISION, EXCHANGE} and acting.side == case.side(action.hq)


@rule("CAP-7.10a", on=Activate)
def of_one_division(case: Case[Activate]) -> Finding | None:
    """Formations of one division act together, never in a reaction."""
    acting, formations = case.before.acting, case.battle.formations
    if acting is None or not joins(case) or case.action.kind != DIVISION:
        return None
    division = formations[formation_of(case, case.action.hq)].division
    fits = division and division == formations[acting.formation].division and acting.kind != REACTION
    return None if fits else broken("activate.together", unit=case.action.hq)


@rule("CAP-7.10b", on=(Assault, Support))
def apart_in_attacks(case: Case[Assault | Support]) -> Finding | None:
    """Formations that act together by the division attack no hex together."""
    acting, action = case.before.acting, case.action
    if acting is None or acting.kind != DIVISION or case.side(action.unit) != acting.side:
        return None
    place = action.at if isinstance(action, Assault) else action.hex
    own = formation_in(case, action.unit)
    with_it = (name for name, at in (*case.before.attacks.items(), *case.before.supports.items()) if at == place)
    other = next((name for name in with_it if formation_in(case, name) not in {own, ""}), "")
    return broken("attack.mixed", unit=action.unit, other=other, hex=place) if own and other else None


def formation_in(case: Case[Any], name: str) -> str:
    """The formation that acts to which a unit belongs, or is attached."""
    acting = case.before.acting
    known = acting.formations if acting else frozenset[str]()
    return next((each for each in (case.unit(name).attached, case.counter(name).formation) if each in known), "")


# ----------------------------------------------------------------------------------------------------- where it stands
@rule("CAP-7.6c", on=Activate)
def beside_no_enemy(case: Case[Activate]) -> Finding | None:
    """The headquarters stands in no hex with enemies."""
    hq, place = case.action.hq, case.action.hex
    if case.layout.there(place, case.battle.enemy(case.side(hq))):
        return broken("activate.enemy", unit=hq, hex=place)
    return None


@rule("CAP-9.4b", "CAP-7.6a", "CAP-14.0l", on=Activate)
@by_zones
def in_supply(case: Case[Activate]) -> Finding | None:
    """The headquarters stands where a line of supply leads."""
    hq, place = case.action.hq, case.action.hex
    side = case.side(hq)
    if place not in case.grid or fed(case, place, side):
        return None
    found, ruling = broken("activate.supply", unit=hq, hex=place), doubt(case, place, side)
    return case.switches.doubtful(ruling, found) if ruling else found


@rule("CAP-9.4.1a", on=Activate)
@by_zones
def road_under_fire(case: Case[Activate]) -> Finding | None:
    """No headquarters but a German one hangs on a road that enemy guns in position see and reach, fired or not."""
    hq, place = case.action.hq, case.action.hex
    side = case.side(hq)
    if place not in case.grid or _german(case, hq) or not fed(case, place, side):
        return None
    found = broken("activate.road", unit=hq, hex=place)
    sure = swept(case, side, shaken=False)
    if not fed(case, place, side, sure):
        ruling = doubt(case, place, side, sure)
        return case.switches.doubtful(ruling, found) if ruling else found
    cut = not fed(case, place, side, swept(case, side, shaken=True))
    return case.switches.doubtful("CAP-A77", found) if cut else None


@outcome("CAP-9.4.1c")
def _german(case: Case[Any], hq: str) -> bool:
    """Whether a headquarters is that of a German formation."""
    formation = formation_of(case, hq)
    return any(counter.german for counter in case.battle.units.values() if counter.formation == formation)


@outcome("CAP-9.4.1b", "CAP-9.4.1d")
def swept(case: Case[Any], side: str, *, shaken: bool) -> frozenset[str]:
    """The hexes with roads that guns of the enemy see and reach, those too that are too shaken to fire or not."""
    enemy, roads = case.battle.enemy(side), [place for place, near in case.ground.net.items() if near]
    guns = frozenset(
        (unit.hex, min(case.counter(name).faces[0].range, FARTHEST))
        for name, unit in case.before.units.items()
        if case.side(name) == enemy and emplaced(case, name) and (shaken or unit.level < BLIND)
    )
    return case.layout.once(
        guns,
        lambda: frozenset(
            place
            for here, reach in guns
            for place in roads
            if case.distance(here, place) <= reach and sees(case, here, place)
        ),
    )


@rule("CAP-7.6f", "CAP-7.7c", on=Activate)
def commands_somebody(case: Case[Activate]) -> Finding | None:
    """At least one unit of the formation is on the map and in command."""
    hq, place = case.action.hq, case.action.hex
    names = members(case, formation_of(case, hq))
    if not names:
        return structs.replace(broken("activate.nobody", unit=hq), rule="CAP-7.7c")
    if place in case.grid and not commanded(case, names, hq, place, None):
        return broken("activate.alone", unit=hq, hex=place)
    return None


# ------------------------------------------------------------------------------------------------------- what it does
@effect(Activate)
def activated(case: Case[Activate]) -> Position:
    """The formation acts, with all that follows."""
    return ACTIVATED.follow(case, acts(case))


def acts(case: Case[Activate]) -> Position:
    """The position in which the formation acts; whoever is out of command has to be marked."""
    hq, place = case.action.hq, case.action.hex
    formation, side = formation_of(case, hq), case.side(hq)
    names = members(case, formation)
    known = place in case.grid
    sure = commanded(case, names, hq, place, frozenset()) if known else frozenset(names)
    open_ = (commanded(case, names, hq, place, None) if known else frozenset(names)) - sure
    anew = put_right(case)
    before = _undone(case, names) if anew else case.before
    cost = before.acting.cost if anew and before.acting else min(DOUBLE, case.left(hq)) if unpaid(case) else 0
    divisions = before.divisions
    division = case.battle.formations[formation].division
    changes_places = case.action.kind == EXCHANGE and joins(case)
    opens = division and case.action.kind != REACTION and not changes_places
    if opens and division not in divisions.get(side, ()):
        divisions = {**divisions, side: (*divisions.get(side, ()), division)}
    mine = Acting(formation, hq, side, place, case.action.kind, sure, open_, before.slots.get(hq, ""), cost)
    together = joins(case)
    after = (
        before.unit(hq, hex=place if known else before.units[hq].hex, box="")
        .but(
            stack=(before.stack[0], ACTING),
            acting=_together(before.acting, mine) if together and before.acting else mine,
            acted=before.acted | {formation},
            activated=before.activated | sure,
            divisions=divisions,
            passed="" if case.action.kind != REACTION else before.passed,
            ended=False,
            answer="",
            mover="",
            **({} if together else FRESH),
        )
        .paid(case.battle.purse(hq), 0 if anew else cost)
    )
    return after.owing(*_out_of_command(case, names, sure | open_), *(() if anew else _to_be_rolled(case)))


def _to_be_rolled(case: Case[Activate]) -> Iterator[Due]:
    """Where the headquarters of a reaction was placed before its die, that falls before anything else is done."""
    hq = case.action.hq
    if case.action.kind == REACTION and case.before.answer and not case.before.answered:
        die = Roll(purpose="REACTION", who=hq)
        yield Due("CAP-14.0c", (die,), open_to=("activate", "show", "move"), owner=case.side(hq))


def _undone(case: Case[Any], names: tuple[str, ...]) -> Position:
    """The position in which nobody was in command of a headquarters that is placed anew, or out of it."""
    before, sure = case.before, case.before.acting.sure if case.before.acting else frozenset[str]()
    owed = (due for due in before.due if not (due.rule == "CAP-7.7b" and subject(due.options[0]) in names))
    return before.but(activated=before.activated - sure, due=tuple(owed))


def _together(first: Acting, other: Acting) -> Acting:
    """Two formations that act together, those in command in one set."""
    sure, open_ = first.sure | other.sure, first.open | other.open
    return structs.replace(first, kind=other.kind, sure=sure, open=open_, others=(*first.others, other))


@outcome("CAP-7.7b", "CAP-7.8e")
def _out_of_command(case: Case[Activate], names: tuple[str, ...], known: frozenset[str]) -> Iterator[Due]:
    """Units of the formation that no path reaches are marked."""
    for name in names:
        if name not in known and "OOC" not in case.unit(name).marks:
            shown = Show(unit=name, state="OOC", on=True)
            yield Due("CAP-7.7b", (shown,), until=case.before.stack[0], owner=case.side(name))


@effect(Target)
def named(case: Case[Target]) -> Position:
    """The hex is what dice are rolled for."""
    return case.before.but(target=case.action.hex)


@roll("COMMAND")
def path_rolled(case: Case[Roll]) -> Position:
    """With a four a path leads through the hex that was named, and whoever it reaches is in command."""
    acting, place = case.before.acting, case.before.target
    if acting is None:
        return case.before
    passed = acting.passed | ({place} if case.action.total >= PASSED_BY else set())
    now = structs.replace(acting, passed=passed, rolled=acting.rolled | {place})
    reached = frozenset[str]().union(
        *(commanded(case, members(case, each.formation), each.hq, each.place, passed) for each in acting.every)
    )
    now = structs.replace(now, sure=acting.sure | reached, open=acting.open - reached)
    return case.before.but(acting=now, activated=case.before.activated | reached)


@roll("REACTION")
@outcome("CAP-14.0j")
def reaction_roll(case: Case[Roll]) -> Position:
    """The headquarters may react if the die shows no more than its initiative; nobody else tries in this step."""
    hq = case.action.who
    fits = hq in case.battle.units and case.action.total <= case.counter(hq).initiative
    if fits:
        return case.before.but(answered=hq)
    return _not_after_all(case).but(answered="-", tried=case.before.tried | {hq})


def _not_after_all(case: Case[Roll]) -> Position:
    """The position in which a formation does not react whose headquarters was placed before a die that was too high."""
    before, acting = case.before, case.before.acting
    if acting is None or (acting.hq, acting.kind) != (case.action.who, REACTION) or before.answered:
        return before
    attached = {name for name, unit in before.units.items() if unit.attached == acting.formation}
    after = _undone(case, members(case, acting.formation))
    return after.but(
        activated=after.activated - attached,
        stack=(before.stack[0], REACTING),
        acting=None,
        acted=before.acted - {acting.formation},
        answer=case.battle.enemy(acting.side),
    ).paid(case.battle.purse(acting.hq), -acting.cost)


@rule("CAP-14.0c", on=Roll)
def nobody_went_off(case: Case[Roll]) -> Finding | None:
    """Nobody has gone off in a reaction for which the die is too high."""
    before, hq = case.before, case.action.who
    if case.action.purpose != "REACTION" or before.acting is None or before.acting.hq != hq or before.answered:
        return None
    early = any(going(case, name) for name in members(case, before.acting.formation))
    return broken("activate.failed", unit=hq) if early and case.action.total > case.counter(hq).initiative else None


@rule("CAP-14.0a", on=Roll)
def one_attempt(case: Case[Roll]) -> Finding | None:
    """One reaction is tried for each action."""
    if case.action.purpose != "REACTION" or not case.before.answered:
        return None
    return case.switches.doubtful("CAP-A14", broken("activate.attempts", unit=case.action.who))


@effect(Complete)
def completed(case: Case[Complete]) -> Position:
    """The action is over; the other side may react to it, but not to a reaction."""
    acting = case.before.acting
    if acting is None:
        return case.before
    answer = acting.side if acting.kind != REACTION else ""
    stack = (case.before.stack[0], REACTING) if answer else case.before.stack[:1]
    after = case.before.but(stack=stack, acting=None, answer=answer, answered="", mover="", **FRESH)
    return after.owing(*_swept(case), *captured(case), *stormed(case), *_acted(case))


@outcome("CAP-13.0a")
def _acted(case: Case[Complete]) -> Iterator[Due]:
    """The headquarters of those who have acted go into their box."""
    for each in case.before.acting.every if case.before.acting else ():
        if each.hq:
            yield Due("CAP-13.0a", (Slot(hq=each.hq, box=DONE),), until=LATEST, owner=each.side)


@outcome("CAP-12.3.1d", "CAP-12.1.7d")
def _swept(case: Case[Complete]) -> Iterator[Due]:
    """When an action is over the markers of those who attacked and supported come off."""
    for name in {**case.before.attacks, **case.before.supports}:
        for state in sorted(case.unit(name).marks & AIMING):
            if case.unit(name).hex:
                off = Show(unit=name, state=state, on=False)
                yield Due("CAP-12.3.1d", (off,), until=case.before.stack[0], owner=case.side(name))


@effect(Decline)
def declined(case: Case[Decline]) -> Position:
    """Who does without a reaction lets the other side go on."""
    if case.action.what != "reaction":
        return case.before
    return case.before.but(stack=case.before.stack[:1], answer="", answered="")


@rule("CAP-4.7c", "CAP-4.8b", on=Pass)
def passes_in_his_phase(case: Case[Pass]) -> Finding | None:
    """The side whose phase it is passes; whoever plays both may sit at one seat."""
    if case.action.by and case.action.by != case.acting:
        return unknown("seat", "pass.phase", side=case.action.by)
    return None


@effect(Pass)
def passed(case: Case[Pass]) -> Position:
    """The side has passed."""
    both = case.before.passed == case.battle.enemy(case.acting)
    return case.before.but(passed=case.acting, ended=both, acting=None, answer="", stack=case.before.stack[:1])
