"""What is done to the pieces: markers, step losses, removals, chits put back: legal only where made due."""

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.book import effect
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.cup.activation import rallies_no_more
from rules.blitzkrieg.model import Position
from rules.blitzkrieg.morale.demoralisation import first_hit
from rules.blitzkrieg.support.engineering import wrong_mine_roll
from rules.blitzkrieg.support.indirect import wrong_gun_roll
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.referee import spell
from rules.engine.ruling import Finding, Illegal, Notice

WITHOUT_CAUSE: dict[tuple[str, bool], str] = {
    ("neutralised", True): "BLZ-8.3b",
    ("neutralised", False): "BLZ-8.4i",
    ("ooc", True): "BLZ-3.5a",
    ("ooc", False): "BLZ-2.1b",
    ("opp", True): "BLZ-6.3.1f",
    ("opp", False): "BLZ-2.1c",
    ("activated", True): "BLZ-3.2b",
    ("activated", False): "BLZ-2.1a",
    ("exhausted", True): "BLZ-5.3k",
    ("exhausted", False): "BLZ-5.4e",
    ("demoralised", True): "BLZ-8.5b",
    ("demoralised", False): "BLZ-8.5.1d",
}
"""The rule that says when a marker is put on or taken off."""

ROLLED_WITHOUT_CAUSE: dict[str, str] = {
    "RALLY": "BLZ-6.1g",
    "EXHAUSTION": "BLZ-5.4f",
    "RECOVERY": "BLZ-8.5.1b",
    "DEMORAL": "BLZ-8.5d",
    "PANIC": "BLZ-8.4f",
    "OPPFIRE": "BLZ-6.3.1d",
    "RETURN": "BLZ-6.3.2c",
    "RETREAT": "BLZ-6.4b",
    "FIRE": "BLZ-8.1.1a",
    "MELEE": "BLZ-8c",
    "CANCEL": "BLZ-5.5h",
}
"""The rule that says when dice are rolled for a purpose."""

CHANGED_WITHOUT_CAUSE: dict[type[Action], str] = {
    do.StepLoss: "BLZ-8.3e",
    do.Remove: "BLZ-1.2c",
    do.Stay: "BLZ-9.1.2g",
    do.FallBack: "BLZ-9.1.2f",
    do.Withdraw: "BLZ-8.5.1e",
    do.OverrunHq: "BLZ-3.2f",
    do.Clear: "BLZ-10.1e",
    do.Refill: "BLZ-2.2.1e",
    do.Discard: "BLZ-8.5.1j",
}
"""The rule that says when a piece is changed or moved as a result."""


def undue(position: Position, action: Action) -> Finding | None:
    """What is to be said of a roll or a board change that nothing made due."""
    facts = {"done": spell(action)}
    match action:
        case do.Mark(marker="activated", on=True) if position.within("ACTIVE") or position.within("ACT_END"):
            return Notice("hq.flipped", facts, "BLZ-5.2e")
        case do.Mark(piece=piece, marker="neutralised", on=True) if _spared(position, piece):
            return Illegal("outcome.red-n", facts, "BLZ-8.3d")
        case do.Mark(piece=piece, marker="neutralised", on=False) if piece in position.wronged:
            return None
        case do.Mark(marker=marker, on=on):
            return Illegal("due.without-cause", facts, WITHOUT_CAUSE[marker, on])
        case Roll():
            return _undue_roll(position, action)
        case do.FallBack(unit=unit) if position.melee and unit in position.melee.attackers:
            return Illegal("due.without-cause", facts, "BLZ-9.1.2d")
        case do.Refill(chit=chit) if any(do.Discard(chit=chit) in due.options for due in position.due):
            return None  # that it was not taken out is told already, or will be
        case do.OverrunHq(unit=unit):
            return Illegal("hq.not-alone", {"unit": unit}, CHANGED_WITHOUT_CAUSE[do.OverrunHq])
        case do.Clear(marker="works"):
            return Illegal("due.without-cause", facts, "BLZ-10.2d")
        case _:
            return Illegal("due.without-cause", facts, CHANGED_WITHOUT_CAUSE[type(action)])


def _undue_roll(position: Position, action: Roll) -> Finding | None:
    """What is to be said of a roll that nothing made due: without consequence it is only needless."""
    facts = {"done": spell(action)}
    match action:
        case Roll(purpose="RALLY" | "EXHAUSTION") if position.activation and position.activation.recovery_only:
            return None
        case Roll(purpose="MINE" | "DEPLETE"):
            return Illegal("dice.without-cause", facts, wrong_mine_roll(position, action))
        case Roll(purpose="TRANSMIT" | "BARRAGE" | "STUKA"):
            return _undue_guns(wrong_gun_roll(position, action), spell(action))
        case Roll(purpose="PANIC", who=who) if first_hit(position, who):
            return Notice("dice.needless", facts, "BLZ-8.4f")
        case Roll(purpose="FIRE", who=who) if _failed(position, who):
            return Illegal("dice.after-failure", facts, _failed(position, who))
        case Roll(purpose="FIRE", who=who) if not position.deed(who).fired:
            return Illegal("dice.without-cause", facts, "BLZ-8.1.1b")
        case _:
            return Illegal("dice.without-cause", facts, ROLLED_WITHOUT_CAUSE.get(action.purpose, "BLZ-0c"))


def _undue_guns(rule_id: str, done: str) -> Finding | None:
    """What is to be said of dice for guns that break a rule; nothing where they break none."""
    match rule_id:
        case "":
            return None
        case "BLZ-8.6.1m":
            return Illegal("dice.salvo-lost", {"done": done}, rule_id)
        case "BLZ-8.6.1g":
            return Illegal("dice.one-for-all", {"done": done}, rule_id)
        case _:
            return Illegal("dice.without-cause", {"done": done}, rule_id)


def _failed(position: Position, unit: str) -> str:
    """The rule by which a unit whose reaction check failed does not fire; empty for any other."""
    trigger, activation = position.trigger, position.activation
    if trigger is None or activation is None or not trigger.was_answered_by(unit) or unit in trigger.passed:
        return ""
    rules = {f"oppfire {unit}": "BLZ-6.3.1e", f"return {unit}": "BLZ-6.3.2c"}
    return next((rules[done] for done in reversed(activation.reacted) if done in rules), "")


def _spared(position: Position, piece: str) -> bool:
    """True if the last fire gave the piece a red N, which does nothing to it."""
    return position.shot is not None and position.shot.results.get(piece) == "Nr"


@effect(do.Mark)
def mark(case: Case[do.Mark]) -> Position:
    """The marker is on, or off."""
    piece, marker, on = case.action.piece, case.action.marker, case.action.on
    if marker in {"exhausted", "demoralised"}:
        return case.before.formation(piece, **{marker: on}) if piece in case.before.formations else case.before
    if piece not in case.before.units:
        return case.before
    after = case.before.unit(piece, **{marker: on})
    if marker != "neutralised":
        return after
    return _wronged(case, after, piece) if on else rallies_no_more(_without_wrong(after, piece), piece)


def _wronged(case: Case[do.Mark], after: Position, piece: str) -> Position:
    """Of a marker that the other side laid and nothing made due it is known for as long as it lies."""
    theirs = case.action.by not in {"", case.side(piece)}
    wrong = theirs and case.forbidden and not case.unit(piece).neutralised
    return after.but(wronged=after.wronged | {piece}) if wrong else after


def _without_wrong(after: Position, piece: str) -> Position:
    return after.but(wronged=after.wronged - {piece}) if piece in after.wronged else after


@effect(do.Refill)
def refill(case: Case[do.Refill]) -> Position:
    """The chit is in the cup; after one that was drawn too many the one before it waits again."""
    chit, drawn = case.action.chit, case.before.drawn
    after = case.before.chit(chit, "cup")
    if not drawn_too_many(case.before, chit):
        return after
    return after.but(drawn=drawn[:-1], latest=drawn[-2], active=case.chit(drawn[-2]).side)


@effect(do.Discard)
def discard(case: Case[do.Discard]) -> Position:
    """The chit is out of play, and nothing more wants it to be."""
    gone = (do.Discard(chit=case.action.chit),)
    due = tuple(each for each in case.before.due if each.options != gone)
    return case.before.chit(case.action.chit, "off").but(due=due)


@effect(do.Clear)
def clear(case: Case[do.Clear]) -> Position:
    """The marker is off the hex."""
    if case.action.marker == "mine":
        return case.before.but(mines=_without(case.before.mines, case.action.hex))
    return case.before.but(works=_without(case.before.works, case.action.hex))


def drawn_too_many(position: Position, chit: str) -> bool:
    """True for the marker drawn last, while the one drawn before it still waits."""
    return position.drawn[1:] != () and position.drawn[-1] == chit


def _without(places: tuple[str, ...], place: str) -> tuple[str, ...]:
    if place not in places:
        return places
    at = places.index(place)
    return places[:at] + places[at + 1 :]
