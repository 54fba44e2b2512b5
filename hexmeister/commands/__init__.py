"""The commands, one small module each: parse, call, print, translate.

To add one: a line in `COMMANDS`, and here a module of its name with a command of its name (CONTRIBUTING.md).
"""

from typing import Final

from hexmeister.frame import Entry
from hexmeister.language import N_

COMMANDS: Final = (
    Entry(N_("Files"), "show", N_("Show what is in a module, a save or a log.")),
    Entry(N_("Files"), "convert", N_("Write a save or a log in another form.")),
    Entry(N_("Files"), "scrub", N_("Take the players' passwords out of a save or a log.")),
    Entry(N_("The program"), "completion", N_("Print the completion script for a shell.")),
)
