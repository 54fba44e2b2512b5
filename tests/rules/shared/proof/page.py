"""The page of the docs on the proofs: what each kind asks, and what it found last in each game, with its bound."""

from __future__ import annotations

from importlib import import_module

from rules.audit.games import doors
from tests.rules.shared.proof.kept import kept, rows
from tests.rules.shared.proof.slices import KINDS

NOT_YET = "Nothing is counted yet: `make proof` counts."
TEXT = """# Proofs

Games that are made out of the same list of deeds as the referee prove little: nobody in them does what is no deed at
all, or does it in an order in which the list does not have it. So there are kinds of proof that use none of it
(`tests/rules/shared/proof`). Each takes random games from fresh seeds, and asks one question:

{kinds}

In every run a breach is hidden; a run that does not find it counts for nothing. What a count proves is its **95 %
bound**: where none is found among 1,000, the share of such games is at most 0.3 %, and nothing is said of less. Runs of
other seeds add up as long as the rules stay the same (`python -m tests.rules.shared.proof --minutes 60 --write`).

{games}"""


def page() -> str:
    """The page, with the figures as they are kept."""
    return TEXT.format(kinds="\n".join(map(_kind, KINDS)), games="\n".join(map(_game, doors())))


def _kind(name: str) -> str:
    """What a kind asks, as its own module says."""
    said = (import_module(f"{__package__ or 'tests.rules.shared.proof'}.{name}").__doc__ or "").strip()
    question, _, _ = said.partition("\n\n")
    return f"* **{name}**: {' '.join(question.partition(': ')[2].split() or question.split())}"


def _game(name: str) -> str:
    found = "\n".join(rows(name)) if kept(name) else NOT_YET
    return f"## {doors()[name].meta.titles[0]}\n\n{found}\n"
