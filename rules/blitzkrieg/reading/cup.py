"""Phases, the cup and activations, as records tell them."""

from collections.abc import Iterable, Iterator
from itertools import islice, takewhile
from typing import Final

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import is_extra
from rules.blitzkrieg.cup.draw import ENDED, drawn, yet_to_come
from rules.blitzkrieg.cup.general import in_play
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.reading.outcomes import LATE, bearer_of
from rules.blitzkrieg.reading.step import Step
from rules.blitzkrieg.reading.ways import path, withdrawn
from rules.blitzkrieg.reading.words import LAND, STATES, chit_place
from rules.blitzkrieg.table.placing import OFF
from rules.engine.actions import Action
from rules.engine.evidence import Record, Shown
from rules.engine.reading import Read

SET_ASIDE: Final = frozenset({"kept", "reserve"})
"""Where chits lie that are not drawn from the cup but taken."""

PHASES: Final = ("Setup", "Admin", "Operations", "End")
"""Through which the tracker goes."""
DEEDS: Final = frozenset({"step", "aim", "act", "ride", "check", "state", "observe"})
"""Verbs of records by which a formation shows that it is active."""
RELIEVED: Final = frozenset({"barrage", "check", "fire", "phase", "roll"})
"""Verbs of records after which markers may be taken off for another reason."""
CLEARING: Final = frozenset({"out", "phase", "state", "vp"})
"""Verbs of records that belong to the end of a turn or to the next one."""
PUT_ASIDE: Final = frozenset({"Defer", "Pass", "Skip"})
"""How a marker is put aside that activates nobody now."""
AT_ONCE: Final = frozenset({"BLZ-5.3n", "BLZ-5.5n"})
"""Rules by which a second marker of its kind is played at once; it was not, whatever was meant, if it lies as drawn."""
FAILED_TO_CANCEL: Final = "BLZ-5.5h"
"""The rule by which a die cancels a marker, or does not."""
ENDS: Final = frozenset({"actend", "draw", "opsend", "phase"})
"""Verbs of records that end an activation."""


def phase(step: Step, record: Record) -> Iterator[Read]:
    """The tracker went on: a phase that nobody declared ended is ended by it, or it goes on with who declares that."""
    position = step.position
    for shown, place, later in step.put_back(record, _mark):
        record = later
        step.reader.consume(shown.at, place)
    phase = record.get("p")
    if position.state == "SETUP" and phase != "Setup":
        yield from _set_up(step)
    elif phase == "Operations" and position.state == "ADMIN":
        if not any((each.verb, each.get("what")) == ("done", "Admin") for each in step.said):
            yield Read(do.EndAdmin(by=step.side))
    elif phase == "End" and position.state == "DRAW":
        if not any(each.verb == "opsend" for each in step.said):
            yield Read(ended(position), "inferred")
    elif phase == "Admin" and record.get("t").isdecimal() and not _begun(position, int(record.get("t"))):
        told = any(each.verb in {"opsend", "phase"} for each in step.said)
        if position.state in {"DRAW", "ACT_END"} and is_over(position) and not (told or _to_be_ended(position)):
            yield Read(ended(position), "inferred")
        yield Read(do.NextTurn(turn=int(record.get("t")), by=step.side))


def _mark(record: Record) -> tuple[int, int]:
    """The turn and the phase to which the tracker goes."""
    turn, phase = record.get("t"), record.get("p")
    return int(turn) if turn.isdecimal() else 0, PHASES.index(phase) if phase in PHASES else -1


def _begun(position: Position, turn: int) -> bool:
    """Whether a turn goes on already, because the set-up was declared done, or the clock is set right only now."""
    return not position.within("SETUP") and position.turn == turn


def _set_up(step: Step) -> Iterator[Read]:
    """All that is left of the set-up."""
    position, board = step.position, step.board()
    for stage in range(position.stage, len(step.battle.stages)):
        yield from step.reader.set_up(stage, position, board)


def _all_stand(step: Step) -> bool:
    """Whether all that is still to be set up lies on the map."""
    stages = step.battle.stages[step.position.stage :]
    wanted = {unit for stage in stages for name in stage.setups for unit in step.battle.setups[name].units}
    return wanted <= {step.reader.unit(each.piece) for each in step.board().pieces if each.spot.zone == LAND}


def step_done(step: Step, record: Record) -> Iterator[Read]:
    """A step of the set-up, or the Administration Phase, is done."""
    if record.get("what") == "Setup" and step.position.state == "SETUP":
        if step.reader.said_twice(step.shown.at, step.side):
            return
        if step.position.stage < len(step.battle.stages):
            yield from step.reader.set_up(step.position.stage, step.position, step.board())
    elif record.get("what") == "Admin":
        begins = step.position.state == "SETUP" and _all_stand(step)
        yield from _set_up(step) if begins else ()
        if begins or step.position.state == "ADMIN":
            yield Read(do.EndAdmin(by=step.side))


def ended(position: Position) -> do.EndPhase:
    """The phase ended in the one way that it can have: nobody has said that the cup is empty while it is not."""
    return do.EndPhase(reason="passes" if position.passed == ENDED or yet_to_come(position) else "empty")


def is_over(position: Position) -> bool:
    """Whether the Operations Phase can be over: the cup is empty, or two have passed or declined in succession."""
    return not yet_to_come(position) or ENDED in {position.passed, position.declined}


def _to_be_ended(position: Position) -> bool:
    return any(due.must and isinstance(each, do.EndPhase) for due in position.due for each in due.options)


def activation_end(step: Step, record: Record) -> Iterator[Read]:
    """The activation is declared over; who says so once more, or where none is open, says nothing new.

    Of a demoralised formation, which is not active, it says that its marker is done with.
    """
    now = drawn(step.position) if step.position.state == "DECIDE" else ""
    if now and goes_home(step, step.battle.chits[now].formation):
        yield Read(do.Skip(chit=now, by=step.side))
    elif step.position.state not in {"ACT_END", "DRAW"}:
        yield from step.reader.declared(step, record)


def goes_home(step: Step, formation: str) -> bool:
    """Whether a formation is demoralised: it is moved without being active."""
    return formation in step.position.formations and step.position.formations[formation].demoralised


def operations_end(step: Step, record: Record) -> Iterator[Read]:
    """The Operations Phase is declared over; who says so after it had ended by itself says nothing new."""
    if step.position.state != "TURN_END":
        yield from step.reader.declared(step, record)


def kept_the_last(step: Step, record: Record) -> Iterator[Read]:
    """With the last marker of the cup the phase is over for who clears up next, whether or not anybody says so."""
    clears = record.verb in CLEARING or (record.verb == "chit" and record.get("what") == "Return")
    if _to_be_ended(step.position) and not step.place and clears and record.get("p") != "End":
        yield Read(ended(step.position), "inferred")


def draw(step: Step, record: Record) -> Iterator[Read]:
    """A chit was drawn, from the cup or from where it was kept."""
    chit = step.reader.chit(record.piece)
    from_deck = any(each.origin.deck for each in step.shown.moved if each.piece == record.piece)
    if chit:
        yield from left_unsaid(step, blind=from_deck)
        blind = from_deck or step.position.chits.get(chit) in SET_ASIDE
        yield Read(do.Draw(chit=chit, blind=blind, by=step.side))


def left_unsaid(step: Step, *, blind: bool = False) -> Iterator[Read]:
    """Who draws has done with what went before: an activation that nobody ended is over, what was drawn is declined.

    So is an Administration Phase. Whoever draws blindly, and says that only then, has said it a click late; unless he
    went on with the activation. Not so for a chit that is taken, if it is said later on, before the next draw.
    """
    position, coming = step.position, list(_before_the_next_draw(step))
    if position.state == "ADMIN":
        yield Read(do.EndAdmin(), "seen")
    if position.within("MELEE") or not position.stack or position.stack[0] != "DRAW":
        return
    if position.within("ACTIVE"):
        meant = list(takewhile(lambda each: each[2].verb != "act", coming))
        late = next((place for place, (*_, record) in enumerate(meant) if record.verb == "actend"), None)
        if late is not None:
            if not blind or any(record.verb in DEEDS for *_, record in meant[:late]):
                return
            step.reader.consume(meant[late][0].at, meant[late][1])
        yield from _over(step)
    for waiting in reversed(position.drawn):
        kept = step.battle.chits[waiting].kind in {"repeat", "general"}
        said = [each for each in coming if each[2].verb == "chit" and step.reader.chit(each[2].piece) == waiting]
        if said and not (blind and said[0][2].get("what") in ({"Hold"} if kept else PUT_ASIDE)):
            return
        lies_drawn = _lies_drawn(step, waiting)
        by = step.side if lies_drawn else step.battle.chits[waiting].side
        unsaid: Iterable[Action] = (do.Hold(chit=waiting) if kept else do.Skip(chit=waiting, by=by),)
        for shown, place, record in said[:1]:
            step.reader.consume(shown.at, place)
            unsaid = [read.action for read in step.reader.declared(step.later(shown, place), record)]
        not_played = AT_ONCE if lies_drawn and not is_extra(position.chits, waiting) else frozenset[str]()
        step.reader.told.in_hand |= {waiting} if kept and is_extra(position.chits, waiting) else set()
        yield from (Read(each, "inferred", "declaration", certain=not_played) for each in unsaid)


def _lies_drawn(step: Step, chit: str) -> bool:
    """Whether a marker lies still where it was drawn to, so that nobody has put it aside."""
    board = step.board()
    lying = () if board is None else board.pieces
    return all(chit_place(each.spot) == "drawn" for each in lying if step.reader.chit(each.piece) == chit)


def _over(step: Step) -> Iterator[Read]:
    """The activation that nobody ended is over."""
    yield Read(do.EndActivation(by=step.position.active), "inferred")


def _before_the_next_draw(step: Step) -> Iterator[tuple[Shown, int, Record]]:
    """Where the records lie that follow, up to the one that tells of another draw."""
    return takewhile(lambda each: each[2].verb != "draw", step.following())


def before_the_next_draw(step: Step) -> Iterator[Record]:
    """The records that follow, up to the one that tells of another draw."""
    return (record for *_, record in _before_the_next_draw(step))


def chit(step: Step, record: Record) -> Iterator[Read]:
    """A chit was disposed of."""
    chit, position = step.reader.chit(record.piece), step.position
    if not chit or (position.within("SETUP") and record.get("what") == "Remove") or _nothing_yet(step, record, chit):
        return
    if position.within("SETUP") and record.get("what") == "Return" and position.chits.get(chit) == "reserve":
        yield Read(do.Stock(chit=chit, place="cup"))
        return
    if record.get("what") == "Pick" and not position.within("SETUP"):
        yield from _picked(step, record, chit)
        return
    what, place = record.get("what"), position.chits.get(chit, "")
    if what == "Cancelled":
        yield from _as_cancelled(step, chit)
        return
    if what == "Activate" and position.within("ACTIVE") and chit in position.drawn:
        yield from _over(step)
    yield from _held_back(position, chit)
    if what in PUT_ASIDE:
        yield from _gone_back(step)
    if what in PUT_ASIDE | {"Activate"} or (what in {"Hold", "Play"} and place == "kept"):
        yield from taken_up(step, chit)
    if what == "Activate":
        yield _activated(step, chit)
    supposed = any(position.chits.get(other) == "held" for other in step.reader.told.in_hand)
    for read in step.reader.declared(step, record):
        # of a Repeat that a General gave, and of which nobody said what becomes of it, nothing lies in the hand
        yield Read(read.action, "inferred", "declaration") if supposed and what == "Hold" else read


def _activated(step: Step, chit: str) -> Read:
    """A marker activates its formation or guns; of two that a General joins the one that waited may be named first."""
    now, side, position = drawn(step.position), step.battle.chits[chit].side, step.position
    waits = chit in {position.deferred.get(side), position.declined_by.get(side)}
    if now != chit and waits and side in position.paired and now and step.battle.chits[now].side == side:
        return Read(do.Activate(chit=now, also=chit, by=step.side))
    return Read(do.Activate(chit=chit, also=joined(step, chit), by=step.side))


def _as_cancelled(step: Step, chit: str) -> Iterator[Read]:
    """The marker that waits is laid down as cancelled, and was not: it activates nobody, as if it were declined.

    Where a die has failed to cancel it, that is told: nobody has said that its owner lets it be.
    """
    coming = list(before_the_next_draw(step))
    anew = any(step.reader.chit(each.piece) == chit or each.get("p") == "CANCEL" for each in coming)
    known = step.battle.chits[chit]
    if drawn(step.position) == chit and (known.formation or known.fires) and not anew:
        failed = FAILED_TO_CANCEL if step.reader.told.cancelling else ""
        yield Read(do.Skip(chit=chit, by=known.side), "inferred", "declaration", unsaid=failed)


def taken_up(step: Step, chit: str) -> Iterator[Read]:
    """The draw of a marker that was set aside, and with which something is done at once from where it lies."""
    if chit and step.position.state != "DECIDE" and step.position.chits.get(chit) in SET_ASIDE:
        yield from left_unsaid(step)
        yield Read(do.Draw(chit=chit, by=step.side), "inferred")


def _nothing_yet(step: Step, record: Record, chit: str) -> bool:
    """Whether a decision is taken back at once, or said twice before anything was done by it: both change nothing."""
    what, activation = record.get("what"), step.position.activation
    again = activation is not None and chit in activation.chits and not activation.touched
    by_its_own = step.battle.chits[chit].kind != "repeat"
    if what == "Activate" and again and by_its_own and step.position.state == "CHECKS":
        return True
    now = next((later for _, _, later in step.following()), None)
    anew = now is not None and (now.verb, now.get("what")) == ("chit", "Activate") and now.piece == record.piece
    return anew and what in PUT_ASIDE and drawn(step.position) == chit


def _picked(step: Step, record: Record, chit: str) -> Iterator[Read]:
    """A marker came into the hand once play had begun: out of the cup, unless it goes back at once, or as drawn."""
    if drawn(step.position) == chit:
        yield Read(do.Hold(chit=chit, by=step.side))
    elif step.position.chits.get(chit) == "cup" and not _goes_back(step, record):
        yield from step.reader.declared(step, record)


def _goes_back(step: Step, record: Record) -> bool:
    """Whether a marker that was taken out of the cup goes back into it before the next draw, which is read with it."""
    for shown, place, later in step.following():
        if later.verb == "draw" or later.piece == record.piece:
            back = later.piece == record.piece and later.get("what") == "Return"
            if back:
                step.reader.consume(shown.at, place)
            return back
    return False


def _gone_back(step: Step) -> Iterator[Read]:
    """The units of a demoralised formation that go back at once after its marker was put aside."""
    gone = set[str]()
    for shown, place, record in step.following():
        unit = step.unit(record)
        if record.verb not in {"out", "step"} or not step.owed(do.Withdraw, unit):
            return
        if unit not in gone:
            gone.add(unit)
            later = step.later(shown, place)
            step.reader.consume(shown.at, place, unit)
            way = (OFF,) if record.verb == "out" else path(later, unit, record.get("h"))
            yield from withdrawn(later, unit, way)


def _held_back(position: Position, chit: str) -> Iterator[Read]:
    """The Repeat that a General was turned into is kept in hand by who decides about the marker below it first."""
    now = drawn(position)
    if now != chit and chit in position.drawn and is_extra(position.chits, now):
        yield Read(do.Hold(chit=now), "inferred")


def joined(step: Step, chit: str) -> str:
    """The chit that waits under a General to be joined by this one; none if the two can be no pair, or are not.

    It is said by carrying out the waiting chit as well. Unsaid, nobody is held to a pair that the rules do not allow,
    or of which the whole activation shows nothing.
    """
    now, position = step.battle.chits[chit], step.position
    name, put_aside = (waiting.get(now.side, "") for waiting in (position.deferred, position.declined_by))
    for first in (name, put_aside if _commanded(step, now.side) else ""):
        if first and _carried_out_too(step, first):
            return first
    if name in {"", chit} or (step.battle.chits[name].fires and now.fires) or not _commanded(step, now.side):
        return ""
    waiting = position.formations.get(step.battle.chits[name].formation)
    alone = (waiting is not None and waiting.demoralised) or _idle(step, name)
    return "" if alone else name


def _commanded(step: Step, side: str) -> bool:
    """Whether a side has a General that could join two markers: committed to a pair, or in hand."""
    held = (chit for chit, place in step.position.chits.items() if place == "held")
    generals = ((step.battle.chits[chit].side, step.battle.chits[chit].kind) for chit in held)
    return side in step.position.paired or (side, "general") in generals


def _carried_out_too(step: Step, waiting: str) -> bool:
    for shown, place, record in step.following():
        if record.verb == "chit" and record.get("what") == "Activate" and step.reader.chit(record.piece) == waiting:
            step.reader.consume(shown.at, place)
            return True
        if _paired(step, record) == waiting:
            return True
        if record.verb not in {"act", "chit"}:
            break
    return False


def _idle(step: Step, chit: str) -> bool:
    """Whether an activation ends, as far as can be seen, without anything done by the formation or guns of a chit."""
    known = step.battle.chits[chit]
    for _, _, record in step.following():
        unit = step.unit(record)
        own = bool(unit) and step.position.units[unit].formation == known.formation and record.verb in DEEDS
        if own or (known.fires and record.verb == "barrage"):
            return False
        if record.verb in ENDS:
            return True
    return False


def act(step: Step, record: Record) -> Iterator[Read]:
    """A formation is activated by a Repeat, or with another by a General; by its own chit it is active already."""
    if record.get("what") == "Pair":
        yield from _pair(step, record)
    if record.get("what") not in {"Repeat", "Recover"}:
        return
    known, activation = step.battle.formations.get(record.get("f")), step.position.activation
    again = activation is not None and not activation.touched and activation.formations[-1:] == (record.get("f"),)
    own = activation.chits[-1] if activation is not None and again else ""  # it is active by this Repeat already
    chit = (
        own or (known and played(step, list(repeats(step, known.side)))) or played(step, list(repeats(step, step.side)))
    )
    formation = record.get("f") if known else step.reader.chit(record.piece) or record.get("f")
    if chit:
        yield from taken_up(step, chit)
        yield Read(do.PlayRepeat(chit=chit, formation=formation, by=step.side))


def _pair(step: Step, record: Record) -> Iterator[Read]:
    """Both of a pair are activated as soon as that is said of one; who says it of the other too says nothing new."""
    now, said = drawn(step.position), _paired(step, record)
    if step.position.state != "DECIDE" or not said or step.battle.chits[now].side != step.battle.chits[said].side:
        return
    side, others = step.battle.chits[now].side, {said}
    for _, _, later in step.following():
        if later.verb not in {"act", "chit", "general"}:
            break
        others.add(_paired(step, later))
    put_aside = (waiting.get(side, "") for waiting in (step.position.deferred, step.position.declined_by))
    first = next((chit for chit in put_aside if chit), "")
    also = first if first in others else next(iter(sorted(others - {"", now})), first)
    yield Read(do.Activate(chit=now, also=also, by=step.side))


def _paired(step: Step, record: Record) -> str:
    """The chit of a formation of which is said that it is activated with another; empty for none."""
    if (record.verb, record.get("what")) != ("act", "Pair"):
        return ""
    chits = (name for name, chit in step.battle.chits.items() if chit.formation == record.get("f") != "")
    return next(chits, "")


def played(step: Step, chits: list[str]) -> str:
    """Of the Repeats at hand the one that lies among those used, or goes there next; not one that is held after it."""
    coming = [record for record in before_the_next_draw(step) if record.verb == "chit"]
    kept = {step.reader.chit(record.piece) for record in coming if record.get("what") == "Hold"}
    at_hand = [chit for chit in chits if chit not in kept and step.position.chits.get(chit) != "used"]
    if len(at_hand) < 2:
        return next(iter(at_hand or chits), "")
    used = {step.reader.chit(each.piece) for each in step.board().pieces if chit_place(each.spot) == "used"}
    for _, _, record in step.following():
        if record.verb == "chit" and record.get("what") == "Play":
            used.add(step.reader.chit(record.piece))
        break
    return next((chit for chit in at_hand if chit in used), at_hand[0])


def repeats(step: Step, side: str) -> Iterator[str]:
    """The Repeats at hand: the one just drawn first."""
    now = drawn(step.position)
    places = {**step.position.chits}
    for place in ("drawn", "kept", "held", "used"):
        for name, chit in step.battle.chits.items():
            if (
                chit.kind == "repeat"
                and chit.side == side
                and places.get(name) == place
                and (place != "drawn" or name == now)
            ):
                yield name


def general(step: Step, record: Record) -> Iterator[Read]:
    """A General was played."""
    chit = step.reader.chit(record.piece)
    if not chit:
        return
    yield from taken_up(step, chit)
    match record.get("what"):
        case "Pair":
            if step.reader.told.joined != "act" or not _has_joined(step.position, chit):
                yield Read(do.PlayGeneral(chit=chit, option="pair", by=step.side))
        case "Repeat":
            yield Read(do.PlayGeneral(chit=chit, option="repeat", by=step.side))
        case "Clear":
            yield Read(do.PlayGeneral(chit=chit, option="clear", on=tuple(to_clear(step)), by=step.side))
        case "Cancel":
            named = (step.reader.chit(piece) for piece in record.pieces.get("at", ()))
            side = step.battle.chits[chit].side
            theirs = (name for name in named if name and step.battle.chits[name].side != side)
            answered = in_play(step.battle, step.position)
            other = answered if answered and step.battle.chits[answered].side != side else ""
            target = next(theirs, "") or other or at_stake(step.position)
            yield from _held_back(step.position, target)
            yield Read(do.PlayGeneral(chit=chit, option="cancel", on=(target,), by=step.side))


def _has_joined(position: Position, general: str) -> bool:
    """Whether a General has joined two just now, and is laid down for it only after that was said."""
    activation = position.activation
    joins = activation is not None and activation.by == "pair" and not activation.touched
    return joins and position.chits.get(general) == "used"


def at_stake(position: Position) -> str:
    """The chit that a General could cancel: the one just drawn, or the one whose activation has begun."""
    active = position.activation.chits if position.activation else ()
    return drawn(position) or (active[-1] if active else "")


def to_clear(step: Step) -> Iterator[str]:
    """The pieces and formations whose markers are taken off after it, at once or before there are other reasons to."""
    found, shed = False, set[str]()
    for shown, _, record in islice(step.following(), LATE):
        if record.get("p") == "CANCEL" or (record.verb, record.get("what")) == ("general", "Cancel"):
            continue  # the other side tries to cancel it
        if found and record.verb == "draw" and shown.side not in {"", step.side}:
            continue  # the other side does not wait until all are off
        if record.verb == "chit" and record.get("what") in {"Skip", "Pass"}:
            # declining takes a marker off as well
            chit = step.reader.chit(record.piece)
            shed.add(step.battle.chits[chit].formation if chit else "")
        marker, off = STATES.get(record.get("what")), (record.verb, record.get("v")) == ("state", "off")
        if off and marker in {"neutralised", "exhausted"}:
            bearer = bearer_of(step, record, marker)
            if bearer and bearer not in shed:
                found = True
                yield bearer
        elif record.verb in RELIEVED or record.get("what") == "Clear" or (found and record.verb != "chit"):
            return
