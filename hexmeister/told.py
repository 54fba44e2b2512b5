"""The sentences in which the readers of files say what is wrong, in the chosen language.

The readers speak English and know nothing of languages. `locale/told.txt` lists their sentences, with `{0}` where a
sentence has a value; `python -m tools.messages` writes it from the code.
"""

import re
from functools import cache
from gettext import gettext as _

from hexmeister.language import CATALOGUES

SENTENCES = CATALOGUES / "told.txt"
_PLACE = re.compile(r"\{\d+\}")


def told(sentence: str) -> str:
    """Return a reader's sentence in the chosen language; one that is not known stays as it is."""
    for template, pattern in _patterns():
        found = pattern.fullmatch(sentence)
        if found:
            return _(template).format(*found.groups())
    return sentence


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the known sentences, those with the most words of their own first."""
    templates = SENTENCES.read_text(encoding="utf-8").splitlines()
    templates.sort(key=lambda template: -len(_PLACE.sub("", template)))
    return tuple((template, _pattern(template)) for template in templates)


def _pattern(template: str) -> re.Pattern[str]:
    return re.compile("(.*)".join(map(re.escape, _PLACE.split(template))), re.DOTALL)
