"""A breach names the earlier deed but for which it would have been legal; what was needed for it is none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

import pytest

from rules.audit.hanging import Where
from rules.audit.hanging import behind as hangs
from rules.audit.past import LOOK_BACK, Deed, Past
from rules.audit.report import own_words
from rules.engine.actions import Action
from rules.engine.obligations import Due
from rules.engine.position import Position
from rules.engine.referee import Referee
from rules.engine.ruling import LEGAL, Illegal, Notice, Ruling


class Purse(Position, frozen=True, kw_only=True):
    """What is left in a purse, whether it is open."""

    stack: tuple[str, ...] = ("play",)
    coins: int = 3
    open: bool = False


class Open(Action, frozen=True):
    """The purse is opened."""

    purse: str = "ours"
    forced: bool = False


class Pay(Action, frozen=True):
    """Coins are taken out."""

    coins: int
    purse: str = "ours"


class Purses:
    """A referee who asks of a purse that it is open, and holds enough."""

    def step(self, position: Purse, action: Action) -> tuple[Purse, Ruling]:
        """The purse after a deed, and what is to be said of it."""
        if isinstance(action, Open):
            return position.but(open=True), LEGAL
        paid = cast("Pay", action).coins
        rules = [rule for rule, wrong in (("shut", not position.open), ("few", position.coins < paid)) if wrong]
        return position.but(coins=position.coins - paid), Ruling(tuple(Illegal(rule, rule=rule) for rule in rules))


FULL = Purse()


def behind(
    *deeds: Action,
    steps: Iterable[int] = (),
    purse: Purse = FULL,
    referee: Purses | None = None,
    left_out: bool = False,
) -> list[tuple[int, bool]]:
    """The steps on which the last deed hangs, and whether they were breaches."""
    referee = cast("Referee[Any]", referee or Purses())
    past = Past[Any](referee)
    for step, action in zip(steps or range(1, len(deeds) + 1), deeds, strict=True):
        after, ruling = referee.step(purse, action)
        past.add(Deed("log", step, purse, action, after, ruling))
        purse = after
    return [(each.step, each.wrong) for each in hangs(past, past.chain(), deeds[-1], {"ours"}, left_out=left_out)]


def test_a_breach_hangs_on_what_used_up_what_it_would_have_needed() -> None:
    assert behind(Open(), Pay(1), Pay(2), Pay(1)) == [(2, False), (3, False)]


def test_what_a_deed_needed_is_no_culprit() -> None:
    assert behind(Open(), Pay(4)) == []


def test_a_deed_that_was_a_breach_is_named_as_one() -> None:
    assert behind(Open(), Pay(4), Pay(1)) == [(2, True)]


def test_what_could_not_have_been_done_without_it_goes_with_it() -> None:
    assert behind(Pay(2), Open(), Pay(2)) == [(1, True)]
    assert behind(Open(), Pay(3), Open(), Pay(3), purse=Purse(coins=5)) == [(2, False)]


def test_a_legal_deed_without_which_it_would_have_been_another_game_is_no_culprit() -> None:
    spend, last = Pay(2), Pay(2)
    another = Pay(1, purse="theirs")

    class Strict(Purses):
        """The other purse may be paid from only while this one is nearly empty."""

        def step(self, position: Purse, action: Action) -> tuple[Purse, Ruling]:
            if action == another:
                return position, LEGAL if position.coins < 2 else Ruling((Illegal("rich", rule="rich"),))
            return super().step(position, action)

    assert behind(Open(), spend, last) == [(2, False)]
    assert behind(Open(), spend, another, last, referee=Strict()) == []
    assert behind(spend, Open(), another, last, referee=Strict()) == [(1, True)], "a breach is one all the same"


def test_deeds_that_name_nothing_of_it_are_not_tried() -> None:
    assert behind(Open(), Pay(3, purse="theirs"), Pay(1)) == []


class Night(Action, frozen=True):
    """The day is over."""

    hour: str = "ten"


class Nights(Purses):
    """The same, and an open purse must be empty before the night."""

    def step(self, position: Purse, action: Action) -> tuple[Purse, Ruling]:
        if isinstance(action, Night):
            left = position.open and position.coins > 0
            return position, Ruling((Illegal("left", {"subject": "ours"}, rule="left"),)) if left else LEGAL
        return super().step(position, action)


def test_what_made_a_thing_due_is_no_culprit_where_it_was_left_out() -> None:
    empty, fills = Purse(coins=0), Pay(-2)
    assert behind(Open(), fills, Night(), referee=Nights(), purse=empty) == []
    assert behind(fills, Open(), Night(), referee=Nights(), purse=empty) == [(1, True)], "a breach is one all the same"


class Owing(Purses):
    """The same, and whoever opens the purse has to pay."""

    def step(self, position: Purse, action: Action) -> tuple[Purse, Ruling]:
        """The purse after a deed, and what is to be said of it."""
        after, ruling = super().step(position, action)
        if isinstance(action, Open):
            return after.but(due=(Due("pays", (Pay(2),)),)), ruling
        return after.but(due=()), ruling


def test_what_had_to_be_done_is_no_culprit() -> None:
    assert behind(Open(), Pay(2), Pay(2)) == [(2, False)]
    assert behind(Open(), Pay(2), Pay(2), referee=Owing()) == []
    assert behind(Open(), Pay(3), Pay(2), referee=Owing()) == [(2, False)], "something else was due"


def test_behind_what_was_left_out_are_breaches_alone() -> None:
    assert behind(Open(), Pay(2), Pay(2), left_out=True) == []
    assert behind(Open(), Pay(4), Pay(1), left_out=True) == [(2, True)]


def test_deeds_of_the_same_step_are_not_named() -> None:
    assert behind(Open(), Pay(3), Pay(1), steps=(1, 2, 2)) == []


def test_what_is_long_past_or_was_adopted_since_is_not_looked_at() -> None:
    purse = Purse(coins=LOOK_BACK, open=True)
    assert behind(*(Pay(1) for _ in range(LOOK_BACK + 1)), purse=purse)[0] == (2, False)

    past = Past[Any](cast("Referee[Any]", Purses()))
    spend, last = Pay(3), Pay(1)
    first, then = Purse(open=True), Purse(coins=0, open=True)
    past.add(Deed("log", 1, first, spend, then, LEGAL))
    wrong = Ruling((Illegal("few", rule="few"),))
    past.add(Deed("log", 2, then, last, Purse(coins=-1, open=True), wrong))
    assert hangs(past, past.chain(), last, {"ours"}) == (Where("log", 1),)
    adopted = Past[Any](cast("Referee[Any]", Purses()))
    adopted.add(Deed("log", 1, first, spend, then, LEGAL))
    adopted.add(Deed("log", 2, Purse(coins=0, open=True), last, Purse(coins=-1, open=True), wrong))
    assert hangs(adopted, adopted.chain(), last, {"ours"}) == ()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("why", ["hangs.on", "hangs.below"])
def test_it_is_said_in_both_languages(why: str, language: str) -> None:
    assert "7" in own_words().text(Notice(why, {"deeds": "7"}), language)


def test_what_another_side_did_rightly_is_no_culprit() -> None:
    assert behind(Open(), Pay(3, by="we"), Pay(1, by="we")) == [(2, False)]
    assert behind(Open(), Pay(3, by="they"), Pay(1, by="we")) == []
    assert behind(Open(), Pay(4, by="they"), Pay(1, by="we")) == [(2, True)]


class End(Action, frozen=True):
    """The purse is handed back, which should be full."""

    purse: str = "ours"


class Lent(Purses):
    """A referee by whom a purse is handed back full, and nobody opens it by force."""

    def step(self, position: Purse, action: Action) -> tuple[Purse, Ruling]:
        """The purse after a deed, and what is to be said of it."""
        if isinstance(action, End):
            full = position.coins == FULL.coins
            return position, LEGAL if full else Ruling((Illegal("short", rule="short"),))
        if isinstance(action, Open) and action.forced:
            return position.but(open=True), Ruling((Illegal("forced", rule="forced"),))
        return super().step(position, action)


def test_a_breach_is_not_behind_what_somebody_left_out_whom_his_own_choice_had_bound() -> None:
    assert behind(Open(forced=True), Pay(1), End(), referee=Lent(), left_out=True) == []
    assert behind(Open(forced=True), Pay(4), End(), referee=Lent(), left_out=True) == [(2, True)]
