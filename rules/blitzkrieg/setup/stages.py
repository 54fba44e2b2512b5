"""The set-up (12): what has to be placed in each step, what holds when a step is done, how the game begins."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Battle, Chit, Setup, Stage
from rules.blitzkrieg.book import effect, outcome, rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.movement.stacking import too_many
from rules.blitzkrieg.setup.assignment import unassigned
from rules.blitzkrieg.setup.deployment import now, outside, rule_of, somewhere, stages, zone_of
from rules.blitzkrieg.support.engineering import empty_works
from rules.blitzkrieg.turn.phases import open_admin
from rules.blitzkrieg.turn.victory import held_at_start
from rules.engine.ruling import Facts, Finding, Found, Illegal, Notice, Undecided, broken
from rules.engine.switches import Switches

PICKS = "BLZ-12.1.5b"
"""The rule of the step in which chits are chosen and kept out of the cup."""
COMPOSITION: Mapping[tuple[str, str, str], str] = {
    ("hannut", "french", "formation"): "BLZ-12.1.2j",
    ("hannut", "french", "artillery"): "BLZ-12.1.2h",
    ("hannut", "french", "repeat"): "BLZ-12.1.2i",
    ("hannut", "french", "general"): "BLZ-12.1.2i",
    ("hannut", "german", "formation"): "BLZ-12.1.3d",
    ("hannut", "german", "artillery"): "BLZ-12.1.3e",
    ("hannut", "german", "stuka"): "BLZ-12.1.3f",
    ("hannut", "german", "repeat"): "BLZ-12.1.3g",
    ("hannut", "german", "general"): "BLZ-12.1.3g",
    ("stonne", "french", "formation"): "BLZ-12.2.2g",
    ("stonne", "french", "artillery"): "BLZ-12.2.2i",
    ("stonne", "french", "repeat"): "BLZ-12.2.2h",
    ("stonne", "french", "general"): "BLZ-12.2.2h",
    ("stonne", "german", "formation"): "BLZ-12.2.4f",
    ("stonne", "german", "artillery"): "BLZ-12.2.4c",
    ("stonne", "german", "repeat"): "BLZ-12.2.4g",
    ("stonne", "german", "general"): "BLZ-12.2.4g",
}
"""By scenario, side and kind of chit: the rule that says how many there are."""


class Wanted(msgspec.Struct, frozen=True):
    """What has to be placed in a step of the set-up; markers by kind (`works`, `minefield`), picks by kind of chit."""

    units: tuple[str, ...] = ()
    markers: Mapping[str, int] = {}
    assigned: tuple[str, ...] = ()
    """Independent units for which a formation has to be named."""
    carriers: tuple[str, ...] = ()
    """Carriers on which a company begins or may begin."""
    picks: Mapping[str, int] = {}


def to_place(battle: Battle, stage: int, switches: Switches | None = None) -> Wanted:
    """What has to be placed in a step of the set-up, the first one being 0."""
    order = stages(battle, switches) if switches else battle.stages
    setups = [battle.setups[name] for name in order[stage].setups]
    units = tuple(unit for setup in setups for unit in setup.units)
    markers = {kind: count for setup in setups for kind, count in setup.markers.items()}
    return Wanted(
        units=units,
        markers=markers,
        assigned=tuple(unit for unit in units if not battle.units[unit].formation),
        carriers=tuple(riders.carrier for riders in battle.riders if riders.carrier in units),
        picks=dict(battle.picks) if order[stage].rule == PICKS else {},
    )


# ----------------------------------------------------------------------------------------------------- all in place
def _setups(case: Case[do.Ready]) -> tuple[Setup, ...]:
    stage = now(case)
    return tuple(case.battle.setups[name] for name in stage.setups) if stage else ()


@rule(
    "BLZ-12.1.2a", "BLZ-12.1.2b", "BLZ-12.1.2d", "BLZ-12.1.2e", "BLZ-12.1.2g", "BLZ-12.1.3a", "BLZ-12.1.3b",
    "BLZ-12.2.2a", "BLZ-12.2.2b", "BLZ-12.2.2c", "BLZ-12.2.4a", "BLZ-12.2.4b", "BLZ-12.2.4d", "BLZ-12.2.4e",
    on=do.Ready,
)  # fmt: skip
def everything_stands(case: Case[do.Ready]) -> Iterator[Finding]:
    """All units of the step are on the map; of a formation that begins with losses some may be missing."""
    for setup in _setups(case):
        may_miss = bool(setup.step_losses)
        missing = [unit for unit in setup.units if not case.unit(unit).on_map]
        missing = [unit for unit in missing if not may_miss or case.counter(unit).kind.hq]
        if missing:
            yield Illegal("setup.missing", {"units": tuple(missing)}, setup.rule)


@rule("BLZ-12.1.2c", on=do.Ready)
def losses_at_the_start(case: Case[do.Ready]) -> Iterator[Finding]:
    """A formation that begins with step losses has exactly so many."""
    for setup in _setups(case):
        if not setup.step_losses:
            continue
        units = [unit for unit in setup.units if not case.counter(unit).kind.hq]
        lost = sum(2 - case.unit(unit).steps if case.unit(unit).on_map else 2 for unit in units)
        if lost != setup.step_losses:
            yield Illegal("setup.losses", {"lost": lost, "expected": setup.step_losses}, setup.rule)


@rule("BLZ-12.1.2f", "BLZ-12.2.2d", "BLZ-12.2.5a", on=do.Ready)
def beside_its_formation(case: Case[do.Ready]) -> Iterator[Finding | None]:
    """An independent unit stands with a unit of the formations named, or in the zone of the one it is assigned to."""
    for setup in _setups(case):
        for unit in setup.units:
            place = case.unit(unit).hex
            if place in somewhere(setup):
                yield outside(case, unit, place, setup)
            friends = zone_of(case, unit, setup).with_units_of
            if place and friends and not any(case.formation_of(each) in friends for each in _others(case, unit)):
                yield Illegal("setup.alone", {"unit": unit, "hex": place}, rule_of(case, unit, setup))


def _others(case: Case[do.Ready], unit: str) -> tuple[str, ...]:
    return tuple(each for each in case.there(case.unit(unit).hex, case.side(unit)) if each != unit)


@rule("BLZ-10.3b", "BLZ-12.2.2d", "BLZ-12.2.5a", on=do.Ready)
def independents_are_assigned(case: Case[do.Ready]) -> Iterator[Finding | None]:
    """Every independent unit that has no marker of its own is assigned; of one it is disputed by whom (AMB-31)."""
    own = _setups(case)
    for unit in unassigned(case, [unit for setup in case.battle.setups.values() for unit in setup.units]):
        setup = next(each for each in case.battle.setups.values() if unit in each.units)
        rule_id = "BLZ-12.2.2d" if setup.zone_by else "BLZ-10.3b"
        found = Undecided("setup.unassigned", {"unit": unit}, rule_id, missing="assignment")
        if setup in own:
            yield case.switches.doubtful("AMB-31", found) if setup.zone_by else found
        elif _last(case) and setup.zone_by and case.switches.reading("AMB-31") != "ruling":
            yield found


def _last(case: Case[do.Ready]) -> bool:
    return case.before.stage + 1 >= len(case.battle.stages)


@rule("BLZ-7.3a", on=do.Ready)
def within_the_limit(case: Case[do.Ready]) -> Iterator[Finding | None]:
    """No more than three units stand in a hex at the end of a step (AMB-54)."""
    units = [unit for setup in _setups(case) for unit in setup.units if case.unit(unit).on_map]
    for place, side in sorted({(case.unit(unit).hex, case.side(unit)) for unit in units}):
        together = case.there(place, side)
        if len(together) > case.battle.stacking:
            yield case.switches.among("AMB-54", too_many(case, together, case.battle.stacking))


@rule("BLZ-12.1.5d", "BLZ-6.1f", on=do.Ready)
def aboard_as_ordered(case: Case[do.Ready]) -> Iterator[Finding]:
    """The company with the half-track begins aboard, and whoever is aboard stands where the carrier stands."""
    placed = {unit for setup in _setups(case) for unit in setup.units}
    for riders in case.battle.riders:
        if riders.carrier not in placed:
            continue
        aboard = [unit for unit, state in case.before.units.items() if state.aboard == riders.carrier]
        if riders.required and not aboard:
            yield Illegal("setup.afoot", {"unit": riders.companies[0], "carrier": riders.carrier}, riders.rule)
        for unit in aboard:
            if case.unit(unit).hex != case.unit(riders.carrier).hex:
                yield Illegal("transport.apart", {"unit": unit, "carrier": riders.carrier}, "BLZ-6.1f")


@rule("BLZ-12.1.2g", "BLZ-12.2.2e", "BLZ-12.2.2f", on=do.Ready)
def markers_not_forgotten(case: Case[do.Ready]) -> Iterator[Finding]:
    """Fewer markers than the scenario gives are worth a remark when the set-up ends."""
    for setup in case.battle.setups.values() if _last(case) else ():
        for kind, count in setup.markers.items():
            placed = len(case.before.works if kind == "works" else case.before.mines)
            if placed < count:
                yield Notice("setup.fewer", {"kind": kind, "placed": placed, "count": count}, setup.rule)


# ------------------------------------------------------------------------------------------------------------ the cup
def composition(battle: Battle, chit: Chit) -> str:
    """The rule that says whether a chit is in the cup at the start."""
    return COMPOSITION.get((battle.id, chit.side, chit.kind), "BLZ-1.4q")


@rule(*sorted(set(COMPOSITION.values())), "BLZ-1.4q", "BLZ-12.2.7a", on=do.Stock)
def belongs_into_the_cup(case: Case[do.Stock]) -> Illegal | None:
    """Only the chits that the scenario lists are in the cup; those of reinforcements come later."""
    chit = case.action.chit
    if chit in case.battle.cup:
        return None
    known = case.battle.chits.get(chit)
    stem = chit.rpartition(".")[0] if chit[-1:].isdigit() else chit
    like = known or next((each for name, each in case.battle.chits.items() if stem in _names(name)), None)
    if known and any(chit in arrival.chits for arrival in case.battle.arrivals):
        return Illegal("setup.chit-later", {"chit": chit}, "BLZ-12.2.7a")
    return Illegal("setup.chit", {"chit": chit}, composition(case.battle, like) if like else "BLZ-1.4q")


@rule("BLZ-2.2.1a", on=do.Stock)
def only_drawn_once_play_has_begun(case: Case[do.Stock]) -> Found:
    """After the set-up no marker leaves the cup but by being drawn, or comes into it so."""
    return None if case.before.within("SETUP") else broken("cup.taken-out", chit=case.action.chit)


def _names(chit: str) -> tuple[str, str]:
    """The name of a chit, and what it is if it is one of several."""
    return chit, chit.rpartition(".")[0]


@rule(*sorted(set(COMPOSITION.values())), "BLZ-2.2.1e", on=do.Ready)
def cup_is_complete(case: Case[do.Ready]) -> Iterator[Finding]:
    """When the set-up ends every chit of the scenario is in the cup, or kept out of it by choice."""
    if not _last(case):
        return
    for chit in sorted(case.battle.cup):
        if case.before.chits.get(chit) == "off" and not _parcelled(case, chit):
            printed = case.chit(chit)
            yield Illegal("setup.chit-missing", {"chit": chit}, composition(case.battle, printed))
        elif case.before.chits.get(chit) == "reserve" and not case.battle.picks:
            yield Illegal("setup.pick", {"chits": (chit,)}, "BLZ-2.2.1e")


def _parcelled(case: Case[do.Ready], chit: str) -> bool:
    formation = case.chit(chit).formation
    return bool(formation) and case.command(formation).independent and not case.members(formation, on_map=False)


@rule("BLZ-12.1.5b", on=do.Ready)
def chits_of_choice(case: Case[do.Ready]) -> Iterator[Finding | None]:
    """One Stuka, one artillery and one formation chit are kept out of the cup; whether they must be is AMB-48."""
    stage = now(case)
    if stage is None or stage.rule != PICKS:
        return
    for kind, count in case.battle.picks.items():
        kept = [chit for chit in _reserve(case) if case.chit(chit).kind == kind]
        facts: Facts = {"kind": kind, "kept": len(kept), "count": count}
        found = Illegal("setup.picks", facts, PICKS)
        if len(kept) > count:
            yield found
        elif len(kept) < count:
            yield case.switches.doubtful("AMB-48", found)
    strange = [chit for chit in _reserve(case) if not _may_be_kept(case, stage, chit)]
    if strange:
        yield Illegal("setup.pick", {"chits": tuple(strange)}, PICKS)


def _reserve(case: Case[do.Ready]) -> tuple[str, ...]:
    return tuple(chit for chit, place in case.before.chits.items() if place == "reserve")


def _may_be_kept(case: Case[do.Ready], stage: Stage, chit: str) -> bool:
    return case.chit(chit).side == stage.side and case.chit(chit).kind in case.battle.picks


@outcome("BLZ-2.2.1e", "BLZ-12.1.5b")
@effect(do.Stock)
def stock(case: Case[do.Stock]) -> Position:
    """The chit is in the cup, or kept out of it; once play has begun it is in hand."""
    if case.action.chit not in case.battle.chits:
        return case.before
    taken = case.action.place == "reserve" and not case.before.within("SETUP")
    return case.before.chit(case.action.chit, "held" if taken else case.action.place)


@outcome("BLZ-1.4q", *sorted(set(COMPOSITION.values())))
def cup_at_the_start(battle: Battle, cup: Iterable[str] | None = None) -> dict[str, str]:
    """Where each chit is before the first: in the cup as the scenario lists them, or as it was found."""
    inside = battle.cup if cup is None else frozenset(cup)
    return {chit: "cup" if chit in inside else "off" for chit in battle.chits}


# ------------------------------------------------------------------------------------------------------- the beginning
@effect(do.Ready)
def ready(case: Case[do.Ready]) -> Position:
    """The next step of the set-up has its turn; after the last one the Administration Phase of turn 1."""
    after = case.before.but(stage=case.before.stage + 1)
    return after if after.stage < len(case.battle.stages) else _begin(case, after)


@outcome("BLZ-12.1.2c", "BLZ-2a")
def _begin(case: Case[do.Ready], after: Position) -> Position:
    """Who was left out for a loss at the start is lost; places are held by those who stand there."""
    lost = [
        unit
        for setup in case.battle.setups.values()
        if setup.step_losses
        for unit in setup.units
        if not case.unit(unit).on_map and not case.counter(unit).kind.hq
    ]
    gone = {unit: replace(after.units[unit], steps=0, box="lost") for unit in lost}
    after = after.but(turn=1, units={**after.units, **gone})
    after = after.but(holders=held_at_start(case.then(after)))
    after = open_admin(case.then(after), after)
    return after.owing(*empty_works(case.then(after)))
