"""Which command of models, cards and their buttons writes which record: plain data, as `vocabulary` has it."""

from __future__ import annotations

from collections.abc import Iterator

from builder.module.commands import Command
from builder.module.options import Making
from builder.traits import card as cards
from builder.traits import model, orders
from builder.traits.basics import key, named
from builder.traits.menus import shortcut
from builder.traits.words import word


def commands(making: Making) -> Iterator[Command]:
    """All commands of a game of unit cards that leave a record."""
    yield from _models(making)
    yield from _moves(making)
    yield from _aims(making)
    yield from _cards(making)
    yield from _buttons(making)


def _models(making: Making) -> Iterator[Command]:
    speaker, keys = making.speaker, making.game.handling.keys
    for found in model.offers(speaker).values():
        yield from (Command(each.verb, each.what, "unit", each.key, each.menu, each.shortcut) for each in found)
    if speaker.knows("aim"):
        yield Command("aim", "", "unit", shortcut(speaker, "aim"), speaker.menu("aim"), keys.get("aim", ""))


def _moves(making: Making) -> Iterator[Command]:
    for directions in making.game.handling.steps.values():
        for each in directions.values():
            yield Command("step", each.id, "unit", key(each.key), word(each.id, making.language), each.key)


def _aims(making: Making) -> Iterator[Command]:
    speaker, keys = making.speaker, making.game.handling.keys
    purposes = making.game.chronicle.purposes
    for name in making.game.handling.aims:
        text = f"{word('aim as', making.language)}: {purposes[name].menu[making.language]}"
        yield Command("aim", name, "unit", named(f"hx.do.aim.{name}"), text)
    for way, text in model.FIRES.items():
        shown = word(text, making.language) if text else speaker.menu("fire")
        name = f"fire.{way}"
        yield Command("fire", way, "unit", shortcut(speaker, name), shown, keys.get(name, ""))


def _cards(making: Making) -> Iterator[Command]:
    speaker, keys = making.speaker, making.game.handling.keys
    for found in making.game.cards.values():
        for group in orders.entries(speaker, found).values():
            yield from (Command("order", each.name, "card", named(f"hx.o.{each.name}"), each.menu) for each in group)
        for meter in cards.meters_of(speaker, found):
            for way, sign in (("up", "+1"), ("down", "-1")):
                name = f"mark.{meter}.{way}"
                text = f"{speaker.choice('mark', 'what', meter)} {sign}"
                yield Command("mark", meter, "card", shortcut(speaker, name), text, keys.get(name, ""))
    yield Command("mark", "", "card", shortcut(speaker, "hit"), word("hit", making.language), keys.get("hit", ""))
    yield Command("open", "", "card", named("hx.do.open"), speaker.menu("open"))


def _buttons(making: Making) -> Iterator[Command]:
    speaker, keys = making.speaker, making.game.handling.keys
    yield Command("commit", "", "button", "commit", speaker.menu("commit"), keys.get("commit", ""))
    yield Command("key", "", "button", "reveal", speaker.menu("key"), keys.get("reveal", ""))
    if speaker.knows("round"):
        yield Command("round", "", "button", "round", speaker.menu("round"))
