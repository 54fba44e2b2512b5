"""`hexmeister rules`: the rules of a game in our words, what enforces and what tests each."""

from gettext import gettext as _
from typing import TYPE_CHECKING

import click
import msgspec

from hexmeister.exits import Exit
from hexmeister.frame import argument, as_json, command
from hexmeister.language import N_
from hexmeister.screen import Screen

if TYPE_CHECKING:
    from rules.audit.coverage import Row
    from rules.engine.reading import Game


@command(
    N_("Show the rules of a game, or one of them: in our words, with what enforces it and what tests it."),
    epilog=N_("A rule that no program can judge says why; one that is not enforced yet says that it is open."),
)
@argument("game", metavar=N_("GAME"))
@argument("id", metavar=N_("ID"), required=False)
@as_json
def rules(screen: Screen, game: str, id: str | None, as_json: bool) -> Exit:  # noqa: A002
    """Show all rules, or one."""
    from rules.audit.coverage import table
    from rules.audit.games import game_of

    found = game_of(game)
    rows = [row for row in table(found) if id is None or row.id == id]
    if not rows:
        raise click.BadParameter(_("there is no rule {rule}").format(rule=id), param_hint="ID")
    if as_json:
        screen.data([msgspec.to_builtins(row) for row in rows])
    elif id is not None:
        _one(screen, found, rows[0])
    else:
        _all(screen, found, rows)
    return Exit.FINE


def _all(screen: Screen, game: "Game", rows: list["Row"]) -> None:
    states = _states()
    entries = game.book.entries
    screen.table(
        (_("rule"), _("state"), _("tests"), _("title")),
        [(row.id, states[row.state], len(row.tested_by), entries[row.id].title) for row in rows],
    )
    screen.line()
    for state, text in states.items():
        screen.line(f"{sum(row.state == state for row in rows):5}  {text}")


def _one(screen: Screen, game: "Game", row: "Row") -> None:
    entry = game.book.entries[row.id]
    screen.line(f"{entry.id}  {entry.title}", style="bold")
    screen.line(entry.rule)
    if entry.unclear:
        screen.line(_("Unclear: {text}").format(text=entry.unclear))
    screen.facts(
        [
            (_("Verdict"), entry.verdict),
            (_("State"), _states()[row.state]),
            (_("Left to a human"), row.human or "-"),
            (_("Enforced by"), ", ".join(row.enforced_by) or "-"),
            (_("A breach is named"), ", ".join(entry.found_as or entry.shows_as) or row.id),
            (_("Tested by"), len(row.tested_by)),
        ]
    )
    for test in row.tested_by:
        screen.line(f"  {test}")


def _states() -> dict[str, str]:
    return {
        "done": _("enforced and tested"),
        "untested": _("enforced, named by no test"),
        "human": _("left to a human"),
        "open": _("open"),
        "info": _("nothing to enforce"),
    }
