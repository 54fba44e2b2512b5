"""Judging one game of a season: its audit as rows of the tables, ready to be kept."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import accumulate
from typing import Any, Final

import msgspec

from rules.audit.report import Audit, Report, Told
from rules.audit.season.chains import Filed
from rules.audit.season.logs import Bench, Opened
from rules.audit.season.pins import pins
from rules.audit.season.places import bytes_of
from rules.audit.witness import Witness
from rules.engine.evidence import Rolled, Shown
from vassal import savefile
from vassal.errors import Damaged
from vassal.savefile import SaveFile

Row = dict[str, Any]
UNDONE: Final[Mapping[str, str]] = {
    "roll.undone": "rolls_undone",
    "roll.undone-only": "rolls_undone",
    "draw.undone": "draws_undone",
}
RESTARTED: Final = "chain.forked"
TALLIED: Final = ("actions", "legal", "illegal", "undecided", "rolls", "rolls_undone", "draws_undone", "restarts")


class Outcome(msgspec.Struct, frozen=True):
    """A game that was judged: its row, and the rows of all tables that belong to it."""

    game: Row
    tables: dict[str, list[Row]]


def name_of(filed: Sequence[Filed]) -> str:
    """Return the name that a game has in the database, made from its first log."""
    return filed[0].log.sha[:12]


def judged(bench: Bench, filed: Sequence[Filed]) -> Outcome:
    """Return what the referee says of a game."""
    return _outcome(bench, filed, *audited(bench, filed, "en"))


def judged_alone(bench: Bench, filed: Filed, opened: Opened) -> Outcome | None:
    """Return what the referee says of a log that is open, as of a game of this log alone; nothing if it begins none."""
    witness = Witness(opened.timeline.start, opened.game.seals)
    begun = witness.board(opened.timeline.start)
    settled = bench.rulings(opened.game)
    if not opened.game.play(begun, opened.game.switches(settled)).reader.begins(begun):
        return None
    audit = Audit(opened.game, opened.module, settled, contain=True)
    report = audit.run([(filed.path.name, opened.save)], in_order=True, timelines=(opened.timeline,), met=witness)
    return _outcome(bench, (filed,), audit, report)


def _outcome(bench: Bench, filed: Sequence[Filed], audit: Audit, report: Report) -> Outcome:
    audit.close()
    return Outcome(_game(bench, audit, report, filed), _tables(audit, report, filed))


def audited(bench: Bench, filed: Sequence[Filed], language: str, *, filmed: bool = False) -> tuple[Audit, Report]:
    """Return the audit of a game with its report; the files must be those that were read."""
    saves = [(name, _read(each)) for name, each in zip(names(filed), filed, strict=True)]
    game = bench.game_of(saves[0][1])
    audit = Audit(
        game, bench.modules(saves[0][1], game.id), bench.rulings(game), language, contain=True, remembers=filmed
    )
    return audit, audit.run(saves, in_order=True)


def _read(filed: Filed) -> SaveFile:
    data = bytes_of(filed.path) if filed.data is None else filed.data
    if sha256(data).hexdigest() != filed.log.sha:
        raise Damaged("the file was changed since it was read", filed.path.name)
    return savefile.read(data)


def names(filed: Sequence[Filed]) -> list[str]:
    """Return a name for each log that no other log of the game has."""
    seen: Counter[str] = Counter()
    found = []
    for each in filed:
        name = each.path.name
        seen[name] += 1
        found.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return found


def _game(bench: Bench, audit: Audit, report: Report, filed: Sequence[Filed]) -> Row:
    last = report.logs[-1]
    return {
        "id": name_of(filed),
        "game": report.game,
        "scenario": report.scenario,
        "status": "judged",
        "error": "",
        "module": last.module,
        "module_version": last.version,
        **msgspec.structs.asdict(pins(bench, audit.game, audit.module)),
        "logs": len(filed),
        "steps": sum(log.steps - part.known for log, part in zip(report.logs, audit.parts, strict=True)),
        **report.summary,
    }


def _tables(audit: Audit, report: Report, filed: Sequence[Filed]) -> dict[str, list[Row]]:
    table = Seats(audit)
    logs = [
        {"place": place, "sha": each.log.sha, "name": log.name}
        for place, (each, log) in enumerate(zip(filed, report.logs, strict=True), 1)
    ]
    places = {log.name: place for place, log in enumerate(report.logs, 1)}
    first = accumulate((0 if each.same else number for number, each in enumerate(report.findings, 1)), max)
    findings = [
        {**_finding(number, each, places, table), "deed": deed}
        for number, (each, deed) in enumerate(zip(report.findings, first, strict=True), 1)
    ]
    dice = list(_dice(audit, places, table))
    return {
        "chain": logs,
        "players": table.players,
        "findings": findings,
        "dice": [{"number": number, **each} for number, each in enumerate(dice, 1)],
        "sides": _sides(
            audit, [row for row, each in zip(findings, report.findings, strict=True) if not each.same], dice, table
        ),
    }


class Seats:
    """Who sat where in a game: the names and sides of the rosters of its logs."""

    def __init__(self, audit: Audit) -> None:
        self._audit = audit
        self._spelt: dict[str, str] = {}
        self.players: list[Row] = []
        self._alias: dict[tuple[str, str], str] = {}
        for part in audit.parts:
            for each in part.timeline.end.table.players:
                side = self.side(each.side)
                self._alias[part.name, each.id] = side
                row = {"name": each.name, "side": side}
                if row not in [{key: known[key] for key in row} for known in self.players]:
                    self.players.append({"player": f"p{len(self.players) + 1}", **row})
        self._doers: dict[tuple[str, int], str] = {}
        for log, step in audit.judged:
            self._doers.setdefault((log, step.step), self.side(step.player))

    def side(self, text: str) -> str:
        """Return a side in the one spelling that it has in this game."""
        return self._spelt.setdefault(text.casefold(), text[:1].upper() + text[1:])

    def of(self, log: str, shown: Shown) -> str:
        """Return whose step this is, as far as it shows."""
        if shown.side:
            return self.side(shown.side)
        alias = self._alias.get((log, shown.player), "")
        return alias or self._doers.get((log, shown.step), "")

    def name(self, side: str) -> str:
        """Return the names of those who played a side."""
        return " & ".join(sorted({each["name"] for each in self.players if each["side"] == side and each["name"]}))

    def step(self, log: str, number: int) -> str:
        """Return whose step the one of this number is; of 0, who acts first in the log."""
        for part in self._audit.parts:
            if part.name == log:
                shown = (part.witness.shown(step) for step in part.timeline.steps if number in {0, step.number})
                return next((side for each in shown if (side := self.of(log, each))), "")
        return ""


def _finding(number: int, each: Told, places: Mapping[str, int], seats: Seats) -> Row:
    side = seats.side(each.player)
    if each.why in UNDONE:
        side = seats.step(each.log, int(str(each.facts["step"])))
    elif each.why == RESTARTED:
        side = seats.step(each.log, 0)
    return {
        "number": number,
        "place": places[each.log],
        "step": each.step,
        "turn": each.turn,
        "side": side,
        "verdict": each.verdict,
        "rule": each.rule,
        "ruling": each.ruling or ", ".join(f"{ruling}={reading}" for ruling, reading in each.settled.items()),
        "why": each.why,
        "text": each.text,
        "facts": msgspec.json.encode(dict(each.facts), order="deterministic").decode(),
        "missing": each.missing,
        "readings": msgspec.json.encode(dict(each.readings), order="deterministic").decode(),
        "note": int(each.note),
    }


def _dice(audit: Audit, places: Mapping[str, int], seats: Seats) -> Iterator[Row]:
    for part in audit.parts:
        taken = part.timeline.taken_back
        for step in part.timeline.steps:
            if step.rolls and step.number > part.known:
                shown = part.witness.shown(step)
                where = {"place": places[part.name], "step": step.number, "side": seats.of(part.name, shown)}
                yield from ({**where, **_thrown(each), "undone": int(step.number in taken)} for each in shown.rolled)


def _thrown(rolled: Rolled) -> Row:
    return {"dice": rolled.button, "result": ",".join(map(str, rolled.dice))}


def _sides(audit: Audit, findings: Sequence[Row], dice: Sequence[Row], seats: Seats) -> list[Row]:
    tally: Counter[tuple[str, str]] = Counter()
    for _, action in audit.judged:
        side = seats.side(action.player)
        tally[side, "actions"] += 1
        tally[side, "legal"] += action.blameless
    for row in findings:
        if not row["note"] and row["verdict"] != "observation":
            tally[row["side"], row["verdict"]] += 1
        if row["why"] in UNDONE:
            tally[row["side"], UNDONE[row["why"]]] += 1
        if row["why"] == RESTARTED:
            tally[row["side"], "restarts"] += 1
    for row in dice:
        tally[row["side"], "rolls"] += 1
    sides = sorted({side for side, _ in tally} | {each["side"] for each in seats.players})
    return [{"side": each, "name": seats.name(each), **{key: tally[each, key] for key in TALLIED}} for each in sides]
