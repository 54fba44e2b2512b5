"""The engine's own dumps of the sample files, where the folder of extra samples lies beside the project."""

import json
import lzma
from functools import cache
from pathlib import Path
from typing import Any

import pytest

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "vassal" / "samples"
CORPUS = SAMPLES.parents[1] / "corpus"

present = pytest.mark.skipif(not SAMPLES.is_dir(), reason="no folder of extra samples beside the project")


def logs() -> list[Path]:
    """Return every sample log that has a dump."""
    return sorted(path for path in SAMPLES.glob("*.vlog") if dump_path(path).exists())


def saves() -> list[Path]:
    """Return every sample save that has a dump."""
    return sorted(path for path in SAMPLES.glob("*.vsav") if dump_path(path).exists())


def dump_path(path: Path) -> Path:
    """Return where the engine's dump of a file lies."""
    kind = "step" if path.suffix == ".vlog" else "state"
    return path.with_name(f"{path.name}.{kind}.jsonl.xz")


@cache
def dump(path: Path) -> tuple[dict[str, Any], ...]:
    """Return the dump of a file, one dictionary for each of its lines."""
    with lzma.open(dump_path(path), "rt", encoding="utf-8") as lines:
        return tuple(json.loads(line) for line in lines)
