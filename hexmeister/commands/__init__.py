"""The commands, one small module each: parse, call, print, translate.

To add one: a line in `COMMANDS`, and here a module of its name with a command of its name (CONTRIBUTING.md).
"""

from typing import Final

from hexmeister.frame import Entry
from hexmeister.language import N_

COMMANDS: Final = (
    Entry(N_("Modules"), "new", N_("Begin a game of your own: a small example that builds at once.")),
    Entry(N_("Modules"), "build", N_("Make the VASSAL module of a game.")),
    Entry(N_("Modules"), "render", N_("Draw one piece or one map of a game.")),
    Entry(N_("Modules"), "lint", N_("Find faults in a module that VASSAL does not report.")),
    Entry(N_("Modules"), "diff", N_("Show what differs between two modules.")),
    Entry(N_("Modules"), "provenance", N_("List the values of a game that its rulebook does not give.")),
    Entry(N_("Files"), "show", N_("Show what is in a module, a save or a log.")),
    Entry(N_("Files"), "convert", N_("Write a save or a log in another form.")),
    Entry(N_("Files"), "scrub", N_("Take the players' passwords out of a save or a log.")),
    Entry(N_("Referee"), "check", N_("Check the logs of a game against its rules.")),
    Entry(N_("Referee"), "ask", N_("Ask the referee what may be done, where to, at whom, how likely.")),
    Entry(N_("Referee"), "serve", N_("Open a page for this machine only: drop logs, read the report.")),
    Entry(N_("Referee"), "watch", N_("Watch a folder and tell of each log whether it is clean.")),
    Entry(N_("Referee"), "audit", N_("Judge a season of logs and keep what was found in a database.")),
    Entry(N_("Referee"), "report", N_("Show what the database of a season tells.")),
    Entry(N_("Referee"), "decide", N_("Keep what a director decided on a finding of a season.")),
    Entry(N_("Referee"), "rules", N_("Show the rules of a game, what enforces and what tests each.")),
    Entry(N_("The program"), "completion", N_("Print the completion script for a shell.")),
)
