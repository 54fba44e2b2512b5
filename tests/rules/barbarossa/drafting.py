"""Cases in which orders are opened: a field with the orders as the game prints them, and what is said of one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

import assets
from assets.unitcards import Order as Printed
from rules.barbarossa import actions as do
from rules.barbarossa.state.battle import Battle
from rules.engine.ruling import Ruling
from tests.rules.barbarossa.field import Field
from tests.rules.shared.played import Played

BOTH = ("german", "soviet")


@cache
def printed() -> dict[str, Printed]:
    """The orders with what is written with them."""
    return assets.load("barbarossa").orders


class Draft(Field):
    """A field whose orders have their parameters."""

    def __init__(self, round: int = 2) -> None:  # noqa: A002
        super().__init__(round)
        self.facts: dict[str, Any] = {}

    def battle(self) -> Battle:
        """What does not change."""
        charts = assets.load("barbarossa").charts
        return msgspec.structs.replace(super().battle(), orders=printed(), charts=charts, **self.facts)

    def given(self, **facts: Any) -> Draft:
        """Facts of the scenario."""
        self.facts = {**self.facts, **facts}
        return self

    def said(self, unit: str, order: str = "", *, rulings: Iterable[str] = (), **fields: Any) -> Ruling:
        """What is said of an order when it is opened."""
        position = self.position("REVEAL", opened=BOTH)
        return self.play(position, do.Order(unit=unit, order=order, **fields), rulings=rulings).last

    def opened(self, *orders: do.Order | do.Resume, rulings: Iterable[str] = ()) -> Played:
        """What is said of orders, and of the step from the reveal to step 1."""
        position = self.position("REVEAL", opened=BOTH)
        return self.play(position, *orders, do.Advance(to="S1"), rulings=rulings)


def breaks(ruling: Ruling, rule: str) -> bool:
    """True if the rule is named as broken for certain."""
    return ruling.verdict == "illegal" and rule in ruling.rules


def doubts(ruling: Ruling, ruling_id: str) -> bool:
    """True if it is undecided, and rests on this ruling."""
    return ruling.verdict == "undecided" and any(getattr(each, "ruling", "") == ruling_id for each in ruling.findings)
