"""The pictures of a film: the map as one small file and the pieces as one sheet, out of what the builder has drawn."""

import io
import math
from base64 import b64encode
from collections.abc import Callable, Collection, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rules.audit.pictures import Art, Sheet, Sprite
from vassal.drawn import Picture

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from PIL.Image import Image

    from assets import Game
    from rules.audit.report import Audit
    from vassal.drawn import Look
    from vassal.module import Module

Progress = Callable[[], "AbstractContextManager[Callable[[int, int], None]]"]
"""Shows how far the drawing is, while there is something to draw."""
COARSE, FINE = 75, 150
"""The densities in which the map and the pieces are drawn: whoever looks closely looks at pieces."""
WIDEST: Final = 2600
"""Pixels of the map from side to side at most."""
OF_MAP, OF_PIECES = 350_000, 230_000
"""Bytes of the map and of the sheet of pieces at most, so that a page stays below a megabyte."""
SHRUNK, CARDS = 0.72, 0.42
"""How much smaller pieces and cards stand on the sheet than they are drawn."""
QUALITIES: Final = (72, 60, 48, 36, 24)
ROW: Final = 2048
"""Pixels of the sheet of pieces from side to side."""
GAP: Final = 2
TALLEST: Final = 16_000
"""Pixels from top to bottom that a file of this kind can hold."""


class Workshop:
    """The pictures of a game as the builder draws them, each drawn once and kept."""

    def __init__(self, game: str, language: str, overlay: Path | None = None, progress: Progress | None = None) -> None:
        self._game, self._language, self._overlay, self._progress = game, language, overlay, progress

    def art(self, sheets: Sequence[Sheet], names: Collection[str], large: Collection[str]) -> Art:
        """Return the map and the pictures; what was drawn once is read, and nothing that draws is loaded for it."""
        from kept import digest, kept

        def key() -> str:
            asked = repr(sheets), repr(sorted(names)), repr(sorted(large))
            return digest([Path(__file__).read_bytes(), *self._made_of(), *asked])

        return kept(f"film-{self._game}-{self._language}", key, Art, lambda: self._drawn(sheets, names, large))

    def _made_of(self) -> tuple[str, ...]:
        import assets
        from assets.finding import folder_of_package
        from assets.loading import key_of
        from kept import stamp

        drawing = stamp(*filter(None, map(folder_of_package, ("builder", "templates"))))
        folder = assets.folder_of(self._game)
        own = (path for root in (folder, self._overlay) if root for path in sorted((root / "art").rglob("*.*")))
        given = [f"{path.name} {path.stat().st_size} {path.stat().st_mtime_ns}" for path in own]
        return drawing, key_of(folder, self._overlay), *given

    def _drawn(self, sheets: Sequence[Sheet], names: Collection[str], large: Collection[str]) -> Art:
        import assets
        from builder.cache import Cache
        from builder.module import Options, making_of
        from builder.plan import every_job
        from builder.pool import paint
        from kept import default_folder

        game = assets.load(self._game, self._overlay)
        jobs = {
            density: {job.name: job for job in every_job(making_of(game, Options(self._language, density)))}
            for density in (COARSE, FINE)
        }
        boards = sorted({each.image for each in sheets})
        chosen = [*(jobs[COARSE][name] for name in boards if name in jobs[COARSE])]
        chosen += [jobs[FINE][name] for name in sorted(names) if name in jobs[FINE]]
        with self._progress() if self._progress else nullcontext() as advance:
            tell = (lambda done, of, _name: advance(done, of)) if advance else None
            paths = paint(chosen, Cache(default_folder()), progress=tell)
        return composed(sheets, names, large, lambda name: read_at(paths.get(name)), FINE / COARSE)


def painted(game: "Game", language: str, names: Collection[str]) -> Callable[[str], bytes | None]:
    """Return who reads the pieces' pictures, drawn finely."""
    from builder.cache import Cache
    from builder.module import Options, making_of
    from builder.plan import every_job
    from builder.pool import paint
    from kept import default_folder

    jobs = [job for job in every_job(making_of(game, Options(language, FINE))) if job.name in names]
    paths = paint(jobs, Cache(default_folder()))
    return lambda name: read_at(paths.get(name))


class Packed:
    """The pictures that a module file brings along."""

    def __init__(self, module: "Module") -> None:
        self._module = module

    def art(self, sheets: Sequence[Sheet], names: Collection[str], large: Collection[str]) -> Art:
        """Return the map and the pictures that are in the file."""
        from vassal.archive import Archive

        wanted = {f"images/{name}": name for name in (*names, *(each.image for each in sheets))}
        found: dict[str, bytes] = {}
        for source, held in self._module.held:
            with Archive(source) as archive:
                found |= {wanted[entry]: archive.read(entry) for entry in sorted(held & set(wanted))}
        return composed(sheets, names, large, found.get, 1.0)


def pictures_of(audit: "Audit", given: Path | None, progress: "Progress | None" = None) -> Workshop | Packed:
    """Return the pictures of the module that was played: those of the file that was given, else our own."""
    if given is not None:
        return Packed(audit.module)
    return Workshop(audit.game.id, audit.language, audit.game.overlay, progress)


def whole_look(look: "Look", read: Callable[[str], bytes | None], by: float, finer: float) -> "Image | None":
    """Return a look as one picture with its middle in the middle; `by` turns the log's pixels into those wanted."""
    from PIL import Image

    parts = [(each, opened(read(each.name))) for each in look if isinstance(each, Picture)]
    drawn: list[tuple[Image.Image, float, float]] = []
    for each, picture in parts:
        if picture is not None:
            piece = _shrunk(picture, each.scale / finer)
            piece = piece.rotate(-each.turned, expand=True) if each.turned else piece
            x, y = each.x * by, each.y * by
            half = (0.0, 0.0) if each.corner else (piece.width / 2, piece.height / 2)
            drawn.append((piece, x - half[0], y - half[1]))
    if not drawn:
        return None
    far = max(max(abs(x), abs(y), abs(x + piece.width), abs(y + piece.height)) for piece, x, y in drawn)
    whole = Image.new("RGBA", (2 * math.ceil(far) + 2,) * 2)
    for piece, x, y in drawn:
        whole.alpha_composite(piece, (round(x + whole.width / 2), round(y + whole.height / 2)))
    return whole


def read_at(path: Path | None) -> bytes | None:
    return path.read_bytes() if path else None


def composed(
    sheets: Sequence[Sheet],
    names: Collection[str],
    large: Collection[str],
    read: Callable[[str], bytes | None],
    finer: float,
) -> Art:
    """Return map and pieces in one file each; pieces are drawn so much finer than the map."""
    from PIL import Image

    pictures = {each.image: opened(read(each.image)) for each in sheets}
    known = [(each, picture) for each in sheets if (picture := pictures[each.image]) is not None]
    if not known:
        return Art()
    drawn = known[0][1].width / known[0][0].width
    width, height = (max(edge) for edge in zip(*((x.x + x.width, x.y + x.height) for x in sheets), strict=True))
    whole = Image.new("RGB", (round(width * drawn), round(height * drawn)), "#ece7d6")
    for each, picture in known:
        turned = picture.rotate(180) if each.reversed else picture
        whole.paste(turned.convert("RGB"), (round(each.x * drawn), round(each.y * drawn)))
    if whole.width > WIDEST:
        whole = whole.resize((WIDEST, round(whole.height * WIDEST / whole.width)), Image.Resampling.LANCZOS)
    pieces = {name: piece for name in sorted(names) if (piece := opened(read(name))) is not None}
    content, sprites = sheet_of(pieces, set(large), 1 / (drawn * finer))
    return Art(_within_a_page(small_map(whole)), _within_a_page(content), sprites)


def opened(content: bytes | None) -> "Image | None":
    """Return a picture, if it is one."""
    from PIL import Image, UnidentifiedImageError

    if content is None:
        return None
    try:
        picture = Image.open(io.BytesIO(content))
        picture.load()
    except (UnidentifiedImageError, OSError, Image.DecompressionBombError):
        return None
    return picture


def laid_out(
    pieces: "dict[str, Image]", large: set[str], to_map: float, shrunk: float
) -> "tuple[Image, dict[str, Sprite]]":
    """Return all pieces on one sheet, the tallest first, and where they are on it."""
    from PIL import Image

    small = {name: _shrunk(piece, shrunk * (CARDS if name in large else SHRUNK)) for name, piece in pieces.items()}
    places: dict[str, tuple[int, int]] = {}
    x = y = tallest = 0
    for name in sorted(small, key=lambda each: (-small[each].height, each)):
        piece = small[name]
        if x + piece.width > ROW:
            x, y, tallest = 0, y + tallest + GAP, 0
        places[name] = x, y
        x, tallest = x + piece.width + GAP, max(tallest, piece.height)
    sheet = Image.new("RGBA", (ROW, max(1, y + tallest)))
    for name, at in places.items():
        sheet.paste(small[name], at)
    sprites = {
        name: Sprite(*places[name], *small[name].size, piece.width * to_map, piece.height * to_map)
        for name, piece in pieces.items()
    }
    return sheet, sprites


def _shrunk(piece: "Image", by: float) -> "Image":
    from PIL import Image

    size = max(1, round(piece.width * by)), max(1, round(piece.height * by))
    return piece.convert("RGBA").resize(size, Image.Resampling.LANCZOS)


def sheet_of(
    pieces: "dict[str, Image]", large: set[str], to_map: float, most: int = OF_PIECES
) -> tuple[bytes, dict[str, Sprite]]:
    """Return the sheet of all pieces as good as it may be within its bytes, and where they are on it."""
    content, sprites = b"", dict[str, Sprite]()
    for shrunk in (1.0, 0.8, 0.64, 0.5, 0.4) if pieces else ():
        sheet, sprites = laid_out(pieces, large, to_map, shrunk)
        if sheet.height > TALLEST:
            continue
        content = encoded(sheet, most)
        if len(content) <= most:
            break
    return content, sprites


def small_map(whole: "Image", most: int = OF_MAP) -> bytes:
    """Return a map as good as it may be within its bytes."""
    from PIL import Image

    while len(content := encoded(whole, most)) > most:
        whole = whole.resize((whole.width * 4 // 5, whole.height * 4 // 5), Image.Resampling.LANCZOS)
    return content


def encoded(picture: "Image", most: int) -> bytes:
    """Return a picture in the best quality that keeps within so many bytes, or in the worst."""
    content = b""
    for quality in QUALITIES:
        out = io.BytesIO()
        picture.save(out, "WEBP", quality=quality, alpha_quality=80, method=4)
        content = out.getvalue()
        if len(content) <= most:
            break
    return content


def _within_a_page(content: bytes) -> str:
    return "data:image/webp;base64," + b64encode(content).decode() if content else ""


__all__ = ["Packed", "Workshop", "opened", "painted", "pictures_of", "sheet_of", "small_map", "whole_look"]
