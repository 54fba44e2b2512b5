"""The words of findings: in both languages, about the same facts, and those of players."""

import re
from random import Random

import pytest
import yaml

from rules.audit.report import worded
from rules.barbarossa import actions as do
from rules.barbarossa.audited import AUDITED
from rules.barbarossa.book import HERE, REGISTERS
from rules.barbarossa.game import referee
from rules.barbarossa.setup.beginning import begin
from rules.barbarossa.state.loading import load, open_switches
from rules.barbarossa.state.marks import MARKS_OF, STATES_OF
from rules.barbarossa.state.model import STEPS
from rules.barbarossa.turn.sequence import SEQUENCE
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.ruling import Finding, Undecided, broken
from tests.rules.barbarossa.randomplay import RandomPlayer

CODE = "\n".join(path.read_text(encoding="utf-8") for path in sorted(HERE.rglob("*.py")))
TEXTS = AUDITED.words().texts
WORDS = yaml.safe_load((HERE / "words.yaml").read_text(encoding="utf-8"))
PROGRAM_WORDS = re.compile(
    r"[{}_=]|\b[a-z]+\.[a-z]|\b(german|soviet|True|False|SETUP|PLANNING|REVEAL|S\d+|FIRE|TEST)\b"
)
"""Ids, fields, states and purposes, none of which a player knows."""


@pytest.mark.parametrize("key", sorted(TEXTS))
def test_a_message_says_the_same_in_both_languages(key: str):
    words, catalogue = TEXTS[key], AUDITED.words()

    assert set(words) == {"en", "de"}
    places = [set(re.findall(r"{([a-z-]+)(?::[^}]*)?}", text)) for text in words.values()]
    assert places[0] == places[1] == set(catalogue.places(key))
    assert f'"{key}"' in CODE or f'f"{key.partition(".")[0]}.{{' in CODE


def test_every_deed_mark_status_purpose_and_step_has_words():
    assert all(set(words) == {"en", "de"} for words in WORDS.values())
    verbs = {f"verb.{kind.__name__.lower()}" for state in SEQUENCE.states.values() for kind in state.allows}
    marks = {name for name in (*MARKS_OF, *STATES_OF) if name != "ambush"}
    assert verbs | marks | REGISTERS.rolls.purposes | set(STEPS) <= set(WORDS)


def _wrong(seed: int) -> list[Finding]:
    """What the referee says of deeds out of place, in the course of a game."""
    battle, switches, rng = load("snow"), open_switches(), Random(seed)
    judge, found = referee(battle, switches), list[Finding]()
    turns = list(RandomPlayer(battle, switches, rng).play(begin(battle), limit=3000))
    deeds = [turn.action for turn in turns]
    for turn in rng.sample(turns, 150):
        for action in rng.sample(deeds, 12):
            found += judge.judge(turn.before, action).findings
    return found


def test_findings_speak_the_words_of_players():
    texts = {worded(AUDITED, finding, language) for finding in _wrong(3) for language in ("en", "de")}

    assert len(texts) > 200
    assert [text for text in sorted(texts) if PROGRAM_WORDS.search(text)] == []


@pytest.mark.parametrize(
    "action",
    [
        Roll(purpose="TEST", who="de.inf1", dice=(3,)),
        do.Mark(unit="de.inf1", what="ammo", value=3),
        do.State(unit="de.inf1", status="dug-in"),
    ],
)
def test_marks_without_cause_are_told_in_words(action: Action):
    battle = load("snow")
    judge = referee(battle, open_switches())
    position = begin(battle).but(stack=("S4",), round=1)
    said = [worded(AUDITED, each, "en") for each in judge.judge(position, action).findings]

    assert said
    assert [text for text in said if PROGRAM_WORDS.search(text)] == []


def test_a_step_of_the_round_is_told_with_its_number() -> None:
    game = AUDITED
    early = broken("air.step", unit="de.ju87.1", step="S10")
    assert worded(game, early, "en") == "Ju 87 Stuka 38 flies in step 10; that is done in step 5."
    assert worded(game, early, "de") == "Stuka Ju 87 38 fliegt in Schritt 10; das geschieht in Schritt 5."
    opening = broken("air.step", unit="de.ju87.1", step="REVEAL")
    assert "flies in the reveal of the orders" in worded(game, opening, "en")


@pytest.mark.parametrize(("structure", "english", "german"), [
    ("teeth-1", "Dragon's teeth 1", "Drachenzähne 1"),
    ("bunker-south", "Bunker", "Unterstand"),
    ("smoke.2", "Smoke", "Rauch"),
])  # fmt: skip
def test_a_structure_is_called_by_its_name(structure: str, english: str, german: str) -> None:
    """BAR-3.7b"""
    wrong = broken("marks.removed", structure=structure)
    assert worded(AUDITED, wrong, "en") == f"Nothing removes {english} now."
    assert worded(AUDITED, wrong, "de") == f"{german} wird jetzt durch nichts entfernt."


@pytest.mark.parametrize(("wrong", "english", "german"), [
    (
        broken("order.no-march", unit="de.inf1", hex="0705", terrain="light_woods"),
        "A march cannot lead Infantry 1 into 0705 (Light woods).",
        "Ein Marsch kann Infanterie 1 nicht in 0705 führen (Lichter Wald).",
    ),
    (
        broken("turn.undone", unit="de.inf1", expected="SW"),
        "Infantry 1 was ordered to face south-west and has not turned.",
        "Infanterie 1 sollte sich nach Südwesten drehen und hat es nicht getan.",
    ),
    (
        Undecided("board.differs", {"piece": "de.ju87.1", "what": "place", "expected": "-", "found": "nowhere"}),
        "Ju 87 Stuka 38: the place is now beside the map and in no box; what was declared leaves it at “none”.",
        (
            "Stuka Ju 87 38: der Ort ist jetzt neben der Karte und in keinem Kästchen; "
            "nach dem Angesagten wäre es „keines“."
        ),
    ),
])  # fmt: skip
def test_ground_directions_and_what_is_nowhere_have_words(wrong: Finding, english: str, german: str) -> None:
    assert worded(AUDITED, wrong, "en") == english
    assert worded(AUDITED, wrong, "de") == german


def test_flak_that_has_not_fired_is_told_with_the_aircraft() -> None:
    """BAR-9.6b"""
    due = broken("flak.due", expected=("fire su.flak1 de.hs126.1 flak",), subject="su.flak1")
    assert worded(AUDITED, due, "en") == (
        "Flak with Defend has still to fire at what came into its range: "
        "the shot of 37 mm flak 61-K 16 Hs 126 reconnaissance aircraft 40 (flak)."
    )
    blow = {"by": ("de.b2f.1",), "accuracy": (2,), "printed": (3,), "value": 1, "expected": (2, 3), "what": "defence"}
    struck = broken("marks.struck", unit="su.mg2", **blow)
    assert worded(AUDITED, struck, "en") == (
        "The card of Maxim machine guns 8 should show 2 or 3 (defence), not 1: "
        "the blow of Flame tanks B2 35 hits with 2 or less, not with 3 as on the card."
    )
