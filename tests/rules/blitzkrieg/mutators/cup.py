"""Breaking the rules of the cup, of activations, of Repeat and General, of turn and victory."""

from msgspec.structs import replace

from rules.blitzkrieg import actions as do
from rules.engine.dice import Roll
from tests.rules.blitzkrieg.mutators.movement import goals
from tests.rules.blitzkrieg.mutators.occasion import Acts, Occasion, breaks

# ------------------------------------------------------------------------------------------------------- whose turn


def _next_to_come(o: Occasion) -> tuple[str, ...]:
    """The chits of which one comes next: the one that was kept, those of choice, or those in the cup."""
    return o.chits("kept") or o.chits("reserve") or o.chits("cup")


@breaks("BLZ-2a")
def draws_during_administration(o: Occasion) -> Acts:
    """A chit is drawn before the Administration Phase is over."""
    yield from (do.Draw(chit=chit) for chit in _next_to_come(o) if o.state == "ADMIN" and o.before.turn == 1)


@breaks("BLZ-2a")
def activates_during_administration(o: Occasion) -> Acts:
    """A formation is activated before the Operations Phase has begun."""
    chits = o.chits("cup", kind="formation") if o.state == "ADMIN" and o.quiet else ()
    yield from (do.Activate(chit=chit) for chit in chits)


@breaks("BLZ-2a")
def leaves_out_the_operations(o: Occasion) -> Acts:
    """The next turn begins where the Operations Phase of this one should."""
    if o.state == "ADMIN" and o.quiet:
        yield do.NextTurn(turn=o.before.turn + 1, by=o.battle.sides[0])


@breaks("BLZ-2.2a")
def activates_without_a_draw(o: Occasion) -> Acts:
    """A formation is activated whose chit is in the cup."""
    yield from (do.Activate(chit=chit) for chit in o.chits("cup", kind="formation") if o.state == "DRAW" and o.quiet)


@breaks("BLZ-2.2.2c")
def draws_again_too_early(o: Occasion) -> Acts:
    """A second chit is drawn before the first is decided on."""
    yield from (do.Draw(chit=chit) for chit in _next_to_come(o) if o.state == "DECIDE" and o.quiet)


@breaks("BLZ-2.2.1a")
def picks_a_chit(o: Occasion) -> Acts:
    """A chit is chosen instead of drawn."""
    if isinstance(o.action, do.Draw) and o.before.chits[o.action.chit] == "cup":
        yield do.Draw(chit=o.action.chit, blind=False)


@breaks("BLZ-2.2.1e")
def draws_a_used_chit(o: Occasion) -> Acts:
    """A chit comes out a second time."""
    if o.state == "DRAW" and o.quiet and not o.chits("reserve", "kept"):
        yield from (do.Draw(chit=chit) for chit in o.chits("used", "skipped"))


@breaks("BLZ-5.1a")
def decides_on_another_chit(o: Occasion) -> Acts:
    """Another formation takes the place of the one that was drawn."""
    if o.state == "DECIDE" and o.quiet and isinstance(o.action, do.Activate):
        side = o.battle.chits[o.action.chit].side
        yield from (do.Activate(chit=chit) for chit in o.chits("cup", kind="formation", side=side))


@breaks("BLZ-5.6d")
def keeps_a_chit_that_is_not_the_last(o: Occasion) -> Acts:
    """A chit is kept while others are in the cup."""
    if isinstance(o.action, do.Activate | do.Skip) and o.quiet and o.chits("cup"):
        yield do.Keep(chit=o.action.chit)


@breaks("BLZ-5.6d")
def forgets_the_kept_chit(o: Occasion) -> Acts:
    """Another chit is drawn first although one was kept."""
    if o.state == "DRAW" and o.chits("kept"):
        yield from (do.Draw(chit=chit) for chit in o.chits("cup"))


@breaks("BLZ-12.1.5a")
def draws_before_the_chits_of_choice(o: Occasion) -> Acts:
    """A chit is drawn while some of the three are left."""
    if o.state == "DRAW" and o.quiet and o.chits("reserve"):
        yield from (do.Draw(chit=chit) for chit in o.chits("cup"))


@breaks("BLZ-5.6a")
def ends_the_phase_too_early(o: Occasion) -> Acts:
    """The phase is declared over while the cup is full and nobody has passed."""
    if o.state == "DRAW" and o.quiet and len(o.chits("cup")) > 1 and not o.before.passed and not o.before.declined:
        yield do.EndPhase(reason="passes")


# -------------------------------------------------------------------------------------------------------- activating
@breaks("BLZ-5.5a")
def activates_a_repeat_by_itself(o: Occasion) -> Acts:
    """A Repeat or a General is carried out like a formation."""
    if isinstance(o.action, do.Hold):
        yield do.Activate(chit=o.action.chit)


@breaks("BLZ-5.3m")
def keeps_a_formation_in_hand(o: Occasion) -> Acts:
    """A formation's chit is held."""
    if isinstance(o.action, do.Activate) and o.quiet:
        yield do.Hold(chit=o.action.chit)


def _second(o: Occasion, kind: str) -> Acts:
    drawn = o.before.drawn[-1] if o.before.drawn else ""
    if o.state != "DECIDE" or not o.quiet or not drawn or o.battle.chits[drawn].kind != kind:
        return
    if o.chits("held", kind=kind, side=o.battle.chits[drawn].side) and o.before.turn == 1:
        yield do.Hold(chit=drawn)


@breaks("BLZ-5.3n")
def holds_a_second_repeat(o: Occasion) -> Acts:
    """Two Repeats in hand, while there is something to repeat."""
    fresh = any(not state.activations for state in o.before.formations.values())
    yield from _second(o, "repeat") if fresh else ()


@breaks("BLZ-5.5n")
def holds_a_second_general(o: Occasion) -> Acts:
    """Two Generals in hand."""
    yield from _second(o, "general")


def _repeats(o: Occasion) -> tuple[str, ...]:
    """The Repeat just drawn."""
    drawn = o.before.drawn[-1:] if o.state == "DECIDE" and o.quiet else ()
    return tuple(chit for chit in drawn if o.battle.chits[chit].kind == "repeat")


def _own(o: Occasion, chit: str) -> tuple[str, ...]:
    side = o.battle.chits[chit].side
    return tuple(name for name, formation in o.battle.formations.items() if formation.side == side)


@breaks("BLZ-5.3b")
def repeats_the_enemy(o: Occasion) -> Acts:
    """An enemy formation is activated."""
    for chit in _repeats(o):
        enemy = (name for name in o.battle.formations if name not in _own(o, chit))
        yield from (do.PlayRepeat(chit=chit, formation=name) for name in enemy)


@breaks("BLZ-5.3c")
def repeats_the_guns(o: Occasion) -> Acts:
    """Artillery is activated by a Repeat."""
    for chit in _repeats(o):
        yield from (do.PlayRepeat(chit=chit, formation=gun) for gun, known in o.battle.chits.items() if known.fires)


@breaks("BLZ-5.3e")
def repeats_twice(o: Occasion) -> Acts:
    """A formation is repeated that was repeated in this turn."""
    for chit in _repeats(o):
        states = ((name, o.before.formations[name]) for name in _own(o, chit))
        again = (name for name, state in states if state.repeated and not state.skipped)
        yield from (do.PlayRepeat(chit=chit, formation=name) for name in again)


@breaks("BLZ-5.3g")
def activates_a_third_time(o: Occasion) -> Acts:
    """A formation has been active twice."""
    for chit in _repeats(o):
        twice = (name for name in _own(o, chit) if o.before.formations[name].activations == 2)
        yield from (do.PlayRepeat(chit=chit, formation=name) for name in twice)


@breaks("BLZ-5.3h")
def repeats_the_exhausted(o: Occasion) -> Acts:
    """An exhausted or demoralised formation is activated anew."""
    for chit in _repeats(o):
        for name in _own(o, chit):
            state = o.before.formations[name]
            if state.demoralised or (state.exhausted and state.activations != 1):
                yield do.PlayRepeat(chit=chit, formation=name)


@breaks("BLZ-5.3i")
def repeats_with_a_neutralised_hq(o: Occasion) -> Acts:
    """The HQ is neutralised."""
    for chit in _repeats(o):
        for name in _own(o, chit):
            hq = o.battle.formations[name].hq
            state = o.before.formations[name]
            if hq and o.unit(hq).neutralised and not (state.activations or state.exhausted):
                yield do.PlayRepeat(chit=chit, formation=name)


@breaks("BLZ-5.4g")
def goes_on_after_a_failed_check(o: Occasion) -> Acts:
    """A formation that has not shed its exhaustion moves."""
    alone = sum(due.must for due in o.before.due) == 1
    if alone and isinstance(o.action, Roll) and o.action.purpose == "EXHAUSTION":
        failed = replace(o.action, dice=(6, 6))
        movers = (unit for unit in o.fit if o.unit(unit).formation == o.action.who)
        yield from ((failed, do.Move(units=(unit,), hex=place)) for unit in movers for place in goals(o, unit))


@breaks("BLZ-8.5.1a")
def activates_the_demoralised(o: Occasion) -> Acts:
    """A demoralised formation is activated by its own chit."""
    drawn = o.before.drawn[-1] if o.before.drawn and o.state == "DECIDE" and o.quiet else ""
    formation = o.battle.chits[drawn].formation if drawn else ""
    if formation and o.before.formations[formation].demoralised:
        yield do.Activate(chit=drawn)


@breaks("BLZ-5a")
def another_formation_moves(o: Occasion) -> Acts:
    """A unit moves whose formation is not active."""
    if not o.active or not o.quiet:
        return
    for unit in o.of(o.side):
        if unit in o.actors or not o.unsullied(unit):
            continue
        yield from (do.Move(units=(unit,), hex=place) for place in o.near(o.unit(unit).hex) if o.free(place))


@breaks("BLZ-2.2.2b")
def the_passive_side_moves(o: Occasion) -> Acts:
    """A unit of the passive side moves."""
    if not o.active or not o.quiet or o.state != "ACTIVE":
        return
    for unit in o.of(o.enemy):
        yield from (do.Move(units=(unit,), hex=place) for place in o.near(o.unit(unit).hex) if o.free(place))


@breaks("BLZ-6.1h")
def moves_between_activations(o: Occasion) -> Acts:
    """A unit moves while no formation is active, and not one whose player ended its activation a moment too soon."""
    if o.state == "DRAW" and o.quiet:
        for unit in o.on_map if not o.before.acted else o.of(o.battle.enemy(o.before.acted)):
            yield from (do.Move(units=(unit,), hex=place) for place in o.near(o.unit(unit).hex) if o.free(place))


# ------------------------------------------------------------------------------------------------------- the General
def _general(o: Occasion) -> tuple[str, ...]:
    """The General just drawn."""
    drawn = o.before.drawn[-1:] if o.state == "DECIDE" and o.quiet else ()
    return tuple(chit for chit in drawn if o.battle.chits[chit].kind == "general")


@breaks("BLZ-5.5e")
def clears_both_kinds(o: Occasion) -> Acts:
    """One General takes off a Neutralised and an Exhaustion marker."""
    for chit in _general(o):
        side = o.battle.chits[chit].side
        shaken = [name for name in o.of(side) if o.unit(name).neutralised]
        tired = [name for name in _own(o, chit) if o.before.formations[name].exhausted]
        if shaken and tired:
            yield do.PlayGeneral(chit=chit, option="clear", on=(shaken[0], tired[0]))


@breaks("BLZ-5.5e")
def clears_for_the_enemy(o: Occasion) -> Acts:
    """A General takes markers off enemy units."""
    for chit in _general(o):
        enemy = o.battle.enemy(o.battle.chits[chit].side)
        shaken = tuple(name for name in o.of(enemy) if o.unit(name).neutralised)
        yield from (do.PlayGeneral(chit=chit, option="clear", on=(name,)) for name in shaken)


@breaks("BLZ-5.5g")
def cancels_his_own(o: Occasion) -> Acts:
    """A General cancels an own chit."""
    for chit in _general(o):
        yield do.PlayGeneral(chit=chit, option="cancel", on=(chit,))


@breaks("BLZ-5.5j")
def cancels_too_late(o: Occasion) -> Acts:
    """A General cancels a formation's activation in which something has been done."""
    yield from _late(o, guns=False)


@breaks("BLZ-5.5k")
def cancels_guns_too_late(o: Occasion) -> Acts:
    """A General cancels artillery or Stukas that have named a target."""
    yield from _late(o, guns=True)


def _late(o: Occasion, *, guns: bool) -> Acts:
    activation = o.before.activation
    if activation is None or not activation.touched or not o.quiet or o.state != "ACTIVE":
        return
    fires = any(o.battle.chits[chit].fires for chit in activation.chits)
    for chit in o.chits("held", kind="general", side=o.enemy):
        if fires == guns:
            yield do.PlayGeneral(chit=chit, option="cancel", on=(activation.chits[-1],))


@breaks("BLZ-5.5l")
def plays_a_spent_general(o: Occasion) -> Acts:
    """A General is used twice."""
    if o.state == "DECIDE" and o.quiet:
        yield from (do.PlayGeneral(chit=chit, option="pair") for chit in o.chits("used", kind="general", side=o.side))


@breaks("BLZ-5.5m")
def plays_a_general_from_the_cup(o: Occasion) -> Acts:
    """A General is used that was neither drawn nor held."""
    if o.state == "DECIDE" and o.quiet and not o.before.paired:
        yield from (do.PlayGeneral(chit=chit, option="pair") for chit in o.chits("cup", kind="general", side=o.side))


@breaks("BLZ-5.5d")
def activates_two_kinds_of_guns(o: Occasion) -> Acts:
    """A General joins guns to guns."""
    first, drawn = o.before.deferred.get(o.side, ""), o.before.drawn[-1] if o.before.drawn else ""
    guns = first and drawn and all(o.battle.chits[chit].fires for chit in (first, drawn))
    if guns and o.state == "DECIDE" and o.quiet:
        yield do.Activate(chit=drawn, also=first)


@breaks("BLZ-5.5b")
def waits_without_a_general(o: Occasion) -> Acts:
    """A chit waits for a second one although no General was played."""
    if isinstance(o.action, do.Activate) and o.quiet and not o.before.paired:
        yield do.Defer(chit=o.action.chit)


@breaks("BLZ-5.5c")
def activates_two_without_a_general(o: Occasion) -> Acts:
    """Two formations are activated together although no General was played."""
    if isinstance(o.action, do.Activate) and o.quiet and not o.before.paired:
        side = o.battle.chits[o.action.chit].side
        others = o.chits("cup", kind="formation", side=side)
        yield from (do.Activate(chit=o.action.chit, also=other) for other in others)


# ------------------------------------------------------------------------------------------------- turn and victory
@breaks("BLZ-2.3b")
def skips_a_turn(o: Occasion) -> Acts:
    """The turn marker jumps."""
    if isinstance(o.action, do.NextTurn) and o.quiet:
        yield do.NextTurn(turn=o.action.turn + 1)


def _after_the_last(o: Occasion) -> Acts:
    if o.state == "TURN_END":
        yield do.NextTurn(turn=o.battle.turns + 1)


@breaks("BLZ-12.1.1a")
def plays_on_at_hannut(o: Occasion) -> Acts:
    """A turn after the last."""
    yield from _after_the_last(o) if o.battle.id == "hannut" else ()


@breaks("BLZ-12.2.1a")
def plays_on_at_stonne(o: Occasion) -> Acts:
    """A turn after the last."""
    yield from _after_the_last(o) if o.battle.id == "stonne" else ()


@breaks("BLZ-12.1.4a")
def counts_points_wrongly(o: Occasion) -> Acts:
    """The points are far too many."""
    if (
        o.state == "TURN_END"
        and o.battle.victory.bands
        and not any(isinstance(option, do.Score) for due in o.before.due for option in due.options)
    ):
        yield do.Score(points=o.before.points + 60)


def _other_end(o: Occasion) -> Acts:
    if isinstance(o.action, do.Conclude):
        yield from (do.Conclude(result=side) for side in o.battle.sides if side != o.action.result)


@breaks("BLZ-12.1.4c")
def the_wrong_side_wins_below_the_range(o: Occasion) -> Acts:
    """The points are below the range, and the Germans say that they have won."""
    yield from _other_end(o) if o.battle.id == "hannut" and getattr(o.action, "result", "") == "french" else ()


@breaks("BLZ-12.1.4b")
def the_wrong_side_wins_above_the_range(o: Occasion) -> Acts:
    """The points are above the range, and the French say that they have won."""
    yield from _other_end(o) if o.battle.id == "hannut" and getattr(o.action, "result", "") == "german" else ()


@breaks("BLZ-12.1.4d")
def ends_within_the_range(o: Occasion) -> Acts:
    """The points are within the range, and somebody says that it is over."""
    if o.battle.id == "hannut" and isinstance(o.action, do.NextTurn) and o.quiet:
        yield do.Conclude(result="german")


@breaks("BLZ-12.2.6a")
def ends_before_the_last_turn(o: Occasion) -> Acts:
    """Stonne is decided before the last turn."""
    if o.battle.id == "stonne" and isinstance(o.action, do.NextTurn) and o.quiet:
        yield do.Conclude(result="german")


@breaks("BLZ-12.2.6b")
def the_germans_win_without_stonne(o: Occasion) -> Acts:
    """The French hold Stonne at the end, and the Germans say that they have won."""
    yield from _other_end(o) if o.battle.id == "stonne" and getattr(o.action, "result", "") == "french" else ()


@breaks("BLZ-11a")
def goes_on_after_the_end(o: Occasion) -> Acts:
    """The game is over, and somebody goes on."""
    if isinstance(o.action, do.Conclude):
        yield o.action, do.EndActivation()
