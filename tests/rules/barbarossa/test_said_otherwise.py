"""What is done rightly, but by hand, with another key or earlier than it is written, accuses nobody; its twins do."""

from __future__ import annotations

import pytest

from rules.barbarossa import actions as do
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.writing import Entry, Go, Ref, Say
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.hangar import NORTH, plane
from tests.rules.barbarossa.tabletop import accused, charged, dragged, read, said
from tests.rules.barbarossa.test_groupfire import adjusts

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


def test_who_plays_on_after_somebody_ended_the_game_early_is_not_accused():
    """BAR-4.1b, BAR-4.1c"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504")
    end, on = do.Conclude(winner="german"), do.Advance(to="S7")

    assert accused(read(made, made.at("S6"), end, on)) == []
    last = made.at("S12", round=made.battle().rounds)
    assert "Illegal BAR-4.1b" in " ".join(accused(read(made, last, end, do.Advance(to="PLANNING")))), (
        "it was the last round"
    )


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


def test_who_was_dragged_back_first_may_be_called_found_afterwards():
    """BAR-5.12d, BAR-5.12g"""
    made, found = in_ambush(), do.Found(unit="S1", finder="G1")
    back = dragged("S1", "0505"), said("S1", Say("found", Ref("S1"))), WIPED
    assert charged(read(made, made.at("S10"), *back, do.Advance(to="S11"))) == []
    staff = Field().unit("S1", "hq", "0505", hidden=True, off_board=True).unit("G1", "infantry", "0504")
    assert charged(read(staff, staff.at("S10"), *back[:2], do.Advance(to="S11"))) == []
    seen = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504")
    assert charged(read(seen, seen.at("S10"), found)) == ["Illegal BAR-5.12d found.not-hidden soviet"]


@pytest.mark.parametrize("key", ["ambush", "fire"])
def test_a_model_that_comes_out_of_ambush_without_a_word_fires(key: do.Shot):
    """BAR-5.12a, BAR-5.12g, BAR-5.13a"""
    made = in_ambush().order("G1", "march", route=("0503",))
    out = Entry("soviet", (Go(Ref("S1"), "0505"),))
    shot = do.Fire(unit="S1", target="G1", kind=key), rolls("FIRE", "S1", *(6,) * 11)
    paid = do.Mark(unit="S1", what="ammo", value=5)
    goes = do.Step(unit="G1", hex="0503")
    judged = read(made, made.at("S10"), out, WIPED, goes, *shot, paid, do.Advance(to="S11"))
    assert charged(judged) == []
    assert any(isinstance(each.action, do.Show) and each.how == "inferred" for each in judged)


# ----------------------------------------------------------------------------------------------------- the wrong key
@pytest.mark.parametrize(("target", "dice", "said_of_it"), [("S1", 5, []), ("S2", 10, ["BAR-4.3c", "BAR-4.4d"])])
def test_a_shot_that_is_declared_in_a_melee_is_a_blow(target: str, dice: int, said_of_it: list[str]):
    """BAR-5.6g, BAR-3.12b"""
    made = Field().unit("G1", "infantry", "0505").unit("S1", "infantry", "0504").unit("S2", "infantry", "0704")
    made.order("G1", "assault", target="S1", route=("0504",)).order("S1", "wait")
    shot = do.Fire(unit="G1", target=target), rolls("FIRE", "G1", *(6,) * dice)
    done = do.Step(unit="G1", hex="0504", fights=True), *shot, *FIGHT[2:]
    found = accused(read(made, made.at("S6"), *done, do.Advance(to="S7")))
    assert {each.split()[1] for each in found} >= {*said_of_it}
    assert bool(found) == bool(said_of_it)


@pytest.mark.parametrize(("dice", "said_of_it"), [(5, []), (10, ["BAR-4.3b", "BAR-6.3f"])])
def test_dice_are_carried_on_with_the_plain_key(dice: int, said_of_it: list[str]):
    """BAR-5.5b, BAR-5.5d"""
    made = Field().unit("G1", "infantry", "0505").order("G1", "open_fire", target="S1")
    made.unit("S1", "infantry", "0503").unit("S2", "infantry", "0503").unit("S3", "infantry", "0503")
    first = do.Fire(unit="G1", target="S1"), rolls("FIRE", "G1", 1, *(6,) * 9), do.Mark(unit="G1", what="ammo", value=5)
    more = do.Fire(unit="G1", target="S2"), rolls("FIRE", "G1", *(6,) * dice)
    found = accused(read(made, made.at("S3"), *first, *more, do.Advance(to="S4")))
    assert bool(found) == bool(said_of_it)


@pytest.mark.parametrize(("unit", "said_of_it"), [("S1", []), ("S2", ["Illegal BAR-3.3d marks.out soviet"])])
def test_the_model_of_a_destroyed_unit_is_dragged_into_the_box_of_the_lost(unit: str, said_of_it: list[str]):
    """BAR-3.3d"""
    made = Field().unit("G1", "infantry", "0505").order("G1", "open_fire", target="S1")
    made.unit("S1", "infantry", "0503", losses=4).unit("S2", "infantry", "0703")
    shot = do.Fire(unit="G1", target="S1"), rolls("FIRE", "G1", *(1,) * 10), do.Mark(unit="G1", what="ammo", value=5)
    lost = (
        do.Mark(unit="S1", what="losses", value=5),
        *(dragged(each, "lost-soviet") for each in dict.fromkeys(("S1", unit))),
    )
    assert charged(read(made, made.at("S3"), *shot, *lost, do.Advance(to="S4"))) == said_of_it


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


# -------------------------------------------------------------------------------------------------------- second rolls
@pytest.mark.parametrize("hits", [0, 1])
def test_led_artillery_that_has_missed_rolls_again_without_a_word(hits: int):
    """BAR-10.8a, BAR-5.1a"""
    made = adjusts()
    dice = (1,) * hits + (6,) * (8 - hits)
    shot = do.Fire(unit="S2", target="G1"), rolls("FIRE", "S2", *dice), rolls("FIRE", "S2", 1, *(6,) * 7)
    judged = read(made, made.at("S3"), *shot, do.Mark(unit="G1", what="defence", value=1))
    assert accused(judged) == []
    assert any(isinstance(each.action, do.Fire) and each.action.again for each in judged) == (not hits)


# ------------------------------------------------------------------------------------------------------ in the air
def shot_down(gun: str, kind: str) -> list[str]:
    """What is told where G1 flies up to S1, which has Defend and fires at it with a key."""
    made = plane().unit("S1", gun, "0604", targets={"aircraft": [6, 3]})
    made.order("S1", "defend", facing="N", number=3)
    flight = do.TakeOff(unit="G1", hex=NORTH), *(do.Fly(unit="G1", hex=place) for place in ("0601", "0602"))
    shot = do.Fire(unit="S1", target="G1", kind=kind), rolls("FIRE", "S1", *(6,) * 6)
    paid = do.Mark(unit="S1", what="ammo", value=7 if gun == "flak" else 5)
    on = do.Fly(unit="G1", hex="0603"), do.Fly(unit="G1", hex="0604"), do.Advance(to="S6")
    return accused(read(made, made.at("S5"), *flight, *shot, paid, *on))


@pytest.mark.parametrize("kind", ["flak", "defend", "fire"])
def test_flak_fires_at_aircraft_with_any_key_of_fire(kind: str):
    """BAR-9.6b, BAR-6.1g"""
    assert shot_down("flak", kind) == []
    assert "Illegal" in shot_down("infantry", kind)[0]


def attacked(*, cause: bool) -> list[str]:
    """Of whom it is told that he fights in the air, where S1 falls upon G1, with a cause or without, and both fight."""
    made = Field().unit("G1", "fighter", "0604", air=0).order("G1", "recon", hex="0604", number=1, rounds=2)
    made.unit("S1", "fighter", "0604", air=0)
    made.order("S1", "intercept" if cause else "recon", **({"target": "G1"} if cause else {"hex": "0604"}))
    first = do.Duel(unit="S1", target="G1"), do.Strike(unit="S1", target="G1"), rolls("MELEE", "S1", *(6,) * 4)
    back = do.Strike(unit="G1", target="S1"), rolls("MELEE", "G1", *(6,) * 4)
    judged = read(made, made.at("S5", stepped={"S1": ("0604",), "G1": ("0604",)}), *first, *back)
    return [each for each in charged(judged) if "BAR-9.9c" in each]


def test_who_strikes_back_at_an_aircraft_that_had_no_cause_is_not_told_that_he_has_none():
    """BAR-9.9c"""
    assert attacked(cause=True) == []
    assert attacked(cause=False) == ["Illegal BAR-9.9c duel.no-cause soviet"]


# -------------------------------------------------------------------------------------------------------------- halts
def steps_of(unit: str, *places: str) -> list[Action]:
    return [do.Step(unit=unit, hex=place, by="german") for place in places]


def marches(*done: Action) -> list[str]:
    """What is told of a march of G1 to 0508, G2 beside it."""
    made = Field().unit("G1", "infantry", "0505").order("G1", "march", route=("0506", "0507", "0508"))
    made.unit("G2", "infantry", "0605").order("G2", "march", route=("0606",)).unit("S1", "infantry", "0101")
    other = do.Step(unit="G2", hex="0606", by="german")
    early = () if other in done else (other,)
    return accused(read(made, made.at("S10"), *early, *done, do.Advance(to="S11", by="german")))


def test_who_halts_and_goes_on_with_the_next_deed_has_not_halted():
    """BAR-8.0e"""
    halt, (first, *others) = do.Halt(unit="G1", by="german"), steps_of("G1", "0506", "0507", "0508")
    assert marches(first, halt, *others) == []
    assert marches(first, halt) == ["Illegal BAR-8.0e move.stops"]
    between = marches(first, halt, do.Step(unit="G2", hex="0606", by="german"), *others)
    assert between[:1] == ["Illegal BAR-8.0e move.stops"]
