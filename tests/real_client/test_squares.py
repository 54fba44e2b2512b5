"""A map of squares in a running engine: every field is named, found and snapped to as we have it."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from builder.build import build
from builder.cache import Cache
from builder.module import Making
from builder.traits.basics import key
from tests.builder.module.test_squares import GRIDS, making_on
from vassal.archive import Archive

pytestmark = pytest.mark.real_client

NEAR = 40
"""How far a drop may be from the middle of a field of 96 pixels."""


def ask(engine: Path, *words: str | Path, lines: list[str] | None = None) -> list[dict[str, Any]]:
    given = "\n".join(lines or ())
    asked = subprocess.run([engine, *words], input=given, capture_output=True, text=True, check=False, timeout=600)
    return [json.loads(answer) for answer in asked.stdout.splitlines() if answer.startswith("{")]


def built(folder: Path, way: str) -> tuple[Making, Path]:
    """The small game on a map of squares, and its module."""
    making = making_on(folder, *GRIDS[way])
    module = build(making.game, folder / "built", making.options, cache=Cache(folder / "cache"))
    return making, module.path


@pytest.mark.parametrize("way", GRIDS)
def test_the_engine_names_and_finds_each_of_48_fields_as_we_do(engine: Path, tmp_path: Path, way: str) -> None:
    making, module = built(tmp_path, way)
    board, fields = making.game.handling.board, making.sheets["hill"].hexes
    shifts = [(0, 0), (NEAR, NEAR), (-NEAR, NEAR), (NEAR, -NEAR), (-NEAR, -NEAR)]
    drops = [(name, (x + dx, y + dy)) for name, (x, y) in fields.items() for dx, dy in shifts]
    snapped = ask(engine, "snap", module, board, lines=[f"{x} {y}" for _, (x, y) in drops])
    assert [(each["snapLocation"], tuple(each["snap"])) for each in snapped] == [
        (name, fields[name]) for name, _ in drops
    ]
    assert [each["location"] for each in snapped] == [name for name, _ in drops]
    found = ask(engine, "where", module, board, lines=list(fields))
    assert [tuple(each["point"]) for each in found] == list(fields.values())


def test_the_keys_take_a_piece_to_the_next_field_also_over_a_corner(engine: Path, tmp_path: Path) -> None:
    making, module = built(tmp_path, "as the sample counts")
    save, script = tmp_path / "hill.vsav", tmp_path / "script.txt"
    with Archive(module) as archive:
        save.write_bytes(archive.read("hill.vsav"))
    x, y = making.sheets["hill"].hexes["0404"]
    unit = f"gpid:{making.lock['unit/red.1.a']}"
    steps = {each.id: each.key for each in making.game.handling.steps["squares"].values()}
    deeds = [f"move|{unit}|{x}|{y}", *(f"key|{unit}|{key(steps[name])}" for name in ("north", "north-east"))]
    script.write_text("\n".join([f"load|{save}", "sit|Red", *deeds, "dump", ""]), encoding="utf-8")
    answers = ask(engine, "play", module, script)
    assert [each for each in answers if each.get("error") or each.get("reports")] == []
    (dumped,) = [each for each in answers if "pieces" in each]
    (moved,) = [each for each in dumped["pieces"] if each.get("gpid") == str(making.lock["unit/red.1.a"])]
    assert (moved["properties"]["OldLocationName"], moved["location"]) == ("0403", "0502")
    assert (moved["x"], moved["y"]) == making.sheets["hill"].hexes["0502"]
