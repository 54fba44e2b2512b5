"""Stacks: what pieces in one place weigh together, where some of them may stand free."""

from collections.abc import Iterable

import msgspec


class Load(msgspec.Struct, frozen=True):
    """What a piece weighs, in parts small enough that nothing is a fraction; one that is `free` may weigh nothing."""

    weight: int
    free: bool = False


def weighed(loads: Iterable[Load], free: int = 0) -> int:
    """What pieces weigh together, if of those that may stand free the heaviest so many do."""
    known = tuple(loads)
    left_out = sorted((each.weight for each in known if each.free), reverse=True)[:free]
    return sum(each.weight for each in known) - sum(left_out)
