"""Chapter 8.6: artillery and Stukas, their observers, salvos and groups."""

import pytest

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.model import Activation, Position
from rules.engine.dice import Roll
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.shared.played import Played

GUNS = "fr.artillery"


def roll(purpose: str, who: str, first: int, second: int) -> Roll:
    return Roll(purpose=purpose, who=who, dice=(first, second))


def field() -> Field:
    """A French HQ in 1005; German infantry in 1006 and 1008."""
    made = Field().formation("F", "french", hq="1005").formation("G", "german", hq="1601")
    made.chit(GUNS, "french", "artillery", "used", medium=2, light=2)
    made.chit("second-guns", "french", "artillery", "cup", medium=2, light=2)
    made.unit("near", "infantry", "G", "1006")
    for number in range(3):
        made.unit(f"far {number}", "infantry", "G", "1008")
    return made


def firing(made: Field, chit: str = GUNS, **more: object) -> Position:
    """The position while a marker is activated."""
    printed = made.chits[chit]
    salvos = {f"{chit} {calibre}": count for calibre, count in printed.salvos.items()}
    activation = Activation((), (chit,), printed.side, salvos=salvos)
    return made.position("DRAW", "ACTIVE", active=printed.side, activation=activation, **more)


def last_salvo(made: Field, chit: str = GUNS, calibre: str = "medium") -> Position:
    """The same with one salvo left: dice after it can be those of no other."""
    return firing(made, chit).acts(salvos={f"{chit} {calibre}": 1})


def barrage(place: str, calibre: str = "medium", observer: str = "F HQ", chit: str = GUNS) -> do.Barrage:
    return do.Barrage(chit=chit, hex=place, calibre=calibre, observer=observer)


def left(played: Played, calibre: str, chit: str = GUNS) -> int:
    assert played.position.activation is not None
    return played.position.activation.salvos[f"{chit} {calibre}"]


PASSED = roll("TRANSMIT", "F HQ", 3, 4)
FAILED = roll("TRANSMIT", "F HQ", 4, 5)
MISS = roll("BARRAGE", GUNS, 1, 1)


# ------------------------------------------------------------------------------------------------------ transmission
def test_a_salvo_whose_message_does_not_get_through_is_lost():
    """BLZ-E-03, BLZ-8.6.1j, BLZ-8.6.1m, BLZ-8.6.1f"""
    made = field()
    lost = made.play(firing(made), barrage("1008"), FAILED)

    assert lost.legal
    assert lost.due == ()
    assert (left(lost, "medium"), left(lost, "light")) == (1, 2)
    last = made.play(last_salvo(made), barrage("1008"), FAILED).position
    assert made.play(last, PASSED).last.rules == ("BLZ-8.6.1m",)
    assert made.play(last, MISS).last.rules == ("BLZ-8.6.1m",)


def test_next_to_the_target_no_roll_is_needed():
    """BLZ-E-04, BLZ-8.6.1l, BLZ-8.6.1n, BLZ-8.3d, BLZ-8.6.1q"""
    made = field()
    played = made.play(firing(made), barrage("1008"), FAILED, barrage("1006"), roll("BARRAGE", GUNS, 4, 5))
    marked = made.play(played.position, do.Mark(piece="near", marker="neutralised"))

    assert marked.legal
    assert played.position.shot.column == {"near": "5"}
    assert played.position.shot.results == {"near": "Nr"}
    assert (left(played, "medium"), left(played, "light")) == (0, 2)
    for needless in (PASSED, FAILED):
        rolled = made.play(firing(made), barrage("1006"), needless)
        assert [(each.why, each.rule) for each in rolled.last.findings] == [("observer.needless", "BLZ-8.6.1l")]
        assert made.play(rolled.position, roll("BARRAGE", GUNS, 4, 5)).legal
    given_up = made.play(firing(made), barrage("1006"), FAILED, do.EndActivation())
    assert given_up.legal, "who takes a needless failure for the loss of the salvo has wronged nobody"
    assert made.play(firing(made), barrage("1006"), PASSED, do.EndActivation()).last.rules == ("BLZ-8.6.1g",)


def test_the_message_is_rolled_for_before_the_fire():
    """BLZ-8.6.1j"""
    made = field()

    assert made.play(firing(made), barrage("1008"), PASSED, MISS).legal
    assert made.play(last_salvo(made), barrage("1008"), MISS).last.rules == ("BLZ-8.6.1j",)


def test_a_neutralised_observer_adds_one():
    """BLZ-X-64, BLZ-8.6.1k, BLZ-8.6.1m"""
    made = field()
    shaken = firing(made).unit("F HQ", neutralised=True)
    eight = roll("TRANSMIT", "F HQ", 4, 4)

    assert made.play(shaken, barrage("1008"), eight, MISS).last.rules == ("BLZ-8.6.1m",)
    assert made.play(firing(made), barrage("1008"), eight, MISS).legal


# -------------------------------------------------------------------------------------------------------- observers
def test_the_line_to_the_hex_is_enough():
    """BLZ-X-100, BLZ-8.6.1i, BLZ-8.6.1b"""
    made = field()
    made.unit("farther", "infantry", "G", "1011")
    played = made.play(firing(made), barrage("1011", "light"), PASSED, MISS)

    assert played.legal
    assert made.play(firing(made), barrage("1011"), rulings=["AMB-27=other"]).last.rules == ("BLZ-8.6.1i",)
    assert made.play(firing(made), barrage("1008"), rulings=["AMB-27=other"]).legal


@pytest.mark.parametrize(("place", "observer"), [("1014", "F HQ"), ("1008", "G HQ"), ("1008", "near")])
def test_the_observer_is_an_own_hq_with_a_free_line(place, observer):
    """BLZ-8.6.1i, BLZ-8.6.1b"""
    made = field()

    assert set(made.play(firing(made), barrage(place, observer=observer)).last.rules) == {"BLZ-8.6.1i"}


def test_terrain_stops_the_observer_and_nobody_else_is_named():
    """BLZ-8.6.1i, BLZ-8.6.1b"""
    made = field().ground("1007", terrain="woods")

    assert made.play(firing(made), barrage("1008")).last.rules == ("BLZ-8.6.1i",)
    assert made.play(firing(made), barrage("1008", observer="")).last.rules == ("BLZ-8.6.1b",)


# ------------------------------------------------------------------------------------------------- marker and calibre
def test_no_more_salvos_than_the_marker_has():
    """BLZ-X-66, BLZ-8.6.1f, BLZ-12.1.2h"""
    made = field()
    two = [barrage("1008"), FAILED, barrage("1008"), FAILED]

    assert made.play(firing(made), *two).legal
    assert made.play(firing(made), *two, barrage("1008")).last.rules == ("BLZ-8.6.1f",)
    assert made.play(firing(made), barrage("1008", "heavy")).last.rules == ("BLZ-8.6.1f",)


def test_the_count_may_be_settled_as_that_of_all_markers():
    """BLZ-8.6.1f"""
    made = field()
    second = firing(made, "second-guns", salvos={"french medium": 2})
    shot = barrage("1008", chit="second-guns")

    assert made.play(second, shot).legal
    assert made.play(second, shot, rulings=["AMB-26=total"]).last.rules == ("BLZ-8.6.1f",)
    assert made.play(firing(made), barrage("1008"), rulings=["AMB-26=total"]).legal


def test_only_activated_guns_fire():
    """BLZ-8.6.1a, BLZ-8.6a, BLZ-3.3b"""
    made = field()

    assert made.play(firing(made), barrage("1008", chit="second-guns")).last.rules == ("BLZ-8.6.1a",)
    assert "BLZ-8.6a" in made.play(firing(made), barrage("1008", chit="F")).last.rules
    assert "BLZ-8.6.1a" in made.play(made.position(), barrage("1008")).last.rules


def test_hex_and_calibre_are_named_before_anything_is_rolled():
    """BLZ-8.6.1d, BLZ-8.6.1o"""
    made = field()

    assert "BLZ-8.6.1d" in made.play(firing(made), barrage("9999")).last.rules
    assert "BLZ-8.6.1o" in made.play(firing(made), barrage("1008", "")).last.rules
    assert made.play(firing(made), PASSED).last.rules == ("BLZ-8.6.1o",)
    assert made.play(firing(made), MISS).last.rules == ("BLZ-8.6.1o",)


def test_salvos_on_different_hexes_are_declared_one_by_one():
    """BLZ-X-97, BLZ-8.6.1q"""
    made = field()
    made.unit("farther", "infantry", "G", "1011")

    assert made.play(firing(made), barrage("1008"), PASSED, MISS, barrage("1011", "light")).last.findings == ()


def test_a_second_salvo_on_the_hex_is_worth_a_remark():
    """BLZ-X-96, BLZ-8.6.1q, BLZ-8.6.2b"""
    made = field()
    actions = [barrage("1008"), PASSED, MISS, barrage("1008")]

    assert made.play(firing(made), *actions).legal
    assert made.play(firing(made), *actions).last.findings[0].why == "salvo.again"
    assert made.play(firing(made), *actions, rulings=["AMB-61=other"]).last.rules == ("BLZ-8.6.2b",)


# ----------------------------------------------------------------------------------------------------- all in the hex
def test_one_roll_counts_for_every_unit_in_the_hex():
    """BLZ-8.6.1g, BLZ-8.6b, BLZ-8.6.1p, BLZ-8.6.1e"""
    made = field()
    hit = made.play(firing(made), barrage("1008"), PASSED, roll("BARRAGE", GUNS, 5, 5))
    missing = made.play(hit.position, do.Mark(piece="far 0", marker="neutralised"), do.EndActivation())

    assert set(hit.position.shot.results.values()) == {"N"}
    assert sum(due.must for due in hit.due) == 3
    assert missing.last.rules == ("BLZ-8.3b",)
    again = made.play(hit.position, MISS).last.findings[0]
    assert (again.rule, again.why) == ("BLZ-8.6.1g", "dice.one-for-all")


def test_own_units_are_hit_as_well_as_we_read_it():
    """BLZ-8.6b"""
    made = field()
    made.unit("own", "infantry", "F", "1008")
    hit = made.play(firing(made), barrage("1008"), PASSED, roll("BARRAGE", GUNS, 5, 5)).position
    enemy = [do.Mark(piece=f"far {number}", marker="neutralised") for number in range(3)]

    assert made.play(hit, *enemy, do.Mark(piece="own", marker="neutralised")).legal
    assert made.play(hit, *enemy, do.EndActivation()).last.findings[0].ruling == "AMB-55"
    assert made.play(firing(made), barrage("1008"), PASSED, roll("BARRAGE", GUNS, 5, 5), *enemy, do.EndActivation(),
                     rulings=["AMB-55=other"]).legal  # fmt: skip


def test_light_and_heavy_have_their_own_columns():
    """BLZ-8.6.1n"""
    made = field()

    assert made.play(firing(made), barrage("1008", "light"), PASSED, MISS).position.shot.column["far 0"] == "3"


def test_those_who_were_hit_may_retreat():
    """BLZ-6.3.3c"""
    made = field()
    hit = made.play(firing(made), barrage("1008"), PASSED, MISS)

    assert made.play(hit.position, do.Retreat(unit="far 0", path=("1009",))).legal
    assert made.play(hit.position, do.ReturnFire(unit="far 0", target="F HQ")).last.verdict == "illegal"


# --------------------------------------------------------------------------------------------------------- Stukas
def stukas() -> Field:
    made = Field().formation("F", "french", hq="0101").formation("G", "german", hq="1701")
    made.chit("de.stuka", "german", "stuka", "used", stuka=2)
    return made


def test_stukas_need_no_observer_and_roll_once():
    """BLZ-E-02, BLZ-8.6.1c, BLZ-8.6.1h, BLZ-8.6.1g, BLZ-7.2.2e, BLZ-8.6.1r"""
    made = stukas().ground("1204", terrain="village")
    made.unit("A", "tank", "F", "1204", defence=5).unit("B", "tank", "F", "1204", defence=3)
    made.unit("C", "infantry", "F", "1204")
    dive = [do.Stuka(chit="de.stuka", hex="1204"), roll("STUKA", "de.stuka", 5, 6)]
    hit = made.play(firing(made, "de.stuka"), *dive)
    taken = [do.StepLoss(unit="C"), do.StepLoss(unit="B"), do.Mark(piece="A", marker="neutralised")]

    assert hit.position.shot.column == {"A": "4", "B": "6", "C": "6"}
    assert hit.position.shot.results == {"A": "N", "B": "1", "C": "1"}
    assert made.play(hit.position, *taken).legal
    assert made.play(hit.position, *taken[:2], do.EndActivation()).last.rules == ("BLZ-8.3b",)
    last = made.play(last_salvo(made, "de.stuka", "stuka"), *dive, *taken).position
    assert made.play(last, dive[1]).last.rules == ("BLZ-8.6.1g",)


def test_nobody_needs_to_see_what_stukas_attack():
    """BLZ-X-65, BLZ-8.6.1c"""
    made = stukas()
    made.unit("C", "infantry", "F", "1205")
    bombs = [do.Stuka(chit="de.stuka", hex="1205"), roll("STUKA", "de.stuka", 1, 1)]

    assert made.play(firing(made, "de.stuka"), *bombs).legal


def test_a_stuka_marker_has_two_attacks():
    """BLZ-8.6.1s, BLZ-12.1.3f, BLZ-8.6.1f"""
    made = stukas()
    attack = [do.Stuka(chit="de.stuka", hex="1205"), roll("STUKA", "de.stuka", 1, 1)]

    assert made.play(firing(made, "de.stuka"), *attack, *attack).legal
    assert "BLZ-8.6.1s" in made.play(firing(made, "de.stuka"), *attack, *attack, attack[0]).last.rules


# ------------------------------------------------------------------------------------------------------- group fire
def test_a_group_is_declared_first_and_carried_out_one_after_the_other():
    """BLZ-8.6.2a, BLZ-8.6.2b, BLZ-8.6.2c"""
    made = field()
    group = do.Concentrate(hex="1008", salvos=(f"{GUNS} medium", f"{GUNS} medium"))
    both = [group, barrage("1008"), PASSED, MISS, barrage("1008"), PASSED, MISS]
    third = [*both[:4], barrage("1008", "light")]

    assert made.play(firing(made), *both).legal
    assert all(not ruling.findings for ruling in made.play(firing(made), *both).rulings)
    assert [each.why for each in made.play(firing(made), *third).last.findings] == ["salvo.again"]
    assert made.play(firing(made), *third, rulings=["AMB-61=other"]).last.rules == ("BLZ-8.6.2b",)


def test_a_group_has_no_more_salvos_than_the_markers():
    """BLZ-8.6.1f, BLZ-8.6.2a"""
    made = field()
    three = do.Concentrate(hex="1008", salvos=(f"{GUNS} medium",) * 3)

    assert made.play(firing(made), three).last.rules == ("BLZ-8.6.1f",)


def test_salvos_of_one_group_are_none_of_another():
    """BLZ-8.6.2b, BLZ-8.6.1f"""
    made = field()
    group = do.Concentrate(hex="1008", salvos=(f"{GUNS} medium", f"{GUNS} medium"))
    again = do.Concentrate(hex="1009", salvos=(f"{GUNS} medium", f"{GUNS} light"))

    assert made.play(firing(made), group, again).last.rules == ("BLZ-8.6.1f",)


def test_surplus_shots_are_lost():
    """BLZ-X-67, BLZ-8.6.2d, BLZ-8.6.2b"""
    made = stukas()
    made.unit("C", "infantry", "F", "1205", steps=1).unit("D", "infantry", "F", "1206")
    made.unit("E", "infantry", "F", "1206")
    group = do.Concentrate(hex="1205", salvos=("de.stuka stuka", "de.stuka stuka"))
    first = [group, do.Stuka(chit="de.stuka", hex="1205"), roll("STUKA", "de.stuka", 6, 6), do.StepLoss(unit="C")]
    missed = [group, do.Stuka(chit="de.stuka", hex="1205"), roll("STUKA", "de.stuka", 1, 1)]

    assert made.play(firing(made, "de.stuka"), *first).legal
    assert made.play(firing(made, "de.stuka"), *first, do.Stuka(chit="de.stuka", hex="1206")).last.rules == (
        "BLZ-8.6.2d",
    )
    assert made.play(firing(made, "de.stuka"), *first, do.Stuka(chit="de.stuka", hex="1205")).last.rules == (
        "BLZ-8.6.2d",
    )
    assert made.play(firing(made, "de.stuka"), *missed, do.Stuka(chit="de.stuka", hex="1206")).last.rules == (
        "BLZ-8.6.2b",
    )


def test_a_group_falls_on_the_map_and_comes_from_active_guns():
    """BLZ-8.6.1d, BLZ-8.6.1a, BLZ-8.6.2a"""
    made = field()
    beyond = do.Concentrate(hex="9999", salvos=(f"{GUNS} medium",) * 2)
    others = do.Concentrate(hex="1008", salvos=("second-guns medium", f"{GUNS} medium"))

    assert made.play(firing(made), beyond).last.rules == ("BLZ-8.6.1d",)
    assert made.play(firing(made), others).last.rules == ("BLZ-8.6.1a",)


def test_a_second_group_on_the_same_hex_was_not_declared_with_the_first():
    """BLZ-8.6.2b"""
    made = field()
    group = do.Concentrate(hex="1008", salvos=(f"{GUNS} medium",) * 2)
    late = do.Concentrate(hex="1008", salvos=(f"{GUNS} light",) * 2)

    assert made.play(firing(made), group, late).last.findings[0].why == "salvo.again"
    assert made.play(firing(made), group, late, rulings=["AMB-61=other"]).last.rules == ("BLZ-8.6.2b",)
    assert made.play(firing(made), barrage("1008"), PASSED, MISS, late).last.findings[0].why == "salvo.again"
