"""Secret orders of the whole game: words, commitments and keys as properties, and the buttons that set them."""

from __future__ import annotations

from collections.abc import Iterator

from assets.schema import Side
from assets.seats import players
from builder.module.acting import button, gathered, sets, stored
from builder.module.options import Making
from builder.traits import seats
from builder.traits.basics import key, named, quoted
from builder.traits.orders import FORGET, PLACES, ROUTE
from builder.traits.record import Speaker
from builder.traits.sealing import (
    all_of,
    any_of,
    asked,
    box,
    fingerprint,
    got,
    is_one,
    quietly,
    remember,
    remembered,
    round_key,
    word_fits,
    word_mark,
)
from builder.traits.words import word
from vassal.buildfile import component
from vassal.components import Component

TRIED = '"hx.try"'
LETTERS = "0-9A-Za-z._-"
RANDOM = 'java.util.UUID.randomUUID().toString().replaceAll("-","").substring(0,12)'


def has_secrets(making: Making) -> bool:
    """Whether orders are written in secret in this game."""
    return making.game.handling.sealing is not None


def properties(making: Making) -> Iterator[Component]:
    """What the game keeps of secrets: marks of words, commitments, and keys once they are shown."""
    if not has_secrets(making):
        return
    speaker = making.speaker
    yield stored("HX_Game", "", sets("hx.game", f'{{{got("HX_Game")}.equals("")?{RANDOM}:{got("HX_Game")}}}'))
    yield stored("HX_Nil", "", *_local(making))
    for side in making.game.sides.values():
        record = side.record
        yield stored(
            f"HX_Word_{record}", "", sets(f"hx.word.{record}", _word(making, side), _line(speaker, "word", side))
        )
        committed = sets(f"hx.commit.{record}", _commit(making, side), _line(speaker, "commit", side))
        yield stored(f"HX_Commit_{record}", "", committed, sets("hx.nocommit", ""))
        shown = sets(f"hx.key.{record}", _key(making, side), _line(speaker, "key", side))
        yield stored(f"HX_Key_{record}", "", shown, sets("hx.nokey", ""))


def _line(speaker: Speaker, verb: str, side: Side) -> str:
    """What is said when a value of a side is set; a value that stays as it is says nothing."""
    return speaker.line(verb, {"s": side.record}) if speaker.knows(verb) else ""


def _plays(making: Making, side: Side) -> str:
    """Code that tells whether the player at this program plays a side."""
    return is_one("PlayerSide", (side.record, *players(making.game, side.id)))


def _word(making: Making, side: Side) -> str:
    """The mark of the side's word: set by the first word, and held against every other one."""
    record = side.record
    name, now = quoted(f"hx.word.{record}"), got(f"HX_Word_{record}")
    keep = remember(name, remembered(TRIED))
    mark = word_mark(remembered(TRIED), quoted(record))
    return (
        f'{{!({_plays(making, side)})||{remembered(TRIED)}.equals("")?{now}:'
        f'{now}.equals("")||{now}.equals({mark})?{keep}+{mark}:'
        f"{box(word('wrong word', making.language))}+{now}}}"
    )


def _commit(making: Making, side: Side) -> str:
    """The fingerprint of the key of this round, from when the side's orders are done."""
    sealing = making.game.handling.sealing
    phases = [sealing.phase] if sealing else []
    now = got(f"HX_Commit_{side.record}")
    ready = all_of(
        [
            _plays(making, side),
            f'{now}.equals("")',
            word_fits(quoted(side.record)),
            is_one("Phase", phases),
        ]
    )
    return f"{{({ready})?{fingerprint(round_key(quoted(side.record)))}:{now}}}"


def _key(making: Making, side: Side) -> str:
    """The key of this round, once all sides are done."""
    now, commit = got(f"HX_Key_{side.record}"), got(f"HX_Commit_{side.record}")
    all_done = [f'!{got(f"HX_Commit_{other.record}")}.equals("")' for other in making.game.sides.values()]
    made = round_key(quoted(side.record))
    ready = all_of(
        [
            _plays(making, side),
            f'{now}.equals("")',
            *all_done,
            f"{fingerprint(made)}.equals({commit})",
        ]
    )
    return f"{{({ready})?{made}:{now}}}"


def _local(making: Making) -> Iterator[Component]:
    """What only this program does: it asks for the word, notes hexes. The property stays; nothing is logged."""
    language = making.language
    fresh = any_of(
        all_of([_plays(making, side), f'{got(f"HX_Word_{side.record}")}.equals("")'])
        for side in making.game.sides.values()
    )
    question = asked(word("ask word", language), f'(({fresh})?{RANDOM}:"")', LETTERS)
    yield sets("hx.word.ask", f"{{{remember(TRIED, question)}}}")
    unknown = [
        all_of([_plays(making, side), f"!{word_fits(quoted(side.record))}"]) for side in making.game.sides.values()
    ]
    yield sets("hx.word.need", f'{{({any_of(unknown)})?{box(word("no word", language))}:""}}')
    hidden = [
        all_of([_plays(making, side), f'{got(f"HX_Key_{side.record}")}.equals("")'])
        for side in making.game.sides.values()
    ]
    yield sets("hx.key.need", f'{{({any_of(hidden)})?{box(word("not yet", language))}:""}}')
    table = f"VASSAL.build.module.Map.getMapById({quoted(making.game.handling.board)})"
    mouse = f"{table}.getView().getMousePosition()"
    place = f"{table}.locationName({table}.componentToMap({mouse}))"
    away, aside = f"java.util.Objects.isNull({mouse})", box(making.speaker.word("mouse aside"))
    more = f'{remembered(ROUTE)}+({remembered(ROUTE)}.equals("")?"":"-")+{place}'
    noted = f"{remembered(PLACES)}+{place}+" + quoted(",")
    yield sets("hx.pick.place", f"{{{away}?{aside}:{remember(PLACES, noted)}}}")
    yield sets("hx.pick.route", f"{{{away}?{aside}:{remember(ROUTE, more)}}}")
    yield sets("hx.forgotten", f"{{{FORGET}}}")


def buttons(making: Making) -> Iterator[Component]:
    """The menu of orders: the word, orders done, reveal; and keys that note what is under the mouse."""
    if not has_secrets(making):
        return
    speaker, keys, language = making.speaker, making.game.handling.keys, making.language
    records = [side.record for side in making.game.sides.values()]
    chains = {
        "word": ["hx.game", "hx.word.ask", *(f"hx.word.{record}" for record in records)],
        "commit": ["hx.word.need", *(f"hx.commit.{record}" for record in records)],
        "reveal": [*(f"hx.key.{record}" for record in records), "hx.key.need", "hx.gshow"],
    }
    texts = {"word": speaker.menu("word"), "commit": speaker.menu("commit"), "reveal": speaker.menu("key")}
    found = [
        button(name, [named(each) for each in chain], text=texts[name], hotkey=key(keys.get(name, "")))
        for name, chain in chains.items()
    ]
    for name in ("pick place", "pick route", "forget"):
        sent = named("hx.forgotten" if name == "forget" else f"hx.{name.replace(' ', '.')}")
        sent_by = key(keys.get(name.replace(" ", "."), ""))
        found.append(button(name, [sent], text=speaker.word(name), hotkey=sent_by))
    mine = seats.own(making.game).replace(" || ", "||")
    found.append(_to_all("show", "hx.gshow", "hx.show", f'{{Kind=="card"&&Cipher!=""&&({mine})}}'))
    yield from gathered("orders", found, language)


def new_round(making: Making) -> Iterator[Component]:
    """Clears the cards and forgets keys and commitments, when a round is over."""
    if not making.speaker.knows("round"):
        return
    says = named("hx.say.round")
    yield button("round", [named("hx.k"), says], text=making.speaker.menu("round"))
    after = [named(each) for each in ("hx.gnewround", "hx.nocommit", "hx.nokey")]
    yield button("round said", after, hotkey=says, report=making.speaker.line("round"))
    changed = [
        'Cipher!=""',
        *(f"{name}!={name}Start" for name, each in making.game.handling.meters.items() if each.round),
    ]
    yield _to_all("new round", "hx.gnewround", "hx.newround", f'{{Kind=="card"&&({"||".join(changed)})}}')


def _to_all(name: str, received: str, sent: str, condition: str) -> Component:
    return component(
        "GlobalKeyCommand",
        name=name,
        buttonText="",
        icon="",
        tooltip="",
        buttonHotkey=named(received),
        hotkey=named(sent),
        filter=condition,
        deckCount=0,
        singleMap=False,
        reportSingle=True,
    )


__all__ = ["buttons", "has_secrets", "new_round", "properties", "quietly"]
