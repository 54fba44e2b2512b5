"""The examples of the book, made precise and kept as data: each is played through a log and judged as written down."""

from __future__ import annotations

import msgspec
import pytest
import yaml

from rules.blitzkrieg.book import BOOK
from tests.conftest import SHARED
from tests.rules.blitzkrieg.casebook import BREACHES, EXAMPLES, MORE, SETUPS, keyed, played
from tests.rules.blitzkrieg.printing import GAME
from tests.rules.blitzkrieg.recorded import heard, known_heard
from tests.rules.shared.casebook import disagreements
from tests.rules.shared.cases import read, said
from tests.rules.shared.naming import note
from tests.rules.shared.noting import heard_of, shows

CASES = tuple(case for path in (EXAMPLES, MORE, BREACHES, SETUPS) for case in read(path))
PLAYED = keyed()


@pytest.mark.logs
@pytest.mark.parametrize("name", PLAYED, ids=[f"{case.id} {case.title}" for case in PLAYED.values()])
def test_an_example_is_judged_from_its_log_as_it_is_written_down(request: pytest.FixtureRequest, name: str) -> None:
    case = PLAYED[name]
    through = played(case)

    assert said(through, len(case.actions)) == case.expect
    assert disagreements(through) == []
    assert known_heard().cases.get(name, heard(through)) == heard(through)
    note(request.node, "named", {rule.rpartition(" ")[2] for each in case.expect for rule in each})
    note(request.node, "shown", msgspec.to_builtins(shows(GAME, [heard_of(through)], case.rules)))


def test_examples_are_about_rules_of_the_book_and_only_those_are_not_played_that_say_why() -> None:
    assert {rule for case in CASES for rule in case.rules} <= set(BOOK.entries)
    assert [case.id for case in CASES if bool(case.actions) == bool(case.note)] == []


def test_every_example_is_there() -> None:
    source = SHARED / "games" / GAME / "examples.yaml"
    if not source.is_file():
        pytest.skip("the folder of extra samples (games) is not beside the project")
    listed = yaml.safe_load(source.read_text(encoding="utf-8"))

    assert {case.id for case in read(EXAMPLES)} == {each["id"] for each in listed}
