"""Reads a game's folder, lays an overlay on it, holds it against the schema, and makes the game of it.

An overlay is a folder of the same shape that holds only what is to be changed: `charts.yaml` with cells of a printed
chart, `units.yaml` with the values of a unit or of the model that many share, `art/units/<id>.png` with a scan.
Mappings are merged entry by entry, lists and values are replaced; `null` takes an entry away; a mapping tagged
`!replace` takes the place of ours. The overlay says where its values come from, like every file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from assets import crosscheck
from assets.art import pictures, seen
from assets.checking import build, plain
from assets.errors import AssetsError, Place, Problem, suggestion
from assets.files import FILES, WHOLE
from assets.filling import Entries, filled, peopled, placed
from assets.findings import Finding
from assets.game import Game
from assets.inheritance import alike, expand
from assets.listed import Lists, worded
from assets.maps import Map
from assets.nodes import Node, leaves, merge, read
from assets.sources import stamp

MAPS = "maps/"


def parsed(folder: Path, overlay: Path | None) -> Game:
    """The game of a folder, with an overlay laid on; AssetsError names all that is wrong."""
    problems: list[Problem] = []
    trees = _trees(folder, overlay, problems)
    if problems:
        raise AssetsError(problems)
    trees |= _maps(trees, problems)
    trees["scenarios"] = _scenarios(trees["scenarios"], problems)
    trees["units"] = expand(trees["units"], trees["cards"], trees["game"], problems)
    sound = {name: tree for name, tree in trees.items() if name != "units" or not problems}
    built = {name: _build(folder.name, name, tree, problems) for name, tree in sound.items()}
    if problems:
        raise AssetsError(problems)
    game = _game(folder, overlay, trees, built)
    crosscheck.check(game, trees)
    return game


def located(game: Game, findings: Iterable[Finding]) -> AssetsError:
    """What is found wrong with a game after it was read, with the places in its files."""
    trees = _trees(game.folder, game.overlay, [])
    return AssetsError(Problem(crosscheck.locate(trees, path), path, what) for path, what in findings)


def _trees(folder: Path, overlay: Path | None, problems: list[Problem]) -> dict[str, Node]:
    """The stamped trees of all files, ours merged with those of the overlay."""
    trees = {name: Node({}, Place(f"{name}.yaml")) for name in FILES}
    for root in filter(None, (folder, overlay)):
        for name, path in _files(root, problems):
            shown = path.relative_to(root.parent).as_posix()
            try:
                tree = stamp(read(path, shown), (name,) if name in WHOLE or "/" in name else ())
            except AssetsError as error:
                problems.extend(error.problems)
                continue
            trees[name] = merge(trees[name], tree) if name in trees and trees[name].fields else tree
    return trees


def _maps(trees: dict[str, Node], problems: list[Problem]) -> dict[str, Node]:
    """The trees of all maps, each with what it takes over from another."""
    own = {name.removeprefix(MAPS): tree for name, tree in trees.items() if name.startswith(MAPS)}
    return {f"{MAPS}{name}": tree for name, tree in alike(own, "map", problems).items()}


def _scenarios(tree: Node, problems: list[Problem]) -> Node:
    """The tree of all scenarios, each with what it takes over from another."""
    known = tree.fields.get("scenarios")
    if known is None or not known.fields:
        return tree
    return tree.with_fields({**tree.fields, "scenarios": known.with_fields(alike(known.fields, "scenario", problems))})


def _files(root: Path, problems: list[Problem]) -> Iterator[tuple[str, Path]]:
    """The data files of a folder, by name; a file with an unknown name is a problem."""
    for path in seen(root, "*.yaml", "*.yml", "maps/*.yaml"):
        name = path.relative_to(root).with_suffix("").as_posix()
        if name in FILES or name.startswith(MAPS):
            yield name, path
        else:
            shown = path.relative_to(root.parent).as_posix()
            problems.append(Problem(Place(shown), "", f"unknown file{suggestion(name, FILES)}"))


def _build(game: str, name: str, tree: Node, problems: list[Problem]) -> Any:
    """The value of a file; None with its problems noted if it does not fit the schema."""
    try:
        if name in FILES:
            return build(tree, FILES[name], name if name in WHOLE else "", game)
        return build(tree, Map, name, name.removeprefix(MAPS))
    except AssetsError as error:
        problems.extend(error.problems)
        return None


def _game(folder: Path, overlay: Path | None, trees: dict[str, Node], built: dict[str, Any]) -> Game:
    found = {path: node for tree in _rooted(trees) for path, node in tree}
    formations, orders = built["units"].formations, built["orders"].orders
    units = peopled(built["units"].units, built["scenarios"].scenarios)
    return Game(
        info=built["game"],
        formations=formations,
        units=units,
        cards=built["cards"].cards,
        orders=orders,
        markers=built["markers"].markers,
        chits=built["markers"].chits,
        charts=filled(built["charts"].charts, _entries(built)),
        scenarios=placed(built["scenarios"].scenarios),
        chronicle=worded(built["chronicle"], Lists(built["module"], formations, units, orders)),
        handling=built["module"],
        rulings=built["rulings"].rulings,
        maps={name.removeprefix(MAPS): value for name, value in built.items() if name not in FILES},
        art=pictures(folder, overlay),
        folder=folder,
        overlay=overlay,
        sources={"/".join(path): node.source for path, node in found.items() if node.source},
        values={"/".join(path): plain(node) for path, node in found.items()},
    )


def _entries(built: dict[str, Any]) -> Entries:
    """What rows of charts are taken from."""
    return Entries(
        formations=built["units"].formations,
        sides=built["game"].sides,
        chits=built["markers"].chits,
        scenarios=built["scenarios"].scenarios,
        orders=built["orders"].orders,
        cards=built["cards"].cards,
        markers=built["markers"].markers,
    )


def _rooted(trees: dict[str, Node]) -> Iterator[Iterator[tuple[tuple[str, ...], Node]]]:
    """The leaves of every tree, with paths that are unique in the game."""
    for name, tree in trees.items():
        yield leaves(tree, () if name in FILES and name not in WHOLE else tuple(name.split("/")))
