"""The logs of a game as one story: what hangs on what lies sealed."""

from __future__ import annotations

from tests.rules.audit.test_chain import audited, cut, played


def test_a_game_in_which_a_bluff_is_turned_up_still_begins_at_its_beginning() -> None:
    log = cut("barbarossa", "line", played("barbarossa", "line", 21001, 300))

    assert "chain.middle" not in {each.why for each in audited("barbarossa", log)[1].findings}
