"""Judging a log: its steps are read as actions, each action is judged, and the board goes on as the players left it."""

import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import islice, takewhile
from pathlib import Path
from typing import Final, Generic, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from rules.audit.chain import Part
from rules.audit.closing import Closing, Unexplained
from rules.audit.doubt import Doubt, words_in
from rules.audit.drags import Drags
from rules.audit.dropped import Dropped
from rules.audit.hanging import Where, behind
from rules.audit.integrity import torn
from rules.audit.judged import Judged
from rules.audit.once import Once
from rules.audit.past import Deed, Past
from rules.audit.repeats import Repeats
from rules.audit.resting import Under, resting
from rules.audit.spoken import Spoken
from rules.audit.waiting import when_known
from rules.audit.witness import Witness
from rules.audit.wronged import wronged
from rules.engine.actions import Action, words_of
from rules.engine.evidence import Board, Piece, Shown, called
from rules.engine.obligations import UNDONE
from rules.engine.position import Position, differing
from rules.engine.reading import Read, Reader
from rules.engine.referee import Referee, spell, ways
from rules.engine.ruling import GRAVITY, LEGAL, Fact, Finding, Illegal, Notice, Ruling, Undecided
from rules.engine.switches import Switches
from vassal.timeline import Step

P = TypeVar("P", bound=Position)
Gone = tuple[str, str]
"""What is said of something that is in no log, and what the log would have had to show."""
BEFORE: Final[Gone] = ("before.unseen", "beginning")
CUT_OUT: Final[Gone] = ("gap.unseen", "gap")
FAULT: Final = "judge.fault"
"""What is said where the program itself went wrong."""
UNSAID: Final = "deed.unsaid"
"""What is said of a deed that nobody has declared, and that could be, by what came of it."""
LOOK_AHEAD = 40
"""Steps that are looked at to see what a step began."""


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


class Accepted(NamedTuple):
    """Something that passed as we read a rule, though another reading forbids it: in which log and step, which rule."""

    log: str
    step: int
    rule: str
    done: str


class Breach(NamedTuple):
    """What was found in a step: what it names, and whether anything on the board may come of it."""

    names: set[str]
    of_all: bool

    def covers(self, piece: Piece) -> bool:
        """Tell whether how a piece lies may come of what was found; another breach is told beside it."""
        return self.of_all or not self.names.isdisjoint(called(piece))


class Judge(Generic[P]):
    """Judges the logs of one game, one after the other; the position goes on from log to log."""

    def __init__(
        self,
        referee: Referee[P],
        reader: Reader[P],
        turn: Callable[[P], int],
        *,
        unsure: str = "",
        contain: bool = False,
        remembers: bool = False,
        switches: Switches | None = None,
        under: Under | None = None,
    ) -> None:
        self._switches, self._under = switches, under
        """What is settled, and who judges where less is."""
        self._contain = contain
        """True where an error of ours may not end the check: it is told, and what can be judged without it is."""
        self.faults: list[Fault] = []
        """The errors of ours that were met, in their order."""
        self._unsure = unsure
        """What would have to be known before anybody is accused: the reader is not proven, the values are others."""
        self._referee = referee
        self._reader = reader
        self._closing = Closing(referee, reader)
        self._repeats = Repeats(referee, reader)
        self._past = Past(referee)
        self._spoken, self._dropped = Spoken(self._past), Dropped(self._past, reader)
        self._once = Once(referee.sequence.endings)
        self._chains: dict[int, Sequence[Deed[P]]] = {}
        """By breach: the deeds that led to it."""
        self._turn = turn
        self.position: P | None = None
        self._blind: frozenset[str] = frozenset()
        """The names of which it is not known what is due, because the board was taken as the players had left it."""
        self._deaf = False
        """True while nothing is known of what is due, because of an error of ours."""
        self._harmed: set[str] = set()
        """What is named by deeds that were not judged because of an error of ours: what becomes of it is not known."""
        self._middle = False
        """True while what was played before the first log matters."""
        self._forgets: Gone | None = None
        """What is in no log, if the position was read off a board since: what no board shows is not known."""
        self._cut_short = False
        """True while a deed is read that goes on until records were cut out, and perhaps in them."""
        self._doubt: Doubt[P] | None = None
        """What may be otherwise since records were cut out."""
        self._log, self._number = "", 0
        """The log and the step that are judged."""
        self._remembers = remembers
        self.moments: dict[tuple[str, int], tuple[P, Gone | None]] = {}
        """By log and step, if they are remembered: the position after it and what was unseen; 0 is how it begins."""
        self.accepted: dict[str, Accepted] = {}
        """By ruling: where first something passed that another reading of an open question forbids."""
        self._remarked: list[Notice] = []
        """What is said once of a story, and was."""

    def story(self, parts: Sequence[Part], *, until: int | None = None) -> Iterator[tuple[Part, Judged]]:
        """Yield every action of a story with its ruling; its last log is judged no further than the step `until`."""
        return when_known(self._each(parts, until))

    def _each(self, parts: Sequence[Part], until: int | None) -> Iterator[tuple[Part, Judged]]:
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
            self._middle, self._doubt, self._forgets = not self._reader.begins(board), None, None
        self._log, holes = part.name, _holes(part)
        self._remember(0)
        known, shown = len(self.faults), self._repeated(part.shown)
        yield from self._ours(known, shown[0].side if shown else "")
        for place, (step, seen) in enumerate(zip(part.steps, shown, strict=True)):
            if until is not None and step.number > until:
                return
            if holes and holes[0] <= step.number:
                self._begin_to_doubt(part.witness.board(step.before))
                holes = [hole for hole in holes if hole > step.number]
            own = shown[place + 1 : place + 1 + LOOK_AHEAD]
            near = tuple(_before(holes[0], own) if holes else (*own, *ahead))[:LOOK_AHEAD]
            self._cut_short = bool(holes) and len(near) < len(own) and _is_one_deed((seen, *near))
            if self._doubt:
                self._doubt.begin(self._now(), *part.witness.named(step))
            yield from self._step(step, seen, near, part.witness)
            if self._doubt:
                self._doubt.follow(seen)
            self._remember(step.number)

    def _remember(self, step: int) -> None:
        if self._remembers:
            self.moments[self._log, step] = self._now(), self.unseen

    def behind(self, judged: Judged) -> tuple[Where, ...]:
        """Return the earlier deeds but for each of which what was just judged, a breach, would have been legal."""
        try:
            wrong = [each for each in judged.findings if isinstance(each, Illegal)]
            left_out = all(each.why == UNDONE for each in wrong)
            chain = self._chains.pop(id(judged.action), ())
            return behind(self._past, chain, judged.action, _named(judged.action, judged.findings), left_out=left_out)
        except Exception as error:
            self._contained(judged.step, type(judged.action).__name__.lower(), error)
            return ()

    def _resting(self, action: Action) -> Callable[[Finding], Finding]:
        """Return what a finding says of the settled rulings that it rests on."""
        switches, under = self._switches, self._under

        def names(finding: Finding) -> Finding:
            if switches is None or under is None:
                return finding
            try:
                return resting(self._past, action, finding, switches, under)
            except Exception as error:
                self._contained(self._number, type(action).__name__.lower(), error)
                return finding

        return names if switches and switches.settled else lambda finding: finding

    def _begin_to_doubt(self, board: Board) -> None:
        """From here on records are missing: what they may have changed is uncertain, and what hangs on it."""
        if not self._middle:
            self.position = Doubt.begun(self._now())
            self._doubt = Doubt(self._referee, self._reader, self.position, board)

    @property
    def past(self) -> Past[P]:
        """What was done of late."""
        return self._past

    @property
    def unseen(self) -> Gone | None:
        """What is in no log, while all of it still matters."""
        if self._middle:
            return BEFORE
        return CUT_OUT if self._doubt and (self._doubt.lost or not self._doubt.known) else None

    def _renewed(self, position: P, board: Board) -> P:
        """Return the position with which a turn or a round begins: as the board lies, where more is not known."""
        gone = self.unseen
        if gone is None or (self._doubt and not self._doubt.lost):
            return position
        self._forgets = gone
        return self._reader.start(board)

    def _is_renewed(self) -> None:
        """From now on all that matters lies on the board."""
        self._middle = False
        if self._doubt:
            self._doubt.renewed()

    def _step(self, step: Step, seen: Shown, ahead: Sequence[Shown], witness: Witness) -> Iterator[Judged]:
        position, self._number = self._now(), step.number
        board = cache(lambda: witness.board(step.after))
        lost, told_of, adrift = False, set[str](), False
        known, drags = len(self.faults), Drags(self._reader, self._closing, position, seen, ahead)
        self._dropped.begin(seen, position)
        for told in self._read(step, seen, position, ahead, board):
            if drags.put_back(told):
                continue
            read = replace(told, how="inferred", missing="gap") if self._cut_short else told
            renewed = (self._middle or self._doubt is not None) and self._reader.renews(read.action)
            if renewed:
                position = self._renewed(position, witness.board(step.before))
            before = position
            read, position, ruling = self._ruled(seen, position, read, drags)
            if ruling is None:
                continue
            deaf = (self._deaf and read.action.follows) or len(self.faults) > known
            findings = tuple(drags.told_once(read, self._weighed(ruling.findings, read, before, deaf=deaf)))
            strayed = drags.astray(read) if any(map(_guessed, findings)) else None
            if strayed:
                findings = tuple(self._of_hand(*strayed))
            goes_on = self._reader.together and position.state == before.state
            self._deaf = deaf or (self._deaf and goes_on)
            self._blind = self._blind if read.action.follows or goes_on else frozenset()
            if self._doubt:
                self._doubt.went_on(before, read.action, position, ruling, declared=read.how == "declared")
            if renewed:
                self._is_renewed()
            doer = self._referee.doer(before, read.action)
            # who plays both sides from one seat acts for the piece that he does something with
            side = doer or self._referee.whose(before, read.action) or seen.side
            said = tuple(map(self._resting(read.action), self._once.news(side, before.stack, read.action, findings)))
            good = _made_good(before, position)
            first = bool(good) and self._past.comes_first()
            judged = Judged(step.number, read.action, read.how, said, self._turn(before), side, good, read.held, first)
            lost, adrift = lost or ruling.adrift or any(map(_astray, findings)), adrift or ruling.adrift
            told_of |= _named(read.action, findings) if any(map(_astray, findings)) else set()
            yield judged
        self._repeats.over(seen)
        unread = len(self.faults) > known
        self.position, lost = position, lost or unread
        try:
            yield from self._closed(step, seen, ahead, witness, Breach(told_of, adrift or unread) if lost else None)
            if lost:
                position, self.position = self._now(), self._as_left(self._now(), board())
                if position is not self.position:
                    self._spoken.taken_as_it_lies(step.number)
                    self._dropped.over()
        except Exception as error:
            self._contained(step.number, "board", error)
        yield from self._ours(known, seen.side)

    def _repeated(self, shown: Sequence[Shown]) -> Sequence[Shown]:
        """Return what steps show, each with whether it only says again what the one before it said."""
        try:
            return tuple(self._repeats.told(shown))
        except Exception as error:
            self._contained(shown[0].step, "board", error)
            return shown

    def _ours(self, known: int, side: str) -> Iterator[Judged]:
        """Yield the errors of ours that were met since so many were known."""
        for fault in self.faults[known:]:
            self._deaf = True
            yield Judged(fault.step, NOTHING, "seen", (fault.finding,), self._turn(self._now()), side)

    def _ruled(self, seen: Shown, position: P, read: Read, drags: Drags[P]) -> tuple[Read, P, Ruling | None]:
        """Return what was meant, the position after it, and the ruling; none for a slip, which was not done."""
        try:
            read = self._meant(position, read)
            after, ruling = self._referee.step(position, read.action)
            if ruling.verdict == "illegal" and (read.slip or drags.goes_on(read, self._legal_from(position))):
                return read, position, None
            said_again = self._repeats.second(seen, read.action, ruling)
            if said_again:
                return read, position, Ruling((said_again,))
            if read.unsaid and ruling.legal:
                ruling = Ruling((*ruling.findings, _unsaid(read)))
            others = (each.otherwise(read.action, ruling) for each in (self._repeats, self._spoken, self._dropped))
            other = next(filter(None, others), None)
            if other:
                self._past.forget()
            after, ruling = other or (after, ruling)
            self._repeats.after(position, read.action, ruling)
            deed = Deed(self._log, seen.step, position, read.action, after, ruling)
            ruling = wronged(self._past, self._referee, deed) or ruling
            deed = deed._replace(ruling=ruling)
            self._past.add(deed)
            if ruling.verdict == "illegal":
                self._chains[id(read.action)] = self._past.chain()
            self._spoken.after(deed)
            self._note_accepted(position, read.action)
        except Exception as error:
            self._harmed |= {*words_of(read.action)} - {read.action.by}
            return read, position, self._contained(seen.step, type(read.action).__name__.lower(), error)
        return read, after, ruling

    def _legal_from(self, position: P) -> Callable[[Action], bool]:
        return lambda action: self._referee.judge(position, action).legal

    def _note_accepted(self, position: P, action: Action) -> None:
        """Remember of each open question the first deed that only some readings permit."""
        for due in position.due:
            for other in due.wrong_by(action) if due.otherwise else ():
                self.accepted.setdefault(other.ruling, Accepted(self._log, self._number, due.rule, spell(action)))

    def _closed(
        self, step: Step, seen: Shown, ahead: Sequence[Shown], witness: Witness, breach: "Breach | None"
    ) -> Iterator[Judged]:
        """Yield what changed on the board without an action that explains it; from now on it counts as it lies.

        Where something else was found in the step, that is what is told of it, but for what nobody could have done.
        """
        found = self._closing.unexplained(seen, self._now(), ahead, partial(witness.look, step.after))
        for each in found:
            position = self._now()
            if self._reader.shows(position, each.lying.piece, each.what) == each.seen:
                continue
            action = self._closing.by_hand(position, each)
            if action is not None:
                self.position, ruling = self._referee.step(position, action)
                self._past.also(partial(_played, self._referee, action))
                found_so = self._weighed(ruling.findings, Read(action, "seen"), position, deaf=self._deaf)
                yield self._of_board(step, seen, action, found_so)
                continue
            rule = self._reader.against(position, each.lying.piece, each.what, each.seen)
            self.position = self._reader.taken(position, each.lying, each.what)
            self._past.also(partial(_taken, self._reader, each))
            if breach is None or (rule and not breach.covers(each.lying.piece)):
                yield self._of_board(step, seen, NOTHING, self._of_hand(each, rule))

    def _of_hand(self, found: Unexplained, rule: str) -> Iterable[Finding]:
        """Return what is to be said of something that was done to the board by hand."""
        known = self._doubt is None or self._doubt.saw(found.lying.piece, found.what)
        hidden = Read(NOTHING, "seen" if known else "inferred", "" if known else "gap")
        return self._weighed((found.finding(rule),), hidden, None, deaf=self._deaf)

    def _of_board(self, step: Step, seen: Shown, action: Action, findings: Iterable[Finding]) -> Judged:
        """Return what is to be said of something that only the board shows."""
        return Judged(step.number, action, "seen", tuple(findings), self._turn(self._now()), seen.side or seen.seat)

    def _weighed(self, findings: Iterable[Finding], read: Read, before: P | None, *, deaf: bool) -> Iterable[Finding]:
        """Return findings as far as they can be held against somebody who did this in that position.

        What only the board shows was done in no position.
        """
        weighed = [(self._softened(each, read, deaf=deaf), each) for each in findings if self._news(each)]
        certain = any(isinstance(each, Illegal) for each, _ in weighed)
        # what is certain is told, and no guess beside it
        found = [each for each, was in weighed if not (certain and each is not was)]
        if self._middle:
            return of_unseen(found, BEFORE)
        hanging: list[Finding] = []
        if self._doubt and before is not None:
            whole = not any(isinstance(each, Undecided) and each.missing for each in found)
            illegal = (each for each in found if isinstance(each, Illegal))
            hanging = [each for each in illegal if not (self._stands(self._doubt, each, read, before) and whole)]
        if self.unseen:
            return of_unseen(found, CUT_OUT)
        hanging += [each for each in found if self._forgets and _grave(each) and each.rule in self._reader.forgets]
        return [*(each for each in found if each not in hanging), *of_unseen(hanging, self._forgets or CUT_OUT)]

    def _news(self, finding: Finding) -> bool:
        """Tell whether something is to be said: not what is said once, and was."""
        if not isinstance(finding, Notice) or not finding.once:
            return True
        said = finding in self._remarked
        if not said:
            self._remarked.append(finding)
        return not said

    def _stands(self, doubt: Doubt[P], finding: Finding, read: Read, before: P) -> bool:
        """Tell whether a finding does not hang on a gap; if an error of ours keeps us from knowing, it may."""
        try:
            return doubt.stands(finding, read.action, before)
        except Exception as error:
            self._contained(self._number, type(read.action).__name__.lower(), error)
            return False

    def _softened(self, finding: Finding, read: Read, *, deaf: bool) -> Finding:
        """Return a finding as undecided if the action was inferred, or follows from something not understood."""
        if not isinstance(finding, Illegal):
            return finding
        words = _named(read.action, (finding,))
        blind = deaf or not self._harmed.isdisjoint(words)
        blind = blind or (read.action.follows and not self._blind.isdisjoint(words))
        if blind or (read.how == "inferred" and finding.rule not in read.certain):
            return Undecided.of(finding, read.missing or ("action" if blind else "declaration"))
        return Undecided.of(finding, self._unsure) if self._unsure else finding

    def _meant(self, position: P, read: Read) -> Read:
        """Return what a record was meant to be: the first of its readings against which least can be said."""
        if not read.instead or self._referee.judge(position, read.action).legal:
            return read
        return min((read, *read.instead), key=lambda each: GRAVITY[self._referee.judge(position, each.action).verdict])

    def _read(
        self, step: Step, seen: Shown, position: P, ahead: Sequence[Shown], board: Callable[[], Board]
    ) -> Iterator[Read]:
        """Yield the actions of a step, as far as they can be read."""
        try:
            yield from self._reader.read(seen, position, ahead, board)
        except Exception as error:
            self._contained(step.number, " ".join(record.verb for record in seen.records), error)

    def _contained(self, step: int, deed: str, error: Exception) -> Ruling:
        """Keep an error of ours from ending the check: it is remembered, and told with its step."""
        if not self._contain:
            raise error
        self.faults.append(Fault(step, deed, error))
        return LEGAL

    def _as_left(self, position: P, board: Board) -> P:
        """Return the position with the board as the players left it; what was due is unknown if that is news."""
        adopted = self._reader.adopt(position, board)
        if adopted is not position:
            self._blind |= differing(position, adopted)
        return adopted

    def _now(self) -> P:
        if self.position is None:
            raise LookupError("no log was begun")
        return self.position


class Unread(Action, frozen=True):
    """Nothing that could be read as an action."""


NOTHING = Unread()


def _played(referee: Referee[P], action: Action, position: P) -> P:
    return referee.play(position, action)


def _taken(reader: Reader[P], found: Unexplained, position: P) -> P:
    return reader.taken(position, found.lying, found.what)


def _holes(part: Part) -> list[int]:
    """Return the steps from which on a log is known not to be whole."""
    return sorted({*torn(part.timeline), *(each.step for each in part.shown if each.edited)})


def _before(hole: int, shown: Iterable[Shown]) -> Iterator[Shown]:
    """Yield the steps before a hole: nobody knows how a deed went on from which something was cut off."""
    return takewhile(lambda each: each.step < hole, shown)


def _is_one_deed(steps: Iterable[Shown]) -> bool:
    """Tell whether one piece says one thing again and again."""
    return len({(record.verb, record.piece and record.piece.uid) for each in steps for record in each.records}) == 1


def _up_to_a_hole(parts: Sequence[Part]) -> Iterator[Shown]:
    """Yield the steps of logs up to the first hole in them."""
    for part in parts:
        hole = next(iter(_holes(part)), None)
        yield from part.shown if hole is None else _before(hole, part.shown)
        if hole is not None:
            return


def _astray(finding: Finding) -> bool:
    """True if the board may lie otherwise than the action tells."""
    return _grave(finding) and not (isinstance(finding, Undecided) and finding.covered)


def _named(action: Action, findings: Iterable[Finding]) -> set[str]:
    """What a deed is about, and what is said of it."""
    return {*words_of(action), *(word for each in findings for fact in each.facts.values() for word in words_in(fact))}


def _grave(finding: Finding) -> bool:
    return not isinstance(finding, Notice)


def _unsaid(read: Read) -> Finding:
    """Return what is to be said of a deed that could be declared and was not: the game goes on from what was read."""
    return Undecided(UNSAID, {"done": spell(read.action)}, read.unsaid, missing="declaration", covered=True)


def _made_good(before: Position, after: Position) -> tuple[str, ...]:
    """Return what had been missed and told, and is due no more: it is done, or cannot be."""
    gone = (due for due in before.due if due.told and due not in after.due)
    return tuple(map(ways, gone)) if before.due is not after.due else ()


def _guessed(finding: Finding) -> bool:
    """True for what is held against nobody only because nobody knows how it was done."""
    return isinstance(finding, Undecided) and bool(finding.missing)


def of_unseen(findings: Iterable[Finding], gone: Gone) -> Iterator[Finding]:
    """Yield what is to be said while something is in no log: one doubt, whatever seems wrong."""
    wrong = [finding for finding in findings if _grave(finding)]
    if wrong:
        yield _unseen(wrong[0], gone)


def _unseen(finding: Finding, gone: Gone) -> Undecided:
    why, missing = gone
    return Undecided(why, rule=finding.rule, missing=missing, owner=finding.owner)


__all__ = ["FAULT", "NOTHING", "Fault", "Gone", "Judge", "Judged", "of_unseen", "spell"]
