"""What tests of every folder may ask for: the extra samples beside the project, and a VASSAL engine on the machine."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from tests.rules.shared.naming import Recorder
from tests.rules.shared.verdict import Verdict

# The same examples in every run, however slow the machine; `HYPOTHESIS_PROFILE=explore` looks for new ones.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=2_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

LONG = (
    "tests/browser/",
    "tests/builder/lint/test_own.py",
    "tests/builder/maps/test_map_painter.py",
    "tests/builder/test_build.py",
    "tests/builder/test_gallery.py",
    "tests/fuzz/",
    "tests/hexmeister/test_demo.py",
    "tests/hexmeister/test_walkthroughs.py",
    "tests/hexmeister/test_wheel.py",
    "tests/rules/audit/season/",
    "tests/rules/shared/test_mutants.py",
    "tests/rules/audit/test_chain.py",
    "tests/rules/audit/test_cut_out.py",
    "tests/rules/audit/test_honest_players.py",
    "tests/rules/audit/test_perft.py",
    "tests/rules/audit/test_random_games.py",
    "tests/rules/audit/test_would.py",
    "tests/rules/barbarossa/test_asked_tried.py",
    "tests/rules/barbarossa/test_golden.py",
    "tests/rules/barbarossa/test_logs.py",
    "tests/rules/barbarossa/test_perft.py",
    "tests/rules/barbarossa/test_play_games.py",
    "tests/rules/barbarossa/test_play_perft.py",
    "tests/rules/blitzkrieg/test_asked_tried.py",
    "tests/rules/blitzkrieg/test_recorded.py::test_a_log_of_careful_players",
    "tests/rules/shared/test_unfinished_logs.py",
    "tests/vassal/test_commands.py::test_hostile_texts_are_read_or_refused_in_no_time",
    "tests/vassal/test_sequence.py::test_no_text_takes_longer_than_its_length_asks",
)
"""Tests that run long or against a limit of time: `make coverage` runs them without counting lines."""


LONGEST = "test_mutants.py"
"""A test each of whose cases takes minutes: if it comes first, no process has it left when the others are done."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Logs can be asked for."""
    parser.addoption(
        "--logs", action="store_true", help="send what the tests of rules play through logs, and only that"
    )


def pytest_configure(config: pytest.Config) -> None:
    """What tests note of themselves is gathered where their reports come together."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder(config.rootpath), "recorder")
        if config.getoption("logs"):
            config.pluginmanager.register(Verdict(config), "verdict")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the long ones, put the longest of all first, and leave out what is not asked for: logs, or all but logs."""
    for item in items:
        if f"{item.path.relative_to(config.rootpath).as_posix()}::{item.name}".startswith(LONG):
            item.add_marker(pytest.mark.long)
    items.sort(key=lambda item: item.path.name != LONGEST)
    wanted = _plays if config.getoption("logs") else _is_no_log
    config.hook.pytest_deselected(items=[item for item in items if not wanted(item)])
    items[:] = filter(wanted, items)


def _is_no_log(item: pytest.Item) -> bool:
    return item.get_closest_marker("logs") is None


def _plays(item: pytest.Item) -> bool:
    """Whether a test is one of logs, or notes what it plays."""
    plays = "plays" in getattr(item, "fixturenames", ()) and item.get_closest_marker("long") is None
    return plays or not _is_no_log(item)


SHARED = Path(__file__).resolve().parents[2] / "shared"


def _beside(name: str) -> Path:
    folder = SHARED / name
    if not folder.is_dir():
        pytest.skip(f"the folder of extra samples ({name}) is not beside the project")
    return folder


@pytest.fixture(scope="session")
def samples() -> Path:
    """The files that a VASSAL engine wrote, each with its own dump of the board."""
    return _beside("vassal/samples")


@pytest.fixture(scope="session")
def corpus() -> Path:
    """Saves and logs of strangers."""
    return _beside("corpus")


@pytest.fixture(scope="session")
def engine() -> Path:
    """The script that asks a running VASSAL engine."""
    folder = Path(os.environ["ORACLE"]) if "ORACLE" in os.environ else SHARED / "oracle"
    probe = folder / "probe.sh"
    if "VASSAL_CLASSPATH" not in os.environ or not probe.is_file():
        pytest.skip("no VASSAL engine on this machine (VASSAL_CLASSPATH)")
    return probe
