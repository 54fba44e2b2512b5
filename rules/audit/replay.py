"""The game as a film for the report: the board at the start, and what each step changed on it."""

from collections.abc import Iterator
from typing import Any

import assets
from assets.maps import Map
from rules.audit.report import Audit
from rules.engine.evidence import Lying, Shown, Spot

HALF_WIDTH, HALF_HEIGHT = 30.0, 26.0
"""Half steps of hexes with flat tops, in the picture's own units: three quarters of the width, half of the height."""
STATES = {"Neutralised_Level": "N", "OOC_Level": "O", "Steps_Level": "S", "Column_Level": "C"}


def film(audit: Audit) -> dict[str, Any]:
    """Return map, pieces and steps of all logs, ready to be shown."""
    game = assets.load(audit.game.id, audit.game.overlay)
    board = audit.witnesses[0].board(audit.timelines[0][1].start)
    land = game.maps[audit.game.map_of(board)]
    index = {lying.piece.uid: place for place, lying in enumerate(_units(board.pieces))}
    pieces = [_piece(audit, game, lying) for lying in _units(board.pieces)]
    return {"map": _map(land), "pieces": pieces, "steps": list(_steps(audit, index))}


def _units(pieces: tuple[Lying, ...]) -> Iterator[Lying]:
    return (lying for lying in pieces if lying.piece.facts.get("Kind") in {"unit", "hq", "marker"})


def _piece(audit: Audit, game: assets.Game, lying: Lying) -> dict[str, Any]:
    unit = game.units.get(lying.piece.name)
    side = game.sides.get(unit.side) if unit else None
    formation = game.formations.get(unit.formation or "") if unit else None
    marker = game.markers.get(lying.piece.name)
    states = "".join(mark for name, mark in STATES.items() if lying.properties.get(name) == "2")
    return {
        "n": unit.short if unit else lying.piece.name[:8],
        "f": formation.short if formation else "",
        "t": audit.game.name(lying.piece.name, audit.language),
        "k": unit is None,
        "g": side.ground if side else marker.ground if marker else "#f4e9c8",
        "i": side.ink if side else "#333333",
        "b": formation.colour if formation else "#888888",
        "j": formation.ink if formation else "#ffffff",
        "a": _at(lying.spot),
        "s": states,
    }


def _at(spot: Spot) -> str:
    return spot.name if spot.zone == "map" else ""


def _steps(audit: Audit, index: dict[str, int]) -> Iterator[dict[str, Any]]:
    judged: dict[tuple[str, int], list[Any]] = {}
    for log, each in audit.judged:
        judged.setdefault((log, each.step), []).append(each)
    for (name, timeline), witness in zip(audit.timelines, audit.witnesses, strict=True):
        sentences = {step.number: [line.sentence for line in step.said] for step in timeline.net}
        for step in timeline.net:
            shown = witness.shown(step)
            here = judged.get((name, step.number), [])
            yield {
                "l": name,
                "n": step.number,
                "t": here[0].turn if here else None,
                "m": [[index[each.piece.uid], _at(each.target)] for each in shown.moved if each.piece.uid in index],
                "s": _switched(shown, index),
                "c": " · ".join(sentences[step.number])[:400],
            }


def _switched(shown: Shown, index: dict[str, int]) -> list[list[Any]]:
    return [
        [index[each.piece.uid], STATES[each.property], int(each.new == "2")]
        for each in shown.altered
        if each.property in STATES and each.piece.uid in index
    ]


def _map(land: Map) -> dict[str, Any]:
    """Return the hexes as places in the picture, with their ground."""
    grid = land.grid
    flat = grid.straight == "columns"
    cells = []
    for name in land.names:
        place = grid.position(name)
        if place is None:
            continue
        across, down = grid.doubled(*place)
        wide, high = (HALF_WIDTH * 1.5, HALF_HEIGHT) if flat else (HALF_HEIGHT, HALF_WIDTH * 1.5)
        x, y = across * wide + 40, down * high + 40
        cells.append([name, round(x, 1), round(y, 1), land.terrain.get(name, "open"), land.level.get(name, 0)])
    names = [[str(each.name), each.hexes[0]] for each in land.places.values() if each.hexes]
    roads = [sorted(pair) for pair in sorted(land.roads, key=sorted)]
    return {"flat": flat, "cells": cells, "places": names, "roads": roads, "title": land.title.en}


__all__ = ["film"]
