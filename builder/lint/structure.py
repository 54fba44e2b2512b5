"""Rules on the build file as a tree of components: what VASSAL drops, ignores or misreads in it."""

from __future__ import annotations

from collections.abc import Iterator

from builder.lint.rule import Found, Rule, Severity, rule
from builder.lint.view import View, where
from vassal.components import Component
from vassal.componenttable import Attribute
from vassal.modulewriter import INTERACTION

UNIQUE = ("BasicCommandEncoder", "Chatter", "GlobalOptions", "PlayerRoster", "Documentation", "KeyNamer", "Language")
UNIQUE_ALSO = ("PrototypesContainer", "GlobalTranslatableMessages", "NotesWindow", "GamePieceImageDefinitions")
IN_HANDS = ("PieceMover", "KeyBufferer", "MenuDisplayer")
NEEDED = ("PieceMover", "KeyBufferer", "MenuDisplayer", "ForwardToKeyBuffer", "Scroller", "StackExpander")
VIEWER_VERSION = "4"
_OWN_RULE = ("integer", "number", "boolean", "colour", "key", "keys", "choice")
_ALIASES = frozenset({"CLEAR", "WHITE", "BLACK", "RED"})
_SILENT = ("setup", "option", "entry")


def _attributes(view: View, *wanted: str) -> Iterator[tuple[str, Attribute, str]]:
    """Yield the attributes of some kinds with their places and values."""
    for path in view.paths:
        kind = path[-1].kind
        if kind is None:
            continue
        for name, value in path[-1].attributes.items():
            known = kind.attributes.get(name)
            if known and known.kind in wanted:
                yield where(path), known, value


def _flaws(view: View, *wanted: str) -> Iterator[Found]:
    for at, known, value in _attributes(view, *wanted):
        flaw = known.flaw(value)
        if flaw:
            yield Found(f"{at}: {known.name}", flaw)


def _own_classes(view: View) -> bool:
    return any(name.endswith(".class") for name in view.module.entries)


@rule(
    "HM201",
    Severity.ERROR,
    why="VASSAL shows a bug report when the module opens, and leaves the component out.",
    example="`<VASSAL.build.module.Mapp>`",
    fix="Correct the class name, or remove the component.",
)
def unknown_component(view: View) -> Iterator[Found]:
    """A component is of a class that VASSAL does not have."""
    for path in view.paths[1:]:
        known = path[-1].kind or path[-1].name in _SILENT or path[-2].kind is None
        own = _own_classes(view) and not path[-1].tag.startswith("VASSAL.build.")
        if not known and not own:
            yield Found(where(path), f"there is no component {path[-1].tag}")


@rule(
    "HM202",
    Severity.WARNING,
    why="VASSAL ignores it without a word: what it was meant to set stays at its default.",
    example='`<Map name="Main">`, where a map has `mapName`',
    fix="Correct the name of the attribute; the manual's list of components has them all.",
)
def unknown_attribute(view: View) -> Iterator[Found]:
    """A component has an attribute that VASSAL does not know."""
    for path in view.paths:
        kind = path[-1].kind
        for name in path[-1].attributes if kind and kind.attributes else ():
            if kind and name not in kind.attributes:
                yield Found(where(path), f"a {kind.name} has no attribute {name}")


@rule(
    "HM203",
    Severity.ERROR,
    why="VASSAL shows a bug report and drops the whole component; a map disappears because of one empty number.",
    example='`<Map edgeHeight="">`',
    fix="Write a whole number, or leave the attribute out.",
)
def broken_number(view: View) -> Iterator[Found]:
    """A number is empty or none."""
    for found in _flaws(view, "integer", "number"):
        if not found.place.endswith(": nextPieceSlotId"):
            yield found


@rule(
    "HM204",
    Severity.WARNING,
    why="Anything but the word `true` means false.",
    example='`launch="yes"`',
    fix="Write `true` or `false`, in small letters.",
)
def broken_boolean(view: View) -> Iterator[Found]:
    """A true-or-false setting is neither."""
    return (found for found in _flaws(view, "boolean") if not found.what.endswith("''"))


@rule(
    "HM205",
    Severity.WARNING,
    why="VASSAL writes a warning into its log and paints in black.",
    example='`color="white"`',
    fix="Write red, green and blue: `255,255,255`.",
)
def broken_colour(view: View) -> Iterator[Found]:
    """A colour is none that VASSAL can read."""
    for at, known, value in _attributes(view, "colour"):
        flaw = known.flaw(value)
        if flaw and value not in _ALIASES and value != known.default:
            yield Found(f"{at}: {known.name}", flaw)
    for at, trait in view.kind("label", "trail", "invisible", "area", "border"):
        for name in ("background", "colour", "fill", "line"):
            value = trait.text(name) if name in _colours_of(trait.kind) else ""
            if not _is_colour(value):
                yield Found(f"{at}: {name}", f"must be a colour such as 255,0,0, not {value!r}")


def _colours_of(kind: str) -> tuple[str, ...]:
    return {
        "label": ("background", "colour"),
        "trail": ("fill", "line"),
        "invisible": ("background",),
    }.get(kind, ("colour",))


def _is_colour(value: str) -> bool:
    parts = value.split(",")
    numbers = len(parts) in {3, 4} and all(part.strip().isascii() and part.strip().isdigit() for part in parts)
    return (
        not value or value == "null" or value.startswith("0x") or (numbers and all(int(part) < 256 for part in parts))
    )


@rule(
    "HM206",
    Severity.WARNING,
    why="VASSAL takes its default instead, or nothing at all.",
    example='`markMoved="Sometimes"`',
    fix="Use one of the words that the setting knows.",
)
def broken_choice(view: View) -> Iterator[Found]:
    """A setting has a value that it does not know."""
    return (found for found in _flaws(view, "choice") if not found.what.endswith("''"))


@rule(
    "HM207",
    Severity.WARNING,
    why="VASSAL reads no key there: nothing happens when players press it.",
    example='`hotkey="Ctrl F"`',
    fix="Write code and modifiers such as `70,130`, or a named key such as `57348,0,fire`.",
)
def broken_key(view: View) -> Iterator[Found]:
    """A hotkey of a component is none that VASSAL can read."""
    return _flaws(view, "key", "keys")


@rule(
    "HM208",
    Severity.NOTE,
    why="VASSAL's editor does not offer it there: some such components work, others do nothing at all.",
    example="a `Board` directly in a `Map` instead of in its `BoardPicker`",
    fix="Move it to where such components belong.",
)
def misplaced_component(view: View) -> Iterator[Found]:
    """A component stands in one that cannot hold it."""
    for path in view.paths[1:]:
        outer, inner = path[-2].kind, path[-1]
        unknown = outer is None or inner.kind is None or inner.is_folder
        if not unknown and outer and not outer.allows(inner.tag):
            yield Found(where(path), f"a {inner.name} cannot stand in a {outer.name}")


@rule(
    "HM209",
    Severity.ERROR,
    why="Pieces that are built while the module opens cannot be read without it: none of them is there.",
    example="`BasicCommandEncoder` behind the maps, or missing",
    fix="Make it the first component of the module.",
)
def encoder_not_first(view: View) -> Iterator[Found]:
    """The BasicCommandEncoder does not come before all that holds pieces."""
    holding = ("Map", "PrivateMap", "PlayerHand", "PieceWindow", "PrototypesContainer", "ChartWindow")
    for child in view.module.root.children:
        if child.name == "BasicCommandEncoder" or child.kind is None:
            return
        if child.name in holding:
            yield Found(child.label, "stands before the BasicCommandEncoder")
            return


@rule(
    "HM210",
    Severity.WARNING,
    why="VASSAL uses only one of them, and writes a warning into its log.",
    example="two `GlobalOptions`",
    fix="Put everything into one of them and remove the others.",
)
def doubled_component(view: View) -> Iterator[Found]:
    """A component of which a module has one is there twice."""
    seen: set[str] = set()
    for child in view.module.root.children:
        if child.name in seen and child.name in (*UNIQUE, *UNIQUE_ALSO):
            yield Found(child.label, f"there is more than one {child.name}")
        seen.add(child.name)


@rule(
    "HM211",
    Severity.ERROR,
    why="Nothing can be placed on such a map, and VASSAL writes a warning into its log.",
    example="a map whose `BoardPicker` is empty",
    fix="Add a board to its BoardPicker.",
)
def map_without_board(view: View) -> Iterator[Found]:
    """A map has no board."""
    for at, each in view.maps:
        borrowed = each.get("useBoards") if each.name != "Map" else ""
        if not borrowed and next(each.every("Board"), None) is None:
            yield Found(at, "has no board")


@rule(
    "HM212",
    Severity.ERROR,
    why="These parts are not added by VASSAL: nothing can be dragged, or no menu opens.",
    example="a map without `<VASSAL.build.module.map.PieceMover/>`",
    fix="Add the empty component to the map.",
)
def map_without_handling(view: View) -> Iterator[Found]:
    """A map lacks a part that lets players handle pieces."""
    for at, each in view.maps:
        there = {child.name for child in each.inside(*INTERACTION)}
        missing = [name for name in (NEEDED if each.name == "Map" else IN_HANDS) if name not in there]
        if missing:
            yield Found(at, f"has no {', '.join(missing)}")


@rule(
    "HM213",
    Severity.WARNING,
    why="Without it VASSAL cannot say how pieces of a stack lie on each other.",
    example="a map without `<VASSAL.build.module.map.StackMetrics/>`",
    fix="Add the component; `disabled` in it switches stacking off.",
)
def map_without_stacking(view: View) -> Iterator[Found]:
    """A map does not say how pieces are stacked."""
    for at, each in view.maps:
        if next(each.inside("StackMetrics", "HandMetrics"), None) is None:
            yield Found(at, "has no StackMetrics")


@rule(
    "HM214",
    Severity.ERROR,
    why="VASSAL does not open a module in which it is missing.",
    example="a `RandomTextButton` without `faces`",
    fix="Write the attribute; it may be empty.",
)
def missing_attribute(view: View) -> Iterator[Found]:
    """An attribute is missing without which the module does not open."""
    for path in view.paths:
        kind = path[-1].kind
        for attribute in kind.attributes.values() if kind else ():
            if attribute.needed and attribute.name not in path[-1].attributes:
                yield Found(where(path), f"{attribute.name} is missing")


@rule(
    "HM215",
    Severity.WARNING,
    why="Players have no way to reach it.",
    example='a dice button with `text=""`, `icon=""` and no hotkey',
    fix="Give it a text, a picture or a key; or remove it.",
)
def unreachable_button(view: View) -> Iterator[Found]:
    """A button has neither text nor picture nor key."""
    listed = {
        text for _, each in view.named("MultiActionButton", "ToolbarMenu") for text in each.get("menuItems").split(",")
    }
    for path in view.paths:
        each = path[-1]
        kind = each.kind
        if (
            kind is None
            or not _is_button(each)
            or each.name == "StartupGlobalKeyCommand"
            or each.boolean("resultButton")
        ):
            continue
        shown = [
            each.get(name) for name in ("text", "buttonText", "icon", "iconName", "label") if name in kind.attributes
        ]
        keys = [
            each.get(known.name)
            for known in kind.attributes.values()
            if known.kind == "key" and known.name != "moveKey"
        ]
        if each.name in {"GlobalKeyCommand", "MassKeyCommand"}:
            keys = [each.get("buttonHotkey")]
        if not any(shown) and not any(keys) and not any(text in listed for text in shown):
            yield Found(where(path), "has no text, no picture and no key")


def _is_button(component: Component) -> bool:
    kind = component.kind
    return kind is not None and "propertyGate" in kind.attributes


@rule(
    "HM216",
    Severity.NOTE,
    why="VASSAL takes it for a viewer of an old version and changes its settings when it is loaded.",
    example="a `CounterDetailViewer` without `version`",
    fix='Write `version="4"`.',
)
def old_viewer(view: View) -> Iterator[Found]:
    """A mouse-over stack viewer does not say of which version it is."""
    for at, each in view.named("CounterDetailViewer"):
        if each.get("version") != VIEWER_VERSION:
            yield Found(at, f"version is {each.get('version')!r}")


@rule(
    "HM217",
    Severity.WARNING,
    why="The menu collects buttons by their texts; one that is not found is left out without a word.",
    example="`menuItems` names `Roll`, no button has that text",
    fix="Write the texts of the buttons exactly as the buttons have them.",
)
def unknown_menu_item(view: View) -> Iterator[Found]:
    """A menu of the toolbar names a button that is not there."""
    shown = set()
    for path in view.paths:
        shown |= {path[-1].get(name) for name in ("text", "buttonText", "buttonName", "label", "threadName", "name")}
        shown |= {value for name, value in path[-1].attributes.items() if name.lower().endswith(("text", "tooltip"))}
    for at, each in view.named("MultiActionButton", "ToolbarMenu"):
        for item in (part for part in each.get("menuItems").split(",") if part):
            if item not in shown and "\\" not in item:
                yield Found(at, f"there is no button {item!r}")


RULES: tuple[Rule, ...] = (
    unknown_component,
    unknown_attribute,
    broken_number,
    broken_boolean,
    broken_colour,
    broken_choice,
    broken_key,
    misplaced_component,
    encoder_not_first,
    doubled_component,
    map_without_board,
    map_without_handling,
    map_without_stacking,
    missing_attribute,
    unreachable_button,
    old_viewer,
    unknown_menu_item,
)
