"""The help of the module: pages for VASSAL's own window, and the digest of the rules, searched in the browser."""

import html
import io
import zipfile

import pytest

import assets
from assets import Game
from builder.build import lock_of
from builder.module import Making, Options, making_of, root
from builder.module.documents import RULES
from builder.module.help import pages
from rules.audit.games import doors
from tests.builder.module.new_verbs import TRIED

LEDGER = doors()[TRIED].folder / "ledger.yaml"


@pytest.fixture(scope="module", params=["en", "de"])
def made(request: pytest.FixtureRequest, game: Game) -> Making:
    return making_of(game, Options(language=request.param, ledger=LEDGER), lock_of(game))


def test_the_digest_lies_where_the_engine_looks_for_it(made: Making) -> None:
    browser = next(root(made).every("BrowserHelpFile"))
    folded = pages(made)["help/" + browser.get("title").replace(" ", "_")]
    with zipfile.ZipFile(io.BytesIO(folded)) as archive:
        assert archive.namelist() == [browser.get("startingPage")]


def test_every_rule_stands_in_both_digests_under_its_number(made: Making) -> None:
    found = pages(made)
    folded = next(content for name, content in found.items() if name.startswith("help/"))
    with zipfile.ZipFile(io.BytesIO(folded)) as archive:
        searched = archive.read(RULES).decode()
    plain = found[RULES].decode()
    ids = [line.split()[-1] for line in LEDGER.read_text(encoding="utf-8").splitlines() if line.startswith("- id:")]
    assert len(ids) > 200
    assert [each for each in ids if f'<a name="{each}">' not in plain] == []
    assert [each for each in ids if f'<p id="{each}">' not in searched] == []


def test_the_window_of_vassal_gets_no_script_and_no_form(made: Making) -> None:
    found = pages(made)
    for name in (name for name in found if name.endswith(".html")):
        assert b"<script" not in found[name]
        assert b"<input" not in found[name]


@pytest.mark.parametrize("name", assets.games())
@pytest.mark.parametrize("language", ["en", "de"])
def test_players_can_read_what_each_scenario_says(name: str, language: str) -> None:
    game = assets.load(name)
    page = html.unescape(pages(making_of(game, Options(language=language), lock_of(game)))["scenarios.html"].decode())
    for scenario in game.scenarios.values():
        texts = [scenario.title, scenario.victory.summary, *(rule.text for rule in scenario.special)]
        texts += [each.name for each in scenario.victory.objectives.values()]
        texts += [step.what for step in scenario.order]
        assert [text[language] for text in texts if text[language] not in page] == []
        assert scenario.intro is None or scenario.intro[language] in page
        later = (unit for change in scenario.changes.values() for unit in change.units)
        units = (game.units[unit] for unit in (*scenario.starts, *later))
        assert [unit.id for unit in units if f"{unit.name[language]} {unit.short}" not in page] == []


def test_a_game_without_rules_has_no_empty_digest(game: Game) -> None:
    made = making_of(game, Options(), lock_of(game))
    assert list(pages(made)) == ["help.html", "scenarios.html"]
    assert [each.get("fileName") for each in root(made).every("HelpFile")] == ["help.html", "scenarios.html"]
    assert not list(root(made).every("BrowserHelpFile"))
