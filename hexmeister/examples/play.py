"""The opening position of the tiny game, and the first steps of one play of it."""

from collections.abc import Iterator
from typing import Final

from hexmeister.examples.ford import CHITS, COUNTERS, CUP, CUP_AT, MAP, Counter, chit, counter, place
from vassal.commands import Command, add, make
from vassal.fields import Value
from vassal.pieces import Deck, Piece, stack
from vassal.traits import Trait
from vassal.traits import make as make_trait

PLAYERS: Final = (("ann-keeps-this-secret", "Ann", "Blue"), ("bob-keeps-this-secret", "Bob", "Red"))
_FIRST: Final = 101
_DECK_ID: Final = "500"
_TRACKER: Final = "TurnTracker0"


def _at(piece: Piece, spot: tuple[int, int]) -> Piece:
    basic = piece.basic.with_fields(map=MAP, x=spot[0], y=spot[1])
    return Piece(piece.id, (*piece.traits[:-1], basic))


def opening() -> Iterator[Command]:
    """Yield the commands of the save with which the game begins."""
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


def _cup(members: list[str]) -> Deck:
    x, y = CUP_AT
    its = make_trait("deck", name=CUP, width=60, height=60, map=MAP, x=x, y=y, face_down=True, members=tuple(members))
    return Deck(_DECK_ID, (its,))


def steps() -> Iterator[Command]:
    """Yield the steps of the log: moves, a roll taken back and made again, a loss, the next turn."""
    yield _chat("<Ann> - Good luck, Bob!")
    yield _move("101", "0203", "0303")
    yield _move("103", "0104", "0204", onto="102")
    yield _roll("3,4", before="")
    yield _undone_roll("3,4", before="")
    yield _roll("6,5", before="")
    yield _loss("104")
    yield _chat("<Bob> - Ouch.")
    yield _move("106", "0804", "0703", onto="104")
    yield make("chat", _turn(2), text="* Turn Updated from Turn 1 to Turn 2", logged=True)


def _chat(text: str, *parts: Command) -> Command:
    return make("chat", *parts, text=text, logged=True)


def _turn(number: int) -> Command:
    return make("turn", tracker=_TRACKER, state=f"0|{number};0;false;-1", logged=True)


def _move(piece_id: str, start: str, end: str, onto: str = "null") -> Command:
    its = _counter(piece_id)
    (x, y), (old_x, old_y) = place(end), place(start)
    parts = [_chat(f"* {its.name} moves {start} \u2192 {end} *")]
    if onto == "null":
        parts.insert(0, add(stack(f"{piece_id}9", MAP, (x, y), [piece_id]), logged=True))
    player = next(player for player, _, side in PLAYERS if side == its.side)
    spot: dict[str, Value] = {"map": MAP, "x": x, "y": y, "under": onto, "old_map": MAP, "old_x": old_x, "old_y": old_y}
    return make("move", *parts, id=piece_id, player=player, logged=True, **spot)


def _counter(piece_id: str) -> Counter:
    return COUNTERS[int(piece_id) - _FIRST]


def _roll(faces: str, before: str) -> Command:
    return _chat(f"*** 2d6 = {faces} *** <Ann>", _result(before, faces))


def _undone_roll(faces: str, before: str) -> Command:
    said = _chat(f"* UNDO: *** 2d6 = {faces} *** <Ann>")
    return make(
        "undo", _result(faces, before), said, make("undo", running=False, logged=True), running=True, logged=True
    )


def _result(old: str, new: str) -> Command:
    return make("set_property", name="2d6_result", old=old, new=new, container="Module", logged=True)


def _loss(piece_id: str) -> Command:
    its = _counter(piece_id)
    before = _at(counter(its, piece_id), place(its.at))
    after = Piece(piece_id, tuple(_stepped_down(trait) for trait in before.traits))
    report = _chat(f"* {its.name} loses a step")
    return make("change", report, id=piece_id, state=after.state, old_state=before.state, logged=True)


def _stepped_down(trait: Trait) -> Trait:
    return trait.with_fields(level=2) if trait.kind == "layer" else trait
