"""What players leave unsaid is read from what they do next, and then it is not held against them."""

import pytest

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.reading.cup import draw, phase
from rules.blitzkrieg.reading.shots import decline
from rules.blitzkrieg.reading.step import Step
from rules.engine.actions import Action
from rules.engine.evidence import Moved, Piece, Record, Shown, Spot
from tests.rules.blitzkrieg.battlefield import Field

DRAWN = Record("draw", {}, Piece("II"))
ENDED = Record("actend", {})
FROM_THE_CUP = Moved(Piece("II"), Spot(deck="cup"), Spot(zone="drawn"))


class Names:
    """A reader that knows chits by the name of the piece."""

    def __init__(self, field: Field) -> None:
        self.battle = field.battle()

    def chit(self, piece: Piece | None) -> str:
        """The name of the piece."""
        return piece.name if piece else ""

    def side(self, name: str) -> str:
        """The name itself."""
        return name


def field() -> Field:
    made = Field().formation("I", "german", hq="1602").formation("II", "german").formation("G", "french")
    return made.chit("repeat", "german", "repeat")


def read(position: Position, *later: Record) -> list[tuple[Action, str]]:
    step = Step(Names(field()), Shown(1, (DRAWN,), (FROM_THE_CUP,)), position, (Shown(2, later),), lambda: None)
    return [(each.action, each.how) for each in draw(step, DRAWN)]


def test_who_draws_has_ended_the_activation():
    """BLZ-2.2.2c, BLZ-5.2e"""
    active = field().position(acting="I")
    drawn = (do.Draw(chit="II"), "declared")

    assert read(active) == [(do.EndActivation(by="german"), "inferred"), drawn]
    assert read(active, ENDED) == [drawn]
    assert read(active, DRAWN, ENDED) == [(do.EndActivation(by="german"), "inferred"), drawn]
    assert read(field().position()) == [drawn]


@pytest.mark.parametrize(
    ("place", "passed", "reason"),
    [("cup", "", "passes"), ("reserve", "", "passes"), ("used", "", "empty"), ("used", "both", "passes")],
)
def test_a_phase_that_nobody_declares_over_has_ended_by_passes_unless_the_cup_is_empty(place, passed, reason):
    """BLZ-5.6a, BLZ-5.6c"""
    over, case = Record("phase", {"p": "End"}), Field().formation("I", "german", hq="1602", chit=place)
    step = Step(Names(case), Shown(1, (over,)), case.position(passed=passed), (), lambda: None)

    assert [(each.action, each.how) for each in phase(step, over)] == [(do.EndPhase(reason=reason), "inferred")]


@pytest.mark.parametrize(("waiting", "meant"), [("I", do.Skip(chit="I")), ("repeat", do.Hold(chit="repeat"))])
def test_who_draws_on_has_declined_what_was_drawn(waiting, meant):
    """BLZ-2.2.1c, BLZ-5.3m"""
    position = field().position("DRAW", "DECIDE", active="german", drawn=(waiting,))
    said = Record("chit", {"what": "Skip"}, Piece(waiting))

    assert read(position)[0] == (meant, "inferred")
    assert [action for action, _ in read(position, said)] == [do.Draw(chit="II")]


def test_decline_says_nothing_where_nobody_was_asked():
    """BLZ-6.3.1g, BLZ-9.1.2b"""
    said, made = Record("decline", {}), field()

    def declined(position: Position) -> list[Action]:
        step = Step(Names(made), Shown(1, (said,), side="french"), position, (), lambda: None)
        return [each.action for each in decline(step, said)]

    assert declined(made.position(acting="I")) == []
    assert declined(made.position("DRAW")) == []
    assert declined(made.position("DRAW", "ACTIVE", "REACT")) == [do.Decline(by="french")]
    assert declined(made.position("DRAW", "ACTIVE", "MELEE")) == [do.Decline(by="french")]
