"""How the engine puts a step together when it loads a log."""

from vassal.assembly import assembled
from vassal.commands import parse

ESC = "\x1b"


def together(*tokens: str) -> list[tuple[int, str]]:
    """Return the commands of a step given by its lines, each with as many blanks before it as it lies deep."""
    depths = [len(token) - len(token.lstrip(" ")) for token in tokens]
    text = tokens[0]
    for depth, token in zip(depths[1:], tokens[1:], strict=True):
        text += "\\" * depth + ESC + token.lstrip(" ")
    (step,) = parse(text)
    return [(depth, command.source) for depth, command in assembled(step)]


def test_a_tree_is_carried_out_in_its_order() -> None:
    assert together("LOG\tCHAT* a", " LOG\tCHAT* b", "  LOG\tCHAT* c", " LOG\tCHAT* d") == [
        (0, "CHAT* a"),
        (1, "CHAT* b"),
        (2, "CHAT* c"),
        (1, "CHAT* d"),
    ]


def test_one_command_alone() -> None:
    assert together("LOG\tCHAT* a") == [(0, "CHAT* a")]


def test_what_cannot_be_read_gives_its_place_to_its_first_part() -> None:
    assert together("LOG\tnull", " LOG\tnull", "  LOG\tCHAT* a", " LOG\tCHAT* b") == [(0, "CHAT* a"), (1, "CHAT* b")]


def test_nothing_that_can_be_read_is_no_step() -> None:
    assert together("LOG\tnull", " LOG\tnull") == []
    assert together("LOG\tnull") == []
    assert together("LOG\tODD") == []


def test_what_changes_nothing_is_left_out_unless_something_belongs_to_it() -> None:
    assert together("LOG\t", " LOG\t", " LOG\tD/1/a/a", " LOG\t", "  LOG\tCHAT* a") == [
        (0, ""),
        (1, ""),
        (2, "CHAT* a"),
    ]


def test_two_changes_of_one_piece_in_a_row_are_one() -> None:
    assert together("LOG\tD/1/b/a", " LOG\tD/1/c/b", " LOG\tCHAT* x", " LOG\tD/1/d/c") == [
        (0, "D/1/c/a"),
        (1, "CHAT* x"),
        (1, "D/1/d/c"),
    ]
    assert together("LOG\tD/1/b/a", " LOG\tD/2/y/x", " LOG\tD/2/z/y", "  LOG\tCHAT* x") == [
        (0, "D/1/b/a"),
        (1, "D/2/z/x"),
        (1, "CHAT* x"),
    ]


def test_a_command_without_the_mark_of_the_log_takes_the_step_with_it() -> None:
    assert together("LOG\tCHAT* a", " CHAT* b") == []


def test_two_hundred_levels() -> None:
    depth = 200
    lines = [" " * level + "LOG\tCHAT* a" for level in range(depth)]

    assert together(*lines)[-1] == (depth - 1, "CHAT* a")
