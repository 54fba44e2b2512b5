"""Saves and logs: one archive with the saved game, what it says of itself, and what the module says of itself.

save = savefile.read("game.vlog")
save.form, save.metadata.vassal_version, save.module.name
for command in save.initial: ...        # what stands before the first step, in order
for step in save.steps: ...             # one command a step; step.walk() gives all that happened in it
savefile.write("copy.vlog", save)
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias
from zlib import crc32

import msgspec

from vassal import metadata as about
from vassal.archive import Archive, Source, pack, save_bytes
from vassal.commands import ESC, Command, encode_all, parse
from vassal.commands.command import LOG
from vassal.errors import Damaged, Problem, TooLarge, Unsupported, VassalError, report
from vassal.limits import DEFAULT, MEGABYTE, Limits
from vassal.metadata import Metadata
from vassal.wire import VCSK, Form, decoded
from vassal.wire import encode as encode_wire

SAVED_GAME = "savedGame"
_TRAIT = re.compile(rb"[^\t\x1b]*[\t\x1b]")
_APART = 8
"""So many traits lie between two cuts, more or less."""
_MOST_OTHERS = 64
_LARGEST_OTHERS = 16 * MEGABYTE

Entries: TypeAlias = tuple[tuple[str, bytes], ...]


class SaveFile(msgspec.Struct, frozen=True, dict=True):
    """A save (`.vsav`) or a log (`.vlog`); the two differ only in that a log has steps."""

    commands: tuple[Command, ...]
    """All commands of the outermost level, in order."""
    form: Form = VCSK
    metadata: Metadata | None = None
    module: Metadata | None = None
    """The copy of the module's own data, by which the engine knows whether the save is for it."""
    entries: Entries = ()
    """All entries of the archive but the saved game, as they were read."""
    problems: tuple[Problem, ...] = ()
    """What could not be read, for files that were read with tolerance."""

    @cached_property
    def initial(self) -> tuple[Command, ...]:
        """Return the commands that make the position before the first step."""
        return tuple(command for command in self.commands if not command.logged)

    @cached_property
    def steps(self) -> tuple[Command, ...]:
        """Return the steps of a log, each one command with all that belongs to it."""
        return tuple(command for command in self.commands if command.logged)

    @property
    def text(self) -> str:
        """Return the plain text of the saved game."""
        return encode_all(self.commands)


def read(source: Source, limits: Limits = DEFAULT, *, tolerant: bool = False) -> SaveFile:
    """Return what a save or a log holds; with tolerance, what of a damaged one can be read, and the problems."""
    problems: list[Problem] | None = [] if tolerant else None
    with Archive(source, limits, problems) as archive:
        try:
            return _read(archive, limits, problems)
        except VassalError as error:
            outside = archive.name and not error.place.startswith(archive.name)
            raise (error.at(archive.name) if outside else error) from error


def _read(archive: Archive, limits: Limits, problems: list[Problem] | None) -> SaveFile:
    if SAVED_GAME not in archive:
        kind = "a module" if "buildFile.xml" in archive or "buildFile" in archive else "something else"
        raise Unsupported(f"no save and no log, but {kind}: there is no {SAVED_GAME} in it")
    texts, form = decoded(archive.chunks(SAVED_GAME), limits, problems)
    commands = _strictly(texts, limits) if problems is None else _tolerantly(texts, limits, problems)
    if commands[0].kind != "begin" or not any(command.kind == "end" for command in commands):
        report(problems, Damaged("the saved game does not go from begin_save to end_save", SAVED_GAME))
    entries = _others(archive)
    by_name = dict(entries)
    metadata, module = (_about(by_name, name, problems) for name in (about.SAVE_ENTRY, about.MODULE_ENTRY))
    return SaveFile(commands, form, metadata, module, entries, tuple(problems or ()))


def _strictly(texts: Iterator[str], limits: Limits) -> tuple[Command, ...]:
    try:
        return parse(texts, limits)
    except VassalError:
        # What is wrong with the file itself is told before what is wrong with the text in it.
        deque(texts, maxlen=0)
        raise


def _tolerantly(texts: Iterable[str], limits: Limits, problems: list[Problem]) -> tuple[Command, ...]:
    text = "".join(texts)
    whole = _up_to_last_whole(text) if any(problem.cut for problem in problems) else text
    return parse(whole, limits, problems)


def _up_to_last_whole(text: str) -> str:
    """Return a text that is cut without its last command, or without its last step."""
    start = len(text)
    while (start := text.rfind(ESC, 0, start)) > 0 and text[start - 1] == "\\":
        continue
    if start < 0:
        return ""
    if text.startswith(LOG, start + 1):
        return text[:start]
    return text[: text.rfind(ESC)].rstrip("\\")


def _others(archive: Archive) -> Entries:
    """Return the other entries, of which a save has few and small ones."""
    names = [name for name in archive.names if name != SAVED_GAME]
    stated = sum(archive.entries[name].size or 0 for name in names)
    if len(names) > _MOST_OTHERS or stated > _LARGEST_OTHERS:
        raise TooLarge("more beside the saved game than a save can have")
    return tuple((name, archive.read(name)) for name in names)


def _about(entries: dict[str, bytes], name: str, problems: list[Problem] | None) -> Metadata | None:
    if name not in entries:
        return None
    try:
        return about.parse(entries[name], name)
    except VassalError as error:
        report(problems, error)
        return None


def encode(save: SaveFile, *, inside: bool = False) -> bytes:
    """Return the archive of a save or a log; the same save gives the same bytes.

    One that will lie inside another archive is a third larger, and packs again to little more than half.
    """
    by_name = dict(save.entries)
    for name, metadata in ((about.SAVE_ENTRY, save.metadata), (about.MODULE_ENTRY, save.module)):
        if metadata is not None and (name not in by_name or about.parse(by_name[name], name) != metadata):
            by_name[name] = about.encode(metadata)
    first = [name for name in (about.SAVE_ENTRY, about.MODULE_ENTRY) if name in by_name]
    order = first + [name for name in by_name if name not in first]
    game = encode_wire(save.text, save.form)
    return pack([(SAVED_GAME, parts_of(game) if inside else game), *((name, by_name[name]) for name in order)])


def parts_of(game: bytes) -> tuple[bytes, ...]:
    """Return a text in parts of some traits each, cut by what the traits say: in equal pieces equal parts recur."""
    cuts = [found.end() for found in _TRAIT.finditer(game) if found[0][-1:] == b"\x1b" or not crc32(found[0]) % _APART]
    return tuple(game[begin:end] for begin, end in pairwise([0, *cuts, len(game)]))


def write(path: Path | str, save: SaveFile) -> None:
    """Write a save or a log; the file is there whole or not at all."""
    save_bytes(path, encode(save))
