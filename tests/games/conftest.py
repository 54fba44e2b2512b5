"""What the tests of every game may ask for."""

from tests.hexmeister.conftest import call, spoken

__all__ = ["call", "spoken"]
