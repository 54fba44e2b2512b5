"""What is marked on the picture of an answer."""

from hexmeister.shown.drawn import _targets
from rules.engine.asking import Target
from rules.engine.ruling import Illegal

REFUSED = (Illegal("fire.range", {}, "BLZ-4.2b"),)


def test_a_hex_is_grey_only_where_nobody_can_be_hit_and_tells_the_columns_of_all_who_can() -> None:
    targets = [
        Target("a", "0101", "3"),
        Target("b", "0101", against=REFUSED),
        Target("c", "0102", against=REFUSED),
        Target("d", "0103", "2"),
        Target("e", "0103", "1"),
        Target("f", "0103", "2"),
    ]
    marks = [(mark.place, mark.tone, mark.caption) for mark in _targets(targets)]
    assert marks == [("0101", "target", "3"), ("0102", "refused", ""), ("0103", "target", "2/1")]
