"""A game whose reader of logs is not proven yet accuses nobody."""

from rules.audit.judging import _softened
from rules.engine.actions import Action
from rules.engine.reading import Read
from rules.engine.ruling import Illegal, Undecided, noted

BREACH = Illegal("sequence.not-now", {}, "XYZ-1")
READ = Read(Action())


def test_what_a_young_reader_finds_is_undecided_and_says_why() -> None:
    found = _softened(BREACH, READ, blind=False, young=True)
    assert isinstance(found, Undecided)
    assert (found.rule, found.missing) == ("XYZ-1", "proof")


def test_a_proven_reader_names_the_breach_and_remarks_stay_remarks() -> None:
    assert _softened(BREACH, READ, blind=False) == BREACH
    assert _softened(noted("x"), READ, blind=False, young=True) == noted("x")
