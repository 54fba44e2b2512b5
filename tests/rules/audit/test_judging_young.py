"""A game whose reader of logs is not proven yet accuses nobody."""

import pytest

from rules.audit.games import games
from rules.audit.judging import Judge
from rules.engine.ruling import Finding, Illegal, Notice, Undecided
from tests.rules.audit.test_chain import ONE_EACH, cut, played, quiet_place, with_a_wrong_roll
from tests.rules.shared.through import alone
from tests.rules.shared.workshop import workshop_of
from vassal.timeline import Timeline


def found(name: str, scenario: str, seed: int, *, young: bool) -> list[Finding]:
    """What is found in a game in which somebody rolls for no reason."""
    game, turns = games()[name], played(name, scenario, seed)
    ((_, log),) = cut(name, scenario, with_a_wrong_roll(turns, quiet_place(name, turns, 150)))
    part = alone(Timeline.of(log, workshop_of(name).module), game.seals)
    play = game.play(part.witness.board(part.timeline.start), game.switches())
    judge = Judge(play.referee, play.reader, play.turn, unsure="proof" if young else "")
    return [finding for each in judge.judge(part) for finding in each.findings]


@pytest.mark.parametrize(("name", "scenario", "seed"), ONE_EACH[-1:])
def test_what_a_young_reader_finds_is_undecided_and_says_why_and_remarks_stay_remarks(
    name: str, scenario: str, seed: int
) -> None:
    proven, youthful = (found(name, scenario, seed, young=young) for young in (False, True))
    ((at, breach),) = [(at, each) for at, each in enumerate(proven) if isinstance(each, Illegal)]
    doubt = youthful[at]
    assert isinstance(doubt, Undecided)
    assert (doubt.rule, doubt.missing) == (breach.rule, "proof")
    assert [each for each in youthful if isinstance(each, Notice)] == [
        each for each in proven if isinstance(each, Notice)
    ]
