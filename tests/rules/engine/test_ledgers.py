"""Ledgers: what an entry may say, and that the ledgers of all systems can be read."""

from __future__ import annotations

import re
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


MOST_ALIKE = 7
"""So many words in a row may stand in a rulebook too: shorter ones are common speech."""


def words(text: str) -> list[str]:
    """The words of a text, one spelling each; syllables at the ends of lines are joined."""
    joined = re.sub(r"-\s*\n\s*", "", text).casefold()
    return re.findall(r"\w+", joined)


@pytest.mark.shared_samples
@pytest.mark.parametrize("game", TRANSLATED)
def test_a_rule_in_german_is_said_in_words_of_our_own(game: str):
    book = SHARED / "rulebooks" / f"{game}.txt"
    if not book.is_file():
        pytest.skip("the folder of extra samples (rulebooks) is not beside the project")
    theirs, many = words(book.read_text(encoding="utf-8")), MOST_ALIKE + 1
    known = {tuple(theirs[place : place + many]) for place in range(len(theirs))}
    for name, said in translated(doors()[game].folder / "ledger.yaml", "de").items():
        ours = words(said.rule)
        runs = [ours[place : place + many] for place in range(len(ours) - MOST_ALIKE)]
        # a list of units and hexes is a fact, and can be said in one way only
        plain = [run for run in runs if all(len(word) > 1 and not word[-1].isdigit() for word in run)]
        assert not [" ".join(run) for run in plain if tuple(run) in known], name


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
