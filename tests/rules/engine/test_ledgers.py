"""Ledgers: what an entry may say, and that the ledgers of all systems can be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.audit.games import doors
from rules.engine.rulebook import Remark, Rulebook, Said, translated
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


def test_a_rule_is_said_in_a_language_and_in_english_where_that_is_silent(tmp_path: Path):
    file = tmp_path / "rules" / "test" / "ledger.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(ENTRY + ENTRY.replace("TST-1a", "TST-1b"), encoding="utf-8")
    (file.parent / "ledger.de.yaml").write_text("TST-1a: [Ein Titel, Eine Regel.]", encoding="utf-8")

    book = Rulebook.load(file)

    assert book.said("TST-1a", "de") == Said("Ein Titel", "Eine Regel.", "de")
    assert book.said("TST-1b", "de") == book.said("TST-1b", "en") == Said("A title", "A rule.", "en")


TRANSLATED = sorted(each for each in doors() if (doors()[each].folder / "ledger.de.yaml").is_file())


def test_there_is_a_ledger_in_german():
    assert TRANSLATED


@pytest.mark.parametrize("game", TRANSLATED)
def test_a_ledger_in_german_says_every_rule_and_no_other(game: str):
    folder = doors()[game].folder
    book, said = Rulebook.load(folder / "ledger.yaml"), translated(folder / "ledger.yaml", "de")
    assert list(said) == list(book.entries)
    assert all(each.title and each.rule.endswith((".", ")", "“")) for each in said.values())
    assert not [name for name, each in said.items() if each.rule == book.entries[name].rule]


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
