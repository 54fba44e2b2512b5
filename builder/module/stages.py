"""Steps of the set-up: who says that one is done is told which comes next; what is done already is passed over."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from assets.chronicle import Verb
from assets.scenarios import Scenario, Step
from builder.module.acting import sets
from builder.module.options import Making
from builder.traits.basics import quoted
from builder.traits.sealing import any_of, got
from builder.traits.words import word
from vassal.components import Component

LEFT = "HX_SetUp"
"""The property of the whole game that lists the steps of the set-up still to be done; each set-up brings its own."""
DONE = "hx.setup"
"""The command upon which the first of them is done, if it is that of who says so."""
BOTH = "both"
END, SAYS = "|", ">"
"""What stands behind a step, and between its side and its words."""


def tells(making: Making, verb: Verb, given: Mapping[str, str]) -> bool:
    """Whether a button says with this that a step of the set-up is done: the choice that is called like that phase."""
    return verb.ends and making.game.handling.first_phase in given.values()


def left(making: Making, scenario: Scenario, placed: Collection[str], laid: Collection[str]) -> str:
    """The steps of a set-up in which somebody has something to do, where these units and markers have their places."""
    return "".join(
        f"{_record(making, step)}{SAYS}{_shown(making, step)}{END}"
        for step in scenario.order
        if not step.by_itself and not _stands(making, scenario, step, placed, laid)
    )


def _stands(making: Making, scenario: Scenario, step: Step, placed: Collection[str], laid: Collection[str]) -> bool:
    """Whether all that a step sets up has its place."""
    units = set(_units(making, scenario, step))
    markers = {marker for name in step.setups for marker in scenario.setup[name].markers}
    return bool(units | markers) and units <= {*placed} and markers <= {*laid}


def _units(making: Making, scenario: Scenario, step: Step) -> Iterator[str]:
    for setup in (scenario.setup[name] for name in step.setups):
        yield from setup.units
        yield from (each.id for each in making.game.units.values() if each.formation in setup.formations)


def _record(making: Making, step: Step) -> str:
    return BOTH if step.side == BOTH else making.game.sides[step.side].record


def _shown(making: Making, step: Step) -> str:
    language = making.language
    side = word("both sides", language) if step.side == BOTH else making.game.sides[step.side].name[language]
    return f"{side}: {step.what[language]}"


def change(making: Making) -> Component:
    """What takes the first step off the list, if it is that of who presses the button, or of both sides."""
    records = [each.record for each in making.game.sides.values()]
    player, steps = got("PlayerSide"), got(LEFT)
    alone = "!(" + any_of(f"{player}.equals({quoted(each)})" for each in records) + ")"
    theirs = any_of([alone, *(f"{steps}.startsWith({each}+{quoted(SAYS)})" for each in (quoted(BOTH), player))])
    rest = f"{steps}.substring({steps}.indexOf({quoted(END)})+1)"
    return sets(DONE, f"{{({theirs})?{rest}:{steps}}}")


def following(making: Making) -> str:
    """Code that says in brackets which step of the set-up comes next; after the last one the clock does."""
    steps, language = got(LEFT), making.language
    shown = f"{steps}.substring({steps}.indexOf({quoted(SAYS)})+1,{steps}.indexOf({quoted(END)}))"
    clock = quoted(word("the clock", language))
    return f'{quoted(word("next in set-up", language))}+({steps}.equals("")?{clock}:{shown})+")"'
