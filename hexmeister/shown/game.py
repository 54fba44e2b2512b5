"""A save or a log, as `hexmeister show` tells it."""

from collections.abc import Iterator
from gettext import gettext as _
from typing import Any

from hexmeister.exits import Exit
from hexmeister.screen import Screen
from hexmeister.shown.words import Data, listed, moment, problems, section


def tell(screen: Screen, data: Data) -> Exit:
    """Write what a save or a log holds, or what of it was asked for."""
    module = data["module"] or {"name": _("an unknown module"), "version": "?"}
    title = _("Log of {name}, version {version}") if data["kind"] == "log" else _("Save of {name}, version {version}")
    screen.line(title.format(**module), style="bold")
    if "position" in data:
        _position(screen, data)
    if "course" in data:
        for step in data["course"]:
            _step(screen, step)
    if "position" not in data and "course" not in data:
        _summary(screen, data)
    return problems(screen, data["problems"])


def _summary(screen: Screen, data: Data) -> None:
    screen.facts([(name, value) for name, value in _facts(data) if value])
    players = [(each["id"], each["name"], each["side"]) for each in data["players"]]
    section(screen, _("Players"), (_("called here"), _("name"), _("side")), players)
    maps = [(name or _off(), listed(data["boards"].get(name, ())), count) for name, count in data["pieces"].items()]
    section(screen, _("Pieces"), (_("map"), _("boards"), _("pieces")), maps)
    decks = [(each["name"], each["map"], each["pieces"], _facing(each)) for each in data["decks"]]
    section(screen, _("Decks"), (_("name"), _("map"), _("pieces"), _("lying")), decks)
    values = [(each["name"], each["value"], each["container"]) for each in data["global_properties"] if each["value"]]
    section(screen, _("Global properties"), (_("name"), _("value"), _("container")), values)
    if "totals" in data:
        _totals(screen, data)


def _off() -> str:
    return _("off the maps")


def _facts(data: Data) -> Iterator[tuple[str, object]]:
    yield _("Comment"), data["comment"]
    yield _("Written by"), f"VASSAL {data['engine']}" if data["engine"] else ""
    yield _("Saved"), moment(data["saved"])
    yield _("Form"), data["form"]


def _facing(deck: Data) -> str:
    return _("face down") if deck["face_down"] else _("face up")


def _totals(screen: Screen, data: Data) -> None:
    total = data["totals"]
    screen.heading(_("Steps"))
    screen.facts(
        [
            (_("Steps"), data["steps"]),
            (_("Rolls"), total["rolls"]),
            (_("Taken back"), total["taken_back"]),
            (_("What does not fit what came before"), total["mismatches"]),
            (_("Odd in itself"), total["flaws"]),
        ]
    )
    screen.line()
    screen.line(_("The course of the game: --chat. The position after a step: --step N (0 is the start)."), style="dim")


def _position(screen: Screen, data: Data) -> None:
    if data["step"]:
        _step(screen, data["step"])
    pieces = data["position"]
    rows = [(each["map"] or _off(), _place(each), _name(each), each["deck"] or "", each["id"]) for each in pieces]
    section(screen, _("Position"), (_("map"), _("place"), _("piece"), _("deck"), _("id")), rows)
    kept_back = sum(each["name"] is None for each in pieces)
    if kept_back:
        screen.remark(_("Hidden from other players: {count}. --hidden names them.").format(count=kept_back))


def _place(spot: Data) -> str:
    known = spot["location"] not in (None, "", "offboard")
    return str(spot["location"]) if known else f"{spot['x']},{spot['y']}"


def _name(piece: Data) -> str:
    return _("(hidden)") if piece["name"] is None else str(piece["name"])


def _step(screen: Screen, step: Data) -> None:
    lines = [(line, "") for line in _lines(step)] or [(_("(nothing to be seen)"), "dim")]
    for index, (text, style) in enumerate([*lines, *((odd, "yellow") for odd in _odd(step))]):
        screen.line(f"{'' if index else step['number']:>5}  {text}", style=style)


def _lines(step: Data) -> Iterator[str]:
    for line in step["said"]:
        yield f"{line['speaker']}: {line['text']}" if line["speaker"] else line["text"]
    if not step["said"]:
        for move in step["moves"]:
            yield _("{name}: {start} to {end}").format(
                name=_name(move), start=_spot(move["from"]), end=_spot(move["to"])
            )
        for roll in step["rolls"]:
            yield f"{roll['dice']} = {roll['result']}"


def _spot(spot: Any) -> str:
    if spot is None or not spot["map"]:
        return _off()
    return f"{_place(spot)} ({spot['map']})"


def _odd(step: Data) -> Iterator[str]:
    if step["takes_back"] is not None:
        yield _("takes back step {number}").format(number=step["takes_back"])
    if not step["replayed"]:
        yield _("VASSAL drops this step")
    names = {
        "smuggled": _("commands ride behind a typed line"),
        "unmarked": _("a command without the mark of the log"),
        "unknown": _("a command that nobody knows"),
        "unpaired": _("an undo that takes back nothing"),
    }
    for flaw in step["flaws"]:
        yield names.get(flaw, flaw)
    for each in step["mismatches"]:
        yield _("does not fit what came before: {what} ({subject})").format(
            what=_mismatch(each["what"]), subject=each["subject"]
        )


def _mismatch(what: str) -> str:
    names = {
        "piece": _("a piece that is not there"),
        "place": _("the old place of a piece"),
        "below": _("what lay below a piece"),
        "state": _("the old state of a piece"),
        "order": _("the old order of a stack"),
        "property": _("the old value of a property"),
    }
    return names.get(what, what)
