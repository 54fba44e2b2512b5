"""A large save made to measure: many pieces with deep chains, some of their traits shared, some their own."""

from collections.abc import Iterator
from random import Random

from vassal import commands, pieces, traits
from vassal.commands import Command
from vassal.metadata import Metadata
from vassal.pieces import Piece
from vassal.savefile import SaveFile
from vassal.traits import Trait
from vassal.wire import Form

PIECES = 2_300
FEWEST, MOST = 20, 60
_PROTOTYPES = 30
_OWN = 0.04
"""The share of traits that no other piece has."""
_WORDS = [
    "advance",
    "assault",
    "barrage",
    "bridge",
    "company",
    "division",
    "entrench",
    "fire",
    "flank",
    "forest",
    "ground",
    "hill",
    "limber",
    "march",
    "rally",
]


def big_save(seed: int = 1, count: int = PIECES, most: int = MOST) -> SaveFile:
    """Return a save of so many pieces, each in a stack of its own."""
    random = Random(seed)
    prototypes = [[_trait(random) for _ in range(most)] for _ in range(_PROTOTYPES)]
    parts: list[Command] = []
    for number in range(count):
        parts += [commands.add(each) for each in _standing(random, number, random.choice(prototypes))]
    return SaveFile(
        (
            commands.make("begin"),
            commands.make("empty"),
            commands.make("empty", *parts),
            commands.make("player", id="pw-1", name="Ann", side="Blue"),
            *(commands.make("global_property", name=f"P{n}", value=str(n), container="Module") for n in range(300)),
            commands.make("boards", picker="Main MapBoardPicker", boards=((("Board",), 0, 0),)),
            commands.make("started"),
            commands.make("end"),
        ),
        Form("vcsk", 0x5A),
        Metadata("1.0", "3.7.26", 1_794_982_759_065),
        Metadata("1.0", "3.7.0", 1_794_982_759_065, "A large game", "Large"),
    )


def _standing(random: Random, number: int, prototype: list[Trait]) -> Iterator[pieces.Placed]:
    """Yield a piece and the stack that it lies in."""
    x, y = random.randrange(4_000), random.randrange(4_000)
    depth = random.randint(FEWEST, len(prototype)) - 1
    own = [_trait(random) if random.random() < _OWN else _in_a_state(random, each) for each in prototype[:depth]]
    remembered = (("UniqueID", str(number)), ("OldX", str(x)), ("OldY", str(y)), ("OldMap", "Main Map"))
    basic = traits.make(
        "basic",
        image=f"unit-{number}.png",
        name=f"Unit {number}",
        map="Main Map",
        x=x,
        y=y,
        gpid=str(number % 700),
        properties=remembered,
    )
    yield Piece(str(1_700_000_000_000 + number), (*own, basic))
    yield pieces.stack(str(1_800_000_000_000 + number), "Main Map", (x, y), [str(1_700_000_000_000 + number)], 1)


def _trait(random: Random) -> Trait:
    return random.choice(_MAKERS)(random)


def _in_a_state(random: Random, trait: Trait) -> Trait:
    if trait.kind == "property":
        return trait.with_state(str(random.randrange(12)))
    if trait.kind == "label":
        return trait.with_state(f"{random.randrange(9)}-{random.randrange(9)}")
    if trait.kind == "layer":
        return trait.with_state(str(random.randint(1, 4)))
    if trait.kind == "marker":
        return trait.with_fields(values=(_word(random), str(random.randrange(1_000))))
    if trait.kind == "trail":
        return trait.with_fields(points=tuple((random.randrange(4_000), random.randrange(4_000)) for _ in range(3)))
    return trait


def _word(random: Random) -> str:
    return random.choice(_WORDS)


def _key(random: Random) -> str:
    return f"57348,0,{_word(random)}{random.randrange(1_000)}"


def _layer(random: Random) -> Trait:
    name = f"{_word(random)}{random.randrange(10_000)}"
    images = tuple(f"{name}-{level}.png" for level in range(4))
    names = ("", f"+ {_word(random)}", "+ disrupted", "+ spent")
    return traits.make("layer", name=name, images=images, level_names=names, increase_key=_key(random), level=1)


def _label(random: Random) -> Trait:
    return traits.make("label", key=_key(random), property=_word(random), description=_word(random), text="3-4")


def _property(random: Random) -> Trait:
    changes = tuple((_word(random), _key(random), ("P", f"{{{_word(random)} + {n}}}")) for n in range(2))
    return traits.make("property", name=_word(random), constraints=(True, 0, 12, False), commands=changes, value="5")


def _report(random: Random) -> Trait:
    keys = (_key(random), _key(random))
    return traits.make("report", keys=keys, format=f"* $location$: $newPieceName$ {_word(random)} *")


def _trigger(random: Random) -> Trait:
    keys = (_key(random), _key(random))
    return traits.make("trigger", name=_word(random), key=_key(random), condition="{Steps > 1}", action_keys=keys)


def _marker(random: Random) -> Trait:
    return traits.make("marker", names=("Side", f"{_word(random)}"), values=("Blue", "4"))


def _send(random: Random) -> Trait:
    return traits.make("send_to", menu=_word(random), key=_key(random), map="Main Map", zone=_word(random))


def _calculated(random: Random) -> Trait:
    return traits.make("calculated", name=_word(random), expression=f'{{{_word(random)} == "{_word(random)}" ? 1 : 2}}')


def _trail(random: Random) -> Trait:
    return traits.make("trail", key=_key(random), description=_word(random), start_map="Main Map", points=((1, 2),))


def _mask(random: Random) -> Trait:
    return traits.make("mask", key=_key(random), image=f"{_word(random)}.png", access="side:")


_MAKERS = (_layer, _label, _property, _report, _trigger, _marker, _send, _calculated, _trail, _mask)
