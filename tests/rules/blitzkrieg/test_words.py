"""The words in which findings name actions."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest
import yaml

from rules.audit.report import worded
from rules.blitzkrieg import actions as do
from rules.blitzkrieg.audited import AUDITED
from rules.blitzkrieg.book import HERE, REGISTERS
from rules.blitzkrieg.game import referee
from rules.blitzkrieg.loading import open_switches
from rules.blitzkrieg.sequence import SEQUENCE
from rules.blitzkrieg.table.markers import CHANGED_WITHOUT_CAUSE, WITHOUT_CAUSE
from rules.engine.actions import Action
from rules.engine.ruling import Finding, Illegal, Undecided
from tests.rules.blitzkrieg.golden import SCENARIOS, battle, play
from tests.rules.blitzkrieg.mutators import mutants

PROGRAM_WORDS = re.compile(
    r"[{}_=]|\b[a-z]+\.[a-z0-9]|\b(german|french|True|False|SETUP|ADMIN|DRAW|DECIDE|ACTIVE|CHECKS|REACT|MELEE|RALLY|FIRE)\b"
)
"""Ids, fields, states and purposes, none of which a player knows."""


def test_every_action_that_may_be_due_has_words() -> None:
    words = yaml.safe_load((HERE / "words.yaml").read_text(encoding="utf-8"))
    verbs = {kind.__name__.lower() for kind in CHANGED_WITHOUT_CAUSE} | {"mark", "roll"}
    markers = {marker for marker, _ in WITHOUT_CAUSE}
    assert verbs | markers | REGISTERS.rolls.purposes <= set(words)
    assert all(set(texts) == {"en", "de"} for texts in words.values())


@pytest.mark.parametrize(("token", "english"), [("on=False", "taken off"), ("RALLY", "rally,"), ("1005", "1005")])
def test_a_word_is_told_in_words_and_anything_else_stays_as_it_is(token: str, english: str) -> None:
    assert AUDITED.name(token, "en") == english


def findings(scenario: str) -> Iterator[Finding]:
    """What the referee says of one wrong act of each kind in a game."""
    judge = referee(battle(scenario), open_switches())
    for mutant in mutants(battle(scenario), list(play(scenario, 1000, 500)), Counter(), 1):
        position = mutant.before
        for action in mutant.actions:
            position, ruling = judge.step(position, action)
            yield from ruling.findings


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_findings_speak_the_words_of_players_in_both_languages(scenario):
    texts = [worded(AUDITED, finding, language) for finding in findings(scenario) for language in ("en", "de")]

    assert len(texts) > 200
    assert [text for text in texts if PROGRAM_WORDS.search(text)] == []


@pytest.mark.parametrize(
    ("finding", "english", "german"),
    [
        (
            Illegal("sequence.not-now", {"verb": "decline", "state": "ACTIVE"}),
            "Declining to react is not possible during an activation.",
            "Verzicht auf eine Reaktion ist während einer Aktivierung nicht möglich.",
        ),
        (
            Illegal("salvo.none", {"chit": "hannut.de.artillery.1", "calibre": "heavy"}),
            "German artillery 1 has no heavy salvo left.",
            "Deutsche Artillerie 1 hat keine Salve schwer mehr.",
        ),
        (
            Undecided("not-shown", {"unit": "fr.205ri.at"}, missing="assignment"),
            "The log does not show to which formation the unit is assigned.",
            "Das Log zeigt nicht: welcher Formation die Einheit zugeteilt ist.",
        ),
        (
            Illegal("victory.result", {"result": "draw", "expected": "german", "points": 40}),
            "The result is not a draw but German (40 points).",
            "Das Ergebnis ist nicht Unentschieden, sondern Deutsche (40 Punkte).",
        ),
        (
            Illegal("due.undone", {"expected": ("roll PANIC de.hq / steploss de.hq", "remove de.hq")}),
            "Due first: a roll for panic, de.hq or a step loss of de.hq, and the removal of de.hq.",
            "Zuerst fällig: ein Wurf für Panik, de.hq oder ein Stufenverlust von de.hq sowie die Entfernung von de.hq.",
        ),
    ],
)
def test_what_is_said_of_verbs_chits_sides_and_what_is_missing(finding, english, german):
    assert worded(AUDITED, finding, "en") == english
    assert worded(AUDITED, finding, "de") == german


def test_every_verb_and_state_has_words():
    verbs = {kind.__name__.lower() for kind in vars(do).values() if isinstance(kind, type) and issubclass(kind, Action)}
    follows = {kind.__name__.lower() for kind in CHANGED_WITHOUT_CAUSE} | {"mark", "action"}

    assert {verb for verb in verbs - follows if AUDITED.name(f"verb.{verb}", "de") == f"verb.{verb}"} == set()
    assert [state for state in SEQUENCE.states if AUDITED.name(f"state.{state}", "en") == f"state.{state}"] == []
