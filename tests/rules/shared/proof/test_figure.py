"""Figures of the proofs are kept with their bound, and add up as long as rules stay and seeds differ."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.rules.shared.kit import kits
from tests.rules.shared.proof import kept
from tests.rules.shared.proof.figure import Figure
from tests.rules.shared.proof.head import shown
from tests.rules.shared.proof.kept import Kept, keep, rows

KIT = kits()[0]


def run(seed: int, found: int = 0, tried: int = 500, **changes: Any) -> Kept:
    made = Kept.of_run(KIT.name, "slips", seed, Figure("accused", found, tried, "slips"))
    return replace(made, **changes)


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "home", lambda _: tmp_path)


def test_runs_of_other_seeds_add_up() -> None:
    keep(KIT.name, run(1))
    keep(KIT.name, run(2, found=1))

    (known,) = kept.kept(KIT.name)
    assert (known.found, known.counted, known.seeds, known.bound) == (1, 1000, (1, 2), "0.47 %")


@pytest.mark.parametrize("again", [run(1, tried=20), run(2, tried=20, rules_version="new")])
def test_a_run_of_the_same_seed_or_of_other_rules_takes_the_place_of_what_was_known(again: Kept) -> None:
    keep(KIT.name, run(1))
    keep(KIT.name, again)

    assert kept.kept(KIT.name) == (again,)


def test_what_is_only_told_has_no_bound() -> None:
    keep(KIT.name, Kept.of_run(KIT.name, "explored", 3, Figure("never taken", 2, 90, "options", open=True)))

    assert list(rows(KIT.name))[2:] == [
        f"| explored | never taken | 2 | 90 | - | options | {kept.kept(KIT.name)[0].rules_version} | 3 |"
    ]


def test_whatever_is_found_is_told_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(["one", "two"]) == 2
    assert capsys.readouterr().out.split() == ["one", "two"]
