"""`python -m tools.record`: plays the games that the demo shows, and writes their logs in every language.

At the first occasion for each wrong act that act is done instead of a legal one.
"""

import sys
from collections.abc import Iterator
from random import Random
from typing import Final

import assets
from builder.build import lock_of, saved_at
from builder.module import Options
from builder.plan import plan
from builder.setups import save_of
from hexmeister.examples.games import GAMES, RECORDED
from hexmeister.language import LANGUAGES
from hexmeister.modules import module_of
from rules.audit.scribe import Scribe
from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.game import referee, start
from rules.blitzkrieg.loading import load, open_switches
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.writing import writer_of
from tests.rules.blitzkrieg.mutators import BREACHES, Occasion
from tests.rules.blitzkrieg.randomplay import RandomPlayer
from tests.rules.shared.mutating import Breach
from tests.rules.shared.play import Turn
from vassal import savefile
from vassal.savefile import SaveFile
from vassal.wire import Form

GAME: Final = "blitzkrieg"
SCENARIO: Final = "hannut"
SEED: Final = 1
ACTIONS: Final = 240
WRONG: Final = ("fires_too_far", "moves_after_full_fire", "moves_too_far")
"""What is done wrongly, by the name of the mutator, in this order."""
APART: Final = 10
"""So many actions at least lie between two wrong ones."""
PACKED: Final = Form("voxz")


def played(battle: Battle, wrong: tuple[str, ...] = ()) -> Iterator[Turn[Position]]:
    """The turns of a game."""
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


def log_of(language: str, wrong: tuple[str, ...]) -> SaveFile:
    """The log of a game, tightly packed."""
    game = assets.load(GAME)
    planned = plan(game, Options(language=language), lock_of(game))
    begun = save_of(planned.making, planned.root, game.scenarios[SCENARIO], ready=False, saved=saved_at(planned.making))
    set_up = savefile.read(begun)
    scribe = Scribe(game, module_of(set_up, GAME), set_up, language=language)
    writer = writer_of(game, SCENARIO)
    turns = list(played(load(SCENARIO), wrong))
    writer.foresee([turn.action for turn in turns])
    for turn in turns:
        scribe.write(writer.entries(turn.before, turn.action))
    log = scribe.log()
    return SaveFile(log.commands, PACKED, log.metadata, log.module, log.entries)


def main() -> int:
    """Write the logs of both games in every language."""
    for language in LANGUAGES:
        for name, wrong in zip(GAMES, ((), WRONG), strict=True):
            folder = RECORDED / language
            folder.mkdir(parents=True, exist_ok=True)
            savefile.write(folder / name, log_of(language, wrong))
    return 0


if __name__ == "__main__":
    sys.exit(main())
