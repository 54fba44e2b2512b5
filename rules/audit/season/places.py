"""Where logs lie: files and folders of this machine, or buckets and servers named by an address (`s3://…`).

A place behaves like a path wherever it lies. Addresses need the extra `buckets`; only then is anything of it loaded.
"""

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final, cast

from vassal.errors import Unsupported

ADDRESS: Final = re.compile(r"^[a-z][a-z0-9+.-]+://")
ENDINGS: Final = frozenset({".vlog"})
MOST_BYTES: Final = 500_000_000
"""A log that is larger is not fetched."""


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
        raise Unsupported(f"{text}: addresses need an extra: pip install 'hexmeister[buckets]'") from None
    return cast("Path", UPath(text))


def bytes_of(place: Path) -> bytes:
    """Return what a file holds."""
    with place.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise Unsupported(f"{place.name}: larger than {MOST_BYTES // 1_000_000} MB")
    return data


def sha_of(place: Path) -> str:
    """Return the digest of a file."""
    running = hashlib.sha256()
    with place.open("rb") as file:
        while chunk := file.read(1 << 20):
            running.update(chunk)
    return running.hexdigest()


def logs_in(places: Iterable[Path]) -> tuple[Path, ...]:
    """Return the files that are named, and all logs in the folders that are named, in the order of their names."""
    found: dict[str, Path] = {}
    for place in places:
        inside = place.rglob("*") if place.is_dir() else (place,)
        named = not place.is_dir()
        found.update({str(each): each for each in inside if named or _is_log(each)})
    return tuple(found[name] for name in sorted(found))


def _is_log(place: Path) -> bool:
    return place.suffix.lower() in ENDINGS and place.is_file()
