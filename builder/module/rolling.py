"""The dice: for each kind a hidden button that rolls, and one before it that counts; one on the toolbar rolls.

Of as many dice as a shot has, a loop throws one after the other, and one record tells all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from assets.dice import READY, Dice, said, told
from assets.lines import told_of_roll
from builder.module.acting import action, asks, button, once, sets, stored
from builder.module.options import Making
from builder.traits import columns, waiting
from builder.traits.basics import chosen, key, named, quoted
from builder.traits.columns import NEED as NEED_OF
from builder.traits.dice import Kind, kinds
from builder.traits.orders import name_of
from builder.traits.sealing import all_of, any_of, box, is_one
from builder.traits.words import word
from vassal.buildfile import component
from vassal.components import Component

MOST_DICE, MOST_ACCURACY, MOST_DIGIT = 40, 12, 9
SIDE = 'GetString("PlayerSide")'
"""Code that gives the side of whoever rolls."""
LAID, FELL = f'GetString("{READY}")', 'GetString("HX_Res")'
"""Code that gives how many dice lie ready, and what fell of dice that are thrown one by one."""
NONE = f'{LAID}.equals("0")'
"""Code that tells whether no dice lie ready: then nothing is rolled, and nothing said of a roll."""
AIM = "HX_P"
"""The property that says what is rolled for."""
NO_PURPOSE = f'GetString("{AIM}").equals("")'
"""Code that tells whether nothing is declared to roll for."""
NEED = "hx.dice.need"
"""The command that tells what is lacking for a roll."""
READ = named("hx.column")
"""The command upon which the column of a shot is worked out."""


def properties(making: Making, changed: dict[str, list[Component]]) -> Iterator[Component]:
    """How many dice, what hits, what fell, what a shot carries over, what lacks; takes what else changes them."""
    found = kinds(making.game.chronicle)
    looped = [each for each in found if not each.dice.number]
    yield from _of_shots(making)
    needs = f"{{{_need(making, found)}}}"
    if not looped:
        if _has_purpose(making):
            yield stored("HX_Undiced", "", sets(NEED, needs))
        return
    asked = _numbers("hx.dice", MOST_DICE, word("dice number", making.language))
    yield stored(READY, "0", *asked, *changed.pop(READY, []))
    yield stored("HX_Acc", "0", *_numbers("hx.accuracy", MOST_ACCURACY, word("accuracy", making.language)))
    yield stored("HX_Res", "", sets("hx.nores", ""), *(sets(f"hx.addres{each.mark}", _added(each)) for each in looped))
    yield stored("HX_After", "")
    yield stored("HX_Again", "no")
    yield stored("HX_Undiced", "", sets(NEED, needs))


def _of_shots(making: Making) -> Iterator[Component]:
    """The column of the last shot."""
    if any(columns.of(making.game)):
        yield stored(columns.COLUMN, "", sets("hx.column", columns.together(making.game)))


def lands(making: Making) -> Component:
    """The places of the terrains on which a shot hangs: texts of the module, which no save holds.

    A property of the table would be one more in each game that goes on with a module that was built anew.
    """
    texts = columns.lands(making.game).items()
    found = (
        component("GlobalTranslatableMessage", name=name, initialValue=text, description="") for name, text in texts
    )
    return component("GlobalTranslatableMessages", *found)


def dice(making: Making) -> Iterator[Component]:
    """All dice, and the buttons that throw them."""
    found = kinds(making.game.chronicle)
    for each in found:
        yield _die(making, each)
        yield from _asked(making, each, found)
        yield from _thrown(making, each)
    if any(not each.dice.number for each in found):
        yield button("dice number", [named("hx.dice")], text=word("dice number", making.language))
        yield button("accuracy", [named("hx.accuracy")], text=word("accuracy", making.language))
    if waiting.known(making.speaker):
        yield once(action("take", [waiting.TAKEN, waiting.DROP], hotkey=waiting.TAKE), waiting.ready())


def _has_purpose(making: Making) -> bool:
    """Whether every roll of the game has a purpose, which is declared before the dice are thrown."""
    speaker = making.speaker
    return speaker.knows("roll") and "p" in speaker.verb("roll").keys


def _by_purpose(making: Making, found: tuple[Kind, ...]) -> bool:
    """Whether the purpose tells which dice the button on the toolbar throws."""
    return _has_purpose(making) and len(found) > 1


def _need(making: Making, found: tuple[Kind, ...]) -> str:
    """Code that says in a box what is lacking for a roll."""
    said = {name: box(word(name, making.language)) for name in ("no purpose", "no dice")}
    looped = [name for each in found if not each.dice.number for name in each.purposes]
    if _by_purpose(making, found):
        idle = all_of([NONE, is_one(AIM, looped)]) if looped else "false"
        return f'{_idle(making)}?{said["no purpose"]}:({idle})?{said["no dice"]}:""'
    return f'{NONE}?{said["no dice"]}:""' if looped else f'{_idle(making)}?{said["no purpose"]}:""'


def _idle(making: Making) -> str:
    """Code that tells whether nothing is declared to roll for, and no shot of whoever presses the button waits."""
    return f"({NO_PURPOSE}&&!({waiting.ready()}))" if waiting.known(making.speaker) else NO_PURPOSE


def _numbers(command: str, most: int, question: str) -> Iterator[Component]:
    """A list from which the player picks a number."""
    yield asks(command, question, map(str, range(most + 1)))


def _single(kind: Kind) -> Dice:
    """What falls at once: one of many, or all."""
    return kind.dice if kind.dice.number else Dice(1, kind.dice.faces)


def _added(kind: Kind) -> str:
    """Code that puts the last die to those that fell before."""
    fell = f'GetString("{_single(kind).name}_result")'
    return f'{{GetString("HX_Res").equals("")?{fell}:GetString("HX_Res")+","+{fell}}}'


def _line(making: Making, kind: Kind) -> str:
    """What is said of a roll."""
    thrown, called = f"d{kind.dice.faces}", said(kind.dice.name, making.language)
    name, fell = (quoted(kind.dice.name), "result") if kind.dice.number else (f"{LAID}+{quoted(thrown)}", FELL)
    if not making.speaker.knows("roll"):
        return f'{{{SIDE}+": "+{name}+" <b>"+{fell}+"</b>"}}'
    each = [f"result{place}" for place in range(1, kind.dice.thrown + 1)]
    parts = (quoted(part) if " " in part else part for part in told(kind.dice, each, "numericalTotal"))
    of_roll = told_of_roll(making.game, making.language)
    sides, purposes = ({value: quoted(word) for value, word in of_roll[key].items()} for key in ("s", "p"))
    words = {
        "s": f"({chosen('PlayerSide', sides, SIDE)})",
        "p": f"({chosen(AIM, purposes)}){_named(making, kind)}",
        "dice": quoted(called) if kind.dice.number else f"{LAID}+{quoted(said(thrown, making.language))}",
        "res": f'"<b>"+{"+".join(parts) or fell}+"</b>"{_judged(making, kind)}',
    }
    return making.speaker.script("roll", {"dice": name, "res": fell}, words)


def _named(making: Making, kind: Kind) -> str:
    """Code that adds who fires at whom, where dice are for a shot, as far as somebody was named."""
    speaker, purposes = making.speaker, making.game.chronicle.purposes
    shots = [name for name in kind.purposes if purposes[name].targets]
    roll = speaker.verb("roll")
    if not shots or not {"by", "at", "who"} <= {*roll.keys}:
        return ""
    by, at, who = (speaker.code(roll, key) for key in ("by", "at", "who"))
    each = f'({by}+",").split(",")'
    together = f'{name_of(f"{each}[0]")}+({by}.contains(",")?" + "+{name_of(f"{each}[1]")}:"")'
    firing = f'({by}.equals("")?{name_of(who)}:({together}))'
    aimed = f'({at}.equals("")?"":{quoted(word("at whom", making.language))}+{name_of(at)})'
    known = f'({is_one(AIM, shots)})&&!({by}+{who}).equals("")'
    return f'+({known}?", "+{firing}+{aimed}:"")'


def _judged(making: Making, kind: Kind) -> str:
    """Code that adds what became of a roll, as far as the module knows what it needed or what hits."""
    game, language = making.game, making.language
    purposes = game.chronicle.purposes
    if not kind.dice.number:
        return _hits(making, kind) if "acc" in making.speaker.verb("roll").keys else ""
    known = [name for name in kind.purposes if purposes[name].needs is not None]
    shots = any(purposes[name].column is not None for name in kind.purposes)
    read = columns.told(making.speaker, "numericalTotal") if shots else ""
    if not known:
        return read
    sought = '"{PieceUID==\\""+GetString("HX_Who")+"\\"}"'
    need = f"SumMap({quoted(NEED_OF)},{quoted(game.handling.board)},{sought})"
    passed = f"numericalTotal<={need}?{quoted(word('passed', language))}:{quoted(word('failed', language))}"
    told = f"{quoted(word('needs', language))}+{need}+{quoted(word('at most', language))}+({passed})"
    return f'+(({is_one(AIM, known)})&&{need}>1?({told}):""){read}'


def _hits(making: Making, kind: Kind) -> str:
    """Code that adds how many dice hit, each of which shows one digit."""
    shots = [name for name in kind.purposes if making.game.chronicle.purposes[name].targets]
    if not shots or kind.dice.faces > MOST_DIGIT:
        return ""
    accuracy = 'GetString("HX_Acc")'
    count = f'{FELL}.replaceAll("[^1-"+{accuracy}+"]","").length()'
    none, one, many = (quoted(word(name, making.language)) for name in ("no hit", "one hit", "hits"))
    found = f'{count}==0?{none}:{count}==1?{one}:": "+{count}+{many}'
    known = f'{accuracy}.matches("[1-{kind.dice.faces}]")&&!{FELL}.equals("")'
    return f'+(({is_one(AIM, shots)})&&{known}?({found}):"")'


def _die(making: Making, kind: Kind) -> Component:
    """The hidden button that throws all of them, or one of many, which says nothing."""
    single = _single(kind)
    return component(
        "DiceButton",
        name=single.name,
        text="",
        icon="",
        tooltip="",
        hotkey=named(f"hx.{single.name}"),
        nDice=single.thrown,
        nSides=single.faces,
        reportFormat=_line(making, kind) if kind.dice.number else "",
        reportTotal=False,
        sortDice=False,
    )


def _asked(making: Making, kind: Kind, found: tuple[Kind, ...]) -> Iterator[Component]:
    """The button on the toolbar; one for each kind where nothing is ever declared to roll for."""
    name = f"roll {kind.dice.name}" if kind.dice.number else "roll"
    if _by_purpose(making, found):
        if not kind.rank:
            yield _toolbar(making, "roll", _idle(making), [each.asked for each in found])
        yield _if_declared(kind)
    elif not kind.dice.number:
        yield _if_declared(kind)
        if not kind.rank or not _has_purpose(making):
            yield _toolbar(making, kind.after(name), NONE, [kind.sent])
    elif not _has_purpose(making):
        look = {"text": kind.after(word("roll", making.language)), "icon": "roll.png"}
        yield action(
            name, _sent(making, kind), **look, hotkey=_key(making, kind), tooltip=word("roll tip", making.language)
        )
    elif not kind.rank:
        yield _toolbar(making, name, _idle(making), _sent(making, kind))


def _if_declared(kind: Kind) -> Component:
    """Throws if this is what was declared, and if dice lie ready."""
    lacking = [f"!({is_one(AIM, kind.purposes)})", *([] if kind.dice.number else [NONE])]
    return _counted(f"asked {kind.dice.name}", kind.asked, [kind.sent], f"{{{any_of(lacking)}?0:1}}")


def _thrown(making: Making, kind: Kind) -> Iterator[Component]:
    """What throws, with a number of its own."""
    if kind.dice.number:
        hidden = kind.rank and _has_purpose(making)
        name = f"roll {kind.dice.name}" if hidden else kind.after("roll for")
        tip = word("roll tip", making.language) if hidden else ""
        yield action(name, _sent(making, kind), hotkey=kind.sent, tooltip=tip)
        return
    begins, ends = (named(f"hx.roll.{each}{kind.mark}") for each in ("begins", "ends"))
    sent = [named(f"hx.{_single(kind).name}"), named(f"hx.addres{kind.mark}")]
    yield _counted(kind.after("roll for"), kind.sent, sent, "$HX_Dice$", preLoopKey=begins, postLoopKey=ends)
    yield button(kind.after("roll begins"), [named("hx.nores"), named("hx.k")], hotkey=begins)
    yield button(kind.after("roll ends"), [], hotkey=ends, report=_line(making, kind))


def _sent(making: Making, kind: Kind) -> list[str]:
    read = any(purpose.id in kind.purposes for purpose, _ in columns.of(making.game))
    return [named("hx.k"), *([READ] if read else []), named(f"hx.{kind.dice.name}")]


def _key(making: Making, kind: Kind) -> str:
    """The shortcut of the button on the toolbar."""
    return "" if kind.rank else key(making.game.handling.keys.get("roll", ""))


def _toolbar(making: Making, name: str, lacking: str, sent: list[str]) -> Component:
    """The button that rolls; while something is lacking it only tells what."""
    look = {"text": word("roll", making.language), "icon": "roll.png", "tooltip": word("roll tip", making.language)}
    shortcut = key(making.game.handling.keys.get("roll", ""))
    sent = [*([waiting.TAKE] if waiting.known(making.speaker) else []), *sent]
    return _counted(name, shortcut, sent, f"{{{lacking}?0:1}}", look, preLoopKey=named(NEED))


def _counted(
    name: str, hotkey: str, sent: list[str], count: str, look: Mapping[str, str] | None = None, **around: str
) -> Component:
    """A button that does the same so many times."""
    return component(
        "DoActionButton",
        name=name,
        **(look or {"text": "", "icon": "", "tooltip": ""}),
        hotkey=hotkey,
        doReport=False,
        reportFormat="",
        doHotkey=True,
        hotkeys=sent,
        doLoop=True,
        loopType="counted",
        loopCount=count,
        **around,
    )
