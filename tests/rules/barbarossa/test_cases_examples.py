"""Cases of our own whose breach, or whose right way, no other test shows through a log."""

from __future__ import annotations

from rules.barbarossa import actions as do
from rules.barbarossa.state.values import bravery
from rules.engine.dice import Roll
from tests.rules.barbarossa.drafting import BOTH, Draft
from tests.rules.barbarossa.field import Field
from tests.rules.shared.played import Played


def thrown(*dice: int, who: str, purpose: str = "FIRE") -> Roll:
    return Roll(purpose=purpose, who=who, dice=dice)


def lost(unit: str, value: int) -> do.Mark:
    return do.Mark(unit=unit, what="losses", value=value)


def ammo(unit: str, value: int) -> do.Mark:
    return do.Mark(unit=unit, what="ammo", value=value)


def test_a_strike_meets_the_bare_defence_of_who_is_suppressed():
    """BAR-IN-10, BAR-5.11c"""
    made = Field().unit("G2", "stuka", "0705").order("G2", "air_strike", hex="0705").ground("0705", terrain="village")
    made.unit("S1", "infantry", "0705", defence=1, size=4, suppressed=True, fallen=True, shelter="t")
    made.built("t", "trench", "0705", side="0704", facing="N")
    strike = (do.Fire(unit="G2", target="S1", kind="strike"), thrown(1, 1, *(6,) * 6, who="G2"), ammo("G2", 3))

    def loses(*marks: do.Mark) -> Played:
        return made.play(made.at("S6"), *strike, *marks, do.Advance(to="S7"))

    assert "BAR-3.3c" not in loses(lost("S1", 1)).rules
    assert "BAR-3.3c" in loses().rules
    assert "BAR-3.3c" in loses(lost("S1", 2)).rules


def test_who_opens_fire_from_a_trench_has_left_it():
    """BAR-IN-101, BAR-11.5d, BAR-11.5g"""
    made = Field().unit("S1", "infantry", "0505", shelter="t", size=6).built("t", "trench", "0505", facing="N")
    made.unit("G1", "infantry", "0504").order("S1", "open_fire", target="G1").order("G1", "open_fire", target="S1")
    steps = tuple(do.Advance(to=f"S{number}") for number in range(1, 4))
    fires = (
        do.Fire(unit="S1", target="G1"),
        thrown(*(6,) * 10, who="S1"),
        ammo("S1", 5),
        do.Fire(unit="G1", target="S1"),
        thrown(1, 1, 1, *(6,) * 7, who="G1"),
        ammo("G1", 5),
    )
    start = made.position("REVEAL", opened=BOTH)

    assert made.play(start, *steps, *fires, lost("S1", 1), do.Advance(to="S4")).legal
    assert "BAR-3.3c" in made.play(start, *steps, *fires, do.Advance(to="S4")).rules


def test_nobody_carries_out_two_orders():
    """BAR-IN-61, BAR-6.0a"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0503").order("S1", "open_fire", target="G1")
    fires = (do.Fire(unit="S1", target="G1"), thrown(*(6,) * 10, who="S1"), ammo("S1", 5))
    steps = tuple(do.Advance(to=f"S{number}") for number in range(4, 11))

    assert made.play(made.at("S3"), *fires, *steps).legal
    assert "BAR-8.0c" in made.play(made.at("S3"), *fires, *steps, do.Step(unit="S1", hex="0504")).rules


def test_the_way_that_was_opened_is_the_way_that_is_gone():
    """BAR-IN-84, BAR-4.3b, BAR-8.0e"""
    made = Draft().unit("G1", "infantry", "0505")
    opens = do.Order(unit="G1", order="march", route=("0504", "0503"))
    steps = tuple(do.Advance(to=f"S{number}") for number in range(1, 11))
    start = made.position("REVEAL", opened=BOTH)
    along = (do.Step(unit="G1", hex="0504"), do.Step(unit="G1", hex="0503"))

    assert made.play(start, opens, *steps, *along, do.Advance(to="S11")).legal
    assert "BAR-8.0e" in made.play(start, opens, *steps, do.Step(unit="G1", hex="0604")).rules
    late = do.Order(unit="G1", order="march", route=("0604", "0704"))
    assert "BAR-4.3b" in made.play(made.position("S1"), late).rules


def test_who_cannot_see_from_his_firing_hex_moves_on_and_pays_nothing():
    """BAR-IN-85, BAR-8.7i, BAR-5.2a"""
    made = Field().unit("S1", "medium", "0508").unit("G1", "light", "0503").order("G1", "wait")
    made.order("S1", "fire_on_move", target="G1", route=("0507", "0506"), fire_from="0506")
    for place in ("0504", "0505"):
        made.built(f"smoke.{place}", "smoke", place, laid=2)
    goes = (do.Step(unit="S1", hex="0507"), do.Step(unit="S1", hex="0506"))

    assert made.play(made.at("S10"), *goes, do.Advance(to="S11")).legal
    fires = do.Fire(unit="S1", target="G1", kind="move")
    assert "BAR-5.2a" in made.play(made.at("S10"), *goes, fires).rules


def test_smoke_is_laid_where_somebody_sees():
    """BAR-IN-35, BAR-6.4d"""
    made = Draft().unit("S1", "mortar", "0509", facing="N").ground("0507", terrain="village")
    seen = Draft().unit("S1", "mortar", "0509", facing="N").ground("0507", terrain="village")
    seen.unit("S2", "infantry", "0604")

    assert "BAR-6.4d" in made.said("S1", "smoke", hex="0505").rules
    assert seen.said("S1", "smoke", hex="0505").legal


def test_who_fires_second_has_all_his_dice():
    """BAR-EX-12, BAR-6.3f, BAR-6.3g, BAR-4.3e"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "pioneers", "0504")
    made.order("S1", "open_fire", target="G1").order("G1", "open_fire", target="S1")
    first = (do.Fire(unit="S1", target="G1"), thrown(*(1,) * 4, *(6,) * 6, who="S1"), do.Fire(unit="G1", target="S1"))
    marks = (ammo("S1", 5), ammo("G1", 5), lost("G1", 2), do.Advance(to="S4"))

    assert made.play(made.at("S3"), *first, thrown(1, *(6,) * 8, who="G1"), *marks).legal
    assert "BAR-5.1e" in made.play(made.at("S3"), *first, thrown(1, *(6,) * 5, who="G1")).rules


def test_two_units_become_one():
    """BAR-EX-13, BAR-7.4f, BAR-7.4g, BAR-7.4h, BAR-7.4i"""
    made = Field().unit("S2", "infantry", "0705", losses=2).unit("S4", "infantry", "0705", losses=3)
    made.order("S2", "merge", target="S4", choice="S2").order("S4", "merge", target="S2", choice="S2")
    merged = (do.Merge(unit="S2", other="S4"), do.Out(piece="S4"))
    whole = made.play(made.at("S9"), *merged, lost("S2", 0), do.Advance(to="S10"))

    assert whole.legal
    assert bravery(made.case(whole.position), whole.position, "S2") == 8
    assert "BAR-7.4g" in made.play(made.at("S9"), *merged, do.Advance(to="S10")).rules


def test_nobody_fires_into_the_melee_from_which_nobody_moves():
    """BAR-IN-24, BAR-6.1g, BAR-5.7a"""
    made = Field().unit("S1", "infantry", "0504", bound=("G1",)).unit("G1", "infantry", "0504", bound=("S1",))
    made.unit("G2", "infantry", "0505").order("G2", "defend", facing="N", number=2)

    assert "BAR-6.1g" in made.play(made.at("S10"), do.Fire(unit="G2", target="S1", kind="defend")).rules
    assert made.play(made.at("S10"), do.Advance(to="S11")).legal


def test_nobody_goes_into_smoke():
    """BAR-IN-34, BAR-6.4i"""
    made = Field().unit("G1", "infantry", "0507").unit("G3", "infantry", "0604")
    made.built("smoke.0505", "smoke", "0505", laid=2).built("smoke.0504", "smoke", "0504", laid=2)
    made.order("G1", "march", route=("0506", "0505")).order("G3", "march", route=("0603",))
    up_to_it = made.play(made.at("S10"), do.Step(unit="G1", hex="0506"))

    assert up_to_it.last.verdict == "undecided"
    assert made.play(up_to_it.position, do.Step(unit="G1", hex="0505")).last.verdict == "illegal"
    assert made.play(made.at("S10"), do.Step(unit="G3", hex="0603"), do.Advance(to="S11")).legal


def test_guns_do_not_cross_dragons_teeth():
    """BAR-IN-54, BAR-11.4d"""
    made = Field().built("T", "teeth", "0505", side="0504", facing="N")
    made.unit("G1", "at-gun", "0505", set_up=False, packed=True).unit("G2", "infantry", "0505")
    made.order("G1", "cautious_move", route=("0504",)).order("G2", "cautious_move", route=("0504",))

    assert "BAR-11.4d" in made.play(made.at("S10"), do.Step(unit="G1", hex="0504")).rules
    assert made.play(made.at("S10"), do.Step(unit="G2", hex="0504"), do.Advance(to="S11")).legal


def test_who_defends_in_a_forest_fires_at_nobody_who_passes():
    """BAR-IN-56, BAR-12.4g"""
    made = Field().unit("S1", "infantry", "0505").ground("0505", terrain="forest").unit("G1", "truck", "0503")
    made.order("S1", "defend", facing="N", number=2).order("G1", "cautious_move", route=("0504",))
    comes = do.Step(unit="G1", hex="0504")

    assert "BAR-12.4g" in made.play(made.at("S10"), comes, do.Fire(unit="S1", target="G1", kind="defend")).rules
    assert made.play(made.at("S10"), comes, do.Advance(to="S11")).legal


def test_nobody_is_put_beside_the_two_hexes_of_a_mutual_assault():
    """BAR-IN-66, BAR-5.9b"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "infantry", "0504")
    made.order("S1", "assault", target="G1", route=("0504",)).order("G1", "assault", target="S1", route=("0505",))

    def off(unit: str, die: int) -> Roll:
        return thrown(die, who=unit, purpose="ROLLOFF")

    tie = (off("S1", 4), off("G1", 4))
    aside = do.Step(unit="S1", hex="0604", fights=True)
    goes = do.Step(unit="S1", hex="0504", fights=True)
    assert "BAR-5.9b" in made.play(made.at("S6"), *tie, aside).rules
    assert made.play(made.at("S6"), *tie, off("S1", 5), off("G1", 2), goes).legal
