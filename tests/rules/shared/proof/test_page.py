"""The page of the proofs tells what each kind asks, and every figure that is kept, with its bound."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.audit.games import doors
from tests.rules.shared.proof import kept
from tests.rules.shared.proof.__main__ import KINDS
from tests.rules.shared.proof.figure import Figure
from tests.rules.shared.proof.kept import Kept, keep
from tests.rules.shared.proof.page import NOT_YET, page

GAME = next(iter(doors()))


@pytest.fixture(autouse=True)
def homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures of their own."""
    for game in doors():
        (tmp_path / game).mkdir()
    monkeypatch.setattr(kept, "home", lambda game: tmp_path / game)


def test_each_kind_says_what_it_asks() -> None:
    said = [line for line in page().splitlines() if line.startswith("* **")]

    assert [line.split("**")[1] for line in said] == list(KINDS)
    assert all(len(line.partition("**: ")[2]) > 30 for line in said)


def test_what_was_counted_stands_there_with_its_bound_and_what_was_not_says_so() -> None:
    keep(GAME, Kept.of_run(GAME, "slips", 7, Figure("accused", 0, 1000, "slips that were put right")))

    found = page()
    assert "| slips | accused | 0 | 1,000 | 0.3 % | slips that were put right |" in found
    assert found.count(NOT_YET) == len(doors()) - 1
