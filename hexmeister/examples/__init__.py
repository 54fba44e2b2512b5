"""A tiny game of our own, written by our own writers: for the demo, the tests, and a first look."""

from pathlib import Path

from hexmeister.examples import ford
from vassal import archive
from vassal.metadata import MODULE_ENTRY, Metadata, encode

MODULE = Metadata(
    version=ford.VERSION, vassal_version=ford.ENGINE, saved=1_767_225_600_000, description=ford.NAME, name=ford.NAME
)


def write_module(folder: Path) -> Path:
    """Write the module into a folder and return its path."""
    path = folder / "ford.vmod"
    archive.write(path, [*ford.files(), (MODULE_ENTRY, encode(MODULE))])
    return path
