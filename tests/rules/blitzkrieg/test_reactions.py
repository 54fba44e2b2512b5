"""Chapters 6.3, 6.4: opportunity fire, return fire, retreats of the passive side."""

import pytest

from rules.blitzkrieg import actions as do
from rules.engine.dice import Roll
from rules.engine.ruling import Undecided
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.shared.played import Played


def field(**state: object) -> Field:
    made = Field().formation("F", "german", hq="1005").formation("G", "french", hq="1013", **state)
    return made.unit("tank", "tank", "F", "1005", movement=5, attack=6)


def moved(made: Field, *path: str, rulings: tuple[str, ...] = ()) -> Played:
    steps = [do.Move(units=("tank",), hex=place) for place in path]
    return made.play(made.position(acting="F"), *steps, rulings=rulings)


def fired(made: Field, unit: str, target: str, dice: tuple[int, ...] = (1, 1)) -> Played:
    shot = (do.Fire(unit=unit, target=target), Roll(purpose="FIRE", who=unit, dice=dice))
    return made.play(made.position(acting="F"), *shot)


def roll(purpose: str, who: str, *dice: int) -> Roll:
    return Roll(purpose=purpose, who=who, dice=dice)


OPP = do.Mark(piece="gun", marker="opp")
SHOOT = do.OppFire(unit="gun", target="tank")


def gun(made: Field, at: str = "1009", **more: object) -> Field:
    return made.unit("gun", "at-gun", "G", at, range=3, reaction=7, **more)


# ------------------------------------------------------------------------------------------------ opportunity fire
def test_a_passive_unit_fires_at_one_that_moves_after_a_check():
    """BLZ-6.3.1a, BLZ-6.3.1c, BLZ-6.3.1d, BLZ-6.3.1e, BLZ-6.3.1f, BLZ-6.3.1g, BLZ-6.3.1k, BLZ-8c"""
    made = gun(field())
    shot = made.play(
        moved(made, "1006").position, SHOOT, roll("OPPFIRE", "gun", 3, 4), roll("FIRE", "gun", 1, 1), OPP,
        do.Decline(), do.Move(units=("tank",), hex="1007"),
    )  # fmt: skip

    assert shot.legal
    assert shot.position.units["gun"].opp


def test_without_a_check_there_is_no_fire():
    """BLZ-6.3c, BLZ-6.3.1d, BLZ-6.3.1e"""
    made = gun(field())
    announced = made.play(moved(made, "1006").position, SHOOT)
    failed = made.play(announced.position, roll("OPPFIRE", "gun", 4, 4))

    assert "BLZ-6.3.1d" in made.play(announced.position, roll("FIRE", "gun", 1, 1)).last.rules
    assert made.play(failed.position, roll("FIRE", "gun", 1, 1)).last.rules == ("BLZ-6.3.1e",)
    assert made.play(moved(made, "1006").position, roll("OPPFIRE", "gun", 1, 1)).last.rules == ("BLZ-6.3.1d",)


def test_whoever_tried_is_marked_whatever_came_of_it():
    """BLZ-6.3.1f, BLZ-1.4h"""
    made = gun(field())
    tried = made.play(moved(made, "1006").position, SHOOT, roll("OPPFIRE", "gun", 6, 6))

    assert made.play(tried.position, do.Decline()).last.rules == ("BLZ-6.3.1f",)
    assert made.play(tried.position, do.Move(units=("tank",), hex="1007")).last.rules == ("BLZ-6.3.1f",)
    assert made.play(tried.position, OPP, do.Decline()).legal


def test_who_is_marked_does_not_try_again():
    """BLZ-X-51, BLZ-6.3.1i"""
    made = gun(field())
    tried = made.play(moved(made, "1006").position, SHOOT, roll("OPPFIRE", "gun", 6, 6), OPP)
    again = made.play(tried.position, do.Move(units=("tank",), hex="1007"), SHOOT)

    assert "BLZ-6.3.1i" in again.last.rules


def test_every_new_hex_is_a_new_chance_and_a_unit_that_stands_is_no_target():
    """BLZ-6.3.1h, BLZ-6.3.1a"""
    made = gun(field()).unit("idle", "tank", "F", "1006")
    seen = moved(made, "1006", "1007").position

    assert made.play(seen, SHOOT).legal
    assert made.play(seen, do.OppFire(unit="gun", target="idle")).last.rules == ("BLZ-6.3.1a",)
    assert "BLZ-6.3.1h" in made.play(made.position(acting="F"), SHOOT).last.rules


def test_fire_opens_the_window_as_well():
    """BLZ-X-54, BLZ-6.3.1h"""
    made = field().unit("foot", "infantry", "F", "1006").unit("near", "infantry", "G", "1007")
    made.unit("mg", "mg", "G", "1008", reaction=6)
    shot = fired(made, "foot", "near")
    answer = (do.OppFire(unit="mg", target="foot"), roll("OPPFIRE", "mg", 2, 3), roll("FIRE", "mg", 1, 1))

    assert made.play(shot.position, *answer).legal
    assert made.play(shot.position, answer[0], rulings=["AMB-40=other"]).last.rules == ("BLZ-6.3.1a",)


def test_the_target_must_be_in_the_line_of_fire():
    """BLZ-6.3.1b"""
    made = gun(field(), "1010").ground("1008", terrain="woods")

    assert made.play(moved(made, "1006", "1007").position, SHOOT).last.rules == ("BLZ-4.3.1a",)


@pytest.mark.parametrize("state", [{"demoralised": True}, {}])
def test_shaken_units_fire_at_the_next_hex_only(state):
    """BLZ-X-106, BLZ-6.3.1.1a"""
    made = gun(field(**state), neutralised=not state)
    far, near = moved(made, "1006").position, moved(made, "1006", "1007", "1008").position

    assert "BLZ-6.3.1.1a" in made.play(far, SHOOT).last.rules
    assert made.play(near, SHOOT, roll("OPPFIRE", "gun", 2, 3), roll("FIRE", "gun", 1, 1)).legal


@pytest.mark.parametrize(("dice", "state", "formation", "ok"), [
    ((3, 4), {}, {}, True), ((4, 4), {}, {}, False),
    ((3, 3), {"ooc": True}, {}, True), ((3, 4), {"ooc": True}, {}, False),
    ((3, 3), {}, {"exhausted": True}, True), ((3, 4), {}, {"exhausted": True}, False),
    ((3, 3), {"ooc": True}, {"exhausted": True}, False), ((2, 3), {"ooc": True}, {"exhausted": True}, True),
])  # fmt: skip
def test_exhaustion_and_lost_command_add_one_each(dice, state, formation, ok):
    """BLZ-X-107, BLZ-6.2d, BLZ-5.4d, BLZ-6.3.1.1b, BLZ-6.3.1.1c, BLZ-6.4a"""
    made = gun(field(**formation), **state)
    tried = made.play(moved(made, "1006").position, SHOOT, roll("OPPFIRE", "gun", *dice))

    assert made.play(tried.position, roll("FIRE", "gun", 1, 1)).legal is ok


def test_lost_command_may_be_read_as_two():
    """BLZ-6.3.1.1c"""
    made = gun(field(), ooc=True)
    tried = made.play(moved(made, "1006").position, SHOOT, roll("OPPFIRE", "gun", 3, 3), rulings=["AMB-04=other"])

    assert not made.play(tried.position, roll("FIRE", "gun", 1, 1)).legal


def test_several_units_check_and_fire_one_after_another():
    """BLZ-6.3.1j, BLZ-6.3.1d"""
    made = gun(field()).unit("second", "at-gun", "G", "0909", range=3, reaction=7)
    both = made.play(
        moved(made, "1006").position, SHOOT, roll("OPPFIRE", "gun", 1, 1),
        do.OppFire(unit="second", target="tank"), roll("OPPFIRE", "second", 1, 1),
        roll("FIRE", "gun", 1, 1), roll("FIRE", "second", 1, 2), OPP, do.Mark(piece="second", marker="opp"),
    )  # fmt: skip

    assert both.legal


def test_one_roll_for_several_is_disputed():
    """BLZ-6.3.1d"""
    made = gun(field()).unit("second", "at-gun", "G", "0909", range=3, reaction=7)
    first = made.play(moved(made, "1006").position, SHOOT, roll("OPPFIRE", "gun", 1, 1), roll("FIRE", "gun", 1, 1))
    joined = made.play(first.position, do.OppFire(unit="second", target="tank"), roll("FIRE", "second", 1, 1))

    assert joined.last.verdict == "undecided"
    assert {finding.ruling for finding in joined.last.findings} == {"AMB-05"}


def test_the_target_has_the_cover_of_its_hex():
    """BLZ-6.3.1.1d"""
    made = field().unit("foot", "infantry", "F", "1005").ground("1006", terrain="woods")
    made.unit("mg", "mg", "G", "1008", attack=5)
    seen = made.play(made.position(acting="F"), do.Move(units=("foot",), hex="1006")).position

    assert made.play(seen, do.OppFire(unit="mg", target="foot", column=2)).legal


# -------------------------------------------------------------------------------------------------------- return fire
def duel(**more: object) -> Field:
    return field().unit("foot", "infantry", "F", "1005").unit("foe", "infantry", "G", "1006", attack=4, **more)


BACK = do.ReturnFire(unit="foe", target="foot")


def test_who_was_fired_at_fires_back_after_a_check():
    """BLZ-X-02, BLZ-6.3.2a, BLZ-6.3.2c, BLZ-6.3.2d, BLZ-4.2g"""
    made = duel(range=0, reaction=6)
    shot = fired(made, "foot", "foe")
    answer = made.play(
        shot.position, do.ReturnFire(unit="foe", target="foot", column=4), roll("RETURN", "foe", 3, 3),
        roll("FIRE", "foe", 1, 1), do.Decline(),
    )  # fmt: skip

    assert answer.legal
    assert not answer.position.units["foe"].opp
    failed = made.play(shot.position, BACK, roll("RETURN", "foe", 3, 4), roll("FIRE", "foe", 1, 1))
    assert failed.last.rules == ("BLZ-6.3.2c",)


def test_an_opp_used_marker_does_not_bar_return_fire():
    """BLZ-X-52, BLZ-6.3.2d"""
    made = gun(field(), opp=True).unit("near", "tank", "F", "1007")
    shot = fired(made, "near", "gun")
    answer = (do.ReturnFire(unit="gun", target="near"), roll("RETURN", "gun", 3, 4), roll("FIRE", "gun", 1, 1))

    assert made.play(shot.position, *answer).legal


def test_only_the_target_fires_back_and_only_at_the_firer():
    """BLZ-6.3.2a"""
    made = duel().unit("beside", "infantry", "G", "1006").unit("other", "infantry", "F", "1005")
    shot = fired(made, "foot", "foe").position

    assert made.play(shot, do.ReturnFire(unit="beside", target="foot")).last.rules == ("BLZ-6.3.2a",)
    assert made.play(shot, do.ReturnFire(unit="foe", target="other")).last.rules == ("BLZ-6.3.2a",)
    assert made.play(moved(made, "1105").position, BACK).last.rules == ("BLZ-6.3.2a",)


def test_return_fire_comes_after_the_result_and_from_survivors():
    """BLZ-6.3.2a, BLZ-8.1c"""
    made = duel(steps=1).unit("comrade", "infantry", "G", "0113")
    shot = fired(made, "foot", "foe", (6, 6))
    gone = made.play(shot.position, do.StepLoss(unit="foe"))

    assert "BLZ-8.3e" in made.play(shot.position, BACK).last.rules
    assert not made.play(gone.position, BACK).legal


def test_return_fire_before_the_result_is_disputed():
    """BLZ-6.3.2a"""
    made = duel()
    declared = made.play(made.position(acting="F"), do.Fire(unit="foot", target="foe")).position
    answer = (roll("RETURN", "foe", 1, 1), roll("FIRE", "foe", 1, 1), roll("FIRE", "foot", 1, 1))

    assert made.play(declared, BACK).last.findings[0].ruling == "AMB-39"
    assert made.play(declared, BACK, rulings=["AMB-39=ruling"]).last.rules == ("BLZ-6.3.2a",)
    assert made.play(declared, BACK, *answer, rulings=["AMB-39=other"]).legal


def test_return_fire_is_given_once_in_an_activation():
    """BLZ-6.3.2b"""
    made = duel().unit("second", "infantry", "F", "1005")
    first = fired(made, "foot", "foe").position
    again = (
        do.Fire(unit="second", target="foe"), roll("FIRE", "second", 1, 1),
        do.ReturnFire(unit="foe", target="second"),
    )  # fmt: skip
    given = BACK, roll("RETURN", "foe", 1, 1), roll("FIRE", "foe", 1, 1)
    failed = BACK, roll("RETURN", "foe", 6, 6)

    assert made.play(first, *given, *again).last.rules == ("BLZ-6.3.2b",)
    assert made.play(first, *failed, *again).legal


def test_reactions_of_several_kinds_are_one_each_as_we_read_it():
    """BLZ-6.3b"""
    made = gun(field(), "1009").unit("near", "tank", "F", "1004", attack=5)
    tried = made.play(moved(made, "1006").position, SHOOT, roll("OPPFIRE", "gun", 6, 6), OPP)
    shot = made.play(tried.position, do.Fire(unit="tank", target="gun"), roll("FIRE", "tank", 1, 1))
    back = do.ReturnFire(unit="gun", target="tank")

    assert made.play(shot.position, back).legal
    assert made.play(shot.position, back, rulings=["AMB-07=one_total"]).last.rules == ("BLZ-6.3b",)


def test_one_trigger_one_reaction():
    """BLZ-6.3b"""
    made = duel(range=1)
    shot = fired(made, "foot", "foe").position
    after_fire = (BACK, roll("RETURN", "foe", 1, 1), roll("FIRE", "foe", 1, 1), go("foe", "1007"))
    after_failure = (BACK, roll("RETURN", "foe", 6, 6), go("foe", "1007"))

    assert made.play(shot, *after_fire).last.findings[0].why == "reaction.second"
    assert made.play(shot, *after_fire).last.verdict == "illegal"
    left_open = made.play(shot, *after_failure).last.findings[0]
    assert isinstance(left_open, Undecided)
    assert left_open.ruling == "AMB-07"
    assert left_open.readings == {"per_type": "illegal", "one_total": "illegal", "carried_out": "legal"}


def test_a_check_that_failed_is_not_made_again_for_the_same_shot():
    """BLZ-6.3.2b, BLZ-6.3b"""
    made = duel().unit("mate", "infantry", "G", "1006", attack=4).unit("second", "infantry", "F", "1005")
    failed = fired(made, "foot", "foe").position, BACK, roll("RETURN", "foe", 6, 6)
    meanwhile = (
        do.OppFire(unit="mate", target="foot"),
        roll("OPPFIRE", "mate", 6, 6),
        do.Mark(piece="mate", marker="opp"),
    )
    next_shot = do.Fire(unit="second", target="foe"), roll("FIRE", "second", 1, 1)
    anew = do.ReturnFire(unit="foe", target="second")

    for rulings in ((), *((f"AMB-07={name}",) for name in ("per_type", "one_total", "carried_out"))):
        again = made.play(*failed, *meanwhile, BACK, rulings=rulings)
        assert again.last.verdict == "illegal"
        assert {"BLZ-6.3.2b"} <= {*again.last.rules}
    assert made.play(*failed, *meanwhile, *next_shot, anew).legal
    assert made.play(*failed, *next_shot, anew, rulings=["AMB-07=one_total"]).last.rules == ("BLZ-6.3b",)
    assert made.play(*failed, *next_shot, anew, rulings=["AMB-07=carried_out"]).legal


def test_of_two_that_fired_the_other_one_may_still_be_answered():
    """BLZ-6.3.2b, BLZ-6.3b"""
    made = duel().unit("mate", "infantry", "G", "1006", attack=4).unit("second", "infantry", "F", "1005")
    shots = fired(made, "foot", "foe").position, do.Fire(unit="second", target="foe"), roll("FIRE", "second", 1, 1)
    meanwhile = (
        do.OppFire(unit="mate", target="second"),
        roll("OPPFIRE", "mate", 6, 6),
        do.Mark(piece="mate", marker="opp"),
    )
    failed = roll("RETURN", "foe", 6, 6)
    played = made.play(*shots, do.ReturnFire(unit="foe", target="second"), failed, *meanwhile, BACK, failed)

    assert [each.verdict for each in played.rulings if not each.legal] == ["undecided"]


# ------------------------------------------------------------------------------------------------------------ retreat
def go(unit: str, *path: str) -> do.Retreat:
    return do.Retreat(unit=unit, path=path)


def test_a_unit_that_sees_an_enemy_move_retreats_without_a_check():
    """BLZ-X-57, BLZ-6.3.3a, BLZ-6.4b, BLZ-6.3.3g"""
    made = field().unit("foe", "infantry", "G", "1008")
    seen = moved(made, "1105").position

    assert made.play(seen, go("foe", "1009")).legal
    assert made.play(seen, go("foe", "1009"), rulings=["AMB-06=other"]).last.rules == ("BLZ-6.3c",)


def test_without_a_line_of_sight_there_is_no_reason():
    """BLZ-6.3.3a, BLZ-6.3.3b"""
    made = field().unit("foe", "infantry", "G", "1008").ground("1006", "1106", "1107", "0906", "0907", terrain="woods")

    assert made.play(moved(made, "1004").position, go("foe", "1009")).last.rules == ("BLZ-6.3.3a",)
    made.unit("foe", "infantry", "G", "1007")
    assert made.play(moved(made, "1006").position, go("foe", "1008")).legal


def test_who_was_fired_at_may_retreat_and_others_may_not():
    """BLZ-6.3.3c"""
    made = duel().unit("beside", "infantry", "G", "1006")
    shot = fired(made, "foot", "foe").position

    assert made.play(shot, go("foe", "1007")).legal
    assert made.play(shot, go("beside", "1007")).last.rules == ("BLZ-6.3.3c",)


def test_a_retreat_comes_at_its_moment():
    """BLZ-6.3.3e"""
    made = field().unit("foe", "infantry", "G", "1008")

    assert made.play(made.position(acting="F"), go("foe", "1009")).last.rules == ("BLZ-6.3.3e",)


def test_a_neutralised_unit_needs_a_check():
    """BLZ-X-58, BLZ-6.4b, BLZ-6.3c"""
    made = field().unit("foe", "infantry", "G", "1008", neutralised=True, reaction=6)
    seen = moved(made, "1105").position
    trying = do.TryRetreat(unit="foe")

    assert made.play(seen, go("foe", "1009")).last.rules == ("BLZ-6.4b",)
    assert made.play(seen, trying, roll("RETREAT", "foe", 3, 3), go("foe", "1009")).legal
    assert "BLZ-6.4b" in made.play(seen, trying, roll("RETREAT", "foe", 3, 4), go("foe", "1009")).last.rules


def test_a_retreat_names_its_hex_and_leads_into_one_that_no_enemy_holds():
    """BLZ-6.3.3f, BLZ-6.3.3g"""
    made = field().unit("foe", "infantry", "G", "1008").unit("tank 2", "tank", "F", "1107")
    made.ground("0907", terrain="impassable")
    seen = moved(made, "1105").position

    assert made.play(seen, go("foe")).last.rules == ("BLZ-6.3.3f",)
    assert made.play(seen, go("foe", "1107")).last.rules == ("BLZ-6.3.3g",)
    assert made.play(seen, go("foe", "0907")).last.rules == ("BLZ-6.3.3g",)
    assert made.play(seen, go("foe", "1010")).last.rules == ("BLZ-6.3.3g",)
    assert made.play(seen, go("foe", "1009", "1010")).last.rules == ("BLZ-6.3.3g",)


def test_a_retreat_goes_on_while_the_hex_is_full():
    """BLZ-X-60, BLZ-6.3.3h, BLZ-6.3.3i, BLZ-7.3a"""
    made = field().unit("foe", "infantry", "G", "1008")
    for number in range(3):
        made.unit(f"company {number}", "infantry", "G", "1009")
    seen = moved(made, "1105").position

    assert made.play(seen, go("foe", "1009")).last.rules == ("BLZ-6.3.3h",)
    assert made.play(seen, go("foe", "1009", "1010")).legal
    assert made.play(seen, go("foe", "1009", "1010", "1011")).last.rules == ("BLZ-6.3.3g",)


def test_whether_a_company_aboard_counts_where_a_unit_retreats_to_is_disputed():
    """BLZ-6.3.3h, BLZ-6.3.3g, BLZ-7.3c"""
    made = Field().formation("F", "french", hq="1004").formation("G", "german", hq="1013")
    made.unit("tank", "tank", "F", "1005", movement=5).unit("foe", "infantry", "G", "1008")
    made.unit("apc", "apc", "G", "1009").unit("rider", "infantry", "G", "1009", aboard="apc")
    made.unit("company", "infantry", "G", "1009")
    start = made.position(acting="F")
    came, near, on = do.Move(units=("tank",), hex="1105"), go("foe", "1009"), go("foe", "1009", "1010")

    doubt = made.play(start, came, near).last.findings[0]
    assert (doubt.ruling, doubt.rule, doubt.readings) == (
        "AMB-54", "BLZ-6.3.3h", {"ruling": "illegal", "other": "legal"},
    )  # fmt: skip
    assert made.play(start, came, near, rulings=["AMB-54=ruling"]).last.rules == ("BLZ-6.3.3h",)
    assert made.play(start, came, near, rulings=["AMB-54=other"]).legal
    assert made.play(start, came, on).legal
    assert made.play(start, came, on, rulings=["AMB-54=other"]).last.rules == ("BLZ-6.3.3g",)


def test_a_carrier_takes_its_company_along_into_a_hex_with_room_for_both():
    """BLZ-6.3.3h, BLZ-7.3c"""
    made = Field().formation("F", "french", hq="1004").formation("G", "german", hq="1013")
    made.unit("tank", "tank", "F", "1005", movement=5)
    made.unit("apc", "apc", "G", "1008").unit("rider", "infantry", "G", "1008", aboard="apc")
    made.unit("first", "infantry", "G", "1009").unit("second", "infantry", "G", "1009")
    start, came = made.position(acting="F"), do.Move(units=("tank",), hex="1105")

    assert made.play(start, came, go("apc", "1009")).last.findings[0].ruling == "AMB-54"
    assert made.play(start, came, go("apc", "1009"), rulings=["AMB-54=other"]).legal


def test_a_unit_retreats_once_in_an_activation():
    """BLZ-6.3b"""
    made = field().unit("foe", "infantry", "G", "1008")
    once = made.play(moved(made, "1105").position, go("foe", "1009"))
    again = made.play(once.position, do.Move(units=("tank",), hex="1106"), go("foe", "1010"))

    assert again.last.rules == ("BLZ-6.3b",)


def test_command_is_checked_when_a_unit_retreats():
    """BLZ-3.5c, BLZ-3.5a"""
    made = field().unit("foe", "infantry", "G", "1011").unit("lost", "infantry", "G", "1111", ooc=True)
    seen = moved(made, "1006", "1007").position
    off = do.Mark(piece="lost", marker="ooc", on=False)
    gone = made.play(seen, go("foe", "1010"))
    home = made.play(seen, go("lost", "1112"))

    assert made.play(gone.position, do.EndActivation()).last.rules == ("BLZ-3.5c",)
    assert made.play(gone.position, do.Mark(piece="foe", marker="ooc"), do.EndActivation()).legal
    assert made.play(home.position, off).legal
    assert made.play(home.position, do.EndActivation()).legal
    assert not made.play(seen, off).legal


def test_a_retreat_into_mines_brings_their_attack_but_no_depletion():
    """BLZ-X-59, BLZ-6.3.3j"""
    made = field().unit("foe", "infantry", "G", "1008")
    made.mines = ("1009",)
    gone = made.play(moved(made, "1105").position, go("foe", "1009"))
    blast = made.play(gone.position, roll("MINE", "foe", 1, 1))

    assert gone.legal
    assert made.play(gone.position, do.Decline()).last.rules == ("BLZ-10.1b",)
    assert blast.legal
    assert not made.play(blast.position, roll("DEPLETE", "foe", 5, 6)).legal
    assert not made.play(blast.position, do.Clear(hex="1009", marker="mine")).legal


def test_only_the_passive_side_reacts():
    """BLZ-2.2.2b, BLZ-6.3a"""
    made = field().unit("foe", "infantry", "G", "1008")

    assert "BLZ-2.2.2b" in made.play(moved(made, "1105").position, go("tank", "1104")).last.rules


def test_only_the_passive_side_checks_whether_it_can_retreat():
    """BLZ-2.2.2b, BLZ-6.3b"""
    made = field().unit("foe", "infantry", "G", "1008")

    assert "BLZ-2.2.2b" in made.play(moved(made, "1105").position, do.TryRetreat(unit="tank")).last.rules


def test_the_active_side_goes_on_when_nobody_reacts():
    """BLZ-6.3.1g"""
    made = gun(field())

    assert made.play(moved(made, "1006").position, do.Decline(), do.Move(units=("tank",), hex="1007")).legal
    assert moved(made, "1006", "1007").legal


def test_who_has_gone_on_is_not_fired_at_any_more():
    """BLZ-6.3.1c, BLZ-6.3.1a"""
    made = gun(field()).unit("other", "tank", "F", "1004")
    gone_on = moved(made, "1006").position
    later = made.play(gone_on, do.Decline(), do.Move(units=("other",), hex="1105"), SHOOT)
    never = made.play(made.position(acting="F"), do.Move(units=("other",), hex="1105"), SHOOT)

    assert {"BLZ-6.3.1a", "BLZ-6.3.1c"} & {*later.last.rules} == {"BLZ-6.3.1c"}, "it is told once"
    assert {"BLZ-6.3.1a", "BLZ-6.3.1c"} & {*never.last.rules} == {"BLZ-6.3.1a"}


def test_who_has_retreated_does_not_fire_at_the_same_thing_by_either_reading():
    """BLZ-6.3b"""
    made = gun(field(), "1008")
    start = moved(made, "1006").position
    gone = do.Retreat(unit="gun", path=("1009",))

    for ruling in ("AMB-07=per_type", "AMB-07=one_total"):
        assert "BLZ-6.3b" in made.play(start, gone, SHOOT, rulings=[ruling]).last.rules
    assert [type(each).__name__ for each in made.play(start, gone, SHOOT).last.findings if each.rule == "BLZ-6.3b"] == [
        "Illegal"
    ]


def test_who_was_freed_by_its_check_retreats_once():
    """BLZ-6.3b, BLZ-6.4b"""
    made = gun(field(), "1008", neutralised=True).unit("other", "infantry", "G", "1008")
    freed = moved(made, "1006").position, do.TryRetreat(unit="gun"), roll("RETREAT", "gun", 1, 1)
    back = [
        do.Retreat(unit=unit, path=(place,)) for unit, place in (("gun", "1009"), ("other", "1009"), ("gun", "1010"))
    ]

    assert made.play(*freed, *back[:2]).legal
    assert made.play(*freed, *back).last.rules == ("BLZ-6.3b",)
