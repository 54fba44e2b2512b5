"""A breach that does not say itself on which settled ruling it rests is judged again while rulings are open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest

from rules.audit.asking import Asked
from rules.audit.past import Deed, Past
from rules.audit.resting import reopened, rests_on
from rules.engine.actions import Action
from rules.engine.evidence import Board
from rules.engine.obligations import Due
from rules.engine.position import Position
from rules.engine.referee import Referee
from rules.engine.ruling import LEGAL, Finding, Illegal, Ruling, Undecided
from rules.engine.switches import Dispute, Switches

OPEN = Switches([Dispute(f"A-{number}", ("one", "two"), "one") for number in range(1, 8)])
ALL_OURS = tuple(f"A-{number}=one" for number in range(1, 8))
WRONG = Illegal("told", rule="R-1")


class Table(Position, frozen=True, kw_only=True):
    """How many dice have hit."""

    stack: tuple[str, ...] = ("play",)
    hits: int = 0


class Shoot(Action, frozen=True):
    """A die hits; by other readings of A-2 and of A-5 it counts one more each."""


class Tell(Action, frozen=True):
    """So many hits are told."""

    hits: int


class Umpire:
    """A referee whose breaches name no ruling, but where one is doubtful while it is open."""

    verbs = (Shoot, Tell)

    def __init__(self, switches: Switches) -> None:
        self.switches = switches

    def play(self, position: Table, action: Action) -> Table:
        more = sum(self.switches.read_otherwise(ruling) for ruling in ("A-2", "A-5"))
        return position.but(hits=position.hits + 1 + more) if isinstance(action, Shoot) else position

    def judge(self, position: Table, action: Action) -> Ruling:
        if not isinstance(action, Tell) or action.hits == position.hits:
            return LEGAL
        doubt = action.hits == 9 and self.switches.reading("A-7") is None
        found: Finding = Undecided("told", rule="R-1", ruling="A-7") if doubt else WRONG
        return Ruling((found,))

    would_be = judge


UNDER = cast("Any", Umpire)


def shot(switches: Switches) -> tuple[Table, Past[Any]]:
    """The table after two shots, and the past with them."""
    umpire, position = Umpire(switches), Table()
    past: Past[Any] = Past(cast("Referee[Any]", umpire))
    for action in (Shoot(), Shoot()):
        after = umpire.play(position, action)
        past.add(Deed("log", 1, position, action, after, umpire.judge(position, action)))
        position = after
    return position, past


def told(hits: int, settled: Sequence[str]) -> dict[str, str]:
    """On what it rests that so many hits were told of two dice."""
    switches = OPEN.settle_all(settled)
    position, past = shot(switches)
    action = Tell(hits=hits)
    past.add(Deed("log", 1, position, action, position, Umpire(switches).judge(position, action)))
    return dict(rests_on(past, action, WRONG, switches, UNDER))


def would(hits: int, settled: Sequence[str]) -> Ruling:
    """What is answered to who asks what would be said if so many hits were told of two dice."""
    switches, nobody = OPEN.settle_all(settled), cast("Any", None)
    position, past = shot(switches)
    umpire = cast("Any", Umpire(switches))
    asked = Asked(nobody, umpire, position, umpire, "", Board(), nobody, nobody, past, switches, UNDER)
    ruling = asked.would_be(f"tell hits={hits}")
    assert len(past.chain()) == 2, "nothing was done"
    return ruling


@pytest.mark.parametrize(
    ("hits", "settled", "rests"),
    [
        (2, (*ALL_OURS, "A-2=two"), {"A-2": "two"}),
        (2, (*ALL_OURS, "A-2=two", "A-5=two"), {"A-2": "two", "A-5": "two"}),
        (3, ALL_OURS, {}),
        (9, ALL_OURS, {"A-7": "one"}),
        (2, ("A-5=two",), {"A-5": "two"}),
    ],
)
def test_a_breach_rests_on_the_fewest_rulings_without_which_it_is_none(
    hits: int, settled: tuple[str, ...], rests: dict[str, str]
) -> None:
    assert told(hits, settled) == rests
    (answer,) = would(hits, settled).findings
    assert isinstance(answer, Illegal)
    assert dict(answer.settled) == rests


def test_nothing_is_said_of_what_was_not_done_last() -> None:
    assert dict(rests_on(Past(cast("Any", None)), Shoot(), WRONG, OPEN, cast("Any", Umpire))) == {}


def test_what_another_reading_wants_is_wanted_again_once_a_question_is_open() -> None:
    due = Due("R-2", (Tell(hits=1),))
    for make in (Switches.as_we_read, Switches.as_others_read):
        settled = Table().owing(*make(OPEN.settle_all(ALL_OURS), "A-3", due))

        assert reopened(settled, ("A-3",)).due == make(OPEN, "A-3", due)
        assert reopened(settled, ("A-4",)) == settled
