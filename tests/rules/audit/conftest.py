"""The workshop of Blitzkrieg 1940, made once."""

from __future__ import annotations

import pytest

from tests.rules.shared.workshop import Workshop, workshop_of


@pytest.fixture(scope="session")
def workshop() -> Workshop:
    """The workshop of Blitzkrieg 1940."""
    return workshop_of("blitzkrieg")


__all__ = ["Workshop", "workshop", "workshop_of"]
