"""A module, as `hexmeister show` tells it."""

from gettext import gettext as _
from typing import Any

from hexmeister.exits import Exit
from hexmeister.screen import Screen
from hexmeister.shown.words import Data, listed, moment, problems, section, size


def tell(screen: Screen, data: Data) -> Exit:
    """Write what is in a module, out of its summary."""
    screen.line(_("Module {name}, version {version}").format(**data), style="bold")
    screen.facts([(name, value) for name, value in _facts(data) if value])
    _maps(screen, data)
    _pieces(screen, data)
    _play(screen, data)
    return problems(screen, data["problems"])


def _facts(data: Data) -> list[tuple[str, object]]:
    pictures, files = data["images"], data["files"]
    return [
        (_("Description"), data["description"]),
        (_("For VASSAL"), data["engine"]),
        (_("Saved"), moment(data["saved"])),
        (_("Sides"), listed(data["sides"])),
        (_("Pieces"), data["slots"]),
        (_("Prototypes"), len(data["prototypes"])),
        (_("Pictures"), f"{pictures['count']} ({size(pictures['bytes'])})"),
        (_("Files"), f"{files['count']} ({size(files['bytes'])})"),
    ]


def _maps(screen: Screen, data: Data) -> None:
    rows = [
        (each["name"], _owner(each), board["name"], f"{board['width']} x {board['height']}", _grid(board["grid"]))
        for each in data["maps"]
        for board in each["boards"] or [{"name": "", "width": 0, "height": 0, "grid": None}]
    ]
    section(screen, _("Maps"), (_("map"), _("seen by"), _("board"), _("pixels"), _("grid")), rows)


def _owner(each: Data) -> str:
    return _("all") if each["kind"] == "Map" else listed(each["sides"])


def _grid(grid: Any) -> str:
    if not grid:
        return _("none")
    names = {
        "hexes in columns": _("hexes in columns"),
        "hexes in rows": _("hexes in rows"),
        "squares": _("squares"),
        "regions": _("regions"),
        "zones": _("zones"),
    }
    name: str = names.get(grid["kind"], grid["kind"])
    if grid["kind"] == "zones":
        return f"{name} ({len(grid['zones'])}) + {_grid(grid['background'])}"
    return name


def _pieces(screen: Screen, data: Data) -> None:
    palettes = [
        (palette["name"], tab["name"], tab["slots"])
        for palette in data["palettes"]
        for tab in palette["tabs"] or [{"name": "", "slots": palette["slots"]}]
    ]
    section(screen, _("Palettes"), (_("palette"), _("tab"), _("pieces")), palettes)
    for heading, key in ((_("Decks"), "decks"), (_("At the start"), "stacks")):
        rows = [
            (each["name"], each["map"], each["location"] or f"{each['x']},{each['y']}", listed(each["pieces"]))
            for each in data[key]
        ]
        section(screen, heading, (_("name"), _("map"), _("place"), _("pieces")), rows)


def _play(screen: Screen, data: Data) -> None:
    dice = [(each["name"], _die(each)) for each in data["dice"]]
    section(screen, _("Dice"), (_("button"), _("dice")), dice)
    turns = [(each["name"], _levels(each["levels"])) for each in data["turn_trackers"]]
    section(screen, _("Turns"), (_("tracker"), _("levels")), turns)
    globals_ = [(each["name"], each["container"], each["initial"]) for each in data["global_properties"]]
    section(screen, _("Global properties"), (_("name"), _("container"), _("at the start")), globals_)
    setups = [(" / ".join([*each["menu"], each["name"]]), each["file"]) for each in data["setups"]]
    section(screen, _("Set-ups"), (_("name"), _("file")), setups)


def _die(each: Data) -> str:
    if each["faces"]:
        return listed("|".join(map(str, faces)) for faces in each["faces"])
    plus = f"{each['plus']:+}" if each["plus"] else ""
    return f"{each['count']}d{each['sides']}{plus}"


def _levels(levels: list[Any]) -> str:
    return listed(
        f"{level['name']} ({_levels(level['levels'])})" if level["levels"] else level["name"] for level in levels
    )
