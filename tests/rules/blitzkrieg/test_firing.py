"""Chapters 4.2, 8.1-8.4: who fires at whom, at what strength and in which column, and what the results make due."""

import pytest

from rules.blitzkrieg import actions as do
from rules.engine.dice import Roll
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.shared.played import Played


def field(kind: str = "tank", at: str = "1005", **more: object) -> Field:
    made = Field().formation("F", "german", hq="1004").formation("G", "french", hq="0114")
    return made.unit("firer", kind, "F", at, **more)


def shoot(made: Field, dice: tuple[int, ...] = (), *, rulings: tuple[str, ...] = (), **fire: object) -> Played:
    actions = [do.Fire(unit="firer", target="target", **fire)]
    if dice:
        actions.append(Roll(purpose="FIRE", who="firer", dice=dice))
    return made.play(made.position(acting="F"), *actions, rulings=rulings)


def mark(piece: str, marker: str, on: bool = True) -> do.Mark:
    return do.Mark(piece=piece, marker=marker, on=on)


# -------------------------------------------------------------------------------------------------------- range
def test_an_adjacent_enemy_cuts_the_range():
    """BLZ-X-03, BLZ-4.2d"""
    made = field().unit("near", "infantry", "G", "1006").unit("target", "infantry", "G", "1007")

    assert shoot(made).last.rules == ("BLZ-4.2d",)
    assert made.play(made.position(acting="F"), do.Fire(unit="firer", target="near")).legal


def test_a_lone_enemy_hq_does_not_cut_it():
    """BLZ-4.2d"""
    made = Field().formation("F", "german", hq="1004").formation("G", "french", hq="1006")
    made.unit("firer", "tank", "F", "1005").unit("target", "infantry", "G", "1007")

    assert shoot(made).legal


def test_a_neutralised_unit_reaches_one_hex():
    """BLZ-4.2e, BLZ-8.4b, BLZ-4.2f"""
    assert shoot(field(neutralised=True).unit("target", "infantry", "G", "1007")).last.rules == ("BLZ-4.2e",)
    assert shoot(field(neutralised=True).unit("target", "infantry", "G", "1006")).legal


def test_the_printed_range_counts_the_target_hex():
    """BLZ-4.2a, BLZ-4.2b, BLZ-4.1b, BLZ-0b"""
    far = field(range=3).unit("target", "tank", "G", "1009", defence=0)

    assert shoot(field(range=3, attack=6).unit("target", "tank", "G", "1008", defence=0)).legal
    assert shoot(far).last.findings[0].ruling == "AMB-02"
    assert shoot(far, rulings=("AMB-02=distance",)).last.rules == ("BLZ-4.2b",)
    assert shoot(far, rulings=("AMB-02=adjacent_zero",)).legal
    assert shoot(field(range=3, attack=9).unit("target", "tank", "G", "1010")).last.rules == ("BLZ-4.2b",)


def test_range_nought_is_for_return_fire_only():
    """BLZ-4.2g, BLZ-4.2c"""
    assert shoot(field("motorcycle").unit("target", "infantry", "G", "1006")).last.rules == ("BLZ-4.2g",)
    assert "BLZ-4.2c" in shoot(field("motorcycle", range=0).unit("target", "tank", "G", "1010")).last.rules


# --------------------------------------------------------------------------------------------------- line of fire
def test_a_blocked_line_of_sight_stops_fire():
    """BLZ-4.1c, BLZ-8.1b, BLZ-8.1.1c"""
    made = field().unit("target", "tank", "G", "1007").ground("1006", terrain="woods")

    assert shoot(made).last.rules == ("BLZ-4.3.1a",)


def test_who_sees_may_not_be_seen():
    """BLZ-X-75, BLZ-4.1e, BLZ-4.1i"""
    made = Field().formation("F", "french", hq="1011").formation("G", "german", hq="0114")
    made.unit("firer", "infantry", "F", "1009", attack=6, range=4).unit("target", "tank", "G", "1005", range=4)
    made.ground("1009", terrain="woods")
    fired = shoot(made, (2, 3), column=1)

    assert fired.legal
    back = made.play(fired.position, do.ReturnFire(unit="target", target="firer"))
    assert "BLZ-4.1i" in back.last.rules


# ---------------------------------------------------------------------------------------------------- who and whom
def test_an_hq_does_not_fire_and_motorcycles_do_as_we_read_it():
    """BLZ-8.1a, BLZ-8b"""
    made = field("motorcycle", range=1).unit("target", "infantry", "G", "1006")

    assert shoot(made).legal
    assert shoot(made, rulings=("AMB-52=other",)).last.rules == ("BLZ-8.1a",)
    assert "BLZ-8.1a" in made.play(made.position(acting="F"), do.Fire(unit="F HQ", target="target")).last.rules


def test_fire_is_aimed_at_an_enemy_on_the_map():
    """BLZ-8.1c, BLZ-8c"""
    made = field().unit("target", "infantry", "F", "1006").unit("gone", "infantry", "G", "")

    assert shoot(made).last.rules == ("BLZ-8.1c",)
    assert made.play(made.position(acting="F"), do.Fire(unit="firer", target="gone")).last.rules == ("BLZ-8.1c",)


def test_every_unit_fires_once_and_by_itself():
    """BLZ-8.1.1a, BLZ-5.2c"""
    made = field().unit("target", "infantry", "G", "1006").unit("other", "tank", "F", "1005")
    once = shoot(made, (1, 1)).position
    together = do.Fire(unit="firer", target="target", company="other")

    assert made.play(once, do.Fire(unit="firer", target="target")).last.rules == ("BLZ-5.2c",)
    assert made.play(made.position(acting="F"), together).last.rules == ("BLZ-8.1.1a",)


def test_who_throws_without_a_target_has_fired_at_nobody():
    """BLZ-8.1.1b"""
    made = field().unit("target", "infantry", "G", "1006")

    assert made.play(made.position(acting="F"), Roll(purpose="FIRE", who="firer", dice=(6, 6))).last.rules == (
        "BLZ-8.1.1b",
    )


def test_a_carrier_and_its_company_fire_together_once():
    """BLZ-12.1.5h"""
    made = field("apc", attack=2).unit("company", "infantry", "F", "1005", attack=5, aboard="firer", range=1)
    made.unit("target", "infantry", "G", "1006")
    fired = shoot(made, (1, 1), company="company", column=7)

    assert fired.legal
    assert fired.position.deed("company").fired == "full"


def test_the_range_of_both_is_that_of_the_shorter():
    """BLZ-12.1.5h, BLZ-4.2b"""
    made = field("apc", range=3).unit("company", "infantry", "F", "1005", aboard="firer", range=1)
    made.unit("target", "infantry", "G", "1008")

    assert shoot(made).legal
    assert shoot(made, company="company").last.rules == ("BLZ-4.2b",)


def test_an_independent_unit_is_never_out_of_command():
    """BLZ-X-21, BLZ-10.3a, BLZ-10.3c, BLZ-10.3d, BLZ-1.1b"""
    made = Field().formation("F", "german", hq="1014").formation("G", "french", hq="0114")
    made.unit("firer", "at-gun", "F", "1005", attack=5, independent=True).unit("own", "tank", "F", "1105")
    made.unit("target", "tank", "G", "1006", defence=3)
    turned = made.play(made.position("TURN_END"), do.NextTurn(turn=2))

    assert shoot(made, column=2).legal
    marked = {due.options[0].piece for due in turned.due if due.rule == "BLZ-3.5b"}
    assert marked & {"firer", "own"} == {"own"}


def test_a_formation_without_an_hq_has_no_radius():
    """BLZ-3.1a"""
    made = Field().formation("F", "german").formation("G", "french", hq="0114")
    made.unit("tank", "tank", "F", "1005")
    lost = made.play(made.position("TURN_END"), do.NextTurn(turn=2), rulings=["AMB-28=other"])

    assert made.play(made.position("TURN_END"), do.NextTurn(turn=2)).due == ()
    assert [due.rule for due in lost.due] == ["BLZ-3.5b"]


# ------------------------------------------------------------------------------------------- column and strength
def test_too_weak_a_factor_does_not_fire():
    """BLZ-X-05, BLZ-X-06, BLZ-8.2.2b"""
    assert shoot(field(attack=4).unit("target", "tank", "G", "1007", defence=4), column=-1).legal
    assert shoot(field(attack=4).unit("target", "tank", "G", "1008", defence=4)).last.rules == ("BLZ-8.2.2b",)


@pytest.mark.parametrize(
    ("declared", "rule"),
    [(2, None), (0, "BLZ-8.2.1b"), (5, "BLZ-8.2.1a"), (4, "BLZ-8.2.2a")],
)
def test_a_wrong_column_is_named_by_what_was_forgotten(declared, rule):
    """BLZ-X-09, BLZ-8.2.1a, BLZ-8.2.1b, BLZ-8.2.2a"""
    made = field("at-gun", attack=5).unit("target", "tank", "G", "1006", defence=3)

    assert shoot(made, column=declared).last.rules == ((rule,) if rule else ())


def test_the_column_of_the_book_for_column_and_dispersed_is_a_remark_only():
    """BLZ-X-62"""
    made = Field().formation("F", "german", hq="1004").formation("G", "french", hq="0114")
    made.unit("mover", "tank", "F", "1005").ground("1006", terrain="village").ground(roads=("1005", "1006"))
    made.unit("gun", "at-gun", "G", "1007", attack=5)
    moved = made.play(made.position(acting="F"), do.Move(units=("mover",), hex="1006", column=True)).position
    shots = {column: made.play(moved, do.OppFire(unit="gun", target="mover", column=column)) for column in (3, 4, 5)}

    assert shots[4].legal
    assert not shots[4].last.findings
    assert shots[5].legal
    assert shots[5].last.findings[0].why == "fire.column-and-dispersed"
    assert shots[3].last.rules == ("BLZ-7.2.1e",)


def test_half_a_move_and_reduced_fire():
    """BLZ-X-15, BLZ-X-16, BLZ-6.1c"""
    made = field(movement=5, attack=4).unit("target", "tank", "G", "1010", defence=2)
    steps = [do.Move(units=("firer",), hex=f"10{row:02}") for row in (6, 7, 8, 9)]
    fire = do.Fire(unit="firer", target="target", column=0)

    assert made.play(made.position(acting="F"), *steps[:3], fire).legal
    far = made.play(made.position(acting="F"), *steps, do.Fire(unit="firer", target="target"))
    assert far.last.rules == ("BLZ-6.1c",)
    full = made.play(made.position(acting="F"), *steps[:1], do.Fire(unit="firer", target="target", mode="full"))
    assert "BLZ-6.1c" in full.last.rules


def test_reduced_strength_may_be_that_of_the_back():
    """BLZ-6.1c"""
    made = field(attack=4).unit("target", "infantry", "G", "1006")

    assert shoot(made, mode="reduced", column=3).legal
    assert shoot(made, mode="reduced", column=2, rulings=("AMB-44=other",)).legal


def test_a_column_that_can_be_defended_is_the_one_that_is_read():
    """BLZ-7.2.1c, BLZ-7.2.1f"""
    made = Field().formation("F", "german", hq="1004").formation("G", "french", hq="0114")
    made.unit("firer", "tank", "F", "1005", attack=5).ground(roads=("1005", "1006"))
    made.unit("target", "infantry", "G", "1007")
    marched = made.play(made.position(acting="F"), do.Move(units=("firer",), hex="1006", column=True)).position

    def read(declared: int) -> Played:
        fire = do.Fire(unit="firer", target="target", column=declared)
        return made.play(marched, fire, Roll(purpose="FIRE", who="firer", dice=N))

    assert (read(3).rulings[0].findings, read(3).position.shot.column) == ((), {"target": "3"})
    assert read(4).rulings[0].findings[0].why == "fire.column-over"
    assert read(4).position.shot.column == {"target": "4"}
    assert read(5).rulings[0].rules == ("BLZ-8.2.2a",)
    assert read(5).position.shot.column == {"target": "3"}


def test_out_of_command_the_half_is_of_the_half():
    """BLZ-X-18, BLZ-6.2b, BLZ-6.1c"""
    made = field(movement=5, ooc=True).unit("target", "infantry", "G", "1009")
    steps = [do.Move(units=("firer",), hex=f"10{row:02}") for row in (6, 7)]
    fire = do.Fire(unit="firer", target="target")

    assert made.play(made.position(acting="F"), *steps, fire).last.rules == ("BLZ-6.2b",)


def test_the_guaranteed_hex_and_fire_are_a_remark():
    """BLZ-7.1d"""
    made = field("infantry", movement=2, range=2).ground("1006", level=1).unit("target", "infantry", "G", "1007")
    played = made.play(
        made.position(acting="F"), do.Move(units=("firer",), hex="1006"), do.Fire(unit="firer", target="target")
    )

    assert played.legal
    assert "move.one-hex-and-fire" in {finding.why for finding in played.last.findings}


def test_the_column_tells_at_what_strength_a_unit_fired():
    """BLZ-6.1i"""
    made = field(attack=4).unit("target", "infantry", "G", "1006")

    assert shoot(made, column=3).position.deed("firer").fired == "reduced"
    assert shoot(made, column=4).position.deed("firer").fired == "full"
    assert shoot(made).position.deed("firer").fired == "open"
    assert shoot(made, mode="reduced").position.deed("firer").fired == "reduced"


def test_loading_leaves_a_move_or_fire():
    """BLZ-6.1f"""
    made = field("apc").unit("company", "infantry", "F", "1005").unit("target", "infantry", "G", "1008")
    load = do.Load(unit="company", carrier="firer")
    step = do.Move(units=("firer",), hex="1006")
    shot = do.Fire(unit="firer", target="target")
    both = do.Fire(unit="firer", target="target", company="company")

    assert "BLZ-6.1f" not in made.play(made.position(acting="F"), load, shot).last.rules
    late = made.play(made.position(acting="F"), load, step, shot)
    assert "AMB-45" in {getattr(finding, "ruling", "") for finding in late.last.findings}
    settled = made.play(made.position(acting="F"), load, step, both, rulings=["AMB-45=ruling"])
    assert "BLZ-6.1f" in settled.last.rules


# -------------------------------------------------------------------------------------------------------- results
def hit(dice: tuple[int, ...], kind: str = "infantry", *, attack: int = 5, **more: object) -> tuple[Field, Played]:
    made = field(attack=attack).unit("other", "tank", "F", "1105").unit("target", kind, "G", "1006", **more)
    for number in range(3):
        made.unit(f"comrade {number}", "infantry", "G", "0113")
    return made, shoot(made, dice)


NEXT = do.Fire(unit="other", target="target")
N, RED, LOSS, NOTHING = (5, 5), (4, 5), (6, 6), (1, 1)


def test_no_effect_makes_nothing_due():
    """BLZ-8.3a, BLZ-8.2.5a, BLZ-8.1.1e, BLZ-8.2a"""
    made, shot = hit(NOTHING)

    assert shot.due == ()
    assert made.play(shot.position, mark("target", "neutralised")).last.rules == ("BLZ-8.3b",)


@pytest.mark.parametrize("taken", [mark("target", "neutralised"), do.StepLoss(unit="target")])
def test_an_n_is_a_marker_or_a_step_by_choice(taken):
    """BLZ-8.3b, BLZ-8.3c, BLZ-1.4f"""
    made, shot = hit(N)

    assert made.play(shot.position, taken, NEXT).legal
    assert made.play(shot.position, NEXT).last.rules == ("BLZ-8.3b",)


def test_the_choice_exists_even_if_it_eliminates():
    """BLZ-X-11, BLZ-8.3c, BLZ-1.2c"""
    made, shot = hit(N, steps=1)
    gone = made.play(shot.position, do.Remove(unit="target"))

    assert gone.legal
    assert not gone.position.units["target"].on_map
    assert made.play(shot.position, do.StepLoss(unit="target")).position.units["target"].steps == 0


@pytest.mark.parametrize(
    ("kind", "rule"), [("infantry", None), ("mg", None), ("tank", "BLZ-8.3d"), ("at-gun", "BLZ-8.3d")]
)
def test_a_red_n_is_for_infantry_only(kind, rule):
    """BLZ-X-10, BLZ-8.3d"""
    made, shot = hit(RED, kind, defence=0)

    assert made.play(shot.position, mark("target", "neutralised")).last.rules == ((rule,) if rule else ())


def test_a_loss_is_a_step_and_the_second_removes():
    """BLZ-8.3e, BLZ-1.2a, BLZ-1.2b, BLZ-1.2c"""
    made, shot = hit(LOSS)
    flipped = made.play(shot.position, do.StepLoss(unit="target"))

    assert flipped.legal
    assert flipped.position.units["target"].steps == 1
    assert made.play(shot.position, do.Remove(unit="target")).last.rules == ("BLZ-8.3e",)
    assert made.play(shot.position, mark("target", "neutralised")).last.rules == ("BLZ-8.3e",)
    assert made.play(flipped.position, do.StepLoss(unit="target")).last.rules == ("BLZ-8.3e",)


def test_the_reduced_side_has_its_own_values():
    """BLZ-1.1a, BLZ-1.2a"""
    made = field(attack=4, steps=1).unit("target", "infantry", "G", "1006")

    assert shoot(made, column=2).legal
    assert not shoot(made, column=4).legal


@pytest.mark.parametrize(("dice", "exhausted", "flees"), [
    ((3, 4), False, False), ((4, 4), False, True), ((2, 4), True, True), ((2, 3), True, False),
])  # fmt: skip
def test_a_second_n_brings_a_panic_check(dice, exhausted, flees):
    """BLZ-X-12, BLZ-X-13, BLZ-X-14, BLZ-8.4f, BLZ-8.4g, BLZ-5.4c"""
    made = Field().formation("F", "german", hq="1004").formation("G", "french", hq="0114", exhausted=exhausted)
    made.unit("firer", "tank", "F", "1005", attack=5).unit("target", "infantry", "G", "1006", neutralised=True)
    made.unit("comrade", "infantry", "G", "0113").unit("other", "tank", "F", "1105")
    shot = shoot(made, N)
    rolled = made.play(shot.position, Roll(purpose="PANIC", who="target", dice=dice))

    assert made.play(shot.position, NEXT).last.rules == ("BLZ-8.4f",)
    assert rolled.legal
    assert made.play(rolled.position, NEXT).legal is not flees
    if flees:
        half_done = made.play(rolled.position, do.StepLoss(unit="target"), NEXT)
        done = made.play(rolled.position, do.StepLoss(unit="target"), mark("target", "neutralised", on=False), NEXT)
        assert half_done.last.rules == ("BLZ-8.4f",)
        assert done.legal


def test_a_step_instead_of_the_second_n_keeps_the_marker():
    """BLZ-8.4f, BLZ-8.3c"""
    made, shot = hit(N, neutralised=True)
    taken = made.play(shot.position, do.StepLoss(unit="target"))

    assert taken.legal
    assert made.play(taken.position, NEXT).legal
    assert made.play(taken.position, mark("target", "neutralised", on=False)).last.rules == ("BLZ-8.4i",)


# ------------------------------------------------------------------------------------------------------------- HQs
def at_hq(dice: tuple[int, ...], **state: object) -> tuple[Field, Played]:
    made = Field().formation("F", "german", hq="1004").formation("G", "french", hq="1006")
    made.unit("firer", "tank", "F", "1005", attack=5).unit("other", "tank", "F", "1105")
    made.unit("G HQ", "hq", "G", "1006", **state).unit("company", "infantry", "G", "0113")
    fire = do.Fire(unit="firer", target="G HQ")
    return made, made.play(made.position(acting="F"), fire, Roll(purpose="FIRE", who="firer", dice=dice))


def test_an_hq_is_neutralised_and_never_eliminated():
    """BLZ-3.2c, BLZ-3.2d, BLZ-1.3a"""
    made, shot = at_hq(N)

    assert made.play(shot.position, mark("G HQ", "neutralised")).legal
    assert "BLZ-3.2c" in made.play(shot.position, do.StepLoss(unit="G HQ")).last.rules
    assert "BLZ-3.2c" in made.play(shot.position, do.Remove(unit="G HQ")).last.rules


@pytest.mark.parametrize("dice", [LOSS, RED])
def test_a_loss_or_a_red_n_on_an_hq_is_disputed(dice):
    """BLZ-3.2c, BLZ-8.3d"""
    made, shot = at_hq(dice)
    another = do.Fire(unit="other", target="G HQ")

    assert made.play(shot.position, mark("G HQ", "neutralised")).legal
    assert made.play(shot.position, another).last.findings[0].ruling == "AMB-18"


def test_a_second_n_on_an_hq_does_nothing_more():
    """BLZ-8.4f"""
    _, shot = at_hq(N, neutralised=True)

    assert shot.due == ()


# ------------------------------------------------------------------------------------------------------- carriers
def test_a_hit_on_a_mounted_pair_is_taken_by_either():
    """BLZ-12.1.5f"""
    made = Field().formation("F", "french", hq="1004").formation("G", "german", hq="0114")
    made.unit("firer", "tank", "F", "1005", attack=9).unit("target", "apc", "G", "1006", defence=0)
    made.unit("rider", "infantry", "G", "1006", aboard="target").unit("far", "infantry", "G", "0113")
    shot = shoot(made, LOSS)

    assert made.play(shot.position, do.StepLoss(unit="target")).legal
    assert made.play(shot.position, do.StepLoss(unit="rider")).legal
    assert not made.play(shot.position, do.StepLoss(unit="far")).legal


def test_who_was_aboard_an_eliminated_carrier_stands_in_the_hex():
    """BLZ-12.1.5f"""
    made = Field().formation("F", "french", hq="1004").formation("G", "german", hq="0114")
    made.unit("firer", "tank", "F", "1005", attack=9).unit("target", "apc", "G", "1006", defence=0, steps=1)
    made.unit("rider", "infantry", "G", "1006", aboard="target").unit("far", "infantry", "G", "0113")
    gone = made.play(shoot(made, LOSS).position, do.StepLoss(unit="target"))

    assert not gone.position.units["target"].on_map
    assert (gone.position.units["rider"].hex, gone.position.units["rider"].aboard) == ("1006", "")


# ------------------------------------------------------------------------------------------------ fire at an HQ
def beside_an_hq(kind: str = "at-gun", **more: object) -> Field:
    made = (
        Field()
        .formation("F", "german", hq="1004")
        .formation("G", "french", hq="1006")
        .ground("1006", terrain="village")
    )
    made.works = ("1006",)
    return made.unit("firer", kind, "F", "1005", **{"attack": 6, "range": 3, **more})


@pytest.mark.parametrize(
    ("column", "reading"),
    [(1, "ruling"), (6, "other"), (-1, "other"), (0, "")],
)
def test_that_an_hq_counts_as_infantry_is_a_ruling(column: int, reading: str):
    """BLZ-8.2.1b, BLZ-8.6.1r, BLZ-10.2c"""
    made = beside_an_hq()
    start = made.position(acting="F")
    shot = do.Fire(unit="firer", target="G HQ", mode="full", column=column)
    said = made.play(start, shot).last

    if reading:
        assert said.legal if reading == "ruling" else [each.ruling for each in said.findings] == ["AMB-18"]
    else:
        assert said.verdict == "illegal"
    assert made.play(start, shot, rulings=["AMB-18=ruling"]).last.legal == (reading == "ruling")


def test_what_dice_do_to_an_hq_is_open_where_the_readings_differ():
    """BLZ-8.3b, BLZ-8.2.1b"""
    made = beside_an_hq()
    thrown = do.Fire(unit="firer", target="G HQ", mode="full"), Roll(purpose="FIRE", who="firer", dice=(4, 5))
    left = made.play(made.position(acting="F"), *thrown, do.EndActivation())
    hit = made.play(made.position(acting="F"), *thrown, mark("G HQ", "neutralised"), do.EndActivation())

    assert "illegal" not in {said.verdict for said in (*left.rulings, *hit.rulings)}
    sure = made.play(made.position(acting="F"), *thrown, do.EndActivation(), rulings=["AMB-18=other"])
    assert "BLZ-8.3b" in sure.last.rules


def test_a_panic_roll_of_who_was_only_hit_once_is_needless():
    """BLZ-8.4f"""
    made = field().unit("target", "infantry", "G", "1006")
    hit = shoot(made, (5, 5)).position
    panic = Roll(purpose="PANIC", who="target", dice=(6, 6))

    rolled = made.play(hit, mark("target", "neutralised"), panic, do.EndActivation())
    assert rolled.legal
    assert [each.why for said in rolled.rulings for each in said.findings] == ["dice.needless"]
    assert "BLZ-8.4f" in made.play(made.position(acting="F"), panic).last.rules


# ------------------------------------------------------------------------------ fire and the two halves of a move
def test_fire_stands_before_or_after_a_move_and_not_in_its_middle():
    """BLZ-6.1c, BLZ-6.1i"""
    made = field(movement=8).unit("target", "infantry", "G", "1007")
    start, there = made.position(acting="F"), do.Move(units=("firer",), hex="1006")
    shot = do.Fire(unit="firer", target="target", mode="reduced"), Roll(purpose="FIRE", who="firer", dice=(1, 1))
    on = do.Move(units=("firer",), hex="1106")

    assert made.play(start, there, *shot).legal
    assert made.play(start, *shot, there, on).legal
    assert made.play(start, there, *shot, on).last.rules == ("BLZ-6.1c",)
