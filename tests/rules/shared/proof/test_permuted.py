"""Legal games keep their verdict in any order that no book forbids."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest

from rules.engine.writing import Entry, Say
from tests.rules.shared.habits import verbs
from tests.rules.shared.kit import Kit, kits
from tests.rules.shared.proof.accused import heard
from tests.rules.shared.proof.permuted import Atom, atoms_of, in_other_orders, orders, swapped
from tests.rules.shared.proof.windows import windows

KITS = kits()
ALL = {"swapped", "delayed", "split", "batched"}
SEED, ORDERS = 20261119, 12
"""A sample; `python -m tests.rules.shared.proof.permuted` reorders as many games as one likes."""
MOST = 60
"""So many windows are looked at, at most."""
of_each_game = pytest.mark.parametrize("kit", KITS, ids=[kit.name for kit in KITS])


def atom(place: int, *names: str, needs: tuple[int, ...] = (), free: bool = True, moment: str = "now") -> Atom:
    said = Entry("german", (Say("mark"),))
    return Atom((place,), (said,), free, frozenset(names), moment, True, frozenset(needs))


def ways(*atoms: Atom) -> set[str]:
    return {said.rpartition(" as ")[2] for _, said, _ in swapped(atoms, Random(1))}


def test_independent_records_come_in_every_other_order() -> None:
    assert ways(atom(0, "a"), atom(1, "b"), atom(2, "c")) == {
        "(0, 2, 1)", "(1, 0, 2)", "(1, 2, 0)", "(2, 0, 1)", "(2, 1, 0)",
    }  # fmt: skip


def test_what_rests_on_another_or_is_about_the_same_piece_comes_after_it() -> None:
    assert ways(atom(0, "a"), atom(1, "b", needs=(0,)), atom(2, "a")) == {"(0, 2, 1)"}


def test_nothing_changes_its_place_with_a_deed_that_is_not_free_or_of_another_moment() -> None:
    assert ways(atom(0, "a"), atom(1, "b", free=False), atom(2, "c")) == set()
    assert ways(atom(0, "a"), atom(1, "b", moment="later")) == set()


@of_each_game
def test_every_way_of_another_order_is_found_and_has_the_same_records(kit: Kit[Any, Any]) -> None:
    found, rng = Counter[str](), Random(3)
    for window in islice(windows(kit, rng, 40, each=6, settled=True), 30):
        atoms = atoms_of(window, window.edition())
        said = Counter(verb for each in atoms for entry in each.entries for verb in verbs(entry))
        for order in orders(window, atoms, rng):
            found[order.how] += 1
            again = Counter(verb for entry in order.strokes for verb in verbs(entry))
            assert {**again, "aim": 0} == {**said, "aim": 0}, "but for what is aimed anew"

    assert set(found) == ALL or (set(found) < ALL and not kit.accuses)


@of_each_game
def test_a_record_that_breaks_a_rule_is_heard_in_another_order_too(kit: Kit[Any, Any]) -> None:
    """Whoever reorders a game in which a result is left out hears it: what is asked is not deaf."""
    occasions = 0
    for window in islice(windows(kit, Random(1), 40, each=6, settled=True), MOST):
        atoms = atoms_of(window, window.edition())
        owed = next((place for place, each in enumerate(atoms[:-8]) if each.results and each.needs), None)
        if owed is None:
            continue
        left = [entry for place, each in enumerate(atoms) if place != owed for entry in each.entries]
        occasions += 1
        if heard(window, left):
            return
    assert occasions == 0, "nothing was heard"
    assert not kit.accuses, "there was no occasion"


@of_each_game
def test_some_games_keep_their_verdict_in_other_orders(kit: Kit[Any, Any]) -> None:
    tally, rng = Counter[str](), Random(SEED)
    for window in islice(windows(kit, rng, 40, each=4, settled=True), MOST):
        assert list(map(str, in_other_orders(window, rng, tally, most=3))) == []
        if tally["tried"] >= ORDERS:
            return
    assert not kit.accuses, "too few orders were tried"
