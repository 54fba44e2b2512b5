"""The kit of Barbarossa: all that its proof needs to know of it.

`python -m tests.rules.barbarossa.kit` counts anew how many broken rules are named, and writes the figures.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence

from msgspec.structs import replace

import assets
from rules.barbarossa import actions as do
from rules.barbarossa.fire.sight import sees
from rules.barbarossa.setup.beginning import begin
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.loading import open_switches
from rules.barbarossa.state.model import Position
from rules.engine.actions import Action
from rules.engine.writing import Deed, Go, Held, Ref, Say
from tests.rules.barbarossa.many import SCENARIOS, battle, play
from tests.rules.barbarossa.mutators import BREACHES, Occasion
from tests.rules.barbarossa.prepared import STAGE
from tests.rules.barbarossa.printing import GAME, edition, seen
from tests.rules.barbarossa.randomplay import RandomPlayer
from tests.rules.shared.habits import Temper, stands
from tests.rules.shared.kit import Kit, verbs_of
from tests.rules.shared.play import Turn

SEEDS = (1, 2, 3)


def _games() -> Iterator[tuple[str, Sequence[Turn[Position]]]]:
    for seed in SEEDS:
        for scenario in SCENARIOS:
            yield scenario, list(play(scenario, seed))


def _moment(position: Position) -> Hashable:
    """The step of a round."""
    return position.round, position.state


def _drag(unit: str, place: str) -> tuple[Deed, ...]:
    return Go(Ref(unit), place), Say("step", Ref(unit), {"a": "Move", "face": Held("Face")})


def _off(unit: str) -> tuple[Deed, ...]:
    return Go(Ref(unit), "lost-$Box$"), Say("out", Ref(unit), {"what": "Lost"})


def _sight(scenario: str) -> Callable[[str, str], object]:
    case = Case(battle(scenario), open_switches(), begin(battle(scenario)), Action())
    return lambda one, other: (sees(case, one, other).answer, sees(case, one, other).why)


def _bears(position: Position, unit: str) -> bool:
    one = position.units[unit]
    carries = any(unit in {each.carrier, each.shelter} for each in position.units.values())
    return carries or bool(one.carrier or one.shelter or one.order or one.running or one.group) or ".hq" in unit


def _taken_away(position: Position, unit: str) -> Position:
    return position.but(units={**position.units, unit: replace(position.units[unit], hex="", out=True)})


TEMPER = Temper(
    sides=("german", "soviet"),
    phases=tuple(assets.load(GAME).chronicle.phases),
    stands=stands,
    moves=frozenset({"step"}),
    books=frozenset({"mark", "state"}),
    numbers=frozenset({"mark"}),
    switches=frozenset({"state"}),
    twice=frozenset({"done", "halt", "face", "aim", "found", "fireend", "state"}),
    unsaid=frozenset({"done", "fireend"}),
    by_anybody=frozenset(
        {
            "mark",
            "state",
            "phase",
            "roll",
            "aim",
            "fire",
            "check",
            "out",
            "halt",
            "step",
            "found",
            "ride",
            "complete",
        }
    ),
    at_once=frozenset({"S2", "S3"}),
)
KIT = Kit(
    scenarios=SCENARIOS,
    play=play,
    begin=lambda scenario: begin(battle(scenario)),
    by_reading=lambda scenario, rng, switches: RandomPlayer(battle(scenario), switches, rng),
    verbs=verbs_of(do),
    ends=(do.Conclude,),
    breaches=BREACHES,
    occasion=Occasion,
    stage=STAGE,
    scenario=battle,
    games=_games,
    edition=edition,
    seen=seen,
    switches=open_switches(),
    temper=TEMPER,
    hidden=lambda position, unit: position.units[unit].out or position.units[unit].hidden,
    quiet=frozenset({"S4", "S10"}),
    moment=_moment,
    drag=_drag,
    off=_off,
    usual={"a": "Move"},
    sight=_sight,
    faces=True,
    # Who fires from a hill sees over what is in the way, and is not seen from behind it: 12.13b speaks of the one way.
    mutual=lambda made, one, other: not (made.ground.hexes[one].level or made.ground.hexes[other].level),
    alike=lambda made, one, other: one in made.units and other in made.units,
    bears=_bears,
    taken_away=_taken_away,
    rides=lambda position, unit: bool(position.units[unit].carrier or position.units[unit].shelter),
    lays=lambda position: position.state not in {"PLANNING", "REVEAL"},
    at_once={"S2": frozenset({"Fire"}), "S3": frozenset({"Fire", "Smoke"})},
)

if __name__ == "__main__":
    print(KIT.count())
