"""Takes the players' ids, which are their passwords, out of a file; it stays a file that the engine loads.

Every player gets another id (`p1`, `p2`, …), the same in every place, so that sides, masks and notes still match: in
the roster, in moves, masks, hidden and restricted pieces, notes, rights to unmask, locks, and wherever somebody wrote
an id into the chat, a note, a property or the comment of the file.
"""

from pathlib import Path

from msgspec.structs import replace

from vassal import savefile
from vassal.archive import Source
from vassal.commands import Command
from vassal.limits import DEFAULT, Limits
from vassal.metadata import Metadata
from vassal.moulds import mould_of
from vassal.pieces import Piece
from vassal.players import Aliases
from vassal.savefile import SaveFile
from vassal.standing import Standing


def scrub(source: Source, target: Path | str, limits: Limits = DEFAULT) -> int:
    """Write a file like another without any player's id; return how many players it knew."""
    save, players = scrubbed(savefile.read(source, limits))
    savefile.write(target, save)
    return players


def scrubbed(save: SaveFile) -> tuple[SaveFile, int]:
    """Return a file without any player's id, and how many players it knew."""
    aliases = Aliases()
    aliases.seat(save.commands)
    # Who is met late in the file may stand in free text before: the first pass is there to meet everybody.
    for rewrite in (Rewriter(aliases), Rewriter(aliases)):
        commands = tuple(map(rewrite.command, save.commands))
    entries = tuple((name, _bytes(data, aliases)) for name, data in save.entries)
    about = {name: _metadata(each, aliases) for name, each in (("metadata", save.metadata), ("module", save.module))}
    return replace(save, commands=commands, entries=entries, **about), len(aliases)


class Rewriter:
    """Rewrites commands in their order; a change of a piece needs the piece that was added before."""

    def __init__(self, aliases: Aliases) -> None:
        self._aliases = aliases
        self._pieces: dict[str, Standing] = {}

    def command(self, command: Command) -> Command:
        """Return a command with all that belongs to it, without any player's id."""
        every: list[tuple[Command, int]] = []
        waiting = [(command, -1)]
        while waiting:
            each, parent = waiting.pop()
            waiting.extend((part, len(every)) for part in reversed(each.parts))
            every.append((each, parent))
        hidden = [self._hidden(each) for each, _ in every]
        if all(new.source == old.source for new, (old, _) in zip(hidden, every, strict=True)):
            return command
        parts: list[list[Command]] = [[] for _ in every]
        for place in range(len(every) - 1, 0, -1):
            parts[every[place][1]].append(_with_parts(hidden[place], parts[place]))
        return _with_parts(hidden[0], parts[0])

    def _hidden(self, command: Command) -> Command:
        placed = command.placed
        if isinstance(placed, Piece):
            traits = placed.traits
            self._pieces[placed.id] = Standing(placed.id, traits, "", 0, 0, "", mould_of(traits))
        piece = self._pieces.get(str(command.values[0])) if command.kind == "change" else None
        return self._aliases.hide(command, piece)


def _with_parts(command: Command, reversed_parts: list[Command]) -> Command:
    parts = tuple(reversed(reversed_parts))
    return Command(command.kind, command.source, command.values, parts, command.logged, command.placed)


def _metadata(metadata: Metadata | None, aliases: Aliases) -> Metadata | None:
    if metadata is None or not metadata.description:
        return metadata
    return replace(metadata, description=aliases.clean(metadata.description))


def _bytes(data: bytes, aliases: Aliases) -> bytes:
    """Return an entry of the archive without any id, as far as it is text."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return data
    return aliases.clean(text).encode("utf-8")
