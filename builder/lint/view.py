"""What the rules look at: a module with its pieces taken apart, each fact worked out once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from vassal.archive import Archive
from vassal.components import Component, place
from vassal.errors import VassalError
from vassal.fields import EXPRESSION, FORMAT, Value
from vassal.limits import DEFAULT, MEGABYTE
from vassal.module import Module
from vassal.pictures import HEAD, picture_size
from vassal.pieces import ADD, Piece, PieceReader
from vassal.prototypes import parse_piece
from vassal.sequence import split
from vassal.slots import Slot
from vassal.traits import KINDS, Trait

PIECES = ("PieceSlot", "CardSlot", "PrototypeDefinition")
MAPS = ("Map", "PrivateMap", "PlayerHand")
PAGES = (".html", ".htm", ".css", ".xhtml")
CHANGING = ("property", "set_global", "set_piece_property")
_DEEPEST = 8
_MOST_HOLDERS = 200_000


@dataclass(frozen=True)
class Holder:
    """A piece as it is written: in a slot, in a prototype, or in a trait of one of these that makes it."""

    place: str
    component: Component = field(repr=False)
    text: str = field(repr=False)
    piece: Piece | None = field(repr=False)
    flaw: str = ""
    depth: int = 0

    @property
    def is_prototype(self) -> bool:
        """Whether the traits belong to a prototype."""
        return self.component.name == "PrototypeDefinition"

    @property
    def traits(self) -> tuple[Trait, ...]:
        """The traits as written, outermost first; none if the text holds no piece."""
        return self.piece.traits if self.piece else ()


@dataclass(frozen=True, slots=True)
class Wording:
    """A text that the engine fills in or works out: where it stands, and whether it is a condition."""

    place: str
    text: str
    is_condition: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """A command that changes a property: `I` adds, `P` sets, `R` asks, `E` offers a choice."""

    place: str
    name: str
    menu: str
    key: str
    kind: str
    values: tuple[str, ...]
    numeric: bool


class View:
    """A module, and what the rules want to know of it."""

    def __init__(self, module: Module) -> None:
        self.module = module

    @cached_property
    def paths(self) -> tuple[tuple[Component, ...], ...]:
        """The way to each component, parents first."""
        return tuple(self.module.root.paths())

    def named(self, *names: str) -> Iterator[tuple[str, Component]]:
        """Yield the components of these names with their places."""
        for path in self.paths:
            if path[-1].name in names:
                yield where(path), path[-1]

    @cached_property
    def holders(self) -> tuple[Holder, ...]:
        """Every piece that is written in the module."""
        found: list[Holder] = []
        reader = PieceReader()
        for path in self.paths:
            if path[-1].name in PIECES:
                waiting = [_holder(where(path), path[-1], path[-1].text, reader, 0)]
                while waiting and len(found) < _MOST_HOLDERS:
                    each = waiting.pop()
                    found.append(each)
                    if each.depth < _DEEPEST:
                        waiting += [
                            _holder(f"{each.place}: {label(trait)}", each.component, text, reader, each.depth + 1)
                            for trait, text in _inside(each)
                        ]
        return tuple(found)

    @cached_property
    def traits(self) -> tuple[tuple[str, Trait], ...]:
        """Every trait that is written in the module, with its place."""
        return tuple((f"{each.place}: {label(trait)}", trait) for each in self.holders for trait in each.traits)

    def kind(self, *kinds: str) -> Iterator[tuple[str, Trait]]:
        """Yield the traits of these kinds with their places."""
        return ((at, trait) for at, trait in self.traits if trait.kind in kinds)

    @cached_property
    def pieces(self) -> tuple[tuple[str, Piece], ...]:
        """The pieces as they enter play, with their prototypes spliced in."""
        every: tuple[Slot, ...] = (*self.module.slots, *self.module.made_by_traits)
        return tuple((slot.place, slot.expanded) for slot in every if slot.expanded)

    @cached_property
    def distinct(self) -> tuple[tuple[str, Piece], ...]:
        """The pieces as they enter play; of those with the same traits only the first."""
        found: dict[tuple[str, ...], tuple[str, Piece]] = {}
        for at, piece in self.pieces:
            found.setdefault(tuple(trait.type for trait in piece.traits[:-1]), (at, piece))
        return tuple(found.values())

    @cached_property
    def wordings(self) -> tuple[Wording, ...]:
        """All formats and conditions of components and traits."""
        return (*_of_components(self.paths), *_of_traits(self.traits), *_of_changes(self.changes))

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """All commands that change properties."""
        return (*_written_changes(self.traits), *_button_changes(self.paths))

    @cached_property
    def maps(self) -> tuple[tuple[str, Component], ...]:
        """The maps, private ones and hands among them."""
        return tuple(self.named(*MAPS))

    @cached_property
    def sizes(self) -> Mapping[str, tuple[int, int] | None]:
        """Width and height of all pictures; nothing for those that are none."""
        found: dict[str, tuple[int, int] | None] = {}
        for archive, names in self._archives():
            for name in self.module.images:
                if f"images/{name}" in names:
                    found[name] = _size(archive, f"images/{name}")
        return found

    @cached_property
    def pages(self) -> str:
        """The text of all pages that lie in the module."""
        texts = []
        for archive, names in self._archives():
            for name, size in self.module.entries.items():
                if name in names and name.lower().endswith(PAGES) and (size or 0) <= MEGABYTE * 10:
                    texts.append(_text(archive, name))
        return "\n".join(texts)

    def _archives(self) -> Iterator[tuple[Archive, frozenset[str]]]:
        """The module's file and those of its extensions, each with the files that are taken from it."""
        for source, names in self.module.held:
            with Archive(source, DEFAULT, []) as archive:
                yield archive, names


def where(path: tuple[Component, ...]) -> str:
    """Return where a component stands; the module itself by the name of its root."""
    return place(path) or path[0].name


def label(trait: Trait) -> str:
    """Return a trait as messages name it."""
    if trait.kind == "basic" or "name" not in KINDS[trait.kind].places:
        return trait.kind
    name = trait.text("name")
    return f"{trait.kind}[{name}]" if name else trait.kind


def _holder(at: str, component: Component, text: str, reader: PieceReader, depth: int) -> Holder:
    try:
        return Holder(at, component, text, parse_piece(text, reader), depth=depth)
    except VassalError as error:
        return Holder(at, component, text, None, error.what, depth)


def _inside(holder: Holder) -> Iterator[tuple[Trait, str]]:
    for trait in holder.traits:
        if trait.kind in {"place_marker", "replace"} and trait.text("marker").startswith(ADD):
            yield trait, trait.text("marker")


def _of_components(paths: tuple[tuple[Component, ...], ...]) -> Iterator[Wording]:
    for path in paths:
        kind = path[-1].kind
        for name, value in path[-1].attributes.items() if kind else ():
            known = kind.attributes.get(name) if kind else None
            if known and value and known.kind in {"format", "expression"}:
                yield Wording(f"{where(path)}: {name}", value, known.kind == "expression")


def _of_traits(traits: tuple[tuple[str, Trait], ...]) -> Iterator[Wording]:
    for at, trait in traits:
        for column, value in zip(KINDS[trait.kind].type.columns, trait.values, strict=False):
            if column.type in {FORMAT, EXPRESSION} and isinstance(value, str) and value:
                yield Wording(f"{at}: {column.name}", value, column.type is EXPRESSION)
        if trait.kind == "label" and trait.text("text"):
            yield Wording(f"{at}: text", trait.text("text"))
        if trait.kind == "report":
            yield from (Wording(f"{at}: cycle_formats", each) for each in trait.items("cycle_formats") if each)


def _of_changes(changes: tuple[Change, ...]) -> Iterator[Wording]:
    for change in changes:
        if change.kind in {"P", "I"}:
            yield from (Wording(change.place, value) for value in change.values if value)


def _written_changes(traits: tuple[tuple[str, Trait], ...]) -> Iterator[Change]:
    for at, trait in traits:
        if trait.kind in CHANGING:
            limits = trait["constraints"]
            numeric = isinstance(limits, tuple) and bool(limits) and limits[0] is True
            for row in trait.rows("commands"):
                yield from _change(at, trait.text("name"), row, numeric)


def _change(at: str, name: str, row: tuple[Value, ...], numeric: bool) -> Iterator[Change]:
    if len(row) < 3:
        return
    parts = tuple(str(each) for each in row[2]) if isinstance(row[2], tuple) else tuple(split(str(row[2]), ","))
    yield Change(at, name, str(row[0]), str(row[1]), parts[0] if parts else "", parts[1:], numeric)


def _button_changes(paths: tuple[tuple[Component, ...], ...]) -> Iterator[Change]:
    for path in paths:
        button = path[-1]
        if button.name == "ChangePropertyButton" and len(path) > 1:
            kind, *values = split(button.get("propChanger"), ",")
            owner = path[-2]
            menu = button.get("text") or button.get("icon")
            numeric = owner.boolean("isNumeric")
            yield Change(where(path), owner.get("name"), menu, button.get("hotkey"), kind, tuple(values), numeric)


def _size(archive: Archive, entry: str) -> tuple[int, int] | None:
    head = b""
    try:
        for chunk in archive.chunks(entry):
            head += chunk
            if len(head) >= HEAD:
                break
        return picture_size(head[:HEAD])
    except VassalError:
        return None


def _text(archive: Archive, name: str) -> str:
    try:
        return archive.read(name).decode("utf-8", "replace")
    except VassalError:
        return ""
