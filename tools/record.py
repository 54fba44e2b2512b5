"""`python -m tools.record`: plays the games that the demo shows, and writes their logs in every language.

At the first occasion for each wrong act that act is done instead of a legal one.
"""

import sys
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any, Final

import assets
from builder.build import lock_of, saved_at
from builder.module import Options
from builder.plan import plan
from builder.setups import save_of
from hexmeister.examples.games import LOGS, RECORDED
from hexmeister.language import LANGUAGES
from hexmeister.modules import module_of
from rules.audit.scribe import Scribe
from tests.rules.shared.kit import kit_of
from tests.rules.shared.mutating import Breach
from tests.rules.shared.play import Turn
from tests.rules.shared.sample import sample
from tests.rules.shared.workshop import workshop_of
from vassal import savefile
from vassal.savefile import SaveFile
from vassal.wire import Form

SAMPLE: Final = sample()
KIT: Final = kit_of(SAMPLE.GAME)
SEEDS: Final = 100
ACTIONS: Final = 240
APART: Final = 10
"""So many actions at least lie between two wrong ones."""
PACKED: Final = Form("voxz")


def played(seed: int, wrong: tuple[str, ...] = ()) -> Iterator[Turn[Any]]:
    """The turns of a game, and an error at its end if there was no occasion for one of the wrong acts."""
    battle, player = KIT.scenario(SAMPLE.SCENARIO), KIT.player(SAMPLE.SCENARIO, Random(seed))
    position, left, last = KIT.begin(SAMPLE.SCENARIO), [_named(name) for name in wrong], 0
    for number in range(ACTIONS):
        found = player.turn(position)
        if found is None:
            break
        action, after = found
        occasion = KIT.occasion(battle, position, action)
        acts = next(iter(left[0].mutate(occasion)), None) if left and number - last >= APART else None
        if acts is None:
            yield Turn(position, action)
            position = after
            continue
        last = number
        del left[0]
        for act in acts if isinstance(acts, tuple) else (acts,):
            yield Turn(position, act)
            position, _ = player.referee.step(position, act)
    if left:
        raise NoOccasionError(left[0].name)


class NoOccasionError(LookupError):
    """A game gave no occasion for a wrong act."""


def seed() -> int:
    """The seed of the first game that has an occasion for all wrong acts."""
    for number in range(1, SEEDS):
        with suppress(NoOccasionError):
            deque(played(number, SAMPLE.WRONG), maxlen=0)
            return number
    raise NoOccasionError


def _named(name: str) -> Breach:
    return next(each for each in KIT.breaches.all if each.name == name)


def log_of(language: str, number: int, wrong: tuple[str, ...]) -> SaveFile:
    """The log of a game, tightly packed."""
    game = assets.load(SAMPLE.GAME)
    planned = plan(game, Options(language=language), lock_of(game))
    scenario = game.scenarios[SAMPLE.SCENARIO]
    begun = save_of(planned.making, planned.root, scenario, ready=False, saved=saved_at(planned.making))
    set_up = savefile.read(begun)
    scribe = Scribe(game, module_of(set_up, SAMPLE.GAME), set_up, language=language)
    writer = workshop_of(SAMPLE.GAME).writer(SAMPLE.SCENARIO)
    turns = list(played(number, wrong))
    writer.foresee([turn.action for turn in turns])
    for turn in turns:
        scribe.write(writer.entries(turn.before, turn.action))
    log = scribe.log()
    return SaveFile(log.commands, PACKED, log.metadata, log.module, log.entries)


def main() -> int:
    """Write the logs of both games in every language."""
    number = seed()
    for language in LANGUAGES:
        for name, wrong in zip(LOGS, ((), SAMPLE.WRONG), strict=True):
            folder = RECORDED / SAMPLE.GAME / language
            folder.mkdir(parents=True, exist_ok=True)
            savefile.write(folder / name, log_of(language, number, wrong))
    return 0


if __name__ == "__main__":
    sys.exit(main())
