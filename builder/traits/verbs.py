"""Verbs that are spoken as the chronicle declares them: their menu, what they do, what they say; for any piece.

A verb `assault` sends its piece `hx.v.assault`, upon which every property changes that the verb changes, then the
command of its line, then `hx.v.assault.after`. Where a choice decides what is done, the choice has commands of its own,
such as `hx.v.assault.Charge`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from assets.basics import Text
from assets.chronicle import CHOSEN, HOLE, Does, Speaks, Upon, Verb, property_of
from assets.dice import READY
from assets.game import Game
from assets.lines import LAND
from assets.listed import own
from assets.verbchecks import HOME
from builder.traits import family, follows, menus
from builder.traits.basics import chosen, entry, key, level, local, named, passed_on, quoted, shared, trigger
from builder.traits.dice import ready, rolled
from builder.traits.gauges import bounded
from builder.traits.menus import Offer
from builder.traits.record import Speaker
from builder.traits.sealing import any_of
from builder.traits.speech import say
from vassal.traits import Trait, make

AFTER = "after"
Entry = tuple[str, str, tuple[str, ...]]
"""A command of a property, as `basics.entry` has it."""
ROLE = "Role"
"""The property that shows who aims and who is aimed at; pieces and buttons empty it by one command."""
WAS = "Was_"
"""How the property begins that holds what another one was before a verb changed it."""
OWN = "Own_"
"""How the property of a piece begins that remembers what was chosen from a list of its own for a verb."""
NEXT = "Act"
"""The property of units in which they remember what kind of step the next one is: a verb may say it."""
MOVING = 'GetString("Moving").equals("")'
"""Code that tells whether a piece is not just being sent away by a verb, which says so itself."""


class Stage(NamedTuple):
    """What is done at one command: before the line of a verb or after it, for each choice or for one."""

    command: str
    deeds: tuple[Does, ...]


def stages(verb: Verb, what: str = "", key: str = "") -> tuple[list[Stage], list[Stage]]:
    """What a verb does before its line and after it, where this was chosen."""
    said = verb.does.index("say") if "say" in verb.does else len(verb.does)
    found: tuple[list[Stage], list[Stage]] = ([], [])
    for rank, some in enumerate((verb.does[:said], verb.does[said:])):
        deeds = [each for each in some if isinstance(each, Does)]
        always = tuple(each for each in deeds if not each.when)
        chosen = tuple(each for each in deeds if each.when and each.holds({key: what}))
        name = f"hx.v.{verb.id}{f'.{AFTER}' if rank else ''}"
        found[rank].extend(Stage(named(at), some) for at, some in ((name, always), (f"{name}.{what}", chosen)) if some)
    return found


def every_stage(game: Game, verb: Verb) -> Iterator[Stage]:
    """All that a verb ever does, each command once."""
    key = game.chronicle.chosen(verb)
    options = verb.choices[key] if key else ("",)
    every = (stage for what in options for some in stages(verb, what, key) for stage in some)
    yield from {stage.command: stage for stage in every}.values()


def value(speaker: Speaker, verb: Verb, deed: Does, given: Mapping[str, str] | None = None) -> str:
    """The value that a deed gives to a property, as a text or as code; `given` are keys whose values are known."""
    if deed.add:
        now, gauge = _got(deed.what[1]), speaker.game.handling.gauges.get(deed.set)
        if gauge is not None:
            return f"{{{bounded(gauge, f'{_number(deed.set)}+{deed.add}')}}}"
        return f'{{{now}.equals("")?{deed.add}:Integer.parseInt({now})+{deed.add}}}'
    parts = HOLE.split(deed.to)
    known = given or {}
    codes = [_code(speaker, verb, part, known) if odd else quoted(part) for odd, part in _parted(parts) if odd or part]
    return f"{{{'+'.join(codes)}}}" if len(parts) > 1 else deed.to


def _number(name: str) -> str:
    """Code that gives the number that a property holds, 0 where it holds none."""
    return f'({_got(name)}.equals("")?0:Integer.parseInt({_got(name)}))'


def _parted(parts: Iterable[str]) -> Iterator[tuple[bool, str]]:
    return ((bool(rank % 2), part) for rank, part in enumerate(parts))


def _code(speaker: Speaker, verb: Verb, name: str, given: Mapping[str, str]) -> str:
    """Code that gives what a hole stands for: the value of a key, or a property of the piece."""
    if name in given:
        return quoted(given[name])
    if name == speaker.game.chronicle.chosen(verb):
        return _got(f"{OWN}{verb.id}" if own(verb) else property_of(CHOSEN))
    return _got(property_of(speaker.source(verb, name)) if name in verb.keys else name)


def offers(speaker: Speaker, by: Speaks) -> Iterator[tuple[Verb, list[Offer]]]:
    """The commands of each verb: one for each choice, or a single one without."""
    for verb in (each for each in speaker.plain(by) if each.menu is not None):
        texts = verb.choices.get(speaker.game.chronicle.chosen(verb), {})
        many = [*chosen_by(speaker, verb, texts), *_onward(speaker, verb)]
        yield verb, menus.titled(speaker.menu(verb), many) if many else [_single(speaker, verb)]


def chosen_by(speaker: Speaker, verb: Verb, texts: Mapping[str, Text]) -> list[Offer]:
    """The commands by which these words are chosen."""
    return [menus.offer(speaker, verb.id, what, _capital(text[speaker.language])) for what, text in texts.items()]


def _onward(speaker: Speaker, verb: Verb) -> Iterator[Offer]:
    """The commands that choose the word so many places on from the one that holds."""
    key = speaker.game.chronicle.chosen(verb)
    words = [*verb.choices.get(key, ())]
    for each in verb.onward.values():
        after = {word: quoted(words[(rank + each.by) % len(words)]) for rank, word in enumerate(words)}
        code = chosen(property_of(speaker.source(verb, key)), after, quoted(words[0]))
        yield menus.offer(speaker, verb.id, each.id, each.menu[speaker.language])._replace(code=f"{{{code}}}")


def _single(speaker: Speaker, verb: Verb) -> Offer:
    shortcut = speaker.game.handling.keys.get(verb.id, "")
    return Offer(verb.id, "", key(shortcut) or named(f"hx.do.{verb.id}"), speaker.menu(verb), shortcut)


def said(speaker: Speaker, by: Speaks) -> Iterator[Trait]:
    """Outermost, with the reports: what only some pieces may say."""
    for verb, found in offers(speaker, by):
        lacks = [family.lacking(deed) for deed in verb.deeds if deed.fetch or deed.join or deed.kin]
        if lacks:
            sent = tuple(each.key for each in found)
            condition = f"{{{any_of(lacks)}}}"
            yield make("restrict_commands", name=f"family {verb.id}", action="Hide", condition=condition, keys=sent)


def remembered(speaker: Speaker, by: Speaks) -> list[Offer]:
    """The commands whose choice the piece must remember."""
    return [each for verb, found in offers(speaker, by) if not own(verb) for each in found if each.what]


def submenus(speaker: Speaker, by: Speaks) -> Iterator[Trait]:
    """A sub-menu of each verb that has several choices."""
    for verb, found in offers(speaker, by):
        if not own(verb):
            yield from menus.submenu(speaker.menu(verb), found)


def from_own_list(speaker: Speaker, by: Speaks, words: Iterable[str]) -> Iterator[Trait]:
    """What a piece remembers and offers of its own list of words."""
    for verb in speaker.plain(by):
        texts = {what: verb.choices[own(verb)][what] for what in words} if own(verb) else {}
        found = menus.titled(speaker.menu(verb), chosen_by(speaker, verb, texts))
        if found:
            yield local(f"{OWN}{verb.id}", "", *(each.entry for each in found))
            yield from menus.submenu(speaker.menu(verb), found)


def keys(speaker: Speaker, by: Speaks) -> dict[str, str]:
    """All commands by name, to say who may give them."""
    found = [each for _, some in offers(speaker, by) for each in some]
    return {f"{each.verb}.{each.what}" if each.what else each.verb: each.key for each in found}


def orders(speaker: Speaker, by: Speaks) -> Iterator[Trait]:
    """What the commands do; innermost, so that all that they need has happened."""
    for verb, found in offers(speaker, by):
        chosen = speaker.game.chronicle.chosen(verb)
        alike: dict[tuple[str, ...], list[Offer]] = {}
        for each in found:
            done = (stage.command for some in stages(verb, each.what, chosen) for stage in some)
            alike.setdefault(tuple(done), []).append(each)
        for some in alike.values():
            yield from _order(speaker, verb, by, some)
    yield from _dragged(speaker, by)
    yield from _deeds(speaker, by)
    yield from follows.traits(speaker, by)


def _dragged(speaker: Speaker, by: Speaks) -> Iterator[Trait]:
    """What a piece says where it is dragged: onto the map, off it, into a box; a command may take it there."""
    quiet = [MOVING] if sends(speaker, by) else []
    for verb in speaker.plain(by):
        if verb.upon is None:
            continue
        before, after = stages(verb)
        does = [*_commands(speaker, before, moves=False), say(verb), *_commands(speaker, after, moves=False)]
        does += follows.after(speaker, verb, by)
        others = [each for each in boxes_upon(speaker, by) if verb.upon.to == "off" and each is not verb.upon]
        where = [dragged_to(speaker, verb.upon), *quiet, *(f"!({dragged_to(speaker, each)})" for each in others)]
        yield trigger(f"{verb.id} upon", [named("hx.stepped")], does, f"{{{'&&'.join(where)}}}")


def dragged_to(speaker: Speaker, upon: Upon) -> str:
    """Code that tells whether a piece has just been moved to where a verb is said of it."""
    now, was = _got("CurrentZone"), _got("OldZone")
    found = [f"{now}.equals({quoted(LAND)})" if upon.to == "land" else f"!{now}.equals({quoted(LAND)})"]
    if upon.box:
        found = [_inside(speaker, now, upon.box), f"!{_inside(speaker, was, upon.box)}"]
    origin = upon.origin or ("land" if upon.to == "off" else "")
    if origin:
        found.append(f"{was}.equals({quoted(LAND)})" if origin == "land" else _inside(speaker, was, origin))
    found += [f"!{_got('Phase')}.equals({quoted(phase)})" for phase in upon.outside]
    return "&&".join(found)


def _inside(speaker: Speaker, zone: str, box: str) -> str:
    """Code that tells whether a zone is a box, or that of some side where each has one."""
    return f"{zone}.startsWith({quoted(f'{box}-')})" if _of_sides(speaker, box) else f"{zone}.equals({quoted(box)})"


def boxes_upon(speaker: Speaker, by: Speaks) -> list[Upon]:
    """The drags into boxes of which a declared verb is said."""
    return [verb.upon for verb in speaker.plain(by) if verb.upon is not None and verb.upon.box]


def _order(speaker: Speaker, verb: Verb, by: Speaks, some: Sequence[Offer]) -> Iterator[Trait]:
    """What the commands do of which all do the same; one that takes the piece away is said upon its arrival."""
    first = some[0]
    before, after = stages(verb, first.what, speaker.game.chronicle.chosen(verb))
    if verb.upon is not None:
        sent = [named(f"hx.v.to.{_boxed(deed.send)}") for stage in before for deed in stage.deeds if deed.send]
        yield trigger(verb.id, [], sent, _elsewhere(speaker, before), menu=first.menu, key=first.key)
        return
    alone = first.what if len(some) == 1 else ""
    name = f"{verb.id} {alone}".strip()
    does = [*_commands(speaker, before), say(verb), *_commands(speaker, after), *follows.after(speaker, verb, by)]
    if any(_was(speaker, verb)):
        does = [named("hx.v.was"), *does]
    condition = _elsewhere(speaker, before) or _changed(speaker, verb, before)
    if first.what:
        yield trigger(name, [each.key for each in some], does, condition)
    else:
        yield trigger(name, [], does, condition, menu=first.menu, key=first.key)


def _changed(speaker: Speaker, verb: Verb, before: Iterable[Stage]) -> str:
    """The condition that something changes: who stays as he is says nothing, for no change would stand beside it."""
    deeds = [deed for stage in before for deed in stage.deeds if deed.set or deed.layer or deed.send]
    free = [deed for deed in deeds if deed.add and deed.set not in speaker.game.handling.gauges]
    if not deeds or "D" not in verb.seals or free or any(deed.send or (deed.layer and not deed.to) for deed in deeds):
        return ""
    return f"{{{'||'.join(_differs(speaker, verb, deed) for deed in deeds)}}}"


def _differs(speaker: Speaker, verb: Verb, deed: Does) -> str:
    """Code that tells whether a deed gives a property another value than it has, or switches a state."""
    if deed.layer:
        return f"{level(deed.layer)}=={1 if deed.to == 'on' else 2}"
    given = value(speaker, verb, deed)
    code = given[1:-1] if given.startswith("{") else quoted(given)
    return f"{_number(deed.set)}!={code}" if deed.add else f"!{_got(deed.set)}.equals({code})"


def _was(speaker: Speaker, verb: Verb) -> Iterator[str]:
    """The properties of which a record tells what they were before."""
    for each in verb.keys:
        name = property_of(speaker.source(verb, each))
        if name.startswith(WAS):
            yield name.removeprefix(WAS)


def _elsewhere(speaker: Speaker, before: Iterable[Stage]) -> str:
    """The condition that a piece is not yet where it would be sent."""
    boxes = [deed.send for stage in before for deed in stage.deeds if deed.send]
    found = "&&".join(f"!{_got('CurrentZone')}.equals({_zone(speaker, box)})" for box in boxes)
    return f"{{{found}}}" if found else ""


def _zone(speaker: Speaker, box: str) -> str:
    """Code that gives the zone of a box: that of the piece's side where each has one, or of its own kind."""
    if box == HOME:
        return f'{_got(_boxed(box))}+"-"+{_got("Box")}'
    return f'"{box}-"+{_got("Box")}' if _of_sides(speaker, box) else quoted(box)


def _boxed(box: str) -> str:
    """A box as the command is called that sends a piece there."""
    return box.strip("{}")


def _got(name: str) -> str:
    return f"GetString({quoted(name)})"


def _commands(speaker: Speaker, some: Iterable[Stage], *, moves: bool = True) -> Iterator[str]:
    """The commands of deeds; layers, boxes and what is wiped everywhere have one of their own, after the others."""
    for stage in some:
        if any(deed.set or deed.keep for deed in stage.deeds):
            yield stage.command
        for deed in stage.deeds:
            kind, name = deed.what
            if kind == "wipe":
                yield wipes(name)[0]
            elif kind == "layer":
                yield named(f"hx.v.{name}.{deed.to or 'turn'}")
            elif kind == "roll":
                number = ready(speaker, name)
                yield from ([named(f"hx.v.dice.{number}")] if number else [])
                yield named(f"hx.v.roll.{name}")
            elif kind == "send" and moves:
                yield from quietly(named(f"hx.v.to.{_boxed(name)}"))
            elif kind in ("fetch", "join", "kin"):
                yield from family.commands(deed)


def quietly(to: str) -> list[str]:
    """A move by command, which must not be taken for a drag."""
    return [named("hx.moving"), to, named("hx.still")]


def moving() -> Trait:
    """What tells that a piece is just being sent away."""
    return local("Moving", "", entry("", named("hx.moving"), "yes"), entry("", named("hx.still"), ""))


def wipes(name: str) -> tuple[str, str]:
    """The command that empties a property on every piece, and the one that each of them hears."""
    words = ("hx.gclear", "hx.clearRole") if name == ROLE else (f"hx.g.{name}", f"hx.w.{name}")
    return named(words[0]), named(words[1])


def empty(game: Game, name: str) -> str:
    """What a property of a piece begins with: a number that it shows with 0, as from nothing to 0 would be a change."""
    return "0" if name in game.handling.gauges else ""


def bears(game: Game, name: str) -> str:
    """The condition that there is something to empty on a piece."""
    return f"{{{_got(name)}!={quoted(empty(game, name))}}}"


def _deeds(speaker: Speaker, by: Speaks) -> Iterator[Trait]:
    """The traits upon which deeds act, each property in one place."""
    changes: dict[tuple[str, str], list[Entry]] = {}
    firsts = {deed.set: deed.first for deed in _all(speaker, by) if deed.first}
    for verb in speaker.plain(by):
        for stage in every_stage(speaker.game, verb):
            for deed in stage.deeds:
                number = ready(speaker, deed.roll) if deed.roll else 0
                if number:
                    lay = entry("", named(f"hx.v.dice.{number}"), str(number))
                    changes.setdefault(("keep", READY), []).append(lay)
                changes.setdefault(deed.what, []).append(entry("", stage.command, value(speaker, verb, deed)))
    for (kind, name), entries in changes.items():
        if (kind, name) != ("set", NEXT) or by not in family.BEARERS:
            yield from _change(speaker, kind, name, entries, firsts.get(name, ""))
    yield from _layers(speaker, by)
    for name in dict.fromkeys(name for verb in speaker.plain(by) for name in _was(speaker, verb)):
        yield local(f"{WAS}{name}", "", entry("", named("hx.v.was"), f"{{{_got(name)}}}"))
    yield from family.traits(speaker, by)
    for box in family.boxes(speaker, by):
        if ("send", box) not in changes:
            yield _sent(speaker, box)
    if sends(speaker, by) and by != "chit":
        yield moving()


def next_steps(speaker: Speaker, by: Speaks) -> list[Entry]:
    """The commands of declared verbs that say what kind of step the next one is."""
    said = ((verb, stage) for verb in speaker.plain(by) for stage in every_stage(speaker.game, verb))
    return [
        entry("", stage.command, value(speaker, verb, deed))
        for verb, stage in said
        for deed in stage.deeds
        if deed.set == NEXT
    ]


def _change(speaker: Speaker, kind: str, name: str, entries: list[Entry], first: str) -> Iterator[Trait]:
    """The trait that changes one property, or sends the piece to a box."""
    if kind == "set":
        none = empty(speaker.game, name)
        wiped = [entry("", wipes(name)[1], none)] if name in _wiped(speaker) else []
        yield local(name, first or none, *entries, *wiped)
    elif kind == "keep":
        yield shared(name, *entries)
    elif kind == "send":
        yield _sent(speaker, name)
    elif kind == "roll":
        yield make("global_hotkey", menu="", key=named(f"hx.v.roll.{name}"), sent_key=rolled(speaker, name))
    elif kind == "wipe":
        yield passed_on(*wipes(name), bears(speaker.game, name))


def _layers(speaker: Speaker, by: Speaks) -> Iterator[Trait]:
    """The commands that switch states on or off, or over."""
    for name, to in dict.fromkeys((deed.layer, deed.to) for deed in _all(speaker, by) if deed.layer):
        there = {"on": f"{{{level(name)}==1}}", "off": f"{{{level(name)}==2}}"}.get(to, "")
        yield trigger(f"{name} {to}".strip(), [named(f"hx.v.{name}.{to or 'turn'}")], [named(f"hx.l.{name}")], there)


def _all(speaker: Speaker, by: Speaks) -> Iterator[Does]:
    return (deed for verb in speaker.plain(by) for deed in verb.deeds)


def sends(speaker: Speaker, by: Speaks) -> bool:
    """Whether a declared verb sends such pieces away, which must not be taken for a drag."""
    away = (deed for verb in speaker.plain(by) for deed in verb.deeds if verb.upon is None and deed.send)
    return family.hears(speaker, by) or any(away)


def some_only(speaker: Speaker, by: Speaks) -> bool:
    """Whether what a verb means, or a state, is for some types only."""
    typed = (state.types for state in speaker.game.handling.states.values() if by in state.of)
    spoken = [verb for verb in speaker.game.chronicle.verbs.values() if by in verb.by]
    return any(typed) or any(each.of for verb in spoken for each in verb.means.values())


def _wiped(speaker: Speaker) -> Iterable[str]:
    """The properties that any verb of the game empties on every piece."""
    verbs = (verb for verb in speaker.game.chronicle.verbs.values() if not verb.part)
    return dict.fromkeys(deed.wipe for verb in verbs for deed in verb.deeds if deed.wipe)


def _sent(speaker: Speaker, box: str) -> Trait:
    """A command that sends a piece to a box, that of its own side where each side has one."""
    zone = f"{box}-$Box$" if _of_sides(speaker, box) else "$Home$-$Box$" if box == HOME else box
    table = "$CardMap$" if box in speaker.game.handling.trays else speaker.game.handling.board
    return make("send_to", menu="", key=named(f"hx.v.to.{_boxed(box)}"), map=table, destination="Z", zone=zone)


def _of_sides(speaker: Speaker, box: str) -> bool:
    """Whether each side has a box of its own."""
    boxes = (name for country in speaker.game.maps.values() for name in country.boxes)
    return box in speaker.game.handling.trays or any(name.startswith(f"{box}-") for name in boxes)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
