"""What the page answers about a unit of the game that was judged last, and what it says where it cannot."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest

from hexmeister.page import answers, worker
from hexmeister.page.bounds import Refused
from tests.hexmeister.logs import dragged
from tests.hexmeister.test_serve import Answer, opened
from tests.played import played


def units(report: str) -> list[str]:
    """The units that the film of a report shows."""
    film = re.search(r'<script type="application/json" id="film">(.*?)</script>', report, re.DOTALL)
    assert film is not None
    return [piece["i"] for piece in json.loads(film[1])["pieces"] if "s" in piece and piece["k"] != "card"]


def test_a_unit_is_asked_about_at_any_moment_and_the_last_check_alone_answers() -> None:
    log = played(wrong=False)[0].path
    with opened() as browser:
        told = browser.judged("a.vlog", log.read_bytes())
        assert told["state"] == "done"
        home = f"checks/{told['id']}"
        shown = browser.ask("GET", f"{home}/en.html").text
        assert "connect-src 'self'" in shown

        def asked(unit: str, language: str = "en", step: int = 9_999_999) -> Answer:
            return browser.ask("GET", f"{home}/{language}/asked/a.vlog/{step}/{unit}")

        found = {unit: asked(unit) for unit in units(shown)[:40]}
        assert {each.code for each in found.values()} == {200}
        unit, answer = next((name, each.data["answer"]) for name, each in found.items() if each.data["answer"]["marks"])
        assert {"What it may do", "Where it can go, at what cost"} <= {each["title"] for each in answer["blocks"]}
        assert {mark[2] for mark in answer["marks"]} <= {"reach", "target"}
        german = asked(unit, "de").data["answer"]
        assert german["marks"] == answer["marks"]
        assert "Was sie darf" in {each["title"] for each in german["blocks"]}
        assert asked(unit, step=0).data["answer"] != answer
        for strange in ("nobody", "..%2F..%2Fx", "0101", "%3Cscript%3E"):
            assert asked(strange).code == 404
        assert asked(unit).data["answer"] == answer, "it goes on answering"
        assert browser.judged("b.vlog", dragged())["state"] == "done"
        assert (asked(unit).code, asked(unit).data["error"]) == (410, "forgotten")


def test_the_process_that_answers_is_gone_with_the_page() -> None:
    with opened() as browser:
        assert browser.judged("a.vlog", dragged())["state"] == "done"
        judge = browser.server.desk._judge
        assert judge is not None
        assert judge[1].poll() is None
    assert judge[1].poll() is not None


def test_an_error_of_ours_is_told_as_that_and_the_next_question_is_answered(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    def broken(*_: Any) -> None:
        raise KeyError("ours")

    question = json.dumps({"log": "a.vlog", "step": 1, "unit": "u", "language": "en"}).encode()
    monkeypatch.setattr(answers, "answer", broken)
    worker._answer(None, question)
    monkeypatch.setattr(answers, "answer", lambda *_: None)
    worker._answer(None, question)
    assert [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()] == [
        {"fault": "KeyError"},
        {"answer": None},
    ]


class Process:
    """A process that says one thing."""

    def __init__(self, said: bytes) -> None:
        self.stdin, self.stdout = io.BytesIO(), io.BytesIO(said)

    def kill(self) -> None:
        """It has nothing to end."""


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (b'{"fault": "KeyError"}\n', (500, "unanswered")),
        (b'{"answer": null}\n', (404, "mute")),
        (b"", (410, "forgotten")),
    ],
)
def test_what_is_no_answer_says_why(said: bytes, why: tuple[int, str]) -> None:
    with opened() as browser:
        desk = browser.server.desk
        check = desk.begin()
        desk._judge = check.id, Process(said)  # type: ignore[assignment]
        with pytest.raises(Refused) as refused:
            desk.ask(check, log="a.vlog", step=1, unit="u", language="en")
        desk._judge = None
    assert (refused.value.code, refused.value.why) == why
