"""What a position is made of: pieces as they stand, piles of them, and all that lies beside the maps."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from vassal.boards import Choice
from vassal.moulds import Mould
from vassal.traits import Trait

MODULE: Final = "Module"
"""The container of global properties that belong to no map or zone."""

NOWHERE: Final = ""
"""The map of what lies on no map."""


class Standing(msgspec.Struct, frozen=True, gc=False):
    """A piece as it stands now; the place is that of its pile, if it lies in one."""

    id: str
    traits: tuple[Trait, ...]
    """Outermost first, the basic piece last."""
    map: str
    x: int
    y: int
    pile: str = ""
    """The stack or deck that it lies in, empty for none."""
    mould: Mould = Mould()
    """What it is by the types of its traits."""

    @property
    def told(self) -> tuple[Trait, ...]:
        """Return its traits that answer for properties, outermost first."""
        traits = self.traits
        return tuple([traits[place] for place in self.mould.telling])

    def says(self, name: str) -> str | None:
        """Return what its markers and dynamic properties say of a property; nothing if none of them does."""
        return self.mould.says(self.traits, name)

    @property
    def basic(self) -> Trait:
        """Return its innermost trait."""
        return self.traits[-1]

    @property
    def gpid(self) -> str:
        """Return the id of the slot that it was made from."""
        return self.traits[-1].text("gpid")


class Pile(msgspec.Struct, frozen=True, gc=False):
    """A stack or a deck: its pieces, bottom first."""

    id: str
    map: str
    x: int
    y: int
    members: tuple[str, ...] = ()
    layer: int | None = None
    deck: Trait | None = None
    """The deck's own trait, with all its settings; nothing for a stack."""
    removed: bool = False
    """Whether it was taken out of the game; what still lies in it lies on no map."""

    @property
    def name(self) -> str:
        """Return the name of a deck, empty for a stack."""
        return self.deck.text("name") if self.deck else ""

    @property
    def face_down(self) -> bool:
        """Return whether it is a deck whose cards lie face down."""
        return self.deck is not None and self.deck.flag("face_down")


class Player(msgspec.Struct, frozen=True):
    """Who sits at the table: a name that stands for the id, the real name, the side."""

    id: str
    name: str
    side: str


class Note(msgspec.Struct, frozen=True):
    """A note that a player wrote for himself or sealed for others to see later."""

    owner: str
    text: str
    name: str = ""
    hidden: bool = True
    date: str = ""
    handle: str = ""


class Clock(msgspec.Struct, frozen=True):
    """A chess clock: milliseconds that ran, and that the others have confirmed."""

    name: str
    elapsed: int
    verified: int
    ticking: bool


EMPTY: Final[Mapping[str, str]] = MappingProxyType({})
NO_BOARDS: Final[Mapping[str, tuple[Choice, ...]]] = MappingProxyType({})
NO_CLOCKS: Final[Mapping[str, Clock]] = MappingProxyType({})


class Table(msgspec.Struct, frozen=True):
    """All that lies beside the maps."""

    players: tuple[Player, ...] = ()
    boards: Mapping[str, tuple[Choice, ...]] = NO_BOARDS
    turns: Mapping[str, str] = EMPTY
    """The state of each turn tracker, as the file holds it."""
    notes: str = ""
    public_notes: str = ""
    private_notes: tuple[Note, ...] = ()
    secret_notes: tuple[Note, ...] = ()
    unmask: tuple[str, ...] = ()
    """The players whose masks others may lift."""
    started: bool = False
    """Whether the pieces of the set-up have been laid out."""
    startup_keys: Mapping[str, bool] = MappingProxyType({})
    clocks: Mapping[str, Clock] = NO_CLOCKS
    clocks_shown: tuple[bool, bool] | None = None
    """Whether the clocks are shown, and whether they run online."""
    locks: Mapping[str, tuple[str, str, str]] = MappingProxyType({})
    """For each locked tab of options: who locked it, the stand-in for his id, and when."""
    extensions: Mapping[str, str] = EMPTY
    events: str = ""
    other: tuple[str, ...] = ()
    """The texts of commands of unknown kinds that belong to the state."""
    undoing: bool = False
    """Whether an undo is being carried out."""
