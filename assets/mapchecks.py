"""What can be wrong in a map beyond its form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from assets.grids import Grid
from assets.mapmarks import IN_PLACES, ON_SIDES, OVER_WATER, Border, Flag
from assets.maps import FURNITURE, Map

Finding = tuple[str, str]


def findings(country: Map, path: str) -> Iterator[Finding]:
    """All that is wrong in a map beyond its form, each with the path where it stands."""
    for test in (_areas, _heights, _ways, _waters, _bridges, _sites, _sheet, _borders, _flags, _regions, _insets):
        for where, what in test(country):
            yield f"{path}/{where}", what


def _areas(country: Map) -> Iterator[Finding]:
    if country.base not in country.terrains:
        yield "base", f"unknown terrain {country.base!r}"
    for area in country.areas.values():
        if area.terrain not in country.terrains:
            yield f"areas/{area.id}/terrain", f"unknown terrain {area.terrain!r}"
    groups = {key: area.hexes for key, area in country.areas.items()}
    yield from _once(country.grid, groups, "areas")


def _heights(country: Map) -> Iterator[Finding]:
    yield from _once(country.grid, {key: height.hexes for key, height in country.heights.items()}, "heights")


def _once(grid: Grid, groups: dict[str, tuple[str, ...]], what: str) -> Iterator[Finding]:
    seen: dict[str, str] = {}
    for key, names in groups.items():
        for name in names:
            if name not in grid:
                yield f"{what}/{key}/hexes", f"there is no {grid.word} {name!r} on this map"
            elif name in seen:
                yield f"{what}/{key}/hexes", f"{name} stands in {seen[name]!r} already"
            seen.setdefault(name, key)


def _ways(country: Map) -> Iterator[Finding]:
    for way in country.ways.values():
        where = f"ways/{way.id}/path"
        for name, after in pairwise(way.path):
            if not country.grid.adjacent(name, after):
                yield where, f"{name} and {after} are not next to each other"
            elif not country.grid.bordering(name, after):
                yield where, f"{name} and {after} meet in a corner only; a way leads over the sides of fields"
        for name in way.path[1:-1]:
            if name not in country.grid:
                word = country.grid.word
                yield where, f"there is no {word} {name!r} on this map (only the ends may lie one {word} outside)"


def _waters(country: Map) -> Iterator[Finding]:
    for water in country.waters.values():
        where = f"waters/{water.id}/course"
        for point in water.course:
            names = point.split("/")
            pairs = [(name, other) for index, name in enumerate(names) for other in names[:index]]
            if len(names) > 3 or any(country.grid.position(name) is None for name in names):
                yield where, f"expected a point such as 0706, 0706/0806 or 0706/0806/0807, found {point!r}"
            elif any(not country.grid.adjacent(name, other) for name, other in pairs):
                yield where, f"the places of {point} do not meet"


def _bridges(country: Map) -> Iterator[Finding]:
    yield from _there(country.grid, "bridges", country.bridges)
    yield from _trodden(country, "bridges", country.bridges)


def _trodden(country: Map, where: str, names: Iterable[str]) -> Iterator[Finding]:
    trodden = {name for way in country.ways.values() for name in way.path}
    for name in names:
        if name in country.grid and name not in trodden:
            yield where, f"no way leads over the bridge in {name}"


def _sites(country: Map) -> Iterator[Finding]:
    sites = [(f"places/{place.id}/hexes", name) for place in country.places.values() for name in place.hexes]
    sites += [(f"features/{feature.id}/at", feature.at) for feature in country.features.values()]
    for where, name in sites:
        if name not in country.grid:
            yield where, f"there is no {country.grid.word} {name!r} on this map"
    for sign in country.signposts.values():
        if country.grid.position(sign.at) is None:
            yield f"signposts/{sign.id}/at", f"expected the name of a {country.grid.word}, found {sign.at!r}"


def _sheet(country: Map) -> Iterator[Finding]:
    known = {*country.tracks, *country.boxes, *country.insets, *FURNITURE}
    sheet = country.sheet
    lines = {"left": sheet.left, "right": sheet.right, "top": sheet.top, "bottom": sheet.bottom}
    placed = [(edge, name) for edge, rows in lines.items() for row in rows for name in row]
    for edge, name in placed:
        if name not in known:
            yield f"sheet/{edge}", f"unknown track or box {name!r}"
    names = [name for _, name in placed]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield "sheet", f"{name!r} stands on the sheet twice"
    for name in sorted({*country.tracks, *country.boxes, *country.insets} - set(names)):
        yield "sheet", f"{name!r} stands nowhere on the sheet"


def _kind(country: Map, where: str, mark: Border | Flag, drawn: frozenset[str]) -> Iterator[Finding]:
    kind = country.kinds.get(mark.kind)
    if kind is None:
        yield f"{where}/kind", f"unknown kind {mark.kind!r}; the map's `kinds` declare it"
    elif kind.look is not None and kind.look not in drawn:
        yield f"{where}/kind", f"{mark.kind!r} looks like {kind.look!r}, which is not drawn here"


def _borders(country: Map) -> Iterator[Finding]:
    for border in country.borders.values():
        where = f"borders/{border.id}"
        yield from _kind(country, where, border, ON_SIDES)
        for side in border.at:
            names = side.split("/")
            missing = [name for name in names if name not in country.grid]
            if len(names) != 2:
                yield f"{where}/at", f"expected a side such as 0706/0806, found {side!r}"
            elif missing:
                yield f"{where}/at", f"there is no {country.grid.word} {missing[0]!r} on this map"
            elif not country.grid.bordering(*names):
                yield f"{where}/at", f"{names[0]} and {names[1]} have no side in common"
            elif _look(country, border) == "bridge" and frozenset(names) not in country.ways_over:
                yield f"{where}/at", f"no way leads over the bridge between {names[0]} and {names[1]}"
        for side in sorted({side for side in border.at if border.at.count(side) > 1}):
            yield f"{where}/at", f"{side} stands here twice"
        if _look(country, border) in OVER_WATER:
            yield from _wet(country, border)


def _wet(country: Map, border: Border) -> Iterator[Finding]:
    """A crossing leads over water: a side with a river, or a place that is one."""
    wet = {
        key for key, terrain in country.terrains.items() if terrain.look in {"water", "river", "ford", "sea", "shore"}
    }
    for side in border.at:
        names = frozenset(side.split("/"))
        river = any(_look(country, other) == "river" for other in country.borders_at.get(names, ()))
        if not river and not any(country.terrain.get(name) in wet for name in names):
            yield f"borders/{border.id}/at", f"there is no water to cross at {side}"


def _look(country: Map, mark: Border | Flag) -> str | None:
    kind = country.kinds.get(mark.kind)
    return kind.look if kind else None


def _flags(country: Map) -> Iterator[Finding]:
    for flag in country.flags.values():
        yield from _kind(country, f"flags/{flag.id}", flag, IN_PLACES)
        yield from _there(country.grid, f"flags/{flag.id}/at", flag.at)
        if _look(country, flag) == "bridge":
            yield from _trodden(country, f"flags/{flag.id}/at", flag.at)


def _regions(country: Map) -> Iterator[Finding]:
    for mask in country.masks.values():
        yield from _there(country.grid, f"masks/{mask.id}/hexes", mask.hexes)
    for rim in country.rims.values():
        yield from _there(country.grid, f"rims/{rim.id}/stretch", rim.stretch or ())


def _insets(country: Map) -> Iterator[Finding]:
    for inset in country.insets.values():
        yield from _there(country.grid, f"insets/{inset.id}/corners", inset.corners)


def _there(grid: Grid, where: str, names: Iterable[str]) -> Iterator[Finding]:
    yield from ((where, f"there is no {grid.word} {name!r} on this map") for name in names if name not in grid)
