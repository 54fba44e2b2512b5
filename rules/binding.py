"""What a chronicle declares that its verbs mean, both ways: a record becomes an action, an action a step of the log.

    reads = Reads(chronicle, actions_in(actions), {"unit": of_piece(reader.unit)})
    reads(step, record)                             the actions that a record means
    writes = Writes(chronicle, actions_in(actions), {"unit": Ref})
    writes(action)                                  the deeds of a step of the log

A game's own reader and writer stand beside it, for what must be inferred; they call it where a part is as declared.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any, NamedTuple

import msgspec

from assets.chronicle import HOLE, Chronicle, Does, Meaning, Verb
from assets.errors import AssetsError, Place, Problem, suggestion
from rules.engine.actions import Action
from rules.engine.evidence import Piece, Record
from rules.engine.reading import Read
from rules.engine.step import Step
from rules.engine.writing import Add, Away, Deed, Go, Held, Join, Keep, Put, Ref, Say, Value, Wipe

Reading = Callable[[Record, str], str]
"""What a key of a record is, in the words of the game; empty for nothing."""
Writing = Callable[[str], Value | None]
"""What stands in a record for a word of the game; None where there is nothing that could."""
ON: Mapping[str, str] = {"on": "2", "off": "1"}
"""By what a layer is switched to: its level."""
SPEAKER, MAYBE, WHOLE = "u", "maybe ", "Whole"
DECLARED = Place("chronicle.yaml")
KINDS = ("Type", "ChitKind")
"""Fixed properties that say of what kind a unit or a chit is; a marker has its name."""
HERE = "HX_Here"
"""The property of the whole game that holds who has others come."""


class Bound(NamedTuple):
    """A verb, an action that it means, and the action's class."""

    verb: Verb
    meaning: Meaning
    kind: type[Action]


def actions_in(*modules: ModuleType) -> dict[str, type[Action]]:
    """The classes of actions of a game, by their names."""
    found = (each for module in modules for each in vars(module).values() if isinstance(each, type))
    return {each.__name__: each for each in found if issubclass(each, Action) and each is not Action}


def bound(chronicle: Chronicle, actions: Mapping[str, type[Action]]) -> tuple[Bound, ...]:
    """Everything that is declared; AssetsError where no action has the name, or it has no such field."""
    found, wrong = [], []
    for verb in chronicle.verbs.values():
        for meaning in verb.means.values():
            path, kind = f"chronicle/verbs/{verb.id}/means/{meaning.id}", actions.get(meaning.id)
            known = {*kind.__struct_fields__} if kind else set()
            if kind is None:
                wrong.append(
                    Problem(DECLARED, path, f"the rules have no action {meaning.id}{suggestion(meaning.id, actions)}")
                )
            elif lacking := sorted({*meaning.fields, *meaning.has} - known):
                wrong.append(Problem(DECLARED, path, f"{meaning.id} has no {', '.join(lacking)}"))
            else:
                found.append(Bound(verb, meaning, kind))
    if wrong:
        raise AssetsError(wrong)
    return tuple(found)


def parted(where: str) -> tuple[str, str, bool]:
    """The kind of word that a field is, the key at which it stands, and whether it may be missing."""
    *how, key = where.removeprefix(MAYBE).split()
    return "".join(how), key, where.startswith(MAYBE)


# ------------------------------------------------------------------------------------------------------------ reading
def of_piece(known: Callable[[Piece | None], str]) -> Reading:
    """Reads the piece that a key names."""

    def read(record: Record, key: str) -> str:
        return known(record.piece if key == SPEAKER else next(iter(record.pieces.get(key, ())), None))

    return read


def of_word(record: Record, key: str) -> str:
    """Reads a choice as the word of the rules that differs by its capital only."""
    return record.get(key).lower()


def _named(record: Record, key: str) -> Piece | None:
    return record.piece if key == SPEAKER else next(iter(record.pieces.get(key, ())), None)


def _opened(step: Step[Any, Any], record: Record, key: str) -> str:
    """What a piece has opened in the step, without the name of what it hid; nothing that does not fit its seal."""
    piece = _named(record, key)
    texts = (
        each.text for each in step.shown.opened if piece is not None and each.piece.uid == piece.uid and each.counts
    )
    return next(texts, "").partition(":")[2]


def _whole(step: Step[Any, Any], record: Record, key: str) -> str:
    """The unit of which a piece is a part."""
    piece = _named(record, key)
    return piece.facts.get(WHOLE, "") if piece else ""


def _others(step: Step[Any, Any], record: Record, key: str) -> tuple[str, ...]:
    """The other units that move in the step of a piece, at its word."""
    piece = _named(record, key)
    moved = {each.piece.uid: each.piece for each in step.shown.moved if piece is None or each.piece.uid != piece.uid}
    return tuple(name for each in moved.values() if (name := step.reader.unit(each)))


SEEN: Mapping[str, Callable[[Step[Any, Any], Record, str], str | tuple[str, ...]]] = {
    "opened": _opened,
    "whole": _whole,
    "others": _others,
}
"""Kinds of fields that every game has: what the step shows beside the record."""


class Reads:
    """Reads the records whose verbs say what they mean; `names` are the game's own kinds of words."""

    def __init__(
        self, chronicle: Chronicle, actions: Mapping[str, type[Action]], names: Mapping[str, Reading] | None = None
    ) -> None:
        self._names = {"": Record.get, "word": of_word, **(names or {})}
        self._by_verb: dict[str, list[Bound]] = {}
        for each in bound(chronicle, actions):
            self._by_verb.setdefault(each.verb.id, []).append(each)

    def __call__(self, step: Step[Any, Any], record: Record) -> Iterator[Read]:
        """The action that a record means in this position; nothing for one that does not say enough."""
        for each in self._by_verb.get(record.verb, ()):
            meaning, position = each.meaning, step.position
            here = not meaning.within or any(map(position.within, meaning.within))
            if here and not any(map(position.within, meaning.outside)) and _holds(meaning, record):
                action = self._action(each, step, record)
                if action is not None:
                    yield Read(action)
                return

    def _action(self, each: Bound, step: Step[Any, Any], record: Record) -> Action | None:
        values: dict[str, object] = {"verb": each.kind.__struct_config__.tag, "by": step.by(record), **each.meaning.has}
        for name, where in each.meaning.fields.items():
            how, key, may_lack = parted(where)
            own = self._names.get(how)
            found = own(record, key) if own else SEEN[how](step, record, key)
            if found:
                values[name] = found
            elif not may_lack:
                return None
        try:
            return msgspec.convert(values, each.kind, strict=False)
        except msgspec.ValidationError:
            return None


def _holds(meaning: Meaning, record: Record) -> bool:
    return _is_of(meaning, record.piece) and all(record.get(key) == value for key, value in meaning.when.items())


def _is_of(meaning: Meaning, piece: Piece | None) -> bool:
    """Whether the piece that speaks is one of those of which an action is meant."""
    if not meaning.of:
        return True
    return piece is not None and bool({piece.name, *(piece.facts.get(fact, "") for fact in KINDS)} & {*meaning.of})


# ------------------------------------------------------------------------------------------------------------ writing
def to_piece(text: str) -> Ref | None:
    """Names the piece that is called so in the game."""
    return Ref(text) if text else None


def to_word(text: str) -> Value:
    """Writes a word of the rules as the choice that differs by its capital only."""
    return text[:1].upper() + text[1:]


class Writes:
    """Writes the actions that verbs are declared to mean.

    `box` tells where a deed sends a piece, `parts` which units are the parts of one.
    """

    def __init__(
        self,
        chronicle: Chronicle,
        actions: Mapping[str, type[Action]],
        names: Mapping[str, Writing] | None = None,
        box: Callable[[str, Mapping[str, Value]], tuple[str, bool]] = lambda name, _: (name, True),
        parts: Mapping[str, Iterable[str]] | None = None,
    ) -> None:
        self._parts = {whole: tuple(map(Ref, names)) for whole, names in (parts or {}).items() if names}
        self._names: Mapping[str, Writing] = {"": str, "word": to_word, **(names or {})}
        self._box = box
        self._by_kind: dict[type[Action], list[Bound]] = {}
        for each in bound(chronicle, actions):
            self._by_kind.setdefault(each.kind, []).append(each)

    def knows(self, kind: type[Action]) -> bool:
        """Whether some verb is declared to mean such actions."""
        return kind in self._by_kind

    def __call__(self, action: Action) -> tuple[Deed, ...]:
        """What stands in the step of an action; nothing for one that no piece can say."""
        for each in self._by_kind.get(type(action), ()):
            if all(_text(getattr(action, name)) == value for name, value in each.meaning.has.items()):
                values = self._values(each, action)
                return tuple(self._deeds(each.verb, values)) if values is not None else ()
        return ()

    def _values(self, each: Bound, action: Action) -> dict[str, Value] | None:
        """What stands in the record; who else moves follows from the deeds, and to open a seal takes a writer's key."""
        found: dict[str, Value] = dict(each.meaning.when)
        for name, where in each.meaning.fields.items():
            how, key, may_lack = parted(where)
            if how in SEEN and how not in self._names:
                if how == "opened":
                    return None
                continue
            value = self._names[how](_text(getattr(action, name)))
            if value is not None:
                found[key] = value
            elif not may_lack:
                return None
        return found

    def _deeds(self, verb: Verb, values: Mapping[str, Value]) -> Iterator[Deed]:
        speaker = values.get(SPEAKER)
        piece = speaker if isinstance(speaker, Ref) else None
        given = {key: value for key, value in values.items() if key != SPEAKER}
        for each in verb.does:
            if each == "say":
                yield Say(verb.id, piece, given)
            elif (
                isinstance(each, Does)
                and not each.roll  # dice are an action of their own, which says how they fell
                and all(values.get(key) == value for key, value in each.when.items())
            ):
                yield from self._family(each, piece, values) or (self._deed(each, piece, values),)

    def _family(self, deed: Does, piece: Ref | None, values: Mapping[str, Value]) -> tuple[Deed, ...]:
        """What others of its family do at the word of a piece, or it does itself to come to them."""
        if piece is None or not (deed.fetch or deed.join or deed.kin):
            return ()
        whole = next((name for name, parts in self._parts.items() if piece in parts), piece.name)
        if deed.kin:
            return (Away(self._parts.get(whole, ()), piece, self._box(deed.kin, values)[0]),)
        if deed.join:
            return (Join(piece, Ref(whole)),)
        others = self._parts.get(piece.name, ()) if deed.fetch == "parts" else (Ref(whole),)
        return (Keep(HERE, piece), *(Join(other, piece) for other in others))

    def _deed(self, deed: Does, piece: Ref | None, values: Mapping[str, Value]) -> Deed:
        kind, name = deed.what
        name = HOLE.sub(lambda hole: str(values.get(hole[1], "")), name)
        if kind == "wipe":
            return Wipe(name)
        if kind == "keep" and deed.add:
            return Add(None, name, deed.add)
        if kind == "keep":
            return _kept(name, deed.to, piece, values)
        if piece is None:
            raise ValueError(f"nobody is named who could {kind} {name}")
        if kind == "send":
            place, sent = self._box(name, values)
            return Go(piece, place, sent=sent)
        if deed.add:
            return Add(piece, name, deed.add)
        to = _value(deed.to, values)
        return Put(piece, f"{name}_Level", ON[str(to)]) if kind == "layer" else Put(piece, name, to)


def _kept(name: str, to: str, piece: Ref | None, values: Mapping[str, Value]) -> Keep:
    """A property of the whole game gets a value, or a fixed property of the piece."""
    hole = HOLE.fullmatch(to)
    if hole is not None and hole[1] not in values and piece is not None:
        return Keep(name, piece, fact=hole[1])
    return Keep(name, _value(to, values))


def _value(to: str, values: Mapping[str, Value]) -> Value:
    """The value that a deed gives: that of a key, a property of the piece, or a text."""
    hole = HOLE.fullmatch(to)
    if hole is not None:
        return values[hole[1]] if hole[1] in values else Held(hole[1])
    return HOLE.sub(lambda found: str(values.get(found[1], "")), to)


def _text(value: object) -> str:
    """A field of an action as it stands in data."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def unheard(
    chronicle: Chronicle, actions: Mapping[str, type[Action]], readers: Iterable[str], writers: Iterable[type[Action]]
) -> Iterator[str]:
    """What is dropped in silence between a chronicle and a game: a line for each."""
    read, written = {*readers}, {*writers}
    named = {name for verb in chronicle.verbs.values() for name in verb.actions}
    declared = {name for verb in chronicle.verbs.values() for name in verb.means}
    yield from (f"no verb means {name}" for name in sorted({*actions} - named))
    yield from (f"there is no action {name}" for name in sorted(named - {*actions}))
    yield from (f"nobody reads {verb.id}" for verb in chronicle.verbs.values() if verb.by_hand and verb.id not in read)
    yield from (f"there is no verb {name}, which is read" for name in sorted(read - {*chronicle.verbs}))
    yield from (
        f"nobody writes {name}" for name, kind in actions.items() if kind not in written and name not in declared
    )
