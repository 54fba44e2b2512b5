"""The film of the report: every piece that is on the board at some time is in it, whenever it came."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from hexmeister.examples.ford import CHITS
from hexmeister.examples.play import begun
from rules.audit.games import game_of, games
from rules.audit.pictures import Art, Sheet, Sprite
from rules.audit.replay import film
from rules.audit.report import Audit
from rules.audit.witness import fixed
from tests.rules.shared.workshop import workshop_of
from vassal.beanshell import worth
from vassal.drawn import DRAWN, UNSHOWN, Picture, drawn
from vassal.expressions import is_script
from vassal.ground import ModuleGround
from vassal.logwriter import LogWriter
from vassal.position import Position
from vassal.traits.looks import KINDS as LOOKS

if TYPE_CHECKING:
    from vassal.boards import Layout
    from vassal.savefile import SaveFile

GAMES = pytest.mark.parametrize("game", list(games()))


class Table:
    """The set-up of a scenario, on which somebody moves pieces."""

    def __init__(self, game: str, start: Position | None = None, first: int = 9_000_000) -> None:
        shop = workshop_of(game)
        scenario = max(shop.game.scenarios.values(), key=lambda each: len(each.placement))
        self.game, self.module, self.save = game, shop.module, shop.setups[scenario.id]
        self.log = LogWriter(start or Position.of(self.save.initial, ModuleGround(self.module)), count(first))
        self.board = shop.game.handling.board
        names = shop.game.maps[scenario.map].names
        self.here, self.there, self.far = names[0], names[1], names[-1]
        """Three places of the map."""

    @property
    def layout(self) -> Layout:
        table_map = self.module.map(self.board)
        assert table_map is not None
        return table_map.layout(self.log.position.table.boards.get(self.board))

    @property
    def unit(self) -> Any:
        """A unit of the game."""
        units = workshop_of(self.game).game.units
        return next(piece for piece in self.log.position.pieces() if fixed(piece).get("Id") in units)

    def enters(self, place: str) -> str:
        """A new piece, like the unit, comes to a hex."""
        return self.log.add(self.unit, self.board, *self.layout.point(place))

    def goes(self, uid: str, place: str) -> None:
        """A piece goes to a hex."""
        self.log.move(uid, self.board, *self.layout.point(place))

    def written(self) -> SaveFile:
        """The log so far."""
        return self.log.save(metadata=self.save.metadata, module=self.save.module)


def filmed(game: str, *logs: tuple[str, SaveFile]) -> dict[str, Any]:
    audit = Audit(game_of(game), workshop_of(game).module)
    audit.run(logs)
    return film(audit).data


def lies(found: dict[str, Any], piece: int, steps: int) -> str:
    """In which place a piece lies after so many steps of the film; empty where it is not shown."""
    moves = [move for moves in (found["start"], *(step["m"] for step in found["steps"][:steps])) for move in moves]
    at: list[int] = next((move for move in reversed(moves) if move[0] == piece), [piece])
    return found["places"][at[5]][0] if len(at) > 1 else ""


@GAMES
def test_a_piece_that_enters_later_is_shown_from_then_on_and_gone_when_it_is_taken_away(game: str) -> None:
    table = Table(game)
    known = len(filmed(game, ("begun.vlog", table.written()))["pieces"])
    uid = table.enters(table.here)
    table.goes(uid, table.there)
    table.log.remove(uid)

    found = filmed(game, ("game.vlog", table.written()))

    assert len(found["pieces"]) == known + 1
    assert [lies(found, known, steps) for steps in range(4)] == ["", table.here, table.there, ""]


@GAMES
def test_a_piece_that_a_later_log_begins_with_is_shown_from_its_first_step_on(game: str) -> None:
    first = Table(game)
    unit = first.unit.id
    first.goes(unit, first.there)
    later = Table(game, first.log.position)
    later.enters(later.here)
    later = Table(game, later.log.position, 9_500_000)
    later.goes(unit, later.far)

    found = filmed(game, ("1.vlog", first.written()), ("2.vlog", later.written()))
    new = len(found["pieces"]) - 1

    assert [lies(found, new, steps) for steps in range(3)] == ["", "", first.here]


@GAMES
def test_every_look_of_every_piece_is_one_that_the_film_knows(game: str) -> None:
    """A kind of trait that nobody taught it, or an expression that it cannot work out, leaves a piece half drawn."""
    shop = workshop_of(game)
    looks = {kind.name for kind in LOOKS} | {"basic", "moved"}
    for slot in shop.module.slots:
        traits = slot.expanded.traits
        assert {trait.kind for trait in traits} & looks <= DRAWN | UNSHOWN, slot.title
        for trait in traits:
            wish = trait.text("property") if trait.kind == "layer" and trait.flag("follow_property") else ""
            assert not is_script(wish) or worth(wish, lambda _name: "1") is not None, (slot.title, wish)


@GAMES
def test_no_piece_of_a_set_up_is_without_a_picture(game: str) -> None:
    table = Table(game)
    position = table.log.position
    decks = {pile.id: pile for pile in position.piles() if pile.deck}
    for piece in position.pieces():
        if piece.pile not in decks or decks[piece.pile].members[-1] == piece.id:
            look = drawn(position, piece)
            assert look, piece.id
            assert isinstance(look[0], Picture)


class Whole:
    """All pictures there could be, each of one size."""

    def art(self, sheets: Sequence[Sheet], names: Collection[str], large: Collection[str]) -> Art:
        assert set(large) <= set(names)
        assert all(sheet.width > 0 for sheet in sheets)
        return Art("data:,", "data:,", {name: Sprite(0, 0, 10, 10, 20.0, 20.0) for name in sorted(names)})


@GAMES
def test_the_film_shows_the_picture_that_a_piece_has(game: str) -> None:
    table = Table(game)
    unit = table.unit
    table.goes(unit.id, table.there)
    audit = Audit(game_of(game), workshop_of(game).module)
    audit.run([("game.vlog", table.written())])
    found = film(audit, Whole()).data
    number = next(i for i, piece in enumerate(found["pieces"]) if piece["i"] == fixed(unit)["Id"])
    move = next(move for step in found["steps"] for move in step["m"] if move[0] == number)
    assert found["looks"][move[4]][1:], "its pictures, the lowest first"
    assert [round(value) for value in move[1:3]] == list(table.layout.point(table.there) or ())


def test_who_lies_in_a_cup_is_not_seen_and_who_is_masked_shows_the_mask() -> None:
    log = begun()
    position = log.position
    chits = [piece for piece in position.pieces() if piece.traits[-1].text("name") in {name for _, name in CHITS}]
    looks = [drawn(position, piece) for piece in chits]
    assert sum(map(bool, looks)) == 1, "the one on top"
    assert [look[0].name for look in looks if look and isinstance(look[0], Picture)] == ["chit.png"]


@pytest.mark.parametrize(
    ("expression", "worth_of"),
    [
        ('{Role=="S"?2:Role=="T"?3:1}', "3"),
        ('{GetString("Role").equals("T")&&!(Number>=4)?"a"+Number:"b"}', "a3"),
        ('{Math.max(1,Math.min(9,Integer.parseInt(GetString("Number"))))+1}', "4"),
        ('{System.getProperty("hx."+GetString("Role"),"no").contains("n")}', "true"),
        ("{Number*2-1}", "5"),
        ("{Unknown==1}", None),
        ("{new Object()}", None),
        ("{" + "(" * 500 + "1" + ")" * 500 + "}", None),
        ("{1/0}", None),
        ("{1", None),
    ],
)
def test_small_expressions_are_worked_out_and_others_are_left_alone(expression: str, worth_of: str | None) -> None:
    assert worth(expression, {"Role": "T", "Number": "3"}.get) == worth_of


@GAMES
def test_what_lies_face_down_in_a_cup_is_named_nowhere(game: str) -> None:
    table = Table(game)
    position = table.log.position
    unit = table.unit
    table.goes(unit.id, table.there)
    inside = [uid for pile in position.piles() if pile.face_down for uid in pile.members]
    hidden = {fixed(position.piece(uid))["Id"] for uid in inside}
    seen = {fixed(piece).get("Id") for piece in position.pieces() if piece.id not in inside}
    found = filmed(game, ("game.vlog", table.written()))
    assert not {piece["i"] for piece in found["pieces"]} & (hidden - seen)
    assert sum(piece["k"] == "masked" for piece in found["pieces"]) == len(
        [pile for pile in position.piles() if pile.face_down and pile.members and pile.map]
    )
