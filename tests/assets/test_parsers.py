"""PyYAML comes with two parsers, one of them slow and pickier: everything works with either."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path for folder in ("assets", "builder", "rules", "templates") for path in (ROOT / folder).rglob("*.yaml")
)
WITHOUT_LIBYAML = """
import sys
sys.modules["yaml._yaml"] = None
import yaml
assert not yaml.__with_libyaml__
from hexmeister.main import run
sys.exit(run())
"""


def events(path: Path, loader: type) -> list[tuple[str, str | None, object, object]]:
    found = yaml.parse(path.read_text(encoding="utf-8"), Loader=loader)
    return [
        (type(each).__name__, getattr(each, "value", None), getattr(each, "tag", None), each.start_mark.line)
        for each in found
        if not isinstance(each, yaml.DocumentEndEvent | yaml.StreamEndEvent)
    ]


@pytest.mark.skipif(
    not yaml.__with_libyaml__, reason="this PyYAML has the slow parser only; there is nothing to compare"
)
@pytest.mark.parametrize("path", FILES, ids=[path.relative_to(ROOT).as_posix() for path in FILES])
def test_both_parsers_read_the_same_in_every_file_we_ship(path: Path) -> None:
    assert events(path, yaml.SafeLoader) == events(path, yaml.CSafeLoader)


def test_a_module_is_built_without_libyaml(tmp_path: Path) -> None:
    for words in (["new", "hills", "-o", "."], ["build", "hills", "-o", "made"]):
        command = [sys.executable, "-c", WITHOUT_LIBYAML, *words]
        done = subprocess.run(
            command, cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    assert list((tmp_path / "made").glob("*.vmod"))
