"""What players do: one small class a verb."""

from typing import ClassVar

from rules.engine.actions import Action


class Move(Action, frozen=True):
    """A unit goes to a hex; to none if it leaves the map."""

    unit: str
    hex: str = ""


class Begin(Action, frozen=True):
    """The turn marker goes on to a phase, which ends the one before it."""

    clock: ClassVar[bool] = True

    phase: str
    turn: int = 1
