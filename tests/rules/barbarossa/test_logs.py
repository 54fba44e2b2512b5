"""Games through logs: written as players would write them with the module, read from the file, and judged alike."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec import structs

from rules.audit.games import game_of
from rules.audit.integrity import observe
from rules.audit.records import records
from rules.audit.report import Audit
from rules.barbarossa import actions as do
from rules.barbarossa.state.model import Position
from rules.engine.actions import Action
from rules.engine.writing import Entry, Keep, Put, Ref
from tests.rules.barbarossa.logs import as_read, at_each_step, game, judged, named, timeline, told, written
from tests.rules.barbarossa.printing import GAME, shop
from tests.rules.shared.play import Turn
from vassal.commands import Command
from vassal.savefile import SaveFile
from vassal.timeline import Timeline

SAMPLES = (("crossroads", 1, 2_000), ("bridge", 1, 150), ("snow", 2, 400))
NEW = frozenset({do.Place, do.Buy, do.BreakOff, do.State, do.Mark, do.Hide, do.Strike, do.Opened})
"""What may be read more or less often than it was played: marks of what is marked already, what follows by itself."""


@pytest.fixture(scope="module")
def log() -> SaveFile:
    """The log of a whole game."""
    return written("crossroads", game("crossroads", 1, 2_000))


@pytest.fixture(scope="module")
def steps(log: SaveFile) -> Timeline:
    """The same log as it is read."""
    return timeline(log)


def tally(actions: list[Action]) -> Counter[Action]:
    return Counter(told(action) for action in actions if type(action) not in NEW)


@pytest.mark.parametrize(("scenario", "seed", "limit"), SAMPLES)
def test_a_game_is_read_as_it_was_played(scenario: str, seed: int, limit: int) -> None:
    turns = game(scenario, seed, limit)

    read = list(judged(timeline(written(scenario, turns))))

    assert named(each for each, _ in read) == []
    missed = tally([turn.action for turn in turns]) - tally([each.action for each, _ in read])
    assert [action for action in missed if not isinstance(action, do.Advance)] == []
    assert as_read(read)[: len(at_each_step(turns))] == at_each_step(turns)


def test_every_record_counts_and_the_log_gives_nothing_away(steps: Timeline) -> None:
    seals = game_of(GAME).seals
    found = records(steps, seals)

    assert {"order", "commit", "key", "reveal", "step", "phase", "round", "word"} <= {record.verb for record in found}
    assert [record for record in found if not record.counts] == []
    assert observe(steps, seals) == ()


def test_old_values_and_places_are_those_that_were_there(steps: Timeline) -> None:
    assert [step.number for step in steps.steps if step.mismatches or step.flaws] == []


def test_records_hold_the_keys_of_their_verbs_in_their_order(steps: Timeline) -> None:
    verbs = shop().game.chronicle.verbs

    found = records(steps, game_of(GAME).seals)

    assert all(tuple(record.fields) == verbs[record.verb].keys for record in found)


def test_the_audit_finds_nothing_in_it(log: SaveFile) -> None:
    report = Audit(game_of(GAME), shop().module).run([("game", log)])

    assert [told for told in report.findings if not told.note] == []
    assert report.summary["actions"] > 250


# ------------------------------------------------------------------------------------------------------ sealed orders
def first_round() -> list[Turn[Position]]:
    """A game until the orders of its first round are open."""
    turns = list(game("crossroads", 1, 2_000))
    end = next(at for at, turn in enumerate(turns) if isinstance(turn.action, do.Advance) and turn.action.to == "S1")
    return turns[: end + 1]


def test_an_order_under_another_key_is_undecided_and_never_legal() -> None:
    turns = first_round()
    at, unit = next((at, turn.action.unit) for at, turn in enumerate(turns) if isinstance(turn.action, do.Order))
    turns[at] = Turn(turns[at].before, do.Order(unit=unit))

    found = [each for each, _ in judged(timeline(written("crossroads", turns)))]

    assert ("Undecided", "BAR-4.3a") in {(kind, rule) for _, kind, _, rule in named(found)}
    assert any(each.action == do.Order(unit=unit, by=each.action.by) and not each.legal for each in found)


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [("Cipher", "c0de", "seal.changed"), ("HX_Key_German", "another key", "seal.key")],
)
def test_what_is_changed_after_the_commitment_is_named(name: str, value: str, why: str) -> None:
    scribe, writer, turns = shop().scribe("crossroads"), shop().writer("crossroads"), first_round()
    writer.foresee([turn.action for turn in turns])
    for turn in turns:
        scribe.write(writer.entries(turn.before, turn.action))
        if isinstance(turn.action, do.Advance) and turn.action.to == "REVEAL":
            deed = Keep(name, value) if name.startswith("HX_") else Put(Ref("de.inf1.card"), name, value)
            scribe.write([Entry("german", (deed,))])

    found = observe(timeline(scribe.log()), game_of(GAME).seals)

    assert why in {each.why for each in found}


def with_another_key(log: SaveFile) -> SaveFile:
    """The log with another key in the first step that opens the orders of a side."""
    at = next(at for at, each in enumerate(log.commands) if any(map(_opens, each.walk())))
    step = log.commands[at]
    other = _other_key(structs.replace(step, parts=tuple(map(_other_key, step.parts))))
    return structs.replace(log, commands=(*log.commands[:at], other, *log.commands[at + 1 :]))


def _opens(part: Command) -> bool:
    return part.kind == "set_property" and part.text("name").startswith("HX_Key_") and bool(part.text("new"))


def _other_key(part: Command) -> Command:
    return part.with_fields(new=f"{part.text('new')}0") if _opens(part) else part


def test_nobody_is_accused_of_what_hangs_on_orders_that_stay_unknown(log: SaveFile) -> None:
    """BAR-4.3a"""
    report = Audit(game_of(GAME), shop().module).run([("game", with_another_key(log))])

    assert "seal.key" in {each.why for each in report.findings}
    assert [each for each in report.findings if each.verdict == "illegal"] == []
