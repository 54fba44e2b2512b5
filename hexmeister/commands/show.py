"""`hexmeister show`: what is in a module, a save or a log."""

from pathlib import Path

from hexmeister.exits import Exit
from hexmeister.files import read_argument
from hexmeister.frame import as_json, command
from hexmeister.language import N_
from hexmeister.screen import Screen


@command(N_("Show what is in a module, a save or a log."))
@read_argument("file", N_("FILE"), N_("The file to look into (.vmod, .vsav, .vlog)."))
@as_json
def show(screen: Screen, file: Path, as_json: bool) -> Exit:
    """Show a file, whatever kind it is of."""
    from hexmeister.shown import module as module_view
    from vassal.module import Module
    from vassal.modulesummary import summary

    data = {"kind": "module", "file": file.name, **summary(Module.open(file))}
    if as_json:
        screen.data(data)
        return Exit.FINDINGS if data["problems"] else Exit.FINE
    return module_view.tell(screen, data)
