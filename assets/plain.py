"""Our own YAML as plain values, read by whichever of PyYAML's parsers is there."""

from pathlib import Path
from typing import Any

import yaml

from assets.nodes import LOADER


def plain(path: Path) -> Any:
    """The values of a file that we ship ourselves; data from outside are read by `assets.load`."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER)  # noqa: S506  (both loaders are safe ones)
