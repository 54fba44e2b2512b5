"""The check that the pages make: contents of logs in, an audit out, however they are carried there and back."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from vassal.errors import VassalError

if TYPE_CHECKING:
    from rules.audit.report import Audit
    from vassal.savefile import SaveFile

Tell = Callable[..., None]
"""Hears how far a check is: `stage`, `done`, `of`."""


def read(logs: Sequence[tuple[str, bytes]], tell: Tell) -> "list[tuple[str, SaveFile]]":
    """Return the logs as they are read; an error names the log."""
    from vassal import savefile

    advance = progress("reading", tell)
    saves = []
    for place, (name, content) in enumerate(logs, 1):
        try:
            saves.append((name, savefile.read(content)))
        except VassalError as error:
            raise error.at(name) from error
        advance(place, len(logs))
    return saves


def judged(
    saves: "Sequence[tuple[str, SaveFile]]",
    tell: Tell,
    *,
    game: str = "",
    module: Path | None = None,
    rulings: Iterable[str] = (),
    overlay: Path | None = None,
) -> "Audit":
    """Return the audit of logs of one game, which remembers each moment."""
    from hexmeister.chains import of_one_game
    from hexmeister.modules import module_of
    from rules.audit.games import game_of
    from rules.audit.report import Audit

    first = saves[0][1]
    its = game_of(game or (first.module.name if first.module and first.module.name else ""), overlay)
    tell(stage="module", done=0, of=0)
    played_with = module_of(first, its.id, module)
    of_one_game(saves, its, played_with)
    audit = Audit(its, played_with, tuple(rulings), contain=True, remembers=True)
    audit.run(saves, progress("judging", tell))
    return audit


def progress(stage: str, tell: Tell) -> Callable[[int, int], None]:
    """Return who tells how far a stage is, and no more than a hundred times."""
    last = -1

    def advance(done: int, of: int) -> None:
        nonlocal last
        part = 100 * done // max(1, of)
        if part != last:
            last = part
            tell(stage=stage, done=part, of=100)

    return advance


def said(error: Exception, language: str) -> list[str]:
    """Return what an expected error says in a language, a line each."""
    from hexmeister import errors
    from hexmeister.language import choose

    choose(language)
    return errors.lines(error)


__all__ = ["Tell", "judged", "progress", "read", "said"]
