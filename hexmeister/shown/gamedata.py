"""A save or a log as plain data, for tables and JSON; what is hidden is left out unless it is asked for."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from msgspec.structs import asdict

from vassal.boards import Place
from vassal.changes import Moved
from vassal.module import Module
from vassal.position import Position
from vassal.properties import Answers
from vassal.savefile import SaveFile
from vassal.standing import Pile, Standing
from vassal.timeline import Step, Timeline

Row: TypeAlias = dict[str, Any]
Advance: TypeAlias = Callable[[int, int], None]

LOG: Final = ".vlog"
"""How a log's file ends: one that is cut before its first step is still a log."""
_HIDING: Final = ("InvisibleToOthers", "ObscuredToOthers")


class Game:
    """A save or a log, with the module that it was played with where that is at hand."""

    def __init__(
        self,
        file: str,
        save: SaveFile,
        module: Module | None = None,
        *,
        everything: bool = False,
        called: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._file = file
        self._called = called
        self._save = save
        self._everything = everything
        self._timeline = Timeline.of(save, module)

    def summary(self) -> Row:
        """Return what the file says of itself, the players, and how many pieces lie where at the start."""
        said, module, start = self._save.metadata, self._save.module, self._timeline.start
        return {
            "kind": "log" if self._save.steps or self._file.lower().endswith(LOG) else "save",
            "file": self._file,
            "form": self._save.form.name,
            "engine": said.vassal_version if said else None,
            "saved": said.saved if said else None,
            "comment": self._timeline.aliases.clean(said.description) if said and said.description else None,
            "module": {"name": module.name, "version": module.version} if module else None,
            "players": [asdict(player) for player in start.table.players],
            "boards": {name: [choice.board for choice in chosen] for name, chosen in start.table.boards.items()},
            "pieces": dict(sorted(Counter(piece.map for piece in start.pieces()).items())),
            "decks": [_deck(pile) for pile in start.piles() if pile.deck],
            "global_properties": list(_globals(start)),
            "steps": len(self._save.steps),
            "problems": [{"place": each.place, "what": each.what} for each in self._save.problems],
        }

    def totals(self, advance: Advance) -> Row:
        """Return how many steps were taken back, how many rolls there are, and how much does not fit."""
        total: Counter[str] = Counter()
        for step in self._walk(advance):
            total["taken_back"] += step.takes_back is not None
            total["rolls"] += len(step.rolls)
            total["mismatches"] += len(step.mismatches)
            total["flaws"] += len(step.flaws)
        return {name: total[name] for name in ("taken_back", "rolls", "mismatches", "flaws")}

    def course(self, advance: Advance) -> list[Row]:
        """Return what each step did."""
        return [self._step(step) for step in self._walk(advance)]

    def at(self, number: int, advance: Advance, *, properties: bool) -> Row:
        """Return a step and where each piece stands after it, on demand with its properties; step 0 is the start."""
        if not number:
            return {"step": None, "position": self._pieces(self._timeline.start, properties=properties)}
        step = next(step for step in self._walk(advance) if step.number == number)
        return {"step": self._step(step), "position": self._pieces(step.after, properties=properties)}

    def _walk(self, advance: Advance) -> Iterator[Step]:
        for step in self._timeline.walk():
            advance(step.number, len(self._timeline))
            yield step

    def _pieces(self, position: Position, *, properties: bool) -> list[Row]:
        rows = []
        for piece in sorted(position.pieces(), key=lambda each: (each.map, each.x, each.y, each.pile)):
            answers = Answers(position, piece)
            row = self._piece(answers)
            if properties:
                row["properties"] = {} if self._keeps_back(answers) else dict(answers)
            rows.append(row)
        return rows

    def _piece(self, answers: Answers) -> Row:
        piece = answers.piece
        place, pile = answers.place, answers.pile
        kept_back = self._keeps_back(answers)
        return {
            "id": piece.id,
            "gpid": None if kept_back else piece.gpid,
            "name": None if kept_back else answers.name(),
            "hidden": is_hidden(answers),
            "map": piece.map,
            "x": piece.x,
            "y": piece.y,
            "location": self._location(place),
            "zone": place.zone if place else None,
            "board": place.board if place else None,
            "deck": pile.name if pile and pile.deck else None,
            "stack": pile.id if pile and not pile.deck else None,
        }

    def _step(self, step: Step) -> Row:
        return {
            "number": step.number,
            "undo": step.is_undo,
            "takes_back": step.takes_back,
            "replayed": step.click is not None,
            "said": [{"speaker": line.speaker or None, "text": line.sentence} for line in step.said],
            "rolls": [{"dice": roll.dice, "result": roll.result, "total": roll.total or None} for roll in step.rolls],
            "moves": list(self._moves(step)),
            "flaws": [flaw.value for flaw in step.flaws],
            "mismatches": [{"what": each.what.value, "subject": each.subject} for each in step.mismatches],
        }

    def _moves(self, step: Step) -> Iterator[Row]:
        for change in step.changes:
            if isinstance(change, Moved) and change.origin != change.target:
                yield {
                    "piece": change.piece,
                    "name": self._name(step, change.piece),
                    "from": self._spot(step.before, change.piece),
                    "to": self._spot(step.after, change.piece),
                }

    def _spot(self, position: Position, piece_id: str) -> Row | None:
        piece = position.things.find(piece_id)
        if piece is None:
            return None
        place = Answers(position, piece).place if isinstance(piece, Standing) else None
        return {"map": piece.map, "x": piece.x, "y": piece.y, "location": self._location(place)}

    def _location(self, place: Place | None) -> str | None:
        """Return where something lies: in a box or on a space of a track by what that is called."""
        location = place.location if place else None
        track, _slash, space = (location or "").partition("/")
        if location and space and track in self._called:
            return f"{self._called[track]}: {space}"
        return self._called.get(location, location) if location else location

    def _name(self, step: Step, piece_id: str) -> str | None:
        """Return the name of a piece after a step, else before it; nothing for a hidden one."""
        for position in (step.after, step.before):
            piece = position.things.find(piece_id)
            if isinstance(piece, Standing):
                answers = Answers(position, piece)
                return None if self._keeps_back(answers) else answers.name()
        return None

    def _keeps_back(self, answers: Answers) -> bool:
        return not self._everything and is_hidden(answers)


def is_hidden(answers: Answers) -> bool:
    """Tell whether other players than its owner do not see what a piece is."""
    pile = answers.pile
    return any(answers.ask(name) == "true" for name in _HIDING) or (pile is not None and pile.face_down)


def _deck(pile: Pile) -> Row:
    return {"name": pile.name, "map": pile.map, "pieces": len(pile.members), "face_down": pile.face_down}


def _globals(position: Position) -> Iterator[Mapping[str, str]]:
    for (container, name), value in sorted(position.globals.items()):
        yield {"container": container, "name": name, "value": value}
