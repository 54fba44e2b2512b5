"""Holds a module against the chronicle: each verb is said by all who are to say it, and by nobody without a line."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from assets.findings import Finding
from builder.module.options import Making
from builder.traits.basics import named
from vassal.components import Component
from vassal.pieces import Piece, PieceReader
from vassal.prototypes import parse_piece

RECORD = re.compile(r"\[#([a-z][a-z0-9]*)")
SAYS = named("hx.say.")
"""How the commands begin upon which a piece says a line."""
SPEAKERS = {"TurnTracker": "tracker", "DiceButton": "dice", "LOS_Thread": "map"}
"""By component: who speaks there; all others are buttons."""


def unspoken(making: Making, tree: Component) -> Iterator[Finding]:
    """Where the chronicle says that somebody speaks, and the module does not, or the other way round."""
    said = _spoken(tree)
    for verb in making.game.chronicle.verbs.values():
        path = f"chronicle/verbs/{verb.id}/by"
        for by in verb.by:
            lines = said[by] | (said["button"] if by == "map" else set())
            if verb.id not in lines:
                yield path, f"nothing in the module lets a {by} say {verb.id}"
    for kind, name in sorted(_without_a_line(tree)):
        known = making.speaker.parts.get(name) or making.game.chronicle.verbs.get(name)
        if known is not None:
            yield f"chronicle/verbs/{known.id}/by", f"a {kind} says {known.id} as well, and has no line for it"


def _spoken(tree: Component) -> defaultdict[str, set[str]]:
    """By speaker: the verbs whose lines are said somewhere in the module."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for kind, pieces in _pieces(tree):
        sent = _sent(pieces)
        for each in pieces:
            for report in each.all("report"):
                heard = set(report.items("keys"))
                if heard & sent or not all(key.startswith(SAYS) for key in heard):
                    found[kind].update(RECORD.findall(report.text("format")))
    for part in tree.walk():
        if part.name not in ("PrototypeDefinition", "PieceSlot", "CardSlot"):
            speaker = SPEAKERS.get(part.name, "button")
            found[speaker].update(name for value in part.attributes.values() for name in RECORD.findall(str(value)))
    return found


def _without_a_line(tree: Component) -> set[tuple[str, str]]:
    """What pieces are told to say without having a line for it: their kind, and the part or verb."""
    found = set()
    for kind, pieces in _pieces(tree):
        heard = {key for each in pieces for report in each.all("report") for key in report.items("keys")}
        found |= {(kind, key.removeprefix(SAYS)) for key in _sent(pieces) - heard}
    return found


def _sent(pieces: list[Piece]) -> set[str]:
    triggers = (trigger for each in pieces for trigger in each.all("trigger"))
    return {key for trigger in triggers for key in trigger.items("action_keys") if key.startswith(SAYS)}


def _pieces(tree: Component) -> Iterator[tuple[str, list[Piece]]]:
    """Every different make of piece: its kind, and the traits of its own and of its prototypes."""
    reader = PieceReader()
    known = {each.get("name"): parse_piece(each.text, reader) for each in tree.every("PrototypeDefinition")}
    seen: set[tuple[str, ...]] = set()
    for slot in tree.every("PieceSlot", "CardSlot"):
        own = parse_piece(slot.text, reader)
        names = tuple(trait.text("name") for trait in own.all("prototype"))
        kind = _fixed(own).get("Kind", "")
        if (kind, *names) not in seen:
            seen.add((kind, *names))
            yield kind, [own, *(known[name] for name in names if name in known)]


def _fixed(piece: Piece) -> Mapping[str, str]:
    return {
        name: value
        for trait in piece.all("marker")
        for name, value in zip(trait.items("names"), trait.items("values"), strict=False)
    }
