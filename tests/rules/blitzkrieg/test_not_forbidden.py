"""Nobody is accused of what the book does not forbid for certain: harmless orders, corrections, disputed readings."""

import pytest

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.model import Position
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from rules.engine.ruling import Illegal, Undecided
from tests.rules.blitzkrieg.battlefield import Field
from tests.rules.shared.played import Played

OWN = {"acting": "I/5 PzR"}


def field(**more: object) -> Field:
    made = Field().formation("I/5 PzR", "german", hq="1602", factor=8, **more)
    made.formation("II/5 PzR", "german", hq="1608").formation("I/11 RDP", "french", hq="1402")
    made.unit("tank", "tank", "I/5 PzR", "1603").unit("second tank", "tank", "I/5 PzR", "1601")
    made.unit("company", "infantry", "I/11 RDP", "1403").unit("other tank", "tank", "II/5 PzR", "1607")
    for name in ("de.repeat.1", "de.repeat.2"):
        made.chit(name, "german", "repeat")
    for name in ("de.general.1", "de.general.2"):
        made.chit(name, "german", "general")
    made.chit("fr.general", "french", "general", "held").chit("fr.repeat", "french", "repeat")
    return made.chit("de.guns", "german", "artillery", medium=2, light=2)


def drawn(case: Field, chit: str, **more: object) -> Played:
    return case.play(case.position(**more), do.Draw(chit=chit))


def mark(piece: str, marker: do.MarkerName, *, on: bool = True) -> do.Mark:
    return do.Mark(piece=piece, marker=marker, on=on)


def accused(played: Played) -> list[str]:
    return [each.rule for said in played.rulings for each in said.findings if isinstance(each, Illegal)]


def doubted(played: Played) -> list[str]:
    return [each.ruling for said in played.rulings for each in said.findings if isinstance(each, Undecided)]


# ---------------------------------------------------------------------------------------------- markers in any order
def test_turning_the_hq_over_ends_an_activation_also_after_a_move_that_may_be_answered():
    """BLZ-5.2e, BLZ-3.2b"""
    case = field()
    played = case.play(case.position(**OWN), do.Move(units=("tank",), hex="1604"), mark("I/5 PzR HQ", "activated"))

    assert played.legal


def test_an_hq_that_was_turned_over_needlessly_may_be_turned_back():
    """BLZ-3.2b, BLZ-2.1a"""
    case = field()
    normal = case.play(case.position(**OWN), mark("I/5 PzR HQ", "activated"), mark("I/5 PzR HQ", "activated", on=False))
    repeated = field(repeated=True)

    assert normal.legal
    assert accused(repeated.play(repeated.position(**OWN), mark("I/5 PzR HQ", "activated", on=False))) == ["BLZ-2.1a"]


def test_after_a_repeat_the_hq_is_turned_over_before_the_next_draw():
    """BLZ-5.3d, BLZ-5.2e"""
    case = field()
    start = drawn(case, "de.repeat.1").position
    before = do.PlayRepeat(chit="de.repeat.1", formation="I/5 PzR"), do.EndActivation()

    assert case.play(start, *before, mark("I/5 PzR HQ", "activated"), do.Draw(chit="de.repeat.2")).legal
    assert accused(case.play(start, *before, do.Draw(chit="de.repeat.2"))) == ["BLZ-5.3d"]


def test_who_has_gone_beyond_the_radius_may_be_marked_at_once():
    """BLZ-3.5a, BLZ-3.4b"""
    case = field()
    away = [do.Move(units=("tank",), hex=place) for place in ("1604", "1605", "1606")]
    marked = case.play(case.position(**OWN), *away, mark("tank", "ooc"))

    assert marked.legal
    assert accused(case.play(case.position(**OWN), *away[:2], mark("tank", "ooc"))) == ["BLZ-3.5a"]


def test_the_exhaustion_marker_may_lie_before_the_second_activation_is_declared_over():
    """BLZ-5.3k, BLZ-5.3l"""
    second, first = field(activations=2), field(activations=1)
    after = mark("I/5 PzR", "exhausted"), do.EndActivation(), do.Draw(chit="II/5 PzR")

    assert second.play(second.position(**OWN), *after).legal
    assert accused(first.play(first.position(**OWN), *after)) == ["BLZ-5.3k"]


def test_clearing_up_may_begin_before_the_turn_marker_goes_on():
    """BLZ-2.1a, BLZ-2.1c, BLZ-2.2.1e"""
    case = field(chit="used", repeated=True)
    case.unit("seen", "tank", "I/5 PzR", "1604", opp=True)
    early = do.Refill(chit="I/5 PzR"), mark("seen", "opp", on=False), mark("I/5 PzR HQ", "activated", on=False)
    ended, playing = case.position("TURN_END"), case.position(**OWN)

    assert case.play(ended, *early, do.NextTurn(turn=2), do.EndAdmin()).legal
    assert accused(case.play(playing, *early)) == ["BLZ-2.2.1e", "BLZ-2.1c", "BLZ-2.1a"]


def test_what_was_forgotten_is_said_once_and_may_be_made_good():
    """BLZ-2.1c"""
    case = field()
    case.unit("seen", "tank", "I/5 PzR", "1604", opp=True)
    late = case.play(
        case.position("TURN_END"), do.NextTurn(turn=2), do.EndAdmin(), mark("seen", "opp", on=False),
        mark("tank", "opp", on=False),
    )  # fmt: skip

    assert [said.rules for said in late.rulings] == [(), ("BLZ-2.1c",), (), ("BLZ-2.1c",)]
    never = case.play(case.position("TURN_END"), do.NextTurn(turn=2), do.EndAdmin())
    assert [said.rules for said in never.rulings] == [(), ("BLZ-2.1c",)]


def test_a_unit_without_an_hq_is_out_of_command_only_as_others_read_it():
    """BLZ-3.1a, BLZ-10.3d"""
    case = field().formation("KG", "german").unit("car", "armoured-car", "KG", "1705")
    act = mark("car", "ooc")

    assert doubted(case.play(case.position(**OWN), act)) == ["AMB-28"]
    assert accused(case.play(case.position(**OWN), act, rulings=["AMB-28=ruling"])) == ["BLZ-3.5a"]
    assert case.play(case.position(**OWN), act, rulings=["AMB-28=other"]).legal


# ------------------------------------------------------------------------------------------------ checks and rallying
def rally(unit: str, *dice: int) -> Roll:
    return Roll(purpose="RALLY", who=unit, dice=dice)


def two_shaken() -> Field:
    case = field()
    return case.unit("shaken", "tank", "I/5 PzR", "1604", neutralised=True).unit(
        "other", "tank", "I/5 PzR", "1702", neutralised=True
    )


def test_all_may_roll_to_rally_before_the_markers_come_off_and_others_may_act_in_between():
    """BLZ-8.4i, BLZ-8.4h"""
    case = two_shaken()
    start = drawn(case, "I/5 PzR").position
    rolled = do.Activate(chit="I/5 PzR"), rally("shaken", 1, 2), rally("other", 1, 2)
    off = mark("shaken", "neutralised", on=False), mark("other", "neutralised", on=False)

    assert case.play(start, *rolled, *off, do.EndActivation()).legal
    assert case.play(start, *rolled, do.Move(units=("tank",), hex="1602"), *off, do.EndActivation()).legal
    assert accused(case.play(start, *rolled, do.EndActivation())) == ["BLZ-8.4i"]
    goes = do.Move(units=("shaken",), hex="1704")
    assert case.play(start, *rolled, goes, *off, do.EndActivation()).legal, "it is neutralised no more"
    assert accused(case.play(start, *rolled, goes, off[1], do.EndActivation())) == ["BLZ-8.4i"]


def test_rallying_after_another_has_acted_is_disputed_and_never_rallying_is_not():
    """BLZ-8.4h, BLZ-6.1g, BLZ-2.2.2d"""
    case = two_shaken()
    start = drawn(case, "I/5 PzR").position
    begun = do.Activate(chit="I/5 PzR"), rally("shaken", 6, 6), do.Move(units=("tank",), hex="1602")
    late = case.play(start, *begun, rally("other", 6, 6), do.EndActivation())
    never = case.play(start, *begun, do.EndActivation())

    assert (accused(late), doubted(late)) == ([], ["AMB-10"])
    assert accused(never) == ["BLZ-8.4h"]
    assert accused(case.play(start, *begun, rulings=["AMB-10=ruling"])) == ["BLZ-5.2a"]
    assert case.play(start, *begun, rally("other", 6, 6), do.EndActivation(), rulings=["AMB-10=other"]).legal
    assert accused(case.play(start, *begun[:2], rally("shaken", 1, 1))) == ["BLZ-6.1g"]


def test_whose_marker_a_general_took_off_need_not_rally():
    """BLZ-5.5e, BLZ-8.4h"""
    case = two_shaken()
    case.places["de.general.1"] = "held"
    played = case.play(
        drawn(case, "I/5 PzR").position,
        do.Activate(chit="I/5 PzR"),
        do.PlayGeneral(chit="de.general.1", option="clear", on=("shaken", "other")),
        mark("shaken", "neutralised", on=False),
        mark("other", "neutralised", on=False),
        do.Move(units=("shaken",), hex="1704"),
        do.EndActivation(),
    )
    assert accused(played) == []


def test_an_exhausted_formation_that_acts_without_a_check_is_disputed():
    """BLZ-5.4f, BLZ-2.2.2e"""
    case = field(exhausted=True)
    start = drawn(case, "I/5 PzR").position
    acts = do.Activate(chit="I/5 PzR"), do.Move(units=("tank",), hex="1604")

    assert doubted(case.play(start, *acts)) == ["AMB-11"]
    assert accused(case.play(start, *acts, rulings=["AMB-11=off"])) == ["BLZ-2.2.2e"]
    assert case.play(start, *acts, rulings=["AMB-11=on"]).legal
    checked = acts[0], Roll(purpose="EXHAUSTION", who="I/5 PzR", dice=(6, 6)), acts[1]
    assert case.play(start, *checked, rulings=["AMB-11=on"]).legal


def test_a_formation_joined_to_one_that_only_recovers_acts():
    """BLZ-5.3j, BLZ-5.5c"""
    case = field(exhausted=True, activations=1)
    waiting = {"paired": {"german": "de.general.1"}, "deferred": {"german": "I/5 PzR"}}
    pair = (
        do.Activate(chit="II/5 PzR", also="I/5 PzR"), mark("I/5 PzR", "exhausted", on=False),
    )  # fmt: skip
    start = drawn(case, "II/5 PzR").position.but(**waiting)

    assert case.play(start, *pair, do.Move(units=("other tank",), hex="1606")).legal
    assert accused(case.play(start, *pair, do.Move(units=("tank",), hex="1604"))) == ["BLZ-5.3j"]


def test_a_cancellation_may_come_before_the_recovery_that_it_spares():
    """BLZ-5.5j, BLZ-8.5.1b"""
    case = field(demoralised=True)
    cancel = do.PlayGeneral(chit="fr.general", option="cancel", on=("I/5 PzR",))
    start = drawn(case, "I/5 PzR").position

    assert case.play(start, cancel, Roll(purpose="CANCEL", who="I/5 PzR", dice=(1,))).legal
    assert accused(case.play(start, do.Skip(chit="I/5 PzR"))) == ["BLZ-8.5.1b"]


def test_a_demoralised_formation_whose_marker_is_only_kept_need_not_try_to_recover():
    """BLZ-8.5.1b, BLZ-5.6d"""
    case = field(demoralised=True)
    start = case.position(chits={**dict.fromkeys(case.places, "off"), "I/5 PzR": "cup"})
    ended = do.Draw(chit="I/5 PzR"), do.Keep(chit="I/5 PzR"), do.EndPhase(), do.NextTurn(turn=2)
    rolled = ended[0], Roll(purpose="RECOVERY", who="I/5 PzR", dice=(6, 6))

    assert case.play(start, *ended).legal
    assert case.play(start, *rolled).legal


# ----------------------------------------------------------------------------------------------- Generals and Repeats
def held(*chits: str) -> Field:
    case = field()
    for chit in chits:
        case.places[chit] = "held"
    return case


@pytest.mark.parametrize("declined", [do.Skip, do.Pass, do.Defer])
def test_the_general_may_be_said_when_the_second_formation_is_drawn(declined):
    """BLZ-5.5b, BLZ-5.5c"""
    case = held("de.general.1")
    played = case.play(
        case.position(),
        do.Draw(chit="I/5 PzR"),
        declined(chit="I/5 PzR"),
        do.Draw(chit="II/5 PzR"),
        do.PlayGeneral(chit="de.general.1", option="pair"),
        do.Activate(chit="II/5 PzR", also="I/5 PzR"),
        do.Move(units=("tank",), hex="1604"),
        do.Move(units=("other tank",), hex="1606"),
    )
    assert played.legal
    assert played.position.chits["de.general.1"] == "used"


def test_only_the_marker_declined_last_is_joined_and_only_under_a_general():
    """BLZ-5.5b, BLZ-5.5c"""
    case, without = held("de.general.1").formation("III/5 PzR", "german"), field()
    first = do.Draw(chit="I/5 PzR"), do.Skip(chit="I/5 PzR")
    second = do.Draw(chit="III/5 PzR"), do.Skip(chit="III/5 PzR")
    joined = do.Draw(chit="II/5 PzR"), do.Activate(chit="II/5 PzR", also="I/5 PzR")

    assert accused(case.play(case.position(), *first, *second, *joined)) == ["BLZ-5.5c"]
    assert accused(without.play(without.position(), *first, *joined)) == ["BLZ-5.5c"]
    assert case.play(case.position(), *first, *joined).legal


def test_guns_may_be_the_first_of_a_pair_under_a_general_from_the_hand():
    """BLZ-5.5d, BLZ-5.5m"""
    case = held("de.general.1")
    pair = do.Draw(chit="de.guns"), do.PlayGeneral(chit="de.general.1", option="pair"), do.Defer(chit="de.guns")

    assert case.play(case.position(), *pair, do.Draw(chit="II/5 PzR")).legal
    clear = do.PlayGeneral(chit="de.general.1", option="clear")
    assert doubted(case.play(case.position(), pair[0], clear)) == ["AMB-15"]
    assert accused(case.play(case.position(), do.Draw(chit="fr.repeat"), clear)) == ["BLZ-5.5m"]


def test_of_two_repeats_or_generals_it_matters_not_which_is_played():
    """BLZ-5.3n, BLZ-5.5n"""
    repeats, generals = held("de.repeat.1"), held("de.general.1")
    repeated = (
        do.Draw(chit="de.repeat.2"), do.PlayRepeat(chit="de.repeat.1", formation="I/5 PzR"),
        mark("I/5 PzR HQ", "activated"), do.EndActivation(), do.Hold(chit="de.repeat.2"),
    )  # fmt: skip
    cleared = (
        do.Draw(chit="de.general.2"), do.PlayGeneral(chit="de.general.1", option="clear"),
        do.Hold(chit="de.general.2"),
    )  # fmt: skip

    assert repeats.play(repeats.position(), *repeated).legal
    assert generals.play(generals.position(), *cleared).legal
    assert accused(repeats.play(repeats.position(), repeated[0], repeated[-1])) == ["BLZ-5.3n"]


def test_a_repeat_from_the_hand_together_with_own_guns_is_disputed():
    """BLZ-5.3m"""
    case = held("de.repeat.1")
    repeat = do.PlayRepeat(chit="de.repeat.1", formation="I/5 PzR")

    assert doubted(case.play(case.position(), do.Draw(chit="de.guns"), repeat)) == ["AMB-15"]
    assert accused(case.play(case.position(), do.Draw(chit="I/11 RDP"), repeat)) == ["BLZ-5.3m"]


@pytest.mark.parametrize(
    ("chit", "laid"),
    [
        ("de.repeat.1", do.Hold(chit="de.repeat.1")),
        ("de.general.1", do.PlayGeneral(chit="de.general.1", option="pair")),
    ],
)
def test_what_was_only_laid_down_can_still_be_cancelled(chit, laid):
    """BLZ-5.5g, BLZ-5.5j"""
    case = field()
    cancel = do.PlayGeneral(chit="fr.general", option="cancel", on=(chit,))
    played = case.play(case.position(), do.Draw(chit=chit), laid, cancel, Roll(purpose="CANCEL", who=chit, dice=(3,)))
    late = case.play(case.position(), do.Draw(chit=chit), laid, do.Draw(chit="I/11 RDP"), cancel)

    assert played.legal
    assert played.position.chits[chit] == "cancelled"
    assert not played.position.paired
    assert accused(late) == ["BLZ-5.5g"]


def test_markers_of_choice_are_taken_openly_and_need_not_be_used():
    """BLZ-12.1.5b, BLZ-2.2.1a"""
    case = field(chit="reserve")

    assert case.play(case.position(), do.Draw(chit="I/5 PzR", blind=False)).legal
    assert doubted(case.play(case.position(), do.Draw(chit="II/5 PzR"))) == ["AMB-48"]
    assert accused(case.play(case.position(), do.Draw(chit="II/5 PzR", blind=False))) == ["BLZ-2.2.1a"]


def test_where_no_assignment_is_shown_it_stays_open_who_may_act():
    """BLZ-10.3b, BLZ-5a"""
    case = field().unit("gun", "at-gun", "I/5 PzR", "1603", independent=True)
    position = case.position(**OWN)
    said = case.play(position.unit("gun", formation=""), do.Move(units=("gun",), hex="1604")).last

    assert [(each.rule, each.missing) for each in said.findings if isinstance(each, Undecided)] == [
        ("BLZ-5a", "assignment")
    ]
    assert case.play(position, do.Move(units=("gun",), hex="1604")).legal
    assert accused(case.play(position, do.Move(units=("other tank",), hex="1606"))) == ["BLZ-5a"]


# ------------------------------------------------------------------------------------------------ fire and its columns
def opposed() -> Field:
    return Field().formation("F", "german", hq="1605", factor=8).formation("G", "french", hq="1403")


def roll(purpose: str, who: str, *dice: int) -> Roll:
    return Roll(purpose=purpose, who=who, dice=dice)


def test_a_column_by_another_reading_is_disputed_and_its_result_stands():
    """BLZ-8.2.1b, BLZ-8.2.2a"""
    case = opposed().unit("gun", "at-gun", "F", "1603").unit("foot", "infantry", "G", "1602", defence=1)
    fire = do.Fire(unit="gun", target="foot", mode="full", column=2)
    ours, theirs = roll("FIRE", "gun", 6, 6), mark("foot", "neutralised")

    played = case.play(case.position(acting="F"), fire, ours, do.StepLoss(unit="foot"))
    assert (accused(played), doubted(played)) == ([], ["AMB-43"])
    assert accused(case.play(case.position(acting="F"), fire, rulings=["AMB-43=ruling"])) == ["BLZ-8.2.2a"]
    assert case.play(case.position(acting="F"), fire, rulings=["AMB-43=other"]).legal
    wrong = do.Fire(unit="gun", target="foot", mode="full", column=5)
    assert accused(case.play(case.position(acting="F"), wrong)) == ["BLZ-8.2.1b"]
    told = case.play(case.position(acting="F"), fire, roll("FIRE", "gun", 5, 6), theirs)
    assert accused(told) == []


def test_without_a_column_the_result_by_another_reading_is_disputed():
    """BLZ-8.2.1b, BLZ-8.3b"""
    case = opposed().unit("gun", "at-gun", "F", "1603", attack=4).unit("foot", "infantry", "G", "1602", defence=1)
    fire = do.Fire(unit="gun", target="foot", mode="full"), roll("FIRE", "gun", 4, 5)
    ours = case.play(case.position(acting="F"), *fire, mark("foot", "neutralised"), do.EndActivation())
    theirs = case.play(case.position(acting="F"), *fire, do.EndActivation())

    assert ours.legal
    assert (accused(theirs), doubted(theirs)) == ([], ["AMB-43"])


@pytest.mark.parametrize(("column", "ruling"), [(2, "AMB-44"), (4, "")])
def test_what_reduced_strength_is_is_disputed(column, ruling):
    """BLZ-6.1c"""
    case = opposed().unit("tank", "tank", "F", "1604").unit("foot", "infantry", "G", "1602")
    fire = do.Fire(unit="tank", target="foot", mode="reduced", column=column)
    played = case.play(case.position(acting="F"), do.Move(units=("tank",), hex="1603"), fire)

    assert doubted(played) == ([ruling] if ruling else [])
    assert accused(played) == ([] if ruling else ["BLZ-6.1c"])


def test_whether_works_help_in_a_melee_is_disputed():
    """BLZ-10.2b"""
    case = opposed().unit("tank", "tank", "F", "1603").unit("foot", "infantry", "G", "1602")
    case.works = ("1602",)
    fight = (
        do.Assault(units=("tank",), hex="1602"), do.MeleeFire(unit="foot", target="tank"),
        roll("MELEE", "foot", 1, 1), do.MeleeFire(unit="tank", target="foot", column=5),
    )  # fmt: skip

    assert doubted(case.play(case.position(acting="F"), *fight)) == ["AMB-24"]
    assert accused(case.play(case.position(acting="F"), *fight, rulings=["AMB-24=ruling"])) == ["BLZ-10.2b"]
    assert case.play(case.position(acting="F"), *fight, rulings=["AMB-24=other"]).legal


# ------------------------------------------------------------------------------------------- reactions, melee, retreats
def test_an_attempt_to_retreat_that_failed_bars_no_other_one():
    """BLZ-6.3b, BLZ-6.4b"""
    case = opposed().unit("tank", "tank", "F", "1405").unit("foot", "infantry", "G", "1404", neutralised=True)
    first = do.Move(units=("tank",), hex="1505"), do.TryRetreat(unit="foot")
    second = do.Move(units=("tank",), hex="1504"), do.TryRetreat(unit="foot")
    passed, failed = roll("RETREAT", "foot", 1, 1), roll("RETREAT", "foot", 6, 6)
    away = do.Retreat(unit="foot", path=("1403",))

    assert case.play(case.position(acting="F"), *first, failed, *second, passed, away).legal
    assert accused(case.play(case.position(acting="F"), *first, passed, away, *second)) == ["BLZ-6.3b"]


def test_nobody_has_to_fire_in_a_melee_and_what_is_not_said_stays_open():
    """BLZ-9.1.2b, BLZ-9.1.2e, BLZ-9.1.3a"""
    case = opposed().unit("tank", "tank", "F", "1603")
    case.unit("foot", "infantry", "G", "1602").unit("other foot", "infantry", "G", "1602")
    into, shot = do.Assault(units=("tank",), hex="1602"), do.MeleeFire(unit="tank", target="foot")
    one, dice = (do.MeleeFire(unit="foot", target="tank"), roll("MELEE", "foot", 1, 1)), roll("MELEE", "tank", 1, 1)

    def doubts(*actions: do.Action) -> list[str]:
        said = case.play(case.position(acting="F"), into, *actions)
        assert accused(said) == []
        return [each.rule for ruling in said.rulings for each in ruling.findings if isinstance(each, Undecided)]

    assert doubts(*one, shot) == ["BLZ-9.1.2b"]
    assert doubts(shot, dice) == ["BLZ-9.1.2b"]
    assert doubts(do.Decline(by="french"), shot, dice) == []
    assert doubts(*one, do.Decline(by="french"), shot, dice) == []
    assert doubts(*one, *one) == ["BLZ-8.1.1a"]
    second = do.MeleeFire(unit="other foot", target="tank"), roll("MELEE", "other foot", 1, 1)
    assert doubts(*one, *second, *one) == ["BLZ-9.1.2e"]
    assert doubts(*one, *second, do.Decline(by="german"), *one) == []
    everyone = (*one, *second, shot, dice)
    assert doubts(*everyone, shot, dice, do.Decline(), shot, dice) == []
    assert doubts(*everyone, shot, dice, shot, dice) == ["BLZ-8.1.1a"]


def test_a_single_defender_who_does_not_fire_accuses_nobody():
    """BLZ-9.1.2b, BLZ-9.1.3b"""
    case = opposed().unit("tank", "tank", "F", "1603").unit("foot", "infantry", "G", "1602", steps=1)
    into, shot = do.Assault(units=("tank",), hex="1602"), do.MeleeFire(unit="tank", target="foot")
    hit, spared = roll("MELEE", "tank", 6, 6), roll("MELEE", "tank", 1, 1)
    out, let_it_be = (do.Remove(unit="foot"), roll("DEMORAL", "G", 1, 1)), do.Decline(by="french")

    assert case.play(case.position(acting="F"), into, let_it_be, shot, hit, *out, do.EndActivation()).legal
    rounds = case.play(case.position(acting="F"), into, let_it_be, shot, spared, let_it_be, shot, hit, *out)
    assert (rounds.legal, rounds.position.melee) == (True, None)


def test_what_a_carrier_may_do_beside_loading_is_disputed():
    """BLZ-6.1f, BLZ-5.2c"""
    case = opposed().unit("apc", "apc", "F", "1603").unit("foe", "infantry", "G", "1602")
    case.unit("first", "infantry", "F", "1603", aboard="apc").unit("second", "infantry", "F", "1603")
    off = do.Unload(unit="first")

    for then in (do.Load(unit="second", carrier="apc"), do.Assault(units=("apc",), hex="1602")):
        assert doubted(case.play(case.position(acting="F"), off, then)) == ["AMB-45"]
        assert accused(case.play(case.position(acting="F"), off, then, rulings=["AMB-45=ruling"]))
        assert case.play(case.position(acting="F"), off, then, rulings=["AMB-45=other"]).legal
    assert accused(case.play(case.position(acting="F"), off, do.Assault(units=("first",), hex="1602"))) == ["BLZ-6.1f"]


def test_a_company_that_walks_off_may_have_got_off():
    """BLZ-6.1f"""
    case = opposed().unit("apc", "apc", "F", "1603").unit("foot", "infantry", "F", "1603", aboard="apc")
    step = do.Move(units=("foot",), hex="1604")
    said = case.play(case.position(acting="F"), step).last
    fired = case.position(acting="F").did("apc", fired="full")

    assert [each.missing for each in said.findings if isinstance(each, Undecided)] == ["unloading"]
    assert accused(case.play(fired, step)) == ["BLZ-6.1f"]


def test_that_an_hq_attacks_alone_is_disputed():
    """BLZ-9.1.4a, BLZ-5.2c"""
    case = opposed().unit("tank", "tank", "F", "1603").unit("foot", "infantry", "G", "1604")
    into = do.Assault(units=("F HQ",), hex="1604")

    assert doubted(case.play(case.position(acting="F"), into)) == ["AMB-18"]
    assert accused(case.play(case.position(acting="F"), into, rulings=["AMB-18=ruling"])) == ["BLZ-9.1.4a"]
    assert case.play(case.position(acting="F"), do.Assault(units=("tank", "F HQ")[:1], hex="1604")).legal


def test_whether_an_hq_goes_by_an_attached_unit_is_not_said():
    """BLZ-3.2e"""
    case = opposed().unit("foot", "infantry", "F", "1606").unit("car", "armoured-car", "F", "1606", independent=True)
    way = [do.Move(units=("F HQ",), hex=place) for place in ("1604", "1603", "1602")]
    alone = opposed().unit("foot", "infantry", "F", "1606")

    assert accused(case.play(case.position(acting="F"), *way)) == []
    assert doubted(case.play(case.position(acting="F"), *way)) == [""]
    assert accused(alone.play(alone.position(acting="F"), *way)) == ["BLZ-3.2e"]


def test_the_way_home_may_lead_along_a_road():
    """BLZ-8.5.1e"""
    row = [f"{column}05" for column in range(10, 18)]
    case = Field().formation("F", "german", hq="1705", demoralised=True).unit("tank", "tank", "F", row[0])
    due = Due("BLZ-8.5.1e", (do.Withdraw(unit="tank"),))
    start = case.ground(roads=row).position("ADMIN").owing(due)
    beside = Field().formation("F", "german", hq="1705", demoralised=True).unit("tank", "tank", "F", row[0])

    assert case.play(start, do.Withdraw(unit="tank", path=tuple(row[1:]))).legal
    assert case.play(start, do.Withdraw(unit="tank", path=tuple(row[1:6]))).legal
    assert accused(case.play(start, do.Withdraw(unit="tank", path=tuple(row[1:4])))) == ["BLZ-8.5.1e"]
    far = do.Withdraw(unit="tank", path=tuple(row[1:]))
    assert accused(beside.play(beside.position("ADMIN").owing(due), far)) == ["BLZ-8.5.1e"]


# ----------------------------------------------------------------------------------------------- guns, end of the game
def gunners() -> Field:
    case = opposed().chit("guns", "german", "artillery", medium=2, light=2)
    return case.unit("foe", "infantry", "G", "1604")


def firing(case: Field) -> Position:
    position = case.position(acting="F")
    return position.acts(chits=("guns",), formations=(), salvos={"guns medium": 2, "guns light": 2})


def test_where_no_observer_is_named_it_stays_open_who_observes():
    """BLZ-8.6.1b, BLZ-8.6.1l"""
    case = gunners()
    salvo = do.Barrage(chit="guns", hex="1604", calibre="medium", observer="")
    said = case.play(firing(case), salvo, roll("BARRAGE", "guns", 1, 1))
    far = do.Barrage(chit="guns", hex="0204", calibre="medium", observer="")

    assert (accused(said), [each.missing for each in said.rulings[0].findings]) == ([], ["observer"])
    assert case.play(firing(case), salvo, roll("TRANSMIT", "F HQ", 1, 1), roll("BARRAGE", "guns", 1, 1)).due == ()
    assert accused(case.play(firing(case), far)) == ["BLZ-8.6.1b"]


def test_a_salvo_beside_the_group_is_worth_a_remark_unless_it_is_settled():
    """BLZ-8.6.2b, BLZ-8.6.1q"""
    case = gunners()
    both = (
        do.Concentrate(hex="1604", salvos=("guns medium",) * 2),
        do.Barrage(chit="guns", hex="1604", calibre="light", observer="F HQ"),
    )

    assert case.play(firing(case), *both).legal
    assert accused(case.play(firing(case), *both, rulings=["AMB-61=other"])) == ["BLZ-8.6.2b"]


@pytest.mark.parametrize("states", [("DRAW",), ("TURN_END",), ("DRAW", "ACTIVE")])
def test_a_side_may_concede_but_not_claim(states):
    """BLZ-11a"""
    case = opposed()

    assert case.play(case.position(*states), do.Conclude(result="french", by="german")).legal
    assert len(accused(case.play(case.position(*states), do.Conclude(result="german", by="german")))) == 1
