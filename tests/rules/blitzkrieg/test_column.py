"""Chapter 8.2: the column of a fire, item by item."""

import pytest

from rules.blitzkrieg.fire.factors import Factor, column
from rules.blitzkrieg.loading import load
from rules.blitzkrieg.model import Deed, Melee
from tests.rules.blitzkrieg.battlefield import Field


def field(kind: str = "tank", at: str = "1005", **more: object) -> Field:
    made = Field().formation("F", "german", hq="1603").formation("G", "french", hq="1403")
    return made.unit("firer", kind, "F", at, **more)


def keys(factor: Factor) -> dict[str, int]:
    return {item.key: item.value for item in factor.items}


def shoot(made: Field, *, rulings: tuple[str, ...] = (), deeds: dict[str, Deed] | None = None, **how: object) -> Factor:
    position = made.position(acting="F")
    return column(made.case(position.acts(deeds=deeds or {}), rulings), "target", **{"firers": ("firer",), **how})


def test_attack_less_defence_and_a_point_for_each_further_hex():
    """BLZ-X-05, BLZ-X-06, BLZ-8.2.1a, BLZ-8.2.4a, BLZ-8.2.4b, BLZ-8.2.2b"""
    adjacent = shoot(field(attack=4).unit("target", "tank", "G", "1006", defence=4))
    near = shoot(field(attack=4).unit("target", "tank", "G", "1007", defence=4))
    far = shoot(field(attack=4).unit("target", "tank", "G", "1008", defence=4))

    assert keys(adjacent) == {"attack": 4, "defence": -4}
    assert (near.column, near.fires) == ("-1", True)
    assert (far.total, far.fires) == (-2, False)


def test_the_example_of_stonne_is_three_hexes_away():
    """BLZ-E-01"""
    assert load("stonne").ground.grid.distance("0502", "0304") == 3


@pytest.mark.parametrize(("kind", "total"), [("infantry", 3), ("mg", 3), ("hq", 3), ("at-gun", 5), ("motorcycle", 5)])
def test_an_anti_tank_gun_has_half_its_attack_against_infantry(kind, total):
    """BLZ-8.2.1b, BLZ-8.2.1c, BLZ-1.1c"""
    assert shoot(field("at-gun", attack=5).unit("target", kind, "G", "1006")).total == total


def test_halving_is_for_infantry_only():
    """BLZ-X-09, BLZ-8.2.1b"""
    assert shoot(field("at-gun", attack=5).unit("target", "tank", "G", "1006", defence=3)).column == "2"


def test_works_count_in_addition_to_the_village():
    """BLZ-X-08, BLZ-10.2b, BLZ-10.2e, BLZ-8.6.1r, BLZ-8.2.3a"""
    made = field("at-gun", attack=5).ground("1006", terrain="village").unit("target", "infantry", "G", "1006")
    made.works = ("1006",)

    factor = shoot(made)
    assert keys(factor) == {"halved": 3, "village": -2, "works": -2}
    assert factor.column == "-1"


@pytest.mark.parametrize("kind", ["at-gun", "hq", "apc"])
def test_works_help_infantry_only(kind):
    """BLZ-10.2c"""
    made = field().unit("target", kind, "G", "1006")
    made.works = ("1006",)

    assert "works" not in keys(shoot(made))


@pytest.mark.parametrize(
    ("state", "row"),
    [({"ooc": True}, "out-of-command"), ({"neutralised": True}, "neutralised")],
)
def test_the_state_of_the_firer_counts(state, row):
    """BLZ-6.2c, BLZ-8.4c"""
    factor = shoot(field(**state).unit("target", "infantry", "G", "1006"))

    assert keys(factor) == {"attack": 4, row: {"out-of-command": -1, "neutralised": -2}[row]}


def test_an_exhausted_formation_fires_worse():
    """BLZ-5.4a"""
    made = Field().formation("F", "german", hq="1603", exhausted=True).formation("G", "french", hq="1403")
    made.unit("firer", "tank", "F", "1005").unit("target", "infantry", "G", "1006")

    assert keys(shoot(made)) == {"attack": 4, "exhausted": -1}


def test_who_moves_fires_with_reduced_strength():
    """BLZ-6.1b, BLZ-6.1c, BLZ-X-15"""
    made = field(attack=4).unit("target", "tank", "G", "1007", defence=2)

    assert shoot(made).column == "1"
    assert shoot(made, reduced=True).column == "0"


def test_column_hampers_the_firer_and_helps_those_who_fire_at_it():
    """BLZ-7.2.1c, BLZ-7.2.1e"""
    made = field(attack=4).unit("target", "tank", "G", "1006", defence=2)
    march = Deed(column=True)

    assert keys(shoot(made, deeds={"firer": march}))["column"] == -1
    assert keys(shoot(made, deeds={"target": march}))["target-column"] == 1


@pytest.mark.parametrize(("kind", "hit"), [("tank", 1), ("assault-gun", 1), ("armoured-car", 1), ("apc", 0)])
@pytest.mark.parametrize("terrain", ["woods", "village", "orchard"])
def test_vehicles_in_close_terrain_are_dispersed(kind, hit, terrain):
    """BLZ-7.2.2a, BLZ-7.2.2c, BLZ-7.2.2e"""
    made = field(kind).unit("target", kind, "G", "1006").ground("1005", "1006", terrain=terrain)

    assert keys(shoot(made)).get("dispersed", 0) == -hit
    assert keys(shoot(made)).get("target-dispersed", 0) == hit


def test_column_and_dispersed_do_not_add_up_as_we_read_it():
    """BLZ-X-62, BLZ-7.2.2b"""
    made = field("at-gun", attack=5).ground("1006", terrain="village")
    made.unit("target", "tank", "G", "1006", defence=2)
    deeds = {"target": Deed(column=True)}

    ours = shoot(made, deeds=deeds)
    assert ours.column == "4"
    assert [item.key for item in ours.disputed] == ["target-dispersed"]
    assert shoot(made, deeds=deeds, rulings=("AMB-22=both",)).column == "5"


def test_the_stukas_of_the_example():
    """BLZ-E-02, BLZ-8.6.1h, BLZ-8.6.1r, BLZ-7.2.2e, BLZ-8.6.1e"""
    made = Field().formation("G", "french", hq="1403").formation("F", "german", hq="1603")
    made.ground("1204", terrain="village").unit("a", "tank", "G", "1204", defence=5)
    made.unit("b", "tank", "G", "1204", defence=3).unit("c", "infantry", "G", "1204")
    case = made.case(made.position())

    read = {unit: column(case, unit, manner="indirect", calibre="stuka").column for unit in "abc"}
    assert read == {"a": "4", "b": "6", "c": "6"}


@pytest.mark.parametrize(("calibre", "strength"), [("light", 3), ("medium", 5), ("heavy", 7)])
def test_artillery_has_the_strength_of_its_calibre(calibre, strength):
    """BLZ-8.6.1n"""
    made = field().unit("target", "infantry", "G", "1006")

    assert shoot(made, firers=(), manner="indirect", calibre=calibre).total == strength


def test_the_column_ends_at_nine():
    """BLZ-8.2.2a"""
    factor = shoot(field(attack=14).unit("target", "infantry", "G", "1006"))

    assert (factor.total, factor.column) == (14, "9")


# ------------------------------------------------------------------------------------------------------------ melee
def test_in_a_melee_the_range_counts_one_more():
    """BLZ-X-104, BLZ-8.2.4c, BLZ-9.1.2a, BLZ-9c, BLZ-8.2a"""
    made = field("at-gun", attack=5, at="1006").unit("target", "infantry", "G", "1006")

    assert shoot(made, manner="melee").column == "4"


def test_who_is_out_of_command_defends_worse_and_only_once():
    """BLZ-X-105, BLZ-6.2f"""
    made = field("infantry", attack=4, at="1006", ooc=True).unit("target", "tank", "G", "1006", defence=2)

    assert shoot(made, manner="melee").column == "2"


def test_column_and_neutralisation_count_in_the_first_round_only():
    """BLZ-X-103, BLZ-7.2.1d, BLZ-9.1.3c, BLZ-9.1.5d, BLZ-9.1.5f"""
    made = field("tank", attack=4, at="1006", neutralised=True).unit("target", "infantry", "G", "1006")
    deeds = {"firer": Deed(column=True)}

    assert keys(shoot(made, manner="melee", deeds=deeds)) == {"attack": 4, "melee": 1, "column": -1, "neutralised": -2}
    assert keys(shoot(made, manner="melee", first_round=False)) == {"attack": 4, "melee": 1}


def test_exhaustion_and_close_terrain_count_in_every_round():
    """BLZ-5.4b, BLZ-7.2.2d"""
    made = Field().formation("F", "german", hq="1603", exhausted=True).formation("G", "french", hq="1403")
    made.unit("firer", "tank", "F", "1006").unit("target", "at-gun", "G", "1006").ground("1006", terrain="village")

    got = keys(shoot(made, manner="melee", first_round=False))
    assert got == {"attack": 4, "melee": 1, "exhausted": -1, "dispersed": -1, "village": -1}


def test_works_do_not_protect_who_attacks_them():
    """BLZ-10.2b"""
    made = field("infantry", attack=4, at="1006").unit("target", "infantry", "G", "1006")
    made.works = ("1006",)
    position = made.position(melee=Melee("1006", {"target": "1005"}, ("firer",)))

    assert "works" not in keys(column(made.case(position), "target", firers=("firer",), manner="melee"))
    assert "works" in keys(column(made.case(made.position()), "target", firers=("firer",), manner="melee"))


# ---------------------------------------------------------------------------------------------------------- carriers
def test_a_carrier_fires_together_with_the_company_aboard():
    """BLZ-12.1.5h"""
    made = field("apc", attack=2).unit("company", "infantry", "F", "1005", attack=5, aboard="firer")
    made.unit("target", "infantry", "G", "1006")

    assert shoot(made, firers=("firer", "company")).total == 7
