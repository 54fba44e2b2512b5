"""Writing build files: components by the last word of their tag, checked as they are made, always in the same bytes.

component("Map", component("BoardPicker", component("Board", name="East", width=800, height=600)), mapName="Main")
component("entry", "Blue")
component("LOS_Thread", threadName="LOS", global_="Always")
"""

from collections.abc import Iterator

from vassal.components import Component
from vassal.componenttable import Kind, full_tag, kind_of
from vassal.errors import VassalError
from vassal.pieces import ADD
from vassal.values import text
from vassal.xmltext import IN_ATTRIBUTE, IN_TEXT, UNWRITABLE

HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
_INDENT = "    "


class BuildError(VassalError):
    """A component is not what the engine would take."""


def component(tag: str, /, *inside: Component | str, **attributes: object) -> Component:
    """Return a component of that tag, given whole or by its last word, holding others or a text.

    An attribute that is None is left out; a name that is a word of Python takes an underscore at its end.
    """
    whole = full_tag(tag)
    kind = kind_of(whole)
    if kind is None:
        raise BuildError(f"there is no component {tag}")
    written = {name: "" for name, attribute in kind.attributes.items() if attribute.needed}
    written |= {name.removesuffix("_"): text(value) for name, value in attributes.items() if value is not None}
    children = tuple(child for child in inside if isinstance(child, Component))
    texts = [child for child in inside if isinstance(child, str)]
    made = Component(whole, dict(sorted(written.items())), children, "".join(texts))
    flaw = next(flaws(made, kind), None)
    if flaw:
        raise BuildError(flaw, made.label)
    return made


def flaws(made: Component, kind: Kind) -> Iterator[str]:
    """Yield what the engine would ignore, drop or misread in a component, what stands in it aside."""
    for name, value in made.attributes.items():
        attribute = kind.attributes.get(name)
        if attribute is None:
            yield f"a {kind.name} has no attribute {name}; it has {', '.join(sorted(kind.attributes)) or 'none'}"
            continue
        flaw = attribute.flaw(value)
        if flaw:
            yield f"{name} {flaw}"
        if UNWRITABLE.search(value):
            yield f"{name} holds a character that no XML file can hold"
    for child in made.children:
        if not kind.allows(child.tag):
            yield f"a {child.name} cannot stand in a {kind.name}"
    yield from _text_flaws(made, kind)


def _text_flaws(made: Component, kind: Kind) -> Iterator[str]:
    if kind.content is None and made.text:
        yield f"a {kind.name} holds no text"
    if made.text and made.children:
        yield "text and components do not go together"
    if made.text != made.text.strip():
        yield "the text begins or ends with blanks, which the engine drops"
    if UNWRITABLE.search(made.text):
        yield "the text holds a character that no XML file can hold"
    if kind.content == "piece" and not made.text.startswith(ADD):
        yield f"the text must be a piece and begin with {ADD}"


def document(root: Component) -> bytes:
    """Return the build file of a tree of components."""
    return (HEADER + "".join(_lines(root, ""))).encode("utf-8")


def _lines(component: Component, indent: str) -> Iterator[str]:
    written = sorted(component.attributes.items())
    attributes = "".join(f' {name}="{value.translate(IN_ATTRIBUTE)}"' for name, value in written)
    start = f"{indent}<{component.tag}{attributes}"
    if component.children:
        yield f"{start}>\n"
        for child in component.children:
            yield from _lines(child, indent + _INDENT)
        yield f"{indent}</{component.tag}>\n"
    elif component.text:
        yield f"{start}>{component.text.translate(IN_TEXT)}</{component.tag}>\n"
    else:
        yield f"{start}/>\n"
