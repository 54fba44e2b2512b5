"""What must not matter does not: names of doubles, bystanders, the way in which a line of sight is traced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest
from msgspec import structs

from rules.engine.dice import Roll
from rules.engine.grid import Grid
from rules.engine.obligations import Due
from tests.rules.shared.kit import Kit, kits
from tests.rules.shared.proof import metamorphic
from tests.rules.shared.proof.metamorphic import (
    changed_sides,
    differing,
    mirrored,
    mirrors,
    one_sided,
    pairs_of,
    renamed,
)

KITS = kits()
SEED, WINDOWS, PAIRS = 20261119, 12, 400
"""A sample; `python -m tests.rules.shared.proof.metamorphic` takes as many as one likes, and all pairs."""
of_each_game = pytest.mark.parametrize("kit", KITS, ids=[kit.name for kit in KITS])


def test_other_names_stand_wherever_a_name_stood() -> None:
    due = Due("R", (Roll(purpose="TEST", who="a", dice=(1,)),))

    assert renamed({"a": ("b", "a 1", due)}, {"a": "b", "b": "a"}) == {
        "b": ("a", "b 1", Due("R", (Roll(purpose="TEST", who="b", dice=(1,)),)))
    }


@of_each_game
def test_verdicts_stay_where_nothing_that_matters_changes(kit: Kit[Any, Any]) -> None:
    tally = Counter[str]()

    assert list(differing(kit, WINDOWS, SEED, tally)) == []
    assert tally["doubles"] > WINDOWS
    assert tally["mirrors"] == tally["sides"] == tally["doubles"]


@of_each_game
def test_a_verdict_that_hangs_on_a_name_is_seen(kit: Kit[Any, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    told = iter(range(10**6))
    monkeypatch.setattr(metamorphic, "verdict", lambda *_: (("Illegal", str(next(told))),))

    assert list(differing(kit, 3, SEED, Counter())) != []


@of_each_game
def test_whoever_sees_is_seen(kit: Kit[Any, Any]) -> None:
    for scenario in kit.scenarios:
        assert list(one_sided(kit.sight(scenario), pairs_of(kit, scenario, PAIRS, Random(SEED)))) == []


@of_each_game
def test_a_map_in_a_mirror_has_the_same_neighbours_and_is_itself_when_mirrored_twice(kit: Kit[Any, Any]) -> None:
    for scenario in kit.scenarios:
        grid = kit.land(kit.scenario(scenario))
        for names, _, _ in mirrors(grid):
            assert all(names[names[place]] == place for place in grid.places)
            assert any(names[place] != place for place in grid.places)
            for place in grid.places:
                assert {names[near] for near in grid.neighbours(place)} == {*grid.neighbours(names[place])}


@of_each_game
def test_a_mirror_that_is_broken_changes_verdicts(kit: Kit[Any, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The guilty twin: the hexes change places without order, and what is done in them is no longer the same."""

    def broken(grid: Grid) -> list[tuple[dict[str, str], bool, bool]]:
        places = sorted(grid.places)
        return [(dict(zip(places, places[7:] + places[:7], strict=True)), False, False)]

    able = any(mirrors(kit.land(kit.scenario(each))) for each in kit.scenarios)
    monkeypatch.setattr(metamorphic, "RELATIONS", {"mirrors": mirrored})
    monkeypatch.setattr(metamorphic, "mirrors", broken)

    assert not able or list(differing(kit, 8, SEED, Counter())) or not kit.accuses


@of_each_game
def test_where_half_of_the_pieces_stay_with_the_old_name_of_their_side_verdicts_change(
    kit: Kit[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The guilty twin: friends would be enemies."""
    monkeypatch.setattr(metamorphic, "RELATIONS", {"sides": changed_sides})
    monkeypatch.setattr(metamorphic, "renamed", _half_the_battle(kit))

    assert list(differing(kit, 8, SEED, Counter())) or not kit.accuses


def _half_the_battle(kit: Kit[Any, Any]) -> Callable[[Any, Mapping[str, str]], Any]:
    battles = [kit.scenario(scenario) for scenario in kit.scenarios]

    def half(value: Any, names: Mapping[str, str]) -> Any:
        made = renamed(value, names)
        if not any(value is each for each in battles):
            return made
        units = {
            name: made.units[name] if place % 2 else unit for place, (name, unit) in enumerate(value.units.items())
        }
        return structs.replace(made, units=units)

    return half


def test_a_line_that_is_free_one_way_only_is_seen() -> None:
    assert list(one_sided(lambda one, other: one < other, iter([("a", "b"), ("c", "c")]))) == [("a", "b")]
