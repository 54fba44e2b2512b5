"""Dice of any number and faces: declared once a purpose, thrown by a button a kind, written, read back and counted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import assets
from assets.dice import Dice, told
from assets.errors import AssetsError
from assets.lines import line
from builder.lint import lint
from builder.traits.basics import named
from rules.audit.records import records
from rules.audit.statistics import by_player
from rules.audit.witness import Witness
from rules.engine.writing import Entry, Keep, Ref, Say, Throw
from tests.builder.small import small_game
from tests.rules.shared.workshop import Workshop, workshop_of
from vassal import savefile
from vassal.components import Component
from vassal.timeline import Timeline

SEALS = {"check": ("K",), "roll": ("KR",)}
CHRONICLE = """\
source: {origin: invented}
keys:
  k: {kind: count, from: count, what: {en: number, de: Nummer}}
  u: {kind: piece, from: piece, what: {en: piece, de: Stein}}
  h: {kind: place, from: place, what: {en: place, de: Ort}}
  s: {kind: side, from: side, what: {en: side, de: Seite}}
  p: {kind: choice, from: game HX_P, what: {en: purpose, de: Zweck}}
  who: {kind: piece, from: game HX_Who, what: {en: for whom, de: für wen}}
  dice: {kind: dice, what: {en: dice, de: Würfel}}
  res: {kind: dice, from: result, what: {en: as they fell, de: wie sie fielen}}
verbs:
  check:
    by: [unit]
    part: check
    keys: [k, u, h, s, p]
    from: {p: chosen}
    seals: [K]
    does: [{keep: HX_Who, to: "{u}"}, {keep: HX_P, to: "{p}"}, say]
    sentence: {en: "{u} in {h}: {p}", de: "{u} in {h}: {p}"}
    purposes: [STORM, SCOUT, DUEL]
  roll:
    by: [dice]
    part: roll
    keys: [k, p, who, dice, res, s]
    from: {dice: given}
    seals: [K, R]
    does: [say, rolled]
    menu: {en: Roll, de: Würfeln}
    sentence: {en: "{s} rolls {dice} for {p}: {res}", de: "{s} würfelt {dice} für {p}: {res}"}
    purposes: [STORM, SCOUT, DUEL]
purposes:
  STORM: {name: {en: storm, de: Sturm}, menu: {en: Storm, de: Stürmen}, sentence: {en: "{u} storms", de: "{u} stürmt"},
          dice: 3d6, of: [unit], rule: BLZ-0c}
  SCOUT: {name: {en: scout, de: Spähen}, menu: {en: Scout, de: Spähen}, sentence: {en: "{u} scouts", de: "{u} späht"},
          dice: 1d10, of: [unit], rule: BLZ-0c}
  DUEL: {name: {en: duel, de: Duell}, menu: {en: Duel, de: Duell}, sentence: {en: "{u} duels", de: "{u} ficht"},
         dice: 1d6, opposed: true, of: [unit], rule: BLZ-0c}
"""
VERBS = """\
  storm:
    by: [unit]
    keys: [k, u, h, s]
    seals: [K, R]
    does: [{keep: HX_Who, to: "{u}"}, {keep: HX_P, to: SCOUT}, say, {roll: SCOUT}]
    menu: {en: Look out, de: Ausschau}
    sentence: {en: "{u} looks out", de: "{u} hält Ausschau"}
  draw:
    by: [button]
    keys: [k, s]
    seals: [K, R]
    does: [{keep: HX_P, to: DUEL}, say, {roll: DUEL}]
    menu: {en: Draw swords, de: Ziehen}
    sentence: {en: "{s} draws", de: "{s} zieht"}
"""
ANY = """\
  volley:
    by: [unit]
    keys: [k, u, h, s, n]
    from: {n: chosen}
    seals: [K, R]
    does: [{keep: HX_Who, to: "{u}"}, {keep: HX_P, to: STORM}, {keep: HX_Dice, to: "{n}"}, say, {roll: STORM}]
    menu: {en: Volley, de: Salve}
    sentence: {en: "{u} fires {n}", de: "{u} feuert {n}"}
    choices:
      n: {"0": {en: nothing, de: nichts}, "3": {en: three, de: drei}, "7": {en: seven, de: sieben}}
  load:
    by: [unit]
    keys: [k, u, h, s, n]
    from: {n: property Guns}
    seals: [K, D]
    does: [{set: Guns, add: 1}, say]
    menu: {en: Load, de: Laden}
    sentence: {en: "{u} loads, {n}", de: "{u} lädt, {n}"}
  salvo:
    by: [unit]
    keys: [k, u, h, s, n]
    from: {n: property Guns}
    seals: [K, R]
    does: [{keep: HX_Who, to: "{u}"}, {keep: HX_P, to: STORM}, {keep: HX_Dice, to: "{n}"}, say, {roll: STORM}]
    menu: {en: Salvo, de: Lage}
    sentence: {en: "{u} fires {n}", de: "{u} feuert {n}"}
  spy:
    by: [button]
    keys: [k, s]
    seals: [K, R]
    does: [{keep: HX_Who}, {keep: HX_P, to: SCOUT}, say, {roll: SCOUT}]
    menu: {en: Spy, de: Kundschafter}
    sentence: {en: "{s} spies", de: "{s} kundschaftet"}
"""
"""Verbs that say how many dice are thrown: as chosen, as a piece has, or as the purpose has."""
DICE = {"STORM": "3d6", "SCOUT": "1d10", "DUEL": "1d6:1d6"}


def counted_in(folder: Path, verbs: str = ANY) -> Path:
    """The small game, whose storm has any number of d10, and in which verbs say how many."""
    home = game_in(folder, "dice: 3d6", "dice: nd10", verbs)
    path = home / "chronicle.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(
        text.replace("keys:\n", "keys:\n  n: {kind: text, what: {en: number, de: Zahl}}\n", 1), encoding="utf-8"
    )
    (home / "module.yaml").write_text("source: {origin: invented}\ngauges: {Guns: {of: [unit], most: 9}}\n")
    return home


def game_in(folder: Path, old: str = "", new: str = "", verbs: str = VERBS) -> Path:
    """A small game with a purpose for each kind of dice, and verbs that roll."""
    small_game(folder)
    text = CHRONICLE.replace("verbs:\n", f"verbs:\n{verbs}", 1)
    assert old in text
    (folder / "chronicle.yaml").write_text(text.replace(old, new, 1) if old else text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    return workshop_of(str(game_in(tmp_path_factory.mktemp("games") / "game")))


def buttons(tree: Component, name: str = "DoActionButton") -> dict[str, Component]:
    return {each.get("name"): each for each in tree.every(name)}


def called(key: str) -> str:
    return key.rpartition(",")[2]


def test_each_kind_of_dice_has_a_button_of_its_own(workshop: Workshop) -> None:
    found = {each.name: each for each in workshop.module.dice}
    assert [*found] == [*DICE.values()]
    thrown = buttons(workshop.module.root, "DiceButton")
    assert {name: (each.get("nDice"), each.get("nSides")) for name, each in thrown.items()} == {
        "3d6": ("3", "6"),
        "1d10": ("1", "10"),
        "1d6:1d6": ("2", "6"),
    }


def test_a_check_throws_the_dice_of_its_purpose(workshop: Workshop) -> None:
    unit = next(each.expanded for each in workshop.module.slots if each.expanded is not None)
    sent = {each.text("key"): each.text("sent_key") for each in unit.all("global_hotkey")}
    thrown = {called(each.get("hotkey")): each.get("hotkeys") for each in buttons(workshop.module.root).values()}
    checks = [each for each in unit.all("trigger") if each.text("name").startswith("check")]
    assert len(checks) == len(DICE)
    for each, (purpose, dice) in zip(checks, DICE.items(), strict=True):
        assert [called(key) for key in each.items("watch_keys")] == [f"hx.do.check.{purpose}"]
        pressed = each.items("action_keys")[-1]
        assert f"hx.{dice}" in thrown[called(sent[pressed])]


def test_the_button_on_the_toolbar_throws_what_was_declared_last(workshop: Workshop) -> None:
    found = buttons(workshop.module.root)
    asked = [called(key) for key in re.findall(r"hx\.roll\.asked\.[^\"\\,]+", found["roll"].get("hotkeys"))]
    assert asked == [f"hx.roll.asked.{dice}" for dice in DICE.values()]
    for purpose, dice in DICE.items():
        each = found[f"asked {dice}"]
        assert f'GetString("HX_P").equals("{purpose}")' in each.get("loopCount")
        assert each.get("loopCount").endswith("?0:1}")


def test_the_rolls_are_read_back_as_they_were_written(workshop: Workshop) -> None:
    scribe = workshop.scribe("hill")
    fallen = {"STORM": (6, 1, 4), "SCOUT": (10,), "DUEL": (5, 2)}
    unit = Ref("red.1.a")
    for purpose, dice in fallen.items():
        declared = Keep("HX_Who", unit), Keep("HX_P", purpose), Say("check", unit, {"p": purpose})
        scribe.write([Entry("red", (*declared, Throw(DICE[purpose], dice)))])
    saved = savefile.read(savefile.encode(scribe.log()))
    timeline = Timeline.of(saved, workshop.module)
    found = [each for each in records(timeline, SEALS) if each.verb == "roll"]
    assert all(each.counts for each in found)
    assert [(each.get("p"), each.get("dice"), each.get("res")) for each in found] == [
        (purpose, DICE[purpose], ",".join(map(str, dice))) for purpose, dice in fallen.items()
    ]
    assert {each.get("who") for each in found} == {found[0].get("who")} != {""}
    witness = Witness(timeline.start, SEALS)
    rolled = [each for step in timeline.steps for each in witness.shown(step).rolled]
    assert [(each.button, each.dice) for each in rolled] == [(DICE[name], dice) for name, dice in fallen.items()]
    assert by_player(("Red", each.button, each.dice) for each in rolled) == {
        ("Red", 6): [6, 1, 4, 5],
        ("Red", 10): [10],
    }


def test_a_declared_verb_of_a_piece_throws_dice_after_its_line(workshop: Workshop) -> None:
    unit = next(each.expanded for each in workshop.module.slots if each.expanded is not None)
    (does,) = [
        [*map(called, each.items("action_keys"))] for each in unit.all("trigger") if each.text("name") == "storm"
    ]
    assert does == ["hx.v.storm", "hx.say.storm", "hx.v.roll.SCOUT"]
    sent = {called(each.text("key")): called(each.text("sent_key")) for each in unit.all("global_hotkey")}
    (throws,) = [
        each.get("hotkeys")
        for each in buttons(workshop.module.root).values()
        if called(each.get("hotkey")) == sent["hx.v.roll.SCOUT"]
    ]
    assert throws.endswith("hx.1d10")


def test_a_declared_button_throws_dice_after_its_line(workshop: Workshop) -> None:
    found = buttons(workshop.module.root)
    thrown = called(found["draw said"].get("hotkeys"))
    (throws,) = [each.get("hotkeys") for each in found.values() if called(each.get("hotkey")) == thrown]
    assert throws.endswith("hx.1d6:1d6")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("{roll: SCOUT}]", "{roll: SCUOT}]", "purpose"),
        ("{keep: HX_P, to: SCOUT}, say", "say", "nothing tells what is rolled for"),
        ("to: SCOUT}, say, {roll: SCOUT}]", "to: SCOUT}, {roll: SCOUT}, say]", "after `say`"),
        ("dice: 1d10", "dice: nd10", "nothing tells how many dice"),
    ],
)
def test_a_verb_that_cannot_roll_is_told_when_the_game_is_loaded(tmp_path: Path, old: str, new: str, told: str) -> None:
    with pytest.raises(AssetsError, match=told):
        assets.load(game_in(tmp_path / "game", old, new))


def test_the_linter_finds_nothing_in_the_dice(workshop: Workshop, tmp_path: Path) -> None:
    path = tmp_path / "game.vmod"
    path.write_bytes(workshop.packed)
    found = [each.what for each in lint(path).findings if each.rule.id.startswith("HM95")]
    assert found == []


@pytest.mark.parametrize(
    ("language", "said"), [("en", "storm, 3d6: 1 + 4 + 2 = 7"), ("de", "Sturm, 3W6: 1 + 4 + 2 = 7")]
)
def test_a_roll_is_told_in_the_words_of_its_language(tmp_path: Path, language: str, said: str) -> None:
    home = game_in(tmp_path / "game")
    path = home / "chronicle.yaml"
    plain = '"{s}: {p}, {dice}: {res}"'
    path.write_text(
        path.read_text(encoding="utf-8")
        .replace('"{s} rolls {dice} for {p}: {res}"', plain)
        .replace('"{s} würfelt {dice} für {p}: {res}"', plain),
        encoding="utf-8",
    )
    game = assets.load(home)
    fell = "".join(told(Dice(3, 6), ("1", "4", "2"), "7"))
    values = {"s": "Red", "p": "STORM", "dice": "3d6", "res": "1,4,2"}
    shown, _, record = line(game, "roll", values, {"res": fell}, language).partition("<!--")
    assert shown == f"{game.sides['red'].name[language]}: {said}"
    # The record stays the same in every language.
    assert "p=STORM;who=;dice=3d6;res=1,4,2;s=Red" in record


def test_of_opposed_dice_both_sides_stand_apart() -> None:
    assert "".join(told(Dice(2, 6, opposed=True), ("1", "2", "3", "4"), "10")) == "1 + 2 : 3 + 4"
    assert "".join(told(Dice(1, 6), ("5",), "5")) == "5"


def test_where_one_purpose_has_any_number_all_dice_of_its_faces_are_thrown_one_by_one(tmp_path: Path) -> None:
    workshop = workshop_of(str(game_in(tmp_path / "game", "dice: 3d6", "dice: nd10", "")))
    tree = workshop.module.root
    assert [*buttons(tree, "DiceButton")] == ["1d10", "1d6:1d6"]
    found = buttons(tree)
    assert found["roll for"].get("loopCount") == "$HX_Dice$"
    assert ';dice="+GetString("HX_Dice")+"d10"+";res="+GetString("HX_Res")' in found["roll ends"].get("reportFormat")
    unit = next(each.expanded for each in workshop.module.slots if each.expanded is not None)
    (ready,) = [each for each in unit.all("set_global") if each.text("name") == "HX_Dice"]
    # One that has a fixed number lays so many ready itself.
    value = ("P", '{GetString("What").equals("SCOUT")?("1"):"0"}')
    assert {key: change for _, key, change in ready.rows("commands")} == dict.fromkeys(
        (named("hx.check"), named("hx.between")), value
    )


def test_beside_fixed_dice_any_number_of_others_waits_for_dice_to_lie_ready(tmp_path: Path) -> None:
    tree = workshop_of(str(game_in(tmp_path / "game", "dice: 1d10", "dice: nd10", ""))).module.root
    assert [*buttons(tree, "DiceButton")] == ["3d6", "1d10", "1d6:1d6"]
    found = buttons(tree)
    lacking = 'GetString("HX_Dice").equals("0")'
    assert [name for name in found if name.startswith("asked") and lacking in found[name].get("loopCount")] == [
        "asked nd10"
    ]
    assert called(found["asked nd10"].get("hotkeys")) == called(found["roll for nd10"].get("hotkey")) == "hx.roll1"


def test_a_verb_lays_as_many_dice_ready_as_it_says_before_they_are_thrown(tmp_path: Path) -> None:
    workshop = workshop_of(str(counted_in(tmp_path / "game")))
    unit = next(each.expanded for each in workshop.module.slots if each.expanded is not None)
    does = {each.text("name"): [*map(called, each.items("action_keys"))] for each in unit.all("trigger")}
    assert does["volley"] == ["hx.v.volley", "hx.say.volley", "hx.v.roll.STORM"]
    sent = {called(each.text("key")): called(each.text("sent_key")) for each in unit.all("global_hotkey")}
    found = buttons(workshop.module.root)
    assert called(found["asked nd10"].get("hotkey")) == sent["hx.v.roll.STORM"]
    assert 'GetString("HX_Dice").equals("0")' in found["asked nd10"].get("loopCount")
    # The spy's one die is thrown by the same loop: its button lays it ready.
    assert [called(each) for each in re.findall(r"hx\.[\w.]+", found["spy said"].get("hotkeys"))] == [
        "hx.v.dice.1",
        "hx.roll",
    ]
    (ready,) = [each for each in buttons(workshop.module.root, "GlobalProperty").items() if each[0] == "HX_Dice"]
    assert "hx.v.dice.1" in [called(each.get("hotkey")) for each in ready[1].children if each.get("hotkey")]


def test_a_verb_that_throws_any_number_says_how_many(tmp_path: Path) -> None:
    with pytest.raises(AssetsError, match="nothing tells how many dice"):
        assets.load(counted_in(tmp_path / "game", ANY.replace('{keep: HX_Dice, to: "{n}"}, ', "")))


@pytest.mark.parametrize("dice", ["0d6", "2d1", "d6", "2d", "100d6", "1d1000", "2d6+1", "Nd6"])
def test_what_is_no_number_of_dice_is_told_when_the_game_is_loaded(tmp_path: Path, dice: str) -> None:
    with pytest.raises(AssetsError, match="dice"):
        assets.load(game_in(tmp_path / "game", "dice: 3d6", f"dice: {dice}"))


def test_opposed_dice_have_a_number(tmp_path: Path) -> None:
    with pytest.raises(AssetsError, match="each side throws as many"):
        assets.load(game_in(tmp_path / "game", "dice: 1d6, opposed", "dice: nd6, opposed"))
