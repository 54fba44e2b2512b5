"""Victory (11, 12.1.4, 12.2.6): who holds a place, the points, the end of the game."""

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeGuard

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Band, Battle, Victory
from rules.blitzkrieg.book import effect, on_change, outcome, rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.model import Position
from rules.engine.actions import Action
from rules.engine.obligations import LATER, Due
from rules.engine.ruling import Facts, Finding, Illegal, broken, noted

DRAW = "draw"
NOT_YET = ""
Why = tuple[str, str]
"""The result (a side, a draw, or not yet), and the rule by which it is so."""


# ----------------------------------------------------------------------------------------------------------- holding
@lru_cache(maxsize=32)
def objectives(battle: Battle) -> frozenset[str]:
    """The hexes that count."""
    return frozenset(battle.victory.values) | frozenset(battle.victory.hold)


def _alone_in(case: Case[Action], place: str) -> str:
    """The only side with combat units in a hex, if there is one."""
    sides = [side for side in case.battle.sides if case.fighters(place, side)]
    return sides[0] if len(sides) == 1 else ""


@outcome("BLZ-11b")
@on_change
def taken(case: Case[Action], after: Position, places: tuple[str, ...]) -> Position:
    """A place is held by the last side that had a combat unit in it; a melee does not change that."""
    for place in places:
        if place in objectives(case.battle):
            side = _alone_in(case.then(after), place)
            if side and (after.holders.get(place) != side or place not in after.trodden):
                trodden = after.trodden if after.within("SETUP") else after.trodden | {place}
                after = after.but(holders={**after.holders, place: side}, trodden=trodden)
    return after


@outcome("BLZ-11b")
def held_at_start(case: Case[Action]) -> dict[str, str]:
    """Who holds what when the game begins: as the scenario says, and who is set up there."""
    placed = {place: _alone_in(case, place) for place in sorted(objectives(case.battle))}
    return {**case.battle.victory.held_by, **{place: side for place, side in placed.items() if side}}


def holds(case: Case[Action], place: str, reading: str) -> str:
    """Who holds a place: the last to have been there; by the other reading of AMB-34 nobody by the set-up alone."""
    counts = reading == "ruling" or place in case.before.trodden
    return case.before.holders.get(place, "") if counts else case.battle.victory.held_by.get(place, "")


# ------------------------------------------------------------------------------------------------------------ points
def points(case: Case[Action], reading: str = "ruling") -> int:
    """The values of all places that the scoring side holds."""
    victory = case.battle.victory
    return sum(value for place, value in victory.values.items() if holds(case, place, reading) == victory.scorer)


@outcome("BLZ-12.1.4a", "BLZ-11b", "BLZ-1.4g")
def expected(case: Case[Action]) -> int:
    """The points as they are counted: by the places held, or never fewer than there were (AMB-33)."""
    total = points(case, case.switches.taken("AMB-34"))
    return max(total, case.before.points) if case.switches.read_otherwise("AMB-33") else total


@rule("BLZ-12.1.4a", "BLZ-1.4g", on=do.Score)
def points_add_up(case: Case[do.Score]) -> Finding | None:
    """The points set at the end of a turn are those that the places held are worth (AMB-33, AMB-34)."""
    told, right = case.action.points, expected(case)
    if told == right or not case.before.within("TURN_END"):
        return None
    found = broken("victory.points", points=told, expected=right)
    if told == points(case, "other"):
        return case.switches.doubtful("AMB-34", found)
    kept = told == max(points(case), case.before.points)
    return case.switches.among("AMB-33", {"ruling": found, "other": None if kept else found})


@outcome("BLZ-1.4g")
@effect(do.Score)
def score(case: Case[do.Score]) -> Position:
    """The points are set; if they were counted wrongly the right ones may still be, and it is they that decide."""
    after = uncounted(case.before).but(points=case.action.points)
    if not isinstance(points_add_up(case), Illegal):
        return after
    return after.owing(Due("BLZ-12.1.4a", (do.Score(points=expected(case)),), LATER, must=False, below=True))


def uncounted(position: Position) -> Position:
    """The position in which no points are to be set."""
    return position.but(due=tuple(due for due in position.due if not any(map(_is_count, due.options))))


def _is_count(action: Action) -> TypeGuard[do.Score]:
    return isinstance(action, do.Score)


@outcome("BLZ-12.1.4a")
def score_due(case: Case[Action]) -> tuple[Due, ...]:
    """At the end of a turn the points are set anew if they have changed."""
    right = expected(case)
    if not case.battle.victory.bands or right == case.before.points:
        return ()
    due = Due("BLZ-12.1.4a", (do.Score(points=right),), until="TURN_END", owner=case.battle.victory.scorer)
    return (due,) if right > case.before.points else case.switches.as_we_read("AMB-33", due)


# ------------------------------------------------------------------------------------------------------------ the end
def _totals(case: Case[Action]) -> tuple[int, ...]:
    """The points that decide: those that are still to be set, or those that were; after a wrong count either."""
    set_now = case.before.points
    for due in case.before.due:
        for right in filter(_is_count, due.options):
            return (right.points, set_now) if due.below else (right.points,)
    return (set_now,)


@outcome("BLZ-12.1.4b", "BLZ-12.1.4c", "BLZ-12.1.4d", "BLZ-12.1.4e", "BLZ-12.2.6a", "BLZ-12.2.6b", "BLZ-11a")
def verdicts(case: Case[Action], reading: str = "ruling") -> tuple[Why, ...]:
    """What the end of this turn means: a side has won, it is a draw, or the game goes on; the right one comes first.

    Whoever honours a wrong count that lies on the table is not to blame for what he makes of it.
    """
    victory, turn = case.battle.victory, case.before.turn
    band = victory.bands.get(turn)
    if band is not None:
        return tuple(_of_band(victory, band, total) for total in _totals(case))
    if not victory.hold or turn < case.battle.turns:
        return ((NOT_YET, "BLZ-12.2.6a"),)
    return (_of_places(case, reading),)


def _of_places(case: Case[Action], reading: str) -> Why:
    victory = case.battle.victory
    held = all(holds(case, place, reading) == victory.scorer for place in victory.hold)
    return (victory.scorer, "BLZ-12.2.6a") if held else (victory.otherwise, "BLZ-12.2.6b")


def _of_band(victory: Victory, band: Band, total: int) -> Why:
    if total < band.low:
        return victory.otherwise, "BLZ-12.1.4c"
    if total > band.high:
        return victory.scorer, "BLZ-12.1.4b"
    return (DRAW if band.inside == "draw" else NOT_YET), "BLZ-12.1.4d"


def standing(case: Case[Action]) -> str:
    """Who would win if the places were held as now when it is next looked at who has won."""
    victory, turn = case.battle.victory, case.before.turn
    if victory.hold:
        return _of_places(case, case.switches.taken("AMB-34"))[0]
    coming = min((each for each in victory.bands if each >= turn), default=None)
    return NOT_YET if coming is None else _of_band(victory, victory.bands[coming], expected(case))[0]


@rule(
    "BLZ-12.1.4b", "BLZ-12.1.4c", "BLZ-12.1.4d", "BLZ-12.1.4e", "BLZ-12.2.6a", "BLZ-12.2.6b", "BLZ-11a",
    on=do.Conclude,
)  # fmt: skip
def as_the_scenario_says(case: Case[do.Conclude]) -> Finding | None:
    """The game ends as the victory conditions say and not before, unless a side concedes it."""
    by, result = case.action.by, case.action.result
    if by in case.battle.sides and result == case.battle.enemy(by):
        return noted("victory.conceded", by=by)
    by_reading: dict[str, Finding | None] = {reading: _objection(case, reading) for reading in ("ruling", "other")}
    return case.switches.among("AMB-34", by_reading) if case.battle.victory.hold else by_reading["ruling"]


def _objection(case: Case[do.Conclude], reading: str) -> Illegal | None:
    (result, rule_id), *others = verdicts(case, reading)
    if not case.before.within("TURN_END"):
        result, others = NOT_YET, []
    if case.action.result in {result, *(other for other, _ in others)}:
        return None
    if not result:
        return Illegal("victory.not-yet", {"result": case.action.result}, rule_id)
    facts: Facts = {"result": case.action.result, "expected": result}
    if not case.battle.victory.bands:
        return Illegal("victory.winner", facts, rule_id)
    facts = {**facts, "points": _totals(case)[0]}
    return Illegal("victory.result", facts, rule_id)


@rule("BLZ-12.1.4b", "BLZ-12.1.4c", "BLZ-12.2.6a", "BLZ-12.2.6b", on=(do.NextTurn, do.Draw))
def not_after_the_end(case: Case[do.NextTurn | do.Draw]) -> Iterator[Finding]:
    """Nothing is played on when the end of the turn has decided the game; who does so after the end breaks 11a."""
    found = verdicts(case) if case.before.state == "TURN_END" else ()
    if found and all(result for result, _ in found):
        result, rule_id = found[0]
        yield Illegal("victory.decided", {"result": result, "points": _totals(case)[0]}, rule_id)


@effect(do.Conclude)
def conclude(case: Case[do.Conclude]) -> Position:
    """The game is over."""
    return case.before.but(result=case.action.result, stack=("OVER",))
