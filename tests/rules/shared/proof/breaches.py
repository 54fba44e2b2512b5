"""Breaches: whatever breaks a rule in a legal game is told from its log, at its step, of whose deed or duty it was.

Some families are the same for every game, derived from what is due and from what is declared; the other mutators of a
game break one rule each. All of them are also done right after another breach, in one step with
another deed, after a gap, and by people who click twice, take back, talk and send the log to and fro.

python -m tests.rules.shared.proof.breaches GAME --count 200     # so many breaches; prints what nobody tells
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from msgspec.structs import replace

from rules.audit.judged import Judged
from rules.engine.actions import Action, subject, words_of
from rules.engine.dice import Roll
from rules.engine.referee import spell
from rules.engine.ruling import Finding, Illegal, Notice
from rules.engine.writing import Entry
from tests.rules.shared.habits import pieces, verbs
from tests.rules.shared.kit import Kit
from tests.rules.shared.mutating import Mutant, Tally
from tests.rules.shared.pages import silent
from tests.rules.shared.proof.figure import Figure
from tests.rules.shared.proof.hand import hand_of, logs_of
from tests.rules.shared.proof.head import alone, shown
from tests.rules.shared.proof.people import in_some_manner
from tests.rules.shared.proof.windows import Window, judged, windows
from vassal.errors import VassalError
from vassal.savefile import SaveFile

LENGTH = 16
"""Actions of a window."""
SOME = {"mutator": 3}
"""So many breaches of a family are made in a window; of the others one."""
GAP = "after a gap"
PEOPLE = "by people with a manner of their own"
MANNERS = ("plain", "in one step", GAP, PEOPLE)


@dataclass(frozen=True)
class Breach:
    """A game in which a rule is broken: what is done, where the referee first says so, which rule, of whom."""

    family: str
    actions: tuple[Action, ...]
    at: int
    finding: Finding
    owner: str
    """Whose duty or deed it is, by the pieces; empty where they do not tell."""

    def __str__(self) -> str:
        return f"{self.family} {self.finding.rule} {self.finding.why} at {spell(self.actions[self.at])} ({self.owner})"


@dataclass(frozen=True)
class Heard:
    """What the log of a breach tells."""

    window: Window
    breach: Breach
    manner: str
    judged: tuple[Judged, ...]
    steps: tuple[int, int]
    """The first and the last step that can show it."""

    @property
    def named(self) -> bool:
        """Whether its rule is named."""
        return any(finding.rule == self.breach.finding.rule for _, finding in self._findings())

    @property
    def told(self) -> bool:
        """Whether its rule is named, also before its step, by what was sealed and is open; or anything after."""
        return self.named or any(each.step >= self.steps[0] for each, _ in self._findings())

    @property
    def slip(self) -> bool:
        """Whether what nobody tells is read as a slip, for a slip would have looked the same in the log.

        The clock went on one deed too soon, a key was forgotten before the dice, a key was pressed and no dice fell.
        """
        at, done = self.breach.at, self.breach.actions
        if self.told or not at:
            return False
        read = [spell(each.action) for each in self.judged]
        deed, before = spell(done[at]), spell(done[at - 1])
        late = deed in read and before in read and read.index(before) > read.index(deed)
        forgotten = any(each.how == "inferred" for each in self.judged if self.steps[0] <= each.step <= self.steps[1])
        pressed = before not in read and not done[at - 1].follows and not isinstance(done[at], Roll)
        return late or forgotten or pressed

    @property
    def accusing(self) -> bool:
        """Whether it is called illegal."""
        return any(isinstance(each, Illegal) and each.rule == self.breach.finding.rule for _, each in self._findings())

    @property
    def owner(self) -> bool | None:
        """Whether it is said of the right side; nothing where nobody can know or nothing is said."""
        said = {each.concerns(found) for each, found in self._findings() if found.rule == self.breach.finding.rule}
        return self.breach.owner in said if said and self.breach.owner else None

    def _findings(self) -> Iterator[tuple[Judged, Finding]]:
        for each in self.judged:
            for finding in each.findings:
                if not isinstance(finding, Notice):
                    yield each, finding

    def __str__(self) -> str:
        said = {(each.step, finding.rule, each.concerns(finding)) for each, finding in self._findings()}
        return f"{self.window.name} {self.manner}: {self.breach}, step {self.steps} -> {sorted(said)}"


# ------------------------------------------------------------------------------------------------------- what is broken
def breaches(window: Window, rng: Random) -> Iterator[Breach]:
    """Some breaches in a window: of each family of any game, and of what else the mutators of the game find."""
    kit = window.kit
    battle, quiet, tally = kit.scenario(window.scenario), silent(kit.name), Tally()
    places = {id(turn.before): place for place, turn in enumerate(window.turns)}
    moments = [kit.occasion(battle, turn.before, turn.action) for turn in window.turns]
    found = [each for each in kit.breaches.mutants(moments, tally, 1) if id(each.before) in places]
    able = [each for each in found if f"{each.rule} {each.name}" not in quiet]
    families = {each.name for each in kit.breaches.families}
    by_family = {name: [each for each in able if each.name == name] for name in sorted(families)}
    by_family["mutator"] = [each for each in able if each.name not in families]
    for family, mutants in by_family.items():
        for mutant in rng.sample(mutants, min(SOME.get(family, 1), len(mutants))):
            place = places[id(mutant.before)]
            shown = kit.seen(battle, mutant.before, mutant.actions)
            made = _broken(window, family, (*window.actions[:place], *shown), mutant.rule)
            if made is not None:
                yield made
    for one, other in _pairs(able, rng):
        done = (*window.actions[: places[id(one.before)]], *one.actions)
        after = _after(window, done)
        gone = kit.standing(one.before).keys() - kit.standing(after).keys()
        if any(not gone.isdisjoint(words_of(each)) for each in other.actions):
            continue  # whoever has left already shows nothing of it
        shown = kit.seen(battle, after, other.actions)
        both = _broken(window, "after another", (*done, *shown), other.rule)
        if both is not None and both.at >= len(done):
            yield both


def _pairs(mutants: Sequence[Mutant], rng: Random) -> Iterator[tuple[Mutant, Mutant]]:
    """Two breaches of one moment, of different rules."""
    pairs = [
        (one, other)
        for one in mutants
        for other in mutants
        if one.rule != other.rule and one.before is other.before and not _alike(one, other)
    ]
    yield from rng.sample(pairs, min(2, len(pairs)))


def _alike(one: Mutant, other: Mutant) -> bool:
    """Whether both do the same kind of thing with one piece: a log shows one of them, as a card has one order."""
    deeds = [{(type(action), subject(action)) for action in made.actions if subject(action)} for made in (one, other)]
    return not deeds[0].isdisjoint(deeds[1])


def _after(window: Window, actions: Sequence[Action]) -> Any:
    position, judge = window.before, window.edition().referee
    for action in actions:
        position = judge.play(position, action)
    return position


def _broken(window: Window, family: str, actions: Sequence[Action], rule: str) -> Breach | None:
    """Where the referee first calls it illegal, with what comes after it no further than that."""
    position, judge = window.before, window.edition().referee
    for place, action in enumerate(actions):
        after, ruling = judge.step(position, action)
        late = family != "after another" or place == len(actions) - 1
        for finding in ruling.findings if late else ():
            if isinstance(finding, Illegal) and finding.rule == rule:
                owner = window.kit.owner(finding, action)
                return Breach(family, tuple(actions), place, finding, owner)
        position = after
    return None


# ------------------------------------------------------------------------------------------------- what is heard of it
def heard(window: Window, breach: Breach, manner: str = "plain", rng: Random | None = None) -> Heard | None:
    """What the log of a breach tells; nothing where nobody can write it."""
    edition, position = window.edition(), window.before
    edition.writer.foresee(breach.actions)
    entries, marks = list[Entry](), list[int]()
    try:
        for place, action in enumerate(breach.actions):
            marks.append(len(entries))
            entries += edition.writer.entries(position, action)
            if place == breach.at and isinstance(action, Roll) and {*map(verbs, entries[marks[-1] :])} == {("roll",)}:
                return None  # dice alone fall for whom they were meant before
            if place == breach.at and action in breach.actions[max(0, place - 1) : place]:
                return None  # a key that is pressed twice says nothing the second time
            position = edition.referee.play(position, action)
        first, last = marks[breach.at] + 1, len(entries)
        if last < first:
            return None
        if manner == "in one step":
            entries, first, last = _in_one_step(entries, first)
        strokes = in_some_manner(window, entries, rng or Random(0)) if manner == PEOPLE else entries
        saves = logs_of(hand_of(edition, window.before), strokes)
    except (VassalError, LookupError, ValueError, AttributeError, TypeError):
        return None  # nobody can write that into a log
    if manner == GAP:
        saves = [_with_gap(saves[0], first, rng or Random(0))]
        first, last = first - 1, last - 1
    if manner == PEOPLE:
        first = 1  # nothing that they do is told but the breach
    said, _ = judged(edition, window.before, *saves)
    return Heard(window, breach, manner, said, (first, last))


def _in_one_step(entries: list[Entry], first: int) -> tuple[list[Entry], int, int]:
    """The breach in one step with the deed before it, if one key does the like to both."""
    one, other = (entries[first - 2], entries[first - 1]) if first > 1 else (None, entries[0])
    alike = one is not None and verbs(one) == verbs(other) and one.side == other.side
    if one is None or not alike or pieces(one) & pieces(other):
        raise VassalError("these are no deeds of one step")
    both = Entry(one.side, one.deeds + other.deeds)
    return [*entries[: first - 2], both, *entries[first:]], first - 1, len(entries) - 1


def _with_gap(save: SaveFile, first: int, rng: Random) -> SaveFile:
    """The log without one of the steps before the breach."""
    steps = [place for place, command in enumerate(save.commands) if command.logged]
    if first < 3:
        raise VassalError("there is nothing before it")
    gone = steps[rng.randrange(first - 2)]
    return replace(save, commands=(*save.commands[:gone], *save.commands[gone + 1 :]))


# ---------------------------------------------------------------------------------------------------------- the counts
def measured(kit: Kit[Any, Any], count: int, seed: int, tally: Counter[str]) -> Iterator[Heard]:
    """Breaches that are not told, or of the wrong side, among so many."""
    rng, done = Random(seed), 0
    for window in windows(kit, rng, LENGTH, each=8, settled=True):
        if done >= count:
            return
        for breach in breaches(window, rng):
            for manner in ("plain", rng.choice(MANNERS[1:])):
                try:
                    found = heard(window, breach, manner, rng)
                except VassalError:
                    found = None
                if found is None:
                    tally.update([f"{manner} unwritten"])
                    continue
                done += 1
                yield from _counted(found, f"{breach.family}, {manner}", tally)


def _counted(found: Heard, kind: str, tally: Counter[str]) -> Iterator[Heard]:
    tally.update([kind])
    tally.update({f"{kind}: named": found.named, f"{kind}: told": found.told, f"{kind}: illegal": found.accusing})
    if found.owner is not None:
        tally.update({"owners": 1, "owners right": found.owner})
    tally.update(slips=found.slip)
    if (not found.told and not found.slip) or found.owner is False:
        yield found


def figures(kit: Kit[Any, Any], count: int, seed: int) -> Iterator[Figure]:
    """Breaches that are not told, or of the wrong side; after a gap what hangs on it may well go by."""
    tally, wrong, deaf = Counter[str](), 0, Counter[bool]()
    for each in measured(kit, count, seed, tally):
        wrong += each.owner is False
        deaf[each.manner == GAP] += not each.told
        shown([f"{'wrong side' if each.owner is False else 'untold'} {each}"])
    kinds = {kind: many for kind, many in tally.items() if ", " in kind and ":" not in kind}
    gaps = sum(many for kind, many in kinds.items() if kind.endswith(GAP))
    yield Figure("untold", deaf[False], sum(kinds.values()) - gaps, "breaches of all families")
    yield Figure("untold after a gap", deaf[True], gaps, "breaches after a record that was cut out", open=True)
    yield Figure("read as a slip", tally["slips"], sum(kinds.values()), "breaches that look like a slip", open=True)
    yield Figure("of the wrong side", wrong, tally["owners"], "breaches whose owner is known")


if __name__ == "__main__":
    alone(figures)
