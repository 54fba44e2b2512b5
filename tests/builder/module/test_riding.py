"""Who takes whom aboard stands in the data: by values of cards, facts of types, markers; in as many ways as needed."""

from __future__ import annotations

from pathlib import Path

import pytest

import assets
from assets import Game
from assets.errors import AssetsError
from assets.riding import boards, takes
from builder.build import without_pictures
from tests.builder.module.new_verbs import TRIED, with_verbs
from tests.builder.module.test_verbs import expanded, fixed
from tests.games.sought import with_cards
from vassal.module import Module
from vassal.pieces import Piece

ONE = "boarding: {Load: {needs: carries, takes: rides, marker: mounted}}"
TWO = f"{ONE[:-1]}, Tow: {{needs: carries, takes: halved, marker: column}}}}"
"""Guns, whose fact it is that they are halved, are towed as well."""


def with_two_ways(folder: Path) -> Game:
    """A game whose carriers tow guns, too."""
    home = with_verbs(folder, "").folder
    for name, old, new in (
        ("module.yaml", ONE, TWO),
        (
            "chronicle.yaml",
            "        Load: {en: gets",
            "        Tow: {en: is towed, de: wird gezogen}\n        Load: {en: gets",
        ),
    ):
        text = (home / name).read_text(encoding="utf-8")
        assert old in text
        (home / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    assets.forget()
    return assets.load(home)


def pieces(game: Game, path: Path) -> dict[str, Piece]:
    """One unit of each type, as it is in the module."""
    path.write_bytes(without_pictures(game)[2])
    types = {unit.id: unit.type for unit in game.units.values()}
    units = [each for each in expanded(Module.open(path)) if fixed(each, "Kind") == "unit"]
    return {types[fixed(each, "Id")]: each for each in units}


def triggers(piece: Piece) -> set[str]:
    return {each.text("name") for each in piece.all("trigger")}


def layers(piece: Piece) -> dict[str, str]:
    return {each.text("name"): each.text("property") for each in piece.all("layer")}


def test_only_riders_board_and_only_carriers_are_boarded(tmp_path: Path) -> None:
    game = assets.load(TRIED)
    found = pieces(game, tmp_path / "game.vmod")
    riders = {name for name, each in found.items() if "board Load" in triggers(each)}
    carriers = {name for name, each in found.items() if fixed(each, "Boards_Load")}
    facts = game.info.types
    assert riders == {name for name in found if facts[name].facts.get("rides")} != set()
    assert carriers == {name for name in found if facts[name].facts.get("carries")} != set()
    rider = found[min(riders)]
    (asks,) = [each for each in rider.all("global_key") if "hx.ask.Load" in each.text("key")]
    assert asks.text("filter").startswith('{Boards_Load=="true"&&LocationName=="$LocationName$"')
    assert layers(rider)["Is_Load"] == '{(!GetString("Aboard").equals(""))?2:1}'


def test_a_carrier_takes_along_only_who_is_aboard_and_has_not_gone_off_by_himself(tmp_path: Path) -> None:
    found = pieces(assets.load(TRIED), tmp_path / "game.vmod").values()
    carriers = [each for each in found if fixed(each, "Boards_Load")]
    along = {
        each.text("filter")
        for piece in carriers
        for each in piece.all("global_key")
        if "Aboard==" in each.text("filter")
    }
    assert along == {'{Aboard=="$PieceUID$"&&LocationName=="$LocationName$"}'}


def test_with_several_ways_a_piece_shows_how_it_is_carried(tmp_path: Path) -> None:
    game = with_two_ways(tmp_path / "game")
    found = pieces(game, tmp_path / "game.vmod")
    gun = next(each for each in game.units.values() if game.type_of(each).facts.get("halved"))
    carrier = next(each for each in game.units.values() if game.type_of(each).facts.get("carries"))
    assert (boards(game, gun), takes(game, gun)) == (("Tow",), ())
    assert takes(game, carrier) == ("Load", "Tow")
    assert {"board Tow", "leave Unload"} <= triggers(found[gun.type])
    assert layers(found[gun.type])["Is_Tow"] == '{(GetString("How").equals("Tow"))?2:1}'


def test_markers_give_shelter_to_either_side() -> None:
    game = assets.load(with_cards()[0])
    way = next(each for each in game.handling.boarding.values() if each.on)
    for marker in game.markers.values():
        assert takes(game, marker) == ((way.id,) if marker.id in way.on else ())
    lifting = next(each for each in game.handling.boarding.values() if each.needs)
    for unit in game.units.values():
        assert (lifting.id in takes(game, unit)) == bool(game.card_of(unit).values.get(lifting.needs))


@pytest.mark.parametrize(
    ("new", "told"),
    [
        (ONE.replace("carries", "lifts"), "unknown value or fact 'lifts'"),
        (ONE.replace("takes: rides", "takes: floats"), "unknown value or fact 'floats'"),
        (ONE.replace("needs: carries, ", ""), "either a carrier `needs` something, or it is boarded `on` markers"),
        (ONE.replace("marker: mounted", "on: [cellar]"), "unknown marker 'cellar'"),
    ],
)
def test_a_way_to_board_names_what_there_is(tmp_path: Path, new: str, told: str) -> None:
    home = with_verbs(tmp_path / "game", "").folder
    path = home / "module.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace(ONE, new, 1), encoding="utf-8")
    assets.forget()
    with pytest.raises(AssetsError) as found:
        assets.load(home)
    assert [each for each in map(str, found.value.problems) if told in each]
