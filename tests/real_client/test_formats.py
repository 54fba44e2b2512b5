"""Formats with properties in them, filled in by a running engine and by us."""

import json
import random
import subprocess
from pathlib import Path

import pytest

from tests.vassal.building import sample
from vassal.expressions import fill
from vassal.modulewriter import write_module

pytestmark = pytest.mark.real_client

PARTS = ("$", "$", "Score", "Phase", "Nothing", " ", "\\", "'", "7", "00", "-", "{", "a;b", "=")
FIXED = (
    "$Score$ of $Phase$",
    "  $Score$ ",
    " plain ",
    "costs 5$ each",
    "$Score",
    "$$Score$$",
    "007",
    "-0",
    "+7",
    "$Nothing$.",
    "2147483648",
)


def test_formats_are_filled_in_as_the_engine_does(engine: Path, tmp_path: Path) -> None:
    vmod = tmp_path / "sample.vmod"
    write_module(vmod, sample(), {"early.vsav": b""})
    draw = random.Random(5)
    mixed = {"".join(draw.choices(PARTS, k=draw.randint(1, 7))) for _ in range(600)}
    formats = [*FIXED, *sorted(text for text in mixed if text.strip() and not text.strip().startswith("{"))]
    asked = subprocess.run(
        [engine, "expr", vmod],
        input="\n".join(json.dumps(text) for text in formats),
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    answers = [json.loads(line)["value"] for line in asked.stdout.splitlines()]
    ours = [fill(text, {"Score": "0", "Phase": "Move"}) for text in formats]
    assert len(answers) == len(formats) > 400
    assert [each for each in zip(formats, ours, answers, strict=True) if each[1] != each[2]] == []
