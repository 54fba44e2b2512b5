"""What happens in the games that the real client wrote: much of what can happen."""

from __future__ import annotations

from collections import Counter

from rules.blitzkrieg import actions as do
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.played import played
from tests.rules.audit.test_played import audited

LOGS = {log.path.stem: log for log in played()}
PLAYED: tuple[type[Action], ...] = (
    *(do.Fortify, do.Ready, do.EndAdmin, do.Draw, do.Activate, do.Skip, do.Pass, do.EndPhase, do.NextTurn, do.Score),
    *(do.Move, do.Fire, do.OppFire, do.ReturnFire, do.Retreat, do.Decline, do.Assault, do.MeleeFire, do.Mark),
    *(do.StepLoss, do.Barrage, do.Stuka, do.EndActivation, do.PlayGeneral, do.Refill),
)
ROLLED = {"FIRE", "MELEE", "OPPFIRE", "RETURN", "TRANSMIT", "BARRAGE", "STUKA", "DEMORAL", "RECOVERY"}


def test_whatever_happens_by_the_rules_gives_no_finding() -> None:
    audit, report = audited(LOGS["hannut.one-open-move"])
    actions = [each.action for _, each in audit.judged]
    kinds = Counter(map(type, actions))

    assert len([each for each in report.findings if not each.note]) == 1
    assert report.summary["legal"] + 1 == report.summary["actions"] > 300
    assert [kind.__name__ for kind in PLAYED if not kinds[kind]] == []
    assert {each.purpose for each in actions if isinstance(each, Roll)} >= ROLLED


def test_in_three_turns_of_stonne_only_the_repeat_that_is_never_put_back_is_found() -> None:
    """Repeats that turn HQs over, exhaustion that is suffered and shed, a unit that rallies, markers cleared away."""
    audit, report = audited(LOGS["stonne.repeat-left-out"])
    actions = [each.action for _, each in audit.judged]
    marks = {(each.marker, each.on) for each in actions if isinstance(each, do.Mark)}

    assert {each.rule for each in report.findings if not each.note} == {"BLZ-2.2.1e"}
    assert max(each.turn for _, each in audit.judged) > 3
    assert {(marker, on) for marker in ("activated", "exhausted", "neutralised") for on in (True, False)} <= marks
    assert any(isinstance(each, do.PlayRepeat) for each in actions)
    assert "RALLY" in {each.purpose for each in actions if isinstance(each, Roll)}
