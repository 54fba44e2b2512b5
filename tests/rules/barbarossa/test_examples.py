"""Every worked example of the book, and every case of our own, is made precise in a test."""

from __future__ import annotations

import pytest
import yaml

from tests.conftest import SHARED
from tests.rules.barbarossa.printing import GAME
from tests.rules.shared.casebook import examples, silent_examples


def test_every_example_has_a_test_that_speaks_of_it() -> None:
    source = SHARED / "games" / GAME / "examples.yaml"
    if not source.is_file():
        pytest.skip("the folder of extra samples (games) is not beside the project")
    known = yaml.safe_load(source.read_text(encoding="utf-8"))

    assert sorted(examples(GAME)) == sorted(each["id"] for each in known)


def test_what_no_log_shows_is_said_of_examples_that_tests_speak_of() -> None:
    assert set(silent_examples(GAME)) <= examples(GAME)
