"""Between a chronicle and its game nothing is dropped in silence: every verb is read, every action said and written."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from hexmeister.language import LANGUAGES
from rules.audit.games import doors, game_of
from rules.audit.judged import Judged
from rules.audit.judging import Judge
from rules.audit.records import records
from rules.binding import actions_in, unheard
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.reading import Play
from tests.rules.shared.kit import kit_of, kits
from tests.rules.shared.through import alone
from tests.rules.shared.workshop import workshop_of
from vassal import savefile
from vassal.timeline import Timeline

GAMES = [kit.name for kit in kits()]
LENGTH = 160


def actions_of(name: str) -> dict[str, type[Action]]:
    """The actions of a game; dice are one of them where its verbs say so."""
    own = actions_in(import_module(f"{doors()[name].package}.actions"))
    rolls = any("Roll" in verb.actions for verb in workshop_of(name).game.chronicle.verbs.values())
    return {**own, "Roll": Roll} if rolls else own


@cache
def played(name: str) -> tuple[Timeline, Play[Any], tuple[Judged, ...]]:
    """A random game that went through a log, and how it was read."""
    kit, shop, game = kit_of(name), workshop_of(name), game_of(name)
    scenario = kit.scenarios[0]
    scribe, writer = shop.scribe(scenario), shop.writer(scenario)
    turns = list(kit.play(scenario, 1, LENGTH))
    writer.foresee([turn.action for turn in turns])
    for turn in turns:
        scribe.write(writer.entries(turn.before, turn.action))
    part = alone(Timeline.of(savefile.read(savefile.encode(scribe.log())), shop.module), game.seals)
    play = game.play(part.witness.board(part.timeline.start), game.switches())
    return part.timeline, play, tuple(Judge(play.referee, play.reader, play.turn).judge(part))


@pytest.mark.parametrize("name", GAMES)
def test_every_verb_is_read_and_every_action_said_and_written(name: str) -> None:
    shop, reader = workshop_of(name), played(name)[1].reader
    writer = shop.writer(kit_of(name).scenarios[0])
    assert list(unheard(shop.game.chronicle, actions_of(name), reader.heard, writer.written)) == []


@pytest.mark.parametrize("name", GAMES)
def test_what_is_read_from_a_record_is_what_its_verb_may_mean(name: str) -> None:
    timeline, _, judged = played(name)
    verbs = workshop_of(name).game.chronicle.verbs
    may: defaultdict[int, set[str]] = defaultdict(set)
    for record in records(timeline, game_of(name).seals):
        may[record.step].update(verbs[record.verb].actions)
    read = [(each.step, type(each.action).__name__) for each in judged if each.how == "declared"]
    assert len({kind for _, kind in read}) > 1
    assert [(step, kind) for step, kind in read if kind not in may[step]] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_verb_that_may_be_listed_or_asked_for_has_words_of_its_own(name: str, language: str) -> None:
    said = defaultdict(list)
    for verb in sorted(map(str.lower, actions_of(name))):
        said[game_of(name).name(f"verb.{verb}", language).casefold()].append(verb)
    assert said
    assert [words for words in said if words.startswith("verb.")] == []
    assert [verbs for verbs in said.values() if len(verbs) > 1] == []


@pytest.mark.parametrize("name", GAMES)
def test_who_drops_something_is_told(name: str) -> None:
    shop = workshop_of(name)
    chronicle, actions = shop.game.chronicle, actions_of(name)
    told = set(unheard(chronicle, {**actions, "Dance": Action}, [], []))
    hand = next(verb.id for verb in chronicle.verbs.values() if verb.by_hand)
    assert {"no verb means Dance", "nobody writes Dance", f"nobody reads {hand}"} <= told
    gone = next(iter(actions))
    assert f"there is no action {gone}" in set(
        unheard(chronicle, {name: kind for name, kind in actions.items() if name != gone}, [], [])
    )
    assert "there is no verb dance, which is read" in set(unheard(chronicle, actions, ["dance"], []))
