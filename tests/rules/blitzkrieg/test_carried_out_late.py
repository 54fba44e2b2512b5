"""Results, checks and markers that are carried out only after somebody has gone on: the deed is what counts."""

from __future__ import annotations

import pytest

from rules.blitzkrieg import actions as do
from rules.engine.dice import Roll
from rules.engine.writing import Go, Put, Ref
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.tabletop import Done, Hand, at_the_table, said

N, LOSS, MISS = (6, 4), (6, 6), (1, 2)
END, NEXT = do.EndActivation(), do.Draw(chit="B")


def roll(purpose: str, who: str, *dice: int) -> Roll:
    return Roll(purpose=purpose, who=who, dice=dice or MISS)


def mark(piece: str, marker: do.MarkerName = "neutralised", *, on: bool = True) -> do.Mark:
    return do.Mark(piece=piece, marker=marker, on=on)


def field(**f1: object) -> Field:
    made = (
        Field()
        .formation("A", "german", hq="0805")
        .formation("F", "french", hq="0811")
        .formation("B", "german", hq="1005")
    )
    made.unit("a1", "tank", "A", "0807").unit("a2", "tank", "A", "0807").unit("a3", "infantry", "A", "0806")
    made.unit("f1", "infantry", "F", "0809", **f1).unit("f2", "infantry", "F", "0809").unit("f3", "tank", "F", "0911")
    return made.unit("f4", "infantry", "F", "1011").chit("art", "german", "artillery", medium=2, heavy=1)


def told(made: Field, *done: Done) -> list[str]:
    return said(at_the_table(made, made.position(acting="A"), *done))


def fires(unit: str, target: str, *dice: int) -> tuple[Done, ...]:
    return do.Fire(unit=unit, target=target, mode="full"), roll("FIRE", unit, *dice)


OTHER = do.Move(units=("a1",), hex="0808")
GOES, AWAY = do.Move(units=("a3",), hex="0706"), do.Retreat(unit="f1", path=("0810",))


# -------------------------------------------------------------------------------------------------- results of fire
@pytest.mark.parametrize(
    "between", [(GOES,), fires("a2", "f2"), fires("a2", "f1"), (END,), (END, NEXT)],
    ids=["a move", "another shot", "a shot at the same", "the end", "the next marker"],
)  # fmt: skip
@pytest.mark.parametrize(("dice", "taken"), [(N, mark("f1")), (LOSS, do.StepLoss(unit="f1"))], ids=["N", "loss"])
def test_a_result_is_taken_a_deed_late(between: tuple[Done, ...], dice: tuple[int, int], taken: do.Action):
    """BLZ-8.3b, BLZ-8.3e"""
    rule = "BLZ-8.3b" if dice == N else "BLZ-8.3e"
    hit = fires("a1", "f1", *dice)

    assert told(field(), *hit, *between, taken) == []
    assert rule in told(field(), *hit, *between)


def test_after_two_n_the_panic_is_rolled_for_the_second():
    """BLZ-8.4f, BLZ-8.3b"""
    twice = *fires("a1", "f1", *N), *fires("a2", "f1", *N)

    assert told(field(), *twice, mark("f1"), roll("PANIC", "f1", 1, 1), END) == []
    assert "BLZ-8.4f" in told(field(), *twice, mark("f1"), END)


@pytest.mark.parametrize(
    "between", [(GOES,), fires("a2", "f2"), (END, NEXT)], ids=["a move", "a shot", "the next marker"]
)
def test_checks_that_follow_from_fire_are_rolled_a_deed_late(between: tuple[Done, ...]):
    """BLZ-8.4f, BLZ-8.5a, BLZ-8.5d"""
    shaken = field(neutralised=True)
    hit, panic = fires("a1", "f1", *N), (roll("PANIC", "f1", 6, 6), do.StepLoss(unit="f1"), mark("f1", on=False))

    assert told(shaken, *hit, *between, *panic) == []
    assert "BLZ-8.4f" in told(shaken, *hit, *between)
    worn = field().formation("F", "french", hq="0811", lost=3)
    for unit, place in (("f2", "0809"), ("f3", "0812"), ("f4", "0812")):
        worn.unit(unit, "infantry", "F", place, steps=1)
    losing = *fires("a1", "f1", *LOSS), do.StepLoss(unit="f1")
    assert told(worn, *losing, *between, roll("DEMORAL", "F", 1, 1)) == []
    assert "BLZ-8.5a" in told(worn, *losing, *between)


def test_one_of_a_stack_reacts_before_the_other_takes_its_result():
    """BLZ-8.3b, BLZ-6.4b, BLZ-8.6.1g"""
    made = field()
    salvo = (
        do.Draw(chit="art"), do.Activate(chit="art"),
        do.Barrage(chit="art", hex="0809", calibre="medium", observer="A HQ"),
        roll("TRANSMIT", "A HQ", 3, 3), roll("BARRAGE", "art", 5, 5),
    )  # fmt: skip
    goes = mark("f1"), do.TryRetreat(unit="f1"), roll("RETREAT", "f1", 1, 1), AWAY

    assert said(at_the_table(made, made.position(), *salvo, *goes, mark("f2"), END)) == []
    assert "BLZ-8.3b" in said(at_the_table(made, made.position(), *salvo, *goes, END))


def test_who_was_shaken_may_check_and_go_before_it_is_marked():
    """BLZ-6.4b, BLZ-8.3b"""
    hit, check = fires("a1", "f1", *N), (do.TryRetreat(unit="f1"), roll("RETREAT", "f1", 1, 1))

    assert told(field(), *hit, *check, AWAY, mark("f1"), END) == []
    assert told(field(), *hit, AWAY, mark("f1"), END) != [], "it went without a check"


# --------------------------------------------------------------------------------------------------------- the ground
@pytest.mark.parametrize("between", [(OTHER,), (END,), (END, NEXT)], ids=["a move", "the end", "a marker"])
def test_works_and_mines_are_taken_off_a_deed_late(between: tuple[Done, ...]):
    """BLZ-10.2d, BLZ-10.1f"""
    left, used = field(), field()
    left.works, used.mines = ("0806",), ("0706",)
    works, mine = (do.Clear(hex=place, marker=marker) for place, marker in (("0806", "works"), ("0706", "mine")))
    out, into = do.Move(units=("a3",), hex="0705"), (GOES, roll("MINE", "a3"), roll("DEPLETE", "", 6, 5))

    assert told(left, out, *between, works) == []
    assert "BLZ-10.2d" in told(left, out, *between, *((END,) if END not in between else ()))
    assert told(used, *into, *between, mine) == []
    assert "BLZ-10.1f" in told(used, *into, *between)


def test_the_rolls_of_mines_may_come_a_deed_late():
    """BLZ-10.1b, BLZ-10.1f"""
    made = field()
    made.mines = ("0706",)
    other, attack, left = OTHER, roll("MINE", "a3"), roll("DEPLETE", "", 2, 4)

    assert told(made, GOES, attack, other, left, END) == []
    assert told(made, GOES, other, attack, left, END) == []
    assert "BLZ-10.1b" in told(made, GOES, other, END)
    assert "BLZ-10.1b" in told(made, GOES, do.Move(units=("a3",), hex="0705"), attack, left, END), (
        "it has gone on itself"
    )


# ----------------------------------------------------------------------------------------------------------- melees
def melee(**f3: object) -> Field:
    made = Field().formation("A", "german", hq="0805").formation("F", "french", hq="0811")
    for name, formation, place in (("a1", "A", "0807"), ("a2", "A", "0807"), ("f1", "F", "0808"), ("f2", "F", "0808")):
        made.unit(name, "infantry", formation, place)
    made.unit("f3", "infantry", "F", "0808", **f3)
    return made.unit("far", "infantry", "F", "0811").unit("off", "infantry", "A", "0803")


AIMS = {"f1": "a1", "f2": "a2", "f3": "a2", "a1": "f1", "a2": "f1"}
ENTRY = do.Assault(units=("a1", "a2"), hex="0808")


def shoot(*units: str, **dice: tuple[int, ...]) -> tuple[Done, ...]:
    named = (do.MeleeFire(unit=unit, target=AIMS[unit]) for unit in units)
    return (*named, *(roll("MELEE", unit, *dice.get(unit, ())) for unit in units))


LET_BE = do.Decline(by="french")


def test_who_was_neutralised_before_goes_after_others_of_the_next_round_have_fired():
    """BLZ-9.1.2h"""
    made, goes = melee(neutralised=True), do.FallBack(unit="f3", path=("0809",))
    first = ENTRY, *shoot("f1", "f2"), LET_BE, *shoot("a1", "a2")

    assert told(made, *first, *shoot("f1"), goes, *shoot("f2", "a1", "a2")) == []
    assert "BLZ-9.1.2h" in told(made, *first, *shoot("f1", "f2"), LET_BE, *shoot("a1", "a2"), *shoot("f1"))
    assert "BLZ-9.1.2h" in told(made, *first, *shoot("f3")), "it has to go, and fires"


def test_a_marker_that_a_loss_takes_the_place_of_comes_off_after_the_next_shot():
    """BLZ-8.3c, BLZ-9.1.2d, BLZ-8.4i"""
    made = melee()
    hit = ENTRY, *shoot("f1", f1=N), mark("a1"), *shoot("f2")

    assert told(made, *hit, do.StepLoss(unit="a1"), mark("a1", on=False), *shoot("f3"), *shoot("a1", "a2")) == []
    assert "BLZ-8.4i" in told(made, *hit, do.FallBack(unit="a1", path=("0807",)), mark("a1", on=False))


def test_of_a_formation_that_goes_home_each_may_go_first():
    """BLZ-3.5c, BLZ-8.5.1e"""
    made = Field().formation("A", "german", hq="0805").formation("F", "french", hq="0811", demoralised=True)
    made.unit("f1", "infantry", "F", "0911").unit("f2", "infantry", "F", "0812")
    start = made.position(active="french")
    drawn = do.Draw(chit="F"), roll("RECOVERY", "F", 6, 6)
    home = {"F HQ": ("0711", "0610"), "f1": ("0810", "0710"), "f2": ("0712", "0611")}
    goes = {unit: do.Withdraw(unit=unit, path=path) for unit, path in home.items()}

    for order in (("F HQ", "f1", "f2"), ("f1", "F HQ", "f2"), ("f2", "f1", "F HQ")):
        judged = at_the_table(made, start, *drawn, *(goes[unit] for unit in order), do.Skip(chit="F"))
        assert "BLZ-3.5c" not in said(judged), order


def test_an_hq_that_is_overrun_and_a_box_by_hand():
    """BLZ-1.2c"""
    made = field()
    off = Hand("french", (Go(Ref("f1"), "lost-french"),))

    assert "BLZ-1.2c" in told(made, off, GOES)
    turned = Hand("french", (Put(Ref("f1"), "Steps_Level", "2"),))
    assert told(made, *fires("a1", "f1", *LOSS), turned, END) == []
