"""Breaking the rules of results: what is due is left out, or done though nothing made it due."""

from collections.abc import Iterator

from rules.blitzkrieg import actions as do
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from tests.rules.blitzkrieg.mutators.movement import goals
from tests.rules.blitzkrieg.mutators.occasion import Acts, Occasion, breaks

LEAVES: dict[str, tuple[Action, ...]] = {
    "": (do.EndActivation(), do.EndAdmin()),
    "CHECKS": (do.EndActivation(),),
    "ACTIVE": (do.EndActivation(),),
    "REACT": (do.EndActivation(),),
    "ADMIN": (do.EndAdmin(),),
}
"""What is done instead, by the state before whose end something is due."""
LEFT_OUT = (
    *("BLZ-8.3b", "BLZ-8.3e", "BLZ-3.2d", "BLZ-8.4f", "BLZ-8.4h", "BLZ-8.4i", "BLZ-5.2a", "BLZ-2.2.2e", "BLZ-2.2.2h"),
    *("BLZ-2.1a", "BLZ-2.1b", "BLZ-2.1c", "BLZ-2.2.1e", "BLZ-3.2f", "BLZ-3.5b", "BLZ-3.5c", "BLZ-3.5d", "BLZ-5.3d"),
    *("BLZ-5.3j", "BLZ-5.3l", "BLZ-5.4e", "BLZ-5.4f", "BLZ-5.5e", "BLZ-5.5h", "BLZ-5.6d", "BLZ-6.3.1d"),
    *("BLZ-6.3.1f", "BLZ-6.3.2c", "BLZ-6.4b", "BLZ-8.1.1a", "BLZ-8.5a", "BLZ-8.5b", "BLZ-8.5d", "BLZ-8.5.1b"),
    *("BLZ-8.5.1d", "BLZ-8.5.1e", "BLZ-8.5.1j", "BLZ-8.6.1g", "BLZ-8.6.1j", "BLZ-9.1.2d", "BLZ-9.1.2f", "BLZ-9.1.2h"),
    *("BLZ-10.1b", "BLZ-10.1f", "BLZ-10.1h", "BLZ-10.2d", "BLZ-10.3b", "BLZ-12.1.4a", "BLZ-12.2.5b"),
    *("BLZ-12.2.5c", "BLZ-12.2.7a"),
)
"""Rules that make something due."""
TOGETHER = frozenset({"BLZ-5.2a", "BLZ-6.3.1d", "BLZ-8.4h"})
"""Rules whose due things hardly ever wait alone."""


def _left_out(rule: str) -> None:
    def left_out(o: Occasion) -> Acts:
        """What is due is left out: something comes that ends the time for it."""
        met = (each for each in o.before.due if each.met_by(o.action) and each.must and each.rule == rule)
        due = next(met, None)
        if due is None or (due.until and o.before.within("MELEE")):
            return
        if rule not in TOGETHER and any(each.must and each.rule != rule for each in o.before.due):
            return
        yield from (act for act in _instead(o, due) if type(act).__name__.lower() not in due.open_to)

    breaks(rule)(left_out)


def _instead(o: Occasion, due: Due) -> Iterator[Action]:
    late = due.until in {"DRAW", "ACT_END"}
    early = due.until == "ADMIN" and o.state != "ADMIN"
    if early or (late != (o.state in {"DRAW", "ACT_END"}) and due.until):
        return
    if o.state in {"DRAW", "ACT_END"} and not o.before.within("DECIDE"):
        yield from (do.Draw(chit=chit) for chit in o.chits("cup"))
    elif due.until == "TURN_END" or o.state == "TURN_END":
        yield do.NextTurn(turn=o.before.turn + 1)
    elif o.state == "DECIDE":
        yield from (do.Skip(chit=chit) for chit in o.before.drawn[-1:])
    else:
        if due.until == "CHECKS":
            yield from (do.Move(units=(unit,), hex=place) for unit in o.fit for place in goals(o, unit))
        yield from _fights_on(o)
        fits = LEAVES.get(due.until, ())
        yield from (action for action in fits if isinstance(action, do.EndAdmin) == (o.state == "ADMIN"))


def _fights_on(o: Occasion) -> Iterator[Action]:
    """The fire of those whose turn it is in a melee."""
    melee = o.before.melee
    turns = {"defence": melee.defenders, "attack": tuple(melee.attackers)} if melee else {}
    both = (*melee.defenders, *melee.attackers) if melee else ()
    there = [unit for unit in both if melee and o.unit(unit).hex == melee.hex]
    for unit in turns.get(melee.part, both) if melee else ():
        if unit in there and melee and unit not in melee.fired and o.unsullied(unit):
            foes = (foe for foe in there if o.printed(foe).side != o.printed(unit).side)
            yield from (do.MeleeFire(unit=unit, target=foe) for foe in foes)


for _rule in LEFT_OUT:
    _left_out(_rule)


# ------------------------------------------------------------------------------------------------- without a cause
MARKS: dict[str, tuple[do.MarkerName, bool]] = {
    "BLZ-8.3b": ("neutralised", True),
    "BLZ-8.4i": ("neutralised", False),
    "BLZ-3.5a": ("ooc", True),
    "BLZ-2.1b": ("ooc", False),
    "BLZ-6.3.1f": ("opp", True),
    "BLZ-2.1c": ("opp", False),
    "BLZ-2.1a": ("activated", False),
    "BLZ-5.3k": ("exhausted", True),
    "BLZ-5.4e": ("exhausted", False),
    "BLZ-8.5b": ("demoralised", True),
    "BLZ-8.5.1d": ("demoralised", False),
}
"""By rule: the marker that it puts on or takes off, put on or taken off here though nothing made it due."""


def _marked(rule: str, marker: do.MarkerName, on: bool) -> None:
    def marked(o: Occasion) -> Acts:
        """A marker is put on, or taken off, for nothing."""
        if not (o.active and o.quiet and o.state == "ACTIVE"):
            return
        bearers = o.before.formations if marker in {"exhausted", "demoralised"} else o.on_map
        shot = o.before.shot.results if o.before.shot else {}
        for name in bearers:
            state = o.before.formations[name] if name in o.before.formations else o.unit(name)
            hq = name in o.battle.units and o.printed(name).kind.hq
            fits = hq if marker == "activated" else not hq or marker == "neutralised"
            if getattr(state, marker) != on and fits and name not in shot:
                yield do.Mark(piece=name, marker=marker, on=on)

    breaks(rule)(marked)


for _rule, (_marker, _on) in MARKS.items():
    _marked(_rule, _marker, _on)

ROLLS = {
    "BLZ-6.1g": "RALLY",
    "BLZ-8.4f": "PANIC",
    "BLZ-6.3.1d": "OPPFIRE",
    "BLZ-6.3.2c": "RETURN",
    "BLZ-6.4b": "RETREAT",
    "BLZ-8.1.1b": "FIRE",
    "BLZ-8c": "MELEE",
}
OF_FORMATION = {"BLZ-5.4f": "EXHAUSTION", "BLZ-8.5.1b": "RECOVERY", "BLZ-8.5d": "DEMORAL"}


def _rolled(rule: str, purpose: str) -> None:
    def rolled(o: Occasion) -> Acts:
        """Dice are rolled for nothing."""
        activation = o.before.activation
        if o.active and o.quiet and o.state == "ACTIVE" and activation and not activation.recovery_only:
            who = tuple(activation.formations) if purpose in OF_FORMATION.values() else o.actors
            yield from (Roll(purpose=purpose, who=name, dice=(1, 2)) for name in who)

    breaks(rule)(rolled)


for _rule, _purpose in {**ROLLS, **OF_FORMATION}.items():
    _rolled(_rule, _purpose)


def _calm(o: Occasion) -> bool:
    return o.active and o.quiet and o.state == "ACTIVE" and o.before.melee is None


@breaks("BLZ-8.3e")
def loses_a_step_for_nothing(o: Occasion) -> Acts:
    """A unit loses a step."""
    yield from (do.StepLoss(unit=unit) for unit in o.on_map if _calm(o) and not o.printed(unit).kind.hq)


@breaks("BLZ-1.2c")
def is_removed_for_nothing(o: Occasion) -> Acts:
    """A unit is taken off the map."""
    yield from (do.Remove(unit=unit) for unit in o.on_map if _calm(o) and not o.printed(unit).kind.hq)


@breaks("BLZ-3.2c")
def an_hq_is_eliminated(o: Occasion) -> Acts:
    """An HQ loses a step."""
    yield from (do.StepLoss(unit=unit) for unit in o.on_map if _calm(o) and o.printed(unit).kind.hq)


@breaks("BLZ-3.2b")
def an_hq_is_turned_over_for_nothing(o: Occasion) -> Acts:
    """An HQ is turned over though its formation has not been active."""
    if o.state == "DRAW" and o.quiet:
        fresh = (unit for unit in o.on_map if o.printed(unit).kind.hq and not o.unit(unit).activated)
        yield from (do.Mark(piece=unit, marker="activated") for unit in fresh)


@breaks("BLZ-3.2f")
def an_hq_is_overrun_by_nobody(o: Occasion) -> Acts:
    """An HQ is taken off though nobody came."""
    hqs = (unit for unit in o.on_map if _calm(o) and o.printed(unit).kind.hq)
    yield from (do.OverrunHq(unit=unit, turn=o.before.turn + 1) for unit in hqs)


@breaks("BLZ-3.2g")
def an_overrun_hq_waits_too_long(o: Occasion) -> Acts:
    """An overrun HQ is put on the turn after the next."""
    if isinstance(o.action, do.OverrunHq):
        yield do.OverrunHq(unit=o.action.unit, turn=o.action.turn + 1)


@breaks("BLZ-9.1.2f")
def falls_back_for_nothing(o: Occasion) -> Acts:
    """A unit goes back though no result makes it."""
    for unit in o.of(o.enemy) if _calm(o) else ():
        yield from (do.FallBack(unit=unit, path=(place,)) for place in o.near(o.unit(unit).hex) if o.free(place))


@breaks("BLZ-8.5.1e")
def withdraws_for_nothing(o: Occasion) -> Acts:
    """A unit goes home though its formation stands."""
    for unit in o.of(o.enemy) if _calm(o) else ():
        yield from (do.Withdraw(unit=unit, path=(place,)) for place in o.near(o.unit(unit).hex) if o.free(place))


@breaks("BLZ-9.1.2g")
def stays_unasked(o: Occasion) -> Acts:
    """A unit says that it stays in a melee that there is not."""
    yield from (do.Stay(unit=unit) for unit in o.of(o.enemy) if _calm(o))


@breaks("BLZ-10.1e")
def clears_mines(o: Occasion) -> Acts:
    """A minefield is taken off."""
    yield from (do.Clear(hex=place, marker="mine") for place in o.before.mines if _calm(o))


@breaks("BLZ-6.3.3j")
def mines_are_used_up_by_a_retreat(o: Occasion) -> Acts:
    """It is rolled for whether mines are used up that have attacked who went back into them."""
    shot = o.before.shot
    if shot and shot.kind == "MINE" and shot.reduced and shot.hex in o.before.mines and o.quiet:
        yield from (Roll(purpose="DEPLETE", who=unit, dice=(4, 5)) for unit in shot.results if o.unit(unit).hex)


@breaks("BLZ-2.2.1e")
def puts_a_chit_back(o: Occasion) -> Acts:
    """A used chit goes back into the cup."""
    yield from (do.Refill(chit=chit) for chit in o.chits("used") if _calm(o))


@breaks("BLZ-8.5.1j")
def throws_a_chit_away(o: Occasion) -> Acts:
    """A chit is taken out of play."""
    yield from (do.Discard(chit=chit) for chit in o.chits("cup") if _calm(o))


@breaks("BLZ-8.3d")
def takes_a_red_n(o: Occasion) -> Acts:
    """A unit is neutralised by a red N that does nothing to it."""
    shot = o.before.shot
    for unit, result in shot.results.items() if shot and o.quiet else ():
        if result == "Nr" and not o.printed(unit).kind.red_n and o.unit(unit).hex and not o.unit(unit).neutralised:
            yield do.Mark(piece=unit, marker="neutralised")
