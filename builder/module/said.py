"""Buttons and the map as speakers: their verbs are spoken as the chronicle declares them.

Each command is two buttons: one for the player, which does what comes before the line and counts, and one that speaks
with the new number and then does the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from assets.chronicle import HOLE, MOUSE, Does, Speaks, Then, Verb
from assets.dice import READY
from builder.module import stages
from builder.module.acting import CLOCK, LAST, action, once, sets, to_all
from builder.module.commands import Command
from builder.module.options import Making
from builder.traits import family, follows, waiting
from builder.traits.basics import key, named, quoted
from builder.traits.dice import ready, rolled
from builder.traits.looks import MOVED
from builder.traits.sealing import all_of, box, got, is_one
from builder.traits.verbs import bears, value, wipes
from builder.traits.words import word
from vassal.buildfile import component
from vassal.components import Component

STAGING = ("HX_By", "HX_At", "HX_Who", "HX_P", "HX_Shot")
"""What a declaration leaves behind until it is rolled for or cleared."""
SPEAK: tuple[Speaks, ...] = ("button", "map")
REFILL = named("hx.refill")
"""The command upon which all markers that are done go back into the cup."""
UNMOVED = named("hx.unmoved")
"""The command upon which all pieces lose the mark of having moved."""
PRESSED = {"clock": CLOCK, "cup": REFILL, "unmoved": UNMOVED}
NOWHERE = 'GetString("HX_Mouse").equals("")'
"""Code that tells whether the mouse is not over the map."""


def verbs(making: Making) -> Iterator[tuple[Verb, Speaks]]:
    """The verbs of buttons and of the map that are spoken as they are declared."""
    for by in SPEAK:
        yield from ((verb, by) for verb in making.speaker.plain(by))


def choices(making: Making, verb: Verb) -> list[dict[str, str]]:
    """What can be chosen of a verb: the values of its record that a button knows."""
    chosen = making.game.chronicle.chosen(verb)
    return [{chosen: what} for what in verb.choices[chosen]] if chosen else [{}]


def command(verb: Verb, deed: Does, given: Mapping[str, str]) -> str:
    """The command upon which a deed is done; emptying a property is the same for all verbs."""
    kind, name = deed.what
    if kind == "wipe":
        return wipes(name)[0]
    if not deed.to and not deed.add:
        return named(f"hx.clear.{name}")
    varies = deed.when or set(HOLE.findall(deed.to)) & set(given)
    return named(".".join(("hx.v", verb.id, name, *(given.values() if varies else ()))))


def _sent(making: Making, verb: Verb, deed: Does, given: Mapping[str, str]) -> list[str]:
    """The commands upon which a button does a deed, or has it done by that of the dice."""
    if not deed.roll:
        return [command(verb, deed, given)]
    number = ready(making.speaker, deed.roll)
    return [*([named(f"hx.v.dice.{number}")] if number else []), rolled(making.speaker, deed.roll)]


def changes(making: Making) -> dict[str, list[Component]]:
    """By property of the whole game: what changes it when a button or the map speaks."""
    found = _staging(making)
    for verb, by in verbs(making):
        if by == "map":
            found.setdefault("HX_Mouse", {})[named(f"hx.v.{MOUSE}")] = sets(f"hx.v.{MOUSE}", _pointed(making))
        for given in choices(making, verb):
            for deed in verb.deeds:
                if deed.keep and deed.holds(given):
                    sent = command(verb, deed, given)
                    found.setdefault(deed.keep, {})[sent] = _set(sent, value(making.speaker, verb, deed, given))
                number = ready(making.speaker, deed.roll) if deed.roll else 0
                if number:
                    sent = named(f"hx.v.dice.{number}")
                    found.setdefault(READY, {})[sent] = _set(sent, str(number))
    if any(stages.tells(making, verb, given) for verb, _ in verbs(making) for given in choices(making, verb)):
        found[stages.LEFT] = {named(stages.DONE): stages.change(making)}
    if any(deed.fetch for deed in family.deeds(making.game)):
        found.setdefault(family.HERE, {})
    for each in making.game.chronicle.verbs.values():
        for deed in each.deeds:
            if deed.keep and "{" not in deed.keep and not each.part:
                found.setdefault(deed.keep, {})
    return {name: list(some.values()) for name, some in found.items()}


def _staging(making: Making) -> dict[str, dict[str, Component]]:
    """What clears a declaration, and makes a shot that waits the one declared again, which then waits no more."""
    found = {name: {named(f"hx.clear.{name}"): _set(named(f"hx.clear.{name}"), "")} for name in STAGING}
    if waiting.known(making.speaker):
        cleared, taken, drop = named("hx.clear.HX_P"), waiting.TAKEN, waiting.DROP
        for name, code in waiting.restored(making.speaker).items():
            found[name][taken] = _set(taken, f"{{{code}}}")
        found[waiting.WAITING] = {cleared: _set(cleared, ""), drop: _set(drop, f"{{{waiting.left()}}}")}
    return found


def _set(sent: str, to: str) -> Component:
    return sets(sent.rpartition(",")[2], to)


def _pointed(making: Making) -> str:
    """Code that gives the place under the mouse, or says in a box that it is not over the map."""
    table = f"VASSAL.build.module.Map.getMapById({quoted(making.game.handling.board)})"
    mouse = f"{table}.getView().getMousePosition()"
    place = f"{table}.locationName({table}.componentToMap({mouse}))"
    return f"{{java.util.Objects.isNull({mouse})?{box(word('mouse aside', making.language))}:{place}}}"


def commands(making: Making) -> Iterator[Command]:
    """Every button by its name, with its text and its key."""
    for verb, _ in verbs(making):
        yield from (_command(making, verb, given) for given in choices(making, verb))


def _command(making: Making, verb: Verb, given: Mapping[str, str]) -> Command:
    """A button: what it is called after the verb and what was chosen."""
    speaker, menu = making.speaker, making.speaker.menu(verb)
    chosen, what = next(iter(given.items()), ("", ""))
    shortcut = making.game.handling.keys.get(f"{verb.id}.{what}" if what else verb.id, "")
    text = f"{menu}: {speaker.choice(verb, chosen, what)}" if what else menu
    return Command(verb.id, what, "button", f"{verb.id} {what}" if what else verb.id, text, shortcut)


def buttons(making: Making, *, ends: bool) -> Iterator[Component]:
    """The commands of all verbs that tell of the end of something, or of all others."""
    for verb, by in verbs(making):
        for given in choices(making, verb) if verb.ends == ends else ():
            shown = _command(making, verb, given)
            before, after = _around(making, verb, given)
            speaks = named(f"hx.say.{shown.key}")
            after += [sent for sent, _ in follow(making, verb, given)]
            sent = [
                *before,
                *([named(stages.DONE)] if stages.tells(making, verb, given) else []),
                named("hx.k"),
                speaks,
            ]
            make = _pointing if by == "map" else action
            yield make(shown.key, sent, text=shown.text, hotkey=key(shown.shortcut))
            yield action(f"{shown.key} said", after, hotkey=speaks, report=_line(making, verb, given))
    if ends:
        yield from _wipes(making)
        yield from _puts(making)


def _line(making: Making, verb: Verb, given: Mapping[str, str]) -> str:
    """The line of a button; where a step of the set-up is done, it says which comes next."""
    speaker = making.speaker
    if not stages.tells(making, verb, given):
        return speaker.line(verb, given)
    words = {key: quoted(speaker.choice(verb, key, value)) for key, value in given.items()}
    told = {key: f"{code}+{stages.following(making)}" for key, code in words.items()}
    return speaker.script(verb, {key: quoted(value) for key, value in given.items()}, told)


def follow(making: Making, verb: Verb, given: Mapping[str, str]) -> Iterator[tuple[str, Then]]:
    """What follows by itself where this was chosen, and the command upon which it does."""
    for each in verb.then:
        if each.holds(given):
            name = each.press or f"{each.state}.{each.to}.{each.who}"
            yield named(".".join(("hx.then", name, *((each.bears,) if each.bears else ()), *each.within))), each


def _puts(making: Making) -> Iterator[Component]:
    """What has pieces put a state on or take it off by themselves, for the verbs of buttons."""
    by_parts = (verb for verb in making.game.chronicle.verbs.values() if verb.part and "button" in verb.by)
    said = (verb for verb, _ in verbs(making))
    every = (
        each for verb in (*said, *by_parts) for given in choices(making, verb) for each in follow(making, verb, given)
    )
    followed = dict(every)
    if any(each.press == "unmoved" for each in followed.values()):
        yield to_all("unmoved", UNMOVED, MOVED, '{GetString("Moved").equals("true")}')
    for sent, each in followed.items():
        if each.press:
            yield _pressed(making, sent, each)
            continue
        yield to_all(f"put {each.state} {each.to}", sent, follows.put(each), f"{{{follows.whose(making.game, each)}}}")


def _pressed(making: Making, sent: str, then: Then) -> Component:
    """The clock goes on, or the cup is filled, in a phase in which that follows; with the last turn the clock stops."""
    wanted = [follows.phases(then)] if then.within else []
    wanted += [f"!({over(making)})"] if then.press == "clock" else []
    return once(action(f"{then.press} by itself", [PRESSED[then.press]], hotkey=sent), all_of(wanted) or "true")


def over(making: Making) -> str:
    """Code that tells whether the game is at the end of its last turn: no clock goes on from there."""
    last = [*making.game.chronicle.phases][-1:]
    return all_of([*([is_one("Phase", last)] if last else []), f"{got('Turn')}.equals({got(LAST)})"])


def clocks(making: Making) -> bool:
    """Whether a button moves the clock on by itself."""
    return making.speaker.knows("round") or any(
        each.press == "clock" for verb, _ in verbs(making) for each in verb.then
    )


def _around(making: Making, verb: Verb, given: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """The commands of what is done before the line, and after it."""
    said = verb.does.index("say")
    some: Iterable[list[str]] = (
        [
            sent
            for each in part
            if isinstance(each, Does) and each.holds(given)
            for sent in _sent(making, verb, each, given)
        ]
        for part in (verb.does[:said], verb.does[said:])
    )
    before, after = some
    return before, after


def _pointing(name: str, sent: Iterable[str], *, text: str, hotkey: str) -> Component:
    """A command of the map: while the mouse is not over it, nothing is done and nothing said."""
    return component(
        "DoActionButton",
        name=name,
        text=text,
        icon="",
        tooltip=text,
        hotkey=hotkey,
        doReport=False,
        reportFormat="",
        doHotkey=True,
        hotkeys=list(sent),
        doLoop=True,
        loopType="counted",
        loopCount=f"{{{NOWHERE}?0:1}}",
        preLoopKey=named(f"hx.v.{MOUSE}"),
    )


def _wipes(making: Making) -> Iterator[Component]:
    """What empties a property on every piece, for the verbs of buttons."""
    names = dict.fromkeys(deed.wipe for verb, _ in verbs(making) for deed in verb.deeds if deed.wipe)
    for name in names:
        sent, heard = wipes(name)
        if sent != named("hx.gclear"):
            yield to_all(f"wipe {name}", sent, heard, bears(making.game, name))
