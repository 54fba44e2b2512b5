import json
import os
import subprocess
import sys

import pytest

import assets
from hexmeister.commands import COMMANDS
from hexmeister.exits import Exit
from tests.hexmeister.conftest import Call

GERMAN_HELP = [
    ("--help", "Aufruf: hexmeister [OPTIONEN] BEFEHL [ANGABEN]..."),
    ("--help", "Diese Hilfe zeigen und enden."),
    ("--help", "Überall:"),
    ("completion --help", "Angaben:"),
]
WRONG_CALLS = [
    ("completion", "Missing argument 'SHELL'", "Es fehlt die Angabe 'SHELL'"),
    ("completion bsh", "is not one of 'bash', 'fish', 'zsh'", "ist keines von 'bash', 'fish', 'zsh'"),
    ("completion bash x", "Got unexpected extra argument (x)", "Unerwartete weitere Angabe (x)"),
    ("completoin", "Did you mean 'completion'?", "Gemeint war vielleicht 'completion'."),
    ("--colour", "No such option '--colour'", "Die Option '--colour' gibt es nicht"),
    ("--no-color", "Missing command", "Es fehlt ein Befehl"),
    ("--lang fr completion bash", "Invalid value for '--lang'", "Ungültiger Wert für '--lang'"),
]


def process(*command: object, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, whatever its code."""
    words = [str(word) for word in command]
    return subprocess.run(words, check=False, capture_output=True, text=True, timeout=60, env={**os.environ, **environ})


def python(code: str, *words: str) -> subprocess.CompletedProcess[str]:
    return process(sys.executable, "-c", code, *words, LC_ALL="C.UTF-8", LANGUAGE="")


def shell(*words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return process(sys.executable, "-m", "hexmeister", *words, **{"LC_ALL": "C.UTF-8", **environ})


def test_help_lists_every_command(call: Call) -> None:
    code, out, _err = call("--help")
    assert code == Exit.FINE
    for entry in COMMANDS:
        assert f"\n  {entry.name} " in out


def test_without_a_word_the_program_shows_its_help(call: Call) -> None:
    assert call() == call("--help")


@pytest.mark.parametrize(("words", "line"), GERMAN_HELP)
def test_help_speaks_german(call: Call, words: str, line: str) -> None:
    assert line in call("--lang", "de", *words.split()).out


@pytest.mark.parametrize("entry", COMMANDS, ids=lambda entry: entry.name)
def test_every_command_explains_itself_in_both_languages(call: Call, entry: tuple[str, str, str]) -> None:
    name = entry[1]
    english, german = call(name, "--help"), call(name, "--help", "--lang", "de")
    assert english.code == german.code == Exit.FINE
    assert english.out.startswith(f"Usage: hexmeister {name} ")
    assert german.out.startswith(f"Aufruf: hexmeister {name} ")
    assert not set(english.out.split("\n\n")) & set(german.out.split("\n\n"))


@pytest.mark.parametrize(("words", "english", "german"), WRONG_CALLS)
def test_a_wrong_call_is_answered_in_one_line(
    call: Call, monkeypatch: pytest.MonkeyPatch, words: str, english: str, german: str
) -> None:
    for language, text in (("en", english), ("de", german)):
        monkeypatch.setenv("HEXMEISTER_LANG", language)
        code, out, err = call(*words.split())
        assert code == Exit.UNREADABLE
        assert out == ""
        assert text in err
        assert err.count("\n") == 1


def test_an_error_of_usage_names_the_command_and_what_may_be_left_out_is_in_brackets(call: Call) -> None:
    assert call("ask", "game.vlog", "--sight", "0706").err.endswith("See: hexmeister ask --help\n")
    assert call("report", "--help").out.startswith("Usage: hexmeister report [OPTIONS] DB VIEW [GAME]\n")


@pytest.mark.parametrize(
    "words",
    [
        ("watch", "nowhere"),
        ("serve", "nowhere"),
        ("check", "nowhere"),
        ("lint", "nowhere"),
        ("lint", "README.md", "--config", "nowhere"),
    ],
)
def test_what_is_not_there_is_told_alike_by_every_command(call: Call, words: tuple[str, ...]) -> None:
    assert call(*words) == (2, "", "hexmeister: nowhere: there is no such file or folder\n")


def test_the_version_is_told(call: Call) -> None:
    assert call("--version").out.startswith("hexmeister ")


@pytest.mark.parametrize("name", ["bash", "fish", "zsh"])
def test_a_shell_gets_its_completion(call: Call, name: str) -> None:
    code, out, _err = call("completion", name)
    assert code == Exit.FINE
    assert "_HEXMEISTER_COMPLETE" in out


def test_completion_offers_commands() -> None:
    answer = shell(_HEXMEISTER_COMPLETE="bash_complete", COMP_WORDS="hexmeister comp", COMP_CWORD="1")
    assert answer.stdout.split() == ["plain,completion"]


def test_a_reader_that_stops_early_gets_the_beginning_and_no_complaint() -> None:
    script = f"set -o pipefail; {sys.executable} -m hexmeister --help | head -n 1"
    answer = process("bash", "-c", script)
    assert answer.returncode in (Exit.FINE, Exit.PIPE_CLOSED)
    assert answer.stdout.count("\n") == 1
    assert answer.stderr == ""


@pytest.mark.parametrize("words", [["--help"], ["rules", assets.games()[0]]], ids=["text", "table"])
def test_a_reader_that_is_gone_gives_the_code_for_it(words: list[str]) -> None:
    answer = python(
        "import os, sys\n"
        "from hexmeister import main\n"
        "r, w = os.pipe(); os.close(r); os.dup2(w, 1)\n"
        f"sys.exit(main.main({words}))\n"
    )
    assert (answer.returncode, answer.stderr) == (Exit.PIPE_CLOSED, "")


def test_a_fault_of_the_program_is_one_line_with_a_code_of_its_own() -> None:
    broken = "from hexmeister import main; main.program = None; main.run()"
    quiet, loud = python(broken), python(broken, "--debug")
    assert (quiet.returncode, quiet.stderr.count("\n")) == (Exit.FAULT, 1)
    assert "fault of the program" in quiet.stderr
    assert loud.returncode == Exit.FAULT
    assert "Traceback" in loud.stderr


def test_a_terminal_that_knows_no_umlauts_gets_them_escaped() -> None:
    answer = shell("--help", "--lang", "de", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert answer.returncode == Exit.FINE
    assert r"\xdcberall" in answer.stdout


def test_help_comes_quickly() -> None:
    resource = pytest.importorskip("resource", reason="needs the accounts of a POSIX system")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    shell("--help")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert seconds < 0.3, "help must not load what only one command needs"


def test_help_loads_no_command_and_no_heavy_library() -> None:
    answer = python("import sys; from hexmeister.main import main; main(['--help']); print(sorted(sys.modules))")
    loaded = set(json.loads(answer.stdout.splitlines()[-1].replace("'", '"')))
    assert not loaded & {"rich.console", "numpy", "PIL", "lxml", "msgspec", "yaml", "builder", "assets", "rules"}
    assert not any(name.startswith("hexmeister.commands.") for name in loaded)
