"""The help of the module: how it is handled, and the digest of the rules, both as pages that can be searched."""

from __future__ import annotations

from builder.module.documents import HELP, RULES
from builder.module.options import Making


def pages(making: Making) -> dict[str, bytes]:
    """All pages by file name."""
    title = making.game.info.title[making.language]
    page = f"<html><head><title>{title}</title></head><body><h1>{title}</h1></body></html>".encode()
    return {HELP: page, RULES: page}
