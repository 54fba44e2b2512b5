"""What the records of shots, blows, smoke and dice are read as, with what stands around them."""

from __future__ import annotations

from typing import Any

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.state.model import Position, Shot
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.evidence import Record
from rules.engine.obligations import LATER, NOW, Due
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.spoken import NEXT, REST, SURE, acts, at, how, laid, reads, rec, shown, soldier


# ----------------------------------------------------------------------------------------------------------------- fire
def shot(**facts: Any) -> do.Fire:
    return do.Fire(**{"unit": "S1", "target": "G1", "by": "soviet", **facts})


KINDS = {
    "FIRE": "fire", "SUPPRESS": "suppress", "INDIRECT": "indirect", "BOMBARD": "bombard", "DEFEND": "defend",
    "AMBUSH": "ambush", "MOVE": "move", "FLAK": "flak", "STRIKE": "strike", "REACT": "react",
}  # fmt: skip


@pytest.mark.parametrize("purpose", sorted(KINDS))
def test_a_shot_is_of_its_kind_at_the_piece_that_speaks(purpose: str) -> None:
    made, shots = soldier(), [shot(kind=KINDS[purpose])]
    assert acts(made, made.position("S3"), at(purpose)) == shots
    # Whoever shoots back may let it be, and has done so where no dice fell before the marker goes on.
    assert acts(made, made.position("S3"), at(purpose), then=[NEXT]) == (shots if purpose != "REACT" else [])


@pytest.mark.parametrize("purpose", sorted(KINDS))
def test_a_shot_at_no_unit_is_at_works_or_at_the_hex(purpose: str) -> None:
    made = soldier().built("b", "bunker", "0501")
    found = acts(made, made.position("S3"), at(purpose, "bunker"))
    hex_alone = purpose in {"BOMBARD", "STRIKE"}
    assert found == [shot(kind=KINDS[purpose], target="" if hex_alone else "b", hex="0501" if hex_alone else "")]


def test_every_shooter_that_is_named_fires() -> None:
    made = soldier().unit("S2", "infantry", "0505")
    assert acts(made, made.position("S3"), at(by=["S1", "S2"], again="yes", after=["S9"]), then=[NEXT]) == [
        shot(again=True), shot(unit="S2", again=True),
    ]  # fmt: skip
    assert acts(made, made.position("S3"), at(by=[]), then=[NEXT]) == []
    assert acts(made, made.position("S3"), at("WORDS"), then=[NEXT]) == []
    assert acts(made, made.position("S3"), at(after=["S2"], again="no"), then=[NEXT]) == [shot(after="S2")]


def dice(count: int = 8, **keys: Any) -> Record:
    return rec("roll", "S1", **{"by": ["S1"], "dice": f"{count}d6", "acc": "2", "res": "1,2", "p": "FIRE", **keys})


@pytest.mark.parametrize(
    ("said", "rolled", "expected"),
    [
        ({"dice": "10d6", "acc": "2"}, dice(8, acc="3"), {"dice": 8, "accuracy": 3}),
        ({"dice": "10d6", "acc": "2"}, dice(8), {"dice": 8}),
        ({"acc": "2"}, dice(8, acc="3"), {"accuracy": 3}),
        ({}, dice(8), {"accuracy": 2}),
        ({"dice": "10d6", "acc": "2"}, dice(8, by=["S2"]), {}),
    ],
)
def test_dice_and_accuracy_are_those_that_are_rolled(said: Any, rolled: Record, expected: dict[str, int]) -> None:
    """The module proposes numbers as it aims; what the roll says otherwise its player has chosen."""
    made = soldier().unit("S2", "infantry", "0505")
    fired, *_ = acts(made, made.position("S3"), at(**said), rolled, then=[NEXT])
    assert fired == shot(**expected)


def test_dice_that_fall_after_something_else_say_nothing_of_the_shot() -> None:
    made, between = soldier(), rec("phase", "", new="S4", t=2)
    fired, *_ = acts(made, made.position("S3"), at(dice="10d6"), then=[shown(between, dice(8, acc="3"), at=2)])
    assert fired == shot()


def test_the_shots_of_others_and_marks_between_do_not_matter() -> None:
    made = soldier().unit("S2", "infantry", "0505")
    between = (rec("fire", "G1", p="FIRE", by=["S2"], h="0501"), rec("mark", what="ammo", v=5))
    fired, *_ = acts(made, made.position("S3"), at(dice="10d6"), *between, dice(8, acc="3"), then=[NEXT])
    assert fired == shot(dice=8, accuracy=3)


def fired(*hits: int, unit: str = "S1", target: str = "G1", **facts: Any) -> Shot:
    """A shot of six dice of which so many hit, or one that was not rolled yet."""
    known = {"rolled": (1,) * hits[0] + (6,) * (6 - hits[0]), "hits": hits[0]} if hits else {}
    return Shot(unit, target, **{"kind": "fire", "hex": "0501", "step": "S3", **known, **facts})


def test_while_dice_of_the_same_unit_are_still_to_fall_nothing_is_known_of_the_next() -> None:
    made = soldier()
    said = (at(dice="10d6"), dice(8, acc="3"))
    open_shot = made.position("S3", shots=(fired(),))
    assert acts(made, open_shot, *said, then=[NEXT])[0] == shot()
    for others in (fired(unit="S2"), fired(2)):
        assert acts(made, made.position("S3", shots=(others,)), *said, then=[NEXT])[0] == shot(dice=8, accuracy=3)


# ---------------------------------------------------------------------------------------------- dice carried on, unsaid
def crowd(kind: str = "infantry") -> Field:
    return soldier().unit("G2", kind, "0501").unit("G3", "infantry", "0502")


@pytest.mark.parametrize(
    ("last", "target", "many", "purpose", "carried"),
    [
        (fired(2), "G2", 2, "FIRE", "G1"),
        (fired(1), "G2", 3, "FIRE", "G1"),
        (fired(2), "G2", 3, "FIRE", ""),
        (fired(2), "G1", 2, "FIRE", ""),
        (fired(2), "G3", 2, "FIRE", ""),
        (fired(2, step="S2"), "G2", 2, "FIRE", ""),
        (fired(2, unit="S2"), "G2", 2, "FIRE", ""),
        (fired(2, target="hut"), "G2", 2, "FIRE", ""),
        (fired(2), "G2", 2, "BOMBARD", ""),
        (fired(2), "G2", 2, "FLAK", ""),
        (fired(2), "G2", 2, "DEFEND", "G1"),
        (fired(0), "G2", 3, "DEFEND", ""),
        (fired(0), "G2", 3, "AMBUSH", ""),
        (fired(0), "G2", 3, "FIRE", "G1"),
    ],
)
def test_half_of_the_dice_that_missed_are_carried_on_unsaid(
    last: Shot, target: str, many: int, purpose: str, carried: str
) -> None:
    made = crowd().unit("S2", "infantry", "0505")
    said = (at(purpose, target, dice="10d6", acc="2"), dice(many))
    found, *_ = acts(made, made.position("S3", shots=(last,)), *said, then=[NEXT])
    assert isinstance(found, do.Fire)
    assert (found.after, found.dice) == (carried, many)


def test_dice_are_carried_on_to_the_same_type_only_and_from_the_last_shot() -> None:
    said = (at("FIRE", "G2", dice="10d6", acc="2"), dice(2))
    tanks = crowd("light")
    assert acts(tanks, tanks.position("S3", shots=(fired(2),)), *said, then=[NEXT])[0] == shot(target="G2", dice=2)
    made = crowd().unit("G4", "infantry", "0501")
    shots = (fired(0, target="G4"), fired(2))
    assert acts(made, made.position("S3", shots=shots), *said, then=[NEXT])[0] == shot(target="G2", dice=2, after="G1")


# ----------------------------------------------------------------------------------------------------------- aimed anew
def test_a_shot_that_was_never_rolled_is_no_shot() -> None:
    """Its unit aimed at somebody else before the dice fell."""
    made = soldier().unit("G2", "infantry", "0502")
    over = rec("phase", "", new="S4", t=2)

    def aimed(*records: Record) -> list[str]:
        found = acts(made, made.position("S3"), at("FIRE", "G2"), *records)
        return [each.target for each in found if isinstance(each, do.Fire)]

    assert aimed(at(), dice(), over) == ["G1"]
    assert aimed(dice(), over) == ["G2"]
    assert aimed(at(), dice()) == ["G1"]
    assert aimed(at()) == ["G2", "G1"]
    assert aimed(dice(), at(), dice(), over) == ["G2", "G1"]
    assert aimed(at(), dice(), dice(), over) == ["G2", "G1"]
    assert aimed(at(), over, dice()) == ["G2", "G1"]


# ---------------------------------------------------------------------------------------------------------------- blows
def aloft(**facts: Any) -> tuple[Field, Position]:
    made = Field().unit("S1", "fighter", "0505").unit("G1", "fighter", "0505").unit("G2", "fighter", "0505")
    return made, made.position("S5", **facts)


PAIRED = do.Duel(unit="S1", target="G1", by="soviet")
STRUCK = do.Strike(unit="S1", target="G1", by="soviet")


def test_in_melee_every_blow_strikes() -> None:
    made = soldier()
    assert acts(made, made.position("S6"), at("MELEE"), then=[NEXT]) == [STRUCK]
    said = (at("MELEE", dice="5d6", acc="3"), dice(4, acc="2", p="MELEE"))
    assert acts(made, made.position("S6"), *said, then=[NEXT])[0] == do.Strike(
        unit="S1", target="G1", dice=4, accuracy=2, by="soviet"
    )


@pytest.mark.parametrize(
    ("facts", "then", "expected"),
    [
        ({}, (), [PAIRED]),
        ({}, (dice(p="MELEE"),), [PAIRED, STRUCK]),
        ({}, (dice(p=""),), [PAIRED, STRUCK]),
        ({}, (dice(p="TEST"),), [PAIRED]),
        ({}, (dice(p="MELEE", by=["G1"]),), [PAIRED]),
        ({}, (at("DUEL"), dice(p="MELEE")), [PAIRED]),
        ({}, (at("DUEL", "G2"), dice(p="MELEE")), []),
        ({}, (rec("check", "G1"), dice(p="MELEE")), [PAIRED]),
        ({}, (rec("mark", what="ammo", v=3), dice(p="MELEE")), [PAIRED, STRUCK]),
        ({"duels": (("S1", "G1"),)}, (dice(p="MELEE"),), [STRUCK]),
        ({"duels": (("G1", "S1"),)}, (dice(p="MELEE"),), [STRUCK]),
        ({"duels": (("S1", "G1"),)}, (), []),
        ({"duels": (("S1", "G2"),)}, (), [PAIRED]),
        ({"duels": (("S1", "G1"),)}, (at("DUEL", "G2"), dice(p="MELEE")), [STRUCK]),
        ({"duels": (("S1", "G1"),)}, (at("DUEL", "G2", by=["G1"]), dice(p="MELEE")), []),
        ({"fought": (("S1", "G1"),)}, (), [PAIRED]),
        ({"duels": (("S1", "G1"),), "due": (Due("x", (do.Duel(unit="S1", target="G1"),), "S5"),)}, (), [PAIRED]),
    ],
)
def test_in_the_air_a_blow_pairs_two_and_strikes_if_the_dice_fall_next(
    facts: dict[str, Any], then: tuple[Record, ...], expected: list[Action]
) -> None:
    made, position = aloft(**facts)
    first = []
    for each in acts(made, position, at("DUEL"), *then, then=[NEXT]):
        if not isinstance(each, do.Duel | do.Strike) or each.unit != "S1" or each.target != "G1" or each in first:
            break
        first.append(each)
    assert [type(each) for each in first] == [type(each) for each in expected]


def test_who_fought_one_that_fell_is_paired_with_him_still() -> None:
    made, position = aloft(fought=(("S1", "G1"),))
    fallen = position.unit("G1", out=True)
    assert acts(made, fallen, at("DUEL"), dice(p="MELEE"), then=[NEXT])[:1] == [
        do.Strike(unit="S1", target="G1", accuracy=2, by="soviet")
    ]


# ---------------------------------------------------------------------------------------------------------------- smoke
def test_smoke_is_laid_where_its_markers_are_placed() -> None:
    made = soldier().order("S1", "smoke", hex="0502")
    said = rec("fire", "", p="SMOKE", by=["S1"], h="0502")

    def smoke(*then: Record) -> Action:
        return acts(made, made.position("S3"), said, *then, then=[NEXT])[0]

    assert smoke(laid("0502"), laid("0503")) == do.Smoke(unit="S1", hex="0502", also="0503", by="soviet")
    assert smoke(laid("0503"), laid("0502")) == do.Smoke(unit="S1", hex="0502", also="0503", by="soviet")
    assert smoke(laid("0603"), laid("0703")) == do.Smoke(unit="S1", hex="0603", also="0703", by="soviet")
    assert smoke(laid("0502", "trench"), laid("0503")) == do.Smoke(unit="S1", hex="0503", by="soviet")
    assert smoke() == do.Smoke(unit="S1", hex="0502", by="soviet")
    assert smoke(rec("aim", p="FIRE"), laid("0503")) == do.Smoke(unit="S1", hex="0502", by="soviet")
    assert smoke(at(by=["S2"]), laid("0503")) == do.Smoke(unit="S1", hex="0502", by="soviet")
    third = acts(made, made.position("S3"), said, laid("0502"), laid("0503"), laid("0504"), then=[NEXT])
    assert third[0] == do.Smoke(unit="S1", hex="0502", also="0503", by="soviet")
    nothing_said = soldier()
    assert acts(nothing_said, nothing_said.position("S3"), said, then=[NEXT]) == [
        do.Smoke(unit="S1", hex="0502", by="soviet")
    ]


def test_who_aims_with_smoke_and_fires_at_no_piece_lays_it() -> None:
    made = soldier().order("S1", "smoke", hex="0502")
    aims = rec("aim", p="SMOKE")
    lays = do.Smoke(unit="S1", hex="0502", also="0503", by="soviet")
    assert acts(made, made.position("S3"), aims, laid("0502"), laid("0503"), then=[NEXT])[0] == lays
    fires = rec("fire", "", p="SMOKE", by=["S1"], h="0502")
    assert acts(made, made.position("S3"), aims, fires, laid("0502"), laid("0503"), then=[NEXT])[0] == lays
    found = acts(made, made.position("S3"), aims, fires, laid("0502"), laid("0503"), then=[NEXT])
    assert [each for each in found if isinstance(each, do.Smoke)] == [lays]
    for other in (rec("aim", p="FIRE"), rec("aim", "hut", p="SMOKE")):
        unsaid = acts(made, made.position("S3"), other, laid("0502"), then=[NEXT])
        assert [type(each) for each in unsaid] == [do.Build]
        waits = made.position("S3").owing(Due("BAR-6.4a", (do.Smoke(unit="S1", hex="0502"),), "S3"))
        assert acts(made, waits, other, laid("0502"), laid("0503"), then=[NEXT]) == [lays]
    after_the_next = acts(made, made.position("S3"), aims, rec("aim", p="FIRE"), fires, then=[NEXT])
    assert len([each for each in after_the_next if isinstance(each, do.Smoke)]) == 2


def test_smoke_on_one_hex_may_go_on_in_a_log_that_was_not_given() -> None:
    made = soldier().order("S1", "smoke", hex="0502")
    said = rec("fire", "", p="SMOKE", by=["S1"], h="0502")
    assert how(reads(made, made.position("S3"), said, laid("0502"))) == [REST]
    assert how(reads(made, made.position("S3"), said, laid("0502"), then=[NEXT])) == [SURE]
    assert how(reads(made, made.position("S3"), said, laid("0502"), laid("0503"))) == [SURE]


# ----------------------------------------------------------------------------------------------------------------- dice
def thrown(made: Field, position: Position, record: Record) -> Roll | None:
    found = [each for each in acts(made, position, record, then=[NEXT]) if isinstance(each, Roll)]
    return found[0] if found else None


def test_dice_are_for_whom_or_by_whom_they_are_rolled() -> None:
    made = soldier().unit("S2", "infantry", "0505")
    fell = rec("roll", "", p="TEST", who=["S2"], by=["S1"], res="3,4")
    assert thrown(made, made.position("S4"), fell) == Roll(purpose="TEST", who="S2", dice=(3, 4), by="soviet")
    by = rec("roll", "", p="FIRE", by=["S1"], res="3,x,-")
    assert thrown(made, made.position("S4"), by) == Roll(purpose="FIRE", who="S1", dice=(3,), by="soviet")


@pytest.mark.parametrize(
    ("shots", "side", "who"),
    [
        ((fired(),), "Soviet", "S1"),
        ((fired(2),), "Soviet", ""),
        ((fired(), fired(unit="S2")), "Soviet", ""),
        ((fired(), fired(unit="G1", target="S1")), "Soviet", "S1"),
        ((fired(), fired(unit="G1", target="S1")), "German", "G1"),
        ((fired(), fired(unit="G1", target="S1")), "", ""),
        ((fired(unit="G1", target="S1"),), "", "G1"),
        ((fired(unit="G1", target="S1"),), "Soviet", ""),
        ((fired(), fired(unit="nobody")), "Soviet", "S1"),
    ],
)
def test_dice_of_nobody_are_those_of_the_only_one_who_is_to_roll(shots: tuple[Shot, ...], side: str, who: str) -> None:
    made = soldier().unit("S2", "infantry", "0505")
    found = acts(made, made.position("S3", shots=shots), rec("roll", "", res="1,1"), then=[NEXT], side=side)
    assert [each.who for each in found if isinstance(each, Roll)] == ([who] if who else [])


def owing(*dues: Due, **facts: Any) -> tuple[Field, Position]:
    made = soldier()
    return made, made.position("S4", **facts).owing(*dues)


TEST, MINES = Roll(purpose="TEST", who="S1"), Roll(purpose="MINES", who="S1")


@pytest.mark.parametrize(
    ("dues", "shots", "purpose"),
    [
        ((), (), "FIRE"),
        ((Due("x", (TEST,), "S4"),), (), "TEST"),
        ((Due("x", (TEST,), NOW),), (), "TEST"),
        ((Due("x", (TEST,), "S7"),), (), "FIRE"),
        ((Due("x", (TEST,), LATER),), (), "FIRE"),
        ((Due("x", (Roll(purpose="TEST", who="S2"),), "S4"),), (), "FIRE"),
        ((Due("x", (do.Out(piece="S1"),), "S4"), Due("x", (MINES,), "S4")), (), "MINES"),
        ((Due("x", (do.Out(piece="S1"), MINES), "S4"),), (), "FIRE"),
        ((Due("x", (MINES,), "S4"), Due("x", (TEST,), "S4")), (), "MINES"),
        ((Due("x", (TEST,), "S4"),), (fired(),), "FIRE"),
        ((Due("x", (TEST,), "S4"),), (fired(kind="melee"),), "MELEE"),
        ((), (fired(kind="duel"),), "MELEE"),
        ((), (fired(kind="melee"), fired()), "FIRE"),
        ((Due("x", (TEST,), "S4"),), (fired(2),), "TEST"),
        ((Due("x", (TEST,), "S4"),), (fired(unit="S2"),), "TEST"),
    ],
)
def test_dice_without_a_purpose_are_for_what_the_unit_owes(
    dues: tuple[Due, ...], shots: tuple[Shot, ...], purpose: str
) -> None:
    made, position = owing(*dues, shots=shots)
    fell = thrown(made, position, rec("roll", "", who=["S1"], res="1,1"))
    assert fell is not None
    assert fell.purpose == purpose


def test_a_blow_that_is_due_and_was_declared_in_another_log_is_made_with_its_dice() -> None:
    made = soldier().unit("G2", "infantry", "0501")
    blow = Due("BAR-5.6g", (do.Strike(unit="S1", target="G2"), do.Strike(unit="S1", target="G1")), "S6")
    position = made.position("S6").owing(blow)
    fell = rec("roll", "", p="MELEE", by=["S1"], at=["G1"], res="1,1")
    assert acts(made, position, fell, then=[NEXT])[:1] == [STRUCK]
    assert len(acts(made, position, fell, then=[NEXT])) == 2
    assert len(acts(made, position.but(shots=(fired(kind="melee"),)), fell, then=[NEXT])) == 1
    assert len(acts(made, position.but(shots=(fired(2, kind="melee"),)), fell, then=[NEXT])) == 2
    assert len(acts(made, made.position("S6"), fell, then=[NEXT])) == 1
    other = rec("roll", "", p="FIRE", by=["S1"], at=["G1"], res="1,1")
    assert acts(made, position, other, then=[NEXT])[:1] == [STRUCK]
    assert len(acts(made, made.position("S6"), other, then=[NEXT])) == 1
    aside = rec("roll", "", p="MELEE", by=["S1"], at=["S1"], res="1,1")
    assert len(acts(made, position, aside, then=[NEXT])) == 1
