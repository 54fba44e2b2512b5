"""The scribe writes what the module makes the engine write, in every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules.audit.games import games
from rules.audit.integrity import observe
from rules.audit.records import records
from tests.rules.audit.many import written
from tests.rules.shared.kit import Kit, kits
from tests.rules.shared.play import Turn
from tests.rules.shared.workshop import Workshop, workshop_of
from vassal import savefile
from vassal.timeline import Timeline

SEED, LENGTH = 2, 600
Read = tuple[str, Timeline]


def played(kit: Kit[Any, Any], seed: int, length: int) -> Sequence[Turn[Any]]:
    return list(kit.play(kit.scenarios[-1], seed, length))


@pytest.fixture(scope="module", params=kits(), ids=lambda kit: kit.name)
def read(request: pytest.FixtureRequest) -> Read:
    """A game with its set-up, as it is read."""
    kit: Kit[Any, Any] = request.param
    workshop = workshop_of(kit.name)
    log, _ = written(workshop, kit.scenarios[-1], played(kit, SEED, LENGTH))
    return kit.name, Timeline.of(savefile.read(log), workshop.module)


@pytest.mark.parametrize("kit", kits(), ids=lambda kit: kit.name)
def test_the_same_game_gives_the_same_file(kit: Kit[Any, Any]) -> None:
    workshop, turns = workshop_of(kit.name), played(kit, 1, 120)
    first, again = (written(workshop, kit.scenarios[-1], turns) for _ in range(2))

    assert first == again


def test_every_record_counts_and_the_log_gives_nothing_away(read: Read) -> None:
    game, timeline = read
    found = records(timeline, games()[game].seals)

    assert found
    assert all(record.counts for record in found)
    assert observe(timeline, games()[game].seals) == ()


def test_old_values_and_places_are_those_that_were_there(read: Read) -> None:
    _, timeline = read
    assert [step.number for step in timeline.steps if step.mismatches or step.flaws] == []


def test_records_are_numbered_without_a_gap(read: Read) -> None:
    game, timeline = read
    known = records(timeline, games()[game].seals)
    numbers = [int(record.get("k").split(".")[1]) for record in known if record.get("k")]

    assert numbers == list(range(1, len(numbers) + 1))


def test_records_hold_the_keys_of_their_verbs_in_their_order(read: Read) -> None:
    game, timeline = read
    verbs = workshop_of(game).game.chronicle.verbs

    assert all(tuple(record.fields) == verbs[record.verb].keys for record in records(timeline, games()[game].seals))


@pytest.mark.parametrize("kit", kits(), ids=lambda kit: kit.name)
def test_what_is_undone_is_undone(kit: Kit[Any, Any]) -> None:
    workshop: Workshop = workshop_of(kit.name)
    scribe, writer = workshop.scribe(kit.scenarios[-1]), workshop.writer(kit.scenarios[-1])
    turns = played(kit, 1, 20)
    writer.foresee([turn.action for turn in turns])
    first = next(entry for turn in turns for entry in writer.entries(turn.before, turn.action))
    scribe.write([first])
    scribe.undo()
    scribe.say("Ann", "sorry")
    scribe.write([first])

    timeline = Timeline.of(scribe.log(), workshop.module)

    assert [step.number for step in timeline.net] == [3, 4]
