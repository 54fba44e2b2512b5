"""Where logs lie: files and folders of this machine, or buckets and servers named by an address (`s3://…`).

A place behaves like a path wherever it lies. Addresses need the extra `buckets`; only then is anything of it loaded.
"""

import errno
import hashlib
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final, cast

from vassal.archive import refuse_pipes
from vassal.errors import VassalError

ADDRESS: Final = re.compile(r"^[a-z][a-z0-9+.-]+://")
ENDINGS: Final = frozenset({".vlog"})
MOST_BYTES: Final = 500_000_000
"""A log that is larger is not fetched."""


class SeasonError(VassalError):
    """A place, a database or a cluster that cannot be used as it is wished; the message says what to do."""


def is_address(text: str) -> bool:
    """Tell whether a text names a place that is not on this machine."""
    return ADDRESS.match(text) is not None


def place_of(text: str) -> Path:
    """Return the place that a text names."""
    if not is_address(text):
        return Path(text)
    try:
        from upath import UPath
    except ImportError:
        raise SeasonError(f"{text}: addresses need an extra: pip install 'hexmeister[buckets]'") from None
    return cast("Path", UPath(text))


def bytes_of(place: Path) -> bytes:
    """Return what a file holds."""
    with _opened(place) as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise SeasonError(f"{place.name}: larger than {MOST_BYTES // 1_000_000} MB")
    return data


def sha_of(place: Path) -> str:
    """Return the digest of a file."""
    running = hashlib.sha256()
    with _opened(place) as file:
        while chunk := file.read(1 << 20):
            running.update(chunk)
    return running.hexdigest()


@contextmanager
def _opened(place: Path) -> Iterator[IO[bytes]]:
    if not is_address(str(place)):
        refuse_pipes(place)
    with reached(place), place.open("rb") as file:
        yield file


def logs_in(places: Iterable[Path]) -> tuple[Path, ...]:
    """Return the files that are named, and all logs in the folders that are named, in the order of their names."""
    found: dict[str, Path] = {}
    for place in places:
        with reached(place):
            inside = place.rglob("*") if place.is_dir() else (place,)
            named = not place.is_dir()
            found.update({str(each): each for each in inside if named or _is_log(each)})
    return tuple(found[name] for name in sorted(found))


@contextmanager
def reached(place: Path) -> Iterator[None]:
    """Tell what goes wrong with a far place as it is told of files of this machine: what, and of which place."""
    if not is_address(str(place)):
        yield
        return
    try:
        yield
    except FileNotFoundError:
        raise _wrong(errno.ENOENT, place) from None
    except PermissionError:
        raise _wrong(errno.EACCES, place) from None
    except ValueError:  # a bucket, where a file was expected
        raise _wrong(errno.ENOENT, place) from None
    except _unreached() as error:
        text = " ".join(str(error).split()) or type(error).__name__
        raise OSError(errno.EHOSTUNREACH, f"the place cannot be reached: {text}", str(place)) from None


def _wrong(number: int, place: Path) -> OSError:
    return OSError(number, os.strerror(number), str(place))


def _unreached() -> tuple[type[Exception], ...]:
    """Errors of the library behind buckets, where it is loaded: they are of no kind that Python knows."""
    library = sys.modules.get("botocore.exceptions")
    return (library.BotoCoreError, library.ClientError) if library else ()


def _is_log(place: Path) -> bool:
    return place.suffix.lower() in ENDINGS and place.is_file()
