"""The linter finds nothing in our own modules, in either language; small pictures stand in for the real ones."""

from pathlib import Path

import pytest

from assets import load
from assets.finding import games
from builder.build import lock_of, saved_at, texts
from builder.lint import lint
from builder.module import Options
from builder.plan import plan
from tests.builder.lint.bench import png
from vassal.modulewriter import pack_module


def whole(game: str, language: str) -> bytes:
    """A module with all its files, each picture a small one."""
    found = load(game)
    planned = plan(found, Options(language=language), lock_of(found))
    drawn = {f"images/{job.name}" if job.name.endswith((".png", ".jpg")) else job.name for job in planned.jobs}
    files = {**dict.fromkeys(drawn, png(75, 75)), **texts(planned.making, planned.root)}
    return pack_module(planned.root, files, saved=saved_at(planned.making))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", games())
def test_our_modules_break_no_rule(tmp_path: Path, game: str, language: str) -> None:
    target = tmp_path / "ours.vmod"
    target.write_bytes(whole(game, language))
    # Stacks lie where the real boards have room, which the small pictures have not.
    found = lint(target, ignore=["off-the-board"]).findings
    assert [(each.rule.id, each.place, each.what) for each in found] == []
