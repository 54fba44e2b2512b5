"""A fixed corpus of logs, made from seeds: legal games, and the same with a breach at their end, of every game.

The number of a log tells its game, scenario, seed, length and breach; so a corpus is as good as its seeds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from rules.engine.actions import Action
from tests.rules.shared.kit import Kit, kits
from tests.rules.shared.mutating import Mutant, Tally
from tests.rules.shared.play import Turn
from tests.rules.shared.workshop import workshop_of
from vassal import savefile
from vassal.errors import VassalError

SHORTEST, LONGEST = 120, 420
"""Actions of a game of the corpus."""
MOMENTS = 40
"""So many moments at its end are tried for a breach."""
FIRST_SEED = 50_000


def corpus(count: int, first: int = 0) -> Iterator[tuple[str, bytes]]:
    """The logs of these numbers, each with a name that tells how it is made; every other one ends with a breach."""
    known = kits()
    for number in range(first, first + count):
        kit = known[number % len(known)]
        chance = Random(FIRST_SEED + number)
        scenario = chance.choice(kit.scenarios)
        turns = list(kit.play(scenario, FIRST_SEED + number, chance.randrange(SHORTEST, LONGEST)))
        name = f"{number:05}-{kit.name}-{scenario}"
        broken = _breaches(kit, scenario, turns, chance) if number // len(known) % 2 else iter(())
        log = next((log for mutant in broken if (log := _broken(kit, scenario, turns, mutant))), None)
        yield (f"{name}-breach", log) if log else (name, _log(kit, scenario, turns, None))


def _broken(kit: Kit[Any, Any], scenario: str, turns: Sequence[Turn[Any]], mutant: Mutant) -> bytes | None:
    """The log of a breach; nothing where nobody can write it into a log."""
    try:
        return _log(kit, scenario, turns, mutant)
    except VassalError:
        return None


def _breaches(kit: Kit[Any, Any], scenario: str, turns: Sequence[Turn[Any]], chance: Random) -> Iterator[Mutant]:
    """Breaches at one of the last moments of a game."""
    battle = kit.scenario(scenario)
    moments = [kit.occasion(battle, turn.before, turn.action) for turn in turns[-MOMENTS:]]
    chance.shuffle(moments)
    known = {id(turn.before) for turn in turns}
    return (each for each in kit.breaches.mutants(moments, Tally(), 1) if id(each.before) in known)


def _log(kit: Kit[Any, Any], scenario: str, turns: Sequence[Turn[Any]], mutant: Mutant | None) -> bytes:
    """The log of a game, up to the moment of its breach if it has one."""
    workshop = workshop_of(kit.name)
    scribe, writer = workshop.scribe(scenario), workshop.writer(scenario)
    until = next((place for place, turn in enumerate(turns) if mutant and turn.before is mutant.before), len(turns))
    acts: list[tuple[Any, Action]] = [(turn.before, turn.action) for turn in turns[:until]]
    writer.foresee([*(action for _, action in acts), *(mutant.actions if mutant else ())])
    for before, action in acts:
        scribe.write(writer.entries(before, action))
    if mutant:
        position = mutant.before
        referee = kit.edition(kit.scenario(scenario), kit.switches, position).referee
        for action in mutant.actions:
            scribe.write(writer.entries(position, action))
            position = referee.play(position, action)
    return savefile.encode(scribe.log())
