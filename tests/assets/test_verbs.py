"""The verbs of a game: what nobody says, what nothing fills, what would never be sealed is found, with its place."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import assets
from assets.chronicle import Does
from assets.errors import AssetsError
from assets.finding import folder_of
from assets.lines import commands
from tests.games.sought import with_unit

COUNTERS, CARDS = with_unit("fr.1cuir.somua1"), with_unit("de.inf1")
VERB = """\
  dig:
    by: [unit]
    keys: [k, u, g, h, s, v]
    from: {v: property Dug}
    seals: [K, D]
    does: [{set: Dug, add: 1}, say]
    menu: {en: Dig, de: Graben}
    sentence: {en: "{u} digs", de: "{u} gräbt"}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game with one more verb than ours has."""
    target = tmp_path / "game"
    shutil.copytree(folder_of(COUNTERS), target)
    path = target / "chronicle.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("\nverbs:\n", f"\nverbs:\n{VERB}", 1), encoding="utf-8")
    return target


def problems(folder: Path, old: str, new: str) -> list[str]:
    """What is found when the chronicle says something else."""
    path = folder / "chronicle.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(AssetsError) as found:
        assets.load(folder)
    return [str(each) for each in found.value.problems]


def line_of(folder: Path, word: str) -> int:
    lines = (folder / "chronicle.yaml").read_text(encoding="utf-8").splitlines()
    return next(number for number, text in enumerate(lines, 1) if word in text)


def test_a_new_verb_is_as_good_as_ours(folder: Path) -> None:
    assert assets.load(folder).chronicle.verbs["dig"].deeds == (Does(set="Dug", add=1),)


def test_where_each_side_has_a_box_of_its_own_no_side_lacks_it(folder: Path) -> None:
    box = "  bunk-french: {side: french, name: {en: B, de: B}, holds: [1, 1]}\n"
    for path in sorted((folder / "maps").glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("\nboxes:\n", f"\nboxes:\n{box}", 1), encoding="utf-8")
    found = problems(folder, "does: [{set: Dug, add: 1}, say]", "does: [{set: Dug, add: 1}, {send: bunk}, say]")
    assert [each for each in found if "dig/does/1: 'german' has no box 'bunk-german'" in each]
    assert not [each for each in found if "'bunk-french'" in each and "dig" in each]


@pytest.mark.parametrize(
    ("upon", "told"),
    [
        ("    upon: {to: market}\n", "box"),
        ("    upon: {to: used, from: market}\n", "box"),
        ("    upon: {to: used, outside: [Christmas]}\n", "phase"),
        ("    upon: {to: land}\n    choices: {what: {A: {en: a, de: a}}}\n", "choosing nothing"),
    ],
)
def test_a_verb_is_said_upon_a_drag_to_where_a_piece_can_be_dragged(folder: Path, upon: str, told: str) -> None:
    found = problems(folder, "    menu: {en: Dig, de: Graben}\n", upon)
    assert [each for each in found if "dig/upon" in each and told in each]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("    from: {v: property Dug}\n", "", "nothing fills the key 'v'; `from` says where its value comes from"),
        ("{v: property Dug}", "{v: mouse}", "a unit cannot tell 'v' from 'mouse'"),
        ("{v: property Dug}", "{v: given}", "no part of the module gives 'v'"),
        ("{v: property Dug}", "{v: somewhere}", "expected where a value comes from"),
        (
            "    by: [unit]\n    keys: [k, u, g, h, s, v]",
            "    by: [card]\n    keys: [k, u, g, h, s, v]",
            "no card that could",
        ),
        (
            "    by: [unit]\n    keys: [k, u, g, h, s, v]",
            "    by: [button]\n    keys: [k, s, v]",
            "a button cannot tell 'v'",
        ),
        (
            "    by: [unit]\n    keys: [k, u, g, h, s, v]",
            "    by: [dice]\n    keys: [k, s, v]",
            "no part of the module lets",
        ),
        ("    menu: {en: Dig, de: Graben}\n", "", "nobody can say it: it has no `menu`, and no `part`"),
        ("does: [{set: Dug, add: 1}, say]", "does: [{set: Dug, add: 1}]", "`say` must stand among its deeds once"),
        ("does: [{set: Dug, add: 1}, say]", "does: [say]", "the seal D would never be there"),
        ("does: [{set: Dug, add: 1}, say]", "does: [say, {set: Dug, add: 1}]", "seal D must come before `say`"),
        ("does: [{set: Dug, add: 1}, say]", "does: [{set: Dug, keep: HX_Dug}, say]", "a deed is one of set, layer"),
        ("does: [{set: Dug, add: 1}, say]", "does: [{set: Dug, to: '{w}'}, say]", "unknown key 'w'"),
        ("does: [{set: Dug, add: 1}, say]", "does: [changed, say]", "no part of the module does what 'changed'"),
        ("does: [{set: Dug, add: 1}, say]", "does: [{layer: Dug}, say]", "unknown state 'Dug'"),
        ("does: [{set: Dug, add: 1}, say]", "does: [{send: trench}, say]", "unknown box 'trench'"),
        ("{set: Dug, add: 1}", "{set: Dug, add: 1, when: {what: A}}", "unknown choice 'what'"),
        ("seals: [K, D]\n    does: [{set: Dug", "seals: [D]\n    does: [{set: Dug", "the seal K belongs to the key k"),
        ("{v: property Dug}", "{v: chosen}", "nothing is there to choose for 'v'"),
        (
            "    from: {v: property Dug}",
            "    of: [tnk]\n    from: {v: property Dug}",
            "kind of chit 'tnk'",
        ),
        ("    from: {v: property Dug}", "    of: [works]\n    from: {v: property Dug}", "no unit is one of these"),
        (
            "    seals: [K, D]\n    does: [{set: Dug",
            "    part: aim\n    seals: [K, D]\n    does: [{set: Dug",
            "speaks another verb",
        ),
        (
            "  a: {kind: choice, what: {en: what the step is",
            "  zz: {kind: text, what: {en: a, de: b}}\n  a: {kind: choice, what: {en: what the step is",
            "no verb has the key 'zz'",
        ),
        ("    menu: {en: Dig", "    means: {Dig: {fields: {unit: unit w}}}\n    menu: {en: Dig", "unknown key 'w'"),
    ],
)
def test_what_would_be_dropped_in_silence_is_named_with_its_place(folder: Path, old: str, new: str, told: str) -> None:
    found = problems(folder, old, new)
    assert any(told in each and each.startswith("game/chronicle.yaml:") for each in found), found


def test_the_place_is_that_of_the_verb(folder: Path) -> None:
    (found,) = problems(folder, "{v: property Dug}", "{v: mouse}")
    assert found.startswith(f"game/chronicle.yaml:{line_of(folder, 'v: mouse')}:")


@pytest.mark.parametrize(
    ("game", "verb", "values", "expected"),
    [
        (COUNTERS, "phase", {}, ["line", "turn"]),
        (COUNTERS, "draw", {}, ["HX_Drawn", "move", "count", "line"]),
        (COUNTERS, "ride", {"what": "Load"}, ["HX_Carrier", "change", "count", "line"]),
        (COUNTERS, "ride", {"what": "Unload"}, ["count", "line", "change"]),
        (COUNTERS, "melee", {"what": "End"}, ["count", "line", "HX_Round"]),
        (CARDS, "commit", {"s": "German"}, ["HX_Commit_German", "line"]),
    ],
)
def test_a_verb_tells_what_stands_in_its_step(
    game: str, verb: str, values: dict[str, str], expected: list[str]
) -> None:
    assert list(commands(assets.load(game).chronicle.verbs[verb], values)) == expected
