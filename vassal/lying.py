"""What lies where, and how things come to lie on each other: the engine's rules for stacks and decks."""

from collections.abc import Iterable, Iterator
from typing import Final, Self, TypeAlias

from msgspec.structs import replace

from vassal.errors import TooLarge
from vassal.ground import UNKNOWN, Ground
from vassal.sharing import SharedDict
from vassal.standing import NOWHERE, Pile, Standing
from vassal.traits import Trait

Thing: TypeAlias = Standing | Pile
Spot: TypeAlias = tuple[str, int, int]
"""A point of a map."""

OWN: Final = "~"
"""How the ids of stacks begin that a move made and no command named."""

BELOW_ALL: Final = -1
"""Where decks lie on maps without layers of their own."""

MOST: Final = 20_000
"""Pieces in one pile: every move into or out of a pile takes time for all that lies in it."""


class Lying:
    """Pieces, stacks and decks at their places; piles, pieces and points always agree."""

    __slots__ = ("_count", "_since", "_spots", "ground", "things")

    def __init__(self, ground: Ground = UNKNOWN) -> None:
        self.things: SharedDict[str, Thing] = SharedDict()
        self.ground = ground
        self._spots: SharedDict[Spot, tuple[str, ...]] = SharedDict()
        self._since: SharedDict[str, tuple[int, int]] = SharedDict()
        self._count = 0

    def copy(self) -> Self:
        """Return an independent copy that shares all it can."""
        other = type(self).__new__(type(self))
        other.things = self.things.copy()
        other.ground = self.ground
        other._spots = self._spots.copy()
        other._since = self._since.copy()
        other._count = self._count
        return other

    # What is there.

    def pieces(self) -> list[Standing]:
        """Return all pieces, by id."""
        return sorted((each for each in self.things.values() if isinstance(each, Standing)), key=_by_id)

    def piles(self) -> list[Pile]:
        """Return all decks, and all stacks that hold something, by id."""
        piles = (each for each in self.things.values() if isinstance(each, Pile))
        return sorted((pile for pile in piles if not pile.removed and (pile.members or pile.deck)), key=_by_id)

    def piece(self, piece_id: str) -> Standing:
        """Return a piece by its id; no such piece is a KeyError."""
        thing = self.things[piece_id]
        if isinstance(thing, Pile):
            raise KeyError(piece_id)
        return thing

    def pile(self, pile_id: str) -> Pile:
        """Return a stack or deck by its id; no such pile is a KeyError."""
        thing = self.things[pile_id]
        if isinstance(thing, Standing):
            raise KeyError(pile_id)
        return thing

    def deck(self, name: str) -> Pile | None:
        """Return the deck of that name."""
        return next((pile for pile in self.piles() if pile.deck and pile.name == name), None)

    def at(self, map_name: str, x: int, y: int) -> list[Thing]:
        """Return what lies at a point: decks, stacks and loose pieces."""
        return [self.things[each] for each in self._spots.find((map_name, x, y)) or ()]

    def on(self, map_name: str) -> list[Standing]:
        """Return all pieces on a map, by id."""
        return [piece for piece in self.pieces() if piece.map == map_name]

    def members(self, pile: Pile) -> Iterator[Standing]:
        """Yield the pieces of a pile, bottom first."""
        return (self.piece(each) for each in pile.members)

    def place_in_pile(self, piece: Standing) -> int | None:
        """Return how many pieces lie below it in its pile, nothing where it lies loose."""
        pile = self.things.find(piece.pile)
        members = pile.members if isinstance(pile, Pile) else ()
        return members.index(piece.id) if piece.id in members else None

    def below(self, piece: Standing) -> str:
        """Return the id of the piece just below in its pile, empty for none."""
        place = self.place_in_pile(piece)
        return self.pile(piece.pile).members[place - 1] if place else ""

    def taker(self, thing: Thing, spot: Spot, player: str) -> Thing | None:
        """Return the first thing at a point that takes a piece or stack which a player puts there."""
        there = (self.things[each] for each in self._spots.find(spot) or ())
        return next((found for found in there if self._takes(found, thing, player)), None)

    # Onto a piece, into a stack found at the place, or into a new stack.

    def _move_onto(self, thing: Thing, spot: Spot, under: str, player: str) -> None:
        below = self._in_game(under)
        if below is not None and spot_of(below) == spot:
            self._merge(below, thing)
        elif not self._merge_found(thing, spot, player):
            self._put(thing, spot)

    def _move_below(self, thing: Thing, spot: Spot, player: str) -> None:
        if not self._merge_found(thing, spot, player):
            self._put(thing, spot)
        piece = self.things.find(thing.id)
        if isinstance(piece, Standing) and piece.pile:
            self._insert(self.pile(piece.pile), piece, 0)

    def _merge_found(self, thing: Thing, spot: Spot, player: str) -> bool:
        """Merge with what takes the thing at the place; tell whether there was anything."""
        found = self.taker(thing, spot, player)
        if found is not None:
            self._merge(found, thing)
        return found is not None

    def _takes(self, found: Thing, thing: Thing, player: str) -> bool:
        if isinstance(found, Pile) and found.deck is not None:
            return True
        if isinstance(thing, Pile) and thing.deck is not None:
            return False
        top, moving = self._top(found, player), self._top(thing, player)
        if top is None or moving is None or not top.mould.stacks or not moving.mould.stacks:
            return False
        layers = self.ground.layer(top), self.ground.layer(stood(moving, moving.traits, spot_of(top)))
        return self.ground.stacks(found.map) and (None in layers or layers[0] == layers[1])

    def _top(self, thing: Thing, player: str) -> Standing | None:
        """Return the topmost piece that is not hidden from a player."""
        if isinstance(thing, Standing):
            return thing if _seen_by(thing, player) else None
        seen = (self.piece(each) for each in reversed(thing.members))
        return next((piece for piece in seen if _seen_by(piece, player)), None)

    def _merge(self, fixed: Thing, moving: Thing) -> None:
        """Put a piece, or all pieces of a stack, on top of another piece or pile."""
        if fixed.id == moving.id:
            return
        if isinstance(fixed, Pile):
            pile, below = fixed, fixed.members[-1] if fixed.members else ""
        else:
            pile, below = self.pile(fixed.pile) if fixed.pile else self._new_pile(fixed), fixed.id
        if moving.id in {pile.id, below}:
            return
        for member in moving.members if isinstance(moving, Pile) else (moving.id,):
            now = self.pile(pile.id)
            others = [each for each in now.members if each != member]
            self._insert(now, self.piece(member), others.index(below) + 1 if below in others else 0)
            below = member

    def _put(self, thing: Thing, spot: Spot) -> None:
        """Put a thing where nothing takes it: a loose piece that stacks begins a stack of its own."""
        begins = isinstance(thing, Standing) and not thing.pile and thing.mould.stacks and self.ground.stacks(spot[0])
        self._relocate(thing, spot)
        if begins:
            self._new_pile(self.piece(thing.id))

    def _new_pile(self, piece: Standing) -> Pile:
        pile = Pile(f"{OWN}{self._count + 1}", *spot_of(piece))
        self._fill(pile, (piece.id,))
        return self.pile(pile.id)

    # Keeping piles, pieces and points in step.

    def _fill(self, pile: Pile, members: Iterable[str], old: tuple[str, ...] = ()) -> None:
        """Store a pile with these pieces in it; those that lay in it before and do not any more lie loose."""
        wanted = dict.fromkeys(members)
        if len(wanted) > MOST:
            raise TooLarge(f"a pile of more than {MOST} pieces")
        inside = []
        for member in wanted:
            piece = self.things.find(member)
            if isinstance(piece, Standing):
                if piece.pile != pile.id:
                    self._take_out(piece)
                self.things[member] = stood(piece, piece.traits, spot_of(pile), pile.id)
                inside.append(member)
        self._store(replace(pile, members=tuple(inside)))
        for member in set(old).difference(inside) if old else ():
            piece = self.things.find(member)
            if isinstance(piece, Standing) and piece.pile == pile.id:
                self._leave(member)
                self._store(stood(piece, piece.traits, spot_of(pile)))

    def _relocate(self, thing: Thing, spot: Spot) -> None:
        """Put a piece, loose, or a whole pile at a point."""
        if thing.map != spot[0] or (isinstance(thing, Standing) and thing.pile):
            self._leave(thing.id)
        if isinstance(thing, Standing):
            self._take_out(thing)
            self._store(stood(thing, thing.traits, spot))
            return
        self._forget_spot(thing)
        self._store(replace(thing, map=spot[0], x=spot[1], y=spot[2]))
        for member in thing.members:
            piece = self.piece(member)
            self.things[member] = stood(piece, piece.traits, spot, thing.id)

    def _insert(self, pile: Pile, piece: Standing, index: int) -> None:
        """Put a piece into a pile so that `index` of its other pieces lie below it."""
        if piece.pile != pile.id:
            self._take_out(piece)
            self.things[piece.id] = stood(piece, piece.traits, spot_of(pile), pile.id)
        others = [each for each in pile.members if each != piece.id]
        others.insert(index, piece.id)
        self._store(replace(pile, members=tuple(others)))

    def _leave(self, thing_id: str) -> None:
        """Note that a thing leaves its place among those that lie on its map by themselves."""
        if thing_id in self._since:
            del self._since[thing_id]

    def _order(self, thing_id: str) -> tuple[int, int]:
        """Return the place of a thing among those that lie on its map: by layer, then by when it came.

        The engine puts a thing into the layer that it has when it comes, and leaves it there.
        """
        found = self._since.find(thing_id)
        if found is None:
            self._count += 1
            found = self._since[thing_id] = self._layer(self.things[thing_id]), self._count
        return found

    def _layer(self, thing: Thing) -> int:
        is_deck = isinstance(thing, Pile) and thing.deck is not None
        highest = self.ground.top_layer(thing.map)
        if highest is None:
            return BELOW_ALL if is_deck else 0
        top = None if is_deck else self._top(thing, "")
        named = self.ground.layer(stood(top, top.traits, spot_of(thing))) if top else None
        return named if isinstance(named, int) else highest

    def _store(self, thing: Thing) -> None:
        self.things[thing.id] = thing
        self._note_spot(thing)

    def _take_out(self, piece: Standing) -> None:
        """Take a piece from its pile or its point, before it goes elsewhere."""
        pile = self.things.find(piece.pile) if piece.pile else None
        if not isinstance(pile, Pile):
            self._forget_spot(piece)
            return
        rest = replace(pile, members=tuple([each for each in pile.members if each != piece.id]))
        self.things[pile.id] = rest
        if _empty(rest):
            # An empty stack takes nothing any more, but a later command may fill it again by its id.
            self._forget_spot(pile)
            if pile.removed or pile.id.startswith(OWN):
                del self.things[pile.id]

    def _remove_pile(self, pile: Pile) -> None:
        # The engine forgets the stack and leaves its pieces in it: they lie on no map until a command moves them.
        self._forget_spot(pile)
        if not pile.members:
            del self.things[pile.id]
            return
        self.things[pile.id] = replace(pile, map=NOWHERE, removed=True)
        for member in pile.members:
            self.things[member] = replace(self.piece(member), map=NOWHERE)

    def _release(self, pile: Pile) -> None:
        """Leave the pieces of a pile loose where they lie, because another thing takes over its id."""
        self._forget_spot(pile)
        del self.things[pile.id]
        for member in pile.members:
            piece = self.piece(member)
            self._leave(member)
            self._store(stood(piece, piece.traits, spot_of(pile)))

    def _in_game(self, thing_id: str) -> Thing | None:
        """Return a thing by its id, unless it was taken out of the game."""
        thing = self.things.find(thing_id)
        return None if isinstance(thing, Pile) and thing.removed else thing

    def _note_spot(self, thing: Thing) -> None:
        if thing.map != NOWHERE and not _empty(thing):
            spot = spot_of(thing)
            there = self._spots.find(spot) or ()
            self._order(thing.id)
            if thing.id not in there:
                self._spots[spot] = tuple(sorted((*there, thing.id), key=self._order)) if there else (thing.id,)

    def _forget_spot(self, thing: Thing) -> None:
        spot = spot_of(thing)
        there = self._spots.find(spot) or ()
        if thing.id in there:
            rest = tuple([each for each in there if each != thing.id])
            if rest:
                self._spots[spot] = rest
            else:
                del self._spots[spot]


def stood(piece: Standing, traits: tuple[Trait, ...], spot: Spot, pile: str = "") -> Standing:
    """Return the piece with these traits at another point or in another pile."""
    # Built anew, not through `replace`: this is the innermost loop of a replay.
    return Standing(piece.id, traits, *spot, pile, piece.mould)


def spot_of(thing: Thing) -> Spot:
    """Return where a thing lies."""
    return thing.map, thing.x, thing.y


def _empty(thing: Thing) -> bool:
    return isinstance(thing, Pile) and not thing.members and thing.deck is None


def _seen_by(piece: Standing, player: str) -> bool:
    for trait in piece.traits:
        if trait.kind == "invisible" and trait.state not in {"", "null"}:
            return trait.state == player
    return True


def _by_id(thing: Thing) -> str:
    return thing.id
