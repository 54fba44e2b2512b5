"""The buttons: rolls, what is declared at the table, the turn tracker; each record in its own numbered step."""

from __future__ import annotations

from collections.abc import Iterator

from builder.module import rolling, said, secrets
from builder.module.acting import CLOCK, LAST, action, gathered, once, sets, stored, to_all
from builder.module.options import Making
from builder.traits.basics import COUNT, key, level, named
from builder.traits.words import word
from vassal.buildfile import component
from vassal.components import Component

TRACKER = "Turn"
REMEMBERED = (
    *said.STAGING,
    "HX_Mode",
    "HX_Form",
    "HX_FormName",
    "HX_Obs",
    "HX_Guns",
    "HX_Carrier",
    "HX_Rides",
    "HX_Drawn",
    "HX_General",
)


def properties(making: Making) -> Component:
    """The properties of the whole game: the counter, and what a declaration leaves until it is rolled for."""
    changed = said.changes(making)
    rolls = list(rolling.properties(making, changed))
    found = [
        stored("HX_V", str(making.game.chronicle.version)),
        stored("HX_K", "", sets("hx.k", COUNT)),
        stored(LAST),
        *(stored(name, "", *changed.pop(name, [])) for name in REMEMBERED),
        *(stored(name, "", *changes) for name, changes in changed.items()),
    ]
    if making.speaker.knows("vp"):
        found.append(stored("HX_VP", "0", sets("hx.nil", "0")))
        found.append(stored("HX_VPWas", "0", sets("hx.was", '{GetString("HX_VP")}')))
    found += [*rolls, *secrets.properties(making)]
    return component("GlobalProperties", *found)


def _points(making: Making) -> Iterator[Component]:
    """Points are counted from the flags on the objectives: each flag of the side that scores adds its own."""
    scorers = {scenario.victory.scorer for scenario in making.game.scenarios.values() if scenario.victory.objectives}
    records = [making.game.sides[side].record for side in sorted(scorers)]
    speaker = making.speaker
    line = speaker.line("vp")
    steps = [named(f"hx.{each}") for each in ("was", "nil", "tally all", "k", "say.vp")]
    yield action("vp", steps, text=speaker.menu("vp"))
    yield action("vp said", hotkey=named("hx.say.vp"), report=line)
    yield to_all(
        "tally",
        named("hx.tally all"),
        named("hx.tally"),
        "{" + "||".join(f'Holder=="{record}"' for record in records) + "}",
    )


def tracker(making: Making) -> Component:
    """Turns, and the phases of each."""
    speaker, language = making.speaker, making.language
    phases = making.game.chronicle.phases
    inside = component(
        "ListTurnLevel",
        name="Phase",
        property="Phase",
        list=list(phases),
        turnFormat="$value$",
        configFirst=False,
        configList=False,
    )
    levels = component(
        "CounterTurnLevel",
        *([inside] if phases else []),
        name="Turn",
        property="Turn",
        start=1,
        incr=1,
        loop=False,
        loopLimit=-1,
        turnFormat="$value$",
    )
    return component(
        "TurnTracker",
        levels,
        _turned(making),
        name=TRACKER,
        buttonText=word("turn", language),
        turnFormat="$level1$ $level2$" if phases else "$level1$",
        reportFormat=speaker.line("phase") if speaker.knows("phase") else "$PlayerSide$: $newTurn$",
        nexthotkey=CLOCK if said.clocks(making) else key(making.game.handling.keys.get("phase", "")),
        lengthStyle="Maximum",
        length=-1,
        fwdOnly=False,
    )


def _turned(making: Making) -> Component:
    """The marker on the track follows the clock."""
    phases = [each for each in making.game.chronicle.phases if each != making.game.handling.first_phase]
    by_phase = any(each.by == "Phase" for each in making.game.handling.follows.values())
    begins = f'{{Phase=="{phases[0]}"}}' if phases and not by_phase else "{true}"
    return component("TurnGlobalHotkey", name="turned", hotkey=named("hx.turned"), match=begins, reportFormat="")


def clock(making: Making) -> Iterator[Component]:
    """The player's key of the clock, where buttons move it as well: what follows the clock is of one step with it."""
    shortcut = making.game.handling.keys.get("phase", "")
    if shortcut and said.clocks(making):
        yield once(action("clock", [CLOCK], hotkey=key(shortcut)), f"!({said.over(making)})")


def follow(making: Making) -> Iterator[Component]:
    """Tells the markers on the tracks that the turn has changed."""
    yield to_all("turned", named("hx.turned"), named("hx.toturn"), '{Kind=="marker"}')


def declarations(making: Making) -> Iterator[Component]:
    """What is said at the table: reactions declined, activations ended, melee rounds, steps of the turn."""
    yield from gathered("declare", list(_declared(making)), making.language)
    yield from gathered("steps done", list(_steps_done(making)), making.language)


def _declared(making: Making) -> Iterator[Component]:
    """What stands in the chronicle for buttons; marks cleared."""
    yield from said.buttons(making, ends=False)
    yield _clear_marks()


def _sweeps(making: Making) -> Iterator[Component]:
    """Takes a state off all pieces of the player's side; each of them says so."""
    for state in making.game.handling.sweeps:
        yield _to_all_in(making, "sweep", state, f"{{{level(state)}==2}}")


def _raises(making: Making) -> Iterator[Component]:
    """Puts a state on all pieces of the player's side that are in another one; each of them says so."""
    for state, other in making.game.handling.raises.items():
        yield _to_all_in(making, "raise", state, f'{{Kind!="card"&&{level(state)}==1&&{level(other)}==2}}')


def _to_all_in(making: Making, name: str, state: str, condition: str) -> Component:
    shown = making.speaker.choice("state", "what", state)
    known = making.game.handling.states[state]
    return to_all(
        f"{name} {state}",
        "",
        key(known.key or "") or named(f"hx.do.state.{state}"),
        condition,
        text=f"{word(name, making.language)}: {shown}",
    )


def _clear_marks() -> Component:
    return to_all("clear marks", named("hx.gclear"), named("hx.clearRole"), '{Role!=""}')


def _steps_done(making: Making) -> Iterator[Component]:
    """The steps of the turn that are done, how the phase ended, points, the end of the game."""
    speaker = making.speaker
    yield from said.buttons(making, ends=True)
    if speaker.knows("round"):
        yield from secrets.new_round(making)
    if speaker.knows("vp"):
        yield from _points(making)
    yield from _sweeps(making)
    yield from _raises(making)
    if speaker.knows("cupempty"):
        yield action("cup empty", [named("hx.k"), named("hx.say.cupempty")], hotkey=named("hx.cupempty"))
        line = speaker.line("cupempty")
        yield action("cup empty said", hotkey=named("hx.say.cupempty"), report=line)
