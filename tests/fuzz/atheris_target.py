"""A target for atheris, which follows the coverage of the readers: `python -m tests.fuzz.atheris_target [CORPUS]`.

atheris is no dependency of the project (`pip install atheris`). What comes in is the plain text of a saved game or,
where it begins like XML, a build file. `python -m tests.fuzz --corpus DIR` writes a seed corpus.
"""

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["vassal"]):
    from hexmeister.examples import write_all
    from tests.fuzz.readers import SAVED_GAME, Readers
    from tests.fuzz.seeds import BUILD_FILE, one_entry
    from vassal.errors import VassalError

FOLDER = Path(tempfile.mkdtemp(prefix="hexmeister-fuzz-"))
MODULE, _SAVE, LOG = write_all(FOLDER)
READERS = Readers(MODULE, LOG)


def one_input(data: bytes) -> None:
    """Read one file; anything but an expected error is a find."""
    module = data.lstrip()[:1] == b"<"
    path = FOLDER / ("input.vmod" if module else "input.vlog")
    path.write_bytes(one_entry(BUILD_FILE if module else SAVED_GAME, data))
    try:
        READERS.read(path)
    except VassalError:
        return


atheris.Setup(sys.argv, one_input)
atheris.Fuzz()
