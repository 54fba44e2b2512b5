"""Slips: whoever drags a piece astray and puts it right, or forgets a key, is not accused.

Any piece of the board, of either side, at any moment of a legal game: into a hex beside it, or into a box, and back; a
unit that goes somewhere goes astray first, by way of its old place or straight on; a state is turned over and back; the
key that says what kind of step it is is forgotten.

python -m tests.rules.shared.proof.slips GAME --count 200     # so many slips; prints who is accused
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from msgspec.structs import replace

from rules.engine.ruling import Illegal
from rules.engine.writing import Deed, Entry, Go, Put, Say
from tests.rules.shared.habits import Page, Temper
from tests.rules.shared.kit import Kit
from tests.rules.shared.proof.accused import Accused, Way, accused
from tests.rules.shared.proof.figure import Figure
from tests.rules.shared.proof.head import alone, shown
from tests.rules.shared.proof.windows import Window, windows
from tests.rules.shared.tempers import temper_of
from tests.rules.shared.through import Edition

LENGTH = 24
"""Actions of a window."""
SOME = 3
"""So many kinds of slips are made in a window."""


@dataclass(frozen=True)
class At:
    """A moment at which somebody slips: before an entry of a game."""

    kit: Kit[Any, Any]
    temper: Temper
    story: Sequence[Page]
    place: int
    rng: Random
    edition: Edition[Any]

    @property
    def page(self) -> Page:
        """What is done there."""
        return self.story[self.place]

    def anybody(self) -> tuple[str, str] | None:
        """A unit on the board, and where it stands."""
        there = self.kit.standing(self.page.before)
        standing = [(name, place) for name, place in there.items() if self._by_itself(name)]
        return self.rng.choice(standing) if standing else None

    def _by_itself(self, name: str) -> bool:
        """Whether a unit's piece lies on the board, and is not carried."""
        return not self.kit.hidden(self.page.before, name) and not self.kit.rides(self.page.before, name)

    def side(self, name: str) -> str:
        """Whose unit it is."""
        return self.kit.side(name)

    def beside(self, place: str) -> str | None:
        """A hex beside one."""
        near = self.temper.beside(place)
        return self.rng.choice(near) if near else None

    def drag(self, name: str, place: str) -> Entry:
        """A unit is dragged, and the module says so."""
        return Entry(self.side(name), self.kit.drag(name, place))

    def says(self, put: Put) -> bool:
        """Whether a piece says already what a deed would make it say."""
        laid = self.edition.writer.laid(self.page.before)
        return any(isinstance(deed, Put) and replace(deed, always=put.always) == put for deed in laid)

    def goes(self) -> Go | None:
        """Where a unit goes that is dragged alone in this step, and nothing else is done."""
        going = [deed for deed in self.page.entry.deeds if isinstance(deed, Go)]
        rest = [deed for deed in self.page.entry.deeds if not isinstance(deed, Go | Say)]
        known = len(going) == 1 and not rest and going[0].piece.name in self.kit.units
        return going[0] if known else None

    def start(self) -> tuple[Go, str] | None:
        """Where such a unit goes and where it stands before."""
        goes = self.goes()
        here = self.temper.stands(self.page.before, goes.piece.name) if goes else ""
        return (goes, here) if goes and here and goes.place != here else None


Slipped = tuple[Sequence[Entry], str] | None
"""What is done instead of the entry, and about what."""


def nudged(at: At) -> Slipped:
    """A unit is knocked into a hex beside it, and put back."""
    found = at.anybody()
    near = at.beside(found[1]) if found else None
    if not found or not near:
        return None
    name, here = found
    return (at.drag(name, near), at.drag(name, here), at.page.entry), name


def boxed(at: At) -> Slipped:
    """A unit is dragged off the map, and back to where it stood."""
    found = at.anybody()
    if not found:
        return None
    name, here = found
    return (Entry(at.side(name), at.kit.off(name)), at.drag(name, here), at.page.entry), name


def astray(at: At) -> Slipped:
    """A unit goes into a wrong hex, back, and then where it goes."""
    found = at.start()
    wrong = at.beside(found[1]) if found else None
    if not found or not wrong or wrong == found[0].place:
        return None
    goes, here = found
    return (at.drag(goes.piece.name, wrong), at.drag(goes.piece.name, here), at.page.entry), goes.piece.name


def straight_on(at: At) -> Slipped:
    """A unit is dropped into a hex beside the one where it goes, and from there where it goes."""
    found = at.start()
    wrong = at.beside(found[0].place) if found else None
    if not found or not wrong or wrong == found[1]:
        return None
    return (at.drag(found[0].piece.name, wrong), at.page.entry), found[0].piece.name


def by_a_box(at: At) -> Slipped:
    """A unit is dropped off the map, and from there where it goes."""
    found = at.start()
    if not found:
        return None
    name = found[0].piece.name
    return (Entry(at.side(name), at.kit.off(name)), at.page.entry), name


def turned(at: At) -> Slipped:
    """A state that is marked somewhere in this game is marked on somebody, and wiped."""
    marks = [entry for each in at.story for entry in (each.entry,) if _marks(entry, at.temper)]
    found = at.anybody()
    if not marks or not found:
        return None
    entry = at.rng.choice(marks)
    whose = next(deed.piece.name for deed in entry.deeds if isinstance(deed, Say) and deed.piece)
    on = Entry(at.side(found[0]), tuple(_of(deed, whose, found[0]) for deed in entry.deeds))
    if any(isinstance(deed, Put) and at.says(deed) for deed in on.deeds):
        return None  # it would be a real state that is wiped
    return (on, Entry(on.side, tuple(map(_back, on.deeds))), at.page.entry), found[0]


def _marks(entry: Entry, temper: Temper) -> bool:
    said = [deed.verb for deed in entry.deeds if isinstance(deed, Say)]
    alone = all(isinstance(deed, Say | Put) for deed in entry.deeds)
    return alone and len(said) == 1 and said[0] in temper.switches and _on(entry)


def _on(entry: Entry) -> bool:
    return any(isinstance(deed, Say) and deed.values.get("v") == "on" for deed in entry.deeds)


def _of(deed: Deed, whose: str, name: str) -> Deed:
    if not isinstance(deed, Put | Say) or deed.piece is None:
        return deed
    return replace(deed, piece=replace(deed.piece, name=deed.piece.name.replace(whose, name)))


OTHER = {"1": "2", "2": "1"}


def _back(deed: Deed) -> Deed:
    if isinstance(deed, Put):
        return replace(deed, value=OTHER.get(str(deed.value), deed.value))
    return replace(deed, values={**deed.values, "v": "off"}) if isinstance(deed, Say) else deed


def forgotten(at: At) -> Slipped:
    """The key is forgotten that says what kind of step it is."""
    usual = at.kit.usual
    deeds = tuple(
        replace(deed, values={**deed.values, **usual}) if isinstance(deed, Say) and {*usual} <= {*deed.values} else deed
        for deed in at.page.entry.deeds
    )
    goes = at.start()
    if deeds == at.page.entry.deeds or goes is None:
        return None
    return (Entry(at.page.entry.side, deeds),), goes[0].piece.name


SLIPS: Mapping[str, Callable[[At], Slipped]] = {
    each.__name__: each for each in (nudged, boxed, astray, straight_on, by_a_box, turned, forgotten)
}


def slipped(window: Window, rng: Random, names: Sequence[str]) -> Iterator[Way]:
    """A slip of each of these kinds somewhere in a window."""
    temper = temper_of(window.kit.name, window.scenario)
    edition = window.edition()
    story = window.pages(edition)
    for name in names:
        for place in rng.sample(range(len(story)), len(story)):
            made = SLIPS[name](At(window.kit, temper, story, place, rng, edition))
            if made is not None:
                entries, about = made
                before, after = ([page.entry for page in part] for part in (story[:place], story[place + 1 :]))
                yield Way(name, about, (*before, *entries, *after))
                break


def measured(kit: Kit[Any, Any], count: int, seed: int, tally: Counter[str]) -> Iterator[Accused]:
    """Who is accused in so many windows of random games, in each of which somebody slips in some ways."""
    rng = Random(seed)
    for window in islice(windows(kit, rng, LENGTH, each=8), count):
        if not window.before.within("SETUP"):
            plain = [page.entry for page in window.pages(window.edition())]
            ways = slipped(window, rng, rng.sample(list(SLIPS), SOME))
            yield from accused(window, plain, ways, tally, (Illegal,))


def figures(kit: Kit[Any, Any], count: int, seed: int) -> Iterator[Figure]:
    """Honest players accused for a slip."""
    tally = Counter[str]()
    found = shown(measured(kit, count, seed, tally))
    yield Figure("accused", found, tally["tried"], "slips that were put right")


if __name__ == "__main__":
    alone(figures)
