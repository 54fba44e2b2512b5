"""Games of unit cards at a table in a running engine: sealed orders, twelve steps, the engine's own dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

import assets
from assets.lines import LAND
from builder.module import Making, Options
from rules.audit.games import game_of
from rules.audit.report import Audit, Report
from rules.audit.witness import ID
from rules.barbarossa.state.model import Position
from tests.games.barbarossa.client.games import CardGame
from tests.real_client.standin import stand_in
from tests.real_client.table import Table, replayed
from tests.rules.audit.following import followed
from tests.rules.barbarossa.lying import as_judged, at_rest
from tests.vassal import dumps
from vassal import savefile
from vassal.archive import Archive
from vassal.module import Module
from vassal.timeline import Timeline

pytestmark = pytest.mark.real_client

GAME = "barbarossa"
STILL_SEALED = "sealed.still"
"""What is sealed apart and not opened yet."""
SEATS = {"german": "German", "soviet": "Soviet"}
LIMIT = 3000


@dataclass(frozen=True)
class Room:
    """A module with plain pictures, and where the tables stand."""

    making: Making
    path: Path
    module: Module
    oracle: Path
    folder: Path

    def save(self, scenario: str) -> Path:
        """The set-up that comes with a scenario."""
        target = self.folder / f"{scenario}.vsav"
        with Archive(self.path) as archive:
            target.write_bytes(archive.read(f"{scenario}.vsav"))
        return target


@pytest.fixture(scope="module")
def room(engine: Path, tmp_path_factory: pytest.TempPathFactory) -> Room:
    folder = tmp_path_factory.mktemp("room")
    making, path = stand_in(assets.load(GAME), folder, Options(density=75))
    return Room(making, path, Module.open(path), engine.parent, folder)


def played(room: Room, log: Path, scenario: str, seed: int, *, rounds: int, most: int = 0) -> CardGame:
    """So many rounds of a scenario, played in the engine; the log lies at that path."""
    with Table(room.oracle, room.path, room.folder) as table:
        game = CardGame(room.making, room.module, table, Random(seed), SEATS, scenario, most)
        game.start(room.save(scenario), log)
        game.go_on(rounds, LIMIT)
        game.end()
    return game


def audited(room: Room, log: Path) -> Report:
    return Audit(game_of(GAME), room.module).run([(log.name, savefile.read(log))])


def wrong(report: Report) -> list[tuple[int, str]]:
    return [(each.step, each.rule) for each in report.findings if each.verdict == "illegal"]


def unclear(report: Report) -> set[str]:
    return {each.why for each in report.findings if each.verdict == "undecided"}


@pytest.mark.parametrize(("scenario", "seed"), [("crossroads", 1), ("steel", 5), ("snow", 5)])
def test_rounds_by_the_rules_accuse_nobody(room: Room, tmp_path: Path, scenario: str, seed: int) -> None:
    log = tmp_path / "clean.vlog"
    game = played(room, log, scenario, seed, rounds=2)

    report = audited(room, log)

    assert game.position.round > 2
    assert {"Order", "Reveal", "Advance", "Step"} <= set(game.seen)
    assert (report.scenario, wrong(report)) == (scenario, [])
    assert STILL_SEALED in unclear(report) or not unclear(report)
    assert report.summary["actions"] >= len(game.actions)


def test_wrong_acts_are_found_at_their_steps_with_their_rules_and_nothing_else(room: Room, tmp_path: Path) -> None:
    for seed in count(9):
        log = tmp_path / f"wrong{seed}.vlog"
        game = played(room, log, "steel", seed, rounds=4, most=10)
        assert wrong(audited(room, log)) == game.done
        if len(game.done) == game.most:
            return
        assert seed < 12, "the dice gave no occasion for ten wrong acts"


def test_the_board_is_the_engines_at_every_step(engine: Path, room: Room, tmp_path: Path) -> None:
    log = tmp_path / "dumped.vlog"
    played(room, log, "steel", 5, rounds=1)
    timeline = Timeline.of(savefile.read(log), room.module)
    steps = [step for step in timeline.steps if step.click]
    judged = dict(followed(timeline, GAME))
    compared = 0
    for step, said in zip(steps, replayed(engine, room.path, log), strict=True):
        assert dumps.said(said["state"]) == dumps.shown(step.after, traits=False)
        position = judged.get(step.number)
        if position is not None and at_rest(position):
            assert on_the_map(said["state"], position) == as_judged(position)
            compared += 1
    assert compared > len(steps) // 3


def on_the_map(state: Mapping[str, Any], position: Position) -> dict[str, str]:
    """Where models stand as the engine has it."""
    found = {}
    for piece in state["pieces"]:
        facts = piece.get("properties", {})
        unit = position.units.get(facts.get(ID, ""))
        if unit is not None and piece.get("zone") == LAND and not unit.carrier:
            found[facts[ID]] = piece["location"]
    return found
