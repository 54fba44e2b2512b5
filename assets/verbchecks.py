"""Checks of the verbs of the chronicle: nothing is declared that nobody says, nothing fills, or that never seals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from assets.chronicle import CHOSEN, DEEDS, DRAGGED, GIVEN, HOLE, MOUSE, PIECES, Does, Marked, Speaks, Then, Upon, Verb
from assets.dice import READY
from assets.errors import quoted
from assets.findings import Finding, unknown
from assets.game import Game
from assets.listed import OWN

COMMON = frozenset({"count", "side", "turn", "game", "nothing", GIVEN})
OF_PIECES = COMMON | {"piece", "number", "name", "place", "origin", CHOSEN, "property"}
KNOWS: Mapping[Speaks, frozenset[str]] = {
    **dict.fromkeys(PIECES, OF_PIECES),
    "button": COMMON | {CHOSEN, "engine", "value", "result"},
    "dice": COMMON | {"engine", "result"},
    "tracker": COMMON | {"engine"},
    "map": COMMON | {CHOSEN, "engine", MOUSE},
}
"""By speaker: the sources from which the engine can give it a value."""
SEALED_BY = {
    "M": ("moved", "send", "fetch", "join", "kin"),
    "D": ("changed", "set", "layer", "send", "fetch", "join", "kin"),
    "G": ("keep",),
    "R": ("rolled", "roll"),
    "T": ("turned",),
}
"""By seal: what a verb must do for it to stand in the step."""
HOME = "{Home}"
"""The box of a marker's own kind; no other piece has one."""
WITHOUT_HQ = "without-hq"
"""Chits of formations that have no HQ: they bear what else lies on that."""
FAMILY = frozenset({"fetch", "join", "kin"})
"""Deeds by which other pieces move, or a piece goes to another one."""
BY_ITSELF = frozenset({"dice", "tracker"})
"""Speakers that only a part of the module gives a voice to."""


def verbs(game: Game) -> Iterator[Finding]:
    """Every verb is said by somebody, every key filled by something, every seal set by what the verb does."""
    used = {key for verb in game.chronicle.verbs.values() for key in verb.keys}
    for key in game.chronicle.keys:
        if key not in used:
            yield f"chronicle/keys/{key}", f"no verb has the key {quoted(key)}"
    parts = Counter(str(verb.part) for verb in game.chronicle.verbs.values() if verb.part)
    for verb in game.chronicle.verbs.values():
        path = f"chronicle/verbs/{verb.id}"
        if parts[verb.part] > 1:
            yield f"{path}/part", f"the part {quoted(verb.part)} speaks another verb already"
        yield from _speakers(game, verb, path)
        yield from _keys(game, verb, path)
        yield from _deeds(game, verb, path)
        yield from _seals(verb, path)
        yield from _meanings(game, verb, path)
        yield from _follows(game, verb, path)
        if not verb.part:
            yield from _plain(game, verb, path)


def _speakers(game: Game, verb: Verb, path: str) -> Iterator[Finding]:
    """Who speaks is there in the game, and can be given a voice."""
    there: dict[Speaks, bool] = {
        "hq": any(kind.hq for kind in game.info.types.values()),
        "card": bool(game.cards),
        "chit": bool(game.chits),
        "marker": bool(game.markers),
    }
    yield from unknown(f"{path}/of", "type, marker or kind of chit", verb.of, _kinds(game))
    if verb.of and verb.part:
        yield f"{path}/of", f"the part {quoted(verb.part)} tells itself who speaks"
    for by in verb.by:
        if not there.get(by, True):
            yield f"{path}/by", f"the game has no {by} that could say it"
        kinds = {"marker": {*game.markers}, "chit": {*_chits(game)}}
        if verb.of and not {*verb.of} & kinds.get(by, {*game.info.types}):
            yield f"{path}/of", f"no {by} is one of these"
        if by in BY_ITSELF and not verb.part:
            yield f"{path}/by", f"no part of the module lets the {by} say it; `part` names one that does"


def _kinds(game: Game) -> set[str]:
    """What a verb can be left to."""
    return {*game.info.types, *game.markers, *_chits(game)}


def _chits(game: Game) -> Iterator[str]:
    """What chits a verb can be left to."""
    for chit in game.chits.values():
        yield chit.kind
        formation = game.formations.get(chit.formation or "")
        if formation is not None and formation.hq is None:
            yield WITHOUT_HQ


def _keys(game: Game, verb: Verb, path: str) -> Iterator[Finding]:
    yield from unknown(f"{path}/from", "key", verb.source, verb.keys)
    for key in verb.keys:
        source = game.chronicle.source(verb, key)
        here = f"{path}/from/{key}" if key in verb.source else f"{path}/keys"
        if not source:
            yield here, f"nothing fills the key {quoted(key)}; `from` says where its value comes from"
            continue
        kind = source.partition(" ")[0]
        for by in verb.by:
            if kind not in KNOWS[by]:
                yield here, f"a {by} cannot tell {quoted(key)} from {quoted(source)}"
        if kind == GIVEN and not verb.part:
            yield here, f"no part of the module gives {quoted(key)}"
        yield from unknown(here, "key", HOLE.findall(source), verb.keys)


def _deeds(game: Game, verb: Verb, path: str) -> Iterator[Finding]:
    if verb.does.count("say") != 1:
        yield f"{path}/does", "`say` must stand among its deeds once, where its line stands"
    boxes = {name for country in game.maps.values() for name in country.boxes} | {*game.handling.trays}
    boxes |= {name.rpartition("-")[0] for name in boxes} | {"piles"}
    if verb.upon is not None:
        yield from _upon(game, verb, verb.upon, boxes, path)
    for number, deed in enumerate(verb.does):
        here = f"{path}/does/{number}"
        if not isinstance(deed, Does):
            if deed != "say" and not verb.part and not (deed == "moved" and verb.upon):
                yield here, f"no part of the module does what {quoted(deed)} stands for"
            continue
        named = [kind for kind in DEEDS if getattr(deed, kind)]
        if len(named) != 1:
            yield here, f"a deed is one of {', '.join(DEEDS)}"
            continue
        yield from unknown(f"{here}/when", "choice", deed.when, verb.choices)
        for key in deed.when.keys() & verb.choices.keys():
            yield from unknown(f"{here}/when/{key}", "word", [deed.when[key]], verb.choices[key])
        holes = [hole for text in (deed.to, deed.keep, deed.layer, deed.set) for hole in HOLE.findall(text)]
        yield from unknown(here, "key", (hole for hole in holes if hole[0].islower()), verb.keys)
        homes = {HOME} if verb.by == ("marker",) and deed.send else set()
        yield from unknown(here, "box", [deed.send or None, deed.kin or None], boxes | homes)
        yield from _of_all_sides(game, verb, deed, here)
        if deed.roll:
            yield from _rolled(game, deed.roll, deed.when, verb.does[:number], here)
        if named[0] in FAMILY:
            yield from _family(game, verb, here)
        if named[0] in ("set", "layer", "send") and not {*verb.by} <= {*PIECES}:
            yield here, f"only a piece can {named[0]} something of its own"


def _of_all_sides(game: Game, verb: Verb, deed: Does, here: str) -> Iterator[Finding]:
    """Where each side has a box of its own, every side has one whose pieces are sent there."""
    to = deed.send or deed.kin
    boxes = {name for country in game.maps.values() for name in country.boxes}
    if not to or to in boxes or not any(name.rpartition("-")[0] == to for name in boxes):
        return
    kinds = {
        "marker": ((each.id, each.side) for each in game.markers.values()),
        "chit": ((each.kind, each.side) for each in game.chits.values()),
    }
    for by in verb.by:
        units = ((each.type, each.side) for each in game.units.values() if game.type_of(each).hq == (by == "hq"))
        sides = {side for name, side in kinds.get(by, units) if side and (not verb.of or name in verb.of)}
        for side in sorted(side for side in sides if f"{to}-{side}" not in boxes):
            yield here, f"{quoted(side)} has no box {quoted(f'{to}-{side}')}, and pieces of that side that say it"


def _upon(game: Game, verb: Verb, upon: Upon, boxes: set[str], path: str) -> Iterator[Finding]:
    """What is said upon a drag is said of one that there can be; a command for it takes the piece there."""
    yield from unknown(f"{path}/upon/to", "box", [upon.to], {*boxes, *DRAGGED} - {"piles"})
    yield from unknown(f"{path}/upon/from", "box", [upon.origin or None], {*boxes, "land"} - {"piles"})
    yield from unknown(f"{path}/upon/outside", "phase", upon.outside, game.chronicle.phases)
    if verb.part or verb.choices or not {*verb.by} <= {"unit", "hq", "chit", "marker"}:
        yield f"{path}/upon", "only pieces on the board are dragged, choosing nothing; a `part` says it itself"
    if verb.menu and not any(deed.send for deed in verb.deeds):
        yield f"{path}/menu", "its command takes the piece there: a deed must `send` it"


def _family(game: Game, verb: Verb, here: str) -> Iterator[Finding]:
    """Only units of which some are parts of others have a family."""
    if not {*verb.by} <= {"unit", "hq"}:
        yield here, "only units and HQs have parts, or are parts of others"
    if not any(unit.parts for unit in game.units.values()):
        yield here, "no unit of the game has `parts`"


def _rolled(
    game: Game, purpose: str, when: Mapping[str, str], before: Sequence[Marked | Does], here: str
) -> Iterator[Finding]:
    """What is rolled for is told before the dice fall, and they fall at once."""
    purposes = game.chronicle.purposes
    yield from unknown(here, "purpose", [purpose], purposes)
    if purpose not in purposes:
        return
    kept = {each.keep for each in before if isinstance(each, Does)}
    if not purposes[purpose].thrown.number and READY not in kept:
        yield here, f"nothing tells how many dice are thrown: `{{keep: {READY}, to: ...}}` must come before it"
    roll = game.chronicle.of("roll")
    source = game.chronicle.source(roll, "p") if roll and "p" in roll.keys else ""
    if roll is None:
        yield here, "no verb has the part `roll`, which tells of the dice"
    elif source.startswith("game ") and not any(
        isinstance(each, Does) and f"game {each.keep}" == source and _tells(each, purpose, when) for each in before
    ):
        told = f"{{keep: {source.removeprefix('game ')}, to: {purpose}}}"
        yield here, f"nothing tells what is rolled for: `{told}` must come before it"
    if "say" not in before:
        yield here, "the dice fall after `say`: they have a record of their own"


def _tells(deed: Does, purpose: str, when: Mapping[str, str]) -> bool:
    """Whether a deed gives the purpose of a roll: by its name, or as what was chosen."""
    hole = HOLE.fullmatch(deed.to)
    return deed.to == purpose or (hole is not None and when.get(hole[1]) == purpose)


def _seals(verb: Verb, path: str) -> Iterator[Finding]:
    """What must stand in the same step is what the verb brings about."""
    if ("k" in verb.keys) != ("K" in verb.seals):
        yield f"{path}/seals", "the seal K belongs to the key k, and k to K"
    done = {each.what[0] if isinstance(each, Does) else each for each in verb.does}
    for seal in dict.fromkeys((*verb.seals, *verb.other_seals)):
        makes = SEALED_BY.get(seal, ())
        here = f"{path}/seals" if seal in verb.seals else f"{path}/other_seals"
        if makes and not done & {*makes} and not (seal in verb.other_seals and (verb.part or verb.upon)):
            yield here, f"the seal {seal} would never be there: the verb does none of {', '.join(makes)}"


def _meanings(game: Game, verb: Verb, path: str) -> Iterator[Finding]:
    for meaning in verb.means.values():
        here = f"{path}/means/{meaning.id}"
        named = (*meaning.when, *(where.rpartition(" ")[2] for where in meaning.fields.values()))
        yield from unknown(here, "key", named, verb.keys)
        yield from unknown(f"{here}/of", "type, marker or kind of chit", meaning.of, _kinds(game))
        for key in meaning.when.keys() & verb.choices.keys():
            yield from unknown(f"{here}/when/{key}", "word", [meaning.when[key]], verb.choices[key])
    both = verb.means.keys() & {*verb.by_hand}
    yield from ((f"{path}/by_hand", f"{quoted(name)} is declared in `means`") for name in sorted(both))


def _follows(game: Game, verb: Verb, path: str) -> Iterator[Finding]:
    """What follows by itself is a state that somebody may be in, or the clock or cup of a button, and can happen."""
    words: dict[str, Iterable[str]] = {**verb.choices, **({"p": verb.purposes} if verb.purposes else {})}
    for number, each in enumerate(verb.then):
        here = f"{path}/then/{number}"
        if bool(each.state) == bool(each.press):
            yield here, "either a `state` is put on or off, or something is to `press`"
        yield from unknown(f"{here}/state", "state", [each.state or None], game.handling.states)
        yield from unknown(f"{here}/bears", "state", [each.bears or None], game.handling.states)
        yield from unknown(f"{here}/within", "phase", each.within, game.chronicle.phases)
        yield from unknown(f"{here}/when", "key", each.when, verb.keys)
        for key in each.when.keys() & words.keys():
            yield from unknown(f"{here}/when/{key}", "word", each.when[key], words[key])
        yield from _does_follow(game, verb, each, here)


def _does_follow(game: Game, verb: Verb, then: Then, here: str) -> Iterator[Finding]:
    if then.press and {*verb.by} & {*PIECES}:
        yield here, "only a button presses the clock or the cup"
    if then.who == "own" and not {*verb.by} <= {"hq", "chit"}:
        yield here, "only an HQ or a chit has a formation of its `own` for which it speaks"
    if then.press == "cup" and not game.chits:
        yield here, "the game has no cup"
    known = game.handling.states.get(then.state)
    if known is not None and then.who == "it" and not {*verb.by} & {*known.of}:
        yield here, f"nobody who says it may be {quoted(then.state)}"


def _plain(game: Game, verb: Verb, path: str) -> Iterator[Finding]:
    """A verb that no part of the module speaks needs a menu, and choices where something is chosen."""
    if verb.menu is None and not verb.upon:
        yield path, "nobody can say it: it has no `menu`, and no `part` of the module speaks it"
    chosen = [key for key in verb.keys if game.chronicle.source(verb, key) == CHOSEN]
    yield from _listed(game, verb, chosen, path)
    if len(chosen) > 1:
        yield f"{path}/keys", f"only one key can be chosen from its menu, not {' and '.join(chosen)}"
    for key in (key for key in chosen if key not in verb.choices):
        yield f"{path}/choices", f"nothing is there to choose for {quoted(key)}"
    before = verb.does[: verb.does.index("say")] if "say" in verb.does else verb.does
    for seal in {"M", "D"} & {*verb.seals}:
        if not any((deed.what[0] if isinstance(deed, Does) else deed) in SEALED_BY[seal] for deed in before):
            yield f"{path}/does", f"what sets the seal {seal} must come before `say`: who changes nothing says nothing"
    for number, deed in enumerate(verb.does):
        if isinstance(deed, Does) and deed.layer:
            yield from unknown(f"{path}/does/{number}/layer", "state", [deed.layer], _layers(game, verb.by))
        if isinstance(deed, Does) and deed.send == "piles":
            yield f"{path}/does/{number}/send", "only the cup sends its markers to piles"


def _listed(game: Game, verb: Verb, said: Sequence[str], path: str) -> Iterator[Finding]:
    """Lists have something in them; a list of each piece's own, or one to go on in, is that of what the verb sets."""
    chosen = game.chronicle.chosen(verb)
    for key, name in verb.listed.items():
        if not verb.choices.get(key):
            yield f"{path}/listed/{key}", f"the game has nothing in its list of {name}"
        elif name in OWN and (key != chosen or key in said):
            yield f"{path}/from/{key}", f"{quoted(key)} must come from the property that the verb gives it to"
        if name in OWN and not {*verb.by} <= {"unit", "hq"}:
            yield f"{path}/by", f"only units and HQs have {name} of their own"
    decides = any(chosen in deed.when for deed in verb.deeds)
    if verb.onward and (not chosen or chosen in said or verb.listed.get(chosen) in OWN or decides):
        yield f"{path}/onward", "one word leads to the next only where it comes from the property that the verb sets"


def _layers(game: Game, by: Iterable[Speaks]) -> Iterator[str]:
    """The states that all who speak may be in."""
    return (state.id for state in game.handling.states.values() if {*by} <= {*state.of})
