"""`hexmeister rules`: the rules of a game in our words, what enforces and what tests each, and what is disputed."""

import re
from collections import Counter
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import msgspec

from hexmeister.exits import Exit
from hexmeister.frame import argument, as_json, command
from hexmeister.language import N_, chosen
from hexmeister.nearest import hint
from hexmeister.screen import Screen
from hexmeister.shown.words import Data

if TYPE_CHECKING:
    from collections.abc import Mapping

    from assets.schema import Ruling
    from rules.audit.coverage import Row
    from rules.engine.reading import Game
    from rules.engine.rulebook import Entry
    from rules.engine.switches import Dispute


_VERDICTS: Final = {
    "illegal": N_("a breach is illegal"),
    "outcome": N_("something is due by it"),
    "info": N_("nothing to judge"),
}
ENGLISH: Final = "en"


@command(
    N_(
        "Show the rules of a game, or one of them: in our words, with what enforces it and what tests it; and what the "
        "book says in two ways, with its readings."
    ),
    epilog=N_("A rule that no program can judge says why; one that is not enforced yet says that it is open."),
)
@argument("game", metavar=N_("GAME"))
@argument("id", metavar=N_("ID"), required=False)
@as_json
def rules(screen: Screen, game: str, id: str | None, as_json: bool) -> Exit:  # noqa: A002
    """Show all rules and disputed readings, or one."""
    from rules.audit.coverage import recorded, table
    from rules.audit.games import door_of, game_of

    if door_of(game) is None:
        raise click.BadParameter(_unknown(game), param_hint="GAME")
    found = game_of(game)
    rows = [row for row in table(found, recorded(found)) if id is None or row.id == id]
    disputed = [each for each in _disputed(found) if id is None or each["id"] == id]
    if not rows and not disputed:
        raise click.BadParameter(_("there is no rule {rule}").format(rule=id), param_hint="ID")
    if as_json:
        screen.data({"rules": [msgspec.to_builtins(row) for row in rows], "rulings": disputed})
    elif id is None:
        _all(screen, found, rows)
        _readings(screen, disputed)
    elif rows:
        _one(screen, found, rows[0])
    else:
        _dispute(screen, disputed[0])
    return Exit.FINE


def _unknown(game: str) -> str:
    """What is said of a game that has no referee here; one of the reader's own may only not be installed."""
    from rules.audit.games import doors

    if (Path(game) / "pyproject.toml").is_file():
        return _(
            "{game} is not installed; the rules of a game of your own are known after: pip install -e {game}"
        ).format(game=game)
    known = [*doors(), *(title for door in doors().values() for title in door.meta.titles)]
    return _("there is no referee for {game}").format(game=game) + (
        hint(game, known) or _("; there is one for {names}").format(names=", ".join(doors()))
    )


def _disputed(game: "Game") -> list[Data]:
    """What the book says in two ways: the question, its readings, the one we lean to, and how it is settled."""
    import assets

    language, disputes = chosen(), game.switches().disputes
    return [
        {
            "id": each.id,
            "question": each.question[language],
            "readings": [
                {"id": name, "name": reading.name[language], "means": reading.means[language]}
                for name, reading in each.readings.items()
            ],
            "ours": each.ours,
            "rules": list(each.rules),
            "settle": [f"{each.id}={name}" for name in disputes[each.id].readings] if _asked(each, disputes) else [],
            "accepted": each.accepted[language] if each.accepted else None,
        }
        for each in assets.load(game.id).rulings.values()
    ]


def _asked(ruling: "Ruling", disputes: "Mapping[str, Dispute]") -> bool:
    """Whether settling the question changes anything: nobody is held to either reading, or the edition answers it."""
    return ruling.accepted is None and len(disputes[ruling.id].readings) > 1


def _readings(screen: Screen, disputed: list[Data]) -> None:
    screen.heading(_("What the book says in two ways"))
    screen.line(
        _("Nobody is accused by a reading that is not settled: hexmeister check --ruling ID=READING. We lean to *.")
    )
    for each in disputed:
        screen.line()
        _dispute(screen, each)


def _dispute(screen: Screen, dispute: Data) -> None:
    screen.line(f"{dispute['id']}  {dispute['question']}", style="bold")
    width = max(len(each["id"]) for each in dispute["readings"])
    for each in dispute["readings"]:
        ours = "*" if each["id"] == dispute["ours"] else " "
        screen.line(f"  {ours} {each['id']:<{width}}  {each['name']}: {each['means']}")
    if dispute["accepted"]:
        screen.line("    " + _("Either is accepted: {why}").format(why=dispute["accepted"]))
    elif dispute["settle"]:
        screen.line(
            "    " + _("Settle it: {ways}").format(ways=_(" or ").join(f"--ruling {way}" for way in dispute["settle"]))
        )
    else:
        screen.line("    " + _("The edition in play answers it; another reading takes an overlay with other values."))


def _all(screen: Screen, game: "Game", rows: list["Row"]) -> None:
    states = _states()
    said = {row.id: game.book.said(row.id, chosen()) for row in rows}
    screen.table(
        (_("rule"), _("state"), _("tests"), _("title")),
        [(row.id, states[row.state], _tests(row), said[row.id].title) for row in rows],
    )
    if all(row.tested_by is None for row in rows):
        screen.remark(_("Which tests there are is known once they have run: make test."))
    screen.line()
    counts = Counter(row.state for row in rows)
    for state, text in states.items():
        if counts[state]:
            screen.line(f"{counts[state]:5}  {text}")


def _one(screen: Screen, game: "Game", row: "Row") -> None:
    entry = game.book.entries[row.id]
    said = game.book.said(entry.id, chosen())
    screen.line(f"{entry.id}  {said.title}", style="bold")
    screen.line(said.rule)
    if entry.unclear:
        screen.line(_("Unclear: {text}").format(text=_unclear(game, entry)))
    screen.facts(
        [
            (_("Verdict"), _(_VERDICTS[entry.verdict])),
            (_("State"), _states()[row.state]),
            (_("Left to a human"), _noted(row.human) if row.human else "-"),
            (_("Enforced by"), ", ".join(row.enforced_by) or "-"),
            (_("A breach is named"), ", ".join(entry.found_as or entry.shows_as) or row.id),
            (
                _("Tested by"),
                _("not known here: no run of the tests has left its record")
                if row.tested_by is None
                else len(row.tested_by),
            ),
        ]
    )
    for test in row.tested_by or ():
        screen.line(f"  {test}")


def _unclear(game: "Game", entry: "Entry") -> str:
    """What the book leaves open at a rule: the questions in the chosen language, else the note of the ledger."""
    import assets

    if chosen() == ENGLISH:
        return entry.unclear
    named = {*re.findall(r"[A-Z]+-\w+", entry.unclear), *(entry.open.rulings if entry.open else ())}
    asked = [each for each in assets.load(game.id).rulings.values() if each.id in named or entry.id in each.rules]
    told = "; ".join(f"{each.question[chosen()]} ({each.id})" for each in asked)
    return told or _noted(entry.unclear)


def _noted(text: str) -> str:
    """Return a note of the ledger, which is in English; elsewhere it says so."""
    return text if chosen() == ENGLISH else text + " " + _("(in English)")


def _tests(row: "Row") -> str:
    return "?" if row.tested_by is None else str(len(row.tested_by))


def _states() -> dict[str, str]:
    return {
        "done": _("enforced and tested"),
        "untested": _("enforced, named by no test"),
        "enforced": _("enforced; tests not known here"),
        "human": _("left to a human"),
        "open": _("open"),
        "info": _("nothing to enforce"),
    }
