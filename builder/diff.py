"""What differs between two modules: pieces by their ids, components by their places, traits field by field, files.

found = diff("old.vmod", "new.vmod")
found.pieces[0].name, found.pieces[0].changes[0].what, found.pieces[0].changes[0].before
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final, Literal, TypeAlias, TypeVar

from vassal.archive import Archive, Source
from vassal.components import Component
from vassal.errors import VassalError
from vassal.fields import Value
from vassal.metadata import MODULE_ENTRY
from vassal.module import BUILD_FILE, IMAGES, OLD_BUILD_FILE, Module
from vassal.pictures import HEAD, picture_size
from vassal.pieces import Piece, PieceReader
from vassal.prototypes import parse_piece
from vassal.traits import KINDS, Trait

How: TypeAlias = Literal["added", "removed", "changed"]
Thing = TypeVar("Thing")
_PIECES: Final = ("PieceSlot", "CardSlot", "PrototypeDefinition")
_OWN: Final = frozenset({BUILD_FILE, OLD_BUILD_FILE, MODULE_ENTRY})
_MOST_TRAITS: Final = 2_000
_OWN_NAME: Final = "gpid"


@dataclass(frozen=True, slots=True)
class Change:
    """One value that is another now; nothing where there was or is none."""

    what: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Item:
    """Something that was added, removed or changed: what it is called, and what is other in it."""

    how: How
    key: str
    name: str
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """All that differs between two modules."""

    module: tuple[Change, ...]
    pieces: tuple[Item, ...]
    prototypes: tuple[Item, ...]
    components: tuple[Item, ...]
    images: tuple[Item, ...]
    files: tuple[Item, ...]

    def __bool__(self) -> bool:
        return any((self.module, self.pieces, self.prototypes, self.components, self.images, self.files))


@dataclass(frozen=True, slots=True)
class _Slot:
    """A slot or prototype as it is compared: where it stands, its settings, its piece."""

    place: str
    component: Component
    text: str


def diff(before: Source, after: Source) -> Difference:
    """Return what differs between two modules' files."""
    old, new = Module.open(before), Module.open(after)
    images, files = _files(old, new)
    return Difference(
        module=tuple(_attributes(old.root, new.root)),
        pieces=tuple(_compared(_slots(old), _slots(new), _slot_name, _slot_changes)),
        prototypes=tuple(_compared(_prototypes(old), _prototypes(new), _slot_name, _slot_changes)),
        components=tuple(_compared(_components(old), _components(new), _label, _component_changes)),
        images=images,
        files=files,
    )


def _compared(
    old: Mapping[str, Thing],
    new: Mapping[str, Thing],
    name: Callable[[Thing], str],
    changes: Callable[[Thing, Thing], Iterator[Change]],
) -> Iterator[Item]:
    """Yield what is gone, then what is other or new, in the order of the newer module."""
    for key, thing in old.items():
        if key not in new:
            yield Item("removed", key, name(thing))
    for key, thing in new.items():
        if key not in old:
            yield Item("added", key, name(thing))
            continue
        found = tuple(changes(old[key], thing))
        if found:
            yield Item("changed", key, name(thing), found)


def _numbered(keys: Iterator[tuple[str, _Slot]]) -> dict[str, _Slot]:
    """Return things by key; further ones of the same key get a number."""
    count: Counter[str] = Counter()
    found: dict[str, _Slot] = {}
    for key, thing in keys:
        count[key] += 1
        found[key if count[key] == 1 else f"{key}#{count[key]}"] = thing
    return found


def _slots(module: Module) -> dict[str, _Slot]:
    return _numbered((slot.gpid or slot.place, _Slot(slot.place, slot.path[-1], slot.text)) for slot in module.slots)


def _prototypes(module: Module) -> dict[str, _Slot]:
    found = module.root.every("PrototypeDefinition")
    return _numbered((each.get("name"), _Slot("", each, each.text)) for each in found)


def _components(module: Module) -> dict[str, Component]:
    """Return all components but pieces by the way to them; those of one label are numbered."""
    found: dict[str, Component] = {}
    waiting: list[tuple[str, Component]] = [("", module.root)]
    while waiting:
        way, parent = waiting.pop()
        count: Counter[str] = Counter()
        inside = []
        for child in parent.children:
            if child.name not in _PIECES:
                label = _label(child)
                count[label] += 1
                key = label if count[label] == 1 else f"{label}#{count[label]}"
                path = f"{way}/{key}" if way else key
                found[path] = child
                inside.append((path, child))
        waiting.extend(reversed(inside))
    return found


def _label(component: Component) -> str:
    return component.label


def _slot_name(slot: _Slot) -> str:
    return slot.component.title


def _component_changes(old: Component, new: Component) -> Iterator[Change]:
    yield from _attributes(old, new)
    if old.text != new.text:
        yield Change("text", old.text, new.text)


def _attributes(old: Component, new: Component) -> Iterator[Change]:
    for name in dict.fromkeys((*old.attributes, *new.attributes)):
        before, after = old.attributes.get(name), new.attributes.get(name)
        if before != after:
            yield Change(name, before, after)


def _slot_changes(old: _Slot, new: _Slot) -> Iterator[Change]:
    if old.place != new.place:
        yield Change("place", old.place, new.place)
    yield from (change for change in _attributes(old.component, new.component) if change.what != _OWN_NAME)
    if old.text != new.text:
        yield from _piece_changes(old.text, new.text)


def _piece_changes(before: str, after: str) -> Iterator[Change]:
    old, new = _piece(before), _piece(after)
    if old is None or new is None:
        yield Change("text", before, after)
        return
    found = list(_trait_changes(old.traits, new.traits))
    # Texts that differ and give equal pieces differ in how they are escaped only.
    yield from found or [Change("text", before, after)]


def _piece(text: str) -> Piece | None:
    try:
        found = parse_piece(text, PieceReader())
    except VassalError:
        return None
    return found if len(found.traits) <= _MOST_TRAITS else None


def _trait_changes(old: Sequence[Trait], new: Sequence[Trait]) -> Iterator[Change]:
    """Yield the changes of traits: those that stand for each other field by field, others as a whole."""
    matcher = SequenceMatcher(None, [_key(each) for each in old], [_key(each) for each in new], autojunk=False)
    for how, start, stop, first, last in matcher.get_opcodes():
        if how == "equal":
            for before, after in zip(old[start:stop], new[first:last], strict=True):
                yield from _fields(before, after)
            continue
        yield from _replaced(old[start:stop], new[first:last])


def _replaced(old: Sequence[Trait], new: Sequence[Trait]) -> Iterator[Change]:
    """Yield traits of one kind as changed, in pairs; the rest as removed and added."""
    left = list(new)
    for before in old:
        after = next((each for each in left if each.kind == before.kind), None)
        if after is None:
            yield Change(_named(before), before.type, None)
        else:
            left.remove(after)
            yield from _fields(before, after)
    yield from (Change(_named(after), None, after.type) for after in left)


def _key(trait: Trait) -> tuple[str, str]:
    names = trait.text("name") if "name" in KINDS[trait.kind].places else ""
    return trait.kind, "" if trait.kind == "basic" else names


def _named(trait: Trait) -> str:
    kind, name = _key(trait)
    return f"{kind}[{name}]" if name else kind


def _fields(old: Trait, new: Trait) -> Iterator[Change]:
    if (old.type, old.state) == (new.type, new.state):
        return
    kind = KINDS[old.kind]
    if not old.known:
        yield Change(_named(old), old.type, new.type)
        return
    found = False
    for name in kind.places:
        before, after = _value(old, name), _value(new, name)
        if before != after:
            found = True
            yield Change(f"{_named(old)}.{name}", _text(old, name, before), _text(new, name, after))
    if not found:
        yield Change(_named(old), f"{old.type} | {old.state}", f"{new.type} | {new.state}")


def _value(trait: Trait, name: str) -> Value | None:
    return trait[name] if trait.has(name) else None


def _text(trait: Trait, name: str, value: Value | None) -> str | None:
    return None if value is None else trait.text(name)


def _files(old: Module, new: Module) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    images: list[Item] = []
    files: list[Item] = []
    with Archive(old.source, problems=[]) as before, Archive(new.source, problems=[]) as after:
        for name in sorted({*before.names, *after.names} - _OWN):
            item = _file(before, after, name)
            if item is not None:
                (images if name.startswith(IMAGES) else files).append(item)
    return tuple(images), tuple(files)


def _file(old: Archive, new: Archive, name: str) -> Item | None:
    before, after = old.entries.get(name), new.entries.get(name)
    short = name.removeprefix(IMAGES)
    if before is None or after is None:
        there, how = (new, "added") if before is None else (old, "removed")
        size = Change("bytes", _bytes(old, name), _bytes(new, name))
        pixels = _pixels(there, name)
        shown = (Change("pixels", None if before is None else pixels, None if after is None else pixels),)
        return Item("added" if how == "added" else "removed", name, short, (size, *(shown if pixels else ())))
    if (before.size, before.crc) == (after.size, after.crc):
        return None
    changes = [Change("bytes", _bytes(old, name), _bytes(new, name))]
    sizes = _pixels(old, name), _pixels(new, name)
    changes += [Change("pixels", *sizes)] if sizes[0] != sizes[1] else []
    return Item("changed", name, short, tuple(changes))


def _bytes(archive: Archive, name: str) -> str | None:
    entry = archive.entries.get(name)
    return None if entry is None or entry.size is None else str(entry.size)


def _pixels(archive: Archive, name: str) -> str | None:
    if not name.startswith(IMAGES):
        return None
    head = b""
    try:
        for chunk in archive.chunks(name):
            head += chunk
            if len(head) >= HEAD:
                break
    except VassalError:
        return None
    size = picture_size(head[:HEAD])
    return f"{size[0]}x{size[1]}" if size else None
