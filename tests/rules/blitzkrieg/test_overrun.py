"""Chapter 3.2: an overrun HQ goes onto the next turn, its units are out of command, and it comes back."""

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.model import Activation, Position
from tests.rules.blitzkrieg.battlefield import Field


def field() -> Field:
    made = Field(turn=2).formation("G", "german", hq="1003").unit("tank", "tank", "G", "1005")
    made.formation("F", "french", hq="1006").unit("company", "infantry", "F", "1107")
    return made.unit("gun", "at-gun", "F", "1107", independent=True)


OVER = do.Assault(units=("tank",), hex="1006")
OFF = do.OverrunHq(unit="F HQ", turn=3)
OOC = do.Mark(piece="company", marker="ooc")


def test_an_hq_alone_with_the_enemy_is_overrun():
    """BLZ-X-71, BLZ-3.2f, BLZ-3.2g, BLZ-3.2j, BLZ-3.5d, BLZ-10.3d"""
    made = field()
    gone = made.play(made.position(acting="G"), OVER, OFF)

    assert made.play(gone.position, OOC, do.EndActivation()).legal
    assert gone.position.units["F HQ"].box == "turn 3"
    assert made.play(gone.position, do.EndActivation()).last.rules == ("BLZ-3.5d",)
    assert "BLZ-3.5a" in made.play(gone.position, do.Mark(piece="gun", marker="ooc")).last.rules


def test_it_is_not_left_standing_and_goes_onto_the_next_turn():
    """BLZ-3.2f, BLZ-3.2g"""
    made = field()
    wrong = do.OverrunHq(unit="F HQ", turn=4)

    assert made.play(made.position(acting="G"), OVER, do.EndActivation()).last.rules == ("BLZ-3.2f",)
    assert "BLZ-3.2g" in made.play(made.position(acting="G"), OVER, wrong).last.rules
    off = made.play(made.position(acting="G"), OFF).last.findings
    assert [(each.rule, each.why) for each in off] == [("BLZ-3.2f", "hq.not-alone")]


def test_who_goes_straight_on_from_a_lone_hq_has_perhaps_not_meant_to_enter():
    """BLZ-3.2f"""
    made = field()
    on = do.Move(units=OVER.units, hex="1005")
    passed = made.play(made.position(acting="G"), OVER, on)

    assert not [due for due in passed.due if due.must and due.rule == "BLZ-3.2f"]
    assert "BLZ-3.2f" not in passed.last.rules
    assert "BLZ-3.2f" not in made.play(passed.position, OFF).last.rules
    assert made.play(made.position(acting="G"), OVER, do.EndActivation()).last.rules == ("BLZ-3.2f",)


def test_an_hq_with_a_unit_is_not_overrun():
    """BLZ-3.2f"""
    made = field()
    made.unit("guard", "infantry", "F", "1006")

    assert made.play(made.position(acting="G"), OVER).due == ()


# --------------------------------------------------------------------------------------------------------- the return
def away(made: Field, turn: int, *chits: str) -> Position:
    """The HQ lies on turn 3 and its formation is activated."""
    activation = Activation(("F",), chits, "french")
    position = made.position("DRAW", "ACTIVE", active="french", activation=activation, turn=turn)
    return position.unit("F HQ", hex="", box="turn 3").unit("company", ooc=True)


def test_it_comes_back_with_the_marker_of_its_formation():
    """BLZ-3.2h, BLZ-3.2i, BLZ-3.2j"""
    made, back = field(), do.ReturnHq(unit="F HQ", hex="1107")
    returned = made.play(away(made, 3, "F"), back)

    assert returned.legal
    assert returned.position.units["F HQ"].hex == "1107"
    assert made.play(returned.position, do.Mark(piece="company", marker="ooc", on=False)).legal
    assert made.play(returned.position, do.EndActivation()).legal
    assert made.play(away(made, 2, "F"), back).last.rules == ("BLZ-3.2h",)
    assert made.play(away(made, 3, "fr.repeat"), back).last.rules == ("BLZ-3.2h",)
    assert made.play(away(made, 3, "F").unit("F HQ", hex="1002", box=""), back).last.rules == ("BLZ-3.2h",)


def test_it_comes_back_to_a_unit_of_its_own():
    """BLZ-3.2i"""
    made = field()

    assert made.play(away(made, 3, "F"), do.ReturnHq(unit="F HQ", hex="1005")).last.rules == ("BLZ-3.2i",)
