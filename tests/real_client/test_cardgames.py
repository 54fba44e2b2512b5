"""Games of unit cards at a table in a running engine: sealed orders, twelve steps, the engine's own dice."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

import assets
from builder.module import Making, Options
from rules.audit.games import game_of
from rules.audit.report import Audit, Report
from tests.real_client.cardgames import CardGame
from tests.real_client.standin import stand_in
from tests.real_client.table import Table
from vassal import savefile
from vassal.archive import Archive
from vassal.module import Module

pytestmark = pytest.mark.real_client

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
    making, path = stand_in(assets.load("barbarossa"), folder, Options(density=75))
    return Room(making, path, Module.open(path), engine.parent, folder)


def played(room: Room, log: Path, scenario: str, seed: int, rounds: int) -> CardGame:
    """So many rounds of a scenario, played in the engine; the log lies at that path."""
    with Table(room.oracle, room.path, room.folder) as table:
        game = CardGame(room.making, room.module, table, Random(seed), SEATS, scenario)
        game.start(room.save(scenario), log)
        game.go_on(rounds, LIMIT)
        game.end()
    return game


def audited(room: Room, log: Path) -> Report:
    return Audit(game_of("barbarossa"), room.module).run([(log.name, savefile.read(log))])


@pytest.mark.parametrize(("scenario", "seed"), [("crossroads", 1), ("steel", 2), ("river", 3)])
def test_rounds_by_the_rules_give_no_finding(room: Room, tmp_path: Path, scenario: str, seed: int) -> None:
    log = tmp_path / "clean.vlog"
    game = played(room, log, scenario, seed, 2)

    report = audited(room, log)

    assert game.position.round > 2
    assert {"Order", "Reveal", "Advance", "Step"} <= set(game.seen)
    assert (report.scenario, [each for each in report.findings if not each.note]) == (scenario, [])
    assert report.summary["actions"] >= len(game.actions) * 0.9
