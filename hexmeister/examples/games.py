"""Games of Blitzkrieg 1940 that a program plays by itself: one by the rules, and one with wrong acts in it."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

import assets
from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.game import referee, start
from rules.blitzkrieg.loading import load, open_switches
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.mutators import BREACHES, Occasion
from rules.blitzkrieg.randomplay import RandomPlayer
from rules.engine.mutating import Breach
from rules.engine.play import Turn

SCENARIO: Final = "hannut"
SEED: Final = 1
ACTIONS: Final = 240
WRONG: Final = ("fires_too_far", "moves_after_full_fire", "moves_too_far")
"""What is done wrongly, by the name of the mutator, in this order."""
APART: Final = 10
"""So many actions at least lie between two wrong ones."""


def write_games(folder: Path, language: str = "en") -> tuple[Path, Path]:
    """Write the log of a clean game and that of one with broken rules into a folder and return their paths."""
    return (
        _written(folder / "clean.vlog", (), language),
        _written(folder / "wrong.vlog", WRONG, language),
    )


def played(battle: Battle, wrong: tuple[str, ...] = ()) -> Iterator[Turn[Position]]:
    """The turns of a game; at the first occasion for each wrong act that act is done instead of a legal one."""
    switches = open_switches()
    player, judge, position = RandomPlayer(battle, switches, Random(SEED)), referee(battle, switches), start(battle)
    left, last = [_named(name) for name in wrong], 0
    for number in range(ACTIONS):
        found = player.turn(position)
        if found is None:
            return
        action, after = found
        occasion = Occasion(battle, position, action)
        acts = next(iter(left[0].mutate(occasion)), None) if left and number - last >= APART else None
        if acts is None:
            yield Turn(position, action)
            position = after
            continue
        last = number
        del left[0]
        for act in acts if isinstance(acts, tuple) else (acts,):
            yield Turn(position, act)
            position, _ = judge.step(position, act)


def _named(name: str) -> Breach:
    return next(each for each in BREACHES.all if each.name == name)


def _written(path: Path, wrong: tuple[str, ...], language: str) -> Path:
    from builder.build import lock_of, saved_at
    from builder.module import Options
    from builder.plan import plan
    from builder.setups import save_of
    from hexmeister.modules import module_of
    from rules.audit.scribe import Scribe
    from rules.blitzkrieg.writing import writer_of
    from vassal import savefile

    game = assets.load("blitzkrieg")
    planned = plan(game, Options(language=language), lock_of(game))
    begun = save_of(planned.making, planned.root, game.scenarios[SCENARIO], ready=False, saved=saved_at(planned.making))
    set_up = savefile.read(begun)
    scribe = Scribe(game, module_of(set_up, "blitzkrieg"), set_up, language=language)
    writer = writer_of(game, SCENARIO)
    turns = list(played(load(SCENARIO), wrong))
    writer.foresee([turn.action for turn in turns])
    for turn in turns:
        scribe.write(writer.entries(turn.before, turn.action))
    savefile.write(path, scribe.log())
    return path
