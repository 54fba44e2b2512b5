"""Breaches that are written down as data (`cases/breaches.yaml`).

It is written how it stands, and what is done; the last deed breaks the rule. They are looked for once a battle, in the
prepared position in which nobody stands on the map.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.caporetto import actions as do
from rules.caporetto.loading import GAME
from tests.rules.caporetto.mutators.occasion import BREACHES, Occasion
from tests.rules.caporetto.standing import stands
from tests.rules.shared.casebook import folder
from tests.rules.shared.cases import Written, actions_of, read
from tests.rules.shared.kit import verbs_of
from tests.rules.shared.mutating import Acts, Breach, Staged

KINDS = {kind.__name__.lower(): kind for kind in verbs_of(do)}
QUIET = frozenset({"Initiative"})
"""The phase of that position."""


def written() -> Iterator[Written]:
    """All of them."""
    yield from read(folder(GAME) / "breaches.yaml")


def _breach(case: Written) -> Breach:
    def breaks(o: Occasion) -> Acts:
        """The rule is broken as it is written."""
        if o.battle.id == case.start["scenario"] and not o.case.layout.occupants:
            yield Staged(stands(case.start)[1], actions_of(case, KINDS))

    return Breach(case.rules[0], case.title.replace(" ", "_"), breaks, QUIET)


BREACHES.all.extend(map(_breach, written()))
