"""Chapter 10: minefields and Defence Works in play."""

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Setup, Zone
from rules.blitzkrieg.fire.factors import column
from rules.blitzkrieg.model import Melee
from rules.engine.dice import Roll
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.theatre import Theatre


def roll(purpose: str, who: str, first: int, second: int) -> Roll:
    return Roll(purpose=purpose, who=who, dice=(first, second))


def field(side: str = "german", count: int = 1, made: Field | None = None) -> Field:
    made = (made or Field()).formation("F", side, hq="1004").formation("E", "french", hq="0101")
    made.mines = ("1006",)
    for number in range(count):
        made.unit(f"company {number}", "infantry", "F", "1005", defence=3)
    return made


def into(*units: str, place: str = "1006") -> do.Move:
    return do.Move(units=units, hex=place)


HARMLESS, NONE = roll("MINE", "company 0", 1, 1), roll("DEPLETE", "company 0", 4, 5)


# -------------------------------------------------------------------------------------------------------- minefields
def test_who_enters_a_minefield_is_attacked_at_once():
    """BLZ-10.1b, BLZ-10.1e"""
    made = field()
    entered = made.play(made.position(acting="F"), into("company 0"))

    assert made.play(entered.position, HARMLESS, NONE, do.EndActivation()).legal
    assert made.play(entered.position, do.EndActivation()).last.rules == ("BLZ-10.1b",)
    assert made.play(entered.position, HARMLESS, NONE).position.mines == ("1006",)
    assert made.play(made.position(acting="F"), HARMLESS).last.rules == ("BLZ-10.1b",)


def test_dice_for_mines_that_name_nobody_attack_nobody():
    """BLZ-10.1b"""
    made = field()
    entered = made.play(made.position(acting="F"), into("company 0"))
    nobody = made.play(entered.position, roll("MINE", "", 6, 6))

    assert not nobody.last.legal
    assert nobody.position.shot.results == {}


def test_defence_does_not_count_against_mines():
    """BLZ-10.1c, BLZ-10.1b"""
    made = field()
    hit = made.play(made.position(acting="F"), into("company 0"), roll("MINE", "company 0", 5, 5))

    assert hit.position.shot.results == {"company 0": "1"}
    assert made.play(hit.position, do.StepLoss(unit="company 0"), NONE).legal
    assert made.play(hit.position, NONE, do.EndActivation()).last.rules == ("BLZ-8.3e",)


def test_the_field_is_used_up_by_ten_and_more():
    """BLZ-10.1f, BLZ-10.1e"""
    made = field()
    attacked = made.play(made.position(acting="F"), into("company 0"), HARMLESS)
    clear, ten = do.Clear(hex="1006", marker="mine"), roll("DEPLETE", "company 0", 5, 5)

    assert made.play(attacked.position, ten, clear).legal
    assert made.play(attacked.position, ten, clear).position.mines == ()
    assert made.play(attacked.position, ten, do.EndActivation()).last.rules == ("BLZ-10.1f",)
    assert made.play(attacked.position, do.EndActivation()).last.rules == ("BLZ-10.1f",)
    assert made.play(attacked.position, NONE, clear).last.rules == ("BLZ-10.1e",)
    assert "BLZ-10.1e" in made.play(attacked.position, ten, clear, clear).last.rules


def test_the_field_may_be_used_up_by_the_unit_that_it_destroys():
    """BLZ-10.1f"""
    made = field(count=4).unit("last", "infantry", "F", "1005", steps=1)
    killed = [into("last"), roll("MINE", "last", 6, 6), do.StepLoss(unit="last"), roll("DEPLETE", "last", 1, 1)]

    assert made.play(made.position(acting="F"), *killed, do.EndActivation()).legal


def test_a_stack_is_attacked_one_by_one_until_the_field_is_gone():
    """BLZ-X-81, BLZ-10.1f"""
    made = field(count=3)
    units = ("company 0", "company 1", "company 2")
    first = made.play(made.position(acting="F"), into(*units), HARMLESS)
    second = roll("MINE", "company 1", 1, 1)
    gone = made.play(first.position, roll("DEPLETE", "company 0", 4, 6), do.Clear(hex="1006", marker="mine"))

    assert made.play(first.position, NONE, second).legal
    assert made.play(first.position, NONE, do.EndActivation()).last.rules == ("BLZ-10.1b",)
    assert gone.legal
    assert made.play(gone.position, do.EndActivation()).legal
    assert made.play(gone.position, second).last.rules == ("BLZ-10.1f",)


def test_leaving_a_minefield_is_no_attack():
    """BLZ-10.1d"""
    made = field()
    made.unit("tank", "tank", "F", "1006")
    left = made.play(made.position(acting="F"), into("tank", place="1007"))

    assert left.legal
    assert left.position.deed("tank").spent == 4


def test_on_a_retreat_the_field_is_not_used_up():
    """BLZ-X-59, BLZ-6.3.3j, BLZ-6.3.3i, BLZ-10.1f"""
    made = Field().formation("E", "german", hq="1601").unit("tank", "tank", "E", "1003")
    made.formation("F", "french", hq="1007").unit("company 0", "infantry", "F", "1005")
    made.mines = ("1006",)
    away = [into("tank", place="1004"), do.Retreat(unit="company 0", path=("1006",)), HARMLESS]
    retreated = made.play(made.position(acting="E"), *away)

    assert retreated.legal
    assert retreated.due == ()
    rolled = made.play(retreated.position, roll("DEPLETE", "company 0", 5, 6), do.Clear(hex="1006", marker="mine"))
    assert [ruling.rules for ruling in rolled.rulings] == [("BLZ-6.3.3j",), ("BLZ-10.1e",)]


def test_mines_come_before_the_melee():
    """BLZ-X-99, BLZ-10.1h, BLZ-10.1f, BLZ-9.1.2b"""
    made = Field().formation("F", "german", hq="1003").unit("company 0", "infantry", "F", "1005")
    made.formation("E", "french", hq="0101").unit("defender", "infantry", "E", "1006")
    made.mines = ("1006",)
    fire = do.MeleeFire(unit="defender", target="company 0")
    entered = made.play(made.position(acting="F"), do.Assault(units=("company 0",), hex="1006"))

    assert isinstance(entered.position.melee, Melee)
    assert made.play(entered.position, HARMLESS, NONE, fire).legal
    assert made.play(entered.position, fire).last.rules == ("BLZ-10.1h",)


def test_an_attacker_neutralised_by_mines_goes_back():
    """BLZ-10.1h, BLZ-9.1.2d"""
    made = Field().formation("F", "german", hq="1003").unit("company 0", "infantry", "F", "1005")
    made.formation("E", "french", hq="0101").unit("defender", "infantry", "E", "1006")
    made.mines = ("1006",)
    shaken = made.play(
        made.position(acting="F"),
        do.Assault(units=("company 0",), hex="1006"),
        roll("MINE", "company 0", 4, 4),
        NONE,
        do.Mark(piece="company 0", marker="neutralised"),
    )

    assert shaken.legal
    back, lets_it_be = do.FallBack(unit="company 0", path=("1005",)), do.Decline(by="french")
    assert made.play(shaken.position, back).legal
    assert made.play(shaken.position, lets_it_be, back).legal, "the enemy's word does not press it"
    assert "BLZ-9.1.2d" in made.play(shaken.position, lets_it_be, do.EndActivation()).last.rules
    assert made.play(shaken.position, do.MeleeFire(unit="defender", target="company 0")).last.rules == ("BLZ-9.1.2d",)


def test_whether_mines_spare_their_own_side_is_disputed():
    """BLZ-10.1b, BLZ-10.1g"""
    laid = Setup("mines", "BLZ-12.2.2f", "french", Zone(frozenset({"1006"})), markers={"minefield": 1})
    made = field("french", made=Theatre(setups={"mines": laid}))
    moved = [into("company 0"), do.EndActivation()]

    assert made.play(made.position(acting="F"), *moved).last.findings[0].ruling == "AMB-23"
    assert made.play(made.position(acting="F"), *moved, rulings=["AMB-23=ruling"]).last.rules == ("BLZ-10.1b",)
    assert made.play(made.position(acting="F"), *moved, rulings=["AMB-23=other"]).legal
    assert made.play(made.position(acting="F"), into("company 0"), HARMLESS, NONE, do.EndActivation()).legal


# ---------------------------------------------------------------------------------------------------- defence works
def entrenched() -> Field:
    made = Field().formation("F", "french", hq="1004").unit("company", "infantry", "F", "1005")
    made.unit("second", "infantry", "F", "1005").unit("tank", "tank", "F", "1005")
    made.works = ("1005",)
    return made


def test_works_come_off_when_the_last_infantry_leaves():
    """BLZ-10.2d, BLZ-10.2a"""
    made, clear = entrenched(), do.Clear(hex="1005", marker="works")
    left = made.play(made.position(acting="F"), into("company"), into("second"))

    assert made.play(left.position, clear, do.EndActivation()).legal
    assert made.play(left.position, do.EndActivation()).last.rules == ("BLZ-10.2d",)
    assert made.play(made.position(acting="F"), into("company"), clear).last.rules == ("BLZ-10.2d",)
    assert made.play(made.position(acting="F"), into("tank"), do.EndActivation()).legal


def test_works_come_off_when_the_last_infantry_is_eliminated():
    """BLZ-10.2d"""
    made = entrenched()
    position = made.position(acting="F").unit("second", hex="1001")
    lost = made.play(position, do.Remove(unit="company"))

    assert lost.due[-1].rule == "BLZ-10.2d"


def test_works_help_infantry_against_all_fire_as_we_read_it():
    """BLZ-10.2b, BLZ-10.2c, BLZ-10.2e"""
    made = entrenched().chit("de.stuka", "german", "stuka", "used", stuka=2)
    made.formation("G", "german", hq="1701").ground("1005", terrain="woods")
    case = made.case(made.position())

    assert column(case, "company", manner="indirect", calibre="stuka").total == 8 - 2 - 2
    assert column(case, "tank", manner="indirect", calibre="stuka").total == 8 - 2 + 1
    direct_only = made.case(made.position(), ["AMB-24=other"])
    assert column(direct_only, "company", manner="indirect", calibre="stuka").total == 8 - 2
