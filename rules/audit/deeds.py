"""The deeds of a game as a list beside the board: by turn and activation, one entry a deed, coloured by its verdict."""

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

import assets
from rules.audit.judged import Judged
from rules.audit.report import Audit, called
from rules.audit.words import PAGE
from rules.engine.dice import Roll
from rules.engine.ruling import Illegal, Notice, Undecided

HEADS: Final = frozenset({"phase", "act", "round"})
"""Parts of the module whose verbs open a part of the turn."""
MOST: Final = 60
"""So many deeds of one step have their own line; the rest is counted."""
OF: Final = (" of", " for", " von", " für")
"""How words end that only stand before a name."""
Weight = Literal["legal", "observation", "undecided", "illegal"]
ORDER: Final[tuple[Weight, ...]] = ("legal", "observation", "undecided", "illegal")


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """A deed: where the film shows it, what was done by whom, and what was said of it."""

    at: int
    """After so many steps of the film."""
    log: str
    step: int
    turn: int
    side: str
    text: str
    verdict: Weight = "legal"
    more: tuple[str, ...] = ()
    """What else was done in the step."""
    head: bool = False
    """It opens a part of the turn."""
    setup: bool = False


def deeds(audit: Audit) -> list[Deed]:
    """Return all deeds in the order of play, those of one step as one."""
    heads = {name for name, verb in assets.load(audit.game.id).chronicle.verbs.items() if verb.part in HEADS}
    by_step: dict[tuple[str, int], list[Judged]] = {}
    for log, each in audit.judged:
        by_step.setdefault((log, each.step), []).append(each)
    return list(_told(audit, heads, by_step))


def _told(audit: Audit, heads: set[str], by_step: dict[tuple[str, int], list[Judged]]) -> Iterator[Deed]:
    at = 0
    for part in audit.parts:
        opened = {shown.step for shown in part.shown if any(record.verb in heads for record in shown.records)}
        for step in part.timeline.net:
            at += 1
            here = by_step.get((part.name, step.number))
            if here:
                yield _deed(audit, at, part.name, here, head=step.number in opened)


def _deed(audit: Audit, at: int, log: str, here: list[Judged], *, head: bool) -> Deed:
    first = here[0]
    said = list(dict.fromkeys(_words(audit, each) for each in here))
    return Deed(
        at=at,
        log=log,
        step=first.step,
        turn=first.turn,
        side=first.player,
        text=said[0],
        more=tuple(said[1:MOST]),
        verdict=max((_weight(each) for each in here), key=ORDER.index),
        head=head and first.turn > 0,
        setup=first.turn == 0,
    )


def _weight(judged: Judged) -> Weight:
    kinds = {type(each) for each in judged.findings if not isinstance(each, Notice)}
    return "illegal" if Illegal in kinds else "undecided" if Undecided in kinds else "legal"


def _words(audit: Audit, judged: Judged) -> str:
    """Return a deed in the words of its language: the verb, and what it was done with; no code of ours is among it."""
    action = judged.action
    verb = type(action).__name__.lower()
    values = [getattr(action, name) for name in action.__struct_fields__ if name != "by"]
    told = [called(audit.game, part, audit.language) for value in values for part in _parts(value)]
    dice = " ".join(str(each) for each in action.dice) if isinstance(action, Roll) else ""
    said = PAGE["roll"][audit.language] if dice else called(audit.game, f"verb.{verb}", audit.language)
    said = said or called(audit.game, verb, audit.language)
    parts = [each.rstrip(",") for each in told if each and not each.endswith(OF)]
    return ": ".join(filter(None, (said, " · ".join(filter(None, (*dict.fromkeys(parts), dice))))))


def _parts(value: object) -> Iterator[str]:
    if isinstance(value, tuple):
        for each in value:
            yield from _parts(each)
    elif isinstance(value, str) and value:
        yield value


__all__ = ["Deed", "deeds"]
