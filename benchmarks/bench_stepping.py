"""Stepping a generated log: drags, chat, dice, changes of one layer; two thousand pieces on the map."""

from collections.abc import Iterable, Iterator
from itertools import count

from benchmarks.frame import Case, Goal, Work
from vassal import commands, pieces, traits
from vassal.commands import Command
from vassal.position import Position
from vassal.timeline import Timeline

PIECES = 2_000
STEPS = 10_000
MAP = "Main Map"


def cases() -> Iterable[Case]:
    """Steps from their commands to the position after each, alone and with the reading of the text before it."""
    yield Case(
        "step a log",
        lambda: _stepping(Position),
        STEPS,
        "steps",
        baseline=lambda: _stepping(FullCopies),
        baseline_name="copying the whole position each step",
        goals=(Goal("rate", "least", 20_000),),
        repeats=3,
    )
    yield Case("read a log and step it", _reading, STEPS, "steps", repeats=3)


class FullCopies(Position):
    """A position that copies all it holds, as a program does that keeps one position a step."""

    __slots__ = ()

    def copy(self) -> "FullCopies":
        other = super().copy()
        for held in (other.things, other.globals, other._spots, other._since):
            for shelf in range(len(held._shelves)):
                held._own(shelf)
        return other


def _stepping(kind: type[Position]) -> Work:
    initial, steps = _commands()

    def work() -> None:
        timeline = Timeline(initial, steps)
        if kind is not Position:
            timeline.start = kind.of(initial)
        assert sum(1 for step in timeline.walk() if not step.mismatches) == STEPS

    return work


def _reading() -> Work:
    initial, steps = _commands()
    text = commands.encode_all([*initial, *steps])

    def work() -> None:
        parsed = commands.parse(text)
        timeline = Timeline([each for each in parsed if not each.logged], [each for each in parsed if each.logged])
        assert sum(1 for _ in timeline.walk()) == STEPS

    return work


def _commands() -> tuple[list[Command], list[Command]]:
    return list(_initial()), list(_steps())


def _initial() -> Iterator[Command]:
    yield commands.make("begin")
    for number in range(PIECES):
        yield commands.add(_piece(number, *_home(number), 1))
        yield commands.add(pieces.stack(str(5_000_000 + number), MAP, _home(number), [str(number)]))
    yield commands.make("player", id="secret", name="Ann", side="Blue")
    yield commands.make("global_property", name="Score", value="0", container="Module")
    yield commands.make("end")


def _home(number: int) -> tuple[int, int]:
    return 50 * (number % 50), 50 * (number // 50)


def _piece(number: int, x: int, y: int, level: int) -> pieces.Piece:
    return pieces.piece(
        (
            traits.make("report", keys=("70,130",), format="$newPieceName$ fires"),
            traits.make("delete", menu="Delete", key="68,130"),
            traits.make("layer", images=("", "hit.png"), name="Hit", increase_key="70,130", level=level),
            traits.make("property", name="Strength", value="4"),
            traits.make("moved", menu="Mark", key="77,130"),
            traits.make("mask", access="side:", mask_name="?"),
            traits.make("marker", names=("Side", "Layer"), values=("Blue", "units")),
            traits.make("basic", image="inf.png", name=f"Unit {number}", map=MAP, x=x, y=y, gpid=str(number)),
        ),
        str(number),
    )


def _steps() -> Iterator[Command]:
    """Yield steps as a player makes them: six drags, two lines of chat, a change and a roll in ten."""
    ids, where, levels, dice = count(6_000_000), {}, {}, "1"
    for number in range(STEPS):
        piece = (number * 7) % PIECES
        if number % 10 < 6:
            x, y = where.get(piece, _home(piece))
            where[piece] = x + 10, y + 10
            yield _drag(piece, (x, y), where[piece], str(next(ids)))
        elif number % 10 < 8:
            yield commands.make("chat", text="&lt;Ann&gt; - your move", logged=True)
        elif number % 10 == 8:
            old, place = levels.get(piece, 1), where.get(piece, _home(piece))
            levels[piece] = 3 - old
            states = [_piece(piece, *place, level).state for level in (levels[piece], old)]
            yield commands.make("change", id=str(piece), state=states[0], old_state=states[1], logged=True)
        else:
            result = f"{number % 6 + 1},{number % 5 + 1}"
            yield _roll(dice, result)
            dice = result


def _drag(piece: int, origin: tuple[int, int], target: tuple[int, int], stack: str) -> Command:
    stacked = commands.add(pieces.stack(stack, MAP, target, [str(piece)], 0), logged=True)
    told = commands.make("chat", text=f"* Unit {piece} moves *", logged=True)
    places = {"x": target[0], "y": target[1], "old_x": origin[0], "old_y": origin[1]}
    fields = {"id": str(piece), "map": MAP, "old_map": MAP, "player": "secret", **places}
    return commands.make("move", stacked, told, logged=True, **fields)


def _roll(old: str, new: str) -> Command:
    fields = {"name": "2d6_result", "old": old, "new": new, "container": "Module"}
    rolled = commands.make("set_property", logged=True, **fields)
    return commands.make("chat", rolled, text=f"* 2d6 = {new} * &lt;Ann&gt;", logged=True)
