"""Games that were played in the real client with our modules: what the referee says of them, without the client."""

from __future__ import annotations

import pytest

from hexmeister.modules import module_of
from rules.audit.games import games
from rules.audit.report import Audit, Report
from rules.audit.witness import Witness
from tests.played import Played, played
from tests.rules.audit.following import followed, lying
from vassal import savefile
from vassal.timeline import Timeline


def audited(log: Played) -> tuple[Audit, Report]:
    save = savefile.read(log.path)
    audit = Audit(games()[log.game], module_of(save, log.game))
    return audit, audit.run([(log.path.name, save)])


@pytest.mark.parametrize("log", played(wrong=True), ids=str)
def test_wrong_acts_are_named_at_their_steps_with_their_rules_and_nothing_else(log: Played) -> None:
    _, report = audited(log)
    found = [(each.step, each.rule or each.why, each.verdict) for each in report.findings if not each.note]
    assert found == [(each["step"], each["rule"], each.get("verdict", "illegal")) for each in log.wrong]


@pytest.mark.parametrize("log", played(wrong=True), ids=str)
def test_a_wrong_act_names_the_earlier_one_on_which_it_hangs(log: Played) -> None:
    _, report = audited(log)
    found = {(each.step, each.rule): [deed.step for deed in each.hangs_on] for each in report.findings if each.hangs_on}

    assert found == {(each["step"], each["rule"]): each["hangs_on"] for each in log.wrong if "hangs_on" in each}
    assert all(each.hanging for each in report.findings if each.hangs_on)


@pytest.mark.parametrize("log", played(wrong=True), ids=str)
def test_a_deed_against_several_rules_counts_once(log: Played) -> None:
    _, report = audited(log)
    said = [each for each in report.findings if not each.note]

    assert [(each.step, each.rule) for each in said if each.same] == [
        (each["step"], each["rule"]) for each in log.wrong if each.get("same")
    ]
    assert sum(report.summary[kind] for kind in ("illegal", "undecided", "observations")) == sum(
        not each.same for each in said
    )


@pytest.mark.parametrize("log", played(wrong=False), ids=str)
def test_what_happens_by_the_rules_gives_no_finding(log: Played) -> None:
    audit, report = audited(log)
    assert [each for each in report.findings if not each.note] == []
    assert (report.scenario, report.summary["legal"]) == (log.scenario, report.summary["actions"])
    assert max(each.turn for _, each in audit.judged) > 1


@pytest.mark.parametrize("log", played(), ids=str)
def test_the_referee_has_the_board_as_it_lies_at_every_step(log: Played) -> None:
    save = savefile.read(log.path)
    lies = lying(log.game)
    timeline = Timeline.of(save, module_of(save, log.game))
    witness = Witness(timeline.start, games()[log.game].seals)
    boards = {step.number: step.after for step in timeline.steps}
    compared = 0
    for number, position in followed(timeline, log.game):
        if lies.at_rest(position):
            assert lies.on_board(witness.board(boards[number]), position) == lies.as_judged(position), number
            compared += 1
    assert compared > 150
