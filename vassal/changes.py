"""What a command changed, in terms of the game: moved, added, removed, altered, set."""

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

import msgspec

from vassal.commands import Command
from vassal.lying import Thing
from vassal.position import Effect
from vassal.readings import LOCAL, readings
from vassal.standing import Pile, Standing, Table
from vassal.traits import Trait


class At(msgspec.Struct, frozen=True, order=True):
    """A place: a point of a map, and the deck there if the piece lies in one; no map is off the board."""

    map: str
    x: int
    y: int
    deck: str = ""


class Moved(msgspec.Struct, frozen=True, tag="moved"):
    """A piece went from one place to another, or to another place in its stack."""

    piece: str
    origin: At
    target: At
    onto: str = ""
    """The piece that it was put on, empty where the command names none."""
    player: str = ""
    """The stand-in for the player who moved it."""


class Added(msgspec.Struct, frozen=True, tag="added"):
    """A piece came into the game."""

    piece: str
    at: At


class Removed(msgspec.Struct, frozen=True, tag="removed"):
    """A piece left the game."""

    piece: str
    at: At


class Altered(msgspec.Struct, frozen=True, tag="altered"):
    """One property of one trait of a piece changed."""

    piece: str
    trait: int
    """The place of the trait in the piece, the outermost is 0."""
    kind: str
    property: str
    old: str
    new: str


class Reordered(msgspec.Struct, frozen=True, tag="reordered"):
    """The pieces of a stack or deck lie in another order, or a deck was turned over."""

    pile: str
    deck: str
    old: tuple[str, ...]
    new: tuple[str, ...]
    face_down: bool = False


class Set(msgspec.Struct, frozen=True, tag="set"):
    """A global property got a value; the old one is what stood there, or what the command says where none is known."""

    container: str
    property: str
    old: str
    new: str


class Turned(msgspec.Struct, frozen=True, tag="turned"):
    """A turn tracker went to another turn."""

    tracker: str
    old: str
    new: str


class Seated(msgspec.Struct, frozen=True, tag="seated"):
    """A player took a side, or left the table where the side is empty."""

    player: str
    name: str
    side: str


class Sight(msgspec.Struct, frozen=True, tag="sight"):
    """A line was drawn between two points of a map."""

    thread: str
    x: int
    y: int
    to_x: int
    to_y: int


class Noted(msgspec.Struct, frozen=True, tag="noted"):
    """Something beside the maps changed: notes, boards, clocks, rights to unmask."""

    what: str


Change: TypeAlias = Moved | Added | Removed | Altered | Reordered | Set | Turned | Seated | Sight | Noted


class Deed(NamedTuple):
    """A command as it was carried out: what it did to pieces, piles and properties, and beside the maps."""

    depth: int
    command: Command
    effects: list[Effect]
    before: Table
    after: Table


def changes(deed: Deed, deck: Callable[[str], str]) -> Iterator[Change]:
    """Yield what a command changed; `deck` gives the name of a pile that is a deck, empty for a stack."""
    for effect in deed.effects:
        if isinstance(effect.key, tuple):
            container, name = effect.key
            yield Set(container, name, str(effect.before or ""), str(effect.after or ""))
        else:
            yield from _thing_changed(deed.command, effect, deck)
    if deed.before is not deed.after:
        yield from _table_changed(deed.command, deed.before, deed.after)
    elif deed.command.kind == "line_of_sight" and not deed.command.flag("reset"):
        yield Sight(deed.command.text("id"), *(deed.command.number(name) for name in ("x", "y", "to_x", "to_y")))


def _thing_changed(command: Command, effect: Effect, deck: Callable[[str], str]) -> Iterator[Change]:
    before, after = effect.before, effect.after
    if command.kind == "move":
        yield from _moved(command, effect, deck)
    elif isinstance(before, Standing) and isinstance(after, Standing):
        yield from _piece_changed(before, after, deck)
    elif isinstance(before, Pile) and isinstance(after, Pile):
        yield from _pile_changed(before, after)
    elif isinstance(after, Standing):
        yield Added(after.id, _at(after, deck))
    elif isinstance(before, Standing):
        yield Removed(before.id, _at(before, deck))


def _moved(command: Command, effect: Effect, deck: Callable[[str], str]) -> Iterator[Moved]:
    before, after = effect.before, effect.after
    onto = command.text("under")
    named = "" if onto == "null" else onto
    if isinstance(before, Standing) and isinstance(after, Standing):
        yield Moved(after.id, _at(before, deck), _at(after, deck), named, command.text("player"))
    elif isinstance(before, Pile):
        target = At(command.map, command.number("x"), command.number("y"))
        for member in before.members:
            yield Moved(member, _at(before, deck), target, named, command.text("player"))


def _piece_changed(before: Standing, after: Standing, deck: Callable[[str], str]) -> Iterator[Change]:
    if _at(before, deck) != _at(after, deck):
        yield Moved(after.id, _at(before, deck), _at(after, deck))
    for place, (old, new) in enumerate(zip(before.traits, after.traits, strict=True)):
        if old is not new and old.state != new.state:
            yield from altered(after.id, place, old, new)


def altered(piece: str, place: int, old: Trait, new: Trait) -> Iterator[Altered]:
    """Yield the properties of a trait that differ between two states; the bare state where it holds no properties."""
    was, now = readings(old), readings(new)
    found = False
    for name in dict.fromkeys([*was, *now]):
        if was.get(name, "") != now.get(name, "") and not (new.kind == "basic" and name.startswith(LOCAL)):
            found = True
            yield Altered(piece, place, new.kind, name, was.get(name, ""), now.get(name, ""))
    if not found and new.kind != "basic":
        yield Altered(piece, place, new.kind, "", old.state, new.state)


def _pile_changed(before: Pile, after: Pile) -> Iterator[Change]:
    moved = (before.map, before.x, before.y) != (after.map, after.x, after.y)
    if before.members != after.members or before.face_down != after.face_down or moved:
        yield Reordered(after.id, after.name, before.members, after.members, after.face_down)


def _table_changed(command: Command, before: Table, after: Table) -> Iterator[Change]:
    for tracker, state in after.turns.items():
        if before.turns.get(tracker) != state:
            yield Turned(tracker, before.turns.get(tracker, ""), state)
    for player in after.players:
        if player not in before.players:
            yield Seated(player.id, player.name, player.side)
    there = {player.id for player in after.players}
    for player in before.players:
        if player.id not in there:
            yield Seated(player.id, player.name, "")
    if command.kind not in {"turn", "player", "player_leaves", "undo"}:
        yield Noted(command.kind)


def _at(thing: Thing, deck: Callable[[str], str]) -> At:
    return At(thing.map, thing.x, thing.y, deck(thing.pile) if isinstance(thing, Standing) and thing.pile else "")
