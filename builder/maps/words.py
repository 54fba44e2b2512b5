"""What a map's sheet says in words: the legend with the effects of the terrain, and notes in boxes and spaces.

Nothing is written twice: costs and modifiers come from the charts, victory and reinforcements from the scenario.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeGuard

import msgspec

from assets.game import Game
from assets.maps import Map
from assets.schema import Cell, Chart, Row, Scenario

Sample = Literal["terrain", "way", "edge", "water", "objective", "border", "flag", "rim"]

WORDS = {
    "legend": {"en": "Terrain", "de": "Gelände"},
    "highway": {"en": "Main road", "de": "Hauptstraße"},
    "road": {"en": "Road", "de": "Straße"},
    "sunken": {"en": "Sunken lane", "de": "Hohlweg"},
    "track": {"en": "Track", "de": "Feldweg"},
    "railway": {"en": "Railway", "de": "Eisenbahn"},
    "water": {"en": "Stream", "de": "Bach"},
    "edge": {"en": "Edge of a level", "de": "Höhenkante"},
    "objective": {"en": "Objective", "de": "Ziel"},
    "hold": {"en": "who holds it at the end wins", "de": "wer es am Ende hält, gewinnt"},
    "points": {"en": "victory points for its holder", "de": "Siegpunkte für den Besitzer"},
    "as road": {"en": "counts as road", "de": "gilt als Straße"},
    "no effect": {"en": "no effect", "de": "ohne Wirkung"},
    "level": {"en": "Level", "de": "Stufe"},
    "hex": {"en": "one hex = {} m", "de": "ein Feld = {} m"},
    "field": {"en": "one field = {} m", "de": "ein Feld = {} m"},
    "point": {"en": ".", "de": ","},
    "north": {"en": "N", "de": "N"},
    "mp": {"en": "MP:", "de": "BP:"},
    "vp": {"en": "VP", "de": "SP"},
}


class Line(msgspec.Struct, frozen=True):
    """A line of the legend: the sample beside it, its name, what it does."""

    sample: Sample
    what: str
    name: str
    effects: tuple[str, ...]


class Words(msgspec.Struct, frozen=True):
    """All words of a sheet in one language.

    `notes` go into items by their id, `points` are the objectives by hex (0: to be held), `sides` the colours (ground,
    ink) of sides.
    """

    language: str
    title: str
    subtitle: str
    game: str
    legend: tuple[Line, ...]
    costs: str
    notes: dict[str, str]
    points: dict[str, int]
    sides: dict[str, tuple[str, str]] = {}

    def __getitem__(self, word: str) -> str:
        """A word of our own in the language."""
        found = WORDS[word]
        return found.get(self.language, found["en"])

    def kilometres(self, metres: int) -> str:
        """A distance as it is written in the language."""
        return f"{metres / 1000:g}".replace(".", self["point"])


def words(game: Game, country: Map, language: str = "en") -> Words:
    """The words for a map of a game; what only one of several scenarios on it says is not printed on the sheet."""
    serving = [one for one in game.scenarios.values() if one.map == country.id]
    scenario = serving[0] if len(serving) == 1 else None
    charts = [game.charts[name] for name in country.legend if name in game.charts]
    points: dict[str, int] = {}
    if scenario is not None and country.objectives:
        points = {one.place: one.value for one in scenario.victory.objectives.values()}
        points |= dict.fromkeys(scenario.victory.hold, 0)
    points = country.worth | points
    return Words(
        language=language,
        title=country.title[language],
        subtitle=country.subtitle[language],
        game=game.info.title[language],
        legend=tuple(_legend(country, charts, points, language)),
        costs=_costs(charts, language),
        notes=dict(_notes(game, scenario, language)) if scenario else {},
        points=points,
        sides={key: (side.ground, side.ink) for key, side in game.sides.items()},
    )


def _legend(country: Map, charts: list[Chart], points: dict[str, int], language: str) -> Iterator[Line]:
    for key in country.seen:
        terrain = country.terrains[key]
        effects = (*_effects(charts, key, language), *_limits(charts, key, country.base, language))
        yield Line("terrain", key, terrain.name[language], effects)
    kinds = {way.kind: way.road for way in country.ways.values()}
    for kind in ("highway", "road", "sunken", "track", "railway"):
        if kind in kinds:
            effects = tuple(_effects(charts, "road", language, named=True)) if kind == "highway" else ()
            says = WORDS["as road" if kinds[kind] else "no effect"][language]
            yield Line("way", kind, WORDS[kind][language], effects or (says,))
    if country.heights:
        yield Line("edge", "up", WORDS["edge"][language], tuple(_effects(charts, "up", language)))
    if country.waters:
        rules = any(water.rules for water in country.waters.values())
        yield Line("water", "water", WORDS["water"][language], () if rules else (WORDS["no effect"][language],))
    yield from _marks(country, charts, language)
    if country.objectives or country.worth:
        says = "points" if any(points.values()) else "hold"
        yield Line("objective", says, WORDS["objective"][language], (WORDS[says][language],))


def _marks(country: Map, charts: list[Chart], language: str) -> Iterator[Line]:
    """What lies on sides, in places and along the edges."""
    on_sides = {border.kind for border in country.borders.values()}
    for kind in country.shown:
        effects = tuple(_effects(charts, kind.id, language))
        yield Line("border" if kind.id in on_sides else "flag", kind.id, kind.name[language], effects)
    for rim in country.rims.values():
        yield Line("rim", rim.id, rim.name[language], ())


def _effects(charts: list[Chart], row: str, language: str, named: bool = False) -> Iterator[str]:
    """What the charts say of a terrain: costs first, then what holds of it, then how it changes fire."""
    for chart in charts:
        found = chart.rows.get(row)
        if found is None:
            continue
        columns = list(chart.columns.values())
        cells = [(column, found.cells.get(column.id)) for column in columns]
        numbers = [(column.name[language], value) for column, value in cells if _counts(value)]
        if any(column.kind == "number" for column in columns):
            yield _price(found, [value for _, value in numbers], language, named)
        yield from (column.name[language] for column, value in cells if value is True and column.id in SHOWN)
        if not any(column.kind == "number" for column in columns):
            changes = [(name, f"{value:+}".replace("-", "−")) for name, value in numbers if value]
            if changes:
                yield _shared(changes)


def _shared(changes: list[tuple[str, str]]) -> str:
    """Changes in a row; a word that all of their names begin with is said once."""
    first, _, _ = changes[0][0].partition(", ")
    if len(changes) > 1 and all(name.startswith(f"{first}, ") for name, _ in changes):
        rests = [(name.removeprefix(f"{first}, "), value) for name, value in changes]
        alike = len({value for _, value in rests}) == 1
        return (
            f"{first} {rests[0][1]}" if alike else f"{first}: " + ", ".join(f"{name} {value}" for name, value in rests)
        )
    return ", ".join(f"{name} {value}" for name, value in changes)


def _limits(charts: list[Chart], row: str, base: str, language: str) -> Iterator[str]:
    """What the charts say in words, where it is not what they say of open country."""
    for chart in charts:
        here, there = (chart.rows[name].cells if name in chart.rows else {} for name in (row, base))
        for column in chart.columns.values():
            word = str(here.get(column.id))
            if column.kind == "text" and word in chart.legend and word != there.get(column.id):
                yield f"{column.name[language]}: {chart.legend[word][language]}"


SHOWN = frozenset({"blocks", "disperses"})
"""The flags that are worth a word in the legend."""


def _counts(value: Cell | None) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _price(row: Row, values: Sequence[float], language: str, named: bool) -> str:
    """The costs, once if they are all the same."""
    costs = " / ".join(_number(value) for value in values) if len(set(values)) > 1 else _number(values[0])
    if row.note:
        return f"+{costs} {row.note[language]}"
    return f"{costs} · {row.name[language]}" if named else costs


def _number(value: float) -> str:
    return "½" if value == 0.5 else str(value)


def _costs(charts: list[Chart], language: str) -> str:
    """The heading over the costs: whose they are, in order."""
    for chart in charts:
        names = [column.name[language] for column in chart.columns.values() if column.kind == "number"]
        if names:
            return " / ".join(names)
    return ""


def _notes(game: Game, scenario: Scenario, language: str) -> Iterator[tuple[str, str]]:
    """Notes for the spaces of the turn track: the range of points, and who comes."""
    notes: dict[str, list[str]] = {}
    for band in scenario.victory.bands:
        notes.setdefault(f"turn/{band.turn}", []).append(f"{WORDS['vp'][language]} {band.low}–{band.high}")
    for change in scenario.changes.values():
        arriving = [*change.formations, *(game.units[name].formation or name for name in change.units)]
        names = [_short(game, name, language) for name in dict.fromkeys(arriving)]
        names += [f"– {_short(game, name, language)}" for name in change.withdraw]
        chits = [f"+ {game.chits[name].short}" for name in change.chits if game.chits[name].formation is None]
        side = game.sides[change.side].name[language]
        notes.setdefault(f"turn/{change.turn}", []).append(f"{side}: {', '.join(names + chits)}")
    for key, lines in notes.items():
        yield key, "\n".join(lines)


def _short(game: Game, name: str, language: str) -> str:
    """A formation or unit in a word; a number alone says too little of a unit."""
    if name in game.formations:
        return game.formations[name].short
    unit = game.units[name]
    return f"{unit.name[language]} {unit.short}" if unit.short.isdigit() else unit.short
