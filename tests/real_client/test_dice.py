"""Dice of any number in a running engine: as many fall as a verb, a piece or the player says, for what was declared."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import assets
from builder.module import Making, Options
from builder.module.vocabulary import vocabulary
from rules.audit.records import records
from rules.audit.witness import Witness
from tests.builder.module.test_dice import counted_in
from tests.real_client.standin import stand_in
from tests.real_client.table import PLAYERS, Table
from vassal import savefile
from vassal.timeline import Timeline

pytestmark = pytest.mark.real_client


@pytest.fixture(scope="module")
def small(engine: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Making, Path, Path]:
    folder = tmp_path_factory.mktemp("dice")
    making, path = stand_in(assets.load(counted_in(folder / "game")), folder, Options(density=75))
    return making, path, folder


@pytest.fixture
def table(engine: Path, small: tuple[Making, Path, Path]) -> Iterator[Table]:
    with Table(engine.parent, small[1], small[2]) as table:
        yield table


def test_as_many_dice_fall_as_were_said_and_each_roll_is_for_its_purpose(
    small: tuple[Making, Path, Path], table: Table, tmp_path: Path
) -> None:
    making, log = small[0], tmp_path / "dice.vlog"
    name, word = PLAYERS["German"]
    table.tell(f"take|{name}|{word}")
    table.tell("new|Red")
    table.tell(f"log|{log}")
    piece = f"gpid:{making.lock['unit/red.1.a']}"
    table.tell(f"add|{making.lock['unit/red.1.a']}|Map|300|300")
    keys = {(each.verb, each.what): each.key for each in vocabulary(making)}

    def gives(verb: str, what: str = "") -> None:
        table.tell(f"key|{piece}|{keys[verb, what]}")

    gives("volley", "3")
    gives("check", "STORM")  # nothing falls before the player has said how many
    table.tell("press|DoActionButton|roll", boxes=1)
    table.tell("answer|5")
    table.tell("press|DoActionButton|dice number", boxes=1)
    table.tell("press|DoActionButton|roll")
    gives("check", "SCOUT")
    gives("check", "DUEL")
    table.tell("press|DoActionButton|roll")
    gives("volley", "0")
    gives("volley", "7")
    table.tell("press|DoActionButton|spy")
    gives("load")
    gives("load")
    gives("salvo")
    table.tell("endlog")

    verbs = making.game.chronicle.verbs
    seals = {verb.id: ("".join(verb.seals),) for verb in verbs.values()} | {"roll": ("KR",)}
    timeline = Timeline.of(savefile.read(log))
    found = list(records(timeline, seals))
    rolled = [(each.get("p"), each.get("dice")) for each in found if each.verb == "roll"]
    assert rolled == [
        *(("STORM", "3d10"), ("STORM", "5d10"), ("SCOUT", "1d10"), ("DUEL", "1d6:1d6"), ("DUEL", "1d6:1d6")),
        *(("STORM", "7d10"), ("SCOUT", "1d10"), ("STORM", "2d10")),
    ]
    witness = Witness(timeline.start, seals)
    fell = [die for step in timeline.steps for each in witness.shown(step).rolled for die in each.dice]
    told = [tuple(map(int, each.get("res").split(","))) for each in found if each.verb == "roll"]
    assert [len(each) for each in told] == [3, 5, 1, 2, 2, 7, 1, 2]
    assert fell == [die for each in told for die in each]
    # Who fires nothing has said so, but no dice fell beside it: such a line is no record of a roll.
    assert [each.get("n") for each in found if each.verb == "volley" and not each.counts] == ["0"]
