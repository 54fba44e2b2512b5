"""All rules of the linter in the order of their ids."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from types import MappingProxyType
from typing import Final

from builder.lint import expressions, files, hiding, keys, names, package, pieces, places, reports, rolls, structure
from builder.lint.rule import Rule
from vassal.errors import VassalError

SUBJECTS: Final = (
    ("Pictures and files", files.RULES),
    ("The package", package.RULES),
    ("Components", structure.RULES),
    ("Places", places.RULES),
    ("Pieces and prototypes", pieces.RULES),
    ("Expressions", expressions.RULES),
    ("Properties", names.RULES),
    ("Reports", reports.RULES),
    ("Keys", keys.RULES),
    ("Hidden information", hiding.RULES),
    ("Dice", rolls.RULES),
)
"""The rules by subject, as the manual lists them."""

RULES: Final = MappingProxyType({rule.id: rule for rule in chain.from_iterable(rules for _, rules in SUBJECTS)})


def chosen(select: Iterable[str] = (), ignore: Iterable[str] = ()) -> tuple[Rule, ...]:
    """Return the rules that are wanted: by id, by name, or by the beginning of an id."""
    wanted, unwanted = tuple(select), tuple(ignore)
    for word in (*wanted, *unwanted):
        if not any(_meant(rule, word) for rule in RULES.values()):
            raise VassalError(f"there is no rule {word!r}")
    return tuple(
        rule
        for rule in RULES.values()
        if (not wanted or any(_meant(rule, word) for word in wanted))
        and not any(_meant(rule, word) for word in unwanted)
    )


def _meant(rule: Rule, word: str) -> bool:
    return rule.name == word or (bool(word) and rule.id.startswith(word.upper()))
