"""People: whoever plays a legal game in a manner of his own, from its beginning to its end, is not accused.

Somebody takes back each third deed, clicks everything twice, drags without any key and rolls by the button, does all
bookkeeping at the end of a step, is not waited for, declares wrongly first, talks all the time, moves stacks, sends the
log to and fro, nudges a piece while no log runs, plays both sides at one machine. Each manner is that of a whole game,
not of one deed.

python -m tests.rules.shared.proof.people GAME --count 200     # so many games; prints who is accused
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any

from msgspec.structs import replace

from rules.engine.ruling import Illegal
from rules.engine.writing import Add, Advance, Away, Entry, Go, Join, New, Open, Put, Say, Seal, Throw, Wipe
from tests.rules.shared.habits import Anew, Between, Cut, Stroke, TakenBack, Typed, is_new, pieces, verbs
from tests.rules.shared.kit import Kit
from tests.rules.shared.proof.accused import Accused, Way, accused
from tests.rules.shared.proof.figure import Figure
from tests.rules.shared.proof.head import alone, shown
from tests.rules.shared.proof.metamorphic import renamed
from tests.rules.shared.proof.permuted import LATEST, Atom, apart, atoms_of, parts_of, passes, written
from tests.rules.shared.proof.windows import Window, windows
from tests.rules.shared.tempers import temper_of

LENGTH = 40
"""Actions of a window."""
SOME = 4
"""So many manners are tried in a window."""
LIES = Go | Join | Away | New | Add | Seal | Open | Throw | Advance
"""Deeds after which something lies otherwise on the table."""
CHAT = (
    "hm",
    "2d6 = 7, I roll it again?",
    "{oops} $X$ <b>I take that back</b>",
    "[#roll;dice=2d6;res=6,6]",
    "Ist der Zug fertig?",
    "*** 1d6 = 6 ***",
    "undo?",
)
"""What people say; some of it looks like a record, and is none."""


@dataclass(frozen=True)
class Game:
    """A few deeds of a legal game, and chance."""

    window: Window
    rng: Random
    given: tuple[Entry, ...] = ()
    """What is done instead of what was played; the turns of the window tell nothing of it then."""

    @property
    def kit(self) -> Kit[Any, Any]:
        """What is known of the game."""
        return self.window.kit

    @cached_property
    def atoms(self) -> tuple[Atom, ...]:
        """What stands together in any order."""
        return atoms_of(self.window, self.window.edition())

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """What its log shows, step by step."""
        return self.given or tuple(page.entry for page in self.window.pages(self.window.edition()))

    @cached_property
    def _staged(self) -> frozenset[str]:
        """The properties that tell whom a key has chosen: they are wiped from all pieces when somebody else is."""
        return frozenset(deed.property for entry in self.entries for deed in entry.deeds if isinstance(deed, Wipe))

    def stages(self, entry: Entry) -> bool:
        """Whether nothing but a choice is shown, of who acts and upon whom, and what is said of it."""
        lies = any(isinstance(deed, Put) and deed.property not in self._staged for deed in entry.deeds)
        return not lies and _says(entry) and not any(isinstance(deed, LIES) for deed in entry.deeds)

    def standing(self, place: int = 0) -> list[tuple[str, str]]:
        """The units whose pieces lie on the board by themselves before a turn, and where."""
        before = self.window.turns[place].before
        there = self.kit.standing(before).items()
        return [each for each in there if not (self.kit.hidden(before, each[0]) or self.kit.rides(before, each[0]))]

    def nudge(self) -> tuple[Entry, Entry] | None:
        """A unit that does nothing all the while is knocked into a hex beside it, and put back."""
        busy = frozenset[str]().union(*map(pieces, self.entries))
        able = [each for each in self.standing() if each[0] not in busy]
        beside = temper_of(self.kit.name, self.window.scenario).beside
        for name, here in self.rng.sample(able, len(able)):
            for near in beside(here):
                away, back = (Entry(self.kit.side(name), self.kit.drag(name, place)) for place in (near, here))
                return away, back
        return None


Played = Sequence[Stroke] | None
Manner = Callable[[Game], Played]


# ---------------------------------------------------------------------------------------------- taking back, clicking
def takes_back_every_third(game: Game) -> Played:
    """Each third deed is taken back, and done again."""
    made = list[Stroke]()
    for place, entry in enumerate(game.entries):
        again = place % 3 == 2 and not is_new(entry)
        made += (entry, TakenBack(), entry) if again else (entry,)
    return made


def clicks_twice_and_takes_back(game: Game) -> Played:
    """Every key is pressed twice; the second time is taken back."""
    made = list[Stroke]()
    for entry in game.entries:
        made += (entry,) if _once(entry) else (entry, _rolled_anew(entry, game.rng), TakenBack())
    return made


def clicks_twice(game: Game) -> Played:
    """Every key that says something, and changes nothing that stands on the table, is pressed twice."""
    found = [each for entry in game.entries for each in ((entry, entry) if game.stages(entry) else (entry,))]
    return found if len(found) > len(game.entries) else None


def rolls_twice(game: Game) -> Played:
    """The button of the dice is pressed twice; the first roll counts."""
    found = [
        each
        for entry in game.entries
        for each in ((entry, _rolled_anew(entry, game.rng)) if _rolls(entry) else (entry,))
    ]
    return found if len(found) > len(game.entries) else None


def _once(entry: Entry) -> bool:
    return any(isinstance(deed, New | Seal | Open | Advance) for deed in entry.deeds)


def _says(entry: Entry) -> bool:
    return any(isinstance(deed, Say) for deed in entry.deeds)


def _rolls(entry: Entry) -> bool:
    return any(isinstance(deed, Throw) for deed in entry.deeds)


def _rolled_anew(entry: Entry, rng: Random) -> Entry:
    deeds = tuple(
        replace(deed, numbers=tuple(rng.randint(1, 6) for _ in deed.numbers)) if isinstance(deed, Throw) else deed
        for deed in entry.deeds
    )
    return replace(entry, deeds=deeds)


# -------------------------------------------------------------------------------------------------------- fewer words
def drags_and_rolls(game: Game) -> Played:
    """Everything is dragged without a key, and rolled by the button without a word what for."""
    made, usual = list[Stroke](), game.kit.usual
    for atom in game.atoms:
        throws = any(_rolls(entry) for entry in atom.entries)
        for entry in atom.entries:
            if throws and game.stages(entry) and not _rolls(entry):
                continue
            made.append(replace(entry, deeds=tuple(_unsaid(deed, usual) for deed in entry.deeds)))
    return made if tuple(made) != game.entries else None


def _unsaid(deed: Any, usual: Mapping[str, str]) -> Any:
    kind = isinstance(deed, Say) and {*usual} <= {*deed.values}
    return replace(deed, values={**deed.values, **usual}) if kind else deed


def talks(game: Game) -> Played:
    """Somebody says something before every deed."""
    names = ("Ann", "Bob")
    return [each for entry in game.entries for each in (Typed(game.rng.choice(names), game.rng.choice(CHAT)), entry)]


# ------------------------------------------------------------------------------------------------------- another order
def books_at_the_end(game: Game) -> Played:
    """All bookkeeping is done at the end of its step, in the order in which it came up."""
    mixed, held, atoms = list[Atom](), list[Atom](), game.atoms
    for place, atom in enumerate(atoms):
        after = atoms[place + 1] if place + 1 < len(atoms) else None
        if atom.results and (not held or held[-1].moment == atom.moment) and len(held) < LATEST:
            held.append(atom)
        elif after is not None and all(passes(each, atom, after) for each in held):
            mixed.append(atom)
        else:
            mixed += (*held, atom)
            held = []
    mixed += held
    if mixed == [*atoms]:
        return None
    return written(game.window, [turn for each in mixed for turn in each.turns])


def is_not_waited_for(game: Game) -> Played:
    """Whoever comes next goes on before the other side has done the last of what it had to do; that comes then."""
    made, left = list[Atom](), [*game.atoms]
    while left:
        hasty = len(left) > 1 and _may_be_overtaken(game, *left[:2])
        made += reversed(left[:2]) if hasty else left[:1]
        del left[: 2 if hasty else 1]
    return written(game.window, [turn for each in made for turn in each.turns]) if made != [*game.atoms] else None


def _may_be_overtaken(game: Game, one: Atom, other: Atom) -> bool:
    """Whether something that is due may as well come after what another side does next."""
    turn, sides = game.window.turns[one.turns[0]], [{entry.side for entry in each.entries} for each in (one, other)]
    owed = turn.action.follows and any(due.must and due.met_by(turn.action) for due in turn.before.due)
    return owed and len(one.turns) == 1 and sides[0].isdisjoint(sides[1]) and apart(one, other)


def moves_stacks(game: Game) -> Played:
    """Whoever goes the same way is dragged together."""
    made = list[Entry]()
    for entry in game.entries:
        last = made[-1] if made else None
        together = last is not None and _way(last) and _way(last) == _way(entry) and last.side == entry.side
        if last is not None and together and not pieces(last) & pieces(entry):
            made[-1] = Entry(last.side, last.deeds + entry.deeds)
        else:
            made.append(entry)
    return made if len(made) < len(game.entries) else None


def _way(entry: Entry) -> tuple[Any, ...]:
    """Where everybody goes in a step in which nothing is done but dragging, and what kind of step it is."""
    if not all(isinstance(deed, Go | Say) for deed in entry.deeds):
        return ()
    places = {deed.place for deed in entry.deeds if isinstance(deed, Go)}
    kinds = {repr(sorted(deed.values.items(), key=str)) for deed in entry.deeds if isinstance(deed, Say)}
    return (*places, *kinds, verbs(entry)[:1]) if len(places) == len(kinds) == 1 else ()


def moves_one_by_one(game: Game) -> Played:
    """Whatever moves together is dragged one by one."""
    found = [part for entry in game.entries for part in parts_of(entry)]
    return found if len(found) > len(game.entries) else None


# ---------------------------------------------------------------------------------------------------------- put right
def declares_wrongly_first(game: Game) -> Played:
    """Whoever fires, tests or is aimed at is first said to be somebody else of his side, and then rightly."""
    return _wrong_first(game, lambda entry, wrong: (wrong, entry))


def declares_wrongly_and_takes_back(game: Game) -> Played:
    """The same, and the wrong word is taken back."""
    return _wrong_first(game, lambda entry, wrong: (wrong, TakenBack(), entry))


def _wrong_first(game: Game, how: Callable[[Entry, Entry], Sequence[Stroke]]) -> Played:
    made, found = list[Stroke](), False
    for atom in game.atoms:
        for entry in atom.entries:
            wrong = _about_another(game, entry, atom) if _rolls(atom.entries[-1]) and game.stages(entry) else None
            made += how(entry, wrong) if wrong else (entry,)
            found |= wrong is not None
    return made if found else None


def _about_another(game: Game, entry: Entry, atom: Atom) -> Entry | None:
    """The same said of somebody else of the same side and type."""
    about = sorted(pieces(entry) & game.kit.units.keys())
    if not about:
        return None
    whose, there = about[0], game.standing(atom.turns[0])
    side, kind = game.kit.side(whose), game.kit.type_of(whose)
    able = [
        name for name, _ in there if name not in about and (game.kit.side(name), game.kit.type_of(name)) == (side, kind)
    ]
    return renamed(entry, {whose: game.rng.choice(able)}) if able else None


# ------------------------------------------------------------------------------------------------------- two machines
def posts_after_each_turn(game: Game) -> Played:
    """The log goes to the other player whenever it is his turn to do something."""
    made = list[Stroke]()
    for entry in game.entries:
        last = next((each for each in reversed(made) if isinstance(each, Entry)), None)
        made += (Cut(), entry) if last is not None and last.side != entry.side else (entry,)
    return made if len(made) > len(game.entries) else None


def nudges_while_no_log_runs(game: Game) -> Played:
    """A piece is knocked aside between two logs, and put back when the next one runs."""
    return _between_logs(game, lambda away, back: (Between(away.deeds[:1]), back))


def puts_back_while_no_log_runs(game: Game) -> Played:
    """A piece is knocked aside at the end of a log, and lies in its place again where the next one begins."""
    return _between_logs(game, lambda away, back: (away, Between(back.deeds[:1])))


def _between_logs(game: Game, strokes: Callable[[Entry, Entry], Sequence[Stroke]]) -> Played:
    """Somewhere in the game a piece goes astray and back, a part of it where no log runs."""
    found, place = game.nudge(), game.rng.randrange(1, max(2, len(game.entries)))
    return (*game.entries[:place], *strokes(*found), *game.entries[place:]) if found else None


def plays_both_sides(game: Game) -> Played:
    """One player sits at the machine, and does everything for both."""
    seat = game.rng.choice(game.kit.temper.sides)
    made = [replace(entry, side=seat) for entry in game.entries]
    return made if tuple(made) != game.entries else None


def takes_another_piece(game: Game) -> Played:
    """A piece that is not needed for the moment is deleted by mistake, and another one laid where it lay."""
    there = game.standing()
    if not there or not game.entries:
        return None
    place = game.rng.randrange(len(game.entries))
    moved = frozenset[str]().union(*map(pieces, game.entries[:place]))
    able = [name for name, _ in there if name not in moved]
    return (*game.entries[:place], Anew(game.rng.choice(able)), *game.entries[place:]) if able else None


MANNERS: Mapping[str, Manner] = {
    each.__name__: each
    for each in (
        takes_back_every_third, clicks_twice_and_takes_back, clicks_twice, rolls_twice, drags_and_rolls, talks,
        books_at_the_end, is_not_waited_for, moves_stacks, moves_one_by_one, declares_wrongly_first,
        declares_wrongly_and_takes_back, posts_after_each_turn, nudges_while_no_log_runs,
        puts_back_while_no_log_runs, plays_both_sides, takes_another_piece,
    )
}  # fmt: skip


OF_ANY_GAME = (
    "takes_back_every_third", "clicks_twice_and_takes_back", "talks", "moves_one_by_one", "posts_after_each_turn",
)  # fmt: skip
"""Manners of which nothing has to be known but what is done: legal or not."""


def in_some_manner(window: Window, entries: Sequence[Entry], rng: Random) -> Sequence[Stroke]:
    """Deeds as somebody does them who has a manner of his own."""
    found = (MANNERS[name](Game(window, rng, tuple(entries))) for name in rng.sample(OF_ANY_GAME, len(OF_ANY_GAME)))
    return next((strokes for strokes in found if strokes is not None), entries)


# -------------------------------------------------------------------------------------------------------- the verdicts
def played(window: Window, rng: Random, names: Sequence[str]) -> Iterator[Way]:
    """A window as people of these manners play it."""
    game = Game(window, rng)
    for name in names:
        strokes = MANNERS[name](game)
        if strokes is not None:
            yield Way(name, "", strokes)


def measured(
    kit: Kit[Any, Any], count: int, seed: int, tally: Counter[str], only: Sequence[str] = ()
) -> Iterator[Accused]:
    """Who is accused in so many windows of random games, each of which is played in some manners."""
    rng, names = Random(seed), list(only or MANNERS)
    for window in islice(windows(kit, rng, LENGTH, each=8, settled=True), count):
        plain = [page.entry for page in window.pages(window.edition())]
        yield from accused(
            window, plain, played(window, rng, rng.sample(names, min(SOME, len(names)))), tally, (Illegal,)
        )


def figures(kit: Kit[Any, Any], count: int, seed: int, only: str = "") -> Iterator[Figure]:
    """Honest players accused, of each manner."""
    tally = Counter[str]()
    shown(measured(kit, count, seed, tally, only.split()))
    for name in MANNERS:
        if tally[name]:
            manner = name.replace("_", " ")
            yield Figure(f"accused: {manner}", tally[f"{name} accused"], tally[name], "games played in this manner")


if __name__ == "__main__":
    alone(figures, only="")
