"""What proofs judge by is what players judge by: a module that knows the boards and nothing besides."""

from __future__ import annotations

import gettext
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from builder.module import Options
from hexmeister.main import main
from hexmeister.modules import module_of
from rules.audit.games import game_of
from rules.audit.report import Audit
from rules.engine.writing import Go
from tests.rules.shared.kit import Kit, kits
from tests.rules.shared.proof.corpus import corpus
from tests.rules.shared.proof.hand import Hand
from tests.rules.shared.workshop import workshop_of
from vassal import savefile
from vassal.position import Position

KITS = kits()
of_each_game = pytest.mark.parametrize("kit", KITS, ids=[kit.name for kit in KITS])
Said = list[tuple[int, str, str, str]]


@pytest.fixture(autouse=True)
def _spoken(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The language of a call is its own."""
    domain = gettext.textdomain()
    monkeypatch.setenv("LANGUAGE", "en")
    yield
    gettext.textdomain(domain)


@of_each_game
def test_the_command_line_the_proofs_and_the_whole_module_find_the_same(
    kit: Kit[Any, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shop, place, verdicts = workshop_of(kit.name), KITS.index(kit), list[str]()
    for number in (place, place + len(KITS)):  # a game, and one with a breach at its end
        ((name, log),) = corpus(1, number)
        path = tmp_path / f"{name}.vlog"
        path.write_bytes(log)
        main(["check", str(path), "--json", "--lang", "en"])
        told = json.loads(capsys.readouterr().out)["findings"]
        shown: Said = [(each["step"], each["verdict"], each["rule"], each["text"]) for each in told]

        for module in (shop.door, shop.module):
            found = Audit(game_of(kit.name), module).run([(path.name, savefile.read(log))]).findings
            assert [(each.step, each.verdict, each.rule, each.text) for each in found] == shown
        verdicts += (verdict for _, verdict, _, _ in shown)
    assert "illegal" in verdicts or not kit.accuses


@of_each_game
def test_the_density_is_known_where_most_pieces_lie_loose_in_boxes(kit: Kit[Any, Any]) -> None:
    shop = workshop_of(kit.name, Options(density=75))
    board = shop.game.handling.board
    for save in shop.setups.values():
        hand = Hand(shop.game, shop.module, save)
        off = [deed for name in kit.units if hand.copies(name) for deed in kit.off(name) if isinstance(deed, Go)]
        hand.lay(off)
        begun = hand.log()
        chosen = Position.of(begun.initial).table.boards[board]

        assert off
        assert module_of(begun, kit.name).map(board).layout(chosen).size == shop.module.map(board).layout(chosen).size


@of_each_game
def test_the_module_of_the_door_has_the_boards_as_they_are_played_on(kit: Kit[Any, Any]) -> None:
    shop = workshop_of(kit.name)
    board = shop.game.handling.board
    for save in shop.setups.values():
        chosen = Position.of(save.initial).table.boards[board]
        assert shop.door.map(board).layout(chosen).size == shop.module.map(board).layout(chosen).size
