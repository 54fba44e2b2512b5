"""What the assistant says, held against trying everything: in random games, by means that share nothing with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product
from random import Random

import msgspec
import pytest

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.asked import BlitzkriegAssistant
from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.game import referee
from rules.blitzkrieg.loading import open_switches
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.sequence import STATES
from rules.engine.dice import Roll
from rules.engine.referee import Referee, spell
from tests.rules.blitzkrieg.golden import SCENARIOS, battle, play
from tests.rules.shared.lines import crossed

SEED, LIMIT, PIECES = 3, 500, 2
THROWS = tuple(product(range(1, 7), repeat=2))
LOOKS = 90
"""Lines of sight that are drawn by hand."""
ENDS = {state.name: state.ended_by[0] for state in STATES if state.ended_by}
scenarios = pytest.mark.parametrize("scenario", SCENARIOS)


@cache
def parts(scenario: str) -> tuple[Battle, Referee[Position], BlitzkriegAssistant]:
    judge = referee(battle(scenario), open_switches())
    return battle(scenario), judge, BlitzkriegAssistant(battle(scenario), judge)


@cache
def positions(scenario: str) -> tuple[Position, ...]:
    """The positions of a game in which everybody stands on the map."""
    return tuple(turn.before for turn in play(scenario, SEED, LIMIT) if turn.before.state != "SETUP")


def active(scenario: str, most: int = 4) -> Iterator[tuple[Position, str]]:
    """Positions in which a formation acts, spread over the game, each with some of its pieces."""
    found = [each for each in positions(scenario) if each.state == "ACTIVE" and each.activation]
    for position in found[:: max(1, len(found) // most)]:
        formations = position.activation.formations if position.activation else ()
        own = [name for name, unit in position.units.items() if unit.formation in formations and unit.hex]
        yield from ((position, name) for name in own[:PIECES])


# ------------------------------------------------------------------------------------------------------- movement
def tried_everywhere(scenario: str, position: Position, unit: str) -> dict[str, int]:
    """What it costs at least to get into each other hex: every way of moving on is tried, in every hex near.

    Ways that take a step back, which costs nothing, are left out: they never end.
    """
    known, judge, _ = parts(scenario)
    best, seen, waiting = dict[str, int](), set[tuple[object, ...]](), [position]
    while waiting:
        now = waiting.pop().did(unit, trail=())
        for place, road in product(known.ground.hexes, (False, True)):
            if known.ground.grid.distance(now.units[unit].hex, place) > 2:
                continue
            after, ruling = judge.step(now, do.Move(units=(unit,), hex=place, column=road))
            deed = after.deed(unit)
            if ruling.legal:
                best[place] = min(deed.spent, best.get(place, deed.spent))
                state = place, deed.spent, deed.column, deed.halted, after.state
                waiting += [] if state in seen else [after]
                seen.add(state)
    return best


@scenarios
def test_the_reach_is_what_trying_every_way_finds_and_each_way_can_be_gone(scenario: str) -> None:
    _, judge, assistant = parts(scenario)
    moved = 0
    for position, unit in active(scenario, 8):
        found = assistant.reach(position, unit)
        assert {each.place: float(each.cost) * 2 for each in found} == tried_everywhere(scenario, position, unit)
        for each in found[::5]:
            here = {position.deed(unit).spent: position}
            for place in each.path:
                # No step before is taken for a slip, after which it would cost less.
                steps = (judge.step(now.did(unit, trail=()), do.Move(units=(unit,), hex=place, column=road))
                         for now in here.values() for road in (False, True))  # fmt: skip
                here = {after.deed(unit).spent: after for after, ruling in steps if ruling.legal}
            assert float(each.cost) * 2 in here
            moved += 1
    assert moved > 10


# ----------------------------------------------------------------------------------------------------------- fire
@scenarios
def test_the_targets_are_those_at_which_fire_can_be_declared_and_no_others(scenario: str) -> None:
    known, judge, assistant = parts(scenario)
    allowed = 0
    for position, unit in active(scenario, 8):
        named = {each.piece: each for each in assistant.targets(position, unit)}
        foes = [name for name, state in position.units.items() if state.hex]
        assert set(named) == {name for name in foes if known.units[name].side != known.units[unit].side}
        for name, target in named.items():
            ruling = judge.judge(position, do.Fire(unit=unit, target=name))
            assert (not target.against) == ruling.legal
            assert {each.rule for each in target.against} <= {each.rule for each in ruling.findings}
            assert target.place == position.units[name].hex
            allowed += ruling.legal
    assert allowed


def shots(scenario: str) -> Iterator[tuple[Position, str, str]]:
    """Declared fire of a game, each before its dice fall."""
    turns = list(play(scenario, SEED, LIMIT))
    for turn, after in pairwise(turns):
        rolls = [each for due in after.before.due for each in due.options if isinstance(each, Roll)]
        if isinstance(turn.action, do.Fire) and any(each.purpose == "FIRE" for each in rolls):
            yield turn.before, turn.action.unit, turn.action.target


@scenarios
def test_columns_and_chances_are_what_the_referee_makes_of_every_throw(scenario: str) -> None:
    """The dice are thrown in all ways; what is due then decides which results there are, and how often."""
    known, judge, assistant = parts(scenario)
    told = 0
    for position, unit, name in shots(scenario):
        target = next(each for each in assistant.targets(position, unit) if each.piece == name)
        assert str(sum(item.value for item in target.items)) == target.column or target.column in known.charts.results
        assert sum(count for count, _ in target.odds.values()) == len(THROWS)
        assert {of for _, of in target.odds.values()} == {len(THROWS)}
        mode = "reduced" if any(item.key == "moved" for item in target.items) else "full"
        declared, _ = judge.step(position, do.Fire(unit=unit, target=name, mode=mode))
        made = Counter(_due_for(judge, declared, name, throw) for throw in THROWS)
        assert made.get((), 0) == target.odds.get("-", (0, 0))[0]
        assert sum(made.values()) == len(THROWS)
        by_count = Counter(count for result, (count, _) in target.odds.items() if result != "-")
        if len(made) - (() in made) == sum(by_count.values()):
            assert by_count == Counter(count for due, count in made.items() if due)
        told += 1
    assert told


def _due_for(judge: Referee[Position], declared: Position, target: str, throw: tuple[int, int]) -> tuple[str, ...]:
    """What becomes due of a throw for the target."""
    rolls = (each for due in declared.due for each in due.options if isinstance(each, Roll) and each.purpose == "FIRE")
    roll = msgspec.structs.replace(next(rolls), dice=throw)
    after, ruling = judge.step(declared, roll)
    assert ruling.legal
    options = (spell(option) for due in after.due for option in due.options if due not in declared.due)
    return tuple(sorted(each for each in options if target in each.split()))


# ---------------------------------------------------------------------------------------------------------- sight
@scenarios
def test_lines_of_sight_are_those_drawn_by_hand(scenario: str) -> None:
    known, _, assistant = parts(scenario)
    chance, position = Random(scenario), positions(scenario)[0]
    places = sorted(known.ground.hexes)
    near = [(one, other) for one, other in product(places, repeat=2) if known.ground.grid.distance(one, other) < 10]
    blocked = 0
    for start, goal in chance.sample(near, LOOKS):
        line = assistant.line(position, start, goal)
        assert line.clear == _seen_by_hand(known, start, goal), (start, goal, line)
        assert line.clear == assistant.line(position, goal, start).clear
        assert bool(line.rule) is not line.clear
        blocked += not line.clear
    assert 0 < blocked < LOOKS


def _seen_by_hand(known: Battle, start: str, goal: str) -> bool:
    """The rules of sight on the hexes that a line runs through."""
    level = {name: place.level for name, place in known.ground.hexes.items()}
    stands = {name for name, place in known.ground.hexes.items() if known.charts.terrain[place.terrain].blocks}
    distance = known.ground.grid.distance
    if distance(start, goal) > 8 or distance(start, goal) < 2:
        return distance(start, goal) < 2
    high, low = (start, goal) if level[start] >= level[goal] else (goal, start)
    between = crossed({name: known.ground.grid.cells[name] for name in known.ground.hexes}, high, low)
    if any(all(level[each] > level[high] for each in places) for places in between):
        return False
    if any(all(each in stands and level[each] >= level[high] for each in places) for places in between):
        return False
    if level[high] == level[low]:
        return True
    first = between[0] if between and distance(high, between[0][0]) == 1 else ()
    if first and all(level[each] >= level[high] for each in first):
        return False
    behind = [each for places in between[-1:] for each in places]
    if not behind or distance(low, behind[0]) > 1:
        return True
    hides = all(each in stands and level[each] >= level[low] for each in behind)
    return not hides or any(distance(high, each) == 1 for each in behind)


# ---------------------------------------------------------------------------------------------- command and what is due
@scenarios
def test_who_is_out_of_command_is_who_walks_too_far_to_the_hq(scenario: str) -> None:
    known, _, assistant = parts(scenario)
    looked = 0
    for position in positions(scenario)[::60]:
        told = assistant.situation(position).out_of_command
        for name, unit in position.units.items():
            command = known.formations.get(unit.formation)
            free = known.units[name].independent or known.units[name].kind.hq or command is None or not command.hq
            if not unit.hex or free:
                assert name not in told
                continue
            hq = position.units[command.hq] if command else unit
            within = bool(hq.hex) and unit.hex in _within(known, hq.hex, command.radius if command else 0)
            if hq.hex or hq.box != "off":
                assert (name in told) is not within, (name, position.turn)
            looked += 1
    assert looked > 20


def _within(known: Battle, place: str, radius: int) -> set[str]:
    """The hexes that so many steps lead to."""
    found = {place}
    for _ in range(radius):
        found |= {near for each in found for near in known.ground.grid.neighbours(each)}
    return found


@scenarios
def test_what_is_said_to_be_due_is_named_where_it_is_left_out(scenario: str) -> None:
    _, judge, assistant = parts(scenario)
    left = 0
    for position in positions(scenario):
        ending = ENDS.get(position.state)
        if ending is None or left > 40:
            continue
        here = (due for due in position.due if due.must and due.until in {"", position.state})
        must = [due for due in here if not due.met_by(ending())]
        if not must:
            continue
        told = assistant.situation(position).due
        assert len(told) == len(position.due)
        ruling = judge.judge(position, ending())
        assert not ruling.legal
        for due in must:
            assert due.rule in {finding.rule for finding in ruling.findings}
            assert any(all(spell(option) in line for option in due.options) for line in told)
        left += 1
    assert left > 3


@scenarios
def test_what_is_counted_as_possible_can_be_done(scenario: str) -> None:
    _, judge, assistant = parts(scenario)
    turns = [turn for turn in play(scenario, SEED, LIMIT) if turn.before.state != "SETUP"]
    for turn in turns[::40]:
        options = assistant.situation(turn.before).options
        assert judge.judge(turn.before, turn.action).legal
        assert turn.action.follows or options[type(turn.action).__name__.lower()] > 0
