"""The help of the module tells who can be bought."""

from __future__ import annotations

import assets
from builder.build import lock_of
from builder.module import Options, making_of
from builder.module.help import pages


def test_who_can_be_bought_is_told_with_price_and_place() -> None:
    game = assets.load("barbarossa")
    page = pages(making_of(game, Options(language="de"), lock_of(game)))["scenarios.html"].decode()
    assert "MG 34 6 (0306, NO, 13 Stärkepunkte)" in page
    assert page.count("Einheiten zur Wahl") == 1
    bought, given = page.partition("Einheiten zur Wahl")[::2]
    chosen = [start for start in game.scenarios["line"].starts.values() if start.choice]
    assert len(chosen) == 6
    for start in chosen:
        unit = game.units[start.id]
        told = f"{unit.name['de']} {unit.short} ({start.place}"
        price = f"{game.card_of(unit).number('cost')} Stärkepunkte)"
        assert told in given
        assert given.partition(told)[2].partition(")")[0].endswith(price[:-1])
        assert told not in bought.rpartition("Die Linie von Moshaisk")[2]
