"""What is done rightly, but by hand, with another key or earlier than it is written, accuses nobody; its twins do."""

from __future__ import annotations

import pytest

from rules.barbarossa import actions as do
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.writing import Entry, Go, Ref, Say
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.tabletop import accused, charged, dragged, read, said

Done = tuple[Action | Entry, ...]


def rolls(purpose: str, who: str, *dice: int) -> Roll:
    return Roll(purpose=purpose, who=who, dice=dice)


# ---------------------------------------------------------------------------------------------------------- roll-offs
FIGHT = (
    do.Strike(unit="G1", target="S1"),
    rolls("MELEE", "G1", 6, 6, 6, 6, 6),
    do.Strike(unit="S1", target="G1"),
    rolls("MELEE", "S1", 6, 6, 6, 6, 6),
    do.Mark(unit="G1", what="ammo", value=5),
    do.Mark(unit="S1", what="ammo", value=5),
)


@pytest.mark.parametrize(
    ("goes", "said_of_it"),
    [
        ((dragged("G1", "0504"), do.Step(unit="S1", hex="0504", fights=True), *FIGHT), []),
        ((dragged("G1", "0506"),), ["BAR-5.9b rolloff.first", "BAR-5.9b move.halted", "BAR-8.0e move.beyond"]),
    ],
)
def test_who_has_entered_too_early_and_loses_the_roll_is_put_back(goes: Done, said_of_it: list[str]):
    """BAR-5.9b, BAR-8.0e"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504")
    made.order("S1", "assault", target="G1", route=("0504",)).order("G1", "assault", target="S1", route=("0505",))
    early = dragged("G1", "0505", "Assault"), rolls("ROLLOFF", "G1", 2), rolls("ROLLOFF", "S1", 5)
    judged = read(made, made.at("S6"), *early, *goes, do.Advance(to="S7"))
    found = [each for each in accused(judged) if each.startswith("Illegal") and "melee.due" not in each]
    assert [each for each in found if "assault.unfinished" not in each] == [f"Illegal {each}" for each in said_of_it]


# ------------------------------------------------------------------------------------------------------------- ambush
def in_ambush() -> Field:
    made = Field().unit("S1", "infantry", "0505", hidden=True, off_board=True)
    made.order("S1", "ambush", hex="0505", facing="N", number=4)
    return made.unit("G1", "infantry", "0504").order("G1", "wait")


WIPED = do.State(unit="S1", status="ambush", on=False)


@pytest.mark.parametrize(
    ("done", "said_of_it"),
    [((dragged("S1", "0505"), WIPED), []), ((WIPED,), ["Illegal BAR-5.12g due.undone soviet"])],
)
def test_who_was_found_is_dragged_back_into_its_hex(done: Done, said_of_it: list[str]):
    """BAR-5.12g"""
    made = in_ambush()
    found = do.Found(unit="S1", finder="G1")
    assert charged(read(made, made.at("S10"), found, *done, do.Advance(to="S11"))) == said_of_it


def test_a_model_that_comes_out_of_ambush_without_a_word_fires():
    """BAR-5.12a, BAR-5.12g, BAR-5.13a"""
    made = in_ambush().order("G1", "march", route=("0503",))
    out = Entry("soviet", (Go(Ref("S1"), "0505"),))
    shot = do.Fire(unit="S1", target="G1", kind="ambush"), rolls("FIRE", "S1", *(6,) * 11)
    paid = do.Mark(unit="S1", what="ammo", value=5)
    goes = do.Step(unit="G1", hex="0503")
    judged = read(made, made.at("S10"), out, WIPED, goes, *shot, paid, do.Advance(to="S11"))
    assert charged(judged) == []
    assert any(isinstance(each.action, do.Show) and each.how == "inferred" for each in judged)


# -------------------------------------------------------------------------------------------------------------- smoke
def smoking() -> Field:
    made = Field().unit("S1", "mortar", "0505", facing="N", stores={"smoke": 2}).order("S1", "smoke", hex="0503")
    return made.unit("G1", "infantry", "0404").order("G1", "march", route=("0405",))


def shells(left: int) -> do.Mark:
    return do.Mark(unit="S1", what="smoke", value=left)


LAID = do.Smoke(unit="S1", hex="0503", also="0502")


@pytest.mark.parametrize(
    ("done", "rules"),
    [
        ((shells(1), LAID), []),
        ((LAID, shells(1)), []),
        ((shells(1), LAID, shells(0)), ["BAR-3.8e"]),
        ((shells(0), LAID), ["BAR-3.8e"]),
        ((LAID,), ["BAR-6.4b"]),
    ],
)
def test_a_shell_may_be_struck_off_before_the_smoke_is_laid(done: Done, rules: list[str]):
    """BAR-6.4b, BAR-3.8e"""
    made = smoking()
    found = accused(read(made, made.at("S3"), *done, do.Advance(to="S4")))
    assert [each.split()[1] for each in found if "6.4d" not in each][: len(rules) or None] == rules


@pytest.mark.parametrize(("also", "rule"), [("0404", "BAR-6.4f"), ("0502", "")])
def test_who_stands_in_smoke_that_lies_astray_may_go(also: str, rule: str):
    """BAR-6.4f, BAR-6.4g"""
    made = smoking()
    position = made.at("S3")
    for hexes, wrong in (("0502", []), (also, [rule] if rule else [])):
        laid = made.play(position, do.Smoke(unit="S1", hex="0502" if wrong else "0503", also=hexes)).position
        late = laid.but(stack=("S9",), due=(), shots=())
        assert made.play(late, do.Advance(to="S10"), do.Step(unit="G1", hex="0405")).last.legal
    caught = made.play(position, do.Smoke(unit="S1", hex="0504", also="0404")).position
    late = caught.but(stack=("S9",), due=(), shots=())
    assert "BAR-6.4g" in made.play(late, do.Advance(to="S10"), do.Step(unit="G1", hex="0405")).last.rules


# --------------------------------------------------------------------------------------------------------- air landing
OFF = said("G2", Go(Ref("G2"), "0604"), Say("ride", Ref("G2"), {"what": "Leave"}))


@pytest.mark.parametrize(
    ("state", "done", "said_of_it"),
    [
        ("S6", (dragged("G2", "0604"),), []),
        ("S6", (OFF,), []),
        ("S7", (OFF,), ["BAR-9.16f air.drop-step"]),
    ],
)
def test_paratroops_are_put_down_by_hand(state: str, done: Done, said_of_it: list[str]):
    """BAR-9.16f, BAR-8.9c"""
    made = Field().unit("G1", "airlift", "0604", air=0).order("G1", "air_landing", hex="0604", target="G2")
    made.unit("G2", "infantry", carrier="G1", off_board=True).unit("S1", "infantry", "0101")
    made.order("G2", "air_landing", hex="0604", target="G1")
    judged = read(made, made.at(state), *done)
    found = accused(judged)
    assert [type(each.action) for each in judged] == [do.Drop]
    assert [each for each in found if each.startswith("Illegal")] == [f"Illegal {each}" for each in said_of_it]


# ------------------------------------------------------------------------------------------------------------- charges
@pytest.mark.parametrize(("piece", "said_of_it"), [("S1", "Undecided BAR-A89"), ("S2", "Illegal ")])
def test_whether_pioneers_are_lost_with_the_bridge_that_they_blow_is_open(piece: str, said_of_it: str):
    """BAR-7.9f, BAR-3.3d"""
    order = do.Order(unit="S1", order="place_charges", choice="bridge")
    made = Field().built("b", "bridge", "0505").unit("S2", "infantry", "0507").unit("G1", "infantry", "0101")
    made.unit("S1", "pioneers", "0505", running=order, boxes=1).order("S1", "place_charges", choice="bridge")
    marks = do.Mark(unit="S1", what="boxes", value=2), do.Complete(unit="S1", structure="b")
    ruling = made.play(made.at("S12"), *marks, do.Out(piece=piece)).last
    told = [each for each in ruling.findings if each.rule == "BAR-3.3d"]
    assert [f"{type(each).__name__} {getattr(each, 'ruling', '')}" for each in told] == [said_of_it]
