"""Parts that work unseen: properties of the whole table, what sets them, and the buttons that start it all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from builder.module.look import ICONS
from builder.traits.basics import named
from builder.traits.words import word
from vassal.buildfile import component
from vassal.components import Component
from vassal.sequence import join

CLOCK = named("hx.clock")
"""The command upon which the turn tracker goes on, where buttons move it."""

LAST = "HX_LastTurn"
"""The property of the whole game that names its last turn; each set-up brings its own."""


def stored(name: str, value: str = "", *changes: Component) -> Component:
    """A property of the whole table, with what changes it."""
    return component("GlobalProperty", *changes, name=name, initialValue=value, isNumeric=False, description="")


def sets(command: str, value: str, report: str = "") -> Component:
    """A command that gives a property a value."""
    return _change(command, ("P", value), report)


def asks(command: str, question: str, texts: Iterable[str]) -> Component:
    """A command that lets the player choose the value."""
    return _change(command, ("E", question, join(tuple(texts), ",")))


def _change(command: str, changer: tuple[str, ...], report: str = "") -> Component:
    return component(
        "ChangePropertyButton",
        text="",
        icon="",
        tooltip="",
        hotkey=named(command),
        propChanger=join(changer, ","),
        reportFormat=report,
    )


def action(
    name: str,
    keys: Iterable[str] = (),
    *,
    text: str = "",
    icon: str = "",
    hotkey: str = "",
    report: str = "",
    tooltip: str = "",
) -> Component:
    """A button that speaks, then sends keys."""
    sent = list(keys)
    return component(
        "DoActionButton",
        name=name,
        text=text,
        icon=icon,
        tooltip=tooltip,
        hotkey=hotkey,
        doReport=bool(report),
        reportFormat=report,
        doHotkey=bool(sent),
        hotkeys=sent,
    )


def looped(button: Component, **loop: str) -> Component:
    """The same button, which does all that it does as often as the loop says."""
    return replace(button, attributes={**button.attributes, "doLoop": "true", **loop})


def once(button: Component, condition: str) -> Component:
    """The same button, which does nothing at all where a condition does not hold."""
    return looped(button, loopType="counted", loopCount=f"{{({condition})?1:0}}")


def to_all(name: str, received: str, sent: str, condition: str, *, text: str = "") -> Component:
    """A command that is sent on to all pieces for which a condition holds; a button, if it has a text."""
    return component(
        "GlobalKeyCommand",
        name=name,
        buttonText=text,
        icon="",
        tooltip="",
        buttonHotkey=received,
        hotkey=sent,
        filter=condition,
        deckCount=0,
        singleMap=False,
        reportSingle=True,
    )


def gathered(name: str, found: Sequence[Component], language: str) -> Iterator[Component]:
    """Buttons, and the menu that holds all of them that have a text; a single one stands on the toolbar itself."""
    shown = [each for each in found if _text(each)]
    if len(shown) == 1:
        own = shown[0].get("name")
        look = {"icon": f"{own if own in ICONS else name.split(maxsplit=1)[0]}.png", "tooltip": _text(shown[0])}
        yield from (replace(each, attributes={**each.attributes, **look}) if each in shown else each for each in found)
        return
    yield from found
    if shown:
        yield component(
            "ToolbarMenu",
            description=name,
            text=word(name, language),
            tooltip=word(f"{name} tip", language),
            icon=f"{name.split(maxsplit=1)[0]}.png",
            menuItems=[_text(each) for each in shown],
        )


def _text(shown: Component) -> str:
    """What stands on a button."""
    return shown.get("text") or shown.get("buttonText")


def button(name: str, keys: Iterable[str], *, text: str = "", hotkey: str = "", report: str = "") -> Component:
    """The same, with its text as its tip."""
    return action(name, keys, text=text, tooltip=text, hotkey=hotkey, report=report)
