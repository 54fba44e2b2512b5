"""Breaking the rules of indirect fire."""

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from rules.blitzkrieg import actions as do
from rules.engine.dice import Roll
from tests.rules.blitzkrieg.mutators.occasion import Acts, Occasion, breaks

CALIBRES: tuple[Literal["light", "medium", "heavy"], ...] = ("light", "medium", "heavy")


def salvos(o: Occasion) -> Iterator[do.Barrage]:
    """A salvo that is about to be declared."""
    if isinstance(o.action, do.Barrage) and o.active and not (o.before.activation and o.before.activation.group):
        yield o.action


@breaks("BLZ-8.6.1a")
def fires_guns_that_are_not_active(o: Occasion) -> Acts:
    """The salvo is another marker's."""
    for salvo in salvos(o):
        others = (name for name, chit in o.battle.chits.items() if chit.kind == "artillery" and name != salvo.chit)
        yield from (replace(salvo, chit=name) for name in others if o.battle.chits[name].side == o.side)


@breaks("BLZ-8.6.1a")
def calls_guns_that_sleep(o: Occasion) -> Acts:
    """A salvo is called down while a formation is active, and no guns."""
    activation = o.before.activation
    if not (o.active and o.quiet and o.state == "ACTIVE" and activation):
        return
    if any(o.battle.chits[chit].fires for chit in activation.chits):
        return
    guns = (name for name, chit in o.battle.chits.items() if chit.kind == "artillery" and chit.side == o.side)
    observers = [unit for unit in o.of(o.side) if o.printed(unit).kind.hq]
    beside = [(hq, o.unit(foe).hex) for hq in observers for foe in o.of(o.enemy) if _see(o, hq, o.unit(foe).hex)]
    yield from (do.Barrage(chit=chit, hex=place, calibre="light", observer=hq) for chit in guns for hq, place in beside)


def _see(o: Occasion, observer: str, place: str) -> bool:
    """True for a hex next to the observer, which nothing can hide."""
    return o.away(o.unit(observer).hex, place) == 1


@breaks("BLZ-8.6a")
def infantry_fires_indirectly(o: Occasion) -> Acts:
    """A formation's marker calls down a salvo."""
    for salvo in salvos(o):
        formations = (name for name, chit in o.battle.chits.items() if chit.kind == "formation" and chit.side == o.side)
        yield from (replace(salvo, chit=name) for name in formations)


@breaks("BLZ-8.6.1f")
def fires_more_salvos_than_there_are(o: Occasion) -> Acts:
    """All salvos of the calibre are spent."""
    activation = o.before.activation
    for salvo in salvos(o):
        if activation and salvo.calibre != "light" and not activation.salvos.get(f"{salvo.chit} light", 0):
            yield replace(salvo, calibre="light")
        if activation and salvo.calibre != "heavy" and not activation.salvos.get(f"{salvo.chit} heavy", 0):
            yield replace(salvo, calibre="heavy")


@breaks("BLZ-8.6.1s")
def stukas_attack_too_often(o: Occasion) -> Acts:
    """No attack is left."""
    activation = o.before.activation
    if activation is None or not (o.active and o.quiet):
        return
    for chit in activation.chits:
        if o.battle.chits[chit].kind == "stuka" and not activation.salvos.get(f"{chit} stuka", 1):
            yield from (do.Stuka(chit=chit, hex=o.unit(unit).hex) for unit in o.of(o.enemy))


@breaks("BLZ-8.6.1d")
def fires_at_no_hex(o: Occasion) -> Acts:
    """No hex of the map is named."""
    yield from (replace(salvo, hex="") for salvo in salvos(o))


@breaks("BLZ-8.6.1b")
def fires_without_an_observer(o: Occasion) -> Acts:
    """Nobody observes."""
    yield from (replace(salvo, observer="") for salvo in salvos(o))


@breaks("BLZ-8.6.1i")
def a_company_observes(o: Occasion) -> Acts:
    """The observer is no HQ."""
    for salvo in salvos(o):
        yield from (replace(salvo, observer=unit) for unit in o.of(o.side) if not o.printed(unit).kind.hq)


@breaks("BLZ-8.6.1m")
def fires_though_the_message_was_lost(o: Occasion) -> Acts:
    """The salvo is rolled for after its transmission failed."""
    shot = o.before.shot
    if shot and shot.kind == "BARRAGE" and "lost" in shot.results.values() and o.quiet and o.active:
        yield Roll(purpose="BARRAGE", who=shot.chit, dice=(3, 4))


@breaks("BLZ-8.6.2b")
def diverts_a_declared_salvo(o: Occasion) -> Acts:
    """A salvo of a group falls elsewhere."""
    activation = o.before.activation
    if not activation or not activation.group or not isinstance(o.action, do.Barrage):
        return
    mine = [each for each in activation.group if each.startswith(f"{o.action.chit} {o.action.calibre} ")]
    if len(mine) == activation.salvos.get(f"{o.action.chit} {o.action.calibre}", 0) and o.action.hex == mine[0][-4:]:
        places = {o.unit(unit).hex for unit in o.of(o.enemy)} - {each[-4:] for each in activation.group}
        hqs = [unit for unit in o.of(o.side) if o.printed(unit).kind.hq]
        seen = ((place, hq) for place in sorted(places) for hq in hqs if _see(o, hq, place))
        yield from (replace(o.action, hex=place, observer=hq) for place, hq in seen)


@breaks("BLZ-8.6.2d")
def fires_at_the_destroyed(o: Occasion) -> Acts:
    """A salvo of a group is fired though no enemy is left in the hex."""
    activation = o.before.activation
    for entry in activation.group if activation and o.quiet and o.state == "ACTIVE" else ():
        chit, calibre, place = entry.rsplit(" ", 2)
        if activation and place in activation.struck and not o.pieces(place, o.enemy):
            observers = (unit for unit in o.of(o.side) if o.printed(unit).kind.hq)
            known = next((each for each in CALIBRES if each == calibre), None)
            if known is None:
                yield do.Stuka(chit=chit, hex=place)
            else:
                yield from (do.Barrage(chit=chit, hex=place, calibre=known, observer=each) for each in observers)


@breaks("BLZ-8b")
def a_company_fires_indirectly(o: Occasion) -> Acts:
    """The salvo is a company's that stands on the map."""
    for salvo in salvos(o):
        yield from (replace(salvo, chit=unit) for unit in o.of(o.side) if not o.printed(unit).kind.hq)


@breaks("BLZ-8.6.1o")
def rolls_before_it_names_the_hex(o: Occasion) -> Acts:
    """The dice of a salvo are rolled before hex and calibre are named."""
    if o.before.shot is None and o.quiet:
        yield from (Roll(purpose="BARRAGE", who=salvo.chit, dice=(3, 4)) for salvo in salvos(o))
