"""`hexmeister ask` and `check` refuse what does not belong together, whatever the game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from hexmeister.examples import write_all
from rules.audit.games import doors
from tests.played import Played, first_of_each, of_two_games, of_two_scenarios, played
from vassal import savefile

if TYPE_CHECKING:
    from tests.hexmeister.conftest import Call

LOGS = first_of_each(played())
COMMANDS = pytest.mark.parametrize("command", ["ask", "check"])


def title(game: str) -> str:
    return doors()[game].meta.titles[0]


@COMMANDS
@pytest.mark.parametrize(("one", "other"), of_two_scenarios(), ids=str)
def test_logs_of_two_games_are_not_taken_for_one(call: Call, command: str, one: Played, other: Played) -> None:
    told = call(command, one.path, other.path)
    mixed = f"{other.path.name}: it is of another game than the first log: {other.scenario}, not {one.scenario}"
    assert (told.code, told.out, told.err.splitlines()) == (2, "", [f"hexmeister: {mixed}"])
    german = call("--lang", "de", command, one.path, other.path).err
    assert f"es gehört zu einer anderen Partie als das erste Log: {other.scenario}, nicht {one.scenario}" in german


@pytest.mark.parametrize("log", LOGS, ids=str)
def test_a_log_of_another_module_is_not_taken_for_the_same_game(call: Call, tmp_path: Path, log: Played) -> None:
    save = savefile.read(log.path)
    assert save.module is not None
    other = tmp_path / "other.vlog"
    chess = msgspec.structs.replace(save.module, name="Chess")
    savefile.write(other, msgspec.structs.replace(save, module=chess))
    told = call("check", log.path, other)
    assert (told.code, f"Chess, not {title(log.game)}" in told.err) == (2, True)


@COMMANDS
@pytest.mark.parametrize(("one", "other"), of_two_games(), ids=str)
def test_a_log_is_not_judged_by_another_game(call: Call, command: str, one: Played, other: Played) -> None:
    told = call(command, one.path, "--game", other.game)
    assert (told.code, told.out) == (2, "")
    assert f"the log is of another game: {title(one.game)}, not {other.game}" in told.err


@COMMANDS
@pytest.mark.parametrize("log", LOGS, ids=str)
def test_a_module_that_was_not_played_accuses_nobody(call: Call, tmp_path: Path, command: str, log: Played) -> None:
    module = write_all(tmp_path)[0]
    told = call(command, log.path, "--module", module)
    assert (told.code, told.out) == (2, "")
    assert f"the module is not the one that was played: The Ford, not {title(log.game)}" in told.err


@COMMANDS
def test_a_game_that_is_not_there_is_refused_with_those_that_are(call: Call, command: str) -> None:
    told = call(command, LOGS[0].path, "--game", "chess")
    assert (told.code, told.out) == (2, "")
    assert all(title(game) in told.err for game in doors())
