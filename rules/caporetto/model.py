"""What changes: where each unit is and how it is, what was done with it, who acts."""

from collections.abc import Mapping

import msgspec

from rules.caporetto.actions import Attach
from rules.engine import position


class Unit(msgspec.Struct, frozen=True):
    """A unit as it is now."""

    hex: str = ""
    box: str = ""
    """Where it lies off the map."""
    lost: int = 0
    """Steps that it has lost."""
    level: int = 0
    """Its disorganisation."""
    marks: frozenset[str] = frozenset()
    """The states that it shows."""
    spent: int = 0
    """Quarters of movement points that it has spent."""
    doubtful: int = 0
    """Quarters that it may have spent besides, to leave villages beside enemies."""
    moved: str = ""
    """The phase, or the action, in which it has moved."""
    way: tuple[tuple[str, int], ...] = ()
    """The hexes that it has left in its move, each with what was spent till then."""
    how: str = ""
    """How it moves: by strategic movement or not."""
    attached: str = ""
    """The formation to which it is attached."""
    raised: int = 0
    """By how much its disorganisation has changed since the phase began."""
    stray: int = 0
    """How many points it was given that nothing had made due."""


class Acting(msgspec.Struct, frozen=True):
    """An action that is going on: the formation, its headquarters, and whom that commands."""

    formation: str
    hq: str
    side: str
    place: str
    kind: str = "normal"
    sure: frozenset[str] = frozenset()
    """The units in command, of all formations that act together."""
    open: frozenset[str] = frozenset()
    """Those whose command path leads through enemy zones of control."""
    box: str = ""
    """Where the headquarters was put in the command phase."""
    cost: int = 0
    """The logistic points that its reaction has cost."""
    passed: frozenset[str] = frozenset()
    """The hexes through which a path was opened by a die."""
    rolled: frozenset[str] = frozenset()
    others: tuple["Acting", ...] = ()
    """The formations that act together with it, by the division or to change places."""

    @property
    def every(self) -> tuple["Acting", ...]:
        """All formations that act together, this one first."""
        return (self, *self.others)

    @property
    def formations(self) -> frozenset[str]:
        """The names of all formations that act together."""
        return frozenset(each.formation for each in self.every)

    def led(self, formation: str) -> "Acting | None":
        """One of the formations that act, by its name."""
        return next((each for each in self.every if each.formation == formation), None)


class Position(position.Position, frozen=True, kw_only=True):
    """What changes."""

    turn: int
    units: Mapping[str, Unit]
    mover: str = ""
    """The unit that is on its way."""
    passed: str = ""
    """The side that has passed since somebody acted."""
    ended: bool = False
    """True if both sides have passed, one after the other."""
    acting: Acting | None = None
    """The action that is going on."""
    acted: frozenset[str] = frozenset()
    """The formations that have acted in this turn."""
    activated: frozenset[str] = frozenset()
    """The units that were activated in this turn."""
    forced: frozenset[str] = frozenset()
    """The units that have made a forced march in this turn."""
    slots: Mapping[str, str] = {}
    """By headquarters: the box into which it was openly put in the command phase."""
    divisions: Mapping[str, tuple[str, ...]] = {}
    """By side: the divisions of which formations have acted, in their order."""
    answer: str = ""
    """The side to whose action the other one may react."""
    answered: str = ""
    """The headquarters that may react; something else if an attempt has failed."""
    tried: frozenset[str] = frozenset()
    """The headquarters that have tried in vain to react in this turn."""
    early: tuple[Attach, ...] = ()
    """What was attached to formations that do not act yet."""
    target: str = ""
    """The hex that was named last."""
    step: int = 0
    """How far the action has come: movement, bombardment, defensive fire, assaults."""
    attacks: Mapping[str, str] = {}
    """By unit: the hex that it attacks in this action."""
    fought: frozenset[str] = frozenset()
    """The units that have attacked in it."""
    origins: frozenset[str] = frozenset()
    """The hexes from which somebody has attacked in it."""
    taken: frozenset[str] = frozenset()
    """The hexes that were lost to an assault in it."""
    driven: Mapping[str, str] = {}
    """By unit that has retreated in it: the hex that it has left."""
    bound: frozenset[str] = frozenset()
    """The units that may be driven back, and have not gone yet."""
    bases: Mapping[str, str] = {}
    """By unit that attacks: the hex out of which it does."""
    vague: bool = False
    """True if it is not certain what the dice of some fire do in this action."""
    sniped: Mapping[str, str] = {}
    """By unit: the hex at which it fires because somebody has passed by."""
    spread: Mapping[str, tuple[str, int]] = {}
    """By unit: how many steps it may still lose of a loss that is spread evenly, and the rule that says so."""
    went: frozenset[str] = frozenset()
    """The units that have begun to do something in this phase."""
    gone: frozenset[str] = frozenset()
    """Those that have left the map in it."""
    turned: frozenset[str] = frozenset()
    """The guns that were turned to their other side in this phase."""
    unready: frozenset[str] = frozenset()
    """Those that came into position in this turn."""
    passing: tuple[str, str, str] = ("", "", "")
    """Who has moved last in this action, from where, and whither."""
    supports: Mapping[str, str] = {}
    """By unit: the hex against which it supports."""
    bombs: Mapping[str, str] = {}
    """By gun: the hex that it bombards, and whom."""
    defends: Mapping[str, str] = {}
    """By unit: the hex at which it fires in defence."""
    fired: frozenset[str] = frozenset()
    """The guns that have fired offensively in this turn."""
    defended: frozenset[str] = frozenset()
    """Those that have fired in defence."""
    resolving: tuple[str, str] = ("", "")
    """For what dice are thrown, and where."""
    resolved: frozenset[str] = frozenset()
    """What was resolved in this action, and where."""
    star: tuple[tuple[str, ...], ...] = ()
    """The units to which asterisks may do something, those of the first one first."""
    trenches: Mapping[str, int] = {}
    """By hex: the level that a marker gives the trenches in it and along its sides."""
    dug: Mapping[str, int] = {}
    """By hex whose trenches were changed in this phase: their level before it."""
    mending: frozenset[str] = frozenset()
    """The hexes in which Italian engineers have begun to mend trenches in this phase."""
    bridged: frozenset[str] = frozenset()
    """The hexes in which bridges were marked as blown or standing in this phase."""
    trod: frozenset[str] = frozenset()
    """Who has been at a blown bridge since the last engineer phase: sides, each with the hex."""
    engineering: tuple[int, int] = (0, 0)
    """The activity of the engineer phase that has begun, and whether the side that comes second has begun it."""
    finished: frozenset[str] = frozenset()
    """The bridges on which engineers have brought their work to its end in this turn."""
    blasts: int = 0
    """How many bridges may be marked as blown after dice that were low enough."""
    barrages: Mapping[str, tuple[str, int]] = {}
    """By gun: the hex on which it lays a barrage in this turn, and with how many quarters of a factor."""
    struck: frozenset[str] = frozenset()
    """The units that a barrage has struck in this turn, each with the hex."""
    crossed: frozenset[str] = frozenset()
    """Those that have come into one, each with the hex."""
    volleys: Mapping[str, int] = {}
    """By hex: how often dice fell for the barrage on it in this turn."""
    astray: str = ""
    """The hex on which fire falls short."""
    relief: tuple[str, ...] = ()
    """The formations that have moved to change places, in their order."""
    waves: Mapping[str, int] = {}
    """By hex: how often dice fell for assaults by more than may fight there at once."""
    far: bool = False
    """True if somebody went in this phase who may have gone through any hexes on his way."""
    arrived: frozenset[str] = frozenset()
    """The units that have come as reinforcements in this turn."""
    looted: frozenset[str] = frozenset()
    """The depots that were captured."""
    shelled: frozenset[str] = frozenset()
    """The hexes on which the bombardment before the attack has fallen."""
    sprung: Mapping[str, str] = {}
    """By hex: what has struck it, gas or a mine."""
    medal: str = ""
    """The side, or the wing, that has taken Monte Matajur first."""
    gained: Mapping[str, int] = {}
    """By hex of victory points: the turn in which the Central Powers took it last."""
    gains: frozenset[int] = frozenset()
    """The turns in which they took one."""
    penalty: int = 0
    """Victory points that they have lost, because hexes were retaken at once."""
    takers: Mapping[str, str] = {}
    """By hex of victory points: the wing of the Central Powers that came there last."""
    penalties: Mapping[str, int] = {}
    """By wing: the victory points that it has lost, because hexes were retaken at once."""
    drawn: str = ""
    """The sector with which the turn begins, by a die; called as the wing of the Central Powers in it."""
    fronts: tuple[str, ...] = ()
    """The sectors in which somebody has acted in this turn, in their order."""
    attacked: frozenset[str] = frozenset()
    """The formations against which an assault was declared."""
    bombarded: frozenset[str] = frozenset()
    """Those on which guns, gas or mines have fallen."""
    tarrying: frozenset[str] = frozenset()
    """The units that have gone into a hex of both sectors in this phase."""
    rooted: frozenset[str] = frozenset()
    """Those that were set up in one."""
    blown: frozenset[str] = frozenset()
    """The bridges that were blown, each by the two hexes between which it lay."""
    held: Mapping[str, str] = {}
    """By village: who holds it."""
    over: bool = False
    idle: bool = True
    """True as long as nothing was done in the phase."""
    points: Mapping[str, int] = {}
    """By purse: the logistic points that are left; one for all, or one for each wing."""

    def paid(self, purse: str, cost: int) -> "Position":
        """The same position with so many points less in a purse, and never less than none."""
        return self.but(points={**self.points, purse: max(self.points[purse] - cost, 0)}) if cost else self

    def left_by(self, name: str) -> "Position":
        """The same position, in which nobody waits for what a unit that has left the map was to do."""
        gone = {
            field: {each: value for each, value in table.items() if each != name}
            for field in ("attacks", "supports", "bombs", "defends", "sniped")
            if name in (table := getattr(self, field))
        }
        return self.but(**gone) if gone else self

    def unit(self, name: str, **changes: object) -> "Position":
        """The same position with one unit changed."""
        return self.but(units={**self.units, name: msgspec.structs.replace(self.units[name], **changes)})
