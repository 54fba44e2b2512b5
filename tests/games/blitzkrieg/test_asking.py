"""`hexmeister ask` on games that the real client wrote: how answers read, and what is refused."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.rules.audit.many import in_logs
from tests.rules.shared.kit import kit_of
from tests.rules.shared.workshop import workshop_of
from vassal import savefile

if TYPE_CHECKING:
    from tests.hexmeister.conftest import Call

GAMES = Path(__file__).parent / "played"
HANNUT, STONNE = str(GAMES / "hannut.one-open-move.vlog"), str(GAMES / "stonne.repeat-left-out.vlog")


def test_how_things_stand_is_told_in_the_players_words(call: "Call") -> None:
    told = call("ask", HANNUT, "--step", "60").out
    assert "while the other side may react\n" in told
    assert "no winner with: 8-12" in told
    assert " or a step loss of 1st rifle company" in told
    german = call("--lang", "de", "ask", HANNUT, "--step", "60").out
    assert "während der Reaktion der anderen Seite\n" in german
    assert "kein Sieger mit: 8-12" in german
    assert " oder ein Stufenverlust von 1. Schützenkompanie" in german


def test_who_holds_what_must_be_held_is_told_by_name(call: "Call") -> None:
    assert "0510: French" in call("ask", STONNE).out


def test_who_is_winning_is_told(call: "Call") -> None:
    assert "  would win as things stand: French" in call("ask", HANNUT).out.splitlines()
    assert "  Sieger nach jetzigem Stand: Franzosen" in call("--lang", "de", "ask", STONNE).out.splitlines()
    assert json.loads(call("ask", STONNE, "--json").out)["situation"]["winner"] == "french"


def test_who_is_out_of_command_is_told_with_the_place(call: "Call") -> None:
    found = json.loads(call("ask", HANNUT, "--json").out)["situation"]
    assert found["out_of_command"]
    assert sorted(found["at"]) == found["out_of_command"]
    assert f"  {found['at'][found['out_of_command'][0]]}  " in call("ask", HANNUT).out


@pytest.mark.parametrize("unit", ["fr.2cuir.somua1", "de.i-5pz.pz1"])
def test_what_a_unit_may_do_is_what_the_referee_allows(call: "Call", unit: str) -> None:
    asked = ("ask", HANNUT, "--step", "60")
    found = json.loads(call(*asked, "--may", unit, "--json").out)["may"]
    told = call(*asked, "--may", unit).out
    assert found["actions"]
    assert all(each["action"] in told for each in found["actions"][:3])
    for each in found["actions"][:6] if found["now"] else ():
        would = json.loads(call(*asked, "--would", each["action"], "--json").out)["would"]
        assert would["verdict"] == "legal"


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (("--would", ""), "eine Handlung ist eine von activate"),
        (("--would", "fly 0101"), "eine Handlung fly gibt es nicht; es gibt activate"),
        (("--would", "move units= hex=0101"), "move nimmt units hex column by; units fehlt"),
        (("--would", "move 1cuir.somua1 0714 perhaps"), "column kann nicht perhaps sein"),
        (("--may", "nobody"), "es gibt keine Einheit nobody"),
        (("--reach", ""), "es gibt keine Einheit"),
        (("--ruling", "X=1"), "eine Auslegungsfrage X gibt es nicht; die erste ist AMB-01"),
        (("--ruling", "AMB-08=hard"), "AMB-08 kennt keine Lesart hard; es gibt strict, soft"),
        (("--ruling", "strict"), "eine Auslegung wird als FRAGE=LESART festgelegt"),
    ],
)
def test_a_wrong_question_is_told_in_the_chosen_language(call: "Call", wish: tuple[str, ...], said: str) -> None:
    told = call("--lang", "de", "ask", HANNUT, *wish)
    assert (told.code, told.out, len(told.err.splitlines())) == (2, "", 1)
    assert said in told.err


def test_what_nobody_could_do_is_not_listed_as_due(call: "Call") -> None:
    due = json.loads(call("ask", HANNUT, "--step", "20", "--json").out)["situation"]["due"]
    assert len(due) == 3
    assert all(due)


def test_each_chance_stands_in_its_own_line_with_the_meaning_of_its_result(call: "Call") -> None:
    lines = call("ask", HANNUT, "--step", "45", "--targets", "fr.2cuir.somua1").out.splitlines()
    assert "  column 1: attack +3, distance -1, orchard -1" in lines
    assert "   83.33% no effect (30 of 36)" in lines
    assert "   16.67% neutralised (6 of 36)" in lines


@pytest.mark.parametrize(("question", "what"), [("--reach", "places"), ("--targets", "targets")])
def test_a_unit_that_is_not_on_the_map_goes_nowhere_and_hits_nobody(call: "Call", question: str, what: str) -> None:
    told = call("ask", HANNUT, "--step", "5", question, "1cuir.somua1")
    assert (told.code, told.out.splitlines()[1:]) == (0, ["It is not on the map."])
    found = json.loads(call("ask", HANNUT, "--step", "5", question, "1cuir.somua1", "--json").out)
    answer = found[question.removeprefix("--")]
    assert (answer["on_map"], answer["now"], answer[what]) == (False, False, [])


@pytest.mark.parametrize(
    "action", ["move 1cuir.somua1,1cuir.somua2 0714", "move units=fr.1cuir.somua1,1cuir.somua2 hex=0714"]
)
def test_an_action_names_its_units_as_the_other_questions_do(call: "Call", action: str) -> None:
    told = call("ask", HANNUT, "--step", "60", "--would", action, "--json")
    would = json.loads(told.out)["would"]
    assert "fr.1cuir.somua1,fr.1cuir.somua2" in would["action"]
    assert {"BLZ-7.1a", "BLZ-2.2.2b"} <= {each["rule"] for each in would["findings"]}


def test_an_action_names_its_units_as_they_are_printed_and_its_verb_in_german(call: "Call") -> None:
    shooter, target = "9th machine-gun company (II/12 SchR)", "9th squadron, light tanks (III/11 RDP)"
    said = f"fire unit={shooter} target={target}"
    would = json.loads(call("ask", HANNUT, "--step", "60", "--would", said, "--json").out)["would"]
    assert would["action"] == "fire unit=de.ii-12sch.mg9 target=fr.iii-11rdp.amr"
    quoted = f"schießen unit='{shooter}' target='{target}'"
    again = json.loads(call("ask", HANNUT, "--step", "60", "--would", quoted, "--lang", "de", "--json").out)["would"]
    assert {each["rule"] for each in again["findings"]} == {each["rule"] for each in would["findings"]}


def test_an_action_with_a_name_that_several_have_is_answered_with_all_of_them(call: "Call") -> None:
    told = call("ask", HANNUT, "--step", "60", "--would", "move somua1 0714")
    both = ("1st squadron, SOMUA S35 (1 Cuir) (fr.1cuir.somua1)", "1st squadron, SOMUA S35 (2 Cuir) (fr.2cuir.somua1)")
    assert (told.code, f"somua1 may be {', '.join(both)}" in told.err) == (2, True)
    told = call("ask", HANNUT, "--step", "60", "--would", "move nobody 0714")
    assert (told.code, "there is no unit or place nobody" in told.err) == (2, True)


def test_a_step_that_the_log_does_not_have_is_an_error_of_usage(call: "Call") -> None:
    steps = len(savefile.read(GAMES / "hannut.one-open-move.vlog").steps)
    assert call("ask", HANNUT, "--step", str(steps)).code == 0
    told = call("ask", HANNUT, "--step", str(steps + 1))
    assert (told.code, f"there are {steps} steps in it" in told.err) == (2, True)


@pytest.mark.parametrize(
    "words", [("ask", HANNUT, "--picture"), ("render", "blitzkrieg", "fr.1cuir.hq", "--output")], ids=["ask", "render"]
)
def test_a_picture_takes_no_other_kind_of_file(call: "Call", tmp_path: Path, words: tuple[str, ...]) -> None:
    log = tmp_path / "game.vlog"
    log.write_bytes(b"mine")
    told = call(*words, str(log))
    assert (told.code, "ends in .png" in told.err, log.read_bytes()) == (2, True, b"mine")


def halves(folder: Path) -> list[str]:
    """A game in two logs."""
    turns = list(kit_of("blitzkrieg").play("hannut", 3, 160))
    logs = in_logs(workshop_of("blitzkrieg"), "hannut", turns, lambda step: step == 130)
    for name, log in logs:
        savefile.write(folder / name, log)
    return [str(folder / name) for name, _ in logs]


def test_of_a_log_from_the_middle_of_a_game_only_the_board_is_known(call: "Call", tmp_path: Path) -> None:
    first, second = halves(tmp_path)
    moves = ("--would", "move de.i-5pz.pz1 0101")
    whole, half = (call("ask", *files, *moves, "--json") for files in ((first, second), (second,)))

    assert json.loads(whole.out)["would"]["verdict"] == "illegal"
    assert json.loads(half.out)["would"]["verdict"] == "undecided"
    assert "begins in the middle of a game" in half.err
    assert "begins in the middle of a game" not in whole.err
    assert "beginnt mitten in einer Partie" in call("--lang", "de", "ask", second).err


def test_a_check_of_a_log_from_the_middle_of_a_game_says_so_and_accuses_nobody(call: "Call", tmp_path: Path) -> None:
    first, second = halves(tmp_path)
    whole, half = call("check", first, second), call("check", second)

    assert (whole.code, half.code) == (0, 0)
    assert "002.vlog begins in the middle of a game" in half.out
    assert "in the middle of a game" not in whole.out
