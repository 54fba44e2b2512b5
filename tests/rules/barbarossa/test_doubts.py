"""How a question that the book leaves open is answered: while it is open, by our reading, and by another one."""

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.doubts import disputed, doubtful, tolerated
from rules.barbarossa.state.case import Case
from rules.engine.ruling import broken, verdict_of
from rules.engine.switches import Dispute, Switches
from tests.rules.barbarossa.field import Field

OPEN = Switches([Dispute("Q", ("ours", "other"), "ours")])
SETTLED = {"": OPEN, "ours": OPEN.settle("Q", "ours"), "other": OPEN.settle("Q", "other")}
WRONG = broken("mines.again", unit="S1")


def case(settled: str) -> Case[do.Halt]:
    made = Field()
    return Case(made.battle(), SETTLED[settled], made.position(), do.Halt(unit="S1"))


@pytest.mark.parametrize(
    ("answer", "while_open", "by_ours", "by_another"),
    [
        (doubtful, "undecided", "illegal", "legal"),
        (disputed, "undecided", "legal", "illegal"),
        (tolerated, "legal", "legal", "illegal"),
    ],
)
def test_an_answer_follows_what_the_players_settled(answer, while_open, by_ours, by_another) -> None:
    found = {settled: verdict_of(answer(case(settled), "Q", WRONG)) for settled in SETTLED}

    assert found == {"": while_open, "ours": by_ours, "other": by_another}


@pytest.mark.parametrize(("answer", "ours", "other"), [(doubtful, "illegal", "legal"), (disputed, "legal", "illegal")])
def test_an_open_question_names_itself_and_what_each_reading_says(answer, ours, other) -> None:
    found = answer(case(""), "Q", WRONG)

    assert (found.ruling, dict(found.readings)) == ("Q", {"ours": ours, "other": other})
