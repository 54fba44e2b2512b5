"""A log that ends in the middle of a game accuses nobody: players check each log before they send it."""

import pytest

from rules.audit.games import games
from rules.audit.report import Audit
from rules.barbarossa.actions import Strike
from tests.rules.audit.many import written
from tests.rules.shared.kit import kit_of
from tests.rules.shared.workshop import workshop_of
from vassal import savefile

UNFINISHED = (
    ("barbarossa", "snow", 70_000, (111, 154, 300)),
    ("barbarossa", "line", 70_000, (203, 288)),
    ("barbarossa", "road", 50_013, (150, 174)),
    ("blitzkrieg", "hannut", 70_000, (90, 210)),
    ("blitzkrieg", "stonne", 70_000, (120, 260)),
)


@pytest.mark.parametrize(("name", "scenario", "seed", "ends"), UNFINISHED)
def test_a_log_that_ends_in_the_middle_accuses_nobody(
    name: str, scenario: str, seed: int, ends: tuple[int, ...]
) -> None:
    workshop, turns = workshop_of(name), list(kit_of(name).play(scenario, seed, 400))

    for end in ends:
        log, _ = written(workshop, scenario, turns, end)
        found = Audit(games()[name], workshop.module).run([(f"{end}", savefile.read(log))]).findings

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
