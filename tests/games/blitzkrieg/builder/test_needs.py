"""What the module says that a roll needs is what the referee asks for."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import assets
from assets.errors import AssetsError
from assets.finding import folder_of
from assets.game import Game
from builder.traits import needs
from rules.blitzkrieg.cup.activation import EXHAUSTED_FACTOR, EXHAUSTION, RALLY
from rules.blitzkrieg.loading import load
from rules.blitzkrieg.morale.demoralisation import RECOVERY

GAME = "blitzkrieg"
CHECKS = {"RALLY": -RALLY, "EXHAUSTION": -EXHAUSTION, "RECOVERY": -RECOVERY, "DEMORAL": 0, "PANIC": 0}
"""By purpose: what the referee adds to the formation factor."""


@pytest.fixture(scope="module")
def game() -> Game:
    return assets.load(GAME)


@pytest.mark.parametrize("purpose", CHECKS)
def test_checks_against_the_factor_of_the_formation_are_those_of_the_referee(game: Game, purpose: str) -> None:
    found = game.chronicle.purposes[purpose].needs
    assert found is not None
    assert (found.value, needs.cell(game, found.most)) == ("factor", CHECKS[purpose])
    lower = {state: needs.cell(game, name) for state, name in found.given.items()}
    # Who sheds exhaustion is exhausted, and rolls against the factor as it is printed.
    assert lower == ({} if purpose == "EXHAUSTION" else {"Exhausted": -EXHAUSTED_FACTOR})


@pytest.mark.parametrize("scenario", ["hannut", "stonne"])
def test_reactions_are_checked_against_the_number_of_the_referee(game: Game, scenario: str) -> None:
    printed = load(scenario, game)
    told = {name: needs.fixed(game, game.units[name], "unit").get("Base_reaction") for name in printed.units}
    assert told == {name: str(each.reaction) for name, each in printed.units.items()}
    for purpose in ("OPPFIRE", "RETURN", "RETREAT"):
        found = game.chronicle.purposes[purpose].needs
        assert found is not None
        against = {state: needs.cell(game, name) for state, name in found.against.items()}
        assert against == {"Exhausted": printed.charts.reaction["exhausted"]}
        assert found.unless == ("OOC",)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("{most: dice/cancel/colour}", "no number stands at 'dice/cancel/colour'"),
        ("{most: dice/cancel/purpose}", "no number stands at 'dice/cancel/purpose'"),
        ("{most: dice/cancel/high, unless: [Drunk]}", "'Drunk'"),
        ("{value: fame}", "'fame'"),
    ],
)
def test_what_no_chart_says_is_refused_with_its_place(tmp_path: Path, wrong: str, told: str) -> None:
    folder = tmp_path / "game"
    shutil.copytree(folder_of(GAME), folder)
    path = folder / "chronicle.yaml"
    right = "{most: dice/cancel/high}"
    text = path.read_text(encoding="utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong), encoding="utf-8")
    with pytest.raises(AssetsError, match=told) as found:
        assets.load(folder)
    assert "chronicle.yaml" in str(found.value)
