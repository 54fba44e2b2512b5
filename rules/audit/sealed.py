"""Sealed texts of a log: what was committed to, what was opened, and whether both fit each other.

A side seals a text on each of its pieces (`Cipher` with its `Nonce`), then commits to the key of all of them, and
publishes that key when every side has committed. A text may also be sealed with a key of its own (`Secret` with
`SecretNonce`), whose fingerprint stands beside it from the start. The recipe is the one of `builder.traits.sealing`;
nothing is needed here but the log and two digests.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256, sha512
from typing import Final

import msgspec

from rules.engine.evidence import Verdict
from vassal.changes import Altered, Set
from vassal.position import Position
from vassal.standing import Standing
from vassal.timeline import Step

COMMIT: Final = "HX_Commit_"
KEY: Final = "HX_Key_"
CIPHER, NONCE = "Cipher", "Nonce"
SECRET: Final[Mapping[str, str]] = {
    "cipher": "Secret",
    "nonce": "SecretNonce",
    "hash": "SecretHash",
    "key": "SecretKey",
}
ORDER, APART = "order", "secret"
PAD: Final = 64
"""So many bytes stand under one pad."""
MOST: Final = 2_000
"""So many digits of a sealed text or a key are looked at; longer ones are none."""
HEX: Final = re.compile(r"-?[0-9a-f]+")


class Seal(msgspec.Struct, frozen=True):
    """A sealed text as it stands on a piece."""

    piece: str
    nonce: str
    cipher: str


class Opening(msgspec.Struct, frozen=True):
    """A sealed text that was opened: on which piece, of which kind, what it says and whether that is to be believed."""

    piece: str
    kind: str
    text: str
    verdict: Verdict


class Trouble(msgspec.Struct, frozen=True):
    """Something about seals that somebody should look at."""

    why: str
    side: str
    piece: str = ""


def number(text: str) -> int | None:
    """Return the number of a text in hex; nothing if it is none."""
    return int(text, 16) if len(text) <= MOST and HEX.fullmatch(text) else None


def fits(key: str, commitment: str) -> bool:
    """Tell whether a commitment is the fingerprint of a key; they are compared as numbers, for zeros are dropped."""
    return bool(key) and number(commitment) == int(fingerprint(key), 16)


def fingerprint(key: str) -> str:
    """Return the fingerprint of a key."""
    return sha256(key.encode()).hexdigest()


def opened(key: str, seal: Seal) -> str | None:
    """Return the text under a seal; nothing if the key opens nothing that can be read."""
    found = number(seal.cipher)
    if found is None or found < 0:
        return None
    count = max(1, -(-found.bit_length() // (8 * PAD)))
    pads = (_pad(key, seal, rank) << (8 * PAD * rank) for rank in range(count))
    for pad in pads:
        found ^= pad
    raw = found.to_bytes((found.bit_length() + 7) // 8, "big")
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return None
    return text if text.isprintable() else None


def _pad(key: str, seal: Seal, rank: int) -> int:
    more = f"/{rank}" if rank else ""
    return int(sha512(f"{key}/{seal.piece}/{seal.nonce}{more}".encode()).hexdigest(), 16)


def sealed(key: str, piece: str, nonce: str, text: str, pads: int = 2) -> str:
    """Return a text under at least so many pads, in hex: the way back, for whoever writes logs."""
    raw = text.encode()
    count = max(pads, len(raw) // PAD + 1)
    found = int.from_bytes(raw, "big")
    for rank in range(count):
        found ^= _pad(key, Seal(piece, nonce, ""), rank) << (8 * PAD * rank)
    return f"{found:x}"


class Watch:
    """Follows the seals of a log, step by step, from how they were at its start."""

    def __init__(self, start: Position) -> None:
        self._committed: dict[str, dict[str, Seal]] = {}
        """By side: the seals that its commitment holds."""
        self._late: set[str] = set()
        """Sides that committed when another had already revealed."""
        self._sides = {name.removeprefix(COMMIT) for _, name in start.globals if name.startswith(COMMIT)}
        for side in self._sides:
            if start.property(COMMIT + side) and not start.property(KEY + side):
                self._committed[side] = dict(_seals(start, side))

    def openings(self, step: Step) -> tuple[Opening, ...]:
        """Return what a step opens, and remember what it commits to; steps come in their order."""
        found: list[Opening] = []
        for change in step.changes:
            match change:
                case Set(property=name, new=value) if name.startswith(COMMIT):
                    self._commit(name.removeprefix(COMMIT), value, step)
                case Set(property=name, new=value) if name.startswith(KEY) and value:
                    found += self._reveal(name.removeprefix(KEY), value, step)
                case Altered(property=name, piece=piece, new=value) if name == SECRET["key"] and value:
                    found.append(_apart(step.after.piece(piece), value))
                case _:
                    pass
        return tuple(found)

    def troubles(self, step: Step) -> tuple[Trouble, ...]:
        """Return what is wrong with the seals of a step; to be asked before its openings."""
        found: list[Trouble] = []
        for change in step.changes:
            match change:
                case Altered(property=name, piece=piece) if name in (CIPHER, NONCE):
                    found += self._changed(step, piece)
                case Set(property=name, new=value) if name.startswith(COMMIT) and value:
                    if self._shown_before(name.removeprefix(COMMIT), step.before):
                        found.append(Trouble("seal.late", name.removeprefix(COMMIT)))
                case Set(property=name, new=value) if name.startswith(KEY) and value:
                    found += self._key(name.removeprefix(KEY), value, step.before)
                case Altered(property=name, piece=piece, new=value) if name == SECRET["key"] and value:
                    opening = _apart(step.after.piece(piece), value)
                    if opening.verdict != "fits":
                        found.append(Trouble("seal.apart", "", piece))
                case _:
                    pass
        return tuple(dict.fromkeys(found))

    # -------------------------------------------------------------------------------------------------- a round
    def _commit(self, side: str, value: str, step: Step) -> None:
        self._late.discard(side)
        if not value:
            self._committed.pop(side, None)
            return
        self._committed[side] = dict(_seals(step.after, side))
        if self._shown_before(side, step.before):
            self._late.add(side)

    def _shown_before(self, side: str, before: Position) -> bool:
        return any(before.property(KEY + other) for other in self._sides - {side})

    def _reveal(self, side: str, key: str, step: Step) -> Iterator[Opening]:
        verdict = self._verdict(side, key, step.before)
        now = dict(_seals(step.after, side))
        held = self._committed.get(side, {} if step.before.property(COMMIT + side) else now)
        for piece, seal in held.items():
            text = opened(key, seal)
            mine: Verdict = "changed" if verdict == "fits" and now.get(piece) != seal else verdict
            yield Opening(piece, ORDER, text or "", mine if text is not None else "unreadable")

    def _verdict(self, side: str, key: str, before: Position) -> Verdict:
        if not before.property(COMMIT + side):
            return "uncommitted"
        if not fits(key, before.property(COMMIT + side) or ""):
            return "other key"
        return "late" if side in self._late else "fits"

    def _changed(self, step: Step, piece: str) -> Iterator[Trouble]:
        """A seal that is changed after the commitment and before the round is over."""
        for side, held in self._committed.items():
            theirs = piece in held or _side(step.after.piece(piece)) == side
            over = not step.after.property(COMMIT + side) or step.after.property(KEY + side)
            if theirs and not over and not _emptied(step.after.piece(piece)):
                yield Trouble("seal.changed", side, piece)

    def _key(self, side: str, key: str, before: Position) -> Iterator[Trouble]:
        why = {"uncommitted": "seal.uncommitted", "other key": "seal.key"}
        verdict = self._verdict(side, key, before)
        if verdict in why:
            yield Trouble(why[verdict], side)


def _emptied(piece: Standing) -> bool:
    return not piece.says(CIPHER)


def _apart(piece: Standing, key: str) -> Opening:
    seal = Seal(piece.id, piece.says(SECRET["nonce"]) or "", piece.says(SECRET["cipher"]) or "")
    text = opened(key, seal)
    verdict: Verdict = "fits" if fits(key, piece.says(SECRET["hash"]) or "") else "other key"
    return Opening(piece.id, APART, text or "", verdict if text is not None else "unreadable")


def _seals(position: Position, side: str) -> Iterator[tuple[str, Seal]]:
    for piece in position.pieces():
        cipher = piece.says(CIPHER)
        if cipher and piece.says("Side") == side:
            yield piece.id, Seal(piece.id, piece.says(NONCE) or "", cipher)


def _side(piece: Standing) -> str:
    return piece.says("Side") or ""


def troubles(start: Position, steps: Iterable[Step]) -> Iterator[tuple[int, Trouble]]:
    """Yield what is wrong with the seals of a log, by step."""
    watch = Watch(start)
    for step in steps:
        yield from ((step.number, each) for each in watch.troubles(step))
        watch.openings(step)


__all__ = ["Opening", "Seal", "Trouble", "Watch", "fingerprint", "fits", "number", "opened", "sealed", "troubles"]
