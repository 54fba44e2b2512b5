"""Units that are parts of another one, in a running engine: one command moves the family, and one line says so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.module import Making, Options
from builder.module.vocabulary import vocabulary
from rules.audit.records import records
from rules.audit.witness import Witness
from tests.builder.module.new_verbs import PARTS, WHOLE, with_family
from tests.real_client.standin import stand_in
from tests.real_client.table import Table
from vassal import savefile
from vassal.archive import Archive
from vassal.module import Module
from vassal.timeline import Timeline

pytestmark = pytest.mark.real_client

HERE, THERE, ALONE = "1008", "1009", "fr.11rdp.at"


@pytest.fixture(scope="module")
def hall(engine: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Making, Path, Path]:
    folder = tmp_path_factory.mktemp("family")
    making, path = stand_in(with_family(folder / "game"), folder, Options(density=75))
    return making, path, folder


@pytest.fixture
def table(engine: Path, hall: tuple[Making, Path, Path]) -> Iterator[Table]:
    with Table(engine.parent, hall[1], hall[2]) as table:
        yield table


def test_a_unit_is_divided_assembled_and_a_part_detached(
    hall: tuple[Making, Path, Path], table: Table, tmp_path: Path
) -> None:
    making, path, folder = hall
    save, log = folder / "hannut.vsav", tmp_path / "family.vlog"
    with Archive(path) as archive:
        save.write_bytes(archive.read(save.name))
    keys = {each.verb: each.key for each in vocabulary(making) if each.by == "unit" and not each.what}

    def goes(unit: str, place: str) -> None:
        x, y = making.sheets["hannut"].hexes[place]
        table.tell(f"move|gpid:{making.lock[f'unit/{unit}']}|{x}|{y}")

    def gives(unit: str, verb: str) -> None:
        table.tell(f"key|gpid:{making.lock[f'unit/{unit}']}|{keys[verb]}")

    table.begin(save, log, "French")
    for _ in "12":
        table.tell("turn|next")
    goes(WHOLE, HERE)
    gives(ALONE, "divide")  # has no parts: nothing happens
    gives(WHOLE, "divide")
    goes(PARTS[1], THERE)
    gives(PARTS[0], "assemble")  # the other one lies elsewhere, and stays there
    gives(PARTS[0], "detach")
    table.tell("endlog")
    seals = {verb.id: ("".join(verb.seals),) for verb in making.game.chronicle.verbs.values()}
    timeline = Timeline.of(savefile.read(log), Module.open(path))
    found = [each for each in records(timeline, seals) if each.verb != "phase"]
    assert [each for each in found if not each.counts] == []
    assert [(each.verb, each.get("from"), each.get("h")) for each in found][1:] == [
        ("divide", "", "used"),
        ("step", HERE, THERE),
        ("assemble", HERE, "used"),
        ("detach", "", HERE),
    ]
    witness = Witness(timeline.start, seals)
    moved = [
        {(each.piece.name, each.target.name or each.target.zone) for each in witness.shown(step).moved}
        for step in timeline.steps
    ]
    assert [each for each in moved if each][1:] == [
        {(WHOLE, "used"), *((part, HERE) for part in PARTS)},
        {(PARTS[1], THERE)},
        {(WHOLE, HERE), (PARTS[0], "used")},
        {(PARTS[0], HERE)},
    ]
