"""Small modules for the rules: one that is in order, and ways to make one thing in it wrong."""

import io
import struct
import zipfile
import zlib
from collections.abc import Iterable

from vassal.buildfile import document
from vassal.components import Component
from vassal.componenttable import full_tag
from vassal.modulewriter import INTERACTION
from vassal.pieces import piece as of_traits
from vassal.traits import Trait, make

MODULEDATA = (
    '<data version="1"><version>{version}</version><VassalVersion>{engine}</VassalVersion>'
    "<dateSaved>1</dateSaved><description>d</description><name>{name}</name></data>"
)


def png(width: int = 4, height: int = 4) -> bytes:
    """A picture that says how large it is, and holds nothing else."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + head
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", len(head)) + chunk + struct.pack(">I", zlib.crc32(chunk))


def c(tag: str, *inside: Component | str, **attributes: str) -> Component:
    """A component, not checked."""
    children = tuple(each for each in inside if isinstance(each, Component))
    text = "".join(each for each in inside if isinstance(each, str))
    return Component(full_tag(tag), {name.rstrip("_"): value for name, value in attributes.items()}, children, text)


def basic(image: str = "inf.png", name: str = "Infantry", **more: str) -> Trait:
    """The basic piece."""
    return make("basic", image=image, name=name, map="null", **more)


def text(*traits: Trait, image: str = "inf.png", name: str = "Infantry") -> str:
    """The text of a slot whose piece has these traits."""
    return of_traits([*traits, basic(image, name)]).encode()


def slot(*traits: Trait, gpid: str = "2", title: str = "Second", tag: str = "PieceSlot", **more: str) -> Component:
    """A slot whose piece has these traits."""
    return c(tag, text(*traits, **more), entryName=title, gpid=gpid, width="48", height="48")


def raw(content: str, gpid: str = "2") -> Component:
    """A slot with that very text."""
    return c("PieceSlot", content, entryName="Raw", gpid=gpid, width="48", height="48")


def prototype(name: str, *traits: Trait) -> Component:
    """A prototype of these traits."""
    return c("PrototypeDefinition", text(*traits, image="", name=""), name=name, description="")


def board(*inside: Component, **attributes: str) -> Component:
    """A board of 500 by 500 pixels."""
    return c("Board", *inside, **({"name": "East", "width": "500", "height": "500"} | attributes))


def zone(*inside: Component, **attributes: str) -> Component:
    """A zone of a board."""
    given = {"name": "Box", "path": "0,0;100,0;100,100", "locationFormat": "$name$"} | attributes
    return c("ZonedGrid", c("Zone", *inside, **given))


def game_map(
    *inside: Component,
    boards: Iterable[Component] | None = None,
    without: Iterable[str] = (),
    tag: str = "Map",
    **attributes: str,
) -> Component:
    """A map that works."""
    bare = [c(name) for name in ("StackMetrics", *INTERACTION) if name not in set(without)]
    sheets = [board()] if boards is None else list(boards)
    given = {"mapName": "Main Map", "buttonName": "Map"} | attributes
    return c(tag, c("BoardPicker", *sheets), *bare, *inside, **given)


def module(
    *parts: Component,
    slots: Iterable[Component] = (),
    prototypes: Iterable[Component] = (),
    properties: Iterable[Component] = (),
    inside: Iterable[Component] = (),
    maps: Iterable[Component] | None = None,
    files: dict[str, bytes] | None = None,
    options: dict[str, str] | None = None,
    root: dict[str, str] | None = None,
    said: dict[str, str] | None = None,
    without: Iterable[str] = (),
    build_file: str = "buildFile.xml",
    sides: Iterable[str] = ("Blue", "Red"),
) -> bytes:
    """The file of a module that is in order but for what is given."""
    attributes = {
        "name": "Game",
        "version": "1.0",
        "VassalVersion": "3.7.0",
        "description": "d",
        "nextPieceSlotId": "100",
    } | (root or {})
    tree = [
        c("BasicCommandEncoder"),
        c("Documentation"),
        c("PlayerRoster", *(c("entry", side) for side in sides)),
        c("GlobalOptions", **(options or {})),
        c("GlobalProperties", *properties),
        c("PrototypesContainer", *prototypes),
        c("PieceWindow", c("ListWidget", slot(gpid="1", title="First"), *slots, entryName="Blue"), name="Pieces"),
        *([game_map(*inside)] if maps is None else maps),
        *parts,
        c("Chatter"),
        c("KeyNamer"),
        c("Language"),
    ]
    left_out = set(without)
    whole = c("GameModule", *(each for each in tree if each.name not in left_out), **attributes)
    about = {"name": attributes["name"], "version": attributes["version"], "engine": attributes["VassalVersion"]}
    entries = {
        build_file: document(whole),
        "moduledata": MODULEDATA.format(**(about | (said or {}))).encode(),
        "images/inf.png": png(),
        **(files or {}),
    }
    return packed({name: content for name, content in entries.items() if name not in left_out})


def packed(entries: dict[str, bytes]) -> bytes:
    """A zip file of these entries."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return buffer.getvalue()
