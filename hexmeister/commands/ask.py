"""`hexmeister ask`: what may be done now, where a unit can go, whom it can hit and how likely, who sees whom."""

import re
from collections.abc import Callable
from gettext import gettext as _
from pathlib import Path
from typing import Any

import click

from hexmeister.exits import Exit
from hexmeister.files import png, settled
from hexmeister.frame import Whole, argument, as_json, command, option
from hexmeister.language import LANGUAGES, N_, chosen
from hexmeister.nearest import MOST, hint, holding
from hexmeister.options import judged
from hexmeister.screen import Screen
from hexmeister.told import told


@command(
    N_("Ask the referee: what is due, what may a unit do, where can it go, whom can it hit, who sees whom."),
    epilog=N_(
        "Without an option it shows the situation. A unit is named by its name or a part of it, by its id, or by its "
        "hex if it stands there alone. If the unit may not act now, you see what it could do on its turn."
    ),
)
@argument("files", metavar=N_("FILE..."), nargs=-1, required=True, type=click.Path(path_type=Path))
@option("--step", type=Whole(min=0), metavar=N_("N"), help=N_("Ask about the position after step N."))
@option("--may", metavar=N_("UNIT"), help=N_("What may this unit do now?"))
@option("--reach", metavar=N_("UNIT"), help=N_("Where can this unit go, and at what cost?"))
@option("--targets", metavar=N_("UNIT"), help=N_("Whom can this unit hit, in which column, how likely?"))
@option("--sight", nargs=2, metavar=N_("FROM TO"), help=N_("Is the line of sight between two places free?"))
@option(
    "--would",
    metavar=N_("ACTION"),
    help=N_("What would the referee say of this: 'move units=de.rifles1 hex=0705'?"),
)
@option(
    "--picture",
    metavar=N_("PNG"),
    type=click.Path(path_type=Path, dir_okay=False),
    help=N_("Draw the answer on the map, into this file."),
)
@judged
@as_json
def ask(screen: Screen, files: tuple[Path, ...], as_json: bool, **wish: Any) -> Exit:
    """Answer a question about the position at the end of a log, or after a step of it."""
    import msgspec

    from hexmeister.shown import ask as view

    picture = png(wish["picture"], "--picture") if wish["picture"] else None
    asked = _asked(files, **wish)
    if asked.unseen:
        screen.remark(_(view.UNSEEN[asked.unseen[0]]))
    answers: dict[str, Any] = {}
    if wish["may"] is not None:
        answers["may"] = _may(asked, wish["may"])
    if wish["reach"] is not None:
        answers["reach"] = _of_unit(asked, wish["reach"], "places", asked.assistant.reach)
    if wish["targets"] is not None:
        answers["targets"] = _of_unit(asked, wish["targets"], "targets", asked.assistant.targets)
    if wish["sight"] is not None:
        answers["sight"] = _sight(asked, *wish["sight"])
    if wish["would"] is not None:
        answers["would"] = _would(asked, wish["would"])
    if not answers:
        answers["situation"] = _situation(asked)
    if picture:
        from hexmeister.shown.drawn import draw

        draw(asked, answers, picture, chosen())
        screen.remark(f"{picture}: " + _("written"))
    if as_json:
        screen.data(msgspec.to_builtins(answers))
    else:
        view.tell(screen, asked.game, chosen(), answers)
    return Exit.FINE


def _asked(files: tuple[Path, ...], **wish: Any) -> Any:
    from hexmeister.chains import of_one_game
    from hexmeister.modules import module_of
    from rules.audit.asking import NoSuchStepError, asked
    from rules.audit.games import game_of
    from vassal import savefile

    saves = [savefile.read(path) for path in files]
    first = saves[0].module
    game = game_of(wish["game"] or (first.name if first and first.name else ""), wish["overlay"])
    rulings = (*settled(wish["file"]), *wish["rulings"])
    module = module_of(saves[0], game.id, wish["module"])
    of_one_game([(path.name, save) for path, save in zip(files, saves, strict=True)], game, module)
    try:
        return asked(game, module, saves, rulings, wish["step"])
    except NoSuchStepError as error:
        raise click.BadParameter(
            _("there are {steps} steps in it").format(steps=error.steps), param_hint="--step"
        ) from None


def _piece(asked: Any, name: str) -> str:
    found = _meant(asked, name)
    if len(found) == 1:
        return found[0]
    raise click.BadParameter(_ambiguous(asked, name, found))


def _meant(asked: Any, name: str) -> tuple[str, ...]:
    """Return the units that a name may stand for: by id or place, by the whole printed name, or by a part of it."""
    found: tuple[str, ...] = asked.assistant.find(asked.position, name) if name else ()
    if found:
        return found
    called = _called(asked)
    whole = tuple(unit for unit, names in called.items() if name.casefold() in {each.casefold() for each in names})
    return whole or tuple(unit for unit, names in called.items() if holding(name, names))


def _called(asked: Any) -> dict[str, tuple[str, ...]]:
    """Return what each unit on the table is called in every language, with its formation."""
    units = dict.fromkeys(each.piece.name for each in asked.board.pieces)
    known = [unit for unit in units if asked.assistant.find(asked.position, unit) == (unit,)]
    return {unit: tuple(asked.game.name(unit, language) for language in LANGUAGES) for unit in known}


def _ambiguous(asked: Any, name: str, found: tuple[str, ...], *, places: bool = False) -> str:
    if found:
        units = ", ".join(f"{asked.game.name(each, chosen())} ({each})" for each in found[:MOST])
        more = _(" and {count} more").format(count=len(found) - MOST) if len(found) > MOST else ""
        return _("{name} may be {units}").format(name=name, units=units + more)
    said = _("there is no unit or place {name}") if places else _("there is no unit {name}")
    every = dict.fromkeys(each for names in _called(asked).values() for each in names)
    return said.format(name=name) + hint(name, every)


def _of_unit(asked: Any, name: str, what: str, answer: Callable[[Any, str], Any]) -> dict[str, Any]:
    """Return what is answered about a unit; one that is not on the map goes nowhere and hits nobody."""
    piece = _piece(asked, name)
    there = asked.assistant.on_map(asked.position, piece)
    found = answer(asked.position, piece) if there else ()
    return {"unit": piece, "now": there and asked.assistant.active(asked.position, piece), "on_map": there, what: found}


def _may(asked: Any, name: str) -> dict[str, Any]:
    """Return what a unit may do; off the map it may still arrive, or take off."""
    piece = _piece(asked, name)
    now, found = asked.assistant.may(asked.position, piece)
    return {"unit": piece, "now": now, "on_map": asked.assistant.on_map(asked.position, piece), "actions": found}


def _situation(asked: Any) -> Any:
    """How things stand; something due that nothing would meet is none that anybody could do."""
    import msgspec

    found = asked.assistant.situation(asked.position)
    return msgspec.structs.replace(found, due=tuple(each for each in found.due if each))


def _would(asked: Any, text: str) -> dict[str, Any]:
    from rules.audit.report import worded
    from rules.engine.ruling import Illegal, verdict_of

    text, ruling = _judged(asked, _verb(asked, text))
    found = [
        {
            "rule": each.rule,
            "verdict": verdict_of(each),
            "text": worded(asked.game, each, chosen()),
            "settled": dict(each.settled) if isinstance(each, Illegal) else {},
        }
        for each in ruling.findings
    ]
    return {"action": text, "verdict": ruling.verdict, "findings": found}


def _verb(asked: Any, text: str) -> str:
    """Return the text with the verb as the referee knows it, where it begins with what a language calls that."""
    known = {each.__name__.lower(): each for each in asked.referee.verbs}
    said = {asked.game.name(f"verb.{verb}", language): verb for verb in known for language in LANGUAGES}
    for called in sorted(said, key=len, reverse=True):
        found = re.match(rf"{re.escape(called)}(?!\S)", text, re.IGNORECASE)
        if found:
            text = str(said[called]) + text[found.end() :]
            break
    verb, _blank, rest = text.partition(" ")
    near = hint(verb, [called for called in said if " " not in called])
    if verb not in known and near:
        raise click.BadParameter(_("there is no action {verb}").format(verb=verb) + near, param_hint="--would")
    return f"{verb} {_unbroken(asked, known[verb], rest)}" if verb in known else text


def _unbroken(asked: Any, kind: Any, text: str) -> str:
    """Return what is said after a verb; a unit that is named by several words, unquoted, stands there by its id."""
    from rules.engine.spelling import takes

    def meant(part: str) -> str:
        name, equals, value = part.partition("=")
        found = _meant(asked, value) if equals and " " in value and value[0] not in "'\"" else ()
        return f"{name}={found[0]}" if len(found) == 1 else part

    return " ".join(map(meant, re.split(rf"\s+(?=(?:{'|'.join(takes(kind))})=)", text.strip())))


def _judged(asked: Any, text: str) -> tuple[str, Any]:
    """Return an action as the referee knows it, and its ruling; units may be named as in the other questions."""
    from rules.engine.spelling import SpellingError

    for _word in text.split() or (text,):
        try:
            return text, asked.would_be(text)
        except SpellingError as error:
            if not isinstance(error.__cause__, KeyError):
                raise click.BadParameter(told(str(error)), param_hint="--would") from error
            text = _named(asked, text, str(error.__cause__.args[0]))
    return text, asked.would_be(text)


def _named(asked: Any, text: str, name: str) -> str:
    """Return the text with the unit that a name stands for in its place."""
    found = _meant(asked, name)
    if len(found) != 1 or found[0] == name:
        raise click.BadParameter(_ambiguous(asked, name, found, places=True), param_hint="--would")
    return re.sub(rf"(?<![^\s=,])(['\"]?){re.escape(name)}\1(?![^\s,])", found[0], text)


def _sight(asked: Any, start: str, goal: str) -> Any:
    wrong = next((place for place in (start, goal) if not asked.assistant.known(place)), None)
    if wrong is not None:
        raise click.BadParameter(_("there is no place {name}").format(name=wrong))
    return asked.assistant.line(asked.position, start, goal)
