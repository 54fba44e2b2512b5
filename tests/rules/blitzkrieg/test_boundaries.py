"""Where one rule ends and the next begins: the last case that is allowed, and the first that is not."""

from collections.abc import Iterable

import pytest

import assets
from rules.blitzkrieg import actions as do
from rules.blitzkrieg.asked import BlitzkriegAssistant
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.game import referee, start
from rules.blitzkrieg.loading import load
from rules.blitzkrieg.model import Activation, Deed, Position
from rules.blitzkrieg.morale.demoralisation import ways
from rules.blitzkrieg.table.players import roller
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from rules.engine.ruling import Illegal, Ruling, Undecided
from tests.rules.blitzkrieg.battlefield import SWITCHES, Field
from tests.rules.blitzkrieg.test_sight import seen


def field() -> Field:
    made = Field().formation("F", "german", hq="1003").formation("G", "french", hq="1009")
    return made.unit("tank", "tank", "F", "1005").unit("foe", "infantry", "G", "1008")


def judged(made: Field, position: Position, action: Action, rulings: Iterable[str] = ()) -> Ruling:
    return referee(made.battle(), SWITCHES.settle_all(rulings)).judge(position, action)


@pytest.mark.parametrize(("count", "legal"), [(1, True), (6, True), (7, False)])
def test_a_general_takes_off_six_neutralised_markers_and_no_seventh(count: int, legal: bool) -> None:
    """BLZ-5.5e"""
    made = field().chit("de.general", "german", "general", "drawn")
    units = tuple(f"shaken {number}" for number in range(count))
    for unit in units:
        made.unit(unit, "tank", "F", "1003", neutralised=True)
    position = made.position("DRAW", "DECIDE", active="german", drawn=("de.general",))
    ruling = judged(made, position, do.PlayGeneral(chit="de.general", option="clear", on=units))

    assert (ruling.legal, ruling.rules) == (legal, () if legal else ("BLZ-5.5e",))


@pytest.mark.parametrize(("count", "legal"), [(2, True), (3, False)])
def test_a_general_takes_off_two_exhaustion_markers_and_no_third(count: int, legal: bool) -> None:
    """BLZ-5.5e"""
    made = field().chit("de.general", "german", "general", "drawn")
    names = tuple(f"tired {number}" for number in range(count))
    for name in names:
        made.formation(name, "german", exhausted=True)
    position = made.position("DRAW", "DECIDE", active="german", drawn=("de.general",))

    assert judged(made, position, do.PlayGeneral(chit="de.general", option="clear", on=names)).legal is legal


@pytest.mark.parametrize(
    ("purpose", "who", "owner"), [("CANCEL", "F", "french"), ("FIRE", "F", ""), ("CANCEL", "nobody", "")]
)
def test_the_dice_of_a_cancellation_are_those_of_the_other_side(purpose: str, who: str, owner: str) -> None:
    """BLZ-0a, BLZ-5.5h"""
    made = field()
    roll = Roll(purpose=purpose, who="F chit" if who == "F" else who, dice=(1,))
    battle = made.chit("F chit", "german", "formation").battle()

    assert roller(Case(battle, SWITCHES, made.position(), roll)) == owner


def test_an_obstacle_as_high_as_the_higher_unit_blocks_for_good_as_we_read_it() -> None:
    """BLZ-4.3.1a, BLZ-4.3.2h"""
    made = Field().ground("1005", level=1).ground("1007", level=1, terrain="woods")

    assert seen(made, "1005", "1009") == "BLZ-4.3.1a"
    assert seen(made, "1005", "1009", "AMB-41=other") == ""


@pytest.mark.parametrize(("kind", "points"), [("tank", 4), ("infantry", 2)])
def test_a_neutralised_unit_goes_back_with_half_of_its_points(kind: str, points: int) -> None:
    """BLZ-8.5.1e, BLZ-8.4d"""
    made = field().unit("shaken", kind, "F", "1006", neutralised=True).unit("sound", kind, "F", "1006")
    case = made.case(made.position(), ())

    assert max(ways(case, "shaken").costs.values()) == points
    assert max(ways(case, "sound").costs.values()) > points


@pytest.mark.parametrize(("acted", "verdict"), [("german", "illegal"), ("french", "legal"), ("", "legal")])
def test_whose_turn_it_is_where_the_sides_take_turns(acted: str, verdict: str) -> None:
    """BLZ-2.2a"""
    made = field()
    position = made.position("DRAW", "DECIDE", active="german", drawn=("F",), acted=acted)

    assert judged(made, position, do.Activate(chit="F"), ["AMB-56=other"]).verdict == verdict
    assert judged(made, position, do.Activate(chit="F")).legal


def hq_beyond_its_points(steps: int) -> Ruling:
    """An HQ with slow units on the map goes a step farther than they could, and a fast one is off the map."""
    made = Field().formation("F", "german", hq="1005").formation("G", "french", hq="1013")
    made.unit("foot", "infantry", "F", "1004").unit("fast", "tank", "F", "", steps=steps)
    active = Activation(("F",), (), "german", deeds={"F HQ": Deed(start="1003", spent=4, hexes=2)})
    position = made.position("DRAW", "ACTIVE", active="german", activation=active)
    return judged(made, position, do.Move(units=("F HQ",), hex="1006"))


def test_how_fast_an_hq_is_stays_open_while_a_faster_unit_may_count() -> None:
    """BLZ-3.2e"""
    doubt, certain = hq_beyond_its_points(2).findings[0], hq_beyond_its_points(0).findings[0]

    assert isinstance(doubt, Undecided)
    assert (doubt.rule, doubt.missing) == ("BLZ-3.2e", "fastest unit")
    assert isinstance(certain, Illegal)
    assert certain.rule == "BLZ-3.2e"


@pytest.mark.parametrize(("who", "done", "disputed"), [("apc", "", True), ("apc", "full", False), ("foot", "", False)])
def test_a_second_loading_is_disputed_for_a_carrier_that_has_done_nothing_else(
    who: str, done: str, disputed: bool
) -> None:
    """BLZ-5.2c, BLZ-6.1f"""
    made = field().unit("apc", "apc", "F", "1006").unit("foot", "infantry", "F", "1006")
    active = Activation(("F",), (), "german", deeds={who: Deed(loaded=True, fired=done)})
    position = made.position("DRAW", "ACTIVE", active="german", activation=active)
    finding = judged(made, position, do.Load(unit="foot", carrier="apc")).findings[0]

    assert (finding.rule, isinstance(finding, Undecided)) == ("BLZ-5.2c", disputed)


def test_a_retreat_is_no_move_of_the_turn() -> None:
    """BLZ-9.1.1c"""
    made = field()
    judge = referee(made.battle(), SWITCHES)
    moved = judge.play(made.position(acting="F"), do.Move(units=("tank",), hex="1006"))
    back = judge.play(moved, do.Retreat(unit="foe", path=("1010",)))

    assert back.units["foe"].hex == "1010"
    assert back.moved == {"tank"}


def test_an_attack_is_an_effect_after_which_nothing_is_cancelled() -> None:
    """BLZ-5.5j"""
    made = field().unit("near", "infantry", "G", "1006")
    fight = referee(made.battle(), SWITCHES).play(made.position(acting="F"), do.Assault(units=("tank",), hex="1006"))

    assert fight.activation is not None
    assert fight.activation.touched


def test_setting_the_points_leaves_what_else_is_due() -> None:
    """BLZ-12.1.4a"""
    made = field()
    other = Due("BLZ-2.1c", (do.Mark(piece="tank", marker="opp", on=False),), until="TURN_END")
    due = (Due("BLZ-12.1.4a", (do.Score(points=0),), until="TURN_END"), other)
    position = made.position("TURN_END").but(points=5, due=due)

    assert referee(made.battle(), SWITCHES).play(position, do.Score(points=0)).due == (other,)


def test_the_values_of_the_back_are_those_of_the_reduced_unit() -> None:
    """BLZ-1.2b"""
    game, battle = assets.load("blitzkrieg"), load("hannut")
    for name, counter in battle.units.items():
        assert counter.back.attack == game.units[name].values(reduced=True).get("attack", 0)


def test_the_situation_tells_who_is_active_and_the_range_of_the_turn() -> None:
    battle = load("hannut")
    assistant = BlitzkriegAssistant(battle, referee(battle, SWITCHES))
    drawing = start(battle).but(stack=("DRAW",), turn=2)
    acting = drawing.but(stack=("DRAW", "ACTIVE"), activation=Activation(("fr.1cuir",), (), "french"))

    assert (assistant.situation(drawing).active, assistant.situation(acting).active) == ((), ("fr.1cuir",))
    assert assistant.situation(drawing).score == {"points": "0", "band": "14-20"}
    assert assistant.situation(drawing.but(turn=9)).score == {"points": "0"}
