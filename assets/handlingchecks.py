"""Checks of `module.yaml` against the game: whatever the handling names must exist."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assets.chronicle import Part
from assets.errors import quoted
from assets.findings import Finding, unknown
from assets.game import Game

OWN = (
    *("fire.plain", "fire.now", "fire.carried", "fire.again", "fire.beside", "hit", "flip", "note", "finish"),
    *("pick.unit", "pick.place", "pick.route", "forget", "reveal"),
)
"""Commands of the module that are no verbs, or ways of one that every game with unit cards has."""

TAKEN = {
    **dict.fromkeys(("Alt F", "Alt E", "Alt T", "Alt H", "Alt D", "Alt B"), "a menu of the menu bar"),
    **dict.fromkeys(("Ctrl N", "Ctrl O", "Ctrl S", "Ctrl W", "Ctrl Q", "Ctrl Z"), "a command of the File or Edit menu"),
    **dict.fromkeys(("Alt W", "Alt Shift W"), "the log file that begins or ends"),
    "Alt S": "the server's status",
    "Ctrl Space": "the stack under the mouse",
}
"""Keys that VASSAL has for itself, in English or German, and what they open: a command that has one too does both."""


def handling(game: Game) -> Iterator[Finding]:
    """States, shots, numbers on cards, orders and boxes that the handling names are those of the game."""
    yield from _states(game)
    yield from _backs(game)
    yield from _commands(game)
    yield from _keys(game)
    yield from _aims(game)
    yield from _gauges(game)
    yield from _meters(game)
    yield from _sealing(game)
    yield from _moves(game)
    yield from _markers(game)


def _unknown(path: str, what: str, words: Iterable[str], known: Iterable[str]) -> Iterator[Finding]:
    return unknown(f"module/{path}", what, (word or None for word in words), known)


def _backs(game: Game) -> Iterator[Finding]:
    """A back that shows a state shows one that there is."""
    shown = {kind for state in game.handling.states.values() if state.marker is None for kind in state.types}
    for unit in game.units.values():
        if game.type_of(unit).back == "state" and unit.back is not None and unit.type not in shown:
            yield f"units/{unit.id}/back", f"no state without a marker is one of {unit.type}: nothing turns it over"


def _choices(game: Game, part: Part, key: str = "what") -> set[str]:
    known = game.chronicle.of(part)
    return set(known.choices.get(key, {})) if known else set()


def _states(game: Game) -> Iterator[Finding]:
    known = game.handling.states
    for state in known.values():
        yield from _unknown(f"states/{state.id}/marker", "marker", [state.marker or ""], game.markers)
        yield from _unknown(f"states/{state.id}/types", "type", state.types, game.info.types)
    yield from _unknown("states", "state of the records", known, _choices(game, "state") or known)
    yield from _unknown("sweeps", "state", game.handling.sweeps, known)
    yield from _unknown("raises", "state", (*game.handling.raises, *game.handling.raises.values()), known)


def _keys(game: Game) -> Iterator[Finding]:
    """No shortcut is one of VASSAL's own."""
    own = game.handling
    moves = ((f"steps/{way}/{name}/key", each.key) for way, all_ in own.steps.items() for name, each in all_.items())
    states = ((f"states/{name}/key", state.key) for name, state in own.states.items())
    reaches = ((f"reaches/{name}/key", each.key) for name, each in own.reaches.items())
    for path, key in (*((f"keys/{name}", key) for name, key in own.keys.items()), *states, *moves, *reaches):
        if key in TAKEN:
            yield f"module/{path}", f"{quoted(key)} is VASSAL's own ({TAKEN[key]}): take another key"


def _commands(game: Game) -> Iterator[Finding]:
    """Whoever names a command by its verb, or by verb and choice, names one that there is."""
    known = set(OWN)
    for verb in game.chronicle.verbs.values():
        words = {*verb.purposes, *verb.onward, *(word for choices in verb.choices.values() for word in choices)}
        words |= {*game.handling.aims, *game.handling.shots} if verb.part == "aim" else set()
        words |= {f"{each}.{way}" for each in game.handling.meters for way in ("up", "down")}
        for name in filter(None, (verb.id, verb.part)):
            known |= {name, *(f"{name}.{word}" for word in words)}
    for path in ("keys", "open", "only"):
        yield from _unknown(path, "command", getattr(game.handling, path), known)


def _aims(game: Game) -> Iterator[Finding]:
    for aim in game.handling.aims.values():
        path = f"aims/{aim.id}"
        yield from _unknown(path, "purpose", [aim.id, aim.roll], game.chronicle.purposes)
        yield from _unknown(f"{path}/orders", "order", aim.orders, game.orders)
        yield from _unknown(f"{path}/phases", "phase", aim.phases, game.chronicle.phases)
        yield from _unknown(f"{path}/types", "type", aim.types, game.info.types)


def _gauges(game: Game) -> Iterator[Finding]:
    """A number on pieces is one that a verb of such a piece changes; else it would stay 0 for ever."""
    verbs = game.chronicle.verbs.values()
    changed = {(by, deed.set) for verb in verbs for by in verb.by for deed in verb.deeds if deed.set}
    yield from _unknown("reaches", "value", game.handling.reaches, game.info.values)
    for gauge in game.handling.gauges.values():
        for by in gauge.of:
            if (by, gauge.id) not in changed:
                yield f"module/gauges/{gauge.id}", f"no verb of a {by} sets {gauge.id!r}"


def _meters(game: Game) -> Iterator[Finding]:
    names = {*game.info.values, *(name for card in game.cards.values() for name in card.stores)}
    words = _choices(game, "mark")
    for meter in game.handling.meters.values():
        path = f"meters/{meter.id}"
        yield from _unknown(path, "number of the records", [meter.id], words or [meter.id])
        yield from _unknown(path, "value or store", [meter.start, meter.most], names)
        yield from _unknown(f"{path}/types", "type", meter.types, game.info.types)


def _sealing(game: Game) -> Iterator[Finding]:
    found = game.handling.sealing
    if found is None:
        return
    params = {f"{order.id}.{param.id}" for order in game.orders.values() for param in order.params}
    yield from _unknown("sealing/phase", "phase", [found.phase], game.chronicle.phases)
    yield from _unknown("sealing/apart", "order", found.apart, game.orders)
    yield from _unknown("sealing/once", "order", found.once, game.orders)
    yield from _unknown("sealing/here", "parameter", found.here, params)
    yield from _unknown("sealing/reach", "parameter", found.reach, params)


def _moves(game: Game) -> Iterator[Finding]:
    known = game.handling
    boxes = {name.rpartition("-")[0] for country in game.maps.values() for name in country.boxes}
    places = {*known.trays, *boxes}
    yield from _unknown("away", "word of the records", known.away, _choices(game, "out"))
    yield from _unknown("away", "box", known.away.values(), places)
    yield from _unknown("boarding", "word of the records", known.boarding, _choices(game, "ride"))
    for way in known.boarding.values():
        path, facts = f"boarding/{way.id}", {name for kind in game.info.types.values() for name in kind.facts}
        yield from _unknown(path, "value or fact", [way.needs, way.takes], {*game.info.values, *facts})
        yield from _unknown(path, "marker", [way.marker, *way.on], game.markers)
        if bool(way.needs) == bool(way.on):
            yield f"module/{path}", "either a carrier `needs` something, or it is boarded `on` markers"
    for number, each in enumerate(known.ways):
        yield from _unknown(f"ways/{number}", "kind of step", [each.a], _choices(game, "step", "a"))
        yield from _unknown(f"ways/{number}", "type", each.types, game.info.types)
        yield from _unknown(f"ways/{number}", "phase", each.phases, game.chronicle.phases)
        yield from _unknown(f"ways/{number}", "box", each.trays, places)


def _markers(game: Game) -> Iterator[Finding]:
    known = game.handling
    for path in ("ground", "held", "targets", "follows", "salvos", "rolls"):
        yield from _unknown(path, "marker", getattr(known, path), game.markers)
    for mark, purposes in known.rolls.items():
        of_markers = (each.id for each in game.chronicle.purposes.values() if "marker" in each.of)
        yield from _unknown(f"rolls/{mark}", "purpose of a marker", purposes, of_markers)
    tracks = {name for country in game.maps.values() for name in country.tracks}
    yield from _unknown("follows", "track", (each.track for each in known.follows.values()), tracks)
