"""The exit codes: what a script learns from how the program ended."""

from enum import IntEnum


class Exit(IntEnum):
    """Every code the program ends with; `docs/reference/exit-codes.md` says the same in words."""

    FINE = 0
    FINDINGS = 1
    UNREADABLE = 2
    UNDECIDED = 3
    FAULT = 70
    INTERRUPTED = 130
    PIPE_CLOSED = 141
