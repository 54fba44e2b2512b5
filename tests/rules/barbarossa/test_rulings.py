"""What the book says in two ways is undecided until players settle it, and follows what they settled."""

import pytest

from rules.barbarossa import actions as do
from rules.engine.dice import Roll
from tests.rules.barbarossa.drafting import breaks, doubts
from tests.rules.barbarossa.field import Field
from tests.rules.shared.played import Played

OVER = do.Advance(to="S11")


def steps(unit: str, *places: str) -> tuple[do.Step, ...]:
    return tuple(do.Step(unit=unit, hex=place) for place in places)


# ------------------------------------------------------------------------------------------ a hidden enemy on the way
def past_the_hidden(kind: str = "halftrack") -> Field:
    """The way of G1 leads by 0506 and 0505 into 0404, where S1 lies hidden: 0505 and 0504 are beside it."""
    made = Field().unit("G1", kind, "0507").unit("S1", "infantry", "0404", hidden=True, off_board=True)
    made.order("G1", "march", route=("0506", "0505", "0504", "0404"))
    return made.order("S1", "ambush", facing="S", number=2, hex="0404")


def test_where_a_unit_stops_before_a_hidden_one_is_open():
    """BAR-5.12f, BAR-8.0e"""
    made, halt = past_the_hidden(), do.Halt(unit="G1")
    early, last = (*steps("G1", "0506", "0505"), halt), (*steps("G1", "0506", "0505", "0504"), halt)
    start = made.at("S10")

    assert made.play(start, *last).legal
    assert doubts(made.play(start, *early).last, "BAR-A76")
    assert made.play(start, *early, rulings=("BAR-A76=choice",)).legal
    assert breaks(made.play(start, *early, rulings=("BAR-A76=before",)).last, "BAR-8.0e")


def test_who_stops_where_no_hidden_enemy_is_beside_him_breaks_off_his_way():
    """BAR-5.12f, BAR-8.0e"""
    made = past_the_hidden()
    far = (*steps("G1", "0506"), do.Halt(unit="G1"))
    seen = Field().unit("G1", "halftrack", "0507").unit("S1", "infantry", "0404")
    seen.order("G1", "march", route=("0506", "0505", "0504", "0404")).order("S1", "wait")

    assert breaks(made.play(made.at("S10"), *far, rulings=("BAR-A76=choice",)).last, "BAR-8.0e")
    assert breaks(seen.play(seen.at("S10"), *steps("G1", "0506", "0505"), do.Halt(unit="G1")).last, "BAR-8.0e")


def test_who_has_found_a_hidden_enemy_on_his_way_may_have_stopped_for_it():
    """BAR-5.12f, BAR-5.12g, BAR-8.0e"""
    made = past_the_hidden()
    shown = (do.Found(unit="S1", finder="G1"), do.Show(unit="S1", hex="0404"))
    done = (*steps("G1", "0506", "0505"), *shown, do.State(unit="S1", status="ambush", on=False), OVER)

    assert doubts(made.play(made.at("S10"), *done).last, "BAR-A76")
    assert made.play(made.at("S10"), *done, rulings=("BAR-A76=choice",)).last.legal
    assert breaks(made.play(made.at("S10"), *done, rulings=("BAR-A76=before",)).last, "BAR-8.0e")


def test_an_assault_too_stops_somewhere_beside_the_hidden():
    """BAR-5.12f, BAR-6.5f"""
    made = Field().unit("G1", "infantry", "0506").unit("S1", "infantry", "0404", hidden=True, off_board=True)
    made.unit("S2", "infantry", "0403").order("G1", "assault", target="S2", route=("0505", "0504", "0404", "0403"))
    made.order("S1", "ambush", facing="S", number=2, hex="0404").order("S2", "wait")
    done = (*steps("G1", "0505"), do.Halt(unit="G1"))

    assert doubts(made.play(made.at("S6"), *done).last, "BAR-A76")
    assert breaks(made.play(made.at("S6"), *done, rulings=("BAR-A76=before",)).last, "BAR-6.5f")


# ------------------------------------------------------------------------------------------------- aircraft at home
def landed(*after: do.Action, rulings: tuple[str, ...] = ()) -> Played:
    """G1 comes home in step 5; what is done in step 12."""
    made = Field().unit("G1", "stuka", "0506", air=0)
    home = (do.Return(unit="G1"), do.Mark(unit="G1", what="air", value=1))
    clock = tuple(do.Advance(to=f"S{number}") for number in range(6, 13))
    return made.play(made.at("S5"), *home, *clock, *after, rulings=rulings)


REFUELLED = do.Mark(unit="G1", what="air", value=2)


def test_whether_landing_takes_the_box_of_its_round_is_open():
    """BAR-9.3d, BAR-9.3f"""
    over = do.Advance(to="PLANNING")

    assert landed(REFUELLED, over).legal
    assert doubts(landed(over).last, "BAR-A103")
    assert breaks(landed(over, rulings=("BAR-A103=extra",)).last, "BAR-9.3f")
    assert landed(over, rulings=("BAR-A103=counts",)).legal
    assert breaks(landed(REFUELLED, rulings=("BAR-A103=counts",)).last, "BAR-9.3c")


def test_who_has_not_marked_a_box_in_the_round_of_the_landing_marks_it_a_round_later():
    """BAR-9.3c, BAR-9.3d"""
    later = landed(do.Advance(to="PLANNING")).position.but(stack=("S11",), fired={})
    made = Field().unit("G1", "stuka", "")
    start = made.play(later, do.Advance(to="S12")).position

    assert made.play(start, REFUELLED, do.Advance(to="PLANNING")).legal
    assert breaks(made.play(start, do.Advance(to="PLANNING")).last, "BAR-9.3f")
    assert "BAR-9.3c" in made.play(start, do.Mark(unit="G1", what="air", value=3)).rules


def test_whether_an_aircraft_that_breaks_off_is_suppressed_too_is_open():
    """BAR-9.6i, BAR-5.11a"""
    made = Field().unit("S1", "flak", "0505").unit("G1", "stuka", "0507", air=0)
    made.order("S1", "defend", facing="S", number=2).order("G1", "air_strike", hex="0507")
    shot = (
        do.Fire(unit="S1", target="G1", kind="flak"),
        Roll(purpose="FIRE", who="S1", dice=(1, 1, 6, 6, 6, 6)),
        do.Mark(unit="S1", what="ammo", value=7),
        do.Mark(unit="G1", what="losses", value=1),
        Roll(purpose="TEST", who="G1", dice=(6, 6)),
    )
    home = (do.Return(unit="G1"), do.Mark(unit="G1", what="air", value=1))
    weak, over = do.State(unit="G1", status="suppressed"), do.Advance(to="S6")
    start = made.position("S5", stepped={"G1": ("0510", "0509", "0508", "0507")})
    start = start.owing(*made.at("S5").due)

    assert made.play(start, *shot, *home, over).legal
    assert doubts(made.play(start, *shot, weak).last, "BAR-A106")
    assert breaks(made.play(start, *shot, weak, rulings=("BAR-A106=returns",)).last, "BAR-5.11a")
    assert made.play(start, *shot, weak, *home, over, rulings=("BAR-A106=both",)).legal
    assert breaks(made.play(start, *shot, *home, over, rulings=("BAR-A106=both",)).last, "BAR-5.11a")


# --------------------------------------------------------------------------------------------------------- obstacles
def test_whether_wire_stops_who_is_not_named_is_open():
    """BAR-11.3c, BAR-8.0e"""
    made = Field().unit("G1", "halftrack", "0506").order("G1", "march", route=("0505", "0504"))
    made.built("w", "wire", "0505", side="0504")
    start, over, stops = made.at("S10"), steps("G1", "0505", "0504"), (*steps("G1", "0505"), do.Halt(unit="G1"))

    assert made.play(start, *over).legal
    assert doubts(made.play(start, *stops).last, "BAR-A118")
    assert breaks(made.play(start, *stops, rulings=("BAR-A118=pass",)).last, "BAR-8.0e")
    assert made.play(start, *stops, rulings=("BAR-A118=stop",)).legal
    assert breaks(made.play(start, *over, rulings=("BAR-A118=stop",)).last, "BAR-11.3c")


@pytest.mark.parametrize(("kind", "rule"), [("light", "BAR-8.0e"), ("truck", "BAR-11.3c"), ("infantry", "BAR-11.3c")])
def test_tanks_cross_wire_and_trucks_and_infantry_do_not(kind: str, rule: str):
    """BAR-11.3c, BAR-10.2a"""
    made = Field().unit("G1", kind, "0505").order("G1", "cautious_move", route=("0504",))
    made.built("w", "wire", "0505", side="0504")
    wrong = do.Halt(unit="G1") if kind == "light" else steps("G1", "0504")[0]

    assert breaks(made.play(made.at("S10"), wrong).last, rule)


# ------------------------------------------------------------------------------------------------------------- ground
@pytest.mark.parametrize(("terrain", "rule"), [("swamp", "BAR-12.5b"), ("river", "BAR-12.6b")])
def test_whether_every_reconnaissance_unit_is_special_is_open(terrain: str, rule: str):
    """BAR-12.5b, BAR-12.6b"""
    into = steps("G1", "0505")

    def enters(*rulings: str, **card: object) -> Played:
        made = Field().unit("G1", "halftrack", "0506", **card).order("G1", "cautious_move", route=("0505",))
        made.ground("0505", terrain=terrain)
        return made.play(made.at("S10"), *into, rulings=rulings)

    assert breaks(enters().last, rule)
    assert doubts(enters(roles=("recon",)).last, "BAR-A123")
    assert breaks(enters("BAR-A123=ability", roles=("recon",)).last, rule)
    assert enters("BAR-A123=recon", roles=("recon",)).legal
    assert breaks(enters("BAR-A123=recon").last, rule)


def test_whether_infantry_uses_a_steep_slope_is_open():
    """BAR-12.12d"""

    def climbs(kind: str, *rulings: str) -> Played:
        made = Field().unit("G1", kind, "0506").order("G1", "cautious_move", route=("0505",)).ground("0505", level=3)
        return made.play(made.at("S10"), *steps("G1", "0505"), rulings=rulings)

    assert doubts(climbs("infantry").last, "BAR-A124")
    assert breaks(climbs("infantry", "BAR-A124=steep").last, "BAR-12.12d")
    assert climbs("infantry", "BAR-A124=abrupt").legal
    assert breaks(climbs("truck").last, "BAR-12.12d")
    assert breaks(climbs("truck", "BAR-A124=abrupt").last, "BAR-12.12d")


# -------------------------------------------------------------------------------------------- who is lost with another
def test_whether_a_weapon_in_tow_is_lost_with_its_truck_is_open():
    """BAR-7.10i"""
    made = Field().unit("S1", "truck", "0505", size=1).unit("G1", "medium", "0503")
    made.unit("S2", "howitzer", "", carrier="S1", towed=True, packed=True, off_board=True, size=3)
    made.order("G1", "open_fire", target="S1")
    start = made.at("S3")
    ones = Roll(purpose="FIRE", who="G1", dice=(1,) * made.counters["G1"].card.targets["vehicle"].dice[0])
    shot = (do.Fire(unit="G1", target="S1"), ones, do.Mark(unit="G1", what="ammo", value=start.units["G1"].ammo - 1))
    marks = (do.Mark(unit="S1", what="losses", value=1), do.Mark(unit="S2", what="losses", value=1))
    gone, lost = do.Out(piece="S1"), do.Out(piece="S2")

    assert made.play(start, *shot, *marks, gone).legal
    assert doubts(made.play(start, *shot, *marks, gone, lost).last, "BAR-A91")
    assert breaks(made.play(start, *shot, *marks, gone, lost, rulings=("BAR-A91=survives",)).last, "BAR-3.3d")
    assert made.play(start, *shot, *marks, gone, lost, rulings=("BAR-A91=lost",)).legal


def test_whether_fire_that_destroys_a_bunker_kills_who_is_inside_is_open():
    """BAR-11.6g"""
    made = Field().unit("S1", "medium", "0505").built("b", "bunker", "0504", hits=1)
    made.unit("G1", "infantry", "0504", shelter="b", off_board=True).order("S1", "open_fire", target="b")
    start = made.at("S3")
    shot = (do.Fire(unit="S1", target="b"), Roll(purpose="FIRE", who="S1", dice=(1, 6, 6, 6)))
    paid = (do.Mark(unit="S1", what="ammo", value=start.units["S1"].ammo - 1), do.Out(piece="b"))
    live, dead, over = do.Show(unit="G1"), do.Out(piece="G1"), do.Advance(to="S4")

    assert made.play(start, *shot, *paid, live, over).legal
    assert doubts(made.play(start, *shot, *paid, dead).last, "BAR-A121")
    assert breaks(made.play(start, *shot, *paid, dead, rulings=("BAR-A121=survive",)).last, "BAR-3.3d")
    assert made.play(start, *shot, *paid, dead, over, rulings=("BAR-A121=die",)).legal
    assert breaks(made.play(start, *shot, *paid, over, rulings=("BAR-A121=die",)).last, "BAR-11.6g")


def test_whether_a_bridge_that_is_blown_up_takes_with_it_who_stands_there_is_open():
    """BAR-7.9f"""
    given = do.Order(unit="S1", order="place_charges", choice="bridge")
    made = Field().ground("0506", terrain="river").built("x", "bridge", "0506")
    made.unit("S1", "pioneers", "0506", boxes=1, running=given).unit("S2", "infantry", "0506")
    made.order("S1", "place_charges", choice="bridge").order("S2", "wait")
    blown = (do.Mark(unit="S1", what="boxes", value=2), do.Complete(unit="S1"))
    start, lost, over = made.at("S12"), do.Out(piece="S2"), do.Advance(to="PLANNING")

    assert made.play(start, *blown, lost, over).legal
    assert doubts(made.play(start, *blown, over).last, "BAR-A89")
    assert breaks(made.play(start, *blown, over, rulings=("BAR-A89=die",)).last, "BAR-7.9f")
    assert made.play(start, *blown, over, rulings=("BAR-A89=live",)).legal
    assert breaks(made.play(start, *blown, lost, rulings=("BAR-A89=live",)).last, "BAR-3.3d")


def test_whether_mines_strike_the_pioneers_that_laid_them_is_open():
    """BAR-7.6j"""
    made = Field().unit("S1", "pioneers", "0505").order("S1", "cautious_move", route=("0504",))
    made.built("m", "minefield", "0505", variety="anti-personnel", owner="soviet", by="S1", known=True)
    start, leaves = made.at("S10"), (*steps("S1", "0504"), OVER)

    assert made.play(start, *leaves).legal
    assert made.play(start, *leaves, rulings=("BAR-A17=spared",)).legal
    assert breaks(made.play(start, *leaves, rulings=("BAR-A17=struck",)).last, "BAR-7.6j")
