"""A store of finished pictures on disk, by the content of what they were drawn from.

A key is made of everything that a picture depends on (`fingerprint`), the program that draws it included (`stamp`): a
stored picture is never out of date, and nothing has to be invalidated.
"""

import functools
import hashlib
import os
import tempfile
from dataclasses import dataclass
from enum import Enum
from pathlib import Path, PurePath

import msgspec
import numpy as np
import PIL

ROOT = Path(__file__).resolve().parent.parent
DRAWN_BY = {".py", ".yaml", ".ttf", ".html", ".css", ".jinja"}


@dataclass(frozen=True)
class Cache:
    """A folder of pictures named by their keys; one in use by several builds at once stays sound."""

    folder: Path

    def path(self, key: str) -> Path:
        """Where the picture of this key lies, if it is there."""
        return self.folder / key[:2] / key[2:]

    def has(self, key: str) -> bool:
        """Tell whether the picture is there, and keep it from being trimmed as long unused."""
        try:
            os.utime(self.path(key))
        except OSError:
            return False
        return True

    def read(self, key: str) -> bytes:
        """The picture of this key; KeyError if it is not there."""
        try:
            return self.path(key).read_bytes()
        except OSError:
            raise KeyError(key) from None

    def write(self, key: str, content: bytes) -> Path:
        """Leave the picture under its key, whole or not at all, and return where."""
        target = self.path(key)
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".new-")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).replace(target)
        return target

    def trim(self, limit: int) -> int:
        """Remove the longest unused pictures until at most `limit` bytes are left; return how many bytes went."""
        found = []
        for path in self.folder.glob("??/*"):
            status = path.stat()
            found.append((status.st_mtime_ns, status.st_size, path))
        excess = sum(size for _, size, _ in found) - limit
        removed = 0
        for _, size, path in sorted(found):
            if removed >= excess:
                break
            path.unlink(missing_ok=True)
            removed += size
        return removed


def fingerprint(*parts: object) -> str:
    """A key of hexadecimal digits that is equal for equal contents, on every machine; the order of a mapping counts."""
    encoded = msgspec.json.encode(parts, enc_hook=_plain)
    return hashlib.blake2b(encoded, digest_size=20).hexdigest()


@functools.cache
def stamp(*folders: str) -> str:
    """A key of the program itself: the code, templates and typefaces in these folders, and the libraries that draw."""
    digest = hashlib.blake2b(f"pillow {PIL.__version__} numpy {np.__version__}".encode(), digest_size=20)
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*") if (ROOT / folder).is_dir() else [ROOT / folder]):
            if path.suffix in DRAWN_BY:
                digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
                digest.update(hashlib.blake2b(path.read_bytes()).digest())
    return digest.hexdigest()


def _plain(value: object) -> object:
    if isinstance(value, PurePath):
        return value.as_posix()
    if isinstance(value, Enum):
        return value.name
    raise TypeError(f"a picture cannot depend on a {type(value).__name__}")
