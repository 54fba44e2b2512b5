"""What a finding rests on beside the text of the rules is said of every game in the same way."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

import assets
from rules.audit.games import doors, game_of
from rules.edition import DUES, Edition, rests
from rules.engine.ruling import Finding, Illegal, Notice, Undecided

FOLDERS = {name: door.folder for name, door in doors().items()}


def messages(name: str) -> set[str]:
    files = [path for path in FOLDERS[name].rglob("*.yaml") if "messages" in (path.stem, path.parent.name)]
    return {key for path in files for key in yaml.safe_load(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("name", FOLDERS)
def test_of_every_message_it_is_said_what_it_rests_on(name: str) -> None:
    known = rests(FOLDERS[name])

    assert set(known.findings) | set(known.printed) | DUES >= messages(name)
    assert set(known.findings) | set(known.printed) <= messages(name)
    assert not set(known.findings) & set(known.printed)
    assert set(known.dues) <= set(game_of(name).book.entries)


@pytest.mark.parametrize("name", FOLDERS)
def test_every_topic_has_values_and_a_name(name: str) -> None:
    known, game = rests(FOLDERS[name]), assets.load(name)
    used = {topic for topics in (*known.findings.values(), *known.dues.values()) for topic in topics}

    assert used == set(known.topics)
    assert {topic for each in game.scenarios for topic in Edition(game, each, known).invented} == set(known.topics)
    for topic in (f"edition.{each}" for each in known.topics):
        assert game_of(name).name(topic, "de") != topic != game_of(name).name(topic, "en")


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
    known = rests(FOLDERS["barbarossa"])

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

    assert Edition(laid, "crossroads", rests(FOLDERS["barbarossa"])).behind(RANGE) == ()
