"""Seats beside those of the sides: who holds which pieces, in the data, the module and its pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from assets.errors import AssetsError
from builder.build import lock_of
from builder.module import Making, Options, making_of, root
from builder.module.help import page
from tests.builder.module.seated import SEATS, seated_game
from vassal.components import Component
from vassal.pieces import PieceReader
from vassal.prototypes import parse_piece

WEST, GERMAN, EAST, NOBODY = "fr.1cuir.somua1", "de.i-12sch.inf2", "fr.iii-11rdp.inf1", "de.i-5pz.pz4"


@pytest.fixture(scope="module")
def making(tmp_path_factory: pytest.TempPathFactory) -> Making:
    game = seated_game(tmp_path_factory.mktemp("games") / "game")
    return making_of(game, Options(), lock_of(game))


@pytest.fixture(scope="module")
def tree(making: Making) -> Component:
    return root(making)


def piece(making: Making, tree: Component, unit: str) -> dict[str, object]:
    """Who may move a unit, and which seats it says that hold it."""
    reader = PieceReader()
    slot = next(each for each in tree.every("PieceSlot") if each.get("gpid") == making.gpid(f"unit/{unit}"))
    prototypes = {each.get("name"): parse_piece(each.text, reader) for each in tree.every("PrototypeDefinition")}
    own = parse_piece(slot.text, reader)
    used = [prototypes[each.text("name")] for each in own.all("prototype")]
    (restricted,) = [trait.items("sides") for each in used for trait in each.all("restricted")]
    fixed = {
        name: value
        for trait in own.all("marker")
        for name, value in zip(trait.items("names"), trait.items("values"), strict=True)
    }
    return {"may": restricted, "held": fixed.get("Seats", ""), "side": fixed["Side"]}


def test_the_roster_offers_the_sides_and_all_seats(tree: Component) -> None:
    (roster,) = tree.every("PlayerRoster")
    assert [each.text for each in roster.children if each.name == "entry"] == [
        *("French", "German", "Solitaire", "West", "East", "Umpire")
    ]


def test_a_seat_moves_what_it_holds_of_either_side_and_nothing_else(making: Making, tree: Component) -> None:
    found = {name: piece(making, tree, name) for name in (WEST, GERMAN, EAST, NOBODY)}
    assert found == {
        WEST: {"may": ("French", "Solitaire", "West"), "held": "/West/", "side": "French"},
        GERMAN: {"may": ("German", "Solitaire", "West"), "held": "/West/", "side": "German"},
        EAST: {"may": ("French", "Solitaire", "East"), "held": "/East/", "side": "French"},
        NOBODY: {"may": ("German", "Solitaire"), "held": "", "side": "German"},
    }


def test_commands_are_for_who_holds_the_piece_and_open_ones_for_every_seat(tree: Component) -> None:
    fence = next(each.text for each in tree.every("PrototypeDefinition") if each.get("name") == "fence unit")
    own, seated = (each.text("condition") for each in parse_piece(fence, PieceReader()).all("restrict_commands"))
    assert 'GetString("Seats").contains("/"+GetString("PlayerSide")+"/")' in own
    assert "West" not in own
    assert re.findall(r'PlayerSide=="(\w+)"', seated) == ["French", "German", "Solitaire", "West", "East", "Umpire"]


def test_the_page_of_a_scenario_names_its_own_seats(making: Making) -> None:
    text = page(making, "scenarios.html").decode()
    assert text.count("West (the western wing): ") == text.count("East: ") == 1
    assert text.count("Umpire: nothing") == len(making.game.scenarios)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("[fr.1cuir,", "[fr.9cuir,", "module/seats/West/holds"),
        ("sees: [french", "sees: [belgian", "module/seats/Umpire/sees"),
        ("scenarios: [hannut]}\n  Umpire", "scenarios: [sedan]}\n  Umpire", "module/seats/East/scenarios"),
        ("  Umpire:", "  German:", "a side is called so"),
    ],
)
def test_seats_name_what_there_is(tmp_path: Path, old: str, new: str, told: str) -> None:
    with pytest.raises(AssetsError, match=told):
        seated_game(tmp_path / "game", SEATS.replace(old, new, 1))
