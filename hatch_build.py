"""The build hook: compiles the translations (.po) into what gettext reads (.mo)."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileTranslations(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles each catalogue before files are collected for the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Leave a .mo file beside each .po file."""
        for source in sorted(Path(self.root, "hexmeister", "locale").glob("*/LC_MESSAGES/*.po")):
            with source.open("rb") as lines, source.with_suffix(".mo").open("wb") as target:
                write_mo(target, read_po(lines))
