"""The scribe writes what the module makes the engine write."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import pytest

import assets
from assets.lines import commands
from rules.audit.games import games
from rules.audit.integrity import observe
from rules.audit.records import records
from rules.blitzkrieg import actions as do
from rules.blitzkrieg.model import Position
from rules.engine.writing import BESIDE, Entry, Go, Keep, Put, Ref, Say
from tests.rules.audit.conftest import Workshop
from tests.rules.blitzkrieg.golden import play
from tests.rules.shared.play import Turn
from vassal import savefile
from vassal.errors import VassalError
from vassal.savefile import SaveFile
from vassal.timeline import Step, Timeline

SEALS = games()["blitzkrieg"].seals


def written(workshop: Workshop, scenario: str, turns: Iterable[Turn[Position]]) -> SaveFile:
    """The log of a game."""
    scribe, writer = workshop.scribe(scenario), workshop.writer(scenario)
    for turn in turns:
        scribe.write(writer.entries(turn.before, turn.action))
    return savefile.read(savefile.encode(scribe.log()))


@pytest.fixture(scope="module")
def timeline(workshop: Workshop) -> Timeline:
    """A game of Stonne with its set-up, as it is read."""
    return Timeline.of(written(workshop, "stonne", play("stonne", 2, 900)), workshop.module)


def test_the_same_game_gives_the_same_file(workshop: Workshop) -> None:
    first, again = (written(workshop, "hannut", play("hannut", 1, 120)) for _ in range(2))

    assert savefile.encode(first) == savefile.encode(again)


def test_every_record_counts_and_the_log_gives_nothing_away(timeline: Timeline) -> None:
    found = records(timeline, SEALS)

    assert found
    assert all(record.counts for record in found)
    assert observe(timeline, SEALS) == ()


def test_old_values_and_places_are_those_that_were_there(timeline: Timeline) -> None:
    assert [step.number for step in timeline.steps if step.mismatches or step.flaws] == []


def test_records_are_numbered_without_a_gap(timeline: Timeline) -> None:
    numbers = [int(record.get("k").split(".")[1]) for record in records(timeline, SEALS) if record.get("k")]

    assert numbers == list(range(1, len(numbers) + 1))


def test_records_hold_the_keys_of_their_verbs_in_their_order(timeline: Timeline) -> None:
    verbs = assets.load("blitzkrieg").chronicle.verbs

    assert all(tuple(record.fields) == verbs[record.verb].keys for record in records(timeline, SEALS))


def kinds(step: Step) -> list[str]:
    """The commands of a step in the words of the chronicle."""
    words = {"move": "move", "change": "change", "add": "stack", "chat": "line", "turn": "turn"}
    found = []
    for command in step.commands:
        name = command.text("name") if command.kind == "set_property" else ""
        word = "count" if name == "HX_K" else "result" if name.startswith(("2d6", "1d6")) else name
        found.append(word or words[command.kind])
    return found


@pytest.mark.parametrize(
    "verb", ["draw", "chit", "step", "check", "loss", "state", "phase", "opsend", "actend", "done"]
)
def test_a_step_shows_what_the_module_makes_it_show(timeline: Timeline, verb: str) -> None:
    """What must stand there stands there, in the order of the chronicle."""
    step = next(step for step in timeline.steps if any(line.record and line.record.verb == verb for line in step.said))
    record = next(line.record for line in step.said if line.record and line.record.verb == verb)
    declared = commands(assets.load("blitzkrieg").chronicle.verbs[verb], record.fields)
    expected = [word for word in declared if word != "change"]

    shown = iter(kinds(step))

    assert [word for word in expected if word not in shown] == []


def test_a_roll_names_its_shooter_and_its_target(timeline: Timeline) -> None:
    shots = [record for record in records(timeline, SEALS) if record.verb == "roll" and record.get("p") == "FIRE"]

    assert shots
    assert all(record.get("by") and record.get("at") and not record.get("who") for record in shots)


def test_a_piece_is_named_by_what_it_is_or_by_where_it_lies(workshop: Workshop) -> None:
    scribe = workshop.scribe("stonne")
    works = Ref("works", at=BESIDE)
    scribe.write([Entry("french", (Go(works, "0609"), Say("place", works)))])

    scribe.write([Entry("french", (Go(Ref("works", at="0609"), "$Home$-$Box$"),))])

    spots = [step.changes for step in Timeline.of(scribe.log(), workshop.module).steps]
    assert len(spots) == 2


@pytest.mark.parametrize(
    "deed",
    [
        Go(Ref("nobody"), "0609"),
        Go(Ref("works", copy=99), "0609"),
        Go(Ref("works", at="0101"), "0609"),
        Go(Ref("works"), "9999"),
        Put(Ref("works"), "Nothing", "1"),
    ],
)
def test_what_cannot_be_written_is_refused_in_a_line(workshop: Workshop, deed: Go | Put) -> None:
    scribe = workshop.scribe("stonne")

    with pytest.raises(VassalError):
        scribe.write([Entry("french", (deed,))])

    assert scribe.steps == 0


def test_what_is_undone_is_undone(workshop: Workshop) -> None:
    scribe, writer = workshop.scribe("hannut"), workshop.writer("hannut")
    first = next(turn for turn in islice(play("hannut", 1, 5), 5) if isinstance(turn.action, do.Deploy))
    scribe.write(writer.entries(first.before, first.action))
    scribe.undo()
    scribe.say("Ann", "sorry")
    scribe.write([Entry("french", (Keep("HX_Obs", "1"),))])

    timeline = Timeline.of(scribe.log(), workshop.module)

    assert [step.number for step in timeline.net] == [3, 4]
