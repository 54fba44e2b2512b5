"""A chat window that was saved as text or HTML: the same records, weaker evidence.

Nothing in it is sealed: no board, no dice of the engine, no undo brackets. What it says is read and counted, and the
report says that nobody can be judged by it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from rules.audit.games import NoReferee, games
from rules.audit.report import LogInfo, Report, Told, own_words
from rules.engine.reading import Game
from rules.engine.ruling import Fact, Notice
from vassal import chat
from vassal.archive import refuse_pipes
from vassal.errors import Damaged, TooLarge

LARGEST = 20_000_000
BREAKS = re.compile(r"<br\s*/?>|</?(?:div|p|li|body|html|head|pre)[^<>]*>|\r?\n", re.IGNORECASE)


def read_chat(files: Sequence[Path], game: Game, settled: Sequence[str], language: str) -> Report:
    """Return the report on saved chat windows: every record that the game does not know, and what was counted."""
    switches = game.switches(settled)
    findings: list[Told] = []
    verbs: Counter[str] = Counter()
    infos = []
    for path in files:
        lines = lines_of(path)
        infos.append(LogInfo(path.name, len(lines), "", "", "", ""))
        for number, line in enumerate(lines, 1):
            verbs.update(_verb(line))
            findings += _findings(path.name, number, line, game, language)
    findings.append(_weak(infos[0].name, language))
    return Report(
        game=game.id,
        scenario="",
        rules_version=game.version,
        rulings=dict(switches.settled),
        module="",
        logs=tuple(infos),
        summary={
            "actions": sum(verbs.values()),
            "legal": 0,
            "inferred": 0,
            "illegal": 0,
            "undecided": sum(verbs.values()),
            "observations": sum(not each.note for each in findings),
        },
        findings=tuple(findings),
        evidence="chat",
    )


def spoken_in(files: Sequence[Path]) -> Game:
    """Return the game that knows most of what is recorded in chat windows: they do not name their module."""
    verbs = [verb for path in files for line in lines_of(path) for verb in _verb(line)]
    known = {game: sum(verb in game.seals for verb in verbs) for game in games().values()}
    most = max(known, key=lambda game: known[game])
    if not known[most]:
        raise NoReferee("there is no record of a game in it that can be judged; --game says which game it is")
    return most


def lines_of(path: Path) -> list[str]:
    """Return the lines of a saved chat window."""
    refuse_pipes(path)
    if path.stat().st_size > LARGEST:
        raise TooLarge("a chat of more than 20 MB", path.name)
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Damaged("this is no text in UTF-8", path.name) from error
    return [line for line in BREAKS.split(text) if line.strip()]


def _verb(raw: str) -> Iterable[str]:
    line = chat.read(raw.strip())
    return (line.record.verb,) if line.record and line.kind is not chat.Kind.TYPED else ()


def _findings(log: str, number: int, raw: str, game: Game, language: str) -> Iterable[Told]:
    line = chat.read(raw.strip())
    if line.kind is chat.Kind.TYPED and "[#" in raw:
        yield _told(log, number, Notice("record.typed", {"sentence": line.sentence[:200]}), language, note=True)
    elif line.kind is chat.Kind.UNDO and "[#roll" in raw:
        facts: dict[str, Fact] = {"said": line.taken_back[:200], "step": number}
        yield _told(log, number, Notice("roll.taken-back", facts), language)
    elif line.record and line.record.verb not in game.seals:
        yield _told(log, number, Notice("record.unknown", {"verb": line.record.verb}), language)


def _weak(log: str, language: str) -> Told:
    return _told(log, 0, Notice("chat.weak"), language)


def _told(log: str, number: int, finding: Notice, language: str, *, note: bool = False) -> Told:
    return Told(
        log=log,
        step=number,
        turn=0,
        player="",
        verdict="observation",
        text=own_words().text(finding, language),
        facts=finding.facts,
        note=note,
    )
