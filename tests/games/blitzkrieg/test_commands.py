"""What the commands say of this game: questions about a log, a saved chat, disputed rulings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops

import assets
from builder.build import lock_of
from builder.module import making_of
from tests.hexmeister.logs import HOSTILE, table, write, written
from tests.rules.blitzkrieg.sample import FAR, UNIT, goes_on
from vassal import commands
from vassal.logwriter import LogWriter

if TYPE_CHECKING:
    from tests.hexmeister.conftest import Call


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log in which somebody boasts of a roll, and the first phase begins."""
    writer = table()
    writer.do(commands.make("chat", text=f"&lt;{HOSTILE}&gt; - [#roll;k=a.1.1;p=FIRE;res=6,6]"))
    with writer.step():
        goes_on(writer)
    return write(tmp_path / "game.vlog", written(writer))


def drag(writer: LogWriter, unit: str, place: str) -> None:
    """A unit is put down in another hex of the map."""
    game = assets.load("blitzkrieg")
    making = making_of(game, lock=lock_of(game))
    (piece,) = (each for each in writer.position.pieces() if each.gpid == making.gpid(f"unit/{unit}"))
    writer.move(piece.id, game.handling.board, *making.sheets["hannut"].hexes[place])


def test_the_set_up_that_is_ready_to_play_is_one_that_keeps_the_rules(call: Call, tmp_path: Path) -> None:
    """Who begins at once is accused of nothing, and nothing stays open; a unit that was put elsewhere is told."""
    for moved, illegal in ((), set()), ((UNIT, FAR), {"BLZ-12.1.2e"}):
        writer = table()
        if moved:
            drag(writer, *moved)
        for side, number in (("French", 1), ("German", 2), ("French", 3)):
            with writer.step():
                writer.report(f"{side}: set-up<!--[#done;k=a.{number}.1;s={side};t=1;what=Setup]-->")
                writer.set_global("HX_K", f"a.{number}.1")
        found = json.loads(call("check", str(write(tmp_path / "game.vlog", written(writer))), "--json").out)["findings"]
        assert {each["rule"] for each in found} == illegal


def test_a_question_is_answered_in_words_and_in_json(call: Call, log: Path) -> None:
    assert "0706 to 0709, 3 places: not free" in call("ask", str(log), "--sight", "0706", "0709").out
    data = json.loads(call("ask", str(log), "--json", "--sight", "0706", "0709").out)
    assert data["sight"]["by"] == ["0708"]
    assert json.loads(call("ask", str(log), "--json").out)["situation"]["turn"] == 1


def test_what_would_be_said_of_an_action(call: Call, log: Path) -> None:
    told = call("ask", str(log), "--would", "fire fr.1cuir.somua1 fr.1cuir.somua2", "--json")
    would = json.loads(told.out)["would"]
    assert would["verdict"] == "illegal"
    assert all(each["rule"].startswith("BLZ-") and each["text"] for each in would["findings"])
    assert call("ask", str(log), "--would", "fire fr.1cuir.somua1 nobody").code == 2
    wrong = call("ask", str(log), "--would", "fier fr.1cuir.somua1")
    assert (wrong.code, "fire" in wrong.err) == (2, True)


def test_an_answer_is_drawn_on_the_map(call: Call, log: Path, tmp_path: Path) -> None:
    plain, barred = tmp_path / "plain.png", tmp_path / "barred.png"
    assert call("ask", str(log), "--picture", str(plain)).code == 0
    assert call("ask", str(log), "--sight", "0706", "0709", "--picture", str(barred)).code == 0
    with Image.open(plain) as before, Image.open(barred) as after:
        box = ImageChops.difference(before, after).getbbox()
    assert box is not None
    assert box[3] - box[1] > 2 * (box[2] - box[0]), "a line from north to south"


def test_a_question_about_a_place_or_unit_that_is_not_there_is_an_error_of_usage(call: Call, log: Path) -> None:
    assert call("ask", str(log), "--sight", "0706", "9999").code == 2
    assert call("ask", str(log), "--reach", "nobody").code == 2


def test_a_chat_window_judges_nobody(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "chat.txt"
    path.write_text(
        "* German draws I/5 PzR; 20 left<!--[#draw;k=a.1.1;u=1;g=2;h=cup;s=German;chit=x;left=20]-->\n"
        "&lt;Ann&gt; - [#roll;k=a.2.1;res=6,6]\n* ? <!--[#nonsense;k=a.3.1]-->\n",
        encoding="utf-8",
    )
    data = json.loads(call("check", str(path), "--json").out)
    assert data["evidence"] == "chat"
    assert data["summary"]["illegal"] == 0
    assert [each["step"] for each in data["findings"]] == [2, 3, 0]
    assert call("check", str(path), "--html", str(tmp_path / "page.html")).code == 2


def test_a_dispute_that_the_edition_answers_says_so(call: Call) -> None:
    assert "The edition in play answers it" in call("rules", "blitzkrieg", "AMB-58").out
    (alone,) = json.loads(call("--lang", "de", "rules", "blitzkrieg", "AMB-01", "--json").out)["rulings"]
    assert alone["question"] == "Wann wird ein HQ umgedreht?"
