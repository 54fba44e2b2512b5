"""The commands, one small module each: parse, call, print, translate.

To add one: a line in `COMMANDS`, and here a module of its name with a command of its name (CONTRIBUTING.md).
"""

from typing import Final

from hexmeister.frame import Entry
from hexmeister.language import N_

COMMANDS: Final = (Entry(N_("The program"), "completion", N_("Print the completion script for a shell.")),)
