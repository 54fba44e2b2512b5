"""What tests of every folder may ask for: the extra samples beside the project, and a VASSAL engine on the machine."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.counting import count
from tests.rules.shared.naming import Recorder, note
from tests.rules.shared.running import watch
from tests.selection import FIRST, is_long, left_out
from tests.slow import now

BEGUN = pytest.StashKey[float]()
watch()

# The same examples in every run, however slow the machine; `HYPOTHESIS_PROFILE=explore` looks for new ones.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=2_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Logs can be asked for, and the cases of which each run takes a sample only."""
    parser.addoption(
        "--logs", action="store_true", help="send what the tests of rules play through logs, and only that"
    )
    parser.addoption("--rest", action="store_true", help="run the cases that each run leaves out, and only those")


def pytest_configure(config: pytest.Config) -> None:
    """What tests note of themselves is gathered where their reports come together; lines are counted as asked."""
    count(config)
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder(config.rootpath), "recorder")
        if config.getoption("logs"):
            from tests.rules.shared.verdict import Verdict  # what only logs need is slow to load

            config.pluginmanager.register(Verdict(config), "verdict")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """What processors give to a test is counted from here,"""
    item.stash[BEGUN] = now()
    yield


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """to here; a pass through logs is none of its own."""
    yield
    if not item.config.getoption("logs"):
        note(item, "seconds", {"processor": round(now() - item.stash[BEGUN], 3)})


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the long ones, put them first, those that take minutes before all, and leave out what is not asked for."""
    for item in items:
        if is_long(item.nodeid):
            item.add_marker(pytest.mark.long)
        if os.name != "posix" and item.get_closest_marker("posix"):
            item.add_marker(pytest.mark.skip(reason="needs signals, devices or links of a POSIX system"))
    items.sort(key=lambda item: (not item.nodeid.startswith(FIRST), item.get_closest_marker("long") is None))
    rest = left_out(item.nodeid for item in items)
    if config.getoption("logs"):
        wanted = list(filter(_plays, items))
    elif config.getoption("rest"):
        wanted = [item for item in items if item.nodeid in rest]
    elif not any("::" in each for each in config.args):  # whoever names a test wants all of its cases
        wanted = [item for item in items if item.nodeid not in rest and not _is_log(item)]
    else:
        wanted = list(items)
    kept = set(wanted)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = wanted


def _is_log(item: pytest.Item) -> bool:
    return item.get_closest_marker("logs") is not None


def _plays(item: pytest.Item) -> bool:
    """Whether a test is one of logs, or notes what it plays."""
    plays = "plays" in getattr(item, "fixturenames", ()) and item.get_closest_marker("long") is None
    return plays or _is_log(item)


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
