"""Secret orders: what a player notes for them, the menu on a card, and the texts that are sealed.

What is noted (targets, hexes, a route) and the text of an order before it is sealed live in the running program only;
nobody else sees them, and no file holds them. What is typed into a box is a text that is sealed, never code that runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, product
from typing import NamedTuple

from assets.schema import Card, Order, Param
from builder.traits.basics import named, quoted
from builder.traits.record import Speaker
from builder.traits.sealing import any_of, asked, remember, remembered

UNITS, PLACES, ROUTE, PEN = '"hx.units"', '"hx.places"', '"hx.route"', '"hx.pen"'
"""Under which names the program remembers what was noted."""
WHERE, MAY, TEXT = '"hx.where"', '"hx.may"', '"hx.text"'
NOTES = 9
"""So many units and places can be noted for one order."""
PLACE, NUMBER = "0-9A-Za-z+/_.-", "0-9"
APART, SAID, MISSING, ORDER = '"hx.apart"', '"hx.said"', '"hx.missing"', '"hx.order"'
SAID_KINDS = ("facing", "choice")
"""Kinds of parameters that the menu itself offers."""
FORGET = "+".join(remember(name, '""') for name in (UNITS, PLACES, ROUTE, PEN))
"""Code that forgets what was noted."""


class Written(NamedTuple):
    """An entry of the menu of orders: the order, what the entry itself says of its parameters, its text."""

    order: str
    said: tuple[tuple[str, str], ...]
    menu: str

    @property
    def name(self) -> str:
        """What tells its key from the others."""
        return ".".join((self.order, *(value or "none" for _, value in self.said)))

    @property
    def key(self) -> str:
        """The command that the menu sends."""
        return named(f"hx.o.{self.name}")


def entries(speaker: Speaker, card: Card) -> dict[str, list[Written]]:
    """The entries of the menu of a card, by the title of the sub-menu in which they stand."""
    game, language = speaker.game, speaker.language
    sealing = game.handling.sealing
    found: dict[str, list[Written]] = {}
    for name in card.orders:
        order = game.orders[name]
        title = order.name[language]
        found[title] = [_entry(speaker, order, said) for said in _ways(speaker, order)]
    for name, text in sealing.more.items() if sealing else ():
        found[text[language]] = [Written(name, (), text[language])]
    return found


def _ways(speaker: Speaker, order: Order) -> Iterator[tuple[tuple[str, str], ...]]:
    """Every way to say the parameters that the menu itself offers: directions and words."""
    lists = []
    for param in order.params:
        if param.kind == "facing":
            lists.append([(param.id, facing) for facing in speaker.game.handling.facings])
        elif param.kind == "choice":
            lists.append([(param.id, each) for each in ([""] if param.optional else []) + list(param.choices)])
    yield from product(*lists)


def _entry(speaker: Speaker, order: Order, said: tuple[tuple[str, str], ...]) -> Written:
    shown = [_word(speaker, order, name, value) for name, value in said if value]
    title = order.name[speaker.language]
    return Written(order.id, said, f"{title}: {', '.join(shown)}" if shown else title)


def _word(speaker: Speaker, order: Order, name: str, value: str) -> str:
    param = next(each for each in order.params if each.id == name)
    words = speaker.game.handling.facings if param.kind == "facing" else param.choices
    return words[value][speaker.language]


def said(entry: Written) -> str:
    """Code that remembers which order an entry of the menu is, and what it says of it."""
    words = quoted(",".join(value for _, value in entry.said))
    return f"{{{remember(SAID, words)}+{remember(ORDER, quoted(entry.order))}}}"


def drafted(speaker: Speaker, card: Card, name: str) -> str:
    """Code that puts an order together out of what was said and noted, or remembers that something lacks."""
    order = speaker.game.orders.get(name)
    params = order.params if order else ()
    noted, offered = _Noted(), count()
    ask, parts, missing = [], [], []
    for rank, param in enumerate(params):
        if param.kind in SAID_KINDS:
            parts.append(_item(SAID, next(offered)))
            continue
        kept = quoted(f"hx.p{rank}")
        ask.append(remember(kept, _param(speaker, card, name, param, noted)))
        parts.append(remembered(kept))
        if not param.optional:
            missing.append(f'{remembered(kept)}.equals("")')
    text = '+":"+'.join([quoted(name), *parts])
    lacks = f"({any_of(missing)})?{remember(MISSING, quoted('yes'))}:" if missing else ""
    return "+".join([*ask, f"({lacks}{_kept(speaker, name, text, len(params))})"])


def _kept(speaker: Speaker, name: str, text: str, many: int) -> str:
    """Code that remembers the text; what an order hides apart is remembered apart."""
    sealing = speaker.game.handling.sealing
    if sealing is None or name not in sealing.apart:
        return remember(TEXT, text)
    return f"{remember(APART, text)}+{remember(TEXT, quoted(name + ':' * many))}"


class _Noted:
    """Hands out what was noted, one after the other."""

    def __init__(self) -> None:
        self._units = self._places = 0

    def unit(self) -> str:
        """Code that gives the next unit."""
        self._units += 1
        return _item(UNITS, self._units - 1)

    def place(self) -> str:
        """Code that gives the next place."""
        self._places += 1
        return _item(PLACES, self._places - 1)


def _item(name: str, rank: int) -> str:
    return f'({remembered(name)}+"{"," * NOTES}").split(",",{NOTES + 1})[{rank}]'


def _param(speaker: Speaker, card: Card, order: str, param: Param, noted: _Noted) -> str:
    """Code that gives a parameter: as it was noted, as it usually is, or as the player types it."""
    sealing = speaker.game.handling.sealing
    question = f"{speaker.game.orders[order].name[speaker.language]}: {param.name[speaker.language]}"
    full = f"{order}.{param.id}"
    if param.kind in ("unit", "unit2"):
        return noted.unit()
    if param.kind == "number":
        usual = str(card.range) if sealing and full in sealing.reach else _printed(card, order, param)
        return asked(question, quoted(usual), NUMBER)
    if param.kind == "side":
        one, other = noted.place(), noted.place()
        return f'{other}.equals("")?{asked(question, quoted("/"), PLACE)}:{one}+"/"+{other}'
    code = remembered(ROUTE) if param.kind == "route" else noted.place()
    if sealing and full in sealing.here:
        return f'{code}.equals("")?{remembered(WHERE)}:{code}'
    if param.optional and param.kind != "route":
        return code
    return f'{code}.equals("")?{asked(question, quoted(""), PLACE)}:{code}'


def _printed(card: Card, order: str, param: Param) -> str:
    """The number in the order's box that limits a parameter of the same name."""
    return str(card.orders.get(order, {}).get(param.id, ""))


def readable(speaker: Speaker, card: Card, text: str) -> str:
    """Code that says an order for people: by the name of the order, and units by theirs."""
    game, language = speaker.game, speaker.language
    sealing = game.handling.sealing
    code = text
    for name, shown in reversed(list(sealing.more.items() if sealing else ())):
        code = f"{text}.equals({quoted(name)})?{quoted(shown[language])}:{code}"
    for name in reversed(list(card.orders)):
        order = game.orders[name]
        said = "+".join(
            [quoted(order.name[language]), *(_shown(text, rank, each) for rank, each in enumerate(order.params, 1))]
        )
        code = f'({text}+":").startsWith({quoted(name + ":")})?{said}:{code}'
    return code


def _shown(text: str, rank: int, param: Param) -> str:
    """Code that shows a parameter, with a space before it, and nothing if it is unset."""
    part = f'({text}+"{":" * NOTES}").split(":",{NOTES + 1})[{rank}]'
    shown = name_of(part) if param.kind in ("unit", "unit2") else part
    return f'({part}.equals("")?"":" "+{shown})'


def name_of(uid: str) -> str:
    """Code that gives the name of the piece of an id, or the id itself if there is no such piece."""
    piece = f"VASSAL.build.GameModule.getGameModule().getGameState().getPieceForId({uid})"
    return f"(java.util.Objects.isNull({piece})?{uid}:{piece}.getName())"
