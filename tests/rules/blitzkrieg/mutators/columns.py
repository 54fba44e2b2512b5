"""Breaking the rules of the sum that gives the column of direct fire: values, halving, armour, terrain and works."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.fire.factors import Factor, column
from rules.blitzkrieg.loading import open_switches
from tests.rules.blitzkrieg.mutators.fire import face
from tests.rules.blitzkrieg.mutators.occasion import Acts, Occasion, breaks
from tests.rules.shared.mutating import Staged

Fire = do.Fire | do.OppFire | do.ReturnFire
LOWEST, HIGHEST = -1, 9
"""Of the columns: what lies beyond is read in these."""
LEFT_OUT = {
    "BLZ-8.2.1a": "defence",
    "BLZ-8.2.3a": "",
    "BLZ-8.6.1r": "village",
    "BLZ-10.2b": "works",
}
"""By rule: the line of the sum that it puts there; empty for any."""
Reason = Callable[[Occasion, Fire, Factor], Iterator[int]]
"""By how much a sum is wrong if one neglects a rule."""


def _sum(o: Occasion, action: Fire) -> Factor:
    """The sum as the rules make it."""
    how = isinstance(action, do.Fire) and (action.mode == "reduced" or bool(o.deed(action.unit).spent))
    firers = tuple(filter(None, (action.unit, getattr(action, "company", ""))))
    case = Case(o.battle, open_switches(), o.before, action)
    return column(case, action.target, firers=firers, manner="direct", reduced=how)


def _wrong(rule: str, name: str, reason: Reason) -> None:
    def wrong(o: Occasion) -> Acts:
        """A sum is made without minding the rule."""
        action = o.action
        if isinstance(action, Fire) and o.printed(action.unit).kind.direct_fire:
            factor = _sum(o, action)
            if not factor.disputed and LOWEST <= factor.total <= HIGHEST:
                differences = (by for by in reason(o, action, factor) if by)
                yield from (replace(action, column=factor.total + by) for by in differences)

    wrong.__name__ = name
    breaks(rule)(wrong)


def _values(factor: Factor) -> list[int]:
    return [item.value for item in factor.items if item.key not in {"attack", "halved"}]


def _without(rule: str, key: str) -> Reason:
    """A line is left out that no other one equals."""

    def reason(o: Occasion, action: Fire, factor: Factor) -> Iterator[int]:
        for item in factor.items:
            if item.rule == rule and key in {"", item.key} and _values(factor).count(item.value) == 1:
                yield -item.value

    return reason


for _rule, _key in LEFT_OUT.items():
    _wrong(_rule, "leaves_out_a_line", _without(_rule, _key))


def _halved(factor: Factor) -> bool:
    return any(item.key == "halved" for item in factor.items)


def _not_halved(o: Occasion, action: Fire, factor: Factor) -> Iterator[int]:
    """The whole attack of an anti-tank gun counts against infantry."""
    rest = face(o, action.unit).attack // 2
    if _halved(factor) and -rest not in _values(factor):
        yield rest


def _rounded_down(o: Occasion, action: Fire, factor: Factor) -> Iterator[int]:
    """The half of an odd attack is rounded down."""
    odd = face(o, action.unit).attack % 2 and face(o, action.unit).attack // 2 != 1
    if _halved(factor) and odd and not face(o, action.target).defence and 1 not in _values(factor):
        yield -1


def _as_before_the_loss(o: Occasion, action: Fire, factor: Factor) -> Iterator[int]:
    """A unit that has lost a step fires with the attack of its other side."""
    by = o.printed(action.unit).front.attack - face(o, action.unit).attack
    if not _halved(factor) and -by not in _values(factor) and not o.before.works:
        yield by


_wrong("BLZ-8.2.1b", "fires_at_infantry_with_all_its_attack", _not_halved)
_wrong("BLZ-8.2.1c", "rounds_a_half_down", _rounded_down)
_wrong("BLZ-1.1a", "fires_with_the_attack_it_had", _as_before_the_loss)


# ------------------------------------------------------------------------------------------------------------- works
def _worth(o: Occasion) -> int:
    return o.battle.charts.cover["works"]["infantry"]


@breaks("BLZ-10.2c")
def counts_works_for_others(o: Occasion) -> Acts:
    """Works in the hex are counted for a target that they do not help."""
    action = o.action
    if isinstance(action, Fire) and not o.printed(action.target).kind.works:
        place, factor = o.unit(action.target).hex, _sum(o, action)
        plain = not (factor.disputed or _halved(factor) or -_worth(o) in _values(factor))
        if plain and LOWEST <= factor.total <= HIGHEST and not o.printed(action.unit).kind.halved:
            works = tuple(dict.fromkeys((*o.before.works, place)))
            yield Staged(o.before.but(works=works), (replace(action, column=factor.total + _worth(o)),))


@breaks("BLZ-10.2e")
def counts_works_or_village(o: Occasion) -> Acts:
    """Of works and a village only one is counted, though infantry is protected by both."""
    action = o.action
    if isinstance(action, Fire) and o.printed(action.target).kind.works:
        factor = _sum(o, action)
        terrain = {item.value for item in factor.items if item.rule in {"BLZ-8.6.1r", "BLZ-8.2.3a"}}
        both = [item.value for item in factor.items if item.key == "works" and item.value in terrain]
        if both and not factor.disputed and LOWEST <= factor.total <= HIGHEST:
            yield replace(action, column=factor.total - both[0])
