"""Which pieces speak the verbs that are left to some: those that speak the same share their prototypes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assets.chronicle import Speaks
from assets.game import Game
from assets.listed import Lists, offered, own
from assets.schema import Chit, Marker, Unit
from assets.verbchecks import WITHOUT_HQ
from builder.traits.record import Speaker

Group = frozenset[str]
"""The verbs, of those that are left to some, that a piece speaks."""


def offers_of(game: Game, unit: Unit) -> tuple[str, ...]:
    """What a unit has to choose from in the lists of which each has its own."""
    return offered(Lists(game.handling, game.formations, game.units, game.orders), unit)


def of_unit(game: Game, unit: Unit, by: Speaks) -> Group:
    """The group of a unit, of an HQ, or of the card of one."""
    return _group(game, by, {unit.type}, offers=bool(offers_of(game, unit)))


def of_marker(game: Game, marker: Marker) -> Group:
    """The group of a marker."""
    return _group(game, "marker", {marker.id})


def of_chit(game: Game, chit: Chit) -> Group:
    """The group of a chit."""
    formation = game.formations.get(chit.formation or "")
    alone = formation is not None and formation.hq is None
    return _group(game, "chit", {chit.kind, *([WITHOUT_HQ] if alone else [])})


def _group(game: Game, by: Speaks, names: set[str], *, offers: bool = False) -> Group:
    some = (verb for verb in game.chronicle.plain(by) if verb.of or own(verb))
    mine = (verb.id for verb in some if (not verb.of or names & {*verb.of}) and (offers or not own(verb)))
    return frozenset(mine)


def every(game: Game, by: Speaks) -> Iterator[Group]:
    """All groups of the pieces of a kind, each once."""
    found: Iterable[Group]
    if by == "marker":
        found = (of_marker(game, each) for each in game.markers.values())
    elif by == "chit":
        found = (of_chit(game, each) for each in game.chits.values())
    else:
        found = (of_unit(game, each, by) for each in game.units.values() if _is_a(game, each, by))
    yield from dict.fromkeys(found)


def _is_a(game: Game, unit: Unit, by: Speaks) -> bool:
    """Whether a piece of a unit is of such a kind: an HQ is one where it has no card."""
    if unit.card:
        return by in ("unit", "card")
    return by == ("hq" if game.type_of(unit).hq else "unit")


def narrowed(speaker: Speaker, group: Group) -> Speaker:
    """The speaker of a group: it speaks the verbs of all, and of those that are left to some its own."""
    return Speaker(speaker.game, speaker.language, group)


def proto(name: str, group: Group) -> str:
    """The name of a prototype as it is for a group."""
    return " ".join((name, *sorted(group)))
