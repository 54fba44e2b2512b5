"""The report on the logs of a game: what was judged, under which rules, and every finding in words."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

import assets
from rules.audit.chain import Part, order_of_play, stories
from rules.audit.editions import foreign
from rules.audit.hanging import Where
from rules.audit.integrity import Observation, observe, observe_chain
from rules.audit.judged import Judged, Verdict
from rules.audit.judging import FAULT, Accepted, Fault, Gone, Judge
from rules.audit.statistics import Luck, Rolled, by_player, luck
from rules.audit.witness import Witness
from rules.audit.words import MISSING, NUMBER, number, sides_of
from rules.engine import messages
from rules.engine.asking import Assistant
from rules.engine.evidence import Board
from rules.engine.messages import Catalogue
from rules.engine.obligations import Due
from rules.engine.reading import Game, by_the_book
from rules.engine.referee import OR, Referee, still
from rules.engine.ruling import Fact, Finding, Illegal, Notice, Undecided
from rules.engine.switches import Switches
from vassal.module import Module
from vassal.savefile import SaveFile
from vassal.timeline import Timeline

SCHEMA: Final = 1
UNSURE: Final = {"module.later": "module", "module.extension": "extension", "module.values": "edition"}
"""By what is said of a log: what would have to be known before anybody is accused by it."""
Figure = str | int | bool | tuple[str | int, ...]
"""A fact as the report gives it to other programs."""
Progress = Callable[[int, int], None]
"""Hears how far the work is: a hundred for each log."""


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """A finding as the report tells it."""

    log: str
    step: int
    turn: int
    player: str
    verdict: Verdict
    rule: str = ""
    ruling: str = ""
    why: str = ""
    """What was found, by the name that it has in every language."""
    text: str
    facts: Mapping[str, Figure] = {}
    missing: str = ""
    readings: Mapping[str, str] = {}
    settled: Mapping[str, str] = {}
    """The settled rulings that the finding rests on, each with the reading: by another one it would be in order."""
    edition: str = ""
    """On which values the finding rests that the text of the rules does not print, in words."""
    note: bool = False
    """A remark that nobody need look at."""
    covered: bool = False
    """Undecided so far, because what it is to be judged by is still sealed."""
    hangs_on: tuple[Where, ...] = ()
    """The earlier deeds but for each of which it would have been legal."""
    hanging: str = ""
    """The same in words."""
    same: bool = False
    """Another rule that the deed of the finding before goes against: it is told with that one, and counts once."""


class LogInfo(msgspec.Struct, frozen=True):
    """A log of the chain."""

    name: str
    steps: int
    module: str
    version: str
    start: str
    end: str


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """All that is to be said of the logs of one game."""

    schema: int = SCHEMA
    game: str
    scenario: str
    rules_version: str
    rulings: Mapping[str, str]
    module: str
    logs: tuple[LogInfo, ...]
    summary: Mapping[str, int]
    findings: tuple[Told, ...]
    dice: tuple[Luck, ...] = ()
    evidence: str = "log"

    @property
    def illegal(self) -> int:
        """How many illegal acts were found."""
        return self.summary["illegal"]

    @property
    def faults(self) -> int:
        """How many errors of the program itself were met; what hangs on them was not judged."""
        return sum(each.why == FAULT for each in self.findings)


class Moment(NamedTuple):
    """A position that was judged, who answers questions about it, and what of it was in no log."""

    assistant: Assistant[Any]
    position: Any
    unseen: Gone | None


@dataclass
class Audit:
    """The audit of the logs of one game, in the order in which they were played."""

    game: Game
    module: Module
    settled: Sequence[str] = ()
    language: str = "en"
    judged: list[tuple[str, Judged]] = field(default_factory=list)
    hanging: dict[int, tuple[Where, ...]] = field(default_factory=dict)
    """By the place of a breach among what was judged: on which earlier deeds it hangs."""
    parts: list[Part] = field(default_factory=list)
    contain: bool = False
    """True where an error of ours in one step may not end the check; each is kept in `faults`, and told."""
    faults: list[Fault] = field(default_factory=list)
    remembers: bool = False
    """True where questions may be asked afterwards, or a film is made: then each moment is kept."""
    moments: dict[tuple[str, int], Moment] = field(default_factory=dict)
    """By log and step, of which 0 is how the log begins."""

    def __post_init__(self) -> None:
        """Nothing was asked of an edition yet."""
        self._behind: Callable[[Finding], tuple[str, ...]] = by_the_book
        self._tell: Callable[[], Report] | None = None
        self._left: Callable[[], tuple[Due, ...]] = tuple

    def run(
        self,
        logs: Iterable[tuple[str, SaveFile]],
        progress: Progress | None = None,
        *,
        in_order: bool = False,
        timelines: Sequence[Timeline] = (),
        met: Witness | None = None,
    ) -> Report:
        """Return the report on these logs; they are brought into the order of play, unless they are in it.

        Their timelines may be there already, and of a single log a witness who has met its beginning.
        """
        switches = self.game.switches(self.settled)
        tell = progress or _in_silence
        saves = list(logs)
        timelines = timelines or list(self._decoded(saves, tell))
        order = list(range(len(saves))) if in_order else order_of_play(timelines)
        board: Board | None = None
        parts: dict[int, Part] = {}
        said = [(name, other) for name, save in saves if (other := _of_another_version(save, self.game.edition))]
        for story in stories([(saves[place][0], timelines[place]) for place in order], self.game.seals, met):
            begun = story[0].witness.board(story[0].timeline.start)
            board = board or begun
            play = self.game.play(begun, switches)
            late = story[0].name, Observation(0, "chain.middle", {"log": story[0].name})
            strange = [(part.name, each) for part in story for each in _of_an_extension(part.timeline)]
            strange += [(story[0].name, each) for each in _of_other_values(begun, self.game)]
            if any(part.steps for part in story) and not play.reader.begins(begun):
                strange.append(late)
            said += [each for each in strange if each not in said]
            unsure = "proof" if self.game.young else next((UNSURE[x.why] for _, x in said if x.why in UNSURE), "")
            kept = {"contain": self.contain, "remembers": self.remembers}
            under = partial(self._under, begun)
            judge: Judge[Any] = Judge(
                play.referee, play.reader, play.turn, unsure=unsure, switches=switches, under=under, **kept
            )
            self._behind = play.behind
            for part, each in judge.story(story):
                if not part.told and each.step > part.known:
                    self._keep(judge, part.name, each)
                done = 100 * each.step // max(1, len(part.timeline))
                tell(100 * (len(saves) + part.place) + done, 200 * len(saves))
            said += [(found.log, _open(ruling, found)) for ruling, found in judge.accepted.items()]
            self.faults += judge.faults
            self.moments |= {key: Moment(play.assistant, *each) for key, each in judge.moments.items()}
            parts |= {part.place: part for part in story if not part.told}
            self._left = partial(getattr, judge.position, "due", ())
        tell(1, 1)
        self.parts = [parts[place] for place in sorted(parts)]
        if order != sorted(order):
            said.append((self.parts[0].name, Observation(0, "chain.order", weight="note")))
        observed = self._observed()
        gaps = {log for log, each in observed if each.why == "chain.unknown"}  # the log before it was given
        said = [(log, each) for log, each in said if not (each.why == "chain.middle" and log in gaps)]
        report = partial(self._report, board or Board(), switches, [*said, *observed])
        self._tell = partial(report, [saves[place] for place in order], luck(by_player(self._rolled())))
        return self._tell()

    def _under(self, begun: Board, switches: Switches) -> Referee[Any]:
        return self.game.play(begun, switches).referee

    def _keep(self, judge: Judge[Any], log: str, judged: Judged) -> None:
        """Keep what was judged, and on what it hangs if it is a breach."""
        if any(isinstance(each, Illegal) for each in judged.findings):
            self.hanging[len(self.judged)] = judge.behind(judged)
        self.judged.append((log, judged))

    def _decoded(self, saves: Sequence[tuple[str, SaveFile]], tell: Progress) -> Iterator[Timeline]:
        """Yield the logs as positions; that is the first half of the work."""
        for place, (_, save) in enumerate(saves, 1):
            yield Timeline.of(save, self.module)
            tell(100 * place, 200 * len(saves))

    def _observed(self) -> list[tuple[str, Observation]]:
        """Return what the logs give away of themselves, each thing once."""
        found = [
            (part.name, each)
            for part in self.parts
            for each in observe(part.timeline, self.game.seals)
            if each.step > part.known or not part.known
        ]
        return [*found, *observe_chain([(part.name, part.timeline) for part in self.parts])]

    def _rolled(self) -> Iterator[Rolled]:
        for part in self.parts:
            for shown in part.shown:
                if shown.step > part.known:
                    yield from ((shown.side or shown.player or "?", each.button, each.dice) for each in shown.rolled)

    def moment(self, log: str, step: int) -> Moment | None:
        """Return the moment after a step of a log, if it was kept."""
        known = [number for name, number in self.moments if name == log and number <= step]
        return self.moments[log, max(known)] if known else None

    @property
    def undone(self) -> Mapping[str, str]:
        """What is still due where the logs end: the rules by what is due in words, each once."""
        waiting = (due for due in self._left() if due.must)
        return {worded(self.game, still(due), self.language): due.rule for due in waiting}

    def close(self) -> None:
        """It tells nothing any more, so that its logs are let go at once: they are large, and a season has many."""
        self._tell = None

    def told(self, language: str) -> Report:
        """Return the report on the logs that were judged, in another language; from now on it is the audit's."""
        if self._tell is None:
            raise LookupError("no log was judged")
        self.language = language
        return self._tell()

    def _report(
        self,
        board: Board,
        switches: Switches,
        observations: Sequence[tuple[str, Observation]],
        saves: Sequence[tuple[str, SaveFile]],
        dice: tuple[Luck, ...],
    ) -> Report:
        deeds = [*without_old_doubts([*self._of_rules()]), *((each,) for each in self._of_logs(observations))]
        order = {part.name: place for place, part in enumerate(self.parts)}
        deeds.sort(key=lambda each: (order[each[0].log], each[0].step, each[0].verdict != "illegal"))
        findings = tuple(chain.from_iterable(deeds))
        counts = Counter(each.verdict for each in findings if not (each.note or each.same))
        summary = {
            "actions": len(self.judged),
            "legal": sum(each.legal for _, each in self.judged),
            "inferred": sum(each.how != "declared" for _, each in self.judged),
            "illegal": counts["illegal"],
            "undecided": counts["undecided"],
            "observations": counts["observation"],
        }
        return Report(
            game=self.game.id,
            scenario=self.game.scenario(board),
            rules_version=self.game.version,
            rulings=dict(switches.settled),
            module=self.module.name,
            logs=tuple(_log(part, save) for (_, save), part in zip(saves, self.parts, strict=True)),
            summary=summary,
            findings=findings,
            dice=dice,
        )

    def _of_rules(self) -> Iterator[tuple[Told, ...]]:
        """Yield what is told of each thing that was done or left undone; the gravest of a deed is told first."""
        for place, (name, judged) in enumerate(self.judged):
            told = [self._told(name, judged, each, self.hanging.get(place, ())) for each in judged.findings]
            deed = [one for one, each in zip(told, judged.findings, strict=True) if not (one.note or each.owner)]
            deed.sort(key=lambda each: each.verdict != "illegal")
            if deed:
                yield deed[0], *(msgspec.structs.replace(each, same=True) for each in deed[1:])
            yield from ((each,) for each in told if each not in deed)

    def _told(self, log: str, judged: Judged, finding: Finding, behind: tuple[Where, ...]) -> Told:
        undecided = isinstance(finding, Undecided)
        values = self._behind(finding)
        facts = {**finding.facts, "edition": values} if values else finding.facts
        return Told(
            log=log,
            step=judged.step,
            turn=judged.turn,
            player=judged.concerns(finding),
            verdict="illegal" if isinstance(finding, Illegal) else "undecided" if undecided else "observation",
            rule=finding.rule,
            ruling=finding.ruling if isinstance(finding, Undecided) else "",
            why=finding.why,
            text=worded(self.game, finding, self.language),
            facts=facts,
            edition=_by_the_edition(self.game, values, self.language),
            missing=_missing(self.game, finding, self.language),
            readings=dict(finding.readings) if isinstance(finding, Undecided) else {},
            settled=dict(finding.settled) if isinstance(finding, Illegal) else {},
            note=isinstance(finding, Notice),
            covered=isinstance(finding, Undecided) and finding.covered,
            hangs_on=behind if isinstance(finding, Illegal) else (),
            hanging=_hanging(log, behind, self.language) if isinstance(finding, Illegal) else "",
        )

    def _in_words(self, log: str, facts: Mapping[str, Fact]) -> dict[str, Fact]:
        """Return facts about a log with its pieces and sides by the names that players use."""
        witness = next((part.witness for part in self.parts if part.name == log), None)
        sides = sides_of(self.game.id, self.language, self.game.overlay)
        found = dict(facts)
        if witness is not None and "piece" in facts:
            piece = witness.piece(str(facts["piece"]))
            named = self.game.name(piece.facts.get("Unit", piece.name), self.language)
            found["piece"] = named if piece.name else own_words().text(Notice("piece.unnamed"), self.language)
        if "side" in facts:
            found["side"] = sides.get(str(facts["side"]), str(facts["side"]))
        if "done" in facts:
            found["done"] = _named(self.game, "done", facts["done"], self.language)
        return found

    def _of_logs(self, observations: Iterable[tuple[str, Observation]]) -> Iterator[Told]:
        for log, each in observations:
            finding = Notice(each.why, self._in_words(log, each.facts))
            yield Told(
                log=log,
                step=each.step,
                turn=0,
                player="",
                verdict="observation",
                why=each.why,
                text=own_words().text(finding, self.language),
                facts=each.facts,
                note=each.weight == "note",
            )


def without_old_doubts(deeds: Sequence[tuple[Told, ...]]) -> Iterator[tuple[Told, ...]]:
    """Yield what is told without what hung on an open question and was certain later in the turn: it is told then."""
    later, kept = set[tuple[str, ...]](), list[tuple[Told, ...]]()
    for deed in reversed(deeds):
        doubt = deed[0] if len(deed) == 1 and deed[0].ruling else None
        later |= {_said(each) for each in deed if each.verdict == "illegal"}
        if doubt is None or _said(doubt) not in later:
            kept.append(deed)
    yield from reversed(kept)


def _said(told: Told) -> tuple[str, ...]:
    return str(told.turn), told.player, told.why, told.text


def _in_silence(done: int, of: int) -> None:
    del done, of


def _open(ruling: str, where: Accepted) -> Observation:
    """Return what is to be said of a deed that is right as we read a rule, and wrong by another reading."""
    facts: dict[str, Fact] = {"ruling": ruling, "rule": where.rule, "done": where.done}
    return Observation(where.step, "reading.open", facts, "note")


def _of_another_version(save: SaveFile, known: str) -> Observation | None:
    """Return what is to be said of a log that was made with another version of the module than the one we know.

    A later one may do what we know nothing of, and by it nobody is accused.
    """
    found = (save.module.version or "") if save.module else ""
    if found in {known, ""}:
        return None
    later = _counted(found) > _counted(known)
    return Observation(
        0,
        "module.later" if later else "module.other",
        {"found": found, "expected": known},
        "grave" if later else "note",
    )


def _of_an_extension(timeline: Timeline) -> Iterator[Observation]:
    """Yield the extensions with which a log was made: they may do what we know nothing of, and accuse nobody."""
    for name, version in sorted(timeline.end.table.extensions.items()):
        yield Observation(0, "module.extension", {"name": name, "version": version or "?"})


def _of_other_values(board: Board, game: Game) -> Iterator[Observation]:
    """Yield, once, that the pieces of a log have other numbers printed on them than those by which it is judged."""
    found = list(foreign(board, assets.load(game.id, game.overlay)))
    if found:
        yield Observation(0, "module.values", {**found[0]._asdict(), "count": len(found)})


def _counted(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"[0-9]{1,9}", version))


def _log(part: Part, save: SaveFile) -> LogInfo:
    module, timeline = save.module, part.timeline
    return LogInfo(
        part.name,
        len(timeline),
        (module.name or "") if module else "",
        (module.version or "") if module else "",
        *timeline.fingerprints,
    )


def worded(game: Game, finding: Finding, language: str) -> str:
    """Return a finding in words, with pieces by the names that players use."""
    words = game.words()
    catalogue = words if finding.why in words.texts else own_words()
    given = {"missing": finding.missing, **finding.facts} if isinstance(finding, Undecided) else finding.facts
    facts = {key: _named(game, key, fact, language) for key, fact in given.items()}
    return catalogue.text(msgspec.structs.replace(finding, facts=facts), language)


def _by_the_edition(game: Game, topics: tuple[str, ...], language: str) -> str:
    """Return on which invented values of the edition in play a finding rests, in words."""
    if not topics:
        return ""
    names = ", ".join(game.name(topic, language) for topic in topics)
    return own_words().text(Notice("edition.invented", {"values": names}), language)


def _hanging(log: str, deeds: Sequence[Where], language: str) -> str:
    """Return on which earlier deeds a finding of a log hangs, in words; on breaches first."""
    said = []
    for why, wrong in (("hangs.below", True), ("hangs.on", False)):
        names = [_place(log, each, language) for each in deeds if each.wrong is wrong]
        if names:
            either = own_words().text(Notice("hangs.or"), language).join(names)
            said.append(own_words().text(Notice(why, {"deeds": either}), language))
    return " ".join(said)


def _place(log: str, deed: Where, language: str) -> str:
    why = "hangs.step" if deed.log == log else "hangs.other"
    return own_words().text(Notice(why, {"log": deed.log, "step": deed.step}), language)


def _missing(game: Game, finding: Finding, language: str) -> str:
    """Return what the log would have had to show, in words."""
    return str(_named(game, "missing", finding.missing, language)) if isinstance(finding, Undecided) else ""


def _named(game: Game, key: str, fact: Fact, language: str) -> Fact:
    """Return a fact with what players call it: as a fact of this kind, or wherever it stands."""
    if isinstance(fact, str) and key == "expected" and OR in fact:
        either = own_words().text(Notice("hangs.or"), language)
        return either.join(str(_named(game, key, each, language)) for each in fact.split(OR))
    if isinstance(fact, str):
        return " ".join(_word(game, key, word, language) for word in fact.split(" "))
    if isinstance(fact, tuple):
        return tuple(str(_named(game, key, str(each), language)) for each in fact)
    return number(str(fact), language)


def _word(game: Game, key: str, word: str, language: str) -> str:
    if NUMBER.fullmatch(word):
        return number(word, language)
    if key == "missing" and word in MISSING:
        return MISSING[word][language]
    special = f"{key}.{word}"
    found = game.name(special, language)
    found = game.name(word, language) if found == special else found
    field, _, value = found.rpartition("=")
    return ", ".join(game.name(each, language) for each in value.split(",")) if field and found == word else found


@cache
def own_words() -> Catalogue:
    """Return the words of what every log can give away, and of what is wrong in every game."""
    return Catalogue.load(Path(messages.__file__).with_name("messages.yaml"), Path(__file__).with_name("messages.yaml"))


def called(game: Game, word: str, language: str) -> str:
    """Return what players call something, a place by its own name; empty where there is only a word of ours."""
    found = _word(game, "", word, language)
    return found if found != word or PLACE_NAME.fullmatch(word) else ""


PLACE_NAME: Final = re.compile(r"[A-Za-z]{0,2}[0-9]{1,6}")
"""What a place may be called that has no name."""
