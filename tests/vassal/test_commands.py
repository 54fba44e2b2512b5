"""Every kind of command by the names of its fields, and the tree in which they stand."""

import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vassal.blobs import COMMANDS, CommandBlob
from vassal import commands, pieces
from vassal.commands import ESC, KINDS, Command, encode, encode_all, make, parse
from vassal.errors import Damaged, Problem, TooLarge, VassalError
from vassal.fields import PLAYER
from vassal.limits import Limits
from vassal.sequence import join, split

EACH = pytest.mark.parametrize("blob", COMMANDS, ids=[f"{blob.kind} {blob.text[:12]!r}" for blob in COMMANDS])
STACK = "+/30/stack/Main Map;10;20;17;@@1"


def one(text: str) -> Command:
    (command,) = parse(text)
    return command


def test_there_is_an_example_of_every_kind() -> None:
    assert {blob.kind for blob in COMMANDS} | {"add", "unknown"} == set(KINDS)


@EACH
def test_fields_are_read_by_name(blob: CommandBlob) -> None:
    command = one(blob.text)
    assert (command.kind, command.known) == (blob.kind, True)
    assert {name: command[name] for name in blob.fields} == blob.fields


@EACH
def test_the_same_fields_make_the_same_command(blob: CommandBlob) -> None:
    if blob.text != "HandBoardPicker" and blob.fields.get("players") != ("null",):
        assert make(blob.kind, **blob.fields) == one(blob.text)


@EACH
def test_values_are_written_as_they_were_read(blob: CommandBlob) -> None:
    command = one(blob.text)
    kind = KINDS[blob.kind]
    assert kind.exact or kind.prefix + kind.layout.write(command.values) == blob.text


@EACH
def test_a_command_in_a_log_is_the_same_command(blob: CommandBlob) -> None:
    logged = one("LOG\t" + blob.text)
    assert (logged.kind, logged.source, logged.logged) == (blob.kind, blob.text, True)
    assert encode(logged) == "LOG\t" + blob.text


def test_the_ids_of_players_are_marked_as_such() -> None:
    marked = {
        (kind.name, field.name) for kind in KINDS.values() for field in kind.layout.columns if field.type is PLAYER
    }
    assert {name for name, _ in marked} == {
        "move",
        "player",
        "player_leaves",
        "private_note",
        "secret_note",
        "lock_tab",
        "private_chat",
        "sync",
        "invite",
        "wake_up",
        "server_mail",
    }
    assert KINDS["unmask"].layout.group is not None
    assert KINDS["unmask"].layout.group.types == (PLAYER,)


def test_an_add_command_holds_what_it_makes() -> None:
    command = one(STACK)
    assert (command.kind, command["id"]) == ("add", "30")
    assert isinstance(command.placed, pieces.Stack)
    assert commands.add(command.placed) == command


def test_boards_name_their_map() -> None:
    assert one("Main MapBoardPicker\tWest\t0\t0").map == "Main Map"
    assert one("M/1/Main Map/0/0/null/null/0/0/null/p").map == "Main Map"
    assert one("M/1/null/0/0/null/null/0/0/null/p").map == ""


def test_unknown_commands_are_kept_and_said_to_be_unknown() -> None:
    command = one("bd\t0\t0\t01\tVERSION 6.4")
    assert (command.kind, command.known, command["body"]) == ("unknown", False, "bd\t0\t0\t01\tVERSION 6.4")
    assert [one(text).kind for text in ("CHATs", "begin_saves", "PLAYERS\t", "nothing")] == [
        "chat",
        "unknown",
        "unknown",
        "unknown",
    ]


def test_fields_are_changed_by_name() -> None:
    move = one("LOG\tM/1/Main Map/10/20/null/null/0/0/null/p")
    assert move.with_fields(x=11, player="q").source == "M/1/Main Map/11/20/null/null/0/0/null/q"
    assert move.with_fields(x=11).logged
    with pytest.raises(VassalError, match="by changing its piece"):
        one(STACK).with_fields(id="2")


def test_a_mistake_in_a_name_says_what_there_is() -> None:
    with pytest.raises(VassalError, match="no command 'jump'"):
        make("jump")
    with pytest.raises(VassalError, match="no command 'add'"):
        make("add")
    with pytest.raises(VassalError, match="a flare has no field 'z'; it has id, x, y"):
        make("flare", z=1)
    with pytest.raises(KeyError, match="a flare has no field 'z'"):
        one("FLARE\t1\t2\t3")["z"]


# The tree.


def texts(command: Command) -> list[object]:
    return [command.source, *[texts(part) for part in command.parts]]


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("A", [["A"]]),
        ("A|B|C", [["A"], ["B"], ["C"]]),
        ("A|", [["A"], [""]]),
        ("A|B\\|C|D", [["A"], ["B", ["C"]], ["D"]]),
        ("A|\\|B\\|C", [["A"], ["", ["B"], ["C"]]]),
        ("A|B\\|C\\\\|D\\|E", [["A"], ["B", ["C", ["D"]], ["E"]]]),
        ("A\\|B|C", [["A", ["B"]], ["C"]]),
        ("A|B\\\\|C", [["A"], ["B", ["C"]]]),
        ("'A'|B", [["A"], ["B"]]),
        ("A|'B\\|C'", [["A"], ["B", ["C"]]]),
        ("A|'\\B'", [["A"], ["\\B"]]),
        ("A|B\\|''\\C''", [["A"], ["B", ["\\C"]]]),
        ("''A''", [["A"]]),
    ],
)
def test_the_tree_is_read_and_written(text: str, tree: list[object]) -> None:
    commands_read = parse(text.replace("|", ESC))
    assert [texts(command) for command in commands_read] == tree
    assert encode_all(commands_read) == text.replace("|", ESC)


def test_a_step_is_one_command_with_its_parts_nested_or_flat() -> None:
    nested = parse(f"LOG\tA\\{ESC}LOG\tB\\\\{ESC}LOG\tC")
    flat = parse(f"LOG\tA\\{ESC}LOG\tB\\{ESC}LOG\tC")
    assert len(nested) == len(flat) == 1
    for step in (*nested, *flat):
        assert [command.source for command in step.walk()] == ["A", "B", "C"]
        assert all(command.logged for command in step.walk())


def decode_as_the_engine_does(text: str) -> list[object]:
    """Split; if there is but one token and it is the text, it is a command, else every token is decoded again."""
    first, *rest = split(text, ESC)
    if first == text:
        return [text]
    return [*decode_as_the_engine_does(first), *[decode_as_the_engine_does(token) for token in rest]]


HOSTILE = st.text(alphabet=st.sampled_from([ESC, ESC, "\\", "'", "A"]), max_size=16)


@given(HOSTILE)
def test_any_text_gives_the_tree_that_the_engine_sees_and_comes_back(text: str) -> None:
    read = parse(text)
    assert encode_all(read) == text
    head, *rest = [texts(command) for command in read]
    assert [*head, *rest] == decode_as_the_engine_does(text)


@given(st.lists(HOSTILE, max_size=8))
def test_a_text_in_parts_is_read_like_the_whole(parts: list[str]) -> None:
    assert parse(iter(parts)) == parse("".join(parts))


CLEAN = st.text(alphabet=st.sampled_from("AB\\'"), max_size=4).filter(lambda text: text[-1:] not in {"\\", "'"})
TREES = st.recursive(
    CLEAN.map(lambda text: Command("unknown", text, (text,))),
    lambda inner: st.tuples(CLEAN, st.lists(inner, max_size=3)).map(
        lambda pair: Command("unknown", pair[0], (pair[0],), tuple(pair[1]))
    ),
    max_leaves=8,
)


@given(st.lists(TREES, min_size=1, max_size=4))
def test_any_tree_is_written_so_that_it_is_read_again(trees: list[Command]) -> None:
    again = parse(encode_all(trees))
    assert [texts(command) for command in again] == [texts(command) for command in trees]


@given(TREES)
def test_a_command_by_itself_is_written_as_lists_in_lists(tree: Command) -> None:
    def by_recursion(command: Command) -> str:
        return join([command.source, *[by_recursion(part) for part in command.parts]], ESC)

    assert encode(tree) == (by_recursion(tree) if tree.parts else tree.source)


# What is damaged or hostile.


def test_a_damaged_command_is_an_error_that_names_its_place() -> None:
    with pytest.raises(Damaged, match="command 2: an add command without id, type and state"):
        parse(f"begin_save{ESC}+/17{ESC}end_save")


def test_with_tolerance_reading_goes_on_behind_it() -> None:
    problems: list[Problem] = []
    read = parse(f"begin_save{ESC}LOG\t+/17{ESC}end_save", problems=problems)
    assert [command.kind for command in read] == ["begin", "unknown", "end"]
    assert [str(problem) for problem in problems] == ["command 2: an add command without id, type and state"]
    assert encode_all(read) == f"begin_save{ESC}LOG\t+/17{ESC}end_save"


def nested(depth: int) -> str:
    return "A" + "".join("\\" * level + ESC + "B" for level in range(depth))


def test_nesting_is_limited() -> None:
    assert len(list(parse(nested(200))[1].walk())) == 200
    with pytest.raises(TooLarge, match="nested more than 256 deep"):
        parse(nested(300))


def test_the_number_of_commands_is_limited() -> None:
    with pytest.raises(TooLarge, match="more than 5 commands"):
        parse(ESC * 5, Limits(commands=5))


def test_what_one_text_may_ask_for_is_limited_with_tolerance_too() -> None:
    with pytest.raises(TooLarge, match="more than 5 fields of commands"):
        parse(f"UNMASK\ta\tb{ESC}UNMASK\tc\td", Limits(values=5), [])
    with pytest.raises(TooLarge, match="parts"):
        parse("+/" + "/" * Limits().tokens, problems=[])


@pytest.mark.parametrize(
    "text",
    [
        "'" * 200_000 + "A" + "'" * 200_000,
        ("'" + ESC) * 50_000,
        "A" + ("\\" + ESC + "'B'") * 100_000,
        "\\" * 1_000_000 + ESC,
        ESC.join("\\" * level for level in range(250)) * 20,
        "D/1/" + "\t\\" * 500_000,
        "EXT\t" + "'" * 1_000_000,
    ],
    ids=["quotes in quotes", "open quotes", "many quoted", "one run", "deep", "tabs", "quotes"],
)
def test_hostile_texts_are_read_or_refused_in_no_time(text: str) -> None:
    start = time.process_time()
    with suppress(TooLarge):
        assert encode_all(parse(text)) == text
    assert time.process_time() - start < 3
