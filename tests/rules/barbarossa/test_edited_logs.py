"""A log out of which a step was cut says so by the names that players use, and each thing once."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from rules.audit.games import game_of
from rules.audit.report import Audit
from tests.rules.barbarossa.logs import game, timeline, written
from tests.rules.barbarossa.many import battle
from tests.rules.barbarossa.printing import GAME, shop
from vassal.consistency import What
from vassal.savefile import SaveFile


@pytest.fixture(scope="module")
def log() -> SaveFile:
    """The log of the beginning of a game."""
    return written("crossroads", game("crossroads", 1, 330))


def without(log: SaveFile, what: What) -> tuple[SaveFile, int]:
    """The log without a step whose lack shows in several others, by what of a piece; and how many things that are."""
    steps = [place for place, command in enumerate(log.commands) if command.logged]
    for gone in steps[138::4]:
        cut = replace(log, commands=(*log.commands[:gone], *log.commands[gone + 1 :]))
        shown = Counter(each for step in timeline(cut).steps for each in step.mismatches if each.what is what)
        if max(shown.values(), default=0) > 1:
            return cut, len(shown)
    raise AssertionError("nothing shows more than once")


@pytest.mark.parametrize(("what", "why"), [(What.STATE, "mismatch.state"), (What.PLACE, "mismatch.place")])
def test_what_was_cut_out_is_told_once_of_each_piece_by_its_name(what: What, why: str, log: SaveFile):
    cut, things = without(log, what)
    known = game_of(GAME)
    said = [each.text for each in Audit(known, shop().module).run([("game", cut)]).findings if each.why == why]

    assert len(said) == things
    names = {known.name(unit, "en") for unit in battle("crossroads").units}
    assert all(any(name in each for name in names) for each in said)
    assert not any("Map;" in each for each in said)
