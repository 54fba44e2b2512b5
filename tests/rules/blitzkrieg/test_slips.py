"""What happens at the table: wrong hexes, wrong keys, no keys. Nobody is accused of what was put right at once."""

from __future__ import annotations

import pytest

from rules.blitzkrieg import actions as do
from rules.engine.dice import Roll
from rules.engine.ruling import Undecided
from rules.engine.writing import Keep, Put, Ref, Say, Throw
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.tabletop import Done, Hand, Shot, Step, accused, at_the_table, in_the_end, noted, said
from tests.rules.shared.habits import Typed

NOTHING = (1, 1)


def field(**more: object) -> Field:
    made = Field().formation("F", "german", hq="1005").formation("G", "french", hq="1011")
    made.unit("tank", "tank", "F", "1005", **{"movement": 4, "attack": 4, "defence": 0, **more})
    return made.unit("company", "infantry", "G", "1010", attack=4, reaction=9)


def played(made: Field, *done: Done, rulings: tuple[str, ...] = ()):
    return at_the_table(made, made.position(acting="F"), *done, rulings=rulings)


def move(*places: str) -> list[do.Move]:
    return [do.Move(units=("tank",), hex=place) for place in places]


# ------------------------------------------------------------------------------------------------------ wrong hexes
@pytest.mark.parametrize("astray", ["1106", "1007", "0904"])
@pytest.mark.parametrize("how", ["Move", ""])
def test_a_wrong_hex_and_back_costs_nothing(astray: str, how: str):
    """BLZ-7.1b, BLZ-6.1c"""
    made = field()
    slip = Step("tank", astray, how), Step("tank", "1005", how)

    assert said(played(made, *slip, *move("1006", "1007"), *move("1008", "1009"))) == []
    tired = field(movement=3)
    assert "BLZ-7.1b" in accused(played(tired, *slip, *move("1006", "1007", "1008", "1009")))
    assert (
        said(played(made, *slip, *move("1006", "1007"), do.Fire(unit="tank", target="company", mode="reduced"))) == []
    )


def test_a_wrong_hex_and_back_does_not_decide_which_rule_is_broken():
    """BLZ-6.2b, BLZ-7.1b"""
    slow, tired = field(movement=4, ooc=True), field(movement=2, ooc=True)
    steps = move("1106", "1005", "1006", "1007", "1008")

    assert accused(played(slow, *steps)) == ["BLZ-6.2b"], "with the way astray it would have spent more than it has"
    assert accused(played(tired, *steps))[-1] == "BLZ-7.1b"


def test_from_a_wrong_hex_straight_to_the_right_one():
    """BLZ-7.1b, BLZ-7.1a"""
    made = field(movement=1)

    assert accused(played(made, Step("tank", "1007"), Step("tank", "1006"))) == []
    assert accused(played(made, Step("tank", "1007"), Step("tank", "1008"))) != []


def test_a_legal_step_that_was_meant_otherwise_costs_nothing():
    """BLZ-7.1b"""
    made = field(movement=1)

    assert said(played(made, *move("1106", "1005", "1006"))) == []
    assert said(played(made, *move("1106", "1006"))) == [], "both lie beside the hex it came from"
    assert accused(played(made, *move("1106", "1107"))) == ["BLZ-7.1b"]


def test_a_detour_put_right_at_once_costs_nothing_while_it_could_be_paid_either():
    """BLZ-7.1b, BLZ-6.1c"""
    detour = move("1106", "1006", "1007")
    shot = do.Fire(unit="tank", target="company", mode="reduced")

    assert said(played(field(movement=3), *detour, *move("1008"))) == []
    assert accused(played(field(movement=3), *detour, *move("1008", "1009"))) == ["BLZ-7.1b"]
    assert said(played(field(), *detour, shot)) == []
    assert accused(played(field(), *detour, *move("1008"), shot)) == ["BLZ-6.1c"]


def test_who_is_back_where_it_stood_has_not_moved():
    """BLZ-6.1c, BLZ-6.1i, BLZ-7.1d, BLZ-9.1.1b, BLZ-9.1.1c"""
    slip, seen = move("1106", "1005"), do.Retreat(unit="company", path=("1110",))
    shot = do.Fire(unit="tank", target="near", mode="full", column=4)
    slow = field(movement=1).unit("near", "infantry", "G", "1006")
    attack = do.Assault(units=("tank",), hex="1006")
    stuck = field(movement=1).ground("1006", terrain="woods")

    assert said(played(slow, *slip, shot)) == []
    assert said(played(slow, slip[0], seen, slip[1], shot)) != [], "it has moved, and fires reduced"
    assert said(played(stuck, *slip, *move("1006"))) == [], "the one hex is still its first"
    assert "BLZ-9.1.1b" not in accused(played(slow, *slip, attack))
    assert "BLZ-9.1.1b" in accused(played(slow, slip[0], seen, slip[1], attack))
    assert "BLZ-7.1b" in accused(played(stuck, slip[0], seen, slip[1], *move("1006")))


def test_of_a_way_that_cannot_be_gone_nothing_was_gone():
    """BLZ-7.1a, BLZ-9.1.1a"""
    made = field(movement=2).unit("near", "infantry", "G", "1006").unit("far", "infantry", "G", "1108")
    near, far = (do.Assault(units=("tank",), hex=place) for place in ("1006", "1108"))

    assert accused(played(made, Step("tank", "1109"), near)) == []
    assert accused(played(made, Step("tank", "1109"), far)) != []


def test_from_a_wrong_hex_straight_into_a_melee():
    """BLZ-9.1.1b, BLZ-9.1.1c"""
    made = field(movement=1).unit("near", "infantry", "G", "1006").unit("far", "infantry", "G", "1107")
    near, far = (do.Assault(units=("tank",), hex=place) for place in ("1006", "1107"))

    assert "BLZ-9.1.1b" not in accused(played(made, *move("1106"), near)), "it lies beside the hex it came from"
    assert "BLZ-9.1.1b" in accused(played(made, *move("1106"), far))


def test_a_way_that_somebody_reacted_to_was_no_slip():
    """BLZ-7.1b"""
    made = field()
    seen = do.Retreat(unit="company", path=("1110",))

    assert said(played(made, *move("1006", "1005", "1006", "1007", "1008", "1009"))) == []
    relied = played(made, *move("1006"), seen, *move("1005", "1004", "1003", "1002"))
    assert "BLZ-7.1b" in accused(relied)


@pytest.mark.parametrize("how", ["Move", ""])
def test_an_own_piece_nudged_in_the_enemys_activation_and_put_back(how: str):
    """BLZ-2.2.2b, BLZ-5a"""
    made = field()

    assert (
        said(played(made, *move("1006"), Step("company", "1110", how), Step("company", "1010", how), *move("1007")))
        == []
    )
    assert accused(played(made, Step("company", "1110", how), *move("1006"))) != []


def test_into_a_box_and_back():
    """BLZ-1.2c"""
    made = field()
    box = "lost-french"
    away = played(made, Step("company", box, ""), Step("company", "1010", ""), *move("1006"))

    assert said(away) == []
    assert accused(played(made, Step("company", box, ""), *move("1006")))[:1] == ["BLZ-1.2c"]


def test_putting_back_what_was_moved_illegally_is_no_second_offence():
    """BLZ-5a"""
    made = field().formation("E", "german", hq="0305")
    made.unit("other", "tank", "E", "0306")
    put = Step("other", "0307"), *move("1006"), Step("other", "0306"), *move("1007")

    assert accused(played(made, *put)) == ["BLZ-5a"]


# ------------------------------------------------------------------------------------------------------- long drags
def test_a_drag_over_several_hexes_is_open_only_if_some_way_could_be_paid_for():
    """BLZ-7.1b, BLZ-7.2.1a"""
    made = field(movement=2)

    assert said(played(made, Step("tank", "1007"))) == []
    assert accused(played(made, Step("tank", "1012"))) == ["BLZ-7.1b"]
    road = field(movement=2).ground(roads=("1005", "1006", "1007", "1008"))
    assert accused(played(road, Step("tank", "1008"))) == []


def test_a_guessed_way_is_not_charged_to_a_certain_step():
    """BLZ-7.1b, BLZ-6.1c"""
    around = Step("tank", "1007"), *move("1008")

    def walked(points: int) -> list[str]:
        return said(played(field(movement=points).ground("1006", terrain="woods", level=1), *around))

    assert walked(4) == []
    assert walked(3) == ["BLZ-7.1b"]


def test_a_drag_of_a_unit_that_may_not_move_at_all_is_certain():
    """BLZ-8.4a, BLZ-5a"""
    assert accused(played(field(neutralised=True), Step("tank", "1007")))[:1] == ["BLZ-8.4a"]


# ------------------------------------------------------------------------------------------------------- wrong keys
def test_a_legal_retreat_without_its_key():
    """BLZ-2.2.2b, BLZ-6.3.3a"""
    made = field()

    assert accused(played(made, *move("1006"), Step("company", "1011"), *move("1007"))) == []
    assert set(accused(played(made, *move("1006"), do.Decline(), Step("company", "1011")))) & {"BLZ-2.2.2b", "BLZ-5a"}


def fought() -> tuple[Field, list[Done]]:
    made = field().unit("defender", "infantry", "G", "1006", attack=4, defence=0)
    rounds = [
        do.MeleeFire(unit="defender", target="tank"), Roll(purpose="MELEE", who="defender", dice=NOTHING),
        do.MeleeFire(unit="tank", target="defender"), Roll(purpose="MELEE", who="tank", dice=NOTHING),
    ]  # fmt: skip
    return made, list(rounds)


def test_a_melee_entered_without_its_key():
    """BLZ-9b, BLZ-8c"""
    made, rounds = fought()

    assert said(played(made, Step("tank", "1006"), *rounds)) == []
    assert accused(played(made, Step("tank", "1006"), do.EndActivation())) != []


def test_the_key_of_fire_in_a_melee():
    """BLZ-8c, BLZ-9.1.2b"""
    made, _ = fought()
    shots = Shot("defender", "tank", NOTHING), Shot("tank", "defender", NOTHING)

    assert said(played(made, do.Assault(units=("tank",), hex="1006"), *shots)) == []
    assert "BLZ-9.1.2b" in said(played(made, do.Assault(units=("tank",), hex="1006"), shots[1]))


def test_a_carrier_is_judged_by_one_rule_and_by_none_if_it_is_free():
    """BLZ-6.1f, BLZ-7.2.1a"""
    made = field().ground(roads=("1005", "1006", "1007", "1008", "1009"))
    made.unit("apc", "apc", "F", "1005", movement=4).unit("rider", "infantry", "F", "1005")
    goes = do.Load(unit="rider", carrier="apc"), *(do.Move(units=("apc",), hex=f"10{row:02}") for row in (6, 7, 8))

    assert said(played(made, *goes)) == ["BLZ-6.1f"]
    assert said(played(made, *goes, rulings=("AMB-45=other",))) == []


# ----------------------------------------------------------------------------------------- what the record itself says
def test_what_does_not_hang_on_the_target_of_a_reaction_is_certain():
    """BLZ-6.3.1i, BLZ-6.3.2a"""
    made = field()
    made.unit("marked", "at-gun", "G", "1008", range=3, reaction=2, opp=True)
    check = Roll(purpose="OPPFIRE", who="marked", dice=(6, 6))
    again = played(made, *move("1006"), do.OppFire(unit="marked", target="tank"), check)

    assert "BLZ-6.3.1i" in accused(again)
    back = Roll(purpose="RETURN", who="marked", dice=(6, 6))
    assert "BLZ-6.3.2a" in accused(played(made, *move("1006"), do.ReturnFire(unit="marked", target="tank"), back))


def test_the_owner_of_a_forgotten_marker_is_named():
    """BLZ-6.3.1f"""
    made = field()
    check = do.OppFire(unit="company", target="tank"), Roll(purpose="OPPFIRE", who="company", dice=(6, 6))
    made.unit("company", "infantry", "G", "1008", attack=4, range=2, reaction=4)
    judged = played(made, *move("1006"), *check, *move("1106"))
    owners = {(each.rule, each.owner) for one in judged for each in one.findings}

    assert ("BLZ-6.3.1f", "french") in owners
    late = do.Mark(piece="company", marker="opp")
    assert accused(played(made, *move("1006"), *check, *move("1106"), late)) == []
    assert noted([]) == []


def test_who_was_not_waited_for_has_forgotten_his_marker_only_once_he_does_something_else():
    """BLZ-6.3.1f"""
    made = field()
    made.unit("other", "infantry", "G", "1011", attack=4, range=9, reaction=4)
    made.unit("company", "infantry", "G", "1008", attack=4, range=2, reaction=4)
    check = do.OppFire(unit="company", target="tank"), Roll(purpose="OPPFIRE", who="company", dice=(6, 6))
    late, fires = do.Mark(piece="company", marker="opp"), do.OppFire(unit="other", target="tank")

    def about_it(*then: Done) -> list[tuple[str, str, str]]:
        judged = in_the_end(made, made.position(acting="F"), *move("1006"), *check, *move("1106"), *then)
        found = ((one, each) for one in judged for each in one.findings if each.rule == "BLZ-6.3.1f")
        return [(type(each).__name__, each.why, one.concerns(each)) for one, each in found]

    assert about_it(fires, Roll(purpose="OPPFIRE", who="other", dice=(6, 6))) == [("Illegal", "due.undone", "french")]
    assert about_it() == [("Undecided", "due.undone", "french")], "the log ends: he may do it yet"
    assert about_it(late) in ([], [("Notice", "late.done", "german")])


@pytest.mark.parametrize("how", ["Move", "Retreat", ""])
def test_who_goes_back_out_of_a_melee_by_way_of_a_wrong_hex(how: str):
    """BLZ-9.1.2d"""
    made = field().unit("defender", "infantry", "G", "1006").unit("mate", "infantry", "F", "1005")
    hit = (
        do.Assault(units=("tank", "mate"), hex="1006"), do.MeleeFire(unit="defender", target="tank"),
        Roll(purpose="MELEE", who="defender", dice=(5, 5)), do.Mark(piece="tank", marker="neutralised"),
    )  # fmt: skip
    goes_on = do.MeleeFire(unit="mate", target="defender"), Roll(purpose="MELEE", who="mate", dice=NOTHING)
    astray, back, far = (Step("tank", place, how) for place in ("1106", "1005", "1105"))

    assert accused(played(made, *hit, astray, back, *goes_on)) == []
    assert "BLZ-9.1.2d" in accused(played(made, *hit, astray, *goes_on))
    assert "BLZ-9.1.2d" in accused(played(made, *hit, astray, far, *goes_on))


@pytest.mark.parametrize("how", ["Move", "Retreat", ""])
def test_a_defender_that_is_dragged_astray_and_back_has_not_gone_back(how: str):
    """BLZ-9.1.2f, BLZ-8.3e"""
    made = field().unit("defender", "infantry", "G", "1006")
    hit = (
        do.Assault(units=("tank",), hex="1006"), do.MeleeFire(unit="defender", target="tank"),
        Roll(purpose="MELEE", who="defender", dice=NOTHING), do.MeleeFire(unit="tank", target="defender"),
        Roll(purpose="MELEE", who="tank", dice=(6, 6)),
    )  # fmt: skip
    astray = Step("defender", "1107", how), Step("defender", "1006", how)
    loss, end = do.StepLoss(unit="defender"), do.EndActivation()

    assert accused(played(made, *hit, *astray, loss)) == []
    assert "BLZ-8.3e" in accused(played(made, *hit, *astray, end)), "it has done nothing of what it had to do"


def test_of_a_stack_that_is_moved_unit_by_unit_each_may_go_back():
    """BLZ-7.1b, BLZ-7.1f"""
    made = field(movement=3).unit("mate", "tank", "F", "1005", movement=3)
    both = [
        Step(unit, place) for place in ("1004", "1003", "1004", "1005", "1006", "1007") for unit in ("tank", "mate")
    ]
    far = [Step(unit, place) for place in ("1008", "1009") for unit in ("tank", "mate")]

    assert accused(played(made, *both, do.EndActivation())) == []
    assert set(accused(played(made, *both, *far, do.EndActivation()))) == {"BLZ-7.1b"}


# ------------------------------------------------------------------------------------------------------- wrong keys
def test_the_key_of_melee_on_the_way_into_a_hex_without_enemies_is_a_move():
    """BLZ-9b, BLZ-5.2c, BLZ-6.1c, BLZ-7.1b"""
    made = field(movement=2).unit("near", "infantry", "G", "1107")
    shot = do.Fire(unit="tank", target="near", mode="reduced"), Roll(purpose="FIRE", who="tank", dice=NOTHING)

    assert said(played(made, Step("tank", "1006", "Melee"), *shot, do.EndActivation())) == []
    assert accused(played(made, *[Step("tank", each, "Melee") for each in ("1006", "1007")], *shot)) == ["BLZ-6.1c"]
    assert "BLZ-7.1b" in accused(played(made, Step("tank", "1009", "Melee"), do.EndActivation()))


@pytest.mark.parametrize("key", ["Retreat", "Melee"])
def test_the_key_of_another_step_is_read_as_what_the_board_shows(key: str):
    """BLZ-6.1i, BLZ-7.1b"""
    made = field(movement=2).unit("foe", "infantry", "G", "1107")
    on = [Step("tank", each, key) for each in ("1004", "1003")]
    fires = do.Fire(unit="tank", target="foe", mode="full"), Roll(purpose="FIRE", who="tank", dice=NOTHING)

    assert said(played(made, *on, do.EndActivation())) == []
    assert accused(played(made, *on, Step("tank", "1002", key), do.EndActivation())) == ["BLZ-7.1b"]
    assert accused(played(made, *fires, *on[:1], do.EndActivation())) == ["BLZ-6.1i"]


def test_who_reacts_by_the_key_of_melee_has_gone_back():
    """BLZ-2.2.2b, BLZ-6.3.3a"""
    made, seen = field(), move("1006")

    assert accused(played(made, *seen, Step("company", "1011", "Melee"), *move("1007"))) == []
    late = accused(played(made, *seen, do.Decline(), Step("company", "1011", "Melee")))
    assert set(late) & {"BLZ-2.2.2b", "BLZ-5a"}, "it had declined to"


def test_who_gets_on_and_off_at_once_has_not_loaded():
    """BLZ-5.2c, BLZ-6.1f"""
    made = field(movement=4).unit("apc", "apc", "F", "1005", movement=6)
    made.unit("foot", "infantry", "F", "1005", movement=2)
    on, off = do.Load(unit="foot", carrier="apc"), do.Unload(unit="foot")
    walks = do.Move(units=("foot",), hex="1006"), do.EndActivation()

    assert said(played(made, on, off, *walks)) == []
    assert said(played(made, on, off, on, do.Move(units=("apc",), hex="1006"), do.EndActivation())) == []
    relied = played(made, on, do.Move(units=("apc",), hex="1006"), off, *walks[1:])
    assert "BLZ-5.2c" in accused(relied)


def test_a_word_in_the_chat_does_not_make_a_slip_a_deed():
    """BLZ-9b"""
    made = field().unit("near", "infantry", "G", "1006")
    astray, back, stop = Step("tank", "1006", "Move"), Step("tank", "1005", "Move"), Typed("french", "stop")
    seen = do.OppFire(unit="near", target="tank"), Roll(purpose="OPPFIRE", who="near", dice=(1, 2))

    assert accused(played(made, astray, stop, back, do.EndActivation())) == []
    assert accused(played(made, astray, stop, do.EndActivation())) == ["BLZ-9b"]
    assert accused(played(made, astray, *seen, back, do.EndActivation())) != []


def test_who_goes_on_out_of_a_full_hex_has_not_stayed_there():
    """BLZ-7.3a, BLZ-7.3b"""

    def told(others: int) -> list[str]:
        made = field(movement=6).unit("mate", "tank", "F", "1005", movement=6)
        for number in range(others):
            made.unit(f"company {number}", "infantry", "F", "1006")
        both = Step("tank", "1006"), Step("mate", "1006")
        return said(played(made, *both, Step("tank", "1007"), do.EndActivation()))

    assert told(2) == []
    assert "BLZ-7.3a" in told(3), "its comrade stays as the fourth"


def test_who_shot_before_is_left_over_where_somebody_else_aims_next():
    """BLZ-5.2c"""
    made, near = field(), Ref("near")
    made.unit("mate", "tank", "F", "1006", attack=4).unit("near", "infantry", "G", "1007")
    named = Keep("HX_At", near), Put(near, "Role", "T"), Keep("HX_P", "FIRE"), Say("fire", near, {"p": "FIRE"})
    dice = Roll(purpose="FIRE", who="tank", dice=NOTHING)
    shot, left_over = (do.Fire(unit="tank", target="near", mode="full"), dice), (Hand("german", named), dice)
    meant = do.Fire(unit="mate", target="near", mode="full"), Roll(purpose="FIRE", who="mate", dice=NOTHING)

    judged = played(made, *shot, *left_over, *meant, do.EndActivation())
    assert accused(judged) == []
    assert "BLZ-5.2c" in said(judged), "that dice fell for somebody who had fired stays open"
    assert accused(played(made, *shot, *left_over, do.EndActivation())) == ["BLZ-5.2c"]
    assert "BLZ-5.2c" in accused(played(made, *shot, *shot, *meant, do.EndActivation())), "he has aimed"


def test_of_dice_that_fell_twice_whoever_threw_them_is_named():
    """BLZ-8.3b"""
    made, dice = field().unit("near", "infantry", "G", "1007", defence=0), Roll(purpose="FIRE", who="tank", dice=(1, 2))
    shot, again = (do.Fire(unit="tank", target="near", mode="full"), dice), Hand("german", (Throw("2d6", (4, 5)),))
    marked = do.Mark(piece="near", marker="neutralised")

    judged = played(made, *shot, again, marked, do.EndActivation())
    left = [(each.why, each.owner) for one in judged for each in one.findings if isinstance(each, Undecided)]
    assert left == [("twice.carried-out", "german")], "and not the side that carried out what it saw"
    assert accused(played(made, *shot, marked, do.EndActivation())) == ["BLZ-8.3b"]
