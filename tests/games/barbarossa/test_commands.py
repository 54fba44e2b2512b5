"""What the commands say of this game's disputed rulings."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.hexmeister.conftest import Call


def test_a_dispute_tells_how_it_is_settled_and_what_is_accepted_either_way(call: Call) -> None:
    settled = call("rules", "barbarossa", "BAR-A103").out
    assert "  * extra   no: Landed in step 5" in settled
    assert "Settle it: --ruling BAR-A103=extra or --ruling BAR-A103=counts" in settled
    german = call("--lang", "de", "rules", "barbarossa", "BAR-A103").out
    assert german.startswith("BAR-A103  Zählt die Box Gelandet als die Box ihrer Runde?\n")
    assert "Festlegen: --ruling BAR-A103=extra oder --ruling BAR-A103=counts" in german
    either = call("rules", "barbarossa", "BAR-A47").out
    assert "Either is accepted: " in either
    assert "--ruling" not in either
