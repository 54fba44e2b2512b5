"""What is known of a game before anything of it is loaded: its short name, the names of its module, its version."""

from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from kept.plain import plain

FILE: Final = "meta.yaml"


class Meta(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game's `meta.yaml` says."""

    id: str
    titles: tuple[str, ...]
    """The names that its module has, in each language."""
    version: str
    """Rises with every change of the rules that could change a verdict; a report names it."""


class MetaError(ValueError):
    """A package says that it brings a game, and does not tell which."""


@cache
def meta_in(folder: Path) -> Meta:
    """What the game says of itself whose rules are in a folder."""
    path = folder / FILE
    try:
        return msgspec.convert(plain(path), Meta)
    except (OSError, ValueError, msgspec.ValidationError) as error:
        raise MetaError(f"{path}: does not tell which game this is: {error}") from error
