"""Who comes and goes when (12.2.3, 12.2.5): the reinforcements by unit, and the formations that leave."""

from collections.abc import Iterator
from functools import lru_cache

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.battle import Arrival, Battle
from rules.blitzkrieg.book import outcome
from rules.blitzkrieg.case import Case
from rules.engine.actions import Action
from rules.engine.obligations import Due


@lru_cache(maxsize=32)
def arrival_by_unit(battle: Battle) -> dict[str, Arrival]:
    """With what each reinforcement comes."""
    return {unit: arrival for arrival in battle.arrivals for unit in arrival.units}


@lru_cache(maxsize=32)
def came_ahead(battle: Battle) -> dict[str, Arrival]:
    """The units that come before the HQ of their formation, and with what the HQ comes."""
    by_unit, ahead = arrival_by_unit(battle), dict[str, Arrival]()
    for unit, arrival in by_unit.items():
        command = battle.formations.get(battle.units[unit].formation)
        hq = by_unit.get(command.hq) if command else None
        if hq is not None and hq.turn > arrival.turn:
            ahead[unit] = hq
    return ahead


@outcome("BLZ-12.2.3d", "BLZ-12.2.3e")
def independent_yet(case: Case[Action], unit: str) -> bool:
    """True for a unit that came before its HQ: it is in command until the turn in which the HQ comes has begun."""
    hq = came_ahead(case.battle).get(unit)
    if hq is None:
        return False
    return case.before.turn < hq.turn or (case.before.turn == hq.turn and case.before.within("ADMIN"))


@outcome("BLZ-12.2.5b", "BLZ-12.2.5c")
def leaving(case: Case[Action]) -> Iterator[Due]:
    """At the end of its turn a formation is taken out of the game with its marker."""
    for arrival in case.battle.arrivals:
        if not arrival.at_end or arrival.turn != case.before.turn:
            continue
        for unit in arrival.withdrawn:
            if case.unit(unit).on_map:
                yield Due(arrival.rule, (do.Remove(unit=unit),), until="TURN_END")
        for chit in arrival.chits_out:
            if case.before.chits.get(chit, "off") != "off":
                yield Due(arrival.rule, (do.Discard(chit=chit),), until="TURN_END")
