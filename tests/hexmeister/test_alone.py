"""The judge of the page in one file, asked here as the page asks it."""

from __future__ import annotations

import gettext
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import kept
from hexmeister.main import main
from hexmeister.page.alone import Judge
from hexmeister.page.stock import FINER, Chart, Cut, Pictured, Stock, name_of
from rules.audit.pictures import Sheet
from tests.hexmeister.logs import dragged
from tests.rules.shared.kit import Kit, kits
from tests.rules.shared.proof.corpus import corpus

KITS = kits()
SHEET = Sheet("map.land.jpg", 0, 0, 4000, 3000)


@pytest.fixture(autouse=True)
def _spoken(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The language of a call is its own."""
    domain = gettext.textdomain()
    monkeypatch.setenv("LANGUAGE", "en")
    yield
    gettext.textdomain(domain)


@pytest.mark.parametrize("kit", KITS, ids=[kit.name for kit in KITS])
def test_its_record_is_that_of_the_program_to_the_byte(
    kit: Kit[Any, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ((name, content),) = corpus(1, KITS.index(kit) + len(KITS))
    path = tmp_path / f"{name}.vlog"
    path.write_bytes(content)
    judge = Judge(lambda told: None)
    summary = json.loads(judge.check([(path.name, memoryview(content))]))["summary"]
    for language in ("de", "en"):
        main(["check", str(path), "--json", "--lang", language])
        native = capsys.readouterr().out
        assert judge.record(language) == native
        assert summary == json.loads(native)["summary"]


def test_it_tells_how_far_it_is_and_answers_about_a_unit() -> None:
    heard: list[dict[str, Any]] = []
    judge = Judge(lambda told: heard.append(json.loads(told)))
    judge.check([("a.vlog", dragged()), ("a.vlog", dragged())])
    assert list(dict.fromkeys(each["stage"] for each in heard)) == ["reading", "module", "judging"]
    assert [each["name"] for each in json.loads(judge.record("en"))["logs"]] == ["a.vlog", "a.vlog (2)"]

    shown = judge.report("de", asks=True)
    assert '<html lang="de">' in shown
    film = re.search(r'<script type="application/json" id="film">(.*?)</script>', shown, re.DOTALL)
    assert film is not None
    unit = next(each["i"] for each in json.loads(film[1])["pieces"] if "s" in each and each["k"] != "card")
    told = json.loads(judge.ask("de", "a.vlog", 1, unit))["answer"]
    assert told["blocks"][0]["title"] == "Was sie darf"
    assert json.loads(judge.ask("de", "a.vlog", 1, "nobody"))["answer"] is None


def test_what_is_no_log_is_told_in_each_language_and_nothing_is_left_to_be_asked() -> None:
    judge = Judge(lambda told: None)
    judge.check([("a.vlog", dragged())])
    errors = json.loads(judge.check([("broken.vlog", b"PK\x05\x06 nothing")]))["errors"]
    assert set(errors) == {"de", "en"}
    assert all(lines[0].startswith("broken.vlog: ") for lines in errors.values())
    assert errors["de"] != errors["en"]
    with pytest.raises(LookupError):
        judge.record("en")


def test_pictures_are_those_that_a_build_brought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "BROUGHT", tmp_path)
    stock = Stock("game", "en")
    assert stock.art([SHEET], ["a.png"], []) == ("", "", {})
    cuts = {"en": {"a.png": Cut(1, 2, 30, 40, 60, 80), "b.png": Cut(0, 0, 1, 1, 1, 1)}}
    held = Pictured({SHEET.image: Chart(2000, b"map")}, b"pieces", cuts)
    (tmp_path / name_of("game")).write_bytes(msgspec.msgpack.encode(held))

    art = stock.art([SHEET], ["a.png", "strange.png"], [])
    assert (art.map, art.sheet) == ("data:image/webp;base64,bWFw", "data:image/webp;base64,cGllY2Vz")
    across = 60 * SHEET.width / (2000 * FINER)
    assert art.sprites == {"a.png": (1, 2, 30, 40, across, 80 * across / 60)}
    assert stock.art([SHEET, SHEET], ["a.png"], []).map == ""
    assert stock.art([SHEET._replace(image="other.jpg")], ["a.png"], []) == ("", "", {})
