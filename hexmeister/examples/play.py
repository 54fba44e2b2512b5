"""The opening position of the tiny game, and the first steps of one play of it."""

from collections.abc import Iterator
from itertools import count
from types import MappingProxyType
from typing import Final

from hexmeister.examples.ford import CHITS, COUNTERS, CUP, CUP_AT, MAP, chit, counter, place
from vassal.commands import Command, add, make
from vassal.logwriter import LogWriter
from vassal.pieces import Deck, Piece, stack
from vassal.position import Position
from vassal.traits import make as make_trait

PLAYERS: Final = (("p1", "Ann", "Blue"), ("p2", "Bob", "Red"))
PASSWORDS: Final = MappingProxyType({"p1": "ann-keeps-this-secret", "p2": "bob-keeps-this-secret"})
_FIRST: Final = 101
_TRACKER: Final = "TurnTracker0"


def opening() -> Iterator[Command]:
    """Yield the commands of the position with which the game begins."""
    yield make("begin")
    for number, its in enumerate(COUNTERS, _FIRST):
        spot = place(its.at)
        yield add(_at(counter(its, str(number)), spot))
        yield add(stack(str(number + 100), MAP, spot, [str(number)]))
    chits = [_at(chit(gpid, name, str(number)), CUP_AT) for number, (gpid, name) in enumerate(CHITS, 301)]
    yield from map(add, chits)
    yield add(_cup([each.id for each in chits]))
    for player, name, side in PLAYERS:
        yield make("player", id=player, name=name, side=side)
    yield make("global_property", name="Score", value="0", container="Module")
    yield make("boards", picker=f"{MAP}BoardPicker", boards=((("Board",), 0, 0),))
    yield make("started")
    yield make("turn", tracker=_TRACKER, state="0|1;0;false;-1")
    yield make("end")


def _at(piece: Piece, spot: tuple[int, int]) -> Piece:
    basic = piece.basic.with_fields(map=MAP, x=spot[0], y=spot[1])
    return Piece(piece.id, (*piece.traits[:-1], basic))


def _cup(members: list[str]) -> Deck:
    x, y = CUP_AT
    its = make_trait("deck", name=CUP, width=60, height=60, map=MAP, x=x, y=y, face_down=True, members=tuple(members))
    return Deck("500", (its,))


def begun() -> LogWriter:
    """Return the game at its first moment."""
    return LogWriter(Position.of(opening()), count(1_000), players=PASSWORDS)


def played() -> LogWriter:
    """Return the game after a few steps: moves, a roll taken back and made again, a loss, the next turn."""
    log = begun()
    log.say("Ann", "Good luck, Bob!")
    _move(log, "p1", 0, "0303")
    _move(log, "p1", 2, "0204")
    log.roll("2d6", (3, 4), "2d6 = 3,4 (Ann)")
    log.undo()
    log.roll("2d6", (6, 5), "2d6 = 6,5 (Ann)")
    with log.step():
        log.report("Guard loses a step")
        log.set(str(_FIRST + 3), "Loss_Level", 2)
    log.say("Bob", "Ouch.")
    _move(log, "p2", 5, "0703")
    log.turn(_TRACKER, "0|2;0;false;-1", "Turn Updated from Turn 1 to Turn 2")
    return log


def _move(log: LogWriter, player: str, index: int, target: str) -> None:
    its = COUNTERS[index]
    log.player = player
    with log.step():
        log.move(str(_FIRST + index), MAP, *place(target))
        log.report(f"{its.name} moves {its.at} \N{RIGHTWARDS ARROW} {target} *")
