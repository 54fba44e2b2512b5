"""The process that judges the logs of the page, bounded, and then answers questions about them until it is let go."""

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from hexmeister import errors
from hexmeister.language import LANGUAGES, choose
from hexmeister.page.judging import judged, read, said
from hexmeister.page.words import word


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
        _tell(errors={language: said(error, language) for language in LANGUAGES})
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
    saves = read([(name, Path(path).read_bytes()) for name, path in order.logs], _tell)
    module = Path(order.module) if order.module else None
    overlay = Path(order.overlay) if order.overlay else None
    audit = judged(saves, _tell, game=order.game, module=module, rulings=order.rulings, overlay=overlay)
    return audit, _write(audit, Path(order.target), module)


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


def _tell(**what: Any) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(what) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
