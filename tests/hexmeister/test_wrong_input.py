"""The wrong input accuses nobody: a module, a log or values that do not belong together get a clear word."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

import assets
from builder.module import Options
from hexmeister.exits import Exit
from tests.hexmeister.conftest import Call
from tests.played import Played, first_of_each, of_two_games, of_two_scenarios, played
from tests.rules.audit.many import in_logs
from tests.rules.shared.kit import kit_of
from tests.rules.shared.workshop import workshop_of
from vassal import commands, savefile

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
def test_show_names_places_as_the_module_does_in_which_it_was_played_and_refuses_others(
    call: Call, shelf: Path, log: Played
) -> None:
    def shown(*words: object) -> Any:
        return call("show", log.path, "--step", 1, "--json", *words)

    def places(text: str) -> list[str | None]:
        board = assets.load(log.game).handling.board
        return [each["location"] for each in json.loads(text)["position"] if each["map"] == board and not each["deck"]]

    answers = [shown("--module", module_file(shelf, log.game, density)) for density in DENSITIES]
    fitting = [each.out for each in answers if each.code != Exit.UNREADABLE]
    assert [places(text) for text in fitting] == [places(shown().out)], "our own is found"
    hexes = re.compile(r"[0-9]{4}")
    assert any(hexes.fullmatch(place) for place in places(fitting[0]) if place), "places have names, and no pixels"
    refused = [each.err for each in answers if each.code == Exit.UNREADABLE]
    assert all("the fitting one is made by: hexmeister build" in err for err in refused)


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


@pytest.mark.parametrize("words", [("en", "extension Snow (1.2)"), ("de", "Erweiterung Snow (1.2)")])
@pytest.mark.parametrize("log", ONE_EACH, ids=str)
def test_a_log_made_with_an_extension_accuses_nobody_and_says_which_it_is(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: Played, words: tuple[str, str]
) -> None:
    save, path = savefile.read(log.path), tmp_path / "extended.vlog"
    extension = commands.make("extension", name="Snow", version="1.2")
    savefile.write(path, structs.replace(save, commands=(*save.initial, extension, *save.steps)))
    monkeypatch.setenv("HEXMEISTER_LANG", words[0])
    code, out, _ = call("check", path, "--json")
    report = json.loads(out)

    assert code == Exit.FINE
    assert report["summary"]["illegal"] == 0
    assert report["summary"]["undecided"] > 0
    (said,) = [each for each in report["findings"] if each["why"] == "module.extension"]
    assert words[1] in said["text"]


def other_values(game: str, scenario: str, folder: Path) -> str:
    """Printed values that are laid on a game, by which a unit has another number; its name."""
    data = assets.load(game)
    unit = next(each for each in data.units.values() if scenario in each.scenarios and (each.card or each.front))
    values = data.cards[unit.card].values if unit.card else unit.front
    name, value = next(
        (name, value) for name, value in values.items() if name in data.info.values and type(value) is int and value
    )
    where = f"cards: {{{unit.card}: {{values: " if unit.card else f"units: {{{unit.id}: {{front: "
    folder.mkdir()
    text = f"source: {{origin: rulebook, why: as printed}}\n{where}{{{name}: {value + 1}}}}}}}\n"
    (folder / ("cards.yaml" if unit.card else "units.yaml")).write_text(text, encoding="utf-8")
    return unit.id


@pytest.mark.parametrize("log", ONE_EACH, ids=str)
def test_values_by_which_it_was_not_played_accuse_nobody_and_the_report_says_so(
    call: Call, tmp_path: Path, log: Played
) -> None:
    other_values(log.game, log.scenario, tmp_path / "mine")
    code, out, _ = call("check", log.path, "--json", "--overlay", tmp_path / "mine")
    report = json.loads(out)

    assert code == Exit.FINE
    assert report["summary"]["illegal"] == 0
    (said,) = [each for each in report["findings"] if each["why"] == "module.values"]
    assert said["facts"]["found"] != said["facts"]["expected"]
    assert "--overlay" in said["text"]


HALVES = {"without the first": slice(1, None), "without the middle": slice(None, None, 2), "only the last": slice(2, 3)}


@pytest.mark.parametrize("given", HALVES.values(), ids=HALVES)
@pytest.mark.parametrize("log", ONE_EACH, ids=str)
def test_a_part_of_a_set_of_logs_accuses_nobody_and_says_what_is_missing(
    call: Call, tmp_path: Path, log: Played, given: slice
) -> None:
    workshop = workshop_of(log.game)
    turns = tuple(kit_of(log.game).play(log.scenario, 3, 90))
    whole = in_logs(workshop, log.scenario, turns, lambda step: step % 30 == 0)[:3]
    paths = []
    for name, save in whole:
        savefile.write(tmp_path / name, save)
        paths.append(tmp_path / name)
    code, out, _ = call("check", *paths[given], "--json")
    report = json.loads(out)

    assert len(paths) == 3
    assert code == Exit.FINE
    assert report["summary"]["illegal"] == 0
    assert {each["why"] for each in report["findings"]} & {"chain.middle", "chain.unknown", "counter.unlogged"}
