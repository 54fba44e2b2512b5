"""Putting whole modules together: the parts that every module needs, maps that work, slots, and the file itself.

root = module(
    "My game", "1.0",
    game_map("Main Map", [component("Board", hexes, name="East", image="east.png")], launch=False),
    component("PieceWindow", component("ListWidget", slot("Infantry", "1", piece), entryName="Blue"), name="Pieces"),
    sides=("Blue", "Red"),
)
write_module("mygame.vmod", root, {"images/east.png": picture})
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from vassal import archive, metadata
from vassal.buildfile import BuildError, component, document
from vassal.components import Component
from vassal.errors import Damaged
from vassal.module import BUILD_FILE
from vassal.pieces import Piece
from vassal.sequence import join
from vassal.slots import gpids_in

LOWEST_ENGINE = "3.7.0"
# What a map needs so that pieces can be picked up, dragged, stacked and told of; all of them bare.
INTERACTION = (
    "ForwardToKeyBuffer",
    "Scroller",
    "ForwardToChatter",
    "MenuDisplayer",
    "MapCenterer",
    "StackExpander",
    "PieceMover",
    "KeyBufferer",
)
_OPTIONS = {
    "stepIcon": "/images/StepForward16.gif",
    "stepHotKey": "34,0",
    "undoIcon": "/images/Undo16.gif",
    "undoHotKey": "90,130",
}


def module(
    name: str,
    version: str,
    /,
    *parts: Component,
    sides: Sequence[str] = (),
    description: str = "",
    engine: str = LOWEST_ENGINE,
    next_gpid: int | None = None,
) -> Component:
    """Return the root of a module of these parts; what every module needs and is not among them is added."""
    if sides and any(part.name == "PlayerRoster" for part in parts):
        raise BuildError("sides stand either in the PlayerRoster or beside it", name)
    given = {part.name for part in parts}
    before = [part for part in _before(sides) if part.name not in given]
    after = [part for part in _after() if part.name not in given]
    first = [part for part in parts if part.name == "BasicCommandEncoder"] or [component("BasicCommandEncoder")]
    rest = [part for part in parts if part.name != "BasicCommandEncoder"]
    root = component(
        "GameModule",
        *first,
        *before,
        *rest,
        *after,
        name=name,
        version=version,
        description=description,
        ModuleOther1="",
        ModuleOther2="",
        VassalVersion=engine,
        nextPieceSlotId=0,
    )
    free = _free_gpid(root)
    if next_gpid is not None and next_gpid < free:
        raise BuildError(f"the next gpid must be at least {free}, not {next_gpid}", name)
    return _with(root, nextPieceSlotId=str(free if next_gpid is None else next_gpid))


def _before(sides: Sequence[str]) -> list[Component]:
    return [
        component("Documentation"),
        component(
            "PlayerRoster",
            *(component("entry", side) for side in sides),
            buttonKeyStroke="",
            buttonText="Retire",
            buttonToolTip="Switch sides",
        ),
        component("GlobalOptions", *(component("option", value, name=name) for name, value in _OPTIONS.items())),
        component(
            "GamePieceImageDefinitions",
            component("ColorManager"),
            component("FontManager", component("FontStyle", name="Default", style="Dialog,0,12,false")),
            component("GamePieceLayoutsContainer"),
        ),
        component("GlobalProperties"),
        component("GlobalTranslatableMessages"),
        component("PrototypesContainer"),
    ]


def _after() -> list[Component]:
    return [component("Chatter"), component("KeyNamer"), component("Language")]


def game_map(
    name: str,
    boards: Iterable[Component],
    /,
    *parts: Component,
    tag: str = "Map",
    default_board: str | None = None,
    **attributes: object,
) -> Component:
    """Return a map of these boards that works; `default_board` is taken where there are several."""
    picker = list(boards)
    if default_board is not None:
        choice = join((f"{name}BoardPicker", default_board, "0", "0"), "\t")
        picker.insert(0, component("setup", choice))
    given = {part.name for part in parts}
    bare = [component(each) for each in INTERACTION if each not in given]
    usual = [
        component("HandMetrics" if tag == "PlayerHand" else "StackMetrics"),
        *bare,
        component("GlobalProperties"),
        component("SelectionHighlighters"),
    ]
    return component(
        tag,
        component("BoardPicker", *picker),
        *(part for part in usual if part.name not in given),
        *parts,
        mapName=name,
        **({"buttonName": name} | attributes),
    )


def slot(title: str, gpid: str | int, piece: Piece | str, /, *, card: bool = False, size: int = 0) -> Component:
    """Return the slot of a piece, under its stable id."""
    text = piece.encode() if isinstance(piece, Piece) else piece
    tag = "CardSlot" if card else "PieceSlot"
    return component(tag, text, entryName=title, gpid=str(gpid), width=size, height=size)


def prototype(name: str, piece: Piece | str, /, description: str = "") -> Component:
    """Return a prototype of the traits of a piece, whose own picture and name do not count."""
    text = piece.encode() if isinstance(piece, Piece) else piece
    return component("PrototypeDefinition", text, name=name, description=description)


def pack_module(
    root: Component,
    files: Mapping[str, bytes],
    *,
    saved: int = 0,
    description: str | None = None,
) -> bytes:
    """Return the file of a module: build file, metadata, and its files in the order of their names."""
    if root.name != "GameModule":
        raise BuildError(f"a module begins with GameModule, not {root.name}")
    said = metadata.Metadata(
        version=root.get("version"),
        vassal_version=root.get("VassalVersion"),
        saved=saved,
        description=root.get("description") if description is None else description,
        name=root.get("name"),
    )
    own = {BUILD_FILE, metadata.MODULE_ENTRY}
    taken = sorted(own & files.keys())
    if taken:
        raise BuildError(f"the module writes {taken[0]} itself")
    entries = [(BUILD_FILE, document(root)), (metadata.MODULE_ENTRY, metadata.encode(said))]
    return archive.pack([*entries, *((name, files[name]) for name in sorted(files))])


def write_module(path: Path | str, root: Component, files: Mapping[str, bytes], *, saved: int = 0) -> None:
    """Write the file of a module; it is there whole or not at all."""
    archive.save_bytes(path, pack_module(root, files, saved=saved))


def _with(root: Component, **attributes: str) -> Component:
    return replace(root, attributes=dict(sorted({**root.attributes, **attributes}.items())))


def _free_gpid(root: Component) -> int:
    """Return the first id above all in use; refuse ids that are no numbers or are there twice."""
    used: set[str] = set()
    for each in root.every("PieceSlot", "CardSlot", "PrototypeDefinition"):
        made = _made_by_traits(each)
        for gpid in made if each.name == "PrototypeDefinition" else [each.get("gpid"), *made]:
            if gpid in used:
                raise BuildError(f"the gpid {gpid} is there twice", each.label)
            if not (gpid.isascii() and gpid.isdigit() and len(gpid) < 10):
                raise BuildError(f"a gpid is a whole number, not {gpid!r}", each.label)
            used.add(gpid)
    return max(map(int, used), default=0) + 1


def _made_by_traits(holder: Component) -> list[str]:
    try:
        return [gpid for gpid in gpids_in(holder.text) if gpid]
    except Damaged as error:
        raise BuildError(error.what, holder.label) from None
