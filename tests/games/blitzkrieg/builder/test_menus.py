"""Menus of chits."""

from __future__ import annotations

import re

import assets
from builder.build import lock_of
from builder.module import making_of, root

GAME = assets.load("blitzkrieg")


def test_the_only_salvo_of_a_marker_is_told_by_its_entry() -> None:
    defined = root(making_of(GAME, lock=lock_of(GAME))).every("PrototypeDefinition")
    (stuka,) = [each for each in defined if each.get("name") == "salvo stuka"]
    assert "Salvo\\: Stukas" in re.sub(r"\\+", r"\\", stuka.text)
