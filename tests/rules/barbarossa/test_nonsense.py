"""Whatever is said to have been done, the referee has an answer: nonsense is told, never an error."""

import inspect
from random import Random
from typing import get_args

import msgspec
import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.game import referee
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.barbarossa.field import CARDS, SWITCHES, Field

VERBS = [kind for _, kind in inspect.getmembers(do, inspect.isclass) if issubclass(kind, Action) and kind is not Action]
PURPOSES = ("FIRE", "MELEE", "TEST", "MINES", "SEARCH", "ROLLOFF", "PICK", "NONE")
STATES = ("SETUP", "PLANNING", "REVEAL", *(f"S{number}" for number in range(1, 13)))
CHOICES = {
    "hex": ("0505", "0504", "0503", "0600", "0510", "9999", ""),
    "also": ("0504", "0604", ""),
    "side": ("0504", ""),
    "facing": ("N", "SE", "", "?"),
    "kind": get_args(do.Shot),
    "status": get_args(do.Status),
    "what": get_args(do.Field),
    "purpose": PURPOSES,
    "to": (*STATES, "OVER"),
    "structure": ("b1", "w1", "m1", ""),
    "group": ("g", ""),
    "route": (("0504",), ("0504", "0503"), ()),
    "units": (("G1", "G2"), ()),
    "choice": ("", "trench", "bunker", "anti-tank"),
    "order": ("defend", "open_fire", "assault", "march", "smoke", "", "nothing"),
    "winner": ("german", ""),
    "by": ("german", "soviet", ""),
    "value": (-1, 0, 1, 2, 99),
    "points": (0, 1, 99),
    "count": (1, 99),
}


def field() -> Field:
    made = Field()
    for number, kind in enumerate(CARDS, start=1):
        for side in ("G", "S"):
            made.unit(f"{side}{number}", kind, "0505" if number % 3 else "0504", facing="N")
    made.unit("G90", "infantry", "", carrier="G10").unit("S90", "infantry", "0503", out=True, losses=5)
    made.built("b1", "bunker", "0505", facing="N").built("w1", "wire", "0505", side="0504")
    made.built("m1", "minefield", "0504", variety="anti-tank")
    orders = ("defend", "open_fire", "assault", "fire_on_move", "smoke", "ambush", "", "bombard_location", "air_strike")
    for number, unit in enumerate(list(made.units)):
        foe = unit.replace("G", "S") if unit[0] == "G" else unit.replace("S", "G")
        details = {"target": foe, "hex": "0504", "route": ("0504",), "facing": "N", "number": 2, "fire_from": "0504"}
        made.order(unit, orders[number % len(orders)], **details)
    return made


def nonsense(made: Field, rng: Random) -> Action:
    """An action of any kind, with pieces that exist in any combination, and hexes that need not exist."""
    units = tuple(made.units)
    kind = rng.choice([*VERBS, do.Fire, do.Fire, do.Strike, do.Mark, do.State, Roll])
    values: dict[str, object] = {}
    for each in msgspec.structs.fields(kind):
        if each.name in CHOICES:
            values[each.name] = rng.choice(CHOICES[each.name])
        elif each.name in {"unit", "who", "carrier", "other", "source"} or (kind is do.Duel and each.name == "target"):
            values[each.name] = rng.choice(units)
        elif each.name in {"target", "after", "beside", "finder", "piece", "observer"}:
            values[each.name] = rng.choice([*units, "b1", "m1", ""])
        elif each.name == "dice" and kind is Roll:
            values["dice"] = tuple(rng.randint(1, 6) for _ in range(rng.randint(0, 4)))
        elif each.name in {"dice", "accuracy", "number", "rounds"}:
            values[each.name] = rng.choice([None, 0, 2, 99])
        elif each.type is bool:
            values[each.name] = rng.choice([True, False])
    values.setdefault("what", "infantry") if kind is do.Buy else None
    return kind(**values)


@pytest.mark.parametrize("seed", range(20))
def test_nonsense_is_told(seed: int):
    made, rng = field(), Random(seed)
    judge = referee(made.battle(), SWITCHES)
    position = made.position(STATES[seed % len(STATES)])
    said = 0

    for _ in range(400):
        position, ruling = judge.step(position, nonsense(made, rng))
        said += not ruling.legal
        if rng.random() < 0.02:
            position = position.but(stack=(rng.choice(STATES),))
    assert said > 100
