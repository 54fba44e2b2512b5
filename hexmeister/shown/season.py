"""A season, as `hexmeister audit` and `hexmeister report` tell it."""

import csv
import io
from gettext import gettext as _
from typing import TYPE_CHECKING, Any, Final

from hexmeister.language import N_, chosen
from hexmeister.screen import Screen, clean

if TYPE_CHECKING:
    from rules.audit.report import Report, Told
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
NOTES: Final = {
    "standings": N_(
        "The cleanest first, by illegal deeds of a hundred actions. A deed counts once, against however many rules it "
        "goes; what the director waived does not count. What is undecided accuses nobody."
    ),
    "findings": N_(
        "Illegal: the book says so for certain. Undecided: the log or the book leaves it open, and nobody is accused. "
        "An observation is about the log itself, and no judgement."
    ),
    "rules": N_("What many players break in many games wants clearer teaching."),
    "dice": N_(
        "The chance that, of all players here, at least one has dice so far off, if all dice are fair: by their mean, "
        "and by how often each face falls. Near 1 all is as usual. Below 0.05 is rare, but one season of fair dice in "
        "twenty has it, and it proves nothing by itself. Rolls that were taken back do not count, nor do players with "
        "fewer than 10 dice of a kind, or fewer than they have faces. The chance of a mean is exact, that of the faces "
        "approximate."
    ),
    "undo": N_(
        "Of a hundred rolls, how many were taken back; then draws, and restarts: logs that begin where another began "
        "or ended. With the opponent's consent all of it is harmless."
    ),
    "changed": N_("What a verdict was, what it is now, and what had changed in between."),
}
"""How a view is to be read."""
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
    "decision": N_("decision"),
    "word": N_("the director's word"),
    "deed": N_("deed"),
    "waived": N_("waived"),
    "ruling": N_("ruling"),
    "text": N_("what"),
    "title": N_("title"),
    "players": N_("players"),
    "dice": N_("dice"),
    "kind": N_("kind of dice"),
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
WORDS: Final = {
    "legal": N_("legal"),
    "illegal": N_("illegal"),
    "undecided": N_("undecided"),
    "observation": N_("observation"),
    "same": N_("the same"),
    "accepted": N_("accepted"),
    "waived": N_("waived"),
    "warned": N_("warned"),
    "judged": N_("judged"),
    "failed": N_("failed"),
}
"""Verdicts and the like, as the database has them."""
SPOKEN: Final = ("verdict", "was", "now", "status", "decision", "deed")
"""Columns that begin with such words."""
BARE: Final = ("decision", "deed")
"""Those that may say nothing."""
DECISIONS: Final = ("accepted", "waived", "warned")
SAID: Final = {"verdict": ("illegal", "undecided", "observation"), "decision": DECISIONS, "deed": ("same",)}
"""All that stands in some columns, if anything does."""
PINS: Final = {
    "rules_version": N_("another version of the rules"),
    "rules_digest": N_("another program"),
    "assets_digest": N_("other data of the game"),
    "module_digest": N_("another module"),
    "logs": N_("other logs"),
}
"""What may have changed between two verdicts, as the database has it."""
NAMED: Final = frozenset({"side", "player"})
"""Columns of sides; who has no name of his own goes by that of his side."""
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
    from hexmeister.errors import reason

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
        screen.line(f"{each['file']}: " + _("cannot be read: {error}").format(error=reason(each["error"])))
    for each in told["failed"]:
        screen.line(f"{each['log']}: " + _("cannot be judged: {error}").format(error=reason(each["error"])))
    if told["illegal"] or told["undecided"]:
        screen.remark(_("What was found: hexmeister report {db} findings").format(db=store.path))
    if again and told["changed"]:
        from rules.audit.season.views import view

        screen.heading(_("Verdicts that changed"))
        tell_view(screen, view(store, "changed", only=[("run", str(told["run"]))]))


def tell_view(screen: Screen, view: "View") -> None:
    """Write a view as a table, numbers as the language writes them."""
    from rules.audit.words import number

    if not view.rows:
        screen.line(_("Nothing."))
        return
    if view.name in NOTES:
        screen.remark(_(NOTES[view.name]))
    columns = [name for name in view.columns if any(row[name] not in {"", None} for row in view.rows)]
    rows = [[row[name] for name in columns] for row in view.rows]
    shown = [[number(str(cell), chosen()) if isinstance(cell, float) else cell for cell in row] for row in rows]
    screen.table([_(HEADINGS[name]) for name in columns], shown)


def in_words(view: "View", language: str) -> "View":
    """Return a view for people: verdicts and sides in their language."""
    import msgspec

    names = _sides(language)
    rows = tuple({name: _spoken(name, cell, names) for name, cell in row.items()} for row in view.rows)
    return msgspec.structs.replace(view, rows=rows)


def recorded(column: str, value: str, language: str) -> str:
    """Return a value as the database has it, of one that may be in the words of a table."""
    names = _sides(language)
    words = [*WORDS, *names] if column in {*SPOKEN, *NAMED} else []
    said = (word for word in words if str(_spoken(column, word, names)).casefold() == value.casefold())
    return next(said, value)


def decided(text: str) -> str:
    """Return a decision as the database has it, of a word in either language; `none` takes one back."""
    known = {each: each for each in (*DECISIONS, "none")} | {_(WORDS[each]).casefold(): each for each in DECISIONS}
    known[_("none").casefold()] = "none"
    return known.get(text.casefold(), "")


def with_decisions(store: "Store", game: str, report: "Report") -> "Report":
    """Return the evidence for a game with what the director decided on each finding."""
    import msgspec

    rows = store.rows("SELECT * FROM season_findings WHERE game = ? AND decision <> ''", [store.game(game)["id"]])
    known = {(row["log"], row["step"], row["rule"], row["side"].casefold()): row for row in rows}

    def told(each: "Told") -> "Told":
        row = known.get((each.log, each.step, each.rule, each.player.casefold()))
        if row is None or each.note:
            return each
        said = ": ".join(filter(None, (_(WORDS[row["decision"]]), row["word"])))
        return msgspec.structs.replace(each, text=f"{each.text} " + _("(The director: {said})").format(said=said))

    return msgspec.structs.replace(report, findings=tuple(map(told, report.findings)))


def _spoken(column: str, cell: Any, sides: dict[str, str]) -> Any:
    if column in SPOKEN:
        word, between, rest = str(cell).partition(" ")
        return f"{_(WORDS[word])}{between}{rest}" if word in WORDS else cell or ("" if column in BARE else "-")
    if column == "because":
        return "; ".join(map(_pin, str(cell).split("; ")))
    return sides.get(cell, cell) if column in NAMED else cell


def _pin(text: str) -> str:
    """Return what had changed in words; versions and rulings are told, digests say nothing to people."""
    name, _colon, values = text.partition(": ")
    if name not in PINS:
        return text
    return f"{_(PINS[name])}: {values}" if name == "rules_version" else _(PINS[name])


def _sides(language: str) -> dict[str, str]:
    """Return what the sides of all games are called; a name that the games do not share stays as it was recorded."""
    from rules.audit.games import games
    from rules.audit.words import sides_of

    names: dict[str, set[str]] = {}
    for game in games():
        for side, name in sides_of(game, language).items():
            names.setdefault(side, set()).add(name)
    return {side: min(found) for side, found in names.items() if len(found) == 1}


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
