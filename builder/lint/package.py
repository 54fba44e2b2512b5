"""Rules on what a module says of itself: its versions, its ids, the names by which saves know its parts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from builder.lint.rule import Found, Rule, Severity, rule
from builder.lint.view import View, label, where
from vassal.module import OLD_BUILD_FILE

NEWEST = (3, 8)
DICE = ("DiceButton", "RandomTextButton", "SpecialDiceButton", "InternetDiceButton")
_NUMBERS = re.compile(r"([0-9]{1,4})\.([0-9]{1,4})")


def gpids(view: View) -> Iterator[tuple[str, str]]:
    """Yield the id of each slot, and those that traits give to what they make."""
    for path in view.paths:
        if path[-1].name in {"PieceSlot", "CardSlot"}:
            yield where(path), path[-1].get("gpid")
    for holder in view.holders:
        # What is written inside of a trait's piece is a copy of what has its id elsewhere.
        for trait in holder.traits if not holder.depth else ():
            if trait.kind in {"place_marker", "replace"} and trait.text("gpid"):
                yield f"{holder.place}: {label(trait)}", trait.text("gpid")


def is_gpid(text: str) -> bool:
    """Tell whether a text is an id as VASSAL gives them out; those of extensions begin with the extension's own id."""
    return text.rpartition(":")[2].isascii() and text.rpartition(":")[2].isdigit()


@rule(
    "HM101",
    Severity.ERROR,
    why="Refreshing the counters of a saved game makes the wrong piece; the editor changes one of the ids.",
    example='two slots with `gpid="17"`',
    fix="Give each piece an id of its own, and keep it from version to version.",
)
def duplicate_gpid(view: View) -> Iterator[Found]:
    """Two pieces of the module have the same gpid."""
    first: dict[str, str] = {}
    for at, gpid in gpids(view):
        if gpid and gpid in first:
            yield Found(at, f"the gpid {gpid} belongs to {first[gpid]} already")
        first.setdefault(gpid, at)


@rule(
    "HM102",
    Severity.ERROR,
    why="Pieces without an id cannot be brought up to date in saved games.",
    example='`<PieceSlot entryName="Inf" gpid="">`',
    fix="Give the slot an id that no other has; opening and saving in VASSAL's editor does it too.",
)
def unset_gpid(view: View) -> Iterator[Found]:
    """A slot has no gpid."""
    return (Found(at, "no gpid is set") for at, gpid in gpids(view) if not gpid)


@rule(
    "HM103",
    Severity.ERROR,
    why="VASSAL's editor replaces such an id by a new one, and saved games lose the connection.",
    example='`gpid="tiger"`',
    fix="Use whole numbers.",
)
def odd_gpid(view: View) -> Iterator[Found]:
    """A gpid is no number."""
    for at, gpid in gpids(view):
        if gpid and not is_gpid(gpid):
            yield Found(at, f"the gpid {gpid!r} is no number")


@rule(
    "HM104",
    Severity.WARNING,
    why="The next piece that is made in the editor gets an id that is taken.",
    example='`nextPieceSlotId="10"` while a slot has `gpid="12"`',
    fix="Set nextPieceSlotId above every gpid of the module.",
)
def next_gpid_too_low(view: View) -> Iterator[Found]:
    """The next free gpid is not above all that are in use."""
    free = view.module.root.get("nextPieceSlotId", "0")
    used = [int(gpid) for _, gpid in gpids(view) if is_gpid(gpid) and len(gpid) < 10 and ":" not in gpid]
    if is_gpid(free) and len(free) < 10 and used and int(free) <= max(used):
        yield Found(view.module.root.name, f"nextPieceSlotId is {free}, the highest gpid is {max(used)}")


@rule(
    "HM105",
    Severity.ERROR,
    why="VASSAL does not open the module at all.",
    example='`nextPieceSlotId="x"`',
    fix="Write a whole number.",
)
def broken_next_gpid(view: View) -> Iterator[Found]:
    """The next free gpid is no number."""
    free = view.module.root.attributes.get("nextPieceSlotId")
    if free is not None and not re.fullmatch(r"-?[0-9]{1,9}", free):
        yield Found(view.module.root.name, f"nextPieceSlotId is {free!r}")


@rule(
    "HM106",
    Severity.WARNING,
    why="Saves copy moduledata, and VASSAL compares them by it; players are asked needlessly, or not at all.",
    example="version 1.2 in the build file, 1.1 in moduledata",
    fix="Write both from the same place; saving in VASSAL's editor does it too.",
)
def metadata_mismatch(view: View) -> Iterator[Found]:
    """The file moduledata says something else than the build file."""
    said, module = view.module.metadata, view.module
    if said is None:
        return
    pairs = {
        "name": (said.name or "", module.name),
        "version": (said.version, module.version),
        "VassalVersion": (said.vassal_version, module.engine),
    }
    for what, (there, here) in pairs.items():
        if there.strip() != here.strip():
            yield Found("moduledata", f"{what} is {there!r} here, {here!r} in the build file")


@rule(
    "HM107",
    Severity.WARNING,
    why="Without it saves cannot say which module they belong to, and VASSAL does not check it.",
    example="a module packed by hand from its build file alone",
    fix="Add moduledata with name, version and the version of VASSAL.",
)
def missing_metadata(view: View) -> Iterator[Found]:
    """The file moduledata is missing or cannot be read."""
    if view.module.metadata is None:
        yield Found(view.module.file, "there is no readable moduledata")


@rule(
    "HM108",
    Severity.ERROR,
    why="VASSAL tells players that the module is too new for them, or refuses to open it.",
    example='`VassalVersion="4.0.1"`',
    fix="State the oldest version of VASSAL that the module works with, such as 3.7.0.",
)
def engine_too_new(view: View) -> Iterator[Found]:
    """The module asks for a version of VASSAL that is not released, or for none that can be read."""
    found = _NUMBERS.match(view.module.engine)
    if found is None or (int(found[1]), int(found[2])) > NEWEST:
        yield Found(view.module.root.name, f"VassalVersion is {view.module.engine!r}")


@rule(
    "HM109",
    Severity.ERROR,
    why="From version 3.5 on VASSAL looks for buildFile.xml only: the module does not open.",
    example="a module of `VassalVersion` 3.7 with an entry `buildFile`",
    fix="Rename the entry to buildFile.xml.",
)
def old_build_file(view: View) -> Iterator[Found]:
    """The build file has the name that old versions of VASSAL gave it."""
    for problem in view.module.found:
        if problem.what.startswith("the engine looks"):
            yield Found(OLD_BUILD_FILE, problem.what)


def _doubled(named: Iterable[tuple[str, str]], what: str) -> Iterator[Found]:
    places = list(named)
    counted = Counter(name for _, name in places if name)
    seen: set[str] = set()
    for at, name in places:
        if counted[name] > 1 and name in seen:
            yield Found(at, f"another {what} is called {name!r} too")
        seen.add(name)


@rule(
    "HM110",
    Severity.ERROR,
    why="Saves know maps by name: pieces of one map land on the other.",
    example='two maps with `mapName="Main Map"`',
    fix="Give each map a name of its own.",
)
def duplicate_map(view: View) -> Iterator[Found]:
    """Two maps have the same name."""
    return _doubled(((at, each.get("mapName")) for at, each in view.maps), "map")


@rule(
    "HM111",
    Severity.ERROR,
    why="VASSAL takes the first of them wherever the name is used.",
    example='two boards `name="East"` in one map',
    fix="Give each board of a map a name of its own.",
)
def duplicate_board(view: View) -> Iterator[Found]:
    """Two boards of one map have the same name."""
    for at, each in view.maps:
        yield from _doubled(((f"{at}: {board.label}", board.get("name")) for board in each.every("Board")), "board")


@rule(
    "HM112",
    Severity.ERROR,
    why="The name is what a deck is known by in saves: cards return to the wrong one.",
    example='two decks with `name="Cards"`',
    fix="Give each deck a name of its own, over all maps.",
)
def duplicate_deck(view: View) -> Iterator[Found]:
    """Two decks have the same name."""
    return _doubled(((at, each.get("name")) for at, each in view.named("DrawPile")), "deck")


@rule(
    "HM113",
    Severity.ERROR,
    why="Only one of them is ever used; which one depends on their order.",
    example='two prototypes with `name="Infantry"`',
    fix="Rename one of them, or remove it.",
)
def duplicate_prototype(view: View) -> Iterator[Found]:
    """Two prototypes have the same name."""
    named = ((at, each.get("name")) for at, each in view.named("PrototypeDefinition"))
    return _doubled(named, "prototype")


@rule(
    "HM114",
    Severity.ERROR,
    why="The name begins the properties that hold the result: one roll overwrites the other's.",
    example='two dice buttons with `name="2d6"`',
    fix="Give each dice button a name of its own.",
)
def duplicate_dice(view: View) -> Iterator[Found]:
    """Two dice buttons have the same name."""
    return _doubled(((at, each.get("name")) for at, each in view.named(*DICE)), "dice button")


@rule(
    "HM115",
    Severity.ERROR,
    why="What has no name cannot be found again in saves, in expressions or by other components.",
    example='`<Board name="">`',
    fix="Give it a name, and never change the name afterwards.",
)
def no_name(view: View) -> Iterator[Found]:
    """A map, board, deck, prototype or global property has no name."""
    maps = ((at, each.get("mapName")) for at, each in view.maps)
    others = view.named("Board", "DrawPile", "PrototypeDefinition", "GlobalProperty", "ZoneProperty", "Zone", *DICE)
    for at, name in chain(maps, ((at, each.get("name")) for at, each in others)):
        if not name.strip():
            yield Found(at, "has no name")


@rule(
    "HM116",
    Severity.ERROR,
    why="Saves join names by slashes, tabs and semicolons, and a backslash at the end swallows what follows.",
    example="a side called `Blue\\`",
    fix="Take the backslash away.",
)
def backslash_at_end(view: View) -> Iterator[Found]:
    """A name ends with a backslash."""
    for path in view.paths:
        each = path[-1]
        for name in ("name", "mapName", "entryName", "property"):
            if each.attributes.get(name, "").endswith("\\"):
                yield Found(f"{where(path)}: {name}", f"{each.attributes[name]!r} ends with a backslash")
        if each.name == "entry" and each.text.endswith("\\"):
            yield Found(where(path), f"{each.text!r} ends with a backslash")


RULES: tuple[Rule, ...] = (
    duplicate_gpid,
    unset_gpid,
    odd_gpid,
    next_gpid_too_low,
    broken_next_gpid,
    metadata_mismatch,
    missing_metadata,
    engine_too_new,
    old_build_file,
    duplicate_map,
    duplicate_board,
    duplicate_deck,
    duplicate_prototype,
    duplicate_dice,
    no_name,
    backslash_at_end,
)
