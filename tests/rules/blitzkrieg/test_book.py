"""The ledger, the words of the findings, and the code agree with each other."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import rules.blitzkrieg as package
import rules.engine as kernel
from rules.blitzkrieg import game
from rules.blitzkrieg.book import BOOK, HERE
from rules.blitzkrieg.loading import open_switches
from rules.engine.messages import Catalogue
from rules.engine.rulebook import LedgerError, Rulebook

CATALOGUE = Catalogue.load(Path(kernel.__file__).parent / "messages.yaml", HERE / "messages.yaml")
MAKERS = {"broken", "noted", "Illegal", "Notice", "Undecided"}


def calls() -> Iterator[tuple[str, ast.Call]]:
    for path in sorted(Path(package.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
                yield path.name, node


def keys() -> Iterator[tuple[str, str, set[str] | None]]:
    for file, call in calls():
        if isinstance(call.args[0], ast.Constant):
            named = {keyword.arg or "" for keyword in call.keywords} if len(call.args) == 1 else None
            yield file, str(call.args[0].value), named


def test_every_finding_has_words_in_both_languages():
    missing = {(file, key) for file, key, _ in keys() if key not in CATALOGUE.texts}

    assert missing == set()
    assert all(set(words) == {"en", "de"} for words in CATALOGUE.texts.values())


def test_every_fact_that_the_words_ask_for_is_given():
    lacking = [
        (file, key, CATALOGUE.places(key) - named)
        for file, key, named in keys()
        if named is not None and "rule" not in named and CATALOGUE.places(key) - named
    ]

    assert lacking == []


def test_both_languages_ask_for_the_same_facts():
    for key, words in CATALOGUE.texts.items():
        asked = {
            language: {name for _, name, _, _ in Formatter().parse(text) if name} for language, text in words.items()
        }
        assert asked["en"] == asked["de"], key


def test_no_words_are_without_a_finding():
    used = {key for _, key, _ in keys()} | {
        "due.undone",
        "due.otherwise",
        "not-shown",
        "sequence.not-now",
        "edition.invented",
    }

    assert set(CATALOGUE.texts) - used == {"due.without-cause"} - used


def test_the_ledger_is_whole():
    assert len(BOOK.entries) == 428
    assert game.CHAPTERS
    dangling = {(entry.id, ref) for entry in BOOK.entries.values() for ref in entry.refs if ref not in BOOK.entries}
    assert dangling == set()


# ------------------------------------------------------------------------------------------------ disputed rulings
def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(Path(package.__file__).parent.rglob("*.py")):
        yield path.name, ast.parse(path.read_text(encoding="utf-8"))


def judged() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Every question that is put to the switches in code: where, which ruling, the readings that are named."""
    for file, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                ruling = node.args[0]
                if node.func.attr in {"among", "taken", "reading", "as_we_read", "as_others_read"} and isinstance(
                    ruling, ast.Constant
                ):
                    readings = node.args[1].keys if len(node.args) > 1 and isinstance(node.args[1], ast.Dict) else ()
                    yield (
                        file,
                        str(ruling.value),
                        tuple(str(key.value) for key in readings if isinstance(key, ast.Constant)),
                    )


def compared() -> Iterator[tuple[str, str, str]]:
    """Every comparison of a settled reading with a name."""
    for file, tree in modules():
        for node in ast.walk(tree):
            match node:
                case ast.Compare(
                    left=ast.Call(func=ast.Attribute(attr="taken" | "reading"), args=[ast.Constant(value=ruling)]),
                    comparators=[ast.Constant(value=reading)],
                ):
                    yield file, str(ruling), str(reading)


def test_every_ruling_and_reading_in_the_code_is_one_that_players_can_settle():
    known = {name: set(dispute.readings) for name, dispute in open_switches().disputes.items()}

    asked = list(judged())
    assert {(file, ruling) for file, ruling, _ in asked if ruling not in known} == set()
    assert {
        (file, ruling, name) for file, ruling, names in asked for name in names if name not in known[ruling]
    } == set()
    assert {each for each in compared() if each[2] not in known[each[1]]} == set()
    assert len({ruling for _, ruling, _ in asked}) > 20


def test_every_disputed_question_names_our_reading():
    ours = {name: dispute.default for name, dispute in open_switches().disputes.items()}

    assert [(file, ruling) for file, ruling, names in judged() if names and ours[ruling] not in names] == []


def test_rules_that_say_the_same_are_named_by_one_that_is_enforced():
    twins = {entry.id: entry.found_as for entry in BOOK.entries.values() if entry.found_as}

    assert {"BLZ-4.1b", "BLZ-6.1a", "BLZ-8.4b", "BLZ-9.1.5e"} <= set(twins)
    for twin, names in twins.items():
        assert twin not in names
        assert all(BOOK.enforced_by(name) and not BOOK.entries[name].found_as for name in names)


def test_a_twin_that_is_not_in_the_ledger_is_an_error(tmp_path):
    text = (HERE / "ledger.yaml").read_text(encoding="utf-8").replace("found_as: [BLZ-4.2b]", "found_as: [BLZ-4.2x]", 1)
    (tmp_path / "ledger.yaml").write_text(text, encoding="utf-8")

    with pytest.raises(LedgerError, match=r"BLZ-4\.2x is not in the ledger"):
        Rulebook.load(tmp_path / "ledger.yaml")
