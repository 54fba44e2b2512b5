"""`hexmeister build`: make the VASSAL module of a game."""

import stat
import time
from collections.abc import Callable
from gettext import gettext as _
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, Final

import click

from hexmeister import errors
from hexmeister.exits import Exit
from hexmeister.frame import argument, as_json, command, option
from hexmeister.language import N_, chosen
from hexmeister.options import overlay
from hexmeister.screen import Screen

if TYPE_CHECKING:
    from assets import Game
    from builder.build import Built
    from builder.plan import Stretched

DENSITIES: Final = ("75", "150", "300")
THEMES: Final = ("bevel", "flat", "nato")
_PAUSE: Final = 0.5
_MEGABYTE: Final = 1_000_000


@command(
    N_("Make the VASSAL module of a game."),
    epilog=N_(
        "The same data give the same file, byte for byte, on every machine. The module speaks the language of --lang."
    ),
)
@argument("game", metavar=N_("GAME"), help=N_("The name of a game, or a folder with one."))
@option(
    "-o",
    "--output",
    "target",
    metavar=N_("PATH"),
    type=click.Path(path_type=Path),
    default=".",
    help=N_("A folder, or the file (.vmod) to write."),
)
@option("--density", type=click.Choice(DENSITIES), default="150", help=N_("The side of a counter in pixels."))
@option("--theme", type=click.Choice(THEMES), help=N_("How counters are drawn; nato is flat with map symbols."))
@overlay
@option("--watch", is_flag=True, help=N_("Build again whenever the data change, until you stop it."))
@as_json
def build(screen: Screen, game: str, watch: bool, as_json: bool, **wish: Any) -> Exit:
    """Make the module, once or again and again."""
    while True:
        seen = _stamp(game, wish["overlay"])
        try:
            _tell(screen, _built(screen, game, **wish), as_json=as_json)
        except errors.expected() as error:
            if not watch:
                raise
            for line in errors.lines(error):
                screen.remark(line)
        if not watch:
            return Exit.FINE
        while _stamp(game, wish["overlay"]) == seen:
            time.sleep(_PAUSE)


def _folder(game: str) -> Path:
    from assets.finding import folder_of

    return Path(game) if Path(game).is_dir() else folder_of(game)


def _stamp(game: str, overlay: Path | None) -> tuple[tuple[str, int], ...]:
    """What changes whenever a file of the game does."""
    found = (path for root in (_folder(game), overlay) if root for path in sorted(root.rglob("*")))
    return tuple((str(path), when) for path in found if (when := _changed(path)))


def _changed(path: Path) -> int:
    """When a file was changed last; 0 for what is none, or is gone again as an editor's own files soon are."""
    try:
        status = path.stat()
    except OSError:
        return 0
    return status.st_mtime_ns if stat.S_ISREG(status.st_mode) else 0


def _loaded(game: str, overlay: Path | None) -> "Game":
    import assets

    assets.forget()
    return assets.load(Path(game) if Path(game).is_dir() else game, overlay)


def _built(screen: Screen, game: str, **wish: Any) -> "Built":
    from builder.build import LOCK, build, keep, names_file
    from builder.module import Options

    found = _loaded(game, wish["overlay"])
    options = Options(
        language=chosen(), density=int(wish["density"]), theme=wish["theme"] or "", ledger=_ledger(found.id)
    )
    target: Path = wish["target"]
    folder = target.parent if names_file(target) else target
    had = found.overlay is not None or (found.folder / LOCK).exists()  # an overlay writes none but its own
    lost = [] if had else sorted(folder.glob(f"{found.id}-*.vmod"))
    _writable(folder)
    with screen.progress(_("drawing")) as advance:
        built = build(found, target, options, progress=_named(advance))
    keep(found, built.lock)
    if lost:
        said = _(
            "{lock} is gone and was begun anew: pieces have other numbers than in {older}, saved games lose theirs."
        )
        screen.remark(said.format(lock=found.folder / LOCK, older=lost[0]))
    for each in built.stretched:
        screen.remark(of_shape(each))
    return built


def of_shape(each: "Stretched") -> str:
    """Say that a picture does not have the shape that it needs."""
    said = _("{path}: {size} pixels, stretched to the shape of {wanted}; what is laid on it will not fit")
    size, wanted = (" × ".join(map(str, numbers)) for numbers in (each.size, each.wanted))
    return said.format(path=each.path, size=size, wanted=wanted)


def _writable(folder: Path) -> None:
    """Refuse a folder into which nothing can be written before anything is drawn for it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(folder)) from error


def _named(advance: Callable[[int, int], None]) -> Callable[[int, int, str], None]:
    return lambda done, of, _name: advance(done, of)


def _ledger(game: str) -> Path | None:
    """The rules of the game in our own words, if there are any."""
    from rules.audit.games import door_of

    door = door_of(game)
    path = door.folder / "ledger.yaml" if door else None
    return path if path and path.is_file() else None


def _tell(screen: Screen, built: "Built", *, as_json: bool) -> None:
    if as_json:
        screen.data({"file": str(built.path), "bytes": built.size, "pictures": built.pictures, "drawn": built.drawn})
        return
    size = f"{built.size / _MEGABYTE:.1f}"
    text = _("{path}: {size} MB, {pictures} pictures and pages, {drawn} of them drawn now")
    screen.line(text.format(path=built.path, size=size, pictures=built.pictures, drawn=built.drawn))
