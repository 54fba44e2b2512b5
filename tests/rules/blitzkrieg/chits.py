"""Two formations and their chits, for cases of the cup."""

from __future__ import annotations

from rules.blitzkrieg import actions as do
from tests.rules.blitzkrieg.battlefield import Field


def field(**more: object) -> Field:
    made = (
        Field().formation("I/5 PzR", "german", hq="1602", factor=8, **more).formation("I/11 RDP", "french", hq="1402")
    )
    made.unit("tank", "tank", "I/5 PzR", "1603").unit("company", "infantry", "I/11 RDP", "1403")
    made.chit("de.repeat", "german", "repeat").chit("de.general", "german", "general")
    return made.chit("de.general.repeat", "german", "repeat", "off").chit("fr.general", "french", "general", "held")


def mark(piece: str, marker: str, on: bool = True) -> do.Mark:
    return do.Mark(piece=piece, marker=marker, on=on)
