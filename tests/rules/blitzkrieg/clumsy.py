"""Games of clumsy players on a small battlefield: they do what is due, what they may, and now and then anything else.

Every game begins in another position: other ground, other pieces worn down, other markers in hand.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from random import Random

import msgspec

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.game import legal, referee
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.position import fingerprint
from tests.rules.blitzkrieg.battlefield import SWITCHES, Field
from tests.rules.blitzkrieg.test_nonsense import Nonsense

LENGTH = 60
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

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)
        made = field(self._rng)
        battle = made.battle()
        self._judge, self._legal = referee(battle, SWITCHES), legal(battle, SWITCHES)
        self._nonsense = Nonsense(made, self._rng)
        starts = (
            made.position(acting="F"), made.position(acting="G"), made.position(active="german"),
            made.position("TURN_END"), made.position("ADMIN"),
        )  # fmt: skip
        self.position = self._rng.choice(starts)

    def steps(self) -> Iterator[bytes]:
        """What happens, action by action."""
        for _ in range(LENGTH):
            action = self._rolled(self._next())
            self.position, ruling = self._judge.step(self.position, action)
            done = msgspec.json.encode([action, ruling.findings], order="deterministic")
            yield done + fingerprint(self.position).encode()

    def _next(self) -> Action:
        due = [option for each in self.position.due for option in each.options]
        chance = self._rng.random()
        if due and chance < 0.4:
            return self._rng.choice(due)
        if chance < 0.75:
            may = [action for action in self._legal(self.position) if not isinstance(action, do.Conclude)]
            if may:
                return self._rng.choice(may)
        return self._nonsense.action()

    def _rolled(self, action: Action) -> Action:
        if not isinstance(action, Roll) or action.dice:
            return action
        count = 1 if action.purpose == "CANCEL" else 2
        return msgspec.structs.replace(action, dice=tuple(self._rng.randint(1, 6) for _ in range(count)))


def digest(seed: int) -> str:
    """Sixteen hex digits that stand for all that happens in a game."""
    return hashlib.sha256(b"\n".join(Game(seed).steps())).hexdigest()[:16]
