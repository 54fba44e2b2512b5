"""The kit of Caporetto: all that its proof needs to know of it.

`python -m tests.rules.caporetto.kit` counts anew how many broken rules are named, and writes the figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import assets
from rules.caporetto import actions as do
from rules.caporetto.battle import Battle
from rules.caporetto.game import referee
from rules.caporetto.loading import GAME
from rules.caporetto.model import Position, Unit
from rules.engine.referee import Referee
from rules.engine.writing import Deed, Go, Ref, Say
from tests.rules.caporetto.field import BATTLES, SWITCHES, battle, begin
from tests.rules.caporetto.mutators import BREACHES, Occasion
from tests.rules.caporetto.printing import edition, seen
from tests.rules.caporetto.randomplay import RandomPlayer, play
from tests.rules.caporetto.standing import stands
from tests.rules.shared.habits import Temper
from tests.rules.shared.kit import Kit, verbs_of
from tests.rules.shared.play import Turn
from tests.rules.shared.prepared import Stage

SEEDS = (1, 2)
BOOKS = frozenset({"Disorganise", "Lose", "Show"})
"""What is booked in any order."""


def _games() -> Iterator[tuple[str, Sequence[Turn[Position]]]]:
    for seed in SEEDS:
        for scenario in BATTLES:
            yield scenario, list(play(scenario, seed))


def _referee(field: Battle) -> Referee[Position]:
    return referee(field, SWITCHES)


def _drag(unit: str, place: str) -> tuple[Deed, ...]:
    return Go(Ref(unit), place), Say("step", Ref(unit), {"a": "Move"})


@cache
def _headquarters() -> frozenset[str]:
    """They mark who acts and stand in nobody's way: where one lies counts when it acts, and no more."""
    units = (counter for scenario in BATTLES for counter in battle(scenario).units.values())
    return frozenset(counter.id for counter in units if counter.kind.hq)


def _stands(position: Position, unit: str) -> str:
    return position.units[unit].hex if unit in position.units and unit not in _headquarters() else ""


def _off(unit: str) -> tuple[Deed, ...]:
    return Go(Ref(unit), "lost-$Box$", sent=True), Say("out", Ref(unit), {"what": "Lost"})


def _taken_away(position: Position, unit: str) -> Position:
    return position.but(units={**position.units, unit: Unit(box="lost")})


STAGE = Stage(GAME, stands, {kind.__name__.lower(): kind for kind in verbs_of(do)}, _referee)
TEMPER = Temper(
    sides=("ahg", "it"),
    phases=tuple(assets.load(GAME).chronicle.phases),
    stands=_stands,
    moves=frozenset({"step"}),
    books=frozenset({"state"}),
    switches=frozenset({"state"}),
    twice=frozenset({"done"}),
    unsaid=frozenset({"done"}),
    by_anybody=frozenset({"phase", "state", "disorganise", "loss", "out"}),
    # Nobody counts up and down, shoots at once, or says that he is done, in these games.
    lacks=frozenset({"miscounted", "other_first", "twice", "unsaid"}),
)
KIT = Kit(
    scenarios=BATTLES,
    in_part=frozenset({"legend", "miracle"}),
    play=play,
    begin=begin,
    by_reading=lambda scenario, rng, switches: RandomPlayer(battle(scenario), switches, rng),
    verbs=verbs_of(do),
    ends=(),
    breaches=BREACHES,
    occasion=Occasion,
    stage=STAGE,
    scenario=battle,
    games=_games,
    edition=edition,
    seen=seen,
    switches=SWITCHES,
    temper=TEMPER,
    at_once={"Command": frozenset({"Slot"}), "Acting": BOOKS, "Supply": BOOKS, "Rally": BOOKS},
    moment=lambda position: (position.turn, position.state, position.mover),
    drag=_drag,
    off=_off,
    usual={"a": "Move"},
    rides=lambda position, unit: False,
    sight=lambda scenario: lambda one, other: True,
    alike=lambda made, one, other: False,
    bears=lambda position, unit: False,
    taken_away=_taken_away,
    land=lambda made: made.ground.grid,
    over=lambda position: position.stack[0] == "Victory" and position.turn == battle(BATTLES[0]).last,
)

if __name__ == "__main__":
    print(KIT.count())
