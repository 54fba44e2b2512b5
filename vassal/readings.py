"""What the state of one trait means: the properties that it answers for, by the names that the engine gives them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, TypeAlias

from vassal.arithmetic import round_half_up
from vassal.traits import Trait, parse
from vassal.traits.trait import REMEMBERED, TRAITS

Reading: TypeAlias = Iterator[tuple[str, str]]

NOTHING: Final[Mapping[str, str]] = MappingProxyType({})
LOCAL: Final = ("Old", "Clicked")
"""How the names of properties begin that each program keeps for itself: a replay does not bring them about."""


def readings(trait: Trait) -> Mapping[str, str]:
    """Return the properties that a trait answers for by itself; empty for traits that hold none."""
    reader = READERS.get(trait.kind)
    if reader is None:
        return NOTHING
    if len(trait.type) + len(trait.state) > REMEMBERED:
        return dict(reader(trait))
    return _known(trait.type, trait.state)


def of_all(traits: Sequence[Trait]) -> Mapping[str, str]:
    """Return the properties that traits answer for together: of several that know one, the first answers."""
    found: dict[str, str] = {}
    # Each piece of each position is read so, hence no call that can be spared.
    for trait in reversed(traits):
        known = len(trait.type) + len(trait.state) <= REMEMBERED and trait.kind in READERS
        found.update(_known(trait.type, trait.state) if known else readings(trait))
    return found


@lru_cache(maxsize=TRAITS)
def _known(type_text: str, state: str) -> Mapping[str, str]:
    """Return the same, remembered: a trait never becomes another."""
    trait = parse(type_text, state)
    return dict(READERS[trait.kind](trait))


def word(value: bool) -> str:
    """Return a truth as the engine writes it."""
    return "true" if value else "false"


def level(trait: Trait) -> int:
    """Return the level of a layer, below zero where it is switched off, kept within its levels."""
    count = len(trait.items("images")) if trait.kind == "layer" else len(trait.rows("levels"))
    value = trait.number("level") if trait.state else -1
    return max(-count, min(value, count))


def level_readings(trait: Trait, value: int) -> Reading:
    """Yield what a layer answers at a level."""
    name = trait.text("name")
    yield f"{name}_Level", str(value)
    yield f"{name}_Active", word(value > 0)
    yield f"{name}_Name", _without_plus(level_name(trait, value))
    images = trait.items("images")
    yield f"{name}_Image", images[value - 1] if 0 < value <= len(images) else ""


def level_name(trait: Trait, value: int) -> str:
    """Return the name of a level, with the `+` that joins it to the name of the piece."""
    names = trait.items("level_names")
    return names[value - 1] if 0 < value <= len(names) else ""


def _without_plus(name: str) -> str:
    return name[1:] if name.startswith("+") else name.removesuffix("+")


def _layer(trait: Trait) -> Reading:
    return level_readings(trait, level(trait))


def _old_layer(trait: Trait) -> Reading:
    value = level(trait)
    yield "_Level", str(value)
    yield "_Active", word(value > 0)


def _property(trait: Trait) -> Reading:
    yield trait.text("name"), trait.text("value")


def _marker(trait: Trait) -> Reading:
    values = trait.items("values")
    for place, name in enumerate(trait.items("names")):
        yield name, values[place] if place < len(values) else ""


def _moved(trait: Trait) -> Reading:
    yield "Moved", word(trait.flag("moved"))


def _mask(trait: Trait) -> Reading:
    yield "ObscuredToOthers", word(trait.text("masked_by") not in {"", "null"})


def _invisible(trait: Trait) -> Reading:
    yield "InvisibleToOthers", word(trait.text("hidden_by") not in {"", "null"})


def _label(trait: Trait) -> Reading:
    if trait.text("property"):
        yield trait.text("property"), trait.text("text").strip()


def _rotate(trait: Trait) -> Reading:
    name, facings = trait.text("name"), max(1, trait.number("facings"))
    index = min(trait.number("facing"), facings - 1)
    yield f"{name}_Facing", str(index + 1)
    yield f"{name}_Degrees", str(round_half_up(index * (360.0 / facings)) % 360)


def _free_rotate(trait: Trait) -> Reading:
    name = trait.text("name")
    yield f"{name}_Facing", "1"
    yield f"{name}_Degrees", str(round_half_up(abs(trait.real("angle"))) % 360)


def _area(trait: Trait) -> Reading:
    yield f"{trait.text('name')}_Active", word(trait.flag("always_on") or trait.flag("active"))


def _no_stack(trait: Trait) -> Reading:
    select, move = trait.text("select"), trait.text("move")[:1]
    never = move == "V" or (not move and "n" in select)
    if trait.text("stack")[:1] != "L":
        yield "NoStack", "true"
    yield "IgnoreGrid", word("g" in select)
    yield "cannotMove", word(never)
    yield "Immobile", word(never or move == "I" or (not move and any(each in select for each in "itc")))


def _sheet(trait: Trait) -> Reading:
    values = trait.items("values")
    place = 0
    for entry in trait.items("definition"):
        if entry:
            value = values[place] if place < len(values) else ""
            place += 1
            slash = value.find("/")
            yield entry[1:], value[:slash] if entry[0] in "3456" and slash > 0 else value


def _attachment(trait: Trait) -> Reading:
    count = str(len(trait.items("attached")))
    yield "AttachCount", count
    yield f"{trait.text('name')}_AttachCount", count


def _mat(trait: Trait) -> Reading:
    yield "MatName", trait.text("name")
    yield "MatNumCargo", str(len(trait.items("cargo")))
    yield "NoStack", "true"


def _cargo(_: Trait) -> Reading:
    yield "IsCargo", "true"


def _basic_name(trait: Trait) -> Reading:
    yield "BasicName", trait.text("name")


def _message(trait: Trait) -> Reading:
    yield trait.text("name"), trait.text("text")


def _basic(trait: Trait) -> Reading:
    yield "BasicName", trait.text("name")
    yield "PieceId", trait.text("gpid")
    yield from persistent(trait).items()


def persistent(basic: Trait) -> dict[str, str]:
    """Return what a basic piece remembers of its own past (`OldX`, `UniqueID`, ...)."""
    return {str(pair[0]): str(pair[1]) for pair in basic.rows("properties") if len(pair) == 2}


READERS: Final[Mapping[str, Callable[[Trait], Reading]]] = MappingProxyType(
    {
        "layer": _layer,
        "old_layer": _old_layer,
        "property": _property,
        "marker": _marker,
        "moved": _moved,
        "mask": _mask,
        "invisible": _invisible,
        "label": _label,
        "rotate": _rotate,
        "free_rotate": _free_rotate,
        "area": _area,
        "no_stack": _no_stack,
        "sheet": _sheet,
        "attachment": _attachment,
        "mat": _mat,
        "cargo": _cargo,
        "basic_name": _basic_name,
        "message": _message,
        "basic": _basic,
    }
)
