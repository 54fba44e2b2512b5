"""What a module, a save or an extension says of itself: the entries `moduledata`, `savedata` and `extensiondata`."""

import re
from collections.abc import Iterator

import msgspec

from vassal import buildxml
from vassal.components import Component
from vassal.errors import Damaged, TooLarge, Unsupported
from vassal.xmltext import IN_ATTRIBUTE, IN_TEXT, UNWRITABLE

MODULE_ENTRY = "moduledata"
SAVE_ENTRY = "savedata"
EXTENSION_ENTRY = "extensiondata"

_MOST = 1024 * 1024
_SWAPPED_BEFORE = (3, 6, 11)
_DECLARATION = b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'


class Metadata(msgspec.Struct, frozen=True):
    """The fields of a metadata entry; None for those that are absent."""

    version: str = ""
    vassal_version: str = ""
    saved: int | None = None
    """When it was saved, in milliseconds since 1970."""
    description: str | None = None
    name: str | None = None
    extra1: str | None = ""
    extra2: str | None = ""
    universal: bool | None = None
    """Whether an extension fits every module."""
    descriptions: tuple[tuple[str, str], ...] = ()
    """Translations: language code and text."""
    names: tuple[tuple[str, str], ...] = ()


def parse(data: bytes, place: str = "") -> Metadata:
    """Return the fields of a metadata entry."""
    if len(data) > _MOST:
        raise TooLarge(f"more than {_MOST >> 10} kB", place)
    try:
        return _fields(buildxml.parse(data, place))
    except (TooLarge, Unsupported) as error:  # whatever it is, it is no such entry
        raise Damaged(error.what, place) from None


def _fields(root: Component) -> Metadata:
    single: dict[str, str] = {}
    repeated: dict[str, list[tuple[str, str]]] = {"name": [], "description": []}
    for element in root.children:
        text = _text(element).strip()
        if element.tag in single and element.tag in repeated:
            repeated[element.tag].append((element.attributes.get("lang", ""), text))
        else:
            single[element.tag] = text
    version = single.get("VassalVersion", "")
    saved = single.get("dateSaved", "")
    universal = single.get("universal")
    return Metadata(
        version=single.get("version", ""),
        vassal_version=version,
        saved=int(saved) if re.fullmatch(r"-?[0-9]{1,18}", saved) else None,
        description=single.get("description"),
        name=single.get("name"),
        extra1=single.get("extra1"),
        extra2=single.get("extra2"),
        universal=None if universal is None else universal == "true",
        descriptions=_translations(repeated["description"], version),
        names=_translations(repeated["name"], version),
    )


def _text(element: Component) -> str:
    return element.text + "".join(map(_text, element.children))


def swaps_translations(vassal_version: str) -> bool:
    """Return whether this engine wrote the language where the text belongs and the text where the language does."""
    numbers = [int(number) for number in re.findall(r"[0-9]{1,6}", vassal_version)[:3]]
    return bool(numbers) and tuple([*numbers, 0, 0][:3]) < _SWAPPED_BEFORE


def _translations(pairs: list[tuple[str, str]], version: str) -> tuple[tuple[str, str], ...]:
    return tuple((text, language) for language, text in pairs) if swaps_translations(version) else tuple(pairs)


def encode(metadata: Metadata) -> bytes:
    """Return the entry as the engine writes it."""
    saved = None if metadata.saved is None else str(metadata.saved)
    version = metadata.vassal_version
    lines = [
        *_line("version", metadata.version),
        *_line("extra1", metadata.extra1),
        *_line("extra2", metadata.extra2),
        *_line("VassalVersion", version),
        *_line("dateSaved", saved),
        *_translated("description", metadata.description, metadata.descriptions, version),
        *_translated("name", metadata.name, metadata.names, version),
        *_line("universal", None if metadata.universal is None else str(metadata.universal).lower()),
    ]
    return _DECLARATION + "".join(['<data version="1">\n', *lines, "</data>\n"]).encode("utf-8")


def _line(tag: str, text: str | None, language: str | None = None) -> Iterator[str]:
    """Yield the line of an element, unless there is no text."""
    if text is None:
        return
    start = tag if language is None else f'{tag} lang="{_clean(language).translate(IN_ATTRIBUTE)}"'
    written = _clean(text).translate(IN_TEXT)
    yield f"  <{start}>{written}</{tag}>\n" if written else f"  <{start}/>\n"


def _translated(tag: str, text: str | None, translations: tuple[tuple[str, str], ...], version: str) -> Iterator[str]:
    if text is None:
        return
    yield from _line(tag, text)
    for language, translated in translations:
        pair = (translated, language) if swaps_translations(version) else (language, translated)
        yield from _line(tag, pair[1], pair[0])


def _clean(text: str) -> str:
    """Return the text without the characters that XML cannot hold."""
    return UNWRITABLE.sub("", text)
