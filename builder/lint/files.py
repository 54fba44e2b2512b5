"""Rules on the pictures and files that lie in the module."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from builder.lint.rule import Found, Rule, Severity, rule
from builder.lint.view import View, label, where
from vassal import savefile
from vassal.archive import escapes
from vassal.componenttable import kinds
from vassal.errors import VassalError
from vassal.limits import MEGABYTE

ENGINE_PATH = "/"
PICTURES = (".png", ".gif", ".jpg", ".jpeg", ".svg")
HEAVY = 32 * MEGABYTE
BOARD_PIXELS = 150_000_000
PIECE_SIDE = 3_000
ICON_SIZES = ("16x16", "22x22", "32x32", "48x48", "scalable")
_SAVES = (".vsav", ".vlog")
_COMPUTED = re.compile(r"""["'$}](?:[^"'$}.]{0,40})\.(png|gif|jpe?g|svg)\b""", re.IGNORECASE)
_NAMED = re.compile(r"""[^\s"'<>\\;,:|=/(){}$]+\.(?:png|gif|jpe?g|svg)\b""", re.IGNORECASE)
_FILES = {
    "HelpFile": "fileName",
    "HtmlChart": "fileName",
    "BrowserPDFFile": "pdfFile",
    "Tutorial": "logfile",
    "PredefinedSetup": "file",
}


BROUGHT = frozenset(
    [
        "Edit16.gif",
        "Help16.gif",
        "Save16.gif",
        "SaveAs16.gif",
        "Splash.gif",
        "Splash.png",
        "StepForward16.gif",
        "Undo16.gif",
        "VASSAL-256x256.png",
        "black.jpg",
        "camera.gif",
        "chart.gif",
        "chess_clock.png",
        "connect.gif",
        "counter.gif",
        "die.gif",
        "disconnect.gif",
        "getMessages.gif",
        "globe_selected.gif",
        "globe_unselected.gif",
        "inventory.gif",
        "keyCommand.gif",
        "lockedRoom.gif",
        "map.gif",
        "mm-extension-active.png",
        "mm-extension-inactive.png",
        "mm-file.png",
        "mm-gamefolder-closed.png",
        "mm-gamefolder-open.png",
        "mm-module.png",
        "moved.gif",
        "notes.gif",
        "overview.gif",
        "playerAway.gif",
        "playerLooking.gif",
        "postMessage.gif",
        "recenter.gif",
        "status.gif",
        "thread.gif",
        "unmoved.gif",
        "zoom.png",
        "zoomIn.gif",
        "zoomIn.png",
        "zoomOut.gif",
        "zoomOut.png",
    ]
)
"""The pictures that VASSAL 3.7 brings along; a GIF may be named without its ending."""


@cache
def engine_pictures() -> frozenset[str]:
    """Return the names of all pictures that the engine brings along, those of components among them."""
    found = {*BROUGHT, *(name.removesuffix(".gif") for name in BROUGHT)}
    for kind in kinds().values():
        icons = (each.default for each in kind.attributes.values() if each.kind in {"icon", "image"})
        found |= {icon.rpartition("/")[2] for icon in icons if icon}
    return frozenset(found)


def pictures_named(view: View) -> Iterator[tuple[str, str]]:
    """Yield every picture that is named outright, with the place where it is named."""
    for path in view.paths:
        kind = path[-1].kind
        for name, value in path[-1].attributes.items() if kind else ():
            known = kind.attributes.get(name) if kind else None
            if known and known.kind in {"icon", "image"} and value.strip():
                yield f"{where(path)}: {name}", value
    for holder in view.holders:
        for trait in holder.traits:
            if trait.kind == "basic":
                names = [] if holder.is_prototype else [trait.text("image")]
            elif trait.kind == "layer":
                names = list(trait.items("images"))
            elif trait.kind == "moved":
                names = [trait.text("image")]
            elif trait.kind == "mask":
                style = trait.text("style")
                names = [trait.text("image"), style[1:] if style[:1] == "G" else ""]
            else:
                names = []
            yield from ((f"{holder.place}: {label(trait)}", name) for name in names if name.strip())


def _is_there(view: View, name: str) -> bool:
    images = view.module.images
    return (
        name in images
        or f"{name}.gif" in images
        or name in engine_pictures()
        or "$" in name
        or name.startswith((ENGINE_PATH, "{"))
    )


def _lost(view: View) -> Iterator[tuple[str, str]]:
    return ((at, name) for at, name in pictures_named(view) if not _is_there(view, name))


@rule(
    "HM001",
    Severity.ERROR,
    why="VASSAL draws nothing there, and tells every player in red that the image was not found.",
    example="`piece;;;tiger.png;Tiger/` while `images/` holds no `tiger.png`",
    fix="Add the picture under `images/`, or name one that is there.",
)
def missing_image(view: View) -> Iterator[Found]:
    """A picture is named that is not in the module."""
    drawn = {each.get("name") for _, each in view.named("GamePieceImage")}
    folded = {each.casefold() for each in view.module.images}
    for at, name in _lost(view):
        if name.casefold() not in folded and name not in drawn:
            yield Found(at, f"there is no picture {name!r}")


@rule(
    "HM002",
    Severity.ERROR,
    why="Names in a zip file are case-sensitive: the picture is not found, on any system.",
    example="`Tiger.PNG` is named, `images/tiger.png` is there",
    fix="Write the name exactly as the file is called.",
)
def image_case(view: View) -> Iterator[Found]:
    """A picture is named with other capitals than its file has."""
    real = {each.casefold(): each for each in view.module.images}
    for at, name in _lost(view):
        other = real.get(name.casefold())
        if other:
            yield Found(at, f"{name!r} is called {other!r} in the module")


@rule(
    "HM003",
    Severity.NOTE,
    why="Pictures that nothing shows make every download longer.",
    example="`images/old_map.png`, which no component, piece, page or set-up names",
    fix="Remove the file; or name it where it was meant to be seen.",
)
def unused_image(view: View) -> Iterator[Found]:
    """A picture in the module is named nowhere."""
    text = _all_text(view)
    computed = {found[1].lower() for found in _COMPUTED.finditer(text)}
    words = {each.casefold() for each in _NAMED.findall(text)}
    for name in view.module.images:
        stem, _, ending = name.rpartition(".")
        bare = name.rpartition("/")[2]
        if ending.lower() in computed or bare.casefold() in words or bare in text:
            continue
        if ending.lower() == "gif" and stem in text:
            continue
        yield Found(f"images/{name}", "nothing shows this picture")


def _all_text(view: View) -> str:
    parts = [view.pages]
    for path in view.paths:
        parts += [*path[-1].attributes.values(), path[-1].text]
    parts += [_text_of_save(view, name) for name in view.module.entries if name.lower().endswith(_SAVES)]
    return "\n".join(parts)


def _text_of_save(view: View, name: str) -> str:
    try:
        return savefile.read(view.module.read(name), tolerant=True).text
    except VassalError:
        return ""


@rule(
    "HM004",
    Severity.WARNING,
    why="VASSAL keeps pictures unpacked in memory, four bytes a pixel; large ones make it slow or end it.",
    example="a counter of 4000 by 4000 pixels, or a board of 20000 by 15000",
    fix="Scale the picture to the size in which it is seen.",
)
def large_image(view: View) -> Iterator[Found]:
    """A picture has more pixels than it should have for its purpose."""
    of_pieces = {
        name
        for holder in view.holders
        for trait in holder.traits
        for name in (
            (trait.text("image"),) if trait.kind == "basic" else trait.items("images") if trait.kind == "layer" else ()
        )
    }
    for name, size in view.sizes.items():
        if size and size[0] * size[1] > BOARD_PIXELS:
            yield Found(f"images/{name}", f"{size[0]} by {size[1]} pixels")
        elif size and name in of_pieces and max(size) > PIECE_SIDE:
            yield Found(f"images/{name}", f"a piece of {size[0]} by {size[1]} pixels")


@rule(
    "HM005",
    Severity.WARNING,
    why="Every player downloads it; a file packed so badly could mostly be half as large without looking different.",
    example="a board of 60 MB",
    fix="Save the picture as an indexed PNG or as JPEG, whichever suits it.",
)
def heavy_image(view: View) -> Iterator[Found]:
    """A picture has more bytes than a board needs."""
    for name, size in view.module.images.items():
        if size and size > HEAVY:
            yield Found(f"images/{name}", f"{size / MEGABYTE:.0f} MB")


@rule(
    "HM006",
    Severity.ERROR,
    why="VASSAL reads PNG, GIF, JPEG and SVG; anything else shows as a missing image.",
    example="`images/map.webp`, or a `.png` that is cut",
    fix="Save the picture again as PNG, JPEG, GIF or SVG.",
)
def unreadable_image(view: View) -> Iterator[Found]:
    """A picture that is used is none that VASSAL can read."""
    used = {name for _, name in pictures_named(view)}
    for name, size in view.sizes.items():
        known = name.lower().endswith(PICTURES)
        if name in used and (not known or (size is None and not name.lower().endswith(".svg"))):
            yield Found(f"images/{name}", "not a picture that VASSAL reads")


@rule(
    "HM007",
    Severity.ERROR,
    why="VASSAL says nothing when the module opens; players find out when they click on the entry.",
    example='`<HelpFile fileName="rules.html">` while the module holds no `rules.html`',
    fix="Add the file to the module under exactly that name.",
)
def missing_file(view: View) -> Iterator[Found]:
    """A help page, chart, set-up or tutorial is named that is not in the module."""
    for at, each in view.named(*_FILES):
        name = each.get(_FILES[each.name])
        wanted = each.name != "HelpFile" or each.get("fileType") == "archive"
        if each.name == "PredefinedSetup":
            wanted = each.boolean("useFile") and not each.boolean("isMenu")
        if wanted and name not in view.module.entries:
            yield Found(at, f"there is no file {name!r}" if name else "no file is named")


@rule(
    "HM008",
    Severity.WARNING,
    why="The sound is not played, and each time a warning goes into the log of errors.",
    example="`playSound;bang.wav` while the module holds no `sounds/bang.wav`",
    fix="Add the sound under `sounds/`, or take the trait away.",
)
def missing_sound(view: View) -> Iterator[Found]:
    """A sound is named that is not in the module."""
    named = [(at, trait.text("sound")) for at, trait in view.kind("sound")]
    named += [(at, each.get("soundClip")) for at, each in view.named("DoActionButton") if each.boolean("doSound")]
    for at, name in named:
        outright = name and "$" not in name and not name.startswith(("{", ENGINE_PATH))
        if outright and f"sounds/{name}" not in view.module.entries and name not in view.module.entries:
            yield Found(at, f"there is no sound {name!r}")


@rule(
    "HM009",
    Severity.WARNING,
    why="VASSAL runs such code on every player's machine without asking; it breaks with new versions of VASSAL.",
    example="`com/example/MyButton.class` in the module",
    fix="Replace the code by what VASSAL offers itself, and remove the folder.",
)
def java_code(view: View) -> Iterator[Found]:
    """The module brings program code of its own."""
    found = [name for name in view.module.entries if name.lower().endswith((".class", ".jar"))]
    if found:
        yield Found(found[0], f"{len(found)} files of program code")


@rule(
    "HM010",
    Severity.ERROR,
    why="No such file can be found inside of a module, and a program that believes the path reads or writes elsewhere.",
    example="`../../secret.png` or `C:\\\\maps\\\\east.png`",
    fix="Name the file as it is called in the module.",
)
def escaping_path(view: View) -> Iterator[Found]:
    """A file is named by a path that leads out of the module."""
    for problem in view.module.found:
        if "leads out of the archive" in problem.what:
            yield Found(problem.place or view.module.file, problem.what)
    for path in view.paths:
        kind = path[-1].kind
        for name, value in path[-1].attributes.items() if kind else ():
            known = kind.attributes.get(name) if kind else None
            if known and known.kind in {"icon", "image", "file"} and escapes(value) and _leads_out(value):
                yield Found(f"{where(path)}: {name}", f"the path {value!r} leads out of the module")


def _leads_out(name: str) -> bool:
    return bool(name) and not name.startswith(ENGINE_PATH)


@rule(
    "HM011",
    Severity.NOTE,
    why="Files under `icons/` replace the engine's own; in any other place below it they are never looked at.",
    example="`icons/zoom.png` instead of `icons/16x16/zoom.png`",
    fix=f"Remove the file, or put it into one of the folders {', '.join(ICON_SIZES)}.",
)
def stale_icon(view: View) -> Iterator[Found]:
    """A file under `icons/` is where VASSAL never looks."""
    for name in view.module.entries:
        parts = name.split("/")
        if parts[0] == "icons" and (len(parts) < 3 or parts[1] not in ICON_SIZES):
            yield Found(name, "VASSAL does not look for icons here")


@rule(
    "HM012",
    Severity.ERROR,
    why="Parts of the file are lost or contradict each other; another program may read something else in it.",
    example="an entry whose checksum is wrong, or which is there twice",
    fix="Save the module again from a sound copy.",
)
def damaged_archive(view: View) -> Iterator[Found]:
    """The module's zip file is damaged."""
    for problem in view.module.found:
        if "leads out of the archive" not in problem.what and not problem.what.startswith(
            ("there is no ", "the engine looks")
        ):
            yield Found(problem.place or view.module.file, problem.what)


RULES: tuple[Rule, ...] = (
    missing_image,
    image_case,
    unused_image,
    large_image,
    heavy_image,
    unreadable_image,
    missing_file,
    missing_sound,
    java_code,
    escaping_path,
    stale_icon,
    damaged_archive,
)
