"""Verbs that only the chronicle declares, in a running engine: each key writes its line, and only what is so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import assets
from builder.module import Making, Options
from builder.module.vocabulary import vocabulary
from rules.audit.records import records
from tests.builder.module.new_verbs import TAIL, VERBS, with_verbs
from tests.real_client.standin import stand_in
from tests.real_client.table import Table
from vassal import savefile
from vassal.archive import Archive
from vassal.timeline import Timeline

pytestmark = pytest.mark.real_client

SEAT = "Solitaire"
FILL = f"""\
  fill:
    by: [unit]
    keys: [{TAIL}, v]
    from: {{v: property Dug}}
    seals: [K, D]
    does: [{{set: Dug, add: -1}}, say]
    menu: {{en: Fill, de: Auffüllen}}
    sentence: {{en: "{{u}} fills in {{h}}, {{v}}", de: "{{u}} füllt {{h}} auf, {{v}}"}}
    means: {{Fill: {{fields: {{unit: unit u}}}}}}
"""
GAUGES = """
gauges:
  Dug: {of: [unit], most: 4, corner: bottom-right, ground: "#7a1f1f"}
"""
INFANTRY, OTHER, GUN = "fr.iii-11rdp.inf1", "fr.iii-11rdp.inf2", "fr.11rdp.at"
CHIT = "chit/hannut.fr.1cuir"


@dataclass(frozen=True)
class Room:
    """The module, its set-up, and where the tables stand."""

    making: Making
    path: Path
    save: Path
    oracle: Path
    folder: Path


@pytest.fixture(scope="module")
def room(engine: Path, tmp_path_factory: pytest.TempPathFactory) -> Room:
    folder = tmp_path_factory.mktemp("room")
    home = with_verbs(folder / "game", VERBS + FILL).folder
    settings = home / "module.yaml"
    settings.write_text(settings.read_text(encoding="utf-8") + GAUGES, encoding="utf-8")
    assets.forget()
    making, path = stand_in(assets.load(home), folder, Options(density=75))
    save = folder / "hannut.vsav"
    with Archive(path) as archive:
        save.write_bytes(archive.read(save.name))
    return Room(making, path, save, engine.parent, folder)


@pytest.fixture
def table(room: Room) -> Iterator[Table]:
    with Table(room.oracle, room.path, room.folder) as table:
        yield table


class Hands:
    """Gives the commands of declared verbs, and keeps a log of it."""

    def __init__(self, room: Room, table: Table, log: Path) -> None:
        self.room, self.table, self.log = room, table, log
        self.keys: dict[tuple[str, str, str], str] = {
            (each.verb, each.what, each.by): each.key for each in vocabulary(room.making)
        }
        table.begin(room.save, log, SEAT)
        for _ in "12":
            table.tell("turn|next")

    def gives(self, slot: str, verb: str, what: str = "") -> list[str]:
        """What the chat shows when a piece is given a command."""
        given = self.keys[verb, what, slot.partition("/")[0]]
        return self.table.tell(f"key|gpid:{self.room.making.lock[slot]}|{given}")

    def said(self) -> list[tuple[str, dict[str, str]]]:
        """The records of the log, all of which must count, without those of the phases."""
        self.table.tell("endlog")
        verbs = self.room.making.game.chronicle.verbs
        seals = {verb.id: ("".join(verb.seals),) for verb in verbs.values()}
        found = list(records(Timeline.of(savefile.read(self.log)), seals))
        assert [each for each in found if not each.counts] == []
        return [(each.verb, dict(each.fields)) for each in found if each.verb != "phase"]


def test_a_gauge_counts_up_and_down_within_its_bounds_and_is_silent_at_its_ends(
    room: Room, table: Table, tmp_path: Path
) -> None:
    hands = Hands(room, table, tmp_path / "gauge.vlog")
    for verb in ("fill", *["dig"] * 5, *["fill"] * 5, "dig"):
        hands.gives(f"unit/{INFANTRY}", verb)
    hands.gives(f"unit/{OTHER}", "dig")
    said = hands.said()
    ups, downs = [("dig", str(each)) for each in (1, 2, 3, 4)], [("fill", str(each)) for each in (3, 2, 1, 0)]
    assert [(verb, fields["v"]) for verb, fields in said] == [*ups, *downs, ("dig", "1"), ("dig", "1")]
    assert len({fields["u"] for _, fields in said}) == 2


def test_a_stance_is_said_once_and_emptied_by_a_storm_on_every_piece(room: Room, table: Table, tmp_path: Path) -> None:
    hands = Hands(room, table, tmp_path / "stance.vlog")
    unit, other, gun = (f"unit/{each}" for each in (INFANTRY, OTHER, GUN))
    deeds = [
        *((unit, "stance", "Low"), (unit, "stance", "Low"), (other, "stance", "Low"), (unit, "stance", "High")),
        *((CHIT, "stance", "High"), (gun, "storm", ""), (unit, "storm", ""), (unit, "storm", "")),
        *((unit, "stance", "High"), (other, "stance", "Low")),
    ]
    for deed in deeds:
        hands.gives(*deed)
    said = [(verb, fields.get("what", "")) for verb, fields in hands.said()]
    assert said == [
        *(("stance", "Low"), ("stance", "Low"), ("stance", "High"), ("stance", "High"), ("storm", ""), ("storm", "")),
        *(("stance", "High"), ("stance", "Low")),
    ]


def test_a_verb_of_the_map_says_the_place_under_the_mouse_and_nothing_beside_it(
    room: Room, table: Table, tmp_path: Path
) -> None:
    hands = Hands(room, table, tmp_path / "target.vlog")
    x, y = room.making.sheets["hannut"].hexes["1008"]
    table.tell("aside")
    assert table.tell("press|DoActionButton|target", boxes=1) == []
    hands.gives(f"unit/{INFANTRY}", "storm")
    table.tell(f"mouse|Map|{x}|{y}")
    for _ in "12":
        table.tell("press|DoActionButton|target")
    said = hands.said()
    assert [verb for verb, _ in said] == ["storm", "target", "target"]
    assert [(fields["h"], fields["by"]) for _, fields in said[1:]] == [("1008", said[0][1]["u"]), ("1008", "")]


def test_who_is_sent_away_goes_once_and_says_where_he_was(room: Room, table: Table, tmp_path: Path) -> None:
    hands = Hands(room, table, tmp_path / "rest.vlog")
    x, y = room.making.sheets["hannut"].hexes["1008"]
    table.tell(f"move|gpid:{room.making.lock[f'unit/{INFANTRY}']}|{x}|{y}")
    for _ in "12":
        hands.gives(f"unit/{INFANTRY}", "rest")
    last = [(verb, fields["from"], fields["h"]) for verb, fields in hands.said() if verb == "rest"]
    assert last == [("rest", "1008", "used")]


def test_a_button_counts_and_begins_anew(room: Room, table: Table, tmp_path: Path) -> None:
    hands = Hands(room, table, tmp_path / "spend.vlog")
    shown = [table.tell(f"press|DoActionButton|spend {what}") for what in ("Point", "Point", "All", "Point")]
    assert all(re.match(r"\* \S.{6,}", line) and "$" not in line for lines in shown for line in lines)
    said = [(verb, fields["what"], fields["n"]) for verb, fields in hands.said()]
    assert said == [("spend", "Point", "1"), ("spend", "Point", "2"), ("spend", "All", "2"), ("spend", "Point", "1")]
