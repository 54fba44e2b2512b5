"""Saves, logs, positions and steps as plain data, ready for JSON and for tables."""

from collections import Counter
from typing import Any, TypeAlias

import msgspec

from vassal.changes import At, Change
from vassal.chat import Line
from vassal.position import Position
from vassal.properties import Answers
from vassal.savefile import SaveFile
from vassal.standing import NOWHERE, Pile, Standing
from vassal.timeline import Step, Timeline

View: TypeAlias = dict[str, Any]


def overview(save: SaveFile, timeline: Timeline) -> View:
    """Return what is in a save or a log, without its pieces and steps."""
    about, module = save.metadata, save.module
    view: View = {
        "kind": "log" if len(timeline) else "save",
        "form": save.form.name,
        "engine": about.vassal_version if about else None,
        "saved": about.saved if about else None,
        "comment": timeline.aliases.clean(about.description) if about and about.description else None,
        "module": {"name": module.name, "version": module.version} if module else None,
        "problems": [str(problem) for problem in save.problems],
        "start": summary(timeline.start),
    }
    if len(timeline):
        view["steps"] = steps_summary(timeline)
        view["end"] = summary(timeline.end)
    return view


def steps_summary(timeline: Timeline) -> View:
    """Return how many steps a log has, what was undone, and where it does not fit itself."""
    steps = timeline.steps
    return {
        "count": len(steps),
        "replayed": sum(1 for step in steps if step.click is not None),
        "undone": [{"step": step, "undo": undo} for step, undo in timeline.taken_back.items()],
        "rolls": sum(len(step.rolls) for step in steps),
        "lines": sum(len(step.said) for step in steps),
        "mismatches": [{"step": step.number, **_plain(each)} for step in steps for each in step.mismatches],
        "flaws": [{"step": step.number, "flaw": flaw.value} for step in steps for flaw in step.flaws],
    }


def summary(position: Position) -> View:
    """Return a position without its pieces: players, boards, turn, properties, decks, notes, how much lies where."""
    table = position.table
    piles = position.piles()
    pieces = position.pieces()
    return {
        "players": [_plain(player) for player in table.players],
        "boards": {name: [choice.board for choice in chosen] for name, chosen in table.boards.items()},
        "turns": dict(table.turns),
        "globals": {f"{container}/{name}": value for (container, name), value in sorted(position.globals.items())},
        "decks": [
            {"name": pile.name, "cards": len(pile.members), "face_down": pile.face_down} for pile in _decks(piles)
        ],
        "pieces": len(pieces),
        "stacks": sum(1 for pile in piles if not pile.deck),
        "maps": dict(sorted(Counter(piece.map for piece in pieces if piece.map != NOWHERE).items())),
        "off_map": sum(1 for piece in pieces if piece.map == NOWHERE),
        "notes": table.notes,
        "public_notes": table.public_notes,
        "private_notes": len(table.private_notes),
        "secret_notes": [
            {"name": note.name, "owner": note.owner, "hidden": note.hidden} for note in table.secret_notes
        ],
        "clocks": [_plain(clock) for clock in table.clocks.values()],
        "extensions": dict(table.extensions),
        "digest": position.digest(),
    }


def board(position: Position, *, properties: bool = False) -> View:
    """Return a whole position: its summary and every piece, by map, place and order in its stack."""
    pieces = [piece_view(position, piece, properties=properties) for piece in position.pieces()]
    pieces.sort(key=lambda view: (view["map"] or "", view["x"], view["y"], view["pile"] or "", view["order"] or 0))
    return {**summary(position), "pieces": pieces}


def piece_view(position: Position, piece: Standing, *, properties: bool = False) -> View:
    """Return a piece: what it is, where it lies, and all its properties if they are asked for."""
    answers = Answers(position, piece)
    place = answers.place
    view: View = {
        "id": piece.id,
        "name": answers.name(),
        "gpid": piece.gpid,
        "map": piece.map or None,
        "x": piece.x,
        "y": piece.y,
        "location": place.location if place else None,
        "zone": place.zone if place else None,
        "board": place.board if place else None,
        "pile": piece.pile or None,
        "order": position.place_in_pile(piece),
        "deck": answers.ask("DeckName") or None,
    }
    if properties:
        view["properties"] = dict(answers)
    return view


def step_view(step: Step) -> View:
    """Return a step: what changed, was said, was rolled, and what is wrong with it."""
    return {
        "step": step.number,
        "click": step.click,
        "undo_of": step.takes_back,
        "changes": [change_view(step, change) for change in step.changes],
        "said": [line_view(line) for line in step.said],
        "rolls": [_plain(roll) for roll in step.rolls],
        "mismatches": [_plain(each) for each in step.mismatches],
        "flaws": [flaw.value for flaw in step.flaws],
    }


def change_view(step: Step, change: Change) -> View:
    """Return a change with the names of its piece and of its places."""
    view = _plain(change)
    piece_id = getattr(change, "piece", "")
    if piece_id:
        view["name"] = _name(step, piece_id)
    for field, position in (("origin", step.before), ("target", step.after), ("at", step.after)):
        at = getattr(change, field, None)
        if isinstance(at, At):
            view[field]["location"] = _location(position, at)
    return view


def chat_view(timeline: Timeline) -> list[View]:
    """Return the readable course of a game: every line with its step, and whether its step was taken back."""
    back = timeline.taken_back
    return [
        {"step": step.number, **line_view(line), "taken_back_by": back.get(step.number)}
        for step in timeline.steps
        for line in step.said
    ]


def line_view(line: Line) -> View:
    """Return a line of chat."""
    record = _plain(line.record) if line.record else None
    return {"kind": line.kind.value, "speaker": line.speaker or None, "text": line.sentence, "record": record}


def _name(step: Step, piece_id: str) -> str | None:
    for position in (step.after, step.before):
        piece = position.things.find(piece_id)
        if isinstance(piece, Standing):
            return Answers(position, piece).name()
    return None


def _location(position: Position, at: At) -> str | None:
    if at.map == NOWHERE:
        return None
    place = position.ground.place(at.map, position.table.boards.get(at.map), (at.x, at.y))
    return place.location if place else None


def _decks(piles: list[Pile]) -> list[Pile]:
    return sorted((pile for pile in piles if pile.deck), key=lambda pile: pile.name)


def _plain(value: object) -> View:
    plain: View = msgspec.to_builtins(value)
    return plain
