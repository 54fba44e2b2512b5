"""Answers of the referee, as `hexmeister ask` tells them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from gettext import gettext as _
from gettext import ngettext
from typing import TYPE_CHECKING, Any, Final

from hexmeister.language import N_
from hexmeister.screen import Screen
from hexmeister.shown.words import resting

if TYPE_CHECKING:
    from rules.engine.asking import Deed, Item, Line, Situation, Target
    from rules.engine.reading import Game

FEW: Final = 3
"""So many names are read in one line; more stand below each other."""
LEAST: Final = 0.0001
"""A chance that is smaller is not told apart from others that small."""
MOST: Final = 12
"""So many actions of a kind are read; more are counted."""
DRAW: Final = "draw"
NO_EFFECT: Final = "-"
"""The result by which the legend of a table of results is known."""
_PLAIN: Final = {
    "dice": N_("dice"),
    "accuracy": N_("a die hits with at most"),
}
"""Words of answers that are no words of the games."""

UNSEEN: Final = {
    "before.unseen": N_(
        "This begins in the middle of a game, and what was played before is unknown. Give the earlier logs too."
    ),
    "gap.unseen": N_("Records are missing from the log or were edited; what they told is unknown."),
}
"""What is said where something that still matters is in no log."""


def tell(screen: Screen, game: "Game", language: str, answers: dict[str, Any]) -> None:
    """Write each answer."""
    if "situation" in answers:
        _situation(screen, game, language, answers["situation"])
    if "may" in answers:
        _may(screen, game, language, answers["may"])
    if "reach" in answers:
        _reach(screen, game, language, answers["reach"])
    if "targets" in answers:
        _targets(screen, game, language, answers["targets"])
    if "would" in answers:
        _would(screen, game, language, answers["would"])
    if "sight" in answers:
        _sight(screen, game, language, answers["sight"])


def _situation(screen: Screen, game: "Game", language: str, found: "Situation") -> None:
    active = [game.name(each, language) for each in found.active]
    few = len(active) <= FEW
    screen.facts(
        [
            (_("Turn"), found.turn),
            (_("State of play"), _called(game, language, "state", found.state)),
            (_("Side that acts"), game.name(found.side, language) or "-"),
            *([(_("Active"), ", ".join(active) or "-")] if few else []),
        ]
    )
    _listed(screen, _("Score"), [_score(game, language, *each) for each in found.score.items()])
    screen.line(f"  {_winner(game, language, found)}")
    _listed(screen, _("Due"), [_in_words(game, language, each) for each in found.due])
    astray = game.name("out_of_command", language)
    heading = _("Out of command") if astray == "out_of_command" else astray
    named = [f"{found.at.get(each, ''):>4}  {game.name(each, language)}" for each in found.out_of_command]
    _listed(screen, heading, named)
    _listed(screen, _("Active"), [] if few else active)
    if found.options:
        screen.heading(_("What may be done"))
        said = {verb: game.name(f"verb.{verb}", language) for verb in found.options}
        rows = [("" if "." in said[verb] else said[verb], count, verb) for verb, count in found.options.items()]
        screen.table((_("what"), _("ways"), "--would"), rows)


def _called(game: "Game", language: str, kind: str, word: str) -> str:
    """What players call a state, a score, an item of a sum; where the game has no word for it, a plain one."""
    known = game.name(f"{kind}.{word}", language)
    known = game.name(word, language) if known == f"{kind}.{word}" else known
    return _(_PLAIN[word]) if known == word and word in _PLAIN else known


def _winner(game: "Game", language: str, found: "Situation") -> str:
    if found.winner == DRAW:
        return _("a draw as things stand")
    if not found.winner:
        return _("nobody wins as things stand: the game goes on")
    return _("would win as things stand: {side}").format(side=game.name(found.winner, language))


def _score(game: "Game", language: str, name: str, value: str) -> str:
    return f"{_called(game, language, 'score', name)}: {game.name(value, language) or '-'}"


def _listed(screen: Screen, heading: str, lines: list[str]) -> None:
    if lines:
        screen.heading(heading)
        for line in lines:
            screen.line(f"  {line}")


def _in_words(game: "Game", language: str, text: str) -> str:
    """An action, or several of which one is due, with the players' words; `unit=` before a name says nothing more."""
    ways = [[_word(game, language, word) for word in way.split(" ")] for way in text.split(" / ")]
    return _(" or ").join(" ".join(way) for way in ways)


def _word(game: "Game", language: str, word: str) -> str:
    whole = game.name(word, language)
    if whole != word:
        return whole
    if word.startswith("dice="):
        return _("shows {dice}").format(dice=word.removeprefix("dice=").replace(",", ", "))
    return ", ".join(game.name(part, language) for part in word.rpartition("=")[2].split(","))


def _unit(screen: Screen, game: "Game", language: str, answer: dict[str, Any]) -> None:
    screen.line(f"{game.name(answer['unit'], language)} ({answer['unit']})", style="bold")
    if not answer["on_map"]:
        screen.line(_("It is not on the map."))
    if not answer["now"] and (answer["on_map"] or answer.get("actions")):
        screen.line(_("It may not act now; this is what it could do on its turn."))


def _may(screen: Screen, game: "Game", language: str, answer: dict[str, Any]) -> None:
    """What a unit may do, each in the line that --would takes."""
    _unit(screen, game, language, answer)
    deeds = by_verb(game, language, answer["actions"])
    for said, lines in deeds.items():
        screen.heading(f"{said}: {len(lines)}")
        for line in lines[:MOST]:
            screen.line(f"  {line}")
        if len(lines) > MOST:
            screen.line("  " + _("and {count} more; --json gives all").format(count=len(lines) - MOST))
    if not deeds:
        screen.line(_("There is nothing that it may do."))


def by_verb(game: "Game", language: str, actions: Iterable["Deed"]) -> dict[str, list[str]]:
    """Return what may be done by what it is called, each as the line that --would takes."""
    deeds: dict[str, list[str]] = {}
    for each in actions:
        said = game.name(f"verb.{each.verb}", language)
        kind = game.name(each.kind, language) if each.kind else ""
        deeds.setdefault(f"{said} ({kind})" if kind else said, []).append(each.action)
    return deeds


def _reach(screen: Screen, game: "Game", language: str, answer: dict[str, Any]) -> None:
    _unit(screen, game, language, answer)
    rows = [(each.place, each.cost, " ".join(each.path)) for each in answer["places"]]
    if rows:
        screen.table((_("place"), _("cost"), _("way")), rows)
    elif answer["on_map"]:
        screen.line(_("It cannot go anywhere."))


def _targets(screen: Screen, game: "Game", language: str, answer: dict[str, Any]) -> None:
    _unit(screen, game, language, answer)
    allowed = [each for each in answer["targets"] if not each.against]
    for each in allowed:
        _target(screen, game, language, each)
    if answer["on_map"] and not allowed:
        screen.line(_("There is nobody it can fire at."))
    refused = [each for each in answer["targets"] if each.against]
    if refused:
        screen.heading(_("Not allowed"))
        rows = [reason(game, language, *alike) for alike in by_reason(refused)]
        screen.table((_("units"), _("rule"), _("why"), _("where")), rows)


def by_reason(refused: list["Target"]) -> Iterator[tuple[str, list["Target"]]]:
    """Yield the reasons, each with those that it is told of; of several it is the one that most others share."""
    shared = Counter(why for each in refused for why in {found.why for found in each.against})
    reasons: dict[str, list[Target]] = {}
    for each in refused:
        reasons.setdefault(max((found.why for found in each.against), key=lambda why: shared[why]), []).append(each)
    yield from sorted(reasons.items(), key=lambda reason: -len(reason[1]))


def reason(game: "Game", language: str, why: str, alike: list["Target"]) -> tuple[str, ...]:
    """How many cannot be hit for one reason, by which rule, what is said of the first of them, and where they are."""
    from rules.audit.report import worded
    from rules.audit.words import questions_of
    from rules.engine.ruling import Illegal

    told = next(found for found in alike[0].against if found.why == why)
    places = list(dict.fromkeys(each.place for each in alike if each.place))
    more = " …" if len(places) > FEW else ""
    settled = told.settled if isinstance(told, Illegal) else {}
    rests = resting(questions_of(game.id, language, game.overlay), settled)
    said = " ".join((worded(game, told, language), *rests))
    return str(len(alike)), told.rule, said, ", ".join(places[:FEW]) + more


def _target(screen: Screen, game: "Game", language: str, each: "Target") -> None:
    screen.heading(f"{each.place}  {game.name(each.piece, language)}")
    for line in odds(game, language, each):
        screen.line(f"  {line}")


def odds(game: "Game", language: str, each: "Target") -> Iterator[str]:
    """Yield the column of a shot with its sum, and how likely each result is."""
    summed = bool(each.column) and each.column.removeprefix("-").isdecimal()
    items = ", ".join(_item(game, language, item, summed=summed) for item in each.items)
    said = _("column {column}: {items}") if summed else "{column}: {items}"
    yield said.format(column=each.column, items=items)
    meaning = meanings(game.id, language)
    for result, (count, of) in each.odds.items():
        said = _("{share} {result} ({count} of {of})")
        share = percent(count / of, language) if count / of >= LEAST else f"< {percent(LEAST, language)}"
        named = meaning.get(result, result)
        yield said.format(share=f"{share:>7}", result=named, count=count, of=of)


def percent(share: float, language: str) -> str:
    """Return a share in percent, as the language writes it."""
    from rules.audit.words import number

    return number(f"{100 * share:.2f}", language) + ("\N{NO-BREAK SPACE}%" if language == "de" else "%")


def _item(game: "Game", language: str, item: "Item", *, summed: bool) -> str:
    name = _called(game, language, "items", item.key)
    return f"{name} {item.value:+}" if summed else f"{name} {item.value}"


@cache
def meanings(game: str, language: str) -> dict[str, str]:
    """Return what the results of a game's tables mean: as the legend of a chart says, else so many losses."""
    import assets

    losses = {str(count): ngettext("{count} loss", "{count} losses", count).format(count=count) for count in range(100)}
    legends = [chart.legend for chart in assets.load(game).charts.values() if NO_EFFECT in chart.legend]
    return losses | {result: text[language] for legend in legends for result, text in legend.items()}


def _would(screen: Screen, game: "Game", language: str, answer: dict[str, Any]) -> None:
    """What would be said of an action, rule by rule, and on which settled ruling it rests."""
    from rules.audit.words import questions_of

    questions = questions_of(game.id, language, game.overlay)
    verdicts = {"legal": _("legal"), "illegal": _("illegal"), "undecided": _("undecided")}
    screen.line(f"{_in_words(game, language, answer['action'])}: {verdicts[answer['verdict']]}", style="bold")
    for each in answer["findings"]:
        screen.line(f"  {each['rule']}  {each['text']}")
        for line in resting(questions, each["settled"]):
            screen.line(f"  {line}")


def _sight(screen: Screen, game: "Game", language: str, line: "Line") -> None:
    verdict = _("free") if line.clear else _("not free")
    said = ngettext(
        "{start} to {goal}, {distance} place: {verdict}",
        "{start} to {goal}, {distance} places: {verdict}",
        line.distance,
    )
    screen.line(
        said.format(start=line.start, goal=line.goal, distance=line.distance, verdict=verdict),
        style="bold",
    )
    if not line.clear:
        title = game.book.said(line.rule, language).title if line.rule in game.book.entries else ""
        screen.line(f"  {line.rule}  {title}")
        if line.by:
            screen.line("  " + _("in the way: {places}").format(places=", ".join(line.by)))
