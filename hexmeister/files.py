"""The files that commands read and write: their arguments, and what may be written over."""

import errno
import os
from collections.abc import Container, Iterable
from gettext import gettext as _
from pathlib import Path
from typing import Any

import click

from hexmeister.frame import Decorator, argument, option
from hexmeister.language import N_


def read_argument(name: str, metavar: str, text: str, **settings: Any) -> Decorator:
    """Declare a file to be read."""
    return argument(name, metavar=metavar, type=click.Path(path_type=Path), help=text, **settings)


def write_argument(name: str, metavar: str, text: str) -> Decorator:
    """Declare a file to be written, with the option to write over what is there."""

    def declare(run: Any) -> Any:
        return argument(name, metavar=metavar, type=click.Path(path_type=Path), help=text)(force(run))

    return declare


force = option("--force", is_flag=True, help=N_("Write over what is there."))


def free(target: Path, *, force: bool, read: Iterable[Path] = ()) -> Path:
    """Return a path that may be written; one that is taken only by force, one that is read as well never."""
    if target.exists() and any(each.exists() and each.samefile(target) for each in read):
        raise click.UsageError(_("{path} is read itself: what is written needs a name of its own").format(path=target))
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(target.parent))
    if target.exists() and not force:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
    return target


LOGS = frozenset({".vlog"})
MODULES = frozenset({".vmod"})


def within(paths: Iterable[Path], endings: Container[str]) -> tuple[Path, ...]:
    """Return files as they were named, and of each folder those in it and below it that end so."""
    found: list[Path] = []
    for path in paths:
        inside = sorted(each for each in path.rglob("*") if each.suffix.lower() in endings) if path.is_dir() else [path]
        if not inside:
            raise click.UsageError(_("there is nothing to read in {folder}").format(folder=path))
        found += inside
    return tuple(dict.fromkeys(found))


def readable(path: Path) -> Path:
    """Return a folder that can be read; an error tells what is wrong with it as for every other file."""
    with os.scandir(path):
        return path


def png(target: Path, hint: str) -> Path:
    """Return where a picture goes; another kind of file, such as somebody's log, is never written over."""
    if target.suffix.lower() != ".png":
        raise click.BadParameter(_("a picture is a file that ends in .png"), param_hint=hint)
    return target


def settled(path: Path | None) -> list[str]:
    """Return the rulings of a file: a line each, `AMB-08 = strict`; what follows a # is a remark."""
    if path is None:
        return []
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise click.BadParameter(_("{path} is no text").format(path=path), param_hint="--rulings") from error
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        said = line.partition("#")[0].strip()
        name, equals, reading = (part.strip() for part in said.partition("="))
        if said and not (name and equals and reading):
            told = _("{path}, line {number}: a ruling is settled as RULING=READING, not {said!r}")
            raise click.BadParameter(told.format(path=path, number=number, said=said), param_hint="--rulings")
        if said:
            found.append(f"{name}={reading}")
    return found
