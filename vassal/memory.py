"""Memory that was let go: given back to the system, so that what is worked out next does not come on top of it."""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from typing import Any


def give_back() -> None:
    """What was freed is the system's again, where the C library would keep it for itself (glibc)."""
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> Any:
    """What gives memory back; nothing where the library has no such thing."""
    return getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
