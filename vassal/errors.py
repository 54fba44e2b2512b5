"""What can be wrong with a file from outside, each kind by its name."""

from typing import NamedTuple


class VassalError(Exception):
    """A file cannot be read as what it claims to be; the message names the place and is fit for a person."""

    def __init__(self, what: str, place: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.place = place

    def __str__(self) -> str:
        return f"{self.place}: {self.what}" if self.place else self.what

    def at(self, place: str) -> "VassalError":
        """Return the same error with an outer place put before the inner one."""
        return type(self)(self.what, ": ".join(part for part in (place, self.place) if part))


class Damaged(VassalError):  # noqa: N818
    """The file is cut, altered or not of this kind."""


class TooLarge(VassalError):  # noqa: N818
    """The file asks for more than the limits grant."""


class Unsupported(VassalError):  # noqa: N818
    """The file is sound, but of a kind or version that is not read."""


class NotAlone(VassalError):  # noqa: N818
    """The file is sound, but is read only together with another one."""


class NoFile(VassalError):  # noqa: N818
    """What lies there is no file that could be read to its end."""


class Problem(NamedTuple):
    """Something in a file that could not be read, and where; reading went on behind it."""

    place: str
    what: str
    cut: bool = False
    """Whether what stands behind it is lost."""

    def __str__(self) -> str:
        return f"{self.place}: {self.what}" if self.place else self.what


def report(problems: list[Problem] | None, error: VassalError, *, cut: bool = False) -> None:
    """Note the error among the problems; without a list for them, raise it."""
    if problems is None:
        raise error
    problems.append(Problem(error.place, error.what, cut))
