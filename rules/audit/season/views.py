"""Views of a season: who plays clean, which rules are broken most, whose dice were how, what was taken back."""

import json
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from rules.audit.games import games
from rules.audit.report import own_words, worded
from rules.audit.season.store import Store
from rules.audit.season.verdicts import Row
from rules.audit.statistics import by_player, luck
from rules.engine.ruling import Fact, Notice

COLUMNS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "findings": (
            *("game", "log", "turn", "step", "side", "player", "verdict", "deed", "rule", "ruling", "text"),
            *("decision", "word"),
        ),
        "standings": ("player", "games", "actions", "legal", "illegal", "waived", "undecided", "rate"),
        "rules": ("rule", "title", "illegal", "undecided", "games", "players"),
        "dice": ("player", "kind", "dice", "mean", "mean_corrected", "faces", "faces_corrected"),
        "undo": ("player", "games", "rolls", "rolls_undone", "rate", "draws_undone", "restarts"),
        "changed": ("run", "game", "log", "step", "side", "was", "now", "because", "text"),
        "games": (
            *("game", "scenario", "players", "logs", "steps", "actions", "illegal", "undecided", "observations"),
            *("status", "error"),
        ),
        "files": ("path", "error", "copy_of"),
    }
)


class View(msgspec.Struct, frozen=True):
    """A table: its columns by their names in data, and its rows."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def view(store: Store, name: str, language: str = "en", only: Iterable[tuple[str, str]] = ()) -> View:
    """Return a view; `only` keeps the rows that have these values in these columns."""
    found = _MADE.get(name, _plain)(store.view(name), language)
    columns = COLUMNS[name]
    wanted = [(column, value.casefold()) for column, value in only]
    rows = [{column: row[column] for column in columns} for row in found if _somebody(name, row)]
    return View(name, columns, tuple(row for row in rows if all(str(row[c]).casefold() == v for c, v in wanted)))


NOBODY: Final = frozenset({"?", "Both"})
"""What stands for a player where nobody, or each, did something."""


def _somebody(name: str, row: Row) -> bool:
    """Tell whether a row of a view of players is one of a player."""
    return name not in ("standings", "dice") or row["player"] not in NOBODY


def _plain(rows: list[Row], _language: str) -> list[Row]:
    return rows


def _findings(rows: list[Row], language: str) -> list[Row]:
    return rows if language == "en" else [{**row, "text": said(row, language)} for row in rows]


def said(row: Row, language: str) -> str:
    """Return a finding in another language, as long as it still has words."""
    game = games().get(row["rulebook"])
    if game is None or (row["why"] not in game.words().texts and row["why"] not in own_words().texts):
        text: str = row["text"]
        return text
    facts: dict[str, Fact] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in json.loads(row["facts"]).items()
    }
    return worded(game, Notice(row["why"], facts), language)


def _rules(rows: list[Row], language: str) -> list[Row]:
    return [{**row, "title": _title(row, language)} for row in rows]


def _title(row: Row, language: str) -> str:
    game = games().get(row["rulebook"])
    known = game is not None and row["rule"] in game.book.entries
    return game.book.said(row["rule"], language).title if game and known else ""


def _dice(rows: list[Row], _language: str) -> list[Row]:
    rolls = ((row["player"], row["dice"], [int(die) for die in row["result"].split(",") if die]) for row in rows)
    return [
        {
            "player": each.player,
            "dice": each.dice,
            "kind": f"d{each.sides}",
            "mean": round(each.mean, 3),
            "mean_corrected": round(each.mean_corrected, 4),
            "faces": " ".join(map(str, each.faces)),
            "faces_corrected": round(each.faces_corrected, 4),
        }
        for each in luck(by_player(rolls))
    ]


_MADE: Final[Mapping[str, Callable[[list[Row], str], list[Row]]]] = MappingProxyType(
    {"findings": _findings, "rules": _rules, "dice": _dice}
)
