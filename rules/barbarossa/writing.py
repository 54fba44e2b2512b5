"""Writing a log: what each action looks like when players carry it out with the module."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import assets
from rules.barbarossa import actions as do
from rules.barbarossa.battle import Battle
from rules.barbarossa.case import Case
from rules.barbarossa.engineers import name_of_mines, work
from rules.barbarossa.ground import direction
from rules.barbarossa.harm import key as box_of
from rules.barbarossa.harm import shown, value_of
from rules.barbarossa.loading import load
from rules.barbarossa.marks import DERIVED
from rules.barbarossa.model import Position, Structure, Unit
from rules.barbarossa.planned import GAME, Foreseen, Given, digest, key, mark, own_key
from rules.barbarossa.reading import texts
from rules.barbarossa.reading.words import CARD, SHOTS, STATES, STATUS
from rules.engine.actions import Action
from rules.engine.dice import Roll
from rules.engine.switches import Switches
from rules.engine.writing import (
    Advance,
    Deed,
    Entry,
    Go,
    Held,
    Keep,
    New,
    Open,
    Put,
    Ref,
    Say,
    Seal,
    Throw,
    Value,
    Wipe,
    Words,
)

PHASES = {state: phase for phase, state in STATES.items()}
KINDS = {kind: purpose for purpose, kind in SHOTS.items()}
BLOWN = {"melee": "MELEE", "duel": "DUEL"}
"""By kind of blow: what its unit aims for."""
LAYERS = {status: what for what, status in STATUS.items()}
FACE = Held("Face")
DECLARED = frozenset({"FIRE", "MELEE"})
"""Purposes of rolls that follow a declaration of their own; all others are checks, declared with the roll."""
FIXED = frozenset({"TEST", "SEARCH", "ROLLOFF", "PICK"})
"""Checks whose number of dice is known; the dice of others are counted by the players, and rolled then."""
BUILDS = {"lay_mines": "minefield", "build_pontoon": "pontoon", "dig_in": "trench", "clear_path": "path"}
"""By order: the marker that is placed when the work is done."""
TAKES: Mapping[str, tuple[str, ...]] = {
    "clear_mines": ("minefield",),
    "remove_wire": ("wire",),
    "remove_obstacle": ("teeth",),
    "place_charges": ("bunker", "pontoon"),
}
"""By order: the markers that disappear when the work is done."""
HIDES = "ambush"
"""The order whose parameters are sealed apart."""
MINES = "minefield"
AHEAD = "N"
"""Where a marker faces that comes out of the window of pieces."""
BEGUN = {
    "suppressed": "Suppressed",
    "bravery-flag": "Flag",
    "ambush": "Ambush",
    "dug-in": "DugIn",
    "bound": "Bound",
    "set-up": "SetUp",
    "air-combat": "AirCombat",
    "hidden": "Hidden",
}
"""By state of a set-up: the layer that shows it."""
Deeds = tuple[Deed, ...]
Write = Callable[[Position, Any], Iterator[Deeds]]


class BarbarossaWriter:
    """Writes games of one battle; `records` names the sides."""

    def __init__(self, battle: Battle, records: Mapping[str, str]) -> None:
        self.battle, self._records = battle, records
        self._foreseen = Foreseen()
        self._on = {
            (name, BEGUN[each]) for name, begin in battle.begins.items() for each in begin.states if each in BEGUN
        }
        """Which layers are shown, by unit."""
        self._pieces: dict[str, Ref] = {}
        """The marker of each structure."""
        self._count: dict[str, int] = {}
        self._begun()
        self._worded: set[str] = set()
        self._shown: set[str] = set()
        """Sides that said their orders of this round together with their key."""
        self._secrets: dict[str, tuple[Ref, str, texts.Written]] = {}
        """By unit or structure: what is sealed apart on its card or marker, its key, its text."""
        self._aiming: tuple[str, str] = "", ""
        self._armed = ""
        """Who named a target last."""
        self._hits_on: dict[str, str] = {}
        """By shooter: the accuracy that its player chooses before he rolls."""
        self._postponed: dict[str, list[Deeds]] = {}
        """By shooter: what is declared only when the dice before it have fallen."""
        self._inside: set[str] = set()
        """Models that say what they are aboard of, or in."""
        self._ahead: dict[str, int] = {}
        """Numbers that stand on a card already, although the mark comes later among the actions."""
        self._cards: dict[str, int] = {}
        """The numbers on the cards, as far as they are not those that are printed."""
        self._verbs: Mapping[type[Action], Write] = {
            do.Place: self._place,
            do.Build: self._build,
            do.Ready: self._ready,
            do.OrdersDone: self._orders_done,
            do.Reveal: self._reveal,
            do.Order: self._opened_order,
            do.Resume: self._opened_order,
            do.BreakOff: self._opened_order,
            do.Opened: lambda now, action: self._open(action.unit),
            do.Group: self._group,
            do.StepDone: lambda now, _: _one(Say("done", None, {"what": PHASES.get(now.state, now.state)})),
            do.Advance: self._advance,
            do.Conclude: lambda _, action: _one(Say("result", None, {"what": records.get(action.winner, "Draw")})),
            do.Fire: self._fire,
            do.Strike: self._strike,
            do.Duel: self._duel,
            do.Smoke: self._smoke,
            do.Mark: self._mark,
            do.State: self._state,
            do.Out: self._out,
            do.Step: self._step,
            do.Back: lambda now, action: _one(*self._moved(now, action.unit, action.hex, "Move")),
            do.Halt: lambda _, action: _one(Say("halt", Ref(action.unit))),
            do.Turn: lambda _, action: _one(*_turned(action.unit, action.facing)),
            do.Hide: self._hide,
            do.Show: self._show,
            do.Found: self._found,
            do.Occupy: self._occupy,
            do.Board: self._board,
            do.Leave: self._leave,
            do.Enter: self._enter,
            do.Merge: self._merge,
            do.Supply: self._supply,
            do.Complete: self._complete,
            do.Uncover: lambda now, action: self._open(action.structure),
            do.TakeOff: self._fly,
            do.Fly: self._fly,
            do.Return: lambda _, action: _one(*_gone(action.unit, "airfield", "Returned")),
            do.Drop: self._drop,
            Roll: self._roll,
        }

    def foresee(self, actions: Sequence[Action]) -> None:
        """Hear what will be done: orders are sealed before they are shown."""
        self._foreseen = Foreseen(actions)

    def entries(self, before: Position, action: Action) -> Iterator[Entry]:
        """What the log shows of an action; sealed orders show with the keys that open them."""
        self._foreseen.advance()
        write = self._verbs.get(type(action))
        side = self.side(action)
        for name, deeds in (*self._hidden_now(before), *self._held_back(action)):
            yield Entry(self.battle.units[name].side, deeds)
        for deeds in write(before, action) if write else ():
            if deeds:
                yield Entry(side, deeds)
        if self._foreseen.over:
            yield from (Entry(side, deeds) for name in tuple(self._secrets) for deeds in self._open(name))

    def _hidden_now(self, before: Position) -> Iterator[tuple[str, Deeds]]:
        """Whoever goes into hiding in this step marks the box of ambushes first of all."""
        for name, unit in before.units.items() if before.state in {"S8", "S9"} else ():
            if unit.hidden and unit.off_board and not self.battle.units[name].is_a("hq"):
                yield from ((name, deeds) for deeds in self._boxed(name))

    def _held_back(self, action: Action) -> Iterator[tuple[str, Deeds]]:
        """What was to wait for dice that never fell, before the step ends."""
        if isinstance(action, do.Advance):
            for name in tuple(self._postponed):
                yield from ((name, deeds) for deeds in self._postponed.pop(name))
                self._aiming, self._armed = ("", ""), ""

    def side(self, action: Action) -> str:
        """Whose player does it: the one who is named, else the owner."""
        named = getattr(action, "unit", "") or getattr(action, "who", "") or getattr(action, "piece", "")
        owner = self.battle.units[named].side if named in self.battle.units else ""
        return action.by or owner or self.battle.sides[0]

    # ------------------------------------------------------------------------------------------------------ pieces
    def _named(self, structure: str, kind: str) -> Ref:
        """The next marker of a kind, for a structure."""
        self._count[kind] = self._count.get(kind, 0) + 1
        self._pieces[structure] = Ref(kind, self._count[kind])
        return self._pieces[structure]

    def _piece(self, name: str) -> str | Ref:
        """What stands for a unit or structure in a text."""
        return Ref(name) if name in self.battle.units else self._pieces.get(name, name)

    def _card(self, unit: str) -> Ref:
        return Ref(unit + CARD)

    def _record(self, side: str) -> str:
        return self._records.get(side, side)

    # ----------------------------------------------------------------------------------------------------- the board
    def laid(self, position: Position) -> Iterator[Deed]:
        """What lays out the board of a position, from the one with which the scenario begins."""
        self._pieces.clear()
        self._count.clear()
        self._on.clear()
        self._cards.clear()
        if position.state in PHASES:
            yield Advance(max(position.round, 1), PHASES[position.state])
        yield from self._lying(position)
        for name, unit in position.units.items():
            yield Go(Ref(name), self._lies(position, name, unit))
            yield from self._marked(position, name, unit)
        yield from self._already(position)
        yield from self._apart_already(position)

    def _begun(self) -> None:
        """The markers that lie on the board when the scenario begins, bridges that are printed on it left out."""
        for name, each in self.battle.structures.items():
            if not _printed(name, each):
                self._named(name, each.kind)

    def _lying(self, position: Position) -> Iterator[Deed]:
        """Markers that are gone since the scenario began go beside the board, new ones come onto it."""
        self._begun()
        begun, now = self.battle.structures, position.structures
        for name, marker in tuple(self._pieces.items()):
            if name not in now or now[name].kind != begun[name].kind:
                yield Go(marker, "$Home$-$Box$", sent=True)
                del self._pieces[name]
        for name, each in now.items():
            if name in self._pieces or (begun.get(name) == each and _printed(name, each)):
                continue
            marker, facing = self._named(name, each.kind), each.facing or self._side_of(each.hex, each.side)
            yield New(marker, each.hex)
            if facing:
                yield Put(marker, "Face", facing, always=False)

    def _lies(self, position: Position, name: str, unit: Unit) -> str:
        side = self.battle.units[name].side
        if unit.out:
            return f"lost-{side}"
        carrier = position.units.get(unit.carrier)
        place = carrier.hex if carrier else unit.hex
        if unit.hidden and unit.off_board and not unit.shelter and not unit.carrier:
            return f"hidden-{side}"
        if unit.off_board and not unit.hidden and not unit.shelter and not unit.carrier:
            return f"off-{side}"
        if not place:
            return f"airfield-{side}" if self.battle.units[name].flies else f"off-{side}"
        return place

    def _marked(self, position: Position, name: str, unit: Unit) -> Iterator[Deed]:
        """What stands on a model and on its card."""
        if unit.facing:
            yield Put(Ref(name), "Face", unit.facing)
        hq = self.battle.units[name].is_a("hq")
        layers = {
            "Suppressed": unit.suppressed,
            "Flag": unit.flagged,
            "Ambush": unit.hidden and not hq,
            "Hidden": unit.hidden and hq,
            "DugIn": bool(unit.shelter),
            "Bound": bool(unit.bound),
            "SetUp": unit.set_up,
        }
        for what, on in layers.items():
            yield from self._layer(name, what, on=on)
        for what in ("losses", "ammo", "boxes", "air", *unit.stores):
            yield Put(self._card(name), what, str(shown(position, name, what)), always=False)
        yield Put(Ref(name), "Lost", str(unit.losses), always=False)
        if unit.carrier:
            self._inside.add(name)
        yield Put(Ref(name), "Aboard", Ref(unit.carrier) if unit.carrier else "", always=False)
        yield Put(Ref(name), "How", ("Tow" if unit.towed else "Mount") if unit.carrier else "", always=False)

    def _layer(self, unit: str, what: str, *, on: bool) -> Iterator[Deed]:
        (self._on.add if on else self._on.discard)((unit, what))
        value = "2" if on else "1"
        yield Put(Ref(unit), f"{what}_Level", value, always=False)
        yield Put(self._card(unit), f"{what}_Level", value, always=False)

    def _already(self, position: Position) -> Iterator[Deed]:
        """Orders that are opened next, although their sides opened them before this log began."""
        if position.state != "REVEAL":
            return
        later = self._foreseen.reveals()
        for side in self.battle.sides:
            if side in later:
                continue
            for deeds in self._sealing(side, position.round):
                yield from (deed for deed in deeds if isinstance(deed, Seal))
            secret = key(self._record(side), position.round)
            yield Keep(f"HX_Commit_{self._record(side)}", digest(secret))
            yield Keep(f"HX_Key_{self._record(side)}", secret)

    def _apart_already(self, position: Position) -> Iterator[Deed]:
        """What was sealed apart before this log began: ambushes, and of which kind mines are."""
        for action in self._foreseen.rest:
            lies = position.units.get(action.unit) if isinstance(action, do.Opened) else None
            if isinstance(action, do.Opened) and lies is not None:
                ambush = do.Order(
                    unit=action.unit, order=HIDES, hex=action.hex, facing=action.facing, number=action.number
                )
                side = self.battle.units[action.unit].side
                yield self._seal_apart(side, action.unit, self._card(action.unit), self._text(ambush))[0]
        for name, each in position.structures.items():
            variety = self._foreseen.kind_of(name) or each.variety
            if each.kind == MINES and variety:
                owner = each.owner or self.battle.sides[0]
                yield self._seal_apart(owner, name, self._pieces[name], (f"{MINES}:{variety}",))[0]

    # ------------------------------------------------------------------------------------------------------ set-up
    def _place(self, _: Position, action: do.Place) -> Iterator[Deeds]:
        unit = Ref(action.unit)
        if action.hex:
            yield Go(unit, action.hex), Say("step", unit, {"a": "Place", "face": FACE})
        if action.facing:
            yield _turned(action.unit, action.facing)

    def _build(self, _: Position, action: do.Build) -> Iterator[Deeds]:
        known = self.battle.structures.get(action.structure)
        kind = known.kind if known else action.structure.partition(".")[0]
        facing = action.facing or self._side_of(action.hex, action.side)
        yield from self._new(action.structure, kind, action.hex, facing)

    def _side_of(self, place: str, beyond: str) -> str:
        """The direction in which a hexside lies; empty if the two hexes are no neighbours."""
        cells = self.battle.ground.sky.cells
        return direction(self.battle.ground, place, beyond) if {place, beyond} <= cells.keys() else ""

    def _new(self, structure: str, kind: str, place: str, facing: str) -> Iterator[Deeds]:
        """A marker out of the window of pieces, then turned to its side."""
        marker = self._named(structure, kind)
        yield New(marker, place), Say("place", marker, {"face": FACE})
        if facing not in {"", AHEAD}:
            yield Put(marker, "Face", facing, always=False), Say("place", marker, {"face": FACE})

    def _ready(self, before: Position, action: do.Ready) -> Iterator[Deeds]:
        for name, each in before.structures.items():
            if each.kind == MINES and each.variety and each.owner == action.by and name in self._pieces:
                yield from self._word(action.by)
                yield self._seal_apart(action.by, name, self._pieces[name], (f"{MINES}:{each.variety}",))
        for name, unit in before.units.items():
            counter = self.battle.units[name]
            if unit.hidden and counter.side == action.by and not counter.is_a("hq"):
                yield from self._boxed(name)
        yield (Say("done", None, {"what": "Setup"}),)

    # ---------------------------------------------------------------------------------------------- sealed orders
    def _word(self, side: str) -> Iterator[Deeds]:
        if side in self._worded:
            return
        record = self._record(side)
        first = () if self._worded else (Keep("HX_Game", GAME),)
        self._worded.add(side)
        yield *first, Keep(f"HX_Word_{record}", mark(record)), Say("word", None, {"hash": mark(record)})

    def _seal_apart(self, side: str, name: str, piece: Ref, text: texts.Written) -> Deeds:
        secret = own_key(self._record(side), name, len(self._secrets))
        self._secrets[name] = piece, secret, text
        said: Mapping[str, Value] = {"x": Held("SecretNonce"), "c": Held("Secret"), "hash": Held("SecretHash")}
        return Seal(piece, Words(text), secret, apart=True), Say("seal", piece, said)

    def _open(self, name: str) -> Iterator[Deeds]:
        """What was sealed apart on a card or marker is opened; nothing if there is nothing."""
        piece, secret, text = self._secrets.pop(name, (None, "", ()))
        if piece is not None:
            yield Open(piece, secret), Say("open", piece, {"key": secret, "o": Words(text)})

    def _orders_done(self, before: Position, action: do.OrdersDone) -> Iterator[Deeds]:
        record = self._record(action.by)
        yield from self._word(action.by)
        yield from self._sealing(action.by, before.round)
        commitment = digest(key(record, before.round))
        yield Keep(f"HX_Commit_{record}", commitment), Say("commit", None, {"hash": commitment})

    def _sealing(self, side: str, turn: int) -> Iterator[Deeds]:
        """Every order of a side, sealed on its card; what an ambush hides is sealed apart."""
        secret = key(self._record(side), turn)
        for unit, given in self._foreseen.given().items():
            if unit not in self.battle.units or self.battle.units[unit].side != side:
                continue
            card, text = self._card(unit), self._text(given)
            known = not isinstance(given, do.Order) or bool(given.order)
            sealed = Seal(card, Words(self._open_text(given)), secret if known else digest(secret))
            deeds: Deeds = (sealed, Say("order", card, {"x": Held("Nonce"), "c": Held("Cipher")}))
            if isinstance(given, do.Order) and given.order == HIDES and (given.hex or given.facing):
                yield from self._open(unit)
                deeds += self._seal_apart(side, unit, card, text)
            yield deeds

    def _text(self, given: Given) -> texts.Written:
        return texts.written(self.battle.orders, given, self._piece)

    def _open_text(self, given: Given) -> texts.Written:
        """What the seal of the round says: of an ambush only that it is one."""
        if isinstance(given, do.Order) and given.order == HIDES:
            return (texts.bare(self.battle.orders, HIDES),)
        return self._text(given)

    def _reveal(self, before: Position, action: do.Reveal) -> Iterator[Deeds]:
        """The key is published, and every card says its order."""
        record, deeds = self._record(action.by), list[Deed]()
        for unit, given in self._foreseen.given().items():
            if unit in self.battle.units and self.battle.units[unit].side == action.by:
                deeds.append(self._says(unit, given))
        secret = key(record, before.round)
        self._shown.add(action.by)
        yield Keep(f"HX_Key_{record}", secret), Say("key", None, {"key": secret}), *deeds

    def _says(self, unit: str, given: Given) -> Say:
        return Say("reveal", self._card(unit), {"o": Words(self._open_text(given))})

    def _opened_order(self, before: Position, action: Given) -> Iterator[Deeds]:
        """Nothing more than what was said with the key, if it was published in this log."""
        known = self.battle.units.get(action.unit)
        if known is None or known.side in self._shown:
            return
        yield (self._says(action.unit, action),)

    # --------------------------------------------------------------------------------------------------- the clock
    def _advance(self, before: Position, action: do.Advance) -> Iterator[Deeds]:
        if action.to not in PHASES:
            return
        self._ahead.clear()
        anew = action.to == "PLANNING"
        yield (Advance(before.round + anew, PHASES[action.to]),)
        if anew and before.round:
            self._shown.clear()
            sides = [self._record(side) for side in self.battle.sides]
            kept = (Keep(f"HX_{what}_{side}") for what in ("Commit", "Key") for side in sides)
            yield Say("round"), Wipe("Nonce"), Wipe("Cipher"), *kept

    def _group(self, before: Position, action: do.Group) -> Iterator[Deeds]:
        """The number of the group, on the cards of those who join it or leave it."""
        number = action.group.rpartition(".")[2]
        for name, unit in before.units.items():
            if (name in action.units) != (unit.group == action.group):
                new = number if name in action.units else "0"
                card, was = self._card(name), unit.group.rpartition(".")[2] or "0"
                yield Put(card, "group", new), Say("mark", card, {"what": "group", "was": was, "v": new})

    # -------------------------------------------------------------------------------------------------------- fire
    def _aims(self, unit: str, shot: str) -> Iterator[Deeds]:
        """A unit aims, unless it does so already."""
        if self._aiming == (unit, shot):
            return
        self._aiming, self._armed = (unit, shot), ""
        speaker = Ref(unit)
        staged = (Keep("HX_By", speaker), *map(Keep, ("HX_At", "HX_Who", "HX_P", "HX_After")), Keep("HX_Shot", shot))
        yield Wipe("Role"), *staged, Put(speaker, "Role", "S"), Say("aim", speaker, {"p": shot})

    def _nobody_aims(self) -> Iterator[Deeds]:
        if self._aiming[0]:
            self._aiming = "", ""
            yield Say("fireend"), Wipe("Role"), *map(Keep, ("HX_By", "HX_At", "HX_Who", "HX_P", "HX_Shot", "HX_After"))

    def _target(self, before: Position, target: str, place: str) -> Ref | None:
        """The piece that is aimed at: the one named, else any that lies in the hex."""
        if target:
            found = self._piece(target)
            return found if isinstance(found, Ref) else None
        models = (
            name for name, unit in before.units.items() if unit.hex == place and not unit.off_board and not unit.out
        )
        markers = (name for name, each in before.structures.items() if each.hex == place and name in self._pieces)
        name = next(models, "") or next(markers, "")
        piece = self._piece(name) if name else ""
        return piece if isinstance(piece, Ref) else None

    def _fire(self, before: Position, action: do.Fire) -> Iterator[Deeds]:
        known = before.structures.get(action.target)
        if known is not None and action.target not in self._pieces:
            yield from self._new(action.target, known.kind, known.hex, known.facing)
        target = self._target(before, action.target, action.hex)
        shot = KINDS[action.kind]
        yield from self._declared(action, target, shot, "FIRE", after=action.after, again=action.again)

    def _strike(self, before: Position, action: do.Strike) -> Iterator[Deeds]:
        target = self._target(before, action.target, "")
        shot = "DUEL" if self._flies(action.unit) or self._flies(action.target) else "MELEE"
        yield from self._declared(action, target, shot, "MELEE")

    def _duel(self, before: Position, action: do.Duel) -> Iterator[Deeds]:
        """Who chooses his enemy aims at him; the blows are struck later."""
        target = self._target(before, action.target, "")
        if target is not None:
            self._aiming, self._armed = ("", ""), ""
            yield from self._aims(action.unit, "DUEL")
            yield _fired(target, "DUEL", "MELEE")

    def _flies(self, unit: str) -> bool:
        return unit in self.battle.units and self.battle.units[unit].flies

    def _declared(
        self,
        action: do.Fire | do.Strike,
        target: Ref | None,
        shot: str,
        purpose: str,
        *,
        after: str = "",
        again: bool = False,
    ) -> Iterator[Deeds]:
        if target is None or action.unit not in self.battle.units:
            return
        dice = "" if action.dice is None else str(action.dice)
        self._hits_on[action.unit] = "" if action.accuracy is None else str(action.accuracy)
        kept = Keep("HX_After", self._piece(after) if after else ""), Keep("HX_Again", "yes" if again else "no")
        fired = *kept, *_fired(target, shot, purpose, dice)
        if shot == "DUEL" and (action.unit in self._postponed or self._foreseen.waits(action.unit, purpose)):
            self._postponed.setdefault(action.unit, []).extend((self._later(action.unit, shot), fired))
            return
        yield from self._aims(action.unit, shot)
        self._armed = action.unit
        yield fired

    def _later(self, unit: str, shot: str) -> Deeds:
        """Aiming that is postponed together with the shot."""
        kept, self._aiming = self._aiming, ("", "")
        deeds = tuple(deed for deeds in self._aims(unit, shot) for deed in deeds)
        self._aiming = kept
        return deeds

    def _roll(self, before: Position, action: Roll) -> Iterator[Deeds]:
        thrown = Throw("1d6", action.dice, gathered="HX_Res")
        if action.purpose in DECLARED:
            for deeds in self._postponed.pop(action.who, ()):
                self._aiming, self._armed = (action.who, ""), action.who
                yield deeds
            declared = any(shot.unit == action.who and not shot.rolled for shot in before.shots)
            if action.purpose == "MELEE" and self._armed != action.who and not declared:
                yield from self._struck(before, action.who)
            elif self._armed != action.who and action.who in self.battle.units:
                yield from self._aims_again(before, action.who)
            hits_on = self._hits_on.pop(action.who, "")
            yield Keep("HX_Dice", str(len(action.dice))), Keep("HX_Acc", hits_on), thrown
            return
        self._aiming, self._armed = ("", ""), ""
        who = self._piece(action.who)
        if not isinstance(who, Ref):
            return
        staged: Deeds = (
            *map(Keep, ("HX_By", "HX_At")),
            Keep("HX_Who", who),
            Keep("HX_P", action.purpose),
            *map(Keep, ("HX_Shot", "HX_After")),
            Keep("HX_Dice", str(len(action.dice))),
        )
        check: Deeds = (Wipe("Role"), *staged, Say("check", who, {"v": ""}))
        if action.purpose in FIXED:
            yield *check, thrown
        else:
            yield check
            yield (thrown,)

    def _aims_again(self, before: Position, unit: str) -> Iterator[Deeds]:
        """Others have aimed since a unit named its target: it aims once more, and rolls."""
        shots = (shot for shot in reversed(before.shots) if shot.unit == unit and not shot.rolled)
        kinds = (BLOWN.get(shot.kind) or KINDS.get(shot.kind, "FIRE") for shot in shots)
        self._aiming = "", ""
        yield from self._aims(unit, next(kinds, "FIRE"))

    def _struck(self, before: Position, unit: str) -> Iterator[Deeds]:
        """Dice that a duel has made due, for which nobody said anything: the enemy is named first."""
        pairs = (set(pair) - {unit} for pair in reversed(before.duels) if unit in pair)
        enemy = next((name for pair in pairs for name in pair), "")
        target = self._target(before, enemy, "") if enemy else None
        if target is not None:
            self._armed = unit
            yield from self._aims(unit, "DUEL")
            yield _fired(target, "DUEL", "MELEE")

    def _smoke(self, before: Position, action: do.Smoke) -> Iterator[Deeds]:
        yield from self._aims(action.unit, "SMOKE")
        for place in (action.hex, action.also):
            if place:
                yield from self._new(f"smoke.{place}", "smoke", place, "")

    # ---------------------------------------------------------------------------------------------------- the cards
    def _mark(self, before: Position, action: do.Mark) -> Iterator[Deeds]:
        """A number goes up or down one by one; steps lost show on the model as well."""
        unit = action.unit
        if unit not in self.battle.units:
            return
        if action.what == "ammo" and unit in self._postponed:
            self._postponed[unit].extend(self._marks(before, action))
        else:
            yield from self._marks(before, action)

    def _marks(self, before: Position, action: do.Mark) -> Iterator[Deeds]:
        unit, what, value = action.unit, action.what, action.value
        stands = self._derived(unit, what) if what in DERIVED else shown(before, unit, what)
        ahead = self._ahead.pop(box_of(unit, what), None)
        if ahead is not None:
            right = value_of(before, unit, what)
            if value == right:
                return
            if value in range(*sorted((stands, right))):
                self._ahead[box_of(unit, what)] = ahead
                return
            stands = ahead
        yield from self._counted(unit, what, stands, value)

    def _counted(self, unit: str, what: str, stands: int, value: int) -> Iterator[Deeds]:
        """The clicks that bring a number of a card from one value to another."""
        for now in _between(stands, value):
            card = self._card(unit)
            deeds: Deeds = (Put(card, what, str(now), always=False),)
            if what == "losses":
                deeds += (Put(Ref(unit), "Lost", str(now), always=False),)
            yield *deeds, Say("mark", card, {"what": what, "was": str(stands), "v": str(now)})
            stands = now
        if what in DERIVED:
            self._cards[box_of(unit, what)] = value

    def _derived(self, unit: str, what: str) -> int:
        """What stands on the card of a number that the position does not hold."""
        return self._cards.get(box_of(unit, what), self.battle.units[unit].value(what))

    def _state(self, before: Position, action: do.State) -> Iterator[Deeds]:
        what = LAYERS.get(action.status, "")
        if what and ((action.unit, what) in self._on) == action.on:
            yield self._stated(action.unit, what, on=not action.on)
        if what:
            yield self._stated(action.unit, what, on=action.on)

    def _boxed(self, unit: str) -> Iterator[Deeds]:
        """Who hides marks the box of ambushes."""
        if (unit, LAYERS["ambush"]) not in self._on:
            yield self._stated(unit, LAYERS["ambush"], on=True)

    def _stated(self, unit: str, what: str, *, on: bool) -> Deeds:
        said = Say("state", Ref(unit), {"what": what, "v": "on" if on else "off", "at": ""})
        return *self._layer(unit, what, on=on), said

    def _out(self, before: Position, action: do.Out) -> Iterator[Deeds]:
        if action.piece in self.battle.units:
            if (action.piece, "Merged") not in self._on:
                yield _gone(action.piece, "lost", "Lost")
        elif action.piece in self._pieces:
            yield from self._removed(action.piece)

    def _removed(self, structure: str) -> Iterator[Deeds]:
        marker = self._pieces.get(structure)
        if marker is not None:
            yield Go(marker, "$Home$-$Box$", sent=True), Say("remove", marker)

    # ---------------------------------------------------------------------------------------------------- movement
    def _step(self, before: Position, action: do.Step) -> Iterator[Deeds]:
        yield self._moved(before, action.unit, action.hex, "Assault" if action.fights else "Move")

    def _moved(self, before: Position, unit: str, place: str, how: str) -> Deeds:
        """A model goes to a hex, and with it all that are aboard."""
        aboard = [name for name, each in before.units.items() if each.carrier == unit and not each.out]
        moves = (unit, *aboard)
        return tuple(
            deed for name in moves for deed in (Go(Ref(name), place), Say("step", Ref(name), {"a": how, "face": FACE}))
        )

    def _fly(self, before: Position, action: do.TakeOff | do.Fly) -> Iterator[Deeds]:
        yield self._moved(before, action.unit, action.hex, "Fly")

    def _enter(self, before: Position, action: do.Enter) -> Iterator[Deeds]:
        yield self._moved(before, action.unit, action.hex, "Enter")
        if action.facing:
            yield _turned(action.unit, action.facing)

    def _hide(self, before: Position, action: do.Hide) -> Iterator[Deeds]:
        case = Case(self.battle, Switches(), before, action)
        if self.battle.units[action.unit].is_a("hq"):
            yield from self._turned_over(action.unit, on=False)
            yield from self._turned_over(action.unit, on=True)
        elif case.ordered(action.unit, "load_supply"):
            yield _gone(action.unit, "off", "Loading")
        else:
            yield Go(Ref(action.unit), "hidden-$Box$", sent=True), Say("hide", Ref(action.unit))

    def _turned_over(self, unit: str, *, on: bool) -> Iterator[Deeds]:
        """A headquarters lies with its other side up."""
        if ((unit, "Hidden") in self._on) != on:
            yield self._stated(unit, "Hidden", on=on)

    def _show(self, before: Position, action: do.Show) -> Iterator[Deeds]:
        unit = before.units[action.unit]
        if (action.unit, "Hidden") in self._on:
            yield self._stated(action.unit, "Hidden", on=False)
        elif (unit.shelter or action.unit in self._inside) and not _lay_hidden(before, action):
            yield from self._ashore(action.unit)
        elif unit.hex or action.hex:
            speaker = Ref(action.unit)
            yield Go(speaker, action.hex or unit.hex), Say("step", speaker, {"a": "Show", "face": FACE})

    def _found(self, before: Position, action: do.Found) -> Iterator[Deeds]:
        yield from self._aims(action.finder, "") if action.finder else self._nobody_aims()
        yield (Say("found", Ref(action.unit)),)
        yield from self._turned_over(action.unit, on=False)

    # ------------------------------------------------------------------------------------------- carriers, shelters
    def _occupy(self, before: Position, action: do.Occupy) -> Iterator[Deeds]:
        works = self._pieces.get(action.structure)
        if works is not None:
            yield from self._aboard(action.unit, works, "Occupy")

    def _board(self, before: Position, action: do.Board) -> Iterator[Deeds]:
        carrier, place = Ref(action.carrier), before.units[action.carrier].hex
        if place and before.units[action.unit].hex not in {"", place}:
            yield Go(Ref(action.unit), place), Say("step", Ref(action.unit), {"a": "Move", "face": FACE})
        yield from self._aboard(action.unit, carrier, "Tow" if action.towed else "Mount")

    def _aboard(self, unit: str, carrier: Ref, how: str) -> Iterator[Deeds]:
        """A model goes aboard or into works; out of others first, that it has left without a word."""
        if unit in self._inside:
            yield from self._ashore(unit)
        self._inside.add(unit)
        staged = Keep("HX_Carrier"), Keep("HX_Carrier", carrier)
        told = Say("ride", Ref(unit), {"what": how, "at": Held("Aboard")})
        yield *staged, Put(Ref(unit), "Aboard", carrier), Put(Ref(unit), "How", how), told

    def _ashore(self, unit: str) -> Iterator[Deeds]:
        self._inside.discard(unit)
        told = Say("ride", Ref(unit), {"what": "Leave", "at": Held("Aboard")})
        yield told, Put(Ref(unit), "What", "Leave"), Put(Ref(unit), "Aboard", ""), Put(Ref(unit), "How", "")

    def _leave(self, before: Position, action: do.Leave) -> Iterator[Deeds]:
        unit = before.units[action.unit]
        here = before.units[unit.carrier].hex if unit.carrier in before.units else unit.hex
        yield from self._ashore(action.unit)
        if action.hex and action.hex != here:
            yield Go(Ref(action.unit), action.hex), Say("step", Ref(action.unit), {"a": "Move", "face": FACE})

    def _merge(self, before: Position, action: do.Merge) -> Iterator[Deeds]:
        yield from self._aims(action.unit, "")
        self._on.add((action.other, "Merged"))
        yield _gone(action.other, "lost", "Merged")

    def _supply(self, before: Position, action: do.Supply) -> Iterator[Deeds]:
        if action.source in self.battle.units:
            yield from self._aims(action.source, "")
        yield (Say("supply", Ref(action.unit)),)
        yield from self._handed_over(before, action)

    def _handed_over(self, before: Position, action: do.Supply) -> Iterator[Deeds]:
        """Both cards are marked at once, so that the log says how many points they are."""
        for unit, points in ((action.unit, action.points), (action.source, -action.points)):
            if unit in self.battle.units and action.what == "ammo":
                name = box_of(unit, "ammo")
                stands = self._ahead.get(name)
                stands = shown(before, unit, "ammo") if stands is None else stands
                most = self.battle.units[unit].value("ammo")
                value = min(max(value_of(before, unit, "ammo") + points, 0), most)
                self._ahead[name] = value
                yield from self._counted(unit, "ammo", stands, value)

    # ------------------------------------------------------------------------------------------------------- works
    def _complete(self, before: Position, action: do.Complete) -> Iterator[Deeds]:
        unit = action.unit
        case = Case(self.battle, Switches(), before, action)
        order = work(case, unit) if unit in before.units else ""
        yield (Say("complete", Ref(unit), {"what": order}),)
        if not order:
            return
        state = before.units[unit]
        given = state.running or state.order
        if order in BUILDS:
            yield from self._built(before, action, order, given)
        elif order in {"set_up", "pack_up"}:
            yield from self._shifted(before, action, given)
        else:
            yield from self._taken_away(before, action, order, given)

    def _built(self, before: Position, action: do.Complete, order: str, given: do.Order | None) -> Iterator[Deeds]:
        kind, here = BUILDS[order], before.units[action.unit].hex
        place = action.hex or (given.hex if given and order == "build_pontoon" else "") or here
        facing = given.facing if given else ""
        name = (
            action.structure
            or {
                "lay_mines": name_of_mines(before, action.unit),
                "build_pontoon": f"pontoon.{place}",
                "dig_in": f"trench.{here}.{facing}",
                "clear_path": f"path.{here}",
            }[order]
        )
        if name in before.structures or not place:
            return
        yield from self._new(name, kind, place, facing)
        variety = action.kind or (given.choice if given else "") or self._foreseen.kind_of(name)
        if kind == MINES and variety:
            side = self.battle.units[action.unit].side
            yield self._seal_apart(side, name, self._pieces[name], (f"{MINES}:{variety}",))

    def _shifted(self, before: Position, action: do.Complete, given: do.Order | None) -> Iterator[Deeds]:
        unit = before.units[action.unit]
        carrier = before.units.get(unit.carrier)
        here = carrier.hex if carrier else unit.hex
        place = action.hex or (given.hex if given else "") or here
        if unit.carrier:
            yield from self._ashore(action.unit)
        if place and place != here:
            yield Go(Ref(action.unit), place), Say("step", Ref(action.unit), {"a": "Move", "face": FACE})
        on = given is not None and given.order == "set_up"
        if ((action.unit, "SetUp") in self._on) != on:
            yield self._stated(action.unit, "SetUp", on=on)

    def _taken_away(self, before: Position, action: do.Complete, order: str, given: do.Order | None) -> Iterator[Deeds]:
        """Markers that the work makes disappear: those of its kind in the hex, or on the side."""
        here = before.units[action.unit].hex
        side = action.side or (given.side if given else "")
        kinds = TAKES.get(order, ())
        lies = before.between(here, side, *kinds) if side else before.in_hex(here, *kinds)
        for name in lies:
            yield from self._removed(name)

    def _drop(self, before: Position, action: do.Drop) -> Iterator[Deeds]:
        unit = action.unit
        order = before.units[unit].order
        yield (Say("complete", Ref(unit), {"what": order.order if order else ""}),)
        aboard = [name for name, each in before.units.items() if each.carrier == unit and not each.out]
        for name in aboard:
            yield from self._ashore(name)
        if not aboard:
            yield from self._new(action.piece or f"cargo.{unit}", "cargo", action.hex, "")


def _printed(name: str, structure: Structure) -> bool:
    """True for a bridge that is printed on the board: no marker lies for it."""
    return name.startswith("bridge.") and not structure.owner


def writer_of(game: assets.Game, scenario: str) -> BarbarossaWriter:
    """Who writes the games of a scenario."""
    return BarbarossaWriter(load(scenario, game), {name: side.record for name, side in game.sides.items()})


def _lay_hidden(before: Position, action: do.Show) -> bool:
    """True for a model that comes back from hiding, although its unit is in works by now."""
    return any(due.rule == "BAR-6.6k" and due.met_by(action) for due in before.due)


def _one(*deeds: Deed) -> Iterator[Deeds]:
    yield deeds


def _fired(target: Ref, shot: str, purpose: str, dice: str = "") -> Deeds:
    """A target is named, and the dice are ready."""
    return (
        Keep("HX_At", target),
        Keep("HX_Who"),
        Keep("HX_P", purpose),
        Keep("HX_Dice", dice),
        Keep("HX_Acc"),
        Put(target, "Role", "T", always=False),
        Say("fire", target, {"p": shot}),
    )


def _between(one: int, other: int) -> Iterable[int]:
    """The numbers from one to another, the first left out."""
    way = 1 if other > one else -1
    return range(one + way, other + way, way) if one != other else ()


def _turned(unit: str, facing: str) -> Deeds:
    """A model faces another way, and says so."""
    speaker = Ref(unit)
    return (
        Put(speaker, "WasFace", FACE),
        Put(speaker, "Face", facing),
        Say("face", speaker, {"was": Held("WasFace"), "v": FACE}),
    )


def _gone(unit: str, box: str, why: str) -> Deeds:
    return Go(Ref(unit), f"{box}-$Box$", sent=True), Say("out", Ref(unit), {"what": why})


__all__ = ["BarbarossaWriter", "writer_of"]
