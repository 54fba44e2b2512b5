"""What was worked out once and is kept for the next start: by the digest of all that it was worked out from.

A thing that is kept is never out of date, for whatever it depends on is in its key. Nothing hangs on its being there:
what is not, is damaged, or lies where others could have written it, is worked out again. It is plain data, written as
MessagePack, and held against its type when it is read.

Where the program cannot change any more, as in the page that is one file, a build leaves what it worked out beside the
program (`BROUGHT`): that is known by its name alone.
"""

import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

import msgspec

T = TypeVar("T")
MARK: Final = b"hexmeister 1\n"
DIGEST: Final = 20
MOST: Final = 64_000_000
"""Bytes of one thing at most."""
VERSIONS: Final = 6
"""So many things of one name are kept, the newest."""
BROUGHT: Final = Path(__file__).with_name("brought")
"""What a build brought along for good; no such folder is in a checkout or in the package that pip installs."""
OWN: Final = "HEXMEISTER_CACHE"
"""The variable of the environment that names another folder for all this."""
OTHERS: Final = stat.S_IWGRP | stat.S_IWOTH


def default_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The user's cache folder for this program: the one that the user names, else as the platform has it."""
    if own := environment.get(OWN):
        return Path(own)
    home = Path.home()
    if platform == "win32":
        base = Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = Path(environment.get("XDG_CACHE_HOME") or home / ".cache")
    return base / "hexmeister"


def digest(parts: Iterable[bytes | str]) -> str:
    """A key that is equal for equal parts."""
    found = hashlib.blake2b(digest_size=DIGEST)
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        found.update(b"%d " % len(content) + content)
    return found.hexdigest()


def stamp(*folders: Path) -> str:
    """A key of the program in these folders: which files there are, how large, and when they were written."""
    return digest(f"{path.relative_to(root)} {size} {when}" for root in folders for path, size, when in _code(root))


def _code(root: Path) -> list[tuple[Path, int, int]]:
    found, folders = [], [str(root)]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for each in entries:
                if each.is_dir():
                    folders.append(each.path)
                elif each.name.endswith((".py", ".yaml")):
                    status = each.stat()
                    found.append((Path(each.path), status.st_size, status.st_mtime_ns))
    return sorted(found)


def kept(name: str, key: Callable[[], str], kind: type[T], make: Callable[[], T]) -> T:
    """The thing of this name and key, read if it was brought or kept; else it is made, and kept for the next time."""
    there = brought(name, kind)
    if there is not None:
        return there
    folder = _safe(default_folder() / "kept")
    if folder is None:
        return make()
    path = folder / f"{name}-{key()}"
    with suppress(OSError, ValueError, msgspec.DecodeError):
        return msgspec.msgpack.decode(_content(path), type=kind)
    made = make()
    with suppress(OSError):
        _keep(path, msgspec.msgpack.encode(made))
        _trim(folder, name)
    return made


def brought(name: str, kind: type[T]) -> T | None:
    """The thing of this name that a build brought along, if it did."""
    with suppress(FileNotFoundError):
        return msgspec.msgpack.decode((BROUGHT / name).read_bytes(), type=kind)
    return None


def _safe(folder: Path) -> Path | None:
    """The folder, made if it was not there; None if it is not the user's alone to write, or cannot be made."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return None
    return folder if stat.S_ISDIR(found.st_mode) and _own(found) else None


def _own(found: os.stat_result) -> bool:
    return not hasattr(os, "geteuid") or (found.st_uid == os.geteuid() and not found.st_mode & OTHERS)


def _content(path: Path) -> bytes:
    """What is kept in a file, if it is the user's and whole."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(handle, "rb") as file:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode) or not _own(found) or found.st_size > MOST:
            raise ValueError(path)
        content = file.read()
    begin = len(MARK) + DIGEST
    if content[:begin] != _head(content[begin:]):
        raise ValueError(path)
    return content[begin:]


def _head(content: bytes) -> bytes:
    return MARK + hashlib.blake2b(content, digest_size=DIGEST).digest()


def _keep(path: Path, content: bytes) -> None:
    """Leave a thing under its name, whole or not at all."""
    if len(content) > MOST:
        return
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_head(content) + content)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def _trim(folder: Path, name: str) -> None:
    """Remove the oldest things of a name."""
    begin, length = f"{name}-", len(name) + 1 + 2 * DIGEST
    found = [path for path in folder.iterdir() if path.name.startswith(begin) and len(path.name) == length]
    for path in sorted(found, key=lambda each: each.stat().st_mtime_ns)[:-VERSIONS]:
        path.unlink(missing_ok=True)
