"""A game whose reader of logs is not proven yet accuses nobody."""

from rules.audit.games import games
from rules.audit.judging import Judge
from rules.engine.ruling import Finding, Illegal, Notice, Undecided
from tests.rules.audit.test_chain import cut, played, quiet_place, with_a_wrong_roll
from tests.rules.shared.through import alone
from tests.rules.shared.workshop import workshop_of
from vassal.timeline import Timeline


def found(*, young: bool) -> list[Finding]:
    """What is found in a game in which somebody rolls for no reason."""
    game, workshop, turns = games()["blitzkrieg"], workshop_of("blitzkrieg"), played("blitzkrieg", "hannut", 3)
    ((_, log),) = cut("blitzkrieg", "hannut", with_a_wrong_roll("blitzkrieg", turns, quiet_place(turns, 150)))
    part = alone(Timeline.of(log, workshop.module), game.seals)
    play = game.play(part.witness.board(part.timeline.start), game.switches())
    judge = Judge(play.referee, play.reader, play.turn, young=young)
    return [finding for each in judge.judge(part) for finding in each.findings]


def test_what_a_young_reader_finds_is_undecided_and_says_why_and_remarks_stay_remarks() -> None:
    proven, young = found(young=False), found(young=True)
    ((at, breach),) = [(at, each) for at, each in enumerate(proven) if isinstance(each, Illegal)]
    assert isinstance(young[at], Undecided)
    assert (young[at].rule, young[at].missing) == (breach.rule, "proof")
    assert [each for each in young if isinstance(each, Notice)] == [each for each in proven if isinstance(each, Notice)]
