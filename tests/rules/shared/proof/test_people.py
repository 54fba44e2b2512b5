"""Whole games of people who play in a manner of their own: each manner is tried, and those who are forgiven stay so."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest

from rules.engine.ruling import Illegal
from rules.engine.writing import Entry
from tests.rules.shared.habits import Anew, Between, Cut
from tests.rules.shared.kit import Kit, kits
from tests.rules.shared.proof.accused import accused, heard
from tests.rules.shared.proof.people import LENGTH, MANNERS, played
from tests.rules.shared.proof.windows import windows
from tests.rules.shared.tempers import temper_of

KITS = kits()
SEED, TRIED = 20261119, 14
"""A sample; `python -m tests.rules.shared.proof.people` plays as many games as one likes."""
MOST = 60
"""So many windows are looked at, at most."""
FORGIVEN = (
    "takes_back_every_third",
    "clicks_twice_and_takes_back",
    "talks",
    "moves_stacks",
    "moves_one_by_one",
    "declares_wrongly_and_takes_back",
    "posts_after_each_turn",
    "nudges_while_no_log_runs",
    "puts_back_while_no_log_runs",
    "plays_both_sides",
    "takes_another_piece",
)
"""Of these a sample is played in each run; the others are counted on the page of the proofs."""
of_each_game = pytest.mark.parametrize("kit", KITS, ids=[kit.name for kit in KITS])


@of_each_game
def test_every_manner_is_found_and_is_another_game_than_the_plain_one(kit: Kit[Any, Any]) -> None:
    found = Counter[str]()
    for window in islice(windows(kit, Random(3), LENGTH, each=6, settled=True), MOST):
        plain = tuple(page.entry for page in window.pages(window.edition()))
        for way in played(window, Random(1), [name for name in MANNERS if not found[name]]):
            assert tuple(way.strokes) != plain
            found[way.how] += 1
        if len(found) == len(MANNERS):
            return

    assert found
    assert not kit.accuses, {*MANNERS} - {*found}


@of_each_game
def test_nobody_is_accused_for_his_manner(kit: Kit[Any, Any]) -> None:
    rng, tally = Random(SEED), Counter[str]()
    for window in islice(windows(kit, rng, LENGTH, each=4, settled=True), MOST):
        plain = [page.entry for page in window.pages(window.edition())]
        ways = played(window, rng, rng.sample(FORGIVEN, 3))
        assert list(map(str, accused(window, plain, ways, tally, (Illegal,)))) == []
        if tally["tried"] >= TRIED:
            return
    assert not kit.accuses, "too few games were played"


@of_each_game
def test_a_piece_that_is_deleted_and_laid_anew_elsewhere_is_told(kit: Kit[Any, Any]) -> None:
    """The guilty twin: only what lies as it lay is nothing."""
    for window in islice(windows(kit, Random(8), LENGTH, each=8, settled=True), MOST):
        beside = temper_of(kit.name, window.scenario).beside
        for way in played(window, Random(1), ("takes_another_piece",)):
            place, anew = next((place, each) for place, each in enumerate(way.strokes) if isinstance(each, Anew))
            near = beside(kit.standing(window.before)[anew.piece])
            moved = (*way.strokes[:place], Anew(anew.piece, near[0]), *way.strokes[place + 1 :])
            if heard(window, way.strokes) == () and heard(window, moved):
                return
    assert not kit.accuses, "nobody was heard"


@of_each_game
def test_a_piece_that_is_astray_when_the_next_log_begins_is_told(kit: Kit[Any, Any]) -> None:
    """The guilty twin: what was put back while no log ran was nothing, and the game is judged on."""
    kept, on = False, False
    for window in islice(windows(kit, Random(9), LENGTH, each=8, settled=True), MOST):
        for way in played(window, Random(1), ("puts_back_while_no_log_runs",)):
            place, between = next((place, each) for place, each in enumerate(way.strokes) if isinstance(each, Between))
            before, after = way.strokes[:place], way.strokes[place + 1 :]
            stays = heard(window, (*before, Cut(), *after), (Illegal,))
            wrong = before[-1]
            again = heard(window, (*before, between, wrong, *after), (Illegal,))
            assert not heard(window, way.strokes, (Illegal,))
            kept, on = kept or bool(stays), on or bool(again)
        if kept and on:
            return
    assert not kit.accuses, "nobody was heard"


@pytest.mark.parametrize("manner", ["posts_after_each_turn", "plays_both_sides"])
@of_each_game
def test_a_breach_is_heard_in_whatever_manner_the_game_is_played(kit: Kit[Any, Any], manner: str) -> None:
    """The guilty twin: a unit that nobody puts back is told in logs that go to and fro, or come from one seat."""
    for window in islice(windows(kit, Random(7), LENGTH, each=8, settled=True), MOST):
        for way in played(window, Random(1), (manner,)):
            there = [name for name in kit.standing(window.before) if not kit.hidden(window.before, name)]
            gone = Entry(kit.side(there[0]), kit.off(there[0])) if there else None
            if gone and heard(window, (gone, *way.strokes), (Illegal,)):
                return
    assert not kit.accuses, "nobody was heard"
