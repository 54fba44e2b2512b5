"""Traits in the words of this program: keys by name, menus, triggers, reports, properties."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from vassal.fields import Value
from vassal.hotkeys import CODES, NAMED_CODE, Hotkey
from vassal.traits import Trait, make, parse

MODULE = "Current Zone/Current Map/Module"
NOT_NUMERIC = (False, 0, 100, False)
_BITS = {"Shift": 65, "Ctrl": 130, "Alt": 520}
_NUMPAD = {f"Numpad{digit}": 96 + digit for digit in range(10)}

COUNT = (
    '{java.util.Objects.toString(System.setProperty("hx.k",String.valueOf(Integer.parseInt('
    'System.getProperty("hx.k","0"))+1))).substring(0,0)'
    '+new java.math.BigInteger(""+java.lang.management.ManagementFactory.getRuntimeMXBean().getStartTime()/1000)'
    '.toString(36)+"."+System.getProperty("hx.k")+"."+System.currentTimeMillis()/1000}'
)
"""Start of the program, number of the record, clock. The number lives in the program: undo cannot turn it back."""


def named(name: str) -> str:
    """A command that no key of the keyboard sends."""
    return str(Hotkey(NAMED_CODE, 0, name))


def key(words: str) -> str:
    """A key by its words: `Ctrl Shift T`, `Delete`, `Numpad8`; nothing for nothing."""
    if not words:
        return ""
    *modifiers, last = words.split()
    code = CODES.get(last) or _NUMPAD.get(last) or ord(last.upper())
    return str(Hotkey(code, sum(_BITS[word] for word in modifiers)))


def report(keys: Iterable[str], text: str) -> Trait:
    """A report of keys, which speaks when all else is done."""
    return make("report", keys=tuple(keys), format=text, no_suppress=True)


def trigger(name: str, keys: Iterable[str], actions: Iterable[str], condition: str = "", **given: Value) -> Trait:
    """Sends the actions when one of the keys arrives, if the condition holds."""
    watched: dict[str, Value] = {"menu": "", "key": "", "watch_keys": tuple(keys)}
    return make("trigger", name=name, condition=condition, action_keys=tuple(actions), **{**watched, **given})


def entry(menu: str, sent: str, change: str) -> tuple[str, str, tuple[str, ...]]:
    """A command of a property: menu text (or none), key, and the value that it sets."""
    return menu, sent, ("P", change)


def local(name: str, value: str, *entries: tuple[str, str, tuple[str, ...]]) -> Trait:
    """A property of the piece."""
    return make("property", name=name, constraints=NOT_NUMERIC, commands=entries, value=value)


def shared(name: str, *entries: tuple[str, str, tuple[str, ...]]) -> Trait:
    """Sets a property of the whole game."""
    return make("set_global", name=name, constraints=NOT_NUMERIC, commands=entries, level=MODULE)


def computed(name: str, code: str) -> Trait:
    """A property that is worked out when it is asked for."""
    return make("calculated", name=name, expression=f"{{{code}}}")


def marker(values: Mapping[str, str]) -> Trait:
    """Fixed properties of the piece."""
    return make("marker", names=tuple(values), values=tuple(values.values()))


def prototypes(*names: str) -> list[Trait]:
    """The prototypes of these names, in order."""
    # With a list of values, even an empty one, the engine would fill in the formats here and now.
    return [parse(f"prototype;{name}") for name in names]


def quoted(text: str) -> str:
    """A text as the expression language writes it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def chosen(name: str, options: Mapping[str, str], otherwise: str = '""') -> str:
    """Code that gives the option's code by the value of a property."""
    cases = "".join(f"GetString({quoted(name)}).equals({quoted(value)})?({code}):" for value, code in options.items())
    return cases + otherwise


def passed_on(received: str, sent: str, condition: str) -> Trait:
    """Sends a command on to all pieces, on all maps, for which the condition holds."""
    return make(
        "global_key", menu="", key=received, sent_key=sent, filter=condition, report_single=True, deck_count="0"
    )


def counter(keys: Sequence[str]) -> list[Trait]:
    """Numbers the records that these keys make; exactly one on each piece."""
    return [
        trigger("count", keys, [named("hx.k1")]),
        shared("HX_K", entry("", named("hx.k1"), COUNT)),
    ]


def level(name: str) -> str:
    """The property that holds the level of a layer."""
    return f"{name}_Level"
