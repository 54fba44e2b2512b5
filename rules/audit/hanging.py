"""On which earlier deed a breach hangs: the one but for which it would have been legal."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from rules.audit.past import Deed, Past
from rules.engine.actions import Action, words_of


class Where(msgspec.Struct, frozen=True):
    """Where a deed stands on which a finding hangs, and whether it was a breach itself."""

    log: str
    step: int
    wrong: bool = False


def behind(
    past: Past[Any], deeds: Sequence[Deed[Any]], action: Action, words: Collection[str], *, left_out: bool = False
) -> tuple[Where, ...]:
    """Return the deeds of other steps but for each of which the last of them, a breach, would have been legal.

    Only those are tried that name one of the words of it and of its findings. A deed that was no breach is none of
    them where without it others could not have been done that have nothing to do with it: that is another game. Nor is
    it where the last one names nothing of it, a marker that goes on while something is left out: it made that due; nor
    what had to be done; nor what another side did rightly. Where nothing but what was left out is told, only a breach
    can be behind it.
    """
    if not deeds or deeds[-1].action is not action:
        return ()
    near = [
        place
        for place, deed in enumerate(deeds[:-1])
        if _may_be_meant(deed, action, words) and not _was_due(deed) and (_is_breach(deed) or not left_out)
    ]
    without = {place: past.without(deeds, place) for place in near}
    found = {
        place
        for place, gone in without.items()
        if gone is not None and all(_may_go(deeds[place], deeds[number], left_out=left_out) for number in gone)
    }
    nearest = _of_steps(deeds[place] for place in sorted(found) if found.isdisjoint(without[place] or ()))
    earlier = (deed for where, deed in nearest.items() if where != deeds[-1][:2])
    return tuple(Where(deed.log, deed.step, _is_breach(deed)) for deed in earlier)


def _may_be_meant(deed: Deed[Any], action: Action, words: Collection[str]) -> bool:
    names, lawful = _names(deed.action), not _is_breach(deed)
    if lawful and action.by and deed.action.by not in {"", action.by}:
        return False
    return not names.isdisjoint(words if _is_breach(deed) else _names(action))


def _was_due(deed: Deed[Any]) -> bool:
    """Tell whether somebody did rightly what he had to do: nobody could have left it out."""
    return not _is_breach(deed) and any(due.must and due.met_by(deed.action) for due in deed.before.due)


def _is_breach(deed: Deed[Any]) -> bool:
    return deed.ruling.verdict == "illegal"


def _may_go(deed: Deed[Any], later: Deed[Any], *, left_out: bool) -> bool:
    """Tell whether it is still this game without a deed that could not be done without another one.

    What somebody chose to do rightly, and what became due by that, is his own affair, whatever breach was before it.
    """
    if _is_breach(deed):
        return not left_out or later.action.follows or later.action.waives or _is_breach(later)
    return _comes_of(deed, later)


def _comes_of(deed: Deed[Any], later: Deed[Any]) -> bool:
    """Tell whether a deed that could not be done without another one answers it, or follows from it."""
    action = later.action
    return action.follows or action.waives or not _names(deed.action).isdisjoint(_names(action))


def _names(action: Action) -> set[str]:
    return {*words_of(action)} - {action.by}


def _of_steps(deeds: Iterable[Deed[Any]]) -> Mapping[tuple[str, int], Deed[Any]]:
    """Return one deed of each step."""
    return {deed[:2]: deed for deed in deeds}
