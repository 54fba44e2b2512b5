"""Our own YAML as plain values: parsed once, and kept."""

from pathlib import Path
from typing import Any

from kept import digest, kept


def plain(path: Path) -> Any:
    """The values of a file that we ship ourselves; data from outside are read by `assets.load`."""
    name = f"yaml-{path.parent.name}-{path.stem}"
    return kept(name, lambda: digest(("plain", path.read_bytes())), object, lambda: parsed(path.read_bytes()))


def parsed(content: bytes) -> Any:
    """The values of a YAML text, read by whichever of PyYAML's parsers is there; both are safe ones."""
    import yaml

    try:
        return yaml.load(content.decode("utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506
    except yaml.YAMLError as error:
        raise ValueError(f"not YAML: {error}") from error
