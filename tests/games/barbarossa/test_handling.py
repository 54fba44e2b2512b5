"""The handling of a game: whatever it names and the game does not have is found, with file and line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import assets
from assets.errors import AssetsError

GAME = Path(assets.__file__).parent / "barbarossa"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    target = tmp_path / "game"
    shutil.copytree(GAME, target)
    return target


def problems(folder: Path, old: str, new: str) -> list[str]:
    """What is found when the handling says something else."""
    path = folder / "module.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(AssetsError) as found:
        assets.load(folder)
    return [str(each) for each in found.value.problems]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("marker: suppressed,", "marker: supressed,", "unknown marker 'supressed'; did you mean suppressed?"),
        ("raises: {Flag: Suppressed}", "raises: {Flag: Surprised}", "unknown state 'Surprised'"),
        ("MELEE: {roll: MELEE,", "MELEE: {roll: MELLEE,", "unknown purpose 'MELLEE'; did you mean MELEE?"),
        ("phases: [S6], types: [aircraft]", "phases: [S13], types: [aircraft]", "unknown phase 'S13'"),
        ("losses: {most: size}", "losses: {most: girth}", "unknown value or store 'girth'"),
        ("apart: [ambush]", "apart: [ambuscade]", "unknown order 'ambuscade'"),
        ("here: [ambush.place,", "here: [ambush.spot,", "unknown parameter 'ambush.spot'"),
        ("Returned: airfield", "Returned: hangar", "unknown box 'hangar'"),
        ("Mount: {needs: lift,", "Mount: {needs: lifts,", "unknown value or fact 'lifts'"),
        ("Mount: {needs: lift,", "Mount: {", "either a carrier `needs` something, or it is boarded `on` markers"),
        ("{a: Fly, types: [aircraft]}", "{a: Glide, types: [aircraft]}", "unknown kind of step 'Glide'"),
        ("on: [trench, bunker]", "on: [trench, cellar]", "unknown marker 'cellar'"),
        ("step: {track: step,", "step: {track: stairs,", "unknown track 'stairs'"),
        ("  halt: Ctrl H", "  hlat: Ctrl H", "unknown command 'hlat'; did you mean halt?"),
        ("out.Lost: Delete", "out.Losst: Delete", "unknown command 'out.Losst'"),
        ("open: [state.Suppressed,", "open: [state.Surprised,", "unknown command 'state.Surprised'"),
    ],
)
def test_what_the_game_does_not_have_is_named_with_its_place(folder: Path, old: str, new: str, told: str) -> None:
    found = problems(folder, old, new)
    assert any(told in each and each.startswith("game/module.yaml:") for each in found), found
