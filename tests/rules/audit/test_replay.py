"""The film of the report: every piece that is on the board at some time is in it, whenever it came."""

from __future__ import annotations

import re
from itertools import count
from math import dist
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import pytest

import assets
from assets.maps import Look, Map
from rules.audit.games import game_of, games
from rules.audit.replay import GROUND, drawn_map, film
from rules.audit.report import Audit
from rules.audit.witness import fixed
from tests.builder.small import HILL, small_game
from tests.rules.shared.workshop import workshop_of
from vassal.ground import ModuleGround
from vassal.logwriter import LogWriter
from vassal.position import Position

if TYPE_CHECKING:
    from vassal.boards import Layout
    from vassal.savefile import SaveFile

GAMES = pytest.mark.parametrize("game", list(games()))


class Table:
    """The set-up of a scenario, on which somebody moves pieces."""

    def __init__(self, game: str, start: Position | None = None) -> None:
        shop = workshop_of(game)
        scenario = max(shop.game.scenarios.values(), key=lambda each: len(each.placement))
        self.game, self.module, self.save = game, shop.module, shop.setups[scenario.id]
        self.log = LogWriter(start or Position.of(self.save.initial, ModuleGround(self.module)), count(9_000_000))
        self.board = shop.game.handling.board
        names = shop.game.maps[scenario.map].names
        self.here, self.there, self.far = names[0], names[1], names[-1]
        """Three places of the map."""

    @property
    def layout(self) -> Layout:
        table_map = self.module.map(self.board)
        assert table_map is not None
        return table_map.layout(self.log.position.table.boards.get(self.board))

    @property
    def unit(self) -> Any:
        """A unit of the game."""
        units = workshop_of(self.game).game.units
        return next(piece for piece in self.log.position.pieces() if fixed(piece).get("Id") in units)

    def enters(self, place: str) -> str:
        """A new piece, like the unit, comes to a hex."""
        return self.log.add(self.unit, self.board, *self.layout.point(place))

    def goes(self, uid: str, place: str) -> None:
        """A piece goes to a hex."""
        self.log.move(uid, self.board, *self.layout.point(place))

    def written(self) -> SaveFile:
        """The log so far."""
        return self.log.save(metadata=self.save.metadata, module=self.save.module)


def filmed(game: str, *logs: tuple[str, SaveFile]) -> dict[str, Any]:
    audit = Audit(game_of(game), workshop_of(game).module)
    audit.run(logs)
    return film(audit)


def lies(found: dict[str, Any], piece: int, steps: int) -> str:
    """Where a piece lies after so many steps of the film."""
    at: str = found["pieces"][piece]["a"]
    for step in found["steps"][:steps]:
        at = next((to for index, to in step["m"] if index == piece), at)
    return at


@GAMES
def test_a_piece_that_enters_later_is_shown_from_then_on_and_gone_when_it_is_taken_away(game: str) -> None:
    table = Table(game)
    known = len(filmed(game, ("begun.vlog", table.written()))["pieces"])
    uid = table.enters(table.here)
    table.goes(uid, table.there)
    table.log.remove(uid)

    found = filmed(game, ("game.vlog", table.written()))

    assert len(found["pieces"]) == known + 1
    assert [lies(found, known, steps) for steps in range(4)] == ["", table.here, table.there, ""]


@GAMES
def test_a_piece_that_a_later_log_begins_with_is_shown_from_its_first_step_on(game: str) -> None:
    first = Table(game)
    unit = first.unit.id
    first.goes(unit, first.there)
    later = Table(game, first.log.position)
    later.enters(later.here)
    later = Table(game, later.log.position)
    later.goes(unit, later.far)

    found = filmed(game, ("1.vlog", first.written()), ("2.vlog", later.written()))
    new = len(found["pieces"]) - 1

    assert [lies(found, new, steps) for steps in range(3)] == ["", "", first.here]


def lands(folder: Path) -> dict[str, Map]:
    """The maps of our games, and one of squares."""
    home = small_game(folder / "skirmish")
    (home / "maps" / "hill.yaml").write_text(HILL.replace("{columns", "{kind: squares, columns"), encoding="utf-8")
    games = [assets.load(name) for name in (*assets.games(), str(home))]
    return {name: land for game in games for name, land in game.maps.items()}


def test_the_outlines_of_places_that_share_a_side_meet_in_its_two_corners_and_no_others_do(tmp_path: Path) -> None:
    for land in lands(tmp_path).values():
        drawn = drawn_map(land)
        corners = {name: [(x + dx, y + dy) for dx, dy in drawn["outline"]] for name, x, y, _, _ in drawn["cells"]}
        assert set(corners) == set(land.names)
        first = land.names[len(land.names) // 2 + land.grid.columns // 2]
        for other in land.names:
            met = sum(dist(one, two) < 1 for one in corners[first] for two in corners[other])
            if other != first:
                assert (met == 2) == land.grid.bordering(first, other), (land.id, first, other)


def test_each_place_has_the_colour_of_its_terrain_and_is_found_by_its_name(tmp_path: Path) -> None:
    found = lands(tmp_path)
    for land in found.values():
        drawn = drawn_map(land)
        colours = {name: drawn["grounds"][ground] for name, _, _, ground, _ in drawn["cells"]}
        assert colours == {name: GROUND[land.terrains[land.terrain[name]].look] for name in land.names}
        assert all(re.search(rf"\b{drawn['form']}\b", f"unit goes to {name}, and stays") for name in land.names)
    drawn = [drawn_map(land) for land in found.values()]
    assert max(len({each["grounds"][ground] for _, _, _, ground, _ in each["cells"]}) for each in drawn) > 3


def test_every_look_of_a_terrain_has_a_colour() -> None:
    assert set(GROUND) == set(get_args(Look))
