"""What the page grants whoever speaks to it, and what it refuses in words that the page can show."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

MEGABYTE: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of the page; the defaults hold the longest games that are known."""

    log: int = 64 * MEGABYTE
    """Bytes of one log."""
    together: int = 128 * MEGABYTE
    """Bytes of all logs of one check."""
    logs: int = 100
    """Logs of one check."""
    listed: int = 1000
    """Logs that are listed of a folder."""
    checks: int = 8
    """Checks that are kept; the oldest makes room."""
    name: int = 200
    """Characters of a log's name."""
    seconds: float = 900
    """How long one check may take."""
    question: float = 60
    """Seconds that the answer to a question may take."""
    memory: int = 3072 * MEGABYTE
    """Bytes that one check may use, where the system can see to that."""
    silence: float = 10
    """Seconds that a connection may say nothing."""
    head: float = 3
    """Seconds in which a connection must have said what it wants."""
    connection: float = 60
    """Seconds that a connection may last, however busy it seems."""
    connections: int = 24
    """Connections at the same time."""


class Refused(Exception):  # noqa: N818
    """A request that is not granted: the code, and the key of the words that say why."""

    def __init__(self, code: HTTPStatus, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why
