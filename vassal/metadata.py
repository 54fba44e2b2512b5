"""What a module, a save or an extension says of itself: the entries `moduledata`, `savedata` and `extensiondata`."""

import re

import msgspec
from lxml import etree

from vassal.errors import Damaged, TooLarge

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
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise Damaged(f"not well-formed XML: {_one_line(str(error))}", place) from None
    if root.getroottree().docinfo.internalDTD is not None:
        raise Damaged("a document type is not allowed here", place)
    return _fields(root)


def _one_line(text: str) -> str:
    return " ".join(text.split())[:200]


def _fields(root: etree._Element) -> Metadata:
    single: dict[str, str] = {}
    repeated: dict[str, list[tuple[str, str]]] = {"name": [], "description": []}
    for element in root:
        text = "".join(str(part) for part in element.itertext()).strip()
        if element.tag in single and element.tag in repeated:
            repeated[element.tag].append((element.get("lang", ""), text))
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


def swaps_translations(vassal_version: str) -> bool:
    """Return whether this engine wrote the language where the text belongs and the text where the language does."""
    numbers = [int(number) for number in re.findall(r"[0-9]{1,6}", vassal_version)[:3]]
    return bool(numbers) and tuple([*numbers, 0, 0][:3]) < _SWAPPED_BEFORE


def _translations(pairs: list[tuple[str, str]], version: str) -> tuple[tuple[str, str], ...]:
    return tuple((text, language) for language, text in pairs) if swaps_translations(version) else tuple(pairs)


def encode(metadata: Metadata) -> bytes:
    """Return the entry as the engine writes it."""
    root = etree.Element("data", version="1")
    saved = None if metadata.saved is None else str(metadata.saved)
    for tag, text in (
        ("version", metadata.version),
        ("extra1", metadata.extra1),
        ("extra2", metadata.extra2),
        ("VassalVersion", metadata.vassal_version),
        ("dateSaved", saved),
    ):
        _append(root, tag, text)
    _append_translated(root, "description", metadata.description, metadata.descriptions, metadata.vassal_version)
    _append_translated(root, "name", metadata.name, metadata.names, metadata.vassal_version)
    _append(root, "universal", None if metadata.universal is None else str(metadata.universal).lower())
    return _DECLARATION + etree.tostring(root, encoding="utf-8", pretty_print=True)


def _append(root: etree._Element, tag: str, text: str | None, **attributes: str) -> None:
    if text is not None:
        etree.SubElement(root, tag, attributes).text = _clean(text) or None


def _append_translated(
    root: etree._Element, tag: str, text: str | None, translations: tuple[tuple[str, str], ...], version: str
) -> None:
    if text is None:
        return
    _append(root, tag, text)
    for language, translated in translations:
        pair = (translated, language) if swaps_translations(version) else (language, translated)
        _append(root, tag, pair[1], lang=_clean(pair[0]))


def _clean(text: str) -> str:
    """Return the text without the characters that XML cannot hold."""
    return re.sub(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "", text)
