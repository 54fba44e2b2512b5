"""How a purpose's dice are thrown: one hidden button a kind of dice, and the key by which a piece presses it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from assets.chronicle import Chronicle, Purpose
from assets.dice import READY, Dice
from builder.traits.basics import chosen, entry, named, quoted, shared, trigger
from builder.traits.menus import Offer, shortcut
from builder.traits.record import Speaker
from builder.traits.words import word
from vassal.traits import Trait, make

NOW = "fire.now"
"""The command that declares a shot and throws its dice, as `module.yaml` names it."""
USUAL = Dice(2, 6)
"""What a game without purposes throws."""


class Kind(NamedTuple):
    """Dice that one button throws: so many, or as many as lie ready; for which purposes; the first kind has rank 0."""

    dice: Dice
    rank: int
    purposes: tuple[str, ...]

    @property
    def mark(self) -> str:
        """What tells its commands from those of the first kind."""
        return str(self.rank or "")

    @property
    def sent(self) -> str:
        """The command that throws."""
        return named(f"hx.roll{self.mark}")

    @property
    def asked(self) -> str:
        """The command that throws if this is what was declared, and if dice lie ready."""
        return named(f"hx.roll.asked.{self.dice.name}")

    @property
    def pressed(self) -> str:
        """The command by which a piece has them thrown."""
        return named(f"hx.rollhot{self.mark}")

    def after(self, name: str) -> str:
        """A name, with that of the dice for any but the first kind."""
        return f"{name} {self.dice.name}" if self.rank else name


def kinds(chronicle: Chronicle) -> tuple[Kind, ...]:
    """All kinds of dice of a game, in the order of its purposes."""
    counted = {each.thrown.faces for each in chronicle.purposes.values() if not each.thrown.number}
    found: dict[Dice, list[str]] = {}
    for each in chronicle.purposes.values():
        found.setdefault(_thrown(each, counted), []).append(each.id)
    return tuple(Kind(dice, rank, tuple(some)) for rank, (dice, some) in enumerate((found or {USUAL: []}).items()))


def _thrown(purpose: Purpose, counted: Iterable[int]) -> Dice:
    """Where some shot has as many dice of so many faces as it likes, all of these are thrown one by one."""
    dice = purpose.thrown
    return Dice(0, dice.faces) if dice.faces in counted and not dice.opposed else dice


def kind_of(speaker: Speaker, purpose: str) -> Kind:
    """The kind of dice of a purpose."""
    return next(each for each in kinds(speaker.game.chronicle) if purpose in each.purposes)


def pressing(speaker: Speaker, *bearers: str) -> Iterator[Trait]:
    """The keys by which such pieces have dice thrown."""
    purposes = speaker.game.chronicle.purposes
    for each in kinds(speaker.game.chronicle):
        if not each.rank or any({*purposes[name].of} & {*bearers} for name in each.purposes):
            sent = each.sent if each.dice.number else each.asked
            yield make("global_hotkey", menu="", key=each.pressed, sent_key=sent)


def at_once(speaker: Speaker, declares: Sequence[str], ready: str) -> Iterator[Trait]:
    """The command that declares a shot and throws its dice in the same step."""
    kind = _of_shots(speaker)
    if kind is not None:
        actions = [*declares, kind.pressed, named("hx.thrown")]
        menu, sent = word("fire now", speaker.language), shortcut(speaker, NOW)
        yield trigger("fire now", [], actions, f"{{{ready}}}", menu=menu, key=sent)


def thrown(speaker: Speaker, name: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """How a property changes once a shot was thrown at once: nothing is left for which the button would throw again."""
    kind = _of_shots(speaker)
    ends = {} if kind is None else {"HX_P": ""} if kind.dice.number else {READY: "0"}
    return [entry("", named("hx.thrown"), ends[name])] if name in ends else []


def _of_shots(speaker: Speaker) -> Kind | None:
    """The dice of all shots at a target, if they have the same, and the module knows how many."""
    handling = speaker.game.handling
    purposes = {*handling.shots.values(), *(each.roll for each in handling.aims.values())}
    found = {kind_of(speaker, each) for each in purposes}
    kind = found.pop() if len(found) == 1 else None
    return kind if kind and (kind.dice.number or handling.aims) else None


class Keys(NamedTuple):
    """The keys of checks that throw the same dice, and what they press: nothing where the player says how many."""

    kind: Kind
    keys: list[str]
    pressed: tuple[str, ...]


def by_kind(speaker: Speaker, offers: Sequence[Offer]) -> Iterator[Keys]:
    """The keys of checks by the kind of their dice; for any number of dice the player says how many, and rolls."""
    for kind in kinds(speaker.game.chronicle):
        for asked in (False, True):
            found = [each for each in offers if each.what in kind.purposes and is_asked(speaker, each.what) == asked]
            if found:
                yield Keys(kind, [each.key for each in found], () if asked else (kind.pressed,))


def is_asked(speaker: Speaker, purpose: str) -> bool:
    """Whether a purpose does not say how many dice it has."""
    return not speaker.game.chronicle.purposes[purpose].thrown.number


def checks(
    speaker: Speaker, name: str, offers: Sequence[Offer], before: Sequence[str], after: Sequence[str] = ()
) -> Iterator[Trait]:
    """What checks do: the same, but each throws its own dice."""
    for kind, keys, pressed in by_kind(speaker, offers):
        title = kind.after(name) if pressed else f"{name} of any dice"
        yield trigger(title, keys, [*before, *pressed, *after])


def counts(speaker: Speaker, offers: Iterable[Offer]) -> dict[str, str]:
    """How many dice a check has, as code, where its dice are thrown one by one and their number is fixed."""
    purposes = speaker.game.chronicle.purposes
    found = ((each.what, purposes[each.what].thrown.number) for each in offers)
    return {what: quoted(str(count)) for what, count in found if count and not kind_of(speaker, what).dice.number}


def counting(speaker: Speaker, offers: Sequence[Offer], *bearing: str) -> Iterator[Trait]:
    """What lays as many dice ready as a check has, upon these commands; none where the player says how many."""
    if any(not kind_of(speaker, each.what).dice.number for each in offers):
        value = f"{{{chosen('What', counts(speaker, offers), quoted('0'))}}}"
        yield shared(READY, *(entry("", each, value) for each in bearing))


def rolled(speaker: Speaker, purpose: str) -> str:
    """The command upon which a declared verb has dice thrown; of as many as lie ready none if none lie there."""
    kind = kind_of(speaker, purpose)
    return kind.asked if is_asked(speaker, purpose) else kind.sent


def ready(speaker: Speaker, purpose: str) -> int:
    """How many dice a declared verb must lay ready itself for a purpose with a number; 0 if that is not its affair."""
    kind = kind_of(speaker, purpose)
    return 0 if kind.dice.number else speaker.game.chronicle.purposes[purpose].thrown.number
