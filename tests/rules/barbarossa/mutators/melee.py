"""Breaking the rules of melee, assaults, bravery and suppression."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.barbarossa import actions as do
from rules.barbarossa.state.battle import TANKS
from rules.engine.dice import Roll
from tests.rules.barbarossa.mutators.occasion import MOVES, Acts, Occasion, Staged, breaks

FIGHTS = ("S6",)


def _blow(o: Occasion) -> Iterator[do.Strike]:
    """A blow on the ground that is made now."""
    if isinstance(o.action, do.Strike) and not o.printed(o.action.unit).flies:
        yield o.action


def _struck(o: Occasion) -> Iterator[do.Strike]:
    """Blows of this step whose dice have fallen."""
    for shot in o.before.shots:
        if shot.kind == "melee" and shot.rolled and shot.target in o.seen and shot.unit in o.seen:
            yield do.Strike(unit=shot.unit, target=shot.target)


# ------------------------------------------------------------------------------------------------- when and at whom
@breaks("BAR-4.4g", within=("S4", "S8", "S9"))
def fights_in_another_step(o: Occasion) -> Acts:
    """A melee is fought before or after step 6."""
    for unit in o.seen:
        if o.melee(unit) and o.unit(unit).ammo and not o.unit(unit).order:
            yield from (do.Strike(unit=unit, target=foe) for foe in o.foes(unit) if _together(o, unit, foe))


def _together(o: Occasion, unit: str, foe: str) -> bool:
    return o.unit(unit).hex == o.unit(foe).hex and o.printed(foe).type in o.printed(unit).card.targets


@breaks("BAR-5.6g", within=FIGHTS)
def fights_from_afar(o: Occasion) -> Acts:
    """A unit strikes an enemy in another hex."""
    for unit in o.still:
        beside = (foe for foe in o.foes(unit) if o.away(o.unit(unit).hex, o.unit(foe).hex) == 1)
        listed = (foe for foe in beside if o.printed(foe).type in o.printed(unit).card.targets)
        helpless = TANKS if o.printed(unit).type == "infantry" else frozenset()
        fought = (foe for foe in listed if o.printed(foe).type not in helpless)
        yield from (do.Strike(unit=unit, target=foe) for foe in fought if o.unit(unit).ammo)


@breaks("BAR-5.6g", within=FIGHTS, on=do.Strike)
def fights_a_friend(o: Occasion) -> Acts:
    """A unit strikes one of its own side."""
    for blow in _blow(o):
        mates = (name for name in o.at(o.unit(blow.unit).hex, o.side(blow.unit)) if name != blow.unit)
        alike = (name for name in mates if o.printed(name).type in o.printed(blow.unit).card.targets)
        yield from (do.Strike(unit=blow.unit, target=name) for name in alike)


@breaks("BAR-5.6g", within=FIGHTS)
def strikes_twice(o: Occasion) -> Acts:
    """A unit strikes a second time in a melee."""
    yield from _struck(o)


@breaks("BAR-5.6d", within=FIGHTS, on=do.Strike)
def fights_without_ammunition(o: Occasion) -> Acts:
    """A unit strikes that has no ammunition."""
    for blow in _blow(o):
        if not o.before.fired.get(f"{blow.unit} paid"):
            yield Staged(o.before.unit(blow.unit, ammo=0), (blow,))


@breaks("BAR-5.7c", within=FIGHTS)
def storms_tanks_in_the_open(o: Occasion) -> Acts:
    """Infantry that has come by an assault strikes tanks where there is no cover."""
    for unit in o.seen:
        open_ground = o.terrain(o.unit(unit).hex) in {"plain", "field", "scrub"}
        if o.printed(unit).type == "infantry" and open_ground and o.unit(unit).ammo:
            for foe in o.foes(unit):
                if o.printed(foe).type in TANKS and _together(o, unit, foe):
                    after = o.before.but(entered=(*o.before.entered, unit))
                    yield Staged(after, (do.Strike(unit=unit, target=foe),))


@breaks("BAR-5.8e", within=FIGHTS)
def strikes_as_it_withdraws(o: Occasion) -> Acts:
    """A unit strikes that was ordered to leave the melee."""
    for unit in o.seen:
        order, state = o.unit(unit).order, o.unit(unit)
        if state.bound and order is not None and order.order in MOVES and order.route and state.ammo:
            foes = (foe for foe in o.foes(unit) if _together(o, unit, foe) and o.ordered(foe) not in MOVES)
            yield from (do.Strike(unit=unit, target=foe) for foe in foes)


@breaks("BAR-8.2h", within=FIGHTS, on=do.Strike)
def strikes_another(o: Occasion) -> Acts:
    """A unit that has stormed a hex strikes another enemy there than the one of its order."""
    for blow in _blow(o):
        others = [foe for foe in o.foes(blow.unit) if _together(o, blow.unit, foe) and foe != blow.target]
        order = o.unit(blow.unit).order
        if order is not None and order.order == "assault" and order.target == blow.target:
            yield from (replace(blow, target=foe, dice=None, accuracy=None) for foe in others)


# -------------------------------------------------------------------------------------------------- tests come first
def _pressed(rule: str, cause: str) -> None:
    def strikes_before_the_test(o: Occasion) -> Acts:
        """Who has to test before the melee strikes before it."""
        for owed in o.before.owed:
            if owed.cause == cause and owed.must and owed.unit in o.seen:
                foes = (foe for foe in o.foes(owed.unit) if _together(o, foe, owed.unit))
                ready = (foe for foe in foes if o.ordered(foe) == "assault" and o.unit(owed.unit).ammo)
                yield from (do.Strike(unit=owed.unit, target=foe) for foe in ready)

    breaks(rule, within=FIGHTS)(strikes_before_the_test)


_pressed("BAR-5.7d", "panic")
_pressed("BAR-5.4b", "flank")
_pressed("BAR-10.12a", "panic")


def _shaken(rule: str, kind: str) -> None:
    def goes_on_before_the_test(o: Occasion) -> Acts:
        """A unit that was hit on its way goes on before it has tested."""
        for owed in o.before.owed:
            if owed.cause != "shot" or not owed.must or owed.unit not in o.seen:
                continue
            by = {
                shot.kind for shot in o.before.shots if shot.target == owed.unit and shot.kind in {"defend", "ambush"}
            }
            order, trail = o.unit(owed.unit).order, o.before.stepped.get(owed.unit, ())
            ahead = order.route[len(trail) - 1 :][:1] if order and trail else ()
            if by == {kind}:
                yield from (do.Step(unit=owed.unit, hex=place) for place in ahead)

    breaks(rule, within=("S10",))(goes_on_before_the_test)


_shaken("BAR-6.1j", "defend")
_shaken("BAR-5.13f", "ambush")


# ------------------------------------------------------------------------------------------------ dice and accuracy
@breaks("BAR-3.12b", within=FIGHTS, on=do.Strike)
def says_a_better_accuracy(o: Occasion) -> Acts:
    """A better accuracy is said in a melee than the first field has."""
    yield from (replace(blow, accuracy=9) for blow in _blow(o) if not o.unit(blow.unit).suppressed)


@breaks("BAR-5.11e", within=FIGHTS, on=do.Strike)
def says_the_accuracy_of_the_unsuppressed(o: Occasion) -> Acts:
    """A better accuracy is said by a suppressed unit than its box has."""
    yield from (replace(blow, accuracy=9) for blow in _blow(o) if o.unit(blow.unit).suppressed)


def _says(rule: str, *, artillery: bool) -> None:
    def says_too_many_melee_dice(o: Occasion) -> Acts:
        """More melee dice are said than the unit has."""
        blows = (blow for blow in _blow(o) if (o.printed(blow.unit).type == "artillery") == artillery)
        yield from (replace(blow, dice=40) for blow in blows)

    breaks(rule, within=FIGHTS, on=do.Strike)(says_too_many_melee_dice)


_says("BAR-3.12d", artillery=False)
_says("BAR-5.7e", artillery=True)


# ---------------------------------------------------------------------------------------------------------- assaults
def _storms(o: Occasion) -> Iterator[do.Step]:
    """A step of an assault that is made now."""
    if isinstance(o.action, do.Step) and o.ordered(o.action.unit) == "assault":
        yield o.action


@breaks("BAR-6.5f", within=FIGHTS, on=do.Step)
def breaks_off_an_assault(o: Occasion) -> Acts:
    """A unit with an Assault stops though nothing makes it."""
    yield from (do.Halt(unit=step.unit) for step in _storms(o))


@breaks("BAR-6.5f", within=FIGHTS, on=do.Step)
def does_not_storm(o: Occasion) -> Acts:
    """Step 6 is over though an Assault was not made."""
    yield from (o.on for _ in _storms(o) if not any(due.must for due in o.before.due))


@breaks("BAR-5.9b", within=FIGHTS, on=Roll)
def storms_before_the_dice_fall(o: Occasion) -> Acts:
    """One of two that assault each other goes on before they have rolled."""
    if isinstance(o.action, Roll) and o.action.purpose == "ROLLOFF":
        order, trail = o.unit(o.action.who).order, o.before.stepped.get(o.action.who, ("",))
        ahead = order.route[len(trail) - 1 :][:1] if order else ()
        yield from (do.Step(unit=o.action.who, hex=place, fights=True) for place in ahead)


@breaks("BAR-5.6b", within=FIGHTS)
def storms_without_an_order(o: Occasion) -> Acts:
    """A unit goes into an enemy's hex by an order to defend."""
    for unit in o.still:
        for foe in o.foes(unit):
            if o.away(o.unit(unit).hex, o.unit(foe).hex) == 1 and o.terrain(o.unit(foe).hex) == "plain":
                step = do.Step(unit=unit, hex=o.unit(foe).hex, fights=True)
                yield o.instead(unit, "defend", step, facing="N", number=1)


# -------------------------------------------------------------------------------------------------------- bound units
@breaks("BAR-5.6k", within=("S12",), on=do.State)
def is_bound_with_somebody_else(o: Occasion) -> Acts:
    """The card of a bound unit bears the number of an enemy elsewhere."""
    if isinstance(o.action, do.State) and o.action.status == "bound" and o.action.on:
        here = o.unit(o.action.unit).hex
        yield from (replace(o.action, beside=foe) for foe in o.foes(o.action.unit) if o.unit(foe).hex != here)
