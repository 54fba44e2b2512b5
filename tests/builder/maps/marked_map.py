"""Maps with everything that can lie on the sides of places, in them, along edges and over regions."""

from pathlib import Path

from assets.checking import build
from assets.maps import Map
from assets.nodes import parse
from builder.maps.words import Words

HERE = Path(__file__).parent
SIDES = {"red": ("#b03020", "#ffffff"), "blue": ("#3060a0", "#ffffff")}


def marked(name: str = "marked") -> Map:
    """The map of hexes (`marked`) or of squares (`fields`)."""
    text = (HERE / f"{name}.yaml").read_text(encoding="utf-8")
    return build(parse(text, f"maps/{name}.yaml"), Map, f"maps/{name}", name)


def told(source: Map) -> Words:
    return Words("en", source.title.en, source.subtitle.en, "A game", (), "", {}, source.worth, SIDES)
