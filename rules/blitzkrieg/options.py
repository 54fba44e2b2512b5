"""What may be done in a position: candidates of every chapter, each tried by the referee.

A chapter says what could be done in a state (`@candidates("ACTIVE")`: a function from a case to actions) and how an
action that is due is filled in (`@fills(do.FallBack)`: from a case and the template to complete actions). There may be
too many candidates, for only what the referee finds legal is an option; there must not be too few.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.sequence import SEQUENCE
from rules.engine.actions import Action
from rules.engine.dice import Roll, representatives
from rules.engine.referee import Referee
from rules.engine.switches import Switches

Candidates = Callable[[Case[Action]], Iterable[Action]]
Filler = Callable[[Case[Action], Any], Iterable[Action]]
Rash = Callable[[Case[Action], Any], bool]
K = TypeVar("K", bound=Candidates)
R = TypeVar("R", bound=Rash)
L = TypeVar("L", bound=Filler)


class Options:
    """The candidates of all chapters by state, and how due actions are filled in."""

    def __init__(self) -> None:
        self._by_state: dict[str, list[Candidates]] = {}
        self._fillers: dict[type[Action], Filler] = {}
        self._rash: dict[type[Action], Rash] = {}

    def on(self, *states: str) -> Callable[[K], K]:
        """Registers what could be done in these states."""

        def register(function: K) -> K:
            for state in states:
                if state not in SEQUENCE.states:
                    raise ValueError(f"there is no state {state}")
                self._by_state.setdefault(state, []).append(function)
            return function

        return register

    def filling(self, kind: type[Action]) -> Callable[[L], L]:
        """Registers how a due action of this kind is filled in."""

        def register(function: L) -> L:
            self._fillers[kind] = function
            return function

        return register

    def rashness(self, *kinds: type[Action]) -> Callable[[R], R]:
        """Registers when an action is legal only if it is made good later, so that a prudent player leaves it."""

        def register(function: R) -> R:
            for kind in kinds:
                self._rash[kind] = function
            return function

        return register

    def rash(self, case: Case[Action], action: Action) -> bool:
        """True for what a prudent player leaves."""
        asks = self._rash.get(type(action))
        return asks is not None and asks(case, action)

    @property
    def states(self) -> Mapping[str, list[Candidates]]:
        """The candidates by state."""
        return self._by_state

    def filled(self, case: Case[Action], template: Action) -> Iterable[Action]:
        """The complete actions that a due one stands for."""
        filler = self._fillers.get(type(template))
        return filler(case, template) if filler else (template,)


OPTIONS = Options()
candidates = OPTIONS.on
fills = OPTIONS.filling
rash = OPTIONS.rashness


@fills(Roll)
def thrown(_: Case[Action], template: Roll) -> Iterator[Action]:
    """A roll stands there once for each total."""
    for dice in representatives(1 if template.purpose == "CANCEL" else 2):
        yield Roll(purpose=template.purpose, who=template.who, dice=dice)


def open_states(position: Position) -> Iterator[str]:
    """The states in which somebody may act now: the one on top, and below it while those above lapse of themselves."""
    for state in reversed(position.stack):
        yield state
        if not SEQUENCE.states[state].lapses:
            return


def possible(case: Case[Action]) -> Iterator[Action]:
    """Everything that could be done; only what is due at once, if anything is."""
    pressing = [due for due in case.before.due if due.must and not due.until]
    for due in pressing or case.before.due:
        for template in due.options:
            yield from OPTIONS.filled(case, template)
    if pressing and not any(due.open_to for due in pressing):
        return
    for state in open_states(case.before):
        for function in OPTIONS.states.get(state, ()):
            yield from function(case)


class Legal:
    """Lists the legal actions of a position; every function that plays or advises asks it.

    A prudent list leaves out what must be made good before something ends (a unit beyond the radius, a full hex): who
    plays by it is never left without a legal action.
    """

    def __init__(
        self, referee: Referee[Position], battle: Battle, switches: Switches, *, prudent: bool = False
    ) -> None:
        self._referee, self._battle, self._switches, self._prudent = referee, battle, switches, prudent

    def __call__(self, position: Position) -> tuple[Action, ...]:
        """The legal actions, each once."""
        case = Case(self._battle, self._switches, position, Action())
        tried = dict.fromkeys(possible(case))
        return tuple(action for action in tried if self._wise(case, action) and self._legal(position, action))

    def _wise(self, case: Case[Action], action: Action) -> bool:
        return not (self._prudent and OPTIONS.rash(case, action))

    def _legal(self, position: Position, action: Action) -> bool:
        return self._referee.judge(position, action).legal
