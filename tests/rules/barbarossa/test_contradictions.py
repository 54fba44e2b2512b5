"""What random games and the slow list of actions have brought to light: contradictions between chapters, and gaps."""

from __future__ import annotations

from rules.barbarossa import actions as do
from rules.barbarossa.game import referee
from rules.barbarossa.setup.beginning import begin
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.barbarossa.field import Field
from tests.rules.barbarossa.many import SWITCHES, battle
from tests.rules.shared.played import Played


def did(made: Field, *actions: Action, step: str) -> Played:
    return made.play(made.at(step), *actions)


def test_flak_fires_at_aircraft_and_only_flak_does():
    """BAR-9.6b"""
    made = (
        Field()
        .unit("S1", "infantry", "0505")
        .unit("G1", "infantry", "0506")
        .order("S1", "defend", facing="N", number=2)
    )

    assert "BAR-9.6b" in did(made, do.Fire(unit="S1", target="G1", kind="flak"), step="S5").rules


def test_nobody_on_the_ground_strikes_who_flies():
    """BAR-9.9l"""
    made = Field().unit("S1", "infantry", "0505").unit("G1", "stuka", "0505", air=0)

    assert "BAR-9.9l" in did(made, do.Strike(unit="S1", target="G1"), step="S5").rules


def test_an_aircraft_that_is_not_over_the_board_is_not_fought():
    """BAR-9.9c"""
    made = Field().unit("S1", "fighter", "0604", air=0).order("S1", "intercept", target="G1").unit("G1", "stuka", air=4)

    assert "BAR-9.9c" in did(made, do.Duel(unit="S1", target="G1"), step="S5").rules


def test_a_combat_is_paid_once_and_takes_a_time_box_each_round():
    """BAR-9.9f, BAR-9.9q, BAR-9.9r"""
    made = Field().unit("G1", "stuka", "0604", air=0).order("G1", "air_strike", hex="0604")
    made.unit("S1", "fighter", "0604", air=0).order("S1", "intercept", target="G1")
    position = did(made, do.Duel(unit="S1", target="G1"), step="S5").position
    ammo = made.units["S1"].ammo
    assert position.units["S1"].ammo == ammo - 1
    for blow in [option for due in position.due for option in due.options if isinstance(option, do.Strike)]:
        position = made.play(position, blow).position
        dice = position.shots[-1].dice[0]
        position = made.play(position, Roll(purpose="MELEE", who=blow.unit, dice=(6,) * dice)).position

    assert position.duels == ()
    assert position.fought == (("S1", "G1"),)
    assert position.units["S1"].flown == 1
    assert "BAR-9.9b" in made.play(position, do.Advance(to="S6")).rules
    again = made.play(position, do.Duel(unit="S1", target="G1"))
    assert again.legal
    assert again.position.units["S1"].ammo == ammo - 1


def test_an_assault_stops_only_if_something_makes_it():
    """BAR-6.5f"""
    made = Field().unit("G1", "infantry", "0505").unit("S1", "infantry", "0504")
    made.order("G1", "assault", target="S1", route=("0504",))

    assert "BAR-6.5f" in did(made, do.Halt(unit="G1"), step="S6").rules


def test_who_fights_on_in_its_hex_goes_nowhere():
    """BAR-8.0e"""
    made = Field().unit("G1", "infantry", "0505", bound=("S1",)).unit("S1", "infantry", "0505", bound=("G1",))
    made.order("G1", "assault", target="S1")

    assert "BAR-8.0e" in did(made, do.Step(unit="G1", hex="0504", fights=True), step="S6").rules


def test_a_way_out_of_mines_ends_after_one_hex():
    """BAR-7.6i, BAR-8.0e"""
    made = Field().unit("G1", "infantry", "0505").built("mines", "minefield", "0505", variety="anti-tank", known=True)
    made.order("G1", "march", route=("0504", "0503"))
    first = do.Step(unit="G1", hex="0504")

    assert "BAR-7.6i" in did(made, first, do.Step(unit="G1", hex="0503"), step="S10").rules
    assert did(made, first, do.Halt(unit="G1"), do.Advance(to="S11"), step="S10").legal


def test_a_finder_is_an_enemy():
    """BAR-5.12d"""
    made = Field().unit("S1", "infantry", "0506", hidden=True, off_board=True).unit("S2", "infantry", "0505")
    made.unit("G1", "infantry", "0507")

    assert "BAR-5.12d" in did(made, do.Found(unit="S1", finder="S2"), step="S10").rules
    assert did(made, do.Found(unit="S1", finder="G1"), step="S10").legal


def test_nobody_goes_into_wire():
    """BAR-11.5d"""
    made = Field().unit("S1", "infantry", "0505").built("wire", "wire", "0505", side="0504")
    made.order("S1", "defend", facing="N", number=1)

    assert "BAR-11.5d" in did(made, do.Occupy(unit="S1", structure="wire"), step="S1").rules


def test_who_was_to_turn_does_so_in_step_9():
    """BAR-7.3c"""
    made = Field().unit("G1", "howitzer", "0505", facing="N").order("G1", "change_fof", facing="NE")
    turn = do.Turn(unit="G1", facing="NE")

    assert "BAR-7.3c" in did(made, turn, step="S3").rules
    assert did(made, turn, step="S9").legal


def test_only_minefields_are_turned_up():
    """BAR-7.5f"""
    made = Field().built("t", "trench", "0505", facing="N")

    assert "BAR-7.5f" in did(made, do.Uncover(structure="t", kind="dummy"), step="S10").rules


def test_a_suppressed_unit_in_ambush_is_hidden_no_more():
    """BAR-6.6k"""
    state = {"hidden": True, "off_board": True, "suppressed": True, "flagged": True}
    made = Field().unit("S1", "infantry", "0506", **state)
    played = did(made, step="S1")

    assert not played.position.units["S1"].hidden


def test_who_comes_later_is_not_placed_at_the_set_up():
    """BAR-2.1c"""
    judge = referee(battle("crossroads"), SWITCHES)
    early = judge.judge(begin(battle("crossroads")), do.Place(unit="su.t26.1", hex="1305"))

    assert "BAR-2.1c" in early.rules


def test_a_headquarters_hides_again_in_a_later_round_only():
    """BAR-10.6e"""
    made = Field().unit("S1", "hq", "0506").order("S1", "march", route=("0505",)).unit("G1", "infantry", "0404")
    position = did(made, do.Step(unit="S1", hex="0505"), step="S10").position
    hides = do.Hide(unit="S1")

    assert made.play(position, hides).legal
    assert "BAR-10.6e" in made.play(position, hides, do.Found(unit="S1", finder="G1"), hides).rules
