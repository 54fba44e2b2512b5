"""What we write, as a running engine loads and replays it."""

import json
import os
import subprocess
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.vassal import dumps
from vassal import savefile
from vassal.logwriter import LogWriter
from vassal.module import Module
from vassal.position import Position
from vassal.savefile import SaveFile
from vassal.scrub import scrub
from vassal.timeline import Timeline
from vassal.wire import Form

pytestmark = [pytest.mark.real_client, pytest.mark.shared_samples]

PASSWORD = "a-word-of-annes"


def asked(engine: Path, password: str, *words: str | Path) -> list[dict[str, Any]]:
    """Return what the engine says to a player of this password, one answer a line."""
    who = {**os.environ, "JOPT": f"-Dprobe.user=Ann -Dprobe.password={password}"}
    answer = subprocess.run([engine, *words], capture_output=True, text=True, check=False, timeout=300, env=who)
    return [json.loads(line) for line in answer.stdout.splitlines()]


@pytest.fixture(scope="module")
def vmod(samples: Path) -> Path:
    return samples / "chron-hidden.vmod"


@pytest.fixture(scope="module")
def module(vmod: Path) -> Module:
    return Module.open(vmod)


@pytest.fixture(scope="module")
def written(samples: Path, module: Module) -> tuple[LogWriter, SaveFile]:
    """Return a game that was played by the writer alone, and its file."""
    save = savefile.read(samples / "s01_start.vsav")
    log = LogWriter(Timeline.of(save, module).start, count(1_800_000_000_000), players={"p1": PASSWORD})
    play(log, module)
    return log, log.save(save.metadata, save.module, Form("vcsk", 0x42))


def named(position: Position, name: str) -> str:
    return next(piece.id for piece in position.pieces() if piece.basic.text("name") == name)


def play(log: LogWriter, module: Module) -> None:
    """Play a game that uses every verb of the writer."""
    game = log.position
    first, second, third, red, other = (named(game, name) for name in ("A/1", "A/2", "B/1", "R/1", "R/2"))
    log.say("Ann", "hello <b>there</b>")
    with log.step():
        log.move(first, "Field", 277, 192)
        log.report("A/1 moves")
    log.move(second, "Field", 277, 192)
    log.move(third, "Field", 332, 224)
    log.undo()
    log.move(named(game, "Truck"), "Field", 277, 192)
    log.set(first, "Steps_Level", 2)
    log.set(first, "Column", "yes")
    log.set(first, "Moved", True)
    log.roll("2d6", (3, 4), "Blue rolls 3,4")
    log.undo()
    log.roll("2d6", (6, 1), "Blue rolls 6,1")
    log.move_pile(log.position.piece(first).pile, "Field", 387, 256)
    log.move_pile(log.position.piece(red).pile, "Field", 387, 320)
    log.turn("TurnTracker0", r"0|1;0;false;-1;1\;0\;0\;true,true,true,true", "Turn 1 Draw")
    log.undo()
    log.remove(red)
    log.undo()
    log.remove(other)
    draw(log)
    log.set_global("HX_P", "MELEE")
    slot = next(slot for slot in module.slots if slot.name == "C1")
    assert slot.expanded is not None
    log.add(slot.expanded, "Field", 443, 192)
    log.add(slot.expanded, "Field", 443, 192)
    log.undo()
    log.sight("LOS_Thread0", (221, 224), (387, 256))
    log.special_roll("Battle", (1,), "Battle: miss")
    log.move(named(game, "Rider"), "Blue box", 100, 100)


def draw(log: LogWriter) -> None:
    """Draw from decks, put back, shuffle."""
    for _ in range(2):
        cup = log.position.deck("Cup")
        assert cup is not None
        log.move(cup.members[-1], "Cup map", 300, 200)
    log.move(named(log.position, "Card 1"), "Cup map", 220, 60)
    log.undo()
    mixed = log.position.deck("Mixed")
    assert mixed is not None
    log.arrange(mixed.id, mixed.members[::-1])


def test_the_engine_replays_what_the_writer_played(
    engine: Path, vmod: Path, module: Module, written: tuple[LogWriter, SaveFile], tmp_path: Path
) -> None:
    log, save = written
    path, end = tmp_path / "written.vlog", tmp_path / "end.vsav"
    savefile.write(path, save)
    players = {"p1": PASSWORD}
    last = LogWriter(log.position, count(1_900_000_000_000), players=players)
    savefile.write(end, last.save(save.metadata, save.module))

    first, *steps = asked(engine, PASSWORD, "step", vmod, path, "--full")
    (state,) = asked(engine, PASSWORD, "state", vmod, end, "--full")

    timeline = Timeline.of(savefile.read(path), module)
    assert len(steps) == len(log) == len(timeline)
    assert first["reports"] == state["reports"] == []
    assert dumps.said(first["state"]) == dumps.shown(timeline.start)
    for step, said in zip(timeline.steps, steps, strict=True):
        assert said["reports"] == []
        assert dumps.said(said["state"]) == dumps.shown(step.after)
    assert state["digest"] == steps[-1]["digest"]
    assert dumps.said(state) == dumps.shown(log.position)
    assert state["players"] == [{"id": PASSWORD, "name": "Ann", "side": "Blue"}]


def test_a_scrubbed_log_replays_to_the_same_end(engine: Path, samples: Path, vmod: Path, tmp_path: Path) -> None:
    path = tmp_path / "scrubbed.vlog"
    scrub(samples / "s04_orders.vlog", path)

    first, *steps = asked(engine, "p1", "step", vmod, path, "--full")

    theirs = dumps.dump(samples / "s04_orders.vlog")
    assert [said["reports"] for said in (first, *steps)] == [[]] * len(theirs)
    assert first["state"]["players"] == [{"id": "p1", "name": "Ann", "side": "Blue"}]
    for ours, before in zip((first, *steps), theirs, strict=True):
        assert hidden(ours["state"]) == hidden(before["state"])


def hidden(state: dict[str, Any]) -> Any:
    """Return a dump with one name for the player in it, whatever his id."""
    return json.loads(json.dumps(dumps.said(state)).replace("pw-blue", "p1"))
