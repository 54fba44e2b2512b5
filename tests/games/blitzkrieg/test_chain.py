"""The logs of a game as one story: what the board tells at its turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tests.rules.audit.test_chain import MIDDLE, audited, cut, played, with_a_wrong_roll, wrongs
from tests.rules.shared.play import Turn


def late(turns: Sequence[Turn[Any]]) -> Iterator[int]:
    """Where nothing is due, in turns after the second."""
    return (
        place
        for place, turn in enumerate(turns)
        if turn.before.state == "DRAW" and turn.before.turn > 2 and not turn.before.due
    )


def test_from_the_next_turn_on_the_board_tells_all_that_must_be_known() -> None:
    turns = played("blitzkrieg", "stonne", 5, 1_500)
    broken = with_a_wrong_roll(turns, next(late(turns)))
    _, rest = cut("blitzkrieg", "stonne", broken, MIDDLE)

    report = audited("blitzkrieg", [rest])[1]

    assert [rule for _, _, rule in wrongs(report)] == ["BLZ-8.1.1b"]
    assert {each.why for each in report.findings if each.verdict == "undecided"} == {"before.unseen"}
