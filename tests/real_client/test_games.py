"""The module of every game in a running engine: it opens without a report, and its set-ups are what we meant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import assets
from assets.schema import Scenario
from builder.build import Built, build, lock_of
from builder.cache import Cache
from builder.module import Making, Options, making_of
from builder.module.boards import board_name
from builder.module.cards import window_name
from builder.setups import Arrangement
from tests.real_client.asking import ask
from vassal.archive import Archive

pytestmark = pytest.mark.real_client

DENSITY = 75


@pytest.fixture(scope="module", params=assets.games())
def making(request: pytest.FixtureRequest) -> Making:
    game = assets.load(request.param)
    return making_of(game, Options(density=DENSITY), lock_of(game))


@pytest.fixture(scope="module")
def built(making: Making, tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("built")
    return build(making.game, folder, making.options, cache=Cache(folder / "cache"))


def test_it_opens_without_a_report_and_every_picture_is_there_and_used(engine: Path, built: Built) -> None:
    answer = ask(engine, "open", built.path)[0]
    assert answer["reports"] == []
    assert answer["missingImages"] == []
    assert answer["unusedImages"] == []
    assert answer["duplicateGpids"] in ([], {})
    assert not [slot for slot in answer["slots"] if slot["missingPrototypes"]]


def test_every_set_up_is_what_we_meant(engine: Path, built: Built, making: Making) -> None:
    scenarios = list(making.game.scenarios.values())
    for scenario, ready in [*((each, True) for each in scenarios), (scenarios[0], False)]:
        save = unpacked(built, f"{scenario.id}{'' if ready else '.empty'}.vsav")
        answer = ask(engine, "state", built.path, save)[0]
        assert answer["reports"] == []
        windows = {window_name(side) for side in making.game.sides.values()} if making.game.cards else set()
        assert {board["board"] for board in answer["boards"]} == {board_name(making, scenario.map), *windows}
        compared(making, scenario, answer["pieces"], ready=ready)


def compared(making: Making, scenario: Scenario, pieces: list[dict[str, Any]], *, ready: bool) -> None:
    sheet = making.sheets[scenario.map]
    places = {at: place for place, at in sheet.hexes.items()}
    meant = {each.id: each for each in Arrangement(making, scenario, ready=ready).pieces}
    theirs = {piece["id"]: piece for piece in pieces if piece["kind"] == "piece"}
    assert set(theirs) == set(meant)
    for piece_id, standing in meant.items():
        piece = theirs[piece_id]
        assert (piece["x"], piece["y"]) == standing.at
        assert piece["gpid"] == making.gpid(standing.slot)
        if standing.at in places:
            assert piece["location"] == places[standing.at]
        levels = {layer["name"]: layer["value"] for layer in piece["layers"]}
        assert levels.get("Steps", 1) == int(standing.states.get("Steps", 1))
        assert piece["properties"].get("PieceUID") == piece_id


def unpacked(built: Built, name: str) -> Path:
    target = built.path.parent / name
    with Archive(built.path) as archive:
        target.write_bytes(archive.read(name))
    return target
