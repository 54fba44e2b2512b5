"""Windows: a few actions out of the middle of random games, as logs that begin with the board as it lay there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from hexmeister.modules import module_of
from rules.audit.chain import Part, stories
from rules.audit.judged import Judged
from rules.audit.judging import Judge
from rules.audit.resting import Under
from rules.engine.actions import Action
from rules.engine.switches import Switches
from tests.rules.shared.habits import Page
from tests.rules.shared.kit import Kit
from tests.rules.shared.play import Turn
from tests.rules.shared.through import Edition
from vassal.savefile import SaveFile
from vassal.timeline import Timeline

SETTING_UP = 0.1
"""How often a window of a set-up is taken: there are many of them, each like the others."""


@dataclass(frozen=True)
class Window:
    """A few actions of a game, with the position before them."""

    kit: Kit[Any, Any]
    scenario: str
    seed: int
    at: int
    turns: Sequence[Turn[Any]]

    @property
    def name(self) -> str:
        """Where it can be found again."""
        return f"{self.scenario} {self.seed} at {self.at}"

    @property
    def before(self) -> Any:
        """The position with which it begins."""
        return self.turns[0].before

    @property
    def setting_up(self) -> bool:
        """Whether it begins in the set-up, however a game writes that: till it is over a piece may lie anywhere."""
        return any(state.upper() == "SETUP" for state in self.before.stack)

    @property
    def actions(self) -> tuple[Action, ...]:
        """What is done in it."""
        return tuple(turn.action for turn in self.turns)

    def edition(self) -> Edition[Any]:
        """How it is written and read."""
        return self.kit.edition(self.kit.scenario(self.scenario), self.kit.switches, self.before)

    def pages(self, edition: Edition[Any]) -> tuple[Page, ...]:
        """What its log shows, step by step."""
        edition.writer.foresee(self.actions)
        return tuple(
            Page(entry, turn.before)
            for turn in self.turns
            for entry in edition.writer.entries(turn.before, turn.action)
        )


def windows(
    kit: Kit[Any, Any], rng: Random, length: int, each: int = 20, limit: int = 1_500, *, settled: bool = False
) -> Iterator[Window]:
    """Windows without end: so many of each random game, from anywhere in it, or from where nothing is due."""
    while True:
        for scenario in kit.scenarios:
            seed = rng.randrange(10**6)
            turns = list(kit.play(scenario, seed, rng.randrange(60, limit)))
            able = [
                at
                for at, turn in enumerate(turns)
                if (rng.random() < SETTING_UP or not turn.before.within("SETUP"))
                and kit.lays(turn.before)
                and not (settled and any(due.must for due in turn.before.due))
            ]
            for at in sorted(rng.sample(able, min(each, len(able)))):
                yield Window(kit, scenario, seed, at, turns[at : at + length])


def judged(
    edition: Edition[Any], position: Any, *logs: SaveFile, switches: Switches | None = None, under: Under | None = None
) -> tuple[tuple[Judged, ...], tuple[Part, ...]]:
    """What is said of a log, or of several one after the other, the first of which goes on from a position.

    They are judged as players judge them: by the module that the program finds for the first. What is settled, and who
    judges where less is, has to be told by whoever wants to hear on what a finding rests.
    """
    module, said, parts = module_of(logs[0], edition.game.info.id), list[Judged](), list[Part]()
    timelines = [(f"log {place}", Timeline.of(save, module)) for place, save in enumerate(logs, 1)]
    for place, story in enumerate(stories(timelines, edition.seals)):
        judge: Judge[Any] = Judge(edition.referee, edition.reader, lambda _: 0, switches=switches, under=under)
        if place == 0:
            # As at the beginning of a real log, the reader meets the pieces where they lie.
            edition.reader.adopt(position, story[0].witness.board(story[0].timeline.start))
            judge.position, story[0] = position, replace(story[0], goes_on=True)
        said += (each for _, each in judge.story(story))
        parts += story
    return tuple(said), tuple(parts)
