"""Reading XML, in this one place: no entities, no network, bounded size, depth and number of components."""

import codecs
import re
import sys
from xml.parsers import expat

from vassal.components import Component
from vassal.errors import Damaged, TooLarge, Unsupported, VassalError
from vassal.expressions import trim
from vassal.limits import DEFAULT, Limits

_MOST_COMPONENTS = 500_000
_MOST_ATTRIBUTES = 2_000_000
_DEEPEST = 200
_CHUNK = 1 << 18
# The parser takes a whole tag into memory, attribute by attribute, before it tells of it.
_LONGEST_TAG = 4_000_000
_DECLARATION = re.compile(r"\s*<\?xml\s[^>]*?\?>")
_ENCODING = re.compile(rb"""\A\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_KNOWN = {"utf-8", "utf-16", "utf-16-le", "utf-16-be", "iso8859-1", "iso8859-15", "cp1252", "ascii"}


def parse(data: bytes, place: str = "buildFile.xml", limits: Limits = DEFAULT) -> Component:
    """Return the tree of components of a document."""
    if len(data) > limits.xml:
        raise TooLarge(f"{len(data)} bytes of XML, more than {limits.xml}", place)
    text = _DECLARATION.sub("", _decoded(data, place).lstrip("\ufeff"), count=1)
    _refuse_doctype(text, place)
    _refuse_long_tag(text, place)
    tree = _Tree()
    # Without a document type there are no entities but XML's own five. One stated encoding keeps the parser from
    # believing a declaration that we have obeyed already.
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = tree.start, tree.end
    parser.CharacterDataHandler = tree.data
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = _refused
    encoded = text.encode("utf-8")
    try:
        for start in range(0, len(encoded), _CHUNK):
            parser.Parse(encoded[start : start + _CHUNK])
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise Damaged(f"not well-formed XML: {error}", place) from None
    except VassalError as error:
        raise error.at(place) from None
    if tree.root is None:
        raise Damaged("an empty document", place)
    return tree.root


def _decoded(data: bytes, place: str) -> str:
    mark, encoding = next(((mark, name) for mark, name in _MARKS if data.startswith(mark)), (b"", ""))
    stated = _ENCODING.match(data)
    encoding = encoding or (stated.group(1).decode("ascii") if stated else "utf-8")
    try:
        if codecs.lookup(encoding).name not in _KNOWN:
            raise Unsupported(f"the encoding {encoding} is not read", place)
        return data[len(mark) :].decode(encoding)
    except LookupError:
        raise Unsupported(f"the encoding {encoding} is not known", place) from None
    except UnicodeDecodeError as error:
        raise Damaged(f"byte {error.start + len(mark)} is not {encoding}", place) from None


def _refuse_doctype(text: str, place: str) -> None:
    """Refuse a document type, the only place where entities could be declared, before the parser sees it."""
    position = 0
    while True:
        position += len(text[position : position + 4096]) - len(text[position : position + 4096].lstrip())
        if text.startswith("<!--", position):
            end = text.find("-->", position)
            position = end + 3 if end >= 0 else len(text)
        elif text.startswith("<?", position):
            end = text.find("?>", position)
            position = end + 2 if end >= 0 else len(text)
        elif text[position : position + 1].isspace():
            continue
        else:
            break
    if text.startswith("<!", position):
        raise Unsupported("a document type declaration is not read", place)


def _refused(*_declared: object) -> None:
    """Refuse what the parser sees all the same: what a handler raises, it tells at the end of its chunk only."""
    raise Unsupported("a document type declaration is not read")


def _refuse_long_tag(text: str, place: str) -> None:
    start = text.find("<")
    while start >= 0:
        end = text.find("<", start + 1)
        if (len(text) if end < 0 else end) - start > _LONGEST_TAG:
            raise TooLarge(f"a tag, with its text, of more than {_LONGEST_TAG} characters", place)
        start = end


class _Open:
    """A component whose end has not been seen yet."""

    __slots__ = ("attributes", "children", "tag", "text")

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Component] = []
        self.text: list[str] = []

    def closed(self) -> Component:
        return Component(self.tag, self.attributes, tuple(self.children), trim("".join(self.text)))


class _Tree:
    """Takes what the parser sees and builds the tree."""

    def __init__(self) -> None:
        self._open: list[_Open] = []
        self.root: Component | None = None
        self._count = 0
        self._attributes = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > _MOST_COMPONENTS:
            raise TooLarge(f"more than {_MOST_COMPONENTS} components")
        if len(self._open) >= _DEEPEST:
            raise TooLarge(f"components nested more than {_DEEPEST} deep")
        self._attributes += len(attributes)
        if self._attributes > _MOST_ATTRIBUTES:
            raise TooLarge(f"more than {_MOST_ATTRIBUTES} attributes")
        self._open.append(_Open(sys.intern(tag), attributes))

    def data(self, data: str) -> None:
        self._open[-1].text.append(data)

    def end(self, tag: str) -> None:
        component = self._open.pop().closed()
        if self._open:
            self._open[-1].children.append(component)
        else:
            self.root = component
