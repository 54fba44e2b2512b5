"""What every test of rules notes of itself: which rules it asserts, and which of those it speaks of it has run."""

from __future__ import annotations

import pytest

from tests.rules.shared.naming import asserted, note, spoken
from tests.rules.shared.running import RAN


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """What runs from here on runs in this test."""
    RAN.clear()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """The rules that a test asserts, and those that it has run, are noted when it is done."""
    if not item.config.getoption("logs"):
        note(item, "named", asserted(item))
        note(item, "ran", RAN & spoken(item))
