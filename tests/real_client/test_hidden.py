"""What any piece hides, in a running engine: sealed by a seat, unreadable in the file, opened by who knows the word."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.module import Making, Options
from builder.module.vocabulary import vocabulary
from rules.audit.records import records
from rules.audit.witness import Witness
from tests.builder.module.seated import hiding_game
from tests.real_client.standin import stand_in
from tests.real_client.table import PLAYERS, Table
from vassal import savefile
from vassal.archive import Archive
from vassal.timeline import Timeline

pytestmark = pytest.mark.real_client

TANK, HQ, GUN, NOTED = "fr.1cuir.somua1", "fr.1cuir.hq", "fr.11rdp.at", "fr.1cuir.somua2"
GENERAL = "hannut.fr.general"


@pytest.fixture(scope="module")
def hall(engine: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Making, Path, Path]:
    folder = tmp_path_factory.mktemp("hidden")
    making, path = stand_in(hiding_game(folder / "game"), folder, Options(density=75))
    return making, path, folder


@pytest.fixture
def table(engine: Path, hall: tuple[Making, Path, Path]) -> Iterator[Table]:
    with Table(engine.parent, hall[1], hall[2]) as table:
        yield table


def test_what_any_piece_hides_is_sealed_until_its_owner_opens_it(
    hall: tuple[Making, Path, Path], table: Table, tmp_path: Path
) -> None:
    making, path, folder = hall
    save, log = folder / "hannut.vsav", tmp_path / "hidden.vlog"
    with Archive(path) as archive:
        save.write_bytes(archive.read(save.name))
    table.tell(f"load|{save}")
    keys = {(each.verb, each.what, each.by): each.key for each in vocabulary(making)}

    def piece(slot: str) -> str:
        return f"gpid:{making.lock[slot]}"

    def takes(seat: str, player: str, word: str) -> None:
        table.tell("take|{}|{}".format(*PLAYERS[player]))
        table.tell(f"sit|{seat}")
        table.tell("fresh")
        table.tell(f"answer|{word}")
        table.tell("press|DoActionButton|word", boxes=1)

    def seals(slot: str, what: str, boxes: int = 0, key: str = "") -> None:
        table.tell(f"key|{piece(slot)}|{key or keys['seal', what, slot.partition('/')[0]]}", boxes=boxes)

    def opens(slot: str, by: str, boxes: int = 0) -> None:
        table.tell(f"key|{piece(slot)}|{keys['open', '', by]}", boxes=boxes)

    x, y = making.sheets["hannut"].hexes["1008"]
    table.tell(f"log|{log}")
    table.tell("take|{}|{}".format(*PLAYERS["French"]))
    table.tell("sit|West")
    seals(f"unit/{TANK}", "real", boxes=1)  # no word yet
    takes("West", "French", "apple")
    seals(f"unit/{TANK}", "real")
    seals(f"unit/{HQ}", "", boxes=1, key="hx.do.kind.reserve")  # nothing is noted
    table.tell(f"key|{piece(f'unit/{NOTED}')}|hx.do.note")
    seals(f"unit/{HQ}", "", key="hx.do.kind.reserve")
    seals("unit/de.kg.pak", "", key="hx.do.kind.target")  # not his: nothing happens
    takes("French", "Solitaire", "pear")
    table.tell("answer|Wait for II at 0705; then [go]")
    seals(f"chit/{GENERAL}", "", boxes=1, key="hx.do.kind.word")
    table.tell(f"mouse|Map|{x}|{y}")
    table.tell("press|DoActionButton|pick place")
    seals(f"unit/{GUN}", "", key="hx.do.kind.target")
    opens(f"unit/{TANK}", "unit", boxes=1)  # not his word
    opens(f"chit/{GENERAL}", "chit")
    opens(f"unit/{GUN}", "unit")
    takes("West", "French", "apple")
    opens(f"unit/{TANK}", "unit")
    opens(f"unit/{HQ}", "hq")
    table.tell("endlog")

    seals_of = {verb.id: ("".join(verb.seals),) for verb in making.game.chronicle.verbs.values()}
    timeline = Timeline.of(savefile.read(log))
    found = list(records(timeline, seals_of))
    assert [each.verb for each in found if not each.counts] == []
    gpids = {making.gpid(name): name for name in making.lock.numbers}
    said = [(each.verb, each.get("s"), gpids.get(each.get("g"), "")) for each in found]
    tank, hq, gun, general = f"unit/{TANK}", f"unit/{HQ}", f"unit/{GUN}", f"chit/{GENERAL}"
    assert said == [
        *(("word", "West", ""), ("seal", "West", tank), ("seal", "West", hq)),
        *(("word", "French", ""), ("seal", "French", general), ("seal", "French", gun)),
        *(("open", "French", general), ("open", "French", gun), ("open", "West", tank), ("open", "West", hq)),
    ]
    witness = Witness(timeline.start, seals_of)
    opened = [each for step in timeline.steps for each in witness.shown(step).opened]
    noted = next(each.id for each in timeline.start.pieces() if each.gpid == making.gpid(f"unit/{NOTED}"))
    told = ["word:Wait for II at 0705 then go", "target:1008", "ruse:real", f"reserve:{noted}"]
    assert [(each.text, each.verdict) for each in opened] == [(text, "fits") for text in told]
    shut = [each for each in found if each.verb == "seal"]
    assert all(text not in str(each.fields) for each in shut for text in ("real", "Wait", "1008", noted))
