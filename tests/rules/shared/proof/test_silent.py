"""What a player can do by hand is derived from the module; most of it is told, and what is decoration is declared."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from rules.audit.witness import ID, fixed
from tests.rules.shared.kit import Kit, kits
from tests.rules.shared.proof.silent import LENGTH, Deed, offered, said_of
from tests.rules.shared.proof.windows import Window, windows
from tests.rules.shared.workshop import workshop_of

KITS = kits()
MOST = 60
"""So many windows are looked at, at most."""
of_each_game = pytest.mark.parametrize("kit", KITS, ids=[kit.name for kit in KITS])


@of_each_game
def test_every_slot_and_every_property_that_a_command_changes_is_in_the_walk(kit: Kit[Any, Any]) -> None:
    workshop = workshop_of(kit.name)
    deeds = offered(workshop)
    named = {name for names in deeds.values() for name in names}
    pieces = [slot.expanded for slot in workshop.module.slots if slot.expanded is not None]

    assert {fixed(piece).get(ID, "") for piece in pieces} <= named
    for piece in pieces:
        for trait in piece.traits:
            if trait.kind == "property" and trait.items("commands"):
                whats = {deed.what for deed, names in deeds.items() if fixed(piece).get(ID, "") in names}
                assert trait.text("name") in whats


@of_each_game
def test_a_unit_that_is_dragged_off_the_board_without_a_record_is_told(kit: Kit[Any, Any]) -> None:
    rng, heard = Random(4), 0
    known = {"illegal", "undecided", "undone"} | (set() if kit.accuses else {"explained"})
    for window in islice(windows(kit, rng, LENGTH, each=4, settled=True), MOST):
        standing = [name for name in kit.standing(window.before) if _in_sight(kit, window, name)]
        if window.before.within("SETUP") or not standing:
            continue
        worth, name, _ = said_of(window, Deed("unit", "drag off"), standing, rng)
        assert worth in known, (window.name, name)
        heard += worth != "undone"
        if heard == 3:
            return
    raise AssertionError("nobody could be dragged off")


def _in_sight(kit: Kit[Any, Any], window: Window, name: str) -> bool:
    return not kit.hidden(window.before, name) and not kit.rides(window.before, name)
