"""Breaking the rules of fire: who, when, at whom, how far, with how many dice; group fire, adjusted fire, smoke."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from rules.barbarossa import actions as do
from rules.barbarossa.actions import Shot
from rules.barbarossa.fire.firing import dice_of
from rules.barbarossa.state.case import Case
from rules.barbarossa.state.model import Position
from rules.engine.dice import Roll
from tests.rules.barbarossa.field import SWITCHES
from tests.rules.barbarossa.mutators.occasion import Acts, Occasion, Staged, breaks
from tests.rules.barbarossa.mutators.orders_fire import behind, row, thick

ORDERS: Mapping[Shot, tuple[str, str]] = {
    "fire": ("open_fire", "S3"),
    "suppress": ("suppressive_fire", "S2"),
    "indirect": ("indirect_fire", "S3"),
    "defend": ("defend", "S10"),
    "ambush": ("ambush", "S8"),
}
"""By kind of shot: its order, and a step in which it is made."""


def shooters(o: Occasion, order: str) -> Iterator[str]:
    """Units that could have been ordered to fire, and have done nothing yet."""
    for unit in o.still:
        armed = not o.has(unit, "set_up") or o.unit(unit).set_up
        if o.has(unit, order) and armed and o.unit(unit).ammo >= 3:
            yield unit


def shot(o: Occasion, unit: str, foe: str, kind: Shot = "fire") -> Staged[Position]:
    """A shot at a target that the unit would have been ordered to fire at."""
    order = ORDERS[kind][0]
    return o.instead(unit, order, do.Fire(unit=unit, target=foe, kind=kind), target=foe)


def pairs(o: Occasion, kind: Shot = "fire") -> Iterator[tuple[str, str, int]]:
    """Who could fire at whom, and how far away that one is."""
    for unit in shooters(o, ORDERS[kind][0]):
        for foe in o.foes(unit):
            if not o.melee(foe):
                yield unit, foe, o.away(o.unit(unit).hex, o.unit(foe).hex)


def in_reach(o: Occasion, unit: str, foe: str, away: int) -> bool:
    """True if the card can fire at the type at that distance."""
    card = o.printed(unit).card
    return (
        row(o.printed(unit), o.printed(foe)) == "fire" and 0 < away < len(card.accuracy) and bool(card.accuracy[away])
    )


# ------------------------------------------------------------------------------------------------- by which order
@breaks("BAR-4.3c", within=("S3",))
def fires_by_another_order(o: Occasion) -> Acts:
    """A unit fires that was ordered to defend."""
    for unit, foe, away in pairs(o):
        if in_reach(o, unit, foe, away):
            yield o.instead(unit, "defend", do.Fire(unit=unit, target=foe), facing="N", number=away)


@breaks("BAR-4.3b", within=("S2", "S3"), on=do.Fire)
def fires_at_another(o: Occasion) -> Acts:
    """A unit fires at another target than the one of its order."""
    if isinstance(o.action, do.Fire) and o.action.kind in {"fire", "suppress"} and not o.action.after:
        foes = (foe for foe in o.foes(o.action.unit) if foe != o.action.target)
        yield from (do.Fire(unit=o.action.unit, target=foe, kind=o.action.kind) for foe in foes)


def _late(rule: str, kind: Shot, steps: tuple[str, ...]) -> None:
    def fires_in_another_step(o: Occasion) -> Acts:
        """A shot is made in a step that is not its own."""
        for unit, foe, away in pairs(o, kind):
            if in_reach(o, unit, foe, away):
                extra = {"facing": "N", "number": away} if kind == "defend" else {"target": foe}
                shot_ = do.Fire(unit=unit, target=foe, kind=kind)
                yield o.instead(unit, ORDERS[kind][0], shot_, **extra)

    breaks(rule, within=steps)(fires_in_another_step)


_late("BAR-4.4c", "suppress", ("S3", "S8"))
_late("BAR-4.4d", "fire", ("S1", "S8"))
_late("BAR-6.1g", "defend", ("S3", "S8"))


@breaks("BAR-8.7g", within=("S3", "S8"))
def fires_on_the_move_early(o: Occasion) -> Acts:
    """Fire on the Move is made before anybody moves."""
    for unit in shooters(o, "fire_on_move"):
        for foe in o.foes(unit):
            fire = do.Fire(unit=unit, target=foe, kind="move")
            here = o.unit(unit).hex
            yield o.instead(unit, "fire_on_move", fire, target=foe, route=(here,), fire_from=here)


@breaks("BAR-8.7i", within=("S10",))
def fires_on_the_move_elsewhere(o: Occasion) -> Acts:
    """Fire on the Move is made from a hex that is not underlined."""
    for unit in shooters(o, "fire_on_move"):
        for foe in o.foes(unit):
            fire = do.Fire(unit=unit, target=foe, kind="move")
            for place in o.near(o.unit(unit).hex):
                yield o.instead(unit, "fire_on_move", fire, target=foe, route=(place,), fire_from=place)


@breaks("BAR-8.7i", within=("S10",), on=do.Fire)
def forgets_to_fire_on_the_move(o: Occasion) -> Acts:
    """Step 10 is over though a unit in the underlined hex has not fired."""
    if isinstance(o.action, do.Fire) and o.action.kind == "move":
        stays = len(o.before.stepped.get(o.action.target, ())) < 2
        yield from (o.on for _ in range(stays))


# ------------------------------------------------------------------------------------------------- how often, for what
AGAIN: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "BAR-6.3f": ("fire", ("S2", "S3")),
    "BAR-6.1h": ("defend", ("S10",)),
    "BAR-5.13b": ("ambush", ("S8", "S10")),
}


def in_vain(o: Occasion, shot: do.Fire) -> tuple[do.Fire, Roll]:
    """A shot that is made now, and its dice, none of which hits."""
    dice = dice_of(Case(o.battle, SWITCHES, o.before, shot), shot).ours
    return shot, Roll(purpose="FIRE", who=shot.unit, dice=(6,) * max(dice, 1))


def _again(rule: str, kind: str, steps: tuple[str, ...]) -> None:
    def fires_again(o: Occasion) -> Acts:
        """A unit makes the same shot twice, each with its dice."""
        if isinstance(o.action, do.Fire) and o.action.kind == kind and not o.action.after and not o.action.again:
            yield *in_vain(o, o.action), replace(o.action, dice=None, accuracy=None)

    breaks(rule, within=steps, on=do.Fire)(fires_again)


for _rule, (_kind, _steps) in AGAIN.items():
    _again(_rule, _kind, _steps)


@breaks("BAR-6.1i", within=("S10",), on=do.Fire)
def defends_against_two(o: Occasion) -> Acts:
    """Defensive fire is made at two that move."""
    if isinstance(o.action, do.Fire) and o.action.kind == "defend":
        others = (foe for foe in o.foes(o.action.unit) if foe != o.action.target)
        moved = (foe for foe in others if len(o.before.stepped.get(foe, ())) > 1)
        yield from ((o.action, replace(o.action, target=foe, dice=None, accuracy=None)) for foe in moved)


PAYS: Mapping[str, tuple[Shot, int]] = {"BAR-6.2b": ("suppress", 2), "BAR-3.8c": ("fire", 0)}
"""By rule: a kind of shot, and how many points are too few for it."""


def _poor(rule: str, kind: Shot, points: int) -> None:
    def fires_without_points(o: Occasion) -> Acts:
        """A unit fires without the points that it costs."""
        if isinstance(o.action, do.Fire) and o.action.kind == kind and not o.action.after:
            before = o.before.unit(o.action.unit, ammo=points)
            yield Staged(before, (o.action,))

    breaks(rule, within=(ORDERS[kind][1],), on=do.Fire)(fires_without_points)


for _rule, (_kind_, _points) in PAYS.items():
    _poor(_rule, _kind_, _points)


# ---------------------------------------------------------------------------------------------- at whom, how far
@breaks("BAR-5.2a", within=("S3",))
def fires_blindly(o: Occasion) -> Acts:
    """The target is behind something that nobody sees through."""
    for unit, foe, away in pairs(o):
        if in_reach(o, unit, foe, away) and thick(o, o.unit(unit).hex, o.unit(foe).hex):
            yield shot(o, unit, foe)


@breaks("BAR-3.12g", within=("S3",))
def fires_too_far(o: Occasion) -> Acts:
    """The target is farther away than the diagram of the card goes."""
    for unit, foe, away in pairs(o):
        if away > o.printed(unit).card.range + 1 and row(o.printed(unit), o.printed(foe)) == "fire":
            yield shot(o, unit, foe)


@breaks("BAR-3.12e", within=("S3",))
def fires_too_near(o: Occasion) -> Acts:
    """The target is at a distance that the diagram of the card bars."""
    for kind in ("fire", "indirect"):
        for unit, foe, away in pairs(o, "fire" if kind == "fire" else "indirect"):
            accuracy = o.printed(unit).card.accuracy
            if 0 < away < len(accuracy) and not accuracy[away] and o.level(o.unit(unit).hex) == 0:
                yield shot(o, unit, foe, "fire" if kind == "fire" else "indirect")


@breaks("BAR-3.10a", within=("S3",))
def fires_at_a_strange_type(o: Occasion) -> Acts:
    """The type of the target is not in the card's table."""
    for unit, foe, away in pairs(o):
        if not row(o.printed(unit), o.printed(foe)) and 0 < away <= o.printed(unit).card.range:
            yield shot(o, unit, foe)


@breaks("BAR-3.10b", within=("S3",))
def fires_instead_of_closing_in(o: Occasion) -> Acts:
    """The type of the target is attacked in melee only."""
    for unit, foe, away in pairs(o):
        if row(o.printed(unit), o.printed(foe)) == "melee" and 0 < away <= o.printed(unit).card.range:
            yield shot(o, unit, foe)


@breaks("BAR-5.1a", within=("S3",))
def fires_at_a_friend(o: Occasion) -> Acts:
    """The target is a unit of the own side."""
    for unit in shooters(o, "open_fire"):
        for friend in o.friends(unit):
            away = o.away(o.unit(unit).hex, o.unit(friend).hex)
            if in_reach(o, unit, friend, away):
                yield shot(o, unit, friend)


@breaks("BAR-3.3d", within=("S3",))
def fires_at_the_dead(o: Occasion) -> Acts:
    """The target was destroyed in an earlier round."""
    for unit in shooters(o, "open_fire"):
        for foe, state in o.before.units.items():
            long_ago = state.out and o.before.before_step.get(foe, 0) == state.losses
            if o.side(foe) != o.side(unit) and long_ago and not o.printed(foe).flies:
                yield shot(o, unit, foe)


@breaks("BAR-5.7a", within=("S3",))
def fires_into_a_melee(o: Occasion) -> Acts:
    """The target is in a melee."""
    for unit in shooters(o, "open_fire"):
        yield from (shot(o, unit, foe) for foe in o.foes(unit) if o.melee(foe))


@breaks("BAR-5.3c", within=("S3",))
def fires_backwards(o: Occasion) -> Acts:
    """The target is behind a unit that has a field of fire."""
    for unit, foe, _ in pairs(o):
        facing, here = o.unit(unit).facing, o.unit(unit).hex
        if facing and o.printed(unit).can("field_of_fire") and behind(o, here, facing, o.unit(foe).hex):
            yield shot(o, unit, foe)


@breaks("BAR-12.4g", within=("S3",))
def fires_into_the_forest(o: Occasion) -> Acts:
    """The target, or who fires, is in forest."""
    for unit, foe, away in pairs(o):
        wooded = "forest" in {o.terrain(o.unit(unit).hex), o.terrain(o.unit(foe).hex)}
        if wooded and in_reach(o, unit, foe, away):
            yield shot(o, unit, foe)


@breaks("BAR-11.1d", within=("S3",))
def fires_at_works(o: Occasion) -> Acts:
    """The target is wire, a row of dragon's teeth or a trench."""
    for unit in shooters(o, "open_fire"):
        for name, each in o.before.structures.items():
            if each.kind in {"wire", "teeth", "trench"} and o.away(o.unit(unit).hex, each.hex) == 1:
                yield o.instead(unit, "open_fire", do.Fire(unit=unit, target=name), target=name)


def _hidden(rule: str, *, staff: bool) -> None:
    def fires_at_the_hidden(o: Occasion) -> Acts:
        """The target is hidden."""
        for unit in shooters(o, "open_fire"):
            for foe in o.on_board:
                hidden = o.unit(foe).hidden and o.printed(foe).is_a("hq") == staff
                if hidden and o.side(foe) != o.side(unit):
                    yield shot(o, unit, foe)

    breaks(rule, within=("S3",))(fires_at_the_hidden)


_hidden("BAR-5.12b", staff=False)
_hidden("BAR-10.6b", staff=True)


@breaks("BAR-5.11d", within=("S3",))
def the_suppressed_fire(o: Occasion) -> Acts:
    """A suppressed unit fires."""
    for unit in o.seen:
        state = o.unit(unit)
        if state.suppressed and not state.fallen and o.has(unit, "open_fire") and state.ammo:
            yield from (do.Fire(unit=unit, target=foe) for foe in o.foes(unit))


@breaks("BAR-6.2g", within=("S3",))
def the_newly_suppressed_fire(o: Occasion) -> Acts:
    """A unit fires that was suppressed in this round."""
    for unit in o.seen:
        state = o.unit(unit)
        if state.suppressed and state.fallen and o.has(unit, "open_fire") and state.ammo:
            yield from (do.Fire(unit=unit, target=foe) for foe in o.foes(unit))


@breaks("BAR-6.4g", within=("S8", "S10"))
def fires_out_of_smoke(o: Occasion) -> Acts:
    """A unit that is caught in smoke fires."""
    for unit in o.seen:
        if o.unit(unit).smoked == o.before.round and o.has(unit, "defend") and not o.unit(unit).suppressed:
            for foe in o.foes(unit):
                fire = do.Fire(unit=unit, target=foe, kind="defend")
                yield o.instead(unit, "defend", fire, facing="N", number=9)


@breaks("BAR-10.3c", within=("S3",))
def fires_indirectly_at_the_unseen(o: Occasion) -> Acts:
    """Nobody sees the target of indirect fire."""
    for unit, foe, _ in pairs(o, "indirect"):
        own = [name for name in o.before.units if o.side(name) == o.side(unit) and o.unit(name).hex]
        there = o.unit(foe).hex
        if any(o.printed(name).flies for name in own):
            continue  # what flies may observe
        if all(o.away(o.unit(name).hex, there) > 1 and thick(o, o.unit(name).hex, there) for name in own):
            yield shot(o, unit, foe, "indirect")


# --------------------------------------------------------------------------------------------------- at who moves
@breaks("BAR-6.1g", within=("S10",))
def defends_against_who_stays(o: Occasion) -> Acts:
    """Defensive fire is made at an enemy that has not moved."""
    for unit, foe, away in pairs(o, "defend"):
        if in_reach(o, unit, foe, away) and o.before.stepped.get(foe) is None:
            fire = do.Fire(unit=unit, target=foe, kind="defend")
            yield o.instead(unit, "defend", fire, facing="N", number=away)


@breaks("BAR-6.1g", within=("S10",))
def defends_too_far(o: Occasion) -> Acts:
    """Defensive fire is made farther than was written."""
    for unit, foe, away in pairs(o, "defend"):
        if in_reach(o, unit, foe, away) and away > 1 and not nearing(o, unit, foe):
            fire = do.Fire(unit=unit, target=foe, kind="defend")
            yield o.instead(unit, "defend", fire, facing="N", number=away - 1)


def nearing(o: Occasion, unit: str, foe: str) -> bool:
    """True for an enemy whose way leads, or has led, nearer than it is now."""
    order, trail = o.unit(foe).order, o.before.stepped.get(foe, ())
    here, there = o.unit(unit).hex, o.unit(foe).hex
    places = (place for place in (*trail, *(order.route if order else ())) if place in o.places)
    return any(o.away(here, place) < o.away(here, there) for place in places)


@breaks("BAR-5.13e", within=("S8", "S10"))
def ambushes_too_far(o: Occasion) -> Acts:
    """Fire out of an ambush is made farther than was written."""
    for unit in o.on_board:
        order = o.unit(unit).order
        if o.unit(unit).hidden and order is not None and order.order == "ambush" and o.unit(unit).ammo:
            for foe in o.foes(unit):
                away = o.away(o.unit(unit).hex, o.unit(foe).hex)
                fire = do.Fire(unit=unit, target=foe, kind="ambush")
                if 1 < away <= o.printed(unit).card.range and not nearing(o, unit, foe):
                    before = o.before.unit(unit, order=replace(order, number=away - 1))
                    yield Staged(before, (fire,))


@breaks("BAR-5.13a", within=("S8",))
def ambushes_in_the_open(o: Occasion) -> Acts:
    """A unit that is not hidden fires from ambush."""
    for unit, foe, away in pairs(o, "ambush"):
        if in_reach(o, unit, foe, away):
            fire = do.Fire(unit=unit, target=foe, kind="ambush")
            yield o.instead(unit, "ambush", fire, facing="N", number=away, hex=o.unit(unit).hex)


# ------------------------------------------------------------------------------------------------ dice and accuracy
SAYS: Mapping[str, str] = {
    "BAR-3.11a": "fire",
    "BAR-6.2e": "suppress",
    "BAR-5.13d": "ambush",
    "BAR-8.7f": "move",
    "BAR-10.3b": "indirect",
}
"""By rule: the kind of shot whose dice it counts."""


def _says(rule: str, kind: str) -> None:
    def says_too_many_dice(o: Occasion) -> Acts:
        """More dice are said than the firepower is."""
        if isinstance(o.action, do.Fire) and o.action.kind == kind and not o.action.after:
            yield replace(o.action, dice=40)

    breaks(rule, on=do.Fire)(says_too_many_dice)


for _rule, _name in SAYS.items():
    _says(_rule, _name)


@breaks("BAR-5.5d", on=do.Fire)
def carries_over_too_many_dice(o: Occasion) -> Acts:
    """More dice are carried over than have missed."""
    if isinstance(o.action, do.Fire) and o.action.after:
        yield replace(o.action, dice=40)


@breaks("BAR-3.12c", on=do.Fire)
def says_another_accuracy(o: Occasion) -> Acts:
    """A better accuracy is said than the diagram has."""
    if isinstance(o.action, do.Fire) and o.action.kind in {"fire", "defend", "suppress"}:
        yield replace(o.action, accuracy=9)


MANY = (6,) * 30
"""More dice than anybody has."""


def _rolls(rule: str, purpose: str) -> None:
    def rolls_too_many_dice(o: Occasion) -> Acts:
        """More dice are rolled than may be."""
        if isinstance(o.action, Roll) and o.action.purpose == purpose:
            yield replace(o.action, dice=(*o.action.dice, *MANY))

    breaks(rule, on=Roll)(rolls_too_many_dice)


for _rule, _purpose in (
    *(("BAR-5.1e", "FIRE"), ("BAR-5.10c", "TEST"), ("BAR-7.6g", "MINES"), ("BAR-9.14b", "SEARCH")),
    ("BAR-5.9b", "ROLLOFF"),
):
    _rolls(_rule, _purpose)


def _fights(rule: str, *, artillery: bool) -> None:
    def rolls_too_many_melee_dice(o: Occasion) -> Acts:
        """More dice are rolled in a melee than the unit has."""
        if isinstance(o.action, do.Strike) and (o.printed(o.action.unit).type == "artillery") == artillery:
            yield o.action, Roll(purpose="MELEE", who=o.action.unit, dice=MANY)

    breaks(rule, within=("S6",), on=do.Strike)(rolls_too_many_melee_dice)


_fights("BAR-3.12d", artillery=False)
_fights("BAR-5.7e", artillery=True)


# ------------------------------------------------------------------------------------------------------ group fire
def _fired(o: Occasion) -> Iterator[do.Fire]:
    """Shots of this step whose dice have fallen, as they would be carried on."""
    for made in o.before.shots:
        if made.rolled and made.kind in {"fire", "suppress"} and made.hits < len(made.rolled) > 1:
            yield do.Fire(unit=made.unit, target=made.target, kind="fire" if made.kind == "fire" else "suppress")


@breaks("BAR-5.5a", within=("S2", "S3"))
def spreads_over_too_few(o: Occasion) -> Acts:
    """Dice are carried on though fewer than three enemies are in the hex."""
    for fire in _fired(o):
        if fire.target in o.before.units:
            there = o.at(o.unit(fire.target).hex, o.side(fire.target))
            for other in there if len(there) == 2 else ():
                if other != fire.target and o.printed(other).type == o.printed(fire.target).type:
                    yield replace(fire, target=other, after=fire.target)


@breaks("BAR-5.5b", within=("S2", "S3"))
def spreads_to_another_hex(o: Occasion) -> Acts:
    """Dice are carried on to an enemy in another hex, or of another type."""
    for fire in _fired(o):
        if fire.target in o.before.units:
            far = (foe for foe in o.foes(fire.unit) if o.unit(foe).hex != o.unit(fire.target).hex)
            yield from (replace(fire, target=foe, after=fire.target) for foe in far)


@breaks("BAR-5.5h", within=("S2", "S3"))
def spreads_to_the_same(o: Occasion) -> Acts:
    """Dice are carried on to the unit that they missed."""
    yield from (replace(fire, after=fire.target) for fire in _fired(o) if fire.target in o.before.units)


@breaks("BAR-5.5d", within=("S3",))
def spreads_before_the_dice_fall(o: Occasion) -> Acts:
    """Dice are carried on from an attack that was not made."""
    for unit, foe, away in pairs(o):
        if in_reach(o, unit, foe, away):
            yield o.instead(unit, "open_fire", do.Fire(unit=unit, target=foe, after=foe), target=foe)


@breaks("BAR-5.5g", within=("S2", "S3"))
def spreads_the_last_die(o: Occasion) -> Acts:
    """A single die that missed is carried on."""
    for made in o.before.shots:
        if len(made.rolled) == 1 and made.kind == "fire" and made.target in o.before.units:
            for other in o.at(o.unit(made.target).hex, o.side(made.target)):
                if other != made.target:
                    yield do.Fire(unit=made.unit, target=other, after=made.target)


# --------------------------------------------------------------------------------------------------- adjusted fire
def _rerolls(o: Occasion) -> Iterator[tuple[do.Fire, int]]:
    """Shots of this step, as they would be rolled again, with their hits."""
    for made in o.before.shots:
        if made.rolled and made.target in o.before.units and made.kind in {"fire", "suppress", "indirect", "bombard"}:
            kind = next(each for each in ("fire", "suppress", "indirect", "bombard") if each == made.kind)
            yield do.Fire(unit=made.unit, target=made.target, kind=kind, again=True), made.hits


@breaks("BAR-10.8a", within=("S2", "S3"))
def adjusts_the_fire_of_infantry(o: Occasion) -> Acts:
    """Fire is adjusted that is no artillery's, or that has hit."""
    yield from (fire for fire, hits in _rerolls(o) if hits or o.printed(fire.unit).type != "artillery")


@breaks("BAR-10.8g", within=("S2",))
def adjusts_suppressive_fire(o: Occasion) -> Acts:
    """Suppressive Fire is adjusted."""
    yield from (fire for fire, _ in _rerolls(o) if fire.kind == "suppress")


@breaks("BAR-10.8f", within=("S3",))
def adjusts_twice(o: Occasion) -> Acts:
    """Fire is adjusted a second time in a round."""
    for fire, _ in _rerolls(o):
        if o.printed(fire.unit).type == "artillery":
            yield Staged(o.before.but(adjusted={o.side(fire.unit): fire.unit}), (fire,))


def _staff(o: Occasion, unit: str) -> list[str]:
    """The headquarters in whose command range a unit is."""
    own = [name for name in o.on_board if o.printed(name).is_a("hq") and o.side(name) == o.side(unit)]
    here = o.unit(unit).hex
    return [name for name in own if o.away(o.unit(name).hex, here) <= o.printed(name).value("command_range")]


@breaks("BAR-10.8c", within=("S3",))
def a_suppressed_staff_adjusts(o: Occasion) -> Acts:
    """Fire is adjusted by a headquarters that is suppressed."""
    for fire, _ in _rerolls(o):
        near = _staff(o, fire.unit)
        if len(near) == 1:
            yield Staged(o.before.unit(near[0], suppressed=True, order=None), (fire,))


@breaks("BAR-10.8d", within=("S3",))
def a_busy_staff_adjusts(o: Occasion) -> Acts:
    """Fire is adjusted by a headquarters that is on the march."""
    for fire, _ in _rerolls(o):
        near = _staff(o, fire.unit)
        if len(near) == 1 and not o.unit(near[0]).suppressed:
            yield Staged(o.would(near[0], "cautious_move", route=o.near(o.unit(near[0]).hex)[:1]), (fire,))


@breaks("BAR-10.8b", within=("S3",))
def a_blind_staff_adjusts(o: Occasion) -> Acts:
    """Fire is adjusted by a headquarters that does not see the target."""
    for fire, _ in _rerolls(o):
        near, there = _staff(o, fire.unit), o.unit(fire.target).hex
        if len(near) == 1 and there and o.away(o.unit(near[0]).hex, there) > 1:
            before = o.would(near[0], "defend", facing="N", number=1)
            if thick(o, o.unit(near[0]).hex, there) and not o.unit(near[0]).suppressed:
                yield Staged(before, (fire,))


@breaks("BAR-10.8e", within=("S5",))
def adjusts_flak(o: Occasion) -> Acts:
    """Fire of flak at an aircraft is adjusted."""
    for made in o.before.shots:
        if made.rolled and made.kind == "flak" and not made.hits and made.target in o.before.units:
            yield do.Fire(unit=made.unit, target=made.target, kind="flak", again=True)
