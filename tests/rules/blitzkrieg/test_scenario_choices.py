"""What guns, reinforcements, returning HQs and the end of a turn offer, and that all of it is legal."""

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.game import referee
from rules.blitzkrieg.model import Activation, Position
from rules.blitzkrieg.options import OPTIONS
from rules.engine.actions import Action
from rules.engine.options import Legal
from tests.rules.blitzkrieg.battlefield import SWITCHES, Field
from tests.rules.blitzkrieg.test_arrivals import turn
from tests.rules.blitzkrieg.test_indirect import field as guns
from tests.rules.blitzkrieg.test_indirect import firing, stukas
from tests.rules.blitzkrieg.test_overrun import away
from tests.rules.blitzkrieg.test_overrun import field as overrun
from tests.rules.blitzkrieg.test_victory import evening
from tests.rules.blitzkrieg.theatre import HANNUT, STONNE


def offered(made: Field, position: Position, *kinds: type[Action]) -> set[Action]:
    battle = made.battle()
    legal = Legal(OPTIONS, referee(battle, SWITCHES))(position)
    return {action for action in legal if isinstance(action, kinds)}


def test_every_salvo_on_every_enemy_is_offered():
    """BLZ-8.6.1f, BLZ-8.6.1i"""
    made = guns()
    salvos = offered(made, firing(made), do.Barrage)

    assert {(action.hex, action.calibre) for action in salvos} == {
        (place, calibre) for place in ("1006", "1008", "1601") for calibre in ("light", "medium")
    }
    light, medium = "fr.artillery light", "fr.artillery medium"
    pairs = {(light, light), (light, medium), (medium, medium)}
    groups = pairs | {(light, light, medium), (light, medium, medium), (light, light, medium, medium)}
    assert offered(made, firing(made), do.Concentrate) == {
        do.Concentrate(hex=place, salvos=group) for place in ("1006", "1008", "1601") for group in groups
    }


def test_heavy_guns_and_stukas_are_offered():
    """BLZ-8.6.1c, BLZ-8.6.1s"""
    made = stukas().chit("de.heavy", "german", "artillery", "used", heavy=1, light=0)
    made.unit("target", "infantry", "F", "1005").unit("observer", "hq", "G", "1008")
    attacks = offered(made, firing(made, "de.stuka"), do.Stuka)
    shells = offered(made, firing(made, "de.heavy"), do.Barrage)

    assert do.Stuka(chit="de.stuka", hex="1005") in attacks
    assert {(action.hex, action.calibre, action.observer) for action in shells} == {
        ("1005", "heavy", "observer"),
        ("1005", "heavy", "G HQ"),
    }


def test_reinforcements_are_offered_their_entry():
    """BLZ-12.2.3a, BLZ-12.2.5d"""
    french, german = turn(4, "fr.45bcc"), turn(7, "de.i-69sch")
    judge = referee(STONNE, SWITCHES)
    entries = [
        {action.hex for action in Legal(OPTIONS, judge)(position) if isinstance(action, do.Enter)}
        for position in (french, german)
    ]

    assert entries == [{"1310"}, {"0104", "0105", "0106", "0107", "0108"}]


def test_an_overrun_hq_is_offered_its_return():
    """BLZ-3.2h, BLZ-3.2i"""
    made = overrun()

    assert offered(made, away(made, 3, "F"), do.ReturnHq) == {do.ReturnHq(unit="F HQ", hex="1107")}
    assert offered(made, away(made, 2, "F"), do.ReturnHq) == set()


def test_at_the_end_of_a_turn_only_what_is_true_is_offered():
    """BLZ-12.1.4c, BLZ-12.1.4d"""
    judge = Legal(OPTIONS, referee(HANNUT, SWITCHES))
    lost, open_ = judge(evening(HANNUT, 1, 7)), judge(evening(HANNUT, 1, 8))

    giving_up = {do.Conclude(result="french", by="german"), do.Conclude(result="german", by="french")}
    assert {each for each in lost if not isinstance(each, do.Score)} == {do.Conclude(result="french"), *giving_up}
    assert {each for each in open_ if not isinstance(each, do.Score)} == {do.NextTurn(turn=2), *giving_up}


def test_activation_of_nothing_offers_no_guns():
    made = guns()
    idle = made.position("DRAW", "ACTIVE", active="french", activation=Activation(("F",), ("F",), "french"))

    assert offered(made, idle, do.Barrage, do.Stuka, do.Concentrate) == set()
