"""Breaches derived from what is due: it is left out, or done though nothing has made it due."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from rules.caporetto.actions import Begin, Complete, Trench
from rules.caporetto.turn.phases import LOOP
from rules.caporetto.works.trenches import levels
from rules.engine.actions import Action
from rules.engine.obligations import Due
from tests.rules.caporetto.mutators.occasion import BREACHES, Occasion
from tests.rules.shared.families import Declared, derived

MARKED: Final = {"CAP-17.6c": Trench(hex="", level=1)}


def _ends(o: Occasion, due: Due) -> Iterable[Action]:
    """What ends the time for something that is due: the action is completed, or the next phase begins."""
    acting = o.before.acting
    if acting is not None and due.until in {"", "Acting"}:
        yield Complete(formation=acting.formation)
    elif acting is None and due.until in {"", *o.before.stack}:
        phases, now = o.battle.phases, o.before.stack[0]
        later = phases[phases.index(LOOP[1] if now in LOOP else now) + 1 :]
        yield from (Begin(phase=phase, turn=o.before.turn) for phase in later[:1])


def _pieces(o: Occasion, _: str, action: Action) -> Iterator[Action]:
    """A trench that is lowered by nobody."""
    before = o.before
    if before.stack[0] not in {"Setup", "Artillery"} and not before.far and not before.vague:
        for place, found in o.case.ground.hexes.items():
            if found.deep > 1 and place not in before.taken and place in o.battle.ground.area:
                yield replace(action, hex=place, level=max(levels(o.case.ground, place)) - 1)


BREACHES.families = derived(Declared(ends=_ends, unprompted=tuple(MARKED.items()), pieces=_pieces))
