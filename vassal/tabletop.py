"""What commands do to all that lies beside the maps: players, boards, turns, notes, clocks."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar

from msgspec.structs import replace

from vassal.boards import Choice
from vassal.commands import Command
from vassal.errors import TooLarge
from vassal.sequence import split
from vassal.standing import Clock, Note, Player, Table

MOST: Final = 2000
"""Players, notes, boards, clocks: more of one kind than any game has."""

V = TypeVar("V")
Rule: TypeAlias = Callable[[Table, Command], Table]


def changed(table: Table, command: Command) -> Table | None:
    """Return the table after a command, or nothing if the command has no business there."""
    rule = RULES.get(command.kind)
    return rule(table, command) if rule else None


def _with(mapping: Mapping[str, V], key: str, value: V) -> Mapping[str, V]:
    if len(mapping) >= MOST:
        raise TooLarge(f"more than {MOST} commands of one kind beside the maps")
    return MappingProxyType({**mapping, key: value})


def _and(things: tuple[V, ...], thing: V) -> tuple[V, ...]:
    if len(things) >= MOST:
        raise TooLarge(f"more than {MOST} commands of one kind beside the maps")
    return (*things, thing)


def _player(table: Table, command: Command) -> Table:
    player = Player(command.text("id"), command.text("name"), command.text("side"))
    places = [place for place, each in enumerate(table.players) if each.id == player.id]
    if not places:
        return replace(table, players=_and(table.players, player))
    players = list(table.players)
    players[places[0]] = player
    return replace(table, players=tuple(players))


def _player_leaves(table: Table, command: Command) -> Table:
    gone = command.text("id")
    return replace(table, players=tuple(player for player in table.players if player.id != gone))


def _boards(table: Table, command: Command) -> Table:
    choices = []
    for row in command.rows("boards"):
        if len(row) == 3 and isinstance(row[0], tuple):
            name, *turned = row[0]
            column, line = (part if isinstance(part, int) else 0 for part in row[1:])
            choices.append(Choice(str(name), column, line, turned == ["rev"]))
    return replace(table, boards=_with(table.boards, command.map, tuple(choices)))


def _turn(table: Table, command: Command) -> Table:
    return replace(table, turns=_with(table.turns, command.text("tracker"), command.text("state")))


def _notes(table: Table, command: Command) -> Table:
    return replace(table, notes=_lines(command.text("text")))


def _public_notes(table: Table, command: Command) -> Table:
    return replace(table, public_notes=_lines(command.text("text")))


def _private_note(table: Table, command: Command) -> Table:
    note = Note(command.text("owner"), _lines(command.text("text")))
    others = tuple(each for each in table.private_notes if each.owner != note.owner)
    return replace(table, private_notes=_and(others, note))


def _secret_note(table: Table, command: Command) -> Table:
    text = {name: command.text(name) for name in ("owner", "name", "date", "handle")}
    note = Note(text=_lines(command.text("text")), hidden=command.flag("hidden"), **text)
    others = tuple(each for each in table.secret_notes if not _same(each, note))
    return replace(table, secret_notes=_and(others, note))


def _same(first: Note, second: Note) -> bool:
    return (first.name, first.owner) == (second.name, second.owner)


def _lines(text: str) -> str:
    """Return a text whose line breaks were written as bars."""
    return "\n".join(split(text, "|"))


def _unmask(table: Table, command: Command) -> Table:
    return replace(table, unmask=tuple(each for each in command.items("players") if each not in {"", "null"}))


def _started(table: Table, _: Command) -> Table:
    return replace(table, started=True)


def _startup_key(table: Table, command: Command) -> Table:
    return replace(table, startup_keys=_with(table.startup_keys, command.text("id"), command.flag("applied")))


def _extension(table: Table, command: Command) -> Table:
    return replace(table, extensions=_with(table.extensions, command.text("name"), command.text("version")))


def _clock(table: Table, command: Command) -> Table:
    name = command.text("name")
    clock = Clock(name, command.number("elapsed"), command.number("verified"), command.flag("ticking"))
    return replace(table, clocks=_with(table.clocks, name, clock))


def _clock_control(table: Table, command: Command) -> Table:
    return replace(table, clocks_shown=(command.flag("showing"), command.flag("online")))


def _lock_tab(table: Table, command: Command) -> Table:
    lock = command.text("by"), command.text("password"), command.text("date")
    return replace(table, locks=_with(table.locks, command.text("tab"), lock))


def _events(table: Table, command: Command) -> Table:
    return replace(table, events=command.text("events"))


def _undo(table: Table, command: Command) -> Table:
    return replace(table, undoing=command.flag("running"))


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "player": _player,
        "player_leaves": _player_leaves,
        "boards": _boards,
        "turn": _turn,
        "notes": _notes,
        "public_notes": _public_notes,
        "private_note": _private_note,
        "secret_note": _secret_note,
        "unmask": _unmask,
        "started": _started,
        "startup_key": _startup_key,
        "extension": _extension,
        "clock": _clock,
        "clock_control": _clock_control,
        "lock_tab": _lock_tab,
        "events": _events,
        "undo": _undo,
    }
)
