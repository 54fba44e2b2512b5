"""How much the pieces of the module write into a log."""

import assets
from builder.build import lock_of
from builder.module import making_of, root
from tests.builder.module.lean import most_traits


def test_pieces_have_few_traits_for_a_step_of_a_log_grows_with_their_square() -> None:
    game = assets.load("blitzkrieg")
    found = most_traits(root(making_of(game, lock=lock_of(game))))
    bounds = {"unit": 85, "hq": 72, "marker": 25, "chit": 62}
    assert found.keys() == bounds.keys()
    assert {kind: count for kind, count in found.items() if count > bounds[kind]} == {}
