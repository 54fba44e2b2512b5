"""A season, as `hexmeister audit` and `hexmeister report` tell it."""

import csv
import io
from gettext import gettext as _
from typing import TYPE_CHECKING, Any, Final

from hexmeister.language import N_
from hexmeister.screen import Screen, clean

if TYPE_CHECKING:
    from rules.audit.season.run import Tally
    from rules.audit.season.store import Store
    from rules.audit.season.views import View

TITLES: Final = {
    "standings": N_("Who plays clean"),
    "findings": N_("Findings"),
    "rules": N_("Rules by how often they are broken"),
    "dice": N_("Dice by player"),
    "undo": N_("What was taken back, by player"),
    "changed": N_("Verdicts that changed"),
    "games": N_("Games"),
    "files": N_("Files that cannot be read, and copies"),
}
HEADINGS: Final = {
    "player": N_("player"),
    "games": N_("games"),
    "actions": N_("actions"),
    "legal": N_("legal"),
    "illegal": N_("illegal"),
    "undecided": N_("undecided"),
    "rate": N_("of a hundred"),
    "game": N_("game"),
    "log": N_("log"),
    "turn": N_("turn"),
    "step": N_("step"),
    "side": N_("side"),
    "verdict": N_("verdict"),
    "rule": N_("rule"),
    "ruling": N_("ruling"),
    "text": N_("what"),
    "title": N_("title"),
    "players": N_("players"),
    "dice": N_("dice"),
    "mean": N_("mean"),
    "mean_corrected": N_("chance with fair dice, corrected"),
    "faces": N_("faces"),
    "faces_corrected": N_("chance of the faces, corrected"),
    "rolls": N_("rolls"),
    "rolls_undone": N_("rolls taken back"),
    "draws_undone": N_("draws taken back"),
    "restarts": N_("restarts"),
    "run": N_("run"),
    "was": N_("before"),
    "now": N_("now"),
    "because": N_("what had changed"),
    "scenario": N_("scenario"),
    "logs": N_("logs"),
    "steps": N_("steps"),
    "observations": N_("observations"),
    "status": N_("status"),
    "error": N_("error"),
    "path": N_("file"),
    "copy_of": N_("copy of"),
}
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def of_run(store: "Store", tally: "Tally") -> dict[str, Any]:
    """Return what a run did, and how the season stands after it."""
    (sums,) = store.rows(
        "SELECT coalesce(sum(actions), 0) AS actions, coalesce(sum(illegal), 0) AS illegal, "
        "coalesce(sum(undecided), 0) AS undecided, coalesce(sum(observations), 0) AS observations FROM games"
    )
    return {
        "files": tally.files,
        "read": tally.read,
        "games": tally.games,
        "judged": tally.judged,
        "changed": tally.changed,
        **sums,
        "unreadable": [{"file": name, "error": error} for name, error in tally.bad],
        "failed": [{"log": name, "error": error} for name, error in tally.failed],
        "run": tally.run,
    }


def tell_run(screen: Screen, store: "Store", told: dict[str, Any], *, again: bool) -> None:
    """Write what a run did, then what went wrong, then which verdicts changed."""
    from hexmeister.told import told as translated

    screen.facts(
        [
            (_("Files"), told["files"]),
            (_("New logs"), told["read"]),
            (_("Games"), told["games"]),
            (_("Judged now"), told["judged"]),
            (_("Actions"), told["actions"]),
            (_("Illegal"), told["illegal"]),
            (_("Undecided"), told["undecided"]),
            (_("Observations"), told["observations"]),
            (_("Verdicts that changed"), told["changed"]),
        ]
    )
    for each in told["unreadable"]:
        screen.line(f"{each['file']}: " + _("cannot be read: {error}").format(error=translated(each["error"])))
    for each in told["failed"]:
        screen.line(f"{each['log']}: " + _("cannot be judged: {error}").format(error=translated(each["error"])))
    if again and told["changed"]:
        from rules.audit.season.views import view

        screen.heading(_("Verdicts that changed"))
        tell_view(screen, view(store, "changed", only=[("run", str(told["run"]))]))


def tell_view(screen: Screen, view: "View") -> None:
    """Write a view as a table."""
    if not view.rows:
        screen.line(_("Nothing."))
        return
    columns = [name for name in view.columns if any(row[name] not in {"", None} for row in view.rows)]
    screen.table([_(HEADINGS[name]) for name in columns], [[row[name] for name in columns] for row in view.rows])


def as_csv(view: "View") -> str:
    """Return a view for a spreadsheet; no cell can be taken for a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(view.columns)
    writer.writerows([[_cell(row[name]) for name in view.columns] for row in view.rows])
    return out.getvalue().rstrip("\n")


def _cell(value: object) -> object:
    if not isinstance(value, str):
        return value
    return f"'{clean(value)}" if value.startswith(_FORMULA) else clean(value)
