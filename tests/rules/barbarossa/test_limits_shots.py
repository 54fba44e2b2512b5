"""What dice do, buildings, adjusted fire, smoke, and which shots are due or offered."""

from __future__ import annotations

from typing import Any

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.fire import choices as choices_fire
from rules.barbarossa.fire import firing
from rules.barbarossa.fire.volleys import owes_a_shot
from rules.barbarossa.state.model import Owed, Shot
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.offered import offered
from tests.rules.barbarossa.salvos import MAIN, done, fire, guns, pair, trio
from tests.rules.barbarossa.verdicts import In, begun, played, words

says = In("S3").says


# ------------------------------------------------------------------------------------------------------------ dice fall
def shot_of(kind: str = "fire", count: int = 6, accuracy: tuple[int, ...] = (2,), **facts: Any) -> Shot:
    return Shot("S1", "G1", kind, **{"hex": "0504", "dice": (count,), "accuracy": accuracy, "step": "S3", **facts})


@pytest.mark.parametrize(
    ("dice", "accuracy", "hits", "also"),
    [
        ((1, 2, 3, 6), (2,), 2, ()),
        ((3, 3, 3), (2,), 0, ()),
        ((2, 2, 3), (2, 3), 2, (3,)),
        ((1, 1), (2, 3), 2, ()),
        ((1, 3), (3, 2, 1), 2, (1,)),
    ],
)
def test_dice_that_are_low_enough_hit(
    dice: tuple[int, ...], accuracy: tuple[int, ...], hits: int, also: tuple[int, ...]
) -> None:
    """BAR-5.1f"""
    made = pair()
    position = made.position(
        "S3", shots=(shot_of(accuracy=accuracy, count=len(dice), doubts=((1, "BAR-A09"), (6, "BAR-A10"))),)
    )
    found = firing.rolled(position, 0, dice).shots[0]
    assert (found.rolled, found.hits, found.also) == (dice, hits, also)
    ones = sum(die == 1 for die in dice)
    expected = ((ones, "BAR-A09"), (len(dice), "BAR-A10"))
    assert found.doubts == tuple(each for each in expected if each[0] != hits)


@pytest.mark.parametrize(("count", "rolled", "said"), [(6, 6, ""), (6, 5, "BAR-5.1e"), (6, 7, "BAR-5.1e")])
def test_as_many_dice_are_rolled_as_there_are(count: int, rolled: int, said: str) -> None:
    """BAR-5.1e, BAR-3.12d, BAR-5.7e"""
    made = pair()
    position = firing.shoot(made.position("S3"), shot_of(count=count))
    assert words(played(made, position, Roll(purpose="FIRE", who="S1", dice=(6,) * rolled)).last) == said
    for kind, rule in (("infantry", "BAR-3.12d"), ("mortar", "BAR-5.7e")):
        melee = pair(kind)
        at = firing.shoot(melee.position("S6"), shot_of("melee", count=count))
        found = words(played(melee, at, Roll(purpose="MELEE", who="S1", dice=(6,) * rolled)).last)
        assert found == (rule if said else "")


def test_dice_belong_to_the_first_shot_that_has_none() -> None:
    """BAR-5.1e"""
    made = pair()
    first = (done(6, 6), shot_of("melee"), Shot("S1", "G1", "rolloff"), shot_of(), shot_of("defend"))
    shots = (*first, Shot("S2", "G1", "fire"))
    position = made.position("S6", shots=shots)
    assert firing.pending(position, "S1", "FIRE") == 3
    assert firing.pending(position, "S1", "MELEE") == 1
    assert firing.pending(position, "S2", "FIRE") == 5
    assert firing.pending(position, "S3", "FIRE") is None


@pytest.mark.parametrize(
    ("kind", "state", "hits", "owed"),
    [
        ("fire", "S3", 0, []),
        ("fire", "S3", 3, [("losses", "S4", True, "BAR-4.4e")]),
        ("suppress", "S2", 0, [("suppressive", "S2", True, "BAR-6.2f")]),
        ("defend", "S10", 0, []),
        ("defend", "S10", 1, [("shot", "S10", True, "BAR-6.1j")]),
        ("ambush", "S8", 1, [("shot", "S8", True, "BAR-5.13f")]),
        ("strike", "S6", 0, [("bombed", "S11", True, "BAR-5.10b")]),
    ],
)
def test_what_a_shot_makes_its_target_test(kind: str, state: str, hits: int, owed: list[Any]) -> None:
    """BAR-6.1j, BAR-5.13f, BAR-6.2f, BAR-6.3g"""

    def tests(**target: Any) -> list[Any]:
        made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504", **target)
        position = firing.shoot(made.position(state), shot_of(kind, step=state))
        roll = Roll(purpose="FIRE", who="S1", dice=(1,) * hits + (6,) * (6 - hits))
        return [(each.cause, each.step, each.must, each.rule) for each in played(made, position, roll).position.owed]

    assert tests() == owed
    assert all(must is False for _, _, must, _ in tests(suppressed=True))


def test_a_hit_that_is_open_makes_a_test_that_is() -> None:
    """BAR-6.1j"""
    made = pair()

    def must(accuracy: tuple[int, ...], *dice: int, doubts: Any = ()) -> list[bool]:
        position = firing.shoot(made.position("S10"), shot_of("defend", len(dice), accuracy, step="S10", doubts=doubts))
        owed = played(made, position, Roll(purpose="FIRE", who="S1", dice=dice)).position.owed
        return [each.must for each in owed if each.cause == "shot"]

    assert must((2, 1), 2, 6) == [False]
    assert must((2, 1), 1, 2) == [True]
    assert must((1,), 2, 6, doubts=((2, "BAR-A09"),)) == [False]
    assert must((1,), 6, 6, doubts=((2, "BAR-A09"),)) == []


def test_after_a_hit_a_mover_tests_before_it_goes_on() -> None:
    """BAR-6.1j, BAR-5.13f"""
    made = Field().unit("G1", "truck", "0503").order("G1", "march", route=("0504",)).unit("S1", "infantry", "0509")
    step = do.Step(unit="G1", hex="0504")

    def said(*owed: Owed, kind: str = "defend") -> str:
        shots = (Shot("S1", "G1", kind, step="S10", rolled=(1,)),)
        return words(played(made, made.position("S10", owed=owed, shots=shots), step).last)

    assert said(Owed("G1", "shot", "S10")) == "BAR-6.1j"
    assert said(Owed("G1", "shot", "S10"), kind="ambush") == "BAR-5.13f"
    assert said(Owed("G1", "shot", "S10", must=False)) == ""
    assert said(Owed("G1", "losses", "S10")) == ""
    assert said(Owed("S1", "shot", "S10")) == ""


# ------------------------------------------------------------------------------------------------------------ buildings
@pytest.mark.parametrize(
    ("kind", "before", "hits", "gone"),
    [("bunker", 0, 1, False), ("bunker", 0, 2, True), ("bunker", 1, 1, True), ("bridge", 0, 2, True),
    ("pontoon", 1, 1, True),
     ("bunker", 1, 0, False)],
)  # fmt: skip
def test_two_hits_destroy_a_building(kind: str, before: int, hits: int, gone: bool) -> None:
    """BAR-11.1d, BAR-11.2a, BAR-11.6g, BAR-11.7c"""
    made = Field().unit("S1", "medium", "0505").built("b", kind, "0504", hits=before)
    made.unit("G1", "infantry", "0504", shelter="b", off_board=True).unit("G2", "infantry", "0504")
    position = firing.shoot(made.position("S3"), Shot("S1", "b", "fire", "0504", (4,), (2,)))
    found = played(made, position, Roll(purpose="FIRE", who="S1", dice=(1,) * hits + (6,) * (4 - hits))).position
    shows = any(do.Show(unit="G1") in due.options for due in found.due)
    assert (shows, found.units["G1"].shelter == "", found.units["G1"].off_board) == (gone, gone, not gone)
    if not gone:
        assert found.structures["b"].hits == before + hits
    elif kind == "bridge":
        assert (found.structures["b"].kind, found.structures["b"].hits) == ("destroyed-bridge", 0)
    else:
        out = [due for due in found.due if do.Out(piece="b") in due.options]
        assert [due.rule for due in out] == ["BAR-11.6g" if kind == "bunker" else "BAR-11.7c"]


# -------------------------------------------------------------------------------------------------------- adjusted fire
def led(order: str = "defend", kind: str = "mortar", at: str = "0509", **hq: Any) -> Field:
    made = Field().unit("S1", kind, "0508", facing="N").unit("G1", "infantry", "0505")
    return (
        made.order("S1", "open_fire", target="G1").unit("S9", "hq", at, **hq).order("S9", order, facing="N", number=1)
    )


AGAIN = fire(again=True)


@pytest.mark.parametrize(
    ("made", "facts", "said"),
    [
        (led(), {}, ""),
        (led("ambush"), {}, ""),
        (led("wait"), {}, "BAR-10.8d"),
        (led(suppressed=True), {}, "BAR-10.8c"),
        (led(""), {}, "BAR-10.8d?order"),
        (led(at="0101"), {}, "BAR-10.8a"),
        (led().ground("0507", terrain="town"), {}, "BAR-10.8b BAR-5.2a"),
        (led(kind="infantry"), {}, "BAR-10.8a BAR-3.12g"),
        (led(), {"shots": ()}, "BAR-10.8a"),
        (led(), {"shots": (done(unit="S1"),)}, "BAR-10.8a"),
        (led(), {"shots": (done(1, 6),)}, "BAR-10.8a"),
        (led(), {"shots": (done(1, 6, also=(0,)),)}, ""),
        (led(), {"shots": (done(6, target="G2"),)}, "BAR-10.8a"),
        (led(), {"adjusted": {"soviet": "S5"}}, "BAR-10.8f"),
        (led(), {"adjusted": {"german": "G5"}}, ""),
    ],
)
def test_when_artillery_rolls_again(made: Field, facts: dict[str, Any], said: str) -> None:
    """BAR-10.8a, BAR-10.8b, BAR-10.8c, BAR-10.8d, BAR-10.8f"""
    found = says(made, AGAIN, **{"shots": (done(6, 6),), "fired": {"S1": 1}, **facts})
    assert found == said


def test_what_is_not_rolled_again() -> None:
    """BAR-10.8e, BAR-10.8g"""
    made = led().order("S1", "suppressive_fire", target="G1")
    assert "BAR-10.8g" in says(
        made, fire("suppress", again=True), "S2", shots=(done(6, kind="suppress"),), fired={"S1": 1}
    )
    flak = Field().unit("S1", "flak", "0508").unit("G1", "stuka", "0508", air=0).unit("S9", "hq", "0509")
    flak.order("S9", "defend", facing="N", number=1).order("S1", "defend", facing="N", number=2)
    assert "BAR-10.8e" in says(flak, fire("flak", again=True), "S5", shots=(done(6, kind="flak"),)).split()
    two = led("wait").unit("S8", "hq", "0409").order("S8", "defend", facing="N", number=1)
    assert says(two, AGAIN, shots=(done(6, 6),), fired={"S1": 1}) == ""
    rides = (
        Field().unit("S1", "mortar", "0508", facing="N").unit("G1", "infantry", "0505").unit("S9", "hq", carrier="S8")
    )
    rides.unit("S8", "truck", "0509").order("S1", "open_fire", target="G1")
    assert says(rides, AGAIN, shots=(done(6, 6),), fired={"S1": 1}) == "BAR-10.8a?BAR-A129"


# ---------------------------------------------------------------------------------------------------------------- smoke
def smoker(**state: Any) -> Field:
    made = Field().unit("S1", "mortar", "0508", **{"facing": "N", **state}).unit("S2", "infantry", "0506")
    return made.order("S1", "smoke", hex="0504")


def cloud(place: str = "0504", also: str = "0503") -> do.Smoke:
    return do.Smoke(unit="S1", hex=place, also=also)


@pytest.mark.parametrize(
    ("made", "action", "state", "said"),
    [
        (smoker(), cloud(), "S3", ""),
        (smoker(), cloud(), "S2", "BAR-6.4a"),
        (smoker(), cloud("0503", "0502"), "S3", "BAR-4.3b"),
        (smoker(), cloud(also="0502"), "S3", "BAR-6.4f"),
        (smoker(), cloud(also=""), "S3", "BAR-6.4f"),
        (smoker(), cloud("9999"), "S3", "BAR-4.3b BAR-6.4f"),
        (smoker(suppressed=True), cloud(), "S3", "BAR-5.11d"),
        (smoker(stores={"smoke": 0}), cloud(), "S3", "BAR-6.4b"),
        (smoker(stores={"smoke": 1}), cloud(), "S3", ""),
        (smoker(ammo=0), cloud(), "S3", ""),
        (smoker(facing="S"), cloud(), "S3", "BAR-5.3c"),
        (smoker(facing="NE"), cloud(), "S3", "BAR-5.3c?BAR-A39"),
    ],
)
def test_who_lays_smoke_where(made: Field, action: do.Smoke, state: str, said: str) -> None:
    """BAR-6.4a, BAR-6.4b, BAR-6.4f"""
    assert says(made, action, state) == said


def test_smoke_at_the_edge_and_without_an_order() -> None:
    """BAR-6.4f, BAR-4.3c"""
    edge = (
        Field().unit("S1", "mortar", "0605", facing="N").order("S1", "smoke", hex="0601").unit("S2", "infantry", "0602")
    )
    assert says(edge, cloud("0601", "0600")) == ""
    waits = Field().unit("S1", "mortar", "0508", facing="N").order("S1", "wait").unit("S2", "infantry", "0506")
    assert says(waits, cloud()) == "BAR-4.3c"
    covered = Field().unit("S1", "mortar", "0508", facing="N").order("S1").unit("S2", "infantry", "0506")
    assert "BAR-4.3a?order" in says(covered, cloud()).split()
    blind = smoker().ground("0507", "0506", "0505", terrain="town")
    blind.unit("S2", "infantry", "0509")
    assert says(blind, cloud()) == "BAR-6.4d"
    watched = blind.unit("S3", "recon", "0503", air=0)
    assert says(watched, cloud()) == ""


def test_who_is_caught_in_smoke() -> None:
    """BAR-6.4e, BAR-6.4g"""
    made = smoker().unit("G1", "infantry", "0504").unit("G2", "infantry", "0503").unit("G3", "infantry", "0502")
    made.unit("G4", "stuka", "0504").unit("G5", "infantry", "0504", out=True)
    found = played(made, made.position("S3"), cloud()).position
    assert [found.units[f"G{number}"].smoked for number in range(1, 6)] == [2, 2, 0, 0, 0]
    assert {name: each.hex for name, each in found.structures.items()} == {"smoke.0504": "0504", "smoke.0503": "0503"}
    assert found.units["S1"].stores["smoke"] == 1
    later = made.built("o", "smoke", "0101", laid=1).built("n", "smoke", "0201", laid=2).built("t", "trench", "0101")
    update = begun(later, "S12")
    assert [each.options for each in update.due if each.rule == "BAR-6.4k"] == [(do.Out(piece="o"),)]


# ------------------------------------------------------------------------------------------------ what is due in a step
@pytest.mark.parametrize(
    ("state", "order", "changes", "due"),
    [
        ("S3", "open_fire", {}, True),
        ("S2", "open_fire", {}, False),
        ("S2", "suppressive_fire", {}, True),
        ("S3", "suppressive_fire", {}, False),
        ("S2", "suppressive_fire", {"ammo": 2}, False),
        ("S3", "open_fire", {"ammo": 0}, False),
        ("S3", "open_fire", {"suppressed": True}, False),
        ("S3", "open_fire", {"out": True}, False),
        ("S3", "wait", {}, False),
    ],
)
def test_fire_that_was_ordered_is_due(state: str, order: str, changes: dict[str, Any], due: bool) -> None:
    """BAR-4.4c, BAR-4.4d, BAR-6.3f, BAR-6.2d"""
    made = pair(order=order, **changes)
    found = [each for each in begun(made, state).due if isinstance(each.options[0], do.Fire)]
    assert [each.must for each in found] == ([True] if due else [])


def test_smoke_and_bombardments_are_due_in_step_3() -> None:
    """BAR-6.4a, BAR-10.4b"""

    def due(made: Field, state: str = "S3") -> list[Action]:
        return [each.options[0] for each in begun(made, state).due if isinstance(each.options[0], do.Fire | do.Smoke)]

    assert due(smoker()) == [do.Smoke(unit="S1", hex="0504")]
    assert due(smoker(), "S2") == []
    for state in ({"suppressed": True}, {"ammo": 0}, {"stores": {"smoke": 0}}, {"facing": "S"}, {"facing": "NE"}):
        assert due(smoker(**state)) == [], state
    assert due(guns(G1="0504")) == [fire("bombard")]
    assert due(guns(G1="0504"), "S2") == []


# --------------------------------------------------------------------------------------------- fire on the move is owed
@pytest.mark.parametrize(
    ("changes", "owes"),
    [
        ({}, True),
        ({"trail": ("0506",)}, False),
        ({"trail": ("0507", "0508")}, False),
        ({"order": "march"}, False),
        ({"fired": {"S1": 1}}, False),
        ({"other": ("0503", "0504")}, False),
        ({"other": ("0504",)}, True),
        ({"ammo": 0}, False),
        ({"out": True}, False),
    ],
)
def test_who_has_come_to_the_underlined_hex_owes_its_shot(changes: dict[str, Any], owes: bool) -> None:
    """BAR-8.7i"""
    facts = {
        "trail": ("0506", "0505"),
        "order": "fire_on_move",
        "fired": {},
        "other": (),
        "ammo": 8,
        "out": False,
        **changes,
    }
    made = (
        Field()
        .unit("S1", "light", facts["trail"][-1], ammo=facts["ammo"], out=facts["out"])
        .unit("G1", "infantry", "0504")
    )
    made.order("S1", facts["order"], target="G1", route=("0505",), fire_from="0505")
    stepped = {"S1": facts["trail"], **({"G1": facts["other"]} if facts["other"] else {})}
    position = made.position("S10", stepped=stepped, fired=facts["fired"])
    assert owes_a_shot(made.case(position), "S1") is owes


# ------------------------------------------------------------------------------------------------ what could be offered
def test_movers_are_offered_to_guards() -> None:
    moved = {"G1": ("0502", "0503")}

    def shots(state: str = "S10", order: str = "defend", **changes: Any) -> list[Any]:
        made = (
            Field().unit("S1", "infantry", "0505", **changes.pop("guard", {})).order("S1", order, facing="N", number=2)
        )
        made.unit("G1", "truck", "0503", **changes.pop("mover", {})).unit("G2", "truck", "0503").order("G1", "wait")
        return offered(choices_fire.at_movers, made, state, **{"stepped": moved, **changes})

    shot = do.Fire(unit="S1", target="G1", kind="defend", by="soviet")
    assert shots() == [shot]
    assert shots(stepped={"G1": ("0503",)}) == []
    assert shots(stepped={}) == []
    assert shots(fired={"S1": 1}) == []
    assert shots("S8") == []
    assert shots(guard={"ammo": 0}) == []
    assert shots(guard={"ammo": 1}) == [shot]
    assert shots(guard={"out": True}) == []
    assert shots(mover={"out": True}) == []
    assert shots(order="wait") == []
    assert [each.target for each in shots("S8", "ambush", guard={"hidden": True})] == ["G1", "G2"]
    assert [each.target for each in shots("S10", "ambush", guard={"hidden": True})] == ["G1"]


def test_fire_on_the_move_is_offered_where_it_is_underlined() -> None:
    def shots(**changes: Any) -> list[Any]:
        facts = {"fire_from": "0505", "order": "fire_on_move", "target": "G1", "fired": {}, **changes}
        made = Field().unit("S1", "light", "0505").unit("G1", "infantry", "0504")
        made.order("S1", facts["order"], target=facts["target"], route=("0505",), fire_from=facts["fire_from"])
        return offered(choices_fire.on_the_move, made, "S10", stepped={"S1": ("0506", "0505")}, fired=facts["fired"])

    assert shots() == [do.Fire(unit="S1", target="G1", kind="move", by="soviet")]
    assert shots(fire_from="0504") == shots(order="march") == shots(target="nobody") == shots(fired={"S1": 1}) == []


def test_who_withdraws_is_struck_as_it_leaves() -> None:
    def blows(**changes: Any) -> list[Any]:
        made = Field().unit("S1", "infantry", "0505", **changes.pop("striker", {}))
        made.unit("G1", "infantry", "0504", bound=changes.pop("bound", ("S1",))).order("G1", "march", route=("0504",))
        return offered(choices_fire.at_who_withdraws, made, "S10", stepped={"G1": ("0505", "0504")}, **changes)

    assert blows() == [do.Strike(unit="S1", target="G1", by="soviet")]
    assert blows(bound=()) == blows(striker={"ammo": 0}) == blows(fired={"S1 melee": 1}) == []
    assert blows(striker={"carrier": "S2"}) == []
    truck = (
        Field()
        .unit("S1", "truck", "0505")
        .unit("G1", "infantry", "0504", bound=("S1",))
        .order("G1", "march", route=("0504",))
    )
    assert offered(choices_fire.at_who_withdraws, truck, "S10", stepped={"G1": ("0505", "0504")}) == []


def test_missed_dice_are_offered_once_to_each_of_the_group() -> None:
    made, position = trio(MAIN)
    found = list(choices_fire.carried_on(made.case(position)))
    assert found == [do.Fire(unit="S1", target=name, after="G1", by="soviet") for name in ("G2", "G3")]
    for none in ((done(6),), (done(1, 1, 1),), (done(),)):
        made, position = trio(*none)
        assert list(choices_fire.carried_on(made.case(position))) == []
    made, position = trio(MAIN, done(6, 6, target="G2", after="G1"))
    assert [(each.target, each.after) for each in choices_fire.carried_on(made.case(position))] == [("G3", "G2")]
    made, position = trio(MAIN, kinds=("infantry",) * 2, places=("0504",) * 2)
    assert list(choices_fire.carried_on(made.case(position))) == []
    made, position = trio(MAIN, kinds=("infantry", "infantry", "truck"))
    assert [each.target for each in choices_fire.carried_on(made.case(position))] == ["G2"]


def test_artillery_that_missed_is_offered_a_second_roll() -> None:
    def again(*shots: Shot, kind: str = "mortar", **facts: Any) -> list[Action]:
        made = pair(kind)
        return offered(choices_fire.adjusted, made, "S3", shots=shots, **facts)

    second = [do.Fire(unit="S1", target="G1", again=True, by="soviet")]
    assert again(done(6, 6)) == second
    assert again(done(1, 6)) == again(done()) == again(done(6, 6, after="G2")) == again(done(6, kind="melee")) == []
    assert again(done(6, 6), kind="infantry") == []
    assert again(done(6, 6), adjusted={"soviet": "S1"}) == []
    assert again(done(6, 6), adjusted={"german": "G1"}) == second
