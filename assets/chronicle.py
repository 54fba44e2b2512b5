"""The shape of `chronicle.yaml`: the records of a game, each verb declared once.

A verb says who speaks it, which keys its record has and where their values come from, what it does on the board and in
which order, and which action of the referee it means. From that come the menu and the speech of the module, the reading
and the writing of the record, and its words; shared by all of them.

**Where a value comes from** (`from`), for a key of all verbs or for one verb:

    count side turn      the counter; the side of the player; the turn of the clock
    piece number name    the piece's id in the game, its number in the module, what it is (its `Id`)
    place origin         where the piece stands; where it stood
    chosen               what was chosen from the menu
    property X           a property of the piece that speaks; `property old{what}` puts a choice into the name
    game X               a property of the whole game, where another verb left it
    engine X             a word that only this speaker knows: the tracker `Phase`, the sight line `Range`
    mouse                the place under the mouse, for a verb of the map
    result value         the dice as they fell; the new value of a property that says so itself
    given                the part of the module that speaks it says it
    nothing              it stays empty; whoever writes a log by hand may fill it

**What a verb does** (`does`) are deeds in their order, with `say` where its line stands: `set` gives a property of the
piece a value, `layer` switches a layer on or off, `send` brings the piece to a box (`piles`: the one that belongs to
what was chosen), `keep` gives a property of the whole game a value, `wipe` empties a property on every piece, `roll`
throws the dice of a purpose, with a record of its own. Of a unit that has `parts`, `fetch` has the `parts` or the
`whole` come to where the piece lies, `join` brings the piece to its `whole`, `kin` sends all parts of the same whole
that lie in its place to a box. `to` is the value (`{u}` the value of a key, `{Formation}` a
fixed property of the piece), `first` what a property is before, `add` a number to add instead, `when` the choices for
which it is done. `roll: "{what}"` is for the purpose that was chosen. `moved`, `changed`, `rolled`, `turned` stand for
what players or other parts do.

**What follows by itself** (`then`), once the line is said: a `state` that who speaks puts `on` or takes `off`, or all
pieces of the `formation` that is active, or `all` pieces; each piece says so with a record of its own, in the same
step; with `bears` only those that are in another state. `press: clock` lets the turn tracker go on by one, `press: cup`
brings all markers that are done back into the cup, `press: unmoved` takes the marks of moved pieces off. `when` names
values of keys, each one of several, `within` phases.

A key is **chosen from the menu** if it has `choices` and comes from `chosen`, or from the property that the verb gives
the chosen value. `listed` takes the choices from a list of the game's (`assets.listed`); `onward` are commands that
choose the word so many places on in the list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from msgspec import Meta, field

from assets.basics import Strict, Text, Word
from assets.dice import FORM as DICE
from assets.dice import MANY, Dice
from assets.shots import Cell, ShotColumn

KNOWN: Mapping[str, str] = {
    "count": "HX_K",
    "piece": "PieceUID",
    "number": "PieceId",
    "name": "Id",
    "place": "LocationName",
    "origin": "OldLocationName",
    "side": "PlayerSide",
    "turn": "Turn",
    "chosen": "What",
    "mouse": "HX_Mouse",
    "result": "result",
    "value": "newValue",
}
"""By source of one word: the property in which the engine has it."""
NAMED = ("property", "game", "engine")
"""Sources that name the property themselves."""
NOTHING, GIVEN, CHOSEN, MOUSE = "nothing", "given", "chosen", "mouse"
FORM = rf"^({'|'.join((*KNOWN, NOTHING, GIVEN))}|({'|'.join(NAMED)}) [A-Za-z{{][A-Za-z0-9_{{}}]*)$"
Source = Annotated[str, Meta(pattern=FORM, description="where a value comes from, such as `place` or `property Face`")]
Speaks = Literal["unit", "hq", "card", "chit", "marker", "button", "dice", "tracker", "map"]
PIECES: tuple[Speaks, ...] = ("unit", "hq", "card", "chit", "marker")
Part = Literal[
    "",
    "phase",
    "roll",
    "los",
    "vp",
    "round",
    "draw",
    "chit",
    "act",
    "general",
    "cupempty",
    "step",
    "aim",
    "fire",
    "check",
    "loss",
    "out",
    "state",
    "ride",
    "word",
    "order",
    "commit",
    "key",
    "reveal",
    "seal",
    "open",
    "mark",
    "barrage",
]
"""A part of the module that speaks a verb in its own way: with its own menus, or where something has happened."""
Name = Annotated[str, Meta(pattern="^[a-z][a-z0-9]*$")]
Marked = Literal["say", "moved", "changed", "rolled", "turned"]
HOLE = re.compile(r"\{([A-Za-z0-9_]+)\}")


class Key(Strict, frozen=True, kw_only=True):
    """A key of records: what its value is, and where it usually comes from."""

    id: Name
    what: Text
    kind: Literal["text", "count", "piece", "pieces", "place", "side", "choice", "dice", "formation", "time"] = "text"
    source: Source | None = field(default=None, name="from")


Seal = Literal["K", "R", "M", "D", "+", "G", "T", "L"]


class Does(Strict, frozen=True, kw_only=True):
    """One deed of a verb; exactly one of the first nine names what is changed, rolled for, or who moves.

    `send` names a box, or the piece's own by the fixed property `{Home}`.
    """

    set: str = ""
    layer: str = ""
    send: str = ""
    keep: str = ""
    wipe: Word = ""
    roll: str = ""
    fetch: Literal["", "parts", "whole"] = ""
    join: Literal["", "whole"] = ""
    kin: str = ""
    to: str = ""
    first: str = ""
    add: int = 0
    when: dict[Name, Word] = field(default_factory=dict)

    @property
    def what(self) -> tuple[str, str]:
        """The kind of the deed, and what it names."""
        return next(((kind, name) for kind in DEEDS if (name := getattr(self, kind))), ("", ""))

    def holds(self, values: Mapping[str, str]) -> bool:
        """Whether it is done where a record has these values."""
        return all(values.get(key) == value for key, value in self.when.items())


DEEDS = ("set", "layer", "send", "keep", "wipe", "roll", "fetch", "join", "kin")


Field = Annotated[str, Meta(pattern=r"^(maybe )?([a-z]+ )?[a-z][a-z0-9]*$", description="a key, such as `unit u`")]


class Meaning(Strict, frozen=True, kw_only=True):
    """An action of the referee that a verb means: for which values of keys, and where the action's fields stand.

    `of` names the markers, the types of units, the kinds of chits of which it is meant, if not of all.
    A field is the text of a key (`to`), or what that is in words of the game (`unit u`, `side what`); `maybe unit by`
    may be missing. `has` are fields that always have the same value. The action is meant only `within` some states of
    play, or `outside` of some.
    """

    id: str
    when: dict[Name, Word] = field(default_factory=dict)
    of: tuple[str, ...] = ()
    fields: dict[str, Field] = field(default_factory=dict)
    has: dict[str, str] = field(default_factory=dict)
    within: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()


Listed = Literal["facings", "formations", "lasting"]
"""A list of the game's: the directions, the formations that may take a unit, the orders that are completed."""


class Onward(Strict, frozen=True, kw_only=True):
    """A command that chooses the word so many places on in the list, round and round."""

    id: Name
    by: int
    menu: Text


class Upon(Strict, frozen=True, kw_only=True):
    """A drag upon which a verb is said: `to` the land, `off` it, or into a box, wherever from or `from` one of these.

    In the phases of `outside` it is not said.
    """

    to: str
    origin: str = field(default="", name="from")
    outside: tuple[Word, ...] = ()

    @property
    def box(self) -> str:
        """The box into which the piece is dragged, if it is one."""
        return "" if self.to in DRAGGED else self.to


DRAGGED = ("land", "off")
"""Where a piece can be dragged to beside boxes."""


class Then(Strict, frozen=True, kw_only=True):
    """What the module does by itself once a verb was said: a state of pieces, or what the clock and the cup do.

    `who` puts the state on or takes it off: who speaks, all pieces of its `own` formation or of the active one, or all
    pieces; who is so already does nothing. With `bears` only those that are in another state do.
    """

    state: Word = ""
    to: Literal["on", "off"] = "on"
    who: Literal["it", "own", "formation", "all"] = "it"
    bears: Word = ""
    press: Literal["", "clock", "cup", "unmoved"] = ""
    within: tuple[Word, ...] = ()
    when: dict[Name, tuple[Word, ...]] = field(default_factory=dict)

    def holds(self, values: Mapping[str, str]) -> bool:
        """Whether it follows where a record has these values."""
        return all(values.get(key) in words for key, words in self.when.items())


class Verb(Strict, frozen=True, kw_only=True):
    """A verb of the records: who speaks it, its keys in order, what it does, its seals, its sentence.

    `seals` names commands that must stand in the same step: K the counter, R a roll's
    result, M a move, D a new state, + a new piece, G a property of the module, T the turn tracker, L the sight line;
    `other_seals` do as well, where the same is said of another deed.
    `choices` closes the values of a key and gives each the words of its menu entry. A sentence names keys in braces:
    for a piece its name is shown, for a place the place, for a choice its words.
    `part` is the part of the module that speaks it in its own way; a verb without one is spoken as it is declared.
    `of` names the types of units, the markers, the kinds of chits that alone speak it, or the chits `without-hq`.
    `upon` has it spoken where a piece is dragged; with a menu its command takes the piece there. `ends` is true for a
    button among the steps of a turn that are done, `then` is what the module does by itself. Of the actions that it
    means, those of `means` are read and written as they stand there, those of `by_hand` by the game's own reader and
    writer.
    """

    id: Name
    by: Annotated[tuple[Speaks, ...], Meta(min_length=1)]
    of: tuple[str, ...] = ()
    keys: tuple[str, ...]
    source: dict[str, Source] = field(default_factory=dict, name="from")
    seals: tuple[Seal, ...]
    sentence: Text
    other_seals: tuple[Seal, ...] = ()
    part: Part = ""
    does: tuple[Marked | Does, ...] = ("say",)
    menu: Text | None = None
    ends: bool = False
    upon: Upon | None = None
    then: tuple[Then, ...] = ()
    choices: dict[str, dict[Word, Text]] = field(default_factory=dict)
    listed: dict[Name, Listed] = field(default_factory=dict)
    onward: dict[Name, Onward] = field(default_factory=dict)
    purposes: tuple[str, ...] = ()
    means: dict[str, Meaning] = field(default_factory=dict)
    by_hand: tuple[str, ...] = ()

    @property
    def actions(self) -> tuple[str, ...]:
        """All actions of the referee that it may mean."""
        return (*self.means, *self.by_hand)

    @property
    def deeds(self) -> tuple[Does, ...]:
        """What it does, without what only stands for the deeds of others."""
        return tuple(each for each in self.does if isinstance(each, Does))


class Needs(Strict, frozen=True, kw_only=True):
    """What the dice of a purpose may come to at most, as far as the module can know it: it says so with the roll.

    `most` is a cell of a chart, `value` one of the formation with which the piece acts, `fact` that of its type which
    names the column of the purpose's chart, in the row of its side; what is there of these is added up. States of the
    piece or of its formation add the cell of `given`; that of `against` counts against it, as it is added to the roll.
    Of who is in a state of `unless` nothing is said.
    """

    most: Cell = ""
    value: str = ""
    fact: str = ""
    given: dict[Word, Cell] = field(default_factory=dict)
    against: dict[Word, Cell] = field(default_factory=dict)
    unless: tuple[Word, ...] = ()

    @property
    def cells(self) -> tuple[str, ...]:
        """All cells that are named."""
        return (*((self.most,) if self.most else ()), *self.given.values(), *self.against.values())

    @property
    def states(self) -> tuple[str, ...]:
        """All states that are named."""
        return (*self.given, *self.against, *self.unless)


class Purpose(Strict, frozen=True, kw_only=True):
    """What a roll is made for: dice (`nd6`: as many as the shot has), roller, targets, chart.

    Of `opposed` dice each side throws so many, in one roll: first those of who rolls. `sentence` declares it,
    `menu` offers it. `needs` is what makes it pass, `column` where its dice are read, where the module can know that.
    """

    id: Annotated[str, Meta(pattern="^[A-Z]+$")]
    name: Text
    menu: Text
    sentence: Text
    dice: Annotated[str, Meta(pattern=DICE, description="how many dice of how many faces, such as `2d6` or `nd10`")]
    opposed: bool = False
    of: tuple[Literal["unit", "hq", "chit", "marker"], ...]
    targets: bool = False
    side: Literal["active", "passive", "both"] = "both"
    chart: str = ""
    needs: Needs | None = None
    column: ShotColumn | None = None
    rule: str

    @property
    def thrown(self) -> Dice:
        """The dice as they fall at once."""
        count, _, faces = self.dice.partition("d")
        return Dice(0 if count == MANY else int(count), int(faces), self.opposed)


class Chronicle(Strict, frozen=True, kw_only=True):
    """The vocabulary of the game's records, shared by those who write and those who read them.

    `piles` says where a drawn chit goes by what is done with it: to a box of the map, or `hand` for its owner's.
    """

    version: int = 1
    keys: dict[str, Key] = field(default_factory=dict)
    verbs: dict[str, Verb] = field(default_factory=dict)
    purposes: dict[str, Purpose] = field(default_factory=dict)
    phases: dict[Word, Text] = field(default_factory=dict)
    piles: dict[Word, str] = field(default_factory=dict)

    def source(self, verb: Verb, key: str) -> str:
        """Where the value of a key comes from in the records of a verb; empty if nobody says so."""
        known = self.keys.get(key)
        return verb.source.get(key) or (known.source if known and known.source else "")

    def chosen(self, verb: Verb) -> str:
        """The key of a verb whose value is chosen from the menu; empty if there is none."""
        return next((key for key in verb.choices if self.source(verb, key) in (CHOSEN, _given_to(verb, key))), "")

    def of(self, part: Part) -> Verb | None:
        """The verb that a part of the module speaks, if the game has one."""
        return next((verb for verb in self.verbs.values() if verb.part == part), None)

    def plain(self, by: Speaks) -> Iterator[Verb]:
        """The verbs of a speaker that are spoken as they are declared."""
        return (verb for verb in self.verbs.values() if by in verb.by and not verb.part)


def _given_to(verb: Verb, key: str) -> str:
    """The source of a key that comes from the property to which its own value is given; no source if there is none."""
    return next((f"property {deed.set}" for deed in verb.deeds if deed.set and deed.to == f"{{{key}}}"), "-")


def property_of(source: str, values: Mapping[str, str] | None = None) -> str:
    """The property in which the value of a source stands, its holes filled; empty where it stands in none."""
    if source in KNOWN:
        return KNOWN[source]
    kind, _, name = source.partition(" ")
    return HOLE.sub(lambda hole: (values or {}).get(hole[1], ""), name) if kind in NAMED else ""
