"""Turns a save or a log from one wire form into another, so that older engines can open what newer ones wrote."""

from pathlib import Path

import msgspec

from vassal import savefile
from vassal.archive import Source
from vassal.commands import Command, add
from vassal.errors import VassalError
from vassal.limits import DEFAULT, Limits
from vassal.pieces import ADD, Placed
from vassal.pieces import parse as parse_piece
from vassal.sequence import nest, split, unnest
from vassal.traits import Trait
from vassal.wire import FORMS, Form

RELEASED = frozenset({"vcsk", "plain"})
"""What released engines read; they know pieces only as nested chains."""


def convert(source: Source, target: Path | str, form: str = "vcsk", limits: Limits = DEFAULT) -> Form:
    """Write the same game in another form, and return that form."""
    if form not in FORMS:
        raise VassalError(f"there is no form {form!r}; there are {', '.join(FORMS)}")
    save = savefile.read(source, limits)
    new = Form(form, save.form.key if FORMS[form].keyed else 0)
    commands = tuple([nested(command) for command in save.commands]) if form in RELEASED else save.commands
    savefile.write(target, msgspec.structs.replace(save, form=new, commands=commands))
    return new


def nested(command: Command) -> Command:
    """Return the command, and all that belong to it, with flat chains of traits written as nested ones."""
    done: dict[int, Command] = {}
    for each in reversed(list(command.walk())):
        parts = tuple(done[id(part)] for part in each.parts)
        done[id(each)] = _rewritten(each, parts)
    return done[id(command)]


def _rewritten(command: Command, parts: tuple[Command, ...]) -> Command:
    fresh = command
    if command.placed is not None and "\t" in command.source:
        fresh = _nested_piece(command, command.placed)
    elif command.kind == "change":
        flat = {name: command.text(name) for name in ("state", "old_state") if command.has(name)}
        changes = {name: nest(unnest(text, "\t"), "\t") for name, text in flat.items() if is_flat(text)}
        fresh = command.with_fields(**changes) if changes else command
    if fresh is command and all(new is old for new, old in zip(parts, command.parts, strict=True)):
        return command
    return msgspec.structs.replace(fresh, parts=parts, exact=None)


def _nested_piece(command: Command, placed: Placed) -> Command:
    traits = tuple([_nested_marker(trait) for trait in placed.traits])
    if traits == placed.traits and not is_flat(split(command.source[len(ADD) :], "/")[1]):
        return command
    return add(msgspec.structs.replace(placed, traits=traits), logged=command.logged)


def _nested_marker(trait: Trait) -> Trait:
    """Return a trait that places a marker with the marker's own chain nested."""
    if trait.kind not in {"place_marker", "replace"} or not trait.text("marker").startswith(ADD):
        return trait
    tokens = split(trait.text("marker")[len(ADD) :], "/")
    if len(tokens) < 3 or not is_flat(tokens[1]):
        return trait
    return trait.with_fields(marker=parse_piece(trait.text("marker")).encode())


def is_flat(chain: str) -> bool:
    """Return whether a chain has more than two tokens on its outermost level."""
    return len(split(chain, "\t")) > 2
