"""Slices of proofs are of fresh seeds, of every kind and game alike, and end when their time is over."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from tests.rules.shared.kit import kits
from tests.rules.shared.proof import kept
from tests.rules.shared.proof.figure import Figure
from tests.rules.shared.proof.head import today
from tests.rules.shared.proof.kept import Kept, keep, rows
from tests.rules.shared.proof.slices import KINDS, SIZES, done, in_time, rounds

NAMES = [kit.name for kit in kits()]
KIT = kits()[0]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "home", lambda _: tmp_path)


def test_each_round_has_every_kind_of_every_game_and_each_slice_a_seed_of_its_own() -> None:
    each = len(KINDS) * len(NAMES)
    found = list(islice(rounds(NAMES, list(KINDS)), 3 * each))

    assert {(one.game, one.kind) for one in found[:each]} == {(name, kind) for name in NAMES for kind in KINDS}
    assert len({(one.game, one.kind, one.seed) for one in found}) == 3 * each
    assert set(SIZES) == set(KINDS)


def test_seeds_that_were_counted_are_not_taken_again() -> None:
    first = today() * 1000
    keep(KIT.name, Kept.of_run(KIT.name, "slips", first, Figure("accused", 0, 9, "slips")))

    assert [one.seed for one in islice(rounds([KIT.name], ["slips"]), 2)] == [first + 1, first + 2]


def test_no_slice_is_begun_when_the_time_is_over() -> None:
    assert list(in_time(NAMES, list(KINDS), 0, 1)) == []


def test_a_slice_has_its_figures_and_what_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    figure = Figure("accused", 1, 9, "slips")

    def told(*_: object) -> Iterator[Figure]:
        print("somebody is accused")
        yield figure

    monkeypatch.setitem(KINDS, "slips", told)  # type: ignore[misc]
    one = done(next(rounds([KIT.name], ["slips"])))

    assert (one.said, one.figures, one.slice.kind) == ("somebody is accused", (figure,), "slips")


def test_a_slice_that_fails_says_so_and_has_no_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> Iterator[Figure]:
        yield Figure("accused", 0, 9, "slips")
        raise KeyError("nobody")

    monkeypatch.setitem(KINDS, "slips", fails)  # type: ignore[misc]
    one = done(next(rounds([KIT.name], ["slips"])))

    assert one.failed
    assert one.figures == ()
    assert "KeyError: 'nobody'" in one.said


def test_what_is_counted_over_all_runs_takes_the_place_of_what_was_known_and_keeps_its_seeds() -> None:
    for seed, never in ((1, 9), (2, 4), (3, 2)):
        figure = Figure("never taken", never, 90, "options", open=True, whole=True)
        keep(KIT.name, Kept.of_run(KIT.name, "explored", seed, figure))

    (known,) = kept.kept(KIT.name)
    assert (known.found, known.counted, known.seeds) == (2, 90, (1, 2, 3))
    assert list(rows(KIT.name))[2].endswith("| 1 to 3 |")


def test_what_is_only_told_adds_up_as_well() -> None:
    for seed in (1, 2, 4):
        keep(KIT.name, Kept.of_run(KIT.name, "breaches", seed, Figure("untold", 1, 10, "gaps", open=True)))

    (known,) = kept.kept(KIT.name)
    assert (known.found, known.counted, known.bound) == (3, 30, "")
    assert list(rows(KIT.name))[2].endswith("| 1 to 2, 4 |")
