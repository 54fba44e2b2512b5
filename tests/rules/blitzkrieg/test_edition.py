"""What a finding rests on beside the text of the rules: values that the edition in play adds."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from msgspec.structs import replace

import assets
from rules.audit.games import game_of
from rules.audit.page import page
from rules.audit.report import worded
from rules.blitzkrieg.audited import AUDITED
from rules.blitzkrieg.book import HERE
from rules.edition import Edition, rests
from rules.engine.ruling import Finding, Illegal, Notice, Undecided
from tests.played import played
from tests.rules.audit.test_played import audited

POINTS = Illegal("move.points", {"unit": "de.i-5pz.pz1", "spent": "9", "limit": "8"}, "BLZ-7.1b")


def edition(overlay: Path | None = None, scenario: str = "hannut") -> Edition:
    return Edition(assets.load("blitzkrieg", overlay), scenario, rests(HERE))


@pytest.mark.parametrize(
    ("finding", "topics"),
    [
        (POINTS, ("edition.counters", "edition.movement-costs", "edition.map")),
        (Undecided("move.points", {}, "BLZ-7.1b"), ("edition.counters", "edition.movement-costs", "edition.map")),
        (Illegal("due.undone", {}, "BLZ-8.4i"), ("edition.formation-factors",)),
        (Illegal("due.undone", {}, "BLZ-6.3.1f"), ()),
        (Illegal("stacking.too-many", {}, "BLZ-7.3a"), ()),
        (Illegal("sight.blocked", {}, "BLZ-4.3.1a"), ("edition.map",)),
        (Notice("fire.column-over", {}, "BLZ-7.2.1f"), ()),
    ],
)
def test_who_breaks_a_value_that_is_not_printed_breaks_the_edition(finding: Finding, topics: tuple[str, ...]) -> None:
    assert edition().behind(finding) == topics


def test_with_the_printed_costs_the_edition_adds_none(tmp_path: Path) -> None:
    rows = assets.load("blitzkrieg").charts["terrain"].rows
    printed = {
        name: {"cells": {way: row.cells[way] for way in ("foot", "tracks", "wheels") if way in row.cells}}
        for name, row in rows.items()
    }
    chart = {"source": {"origin": "rulebook", "why": "the printed chart"}, "charts": {"terrain": {"rows": printed}}}
    (tmp_path / "charts.yaml").write_text(yaml.safe_dump(chart), encoding="utf-8")

    assert edition(tmp_path).behind(POINTS) == ("edition.counters", "edition.map")
    game = game_of("blitzkrieg", tmp_path)
    assert game.overlay == tmp_path
    assert worded(game, POINTS, "en") == worded(AUDITED, POINTS, "en")


def test_the_report_the_facts_and_the_page_say_so_in_both_languages() -> None:
    audit, report = audited(next(log for log in played() if log.path.stem == "hannut.ten-wrong-acts"))
    points = next(each for each in report.findings if each.why == "move.points")
    order = next(each for each in report.findings if each.why == "fire.acted")

    assert points.facts["edition"] == ("edition.counters", "edition.movement-costs", "edition.map")
    assert points.edition == "Invented values: the values of the counters, the movement costs, the map."
    assert (order.edition, "edition" in order.facts) == ("", False)
    assert points.edition in page(audit, report)
    assert '<summary>Nach unseren eigenen Werten</summary><p class="where">Erfundene Werte: ' in page(
        audit, audit.told("de")
    )


def test_the_page_says_what_each_reading_makes_of_a_deed() -> None:
    audit, _ = audited(next(log for log in played() if log.path.stem == "hannut.ten-wrong-acts"))
    for language, said in (("en", "→ legal"), ("de", "→ regelgerecht")):
        told = audit.told(language)
        first = replace(told.findings[0], ruling="AMB-08", readings={"forbidden": "illegal", "ooc": "legal"})
        shown = page(audit, replace(told, findings=(first, *told.findings[1:])))
        assert said in shown
        assert "→ of them" not in shown
        assert "→ davon" not in shown
