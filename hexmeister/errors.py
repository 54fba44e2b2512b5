"""What went wrong, in one line for a person: what, where, and what to do next."""

import errno
from gettext import gettext as _
from typing import Final

from hexmeister.language import N_
from vassal.errors import Damaged, TooLarge, Unsupported, VassalError

EXPECTED: Final = (VassalError, OSError)

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
    errno.EEXIST: N_("exists already"),
    errno.ENOSPC: N_("the disk is full"),
    errno.EROFS: N_("the disk cannot be written"),
}


def one_line(error: Exception) -> str:
    """Return the error as one line in the chosen language."""
    if isinstance(error, VassalError):
        return _vassal(error)
    if isinstance(error, OSError):
        return _system(error)
    return str(error)


def _vassal(error: VassalError) -> str:
    place = f"{error.place}: " if error.place else ""
    advice = next((_(text) for kind, text in _ADVICE.items() if isinstance(error, kind)), "")
    return f"{place}{_(error.what)}. {advice}".rstrip() if advice else f"{place}{_(error.what)}"


def _system(error: OSError) -> str:
    what = _(_SYSTEM[error.errno]) if error.errno in _SYSTEM else error.strerror or str(error)
    return f"{error.filename}: {what}" if error.filename else what
