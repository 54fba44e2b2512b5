"""The lines of the chat window: who or what speaks, the sentence for people, and the record at its end for programs."""

import html
import re
import unicodedata
from enum import StrEnum
from typing import Final

import msgspec

RECORD: Final = re.compile(
    r"(?P<open><!--|<font [^<>]*>| ?)"
    r"\[#(?P<verb>[a-z][a-z0-9]*)(?P<fields>(?:;[a-z][a-z0-9]*=[^;\[\]]*)*)\]"
    r"(?P<close>-->|</font>)?$"
)
CLOSES: Final = {"<!--": "-->", "": None, " ": None}
TYPED: Final = re.compile(r"(?:&lt;(?P<name>.*?)&gt;|<(?P<old>.*?)>) - (?P<text>.*)", re.DOTALL)
COLOURED: Final = re.compile(r"^([*-]\s*)[|!?~`]")
COMMENT: Final = re.compile(r"<!--.*?(?:-->|$)", re.DOTALL)
BREAK: Final = re.compile(r"<br\s*/?>|</(?:p|div|li|tr)>", re.IGNORECASE)
TAG: Final = re.compile(r"</?[A-Za-z][^<>]*>")
BLANKS: Final = re.compile(r"[ \t\r\n\f]+")
UNDO: Final = "* UNDO: "


class Kind(StrEnum):
    """Who or what speaks in a line."""

    TYPED = "typed"
    REPORT = "report"
    UNDO = "undo"
    SYSTEM = "system"
    OTHER = "other"


class Record(msgspec.Struct, frozen=True):
    """What a line says for programs: a verb and its fields."""

    verb: str
    fields: dict[str, str]


class Line(msgspec.Struct, frozen=True):
    """One line of the chat: what people read, and the record that was split from it.

    `sentence` is plain text: no mark-up, no control characters. `speaker` is the name before a typed line, as the
    player wrote it. `taken_back` is the sentence that an undo line names.
    """

    kind: Kind
    sentence: str
    speaker: str = ""
    record: Record | None = None
    taken_back: str = ""


def read(raw: str) -> Line:
    """Return a chat line as it stands in a log, told apart by who speaks."""
    typed = TYPED.match(raw)
    if typed:
        name = typed["name"] if typed["name"] is not None else typed["old"]
        return Line(Kind.TYPED, plain(typed["text"]), plain(name))
    if raw.startswith(UNDO):
        undone = readable(split_record(raw[len(UNDO) :])[0])
        return Line(Kind.UNDO, f"{UNDO}{undone}", taken_back=undone)
    if raw.startswith("*"):
        sentence, record = split_record(raw)
        return Line(Kind.REPORT, readable(sentence), record=record)
    return Line(Kind.SYSTEM if raw.startswith("-") else Kind.OTHER, readable(raw))


def split_record(raw: str) -> tuple[str, Record | None]:
    """Return a report without the record at its end, and the record; two records in one line are none."""
    if raw.count("[#") != 1:
        return raw, None
    # What opens the record stands right before its only mark: a tag, a blank, or nothing.
    mark = raw.find("[#")
    tag = raw.rfind("<", 0, mark)
    found = RECORD.search(raw, max(0, mark - 1) if tag < 0 else tag)
    if not found or not _closed(found):
        return raw, None
    fields = [field.partition("=")[::2] for field in found["fields"].split(";")[1:]]
    if len({key for key, _ in fields}) < len(fields):
        return raw, None
    return raw[: found.start()], Record(found["verb"], dict(fields))


def readable(raw: str) -> str:
    """Return marked-up text as people see it: no tags or comments, entities resolved, nothing to steer a terminal."""
    text = BREAK.sub(" ", COMMENT.sub("", COLOURED.sub(r"\1", raw)))
    return plain(TAG.sub("", text))


def plain(raw: str) -> str:
    """Return text that was never mark-up: entities resolved, blanks drawn together, control characters made visible."""
    text = BLANKS.sub(" ", html.unescape(raw)).strip()
    return text if text.isprintable() else "".join(map(_visible, text))


def _closed(found: re.Match[str]) -> bool:
    return found["close"] == CLOSES.get(found["open"], "</font>")


def _visible(character: str) -> str:
    if character.isprintable():
        return character
    if character < " ":
        return chr(0x2400 + ord(character))
    return character if unicodedata.category(character) == "Zs" else "\N{REPLACEMENT CHARACTER}"
