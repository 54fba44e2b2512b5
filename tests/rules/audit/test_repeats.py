"""A key that is pressed twice changes nothing; of two rolls the first counts, unless the second is carried out."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec import structs

from rules.audit.judged import Judged
from rules.engine.ruling import Illegal, Notice, Undecided
from rules.engine.writing import Entry, Keep, Put, Say, Throw, Wipe
from tests.rules.shared.kit import Kit, kits
from tests.rules.shared.proof.hand import hand_of
from tests.rules.shared.proof.windows import Window, judged, windows

KITS = kits()
SEED, TRIED = 20261119, 6
TOLD = Say | Put | Keep | Wipe
"""What is the same the second time."""


def said_of(window: Window, entries: list[Entry]) -> tuple[Judged, ...]:
    edition = window.edition()
    window.pages(edition)
    hand = hand_of(edition, window.before)
    hand.write(entries)
    return judged(edition, window.before, hand.log())[0]


def pages_of(window: Window) -> list[Entry]:
    return [page.entry for page in window.pages(window.edition())]


def only_says(entry: Entry) -> bool:
    return any(isinstance(deed, Say) for deed in entry.deeds) and all(isinstance(deed, TOLD) for deed in entry.deeds)


def why(said: tuple[Judged, ...], kind: type) -> set[str]:
    return {finding.why for each in said for finding in each.findings if isinstance(finding, kind)}


def quiet(kit: Kit[Any, Any], length: int) -> Iterator[tuple[Window, list[Entry]]]:
    """Windows in which nothing is found."""
    for window in windows(kit, Random(SEED), length, each=4, limit=400):
        entries = [] if window.before.within("SETUP") else pages_of(window)
        if entries and not why(said_of(window, entries), Illegal):
            yield window, entries


@pytest.mark.parametrize("kit", KITS, ids=[kit.name for kit in KITS])
def test_what_is_said_a_second_time_is_no_deed(kit: Kit[Any, Any]) -> None:
    remarks, wanted = set[str](), {"twice.said", "twice.rolled"}
    for tried, (window, entries) in enumerate(islice(quiet(kit, 24), 16 * TRIED)):
        if tried >= 4 * TRIED and (remarks & wanted or not kit.accuses):
            break
        for at in [at for at, entry in enumerate(entries) if only_says(entry)][:3]:
            said = said_of(window, [*entries[: at + 1], *entries[at:]])
            assert why(tuple(each for each in said if each.step == at + 2), Illegal) == set(), (window.name, at)
            remarks |= why(said, Notice)
    assert remarks & wanted or not kit.accuses, "a game may know better what a second press of its keys means"


def accused_others(said: tuple[Judged, ...], roller: str) -> list[str]:
    """What is illegal of anybody but who threw twice."""
    found = ((each, finding) for each in said for finding in each.findings if isinstance(finding, Illegal))
    return [finding.why for each, finding in found if each.concerns(finding) not in (roller, "")]


def other(dice: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(die % 6 + 1 for die in dice)


def thrown(entry: Entry, dice: tuple[int, ...]) -> Entry:
    """The same step with other numbers on its dice."""
    deeds = tuple(structs.replace(deed, numbers=dice) if isinstance(deed, Throw) else deed for deed in entry.deeds)
    return structs.replace(entry, deeds=deeds)


@pytest.mark.parametrize("kit", KITS, ids=[kit.name for kit in KITS])
def test_dice_that_fall_twice_accuse_nobody_whichever_of_both_rolls_is_carried_out(kit: Kit[Any, Any]) -> None:
    remarks, left = set[str](), set[str]()
    for window, entries in islice(quiet(kit, 30), 2 * TRIED):
        throws = [at for at, entry in enumerate(entries) if any(isinstance(deed, Throw) for deed in entry.deeds)]
        for at in throws[:2]:
            (first,) = [deed.numbers for deed in entries[at].deeds if isinstance(deed, Throw)]
            again = thrown(entries[at], other(first))
            by_the_first = said_of(window, [*entries[: at + 1], again, *entries[at + 1 :]])
            by_the_second = said_of(window, [*entries[:at], again, *entries[at:]])
            assert why(by_the_first, Illegal) == set(), (window.name, at)
            assert accused_others(by_the_second, entries[at].side) == [], (window.name, at)
            remarks |= why(by_the_first, Notice)
            left |= why(by_the_second, Undecided)
    assert "twice.rolled" in remarks or not kit.accuses
    assert "twice.carried-out" in left or not kit.accuses
