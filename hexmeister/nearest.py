"""Names that somebody may have meant: those that hold what was written, then those that are spelt like it."""

from collections.abc import Collection, Iterable
from difflib import get_close_matches
from gettext import gettext as _

MOST = 5


def holding(wanted: str, names: Iterable[str]) -> list[str]:
    """Return the names in which every word of what was written stands, whatever its capitals."""
    words = wanted.casefold().split()
    return [name for name in names if words and all(word in name.casefold() for word in words)]


def near(wanted: str, names: Collection[str]) -> list[str]:
    """Return a few names that may have been meant, the likeliest first."""
    alike = {name.casefold(): name for name in names}
    close = get_close_matches(wanted.casefold(), alike, MOST, 0.7)
    return list(dict.fromkeys([*holding(wanted, names), *(alike[each] for each in close), *_worded(wanted, names)]))[
        :MOST
    ]


def _worded(wanted: str, names: Collection[str]) -> list[str]:
    """Return the names in which each word that was written stands, or one that is spelt like it."""
    every = {word for name in names for word in name.casefold().split()}
    meant = [set(get_close_matches(word, every, MOST, 0.75)) for word in wanted.casefold().split()]
    return [name for name in names if meant and all(words & set(name.casefold().split()) for words in meant)]


def hint(wanted: str, names: Collection[str]) -> str:
    """Return the end of an error that suggests names; empty where none is near."""
    found = near(wanted, names)
    return _("; did you mean {names}?").format(names=", ".join(found)) if found else ""
