"""The wrong input accuses nobody: a module, a log or values that do not belong together get a clear word."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from builder.module import Options
from hexmeister.exits import Exit
from tests.hexmeister.conftest import Call
from tests.rules.shared.workshop import workshop_of
from vassal import savefile

GAMES = Path(__file__).parents[1] / "data" / "games"
LOGS = {
    "blitzkrieg": ("hannut.ten-wrong-acts",),
    "barbarossa": ("steel.clean", "crossroads.wrong-acts"),
}
ALL = [(game, log) for game, logs in LOGS.items() for log in logs]
DENSITIES = (75, 150, 300)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("modules")


def module_file(shelf: Path, game: str, density: int, language: str = "en") -> Path:
    path = shelf / f"{game}-{density}-{language}.vmod"
    if not path.exists():
        path.write_bytes(workshop_of(game, Options(density=density, language=language)).packed)
    return path


def findings(text: str) -> list[Any]:
    told = json.loads(text)["findings"]
    return [(each["step"], each["verdict"], each["rule"], each["why"]) for each in told if not each["note"]]


@pytest.mark.parametrize(("game", "log"), ALL)
def test_the_module_in_which_it_was_played_fits_and_all_other_densities_are_refused(
    call: Call, shelf: Path, game: str, log: str
) -> None:
    path = GAMES / f"{log}.vlog"
    known, fitting = findings(call("check", path, "--json").out), []
    for density in DENSITIES:
        code, out, err = call("check", path, "--json", "--module", module_file(shelf, game, density))
        if code == Exit.UNREADABLE:
            assert "of another size than the one that was played on" in err
        else:
            fitting.append(findings(out))
    assert fitting == [known]


@pytest.mark.parametrize(("game", "log"), [(game, logs[-1]) for game, logs in LOGS.items()])
def test_the_module_in_another_language_says_the_same(call: Call, shelf: Path, game: str, log: str) -> None:
    path = GAMES / f"{log}.vlog"
    said = [
        findings(out)
        for density in DENSITIES
        if (out := call("check", path, "--json", "--module", module_file(shelf, game, density, "de")).out)
    ]

    assert said == [findings(call("check", path, "--json").out)]


@pytest.mark.parametrize(("game", "other"), [("blitzkrieg", "barbarossa"), ("barbarossa", "blitzkrieg")])
def test_the_module_of_another_game_is_refused(call: Call, shelf: Path, game: str, other: str) -> None:
    code, _, err = call("check", GAMES / f"{LOGS[game][0]}.vlog", "--module", module_file(shelf, other, 150))

    assert code == Exit.UNREADABLE
    assert "the module is not the one that was played" in err


@pytest.mark.parametrize(("game", "other"), [("blitzkrieg", "barbarossa"), ("barbarossa", "blitzkrieg")])
def test_logs_of_two_games_are_refused(call: Call, game: str, other: str) -> None:
    code, _, err = call("check", *(GAMES / f"{LOGS[each][0]}.vlog" for each in (game, other)))

    assert code == Exit.UNREADABLE
    assert "of another game" in err


def test_logs_of_two_scenarios_are_refused(call: Call) -> None:
    code, _, err = call("check", GAMES / "hannut.one-wrong-move.vlog", GAMES / "stonne.clean.vlog")

    assert code == Exit.UNREADABLE
    assert "of another game than the first log" in err


def of_version(path: Path, version: str, target: Path) -> Path:
    save = savefile.read(path)
    assert save.module is not None
    savefile.write(target, structs.replace(save, module=structs.replace(save.module, version=version)))
    return target


@pytest.mark.parametrize(("game", "log"), [(game, logs[-1]) for game, logs in LOGS.items()])
def test_a_log_of_a_later_module_accuses_nobody_and_says_why(call: Call, tmp_path: Path, game: str, log: str) -> None:
    later = of_version(GAMES / f"{log}.vlog", "11.2", tmp_path / "later.vlog")
    code, out, _ = call("check", later, "--json")
    report = json.loads(out)

    assert code == Exit.FINE
    assert report["summary"]["illegal"] == 0
    assert "module.later" in {each["why"] for each in report["findings"]}


def test_a_log_of_an_earlier_module_is_judged_and_the_version_is_remarked(call: Call, tmp_path: Path) -> None:
    path = GAMES / "hannut.ten-wrong-acts.vlog"
    earlier = of_version(path, "0.9", tmp_path / "earlier.vlog")
    out = call("check", earlier, "--json").out

    assert findings(out) == findings(call("check", path, "--json").out)
    assert "module.other" in {each["why"] for each in json.loads(out)["findings"]}
