"""After scrubbing, no password is left anywhere in a file, and the game is the same."""

import zipfile
from itertools import count
from pathlib import Path

import pytest

from tests.vassal import dumps, games
from tests.vassal.games import ANN, BOARD, BOB
from vassal import commands, savefile, traits
from vassal.logwriter import LogWriter
from vassal.metadata import Metadata
from vassal.scrub import scrub, scrubbed
from vassal.timeline import Timeline

ABOUT = Metadata(version="1.0", vassal_version="3.7.26", saved=1, description=f"Ann's id is {ANN} & that is bad")


def told_everywhere() -> savefile.SaveFile:
    """Return a log in which ids stand in every place where they can stand."""
    start = [
        games.unit("e", 1, 1, traits.make("mask", access="player:", masked_by=BOB, options=f"|1|{ANN}")),
        games.unit("f", 2, 2, traits.make("invisible", access="player:", hidden_by=ANN)),
        games.unit("g", 3, 3, traits.make("restricted", sides=("Blue",), by_player=True, owner=BOB)),
        games.unit("h", 4, 4, traits.make("label", text=f"call {ANN}"), traits.parse(f"own;{BOB}", f"{BOB}|1")),
        games.unit("i", 5, 5, traits.make("mask", access="side:", masked_by="Blue", options="|0")),
        *games.start(),
        commands.make("unmask", players=(ANN,)),
        commands.make("private_note", owner=ANN, text=f"{BOB} lies"),
        commands.make("secret_note", name="n", owner=BOB, hidden=True, text=ANN, date="", handle="x"),
        commands.make("lock_tab", tab="T", by="Ann", password=ANN, date=""),
        *commands.parse(f"ODD\t{BOB}"),
    ]
    log = LogWriter(Timeline(start).start, count(900), players={"p1": ANN, "p2": BOB})
    log.move("c", BOARD, 70, 70)
    log.say("Ann", f"my password is {ANN}")
    log.alter("e", 0, masked_by="p1", options="|0")
    log.set("a", "Strength", BOB)
    log.set_global("Score", ANN)
    log.undo()
    log.do(commands.make("player_leaves", id="p2"))
    log.do(commands.make("player", id=BOB, name="Bob", side="Blue"))
    save = log.save(ABOUT, Metadata(version="1.0", name="Game"))
    return savefile.read(savefile.encode(save))


def contents(path: Path) -> str:
    with zipfile.ZipFile(path) as archive:
        others = "".join(archive.read(name).decode() for name in archive.namelist() if name != "savedGame")
    return savefile.read(path).text + others


def test_no_password_is_left(tmp_path: Path) -> None:
    source, target = tmp_path / "in.vlog", tmp_path / "out.vlog"
    savefile.write(source, told_everywhere())
    assert ANN in contents(source)
    assert BOB in contents(source)

    assert scrub(source, target) == 2

    assert ANN not in contents(target)
    assert BOB not in contents(target)


def test_the_game_is_the_same_and_sides_still_match() -> None:
    before = told_everywhere()

    after, _ = scrubbed(before)

    one, two = Timeline.of(before), Timeline.of(after)
    assert [each.after.digest() for each in two] == [each.after.digest() for each in one]
    assert two.end.table == one.end.table
    assert [each.mismatches for each in two] == [each.mismatches for each in one]
    assert "PLAYER\tp1\tAnn\tBlue" in after.text
    assert "/null/p1" in after.text
    assert "Blue;|0" in after.text
    assert after.metadata is not None
    assert after.metadata.description == "Ann's id is p1 & that is bad"


def test_a_file_without_ids_is_left_as_it_is() -> None:
    clean, players = scrubbed(told_everywhere())

    again, known = scrubbed(clean)

    assert again.text == clean.text
    assert players == known == 2


def test_commands_keep_their_places_in_the_tree() -> None:
    before = told_everywhere()

    after, _ = scrubbed(before)

    assert [[each.kind for each in command.walk()] for command in after.commands] == [
        [each.kind for each in command.walk()] for command in before.commands
    ]


@pytest.mark.shared_samples
@dumps.present
@pytest.mark.parametrize("path", [*dumps.logs(), *dumps.saves()], ids=lambda path: path.name)
def test_no_password_is_left_in_a_sample(path: Path, tmp_path: Path) -> None:
    target = tmp_path / path.name

    scrub(path, target)

    text = contents(target)
    assert "pw-blue" not in text
    assert "pw-red" not in text
    one, two = (Timeline.of(savefile.read(each)) for each in (path, target))
    assert two.end.digest() == one.end.digest()
    assert two.end.table == one.end.table
    assert dict(two.taken_back) == dict(one.taken_back)
