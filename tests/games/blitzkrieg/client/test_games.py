"""Whole games at a table in a running engine, with our module, its menus and keys, and the engine's own dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

import assets
from builder.build import build, lock_of
from builder.cache import Cache
from builder.module import Making, Options, making_of
from rules.audit.games import game_of
from rules.audit.report import Audit, Report
from rules.audit.witness import ID
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.reading.words import LAND
from tests.games.blitzkrieg.client.games import Game, Wrong
from tests.games.blitzkrieg.client.hands import AIM, FULL
from tests.real_client.table import Table, replayed
from tests.rules.audit.following import followed
from tests.rules.blitzkrieg.lying import MARKERS, Lies, as_judged
from tests.vassal import dumps
from vassal import savefile
from vassal.archive import Archive
from vassal.module import Module
from vassal.timeline import Timeline

pytestmark = pytest.mark.real_client

DENSITY = 75
SAVE, STONNE = "hannut.vsav", "stonne.vsav"
BOTH = {"french": "French", "german": "German"}
ALONE = {"french": "Solitaire", "german": "Solitaire"}
ALWAYS = {"Ready", "EndAdmin", "Draw", "Activate", "Move", "Decline", "EndActivation", "roll TRANSMIT", "roll BARRAGE"}
"""What every game comes to, whatever the dice say."""
WRONGS = Path(__file__).with_name("wrong_acts.yaml")


@dataclass(frozen=True)
class Room:
    """A module as it is built, the set-up that it brings, and where the tables stand."""

    making: Making
    path: Path
    module: Module
    save: Path
    oracle: Path
    folder: Path


@pytest.fixture(scope="module")
def room(engine: Path, tmp_path_factory: pytest.TempPathFactory) -> Room:
    folder = tmp_path_factory.mktemp("room")
    game = assets.load("blitzkrieg")
    making = making_of(game, Options(density=DENSITY), lock_of(game))
    built = build(game, folder, making.options, cache=Cache(folder / "cache"))
    with Archive(built.path) as archive:
        for save in (SAVE, STONNE):
            (folder / save).write_bytes(archive.read(save))
    return Room(making, built.path, Module.open(built.path), folder / SAVE, engine.parent, folder)


def played(room: Room, log: Path, seed: int, limit: int, **wish: Any) -> Game:
    """A game that was played in the engine; its log lies at that path."""
    with Table(room.oracle, room.path, room.folder) as table:
        game = Game(room.making, room.module, table, Random(seed), **{"seats": BOTH, **wish})
        game.begin(room.folder / f"{game.scenario}.vsav", log)
        game.set_up()
        game.go_on(limit)
        game.end()
    return game


def audited(room: Room, log: Path) -> Report:
    audit = Audit(game_of("blitzkrieg"), room.module)
    return audit.run([(log.name, savefile.read(log))])


def found(report: Report) -> list[tuple[int, str]]:
    return [(each.step, each.rule) for each in report.findings if not each.note]


@pytest.mark.parametrize("seats", [BOTH, ALONE], ids=["two seats", "one seat"])
def test_a_game_by_the_rules_gives_no_finding(room: Room, tmp_path: Path, seats: Mapping[str, str]) -> None:
    log = tmp_path / "clean.vlog"
    game = played(room, log, 21, 250, seats=seats)
    assert len(savefile.read(log).steps) >= 60
    assert set(game.player.seen) >= ALWAYS
    report = audited(room, log)
    assert found(report) == []
    assert report.summary["actions"] >= 60


def test_turns_of_stonne_by_the_rules_give_no_finding(room: Room, tmp_path: Path) -> None:
    log = tmp_path / "stonne.vlog"
    game = played(room, log, 2, 520, scenario="stonne", turns=2)
    report = audited(room, log)
    assert game.position.turn > 1
    assert (report.scenario, found(report)) == ("stonne", [])


def test_wrong_acts_are_found_at_their_steps_with_their_rules_and_nothing_else(room: Room, tmp_path: Path) -> None:
    known_acts = yaml.safe_load(WRONGS.read_text(encoding="utf-8"))
    wrongs = tuple(Wrong(each["act"], each["rule"]) for each in known_acts)
    for seed in count(1):
        log = tmp_path / f"wrong{seed}.vlog"
        game = played(room, log, seed, 450, wrongs=wrongs)
        assert found(audited(room, log)) == [(each.step, each.rule) for each in game.done]
        if len(game.done) == game.most:
            return
        assert seed < 4, "the dice gave no occasion for ten wrong acts"


def test_the_board_is_the_engines_at_every_step(engine: Path, room: Room, tmp_path: Path) -> None:
    log = tmp_path / "dumped.vlog"
    played(room, log, 5, 120)
    timeline = Timeline.of(savefile.read(log), room.module)
    steps = [step for step in timeline.steps if step.click]
    judged = dict(followed(timeline, "blitzkrieg"))
    for step, said in zip(steps, replayed(engine, room.path, log), strict=True):
        assert said["reports"] == []
        assert dumps.said(said["state"]) == dumps.shown(step.after, traits=False)
        position = judged.get(step.number)
        if position is not None:
            assert on_the_map(said["state"], position) == as_judged(position)


def on_the_map(state: Mapping[str, Any], position: Position) -> Lies:
    """How the units lie as the engine has it."""
    here: Lies = {}
    for piece in state["pieces"]:
        facts = piece.get("properties", {})
        if facts.get(ID) in position.units and piece.get("zone") == LAND:
            lost, *marked = (facts.get(f"{each}_Level") == "2" for each in ("Steps", *MARKERS))
            here[facts[ID]] = (piece["location"], lost, *marked)
    return here


def test_a_carrier_and_the_company_aboard_aim_together_and_nobody_else_does(room: Room, tmp_path: Path) -> None:
    log = tmp_path / "together.vlog"
    carrier, company, other, target = "de.i-12sch.apc", "de.i-12sch.inf1", "de.i-12sch.inf2", "fr.1cuir.somua1"
    with Table(room.oracle, room.path, room.folder) as table:
        game = Game(room.making, room.module, table, Random(1), BOTH)
        game.begin(room.save, log)
        game.set_up()
        ids = game.hands.id
        table.sit(BOTH["german"])
        for aims in ([f"{ids(carrier)};{ids(company)}"], [ids(carrier), ids(company)], [ids(company), ids(carrier)]):
            for each in [*aims, "", ids(other), ids(carrier), "", ids(carrier), ""]:
                table.tell(f"keys|{each}|{AIM}" if each else f"key|{ids(target)}|{FULL}")
        game.end()
    said = [line.record for step in Timeline.of(savefile.read(log), room.module).steps for line in step.said]
    shooters = [set(each.fields["by"].split(",")) for each in said if each is not None and each.verb == "fire"]
    assert shooters == [{ids(carrier), ids(company)}, {ids(carrier)}, {ids(carrier)}] * 3
