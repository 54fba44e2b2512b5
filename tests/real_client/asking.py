"""What a running engine answers to the words of the probe."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any


def ask(engine: Path, *words: str | Path) -> list[dict[str, Any]]:
    """The answers of the engine, one a line."""
    asked = subprocess.run([engine, *words], capture_output=True, text=True, check=False, timeout=600)
    return [json.loads(answer) for answer in asked.stdout.splitlines() if answer.startswith("{")]
