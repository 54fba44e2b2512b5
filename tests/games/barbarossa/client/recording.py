"""Records a game of unit cards in the running engine, as those in `tests/games/barbarossa/played` were:

    ORACLE=… VASSAL_CLASSPATH=… python -m tests.games.barbarossa.client.recording crossroads 1 3 crossroads.clean.vlog
    … python -m tests.games.barbarossa.client.recording crossroads 11 4 crossroads.wrong-acts.vlog --wrong 11

A game with wrong acts is played with a module of which somebody took out what holds sealed orders fast. What was done
wrongly is printed, as far as nobody puts it right or makes up for it.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import yaml

import assets
from builder.module import Options
from tests.games.barbarossa.client.games import CardGame
from tests.real_client.standin import stand_in
from tests.real_client.table import Table
from vassal import savefile, wire
from vassal.archive import Archive
from vassal.convert import convert
from vassal.module import Module
from vassal.scrub import scrub

SEATS = {"german": "German", "soviet": "Soviet"}
LIMIT = 3000
BUILD_FILE = "buildFile.xml"
HELD_FAST = '(GetString("HX_Commit_"+GetString("Side")).equals(""))'
"""What the menu of orders asks before it writes one: whether its side has sealed them."""


def record(scenario: str, seed: int, rounds: int, target: Path, *, wrong: int) -> CardGame:
    """Play so many rounds and write their log, without the players' passwords and small."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        making, path = stand_in(assets.load("barbarossa"), folder, Options(density=75))
        save, log, plain = (folder / each for each in (f"{scenario}.vsav", "game.vlog", "plain.vlog"))
        with Archive(path) as archive:
            save.write_bytes(archive.read(save.name))
        module = Module.open(path)
        if wrong:
            tamper(path, save)
        with Table(Path(os.environ["ORACLE"]), path, folder) as table:
            game = CardGame(making, module, table, Random(seed), SEATS, scenario, wrong, daring=bool(wrong))
            game.start(save, log)
            game.go_on(rounds, LIMIT)
            game.end()
        scrub(log, plain)
        convert(plain, target, "xz")
    return game


def tamper(module: Path, save: Path) -> None:
    """Take out of a module and a set-up what holds sealed orders fast."""
    _replace(module, BUILD_FILE, lambda data: _loosened(data.decode()).encode())
    _replace(save, savefile.SAVED_GAME, lambda data: wire.encode(_loosened(wire.decode(data)[0])))


def _loosened(text: str) -> str:
    assert HELD_FAST in text
    return text.replace(HELD_FAST, "(true)")


def _replace(path: Path, entry: str, changed: Callable[[bytes], bytes]) -> None:
    """Write an archive anew with one of its entries changed."""
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    files[entry] = changed(files[entry])
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)


def main() -> None:
    """Record a game as the command line says, and print its wrong acts."""
    parser = argparse.ArgumentParser(description="Record a game of unit cards in the running engine.")
    parser.add_argument("scenario")
    parser.add_argument("seed", type=int)
    parser.add_argument("rounds", type=int)
    parser.add_argument("target", type=Path)
    parser.add_argument("--wrong", type=int, default=0, help="So many acts that break a rule, at most.")
    wish = parser.parse_args()
    game = record(wish.scenario, wish.seed, wish.rounds, wish.target, wrong=wish.wrong)
    print(yaml.safe_dump([{"step": step, "rule": rule} for step, rule in game.done], sort_keys=False), end="")


if __name__ == "__main__":
    main()
