"""A set-up of other pieces: those of a case, each made like a piece of the game and named anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

from rules.audit.witness import ID, all_readings, fixed
from vassal.commands import add, make
from vassal.ground import ModuleGround
from vassal.module import Module
from vassal.pieces import Piece
from vassal.position import Position
from vassal.savefile import SaveFile
from vassal.savewriter import piece_of, save_commands
from vassal.standing import Standing

UNITS = frozenset({"unit", "hq"})
FIRST_PIECE, FIRST_PILE, FIRST_SLOT = 1_700_000_000_000, 1_750_000_000_000, 90_000
Facts = Mapping[str, str]


@dataclass(frozen=True)
class Role:
    """A piece of a case: its name, the fixed properties of a piece like it, what it has to be able to say, its own."""

    name: str
    like: Facts
    says: frozenset[str] = frozenset()
    facts: Facts = field(default_factory=dict)


class Company:
    """The pieces of a game after which those of cases are made."""

    def __init__(self, module: Module, set_ups: Sequence[SaveFile]) -> None:
        self._ground, self._first = ModuleGround(module), set_ups[0]
        positions = [Position.of(each.initial, self._ground) for each in set_ups]
        self._models = [
            (piece, fixed(piece), frozenset(all_readings(piece))) for each in positions for piece in each.pieces()
        ]
        self._empty = positions[0].copy()
        for piece in positions[0].pieces():
            self._empty.apply(make("remove", id=piece.id))
        self._known: dict[tuple[object, ...], Standing] = {}
        self._places = {
            fixed(piece).get("Side", ""): (piece.map, piece.x, piece.y)
            for piece in positions[0].pieces()
            if fixed(piece).get("Kind") in UNITS
        }

    def cast(self, roles: Iterable[Role]) -> SaveFile:
        """The first set-up with pieces in these roles instead of its own."""
        position = self._empty.copy()
        for number, role in enumerate(roles):
            position.apply(add(self._made(role, number)))
        first = self._first
        return SaveFile(save_commands(position, count(FIRST_PILE)), first.form, first.metadata, first.module)

    def _made(self, role: Role, number: int) -> Piece:
        like = self._like(role)
        place = self._places.get(fixed(like).get("Side", ""))
        made = piece_of(like, place if place and like.map == place[0] else None)
        facts = {**role.facts, ID: role.name}
        traits = []
        for trait in made.traits:
            if trait.kind == "marker":
                given = zip(trait.items("names"), trait.items("values"), strict=True)
                traits.append(trait.with_fields(values=tuple(facts.get(name, value) for name, value in given)))
            else:
                traits.append(trait)
        basic = traits[-1].with_fields(gpid=str(FIRST_SLOT + number), name=role.name)
        return Piece(str(FIRST_PIECE + number), (*traits[:-1], basic))

    def _like(self, role: Role) -> Standing:
        """The piece that is most like it: by what it can say, then by the fixed properties in their order."""

        def likeness(model: tuple[Standing, Facts, frozenset[str]]) -> tuple[bool, ...]:
            _, facts, says = model
            first, *rest = (facts.get(name) == value for name, value in role.like.items())
            return first, role.says <= says, *rest

        key = (*role.like.items(), role.says)
        if key not in self._known:
            self._known[key] = max(self._models, key=likeness)[0]
        return self._known[key]
