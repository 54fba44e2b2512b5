"""Ledgers: what an entry may say, and that the ledgers of all systems can be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.engine.rulebook import Remark, Rulebook
from tests.conftest import SHARED

ENTRY = """
- {id: TST-1a, section: "1", title: A title, rule: A rule., phase: any, kind: k, verdict: illegal, evidence: history,
   ruling_only: true, unclear: who knows, open: {kind: ruling, rulings: [Q1]}}
"""


def test_an_entry_says_what_the_book_leaves_open_and_what_rests_on_a_ruling_alone(tmp_path: Path):
    file = tmp_path / "rules" / "test" / "ledger.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(ENTRY, encoding="utf-8")

    entry = Rulebook.load(file).entries["TST-1a"]

    assert entry.open == Remark("ruling", ("Q1",))
    assert entry.ruling_only
    assert entry.evidence == "history"


@pytest.mark.shared_samples
def test_the_ledger_of_every_system_loads(tmp_path: Path):
    files = sorted(SHARED.glob("games/*/ledger.yaml"))
    if not files:
        pytest.skip("the folder of extra samples (games) is not beside the project")
    for file in files:
        text = file.read_text(encoding="utf-8").replace("  why_human:", "  human:")
        copy = tmp_path / "rules" / file.parent.name / "ledger.yaml"
        copy.parent.mkdir(parents=True)
        copy.write_text(text, encoding="utf-8")

        assert len(Rulebook.load(copy).entries) > 400
