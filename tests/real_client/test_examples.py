"""The example game, in the engine itself."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hexmeister.examples import play, write_all
from vassal import savefile
from vassal.module import Module
from vassal.properties import Answers
from vassal.timeline import Timeline

pytestmark = pytest.mark.real_client


def asked(engine: Path, *words: object) -> list[Any]:
    player = f"-Dprobe.user=Ann -Dprobe.password={play.PASSWORDS['p1']}"
    command = [str(word) for word in (engine, *words)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, "JOPT": player})
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_example_module_opens_without_a_report(engine: Path, tmp_path: Path) -> None:
    module, _save, _log = write_all(tmp_path)
    (opened,) = asked(engine, "open", module)
    assert opened["reports"] == []
    assert opened["missingImages"] == []
    assert opened["unusedImages"] == []


def test_the_engine_replays_the_example_log_as_we_do(engine: Path, tmp_path: Path) -> None:
    module, _save, log = write_all(tmp_path)
    timeline = Timeline.of(savefile.read(log), Module.open(module))
    start, *steps = asked(engine, "step", module, log)
    assert start["reports"] == []
    assert len(steps) == len(timeline)
    for dumped, step in zip(steps, timeline.steps, strict=True):
        assert dumped["reports"] == []
        theirs = {each["id"]: each["location"] for each in dumped["state"]["pieces"]}
        ours = {each.id: Answers(step.after, each)["LocationName"] for each in step.after.pieces()}
        assert {piece: theirs[piece] for piece in ours} == ours
