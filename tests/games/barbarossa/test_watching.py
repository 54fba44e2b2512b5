"""`hexmeister watch` on a game of sealed orders."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.rules.audit.many import written
from tests.rules.shared.kit import kit_of
from tests.rules.shared.workshop import workshop_of

if TYPE_CHECKING:
    from tests.hexmeister.conftest import Call


def test_what_is_still_sealed_makes_no_turn_unclean(call: Call, tmp_path: Path) -> None:
    turns = list(kit_of("barbarossa").play("road", 50_013, 100))
    (tmp_path / "round.vlog").write_bytes(written(workshop_of("barbarossa"), "road", turns, 60)[0])
    told = call("watch", tmp_path, "--once", "--without", "due", "--without", "observations").out.splitlines()
    assert told == ["round.vlog: clean so far; still sealed: 2"]
    without = ("--without", "due", "--without", "observations", "--without", "sealed")
    assert call("watch", tmp_path, "--once", *without).out.splitlines() == ["round.vlog: clean"]
