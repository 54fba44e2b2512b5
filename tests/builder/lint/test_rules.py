"""Each rule finds what it should, leaves alone what is near it, and says all that the manual wants."""

import pytest

from builder.lint import RULES, lint
from builder.lint.expressions import _shown
from builder.lint.manual import PAGE, page
from tests.builder.lint.bench import module
from tests.builder.lint.cases_module import CASES as OF_MODULES
from tests.builder.lint.cases_pieces import CASES as OF_PIECES

CASES = {**OF_MODULES, **OF_PIECES}


def broken(data):
    return {finding.rule.id for finding in lint(data).findings}


def test_a_module_that_is_in_order_breaks_no_rule():
    assert broken(module()) == set()


def test_there_is_a_case_for_each_rule():
    assert CASES.keys() == RULES.keys()
    assert len(RULES) >= 40


@pytest.mark.parametrize("rule", sorted(CASES))
def test_the_rule_finds_what_breaks_it(rule):
    assert rule in broken(CASES[rule][0])


@pytest.mark.parametrize("rule", sorted(CASES))
def test_the_rule_leaves_alone_what_only_looks_like_it(rule):
    assert rule not in broken(CASES[rule][1])


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.id)
def test_each_rule_says_what_why_how_and_what_to_do(rule):
    for text in (rule.what, rule.why, rule.fix):
        assert text.endswith(".")
        assert len(text) > 15
    assert rule.example
    assert rule.name.replace("-", "").isalpha()


def test_the_manual_shows_the_rules_as_they_are():
    assert PAGE.read_text(encoding="utf-8") == page()


def test_of_a_long_format_that_part_is_shown_in_which_the_lone_dollar_stands():
    told = _shown(f"{'a' * 100} $here {'b' * 100}", 101)
    assert "$here" in told
    assert (told.startswith("'...a"), told.endswith("b...'")) == (True, True)
    assert _shown("$here") == "'$here'"
