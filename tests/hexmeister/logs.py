"""A short log of Blitzkrieg 1940 to try things on: a boast, the first phase, and companies dragged across the map."""

from functools import cache
from itertools import count
from pathlib import Path

import assets
from builder.build import lock_of, saved_at
from builder.plan import plan
from builder.setups import save_of
from hexmeister.modules import module_of
from vassal import commands, savefile
from vassal.ground import ModuleGround
from vassal.logwriter import LogWriter
from vassal.position import Position

HOSTILE = '<script>alert(1)</script>\x1b[31m"'
PASSWORD = "hunter2"


@cache
def set_up() -> bytes:
    """The ready set-up of Hannut as the module brings it along."""
    game = assets.load("blitzkrieg")
    planned = plan(game, None, lock_of(game))
    return save_of(planned.making, planned.root, game.scenarios["hannut"], ready=True, saved=saved_at(planned.making))


@cache
def dragged(companies: int = 4) -> bytes:
    """A log in which somebody boasts, and companies are dragged across the map."""
    save = savefile.read(set_up())
    ground = ModuleGround(module_of(save, "blitzkrieg"))
    writer = LogWriter(Position.of(save.initial, ground), count(9_000_000), "p1", {"p1": PASSWORD})
    writer.do(commands.make("player", id="p1", name=HOSTILE, side="French"))
    writer.do(commands.make("chat", text=f"&lt;{HOSTILE}&gt; - {HOSTILE}"))
    with writer.step():
        record = "<!--[#phase;new=1 Operations;old=1 Setup;s=French;t=1;p=Operations;log=game.vlog]-->"
        writer.report(f"French: 1 Operations{record}")
        writer.turn("TurnTracker0", "0|1;0;false;-1;2\\;0\\;0\\;false,true,true,true")
    for piece in [each for each in writer.position.pieces() if each.map == "Map"][:companies]:
        writer.move(piece.id, "Map", piece.x + 500, piece.y)
    return savefile.encode(writer.save(metadata=save.metadata, module=save.module))


def write(path: Path, content: bytes) -> Path:
    """A file with this content."""
    path.write_bytes(content)
    return path
