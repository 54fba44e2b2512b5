"""Which scenario exercises which rule: in a legal random game it could have been broken, or made something due.

`python -m tests.rules.shared.exercised GAME 8` counts anew in eight games of each scenario and writes what it
found; `… GAME 8 20` goes on to the twentieth. The page is made with the documentation.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import yaml

import assets
from assets.schema import Scenario
from rules.audit.games import game_of
from rules.engine.rulebook import Entry
from tests.rules.shared.casebook import folder
from tests.rules.shared.home import home
from tests.rules.shared.kit import Kit, kits
from tests.rules.shared.mutating import Breaches
from tests.rules.shared.pages import title
from tests.rules.shared.play import Turn

UNMET = "unmet.yaml"
FIRST_SEED, MOST = 2000, 20_000
SHAPE = (
    *("map", "turns", "own_edges", "setup", "assign", "mounted", "cup", "picks", "changes"),
    *("placement", "markers_at", "reduced", "starts", "structures", "points", "supply"),
)
"""What of a scenario decides over the occasions that it gives; its texts do not."""
MET, NOT_MET = "●", ""

PAGE_TEXT = """# Which scenario exercises which rule: {title}

Counted by `python -m tests.rules.shared.exercised` in {games} random legal games of each scenario, set-up included. A
scenario exercises a rule if in one of them a mutator found an occasion, a moment at which the rule could have been
broken by what somebody does next or by what follows from it; or if the rule made something due that had to be done. A
mark says that it was so; no mark says only that these games did not come to it.

| rules that bind, for no human to judge | counted | met | in every scenario | in one only | not met |
| --- | --- | --- | --- | --- | --- |
| {binding} | {counted} | {met} | {everywhere} | {once} | {unmet} |

The other {left_out} rules are not counted: what they permit, define or bring about has no breach of its own and is not
due, so that nothing says when they are met.
[The figures]({figures}) name where a breach of each shows, or why there is none.

| scenario | | rules met | met nowhere else |
| --- | --- | --- | --- |
{scenarios}

**Not met in these games:**

{reasons}

**Rule by rule**

| rule | what it is about | {names} |
| --- | --- | {lines} |
{rows}
"""


class Scene(msgspec.Struct, frozen=True):
    """A scenario as it was when it was counted: a fingerprint of what it sets up, and the rules that were met."""

    digest: str
    rules: tuple[str, ...]


class Count(msgspec.Struct, frozen=True):
    """What was counted: in so many games of each scenario."""

    games: int
    scenarios: dict[str, Scene]


@dataclass(frozen=True)
class Ground:
    """The scenarios of a game, how random games of them are played, and the mutators that look for occasions."""

    kit: Kit[Any, Any]
    play: Callable[[str, int, int], Iterator[Turn[Any]]]

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.kit.stage.game

    @cached_property
    def scenarios(self) -> Mapping[str, Scenario]:
        """The scenarios as they are now."""
        return assets.load(self.game).scenarios

    @cached_property
    def binding(self) -> Mapping[str, Entry]:
        """The rules that bind and that no human has to judge."""
        entries = game_of(self.game).book.entries
        return {name: entry for name, entry in entries.items() if entry.binding and entry.human is None}

    @cached_property
    def counted(self) -> tuple[str, ...]:
        """Those of them that a mutator breaks, or that were met without one, in the order of the book."""
        broken = {each.rule for each in self.kit.breaches.all}
        met = {rule for scene in self.known().scenarios.values() for rule in scene.rules} if self.data.is_file() else ()
        return tuple(name for name in self.binding if name in broken or name in met)

    @property
    def data(self) -> Path:
        """Where lies what was counted."""
        return home(self.game) / "scenarios.json"

    @property
    def page(self) -> str:
        """The page of the docs."""
        return f"scenarios-{self.game}.md"

    @property
    def unmet(self) -> dict[str, str]:
        """By rule: why no scenario exercises it."""
        path = folder(self.game) / UNMET
        found = yaml.safe_load(path.read_text(encoding="utf-8")) if path.is_file() else {}
        return msgspec.convert(found or {}, dict[str, str])

    def known(self) -> Count:
        """What was counted last."""
        return msgspec.json.decode(self.data.read_bytes(), type=Count)

    def met(self, scenario: str, games: Iterable[Iterable[Turn[Any]]]) -> set[str]:
        """The rules for which a mutator finds an occasion in these games of a scenario, or that make something due."""
        battle, found = self.kit.scenario(scenario), set[str]()
        for turns in map(list, games):
            found |= {due.rule for turn in turns for due in turn.before.due if due.must} & self.binding.keys()
            left: Breaches[Any] = Breaches()
            left.all = [each for each in self.kit.breaches.all if each.rule in self.binding and each.rule not in found]
            moments = (self.kit.occasion(battle, turn.before, turn.action) for turn in turns)
            found |= {mutant.rule for mutant in left.mutants(moments, Counter(), 1)}
        return found

    def count(self, first: int, end: int) -> Count:
        """What is met in the games of these numbers, or was met in those before them."""
        scenes, known = {}, self.known().scenarios if first else {}
        for name, scenario in self.scenarios.items():
            found = self.met(name, (self.play(name, FIRST_SEED + seed, MOST) for seed in range(first, end)))
            if first:
                found |= {*known[name].rules}
            scenes[name] = Scene(digest(scenario), tuple(rule for rule in self.binding if rule in found))
            print(self.game, name, len(scenes[name].rules), flush=True)
        return Count(end, scenes)

    def text(self, count: Count) -> str:
        """The page of the docs."""
        tally = Counter(rule for scene in count.scenarios.values() for rule in scene.rules)
        sole = Counter(name for name, scene in count.scenarios.items() for rule in scene.rules if tally[rule] == 1)
        reasons = "\n".join(f"* {name}: {self.unmet[name]}." for name in self.counted if name in self.unmet)
        scenarios = (
            f"| {name} | {scenario.title.en}{self._then(count, name)} | {len(scene.rules)} | {sole[name]} |"
            for name, scene in count.scenarios.items()
            if (scenario := self.scenarios.get(name))
        )
        return PAGE_TEXT.format(
            title=title(self.game),
            games=count.games,
            binding=len(self.binding),
            counted=len(self.counted),
            met=len(tally),
            everywhere=sum(times == len(count.scenarios) for times in tally.values()),
            once=sole.total(),
            unmet=len(self.counted) - len(tally),
            left_out=len(self.binding) - len(self.counted),
            figures=f"figures-{self.game}.md",
            scenarios="\n".join(scenarios),
            reasons=reasons or "none",
            names=" | ".join(count.scenarios),
            lines=" | ".join(":-:" for _ in count.scenarios),
            rows="\n".join(self._row(rule, count) for rule in self.counted),
        )

    def _then(self, count: Count, name: str) -> str:
        """A remark, if what the scenario sets up is no longer what was counted."""
        same = count.scenarios[name].digest == digest(self.scenarios[name])
        return "" if same else " (as it was set up when it was counted)"

    def _row(self, rule: str, count: Count) -> str:
        marks = (MET if rule in scene.rules else NOT_MET for scene in count.scenarios.values())
        return f"| {rule} | {self.binding[rule].title} | {' | '.join(marks)} |"


GROUNDS = tuple(Ground(kit, kit.play) for kit in kits())


def digest(scenario: Scenario) -> str:
    """A fingerprint of what a scenario sets up, without its texts."""
    return sha256(msgspec.json.encode([getattr(scenario, name) for name in SHAPE])).hexdigest()[:16]


def main(game: str, first: int, end: int) -> None:
    """Count for a game, and write what was counted."""
    ground = next(each for each in GROUNDS if each.game == game)
    found = msgspec.json.encode(ground.count(first, end))
    ground.data.write_bytes(msgspec.json.format(found, indent=1) + b"\n")


if __name__ == "__main__":
    name, *numbers = sys.argv[1:]
    main(name, int(numbers[0]) if len(numbers) > 1 else 0, int(numbers[-1]))
