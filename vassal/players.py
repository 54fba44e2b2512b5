"""Player ids are passwords: each gets a name that may be shown (`p1`, `p2`, …) before anything else sees a command."""

import re
from collections.abc import Iterable
from operator import is_
from types import MappingProxyType
from typing import Final

from vassal.commands import KINDS, Command
from vassal.fields import PLAYER, Value
from vassal.moulds import mould_of
from vassal.pieces import Piece, state_start
from vassal.sequence import join, nest, split, unnest
from vassal.standing import Standing
from vassal.traits import Trait, parse

NOBODY: Final = frozenset({"", "null", "nobody"})
"""What stands where no player is meant; `nobody` hides the cards of a deck that lies face down."""

LONG: Final = 6
"""Ids from this length on are replaced wherever they stand in free text."""

SHORT: Final = 4
"""Ids from this length on are replaced where they are whole words; what is shorter cannot be told from other words."""

WRITTEN: Final = MappingProxyType(
    {
        **dict.fromkeys(("chat", "notes", "public_notes", "private_note", "secret_note"), ("text",)),
        "events": ("events",),
        "unknown": ("body",),
        "set_property": ("old", "new"),
        "global_property": ("value",),
    }
)
"""The fields of commands that hold what somebody wrote, or what nobody knows."""

WRITTEN_STATES: Final = frozenset({"property", "label", "sheet", "table", "unknown"})
"""Kinds of traits whose state holds what somebody wrote, or what nobody knows."""


class Aliases:
    """The names given to player ids, in the order in which they were met; nothing of the ids is shown."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._open: set[str] = set()
        """Names and sides of players: what everybody sees is no secret, even where it is somebody's id."""

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
                    self._open |= {each.text("name"), each.text("side")}

    def hide(self, command: Command, piece: Standing | None = None) -> Command:
        """Return one command, without its parts, with a name in the place of each id; a change is told its piece."""
        traits, places = (piece.traits, piece.mould.owned) if piece else ((), ())
        hidden = renamed(command, self, traits, places)
        return _cleaned(hidden, self, traits) if self._mentioned(_open_text(hidden)) else hidden

    def _mentioned(self, text: str) -> bool:
        """Tell whether an id may still stand somewhere in a text."""
        # A plain loop, because every command of every step goes through it.
        for player_id in self._names:  # noqa: SIM110
            if player_id in text:
                return True
        return False

    def clean(self, text: str) -> str:
        """Return free text without any id that stands in it."""
        for player_id, name in self._names.items():
            if player_id in text and player_id not in self._open:
                text = _replaced(text, player_id, name)
        return text

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"Aliases for {len(self)} players"

    def __reduce__(self) -> tuple[type["Aliases"], tuple[()]]:
        """Ids are not stored: a copy that was stored starts anew."""
        return type(self), ()


def _replaced(text: str, player_id: str, name: str) -> str:
    if len(player_id) < SHORT:
        return text
    if len(player_id) >= LONG:
        return text.replace(player_id, name)
    return re.sub(rf"(?<!\w){re.escape(player_id)}(?!\w)", name, text)


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


def _renamed_state(kind: str, state: str, rename: Aliases) -> str:
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
    if not isinstance(placed, Piece):
        return command
    traits = list(placed.traits)
    for place in mould_of(traits).owned:
        trait = traits[place]
        traits[place] = trait.with_state(_renamed_state(trait.kind, trait.state, rename))
    if all(map(is_, traits, placed.traits)):
        return command
    changed = Piece(placed.id, tuple(traits))
    return Command("add", changed.encode(), command.values, (), command.logged, changed)


def _renamed_change(command: Command, rename: Aliases, traits: tuple[Trait, ...], places: tuple[int, ...]) -> Command:
    values = [command.values[0]]
    for text in command.values[1:]:
        states = unnest(str(text), "\t", len(traits))
        there = [place for place in places if place < len(states)]
        before = [states[place] for place in there]
        fresh = [_renamed_state(traits[place].kind, states[place], rename) for place in there]
        if before == fresh:
            # Mostly nobody is named there, and long chains are dear to write.
            values.append(text)
            continue
        for place, state in zip(there, fresh, strict=True):
            states[place] = state
        values.append(nest(states, "\t"))
    if tuple(values) == command.values:
        return command
    source = KINDS["change"].prefix + KINDS["change"].layout.write(values)
    return Command("change", source, tuple(values), (), command.logged)


def _open_text(command: Command) -> str:
    """Return the part of a command's text that may hold what somebody wrote: of pieces only how they stand.

    What a piece is comes from the module, and is many times as long.
    """
    placed = command.placed
    if isinstance(placed, Piece) and mould_of(placed.traits).known:
        return command.source[state_start(command.source) :]
    return command.source


def _cleaned(command: Command, aliases: Aliases, traits: tuple[Trait, ...]) -> Command:
    """Return a command whose free text holds no player's id."""
    kind = KINDS[command.kind]
    if command.kind == "add":
        return _cleaned_add(command, aliases)
    if command.kind == "change":
        values: list[Value] = [command.values[0]]
        for text in command.values[1:]:
            states = unnest(str(text), "\t", len(traits))
            for place, trait in enumerate(traits[: len(states)]):
                if trait.kind in WRITTEN_STATES:
                    states[place] = aliases.clean(states[place])
            values.append(nest(states, "\t"))
    else:
        places = {kind.layout.places[name] for name in WRITTEN.get(command.kind, ())}
        values = [aliases.clean(str(each)) if at in places else each for at, each in enumerate(command.values)]
    if tuple(values) == command.values:
        return command
    return Command(kind.name, kind.prefix + kind.layout.write(values), tuple(values), (), command.logged)


def _cleaned_add(command: Command, aliases: Aliases) -> Command:
    placed = command.placed
    if not isinstance(placed, Piece):
        return command
    changed = Piece(placed.id, tuple(_cleaned_trait(trait, aliases) for trait in placed.traits))
    return Command("add", changed.encode(), command.values, (), command.logged, changed)


def _cleaned_trait(trait: Trait, aliases: Aliases) -> Trait:
    if trait.known:
        return trait.with_state(aliases.clean(trait.state)) if trait.kind in WRITTEN_STATES else trait
    # Modules with code of their own keep the player who hides a piece in its type, too.
    return parse(aliases.clean(trait.type), aliases.clean(trait.state))


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
