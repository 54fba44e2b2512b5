"""What players leave unsaid is read from what they do next, and then it is not held against them."""

import pytest

import assets
from rules.binding import Reads, actions_in, of_piece
from rules.blitzkrieg import actions as do
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.reading.belated import belated
from rules.blitzkrieg.reading.cup import draw, phase
from rules.blitzkrieg.reading.step import Step
from rules.blitzkrieg.reading.told import Told
from rules.engine.actions import Action
from rules.engine.evidence import Moved, Piece, Record, Shown, Spot
from rules.engine.obligations import Due
from tests.rules.blitzkrieg.battlefield import Field

CHRONICLE = assets.load("blitzkrieg").chronicle
DRAWN = Record("draw", {}, Piece("II"))
ENDED = Record("actend", {})
FROM_THE_CUP = Moved(Piece("II"), Spot(deck="cup"), Spot(zone="drawn"))


class Names:
    """A reader that knows chits by the name of the piece."""

    def __init__(self, field: Field) -> None:
        self.battle = field.battle()
        names = {"unit": of_piece(self.unit), "chit": of_piece(self.chit), "side": Record.get}
        self.declared = Reads(CHRONICLE, actions_in(do), names)
        self.told = Told()
        self.read_before: list[tuple[int, int]] = []

    def consume(self, step: int, place: int) -> None:
        """Remember it."""
        self.read_before.append((step, place))

    def unit(self, piece: Piece | None) -> str:
        """The name of the piece, if it is a unit."""
        return piece.name if piece and piece.name in self.battle.units else ""

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
    assert read(active, ENDED) == read(active), "the word comes a click late"
    assert read(active, Record("step", {}, Piece("I")), ENDED) == [drawn], "it went on, and has not ended before"
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


@pytest.mark.parametrize(
    ("waiting", "meant", "word", "other"),
    [("I", do.Skip(chit="I"), "Skip", "Activate"), ("repeat", do.Hold(chit="repeat"), "Hold", "Play")],
)
def test_who_draws_on_has_declined_what_was_drawn(waiting, meant, word, other):
    """BLZ-2.2.1c, BLZ-5.3m"""
    position = field().position("DRAW", "DECIDE", active="german", drawn=(waiting,))

    def told(what: str) -> list[Action]:
        return [action for action, _ in read(position, Record("chit", {"what": what}, Piece(waiting)))]

    assert read(position)[0] == (meant, "inferred")
    assert told(word) == [meant, do.Draw(chit="II")], "the word comes a click late"
    assert told(other) == [do.Draw(chit="II")], "something else is done with it"


def test_decline_says_nothing_where_nobody_was_asked():
    """BLZ-6.3.1g, BLZ-9.1.2b"""
    said, made = Record("decline", {}), field()

    def declined(position: Position) -> list[Action]:
        names = Names(made)
        step = Step(names, Shown(1, (said,), side="french"), position, (), lambda: None)
        return [each.action for each in names.declared(step, said)]

    assert declined(made.position(acting="I")) == []
    assert declined(made.position("DRAW")) == []
    assert declined(made.position("DRAW", "ACTIVE", "REACT")) == [do.Decline(by="french")]
    assert declined(made.position("DRAW", "ACTIVE", "MELEE")) == [do.Decline(by="french")]


# --------------------------------------------------------------------------------------------- carried out too late
def hit_once() -> tuple[Field, Position]:
    """G 1 has to be marked, or to lose a step; I is active."""
    made = Field().formation("I", "german", hq="1602").formation("II", "german").formation("G", "french", hq="0902")
    made.unit("F 1", "infantry", "I", "1603").unit("G 1", "infantry", "G", "0903")
    due = Due("BLZ-8.3b", (do.Mark(piece="G 1", marker="neutralised"), do.StepLoss(unit="G 1")))
    return made, made.position(acting="I").owing(due)


class Pieces(Names):
    """A reader that also knows what was read ahead."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.consumed: list[tuple[int, int]] = []

    def consume(self, step: int, place: int, unit: str = "") -> None:
        """Remember it."""
        self.consumed.append((step, place))

    def was_read(self, step: int, place: int) -> bool:
        """Whether a record was read with an earlier one."""
        return (step, place) in self.consumed


SHAKEN = Record("state", {"what": "Neutralised", "v": "on"}, Piece("G 1"))
LOST = Record("loss", {}, Piece("G 1"))
ANOTHER = Record("state", {"what": "Neutralised", "v": "on"}, Piece("F 1"))
MOVES = Record("step", {"a": "Move", "h": "0904"}, Piece("G 1"))


@pytest.mark.parametrize(
    ("now", "later", "found"),
    [
        (ENDED, [SHAKEN], [do.Mark(piece="G 1", marker="neutralised")]),
        (ENDED, [LOST], [do.StepLoss(unit="G 1")]),
        (DRAWN, [SHAKEN], [do.Mark(piece="G 1", marker="neutralised")]),
        (Record("place", {}), [SHAKEN], [do.Mark(piece="G 1", marker="neutralised")]),
        (ENDED, [Record("chit", {}, Piece("II")), ANOTHER, SHAKEN], [do.Mark(piece="G 1", marker="neutralised")]),
        (ENDED, [SHAKEN, LOST], [do.Mark(piece="G 1", marker="neutralised"), do.StepLoss(unit="G 1")]),
        (ENDED, [LOST, ANOTHER], [do.StepLoss(unit="G 1")]),
        (ENDED, [MOVES, SHAKEN], []),
        (ENDED, [Record("fire", {}, Piece("F 1"), {"by": (Piece("G 1"),)}), SHAKEN], []),
        (
            ENDED,
            [Record("fire", {}, Piece("G 1"), {"by": (Piece("F 1"),)}), SHAKEN],
            [do.Mark(piece="G 1", marker="neutralised")],
        ),
        (ENDED, [ANOTHER], []),
        (ENDED, [Record("decline", {})] * 39 + [SHAKEN], [do.Mark(piece="G 1", marker="neutralised")]),
        (ENDED, [Record("decline", {})] * 40 + [SHAKEN], []),
        (Record("roll", {}), [SHAKEN], []),
    ],
)
def test_what_is_due_at_once_may_be_carried_out_just_after_somebody_has_gone_on(now, later, found):
    """BLZ-8.3b, BLZ-8.3e"""
    made, position = hit_once()
    names = Pieces(made)
    step = Step(names, Shown(1, (now,), ()), position, (Shown(2, tuple(later)),), lambda: None)

    assert [each.action for each in belated(step, now)] == found
    assert len(names.consumed) == len(found)


def test_in_the_administration_phase_only_its_end_makes_anything_late():
    """BLZ-3.5b"""
    made, _ = hit_once()
    due = Due("BLZ-3.5b", (do.Mark(piece="G 1", marker="ooc"),), until="ADMIN")
    position = made.position("ADMIN").owing(due)
    later = Record("state", {"what": "OOC", "v": "on"}, Piece("G 1"))
    for now, found in (Record("done", {"what": "Admin"}), 1), (Record("phase", {}), 1), (Record("chit", {}), 0):
        step = Step(Pieces(made), Shown(1, (now,), ()), position, (Shown(2, (later,)),), lambda: None)
        assert len(list(belated(step, now))) == found
