"""The whole build: pictures out of the cache or drawn, set-ups, pages, and all of it packed into one file."""

from __future__ import annotations

import calendar
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from assets import Game
from builder.cache import Cache, fingerprint, stamp
from builder.gpids import Lock, read
from builder.module import Making, Options
from builder.module.help import in_language, names, page, pages
from builder.plan import PICTURES, Plan, Stretched, plan, stretched
from builder.pool import Progress, paint
from builder.setups import file_name, save_of
from kept import default_folder
from vassal.buildfile import document
from vassal.components import Component
from vassal.modulewriter import pack_module, write_module

LOCK = "gpids.lock"
MILLISECONDS = 1000
TEXT_CODE = ("builder/setups.py", "builder/module", "builder/traits", "templates/module", "vassal", "assets/lines.py")
"""What set-ups and pages are made by."""


@dataclass(frozen=True)
class Built:
    """A module as it was built: where it lies, how many pictures it has and how many of them had to be drawn."""

    path: Path
    pictures: int
    drawn: int
    size: int
    lock: Lock
    stretched: tuple[Stretched, ...] = ()
    """Pictures of the maintainer's own that have another shape than what they stand for."""


def lock_of(game: Game) -> Lock:
    """The numbers of a game's pieces as its folder has them, and those of its overlay."""
    ours = read(game.folder / LOCK)
    return ours if game.overlay is None else ours.overlaid(read(game.overlay / LOCK))


def keep(game: Game, lock: Lock) -> None:
    """Leave numbers that were given for the first time where they stand from now on; an overlay never touches ours."""
    place = (game.overlay or game.folder) / LOCK
    kept = lock if game.overlay is None else lock.beside(read(game.folder / LOCK))
    if kept != read(place):
        place.write_text(kept.text(), encoding="utf-8")


def saved_at(making: Making) -> int:
    """The moment that stands in the file: the day of the release, never the clock."""
    year, month, day = (int(part) for part in making.game.handling.saved.split("-"))
    return calendar.timegm((year, month, day, 0, 0, 0)) * MILLISECONDS


def module_name(game: Game, language: str, options: Options | None = None) -> str:
    """The file name of a module: what is otherwise than usual is a part of it, lest one take the place of another."""
    wish, usual = options or Options(), Options()
    own = [
        game.overlay.resolve().name if game.overlay else "",
        str(wish.density) if wish.density != usual.density else "",
        wish.theme,
        language if language != usual.language else "",
    ]
    return "-".join((game.id, game.info.version, *filter(None, own))) + ".vmod"


def texts(making: Making, root: Component, cache: Cache | None = None) -> dict[str, bytes]:
    """All files of a module that are no pictures: pages and set-ups."""
    found = pages(making) if cache is None else _kept_pages(making, cache)
    saved = saved_at(making)
    tree, data = hashlib.blake2b(document(root), digest_size=20).hexdigest(), _data(making)
    wanted = {each.get("file") for each in root.every("PredefinedSetup")}
    for scenario in making.game.scenarios.values():
        for ready in (True, False):
            name = file_name(scenario, ready=ready)
            if name in wanted:
                key = fingerprint("set-up", stamp(*TEXT_CODE), tree, data, name)
                found[name] = _kept(cache, key, partial(save_of, making, root, scenario, ready=ready, saved=saved))
    return found


def _kept_pages(making: Making, cache: Cache) -> dict[str, bytes]:
    """The pages, made again only if something in them has changed."""
    ledger = making.options.ledger
    files = (ledger, in_language(ledger, making.language)) if ledger else ()
    rules = "".join(file.read_bytes().hex() for file in files if file)
    known = fingerprint("pages", stamp(*TEXT_CODE), rules, making.language, _data(making))
    found = {}
    for name in names(making):
        found[name] = _kept(cache, fingerprint(known, name), partial(page, making, name))
    return found


def _data(making: Making) -> str:
    """A key of all values of the game: what is made of many of them is made again whenever one of them changes."""
    return fingerprint(making.game.values)


def _kept(cache: Cache | None, key: str, make: Callable[[], bytes]) -> bytes:
    """What a key stands for: out of the cache, or made and left there."""
    if cache is None:
        return make()
    if not cache.has(key):
        cache.write(key, make())
    return cache.read(key)


def without_pictures(game: Game, options: Options | None = None) -> tuple[Making, Component, bytes]:
    """A module whose pieces, prototypes and set-ups are whole, but which has no pictures: for tests and for logs."""
    planned = plan(game, options, lock_of(game))
    packed = pack_module(planned.root, texts(planned.making, planned.root), saved=saved_at(planned.making))
    return planned.making, planned.root, packed


def build(
    game: Game,
    target: Path,
    options: Options | None = None,
    *,
    cache: Cache | None = None,
    progress: Progress | None = None,
    workers: int | None = None,
) -> Built:
    """Build the module of a game into a folder, or as the named `.vmod`; the same inputs give the same bytes."""
    planned = plan(game, options, lock_of(game))
    store = cache or Cache(default_folder())
    missing = sum(not store.has(job.key) for job in planned.jobs)
    files = pictures(planned, store, progress, workers)
    files.update(texts(planned.making, planned.root, store))
    path = target if names_file(target) else target / module_name(game, planned.making.language, options)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_module(path, planned.root, files, saved=saved_at(planned.making))
    odd = tuple(filter(None, map(stretched, planned.jobs)))
    return Built(path, len(planned.jobs), missing, path.stat().st_size, planned.making.lock, odd)


def names_file(target: Path) -> bool:
    """Tell whether a module is wanted as this file, not in a folder of this name."""
    return target.suffix == ".vmod" and not target.is_dir()


def pictures(
    planned: Plan, cache: Cache, progress: Progress | None = None, workers: int | None = None
) -> dict[str, bytes]:
    """The pictures and pages of a plan, by their places in the module."""
    painted: Mapping[str, Path] = paint(planned.jobs, cache, workers, progress)
    return {_place(name): path.read_bytes() for name, path in painted.items()}


def _place(name: str) -> str:
    return f"images/{name}" if name.endswith(PICTURES) else name
