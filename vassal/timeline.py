"""A log as steps: what each changed, what was said and rolled, what was undone, and the position after it.

    timeline = Timeline.of(savefile.read("game.vlog"), module)
    for step in timeline.steps:
        step.number, step.changes, step.said, step.rolls, step.mismatches, step.after
    timeline.taken_back      # which undo took back which step
    timeline.net             # the steps that still count at the end

Undo steps are kept and carried out as the engine does: they are steps like others, which name the step they take back.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Final

import msgspec

from vassal import chat
from vassal.assembly import assembled, is_plain
from vassal.changes import Change, Deed, changes
from vassal.commands import Command
from vassal.consistency import Mismatch, mismatches
from vassal.ground import UNKNOWN, Ground
from vassal.module import Module
from vassal.players import Aliases
from vassal.position import Position
from vassal.savefile import SaveFile
from vassal.standing import Pile, Standing
from vassal.undoing import Undoing

RESULT: Final = "_result"
PARTS: Final = ("_total", "_keep", "_summary")


class Flaw(StrEnum):
    """What is wrong with a step, whatever it does."""

    SMUGGLED = "smuggled"
    """More commands ride behind a line that somebody typed."""
    UNMARKED = "unmarked"
    """A command without the mark of the log makes the engine drop the step."""
    UNKNOWN = "unknown"
    """A command is of a kind that nobody knows; the engine drops the command."""
    UNPAIRED = "unpaired"
    """An undo takes back nothing that the log holds."""


class Roll(msgspec.Struct, frozen=True):
    """Dice that were rolled: what the button's properties say."""

    dice: str
    result: str
    before: str = ""
    """The result of the roll before, as the step names it."""
    total: str = ""
    summary: str = ""
    faces: tuple[int, ...] = ()
    """Of special dice, the faces that came up, counted from 0."""


class Step(msgspec.Struct, frozen=True, dict=True):
    """One step of a log: what one click on Step replays."""

    number: int
    """Its place in the file, from 1."""
    click: int | None
    """Its place among the steps that the engine replays, from 1; nothing if the engine drops it."""
    deeds: tuple[Deed, ...]
    before: Position
    after: Position
    mismatches: tuple[Mismatch, ...] = ()
    flaws: tuple[Flaw, ...] = ()
    takes_back: int | None = None
    """The number of the step that an undo takes back."""

    @cached_property
    def commands(self) -> tuple[Command, ...]:
        """Return its commands in the order in which they were carried out, players under other names."""
        return tuple(deed.command for deed in self.deeds)

    @property
    def is_undo(self) -> bool:
        """Tell whether it takes back another step."""
        return bool(self.deeds) and self.deeds[0].command.kind == "undo"

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """Return what it changed, in order."""
        return tuple(change for deed in self.deeds for change in changes(deed, self._deck))

    @cached_property
    def said(self) -> tuple[chat.Line, ...]:
        """Return the lines that it wrote into the chat."""
        return tuple(chat.read(deed.command.text("text")) for deed in self.deeds if deed.command.kind == "chat")

    @cached_property
    def rolls(self) -> tuple[Roll, ...]:
        """Return the dice that it rolled; an undo rolls none."""
        return () if self.is_undo else tuple(rolls(self.commands))

    def _deck(self, pile_id: str) -> str:
        pile = self.after.things.find(pile_id) or self.before.things.find(pile_id)
        return pile.name if isinstance(pile, Pile) else ""


class Timeline:
    """A log from its first position to its last step."""

    def __init__(self, initial: Iterable[Command], steps: Iterable[Command] = (), ground: Ground = UNKNOWN) -> None:
        self.aliases = Aliases()
        self._steps = tuple(steps)
        first = tuple(initial)
        self.aliases.seat(first)
        seated = len(self.aliases)
        hidden = self._hidden_all(first)
        if len(self.aliases) > seated:
            # Somebody who is not in the roster was met late, and may stand in free text before.
            hidden = self._hidden_all(first)
        self.start = Position.of(hidden, ground)

    @classmethod
    def of(cls, save: SaveFile, module: Module | None = None) -> "Timeline":
        """Return the timeline of a log, or of a save, which has no steps; a module gives names to places."""
        return cls(save.initial, save.steps, module.ground if module else UNKNOWN)

    def __len__(self) -> int:
        return len(self._steps)

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Return all steps of the file."""
        return tuple(self.walk())

    def walk(self) -> Iterator[Step]:
        """Yield the steps one by one without keeping them."""
        position, click = self.start, 0
        undoing = Undoing()
        for number, command in enumerate(self._steps, 1):
            step = self._step(number, click + 1, command, position)
            click = click if step.click is None else step.click
            position = step.after
            yield self._paired(step, undoing)

    def position(self, number: int) -> Position:
        """Return the position after a step; 0 is the start."""
        return self.steps[number - 1].after if number else self.start

    @property
    def end(self) -> Position:
        """Return the position after the last step."""
        return self.position(len(self))

    @cached_property
    def fingerprints(self) -> tuple[str, str]:
        """Return the digests of how it begins and how it ends."""
        return self.start.digest(), self.end.digest()

    @cached_property
    def taken_back(self) -> Mapping[int, int]:
        """Return, by the number of each step that was taken back, the number of the undo that did it."""
        return {step.takes_back: step.number for step in self.steps if step.takes_back is not None}

    @cached_property
    def setting(self) -> Mapping[str, Sequence[tuple[int, Command]]]:
        """Return, by the global property, the commands that set it, each with its step; an undo sets none."""
        found: dict[str, list[tuple[int, Command]]] = {}
        for step in self.steps:
            for command in () if step.is_undo else step.commands:
                if command.kind == "set_property":
                    found.setdefault(command.text("name"), []).append((step.number, command))
        return found

    @cached_property
    def net(self) -> tuple[Step, ...]:
        """Return the steps that still count: neither undo steps nor steps that were taken back."""
        return tuple(step for step in self.steps if not step.is_undo and step.number not in self.taken_back)

    def _step(self, number: int, click: int, command: Command, before: Position) -> Step:
        together = assembled(command)
        flaws = _flaws(command, replayed=bool(together))
        if not together:
            return Step(number, None, (), before, before, (), flaws)
        after = before.copy()
        deeds: list[Deed] = []
        found: list[Mismatch] = []
        for depth, each in together:
            hidden = self._hidden(after, each)
            found += mismatches(after, hidden)
            table = after.table
            deeds.append(Deed(depth, hidden, after.apply(hidden), table, after.table))
        return Step(number, click, tuple(deeds), before, after, tuple(found), flaws)

    def _hidden_all(self, initial: Iterable[Command]) -> list[Command]:
        return [self.aliases.hide(each) for command in initial for each in command.walk()]

    def _hidden(self, position: Position, command: Command) -> Command:
        """Return the command without any player's id."""
        if command.kind == "change":
            piece = position.things.find(str(command.values[0]))
            return self.aliases.hide(command, piece if isinstance(piece, Standing) else None)
        return self.aliases.hide(command)

    @staticmethod
    def _paired(step: Step, undoing: Undoing) -> Step:
        """Return an undo step with the step that it takes back; remember any other."""
        if not step.is_undo:
            if step.deeds:
                undoing.done(step.number, step.commands)
            return step
        taken = undoing.undone(step.commands)
        if taken is None:
            return msgspec.structs.replace(step, flaws=(*step.flaws, Flaw.UNPAIRED))
        return msgspec.structs.replace(step, takes_back=taken)


def _flaws(command: Command, *, replayed: bool) -> tuple[Flaw, ...]:
    if replayed and command.kind != "chat" and (not command.parts or is_plain(command)):
        return ()
    flaws = []
    every = list(command.walk())
    if command.parts and command.kind == "chat" and chat.TYPED.match(command.text("text")):
        flaws.append(Flaw.SMUGGLED)
    if not replayed and not all(each.logged for each in every):
        flaws.append(Flaw.UNMARKED)
    if any(each.kind == "unknown" for each in every):
        flaws.append(Flaw.UNKNOWN)
    return tuple(flaws)


def rolls(commands: Iterable[Command]) -> Iterator[Roll]:
    """Yield the dice that these commands rolled, in order."""
    faces: dict[str, tuple[int, ...]] = {}
    open_roll: Roll | None = None
    for command in commands:
        if command.kind == "dice_window":
            found = command["faces"]
            numbers = found if isinstance(found, tuple) else ()
            faces[command.text("name")] = tuple(each for each in numbers if isinstance(each, int))
        elif command.kind == "set_property":
            name = command.text("name")
            if name.endswith(RESULT):
                if open_roll:
                    yield open_roll
                dice = name.removesuffix(RESULT)
                open_roll = Roll(dice, command.text("new"), command.text("old"), faces=faces.pop(dice, ()))
            elif open_roll and name.removeprefix(open_roll.dice) in PARTS:
                field = name.removeprefix(f"{open_roll.dice}_")
                if field in {"total", "summary"}:
                    open_roll = msgspec.structs.replace(open_roll, **{field: command.text("new")})
    if open_roll:
        yield open_roll
