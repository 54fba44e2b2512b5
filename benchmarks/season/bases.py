"""Base games of a season: random games of all games in turn, as logs, and what was made of them by breaking rules.

A base is a random game of a seed, written through its module as players would leave it. Its log is kept as the plain
texts of its commands, so that many files can be made of it without playing again.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from benchmarks.season import LONGEST, SHORTEST, TRIED
from rules.engine.actions import Action
from rules.engine.dice import Roll
from tests.rules.shared.kit import Kit, kits
from tests.rules.shared.mutating import Breaches, Mutant, Tally
from tests.rules.shared.play import Turn
from tests.rules.shared.workshop import Workshop, workshop_of
from vassal import commands
from vassal.commands import encode_all
from vassal.errors import VassalError
from vassal.savefile import SaveFile

MUTANTS: Final = 1
"""Mutants that are made of a base."""
SEATS: Final = ("Seat-One", "Seat-Two")
"""Stand where the names of the players will."""
GREETING: Final = "Match-Number"
RECORD: Final = re.compile(r"\[#[^\]]*\]")


@dataclass(frozen=True)
class Text:
    """A log as text: what comes before the first step, and each step."""

    head: tuple[str, ...]
    steps: tuple[str, ...]
    records: tuple[str, ...]
    """What the game wrote into the chat for programs."""
    save: SaveFile
    """Where the rest of the file is taken from."""


@dataclass(frozen=True)
class Base:
    """A game, what breaks a rule in it, and the game with a roll that was taken back."""

    number: int
    game: str
    clean: Text
    mutants: tuple[Text, ...]
    undone: Text


def base(number: int) -> Base:
    """The base game of a number: always the same."""
    chance = Random(number)
    game = kits()[number % len(kits())]
    scenario, most = chance.choice(game.scenarios), chance.randint(SHORTEST, LONGEST)
    turns = list(game.play(scenario, 50_000 + number, most))
    write = partial(_written, workshop_of(game.name), scenario, most=most)
    clean = write(turns)
    found = [
        write([*turns[:place], *wrong, *turns[place:]]) for place, wrong in _mutants(game, scenario, turns, chance)
    ]
    return Base(number, game.name, clean, tuple(found) or (clean,), write(turns, undo=chance.randint(0, 9)))


def _mutants(
    game: Kit[Any, Any], scenario: str, turns: Sequence[Turn[Any]], chance: Random
) -> Iterator[tuple[int, list[Turn[Any]]]]:
    """Where a rule is broken, and by what; a few of many mutators, each with the first occasion it finds."""
    some = Breaches[Any]()
    some.all = chance.sample(game.breaches.all, min(TRIED, len(game.breaches.all)))
    places = {id(turn.before): place for place, turn in enumerate(turns)}
    late = turns[len(turns) // 2 :]
    moments = (game.occasion(game.scenario(scenario), turn.before, turn.action) for turn in late)
    found: list[Mutant] = [each for each in some.mutants(moments, Tally(), 1) if id(each.before) in places]
    for mutant in chance.sample(found, min(MUTANTS, len(found))):
        yield places[id(mutant.before)], [Turn(mutant.before, action) for action in mutant.actions]


def _written(workshop: Workshop, scenario: str, turns: Sequence[Turn[Any]], *, most: int, undo: int = -1) -> Text:
    """The log of a game as far as it goes; what cannot be written after a mistake is left out.

    The roll of this number is taken back and rolled again.
    """
    scribe, writer = workshop.scribe(scenario), workshop.writer(scenario)
    scribe.say(SEATS[0], f"{GREETING}, {SEATS[1]}!")
    writer.foresee([turn.action for turn in turns])
    rolls = 0
    for turn in turns:
        if scribe.steps >= most:
            break
        again = isinstance(turn.action, Roll) and rolls == undo
        rolls += isinstance(turn.action, Roll)
        _entered(scribe, writer, turn.before, turn.action, again=again)
    return _text(_seated(scribe.log(), workshop))


def _entered(scribe: Any, writer: Any, before: Any, action: Action, *, again: bool) -> None:
    try:
        entries = list(writer.entries(before, action))
        scribe.write(entries)
    except (VassalError, LookupError):
        return
    if again and entries:
        scribe.undo()
        scribe.write(entries[-1:])


def _seated(save: SaveFile, workshop: Workshop) -> SaveFile:
    """The log with two players at the table."""
    sides = [side.record for side in workshop.game.sides.values()]
    seats = (
        commands.make("player", id=f"key of {name}", name=name, side=side)
        for name, side in zip(SEATS, sides, strict=True)
    )
    first, *rest = save.commands
    return replace(save, commands=(first, *seats, *rest))


def _text(save: SaveFile) -> Text:
    head = tuple(encode_all((each,)) for each in save.initial)
    said = (part for step in save.steps for part in step.walk() if part.kind == "chat")
    records = tuple(found for part in said for found in RECORD.findall(part.text("text")))
    steps = tuple(encode_all((each,)) for each in save.steps)
    return Text(head, steps, records, replace(save, commands=save.commands[:1]))
