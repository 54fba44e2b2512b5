"""Judging a log: its steps are read as actions, each action is judged, and the board goes on as the players left it."""

import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import islice, takewhile
from pathlib import Path
from typing import Final, Generic, Literal, TypeVar

import msgspec

from rules.audit.chain import Part
from rules.audit.closing import Closing
from rules.audit.integrity import torn
from rules.audit.witness import Witness
from rules.engine.actions import Action
from rules.engine.evidence import Board, Piece, Shown
from rules.engine.position import Position
from rules.engine.reading import Read, Reader
from rules.engine.referee import Referee, spell
from rules.engine.ruling import LEGAL, Fact, Finding, Illegal, Notice, Ruling, Undecided
from vassal.timeline import Step

P = TypeVar("P", bound=Position)
Verdict = Literal["illegal", "undecided", "observation"]
Gone = tuple[str, str]
"""What is said of something that is in no log, and what the log would have had to show."""
BEFORE: Final[Gone] = ("before.unseen", "beginning")
CUT_OUT: Final[Gone] = ("gap.unseen", "gap")
FAULT: Final = "judge.fault"
"""What is said where the program itself went wrong."""
LOOK_AHEAD = 40
"""Steps that are looked at to see what a step began."""


class Judged(msgspec.Struct, frozen=True):
    """An action of a step, how it was read, and what is to be said of it."""

    step: int
    action: Action
    how: str
    findings: tuple[Finding, ...]
    turn: int = 0
    player: str = ""

    @property
    def legal(self) -> bool:
        """Tell whether nothing but notices was found."""
        return all(isinstance(finding, Notice) for finding in self.findings)

    @property
    def blameless(self) -> bool:
        """Tell whether nothing but notices concerns whoever acted; what others have left undone is theirs."""
        return all(isinstance(each, Notice) or self.concerns(each) != self.player for each in self.findings)

    def concerns(self, finding: Finding) -> str:
        """The side that a finding concerns: the owner of a duty, or whoever acted."""
        return finding.owner or self.player


class Fault(msgspec.Struct, frozen=True):
    """An error of ours that was met in a step, and in reading or judging what."""

    step: int
    deed: str
    error: Exception

    @property
    def finding(self) -> Finding:
        """What is to be said of it: where in the program it arose, and that nobody at the table is to blame."""
        found = traceback.extract_tb(self.error.__traceback__)
        where = f"{Path(found[-1].filename).name}:{found[-1].lineno}" if found else "?"
        facts: dict[str, Fact] = {"deed": self.deed, "error": type(self.error).__name__, "where": where}
        return Undecided(FAULT, facts)


class Judge(Generic[P]):
    """Judges the logs of one game, one after the other; the position goes on from log to log."""

    def __init__(
        self,
        referee: Referee[P],
        reader: Reader[P],
        turn: Callable[[P], int],
        *,
        young: bool = False,
        contain: bool = False,
    ) -> None:
        self._contain = contain
        """True where an error of ours may not end the check: it is told, and what can be judged without it is."""
        self.faults: list[Fault] = []
        """The errors of ours that were met, in their order."""
        self._young = young
        """True while the reader is not proven by enough games: it accuses nobody."""
        self._referee = referee
        self._reader = reader
        self._closing = Closing(referee, reader)
        self._turn = turn
        self.position: P | None = None
        self._blind = False
        """True while it is not known what is due, because the board was taken as the players had left it."""
        self._gone: Gone | None = None
        """What is in no log: played before the first one, or cut out of one."""
        self.unseen: Gone | None = None
        """The same, while all of it still matters."""
        self._hazy: frozenset[str] = frozenset()
        """The pieces that nobody has moved since records were cut out: they may lie elsewhere than the log shows."""

    def story(self, parts: Sequence[Part], *, until: int | None = None) -> Iterator[tuple[Part, Judged]]:
        """Yield every action of a story with its ruling; its last log is judged no further than the step `until`."""
        for place, part in enumerate(parts):
            last = until if place == len(parts) - 1 else None
            ahead = tuple(islice(_up_to_a_hole(parts[place + 1 :]), LOOK_AHEAD))
            for judged in self.judge(part, ahead, until=last):
                yield part, judged

    def judge(self, part: Part, ahead: Sequence[Shown] = (), *, until: int | None = None) -> Iterator[Judged]:
        """Yield every action of a log with its ruling; what is `ahead` stands in the logs that go on from it."""
        if self.position is None or not part.goes_on:
            board = part.witness.board(part.timeline.start)
            self.position = self._reader.start(board)
            self.unseen = self._gone = None if self._reader.begins(board) else BEFORE
        holes = sorted(torn(part.timeline))
        for place, (step, seen) in enumerate(zip(part.steps, part.shown, strict=True)):
            if until is not None and step.number > until:
                return
            if holes and holes[0] <= step.number:
                self.unseen = self._gone = CUT_OUT
                lying = part.witness.board(step.before).pieces
                self._hazy = frozenset(name for each in lying for name in _called(each.piece))
                holes = [hole for hole in holes if hole > step.number]
            own = part.shown[place + 1 : place + 1 + LOOK_AHEAD]
            near = _before(holes[0], own) if holes else (*own, *ahead)
            yield from self._step(step, seen, tuple(near)[:LOOK_AHEAD], part.witness)
            if self._hazy:
                self._hazy -= {name for moved in seen.moved for name in _called(moved.piece)}

    def _step(self, step: Step, seen: Shown, ahead: Sequence[Shown], witness: Witness) -> Iterator[Judged]:
        position = self._now()
        board = cache(lambda: witness.board(step.after))
        lost, renewed, known = False, False, len(self.faults)
        for told in self._read(step, seen, position, ahead, board):
            read = told
            if self.unseen and self._reader.renews(read.action):
                position, renewed = self._reader.start(witness.board(step.before)), True
            before = position
            try:
                read = self._meant(position, told)
                position, ruling = self._referee.step(position, read.action)
            except Exception as error:
                ruling = self._contained(step, type(read.action).__name__.lower(), error)
            if read.slip and ruling.verdict == "illegal":
                position = before
                continue
            blind = (self._blind and read.action.follows) or len(self.faults) > known
            self._blind = blind or (self._blind and self._reader.together and position.state == before.state)
            findings = tuple(self._weighed(ruling.findings, read, blind=blind))
            self.unseen = None if renewed else self.unseen
            judged = Judged(
                step.number, read.action, read.how, findings, self._turn(before), read.action.by or seen.side
            )
            lost = lost or ruling.adrift or any(map(_astray, findings))
            yield judged
        self.position, lost = position, lost or len(self.faults) > known
        try:
            yield from self._closed(step, seen, ahead, witness, told=lost)
            if lost:
                self.position = self._as_left(self._now(), board())
        except Exception as error:
            self._contained(step, "board", error)
        for fault in self.faults[known:]:
            self._blind = True
            yield Judged(fault.step, NOTHING, "seen", (fault.finding,), self._turn(self._now()), seen.side)

    def _closed(
        self, step: Step, seen: Shown, ahead: Sequence[Shown], witness: Witness, *, told: bool
    ) -> Iterator[Judged]:
        """Yield what changed on the board without an action that explains it; from now on it counts as it lies.

        Where something else was found in the step, that is what is told of it.
        """
        found = self._closing.unexplained(seen, self._now(), ahead, partial(witness.look, step.after))
        for each in found:
            position = self._now()
            if self._reader.shows(position, each.lying.piece, each.what) == each.seen:
                continue
            action = self._closing.by_hand(position, each)
            if action is not None:
                self.position, ruling = self._referee.step(position, action)
                yield self._of_board(step, seen, action, ruling.findings)
                continue
            rule = self._reader.against(position, each.lying.piece, each.what, each.seen)
            self.position = self._reader.taken(position, each.lying, each.what)
            if not told:
                yield self._of_board(step, seen, NOTHING, (each.finding(rule),))

    def _of_board(self, step: Step, seen: Shown, action: Action, findings: Iterable[Finding]) -> Judged:
        """Return what is to be said of something that only the board shows."""
        found = tuple(self._weighed(findings, Read(action, "seen"), blind=self._blind))
        return Judged(step.number, action, "seen", found, self._turn(self._now()), seen.side or seen.seat)

    def _weighed(self, findings: Iterable[Finding], read: Read, *, blind: bool) -> Iterable[Finding]:
        """Return findings as far as they can be held against somebody who did this."""
        found = [_softened(finding, read, blind=blind, young=self._young) for finding in findings]
        if self.unseen:
            return of_unseen(found, self.unseen)
        gone = self._gone
        if gone is None:
            return found
        forgotten = [each for each in found if self._forgotten(each, read.action)]
        return [*(each for each in found if each not in forgotten), *of_unseen(forgotten, gone)]

    def _meant(self, position: P, read: Read) -> Read:
        """Return what a record was meant to be: another reading of it, if only that is legal."""
        if not read.instead or self._referee.judge(position, read.action).legal:
            return read
        return next((each for each in read.instead if self._referee.judge(position, each.action).legal), read)

    def _read(
        self, step: Step, seen: Shown, position: P, ahead: Sequence[Shown], board: Callable[[], Board]
    ) -> Iterator[Read]:
        """Yield the actions of a step, as far as they can be read."""
        try:
            yield from self._reader.read(seen, position, ahead, board)
        except Exception as error:
            self._contained(step, " ".join(record.verb for record in seen.records), error)

    def _contained(self, step: Step, deed: str, error: Exception) -> Ruling:
        """Keep an error of ours from ending the check: it is remembered, and told with its step."""
        if not self._contain:
            raise error
        self.faults.append(Fault(step.number, deed, error))
        return LEGAL

    def _forgotten(self, finding: Finding, action: Action) -> bool:
        """True for a finding that hangs on what is in no log.

        Where records were cut out, a piece that nobody has moved since may lie elsewhere than the log shows.
        """
        if self._gone is not CUT_OUT:
            return not isinstance(finding, Notice) and finding.rule in self._reader.forgets
        if not isinstance(finding, Illegal):
            return False
        told = (getattr(action, name) for name in action.__struct_fields__)
        names = {word for value in (*told, *finding.facts.values()) for word in _words(value)}
        return finding.why not in self._reader.plain or not self._hazy.isdisjoint(names)

    def _as_left(self, position: P, board: Board) -> P:
        """Return the position with the board as the players left it; what was due is unknown if that is news."""
        adopted = self._reader.adopt(position, board)
        self._blind = self._blind or adopted is not position
        return adopted

    def _now(self) -> P:
        if self.position is None:
            raise LookupError("no log was begun")
        return self.position


class Unread(Action, frozen=True):
    """Nothing that could be read as an action."""


NOTHING = Unread()


def _before(hole: int, shown: Iterable[Shown]) -> Iterator[Shown]:
    """Yield the steps before a hole: nobody knows how a deed went on from which something was cut off."""
    return takewhile(lambda each: each.step < hole, shown)


def _up_to_a_hole(parts: Sequence[Part]) -> Iterator[Shown]:
    """Yield the steps of logs up to the first hole in them."""
    for part in parts:
        hole = min(torn(part.timeline), default=None)
        yield from part.shown if hole is None else _before(hole, part.shown)
        if hole is not None:
            return


def _astray(finding: Finding) -> bool:
    """True if the board may lie otherwise than the action tells."""
    return not isinstance(finding, Notice) and not (isinstance(finding, Undecided) and finding.covered)


def _softened(finding: Finding, read: Read, *, blind: bool, young: bool = False) -> Finding:
    """Return a finding as undecided if the action was inferred, or follows from something that was not understood."""
    inferred = read.how == "inferred" and finding.rule not in read.certain
    if isinstance(finding, Illegal) and (inferred or blind):
        missing = read.missing or ("action" if blind else "declaration")
        return Undecided.of(finding, missing)
    if isinstance(finding, Illegal) and young:
        return Undecided.of(finding, "proof")
    return finding


def _called(piece: Piece) -> Iterable[str]:
    """Return what a piece may be called in the rules: its own name, and that of the unit whose card it is."""
    return filter(None, (piece.name, piece.facts.get("Unit", "")))


def _words(value: object) -> Iterable[str]:
    """Return the names in a field of an action or a fact of a finding."""
    texts = value if isinstance(value, tuple) else (value,)
    return (word for text in texts if isinstance(text, str) for word in text.split())


def of_unseen(findings: Iterable[Finding], gone: Gone) -> Iterator[Finding]:
    """Yield what is to be said while something is in no log: one doubt, whatever seems wrong."""
    wrong = [finding for finding in findings if not isinstance(finding, Notice)]
    if wrong:
        yield _unseen(wrong[0], gone)


def _unseen(finding: Finding, gone: Gone) -> Undecided:
    why, missing = gone
    return Undecided(why, rule=finding.rule, missing=missing, owner=finding.owner)


__all__ = ["FAULT", "NOTHING", "Fault", "Gone", "Judge", "Judged", "of_unseen", "spell"]
