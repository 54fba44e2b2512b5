"""Breaking the rules of results; what is due and left out, or done though nothing made it due, is derived."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.blitzkrieg import actions as do
from rules.engine.actions import Action, matches
from rules.engine.dice import Roll
from rules.engine.obligations import Due
from tests.rules.blitzkrieg.mutators.movement import goals
from tests.rules.blitzkrieg.mutators.occasion import BREACHES, Acts, Occasion, breaks
from tests.rules.shared.families import Declared, derived

LEAVES: dict[str, tuple[Action, ...]] = {
    "": (do.EndActivation(), do.EndAdmin()),
    "CHECKS": (do.EndActivation(),),
    "ACTIVE": (do.EndActivation(),),
    "REACT": (do.EndActivation(),),
    "ADMIN": (do.EndAdmin(),),
}
"""What is done instead, by the state before whose end something is due."""


def _ends(o: Occasion, due: Due) -> Iterator[Action]:
    """What ends the time for something that is due."""
    late = due.until in {"DRAW", "ACT_END"}
    early = due.until == "ADMIN" and o.state != "ADMIN"
    if (due.until and o.before.within("MELEE")) or early or (late != (o.state in {"DRAW", "ACT_END"}) and due.until):
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


# ------------------------------------------------------------------------------------------------- without a cause
def _calm(o: Occasion) -> bool:
    return o.active and o.quiet and o.state == "ACTIVE" and o.before.melee is None


def _marker(name: do.MarkerName, *, on: bool) -> do.Mark:
    return do.Mark(piece="", marker=name, on=on)


UNPROMPTED: dict[str, Action] = {
    "BLZ-8.3b": _marker("neutralised", on=True),
    "BLZ-8.4i": _marker("neutralised", on=False),
    "BLZ-3.5a": _marker("ooc", on=True),
    "BLZ-2.1b": _marker("ooc", on=False),
    "BLZ-6.3.1f": _marker("opp", on=True),
    "BLZ-2.1c": _marker("opp", on=False),
    "BLZ-2.1a": _marker("activated", on=False),
    "BLZ-5.3k": _marker("exhausted", on=True),
    "BLZ-5.4e": _marker("exhausted", on=False),
    "BLZ-8.5b": _marker("demoralised", on=True),
    "BLZ-8.5.1d": _marker("demoralised", on=False),
    "BLZ-6.1g": Roll(purpose="RALLY"),
    "BLZ-8.4f": Roll(purpose="PANIC"),
    "BLZ-6.3.1d": Roll(purpose="OPPFIRE"),
    "BLZ-6.3.2c": Roll(purpose="RETURN"),
    "BLZ-6.4b": Roll(purpose="RETREAT"),
    "BLZ-8.1.1b": Roll(purpose="FIRE"),
    "BLZ-8c": Roll(purpose="MELEE"),
    "BLZ-5.4f": Roll(purpose="EXHAUSTION"),
    "BLZ-8.5.1b": Roll(purpose="RECOVERY"),
    "BLZ-8.5d": Roll(purpose="DEMORAL"),
    "BLZ-8.3e": do.StepLoss(unit=""),
    "BLZ-1.2c": do.Remove(unit=""),
    "BLZ-9.1.2g": do.Stay(unit=""),
    "BLZ-10.1e": do.Clear(hex="", marker="mine"),
    "BLZ-2.2.1e": do.Refill(chit=""),
    "BLZ-8.5.1j": do.Discard(chit=""),
}
"""By rule: the result or the dice that it speaks of."""
OF_FORMATIONS = frozenset({"exhausted", "demoralised", "EXHAUSTION", "RECOVERY", "DEMORAL"})


def _pieces(o: Occasion, _: str, action: Action) -> Iterator[Action]:
    """A result with each piece for which nothing makes it due, in a quiet activation."""
    activation = o.before.activation
    if not (o.active and o.quiet and o.state == "ACTIVE" and activation):
        return
    match action:
        case do.Mark(marker=marker, on=on):
            formations, hit = marker in OF_FORMATIONS, o.before.shot.results if o.before.shot else {}
            for name in o.before.formations if formations else o.on_map:
                state = o.before.formations[name] if formations else o.unit(name)
                hq = not formations and o.printed(name).kind.hq
                fits = hq if marker == "activated" else not hq or marker == "neutralised"
                if getattr(state, marker) != on and fits and name not in hit:
                    yield replace(action, piece=name)
        case Roll(purpose=purpose) if not activation.recovery_only:
            who = tuple(activation.formations) if purpose in OF_FORMATIONS else o.actors
            yield from (replace(action, who=name, dice=(1, 2)) for name in who)
        case do.StepLoss() | do.Remove() if _calm(o):
            yield from (replace(action, unit=unit) for unit in o.on_map if not o.printed(unit).kind.hq)
        case do.Stay() if _calm(o):
            yield from (replace(action, unit=unit) for unit in o.of(o.enemy))
        case do.Clear() if _calm(o):
            yield from (replace(action, hex=place) for place in o.before.mines)
        case do.Refill() | do.Discard() if _calm(o):
            kept = o.chits("used" if isinstance(action, do.Refill) else "cup")
            yield from (replace(action, chit=chit) for chit in kept)


def _cause(o: Occasion, action: Action) -> str:
    """The rule that says when dice are rolled."""
    return next((rule for rule, each in UNPROMPTED.items() if isinstance(each, Roll) and matches(each, action)), "")


BREACHES.families = derived(
    Declared(
        ends=_ends,
        numbers=(do.Score,),
        unprompted=tuple(UNPROMPTED.items()),
        pieces=_pieces,
        cause=_cause,
    )
)


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


@breaks("BLZ-6.3.3j")
def mines_are_used_up_by_a_retreat(o: Occasion) -> Acts:
    """It is rolled for whether mines are used up that have attacked who went back into them."""
    shot = o.before.shot
    if shot and shot.kind == "MINE" and shot.reduced and shot.hex in o.before.mines and o.quiet:
        owner = o.battle.side_of("mine")
        yield from (Roll(purpose="DEPLETE", dice=(4, 5), by=owner) for unit in shot.results if o.unit(unit).hex)


@breaks("BLZ-8.3d")
def takes_a_red_n(o: Occasion) -> Acts:
    """A unit is neutralised by a red N that does nothing to it."""
    shot = o.before.shot
    for unit, result in shot.results.items() if shot and o.quiet else ():
        if result == "Nr" and not o.printed(unit).kind.red_n and o.unit(unit).hex and not o.unit(unit).neutralised:
            yield do.Mark(piece=unit, marker="neutralised")
