import re
from pathlib import Path

from hexmeister.commands import COMMANDS
from hexmeister.exits import Exit
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
