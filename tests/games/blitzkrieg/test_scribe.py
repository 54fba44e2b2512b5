"""The scribe writes what the module makes the engine write: verb by verb, and by where things lie."""

from __future__ import annotations

import pytest

import assets
from assets.lines import commands
from rules.audit.games import games
from rules.audit.records import records
from rules.engine.writing import BESIDE, Entry, Go, Put, Ref, Say
from tests.rules.audit.many import written
from tests.rules.blitzkrieg.golden import play
from tests.rules.shared.workshop import Workshop, workshop_of
from vassal import savefile
from vassal.errors import VassalError
from vassal.timeline import Step, Timeline

SEALS = games()["blitzkrieg"].seals


@pytest.fixture(scope="module")
def workshop() -> Workshop:
    return workshop_of("blitzkrieg")


@pytest.fixture(scope="module")
def timeline(workshop: Workshop) -> Timeline:
    """A game of Stonne with its set-up, as it is read."""
    log, _ = written(workshop, "stonne", list(play("stonne", 2, 900)))
    return Timeline.of(savefile.read(log), workshop.module)


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
