"""Chapters 2 and 5: the cup, declining and passing, the last chit, activation, Repeat, exhaustion."""

import pytest

from rules.blitzkrieg import actions as do
from rules.engine.dice import Roll
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.blitzkrieg.chits import field, mark
from tests.rules.shared.played import Played


def test_the_owner_of_the_drawn_chit_is_active():
    """BLZ-2.2.1b, BLZ-2.2a, BLZ-1.4k"""
    played = field().play(field().position(), do.Draw(chit="I/5 PzR"))

    assert played.legal
    assert (played.position.active, played.position.state) == ("german", "DECIDE")


@pytest.mark.parametrize(
    ("chit", "place", "blind", "rule"),
    [
        ("I/5 PzR", "cup", False, "BLZ-2.2.1a"),
        ("I/5 PzR", "used", True, "BLZ-2.2.1e"),
        ("I/5 PzR", "off", True, "BLZ-2.2.1e"),
    ],
)
def test_a_chit_is_drawn_blindly_and_once(chit, place, blind, rule):
    """BLZ-2.2.1a, BLZ-2.2.1e"""
    assert field(chit=place).play(field(chit=place).position(), do.Draw(chit=chit, blind=blind)).last.rules == (rule,)


def test_the_kept_chit_comes_first():
    """BLZ-5.6d"""
    case = field(chit="kept")

    assert case.play(case.position(), do.Draw(chit="I/5 PzR")).legal
    assert case.play(case.position(), do.Draw(chit="de.repeat")).last.rules == ("BLZ-5.6d",)


def test_that_the_kept_chit_was_forgotten_is_told_once():
    """BLZ-5.6d"""
    case = field(chit="kept")

    assert case.play(case.position(), do.Draw(chit="de.repeat")).last.rules == ("BLZ-5.6d",)
    assert case.play(case.position(acted="french"), do.Draw(chit="de.repeat")).legal
    assert case.play(case.position(latest="spare"), do.Draw(chit="de.repeat")).legal


def test_the_reserve_comes_before_the_first_draw():
    """BLZ-X-84, BLZ-12.1.5a, BLZ-12.1.5b, BLZ-12.1.5g"""
    case = field(chit="reserve")

    assert case.play(case.position(), do.Draw(chit="de.repeat")).last.rules == ("BLZ-12.1.5b",)
    assert case.play(case.position(), do.Draw(chit="I/5 PzR")).legal


def test_the_chit_that_empties_the_cup_is_kept():
    """BLZ-X-49, BLZ-5.6d, BLZ-5.6c, BLZ-2.3a"""
    case = Field().formation("I/5 PzR", "german", hq="1602")

    drawn = case.play(case.position(), do.Draw(chit="I/5 PzR"))
    activated = case.play(drawn.position, do.Activate(chit="I/5 PzR"))
    kept = case.play(drawn.position, do.Keep(chit="I/5 PzR"), do.EndPhase(reason="empty"))

    assert activated.last.rules == ("BLZ-5.6d",)
    assert kept.legal
    assert kept.position.state == "TURN_END"
    assert kept.position.chits["I/5 PzR"] == "kept"


def test_two_announced_passes_by_both_sides_end_the_phase():
    """BLZ-X-95, BLZ-5.6a"""
    case = field()
    passes = (
        do.Draw(chit="I/11 RDP"), do.Pass(chit="I/11 RDP"), do.Draw(chit="I/5 PzR"), do.Pass(chit="I/5 PzR"),
    )  # fmt: skip
    played = case.play(case.position(), *passes)

    assert played.legal
    assert case.play(played.position, do.Draw(chit="de.repeat")).last.rules == ("BLZ-5.6a",)
    assert case.play(played.position, do.EndPhase(reason="passes")).legal


def test_mere_refusals_never_end_the_phase():
    """BLZ-5.6a"""
    case = field()
    played = case.play(
        case.position(),
        do.Draw(chit="I/11 RDP"),
        do.Skip(chit="I/11 RDP"),
        do.Draw(chit="I/5 PzR"),
        do.Skip(chit="I/5 PzR"),
    )

    assert case.play(played.position, do.Draw(chit="de.repeat")).legal
    assert case.play(played.position, do.EndPhase(reason="passes")).last.rules == ("BLZ-5.6a",)


@pytest.mark.parametrize(("reason", "rule"), [("empty", "BLZ-5.6c"), ("passes", "BLZ-5.6a")])
@pytest.mark.parametrize("place", ["cup", "reserve"])
def test_a_phase_that_is_not_over_is_held_against_what_is_said_to_end_it(place, reason, rule):
    """BLZ-5.6c, BLZ-5.6a"""
    case = Field().formation("I/5 PzR", "german", hq="1602", chit=place)

    assert case.play(case.position(), do.EndPhase(reason=reason)).last.rules == (rule,)


def test_another_chit_cannot_take_the_place_of_the_drawn_one():
    """BLZ-5.1a"""
    case = field()
    drawn = case.play(case.position(), do.Draw(chit="I/5 PzR"))

    assert "BLZ-5.1a" in case.play(drawn.position, do.Activate(chit="I/11 RDP")).last.rules


@pytest.mark.parametrize(
    ("place", "why"), [("used", "cup.played"), ("cup", "cup.none-drawn"), ("held", "cup.none-drawn")]
)
def test_of_a_marker_kept_while_none_is_drawn_it_is_said_where_it_lies(place, why):
    """BLZ-5.1a"""
    case = field().chit("general", "german", "general", place)
    found = case.play(case.position("DRAW"), do.Hold(chit="general")).last.findings

    assert why in {each.why for each in found if each.rule == "BLZ-5.1a"}


def test_skipping_sheds_exhaustion_and_uses_the_chit_up():
    """BLZ-E-10, BLZ-2.2.1c, BLZ-2.2.1d, BLZ-2.2.2e, BLZ-2.2.2f, BLZ-2.2.2i, BLZ-5.4e"""
    case = Field().formation("I/11 RDP", "french", hq="1402", exhausted=True).formation("I/5 PzR", "german", hq="1602")
    case.chit("de.repeat", "german", "repeat")
    skipped = case.play(case.position(), do.Draw(chit="I/11 RDP"), do.Skip(chit="I/11 RDP"))

    assert case.play(skipped.position, do.Draw(chit="I/5 PzR")).last.rules == ("BLZ-5.4e",)
    shed = case.play(skipped.position, mark("I/11 RDP", "exhausted", on=False), do.Draw(chit="I/5 PzR"))
    assert shed.legal
    assert shed.position.chits["I/11 RDP"] == "skipped"
    assert shed.position.active == "german"


def test_checks_come_before_anything_else():
    """BLZ-8.4h, BLZ-5.2a, BLZ-2.2.2d, BLZ-2.2.2h"""
    case = Field().formation("I/5 PzR", "german", hq="1602").formation("II/5 PzR", "german", hq="1605")
    case.unit("tank", "tank", "I/5 PzR", "1603", neutralised=True, opp=True)
    active = case.play(case.position(), do.Draw(chit="I/5 PzR"), do.Activate(chit="I/5 PzR"))

    early = case.play(active.position, do.EndActivation())
    assert {"BLZ-8.4h", "BLZ-2.2.2h"} <= set(early.last.rules)
    done = case.play(
        active.position,
        Roll(purpose="RALLY", who="tank", dice=(2, 4)),
        mark("tank", "neutralised", on=False),
        mark("tank", "opp", on=False),
        do.EndActivation(),
    )
    assert done.legal


@pytest.mark.parametrize(
    ("factor", "exhausted", "dice", "rallied"),
    [(7, False, (2, 4), True), (7, False, (3, 4), False), (8, True, (2, 4), False), (8, True, (2, 3), True)],
)
def test_rallying_takes_the_factor_less_one_and_two_less_if_exhausted(factor, exhausted, dice, rallied):
    """BLZ-X-45, BLZ-8.4i, BLZ-5.4c"""
    case = Field().formation("F", "german", hq="1602", factor=factor, exhausted=exhausted).formation("G", "french")
    case.unit("tank", "tank", "F", "1603", neutralised=True)
    rolled = case.play(
        case.position(), do.Draw(chit="F"), do.Activate(chit="F"), Roll(purpose="RALLY", who="tank", dice=dice)
    )

    off = case.play(rolled.position, mark("tank", "neutralised", on=False))
    assert off.legal is rallied
    assert rallied or "BLZ-8.4i" in off.last.rules


def test_a_second_rally_roll_is_one_too_many():
    """BLZ-6.1g"""
    case = (
        Field()
        .formation("F", "german", hq="1602")
        .formation("G", "french")
        .unit("tank", "tank", "F", "1603", neutralised=True)
    )
    rally = Roll(purpose="RALLY", who="tank", dice=(6, 6))
    played = case.play(case.position(), do.Draw(chit="F"), do.Activate(chit="F"), rally, rally)

    assert played.last.rules == ("BLZ-6.1g",)


def test_a_second_activation_exhausts():
    """BLZ-X-37, BLZ-5.3k, BLZ-5.3l, BLZ-1.4e"""
    case = field(activations=1, repeated=True)
    ended = case.play(case.position(), do.Draw(chit="I/5 PzR"), do.Activate(chit="I/5 PzR"), do.EndActivation())

    assert ended.legal
    assert case.play(ended.position, do.Draw(chit="de.repeat")).last.rules == ("BLZ-5.3l",)
    assert case.play(ended.position, mark("I/5 PzR", "exhausted"), do.Draw(chit="de.repeat")).legal


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        ({}, None),
        ({"skipped": True}, None),
        ({"activations": 1}, None),
        ({"activations": 2}, "BLZ-5.3g"),
        ({"activations": 1, "repeated": True}, "BLZ-5.3e"),
        ({"exhausted": True}, "BLZ-5.3h"),
        ({"exhausted": True, "activations": 1}, None),
        ({"demoralised": True}, "BLZ-5.3h"),
    ],
)
def test_whom_a_repeat_may_activate(state, rule):
    """BLZ-X-38, BLZ-X-39, BLZ-X-92, BLZ-5.3a, BLZ-5.3b, BLZ-5.3e, BLZ-5.3f, BLZ-5.3g, BLZ-5.3h"""
    case = field(**state)
    played = case.play(case.position(), do.Draw(chit="de.repeat"), do.PlayRepeat(chit="de.repeat", formation="I/5 PzR"))

    assert played.last.rules == ((rule,) if rule else ())


def test_no_repeat_with_a_neutralised_hq():
    """BLZ-X-40, BLZ-5.3i"""
    case = field()
    case.unit("I/5 PzR HQ", "hq", "I/5 PzR", "1602", neutralised=True)
    repeat = do.PlayRepeat(chit="de.repeat", formation="I/5 PzR")

    assert case.play(case.position(), do.Draw(chit="de.repeat"), repeat).last.rules == ("BLZ-5.3i",)


def test_no_repeat_for_artillery_and_none_for_the_enemy():
    """BLZ-X-41, BLZ-5.3b, BLZ-5.3c"""
    case = field().chit("guns", "german", "artillery", "used", medium=2)
    drawn = case.play(case.position(), do.Draw(chit="de.repeat")).position

    assert case.play(drawn, do.PlayRepeat(chit="de.repeat", formation="guns")).last.rules == ("BLZ-5.3c",)
    assert case.play(drawn, do.PlayRepeat(chit="de.repeat", formation="I/11 RDP")).last.rules == ("BLZ-5.3b",)


def test_a_repeat_turns_the_hq_over():
    """BLZ-5.3d, BLZ-3.2a, BLZ-1.4l"""
    case = field()
    played = case.play(
        case.position(),
        do.Draw(chit="de.repeat"),
        do.PlayRepeat(chit="de.repeat", formation="I/5 PzR"),
        do.EndActivation(),
        do.Draw(chit="I/11 RDP"),
    )
    assert played.last.rules == ("BLZ-5.3d",)


def test_turning_the_hq_over_after_a_normal_activation_is_worth_a_remark_only():
    """BLZ-X-90, BLZ-5.2e, BLZ-3.2b"""
    case = field()
    played = case.play(
        case.position(),
        do.Draw(chit="I/5 PzR"),
        do.Activate(chit="I/5 PzR"),
        do.EndActivation(),
        mark("I/5 PzR HQ", "activated"),
    )

    assert played.legal
    assert played.last.findings[0].rule == "BLZ-5.2e"


def test_a_second_repeat_is_played_at_once():
    """BLZ-X-42, BLZ-5.3n"""
    case = field().chit("spare repeat", "german", "repeat", "held")
    drawn = case.play(case.position(), do.Draw(chit="de.repeat"))

    assert case.play(drawn.position, do.Hold(chit="de.repeat")).last.rules == ("BLZ-5.3n",)
    assert case.play(drawn.position, do.PlayRepeat(chit="de.repeat", formation="I/5 PzR")).legal


def test_a_repeat_that_nobody_can_use_is_spent():
    """BLZ-5.3n"""
    case = field(exhausted=True).chit("spare repeat", "german", "repeat", "held")

    assert case.play(case.position(), do.Draw(chit="de.repeat"), do.Skip(chit="de.repeat")).legal


def test_only_repeats_and_generals_are_held():
    """BLZ-5.3m, BLZ-5.5m"""
    case = field()

    assert case.play(case.position(), do.Draw(chit="I/5 PzR"), do.Hold(chit="I/5 PzR")).last.rules == ("BLZ-5.3m",)
    assert case.play(case.position(), do.Draw(chit="de.repeat"), do.Hold(chit="de.repeat")).legal


def test_a_held_repeat_comes_before_the_own_formation_that_was_drawn():
    """BLZ-5.3m"""
    case = field().formation("II/5 PzR", "german", hq="1605").chit("de.repeat", "german", "repeat", "held")
    played = case.play(
        case.position(),
        do.Draw(chit="I/5 PzR"),
        do.PlayRepeat(chit="de.repeat", formation="II/5 PzR"),
        mark("II/5 PzR HQ", "activated"),
        do.EndActivation(),
        do.Activate(chit="I/5 PzR"),
    )

    assert played.legal
    assert played.position.activation
    assert played.position.activation.formations == ("I/5 PzR",)


def test_a_held_repeat_and_then_the_one_that_was_drawn_leave_nothing_to_decide():
    """BLZ-5.3m, BLZ-2.2.2c"""
    case = field().formation("II/5 PzR", "german", hq="1605").chit("spare repeat", "german", "repeat", "held")
    played = case.play(
        case.position(),
        do.Draw(chit="de.repeat"),
        do.PlayRepeat(chit="spare repeat", formation="II/5 PzR"),
        mark("II/5 PzR HQ", "activated"),
        do.EndActivation(),
        do.PlayRepeat(chit="de.repeat", formation="I/5 PzR"),
        mark("I/5 PzR HQ", "activated"),
        do.EndActivation(),
        do.Draw(chit="I/11 RDP"),
    )

    assert played.legal
    assert played.position.stack == ("DRAW", "DECIDE")


@pytest.mark.parametrize(("dice", "freed"), [((2, 4), True), ((3, 4), False)])
def test_a_failed_exhaustion_check_spends_the_activation_as_we_read_it(dice, freed):
    """BLZ-X-43, BLZ-X-44, BLZ-5.4f, BLZ-5.4g"""
    case = field(exhausted=True)
    rolled = case.play(
        case.position(),
        do.Draw(chit="I/5 PzR"),
        do.Activate(chit="I/5 PzR"),
        Roll(purpose="EXHAUSTION", who="I/5 PzR", dice=dice),
    )
    shed = case.play(rolled.position, mark("I/5 PzR", "exhausted", on=False))
    assert shed.legal is freed
    if not freed:
        load = do.Load(unit="tank", carrier="tank")
        assert case.play(rolled.position, load).last.findings[0].ruling == "AMB-11"
        assert "BLZ-5.4g" in case.play(rolled.position, load, rulings=["AMB-11=off"]).last.rules
        assert "BLZ-5.4g" not in case.play(rolled.position, load, rulings=["AMB-11=on"]).last.rules


def test_a_second_activation_of_an_exhausted_formation_only_recovers():
    """BLZ-X-92, BLZ-X-93, BLZ-5.3j"""
    case = field(exhausted=True, activations=1)
    active = case.play(
        case.position(),
        do.Draw(chit="de.repeat"),
        do.PlayRepeat(chit="de.repeat", formation="I/5 PzR"),
        mark("I/5 PzR HQ", "activated"),
        mark("I/5 PzR", "exhausted", on=False),
    )

    assert active.legal
    assert case.play(active.position, do.EndActivation()).due == ()
    assert "BLZ-5.3j" in case.play(active.position, do.Load(unit="tank", carrier="tank")).last.rules


def test_only_the_active_formation_acts():
    """BLZ-5a, BLZ-6.1h, BLZ-2.2.2a, BLZ-10.3c"""
    case = field()
    active = case.play(case.position(), do.Draw(chit="I/5 PzR"), do.Activate(chit="I/5 PzR"))

    idle = case.formation("H", "german", hq="1104").unit("idle", "infantry", "H", "1105")
    assert "BLZ-5a" in idle.play(idle.position(acting="I/5 PzR"), do.Load(unit="idle", carrier="tank")).last.rules
    assert "BLZ-2.2.2b" in case.play(active.position, do.Load(unit="company", carrier="tank")).last.rules
    assert "BLZ-6.1h" in case.play(case.position(), do.Load(unit="tank", carrier="tank")).last.rules


# ----------------------------------------------------------------------------------------------- the turn
def test_the_administration_phase_turns_hqs_takes_markers_off_and_refills_the_cup():
    """BLZ-2a, BLZ-2.1a, BLZ-2.1c, BLZ-2.1b, BLZ-2.2.1e, BLZ-3.5b, BLZ-1.4d"""
    case = Field().formation("F", "german", hq="1602", chit="used").formation("G", "french", chit="kept")
    case.unit("F HQ", "hq", "F", "1602", activated=True).unit("tank", "tank", "F", "1603", opp=True, ooc=True)
    case.unit("far", "tank", "F", "1610")
    admin = case.play(case.position("TURN_END"), do.NextTurn(turn=2))

    early = case.play(admin.position, do.EndAdmin())
    assert set(early.last.rules) == {"BLZ-2.1a", "BLZ-2.1b", "BLZ-2.1c", "BLZ-2.2.1e", "BLZ-3.5b"}
    done = case.play(
        admin.position,
        mark("F HQ", "activated", on=False),
        mark("tank", "ooc", on=False),
        mark("tank", "opp", on=False),
        mark("far", "ooc"),
        do.Refill(chit="F"),
        do.EndAdmin(),
        do.Draw(chit="G"),
    )
    assert done.legal


def test_turns_follow_each_other_to_the_last():
    """BLZ-2.3b, BLZ-12.1.1a, BLZ-12.2.1a, BLZ-1.4a"""
    case = Field(turn=6).formation("F", "german")

    assert case.play(case.position("TURN_END"), do.NextTurn(turn=7)).last.rules == ("BLZ-12.1.1a",)
    assert Field(turn=2).play(Field(turn=2).position("TURN_END"), do.NextTurn(turn=4)).last.rules == ("BLZ-2.3b",)


# --------------------------------------------------------------------------------- what rests on a disputed ruling
def test_whether_mere_refusals_are_passes_is_disputed():
    """BLZ-5.6a"""
    case = field()
    skips = (
        do.Draw(chit="I/11 RDP"), do.Skip(chit="I/11 RDP"), do.Draw(chit="I/5 PzR"), do.Skip(chit="I/5 PzR"),
    )  # fmt: skip
    refused = case.play(case.position(), *skips).position
    end, draw = do.EndPhase(reason="passes"), do.Draw(chit="de.repeat")

    assert case.play(refused, end).last.findings[0].ruling == "AMB-13"
    assert case.play(refused, end, rulings=["AMB-13=ruling"]).last.rules == ("BLZ-5.6a",)
    assert case.play(refused, end, rulings=["AMB-13=other"]).legal
    assert case.play(refused, draw, rulings=["AMB-13=other"]).last.rules == ("BLZ-5.6a",)


def test_the_last_marker_of_the_last_turn_is_disputed():
    """BLZ-5.6d"""
    case = Field(turn=6).formation("I/5 PzR", "german", hq="1602")
    drawn = case.play(case.position(), do.Draw(chit="I/5 PzR")).position
    activate = do.Activate(chit="I/5 PzR")

    assert case.play(drawn, do.Keep(chit="I/5 PzR")).legal
    assert case.play(drawn, activate).last.findings[0].ruling == "AMB-14"
    settled = case.play(case.position(), do.Draw(chit="I/5 PzR"), activate, rulings=["AMB-14=other"])
    assert settled.legal


def test_what_becomes_of_held_markers_is_disputed():
    """BLZ-5.3m, BLZ-2.2.1e"""
    case = Field().formation("F", "german", hq="1602").chit("de.repeat", "german", "repeat", "held")
    admin = case.play(case.position("TURN_END"), do.NextTurn(turn=2)).position
    other = case.play(case.position("TURN_END"), do.NextTurn(turn=2), rulings=["AMB-15=other"]).position

    assert case.play(admin, do.EndAdmin()).legal
    assert case.play(admin, do.Refill(chit="de.repeat")).last.findings[0].ruling == "AMB-15"
    assert case.play(other, do.EndAdmin(), rulings=["AMB-15=other"]).last.rules == ("BLZ-2.2.1e",)


def test_a_used_repeat_goes_back_and_that_of_a_general_does_not():
    """BLZ-2.2.1e, BLZ-5.3m"""
    case = Field().formation("F", "german", hq="1602").chit("de.repeat", "german", "repeat", "used")
    case.chit("de.general", "german", "general", "used").chit("de.general.repeat", "german", "repeat", "used")
    admin = case.position("TURN_END").but(turn=1)
    due = {each for one in case.play(admin, do.NextTurn(turn=2)).due for each in one.options}

    assert do.Refill(chit="de.repeat") in due
    assert do.Refill(chit="de.general.repeat") not in due


def test_how_the_second_of_a_pair_is_found_is_disputed():
    """BLZ-2.2.1a, BLZ-5.5c"""
    case = field().formation("II/5 PzR", "german", hq="1605")
    waiting = case.play(
        case.position(),
        do.Draw(chit="de.general"),
        do.PlayGeneral(chit="de.general", option="pair"),
        do.Draw(chit="I/5 PzR"),
        do.Defer(chit="I/5 PzR"),
    ).position
    chosen = do.Draw(chit="II/5 PzR", blind=False)

    assert case.play(waiting, chosen).last.findings[0].ruling == "AMB-16"
    assert case.play(waiting, chosen, rulings=["AMB-16=other"]).legal
    assert case.play(case.position(), chosen).last.rules == ("BLZ-2.2.1a",)


@pytest.mark.parametrize(("state", "rule"), [({"exhausted": True}, "BLZ-5.3h"), ({"shaken": True}, "BLZ-5.3i")])
def test_whether_the_own_first_activation_is_barred_can_be_settled(state, rule):
    """BLZ-5.3h, BLZ-5.3i"""
    case = field(exhausted="exhausted" in state)
    case.unit("I/5 PzR HQ", "hq", "I/5 PzR", "1602", neutralised="shaken" in state)
    drawn = case.play(case.position(), do.Draw(chit="I/5 PzR")).position
    activate = do.Activate(chit="I/5 PzR")

    assert case.play(drawn, activate).legal
    assert case.play(drawn, activate, rulings=["AMB-12=other"]).last.rules == (rule,)


def test_a_cancelled_repeat_never_was():
    """BLZ-5.5g, BLZ-5.3d, BLZ-5.3e"""
    case = field()
    played = case.play(
        case.position(),
        do.Draw(chit="de.repeat"),
        do.PlayRepeat(chit="de.repeat", formation="I/5 PzR"),
        do.PlayGeneral(chit="fr.general", option="cancel", on=("de.repeat",)),
        Roll(purpose="CANCEL", who="de.repeat", dice=(2,)),
        do.Draw(chit="I/5 PzR"),
    )

    assert played.legal
    assert not played.position.formations["I/5 PzR"].repeated
    assert played.position.formations["I/5 PzR"].activations == 0
    assert not any(due.must for due in played.position.due), "only the HQ may have been turned over for it"


def test_turning_the_hq_after_every_activation_can_be_settled():
    """BLZ-5.2e, BLZ-3.2b"""
    case = field()
    done = (do.Draw(chit="I/5 PzR"), do.Activate(chit="I/5 PzR"), do.EndActivation(), do.Draw(chit="de.repeat"))

    assert case.play(case.position(), *done).legal
    assert case.play(case.position(), *done, rulings=["AMB-01=always"]).last.rules == ("BLZ-5.2e",)


def test_whether_rallying_is_all_that_a_unit_does_can_be_settled():
    """BLZ-6.1g"""
    case = field()
    case.unit("tank", "tank", "I/5 PzR", "1603", neutralised=True)
    rallied = case.play(
        case.position(),
        do.Draw(chit="I/5 PzR"),
        do.Activate(chit="I/5 PzR"),
        Roll(purpose="RALLY", who="tank", dice=(1, 1)),
        mark("tank", "neutralised", on=False),
    ).position
    move = do.Move(units=("tank",), hex="1604")

    assert case.play(rallied, move).legal
    assert case.play(rallied, move, rulings=["AMB-10=other"]).last.rules == ("BLZ-6.1g",)


def test_an_hq_that_was_turned_over_at_the_end_of_an_activation_need_not_be_turned_for_a_repeat():
    """BLZ-5.3d, BLZ-5.2e"""
    case = field()
    turned = do.EndActivation(), mark("I/5 PzR HQ", "activated")
    again = do.Draw(chit="de.repeat"), do.PlayRepeat(chit="de.repeat", formation="I/5 PzR"), do.EndActivation()
    tired = mark("I/5 PzR", "exhausted"), do.Draw(chit="I/11 RDP")

    def played(*rulings: str) -> Played:
        start = case.position(acting="I/5 PzR").formation("I/5 PzR", activations=1)
        return case.play(start, *turned, *again, *tired, rulings=rulings)

    assert played().legal
    assert played("AMB-01=always").legal
    fresh = case.play(case.position(), *again[:2], do.EndActivation(), do.Draw(chit="I/11 RDP"))
    assert "BLZ-5.3d" in fresh.rules


def test_shedding_exhaustion_is_no_pass():
    """BLZ-5.6a, BLZ-5.4e"""
    case = field(exhausted=True)
    shed = do.Draw(chit="I/5 PzR"), do.Skip(chit="I/5 PzR"), mark("I/5 PzR", "exhausted", on=False)
    over = do.Draw(chit="I/11 RDP"), do.Skip(chit="I/11 RDP"), do.EndPhase(reason="passes")

    assert case.play(case.position(), *shed, *over).last.verdict == "illegal"
    assert case.play(case.position(), *shed, *over).last.rules == ("BLZ-5.6a",)
    rested = field()
    declined = rested.play(rested.position(), *shed[:2], *over)
    assert [each.ruling for each in declined.last.findings] == ["AMB-13"]


def test_a_cancelled_marker_activates_nobody():
    """BLZ-5.5h"""
    case = field()
    case.places["fr.general"] = "held"
    case.chit("fr.general", "french", "general", "held")
    cancelled = (
        do.Draw(chit="I/5 PzR"), do.PlayGeneral(chit="fr.general", option="cancel", on=("I/5 PzR",)),
    )  # fmt: skip
    gone, kept = (Roll(purpose="CANCEL", who="I/5 PzR", dice=(die,)) for die in (2, 5))

    assert "BLZ-5.5h" in case.play(case.position(), *cancelled, gone, do.Activate(chit="I/5 PzR")).last.rules
    assert case.play(case.position(), *cancelled, kept, do.Activate(chit="I/5 PzR")).legal
