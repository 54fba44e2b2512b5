"""Writing logs that the engine replays: each step is played on a position and recorded as a program would record it.

    log = LogWriter(position, ids=count(1_800_000_000_000))
    with log.step():
        log.move("17", "Main Map", 166, 320)
        log.report("Inf moves 0504 to 0405")
    log.say("Ann", "your turn")
    log.roll("2d6", (3, 4))
    log.undo()
    savefile.write("game.vlog", log.save(metadata=..., module=...))

Each verb outside of a `with` is a step of its own. The same calls with the same ids give the same bytes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from vassal import commands, savefile
from vassal.chat import UNDO
from vassal.commands import KINDS, Command
from vassal.errors import VassalError
from vassal.fields import Value
from vassal.lying import OWN, Spot, Thing
from vassal.metadata import Metadata
from vassal.pieces import Piece, stack
from vassal.players import renamed
from vassal.position import Position
from vassal.savewriter import Ids, deck_of, named, piece_of, save_commands, stack_of
from vassal.sequence import nest
from vassal.standing import MODULE, Pile, Standing
from vassal.traits import Trait
from vassal.wire import VCSK, Form

REVERSED: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {"move": (0, 5, 6, 7, 8, 1, 2, 3, 4, 9), "change": (0, 2, 1), "set_property": (0, 2, 1, 3)}
)
"""Where each field of the reverse of a command stands in the command."""

NO_PLAYERS: Final[Mapping[str, str]] = MappingProxyType({})


class LogWriter:
    """A log in the making: where it began, the steps so far, the position after them."""

    def __init__(
        self, start: Position, ids: Iterator[int], player: str = "p1", players: Mapping[str, str] = NO_PLAYERS
    ) -> None:
        self.ids = ids
        self.player = player
        """Who moves, by the name that the position knows him by."""
        self.position = _with_ids(start, ids)
        self._start = self.position.copy()
        self._real = Ids(players)
        self._steps: list[tuple[Command, ...]] = []
        self._undos: list[list[Command]] = []
        self._open: list[Command] | None = None
        self._undo: list[Command] = []

    # Steps.

    @contextmanager
    def step(self) -> Iterator[None]:
        """Record all that is done inside as one step, or nothing of it if it fails; no step is recorded for nothing."""
        if self._open is not None:
            raise VassalError("a step is open already")
        before, done = self.position.copy(), False
        self._open, self._undo = [], []
        try:
            yield
            done = True
        finally:
            commands_done, undo = tuple(self._open), self._undo[::-1]
            self._open = None
            if not done:
                self.position = before
        if commands_done:
            self._steps.append(commands_done)
            self._undos.append(undo)

    @contextmanager
    def _together(self) -> Iterator[None]:
        """Record what is done inside in the step that is open, or as one step."""
        if self._open is not None:
            yield
            return
        with self.step():
            yield

    def do(self, command: Command) -> None:
        """Carry out a command and record it, as a step of its own if none is open."""
        with self._together():
            piece = self.position.things.find(str(command.values[0])) if command.kind == "change" else None
            traits, places = (piece.traits, piece.mould.owned) if isinstance(piece, Standing) else ((), ())
            self._undo += self._reverse(command)[::-1]
            self.position.apply(command)
            self._record(renamed(command, self._real, traits, places))

    def _record(self, command: Command) -> None:
        if self._open is not None:
            self._open.append(command)

    def __len__(self) -> int:
        return len(self._steps)

    # Pieces.

    def move(self, piece_id: str, map_name: str, x: int, y: int) -> None:
        """Move a piece to a point: onto what lies there if it stacks with it, else into a stack of its own."""
        piece = self.position.piece(piece_id)
        spot = map_name, x, y
        with self._together():
            found = self._found(piece, spot)
            under = self._under(found, piece_id) if found else "null"
            self.do(self._moving(piece, spot, under))
            if found is None and piece.mould.stacks and self.position.ground.stacks(map_name):
                self.do(commands.add(stack(str(next(self.ids)), map_name, (x, y), [piece_id], 0)))

    def move_pile(self, pile_id: str, map_name: str, x: int, y: int) -> None:
        """Move all pieces of a stack: one after the other onto what lies there, else the stack as a whole."""
        pile = self.position.pile(pile_id)
        with self._together():
            if self._found(pile, (map_name, x, y)):
                for member in pile.members:
                    self.move(member, map_name, x, y)
            else:
                self.do(self._moving(pile, (map_name, x, y), "null"))

    def add(self, piece: Piece, map_name: str, x: int, y: int) -> str:
        """Bring a new piece into the game at a point and return its id."""
        piece_id = str(next(self.ids))
        traits = (*piece.traits[:-1], piece.basic.with_fields(map="null", x=0, y=0))
        with self._together():
            self.do(commands.add(Piece(piece_id, traits)))
            self.move(piece_id, map_name, x, y)
        return piece_id

    def remove(self, piece_id: str) -> None:
        """Take a piece out of the game."""
        self.do(commands.make("remove", id=piece_id))

    def alter(self, piece_id: str, place: int, **fields: Value) -> None:
        """Change state fields of the trait that stands at this place in the piece, the outermost at 0."""
        self.change(piece_id, {place: self.position.piece(piece_id).traits[place].with_fields(**fields)})

    def set(self, piece_id: str, name: str, value: str | int | bool) -> None:
        """Give a property of a piece a value: a dynamic property, a layer's level, a facing, a label, `Moved`."""
        traits = self.position.piece(piece_id).traits
        for place, trait in enumerate(traits):
            changed = _with_value(trait, name, value)
            if changed is not None:
                self.change(piece_id, {place: changed})
                return
        raise VassalError(f"piece {piece_id} has no property {name!r} that can be set")

    def change(self, piece_id: str, traits: Mapping[int, Trait]) -> None:
        """Put traits in the place of those that stand there; a change that changes nothing is not recorded."""
        piece = piece_of(self.position.piece(piece_id))
        changed = list(piece.traits)
        for place, trait in traits.items():
            changed[place] = trait
        states = [nest([each.state for each in chain], "\t") for chain in (changed, piece.traits)]
        if states[0] != states[1]:
            self.do(commands.make("change", id=piece_id, state=states[0], old_state=states[1]))

    def arrange(self, pile_id: str, members: Sequence[str], *, face_down: bool | None = None) -> None:
        """Bring the pieces of a stack or deck into this order, bottom first; turn a deck over or not."""
        pile = self.position.pile(pile_id)
        if sorted(members) != sorted(pile.members):
            raise VassalError("an order is made of the pieces that are there")
        old = deck_of(pile) if pile.deck else stack_of(pile, pile.id)
        changed: dict[str, Value] = {} if face_down is None else {"face_down": face_down}
        layer = () if pile.deck else old.basic.items("members")[len(pile.members) :]
        new = old.basic.with_fields(members=(*members, *layer), **changed)
        if new.state != old.state:
            self.do(commands.make("change", id=pile_id, state=new.state, old_state=old.state))

    # What is said, rolled, counted.

    def say(self, name: str, text: str) -> None:
        """Record a line that a player typed: a step of its own, as in every log."""
        if self._open is not None:
            raise VassalError("a typed line is a step of its own")
        self.do(commands.make("chat", text=f"&lt;{_line(name)}&gt; - {_line(text)}"))

    def report(self, text: str) -> None:
        """Record a line that the game reports."""
        self.do(commands.make("chat", text=f"* {_line(text)}"))

    def set_global(self, name: str, value: str, container: str = MODULE) -> None:
        """Give a global property a value."""
        old = self.position.property(name, container) or ""
        self.do(commands.make("set_property", name=name, old=old, new=value, container=container))

    def roll(self, dice: str, numbers: Iterable[int], text: str = "") -> None:
        """Record dice that fell, as the button of that name records them; the report is told if there is a text."""
        thrown = tuple(numbers)
        counted = ", ".join(f"{face} x{thrown.count(face)}" for face in sorted(set(thrown)))
        values = {"result": ",".join(map(str, thrown)), "total": str(sum(thrown)), "summary": counted}
        with self._together():
            if text:
                self.report(text)
            for part in ("result", "total", "keep", "summary"):
                self.set_global(f"{dice}_{part}", values.get(part, str(len(thrown))))

    def special_roll(self, dice: str, faces: Iterable[int], text: str = "") -> None:
        """Record special dice that fell: the faces by their places, counted from 0."""
        thrown = tuple(faces)
        with self._together():
            self.do(commands.make("dice_window", name=dice, faces=thrown))
            if text:
                self.report(text)
            self.set_global(f"{dice}_result", str(sum(thrown)))

    def turn(self, tracker: str, state: str, text: str = "") -> None:
        """Set a turn tracker to a state."""
        with self._together():
            if text:
                self.report(text)
            self.do(commands.make("turn", tracker=tracker, state=state))

    def sight(self, thread: str, origin: tuple[int, int], target: tuple[int, int]) -> None:
        """Draw a line of sight between two points."""
        (x, y), (to_x, to_y) = origin, target
        self.do(commands.make("line_of_sight", id=thread, x=x, y=y, to_x=to_x, to_y=to_y))

    @property
    def undoable(self) -> int:
        """Return how many steps can still be taken back."""
        return len(self._undos)

    def undo(self) -> None:
        """Take back the last step that has not been taken back, as a step of its own."""
        if self._open is not None or not self._undos:
            raise VassalError("there is nothing to take back")
        undo = self._undos.pop()
        with self.step():
            self.do(commands.make("undo", running=True))
            for command in undo:
                self.do(command)
            self.do(commands.make("undo", running=False))
        self._undos.pop()

    # The file.

    def save(
        self, metadata: Metadata | None = None, module: Metadata | None = None, form: Form = VCSK
    ) -> savefile.SaveFile:
        """Return the log as a file; without steps it is a save."""
        start = named(save_commands(self._start, self.ids), self._real.known)
        return savefile.SaveFile((*start, *map(_logged, self._steps)), form, metadata, module)

    # How commands are made.

    def _found(self, thing: Thing, spot: Spot) -> Thing | None:
        """Return what takes a thing at a point; a piece that lies there alone does not take itself."""
        found = self.position.taker(thing, spot, self.player)
        return None if found is not None and found.id == thing.id else found

    def _under(self, found: Thing, piece_id: str) -> str:
        """Return what a piece comes to lie on; a loose piece gets a stack first."""
        if isinstance(found, Pile):
            others = [member for member in found.members if member != piece_id]
            return others[-1] if others else "null"
        if not found.pile:
            spot = found.map, (found.x, found.y)
            self.do(commands.add(stack(str(next(self.ids)), *spot, [found.id], 0)))
        return found.id

    def _moving(self, thing: Thing, spot: Spot, under: str) -> Command:
        below = self.position.below(thing) if isinstance(thing, Standing) else ""
        return commands.make(
            "move",
            id=thing.id,
            map=spot[0],
            x=spot[1],
            y=spot[2],
            under=under,
            old_map=thing.map or "null",
            old_x=thing.x,
            old_y=thing.y,
            old_under=below or "null",
            player=self.player,
        )

    def _reverse(self, command: Command) -> list[Command]:
        """Return what takes a command back that is about to be carried out."""
        kind = command.kind
        if kind in REVERSED:
            values = tuple(command.values[place] for place in REVERSED[kind])
            layout = KINDS[kind]
            return [Command(kind, layout.prefix + layout.layout.write(values), values)]
        if kind == "chat":
            return [commands.make("chat", text=UNDO + command.text("text"))]
        if kind == "add":
            return [commands.make("remove", id=str(command.values[0]))]
        if kind == "turn":
            tracker = command.text("tracker")
            return [commands.make("turn", tracker=tracker, state=self.position.table.turns.get(tracker, ""))]
        return self._restored(command.text("id")) if kind == "remove" else []

    def _restored(self, thing_id: str) -> list[Command]:
        """Return what brings back a piece into its stack, or an empty stack."""
        thing = self.position.things.find(thing_id)
        if thing is None:
            return []
        if isinstance(thing, Pile):
            return [commands.add(deck_of(thing) if thing.deck else stack_of(thing, thing.id))]
        back = [commands.add(piece_of(thing))]
        pile = self.position.things.find(thing.pile)
        if isinstance(pile, Pile) and pile.id.startswith(OWN):
            back.append(commands.add(stack_of(pile, str(next(self.ids)))))
        elif isinstance(pile, Pile):
            less = replace(pile, members=tuple(each for each in pile.members if each != thing_id))
            states = [(deck_of(each) if each.deck else stack_of(each, each.id)).state for each in (pile, less)]
            back.append(commands.make("change", id=pile.id, state=states[0], old_state=states[1]))
        return back


def _with_ids(start: Position, ids: Iterator[int]) -> Position:
    """Return a copy in which every stack has an id that files may hold."""
    position = start.copy()
    for pile in position.piles():
        if pile.id.startswith(OWN):
            position.apply(commands.add(stack_of(pile, str(next(ids)))))
    return position


def _with_value(trait: Trait, name: str, value: str | int | bool) -> Trait | None:
    """Return the trait with a property of its own set; nothing if it has no such property."""
    own = trait.text("name") if trait.kind in {"property", "layer", "rotate", "free_rotate"} else ""
    if trait.kind == "property" and own == name:
        return trait.with_fields(value=str(value))
    if trait.kind == "layer" and name == f"{own}_Level":
        return trait.with_fields(level=int(value))
    if trait.kind == "rotate" and name == f"{own}_Facing":
        return trait.with_fields(facing=int(value) - 1)
    if trait.kind == "free_rotate" and name == f"{own}_Degrees":
        return trait.with_fields(angle=-float(value))
    if trait.kind == "moved" and name == "Moved":
        return trait.with_fields(moved=bool(value))
    if trait.kind == "label" and trait.text("property") == name:
        return trait.with_fields(text=str(value))
    return None


def _logged(step: tuple[Command, ...]) -> Command:
    """Return the commands of a step as one: the first, with all others behind it."""
    first, *rest = (Command(each.kind, each.source, each.values, (), True, each.placed) for each in step)
    return Command(first.kind, first.source, first.values, tuple(rest), True, first.placed)


def _line(text: str) -> str:
    if not text.isprintable():
        raise VassalError("a line of chat holds no control characters")
    return text
