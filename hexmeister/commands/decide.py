"""`hexmeister decide`: what a director decided on a finding of a season."""

from gettext import gettext as _
from pathlib import Path

import click

from hexmeister.exits import Exit
from hexmeister.frame import Whole, argument, command, option
from hexmeister.language import N_
from hexmeister.language import chosen as language
from hexmeister.screen import Screen


@command(
    N_("Keep what a director decided on the findings of a step: accepted, waived or warned, with a word."),
    epilog=N_(
        "The decision hangs on the content of the log: it stays when the game is judged again, and stands in the "
        "view findings, in the evidence and on the site of the season; what is waived does not count in the "
        "standings. The word none instead of a decision takes it back."
    ),
)
@argument("db", metavar=N_("DB"), type=click.Path(path_type=Path), help=N_("The database."))
@argument("game", metavar=N_("GAME"), help=N_("The first digits of the game, as the view games shows them."))
@argument("step", metavar=N_("STEP"), type=Whole(min=0), help=N_("The step of the finding."))
@argument("decision", metavar=N_("DECISION"), help=N_("accepted, waived, warned or none."))
@option("--rule", default="", metavar=N_("RULE"), help=N_("Only the finding by this rule."))
@option("--side", default="", metavar=N_("SIDE"), help=N_("Only what concerns this side."))
@option("--word", default="", metavar=N_("TEXT"), help=N_("What the director says of it."))
def decide(screen: Screen, db: Path, game: str, step: int, decision: str, **wish: str) -> Exit:
    """Keep a decision."""
    from hexmeister.shown.season import DECISIONS, WORDS, decided
    from rules.audit.season.store import Store
    from rules.audit.season.views import said

    made = decided(decision)
    if not made:
        known = ", ".join([*(_(WORDS[each]) for each in DECISIONS), _("none")])
        raise click.BadParameter(_("{text}: expected one of {known}").format(text=decision, known=known))
    with Store.open(db) as store:
        chosen = "" if made == "none" else made
        found = store.decide(game, step, chosen, wish["word"].strip(), rule=wish["rule"], side=wish["side"])
    if not found:
        raise click.UsageError(_("the game has no such finding"))
    told = _(WORDS[chosen]) if chosen else _("taken back")
    for row in found:
        where = [row["log"], _("step {number}").format(number=row["step"]), row["side"], row["rule"]]
        screen.line(f"{told}: " + " · ".join(filter(None, where)))
        screen.line(f"  {said(row, language())}")
    return Exit.FINE
