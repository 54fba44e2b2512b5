"""Nobody is accused of what the book does not forbid for certain: harmless orders, corrections, disputed readings."""


from rules.blitzkrieg import actions as do
from rules.engine.ruling import Illegal, Undecided
from tests.rules.blitzkrieg.battlefield import Field, Played

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


def test_a_unit_without_an_hq_is_out_of_command_only_as_others_read_it():
    """BLZ-3.1a, BLZ-10.3d"""
    case = field().formation("KG", "german").unit("car", "armoured-car", "KG", "1705")
    act = mark("car", "ooc")

    assert doubted(case.play(case.position(**OWN), act)) == ["AMB-28"]
    assert accused(case.play(case.position(**OWN), act, rulings=["AMB-28=ruling"])) == ["BLZ-3.5a"]
    assert case.play(case.position(**OWN), act, rulings=["AMB-28=other"]).legal
