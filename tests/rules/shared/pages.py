"""The page of figures of a game, in one layout for all games; and the page that puts the games side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec
import yaml

from rules.audit.games import games
from rules.engine.rulebook import Entry
from tests.rules.shared import casebook, table
from tests.rules.shared.casebook import folder
from tests.rules.shared.figures import Figures, Missed
from tests.rules.shared.home import home, package
from tests.rules.shared.proof import kept
from tests.rules.shared.tested import states
from tools.lines import lines_of
from tools.mutation import Sample

REFERENCE = Path(__file__).parents[3] / "docs" / "reference"
OPEN = "nothing is said yet"
YOUNG = """
The check of this game's logs is young: what it would call illegal counts as undecided here.
"""
BESIDE = "figures.md"
FAULTS = REFERENCE / "faults.json"

PAGE_TEXT = """# Figures: {title}

Counted by `python -m {command}`; a test sees to it that they only rise. [All games side by side](figures.md).

**Nothing slips through.** A mutator breaks one rule in an otherwise legal game, or in a prepared position that random
games seldom come to; the referee has to name that rule at that very action: as broken, or as in doubt where the book
can be read in two ways or something was not shown. Of each mutator the first mutant is also written as a log, from the
moment at which the rule is broken, and the audit has to name the rule at the step concerned.

| mutators | of them with an occasion | mutants | named | with nothing else said | rules named | rules that bind |
| --- | --- | --- | --- | --- | --- | --- |
| {mutators} | {tried} | {mutants} | {caught} | {alone} | {rules} | {binding} |

| mutants written as logs | named | rules named from logs | of the right side, where it is known |
| --- | --- | --- | --- |
| {logged} | {logged_caught} | {from_logs} | {owners} |

Rules named: {named}.

Rules that are named by an entry that says the same, or under which a breach shows: {same}.

Mutators that found no occasion in these games: {idle}.

Rules whose breach is illegal and that no mutator breaks, and why:

{unbroken}

Not broken so far: {open}.

Rules that say what comes of something, and that no mutator breaks; a breach shows under other entries, or the reason
why there is none:

{outcomes}

What no log shows, and why:

{silent}

**No false accusation.** Random legal games, set-up included, written as logs, read from the files and audited
({measured}).

| rules version | games | actions played | actions read | steps | illegal | undecided |
| --- | --- | --- | --- | --- | --- | --- |
| {games} |
{young}
**Faults noticed.** Small faults (a comparison, a condition, a number, a branch) put one by one into the rules, each
tried with the cases that come through its line (`python -m tools.mutation --write` writes this line). Of those not
noticed some cannot be seen: the generator may propose what the referee refuses.

| rules | seed | faults that could be made | tried | noticed | share |
| --- | --- | --- | --- | --- | --- |
{faults}
"""


class Measured(msgspec.Struct, frozen=True):
    """What was measured over many random games."""

    rules_version: str = ""
    games: int = 0
    played: int = 0
    read: int = 0
    steps: int = 0
    illegal: int = 0
    undecided: int = 0
    command: str = ""
    """By which command."""


@dataclass(frozen=True)
class Shelf:
    """Where the figures of a game lie."""

    game: str
    command: str
    """The module that counts them."""

    @property
    def data(self) -> Path:
        """What was counted."""
        return home(self.game) / "figures.json"

    @property
    def page(self) -> str:
        """The page of the docs."""
        return f"figures-{self.game}.md"

    @property
    def entries(self) -> Mapping[str, Entry]:
        """The rules."""
        return games()[self.game].book.entries

    def known(self) -> Figures:
        """The figures as they were written last."""
        return msgspec.json.decode(self.data.read_bytes(), type=Figures)

    def write(self, figures: Figures) -> None:
        """The figures are what was counted last."""
        self.data.write_bytes(msgspec.json.format(msgspec.json.encode(figures), indent=1) + b"\n")

    def fallen(self, figures: Figures) -> tuple[str, ...]:
        """What was counted before and is not any more."""
        known = self.known()
        counts = ("caught", "alone", "rules", "logged_caught", "owners")
        less = (name for name in counts if getattr(figures, name) < getattr(known, name))
        lists = ("named", "logged_named")
        lost = (rule for name in lists for rule in sorted({*getattr(known, name)} - {*getattr(figures, name)}))
        return (*less, *lost)

    def text(self, figures: Figures) -> str:
        """The page of the docs."""
        data = msgspec.structs.asdict(figures)
        texts = {name: ", ".join(data[name]) or "none" for name in ("named", "idle", "same")}
        whys = (f"* {name.replace(' ', ' (', 1)}): {why}." for name, why in sorted(silent(self.game).items()))
        illegal = {name: why for name, why in unbroken(self.game).items() if self.entries[name].verdict == "illegal"}
        reasons = (f"* {name}: {why}." for name, why in sorted(illegal.items()))
        played = measured(self.game)
        lists = {
            "title": title(self.game),
            "command": self.command,
            "games": " | ".join(str(value) for value in msgspec.structs.astuple(played)[:-1]),
            "measured": (played.command and f"`{played.command}`") or "not measured yet",
            "silent": "\n".join(whys) or "none",
            "young": YOUNG if games()[self.game].young else "",
            "unbroken": "\n".join(reasons) or "none",
            "faults": "\n".join(map(_line, faults(self.game))) or "| - | - | - | - | - | - |",
            "open": ", ".join(self.open(figures)) or "none",
            "outcomes": "\n".join(f"* {name}: {why}." for name, why in self.outcomes(figures).items()) or "none",
        }
        return PAGE_TEXT.format(**{**data, **texts, **lists, "from_logs": len(figures.logged_named)})

    @property
    def same(self) -> dict[str, tuple[str, ...]]:
        """By rule: the entries that say the same, or under which a breach shows."""
        return {name: (*entry.found_as, *entry.shows_as) for name, entry in self.entries.items()}

    def outcomes(self, figures: Figures) -> dict[str, str]:
        """By rule of what comes of something that no mutator breaks: where a breach shows, or why none does."""
        broken, whys = {*figures.named, *figures.same}, {**casebook.silent(self.game), **unbroken(self.game)}
        left = (each for each in self.entries.values() if each.verdict == "outcome" and each.human is None)
        return {
            each.id: f"shows under {', '.join(self.same[each.id])}" if self.same[each.id] else whys.get(each.id, OPEN)
            for each in left
            if each.id not in broken
        }

    def open(self, figures: Figures) -> tuple[str, ...]:
        """The rules whose breach is illegal, and of which nothing is said yet."""
        known = {*figures.named, *figures.same, *unbroken(self.game)}
        illegal = (name for name, entry in self.entries.items() if entry.verdict == "illegal" and entry.human is None)
        return tuple(name for name in illegal if name not in known)


SHELVES = tuple(Shelf(game, f"{package(game)}.kit") for game in games())
SHELF_OF = {each.game: each for each in SHELVES}


def told_of(figures: Figures, missed: Iterable[Missed]) -> str:
    """What is said to whoever counts: each mutant that was missed, and the sums."""
    lines = [f"{each.where} {each.rule} {each.name} {each.actions} {each.ruling.rules} {each.heard}" for each in missed]
    lines.append(f"{figures.caught} of {figures.mutants} mutants named, {figures.rules} rules")
    lines.append(f"{figures.logged_caught} of {figures.logged} logs named, {len(figures.logged_named)} rules")
    return "\n".join(lines)


def title(game: str) -> str:
    """What a game is called."""
    return next(iter(games()[game].titles))


@cache
def silent(game: str) -> dict[str, str]:
    """By rule and name of a mutator: why no log shows what it does."""
    path = folder(game) / "silent-mutators.yaml"
    found = yaml.safe_load(path.read_text(encoding="utf-8")) if path.is_file() else []
    return {name: each["why"] for each in found or [] for name in each["mutators"]}


@cache
def unbroken(game: str) -> dict[str, str]:
    """By rule: why no mutator breaks it."""
    path = folder(game) / "unbroken.yaml"
    found = yaml.safe_load(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return msgspec.convert(found or {}, dict[str, str])


def measured_at(game: str) -> Path:
    """Where lies what was measured over many games."""
    return home(game) / "games.json"


def measured(game: str) -> Measured:
    """What was measured last over many random games."""
    path = measured_at(game)
    return msgspec.json.decode(path.read_bytes(), type=Measured) if path.is_file() else Measured()


def faults(game: str) -> tuple[Sample, ...]:
    """The samples of faults in a game's rules."""
    known = msgspec.json.decode(FAULTS.read_bytes(), type=list[Sample])
    return tuple(each for each in known if each.folder == f"rules/{game}")


def first_actions(game: str) -> dict[str, dict[str, int]]:
    """By scenario and kind: how many first actions are legal, counted twice by different means."""
    path = home(game) / "perft.yaml"
    found = yaml.safe_load(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return msgspec.convert(list(found.values())[-1] if found else {}, dict[str, dict[str, int]])


def _line(sample: Sample) -> str:
    share = f"{sample.noticed / sample.tried:.0%}"
    return f"| {sample.folder} | {sample.seed} | {sample.could} | {sample.tried} | {sample.noticed} | {share} |"


# ------------------------------------------------------------------------------------------------------ side by side
NOT_YET = "not counted"
BESIDE_TEXT = """# Figures of all games, side by side

The same counts for every game, by the same means; each game has a page of its own with the rules one by one:
{pages}.
This page is made with the documentation.

| | {titles} |
| --- | {lines} |
{rows}
"""


def side_by_side() -> str:
    """The page with all games side by side."""
    columns = [_column(shelf) for shelf in SHELVES]
    names = dict.fromkeys(name for column in columns for name in column)
    rows = "\n".join(f"| {name} | {' | '.join(column.get(name, NOT_YET) for column in columns)} |" for name in names)
    links = ", ".join(f"[{title(shelf.game)}]({shelf.page})" for shelf in SHELVES)
    titles = " | ".join(title(shelf.game) for shelf in SHELVES)
    return BESIDE_TEXT.format(pages=links, titles=titles, lines=" | ".join("---:" for _ in SHELVES), rows=rows)


def _column(shelf: Shelf) -> dict[str, str]:
    figures, played, entries = shelf.known(), measured(shelf.game), shelf.entries.values()
    made, noticed = (sum(getattr(each, name) for each in faults(shelf.game)) for name in ("tried", "noticed"))
    illegal = sum(entry.verdict == "illegal" and entry.human is None for entry in entries)
    count = {
        "entries of the ledger": len(entries),
        "rules that bind and no human has to judge": figures.binding,
        "of them rules whose breach is illegal": illegal,
        "mutators": figures.mutators,
        "of them with an occasion": figures.tried,
        "mutants": figures.mutants,
        "named by the referee": figures.caught,
        "with nothing else said": figures.alone,
        "rules named": len(figures.named),
        "rules named by an entry that says the same, or under which a breach shows": len(figures.same),
        "illegal, broken by no mutator, with the reason": sum(
            shelf.entries[name].verdict == "illegal" for name in unbroken(shelf.game)
        ),
        "illegal, nothing said yet": len(shelf.open(figures)),
        "outcomes broken by no mutator, a breach shows under another entry": sum(
            bool(shelf.same[name]) for name in shelf.outcomes(figures)
        ),
        "outcomes broken by no mutator, with the reason": sum(
            not shelf.same[name] and why != OPEN for name, why in shelf.outcomes(figures).items()
        ),
        "outcomes, nothing said yet": sum(why == OPEN for why in shelf.outcomes(figures).values()),
        "mutants written as logs": figures.logged,
        "named from their logs": figures.logged_caught,
        "rules named from logs": len(figures.logged_named),
        "of the right side, where it is known": figures.owners,
    }
    count["legal first actions, equal in two lists"] = sum(
        sum(kinds.values()) for kinds in first_actions(shelf.game).values()
    )
    random = {
        "random games through logs": played.games,
        "actions in them": played.played,
        "false accusations": played.illegal,
        "undecided findings": played.undecided,
    }
    found = kept.kept(shelf.game)
    proven = {f"[{each.kind}](proofs.md): {each.what}": f"{each.found:,} of {each.counted:,}" for each in found}
    tried = {"small faults tried": made, "of them noticed by the tests": noticed}
    lines = {"lines of Python a rule that binds": f"{lines_of(shelf.game).each:.1f}"}
    texts = {**_texts(count, there=True), **_texts(random, there=played.games > 0), **_texts(tried, there=made > 0)}
    return {**texts, **proven, **_cases(shelf.game), **_coverage(shelf.game), **lines}


def _texts(count: Mapping[str, int], *, there: bool) -> dict[str, str]:
    return {name: str(value) if there else NOT_YET for name, value in count.items()}


def _cases(game: str) -> dict[str, str]:
    """How many rules the cases show that went through logs."""
    counts = Counter(row.state for row in table.rows(game, casebook.shown(game)))
    named = {
        "rules named in cases through logs": "named",
        "shown there by another entry": "told",
        "no log shows a breach, with the reason": "why",
    }
    return {name: str(counts[state]) for name, state in named.items()}


def _coverage(game: str) -> dict[str, str]:
    counts = Counter(states(games()[game]).values())
    named = {
        "rules named by tests": "named",
        "told by another": "told",
        "run, where a value or a permission is all they give": "ran",
        "only mentioned": "mentioned",
        "enforced, and no test speaks of it": "untested",
        "not enforced": "open",
    }
    return {name: str(counts[state]) for name, state in named.items()}
