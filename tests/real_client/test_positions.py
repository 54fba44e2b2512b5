"""Odd logs, as a running engine replays them: moves onto what is not there, shuffles of what has changed, undo."""

import json
import os
import subprocess
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

import pytest

from tests.vassal import dumps
from vassal import commands, savefile
from vassal.commands import Command
from vassal.logwriter import LogWriter
from vassal.lying import OWN
from vassal.module import Module
from vassal.pieces import stack
from vassal.standing import Pile, Standing
from vassal.timeline import Timeline

pytestmark = [pytest.mark.real_client, pytest.mark.shared_samples]

PLACES = (
    *(("Field", 221, 224), ("Field", 277, 192), ("Field", 332, 224), ("Table", 100, 100)),
    *(("Cup map", 60, 60), ("Cup map", 140, 60), ("Cup map", 220, 60), ("Cup map", 300, 200)),
)
STEPS = 150


class OddPlayer:
    """Does what no player would do, but a damaged or edited log might say."""

    def __init__(self, log: LogWriter, seed: int) -> None:
        self._log = log
        self._random = Random(seed)

    def step(self) -> None:
        """Make one step, or take one back."""
        chance = self._random.random()
        if chance < 0.2 and len(self._log) > 3 and self._log.undoable:
            self._log.undo()
            return
        with self._log.step():
            for _ in range(self._random.choice([1, 1, 2, 3])):
                for command in self._commands():
                    self._log.do(command)

    def _commands(self) -> Iterator[Command]:
        chance = self._random.random()
        if chance < 0.55:
            yield self._move()
        elif chance < 0.7:
            yield commands.add(stack(str(next(self._log.ids)), *self._place(), self._pieces(3), 0))
        elif chance < 0.9:
            yield self._shuffle(self._stack())
        elif chance < 0.95:
            yield commands.make("remove", id=self._stack().id)
        else:
            yield commands.make("remove", id=self._pieces(1)[0])

    def _move(self) -> Command:
        things = [thing for thing in self._things() if thing.map]
        thing = self._random.choice(things)
        map_name, (x, y) = self._place()
        under = self._random.choice(["null", "null", self._random.choice(things).id])
        fields = {"old_map": thing.map, "old_under": "null", "under": under, "player": self._log.player}
        return commands.make("move", id=thing.id, map=map_name, x=x, y=y, old_x=thing.x, old_y=thing.y, **fields)

    def _shuffle(self, pile: Pile) -> Command:
        orders = [self._random.sample(pile.members, len(pile.members)) for _ in range(2)]
        new, old = (";".join((pile.map, str(pile.x), str(pile.y), *order, "@@0")) for order in orders)
        return commands.make("change", id=pile.id, state=new, old_state=old)

    def _stack(self) -> Pile:
        return self._random.choice(
            [each for each in self._things() if isinstance(each, Pile) and not each.deck and each.map]
        )

    def _pieces(self, number: int) -> list[str]:
        return [each.id for each in self._random.sample(self._log.position.pieces(), number)]

    def _things(self) -> list[Standing | Pile]:
        things = sorted(self._log.position.things.values(), key=lambda thing: thing.id)
        return [thing for thing in things if not thing.id.startswith(OWN)]

    def _place(self) -> tuple[str, tuple[int, int]]:
        map_name, x, y = self._random.choice(PLACES)
        return map_name, (x, y)


@pytest.mark.parametrize("seed", [1, 2])
def test_odd_commands_leave_the_same_board(engine: Path, samples: Path, tmp_path: Path, seed: int) -> None:
    vmod, path = samples / "chron-hidden.vmod", tmp_path / "odd.vlog"
    module = Module.open(vmod)
    save = savefile.read(samples / "s01_start.vsav")
    log = LogWriter(Timeline.of(save, module).start, count(1_800_000_000_000), players={"p1": "pw"})
    player = OddPlayer(log, seed)
    while len(log) < STEPS:
        player.step()
    savefile.write(path, log.save(save.metadata, save.module))

    who = {**os.environ, "JOPT": "-Dprobe.user=Ann -Dprobe.password=pw"}
    asked = [engine, "step", vmod, path]
    answer = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=300, env=who)

    _, *steps = [json.loads(line) for line in answer.stdout.splitlines()]
    replayed = [step for step in Timeline.of(savefile.read(path), module).steps if step.click]
    for step, said in zip(replayed, steps, strict=True):
        assert said["reports"] == []
        assert dumps.said(said["state"]) == dumps.shown(step.after, traits=False)
