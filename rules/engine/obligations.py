"""Obligations: what has become due, or is permitted for a while, as a set of continuations, and by when."""

from collections.abc import Iterable, Iterator, Mapping, Set

import msgspec
from msgspec import structs

from rules.engine.actions import Action, matches, subject, words_of
from rules.engine.ruling import Verdict

NOW = ""
"""Due before anything else is done."""
LATER = "*"
"""No state has this name: a permission that does not lapse."""
UNDONE = "due.undone"
"""What is said of what was left out."""


class Otherwise(msgspec.Struct, frozen=True):
    """What would be due instead under another reading of a disputed rule; without options, nothing would."""

    ruling: str
    readings: Mapping[str, Verdict]
    options: tuple[Action, ...] = ()

    def wants(self, action: Action) -> bool:
        """True if the action is what would be due."""
        return any(matches(option, action) for option in self.options)


class Dismissed(Otherwise, frozen=True):
    """What would be due by a reading that was not settled: it permits nothing; who is accused is told of the ruling."""

    settled: str = ""
    """The reading that was settled."""

    def reopened(self) -> Otherwise:
        """The same while the question is open."""
        return Otherwise(self.ruling, self.readings, self.options)


class Due(msgspec.Struct, frozen=True):
    """One of the options must be done before the state `until` is left (or at once); else `rule` is broken."""

    rule: str
    options: tuple[Action, ...]
    until: str = NOW
    why: str = UNDONE
    open_to: tuple[str, ...] = ()
    """Verbs that may come before it, although it is due at once."""
    must: bool = True
    """False for a mere permission: it lapses unsaid."""
    otherwise: tuple[Otherwise, ...] = ()
    owner: str = ""
    """The side whose duty it is where the book names one; else it is that of the piece that is due."""
    below: bool = False
    """True for what follows from a breach that was told: nobody is told of it once more if it is left undone."""

    def met_by(self, action: Action) -> bool:
        """True if the action is one of the permitted continuations."""
        return any(matches(option, action) for option in self.options)

    def met_otherwise(self, action: Action) -> Otherwise | None:
        """The other reading under which the action is what is due."""
        return next((other for other in self.unsettled if other.wants(action)), None)

    @property
    def unsettled(self) -> tuple[Otherwise, ...]:
        """The readings of questions that are open."""
        return tuple(other for other in self.otherwise if not isinstance(other, Dismissed))

    @property
    def dismissed(self) -> tuple[Dismissed, ...]:
        """The readings that were not settled."""
        return tuple(other for other in self.otherwise if isinstance(other, Dismissed))

    def settled_for(self, action: Action) -> dict[str, str]:
        """The settled rulings, each with its reading, by another reading of which the action is what is due."""
        return {each.ruling: each.settled for each in self.dismissed if each.wants(action)}

    @property
    def settled(self) -> dict[str, str]:
        """The settled rulings, each with its reading, by another reading of which nothing is due."""
        return {each.ruling: each.settled for each in self.dismissed if not each.options}

    @property
    def told(self) -> bool:
        """True for what was missed and told: whoever makes it good later is not blamed for that as well."""
        return self.until == LATER

    @property
    def wanted(self) -> tuple[Action, ...]:
        """All that is permitted, also by another reading."""
        return self.options + tuple(option for other in self.otherwise for option in other.options)

    @property
    def doubtful(self) -> Otherwise | None:
        """The other reading under which nothing is due."""
        return next((other for other in self.unsettled if not other.options), None)

    def wrong_by(self, action: Action) -> Iterator[Otherwise]:
        """The readings of open questions by which an action is not what is due, though it is as we read it."""
        for other in self.unsettled if self.met_by(action) else ():
            if not other.wants(action):
                yield other

    def concerns(self, action: Action) -> bool:
        """True if the action changes the same piece when a change of it is due, whether or not in a permitted way."""
        return self.must and any(
            subject(option) == subject(action) and (self.until == NOW or _alike(option, action))
            for option in self.options
        )


def _alike(one: Action, other: Action) -> bool:
    """True for two actions of one kind; dice are of one kind if they are rolled for the same purpose."""
    return type(one) is type(other) and getattr(one, "purpose", "") == getattr(other, "purpose", "")


def made_good(due: Due) -> Due:
    """What was missed, as a permission: it has been said, and whoever does it later is not blamed again."""
    return structs.replace(due, until=LATER, must=False, otherwise=(), below=False)


def hanging(dues: Iterable[Due], before: Iterable[Due]) -> tuple[Due, ...]:
    """The dues after a breach: those that came with it are permitted, and no longer demanded."""
    known = tuple(before)
    return tuple(structs.replace(due, must=False, below=True) if due.must and due not in known else due for due in dues)


def without(dues: Iterable[Due], names: Set[str]) -> tuple[Due, ...]:
    """The dues that are about none of these names, under no reading."""
    return tuple(due for due in dues if names.isdisjoint(word for each in due.wanted for word in words_of(each)))


def take(dues: Iterable[Due], action: Action) -> tuple[Due | None, tuple[Due, ...]]:
    """The due thing that the action does, if any, and those that remain; what other readings want comes last."""
    pending = tuple(dues)
    met = [place for place, due in enumerate(pending) if due.met_by(action)]
    must = [place for place in met if pending[place].must]
    other = () if met else (place for place, due in enumerate(pending) if due.otherwise and due.met_otherwise(action))
    taken = next(iter(must or met or other), None)
    return (None, pending) if taken is None else (pending[taken], pending[:taken] + pending[taken + 1 :])


def overdue(dues: Iterable[Due], action: Action, left: Iterable[str]) -> tuple[Due, ...]:
    """What should have been done before this action, which leaves the given states; permissions lapse with it."""
    verb = type(action).__name__.lower()
    gone = set(left)
    return tuple(due for due in dues if (due.until == NOW and verb not in due.open_to) or due.until in gone)
