"""Ambush and discovery, trenches and bunkers, merging, reinforcements (5.12, 6.6, 7.4, 7.10n, 11.5, 11.6)."""

import msgspec
import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.game import referee
from rules.barbarossa.hiding.hidden import finders
from rules.barbarossa.state.battle import Arrival
from rules.engine.actions import Action
from tests.rules.barbarossa.field import SWITCHES, Field
from tests.rules.shared.played import Played


def ambush(kind: str = "infantry", **state: object) -> Field:
    """S1 in 0506, in woods, with the order Ambush."""
    made = Field().unit("S1", kind, "0506", **state).ground("0506", terrain="light_woods")
    return made.order("S1", "ambush", hex="0506", facing="N", number=2)


def did(made: Field, step: str, *actions: Action) -> Played:
    """What is said of actions in a step."""
    return made.play(made.at(step), *actions)


HIDE = do.Hide(unit="S1")


# -------------------------------------------------------------------------------------------------- into hiding
def test_a_unit_disappears_in_step_8():
    """BAR-6.6h, BAR-4.4i, BAR-5.12a, BAR-6.6g"""
    played = did(ambush(), "S8", HIDE, do.Advance(to="S9"))
    assert played.legal
    assert played.position.units["S1"].hidden
    assert "BAR-6.6h" in did(ambush(), "S8", do.Advance(to="S9")).rules
    assert "BAR-4.4i" in did(ambush(), "S10", HIDE).rules
    early = did(ambush(), "S3", HIDE)
    assert early.legal
    assert early.last.findings
    without = Field().unit("S1", "infantry", "0506").order("S1", "wait")
    assert "BAR-6.6h" in did(without, "S8", HIDE).rules


def test_armour_takes_two_rounds():
    """BAR-6.6j"""
    assert "BAR-6.6j" in did(ambush("light"), "S8", HIDE).rules
    assert did(ambush("light", boxes=1), "S9", HIDE).legal


def test_who_was_not_opened_is_not_judged():
    """BAR-6.6h, BAR-5.13a"""
    made = Field().unit("S1", "infantry", "0506").order("S1")
    assert did(made, "S8", HIDE).last.verdict == "undecided"


def test_another_order_ends_it():
    """BAR-6.6i, BAR-6.6k"""
    kept = ambush(hidden=True, off_board=True)
    assert kept.play(_revealed(kept), do.Advance(to="S1")).position.units["S1"].hidden
    ends = Field().unit("S1", "infantry", "0506", hidden=True, off_board=True).order("S1", "wait")
    assert not ends.play(_revealed(ends), do.Advance(to="S1")).position.units["S1"].hidden
    none = Field().unit("S1", "infantry", "0506", hidden=True, off_board=True)
    assert none.play(_revealed(none), do.Advance(to="S1")).rulings[0].verdict == "undecided"


def test_who_was_destroyed_in_hiding_needs_no_order():
    """BAR-6.6k"""
    lost = Field().unit("S1", "infantry", "0506", hidden=True, off_board=True, out=True)
    played = lost.play(_revealed(lost), do.Advance(to="S1"))
    assert played.rulings[0].legal
    assert played.position.units["S1"].off_board


def _revealed(made: Field):
    sides = ("german", "soviet")
    return made.position("REVEAL", ready=sides, opened=sides)


def test_what_was_sealed_is_judged_when_it_is_opened():
    """BAR-6.6e, BAR-6.6f, BAR-6.6g"""
    made = ambush(hidden=True, off_board=True)
    assert did(made, "S10", do.Opened(unit="S1", hex="0506", facing="N", number=2)).legal
    assert "BAR-6.6g" in did(made, "S10", do.Opened(unit="S1", hex="0606", facing="N", number=2)).rules
    assert "BAR-6.6e" in did(made, "S10", do.Opened(unit="S1", hex="0506", number=2)).rules
    assert "BAR-6.6f" in did(made, "S10", do.Opened(unit="S1", hex="0506", facing="N", number=9)).rules


# ------------------------------------------------------------------------------------------------------ discovery
def hidden() -> Field:
    """S1 hidden in 0506."""
    return ambush(hidden=True, off_board=True)


def test_a_hidden_unit_is_found_by_somebody():
    """BAR-5.12d, BAR-5.12g, BAR-10.6c"""
    found = do.Found(unit="S1", finder="G1")
    near = hidden().unit("G1", "infantry", "0505")
    played = did(near, "S10", found, do.Show(unit="S1", hex="0506"))
    assert played.legal
    assert not played.position.units["S1"].hidden
    assert finders(near.case(near.position("S10")), "S1") == ("G1",)
    far = hidden().unit("G1", "infantry", "0502")
    assert "BAR-5.12d" in did(far, "S10", found).rules
    assert "BAR-5.12d" in did(Field().unit("S1", "infantry", "0506"), "S10", do.Found(unit="S1")).rules


def test_scouts_find_from_farther_away():
    """BAR-5.12e"""
    scouts = hidden().unit("G1", "infantry", "0502").order("G1", "scout", hex="0506", number=1)
    assert did(scouts, "S9", do.Found(unit="S1", finder="G1")).legal


def test_whether_an_enemy_beside_it_must_find_it_is_open():
    """BAR-5.12d"""
    near = hidden().unit("G1", "infantry", "0505")
    said = did(near, "S10", do.Advance(to="S11")).last
    assert said.verdict == "undecided"


def test_nobody_walks_into_a_hidden_enemy():
    """BAR-5.12f"""
    made = hidden().unit("G1", "infantry", "0505").order("G1", "march", route=("0506",))
    assert "BAR-5.12f" in did(made, "S10", do.Step(unit="G1", hex="0506")).rules
    assert did(made, "S10", do.Halt(unit="G1")).legal


def test_a_unit_appears_where_it_lay():
    """BAR-5.12g"""
    made = hidden().unit("G1", "infantry", "0505")
    assert "BAR-5.12g" in did(made, "S10", do.Show(unit="S1", hex="0606")).rules
    assert did(made, "S10", do.Show(unit="S1", hex="0506")).legal


def test_who_lies_in_ambush_stays_there_until_it_is_found():
    """BAR-6.6h, BAR-6.6i"""
    assert "BAR-6.6h" in did(hidden(), "S9", do.Show(unit="S1", hex="0506")).rules


# -------------------------------------------------------------------------------------------------------- shelters
def works(kind: str = "trench", unit: str = "infantry", order: str = "defend", **state: object) -> Field:
    """S1 in 0506 beside works that face north."""
    made = Field().unit("S1", unit, "0506", **state).order("S1", order, facing="N", number=2)
    return made.built("w", kind, "0506", side="0505" if kind == "trench" else "", facing="N")


OCCUPY = do.Occupy(unit="S1", structure="w")
DUG_IN = do.State(unit="S1", status="dug-in")


@pytest.mark.parametrize(("kind", "rule"), [("trench", "BAR-11.5d"), ("bunker", "BAR-11.6i")])
def test_works_are_occupied_in_step_1_with_defend(kind: str, rule: str):
    """BAR-11.5d, BAR-11.6i, BAR-11.5e, BAR-11.6j, BAR-4.4b"""
    assert did(works(kind), "S1", OCCUPY, DUG_IN, do.Advance(to="S2")).legal
    assert "BAR-11.5e" in did(works(kind), "S1", OCCUPY, do.Advance(to="S2")).rules
    assert rule in did(works(kind, order="open_fire"), "S1", OCCUPY).rules
    assert "BAR-4.4b" in did(works(kind), "S3", OCCUPY).rules
    apart = Field().unit("S1", "infantry", "0702").order("S1", "defend", facing="N", number=2)
    assert rule in did(apart.built("w", kind, "0506"), "S1", OCCUPY).rules
    inside = did(works(kind), "S1", OCCUPY, DUG_IN).position.units["S1"]
    assert inside.shelter == "w"
    assert inside.off_board is (kind == "bunker")


def test_a_trench_is_faced():
    """BAR-11.5d"""
    other = Field().unit("S1", "infantry", "0506").order("S1", "defend", facing="S", number=2)
    other.built("w", "trench", "0506", side="0505", facing="N")
    assert did(other, "S1", OCCUPY).last.verdict == "undecided"


def test_a_bunker_is_for_two_infantry_units():
    """BAR-11.6h, BAR-11.6l"""
    full = works("bunker").unit("S2", "infantry", "0506", shelter="w").unit("S3", "infantry", "0506", shelter="w")
    assert "BAR-11.6h" in did(full, "S1", OCCUPY).rules
    assert "BAR-11.6h" in did(works("bunker", "truck"), "S1", OCCUPY).rules
    crew = works("bunker", "infantry", orders={"defend": {"bonus": 1}, "set_up": {"boxes": 1}})
    assert "BAR-11.6l" in did(crew, "S1", OCCUPY).rules
    assert did(works("bunker", "mg"), "S1", OCCUPY).legal


def test_guns_occupy_a_trench_set_up():
    """BAR-11.5f"""
    assert "BAR-11.5f" in did(works(unit="howitzer", set_up=False), "S1", OCCUPY).rules
    assert did(works(unit="howitzer"), "S1", OCCUPY).legal


@pytest.mark.parametrize(("kind", "rule"), [("trench", "BAR-11.5g"), ("bunker", "BAR-11.6n")])
def test_another_order_drives_out(kind: str, rule: str):
    """BAR-11.5g, BAR-11.6n"""
    made = works(kind, order="open_fire", shelter="w", off_board=kind == "bunker")
    played = made.play(_revealed(made), do.Advance(to="S1"))
    assert not played.position.units["S1"].shelter
    assert rule in {due.rule for due in played.due}
    stays = works(kind, shelter="w", off_board=kind == "bunker")
    assert stays.play(_revealed(stays), do.Advance(to="S1")).position.units["S1"].shelter == "w"


def test_guns_pack_up_before_they_leave_a_trench():
    """BAR-11.5h"""
    made = Field().unit("S1", "howitzer", "0506").order("S1", "march", route=("0505",))
    made.built("w", "trench", "0506", side="0507", facing="S")
    assert "BAR-11.5h" in did(made, "S10", do.Step(unit="S1", hex="0505"), do.Advance(to="S11")).rules
    packed = Field().unit("S1", "howitzer", "0506", set_up=False).order("S1", "march", route=("0505",))
    packed.built("w", "trench", "0506", side="0507", facing="S")
    assert did(packed, "S10", do.Step(unit="S1", hex="0505"), do.Advance(to="S11")).legal


# --------------------------------------------------------------------------------------------------------- merging
def two(first: int = 2, second: int = 3, other: str = "infantry", at: str = "0506") -> Field:
    """S1 and S2 with losses, both ordered to merge into S1."""
    made = Field().unit("S1", "infantry", "0506", losses=first).unit("S2", other, at, losses=second)
    for name, friend in (("S1", "S2"), ("S2", "S1")):
        made.order(name, "merge", target=friend, choice="S1")
    return made


MERGE = do.Merge(unit="S1", other="S2")


def test_two_units_merge():
    """BAR-7.4b, BAR-7.4c, BAR-7.4f, BAR-7.4g, BAR-7.4h, BAR-7.4i, BAR-7.0b"""
    played = did(
        two(), "S9", MERGE, do.Mark(unit="S1", what="losses", value=0), do.Out(piece="S2"), do.Advance(to="S10")
    )
    assert played.legal
    assert (played.position.units["S1"].losses, played.position.units["S2"].out) == (0, True)
    assert "BAR-7.4g" in did(two(), "S9", MERGE, do.Out(piece="S2"), do.Advance(to="S10")).rules
    assert "BAR-7.4f" in did(two(), "S9", do.Advance(to="S10")).rules
    assert "BAR-7.0b" in did(two(), "S10", MERGE).rules
    assert "BAR-7.4c" in did(two(at="0507"), "S9", MERGE).rules
    one = Field().unit("S1", "infantry", "0506", losses=2).unit("S2", "infantry", "0506", losses=3)
    assert "BAR-7.4b" in did(one.order("S1", "merge", target="S2"), "S9", MERGE).rules


def test_what_becomes_of_the_points_of_a_unit_that_merged_is_open():
    """BAR-7.4f"""
    made = Field().unit("S1", "infantry", "0506", losses=2, ammo=1).unit("S2", "infantry", "0506", losses=3, ammo=2)
    for name, friend in (("S1", "S2"), ("S2", "S1")):
        made.order(name, "merge", target=friend, choice="S1")
    merged = (MERGE, do.Mark(unit="S1", what="losses", value=0), do.Out(piece="S2"))

    def marked(points: int, *rulings: str) -> str:
        taken = do.Mark(unit="S1", what="ammo", value=points)
        return made.play(made.at("S9"), *merged, taken, rulings=rulings).last.verdict

    assert marked(3) == "undecided"
    assert marked(3, "BAR-A132=kept") == "legal"
    assert marked(3, "BAR-A132=gone") == "illegal"
    assert {marked(4, f"BAR-A132={reading}") for reading in ("kept", "gone")} == {"illegal"}


def test_only_like_units_merge_and_not_beyond_their_size():
    """BAR-7.4d, BAR-7.4e"""
    assert "BAR-7.4d" in did(two(other="truck"), "S9", MERGE).rules
    assert "BAR-7.4e" in did(two(0, 0), "S9", MERGE).rules
    cards = did(two(other="mg", second=1), "S9", MERGE)
    assert cards.legal


# -------------------------------------------------------------------------------------------------- reinforcements
def arriving(kind: str = "truck", **state: object):
    """S1 comes in round 2 in the west; the referee and the position in step 10 of that round."""
    made = Field().unit("S1", kind, "", **state)
    battle = msgspec.structs.replace(
        made.battle(), arrivals=(Arrival("a", 2, "soviet", ("S1",), frozenset({"0105", "0106"})),)
    )
    return referee(battle, SWITCHES), made.position("S10")


def test_reinforcements_come_in_their_round_at_their_place():
    """BAR-7.10n, BAR-2.1c"""
    judge, position = arriving()
    assert judge.judge(position, do.Enter(unit="S1", hex="0105")).legal
    assert "BAR-2.1c" in judge.judge(position, do.Enter(unit="S1", hex="0705")).rules
    assert "BAR-2.1c" in judge.judge(position.but(round=1), do.Enter(unit="S1", hex="0105")).rules
    other = Field().unit("S1", "infantry", "")
    assert "BAR-2.1c" in did(other, "S10", do.Enter(unit="S1", hex="0105")).rules


def test_guns_come_in_tow():
    """BAR-7.10n"""
    judge, position = arriving("howitzer")
    assert "BAR-7.10n" in judge.judge(position, do.Enter(unit="S1", hex="0105")).rules
    judge, position = arriving("howitzer", carrier="S9")
    assert judge.judge(position, do.Enter(unit="S1", hex="0105")).legal
