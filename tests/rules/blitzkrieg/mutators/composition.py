"""Breaking the rules of what is in the cup at the start, and of whom independent units are assigned to and by whom."""

from msgspec.structs import replace

from rules.blitzkrieg import actions as do
from tests.rules.blitzkrieg.mutators.occasion import Acts, Occasion, breaks
from tests.rules.shared.mutating import Staged

MARKERS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "BLZ-12.1.2i": ("hannut", "french", ("repeat", "general")),
    "BLZ-12.1.2j": ("hannut", "french", ("formation",)),
    "BLZ-12.1.3d": ("hannut", "german", ("formation",)),
    "BLZ-12.1.3g": ("hannut", "german", ("repeat", "general")),
    "BLZ-12.2.2g": ("stonne", "french", ("formation",)),
    "BLZ-12.2.2h": ("stonne", "french", ("repeat", "general")),
    "BLZ-12.2.4f": ("stonne", "german", ("formation",)),
    "BLZ-12.2.4g": ("stonne", "german", ("repeat", "general")),
    "BLZ-12.1.2h": ("hannut", "french", ("artillery",)),
    "BLZ-12.1.3e": ("hannut", "german", ("artillery",)),
    "BLZ-12.1.3f": ("hannut", "german", ("stuka",)),
    "BLZ-12.2.2i": ("stonne", "french", ("artillery",)),
    "BLZ-12.2.4c": ("stonne", "german", ("artillery",)),
}
"""By rule: the scenario, the side, and the kinds of markers that it puts into the cup."""
OF_CHOICE = "BLZ-12.1.5b"
NAMED = {"BLZ-12.1.2f": "fr.11rdp.at", "BLZ-12.2.2d": "fr.205ri.at"}
"""By rule: the unit of which it says to whom it is assigned."""


def _ends_the_set_up(o: Occasion) -> bool:
    last = o.before.stage == len(o.battle.stages) - 1
    return o.state == "SETUP" and last and isinstance(o.action, do.Ready)


def _missing(rule: str, scenario: str, side: str, kinds: tuple[str, ...]) -> None:
    def missing(o: Occasion) -> Acts:
        """A marker was left out of the cup, and the set-up is declared done."""
        if o.battle.id == scenario and _ends_the_set_up(o):
            inside = (chit for kind in kinds for chit in o.chits("cup", kind=kind, side=side) if chit in o.battle.cup)
            yield from (Staged(o.before.chit(chit, "off"), (o.action,)) for chit in inside)

    breaks(rule)(missing)


for _rule, (_scenario, _side, _kinds) in MARKERS.items():
    _missing(_rule, _scenario, _side, _kinds)


@breaks(OF_CHOICE)
def keeps_a_fourth_marker(o: Occasion) -> Acts:
    """One marker more is kept out of the cup than the three of choice."""
    stages = o.battle.stages
    if o.state == "SETUP" and isinstance(o.action, do.Ready) and stages[o.before.stage].rule == OF_CHOICE:
        more = (chit for kind in o.battle.picks for chit in o.chits("cup", kind=kind, side="german"))
        yield from ((do.Stock(chit=chit, place="reserve"), o.action) for chit in more)


# ------------------------------------------------------------------------------------------------- independent units
@breaks("BLZ-12.1.2f")
def stands_alone(o: Occasion) -> Acts:
    """The gun that begins with a unit of its regiment stands where nobody is."""
    if o.state != "SETUP" or not isinstance(o.action, do.Ready):
        return
    for setup in (o.battle.setups[name] for name in o.battle.stages[o.before.stage].setups):
        if setup.zone.with_units_of:
            empty = (place for place in sorted(setup.zone.hexes) if o.free(place))
            yield from ((do.Deploy(unit=setup.units[0], hex=place), o.action) for place in empty)


def _elsewhere(rule: str, unit: str) -> None:
    def goes_elsewhere(o: Occasion) -> Acts:
        """The gun is assigned to a formation of its side that is none of those that are named."""
        if isinstance(o.action, do.Assign) and o.action.unit == unit:
            named = o.battle.attach[unit]
            side = (name for name, each in o.battle.formations.items() if each.side == o.printed(unit).side)
            yield from (replace(o.action, formation=name) for name in side if name not in named)

    breaks(rule)(goes_elsewhere)


for _rule, _unit in NAMED.items():
    _elsewhere(_rule, _unit)


@breaks("BLZ-12.2.5a")
def the_other_side_assigns(o: Occasion) -> Acts:
    """The Germans assign the gun of 205 RI."""
    if isinstance(o.action, do.Assign) and o.action.unit == NAMED["BLZ-12.2.2d"]:
        yield replace(o.action, by="german")


@breaks("BLZ-12.2.7c")
def joins_an_independent_formation(o: Occasion) -> Acts:
    """A unit is assigned to a formation of independent units that is not its own."""
    if o.state != "SETUP" or not isinstance(o.action, do.Ready):
        return
    setups = (o.battle.setups[name] for name in o.battle.stages[o.before.stage].setups)
    for unit in (unit for setup in setups for unit in setup.units if o.printed(unit).independent):
        home, side = o.printed(unit).formation, o.printed(unit).side
        others = (name for name, each in o.battle.formations.items() if each.independent and each.side == side)
        fresh = unit not in o.battle.attach and o.unit(unit).formation == home
        yield from (do.Assign(unit=unit, formation=name) for name in others if fresh and name != home)


@breaks("BLZ-10.3c")
def an_assigned_unit_acts_with_others(o: Occasion) -> Acts:
    """An independent unit moves while its formation is not active."""
    for unit in o.of(o.side) if o.active and o.quiet and o.state == "ACTIVE" else ():
        if o.printed(unit).independent and unit not in o.actors and o.unsullied(unit):
            yield from (do.Move(units=(unit,), hex=place) for place in o.near(o.unit(unit).hex) if o.free(place))


@breaks("BLZ-12.2.3d")
def comes_before_its_turn(o: Occasion) -> Acts:
    """The company that comes ahead of its HQ comes even earlier."""
    if not (o.active and o.quiet and o.side == "french"):
        return
    turns = {unit: arrival.turn for arrival in o.battle.arrivals for unit in arrival.units}
    for arrival in o.battle.arrivals:
        for unit in arrival.units if o.before.turn < arrival.turn else ():
            command = o.battle.formations.get(o.printed(unit).formation)
            if command and turns.get(command.hq, 0) > arrival.turn:
                yield from (do.Enter(unit=unit, hex=place) for place in sorted(arrival.entry))


# ------------------------------------------------------------------------------------------------------- who rides
def _in_turn(o: Occasion) -> tuple[str, ...]:
    """The carriers that are set up now and on which a company may begin."""
    units = {unit for name in o.battle.stages[o.before.stage].setups for unit in o.battle.setups[name].units}
    return tuple(each.carrier for each in o.battle.riders if each.carrier in units and not each.required)


@breaks("BLZ-12.1.5c")
def two_companies_on_a_carrier(o: Occasion) -> Acts:
    """A second company begins aboard a carrier."""
    if o.state != "SETUP" or not isinstance(o.action, do.Ready):
        return
    for riders in (each for each in o.battle.riders if each.carrier in _in_turn(o)):
        aboard = [unit for unit in riders.companies if o.unit(unit).aboard == riders.carrier]
        others = [unit for unit in riders.companies if o.unit(unit).hex == o.unit(riders.carrier).hex]
        yield from (do.Mount(unit=unit, carrier=riders.carrier) for unit in others if aboard and unit not in aboard)


@breaks("BLZ-12.1.5e")
def a_company_that_is_not_named_begins_aboard(o: Occasion) -> Acts:
    """Another company than those of which one may begin aboard does."""
    if o.state != "SETUP" or not isinstance(o.action, do.Ready):
        return
    taken = {state.aboard for state in o.before.units.values()}
    named = {unit for riders in o.battle.riders for unit in riders.companies}
    fixed = {o.printed(unit).formation for riders in o.battle.riders if riders.required for unit in riders.companies}
    for carrier in (each for each in _in_turn(o) if each not in taken):
        there = (unit for unit in o.pieces(o.unit(carrier).hex) if unit not in named and o.printed(unit).kind.rides)
        fit = (unit for unit in there if o.printed(unit).formation not in fixed)
        yield from (do.Mount(unit=unit, carrier=carrier) for unit in fit)
