"""The words in which findings name actions."""

import pytest
import yaml

from rules.blitzkrieg.audited import AUDITED
from rules.blitzkrieg.book import HERE, ROLLS
from rules.blitzkrieg.markers import CHANGED_WITHOUT_CAUSE, WITHOUT_CAUSE


def test_every_action_that_may_be_due_has_words() -> None:
    words = yaml.safe_load((HERE / "words.yaml").read_text(encoding="utf-8"))
    verbs = {kind.__name__.lower() for kind in CHANGED_WITHOUT_CAUSE} | {"mark", "roll"}
    markers = {marker for marker, _ in WITHOUT_CAUSE}
    assert verbs | markers | set(ROLLS.effects) <= set(words)
    assert all(set(texts) == {"en", "de"} for texts in words.values())


@pytest.mark.parametrize(("token", "english"), [("on=False", "taken off"), ("RALLY", "rally,"), ("1005", "1005")])
def test_a_word_is_told_in_words_and_anything_else_stays_as_it_is(token: str, english: str) -> None:
    assert AUDITED.name(token, "en") == english
