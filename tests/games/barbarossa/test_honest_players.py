"""A breach among the bad habits of honest players is found, and traced to its place."""

from __future__ import annotations

from random import Random

from rules.engine.writing import Entry, Go, Ref, Say
from tests.rules.audit.honest import accused, pages, traced
from tests.rules.shared.golden import Golden
from tests.rules.shared.habits import Slip, slips
from tests.rules.shared.tempers import temper_of
from tests.rules.shared.workshop import workshop_of

LENGTH = 160


def test_a_breach_among_habits_is_found_and_traced_to_its_place() -> None:
    workshop, scenario = workshop_of("barbarossa"), "crossroads"
    story = pages(workshop, Golden(scenario, 100, LENGTH))
    given = slips(temper_of("barbarossa", scenario), story, Random(1), 0.1, ("undone", "talking"))
    free = {place for slip in given for place in range(slip.place, slip.place + slip.length)}
    place = next(at for at, page in enumerate(story) if page.before.state == "S4" and at not in free)
    unit = next(name for name, each in story[place].before.units.items() if each.hex and not each.off_board)
    goes = Entry("german", (Go(Ref(unit), "0101"), Say("step", Ref(unit), {"a": "Assault", "face": "N"})))
    breach = Slip("breach", place, 1, (goes, story[place].entry))
    mixed = [*given, breach]

    assert accused(workshop, scenario, story, given) == []
    assert accused(workshop, scenario, story, mixed) != []
    assert traced(workshop, scenario, story, mixed) == [breach]
