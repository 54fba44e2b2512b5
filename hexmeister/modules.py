"""The module that a log was made with: the file that the user names, or the one that this program builds."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from vassal.module import Module
    from vassal.savefile import SaveFile

DENSITIES: Final = (150, 75, 300)


def module_of(save: "SaveFile", game: str, given: Path | None = None) -> "Module":
    """Return the module of a log; without a file, our own in the density in which the pieces lie on their places."""
    from vassal.module import Module

    if given is not None:
        return Module.open(given)
    return max(_built(game), key=lambda module: _fit(save, module))


def _built(game: str) -> Iterator["Module"]:
    import assets
    from builder.build import lock_of
    from builder.module import making_of, root
    from builder.module.boards import image_name
    from builder.module.options import Options
    from vassal.module import Module
    from vassal.modulewriter import pack_module

    source = assets.load(game)
    for density in DENSITIES:
        making = making_of(source, Options(density=density), lock_of(source))
        pictures = {f"images/{image_name(name)}": _blank(sheet.size) for name, sheet in making.sheets.items()}
        yield Module.open(pack_module(root(making), pictures))


def _blank(size: tuple[int, int]) -> bytes:
    """Return a picture that has nothing but its size."""
    from PIL import Image

    out = BytesIO()
    Image.new("1", size).save(out, "PNG", compress_level=1)
    return out.getvalue()


def _fit(save: "SaveFile", module: "Module") -> int:
    """Return how many pieces of a save lie exactly on places of the module's grids."""
    from vassal.ground import ModuleGround
    from vassal.position import Position

    ground = ModuleGround(module)
    position = Position.of((each for command in save.initial for each in command.walk()), ground)
    maps = {each.name: each.layout(position.table.boards.get(each.name)) for each in module.maps}
    return sum(
        maps[each.map].snap((each.x, each.y)) == (each.x, each.y) for each in position.pieces() if each.map in maps
    )
