"""Rules on hotkeys: clashes, lists that are misread, commands that nobody sends."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from builder.lint.reports import canon
from builder.lint.rule import Found, Rule, Severity, rule
from builder.lint.view import View, where
from vassal.fields import KEY
from vassal.hotkeys import Hotkey, parse_list
from vassal.pieces import Piece
from vassal.traits import KINDS, Trait

LISTS = {
    "report": ("keys", "cycle_down_keys"),
    "trigger": ("watch_keys", "action_keys"),
    "restrict_commands": ("keys",),
}
SENDING = {"trigger": ("before_loop_key", "after_loop_key"), "global_key": ("sent_key",), "button": ("key",)}
_MORE_SENDING = {"global_hotkey": ("sent_key",), "place_marker": ("after_key",), "replace": ("after_key",)}
_NAMED = re.compile(r"5[0-9]{4},0,([^,;|\\]+)")


@rule(
    "HM801",
    Severity.ERROR,
    why="Without a comma VASSAL reads the letters of old times: `F` is Ctrl+F, and a name is many keys.",
    example="a Report Action for `fire` instead of `57348\\,0\\,fire`",
    fix="Write each key with code and modifiers, its comma escaped: `70\\,130`.",
)
def bare_key_list(view: View) -> Iterator[Found]:
    """A list of keys has no comma."""
    for at, trait in view.kind(*LISTS):
        for name in LISTS[trait.kind]:
            text = ",".join(trait.items(name))
            if text and "," not in text:
                yield Found(f"{at}: {name}", f"{text!r} is read as Ctrl keys")


@rule(
    "HM802",
    Severity.ERROR,
    why="The comma within a key must be escaped in a list; otherwise VASSAL reads two broken keys and hears neither.",
    example="`70,130` instead of `70\\,130`",
    fix="Escape the comma of each key.",
)
def broken_key_list(view: View) -> Iterator[Found]:
    """A list holds something that is no key."""
    for at, trait in view.kind(*LISTS):
        for name in LISTS[trait.kind]:
            keys = trait.items(name)
            flawed = [key for key in keys if key and Hotkey.parse(key) is None and "$" not in key]
            if flawed and any("," in key for key in keys) | (len(keys) > 1):
                yield Found(f"{at}: {name}", f"{flawed[0]!r} is no key")


@rule(
    "HM803",
    Severity.WARNING,
    why="VASSAL reads no key there, and the command cannot be given.",
    example="`delete;Delete;Ctrl D`",
    fix="Write code and modifiers such as `68,130`, or a named key such as `57348,0,remove`.",
)
def broken_trait_key(view: View) -> Iterator[Found]:
    """A key of a trait is none that VASSAL can read."""
    for at, trait in view.traits:
        for column, value in zip(KINDS[trait.kind].type.columns, trait.values, strict=False):
            wanted = column.type is KEY and isinstance(value, str) and len(value.strip()) > 1
            if wanted and Hotkey.parse(str(value)) is None and "$" not in str(value):
                yield Found(f"{at}: {column.name}", f"{str(value)[:40]!r} is no key")


def _menus(trait: Trait) -> Iterator[tuple[str, str]]:
    """Yield menu and key of each command that a trait always shows in the menu."""
    columns = KINDS[trait.kind].places
    for name in columns:
        if name == "menu" or name.endswith("_menu"):
            key = f"{name[: -len('menu')]}key"
            if trait.kind == "layer" and name == "activate_menu" and trait.flag("always_active"):
                continue
            if key in columns and trait.text(name).strip():
                yield trait.text(name), trait.text(key)
    if trait.kind in {"property", "set_global", "set_piece_property"}:
        for row in trait.rows("commands"):
            if len(row) > 1 and str(row[0]).strip():
                yield str(row[0]), str(row[1])


def _hidden_keys(piece: Piece) -> set[str]:
    return {canon(key) for trait in piece.all("restrict_commands") for key in trait.items("keys")}


@rule(
    "HM804",
    Severity.WARNING,
    why="One press of the key gives both commands, though the menu shows them as two.",
    example="`Flip` and `Fire`, both on Ctrl+F",
    fix="Give one of them another key; commands that belong together need one menu entry only.",
)
def key_clash(view: View) -> Iterator[Found]:
    """Two entries of a piece's menu have the same key."""
    for at, piece in view.distinct:
        entries: defaultdict[str, set[str]] = defaultdict(set)
        for trait in piece.traits:
            if trait.kind != "trigger" or not trait.text("condition").strip():
                for menu, key in _menus(trait):
                    entries[canon(key)].add(menu)
        hidden = _hidden_keys(piece)
        for key, menus in entries.items():
            if key and len(menus) > 1 and key not in hidden and "," in key:
                names = " and ".join(sorted(map(repr, menus)))
                yield Found(at, f"{names} share {_words(key)}")


def _words(key: str) -> str:
    found = Hotkey.parse(key)
    return found.words if found else key


@rule(
    "HM805",
    Severity.WARNING,
    why="One press of the key works both buttons.",
    example="Dice and Notes, both on Alt+D",
    fix="Give one of them another key.",
)
def button_clash(view: View) -> Iterator[Found]:
    """Two buttons of the toolbar have the same key."""
    first: dict[str, str] = {}
    for path in view.paths:
        each, kind = path[-1], path[-1].kind
        if kind is None or "propertyGate" not in kind.attributes:
            continue
        name = "buttonHotkey" if "buttonHotkey" in kind.attributes else "hotkey"
        key = canon(each.get(name))
        # Hands have owners, and each player has but one of them before him.
        of_a_hand = any(holder.name in {"PrivateMap", "PlayerHand"} for holder in path)
        if key and "," in key and not each.get("propertyGate") and not of_a_hand:
            if key in first:
                yield Found(where(path), f"shares {_words(key)} with {first[key]}")
            first.setdefault(key, where(path))


def _all_named(view: View) -> set[str]:
    """Return every named key that something sends: buttons, maps, triggers, menus, commands to others."""
    sent: set[str] = set()
    for path in view.paths:
        kind = path[-1].kind
        for name, value in path[-1].attributes.items() if kind else ():
            known = kind.attributes.get(name) if kind else None
            if known and known.kind in {"key", "keys"}:
                sent |= {found.name for found in parse_list(value) if found.name}
                single = Hotkey.parse(value)
                sent |= {single.name} if single and single.name else set()
        if path[-1].name == "option":
            sent |= set(_NAMED.findall(path[-1].text))
    for holder in view.holders:
        for trait in holder.traits:
            sent |= _sent(trait)
    return sent


def _sent(trait: Trait) -> set[str]:
    found = {canon(key) for _, key in _menus(trait)}
    for name in (*SENDING.get(trait.kind, ()), *_MORE_SENDING.get(trait.kind, ())):
        found.add(canon(trait.text(name)))
    if trait.kind == "trigger":
        found |= {canon(key) for key in trait.items("action_keys")}
    if trait.kind == "mask" and trait.text("style")[:1] == "P":
        found.add(canon(trait.text("style")[1:]))
    if trait.kind in {"submenu", "separator"}:
        return set()
    return found


@rule(
    "HM806",
    Severity.NOTE,
    why="The trait waits for a command that never comes; often a name is misspelt on one of the two sides.",
    example="a trigger that watches `57348,0,frie`, while the menu sends `57348,0,fire`",
    fix="Correct the name, or remove the trait.",
)
def unsent_key(view: View) -> Iterator[Found]:
    """A report or trigger waits for a named key that nothing sends."""
    sent = _all_named(view)
    dynamic = any("$" in name for name in sent)
    for at, trait in view.kind("report", "trigger"):
        keys = trait.items("keys" if trait.kind == "report" else "watch_keys")
        found = [Hotkey.parse(key) for key in keys]
        names = {each.name for each in found if each and each.name and "$" not in each.name}
        lost = sorted(names - sent) if not dynamic else []
        if lost:
            yield Found(at, f"nothing sends {', '.join(map(repr, lost))}")


@rule(
    "HM807",
    Severity.NOTE,
    why="The last step of the command is lost: a name is misspelt, or the trait that should hear it was removed.",
    example="a trigger that sends `57348,0,fierd`, which nothing hears",
    fix="Correct the name, or take the key out of the list.",
)
def unheard_key(view: View) -> Iterator[Found]:
    """A trigger sends a named key that nothing hears."""
    heard = _all_heard(view)
    if any("$" in name for name in heard):
        return
    for at, trait in view.kind("trigger"):
        names = {canon(key) for key in trait.items("action_keys")}
        lost = sorted(name for name in names if name and "," not in name and "$" not in name and name not in heard)
        if lost:
            yield Found(at, f"nothing hears {', '.join(map(repr, lost))}")


def _all_heard(view: View) -> set[str]:
    heard: set[str] = set()
    for path in view.paths:
        kind = path[-1].kind
        for name, value in path[-1].attributes.items() if kind else ():
            known = kind.attributes.get(name) if kind else None
            if known and known.kind == "key":
                heard.add(canon(value))
    for _, trait in view.traits:
        for column, held in zip(KINDS[trait.kind].type.columns, trait.values, strict=False):
            if column.type is KEY and isinstance(held, str) and column.name not in {"sent_key", "after_key"}:
                heard.add(canon(held))
        for name in LISTS.get(trait.kind, ()):
            if name != "action_keys" and trait.kind != "restrict_commands":
                heard |= {canon(key) for key in trait.items(name)}
        if trait.kind in {"property", "set_global", "set_piece_property"}:
            heard |= {canon(str(row[1])) for row in trait.rows("commands") if len(row) > 1}
        if trait.kind == "mask":
            heard.add(canon(trait.text("style")[1:]))
    return heard


@rule(
    "HM808",
    Severity.WARNING,
    why="The menu shows the entry, and choosing it does nothing.",
    example="`macro;Fire;Fire!;;…` with an empty key",
    fix="Give the command a key; a named key such as `57348,0,fire` needs no keyboard.",
)
def menu_without_key(view: View) -> Iterator[Found]:
    """A trigger shows a menu entry and has no key."""
    for at, trait in view.kind("trigger", "global_key", "send_to", "place_marker", "replace", "move_fixed"):
        if trait.text("menu").strip() and not trait.text("key").strip():
            yield Found(at, f"the menu entry {trait.text('menu')!r} has no key")


@rule(
    "HM809",
    Severity.WARNING,
    why="A sub-menu gathers entries by their texts; one that is not found is missing from it.",
    example="a Sub-Menu of `Fire` and `Mvoe`",
    fix="Write the texts as the commands have them.",
)
def unknown_submenu_entry(view: View) -> Iterator[Found]:
    """A sub-menu names an entry that no piece of the module has in its menu."""
    texts = {menu for _, trait in view.traits for menu, _ in _every_menu(trait)}
    for at, trait in view.kind("submenu"):
        for text in trait.items("commands"):
            if text.strip() and text not in texts and "$" not in text and not text.startswith("{"):
                yield Found(at, f"{trait.text('menu')!r} wants {text!r}, which is not there")


def _every_menu(trait: Trait) -> Iterator[tuple[str, str]]:
    yield from _menus(trait)
    for name in KINDS[trait.kind].places:
        if name == "menu" or name.endswith("_menu"):
            yield trait.text(name), ""


RULES: tuple[Rule, ...] = (
    bare_key_list,
    broken_key_list,
    broken_trait_key,
    key_clash,
    button_clash,
    unsent_key,
    unheard_key,
    menu_without_key,
    unknown_submenu_entry,
)
