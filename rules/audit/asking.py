"""The position that a question is about: after a step of a log, or as a save lies."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.audit.chain import Part, order_of_play, story_of_the_last
from rules.audit.judging import Gone, Judge, of_unseen
from rules.audit.past import Deed, Past
from rules.audit.resting import Under, resting
from rules.engine.actions import Action, words_of
from rules.engine.asking import Assistant
from rules.engine.dice import Roll
from rules.engine.evidence import Board
from rules.engine.reading import Game, Play
from rules.engine.referee import Referee
from rules.engine.ruling import Ruling
from rules.engine.spelling import SpellingError, spelt
from rules.engine.switches import Switches
from vassal.module import Module
from vassal.position import Position as Laid
from vassal.savefile import SaveFile
from vassal.timeline import Timeline

PIECES = frozenset({"unit", "units", "who", "target", "observer"})
"""The fields of actions that name pieces: a name that no piece bears is a slip of the pen, and nothing to be judged."""


class NoSuchStepError(LookupError):
    """A log has fewer steps."""

    def __init__(self, steps: int) -> None:
        super().__init__(f"there are {steps} steps in it")
        self.steps = steps


@dataclass(frozen=True)
class Answering:
    """Who plays as the referee does, and judges as is answered to who asks."""

    by: Play[Any]

    def play(self, position: Any, action: Action) -> Any:
        """Return the position after an action."""
        return self.by.referee.play(position, action)

    def judge(self, position: Any, action: Action) -> Ruling:
        """Return what would be said of an action."""
        return self.by.assistant.would_be(position, action)


@dataclass(frozen=True)
class Asked:
    """A position of a game, and who answers questions about it."""

    game: Game
    assistant: Assistant[Any]
    position: Any
    referee: Referee[Any]
    map: str
    board: Board
    """How the pieces lie."""
    table: Laid
    """How they lie to the eye."""
    module: Module
    past: Past[Any]
    """What was done of late."""
    switches: Switches
    under: Under
    """Who judges where less is settled."""
    unseen: Gone | None = None
    """What is in no file and still matters: played before the first of them, or cut out of one."""

    def would_be(self, text: str) -> Ruling:
        """Return what the referee would say of an action that somebody spells, and on which settled ruling it rests."""
        action = spelt(self.referee.verbs, text)
        self._refuse(action)
        try:
            ruling = self.assistant.would_be(self.position, action)
        except KeyError as error:
            if str(error.args[0]) not in text:
                raise
            raise SpellingError(f"there is no {error.args[0]}") from error
        findings = of_unseen(ruling.findings, self.unseen) if self.unseen else ruling.findings
        past = self.past.and_then(Deed("", 0, self.position, action, self.position, ruling))
        return Ruling(tuple(resting(past, action, each, self.switches, self.under) for each in findings))

    def _refuse(self, action: Action) -> None:
        """Raise an error for an action of a piece that there is not, or of dice that show what none can show."""
        there = {each.piece.name for each in self.board.pieces}
        for name in words_of(action, PIECES):
            known = name in there or self.game.name(name, "en") != name
            if not known and self.assistant.find(self.position, name) != (name,):
                raise SpellingError(f"there is no {name}") from KeyError(name)
        if isinstance(action, Roll):
            faces = self.game.faces(action.purpose)
            wrong = next((die for die in action.dice if not 1 <= die <= faces), None)
            if wrong is not None:
                raise SpellingError(
                    f"a die shows 1 to {faces}, not {wrong}; dice= takes what each of them shows: dice=2,5"
                )

    def piece(self, name: str) -> str:
        """Return the one piece that a name stands for."""
        found = self.assistant.find(self.position, name)
        if len(found) == 1:
            return found[0]
        known = ", ".join(found) if found else "-"
        raise LookupError(f"{name}: {len(found)} ({known})")


def asked(
    game: Game, module: Module, saves: Sequence[SaveFile], settled: Sequence[str] = (), step: int | None = None
) -> Asked:
    """Return the position after the last of these logs, or after a step of it."""
    switches = game.switches(settled)
    timelines = [Timeline.of(save, module) for save in saves]
    if not timelines:
        raise LookupError("no file was given")
    story = story_of_the_last([(str(place), timelines[place]) for place in order_of_play(timelines)], game.seals)
    steps = len(story[-1].timeline)
    if step is not None and step > steps:
        raise NoSuchStepError(steps)
    board = story[0].witness.board(story[0].timeline.start)
    play = game.play(board, switches)
    judge: Judge[Any] = Judge(play.referee, play.reader, play.turn)
    for judged in judge.story(story, until=step):
        del judged
    table = _after(story[-1], step)
    lies = story[-1].witness.board(table)
    found = game, play.assistant, judge.position, play.referee, game.map_of(board), lies, table, module
    return Asked(*found, judge.past, switches, lambda less: Answering(game.play(board, less)), judge.unseen)


def _after(part: Part, step: int | None) -> Laid:
    """The table after a step of a log, or at its end."""
    last = next((each for each in reversed(part.timeline.net) if step is None or each.number <= step), None)
    return last.after if last else part.timeline.start
