"""What may be done in a position: candidates of every chapter, each tried by the referee.

A chapter says what could be done in a state (`@candidates("MOVE")`: a function from a case to actions) and how an
action that is due is filled in (`@fills(do.Retreat)`: from a case and the template to complete actions). There may be
too many candidates, for only what the referee finds legal is an option; there must not be too few.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from rules.engine.actions import Action, subject
from rules.engine.position import Position
from rules.engine.referee import CaseOf, Referee
from rules.engine.sequence import Sequence

P = TypeVar("P", bound=Position)
Candidates = Callable[[Any], Iterable[Action]]
Filler = Callable[[Any, Any], Iterable[Action]]
Rash = Callable[[Any, Any], bool]
K = TypeVar("K", bound=Candidates)
R = TypeVar("R", bound=Rash)
L = TypeVar("L", bound=Filler)


class Options:
    """The candidates of all chapters by state, and how due actions are filled in."""

    def __init__(self, sequence: Sequence) -> None:
        self.sequence = sequence
        self._by_state: dict[str, list[Candidates]] = {}
        self._fillers: dict[type[Action], Filler] = {}
        self._rash: dict[type[Action], Rash] = {}

    def on(self, *states: str) -> Callable[[K], K]:
        """Registers what could be done in these states."""

        def register(function: K) -> K:
            for state in states:
                if state not in self.sequence.states:
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

    def rash(self, case: CaseOf[Any], action: Action) -> bool:
        """True for what a prudent player leaves."""
        asks = self._rash.get(type(action))
        return asks is not None and asks(case, action)

    @property
    def states(self) -> Mapping[str, list[Candidates]]:
        """The candidates by state."""
        return self._by_state

    def filled(self, case: CaseOf[Any], template: Action) -> Iterable[Action]:
        """The complete actions that a due one stands for."""
        filler = self._fillers.get(type(template))
        return filler(case, template) if filler else (template,)

    def open_states(self, position: Position) -> Iterator[str]:
        """Where somebody may act now: the state on top, and below it while those above lapse of themselves."""
        for state in reversed(position.stack):
            yield state
            if not self.sequence.states[state].lapses:
                return

    def possible(self, case: CaseOf[Any]) -> Iterator[Action]:
        """Everything that could be done; only what is due at once, if anything is."""
        pressing = [due for due in case.before.due if due.must and not due.until]
        for due in pressing or case.before.due:
            for template in due.options:
                yield from self.filled(case, template)
        if pressing and not any(due.open_to for due in pressing):
            return
        for state in self.open_states(case.before):
            for function in self._by_state.get(state, ()):
                yield from function(case)


class Legal(Generic[P]):
    """Lists the legal actions of a position; every function that plays or advises asks it.

    A prudent list leaves out what must be made good before something ends: who plays by it is never left without a
    legal action.
    """

    def __init__(self, options: Options, referee: Referee[P], *, prudent: bool = False) -> None:
        self._options, self.referee, self._prudent = options, referee, prudent

    def __call__(self, position: P, *, about: str = "", kinds: tuple[type[Action], ...] = ()) -> tuple[Action, ...]:
        """The legal actions, each once; only those of one piece, or of some kinds, if they are named."""
        case = self.referee.case(position, Action())
        tried = dict.fromkeys(self._options.possible(case))
        if kinds:
            tried = {action: None for action in tried if isinstance(action, kinds)}
        if about:
            tried = {action: None for action in tried if about in subject(action).split(",")}
        return tuple(action for action in tried if self._wise(case, action) and self._legal(position, action))

    def _wise(self, case: CaseOf[P], action: Action) -> bool:
        return not (self._prudent and self._options.rash(case, action))

    def _legal(self, position: P, action: Action) -> bool:
        return self.referee.judge(position, action).legal
