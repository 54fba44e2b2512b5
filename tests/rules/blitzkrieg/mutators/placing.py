"""Breaking the rules of the set-up, of reinforcements and of independent units."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Setup
from tests.rules.blitzkrieg.mutators.occasion import Acts, Occasion, breaks
from tests.rules.shared.mutating import Staged

FAR = 6


def _setup(o: Occasion) -> Setup | None:
    action = o.action
    if not isinstance(action, do.Deploy) or o.state != "SETUP":
        return None
    return next((each for each in o.battle.setups.values() if action.unit in each.units), None)


def _outside(rule: str) -> None:
    def outside(o: Occasion) -> Acts:
        """A unit is set up far outside of all zones of its side."""
        setup = _setup(o)
        if setup is None or setup.rule != rule or not setup.zone.hexes or not isinstance(o.action, do.Deploy):
            return
        if o.printed(o.action.unit).kind.carries:
            return
        side = [each.zone.hexes for each in o.battle.setups.values() if each.side == setup.side and each.units]
        zones = [setup.zone.hexes] if o.battle.id == "hannut" else side
        known = frozenset().union(*zones, setup.zone.doubtful)
        far = (place for place in o.battle.ground.hexes if place not in known and o.free(place))
        yield from (replace(o.action, hex=place) for place in far)

    breaks(rule)(outside)


def _unfinished(rule: str) -> None:
    def unfinished(o: Occasion) -> Acts:
        """A step of the set-up is declared done though a unit is missing."""
        if o.state != "SETUP" or not isinstance(o.action, do.Ready):
            return
        for setup in (o.battle.setups[name] for name in o.battle.stages[o.before.stage].setups):
            if setup.rule == rule and not setup.step_losses:
                afoot = (unit for unit in setup.units if not (o.printed(unit).kind.carries or o.unit(unit).aboard))
                missing = (unit for unit in afoot if not {*o.pieces(o.unit(unit).hex)} & {*o.battle.attach})
                waiting = (o.before.unit(unit, hex="", box="pool") for unit in missing)
                yield from (Staged(position, (o.action,)) for position in waiting)

    breaks(rule)(unfinished)


for _rule in (
    *("BLZ-12.1.2a", "BLZ-12.1.2b", "BLZ-12.1.2d", "BLZ-12.1.2e", "BLZ-12.1.2g", "BLZ-12.1.3a", "BLZ-12.1.3b"),
    *("BLZ-12.2.2a", "BLZ-12.2.2b", "BLZ-12.2.2c", "BLZ-12.2.4a", "BLZ-12.2.4b", "BLZ-12.2.4d", "BLZ-12.2.4e"),
):
    _outside(_rule)
    _unfinished(_rule)
_outside("BLZ-12.1.2c")


@breaks("BLZ-12.1.3c")
def a_carrier_stands_elsewhere(o: Occasion) -> Acts:
    """A carrier is set up outside its formation's zone."""
    setup = _setup(o)
    if setup and isinstance(o.action, do.Deploy) and o.printed(o.action.unit).kind.carries:
        places = (place for place in o.battle.ground.hexes if place not in setup.zone.hexes and o.free(place))
        yield from (replace(o.action, hex=place) for place in places)


@breaks("BLZ-12.1.2k")
def sets_up_out_of_order(o: Occasion) -> Acts:
    """A unit of a later step is set up now."""
    if o.state == "SETUP" and o.battle.id == "hannut" and o.before.stage == 0 and isinstance(o.action, do.Deploy):
        later = (name for stage in o.battle.stages[1:] for name in stage.setups)
        for setup in (o.battle.setups[name] for name in later):
            yield from (do.Deploy(unit=unit, hex=min(setup.zone.hexes)) for unit in setup.units[:1])


@breaks("BLZ-1.2a")
def sets_up_reduced(o: Occasion) -> Acts:
    """A unit begins with a step lost though its scenario does not say so."""
    setup = _setup(o)
    if setup and not setup.step_losses and isinstance(o.action, do.Deploy):
        yield replace(o.action, reduced=True)


@breaks("BLZ-12.1.2c")
def begins_with_too_few_losses(o: Occasion) -> Acts:
    """A formation that begins with losses has lost too little."""
    if o.state != "SETUP" or o.battle.id != "hannut" or not isinstance(o.action, do.Ready) or o.before.stage:
        return
    setup = next(each for each in o.battle.setups.values() if each.step_losses)
    reduced = next(unit for unit in setup.units if o.unit(unit).hex and o.unit(unit).steps == 1)
    yield do.Deploy(unit=reduced, hex=o.unit(reduced).hex), do.Ready()


@breaks("BLZ-12.1.5d")
def begins_on_foot(o: Occasion) -> Acts:
    """Another company is aboard the carrier that has a fixed one."""
    fixed = next((each for each in o.battle.riders if each.required), None)
    if fixed and o.state == "SETUP" and isinstance(o.action, do.Mount) and o.action.carrier == fixed.carrier:
        others = (unit for unit, known in o.battle.units.items() if known.kind.rides and known.side == "german")
        yield from (do.Mount(unit=unit, carrier=fixed.carrier) for unit in others if unit not in fixed.companies)


@breaks("BLZ-12.1.2g")
def works_beyond_the_line(o: Occasion) -> Acts:
    """Works stand where the Germans set up."""
    if isinstance(o.action, do.Fortify) and o.battle.id == "hannut":
        yield do.Fortify(hex="1608")


@breaks("BLZ-12.2.2e")
def one_more_of_the_works(o: Occasion) -> Acts:
    """There are more works than the scenario gives."""
    if o.battle.id == "stonne" and o.state == "SETUP" and len(o.before.works) == 5:
        yield do.Fortify(hex=o.before.works[0])


@breaks("BLZ-12.2.2f")
def one_more_minefield(o: Occasion) -> Acts:
    """There are more minefields than the scenario gives."""
    if o.battle.id == "stonne" and o.state == "SETUP" and len(o.before.mines) == 4:
        yield do.LayMine(hex=next(place for place in o.battle.ground.hexes if o.free(place)))


@breaks("BLZ-10.1a")
def lays_mines_in_play(o: Occasion) -> Acts:
    """A minefield is laid after the set-up."""
    if o.active and o.quiet:
        yield from (do.LayMine(hex=place) for place in _room_for(o, "minefield", len(o.before.mines)))


@breaks("BLZ-10.2a")
def fortifies_in_play(o: Occasion) -> Acts:
    """Works are built after the set-up."""
    if o.active and o.quiet:
        yield from (do.Fortify(hex=place) for place in _room_for(o, "works", len(o.before.works)))


def _room_for(o: Occasion, marker: str, lying: int) -> Iterator[str]:
    """Hexes in which a marker could have been laid at the set-up, if fewer lie than there were."""
    for setup in o.battle.setups.values():
        if lying < setup.markers.get(marker, 0):
            taken = {*o.before.works, *o.before.mines}
            yield from (place for place in sorted(setup.zone.hexes) if place not in taken)


@breaks("BLZ-1.4q")
def a_chit_of_the_other_scenario(o: Occasion) -> Acts:
    """A chit goes into the cup that does not belong to this scenario."""
    if o.state == "SETUP":
        known = {chit.kind for chit in o.battle.chits.values()}
        yield from (do.Stock(chit=chit) for chit in sorted(o.battle.strange_chits) if known)


# ---------------------------------------------------------------------------------------------------- reinforcements
def _early(rule: str) -> None:
    def early(o: Occasion) -> Acts:
        """A reinforcement enters before its turn."""
        if not (o.active and o.quiet):
            return
        for arrival in o.battle.arrivals:
            if arrival.rule == rule and o.before.turn < arrival.turn and arrival.side == o.side:
                yield from (do.Enter(unit=unit, hex=min(arrival.entry)) for unit in arrival.units)

    breaks(rule)(early)


for _rule in ("BLZ-12.2.3b", "BLZ-12.2.3c", "BLZ-12.2.3e", "BLZ-12.2.5d"):
    _early(_rule)


@breaks("BLZ-12.2.3a")
def enters_elsewhere(o: Occasion) -> Acts:
    """A French reinforcement enters in another hex."""
    if isinstance(o.action, do.Enter) and o.printed(o.action.unit).side == "french" and o.active:
        places = (place for place in o.battle.ground.hexes if o.away(place, o.action.hex) > FAR and o.free(place))
        yield from (do.Enter(unit=o.action.unit, hex=place) for place in places)


@breaks("BLZ-10.3b")
def assigns_to_the_enemy(o: Occasion) -> Acts:
    """An independent unit is assigned to an enemy formation."""
    if isinstance(o.action, do.Assign):
        side = o.printed(o.action.unit).side
        enemy = (name for name, formation in o.battle.formations.items() if formation.side != side)
        yield from (do.Assign(unit=o.action.unit, formation=name) for name in enemy)


@breaks("BLZ-1.1b")
def assigns_a_bound_unit(o: Occasion) -> Acts:
    """A unit of a formation is assigned to another."""
    if isinstance(o.action, do.Assign):
        side = o.printed(o.action.unit).side
        bound = (unit for unit, known in o.battle.units.items() if known.side == side and not known.independent)
        yield from (do.Assign(unit=unit, formation=o.action.formation) for unit in bound if not o.printed(unit).kind.hq)


@breaks("BLZ-12.2.7e")
def assigns_late(o: Occasion) -> Acts:
    """An independent unit changes its formation in play."""
    if o.active and o.quiet:
        independents = (unit for unit, known in o.battle.units.items() if known.independent and o.unit(unit).hex)
        for unit in independents:
            side = o.printed(unit).side
            others = (
                name for name, known in o.battle.formations.items() if known.side == side and not known.independent
            )
            fit = (name for name in others if name in o.battle.attach.get(unit, (name,)))
            yield from (do.Assign(unit=unit, formation=name) for name in fit if name != o.unit(unit).formation)


# --------------------------------------------------------------------------------------------------------------- HQs
@breaks("BLZ-3.2h")
def an_hq_returns_unlost(o: Occasion) -> Acts:
    """An HQ comes back that was not overrun."""
    for unit in o.actors if o.active and o.quiet else ():
        if o.printed(unit).kind.hq:
            yield from (do.ReturnHq(unit=unit, hex=o.unit(other).hex) for other in o.actors if other != unit)


@breaks("BLZ-3.2i")
def an_hq_returns_alone(o: Occasion) -> Acts:
    """An overrun HQ comes back where none of its units is."""
    if isinstance(o.action, do.ReturnHq):
        places = (place for place in o.battle.ground.hexes if o.free(place))
        yield from (do.ReturnHq(unit=o.action.unit, hex=place) for place in places)
