"""The assistant's answers agree with the referee, with the charts, and with trying everything."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice, product

import pytest

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.asked import BlitzkriegAssistant
from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.game import referee, start
from rules.blitzkrieg.loading import load, open_switches
from rules.blitzkrieg.model import Activation, Position
from rules.engine.dice import Roll
from rules.engine.referee import Referee
from rules.engine.spelling import spelt
from tests.rules.blitzkrieg.golden import play


@cache
def parts() -> tuple[Battle, Referee[Position], BlitzkriegAssistant]:
    battle, switches = load("hannut"), open_switches()
    judge = referee(battle, switches)
    return battle, judge, BlitzkriegAssistant(battle, judge)


@cache
def tank() -> str:
    """A German tank company of the formation that is activated."""
    battle, _, _ = parts()
    return next(name for name, unit in battle.units.items() if unit.formation == formation() and not unit.kind.hq)


@cache
def formation() -> str:
    battle, _, _ = parts()
    found = (unit for unit in battle.units.values() if unit.side == "german" and unit.kind.id == "tank")
    return next(found).formation


def infantry(side: str) -> str:
    battle, _, _ = parts()
    return next(name for name, unit in battle.units.items() if unit.side == side and unit.kind.id == "infantry")


def position() -> Position:
    """German tanks are active; one company stands alone, its HQ beside it."""
    battle, _, _ = parts()
    hq = battle.formations[formation()].hq
    now = start(battle).unit(tank(), hex="1005", box="").unit(hq, hex="1004", box="")
    activation = Activation((formation(),), (), "german")
    return now.but(stack=("DRAW", "ACTIVE"), turn=1, active="german", activation=activation)


def test_reach_is_what_trying_every_path_finds() -> None:
    battle, judge, assistant = parts()
    now = position()
    best: dict[str, int] = {}

    def walk(at: Position) -> None:
        for place, road in product(battle.ground.grid.neighbours(at.units[tank()].hex), (False, True)):
            steady = at.did(tank(), trail=())
            after, ruling = judge.step(steady, do.Move(units=(tank(),), hex=place, column=road))
            spent = after.deed(tank()).spent
            if ruling.legal and spent < best.get(place, 99):
                best[place] = spent
                walk(after)

    walk(now)
    found = assistant.reach(now, tank())
    assert {each.place for each in found} == set(best)
    assert all(float(each.cost) * 2 == best[each.place] for each in found)


def test_a_way_that_is_named_can_be_gone_and_costs_what_is_said() -> None:
    _, judge, assistant = parts()
    now = position()
    for each in assistant.reach(now, tank())[::7]:
        here = now
        for place in each.path:
            options = [do.Move(units=(tank(),), hex=place, column=road) for road in (False, True)]
            tried = [judge.step(here, action) for action in options]
            here = min((after for after, ruling in tried if ruling.legal), key=lambda after: after.deed(tank()).spent)
        assert here.units[tank()].hex == each.place


def test_who_is_not_active_is_answered_as_if_it_were() -> None:
    _, _, assistant = parts()
    now = position().but(stack=("DRAW",), activation=None, active="")
    assert not assistant.active(now, tank())
    assert assistant.reach(now, tank()) == assistant.reach(position(), tank())


def test_odds_are_all_throws_of_the_dice_read_in_the_column() -> None:
    battle, _, assistant = parts()
    foe = infantry("french")
    now = position().unit(foe, hex="1006", box="")
    (target,) = [each for each in assistant.targets(now, tank()) if not each.against]
    results = [battle.charts.results[target.column].get(a + b, "-") for a, b in product(range(1, 7), repeat=2)]
    assert sum(count for count, _ in target.odds.values()) == 36
    assert target.odds["N"] == (sum(each in {"N", "Nr"} for each in results), 36)
    assert int(target.column) == sum(item.value for item in target.items)


def test_a_red_result_leaves_vehicles_alone() -> None:
    battle, _, assistant = parts()
    foe = next(name for name, unit in battle.units.items() if unit.side == "french" and unit.kind.id == "tank")
    now = position().unit(foe, hex="1006", box="")
    found = [each for each in assistant.targets(now, tank()) if not each.against]
    results = battle.charts.results
    for target in found:
        reds = sum(results[target.column].get(a + b, "-") == "Nr" for a, b in product(range(1, 7), repeat=2))
        assert target.odds["-"][0] >= reds


def test_who_cannot_be_fired_at_is_told_with_the_rule() -> None:
    _, _, assistant = parts()
    foe = infantry("french")
    now = position().unit(foe, hex="0101", box="")
    (target,) = assistant.targets(now, tank())
    assert target.against
    assert all(finding.rule for finding in target.against)


@pytest.mark.parametrize(
    ("start_hex", "goal", "clear", "by"), [("0706", "0709", False, ("0708",)), ("0706", "0707", True, ())]
)
def test_sight_says_what_is_in_the_way(start_hex: str, goal: str, clear: bool, by: tuple[str, ...]) -> None:
    _, _, assistant = parts()
    line = assistant.line(position(), start_hex, goal)
    assert (line.clear, line.by) == (clear, by)


def test_who_is_out_of_command_is_told() -> None:
    _, _, assistant = parts()
    near, far = position(), position().unit(tank(), hex="0115")
    assert tank() not in assistant.situation(near).out_of_command
    assert tank() in assistant.situation(far).out_of_command


def test_a_unit_is_found_by_the_end_of_its_id_and_by_its_hex() -> None:
    _, _, assistant = parts()
    now = position()
    assert assistant.find(now, tank()) == (tank(),)
    assert assistant.find(now, "1005") == (tank(),)
    assert assistant.find(now, "nobody") == ()


def test_what_a_unit_may_do_are_its_legal_actions_and_nothing_of_others() -> None:
    _, judge, assistant = parts()
    now, deeds = assistant.may(position(), tank())
    assert now
    assert {"move", "fortify"} & {deed.verb for deed in deeds}
    actions = [spelt(judge.verbs, deed.action) for deed in deeds]
    assert all(judge.judge(position(), action).legal for action in actions)
    assert {action.hex for action in actions if isinstance(action, do.Move)} == {
        each.path[0] for each in assistant.reach(position(), tank())
    }
    idle = position().but(stack=("DRAW",), activation=None, active="french")
    supposed, same = assistant.may(idle, tank())
    assert (supposed, same) == (False, deeds)


def test_who_would_win_is_told_by_the_points_of_the_places_held() -> None:
    battle, _, assistant = parts()
    victory = battle.victory
    whole = dict.fromkeys(victory.values, victory.scorer)
    none = dict.fromkeys(victory.values, victory.otherwise)
    assert assistant.situation(position().but(holders=whole)).winner == victory.scorer
    assert assistant.situation(position().but(holders=none)).winner == victory.otherwise
    assert assistant.situation(position().but(stack=("OVER",), result="draw")).winner == "draw"


def in_melees(scenario: str, seed: int) -> Iterator[tuple[Position, str, str]]:
    """Positions of a random game in which a unit may fire in a melee, the unit, and its enemy."""
    for turn in play(scenario, seed, 400):
        if isinstance(turn.action, do.MeleeFire):
            yield turn.before, turn.action.unit, turn.action.target


def test_the_chances_of_a_fire_in_a_melee_are_those_of_the_results_that_the_referee_reads() -> None:
    battle, judge, assistant = parts()
    looked = 0
    for before, unit, enemy in islice(in_melees("hannut", 3), 4):
        target = next(each for each in assistant.targets(before, unit) if each.piece == enemy)
        assert assistant.active(before, unit)
        aimed, ruling = judge.step(before, do.MeleeFire(unit=unit, target=enemy))
        assert ruling.legal
        tally = Counter[str]()
        for dice in product(range(1, 7), repeat=2):
            after, _ = judge.step(aimed, Roll(purpose="MELEE", who=unit, dice=dice))
            assert after.shot is not None
            result = after.shot.results[enemy]
            spared = result == "Nr" and not battle.units[enemy].kind.red_n
            tally["-" if spared else result.removesuffix("r")] += 1
        assert {result: count for result, (count, of) in target.odds.items() if of == 36} == tally
        looked += 1
    assert looked == 4
