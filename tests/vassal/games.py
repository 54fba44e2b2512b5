"""A small game for tests: a few pieces, a stack, a deck, two players, made of commands as a save holds them."""

from collections.abc import Iterable, Sequence

from vassal import commands, pieces, traits
from vassal.commands import Command
from vassal.position import Position
from vassal.timeline import Timeline
from vassal.traits import Trait

BOARD = "Board"
ANN, BOB = "annes-secret", "bobs-secret"


def unit(piece_id: str, x: int, y: int, *more: Trait, name: str = "Unit", map_name: str = BOARD) -> Command:
    """Return what adds a piece with a layer, a property and a mark for having moved."""
    chain = (
        *more,
        traits.make("layer", name="Steps", images=("", "", ""), level_names=("", "+ (2)", "weak +"), level=1),
        traits.make("property", name="Strength", value="4"),
        traits.make("moved"),
        traits.make("marker", names=("Side",), values=("Blue",)),
        traits.make("basic", name=name, map=map_name, x=x, y=y, gpid="7"),
    )
    return commands.add(pieces.piece(chain, piece_id))


def stack(stack_id: str, x: int, y: int, *members: str, map_name: str = BOARD) -> Command:
    """Return what adds a stack."""
    return commands.add(pieces.stack(stack_id, map_name, (x, y), members, 0))


def deck(deck_id: str, name: str, x: int, y: int, *members: str) -> Command:
    """Return what adds a deck that lies face down."""
    trait = traits.make("deck", name=name, map=BOARD, x=x, y=y, face_down=True, members=members)
    return commands.add(pieces.Deck(deck_id, (trait,)))


def move(piece_id: str, old: Sequence[object], new: Sequence[object], player: str = ANN) -> Command:
    """Return a move; a spot is x, y and what lies below, or with a map before them."""
    (old_map, old_x, old_y, old_under), (map_name, x, y, under) = (_spot(each) for each in (old, new))
    return commands.make(
        "move",
        id=piece_id,
        map=map_name,
        x=x,
        y=y,
        under=under,
        old_map=old_map,
        old_x=old_x,
        old_y=old_y,
        old_under=old_under,
        player=player,
    )


def _spot(spot: Sequence[object]) -> tuple[str, int, int, str]:
    rest = list(spot)
    map_name = str(rest.pop(0)) if isinstance(rest[0], str) else BOARD
    x, y = (int(str(each)) for each in rest[:2])
    return map_name, x, y, str(rest[2]) if len(rest) > 2 else "null"


def start() -> list[Command]:
    """Return a save: a and b in a stack, c alone, d loose, three cards in a deck."""
    return [
        commands.make("begin"),
        unit("a", 10, 10, name="Alpha"),
        unit("b", 10, 10, name="Bravo"),
        unit("c", 50, 10, name="Charlie"),
        unit("d", 90, 10, traits.make("no_stack", stack="R"), name="Delta"),
        *(unit(card, 200, 200, name=f"Card {card}") for card in ("k1", "k2", "k3")),
        stack("s1", 10, 10, "a", "b"),
        stack("s2", 50, 10, "c"),
        deck("t", "Cup", 200, 200, "k1", "k2", "k3"),
        commands.make("player", id=ANN, name="Ann", side="Blue"),
        commands.make("player", id=BOB, name="Bob", side="Red"),
        commands.make("global_property", name="Score", value="3", container="Module"),
        commands.make("turn", tracker="TurnTracker0", state="0|1"),
        commands.make("started"),
        commands.make("end"),
    ]


def position() -> Position:
    """Return the position of that save."""
    return Timeline(start()).start


def step(first: Command, *rest: Command) -> Command:
    """Return the commands as one step of a log."""
    parts = tuple(_logged(each) for each in rest)
    return Command(first.kind, first.source, first.values, parts, True, first.placed)


def timeline(*steps: Iterable[Command] | Command) -> Timeline:
    """Return the small game with these steps."""
    return Timeline(start(), [_one(each) for each in steps])


def _one(given: Iterable[Command] | Command) -> Command:
    if not isinstance(given, Command):
        return step(*given)
    return given if given.logged else step(given)


def _logged(command: Command) -> Command:
    return Command(command.kind, command.source, command.values, (), True, command.placed)


def state(game: Position, piece_id: str, **changes: str | int | bool) -> tuple[str, str]:
    """Return the new and the old state of a piece, with state fields of its traits changed by name."""
    piece = game.piece(piece_id)
    names = {"level": "layer", "value": "property", "moved": "moved"}
    changed = list(piece.traits)
    for field, value in changes.items():
        place = next(at for at, trait in enumerate(changed) if trait.kind == names[field])
        changed[place] = changed[place].with_fields(**{field: value})
    new, old = (pieces.Piece(piece_id, tuple(chain)).state for chain in (changed, piece.traits))
    return new, old


def change(game: Position, piece_id: str, **changes: str | int | bool) -> Command:
    """Return a change of a piece from how it stands now."""
    new, old = state(game, piece_id, **changes)
    return commands.make("change", id=piece_id, state=new, old_state=old)
