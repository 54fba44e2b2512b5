"""What a roll may come to at most, as far as the module knows it: a number that the piece works out when it is asked.

The line of the roll asks the piece for which it is made; 0 says that nothing is known. Nothing is remembered for it: a
number that is worked out stands in no log.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import partial

from assets.chronicle import Needs, Purpose
from assets.game import Game
from assets.handling import Bearer
from assets.schema import Unit
from builder.traits import columns, follows
from builder.traits.basics import chosen, computed, level, quoted
from builder.traits.columns import NEED, cell
from builder.traits.record import Speaker
from builder.traits.sealing import any_of, got
from vassal.traits import Trait

BASE = "Base_"
"""How the fixed properties of pieces begin that hold what is printed for their type and side in a chart."""


def needing(game: Game, bearer: str) -> Iterator[tuple[Purpose, Needs]]:
    """The purposes of such pieces of which the module knows what they need."""
    for each in game.chronicle.purposes.values():
        if each.needs is not None and bearer in each.of:
            yield each, each.needs


def fixed(game: Game, unit: Unit, bearer: Bearer) -> dict[str, str]:
    """What is printed for a unit in the charts of what it may roll for."""
    found = {}
    for purpose, needs in needing(game, bearer):
        if needs.fact:
            column = str(game.type_of(unit).facts.get(needs.fact, ""))
            found[BASE + purpose.chart] = str(game.charts[purpose.chart].get(unit.side, column) or 0)
    return found


def traits(speaker: Speaker, bearer: Bearer) -> Iterator[Trait]:
    """The number that such a piece needs for what is declared to roll for."""
    codes = {purpose.id: _number(speaker.game, bearer, purpose, needs) for purpose, needs in _known(speaker, bearer)}
    codes |= columns.shares(speaker, bearer, partial(_is, speaker.game, bearer))
    if codes:
        yield computed(NEED, chosen("HX_P", codes, "0"))


def _known(speaker: Speaker, bearer: Bearer) -> Iterator[tuple[Purpose, Needs]]:
    return needing(speaker.game, bearer) if speaker.knows("check") else iter(())


def _number(game: Game, bearer: Bearer, purpose: Purpose, needs: Needs) -> str:
    """Code that gives what such a piece needs for a purpose."""
    parts = [str(cell(game, needs.most))] if needs.most else []
    parts += [_of_formation(game, needs.value)] if needs.value else []
    parts += [f"Integer.parseInt({got(BASE + purpose.chart)})"] if needs.fact else []
    changed = {state: cell(game, name) for state, name in needs.given.items()}
    changed |= {state: -cell(game, name) for state, name in needs.against.items()}
    parts += [f"({_is(game, bearer, state)}?{number}:0)" for state, number in changed.items()]
    code = "+".join(parts)
    return f"{any_of(_is(game, bearer, each) for each in needs.unless)}?0:({code})" if needs.unless else code


def _of_formation(game: Game, value: str) -> str:
    """Code that gives a value of the formation with which the piece acts."""
    alike: dict[object, list[str]] = defaultdict(list)
    for each in game.formations.values():
        if value in each.values:
            alike[each.values[value]].append(each.id)
    own = follows.formation(game)
    cases = (f'{quoted("|".join(("", *some, "")))}.contains("|"+{own}+"|")?{number}:' for number, some in alike.items())
    return f"({''.join(cases)}0)"


def _is(game: Game, bearer: Bearer, state: str) -> str:
    """Code that tells whether the piece is in a state, or bears it for its formation, or whoever bears it does."""
    bearers = game.handling.states[state].of
    if bearer in bearers:
        return f"{level(state)}==2"
    kinds = "||".join(f'Kind==\\"{each}\\"' for each in bearers)
    sought = f'"{{({kinds})&&Formation==\\""+{follows.formation(game)}+"\\"&&{level(state)}==2}}"'
    return f"CountMap({quoted(game.handling.board)},{sought})>0"
