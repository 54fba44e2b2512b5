"""Breaking the rules of who is active and how often: the drawn formation, once a turn; Repeats; the empty cup."""

from collections.abc import Iterator
from typing import Literal

from rules.blitzkrieg import actions as do
from tests.rules.blitzkrieg.mutators.fire import face, foes
from tests.rules.blitzkrieg.mutators.occasion import Acts, Occasion, breaks

CALIBRES: tuple[Literal["light", "medium", "heavy"], ...] = ("light", "medium", "heavy")


# ------------------------------------------------------------------------------------------------- the drawn formation
@breaks("BLZ-2.2.2a")
def another_formation_fires(o: Occasion) -> Acts:
    """A unit fires at the next hex whose formation was not drawn."""
    for unit in o.of(o.side) if o.active and o.quiet and o.state == "ACTIVE" else ():
        bound = not o.printed(unit).independent and not o.printed(unit).kind.hq
        if unit not in o.actors and bound and o.unsullied(unit) and face(o, unit).range:
            near = (foe for foe in foes(o) if o.away(o.unit(unit).hex, o.unit(foe).hex) == 1)
            yield from (do.Fire(unit=unit, target=foe, mode="full") for foe in near)


@breaks("BLZ-3.3b")
def shells_without_its_marker(o: Occasion) -> Acts:
    """A barrage while no barrage marker is drawn."""
    if o.state != "DRAW" or not o.quiet:
        return
    for chit, printed in o.battle.chits.items():
        for observer in o.of(printed.side) if printed.kind == "artillery" else ():
            if o.printed(observer).kind.hq:
                yield from (
                    do.Barrage(chit=chit, hex=place, calibre=calibre, observer=observer)
                    for calibre in CALIBRES
                    if printed.salvos.get(calibre)
                    for place in _near_foes(o, observer)
                )


def _near_foes(o: Occasion, observer: str) -> Iterator[str]:
    """Hexes next to an HQ or one farther in which enemy units stand."""
    here, enemy = o.unit(observer).hex, o.battle.enemy(o.printed(observer).side)
    return (o.unit(foe).hex for foe in o.of(enemy) if 1 <= o.away(here, o.unit(foe).hex) <= 2)


# ------------------------------------------------------------------------------------------------------- once a turn
@breaks("BLZ-5.3a")
def activates_again_without_a_repeat(o: Occasion) -> Acts:
    """The marker of a formation that was active comes out of the box again and is carried out."""
    if o.state != "DRAW" or not o.quiet:
        return
    for chit in o.chits("used", kind="formation"):
        state = o.before.formations[o.battle.chits[chit].formation]
        if state.activations == 1 and not (state.repeated or state.exhausted or state.demoralised):
            yield do.Draw(chit=chit), do.Activate(chit=chit)


def _repeats(o: Occasion) -> Iterator[str]:
    """The Repeat just drawn."""
    drawn = o.before.drawn[-1:] if o.state == "DECIDE" and o.quiet else ()
    return (chit for chit in drawn if o.battle.chits[chit].kind == "repeat")


@breaks("BLZ-5.3f")
def repeats_twice_who_skipped(o: Occasion) -> Acts:
    """A formation that skipped is activated by a second Repeat."""
    for chit in _repeats(o):
        for name, formation in o.battle.formations.items():
            state = o.before.formations[name]
            if formation.side == o.battle.chits[chit].side and state.skipped and state.repeated:
                yield do.PlayRepeat(chit=chit, formation=name)


# --------------------------------------------------------------------------------------------------- the empty cup
@breaks("BLZ-5.6c")
def calls_a_full_cup_empty(o: Occasion) -> Acts:
    """The phase is declared over because the cup were empty, and it is not."""
    if o.state == "DRAW" and o.quiet and len(o.chits("cup")) > 1 and not o.before.passed and not o.before.declined:
        yield do.EndPhase(reason="empty")


@breaks("BLZ-5.6c")
def goes_on_after_the_last_marker(o: Occasion) -> Acts:
    """The last marker is kept, and one that was used is drawn instead of ending the phase."""
    if isinstance(o.action, do.EndPhase) and o.action.reason == "empty":
        due = any(each.rule == "BLZ-5.6c" for each in o.before.due)
        yield from (do.Draw(chit=chit) for chit in o.chits("used") if due)
