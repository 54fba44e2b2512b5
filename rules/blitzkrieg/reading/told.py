"""What records tell of the dice that fall after them."""

from typing import Final

from rules.engine.evidence import Piece, Record

NAMING: Final = frozenset({"aim", "barrage", "check", "fire"})
"""Verbs of records that say what dice are for."""
SALVOS: Final = frozenset({"BARRAGE", "STUKA", "TRANSMIT"})
"""Purposes of the dice of a salvo: for the next one the marker is laid anew."""
ENDS: Final = frozenset({"actend", "draw", "opsend", "phase"})
"""Verbs of records with which the activation is over."""


class Told:
    """What was told of dice since some fell last, and whether the last that happened was that such ones fell."""

    def __init__(self) -> None:
        self.aiming: tuple[Piece, ...] = ()
        """Who was said to aim."""
        self.by = ""
        """The side of whoever said so: one player may do everything for both."""
        self.marked = ""
        """The hex in which the marker of guns was laid."""
        self.joined = ""
        """Who was said to join two formations, before the activation or in it: first the `general`, or the `act`."""
        self.observed = False
        """Whether somebody was said to observe since coordinates were transmitted last, or a salvo was declared."""
        self.late: Record | None = None
        """The word of an observer for a salvo that had been declared before it."""
        self.supposed = set[str]()
        """Who is supposed to have fired in this activation, of dice that fell for nobody."""
        self.cancelling = False
        """Whether a die was thrown to cancel the marker that was drawn last."""
        self.in_hand = set[str]()
        """The Repeats of Generals that are supposed to be in hand: of them nothing is said, and nothing lies there."""
        self._said: Record | None = None
        self._fell: Record | None = None

    def note(self, record: Record, side: str) -> None:
        """A record was read, of somebody who sits on a side."""
        if record.verb == "roll":
            self.cancelling = self.cancelling or record.get("p") == "CANCEL"
            self._fell = record if self._said is not None else None
            # after the message comes its salvo
            self.aiming, self._said = (), self._said if record.get("p") == "TRANSMIT" else None
            self.marked = "" if record.get("p") in SALVOS else self.marked
        else:
            self._fell = self._fell if self._fell is not None and _of_dice(record, self._fell) else None
        if record.verb in ENDS:
            self.supposed.clear()
            self.cancelling = False
        if record.verb in ENDS - {"draw"}:
            self.joined = ""
        if record.get("what") == "Pair" and record.verb in {"act", "general"}:
            self.joined = "general" if record.verb == "general" else self.joined or "act"
        if record.verb == "observe" or record.get("p") == "TRANSMIT":
            self.observed = (
                record is not self.late if record.verb == "observe" else self.observed and record.verb != "roll"
            )
        if record.verb == "barrage":
            self.observed = False
        if record.verb == "place":
            self.marked = record.get("h")
        if record.verb in NAMING:
            aims = (record.piece,) if record.verb == "aim" and record.piece else ()
            self.aiming, self.by, self._said = record.pieces.get("by", aims), side, record

    def again(self, record: Record) -> bool:
        """Tell whether the same dice fell directly before, and it was said what those were for."""
        return self._fell is not None and _same(self._fell, record)


def _same(one: Record, other: Record) -> bool:
    return one.get("p") == other.get("p") and one.pieces == other.pieces


def _of_dice(record: Record, dice: Record) -> bool:
    """Whether a check is that for which dice fell just before."""
    return record.verb == "check" and record.get("p") == dice.get("p") and (record.piece,) == dice.pieces.get("who")
