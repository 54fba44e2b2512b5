"""The film of the report: every piece that is on the board at some time is in it, whenever it came."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

from rules.audit.games import game_of
from rules.audit.replay import film
from rules.audit.report import Audit
from rules.audit.witness import fixed
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
