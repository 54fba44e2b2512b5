"""`hexmeister render`: draw one counter or one map, for a quick look."""

import io
from gettext import gettext as _
from pathlib import Path
from typing import Any

import click

from hexmeister.commands.build import DENSITIES, THEMES, of_shape
from hexmeister.exits import Exit
from hexmeister.files import png
from hexmeister.frame import argument, command, option
from hexmeister.language import N_, chosen
from hexmeister.nearest import hint
from hexmeister.options import overlay
from hexmeister.screen import Screen


@command(
    N_("Draw one piece or one map of a game."),
    epilog=N_("A piece is named as in the data: fr.1cuir.hq, fr.1cuir.hq.back, a marker, a chit, a map."),
)
@argument("game", metavar=N_("GAME"), help=N_("The name of a game, or a folder with one."))
@argument("piece", metavar=N_("PIECE|MAP"), help=N_("What to draw."))
@option("-o", "--output", "target", metavar=N_("PNG"), type=click.Path(path_type=Path), help=N_("Where to."))
@option("--density", type=click.Choice(DENSITIES), default="150", help=N_("The side of a counter in pixels."))
@option("--theme", type=click.Choice(THEMES), help=N_("How counters are drawn; nato is flat with map symbols."))
@overlay
def render(screen: Screen, game: str, piece: str, target: Path | None, **wish: Any) -> Exit:
    """Draw one picture into a file."""
    from PIL import Image

    import assets
    from builder.module import Options, making_of
    from builder.plan import PICTURES, every_job, stretched

    if target is not None:
        png(target, "--output")
    found = assets.load(Path(game) if Path(game).is_dir() else game, wish["overlay"])
    options = Options(language=chosen(), density=int(wish["density"]), theme=wish["theme"] or "")
    every = (job for job in every_job(making_of(found, options)) if job.name.endswith(PICTURES))
    jobs = {job.name.rpartition(".")[0]: job for job in every}
    name = next((each for each in _spellings(piece) if each in jobs), None)
    if name is None:
        known = dict.fromkeys(each.partition(".")[2] or each for each in jobs)
        said = _("there is nothing called {name}").format(name=piece) + hint(piece, known)
        raise click.BadParameter(said, param_hint=_("PIECE"))
    path = target or Path(f"{name}.png")
    with Image.open(io.BytesIO(jobs[name].drawn())) as image:
        image.save(path)
    screen.line(str(path))
    odd = stretched(jobs[name])
    if odd is not None:
        screen.remark(of_shape(odd))
    return Exit.FINE


KINDS = ("card", "marker", "chit", "map", "chart", "sheet", "icon", "state", "cup", "piece", "token", "flag")
"""What a picture's name may begin with, in the order in which it is looked for."""


def _spellings(piece: str) -> tuple[str, ...]:
    """The names that a picture may have under which it is asked for."""
    return (
        piece,
        f"unit.{piece}.front",
        f"unit.{piece}",
        f"card.{piece}.front",
        *(f"{kind}.{piece}" for kind in KINDS),
    )
