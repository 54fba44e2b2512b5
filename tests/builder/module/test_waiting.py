"""Shots that are declared together before anybody rolls: who keeps the list of them, and what the button takes first.

What the engine makes of it is tested in the client of a game that has such shots.
"""

from __future__ import annotations

import pytest

import assets
from assets.finding import games
from builder.build import lock_of
from builder.module import Making, making_of, root
from builder.traits import waiting
from builder.traits.basics import named
from vassal.components import Component
from vassal.pieces import PieceReader
from vassal.prototypes import parse_piece


@pytest.fixture(scope="module", params=games())
def built(request: pytest.FixtureRequest) -> tuple[Making, Component]:
    game = assets.load(request.param)
    making = making_of(game, lock=lock_of(game))
    return making, root(making)


def keeps(tree: Component) -> dict[str, set[str]]:
    """By prototype: the commands upon which its pieces change the list."""
    reader = PieceReader()
    found = {each.get("name"): parse_piece(each.text, reader) for each in tree.every("PrototypeDefinition")}
    lists = {
        name: [trait for trait in piece.all("set_global") if trait.text("name") == waiting.WAITING]
        for name, piece in found.items()
    }
    return {name: set(_commands(some[0].values)) for name, some in lists.items() if some}


def _commands(values: tuple[object, ...]) -> list[str]:
    entries = next(each for each in values if isinstance(each, tuple) and each and isinstance(each[0], tuple))
    return [each[1] for each in entries]


def test_units_alone_keep_the_list_and_whoever_aims_for_another_shot_clears_it(
    built: tuple[Making, Component],
) -> None:
    making, tree = built
    wanted = {named(f"hx.{each}") for each in ("aim", "target", "thrown")}
    found = keeps(tree)
    assert bool(found) == (waiting.MELEE in making.game.handling.shots)
    assert all(name.startswith("speech unit") and commands == wanted for name, commands in found.items())


def test_the_button_takes_what_waits_before_its_dice_are_asked_for(built: tuple[Making, Component]) -> None:
    making, tree = built
    buttons = {each.get("name"): each for each in tree.every("DoActionButton")}
    sent = waiting.TAKE.replace(",", "\\,")
    rolls = [each for name, each in buttons.items() if name.startswith("roll") and sent in each.get("hotkeys")]
    taken = {
        each.get("name")
        for each in tree.every("GlobalProperty")
        for change in each.every("ChangePropertyButton")
        if change.get("hotkey") == waiting.TAKEN
    }
    if not waiting.known(making.speaker):
        assert (rolls, taken, "take" in buttons) == ([], set(), False)
        return
    (roll,) = rolls
    assert roll.get("hotkeys").startswith(sent)
    assert taken == {"HX_By", "HX_At", "HX_Who", "HX_P", "HX_Shot"}
    assert buttons["take"].get("loopCount") == f"{{({waiting.ready()})?1:0}}"
