"""The process that judges the logs of the page, bounded, and then answers questions about them until it is let go."""

import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from hexmeister import errors
from hexmeister.language import LANGUAGES, choose
from hexmeister.page.words import word
from vassal.errors import VassalError

if TYPE_CHECKING:
    from vassal.savefile import SaveFile


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be judged, under what, within how much memory, and where the reports go."""

    logs: tuple[tuple[str, str], ...] = ()
    target: str = ""
    module: str = ""
    game: str = ""
    rulings: tuple[str, ...] = ()
    overlay: str = ""
    memory: int = 0


def main() -> None:
    """Judge what the first line of standard input orders; tell the way and the outcome or the errors in lines of JSON.

    Each line that follows is a question, and answered in a line.
    """
    order = msgspec.json.decode(sys.stdin.buffer.readline(), type=Order)
    _keep_within(order.memory)
    try:
        audit, summary = _judge(order)
        _tell(summary=summary)
    except errors.expected() as error:
        _tell(errors={language: _said(error, language) for language in LANGUAGES})
        return
    for line in sys.stdin.buffer:
        _answer(audit, line)


def _answer(audit: Any, line: bytes) -> None:
    """Answer a question; an error of ours in it is told as that, and the next one is answered."""
    from hexmeister.page.answers import Question, answer

    question = msgspec.json.decode(line, type=Question)
    choose(question.language)
    try:
        _tell(answer=answer(audit, question))
    except Exception as error:
        _tell(fault=type(error).__name__)


def _keep_within(memory: int) -> None:
    """Let the system refuse more memory than that, where there is a way to ask for it."""
    if find_spec("resource") is not None:
        import resource

        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        wanted = memory if hard == resource.RLIM_INFINITY else min(memory, hard)
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))


def _judge(order: Order) -> tuple[Any, dict[str, int]]:
    from hexmeister.chains import of_one_game
    from hexmeister.modules import module_of
    from rules.audit.games import game_of
    from rules.audit.report import Audit

    saves = _read(order)
    first = saves[0][1]
    title = order.game or (first.module.name if first.module and first.module.name else "")
    game = game_of(title, Path(order.overlay) if order.overlay else None)
    _tell(stage="module", done=0, of=0)
    module = module_of(first, game.id, Path(order.module) if order.module else None)
    of_one_game(saves, game, module)
    audit = Audit(game, module, order.rulings, contain=True, remembers=True)
    audit.run(saves, _progress("judging"))
    return audit, _write(audit, Path(order.target), Path(order.module) if order.module else None)


def _read(order: Order) -> list[tuple[str, "SaveFile"]]:
    from vassal import savefile

    advance = _progress("reading")
    saves = []
    for place, (name, path) in enumerate(order.logs, 1):
        try:
            saves.append((name, savefile.read(Path(path).read_bytes())))
        except VassalError as error:
            raise error.at(name) from error
        advance(place, len(order.logs))
    return saves


def _write(audit: Any, target: Path, given: Path | None) -> dict[str, int]:
    """Write the report in each language, and return what it sums up to."""
    from hexmeister.pictures import pictures_of
    from rules.audit.page import Link, page

    _tell(stage="writing", done=0, of=0)
    summary: dict[str, int] = {}
    for language in LANGUAGES:
        report = audit.told(language)
        others = [Link(word("language", each), f"{each}.html", each) for each in LANGUAGES if each != language]
        links = [Link(word("back", language), f"../../{language}/", language), *others]
        drawn = pictures_of(audit, given)
        (target / f"{language}.html").write_text(page(audit, report, links, drawn, asks=True), encoding="utf-8")
        summary = dict(report.summary)
    return summary


def _progress(stage: str) -> Callable[[int, int], None]:
    """Return who tells how far a stage is, and no more than a hundred times."""
    last = -1

    def advance(done: int, of: int) -> None:
        nonlocal last
        part = 100 * done // max(1, of)
        if part != last:
            last = part
            _tell(stage=stage, done=part, of=100)

    return advance


def _tell(**what: Any) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(what) + b"\n")
    sys.stdout.buffer.flush()


def _said(error: Exception, language: str) -> list[str]:
    choose(language)
    return errors.lines(error)


if __name__ == "__main__":
    main()
