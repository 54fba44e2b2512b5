"""A short log to try things on: a boast, the first phase, and units dragged across the map."""

from functools import cache
from itertools import count
from pathlib import Path

import assets
from builder.build import lock_of, saved_at
from builder.plan import plan
from builder.setups import save_of
from hexmeister.modules import module_of
from tests.rules.shared.sample import sample
from vassal import commands, savefile
from vassal.ground import ModuleGround
from vassal.logwriter import LogWriter
from vassal.position import Position

SAMPLE = sample()
HOSTILE = '<script>alert(1)</script>\x1b[31m"'
PASSWORD = "hunter2"


@cache
def set_up() -> bytes:
    """The ready set-up of the scenario as the module brings it along."""
    game = assets.load(SAMPLE.GAME)
    planned = plan(game, None, lock_of(game))
    scenario = game.scenarios[SAMPLE.SCENARIO]
    return save_of(planned.making, planned.root, scenario, ready=True, saved=saved_at(planned.making))


def table(*player: object) -> LogWriter:
    """A log that begins with the set-up; if a player is named, he writes it."""
    save = savefile.read(set_up())
    ground = ModuleGround(module_of(save, SAMPLE.GAME))
    return LogWriter(Position.of(save.initial, ground), count(9_000_000), *player)


def written(writer: LogWriter) -> bytes:
    """The file of a log."""
    save = savefile.read(set_up())
    return savefile.encode(writer.save(metadata=save.metadata, module=save.module))


@cache
def dragged(units: int = 4) -> bytes:
    """A log in which somebody boasts, and units are dragged across the map."""
    board, side = assets.load(SAMPLE.GAME).handling.board, next(iter(assets.load(SAMPLE.GAME).sides.values()))
    writer = table("p1", {"p1": PASSWORD})
    writer.do(commands.make("player", id="p1", name=HOSTILE, side=side.record))
    writer.do(commands.make("chat", text=f"&lt;{HOSTILE}&gt; - {HOSTILE}"))
    with writer.step():
        SAMPLE.goes_on(writer)
    for piece in [each for each in writer.position.pieces() if each.map == board][:units]:
        writer.move(piece.id, board, piece.x + 500, piece.y)
    return written(writer)


def write(path: Path, content: bytes) -> Path:
    """A file with this content."""
    path.write_bytes(content)
    return path
