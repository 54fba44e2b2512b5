"""What was said of each action of the written cases, with all facts, and the position after it, as it was recorded.

The verdicts stand in the cases themselves, and new ones need no record; this list notices what else changes. So do
those of the games of clumsy players and of what is read from the assets, of which only digests are kept. Run it as a
program to write the lists anew after the rules have changed: `python -m tests.rules.blitzkrieg.recorded`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from rules.blitzkrieg.battle import Battle
from rules.blitzkrieg.game import referee
from rules.engine.position import fingerprint
from tests.rules.blitzkrieg.battlefield import SWITCHES
from tests.rules.blitzkrieg.casebook import KINDS, keyed, played, stands
from tests.rules.blitzkrieg.clumsy import digest, logged
from tests.rules.blitzkrieg.theatre import HANNUT, STONNE
from tests.rules.shared.cases import Written, actions_of
from tests.rules.shared.through import Through

LIST = Path(__file__).parent / "cases" / "recorded.json"
CLUMSY, BATTLES = LIST.with_name("clumsy.json"), LIST.with_name("battles.json")
HEARD = LIST.with_name("heard.json")
LOGGED = 64
GAMES = {"field": 60, "set-up": 24, "turn": 24}


class Recorded(msgspec.Struct, frozen=True):
    """A case: by action what is said of it, and the fingerprint of the position after it."""

    case: str
    said: tuple[tuple[str, ...], ...]
    after: tuple[str, ...]


def record(name: str, case: Written) -> Recorded:
    """The case as it goes now."""
    battle, position = stands(case.start)
    judge, said, after = referee(battle, SWITCHES.settle_all(case.rulings)), list[tuple[str, ...]](), list[str]()
    for action in actions_of(case, KINDS):
        position, ruling = judge.step(position, action)
        said.append(tuple(msgspec.json.encode(finding, order="deterministic").decode() for finding in ruling.findings))
        after.append(fingerprint(position))
    return Recorded(name, tuple(said), tuple(after))


def known() -> dict[str, Recorded]:
    """The cases as they went when the list was written, by name."""
    return {each.case: each for each in msgspec.json.decode(LIST.read_bytes(), type=list[Recorded])}


def heard(through: Through) -> str:
    """Sixteen hex digits that stand for all that was read from a log and said of it."""
    read_so = [(each.step, each.action, each.how, each.findings) for each in through.judged]
    return hashlib.sha256(msgspec.json.encode(read_so, order="deterministic")).hexdigest()[:16]


class Heard(msgspec.Struct, frozen=True):
    """What was read from the logs of the written cases, by name, and of games of careful players by seed."""

    cases: dict[str, str]
    games: list[str]


@cache
def known_heard() -> Heard:
    """What was read when the list was written."""
    return msgspec.json.decode(HEARD.read_bytes(), type=Heard)


def known_digests() -> dict[str, list[str]]:
    """The digests of the games of clumsy players, by kind and seed, when the list was written."""
    return msgspec.json.decode(CLUMSY.read_bytes(), type=dict[str, list[str]])


def battles() -> dict[str, dict[str, str]]:
    """By scenario and part of it, what is read from the assets, as a digest; of the grid its places."""
    return {battle.id: dict(_parts(battle)) for battle in (HANNUT, STONNE)}


def _parts(battle: Battle) -> Iterator[tuple[str, str]]:
    ground = battle.ground
    parts = {name: getattr(battle, name) for name in Battle.__struct_fields__ if name != "ground"}
    parts |= {"hexes": ground.hexes, "edges": ground.edges, "places": ground.places, "grid": sorted(ground.grid.places)}
    for name, part in parts.items():
        yield (
            name,
            hashlib.sha256(
                msgspec.json.encode(
                    msgspec.to_builtins(part, str_keys=True, order="deterministic"), order="deterministic"
                )
            ).hexdigest()[:16],
        )


def main() -> None:
    """Write the lists anew."""
    of_cases = {name: heard(played(case)) for name, case in keyed().items()}
    of_logs = Heard(of_cases, [heard(logged(seed)) for seed in range(LOGGED)])
    HEARD.write_bytes(msgspec.json.format(msgspec.json.encode(of_logs), indent=1) + b"\n")
    digests = msgspec.json.encode(
        {kind: [digest(kind, seed) for seed in range(count)] for kind, count in GAMES.items()}
    )
    BATTLES.write_bytes(msgspec.json.format(msgspec.json.encode(battles()), indent=1) + b"\n")
    CLUMSY.write_bytes(msgspec.json.format(digests, indent=1) + b"\n")
    lines = ",\n".join(msgspec.json.encode(record(name, case)).decode() for name, case in keyed().items())
    LIST.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
