"""Who is let go on his way and taken on at once went from where he had stood to where he ends; no more is forgiven."""

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple, cast

import pytest
from msgspec import structs

from rules.audit.dropped import PASSED, Dropped
from rules.audit.judged import Judged
from rules.audit.past import Deed, Past
from rules.engine.actions import Action
from rules.engine.evidence import Moved, Piece, Record, Rolled, Shown, Spot
from rules.engine.position import Position
from rules.engine.reading import Reader
from rules.engine.referee import Referee
from rules.engine.ruling import LEGAL, Finding, Illegal, Ruling
from rules.engine.writing import Entry
from tests.rules.shared.kit import Kit, kits
from tests.rules.shared.proof.hand import hand_of
from tests.rules.shared.proof.slips import At, straight_on
from tests.rules.shared.proof.windows import Window, judged, windows
from tests.rules.shared.tempers import temper_of

KITS = kits()
SEED, TRIED, MOST = 20261120, 30, 400
ENOUGH = 2
MOST_TRIED = 60
"""So many are tried where nobody was let go in a wrong hex before."""
FAR = 12
"""So many hexes nobody goes in one go."""


class Drop(NamedTuple):
    """A unit that is let go beside the place where it goes, and what was done before that."""

    window: Window
    unit: str
    before: Sequence[Entry]
    lets_go: Entry
    goes_on: Entry
    goes_far: Entry

    def found(self, *entries: Entry) -> list[Finding]:
        """What is said of such steps."""
        edition = self.window.edition()
        self.window.pages(edition)
        hand = hand_of(edition, self.window.before)
        hand.write(self.before)
        begun = hand.steps
        hand.write(entries)
        said: Sequence[Judged] = judged(edition, self.window.before, hand.log())[0]
        return [finding for each in said if each.step > begun for finding in each.findings]


def drops(kit: Kit[Any, Any]) -> Iterator[Drop]:
    rng = Random(SEED)
    for window in islice(windows(kit, rng, 8, each=3, limit=400, settled=True), MOST):
        edition = window.edition()
        story, grid = window.pages(edition), kit.scenario(window.scenario).ground.grid
        temper = temper_of(kit.name, window.scenario)
        land = edition.game.maps[edition.game.scenarios[window.scenario].map]
        for place in range(0 if window.setting_up else len(story)):
            at = At(kit, temper, story, place, rng, edition)
            made, start = straight_on(at), at.start()
            if made is not None and start is not None and start[1] in grid:
                (lets_go, goes_on), unit = made
                far = [each for each in land.names if each in grid and grid.distance(start[1], each) >= FAR]
                if far and not getattr(kit.scenario(window.scenario).units[unit], "flies", False):
                    before = [page.entry for page in story[:place]]
                    yield Drop(window, unit, before, lets_go, goes_on, at.drag(unit, rng.choice(far)))
                    break


def illegal(found: Sequence[Finding]) -> bool:
    return any(isinstance(each, Illegal) for each in found)


@pytest.mark.parametrize("kit", KITS, ids=[kit.name for kit in KITS])
def test_where_a_piece_is_let_go_on_its_way_counts_only_if_it_stays_there_or_goes_too_far(kit: Kit[Any, Any]) -> None:
    stayed = 0
    for tried, drop in enumerate(islice(drops(kit), MOST_TRIED)):
        if stayed and tried >= TRIED:
            break
        if illegal(drop.found(drop.goes_on)):
            continue  # somebody else is late with something
        found = drop.found(drop.lets_go, drop.goes_on)
        assert not illegal(found), (drop.window.name, drop.unit, found)
        if not illegal(drop.found(drop.lets_go)):
            continue
        stayed += 1
        assert illegal(drop.found(drop.lets_go, drop.goes_far)), (drop.window.name, drop.unit)
        if stayed == ENOUGH:
            return

    assert stayed, "nobody was let go where he may not be"


class Field(Position, frozen=True, kw_only=True):
    """Where somebody stands on a line, and how far he may still go."""

    stack: tuple[str, ...] = ("play",)
    here: int = 0
    left: int = 3


class Step(Action, frozen=True):
    """He goes somewhere."""

    to: str


class Line:
    """A referee who asks for one point for each place that is gone, and a reader to whom nothing else matters."""

    def step(self, position: Field, action: Step) -> tuple[Field, Ruling]:
        """The line after a step, and what is to be said of it."""
        left = position.left - abs(int(action.to) - position.here)
        ruling = LEGAL if left >= 0 else Ruling((Illegal("far", rule="far"),))
        return position.but(here=int(action.to), left=left), ruling

    def matters(self, piece: Piece, what: str) -> bool:
        """Nothing but where he stands."""
        del piece, what
        return False


HE, OTHER = Piece("he", uid="1"), Piece("other", uid="2")
NOT_THERE = Spot()


def shown(*pieces: Piece, rolled: bool = False, of: Piece | None = None, to: str = "") -> Shown:
    """A step in which pieces are dragged; if nothing else is said, to where the deed leads."""
    moved = tuple(Moved(each, NOT_THERE, Spot(name=to)) for each in pieces)
    return Shown(1, (Record("step", {}, of),) if of else (), moved, rolled=(Rolled("die", (1,)),) if rolled else ())


def said(*steps: tuple[Shown, int]) -> list[str]:
    """What is said of one who goes to these places."""
    line = Line()
    past = Past[Any](cast("Referee[Any]", line))
    dropped, position, told = Dropped(past, cast("Reader[Any]", line)), Field(), list[str]()
    for number, (seen, to) in enumerate(steps):
        moved = tuple(structs.replace(each, target=Spot(name=each.target.name or str(to))) for each in seen.moved)
        dropped.begin(structs.replace(seen, moved=moved), position)
        action = Step(to=str(to))
        after, ruling = line.step(position, action)
        after, ruling = dropped.otherwise(action, ruling) or (after, ruling)
        past.add(Deed("log", number, position, action, after, ruling))
        position = after
        told.append(" ".join(each.rule or each.why for each in ruling.findings))
    return told


def test_who_is_let_go_beside_his_goal_pays_for_the_whole_way_alone() -> None:
    assert said((shown(HE), 2), (shown(HE), 1)) == ["", ""]
    assert said((shown(HE), 3), (shown(HE), 2)) == ["", PASSED]
    assert said((shown(HE), 1), (shown(HE), 3), (shown(HE), 2)) == ["", "", PASSED]
    assert said((shown(HE), 3), (shown(), 3), (shown(HE), 2)) == ["", "", PASSED]


def test_a_deed_that_does_not_lead_to_where_the_piece_ends_is_no_way() -> None:
    assert said((shown(HE), 3), (shown(HE, to="aside"), 2)) == ["", "far"]


def test_what_is_too_far_as_a_whole_is_too_far() -> None:
    assert said((shown(HE), 3), (shown(HE), 4)) == ["", "far"]


def test_it_counts_as_soon_as_the_points_are_missed() -> None:
    assert said((shown(HE), 2), (shown(HE), 1), (shown(OTHER), 4)) == ["", "", "far"]
    assert said((shown(HE), 2), (shown(HE), 1), (shown(OTHER), 3)) == ["", "", PASSED]


def test_where_somebody_rolled_or_another_went_with_him_he_was_there() -> None:
    for between in (shown(HE, rolled=True), shown(HE, OTHER), shown(HE, of=OTHER)):
        assert said((between, 3), (shown(HE), 2)) == ["", "far"]
    assert said((shown(HE), 3), (shown(HE, rolled=True), 3), (shown(HE), 2)) == ["", "", "far"]


def test_a_stack_may_be_dragged_piece_by_piece() -> None:
    assert said((shown(HE), 2), (shown(OTHER, to="2"), 1), (shown(HE), 0)) == ["", "", PASSED]
