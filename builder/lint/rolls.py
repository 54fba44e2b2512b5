"""Rules on dice, and on what programs can read of their reports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from builder.lint.rule import Found, Rule, Severity, rule
from builder.lint.view import View
from vassal.arithmetic import parse_int
from vassal.expressions import holes, is_script, trim
from vassal.values import text_items

PLAIN = ("DiceButton", "RandomTextButton", "InternetDiceButton")
OUTCOME = re.compile(r"\$(?:result\d*|numericalTotal|total|rawRolls|summary|count\d+|rawCount\d+)\$")


def _reports(view: View) -> Iterator[tuple[str, str]]:
    for at, each in view.named(*PLAIN):
        yield at, each.get("reportFormat")
    for at, each in view.named("SpecialDiceButton"):
        if each.boolean("resultChatter"):
            yield at, each.get("format")


@rule(
    "HM951",
    Severity.WARNING,
    why="Nobody sees the roll; in the log only a property changes.",
    example='`<DiceButton reportFormat="">`',
    fix="Give the button a report with the result.",
)
def silent_dice(view: View) -> Iterator[Found]:
    """Dice report nothing."""
    collected = "".join(each.get("propChanger") for _, each in view.named("ChangePropertyButton"))
    # Dice that are thrown one by one are told together.
    gathered = {at for at, each in view.named(*PLAIN) if f"{each.get('name')}_result" in collected}
    for at, report in _reports(view):
        if not report.strip() and at not in gathered:
            yield Found(at, "has no report")


@rule(
    "HM952",
    Severity.WARNING,
    why="The line says that dice were rolled, and not what came up.",
    example="`$PlayerName$ rolls!`",
    fix="Put `$result$` into the report.",
)
def report_without_result(view: View) -> Iterator[Found]:
    """The report of dice does not hold the result."""
    for at, report in _reports(view):
        if report.strip() and not is_script(report) and not OUTCOME.search(report):
            yield Found(at, "the report holds no result")


@rule(
    "HM953",
    Severity.NOTE,
    why="Two values that follow each other directly cannot be told apart: `12` may be 1 and 2.",
    example="`$nDice$$result$`",
    fix="Put a sign between them.",
)
def unparsable_report(view: View) -> Iterator[Found]:
    """Two values stand next to each other in the report of dice."""
    for at, report in _reports(view):
        found = [] if is_script(report) else holes(trim(report))
        pairs = pairwise(found)
        if any(first and second for (_, first), (_, second) in pairs):
            yield Found(at, "two values stand next to each other")


@rule(
    "HM954",
    Severity.ERROR,
    why="The button rolls nothing, or VASSAL shows a bug report.",
    example='`nSides="0"`',
    fix="Give the dice as many sides as the game has.",
)
def impossible_dice(view: View) -> Iterator[Found]:
    """Dice have no number or no sides."""
    for at, each in view.named("DiceButton"):
        for name in ("nDice", "nSides"):
            value = parse_int(each.get(name))
            if value is not None and value < 1:
                yield Found(at, f"{name} is {value}")
    for at, each in view.named("RandomTextButton"):
        if not text_items(each.get("faces")):
            yield Found(at, "has no faces")
    for at, each in view.named("SpecialDie"):
        if next(each.inside("SpecialDieFace"), None) is None:
            yield Found(at, "has no faces")


@rule(
    "HM955",
    Severity.NOTE,
    why="The total hides the dice: what was rolled cannot be checked, nor can the statistics of the dice.",
    example='`reportTotal="true"` with two dice',
    fix="Report the dice, and the total beside them: `$result$ = $numericalTotal$`.",
)
def hidden_dice(view: View) -> Iterator[Found]:
    """Only the total of several dice is reported."""
    for at, each in view.named("DiceButton"):
        count = parse_int(each.get("nDice")) or 0
        if each.boolean("reportTotal") and count > 1 and "$rawRolls$" not in each.get("reportFormat"):
            yield Found(at, f"only the total of {count} dice is told")


@rule(
    "HM956",
    Severity.NOTE,
    why="VASSAL takes the menu's text for a key of its translations and warns of it at the first shuffle.",
    example='`<DrawPile shuffleFormat="$playerName$ shuffles">`',
    fix="Leave the format empty if the warning disturbs; the shuffle itself stands in the log anyway.",
)
def shuffle_report(view: View) -> Iterator[Found]:
    """A deck reports its shuffle, which makes VASSAL warn of a missing translation."""
    for at, each in view.named("DrawPile"):
        told = [name for name in ("shuffleFormat", "reverseFormat") if each.get(name).strip()]
        if told:
            yield Found(at, f"not empty: {', '.join(told)}")


RULES: tuple[Rule, ...] = (
    silent_dice,
    report_without_result,
    unparsable_report,
    impossible_dice,
    hidden_dice,
    shuffle_report,
)
