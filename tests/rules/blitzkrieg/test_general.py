"""Chapters 2 and 5: the General, who cancels an activation, clears, or joins two formations in one."""

import pytest

from rules.blitzkrieg import actions as do
from rules.engine.dice import Roll
from tests.rules.blitzkrieg.chits import field, mark


def test_a_general_cancels_on_one_to_three():
    """BLZ-X-47, BLZ-5.5g, BLZ-5.5h, BLZ-5.5i"""
    case = field()
    announced = case.play(
        case.position(),
        do.Draw(chit="de.repeat"),
        do.PlayGeneral(chit="fr.general", option="cancel", on=("de.repeat",)),
    )
    failed = case.play(announced.position, Roll(purpose="CANCEL", who="de.repeat", dice=(4,)))
    cancelled = case.play(announced.position, Roll(purpose="CANCEL", who="de.repeat", dice=(3,)))

    assert case.play(failed.position, do.PlayRepeat(chit="de.repeat", formation="I/5 PzR")).legal
    assert cancelled.position.state == "DRAW"
    assert cancelled.position.chits["de.repeat"] == "cancelled"
    assert failed.position.chits["fr.general"] == cancelled.position.chits["fr.general"] == "used"


def test_a_cancelled_activation_never_was():
    """BLZ-5.5g, BLZ-5.5h"""
    case = field()
    played = case.play(
        case.position(),
        do.Draw(chit="I/5 PzR"),
        do.Activate(chit="I/5 PzR"),
        do.PlayGeneral(chit="fr.general", option="cancel", on=("I/5 PzR",)),
        Roll(purpose="CANCEL", who="I/5 PzR", dice=(1,)),
    )

    assert played.legal
    assert played.position.formations["I/5 PzR"].activations == 0
    assert played.position.activation is None
    assert played.position.state == "DRAW"


def test_a_general_clears_six_or_two_and_no_mixture():
    """BLZ-X-48, BLZ-5.5e"""
    case = field(exhausted=True)
    case.unit("tank", "tank", "I/5 PzR", "1603", neutralised=True)
    drawn = case.play(case.position(), do.Draw(chit="de.general")).position
    mixed = do.PlayGeneral(chit="de.general", option="clear", on=("tank", "I/5 PzR"))
    alone = do.PlayGeneral(chit="de.general", option="clear", on=("tank",))

    assert case.play(drawn, mixed).last.rules == ("BLZ-5.5e",)
    assert case.play(drawn, alone, mark("tank", "neutralised", on=False)).legal
    assert case.play(drawn, alone, do.Draw(chit="de.repeat")).last.rules == ("BLZ-5.5e",)


def test_a_general_joins_two_formations_in_one_activation():
    """BLZ-5.5b, BLZ-5.5c"""
    case = field().formation("II/5 PzR", "german", hq="1605")
    played = case.play(
        case.position(),
        do.Draw(chit="de.general"),
        do.PlayGeneral(chit="de.general", option="pair"),
        do.Draw(chit="I/5 PzR"),
        do.Defer(chit="I/5 PzR"),
        do.Draw(chit="II/5 PzR"),
        do.Activate(chit="II/5 PzR", also="I/5 PzR"),
    )

    assert played.legal
    assert played.position.activation
    assert set(played.position.activation.formations) == {"I/5 PzR", "II/5 PzR"}
    assert played.position.chits["I/5 PzR"] == played.position.chits["de.general"] == "used"
    assert "BLZ-5.5b" in case.play(case.position(), do.Draw(chit="I/5 PzR"), do.Defer(chit="I/5 PzR")).last.rules


def test_no_repeat_waits_to_be_joined():
    """BLZ-5.5b"""
    case = field()
    pair = do.Draw(chit="de.general"), do.PlayGeneral(chit="de.general", option="pair")

    assert case.play(case.position(), *pair, do.Draw(chit="I/5 PzR"), do.Defer(chit="I/5 PzR")).legal
    drawn = do.Draw(chit="de.repeat"), do.Defer(chit="de.repeat")
    assert case.play(case.position(), *pair, *drawn).last.rules == ("BLZ-5.5b",)


def test_a_general_can_become_another_repeat():
    """BLZ-5.5f"""
    case = field()
    played = case.play(
        case.position(),
        do.Draw(chit="de.general"),
        do.PlayGeneral(chit="de.general", option="repeat"),
        do.PlayRepeat(chit="de.general.repeat", formation="I/5 PzR"),
    )

    assert played.legal
    assert played.position.formations["I/5 PzR"].repeated


def test_a_general_in_an_own_activation_is_disputed_and_in_an_enemy_one_forbidden():
    """BLZ-2.2.2c, BLZ-5.5m"""
    case = field().chit("held", "german", "general", "held")
    case.unit("tank", "tank", "I/5 PzR", "1603", neutralised=True)
    clear = do.PlayGeneral(chit="held", option="clear", on=("tank",))

    assert case.play(case.position(acting="I/5 PzR"), clear).last.findings[0].ruling == "AMB-15"
    assert "BLZ-2.2.2c" in case.play(case.position(acting="I/11 RDP"), clear).last.rules


def test_a_cancelled_pair_leaves_the_first_marker_waiting():
    """BLZ-5.5g, BLZ-5.5h"""
    case = field().formation("II/5 PzR", "german", hq="1605")
    paired = case.play(
        case.position(),
        do.Draw(chit="de.general"),
        do.PlayGeneral(chit="de.general", option="pair"),
        do.Draw(chit="I/5 PzR"),
        do.Defer(chit="I/5 PzR"),
        do.Draw(chit="II/5 PzR"),
        do.Activate(chit="II/5 PzR", also="I/5 PzR"),
        do.PlayGeneral(chit="fr.general", option="cancel", on=("II/5 PzR",)),
        Roll(purpose="CANCEL", who="II/5 PzR", dice=(2,)),
    )
    after = paired.position

    assert paired.legal
    assert after.state == "DRAW"
    assert (after.chits["II/5 PzR"], after.chits["I/5 PzR"]) == ("cancelled", "skipped")
    assert after.deferred == {"german": "I/5 PzR"}
    assert after.paired == {"german": "de.general"}
    assert [after.formations[name].activations for name in ("I/5 PzR", "II/5 PzR")] == [0, 0]


def test_a_general_lies_before_its_owner_and_is_used_once():
    """BLZ-5.5a, BLZ-5.5l, BLZ-5.5m"""
    case = field()
    drawn = case.play(case.position(), do.Draw(chit="de.general")).position
    held = case.play(drawn, do.Hold(chit="de.general")).position
    spent = case.play(drawn, do.PlayGeneral(chit="de.general", option="repeat")).position
    again = do.PlayGeneral(chit="de.general", option="pair")

    assert held.chits["de.general"] == "held"
    assert case.play(drawn, do.Activate(chit="de.general")).last.rules == ("BLZ-5.5a",)
    assert case.play(held, do.Draw(chit="I/5 PzR"), again).legal
    assert "BLZ-5.5m" in case.play(held, do.Draw(chit="I/11 RDP"), again).last.rules
    assert "BLZ-5.5l" in case.play(spent, again).last.rules


def test_a_second_general_is_played_at_once():
    """BLZ-5.5n"""
    case = field().chit("second", "german", "general", "held")
    drawn = case.play(case.position(), do.Draw(chit="de.general")).position

    assert case.play(drawn, do.Hold(chit="de.general")).last.rules == ("BLZ-5.5n",)
    assert case.play(drawn, do.PlayGeneral(chit="de.general", option="pair")).legal


@pytest.mark.parametrize(("first", "second", "rule"), [
    ("I/5 PzR", "guns", None), ("guns", "I/5 PzR", None), ("guns", "more guns", "BLZ-5.5d"),
])  # fmt: skip
def test_a_pair_is_two_formations_or_one_with_guns(first, second, rule):
    """BLZ-5.5d, BLZ-5.5c"""
    case = field().chit("guns", "german", "artillery", medium=2).chit("more guns", "german", "stuka", stuka=2)
    played = case.play(
        case.position(),
        do.Draw(chit="de.general"),
        do.PlayGeneral(chit="de.general", option="pair"),
        do.Draw(chit=first),
        do.Defer(chit=first),
        do.Draw(chit=second),
        do.Activate(chit=second, also=first),
    )

    assert played.last.rules == ((rule,) if rule else ())


def test_a_cancellation_comes_before_any_effect():
    """BLZ-5.5j"""
    case = field()
    active = case.play(case.position(), do.Draw(chit="I/5 PzR"), do.Activate(chit="I/5 PzR")).position
    cancel = do.PlayGeneral(chit="fr.general", option="cancel", on=("I/5 PzR",))
    moved = case.play(active, do.Move(units=("tank",), hex="1604")).position

    assert case.play(active, cancel).legal
    assert case.play(moved, cancel).last.rules == ("BLZ-5.5j",)


def test_against_guns_it_comes_before_a_target_is_chosen():
    """BLZ-X-46, BLZ-5.5k"""
    case = field().chit("guns", "german", "artillery", medium=2)
    active = case.play(case.position(), do.Draw(chit="guns"), do.Activate(chit="guns")).position
    cancel = do.PlayGeneral(chit="fr.general", option="cancel", on=("guns",))
    aimed = case.play(active, do.Barrage(chit="guns", hex="1403", calibre="medium", observer="I/5 PzR HQ")).position

    assert case.play(active, cancel).legal
    assert "BLZ-5.5k" in case.play(aimed, cancel).last.rules


def test_only_an_enemy_marker_just_drawn_is_cancelled():
    """BLZ-5.5g"""
    case = field().chit("mine", "french", "repeat")
    own = case.play(case.position(), do.Draw(chit="mine")).position
    german = case.play(case.position(), do.Draw(chit="I/5 PzR")).position

    assert "BLZ-5.5g" in case.play(own, do.PlayGeneral(chit="fr.general", option="cancel", on=("mine",))).last.rules
    other = do.PlayGeneral(chit="fr.general", option="cancel", on=("de.repeat",))
    assert "BLZ-5.5g" in case.play(german, other).last.rules


def test_a_marker_that_activates_guns_does_so_alone():
    """BLZ-1.4n, BLZ-1.4o, BLZ-1.4p, BLZ-3.3a, BLZ-3.3b"""
    case = field().chit("guns", "german", "stuka", stuka=2)
    active = case.play(case.position(), do.Draw(chit="guns"), do.Activate(chit="guns"))

    assert active.legal
    assert active.position.activation
    assert active.position.activation.salvos == {"guns stuka": 2}
    assert "BLZ-5a" in case.play(active.position, do.Move(units=("tank",), hex="1604")).last.rules
