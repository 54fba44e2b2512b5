"""Numbers as they stand on the cards: what counts where something else is accepted, or was demanded of nobody."""

from rules.barbarossa.actions import Mark, Out
from rules.barbarossa.state.harm import COUNTED, forget, is_about, key, shown, value_of, write
from rules.barbarossa.state.model import Position


def settled(position: Position) -> Position:
    """The position in which a number counts as it stands on the card, where that is accepted; ours may still be put."""
    for name, values in position.accepted.items():
        stands = position.marked.get(name)
        unit, _, what = name.rpartition(" ")
        if stands is None or stands not in values or what not in COUNTED:
            continue
        right = value_of(position, unit, what)
        position = write(forget(position, unit, what), unit, what, stands)
        position = position.but(rightly={**position.rightly, name: right})
    return position


def lapsed(position: Position) -> Position:
    """The position in which a number counts as it stands on the card, where what it should be was demanded of nobody.

    So it is with the hits of a shot that was not allowed, and with what that cost: who has left his card as it was, and
    his model on the board, has both. He may still put the other number there.
    """
    for name, stands in position.marked.items():
        unit, _, what = name.rpartition(" ")
        state, right = position.units[unit], value_of(position, unit, what)
        gone = any(Out(piece=unit) in due.options for due in position.due)
        open_yet = gone or any(is_about(due, unit, what) for due in position.due)
        if what not in COUNTED or open_yet or stands == right or state.off_board or not state.hex:
            continue
        if what == "ammo" and state.out:
            continue
        position = write(forget(position, unit, what), unit, what, stands).unit(unit, out=False)
        position = position.but(rightly={**position.rightly, name: right})
    return position


def as_told(position: Position) -> Position:
    """The position in which losses and points count as they stand on the card where others were told to be missing.

    Whoever marks them all the same, whenever he sees it, does what was due.
    """
    missed = [each for due in position.due if due.told for each in due.options if isinstance(each, Mark)]
    for unit, what in sorted({(each.unit, each.what) for each in missed if each.what in COUNTED}):
        name, stands = key(unit, what), shown(position, unit, what)
        waits = any(not due.told and is_about(due, unit, what) for due in position.due)
        if name not in position.marked or waits or position.units[unit].out:
            continue
        right = value_of(position, unit, what)
        position = write(position, unit, what, stands).but(
            marked={each: value for each, value in position.marked.items() if each != name},
            accepted={each: values for each, values in position.accepted.items() if each != name},
            rightly={**position.rightly, name: right},
        )
        if what == "losses":
            position = position.but(before_step={**position.before_step, unit: stands})
    return position
