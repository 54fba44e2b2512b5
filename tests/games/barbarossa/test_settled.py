"""A real log under rulings that are settled: who is accused by them reads so, in text, JSON, page and season."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rules.barbarossa import actions as do
from rules.barbarossa.game import referee
from rules.barbarossa.setup.beginning import begin
from tests.rules.barbarossa.many import SWITCHES, battle, play
from tests.rules.shared.workshop import workshop_of
from vassal import savefile

if TYPE_CHECKING:
    from tests.hexmeister.conftest import Call

MUST = ("--ruling", "BAR-A57=must")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A game up to its first step, before which a unit gets no order: by our reading it need not."""
    workshop = workshop_of("barbarossa")
    scribe, writer = workshop.scribe("line"), workshop.writer("line")
    actions = [turn.action for turn in play("line", 1, 60)]
    first = next(place for place, each in enumerate(actions) if isinstance(each, do.Advance) and each.to == "S1")
    left_out = max(place for place, each in enumerate(actions[:first]) if isinstance(each, do.Order))
    done = [*actions[:left_out], *actions[left_out + 1 : first + 1]]
    writer.foresee(done)
    position, judge = begin(battle("line")), referee(battle("line"), SWITCHES)
    for action in done:
        scribe.write(writer.entries(position, action))
        position = judge.play(position, action)
    path = tmp_path / "logs" / "game.vlog"
    path.parent.mkdir()
    path.write_bytes(savefile.encode(scribe.log()))
    return path


def test_who_is_accused_by_a_settled_ruling_reads_by_which(call: Call, log: Path, tmp_path: Path) -> None:
    assert call("check", log).code == 0

    told = call("check", log, *MUST)
    assert told.code == 1
    assert "  It rests on a settled ruling: Must every unit get an order" in told.out
    page = tmp_path / "game.html"
    german = call("--lang", "de", "check", log, *MUST, "--html", page).out
    assert "  Das beruht auf einer entschiedenen Auslegung: " in german
    assert "Das beruht auf einer entschiedenen Auslegung: " in page.read_text("utf-8")
    found = json.loads(call("check", log, *MUST, "--json").out)["findings"]
    assert {each["verdict"]: each["settled"] for each in found}["illegal"] == {"BAR-A57": "must"}
    assert [each for each in found if each["verdict"] != "illegal" and each["settled"]] == []


def test_who_asks_what_would_be_said_reads_it_too(call: Call, log: Path) -> None:
    checked = json.loads(call("check", log, *MUST, "--json").out)["findings"]
    (step,) = {each["step"] for each in checked if each["verdict"] == "illegal"}
    asked = ("ask", log, "--step", str(step - 1), "--would", "advance to=S1")
    told = call(*asked, *MUST).out.splitlines()
    assert told[0].endswith(": illegal")
    assert any(line.startswith("  It rests on a settled ruling: Must every unit get an order") for line in told)
    german = call("--lang", "de", *asked, *MUST).out
    assert "  Das beruht auf einer entschiedenen Auslegung: " in german
    found = json.loads(call(*asked, *MUST, "--json").out)["would"]["findings"]
    assert {each["verdict"]: each["settled"] for each in found}["illegal"] == {"BAR-A57": "must"}
    assert [each for each in found if each["verdict"] != "illegal" and each["settled"]] == []

    open_ = call(*asked).out
    assert "settled ruling" not in open_
    assert json.loads(call(*asked, "--json").out)["would"]["verdict"] != "illegal"


def test_an_order_that_is_wrong_by_every_reading_rests_on_none_while_orders_are_written_too(
    call: Call, log: Path
) -> None:
    asked = ("ask", log, "--step", "20", "--would", "order unit=su.inf1 order=open_fire target=su.inf2")
    would = json.loads(call(*asked, *MUST, "--json").out)["would"]
    assert [(each["verdict"], each["rule"], each["settled"]) for each in would["findings"]] == [
        ("illegal", "BAR-6.3c", {})
    ]


def test_a_season_tells_it_too(call: Call, log: Path, tmp_path: Path) -> None:
    base = tmp_path / "season.sqlite"
    call("audit", log.parent, *MUST, "--db", base, "--jobs", 1)

    rows = json.loads(call("report", base, "findings", "--only", "verdict=illegal", "--json").out)
    assert {row["ruling"] for row in rows} == {"BAR-A57=must"}
