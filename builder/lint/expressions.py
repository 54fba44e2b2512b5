"""Rules on expressions and formats: VASSAL finds such mistakes only when they are worked out, or never."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.lint.rule import Found, Rule, Severity, rule
from builder.lint.scripts import assigns, code_of, imbalance, tokens
from builder.lint.view import View, Wording
from vassal.expressions import trim

_CURLY = re.compile("[\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb]")
_HIJACKED = re.compile(
    r"(?<![\w.])(Long|Integer|Double|Boolean)\s*\.\s*toString\s*\(|(?<![\w.])String\s*\.\s*format\s*\("
)
_EFFECTS = re.compile(
    r"\b(System\s*\.\s*setProperty|JOptionPane|Alert|Runtime|Files\s*\.\s*write|Random|IsRandom)\b\s*[.(]?"
)
_LONGEST = 20_000
WIDE = 60
"""So many characters of a text are shown."""


def _shown(text: str, at: int = 0) -> str:
    """A text, or of a long one what stands around a place in it."""
    if len(text) <= WIDE:
        return repr(text)
    begin = max(0, min(at - WIDE // 2, len(text) - WIDE))
    end = begin + WIDE
    return repr(f"{'...' if begin else ''}{text[begin:end]}{'...' if end < len(text) else ''}")


def _scripts(view: View) -> Iterator[tuple[Wording, str]]:
    for wording in view.wordings:
        code = code_of(wording.text)
        if code is not None and len(code) < _LONGEST:
            yield wording, code


def _calculated(view: View) -> Iterator[tuple[str, str]]:
    for at, trait in view.kind("calculated"):
        code = code_of(trait.text("expression"))
        if code is not None:
            yield at, code


@rule(
    "HM501",
    Severity.ERROR,
    why="VASSAL says nothing when the module opens; when the expression is used, a warning, and its value is empty.",
    example='`{If(Steps==1, "one"}`',
    fix="Close the bracket or the quote.",
)
def broken_expression(view: View) -> Iterator[Found]:
    """Brackets or quotes of an expression do not match."""
    for wording, code in _scripts(view):
        flaw = imbalance(code)
        if flaw:
            yield Found(wording.place, f"{flaw} in {_shown(wording.text)}")


@rule(
    "HM502",
    Severity.ERROR,
    why="Without both braces the text is no expression: VASSAL shows or compares it letter by letter.",
    example="`{Steps==1`",
    fix="Put the whole expression between braces.",
)
def half_braces(view: View) -> Iterator[Found]:
    """An expression has only one of its braces."""
    for wording in view.wordings:
        text = trim(wording.text)
        opened, closed = text.startswith("{"), text.endswith("}")
        if opened != closed and text.count("{") != text.count("}"):
            yield Found(wording.place, f"{_shown(text)} has only one brace")


@rule(
    "HM503",
    Severity.WARNING,
    why="A dollar sign without its partner is shown as it stands, and the name behind it is not filled in.",
    example="`$PieceName moves to $location$`",
    fix="Put a dollar sign before and behind each name.",
)
def lone_dollar(view: View) -> Iterator[Found]:
    """A format has an odd number of dollar signs."""
    for wording in view.wordings:
        if code_of(wording.text) is None and wording.text.count("$") % 2:
            yield Found(wording.place, f"a lone $ in {_shown(wording.text, wording.text.rindex('$'))}")


@rule(
    "HM504",
    Severity.ERROR,
    why="A single = sets a value in this language: the condition is always what was set.",
    example='`{Side="Blue"}`',
    fix="Write `==` between braces.",
)
def assignment(view: View) -> Iterator[Found]:
    """A condition between braces compares with a single =."""
    for wording, code in _scripts(view):
        if wording.is_condition and assigns(code):
            yield Found(wording.place, f"= instead of == in {_shown(wording.text)}")


@rule(
    "HM505",
    Severity.ERROR,
    why="Outside of braces VASSAL compares with a single =; with two, what is compared is nothing.",
    example="`Side == Blue`",
    fix='Write `Side = Blue`, or `{Side=="Blue"}`.',
)
def doubled_equals(view: View) -> Iterator[Found]:
    """A condition without braces compares with ==."""
    for wording in view.wordings:
        if wording.is_condition and not trim(wording.text).startswith("{") and "==" in wording.text:
            yield Found(wording.place, f"== outside of braces in {_shown(wording.text)}")


@rule(
    "HM506",
    Severity.ERROR,
    why="They are no quotes to VASSAL: the expression is broken.",
    example="`{Side==\u201cBlue\u201d}`",
    fix='Type straight quotes: `"`.',
)
def curly_quotes(view: View) -> Iterator[Found]:
    """An expression uses typographic quotes."""
    for wording, code in _scripts(view):
        bare = "".join(each for each in tokens(code) if each[:1] not in {'"', "'"})
        if _CURLY.search(bare):
            yield Found(wording.place, f"typographic quotes in {_shown(wording.text)}")


@rule(
    "HM507",
    Severity.ERROR,
    why="VASSAL takes `Long` or `String` for a property before such a call, and the expression fails.",
    example="`{Integer.toString(Steps)}`",
    fix='Write `""+Steps` or `String.valueOf(Steps)`.',
)
def hijacked_call(view: View) -> Iterator[Found]:
    """An expression calls a function that VASSAL cannot find by that name."""
    for wording, code in _scripts(view):
        found = _HIJACKED.search(code)
        if found:
            yield Found(wording.place, f"{found.group()[:-1]} cannot be called here")


@rule(
    "HM508",
    Severity.WARNING,
    why="VASSAL works out all properties of a piece whenever it likes: each time another die falls.",
    example="a Calculated Property `{Random(6)}`",
    fix="Set a Dynamic Property by a key instead.",
)
def calculated_effect(view: View) -> Iterator[Found]:
    """A calculated property does something, or gives another value each time."""
    for at, code in _calculated(view):
        found = _EFFECTS.search(code)
        if found:
            yield Found(at, f"calls {found[1]}")


RULES: tuple[Rule, ...] = (
    broken_expression,
    half_braces,
    lone_dollar,
    assignment,
    doubled_equals,
    curly_quotes,
    hijacked_call,
    calculated_effect,
)
