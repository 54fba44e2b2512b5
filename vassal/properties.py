"""What a piece answers when it is asked for a property, as the engine would answer.

    answers = Answers(position, piece)
    answers["PieceName"], answers.get("Steps_Level"), dict(answers)

What only the engine could evaluate (BeanShell) is not answered at all, nor is the name of a place where the module is
not at hand. The answers are those that the owner of the piece sees: his own masked and hidden pieces are open to him.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from vassal import expressions, readings
from vassal.arithmetic import parse_int
from vassal.boards import Place
from vassal.position import Position
from vassal.sequence import split
from vassal.standing import MODULE, NOWHERE, Pile, Standing
from vassal.traits import Trait

SIMPLE: Final = re.compile(r"\{\s*([A-Za-z_]\w*)\s*\}")
"""An expression that is nothing but the name of a property."""

NO_MAT: Final = "noMat"


NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


class Answers(Mapping[str, str]):
    """The properties of one piece; each is worked out when it is asked for."""

    def __init__(self, position: Position, piece: Standing) -> None:
        self.position = position
        self.piece = piece
        self._asked: set[str] = set()
        self._own: tuple[frozenset[str], ...] | None = None

    def __getitem__(self, name: str) -> str:
        answer = self.ask(name)
        if answer is None:
            raise KeyError(name)
        return answer

    def __iter__(self) -> Iterator[str]:
        return (name for name in self.names() if self.ask(name) is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"Answers of piece {self.piece.id}"

    def names(self) -> list[str]:
        """Return the names that the piece and its traits know, in alphabetical order."""
        names = {*STANDARD, *readings.persistent(self.piece.basic)}
        for trait in self.piece.traits:
            names |= own_names(trait) - PASSED_ON
            if trait.kind == "set_global":
                names.add(trait.text("name"))
        return sorted(names)

    def ask(self, name: str) -> str | None:
        """Return what the piece answers; nothing where it knows no answer, or only the engine could tell."""
        if name in self._asked:
            # Two properties that are defined by each other: the engine gives up on them as well.
            return None
        self._asked.add(name)
        try:
            return self._ask(name)
        finally:
            self._asked.discard(name)

    def _ask(self, name: str) -> str | None:
        if self._own is None:
            self._own = tuple(map(own_names, self.piece.traits[:-1]))
        for trait, names in zip(self.piece.traits, self._own, strict=False):
            if name in names:
                owns, answer = self._of_trait(trait, name)
                if owns:
                    return answer
        standard = STANDARD.get(name)
        if standard is not None:
            return standard(self)
        own = readings.persistent(self.piece.basic).get(name)
        return self._of_surroundings(name) if own is None else own

    def _of_trait(self, trait: Trait, name: str) -> tuple[bool, str | None]:
        """Tell whether a property is a trait's own, and its value as far as it is known."""
        special = SPECIAL.get(trait.kind)
        if special is not None:
            found = dict(special(self, trait))
            if name in found:
                return True, found[name]
        found_plain = readings.readings(trait)
        return (True, found_plain[name]) if name in found_plain else (False, None)

    def fill(self, text: str, first: Mapping[str, str] = NOTHING) -> str | None:
        """Return a format with the properties of the piece filled in; nothing where one of them cannot be told."""
        for name in expressions.names(text):
            if name not in first and self.ask(name) is None and name in self.names():
                return None
        return expressions.fill(text, _Over(first, self))

    def _of_surroundings(self, name: str) -> str | None:
        """Return a global property of the zone, the map or the module."""
        globals_of = self.position.globals
        map_name = self.piece.map
        if map_name != NOWHERE:
            place = self.place
            zone = place.zone if place else None
            containers = [f"{map_name}:{zone}", map_name] if zone else [map_name]
            for container in containers:
                value = globals_of.find((container, name))
                if value is not None:
                    return value
        return globals_of.find((MODULE, name))

    @property
    def place(self) -> Place | None:
        """Return where the piece lies, as far as the module is known."""
        piece = self.piece
        if piece.map == NOWHERE:
            return None
        chosen = self.position.table.boards.get(piece.map)
        return self.position.ground.place(piece.map, chosen, (piece.x, piece.y))

    @property
    def pile(self) -> Pile | None:
        """Return the stack or deck that the piece lies in."""
        pile = self.position.things.find(self.piece.pile)
        return pile if isinstance(pile, Pile) else None

    def of(self, piece: Standing) -> "Answers":
        """Return the answers of another piece of the same position."""
        return Answers(self.position, piece)

    def name(self) -> str:
        """Return the name under which the piece is reported: its basic name, with what its traits make of it."""
        name = self.ask("BasicName") or ""
        for trait in reversed(self.piece.traits[:-1]):
            naming = NAMING.get(trait.kind)
            if naming is not None:
                name = naming(self, trait, name)
        return name

    def level(self, layer: Trait) -> int | None:
        """Return the level that a layer shows; nothing where only the engine could work it out."""
        stored = readings.level(layer)
        if not layer.flag("follow_property") or not layer.text("property"):
            return stored
        value = self._followed(layer.text("property"))
        if value is None:
            return None
        first = layer.number("first_level")
        number = first if value == "" else parse_int(value)
        if number is None:
            return stored
        shown = max(1, min(number - first + 1, len(layer.items("images"))))
        return shown if stored > 0 else -shown

    def _followed(self, wish: str) -> str | None:
        if expressions.is_script(wish):
            simple = SIMPLE.fullmatch(expressions.trim(wish))
            return self.ask(simple[1]) if simple else None
        return self.ask(wish)


def own_names(trait: Trait) -> frozenset[str]:
    """Return the names of all properties that a trait may answer for."""
    names = {*readings.readings(trait), *MORE.get(trait.kind, ())}
    if trait.kind == "calculated":
        names.add(trait.text("name"))
    return frozenset(names)


Special: TypeAlias = Iterator[tuple[str, str | None]]


def _layer(answers: Answers, trait: Trait) -> Special:
    level = answers.level(trait)
    if level is None:
        name = trait.text("name")
        yield from ((f"{name}{tail}", None) for tail in ("_Level", "_Name", "_Image"))
    else:
        yield from readings.level_readings(trait, level)


def _label(answers: Answers, trait: Trait) -> Special:
    if trait.text("property"):
        yield trait.text("property"), answers.fill(trait.text("text").strip())


def _calculated(answers: Answers, trait: Trait) -> Special:
    expression = expressions.trim(trait.text("expression"))
    simple = SIMPLE.fullmatch(expression)
    yield trait.text("name"), answers.ask(simple[1]) if simple else answers.fill(expression)


def _mask(answers: Answers, trait: Trait) -> Special:
    yield "Obscured", "false"
    yield from readings.readings(trait).items()


def _invisible(answers: Answers, trait: Trait) -> Special:
    yield "Invisible", "false"
    yield from readings.readings(trait).items()


def _attachment(answers: Answers, trait: Trait) -> Special:
    there = [answers.position.things.find(each) for each in trait.items("attached")]
    count = str(sum(1 for each in there if each is not None and each.map != NOWHERE))
    yield "AttachCount", count
    yield f"{trait.text('name')}_AttachCount", count


def _mat(answers: Answers, trait: Trait) -> Special:
    yield "MatID", f"{trait.text('name')}_{answers.piece.id}"


def _cargo(answers: Answers, trait: Trait) -> Special:
    mat = answers.position.things.find(trait.text("mat"))
    if not isinstance(mat, Standing):
        return
    its = answers.of(mat)
    yield "CurrentMat", its.ask("MatName")
    yield "CurrentMatID", its.ask("MatID")
    yield "CurrentMatX", str(mat.x)
    yield "CurrentMatY", str(mat.y)
    yield "CurrentMatOffsetX", str(mat.x - answers.piece.x)
    yield "CurrentMatOffsetY", str(mat.y - answers.piece.y)
    for name in ("BasicName", "PieceName", "LocationName"):
        yield f"CurrentMat{name}", its.ask(name)
    for name in ("Zone", "Board", "Map"):
        yield f"CurrentMat{name}", its.ask(f"Current{name}")
    for number in range(10):
        yield f"CurrentMatProp{number}", its.ask(f"CurrentMatProp{number}")


SPECIAL: Final[Mapping[str, Callable[[Answers, Trait], Special]]] = MappingProxyType(
    {
        "layer": _layer,
        "label": _label,
        "calculated": _calculated,
        "mask": _mask,
        "invisible": _invisible,
        "attachment": _attachment,
        "mat": _mat,
        "cargo": _cargo,
    }
)
"""Traits whose answers hang on more than their own state."""

PASSED_ON: Final = frozenset(f"CurrentMatProp{number}" for number in range(10))
"""What cargo answers in the words of its mat; known by name only to those who ask."""

MORE: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "mask": ("Obscured",),
        "invisible": ("Invisible",),
        "mat": ("MatID",),
        "cargo": (
            *("CurrentMat", "CurrentMatID", "CurrentMatX", "CurrentMatY", "CurrentMatOffsetX", "CurrentMatOffsetY"),
            *("CurrentMatBasicName", "CurrentMatPieceName", "CurrentMatLocationName"),
            *("CurrentMatZone", "CurrentMatBoard", "CurrentMatMap"),
            *PASSED_ON,
        ),
    }
)


def _layer_name(answers: Answers, trait: Trait, name: str) -> str:
    level = answers.level(trait)
    text = readings.level_name(trait, level) if level is not None and level > 0 else ""
    if not text:
        return name
    first, *rest = split(text, "+")
    if not rest:
        return first
    return name + rest[0] if not first else first + name


def _label_name(answers: Answers, trait: Trait, name: str) -> str:
    text = answers.fill(trait.text("text").strip())
    if not trait.text("text").strip() and not trait.flag("always_use_format"):
        return name
    named = answers.fill(trait.text("name_format"), {"pieceName": name, "label": text or ""})
    return name if named is None else named


def _mask_name(_: Answers, trait: Trait, name: str) -> str:
    return f"{name}({trait.text('mask_name')})" if trait.text("masked_by") not in {"", "null"} else name


def _invisible_name(_: Answers, trait: Trait, name: str) -> str:
    return f"{name}({trait.text('menu')})" if trait.text("hidden_by") not in {"", "null"} else name


NAMING: Final[Mapping[str, Callable[[Answers, Trait, str], str]]] = MappingProxyType(
    {"layer": _layer_name, "label": _label_name, "mask": _mask_name, "invisible": _invisible_name}
)
"""Traits that change the name under which a piece is reported."""


class _Over(Mapping[str, str]):
    """Some values before those of a piece."""

    def __init__(self, first: Mapping[str, str], then: Mapping[str, str]) -> None:
        self._first = first
        self._then = then

    def __getitem__(self, name: str) -> str:
        return self._first[name] if name in self._first else self._then[name]

    def __iter__(self) -> Iterator[str]:
        return iter({*self._first, *self._then})

    def __len__(self) -> int:
        return len({*self._first, *self._then})


def _deck_place(answers: Answers) -> str:
    pile = answers.pile
    if pile is None or pile.deck is None:
        return "0"
    return str(len(pile.members) - pile.members.index(answers.piece.id))


def _stack_place(answers: Answers) -> str:
    pile = answers.pile
    if pile is None or answers.piece.id not in pile.members:
        return "1"
    return str(len(pile.members) - pile.members.index(answers.piece.id))


def _placed(part: Callable[[Place], str | None]) -> Callable[[Answers], str | None]:
    def answer(answers: Answers) -> str | None:
        if answers.piece.map == NOWHERE:
            return ""
        place = answers.place
        return None if place is None else _known(part(place))

    return answer


def _known(text: str | None) -> str | None:
    """Return a part of a place's name; nothing where only the engine could evaluate it."""
    if text is None:
        return ""
    return None if expressions.UNKNOWN in text else text


STANDARD: Final[Mapping[str, Callable[[Answers], str | None]]] = MappingProxyType(
    {
        "BasicName": lambda answers: answers.piece.basic.text("name"),
        "PieceName": lambda answers: answers.name(),
        "PieceUID": lambda answers: answers.piece.id,
        "PieceId": lambda answers: answers.piece.gpid,
        "UniqueID": lambda answers: readings.persistent(answers.piece.basic).get("UniqueID", answers.piece.id),
        "CurrentMap": lambda answers: answers.piece.map,
        "CurrentX": lambda answers: str(answers.piece.x),
        "CurrentY": lambda answers: str(answers.piece.y),
        "CurrentBoard": _placed(lambda place: place.board),
        "CurrentZone": _placed(lambda place: place.zone),
        "LocationName": _placed(lambda place: place.location),
        "DeckName": lambda answers: answers.pile.name if answers.pile else "",
        "DeckPosition": _deck_place,
        "StackPos": _stack_place,
        "StackSize": lambda answers: str(len(answers.pile.members)) if answers.pile else "1",
    }
)
"""What every piece answers, whatever its traits."""
