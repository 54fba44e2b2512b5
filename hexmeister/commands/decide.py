"""`hexmeister decide`: what a director decided on a finding of a season."""

from gettext import gettext as _
from pathlib import Path

import click

from hexmeister.exits import Exit
from hexmeister.frame import Whole, argument, command, option
from hexmeister.language import N_
from hexmeister.screen import Screen

DECISIONS = ("accepted", "waived", "warned", "none")


@command(
    N_("Keep what a director decided on the findings of a step: accepted, waived or warned, with a word."),
    epilog=N_(
        "The decision hangs on the content of the log: it stays when the game is judged again, stands in the view "
        "findings and on the site of the season, and none takes it back."
    ),
)
@argument("db", metavar=N_("DB"), type=click.Path(path_type=Path), help=N_("The database."))
@argument("game", metavar=N_("GAME"), help=N_("The first digits of the game, as the view games shows them."))
@argument("step", metavar=N_("STEP"), type=Whole(min=0), help=N_("The step of the finding."))
@argument("decision", metavar=N_("DECISION"), type=click.Choice(DECISIONS), help=N_("What was decided."))
@option("--rule", default="", metavar=N_("RULE"), help=N_("Only the finding by this rule."))
@option("--side", default="", metavar=N_("SIDE"), help=N_("Only what concerns this side."))
@option("--word", default="", metavar=N_("TEXT"), help=N_("What the director says of it."))
def decide(screen: Screen, db: Path, game: str, step: int, decision: str, **wish: str) -> Exit:
    """Keep a decision."""
    from rules.audit.season.store import Store

    with Store.open(db) as store:
        chosen = "" if decision == "none" else decision
        found = store.decide(game, step, chosen, wish["word"].strip(), rule=wish["rule"], side=wish["side"])
    if not found:
        raise click.UsageError(_("the game has no such finding"))
    screen.line(_("kept for {count}").format(count=found))
    return Exit.FINE
