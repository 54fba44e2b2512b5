"""What lies where after each command, as the engine would have it."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vassal import games
from tests.vassal.games import BOARD, change, deck, move, position, stack, unit
from vassal import commands, traits
from vassal.commands import Command
from vassal.errors import TooLarge
from vassal.lying import MOST
from vassal.position import Position, merged_members
from vassal.standing import Pile, Standing


def spot(game: Position, piece_id: str) -> tuple[str, int, int]:
    piece = game.piece(piece_id)
    return piece.map, piece.x, piece.y


def together(game: Position, piece_id: str) -> tuple[str, ...]:
    pile = game.piece(piece_id).pile
    return game.pile(pile).members if pile else ()


def after(*given_commands: Command) -> Position:
    game = position()
    for command in given_commands:
        game.apply(command)
    return game


class TestStart:
    def test_pieces_lie_where_their_stack_lies(self) -> None:
        game = after(stack("s9", 70, 70, "a"))

        assert spot(game, "a") == (BOARD, 70, 70)
        assert together(game, "a") == ("a",)
        assert together(game, "b") == ("b",)

    def test_stacks_and_decks_know_their_order(self) -> None:
        game = position()

        assert together(game, "a") == ("a", "b")
        assert game.below(game.piece("b")) == "a"
        assert game.below(game.piece("a")) == ""
        cup = game.deck("Cup")
        assert cup is not None
        assert (cup.members, cup.face_down) == (("k1", "k2", "k3"), True)
        assert game.deck("no such deck") is None

    def test_what_lies_beside_the_maps_is_kept(self) -> None:
        game = position()

        assert [(player.id, player.name, player.side) for player in game.table.players] == [
            ("p1", "Ann", "Blue"),
            ("p2", "Bob", "Red"),
        ]
        assert game.property("Score") == "3"
        assert game.property("Score", "Board") is None
        assert game.table.turns == {"TurnTracker0": "0|1"}
        assert game.table.started

    def test_a_stack_that_is_read_before_its_pieces_loses_them(self) -> None:
        game = Position.of([stack("s", 10, 10, "a"), unit("a", 10, 10)])

        assert game.piece("a").pile == ""
        assert game.piles() == []

    def test_a_stack_on_no_map_has_no_place(self) -> None:
        game = after(stack("s9", 70, 70, "a", map_name="null"))

        assert spot(game, "a") == ("", 0, 0)

    def test_unknown_commands_of_a_save_are_kept(self) -> None:
        game = Position.of(commands.parse("begin_save\x1bODD\tthing\x1bend_save"))

        assert game.table.other == ("ODD\tthing",)


class TestMoves:
    def test_onto_a_piece(self) -> None:
        game = after(move("c", (50, 10), (10, 10, "a")))

        assert together(game, "c") == ("a", "c", "b")

    def test_onto_a_loose_piece_makes_a_stack_of_both(self) -> None:
        game = after(unit("e", 30, 30), move("c", (50, 10), (30, 30, "e")))

        assert together(game, "c") == ("e", "c")
        assert spot(game, "e") == (BOARD, 30, 30)

    def test_under_nothing_goes_below_a_stack_that_is_found_there(self) -> None:
        game = after(move("c", (50, 10), (10, 10)))

        assert together(game, "c") == ("c", "a", "b")

    def test_a_named_piece_that_is_not_there_any_more_is_replaced_by_what_is_found(self) -> None:
        game = after(move("c", (50, 10), (10, 10, "gone")))

        assert together(game, "c") == ("a", "b", "c")

    def test_from_a_stack_to_an_empty_place_lies_loose_until_the_new_stack_is_added(self) -> None:
        game = after(move("b", (10, 10, "a"), (30, 30)))
        assert game.piece("b").pile == ""

        game.apply(stack("s5", 30, 30, "b"))

        assert together(game, "b") == ("b",)
        assert together(game, "a") == ("a",)

    def test_a_loose_piece_that_stacks_begins_a_stack(self) -> None:
        game = after(unit("e", 30, 30), move("e", (30, 30), (40, 40)))

        assert together(game, "e") == ("e",)

    def test_a_piece_that_never_stacks_lies_loose_where_a_stack_is(self) -> None:
        game = after(move("d", (90, 10), (10, 10)))

        assert game.piece("d").pile == ""
        assert together(game, "a") == ("a", "b")
        assert {thing.id for thing in game.at(BOARD, 10, 10)} == {"s1", "d"}

    def test_a_whole_stack(self) -> None:
        game = after(move("s1", (10, 10), (30, 30)))

        assert spot(game, "a") == spot(game, "b") == (BOARD, 30, 30)
        assert game.at(BOARD, 10, 10) == []

    def test_a_whole_stack_onto_another(self) -> None:
        game = after(move("s1", (10, 10), (50, 10, "c")))

        assert together(game, "a") == ("c", "a", "b")

    def test_into_a_deck(self) -> None:
        game = after(move("c", (50, 10), (200, 200, "k3")))

        assert together(game, "c") == ("k1", "k2", "k3", "c")

    def test_from_a_deck(self) -> None:
        game = after(move("k3", (200, 200, "k2"), (30, 30)), stack("s5", 30, 30, "k3"))

        assert together(game, "k1") == ("k1", "k2")
        assert spot(game, "k3") == (BOARD, 30, 30)

    def test_into_an_empty_deck(self) -> None:
        game = after(deck("u", "Used", 300, 300), move("c", (50, 10), (300, 300)))

        assert together(game, "c") == ("c",)
        assert game.piece("c").pile == "u"

    def test_within_its_stack(self) -> None:
        game = after(move("a", (10, 10), (10, 10, "b")))

        assert together(game, "a") == ("b", "a")

    def test_off_the_map_and_back(self) -> None:
        game = after(move("d", (90, 10), ("null", 0, 0)))
        assert spot(game, "d") == ("", 0, 0)

        game.apply(move("d", ("null", 0, 0), (20, 20)))

        assert spot(game, "d") == (BOARD, 20, 20)

    def test_of_a_piece_that_is_not_there_changes_nothing(self) -> None:
        game = position()

        assert game.apply(move("nobody", (0, 0), (1, 1))) == []
        assert game.digest() == position().digest()

    def test_a_stack_whose_pieces_are_all_hidden_from_the_mover_takes_nothing(self) -> None:
        hidden = traits.make("invisible", hidden_by="p2")
        game = after(
            unit("h", 30, 30, hidden), stack("s5", 30, 30, "h"), unit("e", 1, 1), move("e", (1, 1), (30, 30), "p1")
        )
        assert together(game, "e") == ("e",)

        game.apply(move("c", (50, 10), (30, 30), "p2"))

        assert "h" in together(game, "c")

    def test_pieces_of_two_layers_form_no_stack(self) -> None:
        air = traits.make("marker", names=("Layer",), values=("air",))
        land = traits.make("marker", names=("Layer",), values=("land",))
        game = after(
            unit("e", 30, 30, air), stack("s5", 30, 30, "e"), unit("f", 1, 1, land), move("f", (1, 1), (30, 30))
        )

        assert together(game, "f") == ("f",)

    def test_of_two_that_take_it_the_one_that_came_first_does(self) -> None:
        game = after(
            unit("e", 1, 1), stack("older", 1, 1, "e"), unit("f", 30, 30), stack("newer", 30, 30, "f"),
            move("older", (1, 1), (30, 30)),
        )  # fmt: skip
        assert together(game, "e") == ("f", "e")

        game = after(
            unit("e", 1, 1, traits.make("marker", names=("Layer",), values=("air",))),
            unit("f", 30, 30, traits.make("marker", names=("Layer",), values=("land",))),
            stack("older", 1, 1, "e"),
            stack("newer", 30, 30, "f"),
            move("older", (1, 1), (30, 30)),
        )
        game.apply(move("c", (50, 10), (30, 30)))
        assert together(game, "c") == ("c", "e")

    def test_a_deck_takes_a_piece_before_a_stack_does(self) -> None:
        game = after(stack("s5", 200, 200, "c"), move("b", (10, 10, "a"), (200, 200)))

        assert game.piece("b").pile == "t"

    def test_a_deck_that_is_moved_joins_no_stack(self) -> None:
        game = after(move("t", (200, 200), (10, 10)))

        assert together(game, "a") == ("a", "b")
        assert spot(game, "k1") == (BOARD, 10, 10)

    def test_a_stack_that_was_removed_moves_and_takes_nothing_any_more(self) -> None:
        game = after(commands.make("remove", id="s1"))

        assert game.apply(move("s1", (10, 10), (70, 70))) == []
        assert game.apply(commands.make("remove", id="s1")) == []
        game.apply(move("c", (50, 10), (10, 10, "s1")))
        assert together(game, "c") == ()


class TestChanges:
    def test_only_what_differs_between_old_and_new_is_changed(self) -> None:
        game = position()
        early = change(game, "a", level=2)
        game.apply(change(game, "a", value="5"))

        game.apply(early)

        answers = {trait.kind: trait.state for trait in game.piece("a").traits}
        assert (answers["layer"], answers["property"]) == ("2", "5")

    def test_without_an_old_state_all_is_changed(self) -> None:
        game = position()
        early = games.state(game, "a", level=2)[0]
        game.apply(change(game, "a", value="5"))

        game.apply(commands.make("change", id="a", state=early))

        assert [trait.state for trait in game.piece("a").traits if trait.kind == "property"] == ["4"]

    def test_a_piece_in_a_stack_stays_there_whatever_place_its_state_names(self) -> None:
        game = position()
        new, old = games.state(game, "a")
        game.apply(commands.make("change", id="a", state=new.replace(";10;10;", ";77;77;"), old_state=old))

        assert spot(game, "a") == (BOARD, 10, 10)

    def test_a_loose_piece_goes_where_its_state_says(self) -> None:
        game = position()
        new, old = games.state(game, "d")
        game.apply(commands.make("change", id="d", state=new.replace(";90;10;", ";77;77;"), old_state=old))

        assert spot(game, "d") == (BOARD, 77, 77)
        assert [thing.id for thing in game.at(BOARD, 77, 77)] == ["d"]

    def test_the_order_of_a_stack(self) -> None:
        game = after(
            commands.make("change", id="s1", state="Board;10;10;b;a;@@0", old_state="Board;10;10;a;b;@@0"),
        )

        assert together(game, "a") == ("b", "a")

    def test_a_piece_that_came_meanwhile_stays_in_the_stack(self) -> None:
        game = after(
            move("c", (50, 10), (10, 10, "a")),
            commands.make("change", id="s1", state="Board;10;10;b;a;@@0", old_state="Board;10;10;a;b;@@0"),
        )

        assert together(game, "a") == ("b", "a", "c")

    def test_a_stack_that_was_emptied_can_be_filled_again(self) -> None:
        game = after(move("c", (50, 10), (10, 10, "a")))
        assert "s2" not in {pile.id for pile in game.piles()}

        game.apply(commands.make("change", id="s2", state="Board;50;10;c;@@0", old_state="Board;50;10;@@0"))

        assert together(game, "c") == ("c",)
        assert spot(game, "c") == (BOARD, 50, 10)

    def test_a_deck_is_shuffled_and_turned_over(self) -> None:
        game = after(
            commands.make(
                "change", id="t", state="Board;200;200;false;k3,k1,k2", old_state="Board;200;200;true;k1,k2,k3"
            )
        )

        cup = game.deck("Cup")
        assert cup is not None
        assert (cup.members, cup.face_down) == (("k3", "k1", "k2"), False)

    def test_a_place_to_go_back_to_is_never_forgotten(self) -> None:
        back = traits.make("send_to", back_map="Board", back_x="5", back_y="6")
        game = after(unit("e", 1, 1, back))
        old = game.piece("e").traits[0].state

        game.apply(commands.make("change", id="e", state=games.state(game, "e")[1].replace(old, ";;")))

        assert game.piece("e").traits[0].state == old

    def test_a_change_of_nothing_that_is_there(self) -> None:
        game = position()

        assert game.apply(commands.make("change", id="nobody", state="x")) == []

    @pytest.mark.parametrize(
        ("new", "old", "now", "members"),
        [
            (["b", "a"], ["a", "b"], ("a", "b"), ["b", "a"]),
            (["b", "a"], ["a", "b"], ("a", "x", "y", "b"), ["b", "a", "x", "y"]),
            (["b"], ["a", "b"], ("a", "x", "b", "y"), ["x", "b", "y"]),
            (["a"], [], ("x", "a"), ["x", "a"]),
            ([], ["a"], ("a", "x", "y"), ["x", "y"]),
        ],
    )
    def test_what_no_state_names_stays_above_what_it_lay_on(
        self, new: list[str], old: list[str], now: tuple[str, ...], members: list[str]
    ) -> None:
        assert merged_members(new, old, now) == members


class TestComingAndGoing:
    def test_a_removed_piece_leaves_its_stack(self) -> None:
        game = after(commands.make("remove", id="a"))

        assert together(game, "b") == ("b",)
        with pytest.raises(KeyError):
            game.piece("a")

    def test_the_pieces_of_a_removed_stack_lie_on_no_map(self) -> None:
        game = after(commands.make("remove", id="s1"))
        assert spot(game, "a") == ("", 10, 10)

        game.apply(move("a", (10, 10), (10, 10)))

        assert spot(game, "a") == (BOARD, 10, 10)
        assert spot(game, "b") == ("", 10, 10)

    def test_an_id_used_again_is_another_piece(self) -> None:
        game = after(unit("a", 33, 33, name="Other"), unit("s2", 44, 44))

        assert spot(game, "a") == (BOARD, 33, 33)
        assert together(game, "b") == ("b",)
        assert game.piece("c").pile == ""

    def test_pieces_and_piles_are_told_apart(self) -> None:
        game = position()

        with pytest.raises(KeyError):
            game.piece("s1")
        with pytest.raises(KeyError):
            game.pile("a")


def test_copies_go_their_own_ways() -> None:
    game = position()
    copy = game.copy()

    copy.apply(move("c", (50, 10), (10, 10, "a")))
    copy.apply(commands.make("set_property", name="Score", old="3", new="4", container="Module"))
    game.apply(commands.make("turn", tracker="TurnTracker0", state="0|2"))

    assert together(game, "c") == ("c",)
    assert game.property("Score") == "3"
    assert copy.table.turns == {"TurnTracker0": "0|1"}


def test_a_pile_has_bounds() -> None:
    game = Position.of([unit(str(number), 1, 1) for number in range(3)])

    with pytest.raises(TooLarge):
        game.apply(stack("s", 1, 1, *map(str, range(MOST + 1))))


IDS = st.sampled_from(["a", "b", "c", "d", "k1", "s1", "s2", "t", "x", "null"])
NUMBERS = st.sampled_from([10, 50, 200])
STATES = st.sampled_from(
    ["Board;10;10;a;b;@@0", "null;0;0", "Board;50;10;c;a;t;s1;@@-1", "Board;200;200;true;k1,a", "", "Board"]
)


def _moves(draw: Callable[..., object]) -> Command:
    spots = [(draw(NUMBERS), draw(NUMBERS), draw(IDS)) for _ in range(2)]
    return move(str(draw(IDS)), spots[0], (draw(st.sampled_from([BOARD, "null"])), *spots[1]))


@st.composite
def any_command(draw: Callable[..., object]) -> Command:
    kind = draw(st.integers(0, 5))
    one, two, three = (str(draw(IDS)) for _ in range(3))
    x, y = (int(str(draw(NUMBERS))) for _ in range(2))
    if kind == 0:
        return stack(one, x, y, two, three)
    if kind == 1:
        return unit(one, x, y)
    if kind == 2:
        return commands.make("remove", id=one)
    if kind == 3:
        return commands.make("change", id=one, state=str(draw(STATES)), old_state=str(draw(STATES)))
    if kind == 4:
        return deck(one, "Deck", x, y, two, three)
    return _moves(draw)


@given(st.lists(any_command(), max_size=30))
def test_whatever_is_done_piles_pieces_and_points_agree(given_commands: list[Command]) -> None:
    game = position()
    for command in given_commands:
        game.apply(command)

    for pile in game.piles():
        assert all(game.piece(member).pile == pile.id for member in pile.members)
        assert all((piece.map, piece.x, piece.y) == (pile.map, pile.x, pile.y) for piece in game.members(pile))
    for thing in game.things.values():
        there = game.at(thing.map, thing.x, thing.y)
        if isinstance(thing, Standing):
            lies_loose = not isinstance(game.things.find(thing.pile), Pile)
            assert (thing in there) == (lies_loose and thing.map != "")
        else:
            assert (thing in there) == (bool(thing.members or thing.deck) and thing.map != "")
    assert game.digest()
