"""Writing a log: what each action looks like when players carry it out with the module."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import assets
from assets.chronicle import Chronicle
from rules.binding import Writes, actions_in, to_piece
from rules.caporetto import actions
from rules.caporetto.actions import (
    Activate,
    Assault,
    Begin,
    Bombard,
    Bridge,
    Defend,
    Leave,
    Lose,
    Move,
    Observe,
    Resolve,
    Show,
    Slot,
    Support,
    Trench,
)
from rules.caporetto.battle import Battle
from rules.caporetto.country import over
from rules.caporetto.fire.dice import SPOKEN
from rules.caporetto.loading import load
from rules.caporetto.model import Position, Unit
from rules.caporetto.reading import WINGS
from rules.caporetto.wings.line import RETURN
from rules.caporetto.wings.order import SECTOR
from rules.caporetto.works.bridges import spans
from rules.caporetto.works.trenches import AS_PRINTED
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.writing import Advance, Deed, Entry, Go, Keep, New, Put, Ref, Say, Throw, Value, Wipe

BRIGADE = "brigade-hq"
FORMATION = {"Form": "Formation", "FormName": "FormationName"}
NOWHERE = "1001"
"""A hex for dice that belong to none."""
CHECKED = frozenset({"COMMAND", "REACTION", "RETREAT", "BLOW"})
"""Purposes of rolls that a piece announces in the same step."""
BOXES = {"lost": "lost", "surrendered": "surrendered", "left": "off", "": "off"}
"""By why a piece has left the map: the box in which it lies."""


WINNERS = {wing: name for name, wing in WINGS.items()}
"""By wing: what records call it when it has won."""


class CaporettoWriter:
    """Writes games of one battle."""

    written = (
        Begin,
        Move,
        Leave,
        Lose,
        Show,
        Slot,
        Activate,
        Roll,
        Assault,
        Support,
        Bombard,
        Observe,
        Defend,
        Resolve,
        Trench,
        Bridge,
    )
    """Actions that are written here; all others look as the chronicle declares."""

    def __init__(self, battle: Battle, records: Mapping[str, str], chronicle: Chronicle) -> None:
        self.battle = battle
        self._made = Counter[str]()
        """How many markers of each kind have come out of the window of pieces."""
        names = {"unit": to_piece, "side": lambda side: records.get(side) or WINNERS.get(side, "Draw")}
        self._declared = Writes(chronicle, actions_in(actions), names)

    def foresee(self, actions: Sequence[Action]) -> None:
        """Nothing of this game is written before it is done."""

    def laid(self, position: Position) -> Iterable[Deed]:
        """What lays the board out as a position has it."""
        yield Advance(position.turn, position.stack[0])
        self._made.clear()
        for pair in sorted(position.blown):
            ends = (place for place in over(pair) if len(spans(self.battle.ground, place)) == 1)
            yield from self._new("bridge-blown", next(ends, over(pair)[0]))
        for place, level in position.trenches.items():
            yield from self._new(f"trench-{level}", place)
        for name, unit in position.units.items():
            if self.battle.campaign and not (unit.hex or unit.box or self.battle.units[name].kind.hq):
                continue  # who is nowhere lies beside the map
            if self.battle.units[name].kind.hq:
                yield Go(Ref(name), unit.hex or self._display(name, unit.box or "waiting"))
            else:
                yield Go(Ref(name), unit.hex or self._box(name, unit.box))
                yield from self._state(name, unit)

    def _new(self, marker: str, place: str) -> Iterator[Deed]:
        """One more marker comes out of the window of pieces."""
        self._made[marker] += 1
        yield New(Ref(marker, self._made[marker]), place)

    def _state(self, name: str, unit: Unit) -> Iterator[Deed]:
        counter = self.battle.units[name]
        if len(counter.faces) > 1 and not counter.kind.guns and not counter.kind.builds:
            yield Put(Ref(name), "Steps_Level", str(unit.lost + 1))
        yield Put(Ref(name), "DL", str(unit.level))
        if unit.attached:
            yield Put(Ref(name), "Attached", unit.attached)
        for state in sorted(unit.marks):
            yield Put(Ref(name), f"{state}_Level", "2")

    def _display(self, hq: str, box: str) -> str:
        """The box of the formation display in which a headquarters lies."""
        counter = self.battle.units[hq]
        named = "guns0" if box == "ready" and counter.kind.id == BRIGADE else box
        return f"{named}-{counter.side}"

    def _box(self, name: str, why: str) -> str:
        return f"{BOXES[why]}-{self.battle.units[name].side}"

    def entries(self, before: Position, action: Action) -> Iterator[Entry]:
        """What the log shows of an action; what lies there already came out of the window before."""
        for marker, count in Counter(map("trench-{}".format, before.trenches.values())).items():
            self._made[marker] = max(self._made[marker], count)
        self._made["bridge-blown"] = max(self._made["bridge-blown"], len(before.blown))
        deeds = tuple(self._deeds(before, action))
        if deeds:
            yield Entry(self._side(before, action), deeds)

    def _side(self, before: Position, action: Action) -> str:
        """Whose player does it: the one who is named, the owner of the piece or of the duty, or the first."""
        named = (str(getattr(action, field, "")) for field in ("unit", "hq", "who"))
        duty = next((due.owner for due in before.due if due.met_by(action)), "")
        return action.by or duty or next(filter(None, map(self.battle.side_of, named)), "") or self.battle.sides[0]

    def _deeds(self, before: Position, action: Action) -> Iterable[Deed]:
        match action:
            case Begin(phase=phase, turn=turn):
                yield Advance(turn, phase)
            case Move(unit=unit, hex=place, how=how):
                yield Go(Ref(unit), place)
                yield Say("step", Ref(unit), {"a": "Move" if how == RETURN else how.capitalize()})
            case Leave(unit=unit, why=why):
                yield Go(Ref(unit), f"{BOXES[why]}-$Box$", sent=True)
                yield Say("out", Ref(unit), {"what": why.capitalize()})
            case Lose(unit=unit):
                lost = before.units[unit].lost + 1
                yield Put(Ref(unit), "Steps_Level", str(lost + 1))
                yield Say("loss", Ref(unit), {"v": str(len(self.battle.units[unit].faces) - lost)})
            case Show(unit=unit, state=state, on=on):
                yield Put(Ref(unit), f"{state}_Level", "2" if on else "1")
                yield Say("state", Ref(unit), {"what": state, "v": "on" if on else "off"})
            case _:
                yield from self._commanded(before, action)

    def _rolled(self, before: Position, roll: Roll) -> Iterable[Deed]:
        """Dice fall; for some purposes a piece or a button announces them."""
        if roll.purpose in SPOKEN | {SECTOR}:
            yield from self._aimed(Resolve(hex=before.resolving[1] or NOWHERE, purpose=roll.purpose))
        if roll.purpose in CHECKED:
            who = Ref(roll.who)
            staged: dict[str, Value] = {"HX_By": "", "HX_At": "", "HX_Who": who, "HX_P": roll.purpose, "HX_Shot": ""}
            yield Wipe("Role")
            yield from (Keep(name, value) for name, value in staged.items())
            yield Say("check", who, {"p": roll.purpose})
        yield Throw("1d6", roll.dice)

    def _commanded(self, before: Position, action: Action) -> Iterable[Deed]:
        """What is done with headquarters, and what is aimed at a hex."""
        match action:
            case Slot(hq=hq, box=box):
                verb = "slot" if self.battle.units[hq].kind.id == BRIGADE else "box"
                yield Go(Ref(hq), self._display(hq, box), sent=True)
                yield Say(verb, Ref(hq), {"what": box.capitalize()})
            case Activate(hq=hq, hex=place, kind=kind):
                if before.units[hq].hex != place:
                    yield Go(Ref(hq), place)
                yield from (Keep(f"HX_{key}", Ref(hq), fact=fact) for key, fact in FORMATION.items())
                yield Keep("HX_Target")
                yield Say("activate", Ref(hq), {"what": kind.capitalize()})
            case Roll():
                yield from self._rolled(before, action)
            case Trench(hex=at, level=level):
                if at in before.trenches:
                    lying = Ref(f"trench-{before.trenches[at]}", at=at)
                    yield Go(lying, "$Home$-$Box$", sent=True)
                    yield Say("remove", lying)
                if level < AS_PRINTED:
                    yield from self._new(f"trench-{level}", at)
                    yield Say("place", Ref(f"trench-{level}", at=at))
            case Bridge(hex=at, blown=True):
                yield from self._new("bridge-blown", at)
                yield Say("place", Ref("bridge-blown", at=at))
            case Bridge(hex=at):
                lying = Ref("bridge-blown", at=at)
                yield Go(lying, "$Home$-$Box$", sent=True)
                yield Say("remove", lying)
            case _:
                yield from self._aimed(action)

    def _aimed(self, action: Action) -> Iterable[Deed]:
        """What is declared at a hex; all else looks as the chronicle has it."""
        match action:
            case Assault(unit=unit, at=at, how=how):
                layer = "RoadAssault" if how == "road" else "Assault"
                yield Keep("HX_Target", at)
                yield Put(Ref(unit), f"{layer}_Level", "2")
                yield Say("assault", Ref(unit), {"at": at, "what": how.capitalize()})
            case Support(unit=unit, hex=at):
                yield Keep("HX_Target", at)
                yield Put(Ref(unit), "Support_Level", "2")
                yield Say("support", Ref(unit), {"at": at})
            case Observe(unit=unit, hex=at):
                yield Keep("HX_Target", at)
                yield Say("observe", Ref(unit), {"at": at})
            case Bombard(unit=unit, hex=at, what=what) | Defend(unit=unit, hex=at, what=what):
                yield Keep("HX_Target", at)
                yield Say(type(action).__name__.lower(), Ref(unit), {"at": at, "what": what.capitalize()})
            case Resolve(hex=at, purpose=purpose):
                yield from (Keep("HX_Target", at), Keep("HX_Who"), Keep("HX_P", purpose))
                yield Say("resolve", None, {"at": at, "what": purpose})
            case _:
                yield from self._declared(action)


def writer_of(game: assets.Game, scenario: str) -> CaporettoWriter:
    """Who writes the games of a scenario."""
    records = {name: side.record for name, side in game.sides.items()}
    return CaporettoWriter(load(scenario, game), records, game.chronicle)
