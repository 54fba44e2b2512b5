"""Games of clumsy players: they do what is due, what they may, and now and then anything else.

Every game begins in another position: on a small battlefield with other ground, other pieces worn down, other markers
in hand; in the set-up of a scenario; between two turns of one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from random import Random

import msgspec

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.game import legal, referee, start
from rules.blitzkrieg.model import Position
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.position import fingerprint
from tests.rules.blitzkrieg.battlefield import SWITCHES, Field
from tests.rules.blitzkrieg.printing import edition, seen
from tests.rules.blitzkrieg.test_nonsense import Names, Nonsense
from tests.rules.blitzkrieg.theatre import HANNUT, STONNE, opened, script
from tests.rules.shared.through import Through, through_a_log

LENGTH, LOGGED = 60, 30
PLACES = ("1004", "1005", "1006", "1007", "1008", "1105", "1106", "0906", "0907")
TERRAINS = ("open", "open", "woods", "village", "orchard", "impassable")
STATES = ("neutralised", "ooc", "opp")
GERMANS = ("tank", "apc", "infantry", "mg", "armoured-car", "assault-gun")
FRENCH = ("infantry", "mg", "at-gun", "tank", "motorcycle", "infantry")
HAND = ("cup", "cup", "held", "used", "skipped")


def field(rng: Random) -> Field:
    """A battlefield with both sides close to each other."""
    made = Field(rng.randint(1, 6))
    for place in PLACES:
        made.ground(place, terrain=rng.choice(TERRAINS), level=rng.choice((0, 0, 0, 1)))
    made.ground(roads=("1003", "1004", "1005", "1006"))
    for name, side, kinds, near in (("F", "german", GERMANS, PLACES[:5]), ("G", "french", FRENCH, PLACES[3:])):
        made.formation(name, side, hq=rng.choice(("1003", "1009", "1205")), **_worn(rng))
        made.formation(f"{name}2", side, hq=rng.choice(("1003", "1009")), **_worn(rng))
        for number, kind in enumerate(kinds):
            made.unit(f"{name} {number}", kind, rng.choice((name, name, f"{name}2")), rng.choice(near), **_state(rng))
        made.chit(f"{name} guns", side, "artillery", rng.choice(HAND), medium=2, light=1)
        for kind in ("repeat", "general"):
            made.chit(f"{side} {kind}", side, kind, rng.choice(HAND))
        made.chit(f"{side} general.repeat", side, "repeat", "off")
    made.chit("stukas", "german", "stuka", stuka=2)
    made.works, made.mines = tuple(rng.sample(PLACES, 2)), tuple(rng.sample(PLACES, 2))
    return made


def _worn(rng: Random) -> dict[str, object]:
    return {"exhausted": rng.random() < 0.3, "demoralised": rng.random() < 0.15, "activations": rng.choice((0, 0, 1))}


def _state(rng: Random) -> dict[str, object]:
    return {"steps": rng.choice((1, 2, 2)), **{name: True for name in STATES if rng.random() < 0.12}}


class Game:
    """A game as it goes: what is done, what is said of it, and the position after it."""

    def __init__(self, battle: Battle, position: Position, names: Names, rng: Random) -> None:
        self.battle, self.position, self._rng = battle, position, rng
        self._judge, self._legal = referee(battle, SWITCHES), legal(battle, SWITCHES)
        self._nonsense = Nonsense(names, rng)

    def steps(self, length: int = LENGTH) -> Iterator[bytes]:
        """What happens, action by action."""
        for _ in range(length):
            action = self._rolled(self.next())
            self.position, ruling = self._judge.step(self.position, action)
            done = msgspec.json.encode([action, ruling.findings], order="deterministic")
            yield done + fingerprint(self.position).encode()

    def next(self) -> Action:
        """What is done now."""
        due = [option for each in self.position.due for option in each.options]
        chance = self._rng.random()
        if due and chance < 0.4:
            return self._rng.choice(due)
        if chance < 0.75:
            may = self._allowed()
            if may:
                return self._rng.choice(may)
        return self._nonsense.action()

    def _allowed(self) -> list[Action]:
        return [action for action in self._legal(self.position) if not isinstance(action, do.Conclude)]

    def _rolled(self, action: Action) -> Action:
        if not isinstance(action, Roll) or action.dice:
            return action
        count = 1 if action.purpose == "CANCEL" else 2
        return msgspec.structs.replace(action, dice=tuple(self._rng.randint(1, 6) for _ in range(count)))


class SetUp(Game):
    """A set-up by players who know the one of the scenario, and change it where they like."""

    def __init__(self, battle: Battle, position: Position, names: Names, rng: Random) -> None:
        super().__init__(battle, position, names, rng)
        self._script = list(script(battle))
        self._hexes = sorted(battle.ground.hexes)

    def next(self) -> Action:
        """The next action of the set-up, as it should be or not; some are left out."""
        chance = self._rng.random()
        if chance < 0.1 or not self._script:
            return self._nonsense.action()
        action = self._script.pop(0)
        if chance < 0.15 and self._script:
            action = self._script.pop(0)
        if isinstance(action, do.Deploy) and chance > 0.8:
            place, reduced = self._rng.choice(self._hexes), self._rng.random() < 0.3
            return msgspec.structs.replace(action, hex=place, reduced=reduced)
        if isinstance(action, do.Fortify | do.LayMine) and chance > 0.8:
            return msgspec.structs.replace(action, hex=self._rng.choice(self._hexes))
        return action


class Careful(Game):
    """A game by players who do only what is due and what they may."""

    def next(self) -> Action:
        """What is done now; who lets something be speaks for one side."""
        open_ways = do.FallBack | do.Withdraw
        due = [each for due in self.position.due for each in due.options if not isinstance(each, open_ways)]
        if due and self._rng.random() < 0.6:
            return self._rng.choice(due)
        action = self._rng.choice(self._allowed() or due)
        return do.Decline(by=self._rng.choice(self.battle.sides)) if isinstance(action, do.Decline) else action

    def actions(self, length: int) -> tuple[Action, ...]:
        """What they do; it ends early if there is nothing that they may do."""
        done = list[Action]()
        while len(done) < length and (self._allowed() or any(due.options for due in self.position.due)):
            done.append(self._rolled(self.next()))
            self.position = self._judge.play(self.position, done[-1])
        return tuple(done)


def on_the_field(seed: int, players: type[Game] = Game) -> Game:
    """A game on the small battlefield."""
    rng = Random(seed)
    made = field(rng)
    starts = (
        made.position(acting="F"), made.position(acting="G"), made.position(active="german"),
        made.position("TURN_END"), made.position("ADMIN"),
    )  # fmt: skip
    return players(made.battle(), rng.choice(starts), Names.of(made), rng)


def logged(seed: int) -> Through:
    """A game of careful players, written as a log and read from it."""
    game = on_the_field(seed, Careful)
    begun = game.position
    actions = game.actions(LOGGED) if isinstance(game, Careful) else ()
    return through_a_log(edition(game.battle, SWITCHES, begun), begun, seen(game.battle, begun, actions))


def at_the_set_up(seed: int) -> Game:
    """A set-up."""
    rng, battle = Random(seed), (HANNUT, STONNE)[seed % 2]
    return SetUp(battle, start(battle), Names.of(battle), rng)


def between_turns(seed: int) -> Game:
    """The end of a turn of a scenario, whichever places are held, and the turn after it."""
    rng, battle = Random(seed), (HANNUT, STONNE)[seed % 2]
    places = sorted({*battle.victory.values, *battle.victory.hold})
    position = opened(battle).but(
        stack=(rng.choice(("TURN_END", "TURN_END", "DRAW")),),
        turn=rng.randint(1, battle.turns),
        points=rng.randint(0, 30),
        holders={place: rng.choice(battle.sides) for place in places},
        due=(),
    )
    worn = {name: _worn(rng) for name in battle.formations}
    for name, state in worn.items():
        position = position.formation(name, **state)
    return Game(battle, position, Names.of(battle), rng)


KINDS = {"field": on_the_field, "set-up": at_the_set_up, "turn": between_turns}
LENGTHS = {"field": 60, "set-up": 150, "turn": 30}


def digest(kind: str, seed: int) -> str:
    """Sixteen hex digits that stand for all that happens in a game."""
    return hashlib.sha256(b"\n".join(KINDS[kind](seed).steps(LENGTHS[kind]))).hexdigest()[:16]
