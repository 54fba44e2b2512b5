"""Set-ups: every piece stands where the scenario puts it, the cup is filled, and the bytes do not change."""

import pytest

import assets
from assets import Game
from builder.build import lock_of
from builder.maps.layout import Rect
from builder.module import Making, Options, making_of, root
from builder.module.stages import LEFT
from builder.setups import Arrangement, save_of
from vassal import savefile
from vassal.components import Component
from vassal.pieces import Deck, Piece, PieceReader, Stack
from vassal.savefile import SaveFile


@pytest.fixture(scope="module")
def game() -> Game:
    return assets.load("blitzkrieg")


@pytest.fixture(scope="module")
def making(game: Game) -> Making:
    return making_of(game, Options(), lock_of(game))


@pytest.fixture(scope="module")
def tree(making: Making) -> Component:
    return root(making)


def opened(making: Making, tree: Component, name: str, *, ready: bool) -> SaveFile:
    return savefile.read(save_of(making, tree, making.game.scenarios[name], ready=ready, saved=0))


def pieces(save: SaveFile) -> list[Piece | Stack | Deck]:
    reader = PieceReader()
    return [reader.read(command.source) for command in save.initial if command.kind == "add"]


def value(piece: Piece, name: str) -> str:
    for mark in piece.all("marker"):
        found = dict(zip(mark.items("names"), mark.items("values"), strict=True))
        if name in found:
            return found[name]
    return next((each.state for each in piece.all("property") if each.text("name") == name), "")


@pytest.mark.parametrize("name", ["hannut", "stonne"])
def test_units_stand_where_the_scenario_puts_them(making: Making, tree: Component, name: str) -> None:
    scenario = making.game.scenarios[name]
    sheet = making.sheets[scenario.map]
    found = [each for each in pieces(opened(making, tree, name, ready=True)) if isinstance(each, Piece)]
    units = {value(each, "Id"): each for each in found if value(each, "Kind") in ("unit", "hq")}
    assert set(units) == {unit.id for unit in making.game.in_scenario(name)}
    stand = {**scenario.placement, **scenario.ready.placement}
    for unit, place in stand.items():
        assert (units[unit].x, units[unit].y) == sheet.hexes[place], unit
    works = [(each.x, each.y) for each in found if value(each, "Id") == "works"]
    laid = {**scenario.markers_at, **scenario.ready.markers_at}
    assert works == [sheet.hexes[place] for place in laid["works"]]
    beside = [unit for unit in units if unit not in stand]
    assert {making.game.units[unit].formation for unit in beside}.isdisjoint(
        name for setup in scenario.setup.values() for name in setup.formations
    ), "who is set up stands on the map"
    for unit in beside:
        box = sheet.items[f"off-{making.game.units[unit].side}"].frame
        assert inside(box, (units[unit].x, units[unit].y))


@pytest.mark.parametrize(("name", "ready"), [("hannut", True), ("stonne", False)])
def test_the_cup_holds_exactly_the_chits_of_the_start(making: Making, tree: Component, name: str, ready: bool) -> None:
    found = pieces(opened(making, tree, name, ready=ready))
    deck = next(each for each in found if isinstance(each, Deck))
    chits = {each.id: value(each, "Id") for each in found if isinstance(each, Piece)}
    inside = sorted(chits[member] for member in deck.members)
    assert inside == sorted(chit for chit, count in making.game.scenarios[name].cup.items() for _ in range(count))
    assert deck.name == f"cup_{name}"
    assert deck.basic["shuffle_option"] == "Always"


@pytest.mark.parametrize("name", ["hannut", "stonne"])
def test_what_waits_lies_in_the_boxes_of_its_own_side(making: Making, name: str) -> None:
    scenario, sheet = making.game.scenarios[name], making.sheets[name]
    for standing in Arrangement(making, scenario, ready=True).pieces:
        kind, _, rest = standing.slot.partition("/")
        if kind == "chit":
            side = making.game.chits[rest.partition("#")[0]].side
            boxes = [sheet.items[f"off-{each}"].frame for each in making.game.sides if each != side]
            assert not any(inside(box, standing.at) for box in boxes), standing


def inside(box: Rect, at: tuple[int, int]) -> bool:
    return box.left <= at[0] < box.right and box.top <= at[1] < box.bottom


def test_step_losses_riders_and_assignments_of_the_start_are_there(making: Making, tree: Component) -> None:
    found = [each for each in pieces(opened(making, tree, "hannut", ready=True)) if isinstance(each, Piece)]
    reduced = {
        value(each, "Id")
        for each in found
        for layer in each.all("layer")
        if layer["name"] == "Steps" and layer["level"] == 2
    }
    assert reduced == set(making.game.scenarios["hannut"].reduced)
    by_id = {value(each, "Id"): each for each in found}
    assert value(by_id["de.i-12sch.inf1"], "Aboard") == by_id["de.i-12sch.apc"].id
    assert value(by_id["fr.11rdp.at"], "Assigned") == "fr.i-11rdp"


def test_every_piece_on_the_map_lies_in_one_stack_with_its_equals(making: Making, tree: Component) -> None:
    found = pieces(opened(making, tree, "stonne", ready=True))
    piles = [each for each in found if isinstance(each, Stack | Deck)]
    members = [member for pile in piles for member in pile.members]
    assert sorted(members) == sorted(each.id for each in found if isinstance(each, Piece))
    places = [(pile.layer, pile.x, pile.y) for pile in piles if isinstance(pile, Stack)]
    assert len(places) == len(set(places))


def test_an_own_set_up_has_everything_beside_the_map(making: Making) -> None:
    scenario = making.game.scenarios["hannut"]
    arrangement = Arrangement(making, scenario, ready=False)
    on_map = set(making.sheets["hannut"].hexes.values())
    assert not [each for each in arrangement.pieces if each.at in on_map]


@pytest.mark.parametrize(
    ("name", "ready", "steps"),
    [
        ("hannut", True, ["German>German: choose a Stuka"]),
        ("hannut", False, ["French>French: all", "German>German: all", "French>French: the 1st", "German>German: ch"]),
        ("stonne", True, ["both>both sides: say of each"]),
        ("stonne", False, ["French>French: all", "German>German: all", "both>both sides: say of each"]),
    ],
)
def test_a_set_up_lists_the_steps_in_which_somebody_has_something_to_do(
    making: Making, tree: Component, name: str, ready: bool, steps: list[str]
) -> None:
    """Who stands already is not set up, and the cup is filled."""
    stored = [each for each in opened(making, tree, name, ready=ready).initial if each.kind == "global_property"]
    (text,) = (str(each["value"]) for each in stored if each["name"] == LEFT)
    told = text.split("|")
    assert told.pop() == ""
    assert len(told) == len(steps)
    assert all(each.startswith(begins) for each, begins in zip(told, steps, strict=True))


def test_a_piece_keeps_its_id_from_one_set_up_to_the_other(making: Making) -> None:
    scenario = making.game.scenarios["stonne"]
    ready, own = (Arrangement(making, scenario, ready=flag).pieces for flag in (True, False))
    slots = {each.id: each.slot for each in ready}
    assert all(slots.get(each.id, each.slot) == each.slot for each in own)


def test_the_same_set_up_is_the_same_bytes(making: Making, tree: Component) -> None:
    scenario = making.game.scenarios["hannut"]
    one, other = (save_of(making, tree, scenario, ready=True, saved=7) for _ in range(2))
    assert one == other
