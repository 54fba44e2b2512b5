"""Which command of the module writes which record: plain data for tests, for the help and for whoever writes logs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from assets.secrets import bearers
from builder.module import cardwords, said
from builder.module.commands import Command
from builder.module.options import Making
from builder.traits import hidden, menus, verbs
from builder.traits.basics import key, named
from builder.traits.dice import NOW
from builder.traits.menus import shortcut
from builder.traits.token import checks_of, salvos
from builder.traits.words import word

BEARERS: tuple[Literal["unit", "hq", "card", "chit", "marker"], ...] = ("unit", "hq", "card", "chit", "marker")


def vocabulary(making: Making) -> tuple[Command, ...]:
    """All commands of a game's module."""
    plain = () if making.game.cards else (*_pieces(making), *_units(making))
    more = cardwords.commands(making) if making.game.cards else ()
    found = (*plain, *more, *_declared(making), *_chits(making), *_markers(making), *_hidden(making), *_buttons(making))
    return tuple(dict.fromkeys(found))


def _pieces(making: Making) -> Iterator[Command]:
    speaker = making.speaker
    bearers: tuple[Literal["unit", "hq"], ...] = ("unit", "hq")
    for by in bearers:
        offers = [*menus.checks(speaker, by), *menus.states(speaker, by)]
        only = making.game.handling.only
        offers += [each for each in menus.choices(speaker, "out") if by in only.get(f"out.{each.what}", (by,))]
        offers += menus.choices(speaker, "act") if by == "hq" else []
        yield from (Command(each.verb, each.what, by, each.key, each.menu, each.shortcut) for each in offers)


def _units(making: Making) -> Iterator[Command]:
    speaker, keys = making.speaker, making.game.handling.keys
    for verb in ("aim", "loss"):
        if speaker.knows(verb):
            yield Command(verb, "", "unit", shortcut(speaker, verb), speaker.menu(verb), keys.get(verb, ""))
    yield from shots_at_once(making)
    for mode in speaker.verb("fire").choices.get("mode", {}) if speaker.knows("fire") else ():
        sent = key(keys.get(f"fire.{mode}", ""))
        yield Command("fire", mode, "unit", sent, speaker.menu("fire"), keys.get(f"fire.{mode}", ""))
    for directions in making.game.handling.steps.values():
        for each in directions.values():
            yield Command("step", each.id, "unit", key(each.key), word(each.id, making.language), each.key)
    for ride in menus.choices(speaker, "ride"):
        yield Command("ride", ride.what, "unit", ride.key, ride.menu)


def shots_at_once(making: Making) -> Iterator[Command]:
    """The command that declares a shot and rolls for it; the record is that of a shot as usual."""
    speaker, shown = making.speaker, making.game.handling.keys.get(NOW, "")
    if speaker.knows("fire") and shown:
        way = next(iter(speaker.verb("fire").choices.get("mode", {"plain": {}})))
        yield Command("fire", way, "unit", key(shown), speaker.word("fire now"), shown)


def _chits(making: Making) -> Iterator[Command]:
    speaker, handling = making.speaker, making.game.handling
    wanted = dict.fromkeys(what for whats in handling.chits.values() for what in whats)
    offers = [*menus.choices(speaker, "chit", wanted), *menus.checks(speaker, "chit"), *menus.states(speaker, "chit")]
    for verb in ("act", "general"):
        offers += menus.choices(speaker, verb)
    yield from (Command(each.verb, each.what, "chit", each.key, each.menu, each.shortcut) for each in offers)


def _markers(making: Making) -> Iterator[Command]:
    speaker = making.speaker
    for mark in making.game.handling.rolls:
        found = checks_of(speaker, mark)
        yield from (Command(each.verb, each.what, "marker", each.key, each.menu) for each in found)
    for salvo in making.game.handling.salvos.values():
        for each in salvos(speaker, salvo):
            yield Command("barrage", each.what, "marker", each.key, each.menu)


def _declared(making: Making) -> Iterator[Command]:
    """The verbs that are spoken as they are declared."""
    for by in BEARERS:
        for _, offers in verbs.offers(making.speaker, by):
            yield from (Command(each.verb, each.what, by, each.key, each.menu, each.shortcut) for each in offers)


def _hidden(making: Making) -> Iterator[Command]:
    """What pieces hide, and that they open it."""
    speaker, game = making.speaker, making.game
    for secret in game.handling.secrets.values():
        by = [each for each in BEARERS if each in speaker.verb("seal").by and each in bearers(game, secret)]
        for each in by:
            for what, (menu, sent) in hidden.commands(speaker, secret).items():
                yield Command("seal", what, each, sent, menu)
            if each in speaker.verb("open").by:
                yield Command("open", "", each, named("hx.do.open"), speaker.menu("open"))


def _buttons(making: Making) -> Iterator[Command]:
    speaker, keys = making.speaker, making.game.handling.keys
    for verb in ("draw", "roll", "vp", "word"):
        if speaker.knows(verb):
            yield Command(verb, "", "button", verb, speaker.menu(verb), keys.get(verb, ""))
    yield from said.commands(making)
