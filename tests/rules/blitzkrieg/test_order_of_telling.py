"""What the book does not order has no order: what is told a deed early or late, in logs, accuses nobody."""

from rules.blitzkrieg import actions as do
from rules.engine.dice import Roll
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.tabletop import accused, at_the_table, told

OFF = do.Mark(piece="A", marker="exhausted", on=False)
END, DRAWN, ACTIVE = do.EndActivation(), do.Draw(chit="A"), do.Activate(chit="A")
GO = do.Move(units=("tank",), hex="0707")


def field(**more: object) -> Field:
    made = Field().formation("A", "german", hq="0805", **more).formation("F", "french", hq="0811")
    made.formation("B", "german", hq="1205").unit("tank", "tank", "A", "0807").unit("foe", "tank", "F", "0809")
    return made.chit("repeat", "german", "repeat")


def check(*dice: int) -> Roll:
    return Roll(purpose="EXHAUSTION", who="A", dice=dice)


def test_who_rests_by_a_repeat_may_check_as_well():
    """BLZ-5.3j, BLZ-5.4f"""
    case = field(exhausted=True, activations=1)
    begun = (
        do.Draw(chit="repeat"), do.PlayRepeat(chit="repeat", formation="A"), do.Mark(piece="A HQ", marker="activated"),
    )  # fmt: skip

    assert told(case, case.position(), *begun, check(2, 2), OFF, END, do.Draw(chit="B")) == []
    assert told(case, case.position(), *begun, check(6, 5), END, do.Draw(chit="B")) == []
    assert told(case, case.position(), *begun, check(2, 2), END, do.Draw(chit="B")) == ["BLZ-5.4f"]


def test_an_exhaustion_marker_may_come_off_before_what_takes_it_off_is_told():
    """BLZ-5.4e, BLZ-5.4f"""
    case = field(exhausted=True)

    assert told(case, case.position(), DRAWN, OFF, do.Skip(chit="A"), do.Draw(chit="B")) == []
    assert told(case, case.position(), DRAWN, ACTIVE, OFF, check(2, 2), GO, END) == []
    assert "BLZ-5.4e" in told(case, case.position(), DRAWN, ACTIVE, OFF, GO, END)


def test_a_formation_may_recover_after_its_activation_was_said():
    """BLZ-8.5.1a, BLZ-8.5.1b"""
    case = field(demoralised=True)
    recovers = Roll(purpose="RECOVERY", who="A", dice=(1, 2)), do.Mark(piece="A", marker="demoralised", on=False)

    assert told(case, case.position(), DRAWN, ACTIVE, *recovers, GO, END) == []
    assert told(case, case.position(), DRAWN, ACTIVE, GO, END) == ["BLZ-8.5.1a", "BLZ-8.5.1b"]


def test_a_formation_that_fails_to_recover_after_its_activation_was_said_goes_home():
    """BLZ-8.5.1a, BLZ-8.5.1d, BLZ-8.5.1e"""
    case = Field().formation("A", "german", hq="1605", demoralised=True).formation("F", "french", hq="0811")
    case.unit("tank", "tank", "A", "1607", movement=1)
    home = do.Withdraw(unit="tank", path=("1707",)), do.Withdraw(unit="A HQ", path=("1705",))
    begins, fails = (DRAWN, ACTIVE), Roll(purpose="RECOVERY", who="A", dice=(6, 6))
    goes = do.Move(units=("tank",), hex="1606")

    assert told(case, case.position(), *begins, fails, *home, END, do.Draw(chit="F")) == []
    assert "BLZ-8.5.1e" in told(case, case.position(), *begins, fails, END, do.Draw(chit="F"))
    assert told(case, case.position(), *begins, fails, goes, END) != [], "it is not active"
    passes = Roll(purpose="RECOVERY", who="A", dice=(1, 2))
    forgets = at_the_table(case, case.position(), *begins, passes, goes, END)
    assert accused(forgets) == ["BLZ-8.5.1d"], "only its marker was forgotten"


def melee() -> Field:
    made = Field().formation("A", "german", hq="0805").formation("F", "french", hq="0811")
    for name, formation, place in (("a1", "A", "0807"), ("a2", "A", "0807"), ("f1", "F", "0808"), ("f2", "F", "0808")):
        made.unit(name, "infantry", formation, place)
    return made


def shot(unit: str, target: str, *dice: int) -> tuple[do.MeleeFire, Roll]:
    return do.MeleeFire(unit=unit, target=target), Roll(purpose="MELEE", who=unit, dice=dice or (2, 3))


BEGUN = (
    do.Assault(units=("a1", "a2"), hex="0808"), *shot("f1", "a1"), *shot("f2", "a1"), *shot("a1", "f1"),
)  # fmt: skip


def test_a_defender_that_swaps_its_n_for_a_loss_may_say_that_it_stays():
    """BLZ-9.1.2f, BLZ-9.1.2g"""
    case = melee()
    start, hit = case.position(acting="A"), (*BEGUN, *shot("a2", "f1", 6, 4))
    loss, stays = do.StepLoss(unit="f1"), do.Stay(unit="f1")

    assert told(case, start, *hit, loss, stays, *shot("f1", "a1")) == []
    assert told(case, start, *hit, stays, loss, *shot("f1", "a1")) == []
    assert "BLZ-9.1.2f" in told(case, start, *hit, stays, *shot("f1", "a1"))
