"""What commands do to players, boards, notes and clocks."""

import pytest

from vassal import commands, tabletop
from vassal.boards import Choice
from vassal.commands import Command, make
from vassal.errors import TooLarge
from vassal.position import Position
from vassal.standing import Clock, Note, Player, Table


def after(*given: Command) -> Table:
    return Position.of(given).table


def seat(player_id: str, name: str, side: str) -> Command:
    return make("player", id=player_id, name=name, side=side)


def test_a_player_who_sits_down_again_takes_another_side() -> None:
    table = after(seat("1", "Ann", "Blue"), seat("2", "Bob", "Red"), seat("1", "Anna", "Red"))

    assert table.players == (Player("1", "Anna", "Red"), Player("2", "Bob", "Red"))


def test_a_player_leaves() -> None:
    assert after(seat("1", "Ann", "Blue"), make("player_leaves", id="1")).players == ()


def test_boards_of_a_map_are_chosen_anew() -> None:
    first, second = (commands.parse(f"MainBoardPicker\t{boards}")[0] for boards in ("A\t0\t0\tB/rev\t1\t0", "C\t0\t1"))

    assert after(first).boards == {"Main": (Choice("A"), Choice("B", 1, 0, reversed=True))}
    assert after(first, second).boards == {"Main": (Choice("C", 0, 1),)}
    assert after(commands.parse("MainBoardPicker")[0]).boards == {"Main": ()}


def test_a_note_takes_the_place_of_the_one_before() -> None:
    notes = [make("private_note", owner="1", text=text) for text in ("a", "b|c")]
    secrets = [
        make("secret_note", name="n", owner="1", hidden=hidden, text="t", date="d", handle="h")
        for hidden in (True, False)
    ]

    table = after(*notes, *secrets, make("private_note", owner="2", text="x"))

    assert table.private_notes == (Note("1", "b\nc"), Note("2", "x"))
    assert table.secret_notes == (Note("1", "t", "n", hidden=False, date="d", handle="h"),)


def test_clocks_locks_keys_extensions_and_events() -> None:
    table = after(
        make("clock", who="Blue", name="Blue", elapsed=5, verified=4, ticking=True, restore=False),
        make("clock_control", showing=True, online=False),
        make("lock_tab", tab="Rules", by="Ann", password="p1", date="today"),
        make("startup_key", id="SGKC0", applied=True),
        make("extension", name="More", version="2"),
        make("unmask", players=("1", "2")),
        commands.parse("Events5,Ann,joined")[0],
    )

    assert table.clocks == {"Blue": Clock("Blue", 5, 4, ticking=True)}
    assert table.clocks_shown == (True, False)
    assert table.locks == {"Rules": ("Ann", "p1", "today")}
    assert table.startup_keys == {"SGKC0": True}
    assert table.extensions == {"More": "2"}
    assert table.unmask == ("1", "2")
    assert table.events == "5,Ann,joined"


def test_an_undo_bracket_opens_and_closes() -> None:
    assert after(make("undo", running=True)).undoing
    assert not after(make("undo", running=True), make("undo", running=False)).undoing


def test_commands_of_pieces_have_no_business_here() -> None:
    assert tabletop.changed(Table(), make("remove", id="1")) is None


@pytest.mark.parametrize("kind", ["player", "extension"])
def test_there_are_bounds(kind: str) -> None:
    def more(number: int) -> Command:
        if kind == "player":
            return seat(str(number), "x", "y")
        return make("extension", name=str(number), version="1")

    with pytest.raises(TooLarge):
        after(*(more(number) for number in range(tabletop.MOST + 1)))
