"""A log that ends in the middle of a game accuses nobody: between orders and their dice, too."""

from __future__ import annotations

import pytest

from rules.audit.games import games
from rules.audit.report import Audit
from rules.barbarossa.actions import Strike
from tests.rules.audit.many import written
from tests.rules.shared.kit import kit_of
from tests.rules.shared.workshop import workshop_of
from vassal import savefile


@pytest.mark.parametrize(
    ("scenario", "seed", "end"), [("snow", 70_000, 154), ("line", 70_000, 288), ("road", 50_013, 174)]
)
def test_what_still_lies_sealed_accuses_nobody(scenario: str, seed: int, end: int) -> None:
    workshop, turns = workshop_of("barbarossa"), list(kit_of("barbarossa").play(scenario, seed, 400))
    log, _ = written(workshop, scenario, turns, end)
    found = Audit(games()["barbarossa"], workshop.module).run([(f"{end}", savefile.read(log))]).findings

    assert [told for told in found if told.verdict == "illegal"] == []
    assert {told.why for told in found if told.verdict == "undecided"} <= {"sealed.still", "not-shown"}


def test_a_log_may_end_between_a_blow_in_the_air_and_its_dice() -> None:
    workshop, turns = workshop_of("barbarossa"), list(kit_of("barbarossa").play("steel", 50_243, 240))
    blows = [place for place, turn in enumerate(turns) if isinstance(turn.action, Strike) and turn.before.state == "S5"]

    logs = [
        ("first", written(workshop, "steel", turns, blows[0] + 1)[0]),
        ("whole", written(workshop, "steel", turns)[0]),
    ]
    report = Audit(games()["barbarossa"], workshop.module).run([(name, savefile.read(log)) for name, log in logs])

    assert [told for told in report.findings if told.verdict == "illegal"] == []
    assert report.summary["actions"] > blows[0]
