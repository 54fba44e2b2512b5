"""The fuzzing bounds memory and time as only POSIX systems can: elsewhere its tests are not collected."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("resource") else ["test_*.py"]
