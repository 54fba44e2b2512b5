"""Pins: under what a game was judged, so that a verdict can be told from one under other rules."""

import hashlib
import inspect
import json
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path

import msgspec

import assets
from rules.audit.season.logs import Bench
from rules.audit.season.overlays import Overlay
from rules.audit.season.places import sha_of
from rules.engine import referee
from rules.engine.reading import Game
from vassal.module import Module

SHORT = 16
"""So many digits of a digest tell one version from another."""
MODULES = 16
"""Of so many modules the digests are known: a season asks for that of each log."""


class Pins(msgspec.Struct, frozen=True):
    """Under what a game is judged."""

    rules_version: str
    rules_digest: str
    assets_digest: str
    module_digest: str
    switches: str
    """The settled rulings as JSON."""


def pins(bench: Bench, game: Game, module: Module) -> Pins:
    """Return under what a game is judged that was played with this module."""
    switches = json.dumps(dict(sorted(game.switches(bench.rulings(game)).settled.items())))
    return Pins(game.version, rules_digest(game), assets_digest(game, bench.overlay), module_digest(module), switches)


def key(bench: Bench, game: Game, shas: Sequence[str], given: str = "") -> str:
    """Return what decides whether a game is to be judged again: its logs, the rules, the rulings, data and module."""
    settled = dict(sorted(game.switches(bench.rulings(game)).settled.items()))
    parts = (list(shas), game.version, settled, assets_digest(game, bench.overlay), given)
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[: 2 * SHORT]


def rules_digest(game: Game) -> str:
    """Return the digest of the program that judges a game."""
    return _program(Path(inspect.getfile(type(game))).parent)


@cache
def _program(rules: Path) -> str:
    folders = (rules, Path(inspect.getfile(referee)).parent, _AUDIT)
    return _digest(path for folder in folders for path in folder.rglob("*") if path.suffix in {".py", ".yaml"})


def assets_digest(game: Game, overlay: Overlay | None = None) -> str:
    """Return the digest of a game's data, with those of an overlay that is for it."""
    own = _data(game.id)
    if overlay is None or game.id not in overlay.games:
        return own
    return hashlib.sha256(f"{own} {overlay.digest}".encode()).hexdigest()[:SHORT]


@cache
def _data(game: str) -> str:
    return _digest(assets.folder_of(game).rglob("*.yaml"))


def module_digest(module: Module) -> str:
    """Return the digest of a module's file."""
    source = module.source
    if isinstance(source, bytes):
        return _digest_of(source)
    facts = Path(source).stat()
    return _digest_of_file(Path(source), facts.st_size, facts.st_mtime_ns)


@lru_cache(maxsize=MODULES)
def _digest_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:SHORT]


@lru_cache(maxsize=MODULES)
def _digest_of_file(path: Path, _size: int, _time: int) -> str:
    return sha_of(path)[:SHORT]


_AUDIT = Path(__file__).parent.parent


def _digest(paths: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for path in sorted(paths):
        found.update(f"{path.parent.name}/{path.name}\n".encode() + path.read_bytes())
    return found.hexdigest()[:SHORT]
