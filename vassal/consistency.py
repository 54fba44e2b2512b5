"""What a command of a log says of the moment before it, against what a replay finds: the base of tamper evidence.

Each move names the old place, each change the old state, each property its old value. Where these differ from the
replayed position, the log was edited or is damaged, or another player's client ran ahead: the record says what was
named and what was found, and judges nothing.

Harmless differences are not reported: what the engine never replays (`OldX`, `ClickedX` and their like), layers that
follow a property (their state is worked out when they are looked at), properties that were never seen before (the
program remembers them across games), pieces in a stack that was just removed by the same undo, where a piece was sent
from (the engine notes it for the way back after it has told the change, and an undo tells the note).
"""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

import msgspec

from vassal.commands import Command
from vassal.lying import Spot, Thing, spot_of
from vassal.position import MOVE_FIELDS, Position, spot_in, stack_members
from vassal.readings import LOCAL, persistent
from vassal.sequence import split, unnest
from vassal.standing import MODULE, NOWHERE, Pile, Standing
from vassal.traits import Trait


class What(StrEnum):
    """What did not fit."""

    PIECE = "piece"
    PLACE = "place"
    BELOW = "below"
    STATE = "state"
    ORDER = "order"
    PROPERTY = "property"


class Mismatch(msgspec.Struct, frozen=True):
    """A command named one thing of the moment before it, and the replay found another."""

    what: What
    subject: str
    """The id of a piece or pile, or the name of a global property."""
    detail: str
    """The trait's kind, the property of a basic piece, or the container of a global property."""
    named: str
    found: str


def mismatches(position: Position, command: Command) -> Iterator[Mismatch]:
    """Yield where one command, not yet carried out, does not fit the position."""
    check = CHECKS.get(command.kind)
    return check(position, command) if check else iter(())


def _move(position: Position, command: Command) -> Iterator[Mismatch]:
    if len(command.values) < MOVE_FIELDS:
        return
    thing_id = str(command.values[0])
    named = spot_in(command, 5)
    thing = position.things.find(thing_id)
    if thing is None:
        yield Mismatch(What.PIECE, thing_id, "", _text(named), "")
        return
    found = spot_of(thing)
    if named != found and not _left_behind(position, thing, named):
        yield Mismatch(What.PLACE, thing_id, "", _text(named), _text(found))
    elif isinstance(thing, Standing):
        below = position.below(thing) or "null"
        if below != command.values[8]:
            yield Mismatch(What.BELOW, thing_id, "", str(command.values[8]), below)


def _left_behind(position: Position, thing: Thing, named: Spot) -> bool:
    """Tell whether a piece lies nowhere only because its stack was removed before it was moved."""
    pile = position.things.find(thing.pile) if isinstance(thing, Standing) and thing.map == NOWHERE else None
    return isinstance(pile, Pile) and pile.removed and named[1:] == (thing.x, thing.y)


def _text(spot: Spot) -> str:
    return f"{spot[0] or 'null'};{spot[1]};{spot[2]}"


def _change(position: Position, command: Command) -> Iterator[Mismatch]:
    thing_id = str(command.values[0])
    thing = position.things.find(thing_id)
    if thing is None:
        yield Mismatch(What.PIECE, thing_id, "", "", "")
    elif len(command.values) > 2:
        old_state = str(command.values[2])
        yield from _piece(thing, old_state) if isinstance(thing, Standing) else _pile(thing, old_state)


def _piece(piece: Standing, old_state: str) -> Iterator[Mismatch]:
    for trait, named in zip(piece.traits, unnest(old_state, "\t", len(piece.traits)), strict=False):
        if trait.state != named:
            if trait.kind == "basic":
                yield from _basic(piece, named)
            elif not _follows(trait):
                yield Mismatch(What.STATE, piece.id, trait.kind, named, trait.state)


def _follows(trait: Trait) -> bool:
    return trait.kind == "send_to" or (trait.kind == "layer" and trait.flag("follow_property"))


def _basic(piece: Standing, old_state: str) -> Iterator[Mismatch]:
    basic = piece.basic.with_state(old_state)
    named, found = _text((basic.text("map"), basic.number("x"), basic.number("y"))), _text(spot_of(piece))
    if named != found:
        yield Mismatch(What.PLACE, piece.id, "", named, found)
    if basic.text("gpid") != piece.gpid:
        yield Mismatch(What.STATE, piece.id, "gpid", basic.text("gpid"), piece.gpid)
    said, known = persistent(basic), persistent(piece.basic)
    for name in sorted({*said, *known}):
        if said.get(name, "") != known.get(name, "") and not name.startswith(LOCAL):
            yield Mismatch(What.STATE, piece.id, name, said.get(name, ""), known.get(name, ""))


def _pile(pile: Pile, old_state: str) -> Iterator[Mismatch]:
    tokens = split(old_state, ";")
    if pile.deck is not None:
        old = pile.deck.with_state(old_state)
        named, face = old.items("members"), old.flag("face_down")
        if face != pile.face_down:
            yield Mismatch(What.STATE, pile.id, "face_down", str(face), str(pile.face_down))
    else:
        named = tuple(stack_members(tokens[3:])[0])
    if named != pile.members:
        yield Mismatch(What.ORDER, pile.id, pile.name, ",".join(named), ",".join(pile.members))


def _property(position: Position, command: Command) -> Iterator[Mismatch]:
    name, named, container = command.text("name"), command.text("old"), command.text("container") or MODULE
    found = position.globals.find((container, name))
    if found is not None and found != named:
        yield Mismatch(What.PROPERTY, name, container, named, found)


def _remove(position: Position, command: Command) -> Iterator[Mismatch]:
    thing_id = command.text("id")
    if thing_id not in position.things:
        yield Mismatch(What.PIECE, thing_id, "", "", "")


CHECKS: Final[Mapping[str, Callable[[Position, Command], Iterator[Mismatch]]]] = MappingProxyType(
    {"move": _move, "change": _change, "set_property": _property, "remove": _remove}
)
