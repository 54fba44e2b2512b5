"""Logs that are judged together must be of one game: what is due in one battle means nothing in another."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from vassal.errors import VassalError

if TYPE_CHECKING:
    from rules.engine.reading import Game
    from vassal.module import Module
    from vassal.savefile import SaveFile


class Mixed(VassalError):  # noqa: N818
    """The file is sound, but it does not belong to the files that it was given with."""


def of_that_game(save: "SaveFile", game: str) -> None:
    """Refuse a log of another known game than the one by which it is to be judged."""
    from rules.audit.games import door_of

    title = (save.module.name or "") if save.module else ""
    door = door_of(title) if title else None
    if door and door.meta.id != game:
        raise Mixed(f"the log is of another game: {title}, not {game}")


def of_one_game(logs: Sequence[tuple[str, "SaveFile"]], game: "Game", module: "Module") -> None:
    """Refuse logs of another game, or of another scenario, than the first of them; a single log is never refused."""
    if len(logs) < 2:
        return
    _titles(logs, game)
    first, *others = ((name, _scenario(save, game, module)) for name, save in logs)
    for name, scenario in others:
        if scenario != first[1]:
            raise Mixed(f"it is of another game than the first log: {scenario}, not {first[1]}", name)


def _titles(logs: Sequence[tuple[str, "SaveFile"]], game: "Game") -> None:
    """Refuse a module of another name; where the first has a name of its own, the user said which game it is."""
    ours, *others = ((name, (save.module.name or "") if save.module else "") for name, save in logs)
    if ours[1] not in game.titles:
        return
    for name, title in others:
        if title and title not in game.titles:
            raise Mixed(f"it is of another game than the first log: {title}, not {ours[1]}", name)


def _scenario(save: "SaveFile", game: "Game", module: "Module") -> str:
    from rules.audit.witness import Witness
    from vassal.timeline import Timeline

    start = Timeline.of(save, module).start
    return game.scenario(Witness(start, game.seals).board(start))
