"""Defence, bravery, melee dice and accuracy (3.4, 3.5, 3.12, 10.7, 10.9, 11.5, 11.6, 12)."""

import pytest

from rules.barbarossa.state.values import braveries, bravery, defence, in_command, melee_accuracy, melee_dice
from rules.engine.allowed import Allowed, allow
from rules.engine.ruling import Illegal
from tests.rules.barbarossa.field import Field


def guards(made: Field, unit: str = "S1", rulings: tuple[str, ...] = (), **how: bool) -> Allowed:
    position = made.position("S4")
    return defence(made.case(position, rulings=rulings), position, unit, **how)


def infantry(**more: object) -> Field:
    return Field().unit("S1", "infantry", "0505", **more)


# ------------------------------------------------------------------------------------------------------- defence
def test_base_defence_less_the_hits_of_the_round():
    """BAR-3.5a, BAR-3.5b, BAR-3.5c, BAR-12.1a"""
    assert guards(infantry()).ours == 2
    assert guards(infantry(absorbed=1)).ours == 1
    assert guards(infantry(absorbed=3)).ours == 0


@pytest.mark.parametrize("order", ["defend", "ambush", "cautious_move"])
def test_orders_raise_it(order: str):
    """BAR-3.5e, BAR-6.1c, BAR-6.6c, BAR-8.4c"""
    assert guards(infantry().order("S1", order)).ours == 3
    assert guards(infantry().order("S1", "open_fire")).ours == 2


@pytest.mark.parametrize(
    ("terrain", "kind", "bonus"),
    [
        ("forest", "infantry", 2),
        ("village", "infantry", 2),
        ("village", "truck", 1),
        ("town", "infantry", 3),
        ("town", "truck", 2),
        ("scrub", "infantry", 0),
        ("light_woods", "infantry", 0),
        ("swamp", "infantry", 0),
    ],
)
def test_terrain_raises_it(terrain: str, kind: str, bonus: int):
    """BAR-12.4c, BAR-12.9b, BAR-12.9c, BAR-12.10b, BAR-12.10c, BAR-3.5e"""
    made = Field().unit("S1", kind, "0505", defence=1).ground("0505", terrain=terrain)

    assert guards(made).ours == 1 + bonus


def test_a_truck_on_a_road_in_forest_has_its_cover():
    """BAR-EX-21, BAR-12.7e, BAR-12.4c"""
    made = (
        Field().unit("G1", "truck", "0505", defence=0).ground("0505", terrain="forest", road=("0405", "0505", "0605"))
    )

    assert guards(made, "G1").ours == 2


def dug_in(kind: str, **more: object) -> Field:
    made = Field().unit("S1", "infantry", "0505", shelter="w", **more).built("w", kind, "0505", facing="N")
    return made.order("S1", "defend", facing="N", number=2)


def test_trench_and_bunker_with_defend():
    """BAR-EX-23, BAR-EX-24, BAR-11.5c, BAR-11.5e, BAR-11.5i, BAR-11.6e, BAR-11.6k"""
    assert guards(dug_in("trench")).ours == 4
    assert guards(dug_in("trench").ground("0505", terrain="village")).ours == 6
    assert guards(dug_in("bunker")).ours == 5


def test_an_assault_from_a_flank_goes_round_the_trench():
    """BAR-5.4c, BAR-11.5c"""
    assert guards(dug_in("trench"), melee=True, flank=True).ours == 3
    assert guards(dug_in("bunker"), melee=True, flank=True).ours == 5


def test_another_order_than_defend_ends_the_shelter():
    """BAR-IN-101, BAR-11.5d, BAR-11.5g, BAR-5.11c"""
    shooting = dug_in("trench").order("S1", "open_fire", target="G1")
    later = shooting.at("S1")
    assert defence(shooting.case(later), later, "S1").ours == 2
    resting = Field().unit("S1", "infantry", "0505", shelter="w", suppressed=True, flagged=True)
    resting.built("w", "trench", "0505", facing="N")
    assert resting.at("S1").units["S1"].shelter == "w"
    assert guards(resting).ours == 2


def test_diggers_have_no_defence():
    """BAR-7.16g, BAR-3.7c"""
    made = infantry().order("S1", "dig_in", facing="N").ground("0505", terrain="town")

    assert guards(made).ours == 0
    late = made.position("S9")
    assert defence(made.case(late), late, "S1") == Allowed(0)


def test_whether_an_order_counts_before_its_step_is_open():
    """BAR-3.5e, BAR-8.4c, BAR-6.6c, BAR-7.16g"""
    moves = infantry().order("S1", "cautious_move", route=("0504",))
    assert guards(moves) == Allowed(3, doubtful=((2, "BAR-A03"),))
    assert guards(moves, rulings=("BAR-A03=step",)) == Allowed(2, settled=((3, "BAR-A03"),))
    ten = moves.position("S10")
    assert defence(moves.case(ten), ten, "S1") == Allowed(3)
    assert guards(infantry().order("S1", "defend")) == Allowed(3)
    digs = infantry().order("S1", "dig_in", facing="N")
    assert guards(digs) == Allowed(0)


def test_whether_scrub_gives_cover_is_open():
    """BAR-12.2a, BAR-12.3a"""
    made = infantry().ground("0505", terrain="light_woods")

    assert guards(made) == Allowed(2, doubtful=((3, "BAR-A122"),))
    assert guards(made, rulings=("BAR-A122=none",)) == Allowed(2, settled=((3, "BAR-A122"),))
    assert guards(made, rulings=("BAR-A122=one",)) == Allowed(3, settled=((2, "BAR-A122"),))


def test_a_hill_helps_in_melee_who_was_there():
    """BAR-12.14a"""
    made = infantry().ground("0505", level=1)

    assert guards(made).ours == 2
    assert guards(made, melee=True).ours == 3
    assert guards(infantry(stormed="0505").ground("0505", level=1), melee=True).ours == 2


def test_passengers_do_not_use_theirs():
    """BAR-3.5e"""
    made = Field().unit("S1", "infantry", "", carrier="S2", defence=2).unit("S2", "truck", "0505").order("S1", "defend")

    assert guards(made).ours == 2


def test_a_suppressed_unit_has_no_bonus():
    """BAR-5.11c"""
    town = dug_in("trench", suppressed=True, fallen=True).ground("0505", terrain="town")
    assert guards(town) == Allowed(2)
    later = infantry(suppressed=True, shelter="w").built("w", "trench", "0505").ground("0505", terrain="town")
    assert guards(later) == Allowed(2, doubtful=((6, "BAR-A73"),))
    assert guards(later, rulings=("BAR-A73=round",)).ours == 6
    assert guards(later, rulings=("BAR-A73=while",)) == Allowed(2, settled=((6, "BAR-A73"),))


def test_which_points_hits_used_up_is_open_once_a_bonus_is_gone():
    """BAR-3.5e"""
    made = infantry(absorbed=1, shielded=1)

    assert guards(made) == Allowed(1, doubtful=((2, "BAR-A36"),))
    assert guards(made, rulings=("BAR-A36=bonus_first",)) == Allowed(2, settled=((1, "BAR-A36"),))


# ------------------------------------------------------------------------------------------------------- bravery
def courage(made: Field, unit: str = "S1", rulings: tuple[str, ...] = ()) -> Allowed:
    position = made.position("S4")
    return braveries(made.case(position, rulings=rulings), position, unit)


def test_bravery_falls_with_losses():
    """BAR-3.4c, BAR-IN-67"""
    made = Field().unit("S1", "infantry", "0505", size=3, bravery=8, bravery_loss=2, losses=2)

    assert courage(made) == Allowed(4)
    assert bravery(made.case(made.position()), made.position(), "S1") == 4


def staff(at: str = "0505", **more: object) -> Field:
    return Field().unit("S1", "infantry", "0503").unit("S2", "hq", at, **more)


def test_a_headquarters_inspires_those_who_see_it():
    """BAR-3.4d, BAR-10.9a, BAR-10.7a, BAR-10.7c"""
    assert courage(staff()) == Allowed(10)
    assert courage(staff().ground("0504", terrain="scrub")) == Allowed(8)
    assert courage(staff("0506")) == Allowed(8)
    assert courage(Field().unit("S1", "infantry", "0503").unit("G2", "hq", "0504")) == Allowed(8)


def test_whether_a_suppressed_headquarters_inspires_is_open():
    """BAR-10.9a"""
    made = staff(suppressed=True)

    assert courage(made) == Allowed(10, doubtful=((8, "BAR-A48"),))
    assert courage(made, rulings=("BAR-A48=steady",)) == Allowed(8, settled=((10, "BAR-A48"),))
    assert courage(staff(), "S2") == Allowed(11, doubtful=((9, "BAR-A48"),))


def test_aircraft_are_not_inspired():
    """BAR-IN-92, BAR-9.9o, BAR-10.9a"""
    made = Field().unit("G1", "fighter", "0504", bravery=7).unit("G2", "hq", "0505")

    assert courage(made, "G1") == Allowed(7)


def test_command_range_two():
    """BAR-EX-20, BAR-10.7b"""
    made = Field().unit("S1", "hq", "0505")
    places = {"S2": "0505", "S3": "0504", "S4": "0503", "S5": "0705", "S6": "0502"}
    for name, place in places.items():
        made.unit(name, "infantry", place)
    case = made.case(made.position())

    assert [in_command(case, "S1", name) for name in places] == [True, True, True, True, False]
    assert len(case.battle.ground.grid.within("0505", 2)) == 19


# --------------------------------------------------------------------------------------------------------- melee
def melee(
    made: Field, unit: str = "S1", target: str = "G1", entered: tuple[str, ...] = (), rulings: tuple[str, ...] = ()
) -> Allowed:
    return melee_accuracy(made.case(made.position("S6", entered=entered), rulings=rulings), unit, target)


def test_melee_dice():
    """BAR-3.12d, BAR-5.7e, BAR-IN-64"""
    made = Field().unit("S1", "infantry", "0505", losses=2).unit("S2", "infantry", "0505", melee_dice=7, losses=2)
    made.unit("S3", "at-gun", "0505", size=3, losses=1, melee_dice=7)
    case = made.case(made.position("S6"))

    assert [melee_dice(case, name) for name in ("S1", "S2", "S3")] == [3, 7, 2]


def test_melee_is_fought_with_the_first_field_or_the_suppressed_box():
    """BAR-3.12b, BAR-5.11e"""
    assert melee(infantry().unit("G1", "infantry", "0505")) == Allowed(3)
    assert melee(infantry(suppressed=True).unit("G1", "infantry", "0505")) == Allowed(1)


@pytest.mark.parametrize("terrain", ["village", "town"])
def test_infantry_in_villages_and_towns_against_vehicles(terrain: str):
    """BAR-IN-59, BAR-12.9e, BAR-12.10e"""
    made = infantry().unit("G1", "halftrack", "0505").unit("G2", "infantry", "0505").ground("0505", terrain=terrain)

    assert melee(made) == Allowed(4)
    assert melee(made, target="G2") == Allowed(3)
    assert melee(made, "G1", "S1") == Allowed(2)


def test_a_hill_hampers_who_storms_it():
    """BAR-IN-60, BAR-12.14b"""
    made = infantry().unit("G1", "infantry", "0505", stormed="0505").ground("0505", level=1)

    assert melee(made, "G1", "S1", ("G1",)) == Allowed(2)
    assert melee(made, "S1", "G1", ("G1",)) == Allowed(3)
    assert melee(made, "G1", "S1") == Allowed(2, also=(3,))
    assert melee(made, "S1", "G1") == Allowed(3, also=(2,))
    assert melee(made, "S1", "G1", rulings=("BAR-A51=first",)) == Allowed(3)
    assert melee(made, "S1", "G1", rulings=("BAR-A51=all",)) == Allowed(2)
    assert melee(made, "G1", "S1", rulings=("BAR-A51=all",)) == Allowed(2)


# -------------------------------------------------------------------------------------------------- allowed numbers
def test_a_number_is_right_accepted_doubtful_or_wrong():
    case = Field().case(Field().position())
    wrong = Illegal("fire.dice", rule="BAR-3.11a")
    allowed = allow(case.switches, 5, also=[(4, "BAR-A04")], doubtful=[(7, "BAR-A08")])

    assert [allowed.judge(case.switches, value, wrong) for value in (None, 5, 4)] == [None, None, None]
    assert allowed.judge(case.switches, 6, wrong) == wrong
    assert getattr(allowed.judge(case.switches, 7, wrong), "ruling", "") == "BAR-A08"
    assert (allowed.taken(7), allowed.taken(9), allowed.taken(None)) == (7, 5, 5)
    assert [allowed.from_now_on(value) for value in (None, 7, 9)] == [(5, 4, 7), (7, 5, 4), (5, 4, 7, 9)]
    settled = Field().case(Field().position(), rulings=("BAR-A08=table", "BAR-A04=up"))
    left = allow(settled.switches, 5, also=[(4, "BAR-A04")], doubtful=[(7, "BAR-A08")])
    assert left == Allowed(7, settled=((4, "BAR-A04"), (5, "BAR-A08")))
    assert left.judge(settled.switches, 7, wrong) is None
    assert left.judge(settled.switches, 6, wrong) == wrong
    assert left.judge(settled.switches, 5, wrong) == wrong.resting({"BAR-A08": "table"})
    assert left.judge(settled.switches, 4, wrong) == wrong.resting({"BAR-A04": "up"})
