"""How many units share a hex (11.0)."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from rules.caporetto.actions import Begin, Complete
from rules.caporetto.battle import FULL
from rules.caporetto.book import outcome, rule
from rules.caporetto.case import LIMBERED, Case
from rules.caporetto.movement.march import occasion
from rules.engine.ruling import Facts, Finding, Illegal
from rules.engine.stacks import Load, weighed

MOST, EMPLACED, FREE = 2 * FULL, 2, 1
FIRST, THREE = frozenset({"ahg.gbb7", "ahg.gbb22"}), 3
"""The formations of the first division, and how many of its battalions are set up in a hex."""


@outcome("CAP-3.0b", "CAP-11.1b", "CAP-11.1f", "CAP-11.1.2a", "CAP-11.5a", "CAP-11.5b", "CAP-21.3b")
def weight(case: Case[Any], names: Iterator[str] | tuple[str, ...]) -> int:
    """What units weigh, in companies: guns in position nothing, and of the free companies the heaviest one."""
    return weighed((_load(case, name) for name in names), FREE)


def _load(case: Case[Any], name: str) -> Load:
    kind = case.counter(name).kind
    emplaced = kind.guns and LIMBERED not in case.unit(name).marks
    return Load(0 if emplaced else kind.weight, kind.free)


def limit(case: Case[Any], place: str) -> int:
    """What units of a side may weigh in a hex."""
    return FULL if case.ground.hexes[place].high else MOST


def of_one_regiment(case: Case[Any], names: tuple[str, ...]) -> bool:
    """Whether all that weigh anything belong to one formation."""
    heavy = [name for name in names if case.counter(name).kind.weight and not case.counter(name).kind.free]
    formations = {case.counter(name).formation for name in heavy}
    return len(formations) == 1 and formations <= case.battle.formations.keys()


@outcome("CAP-24.8c")
def _first_division(case: Case[Any], names: tuple[str, ...]) -> bool:
    """Whether all belong to the first division, which is set up as if it were one regiment, three in a hex."""
    heavy = [name for name in names if case.counter(name).kind.weight and not case.counter(name).kind.free]
    setting_up = case.battle.parted and case.before.stack[0] == "Setup"
    return setting_up and len(heavy) <= THREE and all(case.counter(name).formation in FIRST for name in heavy)


@rule("CAP-11.1a", "CAP-11.1g", "CAP-11.1f", "CAP-11.2a", "CAP-18.9.1a", "CAP-21.4b", "CAP-21.4c", on=(Begin, Complete))
def too_many(case: Case[Begin | Complete]) -> Iterator[Finding]:
    """Movement over, two battalions of a side share a hex, one in high mountains, and two guns in position."""
    for place, every in case.layout.occupants.items():
        for side in case.battle.sides:
            names = tuple(name for name in every if case.side(name) == side)
            came = any(case.unit(name).moved == occasion(case) for name in names) and not _driven(case, place, names)
            if came or (names and case.before.stack[0] == "Setup"):
                yield from _crowded(case, place, side, names)


def _driven(case: Case[Any], place: str, names: tuple[str, ...]) -> bool:
    """Whether somebody may have come into a hex in a fight, where room is asked for otherwise."""
    return place in case.before.taken or not case.before.driven.keys().isdisjoint(names)


def _crowded(case: Case[Any], place: str, side: str, names: tuple[str, ...]) -> Iterator[Finding]:
    found, most = weight(case, names), limit(case, place)
    if found > most and not of_one_regiment(case, names) and not _first_division(case, names):
        high = most == FULL
        facts: Facts = {"hex": place, "units": names}
        yield structs.replace(Illegal("stack.full", facts, owner=side), rule="CAP-11.1g" if high else "CAP-11.1a")
    guns = tuple(name for name in names if case.counter(name).kind.guns and LIMBERED not in case.unit(name).marks)
    if len(guns) > EMPLACED:
        yield Illegal("stack.guns", {"hex": place, "units": guns}, "CAP-11.1f", owner=side)
    if len(guns) > 1 and any(case.counter(name).kind.group for name in guns):
        yield Illegal("stack.group", {"hex": place, "units": guns}, "CAP-18.9.1a", owner=side)
    flames = tuple(name for name in names if case.counter(name).kind.flame)
    if len(flames) > 1:
        yield Illegal("stack.flames", {"hex": place, "units": flames}, "CAP-21.4b", owner=side)
    led = any(case.counter(name).kind.combat and name not in flames for name in names)
    if flames and not led and case.before.acting is None:
        yield Illegal("stack.flame-alone", {"hex": place, "units": flames}, "CAP-21.4c", owner=side)
