import json
import re
from pathlib import Path

import click
import pytest

from hexmeister.commands import COMMANDS
from hexmeister.examples import write_all
from hexmeister.exits import Exit
from hexmeister.main import program
from tests.hexmeister.conftest import Call
from tools.docs_hooks import reference

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_every_exit_code_is_documented() -> None:
    page = (DOCS / "reference" / "exit-codes.md").read_text(encoding="utf-8")
    documented = {int(number): name for number, name in re.findall(r"^\| (\d+) \| ([a-z ]+) \|", page, re.MULTILINE)}
    assert documented == {code.value: code.name.lower().replace("_", " ") for code in Exit}


def test_the_reference_explains_every_command() -> None:
    page = "\n".join(reference())
    for entry in COMMANDS:
        assert f"\n## {entry.name}\n" in page
        assert f"Usage: hexmeister {entry.name} " in page


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
