"""The game as a film for the report: the board at the start, and what each step changed on it."""

from collections.abc import Iterator, Mapping
from math import cos, pi, sin
from typing import Any

import assets
from assets.grids import Grid
from assets.maps import Look, Map
from rules.audit.report import Audit
from rules.audit.witness import Witness
from rules.audit.words import PAGE
from rules.engine.evidence import Board, Lying, Shown, Spot
from vassal import changes
from vassal.timeline import Step

CORNER, HALF, MARGIN = 30.0, 26.0, 40
"""From the middle of a place to a corner of its hex and to a side, in the picture's units; from there to the rim."""
GROUND: Mapping[Look, str] = {
    "open": "#e6e3bf",
    "fields": "#e6e3bf",
    "meadow": "#dde3b2",
    "steppe": "#e3dfb4",
    "ploughed": "#d8c79b",
    "scrub": "#c7d0a0",
    "grove": "#aec391",
    "woods": "#8fae7c",
    "orchard": "#bcd39a",
    "village": "#d3b9a4",
    "town": "#c4a193",
    "marsh": "#a9c4b4",
    "rough": "#cfc2a6",
    "water": "#a5c5dd",
    "river": "#a5c5dd",
    "ford": "#c3d7dd",
    "barred": "#b3a7a0",
    "rock": "#bdb3a8",
    "mountain": "#b5a489",
    "sea": "#93b8d6",
    "shore": "#e8dcb4",
    "airfield": "#cfcfc6",
}
"""The colour of each look of a terrain."""
SHOWN = frozenset({"unit", "hq", "marker"})
"""Kinds of pieces that the film shows."""
REDUCED = "Steps_Level"
"""The layer of a piece's other side, where that means a lost step."""
ON = "2"


def states(game: assets.Game) -> dict[str, str]:
    """Return the letter that stands on a piece for each of its states, by the layer that shows the state."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name, state in game.handling.states.items():
        if state.marker is None or "unit" not in state.of:
            continue
        letters = (letter for letter in name.upper() if letter.isalpha() and letter not in taken)
        letter = next(letters, "*")
        taken.add(letter)
        found[f"{name}_Level"] = letter
    if any(unit.back is not None for unit in game.units.values()):
        found[REDUCED] = next(letter for letter in "S-" if letter not in taken)
    return found


def legend(game: assets.Game, language: str) -> list[str]:
    """Return what each letter means."""
    said = {f"{name}_Level": state.marker for name, state in game.handling.states.items() if state.marker}
    return [
        f"{letter} {game.markers[said[layer]].name[language] if layer in said else PAGE['reduced'][language]}"
        for layer, letter in states(game).items()
    ]


def film(audit: Audit) -> dict[str, Any]:
    """Return map, pieces and steps of all logs, ready to be shown."""
    game = assets.load(audit.game.id, audit.game.overlay)
    first = audit.parts[0]
    board = first.witness.board(first.timeline.start)
    cast = Cast(audit, game)
    for lying in board.pieces:
        cast.meet(lying, _at(lying.spot))
    steps = list(_steps(audit, cast))
    return {"map": drawn_map(game.maps[audit.game.map_of(board)]), "pieces": cast.pieces, "steps": steps}


class Cast:
    """The pieces of the film, in the order in which they come."""

    def __init__(self, audit: Audit, game: assets.Game) -> None:
        self._audit, self._game = audit, game
        self.states = states(game)
        self.index: dict[str, int] = {}
        self.pieces: list[dict[str, Any]] = []

    def meet(self, lying: Lying, at: str = "") -> None:
        """Take a piece into the film, if it is one that is shown and was not met yet; `at` is where the film begins."""
        if lying.piece.uid in self.index or lying.piece.facts.get("Kind") not in SHOWN:
            return
        self.index[lying.piece.uid] = len(self.pieces)
        self.pieces.append({**_piece(self._audit, self._game, lying, self.states), "a": at})

    def put(self, uid: str, at: str) -> list[list[Any]]:
        """Return that a piece lies elsewhere now, if it is shown."""
        return [[self.index[uid], at]] if uid in self.index else []


def _piece(audit: Audit, game: assets.Game, lying: Lying, layers: Mapping[str, str]) -> dict[str, Any]:
    unit = game.units.get(lying.piece.name)
    side = game.sides.get(unit.side) if unit else None
    formation = game.formations.get(unit.formation or "") if unit else None
    marker = game.markers.get(lying.piece.name)
    states = "".join(mark for name, mark in layers.items() if lying.properties.get(name) == ON)
    return {
        "n": unit.short if unit else lying.piece.name[:8],
        "f": formation.short if formation else "",
        "t": audit.game.name(lying.piece.name, audit.language),
        "k": unit is None,
        "g": side.ground if side else marker.ground if marker else "#f4e9c8",
        "i": side.ink if side else "#333333",
        "b": formation.colour if formation else "#888888",
        "j": formation.ink if formation else "#ffffff",
        "s": states,
    }


def _at(spot: Spot) -> str:
    return spot.name if spot.zone == "map" else ""


def _steps(audit: Audit, cast: Cast) -> Iterator[dict[str, Any]]:
    judged: dict[tuple[str, int], list[Any]] = {}
    for log, each in audit.judged:
        judged.setdefault((log, each.step), []).append(each)
    for part in audit.parts:
        witness, timeline = part.witness, part.timeline
        sentences = {step.number: [line.sentence for line in step.said] for step in timeline.net}
        came = _of_a_later_log(cast, witness.board(timeline.start))
        for step in timeline.net:
            shown = witness.shown(step)
            here = judged.get((part.name, step.number), [])
            yield {
                "l": part.name,
                "n": step.number,
                "t": here[0].turn if here else None,
                "m": [*came, *_moves(cast, witness, step, shown)],
                "s": _switched(shown, cast),
                "c": " · ".join(sentences[step.number])[:400],
            }
            came = []


def _of_a_later_log(cast: Cast, board: Board) -> list[list[Any]]:
    """Return where the pieces lie that the logs before did not know."""
    new = [lying for lying in board.pieces if lying.piece.uid not in cast.index]
    for lying in new:
        cast.meet(lying)
    return [move for lying in new for move in cast.put(lying.piece.uid, _at(lying.spot))]


def _moves(cast: Cast, witness: Witness, step: Step, shown: Shown) -> Iterator[list[Any]]:
    """Yield where pieces are put that enter the game, that go elsewhere, that leave it."""
    for each in step.changes:
        if isinstance(each, changes.Added):
            lying = witness.look(step.after, each.piece)
            if lying is not None:
                cast.meet(lying)
                yield from cast.put(each.piece, _at(lying.spot))
    for moved in shown.moved:
        yield from cast.put(moved.piece.uid, _at(moved.target))
    for each in step.changes:
        if isinstance(each, changes.Removed):
            yield from cast.put(each.piece, "")


def _switched(shown: Shown, cast: Cast) -> list[list[Any]]:
    return [
        [cast.index[each.piece.uid], cast.states[each.property], int(each.new == ON)]
        for each in shown.altered
        if each.property in cast.states and each.piece.uid in cast.index
    ]


def drawn_map(land: Map) -> dict[str, Any]:
    """Return the places of the picture with their ground, and the outline that all of them have around their middle."""
    grid = land.grid
    wide, high = _half_steps(grid)
    ranks = {terrain: rank for rank, terrain in enumerate(land.terrains)}
    cells = []
    for name in land.names:
        place = grid.position(name)
        if place is None:
            continue
        across, down = grid.doubled(*place)
        x, y = across * wide + MARGIN, down * high + MARGIN
        cells.append([name, round(x, 1), round(y, 1), ranks[land.terrain[name]], land.level.get(name, 0)])
    return {
        "outline": [[round(x, 1), round(y, 1)] for x, y in _outline(grid)],
        "grounds": [GROUND[each.look] for each in land.terrains.values()],
        "cells": cells,
        "form": grid.form.pattern,
        "places": [[str(each.name), each.hexes[0]] for each in land.places.values() if each.hexes],
        "roads": [sorted(pair) for pair in sorted(land.roads, key=sorted)],
        "title": land.title.en,
    }


def _half_steps(grid: Grid) -> tuple[float, float]:
    """Return how far half a step across and half a step down is."""
    return {"columns": (CORNER * 1.5, HALF), "rows": (HALF, CORNER * 1.5), "squares": (HALF, HALF)}[grid.lines]


def _outline(grid: Grid) -> Iterator[tuple[float, float]]:
    """Yield the corners of a place, seen from its middle."""
    if grid.lines == "squares":
        yield from ((-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF))
        return
    begins = 0.0 if grid.lines == "columns" else pi / 6
    turns = (begins + pi / 3 * rank for rank in range(6))
    yield from ((CORNER * cos(turn), CORNER * sin(turn)) for turn in turns)


__all__ = ["GROUND", "drawn_map", "film", "legend", "states"]
