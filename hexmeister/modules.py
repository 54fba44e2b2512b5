"""The module that a log was made with: the file that the user names, or the one that this program builds."""

from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hexmeister.chains import Mixed, of_that_game
from vassal.errors import VassalError

if TYPE_CHECKING:
    from vassal.boards import Layout
    from vassal.module import Module
    from vassal.savefile import SaveFile

DENSITIES: Final = (150, 75, 300)
NEARLY_ALL: Final = 0.8
"""Of the pieces that lie on their places where the density is right; a few lie loose in boxes."""


GROUNDS: Final = 32
"""So many grounds are known: a season may hold logs of all games, and each is tried in several densities."""


def module_of(save: "SaveFile", game: str, given: Path | None = None) -> "Module":
    """Return the module of a log; without a file, our own in the density in which the pieces lie on their places."""
    of_that_game(save, game)
    if given is not None:
        played_with(_opened(given), save, game)
        _fits(_opened(given), save, game)
        return _opened(given)
    return _built(game, _density(save, game))


def ground_of(save: "SaveFile", given: "Module | None" = None) -> "Module | None":
    """Return what tells the places of a save: the module that was given, which must fit, else our own if it does."""
    from rules.audit.games import door_of

    door = door_of(save.module.name or "") if save.module else None
    if door is None or not save.initial:
        return given
    game = door.meta.id
    try:
        own = next((each for each in _grounds(game) if _fit(save, each) > NEARLY_ALL), None)
    except VassalError:  # boards that our module does not have: it says nothing of them
        own = None
    if given is None:
        return own
    played_with(given, save, game)
    if own is not None:
        _fits(given, save, game)
    return given


def called_by(save: "SaveFile", language: str) -> dict[str, str]:
    """Return what the boxes and tracks of a save are called, by their ids, if it is of a game that is known."""
    import assets
    from assets.lines import beside
    from rules.audit.games import door_of

    door = door_of(save.module.name or "") if save.module else None
    return {key: name[language] for key, name in beside(assets.load(door.meta.id)).items()} if door else {}


def _grounds(game: str) -> "Iterator[Module]":
    """Yield our own module in every density, the usual one first."""
    for density in DENSITIES:
        yield _built(game, density)


def _density(save: "SaveFile", game: str) -> int:
    """Return the first density in which nearly all pieces lie on their places, else the one in which most do."""
    fits: dict[int, float] = {}
    for density in DENSITIES:
        fits[density] = _fit(save, _built(game, density))
        if fits[density] > NEARLY_ALL:
            return density
    return max(fits, key=lambda each: fits[each])


def _fits(module: "Module", save: "SaveFile", game: str) -> None:
    """Refuse a module whose maps are of another size than those that were played on: every place would be wrong."""
    density = _density(save, game)
    own = _built(game, density)
    ours = _sizes(save, own)
    theirs = {name: size for name, size in _sizes(save, module).items() if name in ours}
    if theirs.items() <= ours.items():
        return
    others = (_sizes(save, _built(game, each)) for each in DENSITIES if each != density)
    if any(theirs.items() <= each.items() for each in others) or _fit(save, module) < _fit(save, own):
        raise Mixed(
            f"the map of the module is of another size than the one that was played on, which is at {density}; "
            f"the fitting one is made by: hexmeister build {game} --density {density}"
        )


def played_with(module: "Module", save: "SaveFile", game: str) -> None:
    """Refuse the module of another game: by it the moves of honest players would look wrong."""
    from rules.audit.games import game_of

    titles = (module.name, save.module.name if save.module else None)
    if all(titles) and titles[0] != titles[1] and not set(titles) <= set(game_of(game).titles):
        raise Mixed(f"the module is not the one that was played: {titles[0]}, not {titles[1]}")


@lru_cache(maxsize=4)
def _opened(path: Path) -> "Module":
    from vassal.module import Module

    return Module.open(path)


@lru_cache(maxsize=GROUNDS)
def _built(game: str, density: int) -> "Module":
    from vassal.module import Module

    return Module.open(ground(game, density))


def ground(game: str, density: int) -> bytes:
    """Return our own module in a density, as far as logs are judged by it: the ground on which pieces lie."""
    import assets
    from assets.finding import folder_of_package
    from assets.loading import key_of
    from kept import digest, kept, stamp

    def key() -> str:
        made_by = stamp(*filter(None, map(folder_of_package, ("builder", "templates", "vassal"))))
        return digest((key_of(assets.folder_of(game)), made_by))

    return kept(f"ground-{game}-{density}", key, bytes, lambda: _ground(game, density))


def _ground(game: str, density: int) -> bytes:
    """Return the file of a module that has nothing but its boards."""
    import assets
    from builder.gpids import Lock
    from builder.module.boards import image_name
    from builder.module.options import Making, Options
    from builder.module.table import ground
    from vassal.modulewriter import module, pack_module

    source = assets.load(game)
    making = Making(source, Options(density=density), Lock({}))
    pictures = {f"images/{image_name(name)}": _blank(sheet.size) for name, sheet in making.sheets.items()}
    return pack_module(module(source.info.title.en, source.info.version, ground(making)), pictures)


def _blank(size: tuple[int, int]) -> bytes:
    """Return a picture that has nothing but its size."""
    from PIL import Image

    out = BytesIO()
    Image.new("1", size).save(out, "PNG", compress_level=1)
    return out.getvalue()


def _fit(save: "SaveFile", module: "Module") -> float:
    """Return which part of the pieces of a save lies in boxes of the module's boards, or exactly on its grids' places.

    Where there is neither, at the edge of a board, nothing is out of its place, and nothing is in it.
    """
    from assets.lines import LAND
    from vassal.pieces import Piece

    maps = _laid(save, module)
    placed = (command.placed for each in save.initial for command in each.walk())
    points = [(maps[each.map], (each.x, each.y)) for each in placed if isinstance(each, Piece) and each.map in maps]
    zones = [(layout.place(point).zone, layout.snap(point) == point) for layout, point in points]
    fitting = sum(zone is not None and (exact or zone != LAND) for zone, exact in zones)
    return fitting / len(points) if points else 0.0


def _sizes(save: "SaveFile", module: "Module") -> dict[str, tuple[int, int]]:
    """Return how large each map of a save is."""
    return {name: layout.size for name, layout in _laid(save, module).items()}


def _laid(save: "SaveFile", module: "Module") -> "dict[str, Layout]":
    """Return the boards on which the pieces of a save lie, by the map."""
    from vassal.position import Position

    boards = (command for each in save.initial for command in each.walk() if command.kind == "boards")
    chosen = Position.of(boards).table.boards
    return {each.name: module.ground.layout(each.name, chosen.get(each.name)) for each in module.maps}
