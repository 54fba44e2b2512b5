"""Puts in place what the page consists of: the library, the program with its data, and what was worked out once."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

import kept
from hexmeister.page.stock import name_of
from rules.audit.games import doors
from tools.web.art import pictured
from tools.web.fetching import Missing

ROOT: Final = Path(__file__).resolve().parents[2]
PARTS: Final = ("kept", "assets", "rules", "vassal", "hexmeister", "templates")
LIBRARY, PROGRAM = "library", "program"
BEGIN: Final = (
    *("_pyodide.*", "pyodide.*", "encodings.*", "asyncio.*", "site", "zipimport", "_strptime", "zoneinfo"),
    *("datetime", "decimal", "uuid", "dataclasses", "traceback", "xml.parsers.expat", "importlib.metadata.*"),
    *("jinja2.runtime", "jinja2.ext", "markupsafe._native", "msgspec.*", "hexmeister.page.alone"),
)
"""Whatever these import is taken along; the first two lines are what the engine itself and compiled parts ask for."""
LEVEL: Final = 19
DATA: Final = (".css", ".html", ".js", ".mo", ".txt", ".yaml")
HELD: Final = ".yaml"
"""What such a file says is brought worked out: only its name is needed."""


def stage(folder: Path, engine: Path, wheels: Sequence[Path], films: Sequence[str]) -> None:
    """Fill the folder anew: `library` is compiled, `program` too and has its data, with pictures for these games."""
    if folder.exists():
        shutil.rmtree(folder)
    with zipfile.ZipFile(engine / "python_stdlib.zip") as archive:
        archive.extractall(folder / LIBRARY)
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            wanted = [name for name in archive.namelist() if name.endswith((".py", "emscripten.so"))]
            archive.extractall(folder / PROGRAM, wanted)
    for path in _ours():
        target = folder / PROGRAM / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(b"" if path.suffix == HELD else path.read_bytes())
    games = [f"{door.package}.*" for door in doors().values()]
    _engine(engine, folder, "compiled", [f"/staged/{LIBRARY}", f"/staged/{PROGRAM}"], [*BEGIN, *games])
    brought = folder / PROGRAM / "kept" / "brought"
    brought.mkdir()
    with tempfile.TemporaryDirectory() as cache:
        anew = {**os.environ, kept.OWN: cache}
        subprocess.run([sys.executable, "-m", "tools.web.working", str(brought)], cwd=ROOT, env=anew, check=True)
    for game in films:
        (brought / name_of(game)).write_bytes(msgspec.msgpack.encode(pictured(game)))


def pack(folder: Path, engine: Path) -> tuple[bytes, bytes]:
    """Return the library as a zip file that is not packed, and the program with its data, packed."""
    library = io.BytesIO()
    with zipfile.ZipFile(library, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted((folder / LIBRARY).rglob("*.pyc")):
            archive.writestr(zipfile.ZipInfo(path.relative_to(folder / LIBRARY).as_posix()), path.read_bytes())
    _engine(engine, folder, "packed", f"/staged/{PROGRAM}", f"/staged/{PROGRAM}.zst", LEVEL)
    return library.getvalue(), (folder / f"{PROGRAM}.zst").read_bytes()


def _engine(engine: Path, folder: Path, name: str, *arguments: object) -> None:
    """Call a function of `compiling` in the engine, where the folder is `/staged`."""
    here = Path(__file__).parent
    command = ["node", str(here / "compile.mjs"), str(engine.resolve()), str(folder.resolve())]
    command += [str(here / "compiling.py"), name, json.dumps(arguments)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode:
        raise Missing(f"the engine does not run under node: {(answer.stderr.strip() or '?').splitlines()[-1]}")


def _ours() -> Iterator[Path]:
    """Yield the files of the program: its modules, and what it reads beside them."""
    for part in PARTS:
        for path in sorted((ROOT / part).rglob("*")):
            if path.suffix == ".py" or (path.suffix in DATA and "new" not in path.relative_to(ROOT / part).parts[:1]):
                yield path
