"""States that a piece may be in, as it shows them and says them: for units, models and chits alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from assets.game import Game
from assets.handling import State
from assets.schema import Unit
from builder.traits.basics import computed, key, level, named, quoted, trigger
from builder.traits.looks import Looks, layer
from builder.traits.menus import Offer
from builder.traits.record import Speaker
from builder.traits.sealing import is_one
from builder.traits.speech import say
from vassal.traits import Trait, make

TYPE = "Type"
"""The fixed property that tells the type of a unit, where some commands are for some types only."""


def of(speaker: Speaker, offers: Iterable[Offer]) -> list[State]:
    """The states that these commands switch."""
    return [speaker.game.handling.states[each.what] for each in offers]


def switch(state: State) -> str:
    """The command of a state, by which its layer is switched over."""
    return key(state.key or "") or named(f"hx.do.state.{state.id}")


def turned(game: Game, unit: Unit) -> State | None:
    """The state that the back of a unit shows; none if the back shows a lost step."""
    kind = game.type_of(unit)
    bearer = "hq" if kind.hq else "unit"
    if kind.back not in ("activated", "state"):
        return None
    states = (each for each in game.handling.states.values() if each.marker is None and bearer in each.of)
    return next((each for each in states if not each.types or unit.type in each.types), None)


def fences(speaker: Speaker, offers: Iterable[Offer]) -> Iterator[Trait]:
    """What only units of some types may be in is offered to no others."""
    for state in of(speaker, offers):
        if state.types:
            others, keys = f"{{!({is_one(TYPE, state.types)})}}", (switch(state),)
            yield make("restrict_commands", name=f"of {state.id}", action="Hide", condition=others, keys=keys)


def discs(states: Iterable[State], looks: Looks) -> Iterator[Trait]:
    """The markers that show states; one without a marker shows otherwise."""
    for state in states:
        if state.marker:
            images, at = ["", f"state.{state.marker}.png"], looks.offset(state.marker)
            yield layer(state.id, images, offset=at, key=named(f"hx.l.{state.id}"), other_key=switch(state))


def value(states: Sequence[State]) -> Trait:
    """Whether the state that was chosen is on or off."""
    on = ":".join(f'GetString("What").equals({quoted(each.id)})?({level(each.id)}==2?"on":"off")' for each in states)
    return computed("V", f'{on}:""' if on else '""')


def listed(speaker: Speaker, states: Iterable[State]) -> list[str]:
    """Code that names each state which is on, as the stack viewer does."""
    words = {state.id: quoted("<br>" + speaker.choice("state", "what", state.id)) for state in states if state.marker}
    return [f'({level(name)}==2?{text}:"")' for name, text in words.items()]


def switches(offers: Iterable[Offer]) -> Iterator[Trait]:
    """What the commands do, once they have switched a layer over: the piece says so."""
    keys = [each.key for each in offers]
    if keys:
        yield trigger("state", keys, [say("state")])
