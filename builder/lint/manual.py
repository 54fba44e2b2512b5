"""The manual's page of all rules, written from the rules themselves: `python -m builder.lint.manual`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from builder.lint.registry import RULES, SUBJECTS
from builder.lint.rule import Rule

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "maintainers" / "lint-rules.md"


def page() -> str:
    """Return the page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# Lint rules"
    yield ""
    yield f"`hexmeister lint FILE.vmod` looks at any module by these {len(RULES)} rules. An **error** does not"
    yield "work, a **warning** will surprise players sooner or later, a **note** is something to know about."
    yield "`--select` and `--ignore` take ids, names, or the beginning of ids."
    yield ""
    yield "A new rule is a function in `builder/lint/`, in the file of its subject, with a module that breaks it"
    yield "and one near it that does not in `tests/builder/lint/cases_*.py`. This page is written from the rules"
    yield "themselves by `python -m builder.lint.manual`."
    for subject, rules in SUBJECTS:
        yield ""
        yield f"## {subject}"
        for rule in rules:
            yield from _rule(rule)


def _rule(rule: Rule) -> Iterator[str]:
    yield ""
    yield f"### {rule.id} {rule.name} ({rule.severity})"
    for heading, text in (("What", rule.what), ("Why", rule.why), ("Example", rule.example), ("Fix", rule.fix)):
        yield ""
        yield f"**{heading}.** {_shown(text)}"


def _shown(text: str) -> str:
    """Return the text with angle brackets outside of code made harmless."""
    parts = text.split("`")
    return "`".join(part if odd % 2 else part.replace("<", "&lt;") for odd, part in enumerate(parts))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
