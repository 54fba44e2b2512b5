"""Numbers that pieces bear: a disc on the piece, changed by a declared verb, never below 0 or above its most."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

import assets
from assets import Game
from assets.errors import AssetsError
from builder import counters
from builder.build import lock_of, without_pictures
from builder.lint import lint
from builder.module import Options, making_of
from builder.plan import named_in, plan
from tests.builder.module.new_verbs import with_verbs
from tests.builder.module.test_verbs import piece, property_of
from vassal.module import Module

GAUGES = """
gauges:
  Dug: {of: [unit], most: 4, corner: bottom-right, ground: "#7a1f1f"}
"""


def with_gauges(folder: Path, text: str = GAUGES) -> Game:
    game = with_verbs(folder)
    path = game.folder / "module.yaml"
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")
    assets.forget()
    return assets.load(game.folder)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return with_gauges(tmp_path_factory.mktemp("games") / "game")


@pytest.fixture(scope="module")
def module(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Module:
    path = tmp_path_factory.mktemp("modules") / "game.vmod"
    path.write_bytes(without_pictures(game)[2])
    return Module.open(path)


def test_the_number_is_shown_on_the_piece_and_only_on_pieces_that_bear_it(game: Game, module: Module) -> None:
    (shown,) = [each for each in piece(module, "unit").all("layer") if each.text("name") == "Shows_Dug"]
    assert shown.items("images") == ("", *(f"gauge.Dug.{number}.png" for number in range(1, 5)))
    assert 'GetString("Dug")' in shown.text("property")
    assert not [each for each in piece(module, "hq").all("layer") if each.text("name") == "Shows_Dug"]
    made = plan(game, Options(density=75), lock_of(game))
    assert set(shown.items("images")) - {""} <= {job.name for job in made.jobs}
    assert set(shown.items("images")) - {""} <= named_in(made.root)


def test_each_number_has_a_picture_of_its_own(game: Game) -> None:
    making = making_of(game, Options(density=75), lock_of(game))
    jobs = {job.name: job for job in counters.plan(game, making.style, 75)}
    drawn = {jobs[counters.gauge_name("Dug", number)].drawn() for number in range(1, 5)}
    assert len(drawn) == 4
    assert {Image.open(io.BytesIO(each)).size for each in drawn} == {(27, 27)}


def test_a_verb_raises_it_within_its_bounds_and_says_nothing_at_the_end(module: Module) -> None:
    (raise_it,) = property_of(piece(module, "unit"), "Dug")
    code = 'Math.max(0,Math.min(4,(GetString("Dug").equals("")?0:Integer.parseInt(GetString("Dug")))+1))'
    assert raise_it[-1] == f"{{{code}}}"
    (dig,) = [each for each in piece(module, "unit").all("trigger") if each.text("name") == "dig"]
    assert dig.text("condition") == f'{{(GetString("Dug").equals("")?0:Integer.parseInt(GetString("Dug")))!={code}}}'


def test_it_begins_at_0_so_that_lowering_it_there_changes_nothing(module: Module) -> None:
    unit = piece(module, "unit")
    values = {each.text("name"): each.state for each in unit.all("property")}
    assert (values["Dug"], values["Stance"]) == ("0", "")


def test_nothing_is_found_by_lint(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.vmod"
    path.write_bytes(without_pictures(game)[2])
    assert [each.what for each in lint(path).findings if "Shows_Dug" in each.what or "`Dug" in each.what] == []


def test_a_number_that_no_verb_changes_is_told(tmp_path: Path) -> None:
    with pytest.raises(AssetsError, match="no verb of a unit sets 'Spoilt'"):
        with_gauges(tmp_path / "game", "\ngauges:\n  Spoilt: {of: [unit], most: 3}\n")
