"""The column of the combat results table (8.2): attack less defence, and every modifier of the charts, item by item."""

from collections.abc import Iterator
from typing import Literal, TypeVar

import msgspec

from rules.blitzkrieg.book import outcome
from rules.blitzkrieg.case import Case
from rules.engine.actions import Action

A = TypeVar("A", bound=Action)
Manner = Literal["direct", "melee", "indirect"]
"""The columns of the modifier chart."""

RULES: dict[tuple[str, Manner], str] = {
    ("further-hex", "direct"): "BLZ-8.2.4b",
    ("melee", "melee"): "BLZ-8.2.4c",
    ("exhausted", "direct"): "BLZ-5.4a",
    ("exhausted", "melee"): "BLZ-5.4b",
    ("out-of-command", "direct"): "BLZ-6.2c",
    ("out-of-command", "melee"): "BLZ-6.2f",
    ("column", "direct"): "BLZ-7.2.1c",
    ("column", "melee"): "BLZ-7.2.1d",
    ("dispersed", "direct"): "BLZ-7.2.2c",
    ("dispersed", "melee"): "BLZ-7.2.2d",
    ("neutralised", "direct"): "BLZ-8.4c",
    ("neutralised", "melee"): "BLZ-9.1.5d",
    ("moved", "direct"): "BLZ-6.1c",
    ("target-column", "direct"): "BLZ-7.2.1e",
    ("target-dispersed", "direct"): "BLZ-7.2.2e",
    ("target-dispersed", "melee"): "BLZ-7.2.2e",
    ("target-dispersed", "indirect"): "BLZ-7.2.2e",
}
"""The rule behind each row of the modifier chart."""


class Item(msgspec.Struct, frozen=True):
    """One line of the sum: a row of the charts (or `attack`, `halved`, `strength`, `defence`), its value, the rule."""

    key: str
    value: int
    rule: str
    unit: str = ""


class Factor(msgspec.Struct, frozen=True):
    """A final attack factor: the items that make it, and those that a disputed reading would add (AMB-22)."""

    items: tuple[Item, ...]
    low: int
    high: int
    disputed: tuple[Item, ...] = ()

    @property
    def total(self) -> int:
        """The sum of the items."""
        return sum(item.value for item in self.items)

    @property
    def fires(self) -> bool:
        """False if the factor is too low to fire at all."""
        return self.total >= self.low

    @property
    def column(self) -> str:
        """The column that is read: the last one for anything above it, the first one for what may not fire."""
        return str(min(max(self.total, self.low), self.high))


class Shooting(msgspec.Struct, frozen=True):
    """Who fires at whom in which manner: all that the factor depends on beside the position."""

    target: str
    firers: tuple[str, ...] = ()
    manner: Manner = "direct"
    calibre: str = ""
    reduced: bool = False
    first_round: bool = True

    @property
    def once(self) -> bool:
        """True where handicaps count that a melee knows in its first round only."""
        return self.manner == "direct" or self.first_round


@outcome("BLZ-8.2a", "BLZ-8.2.2a", "BLZ-8.2.3a", "BLZ-9c", "BLZ-0.2b")
def column(
    case: Case[Action],
    target: str,
    *,
    firers: tuple[str, ...] = (),
    manner: Manner = "direct",
    calibre: str = "",
    reduced: bool = False,
    first_round: bool = True,
) -> Factor:
    """The factor of a fire at a target; `calibre` for indirect fire, `reduced` for a firer who also moves."""
    shot = Shooting(target, firers, manner, calibre, reduced, first_round)
    parts = (_strength, _range, _firers_state, _targets_state, _cover)
    items = tuple(item for part in parts for item in part(case, shot))
    limits = case.battle.charts.limits
    return Factor(items, limits["column-low"], limits["column-high"], tuple(_disputed(case, shot)))


READ_OTHERWISE = ("AMB-18", "AMB-24", "AMB-43", "AMB-44")
"""Rulings that change a factor."""


def other_readings(case: Case[A]) -> Iterator[tuple[str, Case[A]]]:
    """The open rulings that change a factor, and the case as it is under another reading of each."""
    for ruling in READ_OTHERWISE:
        if case.switches.reading(ruling) is None:
            dispute = case.switches.disputes[ruling]
            for reading in dispute.readings:
                if reading != dispute.default:
                    settled = case.switches.settle(ruling, reading)
                    yield ruling, Case(case.battle, settled, case.before, case.action)


def _row(case: Case[Action], shot: Shooting, key: str, unit: str, times: int = 1) -> Iterator[Item]:
    value = case.battle.charts.modifiers[key].get(shot.manner, 0) * times
    if value:
        yield Item(key, value, RULES[key, shot.manner], unit)


# ---------------------------------------------------------------------------------------- attack, defence, range
@outcome("BLZ-1.1a", "BLZ-1.1c", "BLZ-8.2.1a", "BLZ-8.2.1b", "BLZ-8.2.1c", "BLZ-8.6.1h", "BLZ-8.6.1n", "BLZ-12.1.5h")
def _strength(case: Case[Action], shot: Shooting) -> Iterator[Item]:
    """Attack less defence; an anti-tank unit has half its attack, rounded up, against infantry and nothing less."""
    halved = False
    if shot.calibre:
        rule = "BLZ-8.6.1h" if shot.calibre == "stuka" else "BLZ-8.6.1n"
        yield Item("strength", case.battle.charts.strengths[shot.calibre], rule)
    for firer in shot.firers:
        attack = case.counter(firer).back.attack if _as_flipped(case, shot) else case.face(firer).attack
        if case.counter(firer).kind.halved and counts_as_infantry(case, shot.target):
            halved = True
            yield Item("halved", -(-attack // 2), "BLZ-8.2.1b", firer)
        else:
            yield Item("attack", attack, "BLZ-8.2.1a", firer)
    defence = case.face(shot.target).defence
    if defence and (not halved or case.switches.read_otherwise("AMB-43")):
        yield Item("defence", -defence, "BLZ-8.2.1a", shot.target)


def _as_flipped(case: Case[Action], shot: Shooting) -> bool:
    """True where reduced strength is read as the attack strength of the back (AMB-44)."""
    return shot.reduced and case.switches.read_otherwise("AMB-44")


def counts_as_infantry(case: Case[Action], unit: str) -> bool:
    """True for infantry, and for an HQ as we read it (AMB-18)."""
    kind = case.counter(unit).kind
    return kind.infantry or (kind.hq and not case.switches.read_otherwise("AMB-18"))


@outcome("BLZ-8.2.4a", "BLZ-8.2.4b", "BLZ-8.2.4c", "BLZ-9.1.2a", "BLZ-8.6.1e")
def _range(case: Case[Action], shot: Shooting) -> Iterator[Item]:
    """An adjacent hex counts nothing, every further one less, the same hex more; none in indirect fire."""
    if shot.manner == "melee":
        yield from _row(case, shot, "melee", shot.firers[0])
    elif shot.firers:
        distance = case.distance(case.unit(shot.firers[0]).hex, case.unit(shot.target).hex)
        yield from _row(case, shot, "further-hex", shot.target, distance - 1)


# --------------------------------------------------------------------------------------------- column and dispersed
@outcome("BLZ-7.2.1f")
def in_column(case: Case[Action], unit: str) -> bool:
    """True while the unit is on a road march; no marker shows it."""
    return case.before.deed(unit).column


@outcome("BLZ-7.2.2a", "BLZ-7.2.2b")
def dispersed(case: Case[Action], unit: str) -> bool:
    """True for a vehicle in close terrain, unless it is in column (AMB-22)."""
    if not _in_close_terrain(case, unit):
        return False
    return not in_column(case, unit) or case.switches.read_otherwise("AMB-22")


def _in_close_terrain(case: Case[Action], unit: str) -> bool:
    if not case.counter(unit).kind.disperses:
        return False
    ground = case.battle.ground.hexes[case.unit(unit).hex].terrain
    return case.battle.charts.terrain[ground].disperses


# --------------------------------------------------------------------------------------------------- the modifiers
@outcome(
    "BLZ-5.4a", "BLZ-5.4b", "BLZ-6.1b", "BLZ-6.1c", "BLZ-6.2c", "BLZ-6.2f", "BLZ-7.2.1c", "BLZ-7.2.1d", "BLZ-7.2.2c",
    "BLZ-7.2.2d", "BLZ-8.4c", "BLZ-9.1.3c", "BLZ-9.1.5d", "BLZ-9.1.5f",
)  # fmt: skip
def _firers_state(case: Case[Action], shot: Shooting) -> Iterator[Item]:
    """What the state of those who fire takes off: each kind once, some in the first round of a melee only."""
    burdened = {key: unit for unit in reversed(shot.firers) for key in _burdens(case, shot, unit)}
    for key, unit in burdened.items():
        yield from _row(case, shot, key, unit)


def _burdens(case: Case[Action], shot: Shooting, unit: str) -> Iterator[str]:
    state = case.unit(unit)
    if case.exhausted(unit):
        yield "exhausted"
    if state.ooc:
        yield "out-of-command"
    if shot.once and in_column(case, unit):
        yield "column"
    if dispersed(case, unit):
        yield "dispersed"
    if shot.once and case.shaken(unit):
        yield "neutralised"
    if shot.reduced and not _as_flipped(case, shot):
        yield "moved"


@outcome("BLZ-7.2.1e", "BLZ-7.2.2e", "BLZ-6.3.1.1d")
def _targets_state(case: Case[Action], shot: Shooting) -> Iterator[Item]:
    """A target in column or dispersed is hit more easily."""
    if in_column(case, shot.target):
        yield from _row(case, shot, "target-column", shot.target)
    if dispersed(case, shot.target):
        yield from _row(case, shot, "target-dispersed", shot.target)


@outcome("BLZ-8.6.1r", "BLZ-10.2b", "BLZ-10.2c", "BLZ-10.2e", "BLZ-6.3.1.1d")
def _cover(case: Case[Action], shot: Shooting) -> Iterator[Item]:
    """Terrain and works protect the target as its kind is protected; works do not protect who attacks there."""
    kind, place = case.counter(shot.target).kind, case.unit(shot.target).hex
    terrain = case.battle.ground.hexes[place].terrain
    covered = kind.cover if not kind.hq or counts_as_infantry(case, shot.target) else "none"
    value = case.battle.charts.cover.get(terrain, {}).get(covered, 0)
    if value:
        yield Item(terrain, value, "BLZ-8.6.1r" if terrain == "village" else "BLZ-8.2.3a", shot.target)
    attacking = case.before.melee is not None and shot.target in case.before.melee.attackers
    everywhere = shot.manner == "direct" or not case.switches.read_otherwise("AMB-24")
    if kind.works and place in case.before.works and not attacking and everywhere:
        yield Item("works", case.battle.charts.cover["works"][kind.cover], "BLZ-10.2b", shot.target)


def works_for_hq(case: Case[Action], target: str) -> int:
    """What works take off from fire at an HQ, if they help it like infantry, which is open (AMB-18)."""
    kind, place = case.counter(target).kind, case.unit(target).hex
    helps = kind.hq and place in case.before.works and case.switches.reading("AMB-18") != "ruling"
    return case.battle.charts.cover["works"]["infantry"] if helps else 0


def _disputed(case: Case[Action], shot: Shooting) -> Iterator[Item]:
    """What would count as well if column and dispersed were counted together."""
    if case.switches.read_otherwise("AMB-22"):
        return
    for key, unit in (("dispersed", shot.firers[0] if shot.firers else ""), ("target-dispersed", shot.target)):
        if unit and in_column(case, unit) and _in_close_terrain(case, unit):
            yield from _row(case, shot, key, unit)
