import json
import re
from pathlib import Path
from typing import Any

import pytest

import assets
from hexmeister.examples import play, write_all
from hexmeister.exits import Exit
from tests.hexmeister.conftest import Call
from tests.played import Played, first_of_each, played
from vassal import savefile
from vassal.commands import make


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return write_all(tmp_path)[0].parent


def data(call: Call, *words: object) -> Any:
    code, out, _err = call("show", *words, "--json")
    assert code == Exit.FINE
    return json.loads(out)


def test_a_save_is_told_with_its_players_and_pieces(call: Call, game: Path) -> None:
    code, out, err = call("show", game / "ford.vsav")
    assert (code, err) == (Exit.FINE, "")
    assert out.startswith("Save of The Ford, version 1.0\n")
    assert "p1           Ann   Blue" in out
    assert "Cup   The Ford       3  face down" in out
    assert "Steps" not in out


def test_a_log_is_told_with_what_stands_in_its_steps(call: Call, game: Path) -> None:
    out = call("show", game / "ford.vlog").out
    facts = {line[:36].strip(): line[36:].strip() for line in out.splitlines()}
    assert facts["Steps"] == "10"
    assert facts["Rolls"] == "2"
    assert facts["Taken back"] == "1"
    assert facts["What does not fit what came before"] == "0"


def test_the_course_of_the_game_is_told_line_by_line(call: Call, game: Path) -> None:
    lines = call("show", game / "ford.vlog", "--chat").out.splitlines()
    assert "    1  Ann: Good luck, Bob!" in lines
    assert "    5  * UNDO: * 2d6 = 3,4 (Ann)" in lines
    assert "       takes back step 4" in lines


def test_the_position_after_a_step_names_places_by_the_module(call: Call, game: Path) -> None:
    out = call("show", game / "ford.vlog", "--step", 9, "--module", game / "ford.vmod").out
    rows = [line.split() for line in out.splitlines()]
    assert ["The", "Ford", "0703", "Battery", "106"] in rows
    assert ["The", "Ford", "0703", "Guard", "(-)", "104"] in rows


def test_without_the_module_places_are_points(call: Call, game: Path) -> None:
    position = data(call, game / "ford.vlog", "--step", 0)["position"]
    guard = next(each for each in position if each["name"] == "Guard")
    assert (guard["location"], guard["x"], guard["y"], guard["gpid"]) == (None, 373, 168, "4")
    assert guard["properties"]["Ammo"] == "3"


def test_hidden_pieces_are_counted_and_named_only_when_asked(call: Call, game: Path) -> None:
    code, out, err = call("show", game / "ford.vsav", "--step", 0)
    assert (code, err) == (Exit.FINE, "Hidden from other players: 3. --hidden names them.\n")
    assert "Rally" not in out
    assert "Rally" in call("show", game / "ford.vsav", "--step", 0, "--hidden").out
    kept_back = [each for each in data(call, game / "ford.vsav", "--step", 0)["position"] if each["hidden"]]
    assert [(each["name"], each["gpid"], each["properties"]) for each in kept_back] == [(None, None, {})] * 3


def test_passwords_are_never_shown(call: Call, game: Path) -> None:
    for words in ((), ("--chat",), ("--step", 9), ("--chat", "--hidden", "--step", 9)):
        for form in ((), ("--json",)):
            answer = call("show", game / "ford.vlog", *words, *form)
            assert not any(secret in answer.out + answer.err for secret in play.PASSWORDS.values())


def test_a_step_beyond_the_end_is_refused(call: Call, game: Path) -> None:
    code, out, err = call("show", game / "ford.vlog", "--step", 11)
    assert (code, out) == (Exit.UNREADABLE, "")
    assert "the last step is 10" in err


def test_a_cut_log_gives_what_is_left_of_it_and_says_so(call: Call, game: Path) -> None:
    log = game / "ford.vlog"
    log.write_bytes(log.read_bytes()[:-900])
    code, out, _err = call("show", log, "--json")
    found = json.loads(out)
    assert code == Exit.FINDINGS
    assert found["problems"]
    assert [each["name"] for each in found["players"]] == ["Ann", "Bob"]


def test_names_from_the_file_cannot_steer_the_terminal(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "hostile.vsav"
    name = "Eve\x9d0;owned\x07\x9b31m\u202eevil"
    players = make("player", id="secret", name=name, side="[red]Red[/red]")
    savefile.write(path, savefile.SaveFile((make("begin"), players, make("end"))))
    for words in ((), ("--json",)):
        out = call("show", path, *words).out
        assert not set(out) & {"\x9d", "\x07", "\x9b", "\u202e"}
    assert "[red]Red[/red]" in call("show", path).out


def test_it_all_speaks_german(call: Call, game: Path) -> None:
    assert call("show", game / "ford.vsav", "--lang", "de").out.startswith("Spielstand zu The Ford, Version 1.0\n")
    assert "nimmt Schritt 4 zurück" in call("show", game / "ford.vlog", "--chat", "--lang", "de").out


@pytest.mark.parametrize("log", first_of_each(played()), ids=str)
def test_boxes_and_tracks_of_a_known_game_are_called_by_their_names(call: Call, log: Played) -> None:
    maps = assets.load(log.game).maps.values()
    boxes = {box for country in maps for box in country.boxes if "-" in box}
    tracks = {track for country in maps for track in country.tracks}
    last = str(data(call, log.path)["steps"])
    told = [call("show", log.path, *words, "--lang", "de").out for words in (("--chat",), ("--step", last))]
    moves = [line for out in told for line in out.splitlines() if "* " not in line]
    named = {track.name.de for country in maps for track in country.tracks.values()}
    assert any(f"{name}: " in line for name in named for line in moves)
    assert not [line for line in moves if set(re.findall(r"[\w-]+", line)) & boxes]
    assert not [line for line in moves if re.search(rf"\b({'|'.join(tracks)})/[0-9]", line)]
