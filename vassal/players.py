"""Player ids are passwords: each gets a name that may be shown (`p1`, `p2`, …) before anything else sees a command."""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from vassal.commands import KINDS, Command
from vassal.fields import PLAYER, Value
from vassal.pieces import Piece
from vassal.sequence import join, nest, split, unnest
from vassal.standing import Standing
from vassal.traits import Trait

NOBODY: Final = frozenset({"", "null", "nobody"})
"""What stands where no player is meant; `nobody` hides the cards of a deck that lies face down."""

LONG: Final = 6
"""Ids from this length on are replaced wherever they stand in free text, shorter ones only as whole words."""

FREE_TEXT: Final = frozenset({"chat", "notes", "public_notes", "private_note", "secret_note", "events", "unknown"})
"""Kinds of commands that hold what somebody wrote, or that nobody knows."""


class Aliases:
    """The names given to player ids, in the order in which they were met; nothing of the ids is shown."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def __call__(self, player_id: str) -> str:
        """Return the name for an id; a new id gets the next name."""
        if player_id in NOBODY:
            return player_id
        name = self._names.get(player_id)
        if name is None:
            name = self._names[player_id] = f"p{len(self._names) + 1}"
        return name

    def seat(self, commands: Iterable[Command]) -> None:
        """Give names to the players of a roster first, in its order."""
        for command in commands:
            for each in command.walk():
                if each.kind == "player":
                    self(each.text("id"))

    def hide(self, command: Command, piece: Standing | None = None) -> Command:
        """Return one command, without its parts, with a name in the place of each id; a change is told its piece."""
        hidden = renamed(command, self, piece.traits, piece.owned) if piece else renamed(command, self)
        return self._cleaned(hidden) if command.kind in FREE_TEXT else hidden

    def _cleaned(self, command: Command) -> Command:
        text = replaced(command.source, self._names)
        if text == command.source:
            return command
        kind = KINDS[command.kind]
        return Command(kind.name, text, kind.layout.read(text[len(kind.prefix) :]), (), command.logged)

    def clean(self, text: str) -> str:
        """Return free text without any id that stands in it."""
        return replaced(text, self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"Aliases for {len(self)} players"

    def __getstate__(self) -> None:
        """Ids are not stored: a copy that was stored starts anew."""

    def __setstate__(self, state: None) -> None:
        self._names = {}


def replaced(text: str, names: Mapping[str, str]) -> str:
    """Return free text with the ids in it replaced: long ones everywhere, short ones where they are words."""
    for player_id, name in names.items():
        if player_id in text:
            inner = re.escape(player_id)
            pattern = inner if len(player_id) >= LONG else rf"(?<!\w){inner}(?!\w)"
            text = re.sub(pattern, name.replace("\\", r"\\"), text)
    return text


def owned(traits: Iterable[Trait]) -> tuple[int, ...]:
    """Return the places of the traits whose state may name a player."""
    return tuple(place for place, trait in enumerate(traits) if _may_name(trait))


def renamed(command: Command, rename: Aliases, traits: tuple[Trait, ...] = (), places: tuple[int, ...] = ()) -> Command:
    """Return one command, without its parts, in which every player has another name.

    A change is told what it changes: the traits of the piece, and which of them may name a player.
    """
    if command.kind == "move":
        return _renamed_move(command, rename)
    if command.kind == "add":
        return _renamed_add(command, rename)
    if command.kind == "change":
        return _renamed_change(command, rename, traits, places) if places else command
    return _renamed_fields(command, rename) if command.kind in _NAMING else command


def trait_renamed(trait: Trait, rename: Aliases) -> Trait:
    """Return a trait whose state gives the player it names another name."""
    return trait.with_state(_renamed_state(trait.kind, trait.state, rename)) if _may_name(trait) else trait


def _may_name(trait: Trait) -> bool:
    """Tell whether a trait's state may name a player; a mask that belongs to a side names the side."""
    if trait.kind in {"restricted", "unknown"}:
        return True
    return trait.kind in {"invisible", "mask"} and not trait.text("access").startswith("side")


def _renamed_state(kind: str, state: str, rename: Aliases) -> str:
    if kind == "unknown":
        return rename.clean(state)
    if kind != "mask":
        return rename(state)
    owner, *rest = split(state, ";")
    if rest:
        options = split(rest[0], "|")
        rest[0] = join([*options[:2], *map(rename, options[2:])], "|")
    return join([rename(owner), *rest], ";")


def _renamed_move(command: Command, rename: Aliases) -> Command:
    player = command.values[-1] if len(command.values) == _MOVE_FIELDS else ""
    if not isinstance(player, str) or player in NOBODY:
        return command
    name = rename(player)
    values = (*command.values[:-1], name)
    if command.source.endswith(f"/{player}"):
        source = command.source[: -len(player)] + name
    else:
        source = KINDS["move"].prefix + KINDS["move"].layout.write(values)
    return Command("move", source, values, (), command.logged)


def _renamed_add(command: Command, rename: Aliases) -> Command:
    placed = command.placed
    if not isinstance(placed, Piece) or not owned(placed.traits):
        return command
    changed = Piece(placed.id, tuple(trait_renamed(trait, rename) for trait in placed.traits))
    return Command("add", changed.encode(), command.values, (), command.logged, changed)


def _renamed_change(command: Command, rename: Aliases, traits: tuple[Trait, ...], places: tuple[int, ...]) -> Command:
    values = [command.values[0]]
    for text in command.values[1:]:
        states = unnest(str(text), "\t", len(traits))
        for place in places:
            if place < len(states):
                states[place] = _renamed_state(traits[place].kind, states[place], rename)
        values.append(nest(states, "\t"))
    source = KINDS["change"].prefix + KINDS["change"].layout.write(values)
    return Command("change", source, tuple(values), (), command.logged)


def _renamed_fields(command: Command, rename: Aliases) -> Command:
    kind = KINDS[command.kind]
    values = tuple(
        _renamed_value(value, rename) if place in _NAMING[kind.name] else value
        for place, value in enumerate(command.values)
    )
    return Command(kind.name, kind.prefix + kind.layout.write(values), values, (), command.logged)


def _renamed_value(value: Value, rename: Aliases) -> Value:
    return tuple(_renamed_value(each, rename) for each in value) if isinstance(value, tuple) else rename(str(value))


def _naming_fields() -> dict[str, frozenset[int]]:
    """Return, for each kind of command that names players in fields of its own, the places of these fields."""
    found = {}
    for kind in KINDS.values():
        group = kind.layout.group
        places = {place for place, field in enumerate(kind.layout.columns) if field.type is PLAYER}
        if group is not None and PLAYER in group.types:
            places.add(kind.layout.places[group.name])
        if places and kind.name != "move":
            found[kind.name] = frozenset(places)
    return found


_NAMING: Final = MappingProxyType(_naming_fields())
_MOVE_FIELDS: Final = len(KINDS["move"].layout.fields)
