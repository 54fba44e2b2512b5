"""The evidence for one game of a season: it is judged once more from its files, under the rulings that were pinned."""

import json
from dataclasses import replace

from rules.audit.report import Audit, Report
from rules.audit.season.chains import Filed
from rules.audit.season.logs import Bench
from rules.audit.season.pins import pins
from rules.audit.season.store import PINNED, Store
from rules.audit.season.verdicts import audited


def evidence(store: Store, bench: Bench, name: str, language: str) -> tuple[Audit, Report, list[str]]:
    """Return the audit of a game, its report, and what is no longer as it was when the game was judged."""
    game = store.game(name)
    logs = {each.log.sha: each for each in store.filed()}
    chain = store.rows("SELECT sha FROM chain WHERE game_id = ? ORDER BY place", (game["id"],))
    filed: list[Filed] = [logs[row["sha"]] for row in chain]
    settled = tuple(f"{key}={reading}" for key, reading in json.loads(game["switches"]).items())
    audit, report = audited(replace(bench, settled=settled), filed, language, filmed=True)
    now = pins(replace(bench, settled=settled), audit.game, audit.module)
    return (
        audit,
        report,
        [f"{key}: {game[key]} > {getattr(now, key)}" for key in PINNED if game[key] != getattr(now, key)],
    )
