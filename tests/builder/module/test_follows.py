"""What follows by itself from a verb: which pieces hear of it, and what a chronicle cannot say of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import assets
from assets.errors import AssetsError
from assets.finding import folder_of
from builder.build import lock_of
from builder.module import Making, Options, making_of, root
from builder.traits.basics import named
from tests.builder.module.new_verbs import TRIED
from vassal.components import Component
from vassal.pieces import PieceReader
from vassal.prototypes import parse_piece
from vassal.traits import Trait

VERB = """\
  shout:
    by: [unit]
    keys: [k, u, g, h, s, what]
    seals: [K]
    then: [{THEN}]
    menu: {en: Shout, de: Rufen}
    sentence: {en: "{u} shouts", de: "{u} ruft"}
    choices: {what: {Low: {en: low, de: leise}, High: {en: high, de: laut}}}
  bell:
    by: [button]
    keys: [k, s]
    seals: [K]
    then: [{BELL}]
    menu: {en: Bell, de: Glocke}
    sentence: {en: the bell rings, de: die Glocke läutet}
"""
QUIET, QUIET_OPP = "{press: clock}", '{state: OPP, to: "off"}'


def game(folder: Path, then: str, bell: str = QUIET) -> assets.Game:
    shutil.copytree(folder_of(TRIED), folder)
    path = folder / "chronicle.yaml"
    verbs = VERB.replace("{THEN}", then).replace("{BELL}", bell)
    text = path.read_text(encoding="utf-8").replace("\nverbs:\n", f"\nverbs:\n{verbs}", 1)
    path.write_text(text, encoding="utf-8")
    return assets.load(folder)


def built(folder: Path, then: str, bell: str = QUIET) -> tuple[Making, Component]:
    found = game(folder, then, bell)
    making = making_of(found, Options(), lock_of(found))
    return making, root(making)


def triggers(tree: Component, name: str) -> list[Trait]:
    reader = PieceReader()
    pieces = [parse_piece(each.text, reader) for each in tree.every("PrototypeDefinition")]
    return [trait for piece in pieces for trait in piece.all("trigger") if trait.text("name").startswith(name)]


def test_who_speaks_puts_a_state_on_for_the_choice_that_asks_for_it(tmp_path: Path) -> None:
    _, tree = built(tmp_path / "game", '{state: OPP, to: "on", when: {what: [Low]}}')
    found = {trait.text("condition") for trait in triggers(tree, "then shout")}
    (condition,) = found
    assert '"What"' in condition
    assert '"Low"' in condition
    assert "OPP_Level==1" in condition
    (puts,) = {
        tuple(key.rpartition(",")[2] for key in trait.items("action_keys")) for trait in triggers(tree, "put OPP")
    }
    assert puts == ("hx.l.OPP", "hx.is.OPP", "hx.say.state")


def test_a_button_reaches_all_pieces_and_the_clock_in_its_phases(tmp_path: Path) -> None:
    bell = '{press: clock, within: [Admin]}, {state: OPP, to: "off", who: all, within: [Admin]}'
    _, tree = built(tmp_path / "game", '{state: OPP, to: "on"}', bell)
    (ring,) = [each for each in tree.every("DoActionButton") if each.get("name") == "bell said"]
    everybody = named("hx.then.OPP.off.all.Admin")
    assert "hx.then.clock.Admin" in str(ring.get("hotkeys"))
    assert "hx.then.OPP.off.all.Admin" in str(ring.get("hotkeys"))
    (turns,) = [each for each in tree.every("DoActionButton") if each.get("hotkey") == named("hx.then.clock.Admin")]
    assert '"Admin"' in turns.get("loopCount")
    assert 'GetString("Turn").equals(GetString("HX_LastTurn"))' in turns.get("loopCount"), (
        "the clock stops with the game"
    )
    (puts,) = [each for each in tree.every("GlobalKeyCommand") if each.get("buttonHotkey") == everybody]
    assert "OPP_Level==2" in puts.get("filter")
    assert '"Admin"' in puts.get("filter")


def test_only_those_hear_of_it_that_are_in_another_state(tmp_path: Path) -> None:
    _, tree = built(tmp_path / "game", QUIET_OPP, '{state: OPP, to: "on", who: all, bears: Neutralised}')
    (puts,) = [each for each in tree.every("GlobalKeyCommand") if "hx.then.OPP.on.all" in each.get("buttonHotkey")]
    assert puts.get("filter") == "{(OPP_Level==1&&Neutralised_Level==2)}"


def test_all_of_the_active_formation_hear_of_it_where_that_was_chosen(tmp_path: Path) -> None:
    _, tree = built(tmp_path / "game", '{state: OPP, to: "off", who: formation, when: {what: [Low]}}')
    reader = PieceReader()
    pieces = [parse_piece(each.text, reader) for each in tree.every("PrototypeDefinition")]
    sent = [trait for piece in pieces for trait in piece.all("global_key") if "hx.then.shout" in trait.text("key")]
    assert {trait.text("sent_key") for trait in sent} == {named("hx.put.OPP")}
    (asks,) = {trait.text("filter") for trait in sent}
    assert asks.startswith("{")
    assert "OPP_Level==2" in asks
    assert '"$What$".equals("Low")' in asks, "what who speaks has chosen"


@pytest.mark.parametrize(
    ("then", "told"),
    [
        ("{state: Drunk}", "state"),
        ("{state: OPP, bears: Drunk}", "state"),
        ("{}", "either a `state`"),
        ("{state: OPP, press: clock}", "either a `state`"),
        ("{press: clock}", "only a button"),
        ("{state: OPP, who: own}", "only an HQ or a chit"),
        ("{state: OPP, within: [Christmas]}", "phase"),
        ("{state: OPP, when: {what: [Loud]}}", "word"),
        ("{state: OPP, when: {which: [Low]}}", "key"),
        ("{state: Exhausted}", "nobody who says it"),
    ],
)
def test_what_cannot_follow_is_found_with_its_place(tmp_path: Path, then: str, told: str) -> None:
    with pytest.raises(AssetsError, match=told) as found:
        game(tmp_path / "game", then)
    assert "chronicle.yaml" in str(found.value)
