"""Unit cards and secret orders in a running engine: what is sealed, what is revealed, what every key says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import assets
from assets import Game
from builder.module import Making, Options
from builder.module.commands import Command
from builder.module.vocabulary import vocabulary
from builder.traits.basics import key, named
from builder.traits.card import has
from rules.audit.records import records
from rules.audit.sealed import Opening, Trouble, Watch
from tests.real_client.asking import ask
from tests.real_client.standin import stand_in
from tests.real_client.table import Table
from vassal import savefile
from vassal.archive import Archive
from vassal.commands import encode
from vassal.ground import ModuleGround
from vassal.module import Module
from vassal.position import Position as Pieces
from vassal.timeline import Timeline

pytestmark = pytest.mark.real_client

SET_UP = "river"
RECORD = re.compile(r"<!--\[#([a-z]+)(.*?)\]-->$")
NEXT = "turn|next"
LEADING = 8
"""So many signs a step may be shorter or longer: a sealed number begins with a zero, a counter gets one more digit."""
WORD, COMMIT, REVEAL = (f"press|DoActionButton|{name}" for name in ("word", "commit", "reveal"))


@pytest.fixture(scope="module")
def game() -> Game:
    return assets.load("barbarossa")


@pytest.fixture(scope="module")
def module(game: Game, tmp_path_factory: pytest.TempPathFactory) -> tuple[Making, Path]:
    return stand_in(game, tmp_path_factory.mktemp("module"), Options(density=75))


@pytest.fixture
def making(module: tuple[Making, Path]) -> Making:
    return module[0]


@pytest.fixture
def save(module: tuple[Making, Path], tmp_path: Path) -> Path:
    target = tmp_path / "begin.vsav"
    with Archive(module[1]) as archive:
        target.write_bytes(archive.read(f"{SET_UP}.vsav"))
    return target


@pytest.fixture(scope="module")
def client(engine: Path, module: tuple[Making, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with Table(engine.parent, module[1], tmp_path_factory.mktemp("classes")) as found:
        yield found


@pytest.fixture
def table(client: Table) -> Table:
    """The table as if its program had just been started."""
    client.tell("fresh")
    return client


def piece(making: Making, name: str) -> str:
    return f"gpid:{making.lock[name]}"


def spoken(log: Path) -> list[str]:
    steps = savefile.read(log).steps
    return [command.text("text") for step in steps for command in step.walk() if command.kind == "chat"]


def values(text: str) -> dict[str, str]:
    found = RECORD.search(text)
    assert found is not None, text
    return dict(part.split("=", 1) for part in found[2].split(";")[1:])


def openings(log: Path) -> tuple[list[Opening], list[Trouble]]:
    timeline = Timeline.of(savefile.read(log))
    watch = Watch(timeline.start)
    found: list[Opening] = []
    wrong: list[Trouble] = []
    for step in timeline.net:
        wrong += watch.troubles(step)
        found += watch.openings(step)
    return found, wrong


def begin(table: Table, save: Path, log: Path, *seats: str) -> None:
    table.begin(save, log, *seats)
    table.tell(NEXT)


def choose_word(table: Table, word: str, boxes: int = 1) -> list[str]:
    table.tell(f"answer|{word}")
    return table.tell(WORD, boxes)


def at(making: Making, place: str) -> str:
    scenario = making.game.scenarios[SET_UP]
    x, y = making.sheets[scenario.map].hexes[place]
    return f"{x}|{y}"


# ---------------------------------------------------------------------------------------------------- secret orders
def test_orders_are_sealed_revealed_and_read_from_the_file_alone(
    table: Table, making: Making, save: Path, tmp_path: Path
) -> None:
    log = tmp_path / "orders.vlog"
    begin(table, save, log, "German", "Soviet")
    table.sit("German")
    choose_word(table, "sonnenblume")
    enemy, own = piece(making, "unit/su.inf1"), piece(making, "unit/de.inf2")
    table.tell(f"key|{enemy}|{key('Ctrl G')}")
    assert table.tell(f"key|{piece(making, 'card/de.inf1')}|{named('hx.o.open_fire')}") == ["* Infantry 1 has an order"]
    for way in ("Numpad9", "Numpad3"):
        table.tell(f"key|{own}|{key(f'Alt {way}')}")
    table.tell(f"key|{piece(making, 'card/de.inf2')}|{named('hx.o.march')}")
    table.tell(f"key|{piece(making, 'card/de.mor1')}|{named('hx.o.defend.SE.none')}", 1)
    table.tell(f"key|{piece(making, 'card/de.inf3')}|{named('hx.o.ambush.NE')}", 1)
    table.tell(COMMIT)
    table.sit("Soviet")
    choose_word(table, "kornblume")
    table.tell(f"key|{piece(making, 'card/su.inf1')}|{named('hx.o.wait')}")
    table.tell(COMMIT)
    table.tell(NEXT)
    table.tell(REVEAL)
    table.sit("German")
    shown = table.tell(REVEAL)
    table.tell("endlog")

    target = making.lock["unit/su.inf1"] * 100 + 1_000_000
    found, wrong = openings(log)
    texts = {each.text for each in found}
    assert texts == {f"open_fire:{target}", "march:0604-0705", "defend:SE:5:", "ambush:::", "wait"}
    assert {each.verdict for each in found} == {"fits"}
    assert wrong == []
    assert "* Infantry 1: Open Fire Rifle infantry 1" in shown
    raw = savefile.read(log).text
    before = raw[: raw.index("[#key;")]
    assert "0604-0705" not in before
    assert f"open_fire:{target}" not in before


def test_the_word_of_a_side_is_held_against_the_one_with_which_it_began(
    table: Table, save: Path, tmp_path: Path
) -> None:
    begin(table, save, tmp_path / "word.vlog", "German", "Soviet")
    table.sit("German")
    assert choose_word(table, "sonnenblume") == ["* German: secret word set"]
    assert choose_word(table, "another", boxes=2) == []
    assert choose_word(table, "sonnenblume") == []
    table.tell(COMMIT)
    table.sit("Soviet")
    choose_word(table, "kornblume")
    table.tell(COMMIT)
    table.tell("fresh")
    table.sit("German")
    assert table.tell(REVEAL, 1) == []
    assert choose_word(table, "another", boxes=2) == []
    choose_word(table, "sonnenblume")
    assert table.tell(REVEAL) == ["* Germans: orders revealed"]
    table.tell("endlog")


def test_what_was_hidden_apart_stays_hidden_until_it_is_opened(
    table: Table, making: Making, save: Path, tmp_path: Path
) -> None:
    log = tmp_path / "apart.vlog"
    begin(table, save, log, "German", "Soviet")
    card, mines = piece(making, "card/de.inf1"), piece(making, "marker/minefield")
    for side, word in (("German", "sonnenblume"), ("Soviet", "kornblume")):
        table.sit(side)
        choose_word(table, word)
        if side == "German":
            table.tell(f"key|{card}|{named('hx.o.ambush.NE')}", 1)
            table.tell(f"key|{mines}|{named('hx.do.kind.anti-tank')}")
        table.tell(COMMIT)
    table.tell(NEXT)
    table.tell(REVEAL)
    table.sit("German")
    assert "* Infantry 1: Ambush" in table.tell(REVEAL)
    table.tell(f"key|{card}|{named('hx.do.open')}")
    assert table.tell(f"key|{mines}|{named('hx.do.open')}") == ["* Minefield: anti-tank"]
    table.tell("endlog")
    found, wrong = openings(log)
    assert [(each.kind, each.text) for each in found] == [
        ("order", "ambush:::"),
        ("secret", "ambush:NE:2:0405"),
        ("secret", "minefield:anti-tank"),
    ]
    assert {each.verdict for each in found} == {"fits"}
    assert wrong == []


def test_orders_wait_for_the_phase_the_word_and_what_they_need(
    table: Table, making: Making, save: Path, tmp_path: Path
) -> None:
    log = tmp_path / "wait.vlog"
    table.begin(save, log, "German")
    table.sit("German")
    wait, fire = (f"key|{piece(making, 'card/de.inf1')}|{named(f'hx.o.{each}')}" for each in ("wait", "open_fire"))
    assert table.tell(wait, 1) == []
    table.tell(NEXT)
    assert table.tell(wait, 1) == []
    choose_word(table, "sonnenblume")
    assert table.tell(fire, 1) == []
    assert table.tell(wait) == ["* Infantry 1 has an order"]
    assert table.tell(REVEAL, 1) == []
    table.tell(COMMIT)
    assert table.tell(wait, 1) == []
    table.tell("endlog")


def test_the_rest_of_a_round_without_anything_to_do_is_one_key(
    table: Table, making: Making, save: Path, tmp_path: Path
) -> None:
    """Not before its first step, and not beyond the last round; undo takes all of it back."""
    log = tmp_path / "finish.vlog"
    begin(table, save, log, "Solitaire")
    steps = [each for each in making.game.chronicle.phases if each.startswith("S") and each != "Setup"]
    finish, last = f"hotkey|{key('Alt Y')}", making.game.scenarios[SET_UP].turns
    assert table.tell(finish) == [], "orders are still written"
    table.tell(f"hotkey|{key('Alt U')}")
    told = [f"* Solitaire: round 1, {making.game.chronicle.phases[each].en}" for each in steps]
    ends = [*told, "* Solitaire: round 2, Planning", "* Solitaire: cards cleared, orders erased, defence as printed"]
    assert table.tell(finish) == ends
    assert len(table.tell("undo")) == len(ends)
    assert table.tell(finish) == ends
    # Who is suppressed gets the flag of the next round, of either side, and gets it once.
    suppressed = [(piece(making, f"unit/{name}"), making.game.units[name]) for name in ("de.inf1", "su.inf1")]
    for each, _ in suppressed:
        table.tell(f"key|{each}|{key('Ctrl U')}")
    table.tell(NEXT)
    raised = table.tell(finish)
    assert raised[: len(ends) - 2] == [each.replace("round 1", "round 2") for each in told]
    flags = raised[len(ends) :]
    assert len(flags) == len(suppressed)
    for text, (_, unit) in zip(flags, suppressed, strict=True):
        assert text.startswith(f"* {unit.name.en}")
        assert text.endswith("bravery flag on")
    for turn in range(3, last + 1):
        table.tell(NEXT)
        assert len(table.tell(finish)) == len(ends) - 2 * (turn == last)
    assert table.tell(finish) == []
    table.tell("endlog")


def test_hexes_are_noted_under_the_mouse(table: Table, making: Making, save: Path, tmp_path: Path) -> None:
    log = tmp_path / "mouse.vlog"
    begin(table, save, log, "Solitaire")
    choose_word(table, "sonnenblume")
    table.tell("aside")
    for name in ("pick place", "pick route"):
        assert table.tell(f"press|DoActionButton|{name}", boxes=1) == []
    for place in ("0604", "0705"):
        table.tell(f"mouse|Map|{at(making, place)}")
        table.tell("press|DoActionButton|pick route")
    table.tell(f"key|{piece(making, 'card/de.inf2')}|{named('hx.o.march')}")
    table.tell(COMMIT)
    table.tell(REVEAL)
    table.tell("endlog")
    assert [each.text for each in openings(log)[0]] == ["march:0604-0705"]


def test_what_is_noted_under_the_mouse_leaves_no_step_and_every_order_is_one_of_the_same_size(
    table: Table, making: Making, module: tuple[Making, Path], save: Path, tmp_path: Path
) -> None:
    """Whether an order has a target or a route cannot be told from the steps before it, nor from its own."""
    log = tmp_path / "sizes.vlog"
    begin(table, save, log, "Solitaire")
    choose_word(table, "sonnenblume")
    pieces = Pieces.of(savefile.read(save).initial, ModuleGround(Module.open(module[1])))
    enemy = next(each for each in pieces.pieces() if each.gpid == str(making.lock["unit/su.inf1"]))
    card = piece(making, "card/de.inf2")
    # The first key on a piece brings nulls of the engine along, whatever it is.
    table.tell(f"key|{card}|{named('hx.o.wait')}")
    begun = table.steps
    notes: dict[str, list[str]] = {
        "wait": [],
        "open_fire": [f"mouse|Map|{enemy.x}|{enemy.y}", "press|DoActionButton|pick unit"],
        "march": [
            line
            for place in ("0604", "0705")
            for line in (f"mouse|Map|{at(making, place)}", "press|DoActionButton|pick route")
        ],
    }
    for order, lines in notes.items():
        for line in lines:
            assert table.tell(line) == []
        assert table.steps == begun + [*notes].index(order), "what is noted stands in no step"
        table.tell(f"key|{card}|{named(f'hx.o.{order}')}")
    assert table.steps == begun + len(notes)
    table.tell("mouse|Map|5|5")
    assert table.tell("press|DoActionButton|pick unit", boxes=1) == []
    table.tell(COMMIT)
    table.tell(REVEAL)
    table.tell("endlog")
    _, *orders = (step for step in savefile.read(log).steps if "[#order;" in encode(step))
    shapes = [[command.kind for command in step.walk()] for step in orders]
    assert shapes == [shapes[0]] * len(notes), shapes
    sizes = [len(encode(step)) for step in orders]
    assert max(sizes) - min(sizes) <= LEADING, sizes
    assert [each.text for each in openings(log)[0]] == ["march:0604-0705"]


# ---------------------------------------------------------------------------------------------------- every command
def lines_of(making: Making, command: Command) -> list[tuple[str, int]]:
    """What is done to give a command, and how many boxes open upon it."""
    unit, enemy, rider = (piece(making, f"unit/{name}") for name in ("de.inf1", "su.inf1", "de.inf2"))
    if command.verb == "order":
        return ordered(making, command)
    if command.by == "button":
        return [(f"press|DoActionButton|{command.key}", 0)]
    if command.by == "card":
        card = card_with(making, command)
        return [(f"key|{card}|{command.key}", 0)] if card else []
    if command.by == "marker":
        return [(f"key|{piece(making, 'marker/minefield')}|{command.key}", 0)]
    if command.verb == "fire":
        return [(f"key|{unit}|{key('Ctrl F')}", 0), (f"key|{enemy}|{command.key}", 0)]
    return [(f"key|{rider if command.verb == 'ride' else unit}|{command.key}", 0)]


def card_with(making: Making, command: Command) -> str:
    """A card of the set-up that has a command."""
    game = making.game
    order, _, _ = command.what.partition(".")
    for unit in game.in_scenario(SET_UP):
        card = game.cards[unit.card or ""]
        meter = game.handling.meters.get(command.what)
        if order in card.orders or (meter and has(card, meter)) or not command.what:
            return piece(making, f"card/{unit.id}")
    return ""


def ordered(making: Making, command: Command) -> list[tuple[str, int]]:
    """An order with all that it needs noted before."""
    card = card_with(making, command)
    if not card:
        return []
    order = making.game.orders.get(command.what.partition(".")[0])
    params = order.params if order else ()
    enemies = [piece(making, f"unit/{name}") for name in ("su.inf1", "su.inf2")]
    found = [(f"key|{enemies[0]}|{key('Ctrl G')}", 0)] if any(each.kind == "unit" for each in params) else []
    if any(each.kind == "unit2" for each in params):
        found += [(f"key|{each}|{key('Ctrl G')}", 0) for each in enemies[len(found) :]]
    boxes = sum(each.kind == "route" or (each.kind in ("place", "side") and not each.optional) for each in params)
    here = (
        {name.partition(".")[0] for name in making.game.handling.sealing.here}
        if making.game.handling.sealing
        else set()
    )
    boxes -= 1 if order and order.id in here else 0
    boxes += sum(each.kind == "number" for each in params)
    answers = [
        ("answer|" + {"number": "2", "side": "0505/0506"}.get(each.kind, "0505"), 0)
        for each in params
        if each.kind == "route" or (each.kind in ("place", "side", "number") and not each.optional)
    ]
    if order and order.id in here:
        answers = [each for each in answers if each[0] != "answer|0505"]
    return [*found, *answers, (f"key|{card}|{command.key}", boxes)]


def staged(making: Making, command: Command) -> list[tuple[str, int]]:
    """What must be so before a command can be given."""
    unit, rider = piece(making, "unit/de.inf1"), piece(making, "unit/de.inf2")
    if command.verb in ("out", "hide"):
        return [(f"drag|{unit}|{at(making, '0405')}", 0)]
    if command.verb == "ride" and command.what != "Leave":
        place = {"Mount": "0305", "Tow": "0305", "Occupy": "0805"}[command.what]
        leave = next(each.key for each in vocabulary(making) if (each.verb, each.what) == ("ride", "Leave"))
        return [(f"key|{rider}|{leave}", 0), (f"drag|{rider}|{at(making, place)}", 0)]
    return []


def said_of(verb: str, text: str) -> str:
    """What a record says was chosen."""
    keys = {
        "check": "p",
        "face": "v",
        "mark": "what",
        "state": "what",
        "ride": "what",
        "out": "what",
        "complete": "what",
    }
    return values(text).get(keys.get(verb, ""), "")


def test_every_command_leaves_its_line(table: Table, making: Making, save: Path, tmp_path: Path) -> None:
    log = tmp_path / "all.vlog"
    table.begin(save, log, "Solitaire")
    table.sit("Solitaire")
    table.tell(NEXT)
    choose_word(table, "sonnenblume")
    wanted = [each for each in vocabulary(making) if each.verb not in ("word", "commit", "key", "open", "round")]
    wanted.sort(key=lambda each: (each.verb in ("hide", "out"), each.verb == "order"))
    given: list[Command] = []
    for each in wanted:
        lines = lines_of(making, each)
        for line, boxes in (*staged(making, each), *lines) if lines else ():
            table.tell(line, boxes)
        given += [each] if lines else []
    for line in (COMMIT, REVEAL, "press|DoActionButton|round", NEXT):
        table.tell(line)
    table.tell("endlog")

    found = [(record[1], text) for text in spoken(log) if (record := RECORD.search(text))]
    assert len(found) == len(spoken(log)), [text for text in spoken(log) if not RECORD.search(text)]
    written = {(verb, said_of(verb, text)) for verb, text in found}
    exact = ("check", "mark", "state", "ride", "out", "complete")
    meant = {(each.verb, each.what if each.verb in exact else "") for each in given if each.what or each.verb != "mark"}
    assert {each for each in meant if each not in written and each[0] != "face"} == set()
    facings = {said_of(verb, text) for verb, text in found if verb == "face"}
    assert facings == set(making.game.handling.facings)
    seals = {verb.id: ("".join(verb.seals),) for verb in making.game.chronicle.verbs.values()}
    timeline = Timeline.of(savefile.read(log))
    assert [each for each in records(timeline, seals) if not each.counts] == []
    for _, text in found:
        shown = text.partition("<!--")[0]
        assert re.match(r"\* \S.{4,}", shown), text
        assert not re.search(r"\$|Said_|HX_|\{", shown), text
    assert [each.verdict for each in openings(log)[0] if each.verdict != "fits"] == []


def test_a_shot_has_the_dice_of_its_card_and_the_accuracy_of_its_distance(
    table: Table, making: Making, save: Path, tmp_path: Path
) -> None:
    log = tmp_path / "shot.vlog"
    begin(table, save, log, "Solitaire")
    shooter, target = piece(making, "unit/de.inf1"), piece(making, "unit/su.inf1")
    table.tell(f"drag|{target}|{at(making, '0605')}")
    table.tell(f"key|{piece(making, 'card/de.inf1')}|{named('hx.do.mark.losses.up')}")
    table.tell(f"key|{shooter}|{key('Ctrl F')}")
    table.tell(f"key|{target}|{key('Ctrl T')}")
    table.tell("press|DoActionButton|roll")
    table.tell("endlog")
    card = making.game.cards["de.infantry"]
    fire = next(values(text) for text in spoken(log) if "[#fire" in text)
    assert (fire["p"], fire["dice"], fire["acc"]) == ("FIRE", str(card.dice("infantry", 1)), str(card.accuracy_at(2)))
    line = next(text for text in spoken(log) if "[#roll" in text)
    roll = values(line)
    hits = sum(int(each) <= int(roll["acc"]) for each in roll["res"].split(","))
    told = {0: "no hit", 1: "1 hit"}.get(hits, f"{hits} hits")
    assert line.partition("<!--")[0].endswith(f"</b>: {told}" if int(roll["acc"]) else "</b>")
    assert roll["dice"] == f"{card.dice('infantry', 1)}d6"
    assert len(roll["res"].split(",")) == card.dice("infantry", 1)


def test_a_shot_that_is_rolled_at_once_is_one_step_and_one_without_dice_waits_for_them(
    table: Table, making: Making, save: Path, tmp_path: Path
) -> None:
    log = tmp_path / "now.vlog"
    begin(table, save, log, "Solitaire")
    shooter, target = piece(making, "unit/de.inf1"), piece(making, "unit/su.inf1")
    table.tell(f"drag|{target}|{at(making, '0605')}")
    table.tell(f"key|{shooter}|{key('Ctrl F')}")
    table.tell(f"key|{target}|{key('Ctrl Y')}")
    before = table.steps
    table.tell("press|DoActionButton|roll", boxes=1)
    assert table.steps == before
    table.tell(f"key|{shooter}|{key('Ctrl F')}")
    table.tell(f"key|{piece(making, 'unit/su.i16.1')}|{key('Ctrl Y')}")
    assert table.dice == "0", "its card has no dice against aircraft"
    table.tell("press|DoActionButton|roll", boxes=1)
    table.tell("endlog")
    steps = [
        [found[1] for each in step.walk() if each.kind == "chat" and (found := RECORD.search(each.text("text")))]
        for step in savefile.read(log).steps
    ]
    assert [each for each in steps if {"fire", "roll"} & {*each}] == [["fire", "roll"], ["fire"]]


def test_without_dice_nothing_is_rolled_and_nothing_is_said(table: Table, save: Path, tmp_path: Path) -> None:
    log = tmp_path / "nothing.vlog"
    begin(table, save, log, "Solitaire")
    before = table.steps
    table.tell("press|DoActionButton|roll", boxes=1)
    assert table.steps == before
    table.tell("endlog")
    assert [text for text in spoken(log) if "[#roll" in text] == []


def test_every_piece_of_the_palette_has_room(table: Table, making: Making, save: Path) -> None:
    table.tell(f"load|{save}")
    table.tell(f"palette|{sum(1 for name in making.lock.numbers if name not in making.lock.retired)}")


def test_a_hit_takes_the_defence_first_and_then_a_step_with_its_bravery(
    table: Table, making: Making, save: Path, tmp_path: Path
) -> None:
    log = tmp_path / "hits.vlog"
    begin(table, save, log, "Solitaire")
    card = piece(making, "card/de.inf1")
    for _ in range(making.game.cards["de.infantry"].number("defence") + 1):
        table.tell(f"key|{card}|{key('Ctrl L')}")
    table.tell("endlog")
    marks = [values(text) for text in spoken(log) if "[#mark" in text]
    assert [(each["what"], each["was"], each["v"]) for each in marks] == [
        ("defence", "2", "1"),
        ("defence", "1", "0"),
        ("losses", "0", "1"),
        ("bravery", "9", "8"),
    ]


@pytest.mark.parametrize("language", ["en", "de"])
def test_it_opens_without_a_report_and_every_picture_is_there_and_used(
    engine: Path, game: Game, tmp_path: Path, language: str
) -> None:
    """Small pictures stand in for the drawn ones: their names are what counts here."""
    _, path = stand_in(game, tmp_path, Options(density=75, language=language))
    answer = ask(engine, "open", path)[0]
    assert answer["reports"] == []
    assert answer["missingImages"] == []
    assert answer["unusedImages"] == []
    assert answer["duplicateGpids"] in ([], {})
    assert not [slot for slot in answer["slots"] if slot["missingPrototypes"]]


def test_a_set_up_has_its_units_cards_and_structures_where_the_scenario_says(
    engine: Path, module: tuple[Making, Path], save: Path
) -> None:
    making, path = module
    answer = ask(engine, "state", path, save)[0]
    assert answer["reports"] == []
    scenario = making.game.scenarios[SET_UP]
    theirs = {each["properties"].get("Id"): each for each in answer["pieces"] if each["kind"] == "piece"}
    for start in scenario.starts.values():
        standing = theirs[start.id]
        if start.place in making.sheets[scenario.map].hexes:
            assert standing["location"] == start.place
        assert standing["properties"].get("Face", "") == start.facing
        assert (
            theirs[f"{start.id}.card"]["map"] == f"{making.game.sides[making.game.units[start.id].side].record} cards"
        )
    lying = {(each["name"], each["location"]) for each in answer["pieces"] if each["kind"] == "piece"}
    for built in scenario.structures.values():
        assert (making.game.markers[built.marker].name.en, built.place.partition("/")[0]) in lying
