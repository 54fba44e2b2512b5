"""Indirect fire (8.6, 3.3): salvos of a marker, calibres, transmission, one roll for all in the hex, Stukas, groups."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from rules.blitzkrieg import actions as do
from rules.blitzkrieg.book import effect, on_change, outcome, roll, rule
from rules.blitzkrieg.case import Case
from rules.blitzkrieg.fire.direct import otherwise, shaken_of
from rules.blitzkrieg.fire.factors import column
from rules.blitzkrieg.fire.outcomes import suffer_as_claimed, suffer_as_read
from rules.blitzkrieg.model import Activation, Position, Shot, Trigger
from rules.blitzkrieg.movement.march import others_stop
from rules.blitzkrieg.support.observers import gets_through, may_be_next_to_it, transmitted
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.obligations import Due, made_good
from rules.engine.ruling import Facts, Finding, Found, Illegal, Notice, noted

Salvo = do.Barrage | do.Stuka
SALVOS = (do.Barrage, do.Stuka)
STUKA = "stuka"
LOST = "lost"
"""The result that stands at the hex if the message did not get through."""
NOTHING = "-"
TOGETHER = ("barrage", "stuka")
"""What may come before the dice of a salvo: further ones on the same hex, all declared before the first is fired."""


def calibre_of(action: Salvo) -> str:
    """The calibre of a salvo; that of Stukas is their own."""
    return action.calibre if isinstance(action, do.Barrage) else STUKA


def _key(chit: str, calibre: str) -> str:
    return f"{chit} {calibre}"


def _activation(case: Case[Action]) -> Activation:
    return case.activation or Activation((), (), case.before.active)


# -------------------------------------------------------------------------------------------------------- who fires
@rule("BLZ-8.6.1a", "BLZ-3.3b", "BLZ-8.6a", on=SALVOS)
def only_activated_guns(case: Case[Salvo]) -> Found:
    """Only artillery and Stukas whose marker is activated fire at a hex."""
    return _not_firing(case, case.action.chit)


def _not_firing(case: Case[Action], chit: str) -> Illegal | None:
    known = case.battle.chits.get(chit)
    if not chit:
        return Illegal("salvo.nobodys", rule="BLZ-8.6.1a")
    if known is None or not known.fires:
        return Illegal("salvo.no-guns", {"chit": chit}, "BLZ-8b" if chit in case.battle.units else "BLZ-8.6a")
    if chit not in _activation(case).chits:
        return Illegal("salvo.not-active", {"chit": chit}, "BLZ-8.6.1a")
    return None


@rule("BLZ-8.6.1d", "BLZ-8.6.1o", on=SALVOS)
def hex_and_calibre_are_named(case: Case[Salvo]) -> Iterator[Illegal]:
    """A hex of the map and a calibre are named before anything is rolled."""
    if case.action.hex not in case.battle.ground.grid:
        yield Illegal("move.no-hex", {"hex": case.action.hex}, "BLZ-8.6.1d")
    if not calibre_of(case.action):
        yield Illegal("salvo.no-calibre", {"chit": case.action.chit}, "BLZ-8.6.1o")


@outcome(
    "BLZ-8.6.1f", "BLZ-8.6.1s", "BLZ-12.1.2h", "BLZ-12.1.3e", "BLZ-12.1.3f", "BLZ-12.2.2i", "BLZ-12.2.4c",
    "BLZ-12.2.5c",
)  # fmt: skip
def left(case: Case[Action], chit: str, calibre: str) -> int:
    """How many salvos of a calibre a marker has left in this activation."""
    return _activation(case).salvos.get(_key(chit, calibre), 0)


@rule("BLZ-8.6.1f", "BLZ-8.6.1s", "BLZ-12.1.2h", on=SALVOS)
def salvos_left(case: Case[Salvo]) -> Finding | None:
    """No more salvos are fired than the marker has; whether the scenario's count is for all markers is AMB-26."""
    chit, calibre = case.action.chit, calibre_of(case.action)
    if _not_firing(case, chit) or not calibre:
        return None
    stuka = case.chit(chit).kind == STUKA
    found = Illegal("salvo.none", {"chit": chit, "calibre": calibre}, "BLZ-8.6.1s" if stuka else "BLZ-8.6.1f")
    if left(case, chit, calibre) < 1:
        return found
    spent = case.before.salvos.get(_key(case.chit(chit).side, calibre), 0)
    over = found if not stuka and spent >= case.chit(chit).salvos.get(calibre, 0) else None
    return case.switches.tolerated("AMB-26", over)


# -------------------------------------------------------------------------------------------------------- group fire
def _entry(chit: str, calibre: str, place: str) -> str:
    return f"{chit} {calibre} {place}"


def _aimed_at(entry: str) -> str:
    return entry.rpartition(" ")[2]


@rule("BLZ-8.6.2b", "BLZ-8.6.2a", "BLZ-8.6.1f", on=do.Concentrate)
def declared_as_a_whole(case: Case[do.Concentrate]) -> Iterator[Finding | None]:
    """Fire is concentrated by salvos that there are, all of them declared before the first is carried out."""
    place, counted = case.action.hex, Counter(entry.rpartition(" ")[0] for entry in _activation(case).group)
    if place not in case.battle.ground.grid:
        yield Illegal("move.no-hex", {"hex": place}, "BLZ-8.6.1d")
    for salvo in case.action.salvos:
        chit, _, calibre = salvo.rpartition(" ")
        counted[salvo] += 1
        yield _not_firing(case, chit)
        if not _not_firing(case, chit) and left(case, chit, calibre) < counted[salvo]:
            yield Illegal("salvo.none", {"chit": chit, "calibre": calibre}, "BLZ-8.6.1f")
    if any(_aimed_at(entry) == place for entry in _activation(case).group) or place in _activation(case).struck:
        yield _again(case, place)


def _again(case: Case[Action], place: str) -> Finding:
    """A second salvo that was not declared with the first is worth a remark, unless it is settled otherwise."""
    if case.switches.read_otherwise("AMB-61"):
        return Illegal("salvo.again", {"hex": place}, "BLZ-8.6.2b")
    return Notice("salvo.again", {"hex": place}, "BLZ-8.6.1q")


@rule("BLZ-8.6.2b", "BLZ-8.6.2d", "BLZ-8.6.1q", on=SALVOS)
def as_declared(case: Case[Salvo]) -> Finding | None:
    """A salvo of a group falls where it was declared, and not at all once the target is destroyed."""
    chit, place, calibre = case.action.chit, case.action.hex, calibre_of(case.action)
    group = _activation(case).group
    mine = [_aimed_at(entry) for entry in group if entry.startswith(_key(chit, calibre) + " ")]
    free = left(case, chit, calibre) - len(mine)
    if place in mine:
        return Illegal("salvo.surplus", {"hex": place}, "BLZ-8.6.2d") if _destroyed(case, place) else None
    if mine and free < 1:
        lost = any(_destroyed(case, target) for target in mine)
        facts: Facts = {"hex": place, "declared": tuple(mine)}
        return Illegal("salvo.diverted", facts, "BLZ-8.6.2d" if lost else "BLZ-8.6.2b")
    if any(_aimed_at(entry) == place for entry in group):
        return _again(case, place)
    return _again(case, place) if place in _activation(case).struck else None


def _destroyed(case: Case[Action], place: str) -> bool:
    """True if a salvo of the group has fallen and no enemy is left in the hex."""
    return place in _activation(case).struck and not case.there(place, case.battle.enemy(_activation(case).side))


@outcome("BLZ-8.6.2a", "BLZ-8.6.2b")
@effect(do.Concentrate)
def concentrate(case: Case[do.Concentrate]) -> Position:
    """The salvos are declared."""
    entries = tuple(f"{salvo} {case.action.hex}" for salvo in case.action.salvos)
    return case.before.acts(group=(*_activation(case).group, *entries), touched=True)


# ------------------------------------------------------------------------------------------------------- the salvo
def _declared(case: Case[Salvo], shot: Shot) -> Position:
    """The position with a salvo on its way: it is spent, and nothing else moves any more."""
    after, key = others_stop(case, ()), _key(shot.chit, shot.calibre)
    group, entry = list(_activation(case).group), _entry(shot.chit, shot.calibre, shot.hex)
    if entry in group:
        group.remove(entry)
    salvos = {**_activation(case).salvos, key: max(left(case, shot.chit, shot.calibre) - 1, 0)}
    side = case.chit(shot.chit).side if shot.chit in case.battle.chits else case.before.active
    fired = _key(side, shot.calibre)
    volleys = (*_activation(case).volleys, shot)
    after = after.acts(salvos=salvos, group=tuple(group), volleys=volleys, touched=True)
    return after.but(shot=shot, trigger=None, salvos={**after.salvos, fired: after.salvos.get(fired, 0) + 1})


@outcome("BLZ-3.3b", "BLZ-8.6.1o", "BLZ-8.6.1l", "BLZ-8.6.1j", "BLZ-8.6.1q")
@effect(do.Barrage)
def barrage(case: Case[do.Barrage]) -> Position:
    """The salvo is declared: the observer transmits, unless it is next to the hex."""
    action = case.action
    near = gets_through(case, action.observer, action.hex)
    shot = Shot((action.observer,), (), action.hex, {}, "BARRAGE", chit=action.chit, calibre=action.calibre, sent=near)
    after = _declared(case, shot)
    if near:
        needless = Due("BLZ-8.6.1l", (Roll(purpose="TRANSMIT", who=action.observer),), must=False)
        return after.owing(_fire_roll(shot), needless)
    rolls = [Roll(purpose="TRANSMIT", who=action.observer)]
    if may_be_next_to_it(case):
        rolls.append(Roll(purpose=shot.kind, who=shot.chit))
    return after.owing(Due("BLZ-8.6.1j", tuple(rolls), open_to=TOGETHER))


@outcome("BLZ-8.6.1c", "BLZ-8.6.1s", "BLZ-8.6.1d")
@effect(do.Stuka)
def stuka(case: Case[do.Stuka]) -> Position:
    """The attack is declared; it needs no observer."""
    shot = Shot((), (), case.action.hex, {}, "STUKA", chit=case.action.chit, calibre=STUKA, sent=True)
    return _declared(case, shot).owing(_fire_roll(shot))


def _salvo_roll(shot: Shot) -> Roll:
    return Roll(purpose=shot.kind, who=shot.chit)


def _fire_roll(shot: Shot) -> Due:
    return Due("BLZ-8.6.1g", (_salvo_roll(shot),), open_to=TOGETHER)


# ---------------------------------------------------------------------------------------- several declared together
def at_hand(position: Position, action: Action) -> Position:
    """The position in which the salvo is looked at that dice are thrown for: the first that waits for such dice."""
    volleys = position.activation.volleys if position.activation else ()
    if not volleys:
        return position
    match action:
        case Roll(purpose="TRANSMIT", who=observer):
            own = [each for each in volleys if each.firers == (observer,)]
            shot = next((each for each in own if not each.sent), own[0] if own else position.shot)
        case Roll(purpose="BARRAGE" | "STUKA", who=chit):
            own = [each for each in volleys if each.chit == chit]
            shot = next((each for each in own if each.sent), own[0] if own else position.shot)
        case do.Barrage(hex=place) | do.Stuka(hex=place) if any(each.hex != place for each in volleys):
            # only fire on one hex is declared as a whole: the next hex is named when the last salvo has fallen
            return position.but(due=tuple(_closed(due) for due in position.due))
        case _:
            return position
    return position.but(shot=shot)


def _closed(due: Due) -> Due:
    return replace(due, open_to=()) if due.open_to == TOGETHER else due


def _without(volleys: tuple[Shot, ...], shot: Shot, *instead: Shot) -> tuple[Shot, ...]:
    """The salvos without one of them, or with another one in its place."""
    at = volleys.index(shot) if shot in volleys else len(volleys)
    return (*volleys[:at], *instead, *volleys[at + 1 :])


@outcome("BLZ-8.6.2d")
@on_change
def surplus(case: Case[Action], after: Position, places: tuple[str, ...]) -> Position:
    """Nobody has to roll for salvos on a hex in which no enemy is left: they are lost."""
    activation = after.activation
    if activation is None or not activation.volleys:
        return after
    foe, left = case.battle.enemy(activation.side), {name for each in activation.volleys for name in after.at(each.hex)}
    if any(case.side(name) == foe for name in left):
        return after
    return after.but(due=tuple(made_good(due) if _for_guns(due) else due for due in after.due))


def _for_guns(due: Due) -> bool:
    return any(isinstance(one, Roll) and one.purpose in {"TRANSMIT", "BARRAGE", "STUKA"} for one in due.options)


@rule("BLZ-8.6.1l", on=Roll)
def needs_no_message(case: Case[Roll]) -> Found:
    """An observer next to the hex needs no roll; who rolls all the same has only troubled the dice."""
    return noted("observer.needless", unit=case.action.who) if _needless(case) else None


def _needless(case: Case[Roll]) -> bool:
    """True for the message of an observer that gets through without a roll, before its salvo falls."""
    shot = case.before.shot
    waits = shot is not None and shot.kind == "BARRAGE" and not shot.results
    return bool(waits and case.action.purpose == "TRANSMIT" and shot and gets_through(case, case.action.who, shot.hex))


@outcome("BLZ-8.6.1j", "BLZ-8.6.1m")
@roll("TRANSMIT")
def transmit(case: Case[Roll]) -> Position:
    """The message gets through, or the salvo is lost."""
    shot = case.before.shot
    if shot is None or shot.kind != "BARRAGE" or shot.results:
        return case.before
    if _needless(case):
        given_up = (made_good(due) if due.met_by(_salvo_roll(shot)) else due for due in case.before.due)
        return case.before if transmitted(case) else case.before.but(due=tuple(given_up))
    volleys = _activation(case).volleys
    if transmitted(case):
        sent = replace(shot, sent=True)
        return case.before.but(shot=sent).acts(volleys=_without(volleys, shot, sent)).owing(_fire_roll(sent))
    lost = replace(shot, results={shot.hex: LOST})
    return case.before.but(shot=lost).acts(volleys=_without(volleys, shot))


@outcome("BLZ-8.6.1g", "BLZ-8.6b", "BLZ-8.6.1e", "BLZ-8.6.1h", "BLZ-8.6.1p", "BLZ-8.6.2c", "BLZ-8.2.2b")
@roll("BARRAGE", "STUKA")
def strike(case: Case[Roll]) -> Position:
    """One roll is read for every unit in the hex, each in its own column; own units are hit as well (AMB-55)."""
    before, shot = case.before, case.before.shot
    if shot is None or shot.kind != case.action.purpose:
        return before
    targets = before.at(shot.hex) if shot.hex else ()
    factors = {unit: column(case, unit, manner="indirect", calibre=shot.calibre) for unit in targets}
    chart, total = case.battle.charts.results, case.action.total
    read = {unit: chart[each.column].get(total, NOTHING) for unit, each in factors.items()}
    results = {unit: read[unit] if each.fires else NOTHING for unit, each in factors.items()}
    columns = {unit: each.column for unit, each in factors.items()}
    told = results or {shot.hex: NOTHING}
    left = _without(_activation(case).volleys, shot)
    others = {each.calibre for each in left if each.sent and each.hex == shot.hex} - {shot.calibre}
    shot = replace(shot, targets=targets, column=columns, results=told, shaken=shaken_of(case, targets))
    after = _seen(before.but(shot=shot).acts(struck=(*_activation(case).struck, shot.hex), volleys=left), targets)
    for unit, result in results.items():
        read_so = next((each for name in sorted(others) if (each := _by(case, unit, name)) != result), result)
        if read_so != result:
            after = suffer_as_claimed(case.then(after), after, unit, result, read_so)
        else:
            after = _hit(case, after, unit, result)
    return after


def _by(case: Case[Roll], unit: str, calibre: str) -> str:
    """The result by another calibre: which of the salvos that wait the dice were thrown for, nobody says."""
    factor = column(case, unit, manner="indirect", calibre=calibre)
    return case.battle.charts.results[factor.column].get(case.action.total, NOTHING) if factor.fires else NOTHING


def _hit(case: Case[Roll], after: Position, unit: str, result: str) -> Position:
    """The position in which a unit has to take a result; own units do not by the other reading of AMB-55."""
    shot = after.shot
    others = otherwise(case, shot, unit, result) if shot else {}
    hit = suffer_as_read(case.then(after), after, unit, result, others)
    if case.side(unit) != _activation(case).side:
        return hit
    new = hit.due[len(after.due) :]
    return after.owing(*(each for due in new for each in case.switches.as_we_read("AMB-55", due)))


def _seen(after: Position, targets: tuple[str, ...]) -> Position:
    """The position in which those who were hit may retreat, unless more of the group is to come."""
    more = after.activation is not None and (after.activation.group or after.activation.volleys)
    if not after.within("ACTIVE") or not targets or more:
        return after
    stack = after.stack if after.state == "REACT" else (*after.stack, "REACT")
    return after.but(trigger=Trigger("fire", (), "", targets), stack=stack)


def wrong_gun_roll(position: Position, action: Roll) -> str:
    """The rule broken by dice for guns that nothing made due; none if what is missing is said already."""
    shot = position.shot
    must = (one for due in position.due if due.must for one in due.options)
    if any(isinstance(one, Roll) and one.purpose == "TRANSMIT" for one in must):
        return ""
    if shot is None or shot.kind not in {"BARRAGE", "STUKA"}:
        return "BLZ-8.6.1o"
    if shot.results.get(shot.hex) == LOST:
        return "BLZ-8.6.1m"
    if action.purpose == "TRANSMIT":
        return "BLZ-8.6.1l" if not shot.results else "BLZ-8.6.1o"
    return "BLZ-8.6.1g" if action.purpose == shot.kind else "BLZ-8.6.1o"
