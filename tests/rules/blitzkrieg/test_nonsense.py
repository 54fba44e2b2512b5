"""Whatever is said to have been done, the referee has an answer: nonsense is illegal, never an error."""

import inspect
from random import Random

import msgspec
import pytest

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.game import referee
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.blitzkrieg.battlefield import SWITCHES, Field

VERBS = [kind for _, kind in inspect.getmembers(do, inspect.isclass) if issubclass(kind, Action) and kind is not Action]
PURPOSES = [
    *("RALLY", "PANIC", "OPPFIRE", "RETURN", "RETREAT", "FIRE", "MELEE", "MINE", "DEPLETE", "EXHAUSTION", "RECOVERY"),
    *("DEMORAL", "TRANSMIT", "BARRAGE", "STUKA", "CANCEL", "NONE"),
]


def field() -> Field:
    made = Field().formation("F", "german", hq="1004").formation("G", "french", hq="1009")
    made.unit("tank", "tank", "F", "1005").unit("apc", "apc", "F", "1005").unit("foot", "infantry", "F", "1005")
    made.unit("foe", "infantry", "G", "1006").unit("gun", "at-gun", "G", "1008").unit("gone", "infantry", "G", "")
    made.chit("guns", "german", "artillery", medium=2).chit("stukas", "german", "stuka", stuka=2)
    for side in ("french", "german"):
        made.chit(f"{side} repeat", side, "repeat").chit(f"{side} general", side, "general")
        made.chit(f"{side} general.repeat", side, "repeat", "off")
    made.works, made.mines = ("1006",), ("1007",)
    return made


class Names(msgspec.Struct, frozen=True):
    """What there is to be named."""

    units: tuple[str, ...]
    chits: tuple[str, ...]
    formations: tuple[str, ...]

    @classmethod
    def of(cls, made: Field | Battle) -> "Names":
        """The names of a battlefield or of a scenario."""
        return cls(tuple(made.units), tuple(made.chits), tuple(made.formations))


class Nonsense:
    """Makes actions out of names that exist, in any combination, and hexes that need not exist."""

    def __init__(self, names: Names, rng: Random) -> None:
        self.rng = rng
        self.hexes = ["1005", "1006", "1007", "1008", "1106", "0101", "9999", "", "off"]
        self.units, self.chits, self.formations = list(names.units), list(names.chits), list(names.formations)

    def action(self) -> Action:
        kind = self.rng.choice([*VERBS, do.Move, do.Fire, do.Assault, Roll, Roll, Roll, do.OppFire, do.MeleeFire])
        if kind is Roll:
            dice = tuple(self.rng.randint(1, 6) for _ in range(self.rng.choice([1, 2, 2, 2])))
            who = self.rng.choice([*self.units, *self.formations, *self.chits])
            return self._roll(self.rng.choice(PURPOSES), who, dice)
        fields = msgspec.structs.fields(kind)
        return kind(**{each.name: self.value(each.name, each.type) for each in fields if each.name != "by"})

    def _roll(self, purpose: str, who: str, dice: tuple[int, ...]) -> Roll:
        named = {"EXHAUSTION": self.formations, "RECOVERY": self.formations, "DEMORAL": self.formations,
                 "CANCEL": self.chits, "BARRAGE": self.chits, "STUKA": self.chits}  # fmt: skip
        return (
            Roll(purpose=purpose, who=self.rng.choice(named.get(purpose, self.units)), dice=dice) if who else Roll("")
        )

    def value(self, name: str, kind: object) -> object:
        pick = self.rng.choice
        known = {
            "unit": self.units, "target": self.units, "observer": self.units, "carrier": self.units, "hex": self.hexes,
            "chit": self.chits, "formation": self.formations, "company": ["", *self.units], "also": ["", *self.chits],
            "turn": [1, 2, 9], "points": [0, 7], "column": [None, 0, 4, True, False], "result": ["french", "draw"],
        }  # fmt: skip
        match name:
            case "units":
                return tuple(self.rng.sample(self.units, self.rng.randint(1, 3)))
            case "path":
                return tuple(pick(self.hexes) for _ in range(self.rng.randint(0, 3)))
            case "on" if "tuple" in str(kind):
                return tuple(pick([*self.units, *self.formations]) for _ in range(self.rng.randint(0, 2)))
            case "salvos":
                return (f"{pick(self.chits)} {pick(['light', 'medium', 'stuka'])}",)
            case "piece":
                return pick([*self.units, *self.formations])
            case _ if name in known:
                return pick(known[name])
            case _:
                return pick(getattr(kind, "__args__", None) or [True, False])


@pytest.mark.parametrize("seed", range(4))
def test_nonsense_is_answered(seed):
    made = field()
    judge, rng = referee(made.battle(), SWITCHES), Random(seed)
    nonsense, position = Nonsense(Names.of(made), rng), made.position(acting="F")

    said = set[str]()
    for _ in range(1500):
        action = nonsense.action()
        position, ruling = judge.step(position, action)
        said.add(ruling.verdict)
    assert said >= {"illegal", "legal"}
