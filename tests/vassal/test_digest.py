"""Fingerprints: equal for what players see as equal, different for what they see as different."""

import pytest

from tests.vassal import games
from tests.vassal.games import change, move, position, stack
from vassal import commands, traits
from vassal.commands import Command
from vassal.position import Position
from vassal.timeline import Timeline

DIFFERENT = [
    [move("c", (50, 10), (60, 10))],
    [move("c", (50, 10), (10, 10, "b"))],
    [commands.make("change", id="s1", state="Board;10;10;b;a;@@0", old_state="Board;10;10;a;b;@@0")],
    [commands.make("change", id="t", state="Board;200;200;false;k1,k2,k3")],
    [commands.make("change", id="t", state="Board;200;200;true;k1,k3,k2")],
    [commands.make("set_property", name="Score", old="3", new="4", container="Module")],
    [commands.make("set_property", name="Score", old="3", new="", container="Module")],
    [commands.make("global_property", name="DeclaredLater", value="6", container="Module")],
    [commands.make("turn", tracker="TurnTracker0", state="0|2")],
    [commands.make("remove", id="d")],
    [change(position(), "a", level=2)],
    [games.unit("a", 10, 10, traits.make("delete"), name="Alpha"), stack("s1", 10, 10, "a", "b")],
]

EQUAL = [
    [],
    [commands.make("chat", text="* hello")],
    [commands.make("set_property", name="2d6_result", old="1", new="6,6", container="Module")],
    [stack("other", 10, 10, "a", "b")],
    [move("c", (50, 10), (60, 10)), move("c", (60, 10), (50, 10)), stack("other", 50, 10, "c")],
    [commands.make("player", id="third", name="Eve", side="Green")],
    [commands.make("global_property", name="DeclaredLater", value="", container="Module")],
]


def after(*given: Command) -> str:
    game = position()
    for command in given:
        game.apply(command)
    return game.digest()


@pytest.mark.parametrize("given", DIFFERENT)
def test_what_players_see_makes_a_difference(given: list[Command]) -> None:
    assert after(*given) != position().digest()


@pytest.mark.parametrize("given", EQUAL)
def test_what_players_do_not_see_makes_none(given: list[Command]) -> None:
    assert after(*given) == position().digest()


def test_old_places_that_a_piece_remembers_make_no_difference() -> None:
    game = position()
    new, old = games.state(game, "a")
    game.apply(commands.make("change", id="a", state=f"{new[:-1]}1;OldX;5", old_state=old))

    assert game.digest() == position().digest()


@pytest.mark.parametrize(("old", "new", "same"), [("1", "2", True), ("1", "-1", False)])
def test_a_layer_that_follows_a_property_counts_only_as_on_or_off(old: str, new: str, same: bool) -> None:
    def shown(level: str) -> Position:
        layer = traits.make("layer", images=("", ""), follow_property=True, property="Strength", level=int(level))
        return Position.of([games.unit("e", 1, 1, layer)])

    assert (shown(old).digest() == shown(new).digest()) is same


def test_who_hides_a_piece_is_told_by_his_side_whatever_his_place_in_the_roster() -> None:
    hidden = games.unit("h", 1, 1, traits.make("mask", access="player:", masked_by=games.BOB, options="|0"))
    ann, bob = (each for each in games.start() if each.kind == "player")

    one, two, other = (
        Timeline([hidden, *roster]).start.digest()
        for roster in ([ann, bob], [bob, ann], [ann, commands.make("player", id=games.BOB, name="Bob", side="Green")])
    )

    assert one == two != other


def test_half_a_character_in_a_property_has_a_fingerprint_too() -> None:
    strange = commands.make("global_property", name="Note", value="\ud800", container="Module")
    other = commands.make("global_property", name="Note", value="\ud801", container="Module")

    assert after(strange) != after(other)
