"""Writes the generated tables: tests by rule, coverage, cases, figures, scenarios. `python -m tests.tables`."""

from pathlib import Path

from rules.audit.coverage import write
from rules.audit.games import games
from tests.rules.shared import exercised, pages, table

HERE = Path(__file__).resolve().parent


def main() -> None:
    for game in games().values():
        write(game, HERE, HERE.parent / "docs" / "reference")
    pages.main()
    exercised.write_pages()
    for name in games():
        table.write(name)


if __name__ == "__main__":
    main()
