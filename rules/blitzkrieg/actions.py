"""What players do: the verbs of the game. A roll is `rules.engine.dice.Roll` with one of the purposes below.

Purposes: RALLY, PANIC, OPPFIRE, RETURN, RETREAT, FIRE, MELEE, MINE, DEPLETE (of a unit); EXHAUSTION, RECOVERY, DEMORAL
(of a formation); TRANSMIT (of the observing HQ); BARRAGE, STUKA, CANCEL (of a chit). A roll declares its check.
"""

from typing import ClassVar, Literal

from rules.engine.actions import Action
from rules.engine.dice import Roll

Option = Literal["pair", "clear", "repeat", "cancel"]
Mode = Literal["", "full", "reduced"]
MarkerName = Literal["neutralised", "ooc", "opp", "activated", "exhausted", "demoralised"]


# ------------------------------------------------------------------------------------------------------- set-up
class Deploy(Action, frozen=True):
    """A piece is put on the map at the set-up; `reduced` if it starts with its step lost, `second` if it is a copy."""

    own: ClassVar[bool] = True
    unit: str
    hex: str
    reduced: bool = False
    second: bool = False


class Assign(Action, frozen=True):
    """An independent unit is assigned to a formation for the whole game."""

    unit: str
    formation: str


class Fortify(Action, frozen=True):
    """A Defence Works marker is put on a hex."""

    hex: str


class LayMine(Action, frozen=True):
    """A Minefield marker is put on a hex."""

    hex: str


class Mount(Action, frozen=True):
    """A company starts aboard a carrier."""

    own: ClassVar[bool] = True
    unit: str
    carrier: str


class Stock(Action, frozen=True):
    """A chit is put into the cup, or kept out of it as one of the player's choice."""

    own: ClassVar[bool] = True
    chit: str
    place: Literal["cup", "reserve"] = "cup"


class Ready(Action, frozen=True):
    """A step of the set-up is declared done."""


# ----------------------------------------------------------------------------------------------- phases and cup
class EndAdmin(Action, frozen=True):
    """The Administration Phase is declared done."""

    clock: ClassVar[bool] = True


class Draw(Action, frozen=True):
    """A chit comes out of the cup; the one kept from the last turn, or one of the reserve, is taken the same way."""

    chit: str
    blind: bool = True


class Activate(Action, frozen=True):
    """The drawn chit activates its formation, artillery or Stukas; `also` is the chit that a General joins to it."""

    own: ClassVar[bool] = True
    chit: str
    also: str = ""


class Skip(Action, frozen=True):
    """The drawn chit is declined."""

    own: ClassVar[bool] = True
    chit: str


class Pass(Action, frozen=True):
    """The drawn chit is declined with an announced pass."""

    own: ClassVar[bool] = True
    chit: str


class Defer(Action, frozen=True):
    """The drawn chit waits for a second one, under a General."""

    own: ClassVar[bool] = True
    chit: str


class Hold(Action, frozen=True):
    """A drawn Repeat or General is kept in hand."""

    own: ClassVar[bool] = True
    chit: str


class Keep(Action, frozen=True):
    """The last chit is kept for the next turn."""

    chit: str


class PlayRepeat(Action, frozen=True):
    """A Repeat activates a formation."""

    own: ClassVar[bool] = True
    chit: str
    formation: str


class PlayGeneral(Action, frozen=True):
    """A General is used for one of its options, on these formations, units or chits."""

    own: ClassVar[bool] = True
    chit: str
    option: Option
    on: tuple[str, ...] = ()


class EndPhase(Action, frozen=True):
    """The Operations Phase is declared ended."""

    reason: Literal["empty", "passes"] = "empty"


class EndActivation(Action, frozen=True):
    """The activation is declared ended."""

    waives: ClassVar[bool] = True


class Score(Action, frozen=True):
    """The victory points are set."""

    points: int


class Conclude(Action, frozen=True):
    """The game is declared over: the winner's side, or a draw."""

    result: str


class NextTurn(Action, frozen=True):
    """The turn marker is advanced."""

    clock: ClassVar[bool] = True

    turn: int


# -------------------------------------------------------------------------------------------------- active side
class Move(Action, frozen=True):
    """Units move together into the next hex; in column if they use the road; `None` where nobody said."""

    own: ClassVar[bool] = True
    on_the_way: ClassVar[bool] = True
    units: tuple[str, ...]
    hex: str
    column: bool | None = False


class Enter(Action, frozen=True):
    """A unit enters the map."""

    own: ClassVar[bool] = True
    unit: str
    hex: str


class Fire(Action, frozen=True):
    """A unit fires at a target, at full or reduced strength; with the company aboard if it is named."""

    own: ClassVar[bool] = True
    unit: str
    target: str
    mode: Mode = ""
    column: int | None = None
    company: str = ""


class Assault(Action, frozen=True):
    """Units enter an enemy hex to fight a melee; `column` if they came by road."""

    own: ClassVar[bool] = True
    units: tuple[str, ...]
    hex: str
    column: bool = False


class Load(Action, frozen=True):
    """A company gets on a carrier."""

    own: ClassVar[bool] = True
    unit: str
    carrier: str


class Unload(Action, frozen=True):
    """A company gets off its carrier."""

    own: ClassVar[bool] = True
    unit: str


class Barrage(Action, frozen=True):
    """A salvo is declared: chit, hex, calibre, observing HQ."""

    own: ClassVar[bool] = True
    chit: str
    hex: str
    calibre: Literal["light", "medium", "heavy"]
    observer: str


class Stuka(Action, frozen=True):
    """A Stuka attack on a hex is declared."""

    own: ClassVar[bool] = True
    chit: str
    hex: str


class Concentrate(Action, frozen=True):
    """Several salvos on one hex are declared together, each as `chit calibre`."""

    hex: str
    salvos: tuple[str, ...]


class ReturnHq(Action, frozen=True):
    """An overrun HQ comes back, with a unit of its formation."""

    own: ClassVar[bool] = True
    unit: str
    hex: str


# ------------------------------------------------------------------------------------------------- passive side
class OppFire(Action, frozen=True):
    """A passive unit announces opportunity fire."""

    own: ClassVar[bool] = True
    unit: str
    target: str
    column: int | None = None


class ReturnFire(Action, frozen=True):
    """A unit that was fired at announces return fire."""

    own: ClassVar[bool] = True
    unit: str
    target: str
    column: int | None = None


class TryRetreat(Action, frozen=True):
    """A neutralised passive unit tries the check that it needs to retreat."""

    own: ClassVar[bool] = True
    unit: str


class Retreat(Action, frozen=True):
    """A passive unit retreats out of its own will."""

    own: ClassVar[bool] = True
    unit: str
    path: tuple[str, ...]


class Decline(Action, frozen=True):
    """The passive side does not react."""

    waives: ClassVar[bool] = True


# ---------------------------------------------------------------------------------------------- melee, outcomes
class MeleeFire(Action, frozen=True):
    """A unit in a melee names its target."""

    own: ClassVar[bool] = True
    unit: str
    target: str
    column: int | None = None


class Stay(Action, frozen=True):
    """A defender that may retreat stays."""

    follows: ClassVar[bool] = True
    unit: str


class FallBack(Action, frozen=True):
    """A unit goes back because a result makes it, or lets it."""

    follows: ClassVar[bool] = True
    unit: str
    path: tuple[str, ...] = ()


class Withdraw(Action, frozen=True):
    """A unit of a demoralised formation goes back towards its own edge; an empty path if it stays."""

    follows: ClassVar[bool] = True
    unit: str
    path: tuple[str, ...] = ()


class Mark(Action, frozen=True):
    """A marker is put on or taken off: on a unit, or on a formation's HQ."""

    follows: ClassVar[bool] = True
    piece: str
    marker: MarkerName
    on: bool = True


class StepLoss(Action, frozen=True):
    """A unit loses a step: it is flipped, or removed if it was flipped before."""

    follows: ClassVar[bool] = True
    unit: str


class Remove(Action, frozen=True):
    """A unit is taken off the map."""

    follows: ClassVar[bool] = True
    unit: str


class OverrunHq(Action, frozen=True):
    """An overrun HQ is put on the turn track."""

    follows: ClassVar[bool] = True
    unit: str
    turn: int


class Clear(Action, frozen=True):
    """A Minefield or Defence Works marker is taken off a hex."""

    follows: ClassVar[bool] = True
    hex: str
    marker: Literal["mine", "works"]


class Refill(Action, frozen=True):
    """A chit goes back into the cup, or into it for the first time."""

    follows: ClassVar[bool] = True
    chit: str


class Discard(Action, frozen=True):
    """A chit is taken out of play."""

    follows: ClassVar[bool] = True
    chit: str


__all__ = ["Action", "Roll"]
