"""What went wrong, one line a problem for a person: what, where, and what to do next."""

import errno
import os
import sys
from collections.abc import Callable
from gettext import gettext as _
from pathlib import Path
from typing import Any, Final

from hexmeister.language import N_
from hexmeister.told import told
from vassal.errors import Damaged, TooLarge, Unsupported, VassalError

_ADVICE: Final[dict[type[VassalError], str]] = {
    Damaged: N_("The file is cut, altered, or not a VASSAL file; get a fresh copy."),
    TooLarge: N_("Larger than any game needs; if you trust the file, look into it with a zip program."),
    Unsupported: N_("Not read by this version of the program."),
}

_SYSTEM: Final = {
    errno.ENOENT: N_("there is no such file or folder"),
    errno.EACCES: N_("not permitted"),
    errno.EPERM: N_("not permitted"),
    errno.EISDIR: N_("this is a folder, a file was expected"),
    errno.ENOTDIR: N_("this is a file, a folder was expected"),
    errno.EEXIST: N_("exists already; --force writes over it"),
    errno.ENOSPC: N_("the disk is full"),
    errno.EROFS: N_("the disk cannot be written"),
}


class Unreadable(Exception):  # noqa: N818
    """Of several files none can be read; it carries a line of each, in the chosen language."""


def expected() -> tuple[type[Exception], ...]:
    """Return the errors that are not the program's fault; asked only when one arises, as it loads what defines them."""
    return tuple(_told())


def lines(error: Exception) -> list[str]:
    """Return what an expected error says, in the chosen language, one line a problem."""
    return next(tell(error) for kind, tell in _told().items() if isinstance(error, kind))


def _told() -> dict[type[Exception], Callable[[Any], list[str]]]:
    from assets import AssetsError
    from rules.engine.switches import SwitchError
    from rules.meta import MetaError

    return {
        VassalError: _vassal,
        AssetsError: _assets,
        MetaError: _sentence,
        SwitchError: _sentence,
        Unreadable: lambda error: list(error.args[0]),
        OSError: _system,
        **{getattr(sys.modules[home], name): tell for home, name, tell in _OF_SOME if home in sys.modules},
    }


def of_file(path: Path, error: Exception) -> str:
    """Return why one of several files cannot be read, with the whole way to it: there may be more of its name."""
    told_of = " ".join(lines(error))
    return f"{path}{told_of.removeprefix(str(path)).removeprefix(path.name)}"


def _vassal(error: VassalError) -> list[str]:
    if isinstance(error.__cause__, OSError):
        return _system(error.__cause__)
    place = f"{error.place}: " if error.place else ""
    # Who says more, as of a game that nobody here judges, says what to do as well.
    advice = [_(text) for kind, text in _ADVICE.items() if type(error) is kind]
    return [". ".join([f"{place}{told(error.what)}", *advice])]


def _assets(error: Any) -> list[str]:
    found = [str(problem._replace(what=told(problem.what))) for problem in error.shown]
    return found + ([_("… and {count} more").format(count=error.more)] if error.more else [])


def _sentence(error: Exception) -> list[str]:
    return [told(str(error))]


def _database(error: Exception) -> list[str]:
    return [_("the database cannot be opened: {error}").format(error=error)]


_OF_SOME: Final = (("builder.gpids", "LockError", _sentence), ("sqlite3", "OperationalError", _database))
"""Errors of what only some commands load: where it was not loaded, none arose."""


def reason(text: str) -> str:
    """Return why a file cannot be read, in the chosen language: a sentence of the readers or of the system."""
    known = {os.strerror(code): words for code, words in _SYSTEM.items()}
    return _(known[text]) if text in known else told(text)


def _system(error: OSError) -> list[str]:
    what = _(_SYSTEM[error.errno]) if error.errno in _SYSTEM else told(error.strerror or str(error))
    return [f"{error.filename}: {what}" if error.filename else what]
