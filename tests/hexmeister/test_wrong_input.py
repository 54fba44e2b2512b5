"""The wrong input accuses nobody: a module, a log or values that do not belong together get a clear word."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from builder.module import Options
from hexmeister.exits import Exit
from tests.hexmeister.conftest import Call
from tests.played import Played, first_of_each, of_two_games, of_two_scenarios, played
from tests.rules.shared.workshop import workshop_of
from vassal import savefile

ALL = (*first_of_each(played(wrong=True)), *first_of_each(played(wrong=False)))
ONE_EACH = first_of_each(played(wrong=True))
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


@pytest.mark.parametrize("log", ALL, ids=str)
def test_the_module_in_which_it_was_played_fits_and_all_other_densities_are_refused(
    call: Call, shelf: Path, log: Played
) -> None:
    known, fitting = findings(call("check", log.path, "--json").out), []
    for density in DENSITIES:
        code, out, err = call("check", log.path, "--json", "--module", module_file(shelf, log.game, density))
        if code == Exit.UNREADABLE:
            assert "of another size than the one that was played on" in err
        else:
            fitting.append(findings(out))
    assert fitting == [known]


@pytest.mark.parametrize("log", ONE_EACH, ids=str)
def test_the_module_in_another_language_says_the_same(call: Call, shelf: Path, log: Played) -> None:
    said = [
        findings(out)
        for density in DENSITIES
        if (out := call("check", log.path, "--json", "--module", module_file(shelf, log.game, density, "de")).out)
    ]

    assert said == [findings(call("check", log.path, "--json").out)]


@pytest.mark.parametrize(("one", "other"), of_two_games(), ids=str)
def test_the_module_of_another_game_is_refused(call: Call, shelf: Path, one: Played, other: Played) -> None:
    code, _, err = call("check", one.path, "--module", module_file(shelf, other.game, 150))

    assert code == Exit.UNREADABLE
    assert "the module is not the one that was played" in err


@pytest.mark.parametrize(("one", "other"), [*of_two_games(), *of_two_scenarios()], ids=str)
def test_logs_of_two_games_or_scenarios_are_refused(call: Call, one: Played, other: Played) -> None:
    code, _, err = call("check", one.path, other.path)

    assert code == Exit.UNREADABLE
    assert "of another game" in err


def of_version(path: Path, version: str, target: Path) -> Path:
    save = savefile.read(path)
    assert save.module is not None
    savefile.write(target, structs.replace(save, module=structs.replace(save.module, version=version)))
    return target


@pytest.mark.parametrize("log", ONE_EACH, ids=str)
def test_a_log_of_a_later_module_accuses_nobody_and_says_why(call: Call, tmp_path: Path, log: Played) -> None:
    later = of_version(log.path, "11.2", tmp_path / "later.vlog")
    code, out, _ = call("check", later, "--json")
    report = json.loads(out)

    assert code == Exit.FINE
    assert report["summary"]["illegal"] == 0
    assert "module.later" in {each["why"] for each in report["findings"]}


@pytest.mark.parametrize("log", ONE_EACH, ids=str)
def test_a_log_of_an_earlier_module_is_judged_and_the_version_is_remarked(
    call: Call, tmp_path: Path, log: Played
) -> None:
    earlier = of_version(log.path, "0.9", tmp_path / "earlier.vlog")
    out = call("check", earlier, "--json").out

    assert findings(out) == findings(call("check", log.path, "--json").out)
    assert "module.other" in {each["why"] for each in json.loads(out)["findings"]}
