"""What the page needs from outside: fetched once by npm and pip, pinned by version, and held against its digest."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

LOCK: Final = Path(__file__).with_name("lock.json")
ENGINE: Final = (
    "pyodide.asm.wasm",
    "pyodide.asm.mjs",
    "pyodide.mjs",
    "python_stdlib.zip",
    "package.json",
    "pyodide-lock.json",
)
"""What of the engine's package is taken."""


class Missing(Exception):  # noqa: N818
    """Something that the page needs cannot be had here; one line for a person."""


def tools_missing() -> str:
    """Return what of the tools is not on this machine, in a sentence; empty if nothing is missing."""
    absent = [name for name in ("node", "npm") if shutil.which(name) is None]
    return f"needs {' and '.join(absent)} on the machine (Node.js 20 or newer brings both)" if absent else ""


def fetch(folder: Path) -> tuple[Path, list[Path]]:
    """Return the folder of the engine and the wheels; what was fetched before and is whole is not fetched again."""
    if absent := tools_missing():
        raise Missing(f"the page in one file {absent}")
    lock: dict[str, Any] = json.loads(LOCK.read_text(encoding="utf-8"))
    folder.mkdir(parents=True, exist_ok=True)
    return _engine(folder, lock["engine"]), _wheels(folder, lock)


def _engine(folder: Path, pin: dict[str, str]) -> Path:
    packed = folder / f"{pin['package']}-{pin['version']}.tgz"
    if not packed.is_file():
        wanted = f"{pin['package']}@{pin['version']}"
        _run(["npm", "pack", "--silent", wanted, "--pack-destination", str(folder)], wanted, "npm")
    algorithm, _, digest = pin["integrity"].partition("-")
    _held(packed, b64encode(hashlib.new(algorithm, packed.read_bytes()).digest()).decode(), digest)
    target = folder / packed.stem
    target.mkdir(exist_ok=True)
    with tarfile.open(packed) as archive:
        for name in ENGINE:
            content = archive.extractfile(f"package/{name}")
            if content is None:
                raise Missing(f"{packed}: there is no {name} in it")
            (target / name).write_bytes(content.read())
    return target


def _wheels(folder: Path, lock: dict[str, Any]) -> list[Path]:
    found = []
    for name, pin in lock["wheels"].items():
        wheel = next(iter(folder.glob(f"{name}-{pin['version']}-*.whl")), None)
        if wheel is None:
            platforms = [word for each in lock["platforms"] for word in ("--platform", each)]
            wanted = f"{name}=={pin['version']}"
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
            where = ["--only-binary", ":all:", "--python-version", lock["python"], *platforms, "--dest", str(folder)]
            _run([*command, *where, wanted], wanted, "pip")
            wheel = next(iter(folder.glob(f"{name}-{pin['version']}-*.whl")))
        _held(wheel, hashlib.sha256(wheel.read_bytes()).hexdigest(), pin["sha256"])
        found.append(wheel)
    return found


def _run(command: Sequence[str], wanted: str, by: str) -> None:
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode:
        lines = [line for line in answer.stderr.splitlines() if line.strip()] or [
            f"{by} ended with {answer.returncode}"
        ]
        raise Missing(f"{wanted} cannot be fetched by {by}; is there a network? It said: {lines[-1].strip()}")


def _held(path: Path, found: str, wanted: str) -> None:
    if found != wanted:
        path.unlink()
        raise Missing(f"{path}: is not the file that {LOCK.name} pins; it was removed, try again")
