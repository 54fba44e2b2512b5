"""Getting on a carrier or into a shelter in the same place, and off it again; who is aboard goes along."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.traits import menus
from builder.traits.basics import computed, entry, key, local, named, passed_on, shared, trigger
from builder.traits.looks import Looks, followed
from builder.traits.orders import name_of
from builder.traits.record import Speaker
from builder.traits.sealing import UID, got
from builder.traits.speech import say
from vassal.traits import Trait

RIDER, CARRIER = "rider", "carrier"
"""The prototypes of who gets aboard, and of who or what takes others aboard."""
FOUND = "HX_Carrier"
"""The property of the game in which a carrier says that it can be boarded."""


def prototypes_of(speaker: Speaker, looks: Looks) -> Iterator[tuple[str, list[Trait]]]:
    """Both prototypes, by name."""
    if speaker.game.handling.boarding and speaker.knows("ride"):
        yield RIDER, list(_rider(speaker, looks))
        yield CARRIER, list(_carrier(speaker))


def boarded(ways: Iterable[str]) -> dict[str, str]:
    """The fixed properties of a piece that can be boarded in these ways."""
    return {f"Boards_{what}": "true" for what in ways}


def _rider(speaker: Speaker, looks: Looks) -> Iterator[Trait]:
    handling = speaker.game.handling
    free, aboard = '{GetString("Aboard").equals("")}', '{!GetString("Aboard").equals("")}'
    rides = menus.choices(speaker, "ride")
    for each in rides:
        if each.what in handling.boarding:
            does = [named("hx.nocarrier"), named(f"hx.ask.{each.what}"), named("hx.board")]
            yield trigger(f"board {each.what}", [], does, free, menu=each.menu, key=each.key)
        else:
            yield trigger(
                f"leave {each.what}", [], [say("ride"), named("hx.ashore")], aboard, menu=each.menu, key=each.key
            )
    if speaker.verb("ride").menu:
        yield from menus.submenu(speaker.menu("ride"), rides)
    for what, way in handling.boarding.items():
        own = "" if way.on else '&&Side=="$Side$"'
        here = f'{{Boards_{what}=="true"&&LocationName=="$LocationName$"&&PieceUID!="$PieceUID$"{own}}}'
        yield passed_on(named(f"hx.ask.{what}"), named("hx.here"), here)
    there = f'{{!{got(FOUND)}.equals("")}}'
    yield trigger("boarded", [named("hx.board")], [named("hx.aboard"), say("ride")], there)
    yield shared(FOUND, entry("", named("hx.nocarrier"), ""))
    several = len(handling.boarding) > 1
    for what, way in handling.boarding.items():
        if way.marker:
            so = f'{got("How")}.equals("{what}")' if several else f'!{got("Aboard")}.equals("")'
            yield followed(f"Is_{what}", ["", f"state.{way.marker}.png"], f"({so})?2:1", looks.offset(way.marker))
    yield local("Aboard", "", entry("", named("hx.aboard"), f"{{{got(FOUND)}}}"), entry("", named("hx.ashore"), ""))
    if several:
        how = f"{{{got('What')}}}"
        yield local("How", "", entry("", named("hx.aboard"), how), entry("", named("hx.ashore"), ""))
    if speaker.game.cards:
        yield computed("CarrierName", name_of(got("Aboard")))


def _carrier(speaker: Speaker) -> Iterator[Trait]:
    """Telling who asks that it can be boarded, and taking along who is aboard, if he has not gone off by himself."""
    keys = {key(each.key) for directions in speaker.game.handling.steps.values() for each in directions.values()}
    yield shared(FOUND, entry("", named("hx.here"), f"{{{UID}}}"))
    along = '{Aboard=="$PieceUID$"&&LocationName=="$LocationName$"}'
    yield from (passed_on(each, each, along) for each in sorted(keys))
