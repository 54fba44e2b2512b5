"""Seats that hold units of both sides, in a running engine: their players move these and no others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.module import Making, Options
from builder.module.vocabulary import vocabulary
from rules.audit.records import records
from tests.builder.module.seated import seated_game
from tests.real_client.standin import stand_in
from tests.real_client.table import PLAYERS, Table
from vassal import savefile
from vassal.archive import Archive
from vassal.timeline import Timeline

pytestmark = pytest.mark.real_client

WEST, GERMAN, EAST = "fr.1cuir.somua1", "de.i-12sch.inf2", "fr.iii-11rdp.inf1"


@pytest.fixture(scope="module")
def hall(engine: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Making, Path, Path]:
    folder = tmp_path_factory.mktemp("seats")
    making, path = stand_in(seated_game(folder / "game"), folder, Options(density=75))
    return making, path, folder


@pytest.fixture
def table(engine: Path, hall: tuple[Making, Path, Path]) -> Iterator[Table]:
    with Table(engine.parent, hall[1], hall[2]) as table:
        yield table


def test_a_player_of_a_wing_commands_its_units_of_both_sides_and_no_others(
    hall: tuple[Making, Path, Path], table: Table, tmp_path: Path
) -> None:
    making, path, folder = hall
    save, log = folder / "hannut.vsav", tmp_path / "wing.vlog"
    with Archive(path) as archive:
        save.write_bytes(archive.read(save.name))
    keys = {(each.verb, each.what): each.key for each in vocabulary(making) if each.by == "unit"}
    table.tell(f"load|{save}")
    table.tell("take|{}|{}".format(*PLAYERS["French"]))
    table.tell("sit|West")
    table.tell(f"log|{log}")
    for unit in (WEST, GERMAN, EAST):
        for command in (("dig", ""), ("aim", ""), ("state", "Neutralised")):
            table.tell(f"key|gpid:{making.lock[f'unit/{unit}']}|{keys[command]}")
    table.tell("take|{}|{}".format(*PLAYERS["German"]))
    table.tell("sit|Umpire")
    for unit in (WEST, EAST):
        for command in (("dig", ""), ("state", "Neutralised")):
            table.tell(f"key|gpid:{making.lock[f'unit/{unit}']}|{keys[command]}")
    table.tell("endlog")
    seals = {verb.id: ("".join(verb.seals),) for verb in making.game.chronicle.verbs.values()}
    found = list(records(Timeline.of(savefile.read(log)), seals))
    gpids = {making.gpid(f"unit/{unit}"): unit for unit in (WEST, GERMAN, EAST)}
    said = [(each.get("s"), gpids[each.get("g")], each.verb) for each in found]
    mine = [("West", unit, verb) for unit in (WEST, GERMAN) for verb in ("dig", "aim", "state")]
    # Results are carried out on any piece by whoever sits at the table.
    others = [("West", EAST, "state"), ("Umpire", WEST, "state"), ("Umpire", EAST, "state")]
    assert said == [*mine, *others]
