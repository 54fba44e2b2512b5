"""What a piece looks like: the pictures that the engine would lay on each other for whoever watches from outside.

    drawn(position, piece)   # (Picture("unit.png", 0, 0), Picture("loss.png", 12, -8))

Who watches sits on no side: what is masked shows its mask, what is hidden shows nothing.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from vassal import expressions
from vassal.beanshell import worth
from vassal.position import Position
from vassal.properties import Answers
from vassal.standing import Pile, Standing
from vassal.traits import Trait


class Picture(NamedTuple):
    """A picture of the module, with its middle beside that of the piece; turned clockwise by degrees."""

    name: str
    x: int = 0
    y: int = 0
    scale: float = 1.0
    turned: float = 0.0
    corner: bool = False
    """Its upper left corner lies there, not its middle."""


class Writing(NamedTuple):
    """A text on a piece: where its anchor lies beside the piece's middle, by which of its own edges, how it looks."""

    text: str
    x: int
    y: int
    size: int
    colour: str
    ground: str
    across: str
    """`l`, `c`, `r`: the edge of the piece at which it stands."""
    down: str
    """`t`, `c`, `b`."""


Look: TypeAlias = tuple[Picture | Writing, ...]
"""From the bottom to the top."""

DRAWN: Final = frozenset(
    {"basic", "layer", "old_layer", "label", "mask", "invisible", "rotate", "free_rotate", "moved"}
)
"""Kinds of traits whose looks are shown."""
UNSHOWN: Final = frozenset({"trail", "area", "pivot", "shape", "old_shape"})
"""Kinds that have something to do with looks, of which a moment of a game needs nothing."""
_WATCHES: Final = frozenset({"PlayerSide", "PlayerName", "PlayerId"})
_FULL: Final = 360


class _Seen(Answers):
    """What a piece answers to somebody who sits on no side; small expressions are worked out."""

    def _ask(self, name: str) -> str | None:
        return "" if name in _WATCHES else super()._ask(name)

    def _of_trait(self, trait: Trait, name: str) -> tuple[bool, str | None]:
        if trait.kind == "calculated" and trait.text("name") == name:
            value = worth(trait.text("expression"), self.ask)
            if value is not None:
                return True, value
        return super()._of_trait(trait, name)

    def _followed(self, wish: str) -> str | None:
        value = super()._followed(wish)
        return worth(wish, self.ask) if value is None and expressions.is_script(wish) else value


def drawn(position: Position, piece: Standing) -> Look:
    """Return how a piece looks in a position; nothing where it is hidden, or lies below others in a deck."""
    pile = position.things.find(piece.pile) if piece.pile else None
    if isinstance(pile, Pile) and pile.deck is not None:
        if pile.members[-1:] != (piece.id,):
            return ()
        if pile.face_down:
            return _mask(piece)
    if any(_by_somebody(trait, "hidden_by") for trait in piece.traits if trait.kind == "invisible"):
        return ()
    if any(_by_somebody(trait, "masked_by") for trait in piece.traits if trait.kind == "mask"):
        return _mask(piece)
    return tuple(_layers(_Seen(position, piece)))


def masked(position: Position, piece: Standing) -> bool:
    """Tell whether somebody who sits on no side cannot know which piece it is: all that it may show is its mask."""
    pile = position.things.find(piece.pile) if piece.pile else None
    if isinstance(pile, Pile) and pile.face_down:
        return True
    return any(_by_somebody(trait, "masked_by") for trait in piece.traits if trait.kind == "mask")


def _by_somebody(trait: Trait, name: str) -> bool:
    return trait.text(name) not in {"", "null"}


def _mask(piece: Standing) -> Look:
    masks = (trait.text("image") for trait in piece.traits if trait.kind == "mask")
    return tuple(Picture(image) for image in masks if image)[:1]


def _layers(answers: _Seen) -> Iterator[Picture | Writing]:
    """Yield what its traits draw, the innermost first; what is turned turns all that lies within."""
    within: list[Picture | Writing] = []
    for trait in reversed(answers.piece.traits):
        if trait.kind in ("rotate", "free_rotate"):
            angle = _angle(trait)
            within = [_turned(each, angle) for each in within] if angle else within
        elif trait.kind in _OF_KIND:
            within.extend(_OF_KIND[trait.kind](answers, trait))
    yield from within


def _basic(answers: _Seen, trait: Trait) -> Iterator[Picture | Writing]:
    del answers
    if trait.text("image"):
        yield Picture(trait.text("image"))


def _layer(answers: _Seen, trait: Trait) -> Iterator[Picture | Writing]:
    level = answers.level(trait)
    images = trait.items("images")
    if level is None or not 0 < level <= len(images) or not images[level - 1]:
        return
    if trait.text("only_if_property") and answers.ask(trait.text("only_if_property")) != trait.text("only_if_value"):
        return
    yield Picture(images[level - 1], trait.number("x_offset"), trait.number("y_offset"), _real(trait, "scale"))


def _old_layer(answers: _Seen, trait: Trait) -> Iterator[Picture | Writing]:
    del answers
    rows, level = trait.rows("levels"), trait.number("level") if trait.state else -1
    if 0 < level <= len(rows) and rows[level - 1][0]:
        yield Picture(str(rows[level - 1][0]), trait.number("x_offset"), trait.number("y_offset"))


def _moved(answers: _Seen, trait: Trait) -> Iterator[Picture | Writing]:
    del answers
    if trait.flag("moved") and not trait.text("image").startswith("/"):
        yield Picture(trait.text("image"), trait.number("x_offset"), trait.number("y_offset"), corner=True)


def _label(answers: _Seen, trait: Trait) -> Iterator[Picture | Writing]:
    text = answers.fill(trait.text("text").strip())
    if not text:
        return
    down, across = trait.text("vertical_position"), trait.text("horizontal_position")
    x, y = trait.number("horizontal_offset"), trait.number("vertical_offset")
    yield Writing(text, x, y, trait.number("font_size"), _rgb(trait, "colour"), _rgb(trait, "background"), across, down)


def _rgb(trait: Trait, name: str) -> str:
    """Return a colour as `#rrggbb`, empty for none."""
    parts = trait.text(name).split(",")[:3]
    numbers = [int(part) for part in parts if part.strip().isdecimal()]
    return "#" + "".join(f"{min(255, number):02x}" for number in numbers) if len(numbers) == 3 else ""


def _real(trait: Trait, name: str) -> float:
    value = trait[name]
    return float(value) if isinstance(value, (int, float)) else 0.0


def _angle(trait: Trait) -> float:
    if trait.kind == "free_rotate":
        return -_real(trait, "angle") % _FULL
    facings = trait.number("facings")
    return (trait.number("facing") % facings) * _FULL / facings if facings > 0 else 0.0


def _turned(each: Picture | Writing, angle: float) -> Picture | Writing:
    return each._replace(turned=(each.turned + angle) % _FULL) if isinstance(each, Picture) else each


_OF_KIND: Final = {
    "basic": _basic,
    "layer": _layer,
    "old_layer": _old_layer,
    "moved": _moved,
    "label": _label,
}


__all__ = ["DRAWN", "UNSHOWN", "Look", "Picture", "Writing", "drawn", "masked"]
