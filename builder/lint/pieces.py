"""Rules on prototypes, and on how pieces are written: escapes, counts, the order of traits."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from builder.lint.rule import Found, Rule, Severity, rule
from builder.lint.view import View
from vassal.errors import VassalError
from vassal.fields import FLAG, INT, REAL
from vassal.pieces import ADD
from vassal.sequence import split, unnest
from vassal.traits import KINDS

_NO_MAP = "null"
_BASIC_FIELDS = 4
_TOKENS = 3
_SWALLOWED = re.compile(r"^[^;$\{]{1,200};[0-9]{1,5},[0-9]{1,4}(?:,[^;]*)?$")
"""A text with a key behind a separator: the separator was escaped by accident."""
_ROTATING = ("rotate", "free_rotate")


@rule(
    "HM401",
    Severity.ERROR,
    why="VASSAL says nothing: the piece simply lacks what the prototype would give it.",
    example="`prototype;Infanty` where the prototype is called `Infantry`",
    fix="Correct the name, or make the prototype.",
)
def missing_prototype(view: View) -> Iterator[Found]:
    """A piece uses a prototype that does not exist."""
    known = view.module.prototypes.definitions
    for at, trait in view.kind("prototype"):
        name = trait.text("name")
        if name not in known and "$" not in name:
            yield Found(at, f"there is no prototype {name!r}")


@rule(
    "HM402",
    Severity.ERROR,
    why="VASSAL gives up after fifty rounds with a bug report, and the piece is not what it should be.",
    example="`A` uses `B`, `B` uses `A`",
    fix="Break the circle.",
)
def cyclic_prototype(view: View) -> Iterator[Found]:
    """A prototype stands in itself, by way of others or directly."""
    for name in view.module.prototypes.definitions:
        try:
            cyclic = view.module.prototypes.check(name).cyclic
        except VassalError as error:
            yield Found(f"PrototypeDefinition[{name}]", error.what)
            continue
        if name in cyclic:
            yield Found(f"PrototypeDefinition[{name}]", "stands in itself")


@rule(
    "HM403",
    Severity.NOTE,
    why="It is read and kept, and whoever maintains the module wonders what it is for.",
    example="a prototype `Old infantry` that no piece has any more",
    fix="Remove it, or use it.",
)
def unused_prototype(view: View) -> Iterator[Found]:
    """No piece uses a prototype."""
    used = {trait.text("name") for _, trait in view.kind("prototype")}
    computed = any("$" in name for name in used)
    for name in view.module.prototypes.definitions if not computed else ():
        if name and name not in used:
            yield Found(f"PrototypeDefinition[{name}]", "no piece uses it")


@rule(
    "HM404",
    Severity.ERROR,
    why="VASSAL cannot build the piece; some of these mistakes keep the whole module from opening.",
    example="an empty slot, or `+/null/delete;` without a state",
    fix="Write the piece again in VASSAL's editor.",
)
def unreadable_piece(view: View) -> Iterator[Found]:
    """The text of a slot or prototype is no piece."""
    return (Found(each.place, each.flaw) for each in view.holders if each.piece is None)


@rule(
    "HM405",
    Severity.ERROR,
    why="What stands behind an unescaped slash is read as the piece's state: the name is cut and the rest is lost.",
    example="`piece;;;x.png;Km/h/` instead of `piece;;;x.png;Km\\/h/`",
    fix="Write `\\/` for a slash in a name or text.",
)
def unescaped_slash(view: View) -> Iterator[Found]:
    """A piece has more parts than id, type and state: a slash is not escaped."""
    for each in view.holders:
        if each.text.startswith(ADD):
            parts = split(each.text[len(ADD) :], "/")
            if len(parts) > _TOKENS and any(parts[_TOKENS:]):
                yield Found(each.place, f"what follows {parts[1][-30:]!r} is lost")


@rule(
    "HM406",
    Severity.ERROR,
    why="VASSAL shows a bug report, and the piece ends at the corner of nowhere.",
    example="three traits, two states",
    fix="Give each trait a state, if only an empty one: as many tabs in the state as in the type.",
)
def fewer_states(view: View) -> Iterator[Found]:
    """A piece has fewer states than traits."""
    for each in view.holders:
        parts = split(each.text[len(ADD) :], "/") if each.text.startswith(ADD) else []
        if len(parts) >= _TOKENS and each.piece:
            states = unnest(parts[2], "\t")
            if len(states) < len(each.traits):
                yield Found(each.place, f"{len(each.traits)} traits, {len(states)} states")


@rule(
    "HM407",
    Severity.ERROR,
    why="The backslash swallows what separates the text from the next: all fields behind it are shifted.",
    example="a menu text `Fire\\`",
    fix="Take the backslash away.",
)
def backslash_in_trait(view: View) -> Iterator[Found]:
    """A text of a trait ends with a backslash, which joins it with the next field."""
    for at, trait in view.traits:
        texts = [value for value in trait.values if isinstance(value, str)]
        texts += [str(item) for value in trait.values if isinstance(value, tuple) for item in value]
        flawed = next((text for text in texts if text.endswith("\\") or _SWALLOWED.search(text)), None)
        if flawed is not None:
            yield Found(at, f"{flawed[-40:]!r} was not meant to be one text")


@rule(
    "HM408",
    Severity.ERROR,
    why="VASSAL does not open the module.",
    example="`piece;;tiger.png` instead of `piece;;;tiger.png;Tiger`",
    fix="Write all four fields: two empty ones, the picture, the name.",
)
def short_basic_piece(view: View) -> Iterator[Found]:
    """The basic piece of a slot or prototype lacks fields."""
    for each in view.holders:
        if each.piece and len(each.piece.basic.values) < _BASIC_FIELDS:
            yield Found(each.place, f"{len(each.piece.basic.values)} of 4 fields")


@rule(
    "HM409",
    Severity.WARNING,
    why="A list of one empty name is written as an empty list, and the layer has no level at all.",
    example="`emb2;…` with the image list empty",
    fix="Give the layer a picture, or a second level.",
)
def empty_layer(view: View) -> Iterator[Found]:
    """A layer has no level."""
    for at, trait in view.kind("layer"):
        if not trait.items("images"):
            yield Found(at, "has no level")


@rule(
    "HM410",
    Severity.WARNING,
    why="VASSAL cannot know what it is, writes a warning into its log, and puts an empty marker in its place.",
    example="`whizbang;1;2`",
    fix="Remove the trait, or bring along the code that reads it.",
)
def unknown_trait(view: View) -> Iterator[Found]:
    """A trait is of a kind that VASSAL does not have."""
    for at, trait in view.kind("unknown"):
        yield Found(at, f"there is no trait {trait.prefix[:40]!r}")


@rule(
    "HM411",
    Severity.WARNING,
    why="VASSAL takes its default instead; `True` and `yes` mean false.",
    example="`hide;…;maybe` where true or false is wanted",
    fix="Write `true` or `false`, or a number.",
)
def broken_field(view: View) -> Iterator[Found]:
    """A field of a trait holds neither what it wants nor nothing."""
    for at, trait in view.traits:
        for column, value in zip(KINDS[trait.kind].type.columns, trait.values, strict=False):
            if not isinstance(value, str) or not value.strip() or "$" in value:
                continue
            if column.type is FLAG or (column.type in {INT, REAL} and not _is_number(value)):
                yield Found(f"{at}: {column.name}", f"{value[:40]!r} is not what belongs here")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


@rule(
    "HM412",
    Severity.WARNING,
    why="The map and place are set when a piece is placed; a slot with a place of its own confuses the editor.",
    example="a slot whose state begins with `Main Map;100;100`",
    fix="Write `null;0;0` in the basic piece of a slot.",
)
def placed_slot(view: View) -> Iterator[Found]:
    """The piece of a slot claims to lie on a map already."""
    for each in view.holders:
        if each.piece and each.piece.basic.text("map") not in {"", _NO_MAP}:
            yield Found(each.place, f"lies on {each.piece.basic.text('map')!r}")


@rule(
    "HM413",
    Severity.WARNING,
    why="The trail turns with the piece, and points to places where it never was.",
    example="Can Rotate outside of Movement Trail",
    fix="Move the trail outside of (below, in the editor's list) the rotation.",
)
def trail_inside_rotation(view: View) -> Iterator[Found]:
    """A movement trail lies inside of a rotation."""
    for at, piece in view.distinct:
        kinds = [trait.kind for trait in piece.traits]
        turning = [index for index, kind in enumerate(kinds) if kind in _ROTATING]
        if turning and "trail" in kinds[turning[0] + 1 :]:
            yield Found(at, "the trail turns with the piece")


@rule(
    "HM414",
    Severity.WARNING,
    why="The chat takes them for HTML: the name is cut or disappears.",
    example="a piece called `<Tiger>`",
    fix="Write the name without angle brackets.",
)
def bracketed_name(view: View) -> Iterator[Found]:
    """A name of a piece or place holds angle brackets."""
    for each in view.holders:
        if each.piece and not each.is_prototype and {"<", ">"} & set(each.piece.name):
            yield Found(each.place, f"the name is {each.piece.name!r}")
    for at, component in view.named("Zone", "Region", "Board", "DrawPile"):
        if {"<", ">"} & set(component.get("name")):
            yield Found(at, f"the name is {component.get('name')!r}")


@rule(
    "HM415",
    Severity.WARNING,
    why="Only the outermost of them counts, wherever it is asked for; the others are set and never seen.",
    example="two Dynamic Properties `Steps` in one piece",
    fix="Rename one, or remove it; mind that prototypes bring traits along.",
)
def doubled_property(view: View) -> Iterator[Found]:
    """A piece has two dynamic or calculated properties of one name."""
    for at, piece in view.distinct:
        names = Counter(
            trait.text("name")
            for trait in piece.traits
            if trait.kind in {"property", "calculated"} and trait.text("name")
        )
        for name, count in names.items():
            if count > 1:
                yield Found(at, f"{count} properties are called {name!r}")


@rule(
    "HM416",
    Severity.WARNING,
    why="The names that have no value read as nothing.",
    example="`mark;Side,Kind` with the state `Blue`",
    fix="Give each name its value, in the same order.",
)
def short_marker(view: View) -> Iterator[Found]:
    """A marker has fewer values than names."""
    for at, trait in view.kind("marker"):
        names, values = trait.items("names"), trait.items("values")
        if len(values) < len(names) and not (len(names) == 1 and not trait.state):
            yield Found(at, f"{len(names)} names, {len(values)} values")


RULES: tuple[Rule, ...] = (
    missing_prototype,
    cyclic_prototype,
    unused_prototype,
    unreadable_piece,
    unescaped_slash,
    fewer_states,
    backslash_in_trait,
    short_basic_piece,
    empty_layer,
    unknown_trait,
    broken_field,
    placed_slot,
    trail_inside_rotation,
    bracketed_name,
    doubled_property,
    short_marker,
)
