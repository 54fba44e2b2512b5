"""`hexmeister report`: what the database of a season tells."""

from collections import Counter
from gettext import gettext as _
from pathlib import Path
from typing import Any

import click

from hexmeister.exits import Exit
from hexmeister.files import free
from hexmeister.frame import argument, as_json, command, option
from hexmeister.language import N_, chosen
from hexmeister.options import module, overlay
from hexmeister.screen import Screen

PICKED = {"log": "log", "turn": "turn", "step": "step", "side": "player", "verdict": "verdict", "rule": "rule"}
"""By which column of the findings the evidence for a game is cut down to some of them: what its report calls that."""
VIEWS = ("standings", "findings", "rules", "dice", "undo", "changed", "games", "files", "game")


@command(
    N_("Show what the database of a season tells: a table, or the evidence for one game."),
    epilog=N_(
        "Views: standings (who plays clean), findings, rules (which are broken most), dice (by player), undo (what was "
        "taken back after a roll, and logs that begin where another one did), changed (verdicts that came out "
        "otherwise when judged again), games, files (those that cannot be read, and copies), game (the "
        "evidence for one game). With the view game it ends with 1 if something illegal is shown, like check."
    ),
)
@argument("db", metavar=N_("DB"), type=click.Path(path_type=Path), help=N_("The database."))
@argument("name", metavar=N_("VIEW"), type=click.Choice(VIEWS), help=N_("What is shown."))
@argument("game", metavar=N_("GAME"), required=False, help=N_("For the view game: the first digits of the game."))
@option("--only", multiple=True, metavar=N_("COLUMN=VALUE"), help=N_("Only rows with this value in this column."))
@option("--csv", "as_csv", is_flag=True, help=N_("Write a table for spreadsheets."))
@option("--html", type=click.Path(path_type=Path), metavar=N_("FILE"), help=N_("Write it as a page."))
@option("--force", is_flag=True, help=N_("Write over what is there."))
@module
@overlay
@as_json
def report(screen: Screen, db: Path, name: str, html: Path | None, **wish: Any) -> Exit:
    """Show a view of a season."""
    from rules.audit.season.store import Store

    if wish["as_json"] and wish["as_csv"]:
        raise click.UsageError(_("--json or --csv, not both"))
    target = free(html, force=wish["force"], read=[db]) if html else None
    with Store.open(db) as store:
        if name == "game":
            return _game(screen, store, target, **wish)
        return _view(screen, store, name, target, **wish)


def _view(screen: Screen, store: Any, name: str, target: Path | None, **wish: Any) -> Exit:
    from hexmeister.shown import season as shown
    from rules.audit.season.pages import view_page
    from rules.audit.season.views import COLUMNS, view

    if wish["game"]:
        raise click.UsageError(_("only the view game takes the digits of a game"))
    found = view(store, name, chosen(), [_condition(each, COLUMNS[name]) for each in wish["only"]])
    if target is not None or not (wish["as_json"] or wish["as_csv"]):
        found = shown.in_words(found, chosen())
    if target is not None:
        headings = {column: _(shown.HEADINGS[column]) for column in found.columns}
        note = _(shown.NOTES[name]) if name in shown.NOTES else ""
        _write(screen, target, view_page(found, _(shown.TITLES[name]), headings, chosen(), note))
    elif wish["as_json"]:
        screen.data(list(found.rows))
    elif wish["as_csv"]:
        screen.write(shown.as_csv(found))
    else:
        shown.tell_view(screen, found)
    return Exit.FINE


def _write(screen: Screen, target: Path, page: str) -> None:
    from vassal.archive import save_bytes

    save_bytes(target, page.encode("utf-8"))
    screen.remark(f"{target}: " + _("written"))


def _condition(text: str, columns: tuple[str, ...]) -> tuple[str, str]:
    from hexmeister.shown.season import SAID, WORDS, recorded

    column, separator, value = text.partition("=")
    column = _column(column, columns)
    if not separator or column not in columns:
        known = ", ".join(columns)
        raise click.BadParameter(_("{text}: expected COLUMN=VALUE, columns: {known}").format(text=text, known=known))
    found = recorded(column, value, chosen())
    if value and found not in SAID.get(column, (found,)):
        known = ", ".join(_(WORDS[each]) for each in SAID[column])
        raise click.BadParameter(_("{text}: expected one of {known}").format(text=text, known=known))
    return column, found


def _column(name: str, columns: tuple[str, ...]) -> str:
    """Return a column by its name in the data, of one that may be its heading."""
    from hexmeister.shown.season import HEADINGS

    said = {_(HEADINGS[column]).casefold(): column for column in columns if column in HEADINGS}
    return name if name in columns else said.get(name.casefold(), name)


def _game(screen: Screen, store: Any, target: Path | None, **wish: Any) -> Exit:
    import msgspec

    from hexmeister.commands.audit import bench_of
    from hexmeister.shown import check
    from hexmeister.shown.season import with_decisions
    from rules.audit.page import page
    from rules.audit.season.evidence import evidence

    if not wish["game"]:
        raise click.UsageError(_("name the game by its first digits, as the view games shows it"))
    if wish["as_csv"]:
        raise click.UsageError(_("the evidence for a game is no table; --json or --html writes it"))
    picked = [_condition(each, tuple(PICKED)) for each in wish["only"]]
    audit, found, moved = evidence(store, bench_of(wish | {"game": ""}), wish["game"], chosen())
    found = _picked(with_decisions(store, wish["game"], found), picked)
    for each in moved:
        screen.remark(_("not as it was when the game was judged: {what}").format(what=each))
    if target is not None:
        from hexmeister.pictures import pictures_of

        _write(screen, target, page(audit, found, pictures=pictures_of(audit, wish["module"])))
    elif wish["as_json"]:
        screen.data(msgspec.to_builtins(found))
    else:
        check.tell(screen, found)
    return Exit.FINDINGS if found.illegal else Exit.FINE


def _picked(report: Any, only: list[tuple[str, str]]) -> Any:
    """Return a report with those findings only that have these values, and as many of each kind as it then has."""
    import msgspec

    if not only:
        return report
    fitting = [each for each in report.findings if not each.note and _fits(each, only)]
    if not fitting:
        raise click.UsageError(_("the game has no such finding"))
    found = Counter(each.verdict for each in fitting)
    counts = {"illegal": found["illegal"], "undecided": found["undecided"], "observations": found["observation"]}
    return msgspec.structs.replace(report, findings=tuple(fitting), summary={**report.summary, **counts})


def _fits(finding: Any, only: list[tuple[str, str]]) -> bool:
    return all(str(getattr(finding, PICKED[column])).casefold() == value.casefold() for column, value in only)
