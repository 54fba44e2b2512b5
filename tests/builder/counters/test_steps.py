"""Counters of any number of steps: a face for each, a layer through all of them, the values of each in the viewer."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import assets
from assets import AssetsError
from builder import counters
from builder.build import lock_of
from builder.counters.faces import face_names, unit_face
from builder.counters.unit import draw_unit
from builder.module import Making, Options, making_of, root
from builder.module.pieces import unit_piece
from builder.traits.basics import key
from tests.builder.small import UNITS, small_game
from vassal.pieces import PieceReader
from vassal.prototypes import parse_piece

FOUR = "front: {attack: 4}, back: {attack: 3}, further: [{attack: 2}, {attack: 1}]"


def making_with(folder: Path, faces: str = FOUR) -> Making:
    home = small_game(folder / "skirmish")
    text = UNITS.replace("front: {attack: 4}, back: {attack: 2}", faces)
    (home / "units.yaml").write_text(text, encoding="utf-8")
    game = assets.load(home)
    return making_of(game, Options(density=75), lock_of(game))


def test_a_unit_of_four_steps_has_four_faces(tmp_path):
    unit = making_with(tmp_path).game.units["red.1.a"]
    assert [face["attack"] for face in unit.faces] == [4, 3, 2, 1]
    assert face_names(unit) == ("front", "back", "step3", "step4")
    assert unit.number("attack", reduced=True) == 3


def test_each_face_takes_what_it_does_not_say_from_the_one_before(tmp_path):
    unit = making_with(tmp_path, "front: {attack: 4}, back: {attack: 3}, further: [{}, {attack: 1}]").game.units[
        "red.1.a"
    ]
    assert [face["attack"] for face in unit.faces] == [4, 3, 3, 1]


def test_each_step_lost_shows_at_a_glance(tmp_path):
    making = making_with(tmp_path)
    unit = making.game.units["red.1.a"]
    faces = [unit_face(making.game, unit, name) for name in face_names(unit)]
    assert [face.lost for face in faces] == [1, 1, 2, 3]
    pictures = [np.asarray(draw_unit(face, making.style, 75).convert("RGB"), np.int16) for face in faces]
    shares = [float((np.abs(one - pictures[0]).max(axis=2) > 12).mean()) for one in pictures]
    assert shares == sorted(shares)
    assert all(later - before > 0.01 for before, later in pairwise(shares))


def test_the_piece_goes_through_all_its_faces_and_then_off_the_map(tmp_path):
    making = making_with(tmp_path)
    piece = unit_piece(making, making.game.units["red.1.a"])
    steps = next(each for each in piece.traits if each.kind == "layer" and each.text("name") == "Steps")
    assert steps.items("images") == ("", *(f"unit.red.1.a.{face}.png" for face in ("back", "step3", "step4")))
    assert not steps.flag("loop")
    (fixed,) = (each for each in piece.traits if each.kind == "marker")
    values = dict(zip(fixed.items("names"), fixed.items("values"), strict=True))
    assert (values["LastLevel"], values["Face3"], values["Face4"]) == ("4", "A\u00a02", "A\u00a01")
    names = {job.name for job in counters.plan(making.game, making.style, 75)}
    assert set(steps.items("images")) - {""} <= names
    assert any('GetString("Face4")' in value for each in root(making).walk() for value in (each.text,))


def test_further_faces_need_a_back(tmp_path):
    small = small_game(tmp_path / "skirmish")
    faces = "type: infantry, front: {attack: 4}, further: [{attack: 1}]"
    units = UNITS.replace("type: infantry, front: {attack: 4}, back: {attack: 2}", faces)
    (small / "units.yaml").write_text(units, encoding="utf-8")
    game = (small / "game.yaml").read_text(encoding="utf-8")
    game = game.replace("movement: foot, symbol", "movement: foot, back: none, symbol")
    (small / "game.yaml").write_text(game, encoding="utf-8")
    with pytest.raises(AssetsError, match="faces after a back that the counter does not have"):
        assets.load(small)


GUN = """\
  gun:
    {name: {en: gun, de: Geschütz}, class: infantry, movement: foot, symbol: infantry, silhouette: rifles, back: state}
"""
STATES = """\
source: {origin: invented}
states:
  Limbered: {of: [unit], types: [gun], key: Ctrl L}
"""
STATE = """\
source: {origin: invented}
keys:
  u: {kind: piece, from: piece, what: {en: piece, de: Stein}}
  k: {kind: count, from: count, what: {en: number, de: Nummer}}
  what: {kind: choice, from: chosen, what: {en: what, de: was}}
  v: {kind: text, what: {en: on or off, de: an oder aus}}
verbs:
  state:
    by: [unit]
    part: state
    keys: [k, u, what, v]
    from: {v: property V}
    seals: [K, D]
    does: [{layer: "{what}", to: "{v}"}, say]
    sentence: {en: "{u}: {what} {v}", de: "{u}: {what} {v}"}
    choices:
      what: {Limbered: {en: limbered, de: aufgeprotzt}}
      v: {"on": {en: "on", de: an}, "off": {en: "off", de: aus}}
"""


def guns(folder: Path, states: str = STATES) -> Making:
    """A company, and a gun whose back is its limbered side."""
    home = small_game(folder / "skirmish")
    path = home / "game.yaml"
    path.write_text(path.read_text(encoding="utf-8") + GUN, encoding="utf-8")
    text = UNITS.replace("models:\n", "models:\n  gun: {type: gun, front: {attack: 4}, back: {attack: 1}}\n", 1)
    (home / "units.yaml").write_text(text.replace("b: {model: rifles", "b: {model: gun", 1), encoding="utf-8")
    (home / "module.yaml").write_text(states, encoding="utf-8")
    (home / "chronicle.yaml").write_text(STATE, encoding="utf-8")
    game = assets.load(home)
    return making_of(game, Options(density=75), lock_of(game))


def test_the_back_of_a_gun_shows_a_state_and_no_lost_step(tmp_path):
    making = guns(tmp_path)
    company, gun = (unit_piece(making, making.game.units[f"red.1.{name}"]) for name in "ab")
    layers = [{each.text("name"): each for each in piece.traits if each.kind == "layer"} for piece in (company, gun)]
    assert [[*found] for found in layers] == [["Steps"], ["Limbered"]]
    assert layers[1]["Limbered"].text("decrease_key") == key("Ctrl L")
    face = unit_face(making.game, making.game.units["red.1.b"], "back")
    assert face.back == "none"
    (states,) = [each.text for each in root(making).every("PrototypeDefinition") if each.get("name") == "states unit"]
    (fence,) = parse_piece(states, PieceReader()).all("restrict_commands")
    assert fence.text("condition") == '{!((GetString("Type").equals("gun")))}'
    fixed = [trait for trait in gun.traits if trait.kind == "marker"]
    assert [dict(zip(each.items("names"), each.items("values"), strict=True))["LastLevel"] for each in fixed] == [""]


def test_a_back_that_nothing_turns_over_is_told(tmp_path):
    with pytest.raises(AssetsError, match="nothing turns it over"):
        guns(tmp_path, "source: {origin: invented}\nstates: {Limbered: {of: [unit], types: [infantry]}}\n")
