"""Holds a module against the chronicle: each verb is said by all who are to say it, with its values, by nobody else."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from assets.chronicle import HOLE, Verb
from assets.findings import Finding
from builder.module.options import Making
from builder.traits.basics import named
from vassal.components import Component
from vassal.pieces import Piece, PieceReader
from vassal.properties import own_names
from vassal.prototypes import parse_piece

RECORD = re.compile(r"\[#([a-z][a-z0-9]*)")
SAYS = named("hx.say.")
"""How the commands begin upon which a piece says a line."""
SPEAKERS = {"TurnTracker": "tracker", "DiceButton": "dice", "LOS_Thread": "map"}
"""By component: who speaks there; all others are buttons."""
OLD = "old"
"""How the engine calls what a property was before a command."""


class Make(NamedTuple):
    """A make of pieces: its kind, the verbs it says, what it is told to say and has no line for, its properties."""

    kind: str
    says: frozenset[str]
    lacks: frozenset[str]
    names: frozenset[str]


def unspoken(making: Making, tree: Component) -> Iterator[Finding]:
    """Where the chronicle says that somebody speaks, and the module does not, or the other way round."""
    makes, said = list(_makes(tree)), _spoken(tree)
    for make in makes:
        said[make.kind] |= make.says
    for verb in making.game.chronicle.verbs.values():
        path = f"chronicle/verbs/{verb.id}"
        for by in verb.by:
            if verb.id not in said[by] | (said["button"] if by == "map" else set()):
                yield f"{path}/by", f"nothing in the module lets a {by} say {verb.id}"
        yield from _unfilled(making, tree, verb, makes)
    for kind, name in sorted({(make.kind, name) for make in makes for name in make.lacks}):
        known = making.speaker.parts.get(name) or making.game.chronicle.verbs.get(name)
        if known is not None:
            yield f"chronicle/verbs/{known.id}/by", f"a {kind} says {known.id} as well, and has no line for it"


def _unfilled(making: Making, tree: Component, verb: Verb, makes: Sequence[Make]) -> Iterator[Finding]:
    """Keys whose values come from a property that nothing has."""
    stored = {each.get("name") for each in tree.every("GlobalProperty")}
    for key in verb.keys:
        where, _, name = making.speaker.source(verb, key).partition(" ")
        path = f"chronicle/verbs/{verb.id}/from/{key}"
        if where == "game" and name not in stored:
            yield path, f"the game has no property {name}, from which {key} comes"
        if where == "property" and not HOLE.search(name):
            has = {make.kind: False for make in makes if verb.id in make.says}
            has |= {make.kind: True for make in makes if make.kind in has and name.removeprefix(OLD) in make.names}
            for kind in (kind for kind, there in has.items() if not there):
                yield path, f"no {kind} has a property {name}, from which {key} comes"


def _spoken(tree: Component) -> defaultdict[str, set[str]]:
    """By speaker that is no piece: the verbs whose lines are said somewhere in the module."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for each in tree.walk():
        if each.name not in ("PrototypeDefinition", "PieceSlot", "CardSlot"):
            speaker = SPEAKERS.get(each.name, "button")
            found[speaker].update(name for value in each.attributes.values() for name in RECORD.findall(str(value)))
    return found


def _makes(tree: Component) -> Iterator[Make]:
    """Every make of pieces: those of a kind that have the same prototypes."""
    reader = PieceReader()
    known = {each.get("name"): parse_piece(each.text, reader) for each in tree.every("PrototypeDefinition")}
    seen: set[tuple[str, ...]] = set()
    for slot in tree.every("PieceSlot", "CardSlot"):
        own = parse_piece(slot.text, reader)
        used = tuple(trait.text("name") for trait in own.all("prototype"))
        kind = next((_fixed(trait.items("names"), trait.items("values")) for trait in own.all("marker")), "")
        if (kind, *used) not in seen:
            seen.add((kind, *used))
            yield _make(kind, [own, *(known[name] for name in used if name in known)])


def _make(kind: str, pieces: Sequence[Piece]) -> Make:
    reports = [each for piece in pieces for each in piece.all("report")]
    triggers = (each for piece in pieces for each in piece.all("trigger"))
    sent = {key for each in triggers for key in each.items("action_keys") if key.startswith(SAYS)}
    heard = {key for each in reports for key in each.items("keys")}
    # A report of another command, such as that of a number that changes, needs nobody to call it.
    said = (each for each in reports if any(key in sent or not key.startswith(SAYS) for key in each.items("keys")))
    return Make(
        kind,
        frozenset(name for each in said for name in RECORD.findall(each.text("format"))),
        frozenset(key.removeprefix(SAYS) for key in sent - heard),
        frozenset(name for piece in pieces for trait in piece.traits for name in own_names(trait)),
    )


def _fixed(names: Sequence[str], values: Sequence[str]) -> str:
    """The kind of a piece, out of its fixed properties."""
    return dict(zip(names, values, strict=False)).get("Kind", "")
