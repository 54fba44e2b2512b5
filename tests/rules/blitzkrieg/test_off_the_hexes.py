"""Spots of the map that are no hexes: a piece that is dragged there, and on from there, is judged like any other."""

from itertools import islice
from random import Random

from rules.engine.writing import Entry
from tests.rules.blitzkrieg.kit import KIT
from tests.rules.shared.proof.accused import heard
from tests.rules.shared.proof.hand import point
from tests.rules.shared.proof.windows import windows

NO_HEX = point("Map", 854, 1891)
"""Snaps to `0009`, which the map of Hannut does not have."""


def test_a_piece_goes_on_from_where_no_hex_is() -> None:
    (window,) = (each for each in islice(windows(KIT, Random(4), 3, each=1, settled=True), 1))
    (unit, here), (other, there) = islice(KIT.standing(window.before).items(), 2)
    near, beside = (min(KIT.land(KIT.scenario(window.scenario)).neighbours(place)) for place in (here, there))
    away, on, back = (Entry(KIT.side(unit), KIT.drag(unit, place)) for place in (NO_HEX, near, here))
    meanwhile = Entry(KIT.side(other), KIT.drag(other, beside))

    assert window.scenario == "hannut"
    assert heard(window, (away, on))
    assert heard(window, (away, meanwhile, on))
    assert not heard(window, (away, back))
