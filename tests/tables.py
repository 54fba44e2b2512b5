"""Pages of the documentation that are made from the tests and from what was counted; `make docs` asks for them."""

from collections.abc import Iterator

from rules.audit.games import games
from tests import slow
from tests.rules.shared import exercised, table, tested
from tests.rules.shared import pages as figures
from tests.rules.shared.proof import page as proofs


def pages() -> Iterator[tuple[str, str]]:
    """The pages by their place in the documentation."""
    for name, game in games().items():
        yield f"reference/coverage-{name}.md", tested.page(game)
        yield f"reference/cases-{name}.md", table.page(name)
    yield "reference/proofs.md", proofs.page()
    for shelf in figures.SHELVES:
        yield f"reference/{shelf.page}", shelf.text(shelf.known())
    for ground in exercised.GROUNDS:
        yield f"reference/{ground.page}", ground.text(ground.known())
    yield "reference/slow-tests.md", slow.page()
    yield f"reference/{figures.BESIDE}", figures.side_by_side()
