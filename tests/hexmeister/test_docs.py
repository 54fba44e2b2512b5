import json
import re
import shlex
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from hexmeister.commands import COMMANDS
from hexmeister.examples import write_all
from hexmeister.exits import Exit
from hexmeister.main import program
from tests.hexmeister.conftest import Call
from tools.docs_hooks import reference, written

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md")))
CODE = re.compile(r"^```\w*[^\n]*\n(.*?)^```|`([^`\n]+)`|^ {4}(\S[^\n]*)$", re.MULTILINE | re.DOTALL)


def typed(page: Path) -> Iterator[str]:
    """The lines of a page that a reader could type."""
    for found in CODE.finditer(page.read_text(encoding="utf-8")):
        yield from (line.removeprefix("$ ").strip() for line in "".join(filter(None, found.groups())).splitlines())


def words_of(line: str) -> list[str]:
    """A command in its words, without the remark behind it, and without a pipe or a file to which its answer goes."""
    return shlex.split(re.split(r" #| [>|]|…", line)[0])


def test_every_exit_code_is_documented() -> None:
    page = (DOCS / "reference" / "exit-codes.md").read_text(encoding="utf-8")
    documented = {int(number): name for number, name in re.findall(r"^\| (\d+) \| ([a-z ]+) \|", page, re.MULTILINE)}
    assert documented == {code.value: code.name.lower().replace("_", " ") for code in Exit}


def test_the_reference_explains_every_command() -> None:
    page = "\n".join(reference())
    for entry in COMMANDS:
        assert f"\n## {entry.name}\n" in page
        assert f"Usage: hexmeister {entry.name} " in page


def test_every_command_that_a_page_names_is_there_with_its_options() -> None:
    root, tried = program(), 0
    for page in PAGES:
        for line in typed(page):
            called, name, *words = [*(words_of(line) if line.startswith("hexmeister ") else []), "", ""]
            if called and re.fullmatch("[a-z]+", name):
                command = root.get_command(click.Context(root), name)
                assert command is not None, f"{page.name}: {line}"
                try:
                    command.make_parser(click.Context(command)).parse_args(words[:-2])
                except click.NoSuchOption as error:
                    pytest.fail(f"{page.name}: {line}: {error.format_message()}")
                except click.UsageError:
                    pass  # a sentence that names the command, and is none to be typed
                tried += 1
    assert tried > 100


def test_every_target_and_every_module_that_a_page_has_run_is_there() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    tried = 0
    for page in PAGES:
        for line in typed(page):
            if line.startswith("make "):
                named = [word for word in words_of(line)[1:] if re.fullmatch("[a-z-]+", word)]
                assert {*named} <= targets, f"{page.name}: {line}"
                tried += 1
            ran = re.match(r"python -m ([a-z_.]+)(?=\s|$)", line)
            if ran and not ran[1].startswith("hills") and "<" not in line and "GAME" not in line.split()[2]:
                assert find_spec(ran[1]) is not None, f"{page.name}: {line}"
                tried += 1
    assert tried > 10


def test_every_answer_in_json_is_documented() -> None:
    page = (DOCS / "reference" / "json.md").read_text(encoding="utf-8")
    root = program()
    for entry in COMMANDS:
        command = root.get_command(click.Context(root), entry.name)
        if command and any(param.name == "as_json" for param in command.params):
            assert f"\n## {entry.name}" in page


@pytest.mark.parametrize("words", [["ford.vmod"], ["ford.vlog"], ["ford.vlog", "--step", "4", "--chat"]], ids=" ".join)
def test_every_name_that_show_answers_is_documented(call: Call, tmp_path: Path, words: list[str]) -> None:
    write_all(tmp_path)
    page = (DOCS / "reference" / "json.md").read_text(encoding="utf-8")
    answer = json.loads(call("show", tmp_path / words[0], *words[1:], "--json").out)
    answers = [answer, *answer.get("course", [])[:1], *answer.get("position", [])[:1]]
    assert not [name for each in answers for name in each if f"`{name}`" not in page]


@pytest.mark.parametrize(
    "page", [page for page in PAGES if "<!-- end -->" in page.read_text("utf-8")], ids=lambda page: page.name
)
def test_what_is_written_behind_a_mark_is_what_there_is(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert written(text, page.parent) == text, "python -m tools.docs_hooks writes it anew"


OPTION = re.compile(r"(?<![\w-])--[a-z]+")


@pytest.mark.parametrize(("english", "german"), [("players", "spieler"), ("auditors", "pruefer")])
def test_every_page_for_players_and_auditors_is_there_in_german(english: str, german: str) -> None:
    pages = {path.name for path in (DOCS / english).glob("*.md")}
    assert len(pages) > 3
    assert pages == {path.name for path in (DOCS / german).glob("*.md")}


@pytest.mark.parametrize("page", sorted((DOCS / "auditors").glob("*.md")), ids=lambda page: page.stem)
def test_the_german_page_for_auditors_has_all_parts_options_and_codes_of_the_english_one(page: Path) -> None:
    one, other = (each.read_text(encoding="utf-8") for each in (page, DOCS / "pruefer" / page.name))
    assert set(OPTION.findall(one)) <= set(OPTION.findall(other))
    assert one.count("\n## ") == other.count("\n## ")
    codes = re.compile(r"^\| ([0-9]+) \|", re.MULTILINE)
    assert codes.findall(one) == codes.findall(other)
