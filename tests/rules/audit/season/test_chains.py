"""Logs become games by their content: where they begin and end, and what they hold."""

from pathlib import Path

from rules.audit.season.chains import Filed, lineage, season
from rules.audit.season.logs import MARK, Log


def filed(name: str, start: str, end: str, steps: str, names: tuple[str, ...] = (), *, folder: str = "") -> Filed:
    """A log whose steps are the letters of a text."""
    trail = b"".join(steps[: place + 1].encode().rjust(MARK, b".")[-MARK:] for place in range(len(steps)))
    return Filed(Path(folder) / name, Log(f"sha-{folder}{name}", "some", "", "", start, end, len(steps), trail, names))


def games(*logs: Filed) -> list[list[str]]:
    """The games as lists of names."""
    return [[each.path.name for each in chain] for chain in season(logs).games]


def test_a_log_follows_the_one_that_ended_as_it_begins_whatever_their_names() -> None:
    assert games(filed("z", "A", "B", "ab"), filed("a", "C", "D", "ef"), filed("m", "B", "C", "cd")) == [
        ["z", "m", "a"]
    ]


def test_a_log_that_was_appended_to_follows_the_shorter_one() -> None:
    short, longer, longest = filed("c", "A", "B", "ab"), filed("b", "A", "C", "abc"), filed("a", "A", "D", "abcd")
    assert games(longest, longer, short) == [["c", "b", "a"]]


def test_two_games_from_one_set_up_stay_two() -> None:
    assert games(filed("one", "A", "B", "ab"), filed("two", "A", "C", "xy")) == [["one"], ["two"]]


def test_a_log_in_which_nothing_moved_does_not_tie_all_games_of_a_set_up_together() -> None:
    talk = filed("talk", "A", "A", "t")
    assert games(talk, filed("x", "A", "B", "ab"), filed("y", "A", "C", "xy")) == [["talk"], ["x"], ["y"]]


def test_both_branches_of_a_fork_are_of_the_game_each_to_its_end() -> None:
    root, one, more, two = (
        *(filed("0", "A", "B", "ab"), filed("1", "B", "C", "cd")),
        *(filed("2", "C", "D", "ef"), filed("3", "B", "E", "xy")),
    )
    assert games(two, more, one, root) == [["0", "1", "2", "3"]]


def test_of_copies_the_first_is_judged_and_the_other_named() -> None:
    found = season([filed("mine", "A", "B", "ab"), filed("yours", "A", "B", "ab")])
    assert [[each.path.name for each in chain] for chain in found.games] == [["mine"]]
    assert found.copies == {"sha-yours": "sha-mine"}


def test_of_several_logs_that_ended_alike_the_one_with_the_same_players_goes_before() -> None:
    ann, bob = filed("a", "A", "B", "ab", ("Ann",)), filed("b", "A2", "B", "cd", ("Bob",))
    assert games(ann, bob, filed("c", "B", "C", "ef", ("Bob",))) == [["a"], ["b", "c"]]


def test_of_several_without_players_the_one_in_the_same_folder_goes_before() -> None:
    here, there = filed("a", "A", "B", "ab", folder="here"), filed("a", "A2", "B", "cd", folder="there")
    assert games(here, there, filed("c", "B", "C", "ef", folder="there")) == [["a"], ["a", "c"]]


def test_logs_that_go_in_a_circle_are_one_game() -> None:
    assert games(filed("a", "A", "B", "ab"), filed("b", "B", "A", "cd")) == [["b", "a"]]


def test_the_lineage_of_a_log_leaves_out_other_branches() -> None:
    root, one, two = filed("0", "A", "B", "ab"), filed("1", "B", "C", "cd"), filed("2", "B", "E", "xy")
    assert [each.path.name for each in lineage([two, one, root], two.log.sha)] == ["0", "2"]
