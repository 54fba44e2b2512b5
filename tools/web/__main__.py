"""`python -m tools.web`: the referee in one file, `dist/hexmeister.html`."""

from __future__ import annotations

import argparse
import gzip
import sys
from pathlib import Path

from rules.audit.games import doors
from tools.web.fetching import Missing, fetch
from tools.web.sheet import sheet
from tools.web.staging import pack, stage

BUILD = Path("build/web")


def main() -> int:
    """Put the page together, and say how large it became."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("dist/hexmeister.html"), help="where the page goes")
    games = sorted(doors())
    parser.add_argument("--films", nargs="*", default=games, choices=games, help="games whose films have pictures")
    asked = parser.parse_args()
    try:
        engine, wheels = fetch(BUILD / "fetched")
        stage(BUILD / "staged", engine, wheels, asked.films)
        page = sheet(engine, *pack(BUILD / "staged", engine)).encode()
    except Missing as missing:
        print(f"make web: {missing}", file=sys.stderr)
        return 2
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    asked.out.write_bytes(page)
    small = len(gzip.compress(page, 6))
    print(f"{asked.out}: {len(page) / 1e6:.1f} MB, {small / 1e6:.1f} MB packed as a site sends it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
