"""Nothing a log says stops the judge: an error of ours in one step is told as ours, and the rest is judged."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from rules.audit.doubt import Doubt
from rules.audit.games import games
from rules.audit.judging import FAULT
from rules.audit.report import Audit
from tests.rules.audit.test_chain import ONE_EACH
from tests.rules.audit.test_cut_out import whole, without
from tests.rules.audit.torn import logs_of
from tests.rules.shared.kit import kits
from tests.rules.shared.workshop import workshop_of

STEPS = 120


class Failing:
    """A referee or reader that fails at the so-manieth thing that it is asked."""

    def __init__(self, whole: Any, method: str, at: int) -> None:
        self._whole, self._method, self._left = whole, method, at

    def __getattr__(self, name: str) -> Any:
        return self._failing if name == self._method else getattr(self._whole, name)

    def _failing(self, *given: Any) -> Any:
        self._left -= 1
        return self._whole_of(*given) if self._left else self._fails()

    def _whole_of(self, *given: Any) -> Any:
        return getattr(self._whole, self._method)(*given)

    def _fails(self) -> Any:
        raise KeyError("nobody")


class Half(Failing):
    """A reader that fails when it has read the first action of a step."""

    def _fails(self) -> Iterator[Any]:
        yield from ()
        raise KeyError("nobody")


def audit_with(name: str, scenario: str, *, contain: bool, **wrong: Any) -> Audit:
    game, logs = games()[name], logs_of(name, scenario, 3, STEPS)

    class Game(type(game)):  # type: ignore[misc]
        def play(self, *given: Any) -> Any:
            play = super().play(*given)
            return replace(play, **{part: make(getattr(play, part)) for part, make in wrong.items()})

    audit = Audit(Game(), workshop_of(name).module, contain=contain)
    audit.run(logs)
    return audit


WRONG = {
    "referee": {"referee": lambda whole: Failing(whole, "step", 20)},
    "reading": {"reader": lambda whole: Half(whole, "read", 60)},
    "board": {"reader": lambda whole: Failing(whole, "matters", 60)},
}


@pytest.mark.parametrize("kind", WRONG)
@pytest.mark.parametrize("kit", kits(), ids=lambda kit: kit.name)
def test_an_error_of_ours_is_told_as_ours_and_the_rest_is_judged(kit: Any, kind: str) -> None:
    audit = audit_with(kit.name, kit.scenarios[0], contain=True, **WRONG[kind])
    report = audit.told("en")

    (fault,) = [each for each in report.findings if each.why == FAULT]
    assert (report.faults, report.illegal) == (1, 0)
    assert fault.verdict == "undecided"
    assert "KeyError at test_containment.py" in fault.text
    assert "Traceback" not in fault.text
    assert [type(each.error) for each in audit.faults] == [KeyError]
    assert max(step.step for _, step in audit.judged) > fault.step


@pytest.mark.parametrize("kit", kits(), ids=lambda kit: kit.name)
def test_whoever_does_not_ask_for_it_sees_the_error(kit: Any) -> None:
    with pytest.raises(KeyError, match="nobody"):
        audit_with(kit.name, kit.scenarios[0], contain=False, **WRONG["referee"])


@pytest.mark.parametrize(("name", "scenario", "seed"), ONE_EACH)
def test_an_error_in_trying_what_hangs_on_a_gap_is_told_as_ours_and_accuses_nobody(
    name: str, scenario: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> bool:
        raise LookupError("nobody")

    log = whole(name, scenario, seed, wrong_at=110)
    torn = [("game.vlog", without(log, 30, 31, 32, 33))]
    monkeypatch.setattr(Doubt, "stands", fails)
    report = Audit(games()[name], workshop_of(name).module, contain=True).run(torn)

    assert report.faults > 0
    assert report.illegal == 0
    with pytest.raises(LookupError, match="nobody"):
        Audit(games()[name], workshop_of(name).module).run(torn)
