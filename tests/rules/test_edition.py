"""What a finding rests on beside the text of the rules is said of every game in the same way."""

from __future__ import annotations

import pytest
import yaml

import assets
from rules.audit.games import doors, game_of
from rules.edition import DUES, Edition, rests

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
