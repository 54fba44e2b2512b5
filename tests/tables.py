"""Pages of the documentation that are made from the tests and from what was counted; `make docs` asks for them.

`python -m tests.tables` leaves the record by which `hexmeister rules` knows which tests name a rule.
"""

from collections.abc import Iterator

import msgspec

from rules.audit.coverage import record_of
from rules.audit.games import games
from tests.rules.shared import exercised, table, tested
from tests.rules.shared import pages as figures


def pages() -> Iterator[tuple[str, str]]:
    """The pages by their place in the documentation."""
    for name, game in games().items():
        yield f"reference/coverage-{name}.md", tested.page(game)
        yield f"reference/cases-{name}.md", table.page(name)
    for shelf in figures.SHELVES:
        yield f"reference/{shelf.page}", shelf.text(shelf.known())
    for ground in exercised.GROUNDS:
        yield f"reference/{ground.page}", ground.text(ground.known())
    yield f"reference/{figures.BESIDE}", figures.side_by_side()


def main() -> None:
    """Leave the record."""
    for name, game in games().items():
        path = record_of(game)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.encode(tested.mentioned(name)))


if __name__ == "__main__":
    main()
