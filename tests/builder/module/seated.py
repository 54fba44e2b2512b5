"""A game with seats beside those of its sides: two wings that hold units of both, and a referee."""

from __future__ import annotations

from pathlib import Path

import assets
from assets import Game
from tests.builder.module.new_verbs import with_verbs

SEATS = """\
seats:
  Solitaire: {holds: [all]}
  West: {holds: [fr.1cuir, de.i-12sch], scenarios: [hannut], name: {en: the western wing, de: der Westflügel}}
  East: {holds: [fr.iii-11rdp, de.kg.hq], scenarios: [hannut]}
  Umpire: {sees: [french, german]}
"""


def seated_game(folder: Path, seats: str = SEATS) -> Game:
    """Blitzkrieg with more seats, and verbs that only the chronicle declares."""
    home = with_verbs(folder).folder
    path = home / "module.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("seats: {Solitaire: {holds: [all]}}\n", seats, 1), encoding="utf-8")
    assets.forget()
    return assets.load(home)
