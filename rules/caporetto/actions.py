"""What players do: one small class a verb."""

from typing import ClassVar

from rules.engine.actions import Action


class Begin(Action, frozen=True):
    """The turn marker goes on to a phase, which ends the one before it."""

    clock: ClassVar[bool] = True

    phase: str
    turn: int


class Move(Action, frozen=True):
    """A piece goes to a hex, in a way that its key names."""

    unit: str
    hex: str
    how: str = "move"


class Leave(Action, frozen=True):
    """A piece leaves the map: it is eliminated, surrenders, or goes off the edge."""

    unit: str
    why: str


class Lose(Action, frozen=True):
    """A unit loses a step."""

    unit: str


class Disorganise(Action, frozen=True):
    """The disorganisation of a unit goes up or down by one."""

    unit: str
    change: str


class Show(Action, frozen=True):
    """A state of a unit is shown or taken off."""

    unit: str
    state: str
    on: bool = True


class Done(Action, frozen=True):
    """A side says that it is done with something."""

    what: str


class Slot(Action, frozen=True):
    """A headquarters is put into a box of the formation display."""

    hq: str
    box: str


class Activate(Action, frozen=True):
    """A formation is activated, its headquarters in a hex; whether it was chosen may be sealed."""

    hq: str
    hex: str
    kind: str = "normal"
    hidden: bool = False


class Attach(Action, frozen=True):
    """An independent unit is attached to the formation that acts."""

    unit: str
    formation: str


class Target(Action, frozen=True):
    """A hex is named for what follows."""

    hex: str


class Complete(Action, frozen=True):
    """The action of a formation is completed."""

    formation: str = ""


class Pass(Action, frozen=True):
    """The side whose phase it is passes."""


class Decline(Action, frozen=True):
    """A side does without something."""

    waives: ClassVar[bool] = True

    what: str


class Result(Action, frozen=True):
    """The game is over, and somebody has won."""

    winner: str


class Assault(Action, frozen=True):
    """A unit is declared to attack a hex, across country or along a road."""

    unit: str
    at: str
    how: str = "field"


class Support(Action, frozen=True):
    """A unit is declared to support an attack on a hex."""

    unit: str
    hex: str


class Bombard(Action, frozen=True):
    """A gun is declared to bombard a hex: troops, guns, or whoever comes there."""

    unit: str
    hex: str
    what: str = "troops"


class Observe(Action, frozen=True):
    """A unit is said to observe a hex."""

    unit: str
    hex: str


class Defend(Action, frozen=True):
    """A unit is declared to fire at a hex in defence."""

    unit: str
    hex: str
    what: str = "own"


class Declared(Action, frozen=True):
    """A side says that it has declared all."""

    what: str


class Resolve(Action, frozen=True):
    """A side throws dice for what happens in a hex."""

    hex: str
    purpose: str


class Trench(Action, frozen=True):
    """The trenches of a hex come to a level: its marker lies there, or (2) none."""

    follows: ClassVar[bool] = True

    hex: str
    level: int = 1


class Bridge(Action, frozen=True):
    """A bridge of a hex is marked as blown, or no longer."""

    hex: str
    blown: bool = True


class Spend(Action, frozen=True):
    """A side says that it spends a logistic point."""

    what: str
