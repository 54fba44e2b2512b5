"""What follows from a deed by itself: states that pieces put on or take off, each with a line of its own.

A verb with `then` sends `hx.then.<verb>` once its line is said. Who hears `hx.put.OPP` switches that state over and
says so; whoever sends it sees to it that only pieces hear it that are not so already. Players have no key for that, and
no fence stands before it.
"""

from __future__ import annotations

from collections.abc import Iterator

from assets.chronicle import Speaks, Then, Verb, property_of
from assets.game import Game
from builder.traits.basics import level, named, passed_on, quoted, trigger
from builder.traits.menus import Offer
from builder.traits.record import Speaker
from builder.traits.sealing import all_of, any_of, got, is_one
from builder.traits.speech import say
from vassal.traits import Trait

FORM = "HX_Form"
"""The property of the game that names the active formation."""


def after(speaker: Speaker, part: str | Verb, by: Speaks) -> list[str]:
    """The command upon which a piece that has spoken does what follows; none where nothing does."""
    verb = speaker.verb(part)
    return [_told(verb)] if any(_of(speaker, verb, by)) else []


def _told(verb: Verb) -> str:
    return named(f"hx.then.{verb.id}")


def put(then: Then) -> str:
    """The command upon which a piece switches a state over and says so."""
    return named(f"hx.put.{then.state}")


def _of(speaker: Speaker, verb: Verb, by: Speaks) -> Iterator[Then]:
    """What follows where such a piece speaks."""
    for each in verb.then:
        if each.state and (each.who != "it" or by in speaker.game.handling.states[each.state].of):
            yield each


def traits(speaker: Speaker, by: Speaks) -> Iterator[Trait]:
    """What such a piece does once it has spoken, and how it puts states on and takes them off by itself."""
    for verb in speaker.game.chronicle.verbs.values():
        if by in verb.by and speaker.says(verb):
            for rank, each in enumerate(_of(speaker, verb, by)):
                yield from _follows(speaker, verb, each, f"{verb.id}.{rank}")
    for each in puts(speaker.game, by):
        does = [named(f"hx.l.{each.state}"), named(f"hx.is.{each.state}"), say("state")]
        yield trigger(f"put {each.state}", [put(each)], does)


def _follows(speaker: Speaker, verb: Verb, then: Then, name: str) -> Iterator[Trait]:
    asked = {property_of(speaker.source(verb, key), {}): words for key, words in then.when.items()}
    if then.who == "it":
        wanted = [is_one(key, words) for key, words in asked.items()]
        wanted += [*([phases(then)] if then.within else []), changes(then)]
        yield trigger(f"then {name}", [_told(verb)], [put(then)], f"{{{all_of(wanted)}}}")
        return
    # Others are asked, and told what is between dollars of who speaks.
    said = [any_of(f'"${key}$".equals({quoted(each)})' for each in words) for key, words in asked.items()]
    yield passed_on(_told(verb), put(then), f"{{{all_of([whose(speaker.game, then), *said])}}}")


def whose(game: Game, then: Then) -> str:
    """Code that tells whether a state changes on a piece."""
    wanted = [changes(then), *([phases(then)] if then.within else [])]
    if then.who == "own":
        wanted.append(f'{formation(game)}.equals("$Formation$")')
    if then.who == "formation":
        wanted += [f'!{got(FORM)}.equals("")', f"{formation(game)}.equals({got(FORM)})"]
    return all_of(wanted)


def formation(game: Game) -> str:
    """Code that gives the formation with which a piece acts: the one to which it was given in play, or its own."""
    own = got("Formation")
    for name in _given(game):
        own = f'({got(name)}.equals("")?{own}:{got(name)})'
    return own


def _given(game: Game) -> Iterator[str]:
    """The properties that hold to which formation a piece was given in play."""
    lists = (verb for verb in game.chronicle.verbs.values() if "formations" in verb.listed.values())
    yield from dict.fromkeys(deed.set for verb in lists for deed in verb.deeds if deed.set)


def phases(then: Then) -> str:
    """Code that tells whether the game is in a phase in which it follows."""
    return is_one("Phase", then.within)


def changes(then: Then) -> str:
    """Code that tells whether a piece is not yet so, and bears what it must."""
    there = f"{level(then.state)}=={1 if then.to == 'on' else 2}"
    return f"{there}&&{level(then.bears)}==2" if then.bears else there


def remembered(speaker: Speaker, by: Speaks) -> Iterator[Offer]:
    """By which commands such a piece remembers the states that it puts on or takes off by itself."""
    return (Offer("state", each.state, named(f"hx.is.{each.state}"), "") for each in puts(speaker.game, by))


def puts(game: Game, by: Speaks) -> Iterator[Then]:
    """What follows of the states that such pieces may be in, each state once."""
    states = game.handling.states
    found = (each for verb in game.chronicle.verbs.values() for each in verb.then if each.state)
    yield from {each.state: each for each in found if by in states[each.state].of}.values()
