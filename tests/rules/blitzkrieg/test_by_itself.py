"""What the module does by itself stands in the step of the deed: it is read as if each were done by hand."""

from __future__ import annotations

from rules.blitzkrieg import actions as do
from rules.engine.dice import Roll
from rules.engine.writing import Say
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.tabletop import Together, accused, at_the_table
from tests.rules.shared.played import Played

MOVES = do.Move(units=("tank",), hex="1006")


def field(**state: object) -> Field:
    made = Field().formation("F", "german", hq="1005").formation("G", "french", hq="1013", **state)
    made.unit("tank", "tank", "F", "1005", movement=5, attack=6)
    made.unit("mate", "at-gun", "G", "1012", range=3, reaction=7)
    return made.unit("gun", "at-gun", "G", "1009", range=3, reaction=7)


def moved(made: Field) -> Played:
    return made.play(made.position(acting="F"), MOVES)


def mark(piece: str, marker: do.MarkerName = "opp", *, on: bool = True) -> do.Mark:
    return do.Mark(piece=piece, marker=marker, on=on)


def tries(*marks: do.Mark) -> Together:
    checked = Roll(purpose="OPPFIRE", who="gun", dice=(4, 4))
    return Together((do.OppFire(unit="gun", target="tank"), checked, *marks))


def test_who_tries_opportunity_fire_is_marked_in_the_same_step():
    """BLZ-6.3.1f"""
    made, position = field(), moved(field()).position
    onward = do.Decline(), do.Move(units=("tank",), hex="1007"), do.EndActivation()

    assert accused(at_the_table(made, position, tries(mark("gun")), *onward)) == []
    assert "BLZ-6.3.1f" in accused(at_the_table(made, position, tries(), *onward)), "nobody marked it"
    assert "BLZ-6.3.1f" in accused(at_the_table(made, position, tries(mark("gun"), mark("mate")), *onward))


def test_a_shot_that_is_rolled_at_once_is_read_like_one_that_is_rolled_by_a_key_of_its_own():
    """BLZ-8.2.5a, BLZ-4.2d"""
    made = field()
    position = made.position(acting="F").unit("gun", hex="1006")

    def at_once(target: str) -> Together:
        return Together((do.Fire(unit="tank", target=target, mode="full"), thrown))

    thrown = Roll(purpose="FIRE", who="tank", dice=(1, 1))
    assert accused(at_the_table(made, position, at_once("gun"))) == []
    assert "BLZ-4.2d" in accused(at_the_table(made, position, at_once("mate")))


def test_who_declines_is_no_longer_exhausted_in_the_same_step():
    """BLZ-5.4e"""
    made = field(exhausted=True)
    worn = made.position()
    drawn, declines = do.Draw(chit="G"), do.Skip(chit="G")
    off, on = mark("G", "exhausted", on=False), do.Draw(chit="F")
    assert accused(at_the_table(made, worn, drawn, Together((declines, off)), on)) == []
    assert "BLZ-5.4e" in accused(at_the_table(made, worn, drawn, declines, on))


def repeats(*marks: do.Mark) -> Together:
    return Together((do.PlayRepeat(chit="again", formation="G"), *marks))


def test_a_repeat_turns_the_headquarters_over_and_takes_the_markers_off_in_the_same_step():
    """BLZ-5.3d, BLZ-2.2.2h"""
    made = field().chit("again", "french", "repeat")
    tried = made.position().unit("gun", opp=True)
    drawn, over = do.Draw(chit="again"), do.EndActivation()
    off, turned = mark("gun", on=False), mark("G HQ", "activated")

    whole = drawn, repeats(off, turned), over
    assert accused(at_the_table(made, tried, *whole)) == []
    assert "BLZ-2.2.2h" in accused(at_the_table(made, tried, drawn, repeats(turned), over))
    assert "BLZ-5.3d" in accused(at_the_table(made, tried, drawn, repeats(off), over, do.Draw(chit="F")))


def test_the_clock_goes_on_in_the_step_that_ends_a_phase():
    """BLZ-2.1a, BLZ-2.1c, BLZ-2.2.2a"""
    made = field()
    over = made.position().but(stack=("DRAW",), passed="both").unit("gun", opp=True).unit("G HQ", activated=True)
    ended = Together((do.EndPhase(reason="passes"),))
    off = mark("gun", on=False), mark("G HQ", "activated", on=False)
    admin = Together((do.EndAdmin(),), said=(Say("done", None, {"what": "Admin"}),))
    whole = Together((do.NextTurn(turn=2), *off))

    assert accused(at_the_table(made, over, ended, whole, admin, do.Draw(chit="F"))) == []
    assert "BLZ-2.1c" in accused(at_the_table(made, over, ended, Together((do.NextTurn(turn=2), off[1])), admin))


def test_a_chit_goes_into_the_cup_just_after_the_phase_is_said_to_be_done():
    """BLZ-2.2.1e"""
    made = field().chit("late", "french", "repeat", "used").chit("again", "french", "repeat")
    over = made.position().but(stack=("DRAW",), passed="both")
    admin = Together((do.EndAdmin(),), said=(Say("done", None, {"what": "Admin"}),))
    begins = Together((do.EndPhase(reason="passes"),)), Together((do.NextTurn(turn=2),)), admin
    back, first, second = do.Refill(chit="late"), (do.Draw(chit="F"), do.Skip(chit="F")), do.Draw(chit="G")

    assert accused(at_the_table(made, over, *begins, back, *first, second)) == []
    assert accused(at_the_table(made, over, *begins, *first, second)) == ["BLZ-2.2.1e"], "it is not in the cup"
    assert accused(at_the_table(made, over, *begins, back, *first, back, second)) == ["BLZ-2.2.1e"], "it lies there"
