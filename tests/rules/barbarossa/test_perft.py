"""Counts of legal first actions from each set-up, from two lists that know nothing of each other.

One tries everything that can be written down with the referee (`dumborders`), the other one lists what the book allows
from maps and cards alone (`firstorders`). `python -m tests.rules.barbarossa.test_perft` counts anew, with routes of up
to three hexes too, and writes the figures.
"""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
import yaml

from rules.barbarossa import actions as do
from rules.barbarossa.game import referee, start
from rules.barbarossa.setup.beginning import begin
from rules.barbarossa.state.model import Position
from rules.engine.actions import Action
from tests.rules.barbarossa.dumborders import DumbOrders
from tests.rules.barbarossa.firstorders import FirstOrders
from tests.rules.barbarossa.many import SCENARIOS, SWITCHES, battle

HERE = Path(__file__).parent
DATA, PAGE = HERE / "perft.yaml", HERE.parents[2] / "docs" / "reference" / "perft-barbarossa.md"
SHORT, LONG = 1, 3
"""Hexes of the longest routes that are listed: in the tests, and in the figures."""
PAGE_TEXT = """# Legal first actions: Barbarossa 1941

Counted by `python -m tests.rules.barbarossa.test_perft` from two lists that know nothing of each other, and equal in
both: one tries everything that can be written down with the referee, the other one lists what the book allows from maps
and cards alone, with geometry and tables of its own. Placements are those on an empty board; orders are those that a
unit could be given first, with routes of {short} hex, or of up to {long} hexes. Units that come later are left out, and
those that nobody has bought yet. The tests count the short ones.

| scenario | placements | orders, routes of {short} | orders, routes of up to {long} |
| --- | --- | --- | --- |
{rows}
"""


def planned(scenario: str) -> Position:
    """The position in which all orders are sealed and none is open yet."""
    judge, position, sides = referee(battle(scenario), SWITCHES), begin(battle(scenario)), battle(scenario).sides
    done = (*(do.Ready(by=side) for side in sides), do.Advance(to="PLANNING"))
    sealed = (*(do.OrdersDone(by=side) for side in sides), do.Advance(to="REVEAL"))
    for action in (*done, *sealed, *(do.Reveal(by=side) for side in sides)):
        position, ruling = judge.step(position, action)
        assert ruling.legal, action
    return position


@cache
def by_the_referee(scenario: str, longest: int) -> tuple[set[Action], set[Action]]:
    """Placements and orders that the referee finds legal."""
    judge = referee(battle(scenario), SWITCHES)
    empty = DumbOrders(judge, battle(scenario), start(battle(scenario)), 0)
    full = DumbOrders(judge, battle(scenario), planned(scenario), longest)
    return set(empty.legal(empty.set_up())), set(full.legal(full.orders()))


@cache
def by_the_book(scenario: str, longest: int) -> tuple[set[Action], set[Action]]:
    """Placements and orders that the book allows."""
    listed = FirstOrders(battle(scenario), planned(scenario), longest)
    return set(listed.set_up()), set(listed.orders())


def counts(scenario: str, longest: int) -> dict[str, int]:
    """How many there are, by order."""
    placed, ordered = by_the_referee(scenario, longest)
    tally = Counter(action.order for action in ordered if isinstance(action, do.Order))
    return {"set_up_board": len(placed), **dict(sorted(tally.items()))}


def known() -> dict[str, dict[str, dict[str, int]]]:
    """The counts as they were written last: by length of the routes and scenario."""
    return dict(yaml.safe_load(DATA.read_text(encoding="utf-8")))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_set_up_of_a_scenario(scenario: str) -> None:
    assert by_the_referee(scenario, SHORT)[0] == by_the_book(scenario, SHORT)[0]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_first_orders_of_a_scenario(scenario: str) -> None:
    assert by_the_referee(scenario, SHORT)[1] == by_the_book(scenario, SHORT)[1]
    assert counts(scenario, SHORT) == known()[f"routes-of-{SHORT}"][scenario]


def test_first_orders_with_longer_routes() -> None:
    assert by_the_referee("crossroads", LONG - 1)[1] == by_the_book("crossroads", LONG - 1)[1]


def test_the_page_says_what_was_counted() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(known())


def page(found: dict[str, dict[str, dict[str, int]]]) -> str:
    """The page of the docs."""
    short, long = found[f"routes-of-{SHORT}"], found[f"routes-of-{LONG}"]
    rows = []
    for scenario in SCENARIOS:
        placed = short[scenario]["set_up_board"]
        orders = [sum(each[scenario].values()) - placed for each in (short, long)]
        rows.append(f"| {scenario} | {placed} | {orders[0]} | {orders[1]} |")
    return PAGE_TEXT.format(short=SHORT, long=LONG, rows="\n".join(rows))


def main() -> int:
    """Count anew and write, unless the two lists differ."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    for longest in (SHORT, LONG):
        for scenario in SCENARIOS:
            if by_the_referee(scenario, longest) != by_the_book(scenario, longest):
                print(f"{scenario}: the lists differ with routes of up to {longest} hexes", file=sys.stderr)
                return 1
            found.setdefault(f"routes-of-{longest}", {})[scenario] = counts(scenario, longest)
            print(scenario, longest, sum(found[f"routes-of-{longest}"][scenario].values()), flush=True)
    head = "# Legal first actions by length of the longest route, scenario and order; written by test_perft.py.\n"
    DATA.write_text(head + yaml.safe_dump(found, sort_keys=False), encoding="utf-8")
    PAGE.write_text(page(found), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
