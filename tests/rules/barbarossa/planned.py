"""What was planned in secret: orders that a stream of actions shows later, and the keys under which they were sealed.

The keys are made as the module makes them, of a word that each side has, the game, the round and the side; whoever
reads the log can only hold each key against the fingerprint that was published before.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from rules.barbarossa import actions as do
from rules.engine.actions import Action
from rules.engine.dice import Roll

GAME = "5c71be00c0de"
"""The name of a game that was written, not played."""
AIMING = (do.Fire, do.Strike, do.Smoke, do.Duel, do.Found, do.Merge, do.Supply)
"""What somebody aims for."""
Given = do.Order | do.Resume | do.BreakOff


def digest(text: str) -> str:
    """The fingerprint of a text."""
    return sha256(text.encode()).hexdigest()


def word(side: str) -> str:
    """What a side keeps secret."""
    return f"the secret of {side}"


def mark(side: str) -> str:
    """The mark of a side's word, by which it is known again."""
    return digest(f"{word(side)}/{GAME}/{side}")


def key(side: str, turn: int) -> str:
    """The key of a side in a round."""
    return digest(f"{word(side)}/{GAME}/{turn}/{side}")


def own_key(side: str, piece: str, rank: int) -> str:
    """The key of one thing that a side seals and opens on its own."""
    return digest(f"{word(side)}/{GAME}/{piece}/{rank}/{side}")


class Foreseen:
    """A stream of actions, and how far it has come."""

    def __init__(self, actions: Sequence[Action] = ()) -> None:
        self._actions, self._at = actions, 0

    def advance(self) -> None:
        """One more has been written."""
        self._at += 1

    @property
    def rest(self) -> Iterator[Action]:
        """What comes after the present one."""
        return (self._actions[rank] for rank in range(self._at, len(self._actions)))

    @property
    def over(self) -> bool:
        """True after the last action, if any was foreseen: what is sealed is opened then."""
        return bool(self._actions) and self._at >= len(self._actions)

    def kind_of(self, mines: str) -> str:
        """Of what kind a minefield turns out to be; empty if it never does."""
        found = (action.kind for action in self.rest if isinstance(action, do.Uncover) and action.structure == mines)
        return next(found, "")

    def given(self) -> Mapping[str, Given]:
        """By unit: what it is ordered in this round, as it is shown later; a new order breaks off what went on."""
        found: dict[str, Given] = {}
        for action in self.rest:
            if isinstance(action, do.Order | do.Resume | do.BreakOff):
                other = found.get(action.unit)
                if other is None or isinstance(other, do.BreakOff):
                    found[action.unit] = action
            if isinstance(action, do.Advance) and action.to not in {"PLANNING", "REVEAL"}:
                break
        return found

    def reveals(self) -> frozenset[str]:
        """The sides that open their orders later in this round."""
        found = set()
        for action in self.rest:
            if isinstance(action, do.Reveal):
                found.add(action.by)
            if isinstance(action, do.Advance) and action.to not in {"PLANNING", "REVEAL"}:
                break
        return frozenset(found)

    def waits(self, shooter: str, purpose: str) -> bool:
        """True if somebody else aims or rolls before the dice of a shooter fall."""
        other = False
        for action in self.rest:
            if isinstance(action, Roll):
                if (action.purpose, action.who) == (purpose, shooter):
                    return other
                other = True
            aims = isinstance(action, AIMING) and getattr(action, "unit", "") != shooter
            other = other or aims
            if isinstance(action, do.Advance):
                break
        return False
