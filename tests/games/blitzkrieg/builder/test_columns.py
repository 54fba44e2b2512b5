"""What the module adds up for the column of a shot is what the referee adds up; what no chart says is refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import assets
from assets.errors import AssetsError
from assets.finding import folder_of
from assets.game import Game
from assets.shots import ShotColumn
from builder.build import lock_of
from builder.module import making_of, root
from builder.traits import columns, waiting
from builder.traits.record import Speaker
from rules.blitzkrieg.loading import load

GAME = "blitzkrieg"
MANNERS = {"FIRE": "direct", "MELEE": "melee"}
"""By purpose: the column of the referee's chart of modifiers."""
ROWS = {"Exhausted": "exhausted", "OOC": "out-of-command", "Neutralised": "neutralised", "reduced": "moved"}

SHOT = "dice: {}\n    of: [unit]\n    targets: true\n    chart: crt"


@pytest.fixture(scope="module")
def game() -> Game:
    return assets.load(GAME)


def column_of(game: Game, purpose: str) -> ShotColumn:
    found = game.chronicle.purposes[purpose].column
    assert found is not None
    return found


@pytest.mark.parametrize("purpose", MANNERS)
def test_every_modifier_is_the_referees(game: Game, purpose: str) -> None:
    found, manner = column_of(game, purpose), MANNERS[purpose]
    modifiers = load("hannut", game).charts.modifiers

    def value(row: str) -> int:
        return modifiers[row].get(manner, 0)

    told = {name: columns.cell(game, each) for name, each in (*found.states.items(), *found.modes.items())}
    assert told == {name: value(ROWS[name]) for name in told}
    assert found.close is not None
    close = (columns.cell(game, found.close.firer), columns.cell(game, found.close.target))
    assert close == (value("dispersed"), value("target-dispersed"))
    way = found.near if purpose == "MELEE" else found.further
    assert way is not None
    assert columns.cell(game, way) == value("melee" if purpose == "MELEE" else "further-hex")
    # What is in no sum is left to silence: nobody is told a column without it.
    silent = {*found.unless, *found.unclear}
    assert {"Column"} | {*ROWS} - {*told} - ({"reduced"} if purpose == "MELEE" else set()) == silent


@pytest.mark.parametrize("scenario", ["hannut", "stonne"])
def test_the_places_of_terrain_are_those_of_the_map(game: Game, scenario: str) -> None:
    ground = load(scenario, game).ground
    board = game.maps[game.scenarios[scenario].map].title.en
    lands = columns.lands(game)
    assert set(lands) == {"HX_Land_orchard", "HX_Land_woods", "HX_Land_village"}
    for name, places in lands.items():
        here = {place.partition("/")[2] for place in places.split("|") if place.startswith(f"{board}/")}
        assert here == {place for place, each in ground.hexes.items() if each.terrain == name.rpartition("_")[2]}


def test_the_places_are_texts_of_the_module_and_no_save_holds_them(game: Game) -> None:
    """A property with a value would tell a game that goes on with a module built anew from the one before."""
    tree = root(making_of(game, lock=lock_of(game)))
    texts = {each.get("name"): each.get("initialValue") for each in tree.every("GlobalTranslatableMessage")}
    assert texts == columns.lands(game)
    stored = {each.get("name"): each.get("initialValue") for each in tree.every("GlobalProperty")}
    assert not {*stored} & {*texts}
    assert (stored[columns.COLUMN], stored[waiting.WAITING]) == ("", "")


def test_units_alone_have_a_share_and_the_dice_ask_for_it_before_they_fall(game: Game) -> None:
    speaker = Speaker(game, "en")
    assert set(columns.shares(speaker, "unit", lambda state: state)) == set(MANNERS)
    assert columns.shares(speaker, "hq", lambda state: state) == {}
    tree = root(making_of(game, lock=lock_of(game)))
    throws = [each.get("hotkeys") for each in tree.every("DoActionButton") if "hx.2d6" in each.get("hotkeys")]
    assert throws
    assert all(each.index("hx.k") < each.index("hx.column") < each.index("hx.2d6") for each in throws)
    (die,) = [each for each in tree.every("DiceButton") if each.get("name") == "2d6"]
    assert ", column " in die.get("reportFormat")


def test_a_printed_value_is_read_off_the_side_that_lies_up(game: Game) -> None:
    code = columns.printed(Speaker(game, "de"), "defence")
    assert '"  V\u00a0"' in code
    assert 'GetString("Back")' in code


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("further: modifiers/further-hex/direct", "further: modifiers/further-hex/colour", "no number stands at"),
        ("but: [hq]", "but: [ghost]", "'ghost'"),
        ("against: infantry", "against: cavalry", "'cavalry'"),
        ("states: {Exhausted: modifiers", "states: {Drunk: modifiers", "'Drunk'"),
        ("cover: {chart: cover, fact: cover", "cover: {chart: shelter, fact: cover", "'shelter'"),
        ("fact: cover, marker: works", "fact: cover, marker: walls", "'walls'"),
        ("attack: attack", "attack: fame", "'fame'"),
        ("chart: crt\n    column:", "chart: dice\n    column:", "has no row for 2"),
        (SHOT.format("2d6"), SHOT.format("nd6"), "dice that are added up"),
    ],
)
def test_what_no_chart_says_is_refused_with_its_place(tmp_path: Path, right: str, wrong: str, told: str) -> None:
    folder = tmp_path / "game"
    shutil.copytree(folder_of(GAME), folder)
    path = folder / "chronicle.yaml"
    text = path.read_text(encoding="utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(AssetsError, match=told) as found:
        assets.load(folder)
    assert "chronicle.yaml" in str(found.value)
