"""Answers of the referee as a picture: the map with the pieces on it, and what was asked about them."""

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.engine.asking import Line, Reached, Target

if TYPE_CHECKING:
    import assets
    from builder.maps.answers import Line as Drawn
    from builder.maps.answers import Mark, Token
    from rules.audit.asking import Asked
    from rules.engine.evidence import Board
    from vassal.position import Position
    from vassal.standing import Standing

DENSITY = 75
LAND = "map"


def draw(asked: "Asked", answers: dict[str, Any], path: Path, language: str) -> None:
    """Draw the answers on the map of the game, into a file."""
    import assets
    from builder.maps.answers import Answer, answered
    from builder.maps.words import words

    game = assets.load(asked.game.id, asked.game.overlay)
    country = game.maps[asked.map]
    marks = list(_marks(asked, answers))
    known = [mark for mark in marks if mark.place in country.grid]
    about = {each["unit"] for each in answers.values() if isinstance(each, dict) and "unit" in each}
    answer = Answer(known, list(_lines(answers)), list(_tokens(asked, game, language, about)))
    answered(country, words(game, country, language), DENSITY, answer).save(path)


def _marks(asked: "Asked", answers: dict[str, Any]) -> Iterator["Mark"]:
    from builder.maps.answers import Mark

    for question in ("reach", "targets"):
        unit = answers.get(question, {}).get("unit", "")
        here = _place(asked.board, unit)
        if here:
            yield Mark(here, "start")
    places: tuple[Reached, ...] = answers.get("reach", {}).get("places", ())
    yield from (Mark(each.place, "reach", each.cost) for each in places)
    yield from _targets(answers.get("targets", {}).get("targets", ()))
    line: Line | None = answers.get("sight")
    if line is not None:
        yield from (Mark(place, "blocked", line.rule) for place in line.by)


def _targets(targets: "Sequence[Target]") -> Iterator["Mark"]:
    """One mark a hex, with the columns of all who can be hit in it; grey only if nobody can be."""
    from builder.maps.answers import Mark

    columns: dict[str, dict[str, None]] = {each.place: {} for each in targets}
    for each in targets:
        if not each.against:
            columns[each.place][each.column] = None
    for place, found in columns.items():
        yield Mark(place, "target", "/".join(found)) if found else Mark(place, "refused")


def _lines(answers: dict[str, Any]) -> Iterator["Drawn"]:
    from builder.maps.answers import Line as Drawn

    line: Line | None = answers.get("sight")
    if line is not None:
        yield Drawn(line.start, line.goal, line.clear)


def _place(board: "Board", unit: str) -> str:
    lies = (each.spot.name for each in board.pieces if each.piece.name == unit and each.spot.zone == LAND)
    return next(lies, "")


def _tokens(asked: "Asked", game: "assets.Game", language: str, about: Collection[str]) -> Iterator["Token"]:
    """The pieces on the map as they look to somebody who sits on no side; the units that are asked about lie on top."""
    from builder.maps.answers import Token
    from builder.maps.layout import layout
    from hexmeister.pictures import COARSE, FINE, painted, whole_look
    from vassal.drawn import Picture, drawn

    table, board = asked.table, game.handling.board
    boards = asked.module.ground.layout(board, table.table.boards.get(board))
    raised = {each.piece.uid for each in asked.board.pieces if each.piece.name in about}
    by = layout(game.maps[asked.map], DENSITY).size[0] / boards.boards[0].board.size[0]
    looks = [(piece, drawn(table, piece)) for piece in _from_below(table, raised) if piece.map == board]
    names = {part.name for _, look in looks for part in look if isinstance(part, Picture)}
    read = painted(game, language, names)
    for piece, look in looks:
        picture = whole_look(look, read, by, FINE / COARSE)
        if picture is not None:
            yield Token((round(piece.x * by), round(piece.y * by)), picture)


def _from_below(table: "Position", raised: Collection[str]) -> "list[Standing]":
    """The pieces, those of lower layers first, and each pile from the bottom up; some are raised above all."""
    members = {uid: height for pile in table.piles() for height, uid in enumerate(pile.members)}

    def height(piece: "Standing") -> tuple[bool, int, int]:
        layer = table.ground.layer(piece)
        return (piece.id in raised, layer if isinstance(layer, int) else 0, members.get(piece.id, 0))

    return sorted(table.pieces(), key=height)


__all__ = ["draw"]
