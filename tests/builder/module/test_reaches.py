"""How far a value carries: an area around the piece, of so many places as are printed, that no log knows of."""

from __future__ import annotations

from pathlib import Path

import pytest

import assets
from assets.errors import AssetsError
from assets.finding import folder_of, games
from builder.build import lock_of
from builder.module import making_of, root
from vassal.pieces import PieceReader
from vassal.prototypes import Prototypes, parse_piece

GAMES = {name: game for name in games() if (game := assets.load(name)).handling.reaches}


@pytest.mark.parametrize("name", GAMES)
def test_each_unit_knows_how_far_its_values_carry(name: str) -> None:
    game = GAMES[name]
    tree = root(making_of(game, lock=lock_of(game)))
    prototypes = Prototypes({each.get("name"): each.text for each in tree.every("PrototypeDefinition")})
    reader, found = PieceReader(), set[str]()
    for slot in tree.every("PieceSlot"):
        piece = prototypes.expand(parse_piece(slot.text, reader))[0]
        told = {
            name: value
            for trait in piece.all("marker")
            for name, value in zip(trait.items("names"), trait.items("values"), strict=True)
        }
        areas = {trait.text("radius_property"): trait for trait in piece.all("area")}
        for each in game.handling.reaches.values():
            if told.get("Kind") not in each.of:
                assert f"Reach_{each.id}" not in areas
                continue
            area, unit = areas[f"Reach_{each.id}"], game.units[told["Id"]]
            found.add(unit.id)
            assert told[f"Reach_{each.id}"] == str(max(each.least, unit.number(each.id)))
            assert (area["always_on"], area["visible_to_all"], area["fixed_radius"]) == (False, False, False)
    assert found


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("courage: {of: [unit], menu: {en: Courage, de: Mut}}", "value"),
        ("%s: {of: [unit], menu: {en: Far, de: Weit}, key: Ctrl S}", "VASSAL's own"),
    ],
)
def test_a_value_that_no_unit_has_and_a_key_of_the_program_are_refused(tmp_path: Path, given: str, told: str) -> None:
    name = next(iter(GAMES))
    value = next(iter(GAMES[name].handling.reaches))
    text = given.replace("%s", value)
    (tmp_path / "module.yaml").write_text(f"source: {{origin: invented}}\nreaches: {{{text}}}\n", encoding="utf-8")
    with pytest.raises(AssetsError, match=told):
        assets.load(folder_of(name), tmp_path)
