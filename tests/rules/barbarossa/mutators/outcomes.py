"""Breaking the rules of values: what comes of dice is told as if a number did not count, or counted that does not."""

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from rules.barbarossa import actions as do
from rules.barbarossa.state.model import Shot
from rules.engine.dice import Roll
from tests.rules.barbarossa.mutators.fire import in_reach, pairs, shot
from tests.rules.barbarossa.mutators.occasion import Acts, Occasion, breaks

FIRES = ("S2", "S3", "S10")
GROUND = frozenset({"fire", "suppress", "indirect", "bombard", "defend", "ambush", "move"})
"""Kinds of shots at units on the ground that are counted by the step."""


def _rolled(o: Occasion) -> Iterator[tuple[Roll, Shot]]:
    """The dice that fall now, and the shot they belong to."""
    if isinstance(o.action, Roll) and o.action.purpose == "FIRE":
        open_ = (made for made in o.before.shots if made.unit == o.action.who and not made.rolled)
        first = next(open_, None)
        if first is not None and first.kind in GROUND and first.target in o.on_board and not first.after:
            yield o.action, first


def _ones(roll: Roll, hits: int) -> Roll:
    """The same dice with so many hits."""
    return replace(roll, dice=(1,) * hits + (6,) * (len(roll.dice) - hits))


# ----------------------------------------------------------------------------------------------- hits and defence
Bonus = Callable[[Occasion, str], int]
"""What a rule adds to the defence of a unit."""


def _stands(terrain: str, value: int, *, foot: bool | None = None) -> Bonus:
    def bonus(o: Occasion, unit: str) -> int:
        fits = foot is None or (o.printed(unit).type == "infantry") == foot
        return value if fits and o.terrain(o.unit(unit).hex) == terrain else 0

    return bonus


def _ordered(order: str) -> Bonus:
    def bonus(o: Occasion, unit: str) -> int:
        return (o.printed(unit).printed(order, "bonus") or 0) if o.ordered(unit) == order else 0

    return bonus


def _sheltered(kind: str, value: int) -> Bonus:
    def bonus(o: Occasion, unit: str) -> int:
        works = o.before.structures.get(o.unit(unit).shelter)
        return value if works is not None and works.kind == kind else 0

    return bonus


def _printed(o: Occasion, unit: str) -> int:
    return o.printed(unit).value("defence")


BONUSES: Mapping[str, Bonus] = {
    "BAR-12.4c": _stands("forest", 2),
    "BAR-12.9b": _stands("village", 2, foot=True),
    "BAR-12.9c": _stands("village", 1, foot=False),
    "BAR-12.10b": _stands("town", 3, foot=True),
    "BAR-12.10c": _stands("town", 2, foot=False),
    "BAR-6.1c": _ordered("defend"),
    "BAR-8.4c": _ordered("cautious_move"),
    "BAR-11.5c": _sheltered("trench", 1),
    "BAR-11.5i": _sheltered("trench", 2),
    "BAR-11.6e": _sheltered("bunker", 2),
    "BAR-11.6k": _sheltered("bunker", 3),
    "BAR-3.5b": _printed,
    "BAR-5.1j": _printed,
}
"""By rule: the part of the defence that it gives, left out here."""


def _unshielded(rule: str, bonus: Bonus) -> None:
    def takes_too_many_losses(o: Occasion) -> Acts:
        """The losses are marked as if a part of the defence did not count."""
        for roll, made in _rolled(o):
            more, state = bonus(o, made.target), o.unit(made.target)
            full = _printed(o, made.target) + (more if bonus is not _printed else 0)
            left = max(full - state.absorbed, 0)
            hits, wrong = left + 1, state.losses + 1 + more
            fair = not (state.suppressed or state.fallen) and hits <= len(roll.dice)
            if more and fair and wrong <= o.printed(made.target).size:
                yield _ones(roll, hits), do.Mark(unit=made.target, what="losses", value=wrong)

    breaks(rule, within=FIRES, on=Roll)(takes_too_many_losses)


for _rule, _bonus in BONUSES.items():
    _unshielded(_rule, _bonus)


@breaks("BAR-7.16g", within=FIRES, on=Roll)
def shields_who_digs(o: Occasion) -> Acts:
    """The losses of a unit that digs in are marked as if its defence counted."""
    for roll, made in _rolled(o):
        full, state = _printed(o, made.target), o.unit(made.target)
        fits = o.ordered(made.target) == "dig_in" and not state.suppressed and full < len(roll.dice)
        if fits and full and state.losses + full + 1 <= o.printed(made.target).size:
            yield _ones(roll, full + 1), do.Mark(unit=made.target, what="losses", value=state.losses + 1), o.on


def _counted(rule: str, which: Callable[[Occasion, str], bool], losses: Callable[[int, int], int]) -> None:
    def counts_hits_otherwise(o: Occasion) -> Acts:
        """Losses are marked that these hits do not make."""
        for roll, made in _rolled(o):
            state, size = o.unit(made.target), o.printed(made.target).size
            left, steady = max(_printed(o, made.target) - state.absorbed, 0), not state.suppressed
            hits = left + 1
            wrong = state.losses + losses(hits, len(roll.dice))
            if steady and hits < len(roll.dice) and which(o, made.target) and wrong <= size:
                yield _ones(roll, hits), do.Mark(unit=made.target, what="losses", value=wrong)

    breaks(rule, within=FIRES, on=Roll)(counts_hits_otherwise)


def _anyone(_: Occasion, __: str) -> bool:
    return True


def _hurt(o: Occasion, unit: str) -> bool:
    return bool(o.unit(unit).losses) and not o.unit(unit).absorbed


def _battered(o: Occasion, unit: str) -> bool:
    return bool(o.unit(unit).absorbed)


_counted("BAR-5.1h", _anyone, lambda hits, _: hits + 1)
_counted("BAR-5.1k", _anyone, lambda _, __: 2)
_counted("BAR-5.1g", _anyone, lambda hits, dice: min(dice, hits + 2))
_counted("BAR-3.5d", _hurt, lambda hits, _: hits)
_counted("BAR-5.1m", _hurt, lambda hits, _: hits)
_counted("BAR-5.1l", _battered, lambda hits, _: hits + 1)
_counted("BAR-3.5e", lambda o, unit: any(bonus(o, unit) for bonus in BONUSES.values()), lambda hits, _: hits + 1)


# ------------------------------------------------------------------------------------------------------- firepower
def _fired(o: Occasion, *kinds: str) -> Iterator[tuple[do.Fire, tuple[int, ...]]]:
    """A shot that is declared now at a unit, and the dice of its row."""
    action = o.action
    if isinstance(action, do.Fire) and action.kind in kinds and action.target in o.before.units:
        listed = o.printed(action.unit).card.targets.get(o.printed(action.target).type)
        if listed is not None and listed.dice and not action.after and not action.again:
            yield action, listed.dice


def _at(dice: tuple[int, ...], losses: int) -> int:
    return dice[min(losses, len(dice) - 1)]


@breaks("BAR-3.11b", "BAR-5.1d", within=("S3",), on=do.Fire)
def says_the_dice_of_another_type(o: Occasion) -> Acts:
    """The dice are said that the card has against another type."""
    for fire, dice in _fired(o, "fire"):
        losses = o.before.before_step.get(fire.unit, 0)
        rows = o.printed(fire.unit).card.targets.values()
        others = (_at(row.dice, losses) for row in rows if row.dice)
        yield from (replace(fire, dice=number) for number in others if abs(number - _at(dice, losses)) > 1)


@breaks("BAR-3.11c", within=("S3",), on=do.Fire)
def says_the_dice_of_the_unhurt(o: Occasion) -> Acts:
    """The dice of the first column are said by a unit with losses."""
    for fire, dice in _fired(o, "fire"):
        if dice[0] > _at(dice, o.before.before_step.get(fire.unit, 0)) + 1:
            yield replace(fire, dice=dice[0])


def _at_once(rule: str, kind: str, step: str) -> None:
    def loses_dice_by_fire_of_the_same_step(o: Occasion) -> Acts:
        """The dice are said that are left after losses of the same step."""
        for fire, dice in _fired(o, kind):
            now, then = o.unit(fire.unit).losses, o.before.before_step.get(fire.unit, 0)
            fewer = _at(dice, min(now, len(dice) - 1)) if kind == "fire" else _at(dice, now) * 3 // 2
            if now > then and _at(dice, now) < _at(dice, then):
                yield replace(fire, dice=fewer)

    breaks(rule, within=(step,), on=do.Fire)(loses_dice_by_fire_of_the_same_step)


for _rule, _kind, _step in (
    *(("BAR-4.3d", "fire", "S3"), ("BAR-4.3e", "fire", "S3"), ("BAR-6.3e", "fire", "S3")),
    ("BAR-6.2h", "suppress", "S2"),
):
    _at_once(_rule, _kind, _step)


# -------------------------------------------------------------------------------------------------------- accuracy
def _aimed(o: Occasion) -> Iterator[tuple[do.Fire, int]]:
    """A shot of step 3 that is declared now, and how far away its target is."""
    for fire, _ in _fired(o, "fire"):
        yield fire, o.away(o.unit(fire.unit).hex, o.unit(fire.target).hex)


@breaks("BAR-3.12a", "BAR-5.1f", within=("S3",), on=do.Fire)
def says_the_accuracy_of_another_distance(o: Occasion) -> Acts:
    """The accuracy is said that the card has for another distance."""
    for fire, away in _aimed(o):
        card, flat = o.printed(fire.unit).card, o.level(o.unit(fire.unit).hex) == 0
        others = (each for each in card.accuracy[1:] if each is not None)
        right = card.accuracy[away] if away < len(card.accuracy) else None
        yield from (replace(fire, accuracy=each) for each in others if flat and right is not None and each > right + 1)


def _from_a_hill(rule: str) -> None:
    def forgets_the_hill(o: Occasion) -> Acts:
        """The accuracy of the distance is said by a unit that fires down from a hill."""
        for fire, away in _aimed(o):
            card = o.printed(fire.unit).card.accuracy
            downhill = o.level(o.unit(fire.unit).hex) > 0 == o.level(o.unit(fire.target).hex)
            at, shifted = (card[each] if 0 < each < len(card) else None for each in (away, away - 1))
            if downhill and at is not None and shifted is not None and at != shifted:
                yield replace(fire, accuracy=at)

    breaks(rule, within=("S3",), on=do.Fire)(forgets_the_hill)


_from_a_hill("BAR-12.14c")
_from_a_hill("BAR-12.14d")


def _struck(rule: str, which: Callable[[Occasion, do.Strike], bool]) -> None:
    def says_the_plain_accuracy(o: Occasion) -> Acts:
        """The accuracy of the first field is said in a melee in which another one counts."""
        if isinstance(o.action, do.Strike) and not o.unit(o.action.unit).suppressed and which(o, o.action):
            own = o.printed(o.action.unit).card.accuracy_at(0)
            yield from (replace(o.action, accuracy=each) for each in (own,) if each is not None)

    breaks(rule, within=("S6",), on=do.Strike)(says_the_plain_accuracy)


def _among(terrain: str) -> Callable[[Occasion, do.Strike], bool]:
    def fits(o: Occasion, blow: do.Strike) -> bool:
        heavy = o.printed(blow.target).type not in {"infantry", "artillery", "aircraft"}
        foot = o.printed(blow.unit).type == "infantry"
        return foot and heavy and o.terrain(o.unit(blow.unit).hex) == terrain

    return fits


_struck("BAR-12.9e", _among("village"))
_struck("BAR-12.10e", _among("town"))


# ------------------------------------------------------------------------------------------------------------ sight
COVERS: Mapping[str, str] = {
    "BAR-12.2a": "scrub",
    "BAR-12.3a": "light_woods",
    "BAR-12.4a": "forest",
    "BAR-12.9a": "village",
    "BAR-12.10a": "town",
}
"""By rule: ground that blocks the line of sight."""


def _between(o: Occasion, unit: str, foe: str) -> tuple[str, ...]:
    """The hexes between two on one level whose line runs through the middle of hexes."""
    here, there = o.unit(unit).hex, o.unit(foe).hex
    lines = o.battle.ground.grid.line(here, there)
    straight = all(len(places) == 1 for places in lines)
    return tuple(places[0] for places in lines) if straight and o.level(here) == o.level(there) == 0 else ()


def _covered(rule: str, blocks: Callable[[Occasion, str], bool]) -> None:
    def fires_through_cover(o: Occasion) -> Acts:
        """The target is behind ground that nobody sees through."""
        for unit, foe, away in pairs(o):
            if in_reach(o, unit, foe, away) and any(blocks(o, place) for place in _between(o, unit, foe)):
                yield shot(o, unit, foe)

    breaks(rule, within=("S3",))(fires_through_cover)


def _terrain(name: str) -> Callable[[Occasion, str], bool]:
    return lambda o, place: o.terrain(place) == name and o.level(place) == 0


for _rule, _name in COVERS.items():
    _covered(_rule, _terrain(_name))
_covered("BAR-12.13a", lambda o, place: o.terrain(place) == "plain" and o.level(place) > 0)
_covered("BAR-12.13b", lambda o, place: o.terrain(place) in {"plain", "field"} and o.level(place) > 0)
_covered("BAR-5.2c", lambda o, place: o.terrain(place) in COVERS.values())
_covered("BAR-5.2b", lambda o, place: o.terrain(place) in COVERS.values() or o.level(place) > 0)


def _smoky(o: Occasion, place: str) -> bool:
    smoke = (each for each in o.structures if each.kind == "smoke" and each.laid < o.before.round)
    return o.terrain(place) == "plain" and any(each.hex == place for each in smoke)


_covered("BAR-6.4j", _smoky)


# ---------------------------------------------------------------------------------------------------------- bravery
def _bravery(o: Occasion, unit: str) -> int:
    card = o.printed(unit)
    return card.value("bravery") - o.unit(unit).losses * card.value("bravery_loss")


def _dice(total: int) -> tuple[int, int]:
    return (total // 2, total - total // 2)


def _led(rule: str, most: int) -> None:
    def is_not_cheered_up(o: Occasion) -> Acts:
        """A unit is suppressed whose test only the headquarters beside it has saved."""
        for roll in _tested(o):
            unit = roll.who
            total, here = _bravery(o, unit) + 1, o.unit(unit).hex
            staff = (name for name in o.seen if o.printed(name).is_a("hq") and o.side(name) == o.side(unit))
            near = (name for name in staff if name != unit and o.away(o.unit(name).hex, here) <= most)
            calm = not o.unit(unit).suppressed and 2 <= total <= 12
            for _ in (name for name in near if calm and not o.unit(name).suppressed):
                yield replace(roll, dice=_dice(total)), do.State(unit=unit, status="suppressed")

    breaks(rule, on=Roll)(is_not_cheered_up)


for _rule in ("BAR-3.4d", "BAR-10.9a", "BAR-10.7a", "BAR-10.7b"):
    _led(_rule, 1)


@breaks("BAR-5.10d", on=Roll)
def is_suppressed_although_it_passed(o: Occasion) -> Acts:
    """A unit is suppressed that has passed its test."""
    for roll in _tested(o):
        if not o.unit(roll.who).suppressed and _bravery(o, roll.who) >= 2:
            yield replace(roll, dice=(1, 1)), do.State(unit=roll.who, status="suppressed")


def _tested(o: Occasion) -> Iterator[Roll]:
    """A test of a unit on the ground that is rolled now."""
    if isinstance(o.action, Roll) and o.action.purpose == "TEST" and o.action.who in o.seen:
        yield o.action


@breaks("BAR-5.11i", within=("S12",), on=Roll)
def recovers_although_it_failed(o: Occasion) -> Acts:
    """A unit is no longer suppressed that has failed its test."""
    for roll in _tested(o):
        if o.unit(roll.who).suppressed:
            yield replace(roll, dice=(6, 6)), do.State(unit=roll.who, status="suppressed", on=False)
