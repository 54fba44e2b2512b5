"""The lists of a game from which verbs take their choices, so that nothing is named twice.

`facings` are the directions in which pieces face, `lasting` the orders that are completed: those of several rounds, and
those that say so at one go. Of `formations` each unit is offered those that may take it: that is a list of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from assets.basics import Text
from assets.chronicle import HOLE, Chronicle, Does, Listed, Marked, Verb
from assets.handling import Handling
from assets.schema import Formation, Order, Unit

OWN: frozenset[Listed] = frozenset({"formations"})
"""Lists of which each piece has a part of its own."""
Words = dict[str, Text]


class Lists(NamedTuple):
    """Where the lists stand."""

    handling: Handling
    formations: Mapping[str, Formation]
    units: Mapping[str, Unit]
    orders: Mapping[str, Order]


def worded(chronicle: Chronicle, lists: Lists) -> Chronicle:
    """The chronicle, each verb with the choices that it takes from lists, and what is done for each of them."""
    verbs = {verb.id: _worded(verb, lists) for verb in chronicle.verbs.values()}
    return replace(chronicle, verbs=verbs)


def _worded(verb: Verb, lists: Lists) -> Verb:
    listed = {key: LISTS[name](lists) for key, name in verb.listed.items()}
    full = replace(verb, choices={**{key: words for key, words in listed.items() if words}, **verb.choices})
    return replace(full, does=tuple(each for deed in full.does for each in _each(full, deed)))


def _each(verb: Verb, deed: Marked | Does) -> Iterator[Marked | Does]:
    """A roll for what was chosen becomes one for each choice."""
    hole = HOLE.fullmatch(deed.roll) if isinstance(deed, Does) else None
    if hole is None or not isinstance(deed, Does) or hole[1] not in verb.choices:
        yield deed
        return
    for what in verb.choices[hole[1]]:
        yield replace(deed, roll=what, when={**deed.when, hole[1]: what})


def own(verb: Verb) -> str:
    """The key of a verb that is chosen from a list of the piece's own; empty if there is none."""
    return next((key for key, name in verb.listed.items() if name in OWN), "")


def offered(lists: Lists, unit: Unit) -> tuple[str, ...]:
    """The formations that may take a unit: those named, or for one of an independent formation all of its side."""
    home = lists.formations.get(unit.formation or "")
    if unit.attach or home is None or not home.independent:
        return unit.attach
    known = lists.formations.values()
    shared = (each for each in known if each.side == unit.side and {*each.scenarios} & {*unit.scenarios})
    return tuple(each.id for each in shared if not each.independent)


def _facings(lists: Lists) -> Words:
    return dict(lists.handling.facings)


def _formations(lists: Lists) -> Words:
    taking = dict.fromkeys(name for unit in lists.units.values() for name in offered(lists, unit))
    found = (each for each in lists.formations.values() if each.id in taking)
    return {each.id: Text(en=each.short or each.id, de=each.short or each.id) for each in found}


def _lasting(lists: Lists) -> Words:
    sealing = lists.handling.sealing
    if sealing is None:
        return {}
    done = (order for order in lists.orders.values() if sealing.lasting in order.prints or order.id in sealing.once)
    return {order.id: order.name for order in done}


LISTS: Mapping[Listed, Callable[[Lists], Words]] = {
    "facings": _facings,
    "formations": _formations,
    "lasting": _lasting,
}
