"""What a reader grants a file from outside before it refuses."""

from dataclasses import dataclass

MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds that every reader keeps; the defaults hold the largest known games and stay well under 1 GB of memory."""

    container: int = 2048 * MEGABYTE
    """Bytes of a zip file on disk (modules with many pictures are large)."""
    entries: int = 100_000
    """Entries of one archive."""
    entry: int = 256 * MEGABYTE
    """Bytes of one entry, uncompressed."""
    total: int = 4096 * MEGABYTE
    """Bytes of all entries together, as the directory states them."""
    ratio: int = 1000
    """Uncompressed to compressed, for entries above a megabyte."""
    text: int = 128 * MEGABYTE
    """Bytes of a saved game's plain text."""
    xml: int = 64 * MEGABYTE
    """Bytes of an XML document."""
    commands: int = 1_000_000
    """Commands of one saved game."""
    traits: int = 4_000_000
    """Traits of all pieces together."""
    distinct: int = 400_000
    """Traits that differ from each other in type or state."""
    distinct_text: int = 24 * MEGABYTE
    """Characters of all those together."""
    values: int = 4_000_000
    """Fields of all commands together."""
    tokens: int = 200_000
    """Tokens of one list (a trail's points, a deck's pieces)."""
    depth: int = 256
    """Levels of commands in commands; real logs have five."""


DEFAULT = Limits()
