"""A drag over the board is one deed: told once; illegal where no way leads so far, nothing where it is put right."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

import pytest

from rules.audit.judged import Judged
from rules.engine.ruling import Finding, Illegal, Notice
from tests.rules.shared.kit import Kit, kits
from tests.rules.shared.proof.hand import Hand, hand_of
from tests.rules.shared.proof.slips import At
from tests.rules.shared.proof.windows import Window, judged, windows
from tests.rules.shared.tempers import temper_of

KITS = kits()
SEED, TRIED = 20261119, 12
FAR = 12
"""So many hexes nobody goes in one go."""
Drag = Callable[[Hand, str, str], None]


def recorded(at: At) -> Drag:
    return lambda hand, unit, place: hand.write([at.drag(unit, place)])


def by_hand(hand: Hand, unit: str, place: str) -> None:
    hand.table.move(hand.uid_of(unit), *hand.spot(place))


@dataclass(frozen=True)
class Moment:
    """A unit on the board in the middle of a game, and hexes far from it."""

    window: Window
    at: At
    unit: str
    here: str
    far: Sequence[str]

    def heard(self, *deeds: Callable[[Hand], None]) -> list[Judged]:
        """What is said of deeds that are done there."""
        edition = self.window.edition()
        self.window.pages(edition)
        hand = hand_of(edition, self.window.before)
        hand.write([page.entry for page in self.at.story[: self.at.place]])
        begun = hand.steps
        for deed in deeds:
            deed(hand)
        return [each for each in judged(edition, self.window.before, hand.log())[0] if each.step > begun]


def moments(kit: Kit[Any, Any]) -> Iterator[Moment]:
    rng = Random(SEED)
    for window in windows(kit, rng, 8, each=3, limit=300):
        edition = window.edition()
        story = window.pages(edition)
        at = At(kit, temper_of(kit.name, window.scenario), story, rng.randrange(len(story)), rng, edition)
        found = None if window.setting_up else at.anybody()
        grid = kit.scenario(window.scenario).ground.grid
        land = edition.game.maps[edition.game.scenarios[window.scenario].map]
        if found and found[1] in grid and not _flies(kit, window, found[0]):
            far = [each for each in land.names if each in grid and grid.distance(found[1], each) >= FAR]
            if far:
                yield Moment(window, at, *found, far)


def _flies(kit: Kit[Any, Any], window: Window, unit: str) -> bool:
    """Who flies may get anywhere."""
    return bool(getattr(kit.scenario(window.scenario).units[unit], "flies", False))


def grave(said: Sequence[Judged]) -> list[Finding]:
    return [finding for each in said for finding in each.findings if not isinstance(finding, Notice)]


@pytest.mark.parametrize("kit", KITS, ids=[kit.name for kit in KITS])
def test_who_is_dragged_farther_than_anybody_goes_was_dragged_illegally_and_that_is_told_once(kit: Kit) -> None:
    for moment in islice(moments(kit), TRIED):
        for drag in (recorded(moment.at), by_hand):
            found = grave(moment.heard(lambda hand: drag(hand, moment.unit, moment.far[0])))  # noqa: B023
            assert any(isinstance(each, Illegal) for each in found), (moment.window.name, moment.unit, found)
            assert len({each.rule for each in found}) == len(found) < 5


@pytest.mark.parametrize("kit", KITS, ids=[kit.name for kit in KITS])
def test_who_is_knocked_far_away_and_put_back_has_done_nothing(kit: Kit) -> None:
    for moment in islice(moments(kit), TRIED):
        there, back = moment.far[0], moment.here
        said = moment.heard(
            lambda hand: by_hand(hand, moment.unit, there),  # noqa: B023
            lambda hand: by_hand(hand, moment.unit, back),  # noqa: B023
        )
        assert not any(isinstance(each, Illegal) for each in grave(said)), (moment.window.name, moment.unit, said)
