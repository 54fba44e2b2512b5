"""What must not matter: a verdict stays where doubles or sides change their names, a bystander is away, in a mirror.

Two units of one print are one another's double: a game in which each does what the other did has the same verdicts,
also where a rule is broken. A unit that nobody names and that stands far from all that happens changes no verdict
either. What a side may do, the other may in its place, but for what the book gives to one alone. And whoever sees
somebody is seen by him, over all pairs of places of every map.

python -m tests.rules.shared.proof.metamorphic GAME --count 200 --pairs 0     # 0: all pairs of every map
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import combinations, islice
from random import Random
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from rules.engine.actions import Action
from rules.engine.grid import Grid
from rules.engine.referee import Referee, spell
from rules.engine.ruling import Notice, Ruling
from tests.rules.shared.kit import Kit
from tests.rules.shared.mutating import Tally
from tests.rules.shared.proof.figure import Figure
from tests.rules.shared.proof.head import alone, shown
from tests.rules.shared.proof.windows import Window, windows

T = TypeVar("T")
LENGTH = 30
FAR = 9
"""So many hexes at least a bystander is away from all that is named."""
OWN = frozenset({"id", "name", "number", "short"})
"""What of a print is a unit's own, and no value of its kind."""
Verdict = tuple[tuple[str, str], ...]
"""What is said of an action: kinds and rules of the findings."""


class Differs(msgspec.Struct, frozen=True):
    """A verdict that did not stay."""

    relation: str
    where: str
    action: str
    one: Verdict
    other: Verdict


def verdict(ruling: Ruling, but_for: AbstractSet[str] = frozenset()) -> Verdict:
    """What is said, without its words, and but for some rules."""
    found = (each for each in ruling.findings if not isinstance(each, Notice) and each.rule not in but_for)
    return tuple(sorted((type(each).__name__, each.rule) for each in found))


# ------------------------------------------------------------------------------------------------------------- doubles
def renamed(value: T, names: Mapping[str, str]) -> T:
    """The same with other names, wherever they stand."""
    made: Any
    match value:
        case str():
            made = names.get(value) or re.sub(r"[^ ,|/]+", lambda word: _word(word[0], names), value)
        case Grid():
            made = value
        case msgspec.Struct():
            fields = {name: renamed(getattr(value, name), names) for name in value.__struct_fields__}
            made = replace(value, **fields)
        case tuple() | list() | frozenset() | set():
            made = type(value)(renamed(each, names) for each in value)
        case dict():
            made = {renamed(key, names): renamed(each, names) for key, each in value.items()}
        case _:
            made = value
    return made  # type: ignore[no-any-return]


def _word(word: str, names: Mapping[str, str]) -> str:
    """A word with another name; of `smoke.0405` the place."""
    head, dot, last = word.rpartition(".")
    return names.get(word) or f"{head}{dot}{names.get(last, last)}"


def doubles(kit: Kit[Any, Any], battle: Any) -> tuple[tuple[str, str], ...]:
    """Pairs of units of one print: equal in all but what is their own."""

    def print_of(unit: Any) -> str:
        return repr([getattr(unit, name) for name in unit.__struct_fields__ if name not in OWN])

    by_print: dict[str, list[str]] = {}
    for name, unit in battle.units.items():
        by_print.setdefault(print_of(unit), []).append(name)
    return tuple(pair for found in by_print.values() for pair in combinations(found, 2) if kit.alike(battle, *pair))


def exchanged(window: Window, actions: Sequence[Action], rng: Random) -> Iterator[Differs]:
    """Whose verdict changes where two doubles change their names."""
    battle = window.kit.scenario(window.scenario)
    pairs = doubles(window.kit, battle)
    if not pairs:
        return
    one, other = rng.choice(pairs)
    names = {one: other, other: one}
    judge = window.edition().referee
    yield from _differing(
        f"{one} and {other} exchanged",
        window,
        (judge, window.before, actions),
        (judge, renamed(window.before, names), renamed(tuple(actions), names)),
    )


# -------------------------------------------------------------------------------------------------------------- mirrors
@cache
def mirrors(grid: Grid) -> tuple[tuple[Mapping[str, str], bool, bool], ...]:
    """The ways to mirror a map of named columns and rows: the new names, and whether west and north change."""
    columns, rows = ({place[at : at + 2] for place in grid.places} for at in (0, 2))
    found = list[tuple[Mapping[str, str], bool, bool]]()
    for west, north in ((True, False), (False, True), (True, True)):
        turned = [
            dict(zip(sorted(each), sorted(each, reverse=turn), strict=True))
            for each, turn in ((columns, west), (rows, north))
        ]
        names = {place: turned[0][place[:2]] + turned[1][place[2:]] for place in grid.places}
        if all(
            {names.get(near) for near in grid.neighbours(here)} == {*grid.neighbours(names[here])} for here in names
        ):
            found.append((names, west, north))
    return tuple(found)


def mirrored(window: Window, actions: Sequence[Action], rng: Random) -> Iterator[Differs]:
    """Whose verdict changes on a map that is seen in a mirror, with all that stands and lies on it."""
    kit = window.kit
    battle = kit.scenario(window.scenario)
    able = mirrors(_widest(kit.land(battle), getattr(battle, "ground", None)))
    if not able:
        return
    places, west, north = rng.choice(able)
    names = {**places, **({way: _turned(way, west=west, north=north) for way in WAYS} if kit.faces else {})}
    other = kit.edition(renamed(battle, names), kit.switches, renamed(window.before, names)).referee
    yield from _differing(
        f"mirrored {'west and east' if west else ''} {'north and south' if north else ''}",
        window,
        (window.edition().referee, window.before, actions),
        (other, renamed(window.before, names), renamed(tuple(actions), names)),
    )


def _widest(land: Grid, ground: object) -> Grid:
    """The grid of a map with all that lies beyond its edge as well, if the game knows such a one."""
    known = (getattr(ground, name) for name in getattr(ground, "__struct_fields__", ()))
    return max((land, *(each for each in known if isinstance(each, Grid))), key=lambda grid: len(tuple(grid.places)))


WAYS = ("N", "NE", "SE", "S", "SW", "NW")


def _turned(way: str, *, west: bool, north: bool) -> str:
    pairs = {**({"E": "W", "W": "E"} if west else {}), **({"N": "S", "S": "N"} if north else {})}
    return "".join(pairs.get(each, each) for each in way)


# --------------------------------------------------------------------------------------------------------------- sides
def changed_sides(window: Window, actions: Sequence[Action], rng: Random) -> Iterator[Differs]:
    """Whose verdict changes where the sides change their names: what one may do, the other may in his place."""
    kit = window.kit
    one, other = kit.temper.sides
    names = {one: other, other: one}
    battle = renamed(kit.scenario(window.scenario), names)
    judge = kit.edition(battle, kit.switches, renamed(window.before, names)).referee
    yield from _differing(
        "sides changed",
        window,
        (window.edition().referee, window.before, actions),
        (judge, renamed(window.before, names), renamed(tuple(actions), names)),
        kit.of_one_side,
    )


# ---------------------------------------------------------------------------------------------------------- bystanders
def without_a_bystander(window: Window, actions: Sequence[Action], rng: Random) -> Iterator[Differs]:
    """Whose verdict changes where a unit is away that has nothing to do with it."""
    kit, before = window.kit, window.before
    battle = kit.scenario(window.scenario)
    rulings = [ruling for _, ruling in _played(window.edition().referee, before, actions)]
    grid, said = kit.land(battle), f"{before.due!r} {actions!r} {rulings!r}"
    places = {word for word in re.findall(r"[\w-]+", said) if word in grid}
    standing = kit.standing(before)
    places |= {place for name, place in standing.items() if name in said and place in grid}
    able = [
        name
        for name, place in standing.items()
        if name not in said
        and place in grid
        and not kit.bears(before, name)
        and all(grid.distance(place, each) >= FAR for each in places)
    ]
    if not able:
        return
    gone = rng.choice(able)
    judge = window.edition().referee
    away = kit.taken_away(before, gone)
    yield from _differing(f"without {gone}", window, (judge, before, actions), (judge, away, actions))


Run = tuple[Referee[Any], Any, Sequence[Action]]


def _differing(
    relation: str, window: Window, one: Run, other: Run, but_for: AbstractSet[str] = frozenset()
) -> Iterator[Differs]:
    runs = zip(_verdicts(*one, but_for), _verdicts(*other, but_for), one[2], strict=True)
    found = next(((left, right, action) for left, right, action in runs if left != right), None)
    if found is not None:
        left, right, action = found
        yield Differs(relation, window.name, spell(action), left, right)


def _verdicts(
    judge: Referee[Any], position: Any, actions: Sequence[Action], but_for: AbstractSet[str]
) -> Iterator[Verdict]:
    return (verdict(ruling, but_for) for _, ruling in _played(judge, position, actions))


def _played(judge: Referee[Any], position: Any, actions: Sequence[Action]) -> Iterator[tuple[Any, Ruling]]:
    for action in actions:
        position, ruling = judge.step(position, action)
        yield position, ruling


# --------------------------------------------------------------------------------------------------------------- sight
def one_sided(sees: Callable[[str, str], object], pairs: Iterator[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Pairs of which one sees the other otherwise than it is seen by him."""
    return ((one, other) for one, other in pairs if sees(one, other) != sees(other, one))


def pairs_of(kit: Kit[Any, Any], scenario: str, count: int, rng: Random) -> Iterator[tuple[str, str]]:
    """So many pairs of places of a map; all, if it is none."""
    made = kit.scenario(scenario)
    places = sorted(kit.land(made).places)
    some = ((one, other) for one, other in (rng.sample(places, 2) for _ in range(count)))
    return ((one, other) for one, other in (some if count else combinations(places, 2)) if kit.mutual(made, one, other))


# -------------------------------------------------------------------------------------------------------------- counts
def games_of(window: Window, rng: Random) -> Iterator[tuple[Action, ...]]:
    """The window as it was played, and with a breach in it."""
    yield window.actions
    kit = window.kit
    battle = kit.scenario(window.scenario)
    moments = [kit.occasion(battle, turn.before, turn.action) for turn in window.turns]
    places = {id(turn.before): place for place, turn in enumerate(window.turns)}
    mutants = [each for each in kit.breaches.mutants(moments, Tally(), 1) if id(each.before) in places]
    for mutant in rng.sample(mutants, min(2, len(mutants))):
        yield (*window.actions[: places[id(mutant.before)]], *mutant.actions)


RELATIONS: Mapping[str, Callable[[Window, Sequence[Action], Random], Iterator[Differs]]] = {
    "doubles": exchanged,
    "bystanders": without_a_bystander,
    "mirrors": mirrored,
    "sides": changed_sides,
}


def differing(kit: Kit[Any, Any], count: int, seed: int, tally: Counter[str]) -> Iterator[Differs]:
    """Whose verdict changes in so many windows by what must not matter."""
    rng = Random(seed)
    able = (window for window in windows(kit, rng, LENGTH, each=10) if not window.before.within("SETUP"))
    for window in islice(able, count):
        for actions in games_of(window, rng):
            for name, relation in RELATIONS.items():
                tally.update([name])
                for found in relation(window, actions, rng):
                    tally.update([f"{name} differ"])
                    yield found


def figures(kit: Kit[Any, Any], count: int, seed: int, pairs: int = -1) -> Iterator[Figure]:
    """Verdicts that hang on what must not matter; of so many pairs of places of each map, of all if it is none."""
    tally = Counter[str]()
    found = shown(differing(kit, count, seed, tally))
    yield Figure(
        "differ",
        found,
        sum(tally[name] for name in RELATIONS),
        "games with doubles, without bystanders, mirrored, with sides changed",
    )
    rng, tried, one_way = Random(seed), 0, 0
    for scenario in {id(kit.land(kit.scenario(each))): each for each in kit.scenarios}.values():
        some = list(pairs_of(kit, scenario, 100 * count if pairs < 0 else pairs, rng))
        tried += len(some)
        one_way += shown(one_sided(kit.sight(scenario), iter(some)))
    yield Figure("one-sided", one_way, tried, "lines of sight")


if __name__ == "__main__":
    alone(figures, pairs=-1)
