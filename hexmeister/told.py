"""The sentences in which the readers of files say what is wrong, in the chosen language.

The readers speak English and know nothing of languages. `locale/told.txt` lists their sentences, with `{0}` where a
sentence has a value; `python -m tools.messages` writes it from the code.
"""

import re
from collections.abc import Sequence
from functools import cache
from gettext import gettext as _

from hexmeister.language import CATALOGUES

SENTENCES = CATALOGUES / "told.txt"
_PLACE = re.compile(r"\{\d+\}")
_HINT = "; "
"""What stands before the end of a sentence that says what to do, or what may have been meant."""


def told(sentence: str) -> str:
    """Return a reader's sentence in the chosen language; one that is not known stays as it is.

    What stands in its places may be such a sentence again, or several words of them with an "or" between.
    """
    for template, pattern in _patterns():
        found = pattern.fullmatch(sentence)
        if found:
            return _filled(_(template), [_value(text) for text in found.groups()])
    return sentence


def _filled(template: str, values: Sequence[str]) -> str:
    """Return a sentence with its values; it may have braces of its own, as those of the data that it speaks of."""
    return _PLACE.sub(lambda place: values[int(place[0][1:-1])], template)


def _value(text: str) -> str:
    said, hint, rest = text.rpartition(_HINT)
    if hint and told(hint + rest) != hint + rest:
        return _value(said) + told(hint + rest)
    parts = text.split(" or ")
    return _(" or ").join(map(told, parts)) if len(parts) > 1 else told(text)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the known sentences, those with the most words of their own first."""
    templates = SENTENCES.read_text(encoding="utf-8").splitlines()
    templates.sort(key=lambda template: -len(_PLACE.sub("", template)))
    return tuple((template, _pattern(template)) for template in templates)


def _pattern(template: str) -> re.Pattern[str]:
    """Return how a sentence is known; of two places side by side the second has what begins with a semicolon."""
    whole = "(.*)".join(map(re.escape, _PLACE.split(template)))
    return re.compile(whole.replace("(.*)(.*)", f"(.*?)((?:{_HINT}.*)?)"), re.DOTALL)
