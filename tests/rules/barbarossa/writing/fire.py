"""Writing fire and blows: who aims at whom, and the dice."""

from collections.abc import Iterator

from rules.barbarossa import actions as do
from rules.barbarossa.state.model import Position
from rules.engine.dice import Roll
from rules.engine.writing import (
    Keep,
    Put,
    Ref,
    Say,
    Throw,
    Wipe,
)
from tests.rules.barbarossa.writing.cards import Cards
from tests.rules.barbarossa.writing.words import (
    BLOWN,
    DECLARED,
    FIXED,
    KINDS,
    Deeds,
    fired,
)


class Aiming(Cards):
    """Writes fire and blows: who aims at whom, and the dice."""

    def _aims(self, unit: str, shot: str) -> Iterator[Deeds]:
        """A unit aims, unless it does so already."""
        if self._aiming == (unit, shot):
            return
        self._aiming, self._armed = (unit, shot), ""
        speaker = Ref(unit)
        staged = (Keep("HX_By", speaker), *map(Keep, ("HX_At", "HX_Who", "HX_P", "HX_After")), Keep("HX_Shot", shot))
        yield Wipe("Role"), *staged, Put(speaker, "Role", "S"), Say("aim", speaker, {"p": shot})

    def _nobody_aims(self) -> Iterator[Deeds]:
        if self._aiming[0]:
            self._aiming, self._armed = ("", ""), ""
            yield Say("fireend"), Wipe("Role"), *map(Keep, ("HX_By", "HX_At", "HX_Who", "HX_P", "HX_Shot", "HX_After"))

    def _target(self, before: Position, target: str, place: str) -> Ref | None:
        """The piece that is aimed at: the one named, else any that lies in the hex."""
        if target:
            found = self._piece(target)
            return found if isinstance(found, Ref) else None
        models = (
            name for name, unit in before.units.items() if unit.hex == place and not unit.off_board and not unit.out
        )
        markers = (name for name, each in before.structures.items() if each.hex == place and name in self._pieces)
        name = next(models, "") or next(markers, "")
        piece = self._piece(name) if name else ""
        return piece if isinstance(piece, Ref) else None

    def _fire(self, before: Position, action: do.Fire) -> Iterator[Deeds]:
        known = before.structures.get(action.target)
        if known is not None and action.target not in self._pieces:
            yield from self._new(action.target, known.kind, known.hex, known.facing)
        target = self._target(before, action.target, action.hex)
        shot = KINDS[action.kind]
        yield from self._declared(action, target, shot, "FIRE", after=action.after, again=action.again)

    def _strike(self, before: Position, action: do.Strike) -> Iterator[Deeds]:
        target = self._target(before, action.target, "")
        shot = "DUEL" if self._flies(action.unit) or self._flies(action.target) else "MELEE"
        yield from self._declared(action, target, shot, "MELEE")

    def _duel(self, before: Position, action: do.Duel) -> Iterator[Deeds]:
        """Who chooses his enemy aims at him; the blows are struck later."""
        target = self._target(before, action.target, "")
        if target is not None:
            self._aiming, self._armed = ("", ""), ""
            yield from self._aims(action.unit, "DUEL")
            yield fired(target, "DUEL", "MELEE")

    def _flies(self, unit: str) -> bool:
        return unit in self.battle.units and self.battle.units[unit].flies

    def _declared(
        self,
        action: do.Fire | do.Strike,
        target: Ref | None,
        shot: str,
        purpose: str,
        *,
        after: str = "",
        again: bool = False,
    ) -> Iterator[Deeds]:
        if target is None or action.unit not in self.battle.units:
            return
        dice = "" if action.dice is None else str(action.dice)
        self._hits_on[action.unit] = "" if action.accuracy is None else str(action.accuracy)
        kept = Keep("HX_After", self._piece(after) if after else ""), Keep("HX_Again", "yes" if again else "no")
        deeds = *kept, *fired(target, shot, purpose, dice)
        if shot == "DUEL" and (action.unit in self._postponed or self._foreseen.waits(action.unit, purpose)):
            self._postponed.setdefault(action.unit, []).extend((self._later(action.unit, shot), deeds))
            return
        yield from self._aims(action.unit, shot)
        self._armed = action.unit
        yield deeds

    def _later(self, unit: str, shot: str) -> Deeds:
        """Aiming that is postponed together with the shot."""
        kept, self._aiming = self._aiming, ("", "")
        deeds = tuple(deed for deeds in self._aims(unit, shot) for deed in deeds)
        self._aiming = kept
        return deeds

    def _roll(self, before: Position, action: Roll) -> Iterator[Deeds]:
        thrown = Throw("1d6", action.dice, gathered="HX_Res")
        if action.purpose in DECLARED:
            for deeds in self._postponed.pop(action.who, ()):
                self._aiming, self._armed = (action.who, ""), action.who
                yield deeds
            declared = any(shot.unit == action.who and not shot.rolled for shot in before.shots)
            if action.purpose == "MELEE" and self._armed != action.who and not declared:
                yield from self._struck(before, action.who)
            elif self._armed != action.who and action.who in self.battle.units:
                yield from self._aims_again(before, action.who)
            hits_on = self._hits_on.pop(action.who, "")
            yield Keep("HX_Dice", str(len(action.dice))), Keep("HX_Acc", hits_on), thrown
            return
        self._aiming, self._armed = ("", ""), ""
        who = self._piece(action.who)
        if not isinstance(who, Ref):
            return
        staged: Deeds = (
            *map(Keep, ("HX_By", "HX_At")),
            Keep("HX_Who", who),
            Keep("HX_P", action.purpose),
            *map(Keep, ("HX_Shot", "HX_After")),
            Keep("HX_Dice", str(len(action.dice))),
        )
        check: Deeds = (Wipe("Role"), *staged, Say("check", who, {"p": action.purpose, "v": ""}))
        if action.purpose in FIXED:
            yield *check, thrown
        else:
            yield check
            yield (thrown,)

    def _aims_again(self, before: Position, unit: str) -> Iterator[Deeds]:
        """Others have aimed since a unit named its target: it aims once more, and rolls."""
        shots = (shot for shot in reversed(before.shots) if shot.unit == unit and not shot.rolled)
        kinds = (BLOWN.get(shot.kind) or KINDS.get(shot.kind, "FIRE") for shot in shots)
        self._aiming = "", ""
        yield from self._aims(unit, next(kinds, "FIRE"))

    def _struck(self, before: Position, unit: str) -> Iterator[Deeds]:
        """Dice that a duel has made due, for which nobody said anything: the enemy is named first."""
        pairs = (set(pair) - {unit} for pair in reversed(before.duels) if unit in pair)
        enemy = next((name for pair in pairs for name in pair), "")
        target = self._target(before, enemy, "") if enemy else None
        if target is not None:
            self._armed = unit
            yield from self._aims(unit, "DUEL")
            yield fired(target, "DUEL", "MELEE")

    def _smoke(self, before: Position, action: do.Smoke) -> Iterator[Deeds]:
        yield from self._aims(action.unit, "SMOKE")
        for place in (action.hex, action.also):
            if place:
                yield from self._new(f"smoke.{place}", "smoke", place, "")
