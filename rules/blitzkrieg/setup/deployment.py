"""Where pieces are set up (12.1.2, 12.1.3, 12.2.2, 12.2.4): whose stage it is, zones, doubtful hexes, who rides."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Battle, Riders, Setup, Stage, Zone
from rules.blitzkrieg.book import effect, outcome, rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.movement.march import step_cost
from rules.engine.actions import Action
from rules.engine.ruling import Finding, Found, Illegal, Notice, broken
from rules.engine.switches import Switches

ORDER_DISPUTED = {"BLZ-12.2.2a": "AMB-47"}
"""By the rule of the first stage: the ruling by which the other side could be the first."""
AS_PRINTED: Mapping[str, tuple[str, int]] = {"AMB-29": ("1712", 2)}
"""By ruling: the hex that is printed, and how far from it a unit may stand."""
RUN_TOGETHER = frozenset({"BLZ-12.2.4a", "BLZ-12.2.4b", "BLZ-12.2.4e"})
"""Set-ups whose lines run together in print (AMB-30)."""
ZONES = (
    "BLZ-12.1.2a", "BLZ-12.1.2b", "BLZ-12.1.2c", "BLZ-12.1.2d", "BLZ-12.1.2e", "BLZ-12.1.2g", "BLZ-12.1.3a",
    "BLZ-12.1.3b", "BLZ-12.1.3c", "BLZ-12.2.2a", "BLZ-12.2.2b", "BLZ-12.2.2c", "BLZ-12.2.4a", "BLZ-12.2.4b",
    "BLZ-12.2.4d", "BLZ-12.2.4e",
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ what belongs where
@lru_cache(maxsize=32)
def setup_by_unit(battle: Battle) -> Mapping[str, Setup]:
    """The set-up that each unit belongs to."""
    return {unit: setup for setup in battle.setups.values() for unit in setup.units}


@lru_cache(maxsize=32)
def ground_of(battle: Battle, side: str) -> frozenset[str]:
    """All hexes in which a side sets up its units."""
    zones = (setup.zone for setup in battle.setups.values() if setup.side == side and setup.units)
    return frozenset().union(*(zone.hexes for zone in zones if not zone.with_units_of))


@outcome("BLZ-12.1.2k")
def stages(battle: Battle, switches: Switches) -> tuple[Stage, ...]:
    """The steps of the set-up in their order, as it is read."""
    order = battle.stages
    disputed = ORDER_DISPUTED.get(order[0].rule) if order else None
    if disputed and switches.read_otherwise(disputed):
        return (order[1], order[0], *order[2:])
    return order


def now(case: Case[Action]) -> Stage | None:
    """The step of the set-up that is going on."""
    order, at = stages(case.battle, case.switches), case.before.stage
    return order[at] if at < len(order) else None


def stage_of(case: Case[Action], setup: str) -> int:
    """When a set-up has its turn."""
    order = stages(case.battle, case.switches)
    return next((at for at, stage in enumerate(order) if setup in stage.setups), 0)


def zone_of(case: Case[Action], unit: str, setup: Setup) -> Zone:
    """The zone of a unit: that of the formation it is assigned to, if that decides."""
    return setup.zone_by.get(case.formation_of(unit), setup.zone)


def rule_of(case: Case[Action], unit: str, setup: Setup) -> str:
    """The rule that says where a unit is set up."""
    return "BLZ-12.1.3c" if case.counter(unit).kind.carries else setup.rule


# ------------------------------------------------------------------------------------------------------- whose turn
@rule("BLZ-12.1.2k", on=do.Deploy)
def in_its_turn(case: Case[do.Deploy]) -> Found:
    """Pieces are set up in the order of the scenario; who comes too early is named once."""
    setup, stage = setup_by_unit(case.battle).get(case.action.unit), now(case)
    if setup is None or stage is None or setup.id in stage.setups:
        return None
    own = stages(case.battle, case.switches)[stage_of(case, setup.id)]
    early = stage_of(case, setup.id) > case.before.stage
    if early and any(case.unit(unit).on_map for each in own.setups for unit in case.battle.setups[each].units):
        return None
    found = Illegal("setup.order", {"unit": case.action.unit, "side": stage.side}, stage.rule)
    disputed = ORDER_DISPUTED.get(case.battle.stages[0].rule)
    if disputed and case.switches.read_otherwise(disputed):
        ours = case.battle.stages[case.before.stage]
        return case.switches.tolerated(disputed, found) if setup.id in ours.setups else found
    return case.switches.doubtful(disputed, found) if disputed and early else found


# ----------------------------------------------------------------------------------------------------------- zones
@rule(*ZONES, "BLZ-0.2a", on=do.Deploy)
def in_its_zone(case: Case[do.Deploy]) -> Found:
    """Every piece is set up in its zone; one whose zone depends on others is judged when all stand."""
    unit, place, setup = case.action.unit, case.action.hex, setup_by_unit(case.battle).get(case.action.unit)
    if place not in case.battle.ground.grid:
        return Illegal("move.no-hex", {"hex": place}, "BLZ-0.2a")
    if setup is None or setup.zone.with_units_of or place in somewhere(setup):
        return None
    return outside(case, unit, place, setup)


def somewhere(setup: Setup) -> frozenset[str]:
    """The hexes that are in the zone of one of the formations that a unit may be assigned to, where that decides."""
    return frozenset[str]().union(*(zone.hexes for zone in setup.zone_by.values()))


def outside(case: Case[Action], unit: str, place: str, setup: Setup) -> Finding | None:
    """What is to be said of a piece in a hex at the set-up, by each reading of a doubtful zone."""
    zone = zone_of(case, unit, setup)
    found = Illegal("setup.zone", {"unit": unit, "hex": place}, rule_of(case, unit, setup))
    if setup.zone_by:
        return case.switches.among("AMB-31", {"ruling": None if place in zone.hexes else found, "other": None})
    if zone.ruling in AS_PRINTED:
        return case.switches.among(zone.ruling, _as_printed(case, found, place, zone))
    if place in zone.hexes:
        return None
    if setup.rule in RUN_TOGETHER and place in ground_of(case.battle, setup.side):
        return case.switches.doubtful("AMB-30", found)
    return found


def _as_printed(case: Case[Action], found: Illegal, place: str, zone: Zone) -> dict[str, Finding | None]:
    centre, reach = AS_PRINTED[zone.ruling]
    ours: Finding | None = None if place in zone.hexes else found
    if place in zone.doubtful:
        ours = Notice("setup.doubtful", found.facts, found.rule)
    return {"ruling": ours, "other": None if case.distance(centre, place) <= reach else found}


@rule("BLZ-12.2.3b", "BLZ-12.2.3c", "BLZ-12.2.3e", "BLZ-12.2.5d", on=do.Deploy)
def only_what_is_there(case: Case[do.Deploy]) -> Found:
    """Reinforcements are not set up."""
    for arrival in case.battle.arrivals:
        if case.action.unit in arrival.units:
            return Illegal("setup.later", {"unit": case.action.unit, "turn": arrival.turn}, arrival.rule)
    return None


@rule("BLZ-12.1.3a", "BLZ-7.1e", on=do.Deploy)
def in_a_free_hex(case: Case[do.Deploy]) -> Iterator[Finding]:
    """Nobody is set up among the enemy, or where he could not go."""
    unit, place = case.action.unit, case.action.hex
    if place not in case.battle.ground.grid:
        return
    if case.there(place, case.battle.enemy(case.side(unit))):
        setup = setup_by_unit(case.battle).get(unit)
        yield Illegal("setup.enemy", {"unit": unit, "hex": place}, setup.rule if setup else "BLZ-9b")
    if step_cost(case, unit, "", place) is None:
        yield Illegal("move.impassable", {"unit": unit, "hex": place}, "BLZ-7.1e")


@rule("BLZ-12.1.2c", "BLZ-1.2a", on=do.Deploy)
def whole(case: Case[do.Deploy]) -> Found:
    """Units begin at full strength, unless the scenario says otherwise."""
    setup = setup_by_unit(case.battle).get(case.action.unit)
    if not case.action.reduced or (setup is not None and setup.step_losses):
        return None
    return Illegal("setup.reduced", {"unit": case.action.unit}, "BLZ-1.2a")


def only_one(battle: Battle, unit: str) -> str:
    """The rule by which there is a piece once: a unit has two steps and no more, a formation one HQ."""
    return "BLZ-3.1a" if battle.units[unit].kind.hq else "BLZ-1.2a"


@rule("BLZ-1.2a", "BLZ-3.1a", on=do.Deploy)
def once(case: Case[do.Deploy]) -> Found:
    """Each piece is there once."""
    unit, rule_id = case.action.unit, only_one(case.battle, case.action.unit)
    return Illegal("setup.twice", {"unit": unit, "hex": case.action.hex}, rule_id) if case.action.second else None


@outcome("BLZ-1.2a")
@effect(do.Deploy)
def deploy(case: Case[do.Deploy]) -> Position:
    """The piece stands in the hex."""
    unit, place = case.action.unit, case.action.hex
    if place not in case.battle.ground.grid or case.action.second:
        return case.before
    steps = 1 if case.action.reduced and not case.counter(unit).kind.hq else 2
    return case.before.unit(unit, hex=place, box="", steps=steps)


# ---------------------------------------------------------------------------------------------------------- aboard
@rule("BLZ-12.1.5d", "BLZ-12.1.5e", on=do.Mount)
def aboard_at_the_start(case: Case[do.Mount]) -> Found:
    """Only the companies that the scenario names begin aboard; which one may choose is misprinted (AMB-32)."""
    unit, carrier = case.action.unit, case.action.carrier
    riders = next((each for each in case.battle.riders if each.carrier == carrier), None)
    found = Illegal("setup.aboard", {"unit": unit, "carrier": carrier}, riders.rule if riders else "BLZ-12.1.5c")
    if riders is None or riders.required:
        return None if riders and unit in riders.companies else found
    return case.switches.among("AMB-32", _choice(case, riders, unit, found))


@rule("BLZ-12.1.5c", on=do.Mount)
def one_company_on_each(case: Case[do.Mount]) -> Found:
    """A carrier carries one company."""
    unit, carrier = case.action.unit, case.action.carrier
    others = (name for name, state in case.before.units.items() if state.aboard == carrier and name != unit)
    return broken("transport.taken", unit=unit, carrier=carrier) if any(others) else None


def _choice(case: Case[do.Mount], riders: Riders, unit: str, found: Illegal) -> dict[str, Finding | None]:
    named = {case.formation_of(each.carrier) for each in case.battle.riders if each.required}
    printed = case.counter(unit).kind.rides and case.formation_of(unit) in named
    return {"ruling": None if unit in riders.companies else found, "other": None if printed else found}


@outcome("BLZ-12.1.5c", "BLZ-12.1.5e")
@effect(do.Mount)
def mount(case: Case[do.Mount]) -> Position:
    """The company is aboard."""
    return case.before.unit(case.action.unit, aboard=case.action.carrier)
