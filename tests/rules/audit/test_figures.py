"""The figures of the film: at each moment the score, what each side has left, what boxes and cup hold."""

from __future__ import annotations

from typing import Any

import pytest

from rules.audit.figures import Group, Lies, Told, on_the_table
from rules.audit.games import game_of
from rules.audit.replay import film
from rules.audit.report import Audit
from tests.played import Played, first_of_each, played
from tests.rules.audit.test_replay import GAMES, Table
from tests.rules.shared.workshop import workshop_of
from vassal import savefile


def filmed(game: str, name: str, save: Any) -> tuple[Audit, dict[str, Any]]:
    audit = Audit(game_of(game), workshop_of(game).module, remembers=True)
    audit.run([(name, save)])
    return audit, film(audit).data


def stands(found: dict[str, Any], steps: int) -> dict[tuple[int, str], str]:
    """The figures after so many steps."""
    told = [*found["stands"], *(each for step in found["steps"][:steps] for each in step.get("s", ()))]
    return {tuple(found["counted"][number]): value for number, value in dict(told).items() if value}


@GAMES
def test_who_is_taken_off_the_map_is_counted_no_more(game: str) -> None:
    table = Table(game)
    uid = table.enters(table.here)
    table.log.remove(uid)
    _, found = filmed(game, "game.vlog", table.written())

    def of_sides(steps: int) -> int:
        there = [value for (group, _), value in stands(found, steps).items() if group == Group.SIDES]
        return sum(int(value.partition(" ")[0]) for value in there)

    assert of_sides(1) == of_sides(0) + 1
    assert of_sides(2) == of_sides(0)


@pytest.mark.parametrize("log", first_of_each(played()), ids=str)
def test_the_score_is_that_of_the_referee_at_each_moment(log: Played) -> None:
    audit, found = filmed(log.game, log.path.name, savefile.read(log.path))
    known = 0
    for at, step in enumerate(found["steps"], 1):
        moment = audit.moments[step["l"], step["n"]]
        score = moment.assistant.score(moment.position)
        shown = {name: value for (group, name), value in stands(found, at).items() if group == Group.SCORE}
        assert len(shown) == len(score)
        assert {value for value in score.values() if value.isdecimal()} <= set(shown.values())
        known += bool(shown)
    assert known == len(found["steps"])


def test_boxes_cup_tracks_and_lost_steps_are_counted() -> None:
    told = on_the_table(
        [
            Lies("1st", "French", "", "", reduced=False),
            Lies("2nd", "French", "", "", reduced=True),
            Lies("3rd", "French", "French losses", "", reduced=False),
            Lies("marker", "", "", "", reduced=False),
            Lies("chit", "", "Cup", "", reduced=False),
            Lies("Game turn", "", "Turn: 4", "4", reduced=False),
        ],
        {"Cup": 19},
        "en",
    )
    assert told == {
        (Group.TRACKS, "Game turn"): "4",
        (Group.SIDES, "French, on the map"): "2 (1 with a step lost)",
        (Group.BOXES, "French losses"): "1",
        (Group.BOXES, "Cup"): "19",
    }


def test_only_what_is_otherwise_is_told_anew() -> None:
    told = Told()
    assert told.anew({(Group.BOXES, "Cup"): "2", (Group.SCORE, "points"): "0"}) == [[0, "2"], [1, "0"]]
    assert told.anew({(Group.BOXES, "Cup"): "1", (Group.SCORE, "points"): "0"}) == [[0, "1"]]
    assert told.anew({(Group.SCORE, "points"): "0"}) == [[0, ""]]
