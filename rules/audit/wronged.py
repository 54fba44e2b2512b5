"""Wronged: who does what is due, and could not do it rightly only because of what others did against the rules."""

from typing import Any, Final

from rules.audit.past import Deed, Past
from rules.engine.referee import Referee
from rules.engine.ruling import Notice, Ruling

WRONGED: Final = "wronged.by"


def wronged(past: Past[Any], referee: Referee[Any], deed: Deed[Any]) -> Ruling | None:
    """Return what is to be said of a deed that was due, if nothing but breaches of another side makes it illegal."""
    if deed.ruling.verdict != "illegal" or not any(due.met_by(deed.action) for due in deed.before.due):
        return None
    deeds, mine = past.and_then(deed).chain(), _side(referee, deed)
    wrong = [place for place, each in enumerate(deeds[:-1]) if _is_breach_of_another(referee, each, mine)]
    if not wrong or deeds[-1] is not deed:
        return None
    position = deeds[wrong[0]].before
    for place, each in enumerate(deeds[:-1]):
        if place > wrong[0] and place not in wrong:
            position = referee.play(position, each.action)
    other = referee.judge(position, deed.action)
    if other.verdict == "illegal":
        return None
    return Ruling((*other.findings, Notice(WRONGED, {"step": deeds[wrong[-1]].step})))


def _side(referee: Referee[Any], deed: Deed[Any]) -> str:
    return referee.doer(deed.before, deed.action) or referee.whose(deed.before, deed.action)


def _is_breach_of_another(referee: Referee[Any], deed: Deed[Any], side: str) -> bool:
    return deed.ruling.verdict == "illegal" and _side(referee, deed) not in {"", side}
