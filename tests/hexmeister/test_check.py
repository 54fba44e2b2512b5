"""`hexmeister check` and `hexmeister rules`: what they say, in words, in JSON, as a page; and how they end."""

import json
import os
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from PIL import Image, ImageChops

import assets
from hexmeister.exits import Exit
from hexmeister.modules import module_of
from rules.audit import coverage
from rules.audit.games import game_of
from rules.audit.report import Report
from vassal import commands, savefile
from vassal.ground import ModuleGround
from vassal.logwriter import LogWriter
from vassal.position import Position

if TYPE_CHECKING:
    from tests.hexmeister.conftest import Call

HOSTILE = '<script>alert(1)</script>\x1b[31m"'
SCHEMA = Path(__file__).resolve().parents[2] / "docs" / "reference" / "check.schema.json"


@pytest.fixture(scope="module")
def set_up() -> bytes:
    """The ready set-up of Hannut as the module brings it along."""
    from builder.build import lock_of, saved_at
    from builder.plan import plan
    from builder.setups import save_of

    game = assets.load("blitzkrieg")
    planned = plan(game, None, lock_of(game))
    scenario = game.scenarios["hannut"]
    return save_of(planned.making, planned.root, scenario, ready=True, saved=saved_at(planned.making))


@pytest.fixture
def log(set_up: bytes, tmp_path: Path) -> Path:
    """A log in which somebody boasts and an infantry company is dragged across the map."""
    save = savefile.read(set_up)
    writer = LogWriter(Position.of(save.initial, ModuleGround(module_of(save, "blitzkrieg"))), count(9_000_000))
    writer.do(commands.make("chat", text=f"&lt;{HOSTILE}&gt; - [#roll;k=a.1.1;p=FIRE;res=6,6]"))
    with writer.step():
        record = "<!--[#phase;new=1 Operations;old=1 Setup;s=French;t=1;p=Operations;log=game.vlog]-->"
        writer.report(f"French: 1 Operations{record}")
        writer.turn("TurnTracker0", "0|1;0;false;-1;2\\;0\\;0\\;false,true,true,true")
    path = tmp_path / "game.vlog"
    savefile.write(path, writer.save(metadata=save.metadata, module=save.module))
    return path


def test_a_log_is_summed_up_and_its_findings_are_told(call: "Call", log: Path) -> None:
    answer = call("check", str(log))
    assert "Blitzkrieg 1940, hannut: game.vlog" in answer.out
    assert "Illegal              0" in answer.out
    assert answer.code == 0


def test_strict_ends_with_three_where_something_stayed_open(call: "Call", log: Path) -> None:
    assert call("check", str(log), "--strict").code == 3


def test_the_json_is_what_the_schema_says(call: "Call", log: Path) -> None:
    data = json.loads(call("check", str(log), "--json").out)
    report = msgspec.convert(data, Report)
    assert (report.game, report.scenario, report.logs[0].name) == ("blitzkrieg", "hannut", "game.vlog")
    assert report.summary["illegal"] == sum(each.verdict == "illegal" for each in report.findings)


def test_the_documented_schema_is_up_to_date() -> None:
    assert _sorted(json.loads(SCHEMA.read_text(encoding="utf-8"))) == _sorted(
        json.loads(json.dumps(msgspec.json.schema(Report)))
    )


def _sorted(data: object) -> object:
    """The same schema with its alternatives in one order."""
    if isinstance(data, dict):
        return {key: _sorted(value) for key, value in data.items()}
    return sorted(map(_sorted, data), key=repr) if isinstance(data, list) else data


def test_a_settled_ruling_is_named_and_an_unknown_one_is_refused(call: "Call", log: Path) -> None:
    data = json.loads(call("check", str(log), "--json", "--ruling", "AMB-48=other").out)
    assert data["rulings"] == {"AMB-48": "other"}
    assert call("check", str(log), "--ruling", "AMB-48=perhaps").code == 2


def test_rulings_can_stand_in_a_file(call: "Call", log: Path, tmp_path: Path) -> None:
    file = tmp_path / "rulings.txt"
    file.write_text("# ours\nAMB-48 = other  # agreed\n\n", encoding="utf-8")
    assert json.loads(call("check", str(log), "--json", "--rulings", str(file)).out)["rulings"] == {"AMB-48": "other"}


def test_rulings_that_are_no_text_are_an_error_of_usage(call: "Call", log: Path) -> None:
    answer = call("check", str(log), "--rulings", str(log))
    assert (answer.code, "game.vlog is no text" in answer.err) == (2, True)


def test_the_page_needs_nothing_else_and_no_name_gets_out_of_its_place(call: "Call", log: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    assert call("check", str(log), "--html", str(page)).code == 0
    text = page.read_text(encoding="utf-8")
    assert "alert(1)</script>" not in text
    assert "\x1b" not in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")
    assert len(text) < 3_000_000
    assert call("check", str(log), "--html", str(page)).code == 2, "a page is not written over without --force"


def test_no_password_gets_into_a_report(call: "Call", set_up: bytes, tmp_path: Path) -> None:
    save = savefile.read(set_up)
    ground = ModuleGround(module_of(save, "blitzkrieg"))
    writer = LogWriter(Position.of(save.initial, ground), count(9_000_000), "p1", {"p1": "hunter2"})
    writer.do(commands.make("player", id="p1", name="Ann", side="French"))
    piece = next(each for each in writer.position.pieces() if each.map == "Map")
    writer.move(piece.id, "Map", 948, 188)
    path = tmp_path / "game.vlog"
    savefile.write(path, writer.save(metadata=save.metadata, module=save.module))
    assert "hunter2" in savefile.read(path).text
    page = tmp_path / "report.html"
    answers = [call("check", str(path), "--json"), call("check", str(path), "--html", str(page))]
    assert all("hunter2" not in answer.out + answer.err for answer in answers)
    assert "hunter2" not in page.read_text(encoding="utf-8")


def test_german_is_spoken_throughout(call: "Call", log: Path) -> None:
    answer = call("--lang", "de", "check", str(log))
    assert "Regelwidrig" in answer.out
    assert "Legal" not in answer.out


def test_what_is_no_log_ends_with_two_and_one_line(call: "Call", tmp_path: Path) -> None:
    path = tmp_path / "broken.vlog"
    path.write_bytes(b"PK\x05\x06 nothing")
    answer = call("check", str(path))
    assert answer.code == 2
    assert len(answer.err.splitlines()) == 1


def test_a_log_of_an_unknown_game_is_refused_with_those_that_are_known(call: "Call", tmp_path: Path) -> None:
    from vassal.metadata import Metadata
    from vassal.savefile import SaveFile

    path = tmp_path / "other.vlog"
    frame = (commands.make("begin"), commands.make("end"))
    savefile.write(path, SaveFile(frame, metadata=Metadata(version="1"), module=Metadata(version="1", name="Chess")))
    answer = call("check", str(path))
    assert answer.code == 2
    assert "Blitzkrieg 1940" in answer.err


def test_a_chat_window_judges_nobody(call: "Call", tmp_path: Path) -> None:
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


def test_a_rule_is_shown_with_what_enforces_and_what_tests_it(call: "Call") -> None:
    answer = call("rules", "blitzkrieg", "BLZ-5.3g")
    assert "rules/blitzkrieg/cup/activation.py:" in answer.out
    data = json.loads(call("rules", "blitzkrieg", "--json").out)
    (row,) = [row for row in data["rules"] if row["id"] == "BLZ-5.3g"]
    assert set(row) == {"id", "verdict", "human", "enforced_by", "tested_by"}


def test_tests_of_a_rule_are_shown_where_they_are_known(
    call: "Call", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coverage, "RECORDS", tmp_path)
    assert "not known here" in call("rules", "blitzkrieg", "BLZ-5.3g").out
    assert "hier nicht bekannt" in call("--lang", "de", "rules", "blitzkrieg", "BLZ-5.3g").out
    (tmp_path / coverage.NAMED).write_text('{"tests/some.py::test_it": ["BLZ-5.3g"]}')
    assert "tests/some.py::test_it" in call("rules", "blitzkrieg", "BLZ-5.3g").out
    (row,) = json.loads(call("rules", "blitzkrieg", "BLZ-5.3g", "--json").out)["rules"]
    assert row["tested_by"] == ["tests/some.py::test_it"]


@pytest.mark.parametrize("game", ["blitzkrieg", "barbarossa"])
def test_the_rules_of_a_game_end_with_all_that_is_disputed(call: "Call", game: str) -> None:
    rulings, told = assets.load(game).rulings, call("rules", game).out
    listed = json.loads(call("rules", game, "--json").out)["rulings"]
    assert [each["id"] for each in listed] == list(rulings)
    for each in listed:
        ruling = rulings[each["id"]]
        assert (each["question"], each["ours"], each["rules"]) == (ruling.question.en, ruling.ours, [*ruling.rules])
        assert [(one["id"], one["means"]) for one in each["readings"]] == [
            (name, reading.means.en) for name, reading in ruling.readings.items()
        ]
        assert f"{ruling.id}  {ruling.question.en}\n" in told
        assert all(f"{reading.name.en}: {reading.means.en}\n" in told for reading in ruling.readings.values())
        assert not (each["settle"] and each["accepted"])


@pytest.mark.parametrize("game", ["blitzkrieg", "barbarossa"])
def test_whatever_is_offered_to_settle_a_dispute_is_taken(call: "Call", game: str) -> None:
    made = game_of(game)
    for each in json.loads(call("rules", game, "--json").out)["rulings"]:
        assert len(each["settle"]) != 1
        for way in each["settle"]:
            assert made.switches((way,)).settled == dict([way.split("=")])


def test_a_dispute_tells_how_it_is_settled_and_what_is_accepted_either_way(call: "Call") -> None:
    settled = call("rules", "barbarossa", "BAR-A103").out
    assert "  * extra   no: Landed in step 5" in settled
    assert "Settle it: --ruling BAR-A103=extra or --ruling BAR-A103=counts" in settled
    german = call("--lang", "de", "rules", "barbarossa", "BAR-A103").out
    assert german.startswith("BAR-A103  Zählt die Box Gelandet als die Box ihrer Runde?\n")
    assert "Festlegen: --ruling BAR-A103=extra oder --ruling BAR-A103=counts" in german
    either = call("rules", "barbarossa", "BAR-A47").out
    assert "Either is accepted: " in either
    assert "--ruling" not in either
    assert "The edition in play answers it" in call("rules", "blitzkrieg", "AMB-58").out
    (alone,) = json.loads(call("--lang", "de", "rules", "blitzkrieg", "AMB-01", "--json").out)["rulings"]
    assert alone["question"] == "Wann wird ein HQ umgedreht?"


def test_a_rule_that_is_not_in_the_book_is_an_error_of_usage(call: "Call") -> None:
    assert call("rules", "blitzkrieg", "BLZ-99z").code == 2


def test_a_question_is_answered_in_words_and_in_json(call: "Call", log: Path) -> None:
    assert "0706 to 0709, 3 places: not free" in call("ask", str(log), "--sight", "0706", "0709").out
    data = json.loads(call("ask", str(log), "--json", "--sight", "0706", "0709").out)
    assert data["sight"]["by"] == ["0708"]
    assert json.loads(call("ask", str(log), "--json").out)["situation"]["turn"] == 1


def test_what_would_be_said_of_an_action(call: "Call", log: Path) -> None:
    told = call("ask", str(log), "--would", "fire fr.1cuir.somua1 fr.1cuir.somua2", "--json")
    would = json.loads(told.out)["would"]
    assert would["verdict"] == "illegal"
    assert all(each["rule"].startswith("BLZ-") and each["text"] for each in would["findings"])
    assert call("ask", str(log), "--would", "fire fr.1cuir.somua1 nobody").code == 2
    wrong = call("ask", str(log), "--would", "fier fr.1cuir.somua1")
    assert (wrong.code, "fire" in wrong.err) == (2, True)


def test_an_answer_is_drawn_on_the_map(call: "Call", log: Path, tmp_path: Path) -> None:
    plain, barred = tmp_path / "plain.png", tmp_path / "barred.png"
    assert call("ask", str(log), "--picture", str(plain)).code == 0
    assert call("ask", str(log), "--sight", "0706", "0709", "--picture", str(barred)).code == 0
    with Image.open(plain) as before, Image.open(barred) as after:
        box = ImageChops.difference(before, after).getbbox()
    assert box is not None
    assert box[3] - box[1] > 2 * (box[2] - box[0]), "a line from north to south"


def test_a_question_about_a_place_or_unit_that_is_not_there_is_an_error_of_usage(call: "Call", log: Path) -> None:
    assert call("ask", str(log), "--sight", "0706", "9999").code == 2
    assert call("ask", str(log), "--reach", "nobody").code == 2


@pytest.mark.parametrize(
    ("record", "game"), [("#draw;k=a.1.1;chit=x", "blitzkrieg"), ("#commit;s=German", "barbarossa")]
)
def test_a_chat_window_is_of_the_game_that_knows_its_records(
    call: "Call", tmp_path: Path, record: str, game: str
) -> None:
    chat = tmp_path / "chat.txt"
    chat.write_text(f"* something is said<!--[{record}]-->\n", encoding="utf-8")
    assert json.loads(call("check", str(chat), "--json").out)["game"] == game


def test_a_page_is_written_as_a_whole_in_the_place_of_the_old_one(call: "Call", log: Path, tmp_path: Path) -> None:
    page, old = tmp_path / "report.html", tmp_path / "old.html"
    page.write_text("the old one")
    old.hardlink_to(page)
    call("check", log, "--html", page, "--force")
    assert "<html" in page.read_text(encoding="utf-8")
    assert old.read_text() == "the old one"
    assert sorted(path.name for path in tmp_path.glob("*.part")) == []


@pytest.mark.parametrize("command", ["check", "show", "ask", "audit"])
def test_a_pipe_that_is_called_a_log_is_refused(call: "Call", tmp_path: Path, command: str) -> None:
    pipe = tmp_path / "pipe.vlog"
    os.mkfifo(pipe)
    words = ("--db", tmp_path / "season.sqlite", "--jobs", "1") if command == "audit" else ()
    answer = call(command, pipe, *words)
    assert answer.code == (Exit.FINDINGS if command == "audit" else Exit.UNREADABLE)
    assert "this is no file, but a pipe or a device" in answer.err + answer.out


def test_a_device_that_is_called_a_log_is_refused(call: "Call", tmp_path: Path) -> None:
    device = tmp_path / "zero.vlog"
    device.symlink_to("/dev/zero")
    answer = call("check", device)
    assert answer.code == Exit.UNREADABLE
    assert "zero.vlog: this is no file, but a pipe or a device" in answer.err
