"""Rules on what the chat says, and what it keeps silent about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from builder.lint.rule import Found, Rule, Severity, rule
from builder.lint.scripts import named_in
from builder.lint.view import View, label
from vassal.hotkeys import Hotkey, parse_list
from vassal.pieces import Piece
from vassal.traits import Trait

KEYED = {
    "layer": (
        ("activate_menu", "activate_key"),
        ("increase_menu", "increase_key"),
        ("decrease_menu", "decrease_key"),
        ("reset_menu", "reset_key"),
        ("random_menu", "random_key"),
    ),
}
MOVING = {
    "send_to": ("key", "back_key"),
    "move_fixed": ("key",),
    "return_to_deck": ("key",),
    "multi_location": ("key",),
    "place_marker": ("key",),
    "replace": ("key",),
    "global_key": ("key",),
    "global_hotkey": ("key",),
}
"""Commands of which the map tells, or of which another piece or button may."""
LOCAL = "System.setProperty("
"""How an expression has the program at hand, and nobody else, remember something."""


def changing(trait: Trait) -> Iterator[tuple[str, str]]:
    """Yield menu and key of each command by which a trait changes what the piece says of itself."""
    for menu, key in KEYED.get(trait.kind, ()):
        if menu == "activate_menu" and trait.flag("always_active"):
            continue
        yield trait.text(menu), trait.text(key)
    if trait.kind == "property":
        for row in trait.rows("commands"):
            # What only the program at hand remembers changes nothing on the piece.
            if len(row) > 1 and LOCAL not in str(row[2:]):
                yield str(row[0]), str(row[1])


def canon(key: str) -> str:
    """Return a key so that equal ones are equal texts: named ones by name alone; empty for none."""
    found = Hotkey.parse(key)
    if found is None or (not found.name and not found.code):
        return ""
    return found.name or str(found)


def said(piece: Piece) -> frozenset[str]:
    """Return the keys upon which the piece reports, directly or by way of triggers and commands to others."""
    spoken = {canon(key) for trait in piece.all("report") if trait.text("format") for key in trait.items("keys")}
    spoken |= {canon(trait.text(name)) for trait in piece.traits for name in MOVING.get(trait.kind, ())} - {""}
    heard_for: defaultdict[str, set[str]] = defaultdict(set)
    for trait in piece.all("trigger"):
        heard = {canon(trait.text("key")), *map(canon, trait.items("watch_keys"))} - {""}
        for key in trait.items("action_keys"):
            heard_for[canon(key)] |= heard
    waiting = list(spoken)
    while waiting:
        more = heard_for.pop(waiting.pop(), set()) - spoken
        spoken |= more
        waiting += more
    return frozenset(spoken)


def _told(piece: Piece) -> frozenset[str]:
    """Return the properties that reports of the piece tell sooner or later, or what is worked out of them."""
    worked = {trait.text("name"): trait.text("expression") for trait in piece.all("calculated")}
    waiting = [trait.text("format") for trait in piece.all("report")]
    seen: set[str] = set()
    while waiting:
        fresh = named_in(waiting.pop()) - seen
        seen |= fresh
        waiting += [worked[name] for name in fresh if name in worked]
    return frozenset(seen)


@rule(
    "HM701",
    Severity.WARNING,
    why="The other player sees the piece change, or does not, and no log tells when and by whom.",
    example="a layer `Flip` with a menu and a key, and no Report Action for that key",
    fix="Add a Report Action outside of the trait, with that key.",
)
def silent_change(view: View) -> Iterator[Found]:
    """A command in a piece's menu changes it, and nothing is reported."""
    for at, piece in view.distinct:
        spoken, told = said(piece), None
        for trait in piece.traits:
            for menu, key in changing(trait):
                if not menu.strip() or not canon(key) or canon(key) in spoken:
                    continue
                told = _told(piece) if told is None else told
                if trait.kind != "property" or trait.text("name") not in told:
                    yield Found(f"{at}: {label(trait)}", f"{menu!r} is not reported")


@rule(
    "HM702",
    Severity.WARNING,
    why="Pieces go from place to place and the log holds no word of it.",
    example='`moveWithinFormat=""` without a `moveKey`',
    fix="Give the map its report formats back, or a moveKey upon which pieces report themselves.",
)
def silent_move(view: View) -> Iterator[Found]:
    """A map does not report moves."""
    for at, each in view.named("Map"):
        blank = [name for name in ("moveWithinFormat", "moveToFormat") if not each.get(name).strip()]
        if blank and not canon(each.get("moveKey")):
            yield Found(at, f"without moveKey, and empty: {', '.join(blank)}")


@rule(
    "HM703",
    Severity.WARNING,
    why="No move of the whole game is reported, whatever the maps say.",
    example='`autoReport="Never"`',
    fix="Set it to Always.",
)
def no_auto_report(view: View) -> Iterator[Found]:
    """The module switches the report of moves off."""
    for at, each in view.named("GlobalOptions"):
        if each.get("autoReport") == "Never":
            yield Found(at, "autoReport is Never")


@rule(
    "HM704",
    Severity.WARNING,
    why="It never says anything.",
    example="a Report Action whose list of keys is empty",
    fix="Give it keys and a text, or remove it.",
)
def empty_report(view: View) -> Iterator[Found]:
    """A report has no keys or no text."""
    for at, trait in view.kind("report"):
        missing = [
            what for what, there in (("keys", trait.items("keys")), ("text", trait.text("format").strip())) if not there
        ]
        if missing and not trait.items("cycle_formats"):
            yield Found(at, f"has no {' and no '.join(missing)}")


@rule(
    "HM705",
    Severity.NOTE,
    why="Sight lines that one player checks are not seen by the other, and are in no log.",
    example='`global="Never"`',
    fix="Set `global` to Always.",
)
def private_sight(view: View) -> Iterator[Found]:
    """A line of sight is shown to one player only, or not reported."""
    for at, each in view.named("LOS_Thread"):
        if each.get("global") == "Never":
            yield Found(at, "global is Never")
        elif not each.get("report").strip():
            yield Found(at, "has no report")


@rule(
    "HM706",
    Severity.WARNING,
    why="Such a button speaks before it sends its keys: it tells the old value.",
    example="a button that sends the key which raises `Score`, and reports `$Score$`",
    fix="Use two buttons: the first counts and sends the key of the second, which speaks.",
)
def speaks_too_early(view: View) -> Iterator[Found]:
    """A button reports a property that its own keys change afterwards."""
    changed: dict[str, set[str]] = {}
    for change in view.changes:
        constant = change.kind == "P" and not any(value.startswith("{") or "$" in value for value in change.values)
        if not constant:
            changed.setdefault(canon(change.key), set()).add(change.name)
    for at, each in view.named("DoActionButton"):
        if not (each.boolean("doReport") and each.boolean("doHotkey")):
            continue
        keys = {canon(key) for key in map(str, parse_list(each.get("hotkeys")))} - {""}
        late = {name for key in keys for name in changed.get(key, ())}
        told = sorted(name for name in late if f"${name}$" in each.get("reportFormat"))
        if told:
            yield Found(at, f"tells {', '.join(told)} before changing it")


@rule(
    "HM707",
    Severity.WARNING,
    why="The turn goes on and the log does not say so.",
    example='`<TurnTracker reportFormat="">`',
    fix="Give it a report.",
)
def silent_turn(view: View) -> Iterator[Found]:
    """A turn tracker reports nothing."""
    for at, each in view.named("TurnTracker"):
        if not each.get("reportFormat").strip() and not any(each.every("TurnGlobalHotkey")):
            yield Found(at, "has no report")


RULES: tuple[Rule, ...] = (
    silent_change,
    silent_move,
    no_auto_report,
    empty_report,
    private_sight,
    speaks_too_early,
    silent_turn,
)
