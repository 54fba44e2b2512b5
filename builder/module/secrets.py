"""Secret orders of the whole game: words, commitments and keys as properties, and the buttons that set them."""

from __future__ import annotations

from collections.abc import Iterator

from assets.seats import players, whole
from builder.module import said
from builder.module.acting import CLOCK, action, button, gathered, looped, once, sets, stored, to_all
from builder.module.options import Making
from builder.traits import seats
from builder.traits.basics import key, named, quoted
from builder.traits.hidden import parties
from builder.traits.orders import FORGET, PLACES, ROUTE, UNITS
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
from vassal.components import Component

TRIED = '"hx.try"'
LETTERS = "0-9A-Za-z._-"
NOTED = frozenset({"units", "places"})
"""What is noted before it is sealed, and not typed or chosen."""
RANDOM = 'java.util.UUID.randomUUID().toString().replaceAll("-","").substring(0,12)'


def has_secrets(making: Making) -> bool:
    """Whether anything is written in secret in this game: orders, or what pieces hide."""
    return has_orders(making) or bool(making.game.handling.secrets)


def has_orders(making: Making) -> bool:
    """Whether orders are written in secret in this game."""
    return making.game.handling.sealing is not None


def _notes(making: Making) -> bool:
    """Whether units and places are noted for what is sealed."""
    return has_orders(making) or any(each.written in NOTED for each in making.game.handling.secrets.values())


def properties(making: Making) -> Iterator[Component]:
    """What the game keeps of secrets: marks of words, commitments, and keys once they are shown."""
    if not has_secrets(making):
        return
    yield stored("HX_Game", "", sets("hx.game", f'{{{got("HX_Game")}.equals("")?{RANDOM}:{got("HX_Game")}}}'))
    yield stored("HX_Nil", "", *_local(making))
    for party in parties(making.game):
        said = _line(making.speaker, "word", party)
        yield stored(f"HX_Word_{party}", "", sets(f"hx.word.{party}", _word(making, party), said))
        yield from _round(making, party) if has_orders(making) else ()


def _round(making: Making, party: str) -> Iterator[Component]:
    """What the game keeps of a side's orders of a round: none for a seat, whose orders are those of its sides."""
    if party in {side.record for side in making.game.sides.values()}:
        committed = sets(f"hx.commit.{party}", _commit(making, party), _line(making.speaker, "commit", party))
        yield stored(f"HX_Commit_{party}", "", committed, sets("hx.nocommit", ""))
        shown = sets(f"hx.key.{party}", _key(making, party), _line(making.speaker, "key", party))
        yield stored(f"HX_Key_{party}", "", shown, sets("hx.nokey", ""))


def _line(speaker: Speaker, verb: str, party: str) -> str:
    """What is said when a value of a side is set; a value that stays as it is says nothing."""
    return speaker.line(verb, {"s": party}) if speaker.knows(verb) else ""


def _plays(making: Making, party: str) -> str:
    """Code that tells whether the player at this program plays a side, or has a seat with secrets of its own."""
    game = making.game
    side = next((side.id for side in game.sides.values() if side.record == party), "")
    more = (players(game, side) if has_orders(making) else whole(game)) if side else ()
    return is_one("PlayerSide", (party, *more))


def _word(making: Making, party: str) -> str:
    """The mark of the word: set by the first word, and held against every other one."""
    name, now = quoted(f"hx.word.{party}"), got(f"HX_Word_{party}")
    keep = remember(name, remembered(TRIED))
    mark = word_mark(remembered(TRIED), quoted(party))
    return (
        f'{{!({_plays(making, party)})||{remembered(TRIED)}.equals("")?{now}:'
        f'{now}.equals("")||{now}.equals({mark})?{keep}+{mark}:'
        f"{box(word('wrong word', making.language))}+{now}}}"
    )


def _commit(making: Making, party: str) -> str:
    """The fingerprint of the key of this round, from when the side's orders are done."""
    sealing = making.game.handling.sealing
    phases = [sealing.phase] if sealing else []
    now = got(f"HX_Commit_{party}")
    ready = all_of(
        [
            _plays(making, party),
            f'{now}.equals("")',
            word_fits(quoted(party)),
            is_one("Phase", phases),
        ]
    )
    return f"{{({ready})?{fingerprint(round_key(quoted(party)))}:{now}}}"


def _key(making: Making, party: str) -> str:
    """The key of this round, once all sides are done."""
    now, commit = got(f"HX_Key_{party}"), got(f"HX_Commit_{party}")
    all_done = [f'!{got(f"HX_Commit_{other.record}")}.equals("")' for other in making.game.sides.values()]
    made = round_key(quoted(party))
    ready = all_of(
        [
            _plays(making, party),
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
        all_of([_plays(making, party), f'{got(f"HX_Word_{party}")}.equals("")']) for party in parties(making.game)
    )
    question = asked(word("ask word", language), f'(({fresh})?{RANDOM}:"")', LETTERS)
    yield sets("hx.word.ask", f"{{{remember(TRIED, question)}}}")
    if has_orders(making):
        records = [side.record for side in making.game.sides.values()]
        unknown = [all_of([_plays(making, each), f"!{word_fits(quoted(each))}"]) for each in records]
        yield sets("hx.word.need", f'{{({any_of(unknown)})?{box(word("no word", language))}:""}}')
        hidden = [all_of([_plays(making, each), f'{got(f"HX_Key_{each}")}.equals("")']) for each in records]
        yield sets("hx.key.need", f'{{({any_of(hidden)})?{box(word("not yet", language))}:""}}')
    if not _notes(making):
        return
    table = f"VASSAL.build.module.Map.getMapById({quoted(making.game.handling.board)})"
    mouse = f"{table}.getView().getMousePosition()"
    place = f"{table}.locationName({table}.componentToMap({mouse}))"
    away, aside = f"java.util.Objects.isNull({mouse})", box(making.speaker.word("mouse aside"))
    more = f'{remembered(ROUTE)}+({remembered(ROUTE)}.equals("")?"":"-")+{place}'
    noted = f"{remembered(PLACES)}+{place}+" + quoted(",")
    under = f"{table}.findPiece({table}.componentToMap({mouse}),VASSAL.counters.PieceFinder.PIECE_IN_STACK)"
    uid = f"{under}.getId()"
    nobody = f'java.util.Objects.isNull({under})||!"unit".equals({under}.getProperty("Kind"))'
    again = f'({remembered(UNITS)}).contains({uid}+",")'
    marked = f"{remembered(UNITS)}+{uid}+" + quoted(",")
    piece = f'{again}?"":{remember(UNITS, marked)}'
    none = box(word("no unit there", language))
    yield sets("hx.pick.unit", f"{{{away}?{aside}:({nobody})?{none}:{piece}}}")
    yield sets("hx.pick.place", f"{{{away}?{aside}:{remember(PLACES, noted)}}}")
    yield sets("hx.pick.route", f"{{{away}?{aside}:{remember(ROUTE, more)}}}")
    yield sets("hx.forgotten", f"{{{FORGET}}}")


def buttons(making: Making) -> Iterator[Component]:
    """The menu of orders: the word, orders done, reveal; and keys that note what is under the mouse."""
    if not has_secrets(making):
        return
    speaker, keys, language = making.speaker, making.game.handling.keys, making.language
    records = [side.record for side in making.game.sides.values()]
    chains = {"word": ["hx.game", "hx.word.ask", *(f"hx.word.{party}" for party in parties(making.game))]}
    texts = {"word": speaker.menu("word")}
    if has_orders(making):
        chains["commit"] = ["hx.word.need", *(f"hx.commit.{record}" for record in records)]
        chains["reveal"] = [*(f"hx.key.{record}" for record in records), "hx.key.need", "hx.gshow"]
        texts |= {"commit": speaker.menu("commit"), "reveal": speaker.menu("key")}
    found = [
        button(name, [named(each) for each in chain], text=texts[name], hotkey=key(keys.get(name, "")))
        for name, chain in chains.items()
    ]
    for name in ("pick unit", "pick place", "pick route", "forget") if _notes(making) else ():
        sent = named("hx.forgotten" if name == "forget" else f"hx.{name.replace(' ', '.')}")
        sent_by = key(keys.get(name.replace(" ", "."), ""))
        found.append(button(name, [sent], text=speaker.word(name), hotkey=sent_by))
    if has_orders(making):
        mine = seats.own(making.game).replace(" || ", "||")
        found.append(to_all("show", named("hx.gshow"), named("hx.show"), f'{{Kind=="card"&&Cipher!=""&&({mine})}}'))
    yield from gathered("orders", found, language)


def new_round(making: Making) -> Iterator[Component]:
    """Clears the cards and forgets keys and commitments, when a round is over."""
    if not making.speaker.knows("round"):
        return
    says = named("hx.say.round")
    yield button("round", [named("hx.k"), says], text=making.speaker.menu("round"))
    after = [named(each) for each in ("hx.gnewround", "hx.nocommit", "hx.nokey")]
    after += [sent for sent, _ in said.follow(making, making.speaker.verb("round"), {})]
    yield button("round said", after, hotkey=says, report=making.speaker.line("round"))
    changed = [
        'Cipher!=""',
        *(f"{name}!={name}Start" for name, each in making.game.handling.meters.items() if each.round),
    ]
    yield to_all("new round", named("hx.gnewround"), named("hx.newround"), f'{{Kind=="card"&&({"||".join(changed)})}}')
    yield from _finished(making)


def _finished(making: Making) -> Iterator[Component]:
    """One command for all steps of a round in which nothing is left to do, and for what a new round begins with.

    The clock goes on step by step, so that each is told, as far as the new round; after the last one it stays.
    """
    phases = [each for each in making.game.chronicle.phases if each != making.game.handling.first_phase]
    away = all_of([f"!{is_one('Phase', [each])}" for each in (making.game.handling.first_phase, phases[0]) if each])
    key_of = making.game.handling.keys.get("finish", "")
    steps = looped(
        action("steps", [CLOCK], hotkey=named("hx.steps")),
        loopType="while",
        whileExpression=f"{{{away}&&!({said.over(making)})}}",
    )
    begun = action("round begins", [named("hx.k"), named("hx.say.round")], hotkey=named("hx.round"))
    begins = once(begun, is_one("Phase", phases[:1]))
    sent = [named("hx.steps"), named("hx.round")]
    whole = button("finish", sent, text=word("finish round", making.language), hotkey=key(key_of))
    yield from (steps, begins, once(whole, away))


__all__ = ["buttons", "has_secrets", "new_round", "properties", "quietly"]
