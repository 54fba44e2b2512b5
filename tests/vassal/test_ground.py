"""What a module says of its maps, where pieces meet and where places have names."""

from pathlib import Path

import pytest

from tests.vassal import games
from tests.vassal.building import sample
from vassal import commands, traits
from vassal.boards import Choice
from vassal.ground import ModuleGround, UnknownGround
from vassal.module import Module
from vassal.modulewriter import write_module
from vassal.position import Position
from vassal.properties import Answers


@pytest.fixture
def ground(tmp_path: Path) -> ModuleGround:
    path = tmp_path / "sample.vmod"
    write_module(path, sample(), {"early.vsav": b""})
    return ModuleGround(Module.open(path))


def on_field(ground: ModuleGround, *layers: str) -> Position:
    units = [
        games.unit(str(place), 70, 70, traits.make("marker", names=("Layer",), values=(layer,)), map_name="Field")
        for place, layer in enumerate(layers)
    ]
    stack = games.stack("s", 70, 70, "0", map_name="Field")
    start = games.move("1", ("Field", 70, 70), ("Field", 90, 90))
    return Position.of([*units, stack, start, games.move("1", ("Field", 90, 90), ("Field", 70, 70))], ground)


@pytest.mark.parametrize(
    ("layers", "together"),
    [
        (("units", "units"), True),
        (("units", "markers"), False),
        (("elsewhere", "nowhere"), True),
        (("units", "x"), False),
    ],
)
def test_only_pieces_of_one_layer_form_a_stack(ground: ModuleGround, layers: tuple[str, str], together: bool) -> None:
    game = on_field(ground, *layers)

    assert (game.piece("0").pile == game.piece("1").pile) is together


def test_a_map_without_layers_has_no_layer(ground: ModuleGround) -> None:
    game = Position.of([games.unit("a", 1, 1, map_name="Unheard of")], ground)

    assert ground.layer(game.piece("a")) is None
    assert ground.stacks("Unheard of")
    assert ground.place("Unheard of", None, (1, 1)) is None


def test_places_have_the_names_of_the_boards_that_were_chosen(ground: ModuleGround) -> None:
    default, turned = (ground.place("Field", chosen, (70, 70)) for chosen in (None, [Choice("East")]))

    assert default is not None
    assert turned is not None
    assert (default.board, turned.board) == ("West", "East")


def test_a_piece_answers_with_the_names_of_its_place(ground: ModuleGround) -> None:
    game = Position.of([games.unit("a", 70, 70, map_name="Field")], ground)

    answers = Answers(game, game.piece("a"))

    place = ground.place("Field", None, (70, 70))
    assert place is not None
    assert (answers["LocationName"], answers["CurrentBoard"], answers["CurrentZone"]) == (place.location, "West", "")
    game.apply(commands.make("boards", picker="FieldBoardPicker", boards=((("East",), 0, 0),)))
    assert answers["CurrentBoard"] == "East"


def test_without_the_module_nothing_has_a_name() -> None:
    assert UnknownGround().place("Board", None, (1, 1)) is None
    assert UnknownGround().stacks("Board")
