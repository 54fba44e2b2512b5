"""Memory that was freed is the system's again."""

import subprocess
import sys

import pytest

HELD = """
from pathlib import Path
from vassal.memory import give_back

def resident():
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))

before = resident()
pieces = [bytes([number % 251]) * 40_000 for number in range(1_000)]
grown = resident()
kept = pieces[::100]
del pieces
give_back()
print(grown - before, resident() - before, [each[0] for each in kept] == [n % 251 for n in range(0, 1_000, 100)])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the library keeps what it likes")
def test_what_lies_free_below_what_is_still_used_goes_back() -> None:
    """Given forty megabytes of which one piece in a hundred stays, when they are given back, then most are gone."""
    done = subprocess.run([sys.executable, "-c", HELD], check=True, capture_output=True, text=True)
    grown, left, whole = done.stdout.split()
    assert int(grown) > 30_000
    assert int(left) < int(grown) / 4
    assert whole == "True"
