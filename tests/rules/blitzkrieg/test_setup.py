"""Chapter 12: the set-up of both scenarios, step by step."""

from random import Random

import msgspec
import pytest

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Hex
from rules.blitzkrieg.game import start
from rules.blitzkrieg.setup.stages import to_place
from rules.engine.actions import Action
from rules.engine.ruling import Notice
from tests.rules.blitzkrieg.battlefield import SWITCHES
from tests.rules.blitzkrieg.starting import random_setup
from tests.rules.blitzkrieg.tabletop import Step, accused, at_the_table
from tests.rules.blitzkrieg.theatre import HANNUT, STONNE, before_ready, opened, play, script, until

BATTLES = {"hannut": HANNUT, "stonne": STONNE}
READY = do.Ready()


# ------------------------------------------------------------------------------------------------- the whole set-up
@pytest.mark.parametrize("battle", BATTLES.values(), ids=BATTLES)
def test_the_set_up_of_the_scenario_is_in_order(battle):
    """BLZ-12.1.2k, BLZ-12.1.3a, BLZ-12.2.2a, BLZ-12.2.4a, BLZ-2.2.1e"""
    played = play(battle, start(battle), *script(battle))

    assert played.legal
    assert (played.position.turn, played.position.state) == (1, "ADMIN")


@pytest.mark.parametrize("battle", BATTLES.values(), ids=BATTLES)
@pytest.mark.parametrize("seed", range(3))
def test_random_set_ups_are_in_order(battle, seed):
    assert play(battle, start(battle), *random_setup(battle, Random(seed))).legal


def test_what_has_to_be_placed_is_told_for_each_step():
    hannut = [to_place(HANNUT, stage) for stage in range(len(HANNUT.stages))]
    stonne = to_place(STONNE, 0)

    assert sum(len(wanted.units) for wanted in hannut) == 68
    assert hannut[0].markers == {"works": 5}
    assert hannut[0].assigned == ("fr.11rdp.at",)
    assert hannut[1].carriers == ("de.i-12sch.apc", "de.i-33sch.apc")
    assert hannut[3].picks == {"stuka": 1, "artillery": 1, "formation": 1}
    assert stonne.markers == {"works": 5, "minefield": 4}
    assert "de.i-gd.hq" in to_place(STONNE, 0, SWITCHES.settle("AMB-47", "other")).units


# ------------------------------------------------------------------------------------------------------------ zones
@pytest.mark.parametrize(
    ("step", "unit", "inside", "beside", "rule"),
    [
        ((HANNUT, 0), "fr.12cuir.ac1", "1204", "1206", "BLZ-12.1.2a"),
        ((HANNUT, 0), "fr.iii-11rdp.inf1", "1207", "1201", "BLZ-12.1.2b"),
        ((HANNUT, 0), "fr.2cuir.hotch1", "1407", "1406", "BLZ-12.1.2c"),
        ((HANNUT, 0), "fr.ii-11rdp.inf1", "1411", "1409", "BLZ-12.1.2d"),
        ((HANNUT, 0), "fr.i-11rdp.inf1", "1414", "1413", "BLZ-12.1.2e"),
        ((HANNUT, 2), "fr.1cuir.somua1", "1506", "1611", "BLZ-12.1.2g"),
        ((HANNUT, 1), "de.kg.ac1", "1608", "1611", "BLZ-12.1.3a"),
        ((HANNUT, 1), "de.i-35pz.pz1", "1716", "1717", "BLZ-12.1.3b"),
        ((HANNUT, 1), "de.i-12sch.apc", "1608", "1711", "BLZ-12.1.3c"),
        ((STONNE, 0), "fr.i-205ri.inf1", "0511", "0512", "BLZ-12.2.2a"),
        ((STONNE, 0), "fr.iii-205ri.inf9", "0302", "0201", "BLZ-12.2.2b"),
        ((STONNE, 0), "fr.4bcc.fcm1", "0410", "0712", "BLZ-12.2.2c"),
        ((STONNE, 1), "de.iii-gd.inf9", "0207", "0310", "BLZ-12.2.4d"),
    ],
)
def test_every_formation_has_its_zone(step, unit, inside, beside, rule):
    """BLZ-12.1.2a, BLZ-12.1.2b, BLZ-12.1.2c, BLZ-12.1.2d, BLZ-12.1.2e, BLZ-12.1.2g, BLZ-12.1.3a, BLZ-12.1.3b,
    BLZ-12.1.3c, BLZ-12.2.2a, BLZ-12.2.2b, BLZ-12.2.2c, BLZ-12.2.4d"""
    battle, position = step[0], until(*step)

    assert play(battle, position, do.Deploy(unit=unit, hex=inside)).legal
    assert play(battle, position, do.Deploy(unit=unit, hex=beside)).last.rules == (rule,)


@pytest.mark.parametrize(
    ("unit", "inside", "other", "rule"),
    [
        ("de.i-gd.inf1", "0112", "0108", "BLZ-12.2.4a"),
        ("de.ii-gd.inf5", "0114", "0112", "BLZ-12.2.4b"),
        ("de.ii-pzr.pz5", "0401", "0112", "BLZ-12.2.4e"),
    ],
)
def test_lines_that_run_together_in_print_may_be_divided_otherwise(unit, inside, other, rule):
    """BLZ-12.2.4a, BLZ-12.2.4b, BLZ-12.2.4e"""
    position, elsewhere = until(STONNE, 1), do.Deploy(unit=unit, hex=other)

    assert play(STONNE, position, do.Deploy(unit=unit, hex=inside)).legal
    assert play(STONNE, position, elsewhere).last.findings[0].ruling == "AMB-30"
    assert play(STONNE, position, elsewhere, rulings=["AMB-30=ruling"]).last.rules == (rule,)
    assert play(STONNE, position, elsewhere, rulings=["AMB-30=other"]).legal
    assert play(STONNE, position, do.Deploy(unit=unit, hex="0907")).last.rules == (rule,)


def test_the_hex_inside_the_german_line_is_doubtful():
    """BLZ-12.1.2d"""
    position, line = until(HANNUT, 0), do.Deploy(unit="fr.ii-11rdp.inf1", hex="1712")
    west = do.Deploy(unit="fr.ii-11rdp.inf1", hex="1411")

    assert play(HANNUT, position, line).last.findings == (
        Notice("setup.doubtful", {"unit": "fr.ii-11rdp.inf1", "hex": "1712"}, "BLZ-12.1.2d"),
    )
    assert play(HANNUT, position, line, rulings=["AMB-29=other"]).last.findings == ()
    assert play(HANNUT, position, west, rulings=["AMB-29=other"]).last.rules == ("BLZ-12.1.2d",)


def test_pieces_are_set_up_on_the_map_and_not_among_the_enemy():
    """BLZ-0.2a, BLZ-12.1.3a"""
    position = until(HANNUT, 1)
    french = play(HANNUT, until(HANNUT, 0), do.Deploy(unit="fr.ii-11rdp.inf1", hex="1713")).position.but(stage=1)

    assert play(HANNUT, position, do.Deploy(unit="de.kg.ac1", hex="9901")).last.rules == ("BLZ-0.2a",)
    assert play(HANNUT, french, do.Deploy(unit="de.i-35pz.pz1", hex="1713")).last.rules == ("BLZ-12.1.3b",)


# ------------------------------------------------------------------------------------------------------------- order
def test_the_first_cuirassiers_come_last():
    """BLZ-X-83, BLZ-12.1.2k"""
    early = do.Deploy(unit="fr.1cuir.somua1", hex="1005")

    assert play(HANNUT, until(HANNUT, 1), early).last.rules == ("BLZ-12.1.2k",)
    assert play(HANNUT, until(HANNUT, 2), early).legal


def test_a_formation_out_of_turn_is_named_once():
    """BLZ-12.1.2k"""
    played = play(
        HANNUT,
        until(HANNUT, 1),
        do.Deploy(unit="fr.1cuir.somua1", hex="1005"),
        do.Deploy(unit="fr.1cuir.somua2", hex="1005"),
    )

    assert [ruling.verdict for ruling in played.rulings] == ["illegal", "legal"]


def test_who_sets_up_first_at_stonne_is_disputed():
    """BLZ-12.1.2k, BLZ-12.2.2a"""
    german = do.Deploy(unit="de.i-gd.inf1", hex="0112")

    assert play(STONNE, start(STONNE), german).last.findings[0].ruling == "AMB-47"
    assert play(STONNE, start(STONNE), german, rulings=["AMB-47=ruling"]).last.verdict == "illegal"
    assert play(STONNE, start(STONNE), german, rulings=["AMB-47=other"]).legal


def test_a_step_is_done_when_all_its_units_stand():
    """BLZ-12.1.2a, BLZ-12.1.3a"""
    done = before_ready(HANNUT, 0)
    lacking = done.unit("fr.12cuir.ac1", hex="", box="pool")

    assert play(HANNUT, done, READY).legal
    assert play(HANNUT, lacking, READY).last.rules == ("BLZ-12.1.2a",)
    assert play(HANNUT, until(HANNUT, 1), READY).last.rules[:2] == ("BLZ-12.1.3a", "BLZ-12.1.3b")


def test_nothing_is_set_up_later():
    """BLZ-0.2a, BLZ-10.1a, BLZ-10.2a"""
    position = opened(STONNE)

    assert "BLZ-0.2a" in play(STONNE, position, do.Deploy(unit="fr.4bcc.fcm1", hex="0410")).last.rules
    assert "BLZ-10.1a" in play(STONNE, position, do.LayMine(hex="0416")).last.rules
    assert "BLZ-10.2a" in play(STONNE, position, do.Fortify(hex="0510")).last.rules


@pytest.mark.parametrize("piece", [do.LayMine, do.Fortify])
def test_what_is_laid_in_play_is_told_once(piece: type[do.LayMine | do.Fortify]):
    """BLZ-10.1a, BLZ-10.2a, BLZ-12.2.2e, BLZ-12.2.2f"""
    rule = "BLZ-10.1a" if piece is do.LayMine else "BLZ-10.2a"
    full = opened(STONNE).but(works=("0409", "0410", "0510", "0511", "0509"), mines=("0416", "0516", "0616", "0415"))

    assert play(STONNE, full, piece(hex="0310")).last.rules == (rule,)


def test_reinforcements_are_not_set_up():
    """BLZ-12.2.3b, BLZ-12.2.3c, BLZ-12.2.3e, BLZ-12.2.5d"""
    position = until(STONNE, 0)
    late = {"fr.6grdi.ac": "BLZ-12.2.3b", "fr.45bcc.hq": "BLZ-12.2.3c", "fr.ii-67ri.hq": "BLZ-12.2.3e"}

    for unit, rule in {**late, "de.pj8": "BLZ-12.2.5d"}.items():
        assert play(STONNE, position, do.Deploy(unit=unit, hex="1310")).last.rules == (rule,)


@pytest.mark.parametrize(("place", "rules"), [("1310", ["BLZ-12.2.3b"]), ("off-french", [])])
def test_a_reinforcement_that_lies_on_the_map_when_the_set_up_is_done_is_told(place, rules):
    """BLZ-12.2.3b"""
    before = before_ready(STONNE, 0)
    judged = at_the_table(STONNE, before, Step("fr.6grdi.ac", place, ""), READY)

    assert [rule for rule in accused(judged) if rule.startswith("BLZ-12.2.3")] == rules


# ------------------------------------------------------------------------------------------- losses, stacks, riders
def test_the_second_cuirassiers_begin_with_four_losses():
    """BLZ-12.1.2c, BLZ-X-69"""
    done = before_ready(HANNUT, 0)
    three = done.unit("fr.2cuir.somua1", steps=2)
    gone = three.unit("fr.2cuir.somua2", hex="", box="pool")

    assert play(HANNUT, three, READY).last.rules == ("BLZ-12.1.2c",)
    assert play(HANNUT, gone, READY).legal
    assert play(HANNUT, until(HANNUT, 0), do.Deploy(unit="fr.12cuir.ac1", hex="1202", reduced=True)).last.rules == (
        "BLZ-1.2a",
    )


def test_who_was_left_out_for_a_loss_is_lost():
    """BLZ-12.1.2c"""
    done = before_ready(HANNUT, 4)
    short = done.unit("fr.2cuir.somua1", hex="", box="pool")

    assert play(HANNUT, short, READY).position.units["fr.2cuir.somua1"].box == "lost"


def test_no_more_than_three_stand_together():
    """BLZ-7.3a, BLZ-7.3b"""
    done = before_ready(HANNUT, 0)
    crowded = done.unit("fr.12cuir.ac1", hex="1202").unit("fr.12cuir.ac2", hex="1202")

    assert play(HANNUT, crowded, READY).last.rules == ("BLZ-7.3a",)


def test_the_company_with_the_half_track_begins_aboard():
    """BLZ-12.1.5d"""
    done = before_ready(HANNUT, 1)
    afoot = done.unit("de.i-12sch.inf1", aboard="")
    wrong = do.Mount(unit="de.i-12sch.inf2", carrier="de.i-12sch.apc")

    assert play(HANNUT, done, READY).legal
    assert play(HANNUT, afoot, READY).last.rules == ("BLZ-12.1.5d",)
    assert play(HANNUT, afoot, wrong).last.rules == ("BLZ-12.1.5d",)


def test_who_is_aboard_stands_with_the_carrier():
    """BLZ-12.1.5d, BLZ-6.1f"""
    done = before_ready(HANNUT, 1).unit("de.i-12sch.inf1", hex="1608")

    assert play(HANNUT, done, READY).last.rules == ("BLZ-6.1f",)


def test_another_company_may_begin_aboard_and_which_is_misprinted():
    """BLZ-12.1.5e, BLZ-12.1.5c"""
    position = before_ready(HANNUT, 1).unit("de.i-33sch.inf1", aboard="")
    own = do.Mount(unit="de.i-33sch.inf3", carrier="de.i-33sch.apc")
    printed = do.Mount(unit="de.i-12sch.inf2", carrier="de.i-33sch.apc")

    assert play(HANNUT, position, own).legal
    assert play(HANNUT, position, own).position.units["de.i-33sch.inf3"].aboard == "de.i-33sch.apc"
    assert play(HANNUT, position, printed).last.findings[0].ruling == "AMB-32"
    assert play(HANNUT, position, own, rulings=["AMB-32=other"]).last.rules == ("BLZ-12.1.5e",)
    assert play(HANNUT, position, do.Mount(unit="de.kg.mot1", carrier="de.i-33sch.apc")).last.rules == ("BLZ-12.1.5e",)
    assert play(STONNE, until(STONNE, 1), do.Mount(unit="de.i-gd.inf1", carrier="de.ii-pzr.pz5")).last.rules == (
        "BLZ-12.1.5c",
    )


# --------------------------------------------------------------------------------------------------------- markers
def test_works_lie_in_the_french_zone_and_there_are_five():
    """BLZ-12.1.2g, BLZ-10.2a"""
    position = until(HANNUT, 0)
    five = play(HANNUT, position, *(do.Fortify(hex=f"10{row:02}") for row in range(1, 6)))

    assert five.legal
    assert play(HANNUT, position, do.Fortify(hex="1601")).last.rules == ("BLZ-12.1.2g",)
    assert play(HANNUT, five.position, do.Fortify(hex="1007")).last.rules == ("BLZ-12.1.2g",)
    assert play(HANNUT, until(HANNUT, 2), do.Fortify(hex="1007")).last.rules == ("BLZ-12.1.2g",)
    late = play(HANNUT, until(HANNUT, 1).but(works=()), do.Fortify(hex="1007")).last
    assert (late.legal, late.findings[0].rule) == (True, "BLZ-12.1.2k")


def test_works_with_the_last_formation_are_worth_a_remark():
    """BLZ-12.1.2k"""
    late = play(HANNUT, until(HANNUT, 2).but(works=()), do.Fortify(hex="1007"))

    assert late.legal
    assert [finding.why for finding in late.last.findings] == ["marker.order"]


def test_where_the_works_of_stonne_go_is_disputed():
    """BLZ-12.2.2e"""
    position = until(STONNE, 0)
    afar = do.Fortify(hex="0805")

    assert play(STONNE, position, do.Fortify(hex="0510")).last.findings == ()
    assert play(STONNE, position, afar).legal
    assert play(STONNE, position, afar).last.findings[0].why == "marker.zone"
    assert play(STONNE, position, afar, rulings=["AMB-53=anywhere"]).last.findings == ()
    assert play(STONNE, position, do.Fortify(hex="0112")).last.rules == ("BLZ-12.2.2e",)


def test_four_minefields_lie_in_the_west():
    """BLZ-12.2.2f, BLZ-10.1a"""
    position = until(STONNE, 0)
    four = play(STONNE, position, *(do.LayMine(hex=place) for place in ("0416", "0516", "0616", "0416")))

    assert four.legal
    assert [finding.why for finding in four.last.findings] == ["marker.twice"]
    assert play(STONNE, position, do.LayMine(hex="0316")).last.rules == ("BLZ-12.2.2f",)
    assert play(STONNE, four.position, do.LayMine(hex="0717")).last.rules == ("BLZ-12.2.2f",)
    assert play(HANNUT, until(HANNUT, 0), do.LayMine(hex="1005")).last.rules == ("BLZ-10.1a",)


def test_forgotten_markers_are_worth_a_remark():
    """BLZ-12.1.2g"""
    played = play(HANNUT, before_ready(HANNUT, 4).but(works=("1005",)), READY)

    assert played.legal
    assert played.last.findings[0].why == "setup.fewer"


def test_works_without_infantry_stay_unless_players_settle_it_otherwise():
    """BLZ-10.2d"""
    done = before_ready(HANNUT, 4).but(works=("0905",) * 5)
    clear = do.Clear(hex="0905", marker="works")

    assert play(HANNUT, done, READY, clear).last.findings[0].ruling == "AMB-62"
    assert play(HANNUT, done, READY, clear, rulings=["AMB-62=ruling"]).last.rules == ("BLZ-10.2d",)
    assert play(HANNUT, done, READY, clear, rulings=["AMB-62=other"]).legal


# ---------------------------------------------------------------------------------------------------------- the cup
def test_the_cup_holds_the_chits_of_the_scenario():
    """BLZ-12.1.2j, BLZ-12.1.3d, BLZ-12.1.2i, BLZ-12.1.3g, BLZ-12.2.2g, BLZ-12.2.2h, BLZ-12.2.4f, BLZ-12.2.4g"""
    for battle in BATTLES.values():
        chits = start(battle).chits
        assert {chit for chit, place in chits.items() if place == "cup"} == set(battle.cup)


def test_at_stonne_no_chit_is_kept_out_of_the_cup():
    """BLZ-2.2.1e, BLZ-12.1.5b"""
    last = len(STONNE.stages) - 1
    kept = play(STONNE, before_ready(STONNE, last), do.Stock(chit="stonne.de.artillery.1", place="reserve"), READY)

    assert [(each.rule, each.why) for each in kept.last.findings] == [("BLZ-2.2.1e", "setup.pick")]


def test_a_carrier_begins_with_one_company_aboard():
    """BLZ-12.1.5c, BLZ-12.1.5e"""
    position = before_ready(HANNUT, 1).unit("de.i-33sch.inf1", aboard="")
    first, second = (do.Mount(unit=f"de.i-33sch.inf{number}", carrier="de.i-33sch.apc") for number in (1, 2))
    played = play(HANNUT, position, first, second)

    assert (played.rulings[0].legal, played.last.rules, played.last.findings[0].why) == (
        True, ("BLZ-12.1.5c",), "transport.taken",
    )  # fmt: skip


def test_markers_of_the_other_scenario_stay_out():
    """BLZ-E-09, BLZ-1.4q"""
    position = until(HANNUT, 4)

    assert play(HANNUT, position, do.Stock(chit="stonne.de.i-gd")).last.rules == ("BLZ-1.4q",)
    assert play(STONNE, until(STONNE, 3), do.Stock(chit="hannut.de.kg")).last.rules == ("BLZ-1.4q",)
    assert play(HANNUT, position, do.Stock(chit="hannut.de.kg")).legal


@pytest.mark.parametrize(
    ("battle", "chit", "rule"),
    [
        (HANNUT, "hannut.fr.1cuir", "BLZ-12.1.2j"),
        (HANNUT, "hannut.fr.artillery.2", "BLZ-12.1.2h"),
        (HANNUT, "hannut.fr.repeat", "BLZ-12.1.2i"),
        (HANNUT, "hannut.fr.general", "BLZ-12.1.2i"),
        (HANNUT, "hannut.de.kg", "BLZ-12.1.3d"),
        (HANNUT, "hannut.de.artillery.3", "BLZ-12.1.3e"),
        (HANNUT, "hannut.de.stuka.1", "BLZ-12.1.3f"),
        (HANNUT, "hannut.de.general.2", "BLZ-12.1.3g"),
        (STONNE, "stonne.fr.i-205ri", "BLZ-12.2.2g"),
        (STONNE, "stonne.fr.repeat", "BLZ-12.2.2h"),
        (STONNE, "stonne.fr.artillery.1", "BLZ-12.2.2i"),
        (STONNE, "stonne.de.iii-gd", "BLZ-12.2.4f"),
        (STONNE, "stonne.de.repeat.2", "BLZ-12.2.4g"),
        (STONNE, "stonne.de.artillery.1", "BLZ-12.2.4c"),
    ],
)
def test_a_missing_chit_is_found_when_the_set_up_ends(battle, chit, rule):
    """BLZ-12.1.2h, BLZ-12.1.2i, BLZ-12.1.2j, BLZ-12.1.3d, BLZ-12.1.3e, BLZ-12.1.3f, BLZ-12.1.3g, BLZ-12.2.2g,
    BLZ-12.2.2h, BLZ-12.2.2i, BLZ-12.2.4c, BLZ-12.2.4f, BLZ-12.2.4g"""
    done = before_ready(battle, len(battle.stages) - 1)

    assert chit in battle.cup
    assert play(battle, done, READY).legal
    assert play(battle, done.chit(chit, "off"), READY).last.rules == (rule,)


@pytest.mark.parametrize(
    ("battle", "chit", "rule"),
    [
        (HANNUT, "hannut.fr.repeat.2", "BLZ-12.1.2i"),
        (HANNUT, "hannut.de.repeat.3", "BLZ-12.1.3g"),
        (STONNE, "stonne.fr.general.2", "BLZ-12.2.2h"),
        (STONNE, "stonne.de.repeat.3", "BLZ-12.2.7a"),
        (STONNE, "stonne.fr.6grdi", "BLZ-12.2.7a"),
    ],
)
def test_a_chit_too_many_is_found(battle, chit, rule):
    """BLZ-12.1.2i, BLZ-12.1.3g, BLZ-12.2.2h, BLZ-12.2.7a"""
    assert play(battle, until(battle, len(battle.stages) - 1), do.Stock(chit=chit)).last.rules == (rule,)


# --------------------------------------------------------------------------------------------------- three of choice
def test_the_germans_keep_three_of_their_choice():
    """BLZ-12.1.5b"""
    done = before_ready(HANNUT, 3)
    formation = next(chit for chit, place in done.chits.items() if place == "reserve" and "stuka" not in chit)

    assert play(HANNUT, done, READY).legal
    assert play(HANNUT, done.chit(formation, "cup"), READY).last.findings[0].ruling == "AMB-48"
    assert play(HANNUT, done.chit(formation, "cup"), READY, rulings=["AMB-48=ruling"]).last.rules == ("BLZ-12.1.5b",)
    assert play(HANNUT, done.chit(formation, "cup"), READY, rulings=["AMB-48=other"]).legal


def test_not_more_and_no_others_are_kept():
    """BLZ-12.1.5b"""
    done = before_ready(HANNUT, 3)
    more = next(chit for chit, place in done.chits.items() if place == "cup" and "stuka" in chit)

    assert play(HANNUT, done, do.Stock(chit=more, place="reserve"), READY).last.rules == ("BLZ-12.1.5b",)
    assert play(HANNUT, done, do.Stock(chit="hannut.fr.1cuir", place="reserve"), READY).last.verdict == "illegal"
    assert play(HANNUT, done, do.Stock(chit="hannut.de.repeat.1", place="reserve"), READY).last.rules == (
        "BLZ-12.1.5b",
    )


def test_the_first_turn_runs_through_27_chits():
    """BLZ-X-108, BLZ-12.1.5g, BLZ-5.6d"""
    position = play(HANNUT, opened(HANNUT).but(due=()), do.EndAdmin()).position
    reserve = [chit for chit, place in position.chits.items() if place == "reserve"]
    inside = [chit for chit, place in position.chits.items() if place == "cup"]
    actions: list[Action] = []
    for chit in reserve + inside[:-1]:
        actions += [do.Draw(chit=chit), do.Skip(chit=chit)]
    played = play(HANNUT, position, *actions, do.Draw(chit=inside[-1]), do.Keep(chit=inside[-1]))
    over = play(HANNUT, played.position, do.EndPhase(), do.NextTurn(turn=2))

    assert (len(reserve), len(inside)) == (3, 24)
    assert played.legal
    assert over.position.chits[inside[-1]] == "kept"


def test_nobody_is_set_up_where_nobody_can_go():
    """BLZ-7.1e"""
    ground = msgspec.structs.replace(HANNUT.ground, hexes={**HANNUT.ground.hexes, "1607": Hex(passable=False)})
    battle = msgspec.structs.replace(HANNUT, ground=ground)

    assert play(battle, until(HANNUT, 1), do.Deploy(unit="de.kg.ac1", hex="1607")).last.rules == ("BLZ-7.1e",)
