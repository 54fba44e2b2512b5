"""What every test of rules notes of itself: which rules it asserts."""

from __future__ import annotations

import pytest

from tests.rules.shared.naming import asserted, note


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """The rules that a test asserts are noted when it is done."""
    if not item.config.getoption("logs"):
        note(item, "named", asserted(item))
