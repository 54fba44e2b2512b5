"""Dice in the chat: what somebody only types is mentioned, and talk of other things is not."""

from collections.abc import Callable

import pytest

from rules.audit.games import games
from rules.audit.integrity import speaks_of_dice
from rules.audit.report import Audit
from rules.audit.scribe import Scribe
from rules.engine.writing import Entry, Throw
from tests.rules.shared.kit import kits
from tests.rules.shared.workshop import workshop_of
from vassal.savefile import SaveFile


@pytest.mark.parametrize(
    "sentence",
    [
        "I rolled a 6",
        "2d6: 7",
        "W6 = 3",
        "ich habe 11 gewürfelt",
        "gewuerfelt: 4",
        "rolls 5 and 2",
        "Würfelt 3",
        "dice 4,3",
    ],
)
def test_a_sentence_that_says_how_dice_fell_speaks_of_dice(sentence: str) -> None:
    assert speaks_of_dice(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "your turn",
        "I move to 0706",
        "roll for it with 2d6",
        "who rolls?",
        "3 minutes",
        "die 2. Kompanie fährt",
        "",
    ],
)
def test_talk_of_other_things_does_not(sentence: str) -> None:
    assert not speaks_of_dice(sentence)


def log_with(game: str, write: Callable[[Scribe], None]) -> SaveFile:
    workshop = workshop_of(game)
    scribe = workshop.scribe(next(iter(workshop.setups)))
    write(scribe)
    return scribe.log()


@pytest.mark.parametrize("game", [kit.name for kit in kits()])
def test_a_die_that_is_typed_is_a_remark(game: str) -> None:
    log = log_with(game, lambda scribe: scribe.say("Anna", "I rolled 6"))
    audit = Audit(games()[game], workshop_of(game).module)
    (told,) = [each for each in audit.run([("log", log)]).findings if each.why == "dice.typed"]
    assert (told.verdict, told.note) == ("observation", True)
    assert "I rolled 6" in told.text


@pytest.mark.parametrize("kit", kits(), ids=lambda kit: kit.name)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_roll_that_is_taken_back_for_good_says_so_in_a_whole_sentence(kit, language: str) -> None:
    button = workshop_of(kit.name).module.dice[0].name

    def write(scribe: Scribe) -> None:
        scribe.write([Entry(kit.temper.sides[0], (Throw(button, (3, 4)),))])
        scribe.undo()

    audit = Audit(games()[kit.name], workshop_of(kit.name).module, language=language)
    told = [
        each for each in audit.run([("log", log_with(kit.name, write))]).findings if each.why.startswith("roll.undone")
    ]
    assert [each.why for each in told] == ["roll.undone-only"]
    assert told[0].text.endswith(("after it.", " gewürfelt."))


@pytest.mark.parametrize("kit", kits(), ids=lambda kit: kit.name)
def test_of_several_dice_of_a_step_that_are_taken_back_it_is_told_once_with_what_fell_next(kit) -> None:
    button = workshop_of(kit.name).module.dice[0].name
    rolls = ((3, 4), (5, 6)), ((1, 2), (2, 1))

    def write(scribe: Scribe) -> None:
        scribe.write([Entry(kit.temper.sides[0], tuple(Throw(button, dice) for dice in rolls[0]))])
        scribe.undo()
        scribe.write([Entry(kit.temper.sides[0], tuple(Throw(button, dice) for dice in rolls[1]))])

    audit = Audit(games()[kit.name], workshop_of(kit.name).module)
    found = audit.run([("log", log_with(kit.name, write))]).findings
    (told,) = [each for each in found if each.why.startswith("roll.undone")]
    assert told.why == "roll.undone"
    assert (told.facts["result"], told.facts["again"]) == ("3,4, 5,6", "1,2, 2,1")
