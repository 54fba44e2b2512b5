"""Answers of the referee, as `hexmeister ask` tells them."""

from gettext import gettext as _
from typing import TYPE_CHECKING, Any

from hexmeister.screen import Screen

if TYPE_CHECKING:
    from rules.engine.asking import Line, Situation, Target
    from rules.engine.reading import Game


def tell(screen: Screen, game: "Game", language: str, answers: dict[str, Any]) -> None:
    """Write each answer."""
    if "situation" in answers:
        _situation(screen, game, language, answers["situation"])
    if "reach" in answers:
        _reach(screen, game, language, answers["reach"])
    if "targets" in answers:
        _targets(screen, game, language, answers["targets"])
    if "would" in answers:
        _would(screen, game, language, answers["would"])
    if "sight" in answers:
        _sight(screen, game, answers["sight"])


def _situation(screen: Screen, game: "Game", language: str, found: "Situation") -> None:
    named = [game.name(each, language) for each in found.active]
    screen.facts(
        [
            (_("Turn"), found.turn),
            (_("State of play"), found.state),
            (_("Side that acts"), game.name(found.side, language) or "-"),
            (_("Active"), ", ".join(named) or "-"),
            *((name, value) for name, value in found.score.items()),
        ]
    )
    _listed(screen, _("Due"), [_in_words(game, language, each) for each in found.due])
    _listed(screen, _("Out of command"), [game.name(each, language) for each in found.out_of_command])
    if found.options:
        screen.heading(_("What may be done"))
        screen.table((_("verb"), _("ways")), list(found.options.items()))


def _listed(screen: Screen, heading: str, lines: list[str]) -> None:
    if lines:
        screen.heading(heading)
        for line in lines:
            screen.line(f"  {line}")


def _in_words(game: "Game", language: str, text: str) -> str:
    return " ".join(game.name(word, language) for word in text.split(" "))


def _unit(screen: Screen, game: "Game", language: str, answer: dict[str, Any]) -> None:
    screen.line(f"{game.name(answer['unit'], language)} ({answer['unit']})", style="bold")
    if not answer["now"]:
        screen.line(_("It may not act now; this is what it could do if its formation were activated."))


def _reach(screen: Screen, game: "Game", language: str, answer: dict[str, Any]) -> None:
    _unit(screen, game, language, answer)
    rows = [(each.place, each.cost, " ".join(each.path)) for each in answer["places"]]
    if rows:
        screen.table((_("place"), _("cost"), _("way")), rows)
    else:
        screen.line(_("It cannot go anywhere."))


def _targets(screen: Screen, game: "Game", language: str, answer: dict[str, Any]) -> None:
    _unit(screen, game, language, answer)
    allowed = [each for each in answer["targets"] if not each.against]
    for each in allowed:
        _target(screen, game, language, each)
    if not allowed:
        screen.line(_("There is nobody it can fire at."))
    refused = [each for each in answer["targets"] if each.against]
    if refused:
        screen.heading(_("Not allowed"))
        rows = [
            (each.place, game.name(each.piece, language), each.against[0].rule, _why(game, language, each))
            for each in refused
        ]
        screen.table((_("place"), _("unit"), _("rule"), _("why")), rows)


def _target(screen: Screen, game: "Game", language: str, each: "Target") -> None:
    screen.heading(f"{each.place}  {game.name(each.piece, language)}")
    summed = ", ".join(f"{item.key} {item.value:+}" for item in each.items)
    screen.line("  " + _("column {column}: {items}").format(column=each.column, items=summed))
    odds = ", ".join(f"{result} {count}/{of} ({count / of:.1%})" for result, (count, of) in each.odds.items())
    screen.line(f"  {odds}")


def _why(game: "Game", language: str, each: "Target") -> str:
    from rules.audit.report import worded

    return worded(game, each.against[0], language)


def _would(screen: Screen, game: "Game", language: str, answer: dict[str, Any]) -> None:
    """What would be said of an action, rule by rule."""
    verdicts = {"legal": _("legal"), "illegal": _("illegal"), "undecided": _("undecided")}
    screen.line(f"{_in_words(game, language, answer['action'])}: {verdicts[answer['verdict']]}", style="bold")
    for each in answer["findings"]:
        screen.line(f"  {each['rule']}  {each['text']}")


def _sight(screen: Screen, game: "Game", line: "Line") -> None:
    verdict = _("free") if line.clear else _("not free")
    screen.line(
        _("{start} to {goal}, {distance} places: {verdict}").format(
            start=line.start, goal=line.goal, distance=line.distance, verdict=verdict
        ),
        style="bold",
    )
    if not line.clear:
        title = game.book.entries[line.rule].title if line.rule in game.book.entries else ""
        screen.line(f"  {line.rule} {title}: {', '.join(line.by) or '-'}")
