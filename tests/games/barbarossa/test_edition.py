"""What a finding rests on beside the text of the rules: the unit cards are the edition's own, unless printed."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

import assets
from rules.audit.games import doors
from rules.edition import Edition, rests
from rules.engine.ruling import Finding, Illegal, Notice, Undecided

FOLDER = doors()["barbarossa"].folder
RANGE = Illegal("fire.range", {"unit": "de.inf1", "target": "su.rif1", "distance": "3"}, "BAR-5.2a")


@pytest.mark.parametrize(
    ("finding", "topics"),
    [
        (RANGE, ("edition.weapons",)),
        (Undecided("order.far", {}, "BAR-8.2b"), ("edition.numbers", "edition.map")),
        (Illegal("due.undone", {}, "BAR-3.3c"), ("edition.values", "edition.weapons")),
        (Illegal("due.undone", {}, "BAR-5.12g"), ()),
        (Illegal("clock.order", {}, "BAR-4.4a"), ()),
        (Notice("fire.range", {}, "BAR-5.2a"), ()),
    ],
)
def test_the_unit_cards_are_the_editions_own(finding: Finding, topics: tuple[str, ...]) -> None:
    known = rests(FOLDER)

    assert Edition(assets.load("barbarossa"), "crossroads", known).behind(finding) == topics


def test_with_printed_accuracies_and_dice_the_edition_adds_none(tmp_path: Path) -> None:
    cards = {
        name: {
            "accuracy": list(card.accuracy),
            "targets": {
                kind: {"mode": target.mode, "dice": list(target.dice)} for kind, target in card.targets.items()
            },
            "area": {kind: list(dice) for kind, dice in card.area.items()},
        }
        for name, card in assets.load("barbarossa").cards.items()
    }
    printed = {"source": {"origin": "rulebook", "why": "the printed cards"}, "cards": cards}
    (tmp_path / "cards.yaml").write_text(yaml.safe_dump(printed), encoding="utf-8")
    laid = assets.load("barbarossa", tmp_path)

    assert Edition(laid, "crossroads", rests(FOLDER)).behind(RANGE) == ()
