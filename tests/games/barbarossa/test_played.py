"""What happens in the games that the real client wrote: much of what can happen."""

from __future__ import annotations

from collections import Counter

from rules.barbarossa import actions as do
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.played import played
from tests.rules.audit.test_played import audited

LOGS = {log.path.stem: log for log in played()}
PLAYED: tuple[type[Action], ...] = (
    *(do.OrdersDone, do.Reveal, do.Order, do.Resume, do.BreakOff, do.Advance, do.StepDone),
    *(do.Fire, do.Strike, do.Duel, do.TakeOff, do.Fly, do.Return, do.Step, do.Leave),
    *(do.Mark, do.State, do.Complete, do.Out),
)
ROLLED = {"FIRE", "TEST", "MELEE"}
ORDERED = {
    *("open_fire", "suppressive_fire", "fire_on_move", "defend", "assault", "cautious_move", "march", "wait"),
    *("set_up", "dig_in", "dismount", "intercept", "escort", "air_strike"),
}
"""Orders that were sealed and opened in the clean game."""


def test_whatever_happens_by_the_rules_gives_no_finding() -> None:
    audit, report = audited(LOGS["steel.clean"])
    actions = [each.action for _, each in audit.judged]
    kinds = Counter(map(type, actions))

    assert report.summary["legal"] == report.summary["actions"] > 250
    assert [kind.__name__ for kind in PLAYED if not kinds[kind]] == []
    assert {each.purpose for each in actions if isinstance(each, Roll)} >= ROLLED
    assert {each.order for each in actions if isinstance(each, do.Order)} >= ORDERED
