"""What the assistant says, held against trying everything: in random games, by means that share nothing with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product
from random import Random

import pytest
from msgspec import structs

from rules.barbarossa import actions as do
from rules.barbarossa.asked import BY, BarbarossaAssistant
from rules.barbarossa.game import referee
from rules.barbarossa.state.battle import Battle
from rules.barbarossa.state.model import Position
from rules.barbarossa.turn.sequence import ORDER
from rules.engine.dice import Roll
from rules.engine.referee import Referee, spell
from rules.engine.ruling import Notice
from rules.engine.spelling import spelt
from tests.rules.barbarossa.many import SWITCHES, battle, play
from tests.rules.shared.lines import crossed

SCENARIOS = ("crossroads", "river")
SEED, LIMIT = 2, 450
SEEDS = range(SEED, SEED + 3)
LOOKS = 90
"""Lines of sight that are drawn by hand."""
FARTHEST, MOST_DICE = 4, 6
scenarios = pytest.mark.parametrize("scenario", SCENARIOS)


@cache
def parts(scenario: str) -> tuple[Battle, Referee[Position], BarbarossaAssistant]:
    judge = referee(battle(scenario), SWITCHES)
    return battle(scenario), judge, BarbarossaAssistant(battle(scenario), judge)


@cache
def positions(scenario: str, seed: int = SEED) -> tuple[Position, ...]:
    """The positions of a game of a few rounds."""
    return tuple(turn.before for turn in play(scenario, seed, LIMIT))


def opened(scenario: str, seed: int = SEED) -> list[Position]:
    """The positions in which the orders of a round were just opened."""
    return list({each.round: each for each in reversed(positions(scenario, seed)) if each.state == "REVEAL"}.values())


def planned(position: Position, unit: str) -> Position:
    """The position in which an order for a unit is judged that was opened with those of both sides."""
    return position.but(stack=("REVEAL",), due=(), opened=battle(SCENARIOS[0]).sides).unit(unit, order=None)


# ------------------------------------------------------------------------------------------------------- movement
def routes(known: Battle, start: str, most: int) -> Iterator[tuple[str, ...]]:
    """Every way of so many hexes, each next to the one before, whatever stands there; no hex twice."""
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        way = waiting.pop()
        for place in known.ground.grid.neighbours(way[-1] if way else start):
            if place not in way and place != start:
                yield (*way, place)
                waiting += [(*way, place)] if len(way) + 1 < most else []


def tried_everywhere(scenario: str, position: Position, unit: str) -> dict[str, int]:
    """How many hexes the shortest route has that may be ordered, by where it ends: every route is tried."""
    known, judge, _ = parts(scenario)
    best: dict[str, int] = {}
    now = planned(position, unit)
    for route, order in product(routes(known, position.units[unit].hex, FARTHEST), BY):
        given = do.Order(unit=unit, order=order, route=route, by=known.units[unit].side)
        if len(route) < best.get(route[-1], 99) and judge.judge(now, given).legal:
            best[route[-1]] = len(route)
    return best


@scenarios
def test_the_reach_is_what_trying_every_route_finds(scenario: str) -> None:
    known, _, assistant = parts(scenario)
    chance, looked = Random(scenario), 0
    for position in opened(scenario)[:1]:
        on_map = [name for name, unit in position.units.items() if unit.standing and not known.units[name].flies]
        for unit in [*chance.sample(on_map, 4), *(name for name in on_map if known.units[name].is_a("hq"))]:
            found = {each.place: each for each in assistant.reach(position, unit)}
            near = {place: int(each.cost) for place, each in found.items() if int(each.cost) <= FARTHEST}
            assert near == tried_everywhere(scenario, position, unit), unit
            assert all(each.path[-1] == place and len(each.path) == int(each.cost) for place, each in found.items())
            looked += bool(found)
    assert looked > 2


# ----------------------------------------------------------------------------------------------------------- fire
@scenarios
def test_the_targets_are_those_at_which_fire_may_be_ordered_and_no_others(scenario: str) -> None:
    known, judge, assistant = parts(scenario)
    allowed = 0
    for position in opened(scenario):
        for unit in [name for name, state in position.units.items() if state.standing][::2]:
            named = {each.piece: each for each in assistant.targets(position, unit)}
            now = planned(position, unit)
            for name, state in position.units.items():
                order = do.Order(unit=unit, order="open_fire", target=name, by=known.units[unit].side)
                may = judge.judge(now, order).legal
                assert may == (name in named and not named[name].against), (unit, name)
                assert name not in named or named[name].place == state.hex
                allowed += may
    assert allowed


@scenarios
def test_chances_are_those_of_all_throws_counted_one_by_one(scenario: str) -> None:
    _, _, assistant = parts(scenario)
    told = 0
    for position in (each for seed in SEEDS for each in opened(scenario, seed)):
        for unit in [name for name, state in position.units.items() if state.standing]:
            for target in assistant.targets(position, unit):
                sums = {item.key: item.value for item in target.items}
                if target.against or sums["dice"] > MOST_DICE:
                    continue
                throws = product(range(1, 7), repeat=sums["dice"])
                hits = (sum(die <= sums["accuracy"] for die in throw) for throw in throws)
                counted = Counter(max(each - sums["defence"], 0) for each in hits)
                whole = 6 ** sums["dice"]
                assert target.odds == {str(losses): (count, whole) for losses, count in counted.items()}
                assert sum(count for count, _ in target.odds.values()) == whole
                assert target.column == f"{sums['dice']}d6"
                told += 1
    assert told > 5


@pytest.mark.parametrize("scenario", [*SCENARIOS, "steel"])
def test_so_many_dice_are_thrown_as_were_announced_and_they_hit_as_was_said(scenario: str) -> None:
    """Where fire was ordered and nothing else came between, the dice of the game are those of the answer."""
    _, judge, assistant = parts(scenario)
    told = 0
    for turn, after in (pair for seed in SEEDS for pair in pairwise(play(scenario, seed, LIMIT))):
        if not isinstance(turn.action, do.Fire) or turn.action.kind != "fire" or turn.action.after:
            continue
        unit, name = turn.action.unit, turn.action.target
        order = turn.before.units[unit].order
        rolls = [each for due in after.before.due for each in due.options if isinstance(each, Roll)]
        dice = next((each.dice for each in rolls if each.who == unit and each.dice), ())
        named = {each.piece: each for each in assistant.targets(turn.before, unit)}
        if order is None or order.order != "open_fire" or name not in named or named[name].against:
            continue
        thrown = dice or (after.action.dice if isinstance(after.action, Roll) and after.action.who == unit else ())
        if thrown:
            assert named[name].items[0].value == len(thrown), (turn.action, named[name])
            told += 1
        assert judge.judge(turn.before, turn.action).legal
    assert told


# ---------------------------------------------------------------------------------------------------------- sight
@scenarios
def test_lines_of_sight_are_those_drawn_by_hand(scenario: str) -> None:
    known, _, assistant = parts(scenario)
    chance, position = Random(scenario), positions(scenario)[-1]
    places = sorted(known.ground.hexes)
    blocked = 0
    for start, goal in (chance.sample(places, 2) for _ in range(LOOKS)):
        line = assistant.line(position, start, goal)
        assert line.clear == _seen_by_hand(known, position, start, goal), (start, goal, line)
        blocked += not line.clear
    assert 0 < blocked < LOOKS


def _seen_by_hand(known: Battle, position: Position, start: str, goal: str) -> bool:
    """The rules of sight on the hexes that a line runs through."""
    level = {name: place.level for name, place in known.ground.hexes.items()}
    hides = {name for name, place in known.ground.hexes.items() if known.charts["terrain"].get(place.terrain, "blocks")}
    hides |= {each.hex for each in position.structures.values() if each.kind == "smoke"}
    low, between = min(level[start], level[goal]), crossed(known.ground.grid.cells, start, goal)
    for places in between:
        last = places == between[-1]
        over = [level[each] > low and level[each] > 0 for each in places]
        hidden = [each in hides and (level[start] == 0 or last) for each in places]
        if all(one or other for one, other in zip(over, hidden, strict=True)):
            return False
    return True


# ---------------------------------------------------------------------------------------- what is due, who is ahead
@scenarios
def test_what_is_said_to_be_due_is_named_where_it_is_left_out(scenario: str) -> None:
    _, judge, assistant = parts(scenario)
    left = 0
    for position in positions(scenario):
        if position.state not in ORDER[:-1] or left > 30:
            continue
        ending = do.Advance(to=ORDER[ORDER.index(position.state) + 1])
        here = (due for due in position.due if due.must and due.until in {"", position.state})
        must = [due for due in here if not due.met_by(ending)]
        if not must:
            continue
        told = assistant.situation(position).due
        ruling = judge.judge(position, ending)
        named = {finding.rule for finding in ruling.findings if not isinstance(finding, Notice)}
        for due in must:
            assert due.rule in named or due.otherwise
            assert any(all(spell(option) in line for option in due.options) for line in told)
        left += 1
    assert left > 3


@scenarios
def test_who_is_suppressed_and_the_points_are_those_of_the_position(scenario: str) -> None:
    known, _, assistant = parts(scenario)
    for position in positions(scenario)[:: LIMIT // 8]:
        said = assistant.situation(position)
        down = {name for name, unit in position.units.items() if unit.suppressed and not unit.out}
        assert set(said.out_of_command) == down
        held = Counter[str]()
        for place, objective in known.victory.objectives.items():
            held[position.holders.get(place, "")] += objective.points
        assert all(int(said.score[side]) >= held[side] for side in known.sides)
        assert {side: int(points) for side, points in said.score.items()}.keys() == set(known.sides)


@scenarios
def test_what_a_unit_may_do_now_is_legal_and_what_it_could_be_ordered_is_legal_when_orders_are_opened(
    scenario: str,
) -> None:
    known, judge, assistant = parts(scenario)
    tally = Counter[bool]()
    for position in positions(scenario)[40::35]:
        for unit in list(position.units)[::3]:
            now, deeds = assistant.may(position, unit)
            there = position if now else planned(position, unit)
            for deed in deeds[:4]:
                assert judge.judge(there, spelt(judge.verbs, deed.action + f" by={known.units[unit].side}")).legal
                tally[now] += 1
    assert min(tally[True], tally[False]) > 1


@scenarios
def test_an_order_is_judged_while_orders_are_written_as_it_is_when_it_is_opened(scenario: str) -> None:
    known, judge, assistant = parts(scenario)
    tally = Counter[bool]()
    for position in [each for each in positions(scenario) if each.state == "PLANNING"][::7]:
        for unit in list(position.units)[::4]:
            for deed in assistant.may(position, unit)[1][:3]:
                order = spelt(judge.verbs, deed.action + f" by={known.units[unit].side}")
                if isinstance(order, do.Order):
                    assert assistant.would_be(position, order).legal, deed.action
                    wrong = structs.replace(order, order="open_fire", target=unit, route=())
                    said = assistant.would_be(position, wrong)
                    assert said == judge.judge(planned(position, unit), wrong)
                    assert not said.legal
                    tally[True] += 1
        early = do.Advance(to="S3")
        assert assistant.would_be(position, early) == judge.judge(position, early)
        tally[False] += 1
    assert min(tally[True], tally[False]) > 1
