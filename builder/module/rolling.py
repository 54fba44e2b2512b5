"""Rolls of as many dice as a shot has: a loop of single dice, one record for all of them."""

from __future__ import annotations

from collections.abc import Iterator

from builder.module.acting import asks, button, sets, stored
from builder.module.options import Making
from builder.traits.basics import key, named
from builder.traits.sealing import box
from builder.traits.words import word
from vassal.buildfile import component
from vassal.components import Component

MOST_DICE, MOST_ACCURACY = 40, 12
NONE = 'GetString("HX_Dice").equals("0")'
"""Code that tells whether no dice lie ready: then nothing is rolled, and nothing said of a roll."""
NO_PURPOSE = 'GetString("HX_P").equals("")'
"""Code that tells whether nothing is declared to roll for."""
COLLECTED = '{GetString("HX_Res").equals("")?GetString("1d6_result"):GetString("HX_Res")+","+GetString("1d6_result")}'


def has_many(making: Making) -> bool:
    """Whether the game rolls as many dice as a shot has."""
    return any(purpose.dice == "nd6" for purpose in making.game.chronicle.purposes.values())


def has_purpose(making: Making) -> bool:
    """Whether every roll of the game has a purpose, which is declared before the dice are thrown."""
    speaker = making.speaker
    return not has_many(making) and speaker.knows("roll") and "p" in speaker.verb("roll").keys


def properties(making: Making) -> Iterator[Component]:
    """How many dice, what hits, what fell, and what a shot carries over."""
    if has_purpose(making):
        said = box(word("no purpose", making.language))
        yield stored("HX_Undiced", "", sets("hx.dice.need", f'{{{NO_PURPOSE}?{said}:""}}'))
    if not has_many(making):
        return
    yield stored("HX_Dice", "0", *_numbers("hx.dice", MOST_DICE, word("dice number", making.language)))
    yield stored("HX_Acc", "0", *_numbers("hx.accuracy", MOST_ACCURACY, word("accuracy", making.language)))
    yield stored("HX_Res", "", sets("hx.nores", ""), sets("hx.addres", COLLECTED))
    yield stored("HX_After", "")
    yield stored("HX_Again", "no")
    yield stored("HX_Undiced", "", sets("hx.dice.need", f'{{{NONE}?{box(word("no dice", making.language))}:""}}'))


def _numbers(command: str, most: int, question: str) -> Iterator[Component]:
    """A list from which the player picks a number."""
    yield asks(command, question, map(str, range(most + 1)))


def dice(making: Making) -> Iterator[Component]:
    """A hidden die, the loop that throws it, and the buttons that set the number of dice and what hits."""
    language = making.language
    yield component(
        "DiceButton",
        name="1d6",
        text="",
        icon="",
        tooltip="",
        hotkey=named("hx.1d6"),
        nDice=1,
        nSides=6,
        reportFormat="",
        reportTotal=False,
        sortDice=False,
    )
    line = making.speaker.line("roll", {"dice": "$HX_Dice$d6"}, {"res": "<b>$HX_Res$</b>"})
    yield unless(making, "roll", NONE, [named("hx.roll")])
    yield _loop("roll for", named("hx.roll"))
    yield button("roll begins", [named("hx.nores"), named("hx.k")], hotkey=named("hx.roll.begins"))
    yield button("roll ends", [], hotkey=named("hx.roll.ends"), report=line)
    yield button("dice number", [named("hx.dice")], text=word("dice number", language))
    yield button("accuracy", [named("hx.accuracy")], text=word("accuracy", language))


def unless(making: Making, name: str, lacking: str, sent: list[str]) -> Component:
    """The button that rolls; while something is lacking it only tells what."""
    return component(
        "DoActionButton",
        name=name,
        text=word("roll", making.language),
        icon="roll.png",
        tooltip=word("roll tip", making.language),
        hotkey=key(making.game.handling.keys.get("roll", "")),
        doReport=False,
        reportFormat="",
        doHotkey=True,
        hotkeys=sent,
        doLoop=True,
        loopType="counted",
        loopCount=f"{{{lacking}?0:1}}",
        preLoopKey=named("hx.dice.need"),
    )


def _loop(name: str, hotkey: str) -> Component:
    return component(
        "DoActionButton",
        name=name,
        text="",
        icon="",
        tooltip="",
        hotkey=hotkey,
        doReport=False,
        reportFormat="",
        doHotkey=True,
        hotkeys=[named("hx.1d6"), named("hx.addres")],
        doLoop=True,
        loopType="counted",
        loopCount="$HX_Dice$",
        preLoopKey=named("hx.roll.begins"),
        postLoopKey=named("hx.roll.ends"),
    )
