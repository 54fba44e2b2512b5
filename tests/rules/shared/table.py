"""What logs show of each rule: cases without a finding, cases that name it, mutants; or why there is none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from rules.audit.games import games
from rules.engine.rulebook import Entry
from tests.rules.shared.casebook import Shown, shown, silent
from tests.rules.shared.home import home

HEAD = """# Cases through logs: {title}

Every test that plays actions is also written as a log, read again and audited; so are the examples of the book, and
the first mutant of each mutator. This page counts, for every rule that binds, the cases that the audit found legal,
those in which it named the rule or, with an asterisk, the entry under which a breach of it shows, and tells whether a
mutant was named. It is made with the documentation, from the record
that the last run of the tests through logs has left (`make plays`).

| | rules |
| --- | ---: |
| that bind | {bind} |
| named from logs | {named} |
| broken in cases that name another entry: one that says the same, or under which the breach shows | {told} |
| with a reason why no log shows a breach by this name | {why} |
| not shown yet | {open} |

| rule | title | legal | named | mutant | else |
| --- | --- | ---: | ---: | --- | --- |
"""


class Row(msgspec.Struct, frozen=True):
    """A rule in the table."""

    entry: Entry
    legal: int
    illegal: int
    mutant: bool
    why: str
    told: int
    """Cases in which a breach of it was named by another entry."""

    @property
    def state(self) -> str:
        """How far the rule is shown."""
        if self.illegal or self.mutant:
            return "named"
        return "told" if self.told else "why" if self.why else "open"


def rows(game: str, cases: Mapping[str, Shown]) -> Iterator[Row]:
    """Every rule that binds and is not left to a human, with what the cases show of it."""
    legal, illegal, told, mutants = Counter[str](), Counter[str](), Counter[str](), from_mutants(game)
    for each in cases.values():
        legal.update(each.legal)
        illegal.update(each.illegal)
        told.update(each.told)
    whys = silent(game)
    for entry in games()[game].book.entries.values():
        if entry.binding and entry.human is None:
            why = whys.get(entry.id, "")
            yield Row(entry, legal[entry.id], illegal[entry.id], entry.id in mutants, why, told[entry.id])


def from_mutants(game: str) -> frozenset[str]:
    """The rules that were named from logs of mutants, as far as they were counted."""
    path = home(game) / "figures.json"
    if not path.is_file():
        return frozenset()
    known: list[str] = msgspec.json.decode(path.read_bytes()).get("logged_named", [])
    return frozenset(known)


def page(game: str) -> str:
    """The table as a page."""
    found = list(rows(game, shown(game)))
    counts = Counter(row.state for row in found)
    title = next(iter(games()[game].titles))
    states = {state: counts[state] for state in ("named", "told", "why", "open")}
    head = HEAD.format(title=title, game=game, bind=len(found), **states)
    return head + "".join(f"{_line(row)}\n" for row in found)


def _line(row: Row) -> str:
    others = ", ".join((*row.entry.found_as, *row.entry.shows_as))
    told = f"a breach is named {others}" if row.state == "told" else row.why
    text = "" if row.state == "named" else told or "**not yet**"
    title = row.entry.title.replace("|", "\\|")
    named = f"{row.told}*" if row.state == "told" else row.illegal
    return f"| {row.entry.id} | {title} | {row.legal} | {named} | {'yes' if row.mutant else ''} | {text} |"
