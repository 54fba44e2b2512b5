"""The commands of a save, written from a position, in the order in which the engine writes them.

Pieces stand before the stacks and decks that list them, and each piece's own place is that of its pile. Players stand
there under the names that the position knows them by (`p1`); `named` puts real ids in their places.
"""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from vassal import commands, pieces
from vassal.boards import Choice
from vassal.commands import Command
from vassal.errors import VassalError
from vassal.lying import OWN
from vassal.pieces import Deck, Piece, Placed
from vassal.players import Aliases, renamed
from vassal.position import Position
from vassal.sequence import join
from vassal.standing import Note, Pile, Standing, Table


def save_commands(position: Position, ids: Iterator[int]) -> tuple[Command, ...]:
    """Return the commands of a save that sets up this position; stacks that have no id yet get one of these."""
    placed = commands.make("empty", *(commands.add(each) for each in _placed(position, ids)))
    return (
        commands.make("begin"),
        commands.make("empty"),
        placed,
        *_players(position),
        *_properties(position),
        *_table(position),
        commands.make("end"),
    )


def piece_of(piece: Standing, place: tuple[str, int, int] | None = None) -> Piece:
    """Return a piece as an add command holds it, at its place or at another."""
    map_name, x, y = place or (piece.map, piece.x, piece.y)
    basic = piece.basic.with_fields(map=map_name or "null", x=x, y=y)
    return Piece(piece.id, (*piece.traits[:-1], basic))


def _placed(position: Position, ids: Iterator[int]) -> Iterator[Placed]:
    yield from map(piece_of, position.pieces())
    for pile in sorted(position.piles(), key=lambda each: each.deck is not None):
        yield deck_of(pile) if pile.deck else stack_of(pile, str(next(ids)) if pile.id.startswith(OWN) else pile.id)


def stack_of(pile: Pile, pile_id: str) -> pieces.Stack:
    """Return a stack as an add command holds it."""
    layer = -1 if pile.layer is None else pile.layer
    return pieces.stack(pile_id, pile.map or "null", (pile.x, pile.y), pile.members, layer)


def deck_of(pile: Pile) -> Deck:
    """Return a deck as an add command holds it."""
    if pile.deck is None:
        raise VassalError(f"{pile.id} is no deck")
    return Deck(pile.id, (pile.deck.with_fields(map=pile.map or "null", x=pile.x, y=pile.y, members=pile.members),))


def _players(position: Position) -> Iterator[Command]:
    table = position.table
    for player in table.players:
        yield commands.make("player", id=player.id, name=player.name, side=player.side)
    if table.unmask:
        yield commands.make("unmask", players=table.unmask)


def _properties(position: Position) -> Iterator[Command]:
    for container, name in sorted(position.declared):
        value = position.property(name, container)
        if value is not None:
            yield commands.make("global_property", name=name, value=value, container=container)


def _table(position: Position) -> Iterator[Command]:
    table = position.table
    yield commands.make("notes", commands.make("public_notes", text=_bars(table.public_notes)), text=_bars(table.notes))
    for note in table.private_notes:
        yield commands.make("private_note", owner=note.owner, text=_bars(note.text))
    for note in table.secret_notes:
        yield _secret(note)
    for map_name, choices in table.boards.items():
        yield commands.make("boards", picker=f"{map_name}BoardPicker", boards=tuple(map(_board, choices)))
    if table.started:
        yield commands.make("started")
    for key, applied in table.startup_keys.items():
        yield commands.make("startup_key", id=key, applied=applied)
    for tracker, state in table.turns.items():
        yield commands.make("turn", tracker=tracker, state=state)
    yield from _clocks(table)
    for tab, (player, player_id, date) in table.locks.items():
        yield commands.make("lock_tab", tab=tab, by=player, password=player_id, date=date)
    for name, version in table.extensions.items():
        yield commands.make("extension", name=name, version=version)
    yield from (Command("unknown", text, (text,)) for text in table.other)


def _clocks(table: Table) -> Iterator[Command]:
    for clock in table.clocks.values():
        yield commands.make(
            "clock",
            who=clock.name,
            name=clock.name,
            elapsed=clock.elapsed,
            verified=clock.verified,
            ticking=clock.ticking,
            restore=True,
        )
    if table.clocks_shown:
        showing, online = table.clocks_shown
        yield commands.make("clock_control", showing=showing, online=online)


def _secret(note: Note) -> Command:
    return commands.make(
        "secret_note",
        name=note.name,
        owner=note.owner,
        hidden=note.hidden,
        text=_bars(note.text),
        date=note.date,
        handle=note.handle,
    )


def _board(choice: Choice) -> tuple[tuple[str, ...], int, int]:
    return (choice.board, "rev") if choice.reversed else (choice.board,), choice.column, choice.row


def _bars(text: str) -> str:
    return join(text.split("\n"), "|")


class Ids(Aliases):
    """The real ids of players, to be written where a position has other names for them."""

    def __init__(self, ids: Mapping[str, str]) -> None:
        super().__init__()
        self._names = dict(ids)

    def __call__(self, player_id: str) -> str:
        """Return the real id of a player; the name itself where none is given."""
        return self._names.get(player_id, player_id)

    def clean(self, text: str) -> str:
        """Return free text as it is."""
        return text

    @property
    def known(self) -> Mapping[str, str]:
        """Return the ids by the names that stand for them."""
        return MappingProxyType(self._names)


def named(save: Iterable[Command], ids: Mapping[str, str]) -> tuple[Command, ...]:
    """Return the commands of a save with the real ids of its players."""
    real = Ids(ids)
    return tuple(_named(command, real) for command in save) if ids else tuple(save)


def _named(command: Command, real: Ids) -> Command:
    alone = renamed(command, real)
    if not command.parts:
        return alone
    parts = tuple(renamed(part, real) for part in command.parts)
    return Command(alone.kind, alone.source, alone.values, parts, alone.logged, alone.placed)
