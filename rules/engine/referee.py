"""The referee: judges an action against everything that speaks about it, and plays it whether legal or not."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final, Generic, Protocol, TypeVar

from msgspec import structs

from rules.engine.actions import Action, subject
from rules.engine.obligations import Due, hanging, made_good, overdue, take
from rules.engine.position import Position
from rules.engine.rulebook import Rulebook
from rules.engine.ruling import ADRIFT, LEGAL, Facts, Finding, Illegal, Notice, Ruling, Undecided, together
from rules.engine.sequence import Entry, Sequence

P = TypeVar("P", bound=Position)
P_co = TypeVar("P_co", bound=Position, covariant=True)
Effect = Callable[[Any], Any]
E = TypeVar("E", bound=Effect)
OUT_OF_PLACE: Final = "sequence.not-now"
"""What is said of a deed that has no place in the state of play."""
OR: Final = " / "
"""Between the ways in which one and the same thing may be done; several things that are due stand side by side."""


class CaseOf(Protocol[P_co]):
    """What checks and effects look at: the position before the action, and the action. A game adds what it knows."""

    forbidden: bool
    """True for the effect of a deed that broke a rule, or that followed from one that did."""
    disputed: tuple[Undecided, ...]
    """For the effect of a deed: the open questions by one reading of which it breaks a rule."""

    @property
    def before(self) -> P_co:
        """The position before the action."""
        ...

    @property
    def action(self) -> Action:
        """What is done."""
        ...


Cases = Callable[[P, Action], CaseOf[P]]
"""How a game makes of a position and an action what its chapters look at."""


class Effects:
    """What each kind of action does to a position: one function a verb."""

    def __init__(self) -> None:
        self._effects: dict[type[Action], Effect] = {}

    def on(self, *kinds: type[Action]) -> Callable[[E], E]:
        """Registers the effect of these actions."""

        def register(function: E) -> E:
            for kind in kinds:
                if kind in self._effects:
                    raise ValueError(f"{kind.__name__} has an effect already")
                self._effects[kind] = function
            return function

        return register

    @property
    def kinds(self) -> Mapping[type[Action], Effect]:
        """All effects by kind of action."""
        return self._effects


class Referee(Generic[P]):
    """Judges and plays the actions of one game under one set of switches."""

    def __init__(
        self,
        book: Rulebook,
        sequence: Sequence,
        effects: Effects,
        *,
        case: Cases[P],
        side: Callable[[P, str], str],
        undue: Callable[[Any], Finding | None] | None = None,
        tells_once: bool = False,
    ) -> None:
        self._tells_once = tells_once
        """True where nobody hears more of what was missed and told when he makes it good."""
        self.book, self.sequence = book, sequence
        self._effects = effects.kinds
        self.case = case
        """What checks and effects look at, of a position and an action."""
        self._undue = undue
        self._side = side

    @property
    def verbs(self) -> tuple[type[Action], ...]:
        """The actions that do something in this game."""
        return tuple(self._effects)

    def judge(self, position: P, action: Action) -> Ruling:
        """Everything that is to be said of the action in this position."""
        return self.step(position, action, play=False)[1]

    def play(self, position: P, action: Action) -> P:
        """The position after the action, legal or not."""
        return self.step(position, action)[0]

    def step(self, position: P, action: Action, play: bool = True) -> tuple[P, Ruling]:
        """The position after the action, and the ruling on it."""
        met, pending = take(position.due, action)
        entry = Entry(position.stack) if met else self.sequence.enter(position.stack, action)
        late = () if met else overdue(pending, action, entry.left)
        findings = list(_otherwise(met, action)) if met else self._wrong_by_dues(position, action)
        if not (entry.allowed or action.follows):
            findings.append(self._out_of_place(position, action))
        pending = tuple(made_good(due) if due in late else due for due in pending if due.must or due not in late)
        current = position
        if pending != position.due or entry.stack != position.stack:
            current = position.but(stack=entry.stack, due=pending)
        case = self.case(current, action)
        late_deed = self._tells_once and met is not None and met.told
        for check in () if late_deed else self.book.checks(type(action)):
            found = check.find(case)
            findings += [self._charged(position, each) for each in found] if action.clock and found else found
        if action.own:
            findings += self._from_another_seat(position, action)
        overtakes = met is None and action.follows and any(due.must for due in late)
        breach = overtakes or (met is not None and met.below) or any(isinstance(each, Illegal) for each in findings)
        case.forbidden = breach
        case.disputed = tuple(each for each in findings if isinstance(each, Undecided) and each.ruling)
        after = self._apply(case) if play else current
        if breach and after.due and (action.follows or after.stack == position.stack):
            after = after.but(due=hanging(after.due, current.due))
        findings += self._missed(position, late, action) if late else ()
        return after, self._ruling(findings, adrift=any(due.below for due in late))

    def _apply(self, case: CaseOf[P]) -> P:
        effect = self._effects.get(type(case.action))
        after: P = effect(case) if effect else case.before
        return after

    def _wrong_by_dues(self, position: P, action: Action) -> list[Finding]:
        """What is wrong with a change that was due otherwise, or not at all."""
        concerned = _concerned(position, action)
        if concerned:
            facts: Facts = {"expected": ways(concerned), "done": spell(action), "subject": subject(action)}
            return [_undone(concerned, "due.otherwise", facts, concerned.settled_for(action))]
        found = self._undue(self.case(position, action)) if self._undue and action.follows else None
        return [_by_settled(position, action, found)] if found else []

    def _missed(self, position: P, late: Iterable[Due], action: Action) -> Iterable[Finding]:
        concerned = _concerned(position, action)
        for due in late:
            if due.must and due != concerned:
                yield structs.replace(still(due, due.settled_for(action)), owner=self.owner(position, due))

    def owner(self, position: P, due: Due) -> str:
        """The side whose duty something is: the one that the book names, or that of the piece that is due."""
        return due.owner or next((side for option in due.wanted if (side := self.whose(position, option))), "")

    def whose(self, position: P, action: Action) -> str:
        """The side of what an action is about: of the first piece that it names."""
        named = (getattr(action, field) for field in dict.fromkeys((action.about or "by", *action.__struct_fields__)))
        return self._side_of(position, named)

    def doer(self, position: P, action: Action) -> str:
        """The side whose act it is: that of the piece where it is its side's to decide, else whoever did it."""
        named = (getattr(action, field) for field in action.__struct_fields__ if field != "by")
        return (self._side_of(position, named) if action.own else "") or action.by

    def _from_another_seat(self, position: P, action: Action) -> Iterable[Finding]:
        """A remark where somebody decides about a piece from the other side's seat: he may play both."""
        owner, seat = self.doer(position, action), self._side(position, action.by)
        if seat and owner != seat:
            yield Notice("seat.other", {"seat": seat, "side": owner}, owner=owner, once=True)

    def _side_of(self, position: P, named: Iterable[object]) -> str:
        for value in named:
            if isinstance(value, str):
                sides = {self._side(position, value)} if value else set[str]()
            elif isinstance(value, tuple):
                sides = {self._side(position, name) for name in value if isinstance(name, str) and name}
            else:
                continue
            sides.discard("")
            if len(sides) == 1:
                return sides.pop()
        return ""

    def _charged(self, position: P, finding: Finding) -> Finding:
        """A finding about something that is wanting, with the side of the first piece that it names."""
        facts = finding.facts.values()
        sides = {name for name in facts if isinstance(name, str) and self._side(position, name) == name}
        pieces = (each for each in facts if each not in sides)
        return structs.replace(finding, owner=finding.owner or self._side_of(position, pieces))

    def _out_of_place(self, position: P, action: Action) -> Finding:
        state, rule = self.sequence.against(position.stack, action)
        verb = type(action).__name__.lower()
        found = Illegal(OUT_OF_PLACE, {"verb": verb, "state": state, "subject": subject(action)}, rule)
        return _by_settled(position, action, found)

    def _ruling(self, findings: list[Finding], *, adrift: bool) -> Ruling:
        if not findings:
            return ADRIFT if adrift else LEGAL
        first: dict[tuple[object, ...], Finding] = {}
        for finding in findings:
            key = finding.rule, type(finding), finding.why, finding.owner
            first[key] = _with(first[key], finding) if key in first else finding
        return Ruling(tuple(sorted(first.values(), key=lambda each: self.book.specificity(each.rule))), adrift)


def _with(first: Finding, other: Finding) -> Finding:
    """The first of two findings of one kind; of what a side has left out, with all that the other one names too."""
    if not first.owner or isinstance(first, Notice) or first.facts.keys() != other.facts.keys():
        return first
    if isinstance(first, Illegal):
        return first.of((*first.each, other.facts))
    return structs.replace(first, facts=together((first.facts, other.facts)))


def _concerned(position: Position, action: Action) -> Due | None:
    """What is due for the very thing that an action changes."""
    return next((due for due in position.due if action.follows and due.concerns(action)), None)


def _by_settled(position: Position, action: Action, finding: Finding) -> Finding:
    """A finding about a deed that is not due; it names the settled rulings by another reading of which it is."""
    settled = {ruling: read for due in position.due for ruling, read in due.settled_for(action).items()}
    return finding.resting(settled) if isinstance(finding, Illegal) else finding


def _undone(due: Due, why: str, facts: Facts, settled: Mapping[str, str]) -> Finding:
    """Illegal, unless nothing was due under another reading; then it names what was settled."""
    doubt = due.doubtful
    if doubt is None:
        return Illegal(why, facts, due.rule).resting({**due.settled, **settled})
    return Undecided(why, facts, due.rule, ruling=doubt.ruling, readings=doubt.readings)


def still(due: Due, settled: Mapping[str, str] = MappingProxyType({})) -> Finding:
    """What is to be said of something that was not done yet; settled rulings may forbid what was done instead."""
    return _undone(due, due.why, {"expected": ways(due), "subject": subject(due.options[0])}, settled)


def _otherwise(due: Due, action: Action) -> Iterable[Finding]:
    """Undecided, if what was done is due only under another reading."""
    other = None if due.met_by(action) else due.met_otherwise(action)
    if other:
        facts: Facts = {"expected": ways(due), "done": spell(action), "subject": subject(action)}
        why = "due.otherwise" if due.options else "due.without-cause"
        yield Undecided(why, facts, due.rule, ruling=other.ruling, readings=other.readings)


def ways(due: Due) -> str:
    """What is due in a line: the actions of which one has to be done."""
    return OR.join(map(spell, due.options))


def spell(action: Action) -> str:
    """An action in a line: its verb and the fields that say something; what is as usual is left out, but for a yes."""
    parts, usual = [type(action).__name__.lower()], _usual(type(action))
    for name in action.__struct_fields__:
        value = getattr(action, name)
        if name == "by" or value in ("", (), None) or (value is not True and value == usual.get(name)):
            continue
        text = " ".join(str(item) for item in value) if isinstance(value, tuple) else str(value)
        parts.append(f"{name}={text}" if isinstance(value, bool) else text)
    return " ".join(parts)


@cache
def _usual(verb: type[Action]) -> Mapping[str, object]:
    defaults = verb.__struct_defaults__
    return dict(zip(verb.__struct_fields__[-len(defaults) :], defaults, strict=True)) if defaults else {}
