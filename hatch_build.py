"""The build hook of wheels and editable installs: compiles the translations (.po) into what gettext reads (.mo)."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileTranslations(BuildHookInterface[Any]):
    """Compiles each catalogue before files are collected for the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Leave a .mo file beside each .po file."""
        for source in sorted(Path(self.root, "hexmeister", "locale").glob("*/LC_MESSAGES/*.po")):
            with source.open("rb") as lines, source.with_suffix(".mo").open("wb") as target:
                write_mo(target, read_po(lines, abort_invalid=True))
