"""The column that the line of a shot names, in a running engine: the referee's, or none where that is not sure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

import assets
from builder.build import build, lock_of
from builder.cache import Cache
from builder.module import Options, making_of
from rules.audit.witness import ID
from rules.blitzkrieg import actions as do
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.fire.factors import column
from rules.blitzkrieg.game import start
from rules.blitzkrieg.loading import load, open_switches
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.reading.words import LAND
from tests.real_client.asking import ask
from vassal import savefile
from vassal.archive import Archive
from vassal.ground import ModuleGround
from vassal.module import Module
from vassal.position import Position as Pieces
from vassal.properties import Answers

pytestmark = pytest.mark.real_client

DENSITY = 75
LINE = re.compile(r"= (\d+)</b>(?:, column (-?\d+): (.+?))?<!--\[#roll;")
AIM, AIM_MELEE, FULL, REDUCED, ROLL = "70,130", "77,130", "84,130", "84,195", "press|DoActionButton|roll"
MARKS = {"Neutralised": "66,130", "OOC": "88,130", "Column": "75,130"}
LOSS, EXHAUSTED = "76,130", "69,130"
MELEE_SHOTS = 3
"""Each so manieth shot is one in a melee."""


class Shot(NamedTuple):
    """A shot as it is played: who fires at whom, how, and the position in which it is."""

    unit: str
    target: str
    reduced: bool
    melee: bool
    marked: frozenset[str]
    position: Position


def begun(module: Module, save: Path) -> Position:
    """The set-up as the referee has it."""
    battle = load("hannut")
    found = start(battle)
    units, works = dict(found.units), []
    pieces = Pieces.of(savefile.read(save).initial, ModuleGround(module))
    for piece in pieces.pieces():
        facts = Answers(pieces, piece)
        name, place = facts.get(ID, ""), facts.get("LocationName", "")
        if facts.get("CurrentZone") == LAND and name in units:
            lost = facts.get("Steps_Level") == "2"
            known, acts_with = units[name], facts.get("Assigned") or units[name].formation
            units[name] = replace(known, hex=place, steps=known.steps - lost, formation=acts_with)
        elif facts.get("CurrentZone") == LAND and name == "works":
            works.append(place)
    return found.but(units=units, works=tuple(works))


def shots(
    position: Position, points: Mapping[str, tuple[int, int]], ids: Mapping[str, str], script: list[str]
) -> Iterator[Shot]:
    """Shots between units whose states change from one to the next, and whoever was moved is no longer marked so."""
    battle, rng = load("hannut"), Random(11)
    here = [name for name, unit in position.units.items() if unit.hex and not battle.units[name].kind.hq]
    hqs = [name for name, unit in position.units.items() if unit.hex and battle.units[name].kind.hq]
    marked: dict[str, frozenset[str]] = {}
    for number in range(60):
        unit = rng.choice(here)
        foes = [each for each in (*here, *hqs) if battle.side_of(each) != battle.side_of(unit)]
        target = rng.choice(foes)
        for each in (name for name in (unit, target) if name not in hqs):
            mark = rng.choice((*MARKS, "Steps", "Exhausted"))
            known, formation = position.units[each], battle.units[each].formation
            hq = battle.formations[formation].hq if formation else ""
            if mark == "Steps" and known.steps > 1:
                script.append(f"key|{ids[each]}|{LOSS}")
                position = position.but(units={**position.units, each: replace(known, steps=1)})
            elif mark == "Exhausted" and hq and position.units[hq].hex:
                script.append(f"key|{ids[hq]}|{EXHAUSTED}")
                state = position.formations[formation]
                changed = {**position.formations, formation: replace(state, exhausted=not state.exhausted)}
                position = position.but(formations=changed)
            elif mark in MARKS and (mark != "Column" or number % 5 == 0):
                script.append(f"key|{ids[each]}|{MARKS[mark]}")
                marked[each] = marked.get(each, frozenset()) ^ {mark}
                on = replace(known, neutralised="Neutralised" in marked[each], ooc="OOC" in marked[each])
                position = position.but(units={**position.units, each: on})
        reduced, melee = rng.random() < 0.3, number % MELEE_SHOTS == 0
        goes = number % 4 == 1
        if goes:
            place = rng.choice([name for name, each in battle.ground.hexes.items() if each.terrain != "open"])
            x, y = points[place]
            script.append(f"move|{ids[unit]}|{x}|{y}")
            position = position.but(units={**position.units, unit: replace(position.units[unit], hex=place)})
        script.append(f"key|{ids[unit]}|{AIM_MELEE if melee else AIM}")
        script += [f"key|{ids[target]}|{REDUCED if reduced else FULL}", ROLL]
        silent = frozenset({"Moved"}) if goes and not reduced and not melee else frozenset()
        yield Shot(
            unit, target, reduced, melee, silent | marked.get(unit, frozenset()) | _columns(marked, target), position
        )
        if number % 2:
            script.append("press|DoActionButton|actend")


def _columns(marked: dict[str, frozenset[str]], target: str) -> frozenset[str]:
    return marked.get(target, frozenset()) & {"Column"}


def wanted(shot: Shot) -> int | None:
    """The column as the referee adds it up; nothing where the module is to say nothing."""
    battle, position = load("hannut"), shot.position
    works = position.units[shot.target].hex in position.works and battle.units[shot.target].kind.works
    unsure = shot.melee and (works or "Neutralised" in shot.marked)
    if shot.marked & {"Column", "Moved"} or battle.units[shot.target].kind.hq or unsure:
        return None
    action = do.Fire(unit=shot.unit, target=shot.target)
    case = Case(battle, open_switches(), position, action)
    manner = "melee" if shot.melee else "direct"
    return column(case, shot.target, firers=(shot.unit,), manner=manner, reduced=shot.reduced and not shot.melee).total


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_column_in_the_line_of_a_shot_is_that_of_the_referee(engine: Path, tmp_path: Path, language: str) -> None:
    game = assets.load("blitzkrieg")
    making = making_of(game, Options(density=DENSITY, language=language), lock_of(game))
    built = build(game, tmp_path, making.options, cache=Cache(tmp_path / "cache"))
    save, log, text = tmp_path / "hannut.vsav", tmp_path / "game.vlog", tmp_path / "script.txt"
    with Archive(built.path) as archive:
        save.write_bytes(archive.read(save.name))
    ids = {name: f"gpid:{making.lock[f'unit/{name}']}" for name in game.units}
    script = ["player|Ann|a-word", f"load|{save}", "sit|Solitaire", f"log|{log}"]
    played = list(shots(begun(Module.open(built.path), save), making.sheets["hannut"].hexes, ids, script))
    text.write_text("\n".join([*script, "endlog", ""]), encoding="utf-8")
    answers = ask(engine, "play", built.path, text)
    assert [each for each in answers if each.get("error") or each.get("reports")] == []
    told = [each.text("text") for step in savefile.read(log).steps for each in step.walk() if each.kind == "chat"]
    pattern = LINE if language == "en" else re.compile(LINE.pattern.replace("column", "Spalte"))
    lines = [found for line in told if "[#roll;" in line and (found := pattern.search(line))]
    assert len(lines) == len(played)
    said = [int(found[2]) if found[2] else None for found in lines]
    assert said == [wanted(shot) for shot in played]
    assert sum(each is None for each in said) < len(said) // 2
    legend = game.charts["crt"].legend
    for found in lines:
        if found[2] and int(found[2]) >= -1:
            value = str(game.charts["crt"].cell(found[1], str(min(int(found[2]), 9))))
            assert found[3] == legend[value][language]
