"""The kit of Blitzkrieg: all that its proof needs to know of it.

`python -m tests.rules.blitzkrieg.kit` counts anew how many broken rules are named, and writes the figures.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence

from msgspec.structs import replace

import assets
from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.fire.sight import READINGS, Views
from rules.blitzkrieg.game import start
from rules.blitzkrieg.loading import open_switches
from rules.blitzkrieg.model import Position
from rules.engine.writing import Deed, Go, Ref, Say
from tests.rules.blitzkrieg.golden import SCENARIOS, battle, play
from tests.rules.blitzkrieg.mutators import BREACHES, Occasion
from tests.rules.blitzkrieg.prepared import STAGE
from tests.rules.blitzkrieg.printing import GAME, edition, seen
from tests.rules.blitzkrieg.randomplay import RandomPlayer
from tests.rules.shared.habits import Temper, stands
from tests.rules.shared.kit import Kit, verbs_of
from tests.rules.shared.play import Turn

GAMES, FIRST_SEED = 10, 1000


def _games() -> Iterator[tuple[str, Sequence[Turn[Position]]]]:
    for scenario in SCENARIOS:
        for seed in range(FIRST_SEED, FIRST_SEED + GAMES):
            yield scenario, list(play(scenario, seed, 10_000))


def _moment(position: Position) -> Hashable:
    """The activity that goes on, and the part of a round of a melee."""
    acting, melee = position.activation, position.melee
    return (
        position.turn,
        position.drawn,
        position.state if position.state in {"SETUP", "ADMIN", "DRAW", "DECIDE", "TURN_END"} else "",
        acting and (acting.formations, acting.chits, acting.by),
        melee and (melee.hex, melee.round, melee.part),
    )


def _drag(unit: str, place: str) -> tuple[Deed, ...]:
    return Go(Ref(unit), place), Say("step", Ref(unit), {"a": "Move", "col": "no"})


def _off(unit: str) -> tuple[Deed, ...]:
    return Go(Ref(unit), "lost-$Box$"), Say("out", Ref(unit), {"what": "Lost"})


def _sight(scenario: str) -> Callable[[str, str], object]:
    views = Views(battle(scenario))

    def look(one: str, other: str) -> object:
        return [views._look(one, other, reading).clear for reading in READINGS]

    return look


def _alike(made: Battle, one: str, other: str) -> bool:
    rides = {name for each in made.riders for name in (each.carrier, *each.companies)}
    arrives = {name for each in made.arrivals for name in each.units}
    return not {one, other} & (rides | arrives) and not made.units[one].kind.hq


def _bears(position: Position, unit: str) -> bool:
    aboard = {each.aboard for each in position.units.values()}
    return bool(position.units[unit].aboard) or unit in aboard or unit.endswith(".hq")


def _taken_away(position: Position, unit: str) -> Position:
    gone = replace(position.units[unit], hex="", box="lost")
    return position.but(units={**position.units, unit: gone})


TEMPER = Temper(
    sides=("german", "french"),
    phases=tuple(assets.load(GAME).chronicle.phases),
    stands=stands,
    moves=frozenset({"step"}),
    books=frozenset({"state", "loss"}),
    switches=frozenset({"state"}),
    twice=frozenset({"done", "fireend", "aim"}),
    unsaid=frozenset({"fireend", "actend"}),
    never=frozenset({"sliding", "belated", "astray", "back_again"}),
    # Who drags a piece there and back has moved it twice, and pays for it.
    by_anybody=frozenset({"phase", "vp"}),
    lacks=frozenset({"miscounted", "other_first", "lagging", "skipping"}),
)
KIT = Kit(
    scenarios=SCENARIOS,
    play=play,
    begin=lambda scenario: start(battle(scenario)),
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
    quiet=frozenset({"DRAW"}),
    moment=_moment,
    drag=_drag,
    off=_off,
    usual={"a": "Move"},
    sight=_sight,
    alike=_alike,
    bears=_bears,
    taken_away=_taken_away,
    of_one_side=frozenset({"BLZ-3.4a", "BLZ-3.4b", "BLZ-6.1f"}),
    rides=lambda position, unit: bool(position.units[unit].aboard),
    at_once={"MELEE": frozenset({"MeleeFire"})},
)

if __name__ == "__main__":
    print(KIT.count())
