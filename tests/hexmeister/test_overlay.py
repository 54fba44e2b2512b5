"""Values of one's own, laid on a game: every command that judges takes them, and a season pins them."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from assets import AssetsError
from hexmeister.commands import ask, audit, build, check, provenance, render, report, serve, watch
from hexmeister.modules import module_of
from hexmeister.options import JUDGED
from hexmeister.page.bounds import Bounds
from hexmeister.page.desk import Desk
from hexmeister.page.worker import Order
from rules.audit.games import games
from rules.audit.season.logs import Bench
from rules.audit.season.overlays import Overlay
from rules.audit.season.pins import assets_digest
from tests.rules.audit.season.making import SAMPLE, content, game, write
from tests.rules.audit.season.making import audit as audited

if TYPE_CHECKING:
    from tests.hexmeister.conftest import Call

RULING, READING = SAMPLE.SETTLED
SETTLED = f"""source: {{origin: rulebook, why: as printed}}
rulings: {{{RULING}: {{default: {READING}}}}}
"""


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in which a unit begins where it may not."""
    folder = tmp_path_factory.mktemp("laid") / "logs"
    write(folder, far=game(4, illegal=2, limit=40))
    return folder


@pytest.fixture
def roomy(tmp_path: Path) -> Path:
    """Printed values by which it stands where it may, and a settled ruling."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "scenarios.yaml").write_text(SAMPLE.ROOMY, encoding="utf-8")
    (folder / "rulings.yaml").write_text(SETTLED, encoding="utf-8")
    return folder


def games_of(database: Path) -> list[dict[str, Any]]:
    """The games of a database as they were judged."""
    with closing(sqlite3.connect(database)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute("SELECT * FROM games")]


def test_the_option_is_one_wherever_it_stands() -> None:
    commands = (ask.ask, audit.audit, build.build, check.check, provenance.provenance, render.render)
    texts = {
        (param.help, param.metavar, tuple(param.opts))
        for command in (*commands, report.report, serve.serve, watch.watch)
        for param in command.params
        if param.name == "overlay"
    }
    assert len(texts) == 1
    for command in (ask.ask, audit.audit, check.check, serve.serve, watch.watch):
        assert len({"module", "game", "rulings", "file", "overlay"} & {param.name for param in command.params}) == len(
            JUDGED
        )


def test_check_and_watch_judge_by_the_values_that_are_given(call: "Call", logs: Path, roomy: Path) -> None:
    assert (call("check", logs / "far.vlog").code, call("watch", logs, "--once").code) == (1, 1)
    assert call("check", logs / "far.vlog", "--overlay", roomy).code == 0
    answer = call("watch", logs, "--once", "--overlay", roomy)
    assert (answer.code, answer.out.splitlines()[0]) == (0, "far.vlog: clean")


def test_an_answer_is_by_the_values_that_are_given(call: "Call", logs: Path, roomy: Path) -> None:
    words = ("ask", logs / "far.vlog", "--step", 0, "--would", "ready", "--json")
    before = json.loads(call(*words).out)["would"]["findings"]
    (roomy / "units.yaml").write_text(SAMPLE.SLOW, encoding="utf-8")
    reach = ("ask", logs / "far.vlog", "--reach", SAMPLE.UNIT, "--json")
    slow, quick = (json.loads(call(*reach, *more).out)["reach"]["places"] for more in (("--overlay", roomy), ()))
    assert len(slow) < len(quick)
    assert before


def test_the_page_judges_by_the_values_that_are_given(logs: Path, roomy: Path, tmp_path: Path) -> None:
    assert [_on_the_desk(logs, Order(overlay=each)) for each in ("", str(roomy))] == [1, 0]


def _on_the_desk(logs: Path, order: Order) -> int:
    """How many illegal acts the page finds."""
    desk = Desk(logs, order, Bounds())
    try:
        check = desk.begin()
        desk.add_listed(check, "far.vlog")
        check.state = "waiting"
        desk._run(check)
        return check.summary["illegal"]
    finally:
        desk.clear()


def test_a_season_is_judged_anew_under_other_values_and_says_what_had_changed(
    call: "Call", logs: Path, roomy: Path, tmp_path: Path
) -> None:
    database = tmp_path / "season.sqlite"
    words = ("audit", logs, "--db", database, "--jobs", 1)
    assert call(*words).code == 1
    (plain,) = games_of(database)
    assert call(*words, "--overlay", roomy).code == 0
    (laid,) = games_of(database)
    assert (plain["illegal"], laid["illegal"], json.loads(laid["switches"])) == (1, 0, {RULING: READING})
    assert plain["assets_digest"] != laid["assets_digest"]
    (row,) = json.loads(call("report", database, "changed", "--json").out)
    assert row["because"].startswith(f"assets_digest: {plain['assets_digest']} > {laid['assets_digest']}; {RULING}: ")
    assert json.loads(call(*words, "--overlay", roomy, "--json").out)["judged"] == 0


def test_another_value_in_the_folder_is_another_pin(call: "Call", logs: Path, roomy: Path, tmp_path: Path) -> None:
    words = ("audit", logs, "--db", tmp_path / "season.sqlite", "--jobs", 1, "--json", "--overlay", roomy)
    call(*words)
    shutil.move(roomy, tmp_path / "elsewhere")
    moved = (*words[:-1], tmp_path / "elsewhere")
    assert json.loads(call(*moved).out)["judged"] == 0
    (tmp_path / "elsewhere" / "rulings.yaml").unlink()
    assert json.loads(call(*moved).out)["judged"] == 1


def test_the_evidence_for_a_game_is_given_under_the_same_values(
    call: "Call", logs: Path, roomy: Path, tmp_path: Path
) -> None:
    database = tmp_path / "season.sqlite"
    call("audit", logs, "--db", database, "--jobs", 1, "--overlay", roomy)
    (row,) = games_of(database)
    same = call("report", database, "game", row["id"], "--overlay", roomy)
    other = call("report", database, "game", row["id"])
    assert "assets_digest" not in same.err
    assert "assets_digest" in other.err


def test_values_of_one_game_are_not_laid_on_another(roomy: Path) -> None:
    overlay = Overlay.of(roomy)
    one, two = games()[SAMPLE.GAME], next(game for name, game in games().items() if name != SAMPLE.GAME)
    assert overlay.games == (SAMPLE.GAME,)
    assert overlay.laid_on(two) is two
    assert overlay.laid_on(one).overlay == roomy.resolve()
    assert assets_digest(two, overlay) == assets_digest(two)


def test_the_values_travel_to_where_their_folder_is_not(logs: Path, roomy: Path, tmp_path: Path) -> None:
    overlay, here, there = Overlay.of(roomy), tmp_path / "here.sqlite", tmp_path / "there.sqlite"
    audited(here, logs.glob("*.vlog"), Bench(module_of, overlay=overlay))
    shutil.rmtree(roomy)
    audited(there, logs.glob("*.vlog"), Bench(module_of, overlay=Overlay(tmp_path / "gone", *_rest(overlay))))
    assert content(there) == content(here)
    assert [row["illegal"] for row in content(there)["games"]] == [0]


def _rest(overlay: Overlay) -> tuple[tuple[str, ...], tuple[tuple[str, bytes], ...]]:
    return overlay.games, overlay.files


def test_values_that_fit_no_game_are_refused_with_what_is_wrong(
    call: "Call", logs: Path, roomy: Path, tmp_path: Path
) -> None:
    (roomy / "units.yaml").write_text("source: {origin: rulebook}\nunits: {nobody: {side: french}}", encoding="utf-8")
    with pytest.raises(AssetsError):
        Overlay.of(roomy)
    for words in (
        ("audit", logs, "--db", tmp_path / "none.sqlite"),
        ("watch", logs, "--once"),
        ("check", logs / "far.vlog"),
    ):
        answer = call(*words, "--overlay", roomy)
        assert answer.code == 2
        assert "mine/units.yaml:2:" in answer.err
    missing = call("audit", logs, "--overlay", tmp_path / "nowhere")
    assert (missing.code, "not a folder" in missing.err) == (2, True)
    assert not (tmp_path / "none.sqlite").exists()
