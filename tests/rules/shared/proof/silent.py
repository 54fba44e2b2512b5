"""Deeds without a record: whatever a player can do to a piece of the module by hand is explained, told, or decoration.

Of each kind of piece it is derived from the module what can be done to it: dragged elsewhere, brought out of the window
of pieces, each of its layers, properties, labels turned to each value that one of its commands gives; and what can be
done to the game as a whole. Each such deed is done alone in the middle of a legal game, which then goes on.

python -m tests.rules.shared.proof.silent GAME --times 3      # each deed three times; prints what nobody tells
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any, Literal

import msgspec

from rules.audit.judged import Judged
from rules.audit.witness import ID, all_readings, fixed
from rules.engine.evidence import NOBODY, PLACE, Piece
from rules.engine.ruling import Illegal, Notice
from tests.rules.shared.kit import Kit
from tests.rules.shared.proof.figure import Figure
from tests.rules.shared.proof.hand import Hand, hand_of, point
from tests.rules.shared.proof.head import alone, shown
from tests.rules.shared.proof.windows import Window, judged, windows
from tests.rules.shared.through import Edition
from tests.rules.shared.workshop import Workshop, workshop_of
from vassal.errors import VassalError
from vassal.pieces import Piece as Made
from vassal.traits import Trait

LENGTH = 12
"""Actions of a window, in whose middle the deed is done."""
Heard = Literal["illegal", "undecided", "notice", "explained", "decoration", "silent", "undone"]
"""What is heard of a deed; `undone` where it could not be done, or changed nothing."""
SOMEBODY = "somebody"
"""Stands for the id of another piece."""
MOST_VALUES = 4
"""So many values at most of a property are tried."""


class Deed(msgspec.Struct, frozen=True, order=True):
    """What can be done to a kind of piece: of what trait, which of its properties, to what value."""

    kind: str
    how: str
    what: str = ""
    value: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.kind, self.how, self.what, self.value and f"= {self.value}")))


# ---------------------------------------------------------------------------------------------- what a module offers
def kind_of(piece: Made) -> str:
    """What kind of piece it is: by the properties that tell it, and by what it is made of."""
    facts = fixed(piece)
    return "/".join(filter(None, (facts.get("Kind", "?"), facts.get("Type", "") or facts.get("ChitKind", ""))))


def deeds_of(piece: Made) -> Iterator[Deed]:
    """All that a player can do to a piece with a command of its own, or with the mouse."""
    kind = kind_of(piece)
    for how in ("drag to a hex", "drag to a box", "drag off", "palette"):
        yield Deed(kind, how)
    for trait in piece.traits:
        for how, what, value in _of_trait(trait):
            yield Deed(kind, how, what, value)


def _of_trait(trait: Trait) -> Iterator[tuple[str, str, str]]:
    match trait.kind:
        case "layer" if not trait.flag("follow_property"):
            for level in range(1, min(len(trait.items("images")), MOST_VALUES) + 1):
                yield "layer", f"{trait.text('name')}_Level", str(level)
        case "property":
            for value in sorted(set(_values(trait)))[:MOST_VALUES]:
                yield "property", trait.text("name"), value
        case "label":
            yield "label", trait.text("property") or "text", "a word"
        case "rotate":
            yield "turn", f"{trait.text('name')}_Facing", "2"
        case "moved":
            yield "moved", "Moved", "true"
        case "delete":
            yield "delete", "", ""
        case "mask":
            yield trait.kind, "ObscuredToOthers", ""


def _values(trait: Trait) -> Iterator[str]:
    """The values that the commands of a property give; where one is worked out it may be any piece."""
    for *_, change in trait.items("commands"):
        kind, *values = change
        fixed_value = kind == "P" and values and not str(values[0]).startswith("{")
        yield str(values[0]) if fixed_value else SOMEBODY


def offered(workshop: Workshop) -> Mapping[Deed, tuple[str, ...]]:
    """Every deed that a module offers, with the pieces to which it can be done."""
    found: dict[Deed, list[str]] = {}
    for slot in workshop.module.slots:
        piece = slot.expanded
        if piece is not None:
            for deed in deeds_of(piece):
                found.setdefault(deed, []).append(fixed(piece).get(ID, ""))
    for each in workshop.module.global_properties:
        found[Deed("game", "property", each.name, "1")] = [""]
    found[Deed("game", "turn")] = [""]
    return {deed: tuple(names) for deed, names in found.items()}


# ------------------------------------------------------------------------------------------------------- to do it
@dataclass
class Doing:
    """A hand that does deeds to a board."""

    kit: Kit[Any, Any]
    hand: Hand
    rng: Random
    places: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def do(self, deed: Deed, names: Sequence[str]) -> str:
        """The name of the piece to which it was done as a step of its own; empty where it changes nothing."""
        for name in self.rng.sample(names, min(len(names), 12)):
            before, shows = self.hand.steps, self._shows(name)
            try:
                self._do(deed, name)
            except (VassalError, LookupError):
                continue
            if self.hand.steps > before:
                changed = deed.kind == "game" or deed.how == "palette" or self._shows(name) != shows
                return (name or deed.what or deed.how) if changed else ""
        return ""

    def _shows(self, name: str) -> object:
        """How a piece lies, and what it says of itself."""
        if not self.hand.copies(name):
            return None
        piece = self.hand.table.position.piece(self.hand.uid_of(name))
        return piece.map, piece.x, piece.y, all_readings(piece)

    def _do(self, deed: Deed, name: str) -> None:
        table = self.hand.table
        if deed.kind == "game":
            if deed.how == "property" and (table.position.property(deed.what) or "") != deed.value:
                table.set_global(deed.what, deed.value)
            return
        if deed.how == "palette":
            self.hand.bring(name, self.rng.choice(self.places["hex"]))
            return
        uid = self.hand.uid_of(name)
        piece = table.position.piece(uid)
        if deed.how.startswith("drag"):
            spot = self._somewhere(deed.how.rpartition(" ")[2])
            if self.hand.place(*spot) != self.hand.place(piece.map, piece.x, piece.y) or not any(
                self.hand.place(*spot)
            ):
                table.move(uid, *spot)
        elif deed.how == "delete":
            table.remove(uid)
        elif deed.how == "mask":
            rank = next(place for place, trait in enumerate(piece.traits) if trait.kind == "mask")
            table.alter(uid, rank, masked_by="p1")
        else:
            table.set(uid, deed.what, True if deed.how == "moved" else self._value(deed))

    def _value(self, deed: Deed) -> str:
        others = sorted(name for name in self.kit.units if self.hand.copies(name))
        return self.hand.uid_of(self.rng.choice(others)) if deed.value == SOMEBODY else deed.value

    def _somewhere(self, what: str) -> tuple[str, int, int]:
        if what == "off":
            return self.hand.spot(point(self.hand.board, -40, -40))
        return self.hand.spot(self.rng.choice(self.places[what]))


# ------------------------------------------------------------------------------------------------------- to hear it
def said_of(window: Window, deed: Deed, names: Sequence[str], rng: Random) -> tuple[Heard, str, tuple[Judged, ...]]:
    """What is said of a deed in the middle of a window that was not said without it, and to which piece it was done."""
    edition = window.edition()
    entries = [page.entry for page in window.pages(edition)]
    middle = rng.randrange(len(entries) // 2 + 1)
    plain = hand_of(edition, window.before)
    try:
        plain.write(entries)
    except VassalError:
        return "undone", "", ()  # pieces of the window came onto the board before it in another way
    without = {_what(each) for each in judged(edition, window.before, plain.log())[0]}
    edition = window.edition()
    window.pages(edition)
    hand = hand_of(edition, window.before)
    hand.write(entries[:middle])
    land = edition.game.maps[edition.game.scenarios[window.scenario].map]
    doing = Doing(window.kit, hand, rng, {"hex": tuple(land.names), "box": tuple(land.boxes)})
    name = doing.do(deed, names)
    if not name:
        return "undone", "", ()
    step = hand.steps
    for entry in entries[middle:]:
        try:
            hand.write([entry])
        except VassalError:
            break
    heard, _ = judged(edition, window.before, hand.log())
    news = tuple(each for each in heard if each.step >= step and _what(each) not in without)
    worth = _worth(news, step)
    return ("decoration" if worth == "silent" and _adorns(edition, hand, deed, name) else worth), name, news


def _adorns(edition: Edition[Any], hand: Hand, deed: Deed, name: str) -> bool:
    """Whether the game declares that nothing hangs on what was done."""
    if deed.kind == "game":
        return not edition.reader.matters(NOBODY, deed.what)
    uid = hand.uid_of(name, hand.copies(name) if deed.how == "palette" else 1)
    piece = Piece(name, uid=uid, facts=fixed(hand.table.position.piece(uid)))
    return not edition.reader.matters(piece, deed.what or PLACE)


def _what(judged: Judged) -> tuple[Any, ...]:
    return judged.action, tuple((type(each), each.rule, each.why) for each in judged.findings)


def _worth(news: Iterable[Judged], step: int) -> Heard:
    there = [each for each in news if each.step == step]
    findings = [finding for each in news for finding in each.findings]
    if any(isinstance(each, Illegal) for each in findings):
        return "illegal"
    if any(not isinstance(each, Notice) for each in findings):
        return "undecided"
    if findings:
        return "notice"
    return "explained" if there else "silent"


@dataclass
class Walk:
    """A walk over all that a module offers."""

    kit: Kit[Any, Any]
    heard: dict[Deed, Counter[str]] = field(default_factory=dict)
    untold: dict[Deed, str] = field(default_factory=dict)
    """The deeds that nobody tells, with where."""

    def go(self, times: int, seed: int, share: float = 1.0, tries: int = 4) -> None:
        """Do every deed so many times, or a share of the deeds."""
        rng = Random(seed)
        given = windows(self.kit, rng, LENGTH)
        for deed, names in sorted(offered(workshop_of(self.kit.name)).items()):
            if rng.random() >= share:
                continue
            tally, done = self.heard.setdefault(deed, Counter()), 0
            able = (window for window in given if not window.before.within("SETUP"))
            for window in islice(able, times * tries):
                worth, name, _ = said_of(window, deed, names, rng)
                tally[worth] += 1
                done += worth != "undone"
                if worth == "silent":
                    self.untold.setdefault(deed, f"{window.name}, {name}")
                if done == times:
                    break

    @property
    def decoration(self) -> tuple[Deed, ...]:
        """The deeds of which the game declares that nothing hangs on them."""
        return tuple(sorted(deed for deed, tally in self.heard.items() if tally["decoration"]))

    def counted(self) -> Counter[str]:
        """How often what was heard."""
        return sum(self.heard.values(), Counter())


def figures(kit: Kit[Any, Any], count: int, seed: int, times: int = 1, share: float = 0.0) -> Iterator[Figure]:
    """Deeds without a record that nobody tells: of all kinds of deeds from 500 on, else of so many in 500."""
    walk = Walk(kit)
    walk.go(times, seed, share or min(1.0, count / 500))
    shown(f"untold: {deed} {dict(walk.heard[deed])} ({where})" for deed, where in sorted(walk.untold.items()))
    tally = walk.counted()
    yield Figure("untold", tally["silent"], tally.total() - tally["undone"], "deeds by hand without a record")
    never = sum(tally.keys() == {"undone"} for tally in walk.heard.values())
    yield Figure("never done", never, len(walk.heard), "kinds of deeds that the module offers", open=True)


if __name__ == "__main__":
    alone(figures, times=1, share=0.0)
