"""Several shots are named and then thrown, several rolls and then their results, a marker moved a deed late."""

from __future__ import annotations

from itertools import permutations

import pytest

from rules.blitzkrieg import actions as do
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.ruling import Undecided
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.tabletop import told

N, LOSS, MISS = (6, 4), (6, 6), (2, 3)
END = do.EndActivation()
Acts = tuple[Action, ...]


def roll(purpose: str, who: str, *dice: int) -> Roll:
    return Roll(purpose=purpose, who=who, dice=dice or MISS)


def mark(piece: str, marker: do.MarkerName = "neutralised", *, on: bool = True) -> do.Mark:
    return do.Mark(piece=piece, marker=marker, on=on)


# ------------------------------------------------------------------------------------------------------------ melee
def melee() -> Field:
    made = Field().formation("A", "german", hq="0805").formation("F", "french", hq="0811")
    for name, formation, place in (("a1", "A", "0807"), ("a2", "A", "0807"), ("f1", "F", "0808"), ("f2", "F", "0808")):
        made.unit(name, "infantry", formation, place)
    return made.unit("far", "infantry", "F", "0811").unit("off", "infantry", "A", "0803")


AIMS = {"f1": "a1", "f2": "a1", "a1": "f1", "a2": "f1"}
ENTRY = do.Assault(units=("a1", "a2"), hex="0808")


def names(*units: str) -> Acts:
    return tuple(do.MeleeFire(unit=unit, target=AIMS[unit]) for unit in units)


def throws(*units: str, **dice: tuple[int, ...]) -> Acts:
    return tuple(roll("MELEE", unit, *dice.get(unit, ())) for unit in units)


DEFENCE, ATTACK = (*names("f1", "f2"), *throws("f1", "f2")), (*names("a1", "a2"), *throws("a1", "a2"))
ALL = ("f1", "f2", "a1", "a2")


def test_all_name_their_targets_and_then_all_throw_in_the_first_round_and_in_later_ones():
    """BLZ-9.1.2b, BLZ-9.1.2e, BLZ-9.1.3a, BLZ-8.1.1a"""
    case = melee()
    start = case.position(acting="A")
    second = *names(*ALL), *throws("a2", "f1", "a1", "f2")

    assert told(case, start, ENTRY, *DEFENCE, *ATTACK, *second) == []
    assert told(case, start, ENTRY, *names(*ALL), *throws(*ALL), *second) == []
    assert told(case, start, ENTRY, *names(*ALL), *throws("a1", "f1", "f2", "a2")) == ["BLZ-9.1.2b"]
    assert told(case, start, ENTRY, *DEFENCE, *names("a1", "a2"), *throws("a1"), *names("f1")) == ["BLZ-9.1.2e"]
    assert told(case, start, ENTRY, *DEFENCE, *ATTACK, *names("f1", "f1"), *throws("f1")) == [], "named anew"
    assert told(case, start, ENTRY, *DEFENCE, *ATTACK, *(*names("f1"), *throws("f1")) * 2) == ["BLZ-8.1.1a"]


def test_nobody_has_to_throw_at_who_has_gone():
    """BLZ-9.1.4a, BLZ-9.1.2d"""
    case = melee()
    start = case.position(acting="A")
    hit = ENTRY, *names("f1", "f2"), *throws("f1", f1=N), mark("a1"), do.FallBack(unit="a1", path=("0807",))
    onward = *names("a2"), *throws("a2")

    assert told(case, start, *hit, *onward) == []
    assert told(case, start, *hit, *throws("f2"), *onward) == []
    assert told(case, start, *hit[:-2], *onward) == ["BLZ-9.1.2d", "BLZ-9.1.2b"]


def test_an_attacker_goes_back_or_fires_but_not_both():
    """BLZ-9.1.2d"""
    case = melee()
    start = case.position(acting="A")
    hit = ENTRY, *names(*ALL), *throws("f1", "f2", f1=N)
    back = mark("a1"), do.FallBack(unit="a1", path=("0807",))

    assert told(case, start, *hit, *back, *throws("a2")) == []
    assert told(case, start, *hit, do.StepLoss(unit="a1"), *throws("a1", "a2")) == []
    assert told(case, start, *hit, *throws("a1", "a2"), do.StepLoss(unit="a1")) == []
    assert told(case, start, *hit, *throws("a1", "a2"), *back) == ["BLZ-9.1.2d"]


@pytest.mark.parametrize("taken", [(mark("f1"), do.FallBack(unit="f1", path=("0809",))), (do.StepLoss(unit="f1"),)])
def test_who_takes_the_result_that_the_firer_of_a_melee_claims_is_not_accused(taken: Acts):
    """BLZ-8.2.2a, BLZ-9.1.2f"""
    case = melee()
    start = case.position(acting="A")
    claims = ENTRY, *DEFENCE, do.MeleeFire(unit="a1", target="f1", column=8), *throws("a1", a1=(4, 3))

    assert told(case, start, *claims, *names("a2"), *throws("a2")) == ["BLZ-8.2.2a"], "it was no hit"
    onward = do.MeleeFire(unit="a2", target="f2"), *throws("a2")
    assert told(case, start, *claims, *taken, *onward) == ["BLZ-8.2.2a"]
    assert told(case, start, *claims[:-1], *throws("a1", a1=N), *taken, *onward) == ["BLZ-8.2.2a"]
    right = ENTRY, *DEFENCE, *names("a1"), *throws("a1", a1=(4, 3)), *taken
    assert set(told(case, start, *right)) & {"BLZ-8.3b", "BLZ-8.3d", "BLZ-8.3e"}


# ------------------------------------------------------------------------------------------------------------ mines
def mined() -> Field:
    made = melee().unit("a3", "infantry", "A", "0807")
    made.mines = ("0907",)
    return made


INTO = do.Move(units=("a1", "a2"), hex="0907")


def test_all_who_come_in_together_may_be_attacked_before_the_field_is_asked_about():
    """BLZ-10.1b, BLZ-10.1f"""
    case = mined()
    start = case.position(acting="A")
    attacks = roll("MINE", "a1"), roll("MINE", "a2")
    used, left = roll("DEPLETE", "", 5, 5), roll("DEPLETE", "", 2, 4)
    gone = do.Clear(hex="0907", marker="mine")

    assert told(case, start, INTO, attacks[0], left, attacks[1], left, END) == []
    assert told(case, start, INTO, *attacks, left, left, END) == []
    assert told(case, start, INTO, *attacks, left, used, gone, END) == []
    assert told(case, start, INTO, *attacks, used, gone, END) == [], "it is used up but once"
    assert told(case, start, INTO, attacks[0], used, gone, END) == []
    assert told(case, start, INTO, *attacks, left, END) == ["BLZ-10.1f"]
    assert "BLZ-10.1b" in told(case, start, INTO, attacks[0], left, left, END)
    assert told(case, start, INTO, attacks[0], left, END) == ["BLZ-10.1b"]


# ------------------------------------------------------------------------------------------------------------- guns
def guns() -> Field:
    made = Field().formation("A", "german", hq="0807").formation("B", "german").formation("F", "french", hq="0815")
    made.unit("f1", "infantry", "F", "0810").unit("f2", "infantry", "F", "0810").unit("f3", "infantry", "F", "0811")
    return made.chit("art", "german", "artillery", medium=2, heavy=1).unit("b1", "tank", "B", "1206")


FIRING = do.Draw(chit="art"), do.Activate(chit="art")
MEDIUM = do.Barrage(chit="art", hex="0810", calibre="medium", observer="A HQ")
HEAVY = do.Barrage(chit="art", hex="0810", calibre="heavy", observer="A HQ")
SENT, UNHEARD = roll("TRANSMIT", "A HQ", 3, 3), roll("TRANSMIT", "A HQ", 6, 3)
FALLS = roll("BARRAGE", "art", 1, 1)


@pytest.mark.parametrize("group", [(), (do.Concentrate(hex="0810", salvos=("art medium", "art heavy")),)])
@pytest.mark.parametrize(
    "rest",
    [
        (SENT, FALLS, SENT, FALLS), (SENT, SENT, FALLS, FALLS), (UNHEARD, SENT, FALLS), (SENT, UNHEARD, FALLS),
        (SENT, FALLS, UNHEARD),
    ],
    ids=["one after the other", "first the messages", "the first is lost", "the second is lost", "lost later"],
)  # fmt: skip
def test_salvos_on_one_hex_are_declared_together_and_thrown_in_any_order(group: Acts, rest: Acts):
    """BLZ-8.6.2b, BLZ-8.6.1j, BLZ-8.6.1g"""
    case = guns()

    assert told(case, case.position(), *FIRING, *group, MEDIUM, HEAVY, *rest, END, do.Draw(chit="B")) == []
    short = told(case, case.position(), *FIRING, *group, MEDIUM, HEAVY, *rest[:-1], END, do.Draw(chit="B"))
    assert set(short) & {"BLZ-8.6.1j", "BLZ-8.6.1g"}


def test_a_salvo_on_another_hex_comes_after_the_dice_of_the_last_one():
    """BLZ-8.6.1j, BLZ-8.6.1q"""
    case = guns()
    other = do.Barrage(chit="art", hex="0811", calibre="heavy", observer="A HQ")

    assert told(case, case.position(), *FIRING, MEDIUM, SENT, FALLS, other, SENT, FALLS, END) == []
    assert told(case, case.position(), *FIRING, MEDIUM, other, SENT, FALLS)[:1] == ["BLZ-8.6.1j"]


@pytest.mark.parametrize("taken", [("f1", "f2"), ()])
def test_of_salvos_that_wait_any_may_have_been_thrown_for(taken: tuple[str, ...]):
    """BLZ-8.6.2c, BLZ-8.3e"""
    case = guns()
    thrown = *FIRING, MEDIUM, HEAVY, SENT, SENT, roll("BARRAGE", "art", 4, 3), *map(mark, taken), FALLS, END

    assert told(case, case.position(), *thrown) == [], "seven is nothing in one column and a red N in the other"


# ------------------------------------------------------------------------------------------------------ return fire
def shooting(place: str = "0807") -> Field:
    made = Field().formation("A", "german", hq="0805").formation("F", "french", hq="0811")
    for name in ("a1", "a2"):
        made.unit(name, "tank", "A", place)
    return made.unit("f1", "tank", "F", "0809").unit("f2", "tank", "F", "0811").unit("f3", "tank", "F", "0811")


def fires(unit: str, *dice: int) -> Acts:
    return do.Fire(unit=unit, target="f1", mode="full"), roll("FIRE", unit, *dice)


def returns(target: str) -> Acts:
    return do.ReturnFire(unit="f1", target=target), roll("RETURN", "f1", 1, 1), roll("FIRE", "f1", 1, 1)


def test_fire_may_be_returned_at_any_of_those_who_have_fired():
    """BLZ-6.3.2a, BLZ-6.3.2b"""
    case = shooting()
    start = case.position(acting="A")
    both = *fires("a1"), *fires("a2")

    for target in ("a1", "a2"):
        assert told(case, start, *both, *returns(target), END) == []
    assert told(case, start, *fires("a2"), *returns("a1"), END) == ["BLZ-6.3.2a"], "it has not fired"
    assert told(case, start, *both, *returns("a1"), *returns("a2"), END)[:1] == ["BLZ-6.3.2b"]


def test_after_the_enemy_has_moved_on_it_is_disputed_whether_fire_may_still_be_returned():
    """BLZ-6.3.2a"""
    case = shooting()
    late = *fires("a1"), do.Move(units=("a2",), hex="0707"), *returns("a1")
    played = case.play(case.position(acting="A"), *late)

    assert [each.ruling for one in played.rulings for each in one.findings if isinstance(each, Undecided)] == ["AMB-64"]
    assert told(case, case.position(acting="A"), *late, rulings=["AMB-64=other"]) == []


def test_the_result_may_be_taken_before_or_after_the_check_of_who_fires_back():
    """BLZ-6.3.2a, BLZ-8.3b"""
    case = shooting("0808")
    start = case.position(acting="A")
    aims, checks, shot = returns("a1")

    assert told(case, start, *fires("a1", *LOSS), mark("f1"), aims, checks, shot, END) == []
    assert told(case, start, *fires("a1", *LOSS), aims, mark("f1"), checks, shot, END) == []
    assert told(case, start, *fires("a1", *LOSS), aims, checks, mark("f1"), shot, END) == []
    assert told(case, start, *fires("a1", *LOSS), aims, checks, shot, END)[-1] == "BLZ-8.3b"
    early = case.play(start, *fires("a1", *LOSS), aims, checks, shot, mark("f1"), END)
    assert [each.ruling for one in early.rulings for each in one.findings if isinstance(each, Undecided)] == ["AMB-39"]


# ---------------------------------------------------------------------------------------------------------- markers
def test_the_marker_of_who_rallied_may_come_off_after_its_shot_and_says_nothing_any_more():
    """BLZ-8.4i, BLZ-8.4c, BLZ-4.2e"""
    case = shooting().unit("a3", "tank", "A", "0806", neutralised=True)
    begun = do.Draw(chit="A"), do.Activate(chit="A"), roll("RALLY", "a3", 1, 2)
    start, off = case.position(), mark("a3", on=False)

    def shot(column: int) -> Acts:
        return do.Fire(unit="a3", target="f1", mode="full", column=column), roll("FIRE", "a3", 1, 1)

    assert told(case, start, *begun, off, *shot(0), END) == []
    assert told(case, start, *begun, *shot(0), off, END) == [], "two hexes farther than the next one"
    assert told(case, start, *begun, *shot(-2), off, END) == ["BLZ-8.4c"], "a remark: it lies there still"
    assert told(case, start, *begun, off, *shot(-2), END) == ["BLZ-8.2.2a"]
    assert told(case, start, *begun, *shot(0), END) == ["BLZ-8.4i"]
    failed = *begun[:2], roll("RALLY", "a3", 6, 6)
    assert "BLZ-4.2e" in told(case, start, *failed, *shot(-2), END)


def test_morale_may_be_checked_before_the_counter_is_turned():
    """BLZ-8.5d, BLZ-8.5a, BLZ-8.3e"""
    case = Field().formation("A", "german", hq="0805").formation("F", "french", hq="0811")
    case.unit("a1", "tank", "A", "0807").unit("fi", "infantry", "F", "0808", steps=1)
    case.unit("f1", "tank", "F", "0810", steps=1).unit("f2", "tank", "F", "0810", steps=1)
    start = case.position(acting="A")
    shot = do.Fire(unit="a1", target="fi"), roll("FIRE", "a1", *LOSS)
    morale, gone = roll("DEMORAL", "F", 1, 6), do.StepLoss(unit="fi")

    for late in permutations((morale, gone)):
        assert told(case, start, *shot, *late, END) == []
    assert told(case, start, *shot, gone, END) == ["BLZ-8.5a"]
    assert told(case, start, *shot, morale, END)[:2] == ["BLZ-8.3e", "BLZ-8.5d"]


def test_works_that_are_left_lying_are_told_of_whose_infantry_has_gone():
    """BLZ-10.2d"""
    case = melee()
    case.works = ("0809",)
    case.unit("lone", "infantry", "F", "0809")
    away = do.Move(units=("off",), hex="0804"), do.Move(units=("a1",), hex="0707")
    back = do.Retreat(unit="lone", path=("0810",))
    start = case.position(acting="A")
    cleared = do.Clear(hex="0809", marker="works")

    assert told(case, start, *away, back, cleared, END) == []
    last = case.play(start, *away, back, END).last
    assert [(each.rule, each.owner) for each in last.findings] == [("BLZ-10.2d", "french")]


def test_a_check_that_comes_late_or_twice_is_told_once():
    """BLZ-6.3.1c, BLZ-6.3b, BLZ-6.3.1f"""
    case = shooting()
    start = case.position(acting="A")
    opp = do.OppFire(unit="f1", target="a1"), roll("OPPFIRE", "f1", 6, 6)
    near = do.Move(units=("a1",), hex="0808")

    assert told(case, start, near, *opp, mark("f1", "opp"), END) == []
    assert set(told(case, start, near, *opp, *opp[1:], mark("f1", "opp"), END)) == {""}, "dice thrown twice: a remark"
    late = near, do.Move(units=("a2",), hex="0707"), *opp[:1], roll("OPPFIRE", "f1", 1, 1), mark("f1", "opp")
    assert told(case, start, *late, roll("FIRE", "f1", 1, 1), END) == ["BLZ-6.3.1c"]


def test_a_move_on_both_sides_of_fire_is_disputed():
    """BLZ-6.1c"""
    case = shooting()
    start = case.position(acting="A")
    shot = do.Fire(unit="a1", target="f1", mode="reduced"), roll("FIRE", "a1", 1, 1)
    out, on = do.Move(units=("a1",), hex="0707"), do.Move(units=("a1",), hex="0607")

    played = case.play(start, out, *shot, on)
    assert [each.ruling for each in played.last.findings if isinstance(each, Undecided)] == ["AMB-65"]
    assert told(case, start, out, *shot, on) == ["BLZ-6.1c"]
    assert told(case, start, out, *shot, on, rulings=["AMB-65=other"]) == []
    assert told(case, start, *shot, out, on) == []
