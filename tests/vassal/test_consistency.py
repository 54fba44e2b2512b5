"""What a log says of the moment before each command, against what a replay finds."""

import pytest

from tests.vassal import games
from tests.vassal.games import change, move, position, timeline
from vassal import commands, pieces, traits
from vassal.consistency import Mismatch, What, mismatches
from vassal.position import Position


def found(*given: commands.Command) -> list[Mismatch]:
    return [each for step in timeline(*given) for each in step.mismatches]


def score(old: str, new: str) -> commands.Command:
    return commands.make("set_property", name="Score", old=old, new=new, container="Module")


def test_a_log_that_fits_itself() -> None:
    assert found(move("c", (50, 10), (10, 10, "b")), change(position(), "a", level=2), score("3", "4")) == []


def test_a_move_from_where_the_piece_never_was() -> None:
    assert found(move("c", (60, 10), (10, 10, "b"))) == [Mismatch(What.PLACE, "c", "", "Board;60;10", "Board;50;10")]


def test_a_move_from_off_the_map() -> None:
    assert found(move("c", ("null", 0, 0), (10, 10))) == [Mismatch(What.PLACE, "c", "", "null;0;0", "Board;50;10")]


def test_a_move_from_another_place_in_the_stack() -> None:
    assert found(move("b", (10, 10), (50, 10, "c"))) == [Mismatch(What.BELOW, "b", "", "null", "a")]


def test_a_move_of_a_piece_that_is_not_there() -> None:
    assert found(move("nobody", (1, 2), (3, 4))) == [Mismatch(What.PIECE, "nobody", "", "Board;1;2", "")]


def test_a_removal_and_a_change_of_what_is_not_there() -> None:
    gone = commands.make("remove", id="x"), commands.make("change", id="y", state="1", old_state="2")

    assert [each.what for each in found(*gone)] == [What.PIECE, What.PIECE]


def test_a_change_from_a_state_that_never_was() -> None:
    game = position()
    game.apply(change(game, "a", level=3))

    assert found(change(game, "a", value="9")) == [Mismatch(What.STATE, "a", "layer", "3", "1")]


def test_a_change_from_another_place() -> None:
    new, old = (each.replace(";10;10;", ";11;10;") for each in games.state(position(), "a"))

    assert found(commands.make("change", id="a", state=new, old_state=old)) == [
        Mismatch(What.PLACE, "a", "", "Board;11;10", "Board;10;10")
    ]


def test_a_shuffle_of_another_order() -> None:
    old, new = "Board;200;200;false;k2,k1,k3", "Board;200;200;false;k3,k1,k2"

    assert found(commands.make("change", id="t", state=new, old_state=old)) == [
        Mismatch(What.STATE, "t", "face_down", "False", "True"),
        Mismatch(What.ORDER, "t", "Cup", "k2,k1,k3", "k1,k2,k3"),
    ]


def test_an_order_of_a_stack_that_never_was() -> None:
    new, old = "Board;10;10;b;a;@@0", "Board;10;10;b;a;c;@@0"

    assert found(commands.make("change", id="s1", state=new, old_state=old)) == [
        Mismatch(What.ORDER, "s1", "", "b,a,c", "a,b")
    ]


def test_a_property_with_another_old_value() -> None:
    assert found(score("3", "6"), score("5", "7")) == [Mismatch(What.PROPERTY, "Score", "Module", "5", "6")]


class TestHarmless:
    def test_a_property_that_was_never_seen(self) -> None:
        dice = commands.make("set_property", name="2d6_result", old="6,6", new="1,2", container="Module")

        assert found(dice) == []

    def test_what_each_program_remembers_for_itself(self) -> None:
        new, old = (f"{each[:-1]}2;OldX;5;ClickedX;7" for each in games.state(position(), "a"))

        assert found(commands.make("change", id="a", state=new, old_state=old)) == []

    def test_but_not_what_a_piece_is_known_by(self) -> None:
        new, old = (f"{each[:-1]}1;UniqueID;5" for each in games.state(position(), "a"))

        assert found(commands.make("change", id="a", state=new, old_state=old)) == [
            Mismatch(What.STATE, "a", "UniqueID", "5", "")
        ]

    @pytest.mark.parametrize(("follows", "count"), [(True, 0), (False, 1)])
    def test_a_layer_that_follows_a_property(self, follows: bool, count: int) -> None:
        layer = traits.make("layer", images=("", ""), follow_property=follows, property="Strength", level=1)
        game = Position.of([games.unit("e", 1, 1, layer)])
        new, old = games.state(game, "e", value="9")

        given = commands.make("change", id="e", state=f"2{new[1:]}", old_state=f"2{old[1:]}")

        assert len(list(mismatches(game, given))) == count

    @pytest.mark.parametrize(("kind", "count"), [("send_to", 0), ("rotate", 1)])
    def test_where_a_piece_was_sent_from(self, kind: str, count: int) -> None:
        game = Position.of([games.unit("e", 1, 1, traits.make(kind))])
        (trait,) = [each for each in game.piece("e").traits if each.kind == kind]
        new, _ = games.state(game, "e")
        chain = [each.with_state("Map;43;19") if each is trait else each for each in game.piece("e").traits]
        old = pieces.Piece("e", tuple(chain)).state

        found_ = list(mismatches(game, commands.make("change", id="e", state=new, old_state=old)))

        assert [each.detail for each in found_] == [kind] * count

    def test_a_piece_whose_stack_an_undo_removed_before_moving_it(self) -> None:
        undo = games.step(
            commands.make("undo", running=True),
            commands.make("remove", id="s2"),
            move("c", (50, 10), (10, 10, "b")),
            commands.make("undo", running=False),
        )

        assert found(undo) == []
