"""What lies where at one moment of a game, and what each command changes.

    position = Position.of(commands)
    position.apply(command)
    position.piece("1794987447024").x, position.globals["Module", "Score"], position.table.players

A position is cheap to copy: copies share whatever neither has changed.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Self

from msgspec.structs import replace

from vassal import tabletop
from vassal.arithmetic import parse_int
from vassal.commands import KINDS, Command
from vassal.digest import digest
from vassal.ground import UNKNOWN, Ground
from vassal.lying import Lying, Spot, Thing, spot_of, stood
from vassal.moulds import mould_of
from vassal.pieces import Deck, Piece, Stack
from vassal.sequence import join, split, unnest
from vassal.sharing import SharedDict
from vassal.standing import MODULE, NOWHERE, Pile, Standing, Table
from vassal.traits import Trait

MOVE_FIELDS: Final = len(KINDS["move"].layout.fields)


class Effect(NamedTuple):
    """What one command did to one piece, pile or property: nothing before it, or nothing after it, where it was not."""

    key: str | tuple[str, str]
    before: Thing | str | None
    after: Thing | str | None


class Position(Lying):
    """The pieces, stacks and decks, the global properties, and all that lies beside the maps."""

    __slots__ = ("declared", "globals", "table")

    def __init__(self, ground: Ground = UNKNOWN) -> None:
        super().__init__(ground)
        self.globals: SharedDict[tuple[str, str], str] = SharedDict()
        self.declared: set[tuple[str, str]] = set()
        """The global properties that the save holds; others live in the running program alone. Copies share it."""
        self.table = Table()

    @classmethod
    def of(cls, commands: Iterable[Command], ground: Ground = UNKNOWN) -> Self:
        """Return the position that the commands of a save set up."""
        position = cls(ground)
        unknown = []
        for command in commands:
            position.apply(command)
            if command.kind == "unknown":
                unknown.append(command.source)
        position.table = replace(position.table, other=tuple(unknown))
        return position

    def copy(self) -> Self:
        """Return an independent copy that shares all it can."""
        other = super().copy()
        other.globals = self.globals.copy()
        other.declared = self.declared
        other.table = self.table
        return other

    def property(self, name: str, container: str = MODULE) -> str | None:
        """Return a global property of the module, of a map, or of a zone (`map:zone`)."""
        return self.globals.find((container, name))

    def digest(self) -> str:
        """Return the fingerprint of what players see, equal for equal games."""
        return digest(self)

    # What commands do.

    def apply(self, command: Command) -> list[Effect]:
        """Carry out one command and all that belong to it; return what each changed."""
        if not command.parts:
            return self._apply(command)
        return [effect for each in command.walk() for effect in self._apply(each)]

    def _apply(self, command: Command) -> list[Effect]:
        kind = command.kind
        if kind == "move":
            return self._move(command)
        if kind == "change":
            return self._change(command)
        if kind == "set_property":
            name, old, new, container = _texts(command, 4)
            return self._set(container, name, new, old)
        if kind == "global_property":
            name, value, container = _texts(command, 3)
            self.declared.add((container or MODULE, name))
            return self._set(container, name, value, None)
        if kind == "add":
            return self._add(command)
        if kind == "remove":
            return self._remove(command.text("id"))
        table = tabletop.changed(self.table, command)
        if table is not None:
            self.table = table
        return []

    def _set(self, container: str, name: str, value: str, named: str | None) -> list[Effect]:
        key = container or MODULE, name
        before = self.globals.find(key)
        self.globals[key] = value
        return [Effect(key, named if before is None else before, value)]

    def _add(self, command: Command) -> list[Effect]:
        placed = command.placed
        if placed is None:
            return []
        before = self.things.find(placed.id)
        if isinstance(before, Pile):
            self._release(before)
        elif before is not None:
            self._remove(placed.id)
        self._leave(placed.id)
        if isinstance(placed, Piece):
            self._add_piece(placed)
        elif isinstance(placed, Stack):
            self._add_stack(placed)
        else:
            self._add_deck(placed)
        return [Effect(placed.id, before, self.things[placed.id])]

    def _add_piece(self, placed: Piece) -> None:
        traits = placed.traits
        spot = placed.map, placed.x, placed.y
        self._store(Standing(placed.id, traits, *spot, "", mould_of(traits)))

    def _add_stack(self, placed: Stack) -> None:
        tokens = placed.basic.items("members")
        members, layer = stack_members(tokens)
        self._fill(Pile(placed.id, *_stack_spot(placed.map, placed.x, placed.y), (), layer), members)

    def _add_deck(self, placed: Deck) -> None:
        self._fill(Pile(placed.id, placed.map, placed.x, placed.y, (), None, placed.basic), placed.members)

    def _remove(self, thing_id: str) -> list[Effect]:
        thing = self._in_game(thing_id)
        if thing is None:
            return []
        if isinstance(thing, Standing):
            self._take_out(thing)
            del self.things[thing_id]
        else:
            self._remove_pile(thing)
        return [Effect(thing_id, thing, None)]

    def _change(self, command: Command) -> list[Effect]:
        thing_id, state, *old = [str(value) for value in command.values[:3]] + [""] * (2 - len(command.values))
        thing = self._in_game(thing_id)
        if thing is None:
            return []
        if isinstance(thing, Standing):
            self._change_piece(thing, state, old[0] if old else None)
        else:
            self._change_pile(thing, state, old[0] if old else None)
        return [Effect(thing_id, thing, self.things[thing_id])]

    def _change_piece(self, piece: Standing, state: str, old_state: str | None) -> None:
        traits = merged(piece.traits, state, old_state)
        if traits[-1] is piece.traits[-1]:
            self.things[piece.id] = stood(piece, traits, spot_of(piece), piece.pile)
            return
        basic = traits[-1]
        map_name = _map(basic.text("map"))
        x, y = basic.number("x"), basic.number("y")
        if map_name != piece.map or not piece.pile:
            if map_name != piece.map:
                self._leave(piece.id)
            self._take_out(piece)
            self._store(stood(piece, traits, (map_name, x, y)))
        else:
            # In a pile it lies where the pile lies, whatever its own state says.
            self.things[piece.id] = stood(piece, traits, spot_of(piece), piece.pile)

    def _change_pile(self, pile: Pile, state: str, old_state: str | None) -> None:
        tokens = split(state, ";")
        map_name, x, y = _map(tokens[0]), _number(tokens, 1), _number(tokens, 2)
        self._forget_spot(pile)
        if map_name != pile.map:
            self._leave(pile.id)
        if pile.deck is not None:
            deck = pile.deck.with_state(state)
            self._fill(
                replace(pile, map=map_name, x=x, y=y, deck=deck, members=()), deck.items("members"), pile.members
            )
            return
        map_name, x, y = _stack_spot(map_name, x, y)
        members, layer = stack_members(tokens[3:])
        if old_state is not None:
            members = merged_members(members, stack_members(split(old_state, ";")[3:])[0], pile.members)
        filled = replace(pile, map=map_name, x=x, y=y, members=(), layer=pile.layer if layer is None else layer)
        self._fill(filled, members, pile.members)

    def _move(self, command: Command) -> list[Effect]:
        values = command.values
        thing = self._in_game(str(values[0])) if len(values) == MOVE_FIELDS else None
        if thing is None:
            return []
        spot = spot_in(command, 1)
        if spot[0] == NOWHERE:
            if not isinstance(thing, Standing) or not thing.pile:
                self._relocate(thing, spot)
        elif values[4] == "null":
            self._move_below(thing, spot, str(values[-1]))
        else:
            self._move_onto(thing, spot, str(values[4]), str(values[-1]))
        return [Effect(thing.id, thing, self.things.find(thing.id))]


def merged(traits: tuple[Trait, ...], state: str, old_state: str | None) -> tuple[Trait, ...]:
    """Return traits after a change: with an old state, only what differs between old and new is changed."""
    changed = list(traits)
    fresh = unnest(state, "\t", len(traits))
    old = unnest(old_state, "\t", len(traits)) if old_state is not None else [None] * len(fresh)
    for place, (text, before) in enumerate(zip(fresh, old, strict=False)):
        if text != before:
            changed[place] = changed[place].with_state(_settled(changed[place], text))
    return tuple(changed)


def _settled(trait: Trait, state: str) -> str:
    """Return what becomes of a trait's state when it is told a new one."""
    if trait.kind != "send_to":
        return state
    # Such a trait never forgets the place that it goes back to: empty fields change nothing.
    places = split(state, ";")
    map_name = places[0] or trait.text("back_map")
    back = places[1:3] if len(places) > 2 and all(places[1:3]) else [trait.text("back_x"), trait.text("back_y")]
    return join([map_name, *back], ";")


def stack_members(tokens: Sequence[str]) -> tuple[list[str], int | None]:
    """Return the ids among the members of a stack, bottom first, and its layer where it says so."""
    ids, layer = [], None
    for token in tokens:
        if token[:2] == "@@":
            layer = parse_int(token[2:])
        else:
            ids.append(token)
    return ids, layer


def merged_members(new: list[str], old: list[str], now: tuple[str, ...]) -> list[str]:
    """Return a stack's members after a change; what neither the old nor the new state names stays where it lies."""
    fresh, named = set(new), {*new, *old}
    runs: list[list[str]] = []
    behind: dict[str, list[str]] = {}
    run: list[str] | None = None
    for below, each in zip(("", *now), now, strict=False):
        if each in named:
            run = None
            continue
        if run is None:
            run = []
            if below in fresh:
                behind[below] = run
            else:
                # Nothing is left of what it lay on: it goes to the bottom.
                runs.insert(0, run)
        run.append(each)
    members = [each for run in runs for each in run]
    for each in new:
        members.append(each)
        members += behind.get(each, ())
    return members


def spot_in(command: Command, place: int) -> Spot:
    """Return the point of a map that stands in a move from this field on."""
    map_name, x, y = command.values[place : place + 3]
    if not isinstance(x, int) or not isinstance(y, int):
        x, y = (command.number(name) for name in (("x", "y") if place < 5 else ("old_x", "old_y")))
    return _map(str(map_name)), x, y


def _stack_spot(map_name: str, x: int, y: int) -> Spot:
    # A stack on no map has no place, whatever its state says.
    return (map_name, x, y) if map_name else (NOWHERE, 0, 0)


def _map(name: str) -> str:
    return NOWHERE if name == "null" else name


def _number(tokens: list[str], place: int) -> int:
    return (parse_int(tokens[place]) if place < len(tokens) else None) or 0


def _texts(command: Command, count: int) -> list[str]:
    texts = [str(value) for value in command.values[:count]]
    return texts + [""] * (count - len(texts))
