"""A mistake is told once: a way that is too long, an activation that never began, a shot with faults of one cause."""

from __future__ import annotations

from rules.audit.judged import Verdict
from rules.audit.report import Told, without_old_doubts
from rules.blitzkrieg import actions as do
from rules.engine.dice import Roll
from rules.engine.writing import Go, Ref
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.tabletop import Done, Hand, Step, accused, at_the_table, said
from tests.rules.blitzkrieg.theatre import HANNUT, STONNE, opened

END, ENDED = do.EndActivation(), do.EndActivation(by="german")


def field() -> Field:
    made = Field().formation("A", "german", hq="0805").formation("F", "french", hq="0811").formation("B", "german")
    made.unit("a1", "infantry", "A", "0807", movement=2).unit("a2", "infantry", "A", "0806", movement=2)
    made.unit("idle", "tank", "B", "0404").unit("foe", "tank", "F", "0810").unit("near", "infantry", "F", "0808")
    return made


def play(*done: Done, acting: str = "A") -> list[str]:
    case = field()
    return accused(at_the_table(case, case.position(acting=acting), *done))


def walk(unit: str, *places: str) -> tuple[Step, ...]:
    return tuple(Step(unit, place) for place in places)


# ------------------------------------------------------------------------------------------------------------- ways
def test_a_way_that_is_too_long_is_told_once_however_it_is_gone():
    """BLZ-7.1b"""
    way = "0706", "0606", "0506", "0406"

    assert play(*walk("a2", *way[:2]), END) == []
    assert play(*walk("a2", *way), END) == ["BLZ-7.1b"]
    assert play(*walk("a2", *way[:3]), *walk("a1", "0707", "0607", "0507"), END) == ["BLZ-7.1b", "BLZ-7.1b"]


def test_who_walks_on_later_breaks_it_again():
    """BLZ-7.1b"""
    first, again = walk("a2", "0706", "0606", "0506"), walk("a2", "0406")

    assert play(*first, *walk("a1", "0707"), *again, END) == ["BLZ-7.1b", "BLZ-7.1b"]


def test_units_of_an_idle_formation_are_told_once_for_each_way():
    """BLZ-5a"""
    assert play(*walk("idle", "0403", "0402", "0401"), END) == ["BLZ-5a"]


# -------------------------------------------------------------------------------------------------- out of its place
def test_an_activation_that_never_began_is_told_once():
    """BLZ-6.1h, BLZ-2.2.2a"""
    case = field()

    def at_first(*done: Done) -> list[str]:
        return accused(at_the_table(case, case.position(), *done))

    assert at_first(Step("a2", "0706"), ENDED) == ["BLZ-6.1h"]
    assert at_first(ENDED) == [], "who ends what was not begun has changed nothing"
    assert at_first(Step("a2", "0706"), Step("foe", "0910"), ENDED) == ["BLZ-6.1h", "BLZ-6.1h"]


def test_what_cannot_be_ended_during_a_melee_is_named():
    """BLZ-9.1.4a"""
    case = field()
    judged = at_the_table(case, case.position(acting="A"), do.Assault(units=("a1",), hex="0808"), END)
    found = next(each for one in judged for each in one.findings)

    assert found.rule == "BLZ-9.1.4a"
    assert found.facts["state"] == "MELEE"


# ------------------------------------------------------------------------------------------------------------ fire
def roll(purpose: str, who: str, *dice: int) -> Roll:
    return Roll(purpose=purpose, who=who, dice=dice or (1, 2))


def test_a_passive_unit_that_fires_breaks_one_rule():
    """BLZ-2.2.2b"""
    shot = do.Fire(unit="near", target="a1", mode="full"), roll("FIRE", "near")

    assert play(*shot, END) == ["BLZ-2.2.2b"]


def test_beyond_its_range_nobody_is_too_weak_as_well():
    """BLZ-4.2b, BLZ-8.2.2b"""
    case = Field().formation("A", "german", hq="0803").formation("F", "french", hq="0812")
    case.unit("weak", "infantry", "A", "0804", range=2, attack=1).unit("tank", "tank", "F", "0808", defence=4)
    case.unit("close", "tank", "F", "0806", defence=4)

    def fires(target: str) -> tuple[str, ...]:
        return case.play(case.position(acting="A"), do.Fire(unit="weak", target=target, mode="full")).last.rules

    assert fires("tank") == ("BLZ-4.2b",)
    assert fires("close") == ("BLZ-8.2.2b",)


def test_a_marker_that_forbids_fire_is_told_and_not_also_why_it_lies_there():
    """BLZ-6.3.1i, BLZ-6.3b"""
    move, again = (do.Move(units=("a2",), hex=place) for place in ("0706", "0606"))
    fires = do.OppFire(unit="foe", target="a2"), roll("OPPFIRE", "foe", 6, 6)
    marked = do.Mark(piece="foe", marker="opp")

    assert play(move, *fires, marked, END) == []
    assert play(move, *fires, marked, again, *fires, END) == ["BLZ-6.3.1i"]


def test_whom_nobody_fired_at_is_not_told_of_some_other_piece():
    """BLZ-6.3.2a, BLZ-4.2d"""
    case = field()
    move = do.Move(units=("A HQ",), hex="0705")
    judged = at_the_table(
        case, case.position(acting="A"), move, do.ReturnFire(unit="near", target="A HQ"), roll("RETURN", "near")
    )
    found = [each for one in judged for each in one.findings]

    assert [(each.rule, each.why) for each in found] == [("BLZ-6.3.2a", "reaction.nobody-fired")]


# --------------------------------------------------------------------------------------------------------- too early
def test_who_comes_far_too_early_is_told_once_and_its_marker_as_well():
    """BLZ-12.2.3d, BLZ-12.2.7a, BLZ-5a"""
    start = opened(STONNE).but(due=())
    begun = do.EndAdmin(), do.Draw(chit="stonne.fr.iii-205ri"), do.Activate(chit="stonne.fr.iii-205ri")

    def says(turn: int, *done: Done) -> list[str]:
        return said(at_the_table(STONNE, start.but(turn=turn), *begun, *done))

    early = Step("fr.49bcc.b1-1", "1310"), Step("fr.49bcc.b1-1", "1210")
    assert says(1, *early)[:1] == ["BLZ-12.2.3d"]
    assert "BLZ-5a" not in says(1, *early)
    assert says(4, *early)[:1] == ["BLZ-5a"], "in its turn it only has to wait for its marker"


# ------------------------------------------------------------------------------------------------- markers of the cup
def repeats() -> Field:
    case = field().chit("one", "german", "repeat", "held").chit("two", "german", "repeat")
    return case.formation("C", "german", hq="0404").chit("last", "french", "repeat")


def test_a_second_repeat_that_is_left_lying_was_not_played_at_once():
    """BLZ-5.3n"""
    case = repeats()
    second, onward = do.Draw(chit="two"), do.Draw(chit="C")

    def says(*done: Done) -> list[tuple[str, str]]:
        judged = at_the_table(case, case.position(), second, *done)
        return [(type(each).__name__, each.rule) for one in judged for each in one.findings]

    assert says(onward) == [("Illegal", "BLZ-5.3n")]
    assert ("Illegal", "BLZ-5.3n") not in says(Hand("german", (Go(Ref("two"), "used"),)), onward)
    played = do.PlayRepeat(chit="two", formation="A"), do.Mark(piece="A HQ", marker="activated")
    assert says(*played, END, onward) == []


def test_who_plays_on_after_the_end_is_told_and_not_who_has_won():
    """BLZ-12.1.4c"""
    over = opened(HANNUT).but(due=(), stack=("TURN_END",))
    judged = at_the_table(HANNUT, over, do.NextTurn(turn=2, by="german"))

    assert [(each.rule, one.concerns(each)) for one in judged for each in one.findings] == [("BLZ-12.1.4c", "german")]


# ------------------------------------------------------------------------------------------------- in the report
def test_a_doubt_that_became_certain_in_its_turn_is_told_then():
    """BLZ-7.3a"""

    def told(step: int, verdict: Verdict, turn: int = 1) -> tuple[Told, ...]:
        ruling = "AMB-54" if verdict == "undecided" else ""
        words = {"why": "stacking.too-many", "text": "four together", "ruling": ruling, "rule": "BLZ-7.3a"}
        return (Told(log="a", step=step, turn=turn, player="german", verdict=verdict, **words),)

    doubt, certain, later = told(1, "undecided"), told(2, "illegal"), told(3, "illegal", turn=2)

    assert list(without_old_doubts([doubt, certain])) == [certain]
    assert list(without_old_doubts([doubt, later])) == [doubt, later]
    assert list(without_old_doubts([certain, doubt])) == [certain, doubt]


# ------------------------------------------------------------------------------------------------- all who left it out
def left_out(case: Field, *done: Done, **more: object) -> list[tuple[str, str, object]]:
    """By rule and side: of whom it is told that something was left out."""
    judged = at_the_table(case, case.position(acting="A", **more), *done)
    return [
        (each.rule, each.owner, each.facts["subject"])
        for one in judged
        for each in one.findings
        if each.why == "due.undone"
    ]


def test_of_several_units_that_lost_their_hq_all_are_named_whose_markers_are_left_out():
    """BLZ-3.5d"""
    case = Field().formation("A", "german", hq="1004").formation("F", "french", hq="1006")
    case.unit("tank", "tank", "A", "1005", movement=6)
    case.unit("one", "infantry", "F", "1008").unit("other", "infantry", "F", "1009")
    over = do.Assault(units=("tank",), hex="1006"), do.OverrunHq(unit="F HQ", turn=2)
    one, other = (do.Mark(piece=unit, marker="ooc") for unit in ("one", "other"))

    assert left_out(case, *over, ENDED) == [("BLZ-3.5d", "french", ("one", "other"))]
    assert left_out(case, *over, one, ENDED) == [("BLZ-3.5d", "french", "other")]
    assert left_out(case, *over, other, one, ENDED) == []


def test_a_second_melee_that_is_left_out_is_told_beside_the_first():
    """BLZ-9.1.4a"""
    case = Field().formation("A", "german", hq="1004").formation("F", "french", hq="1108")
    for number, column in (("1", "10"), ("2", "12")):
        case.unit(f"tank{number}", "tank", "A", f"{column}05", movement=4, attack=6)
        case.unit(f"foe{number}", "infantry", "F", f"{column}06", defence=0)

    def fought(number: str, column: str) -> tuple[Done, ...]:
        tank, foe = f"tank{number}", f"foe{number}"
        shots = ((foe, tank, (1, 1)), (tank, foe, (4, 5)))
        rounds = (
            (do.MeleeFire(unit=unit, target=other), Roll(purpose="MELEE", who=unit, dice=dice))
            for unit, other, dice in shots
        )
        goes = do.FallBack(unit=foe, path=(f"{column}07",)), do.Mark(piece=foe, marker="neutralised")
        return begun(number, column), *(each for pair in rounds for each in pair), *goes

    def begun(number: str, column: str) -> Done:
        return do.Assault(units=(f"tank{number}",), hex=f"{column}06")

    def told(*done: Done) -> list[str]:
        return accused(at_the_table(case, case.position(acting="A"), *done, ENDED))

    assert told(*fought("1", "10"), *fought("2", "12")) == []
    assert told(*fought("1", "10"), begun("2", "12")) == ["BLZ-9.1.4a"]
    assert told(begun("1", "10"), begun("2", "12")) == ["BLZ-9.1.4a", "BLZ-9.1.4a"]
