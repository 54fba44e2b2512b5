"""The generator of legal actions: whatever it lists is legal, and whatever is legal it lists."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.game import legal, referee
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.options import OPTIONS
from rules.blitzkrieg.sequence import STATES
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.blitzkrieg.battlefield import SWITCHES, Field


def field() -> Field:
    made = Field().formation("F", "german", hq="1004").formation("G", "french", hq="1009")
    made.unit("tank", "tank", "F", "1005").unit("apc", "apc", "F", "1005").unit("foot", "infantry", "F", "1005")
    made.unit("rider", "infantry", "F", "1005", aboard="apc").unit("shaken", "mg", "F", "1105", neutralised=True)
    made.unit("foe", "infantry", "G", "1006").unit("gun", "at-gun", "G", "1008").unit(
        "down", "mg", "G", "1107", neutralised=True
    )
    return made.ground("1106", "1107", terrain="woods").ground(roads=("1005", "1105", "1106"))


def listed(made: Field, position: Position) -> set[Action]:
    return set(legal(made.battle(), SWITCHES)(position))


def every_step(made: Field, position: Position) -> Iterator[Action]:
    """Each move, attack and shot that the words allow, however foolish."""
    own = [name for name, unit in position.units.items() if unit.formation == "F"]
    for size in range(1, len(own) + 1):
        for units in combinations(own, size):
            for goal in made.battle().ground.grid.within("1005", 2):
                for march in (False, True):
                    yield do.Move(units=units, hex=goal, column=march)
                    yield do.Assault(units=units, hex=goal, column=march)
    for unit in own:
        for target in position.units:
            for mode in ("full", "reduced"):
                yield from (do.Fire(unit=unit, target=target, mode=mode, company=name) for name in ("", *own))
        yield do.Unload(unit=unit)
        yield from (do.Load(unit=unit, carrier=other) for other in own)


def useful(made: Field, position: Position, action: Action) -> bool:
    """False for what is legal and changes nothing beside another option: column without road, riders named as well."""
    if isinstance(action, do.Move | do.Assault):
        starts = {position.units[unit].hex for unit in action.units}
        roads = {goal for start in starts for goal in made.hexes[start].roads}
        hq_attacks = isinstance(action, do.Assault) and "F HQ" in action.units
        together = len(starts) == 1
        return (
            "rider" not in action.units and not hq_attacks and together and (action.hex in roads or not action.column)
        )
    return True


def test_every_legal_step_and_shot_is_listed():
    made = field()
    position = made.position(acting="F")
    judge = referee(made.battle(), SWITCHES)

    found = {action for action in every_step(made, position) if judge.judge(position, action).legal}
    kinds = (do.Move, do.Assault, do.Fire, do.Load, do.Unload)
    options = {action for action in listed(made, position) if isinstance(action, kinds)}

    assert options <= found
    assert {action for action in found - options if useful(made, position, action)} == set()


def test_every_reaction_is_listed():
    made = field()
    before = made.position(acting="F")
    moved = made.play(before, do.Move(units=("tank",), hex="0905")).position
    judge = referee(made.battle(), SWITCHES)
    foes = ("foe", "gun", "down", "G HQ")
    around = {unit: made.battle().ground.grid.within(made.units[unit].hex, 1) for unit in foes}
    every = [
        do.Decline(),
        do.TryRetreat(unit="down"),
        *(do.OppFire(unit=unit, target=target) for unit in foes for target in ("tank", "foot")),
        *(do.ReturnFire(unit=unit, target="tank") for unit in foes),
        *(do.Retreat(unit=unit, path=(place,)) for unit in foes for place in around[unit]),
    ]

    found = {action for action in every if judge.judge(moved, action).legal}
    assert {action for action in listed(made, moved) if isinstance(action, tuple(map(type, every)))} == found
    assert len(found) > 10


def test_what_is_due_comes_first_and_a_roll_stands_there_once_for_each_total():
    made = field()
    fired = made.play(made.position(acting="F"), do.Fire(unit="tank", target="foe")).position

    options = listed(made, fired)
    assert {type(action) for action in options} == {Roll}
    assert sorted(action.total for action in options if isinstance(action, Roll)) == list(range(2, 13))


def test_a_prudent_player_leaves_what_must_be_made_good():
    made = Field().formation("F", "french", hq="1005").formation("G", "german", hq="1604")
    made.unit("tank", "tank", "F", "1007", movement=4)
    position = made.position(acting="F")
    stray = do.Move(units=("tank",), hex="1008")

    assert stray in listed(made, position)
    assert stray not in legal(made.battle(), SWITCHES, prudent=True)(position)


def test_candidates_are_for_states_that_exist():
    with pytest.raises(ValueError, match="no state LUNCH"):
        OPTIONS.on("LUNCH")(lambda case: ())
    assert set(OPTIONS.states) <= {state.name for state in STATES}


SELDOM = {"Pass": 0.01, "Skip": 0.1, "Hold": 0.1, "EndActivation": 0.1, "EndPhase": 0.01, "Keep": 0.1}


@pytest.mark.parametrize("seed", range(3))
def test_random_play_never_gets_stuck(seed):
    """Two small formations fight for some hundred actions; every option is legal, nobody is left without one."""
    made = field()
    for side in ("french", "german"):
        made.chit(f"{side}.repeat", side, "repeat").chit(f"{side}.general", side, "general")
        made.chit(f"{side}.general.repeat", side, "repeat", "off")
    judge, options = referee(made.battle(), SWITCHES), legal(made.battle(), SWITCHES, prudent=True)
    position, rng, verbs = made.position(), Random(seed), set[str]()

    for _ in range(300):
        choice = [action for action in options(position) if not isinstance(action, do.Conclude)]
        assert choice, (position.stack, position.due)
        by_kind = {type(action).__name__: action for action in rng.sample(choice, len(choice))}
        kinds = sorted(by_kind)
        verb = rng.choices(kinds, [SELDOM.get(kind, 1.0) for kind in kinds])[0]
        position, ruling = judge.step(position, by_kind[verb])
        assert ruling.legal
        verbs.add(verb)
        if position.state == "TURN_END":
            break
    assert {"Draw", "Move", "Roll"} <= verbs
