"""A season as a site: its index, players, games, rules, dice and files, and the evidence for each game."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from gettext import gettext as _
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

import msgspec

from assets.finding import folder_of_package
from hexmeister.language import N_, choose, chosen
from hexmeister.shown.season import HEADINGS, NOTES, TITLES, in_words
from kept import digest, stamp
from rules.audit.season.pages import Curve, Section, Way, curve, site_page
from rules.audit.season.places import sha_of
from rules.audit.season.pool import carried_out
from rules.audit.season.views import View, view
from rules.audit.statistics import by_player
from vassal.archive import save_bytes

if TYPE_CHECKING:
    from rules.audit.season.logs import Bench
    from rules.audit.season.store import Store

DRAWN_BY: Final = ("hexmeister", "rules", "vassal", "builder")
"""The parts of the program that draw the evidence for a game, besides the templates."""
PAGES: Final = ("standings", "games", "findings", "rules", "dice", "undo", "changed", "files")
"""The views of the site; the first of them is its index."""
SHORT: Final = {
    "standings": N_("Season"),
    "games": N_("Games"),
    "findings": N_("Findings"),
    "rules": N_("Rules"),
    "dice": N_("Dice"),
    "undo": N_("Taken back"),
    "changed": N_("Changed"),
    "files": N_("Files"),
}
DIGITS: Final = 12
LEAST: Final = 10
"""So many dice at least make a curve."""


@dataclass(frozen=True)
class Evidence:
    """Draws the page of a game, in whatever process it is called."""

    database: Path
    bench: "Bench"
    module: Path | None
    language: str
    program: str
    """The digest of the program that draws."""

    @classmethod
    def of(cls, store: "Store", bench: "Bench", module: Path | None) -> Self:
        """Return who draws the evidence of a season in the chosen language."""
        templates = folder_of_package("templates") or Path()
        folders = [*filter(None, map(folder_of_package, DRAWN_BY))]
        looks = [path.read_bytes() for path in sorted(templates.rglob("*.*"))]
        return cls(store.path, bench, module, chosen(), digest([stamp(*folders), *looks]))

    def made_of(self, store: "Store", game: str) -> str:
        """Return the digest of all that the page of a game is made of."""
        given = sha_of(self.module) if self.module else ""
        return digest([self.program, self.language, given, *self._laid(), repr(facts(store, game))])

    def _laid(self) -> list[str]:
        """What an overlay puts there: its values, and which pictures."""
        overlay = self.bench.overlay
        if overlay is None:
            return []
        looks = ((path.name, path.stat()) for path in sorted((overlay.folder / "art").rglob("*.*")))
        return [overlay.digest, *(f"{name} {status.st_size} {status.st_mtime_ns}" for name, status in looks)]

    def __call__(self, game: str) -> str:
        """Return the page of a game."""
        from hexmeister.pictures import pictures_of
        from hexmeister.shown.season import with_decisions
        from rules.audit.page import Link, page
        from rules.audit.season.evidence import evidence
        from rules.audit.season.store import Store

        choose(self.language)
        with Store.open(self.database) as store:
            audit, found, _moved = evidence(store, self.bench, game, self.language)
            back = [Link(_("Season"), "index.html", self.language)]
            return page(audit, with_decisions(store, game, found), back, pictures_of(audit, self.module))


def facts(store: "Store", game: str) -> list[Any]:
    """Return what the database tells of a game: under what it was judged, by which logs, what was found and decided."""
    row = store.game(game)
    chain = store.rows("SELECT sha, name FROM chain WHERE game_id = ? ORDER BY place", [row["id"]])
    return [row, chain, store.rows("SELECT * FROM season_findings WHERE game = ?", [row["id"]])]


def _mark(digest: str) -> str:
    """The last line of a page, by which it is known what it was made of."""
    return f"\n<!-- made of {digest} -->\n"


def _bears(path: Path, mark: str) -> bool:
    """True for a page that ends with this mark: it need not be drawn again."""
    try:
        with path.open("rb") as page:
            page.seek(-len(mark.encode()), os.SEEK_END)
            return page.read() == mark.encode()
    except OSError:
        return False


class Site:
    """Writes the pages of a season into a folder."""

    def __init__(self, store: "Store", folder: Path) -> None:
        self._store, self._folder = store, folder
        self._views = {name: view(store, name, chosen()) for name in PAGES}
        rows = self._views["games"].rows
        self._evidence = {row["game"]: f"game-{row['game'][:DIGITS]}.html" for row in rows if _told(row)}
        self._players = {row["player"]: _page_of(row["player"]) for row in self._views["standings"].rows}
        # A side that nobody is named for goes by its name in the language of the site.
        spoken = in_words(self._views["standings"], chosen()).rows
        self._called = dict(zip(self._players, (row["player"] for row in spoken), strict=True))
        self._leading = {**self._players, **{self._called[player]: file for player, file in self._players.items()}}

    @property
    def games(self) -> Mapping[str, str]:
        """The games of which there is something to show, and on which page."""
        return self._evidence

    def write(self, evidence: "Evidence", jobs: int, advance: Callable[[int, int], None]) -> int:
        """Write all pages, the index last, and return how many games were drawn anew.

        The evidence of a game stays as it lies there if nothing that it is made of has changed, so that a site which
        was stopped goes on where it was; all that the index leads to is there before it.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        marks = {game: _mark(evidence.made_of(self._store, game)) for game in self._evidence}
        waiting = [game for game, file in self._evidence.items() if not _bears(self._folder / file, marks[game])]
        for done, (game, page) in enumerate(carried_out(evidence, waiting, jobs), 1):
            self._save(self._evidence[game], page.result() + marks[game])
            advance(done, len(waiting))
        for player, file in self._players.items():
            self._save(file, self._of_player(player))
        for name in reversed(PAGES):
            self._save(_file(name), self._page(name))
        return len(waiting)

    def _save(self, file: str, page: str) -> None:
        save_bytes(self._folder / file, page.encode("utf-8"))

    def _page(self, name: str) -> str:
        title = _(TITLES[name])
        sections = [self._section(self._views[name], title, _(NOTES.get(name, "")) if name in NOTES else "")]
        figures = self._figures() if name == PAGES[0] else ()
        return site_page(title, sections, _nav(name), _words(), chosen(), figures=figures)

    def _section(self, found: View, title: str, note: str = "") -> Section:
        headings = {column: _(HEADINGS[column]) for column in found.columns}
        return Section(title, in_words(found, chosen()), headings, note, self._leads, chosen())

    def _leads(self, column: str, row: Mapping[str, Any]) -> str:
        """Where a cell leads: a player to the player's page, a game to its evidence, a step to its moment there."""
        if column == "player":
            return self._leading.get(row[column], "")
        if column in ("game", "step") and row.get("game") in self._evidence:
            moment = f"#log={row['log']}&step={row['step']}" if row.get("log") and row.get("step") else ""
            return self._evidence[row["game"]] + moment
        return _file("rules") if column == "rule" and row.get("rule") else ""

    def _figures(self) -> list[tuple[str, str]]:
        games = self._views["games"].rows
        sums = {key: sum(row[key] for row in games) for key in ("actions", "illegal", "undecided")}
        return [
            (_("games"), str(len(games))),
            (_("players"), str(len(self._players))),
            *((_(HEADINGS[key]), str(count)) for key, count in sums.items()),
        ]

    def _of_player(self, player: str) -> str:
        sections = [
            self._section(_of(self._views[name], player), _(TITLES[name])) for name in ("standings", "findings")
        ]
        games = self._views["games"]
        played = {row["game"] for row in self._store.rows("SELECT game_id AS game FROM who WHERE player = ?", [player])}
        rows = tuple(row for row in games.rows if row["game"] in played)
        sections.insert(1, self._section(msgspec.structs.replace(games, rows=rows), _(TITLES["games"])))
        return site_page(self._called[player], sections, _nav(""), _words(), chosen(), curves=self._curves(player))

    def _curves(self, player: str) -> list[Curve]:
        rolls = (
            (row["player"], row["dice"], [int(die) for die in row["result"].split(",") if die])
            for row in self._store.view("dice")
            if row["player"] == player
        )
        return [
            curve(_("The mean of the dice as it went (d{sides})").format(sides=sides), dice, sides, chosen())
            for (_who, sides), dice in by_player(rolls).items()
            if len(dice) >= LEAST
        ]


def _told(row: Mapping[str, Any]) -> bool:
    return bool(row["illegal"] or row["undecided"])


def _of(found: View, player: str) -> View:
    return msgspec.structs.replace(found, rows=tuple(row for row in found.rows if row["player"] == player))


def _file(name: str) -> str:
    return "index.html" if name == PAGES[0] else f"{name}.html"


def _page_of(player: str) -> str:
    """The file of a player: no name that a stranger chose becomes one."""
    return f"player-{sha256(player.encode('utf-8', 'surrogatepass')).hexdigest()[:DIGITS]}.html"


def _nav(here: str) -> list[Way]:
    return [Way(_file(name), _(SHORT[name]), name == here) for name in PAGES]


def _words() -> dict[str, str]:
    return {"pages": _("Pages of the season"), "nothing": _("Nothing.")}


__all__ = ["Site"]
