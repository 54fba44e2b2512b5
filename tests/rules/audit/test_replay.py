"""The film of the report: every piece that is on the board at some time is in it, whenever it came."""

from __future__ import annotations

import re
from itertools import count
from math import dist
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import assets
from assets.maps import Look, Map
from rules.audit.games import game_of
from rules.audit.replay import GROUND, drawn_map, film
from rules.audit.report import Audit
from rules.audit.witness import fixed
from tests.builder.small import HILL, small_game
from tests.rules.shared.workshop import workshop_of
from vassal.ground import ModuleGround
from vassal.logwriter import LogWriter
from vassal.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vassal.boards import Layout
    from vassal.savefile import SaveFile

MARKER, UNIT = "works", "fr.1cuir.somua1"


class Table:
    """The set-up of Hannut, on which somebody moves pieces."""

    def __init__(self, start: Position | None = None) -> None:
        shop = workshop_of("blitzkrieg")
        self.module, self.save = shop.module, shop.setups["hannut"]
        self.log = LogWriter(start or Position.of(self.save.initial, ModuleGround(self.module)), count(9_000_000))
        self.board = shop.game.handling.board

    @property
    def layout(self) -> Layout:
        table_map = self.module.map(self.board)
        assert table_map is not None
        return table_map.layout(self.log.position.table.boards.get(self.board))

    def named(self, name: str) -> Iterable[Any]:
        """All pieces that are this in the game."""
        return (piece for piece in self.log.position.pieces() if fixed(piece).get("Id") == name)

    def enters(self, name: str, place: str) -> str:
        """A new piece of the kind comes to a hex."""
        like = next(iter(self.named(name)))
        return self.log.add(like, self.board, *self.layout.point(place))

    def goes(self, uid: str, place: str) -> None:
        """A piece goes to a hex."""
        self.log.move(uid, self.board, *self.layout.point(place))

    def written(self) -> SaveFile:
        """The log so far."""
        return self.log.save(metadata=self.save.metadata, module=self.save.module)


def filmed(*logs: tuple[str, SaveFile]) -> dict[str, Any]:
    audit = Audit(game_of("blitzkrieg"), Table().module)
    audit.run(logs)
    return film(audit)


def lies(found: dict[str, Any], piece: int, steps: int) -> str:
    """Where a piece lies after so many steps of the film."""
    at: str = found["pieces"][piece]["a"]
    for step in found["steps"][:steps]:
        at = next((to for index, to in step["m"] if index == piece), at)
    return at


def test_a_piece_that_enters_later_is_shown_from_then_on_and_gone_when_it_is_taken_away() -> None:
    table = Table()
    known = len(filmed(("begun.vlog", table.written()))["pieces"])
    uid = table.enters(MARKER, "1005")
    table.goes(uid, "1006")
    table.log.remove(uid)

    found = filmed(("game.vlog", table.written()))

    assert len(found["pieces"]) == known + 1
    assert [lies(found, known, steps) for steps in range(4)] == ["", "1005", "1006", ""]


def test_a_piece_that_a_later_log_begins_with_is_shown_from_its_first_step_on() -> None:
    first = Table()
    unit = next(iter(first.named(UNIT))).id
    first.goes(unit, "0505")
    later = Table(first.log.position)
    later.enters(MARKER, "1005")
    later = Table(later.log.position)
    later.goes(unit, "0506")

    found = filmed(("1.vlog", first.written()), ("2.vlog", later.written()))
    new = len(found["pieces"]) - 1

    assert [lies(found, new, steps) for steps in range(3)] == ["", "", "1005"]


def lands(folder: Path) -> dict[str, Map]:
    """The maps of our games, and one of squares."""
    home = small_game(folder / "skirmish")
    (home / "maps" / "hill.yaml").write_text(HILL.replace("{columns", "{kind: squares, columns"), encoding="utf-8")
    games = [assets.load(name) for name in ("blitzkrieg", "barbarossa", str(home))]
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
    rivers = drawn_map(found["daugava"])
    assert len({rivers["grounds"][ground] for _, _, _, ground, _ in rivers["cells"]}) > 3


def test_every_look_of_a_terrain_has_a_colour() -> None:
    assert set(GROUND) == set(get_args(Look))
