"""What lies beside the maps of a module: dice, turn trackers, global properties, sides, set-ups."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from vassal.components import Component
from vassal.values import text_items

MODULE = "Module"
_DICE = {
    "DiceButton": "numbers",
    "InternetDiceButton": "numbers",
    "RandomTextButton": "words",
    "SpecialDiceButton": "faces",
}


@dataclass(frozen=True, slots=True)
class Dice:
    """A button that rolls dice; its name begins the properties that hold its results (`2d6_result`)."""

    name: str
    kind: str
    report: str
    count: int
    sides: int
    plus: int
    faces: tuple[tuple[str, ...], ...]
    """Of each die, what is on its sides; of plain dice nothing."""
    component: Component = field(repr=False)

    @property
    def result_property(self) -> str:
        """Return the global property that holds the last result."""
        return f"{self.name}_result"


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a turn tracker: counted or listed, with the levels that run inside of it."""

    name: str
    property: str
    words: tuple[str, ...]
    """The words that it runs through; a counted level has none."""
    start: int
    levels: tuple["Level", ...]


@dataclass(frozen=True, slots=True)
class TurnTracker:
    """A turn tracker; saves call it by its id."""

    id: str
    name: str
    report: str
    levels: tuple[Level, ...]

    def properties(self) -> Iterator[str]:
        """Yield the global properties that it sets, the outer levels first."""
        waiting = list(self.levels)
        while waiting:
            level = waiting.pop(0)
            yield level.property
            waiting[:0] = level.levels


@dataclass(frozen=True, slots=True)
class GlobalProperty:
    """A global property; its container is `Module`, a map, or a zone (`map:zone`)."""

    name: str
    container: str
    initial: str
    numeric: bool
    minimum: str
    maximum: str
    wraps: bool


@dataclass(frozen=True, slots=True)
class Setup:
    """A predefined set-up: a saved game in the module, or nothing but a clean start."""

    name: str
    file: str
    """The entry that holds the saved game, empty for none."""
    menu: tuple[str, ...] = ()
    """The menus that it stands in."""


def dice(root: Component) -> tuple[Dice, ...]:
    """Return all buttons that roll."""
    return tuple(_dice(component) for component in root.every(*_DICE))


def _dice(component: Component) -> Dice:
    special = component.name == "SpecialDiceButton"
    faces = [text_items(component.get("faces"))] if component.name == "RandomTextButton" else []
    dies = component.inside("SpecialDie")
    faces += [tuple(face.get("text") for face in die.inside("SpecialDieFace")) for die in dies]
    return Dice(
        name=component.get("name"),
        kind=_DICE[component.name],
        report=component.get("format" if special else "reportFormat"),
        count=len(faces) if special else _whole(component, "nDice", 1),
        sides=max(map(len, faces), default=0) if faces else _whole(component, "nSides", 6),
        plus=0 if special else _whole(component, "plus", 0),
        faces=tuple(faces),
        component=component,
    )


def _whole(component: Component, name: str, otherwise: int) -> int:
    text = component.get(name)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else otherwise


def turn_trackers(root: Component) -> tuple[TurnTracker, ...]:
    """Return all turn trackers in order; the order numbers them."""
    return tuple(
        TurnTracker(
            id=f"TurnTracker{number}",
            name=component.get("name"),
            report=component.get("reportFormat"),
            levels=tuple(_levels(component)),
        )
        for number, component in enumerate(root.every("TurnTracker"))
    )


def _levels(parent: Component) -> Iterator[Level]:
    for component in parent.inside("CounterTurnLevel", "ListTurnLevel"):
        counted = component.name == "CounterTurnLevel"
        yield Level(
            name=component.get("name"),
            property=component.get("property"),
            words=() if counted else text_items(component.get("list")),
            start=_whole(component, "start", 1) if counted else 0,
            levels=tuple(_levels(component)),
        )


def global_properties(root: Component, map_names: dict[int, str]) -> tuple[GlobalProperty, ...]:
    """Return all global properties; `map_names` gives the name of each map by its component's identity."""
    found = []
    for path in root.paths():
        component = path[-1]
        if component.name not in {"GlobalProperty", "ZoneProperty"}:
            continue
        container = next((map_names[id(each)] for each in path if id(each) in map_names), MODULE)
        zone = next((each.get("name") for each in path if each.name == "Zone"), None)
        found.append(
            GlobalProperty(
                name=component.get("name"),
                container=container if zone is None else f"{container}:{zone}",
                initial=component.get("initialValue"),
                numeric=component.boolean("isNumeric"),
                minimum=component.get("min"),
                maximum=component.get("max"),
                wraps=component.boolean("wrap"),
            )
        )
    return tuple(found)


def sides(root: Component) -> tuple[str, ...]:
    """Return the sides that players may take."""
    return tuple(entry.text for roster in root.every("PlayerRoster") for entry in roster.children if entry.text)


def setups(root: Component, menu: tuple[str, ...] = ()) -> Iterator[Setup]:
    """Yield the predefined set-ups with the menus that they stand in."""
    for component in root.inside("PredefinedSetup"):
        name = component.get("name")
        if component.boolean("isMenu"):
            yield from setups(component, (*menu, name))
        else:
            yield Setup(name, component.get("file") if component.boolean("useFile") else "", menu)
